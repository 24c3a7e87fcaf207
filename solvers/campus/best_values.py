"""Exact values of Campus boards: in fractions where they are small, else from a table.

All count only number tiles, from boards on which no chain waits; `before_roll` takes any board.
A board is worth the pair (chance that it is never cleared, turns summed over the games in which it
is), the less the better, as in `turns_exact.py`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol

from ...core.errors import BudgetSpent, ComponentError
from .best_answers import How, Number, Worth
from .board import Arrangement, cells
from .dice import OUTCOMES
from .kernels_turns import closure
from .rules import Rules
from .terms import Judge
from .turns import PairTable, Table, numbers_of, solve_pairs, solve_turns, turn_rules
from .turns_board import NARROW, WIDE
from .turns_exact import ExactWorths

Pair = tuple[Number, Number]
CLEARED: Pair = (Fraction(0), Fraction(0))
NEVER_CLEARED: Pair = (Fraction(1), Fraction(0))

SMALL_TILES = 16
"""Number tiles up to which fractions are tried."""
SMALL_SETS = 25_000
"""Sets of tiles that may be looked at for fractions: about a quarter of a second."""


class Source(Protocol):
    """Where exact values come from."""

    how: How

    def pair(self, up: int) -> Pair:
        """Return what a board is worth on which no chain waits; `up` is a mask of cells."""
        ...

    def error(self, up: int) -> float:
        """Return how far the turns of `pair` may be off by rounding."""
        ...


class Packing:
    """Masks of cells as masks over the number tiles in reading order, which tables go by."""

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.values, self.lines = numbers_of(arrangement, rules)
        self.where: tuple[int, ...] = tuple(cells(arrangement.numbers))

    def packed(self, up: int) -> int:
        """Return the number tiles of a mask of cells."""
        return sum(1 << k for k, cell in enumerate(self.where) if up >> cell & 1)

    def unpacked(self, mask: int) -> int:
        """Return the mask of cells of some number tiles."""
        return sum(1 << cell for k, cell in enumerate(self.where) if mask >> k & 1)


class Fractions:
    """Values in fractions; each board is worked out once. Raises BudgetSpent where that takes too long."""

    how: How = "fractions"

    def __init__(self, packing: Packing, rules: Rules, most: int = SMALL_SETS) -> None:
        self._packing = packing
        self._exact = ExactWorths(packing.values, packing.lines, turn_rules(rules), most)

    def pair(self, up: int) -> Pair:
        """Return what a board is worth. Raises BudgetSpent."""
        return self._exact.worth(self._packing.packed(up))

    def error(self, up: int) -> float:
        """Return 0."""
        return 0.0


class TableValues:
    """Values from a table of turns, for boards that are cleared for certain or never."""

    def __init__(self, packing: Packing, table: Table, how: How = "table") -> None:
        self._packing = packing
        self._table = table
        self.how: How = how

    def pair(self, up: int) -> Pair:
        """Return what a board is worth."""
        turns = self._table.value(self._packing.packed(up))
        return (Fraction(0), turns) if turns < math.inf else NEVER_CLEARED

    def error(self, up: int) -> float:
        """Return how far the turns may be off by rounding."""
        return self._table.error(self._packing.packed(up))

    def cleared_by(self, up: int, horizon: int, most: int) -> list[float]:
        """Return the chances that the best play clears a board within 0, 1, … turns: see `turns_spread`."""
        from .turns_spread import cleared_by

        return cleared_by(self._table, self._packing.packed(up), horizon, most=most)


class PairValues:
    """Values from a table of chances and turns, for boards that may die."""

    def __init__(self, packing: Packing, table: PairTable, how: How = "table") -> None:
        self._packing = packing
        self._table = table
        self.how: How = how

    def pair(self, up: int) -> Pair:
        """Return what a board is worth."""
        chance, turns = self._table.value(self._packing.packed(up))
        return (1 - chance, chance * turns) if turns is not None else NEVER_CLEARED

    def error(self, up: int) -> float:
        """Return how far the turns may be off by rounding, the chance being off by less."""
        mask = self._packing.packed(up)
        chance = self._table.error(mask)
        # A board that is never cleared takes no turns that could be off.
        return chance if self._table.value(mask).turns is None else max(chance, self._table.turns_error(mask))

    def cleared_by(self, up: int, horizon: int, most: int) -> list[float]:
        """Return the chances that the best play clears a board within 0, 1, … turns: see `turns_spread`."""
        from .turns_spread import cleared_by

        return cleared_by(self._table, self._packing.packed(up), horizon, most=most)


def small(packing: Packing, rules: Rules, boards: Iterable[int]) -> Fractions | None:
    """Return the values of some boards in fractions, None where that takes long."""
    needed = list(boards)
    largest = max((packing.packed(up).bit_count() for up in needed), default=0)
    if largest > SMALL_TILES:
        return None
    found = Fractions(packing, rules)
    try:
        for up in needed:
            found.pair(up)
    except BudgetSpent:
        return None
    return found


def may_die(rules: Rules) -> bool:
    """Return whether a chance to clear is part of what a board is worth."""
    return rules.dead_board != "relax"


def least_bytes(tiles: int, rules: Rules) -> int:
    """Return about the fewest bytes that a table of so many tiles takes.

    The tables of printed boards take 7.7 to 11.7 times their indexes, which have ten bytes for every 32
    masks; to count a large one only to find that it does not fit takes seconds.
    """
    return entry_of(rules) // NARROW * 70 << max(0, tiles - 5)


def entry_of(rules: Rules) -> int:
    """Return how many bytes a number of a table takes."""
    return WIDE if may_die(rules) or rules.maximal != "one_set" else NARROW


def made(
    packing: Packing,
    rules: Rules,
    boards: Iterable[int],
    memory: int,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Source | None:
    """Return the values of some boards from a table made for them, None where none can be made.

    Raises InterruptedError when `cancelled` says so.
    """
    up = 0
    for board in boards:
        up |= packing.packed(board)
    mask = closure(up, packing.lines)
    if least_bytes(mask.bit_count(), rules) > memory:
        return None
    whole = (packing.values, packing.lines, turn_rules(rules))
    given: dict[str, Any] = {"up": mask, "memory": memory, "cancelled": cancelled, "progress": progress}
    try:
        if may_die(rules):
            return PairValues(packing, solve_pairs(*whole, **given))
        return TableValues(packing, solve_turns(*whole, **given))
    except (MemoryError, OverflowError):
        return None


def from_file(
    packing: Packing, rules: Rules, table: Table | PairTable, boards: Iterable[int]
) -> TableValues | PairValues:
    """Return the values of some boards from a table that was made before.

    Raises ComponentError naming what the table was made for where that is something else.
    """
    held = table.board
    if held.values != packing.values:
        raise ComponentError("the table was made for a board with other numbers; expected the same tiles")
    if sorted(held.lines) != sorted(packing.lines):
        raise ComponentError("the table was made for other lines or the same numbers on other cells")
    wanted = turn_rules(rules)
    for name in wanted.__struct_fields__:
        mine, theirs = getattr(wanted, name), getattr(table.rules, name)
        if mine != theirs:
            raise ComponentError(f"the table was made for {name}={theirs}; expected {name}={mine}")
    if any(packing.packed(up) & ~held.up for up in boards):
        raise ComponentError("the table was made for fewer tiles than are face up; expected one for all")
    if isinstance(table, PairTable):
        return PairValues(packing, table, "file")
    if may_die(rules):
        raise ComponentError(
            f"the table is not one of chances and turns; expected that for dead_board={rules.dead_board}"
        )
    if type(table) is not Table:
        raise ComponentError("the table holds chances to clear the board; expected one of turns")
    return TableValues(packing, table, "file")


def before_roll(judge: Judge, up: int, pair: Callable[[int], Pair]) -> Pair:
    """Return what any board is worth before a roll, by what those are worth on which no chain waits.

    A chain that waits is run by the first turn that is not lost, also by one without a set.
    """
    closed = judge.chains.closed(up)
    if closed == up:
        return pair(up) if up else CLEARED
    weight: Number = Fraction(0)
    missed: Number = Fraction(0)
    turns: Number = Fraction(0)
    for roll, chance in OUTCOMES:
        terms = judge.terms(up, roll)
        if terms.lost:
            continue
        ends = {judge.chains.closed(up & ~tiles) for tiles in judge.sums(up, terms)}
        if not ends or judge.rules.must_play == "may_pass":
            ends.add(closed)
        best = min(pair(end) if end else CLEARED for end in ends)
        weight += chance
        missed = missed + chance * best[0]
        turns = turns + chance * best[1]
    if not weight:
        return NEVER_CLEARED
    missed = missed / weight
    return missed, turns / weight + (1 - missed) / weight


def worth_of(pair: Pair, rules: Rules) -> Worth:
    """Return a pair as people read it: turns given that the board is cleared, and the chance of that."""
    chance = 1 - pair[0]
    turns = pair[1] / chance if chance else math.inf
    return Worth(turns, turns, turns, chance if may_die(rules) else None)
