"""Finished tables of turns: what a mask is worth and which sets are best, by the values of closed masks."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...core.kernels import compiled
from . import kernels_turns as plain
from .turns_board import Aim, TurnBoard, TurnRules, flags, rolls_of, sets_up_to, steps_of
from .turns_files import write_values
from .turns_fill import Values

__all__ = ["ChanceTable", "PairTable", "PairValue", "Table"]


class Lookup:
    """What all masks of one board are worth, in the units of its aim.

    Masks given to it are over the tiles of the board in the order in which they were given.
    """

    def __init__(self, board: TurnBoard, rules: TurnRules, aim: Aim, values: Values) -> None:
        self.board = board
        """The tiles it was made for."""
        self.aim = aim
        """What the values count, and in which units."""
        self.values = values
        """The values in units, by rank."""
        self.patterns = board.patterns()
        """The lines of the board, by which a mask is located among the values."""
        self._locate = compiled(plain.locate) if board.words > plain.STRIDE else plain.locate
        self._rolls = rolls_of(board.values, rules, lambda tiles: (tiles, 0)).tolist()
        self.rules = rules
        """The rulings it was made for."""

    def save(self, path: Path) -> None:
        """Write the table to a file, which `load_table` or `load_pairs` reads. Raises FileError."""
        write_values(path, self.board, self.rules, self.aim, self.values)

    def played(self, masks: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return for each mask what rolls make of it in the best play: masks, and weights out of 36.

        Rolls that change nothing are left out; two may lead to the same mask. Of sets that come to the
        same in the table any may be played. A whole board takes a millisecond or two. Raises ValueError
        for tiles the table does not hold.
        """
        if any(mask & ~self.board.up for mask in masks):
            raise ValueError("the table was made for other tiles")
        ends = [plain.closure(mask, self.board.lines) for mask in masks]
        closed = [mask for mask, end in zip(masks, ends, strict=True) if mask == end]
        found = dict(zip(closed, self._followed(closed), strict=True))
        for mask, end in zip(masks, ends, strict=True):
            if mask != end:
                turn = self._first_turn(mask, self._closed(end))
                found[mask] = [(after, ways) for _, after, ways in turn]
        return [found[mask] for mask in masks]

    def units(self, mask: int) -> int:
        """Return what a mask is worth, in units. Raises ValueError for tiles the table does not hold."""
        if mask & ~self.board.up:
            raise ValueError("the table was made for other tiles")
        after = plain.closure(mask, self.board.lines)
        return self._closed(mask) if after == mask else self._waiting(mask, self._closed(after))

    def _ranked(self, mask: int, total: int, at_most: bool) -> list[tuple[int, int]]:
        """Return what each set leads to and the set, best first."""
        sets = [
            chosen
            for chosen, reached in sets_up_to(total, self.board.values, mask)
            if at_most or reached == total
        ]
        if self.rules.maximal == "as_many_as_possible":
            most = max(map(int.bit_count, sets), default=0)
            sets = [chosen for chosen in sets if chosen.bit_count() == most]
        return sorted((self._after(mask, chosen), chosen) for chosen in sets)

    def _waiting(self, mask: int, passed: int) -> int:
        """Return the value of a mask that is not closed; a turn without a set leads to `passed`."""
        low, never = self.aim.low, self.aim.form[2]
        weight = high = rest = 0
        for units, _, ways in self._first_turn(mask, passed):
            if units == never:
                return never
            weight += ways
            high += ways * (units >> low)
            rest += ways * (units & (1 << low) - 1)
        if not weight:
            return self.aim.dead
        return plain.mean(weight, high, rest, self.aim.cost, self.aim.dead, self.aim.form)

    def _first_turn(self, mask: int, passed: int) -> list[tuple[int, int, int]]:
        """Return what each roll that is not lost makes of a mask that is not closed.

        They are values, masks, and weights.
        """
        none, absent, _, kept, *_ = self.aim.form
        step = self.aim.step or 0
        exact = [(none, mask)] * (plain.MOST + 1)
        for chosen, total in sets_up_to(plain.MOST, self.board.values, mask):
            after = plain.closure(mask & ~chosen, self.board.lines)
            exact[total] = min(exact[total], (self._closed(after) - step * chosen.bit_count(), after))
        least = list(itertools.accumulate(exact, min))
        passing = passed, plain.closure(mask, self.board.lines)
        for relaxed in (False, True) if self.rules.dead_board == "relax" else (False,):
            found = []
            for rolled, ways, mode, how, tiles in self._rolls:
                if not relaxed and plain.lost(mask, how, tiles):
                    continue
                units, after = least[rolled] if relaxed or mode == plain.AT_MOST else exact[rolled]
                best = (units & kept, after) if units < absent else passing
                if self.rules.must_play == "may_pass":
                    best = min(best, passing)
                found.append((*best, ways))
            if found:
                return found
        return []

    def _followed(self, masks: Sequence[int]) -> list[list[tuple[int, int]]]:
        """Return what the best play makes of closed masks, as `played` does."""
        import numpy as np

        board, values, work = self.board, self.values, [np.zeros(plain.MOST + 2, np.int64) for _ in "1234"]
        rolls = rolls_of(board.values, self.rules, board.standing)
        law = (rolls, self.aim.cost, self.aim.dead, *flags(self.rules), self.aim.form)
        follow = compiled(plain.follow_each) if board.words > plain.STRIDE else plain.follow_each
        packed = np.array([board.packed(mask) for mask in masks], np.int64)
        best, after = np.zeros((plain.MOST + 1, 2), np.int64), np.empty((len(masks), len(rolls)), np.int64)
        room = best, tuple(work)
        follow(packed, steps_of(board), self.patterns, tuple(values), law, self.aim.step or 0, after, room)
        ways = rolls[:, 1].tolist()
        return [
            [(board.unpacked(goal), count) for goal, count in zip(goals, ways, strict=True) if goal >= 0]
            for goals in after.tolist()
        ]

    def _closed(self, mask: int) -> int:
        packed = self.board.packed(mask)
        values = self.values
        thin, rank = self._locate(packed, self.patterns, values.live_before, values.thin_before)
        return int((values.thin if thin else values.live)[rank])

    def _after(self, mask: int, chosen: int) -> int:
        return self._closed(plain.closure(mask & ~chosen, self.board.lines))


