"""Positions of Leaves as people play them: the table and what lies in front of everybody, the solo run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..engines.game import seat
from ..engines.leaves import SoloState, TableState
from ..engines.leaves.actions import PUZZLES
from ..engines.leaves.solo import DEAL, UNTOUCHED
from ..engines.leaves.squares import cards_in
from ..solvers.leaves.cards import Card
from ..solvers.leaves.keys import cells_of
from ..solvers.leaves.layout import CELLS, SIDE
from .ink import Ink
from .leaves_cards import HEIGHT, WIDTH, Frame, card_figure, place_figure
from .shapes import Drawing, Label, Shape
from .text import text

_GAP = 16.0
_PITCH_X = WIDTH + _GAP
_PITCH_Y = HEIGHT + _GAP
_LETTER = _PITCH_X / 4
"""A card and the gap beside it are four letters wide in a terminal."""

_LEFT = 2 * _LETTER
_EDGE = _LETTER / 2
"""Middle of what stands left of the cards."""
_TOP = 60.0
"""From the upper edge to the cards; a title and the names of the columns stand there."""
_SQUARE = _TOP + SIDE * _PITCH_Y
_BETWEEN = 4 * _LETTER + SIDE * _PITCH_X
"""From a square of the solo challenge to the next."""

_SMALL = 0.6
_LINE = HEIGHT * _SMALL + 12
_NAME = 4 * _LETTER
_CARDS = 13 * _LETTER
_MOST_IN_LINE = 7
"""Hand cards that stand beside what else is said of a player."""


def state_text(
    state: TableState | SoloState,
    names: Sequence[str] = (),
    colour: bool = False,
    ascii_only: bool = False,
    spent_ms: int = 0,
) -> str:
    """Return a position for the terminal, with the names of those who play, seat by seat.

    `spent_ms` are milliseconds that will count with the next step, such as those of moves taken back.
    """
    return text(state_drawing(state, names, spent_ms), colour=colour, ascii_only=ascii_only)


def state_drawing(state: TableState | SoloState, names: Sequence[str] = (), spent_ms: int = 0) -> Drawing:
    """Return a position with everything people at the table see; `spent_ms` as for `state_text`."""
    if isinstance(state, SoloState):
        return solo_drawing(state, spent_ms)
    return table_drawing(state, names, spent_ms)


def table_drawing(state: TableState, names: Sequence[str] = (), spent_ms: int = 0) -> Drawing:
    """Return the puzzle, and below it a line for each player: Leaf Cards, Breeze, bar, whose turn it is."""
    front = state.seats
    shapes: list[Shape] = [Label(_LEFT, 16, " · ".join(_about_table(state, spent_ms)), 16, Ink.FAINT)]
    top = 40.0
    if state.key:
        shapes += _square(state.key, 0, 0)
        top = _SQUARE + 8
    for player in range(state.game.players):
        hand = tuple(cards_in(front.hands[player]))
        name = names[player] if player < len(names) else ""
        shapes += _player(state, player, name, hand, top)
        top += _LINE
        for rest in _rows(hand[_MOST_IN_LINE:]):
            shapes += _cards(rest, top)
            top += _LINE
    return Drawing(60 * _LETTER, top + 8, tuple(shapes), "Leaves", _in_words(str(state)), letter=_LETTER)


def solo_drawing(state: SoloState, spent_ms: int = 0) -> Drawing:
    """Return the three puzzles side by side, and below them the hand, the Breezes and the time."""
    shapes: list[Shape] = []
    for puzzle, key in enumerate(state.keys):
        left = _BETWEEN * puzzle
        shapes.append(Label(left + _LEFT, 16, _puzzle_title(state, puzzle), 16, _title_ink(state, puzzle)))
        shapes += _square(key, left, 0)
    middle = _SQUARE + 8 + HEIGHT * _SMALL / 2
    shapes.append(Label(6, middle, "hand", 18, Ink.FAINT))
    hand = tuple(cards_in(state.hand))
    for i, card in enumerate(hand):
        shapes.append(card_figure(card, Frame((5 + 4 * i) * _LETTER, _SQUARE + 8, _SMALL)))
    if not hand:
        shapes.append(Label(5 * _LETTER, middle, "-", 18, Ink.FAINT))
    count = state.game.components.breeze.count
    shapes.append(Label(19 * _LETTER, middle, f"Breezes {state.breezes} of {count}", 18))
    if state.phase != DEAL:
        shapes.append(
            Label(36 * _LETTER, middle, f"time {minutes(int(state.seconds + spent_ms / 1000))}", 18)
        )
    width = (PUZZLES - 1) * _BETWEEN + _LEFT + SIDE * _PITCH_X
    return Drawing(
        max(width, 54 * _LETTER),
        _SQUARE + _LINE + 8,
        tuple(shapes),
        "Leaves solo challenge",
        _in_words(str(state)),
        letter=_LETTER,
    )


def minutes(seconds: int) -> str:
    """Return a time as `1:24`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def _about_table(state: TableState, spent_ms: int) -> Iterator[str]:
    front, game = state.seats, state.game
    if front.puzzle:
        limit = "" if game.puzzle_limit is None else f" of at most {game.puzzle_limit}"
        yield f"puzzle {front.puzzle}{limit}"
    yield f"pile {state.pile.bit_count() - sum(front.unseen)}"
    clock = state.clock + spent_ms
    if clock:
        most = game.breeze_limit if state.placed < 0 and game.clock != "live" else game.limit
        yield f"clock {clock / 1000:.1f} of {(most or game.limit) / 1000:g} s"


