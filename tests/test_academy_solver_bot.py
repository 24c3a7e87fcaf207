"""The bot of Abstract Academy that searches: it does what is legal and sensible by what its player knows."""

from __future__ import annotations

import pytest
from academy_play import academy

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import AcademyState, solver
from quadrangle.engines.academy.actions import Lay, Name, Show
from quadrangle.engines.academy.phases import GIVE, NAME, PLACE, SHOW, TURN
from quadrangle.engines.bots import make, names
from quadrangle.engines.game import TERMINAL
from quadrangle.solvers.canvas.best import best_placement
from quadrangle.solvers.canvas.faces import COUNT, FACES


def reached(phase: int, players: int = 2, seed: int = 1, choices: int = 2, **rulings: str) -> AcademyState:
    """Return a position of a random game in which so many actions of a phase are legal at least."""
    for item in range(200):
        rng = Rng(seed, item)
        state = academy(players, None, **rulings).start().until_decision(rng)
        while state.current_player != TERMINAL:
            if state.phase == phase and len(state.legal_actions()) >= choices:
                return state
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    raise AssertionError(f"phase {phase} with {choices} actions is never reached")


def test_it_has_a_name() -> None:
    game = academy(2)
    assert names(game) == ("random", "greedy", "solver")
    assert make("solver", game).name == "solver"


@pytest.mark.slow
@pytest.mark.parametrize("phase", [PLACE, SHOW, NAME])
@pytest.mark.parametrize("players", [2, 4])
def test_a_seed_makes_a_legal_choice(phase: int, players: int) -> None:
    state = reached(phase, players)
    bot, before = make("solver", state.game), hash(state)
    chosen = bot.choose(state, Rng(5))
    assert chosen in state.legal_actions()
    assert bot.choose(state, Rng(5)) == chosen
    assert hash(state) == before


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_searched_is_what_the_player_knows(players: int) -> None:
    state = reached(PLACE, players)
    player = state.current_player
    seen = solver.position_of(state, player)
    others = [state.resample(player, Rng(6, seed)) for seed in range(5)]
    assert len({other.hands for other in others}) > 1
    assert all(solver.position_of(other, player) == seen for other in others)


@pytest.mark.parametrize("phase", [SHOW, NAME])
def test_other_choices_follow_from_what_the_player_knows(phase: int) -> None:
    state = reached(phase)
    choose = make("solver", state.game).choose
    others = [state.resample(state.current_player, Rng(6, seed)) for seed in range(5)]
    assert {choose(other, Rng(5)) for other in others} == {choose(state, Rng(5))}


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("left", [1, 2, 9])
def test_a_placement_follows_from_what_the_player_knows(players: int, left: int) -> None:
    state = before_the_end(left, players)[0]
    others = [state.resample(state.current_player, Rng(8, seed)) for seed in range(3)]
    assert len({other.hands for other in others}) > 1
    assert {solver.place(other, Rng(5)) for other in others} == {solver.place(state, Rng(5))}


def before_the_end(left: int, players: int = 2, count: int = 1, **rulings: str) -> list[AcademyState]:
    """Return positions of random games in which so many cards are to be placed in a round, with a choice."""
    found: list[AcademyState] = []
    game = academy(players, None, **rulings)
    for item in range(200):
        rng = Rng(3, item)
        state = game.start().until_decision(rng)
        if len(found) == count:
            break
        while state.current_player != TERMINAL and len(found) < count:
            is_there = state.phase == PLACE and state.game.full - len(state.cards) == left
            if is_there and len(state.legal_actions()) > 1:
                found.append(state)
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    return found


def test_the_last_card_is_laid_best_where_it_is_certain() -> None:
    certain = 0
    for state in before_the_end(1, 2, 12):
        player = state.current_player
        worlds = [solver.open_position_of(state.resample(player, Rng(9, seed))) for seed in range(6)]
        answers = [best_placement(world).value.choices for world in worlds]
        if solver.is_certain(state):
            # Whatever the other holds changes all placements alike.
            gains = [{one.placement: one.value - each[-1].value for one in each} for each in answers]
            assert all(gain == gains[0] for gain in gains)
            assert solver.place(state, Rng(1)) == solver.action_of(state, answers[0][0].placement)
            certain += 1
    assert certain >= 2


