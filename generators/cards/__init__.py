"""What is in a game's box, printed to be cut out: our own drawings at true size.

Each game says in its module what its pieces look like (`sheets(components)`); here they are put on paper,
edge to edge, so that one cut parts two of them.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, cast

from ...core.errors import NotationError
from ...core.notation import listed
from ...engines import game_type
from ...engines.components import Components
from ...render.ink import Ink
from ...render.pages import MM, PAPERS, Block, Document, Heading, Page, Paper, Part, Piece, moved, sideways
from ...render.pieces import Run, line_of, paragraph, shortened
from ...render.shapes import Path
from .sheets import Card, Sheet

__all__ = ["Card", "Sheet", "document", "sheets"]

_SIDE = 6 * MM
_ABOVE = 8 * MM
_BELOW = 10.5 * MM
_EDGE = 4.5 * MM
"""What few printers reach."""
_MARK = 3 * MM
_OFF = 1 * MM
"""From a corner to the mark that points at it."""
_TEXT = 7.0
_SMALL = 6.0
_RULER = 50
"""Millimetres of the line that shows whether a page was printed at true size."""
_NEAR = 1e-6


def sheets(game: str, components: Components | None = None) -> tuple[Sheet, ...]:
    """Return the pieces of a game, those of its own components unless others are given.

    Raises NotationError for a game there is not.
    """
    kind = game_type(game)
    name = kind.info.name
    found: Any = importlib.import_module(f".{name}", __package__)
    own: Any = importlib.import_module(f"...engines.{name}.components", __package__)
    return cast(tuple[Sheet, ...], tuple(found.sheets(components or own.standard())))


def document(game: str, printed: Sequence[Sheet], paper: str) -> Document:
    """Return the pages with pieces; sheets of one size go on together.

    Raises NotationError for paper there is not, or that is smaller than a piece.
    """
    if paper not in PAPERS:
        raise NotationError(f"paper {paper}", expected=listed(PAPERS))
    title = game_type(game).info.title
    groups = [list(found) for _, found in groupby(printed, key=lambda sheet: sheet[1:3])]
    pages = [page for group in groups for page in _pages(title, group, PAPERS[paper])]
    numbered = tuple(
        page._replace(blocks=(*page.blocks, _number(page, number, len(pages), PAPERS[paper])))
        for number, page in enumerate(pages, 1)
    )
    return Document(f"{title}: cards", PAPERS[paper], numbered)


def _fitting(sheet: Sheet, paper: Paper) -> tuple[int, int]:
    """Return how many columns and rows of a sheet's pieces fit on a paper."""
    across = (paper.width - 2 * _SIDE) / (sheet.width_mm * MM)
    down = (paper.height - _ABOVE - _BELOW) / (sheet.height_mm * MM)
    return int(across + _NEAR), int(down + _NEAR)


def _pages(title: str, group: Sequence[Sheet], upright: Paper) -> Iterator[Page]:
    first = group[0]
    pieces = [(sheet, card) for sheet in group for card in sheet.cards]
    lying = sideways(upright)
    turned = _needed(len(pieces), first, lying) < _needed(len(pieces), first, upright)
    paper = lying if turned else upright
    columns, rows = _fitting(first, paper)
    if not columns * rows:
        size = f"{first.width_mm:g} x {first.height_mm:g} mm"
        raise NotationError(f"{first.name} of {size} on {paper.name}", expected="larger paper")
    for start in range(0, len(pieces), columns * rows):
        shown = pieces[start : start + columns * rows]
        names = list(dict.fromkeys(sheet.name for sheet, _ in shown))
        headings = [Heading(sheet.name) for sheet, card in shown if card is sheet.cards[0]]
        blocks = [
            _head(title, names, first, paper),
            *_grid([card for _, card in shown], first, columns, rows, paper),
            _foot([card for _, card in shown], paper),
        ]
        yield Page(tuple(blocks), tuple(dict.fromkeys(headings)), turned)


