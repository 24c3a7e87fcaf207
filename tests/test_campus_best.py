"""The best move against walks through everything, tables against fractions, and special positions."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from campus_cases import boards, positions, rules, whole_boards
from campus_worth_reference import Walk
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import ComponentError, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.campus.words import proved
from quadrangle.solvers.campus import (
    PRINTED,
    ROLLS,
    STAR,
    Board,
    Moves,
    Objective,
    Roll,
    Rules,
    best,
    best_move,
    best_values,
    board_value,
    cells,
    judge,
)
from quadrangle.solvers.campus.best import TurnOrder
from quadrangle.solvers.campus.race import Race
from quadrangle.solvers.campus.turns import (
    PairTable,
    Table,
    load_pairs,
    load_table,
    numbers_of,
    solve_chance,
    solve_pairs,
    solve_turns,
    turn_rules,
    up_of,
)

SMALL = Board.parse("11 5 3\n2 1 24\n6 8 s")
MIDDLE = next(board for board in positions(60, seed=5, most=20) if board.up_numbers.bit_count() == 18)


def points_of(board: Board, tiles: int) -> int:
    values = [board.arrangement.values[cell] for cell in cells(tiles)]
    return sum(25 if value == STAR else value for value in values)


@settings(max_examples=60, deadline=None)
@given(board=boards(most_cells=9), ruling=rules(), roll=st.sampled_from(ROLLS))
def test_the_fewest_turns_are_those_of_a_walk_through_all_moves(
    board: Board, ruling: Rules, roll: Roll
) -> None:
    walk = Walk(board, ruling)
    found = best_move(board, roll, ruling).value
    assert found.proof == "exact" and found.error == 0
    for choice in found.choices:
        missed, turns = walk.worth(choice.outcome.up)
        worth = choice.worth
        assert worth.low == worth.value == worth.high
        assert worth.value == (turns / (1 - missed) if missed < 1 else math.inf)
        assert worth.chance == (None if ruling.dead_board == "relax" else 1 - missed)
        assert choice.loss == (
            judge(board.arrangement, ruling).loss(choice.outcome.up) if choice.outcome.up else 0
        )
    pairs = [walk.worth(choice.outcome.up) for choice in found.choices]
    assert pairs == sorted(pairs)


@settings(max_examples=60, deadline=None)
@given(board=boards(most_cells=9), ruling=rules())
def test_a_board_is_worth_what_a_walk_finds_also_where_chains_wait(board: Board, ruling: Rules) -> None:
    missed, turns = Walk(board, ruling).worth(board.up)
    found = board_value(board, ruling).value
    assert found.value == (turns / (1 - missed) if missed < 1 else math.inf)
    assert found.chance == (None if ruling.dead_board == "relax" else 1 - missed)


@settings(max_examples=60, deadline=None)
@given(board=boards(), ruling=rules(), roll=st.sampled_from(ROLLS))
def test_points_are_the_most_tiles_and_then_the_most_points_of_all_moves(
    board: Board, ruling: Rules, roll: Roll
) -> None:
    found = best_move(board, roll, ruling, "points").value
    moves = Moves(board, roll, ruling)
    if board.is_clear or moves.lost:
        assert not found.choices and found.best is None
        return
    outcomes = moves.outcomes()
    most = max((outcome.down.bit_count(), points_of(board, outcome.down)) for outcome in outcomes)
    assert (found.choices[0].worth.tiles, found.choices[0].worth.value) == most
    assert sum(1 + choice.also for choice in found.choices) == len(outcomes)
    assert {choice.outcome.up for choice in found.choices} == {outcome.up for outcome in outcomes}


def test_each_choice_is_the_first_set_that_leads_to_its_board() -> None:
    found = best_move(SMALL, Roll.parse("5+6"), Rules()).value
    assert [(str(c.outcome.move), c.also) for c in found.choices] == [("b1 c1 a2 b2", 4), ("a1", 0)]
    outcomes = Moves(SMALL, Roll.parse("5+6"), Rules()).outcomes()
    for choice in found.choices:
        assert next(o for o in outcomes if o.up == choice.outcome.up) == choice.outcome


@pytest.mark.parametrize("objective", ["points", "turns"])
def test_the_steps_clear_what_the_chain_clears_and_the_gain_is_the_difference(objective: Objective) -> None:
    for number, board in enumerate(positions(40, seed=7, most=12)):
        found = best_move(board, ROLLS[number % len(ROLLS)], Rules(), objective).value
        if not found.choices:
            continue
        first = found.choices[0].outcome
        cleared = 0
        for step in found.steps:
            cleared |= step.cleared
        assert cleared == first.down & ~first.tiles
        if len(found.choices) == 1:
            assert found.gain is None
            continue
        assert found.gain is not None
        one, two = found.choices[0].worth, found.choices[1].worth
        if found.gain.measure == "tiles":
            assert one.tiles is not None and two.tiles is not None
            assert found.gain.amount == one.tiles - two.tiles
        else:
            assert found.gain.amount == abs(one.value - two.value)


@pytest.mark.parametrize("dead_board", ["relax", "skip"])
def test_a_table_and_fractions_give_the_same(monkeypatch: pytest.MonkeyPatch, dead_board: str) -> None:
    ruling = msgspec.convert({"dead_board": dead_board}, Rules)
    cases = [(b, r) for b in positions(60, seed=11, rules=ruling, most=11) for r in (ROLLS[5], ROLLS[20])]
    exact = [best_move(board, roll, ruling).value for board, roll in cases]
    values = [board_value(board, ruling).value for board, _ in cases]
    monkeypatch.setattr(best_values, "SMALL_TILES", 0)
    tables = 0
    for (board, roll), wanted, value in zip(cases, exact, values, strict=True):
        found = best_move(board, roll, ruling).value
        tables += found.how == "table"
        by_board = {choice.outcome.up: choice.worth for choice in wanted.choices}
        for choice in found.choices:
            other = by_board[choice.outcome.up]
            assert float(choice.worth.value) == pytest.approx(float(other.value), abs=max(found.error, 1e-9))
            assert choice.worth.chance == pytest.approx(other.chance, abs=1e-6)
        again = board_value(board, ruling).value
        assert float(again.value) == pytest.approx(float(value.value), abs=max(again.error, 1e-9))
    assert tables >= 10


def table_of(board: Board, ruling: Rules) -> Table:
    values, lines = numbers_of(board.arrangement, ruling)
    return solve_turns(values, lines, turn_rules(ruling), up=up_of(board))


@pytest.mark.slow
def test_a_table_from_a_file_answers_like_one_that_is_made(tmp_path: Path) -> None:
    roll = Roll.parse("6+6")
    made = best_move(MIDDLE, roll, Rules()).value
    table_of(MIDDLE, Rules()).save(tmp_path / "turns")
    found = best_move(MIDDLE, roll, Rules(), table=load_table(tmp_path / "turns")).value
    assert (made.how, found.how) == ("table", "file")
    assert found.choices == made.choices and found.proof == "exact"
    values, lines = numbers_of(MIDDLE.arrangement, Rules())
    skip = Rules(dead_board="skip")
    solve_pairs(values, lines, turn_rules(skip), up=up_of(MIDDLE)).save(tmp_path / "pairs")
    found = best_move(MIDDLE, roll, skip, table=load_pairs(tmp_path / "pairs")).value
    assert found.choices == best_move(MIDDLE, roll, skip).value.choices


def test_a_table_made_for_something_else_is_refused_by_name() -> None:
    roll = Roll.parse("6+6")
    tables: list[tuple[Table | PairTable, Board, Rules, str]] = []
    other = SMALL.with_up(SMALL.up)
    plain = table_of(SMALL, Rules())
    tables.append((plain, Board.parse("11 5 3\n2 1 24\n6 9 s"), Rules(), "other numbers"))
    tables.append((plain, Board.parse("11 5 3\n2 1 24\n6 s 8"), Rules(), "other lines"))
    tables.append((plain, other, Rules(lines="none"), "other lines"))
    tables.append((plain, other, Rules(must_play="may_pass"), "must_play=yes"))
    tables.append((plain, other, Rules(dead_board="skip"), "dead_board=relax"))
    less = Board.parse("11x 5 3\n2 1 24\n6 8 s")
    tables.append((table_of(less, Rules()), other, Rules(), "fewer tiles"))
    values, lines = numbers_of(SMALL.arrangement, Rules())
    tables.append((solve_chance(values, lines), other, Rules(), "chances"))
    skip = Rules(dead_board="skip")
    tables.append((table_of(SMALL, skip), other, skip, "chances and turns"))
    for table, board, ruling, reason in tables:
        with pytest.raises(ComponentError, match=reason):
            best_move(board, roll, ruling, table=table)
        with pytest.raises(ComponentError, match=reason):
            board_value(board, ruling, table=table)


@pytest.mark.slow
def test_a_race_needs_an_opponent_and_is_what_the_race_says() -> None:
    roll = Roll.parse("5+6")
    with pytest.raises(ValueError, match="opponent"):
        best_move(SMALL, roll, Rules(), "race")
    other = Board.parse("3 7 s\n2 x 9".replace("x", "."))
    order = TurnOrder("equal_turns", False)
    found = best_move(SMALL, roll, Rules(), "race", opponent=other, order=order).value
    race = Race(SMALL, other, Rules(), ends="equal_turns", i_started=False)
    assert found.proof == "exact" and found.how == "race"
    for choice in found.choices:
        known = race.after(choice.outcome.up)
        assert (choice.worth.low, choice.worth.high) == (known.low, known.high)
    chances = [choice.worth.value for choice in found.choices]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.slow
def test_a_race_with_some_seconds_only_says_what_it_left_out() -> None:
    mine, theirs = whole_boards(2)
    roll = Roll.parse("6+6")
    found = best_move(mine, roll, Rules(), "race", opponent=theirs, budget=Budget(seconds=0.0)).value
    reached = {outcome.up for outcome in Moves(mine, roll, Rules()).outcomes()}
    assert found.left_out > 1000 and len(found.choices) + found.left_out == len(reached)
    assert f"Of {len(reached):,} boards the {len(found.choices)} most promising" in proved(found)
    few = best_move(mine, Roll.parse("1+2"), Rules(), "race", opponent=theirs).value
    assert not few.left_out and "promising" not in proved(few)


def test_a_clear_board_and_a_lost_turn_have_nothing_to_choose() -> None:
    clear = SMALL.with_up(0)
    for objective in ("points", "turns"):
        found = best_move(clear, Roll.parse("1+1"), Rules(), objective)
        assert (found.verdict, found.value.choices, found.value.how) == ("yes", (), "rules")
    assert board_value(clear, Rules()).value.value == 0
    assert board_value(clear, Rules(dead_board="skip")).value.chance == 1
    lost = best_move(Board.parse("11x 5\n2 24"), Roll.parse("5+6"), Rules()).value
    assert lost.terms.lost and not lost.choices and lost.gain is None


def test_a_roll_without_a_set_passes_and_runs_the_chain_that_waits() -> None:
    waiting = Board.parse("13 14x s\n15 23 24x")
    found = best_move(waiting, Roll.parse("1+2"), Rules()).value
    assert str(found.choices[0].outcome.move) == "pass"
    assert found.steps and found.choices[0].outcome.down
    calm = Board.parse("13 14\n15 23")
    found = best_move(calm, Roll.parse("1+2"), Rules()).value
    assert [str(choice.outcome.move) for choice in found.choices] == ["pass"]
    assert found.choices[0].worth.value == board_value(calm, Rules()).value.value


def test_boards_that_never_clear_are_worth_no_end_of_turns() -> None:
    dead = Board.parse("2x 3x 4x 5x 6x 7x 8x 9x 10x 11x 12x 24 23")
    none = Rules(lines="none")
    assert board_value(dead, none).value.value < math.inf
    for ruling in (Rules(lines="none", dead_board="skip"), Rules(lines="none", dead_board="end_game")):
        found = board_value(dead, ruling).value
        assert (found.value, found.chance) == (math.inf, 0)
    stuck = Board.parse("99 98\n97 96")
    assert board_value(stuck, Rules()).value.value == math.inf
    moves = best_move(stuck, Roll.parse("6+6"), Rules()).value
    assert moves.choices[0].worth.value == math.inf and moves.gain is None


def test_stars_alone_wait_for_a_turn_that_is_not_lost() -> None:
    board = Board.parse("7x s\ns 4x")
    # 7 and 4 are down: 3+4, 2+5, 1+6, 1+3 lose the turn, and 2+2 does.
    assert board_value(board, Rules()).value.value == Fraction(36, 36 - 6 - 3)
    found = best_move(board, Roll.parse("6+6"), Rules()).value
    assert str(found.choices[0].outcome.move) == "pass" and found.choices[0].outcome.board.is_clear
    assert len(found.steps) == 2


def test_other_sizes_gaps_large_numbers_and_no_lines() -> None:
    for text, lines in (("1 2 3 4 5 6 7 8 9", "none"), (". 99 3\ns . 2", "rows_columns_long_diagonals")):
        board, ruling = Board.parse(text), Rules(lines=lines)
        missed, turns = Walk(board, ruling).worth(board.up)
        assert board_value(board, ruling).value.value == (turns if not missed else math.inf)
    with pytest.raises(NotationError):
        best_move(Board.parse("1 2"), Roll.parse("1+2"), Rules(lines="row 5"))


def test_a_spent_budget_leaves_a_move_and_never_a_wrong_value() -> None:
    board = PRINTED.deal(Rng(3, 1))
    for budget in (Budget(nodes=0), Budget(seconds=0), Budget(bytes=1 << 30, cancelled=lambda: True)):
        found = best_move(board, Roll.parse("5+6"), Rules(), budget=budget)
        assert found.verdict == "unknown" and found.value.how == "static"
        moves = Moves(board, Roll.parse("5+6"), Rules())
        assert found.value.choices[0].outcome.move in moves
        assert found.value.choices[0].worth.low == 1 and found.value.choices[0].worth.high == math.inf
        value = board_value(board, Rules(), budget=budget)
        assert value.verdict == "unknown" and not value.value.is_exact
        # What needs no search is answered whatever the budget.
        assert best_move(board, Roll.parse("5+6"), Rules(), "points", budget=budget).verdict == "yes"


def test_a_table_is_made_only_within_the_bytes_and_nodes_that_may_be() -> None:
    roll = Roll.parse("6+6")
    assert best_move(MIDDLE, roll, Rules()).value.how == "table"
    found = best_move(MIDDLE, roll, Rules(), budget=Budget(nodes=40))
    assert found.value.how in ("search", "static") and found.proof == "estimate"
    assert found.nodes <= 40


def test_a_small_board_is_answered_without_numba() -> None:
    script = (
        "import sys\n"
        "from quadrangle.solvers.campus import *\n"
        "board = Board.parse('11 5 3\\n2 1 24\\n6 8 s')\n"
        "for objective in ('turns', 'points'):\n"
        "    best_move(board, Roll.parse('5+6'), Rules(), objective)\n"
        "board_value(board, Rules(dead_board='skip'))\n"
        "print(sorted({'numba', 'numpy', 'networkx', 'ortools'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_default_budget_is_a_gibibyte_of_tables() -> None:
    assert Budget(bytes=1 << 30) == best.DEFAULT_BUDGET
