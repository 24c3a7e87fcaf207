"""The longest path of one colour, exact, with the path itself.

Rules: *Instructor Card Notes*: a path goes from quadrant to quadrant of one colour by their sides and
uses none twice. Finding the longest is hard in general; a grid helps. The areas are looked at from the
largest on, as long as one could still hold a longer path: its quadrants alternate between the two
sides of a chessboard. An area is taken apart into its biconnected parts, which a path goes through one
after the other, so that each part is searched by itself, with what may be added at each of its
quadrants; depth first at the start, and where that takes too many steps by dynamic programming along a
frontier (`kernels_sweep.py`), at first only for paths next to the bound, then for shorter ones.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from ...core.budget import UNLIMITED, Budget, Meter, Result
from ...core.notation import cell_name
from . import kernels_paths as kernels
from .canvas import COLOURS, EMPTY, LETTERS, Canvas
from .canvas import cells as cells_of
from .measures import area_masks, areas, first_column, step
from .sweep import Spent, Sweep
from .work import Ints, Work

SEARCH_STEPS = 2_000
"""Steps of a depth-first search before the sweep takes over."""
PLAIN_STATES = 40_000
"""States that sweeps offer in plain Python before they go on compiled."""
PLAIN_SLICE = 20_000
"""States a sweep in plain Python offers before the budget is looked at: some 0.1 s."""
COMPILED_STATES = 1_000_000
"""States a compiled sweep offers before the budget is looked at: some 40 ms."""
_FIRST_SLACK = 0
"""How far below the bound a path may stay in the first sweep; then 2, 6, 14, …"""


class ColourPath(Struct, frozen=True):
    """A path of one colour."""

    colour: int
    cells: tuple[int, ...]
    """Its cells in order, from the end that comes first in reading order."""
    columns: int
    """Columns of the grid, by which its cells are named."""

    @property
    def length(self) -> int:
        """Number of quadrants."""
        return len(self.cells)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its cells."""
        return tuple(cell_name(cell, self.columns) for cell in self.cells)

    def __str__(self) -> str:
        return f"{LETTERS[self.colour]} {' '.join(self.names)}"


def longest_path(
    grid: Canvas, colours: Sequence[int] = COLOURS, budget: Budget = UNLIMITED
) -> Result[ColourPath | None]:
    """Return the longest path of one of the colours; None for a grid that has none of their quadrants.

    Of several longest ones always the same is returned. Where the budget is spent first the verdict is
    "unknown", the value the longest path found and the interval what the longest may have.
    """
    return Search(grid, budget).result(colours)


def longest_length(grid: Canvas) -> int:
    """Return the number of quadrants of the longest path of one colour; 0 for a grid without any.

    What `longest_path` finds, for who does not ask for its cells: areas of one form are searched once.
    """
    columns, best = grid.columns, 0
    found = [(_most(mask, columns), mask) for colour in COLOURS for mask in area_masks(grid, colour)]
    found.sort(reverse=True)
    for most, mask in found:
        if most <= best:
            break
        best = max(best, _length_in(_in_the_corner(mask, columns), columns))
    return best


def _most(area: int, columns: int) -> int:
    """Return a length that no path in an area exceeds: it alternates between the sides of a chessboard."""
    size = area.bit_count()
    odd = (area & _odd_side(columns)).bit_count()
    return min(size, 2 * min(odd, size - odd) + 1)


@functools.cache
def _odd_side(columns: int) -> int:
    """Return the cells of one side of a chessboard of ten rows, as a bit mask."""
    return sum(1 << row * columns + column for row in range(10) for column in range(1 - row % 2, columns, 2))


def _in_the_corner(area: int, columns: int) -> int:
    """Return the cells of an area moved to the first row and the first column."""
    area >>= ((area & -area).bit_length() - 1) // columns * columns
    first = first_column(columns)
    while not area & first:
        area >>= 1
    return area


