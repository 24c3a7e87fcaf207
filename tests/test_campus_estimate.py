"""Games played by the rule of thumb against the rules of the game, and estimates against exact values."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from campus_cases import boards, positions, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.rng import Rng, seed_state
from quadrangle.solvers.campus import (
    PRINTED,
    ROLLS,
    Arrangement,
    Board,
    Move,
    Moves,
    Roll,
    Rules,
    best_move,
    best_values,
    board_value,
    estimate,
    judge,
    quick_move,
)
from quadrangle.solvers.campus import kernels_estimate as kernels
from quadrangle.solvers.campus.best_values import Packing
from quadrangle.solvers.campus.estimate import Player, Thumb, mean_of, student

MIDDLE = [board for board in positions(200, seed=5, most=20) if board.up_numbers.bit_count() == 16][:3]


def test_throws_are_those_of_the_generator() -> None:
    state, rng = np.array(seed_state(4, 7), np.int64), Rng(4, 7)
    wanted = [Roll.throw(rng) for _ in range(200)]
    pairs = [Roll.of(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert [pairs[kernels.throw(state)] for _ in range(200)] == wanted


def sorted_sets(board: Board, roll: Roll, ruling: Rules) -> list[int]:
    return [move.tiles for move in Moves(board, roll, ruling) if move.tiles]


@settings(max_examples=80, deadline=None)
@given(board=boards(), ruling=rules(), roll=st.sampled_from(ROLLS))
def test_the_set_that_is_chosen_promises_the_fewest_turns_of_all(
    board: Board, ruling: Rules, roll: Roll
) -> None:
    packing = Packing(board.arrangement, ruling)
    judge_of, thumb = judge(board.arrangement, ruling), Thumb(packing, ruling)
    terms = judge_of.terms(board.up, roll)
    if terms.lost:
        return
    found = packing.unpacked(Player(packing, ruling).chosen(packing.packed(board.up), terms))
    sets = sorted_sets(board, roll, ruling)
    assert found in sets if sets else not found

    def promise(tiles: int) -> int:
        return thumb.judged(packing.packed(judge_of.chains.closed(board.up & ~tiles)))

    assert not sets or promise(found) == min(map(promise, sets))


@settings(max_examples=60, deadline=None)
@given(board=boards(), ruling=rules(), enough=st.integers(0, 4), number=st.integers(0, 50))
def test_a_game_follows_the_rules_of_the_game(board: Board, ruling: Rules, enough: int, number: int) -> None:
    """Every turn of the compiled game is one that the judge of rolls allows."""
    packing, judge_of = Packing(board.arrangement, ruling), judge(board.arrangement, ruling)
    player, chains = Player(packing, ruling), judge(board.arrangement, ruling).chains
    up = chains.closed(board.up)  # a star that waits is nothing to the game of numbers
    turns, left, why = player.game(packing.packed(up), -1, enough, 3, number)
    rng, played = Rng(3, number), 0
    while packing.packed(up).bit_count() > enough and not (
        judge_of.is_stuck(up) if ruling.dead_board == "relax" else judge_of.is_dead(up)
    ):
        if played == turns:
            break
        roll = Roll.throw(rng)
        played += 1
        terms = judge_of.terms(up, roll)
        if not terms.lost:
            up = chains.closed(up & ~packing.unpacked(player.chosen(packing.packed(up), terms)))
    assert packing.packed(up) == left
    if why == kernels.SMALL_ENOUGH:
        assert played == turns and left.bit_count() <= enough
    else:
        # The game sees that a board is dead once a roll on it changes nothing.
        assert why == kernels.DEAD and judge_of.is_stuck(up) and left.bit_count() > enough


def test_plain_and_compiled_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    board = MIDDLE[0]
    packing = Packing(board.arrangement, Rules())
    mask = packing.packed(board.up)
    compiled = [Player(packing, Rules()).game(mask, k % 36, 3, 1, k) for k in range(40)]
    monkeypatch.setattr(estimate, "compiled", lambda kernel: kernel)
    assert [Player(packing, Rules()).game(mask, k % 36, 3, 1, k) for k in range(40)] == compiled


def test_quantiles_are_those_of_tables() -> None:
    for freedom, wanted in ((1, 12.706), (3, 3.182), (4, 2.776), (5, 2.571), (11, 2.201), (39, 2.023)):
        assert student(freedom) == pytest.approx(wanted, abs=0.005)
    mean = mean_of([1.0, 2.0, 3.0])
    assert mean.value == 2 and mean.high == pytest.approx(2 + 4.303 / math.sqrt(3))
    assert mean_of([1.0]).high == math.inf


@pytest.fixture
def small_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the estimate of boards whose exact value is at hand."""
    monkeypatch.setattr(estimate, "FRACTION_TILES", 6)
    monkeypatch.setattr(best_values, "SMALL_TILES", 0)


@pytest.mark.usefixtures("small_leaves")
def test_an_estimate_lies_at_the_exact_value_or_above_it() -> None:
    for board in MIDDLE:
        exact = board_value(board, Rules()).value
        assert exact.proof == "exact"
        found = board_value(board, Rules(), budget=Budget(bytes=1000))
        assert (found.verdict, found.proof, found.value.how) == ("yes", "estimate", "search")
        assert float(exact.value) <= found.value.high
        assert float(exact.value) * 1.6 >= found.value.low
        assert found.interval == (found.value.low, found.value.high)
        assert found == board_value(board, Rules(), budget=Budget(bytes=1000))


@pytest.mark.usefixtures("small_leaves")
def test_where_there_is_nothing_to_choose_the_interval_holds_the_exact_value() -> None:
    """A double six turns any one of the tiles, and nothing else turns one."""
    board = Board.parse(" ".join(["24"] * 9))
    ruling = Rules(lines="none")
    assert board_value(board, ruling).value.value == pytest.approx(9 * 36)
    found = board_value(board, ruling, budget=Budget(bytes=1000)).value
    assert found.how == "search" and found.low <= 9 * 36 <= found.high
    assert found.high - found.low < 20


