"""Campus puzzles that are built: one solution by the plainest reading, wishes met, alike for equal seeds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from campus_puzzle_reference import Slow
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.rng import Rng
from quadrangle.generators import campus, constraints
from quadrangle.generators.campus import built
from quadrangle.generators.campus.population import order_for
from quadrangle.generators.campus.positions import Position, parse
from quadrangle.generators.campus.search import RULES
from quadrangle.generators.campus.wishes import Order, order_of
from quadrangle.solvers.campus.moves import Moves

SMALL = msgspec.structs.replace(order_for("rolls"), tiles=12, rolls=(2, 3))
"""So few tiles that every line of play can be gone through one by one."""


def built_ones(order: Order, seed: int, most: int) -> Iterator[Position]:
    """Yield the puzzles built of so many frames."""
    rng = Rng(seed, 0)
    for _ in range(most):
        position = built.attempt(order, rng)
        if position is not None:
            yield position


def test_what_is_built_has_one_solution_by_every_line_of_play() -> None:
    found = list(built_ones(SMALL, 5, 60))
    assert len(found) > 8
    for position in found:
        slow = Slow(position)
        assert len(slow.solutions(slow.start, 0)) == 1
        assert position.tiles <= 12


def solutions_by_moves(position: Position) -> int:
    """Count the solutions set by set, by the moves of the game."""
    ways = Counter({position.board.up: 1})
    for roll in position.rolls:
        after: Counter[int] = Counter()
        for up, count in ways.items():
            moves = Moves(position.board.with_up(up), roll, RULES) if up else None
            for move in () if moves is None or moves.lost else moves:
                assert moves is not None
                after[moves.outcome(move).up] += count
        ways = after
    return ways[position.kept]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_master_of_two_rolls_has_one_solution_by_the_moves_of_the_game(seed: int) -> None:
    puzzle = campus.item_of(0, "master", seed, rolls=2)
    assert solutions_by_moves(parse(puzzle.position)) == 1


def test_a_master_of_two_rolls_is_built_alike_for_the_same_seed() -> None:
    assert built.is_rare(order_of("master", {"rolls": 2}))
    puzzle = campus.item_of(0, "master", 1, rolls=2)
    assert campus.item_of(0, "master", 1, rolls=2) == puzzle
    assert len(parse(puzzle.position).rolls) == 2 and puzzle.difficulty.level == "master"
    assert campus.grade(puzzle.position) == puzzle.difficulty
    assert campus.check(puzzle.position, puzzle.solution) == ""


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_least_answer_is_the_first_of_all_that_are_fine(data: st.DataObject) -> None:
    places, ranks = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    every = list(itertools.product(range(ranks), repeat=places))
    some = st.lists(st.sampled_from(every), unique=True)
    barred, coarse = data.draw(some), data.draw(some)
    model = constraints.new_model()
    digits = [[model.new_bool_var(f"{at}:{rank}") for rank in range(ranks)] for at in range(places)]
    for digit in digits:
        model.add_exactly_one(digit)

    def rule_out(answer: tuple[int, ...]) -> None:
        model.add_bool_or(digit[rank].negated() for digit, rank in zip(digits, answer, strict=True))

    def is_fine(answer: tuple[int, ...]) -> bool:
        if answer in coarse:
            rule_out(answer)
        return answer not in coarse

    for answer in barred:
        rule_out(answer)
    fine = [answer for answer in every if answer not in barred and answer not in coarse]
    assert constraints.staged_least(model, digits, is_fine) == (fine[0] if fine else None)
