"""Leaves puzzles as people type them: traits in any order, words, `/` between rows, a hand behind a board."""

from __future__ import annotations

import re

from ...core.errors import NotationError
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.layout import CELLS
from ...solvers.leaves.reading import read_cells, read_deal, read_hand, read_layout
from .positions import HANDS, Challenge, Position, parse

_BREEZE = re.compile(r"[\s/|,;]*\bbreeze\s*$", re.IGNORECASE)
_DEAL = 3 * CELLS + 3


def read(text: str) -> Position:
    """Return the puzzle a person typed: a few stacks, a board and its hand, or a hand and three boards.

    The word `breeze` at the end says that there is one. Raises NotationError.
    """
    breeze = _BREEZE.search(text)
    rest = text[: breeze.start()] if breeze else text
    cells = read_cells(rest)
    if len(cells) == _DEAL and not breeze:
        deal = read_deal(rest)
        return SoloDeal(tuple(sorted(deal.hand)), deal.puzzles)
    if len(cells) == CELLS and not breeze:
        return parse(str(read_layout(rest)))
    if len(cells) - CELLS not in HANDS:
        many = f"{len(cells)} cells and cards" if len(cells) != 1 else "1 cell or card"
        raise NotationError(
            f"{many}{' and a Breeze' if breeze else ''}",
            expected="nine cells, and behind them 1 to 5 hand cards; or three hand cards and three boards",
        )
    tokens = [str(card) if card is not None else "." for card, _ in cells]
    board = read_layout(" ".join(tokens[:CELLS]))
    hand = read_hand(" ".join(tokens[CELLS:]), [board])
    return Challenge(board, tuple(sorted(hand)), int(breeze is not None))
