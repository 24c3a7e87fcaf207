"""Many sets of tiles or boards at once, through the compiled kernels.

Boards and sets are int64 arrays of bit masks: bit i for cell i in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.kernels import compiled
from . import kernels_moves as kernels
from .chains import Chains
from .moves import Moves

Array = np.ndarray[Any, Any]

_BLOCK = 1 << 16
"""Sets or boards a call of a kernel takes: at most 0.1 s of work."""


@dataclass(frozen=True)
class Listed:
    """What some sets of a roll lead to, in their order: int64[n] each."""

    tiles: Array
    """The tiles turned."""
    totals: Array
    """Their sum."""
    up: Array
    """What is left face up after the chain."""

    def __len__(self) -> int:
        return len(self.tiles)


def outcomes(moves: Moves, first: int = 0, last: int | None = None) -> Listed:
    """Return what the admissible sets from place `first` to before `last` lead to; `pass` is no set.

    Takes 24 bytes a set, and a set about 0.2 µs. Raises IndexError for places that are not there.
    """
    sums = moves.sums
    last = len(sums) if last is None else last
    if not 0 <= first <= last <= len(sums):
        raise IndexError(f"sets {first} to {last} of {len(sums)}")
    tiles = np.empty(last - first, dtype=np.int64)
    totals = np.empty(last - first, dtype=np.int64)
    if last == first:
        return Listed(tiles, totals, tiles.copy())
    values, cells = np.array(sums.values, dtype=np.int64), np.array(sums.cells, dtype=np.int64)
    low, high, size, most = moves.terms.low, sums.high, sums.size, sums.most
    ways = np.empty((len(values) + 1, most + 1, high + 1), dtype=np.int64)
    compiled(kernels.count_ways)(values, low, high, ways)
    unrank = compiled(kernels.unrank_each)
    for start in range(0, last - first, _BLOCK):
        part = slice(start, start + _BLOCK)
        unrank(first + start, values, cells, low, high, size, ways, tiles[part], totals[part])
    return Listed(tiles, totals, closed(moves.chains, moves.board.up & ~tiles))


def closed(chains: Chains, up: Array) -> Array:
    """Return int64[n]: what is left face up of each board, int64[n], after its chain."""
    out = np.empty(len(up), dtype=np.int64)
    clearing, freeing = (
        np.array(pairs, dtype=np.int64).reshape(-1, 2) for pairs in (chains.clearing, chains.freeing)
    )
    close = compiled(kernels.close_each)
    for start in range(0, len(up), _BLOCK):
        part = slice(start, start + _BLOCK)
        close(up[part], chains.numbers, clearing, freeing, int(not chains.confluent), out[part])
    return out
