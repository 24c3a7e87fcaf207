"""The arrays the kernels work in: lists for plain Python, 64-bit integer arrays where compiled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from . import kernels_cells, kernels_row
from .geometry import Move

WEIGHTS = [int(65536 * 0.7**n) for n in range(kernels_cells.WEIGHTS)] + [
    65536 >> n for n in range(kernels_cells.WEIGHTS)
]

SOLVED = kernels_cells.SOLVED
LOST = kernels_cells.LOST
PAUSED = kernels_cells.PAUSED
FULL = kernels_cells.FULL

FIRST_SLICE = 10_000
"""Positions a compiled search goes through before it looks at its budget for the first time."""

Words = Any
"""A list of ints, or a numpy array of them."""


def next_slice(size: int, seconds: float) -> int:
    """Return how many positions to search before the next look, when `size` took so long: some 50 ms."""
    factor = min(max(0.05 / max(seconds, 1e-6), 0.25), 4)
    return min(max(int(size * factor), 200), 400_000)


def list_of_zeros(words: int) -> Words:
    """Return so many zeros for plain Python."""
    return [0] * words


def array_of_zeros(words: int) -> Words:
    """Return so many zeros for compiled kernels."""
    import numpy

    return numpy.zeros(words, dtype=numpy.int64)


class Work(ABC):
    """The state of one search, or of one search after the other; the two kinds share these names."""

    kernels: Any
    slot_words: int
    """Words that one position takes in the table."""
    table: Words
    control: Words
    upcoming: Words

    def __init__(self, zeros: Callable[[int], Words]) -> None:
        self.zeros = zeros
        """Returns so many zeros in the form the other arrays have."""
        self._compiled = False
        self._levels = 1

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self.control[self.kernels.NODES])

    @property
    def bytes_to_grow(self) -> int:
        """Memory all tables take, old and new, while `grow` copies them."""
        return 8 * (len(self.table) + self.slot_words * int(self.kernels.slots_before(self._levels + 1)))

    def compile(self) -> None:
        """Turn lists into arrays, in place; the search goes on compiled where it stood."""
        import numpy

        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(self, name, numpy.array(value, dtype=numpy.int64))
        self.zeros = array_of_zeros
        self._compiled = True

    def run(self, name: str) -> Any:
        """Return the kernel `name`, compiled when the arrays are."""
        function = getattr(self.kernels, name)
        if not self._compiled:
            return function
        from ...core.kernels import compiled

        return compiled(function)

    @abstractmethod
    def begin(self) -> None:
        """Start a new search from the position given at the making."""

    @abstractmethod
    def advance(self, limit: int) -> int:
        """Search until `limit` positions were expanded in all; return SOLVED, LOST, PAUSED or FULL."""

    def grow(self) -> None:
        """Make room for the next of the tables that lie one behind the other."""
        table = self.zeros(self.slot_words * self.kernels.slots_before(self._levels + 1))
        table[: len(self.table)] = self.table
        self.table = table
        self._levels += 1

    @abstractmethod
    def line(self, stacks: Sequence[int]) -> tuple[Move, ...]:
        """Return the moves of a SOLVED search, `stacks` being the cells that held one at the start."""


class CellsWork(Work):
    """Work arrays for stacks on fixed cells."""

    kernels = kernels_cells
    slot_words = kernels_cells.SLOT_WORDS

    def __init__(
        self,
        compat: Sequence[int],
        reach: Sequence[int],
        zeros: Callable[[int], Words] = list_of_zeros,
    ) -> None:
        """Take masks of cards and cells numbered so that card i lies on cell i."""
        super().__init__(zeros)
        most = kernels_cells.MOST
        stacks = len(reach)
        self.stacks = stacks
        self.compat: Words = list(compat)
        self.reach: Words = list(reach)
        self.weights: Words = list(WEIGHTS)
        self.tops: Words = self.zeros(most * (stacks + 1))
        self.masks: Words = self.zeros(2 * (stacks + 1))
        self.place: Words = self.zeros(most)
        self.scratch: Words = self.zeros(kernels_cells.SCRATCH_WORDS)
        self.moves: Words = self.zeros(kernels_cells.MOVES_A_DEPTH * stacks)
        self.count: Words = self.zeros(stacks + 1)
        self.upcoming: Words = self.zeros(stacks + 1)
        self.control: Words = self.zeros(kernels_cells.CONTROL_WORDS)
        self.table: Words = self.zeros(self.slot_words * self.kernels.slots_before(1))
        self.card_memo: Words = self.zeros(1 << stacks)
        self.cell_memo: Words = self.zeros(1 << stacks)

    def _arrays(self) -> tuple[Words, ...]:
        return (
            self.weights,
            self.tops,
            self.masks,
            self.place,
            self.scratch,
            self.moves,
            self.count,
            self.upcoming,
            self.control,
            self.table,
            self.card_memo,
            self.cell_memo,
        )

    def begin(self) -> None:
        self.run("begin")(self.stacks, self.tops, self.masks, self.upcoming, self.control)

    def advance(self, limit: int) -> int:
        return int(self.run("search")(self.compat, self.reach, *self._arrays(), limit))

    def advance_many(
        self, compats: Words, first: int, limit: int, resumed: bool, most: int, verdicts: Words, nodes: Words
    ) -> int:
        """Call `kernels_cells.search_many` on these arrays."""
        return int(
            self.run("search_many")(
                compats,
                self.reach,
                self.stacks,
                first,
                limit,
                int(resumed),
                *self._arrays(),
                most,
                verdicts,
                nodes,
            )
        )

    def line(self, stacks: Sequence[int]) -> tuple[Move, ...]:
        moves = []
        for depth in range(int(self.control[kernels_cells.DEPTH])):
            entry = int(self.moves[depth * kernels_cells.MOVES_A_DEPTH + int(self.upcoming[depth]) - 1])
            moves.append((stacks[entry & 15], stacks[entry >> 4 & 15]))
        return tuple(moves)


class RowWork(Work):
    """Work arrays for a closing row."""

    kernels = kernels_row

    def __init__(
        self,
        compat: Sequence[int],
        reaches: Sequence[int],
        zeros: Callable[[int], Words] = list_of_zeros,
    ) -> None:
        """Take masks of cards numbered from the left."""
        super().__init__(zeros)
        stacks = len(compat)
        self.stacks = stacks
        words = max(kernels_row.KEY_WORDS, -(-stacks // kernels_row.CARDS_A_WORD))
        self.slot_words = 1 + words
        self.compat: Words = list(compat)
        self.reaches: Words = list(reaches)
        self.keys: Words = self.zeros(words * (stacks + 1))
        self.rows: Words = self.zeros(stacks * (stacks + 1))
        self.bounds: Words = self.zeros(stacks + 1)
        self.cuts: Words = self.zeros(stacks + 1)
        self.goals: Words = self.zeros(len(reaches))
        self.moves: Words = self.zeros(stacks * stacks * len(reaches))
        self.count: Words = self.zeros(stacks + 1)
        self.upcoming: Words = self.zeros(stacks + 1)
        self.control: Words = self.zeros(kernels_row.CONTROL_WORDS)
        self.control[kernels_row.STACKS] = stacks
        self.control[kernels_row.WIDTH] = self.slot_words
        self.table: Words = self.zeros(self.slot_words * kernels_row.slots_before(1))

    def _arrays(self) -> tuple[Words, ...]:
        return (
            self.rows,
            self.keys,
            self.bounds,
            self.cuts,
            self.goals,
            self.moves,
            self.count,
            self.upcoming,
            self.control,
            self.table,
        )

    def begin(self) -> None:
        self.run("begin")(
            self.compat, self.rows, self.keys, self.bounds, self.cuts, self.upcoming, self.control
        )

    def advance(self, limit: int) -> int:
        return int(self.run("search")(self.reaches, *self._arrays(), limit))

    def advance_many(
        self, compats: Words, first: int, limit: int, resumed: bool, most: int, verdicts: Words, nodes: Words
    ) -> int:
        """Call `kernels_row.search_many` on these arrays."""
        return int(
            self.run("search_many")(
                compats,
                self.reaches,
                first,
                limit,
                int(resumed),
                *self._arrays(),
                most,
                verdicts,
                nodes,
            )
        )

    def line(self, stacks: Sequence[int]) -> tuple[Move, ...]:
        moves = []
        for depth in range(int(self.control[kernels_row.DEPTH])):
            first = depth * self.stacks * len(self.reaches)
            entry = int(self.moves[first + int(self.upcoming[depth]) - 1])
            moves.append((entry & 63, entry >> 6 & 63))
        return tuple(moves)