def test_it_is_not_certain_where_others_may_score_what_is_laid() -> None:
    states = before_the_end(1, 2, 20)
    assert {solver.is_certain(state) for state in states} == {False, True}
    for state in states:
        player, occupied = state.current_player, state.occupied
        cell = state.game.plane.allowed(occupied, player).bit_length() - 1
        row = cell // state.game.plane.side - state.game.plane.extent(occupied | 1 << cell).top
        assert solver.is_certain(state) == (row >= 2 if player == 0 else row < 2)
    many = before_the_end(1, 2, 9, inspirations_shown="any_number")
    for state in (*before_the_end(2, 2, 9), *before_the_end(1, 4, 9), *many):
        assert not solver.is_certain(state)


@pytest.mark.slow
def test_the_first_card_and_the_start_card_are_laid() -> None:
    state = reached(TURN, 4)
    lay = make("solver", state.game).choose(state, Rng(1))
    assert isinstance(lay, Lay)
    assert lay in state.legal_actions()
    state = reached(PLACE)
    assert not state.occupied
    assert isinstance(make("solver", state.game).choose(state, Rng(1)), Lay)


def test_the_start_card_is_laid_as_the_search_values_it_most(monkeypatch: pytest.MonkeyPatch) -> None:
    state = reached(TURN, 4)
    legal = list(state.legal_actions())
    for best in range(len(legal)):
        values = iter([float(at == best) for at in range(len(legal))])
        monkeypatch.setattr(solver, "_searched", lambda *asked, values=values: (None, next(values)))
        assert solver.lay_start(state, Rng(1)) == legal[best]


def test_of_several_inspirations_the_hardest_to_get_is_shown() -> None:
    state = reached(SHOW, choices=3)
    shown = solver.show(state)
    game, columns = state.game, 2 * state.game.size
    space = {name: solver._spaces(game.patterns[at], columns, game.rules)
             for name, at in game.inspiration_at.items()}  # fmt: skip
    assert len(shown.names) == 1
    assert space[shown.names[0]] == min(space[one.names[0]] for one in state.legal_actions() if one.names)
    assert space["X"] == 2 * 6
    assert space["I"] == 4 * 4


def test_where_any_number_may_be_shown_all_are() -> None:
    state = reached(SHOW, choices=4, inspirations_shown="any_number")
    most = max(len(one.names) for one in state.legal_actions())
    assert most >= 2
    assert isinstance(solver.show(state), Show)
    assert len(solver.show(state).names) == most


def test_the_colour_is_named_that_is_held_most() -> None:
    state = reached(NAME)
    held = [
        sum(FACES[code % COUNT].quadrants.count(colour) for code in state.hands[state.current_player])
        for colour in range(3)
    ]
    named = solver.name(state)
    assert isinstance(named, Name)
    assert held[named.colour] == max(held[one.colour] for one in state.legal_actions())


def settled(state: AcademyState, number: int) -> float:
    """Return the margin in the end of giving the Pet as numbered, others choosing their own best."""
    player = state.current_player
    return solver._settled(state._apply(state.legal_actions()[number]), state.sheet.round)[player]


def test_the_pet_goes_where_it_harms_least() -> None:
    differing = 0
    for seed in range(40):
        state = reached(GIVE, 4, seed)
        worth = [settled(state, number) for number in range(len(state.legal_actions()))]
        chosen = list(state.legal_actions()).index(solver.give(state))
        assert worth[chosen] == max(worth)
        differing += len(set(worth)) > 1
    assert differing


def test_the_pet_may_be_kept_where_that_is_better() -> None:
    state = reached(GIVE, 2, pet_handover="may_decline")
    assert solver.give(state) in state.legal_actions()


@pytest.mark.slow
def test_it_is_better_than_greedy() -> None:
    won = 0
    for k in range(6):
        table = ["solver", "greedy"] if k % 2 == 0 else ["greedy", "solver"]
        game = academy(2)
        bots, rng = [make(one, game) for one in table], Rng(77, k)
        state = game.start().until_decision(rng)
        while state.current_player != TERMINAL:
            state = state.apply(bots[state.current_player].choose(state, rng)).until_decision(rng)
        won += state.returns()[k % 2] == 1
    assert won >= 4
