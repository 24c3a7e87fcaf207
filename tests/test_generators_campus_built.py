"""Campus puzzles that are built: one solution by the plainest reading, wishes met, alike for equal seeds."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from campus_puzzle_reference import Slow
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent
from quadrangle.core.rng import Rng
from quadrangle.generators import LEVELS, Level, campus, constraints
from quadrangle.generators.campus import built
from quadrangle.generators.campus.population import order_for
from quadrangle.generators.campus.positions import Position, parse
from quadrangle.generators.campus.search import RULES, LeastTurned, Lines
from quadrangle.generators.campus.shares import draw_shares
from quadrangle.generators.campus.steps import has_early_reward, needs_wildcard
from quadrangle.generators.campus.symmetry import turns
from quadrangle.generators.campus.wishes import Order, order_of
from quadrangle.solvers.campus import Roll, cells
from quadrangle.solvers.campus.moves import Moves

SMALL = msgspec.structs.replace(order_for("rolls"), tiles=12, rolls=(2, 3))
"""So few tiles that every line of play can be gone through one by one."""


def built_ones(order: Order, seed: int, most: int) -> Iterator[Position]:
    """Yield the puzzles built of so many plans."""
    rng = Rng(seed, 0)
    for _ in range(most):
        plan = built.draw_plan(order, rng)
        position = None if plan is None else built.numbered(plan, rng)
        if position is not None:
            yield position


@pytest.mark.parametrize("wishes", [{}, {"symmetric": True}, {"leave": True, "tiles": 13}])
def test_what_is_built_has_one_solution_by_every_line_of_play(wishes: dict[str, Any]) -> None:
    order = msgspec.structs.replace(SMALL, **wishes)
    found = list(built_ones(order, 5, 12))
    assert len(found) > 1
    for position in found:
        slow = Slow(position)
        assert len(slow.solutions(slow.start, 0)) == 1
        assert position.tiles <= order.tiles and bool(position.kept) == order.leave
        if order.symmetric:
            sorts = [min(value, 1) for value in position.board.arrangement.values]
            assert any([sorts[turn[cell]] for cell in range(36)] == sorts for turn in turns())


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
def test_a_master_of_two_rolls_has_one_solution_by_the_moves_of_the_game() -> None:
    puzzle = campus.item_of(0, "master", 2, rolls=2)
    assert solutions_by_moves(parse(puzzle.position)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "wishes"),
    [
        ("master", {"rolls": 2, "needs_star": True, "needs_chain": True}),
        (None, {"bits": "30-40", "leave": True}),
    ],
)
def test_what_chance_hardly_meets_is_built_alike_for_the_same_seed(
    level: Level | None, wishes: dict[str, Any]
) -> None:
    order = order_of(level, wishes)
    assert built.is_rare(order)
    puzzle = campus.item_of(0, level, 1, **wishes)
    assert campus.item_of(0, level, 1, **wishes) == puzzle
    assert campus.grade(puzzle.position) == puzzle.difficulty and puzzle.difficulty.solutions == 1
    assert level in (None, puzzle.difficulty.level)
    assert order.bits is None or order.bits[0] <= puzzle.difficulty.bits <= order.bits[1]
    assert campus.check(puzzle.position, puzzle.solution) == ""
    position = parse(puzzle.position)
    assert not order.needs_star or needs_wildcard(position, puzzle.solution)
    assert not order.needs_chain or has_early_reward(position, puzzle.solution)
    assert bool(position.kept) == order.leave


def test_common_orders_are_left_to_chance() -> None:
    for level in LEVELS:
        assert not built.is_rare(order_of(level, {}))
    assert not campus.asks_solver("master", {"rolls": 4})
    assert campus.asks_solver("master", {"rolls": 2})


def test_no_solution_turns_less_than_the_bound_says() -> None:
    tight = 0
    positions = [parse(campus.item_of(k, "senior", 5).position) for k in range(6)]
    for position in (*positions, *built_ones(SMALL, 6, 12)):
        lines = Lines(position)
        values = position.board.arrangement.values
        numbers = [values[cell] for cell in cells(position.board.up_numbers)]
        bound = LeastTurned(tuple(cells(position.board.up_numbers)), numbers, lines.target)
        (line,) = lines.solutions(2)
        turned = [sum(numbers[at] for at in cells(tiles)) for _, tiles in line]
        for at, (mask, _) in enumerate(line):
            assert bound(mask) <= sum(turned[at:])
            tight += bound(mask) == sum(turned[at:])
    assert tight > 10  # those that are built turn no more


def is_lost(parts: Sequence[Sequence[int]], roll: Roll, at: int) -> bool:
    """Return whether the only tile with the number a roll names is down when the roll comes."""
    bearing = [other for other, part in enumerate(parts) for number in part if number == roll.sum]
    return len(bearing) == 1 and bearing[0] < at


def test_numbers_are_shared_out_in_one_way_only() -> None:
    rng, rolls = Rng(9, 0), (Roll.of(5, 5), Roll.of(3, 4), Roll.of(3, 3))
    for _ in range(30):
        shares = draw_shares(6, rolls, rng)
        assert shares is not None
        every = [number for share in shares for number in share]
        ways = 0
        for places in itertools.product(range(3), repeat=len(every)):
            parts = [[n for n, place in zip(every, places, strict=True) if place == at] for at in range(3)]
            lost = any(
                is_lost(parts, roll, at) and not is_lost(shares, roll, at) for at, roll in enumerate(rolls)
            )
            ways += [sum(part) for part in parts] == [20, 7, 12] and not lost
        assert ways == 1 and [sum(share) for share in shares] == [20, 7, 12]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_least_answer_is_the_first_of_all(data: st.DataObject) -> None:
    places, ranks = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    every = list(itertools.product(range(ranks), repeat=places))
    barred = data.draw(st.lists(st.sampled_from(every), unique=True))
    model = constraints.new_model()
    digits = [[model.new_bool_var(f"{at}:{rank}") for rank in range(ranks)] for at in range(places)]
    for digit in digits:
        model.add_exactly_one(digit)
    for answer in barred:
        model.add_bool_or(digit[rank].negated() for digit, rank in zip(digits, answer, strict=True))
    left = [answer for answer in every if answer not in barred]
    assert constraints.staged_least(model, digits) == (left[0] if left else None)


def test_time_is_looked_at_before_each_question() -> None:
    order = order_of("master", {"rolls": 2})
    rng = Rng(1, 0)
    plan = next(plan for _ in range(1000) if (plan := built.draw_plan(order, rng)) is not None)
    looks = []
    assert built.numbered(plan, Rng(2, 0), lambda: looks.append(1)) is not None and len(looks) > 5
    with pytest.raises(BudgetSpent, match="the budget was spent"):
        campus.item_of(0, "master", 1, rolls=2, budget=Budget(cancelled=Counted(8)))


class Counted:
    """Says yes from the n-th time it is asked."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_an_interrupt_is_not_taken_for_an_answer() -> None:
    from quadrangle.generators.constraints import _solver

    assert not _solver().parameters.catch_sigint_signal


@pytest.mark.parametrize("numbers", [12, 14, 16, 18, 20])
@pytest.mark.parametrize("rolls", [2, 3, 4])
def test_what_is_within_reach_has_rolls_that_leave_so_much_to_choose(numbers: int, rolls: int) -> None:
    careful, bits = built._REACH[numbers]
    for wanted in ((careful, 0.0), (0.0, bits), (built._REACH_OF_TWO[0], 0.0)):
        order = msgspec.structs.replace(
            order_for("rolls"),
            tiles=numbers,
            rolls=(rolls,),
            careful_bits=(wanted[0], 120.0),
            bits=(wanted[1], 120.0),
        )
        if built.is_within_reach(order):
            rng = Rng(5, rolls)
            assert any(built.draw_rolls(order, rolls, built.span_of(order, rolls), rng) for _ in range(3))


def test_the_stream_of_what_is_built_is_frozen() -> None:
    assert campus.item_of(0, "master", 1, rolls=2).id == "da61da6db593beab"
    assert campus.item_of(0, "master", 31, tiles=14).id == "946dd274c9f17855"
