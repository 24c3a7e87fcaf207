"""The boards that can come of one Campus board, and what each throw of the dice allows on them."""

from __future__ import annotations

import dataclasses
import itertools
import math
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.budget import Budget
from ...core.errors import BudgetSpent
from ...core.kernels import compiled
from . import kernels_race as plain
from .board import Board, cells
from .dice import ROLLS
from .rules import Rules
from .terms import Judge, judge
from .turns import numbers_of, turn_rules, up_of
from .turns_board import TurnBoard, rolls_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

MOST_TILES = 23
"""Number tiles that may be up: so many make some 100,000 boards, found in two seconds."""
PLAIN_TILES = 7
"""With so few the kernels run as they stand."""
_SETS = 1 << 17
"""Sets of tiles a board may have; a call of the kernel looks at as many, in less than 0.2 s."""
_OPTIONS = 1 << 20
_BUCKETS = 1 << 17
_BOARDS = 1 << 14
_SLICE = 1 << 16
_BOARD_BYTES = 160
"""What the number of a board takes, looked up by its mask."""


class Tables(NamedTuple):
    """What each throw allows on each board, as the kernels read it: all int64.

    Board i has the buckets from `bucket_first[i]` to `bucket_first[i + 1]`, bucket b the boards
    `options[option_first[b] : option_first[b + 1]]`.
    """

    bucket_first: Array
    option_first: Array
    options: Array
    exact: Array
    """Of 36 throws those that allow the boards of a bucket only."""
    running: Array
    """Those that allow the boards of a bucket and of all buckets of the board before it."""
    stay: Array
    """By board, the throws that leave it as it is."""
    free: Array
    """By board, whether any throw may be passed over."""


class Side(NamedTuple):
    """One player's boards; play leads from each to such of lower numbers only, number 0 is cleared."""

    tables: Tables
    layers: list[tuple[int, int]]
    """Runs of boards none of which leads to another, from the lowest on; the cleared one is in none."""

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return len(self.tables.stay)

    @property
    def edges(self) -> int:
        """How many boards all buckets of all boards lead to together."""
        return len(self.tables.options)

    def near(self) -> list[int]:
        """Return the boards that some throw can clear."""
        import numpy as np

        t = self.tables
        buckets = np.searchsorted(t.option_first, np.flatnonzero(t.options == 0), "right") - 1
        found: list[int] = np.unique(np.searchsorted(t.bucket_first, buckets, "right") - 1).tolist()
        return found

    def clears_next(self, number: int) -> int:
        """Return on how many of 36 throws a board can be cleared at once."""
        t = self.tables
        total, seen = 0, False
        for b in range(t.bucket_first[number], t.bucket_first[number + 1]):
            here = 0 in t.options[t.option_first[b] : t.option_first[b + 1]]
            seen |= here
            total += int(t.exact[b]) * here + int(t.running[b]) * seen
        return total


class Graph:
    """The boards that can come of one board, and their numbers as one side of a race."""

    def __init__(self, board: Board, rules: Rules, limits: Limits) -> None:
        """Find the boards. Raises what `limits` does, and MemoryError where they are too many."""
        self.board = board
        self.rules = rules
        self._judge = judge(board.arrangement, rules)
        self._cells = list(cells(board.arrangement.numbers))
        values, lines = numbers_of(board.arrangement, rules)
        self._tiles = TurnBoard(values, lines, up_of(board))
        if self._tiles.tiles > MOST_TILES:
            raise MemoryError(f"{self._tiles.tiles} number tiles; {MOST_TILES} may be up at most")
        waits = self._judge.chains.closed(board.up) != board.up
        start = _Start(self._judge, board.up) if waits else None
        self.waiting: int | None = board.up if waits else None
        """The board itself where a chain waits on it, as a mask of cells; it has the highest number."""
        top = (1 << self._tiles.tiles) - 1
        seeds = {top, *(self._packed(up) for up in start.boards())} if start else {top}
        masks, tables = _Search(self._tiles, rules, limits).run(seeds)
        self._numbers = {0: 0} | {int(mask): k for k, mask in enumerate(masks)}
        layers = _layers(masks)
        if start is not None:
            tables = self._with_start(tables, start)
            layers.append((len(masks), len(masks) + 1))
        self.side: Side = Side(tables, layers)

    @property
    def top(self) -> int:
        """The number of the board itself."""
        return self.number(self.board.up)

    @property
    def bytes(self) -> int:
        """The memory it takes, with what a policy on it does with each throw."""
        t = self.side.tables
        return sum(table.nbytes for table in t) + 2 * t.exact.nbytes + _BOARD_BYTES * self.side.boards

    def number(self, up: int) -> int:
        """Return the number of the board with the tiles of a mask of cells up. Raises ValueError."""
        if up == self.waiting:
            return self.side.boards - 1
        if up & ~self.board.up or self._judge.chains.closed(up) != up:
            raise ValueError("no play leads to this board")
        found = self._numbers.get(self._packed(up))
        if found is None:
            raise ValueError("no play leads to this board")
        return found

    def _packed(self, up: int) -> int:
        numbers = sum(1 << k for k, cell in enumerate(self._cells) if up >> cell & 1)
        return self._tiles.packed(numbers)

    def _with_start(self, tables: Tables, start: _Start) -> Tables:
        """Return the tables with the board on which a chain waits behind all others."""
        import numpy as np

        exact, ends, options = [], [], []
        for weight, after in start.throws:
            options += sorted({self._numbers[self._packed(up)] for up in after})
            ends.append(len(options))
            exact.append(weight)
        kind = np.int64
        offset = len(tables.options)
        return Tables(
            np.append(tables.bucket_first, len(tables.exact) + len(exact)).astype(kind),
            np.concatenate([tables.option_first, np.array(ends, kind) + offset]),
            np.concatenate([tables.options, np.array(options, kind)]),
            np.concatenate([tables.exact, np.array(exact, kind)]),
            np.concatenate([tables.running, np.zeros(len(exact), kind)]),
            np.append(tables.stay, start.stay).astype(kind),
            np.append(tables.free, 0).astype(kind),
        )


