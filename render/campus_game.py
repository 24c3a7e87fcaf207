"""Positions of Campus as people play them: the boards of both players, whose turn it is, roll and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..engines.campus.phases import DEAL, OVER, SETTING_UP
from ..engines.game import seat
from ..solvers.campus.board import GAP, STAR, Arrangement, Board
from .ink import Ink
from .shapes import Box, Drawing, Figure, Label, Shape
from .text import COLUMNS, text

if TYPE_CHECKING:
    from ..engines.campus import CampusState

_LETTER = 13.0
"""Width of a letter in a terminal: a cell has four of them."""
_PITCH = 4 * _LETTER
_TILE = 44.0
_INSET = (_PITCH - _TILE) / 2
_LEFT = 2 * _LETTER
"""From the left edge of a board to its cells; the names of the rows stand there."""
_LINE = 24.0
_TOP = 4 * _LINE
"""From the upper edge of a board to its cells: whose it is, what is left, and the names of the columns."""
_BETWEEN = 4 * _LETTER
"""Between two boards side by side."""
_SIZE = 18.0
_NAME_LETTERS = 16
"""The longest name of a player that stands over a board."""


def state_text(
    state: CampusState, names: Sequence[str] = (), colour: bool = False, ascii_only: bool = False
) -> str:
    """Return a position for the terminal, with the names of those who play, seat by seat."""
    return text(state_drawing(state, names), colour=colour, ascii_only=ascii_only)


def state_drawing(state: CampusState, names: Sequence[str] = ()) -> Drawing:
    """Return the boards, side by side where a terminal has room for both, and a line about the game."""
    boards = list(_boards(state))
    width = max((_width(board) for _, board in boards), default=0.0)
    beside = len(boards) * width + (len(boards) - 1) * _BETWEEN <= COLUMNS * _LETTER
    shapes: list[Shape] = [Label(0, _LINE / 2, " · ".join(_about(state)), _SIZE, Ink.FAINT)]
    x, y, bottom = 0.0, 1.5 * _LINE, 1.5 * _LINE
    for player, board in boards:
        shapes += _head(state, player, board, names[player] if player < len(names) else "", x, y)
        shapes += _board(board, x, y)
        bottom = max(bottom, y + _TOP + board.arrangement.rows * _PITCH)
        x, y = (x + width + _BETWEEN, y) if beside else (0.0, bottom + _LINE / 2)
    return Drawing(
        max(width, COLUMNS * _LETTER),
        bottom + _LINE / 2,
        tuple(shapes),
        "Campus",
        "; ".join(str(state).split("\n")),
        letter=_LETTER,
    )


def _boards(state: CampusState) -> Iterator[tuple[int, Board]]:
    """Yield the boards with who plays on them; while tiles are dealt, with who fills them."""
    sheet, cells = state.sheet, state.game.cells
    for player, arrangement in enumerate(sheet.boards):
        up = state.up[player] if state.up else arrangement.tiles
        yield player, Board(arrangement, arrangement.tiles & ~up)
    for start in range(0, len(sheet.filled), cells):
        values = sheet.filled[start : start + cells]
        filled = (*values, *[GAP] * (cells - len(values)))
        yield start // cells, Board(Arrangement(filled, state.game.columns))


def _about(state: CampusState) -> Iterator[str]:
    sheet, game = state.sheet, state.game
    if game.players > 1:
        if game.rounds > 1:
            yield f"round {sheet.round} of {game.rounds}"
        if sheet.game:
            yield f"game {sheet.game} of 2"
    if state.phase in SETTING_UP:
        yield "the tiles are dealt" if state.phase == DEAL else "who starts is not decided yet"
    elif state.phase == OVER:
        yield f"over after {state.turn} turns"
    else:
        yield f"turn {state.turn + 1}" if game.turn_limit is None else f"turn {state.turn + 1}{_last(state)}"
    if state.roll is not None:
        yield f"roll {state.roll}"
    if sheet.thrown:
        yield ", ".join(f"{seat(player)} threw {value}" for player, value in enumerate(sheet.thrown))


def _last(state: CampusState) -> str:
    """Return how many turns there are, once the limit is near."""
    left: int = state.game.last_turn - state.turn
    return f" of {state.game.last_turn}" if left <= 10 * state.game.players else ""


def _head(state: CampusState, player: int, board: Board, name: str, x: float, y: float) -> Iterator[Shape]:
    """Yield whose a board is and what is left on it, and the mark of whoever is on turn."""
    on_turn = player == (state.active if state.phase != OVER else -1)
    ink = Ink.ACCENT if on_turn else Ink.TEXT
    if state.phase == DEAL:
        said = f"filled by {seat(player)}"
    else:
        who = f"{seat(player)} " if state.game.players > 1 else ""
        said = f"{who}{name[:_NAME_LETTERS]}".strip() or seat(player)
    yield Label(x, y + _LINE / 2, ">" if on_turn else "", _SIZE, ink)
    yield Label(x + _LEFT, y + _LINE / 2, said, _SIZE, ink, weight="bold")
    if state.phase != DEAL:
        yield Label(x + _LEFT, y + 1.5 * _LINE, ", ".join(_left(state, player, board)), 16, Ink.FAINT)


def _left(state: CampusState, player: int, board: Board) -> Iterator[str]:
    count = board.up.bit_count()
    yield f"{count} up" if count else "clear"
    if count:
        yield f"{board.points} left"
    lost = state.sheet.charged[player] + state.sheet.before[player]
    if lost and state.game.players > 1:
        yield f"{lost} lost"


def _width(board: Board) -> float:
    return _LEFT + board.arrangement.columns * _PITCH


def _board(board: Board, x: float, y: float) -> Iterator[Shape]:
    """Yield the names of columns and rows, and the tiles, of a board whose corner is (x, y)."""
    columns = board.arrangement.columns
    for column in range(columns):
        right = x + _LEFT + column * _PITCH + 3 * _LETTER
        yield Label(right, y + _TOP - _LINE / 2, chr(ord("a") + column), 15, Ink.FAINT, "end")
    for row in range(board.arrangement.rows):
        yield Label(x + _LETTER, y + _TOP + (row + 0.5) * _PITCH, str(row + 1), 15, Ink.FAINT, "end")
    for cell in range(len(board.arrangement.values)):
        yield _tile(board, cell, x + _LEFT + cell % columns * _PITCH, y + _TOP + cell // columns * _PITCH)


def _tile(board: Board, cell: int, left: float, top: float) -> Figure:
    value, down = board.arrangement.values[cell], bool(board.down >> cell & 1)
    middle, right = top + _PITCH / 2, left + 3 * _LETTER
    name = board.arrangement.name(cell)
    if value == GAP:
        box = Box(left + _INSET, top + _INSET, _TILE, _TILE, 8, stroke=Ink.GRID, dashed=True)
        return Figure((box,), f"{name}: no tile", Label(right, middle, ".", ink=Ink.GRID, anchor="end"))
    star = value == STAR
    face = "★" if star else str(value)
    fill = Ink.DOWN if down else Ink.YELLOW if star else Ink.PAPER
    drawn = Ink.FAINT if down else Ink.ON_YELLOW if star else Ink.TEXT
    said = Ink.FAINT if down else Ink.YELLOW if star else Ink.TEXT
    shapes = (
        Box(left + _INSET, top + _INSET, _TILE, _TILE, 8, fill, Ink.GRID if down else Ink.EDGE, 1.5),
        Label(left + _PITCH / 2, middle, face, _SIZE, drawn, "middle", "normal" if down else "bold"),
    )
    words = f"{name}: {'star' if star else value}{' face down' if down else ''}"
    return Figure(
        shapes, words, Label(right + _LETTER * down, middle, face + "x" * down, ink=said, anchor="end")
    )
