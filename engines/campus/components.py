"""The box of Campus: two boards, the number and star tiles of two colours, dice and bags."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.campus.board import HIGHEST, STAR, check_size
from ...solvers.campus.tiles import TileSet
from ..components import Components, Entry, Part, Source

COLOURS = ("first", "second")
"""The two colours of tiles: that of the player who fills the first board, and the other."""

Copies = Annotated[int, Meta(ge=0, le=99)]


class BoardSize(Part, frozen=True, forbid_unknown_fields=True):
    """The boards: how many, and their spaces."""

    count: Annotated[int, Meta(ge=2, le=2)]
    rows: Annotated[int, Meta(ge=1, le=9)]
    columns: Annotated[int, Meta(ge=1, le=26)]
    source: Source


class Pieces(Part, frozen=True, forbid_unknown_fields=True):
    """Dice or bags: how many."""

    count: Annotated[int, Meta(ge=2, le=2)]
    source: Source


class Tiles(Part, frozen=True, forbid_unknown_fields=True):
    """One kind of tile: what it shows, and how many there are of each colour."""

    face: str
    """A number, or `s` for a star."""
    counts: tuple[Copies, Copies]
    source: Source

    def fault(self) -> tuple[str, str, str]:
        """Return what is wrong with the face."""
        if self.value is not None:
            return "", "", ""
        return "face", f"{shown(self.face)} is not a tile", f"a number from 1 to {HIGHEST} or s for a star"

    @property
    def value(self) -> int | None:
        """The number it shows, STAR for a star; None for what is no tile."""
        if self.face == "s":
            return STAR
        plain = self.face.isascii() and self.face.isdecimal() and not self.face.startswith("0")
        return int(self.face) if plain and len(self.face) <= 2 else None


class CampusComponents(Components, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in the box."""

    name: ClassVar[str] = "campus"

    board: BoardSize
    dice: Pieces
    bags: Pieces
    tile: tuple[Tiles, ...]

    @property
    def cells(self) -> int:
        """Spaces of a board."""
        return self.board.rows * self.board.columns

    @property
    def bag(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The tiles of each colour by their values in ascending order, STAR for a star."""
        return self._bag(0), self._bag(1)

    def tile_set(self, colour: int) -> TileSet:
        """Return the tiles of a colour as a set of the solver."""
        return TileSet.of(self._bag(colour))

    def _bag(self, colour: int) -> tuple[int, ...]:
        found = [tile.value for tile in self.tile for _ in range(tile.counts[colour])]
        return tuple(sorted(value for value in found if value is not None))

    def entries(self) -> Iterator[Entry]:
        """Yield every entry."""
        board = self.board
        yield Entry(
            "boards", f"{board.count} boards of {board.rows} rows of {board.columns} spaces", board.source
        )
        yield Entry("dice", f"{self.dice.count} dice", self.dice.source)
        yield Entry("bags", f"{self.bags.count} bags", self.bags.source)
        for tile in self.tile:
            name = "star" if tile.value == STAR else f"number {tile.face}"
            yield Entry(
                "tiles", f"{name}: {tile.counts[0]} and {tile.counts[1]} of the two colours", tile.source
            )

    def fault(self) -> str:
        """Return why nothing can be played with these, in words; empty when it can."""
        try:
            check_size(self.board.rows, self.board.columns)
        except NotationError as error:
            return str(error)
        seen: set[int] = set()
        for tile in self.tile:
            _, problem, expected = tile.fault()
            if problem or tile.value is None:
                return f"{problem}; expected {expected}"
            if tile.value in seen:
                return f"the tile {tile.face} is there twice; expected every kind once"
            seen.add(tile.value)
        for colour, bag in zip(COLOURS, self.bag, strict=True):
            if len(bag) < self.cells:
                return (
                    f"the {len(bag)} tiles of the {colour} colour cannot fill {self.board.rows} rows of "
                    f"{self.board.columns}; expected at least {self.cells} tiles"
                )
        return ""


@functools.cache
def standard() -> CampusComponents:
    """Return the components that come with Quadrangle."""
    return CampusComponents.read(Path(__file__).with_name("components.toml"))
