"""What a canvas puzzle is as an object: the last cards of a round, or a scoring area to be built.

Canonical texts: the name of the shape, a line for each goal and for what else must be known, the cards, a
blank line, and the canvas as it lies. All cards lie the same way up; a card that is held is written the first
of the two ways in which it may lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.canvas.canvas import CARD_FORM, COLOUR_NAMES, EMPTY, Canvas, Card
from ...solvers.canvas.goals import Goal
from ...solvers.canvas.in_progress import position_of

LAST, BUILD = "last", "build"
SIDE = 4
"""Cards along a side of a full canvas of two players."""
PLACES = range(1, 4)
"""How many places of a canvas may be left."""
HANDS = range(1, 7)
"""How many cards may be held for them."""
WIDTHS = range(2, SIDE + 1)
"""How many cards wide a scoring area may be that is to be built; it is two cards deep."""
DEPTH = 2
BUILT = range(3, 9)
"""How many cards may be built into it."""
GOALS = range(1, 6)
"""How many goals may be in force."""
SEATS = "AB"
"""South and north."""
_LEADS = range(1, 100)

Place = tuple[int, int]
"""Column and row of a card, counted in cards from 0."""


class Wanted(Struct, frozen=True, order=True, cache_hash=True):
    """A goal and how far it must be met: at least so much, or at most where the lowest wins."""

    goal: Goal
    threshold: int

    def __str__(self) -> str:
        return f"{self.goal} {self.threshold}"

    def holds(self, value: int) -> bool:
        """Return whether a value is enough."""
        return value >= self.threshold if self.goal.kind.most else value <= self.threshold

    def short(self, value: int) -> int:
        """Return by how many points a value is not enough; 0 where it is."""
        return 0 if self.holds(value) else abs(self.threshold - value)

    @property
    def sentence(self) -> str:
        """The goal in words, with its threshold."""
        return f"{self.goal.sentence.partition(';')[0]}, {self.least_or_most}"

    @property
    def least_or_most(self) -> str:
        """The threshold in words."""
        return f"at {'least' if self.goal.kind.most else 'most'} {self.threshold}"

    @property
    def title(self) -> str:
        """What the goal is called: `Largest Area (red)`."""
        return title_of(self.goal)


class Last(Struct, frozen=True, cache_hash=True):
    """A round of two in which the player in the south lays all cards that are left."""

    canvas: Canvas
    """Eight by eight quadrants, with one to three places for cards left."""
    hand: tuple[Card, ...]
    """Sorted, each upright."""
    goals: tuple[Goal, ...]
    """From left to right, Assignments first."""
    pet: int
    """Who holds the Teacher's Pet: 0 for the south, 1 for the north."""
    lead: int
    """By how many points the south must lead at the end of the round, at least."""

    def __post_init__(self) -> None:
        if (self.canvas.rows, self.canvas.columns) != (2 * SIDE, 2 * SIDE):
            raise NotationError(
                f"a canvas of {self.canvas.rows} by {self.canvas.columns} quadrants", expected="8 by 8"
            )
        self.canvas.cards()  # whole cards alone
        _require(len(empty_places(self.canvas)), PLACES, "places left")
        _require(len(self.hand), HANDS, "cards in hand")
        if len(self.hand) < len(empty_places(self.canvas)):
            raise NotationError("fewer cards in hand than places left", expected="a card for each place")
        _require(len(self.goals), GOALS, "goals")
        decks = [goal.kind.deck for goal in self.goals]
        if decks != sorted(decks):
            raise NotationError("an Assignment behind an Instructor", expected="Assignments first")
        _require_upright(self.hand, "hand")
        if self.pet not in (0, 1):
            raise NotationError(f"player {self.pet} with the Pet", expected="0 or 1")
        _require(self.lead, _LEADS, "points of lead")
        deck = [*self.canvas.cards().values(), *self.hand]
        position_of(self.canvas, players=2, player=0, hands=[self.hand, ()], deck=deck)

    def __str__(self) -> str:
        head = [LAST, *(f"goal {goal}" for goal in self.goals), f"pet {SEATS[self.pet]}"]
        return _text([*head, f"lead {self.lead}", f"hand {_listed(self.hand)}"], self.canvas)


