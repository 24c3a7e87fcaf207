"""Estimates of boards too large for a table, by a rule of thumb and by games played out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ...core.budget import Budget, Meter, Result
from .best_answers import Best, Valued, Worth
from .board import Board
from .dice import Roll
from .moves import Moves
from .rules import Rules
from .terms import Judge, judge

if TYPE_CHECKING:
    from .best import Reached


def estimate_move(reached: Reached, budget: Budget, meter: Meter, seed: int) -> Result[Best]:
    """Return the move that promises the fewest turns."""
    choices = [reached.choice(up, Worth(math.inf, 1.0, math.inf)) for up in reached.in_order()]
    best = reached.best("turns", choices, "estimate", "static")
    return Result("unknown", best, (choices[0].outcome.move,), "estimate", (1.0, math.inf))


def estimate_value(rules_of: Judge, up: int, budget: Budget, meter: Meter, seed: int) -> Result[Valued]:
    """Return about how many turns a board takes."""
    found = Valued(math.inf, 1.0, math.inf, proof="estimate", how="static")
    return Result("unknown", found, (), "estimate", (1.0, math.inf))


def quick_move(board: Board, roll: Roll, rules: Rules) -> int:
    """Return the tiles of a good move as a bit mask, 0 for `pass` or where the turn is lost."""
    from .best import Reached

    moves = Moves(board, roll, rules)
    if moves.lost or board.is_clear:
        return 0
    reached = Reached.of(moves, judge(board.arrangement, rules))
    outcome = reached.boards[reached.in_order()[0]][0]
    tiles: int = outcome.tiles
    return tiles
