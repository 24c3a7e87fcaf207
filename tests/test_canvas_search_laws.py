"""The best placement against rounds played in every way by slow rules, and what an answer may claim."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from canvas_best_cases import ASSIGNMENTS, INSTRUCTORS, MIXED, SMALL_DECK, hidden, random_round
from canvas_tree_reference import Table, hidden_replies
from test_canvas_search import Plain

from quadrangle.core.budget import Budget
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyRulings, AcademyState
from quadrangle.engines.academy.actions import DRAWS
from quadrangle.engines.academy.phases import DRAW, GIVE, PLACE, SHOW
from quadrangle.engines.academy.solver import action_of as engine_action
from quadrangle.engines.academy.solver import open_position_of
from quadrangle.solvers.canvas import CANVAS_DECK, INSPIRATIONS, Rules
from quadrangle.solvers.canvas import kernels_search as kernels
from quadrangle.solvers.canvas.best import best_placement
from quadrangle.solvers.canvas.decks import ASSIGNMENTS as ASSIGNMENT_DECKS
from quadrangle.solvers.canvas.decks import INSTRUCTORS as INSTRUCTOR_DECK
from quadrangle.solvers.canvas.faces import FACE_TEXTS
from quadrangle.solvers.canvas.position import Position, held_as
from quadrangle.solvers.canvas.rules import choices_of
from quadrangle.solvers.canvas.search import TreeSearch, placement_of, search_placements

GENEROUS = Budget(nodes=10**8)
GOALS = [*itertools.chain(*ASSIGNMENT_DECKS.values()), *INSTRUCTOR_DECK]


def any_round(seed: int) -> Position:
    """Return an open round with one to four cards to be placed, any rulings and goals, anybody as the Pet.

    Canvases are up to two, three or as many cards long as in the game; decks are often short or empty.
    """
    lots = random.Random(seed)
    chosen: dict[str, Any] = {name: lots.choice(choices) for name, choices in choices_of(Rules).items()}
    rules = Rules(**chosen)
    players = lots.choice([2, 2, 4])
    size = lots.choice([2, 3, 4, 4] if players == 2 else [2, 3, 4, 5, 5])
    left = lots.choice([1, 2, 2, 3])
    left += size == 2 and lots.random() < 0.3
    held = list(INSPIRATIONS.values())
    position = random_round(
        seed, left, players=players, size=size, rules=rules,
        hand=lots.choice([1, 2, 3]) if left < 3 else lots.choice([1, 2]),
        goals=tuple(lots.sample(GOALS, lots.choice([1, 2, 3]))),
        patterns=tuple(tuple(lots.sample(held, lots.choice([0, 1, 2]))) for _ in range(players)),
        points=tuple(lots.randrange(6) for _ in range(players)),
        deck=lots.choice([SMALL_DECK, CANVAS_DECK]),
    )  # fmt: skip
    deck = tuple(sorted(lots.sample(position.deck, min(len(position.deck), lots.choice([0, 1, 2, 3])))))
    discards = tuple(sorted(lots.sample(position.deck, min(len(position.deck), lots.choice([0, 2])))))
    pet = lots.randrange(-1, players)
    position = msgspec.structs.replace(position, pet=pet, deck=deck, discards=discards)
    if lots.random() < 0.2:
        next_one = (position.player + 1) % players
        hands = tuple(() if one == next_one else hand for one, hand in enumerate(position.hands))
        position = msgspec.structs.replace(position, hands=hands)
    return position


@pytest.mark.parametrize("part", range(3))
def test_values_and_lines_are_those_of_every_game_by_the_slow_rules(part: int) -> None:
    for seed in range(10 * part, 10 * part + 10):
        position = any_round(seed)
        found = best_placement(position, budget=GENEROUS).value
        table = Table(position)
        assert found.how == "exact"
        ours = {choice.placement: choice.value for choice in found.choices}
        assert ours == {place: end[position.player] for place, end in table.every().items()}, seed
        line = table.line()
        assert [(step.player, step.placement, step.value) for step in found.line] == [
            (player, placement, value) for player, placement, _, value in line
        ], seed
        for step, (_, _, drawn, _) in zip(found.line, line, strict=True):
            assert step.drawn is None or FACE_TEXTS[step.drawn] == drawn, seed


def test_hidden_hands_are_weighed_by_the_slow_rules() -> None:
    compared = 0
    for seed in range(500, 530):
        position = hidden(any_round(seed))
        if position.left == 2 and position.hidden[(position.player + 1) % position.players]:
            found = best_placement(position, budget=GENEROUS).value
            replies = hidden_replies(position)
            assert found.how == "exact"
            assert {one.placement: one.value for one in found.choices} == {
                placement: sum(margin * times for (_, margin), times in each.items()) / each.total()
                for placement, each in replies.items()
            }, seed
            first, last = found.line
            assert (first.placement, first.value) == (found.best.placement, found.best.value)
            times = replies[first.placement]
            assert times[last.placement, Fraction(last.value)] == max(times.values()), seed
            compared += 1
    assert compared > 4


def two_left(seed: int) -> Position:
    goals = (ASSIGNMENTS, INSTRUCTORS, MIXED)[seed % 3]
    return hidden(random_round(seed, 2, hand=3, deck=CANVAS_DECK, goals=goals))


@pytest.mark.slow
@pytest.mark.parametrize(("nodes", "least"), [(400, 0.95), (4000, 0.9)])
def test_intervals_hold_together_about_as_often_as_they_say(nodes: int, least: float) -> None:
    """With two cards left the round goes on as in best play, so that the exact value is what is estimated."""
    every = best = 0
    for seed in range(60):
        position = two_left(seed)
        exact = {one.placement: one.value for one in best_placement(position, budget=GENEROUS).value.choices}
        found = search_placements(position, budget=Budget(nodes=nodes), seed=seed).choices
        held = [one.low <= exact[one.placement] <= one.high for one in found]
        every += all(held)
        best += held[0]
    print(nodes, "all hold", every / 60, "the best one's", best / 60)
    assert every >= least * 60
    assert best >= every


@pytest.mark.slow
@pytest.mark.parametrize("nodes", [0, 1, 5, 50])
def test_a_few_rounds_that_end_alike_prove_nothing(nodes: int) -> None:
    for seed in range(15):
        position = hidden(random_round(seed, 4, hand=3, deck=CANVAS_DECK, goals=INSTRUCTORS))
        found = best_placement(position, budget=Budget(nodes=nodes), seed=seed)
        assert (found.verdict, found.proof, found.value.how) == ("yes", "estimate", "sampled")
        assert not any(choice.is_exact for choice in found.value.choices)
        assert all(choice.low + 1 < choice.value < choice.high - 1 for choice in found.value.choices)
        assert found.interval is not None
        assert found.nodes == found.value.nodes <= nodes + 3


@pytest.mark.slow
def test_a_tree_without_memory_tries_every_placement_all_the_same() -> None:
    position = hidden(random_round(3, 6, hand=3, deck=CANVAS_DECK, goals=INSTRUCTORS))
    large = search_placements(position, budget=Budget(nodes=4000), seed=1).choices
    small = search_placements(position, budget=Budget(nodes=4000, bytes=0), seed=1).choices
    assert len(small) == len(large) == 5
    assert small[0].value > large[-1].low


def any_rulings(seed: int) -> AcademyRulings:
    """Return any rulings on placing and scoring, but those on the Pet, which the search does not follow."""
    lots = random.Random(seed)
    chosen: dict[str, Any] = {name: lots.choice(choices) for name, choices in choices_of(Rules).items()}
    reshuffle = lots.choice(["when_a_draw_finds_the_deck_empty", "as_soon_as_it_is_empty"])
    own = {"pet_handover": "forced", "pet_recipient": "next_clockwise", "reshuffle": reshuffle}
    return AcademyRulings(**{**chosen, **own})


@pytest.mark.parametrize("players", [2, 4])
def test_rounds_are_played_by_the_rulings(players: int) -> None:
    for seed in range(6):
        game = Academy(players, any_rulings(10 * players + seed))
        state, position = placing(game, seed, seed)
        plain = Plain(position, seed)
        while state.phase == PLACE:
            assert kernels.pass_on(plain.law, plain.world)
            action = int(kernels.propose(plain.law, plain.world, plain.points, plain.rng, plain.room))
            at, pile = plain.world[5][kernels.NEXT_CARD], plain.world[4]
            state = state.apply(engine_action(state, placement_of(action, position.plane.cells)))
            kernels.act(plain.law, plain.world, action)
            if state.phase == DRAW:
                state = state.apply(DRAWS[int(pile[at])])
        assert not kernels.pass_on(plain.law, plain.world)
        while state.phase in (SHOW, GIVE) and state.sheet.round == 1:
            state = state.apply(state.legal_actions()[-1])
        points = state.scores()
        margins = tuple(one - max(points[:at] + points[at + 1 :]) for at, one in enumerate(points))
        assert plain.margins() == margins, game.rules


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_whatever_the_tree_holds_may_be_placed(players: int) -> None:
    for seed, turns in enumerate([0, 9, 13]):
        game = Academy(players, any_rulings(seed))
        _, position = placing(game, seed, turns)
        search = TreeSearch(position, budget=Budget(nodes=40), seed=seed)
        tables = search.tables
        kernels.grow(
            tables.law, search._root, search._pool, search._points, search._world, search._rng, search.tree,
            search.control, search._room, search._marks, search._path, 40,
        )  # fmt: skip
        assert search.tree[0, kernels.VISITS] == 40
        assert sum(visits for _, visits, _ in search.visits()) == 40
        mine = set(position.placements())
        every = {*position.deck, *itertools.chain(*(hand or () for hand in position.hands))}
        for node, path in paths(search.tree):
            occupied, player = position.occupied, position.player
            for placement in (placement_of(action, position.plane.cells) for action in path):
                assert position.plane.allowed(occupied, player) >> placement.cell & 1
                occupied |= 1 << placement.cell
                player = (player + 1) % players
            assert held_as(placement.face, placement.landscape, position.rules) in every
            assert len(path) > 1 or placement in mine
            assert len(path) == 1 or len(path) < position.left
            assert search.tree[node, kernels.VISITS] <= search.tree[node, kernels.SEEN]


def placing(game: Academy, seed: int, turns: int) -> tuple[AcademyState, Position]:
    """Return a position of the first round with all hands open, so many turns being over."""
    rng = Rng(seed)
    state = game.start().until_decision(rng)
    while state.phase != PLACE or state.turn < turns:
        state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    return state, open_position_of(state)


def paths(tree: Any) -> Iterator[tuple[int, list[int]]]:
    """Yield every node of a tree but its root, with the actions that lead to it."""
    waiting: list[tuple[int, list[int]]] = [(0, [])]
    while waiting:
        node, path = waiting.pop()
        child = int(tree[node, kernels.CHILD])
        while child != kernels.NONE:
            found = (child, [*path, int(tree[child, kernels.ACTION])])
            yield found
            waiting.append(found)
            child = int(tree[child, kernels.SIBLING])


QUESTION = """
import sys
sys.path[:0] = {folders!r}
from canvas_best_cases import hidden, random_round
from quadrangle.core.budget import Budget
from quadrangle.solvers.canvas.best import best_placement
before = set(sys.modules)
found = best_placement(hidden(random_round(3, {left}, hand=2)), budget=Budget(nodes=3000), seed=5)
print([(one.placement, str(one.value), str(one.low)) for one in found.value.choices], found.nodes)
heavy = {{"numba", "numpy", "networkx", "ortools", "quadrangle.solvers.canvas.search"}}
print(heavy & set(sys.modules) - before)
"""


def asked_elsewhere(left: int, **environment: str) -> list[str]:
    """Return what another process says of a round: the answer, and what it had to load for it."""
    folders = [str(Path(__file__).parent)]
    code = QUESTION.format(left=left, folders=folders)
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    return ran.stdout.splitlines()


@pytest.mark.parametrize("left", [1, 2])
def test_what_is_weighed_exactly_loads_nothing_large(left: int) -> None:
    assert asked_elsewhere(left)[1] == "set()"


@pytest.mark.slow
def test_a_seed_says_the_same_in_every_process() -> None:
    one = asked_elsewhere(6, PYTHONHASHSEED="1", OMP_NUM_THREADS="1")
    other = asked_elsewhere(6, PYTHONHASHSEED="2", OMP_NUM_THREADS="2")
    assert one[0] == other[0]
    assert "numba" in one[1]
