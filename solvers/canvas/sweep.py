"""A sweep through one block along its frontier: the arrays of `kernels_sweep.py`, and the path found."""

from __future__ import annotations

import math
from collections.abc import Mapping

from . import kernels_sweep as kernels
from .work import Ints, Work

_FIRST_STATES = 1 << 12


class Spent(Exception):
    """The budget of a search is spent; what was found by then is kept."""


class Sweep(Work):
    """The search for the longest path above a floor through the vertices of a block.

    `where` has the row and column of each vertex, `tail` what may be added where the path ends at it. With
    a `root` the path has one end there, and the root's tail does not count.
    """

    def __init__(
        self, where: Mapping[int, tuple[int, int]], tail: Mapping[int, int], root: int | None, floor: int
    ) -> None:
        super().__init__()
        self._floor = floor
        self._root = -1 if root is None else root
        self._tail = {vertex: 0 if vertex == root else length for vertex, length in tail.items()}
        rows, columns = zip(*where.values(), strict=True)
        top, left = min(rows), min(columns)
        height, width = max(rows) - top + 1, max(columns) - left + 1
        places = {vertex: (y - top, x - left) for vertex, (y, x) in where.items()}
        if height < width:
            height, width = width, height
            places = {vertex: (x, y) for vertex, (y, x) in places.items()}
        self._width = width
        self._slots: Ints = [-1] * (height * width)
        for vertex, (y, x) in places.items():
            self._slots[y * width + x] = vertex
        self._gains: Ints = [0] * (1 + max(where))
        for vertex, length in self._tail.items():
            self._gains[vertex] = length
        self._even_to: Ints = [even_places(at, width) for at in range(height * width)]
        self._rest: Ints = self._count_rest()
        self._table: Ints = []  # made when it is known whether it has to be an array
        self._trail: Ints = [0] * _FIRST_STATES
        self._values: Ints = [0] * _FIRST_STATES
        self._progress: Ints = [0] * kernels.PROGRESS
        self._progress[kernels.STATES] = 1
        self._progress[kernels.BEST] = floor

    @property
    def offered(self) -> int:
        """States offered so far."""
        return int(self._progress[kernels.OFFERED])

    def advance(self, states: int, most_bytes: int | None = None) -> bool:
        """Go on until some more states were offered; return whether that was the end.

        Raises Spent where the states would need more memory than there may be.
        """
        if not len(self._table):
            self._table = self.filled(1 << (2 * most_states(self._width)).bit_length(), -1)
        until = self.offered + states
        while self.offered <= until:
            outcome = self.kernel(kernels.sweep)(
                self._slots, self._width, self._root, self._gains, self._even_to, self._rest, self._floor,
                until - self.offered, self._table, self._trail, self._values, self._progress,
            )  # fmt: skip
            if outcome == kernels.DONE:
                return True
            if outcome == kernels.FULL:
                self._grow(most_bytes)
        return False

    def _grow(self, most_bytes: int | None) -> None:
        """Make room for twice as many states; old and new arrays are there at the same time."""
        size = len(self._trail)
        if most_bytes is not None and 8 * (6 * size + len(self._table)) > most_bytes:
            raise Spent
        for name in ("_trail", "_values"):
            longer = self.filled(2 * size)
            longer[:size] = getattr(self, name)
            setattr(self, name, longer)

    def path(self) -> list[int]:
        """Return the vertices of the path found, end to end, a root first; none if there is none."""
        if self._progress[kernels.BEST] == self._floor:
            return []
        joined: dict[int, list[int]] = {}
        at, state = int(self._progress[kernels.BEST_AT]), int(self._progress[kernels.BEST_FROM])
        while at > 0:
            at -= 1
            entry = int(self._trail[state])
            state, key = entry >> kernels.KEY_BITS, entry & (1 << kernels.KEY_BITS) - 1
            x = at % self._width
            for place, goal in ((x, at + self._width), (x + 1, at + 1)):
                if key >> 2 * place & 3:
                    joined.setdefault(at, []).append(goal)
                    joined.setdefault(goal, []).append(at)
        ends = [cell for cell, others in joined.items() if len(others) == 1]
        cell = min(ends, key=lambda end: (self._slots[end] != self._root, end))
        way = [cell]
        while len(way) < len(joined):
            cell = next(other for other in joined[cell] if other not in way[-2:])
            way.append(cell)
        return [int(self._slots[cell]) for cell in way]

    def _count_rest(self) -> Ints:
        """Return for each cell how many even and odd cells come behind it, and the longest tails there."""
        rest = [0] * (4 * len(self._slots))
        count = [0, 0]
        longest = second = 0
        for at in range(len(self._slots) - 1, -1, -1):
            rest[4 * at : 4 * at + 4] = [*count, longest, longest + second]
            vertex = self._slots[at]
            if vertex >= 0:
                count[(at // self._width + at % self._width) & 1] += 1
                longest, second = sorted((longest, second, self._tail[vertex]), reverse=True)[:2]
        return rest


def even_places(at: int, width: int) -> int:
    """Return the places of the frontier behind a cell whose edges lead to an even cell, two bits a place."""
    y, x = divmod(at, width)
    found = 0
    for place in range(width + 1):
        if place <= x:
            goal = y + 1 + place
        else:
            goal = y + x + 1 if place == x + 1 else y + place - 1
        found |= (~goal & 1) << 2 * place
    return found


def most_states(width: int) -> int:
    """Return a number of states that no layer of a box so wide exceeds.

    At most two of the `width + 1` places hold a piece with an end; the others are empty or brackets that
    nest, which the Motzkin numbers count.
    """
    places = width + 1
    motzkin = [1, 1]
    for n in range(2, places + 1):
        motzkin.append(((2 * n + 1) * motzkin[-1] + (3 * n - 3) * motzkin[-2]) // (n + 2))
    return sum(math.comb(places, ends) * motzkin[places - ends] for ends in range(min(2, places) + 1))
