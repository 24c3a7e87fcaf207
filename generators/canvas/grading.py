"""How difficult a canvas puzzle is, exactly, and what it is called for that."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from ...core.budget import UNLIMITED
from ...core.errors import NotationError
from ...solvers.canvas.canvas import Canvas
from ..population import shipped
from ..puzzle import Difficulty, level_of
from .arrangements import is_empty
from .building import Success, count_of, solutions
from .finishing import Finish
from .positions import Build, Last, Position, empty_places

FIRST_STEPS = ("last-1", "build-3", "build-4")
"""The populations of small puzzles that teach."""


class Measured(Struct, frozen=True):
    """What is counted of a puzzle that has a solution."""

    bits: float
    careful_bits: float | None
    solutions: int
    """Full canvases; an area that was empty is the same turned round."""
    first_mistake: int | None
    first_can_lose: bool
    """Whether a first placement can lose that looks best to the careful player; in an area to be built it has
    to be so in whichever corner one begins, and `bounds` rule no goal out."""


def population_name(shape: str, cards: int) -> str:
    """Return the name of the population of a shape with so many cards to be placed."""
    return f"{shape}-{cards}"


def sample_name(shape: str, cards: int, symmetric: bool) -> str:
    """Return the name of the sample of both players' bits of such puzzles."""
    return population_name(shape, cards) + "/symmetric" * symmetric


def population_of(position: Position) -> str:
    """Return the name of the population a puzzle belongs to."""
    shape = "last" if isinstance(position, Last) else "build"
    return population_name(shape, len(empty_places(position.canvas)))


def measure(position: Position) -> Measured:
    """Return what is counted of a puzzle. Raises NotationError where nothing solves it, or too much does."""
    if isinstance(position, Last):
        return measure_last(Finish(position))
    return measure_build(position, solutions(position, UNLIMITED.start()))


def count_solutions(position: Position) -> int:
    """Return in how many ways a puzzle may end solved. Raises NotationError where there are too many."""
    if isinstance(position, Last):
        return len(Finish(position).winning)
    return count_of(position, solutions(position, UNLIMITED.start()))


def measure_last(finish: Finish) -> Measured:
    """Return what is counted of the last cards of a round. Raises NotationError."""
    luck = bits_of(finish.random)
    if luck is None:
        raise NotationError("nothing solves this puzzle", expected="one with a solution")
    careful = bits_of(finish.careful)
    return Measured(luck, careful, len(finish.winning), finish.first_mistake, finish.first_can_lose)


def measure_build(build: Build, found: Sequence[Canvas]) -> Measured:
    """Return what is counted of an area to be built, given all its solutions. Raises NotationError."""
    success = Success(build, found)
    luck = bits_of(success.random)
    if luck is None:
        raise NotationError("nothing solves this puzzle", expected="one with a solution")
    count = count_of(build, found)
    careful = bits_of(success.careful)
    return Measured(luck, careful, count, success.first_mistake, success.first_can_lose)


def bits_of(success: Fraction) -> float | None:
    """Return `-log2` of a chance, rounded to nine significant digits; None where there is none."""
    if not success:
        return None
    exact = math.log2(success.denominator) - math.log2(success.numerator)
    return float(f"{exact:.9g}") + 0.0  # no minus before a zero


def grade(position: Position) -> Difficulty:
    """Return how difficult a puzzle is. Raises NotationError for one that cannot be solved."""
    return graded(position, measure(position))


def graded(position: Position, measured: Measured) -> Difficulty:
    """Return how difficult a puzzle is that has been measured."""
    name = population_of(position)
    percentile = shipped("canvas")[name].percentile(measured.careful_bits, measured.bits)
    return Difficulty(
        bits=measured.bits,
        careful_bits=measured.careful_bits,
        percentile=percentile,
        level="first-steps" if name in FIRST_STEPS else level_of(percentile),
        solutions=measured.solutions,
        first_mistake=measured.first_mistake,
    )


def goal_of(position: Position, count: int) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    ways = "is one way" if count == 1 else f"are {count:,} ways"
    if isinstance(position, Last):
        places = len(empty_places(position.canvas))
        cards = (
            "a card of your hand on the last place"
            if places == 1
            else f"cards of your hand on the last {places} places"
        )
        lead = "Win the round" if position.lead == 1 else f"Win the round by at least {position.lead} points"
        return f"You are A, in the south: lay {cards}. {lead}; there {ways} for the canvas to end."
    around = ", up to turning the whole area round" if is_empty(position.canvas) else ""
    goals = "; ".join(one.sentence for one in position.wanted)
    cards = f"all {len(position.cards)} cards in the area, either way up"
    both = "this holds" if len(position.wanted) == 1 else "all of these hold"
    return f"Lay {cards}, so that {both}: {goals}. There {ways}{around}."
