"""Tables for the kernels: how a merge changes which of the stacks match, and what few stacks are worth.

A position of n stacks is an occupied set of cells and a *pattern*: for every pair of its
stacks one bit, whether their tops share a trait. Pairs are numbered b * (b - 1) / 2 + a for
the a-th and b-th occupied cell, a < b, in reading order. What the position is worth depends
on nothing else, and turning or mirroring the square changes nothing either, so values are kept
for one representative of the occupied sets that are symmetric to each other.

A merge selects and moves bits of the pattern, so it is a linear map over GF(2): four look-ups,
one for each quarter of the pattern, joined by `or`.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.kernels import compiled
from . import kernels
from .cards import CARDS
from .census import CAREFUL_SHARE
from .layout import NEIGHBOURS
from .search import CONNECTED, RANDOM_GROWTH
from .symmetry import SQUARE

Array = np.ndarray[Any, Any]

QUARTERS = 4
TOP = 7
"""Positions of this many stacks and fewer are looked up; those of more are searched."""


def pair(a: int, b: int) -> int:
    """Return the number of the pair of the a-th and b-th stack of a position, in either order."""
    return max(a, b) * (max(a, b) - 1) // 2 + min(a, b)


def cells_of(occupied: int) -> list[int]:
    """Return the cells of an occupied set, in reading order."""
    return [cell for cell in range(9) if occupied >> cell & 1]


@functools.cache
def classes(count: int) -> tuple[int, ...]:
    """Return the representatives (the smallest of each class) of the occupied sets of `count` cells."""
    sets = [s for s in range(512) if s.bit_count() == count]
    return tuple(sorted({min(_images(s)) for s in sets}))


def _images(occupied: int) -> list[int]:
    return [sum(1 << turn[cell] for cell in cells_of(occupied)) for turn in SQUARE]


def _to_representative(occupied: int) -> tuple[int, ...]:
    """Return a symmetry of the square that takes an occupied set to its representative."""
    images = _images(occupied)
    return SQUARE[images.index(min(images))]


@dataclass(frozen=True)
class Level:
    """Every merge in the positions of `count` stacks.

    For `count` up to TOP only the representatives' positions are listed, in the order of
    `classes(count)`; above it all occupied sets, in the order of `occupied`.
    """

    count: int
    occupied: tuple[int, ...]
    start: Array
    """int64[sets + 1]: the merges of set s are start[s] to start[s + 1] - 1."""
    bit: Array
    """int64[merges]: the pair of the pattern that has to match."""
    target: Array
    """int64[merges]: for count - 1 above TOP, the index of the occupied set left behind, else 0."""
    maps: Array
    """int32[merges, 4, 2 ** width]: each quarter's share of the index (or pattern) left behind."""
    width: int
    """Bits in a quarter of the pattern."""


