"""All moves of a roll: listed, counted, ranked, found and drawn alike, and as by the letter."""

from __future__ import annotations

import functools
import itertools
import json
import math
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy
import pytest
from campus_cases import WHOLE, boards, mask, position, positions, rules, table, whole_boards
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.core.rng import M1, Rng
from quadrangle.solvers.campus import (
    OUTCOMES,
    PRINTED,
    ROLLS,
    Board,
    Move,
    Moves,
    Roll,
    Rules,
    Sums,
    batch,
    chains,
    judge,
    kernels_moves,
)
from quadrangle.solvers.campus.sums import below

SMALL = Board.parse("11 5 3\n2 1 24\n6 8 s")


def texts(board: Board, roll: str, rules: Rules | None = None) -> list[str]:
    return [str(move) for move in Moves(board, Roll.parse(roll), rules or Rules())]


def test_every_set_that_totals_the_roll_is_a_move() -> None:
    assert texts(SMALL, "5+6") == ["a1", "b1 c1 a2 b2", "b1 a3", "c1 a2 a3", "c1 b3", "a2 b2 b3"]


def test_doubles_admit_every_smaller_total_unless_exact() -> None:
    board = Board.parse("1 2 3\n24 24 24")
    assert texts(board, "1+1") == ["a1", "a1 b1", "a1 c1", "b1", "c1"]
    assert texts(board, "1+1", Rules(doubles="exact")) == ["a1 c1"]


def test_a_normal_roll_may_admit_smaller_totals() -> None:
    board = Board.parse("1 2 3\n24 24 24")
    assert texts(board, "1+2") == ["a1 b1", "c1"]
    assert texts(board, "1+2", Rules(normal_roll="at_most")) == ["a1", "a1 b1", "b1", "c1"]


def test_only_the_sets_with_most_tiles_or_any() -> None:
    assert texts(SMALL, "5+6", Rules(maximal="as_many_as_possible")) == ["b1 c1 a2 b2"]


def test_pass_only_where_nothing_can_be_turned_unless_one_may() -> None:
    board = Board.parse("1 2 3\n24 24 24")
    assert texts(board, "5+6") == ["pass"]
    assert texts(board, "1+2", Rules(must_play="may_pass")) == ["a1 b1", "c1", "pass"]


def test_a_lost_turn_has_no_move() -> None:
    moves = Moves(Board.parse("11x 5 6\n1 2 3"), Roll.parse("5+6"), Rules())
    assert moves.lost
    assert (len(moves), list(moves), moves.outcomes()) == (0, [], [])
    with pytest.raises(IndexError):
        moves.sample(Rng(1))


def test_a_dead_board_admits_smaller_totals_where_it_relaxes_its_rolls() -> None:
    board = Board.parse("2x 3x 4x\n5x 6x 7x\n8x 9x 10x\n11x 12x 1\n1x 1x 24")
    assert texts(board, "5+6", Rules(lines="none")) == ["c4"]
    assert texts(board, "6+6", Rules(lines="none")) == ["c4", "c5"]
    assert texts(board, "5+6", Rules(lines="none", dead_board="skip")) == []


def test_two_tiles_of_one_number_make_two_moves_that_may_leave_the_same_board() -> None:
    board = Board.parse("4 4 9\n24 23 22\n21 20 19")
    assert texts(board, "1+3", Rules(lines="none")) == ["a1", "b1"]
    pair = Board.parse("4 4\n9x 9x")
    both = Moves(pair, Roll.parse("1+3"), Rules()).outcomes()
    assert [str(outcome.move) for outcome in both] == ["a1", "b1"]
    assert {outcome.board for outcome in both} == {Board.parse("4x 4x\n9x 9x")}


def test_an_outcome_says_what_goes_down_with_the_chain() -> None:
    board = Board.parse("11 4x 5x\n2 1x 24\n6 8 s")
    outcome = Moves(board, Roll.parse("5+6"), Rules()).outcome(Move.parse("a1", 3))
    assert outcome.total == 11
    assert outcome.down == board.up
    assert outcome.board.is_clear


