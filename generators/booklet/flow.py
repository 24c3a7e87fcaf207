"""Blocks put on pages, none of them parted: the furniture of pages, and what flows over several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...render.ink import Ink
from ...render.pages import Block, Heading, Page, Piece, moved
from ...render.pages import sideways as turned
from ...render.pieces import line_of, rule, shortened
from .order import Sizes


class Draft(NamedTuple):
    """A page without its foot."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...] = ()
    numbered: bool = True
    sideways: bool = False


class Flowing(NamedTuple):
    """A piece that goes on the next page where it does not fit on this one."""

    name: str
    piece: Piece
    heading: Heading | None = None


def flowed(
    pieces: Iterable[Flowing],
    sizes: Sizes,
    columns: int = 1,
    head: Piece | None = None,
    first_head: Piece | None = None,
) -> list[Draft]:
    """Return pages with pieces in columns, each below the one before, filled one column after the other.

    `head` stands at the top of every page, `first_head` in its place at the top of the first. A piece that
    is taller than a column must not be among them.
    """
    width = column_width(sizes, columns)
    pages: list[Draft] = []
    left = list(pieces)
    while left or not pages:
        above = first_head if first_head is not None and not pages else head
        blocks, top = [], sizes.margin
        if above is not None:
            blocks.append(Block("head", sizes.margin, top, above))
            top += above.height + 1.5 * sizes.gap
        headings: list[Heading] = []
        for column in range(columns):
            x = sizes.margin + column * (width + 2 * sizes.gap)
            y = top
            while left and y + left[0].piece.height <= bottom(sizes) + 1e-6:
                one = left.pop(0)
                blocks.append(Block(one.name, x, y, one.piece))
                headings += [one.heading] if one.heading else []
                y += one.piece.height + 1.5 * sizes.gap
        if left and len(blocks) == (above is not None):
            raise AssertionError(f"{left[0].name} is taller than a page")
        pages.append(Draft(tuple(blocks), tuple(headings)))
    return pages


def column_width(sizes: Sizes, columns: int) -> float:
    """Return the width of a column."""
    return (sizes.width - (columns - 1) * 2 * sizes.gap) / columns


def bottom(sizes: Sizes) -> float:
    """Return where the room for blocks ends on a page."""
    return sizes.margin + sizes.height


def finished(drafts: Sequence[Draft], sizes: Sizes, feet: Sequence[str], first: int = 1) -> Iterator[Page]:
    """Yield pages with a line at the foot of each: a text of `feet`, page by page, and the page's number."""
    for number, (draft, foot) in enumerate(zip(drafts, feet, strict=True), first):
        blocks = draft.blocks
        if draft.numbered:
            paper = turned(sizes.paper) if draft.sideways else sizes.paper
            blocks += (_foot(foot, number, sizes._replace(paper=paper)),)
        yield Page(blocks, draft.headings, draft.sideways)


def _foot(text: str, number: int, sizes: Sizes) -> Block:
    size = sizes.foot_text
    page = line_of(str(number), size, ink=Ink.TEXT)
    said = line_of(shortened(text, sizes.width - page.width - 2 * size, size), size, ink=Ink.FAINT)
    line = rule(sizes.width, 0.5, Ink.GRID)
    top = 0.4 * size
    parts = (*line.parts, *moved(said, 0, top), *moved(page, sizes.width - page.width, top))
    piece = Piece(sizes.width, top + page.height, parts)
    return Block("foot", sizes.margin, sizes.paper.height - sizes.margin - piece.height, piece)