class Build(Struct, frozen=True, cache_hash=True):
    """A scoring area, empty or with some cards in it, that is to be filled so that all goals hold."""

    canvas: Canvas
    """Two cards deep and two to four wide."""
    cards: tuple[Card, ...]
    """One for each empty place, sorted, each upright."""
    wanted: tuple[Wanted, ...]
    """Sorted."""

    def __post_init__(self) -> None:
        rows, columns = self.canvas.rows // 2, self.canvas.columns // 2
        if rows != DEPTH or columns not in WIDTHS:
            raise NotationError(
                f"an area of {columns} by {rows} cards", expected="two to four cards wide, two cards deep"
            )
        self.canvas.cards()  # whole cards alone
        _require(len(self.cards), BUILT, "cards")
        empty = len(empty_places(self.canvas))
        if len(self.cards) != empty:
            raise NotationError(f"{len(self.cards)} cards for {empty} places", expected="one for each")
        _require_upright(self.cards, "cards")
        _require(len(self.wanted), GOALS, "goals")
        goals = [wanted.goal for wanted in self.wanted]
        if len(set(goals)) < len(goals) or list(self.wanted) != sorted(self.wanted):
            expected = ", then ".join(str(goal) for goal in sorted(set(goals)))
            raise NotationError("goals out of order or there twice", expected=expected)

    def __str__(self) -> str:
        head = [BUILD, *(f"goal {wanted}" for wanted in self.wanted), f"cards {_listed(self.cards)}"]
        return _text(head, self.canvas)


Position = Last | Build


def title_of(goal: Goal) -> str:
    """Return what a goal is called, with its parameters: `Largest Area (red)`."""
    more = [] if goal.colour is None else [COLOUR_NAMES[goal.colour]]
    more += [] if goal.size is None else [str(goal.size)]
    return f"{goal.kind.title} ({', '.join(more)})" if more else goal.kind.title


