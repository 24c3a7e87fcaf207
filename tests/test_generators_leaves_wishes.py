"""Wishes for Leaves puzzles: any two of them yield a puzzle soon, or are refused at once, both named."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import leaves, together
from quadrangle.generators.leaves.candidates import random_challenge
from quadrangle.generators.leaves.many import random_success
from quadrangle.generators.leaves.together import draw_sample, tasks
from quadrangle.generators.population import shipped
from quadrangle.generators.together import Asked, Sample
from quadrangle.solvers.leaves.players import single_success

VALUES: dict[str, list[Any]] = {
    "level": ["first-steps", "junior", "master"],
    "shape": ["few", "challenge", "solo"],
    "stacks": [4, 7],
    "hand": [1, 5],
    "breezes": [0, 1, 4],
    "percentile": ["0-5", "97-99"],
    "bits": ["0-3", "9-10", "30-40"],
    "careful_bits": ["0-0.5", "4-5"],
    "needs_breeze": [True],
    "one_card": [True],
    "first_merge_loses": [True],
    "symmetric": [True],
}


def pairs() -> Iterator[dict[str, Any]]:
    singles = [(name, value) for name, values in VALUES.items() for value in values]
    for one, other in itertools.combinations(singles, 2):
        if one[0] != other[0]:
            yield dict([one, other])


def refused(wishes: dict[str, Any]) -> str:
    """Return why wishes are refused; empty where they are not."""
    try:
        leaves.generate(**wishes)
    except NotationError as error:
        return str(error)
    return ""


def test_any_two_wishes_are_taken_or_refused_by_name_at_once() -> None:
    leaves.generate(bits="9-10")  # loads what is loaded once
    taken = 0
    for wishes in pairs():
        start = time.process_time()
        why = refused(wishes)
        assert time.process_time() - start < 1, wishes
        if not why:
            taken += 1
        elif " together" in why:
            assert all(name.split("_")[0] in why for name in wishes), (wishes, why)
        else:
            assert any(refused({name: value}) for name, value in wishes.items()), (wishes, why)
    assert 100 < taken < len(list(pairs())) - 50


@pytest.mark.slow
def test_any_two_wishes_that_are_taken_yield_a_puzzle_in_a_minute() -> None:
    for wishes in pairs():
        if not refused(wishes):
            assert next(leaves.generate(budget=Budget(seconds=60), **wishes)).solution, wishes


def test_a_few_stacks_have_no_breezes() -> None:
    puzzle = next(leaves.generate(stacks=5, breezes=0))
    assert puzzle.id == next(leaves.generate(stacks=5)).id
    with pytest.raises(NotationError, match="breezes 1 together"):
        leaves.generate(stacks=5, breezes=1)


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({"careful_bits": "0-1", "percentile": "95-100"}, "percentile 95-100 and careful_bits 0-1 together"),
        ({"careful_bits": "4-6", "level": "junior"}, "level junior and careful_bits 4-6 together"),
        ({"bits": "0-1", "percentile": "90-100"}, "bits 0-1"),
        ({"bits": "12-13", "level": "junior"}, "level junior and bits 12-13 together"),
        ({"breezes": 2}, "breezes 2"),
        ({"breezes": 4, "shape": "challenge"}, "shape challenge and breezes 4 together"),
        ({"breezes": 4, "hand": 5}, "hand 5 and breezes 4 together"),
        ({"stacks": 4, "shape": "solo"}, "shape solo and stacks 4 together"),
        (
            {"shape": "solo", "careful_bits": "0-0.5"},
            "none of 1,000,000 random puzzles (solo) and careful_bits 0-0.5",
        ),
        ({"bits": "190-200"}, "fewer than 3 of 100,000 random puzzles (hand-3) meet bits 190-200"),
    ],
)
def test_what_cannot_be_is_refused(wishes: dict[str, Any], names: str) -> None:
    why = refused(wishes)
    assert all(name in why for name in names.removesuffix(" together").split(" and ")), why


@pytest.mark.parametrize(
    "wishes", [{"percentile": "60-70", "bits": "10-13"}, {"shape": "solo", "percentile": "99.4-99.41"}]
)
def test_a_budget_is_looked_at_every_fifth_of_a_second(wishes: dict[str, Any]) -> None:
    next(leaves.generate("junior", shape=wishes.get("shape")))  # builds the tables
    looks: list[float] = []

    def cancelled() -> bool:
        looks.append(time.process_time())
        return len(looks) > 25

    with pytest.raises(BudgetSpent):
        for _ in leaves.generate(budget=Budget(cancelled=cancelled), **wishes):
            pass
    assert max(b - a for a, b in itertools.pairwise(looks)) < 0.4  # of processor time, on a busy machine


def test_success_of_the_random_player_by_floats_is_that_of_fractions() -> None:
    for breezes in (0, 1):
        challenges = [random_challenge(Rng(91, item), 2, breezes) for item in range(66)]
        for challenge, luck in zip(challenges, random_success(challenges).tolist(), strict=True):
            exact = single_success(challenge.puzzle, challenge.hand, breezes)[0]
            assert luck == pytest.approx(float(exact), rel=1e-12)


def test_every_sample_is_shipped_and_holds_no_more_than_was_drawn() -> None:
    samples = together.shipped("leaves")
    assert set(samples) == {task.name for task in tasks()}
    for task in tasks():
        held = sum(count for _, _, count in samples[task.name].rows)
        assert 0 < held <= samples[task.name].items == task.items


@pytest.mark.parametrize("name", ["stacks-4", "hand-1-breeze/needs_breeze"])
@pytest.mark.slow
def test_a_sample_is_drawn_again(name: str) -> None:
    number = next(i for i, task in enumerate(tasks()) if task.name == name)
    again = msgspec.json.decode(draw_sample(number, lambda: False), type=Sample)
    assert again == together.shipped("leaves")[name]


def test_a_sample_knows_which_ranges_some_puzzle_reaches() -> None:
    # Careful bits 1-1.5 with random bits 7.5-8; never with 12-12.5.
    sample = Sample(10_000, ((2, 15, 12), (2, 18, 2), (-1, 24, 3)))
    population = shipped("leaves")["hand-3"]
    assert sample.meets(population, Asked(None, (0.0, 1.2), (7.9, 9.0)))
    assert not sample.meets(population, Asked(None, (0.0, 1.2), (8.5, 9.0)))
    assert not sample.meets(population, Asked(None, (0.0, 1.2), (9.0, 9.5)))  # too few
    assert not sample.meets(population, Asked(None, (2.0, 3.0), None))
    assert sample.meets(population, Asked((99.0, 100.0), None, (12.0, 13.0)))
    assert not sample.meets(population, Asked((99.0, 100.0), None, (7.0, 8.0)))
    # In a small sample the bins beside count too.
    assert Sample(100, sample.rows).meets(population, Asked(None, (0.0, 1.2), (8.4, 9.0)))
