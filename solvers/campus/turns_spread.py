"""How the number of turns spreads: the chance that the best play has cleared a board by each turn.

The best play by a table comes to few of its masks, some ten thousand from a whole board. They are found
from those with the most tiles up on down, each with the best set of every roll. Of sets worth the same
by the table, any may be meant. The chance to be done within t turns is then the mean, over the rolls, of
the chances to be done within t - 1 from where they lead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core.errors import BudgetSpent
from .turns_tables import ChanceTable, PairTable, Table

if TYPE_CHECKING:
    from .turns_board import Array

__all__ = ["cleared_by"]

MOST_MASKS = 200_000
"""Masks that are looked at unless more are allowed."""
_SLICE = 64
"""Masks between two looks at the clock: a tenth of a second at most."""
_ALL = 36


def cleared_by(
    table: Table | PairTable,
    mask: int,
    horizon: int,
    *,
    most: int = MOST_MASKS,
    cancelled: Callable[[], bool] | None = None,
) -> list[float]:
    """Return the chances that the best play clears a board within 0, 1, … `horizon` own turns.

    `table` is one of turns, or of pairs, and what is best is best by it. The chance of t turns is off by
    t * 4e-15 at most. Raises ValueError for a table of chances, which does not say how soon, for tiles
    it does not hold, and where a table of turns says that the board may never be cleared; BudgetSpent
    once more than `most` masks are found; InterruptedError when `cancelled` says so.
    """
    import numpy as np

    if isinstance(table, ChanceTable):
        raise ValueError("a table of chances does not say how soon a board is cleared")
    if table.value(mask) == float("inf"):
        raise ValueError("the board may never be cleared; a table of pairs is needed")
    goals, weights = _numbered(_explored(table, mask, most, cancelled))
    stays = _ALL - weights.sum(axis=1)
    done = np.zeros(len(goals))
    done[0] = 1.0  # the clear board
    found = [float(done[-1])]
    for _ in range(horizon):
        if cancelled is not None and cancelled():
            raise InterruptedError("cancelled")
        done = ((done[goals] * weights).sum(axis=1) + done * stays) / _ALL
        found.append(float(done[-1]))
    return found


_Found = dict[int, list[tuple[int, int]]]
"""For each mask the masks that its rolls lead to and their weights."""


def _explored(table: Table | PairTable, mask: int, most: int, cancelled: Callable[[], bool] | None) -> _Found:
    """Return all masks that the best play comes to, those with more tiles up first."""
    found: _Found = {}
    layers: dict[int, set[int]] = {mask.bit_count(): {mask}}
    while layers:
        layer = sorted(layers.pop(max(layers)))
        if len(found) + len(layer) > most:
            raise BudgetSpent(f"the best play comes to more than {most} masks")
        for first in range(0, len(layer), _SLICE):
            if cancelled is not None and cancelled():
                raise InterruptedError("cancelled")
            part = layer[first : first + _SLICE]
            for here, goals in zip(part, table.played(part), strict=True):
                found[here] = goals
                for goal, _ in goals:
                    layers.setdefault(goal.bit_count(), set()).add(goal)
    return found


def _numbered(found: _Found) -> tuple[Array, Array]:
    """Return numbers of masks, int64[masks, rolls], and weights, the clear board first and the top last.

    Where a mask has fewer goals than others it leads to itself without any weight.
    """
    import numpy as np

    masks = [0, *(mask for mask in reversed(found) if mask)]
    number = {mask: k for k, mask in enumerate(masks)}
    width = max(map(len, found.values()))
    goals = np.repeat(np.arange(len(masks))[:, None], width, axis=1)
    weights = np.zeros((len(masks), width))
    for mask, after in found.items():
        for k, (goal, ways) in enumerate(after):
            goals[number[mask], k] = number[goal]
            weights[number[mask], k] = ways
    return goals, weights
