"""Practice: Campus alone, for the fewest turns."""

from __future__ import annotations

import pytest
from campus_play import alone, campus, legal, line, moved, told

from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Bot, Greedy, Random

NEAR = "3 1x / 1x 1x"


@pytest.mark.rule("campus", 72)
def test_one_player_fills_a_board_and_rolls_for_themselves() -> None:
    state = campus(1).start()
    state = state.until_decision(Rng(1))
    assert (line(state, "phase"), state.current_player, line(state, "board B")) == ("move", 0, "")
    assert len(line(state, "board A").split(" / ")) == 6


@pytest.mark.rule("campus", 72)
def test_lost_turns_count() -> None:
    state = alone("7x 3 / 5 6")
    after = moved(state, "3+4")
    assert told(state, "3+4") == ("turn lost 7",)
    assert (line(after, "turn"), after.scores()) == ("1", (1.0,))


@pytest.mark.rule("campus", 72)
def test_nobody_penalises_alone_and_what_was_missed_can_be_claimed_later() -> None:
    board = "1x 2x 12 13x / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
    state = moved(alone(board, "chain", claims="manual", big_play="on"), "done")
    assert (line(state, "phase"), line(state, "missed")) == ("roll", "")
    assert legal(moved(state, "5+6", "d4")) == ["reward row 1", "done"]
    lost = moved(alone(board, "chain", claims="manual", late_claim="lost"), "done", "5+6", "d4")
    assert legal(lost) == ["done"]


@pytest.mark.rule("campus", 73, 74)
@pytest.mark.parametrize(
    ("before", "band", "result"),
    [(0, 0, 1.0), (14, 0, 1.0), (15, 1, 0.8), (20, 2, 0.6), (25, 3, 0.4), (29, 3, 0.4), (30, 4, 0.2)],
)
def test_fewer_turns_are_worth_more(before: int, band: int, result: float) -> None:
    after = moved(alone(NEAR, "move", roll="1+2", turn=before), "a1")
    assert (after.ended_by(), after.band, after.returns()) == ("cleared", band, (result,))
    assert after.scores() == (before + 1.0,)


@pytest.mark.rule("campus", 73, 74)
def test_a_board_that_is_not_cleared_is_worth_nothing() -> None:
    state = alone("20 21 / 22 23", "move", roll="1+2", turn=4, turn_limit="5")
    after = moved(state, "pass")
    assert told(state, "pass")[0] == "game over turn_limit"
    assert (after.ended_by(), after.band, after.returns()) == ("turn_limit", None, (0.0,))


def turns_of(bot: Bot, games: int) -> float:
    total = 0
    for item in range(games):
        rng = Rng(8, item)
        state = campus(1).start().until_decision(rng)
        while not state.is_terminal:
            state = state.apply(bot.choose(state, rng)).until_decision(rng)
        assert state.ended_by() == "cleared"
        total += state.turn
    return total / games


@pytest.mark.slow
def test_greedy_clears_boards_sooner_than_random_play() -> None:
    assert turns_of(Greedy(), 12) < 0.85 * turns_of(Random(), 60)
