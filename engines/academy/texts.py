"""Positions of Abstract Academy as text: written and read.

A text is lines `name: value` in a fixed order; lines that would say nothing are left out. The canvas is its
orientation, the cell of its top left card, and its rows of quadrants with ` / ` between them, south at the
bottom. A card drawn before the discards were last shuffled bears `@` and how many shuffles were before.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.canvas import COLOUR_NAMES, Canvas
from ...solvers.canvas.contest import NOBODY
from ...solvers.canvas.faces import COUNT, FACE_AT, FACE_TEXTS
from ..game import CHANCE, TERMINAL, parse_seat, seat
from ..named_lines import NamedLines, require_canonical
from .actions import ORIENTATIONS, read_face, read_orientation
from .areas import canvas_of
from .hands import Hands, older_unseen
from .lines import all_words, choice, whole, wholes
from .phases import BY_CHANCE, BY_PET, OVER, PHASES, SHOW
from .scoring import asked, bits
from .sheet import Sheet, Taken

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_ROWS = " / "
_NOTHING = "-"
_HIDDEN = "?"
_INSTRUCTORS = "instructors"
_DECKS = (*COLOUR_NAMES, _INSTRUCTORS)
_NONE = "none"


def position_text(state: AcademyState, viewer: int | None = None) -> str:
    """Return a position as text: whole, or as one player knows it."""
    sheet = state.sheet
    lines = [f"phase: {PHASES[state.phase]}", f"round: {sheet.round}"]
    if sheet.pet >= 0:
        lines.append(f"pet: {seat(sheet.pet)}")
    if state.turn:
        lines.append(f"turn: {state.turn}")
    if state.phase == SHOW:
        lines.append(f"asked: {seat(state.current_player)}")
    lines += _goal_lines(state)
    if sheet.start >= 0:
        lines.append(f"start: {FACE_TEXTS[sheet.start]}")
    if state.cards:
        lines.append(f"canvas: {_canvas_text(state)}")
    if sheet.age:
        lines.append(f"shuffled: {sheet.age}")
    if sheet.discards:
        lines.append(f"discards: {' '.join(FACE_TEXTS[card] for card in sheet.discards)}")
    for player, hand in enumerate(state.hands):
        lines.append(f"hand {seat(player)}: {_hand_text(hand, sheet.age, viewer in (None, player))}")
    lines += _inspiration_lines(state, viewer)
    if viewer is not None:
        lines += _older_lines(state, viewer)
    for player, taken in enumerate(sheet.taken):
        if any(taken):
            lines.append(f"taken {seat(player)}: {' '.join(map(str, taken))}")
    return "\n".join(lines)


def _goal_lines(state: AcademyState) -> list[str]:
    game, sheet = state.game, state.sheet
    lines = []
    for name, goals in (("goals", sheet.goals), ("used", sheet.used)):
        if goals:
            lines.append(f"{name}: {' '.join(str(game.goals[goal]) for goal in goals)}")
    if sheet.judged:
        lines.append(f"judged: {sheet.judged}")
    if sheet.named >= 0:
        lines.append(f"named: {_DECKS[sheet.named]}")
    return lines


def _canvas_text(state: AcademyState) -> str:
    plane = state.game.plane
    extent = plane.extent(state.occupied)
    corner = plane.names[extent.top * plane.side + extent.left]
    rows = str(canvas_of(state.cards, plane.side)).replace("\n", _ROWS)
    return f"{ORIENTATIONS[state.landscape]} {corner} {rows}"


def _hand_text(hand: tuple[int, ...], age: int, known: bool) -> str:
    tokens = [
        (FACE_TEXTS[code % COUNT] if known else _HIDDEN)
        + ("" if code // COUNT == age else f"@{code // COUNT}")
        for code in hand
    ]
    return " ".join(tokens) or _NOTHING


def _inspiration_lines(state: AcademyState, viewer: int | None) -> list[str]:
    game, sheet = state.game, state.sheet
    names = game.inspirations
    lines = []
    for player, hand in enumerate(sheet.inspirations):
        if hand:
            known = viewer in (None, player)
            told = " ".join(names[one] if known else _HIDDEN for one in hand)
            lines.append(f"inspirations {seat(player)}: {told}")
    for player, answer in zip(asked(game, sheet), sheet.answers, strict=False):
        told = " ".join(names[one] for one in bits(answer)) or _NONE
        lines.append(f"answer {seat(player)}: {told if viewer in (None, player) else _HIDDEN}")
    if sheet.gone:
        lines.append(f"gone: {' '.join(names[one] for one in sheet.gone)}")
    return lines


def _older_lines(state: AcademyState, viewer: int) -> list[str]:
    older = older_unseen(state.hands, state.sheet.age, viewer)
    return [f"unseen: {_hand_text(older, state.sheet.age, True)}"] if older else []


def parse_position(game: Academy, text: str) -> AcademyState:
    """Return the position in a text. Raises NotationError."""
    lines = NamedLines(text)
    phase = lines.one("phase", choice(PHASES, "phase"))
    number = lines.one("round", whole)
    pet = lines.one("pet", lambda text: parse_seat(text, game.players), NOBODY)
    turn = lines.one("turn", whole, 0)
    who = lines.one("asked", lambda text: parse_seat(text, game.players), NOBODY)
    goals, used = (lines.one(name, lambda text: _goals(game, text), ()) for name in ("goals", "used"))
    judged = lines.one("judged", whole, 0)
    named = lines.one("named", choice(_DECKS, "deck"), NOBODY)
    start = lines.one("start", read_face, NOBODY)
    landscape, cards = lines.one("canvas", lambda text: _canvas(game, text), (-1, ()))
    age = lines.one("shuffled", whole, 0)
    discards = lines.one("discards", lambda text: tuple(map(read_face, text.split(" "))), ())
    seats = range(game.players)
    hands = tuple(lines.one(f"hand {seat(player)}", lambda text: _hand(text, age)) for player in seats)
    held = tuple(
        lines.one(f"inspirations {seat(player)}", lambda text: _inspirations(game, text), ())
        for player in seats
    )
    answers = _answers(game, lines, pet, held)
    gone = lines.one("gone", lambda text: _inspirations(game, text), ())
    taken = tuple(lines.one(f"taken {seat(player)}", _taken, (0, 0, 0)) for player in seats)
    lines.end()
    sheet = Sheet(number, pet, age, discards, held, gone, goals, used, named, start, answers, judged, taken)
    occupied = sum(1 << card // COUNT for card in cards)
    deck = _deck(game, sheet, hands, cards, landscape)
    player = _deciding(game, phase, sheet, turn, who)
    state = game.position(game, player, phase, sheet, hands, deck, cards, occupied, landscape, turn)
    _require_sound(state, text)
    return state


def _deciding(game: Academy, phase: int, sheet: Sheet, turn: int, asked: int) -> int:
    if phase == OVER:
        return TERMINAL
    if phase in BY_CHANCE:
        return CHANCE
    if phase in BY_PET:
        return sheet.pet
    return asked if phase == SHOW else (sheet.pet + turn) % game.players


def _deck(
    game: Academy,
    sheet: Sheet,
    hands: Hands,
    cards: tuple[int, ...],
    landscape: int,
) -> tuple[int, ...]:
    """Return what is left in the deck: every card that is nowhere else. Raises NotationError."""
    left = Counter(game.deck_counts)
    left.subtract(code % COUNT for hand in hands for code in hand)
    left.subtract(sheet.discards)
    left.subtract(game.card_of(card % COUNT, landscape == 1) for card in cards)
    if sheet.start >= 0:
        left[sheet.start] -= 1
    for card, count in left.items():
        if count < 0:
            there = game.deck_counts.get(card, 0)
            raise NotationError(
                f"the card {FACE_TEXTS[card]} is there {there - count} times",
                expected=f"{there or 'none'} as in the deck",
            )
    return tuple(sorted(left.elements()))


def _goals(game: Academy, text: str) -> tuple[int, ...]:
    return tuple(game.goal_at[game.codes.read_goal(word)] for word in text.split(" "))


def _inspirations(game: Academy, text: str) -> tuple[int, ...]:
    return tuple(game.codes.read_inspiration(word) for word in text.split(" "))


def _answers(
    game: Academy, lines: NamedLines, pet: int, held: tuple[tuple[int, ...], ...]
) -> tuple[int, ...]:
    """Return the secret answers, those of the players asked first."""

    def read(text: str) -> int:
        return 0 if text == _NONE else sum(1 << one for one in {*_inspirations(game, text)})

    found = []
    for step in range(game.players):
        player = (pet + step) % game.players
        if held[player]:
            answer = lines.one(f"answer {seat(player)}", read, NOBODY)
            if answer == NOBODY:
                break
            found.append(answer)
    return tuple(found)


def _hand(text: str, age: int) -> tuple[int, ...]:
    if text == _NOTHING:
        return ()
    found = []
    for token in text.split(" "):
        card, mark, before = token.partition("@")
        found.append((whole(before) if mark else age) * COUNT + read_face(card))
    return tuple(found)


def _taken(text: str) -> Taken:
    numbers = wholes(text)
    if len(numbers) != 3:
        raise NotationError(f"{shown(text)}", expected="numbers of Inspirations, Assignments and Instructors")
    return numbers[0], numbers[1], numbers[2]


def _canvas(game: Academy, text: str) -> tuple[int, tuple[int, ...]]:
    """Return the orientation, and the cards with their cells."""
    way, corner, drawn = all_words(text, 3, "portrait d4 BR / YB")
    plane = game.plane
    if corner not in plane.cell_at:
        raise NotationError(f"{shown(corner)} is not a cell", expected=f"one from a1 to {plane.names[-1]}")
    try:
        canvas = Canvas.parse(drawn.replace(_ROWS, "\n"))
        cards = canvas.cards()
    except NotationError as error:  # its rows stand on one line here
        where = f" in row {error.line}" if error.line else ""
        raise NotationError(f"{error.problem}{where}", expected=error.expected) from None
    first_row, first_column = divmod(plane.cell_at[corner], plane.side)
    found = []
    for (across, down), card in cards.items():
        column, row = across + first_column, down + first_row
        if column >= plane.side or row >= plane.side:
            raise NotationError(
                "a canvas that reaches beyond the window", expected=f"cells up to {plane.names[-1]}"
            )
        found.append((row * plane.side + column) * COUNT + FACE_AT[card])
    return read_orientation(way), tuple(sorted(found))


def _require_sound(state: AcademyState, text: str) -> None:
    """Raise NotationError where a state that has been read cannot be, or was not written canonically."""
    fault = state.faults()
    if fault:
        raise NotationError(f"a position that cannot be: {fault}")
    require_canonical(text, str(state))
