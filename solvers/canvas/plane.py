"""The growing grid: which cells are open, when its axes are locked, and whose home rows there are.

The plane is a window so large that every grid which holds its middle cell lies inside; the first card of a
round lies there. Sets of cells are bit masks, bit i for cell i in reading order of the window. Rows are
counted from the north.
"""

from __future__ import annotations

import functools
import operator
from typing import NamedTuple

from ...core.notation import cell_name
from .rules import LETTER, Rules

_KEPT = 32768
"""Shapes of the canvas of which the open cells are remembered."""


Span = tuple[int, int, int, int]
"""First and last row, first and last column."""


class Extent(NamedTuple):
    """The rows and columns of the window in which cards lie, first and last of each."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def height(self) -> int:
        """Rows of cards."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """Columns of cards."""
        return self.right - self.left + 1


class Plane:
    """The window of a grid of `size` by `size` cards, for players at their sides of it."""

    def __init__(self, size: int, players: int, rules: Rules = LETTER) -> None:
        """Set it up, the players being clockwise from the south; the rulings are `lock` and `corner_home`."""
        self.size, self.players = size, players
        self.side = 2 * size - 1
        self.cells = self.side * self.side
        self.origin = self.cells // 2
        """Where the first card of a round lies."""
        self.names = tuple(cell_name(cell, self.side) for cell in range(self.cells))
        self.cell_at = {name: cell for cell, name in enumerate(self.names)}
        self._full_line = rules.lock == "full_line"
        self._shared_corners = rules.corner_home == "either_owner"
        self._row = (1 << self.side) - 1
        self._column = sum(1 << row * self.side for row in range(self.side))
        reach, last = size - 1, self.side - 1
        self._rows_near = tuple(
            tuple(self._block(bottom - reach, top + reach, 0, last) for bottom in range(self.side))
            for top in range(self.side)
        )
        """For the first and last row with cards, the rows in which more may lie."""
        self._columns_near = tuple(
            tuple(self._block(0, last, right - reach, left + reach) for right in range(self.side))
            for left in range(self.side)
        )
        """The same for columns."""
        self._allowed: dict[int, tuple[int, ...]] = {}

    def _block(self, top: int, bottom: int, left: int, right: int) -> int:
        """Return the cells of some rows and columns, cut at the edges of the window."""
        columns = (2 << min(self.side - 1, right)) - (1 << max(0, left)) if left <= right else 0
        return sum(columns << row * self.side for row in range(max(0, top), min(self.side - 1, bottom) + 1))

    def extent(self, occupied: int) -> Extent:
        """Return the rows and columns in which cards lie; some must."""
        return Extent(*self._span(occupied))

    def _span(self, occupied: int) -> Span:
        side = self.side
        top, bottom = ((occupied & -occupied).bit_length() - 1) // side, (occupied.bit_length() - 1) // side
        # Cards never lie in more than eight rows: all are folded into the first of them in three steps.
        columns = occupied >> top * side
        columns |= columns >> 4 * side
        columns |= columns >> 2 * side
        columns = (columns | columns >> side) & self._row
        return top, bottom, (columns & -columns).bit_length() - 1, columns.bit_length() - 1

    def open_cells(self, occupied: int) -> int:
        """Return the empty cells beside a card at which no side of the grid grows too long.

        The middle one alone where no card lies.
        """
        if not occupied:
            return 1 << self.origin
        return self._open_within(occupied, self._span(occupied))

    def _open_within(self, occupied: int, span: Span) -> int:
        side = self.side
        top, bottom, left, right = span
        beside = occupied << 1 | occupied >> 1 | occupied << side | occupied >> side
        # What goes round an edge of the window, from its last column to its first, is too far away.
        return beside & ~occupied & self._rows_near[top][bottom] & self._columns_near[left][right]

    def is_locked(self, occupied: int) -> tuple[bool, bool]:
        """Return whether the row axis (north-south) and the column axis (west-east) are locked."""
        return self._locks(occupied, self._span(occupied)) if occupied else (False, False)

    def _locks(self, occupied: int, span: Span) -> tuple[bool, bool]:
        top, bottom, left, right = span
        tall, wide = bottom - top + 1 == self.size, right - left + 1 == self.size
        if not self._full_line or not (tall or wide):
            return tall, wide
        rows = [occupied >> row * self.side & self._row for row in range(top, bottom + 1)]
        common = functools.reduce(operator.and_, rows)
        return tall and common != 0, any(row.bit_count() == self.size for row in rows)

    def homes(self, occupied: int) -> tuple[int, ...]:
        """Return the home row of each player, as it is for the next placement; 0 where there is none."""
        return self._homes(occupied, self._span(occupied)) if occupied else (0,) * self.players

    def _homes(self, occupied: int, span: Span) -> tuple[int, ...]:
        tall, wide = self._locks(occupied, span)
        top, bottom, left, right = span
        south = self._row << bottom * self.side if tall else 0
        north = self._row << top * self.side if tall else 0
        if self.players == 2:
            return south, north
        return south, self._column << left if wide else 0, north, self._column << right if wide else 0

    def allowed(self, occupied: int, player: int) -> int:
        """Return the cells at which a player may place a card."""
        found = self._allowed.get(occupied)
        if found is None:
            if len(self._allowed) >= _KEPT:
                self._allowed.clear()
            found = self._allowed[occupied] = self._find_allowed(occupied)
        return found[player]

    def _find_allowed(self, occupied: int) -> tuple[int, ...]:
        if not occupied:
            return (1 << self.origin,) * self.players
        span = self._span(occupied)
        everywhere = self._open_within(occupied, span)
        if span[1] - span[0] < self.size - 1 and span[3] - span[2] < self.size - 1:
            return (everywhere,) * self.players  # nothing is locked: the quick way out
        homes = self._homes(occupied, span)
        if not any(homes):
            return (everywhere,) * self.players
        if self.players == 2:
            south, north = homes
            return everywhere & ~north or everywhere, everywhere & ~south or everywhere
        found = []
        for player, own in enumerate(homes):
            others = 0
            for other, home in enumerate(homes):
                if other != player:
                    others |= home
            if self._shared_corners:
                others &= ~own
            found.append(everywhere & ~others or everywhere)
        return tuple(found)
