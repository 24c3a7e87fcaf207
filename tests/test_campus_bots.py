"""The bots that know Campus: what they choose is worth what it is said to be worth."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

import pytest
from campus_play import alone, campus, table

from quadrangle.core.rng import Rng
from quadrangle.engines.bots import make, names
from quadrangle.engines.campus import CampusState, solver
from quadrangle.engines.campus.actions import DONE
from quadrangle.engines.campus.phases import CHAIN, PENALTY
from quadrangle.engines.campus.solver import Racer, Solver
from quadrangle.engines.game import State
from quadrangle.engines.simulation import simulate
from quadrangle.solvers.campus.best import best_move, board_value
from quadrangle.solvers.campus.best_answers import Number
from quadrangle.solvers.campus.race import Race

SEED = 2511

RACES = [
    ("4 6 9 / 1 3 3 / 2 6 12", "11x 5 11x / 1x 2 10 / 8 8x 3", "2+5"),
    ("4 6 12 / 7 3 9 / 1 11 6", "7x 5 6x / 9 7x 12x / 7 11 9x", "3+6"),
    ("1 12 9 / 12 5 6 / 10 6 3", "4 3x 3 / 7x 10 6x / 9 1x 4x", "3+6"),
]
"""Boards of A and B with a roll after which the fewest turns and the best chance are two moves."""

BOARDS = [
    ("11 5 3 / 2 1 24 / 6 8 s", "5+6"),
    ("4 6 9 / 1 3 3 / 2 6 12", "2+5"),
    ("1 12 9 / s 5 6 / 10 6 3", "4+4"),
    ("7 7 2 / 5x 4 s / 1 9 3", "3+4"),
]

PENALTIES = [
    ("7 3x 5x 1x / 9 8x 6 2 / 2 11 4 10 / 12 5 3x 8", "missed: reward row 1"),
    ("7 3x 5x 1x / 9 8x 6 2 / 2 11x 4 10 / 12 5 3x 8", "missed: reward row 1, reward column b"),
    ("s 3x 5x 1x / 9 8x 6 2 / 2 11 4 10 / 12 5 3x 8", "missed: star a1"),
    ("7 3x 5x 1x / 9 8x 6 2 / 2 11 4 10 / 12 5 3x 8", "missed: reward row 1; turned: b1 c1"),
]
"""A board of B, and what B missed on it; with tiles that were turned the Big Play may be taken."""


def choice(bot: Any, state: State, item: int = 0) -> Any:
    """Return what a bot chooses; it must be legal and leave the state as it is."""
    before = hash(state)
    found = bot.choose(state, Rng(SEED, item))
    assert found in state.legal_actions()
    assert hash(state) == before
    return found


def test_the_racer_needs_somebody_to_race() -> None:
    assert names(campus(2)) == ("random", "greedy", "solver", "racer")
    assert names(campus(1)) == ("random", "greedy", "solver")
    assert [make(name, campus(2)).name for name in names(campus(2))] == list(names(campus(2)))
    assert campus(2).solver().name == "solver"


@pytest.mark.parametrize(("board", "roll"), BOARDS)
@pytest.mark.parametrize("ruling", [{}, {"dead_board": "skip"}, {"must_play": "may_pass"}])
def test_the_solver_turns_the_set_of_the_fewest_turns(board: str, roll: str, ruling: dict[str, str]) -> None:
    state: Any = alone(board, "move", roll=roll, **ruling)  # type: ignore[arg-type]
    best = best_move(state.desk(0).board(state.up[0]), state.roll, state.game.rules).value
    worth = {one.outcome.up: (one.worth.chance, one.worth.value) for one in best.choices}
    chosen = choice(Solver(), state)
    left = state.desk(0).chains.closed(state.up[0] & ~chosen.tiles)
    assert worth[left] == (best.choices[0].worth.chance, best.choices[0].worth.value)


@pytest.mark.parametrize(("mine", "theirs", "roll"), RACES)
def test_the_racer_is_likelier_to_finish_first_than_the_solver(mine: str, theirs: str, roll: str) -> None:
    state = table(mine, theirs, "move", roll=roll)
    chances = _chances(state)
    assert chances[_left(state, Racer())] == max(chances.values()) > chances[_left(state, Solver())]


@pytest.mark.parametrize(("mine", "theirs", "roll"), RACES)
@pytest.mark.parametrize("started", [True, False])
def test_where_the_other_still_has_a_turn_the_racer_reckons_with_it(
    mine: str, theirs: str, roll: str, started: bool
) -> None:
    order = {"first": "A", "turn": 0} if started else {"first": "B", "turn": 1}
    state = table(mine, theirs, "move", roll=roll, **order, game_ends="equal_turns")  # type: ignore[arg-type]
    chances = _chances(state, ends="equal_turns", i_started=started)
    assert chances[_left(state, Racer())] == max(chances.values())
    assert chances != _chances(state)


def _left(state: CampusState, bot: Any) -> int:
    """Return what is left up after the set a bot turns, and its chain."""
    return state.desk(0).chains.closed(state.up[0] & ~choice(bot, state).tiles)


def _chances(state: CampusState, **order: Any) -> dict[int, float]:
    """Return the chance of A to finish first, by what is left up after each set."""
    own, other = (state.desk(player).board(state.up[player]) for player in range(2))
    race = Race(own, other, state.game.rules, **order)
    legal = {state.desk(0).chains.closed(state.up[0] & ~move.tiles) for move in state.legal_actions()}
    return {left: float(race.after(left).likely) for left in legal}


def test_with_many_tiles_up_the_solver_goes_by_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    from quadrangle.solvers.campus.estimate import quick_move

    monkeypatch.setattr(solver, "EXACT_TILES", 2)
    state = alone("11 5 3 / 2 1 24 / 6 8 s", "move", roll="5+6")
    assert solver.by_turns(state) == []
    board = state.desk(0).board(state.up[0])
    assert choice(Solver(), state).tiles == quick_move(board, state.roll, state.game.rules)  # type: ignore[arg-type]


def test_the_solver_claims_what_goes_down_in_automatic_play_and_then_is_done() -> None:
    state: Any = table("7 3x 5x 1x / 9 8x 6 s / 2 11 4 10 / 12 5 3x 8", phase="chain", claims="manual")
    desk, up = state.desk(0), state.up[0]
    claimed = []
    while state.phase == CHAIN:
        claimed.append(choice(Solver(), state))
        state = state.apply(claimed[-1])
    assert claimed == [*(step.claim for step in desk.chains.steps(up)), DONE]
    assert len(claimed) > 1
    assert state.up[0] == desk.chains.closed(up)


def test_there_is_no_claim_left_that_was_missed_for_good() -> None:
    state = table(
        "7 3x 5x 1x / 9 8x 6 s / 2 11 4 10 / 12 5 3x 8",
        phase="chain",
        claims="manual",
        late_claim="lost",
        more="gone A: row 1",
    )
    assert str(choice(Solver(), state)) == "done"


@pytest.mark.slow
@pytest.mark.parametrize(("board", "more"), PENALTIES)
def test_the_answer_to_what_was_missed_costs_the_other_the_most_turns(board: str, more: str) -> None:
    """A board on which something may still be claimed is valued roughly, hence the three per cent."""
    state = _asked(board, more)
    found: Any = state
    while found.phase == PENALTY:
        found = found._apply(choice(Solver(), found))
    costs = {float(_turns_left(end)) for end in _ends(state)}
    assert len(costs) > 1
    assert float(_turns_left(found)) >= 0.97 * max(costs)


def _turns_left(state: CampusState) -> Number:
    """Return the turns the board needs whose owner missed something."""
    return board_value(state.desk(1).board(state.up[1]), state.game.rules).value.value


def _asked(board: str, more: str) -> CampusState:
    big_play = "on" if "turned" in more else "off"
    mine = " / ".join(["9 8 7 6", "5 4 3 2", "1 1 2 3", "4 5 6 7"])
    return table(mine, board, "penalty", turn=2, more=more, claims="manual", big_play=big_play)


def _ends(state: Any) -> list[Any]:
    """Return every position after all misses are answered."""
    if state.phase != PENALTY:
        return [state]
    return [end for action in state.legal_actions() for end in _ends(state._apply(action))]


def test_the_big_play_is_taken_where_it_is_worth_more_than_a_tile() -> None:
    few = "7 3x 5x 1x / 9 8x 6x 2x / 2x 11x 4x 10x / 12x 5x 3x 8"
    state = _asked(few, "missed: reward row 1; turned: c3 d3 a4; claimed: b4 c4")
    assert str(choice(Solver(), state)) == "big_play"


@pytest.mark.parametrize("name", ["solver", "racer"])
def test_what_is_chosen_follows_from_the_position_alone(name: str) -> None:
    for mine, theirs, roll in RACES:
        state = table(mine, theirs, "move", roll=roll)
        chosen = {choice(make(name, state.game), state, item) for item in range(3)}
        solver.known.cache_clear()
        chosen.add(choice(make(name, state.game), state, 3))
        assert len(chosen) == 1


RULINGS: list[dict[str, str]] = [
    {},
    {"claims": "manual", "big_play": "on"},
    {"claims": "manual", "late_claim": "lost", "penalty_when": "after_own_roll"},
    {"dead_board": "skip", "game_ends": "equal_turns"},
    {"dead_board": "end_game", "loss_of_turn": "any_copy_down"},
    {"maximal": "as_many_as_possible", "star_needs": "all_lines"},
    {"must_play": "may_pass", "normal_roll": "at_most"},
    {"lines": "short_diagonals_for_stars", "chain_before_first_move": "yes"},
]


@pytest.mark.slow
@pytest.mark.parametrize("rulings", RULINGS)
def test_a_round_is_played_to_its_end_under_any_rulings(
    rulings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "EXACT_TILES", 17)  # smaller tables do as well here
    monkeypatch.setattr(solver, "RACE_TILES", 13)
    tally = simulate(campus(2, **rulings), ["solver", "racer"], games=1, seed=SEED, workers=1)
    assert tally.games == 1


@functools.cache
def _turns(name: str) -> Fraction:
    """Return the mean turns of practice on a few printed boards."""
    tally = simulate(campus(1), [name], games=6, seed=SEED, workers=1)
    return Fraction(sum(int(score[0]) * count for score, count in tally.scores.items()), 6)


@pytest.mark.slow
def test_the_solver_needs_fewer_turns_than_greedy_and_random() -> None:
    assert _turns("solver") < _turns("greedy") < _turns("random")
