"""How long a game of Abstract Academy may be: no game is longer than is said, and one is as long."""

from __future__ import annotations

from typing import Any

import pytest
from academy_play import SmallAcademy, academy, box

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyComponents, AcademyRulings
from quadrangle.engines.academy.actions import Drawn, Lay, Place, Show
from quadrangle.engines.conformance import random_rulings
from quadrangle.solvers.canvas import Card
from quadrangle.solvers.canvas.faces import FACE_AT

YELLOW = FACE_AT[Card.parse("YY/YY")]
ALIKE = box(cards="YY/YY:120 BB/BR:10 RR/RY:10")
"""A box of which three rounds may be laid all yellow."""


def is_dawdling(action: Any) -> bool:
    """Return whether an action keeps the canvas yellow, so that all tie, or the Inspirations in hand."""
    if isinstance(action, Drawn | Lay | Place):
        return action.face == YELLOW
    return not isinstance(action, Show) or not action.names


def longest_game(game: Academy, seed: int = 1) -> int:
    """Return how many decisions a game takes in which all cards are yellow and nobody shows anything."""
    rng, count = Rng(seed), 0
    state: Any = game.start()
    while not state.is_terminal:
        actions = (
            [action for action, _ in state.chance_outcomes()] if state.is_chance else state.legal_actions()
        )
        wanted = [action for action in actions if is_dawdling(action)] or list(actions)
        count += not state.is_chance
        state = state.apply(wanted[rng.below(len(wanted))])
    return count


def random_game(game: Academy, seed: int) -> int:
    """Return how many decisions a random game takes."""
    rng, count = Rng(seed), 0
    state = game.start().until_decision(rng)
    while not state.is_terminal:
        state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
        count += 1
    return count


@pytest.mark.parametrize(
    ("players", "rulings", "length"),
    [
        # Named colours 2 + 0 + 2, placements 3 x 16, and each is asked three times for an Inspiration.
        (2, {}, 4 + 48 + 6),
        (2, {"pet_handover": "may_decline"}, 4 + 48 + 6 + 8),
        (2, {"goal_order": "arranged_after_reveal"}, 2 + 3 + 48 + 6),
        (2, {"goal_order": "fixed_blue_red_yellow"}, 2 + 48 + 6),
        (2, {"inspiration_kept": "discarded_each_round", "draw_after_last": "no"}, 4 + 48 + 6),
        # Four: the start card and 24 others, and whoever takes one of the 8 goals gives the Pet to another.
        (4, {}, 4 + 75 + 12 + 8),
        (4, {"start_card": "portrait"}, 4 + 72 + 12 + 8),
        (4, {"pet_recipient": "next_clockwise"}, 4 + 75 + 12),
        (4, {"pet_recipient": "next_clockwise", "pet_handover": "may_decline"}, 4 + 75 + 12 + 8),
    ],
)
def test_a_game_can_be_as_long_as_is_said_and_no_longer(
    players: int, rulings: dict[str, str], length: int
) -> None:
    game = academy(players, ALIKE, **rulings)
    assert game.longest() == game.info.longest == length
    assert longest_game(game) == length
    assert all(random_game(game, seed) <= length for seed in range(3))


def test_with_the_cards_that_come_with_it_games_of_two_are_all_as_long_and_those_of_four_nearly() -> None:
    assert {random_game(Academy(2), seed) for seed in range(12)} == {Academy(2).longest()}
    four = Academy(4)
    lengths = [random_game(four, seed) for seed in range(12)]
    assert min(lengths) >= four.longest() - 8  # as often as the Pet may be given
    assert max(lengths) <= four.longest()


@pytest.mark.parametrize("components", [box(patterns=1), box(patterns=3), box(patterns=5)])
@pytest.mark.parametrize("kept", ["yes", "discarded_each_round"])
def test_of_few_inspirations_as_many_are_asked_for_as_is_said(
    components: AcademyComponents, kept: str
) -> None:
    for players in (2, 4):
        game = academy(players, components, inspiration_kept=kept, pet_recipient="next_clockwise")
        lengths = {longest_game(game, seed) for seed in range(4)}
        assert max(lengths) == game.longest()


@pytest.mark.parametrize("players", [2, 4])
def test_no_game_in_which_hands_run_out_is_longer(players: int) -> None:
    for seed in range(60):
        rulings = random_rulings(AcademyRulings, Rng(seed, players))
        game = SmallAcademy(players, rulings)
        assert random_game(game, seed) <= game.longest()