@functools.lru_cache(maxsize=1 << 14)
def _length_in(area: int, columns: int) -> int:
    rows = 2 * -(-area.bit_length() // (2 * columns))
    grid = Canvas(tuple([0 if area >> cell & 1 else EMPTY for cell in range(rows * columns)]), columns)
    path = longest_path(grid, (0,)).value
    assert path is not None
    return path.length


def longest_shortest_path(grid: Canvas, colours: Sequence[int] = COLOURS) -> ColourPath | None:
    """Return the longest among the shortest ways between two quadrants of an area; None without any.

    This is what the ruling `path=longest_shortest_path` counts. The first pair in reading order is taken.
    """
    best: tuple[int, list[int]] | None = None
    for area in areas(grid):
        if area.colour not in colours:
            continue
        for cell in area.cells:
            layers = [1 << cell]
            seen = 1 << cell
            while fresh := step(layers[-1], area.mask, grid.columns) & ~seen:
                layers.append(fresh)
                seen |= fresh
            if best is None or len(layers) > len(best[1]):
                best = (area.colour, layers)
    if best is None:
        return None
    colour, layers = best
    way = [layers[-1] & -layers[-1]]
    for layer in reversed(layers[:-1]):
        before = step(way[-1], layer, grid.columns)
        way.append(before & -before)
    way.reverse()
    return ColourPath(colour, tuple(next(cells_of(cell)) for cell in way), grid.columns)


class Search(Work):
    """One search for a longest path; `compile` before it makes it run compiled from the start."""

    def __init__(self, grid: Canvas, budget: Budget = UNLIMITED) -> None:
        super().__init__()
        self._canvas = grid
        self.meter: Meter = budget.start()
        cells, columns = len(grid.quadrants), grid.columns
        self.most_bytes = budget.bytes
        self.cells, self.columns = cells, columns
        self.plain_states = PLAIN_STATES
        """States that may still be offered before the search goes on compiled."""
        self.grid: Ints = list(grid.quadrants)
        self.column_of: Ints = [cell % columns for cell in range(cells)]
        self.side_of: Ints = [(cell % columns + cell // columns) & 1 for cell in range(cells)]
        self.label: Ints = [0] * cells
        self.order: Ints = [0] * cells
        self.start: Ints = [0] * (cells + 1)
        self.place: Ints = [0] * cells
        self.near: Ints = [0] * (4 * cells)
        self.side: Ints = [0] * cells
        self.members: Ints = [0] * (2 * cells)
        self.first: Ints = [0] * (cells + 1)
        self.tail: Ints = [0] * cells
        self.tails: Ints = [0] * (cells * kernels.MOST)
        self.free: Ints = [0] * cells
        self.seen: Ints = [0] * cells
        self.trail: Ints = [0] * cells
        self.pointer: Ints = [0] * cells
        self.queue: Ints = [0] * cells
        self.chosen: Ints = [0] * cells
        self.best_path: Ints = [0] * cells
        self.control: Ints = [0] * kernels.CONTROLS

    def result(self, colours: Sequence[int]) -> Result[ColourPath | None]:
        """Search, and return what `longest_path` returns."""
        meter, bound = self.meter, self._run(colours)
        path = self._path()
        length = path.length if path else 0
        if bound > length:
            interval = (length, bound)
            return Result(
                "unknown", path, proof="bound", interval=interval, nodes=meter.nodes, seconds=meter.seconds
            )
        return Result("yes" if path else "no", path, nodes=meter.nodes, seconds=meter.seconds)

    def _path(self) -> ColourPath | None:
        """Return the best path found so far."""
        found = tuple(int(cell) for cell in self.best_path[: self.control[kernels.BEST]])
        if found and found[-1] < found[0]:
            found = found[::-1]
        colour = self._canvas.quadrants[found[0]] if found else 0
        return ColourPath(colour, found, self.columns) if found else None

    def _run(self, colours: Sequence[int]) -> int:
        """Search the areas of some colours; return a length that no path of theirs is longer than."""
        count = self.kernel(kernels.find_areas)(
            self.grid, self.columns, self.column_of, self.label, self.order, self.start
        )
        found = []
        for area in range(count):
            begin, end = int(self.start[area]), int(self.start[area + 1])
            if self.grid[self.order[begin]] in colours:
                size = bound = end - begin
                if size > 2:
                    odd = int(sum([self.side_of[cell] for cell in self.order[begin:end]]))
                    bound = min(size, 2 * min(odd, size - odd) + 1)
                found.append((-bound, begin, size))
        for negative, begin, size in sorted(found):
            if -negative <= self.control[kernels.BEST]:
                break
            try:
                self._search_area(begin, size)
            except Spent:
                return -negative
        return int(self.control[kernels.BEST])

    def _search_area(self, begin: int, size: int) -> None:
        if self.control[kernels.BEST] == 0:
            self.control[kernels.BEST] = 1
            self.best_path[0] = self.order[begin]
        self.kernel(kernels.join_cells)(
            self.order, begin, size, self.cells, self.columns, self.column_of, self.side_of, self.label,
            self.place, self.near, self.side,
        )  # fmt: skip
        blocks = self._find_blocks(size)
        for vertex in range(size):
            self.tail[vertex] = self.free[vertex] = 0
        self.control[kernels.BLOCK] = self.control[kernels.PHASE] = 0
        while True:
            if self.meter.spent():
                raise Spent
            before = int(self.control[kernels.ALL_STEPS])
            outcome = self.kernel(kernels.search_blocks)(
                blocks, SEARCH_STEPS, self.members, self.first, self.near, self.side, self.tail, self.tails,
                self.free, self.seen, self.trail, self.pointer, self.queue, self.chosen, self.order, begin,
                self.best_path, self.control,
            )  # fmt: skip
            self.meter.nodes += int(self.control[kernels.ALL_STEPS]) - before
            if outcome == kernels.DONE:
                return
            self._sweep_block(begin)

    def _find_blocks(self, size: int) -> int:
        """Take the area apart so that its largest block comes last, and return how many blocks it has.

        The last one need not be searched again for what it adds to others.
        """
        count = self._blocks_from(0, size)
        if count < 2:
            return count
        first = list(map(int, self.first[: count + 1]))
        members = list(map(int, self.members[: first[-1]]))
        times = Counter(members)
        largest = max(range(count), key=lambda block: first[block + 1] - first[block])
        inside = members[first[largest] : first[largest + 1]]
        return self._blocks_from(min(inside, key=lambda vertex: (times[vertex], vertex)), size)

    def _blocks_from(self, root: int, size: int) -> int:
        count: int = self.kernel(kernels.find_blocks)(
            size, root, self.near, self.seen, self.free, self.pointer, self.trail, self.queue, self.members,
            self.first,
        )  # fmt: skip
        return count

    def _sweep_block(self, begin: int) -> None:
        """Do by sweeps what took the search too long, and note that it is done. Raises Spent."""
        block, rooted = int(self.control[kernels.BLOCK]), bool(self.control[kernels.PHASE])
        first, last = int(self.first[block]), int(self.first[block + 1])
        vertices = [int(vertex) for vertex in self.members[first:last]]
        root = vertices[-1] if rooted else None
        where = {vertex: divmod(int(self.order[begin + vertex]), self.columns) for vertex in vertices}
        tail = {vertex: int(self.tail[vertex]) for vertex in vertices}
        bound = kernels.block_bound(self.members, first, last, int(rooted), self.side, self.tail)
        floor = tail[root] + 1 if root is not None else int(self.control[kernels.BEST])
        slack = _FIRST_SLACK
        while bound > floor:
            below = max(floor, bound - 1 - slack)
            found = self._sweep(Sweep(where, tail, root, below))
            if found:
                self._keep(found, begin, rooted)
                break
            bound, slack = below, 2 * slack + 2
        self.control[kernels.BLOCK] += rooted
        self.control[kernels.PHASE] = 0 if rooted else 1

    def _sweep(self, sweep: Sweep) -> list[int]:
        """Return the path that a sweep finds, none if there is none above its floor. Raises Spent."""
        while True:
            if self.is_compiled and not sweep.is_compiled:
                sweep.compile()
            slice_size = COMPILED_STATES if self.is_compiled else min(PLAIN_SLICE, self.plain_states)
            before = sweep.offered
            ended = sweep.advance(slice_size, self.most_bytes)
            self.meter.nodes += sweep.offered - before
            if ended:
                return sweep.path()
            if self.meter.spent():
                raise Spent
            self.plain_states -= sweep.offered - before
            if self.plain_states <= 0 and not self.is_compiled:
                self.compile()

    def _keep(self, path: list[int], begin: int, rooted: bool) -> None:
        for place, vertex in enumerate(path):
            self.chosen[place] = vertex
        if rooted:
            self.kernel(kernels.hang)(self.chosen, len(path), self.tail, self.tails)
            return
        self.control[kernels.BEST] = len(path) + self.tail[path[0]] + self.tail[path[-1]]
        self.kernel(kernels.keep_path)(
            self.chosen, len(path), self.tail, self.tails, self.order, begin, self.best_path
        )
