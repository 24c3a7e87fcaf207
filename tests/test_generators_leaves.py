"""The stream of Leaves puzzles: levels, wishes, disguises, solutions and links."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import leaves
from quadrangle.generators.leaves.boards import is_symmetric, symmetric_board
from quadrangle.generators.leaves.candidates import random_challenge, random_deal
from quadrangle.generators.leaves.population import SHAPES, count_part
from quadrangle.generators.leaves.positions import Challenge, canonical, disguise, disguises, link_of, parse
from quadrangle.generators.population import shipped
from quadrangle.generators.puzzle import LEVELS, Level, Puzzle, level_of
from quadrangle.solvers.leaves import Search, SoloDeal, shipped_difficulty
from quadrangle.solvers.leaves.census import CAREFUL_UNIT
from quadrangle.solvers.leaves.search import bits


def first(count: int, level: Level | None = None, **wishes: Any) -> list[Puzzle]:
    return list(itertools.islice(leaves.generate(level, **wishes), count))


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_have_exactly_their_level_and_are_proved(level: Level) -> None:
    found = first(3, level)
    assert len({puzzle.id for puzzle in found}) == 3
    for puzzle in found:
        assert puzzle.difficulty.level == level
        assert leaves.grade(puzzle.position) == puzzle.difficulty
        assert leaves.check(puzzle.position, puzzle.solution) == ""
        assert leaves.decode(puzzle.link) == puzzle.position and leaves.encode(puzzle.position) == puzzle.link
        assert level == "first-steps" or level_of(puzzle.difficulty.percentile) == level


@pytest.mark.parametrize("level", ["junior", "master"])
def test_a_solo_challenge_of_a_level(level: Level) -> None:
    (puzzle,) = first(1, level, shape="solo")
    assert puzzle.difficulty.level == level and isinstance(parse(puzzle.position), SoloDeal)
    assert leaves.check(puzzle.position, puzzle.solution) == ""
    assert leaves.decode(puzzle.link) == puzzle.position


def test_an_item_depends_on_seed_and_number_alone() -> None:
    assert [leaves.item_of(k, "senior", 5) for k in (1, 0)] == list(
        itertools.islice(leaves.generate("senior", 5), 2)
    )[::-1]
    assert leaves.item_of(0, "senior", 5) != leaves.item_of(0, "senior", 6)


def test_wishes_hold() -> None:
    for puzzle in first(3, needs_breeze=True):
        challenge = parse(puzzle.position)
        assert isinstance(challenge, Challenge)
        search = Search()
        assert not any(search.measure(challenge.puzzle.place(card)).solvable for card in challenge.hand)
        assert sum(step.startswith("swap") for step in puzzle.solution) == 1
    for puzzle in first(3, one_card=True, hand=2):
        challenge = parse(puzzle.position)
        assert isinstance(challenge, Challenge)
        solvable = [Search().measure(challenge.puzzle.place(card)).solvable for card in challenge.hand]
        assert sum(solvable) == 1
    for puzzle in first(2, "junior", first_merge_loses=True, hand=1):
        assert puzzle.difficulty.first_mistake == 2
    for puzzle in first(2, symmetric=True):
        challenge = parse(puzzle.position)
        assert isinstance(challenge, Challenge) and is_symmetric(list(challenge.puzzle.cards))
    for puzzle in first(2, careful_bits="1-1.2", bits=(6.5, 9)):
        careful = puzzle.difficulty.careful_bits
        assert careful is not None and 1 <= careful <= 1.2 and 6.5 <= puzzle.difficulty.bits <= 9
    for puzzle in first(2, percentile="90-91"):
        assert 90 <= puzzle.difficulty.percentile < 91


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({"level": "junior", "needs_breeze": True, "hand": 2}, "level junior and needs_breeze together"),
        ({"level": "first-steps", "hand": 3}, "level first-steps and hand 3 together"),
        ({"shape": "solo", "symmetric": True, "bits": "3-4"}, "shape solo and symmetric together"),
        ({"level": "master", "percentile": "10-20"}, "level master and percentile 10-20 together"),
        ({"one_card": True, "breezes": 1}, "one_card and breezes 1 together"),
        ({"needs_breeze": True, "careful_bits": "1-2"}, "needs_breeze and careful_bits 1-2 together"),
        ({"frogs": 1}, "'frogs' is no wish"),
        ({"hand": 9}, "expected a number from 1 to 5"),
        ({"bits": "7"}, "expected a range"),
        ({"level": "easy"}, "'easy' is no level"),
        ({"percentile": "99.95-100"}, "what is harder cannot be solved"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_drawn(wishes: dict[str, Any], names: str) -> None:
    with pytest.raises(NotationError) as error:
        leaves.generate(**wishes)
    assert names in str(error.value)


def test_generation_returns_within_its_budget() -> None:
    with pytest.raises(BudgetSpent, match="puzzle 1: none of 40 candidates"):
        next(leaves.generate(budget=Budget(nodes=40), percentile="99.5-99.51"))


@pytest.mark.parametrize("breezes", [0, 1])
def test_disguises_are_equally_difficult_and_one_puzzle(breezes: int) -> None:
    challenge = random_challenge(Rng(81, 0), 2, breezes)
    assert disguises(challenge) == 10_368
    rng = Rng(82, breezes)
    found = {str(disguise(challenge, rng.below(10_368))) for _ in range(6)}
    assert len(found) == 6
    for text in found:
        assert leaves.grade(text) == leaves.grade(str(challenge))
        assert canonical(parse(text)) == canonical(challenge)
    assert disguise(challenge, 0) == challenge
    with pytest.raises(ValueError, match="10368"):
        disguise(challenge, 10_368)


def test_all_disguises_of_a_board_without_symmetry_differ() -> None:
    challenge = random_challenge(Rng(81, 0), 2, 0)
    assert len({link_of(disguise(challenge, number)) for number in range(10_368)}) == 10_368


def test_a_solo_deal_in_disguise_is_the_same_puzzle() -> None:
    deal = random_deal(Rng(83, 0))
    plain = leaves.grade(str(deal))
    for number in (1, 99_999, disguises(deal) - 1):
        other = disguise(deal, number)
        assert other != deal and canonical(other) == canonical(deal)
        assert leaves.grade(str(other)) == plain
    assert canonical(random_deal(Rng(83, 1))) != canonical(deal)


def test_wrong_steps_are_named() -> None:
    (puzzle,) = first(1, "junior", shape="solo")
    steps = puzzle.solution
    assert leaves.check(puzzle.position, steps[:-1]) == "puzzle 3: 2 stacks are left at the end; expected one"
    assert "step 1" in leaves.check(puzzle.position, steps[1:])
    assert "puzzle 1 has been begun" in leaves.check(puzzle.position, (steps[0], "swap 2 a1 c3"))
    assert "names no puzzle" in leaves.check(puzzle.position, ("a1-b1",))
    swaps = ("swap 1 a1 c3",) * 5
    assert "step 5, swap 1 a1 c3: there is no Breeze left" in leaves.check(puzzle.position, swaps)
    begun = next(number for number, step in enumerate(steps, 1) if step.startswith("place"))
    for wrong in ("1 c3-c2 type", "1 a1-c3 type", "1 a1-b1 number"):
        why = leaves.check(puzzle.position, (*steps[:begun], wrong, wrong))
        assert f", {wrong}: " in why
    assert leaves.check(puzzle.position, ("swap 3 b2 c1",)).startswith("step 1, swap 3 b2 c1: a Breeze swaps")


def test_a_challenge_of_one_card_stands_where_the_census_says() -> None:
    challenge = random_challenge(Rng(84, 0), 1, 0)
    success = Search().measure(challenge.puzzle.place(challenge.hand[0])).careful_success
    easier = shipped_difficulty().careful.percentile(success, CAREFUL_UNIT).easier
    found = shipped("leaves")["hand-1"].percentile(bits(success), 0.0)
    assert 100 * easier - 0.01 <= found <= 100 * easier + 0.4


@pytest.mark.slow
def test_a_part_of_the_populations_is_made_again() -> None:
    shape = next(shape for shape in SHAPES if shape.name == "stacks-4")
    parts = [count_part(shape, part, lambda: False) for part in range(shape.items // 10_000)]
    total: dict[int, int] = {}
    for part in parts:
        for k, count in part.bins.items():
            total[k] = total.get(k, 0) + count
    assert tuple(sorted(total.items())) == shipped("leaves")["stacks-4"].bins


def test_symmetric_boards_are_a_function_of_the_generator() -> None:
    assert symmetric_board(Rng(85, 0), 8) == symmetric_board(Rng(85, 0), 8)
