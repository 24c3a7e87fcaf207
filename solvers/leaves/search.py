"""One position at a time, in plain Python: is it solvable, in how many ways, and how hard is it?

The random player takes any legal merge (source and goal; the traits that justify it do not
multiply it) with equal chance. The careful player takes any merge that leaves the stacks
connected and every top with a partner, a single stack counting as partnered; where there is
none the position is lost. A position that fails either condition can never be solved: cards do
not come back, so a top without a partner stays where it is for ever.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from ...core.budget import UNLIMITED, Budget, Meter, Result
from ...core.errors import BudgetSpent
from .cards import MATCHES
from .keys import CELL, CELL_BITS, key_of
from .layout import CELLS, NEIGHBOURS, SIDE, Layout, Merge

if TYPE_CHECKING:
    from ..stacks import Position, Reason

_MATCHES = (0, *(match << 1 for match in MATCHES))
"""MATCHES for the numbers 1 + card."""

_Value = tuple[int, int, int]
"""Solutions; random success as a numerator; careful success as one, -1 where no careful player goes."""

_LOST: _Value = (0, 0, -1)
_DONE: _Value = (1, 1, 1)

RANDOM_GROWTH = (1, 1, 1, 4, 24, 120, 840, 1680, 5040, 55440)
"""By number of stacks: how much the common denominator of the random player's success grows.

With e pairs of stacks that can be merged there are 2 e merges, and e is at most 2, 4, 5, 7, 8,
10 and 12 for 3 to 9 stacks, so 2 * lcm(1..e) is enough. All nine make 4.5 * 10^18 < 2^63.
"""
_CAREFUL_GROWTH = (1, 1, *(math.lcm(*range(1, 2 * e + 1)) for e in (1, 2, 4, 5, 7, 8, 10, 12)))
"""The same for the careful player, for any number of careful merges."""

RANDOM_DENOMINATOR = tuple(math.prod(RANDOM_GROWTH[: n + 1]) for n in range(CELLS + 1))
"""By number of stacks: the common denominator of the random player's success."""
_CAREFUL_DENOMINATOR = tuple(math.prod(_CAREFUL_GROWTH[: n + 1]) for n in range(CELLS + 1))


class Measure(Struct, frozen=True):
    """What a position is worth, exactly."""

    solutions: int
    """Number of sequences of merges that end with one stack."""
    random_play_success: Fraction
    """Probability that the random player ends with one stack."""
    careful_success: Fraction
    """The same for the careful player."""
    nodes: int
    """Positions that were expanded for it."""

    @property
    def solvable(self) -> bool:
        """Whether one stack can be reached."""
        return self.solutions > 0


def bits(success: Fraction) -> float | None:
    """Return -log2(success), rounded to nine significant digits; None when success is 0."""
    if success == 0:
        return None
    exact = math.log2(success.denominator) - math.log2(success.numerator)
    return float(f"{exact:.9g}") + 0.0


class Search:
    """Positions that have been measured, remembered across all that are asked for.

    Layouts that differ in one card share the positions in which it is covered, so measuring a
    puzzle with each of its 19 centres takes a third of the time of nine layouts apart.
    """

    def __init__(self, budget: Budget = UNLIMITED) -> None:
        self._known: dict[int, _Value] = {}
        self._meter: Meter = budget.start()

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return self._meter.nodes

    def measure(self, layout: Layout) -> Measure:
        """Return what a position of any number of stacks is worth. Raises BudgetSpent."""
        before = self.nodes
        count = layout.occupied.bit_count()
        solutions, luck, care = self._value(key_of(layout), layout.occupied)
        return Measure(
            solutions,
            Fraction(luck, RANDOM_DENOMINATOR[count]),
            Fraction(max(care, 0), _CAREFUL_DENOMINATOR[count]),
            self.nodes - before,
        )

    def line(self, layout: Layout) -> tuple[Merge, ...]:
        """Return merges, each with a trait, that leave one stack. Raises ValueError when there are none.

        At each step it is the merge after which a random player does best, the first of equals
        by source and goal. The line is replayed by the rules before it is returned.
        """
        key, occupied = key_of(layout), layout.occupied
        if not self._value(key, occupied)[0]:
            raise ValueError(f"no line of merges reduces {layout!r} to one stack")
        merges = []
        while occupied & occupied - 1:
            best = max(
                children(key, occupied),
                key=lambda child: (self._value(child[2], child[3])[1], -child[0], -child[1]),
            )
            source, goal, key, occupied = best
            merges.append(Merge(source, goal))
        line = layout.named(merges)
        assert len(line) == layout.occupied.bit_count() - 1
        return line

    def safe(self, layout: Layout) -> tuple[Merge, ...]:
        """Return the legal merges after which the position can still be solved."""
        return tuple(
            Merge(source, goal)
            for source, goal, key, occupied in children(key_of(layout), layout.occupied)
            if self._value(key, occupied)[0]
        )

    def first_mistake(self, layout: Layout) -> int | None:
        """Return after how many merges, at the earliest, a solvable layout can be lost; None: never.

        1 means that a first merge can already lose.
        """
        front = {key_of(layout): layout.occupied}
        depth = 0
        while front:
            depth += 1
            following: dict[int, int] = {}
            for key, occupied in front.items():
                for _, _, child, left in children(key, occupied):
                    if not self._value(child, left)[0]:
                        return depth
                    following[child] = left
            front = following
        return None

    def _value(self, key: int, occupied: int) -> _Value:
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._expand(key, occupied)
        return value

    def _expand(self, key: int, occupied: int) -> _Value:
        if not CONNECTED[occupied]:
            return _LOST
        if not occupied & occupied - 1:
            return _DONE
        if not _all_partnered(key):
            return _LOST
        if self._meter.spent():
            raise BudgetSpent(f"budget spent after {self.nodes} positions")
        known = self._known
        solutions = luck = care = merges = careful = 0
        for i, j, bit_i, bit_j in EDGES[occupied]:
            a, b = key >> i & CELL, key >> j & CELL
            if not _MATCHES[a] >> b & 1:
                continue
            merges += 2
            both = a ^ b
            child = key ^ a << i ^ both << j
            value = known.get(child)
            if value is None:
                value = known[child] = self._expand(child, occupied ^ bit_i)
            if value[2] >= 0:
                solutions += value[0]
                luck += value[1]
                care += value[2]
                careful += 1
            child = key ^ b << j ^ both << i
            value = known.get(child)
            if value is None:
                value = known[child] = self._expand(child, occupied ^ bit_j)
            if value[2] >= 0:
                solutions += value[0]
                luck += value[1]
                care += value[2]
                careful += 1
        if not careful:
            return (0, 0, 0)
        count = occupied.bit_count()
        return (
            solutions,
            luck * RANDOM_GROWTH[count] // merges,
            care * _CAREFUL_GROWTH[count] // careful,
        )