def test_pass_still_sets_off_a_chain_that_is_waiting() -> None:
    board = Board.parse("s s s\n24 23 22\n21 20 19")
    (outcome,) = Moves(board, Roll.parse("1+2"), Rules()).outcomes()
    assert (str(outcome.move), outcome.total, outcome.down) == ("pass", 0, 0b111)


def test_the_last_number_takes_the_stars_along_without_any_line() -> None:
    board = Board.parse("3 s s")
    rules = Rules(lines="none")
    assert [outcome.up for outcome in Moves(board, Roll.parse("1+2"), rules).outcomes()] == [0]


def test_one_row_without_lines_is_shut_the_box() -> None:
    """The published best chance to shut nine tiles with two dice at every throw."""
    values = Board.parse("1 2 3 4 5 6 7 8 9").arrangement.values

    @functools.cache
    def best(up: int) -> Fraction:
        if not up:
            return Fraction(1)
        left = [cell for cell in range(9) if up >> cell & 1]
        chance = Fraction(0)
        for roll, weight in OUTCOMES:
            sets = Sums([values[cell] for cell in left], roll.sum, roll.sum, left)
            chance += weight * max((best(up & ~tiles) for tiles in sets), default=Fraction(0))
        return chance

    assert best(511) == Fraction(466473281, 6530347008)


@pytest.mark.parametrize(
    "move, reason",
    [
        ("a1 b1", "total 16, and 5\\+6 wants exactly 11"),
        ("c3", "c3 bears no number"),
        ("a1 c2", "c2 is already face down"),
        ("pass", "a set can be turned"),
    ],
)
def test_a_move_that_may_not_be_made_says_which_rule_it_breaks(move: str, reason: str) -> None:
    board = Board.parse("11 5 3\n2 1 24x\n6 8 s")
    with pytest.raises(IllegalAction, match=reason):
        Moves(board, Roll.parse("5+6"), Rules()).outcome(Move.parse(move, 3))


def test_other_reasons_against_a_move() -> None:
    assert "more tiles" in Moves(SMALL, Roll.parse("5+6"), Rules(maximal="as_many_as_possible")).fault(
        Move(1, 3)
    )
    assert "at most 4" in Moves(SMALL, Roll.parse("1+1"), Rules()).fault(Move(1, 3))
    moves = Moves(SMALL, Roll.parse("5+6"), Rules())
    assert "does not have" in moves.fault(Move(1 << 9, 3))
    assert "does not have" in moves.fault(Move(1, 6))
    down = Board.parse("11x 5 6\n1 2 3")
    assert "the turn is lost" in Moves(down, Roll.parse("5+6"), Rules()).fault(Move(0, 3))


@settings(max_examples=300, deadline=None)
@given(boards(most_cells=10), rules(), st.sampled_from(ROLLS))
def test_the_moves_and_their_boards_are_those_of_the_letter(board: Board, rules: Rules, roll: Roll) -> None:
    columns = board.arrangement.columns
    reference, up = table(board, rules), position(board.up, columns)
    moves = Moves(board, roll, rules)
    expected = {mask(chosen, columns) for chosen in reference.moves(up, roll.low, roll.high)}
    assert len(moves) == len(expected)
    assert {move.tiles for move in moves} == expected
    for outcome in moves.outcomes():
        assert outcome == moves.outcome(outcome.move)
        after = reference.closed(up - position(outcome.tiles, columns))
        assert position(outcome.up, columns) == after
        assert outcome.down == board.up & ~outcome.up
        assert outcome.board == board.with_up(outcome.up)
        assert outcome.total == sum(reference.value(cell) for cell in position(outcome.tiles, columns))


@settings(max_examples=200, deadline=None)
@given(boards(most_cells=12), rules(), st.sampled_from(ROLLS))
def test_listing_indexing_finding_and_the_order_agree(board: Board, rules: Rules, roll: Roll) -> None:
    moves = Moves(board, roll, rules)
    listed = list(moves)
    assert [outcome.move for outcome in moves.outcomes()] == listed
    assert [moves[i] for i in range(len(moves))] == listed == moves[:]
    assert [moves.index(move) for move in listed] == list(range(len(listed)))
    assert all(move in moves for move in listed)
    sets = [sorted(cell for cell in range(16) if move.tiles >> cell & 1) for move in listed if move.tiles]
    assert sets == sorted(sets)
    assert moves.sums.listed() == [move.tiles for move in listed if move.tiles]
    for tiles in range(min(board.arrangement.tiles + 1, 300)):
        move = Move(tiles, board.arrangement.columns)
        assert (move in moves) == (move in listed) == (not moves.fault(move))


