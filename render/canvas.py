"""Canvases drawn and said: quadrants, colour areas, a path, a card just laid, seats and scoring areas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ..solvers.canvas.canvas import COLOUR_NAMES, EMPTY, Canvas, quadrant_letter
from ..solvers.canvas.regions import DEPTH, EAST, NORTH, SIDE_NAMES, SIDES_OF, SOUTH, WEST
from .ink import Ink
from .shapes import Box, Circle, Drawing, Figure, Label, Outline, Path, Shape
from .svg import Svg, svg
from .text import text

_LETTER = 13.0
"""Width of a letter in a terminal: a quadrant has three of them."""
_PITCH = 3 * _LETTER
_LEFT = 34.0
_TOP = 30.0
_MARGIN = 16.0
_LANE = 22.0
"""Width of the bar of a scoring area with the letter of its owner."""
_NOTE_SIZE = 15.0
_NOTE_LINE = 24.0
_NOTE_LETTER = 8.2
"""Width a letter of a note takes at most, on average."""

_CARD_EDGE = 1.0
_PLACE_EDGE = 2.0
_AREA_EDGE = 4.0

_INKS = ((Ink.BLUE, Ink.ON_BLUE), (Ink.RED, Ink.ON_RED), (Ink.YELLOW, Ink.ON_YELLOW))

MARK = "[ ]"
"""How `canvas_text` marks quadrants."""


class Picture(NamedTuple):
    """What a drawing of a canvas shows besides its quadrants; sets of cells are bit masks."""

    players: int = 0
    """Whose scoring areas are marked: those of 2 or 4 players; 0 for none."""
    outlined: bool = True
    """Whether lines run round the colour areas."""
    path: tuple[int, ...] = ()
    """The cells of a path, in order."""
    ringed: tuple[int, ...] = ()
    """Sets of cells that a bright line runs round: a pattern, or a card."""
    notes: tuple[str, ...] = ()
    """Lines below."""
    origin: tuple[int, int] = (0, 0)
    """Column and row of the cell that is called a1; what lies before it has no name."""


PLAIN = Picture()
"""The canvas and its areas alone."""


def canvas_svg(canvas: Canvas, picture: Picture = PLAIN) -> Svg:
    """Return a canvas as an SVG file."""
    return svg(canvas_drawing(canvas, picture))


def canvas_text(
    canvas: Canvas,
    marked: int = 0,
    origin: tuple[int, int] = (0, 0),
    *,
    colour: bool = False,
    ascii_only: bool = False,
) -> str:
    r"""Return a canvas for the terminal, a line a row and one for the names of the columns.

    `marked` is a bit mask of quadrants that stand in brackets, `origin` the column and row of the cell
    that is called a1. A gap parts the cards of a row.

    >>> print(canvas_text(Canvas.parse("BRYY\nBBY."), marked=0b10001))
        a  b   c  d
     1 [B] R   Y  Y
     2 [B] B   Y  .
    """
    shapes: list[Shape] = []
    for column in range(canvas.columns):
        shapes.append(Label(_text_x(column), 0, _column_name(column, origin), ink=Ink.FAINT, anchor="end"))
    for row in range(canvas.rows):
        y = (row + 1) * _PITCH
        shapes.append(Label(2 * _LETTER, y, _row_name(row, origin), ink=Ink.FAINT, anchor="end"))
        for column in range(canvas.columns):
            cell = row * canvas.columns + column
            shapes += _said(canvas.quadrants[cell], _text_x(column), y, bool(marked >> cell & 1))
    width = _text_x(canvas.columns - 1) + _LETTER
    drawing = Drawing(width, (canvas.rows + 1) * _PITCH, tuple(shapes), "", "", letter=_LETTER)
    return text(drawing, colour=colour, ascii_only=ascii_only)


def _column_name(column: int, origin: tuple[int, int]) -> str:
    return chr(ord("a") + column - origin[0]) if column >= origin[0] else "-"


def _row_name(row: int, origin: tuple[int, int]) -> str:
    return str(row + 1 - origin[1]) if row >= origin[1] else "-"


def _text_x(column: int) -> float:
    """Return where the letter of a quadrant ends in a terminal."""
    return (5 + 3 * column + column // 2) * _LETTER


def _said(colour: int, x: float, y: float, marked: bool) -> list[Shape]:
    ink = Ink.GRID if colour == EMPTY else _INKS[colour][0]
    letter = quadrant_letter(colour)
    if marked:
        return [Label(x + _LETTER, y, f"[{letter}]", ink=ink, anchor="end")]
    return [Label(x, y, letter, ink=ink, anchor="end")]


def canvas_drawing(canvas: Canvas, picture: Picture = PLAIN) -> Drawing:
    """Return a canvas with the names of its columns and rows, and what the picture is to show.

    Every quadrant has its letter, so that colours are told apart without colours. Scoring areas are
    marked by bars with the letter of their owner, at the edges.
    """
    columns, rows = canvas.columns, canvas.rows
    right, below = _LEFT + columns * _PITCH, _TOP + rows * _PITCH
    shapes: list[Shape] = [
        *_names(canvas, picture.origin),
        *(_quadrant(canvas, cell) for cell in range(columns * rows)),
    ]
    shapes += _card_edges(canvas)
    if picture.outlined:
        shapes += _outlines(canvas, _AREA_EDGE, Ink.EDGE, _borders(canvas))
    if picture.players == 2 and rows == 2 * DEPTH:
        shapes += _border(canvas)
    shapes += [shape for mask in picture.ringed for shape in _ring(canvas, mask)]
    shapes += _traced(canvas, picture.path)
    if picture.players:
        shapes += _bars(canvas, picture.players, right, below)
    width = right + _MARGIN + (2 * _LANE if picture.players else 0)
    height = below + _MARGIN + (2 * _LANE if picture.players == 4 else 0)
    seats = f"Scoring areas: {seats_in_words(picture.players)}" if picture.players else ""
    notes = [line for line in (seats, *picture.notes) if line]
    width = max(width, 400.0 if notes else 0.0)
    for line in _wrapped(notes, width):
        shapes.append(Label(_LEFT, height + _NOTE_LINE / 2, line, _NOTE_SIZE))
        height += _NOTE_LINE
    described = " ".join([_rows_in_words(canvas), *(note + "." for note in notes)])
    return Drawing(width, height + _MARGIN, tuple(shapes), "Canvas", described, letter=_LETTER)


def seats_in_words(players: int) -> str:
    """Name the players with their seats: `A south, B north`."""
    return ", ".join(f"{'ABCD'[player]} {SIDE_NAMES[side]}" for player, side in enumerate(SIDES_OF[players]))


def _corner(canvas: Canvas, cell: int) -> tuple[float, float]:
    return _LEFT + cell % canvas.columns * _PITCH, _TOP + cell // canvas.columns * _PITCH


def _middle(canvas: Canvas, cell: int) -> tuple[float, float]:
    left, top = _corner(canvas, cell)
    return left + _PITCH / 2, top + _PITCH / 2


def _names(canvas: Canvas, origin: tuple[int, int]) -> list[Shape]:
    found: list[Shape] = []
    for column in range(canvas.columns):
        x = _LEFT + (column + 0.5) * _PITCH
        found.append(Label(x, _TOP / 2, _column_name(column, origin), 15, Ink.FAINT, "middle"))
    for row in range(canvas.rows):
        y = _TOP + (row + 0.5) * _PITCH
        found.append(Label(_LEFT / 2, y, _row_name(row, origin), 15, Ink.FAINT, "middle"))
    return found


def _quadrant(canvas: Canvas, cell: int) -> Figure:
    colour = canvas.quadrants[cell]
    left, top = _corner(canvas, cell)
    name = canvas.name(cell)
    if colour == EMPTY:
        box = Box(left, top, _PITCH, _PITCH, stroke=Ink.GRID, dashed=True)
        return Figure((box,), f"{name}: no card")
    fill, ink = _INKS[colour]
    letter = Label(left + 10, top + 11, quadrant_letter(colour), 12, ink, "middle", "bold")
    return Figure((Box(left, top, _PITCH, _PITCH, fill=fill), letter), f"{name}: {COLOUR_NAMES[colour]}")


def _card_edges(canvas: Canvas) -> list[Shape]:
    """Return a fine line round every card that lies, and a faint one round every place that has none."""
    found: list[Shape] = []
    for row in range(0, canvas.rows, 2):
        for column in range(0, canvas.columns, 2):
            first = row * canvas.columns + column
            cells = (first, first + 1, first + canvas.columns, first + canvas.columns + 1)
            box = Box(*_corner(canvas, first), 2 * _PITCH, 2 * _PITCH)
            if any(canvas.quadrants[cell] != EMPTY for cell in cells):
                found.append(box._replace(stroke=Ink.EDGE, stroke_width=_CARD_EDGE))
            else:
                # Under the lines of its neighbours, which are drawn with the cards.
                found.insert(0, box._replace(stroke=Ink.FAINT, stroke_width=_PLACE_EDGE))
    return found


Border = tuple[tuple[int, int], tuple[int, int]]
"""Two corners of the grid, (column, row), a quadrant apart."""


def _borders(canvas: Canvas, inside: int | None = None) -> list[Border]:
    """Return the sides of quadrants between areas, or round a set of cells."""

    def kind(column: int, row: int) -> int:
        if not (0 <= column < canvas.columns and 0 <= row < canvas.rows):
            return EMPTY if inside is None else 0
        cell = row * canvas.columns + column
        return canvas.quadrants[cell] if inside is None else inside >> cell & 1

    found: list[Border] = []
    for row in range(canvas.rows + 1):
        for column in range(canvas.columns + 1):
            here = kind(column, row)
            if column < canvas.columns and here != kind(column, row - 1):
                found.append(((column, row), (column + 1, row)))
            if row < canvas.rows and here != kind(column - 1, row):
                found.append(((column, row), (column, row + 1)))
    return found


def _outlines(canvas: Canvas, width: float, ink: Ink, borders: Iterable[Border]) -> list[Shape]:
    """Return lines along sides of quadrants, those that follow each other drawn as one."""
    lines: list[Outline] = []
    for across in (0, 1):
        ends: dict[tuple[int, int], tuple[int, int]] = {}
        for start, end in borders:
            if start[1 - across] == end[1 - across] and start[across] != end[across]:
                ends[start] = end
        for start in sorted(ends):
            before = (start[0] - 1, start[1]) if across == 0 else (start[0], start[1] - 1)
            if before in ends:
                continue
            end = ends[start]
            while end in ends:
                end = ends[end]
            lines.append((_point(start), _point(end)))
    return [Path(tuple(lines), stroke=ink, stroke_width=width)] if lines else []


def _point(corner: tuple[int, int]) -> tuple[float, float]:
    return _LEFT + corner[0] * _PITCH, _TOP + corner[1] * _PITCH


def _border(canvas: Canvas) -> list[Shape]:
    """Return the double line between two scoring areas, which colour areas do not cross."""
    line = (_point((0, DEPTH)), _point((canvas.columns, DEPTH)))
    return [
        Path((line,), stroke=Ink.EDGE, stroke_width=2 * _AREA_EDGE),
        Path((line,), stroke=Ink.PAPER, stroke_width=_AREA_EDGE / 2),
    ]


def _ring(canvas: Canvas, mask: int) -> list[Shape]:
    """Return a bright line on a light one, round a set of cells."""
    borders = _borders(canvas, mask)
    return [
        *_outlines(canvas, 9, Ink.PAPER, borders),
        *_outlines(canvas, 5.5, Ink.ACCENT, borders),
    ]


def _traced(canvas: Canvas, path: Sequence[int]) -> list[Shape]:
    """Return a line through the cells of a path, with a dot at each end: dark, with light edges."""
    if not path:
        return []
    points = tuple(_middle(canvas, cell) for cell in path)
    ends = [points[0], points[-1]]
    found: list[Shape] = []
    if len(points) > 1:
        found += [Path((points,), stroke=Ink.PAPER, stroke_width=9), *_dots(ends, 8.5, Ink.PAPER)]
        found.append(Path((points,), stroke=Ink.EDGE, stroke_width=4.5))
    else:
        found += _dots(ends, 8.5, Ink.PAPER)
    return [*found, *_dots(ends, 6, Ink.EDGE)]


def _dots(points: Iterable[tuple[float, float]], radius: float, ink: Ink) -> list[Shape]:
    return [Circle(*point, radius, fill=ink) for point in points]


def _bars(canvas: Canvas, players: int, right: float, below: float) -> list[Shape]:
    """Return a bar for each scoring area, as long as the area is deep, with the letter of its owner."""
    found: list[Shape] = []
    down, across = min(DEPTH, canvas.rows) * _PITCH, min(DEPTH, canvas.columns) * _PITCH
    for player, side in enumerate(SIDES_OF[players]):
        letter = "ABCD"[player]
        # Where a canvas is small two areas overlap, so that each has a lane of its own.
        x, y = right + 10 + (side == NORTH) * _LANE, below + 10 + (side == EAST) * _LANE
        if side in (SOUTH, NORTH):
            top = below - down if side == SOUTH else _TOP
            found += _bar((x, top), (x, top + down), (x + 10, top + down / 2), letter)
        else:
            left = _LEFT if side == WEST else right - across
            found += _bar((left, y), (left + across, y), (left + across / 2, y + 11), letter)
    return found


def _bar(
    start: tuple[float, float], end: tuple[float, float], at: tuple[float, float], letter: str
) -> list[Shape]:
    return [
        Path(((start, end),), stroke=Ink.EDGE, stroke_width=3),
        Label(*at, letter, 14, Ink.TEXT, "middle", "bold"),
    ]


def _wrapped(notes: Collection[str], width: float) -> list[str]:
    import textwrap  # only a page needs it, and a terminal waits for it

    room = int((width - _LEFT - _MARGIN) / _NOTE_LETTER)
    return [line for note in notes for line in textwrap.wrap(note, room, subsequent_indent="    ")]


def _rows_in_words(canvas: Canvas) -> str:
    rows = str(canvas).split("\n")
    return " ".join(f"Row {n}: {row}." for n, row in enumerate(rows, 1))
