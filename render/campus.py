"""Campus drawn and said: a board, and a move with the chain it sets off, step by step."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from ..solvers.campus.board import GAP, STAR, Board, cells
from ..solvers.campus.chains import FreeStar, Step, chains
from ..solvers.campus.lines import Line
from ..solvers.campus.moves import Move
from ..solvers.campus.rules import Rules
from .ink import Ink
from .shapes import FIVE_POINTS, Box, Circle, Drawing, Figure, Label, Path, Shape, placed
from .svg import Svg, svg
from .text import text

_LETTER = 13.0
"""Width of a letter in a terminal: a cell has five of them."""
_PITCH = 5 * _LETTER
_TILE = 54.0
_INSET = (_PITCH - _TILE) / 2
_RADIUS = 11.0
_LEFT = 2 * _LETTER
"""From the left edge of a board to its cells; the names of the rows stand there."""
_TOP = 28.0
_MARGIN = 16.0
_SIZE = 24.0
_BAND = 30.0
"""Width of the band along a line of the chain."""

_CAPTION_SIZE = 18.0
_CAPTION_HEIGHT = 2 * _CAPTION_SIZE
_NOTE_SIZE = 16.0
_NOTE_LINE = 24.0
_NOTE_LETTER = 9.2
"""Width a letter of a note takes at most, on average."""

_MOST_BESIDE = 9
"""Columns up to which two boards stand side by side."""

_MOST_SAID = 11
"""Columns that stand beside each other in a terminal."""

_TURNED = "turned with the roll"

MARKS = "[ ] turned with the roll, < > gone with the chain"
"""What the marks of `board_text` mean."""


def board_svg(board: Board) -> Svg:
    """Return a board as an SVG file."""
    return svg(board_drawing(board))


def move_svg(board: Board, move: Move, rules: Rules | None = None) -> Svg:
    """Return a move on a board as an SVG file: see `move_drawing`. Raises NotationError."""
    return svg(move_drawing(board, move, rules))


def board_text(
    board: Board,
    turned: int = 0,
    gone: int = 0,
    *,
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    r"""Return a board for the terminal, a line a row and one for the names of the columns.

    `turned` and `gone` are bit masks of the tiles a move turns, and of those that go with its chain;
    they are marked as MARKS says. A tile that was face down before has an x behind it. Columns that do
    not fit beside the others follow below, after an empty line.

    >>> board = Board.parse("11 5x s\n2 1 24\n6 8 sx")
    >>> print(board_text(board, turned=0b000011000, ascii_only=True))
        a    b    c
    1  11    5x   *
    2  [2]  [1]  24
    3   6    8    *x
    """
    columns, marks = board.arrangement.columns, _text_marks(turned, gone)
    wide = math.ceil(columns / math.ceil(columns / _MOST_SAID))
    parts = []
    for first in range(0, columns, wide):
        shown = range(first, min(first + wide, columns))
        shapes = _board(board, -first * _PITCH, 0, marks, shown)
        width = _LEFT + len(shown) * _PITCH
        drawing = Drawing(width, _height(board), tuple(shapes), "", "", letter=_LETTER)
        parts.append(text(drawing, colour=colour, ascii_only=ascii_only))
    return "\n\n".join(parts)


def board_drawing(board: Board, ringed: int = 0, why: str = "") -> Drawing:
    """Return a board with the names of its columns and rows; tiles face down are grey.

    The tiles of the bit mask `ringed` have a bright line round them, and `why` is what that means.
    """
    rings = [_ring(board, cell, 0, 0, why) for cell in cells(ringed)]
    return Drawing(
        _width(board) + _MARGIN,
        _height(board) + _MARGIN,
        (*rings, *_board(board, 0, 0, {})),
        "Campus board",
        _rows_in_words(board),
        letter=_LETTER,
    )


def move_drawing(board: Board, move: Move, rules: Rules | None = None) -> Drawing:
    """Return two pictures: the board with the move marked in it, and beside it what it leads to.

    In the first the tiles turned with the roll are ringed; the tiles of each step of the chain bear
    its number, and a band shows the line it happens on. The steps are listed below. Whether the roll
    allows the move is not asked. Raises NotationError where lines of the rules do not fit on the board.
    """
    rules = rules or Rules()
    chain = chains(board.arrangement, rules).steps(board.up & ~move.tiles)
    gone = move.tiles | sum(step.cleared for step in chain)
    after = board.with_up(board.up & ~gone)
    width, height = _width(board) + _MARGIN, _CAPTION_HEIGHT + _height(board) + _MARGIN
    right, below = (0.0, height) if board.arrangement.columns > _MOST_BESIDE else (width, 0.0)
    shapes = [
        *_marked(board, move, chain, {line.name: line for line in rules.lines_of(board.arrangement).claims}),
        _caption(board, "afterwards", right, below),
        *_board(after, right, below + _CAPTION_HEIGHT, {}),
    ]
    width, height = right + width, below + height
    notes = _notes(board, move, chain, after)
    for line in [line for note in notes for line in _wrapped(note, width)]:
        shapes.append(Label(_LEFT + _INSET, height + _NOTE_LINE / 2, line, _NOTE_SIZE))
        height += _NOTE_LINE
    description = f"{_rows_in_words(board)} {' '.join(note + '.' for note in notes)}"
    return Drawing(width, height + _MARGIN, tuple(shapes), "Campus move", description, letter=_LETTER)


def _marked(board: Board, move: Move, chain: Sequence[Step], lines: dict[str, Line]) -> list[Shape]:
    """Return the picture of a board before a move, with what the move does."""
    named = [lines[step.claim.line] for step in chain if not isinstance(step.claim, FreeStar)]
    numbered = [(cell, str(n)) for n, step in enumerate(chain, 1) for cell in cells(step.cleared)]
    return [
        _caption(board, f"{_total(board, move.tiles)}: {move}" if move.tiles else "pass", 0, 0),
        *(_band(board, line, 0, _CAPTION_HEIGHT) for line in dict.fromkeys(named)),
        *(_ring(board, cell, 0, _CAPTION_HEIGHT, _TURNED) for cell in cells(move.tiles)),
        *_board(board, 0, _CAPTION_HEIGHT, {}),
        *(_badge(board, cell, number, 0, _CAPTION_HEIGHT) for cell, number in numbered),
    ]


def _width(board: Board) -> float:
    return _LEFT + board.arrangement.columns * _PITCH


def _height(board: Board) -> float:
    return _TOP + board.arrangement.rows * _PITCH


def _corner(board: Board, cell: int, x: float, y: float) -> tuple[float, float]:
    """Return the upper left corner of a cell of a board that starts at (x, y)."""
    columns = board.arrangement.columns
    return x + _LEFT + cell % columns * _PITCH, y + _TOP + cell // columns * _PITCH


def _middle(board: Board, cell: int, x: float, y: float) -> tuple[float, float]:
    left, top = _corner(board, cell, x, y)
    return left + _PITCH / 2, top + _PITCH / 2


def _board(
    board: Board, x: float, y: float, marks: dict[int, str], shown: range | None = None
) -> list[Shape]:
    """Return the names of columns and rows and the cells; `marks` are pairs of brackets by cell.

    `shown` are the columns to draw, all of them if it is None.
    """
    columns = board.arrangement.columns
    shown = shown or range(columns)
    shapes: list[Shape] = []
    for column in shown:
        left, _ = _corner(board, column, x, y)
        shapes.append(_name(chr(ord("a") + column), left + _PITCH / 2, left + 3 * _LETTER, y + _TOP / 2))
    for row in range(board.arrangement.rows):
        middle = _middle(board, row * columns, x, y)[1]
        start = x + shown.start * _PITCH
        shapes.append(_name(str(row + 1), start + _LEFT / 2, start + _LETTER, middle))
    drawn = (cell for cell in range(len(board.arrangement.values)) if cell % columns in shown)
    shapes += [_tile(board, cell, x, y, marks.get(cell, "")) for cell in drawn]
    return shapes


def _name(name: str, drawn: float, said: float, y: float) -> Figure:
    """Return the name of a column or row; in a terminal it ends at `said`, above the last digits."""
    return Figure(
        (Label(drawn, y, name, 15, Ink.FAINT, "middle"),), "", Label(said, y, name, 15, Ink.FAINT, "end")
    )


def _text_marks(turned: int, gone: int) -> dict[int, str]:
    return dict.fromkeys(cells(gone & ~turned), "<>") | dict.fromkeys(cells(turned), "[]")


def _tile(board: Board, cell: int, x: float, y: float, mark: str) -> Figure:
    value, down = board.arrangement.values[cell], bool(board.down >> cell & 1)
    left, top = _corner(board, cell, x, y)
    middle = _middle(board, cell, x, y)
    name = board.arrangement.name(cell)
    if value == GAP:
        box = Box(left + _INSET, top + _INSET, _TILE, _TILE, _RADIUS, stroke=Ink.GRID, dashed=True)
        return Figure((box,), f"{name}: no tile", _said(".", left, middle[1], Ink.GRID))
    face = "★" if value == STAR else str(value)
    ink = Ink.FAINT if down else Ink.YELLOW if value == STAR else Ink.TEXT
    if mark:
        said = _said(f"{mark[0]}{face}{mark[1]}", left + _LETTER, middle[1], _MARK_INKS[mark])
    else:
        said = _said(face + "x" * down, left + _LETTER * down, middle[1], ink)
    return Figure(
        (_surface(value, down, left, top), *_face(value, down, *middle)),
        f"{name}: {_in_words(value, down)}",
        said,
    )


_MARK_INKS = {"[]": Ink.ACCENT, "<>": Ink.GREEN}


def _said(face: str, left: float, y: float, ink: Ink) -> Label:
    return Label(left + 3 * _LETTER, y, face, ink=ink, anchor="end")


def _surface(value: int, down: bool, left: float, top: float) -> Box:
    fill = Ink.DOWN if down else Ink.YELLOW if value == STAR else Ink.PAPER
    edge = Ink.GRID if down else Ink.EDGE
    return Box(left + _INSET, top + _INSET, _TILE, _TILE, _RADIUS, fill, edge, 1.5)


def _face(value: int, down: bool, x: float, y: float) -> Iterator[Shape]:
    if value == STAR:
        outline = placed(FIVE_POINTS, x, y + 1.5, 0.34 * _TILE)
        yield Path((outline,), fill=Ink.FAINT if down else Ink.ON_YELLOW)
    elif down:
        yield Label(x, y, str(value), 0.8 * _SIZE, Ink.FAINT, "middle")
    else:
        yield Label(x, y, str(value), _SIZE, Ink.TEXT, "middle", "bold")


def _ring(board: Board, cell: int, x: float, y: float, why: str) -> Figure:
    """Return a bright line round a tile, to be painted before it."""
    left, top = _corner(board, cell, x, y)
    side = _PITCH - 3
    return Figure(
        (Box(left + 1.5, top + 1.5, side, side, _RADIUS + 4, Ink.ACCENT, Ink.ACCENT, 2),),
        f"{board.arrangement.name(cell)}: {why}",
    )


def _band(board: Board, line: Line, x: float, y: float) -> Figure:
    """Return a band along the cells of a line, to be painted before the tiles."""
    points = tuple(_middle(board, cell, x, y) for cell in line.cells)
    return Figure((Path((points,), stroke=Ink.BAND, stroke_width=_BAND),), line.name)


def _badge(board: Board, cell: int, number: str, x: float, y: float) -> Figure:
    """Return the number of a step of the chain, on the upper right corner of a tile that goes with it."""
    left, top = _corner(board, cell, x, y)
    across, down = left + _PITCH - 11, top + 11
    circle = Circle(across, down, 10.5, Ink.ACCENT, Ink.PAPER, 1.5)
    return Figure((circle, Label(across, down, number, 14, Ink.ON_ACCENT, "middle", "bold")))


def _caption(board: Board, caption: str, x: float, y: float) -> Shape:
    """Return what stands over a board that starts at (x, y), small enough to fit there."""
    size = min(_CAPTION_SIZE, (_width(board) - _LEFT) / (0.58 * len(caption)))
    return Label(x + _LEFT + _INSET, y + _CAPTION_HEIGHT / 2, caption, size)


def _notes(board: Board, move: Move, chain: Sequence[Step], after: Board) -> list[str]:
    turned = f"Turned with the roll: {_tiles(board, move.tiles)}" if move.tiles else "Nothing is turned"
    steps = [f"{n}. {step.claim}: {_tiles(board, step.cleared)}" for n, step in enumerate(chain, 1)]
    left = after.up.bit_count()
    end = "The board is clear" if not left else f"{left} tile{'s'[: left != 1]} left"
    return [turned, *steps, end]


def _wrapped(note: str, width: float) -> list[str]:
    import textwrap  # only a page needs it, and a terminal waits for it

    return textwrap.wrap(note, int((width - _LEFT - 2 * _MARGIN) / _NOTE_LETTER), subsequent_indent="    ")


def _tiles(board: Board, mask: int) -> str:
    """Name tiles with their cells, such as `11 on a1, star on b2`."""
    return ", ".join(
        f"{_in_words(board.arrangement.values[cell])} on {board.arrangement.name(cell)}"
        for cell in cells(mask)
    )


def _total(board: Board, tiles: int) -> int:
    return sum(board.arrangement.values[cell] for cell in cells(tiles))


def _rows_in_words(board: Board) -> str:
    values, columns = board.arrangement.values, board.arrangement.columns
    rows = (range(start, start + columns) for start in range(0, len(values), columns))
    return " ".join(f"Row {n}: {_row_in_words(board, row)}." for n, row in enumerate(rows, 1))


def _row_in_words(board: Board, row: Iterable[int]) -> str:
    values = board.arrangement.values
    return ", ".join(_in_words(values[cell], bool(board.down >> cell & 1)) for cell in row)


def _in_words(value: int, down: bool = False) -> str:
    name = {GAP: "no tile", STAR: "star"}.get(value, str(value))
    return f"{name} face down" if down else name