def empty_places(canvas: Canvas) -> tuple[Place, ...]:
    """Return the places without a card, in reading order, of a canvas of whole cards."""
    columns = canvas.columns
    return tuple(
        [
            (column, row)
            for row in range(canvas.rows // 2)
            for column in range(columns // 2)
            if canvas.quadrants[2 * row * columns + 2 * column] == EMPTY
        ]
    )


def place_name(canvas: Canvas, place: Place) -> str:
    """Return the name of a place: that of its upper left quadrant."""
    return canvas.name(2 * place[1] * canvas.columns + 2 * place[0])


def filled(canvas: Canvas, place: Place, card: Card) -> Canvas:
    """Return the canvas with a card laid on a place."""
    quadrants = list(canvas.quadrants)
    first = 2 * place[1] * canvas.columns + 2 * place[0]
    quadrants[first : first + 2] = card.quadrants[:2]
    quadrants[first + canvas.columns : first + canvas.columns + 2] = card.quadrants[2:]
    return Canvas(tuple(quadrants), canvas.columns)


def _require(number: int, allowed: range, what: str) -> None:
    if number not in allowed:
        raise NotationError(f"{number} {what}", expected=f"{allowed[0]} to {allowed[-1]}")


def _require_upright(cards: Sequence[Card], what: str) -> None:
    written = tuple(sorted(card.upright for card in cards))
    if tuple(cards) != written:
        raise NotationError(f"{what} {_listed(cards)}", expected=_listed(written))


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _text(head: Sequence[str], canvas: Canvas) -> str:
    return "\n".join([*head, "", str(canvas)])


def parse(text: str) -> Position:
    """Return the puzzle written canonically. Raises NotationError naming line and column."""
    lines = text.removesuffix("\n").split("\n")
    if not lines[-1] and len(lines) > 1:
        raise NotationError("an empty line at the end", expected="none", line=len(lines))
    if "" not in lines:
        raise NotationError("no blank line", expected="one between the cards and the canvas")
    blank = lines.index("")
    head = _Head(lines[:blank])
    if lines[0] not in (LAST, BUILD):
        raise NotationError(f"{shown(lines[0])} is no shape", expected=f"{LAST} or {BUILD}", line=1, column=1)
    return _last(head, lines, blank) if lines[0] == LAST else _build(head, lines, blank)


def _last(head: _Head, lines: Sequence[str], blank: int) -> Last:
    goals = tuple(_goal(value, line, 6) for value, line in head.goals())
    pet, line = head.take("pet")
    if pet not in tuple(SEATS):
        raise NotationError(f"the Pet with {shown(pet)}", expected="A or B", line=line, column=5)
    value, line = head.take("lead")
    lead = _number(value, line, 6)
    hand = _cards(*head.take("hand"), column=6)
    head.end()
    return Last(_canvas(lines, blank), hand, goals, SEATS.index(pet), lead)


def _build(head: _Head, lines: Sequence[str], blank: int) -> Build:
    wanted = []
    for value, line in head.goals():
        name, space, threshold = value.partition(" ")
        if not space:
            problem = f"the goal {shown(value)} without a threshold"
            raise NotationError(problem, expected=f"{name} and a number", line=line, column=6 + len(name))
        wanted.append(Wanted(_goal(name, line, 6), _number(threshold, line, 7 + len(name))))
    cards = _cards(*head.take("cards"), column=7)
    head.end()
    return Build(_canvas(lines, blank), cards, tuple(wanted))


class _Head:
    """The lines before the blank one, taken one after another."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.at = 1

    def goals(self) -> list[tuple[str, int]]:
        """Return what the lines of goals say, and their numbers."""
        found = [self.take("goal")]
        while self.at < len(self.lines) and self.lines[self.at].startswith("goal "):
            found.append(self.take("goal"))
        return found

    def take(self, key: str) -> tuple[str, int]:
        """Return what the next line says, which begins with a word, and its number."""
        line = self.at + 1
        if self.at >= len(self.lines) or not self.lines[self.at].startswith(key + " "):
            read = f"{shown(self.lines[self.at])}" if self.at < len(self.lines) else "a blank line"
            raise NotationError(read, expected=f"a line that begins with {key}", line=line, column=1)
        self.at += 1
        return self.lines[line - 1][len(key) + 1 :], line

    def end(self) -> None:
        """Raise NotationError for a line that is left."""
        if self.at < len(self.lines):
            raise NotationError(
                shown(self.lines[self.at]), expected="a blank line", line=self.at + 1, column=1
            )


def _goal(text: str, line: int, column: int) -> Goal:
    try:
        return Goal.parse(text)
    except NotationError as error:
        raise NotationError(error.problem, expected=error.expected, line=line, column=column) from None


def _number(text: str, line: int, column: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and text == str(int(text))):
        raise NotationError(f"{shown(text)} is no number", expected="0 to 999", line=line, column=column)
    return int(text)


def _cards(text: str, line: int, *, column: int) -> tuple[Card, ...]:
    found = []
    for token in text.split(" "):
        try:
            found.append(Card.parse(token))
        except NotationError as error:
            at = column + (error.column or 1) - 1
            expected = error.expected or CARD_FORM
            raise NotationError(error.problem, expected=expected, line=line, column=at) from None
        column += len(token) + 1
    return tuple(found)


def _canvas(lines: Sequence[str], blank: int) -> Canvas:
    try:
        return Canvas.parse("\n".join(lines[blank + 1 :]))
    except NotationError as error:
        line = None if error.line is None else error.line + blank + 1
        raise NotationError(error.problem, expected=error.expected, line=line, column=error.column) from None