class Limits:
    """How far the search for boards and the tables over them may go."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds

    @property
    def seconds_left(self) -> float:
        """How many seconds there are left, less than 0 where more were taken; infinite without a limit."""
        return math.inf if self._deadline is None else self._deadline - time.perf_counter()

    def set_aside(self, taken: int) -> None:
        """Leave so many bytes less for what is to come."""
        if self.budget.bytes is not None:
            self.budget = dataclasses.replace(self.budget, bytes=max(0, self.budget.bytes - taken))

    def look(self) -> None:
        """Raise InterruptedError when told to stop, and BudgetSpent when the time is over."""
        if self.budget.cancelled is not None and self.budget.cancelled():
            raise InterruptedError("cancelled")
        if self.seconds_left <= 0:
            raise BudgetSpent("the time for the race is over")

    def check(self, taken: int) -> None:
        """Raise MemoryError where so many bytes are too many."""
        allowed = self.budget.bytes
        if allowed is not None and taken > allowed:
            raise MemoryError(f"the tables of the race take {taken} bytes; there may be {allowed}")


class _Start:
    """What can be done on a board on which a chain waits since the deal; positions are masks of cells."""

    def __init__(self, judge: Judge, up: int) -> None:
        self.stay = 0
        self.throws: list[tuple[int, set[int]]] = []
        """Weights of rolls and what each leads to."""
        passed = judge.chains.closed(up)
        for roll in ROLLS:
            terms = judge.terms(up, roll)
            if terms.lost:
                self.stay += roll.ways
                continue
            after = {judge.chains.closed(up & ~tiles) for tiles in judge.sums(up, terms).listed()}
            if not after or judge.rules.must_play == "may_pass":
                after.add(passed)
            self.throws.append((roll.ways, after))

    def boards(self) -> set[int]:
        """Return all boards that any throw leads to."""
        return set().union(*(after for _, after in self.throws))


class _Search:
    """Finds the closed boards that come of some, from the largest mask downwards."""

    def __init__(self, board: TurnBoard, rules: Rules, limits: Limits) -> None:
        import numpy as np

        self._limits = limits
        self._tiles = board.tiles
        self._fast = board.tiles > PLAIN_TILES
        kind = np.int64
        self._board = np.array(board.packed_lines, kind), np.array(board.sorted_values, kind)
        of_turns = turn_rules(rules)
        self._law = (
            rolls_of(board.values, of_turns, board.standing),
            int(rules.dead_board == "relax"),
            int(rules.maximal != "one_set"),
        )
        self._passing = int(rules.must_play == "may_pass")

    def run(self, seeds: set[int]) -> tuple[Array, Tables]:
        """Return the masks of the boards by number, and their tables."""
        import numpy as np

        self._limits.check(4 << self._tiles)
        seen = np.zeros(1 << self._tiles, np.int32)
        at = np.zeros(6, np.int64)
        at[0], at[1] = max(seeds), 1
        seen[list(seeds)] = 1
        reach = compiled(plain.reach) if self._fast else plain.reach
        room = _room(self._tiles)
        out, states = _pages()
        pages = []
        while True:
            self._limits.look()
            full = reach(_SLICE, self._board, self._law, room, seen, out, states, at)
            if full == plain.MANY:
                raise MemoryError("a board has too many sets of tiles")
            if full == plain.FULL and not at[4]:
                raise MemoryError("a board has too many sets of tiles")
            if full == plain.FULL or at[0] == 0:
                pages.append(_torn(out, states, at))
                self._limits.check(sum(page.bytes for page in pages) * 3 + (4 << self._tiles))
            if not full and at[0] == 0:
                return self._numbered(seen, pages)

    def _numbered(self, seen: Array, pages: list[_Page]) -> tuple[Array, Tables]:
        """Return masks and tables with boards numbered by how many tiles are up, then by mask."""
        import numpy as np

        kind = np.int64
        masks, stay, buckets = (np.concatenate([page.states[k] for page in pages]) for k in range(3))
        options, sizes, exact, running = (np.concatenate([page.out[k] for page in pages]) for k in range(4))
        ups = np.zeros(len(masks), kind)
        for b in range(self._tiles):
            ups += masks >> b & 1
        order = np.lexsort((masks, ups))
        seen[masks[order]] = np.arange(1, len(masks) + 1, dtype=np.int32)
        seen[0] = 0
        bucket_order = _runs(_starts(buckets)[order], buckets[order])
        option_order = _runs(_starts(sizes)[bucket_order], sizes[bucket_order])
        first = np.zeros(1, kind)
        # The cleared board goes in front, without buckets.
        tables = Tables(
            np.concatenate([first, first, np.cumsum(buckets[order])]),
            np.concatenate([first, np.cumsum(sizes[bucket_order])]),
            seen[options[option_order]].astype(kind),
            exact[bucket_order],
            running[bucket_order],
            np.concatenate([first + plain.THROWS, stay[order]]),
            np.concatenate([first, np.full(len(masks), self._passing, kind)]),
        )
        return np.concatenate([first, masks[order]]), tables


class _Page(NamedTuple):
    """Part of what a search wrote: options, buckets' sizes and weights; boards' masks, stays, buckets."""

    out: tuple[Array, ...]
    states: tuple[Array, ...]

    @property
    def bytes(self) -> int:
        return sum(array.nbytes for array in (*self.out, *self.states))


def _room(tiles: int) -> tuple[Array, ...]:
    import numpy as np

    kind = np.int64
    return (
        np.zeros((3, _SETS), kind),
        np.zeros(_SETS, kind),
        np.zeros(plain.MOST + 2, kind),
        np.zeros((2, plain.MOST + 1), kind),
        np.zeros(tiles + 1, kind),
    )


def _pages() -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    import numpy as np

    kind = np.int64
    return (
        (np.zeros(_OPTIONS, kind), *(np.zeros(_BUCKETS, kind) for _ in range(3))),
        tuple(np.zeros(_BOARDS, kind) for _ in range(3)),
    )


def _torn(out: tuple[Array, ...], states: tuple[Array, ...], at: Array) -> _Page:
    """Return a copy of what was written, and start anew."""
    import numpy as np

    options, buckets, boards = (int(count) for count in at[2:5])
    at[2:5] = 0
    option_list, ends, exact, running = out
    masks, stays, bucket_ends = states
    return _Page(
        (
            option_list[:options].copy(),
            np.diff(ends[:buckets], prepend=0),
            exact[:buckets].copy(),
            running[:buckets].copy(),
        ),
        (masks[:boards].copy(), stays[:boards].copy(), np.diff(bucket_ends[:boards], prepend=0)),
    )


def _starts(sizes: Array) -> Array:
    """Return where each of some runs starts that stand one behind the other."""
    import numpy as np

    return np.cumsum(sizes) - sizes


def _runs(starts: Array, sizes: Array) -> Array:
    """Return the numbers of all runs of so many from each start."""
    import numpy as np

    return np.repeat(starts - _starts(sizes), sizes) + np.arange(int(sizes.sum()), dtype=np.int64)


def _layers(masks: Array) -> list[tuple[int, int]]:
    """Return first and last of the boards with each number of tiles, the cleared one left out."""
    counts = [int(mask).bit_count() for mask in masks]
    cuts = [k for k in range(1, len(counts)) if counts[k] != counts[k - 1]] + [len(counts)]
    return list(itertools.pairwise(cuts)) if len(counts) > 1 else []


Moves = Mapping[int, Sequence[tuple[int, int]]]
"""What a policy does: for each board those it goes to, each with how many of 36 throws lead there."""


def followed(moves: Moves) -> tuple[Side, dict[int, int]]:
    """Return the boards of a policy as one side, and the number of each.

    Boards are named by any integers, 0 for the cleared one, and come behind those they lead to.
    """
    import numpy as np

    level = {0: 0}
    for board, goals in moves.items():
        if board:
            level[board] = 1 + max((level[goal] for goal, _ in goals), default=0)
    order = sorted(level, key=lambda board: (level[board], board))
    numbers = {board: k for k, board in enumerate(order)}
    first, stay = [0], []
    options: list[int] = []
    exact: list[int] = []
    for board in order:
        weights: dict[int, int] = {}
        for goal, weight in moves[board] if board else ():
            weights[numbers[goal]] = weights.get(numbers[goal], 0) + weight
        options += weights.keys()
        exact += weights.values()
        first.append(len(options))
        stay.append(plain.THROWS - sum(weights.values()))
    kind = np.int64
    tables = Tables(
        np.array(first, kind),
        np.arange(len(options) + 1, dtype=kind),
        np.array(options, kind),
        np.array(exact, kind),
        np.zeros(len(options), kind),
        np.array(stay, kind),
        np.zeros(len(order), kind),
    )
    cuts = [k for k in range(1, len(order)) if level[order[k]] != level[order[k - 1]]] + [len(order)]
    return Side(tables, list(itertools.pairwise(cuts))), numbers