def _needed(count: int, sheet: Sheet, paper: Paper) -> float:
    """Return how many pages so many pieces take; infinity where a page has room for none."""
    columns, rows = _fitting(sheet, paper)
    return -(-count // (columns * rows)) if columns * rows else math.inf


def _grid(cards: Sequence[Card], sheet: Sheet, columns: int, rows: int, paper: Paper) -> Iterator[Block]:
    """Yield the pieces edge to edge in the middle of the page, then what shows where to cut."""
    wide, high = sheet.width_mm * MM, sheet.height_mm * MM
    rows = min(rows, -(-len(cards) // columns))
    columns = min(columns, len(cards))
    left = (paper.width - columns * wide) / 2
    top = _ABOVE + (paper.height - _ABOVE - _BELOW - rows * high) / 2
    for at, card in enumerate(cards):
        x, y = left + at % columns * wide, top + at // columns * high
        yield Block(card.name, x, y, Piece(wide, high, card.piece.parts))
    yield Block("cuts", left, top, Piece(0, 0, (_cuts(len(cards), columns, wide, high),)))
    yield Block("marks", left, top, Piece(0, 0, (_marks(columns, rows, wide, high),)))


def _cuts(count: int, columns: int, wide: float, high: float) -> Part:
    """Return a fine line round every piece."""
    lines = []
    for at in range(count):
        x, y = at % columns * wide, at // columns * high
        lines.append(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)))
    return Part((Path(tuple(lines), stroke=Ink.GRID, stroke_width=0.4),))


def _marks(columns: int, rows: int, wide: float, high: float) -> Part:
    """Return crop marks: where each cut goes on outside the pieces."""
    right, bottom = columns * wide, rows * high
    lines = []
    for column in range(columns + 1):
        x = column * wide
        lines += [((x, -_OFF), (x, -_OFF - _MARK)), ((x, bottom + _OFF), (x, bottom + _OFF + _MARK))]
    for row in range(rows + 1):
        y = row * high
        lines += [((-_OFF, y), (-_OFF - _MARK, y)), ((right + _OFF, y), (right + _OFF + _MARK, y))]
    return Part((Path(tuple(lines), stroke=Ink.TEXT, stroke_width=0.5),))


def _head(title: str, names: Sequence[str], sheet: Sheet, paper: Paper) -> Block:
    text = f"{title}: {listed(names)}, {sheet.width_mm:g} x {sheet.height_mm:g} mm"
    width = paper.width - 2 * _EDGE - 50
    return Block("head", _EDGE, _EDGE - 4, line_of(shortened(text, width, _TEXT, "bold"), _TEXT, "bold"))


def _number(page: Page, number: int, count: int, upright: Paper) -> Block:
    paper = sideways(upright) if page.sideways else upright
    piece = line_of(f"{number} of {count}", _TEXT)
    return Block("number", paper.width - _EDGE - piece.width, _EDGE - 4, piece)


def _foot(cards: Sequence[Card], paper: Paper) -> Block:
    """Return a line to measure, and what must be said of the pieces on the page."""
    ruler = _RULER * MM
    ends = (((0.0, 0.0), (0.0, 6.0)), ((0.0, 3.0), (ruler, 3.0)), ((ruler, 0.0), (ruler, 6.0)))
    line = Piece(ruler, 6.0, (Part((Path(ends, stroke=Ink.TEXT, stroke_width=0.6),)),))
    under = line_of(f"{_RULER} mm: print at 100 %, not fitted to the page", _SMALL)
    left = Piece(ruler, 6 + under.height, (*line.parts, *moved(under, 0, 6)))
    width = paper.width - 2 * _EDGE
    said = paragraph([Run(_said(cards), ink=Ink.FAINT)], width - ruler - 14, _SMALL)
    height = max(left.height, said.height)
    parts = (*moved(left, 0, height - left.height), *moved(said, ruler + 14, height - said.height))
    return Block("foot", _EDGE, paper.height - _EDGE - height + 3, Piece(width, height, parts))


def _said(cards: Sequence[Card]) -> str:
    guessed = sum(card.reconstructed for card in cards)
    told = "Unofficial: names belong to their owners, the drawings are our own."
    if not guessed:
        return told
    return f"{guessed} of the {len(cards)} pieces here are reconstructions: the box may differ. {told}"
