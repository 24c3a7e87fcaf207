"""The chance that the best play has cleared a board by each turn."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from campus_turns_reference import RULINGS, printed_board, ruling, small_board

from quadrangle.core.errors import BudgetSpent
from quadrangle.solvers.campus.kernels_turns import closure
from quadrangle.solvers.campus.turns import (
    PairTable,
    Table,
    TurnRules,
    load_pairs,
    load_table,
    solve_chance,
    solve_pairs,
    solve_turns,
)
from quadrangle.solvers.campus.turns_spread import cleared_by


@pytest.mark.parametrize("maximal", ["one_set", "as_many_as_possible"])
def test_its_limit_and_its_mean_are_those_of_the_table(maximal: str) -> None:
    rng = random.Random(f"spread {maximal}")
    for rules in rng.sample(RULINGS, 60):
        chosen = {name: getattr(rules, name) for name in rules.__struct_fields__} | {"maximal": maximal}
        values, lines = small_board(rng)
        up = rng.randrange(1, 1 << len(values))
        pairs = solve_pairs(values, lines, ruling(**chosen))
        spread = cleared_by(pairs, up, 2500)
        chance, turns = pairs.value(up)
        assert spread[0] == 0
        assert spread == sorted(spread)
        assert spread[-1] == pytest.approx(chance, abs=1e-7)
        if turns is not None:
            waited = sum(spread[-1] - by for by in spread)
            assert waited / chance == pytest.approx(turns, abs=1e-3)


def test_a_tile_that_waits_for_some_rolls_goes_with_the_same_chance_each_turn() -> None:
    # 1+2, or any double.
    table = solve_turns((3,), (), TurnRules(loss_of_turn="off"))
    assert cleared_by(table, 1, 20) == pytest.approx([1 - (28 / 36) ** t for t in range(21)], abs=1e-13)
    assert cleared_by(table, 0, 2) == [1, 1, 1]
    # Once a double took the 12, the 24 can never go down.
    pairs = solve_pairs((12, 24), (), TurnRules(dead_board="skip"))
    assert cleared_by(pairs, 3, 400)[-1] == pytest.approx(0.25)


Solve = Callable[..., Table | PairTable]


@pytest.mark.parametrize("tiles", [6, 14])
@pytest.mark.parametrize(("solve", "load"), [(solve_turns, load_table), (solve_pairs, load_pairs)])
def test_tables_from_files_play_alike(tmp_path: Path, tiles: int, solve: Solve, load: Solve) -> None:
    values, lines = printed_board(2)
    up = (1 << tiles) - 1
    table = solve(values, lines, up=up)
    path = tmp_path / "board.turns"
    table.save(path)
    assert cleared_by(load(path), up, 30) == cleared_by(table, up, 30)


def test_a_printed_board_by_turns() -> None:
    values, lines = printed_board(7)
    rng = random.Random(1)
    up = sum(1 << k for k in rng.sample(range(len(values)), 17))
    table = solve_turns(values, lines, up=up)
    spread = cleared_by(table, up, 600)
    assert sum(1 - by for by in spread) == pytest.approx(table.value(up), abs=1e-4)
    with pytest.raises(BudgetSpent, match="more than 20 masks"):
        cleared_by(table, up, 10, most=20)
    with pytest.raises(InterruptedError):
        cleared_by(table, up, 10, cancelled=lambda: True)


def test_what_is_played_is_best_by_the_table() -> None:
    values, lines = printed_board(4)
    rng = random.Random(2)
    up = sum(1 << k for k in rng.sample(range(len(values)), 18))
    for rules in (TurnRules(), TurnRules(maximal="as_many_as_possible", dead_board="skip")):
        pairs = solve_pairs(values, lines, rules, up=up)
        masks = sorted({closure(rng.getrandbits(len(values)) & up, lines) for _ in range(20)})
        rolls = [*((total, False) for total in range(3, 12)), *((total, True) for total in range(4, 25, 4))]
        for mask, played in zip(masks, pairs.played(masks), strict=True):
            best = [pairs.best(mask, total, at_most=at_most)[:1] for total, at_most in rolls]
            wanted = {value for found in best for value, _ in found}
            assert {pairs.value(after) for after, _ in played} <= wanted


def test_tables_that_do_not_say_how_soon_are_refused() -> None:
    skip = TurnRules(dead_board="skip")
    with pytest.raises(ValueError, match="how soon"):
        cleared_by(solve_chance((3,), ()), 1, 5)
    with pytest.raises(ValueError, match="never be cleared"):
        cleared_by(solve_turns((12, 24), (), skip), 3, 5)
    with pytest.raises(ValueError, match="other tiles"):
        cleared_by(solve_turns((1, 2), (), up=1), 2, 5)
