"""Longest colour paths: exact on every grid, whichever of the ways of the search finds them."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import canvas_reference as reference
import numpy as np
import pytest
from canvas_cases import canvases, random_canvases
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.solvers.canvas import (
    BLUE,
    COLOURS,
    INSPIRATIONS,
    LETTERS,
    Canvas,
    ColourPath,
    Goal,
    Rules,
    batch,
    kernels_paths,
    kernels_sweep,
    longest_length,
    longest_path,
    longest_shortest_path,
    paths,
    quadrants,
)
from quadrangle.solvers.canvas.sweep import Sweep, most_states

SNAKE = """\
BBBBBBBB
RRRRRRRB
BBBBBBBB
BRRRRRRR"""
"""Seventeen and one more: the blue quadrants are one path."""

FORKED = """\
BBBBBBBB
YYYBYYYY
YYYBYYYB
RRRBBBBB"""
"""At its one fork with two ways on a path takes the longer: the branch to the left is not counted."""

SIXTEEN = """\
BBBBBBBB
YYYYYYYB
RBBBBBBB
RRRBRRRY"""
"""As in the rulebook's example: 17 blue and 7 red quadrants, a path of 16, a short branch not counted."""

NO_PATH_GOES_ROUND = """\
.BBBBBBBB.
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBBB
BBBBBBBBB."""
"""Three corners are missing, two of one side of the chessboard and one of the other."""


def check_path(grid: Canvas, path: ColourPath) -> None:
    """Assert that a path is one: of one colour, from side to side, no quadrant twice."""
    assert len(set(path.cells)) == path.length
    assert all(grid.quadrants[cell] == path.colour for cell in path.cells)
    for one, other in itertools.pairwise(path.cells):
        assert divmod(other, grid.columns) in reference.beside(divmod(one, grid.columns))
    assert path.cells[0] <= path.cells[-1]


def length(grid: Canvas, colours: tuple[int, ...] = COLOURS) -> int:
    found = longest_path(grid, colours)
    assert found.verdict == ("yes" if found.value else "no")
    assert found.proof == "exact"
    if found.value is None:
        return 0
    check_path(grid, found.value)
    return found.value.length


@pytest.mark.parametrize("text, quadrants", [(SNAKE, 18), (FORKED, 13), ("..\n..", 0), ("B.\n..", 1)])
def test_paths_that_can_be_seen(text: str, quadrants: int) -> None:
    assert length(Canvas.parse(text)) == quadrants


def test_a_fork_counts_its_longer_branch() -> None:
    found = longest_path(Canvas.parse(FORKED), (BLUE,)).value
    assert found is not None
    assert str(found) == "B h1 g1 f1 e1 d1 d2 d3 d4 e4 f4 g4 h4 h3"


def test_the_path_of_the_worked_example() -> None:
    grid = Canvas.parse(SIXTEEN)
    assert [quadrants(grid, colour) for colour in COLOURS] == [17, 7, 8]
    assert Goal("balanced_composition").value(grid) == 17 - 7
    found = longest_path(grid).value
    assert found is not None and (found.colour, found.length) == (BLUE, 16)
    assert "d4" not in found.names
    assert Goal("longest_colour_path").value(grid) == 16
    assert Goal("longest_colour_path").value(grid, Rules(path="longest_shortest_path")) == 16


@settings(max_examples=120, deadline=None)
@given(canvases(most=4))
def test_small_grids_agree_with_trying_every_path(grid: Canvas) -> None:
    plain = reference.read(str(grid))
    for colour in COLOURS:
        assert length(grid, (colour,)) == reference.longest_path(plain, LETTERS[colour])
    assert length(grid) == reference.longest_path(plain)
    assert longest_length(grid) == length(grid)


def test_lengths_of_forms_seen_before_are_those_of_a_search() -> None:
    for rows, columns in ((4, 8), (8, 4), (4, 10), (2, 2)):
        for grid in random_canvases(150, rows, columns, seed=29):
            assert longest_length(grid) == length(grid)


