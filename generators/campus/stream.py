"""The stream of Campus puzzles: item k of a run is the first candidate drawn for it that meets all wishes.

First it is drawn how many rolls there are, then boards and rolls until one has a single solution; that
is a puzzle of the population. Where it does not meet the wishes the next is drawn the same way.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.budget import Meter
from ...core.errors import BudgetSpent
from ..puzzle import Difficulty
from .candidates import Candidate, Draws
from .grading import difficulty, shape_of
from .positions import Position
from .search import Lines
from .steps import has_early_reward, needs_wildcard
from .wishes import Order

MOST = 1_000_000
"""Candidates after which an item is given up, whatever the budget."""
_PATIENCE = 3_000
"""Candidates after which another number of rolls is drawn."""


def item(order: Order, seed: int, number: int, meter: Meter) -> tuple[Position, Difficulty]:
    """Return item `number` of a run and how difficult it is. Raises BudgetSpent."""
    for candidate in singles(Draws(order, seed, number), meter):
        graded = difficulty(
            shape_of(candidate.position),
            candidate.random_success,
            candidate.careful_success,
            1,
            candidate.first_mistake,
        )
        if _meets(order, graded) and _has(order, candidate):
            return candidate.position, graded
    raise BudgetSpent(
        f"puzzle {number + 1}: none of {meter.nodes} candidates met all wishes within the budget"
    )


def singles(draws: Draws, meter: Meter) -> Iterator[Candidate]:
    """Yield candidates with a single solution, until the budget is spent or MOST have been drawn."""
    drawn = 0
    while drawn < MOST:
        rolls = draws.rolls()
        for _ in range(_PATIENCE):
            if meter.spent():
                return
            drawn += 1
            candidate = draws.next(rolls)
            if candidate is not None:
                yield candidate
                break


def _meets(order: Order, graded: Difficulty) -> bool:
    """Return whether a difficulty is what is asked for."""
    low, high = order.percentile
    careful = graded.careful_bits
    assert careful is not None
    return (
        (order.level is None or graded.level == order.level)
        and low <= graded.percentile
        and (graded.percentile < high or high == 100 or low == high == graded.percentile)
        and (order.bits is None or order.bits[0] <= graded.bits <= order.bits[1])
        and (order.careful_bits is None or order.careful_bits[0] <= careful <= order.careful_bits[1])
    )


def _has(order: Order, candidate: Candidate) -> bool:
    """Return whether a candidate has what is asked for besides its difficulty."""
    if order.first_move_can_lose and candidate.first_mistake != 1:
        return False
    if not order.needs_star and not order.needs_chain:
        return True
    position = candidate.position
    if order.needs_star and not position.board.arrangement.stars:
        return False
    steps = Lines(position).along(candidate.masks)
    return (not order.needs_star or needs_wildcard(position, steps)) and (
        not order.needs_chain or has_early_reward(position, steps)
    )
