"""The stream of Leaves puzzles: item k of a run is the first candidate drawn for it that meets all wishes.

Candidates are drawn one after another from a generator of their own for each item. Whole chunks of them
are looked up in the tables, and only those that look right are graded exactly; the size of a chunk
changes nothing but the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.budget import Meter
from ...core.errors import BudgetSpent, NotationError
from ...core.rng import Rng
from ...solvers.leaves.cards import CARDS
from ...solvers.leaves.layout import Layout
from ..puzzle import Difficulty
from .boards import symmetric_board
from .candidates import drawn_from, puzzle_of, random_challenge, random_deal, random_few
from .grading import first_merge_can_lose, grade
from .many import (
    AT_ONCE,
    Puzzles,
    careful_success,
    layouts_of,
    needs_breeze,
    random_success,
    working,
)
from .positions import Challenge, Position
from .together import ANY_MATCHES, HANDS_A_BOARD, HARD_MATCHES
from .wishes import HARD, Order

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Look = Callable[[], object]

MOST = 1_000_000
"""Candidates after which an item is given up, whatever the budget."""
_FIRST_CHUNK, _LAST_CHUNK = 16, 512
"""So many take a tenth of a second in the tables at most: the clock is looked at in between."""
_MARGIN = 0.02
"""Percent by which a percentile from floats may be off."""
_BITS_MARGIN = 1e-6


def item(order: Order, seed: int, number: int, meter: Meter) -> tuple[Position, Difficulty]:
    """Return item `number` of a run and how difficult it is. Raises BudgetSpent.

    The budget is looked at every fifth of a second or so, but for the one time in a process when the
    tables are built, which takes two seconds.
    """
    candidates = _candidates(order, Rng(seed, number))
    drawn, chunk = 0, 1 if order.shape == "few" else _FIRST_CHUNK

    def look() -> None:
        if meter.expired():
            raise ended(number, drawn, SPENT)

    while drawn < MOST:
        puzzles: list[Position] = []
        while len(puzzles) < chunk and not meter.spent():
            puzzles.append(next(candidates))
            drawn += 1
            if order.symmetric:
                look()
        look()
        for puzzle in _promising(order, puzzles, look):
            difficulty = _graded(order, puzzle, look)
            if difficulty is not None:
                return puzzle, difficulty
            look()
        if len(puzzles) < chunk:
            raise ended(number, drawn, SPENT)
        chunk = min(2 * chunk, _LAST_CHUNK) if order.shape != "few" else 1
    raise ended(number, drawn, "no more are drawn for one puzzle")


SPENT = "the budget was spent"


def ended(number: int, drawn: int, why: str) -> BudgetSpent:
    """Return the error for an item that was not found."""
    return BudgetSpent(f"puzzle {number + 1}: none of {drawn:,} candidates met all wishes; {why}")


def _candidates(order: Order, rng: Rng) -> Iterator[Position]:
    if order.shape == "solo":
        while True:
            yield random_deal(rng)
    if order.shape == "few":
        yield from _few(order, rng)
    while order.symmetric:
        hard = order.percentile[0] >= HARD
        ring = symmetric_board(rng, HARD_MATCHES if hard else ANY_MATCHES)
        others = [card for card in CARDS if card not in ring]
        for _ in range(HANDS_A_BOARD):
            hand = drawn_from(rng, others, order.hand)
            yield Challenge(puzzle_of(ring), tuple(sorted(hand)), order.breezes)
    while True:
        yield random_challenge(rng, order.hand, order.breezes)


def _few(order: Order, rng: Rng) -> Iterator[Layout]:
    while True:
        layout = random_few(rng, order.stacks)
        if layout is not None:
            yield layout


def _promising(order: Order, drawn: list[Position], look: Look) -> Iterator[Position]:
    """Yield the candidates that the tables do not rule out, in their order."""
    if order.shape == "few":
        yield from drawn
        return
    import numpy as np

    puzzles = [puzzle for puzzle in drawn if not isinstance(puzzle, Layout)]
    if not puzzles:
        return
    layouts = layouts_of(puzzles)
    left = np.arange(len(puzzles))
    if order.needs_breeze or order.one_card:
        works = working(layouts)
        look()
        fits = needs_breeze(works) if order.needs_breeze else works[:, 0].sum(axis=1) == 1
        left = left[fits]
    if len(left):
        left = left[_near(order, careful_success(layouts[left]))]
    look()
    for start in range(0, len(left), AT_ONCE):
        some = [puzzles[i] for i in left[start : start + AT_ONCE].tolist()]
        yield from _lucky(order, some)


def _lucky(order: Order, puzzles: Puzzles) -> Puzzles:
    """Return the candidates with which the random player's bits may lie in the range asked for."""
    import math

    challenges = [puzzle for puzzle in puzzles if isinstance(puzzle, Challenge)]
    if order.bits is None or not challenges:
        return puzzles
    found: Puzzles = []
    for challenge, luck in zip(challenges, random_success(challenges).tolist(), strict=True):
        bits = -math.log2(luck) if luck else math.inf
        if order.bits[0] - _BITS_MARGIN <= bits <= order.bits[1] + _BITS_MARGIN:
            found.append(challenge)
    return found


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
            near = (
                near and order.careful_bits[0] - _BITS_MARGIN <= bits <= order.careful_bits[1] + _BITS_MARGIN
            )
        found.append(near)
    return np.array(found, dtype=bool)


def _graded(order: Order, position: Position, look: Look) -> Difficulty | None:
    """Return how difficult a candidate is, None where it does not meet every wish or cannot be solved."""
    if order.first_merge_loses and not first_merge_can_lose(position):
        return None
    try:
        difficulty = grade(position, look)
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
