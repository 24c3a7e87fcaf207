"""Canvases: every speed claim, measured beside its peer; run alone, a search for the hardest grids.

The peers are what one would take: `scipy.ndimage.label` and networkx for areas, and for the longest
path a circuit constraint of CP-SAT over the quadrants of a colour and one more node. Each is given
less to do, in its favour: the sizes of the areas, and nothing else that is counted.

python benchmarks/canvas.py         change 10 x 10 grids at random so that their longest paths take longer
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from rows import Row, cpu_seconds, shown

from quadrangle.core.rng import Rng
from quadrangle.solvers.canvas import ASSIGNMENTS, COLOURS, INSPIRATIONS, INSTRUCTORS, Canvas, batch

_CANVASES = 20_000
_PEER_CANVASES = 300
_REGIONS = 10_000
_PEER_REGIONS = 60
_COPIES = 100
"""How often one region is searched to measure it: most take a microsecond."""

COUNTED = [goal for colour in COLOURS for goal in ASSIGNMENTS[colour]] + [
    goal for goal in INSTRUCTORS if goal.name != "longest_colour_path"
]
"""Every goal of the decks except the longest path."""

HARDEST = """\
BBBB.BBBBB
BBBBBBBB.B
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBB.
B.BBBBB.BB
BBBBBBBBBB
BBBBB..BBB"""
"""The 10 x 10 grid that took the most steps among some thousands made to take many."""


def random_grids(count: int, rows: int, columns: int) -> Any:
    """Return complete grids at random, int8[count, rows, columns]."""
    return np.random.default_rng(1).integers(0, 3, (count, rows, columns)).astype(np.int8)


Sizes = list[list[int]]
"""The sizes of the areas of each half and colour, largest first."""


def peer_scipy(grid: Any) -> Sizes:
    """Return the sizes of the areas of both players."""
    from scipy import ndimage

    found = []
    for half in (grid[:4], grid[4:]):
        for colour in COLOURS:
            labels, _ = ndimage.label(half == colour)
            found.append(sorted(np.bincount(labels.ravel())[1:].tolist(), reverse=True))
    return found


def peer_networkx(grid: Any) -> Sizes:
    """Return the sizes of the areas of both players."""
    import networkx

    found: Sizes = []
    for half in (grid[:4].tolist(), grid[4:].tolist()):
        graph = networkx.grid_2d_graph(4, 8)
        graph.remove_edges_from([(a, b) for a, b in graph.edges if half[a[0]][a[1]] != half[b[0]][b[1]]])
        sizes: Sizes = [[], [], []]
        for area in networkx.connected_components(graph):
            row, column = next(iter(area))
            sizes[half[row][column]].append(len(area))
        found += [sorted(of_colour, reverse=True) for of_colour in sizes]
    return found


def peer_circuit(grid: Any) -> int:
    """Return the quadrants of the longest path of any colour, one model a colour."""
    from ortools.sat.python import cp_model

    best = 0
    for colour in COLOURS:
        number = {(int(y), int(x)): place for place, (y, x) in enumerate(np.argwhere(grid == colour), 1)}
        if not number:
            continue
        model = cp_model.CpModel()
        arcs, used = [], []
        for (y, x), place in number.items():
            out = model.new_bool_var("")
            used.append(out.negated())
            arcs += [
                (place, place, out),
                (0, place, model.new_bool_var("")),
                (place, 0, model.new_bool_var("")),
            ]
            for cell in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
                if cell in number:
                    arcs.append((place, number[cell], model.new_bool_var("")))
        model.add_circuit(arcs)
        model.maximize(sum(used))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(model) != cp_model.OPTIMAL:
            raise AssertionError("the circuit model was not solved")
        best = max(best, round(solver.objective_value))
    return best


def score(grids: Any) -> list[Any]:
    """Return every goal but the longest path for each player, int64[n, 21]."""
    return [batch.values(COUNTED, area) for area in batch.scoring_areas(grids, 2)]


def goals() -> list[Row]:
    """Return what all goals but the longest path take, beside peers that only find the areas."""
    grids = random_grids(_CANVASES, 8, 8)
    fast = min(cpu_seconds(lambda: score(grids)) for _ in range(5)) / _CANVASES
    areas = batch.scoring_areas(grids, 2)
    wanted = list(INSPIRATIONS.values())
    shapes = min(cpu_seconds(lambda: [batch.patterns(area, wanted) for area in areas]) for _ in range(3))
    few = grids[:_PEER_CANVASES]
    south, north = batch.scoring_areas(few, 2)
    ours = np.concatenate([batch.measures(north).largest, batch.measures(south).largest], axis=1)
    for peer in (peer_scipy, peer_networkx):
        largest = [[max(sizes, default=0) for sizes in peer(grid)] for grid in few]
        if largest != ours.tolist():
            raise AssertionError(f"{peer.__name__} finds other areas")
    by_scipy = min(cpu_seconds(lambda: [peer_scipy(grid) for grid in few]) for _ in range(3)) / len(few)
    by_networkx = min(cpu_seconds(lambda: [peer_networkx(grid) for grid in few]) for _ in range(3)) / len(few)
    claim = f"Canvas 8 x 8, both players, {len(COUNTED)} goals (all but the longest path)"
    took = f"{shown(fast)} a canvas (the 12 Inspirations besides: {shown(shapes / _CANVASES)})"
    return [
        Row(
            claim,
            took,
            f"scipy.ndimage.label, sizes of areas only: {shown(by_scipy)}",
            by_scipy / fast,
            200,
            "at least",
        ),
        Row(
            "the same",
            took,
            f"networkx, sizes of areas only: {shown(by_networkx)}",
            by_networkx / fast,
            500,
            "at least",
        ),
    ]


def _path_seconds(grids: Any) -> float:
    return cpu_seconds(lambda: batch.path_lengths(grids))


def paths() -> list[Row]:
    """Return what the longest path of a random scoring area takes, beside the circuit model."""
    grids = random_grids(_REGIONS, 4, 8)
    fast = min(_path_seconds(grids) for _ in range(5)) / _REGIONS
    idle = min(_path_seconds(grids[:0]) for _ in range(20))
    each = []
    for grid in grids:
        copies = np.repeat(grid[None], _COPIES, axis=0)
        each.append((_path_seconds(copies) - idle) / _COPIES)
    few = grids[:_PEER_REGIONS]
    lengths: list[int] = []
    slow = cpu_seconds(lambda: lengths.extend(peer_circuit(grid) for grid in few)) / len(few)
    if lengths != batch.path_lengths(few).tolist():
        raise AssertionError("the circuit model finds other lengths")
    return [
        Row(
            f"Longest path, {_REGIONS:,} random 4 x 8 scoring areas, all colours",
            f"{shown(fast)} (median {shown(float(np.median(each)))}, worst {shown(max(each))})",
            f"CP-SAT circuit, {len(few)} of them: {shown(slow)}",
            slow / fast,
            3000,
            "at least",
        )
    ]


def hardest() -> list[Row]:
    """Return what the hardest known grid takes."""
    canvas = Canvas.parse(HARDEST)
    grid = batch.to_array([canvas])[0]
    fast = min(cpu_seconds(lambda: batch.longest_path(canvas)) for _ in range(3))
    found: list[int] = []
    slow = cpu_seconds(lambda: found.append(peer_circuit(grid)))
    path = batch.longest_path(canvas).value
    if path is None or found != [path.length]:
        raise AssertionError("the circuit model finds another length")
    return [
        Row(
            "Longest path, the hardest 10 x 10 grid found",
            shown(fast),
            f"CP-SAT circuit: {shown(slow)}",
            fast,
            0.4,
            "at most",
            "s",
        )
    ]


def rows() -> Iterator[Row]:
    """Yield the claims of the canvases."""
    # Compiled before anything is measured.
    score(random_grids(2, 8, 8))
    batch.patterns(random_grids(2, 4, 8), list(INSPIRATIONS.values()))
    batch.path_lengths(random_grids(2, 4, 8))
    batch.longest_path(Canvas.parse(HARDEST))
    yield from goals()
    yield from paths()
    yield from hardest()


def _offered(grid: list[int]) -> int:
    """Return the steps that the longest path of a grid takes."""
    return batch.longest_path(Canvas(tuple(grid), 10)).nodes


def _seconds(grid: list[int]) -> float:
    return cpu_seconds(lambda: _offered(grid))


def main() -> int:
    """Change grids so that they take more steps, and print the hardest."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    end = time.monotonic() + seconds
    hardest_steps = item = 0
    while time.monotonic() < end:
        rng = Rng(1, item)
        item += 1
        filled = 70 + rng.below(28)
        grid = [0 if rng.below(100) < filled else -1 for _ in range(100)]
        steps, stale = _offered(grid), 0
        while stale < 40 and time.monotonic() < end:
            other = list(grid)
            for _ in range(1 + rng.below(4)):
                cell = rng.below(100)
                other[cell] = -1 - other[cell]
            found = _offered(other)
            stale = 0 if found > steps else stale + 1
            if found >= steps:
                steps, grid = found, other
        if steps > hardest_steps:
            hardest_steps = steps
            took = min(_seconds(grid) for _ in range(3))
            print(f"{steps:,} steps, {shown(took)}\n{Canvas(tuple(grid), 10)}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
