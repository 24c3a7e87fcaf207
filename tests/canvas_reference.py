"""Canvases written as plainly as possible, to compare everything fast with.

A grid is a dict from cells, (row, column) from 0, to the letters B, R and Y; an empty quadrant is not
in it. An area is a set of cells, a path a list of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

Cell = tuple[int, int]
Grid = Mapping[Cell, str]


def read(text: str) -> dict[Cell, str]:
    """Return the grid of canonical text."""
    return {
        (y, x): letter
        for y, row in enumerate(text.split("\n"))
        for x, letter in enumerate(row)
        if letter != "."
    }


def beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]


def areas(grid: Grid) -> list[set[Cell]]:
    """Return the colour areas."""
    found: list[set[Cell]] = []
    for cell in sorted(grid):
        if any(cell in area for area in found):
            continue
        area, fresh = {cell}, [cell]
        while fresh:
            at = fresh.pop()
            for other in beside(at):
                if grid.get(other) == grid[cell] and other not in area:
                    area.add(other)
                    fresh.append(other)
        found.append(area)
    return found


def sizes(grid: Grid, colour: str) -> list[int]:
    """Return the sizes of the areas of a colour, the largest first."""
    return sorted((len(area) for area in areas(grid) if grid[min(area)] == colour), reverse=True)


def longest_run(grid: Grid, colour: str) -> int:
    best = 0
    for (row, column), letter in grid.items():
        for down, right in ((0, 1), (1, 0)):
            length = 0
            while letter == colour and grid.get((row + down * length, column + right * length)) == colour:
                length += 1
            best = max(best, length)
    return best


def blocks(grid: Grid, colour: str) -> int:
    corners = ((0, 0), (0, 1), (1, 0), (1, 1))
    return sum(
        all(grid.get((row + down, column + right)) == colour for down, right in corners)
        for row, column in grid
    )


def balance(grid: Grid, absent_counts: bool) -> int:
    counts = Counter(grid.values())
    numbers = [counts[letter] for letter in "BRY" if counts[letter] or absent_counts]
    return max(numbers) - min(numbers) if numbers else 0


def mirror_pairs(grid: Grid, columns: int) -> int:
    pairs = 0
    for (row, column), letter in grid.items():
        other = columns - 1 - column
        if column < other and grid.get((row, other)) == letter:
            pairs += 1
    return pairs


def longest_path(grid: Grid, colours: str = "BRY") -> int:
    """Return the quadrants of the longest path, trying every path."""

    def onward(cell: Cell, used: frozenset[Cell]) -> int:
        ways = [other for other in beside(cell) if grid.get(other) == grid[cell] and other not in used]
        return 1 + max((onward(other, used | {other}) for other in ways), default=0)

    return max((onward(cell, frozenset([cell])) for cell in grid if grid[cell] in colours), default=0)


def longest_shortest_path(grid: Grid, colours: str = "BRY") -> int:
    """Return the quadrants of the longest among the shortest ways."""
    best = 0
    for source in grid:
        if grid[source] not in colours:
            continue
        far = {source: 1}
        fresh = [source]
        for cell in fresh:
            for other in beside(cell):
                if grid.get(other) == grid[source] and other not in far:
                    far[other] = far[cell] + 1
                    fresh.append(other)
        best = max(best, *far.values())
    return best


def circuit_path(grid: Grid, colour: str) -> int:
    """Return the quadrants of the longest path of a colour by a circuit constraint of CP-SAT.

    A circuit through one more node, which joins the ends; a cell left out has a loop to itself.
    """
    from ortools.sat.python import cp_model

    cells = [cell for cell, letter in grid.items() if letter == colour]
    if not cells:
        return 0
    number = {cell: place for place, cell in enumerate(cells, 1)}
    model = cp_model.CpModel()
    arcs = []
    used = []
    for cell, place in number.items():
        out = model.new_bool_var("")
        used.append(out.negated())
        arcs += [(place, place, out), (0, place, model.new_bool_var("")), (place, 0, model.new_bool_var(""))]
        arcs += [(place, number[other], model.new_bool_var("")) for other in beside(cell) if other in number]
    model.add_circuit(arcs)
    model.maximize(sum(used))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def turned(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return cells turned by a quarter and moved to row 0 and column 0."""
    found = [(column, -row) for row, column in cells]
    return moved(found)


def mirrored(cells: Iterable[Cell]) -> frozenset[Cell]:
    return moved([(row, -column) for row, column in cells])


def moved(cells: Iterable[Cell]) -> frozenset[Cell]:
    found = list(cells)
    top, left = min(row for row, _ in found), min(column for _, column in found)
    return frozenset((row - top, column - left) for row, column in found)


def forms(cells: Iterable[Cell], reflections: bool) -> set[frozenset[Cell]]:
    """Return all the ways in which a pattern may lie."""
    found = {moved(cells)}
    while True:
        more = found | {turned(form) for form in found}
        more |= {mirrored(form) for form in found} if reflections else set()
        if more == found:
            return found
        found = more


def has_pattern(grid: Grid, cells: Iterable[Cell], reflections: bool, exact: bool) -> bool:
    shapes = forms(cells, reflections)
    if exact:
        return any(moved(area) in shapes for area in areas(grid))
    for row, column in grid:
        for shape in shapes:
            # Every shape has a cell in its row 0; that one goes onto the cell of the grid.
            first = min(shape)
            letters = {grid.get((row + y - first[0], column + x - first[1])) for y, x in shape}
            if len(letters) == 1 and None not in letters:
                return True
    return False
