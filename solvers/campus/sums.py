"""Sets of tiles by their total: counted, ranked and drawn without listing them.

For each place in the list of tiles a polynomial says in how many ways the rest of the list makes
up each remainder; it is kept as one integer with a field of 64 bits for each remainder, so that
adding a tile is a shift and a sum.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from ...core.rng import M1, Rng

FIELD = 64
"""Bits of a count; 60 tiles have fewer than 2^60 sets."""
_FIELD_MASK = (1 << FIELD) - 1


class Sums:
    """The non-empty sets of some tiles whose total lies from `low` to `high`.

    A set is a bit mask of its tiles' cells. Sets stand in the order of the sorted lists of their
    cells: {0}, {0, 1}, {0, 1, 2}, {0, 2}, {1}, …. With `largest` only those with the most tiles are
    meant.
    """

    __slots__ = ("_slack", "_stride", "_ways", "cells", "high", "most", "start", "values")

    def __init__(self, values: Sequence[int], low: int, high: int, cells: Sequence[int] = ()) -> None:
        """Count the sets of tiles with these values.

        `cells` are the tiles' cells in ascending order, by default 0, 1, 2, ….
        """
        self._fill(values, low, high, cells, 0)
        self.start = self.high
        """The remainder from which every set starts."""

    @classmethod
    def largest(cls, values: Sequence[int], low: int, high: int, cells: Sequence[int] = ()) -> Sums:
        """Return the sets that have as many tiles as any whose total lies in the range."""
        sums = cls.__new__(cls)
        most = min(len(values), max(high, 0))
        sums._fill(values, low, high, cells, most)
        size = most
        while size and not sums._at(0, size * sums._stride + sums.high):
            size -= 1
        sums.start = size * sums._stride + sums.high
        return sums

    def _fill(self, values: Sequence[int], low: int, high: int, cells: Sequence[int], most: int) -> None:
        """Count from the end of the list; `most` is how many tiles are told apart, 0 for not at all."""
        self.values = tuple(values)
        self.cells = tuple(cells) or tuple(range(len(self.values)))
        self.high, self.most = max(high, 0), most
        self._slack = max(self.high - max(low, 1), -1)
        self._stride = self.high + 1 if most else 0
        ways = _ones(self._slack + 1)
        self._ways = [ways]
        if most:
            self._count_by_size(ways, most)
        else:
            whole = (1 << FIELD * (self.high + 1)) - 1
            for value in reversed(self.values):
                ways += ways << FIELD * value & whole
                self._ways.append(ways)
        self._ways.reverse()

    def _count_by_size(self, ways: int, most: int) -> None:
        whole = (1 << FIELD * self._stride * (most + 1)) - 1
        for value in reversed(self.values):
            ways += (ways & self._fits(value, most)) << FIELD * (value + self._stride) & whole
            self._ways.append(ways)

    def _fits(self, value: int, most: int) -> int:
        """Return the fields whose remainder still leaves room for a tile."""
        row = (1 << FIELD * max(self.high + 1 - value, 0)) - 1
        return sum(row << FIELD * self._stride * size for size in range(most + 1))

    def _at(self, position: int, index: int) -> int:
        """Return in how many ways the tiles from a position on make up a remainder, no tile included."""
        return self._ways[position] >> FIELD * index & _FIELD_MASK

    def ends(self, index: int) -> bool:
        """Return whether a set may end with this remainder behind it."""
        return 0 <= index <= self._slack

    def choices(self, position: int, index: int) -> Iterator[tuple[int, int, int]]:
        """Yield each tile that may come next in a set: its position, the remainder behind it, the ways on."""
        left = index % self._stride if self._stride else index
        for at in range(position, len(self.values)):
            value = self.values[at]
            if value <= left and index >= value + self._stride:
                after = index - value - self._stride
                ways = self._at(at + 1, after)
                if ways:
                    yield at, after, ways

    @property
    def size(self) -> int:
        """How many tiles every set has; 0 where sets of any size are meant."""
        return self.start // self._stride if self._stride else 0

    def __len__(self) -> int:
        return self._at(0, self.start) - self.ends(self.start)

    def unrank(self, number: int) -> int:
        """Return the set at a place of the order, from 0. Raises IndexError."""
        if not 0 <= number < len(self):
            raise IndexError(f"set {number} of {len(self)}")
        found, position, index = 0, 0, self.start
        while True:
            position, index, number = self._step(position, index, number)
            found |= 1 << self.cells[position - 1]
            if self.ends(index):
                if number == 0:
                    return found
                number -= 1

    def _step(self, position: int, index: int, number: int) -> tuple[int, int, int]:
        """Return the position and the remainder behind the next tile of a set, and its place from there."""
        for at, after, ways in self.choices(position, index):
            if number < ways:
                return at + 1, after, number
            number -= ways
        raise AssertionError("the ways of the tiles that may come next are those of the place before")

    def rank(self, chosen: int) -> int:
        """Return the place of a set in the order, from 0. Raises ValueError where it is none of them."""
        number, position, index, left = 0, 0, self.start, chosen
        while left > 0:
            found = self._find(position, index, left & -left)
            if found is None:
                break
            position, index, before = found
            left &= left - 1
            number += before + (left > 0 and self.ends(index))
        if left or not chosen or not self.ends(index):
            raise ValueError(f"{chosen:b} is not one of the sets")
        return number

    def _find(self, position: int, index: int, tile: int) -> tuple[int, int, int] | None:
        """Return the position and the remainder behind a tile that may come next, and the ways before it."""
        before = 0
        for at, after, ways in self.choices(position, index):
            if tile >> self.cells[at] & 1:
                return at + 1, after, before
            before += ways
        return None

    def __contains__(self, chosen: int) -> bool:
        try:
            self.rank(chosen)
        except ValueError:
            return False
        return True

    def sample(self, rng: Rng) -> int:
        """Return one of the sets at random, each as likely as any other. Raises IndexError for none."""
        if not len(self):
            raise IndexError("there is no set")
        return self.drawn(below(rng, len(self)))

    def drawn(self, number: int) -> int:
        """Return the set that a number below their count stands for: another order than that of places.

        It is found sooner than by `unrank`, so random play goes by it.
        """
        ways, index, stride = self._ways, self.start, self._stride
        # Tile by tile, those first that are without it; the empty set, where it is counted, is first of all.
        number, found = number + self.ends(index), 0
        for at, value in enumerate(self.values, 1):
            without = ways[at] >> FIELD * index & _FIELD_MASK
            if number >= without:
                number -= without
                found |= 1 << self.cells[at - 1]
                index -= value + stride
        return found

    def __iter__(self) -> Iterator[int]:
        """Yield every set in order."""
        known: dict[tuple[int, int], list[tuple[int, int, int]]] = {}

        def walk(chosen: int, position: int, index: int) -> Iterator[int]:
            key = (position, index)
            if key not in known:
                known[key] = list(self.choices(position, index))
            for at, after, _ in known[key]:
                found = chosen | 1 << self.cells[at]
                if self.ends(after):
                    yield found
                yield from walk(found, at + 1, after)

        return walk(0, 0, self.start)

    def listed(self) -> list[int]:
        """Return every set in order; for many sets faster than going through them one by one."""
        known: dict[tuple[int, int], list[int]] = {}

        def behind(position: int, index: int) -> list[int]:
            key = (position, index)
            found = known.get(key)
            if found is None:
                found = []
                for at, after, _ in self.choices(position, index):
                    bit = 1 << self.cells[at]
                    if self.ends(after):
                        found.append(bit)
                    found += [bit | rest for rest in behind(at + 1, after)]
                known[key] = found
            return found

        return behind(0, self.start)


def below(rng: Rng, n: int) -> int:
    """Return a uniform integer from 0 to n - 1, also for an `n` too large for one draw."""
    if n <= M1:
        return rng.below(n)
    limit = M1 * M1 - M1 * M1 % n
    while True:
        value = rng.next() * M1 + rng.next()
        if value < limit:
            return value % n


@functools.lru_cache(maxsize=256)
def _ones(count: int) -> int:
    """Return one way for each of the first `count` remainders."""
    return sum(1 << FIELD * left for left in range(count))
