"""The box of Abstract Academy: canvas cards, Assignments, Instructors, Inspirations, the Teacher's Pet."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.canvas import COLOUR_NAMES, COLOURS, Card, Goal, Pattern
from ...solvers.canvas.faces import FACE_AT, UPRIGHT
from ..components import Components, Entry, Part, Source

Copies = Annotated[int, Meta(ge=0, le=99)]
Size = Annotated[int, Meta(ge=2, le=5)]

MOST_PLAYERS = 4
FEWEST_GOALS = 3
"""Assignments of each colour, and Instructors, that a whole game may ask for."""
_NAME = re.compile(r"[A-Za-z0-9]{1,12}")
_RESERVED = "none"
"""Stands for no Inspiration where one is shown."""


class Grid(Part, frozen=True, forbid_unknown_fields=True):
    """How many cards long a side of the canvas is."""

    two_players: Size
    four_players: Size
    source: Source


class Hand(Part, frozen=True, forbid_unknown_fields=True):
    """How many canvas cards a player holds."""

    cards: Annotated[int, Meta(ge=1, le=9)]
    source: Source


class Pet(Part, frozen=True, forbid_unknown_fields=True):
    """The Teacher's Pet card."""

    count: Annotated[int, Meta(ge=1, le=1)]
    source: Source


class CanvasCards(Part, frozen=True, forbid_unknown_fields=True):
    """Canvas cards that look alike."""

    card: str
    """As it is printed, in portrait: `BR/YB`."""
    count: Copies
    source: Source

    def fault(self) -> tuple[str, str, str]:
        """Return what is wrong with the card."""
        return _unread("card", Card.parse, self.card)


class GoalCard(Part, frozen=True, forbid_unknown_fields=True):
    """An Assignment or Instructor card."""

    goal: str
    """A goal of the registry with its parameters: `largest_area:B`."""
    source: Source

    def fault(self) -> tuple[str, str, str]:
        """Return what is wrong with the goal."""
        return _unread("goal", Goal.parse, self.goal)


class InspirationCard(Part, frozen=True, forbid_unknown_fields=True):
    """An Inspiration card."""

    name: str
    """Letters and figures, by which it is named in play."""
    pattern: str
    """Rows of `X` and `.` parted by `/`."""
    source: Source

    def fault(self) -> tuple[str, str, str]:
        """Return what is wrong with the pattern, or the name."""
        if not _NAME.fullmatch(self.name) or self.name == _RESERVED:
            return "name", f"the name {shown(self.name)} of an Inspiration", "up to 12 letters or figures"
        return _unread("pattern", Pattern.parse, self.pattern)


class AcademyComponents(Components, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in the box."""

    name: ClassVar[str] = "academy"

    grid: Grid
    hand: Hand
    pet: Pet
    canvas: tuple[CanvasCards, ...]
    assignment: tuple[GoalCard, ...]
    instructor: tuple[GoalCard, ...]
    inspiration: tuple[InspirationCard, ...]

    def size(self, players: int) -> int:
        """Return how many cards long a side of the canvas is."""
        return self.grid.two_players if players == 2 else self.grid.four_players

    @property
    def deck(self) -> tuple[Card, ...]:
        """Every canvas card as printed, in the order of the file."""
        return tuple(Card.parse(entry.card) for entry in self.canvas for _ in range(entry.count))

    @property
    def goals(self) -> tuple[Goal, ...]:
        """The Assignments by colour, each colour in the order of the file, then the Instructors."""
        assignments = [Goal.parse(entry.goal) for entry in self.assignment]
        sorted_assignments = sorted(assignments, key=lambda goal: goal.colour or 0)
        return (*sorted_assignments, *(Goal.parse(entry.goal) for entry in self.instructor))

    @property
    def patterns(self) -> dict[str, Pattern]:
        """The Inspirations by name, in the order of the file."""
        return {entry.name: Pattern.parse(entry.pattern) for entry in self.inspiration}

    def entries(self) -> Iterator[Entry]:
        """Yield every entry."""
        grid, cards = self.grid, self.hand.cards
        yield Entry("set-up", f"a canvas {grid.two_players} cards long for two players", grid.source)
        yield Entry("set-up", f"a canvas {grid.four_players} cards long for four players", grid.source)
        yield Entry("set-up", f"a hand of {cards} canvas card{'s' if cards > 1 else ''}", self.hand.source)
        yield Entry("Teacher's Pet", f"{self.pet.count} Teacher's Pet card", self.pet.source)
        for entry in self.canvas:
            yield Entry("canvas cards", f"{entry.card}: {entry.count}", entry.source)
        for goal in self.assignment:
            yield Entry("Assignments", goal.goal, goal.source)
        for goal in self.instructor:
            yield Entry("Instructors", goal.goal, goal.source)
        for inspiration in self.inspiration:
            yield Entry("Inspirations", f"{inspiration.name}: {inspiration.pattern}", inspiration.source)

    def fault(self) -> str:
        """Return why nothing can be played with these, in words; empty when it can."""
        return next(self._faults(), "")

    def _faults(self) -> Iterator[str]:
        parts: list[Part] = [*self.canvas, *self.assignment, *self.instructor, *self.inspiration]
        for part in parts:
            _, problem, expected = part.fault()
            if problem:
                yield f"{problem}; expected {expected}"
                return
        yield from _twice("the canvas card", [entry.card for entry in self.canvas])
        yield from _twice("the goal", [str(goal) for goal in self.goals])
        yield from _twice("the Inspiration", [entry.name for entry in self.inspiration])
        yield from self._wrong_decks()
        yield from self._too_few()

    def _too_few(self) -> Iterator[str]:
        """Look at whether hands can be dealt from a deck whose last cards are never all alike."""
        copies = Counter(UPRIGHT[FACE_AT[card]] for card in self.deck)
        dealt = MOST_PLAYERS * self.hand.cards
        least = dealt + max(copies.values(), default=0) + 1
        if len(self.deck) < least:
            yield (
                f"{len(self.deck)} canvas cards; expected {least} at least, {dealt} for four hands and more "
                "than there are of any one card"
            )

    def _wrong_decks(self) -> Iterator[str]:
        for deck, entries in (("assignment", self.assignment), ("instructor", self.instructor)):
            for entry in entries:
                if Goal.parse(entry.goal).kind.deck != deck:
                    yield f"the goal {entry.goal} among the {deck}s; it is no {deck}"
        for colour in COLOURS:
            count = sum(Goal.parse(entry.goal).colour == colour for entry in self.assignment)
            if count < FEWEST_GOALS:
                yield f"{count} {COLOUR_NAMES[colour]} Assignments; expected {FEWEST_GOALS} at least"
        if len(self.instructor) < FEWEST_GOALS:
            yield f"{len(self.instructor)} Instructors; expected {FEWEST_GOALS} at least"


def _unread(value: str, parse: Callable[[str], object], text: str) -> tuple[str, str, str]:
    """Return what `Part.fault` does, where a value does not read."""
    try:
        parse(text)
    except NotationError as error:
        return value, error.problem, error.expected
    return "", "", ""


def _twice(what: str, names: list[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{what} {name} is there twice; expected every kind once"


@functools.cache
def standard() -> AcademyComponents:
    """Return the components that come with Quadrangle."""
    return AcademyComponents.read(Path(__file__).with_name("components.toml"))
