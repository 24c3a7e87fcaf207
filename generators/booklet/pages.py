"""Pages of puzzles: one, two or four places below a line for name and date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ...render.ink import Ink
from ...render.pages import Block, Heading, Part, Piece, moved, sideways
from ...render.pieces import badge, blank
from ...render.shapes import Path
from .flow import Draft
from .order import Order, Sizes
from .puzzles import Place, best_scale, layout_for, puzzle_piece
from .sheets import Sheet

_GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2)}
"""Columns and rows of places, by puzzles per page."""
_GAIN = 1.25
"""How much larger a drawing in large print must be on paper that lies, for it to be laid."""


class _Grid(NamedTuple):
    """Where the places of a page lie."""

    sizes: Sizes
    head: Piece
    columns: int
    rows: int
    top: float
    between: float
    place: Place

    def corner(self, at: int) -> tuple[float, float]:
        """Return the upper left corner of a place."""
        x = self.sizes.margin + at % self.columns * (self.place.width + self.between)
        return x, self.top + at // self.columns * (self.place.height + self.between)


def _grid(name: str, per_page: int, sizes: Sizes) -> _Grid:
    head = _head(name, sizes)
    top = sizes.margin + head.height + 2 * sizes.gap
    columns, rows = _GRIDS[per_page]
    between = 3 * sizes.gap
    width = (sizes.width - (columns - 1) * between) / columns
    height = (sizes.margin + sizes.height - top - (rows - 1) * between) / rows
    return _Grid(sizes, head, columns, rows, top, between, Place(width, height))


def puzzle_pages(
    sheets: Sequence[Sheet], name: str, rules: Mapping[str, Sequence[str]], order: Order, sizes: Sizes
) -> Iterator[Draft]:
    """Yield the pages with the puzzles of a version, whose letter is `name`.

    `rules` are repeated below a puzzle that has a page to itself. In large print, paper is laid on its side
    for a drawing that is much larger there. Raises NotationError for a drawing that would be too small.
    """
    upright = _grid(name, order.per_page, sizes)
    layouts = {
        title: layout_for([sheet for sheet in sheets if sheet.title == title], upright.place, sizes)
        for title in rules
    }
    for first in range(0, len(sheets), order.per_page):
        shown = sheets[first : first + order.per_page]
        reminder = rules[shown[0].title] if order.per_page == 1 else ()
        lying = _lying(shown[0], name, upright) if order.large_print and order.per_page == 1 else None
        grid = lying or upright
        headings = tuple(Heading(f"Puzzle {sheet.number}", 1) for sheet in shown)
        blocks = [Block("name and date", sizes.margin, sizes.margin, grid.head)]
        for at, sheet in enumerate(shown):
            piece = puzzle_piece(sheet, grid.place, grid.sizes, layouts[sheet.title], reminder)
            blocks.append(Block(f"puzzle {sheet.number}", *grid.corner(at), piece))
        yield Draft((*blocks, *_parting(grid)), headings, sideways=lying is not None)


def _lying(sheet: Sheet, name: str, upright: _Grid) -> _Grid | None:
    """Return the place on paper that lies on its side; None where the drawing gains too little by it."""
    lying = _grid(name, 1, upright.sizes._replace(paper=sideways(upright.sizes.paper)))
    gain = best_scale(sheet, lying.place, lying.sizes) > _GAIN * best_scale(
        sheet, upright.place, upright.sizes
    )
    return lying if gain else None


def _head(name: str, sizes: Sizes) -> Piece:
    """Return the lines for name and date, and the letter of the version."""
    letters = min(sizes.body, 13.0)
    mark = badge(f"Version {name}", letters) if name else Piece(0, 0)
    room = sizes.width - (mark.width + 2 * letters if name else 0)
    long = 0.62 * (room - 1.5 * letters)
    date = blank("Date", room - 1.5 * letters - long, letters)
    height = max(mark.height, date.height)
    parts = (
        *moved(blank("Name", long, letters), 0, height - date.height),
        *moved(date, long + 1.5 * letters, height - date.height),
        *moved(mark, sizes.width - mark.width, 0),
    )
    return Piece(sizes.width, height, parts)


def _parting(grid: _Grid) -> Iterator[Block]:
    """Yield the thin lines between the places of a page, in the middle of the room between them."""
    left, top = grid.sizes.margin, grid.top
    width = grid.columns * grid.place.width + (grid.columns - 1) * grid.between
    height = grid.rows * grid.place.height + (grid.rows - 1) * grid.between
    if grid.columns > 1:
        line = Path((((0.0, 0.0), (0.0, height)),), stroke=Ink.GRID, stroke_width=0.6)
        x = left + grid.place.width + grid.between / 2
        yield Block("line", x, top, Piece(0.0, height, (Part((line,)),)))
    if grid.rows > 1:
        line = Path((((0.0, 0.0), (width, 0.0)),), stroke=Ink.GRID, stroke_width=0.6)
        y = top + grid.place.height + grid.between / 2
        yield Block("line", left, y, Piece(width, 0.0, (Part((line,)),)))
