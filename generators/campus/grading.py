"""How difficult a Campus puzzle is, exactly, and what it is called for that."""

from __future__ import annotations

import math
from fractions import Fraction

from ...core.errors import NotationError
from ..population import Population, shipped
from ..puzzle import Difficulty, level_of
from .positions import Position
from .search import Lines, first_mistake

FEW_ROLLS, FEW_TILES = 2, 10
"""At most so many rolls and tiles face up has a small puzzle."""


def shape_of(position: Position) -> str:
    """Return the name of the population of a puzzle: `few` of small ones that teach, or `rolls`."""
    few = len(position.rolls) <= FEW_ROLLS and position.tiles <= FEW_TILES
    return "few" if few else "rolls"


def population(shape: str) -> Population:
    """Return the population of that name."""
    return shipped("campus")[shape]


def grade(position: Position) -> Difficulty:
    """Return how difficult a puzzle is.

    Raises NotationError for one that cannot be solved, and BudgetSpent for one with too many lines of play.
    """
    lines = Lines(position)
    worth = lines.worth(lines.start, 0)
    if not worth.solutions:
        raise NotationError("nothing solves this puzzle", expected="one with a solution")
    return difficulty(shape_of(position), worth.random, worth.careful, worth.solutions, first_mistake(lines))


def solutions(position: Position) -> int:
    """Return how many solutions a puzzle has. Raises BudgetSpent for one with too many lines of play."""
    lines = Lines(position)
    return lines.worth(lines.start, 0).solutions


def difficulty(
    shape: str, random: Fraction, careful: Fraction, count: int, mistake: int | None
) -> Difficulty:
    """Return how difficult a puzzle of a shape is by the chances of both players; neither is 0.

    The careful player takes every step of a solution now and then, since each can be followed.
    """
    random_bits, careful_bits = bits(random), bits(careful)
    percentile = population(shape).percentile(careful_bits, random_bits)
    return Difficulty(
        bits=random_bits,
        careful_bits=careful_bits,
        percentile=percentile,
        level="first-steps" if shape == "few" else level_of(percentile),
        solutions=count,
        first_mistake=mistake,
    )


def bits(success: Fraction) -> float:
    """Return -log2(success), rounded to nine significant digits, for a chance above 0."""
    exact = math.log2(success.denominator) - math.log2(success.numerator)
    return float(f"{exact:.9g}") + 0.0


def goal_of(position: Position, count_of_solutions: int) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    count = len(position.rolls)
    rolls = f"the {count} rolls in their order" if count > 1 else "the roll"
    sets = "a set of tiles for each roll" if count > 1 else "a set of tiles"
    ways = (
        f"there is one solution, {sets}"
        if count_of_solutions == 1
        else f"there are {count_of_solutions:,} solutions, each {sets}"
    )
    if not position.kept:
        return f"Turn every tile face down with {rolls}, the last tile with the last of them; {ways}."
    names = ", ".join(position.board.arrangement.names(position.kept))
    return f"Answer {rolls} so that exactly {names} stay face up; {ways}."
