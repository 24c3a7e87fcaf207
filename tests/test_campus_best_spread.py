"""By which turn half of the games are over, and nine in ten."""

from __future__ import annotations

import math

import msgspec
import pytest
from campus_cases import positions

from quadrangle.engines.campus import words
from quadrangle.solvers.campus import Board, Rules, best_spread, best_values, board_value, judge
from quadrangle.solvers.campus.best_answers import Spread, Valued

PLAIN = {"lines": "none", "loss_of_turn": "off"}
DIES = {"lines": "none", "dead_board": "skip"}


@pytest.fixture(params=["fractions", "table"])
def how(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return where the values come from, which is seen to."""
    if request.param == "table":
        monkeypatch.setattr(best_values, "SMALL_TILES", 0)
    return str(request.param)


@pytest.mark.parametrize(
    ("chosen", "text", "half", "nine_tenths"),
    [
        # 1+2, or any double: 8 throws of 36, so that 28/36 to the power of the turns are left.
        (PLAIN, "3", 3, 10),
        # One of four doubles for each tile; the wrong one first ends it for three games in four.
        (DIES, "12 24", 15, 34),
        (PLAIN, "99", None, None),
    ],
)
def test_turns_are_those_of_waiting_for_rolls(
    how: str, chosen: dict[str, str], text: str, half: int | None, nine_tenths: int | None
) -> None:
    found = board_value(Board.parse(text), msgspec.convert(chosen, Rules)).value
    if half is None:
        assert found.spread is None
        return
    assert found.how == how
    assert found.spread is not None
    assert (found.spread.half, found.spread.nine_tenths) == (half, nine_tenths)


@pytest.mark.parametrize(
    "chosen",
    [{}, {"dead_board": "skip"}, {"must_play": "may_pass"}, {"maximal": "as_many_as_possible"}],
    ids=str,
)
def test_the_games_that_are_followed_take_as_long_as_the_board_is_worth(chosen: dict[str, str]) -> None:
    rules = msgspec.convert(chosen, Rules)
    for board in positions(25, seed=71, rules=rules, most=7):
        rules_of = judge(board.arrangement, rules)
        source = best_values.Fractions(best_values.Packing(board.arrangement, rules), rules)
        found = board_value(board, rules).value
        if math.isinf(found.value):
            assert found.spread is None
            continue
        goals = best_spread._followed(rules_of, board.up, source, 10_000)
        by_turn = best_spread._stepped(goals, board.up, math.ceil(60 * found.value))
        chance = 1.0 if found.chance is None else float(found.chance)
        assert by_turn == sorted(by_turn)
        assert by_turn[-1] == pytest.approx(chance, abs=1e-6)
        taken = sum(by_turn[-1] - done for done in by_turn) / chance
        assert taken == pytest.approx(float(found.value), rel=1e-4)
        assert found.spread is not None
        for turn, share in ((found.spread.half, 0.5), (found.spread.nine_tenths, 0.9)):
            assert by_turn[turn - 1] < share * chance <= by_turn[turn] + 1e-9


def test_large_tables_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_values, "SMALL_TILES", 0)
    monkeypatch.setattr(best_spread, "MOST_TILES", 2)
    rules = msgspec.convert(PLAIN, Rules)
    assert board_value(Board.parse("3 5"), rules).value.spread is not None
    assert board_value(Board.parse("3 5 7"), rules).value.spread is None


def test_it_is_said_of_which_games_it_is() -> None:
    found = Valued(7.5, 7.5, 7.5, spread=Spread(7, 12))
    assert words.spread(found) == "Half of the games are over by turn 7, nine in ten by turn 12."
    some = msgspec.structs.replace(found, chance=0.25)
    assert words.spread(some) == "Half of the games that clear it are over by turn 7, nine in ten by turn 12."
    alike = msgspec.structs.replace(found, spread=Spread(2, 2))
    assert words.spread(alike) == "Nine games in ten are over by turn 2."
    assert words.spread(msgspec.structs.replace(found, value=1, low=1, high=1)) == ""
    assert words.spread(msgspec.structs.replace(found, spread=None)) == ""