def _width(count: int) -> int:
    return max(1, -(-count * (count - 1) // 2 // QUARTERS))


@functools.cache
def level(count: int) -> Level:
    """Return the merges of all positions of `count` stacks, 2 to 9."""
    if count > TOP:
        occupied = tuple(s for s in range(512) if s.bit_count() == count)
    else:
        occupied = classes(count)
    left = {s: i for i, s in enumerate(x for x in range(512) if x.bit_count() == count - 1)}
    start, bit, target, maps = [0], [], [], []
    for mask in occupied:
        for i in cells_of(mask):
            for j in NEIGHBOURS[i]:
                if mask >> j & 1:
                    order = cells_of(mask)
                    bit.append(pair(order.index(i), order.index(j)))
                    target.append(left[mask & ~(1 << i)] if count - 1 > TOP else 0)
                    maps.append(_merge_map(mask, i, j))
        start.append(len(bit))
    starts, bits, targets = (np.array(x, dtype=np.int64) for x in (start, bit, target))
    return Level(count, occupied, starts, bits, targets, np.array(maps, dtype=np.int32), _width(count))


def _merge_map(occupied: int, source: int, goal: int) -> Array:
    """Return the map from the pattern before a merge to the pattern, or table index, after it."""
    before = cells_of(occupied)
    count = len(before)
    after_set = occupied & ~(1 << source)
    shown = {cell: cell for cell in cells_of(after_set)}
    shown[goal] = source  # the top that lies on the goal now came from the source
    base = 0
    place = {cell: cell for cell in shown}
    if count - 1 <= TOP:
        turn = _to_representative(after_set)
        place = {cell: turn[cell] for cell in shown}
        base = classes(count - 1).index(min(_images(after_set))) << (count - 1) * (count - 2) // 2
    order = sorted(place.values())
    moves = {}
    for x in shown:
        for y in shown:
            if x < y:
                old = pair(before.index(shown[x]), before.index(shown[y]))
                moves[old] = pair(order.index(place[x]), order.index(place[y]))
    width = _width(count)
    table = np.zeros((QUARTERS, 1 << width), dtype=np.int64)
    values = np.arange(1 << width)
    for old, new in moves.items():
        table[old // width] |= (values >> old % width & 1) << new
    table[0] |= base
    return table.astype(np.int32)


CAREFUL_GROWTH = (1, 1, 1, 1, 12, 420, 2520, 360360)
"""How much the careful player's denominator grows, up to seven stacks: the least every value needs."""

CAREFUL_DENOMINATOR = math.prod(CAREFUL_GROWTH) * CAREFUL_SHARE

CODES = np.array([1 << c // 9 | 8 << c // 3 % 3 | 64 << c % 3 for c in CARDS], dtype=np.int64)
"""Each card's three trait values, one bit each: two cards match when they have a bit in common."""


@functools.cache
def searched() -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """Return the merges of nine and of eight stacks, as the kernels take them."""
    nine, eight = level(9), level(8)
    return (
        (nine.start, nine.bit, nine.target, nine.maps),
        (eight.start, eight.bit, eight.target, eight.maps),
    )


@functools.cache
def solvable_seven() -> Array:
    """Return one bit for each position of seven stacks, uint8[2 MiB]: can it be reduced to one?"""
    extend = compiled(kernels.extend_solvable)
    smaller = np.ones(len(classes(1)), dtype=np.uint8)
    for count in range(2, TOP + 1):
        lev, bits = level(count), count * (count - 1) // 2
        larger = np.zeros((len(lev.occupied), 1 << bits), dtype=np.uint8)
        for c in range(len(lev.occupied)):
            extend(bits, lev.width, (lev.start[c], lev.start[c + 1], lev.bit, lev.maps), smaller, larger[c])
        smaller = larger.reshape(-1)
    return np.packbits(smaller, bitorder="little")


@functools.cache
def packed_values() -> tuple[Array, ...]:
    """Return what each position of up to seven stacks is worth: item n is int64[positions of n, 2], packed.

    Item 0 stands for nothing. 270 MiB, and 80 more while it is being made.
    """
    pack = compiled(kernels.pack_values)
    found = [np.zeros((1, 2), dtype=np.int64)]
    for values in small_values():
        found.append(np.zeros((len(values), 2), dtype=np.int64))
        pack(values, found[-1])
    bits = TOP * (TOP - 1) // 2
    packed = np.empty((len(classes(TOP)), 1 << bits, 2), dtype=np.int64)
    # The values of seven stacks come and go unpacked, a class at a time.
    values = np.empty((1 << bits, 3), dtype=np.int64)
    for c in range(len(packed)):
        _extend(TOP, c, small_values()[-1], values)
        pack(values, packed[c])
    return (*found, packed.reshape(-1, 2))


@functools.cache
def small_values() -> tuple[Array, ...]:
    """Return what each position of 1 to 6 stacks is worth, int64[positions, 3] each, as the kernels say."""
    found = [np.ones((len(classes(1)), 3), dtype=np.int64)]
    for count in range(2, TOP):
        larger = np.empty((len(classes(count)), 1 << count * (count - 1) // 2, 3), dtype=np.int64)
        for c in range(len(larger)):
            _extend(count, c, found[-1], larger[c])
        found.append(larger.reshape(-1, 3))
    return tuple(found)


def _extend(count: int, c: int, smaller: Array, values: Array) -> None:
    """Write what the positions of one class of `count` stacks are worth, int64[patterns, 3]."""
    lev, bits = level(count), count * (count - 1) // 2
    if not CONNECTED[lev.occupied[c]]:
        values[:] = (0, 0, -1)
        return
    merges = (lev.start[c], lev.start[c + 1], lev.bit, lev.maps)
    scale = (RANDOM_GROWTH[count], CAREFUL_GROWTH[count])
    compiled(kernels.extend_values)(bits, lev.width, merges, smaller, scale, _partnered(count), values)


@functools.cache
def places() -> tuple[Array, Array, Array]:
    """Return, for each occupied set, where its cells go in its representative, their number, its base.

    int64[512, 9], int64[512] and int64[512]; the base is where the patterns of the
    representative begin among all positions of so many stacks.
    """
    turn = np.zeros((512, 9), dtype=np.int64)
    count, base = np.zeros(512, dtype=np.int64), np.zeros(512, dtype=np.int64)
    for occupied in range(1, 512):
        n = occupied.bit_count()
        turn[occupied] = _to_representative(occupied)
        count[occupied] = n
        if n <= TOP:
            base[occupied] = classes(n).index(min(_images(occupied))) << n * (n - 1) // 2
    return turn, count, base


def near() -> Array:
    """Return the neighbours of each cell, -1 for none, int64[9, 4]."""
    return np.array([[*cells, *[-1] * (4 - len(cells))] for cells in NEIGHBOURS], dtype=np.int64)


def careful_shares() -> Array:
    """Return CAREFUL_SHARE divided by each number of careful merges of eight stacks, int64[21]."""
    return np.array([0] + [CAREFUL_SHARE // m for m in range(1, 21)], dtype=np.int64)


def _partnered(count: int) -> Array:
    """Return by pattern whether every one of `count` tops matches another, uint8[patterns]."""
    every = np.arange(1 << count * (count - 1) // 2, dtype=np.int32)
    result = np.ones(len(every), dtype=np.uint8)
    for a in range(count):
        row = sum(1 << pair(a, b) for b in range(count) if b != a)
        result &= (every & row) != 0
    return result
