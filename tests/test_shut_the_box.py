"""Shut the Box: the published values, and a direct recursion with fractions."""

from __future__ import annotations

import functools
from fractions import Fraction
from itertools import combinations

import pytest

from quadrangle.core.errors import NotationError
from quadrangle.solvers.campus.shut_the_box import Box, solve_box


@pytest.mark.parametrize(
    ("box", "objective", "value"),
    [
        (Box(tiles=9), "win", Fraction(466473281, 6530347008)),
        (Box(tiles=9, one_die=6), "win", Fraction(956177159, 9795520512)),
        (Box(tiles=9, one_die=6, max_tiles=2), "win", Fraction(8721267025, 117546246144)),
        (Box(tiles=9, one_die=6), "lose", Fraction(623306755, 58773123072)),
    ],
)
def test_published_chances(box: Box, objective: str, value: Fraction) -> None:
    assert solve_box(box, objective).value() == value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("box", "left"),
    [
        (Box(tiles=9), 11.157508),
        (Box(tiles=9, one_die=6), 11.021121),
        (Box(tiles=9, one_die=6, max_tiles=2), 11.839351),
        (Box(tiles=12), 35.081421),
    ],
)
def test_published_sums(box: Box, left: float) -> None:
    assert float(solve_box(box, "sum").value()) == pytest.approx(left, abs=5e-7)


def test_twelve_tiles_with_two_dice() -> None:
    assert float(solve_box(Box(tiles=12)).value()) == pytest.approx(0.003622, abs=5e-7)


@pytest.mark.parametrize("objective", ["win", "sum", "lose"])
@pytest.mark.parametrize("box", [Box(tiles=5), Box(tiles=7, one_die=6), Box(tiles=7, one_die=9, max_tiles=2)])
def test_every_position_is_what_a_direct_recursion_says(box: Box, objective: str) -> None:
    choose = max if objective == "win" else min

    @functools.cache
    def value(up: frozenset[int]) -> Fraction:
        stuck = Fraction(sum(up)) if objective == "sum" else Fraction(not up)
        if not up:
            return stuck
        dice = range(1, 7)
        one = sum(up) <= box.one_die
        throws = list(dice) if one else [a + b for a in dice for b in dice]
        found = Fraction(0)
        for total in throws:
            sets = [
                chosen
                for size in range(1, (box.max_tiles or len(up)) + 1)
                for chosen in combinations(up, size)
                if sum(chosen) == total
            ]
            found += choose([value(up - set(chosen)) for chosen in sets], default=stuck)
        return found / len(throws)

    table = solve_box(box, objective)  # type: ignore[arg-type]
    for up in range(1 << box.tiles):
        assert table.value(up) == value(frozenset(k + 1 for k in range(box.tiles) if up >> k & 1))


def test_moves_are_listed_best_first() -> None:
    table = solve_box(Box(tiles=9))
    for objective, order in (("win", -1), ("sum", 1)):
        table = solve_box(Box(tiles=9), objective)  # type: ignore[arg-type]
        moves = table.moves(0b111111111, 9)
        assert {chosen for _, chosen in moves} == set(Box(tiles=9).sets(9))
        assert all(value == table.value(0b111111111 ^ chosen) for value, chosen in moves)
        assert [order * value for value, _ in moves] == sorted(order * value for value, _ in moves)
    assert table.moves(0b1, 9) == []
    assert table.moves(0b1, 13) == []


@pytest.mark.parametrize("box", [{"tiles": 0}, {"tiles": 17}, {"one_die": -1}, {"max_tiles": -1}])
def test_boxes_that_cannot_be_are_refused(box: dict[str, int]) -> None:
    with pytest.raises(NotationError):
        Box(**box)
    with pytest.raises(ValueError, match="9 tiles"):
        solve_box(Box()).value(512)