@pytest.mark.slow
@pytest.mark.parametrize("steps, plain_states", [(0, 10**9), (3, 10**9), (3, 0), (30, 500)])
def test_every_way_of_the_search_finds_the_same_lengths(
    steps: int, plain_states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Depth first for so many steps, then sweeps in plain Python for so many states, then compiled."""
    monkeypatch.setattr(paths, "SEARCH_STEPS", steps)
    monkeypatch.setattr(paths, "PLAIN_STATES", plain_states)
    swept = 0
    sweep = Sweep.advance

    def counted(self: Sweep, states: int, most_bytes: int | None = None) -> bool:
        nonlocal swept
        swept += 1
        return sweep(self, states, most_bytes)

    monkeypatch.setattr(Sweep, "advance", counted)
    for grid in random_canvases(30, 4, 6, seed=steps, weights=(1, 5, 1, 0)):
        assert length(grid) == reference.longest_path(reference.read(str(grid)))
    assert swept > 20


def hard_grids() -> Iterator[Canvas]:
    """Yield grids of large areas, many of them with a depth-first search too long."""
    yield from random_canvases(3, 8, 10, seed=5, weights=(2, 5, 0, 0))
    yield from random_canvases(3, 10, 10, seed=6, weights=(1, 3, 0, 0))
    yield from random_canvases(3, 10, 10, seed=7, weights=(1, 8, 0, 0))
    yield from random_canvases(2, 10, 10, seed=8, weights=(0, 3, 1, 0))
    yield Canvas.parse(NO_PATH_GOES_ROUND)


@pytest.mark.slow
def test_large_grids_agree_with_a_circuit_model() -> None:
    for grid in hard_grids():
        found = batch.longest_path(grid, (BLUE,))
        assert found.value is not None and found.proof == "exact"
        check_path(grid, found.value)
        assert found.value.length == reference.circuit_path(reference.read(str(grid)), "B"), str(grid)


def test_whole_rectangles_are_one_path() -> None:
    for rows in range(2, 11, 2):
        for columns in range(2, 11, 2):
            assert length(Canvas((0,) * (rows * columns), columns)) == rows * columns


def test_two_opposite_corners_cost_a_quadrant_of_each_kind() -> None:
    """The mutilated chessboard: 48 and 50 of a kind are left, and a path alternates."""
    quadrants = [0] * 100
    quadrants[0] = quadrants[99] = -1
    assert length(Canvas(tuple(quadrants), 10)) == 97


@settings(max_examples=60, deadline=None)
@given(canvases(most=6), st.integers(0, 3), st.permutations([0, 1, 2]))
def test_turning_mirroring_and_recolouring_change_no_length(
    grid: Canvas, quarters: int, colours: list[int]
) -> None:
    expected = length(grid)
    assert length(grid.turned(quarters)) == expected
    assert length(grid.mirrored()) == expected
    other = Canvas(
        tuple(colours[colour] if colour >= 0 else colour for colour in grid.quadrants), grid.columns
    )
    assert length(other) == expected


@settings(max_examples=100, deadline=None)
@given(canvases(most=6))
def test_the_longest_shortest_way_is_a_way_and_the_longest(grid: Canvas) -> None:
    plain = reference.read(str(grid))
    for colours in (COLOURS, (1,)):
        found = longest_shortest_path(grid, colours)
        letters = "".join(LETTERS[colour] for colour in colours)
        assert (found.length if found else 0) == reference.longest_shortest_path(plain, letters)
        if found:
            check_path(grid, found)
            assert found.length <= length(grid, colours)


def test_the_two_readings_of_a_path_differ() -> None:
    grid = Canvas.parse("BB\nBB")
    assert length(grid) == 4
    found = longest_shortest_path(grid)
    assert found is not None and str(found) == "B a1 b1 b2"


def test_a_spent_budget_says_unknown_and_how_far_it_got() -> None:
    grid = Canvas.parse(NO_PATH_GOES_ROUND)
    found = longest_path(grid, budget=Budget(nodes=500))
    assert found.verdict == "unknown" and found.proof == "bound"
    assert found.value is not None and found.interval is not None
    check_path(grid, found.value)
    low, high = found.interval
    assert low == found.value.length < high
    assert low <= length(grid) <= high
    assert longest_path(grid, budget=Budget(cancelled=lambda: True)).verdict == "unknown"
    assert batch.longest_path(grid, budget=Budget(bytes=300_000)).verdict == "unknown"
    assert batch.longest_path(grid, budget=Budget(bytes=200_000_000)).verdict == "yes"


def test_a_budget_that_is_enough_changes_nothing() -> None:
    for grid in random_canvases(5, 8, 8, seed=3, weights=(1, 4, 1, 1)):
        free, held = longest_path(grid), longest_path(grid, budget=Budget(nodes=10**7, seconds=600))
        assert (held.verdict, held.value, held.nodes) == (free.verdict, free.value, free.nodes)
        assert batch.longest_path(grid).value == free.value


@pytest.mark.parametrize("size", [(2, 2), (4, 4), (4, 8), (4, 10), (8, 8), (10, 10)])
@pytest.mark.parametrize("weights", [(0, 1, 1, 1), (1, 5, 1, 0)])
def test_batches_agree_with_single_grids(size: tuple[int, int], weights: tuple[int, int, int, int]) -> None:
    grids = list(random_canvases(25, *size, seed=2, weights=weights))
    array = batch.to_array(grids)
    assert batch.path_lengths(array).tolist() == [length(grid) for grid in grids]
    assert batch.path_lengths(array, (1,)).tolist() == [length(grid, (1,)) for grid in grids]
    shortest = Rules(path="longest_shortest_path")
    for colours in (COLOURS, (0,)):
        found = [longest_shortest_path(grid, colours) for grid in grids]
        expected = [path.length if path else 0 for path in found]
        assert batch.path_lengths(array, colours, shortest).tolist() == expected


def test_grids_that_take_the_batch_too_long_are_searched_singly(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = list(random_canvases(30, 4, 6, seed=9, weights=(1, 6, 1, 0)))
    expected = batch.path_lengths(batch.to_array(grids)).tolist()
    monkeypatch.setattr(batch, "SEARCH_STEPS", 2)
    searched = []
    whole = batch.longest_path

    def noted(grid: Canvas, *rest: object) -> object:
        searched.append(grid)
        return whole(grid)

    monkeypatch.setattr(batch, "longest_path", noted)
    assert batch.path_lengths(batch.to_array(grids)).tolist() == expected
    assert len(searched) > 15


@settings(max_examples=60, deadline=None)
@given(canvases(most=6))
def test_the_kernels_as_they_stand_find_what_the_compiled_ones_do(grid: Canvas) -> None:
    cells, columns = len(grid.quadrants), grid.columns
    most = kernels_paths.MOST

    def room(size: int) -> list[int]:
        return [0] * size

    array = batch.to_array([grid])
    column_of = [cell % columns for cell in range(cells)]
    side_of = [(cell % columns + cell // columns) & 1 for cell in range(cells)]
    out = [0]
    label, order, start, place = room(cells), room(cells), room(cells + 1), room(cells)
    near, side, seen, queue = room(4 * cells), room(cells), room(cells), room(cells)
    kernels_paths.best_of_each(
        array.reshape(1, -1), columns, column_of, side_of, 7, 10**9, label, order, start, place, near, side,
        room(2 * cells), room(cells + 1), room(cells), room(cells * most), room(cells), seen, room(cells),
        room(cells), queue, room(cells), room(cells), room(kernels_paths.CONTROLS), out,
    )  # fmt: skip
    assert out == batch.path_lengths(array).tolist()
    kernels_paths.widest_of_each(
        array.reshape(1, -1),
        columns,
        column_of,
        side_of,
        label,
        order,
        start,
        place,
        near,
        side,
        seen,
        queue,
        out,
    )
    assert out == batch.path_lengths(array, rules=Rules(path="longest_shortest_path")).tolist()


@st.composite
def blocks(draw: st.DrawFn) -> tuple[dict[int, tuple[int, int]], dict[int, int], int | None]:
    """Draw an area of a small grid, tails at its vertices, and perhaps a root."""
    rows, columns = draw(st.sampled_from([(2, 5), (3, 4), (4, 4), (5, 3)]))
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    there = draw(
        st.lists(st.sampled_from([True, True, True, False]), min_size=len(cells), max_size=len(cells))
    )
    grid = {cell: "B" for cell, present in zip(cells, there, strict=True) if present}
    whole = max(reference.areas(grid), key=len, default={(0, 0), (0, 1)})
    area = sorted(whole if len(whole) > 1 else {(0, 0), (0, 1)})
    where = dict(enumerate(area))
    tail = {vertex: draw(st.sampled_from([0, 0, 0, 1, 2, 5])) for vertex in where}
    return where, tail, draw(st.none() | st.sampled_from(sorted(where)))


def longest_with_tails(where: dict[int, tuple[int, int]], tail: dict[int, int], root: int | None) -> int:
    """Return the length of the longest path of two vertices or more, tails at its ends included."""
    vertex_on = {cell: vertex for vertex, cell in where.items()}

    def onward(vertex: int, used: frozenset[int]) -> int:
        best = tail[vertex] if len(used) > 1 else -100
        for cell in reference.beside(where[vertex]):
            other = vertex_on.get(cell, -1)
            if other >= 0 and other not in used:
                best = max(best, 1 + onward(other, used | {other}))
        return best

    if root is not None:
        return 1 + onward(root, frozenset([root]))
    return max(1 + tail[vertex] + onward(vertex, frozenset([vertex])) for vertex in where)


@settings(max_examples=120, deadline=None)
@given(blocks(), st.booleans(), st.integers(0, 6))
def test_sweeps_find_the_longest_path_with_tails(
    block: tuple[dict[int, tuple[int, int]], dict[int, int], int | None], as_compiled: bool, below: int
) -> None:
    where, tail, root = block
    expected = longest_with_tails(where, tail, root)
    for floor in (0, max(0, expected - below)):
        sweep = Sweep(where, tail, root, floor)
        if as_compiled:
            sweep.compile()
        while not sweep.advance(10):
            pass
        if floor == expected:
            assert sweep.path() == []
            continue
        path = sweep.path()
        assert len(set(path)) == len(path)
        assert all(where[other] in reference.beside(where[one]) for one, other in itertools.pairwise(path))
        begin = 0 if root is not None else tail[path[0]]
        assert root is None or path[0] == root
        assert begin + len(path) + tail[path[-1]] == expected
    assert Sweep(where, tail, root, expected).advance(10**9)


def test_no_layer_has_more_states_than_the_table_was_made_for() -> None:
    for side in range(2, 7):
        where = {vertex: divmod(vertex, side) for vertex in range(side * side)}
        sweep = Sweep(where, dict.fromkeys(where, 0), None, 0)
        layers = []
        before = 0
        while not sweep.advance(0):
            layers.append(int(sweep._progress[kernels_sweep.STATES]) - before)
            before = int(sweep._progress[kernels_sweep.STATES])
        assert most_states(side) / 4 < max(layers) <= most_states(side)


def answers() -> str:
    """Return what all kernels say of some grids."""
    found: list[object] = []
    for rows, columns in ((4, 8), (10, 10)):
        array = batch.to_array(list(random_canvases(20, rows, columns, seed=4, weights=(1, 4, 1, 1))))
        found.append(batch.path_lengths(array).tolist())
        found.append(batch.path_lengths(array, rules=Rules(path="longest_shortest_path")).tolist())
        found.append(batch.label_areas(array)[1].tolist())
        found.append(batch.measures(array).counts.tolist())
        found.append(batch.patterns(array, list(INSPIRATIONS.values())).tolist())
    found.append(batch.longest_path(next(random_canvases(1, 10, 10, seed=7, weights=(1, 8, 0, 0)))).value)
    return repr(found)


@pytest.mark.slow
def test_kernels_stay_inside_their_arrays() -> None:
    """The same answers with every index checked."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_canvas_paths import answers; print(answers())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(Path(__file__).parent)],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": os.devnull},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == answers() + "\n"


def test_arrays_that_are_no_grids_are_refused() -> None:
    for wrong in (np.zeros((3, 4)), np.zeros((4, 8), dtype=np.int8), np.full((1, 4, 8), 3)):
        with pytest.raises(ValueError, match="expected"):
            batch.path_lengths(wrong)
