"""Many canvases at once, through the compiled kernels.

Grids are integer arrays [n, rows, columns] of colours: 0, 1, 2 for blue, red, yellow, -1 where a
quadrant is empty. Everything here counts what the functions for one grid count; where a grid is too
large for the kernels those functions are called instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.budget import UNLIMITED, Budget, Result
from ...core.kernels import compiled
from . import kernels_goals, kernels_paths
from . import measures as single
from .canvas import COLOURS, EMPTY, Canvas, check_size
from .goals import Goal
from .paths import SEARCH_STEPS, ColourPath, Search
from .patterns import Pattern, has_pattern
from .regions import DEPTH, SIDES_OF
from .rules import LETTER, Rules

Array = np.ndarray[Any, Any]

_BLOCK = 1 << 16
"""Grids a call of a kernel that counts takes: some 20 ms."""


@dataclass(frozen=True)
class Measures:
    """What each of n grids has, int64; where there is a second axis it is the colour."""

    counts: Array
    """[n, 25]: all of it, as `kernels_goals.py` lays it out."""

    def _by_colour(self, first: int) -> Array:
        part: Array = self.counts[:, first : first + 3]
        return part

    @property
    def quadrants(self) -> Array:
        """[n, 3]: quadrants."""
        return self._by_colour(kernels_goals.QUADRANTS)

    @property
    def areas(self) -> Array:
        """[n, 3]: colour areas."""
        return self._by_colour(kernels_goals.AREAS)

    @property
    def largest(self) -> Array:
        """[n, 3]: quadrants of the largest area."""
        return self._by_colour(kernels_goals.LARGEST)

    @property
    def runs(self) -> Array:
        """[n, 3]: quadrants of the longest straight run."""
        return self._by_colour(kernels_goals.RUN)

    @property
    def blocks(self) -> Array:
        """[n, 3]: 2 x 2 squares."""
        return self._by_colour(kernels_goals.BLOCKS)

    @property
    def singles(self) -> Array:
        """[n, 3]: areas of one quadrant."""
        return self._by_colour(kernels_goals.SINGLES)

    @property
    def mirror(self) -> Array:
        """[n]: pairs that mirror each other across the vertical centre line."""
        column: Array = self.counts[:, kernels_goals.MIRROR]
        return column


def to_array(canvases: Sequence[Canvas]) -> Array:
    """Return int8[n, rows, columns] of canvases of one size. Raises ValueError where sizes differ."""
    sizes = {(canvas.rows, canvas.columns) for canvas in canvases}
    if len(sizes) != 1:
        raise ValueError(f"canvases of {len(sizes)} sizes; expected one")
    flat = np.array([canvas.quadrants for canvas in canvases], dtype=np.int8)
    return flat.reshape(len(canvases), *sizes.pop())


def from_array(grids: Array) -> list[Canvas]:
    """Return the canvases of an array [n, rows, columns]. Raises ValueError or NotationError."""
    grids = _checked(grids)
    return [Canvas(tuple(flat), grids.shape[2]) for flat in grids.reshape(len(grids), -1).tolist()]


def scoring_areas(grids: Array, players: int) -> tuple[Array, ...]:
    """Return each player's scoring areas [n, rows, columns], the owner's edge at the bottom, as views.

    Canvases are square for four players. Raises ValueError.
    """
    if players not in SIDES_OF:
        raise ValueError(f"{players} players; expected 2 or 4")
    grids = _checked(grids)
    if players == 4 and grids.shape[1] != grids.shape[2]:
        raise ValueError(f"canvases of {grids.shape[1]} rows and {grids.shape[2]} columns; expected squares")
    # numpy turns against the clock: the west by one quarter, the north by two, the east by three.
    return tuple(np.rot90(grids, side, (1, 2))[:, -DEPTH:] for side in SIDES_OF[players])


def label_areas(grids: Array) -> tuple[Array, Array]:
    """Return the area of each quadrant, int64[n, rows, columns], and the number of areas, int64[n].

    Areas are numbered from 0 in the order of their first quadrants; an empty quadrant has -1.
    """
    grids = _checked(grids)
    count, rows, columns = grids.shape
    cells = rows * columns
    flat = grids.reshape(count, cells)
    labels, counts = np.empty((count, cells), dtype=np.int64), np.empty(count, dtype=np.int64)
    order, start, column_of = _zeros(cells), _zeros(cells + 1), np.arange(cells) % columns
    label = compiled(kernels_paths.label_each)
    for part in _parts(count, _BLOCK):
        label(flat[part], columns, column_of, order, start, labels[part], counts[part])
    return labels.reshape(count, rows, columns), counts


def measures(grids: Array) -> Measures:
    """Return what the goals count in each grid, but for the longest path."""
    return Measures(_counts(_checked(grids), range(kernels_goals.COLUMNS)))


def values(goals: Sequence[Goal], grids: Array, rules: Rules = LETTER) -> Array:
    """Return int64[n, goals]: what each grid is worth for each goal, as `Goal.value` says."""
    grids = _checked(grids)
    columns = [_column(goal, rules) for goal in goals]
    out = _counts(grids, [0 if column is None else column for column in columns])
    for place, (goal, column) in enumerate(zip(goals, columns, strict=True)):
        if goal.name == "longest_colour_path":
            out[:, place] = path_lengths(grids, rules=rules)
        elif column is None:
            out[:, place] = [goal.value(canvas, rules) for canvas in from_array(grids)]
    return out


def patterns(grids: Array, wanted: Sequence[Pattern], rules: Rules = LETTER) -> Array:
    """Return bool[n, patterns]: which patterns are present in each grid, as `has_pattern` says."""
    grids = _checked(grids)
    if rules.pattern_test == "exact" or not _fits(grids):
        rows = [[has_pattern(canvas, pattern, rules) for pattern in wanted] for canvas in from_array(grids)]
        return np.array(rows, dtype=bool).reshape(len(grids), len(wanted))
    tables = _shape_tables(wanted, grids.shape[1], grids.shape[2], rules)
    out = np.zeros((len(grids), len(wanted)), dtype=np.int64)
    masks, find = _zeros(3), compiled(kernels_goals.find_shapes)
    for part in _parts(len(grids), _BLOCK):
        find(grids[part], masks, *tables, out[part])
    return out.astype(bool)


def path_lengths(grids: Array, colours: Sequence[int] = COLOURS, rules: Rules = LETTER) -> Array:
    """Return int64[n]: the quadrants of the longest path of one of the colours, by the ruling `path`."""
    grids = _checked(grids)
    count, rows, columns = grids.shape
    cells, most = rows * columns, kernels_paths.MOST
    flat = grids.reshape(count, cells)
    if rules.path == "longest_shortest_path":
        flat = np.where(np.isin(flat, list(colours)), flat, np.int8(EMPTY))
    out = np.empty(count, dtype=np.int64)
    column_of = np.arange(cells) % columns
    side_of = (column_of + np.arange(cells) // columns) & 1
    label, order, start, place = _zeros(cells), _zeros(cells), _zeros(cells + 1), _zeros(cells)
    near, side, seen, queue = _zeros(4 * cells), _zeros(cells), _zeros(cells), _zeros(cells)
    if rules.path == "longest_shortest_path":
        widest = compiled(kernels_paths.widest_of_each)
        for part in _parts(count, _path_block(cells)):
            widest(
                flat[part], columns, column_of, side_of, label, order, start, place, near, side, seen, queue,
                out[part],
            )  # fmt: skip
        return out
    wanted = sum(1 << colour for colour in set(colours))
    members, first, tail, tails = _zeros(2 * cells), _zeros(cells + 1), _zeros(cells), _zeros(cells * most)
    free, trail, pointer, chosen = _zeros(cells), _zeros(cells), _zeros(cells), _zeros(cells)
    best_path, control = _zeros(cells), _zeros(kernels_paths.CONTROLS)
    search = compiled(kernels_paths.best_of_each)
    for part in _parts(count, _path_block(cells)):
        search(
            flat[part], columns, column_of, side_of, wanted, SEARCH_STEPS, label, order, start, place, near,
            side, members, first, tail, tails, free, seen, trail, pointer, queue, chosen, best_path, control,
            out[part],
        )  # fmt: skip
    for hard in np.flatnonzero(out < 0):
        path = longest_path(from_array(grids[hard : hard + 1])[0], colours).value
        out[hard] = path.length if path else 0
    return out


def longest_path(
    grid: Canvas, colours: Sequence[int] = COLOURS, budget: Budget = UNLIMITED
) -> Result[ColourPath | None]:
    """Return what `paths.longest_path` does, compiled from the start: for many, or for hard ones."""
    search = Search(grid, budget)
    search.compile()
    return search.result(colours)


def _counts(grids: Array, columns: Sequence[int]) -> Array:
    """Return int64[n, columns]: some of the columns of `kernels_goals.py`."""
    out = np.empty((len(grids), len(columns)), dtype=np.int64)
    wanted = np.array(columns, dtype=np.int64)
    if _fits(grids):
        masks, row, measure = _zeros(3), _zeros(kernels_goals.COLUMNS), compiled(kernels_goals.measure_each)
        for part in _parts(len(grids), _BLOCK):
            measure(grids[part], masks, row, wanted, out[part])
    else:
        for place, canvas in enumerate(from_array(grids)):
            out[place] = np.array(_measured(canvas))[wanted]
    return out


def _measured(grid: Canvas) -> list[int]:
    """Return the row of results that the kernel would write."""
    row = [
        count(grid, colour)
        for count in (
            single.quadrants,
            single.number_of_areas,
            single.largest_area,
            single.longest_run,
            single.two_by_two_blocks,
        )
        for colour in COLOURS
    ]
    row += [sum(area.size == 1 for area in single.areas_of(grid, colour)) for colour in COLOURS]
    largest = [single.largest_area(grid, colour) for colour in COLOURS]
    return [
        *row,
        single.mirror_pairs(grid),
        single.balance(grid),
        single.balance(grid, Rules(balance_absent_colour="ignored")),
        max(largest),
        len(single.areas(grid)),
        single.areas_of_size(grid, 1),
        min(largest),
    ]


_BY_COLOUR = {
    "largest_area": kernels_goals.LARGEST,
    "most_areas": kernels_goals.AREAS,
    "most_quadrants": kernels_goals.QUADRANTS,
    "longest_line": kernels_goals.RUN,
    "solid_blocks": kernels_goals.BLOCKS,
}
_OF_ALL = {
    "largest_single_area": kernels_goals.LARGEST_OF_ALL,
    "patchwork": kernels_goals.AREAS_OF_ALL,
    "pointillism": kernels_goals.SINGLES_OF_ALL,
    "mirror": kernels_goals.MIRROR,
    "harmony": kernels_goals.HARMONY,
}


def _column(goal: Goal, rules: Rules) -> int | None:
    """Return the column of the counting kernel that is a goal's value, None where none is."""
    if goal.colour is not None and goal.name in _BY_COLOUR:
        return _BY_COLOUR[goal.name] + goal.colour
    if goal.name == "balanced_composition":
        counts_0 = rules.balance_absent_colour == "counts_0"
        return kernels_goals.BALANCE if counts_0 else kernels_goals.BALANCE_OF_PRESENT
    return _OF_ALL.get(goal.name)


