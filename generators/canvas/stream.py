"""The stream of canvas puzzles: item k of a run is the first candidate drawn for it that meets all wishes.

Candidates are drawn one after another from a generator of their own for each item, and each is graded
exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import Struct

from ...core.budget import Meter
from ...core.errors import BudgetSpent
from ...core.rng import Rng
from ...solvers.canvas.canvas import COLOURS, Canvas
from ...solvers.canvas.decks import ASSIGNMENT_NAMES
from ...solvers.canvas.goals import Goal
from ..puzzle import Difficulty
from .candidates import random_builds, random_last, symmetric_builds
from .finishing import Finish
from .grading import Measured, graded, measure_build, measure_last
from .positions import LAST, Build, Position
from .steps import build_steps, last_steps
from .wishes import Order

MOST = {LAST: 20_000, 3: 10_000, 4: 8_000, 5: 1_500, 6: 1_500, 7: 300, 8: 100}
"""Draws after which an item is given up, whatever the budget, by the number of cards to be built."""
_OF_ONE_DRAW = 40
"""Puzzles that are graded of one draw of cards and goals at most."""

_Candidate = tuple[Position, Measured, Finish | Canvas]


class Item(Struct, frozen=True):
    """A puzzle of the stream."""

    position: Position
    difficulty: Difficulty
    steps: tuple[str, ...]
    """Of its solution, as `steps.solve` finds it."""


def item(order: Order, seed: int, number: int, meter: Meter) -> Item:
    """Return item `number` of a run. Raises BudgetSpent."""
    rng = Rng(seed, number)
    drawn = 0

    def look() -> None:
        if meter.expired():
            raise _ended(number, drawn, _SPENT)

    while drawn < MOST[LAST if order.shape == LAST else order.cards]:
        # A draw may take long: the clock is looked at before and in each.
        look()
        if meter.spent():
            raise _ended(number, drawn, _SPENT)
        drawn += 1
        for position, measured, solved in _candidates(order, rng, look):
            difficulty = graded(position, measured)
            if meets(order, measured, difficulty):
                return Item(position, difficulty, _steps(position, solved))
    raise _ended(number, drawn, "no more are drawn for one puzzle")


_SPENT = "the budget was spent"


def _ended(number: int, drawn: int, why: str) -> BudgetSpent:
    return BudgetSpent(f"puzzle {number + 1}: none of {drawn:,} draws met all wishes; {why}")


def _candidates(order: Order, rng: Rng, look: Callable[[], object]) -> Iterator[_Candidate]:
    goal = _goal(order.goals, rng)
    if order.shape == LAST:
        last = random_last(rng, order.cards, goal, order.symmetric)
        if last is not None:
            finish = Finish(last)
            yield last, measure_last(finish), finish
        return
    drawn = symmetric_builds if order.symmetric else random_builds
    for build, canvases in islice(drawn(rng, order.cards, goal, look), _OF_ONE_DRAW):
        look()
        yield build, measure_build(build, canvases), canvases[0]


def _steps(position: Position, solved: Finish | Canvas) -> tuple[str, ...]:
    if isinstance(solved, Finish):
        return last_steps(solved)
    assert isinstance(position, Build)
    return build_steps(position, solved)


def _goal(name: str | None, rng: Rng) -> Goal | None:
    if name is None:
        return None
    return Goal(name, rng.below(len(COLOURS)) if name in ASSIGNMENT_NAMES else None)


def meets(order: Order, measured: Measured, difficulty: Difficulty) -> bool:
    """Return whether a puzzle is what is asked for."""
    low, high = order.percentile
    careful = difficulty.careful_bits
    within_careful = order.careful_bits is None or (
        careful is not None and order.careful_bits[0] <= careful <= order.careful_bits[1]
    )
    return (
        (order.level is None or difficulty.level == order.level)
        and low <= difficulty.percentile
        and (difficulty.percentile < high or high == 100 or low == high == difficulty.percentile)
        and (order.bits is None or order.bits[0] <= difficulty.bits <= order.bits[1])
        and within_careful
        and (measured.first_can_lose or not order.first_move_can_lose)
    )
