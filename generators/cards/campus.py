"""The number tiles, stars and boards of Campus: two sets, A and B, told apart by letter and ground."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.notation import cell_name
from ...engines.campus.components import CampusComponents
from ...render.ink import Ink
from ...render.pages import MM, Part, Piece
from ...render.shapes import FIVE_POINTS, Box, Label, Path, Shape, placed
from ...solvers.campus.board import STAR
from .sheets import Card, Sheet

TILE_MM = 20.0
"""Side of a tile: what those in the box measure is not published."""
SPACE_MM = 21.0
"""Side of a space of the board."""
_NAMES_MM = 7.0
"""Room for the names of rows and columns."""
_SETS = "AB"
_GROUNDS = (Ink.PAPER, Ink.BAND)


def sheets(components: CampusComponents) -> Iterator[Sheet]:
    """Yield the tiles of both sets, then the boards."""
    for colour, letter in enumerate(_SETS):
        tiles = tuple(
            _tile(entry.face, entry.value == STAR, colour, entry.source == "reconstructed")
            for entry in components.tile
            for _ in range(entry.counts[colour])
        )
        if tiles:
            yield Sheet(f"tiles of set {letter}", TILE_MM, TILE_MM, tiles)
    size = components.board
    width, height = _NAMES_MM + size.columns * SPACE_MM, _NAMES_MM + size.rows * SPACE_MM
    for letter in _SETS[: size.count]:
        board = _board(letter, size.rows, size.columns, width * MM, height * MM)
        card = Card(f"board {letter}", board, size.source == "reconstructed")
        yield Sheet(f"board {letter}", width, height, (card,))


def _tile(face: str, is_star: bool, colour: int, reconstructed: bool) -> Card:
    side, letter = TILE_MM * MM, _SETS[colour]
    inset = 1.2 * MM
    ground = Ink.YELLOW if is_star else _GROUNDS[colour]
    box = Box(inset, inset, side - 2 * inset, side - 2 * inset, 8, ground, Ink.EDGE, 1.2)
    mark = Label(side - 3.6 * MM, side - 3.8 * MM, letter, 7, Ink.TEXT, "middle", "bold")
    middle = side / 2
    shown: Shape
    if is_star:
        shown = Path((placed(FIVE_POINTS, middle, middle + 1, 0.3 * side),), fill=Ink.ON_YELLOW)
    else:
        shown = Label(middle, middle, face, 25, Ink.TEXT, "middle", "bold")
    name = f"{'star' if is_star else face} of set {letter}"
    return Card(name, Piece(side, side, (Part((box, shown, mark)),)), reconstructed)


def _board(letter: str, rows: int, columns: int, width: float, height: float) -> Piece:
    names, space = _NAMES_MM * MM, SPACE_MM * MM
    shapes: list[Shape] = [Label(names / 2, names / 2, letter, 12, Ink.TEXT, "middle", "bold")]
    for column in range(columns):
        name = cell_name(column, columns)[0]
        shapes.append(Label(names + (column + 0.5) * space, names / 2, name, 11, Ink.FAINT, "middle"))
    for row in range(rows):
        y = names + (row + 0.5) * space
        shapes.append(Label(names / 2, y, str(row + 1), 11, Ink.FAINT, "middle"))
        for column in range(columns):
            x = names + column * space + 1
            box = Box(x, names + row * space + 1, space - 2, space - 2, 8, stroke=Ink.GRID, stroke_width=1.2)
            shapes.append(box)
    return Piece(width, height, (Part(tuple(shapes)),))
