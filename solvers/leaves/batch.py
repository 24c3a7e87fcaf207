"""Many layouts at once, through the compiled kernels.

Layouts are uint8 arrays of shape (n, 9): the value 0-26 of the card on each cell, a1 b1 c1 a2
... c3, all nine cells full. The tables are built when they are first needed: 2 MiB and half a
second for `solvable`; 350 MiB and two seconds for `values` and `lines`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.kernels import compiled
from . import kernels, tables
from .layout import CELLS
from .search import RANDOM_DENOMINATOR, RANDOM_GROWTH

Array = np.ndarray[Any, Any]

_BLOCK = 1024
"""Layouts a call of a kernel takes: enough to spread the cost of the call, at most 0.1 s of work."""


@dataclass(frozen=True)
class Values:
    """What each layout of a batch is worth: solutions and both players' success, exactly."""

    solutions: Array
    """int64[n]: number of sequences of merges that end with one stack."""
    raw: Array
    """int64[n, 5], as `kernels.values` leaves it."""

    def random_play_success(self, i: int) -> Fraction:
        """Return the probability that layout i is cleared by a uniformly random player."""
        return Fraction(int(self.raw[i, 1]), RANDOM_DENOMINATOR[CELLS])

    def careful_success(self, i: int) -> Fraction:
        """Return the probability that layout i is cleared by the careful player."""
        high, low, careful = map(int, self.raw[i, 2:5])
        if careful == 0:
            return Fraction(0)
        return Fraction(high << kernels.CARRY | low, tables.CAREFUL_DENOMINATOR * careful)


def solvable(layouts: Array, workers: int = 1) -> Array:
    """Return bool[n]: whether each layout can be reduced to one stack. Raises ValueError."""
    layouts = _checked(layouts)
    nine, eight = tables.searched()
    seven = tables.solvable_seven()
    out = np.zeros(len(layouts), dtype=np.uint8)
    search = compiled(kernels.solvable_each)

    def block(start: int, stop: int) -> None:
        search(_patterns(layouts[start:stop]), nine, eight, seven, out[start:stop])

    _in_blocks(len(layouts), block, workers)
    return out.astype(bool)


def values(layouts: Array, workers: int = 1) -> Values:
    """Return the number of solutions and both players' success for each layout. Raises ValueError."""
    layouts = _checked(layouts)
    nine, eight = tables.searched()
    seven = tables.packed_values()[tables.TOP]
    shares, scale = tables.careful_shares(), RANDOM_GROWTH[8:]
    out = np.zeros((len(layouts), 5), dtype=np.int64)
    count = compiled(kernels.values_each)

    def block(start: int, stop: int) -> None:
        count(_patterns(layouts[start:stop]), nine, eight, seven, scale, shares, out[start:stop])

    _in_blocks(len(layouts), block, workers)
    return Values(out[:, 0], out)


def lines(layouts: Array, workers: int = 1) -> tuple[Array, Array]:
    """Return a line of merges for each layout, the one `search.Search.line` gives too.

    int64[n, 8, 2] sources and goals, and int64[n] how many of the 8 there are: fewer where the
    layout cannot be solved. Raises ValueError.
    """
    layouts = _checked(layouts)
    out = np.zeros((len(layouts), 8, 2), dtype=np.int64)
    lengths = np.zeros(len(layouts), dtype=np.int64)
    small = tables.packed_values()
    tail = (tables.CODES, tables.near(), tables.places(), small, RANDOM_GROWTH[8])
    find = compiled(kernels.best_lines)

    def block(start: int, stop: int) -> None:
        _patterns(layouts[start:stop])  # refuses what is no layout
        find(layouts[start:stop].astype(np.int64), *tail, out[start:stop], lengths[start:stop])

    _in_blocks(len(layouts), block, workers)
    return out, lengths


def _patterns(layouts: Array) -> Array:
    found = np.empty(len(layouts), dtype=np.int64)
    columns = np.empty((CELLS, len(layouts)), dtype=np.int64)
    wrong = compiled(kernels.patterns)(tables.CODES, layouts, columns, found)
    if wrong >= 0:
        raise ValueError(f"layout {layouts[wrong].tolist()}: expected nine different cards from 0 to 26")
    return found


def _checked(layouts: Array) -> Array:
    """Return the layouts if they have the shape and the type of an array of layouts. Raises ValueError."""
    if layouts.ndim != 2 or layouts.shape[1] != CELLS or layouts.dtype != np.uint8:
        raise ValueError(f"{layouts.dtype}{list(layouts.shape)}: expected layouts as uint8[n, {CELLS}]")
    return np.ascontiguousarray(layouts)


def _in_blocks(count: int, block: Callable[[int, int], None], workers: int) -> None:
    starts = range(0, count, _BLOCK)
    if workers <= 1:
        for start in starts:
            block(start, min(start + _BLOCK, count))
        return
    if count:
        block(0, min(_BLOCK, count))  # compiles before the threads start
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(lambda start: block(start, min(start + _BLOCK, count)), starts[1:]))
