"""Campus boards: which tile lies on which cell, and which of them are face down.

Rules: *Setup* and *Number Tiles* of the rulebook. The printed board has six rows of six cells; any
rectangle within the limits below may be written, and a cell may hold no tile at all.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import cell_name, shown

SIDE = 6
"""Rows and columns of the printed board."""
MOST_ROWS = 9
MOST_COLUMNS = 26
MOST_CELLS = 60
"""A set of cells is one 64-bit integer for the compiled code."""
HIGHEST = 99
"""The largest number a tile may bear; the printed ones go up to 24."""
STAR = 0
"""Stands among the values of tiles for a star."""
GAP = -1
"""Stands among the values of tiles for a cell without a tile."""

TILE_FORM = f"a number from 1 to {HIGHEST} or s for a star, with x behind it when face down, or . for no tile"


class Arrangement(Struct, frozen=True, cache_hash=True):
    """The tiles of a board by cell, whichever way up: what stays as it is for a whole game."""

    values: tuple[int, ...]
    """The number on each cell in reading order; STAR for a star, GAP where no tile lies."""
    columns: int = SIDE
    """Number of columns."""

    def __post_init__(self) -> None:
        cells = len(self.values)
        if self.columns < 1 or cells < 1 or cells % self.columns:
            raise NotationError(
                f"{cells} cells in rows of {self.columns}", expected="rows of the same length, one at least"
            )
        check_size(self.rows, self.columns)
        for cell, value in enumerate(self.values):
            if not (GAP <= value <= HIGHEST):
                name = cell_name(cell, self.columns)
                raise NotationError(f"the number {value} on {name}", expected=TILE_FORM)
        if all(value == GAP for value in self.values):
            raise NotationError("no tile on any cell", expected="at least one tile")

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.values) // self.columns

    @property
    def numbers(self) -> int:
        """The cells with a number tile, as a bit mask: bit i for cell i in reading order."""
        return _masks(self)[0]

    @property
    def stars(self) -> int:
        """The cells with a star, as a bit mask."""
        return _masks(self)[1]

    @property
    def tiles(self) -> int:
        """The cells with a tile, as a bit mask."""
        return _masks(self)[0] | _masks(self)[1]

    def copies(self, value: int) -> int:
        """Return the cells that were dealt the number `value`, as a bit mask; 0 where none was."""
        return _copies(self).get(value, 0)

    @property
    def copies_by_value(self) -> Mapping[int, int]:
        """For each number that was dealt its cells as a bit mask."""
        return _copies(self)

    def name(self, cell: int) -> str:
        """Return the name of a cell, such as `a1`."""
        return cell_name(cell, self.columns)

    def names(self, mask: int) -> tuple[str, ...]:
        """Return the names of the cells of a bit mask, in reading order."""
        return tuple(cell_name(cell, self.columns) for cell in cells(mask))


class Board(Struct, frozen=True):
    r"""A board in play: an arrangement, and the tiles that are face down.

    >>> board = Board.parse("11 3x s\n2 sx 24")
    >>> board.points, board.up_numbers.bit_count(), board.arrangement.names(board.down)
    (62, 3, ('b1', 'b2'))
    """

    arrangement: Arrangement
    down: int = 0
    """The tiles that are face down, as a bit mask: bit i for cell i in reading order."""

    def __post_init__(self) -> None:
        if self.down & ~self.arrangement.tiles:  # also true of a negative mask
            raise NotationError("a cell without a tile is face down", expected="tiles only")

    @classmethod
    def parse(cls, text: str) -> Board:
        """Return the board written canonically: a line a row, tiles one space apart.

        `11` is a number face up, `11x` face down, `s` and `sx` a star, `.` a cell without a tile.
        Raises NotationError naming the line and column.
        """
        values: list[int] = []
        down, columns = 0, 0
        rows = text.removesuffix("\n").split("\n")
        for line, row in enumerate(rows, 1):
            tokens = row.split(" ")
            columns = columns or len(tokens)
            if len(tokens) != columns:
                raise NotationError(
                    f"{len(tokens)} cells in {shown(row)}",
                    expected=f"{columns} as in the first row, one space apart",
                    line=line,
                )
            column = 1
            for token in tokens:
                try:
                    value, face_down = parse_tile(token)
                except NotationError as error:
                    raise NotationError(
                        error.problem, expected=error.expected, line=line, column=column
                    ) from None
                down |= face_down << len(values)
                values.append(value)
                column += len(token) + 1
        return cls(Arrangement(tuple(values), columns), down)

    def __str__(self) -> str:
        columns = self.arrangement.columns
        tokens = [
            tile_text(value, self.down >> cell & 1) for cell, value in enumerate(self.arrangement.values)
        ]
        return "\n".join(
            " ".join(tokens[start : start + columns]) for start in range(0, len(tokens), columns)
        )

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    @property
    def up(self) -> int:
        """The tiles that are face up, as a bit mask."""
        return self.arrangement.tiles & ~self.down

    @property
    def up_numbers(self) -> int:
        """The number tiles that are face up, as a bit mask."""
        return self.arrangement.numbers & ~self.down

    @property
    def is_clear(self) -> bool:
        """Whether every tile is face down: the game is over."""
        return not self.up

    @property
    def points(self) -> int:
        """What the owner would be charged: the numbers left and 25 for each star (*Winning the Game*)."""
        left = [self.arrangement.values[cell] for cell in cells(self.up)]
        return sum(STAR_POINTS if value == STAR else value for value in left)

    def with_up(self, up: int) -> Board:
        """Return the same arrangement with exactly the tiles of a bit mask face up. Raises NotationError."""
        tiles = self.arrangement.tiles
        if up & ~tiles:
            raise NotationError("a cell without a tile is face up", expected="tiles only")
        return Board(self.arrangement, tiles & ~up)


STAR_POINTS = 25
"""Points for each star left face up."""


def parse_tile(token: str) -> tuple[int, bool]:
    """Return a tile's value and whether it is face down, from its canonical text. Raises NotationError."""
    if token == ".":
        return GAP, False
    face = token.removesuffix("x")
    if face == "s":
        return STAR, token != face
    if face.isascii() and face.isdecimal() and len(face) <= 2 and not face.startswith("0"):
        return int(face), token != face
    raise NotationError(f"{shown(token)} is not a tile", expected=TILE_FORM)


def tile_text(value: int, face_down: int | bool) -> str:
    """Return the canonical text of a tile."""
    if value == GAP:
        return "."
    return ("s" if value == STAR else str(value)) + ("x" if face_down else "")


def check_size(rows: int, columns: int) -> None:
    """Raise NotationError for a board larger than can be written and searched."""
    if rows > MOST_ROWS or columns > MOST_COLUMNS or rows * columns > MOST_CELLS:
        raise NotationError(
            f"a board of {rows} rows and {columns} columns",
            expected=f"at most {MOST_ROWS} rows, {MOST_COLUMNS} columns and {MOST_CELLS} cells",
        )


def cells(mask: int) -> Iterator[int]:
    """Yield the cells of a bit mask in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@functools.lru_cache(maxsize=1024)
def _masks(arrangement: Arrangement) -> tuple[int, int]:
    numbers = stars = 0
    for cell, value in enumerate(arrangement.values):
        numbers |= (value > 0) << cell
        stars |= (value == STAR) << cell
    return numbers, stars


@functools.lru_cache(maxsize=1024)
def _copies(arrangement: Arrangement) -> dict[int, int]:
    found: dict[int, int] = {}
    for cell, value in enumerate(arrangement.values):
        if value > 0:
            found[value] = found.get(value, 0) | 1 << cell
    return found
