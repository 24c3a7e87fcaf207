"""A drawing for the terminal: its labels on a grid of characters, at most 60 columns wide.

Lines of the text are the heights at which the drawing has labels, so no line is empty; along a
line labels keep their places where they can and are pushed to the right where they would touch.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .ink import Ink
from .shapes import Anchor, Arrow, Drawing, Figure, Label, Shape

COLUMNS = 60
"""No line is longer."""

_SAME_LINE = 8
"""Units by which the heights of two labels on one line may differ."""

_CODES = {
    Ink.FAINT: "2",
    Ink.GRID: "2",
    Ink.ACCENT: "1;34",
    Ink.BLUE: "1;34",
    Ink.ON_BLUE: "1;34",
    Ink.RED: "1;31",
    Ink.ON_RED: "1;31",
    Ink.YELLOW: "1;33",
    Ink.ON_YELLOW: "1;33",
    Ink.GREEN: "1;32",
    Ink.ON_GREEN: "1;32",
}
"""ANSI codes of the inks that have one; a terminal has its own paper, so cards are coloured letters."""

_ARROWS = {(1, 0): "→", (-1, 0): "←", (0, 1): "↓", (0, -1): "↑", (0, 0): "·"}
_PLAIN = str.maketrans(
    {"→": ">", "←": "<", "↓": "v", "↑": "^", "·": "-", "×": "x", "–": "-", "…": "...", "★": "*"}
    | {"┌": "/", "┐": "\\", "└": "\\", "┘": "/"}
)


class _Piece(NamedTuple):
    """A text that wants to stand at a place."""

    x: float
    y: float
    anchor: Anchor
    text: str
    ink: Ink
    tight: bool
    """Whether it may touch its neighbours."""


def text(drawing: Drawing, *, colour: bool, ascii_only: bool = False) -> str:
    """Return what a drawing says as lines of text, none longer than 60 columns or ending in a space.

    `colour` adds ANSI codes; `ascii_only` keeps to letters any terminal can show. A label that
    does not fit beside the others goes to a line of its own, and no label is cut.
    """
    letter = max(drawing.letter, drawing.width / COLUMNS)
    lines = []
    for pieces in _by_height(_cleaned(piece, ascii_only) for piece in _pieces(drawing.shapes)):
        for row in _set(pieces, letter):
            lines.append(_written(row, colour))
    return "\n".join(lines)


def columns(content: str) -> int:
    """Return how many columns of a terminal a text of printable letters takes.

    >>> columns("3yg"), columns("銀杏")
    (3, 4)
    """
    return sum(_letter_columns(letter) for letter in content)


def _letter_columns(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def _pieces(shapes: Iterable[Shape]) -> Iterator[_Piece]:
    for shape in shapes:
        match shape:
            case Figure(label=Label() as label) | (Label() as label):
                yield _Piece(label.x, label.y, label.anchor, label.text, label.ink, False)
            case Arrow():
                way = _direction(shape)
                middle = ((shape.x1 + shape.x2) / 2, (shape.y1 + shape.y2) / 2)
                # Texts are nearer to the left of their places, so there is room before the middle.
                anchor: Anchor = "end" if way[0] else "middle"
                yield _Piece(*middle, anchor, _ARROWS[way], shape.ink, True)
            case _:
                pass


def _direction(arrow: Arrow) -> tuple[int, int]:
    """Return which of the four ways an arrow points most, as a step to the right and a step down."""
    dx, dy = arrow.x2 - arrow.x1, arrow.y2 - arrow.y1
    if abs(dx) >= abs(dy):
        return ((dx > 0) - (dx < 0), 0)
    return (0, (dy > 0) - (dy < 0))


def _cleaned(piece: _Piece, ascii_only: bool) -> _Piece:
    """Return a piece without letters that would steer the terminal, or that it cannot show."""
    content = "".join(letter if letter.isprintable() else "\ufffd" for letter in piece.text)
    if ascii_only:
        content = content.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
    return piece._replace(text=content.strip())


def _by_height(pieces: Iterable[_Piece]) -> list[list[_Piece]]:
    """Return the pieces that stand at one height together, from the top; empty ones are left out."""
    lines: list[list[_Piece]] = []
    for piece in sorted((p for p in pieces if p.text), key=lambda p: p.y):
        if lines and piece.y - lines[-1][0].y <= _SAME_LINE:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    return lines


class _Set(NamedTuple):
    """A text that has its place."""

    column: int
    text: str
    ink: Ink


def _set(pieces: list[_Piece], letter: float) -> list[list[_Set]]:
    """Return the pieces of one height in rows of at most COLUMNS, each where it wants to be or after."""
    rows: list[list[_Set]] = [[]]
    end, tight = 0, True
    for piece in sorted(_narrow(pieces), key=lambda p: _column(p, letter)):
        wanted = _column(piece, letter)
        start = max(wanted, end if tight or piece.tight else end + 1)
        width = columns(piece.text)
        if start + width > COLUMNS:
            start = min(wanted, COLUMNS - width)
            if rows[-1]:
                rows.append([])
        rows[-1].append(_Set(start, piece.text, piece.ink))
        end, tight = start + width, piece.tight
    return rows


def _narrow(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Yield pieces none of which is wider than a line: longer ones are broken, at spaces if possible."""
    for piece in pieces:
        content = piece.text
        while columns(content) > COLUMNS:
            taken = _prefix(content)
            cut = taken.rfind(" ")
            taken = taken[:cut] if cut > 0 else taken
            yield piece._replace(text=taken.rstrip())
            content = content[len(taken) :].lstrip()
        if content:
            yield piece._replace(text=content)


def _prefix(content: str) -> str:
    """Return as much of a text from its start as COLUMNS hold."""
    width = 0
    for i, letter in enumerate(content):
        width += _letter_columns(letter)
        if width > COLUMNS:
            return content[:i]
    return content


def _column(piece: _Piece, letter: float) -> int:
    """Return the column in which a piece wants to start."""
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[piece.anchor]
    # The small part settles places half-way between two columns the same way everywhere.
    return max(0, round(piece.x / letter - before * columns(piece.text) + 1e-6))


def _written(row: list[_Set], colour: bool) -> str:
    line, end = "", 0
    for item in row:
        code = _CODES.get(item.ink, "") if colour else ""
        line += " " * (item.column - end)
        line += f"\x1b[{code}m{item.text}\x1b[0m" if code else item.text
        end = item.column + columns(item.text)
    return line
