"""The goals that a scoring area is judged by: one registry of named functions.

Rules: *End of Round and Scoring* and *Instructor Card Notes*. An Assignment counts one colour, an
Instructor all of them. Which goals are printed is known of two Instructors only; two more are
published, the others are reconstructed, and each says so. A reader's own cards name goals of this
registry, with their parameters: `largest_area:B`, `areas_of_size:2`, `longest_path`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from . import measures as count
from .canvas import COLOUR_NAMES, COLOURS, LETTERS, Canvas, colour_of
from .paths import longest_length, longest_shortest_path
from .reading import read_colour
from .rules import LETTER, Rules

Source = Literal["printed", "published", "reconstructed"]
Deck = Literal["assignment", "instructor"]

ASSIGNMENT_POINTS = 3
INSTRUCTOR_POINTS = 5
INSPIRATION_POINTS = 2

Measure = Callable[..., int]
"""Takes the grid, the rules, and the parameters of the goal by name; returns the value."""


@dataclass(frozen=True)
class GoalKind:
    """One entry of the registry."""

    name: str
    title: str
    """The name for people."""
    deck: Deck
    sentence: str
    """The rule; `{colour}` and `{size}` stand for the parameters."""
    takes: tuple[str, ...]
    """The parameters it needs: `colour`, `size`."""
    most: bool
    """Whether the highest value wins; else the lowest does."""
    source: Source
    measure: Measure

    @property
    def points(self) -> int:
        """Points for the player with the best match."""
        return ASSIGNMENT_POINTS if self.deck == "assignment" else INSTRUCTOR_POINTS


GOALS: dict[str, GoalKind] = {}
"""The registry: every goal by name."""


def _goal(
    title: str,
    deck: Deck,
    source: Source,
    sentence: str,
    takes: tuple[str, ...] = (),
    most: bool = True,
) -> Callable[[Measure], Measure]:
    """Enter a function into the registry under its own name."""

    def enter(measure: Measure) -> Measure:
        name = measure.__name__
        GOALS[name] = GoalKind(name, title, deck, sentence, takes, most, source, measure)
        return measure

    return enter


class Goal(Struct, frozen=True, order=True, cache_hash=True):
    r"""A goal with its parameters, as a card names it.

    >>> goal = Goal.parse("largest_area:B")
    >>> goal.sentence
    'the largest blue area'
    >>> goal.value(Canvas.parse("BRYY\nBBYR"))
    3
    """

    name: str
    colour: int | None = None
    size: int | None = None

    def __post_init__(self) -> None:
        if self.name not in GOALS:
            raise NotationError(f"the goal {shown(self.name)}", expected=f"one of {listed(GOALS)}")
        for parameter, value in (("colour", self.colour), ("size", self.size)):
            if (value is not None) != (parameter in self.kind.takes):
                problem = (
                    f"{self.name} without a {parameter}"
                    if value is None
                    else f"{self.name} with a {parameter}"
                )
                raise NotationError(problem, expected=goal_form(self.kind))
        if self.colour is not None and self.colour not in COLOURS:
            raise NotationError(f"the colour {self.colour}", expected="0, 1 or 2")
        if self.size is not None and not 1 <= self.size <= 100:
            raise NotationError(f"the size {self.size}", expected="a number of quadrants from 1 to 100")

    @classmethod
    def parse(cls, text: str) -> Goal:
        """Return the goal written canonically: name and parameters parted by `:`. Raises NotationError."""
        name, *values = text.split(":")
        kind = GOALS.get(name)
        if kind is None:
            raise NotationError(f"the goal {shown(name)}", expected=f"one of {listed(GOALS)}")
        if len(values) != len(kind.takes):
            said = " ".join(kind.takes[len(values) :]) or shown(values[len(kind.takes)])
            problem = f"{name} {'with' if len(values) > len(kind.takes) else 'without a'} {said}"
            raise NotationError(problem, expected=goal_form(kind))
        colour = size = None
        for parameter, value in zip(kind.takes, values, strict=True):
            if parameter == "colour":
                colour = colour_of(value)
            elif value.isascii() and value.isdecimal() and not value.startswith("0") and len(value) <= 3:
                size = int(value)
            else:
                raise NotationError(
                    f"the size {shown(value)}", expected="a number of quadrants from 1 to 100"
                )
        return cls(name, colour, size)

    def __str__(self) -> str:
        values = {"colour": LETTERS[self.colour or 0], "size": str(self.size)}
        return ":".join([self.name, *(values[parameter] for parameter in self.kind.takes)])

    def __repr__(self) -> str:
        return f"Goal.parse({str(self)!r})"

    @property
    def kind(self) -> GoalKind:
        """Its entry in the registry."""
        return GOALS[self.name]

    @property
    def sentence(self) -> str:
        """What is counted, in words."""
        colour = "" if self.colour is None else COLOUR_NAMES[self.colour]
        return self.kind.sentence.format(colour=colour, size=self.size)

    def value(self, grid: Canvas, rules: Rules = LETTER) -> int:
        """Return what a scoring area is worth, seen from its owner's seat."""
        kind = GOALS[self.name]
        if not kind.takes:
            return kind.measure(grid, rules)
        return kind.measure(grid, rules, **{name: getattr(self, name) for name in kind.takes})

    def best(self, values: Sequence[int]) -> int:
        """Return the value that is the best match among those of the players."""
        return max(values) if self.kind.most else min(values)