def children(key: int, occupied: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield source, goal, key and occupied cells after each legal merge."""
    for i, j, bit_i, bit_j in EDGES[occupied]:
        a, b = key >> i & CELL, key >> j & CELL
        if _MATCHES[a] >> b & 1:
            yield i // CELL_BITS, j // CELL_BITS, key ^ a << i ^ (a ^ b) << j, occupied ^ bit_i
            yield j // CELL_BITS, i // CELL_BITS, key ^ b << j ^ (a ^ b) << i, occupied ^ bit_j


def dead_ends(layout: Layout) -> int:
    """Return how many different positions with no legal merge and several stacks can be reached."""
    stack = [(key_of(layout), layout.occupied)]
    seen = {stack[0][0]}
    found = 0
    while stack:
        key, occupied = stack.pop()
        stuck = occupied & occupied - 1
        for _, _, child, left in children(key, occupied):
            stuck = 0
            if child not in seen:
                seen.add(child)
                stack.append((child, left))
        found += stuck != 0
    return found


def solve(layout: Layout, budget: Budget = UNLIMITED) -> Result[Reason | None]:
    """Return whether a position can be reduced to one stack, by the general search of `solvers.stacks`.

    "yes" comes with a `line` of merges, each naming a trait, "no" with the reason as `value`,
    "unknown" only when the budget was spent.
    """
    from ..stacks import solve as reduce

    result = reduce(_as_stacks(layout), budget)
    merges = [Merge(*move) for move in cast("tuple[tuple[int, int], ...]", result.line)]
    return replace(result, line=layout.named(merges))


def why_not(layout: Layout, positions: int) -> Reason:
    """Return the simplest proof that a position which cannot be solved cannot be.

    `positions` is how many were searched, for where nothing simpler proves it.
    """
    from ..stacks import Searched, plain_reason

    return plain_reason(_as_stacks(layout)) or Searched(positions)


def _as_stacks(layout: Layout) -> Position:
    from ..stacks import EMPTY, Position, neighbours

    tops = tuple(EMPTY if card is None else int(card) for card in layout.cells)
    return Position(neighbours(SIDE, SIDE), tops, MATCHES)


def _all_partnered(key: int) -> bool:
    tops = []
    shown = 0
    while key:
        top = key & CELL
        if top:
            tops.append(top)
            shown |= 1 << top
        key >>= CELL_BITS
    return all(_MATCHES[top] & shown for top in tops)


def _reach(occupied: int) -> int:
    """Return the occupied cells that hang together with the first."""
    reached = occupied & -occupied
    while True:
        sideways = (reached & _NOT_RIGHT) << 1 | (reached & _NOT_LEFT) >> 1
        wider = occupied & (reached | reached << SIDE | reached >> SIDE | sideways)
        if wider == reached:
            return reached
        reached = wider


_NOT_LEFT, _NOT_RIGHT = 0b110_110_110, 0b011_011_011

CONNECTED = tuple(_reach(occupied) == occupied for occupied in range(1 << CELLS))
"""For each set of occupied cells, whether they hang together by their sides."""

_PAIRS = tuple(
    (1 << i | 1 << j, (CELL_BITS * i, CELL_BITS * j, 1 << i, 1 << j))
    for i in range(CELLS)
    for j in NEIGHBOURS[i]
    if i < j
)

EDGES = tuple(
    tuple(edge for both, edge in _PAIRS if occupied & both == both) for occupied in range(1 << CELLS)
)
"""For each set of occupied cells, the pairs of neighbours in it: bit places in a key, bits in a set."""
