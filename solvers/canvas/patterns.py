"""Patterns of one colour, and where they lie in a grid.

Rules: *End of Round and Scoring*: the colour does not matter, and the pattern may be turned. Whether it
may lie within a larger area and whether it may be turned over are rulings (`pattern_test`, `pattern_turns`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import shown
from .canvas import COLOURS, MOST_SIDE, Canvas
from .measures import Area, areas
from .rules import LETTER, Rules

Cell = tuple[int, int]
"""Row and column from 0."""

PATTERN_FORM = "rows of X and . parted by /, such as .X/XX, all X joined by their sides"


class Pattern(Struct, frozen=True, cache_hash=True):
    """A shape of quadrants that touch by their sides, as it is drawn.

    >>> pattern = Pattern.parse("XX/.X")
    >>> pattern.size, len(pattern.turns(LETTER)), str(pattern)
    (3, 4, 'XX/.X')
    """

    cells: tuple[Cell, ...]
    """Rows and columns of its quadrants in reading order, the topmost row and the leftmost column being 0."""

    def __post_init__(self) -> None:
        if not self.cells or self.cells != _normal(self.cells):
            raise NotationError(
                f"the cells {self.cells}", expected="cells from row 0 and column 0 in reading order"
            )
        if max(max(cell) for cell in self.cells) >= MOST_SIDE:
            raise NotationError(
                "a pattern that fits no canvas", expected=f"at most {MOST_SIDE} rows and columns"
            )
        reached, before = {self.cells[0]}, 0
        while len(reached) > before:
            before = len(reached)
            reached |= {cell for cell in self.cells if any(_touch(cell, other) for other in reached)}
        if before < len(self.cells):
            raise NotationError(f"the pattern {self} is in parts", expected=PATTERN_FORM)

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Return the pattern written canonically: rows parted by `/`, `X` a quadrant.

        Raises NotationError.
        """
        rows = text.split("/")
        for letter in text:
            if letter not in "X./":
                raise NotationError(
                    f"{shown(letter)} in a pattern", expected=PATTERN_FORM, column=text.index(letter) + 1
                )
        found = [(y, x) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == "X"]
        if not found or any(len(row) != len(rows[0]) for row in rows):
            raise NotationError(f"{shown(text)} is not a pattern", expected=PATTERN_FORM)
        pattern = cls(_normal(found))
        if str(pattern) != text:
            raise NotationError(
                f"{shown(text)} has an empty row or column at its edge", expected=str(pattern)
            )
        return pattern

    def __str__(self) -> str:
        height, width = (1 + max(cell[axis] for cell in self.cells) for axis in (0, 1))
        rows = [["."] * width for _ in range(height)]
        for y, x in self.cells:
            rows[y][x] = "X"
        return "/".join("".join(row) for row in rows)

    def __repr__(self) -> str:
        return f"Pattern.parse({str(self)!r})"

    @property
    def size(self) -> int:
        """Number of quadrants."""
        return len(self.cells)

    def turns(self, rules: Rules = LETTER) -> tuple[Pattern, ...]:
        """Return the different ways in which it may lie, itself first."""
        return _turns(self, rules.pattern_turns == "rotations_and_reflections")


def placements(grid: Canvas, pattern: Pattern, rules: Rules = LETTER) -> Iterator[Area]:
    """Yield where a pattern lies in a grid: the colour and the cells of each place, each place once."""
    if rules.pattern_test == "exact":
        shapes = pattern.turns(rules)
        for area in areas(grid):
            if area.size == pattern.size:
                drawn = _normal([divmod(cell, grid.columns) for cell in area.cells])
                if any(shape.cells == drawn for shape in shapes):
                    yield area
        return
    for offsets, anchors in _on_grid(pattern, grid.columns, grid.rows, rules):
        for colour in COLOURS:
            found = _anchored(grid.mask(colour), offsets, anchors)
            while found:
                anchor = found & -found
                found ^= anchor
                yield Area(colour, sum(anchor << offset for offset in offsets))


def has_pattern(grid: Canvas, pattern: Pattern, rules: Rules = LETTER) -> bool:
    """Return whether a pattern is present in a grid."""
    if rules.pattern_test == "exact":
        return next(placements(grid, pattern, rules), None) is not None
    colours = _all_colours(grid)
    for offsets, anchors in _on_stack(pattern, grid.columns, grid.rows, rules):
        for offset in offsets:
            anchors &= colours >> offset
            if not anchors:
                break
        else:
            return True
    return False


def _anchored(mask: int, offsets: tuple[int, ...], anchors: int) -> int:
    """Return those of the anchors from which all offsets lead into a mask."""
    for offset in offsets:
        anchors &= mask >> offset
    return anchors


@functools.lru_cache(maxsize=512)
def _all_colours(grid: Canvas) -> int:
    """Return the three colours one above the other; no shape reaches from one into the next."""
    return _stacked([grid.mask(colour) for colour in COLOURS], len(grid.quadrants))


def _stacked(masks: Sequence[int], cells: int) -> int:
    """Return masks of so many cells as one, the first being lowest."""
    low, middle, high = masks
    return (high << cells | middle) << cells | low


Fit = tuple[tuple[int, ...], int]
"""The cells of a shape in a grid, counted from its top left, and where that may lie."""


@functools.lru_cache(maxsize=4096)
def _on_stack(pattern: Pattern, columns: int, rows: int, rules: Rules) -> tuple[Fit, ...]:
    """Return for each turn its cells in a grid, and where its top left may lie in any of three."""
    fits = _on_grid(pattern, columns, rows, rules)
    return tuple((offsets, _stacked([anchors] * 3, rows * columns)) for offsets, anchors in fits)


@functools.lru_cache(maxsize=4096)
def _on_grid(pattern: Pattern, columns: int, rows: int, rules: Rules) -> tuple[Fit, ...]:
    """Return for each turn its cells in a grid, and where its top left may lie."""
    found = []
    for shape in pattern.turns(rules):
        height, width = (1 + max(cell[axis] for cell in shape.cells) for axis in (0, 1))
        anchors = sum(
            1 << y * columns + x for y in range(rows - height + 1) for x in range(columns - width + 1)
        )
        found.append((tuple(y * columns + x for y, x in shape.cells), anchors))
    return tuple(found)


@functools.lru_cache(maxsize=1024)
def _turns(pattern: Pattern, reflections: bool) -> tuple[Pattern, ...]:
    found = []
    cells = pattern.cells
    for _ in range(2 if reflections else 1):
        for _ in range(4):
            found.append(Pattern(_normal(cells)))
            cells = tuple((x, -y) for y, x in cells)
        cells = tuple((y, -x) for y, x in cells)
    return tuple(dict.fromkeys(found))


def _normal(cells: tuple[Cell, ...] | list[Cell]) -> tuple[Cell, ...]:
    """Return cells moved to row 0 and column 0, in reading order."""
    top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
    return tuple(sorted((y - top, x - left) for y, x in cells))


def _touch(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
