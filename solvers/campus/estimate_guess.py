"""What a board is worth that is too large for a table, by a table for most of its tiles.

A few tiles of small value are left out of the table: with many tiles up each of them changes what a board
is worth by much the same on all of them, as they are spent along with others. How much that is for boards
of each size is read from a smaller table that holds them and leaves out others. What the tiles of the
table are worth by themselves and what the others add is within some tenths of a turn of the exact value
at the start of a game, and exact once none of the others is up. The worth of all the boards that sets
lead to says which to take; the fewer tiles are up the less it is to be relied on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...core.kernels import compiled
from ...core.rng import Rng
from . import kernels_estimate as plain
from .best_values import Packing, PairValues, TableValues, may_die
from .kernels_turns import closure
from .turns import solve_pairs, solve_turns, turn_rules

if TYPE_CHECKING:
    from .rules import Rules

LESSON_TILES = 23
"""Tiles of the smaller table at most, from which it is learnt what a tile adds."""
LESSON_GAMES = 36
"""Games of the best play on it; what a tile adds is looked at on their boards."""
SPARE = 8
"""Up to this number the first of two copies is left out before anything else."""
THROWS = 36
NEAR = 4
"""Tiles left out with which a guess is of use as a number: more of them add less together than each alone."""
ENDLESS = 1 << 30
"""No turns that are known take so many units."""


class Tabled:
    """A table for some tiles of an arrangement, under rulings by which boards die or not."""

    def __init__(
        self, packing: Packing, rules: Rules, up: int, memory: int, cancelled: Callable[[], bool] | None
    ) -> None:
        """Make it. Raises MemoryError or OverflowError where that cannot be, InterruptedError when told."""
        whole = (packing.values, packing.lines, turn_rules(rules))
        given: dict[str, Any] = {"up": up, "memory": memory, "cancelled": cancelled}
        self.source: PairValues | TableValues
        if may_die(rules):
            pairs = solve_pairs(*whole, **given)
            self.table, self.source = pairs, PairValues(packing, pairs)
        else:
            turns = solve_turns(*whole, **given)
            self.table, self.source = turns, TableValues(packing, turns)  # type: ignore[assignment]
        board, aim = self.table.board, self.table.aim
        self.order: list[int] = board.order
        """The tiles it is for, by value."""
        self.up: int = board.top
        self.scale: int = aim.scale
        self.never: int = aim.form[2]
        values = self.table.values
        self.masks = len(values.live) + len(values.thin)
        self.tables = self.table.patterns, values.live, values.thin, values.live_before, values.thin_before


class Guess:
    """What boards of an arrangement are about worth, and games by that. Not for two threads at once."""

    def __init__(
        self,
        packing: Packing,
        rules: Rules,
        inside: Tabled,
        adds: dict[int, list[int]],
        thumb: tuple[Sequence[int], Sequence[tuple[int, int]]],
        throws: Sequence[tuple[int, int, int, int]],
    ) -> None:
        import numpy as np

        kind = np.int64
        values = packing.values
        n = len(values)
        self.packing = packing
        self.source = inside.source
        self.inside = inside.up
        """The tiles of the table, as a mask over the number tiles in reading order."""
        self.order = [*inside.order, *(k for k in range(n) if not inside.up >> k & 1)]
        self._place = [self.order.index(k) for k in range(n)]
        mine = [values[k] for k in self.order]
        weights, copies = thumb
        self._board = (
            np.array(mine, kind),
            np.array(sorted(range(n), key=lambda k: mine[k]), kind),
            np.array([self._laid(line) for line in packing.lines], kind),
            np.array([weights[k] for k in self.order], kind),
            np.array([(self._laid(mask), more) for mask, more in copies], kind).reshape(-1, 2),
        )
        rows = np.array([(low, high, how, self._laid(mask)) for low, high, how, mask in throws], kind)
        self._law = (rows, int(rules.dead_board == "relax"), int(rules.maximal != "one_set"))
        added = np.zeros((n, n + 1), kind)
        for tile, by_size in adds.items():
            added[self._place[tile]] = by_size
        self._known = (1 << len(inside.order)) - 1, added, inside.tables
        self._scale = inside.scale
        self._certain = not may_die(rules)
        self._room = np.zeros((2, n + 1), kind)
        self._result = np.zeros(3, kind)
        self._state = np.zeros(6, kind)
        self._play = compiled(plain.play_inside)
        self._each = compiled(plain.guess_each)

    def knows(self, mask: int) -> bool:
        """Return whether the exact value of a mask is in the table."""
        return not mask & ~self.inside

    def ranked(self, masks: Sequence[int]) -> list[int]:
        """Return some closed masks, what is likely best first, of equal ones in the order given."""
        guessed = self._guessed(masks)
        return [masks[k] for k in sorted(range(len(masks)), key=lambda k: guessed[k])]

    def turns(self, mask: int) -> float | None:
        """Return how many turns a mask is likely to take.

        None where that is too far from certain: many tiles are left out, or it may not be cleared.
        """
        if (mask & ~self.inside).bit_count() > NEAR:
            return None
        units = self._guessed([closure(mask, self.packing.lines)])[0]
        return units / self._scale if self._certain and 0 <= units < ENDLESS else None

    def _guessed(self, masks: Sequence[int]) -> list[int]:
        import numpy as np

        laid = np.array([self._laid(mask) for mask in masks], np.int64)
        found = np.zeros(len(masks), np.int64)
        self._each(laid, self._board[2], *self._known, found)
        guessed: list[int] = found.tolist()
        return guessed

    def game(
        self, mask: int, first: int, enough: int, longest: int, state: Sequence[int]
    ) -> tuple[int, int, int]:
        """Return the turns of a game, the mask it was left on, and why: as `play_inside` writes it."""
        self._state[:] = state
        self._play(
            self._laid(mask),
            first,
            longest,
            self._law,
            self._board,
            self._known,
            enough,
            self._state,
            self._room,
            self._result,
        )
        left = int(self._result[1])
        mask = sum(1 << tile for place, tile in enumerate(self.order) if left >> place & 1)
        return int(self._result[0]), mask, int(self._result[2])

    def _laid(self, mask: int) -> int:
        """Return a mask with the tiles of the table first, in its order."""
        return sum(1 << place for k, place in enumerate(self._place) if mask >> k & 1)


def without(packing: Packing, up: int, tiles: int, kept: Iterable[int] = ()) -> int:
    """Return a closed part of a closed mask with so many tiles at most, small ones left out first.

    Tiles that are `kept` stay, and so do those that would take others with them, as far as that goes.
    """
    kept = set(kept)
    values = packing.values
    for careful in (True, False):
        for k in _spare(values, up):
            if up.bit_count() <= tiles:
                return up
            less = closure(up & ~(1 << k), packing.lines)
            gone = up & ~less
            if k not in kept and not (careful and gone != 1 << k):
                up = less
    return up


def _spare(values: Sequence[int], up: int) -> list[int]:
    """Return the tiles of a mask in the order in which they are left out."""
    order = sorted((k for k in range(len(values)) if up >> k & 1), key=lambda k: values[k])
    twins = [k for k, after in itertools.pairwise(order) if values[k] == values[after] <= SPARE]
    return [*twins, *(k for k in order if k not in twins)]


def learnt(packing: Packing, lesson: Tabled, tiles: Iterable[int], scale: int) -> dict[int, list[int]]:
    """Return what each of some tiles adds to masks of any number of tiles, in parts of `scale` a turn.

    It is the mean over the boards of some games of the best play; near sizes count for those seen less.
    """
    sizes = range(len(packing.values) + 1)
    seen = _boards_played(lesson)
    units = {mask: lesson.table.units(mask) for mask in seen}
    found = {}
    for tile in tiles:
        sums: dict[int, list[int]] = {}
        for mask in seen:
            if mask >> tile & 1 and units[mask] != lesson.never:
                less = lesson.table.units(closure(mask & ~(1 << tile), packing.lines))
                if less != lesson.never:
                    sums.setdefault(mask.bit_count(), []).append(units[mask] - less)
        found[tile] = [_smoothed(sums, size) * scale // lesson.scale for size in sizes]
    return found


def _smoothed(sums: dict[int, list[int]], size: int) -> int:
    """Return the mean of numbers by size, each step away halving what they count for; 0 without any."""
    weights = {other: 1 << max(0, 32 - abs(other - size)) for other in sums}
    total = sum(len(sums[other]) * weight for other, weight in weights.items())
    return sum(sum(sums[other]) * weight for other, weight in weights.items()) // total if total else 0


def _boards_played(lesson: Tabled) -> list[int]:
    """Return the boards of some games of the best play, on the same throws each time."""
    boards = [lesson.up] * LESSON_GAMES
    rng = Rng(LESSON_GAMES)
    seen = {lesson.up: None}
    while boards:
        after = []
        for mask, turn in zip(boards, lesson.table.played(boards), strict=True):
            drawn = rng.below(THROWS)
            for left, ways in turn:
                if drawn < ways:
                    after.append(left)
                    break
                drawn -= ways
            else:
                if turn:
                    after.append(mask)
        boards = [mask for mask in after if mask]
        seen.update(dict.fromkeys(boards))
    return list(seen)
