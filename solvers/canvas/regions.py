"""Scoring areas: the part of a canvas in which a player may fulfil goals, seen from the player's seat.

Rules: *Home Row and Scoring Areas* and *Changes for 4 Players*. It is the two rows of cards nearest to
the player, cut off from the rest of the canvas, and turned so that the owner's edge is at the bottom.
"""

from __future__ import annotations

from msgspec import Struct

from .canvas import Canvas, cells, turned_cells

SOUTH, WEST, NORTH, EAST = 0, 1, 2, 3
SIDE_NAMES = ("south", "west", "north", "east")
DEPTH = 4
"""Rows of quadrants of a scoring area, two rows of cards."""
SIDES_OF = {2: (SOUTH, NORTH), 4: (SOUTH, WEST, NORTH, EAST)}
"""The sides players sit at, by their number, clockwise from the first."""


class Region(Struct, frozen=True):
    """A scoring area as its owner sees it."""

    side: int
    """Where the owner sits."""
    grid: Canvas
    """Its quadrants, the owner's edge at the bottom."""
    cells: tuple[int, ...]
    """For each cell of `grid` the cell of the canvas."""

    def on_canvas(self, mask: int) -> int:
        """Return the cells of the canvas that cells of the grid are, both as bit masks."""
        return sum(1 << self.cells[cell] for cell in cells(mask))


def region(canvas: Canvas, side: int) -> Region:
    """Return the scoring area at a side of a canvas; all of it where it is no deeper than two cards.

    Raises ValueError for a side that is none.
    """
    if side not in (SOUTH, WEST, NORTH, EAST):
        raise ValueError(f"side {side}; expected 0 to 3 for south, west, north and east")
    # The west has its edge at the bottom once the canvas is turned back by a quarter.
    quarters = (0, 3, 2, 1)[side]
    order = turned_cells(canvas.rows, canvas.columns, quarters)
    columns = canvas.rows if quarters % 2 else canvas.columns
    nearest = order[-DEPTH * columns :]
    return Region(side, Canvas(tuple(canvas.quadrants[cell] for cell in nearest), columns), nearest)


def regions(canvas: Canvas, players: int) -> tuple[Region, ...]:
    """Return the scoring areas of two or four players in the order of their seats. Raises ValueError."""
    if players not in SIDES_OF:
        raise ValueError(f"{players} players; expected 2 or 4")
    return tuple(region(canvas, side) for side in SIDES_OF[players])
