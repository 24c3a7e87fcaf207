"""Games played by the rule of thumb against the rules of the game, and estimates against exact values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

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
    estimate_guess,
    judge,
    quick_move,
)
from quadrangle.solvers.campus import kernels_estimate as kernels
from quadrangle.solvers.campus.best import Reached
from quadrangle.solvers.campus.best_values import Packing
from quadrangle.solvers.campus.estimate import Player, Thumb, mean_of, student
from quadrangle.solvers.campus.estimate_guess import Guess

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


@pytest.mark.slow
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


@pytest.mark.slow
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


def guess_at(board: Board, ruling: Rules, tiles: int) -> Guess:
    packing = Packing(board.arrangement, ruling)
    budget = Budget()
    up = packing.packed(judge(board.arrangement, ruling).chains.closed(board.up))
    found = estimate.guess_by(packing, ruling, up, tiles, budget, budget.start())
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("ruling", [Rules(), Rules(dead_board="skip"), Rules(maximal="as_many_as_possible")])
def test_a_guess_ranks_the_boards_of_its_table_by_their_exact_values(ruling: Rules) -> None:
    for board in MIDDLE:
        guess = guess_at(board, ruling, 13)
        packing, chains = guess.packing, judge(board.arrangement, ruling).chains
        assert 5 < guess.inside.bit_count() <= 13
        tiles = [k for k in range(len(packing.values)) if guess.inside >> k & 1]
        masks = set()
        for one, other in itertools.combinations_with_replacement(tiles, 2):
            drawn = guess.inside & ~(1 << one | 1 << other)
            masks.add(packing.packed(chains.closed(packing.unpacked(drawn))))
        inside = [mask for mask in sorted(masks) if mask and guess.knows(mask)]
        assert len(inside) > 3
        pairs = {mask: guess.source.pair(packing.unpacked(mask)) for mask in inside}
        ranked = [pairs[mask] for mask in guess.ranked(inside)]
        assert ranked == sorted(ranked)
        if ruling.dead_board == "relax":
            assert guess.turns(inside[0]) == pytest.approx(float(pairs[inside[0]][1]), abs=1e-5)
        else:
            assert guess.turns(inside[0]) is None


def dealt(count: int) -> Iterator[Board]:
    """Yield whole boards of five rows of five."""
    for k in range(count):
        yield Board(Arrangement(PRINTED.deal(Rng(21, k)).arrangement.values[:25], 5))


@pytest.mark.slow
def test_a_guess_is_near_the_exact_value_where_a_few_small_tiles_are_left_out() -> None:
    for board in dealt(2):
        guess = guess_at(board, Rules(), board.up_numbers.bit_count() - 2)
        mask = guess.packing.packed(board.up)
        assert not guess.knows(mask)
        guessed, exact = guess.turns(mask), board_value(board, Rules()).value.value
        assert guessed is not None and abs(guessed - float(exact)) < 0.1 * float(exact)


@pytest.mark.slow
def test_games_by_a_guess_are_the_same_plain_and_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    board = MIDDLE[1]
    mask = Packing(board.arrangement, Rules()).packed(board.up)

    def played() -> list[tuple[int, int, int]]:
        guess = guess_at(board, Rules(), 13)
        return [guess.game(mask, k % 36, 3, 500, seed_state(1, k)) for k in range(20)]

    compiled = played()
    assert all(not left & ~mask and turns > 0 for turns, left, _ in compiled)
    monkeypatch.setattr(estimate_guess, "compiled", lambda kernel: kernel)
    assert played() == compiled


def test_a_table_for_part_of_the_tiles_keeps_what_it_is_told_to() -> None:
    for board in positions(40, seed=2, most=24):
        packing = Packing(board.arrangement, Rules())
        up = packing.packed(board.up)
        kept = [k for k in range(len(packing.values)) if up >> k & 1][::5]
        part = estimate_guess.without(packing, up, up.bit_count() - 3, kept)
        assert not part & ~up and part.bit_count() <= up.bit_count() - 3
        assert packing.packed(judge(board.arrangement, Rules()).chains.closed(packing.unpacked(part))) == part


def test_what_a_tile_adds_is_a_mean_in_which_near_sizes_count_more() -> None:
    assert estimate_guess._smoothed({}, 3) == 0
    assert estimate_guess._smoothed({10: [40, 60]}, 3) == 50
    assert estimate_guess._smoothed({10: [40], 12: [80]}, 10) == (40 * 4 + 80) // 5
    assert estimate_guess._smoothed({10: [40], 12: [80]}, 11) == 60


@pytest.fixture
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guess at boards whose exact value is at hand."""
    for name, tiles in (("FIRST_TILES", 15), ("MOST_TILES", 18), ("LEAST_TILES", 9), ("LEAF_TILES", 13)):
        monkeypatch.setattr(estimate, name, tiles)
    monkeypatch.setattr(estimate, "VALUE_ROUND", 3)


