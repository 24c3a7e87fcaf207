"""Colour areas, and everything else a goal may count of a grid of quadrants.

Rules: *Colour Areas* of the rulebook: quadrants of one colour that touch by their sides form one area.
Every function takes the grid it looks at: the whole canvas, or a scoring area as `regions.py` cuts it
out. Sets of cells are bit masks, bit i for cell i in reading order. Many grids at once go through
`batch.py`, which counts the same.
"""

from __future__ import annotations

import functools

from msgspec import Struct

from .canvas import COLOURS, EMPTY, Canvas, cells
from .rules import LETTER, Rules


class Area(Struct, frozen=True):
    """One colour area."""

    colour: int
    mask: int
    """Its cells as a bit mask."""

    @property
    def size(self) -> int:
        """Number of quadrants."""
        return self.mask.bit_count()

    @property
    def cells(self) -> tuple[int, ...]:
        """Its cells in reading order."""
        return tuple(cells(self.mask))


def areas(grid: Canvas) -> tuple[Area, ...]:
    """Return the colour areas, in the order of their first cells."""
    found = [area for colour in COLOURS for area in areas_of(grid, colour)]
    return tuple(sorted(found, key=lambda area: area.mask & -area.mask))


def areas_of(grid: Canvas, colour: int) -> tuple[Area, ...]:
    """Return the areas of one colour, in the order of their first cells."""
    return tuple([Area(colour, mask) for mask in area_masks(grid, colour)])


@functools.lru_cache(maxsize=512)
def area_masks(grid: Canvas, colour: int) -> tuple[int, ...]:
    """Return the cells of the areas of one colour, in the order of their first cells."""
    left, beside = grid.mask(colour), _beside(len(grid.quadrants), grid.columns)
    found = []
    while left:
        area = front = left & -left
        left ^= front
        while front:
            cell = front.bit_length() - 1
            reached = beside[cell] & left
            left ^= reached
            area |= reached
            front = front ^ 1 << cell | reached
        found.append(area)
    return tuple(found)


@functools.cache
def _beside(cells: int, columns: int) -> tuple[int, ...]:
    """Return for each cell of a grid those that touch it by a side, as bit masks."""
    every = (1 << cells) - 1
    return tuple(step(1 << cell, every, columns) for cell in range(cells))


def step(mask: int, inside: int, columns: int) -> int:
    """Return the cells of `inside` that touch a cell of `mask` by a side."""
    rightwards, leftwards = _sideways(inside, columns)
    across = mask << 1 & rightwards | mask >> 1 & leftwards
    return across | (mask << columns | mask >> columns) & inside


def _sideways(inside: int, columns: int) -> tuple[int, int]:
    """Return the cells that may be reached from their left, and from their right."""
    first = first_column(columns)
    return inside & ~first, inside & ~(first << columns - 1)


@functools.cache
def first_column(columns: int) -> int:
    """Return the cells of the first column of a grid of ten rows, as a bit mask."""
    return sum(1 << row * columns for row in range(10))


def quadrants(grid: Canvas, colour: int) -> int:
    """Return the number of quadrants of a colour."""
    return grid.mask(colour).bit_count()


def largest_area(grid: Canvas, colour: int) -> int:
    """Return the size of the largest area of a colour, 0 without any."""
    return max([mask.bit_count() for mask in area_masks(grid, colour)], default=0)


def number_of_areas(grid: Canvas, colour: int) -> int:
    """Return the number of areas of a colour."""
    return len(area_masks(grid, colour))


def areas_of_size(grid: Canvas, size: int) -> int:
    """Return the number of areas of exactly so many quadrants, all colours together."""
    masks = [mask for colour in COLOURS for mask in area_masks(grid, colour)]
    return sum(mask.bit_count() == size for mask in masks)


def longest_run(grid: Canvas, colour: int) -> int:
    """Return the most quadrants of a colour in one straight line without a gap, along a row or a column."""
    mask = grid.mask(colour)
    along = mask & ~first_column(grid.columns)
    longest = 0
    for reach, inside, by in ((mask, along, 1), (mask, mask, grid.columns)):
        length = 0
        while reach:
            length += 1
            reach = reach << by & inside
        longest = max(longest, length)
    return longest


def two_by_two_blocks(grid: Canvas, colour: int) -> int:
    """Return the number of 2 x 2 squares of a colour; overlapping ones count each."""
    mask = grid.mask(colour)
    pairs = mask & (mask & ~first_column(grid.columns)) >> 1
    return (pairs & pairs >> grid.columns).bit_count()


def balance(grid: Canvas, rules: Rules = LETTER) -> int:
    """Return the most quadrants of a colour less the fewest (*Instructor Card Notes*)."""
    counts = [quadrants(grid, colour) for colour in COLOURS]
    if rules.balance_absent_colour == "ignored":
        counts = [count for count in counts if count] or [0]
    return max(counts) - min(counts)


def mirror_pairs(grid: Canvas) -> int:
    """Return how many pairs of quadrants face each other across the vertical centre line in one colour."""
    columns = grid.columns
    rows = [grid.quadrants[start : start + columns] for start in range(0, len(grid.quadrants), columns)]
    return sum(row[column] == row[-1 - column] != EMPTY for row in rows for column in range(columns // 2))


def harmony(grid: Canvas) -> int:
    """Return the size of the largest area of the colour whose largest area is the smallest."""
    return min(largest_area(grid, colour) for colour in COLOURS)