def _shape_tables(
    wanted: Sequence[Pattern], rows: int, columns: int, rules: Rules
) -> tuple[Array, Array, Array, Array]:
    """Return the tables of `find_shapes`: only the turns that fit into a grid are listed."""
    first, shapes = [0], []
    for pattern in wanted:
        for turn in pattern.turns(rules):
            height, width = (1 + max(cell[axis] for cell in turn.cells) for axis in (0, 1))
            if height <= rows and width <= columns:
                shapes.append([y * (columns + 1) + x for y, x in turn.cells])
        first.append(len(shapes))
    longest = max(map(len, shapes), default=1)
    offsets = np.zeros((max(len(shapes), 1), longest), dtype=np.int64)
    for shape, row in enumerate(shapes):
        offsets[shape, : len(row)] = row
    sizes = np.array([len(shape) for shape in shapes] or [0], dtype=np.int64)
    shifted = np.zeros((3, int(offsets.max()) + 1), dtype=np.int64)
    return np.array(first, dtype=np.int64), sizes, offsets, shifted


def _fits(grids: Array) -> bool:
    """Return whether the bit boards of the counting kernels have room for the grids."""
    _, rows, columns = grids.shape
    return bool((rows + 1) * (columns + 1) <= kernels_goals.MOST_BITS)


def _checked(grids: Array) -> Array:
    """Return grids as int8. Raises ValueError, NotationError for a size that no cards give."""
    grids = np.asarray(grids)
    if grids.ndim != 3 or not np.issubdtype(grids.dtype, np.integer):
        raise ValueError(
            f"an array of {grids.dtype}{list(grids.shape)}; expected integers [n, rows, columns]"
        )
    check_size(grids.shape[1], grids.shape[2])
    if grids.size and not (grids.min() >= EMPTY and grids.max() <= 2):
        raise ValueError(f"colours from {grids.min()} to {grids.max()}; expected 0, 1, 2, or -1 for none")
    return grids.astype(np.int8, copy=False)


def _path_block(cells: int) -> int:
    """Return how many grids a call of a kernel that searches takes: at most 0.2 s of work, however hard."""
    return max(8, 200_000 // cells**2)


def _parts(count: int, size: int) -> list[slice]:
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def _zeros(size: int) -> Array:
    return np.zeros(size, dtype=np.int64)
