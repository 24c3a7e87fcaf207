"""The tree search over sampled draws: kernels against the plain functions, answers against exact ones."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import numpy as np
import pytest
from canvas_best_cases import INSTRUCTORS, random_round

from quadrangle.core.budget import Budget
from quadrangle.core.kernels import compiled
from quadrangle.core.rng import Rng, seed_state
from quadrangle.engines.academy import Academy, AcademyRulings, AcademyState
from quadrangle.engines.academy.actions import DRAWS
from quadrangle.engines.academy.phases import DRAW, GIVE, PLACE, SHOW
from quadrangle.engines.academy.solver import action_of as engine_action
from quadrangle.engines.academy.solver import open_position_of, position_of
from quadrangle.engines.game import CHANCE
from quadrangle.solvers.canvas import CANVAS_DECK, INSPIRATIONS, Goal, Rules
from quadrangle.solvers.canvas import kernels_search as kernels
from quadrangle.solvers.canvas.best import best_placement
from quadrangle.solvers.canvas.decks import ASSIGNMENTS
from quadrangle.solvers.canvas.decks import INSTRUCTORS as ALL_INSTRUCTORS
from quadrangle.solvers.canvas.faces import COUNT
from quadrangle.solvers.canvas.margins import Margins
from quadrangle.solvers.canvas.position import Position
from quadrangle.solvers.canvas.search import Tables, TreeSearch, action_of, placement_of, search_placements

P, W, V, X, F = (INSPIRATIONS[name] for name in "PWVXF")
ALL_GOALS = (*itertools.chain(*ASSIGNMENTS.values()), *ALL_INSTRUCTORS, Goal("areas_of_size", size=3))
RULINGS = [
    Rules(pet_recipient="next_clockwise"),
    Rules(
        lock="full_line", corner_home="nobody_but_forced", half_turn="not_allowed", zero_value="nobody",
        balance_absent_colour="ignored", pattern_test="exact", pet_recipient="next_clockwise",
    ),
    Rules(
        path="longest_shortest_path", pattern_turns="rotations_and_reflections",
        pet_recipient="next_clockwise", lock="full_line",
    ),
]  # fmt: skip


def some_round(seed: int, players: int, rules: Rules) -> Position:
    """Return a round at any stage, with any three goals, and Inspirations."""
    rng = Rng(seed, 7)
    size = 4 if players == 2 else 5
    goals = list(ALL_GOALS)
    rng.shuffle(goals)
    return random_round(
        seed, 1 + rng.below(size * size), players=players, size=size, hand=3, goals=tuple(goals[:3]),
        patterns=((P, W), (V,), (X, F), ())[:players], deck=CANVAS_DECK, rules=rules,
        points=tuple(rng.below(9) for _ in range(players)),
    )  # fmt: skip


class Plain:
    """A position in the arrays of the kernels, which run as plain Python."""

    def __init__(self, position: Position, seed: int = 0) -> None:
        tables = Tables(position, [position])
        worlds = tables.worlds([position])
        self.law, self.world, self.room = tables.law, tables.world(), tables.room()
        self.points = np.array(position.points, dtype=np.int64)
        self.rng = np.array(seed_state(seed), dtype=np.int64)
        kernels.imagine(self.law, tables.root(), worlds, 0, self.rng, self.world)

    def margins(self) -> tuple[int, ...]:
        kernels.score(self.law, self.world, self.points, -1, self.room)
        return tuple(self.room[5].tolist())


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", RULINGS)
def test_a_canvas_is_scored_as_the_plain_functions_do(players: int, rules: Rules) -> None:
    for seed in range(60):
        position = some_round(seed, players, rules)
        if position.cards:
            assert Plain(position).margins() == Margins(position).of(position.cards), (seed, position)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", RULINGS)
def test_canvases_are_scored_alike_compiled(players: int, rules: Rules) -> None:
    score = compiled(kernels.score)
    for seed in range(1000, 1600):
        position = some_round(seed, players, rules)
        if position.cards:
            plain = Plain(position)
            score(plain.law, plain.world, plain.points, -1, plain.room)
            assert tuple(plain.room[5].tolist()) == Margins(position).of(position.cards), (seed, position)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", RULINGS)
def test_placements_are_those_of_the_plane(players: int, rules: Rules) -> None:
    for seed in range(150):
        position = some_round(seed, players, rules)
        plain = Plain(position)
        board, span, hands, held, _, state, _ = plain.world
        config, ways = plain.law[:2]
        cells, faces = plain.room[:2]
        found = set()
        spaces = kernels.list_cells(board, span, position.player, config, cells)
        for way in (0, 1) if position.landscape < 0 else (position.landscape,):
            looks = kernels.list_faces(hands, held, position.player, way, ways, faces)
            assert len(set(faces[:looks].tolist())) == looks
            found |= {
                COUNT * (position.plane.cells * way + cell) + face
                for cell in cells[:spaces].tolist()
                for face in faces[:looks].tolist()
            }
        assert found == {action_of(one, position.plane.cells) for one in position.placements()}
        assert state[kernels.PLAYER] == position.player


@pytest.mark.parametrize("lock", ["extent", "full_line"])
@pytest.mark.parametrize("players", [2, 4])
def test_home_rows_are_those_of_the_plane_to_the_last_card(players: int, lock: Any) -> None:
    rules = Rules(lock=lock, corner_home="nobody_but_forced" if lock == "full_line" else "either_owner")
    size = 4 if players == 2 else 5
    for seed in range(100):
        position = random_round(seed, 1 + seed % (size + 3), players=players, size=size, rules=rules,
                                hand=1, deck=CANVAS_DECK)  # fmt: skip
        plain = Plain(position)
        board, span = plain.world[:2]
        for player in range(players):
            count = kernels.list_cells(board, span, player, plain.law[0], plain.room[0])
            allowed = position.plane.allowed(position.occupied, player)
            assert sum(1 << cell for cell in plain.room[0][:count].tolist()) == allowed


def before_placing(game: Academy, seed: int, turns: int) -> AcademyState:
    """Return a position of the first round in which a card is placed."""
    rng = Rng(seed)
    state = game.start().until_decision(rng)
    while state.phase != PLACE or state.turn < turns:
        state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    return state


@pytest.mark.parametrize("players", [2, 4])
def test_a_playout_is_a_round_of_the_engine(players: int) -> None:
    game = Academy(players, AcademyRulings(pet_recipient="next_clockwise"))
    for seed in range(12):
        state = before_placing(game, seed, seed % 5)
        position = open_position_of(state)
        plain = Plain(position, seed)
        while state.phase == PLACE:
            assert kernels.pass_on(plain.law, plain.world)
            assert plain.world[5][kernels.PLAYER] == state.current_player
            action = kernels.propose(plain.law, plain.world, plain.points, plain.rng, plain.room)
            at, card = plain.world[5][kernels.NEXT_CARD], plain.world[4]
            state = state.apply(engine_action(state, placement_of(int(action), position.plane.cells)))
            kernels.act(plain.law, plain.world, action)
            if state.phase == DRAW:
                state = state.apply(DRAWS[int(card[at])])
        assert not kernels.pass_on(plain.law, plain.world)
        while state.phase in (SHOW, GIVE) and state.sheet.round == 1:
            state = state.apply(state.legal_actions()[-1])
        points = state.scores()
        ours = tuple(one - max(points[:at] + points[at + 1 :]) for at, one in enumerate(points))
        assert plain.margins() == ours


def test_hidden_hands_and_draws_are_drawn_from_what_is_not_seen() -> None:
    game = Academy(4)
    position = position_of(before_placing(game, 3, 6), 2)
    for seed in range(20):
        hands, held, pile, state = Plain(position, seed).world[2:6]
        cards = [hands[player, k] for player in range(4) if player != 2 for k in range(held[player])]
        cards += pile[state[kernels.NEXT_CARD] : state[kernels.PILE]].tolist()
        assert sorted(cards) == list(position.deck)
        assert sorted(hands[2, : held[2]].tolist()) == list(position.hands[2] or ())


def test_random_numbers_are_those_of_the_project() -> None:
    rng, state = Rng(5), np.array(seed_state(5), dtype=np.int64)
    assert [rng.below(n) for n in range(1, 60)] == [kernels.below(state, n) for n in range(1, 60)]


def asked(seed: int, turns: int) -> Position:
    """Return a round of two players as the one who places knows it."""
    state = before_placing(Academy(2), seed, turns)
    return position_of(state, state.current_player)


def regrets(players: int, left: int, nodes: int, count: int) -> list[float]:
    """Return by how much the placement found is worse than the best, in some open rounds."""
    found = []
    for seed in range(count):
        position = random_round(seed, left, players=players, size=4 if players == 2 else 5, hand=2,
                                goals=INSTRUCTORS, deck=CANVAS_DECK[::5] * 5, rules=RULINGS[0])  # fmt: skip
        exact = {one.placement: one.value for one in best_placement(position, budget=Budget()).value.choices}
        searched = search_placements(position, budget=Budget(nodes=nodes), seed=seed)
        found.append(float(max(exact.values()) - exact[searched.choices[0].placement]))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("players", "left", "most"), [(2, 1, 0.0), (2, 2, 0.05), (2, 3, 0.25), (4, 2, 0.1)])
def test_near_the_end_it_finds_what_is_best(players: int, left: int, most: float) -> None:
    found = regrets(players, left, 4000, 20)
    print(players, left, "mean regret", sum(found) / len(found), "largest", max(found))
    assert sum(found) / len(found) <= most


@pytest.mark.slow
def test_a_seed_and_nodes_make_the_answer_and_what_stops_it_does_not_fail() -> None:
    position = asked(2, 4)
    one = search_placements(position, budget=Budget(nodes=700), seed=3)
    assert one == search_placements(position, budget=Budget(nodes=700), seed=3)
    assert one != search_placements(position, budget=Budget(nodes=700), seed=4)
    assert 700 <= one.playouts <= 710
    legal = set(position.placements())
    for budget in (
        Budget(nodes=0),
        Budget(seconds=0.0),
        Budget(nodes=500, bytes=1000),
        Budget(cancelled=lambda: True),
    ):
        found = search_placements(position, budget=budget, seed=1)
        assert found.choices
        assert {choice.placement for choice in found.choices} <= legal
        assert all(choice.low <= choice.value <= choice.high for choice in found.choices)


@pytest.mark.slow
def test_time_is_kept_to() -> None:
    search = TreeSearch(asked(2, 4), budget=Budget(seconds=0.4), seed=1)
    search.grow(None)
    assert search.playouts > 100
    assert search._meter.seconds < 2


def test_without_a_card_nothing_is_searched() -> None:
    position = random_round(1, 3)
    hands = (*position.hands[: position.player], (), *position.hands[position.player + 1 :])
    other = msgspec.structs.replace(position, hands=hands)
    with pytest.raises(ValueError, match="nothing to place"):
        search_placements(other, budget=Budget(nodes=9), seed=1)
    with pytest.raises(ValueError, match="other cards"):
        search_placements(position, budget=Budget(nodes=9), seed=1, worlds=lambda rng: other)


def test_the_engine_is_asked_for_worlds_by_its_own_law() -> None:
    state = before_placing(Academy(2), 4, 3)
    assert state.current_player != CHANCE
    player = state.current_player
    drawn = [open_position_of(state.resample(player, Rng(9, k))) for k in range(5)]
    assert all(one.hands[player] == position_of(state, player).hands[player] for one in drawn)
    assert len({one.hands for one in drawn}) > 1
