r"""What each pair of boards of a race is worth, by dynamic programming over pairs.

Let A(c, o) be my chance with the boards c and o and the other to roll, B(c, o) the same with me to roll.
A throw that changes my board leads to the best A(c', o) over the boards c' it allows, one that changes
theirs to the least B(c, o'). With X and Y the sums of these over the throws that change a board, and s and
z the chances that a throw leaves mine and theirs as they are,

    B = X + s A,    A = Y + z B,    so    B = (X + s Y) / (1 - s z),    A = (Y + z X) / (1 - s z).

Play leads to smaller boards only, so pairs are done from the smallest on. Where both boards stay as they
are for ever (s = z = 1) nobody finishes, which counts as 0.

Where players may pass, which throws they pass over is a choice made once for each pair. A player uses the
best of his throws and passes over the rest: any number of the best may be tried for both, and the worth is
the best, over my numbers, of the least, over theirs. For ever passing is worth nothing to me; of games of
this kind it is known that such fixed choices are enough for both (A. Condon, Information and Computation
96, 1992).

Error: chances are whole multiples of u = 2^-30, each the nearest to what follows from those before. The
formulas above add nothing to the largest error among these, and every step turns a tile, so a pair is off by
half a u for each layer of boards of either side at most.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...core.kernels import compiled
from ...core.work import processors
from . import kernels_race as plain
from .race_graph import Limits, Side

if TYPE_CHECKING:
    from .race_graph import Array

Ends = Literal["at_once", "equal_turns"]
"""The ruling `game_ends`: at the first cleared board, or only after as many turns of both."""

PLAIN_STEPS = 100_000
"""Up to so many steps the kernels run as they stand: a tenth of a second."""
_THREADED = 100_000_000
_TILE = 128
_WIDE = 256
_PASSING_TILE = 64
_THROWS = plain.THROWS


class Finish(NamedTuple):
    """How a race ends."""

    ends: Ends
    i_started: bool
    dead_ends: bool
    """Whether a board that nothing changes ends it, with nobody first."""

    def mine_first(self, theirs: Side) -> dict[int, Fraction]:
        """Return by board of theirs how much I lack of 1 once I have cleared mine, the other to roll."""
        return self._ties(theirs) if self.i_started else {}

    def theirs_first(self, mine: Side) -> dict[int, Fraction]:
        """Return by board of mine my chance once the other has cleared theirs, me to roll."""
        return {} if self.i_started else self._ties(mine)

    def _ties(self, side: Side) -> dict[int, Fraction]:
        """Return half the chance of clearing a board with one turn, where there is any and it counts."""
        if self.ends == "at_once":
            return {}
        return {number: Fraction(side.clears_next(number), 2 * _THROWS) for number in side.near()}


def steps_of(mine: Side, theirs: Side) -> int:
    """Return how many values are looked at for all pairs of boards."""
    return (mine.boards + mine.edges) * theirs.boards + theirs.edges * mine.boards


def bytes_of(mine: Side, theirs: Side) -> int:
    """Return the memory of the chances of all pairs of boards."""
    return 4 * mine.boards * (theirs.boards + _widest(theirs))


def _widest(side: Side) -> int:
    """Return how many boards the largest layer has."""
    return max((last - first for first, last in side.layers), default=1)


class Pairs:
    """The worth of my boards against theirs of the highest number, in units of 2^-30.

    Layer by layer of their boards; chances with the other to roll are kept for one layer at a time, since
    only chances with me to roll are asked for by the next.
    """

    def __init__(self, mine: Side, theirs: Side, finish: Finish, limits: Limits) -> None:
        """Work them out. Raises MemoryError before anything is allocated, and what `limits` does."""
        import numpy as np

        limits.check(bytes_of(mine, theirs))
        self._mine, self._theirs, self._finish, self._limits = mine, theirs, finish, limits
        self._against = np.full((theirs.boards, mine.boards), plain.ONE, np.int32)
        for number, chance in finish.theirs_first(mine).items():
            self._against[0, number] -= _units(chance)
        self._lacking = finish.mine_first(theirs)
        self._after = self._first_row(0, 1)
        self._steps = steps_of(mine, theirs)
        self._may_pass = bool(mine.tables.free.any() or theirs.tables.free.any())
        self._fill()
        # The rest was needed only to get here.
        self._after, self._against = self._after[:, -1].copy(), self._against[-1].copy()

    @property
    def error(self) -> Fraction:
        """How far the chances are off at most."""
        return Fraction(len(self._mine.layers) + len(self._theirs.layers) + 1, 2 * plain.ONE)

    def after(self, number: int) -> Fraction:
        """Return my chance with one of my boards and the other to roll, to within `error`."""
        return Fraction(int(self._after[number]), plain.ONE)

    def before(self, number: int) -> Fraction:
        """Return my chance with one of my boards and me to roll, to within `error`."""
        return 1 - Fraction(int(self._against[number]), plain.ONE)

    def _first_row(self, first: int, last: int) -> Array:
        """Return chances with the other to roll for some of their boards, filled where mine is clear."""
        import numpy as np

        after = np.zeros((self._mine.boards, last - first), np.int32)
        after[0] = plain.ONE
        for number, chance in self._lacking.items():
            if first <= number < last:
                after[0, number - first] -= _units(chance)
        return after

    def _fill(self) -> None:
        fast = self._steps > PLAIN_STEPS
        workers = processors() if self._steps > _THREADED else 1
        with ThreadPoolExecutor(workers) as pool:
            for others in self._theirs.layers:
                self._after = self._first_row(*others)
                for own in self._mine.layers:
                    fill = functools.partial(self._fill_tile, others[0], fast)
                    tiles = list(self._tiles(own, others))
                    for _ in pool.map(fill, tiles) if workers > 1 and len(tiles) > 1 else map(fill, tiles):
                        pass

    def _tiles(self, own: tuple[int, int], others: tuple[int, int]) -> Iterator[tuple[int, int, int, int]]:
        tall, wide = (_PASSING_TILE, _PASSING_TILE) if self._may_pass else (_TILE, _WIDE)
        for c in range(*own, tall):
            for o in range(*others, wide):
                yield c, min(c + tall, own[1]), o, min(o + wide, others[1])

    def _fill_tile(self, base: int, fast: bool, tile: tuple[int, int, int, int]) -> None:
        import numpy as np

        self._limits.look()
        c0, c1, o0, o1 = tile
        over = int(self._finish.dead_ends)
        mine, theirs = self._mine.tables, self._theirs.tables
        if self._may_pass:
            items = (np.empty((2, _most_throws(side)), np.int64) for side in (self._mine, self._theirs))
            fill_passing = compiled(plain.passing_pairs) if fast else plain.passing_pairs
            fill_passing(c0, c1, o0, o1, base, mine, theirs, over, self._after, self._against, *items)
            return
        sums = np.empty((c1 - c0, o1 - o0), np.int64), np.empty((o1 - o0, c1 - c0), np.int64)
        longest = max(_TILE, _WIDE)
        room = np.empty(longest, np.int32), np.empty(longest, np.int32)
        fill = compiled(plain.pairs) if fast else plain.pairs
        fill(c0, o0, base, mine, theirs, over, self._after, self._against, sums, room)


def _units(chance: Fraction) -> int:
    return int(chance * plain.ONE + Fraction(1, 2))


def _most_throws(side: Side) -> int:
    """Return the most kinds of throws that any board has."""
    first = side.tables.bucket_first
    return 2 * int((first[1:] - first[:-1]).max()) + 1


class ExactPairs:
    """The worth of my boards against theirs of the highest number as fractions: for the smallest races."""

    error = Fraction(0)

    def __init__(self, mine: Side, theirs: Side, finish: Finish, limits: Limits) -> None:
        """Work them out. Raises what `limits` does."""
        self._mine, self._theirs = _listed(mine), _listed(theirs)
        self._finish = finish
        self._after = [[Fraction(0)] * theirs.boards for _ in range(mine.boards)]
        self._against = [[Fraction(1)] * mine.boards for _ in range(theirs.boards)]
        self._after[0] = [Fraction(1)] * theirs.boards
        for number, chance in finish.mine_first(theirs).items():
            self._after[0][number] -= chance
        for number, chance in finish.theirs_first(mine).items():
            self._against[0][number] -= chance
        for c in range(1, mine.boards):
            limits.look()
            for o in range(1, theirs.boards):
                self._after[c][o], before = self._worth(c, o)
                self._against[o][c] = 1 - before

    def after(self, number: int) -> Fraction:
        """Return my chance with one of my boards and the other to roll."""
        return self._after[number][-1]

    def before(self, number: int) -> Fraction:
        """Return my chance with one of my boards and me to roll."""
        return 1 - self._against[-1][number]

    def _worth(self, c: int, o: int) -> tuple[Fraction, Fraction]:
        mine, theirs = self._mine[c], self._theirs[o]
        if self._finish.dead_ends and _THROWS in (mine.stay, theirs.stay):
            return Fraction(0), Fraction(0)
        own = mine.throws([row[o] for row in self._after])
        others = [(weight, 1 - value) for weight, value in theirs.throws([row[c] for row in self._against])]
        found = [
            [_settled(own[:i], others[:j]) for j in range(theirs.fewest(others), len(others) + 1)]
            for i in range(mine.fewest(own), len(own) + 1)
        ]
        # Each of the two is the best I can be sure of from where it starts.
        return max(min(a for a, _ in row) for row in found), max(min(b for _, b in row) for row in found)


class _Listed(NamedTuple):
    """What can be done on one board."""

    buckets: list[tuple[int, int, list[int]]]
    stay: int
    free: bool

    def throws(self, values: Sequence[Fraction]) -> list[tuple[int, Fraction]]:
        """Return weight and best value of each kind of throw that changes the board, the best first."""
        found = []
        run = Fraction(0)
        for exact, running, options in self.buckets:
            best = max((values[option] for option in options), default=Fraction(0))
            run = max(run, best)
            found += [(exact, best)] * (exact > 0) + [(running, run)] * (running > 0)
        return sorted(found, key=lambda throw: -throw[1])

    def fewest(self, throws: Sequence[tuple[int, Fraction]]) -> int:
        """Return how many of the throws have to be used."""
        return 0 if self.free else len(throws)


def _listed(side: Side) -> list[_Listed]:
    buckets, options = side.tables.bucket_first.tolist(), side.tables.option_first.tolist()
    lists = [side.tables.options[first:last].tolist() for first, last in itertools.pairwise(options)]
    each = list(zip(side.tables.exact.tolist(), side.tables.running.tolist(), lists, strict=True))
    return [
        _Listed(each[buckets[k] : buckets[k + 1]], int(side.tables.stay[k]), bool(side.tables.free[k]))
        for k in range(side.boards)
    ]


def _settled(
    own: Sequence[tuple[int, Fraction]], others: Sequence[tuple[int, Fraction]]
) -> tuple[Fraction, Fraction]:
    """Return my chance with the other to roll and with me to roll, where just these throws are used."""
    x = sum((weight * value for weight, value in own), Fraction(0)) / _THROWS
    y = sum((weight * value for weight, value in others), Fraction(0)) / _THROWS
    s = 1 - Fraction(sum(weight for weight, _ in own), _THROWS)
    z = 1 - Fraction(sum(weight for weight, _ in others), _THROWS)
    if s * z == 1:
        return Fraction(0), Fraction(0)
    return (y + z * x) / (1 - s * z), (x + s * y) / (1 - s * z)