def goal_form(kind: GoalKind) -> str:
    """Return how a goal is written, for an error message."""
    examples = {"colour": "B", "size": "3"}
    return ":".join([kind.name, *(examples[parameter] for parameter in kind.takes)])


def read_goal(text: str) -> Goal:
    """Return the goal a text names: words in either case, the colour by letter or name.

    Takes `largest area blue`, `Largest-Area:b` and the like. Raises NotationError.
    """
    words = text.lower().replace(":", " ").replace("_", " ").replace("-", " ").split()
    # The longest name that the words begin with, so that a name may begin another.
    for end in range(len(words), 0, -1):
        name = "_".join(words[:end])
        if name in GOALS:
            values = words[end:]
            kind = GOALS[name]
            if len(values) == len(kind.takes):
                values = [
                    LETTERS[read_colour(value)] if parameter == "colour" else value
                    for parameter, value in zip(kind.takes, values, strict=True)
                ]
            return Goal.parse(":".join([name, *values]))
    raise NotationError(f"the goal {shown(text.strip())}", expected=f"one of {listed(GOALS)}")


@_goal("Largest Area", "assignment", "published", "the largest {colour} area", ("colour",))
def largest_area(grid: Canvas, rules: Rules, colour: int) -> int:
    """Return the quadrants of the largest area of the colour."""
    return count.largest_area(grid, colour)


@_goal("Most Areas", "assignment", "published", "the number of {colour} areas", ("colour",))
def most_areas(grid: Canvas, rules: Rules, colour: int) -> int:
    """Return the number of areas of the colour."""
    return count.number_of_areas(grid, colour)


@_goal("Most Quadrants", "assignment", "reconstructed", "the number of {colour} quadrants", ("colour",))
def most_quadrants(grid: Canvas, rules: Rules, colour: int) -> int:
    """Return the number of quadrants of the colour."""
    return count.quadrants(grid, colour)


@_goal(
    "Longest Line",
    "assignment",
    "reconstructed",
    "the longest unbroken {colour} line along a row or a column",
    ("colour",),
)
def longest_line(grid: Canvas, rules: Rules, colour: int) -> int:
    """Return the quadrants of the longest straight run of the colour."""
    return count.longest_run(grid, colour)


@_goal(
    "Solid Blocks",
    "assignment",
    "reconstructed",
    "the number of {colour} squares of 2 x 2 quadrants, overlapping ones included",
    ("colour",),
)
def solid_blocks(grid: Canvas, rules: Rules, colour: int) -> int:
    """Return the number of 2 x 2 squares of the colour."""
    return count.two_by_two_blocks(grid, colour)


@_goal("Longest Colour Path", "instructor", "printed", "the longest path of a single colour")
def longest_colour_path(grid: Canvas, rules: Rules) -> int:
    """Return the quadrants of the longest path of any one colour (ruling `path`)."""
    if rules.path == "longest_shortest_path":
        path = longest_shortest_path(grid)
        return path.length if path else 0
    return longest_length(grid)


@_goal(
    "Balanced Composition",
    "instructor",
    "printed",
    "the most quadrants of a colour less the fewest; the lowest wins",
    most=False,
)
def balanced_composition(grid: Canvas, rules: Rules) -> int:
    """Return the most quadrants of a colour less the fewest (ruling `balance_absent_colour`)."""
    return count.balance(grid, rules)


@_goal("Largest Single Area", "instructor", "reconstructed", "the largest area of any colour")
def largest_single_area(grid: Canvas, rules: Rules) -> int:
    """Return the quadrants of the largest area of all."""
    return max(count.largest_area(grid, colour) for colour in COLOURS)


@_goal("Patchwork", "instructor", "reconstructed", "the number of areas of all colours together")
def patchwork(grid: Canvas, rules: Rules) -> int:
    """Return the number of areas."""
    return sum(count.number_of_areas(grid, colour) for colour in COLOURS)


@_goal("Pointillism", "instructor", "reconstructed", "the number of areas of a single quadrant")
def pointillism(grid: Canvas, rules: Rules) -> int:
    """Return the number of areas of one quadrant."""
    return count.areas_of_size(grid, 1)


@_goal(
    "Mirror",
    "instructor",
    "reconstructed",
    "the pairs of quadrants of one colour that face each other across the vertical centre line",
)
def mirror(grid: Canvas, rules: Rules) -> int:
    """Return the number of pairs that mirror each other."""
    return count.mirror_pairs(grid)


@_goal(
    "Harmony",
    "instructor",
    "reconstructed",
    "the largest area of the colour whose largest area is the smallest",
)
def harmony(grid: Canvas, rules: Rules) -> int:
    """Return the smallest, over the colours, of the largest area."""
    return count.harmony(grid)


@_goal(
    "Areas of a Size",
    "instructor",
    "reconstructed",
    "the number of areas of exactly {size} quadrants",
    ("size",),
)
def areas_of_size(grid: Canvas, rules: Rules, size: int) -> int:
    """Return the number of areas of a given size; in no deck that comes with Quadrangle."""
    return count.areas_of_size(grid, size)
