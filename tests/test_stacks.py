"""Stack reduction: the solver beside a slow reference, its reasons, and the published facts."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.solvers.stacks import (
    EMPTY,
    Cells,
    CellsApart,
    ClosingRow,
    EndCannotJoin,
    Geometry,
    NoLastCard,
    NoPartner,
    Position,
    Searched,
    TwoGroups,
    graph,
    lines,
    neighbours,
    search,
    solve,
)
from quadrangle.solvers.stacks.games import (
    ACCORDION,
    BIRDS_OF_A_FEATHER,
    LATE_BINDING,
    card_name,
    numbered_deal,
    parse_card,
)


def reference_solvable(position: Position) -> bool:
    """Try every line of play, remembering positions: no pruning, no order, no renumbering."""
    compat = position.compat

    @lru_cache(maxsize=None)
    def reducible(tops: tuple[int, ...]) -> bool:
        stacks = [cell for cell, top in enumerate(tops) if top != -1]
        if len(stacks) == 1:
            return True
        for source in stacks:
            for goal in stacks:
                if not compat[tops[source]] >> tops[goal] & 1:
                    continue
                after = list(tops)
                after[goal] = after[source]
                if isinstance(position.geometry, ClosingRow):
                    if source - goal not in position.geometry.reaches:
                        continue
                    del after[source]
                else:
                    if not position.geometry.reach[source] >> goal & 1:
                        continue
                    after[source] = -1
                if reducible(tuple(after)):
                    return True
        return False

    return reducible(position.tops)


def random_position(
    rng: random.Random, geometry: Geometry, cells: int, empty: float, density: float
) -> Position:
    """A position with some cells empty and each pair of cards matching with chance `density`."""
    filled = [rng.random() >= empty for _ in range(cells)]
    filled[rng.randrange(cells)] = True
    # Cards are numbered out of order and with gaps, as a game that numbers its whole deck does.
    numbers = rng.sample(range(cells + 5), cells)
    compat = [0] * (cells + 5)
    for a in range(len(compat)):
        for b in range(a):
            if rng.random() < density:
                compat[a] |= 1 << b
                compat[b] |= 1 << a
    tops = tuple(number if full else EMPTY for number, full in zip(numbers, filled, strict=True))
    if isinstance(geometry, ClosingRow):
        tops = tuple(top for top in tops if top != EMPTY)
    return Position(geometry, tops, tuple(compat))


GEOMETRIES: list[tuple[Geometry, int]] = [
    (neighbours(3, 3), 9),
    (neighbours(4, 2), 8),
    (lines(3, 3), 9),
    (lines(4, 2), 8),
    (graph(7, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)]), 7),
    (ClosingRow((1, 3)), 9),
    (ClosingRow((1, 2)), 8),
    (ClosingRow((1, 4)), 8),
]


@pytest.mark.parametrize(("geometry", "cells"), GEOMETRIES, ids=str)
def test_the_solver_agrees_with_every_line_of_play(geometry: Geometry, cells: int) -> None:
    rng = random.Random(f"{geometry}")
    verdicts = {"yes": 0, "no": 0}
    for number in range(350):
        position = random_position(rng, geometry, cells, rng.choice([0, 0.2]), rng.choice([0.25, 0.35, 0.5]))
        result = solve(position)
        assert result.verdict == ("yes" if reference_solvable(position) else "no"), (number, position)
        verdicts[result.verdict] += 1
        if result.verdict == "yes":
            assert len(position.replay(result.line).stacks) == 1  # type: ignore[arg-type]
            assert len(result.line) == len(position.stacks) - 1
    assert min(verdicts.values()) >= 30
