"""The growing grid: which cells are open, when its axes are locked, and whose home rows there are.

The plane is a window so large that every grid which holds its middle cell lies inside; the first card of a
round lies there. Sets of cells are bit masks, bit i for cell i in reading order of the window. Rows are
counted from the north.
"""

from __future__ import annotations

from typing import NamedTuple

from ...core.notation import cell_name
from ...solvers.canvas import EAST, NORTH, SOUTH, WEST, cells
from ...solvers.canvas.regions import SIDES_OF

_KEPT = 8192
"""Shapes of the canvas of which the open cells are remembered."""


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

    def __init__(self, size: int, players: int, *, full_line: bool, shared_corners: bool) -> None:
        """Set it up. `full_line` and `shared_corners` are the rulings `lock` and `corner_home`."""
        self.size, self.players = size, players
        self.side = 2 * size - 1
        self.cells = self.side * self.side
        self.origin = self.cells // 2
        """Where the first card of a round lies."""
        self.names = tuple(cell_name(cell, self.side) for cell in range(self.cells))
        self.cell_at = {name: cell for cell, name in enumerate(self.names)}
        self._full_line, self._shared_corners = full_line, shared_corners
        self._row = (1 << self.side) - 1
        self._column = sum(1 << row * self.side for row in range(self.side))
        self._allowed: dict[int, tuple[tuple[int, ...], ...]] = {}

    # --- where cards lie

    def extent(self, occupied: int) -> Extent:
        """Return the rows and columns in which cards lie; some must."""
        side = self.side
        top, bottom = ((occupied & -occupied).bit_length() - 1) // side, (occupied.bit_length() - 1) // side
        columns, rows = 0, occupied >> top * side
        while rows:
            columns |= rows & self._row
            rows >>= side
        return Extent(top, bottom, (columns & -columns).bit_length() - 1, columns.bit_length() - 1)

    def block(self, top: int, bottom: int, left: int, right: int) -> int:
        """Return the cells of some rows and columns, cut at the edges of the window."""
        top, left = max(0, top), max(0, left)
        bottom, right = min(self.side - 1, bottom), min(self.side - 1, right)
        row = (2 << right) - (1 << left)
        return sum(row << at * self.side for at in range(top, bottom + 1))

    def open_cells(self, occupied: int) -> int:
        """Return the empty cells beside a card at which no side of the grid grows too long.

        The middle one alone where no card lies.
        """
        if not occupied:
            return 1 << self.origin
        side, reach = self.side, self.size - 1
        top, bottom, left, right = self.extent(occupied)
        beside = occupied << 1 | occupied >> 1 | occupied << side | occupied >> side
        # What goes round an edge of the window, from its last column to its first, is too far away.
        return beside & ~occupied & self.block(bottom - reach, top + reach, right - reach, left + reach)

    # --- locked axes and home rows

    def is_locked(self, occupied: int) -> tuple[bool, bool]:
        """Return whether the row axis (north-south) and the column axis (west-east) are locked."""
        if not occupied:
            return False, False
        extent = self.extent(occupied)
        tall, wide = extent.height == self.size, extent.width == self.size
        if self._full_line:
            rows = [occupied >> row * self.side & self._row for row in range(extent.top, extent.bottom + 1)]
            common = self._row
            for row in rows:
                common &= row
            return tall and common != 0, any(row.bit_count() == self.size for row in rows)
        return tall, wide

    def homes(self, occupied: int) -> tuple[int, ...]:
        """Return the home row of each player, as it is for the next placement; 0 where there is none."""
        tall, wide = self.is_locked(occupied)
        if not (tall or wide):
            return (0,) * self.players
        top, bottom, left, right = self.extent(occupied)
        rows = {
            SOUTH: self._row << bottom * self.side if tall else 0,
            NORTH: self._row << top * self.side if tall else 0,
            WEST: self._column << left if wide else 0,
            EAST: self._column << right if wide else 0,
        }
        return tuple(rows[side] for side in SIDES_OF[self.players])

    def allowed(self, occupied: int, player: int) -> tuple[int, ...]:
        """Return the cells at which a player may place a card, in reading order."""
        found = self._allowed.get(occupied)
        if found is None:
            if len(self._allowed) >= _KEPT:
                self._allowed.clear()
            found = self._allowed[occupied] = self._find_allowed(occupied)
        return found[player]

    def _find_allowed(self, occupied: int) -> tuple[tuple[int, ...], ...]:
        everywhere, homes = self.open_cells(occupied), self.homes(occupied)
        if not any(homes):
            return (tuple(cells(everywhere)),) * self.players
        found = []
        for player, own in enumerate(homes):
            others = 0
            for other, home in enumerate(homes):
                if other != player:
                    others |= home
            if self._shared_corners:
                others &= ~own
            found.append(tuple(cells(everywhere & ~others or everywhere)))
        return tuple(found)
