"""By which turn the best play has cleared a board, where that is quickly found.

Of sets that are worth the same any may be played; which it is makes no difference to the mean, but may to
the spread.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...core.errors import BudgetSpent
from .best_answers import Spread
from .best_values import CLEARED, Fractions, Pair, PairValues, Source, TableValues
from .dice import ROLLS
from .terms import Judge

__all__ = ["spread_of"]

MOST_TILES = 24
"""Number tiles up to which a table is followed: half a second."""
MOST_MASKS = 20_000
MOST_STEPS = 300_000
"""Boards times turns that are gone through one by one: about a second."""
_THROWS = 36
_SLACK = 1e-11
"""What the chances may be off by."""


def spread_of(rules_of: Judge, up: int, source: Source, turns: float, chance: float) -> Spread | None:
    """Return by which turns games are over that are played as well as possible; None where that takes long.

    `turns` and `chance` are what the board is worth by `source`; `up` is a mask of cells.
    """
    # By Markov's inequality nine in ten of the games that are cleared take at most ten times the mean.
    if not chance or not math.isfinite(turns) or 10 * turns > MOST_STEPS:
        return None
    horizon = math.ceil(10 * turns) + 1
    try:
        by_turn = _by_turn(rules_of, up, source, horizon)
    except BudgetSpent:
        return None
    if by_turn is None:
        return None
    return Spread(*(_reached(by_turn, share * chance) for share in (0.5, 0.9)))


def _by_turn(rules_of: Judge, up: int, source: Source, horizon: int) -> Sequence[float] | None:
    if isinstance(source, Fractions):
        return _stepped(_followed(rules_of, up, source, MOST_STEPS // horizon), up, horizon)
    if not isinstance(source, TableValues | PairValues) or rules_of.chains.closed(up) != up:
        return None
    if (up & rules_of.arrangement.numbers).bit_count() > MOST_TILES:
        return None
    return source.cleared_by(up, horizon, MOST_MASKS)


def _reached(by_turn: Sequence[float], share: float) -> int:
    return next(turn for turn, done in enumerate(by_turn) if done >= share - _SLACK)


_Goals = dict[int, list[tuple[int, int]]]
"""For each board where its rolls lead to, and how many throws of 36 do."""


def _followed(rules_of: Judge, up: int, source: Source, most: int) -> _Goals:
    """Return the boards that the best play comes to. Raises BudgetSpent for more than `most`."""
    found: _Goals = {}
    waiting = [up]
    while waiting:
        here = waiting.pop()
        if not here or here in found:
            continue
        if len(found) >= most:
            raise BudgetSpent(f"the best play comes to more than {most} boards")
        goals: dict[int, int] = {}
        for goal, ways in _turn(rules_of, here, source):
            goals[goal] = goals.get(goal, 0) + ways
        found[here] = list(goals.items())
        waiting += goals
    return found


def _turn(rules_of: Judge, here: int, source: Source) -> Iterator[tuple[int, int]]:
    """Yield where each roll leads to in the best play, and its ways."""
    closed = rules_of.chains.closed
    for roll in ROLLS:
        terms = rules_of.terms(here, roll)
        if terms.lost:
            yield here, roll.ways
            continue
        ends = {closed(here & ~tiles) for tiles in rules_of.sums(here, terms)}
        if not ends or rules_of.rules.must_play == "may_pass":
            ends.add(closed(here))
        yield min(ends, key=lambda end: (_worth(source, end), end)), roll.ways


def _worth(source: Source, end: int) -> Pair:
    return source.pair(end) if end else CLEARED


def _stepped(goals: _Goals, top: int, horizon: int) -> list[float]:
    """Return the chances that the board `top` is cleared within 0, 1, … `horizon` turns."""
    done = dict.fromkeys(goals, 0.0) | {0: 1.0}
    by_turn = [done[top]]
    for _ in range(horizon):
        after = {
            here: sum(ways * done[goal] for goal, ways in leads) / _THROWS for here, leads in goals.items()
        }
        done = after | {0: 1.0}
        by_turn.append(done[top])
    return by_turn
