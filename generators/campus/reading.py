"""Campus puzzles as people type them: a board as `solvers.campus.reading` reads it, rolls, and what stays."""

from __future__ import annotations

import re

from ...core.errors import NotationError
from ...solvers.campus.reading import read_board, read_move, read_roll
from .positions import Position

_ROLL = re.compile(r"[0-9]\s*\+\s*[0-9]")
_LEAVE = re.compile(r"\bleave\b", re.IGNORECASE)


def read(text: str) -> Position:
    """Return the puzzle a person typed: six rows, rolls such as 5+6, and perhaps `leave` and cells.

    Raises NotationError.
    """
    first = _ROLL.search(text)
    if first is None:
        raise NotationError("no rolls", expected="six rows of a board, and behind them rolls such as 5+6 3+3")
    board = read_board(re.sub(r"[\s/]+\Z", "", text[: first.start()]))
    rolls, leave, kept = _parted(text[first.start() :])
    unread = _ROLL.sub(" ", rolls).strip(" \t\r\n,/")
    if unread:
        raise NotationError(f"{unread!r} among the rolls", expected="rolls such as 5+6 3+3")
    found = tuple(read_roll(match[0]) for match in _ROLL.finditer(rolls))
    return Position(board, found, read_move(kept, board).tiles if leave else 0)


def _parted(text: str) -> tuple[str, bool, str]:
    """Return the part of a text before the word `leave`, whether it is there, and the part behind it."""
    leave = _LEAVE.search(text)
    return (text, False, "") if leave is None else (text[: leave.start()], True, text[leave.end() :])