@pytest.mark.usefixtures("small_leaves")
def test_moves_are_compared_by_games_and_the_answer_is_nearly_the_best() -> None:
    roll = Roll.parse("6+6")
    for board in MIDDLE:
        exact = {c.outcome.up: float(c.worth.value) for c in best_move(board, roll, Rules()).value.choices}
        found = best_move(board, roll, Rules(), budget=Budget(bytes=1000))
        best = found.value
        if not exact:
            continue
        assert found.proof == "estimate" and best.how == "search"
        # Not as good as the best, but far better than the middle of all moves.
        middle = sorted(exact.values())[len(exact) // 2]
        assert exact[best.choices[0].outcome.up] <= (2 * min(exact.values()) + middle) / 3 + 1e-9
        assert best.gain is None or best.gain.low <= best.gain.amount <= best.gain.high
        assert found == best_move(board, roll, Rules(), budget=Budget(bytes=1000))


@pytest.mark.usefixtures("small_leaves")
def test_under_skip_the_chance_to_clear_is_estimated_first() -> None:
    ruling = Rules(dead_board="skip")
    board = next(
        board
        for board in positions(200, seed=8, rules=ruling, most=16)
        if board.up_numbers.bit_count() > 11 and 0.2 < board_value(board, ruling).value.chance < 0.95  # type: ignore[operator]
    )
    exact = board_value(board, ruling).value
    found = board_value(board, ruling, budget=Budget(bytes=1000)).value
    assert found.chance is not None and exact.chance is not None
    assert float(found.chance) <= float(exact.chance) + 0.05
    assert math.isfinite(found.value) and found.low < found.value < found.high


@pytest.mark.usefixtures("small_leaves")
def test_a_budget_of_nodes_cuts_alike_and_never_goes_without_a_move() -> None:
    board, roll = MIDDLE[0], Roll.parse("6+6")
    for nodes in (1, 40, 80, 400, 1000):
        budget = Budget(nodes=nodes, bytes=1000)
        found = best_move(board, roll, Rules(), budget=budget)
        assert found == best_move(board, roll, Rules(), budget=budget)
        assert found.nodes <= nodes
        assert found.value.choices[0].outcome.move in Moves(board, roll, Rules())
        assert (found.verdict == "unknown") == (found.value.how == "static")
        assert board_value(board, Rules(), budget=budget).nodes <= nodes


@settings(max_examples=60, deadline=None)
@given(board=boards(), ruling=rules(), roll=st.sampled_from(ROLLS))
def test_a_quick_move_is_legal_and_best_where_few_tiles_are_up(
    board: Board, ruling: Rules, roll: Roll
) -> None:
    tiles = quick_move(board, roll, ruling)
    moves = Moves(board, roll, ruling)
    if board.is_clear or moves.lost:
        assert tiles == 0
        return
    assert Move(tiles, board.arrangement.columns) in moves
    found = best_move(board, roll, ruling).value
    worths = {choice.outcome.up: choice.worth for choice in found.choices}
    mine = worths[moves.outcome(Move(tiles, board.arrangement.columns)).up]
    assert float(mine.value) == pytest.approx(float(found.choices[0].worth.value), abs=1e-4)
    assert mine.chance == pytest.approx(found.choices[0].worth.chance, abs=1e-6)


def test_a_quick_move_depends_on_nothing_but_the_position() -> None:
    board = PRINTED.deal(Rng(6, 2))
    rolls = [Roll.parse(text) for text in ("1+2", "6+6", "3+4")]
    first = [quick_move(board, roll, Rules()) for roll in rolls]
    quick_move(PRINTED.deal(Rng(6, 3)), rolls[0], Rules())
    small = board.with_up(board.up & (1 << 12) - 1)
    quick_move(small, rolls[1], Rules())
    assert [quick_move(board, roll, Rules()) for roll in rolls] == first


def turns_of(board: Board, number: int, quick: bool) -> int:
    judge_of = judge(board.arrangement, Rules())
    rng, up = Rng(12, number), board.up
    for turn in itertools.count():
        if not up:
            return turn
        roll = Roll.throw(rng)
        if judge_of.terms(up, roll).lost:
            continue
        at = board.with_up(up)
        if quick:
            tiles = quick_move(at, roll, Rules())
        else:
            tiles = best_move(at, roll, Rules(), "points").value.choices[0].outcome.tiles
        up = judge_of.chains.closed(up & ~tiles)
    raise AssertionError


@pytest.mark.slow
def test_quick_moves_clear_whole_boards_sooner_than_greedy_ones() -> None:
    dealt = [PRINTED.deal(Rng(11, k)) for k in range(30)]
    quick = [turns_of(board, k, True) for k, board in enumerate(dealt)]
    greedy = [turns_of(board, k, False) for k, board in enumerate(dealt)]
    assert sum(quick) < 0.85 * sum(greedy)


def test_the_rule_is_read_by_the_numbers_of_the_board() -> None:
    arrangement = Arrangement((1, 24, 99, 12), 2)
    thumb = Thumb(Packing(arrangement, Rules()), Rules())
    assert thumb.tiles == tuple(estimate.RULE.tiles[k] for k in (0, 23, 23, 11))
    assert thumb.judged(0b0111) == sum(thumb.tiles[:3]) + estimate.RULE.gone[11]
    off = Thumb(Packing(arrangement, Rules(loss_of_turn="off")), Rules(loss_of_turn="off"))
    assert off.judged(0b0111) == sum(thumb.tiles[:3])
