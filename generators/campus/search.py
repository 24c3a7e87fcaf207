"""All lines of play of a Campus puzzle: solutions, both players' success, and the first mistake, exactly.

Positions are masks of the numbers that are face up at the start, one bit each; stars follow from them.
The kernels run as they stand until much has been looked at, and compiled from then on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from msgspec import Struct

from ...core.budget import UNLIMITED, Budget, Result
from ...core.errors import BudgetSpent
from ...core.kernels import compiled
from ...solvers.campus import kernels_rolls as kernels
from ...solvers.campus.board import SIDE, cells
from ...solvers.campus.chains import chains
from ...solvers.campus.moves import Move
from ...solvers.campus.rules import Rules
from .positions import Position

RULES = Rules(dead_board="skip")
"""The rules of puzzles: the defaults, and no mercy for a board that no roll can change."""
_PLAIN_SETS = 5_000
"""Sets up to which the kernels run as they stand."""
_PLAIN_ROOM = 4096
_MOST_SETS = 20_000_000
"""Sets after which a puzzle is given up."""


class Worth(Struct, frozen=True):
    """What a position is worth when some of the rolls are still to come."""

    solutions: int
    random: Fraction
    """The chance that the random player succeeds."""
    careful: Fraction
    """The same for the careful player."""


_LOST = Worth(0, Fraction(0), Fraction(0))
_WON = Worth(1, Fraction(1), Fraction(1))


class Lines:
    """The lines of play of one puzzle."""

    def __init__(self, position: Position, budget: Budget = UNLIMITED) -> None:
        board = position.board
        self._rolls = tuple(_row(position, roll_at) for roll_at in range(len(position.rolls)))
        self._cells = tuple(cells(board.up_numbers))
        self._values = tuple(board.arrangement.values[cell] for cell in self._cells)
        masks = RULES.lines_of(board.arrangement).masks[0]
        self._lines = tuple(self._packed(mask) for mask in masks)
        self._through = [0] * (4 * len(self._cells))
        kernels.lines_through(self._lines, len(self._cells), self._through)
        self.start = (1 << len(self._cells)) - 1
        self.target = self._packed(position.kept)
        """The numbers that shall stay, as a mask."""
        # Stars cannot be kept by themselves: what stays has to be what the chains leave.
        left = board.arrangement.stars & board.up | position.kept & board.arrangement.numbers
        self._possible = chains(board.arrangement, RULES).closed(left) == position.kept
        self._known: dict[tuple[int, int], Worth] = {}
        self._ways: dict[tuple[int, int], int] = {}
        self._most_after = tuple(
            sum(max(row[1], 0) for row in self._rolls[at:]) for at in range(len(self._rolls) + 1)
        )
        self._least_turned = LeastTurned(self._cells, self._values, self.target)
        self._meter = budget.start()
        self._seen = 0
        self._tables: tuple[Any, ...] = ()

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return self._meter.nodes

    def worth(self, mask: int, at: int) -> Worth:
        """Return what a position is worth before roll `at`, from 0. Raises BudgetSpent."""
        if not self.ways(mask, at):
            return _LOST
        if at == len(self._rolls):
            return _WON
        key = (at, mask)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._weighed(self.outcomes(mask, at)[1], at + 1)
        return found

    def ways(self, mask: int, at: int) -> int:
        """Return how many lines reach the goal from a position before roll `at`. Raises BudgetSpent."""
        if at == len(self._rolls):
            return int(self._possible and mask == self.target)
        if mask & self.target != self.target:
            return 0
        key = (at, mask)
        found = self._ways.get(key)
        if found is None:
            if self._meter.spent():
                raise BudgetSpent(f"budget spent after {self._meter.nodes} positions")
            left = Counter(self._promising(mask, at)[1])
            found = sum(times * self.ways(child, at + 1) for child, times in left.items())
            self._ways[key] = found
        return found

    def solutions(self, most: int) -> list[tuple[tuple[int, int], ...]]:
        """Return solutions, so many at most, in order: for each roll the position and the set, as masks.

        Raises BudgetSpent.
        """
        found: list[tuple[tuple[int, int], ...]] = []
        stack: list[tuple[int, tuple[tuple[int, int], ...]]] = [(self.start, ())]
        while stack and len(found) < most:
            mask, line = stack.pop()
            if len(line) == len(self._rolls):
                found.append(line)
                continue
            pairs = zip(*self._promising(mask, len(line)), strict=True)
            wins = [(left, (*line, (mask, tiles))) for tiles, left in pairs if self.ways(left, len(line) + 1)]
            stack += reversed(wins)
        return found

    def _promising(self, mask: int, at: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the sets that answer a roll and what each leaves; some that turn too little are left out."""
        needed = self._least_turned(mask) - self._most_after[at + 1]
        low, high, named = self._rolls[at]
        return self._answers(mask, (max(low, needed), high, named)) if needed <= high else ((), ())

    def outcomes(self, mask: int, at: int) -> tuple[Sequence[int], Sequence[int]]:
        """Return the sets that answer roll `at`, in order, and what each leaves. Raises BudgetSpent."""
        return self._answers(mask, self._rolls[at])

    def _answers(self, mask: int, roll: tuple[int, int, int]) -> tuple[Sequence[int], Sequence[int]]:
        plain = self._seen <= _PLAIN_SETS
        if plain:
            tiles, left = [0] * _PLAIN_ROOM, [0] * _PLAIN_ROOM
            stack = [0] * (4 * len(self._values) + 4)
            tables = (self._values, self._lines, self._through, roll)
            count = kernels.outcomes(mask, *tables, stack, tiles, left)
            plain = count >= 0
        if not plain:
            count, tiles, left = self._compiled(mask, roll)
        self._seen += count
        if self._seen > _MOST_SETS:
            raise BudgetSpent(f"more than {_MOST_SETS:,} sets of tiles answer the rolls")
        return tiles[:count], left[:count]

    def careful(self, left: int, at: int) -> bool:
        """Return whether the careful player goes to a position, roll `at` being the next."""
        return bool(kernels.is_careful(left, self.target, at, self._values, self._rolls))

    def cells_of(self, mask: int) -> int:
        """Return the cells of a mask of numbers, as a bit mask."""
        return sum(1 << cell for at, cell in enumerate(self._cells) if mask >> at & 1)

    def winning(self) -> Iterator[tuple[int, int]]:
        """Yield every position that can still be won and what roll is next, roll by roll."""
        layer = {self.start} if self.worth(self.start, 0).solutions else set()
        for at in range(len(self._rolls)):
            after: set[int] = set()
            for mask in sorted(layer):
                yield mask, at
                after.update(
                    left for left in self.outcomes(mask, at)[1] if self.worth(left, at + 1).solutions
                )
            layer = after

    def along(self, masks: Sequence[int]) -> tuple[str, ...]:
        """Return the first sets that lead from each position to the next."""
        steps = []
        for at, (mask, following) in enumerate(pairwise(masks)):
            tiles, left = self.outcomes(mask, at)
            steps.append(str(Move(self.cells_of(tiles[left.index(following)]))))
        return tuple(steps)

    def _weighed(self, left: Sequence[int], following: int) -> Worth:
        """Return what a choice among what the sets of a roll leave is worth."""
        if not len(left):
            return _LOST
        solutions, careful_count = 0, 0
        random, careful = Fraction(0), Fraction(0)
        for child, count in sorted(Counter(left).items()):
            worth = self.worth(child, following)
            solutions += count * worth.solutions
            random += count * worth.random
            if self.careful(child, following):
                careful_count += count
                careful += count * worth.careful
        return Worth(solutions, random / len(left), careful / max(1, careful_count))

    def _packed(self, mask: int) -> int:
        """Return the numbers among some cells, one bit for each number that is up at the start."""
        return sum(1 << at for at, cell in enumerate(self._cells) if mask >> cell & 1)

    def _compiled(self, mask: int, roll: tuple[int, int, int]) -> tuple[int, list[int], list[int]]:
        import numpy as np

        if not self._tables:
            room = np.empty((2, 1 << len(self._values)), dtype=np.int64)
            self._tables = (
                np.array(self._values, dtype=np.int64),
                np.array(self._lines, dtype=np.int64),
                np.array(self._through, dtype=np.int64),
                np.empty(3, dtype=np.int64),
                np.empty(4 * len(self._values) + 4, dtype=np.int64),
                *room,
            )
        values, lines, through, wanted, stack, tiles, left = self._tables
        wanted[:] = roll
        count = int(compiled(kernels.outcomes)(mask, values, lines, through, wanted, stack, tiles, left))
        return count, tiles[:count].tolist(), left[:count].tolist()


