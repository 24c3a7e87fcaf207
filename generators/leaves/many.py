"""Many Leaves puzzles at once: the careful player's success and which hand cards work, by the tables.

Success is a float here, made by additions, multiplications and divisions alone: enough to choose
candidates and to fill bins, the same on every machine. What is told is computed exactly.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.kernels import CARRY
from ...solvers.leaves.layout import CENTRE
from ...solvers.leaves.players import SWAPS, UNIT, careful_assignments
from .positions import Challenge

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

Puzzles = list[Challenge | SoloDeal]

AT_ONCE = 64
"""Puzzles whose swaps are looked up together: some thousands of layouts, a few hundredths of a second."""


def layouts_of(puzzles: Sequence[Challenge | SoloDeal]) -> Array:
    """Return every square of each puzzle with every card of its hand, uint8[n, squares, hand, 9]."""
    import numpy as np

    deals = isinstance(puzzles[0], SoloDeal)
    boards = [p.puzzles if isinstance(p, SoloDeal) else (p.puzzle,) for p in puzzles]
    hand = np.array([p.hand for p in puzzles], dtype=np.uint8)
    rings = np.array([[[c or 0 for c in b.cells] for b in row] for row in boards], dtype=np.uint8)
    count = 3 if deals else 1
    found = np.repeat(rings[:, :, None, :], hand.shape[1], axis=2)
    for square in range(count):
        found[:, square, :, CENTRE] = hand
    return np.ascontiguousarray(found)


def careful_success(layouts: Array) -> Array:
    """Return the careful player's success with each puzzle, float64[n]; of `layouts_of`."""
    import numpy as np

    from ...solvers.leaves import batch, tables

    raw = batch.values(layouts.reshape(-1, 9)).raw
    numerator = raw[:, 2].astype(np.float64) * 2.0**CARRY + raw[:, 3]
    worth = (numerator / (np.maximum(raw[:, 4], 1) * float(tables.CAREFUL_DENOMINATOR))).reshape(
        layouts.shape[:3]
    )
    fine = partnered(layouts)
    return _solo(worth, fine) if layouts.shape[1] == 3 else _single(worth[:, 0], fine[:, 0])


def random_success(challenges: Sequence[Challenge]) -> Array:
    """Return the random player's success with each puzzle, all with as many hand cards, float64[n]."""
    import numpy as np

    from ...solvers.leaves import batch

    layouts = layouts_of(challenges)[:, 0]
    orders = _orders() if challenges[0].breezes else np.arange(9)[None, :]
    found = np.empty(len(layouts))
    for start in range(0, len(layouts), AT_ONCE):
        some = np.ascontiguousarray(layouts[start : start + AT_ONCE, :, orders]).reshape(-1, 9)
        luck = batch.values(some).raw[:, 1].astype(np.float64).reshape(-1, layouts.shape[1] * len(orders))
        found[start : start + AT_ONCE] = luck.sum(axis=1) / (luck.shape[1] * float(UNIT))
    return found


@functools.cache
def _orders() -> Array:
    """Return the cell each card comes from after no swap or one of all, int64[29, 9]."""
    import numpy as np

    found = np.tile(np.arange(9), (1 + len(SWAPS), 1))
    for row, swap in zip(found[1:], SWAPS, strict=True):
        row[swap.first], row[swap.second] = swap.second, swap.first
    return found


def _single(worth: Array, fine: Array) -> Array:
    import numpy as np

    total, count = np.zeros(len(worth)), np.zeros(len(worth), dtype=np.int64)
    for card in range(worth.shape[1]):
        total += np.where(fine[:, card], worth[:, card], 0.0)
        count += fine[:, card]
    found: Array = total / np.maximum(count, 1)
    return found


def _solo(worth: Array, fine: Array) -> Array:
    import numpy as np

    sets = fine.reshape(-1, 9) @ (1 << np.arange(9))
    total = np.zeros(len(worth))
    for number in np.unique(sets).tolist():
        rows = np.flatnonzero(sets == number)
        kind = tuple(bool(number >> place & 1) for place in range(9))
        for cards, chance in careful_assignments(kind).items():
            part = np.full(len(rows), chance.numerator / chance.denominator)
            for square, card in enumerate(cards):
                part *= worth[rows, square, card]
            total[rows] += part
    return total


def partnered(layouts: Array) -> Array:
    """Return whether each of the nine tops of a layout has a partner, bool[...] for uint8[..., 9]."""
    import numpy as np

    from ...solvers.leaves.tables import CODES

    codes = CODES[layouts]
    found = np.ones(layouts.shape[:-1], dtype=bool)
    for a in range(9):
        some = np.zeros(layouts.shape[:-1], dtype=bool)
        for b in range(9):
            if a != b:
                some |= (codes[..., a] & codes[..., b]) != 0
        found &= some
    return found


def working(layouts: Array) -> Array:
    """Return whether each square can be cleared with each card, bool[n, squares, hand]."""
    from ...solvers.leaves import batch

    found: Array = batch.solvable(layouts.reshape(-1, 9)).reshape(layouts.shape[:3])
    return found


def needs_breeze(works: Array) -> Array:
    """Return whether no assignment of hand cards clears all squares without a swap, bool[n]; of `working`."""
    from itertools import permutations

    import numpy as np

    if works.shape[1] == 1:
        return np.logical_not(works[:, 0].any(axis=1))
    possible: Array = np.zeros(len(works), dtype=bool)
    for cards in permutations(range(3)):
        possible |= works[:, 0, cards[0]] & works[:, 1, cards[1]] & works[:, 2, cards[2]]
    return np.logical_not(possible)
