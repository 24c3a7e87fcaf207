"""Wishes for Campus puzzles: what hardly any puzzle meets is refused at once, by name; the rest is found."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from quadrangle.core.errors import NotationError
from quadrangle.generators import campus, together
from quadrangle.generators.campus import rarity
from quadrangle.generators.campus import wishes as campus_wishes
from quadrangle.generators.campus.candidates import Candidate, Draws
from quadrangle.generators.campus.grading import difficulty, shape_of
from quadrangle.generators.campus.population import order_for
from quadrangle.generators.campus.stream import _has, _met
from quadrangle.generators.campus.together import TASKS, sampled
from quadrangle.generators.campus.wishes import Order, most_bits
from quadrangle.generators.puzzle import Difficulty, Level
from quadrangle.generators.together import Sample
from quadrangle.solvers.campus.tiles import PRINTED

ITEMS = 5000

VALUES: dict[str, list[Any]] = {
    "level": ["first-steps", "junior", "master"],
    "rolls": [2, 6],
    "tiles": [8, 13],
    "percentile": ["0-5", "97-99"],
    "bits": ["1-3", "20-30"],
    "careful_bits": ["6-7"],
    "needs_star": [True],
    "needs_chain": [True],
    "first_move_can_lose": [True],
    "leave": [True],
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
        campus.generate(**wishes)
    except NotationError as error:
        return str(error)
    return ""


def test_any_two_wishes_are_taken_or_refused_by_name_at_once() -> None:
    refused({"level": "master", "bits": "20-30"})  # loads what is loaded once
    taken = 0
    for wishes in pairs():
        start = time.process_time()
        why = refused(wishes)
        assert time.process_time() - start < 0.5, wishes
        if not why:
            taken += 1
        elif " together" in why:
            assert all(f"{name} " in f"{why.replace(',', ' ')} " for name in wishes), (wishes, why)
        else:
            assert any(refused({name: value}) == why for name, value in wishes.items()), (wishes, why)
    assert 50 < taken < len(list(pairs())) - 5


@pytest.mark.slow
def test_any_two_wishes_that_chance_meets_yield_a_puzzle_before_it_is_given_up() -> None:
    found = 0
    for wishes in itertools.islice(pairs(), 0, None, 3):
        level = wishes.pop("level", None)
        if not refused({"level": level} | wishes) and is_met_by_chance(level, wishes):
            assert campus.item_of(0, level, 5, **wishes).solution, (level, wishes)
            found += 1
    assert found > 20


def is_met_by_chance(level: Level | None, wishes: dict[str, Any]) -> bool:
    return rarity.share(campus_wishes.order_of(level, wishes)) >= rarity.RARE


def graded(one: Candidate) -> Difficulty:
    return difficulty(shape_of(one.position), one.random_success, one.careful_success, 1, one.first_mistake)


def meets(order: Order, found: Difficulty) -> bool:
    return all(_met(order, found).values())


WISHES: list[dict[str, Any]] = [
    {},
    {"needs_star": True},
    {"needs_chain": True, "first_move_can_lose": True},
    {"bits": (3.0, 5.9999)},
    {"careful_bits": (0.0, 1.4999), "bits": (2.5, 9.9999)},
    {"level": "first-steps"},
    {"level": "senior", "percentile": (50.0, 80.0)},
    {"percentile": (10.0, 60.0), "needs_star": True},
]


@pytest.mark.parametrize("name", ["rolls-2-tiles-12", "rolls-4-tiles-16-leave", "rolls-3-tiles-20-symmetric"])
def test_the_share_is_that_of_the_candidates_that_the_stream_takes(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = next(task for task in TASKS if task.name == name)
    monkeypatch.setattr(together, "shipped", lambda kind: {task.name: sampled(task, ITEMS)})
    draws = Draws(task.order, 2, TASKS.index(task))
    drawn = [one for one in (draws.next(task.rolls) for _ in range(ITEMS)) if one and not one.is_decided]
    for wishes in WISHES:
        order = msgspec.structs.replace(task.order, **wishes)
        count = sum(meets(order, graded(one)) and _has(order, one) for one in drawn)
        found = rarity.share(order) * ITEMS
        if {"level", "percentile", "careful_bits"} & set(wishes):
            # What part of half a bit lies in a range the whole population says, not this sample.
            assert 0.8 * count - 2 <= found <= 1.2 * count + 2, wishes
        else:
            assert found == pytest.approx(count)


def test_rolls_whose_puzzles_are_drawn_seldom_take_most_of_the_candidates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of three rolls one candidate in 10 is a puzzle, of four one in 100; half of the former are hard.
    samples = {
        "rolls-3-tiles-28": Sample(10_000, ((4, 20, 0, 500), (4, 40, 0, 500))),
        "rolls-4-tiles-28": Sample(10_000, ((4, 40, 0, 100),)),
    }
    monkeypatch.setattr(together, "shipped", lambda kind: samples)
    order = msgspec.structs.replace(order_for("rolls"), rolls=(3, 4), bits=(20.0, 20.4))
    assert rarity.share(order) == pytest.approx((0.5 + 1) / (10 + 100))
    assert rarity.share(msgspec.structs.replace(order, rolls=(3,))) == pytest.approx(0.05)
    # Where there is none, another number of rolls is drawn after `PATIENCE` candidates.
    samples["rolls-4-tiles-28"] = Sample(10_000, ())
    assert rarity.share(order) == pytest.approx(0.5 / (10 + rarity.PATIENCE))


@pytest.mark.parametrize(("rolls", "tiles"), [(2, 6), (2, 28), (3, 8)])
def test_no_puzzle_has_more_bits_than_its_tiles_allow(rolls: int, tiles: int) -> None:
    """The smallest printed numbers and a double six: every set is counted."""
    numbers = sorted(value for value in PRINTED.tiles if value > 0)[: min(tiles, 20)]
    most = 0.0
    for left in range(len(numbers), len(numbers) - rolls, -1):
        sets = 0
        stack = [(0, 0)]
        while stack:
            at, total = stack.pop()
            for next_at in range(at, left):
                if total + numbers[next_at] <= 24:
                    sets += 1
                    stack.append((next_at + 1, total + numbers[next_at]))
        most += math.log2(sets)
    assert most_bits(rolls, tiles) == pytest.approx(most)


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (
            {"level": "first-steps", "bits": "20-30"},
            "no puzzle meets level first-steps and bits 20-30 together",
        ),
        ({"rolls": 2, "bits": "30-40", "leave": True}, "no puzzle meets rolls 2 and bits 30-40"),
    ],
)
def test_what_cannot_be_is_refused(wishes: dict[str, Any], why: str) -> None:
    assert refused(wishes).startswith(why)


@pytest.fixture
def nothing_is_built(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    campus_wishes._require_met.cache_clear()
    monkeypatch.setattr(rarity, "may_be_built", lambda order: False)
    yield
    campus_wishes._require_met.cache_clear()


@pytest.mark.usefixtures("nothing_is_built")
@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (
            {"level": "junior", "leave": True, "bits": "20-30"},
            "fewer than one in 50,000 random boards (3 to 6 rolls) meet level junior and bits 20-30 together",
        ),
        (
            {"rolls": 2, "level": "master", "needs_chain": True},
            "fewer than one in 50,000 random boards (2 rolls) meet level master and rolls 2 together",
        ),
        (
            {"level": "master", "tiles": 10, "first_move_can_lose": True},
            "fewer than one in 50,000 random boards (3 to 4 rolls, at most 10 tiles) meet level master"
            " and tiles 10 together",
        ),
        (
            {"bits": "55-60", "symmetric": True},
            "fewer than one in 50,000 random boards (3 to 6 rolls) meet bits 55-60",
        ),
    ],
)
def test_what_hardly_any_puzzle_meets_is_refused_with_how_few_do(wishes: dict[str, Any], why: str) -> None:
    assert refused(wishes).split(";")[0] == why


@pytest.mark.parametrize("wishes", [{"level": "master", "bits": "20-30"}, {"rolls": 6, "tiles": 14}])
@pytest.mark.usefixtures("nothing_is_built")
def test_what_chance_meets_is_not_refused(wishes: dict[str, Any]) -> None:
    assert not refused(wishes)


def test_what_is_rare_is_refused_unless_it_may_be_built() -> None:
    assert not refused({"level": "master", "rolls": 2})
    assert "meet level junior and bits 12-15 together" in refused({"level": "junior", "bits": "12-15"})
    assert "meet level master and tiles 10 together" in refused({"level": "master", "tiles": 10})
