"""Pages to print: paper, and blocks that are never parted, each a rectangle with shapes in it.

Lengths are in points, 72 to an inch, x to the right and y downwards from the upper left corner of the
page, of the block, or of the piece. `pdf` writes them; nothing here needs more than this package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from .shapes import Drawing, Shape

Font = Literal["sans", "mono"]

MM = 72 / 25.4
"""Points a millimetre has."""
NATURAL = 0.75
"""Points a unit of a drawing has where it is drawn as large as it is meant: see `shapes`."""


class Paper(NamedTuple):
    """A size of paper, upright."""

    name: str
    width: float
    height: float


PAPERS: dict[str, Paper] = {
    paper.name: paper
    for paper in (
        Paper("A4", 210 * MM, 297 * MM),
        Paper("A5", 148 * MM, 210 * MM),
        Paper("Letter", 612.0, 792.0),
    )
}


def sideways(paper: Paper) -> Paper:
    """Return paper turned so that its long side is its width."""
    return Paper(paper.name, paper.height, paper.width)


class Part(NamedTuple):
    """Shapes whose origin lies at (x, y), each of their units `scale` points long."""

    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    font: Font = "sans"


class Piece(NamedTuple):
    """Parts that fill a rectangle, not placed on a page yet."""

    width: float
    height: float
    parts: tuple[Part, ...] = ()


class Block(NamedTuple):
    """A rectangle of a page and what is in it: blocks never overlap, nor leave the page."""

    name: str
    """What it is, in words."""
    x: float
    y: float
    piece: Piece

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.x + self.piece.width

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.y + self.piece.height


class Heading(NamedTuple):
    """An entry of the outline that a reader of the file can jump to."""

    text: str
    depth: int = 0


class Page(NamedTuple):
    """One side of paper."""

    blocks: tuple[Block, ...]
    headings: tuple[Heading, ...] = ()
    sideways: bool = False
    """Whether the long side of the paper is its width."""


class Document(NamedTuple):
    """What one file holds."""

    title: str
    paper: Paper
    pages: tuple[Page, ...]


def moved(piece: Piece, x: float, y: float) -> tuple[Part, ...]:
    """Return the parts of a piece whose corner is put at (x, y)."""
    return tuple(part._replace(x=part.x + x, y=part.y + y) for part in piece.parts)


def stacked(pieces: Iterable[Piece], gap: float = 0.0) -> Piece:
    """Return pieces one below the other, from the left edge on; those without height take no gap."""
    width = height = 0.0
    parts: list[Part] = []
    for piece in pieces:
        if not piece.height:
            continue
        height += gap if parts else 0.0
        parts += moved(piece, 0, height)
        width, height = max(width, piece.width), height + piece.height
    return Piece(width, height, tuple(parts))


def centred(piece: Piece, width: float, height: float) -> Piece:
    """Return a piece in the middle of a rectangle at least as large as itself."""
    return Piece(width, height, moved(piece, (width - piece.width) / 2, (height - piece.height) / 2))


def picture(drawing: Drawing, scale: float) -> Piece:
    """Return a drawing, each of its units `scale` points long."""
    return Piece(drawing.width * scale, drawing.height * scale, (Part(drawing.shapes, scale=scale),))
