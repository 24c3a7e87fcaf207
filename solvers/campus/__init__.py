r"""Campus: boards, chains, what a roll allows, and all its moves.

    >>> from quadrangle.solvers.campus import Board, Moves, Roll, Rules
    >>> board = Board.parse("11 5 3\n2 1 24\n6 8 s")
    >>> moves = Moves(board, Roll.parse("5+6"), Rules())
    >>> len(moves), str(moves[1])
    (6, 'b1 c1 a2 b2')

Many sets at once go through `quadrangle.solvers.campus.batch`, which needs numpy and compiles what
it runs.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .board import GAP, SIDE, STAR, Arrangement, Board, cells
from .chains import Chains, Claim, FreeStar, Reward, Step, Wild, chains, close, parse_claim
from .dice import OUTCOMES, ROLLS, Roll
from .lines import ALL_LONG, LINE_CHOICES, NO_LINES, SHORT_FOR_STARS, Line, Lines
from .link import board_link, find_link, parse_board_link
from .moves import Move, Moves, Outcome
from .reading import read_board, read_claim, read_move, read_roll, read_tile_set
from .rules import Rules
from .sums import Sums
from .terms import Judge, Terms, is_dead, judge
from .tiles import PRINTED, PRINTED_SOURCE, TileSet

if TYPE_CHECKING:
    from .best import best_move, board_value
    from .best_answers import OBJECTIVES, Best, Choice, Gain, Objective, Valued, Worth
    from .estimate import quick_move

__all__ = [
    "ALL_LONG",
    "GAP",
    "LINE_CHOICES",
    "NO_LINES",
    "OBJECTIVES",
    "OUTCOMES",
    "PRINTED",
    "PRINTED_SOURCE",
    "ROLLS",
    "SHORT_FOR_STARS",
    "SIDE",
    "STAR",
    "Arrangement",
    "Best",
    "Board",
    "Chains",
    "Choice",
    "Claim",
    "FreeStar",
    "Gain",
    "Judge",
    "Line",
    "Lines",
    "Move",
    "Moves",
    "Objective",
    "Outcome",
    "Reward",
    "Roll",
    "Rules",
    "Step",
    "Sums",
    "Terms",
    "TileSet",
    "Valued",
    "Wild",
    "Worth",
    "best_move",
    "board_link",
    "board_value",
    "cells",
    "chains",
    "close",
    "find_link",
    "is_dead",
    "judge",
    "parse_board_link",
    "parse_claim",
    "quick_move",
    "read_board",
    "read_claim",
    "read_move",
    "read_roll",
    "read_tile_set",
]

_LATE = {
    "best": ("best_move", "board_value"),
    "best_answers": ("OBJECTIVES", "Best", "Choice", "Gain", "Objective", "Valued", "Worth"),
    "estimate": ("quick_move",),
}
"""What is loaded when it is asked for: a question about moves does not wait for the values of boards."""


def __getattr__(name: str) -> Any:
    """Return what is loaded late."""
    for module, names in _LATE.items():
        if name in names:
            return getattr(importlib.import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
