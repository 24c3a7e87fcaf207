"""The JSON documents of what is printed."""

from __future__ import annotations

import msgspec


class PrintedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A PDF that was written."""

    file: str
    pages: int
    bytes: int


class BookletVersion(msgspec.Struct, frozen=True, kw_only=True):
    """Where one version of a booklet stands in its file."""

    letter: str | None
    """null where there is one version only."""
    first_page: int
    """From 1."""
    last_page: int


class Booklet(msgspec.Struct, kw_only=True, frozen=True):
    """A booklet that was printed from a pack."""

    format: str = "quadrangle booklet"
    version: int = 1
    title: str
    paper: str
    puzzles: int
    """Puzzles of each version."""
    versions: list[BookletVersion]
    files: list[PrintedFile]
    """The booklet, and the solutions where they stand apart."""


class CardSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Cards, tiles or boards of one size."""

    name: str
    pieces: int
    width_mm: float
    height_mm: float
    reconstructed: int
    """How many of the pieces show what is a reconstruction."""


class Cards(msgspec.Struct, kw_only=True, frozen=True):
    """A game's components printed to be cut out."""

    format: str = "quadrangle cards"
    version: int = 1
    game: str
    paper: str
    components: str
    """Digest of the components."""
    sheets: list[CardSheet]
    files: list[PrintedFile]


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "booklet": Booklet,
    "cards": Cards,
}
