"""A Campus board with the rolls that have to be answered on it, one after another."""

from __future__ import annotations

from collections.abc import Sequence

from ..solvers.campus.board import Board, cells
from ..solvers.campus.dice import Roll
from .campus import board_drawing
from .ink import Ink
from .shapes import Box, Circle, Drawing, Figure, Label, Shape

_DIE = 36.0
_GAP = 6.0
_PIP = 3.6
_SPREAD = 0.26 * _DIE
"""From the middle of a die to its outer pips."""
_LETTER = 13.0
_SLOT = 8 * _LETTER
"""From one roll to the next."""
_LEFT = 2 * _LETTER
_IN_A_ROW = 4
"""Rolls that stand beside each other at most."""
_ROW = _DIE + 30.0
_TOP = 8.0
_NOTE = 15.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face lie, in units of the spread from its middle."""


def rolls_drawing(board: Board, rolls: Sequence[Roll], kept: int = 0) -> Drawing:
    """Return a board, the tiles of the bit mask `kept` ringed, and the rolls below it, numbered.

    Under each roll stands the total it asks for.
    """
    above = board_drawing(board, kept, "to stay face up")
    shapes: list[Shape] = [*above.shapes]
    rows = (len(rolls) + _IN_A_ROW - 1) // _IN_A_ROW
    in_a_row = (len(rolls) + rows - 1) // rows
    for number, roll in enumerate(rolls):
        row, column = divmod(number, in_a_row)
        shapes.append(_roll(number + 1, roll, _LEFT + column * _SLOT, above.height + _TOP + row * _ROW))
    return Drawing(
        max(above.width, _LEFT + _IN_A_ROW * _SLOT),
        above.height + _TOP + rows * _ROW,
        tuple(shapes),
        "Campus puzzle",
        f"{above.description} {_in_words(board, rolls, kept)}",
        letter=above.letter,
    )


def asks(roll: Roll) -> str:
    """Return the total a roll asks for: `11`, or `up to 20` for a double."""
    return f"up to {roll.total}" if roll.is_double else str(roll.total)


def _roll(number: int, roll: Roll, x: float, y: float) -> Figure:
    left = x + 1.4 * _LETTER
    middle = left + _DIE + _GAP / 2
    shapes: list[Shape] = [Label(x, y + _DIE / 2, f"{number}.", _NOTE, Ink.FAINT)]
    for place, face in enumerate((roll.low, roll.high)):
        shapes += _die(face, left + place * (_DIE + _GAP), y)
    shapes.append(Label(middle, y + _DIE + 12, asks(roll), _NOTE, Ink.TEXT, "middle"))
    said = Label(x, y + _DIE / 2, f"{number}. {roll}")
    return Figure(tuple(shapes), f"roll {number}: {roll}, {asks(roll)}", said)


def _die(face: int, x: float, y: float) -> list[Shape]:
    middle_x, middle_y = x + _DIE / 2, y + _DIE / 2
    pips = [
        Circle(middle_x + across * _SPREAD, middle_y + down * _SPREAD, _PIP, Ink.TEXT)
        for across, down in _PIPS[face]
    ]
    return [Box(x, y, _DIE, _DIE, 7, Ink.PAPER, Ink.EDGE, 1.5), *pips]


def _in_words(board: Board, rolls: Sequence[Roll], kept: int) -> str:
    said = "Rolls: " + ", ".join(f"{roll} ({asks(roll)})" for roll in rolls) + "."
    if kept:
        names = ", ".join(board.arrangement.name(cell) for cell in cells(kept))
        said += f" To stay face up: {names}."
    return said