class Table(Lookup):
    """The least expected numbers of turns from all closed masks of one board.

    Masks given to it are over the tiles of the board in the order in which they were given.
    """

    def error(self, mask: int) -> float:
        """Return how far the value of `mask` may be from the true one."""
        return mask.bit_count() / (2 * self.aim.scale)

    def value(self, mask: int) -> float:
        """Return the least expected number of turns to clear the board from the tiles of `mask`.

        Infinite where the board may never be cleared, however one plays. Chains that wait in a mask
        that is not closed run after its first turn that is not lost. Raises ValueError for tiles the
        table does not hold.
        """
        return self._shown(self.units(mask))

    def best(self, mask: int, total: int, *, at_most: bool) -> list[tuple[float, int]]:
        """Return the sets with this total, or at most it, each with the value it leads to, best first.

        Where the largest sets have to be played, only those are returned.
        """
        return [(self._shown(units), chosen) for units, chosen in self._ranked(mask, total, at_most)]

    def _shown(self, units: int) -> float:
        return math.inf if units >= plain.NEVER else units / self.aim.scale


class ChanceTable(Table):
    """The best chances to clear one board ever, from all its closed masks."""

    def value(self, mask: int) -> float:
        """Return the best chance to clear the board from the tiles of `mask`; else as `Table.value`."""
        return super().value(mask)

    def _shown(self, units: int) -> float:
        return 1 - units / self.aim.scale


class PairValue(NamedTuple):
    """How often a board is cleared, and how soon."""

    chance: float
    """The chance that it is cleared ever."""
    turns: float | None
    """The expected number of own turns of the games in which it is, None where there are none."""


class PairTable(Lookup):
    """The best chances to clear one board, and the turns it takes given that, from all its closed masks.

    They are those of one way to play: of what a roll leads to it takes the best chance as it is kept
    here, to the nearest 2^-29 (2^-28 for maximal=as_many_as_possible), and of equal ones the fewest
    turns. Its true chance is no more than `2 * error(mask)` below the best there is, and the
    turns are its own, to within `turns_error(mask)`. Another way to play whose chance is better or less
    by no more than that may take fewer turns.
    """

    def error(self, mask: int) -> float:
        """Return how far the chance of `mask` may be from the best, and from that of this way to play."""
        return mask.bit_count() / (2 * (self.aim.scale << self.aim.fine))

    def turns_error(self, mask: int) -> float:
        """Return how far the turns of `mask` may be from the true ones of this way to play.

        Infinite where the chance may be nothing.
        """
        chance, turns = self.value(mask)
        missing = self.error(mask)
        if turns is None or chance <= missing:
            return math.inf
        tiles = mask.bit_count()
        summed = tiles / (2 * self.aim.scale) + 36 * missing * (tiles + 1) / 2
        return (summed + turns * missing) / (chance - missing)

    def value(self, mask: int) -> PairValue:
        """Return the chance to clear the board from the tiles of `mask`, and the turns given that.

        Chains that wait in a mask that is not closed run after its first turn that is not lost. Raises
        ValueError for tiles the table does not hold.
        """
        return self._shown(self.units(mask))

    def best(self, mask: int, total: int, *, at_most: bool) -> list[tuple[PairValue, int]]:
        """Return the sets with this total, or at most it, each with what it leads to, best first."""
        return [(self._shown(units), chosen) for units, chosen in self._ranked(mask, total, at_most)]

    def _shown(self, units: int) -> PairValue:
        one = self.aim.scale << self.aim.fine
        cleared = one - (units >> self.aim.low)
        summed = (units & (1 << self.aim.low) - 1) / self.aim.scale
        return PairValue(cleared / one, summed * one / cleared if cleared else None)
