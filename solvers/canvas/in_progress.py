"""A round in progress from what lies on the table: a canvas of cards, hands, goals, and what is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from ...core.errors import NotationError
from .canvas import Canvas, Card
from .contest import NOBODY
from .decks import CANVAS_DECK
from .faces import COUNT, FACE_AT, FACE_TEXTS
from .goals import Goal
from .patterns import Pattern
from .position import Held, Position, held_as, kind_of, plane_of
from .regions import SIDES_OF
from .rules import LETTER, Rules

HAND = 3
"""Cards in a hand."""
SIZES = {2: 4, 4: 5}
"""Cards along a side of a canvas that is full, by the number of players."""
_SEATS = "ABCD"

Place = tuple[int, int]
"""Column and row of a card, counted in cards from 0."""


class Spot(NamedTuple):
    """Which of the cards that were given is meant."""

    part: Literal["canvas", "hand", "gone"]
    at: int
    """Of the canvas the cell of its upper left quadrant; else its number, from 0."""
    player: int = NOBODY
    """Whose hand it is."""


class CardError(NotationError):
    """A card that cannot be where it was given, so that a caller can say where it was read."""

    def __init__(self, problem: str, *, expected: str, spot: Spot) -> None:
        super().__init__(problem, expected=expected)
        self.spot = spot


def position_of(
    canvas: Canvas,
    *,
    players: int,
    player: int,
    hands: Sequence[Sequence[Card] | None],
    goals: Sequence[Goal] = (),
    pet: int = NOBODY,
    inspirations: Sequence[Sequence[Pattern]] = (),
    landscape: bool = False,
    deck: Iterable[Card] = CANVAS_DECK,
    gone: Iterable[Card] = (),
    rules: Rules = LETTER,
    hidden: Sequence[int] = (),
    points: Sequence[int] = (),
) -> Position:
    """Return the round in which the cards of a canvas lie and `player` places next.

    Empty rows and columns around the cards of the canvas say nothing, as the edges of the grid are not set
    before an axis is locked. `landscape` says how its cards lie; a card of `hands`, `deck` or `gone` is
    written in portrait. A hand that is not known is None; it holds `hidden` cards, three where nothing is
    said. `gone` are the discards of earlier rounds; `inspirations` those known of each player, `points` what
    each has from before. Every other card of the deck is unseen.

    Raises CardError, naming the card and its spot, for a canvas that cannot be or cards that the deck does
    not have; NotationError for what else does not fit together.
    """
    _check_players(players, player, pet, hands, inspirations, hidden, points)
    size = SIZES[players]
    lying = cards_of(canvas)
    _check_joined(canvas, lying, size)
    left = Counter(kind_of(FACE_AT[card], rules) for card in deck)
    there = left.copy()
    for (column, row), card in lying.items():
        spot = Spot("canvas", _cell(canvas, (column, row)))
        where = f" at {canvas.name(spot.at)} of the canvas"
        _take(left, there, held_as(FACE_AT[card], landscape, rules), f"{card}{where}", spot)
    discards = [
        _taken(left, there, card, " among those that are gone", rules, Spot("gone", at))
        for at, card in enumerate(gone)
    ]
    known: list[Held | None] = []
    for whose, (seat, hand) in enumerate(zip(_SEATS, hands, strict=False)):
        held = [
            _taken(left, there, card, f" in the hand of {seat}", rules, Spot("hand", at, whose))
            for at, card in enumerate(hand or ())
        ]
        known.append(None if hand is None else tuple(sorted(held)))
    unseen = tuple(sorted(left.elements()))
    counts = _hidden_counts(known, hidden, len(unseen))
    return Position(
        players=players,
        size=size,
        rules=rules,
        player=player,
        cards=_in_window(lying, plane_of(size, players, rules).side),
        landscape=int(landscape) if lying else -1,
        hands=tuple(known),
        hidden=counts,
        deck=unseen,
        discards=tuple(sorted(discards)),
        goals=tuple(goals),
        pet=pet,
        patterns=tuple(map(tuple, inspirations)) or ((),) * players,
        points=tuple(points) or (0,) * players,
    )


def _check_players(
    players: int,
    player: int,
    pet: int,
    hands: Sequence[object],
    inspirations: Sequence[object],
    hidden: Sequence[object],
    points: Sequence[object],
) -> None:
    if players not in SIDES_OF:
        raise NotationError(f"{players} players of Abstract Academy", expected="2 or 4")
    for who, least, name in ((player, 0, "who places next"), (pet, NOBODY, "who holds the Teacher's Pet")):
        if not least <= who < players:
            raise NotationError(
                f"player {who} as the one {name}", expected=f"a number from 0 to {players - 1}"
            )
    if len(hands) != players:
        raise NotationError(f"{len(hands)} hands", expected=f"{players}, one for each player")
    for given, name in (
        (inspirations, "sets of Inspirations"),
        (hidden, "sizes of hands"),
        (points, "points"),
    ):
        if given and len(given) != players:
            raise NotationError(f"{len(given)} {name}", expected=f"{players}, one for each player")


def cards_of(canvas: Canvas) -> dict[Place, Card]:
    """Return the cards that lie by their places, in reading order. Raises CardError for one not whole."""
    found: dict[Place, Card] = {}
    for row in range(canvas.rows // 2):
        for column in range(canvas.columns // 2):
            try:
                card = canvas.card(column, row)
            except NotationError as error:
                spot = Spot("canvas", _cell(canvas, (column, row)))
                raise CardError(error.problem, expected=error.expected, spot=spot) from None
            if card is not None:
                found[column, row] = card
    return found


def _check_joined(canvas: Canvas, lying: dict[Place, Card], size: int) -> None:
    """Raise NotationError where the cards are too far apart, or not side by side."""
    for axis, name in ((0, "columns"), (1, "rows")):
        along = [place[axis] for place in lying]
        if along and max(along) - min(along) >= size:
            far = max(lying, key=lambda place: place[axis])
            raise CardError(
                f"cards in {max(along) - min(along) + 1} {name}, the last {_named(canvas, lying, far)}",
                expected=f"at most {size} {name} of cards",
                spot=Spot("canvas", _cell(canvas, far)),
            )
    reached: set[Place] = set()
    waiting = list(lying)[:1]
    while waiting:
        column, row = waiting.pop()
        reached.add((column, row))
        beside = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        waiting += [place for place in beside if place in lying and place not in reached]
    apart = next((place for place in lying if place not in reached), None)
    if apart is not None:
        raise CardError(
            f"the card {_named(canvas, lying, apart)} is not joined to the others",
            expected="cards that touch by their sides",
            spot=Spot("canvas", _cell(canvas, apart)),
        )


def _cell(canvas: Canvas, place: Place) -> int:
    """Return the upper left quadrant of a card."""
    column, row = place
    return 2 * row * canvas.columns + 2 * column


def _named(canvas: Canvas, lying: dict[Place, Card], place: Place) -> str:
    return f"{lying[place]} at {canvas.name(_cell(canvas, place))}"


def _taken(left: Counter[int], there: Counter[int], card: Card, where: str, rules: Rules, spot: Spot) -> int:
    kind = kind_of(FACE_AT[card], rules)
    _take(left, there, kind, f"{card}{where}", spot)
    return kind


def _take(left: Counter[int], there: Counter[int], kind: int, card: str, spot: Spot) -> None:
    """Take a card out of what is left of the deck. Raises CardError."""
    if not there[kind]:
        raise CardError(f"the card {card}", expected="a card of the deck", spot=spot)
    if not left[kind]:
        times = "once" if there[kind] == 1 else f"{there[kind]} times"
        expected = f"{FACE_TEXTS[kind]} {times} at most"
        raise CardError(f"the card {card} is used up", expected=expected, spot=spot)
    left[kind] -= 1


def _hidden_counts(known: Sequence[Held | None], hidden: Sequence[int], unseen: int) -> tuple[int, ...]:
    given = hidden or (HAND,) * len(known)
    counts = tuple(count if hand is None else 0 for hand, count in zip(known, given, strict=True))
    if min(counts) < 0 or sum(counts) > unseen:
        raise NotationError(
            f"{sum(counts)} cards in hands that are not known",
            expected=f"at most the {unseen} that are not seen",
        )
    return counts


def _in_window(lying: dict[Place, Card], side: int) -> tuple[int, ...]:
    """Return the cards by their cells in the window, the first of them in its middle.

    As any grid that holds the middle cell lies inside the window, so does whatever may still be reached.
    """
    if not lying:
        return ()
    first_column, first_row = next(iter(lying))
    middle = side // 2
    return tuple(
        sorted(
            ((row - first_row + middle) * side + column - first_column + middle) * COUNT + FACE_AT[card]
            for (column, row), card in lying.items()
        )
    )