def _player(state: TableState, player: int, name: str, hand: Sequence[Card], top: float) -> list[Shape]:
    front = state.seats
    middle = top + HEIGHT * _SMALL / 2
    decides = state.current_player == player
    ink = Ink.ACCENT if decides else Ink.TEXT
    shapes: list[Shape] = [
        Label(_EDGE, middle, ">" if decides else "", 18, ink, "middle"),
        Label(2 * _LETTER, middle, seat(player), 18, ink, weight="bold"),
        Label(_NAME, middle, name[:8], 18, Ink.FAINT),
        *_cards(hand[:_MOST_IN_LINE], top),
    ]
    unseen = "? " * front.unseen[player]
    shown = min(len(hand), _MOST_IN_LINE)
    if unseen or not hand:
        shapes.append(Label(_CARDS + 4 * shown * _LETTER, middle, unseen.strip() or "-", 18))
    after = max(4, shown + (front.unseen[player] + 1) // 2)
    marks = ", ".join(_marks(state, player))
    shapes.append(Label(_CARDS + 4 * after * _LETTER, middle, marks, 16, ink if decides else Ink.FAINT))
    return shapes


def _marks(state: TableState, player: int) -> Iterator[str]:
    front, game = state.seats, state.game
    if game.breezes[player] > 1:
        yield f"Breezes {front.breezes[player]} of {game.breezes[player]} up"
    elif game.breezes[player]:
        yield "Breeze up" if front.breezes[player] else "Breeze down"
    if front.barred == player:
        yield "barred"
    if state.caller == player:
        yield "challenge" if state.placed < 0 else f"challenge with {Card(state.placed)}"
    elif state.asked >> player & 1:
        # Where all answer before one is heard, nobody sees what the others have said.
        yield "answered" if game.call_order == "simultaneous" else "passed"


def _rows(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    left = iter(cards)
    while row := tuple(islice(left, _MOST_IN_LINE)):
        yield row


def _cards(cards: Sequence[Card], top: float) -> list[Shape]:
    return [card_figure(card, Frame(_CARDS + 4 * i * _LETTER, top, _SMALL)) for i, card in enumerate(cards)]


def _puzzle_title(state: SoloState, puzzle: int) -> str:
    scores = " cleared" if state._is_cleared(puzzle) else ""
    begun = "" if state.placed[puzzle] == UNTOUCHED or scores else " begun"
    return f"puzzle {puzzle + 1}{scores}{begun}"


def _title_ink(state: SoloState, puzzle: int) -> Ink:
    return Ink.ACCENT if state._is_begun(puzzle) else Ink.FAINT


def _square(key: int, x: float, y: float) -> list[Shape]:
    """Return the names of columns and rows and the nine cells of a square whose corner is (x, y)."""
    shapes: list[Shape] = []
    for i in range(SIDE):
        column = x + _LEFT + _PITCH_X * i + WIDTH / 2
        row = y + _TOP + _PITCH_Y * i + HEIGHT / 2
        shapes.append(Label(column, y + 44, chr(ord("a") + i), 16, Ink.FAINT, "middle"))
        shapes.append(Label(x + _EDGE, row, str(i + 1), 16, Ink.FAINT, "middle"))
    cells = cells_of(key)
    for cell in range(CELLS):
        card = cells[cell]
        frame = Frame(x + _LEFT + _PITCH_X * (cell % SIDE), y + _TOP + _PITCH_Y * (cell // SIDE))
        shapes.append(place_figure(frame) if card is None else card_figure(card, frame))
    return shapes


def _in_words(lines: str) -> str:
    return "; ".join(lines.split("\n"))