def test_what_is_no_move_has_no_place() -> None:
    moves = Moves(SMALL, Roll.parse("5+6"), Rules())
    for wrong in (Move(1, 4), Move(2, 3), Move(0, 3), "a1"):
        assert wrong not in moves
        with pytest.raises(ValueError, match="is not a move"):
            moves.index(wrong)
    with pytest.raises(ValueError, match="from 1 on"):
        moves.index(Move(1, 3), 1)
    with pytest.raises(IndexError):
        moves[6]
    assert moves[-1] == moves[5]
    with pytest.raises(IndexError):
        moves[-7]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(1, 9), max_size=9), st.integers(1, 24), st.integers(0, 24), st.sampled_from([0, 1])
)
def test_sums_are_those_of_all_subsets(values: list[int], low: int, high: int, largest: int) -> None:
    sums = (Sums.largest if largest else Sums)(values, low, high)
    subsets = [
        sum(1 << i for i in chosen)
        for size in range(1, len(values) + 1)
        for chosen in itertools.combinations(range(len(values)), size)
        if low <= sum(values[i] for i in chosen) <= high
    ]
    most = max((chosen.bit_count() for chosen in subsets), default=0)
    expected = {chosen for chosen in subsets if not largest or chosen.bit_count() == most}
    assert len(sums) == len(expected)
    assert set(sums) == set(sums.listed()) == expected
    assert {chosen for chosen in range(-1, 1 << len(values)) if chosen in sums} == expected


@pytest.mark.parametrize("largest", [False, True])
def test_each_set_is_drawn_exactly_as_often_as_any_other(largest: bool) -> None:
    """The draw is asked for every number it can come from once: each set comes up once."""
    count = Sums.largest if largest else Sums
    sums = count([3, 1, 4, 1, 5, 9, 2, 6], 1, 10)

    class Fixed(Rng):
        def __init__(self, number: int) -> None:
            self.number = number

        def below(self, n: int) -> int:
            assert n == len(sums)
            return self.number

    drawn = Counter(sums.sample(Fixed(number)) for number in range(len(sums)))
    assert drawn == Counter(sums.listed())
    with pytest.raises(IndexError):
        count([5], 1, 4).sample(Rng(1))


def test_a_judge_draws_each_move_exactly_as_often_as_any_other() -> None:
    class Fixed(Rng):
        def __init__(self, number: int) -> None:
            self.number = number

        def below(self, n: int) -> int:
            self.asked = n
            return self.number

    for choice in (Rules(), Rules(must_play="may_pass"), Rules(maximal="as_many_as_possible")):
        moves = Moves(SMALL, Roll.parse("5+6"), choice)
        judged = judge(SMALL.arrangement, choice)
        for draw in (judged.draw, batch.Draws(judged).draw):
            rngs = [Fixed(number) for number in range(len(moves))]
            drawn = [draw(SMALL.up, moves.terms, rng) for rng in rngs]
            assert sorted(drawn) == sorted(move.tiles for move in moves)
            assert {rng.asked for rng in rngs} == {len(moves)}
        assert {moves.sample(Fixed(number)) for number in range(len(moves))} == set(moves)
    nothing = Moves(Board.parse("24 24"), Roll.parse("5+6"), Rules(loss_of_turn="off"))
    judged = judge(nothing.board.arrangement, Rules(loss_of_turn="off"))
    for draw in (judged.draw, batch.Draws(judged).draw):
        assert draw(nothing.board.up, nothing.terms, Rng(1)) == 0


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(normal_roll="at_most", star_needs="all_lines", must_play="may_pass"),
        Rules(maximal="as_many_as_possible", lines="short_diagonals_for_stars"),
    ],
)
def test_compiled_draws_play_the_same_games(rules: Rules) -> None:
    for seed, board in enumerate(whole_boards(8, seed=12)):
        judged = judge(board.arrangement, rules)
        draws, plain_rng, rng, up = batch.Draws(judged), Rng(seed), Rng(seed), board.up
        for _ in range(60):
            roll = Roll.throw(rng)
            assert Roll.throw(plain_rng) == roll
            terms = judged.terms(up, roll)
            if not terms.lost:
                tiles = draws.draw(up, terms, rng)
                assert tiles == judged.draw(up, terms, plain_rng)
                assert draws.closed(up & ~tiles) == judged.chains.closed(up & ~tiles)
                up = draws.closed(up & ~tiles)


