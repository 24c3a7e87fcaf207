"""Positions of Leaves as people play them: the table and what lies in front of everybody, the solo run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ..engines.game import seat
from ..engines.leaves import SoloState, TableState
from ..engines.leaves.solo import DEAL, UNTOUCHED
from ..engines.leaves.squares import cards_in
from ..solvers.leaves.cards import Card
from ..solvers.leaves.keys import cells_of
from .ink import Ink
from .leaves_cards import HEIGHT, Frame, card_figure
from .leaves_solo import (
    BELOW,
    EDGE,
    HEIGHT_OF_ALL,
    LEFT,
    LETTER,
    LINE,
    SMALL,
    SQUARE,
    solo_shapes,
    square,
)
from .shapes import Drawing, Label, Shape
from .text import text

_SOLO_WIDTH = 54 * LETTER
"""Of three squares; what is said below them takes more than these."""
_NAME = 4 * LETTER
_CARDS = 13 * LETTER
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
    shapes: list[Shape] = [Label(LEFT, 16, " · ".join(_about_table(state, spent_ms)), 16, Ink.FAINT)]
    top = 40.0
    if state.key:
        shapes += square(cells_of(state.key), 0, 0)
        top = SQUARE + 8
    for player in range(state.game.players):
        hand = tuple(cards_in(front.hands[player]))
        name = names[player] if player < len(names) else ""
        shapes += _player(state, player, name, hand, top)
        top += LINE
        for rest in _rows(hand[_MOST_IN_LINE:]):
            shapes += _cards(rest, top)
            top += LINE
    return Drawing(60 * LETTER, top + 8, tuple(shapes), "Leaves", _in_words(str(state)), letter=LETTER)


def solo_drawing(state: SoloState, spent_ms: int = 0) -> Drawing:
    """Return the three puzzles side by side, and below them the hand, the Breezes and the time."""
    titles = [(_puzzle_title(state, puzzle), _title_ink(state, puzzle)) for puzzle in range(len(state.keys))]
    count = state.game.components.breeze.count
    shapes = solo_shapes(
        titles,
        [cells_of(key) for key in state.keys],
        tuple(cards_in(state.hand)),
        f"Breezes {state.breezes} of {count}",
    )
    if state.phase != DEAL:
        seconds = int(state.seconds + spent_ms / 1000)
        shapes.append(Label(36 * LETTER, BELOW, f"time {minutes(seconds)}", 18))
    return Drawing(
        _SOLO_WIDTH,
        HEIGHT_OF_ALL,
        tuple(shapes),
        "Leaves solo challenge",
        _in_words(str(state)),
        letter=LETTER,
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
    middle = top + HEIGHT * SMALL / 2
    decides = state.current_player == player
    ink = Ink.ACCENT if decides else Ink.TEXT
    shapes: list[Shape] = [
        Label(EDGE, middle, ">" if decides else "", 18, ink, "middle"),
        Label(2 * LETTER, middle, seat(player), 18, ink, weight="bold"),
        Label(_NAME, middle, name[:8], 18, Ink.FAINT),
        *_cards(hand[:_MOST_IN_LINE], top),
    ]
    unseen = "? " * front.unseen[player]
    shown = min(len(hand), _MOST_IN_LINE)
    if unseen or not hand:
        shapes.append(Label(_CARDS + 4 * shown * LETTER, middle, unseen.strip() or "-", 18))
    after = max(4, shown + (front.unseen[player] + 1) // 2)
    marks = ", ".join(_marks(state, player))
    shapes.append(Label(_CARDS + 4 * after * LETTER, middle, marks, 16, ink if decides else Ink.FAINT))
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
    return [card_figure(card, Frame(_CARDS + 4 * i * LETTER, top, SMALL)) for i, card in enumerate(cards)]


def _puzzle_title(state: SoloState, puzzle: int) -> str:
    scores = " cleared" if state._is_cleared(puzzle) else ""
    begun = "" if state.placed[puzzle] == UNTOUCHED or scores else " begun"
    return f"puzzle {puzzle + 1}{scores}{begun}"


def _title_ink(state: SoloState, puzzle: int) -> Ink:
    return Ink.ACCENT if state._is_begun(puzzle) else Ink.FAINT


def _in_words(lines: str) -> str:
    return "; ".join(lines.split("\n"))
