"""The turns that greedy play takes: by fractions over every set, and by hand."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from campus_cases import boards, positions, rules, table, whole_boards
from campus_reference import Table, Up, reading_order
from hypothesis import given, settings

from quadrangle.core.errors import BudgetSpent
from quadrangle.solvers.campus import ROLLS, Board, Moves, Outcome, Rules
from quadrangle.solvers.campus.turns import numbers_of, solve_turns, turn_rules, up_of
from quadrangle.solvers.campus.turns_greedy import PLAIN, greedy_turns


class Greedy:
    """Greedy play in the most direct way: every throw, every set, the board it leaves."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: dict[Up, tuple[Fraction, Fraction]] = {}

    def worth(self, up: Up) -> tuple[Fraction, Fraction]:
        """Return the chance never to clear the board, and the turns summed over the games that do."""
        if not up:
            return Fraction(0), Fraction(0)
        if up not in self.known:
            ends = [self.end(up, *throw) for throw in itertools.product(range(1, 7), repeat=2)]
            self.known[up] = self.mean([end for end in ends if end != up])
        return self.known[up]

    def end(self, up: Up, first: int, second: int) -> Up:
        """Return the board that a throw leaves."""
        relaxed = self.table.relaxed(up)
        if self.table.loses(up, first, second) and not relaxed:
            return up
        sets = self.table.sets(up, first, second, relaxed)
        return min((self.rank(up, chosen), self.table.closed(up - chosen)) for chosen in sets or [Up()])[1]

    def rank(self, up: Up, chosen: Up) -> tuple[int, int, list[tuple[int, int]]]:
        down = up - self.table.closed(up - chosen)
        points = [25 if self.table.tiles[cell] == "star" else self.table.value(cell) for cell in down]
        return -len(down), -sum(points), sorted(reading_order(cell) for cell in chosen)

    def mean(self, ends: list[Up]) -> tuple[Fraction, Fraction]:
        if not ends:
            return Fraction(1), Fraction(0)
        worths = [self.worth(end) for end in ends]
        missed = sum((worth[0] for worth in worths), Fraction(0)) / len(ends)
        turns = sum((worth[1] for worth in worths), Fraction(0)) / len(ends)
        return missed, turns + Fraction(36, len(ends)) * (1 - missed)


@settings(max_examples=150, deadline=None)
@given(boards(most_cells=9), rules(star_needs="one_line"))
def test_greedy_play_is_worth_what_looking_at_every_set_says(board: Board, rules: Rules) -> None:
    reference = table(board, rules)
    columns = board.arrangement.columns
    up = Up((cell % columns, cell // columns) for cell in range(60) if board.up >> cell & 1)
    missed, turns = Greedy(reference).worth(up)
    found = greedy_turns(board, rules)
    assert found.chance == 1 - missed
    assert found.turns == (None if missed == 1 else turns / (1 - missed))


def walked(board: Board, rules: Rules) -> Fraction:
    """Return the expected number of turns, every move of every roll looked at on the board itself."""
    known: dict[int, Fraction] = {}

    def left(outcome: Outcome) -> tuple[int, int]:
        return outcome.up.bit_count(), outcome.board.points

    def worth(up: int) -> Fraction:
        if up not in known:
            here = board.with_up(up)
            moves = [(roll.ways, Moves(here, roll, rules)) for roll in ROLLS]
            best = [(ways, min(found.outcomes(), key=left).up) for ways, found in moves if len(found)]
            goals = [(ways, goal) for ways, goal in best if goal != up]
            total = sum((ways * worth(goal) for ways, goal in goals), Fraction(36))
            known[up] = total / sum(ways for ways, _ in goals) if up else Fraction(0)
        return known[up]

    return worth(board.up)


def test_compiled_it_agrees_with_the_moves_of_printed_boards() -> None:
    chosen = [board for board in positions(12, seed=7, most=13) if board.up_numbers.bit_count() > PLAIN]
    assert len(chosen) > 3
    for board in chosen:
        for ruling in (Rules(), Rules(lines="short_diagonals_for_stars", maximal="as_many_as_possible")):
            assert greedy_turns(board, ruling).turns == walked(board, ruling)


def test_values_that_can_be_worked_out_by_hand() -> None:
    # 1+3 and 1+1 take the 4, a double six the 24; then the other one has to be waited for.
    off = Rules(lines="none", loss_of_turn="off", doubles="exact")
    assert greedy_turns(Board.parse("4 24"), off).turns == Fraction(36, 4) + Fraction(3, 4) * 36 + (
        Fraction(1, 4) * Fraction(36, 3)
    )
    assert greedy_turns(Board.parse("3x sx"), Rules()).turns == 0
    # The 12 goes with each double from 3+3 on; greedy play takes it with a double six, too, or the 24.
    skip = Rules(lines="none", dead_board="skip")
    assert greedy_turns(Board.parse("12 24"), skip).chance == Fraction(1, 4)


def test_stars_count_as_tiles_and_for_25_points() -> None:
    board = Board.parse("2 7 2 5\n6 s 4 1\ns 3 1 6\n11 7 s 2")
    # Were only its numbers counted, it would be 206483/110880.
    assert greedy_turns(board).turns == walked(board, Rules()) == Fraction(207059, 110880)


def test_a_star_counts_that_a_line_for_stars_alone_frees() -> None:
    # Without c2 the line that only frees stars is empty, and the star on b1 goes, too.
    board = Board.parse("3 s 6\n1 5 11\n10 . 9")
    ruling = Rules(loss_of_turn="off", lines="line c2-a3-b3-c3; stars line b1-c1-c2, line c1-a2-b2-a3")
    assert greedy_turns(board, ruling).turns == walked(board, ruling)


def test_stars_that_wait_go_down_with_the_first_turn() -> None:
    assert greedy_turns(Board.parse("3x s")).turns == Fraction(36, 34)
    # The 13 is dead and lets doubles take it as at most once the star is down, not before.
    relaxed = Rules(lines="none; stars line b1", normal_roll="exact", doubles="exact")
    assert greedy_turns(Board.parse("13 s"), relaxed).turns == walked(Board.parse("13 s"), relaxed) > 0


@pytest.mark.parametrize("seed", range(3))
def test_greedy_play_takes_no_fewer_turns_than_the_best(seed: int) -> None:
    for board in positions(6, seed=seed, most=18):
        values, lines = numbers_of(board.arrangement, Rules())
        best = solve_turns(values, lines, turn_rules(Rules()), up=up_of(board))
        found = greedy_turns(board).turns
        assert found is not None
        assert found >= best.value(up_of(board)) - best.error(up_of(board))


def test_a_whole_board_takes_a_thousand_boards_or_so() -> None:
    for board in whole_boards(3):
        found = greedy_turns(board)
        assert found.chance == 1
        assert found.turns is not None
        assert 15 < found.turns < 150
        with pytest.raises(BudgetSpent, match="more than 300 boards"):
            greedy_turns(board, most=300)
        with pytest.raises(InterruptedError):
            greedy_turns(board, cancelled=lambda: True)
    with pytest.raises(ValueError, match="star_needs"):
        greedy_turns(board, Rules(star_needs="all_lines"))
