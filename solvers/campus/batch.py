"""Many sets of tiles or boards at once, through the compiled kernels.

Boards and sets are int64 arrays of bit masks: bit i for cell i in reading order.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.kernels import compiled
from ...core.rng import Rng
from . import kernels_moves as kernels
from .board import Arrangement
from .chains import Chains
from .dice import HIGHEST_TOTAL
from .lines import Lines
from .moves import Moves
from .rules import Rules
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

    `next(up, low, high, value, M1, work)` returns the tiles of the move with a total from `low` to `high`
    that a `value` below M1 stands for, 0 for `pass`, and what is then left face up; the tiles are -1 where
    the value does not do, so that all moves are as likely, and another has to be drawn. Sets of any size
    may be turned, and there have to be fewer of them than M1. `work` is also room to work in, so every
    thread needs its own.
    """

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        clearing, freeing = _lines(arrangement, rules)
        values, numbers, stars = arrangement.values, arrangement.numbers, arrangement.stars
        lines, first = np.concatenate((clearing, freeing)), 6 + len(values)
        last = first + 2 * len(lines)
        self.work = np.zeros(last + (len(values) + 1) * (HIGHEST_TOTAL + 1), dtype=np.int64)
        in_order, may_pass = rules.star_needs == "all_lines", rules.must_play == "may_pass"
        self.work[:6] = (len(values), len(clearing), len(freeing), numbers, in_order, may_pass)
        self.work[6:first] = values
        self.work[first:last:2] = lines & numbers
        self.work[first + 1 : last : 2] = lines & stars
        self.next = compiled(kernels.play_next)


def _lines(arrangement: Arrangement, rules: Rules) -> tuple[Array, Array]:
    """Return the cells of the lines that clear and of those that free, int64[n] each.

    Those without a star or without any tile do nothing, and take no harm.
    """
    clearing, freeing = _line_masks(rules.lines_of(arrangement))
    if rules.star_only_line == "free":
        return clearing, freeing
    return clearing[clearing & arrangement.numbers != 0], freeing[freeing & arrangement.numbers != 0]


@functools.lru_cache(maxsize=64)
def _line_masks(lines: Lines) -> tuple[Array, Array]:
    claims, stars = lines.masks
    return np.array(claims, dtype=np.int64), np.array(stars, dtype=np.int64)


def _tables(chains: Chains) -> tuple[Array, Array]:
    """Return the numbers and stars of the lines that clear and of those that free, int64[n, 2] each."""
    clearing = np.array(chains.clearing, dtype=np.int64).reshape(-1, 2)
    return clearing, np.array(chains.freeing, dtype=np.int64).reshape(-1, 2)