def test_moves_are_drawn_evenly_pass_among_them() -> None:
    moves = Moves(SMALL, Roll.parse("5+6"), Rules(must_play="may_pass"))
    drawn = Counter(moves.sample(rng) for rng in [Rng(7)] for _ in range(14_000))
    assert set(drawn) == set(moves)
    assert all(abs(count - 2000) < 5 * 2000**0.5 for count in drawn.values())


def test_numbers_beyond_one_draw_come_out_evenly() -> None:
    n = 3 * M1
    rng = Rng(3)
    thirds = Counter(below(rng, n) // M1 for _ in range(3000))
    assert set(thirds) == {0, 1, 2}
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in thirds.values())
    assert Rng(5).below(10) == below(Rng(5), 10)


def test_more_sets_than_could_be_listed_are_still_counted_and_ranked() -> None:
    board = Board.parse("\n".join([" ".join(["1"] * 10)] * 6))
    moves = Moves(board, Roll.parse("6+6"), Rules(lines="none"))
    assert len(moves) == sum(math.comb(60, size) for size in range(1, 25))
    for place in (0, 10**16, len(moves) - 1):
        assert moves.index(moves[place]) == place
    assert moves.sample(Rng(1)) in moves
    assert [move.tiles for move in itertools.islice(moves, 3)] == [1, 3, 7]
    found = batch.outcomes(moves, 10**16, 10**16 + 3)
    assert found.tiles.tolist() == [moves[10**16 + i].tiles for i in range(3)]


