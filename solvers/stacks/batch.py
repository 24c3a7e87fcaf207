"""Many deals of one game through the compiled search: which can be reduced to one stack."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.kernels import compiled
from ...core.rng import seed_state
from . import kernels_cells, kernels_deal, kernels_row
from .games import DECK, Game
from .geometry import Cells, Geometry
from .work import FIRST_SLICE, LOST, PAUSED, SOLVED, CellsWork, RowWork, array_of_zeros, next_slice

if TYPE_CHECKING:
    import numpy
    import numpy.typing

    Integers = numpy.typing.NDArray[numpy.int64]

NOT_TRIED = 0
MOST_NODES = 4_000_000
"""Positions after which a deal is left undecided: a few seconds, and a few hundred megabytes a thread."""


@dataclass(frozen=True)
class Decided:
    """What was found out about each of a number of deals."""

    verdicts: Integers
    """SOLVED, LOST, PAUSED (undecided) or NOT_TRIED."""
    nodes: Integers
    """Positions expanded."""

    def count(self, verdict: int) -> int:
        """Return how many deals have this verdict."""
        return int((self.verdicts == verdict).sum())


def never() -> bool:
    """Return False: go on to the end."""
    return False


def decide(
    geometry: Geometry,
    compats: Integers,
    *,
    most: int = MOST_NODES,
    stopped: Callable[[], bool] = never,
) -> Decided:
    """Return the verdicts on deals, one a row of `compats`: the masks of its cards in order.

    Every place holds a stack at the start. `stopped` is asked about every 50 ms; the deal in
    hand is then undecided, and those behind it are not tried. The interpreter lock is free
    while the search runs.
    """
    import numpy

    deals, stacks = compats.shape
    masks = numpy.ascontiguousarray(compats, dtype=numpy.int64).reshape(-1)
    verdicts = numpy.zeros(deals, dtype=numpy.int64)
    nodes = numpy.zeros(deals, dtype=numpy.int64)
    work = _work(geometry, stacks)
    work.compile()
    deal, resumed, size = 0, False, FIRST_SLICE
    while deal < deals:
        if stopped():
            verdicts[deal] = PAUSED
            break
        started = time.perf_counter()
        deal = work.advance_many(masks, deal, size, resumed, most, verdicts, nodes)
        size = next_slice(size, time.perf_counter() - started)
        resumed = True
        if deal < 0:
            deal = -1 - deal
            work.grow()
    return Decided(verdicts, nodes)


def _work(geometry: Geometry, stacks: int) -> CellsWork | RowWork:
    if isinstance(geometry, Cells):
        if stacks != len(geometry.reach):
            raise ValueError(f"{stacks} cards for {len(geometry.reach)} cells")
        if stacks > kernels_cells.MOST:
            raise ValueError(f"{stacks} stacks are more than the {kernels_cells.MOST} this search can hold")
        return CellsWork([0] * stacks, geometry.reach, array_of_zeros)
    if stacks > kernels_row.MOST:
        raise ValueError(f"{stacks} stacks are more than the {kernels_row.MOST} this search can hold")
    return RowWork([0] * stacks, geometry.reaches, array_of_zeros)


def random_deals(game: Game, seed: int, numbers: Sequence[int]) -> Integers:
    """Return the masks of deals `numbers` of the run seeded with `seed`, one deal a row.

    They are those of `game.random_deal(seed, number)`.
    """
    import numpy

    states = numpy.array([seed_state(seed, number) for number in numbers], dtype=numpy.int64).reshape(-1)
    compats = numpy.zeros(len(numbers) * game.cards, dtype=numpy.int64)
    deck = numpy.zeros(DECK, dtype=numpy.int64)
    compiled(kernels_deal.deal_random)(states, game.cards, _rule(game), deck, compats)
    return compats.reshape(-1, game.cards)


def numbered_deals(game: Game, first: int, last: int) -> Integers:
    """Return the masks of the published deals `first` to `last`, one deal a row."""
    import numpy

    compats = numpy.zeros((last - first + 1) * game.cards, dtype=numpy.int64)
    deck = numpy.zeros(DECK, dtype=numpy.int64)
    compiled(kernels_deal.deal_numbered)(first, game.cards, _rule(game), deck, compats)
    return compats.reshape(-1, game.cards)


def _rule(game: Game) -> Integers:
    """Return the game's rule as a table: 1 at DECK * a + b when cards a and b match."""
    import numpy

    return numpy.array([int(game.rule(a, b)) for a in range(DECK) for b in range(DECK)], dtype=numpy.int64)


__all__ = [
    "LOST",
    "NOT_TRIED",
    "PAUSED",
    "SOLVED",
    "Decided",
    "decide",
    "numbered_deals",
    "random_deals",
]
