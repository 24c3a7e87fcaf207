"""The compiled kernels give what the plain search gives, and run the same uncompiled."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable

import leaves_reference as reference
import numpy as np
import pytest
from leaves_cases import FORMS, full_layouts

from quadrangle.core.rng import Rng
from quadrangle.solvers.leaves import batch, kernels, tables
from quadrangle.solvers.leaves.layout import CELLS, NEIGHBOURS, Layout
from quadrangle.solvers.leaves.search import RANDOM_DENOMINATOR, RANDOM_GROWTH, Search


def cells_of(layouts: list[Layout]) -> tables.Array:
    return np.array([layout.cells for layout in layouts], dtype=np.uint8)


def random_cells(count: int, seed: int) -> tables.Array:
    """Return many layouts, drawn all at once."""
    draws = np.random.default_rng(seed).random((count, 27))
    return np.argsort(draws, axis=1)[:, :CELLS].astype(np.uint8)


def test_verdicts_are_those_of_the_reference() -> None:
    layouts = list(full_layouts(1000, seed=10))
    found = batch.solvable(cells_of(layouts))
    assert found.tolist() == [reference.solvable(reference.position(layout.cells)) for layout in layouts]
    assert not found.all()


@pytest.mark.slow
def test_counts_and_success_are_those_of_the_plain_search() -> None:
    layouts = list(full_layouts(400, seed=11))
    values = batch.values(cells_of(layouts))
    lines, lengths = batch.lines(cells_of(layouts))
    for i, layout in enumerate(layouts):
        search = Search()
        measure = search.measure(layout)
        assert values.solutions[i] == measure.solutions
        assert values.random_play_success(i) == measure.random_play_success
        assert values.careful_success(i) == measure.careful_success
        if measure.solvable:
            expected = [(merge.source, merge.goal) for merge in search.line(layout)]
            assert [tuple(move) for move in lines[i].tolist()] == expected
        else:
            assert lengths[i] < 8


def test_counts_and_verdicts_agree_on_many_layouts_and_any_number_of_cores() -> None:
    cells = random_cells(30_000, seed=1)
    solvable = batch.solvable(cells, workers=2)
    values = batch.values(cells, workers=2)
    assert (solvable == (values.solutions > 0)).all()
    assert (solvable == (values.raw[:, 1] > 0)).all()
    assert (batch.solvable(cells) == solvable).all()
    assert (batch.values(cells).raw == values.raw).all()


def test_the_share_of_solvable_layouts_is_what_the_census_says() -> None:
    share = batch.solvable(random_cells(200_000, seed=2)).mean()
    assert share == pytest.approx(1693086415344 / 1700755056000, abs=4 * math.sqrt(0.0045 / 200_000))


def test_an_empty_batch_is_answered() -> None:
    nothing = np.zeros((0, CELLS), dtype=np.uint8)
    assert batch.solvable(nothing, workers=2).shape == (0,)
    assert batch.values(nothing).solutions.shape == (0,)


@pytest.mark.parametrize("function", [batch.solvable, batch.values, batch.lines])
def test_what_is_no_array_of_layouts_is_refused(function: Callable[[tables.Array], object]) -> None:
    cells = random_cells(3000, seed=5)
    twice, outside = cells.copy(), cells.copy()
    twice[2500, 8] = twice[2500, 0]
    outside[1, 3] = 200
    for wrong in (twice, outside):
        with pytest.raises(ValueError, match="expected nine different cards from 0 to 26"):
            function(wrong)
    for wrong in (cells[:, :8], cells.astype(np.int64), cells[0]):
        with pytest.raises(ValueError, match=r"expected layouts as uint8\[n, 9\]"):
            function(wrong)
    function(np.asfortranarray(cells[:10]))


def test_denominators_are_large_enough_for_every_position() -> None:
    """With e mergeable pairs there are 2 e merges; nothing may be lost in the integer divisions."""
    for count in range(3, CELLS + 1):
        most = max(
            sum(i < j and occupied >> i & occupied >> j & 1 for i in range(CELLS) for j in NEIGHBOURS[i])
            for occupied in range(512)
            if occupied.bit_count() == count
        )
        assert all(RANDOM_GROWTH[count] % (2 * e) == 0 for e in range(1, most + 1))
    assert RANDOM_DENOMINATOR[CELLS] < 2**63


def test_kernels_run_plain_and_compiled_with_the_same_results() -> None:
    cells = cells_of(list(full_layouts(40, seed=12)))
    nine, eight = tables.searched()
    seven, packed = tables.solvable_seven(), tables.packed_values()
    shares, scale = tables.careful_shares(), RANDOM_GROWTH[8:]
    results = []
    for form in FORMS:
        pattern = np.empty(len(cells), dtype=np.int64)
        form(kernels.patterns)(tables.CODES, cells, np.empty((9, len(cells)), dtype=np.int64), pattern)
        verdicts = np.zeros(len(cells), dtype=np.uint8)
        form(kernels.solvable_each)(pattern, nine, eight, seven, verdicts)
        worth = np.zeros((len(cells), 5), dtype=np.int64)
        form(kernels.values_each)(pattern, nine, eight, packed[tables.TOP], scale, shares, worth)
        lines = np.zeros((4, 8, 2), dtype=np.int64)
        lengths = np.zeros(4, dtype=np.int64)
        tail = (tables.CODES, tables.near(), tables.places(), packed, RANDOM_GROWTH[8])
        form(kernels.best_lines)(cells[:4].astype(np.int64), *tail, lines, lengths)
        fixed = [form(kernels.careful_fixed)(row, 4576860288000) for row in worth]
        results.append([x.tolist() for x in (pattern, verdicts, worth, lines, lengths)] + [fixed])
    assert results[0] == results[1]


@pytest.mark.parametrize("count", range(2, 6))
def test_tables_are_extended_plain_and_compiled_alike(count: int) -> None:
    level, width = tables.level(count), count * (count - 1) // 2
    rng = Rng(7, count)
    smaller = np.array(
        [[rng.below(50), rng.below(50), rng.below(9) - 1] for _ in range(int(level.maps.max()) + 4096)]
    )
    partnered = np.ones(1 << width, dtype=np.uint8)
    results = []
    for form in FORMS:
        out = np.zeros((1 << width, 3), dtype=np.int64)
        merges = (level.start[0], level.start[1], level.bit, level.maps)
        form(kernels.extend_values)(width, level.width, merges, smaller, (1680, 360360), partnered, out)
        verdicts = np.zeros(1 << width, dtype=np.uint8)
        form(kernels.extend_solvable)(width, level.width, merges, (smaller[:, 0] > 25), verdicts)
        packed = np.zeros((len(out), 2), dtype=np.int64)
        form(kernels.pack_values)(out, packed)
        results.append((out.tolist(), verdicts.tolist(), packed.tolist()))
    assert results[0] == results[1]


@pytest.mark.slow
def test_kernels_stay_inside_their_arrays(tmp_path: object) -> None:
    """Run the compiled kernels with numba's bounds checks on."""
    code = (
        "import numpy as np; from quadrangle.solvers.leaves import batch, counting;"
        "cells = np.argsort(np.random.default_rng(3).random((300, 27)), axis=1)[:, :9].astype(np.uint8);"
        "values = batch.values(cells); lines, lengths = batch.lines(cells);"
        "assert (batch.solvable(cells) == (lengths == 8)).all();"
        "verdicts = counting.Verdicts();"
        "verdicts.part(len(verdicts.parts) - 1, lambda: False);"
        "print(values.solutions.sum())"
    )
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
