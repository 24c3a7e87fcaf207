"""Booklets: the puzzles of a pack on paper, with a cover, the rules to know, and solutions at the back.

`booklet` lays the pages out, `render.pdf.pdf` writes them. `docs/paper.md` says what is printed where.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.errors import NotationError
from ..render.ink import Ink
from ..render.pages import Block, Document, Heading, Part, Piece, moved
from ..render.pieces import badge, blank
from ..render.shapes import Path
from . import kind
from .booklet_flow import Draft, finished
from .booklet_front import cover, reminders
from .booklet_key import key_pages
from .booklet_order import KEYS, PAPER_NAMES, Order, Sizes, letter, sizes, title_of
from .booklet_puzzles import Place, layout_for, puzzle_piece
from .booklet_sheets import KindOf, Sheet, in_order, sheets
from .puzzle import Puzzle

__all__ = ["KEYS", "PAPER_NAMES", "Booklet", "Order", "Version", "booklet"]

MOST = 2000
"""Puzzles a booklet may have, all versions together."""


class Version(NamedTuple):
    """Where one version of a booklet stands in its document."""

    letter: str
    """Empty where there is one only."""
    first: int
    """Its first page, from 1."""
    last: int


class Booklet(NamedTuple):
    """Documents ready to be written."""

    main: Document
    key: Document | None
    """The solutions, where they are to stand apart."""
    versions: tuple[Version, ...]
    puzzles: int
    """Puzzles of each version."""


def booklet(puzzles: Sequence[Puzzle], order: Order, kinds: KindOf = kind) -> Booklet:
    """Return a booklet of some puzzles: the same for the same puzzles and order.

    Raises NotationError where it cannot be as it is ordered: no puzzles, a puzzle with fewer disguises than
    versions, letters that cannot be printed, drawings that would be too small.
    """
    if not puzzles:
        raise NotationError("there are no puzzles to print", expected="one at least")
    if len(puzzles) * order.versions > MOST:
        raise NotationError(
            f"{len(puzzles)} puzzles in {order.versions} version{'s'[: order.versions != 1]}",
            expected=f"at most {MOST:,} in all; print a part of the pack, or fewer versions",
        )
    size = sizes(order)
    versions = sheets(in_order(puzzles, order.ramp), order.versions, kinds)
    titles = {sheet.title: kinds(sheet.puzzle.kind).REMINDER for sheet in versions[0]}
    title = title_of(order, tuple(titles))
    drafts: list[Draft] = []
    feet: list[str] = []
    places: list[Version] = []
    for number, sheeted in enumerate(versions):
        name = letter(number) if order.versions > 1 else ""
        pages = [
            cover(sheeted, title, name, order.ramp, size),
            *reminders(sheeted, titles, size),
            *_puzzle_pages(sheeted, name, titles, order, size),
        ]
        places.append(Version(name, len(drafts) + 1, len(drafts) + len(pages)))
        drafts += pages
        feet += [f"{title}, version {name}" if name else title] * len(pages)
    key = key_pages(versions, "Solutions" if order.key == "back" else f"Solutions: {title}", size)
    if order.key == "back":
        drafts += key
        feet += [f"{title}: solutions"] * len(key)
    main = Document(title, size.paper, tuple(finished(drafts, size, feet)))
    apart = None
    if order.key == "separate":
        pages_of_key = tuple(finished(key, size, [f"{title}: solutions"] * len(key)))
        apart = Document(f"Solutions: {title}", size.paper, pages_of_key)
    return Booklet(main, apart, tuple(places), len(puzzles))


def _puzzle_pages(
    sheeted: Sequence[Sheet], name: str, rules: dict[str, tuple[str, ...]], order: Order, size: Sizes
) -> Iterator[Draft]:
    """Yield the pages with puzzles, each below a line for name and date."""
    head = _page_head(name, size)
    top = size.margin + head.height + 2 * size.gap
    height = size.margin + size.height - top
    columns, rows = {1: (1, 1), 2: (1, 2), 4: (2, 2)}[order.per_page]
    across, down = (size.width, height) if columns == 1 else (size.width / 2, height)
    between = 3 * size.gap
    wide = across - (between / 2 if columns > 1 else 0)
    high = (down - (rows - 1) * between) / rows
    room = Place(wide, high)
    layout = layout_for(sheeted, room, size)
    for first in range(0, len(sheeted), order.per_page):
        blocks = [Block("name and date", size.margin, size.margin, head)]
        headings = []
        for place, sheet in enumerate(sheeted[first : first + order.per_page]):
            x = size.margin + place % columns * (wide + between)
            y = top + place // columns * (high + between)
            reminder = rules[sheet.title] if order.per_page == 1 else ()
            piece = puzzle_piece(sheet, room, size, layout, reminder)
            blocks.append(Block(f"puzzle {sheet.number}", x, y, piece))
            headings.append(Heading(f"Puzzle {sheet.number}", 1))
        blocks += _parting(columns, rows, top, wide, high, between, size)
        yield Draft(tuple(blocks), tuple(headings))


def _page_head(name: str, size: Sizes) -> Piece:
    letters = min(size.body, 13.0)
    mark = badge(f"Version {name}", letters) if name else Piece(0, 0)
    room = size.width - (mark.width + 2 * letters if name else 0)
    long = 0.62 * (room - 1.5 * letters)
    date = blank("Date", room - 1.5 * letters - long, letters)
    height = max(mark.height, date.height)
    parts = (
        *moved(blank("Name", long, letters), 0, height - date.height),
        *moved(date, long + 1.5 * letters, height - date.height),
        *moved(mark, size.width - mark.width, 0),
    )
    return Piece(size.width, height, parts)


def _parting(
    columns: int, rows: int, top: float, wide: float, high: float, between: float, size: Sizes
) -> Iterator[Block]:
    """Yield the thin lines between the places of a page, in the middle of the room between them."""
    if columns > 1:
        height = rows * high + (rows - 1) * between
        line = Path((((0.0, 0.0), (0.0, height)),), stroke=Ink.GRID, stroke_width=0.6)
        yield Block("line", size.margin + wide + between / 2, top, Piece(0.0, height, (Part((line,)),)))
    if rows > 1:
        width = columns * wide + (columns - 1) * between
        line = Path((((0.0, 0.0), (width, 0.0)),), stroke=Ink.GRID, stroke_width=0.6)
        yield Block("line", size.margin, top + high + between / 2, Piece(width, 0.0, (Part((line,)),)))