class LeastTurned:
    """Tells how much has to be turned, at least, until only what shall stay is face up.

    A number joins its row and its column. Chains of rows and columns leave what hangs on rings of such
    joints, and what joins what shall stay: so each ring has to lose a number. The lightest set of numbers
    that leaves no ring is what the heaviest forest leaves out. A diagonal takes one number more at most.
    """

    def __init__(self, at_cells: Sequence[int], values: Sequence[int], kept: int) -> None:
        self._ends = tuple((cell // SIDE, SIDE + cell % SIDE) for cell in at_cells)
        self._values = values
        self._heaviest_first = sorted(range(len(values)), key=lambda at: -values[at])
        self._kept = kept
        falling = sum(1 << at for at, cell in enumerate(at_cells) if cell // SIDE == cell % SIDE)
        rising = sum(1 << at for at, cell in enumerate(at_cells) if cell // SIDE + cell % SIDE == SIDE - 1)
        self._diagonals = (falling, rising)

    def __call__(self, mask: int) -> int:
        """Return a bound on the total of the numbers to be turned from a position on."""
        joined = self._joined_at_first()
        turned: list[int] = []
        for at in self._heaviest_first:
            if not (mask & ~self._kept) >> at & 1:
                continue
            row, column = self._ends[at]
            a, b = joined[row], joined[column]
            if a == b:
                turned.append(self._values[at])
            else:
                joined = [a if end == b else end for end in joined]
        free = sum(mask & diagonal != 0 for diagonal in self._diagonals)
        return sum(turned[free:])

    def _joined_at_first(self) -> list[int]:
        """Return which rows and columns are joined by what shall stay, as if all of it hung together."""
        joined = list(range(2 * SIDE))
        for at, ends in enumerate(self._ends):
            if self._kept >> at & 1:
                for end in ends:
                    joined[end] = -1
        return joined


def _row(position: Position, at: int) -> tuple[int, int, int]:
    """Return a roll as the kernels take it: least and largest total, and the copies of what it names."""
    roll, board = position.rolls[at], position.board
    copies = board.arrangement.copies(roll.sum)
    low = 1 if roll.is_double else roll.total
    if copies and not copies & board.up:
        return low, 0, 0  # lost whatever is done before: no total will do
    numbers = tuple(cells(board.up_numbers))
    return low, roll.total, sum(1 << i for i, cell in enumerate(numbers) if copies >> cell & 1)


def solve(position: Position, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
    """Return whether a puzzle can be solved, and the set of tiles for each roll of its first solution."""
    lines = Lines(position, budget)
    try:
        if not lines.worth(lines.start, 0).solutions:
            return Result("no", (), nodes=lines.nodes)
        masks = [lines.start]
        for at in range(len(position.rolls)):
            left = lines.outcomes(masks[-1], at)[1]
            masks.append(next(mask for mask in left if lines.worth(mask, at + 1).solutions))
        steps = lines.along(masks)
    except BudgetSpent:
        return Result("unknown", (), nodes=lines.nodes)
    return Result("yes", steps, steps, nodes=lines.nodes)


def first_mistake(lines: Lines) -> int | None:
    """Return the first roll, from 1, that an admissible set answers so that the puzzle is lost."""
    for mask, at in lines.winning():
        if any(not lines.worth(left, at + 1).solutions for left in lines.outcomes(mask, at)[1]):
            return at + 1
    return None
