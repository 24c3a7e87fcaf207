"""Many sets of tiles or boards at once, through the compiled kernels.

Boards and sets are int64 arrays of bit masks: bit i for cell i in reading order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.kernels import compiled
from ...core.rng import M1, Rng
from . import kernels_moves as kernels
from .chains import Chains
from .dice import HIGHEST_TOTAL
from .moves import Moves
from .sums import below
from .terms import Judge, Terms

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
    close, tables = compiled(kernels.close_each), _tables(chains)
    for start in range(0, len(up), _BLOCK):
        part = slice(start, start + _BLOCK)
        close(up[part], chains.numbers, *tables, int(not chains.confluent), out[part])
    return out


class Draws:
    """Moves drawn and chains closed one at a time, compiled: what `Judge.draw` and `Chains.closed` return.

    The same random numbers give the same sets, some five times as soon. It holds room to work in, so
    every thread needs its own.
    """

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        cells = len(judge.arrangement.values)
        self._values = np.array(judge.arrangement.values, dtype=np.int64)
        self._ways = np.zeros((cells + 1, HIGHEST_TOTAL + 1), dtype=np.int64)
        self._count, self._draw = compiled(kernels.count_up), compiled(kernels.draw_up)
        self._tables = (judge.chains.numbers, *_tables(judge.chains))
        self._close = compiled(kernels.close_fixed if judge.chains.confluent else kernels.close_in_order)
        self._may_pass = judge.rules.must_play == "may_pass"
        self._any_size = judge.rules.maximal == "one_set"

    def draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Return the tiles of a move of a turn that is not lost, all as likely; 0 for `pass`."""
        if not self._any_size:
            return self._judge.draw(up, terms, rng)
        span = (terms.low, terms.high)
        sets = self._count(up, self._values, *span, self._ways)
        count = sets + self._may_pass
        number = below(rng, count) if count else 0
        return self._draw(up, self._values, *span, number, self._ways) if number < sets else 0

    def closed(self, up: int) -> int:
        """Return what is left face up once the whole chain has been played automatically."""
        return self._close(up, *self._tables)


class Plays:
    """Moves drawn together with what their chains leave, compiled: the quickest way to play at random.

    Only where a set of any size may be turned. It holds room to work in, so every thread needs its own.
    """

    def __init__(self, judge: Judge) -> None:
        chains, values = judge.chains, judge.arrangement.values
        cells, clearing, freeing = len(values), chains.clearing, chains.freeing
        lines = [mask for pair in (*clearing, *freeing) for mask in pair]
        head = [cells, len(clearing), len(freeing), chains.numbers, not chains.confluent]
        told = [*head, judge.rules.must_play == "may_pass", *values, *lines]
        self._work = np.zeros(len(told) + (cells + 1) * (HIGHEST_TOTAL + 1), dtype=np.int64)
        self._work[: len(told)] = told
        self._next = compiled(kernels.play_next)

    def next(self, up: int, low: int, high: int, value: int) -> tuple[int, int]:
        """Return the tiles of the move that a number below M1 stands for, and what is then left face up.

        The totals go from `low` to `high`; 0 is `pass`. The tiles are -1 where the number does not do
        and has to be drawn again, so that all moves are as likely.
        """
        found: tuple[int, int] = self._next(up, low, high, value, M1, self._work)
        return found


def _tables(chains: Chains) -> tuple[Array, Array]:
    """Return the numbers and stars of the lines that clear and of those that free, int64[n, 2] each."""
    clearing = np.array(chains.clearing, dtype=np.int64).reshape(-1, 2)
    return clearing, np.array(chains.freeing, dtype=np.int64).reshape(-1, 2)
