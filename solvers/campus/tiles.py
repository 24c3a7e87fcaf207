"""Tile sets: what is in a player's bag, and boards filled from it (*Components* and *Setup*)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from ...core.errors import ComponentError, NotationError
from ...core.notation import listed, shown
from ...core.rng import Rng
from .board import GAP, HIGHEST, SIDE, STAR, Arrangement, Board, check_size

SET_FORM = "counts of tiles such as 1-12:2 13-24:1 s:8"

_PART = re.compile(r"(?:(s)|([1-9][0-9]?)(?:-([1-9][0-9]?))?):([1-9][0-9]?)")


class TileSet(Struct, frozen=True):
    """The tiles of one colour: how many copies of each number and how many stars.

    >>> PRINTED.size, PRINTED.count(11), str(PRINTED)
    (44, 2, '1-12:2 13-24:1 s:8')
    """

    counts: tuple[int, ...]
    """Number of stars, then copies of 1, 2, 3 … up to the largest number there is."""

    def __post_init__(self) -> None:
        if not self.counts or len(self.counts) > HIGHEST + 1 or any(not 0 <= n <= 99 for n in self.counts):
            raise NotationError(
                f"the tile set {shown(str(self.counts))}", expected=f"0 to 99 of each tile up to {HIGHEST}"
            )
        if not any(self.counts) or (len(self.counts) > 1 and not self.counts[-1]):
            raise NotationError(
                f"the tile set {shown(str(self.counts))}", expected="at least one tile, the largest last"
            )

    @classmethod
    def parse(cls, text: str) -> TileSet:
        """Return the set written as `1-12:2 13-24:1 s:8`: runs of numbers with their copies, then stars.

        Raises NotationError.
        """
        counts: Counter[int] = Counter()
        column = 1
        for part in text.split(" "):
            match = _PART.fullmatch(part)
            if match is None:
                raise NotationError(f"{shown(part)} names no tiles", expected=SET_FORM, line=1, column=column)
            star, first, last, copies = match.groups()
            for value in (STAR,) if star else range(int(first), int(last or first) + 1):
                if counts[value]:
                    name = "s" if star else str(value)
                    raise NotationError(
                        f"{name} is counted twice", expected="every tile once", line=1, column=column
                    )
                counts[value] = int(copies)
            column += len(part) + 1
        found = cls.of(counts.elements())
        if str(found) != text:
            raise NotationError(f"the tile set {shown(text)}", expected=f"it written as {found}")
        return found

    @classmethod
    def of(cls, values: Iterable[int]) -> TileSet:
        """Return the set of the tiles whose values are given, STAR for a star. Raises NotationError."""
        counts = Counter(values)
        return cls(tuple(counts[value] for value in range(max(counts, default=0) + 1)))

    def __str__(self) -> str:
        parts = []
        first = 1
        for value in range(1, len(self.counts)):
            copies = self.counts[value]
            if value + 1 < len(self.counts) and self.counts[value + 1] == copies:
                continue
            if copies:
                parts.append(f"{first}:{copies}" if first == value else f"{first}-{value}:{copies}")
            first = value + 1
        if self.counts[STAR]:
            parts.append(f"s:{self.counts[STAR]}")
        return " ".join(parts)

    def __repr__(self) -> str:
        return f"TileSet.parse({str(self)!r})"

    @property
    def size(self) -> int:
        """Number of tiles."""
        return sum(self.counts)

    @property
    def tiles(self) -> tuple[int, ...]:
        """The value of every tile: the numbers in order, each as often as it is there, then the stars."""
        values = [*range(1, len(self.counts)), STAR]
        return tuple(value for value in values for _ in range(self.counts[value]))

    def count(self, value: int) -> int:
        """Return how many tiles bear a value, STAR for a star."""
        return self.counts[value] if 0 <= value < len(self.counts) else 0

    def deal(self, rng: Rng, rows: int = SIDE, columns: int = SIDE) -> Board:
        """Return a board filled at random from left to right and top to bottom, all face up.

        The tiles left over stay in the bag (`unused`). Raises ComponentError where there are too few.
        """
        check_size(rows, columns)
        if self.size < rows * columns:
            raise ComponentError(
                f"a set of {self.size} tiles cannot fill {rows} rows of {columns}; "
                f"expected at least {rows * columns} tiles"
            )
        bag = list(self.tiles)
        rng.shuffle(bag)
        return Board(Arrangement(tuple(bag[: rows * columns]), columns))

    def unused(self, arrangement: Arrangement) -> tuple[int, ...]:
        """Return the tiles that stayed in the bag, in the order of `tiles`.

        Raises ComponentError naming the tiles the board has too many of; a board is asked about only
        here and never refused elsewhere, since anyone may lay out tiles of their own.
        """
        dealt = Counter(value for value in arrangement.values if value != GAP)
        extra = [
            f"{dealt[value]} {_plural(value, dealt[value])} where the set has {self.count(value) or 'none'}"
            for value in sorted(dealt)
            if dealt[value] > self.count(value)
        ]
        if extra:
            raise ComponentError(f"the board has {listed(extra)}")
        left = Counter(self.tiles) - dealt
        return tuple(value for value in dict.fromkeys(self.tiles) for _ in range(left[value]))


def _plural(value: int, count: int) -> str:
    name = "star" if value == STAR else str(value)
    return name if count == 1 else f"{name}s"


PRINTED = TileSet.parse("1-12:2 13-24:1 s:8")
"""The 44 tiles of one colour. How many there are of each is reconstructed: no public source says it."""

PRINTED_SOURCE = "reconstructed"
"""Where the counts of PRINTED come from, in the words of the component files."""