PERFT = json.loads((Path(__file__).parent / "perft" / "campus_moves.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("roll", PERFT["rolls"])
def test_numbers_of_moves_and_boards_from_fixed_boards(roll: str) -> None:
    """Number of moves and of different boards after them, found once by plain recursion."""
    for text, counts in PERFT["boards"].items():
        outcomes = Moves(Board.parse(text), Roll.parse(roll), Rules()).outcomes()
        assert [len(outcomes), len({outcome.up for outcome in outcomes})] == counts[roll]


def tables(moves: Moves) -> tuple[numpy.ndarray, ...]:
    sums = moves.sums
    values = numpy.array(sums.values, dtype=numpy.int64)
    ways = numpy.zeros((len(values) + 1, sums.most + 1, sums.high + 1), dtype=numpy.int64)
    kernels_moves.count_ways(values, moves.terms.low, sums.high, ways)
    return values, numpy.array(sums.cells, dtype=numpy.int64), ways


@settings(max_examples=100, deadline=None)
@given(boards(most_cells=12), rules(), st.sampled_from(ROLLS))
def test_the_kernels_as_they_stand_list_like_the_plain_code(board: Board, rules: Rules, roll: Roll) -> None:
    moves = Moves(board, roll, rules)
    sums = moves.sums
    if not len(sums):
        return
    values, cells, ways = tables(moves)
    tiles, totals = numpy.zeros((2, len(sums)), dtype=numpy.int64)
    kernels_moves.unrank_each(0, values, cells, moves.terms.low, sums.high, sums.size, ways, tiles, totals)
    sets = [outcome for outcome in moves.outcomes() if outcome.tiles]
    assert tiles.tolist() == [outcome.tiles for outcome in sets]
    assert totals.tolist() == [outcome.total for outcome in sets]


@settings(max_examples=100, deadline=None)
@given(boards(most_cells=12), rules(maximal="one_set"), st.sampled_from(ROLLS))
def test_the_kernels_as_they_stand_draw_like_the_plain_code(board: Board, rules: Rules, roll: Roll) -> None:
    moves = Moves(board, roll, rules)
    values = numpy.array(board.arrangement.values, dtype=numpy.int64)
    ways = numpy.zeros((len(values) + 1, 25), dtype=numpy.int64)
    span = (moves.terms.low, moves.terms.high)
    if not moves.lost:
        assert kernels_moves.count_up(board.up, values, *span, ways) == len(moves.sums)
    for number in range(len(moves.sums)):
        drawn = kernels_moves.draw_up(board.up, values, *span, number, ways)
        assert drawn == moves.sums.drawn(number)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(normal_roll="at_most", lines="short_diagonals_for_stars", star_only_line="not_free"),
        Rules(maximal="as_many_as_possible"),
        Rules(star_needs="all_lines"),
    ],
)
def test_the_compiled_kernels_list_like_the_plain_code(rules: Rules) -> None:
    cases = [*whole_boards(2), *positions(6, seed=8)]
    for board, roll in itertools.product(cases, (Roll(6, 6), Roll(5, 6), Roll(2, 2))):
        moves = Moves(board, roll, rules)
        sets = [outcome for outcome in moves.outcomes() if outcome.tiles]
        found = batch.outcomes(moves)
        assert len(found) == len(sets)
        assert found.tiles.tolist() == [outcome.tiles for outcome in sets]
        assert found.totals.tolist() == [outcome.total for outcome in sets]
        assert found.up.tolist() == [outcome.up for outcome in sets]
        middle = batch.outcomes(moves, len(sets) // 3, len(sets) // 2)
        assert middle.tiles.tolist() == found.tiles[len(sets) // 3 : len(sets) // 2].tolist()
        with pytest.raises(IndexError):
            batch.outcomes(moves, 0, len(sets) + 1)


@pytest.mark.parametrize("star_needs", ["one_line", "all_lines"])
def test_the_outcomes_of_whole_boards_are_the_chains_of_their_sets(star_needs: str) -> None:
    rules = Rules(star_needs=star_needs)  # type: ignore[arg-type]
    chained = 0
    for board in [Board.parse(WHOLE), *positions(5, seed=31)]:
        closed = chains(board.arrangement, rules).closed
        outcomes = Moves(board, Roll.parse("6+6"), rules).outcomes()
        assert all(outcome.up == closed(board.up & ~outcome.tiles) for outcome in outcomes)
        chained += sum(outcome.down != outcome.tiles for outcome in outcomes)
    assert chained > 100


@settings(max_examples=100, deadline=None)
@given(st.integers(0, (1 << 36) - 1))
def test_moves_print_as_they_parse(tiles: int) -> None:
    move = Move(tiles)
    assert Move.parse(str(move)) == move
    assert eval(repr(move), {"Move": Move}) == move


@pytest.mark.parametrize(
    "text", ["", "a1 a1", "b1 a1", "A1", "a1,b1", "g1", "a0", "pass a1", "a1  b1", "Pass"]
)
def test_moves_are_parsed_strictly(text: str) -> None:
    with pytest.raises(NotationError):
        Move.parse(text)


def test_a_move_on_a_wider_board_says_so() -> None:
    move = Move.parse("l1", 12)
    assert (move.tiles, repr(move)) == (1 << 11, "Move.parse('l1', 12)")
    with pytest.raises(NotationError):
        Move(1 << 60)


@pytest.mark.slow
def test_kernels_stay_inside_their_arrays() -> None:
    """The same sets with every index checked."""
    program = (
        "from quadrangle.core.rng import Rng\n"
        "from quadrangle.solvers.campus import PRINTED, Moves, Roll, Rules, batch\n"
        "for maximal in ('one_set', 'as_many_as_possible'):\n"
        "    moves = Moves(PRINTED.deal(Rng(4)), Roll(6, 6), Rules(maximal=maximal))\n"
        "    found = batch.outcomes(moves)\n"
        "    print(found.tiles.sum(), found.totals.sum(), found.up.sum())\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": os.devnull}
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    expected = ""
    for choice in (Rules(), Rules(maximal="as_many_as_possible")):
        sets = Moves(PRINTED.deal(Rng(4)), Roll(6, 6), choice).outcomes()
        expected += " ".join(
            str(sum(column)) for column in zip(*((o.tiles, o.total, o.up) for o in sets), strict=True)
        )
        expected += "\n"
    assert ran.stdout == expected