@pytest.mark.slow
@pytest.mark.usefixtures("small_tables")
@pytest.mark.parametrize("ruling", [Rules(), Rules(normal_roll="at_most")])
def test_games_by_a_guess_are_nearly_as_short_as_can_be(ruling: Rules) -> None:
    board = next(dealt(1))
    exact = float(board_value(board, ruling).value.value)
    budget = Budget()
    found = estimate.estimate_value(judge(board.arrangement, ruling), board.up, budget, budget.start(), 4)
    assert (found.verdict, found.proof, found.value.how) == ("yes", "estimate", "search")
    assert found.value.high >= exact and float(found.value.value) < 1.15 * exact


@pytest.mark.slow
@pytest.mark.usefixtures("small_tables")
def test_a_move_by_a_guess_is_the_best_or_nearly_so() -> None:
    roll = Roll.parse("5+6")
    for board in dealt(2):
        judge_of = judge(board.arrangement, Rules())
        exact = {c.outcome.up: float(c.worth.value) for c in best_move(board, roll, Rules()).value.choices}
        reached = Reached.of(Moves(board, roll, Rules()), judge_of)
        budget = Budget()
        found = estimate.estimate_move(reached, budget, budget.start(), 0)
        assert found.verdict == "yes"
        choices = found.value.choices
        middle = sorted(exact.values())[len(exact) // 2]
        assert exact[choices[0].outcome.up] <= (2 * min(exact.values()) + middle) / 3
        for choice in choices:
            value = exact[choice.outcome.up]
            if choice.worth.is_exact:
                assert float(choice.worth.value) == pytest.approx(value, abs=1e-4)
            else:
                assert choice.worth.low < choice.worth.value < choice.worth.high
                assert choice.worth.high > value


@pytest.mark.slow
@pytest.mark.usefixtures("small_tables")
def test_where_games_have_no_time_the_guess_is_told_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate.Games, "_late", lambda games: True)
    board, roll, budget = next(dealt(1)), Roll.parse("1+5"), Budget()
    judge_of = judge(board.arrangement, Rules())
    reached = Reached.of(Moves(board, roll, Rules()), judge_of)
    found = estimate.estimate_move(reached, budget, budget.start(), 0)
    assert (found.verdict, found.proof, found.value.how) == ("yes", "estimate", "search")
    worths = [choice.worth for choice in found.value.choices]
    assert any(worth.high == math.inf and worth.low <= worth.value < math.inf for worth in worths)
    value = estimate.estimate_value(judge_of, board.up, budget, budget.start(), 0)
    assert (value.verdict, value.value.high) == ("yes", math.inf)
    exact = float(board_value(board, Rules()).value.value)
    assert float(value.value.value) == pytest.approx(exact, rel=0.25)


def test_next_to_no_time_leaves_a_move_and_is_kept_to() -> None:
    board, roll = PRINTED.deal(Rng(77, 7)), Roll.parse("5+6")
    found = best_move(board, roll, Rules(), budget=Budget(seconds=0.05))
    assert (found.verdict, found.proof) == ("yes", "estimate")
    assert found.value.choices[0].outcome.move in Moves(board, roll, Rules())
