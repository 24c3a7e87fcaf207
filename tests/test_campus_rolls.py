"""Rolls: their values and chances, lost turns, and boards that no roll can change any more."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from campus_cases import WHOLE, boards, position, positions, rules, table
from hypothesis import given, settings

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import OUTCOMES, ROLLS, Board, Roll, Rules, Terms, close, is_dead, judge

DEAD = "2x 3x 4x\n5x 6x 7x\n8x 9x 10x\n11x 12x 13\n24 1x 1x"
"""Every number two dice can name has been dealt and is down."""


def judged(board: Board, roll: str, rules: Rules) -> Terms:
    return judge(board.arrangement, rules).terms(board.up, Roll.parse(roll))


def lost(board: Board, roll: str, rules: Rules) -> bool:
    return judged(board, roll, rules).lost


def test_the_21_rolls_have_the_chances_of_36_throws() -> None:
    throws = Counter(Roll.of(first, second) for first in range(1, 7) for second in range(1, 7))
    assert dict(OUTCOMES) == {roll: Fraction(count, 36) for roll, count in throws.items()}
    assert [roll for roll, _ in OUTCOMES] == list(ROLLS) == sorted(throws)
    assert sum(chance for _, chance in OUTCOMES) == 1


def test_doubles_count_twice() -> None:
    assert [Roll.of(5, 5).total, Roll.of(5, 5).sum, Roll.of(5, 6).total] == [20, 10, 11]
    assert {roll.total for roll in ROLLS if roll.is_double} == {4, 8, 12, 16, 20, 24}
    assert {roll.total for roll in ROLLS if not roll.is_double} == set(range(3, 12))


@pytest.mark.parametrize("text", ["6+5", "5 +6", "0+3", "3+7", "5", "5+6+1", "", "5+ 6", "05+6"])
def test_a_roll_is_two_dice_the_lower_first(text: str) -> None:
    with pytest.raises(NotationError):
        Roll.parse(text)


def test_rolls_print_as_they_parse() -> None:
    assert [Roll.parse(str(roll)) for roll in ROLLS] == list(ROLLS)
    assert repr(ROLLS[0]) == "Roll.parse('1+1')"
    with pytest.raises(NotationError, match="0 on a die"):
        Roll.of(0, 3)
    with pytest.raises(NotationError):
        Roll(5, 4)


def test_throws_come_up_as_often_as_their_chance_says() -> None:
    rng = Rng(11)
    throws = Counter(Roll.throw(rng) for _ in range(36_000))
    assert set(throws) == set(ROLLS)
    # The expected square distance from 1000 (doubles) or 2000 is their variance; five times its root.
    assert all(abs(throws[roll] - 1000 * roll.ways) < 5 * (1000 * roll.ways) ** 0.5 for roll in ROLLS)


def test_a_turn_is_lost_once_every_copy_of_the_sum_is_down() -> None:
    board = Board.parse("11x 11 3x\n4 5 1\n24 23 22")
    assert not lost(board, "5+6", Rules())
    assert lost(board, "1+2", Rules())
    assert lost(board, "5+6", Rules(loss_of_turn="any_copy_down"))
    assert not lost(board, "1+2", Rules(loss_of_turn="off"))


def test_a_number_the_board_was_not_dealt_loses_no_turn() -> None:
    board = Board.parse("11x 12x\n1 2")
    for choice in ("all_copies_down", "any_copy_down"):
        assert not lost(board, "4+5", Rules(loss_of_turn=choice))


def test_a_double_names_the_sum_of_its_dice_or_the_doubled_value() -> None:
    board = Board.parse("6x 12\n1 2")
    assert lost(board, "3+3", Rules())
    assert not lost(board, "3+3", Rules(loss_value="doubled_value"))
    board = Board.parse("6 12x\n1 2")
    assert not lost(board, "3+3", Rules())
    assert lost(board, "3+3", Rules(loss_value="doubled_value"))


def test_the_totals_a_roll_admits() -> None:
    board = Board.parse(WHOLE)
    assert judged(board, "5+6", Rules()) == Terms(False, 11, 11)
    assert judged(board, "5+6", Rules(normal_roll="at_most")) == Terms(False, 1, 11)
    assert judged(board, "5+5", Rules()) == Terms(False, 1, 20)
    assert judged(board, "5+5", Rules(doubles="exact")) == Terms(False, 20, 20)


def test_a_dead_board_relaxes_its_rolls_or_not() -> None:
    board = Board.parse(DEAD)
    for choice in ("relax", "skip", "end_game"):
        assert is_dead(board, Rules(dead_board=choice))
    assert judged(board, "5+6", Rules()) == Terms(False, 1, 11, True)
    assert judged(board, "1+1", Rules(doubles="exact")) == Terms(False, 1, 4, True)
    assert judged(board, "5+6", Rules(dead_board="skip")) == Terms(True, 11, 11)
    assert judge(board.arrangement, Rules()).loss(board.up) == 0
    assert judge(board.arrangement, Rules(dead_board="skip")).loss(board.up) == 1


def test_a_board_that_lacks_a_number_two_dice_name_is_not_dead() -> None:
    assert not is_dead(Board.parse(DEAD.replace("12x", "1x")), Rules())  # a double six turns something
    assert not is_dead(Board.parse(DEAD.replace("12x", "12")), Rules())
    # Without an 11 a throw of 11 loses no turn, and here admits no set either.
    no_eleven = Board.parse(DEAD.replace("11x", "1x"))
    assert is_dead(no_eleven, Rules(lines="none"))
    assert not is_dead(no_eleven, Rules())  # but the chain that waits for it goes on


def test_no_board_dies_without_lost_turns_unless_doubles_are_exact() -> None:
    corners = Board.parse("13 1x 14\n1x 1x 1x\n15 1x 17")
    assert not is_dead(corners, Rules(loss_of_turn="off"))
    assert is_dead(corners, Rules(loss_of_turn="off", doubles="exact"))


def test_a_board_is_not_dead_while_a_chain_is_waiting_for_a_turn() -> None:
    rules = Rules(loss_of_turn="off", doubles="exact", lines="row 1")
    waiting = Board.parse("13 1x 1x\n14 15 17")
    assert close(waiting, rules) != waiting
    assert not is_dead(waiting, rules)
    assert is_dead(close(waiting, rules), rules)
    # No turn ever comes to its chain where every roll loses.
    only_star = Board.parse(DEAD.replace("13", "13x").replace("24", "s"))
    assert is_dead(only_star, Rules())


def test_a_clear_board_is_not_dead() -> None:
    assert not is_dead(Board.parse("2x 3x\n4x 12x"), Rules())


def test_a_board_of_tiles_above_every_roll_is_stuck_even_when_relaxed() -> None:
    stuck = Board.parse("25 26\n27 28")
    assert judge(stuck.arrangement, Rules()).is_stuck(stuck.up)
    dead = Board.parse(DEAD)
    assert not judge(dead.arrangement, Rules()).is_stuck(dead.up)
    assert judge(dead.arrangement, Rules(dead_board="skip")).is_stuck(dead.up)


def test_what_stands_free_at_the_deal_waits_for_the_first_turn_or_not() -> None:
    board = Board.parse("s s s\n1 2 3\n4 5 6")
    assert judge(board.arrangement, Rules()).opening() == board.up
    before = judge(board.arrangement, Rules(chain_before_first_move="yes")).opening()
    assert before == board.up & ~0b111


@settings(max_examples=300, deadline=None)
@given(boards(most_cells=9), rules())
def test_lost_and_dead_as_by_the_letter(board: Board, rules: Rules) -> None:
    up, reference = position(board.up, board.arrangement.columns), table(board, rules)
    rules_of = judge(board.arrangement, rules)
    for roll in ROLLS:
        assert rules_of.loses(board.up, roll) == reference.loses(up, roll.low, roll.high)
    assert rules_of.is_dead(board.up) == reference.is_dead(up)
    assert rules_of.loss(board.up) == reference.loss(up)


def test_dead_ends_of_real_games_as_by_the_letter() -> None:
    """Late positions, some of them dead: the deaths by lost turns and those by exact doubles."""
    dead = 0
    for choice in (Rules(), Rules(loss_of_turn="any_copy_down"), Rules(doubles="exact", loss_of_turn="off")):
        for board in positions(120, seed=5, rules=choice, most=6):
            found = is_dead(board, choice)
            assert found == table(board, choice).is_dead(position(board.up, 6))
            dead += found
    assert dead > 10


@pytest.mark.parametrize("name, value", [("normal_roll", "most"), ("lines", "rows"), ("star_needs", "")])
def test_rules_that_are_no_choice_are_refused(name: str, value: str) -> None:
    with pytest.raises(NotationError, match=f"the rule {name}={value}"):
        Rules(**{name: value})  # type: ignore[arg-type]
