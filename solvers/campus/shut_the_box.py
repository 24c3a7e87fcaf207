"""Shut the Box: a Campus board of one row without chains, one turn until nothing can be turned.

Tiles 1 to n are up. A roll of two dice, or of one where the rules say so, is answered by turning tiles
down whose numbers total the roll; the turn ends where that cannot be done. Values are whole multiples
of 36^-n, since each roll but the last turns a tile, so that they are kept as integers and compared
without rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Literal

from msgspec import Struct

from ...core.errors import NotationError

__all__ = ["Box", "BoxTable", "Objective", "solve_box"]

MOST_TILES = 16
"""Tiles of a box: a table has an entry for each set of them."""
HIGHEST = 12
"""The largest roll of two dice."""

Objective = Literal["win", "sum", "lose"]
"""The best chance to shut the box, the least expected sum of what stays up, the worst chance."""


class Box(Struct, frozen=True, kw_only=True):
    """The rules of one kind of box."""

    tiles: int = 9
    """How many tiles there are, numbered from 1."""
    one_die: int = 0
    """One die is rolled once the sum of what is up is so much or less; 0 for always two."""
    max_tiles: int = 0
    """How many tiles a roll may turn; 0 for any number."""

    def __post_init__(self) -> None:
        if not 1 <= self.tiles <= MOST_TILES:
            raise NotationError(f"a box of {self.tiles} tiles", expected=f"1 to {MOST_TILES} tiles")
        if self.one_die < 0:
            raise NotationError(
                f"one die at a sum of {self.one_die}", expected="a sum, or 0 for two dice always"
            )
        if self.max_tiles < 0:
            raise NotationError(f"{self.max_tiles} tiles a roll", expected="a number of tiles, or 0 for any")

    def left(self, up: int) -> int:
        """Return the sum of the tiles of a mask; bit k stands for tile k + 1."""
        found = 0
        while up:  # asked for each set of tiles, so no generator
            found += up.bit_length()
            up ^= 1 << up.bit_length() - 1
        return found

    def rolls(self, up: int) -> Sequence[tuple[int, int]]:
        """Return the totals that can be rolled and in how many of 36 throws each is."""
        return _ONE_DIE if self.left(up) <= self.one_die else _TWO_DICE

    def sets(self, total: int) -> list[int]:
        """Return every set of tiles that a roll may turn, as masks."""
        most = self.max_tiles or self.tiles
        numbers = range(1, min(self.tiles, total) + 1)
        return [
            sum(1 << number - 1 for number in chosen)
            for size in range(1, most + 1)
            if size * (size + 1) // 2 <= total
            for chosen in combinations(numbers, size)
            if sum(chosen) == total
        ]


_TWO_DICE = tuple((total, 6 - abs(7 - total)) for total in range(2, 13))
_ONE_DIE = tuple((total, 6) for total in range(1, 7))


class BoxTable:
    """The exact value of every set of tiles under the best play for one objective."""

    def __init__(self, box: Box, objective: Objective) -> None:
        self.box = box
        self.objective = objective
        self._unit = 36**box.tiles
        self._sets = [box.sets(total) for total in range(HIGHEST + 1)]
        self._best = min if objective in ("sum", "lose") else max
        self._values: list[int] = []
        for up in range(1 << box.tiles):
            self._values.append(self._value(up))

    def _value(self, up: int) -> int:
        stuck = self.box.left(up) * self._unit if self.objective == "sum" else 0
        if not up:
            return stuck if self.objective == "sum" else self._unit
        values, best, total = self._values, self._best, 0
        down = ~up
        for rolled, ways in self.box.rolls(up):
            after = [values[up ^ chosen] for chosen in self._sets[rolled] if not chosen & down]
            total += ways * (best(after) if after else stuck)
        return total // 36

    def value(self, up: int | None = None) -> Fraction:
        """Return the chance to shut the box, or the expected sum left, from the tiles of a mask.

        None stands for all tiles. Raises ValueError for tiles the box does not have.
        """
        if up is None:
            up = len(self._values) - 1
        if not 0 <= up < len(self._values):
            raise ValueError(f"the box has {self.box.tiles} tiles")
        return Fraction(self._values[up], self._unit)

    def moves(self, up: int, total: int) -> list[tuple[Fraction, int]]:
        """Return the sets a roll of this total may turn, each with the value after it, the best first."""
        sets = [chosen for chosen in self._sets[total] if not chosen & ~up] if 0 < total <= HIGHEST else []
        ranked = sorted((self._values[up ^ chosen], chosen) for chosen in sets)
        if self._best is max:
            ranked.sort(key=lambda pair: -pair[0])
        return [(Fraction(value, self._unit), chosen) for value, chosen in ranked]


def solve_box(box: Box, objective: Objective = "win") -> BoxTable:
    """Return the exact table of a box: some hundredths of a second for 12 tiles."""
    return BoxTable(box, objective)
