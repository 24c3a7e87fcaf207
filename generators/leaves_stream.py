"""The stream of Leaves puzzles: item k of a run is the first candidate drawn for it that meets all wishes.

Candidates are drawn one after another from a generator of their own for each item. Whole chunks of them
are looked up in the tables, and only those that look right are graded exactly; the size of a chunk
changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..core.budget import Meter
from ..core.errors import BudgetSpent
from ..core.rng import Rng
from ..solvers.leaves.breeze import SoloDeal
from ..solvers.leaves.cards import CARDS
from ..solvers.leaves.layout import Layout
from ..solvers.leaves.search import Search
from .leaves_boards import symmetric_board
from .leaves_candidates import drawn_from, puzzle_of, random_challenge, random_deal, random_few
from .leaves_grading import grade
from .leaves_positions import Challenge, Position
from .leaves_wishes import Order
from .puzzle import Difficulty

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

    Puzzles = list[Challenge | SoloDeal]

MOST = 1_000_000
"""Candidates after which an item is given up, whatever the budget."""
_FIRST_CHUNK, _LAST_CHUNK = 16, 2048
_HANDS_A_BOARD = 8
"""Hands that are tried with each symmetric board."""
_HARD = 80.0
"""The percentile from which on symmetric boards are asked to have few neighbours that match."""
_MARGIN = 0.02
"""Percent by which a percentile from floats may be off."""


def item(order: Order, seed: int, number: int, meter: Meter) -> tuple[Position, Difficulty]:
    """Return item `number` of a run and how difficult it is. Raises BudgetSpent."""
    rng = Rng(seed, number)
    if order.shape == "few":
        return _few(order, rng, meter)
    chunk, drawn = _FIRST_CHUNK, 0
    candidates = _candidates(order, rng)
    while drawn < MOST:
        puzzles: Puzzles = []
        while len(puzzles) < chunk and not meter.spent():
            puzzles.append(next(candidates))
        for puzzle in _promising(order, puzzles) if puzzles else ():
            difficulty = _graded(order, puzzle)
            if difficulty is not None:
                return puzzle, difficulty
            if meter.spent():
                break
        if len(puzzles) < chunk:
            break
        drawn += chunk
        chunk = min(2 * chunk, _LAST_CHUNK)
    raise spent(number, meter)


def spent(number: int, meter: Meter) -> BudgetSpent:
    """Return the error for an item that was not found."""
    return BudgetSpent(
        f"puzzle {number + 1}: none of {meter.nodes} candidates met all wishes within the budget"
    )


def _few(order: Order, rng: Rng, meter: Meter) -> tuple[Layout, Difficulty]:
    drawn = 0
    while drawn < MOST and not meter.spent():
        drawn += 1
        layout = random_few(rng, order.stacks)
        if layout is None or not Search().measure(layout).solvable:
            continue
        difficulty = _graded(order, layout)
        if difficulty is not None:
            return layout, difficulty
    raise BudgetSpent(f"none of {drawn} candidates met all wishes within the budget")


def _candidates(order: Order, rng: Rng) -> Iterator[Challenge | SoloDeal]:
    if order.shape == "solo":
        while True:
            yield random_deal(rng)
    while order.symmetric:
        hard = order.percentile[0] >= _HARD
        ring = symmetric_board(rng, 3 if hard else 8)
        others = [card for card in CARDS if card not in ring]
        for _ in range(_HANDS_A_BOARD):
            hand = drawn_from(rng, others, order.hand)
            yield Challenge(puzzle_of(ring), tuple(sorted(hand)), order.breezes)
    while True:
        yield random_challenge(rng, order.hand, order.breezes)


def _promising(order: Order, puzzles: Puzzles) -> Puzzles:
    """Return the candidates that the tables do not rule out, in their order."""
    import numpy as np

    from .leaves_many import careful_success, layouts_of, needs_breeze, working

    layouts = layouts_of(puzzles)
    left = np.arange(len(puzzles))
    if order.needs_breeze or order.one_card:
        works = working(layouts)
        fits = needs_breeze(works) if order.needs_breeze else works[:, 0].sum(axis=1) == 1
        left = left[fits]
    if len(left):
        left = left[_near(order, careful_success(layouts[left]))]
    return [puzzles[i] for i in left.tolist()]


def _near(order: Order, success: Array) -> Array:
    """Return where the careful player's success may lie in the ranges asked for, as bools."""
    import math

    import numpy as np

    population = order.population
    low, high = order.percentile
    found = []
    for value in success.tolist():
        if value == 0:
            place = population.percentile(None, 0.0)
            found.append(high > place - _MARGIN and order.careful_bits is None)
            continue
        bits = -math.log2(value)
        place = population.percentile(bits, 0.0)
        near = low - _MARGIN <= place <= high + _MARGIN
        if order.careful_bits:
            near = near and order.careful_bits[0] - 1e-6 <= bits <= order.careful_bits[1] + 1e-6
        found.append(near)
    return np.array(found, dtype=bool)


def _graded(order: Order, position: Position) -> Difficulty | None:
    """Return how difficult a candidate is, None where it does not meet every wish or cannot be solved."""
    from ..core.errors import NotationError

    if order.first_merge_loses and not first_merge_can_lose(position):
        return None
    try:
        difficulty = grade(position)
    except NotationError:
        return None
    return difficulty if meets(order, difficulty) else None


def meets(order: Order, difficulty: Difficulty) -> bool:
    """Return whether a difficulty is what is asked for."""
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
    )


def first_merge_can_lose(position: Position) -> bool:
    """Return whether a first merge can lose a puzzle that could be solved before it, no swap being taken."""
    search = Search()
    if isinstance(position, SoloDeal):
        return False
    if isinstance(position, Layout):
        return search.first_mistake(position) == 1
    full = (position.puzzle.place(card) for card in position.hand)
    return any(search.measure(board).solvable and search.first_mistake(board) == 1 for board in full)
