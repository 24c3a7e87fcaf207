"""What a person may type for a position of Campus to start from; the canonical form is in `texts.py`.

Of two players: the boards they play on, `A's board | B's board`, the first game of a round being
about to begin with a roll of player A. Of one: the board. Behind them may stand that roll, as in
`roll 5+6`. Boards and their links are read as everywhere, and so is the canonical text with `;`
between its lines.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...solvers.campus.board import Board
from ...solvers.campus.reading import read_board, read_roll
from ..game import seat

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState

_ROLL = re.compile(r"\broll\b:?", re.IGNORECASE)
_WRITTEN = re.compile(r"\s*phase\s*:")


def read_start(game: Campus, text: str) -> CampusState:
    """Return the position a person means. Raises NotationError with its place in the text."""
    try:
        return game.state_from(text)
    except NotationError:
        if _WRITTEN.match(text):
            return game.state_from(_tidied(text))
    found = _ROLL.search(text)
    if found is None:
        return _begun(game, _boards(game, text))
    # Blanks in the place of the boards keep lines and columns as they are.
    roll = read_roll(re.sub(r"[^\n]", " ", text[: found.end()]) + text[found.end() :])
    begun = _begun(game, _boards(game, text[: found.start()]))
    state = begun.apply(roll)
    if state.turn != begun.turn or state.is_terminal:
        from .words import lost

        board = begun.desk(0).board(begun.up[0])
        raise NotationError(
            lost(board, roll, game.rules).removesuffix("."), expected="a roll that is answered, or none"
        )
    return state


def _tidied(text: str) -> str:
    """Return a canonical text a line each, without blanks that say nothing."""
    lines = [" ".join(line.split()) for line in re.split(r"[\n;]", text)]
    return "\n".join(line for line in lines if line)


def _boards(game: Campus, text: str) -> list[Board]:
    parts = text.split("|")
    if len(parts) != game.players:
        raise NotationError(
            f"{len(parts)} board{'s' if len(parts) > 1 else ''} for {game.players}",
            expected="the board of the practice" if game.players == 1 else "A's board | B's board",
        )
    boards, before = [], ""
    for part in parts:
        # Blanks in the place of what stands before keep lines and columns as they are.
        placed = re.sub(r"[^\n]", " ", before) + part
        boards.append(read_board(placed, (game.rows, game.columns), max(map(max, game.bags))))
        before += part + "|"
    return boards


def _begun(game: Campus, boards: list[Board]) -> CampusState:
    """Return the position before the first roll on these boards."""
    lines = ["phase: roll"]
    if game.players > 1:
        lines += ["round: 1", "game: 1", f"first: {seat(0)}"]
    lines.append("turn: 0")
    for player, board in enumerate(boards):
        if board.is_clear:
            raise NotationError(f"the board of player {seat(player)} is clear", expected="a tile face up")
        lines.append(f"board {seat(player)}: " + " / ".join(str(board).split("\n")))
    try:
        return game.state_from("\n".join(lines))
    except NotationError as error:  # its lines are not those of the text
        raise NotationError(error.problem, expected=error.expected) from None
