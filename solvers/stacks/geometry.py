"""Where stacks lie and which moves the places allow, whatever the cards are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Move = tuple[int, int]
"""Source and goal: the whole stack on the first goes onto the stack on the second.

Cells are counted from 0; in a closing row they are positions at the time of the move.
"""

EMPTY = -1
"""What `tops` holds for a cell without a stack."""


@dataclass(frozen=True)
class Cells:
    """Cells that stay where they are; a cell left by its stack stays empty."""

    reach: tuple[int, ...]
    """For each cell a mask of the cells a stack on it may move to; if a reaches b, b reaches a."""

    def __post_init__(self) -> None:
        for cell, mask in enumerate(self.reach):
            if mask < 0 or mask >> len(self.reach):
                raise ValueError(f"reach of cell {cell} names a cell that is not there")
            if mask >> cell & 1:
                raise ValueError(f"cell {cell} reaches itself")
            for other in range(cell):
                if mask >> other & 1 != self.reach[other] >> cell & 1:
                    raise ValueError(f"one of cells {other} and {cell} reaches the other, but not back")

    def moves(self, tops: tuple[int, ...]) -> list[Move]:
        """Return every move the places allow when cells hold `tops`, matching left aside."""
        occupied = [cell for cell, top in enumerate(tops) if top != EMPTY]
        return [(a, b) for a in occupied for b in occupied if self.reach[a] >> b & 1]

    def after(self, tops: tuple[int, ...], move: Move) -> tuple[int, ...]:
        """Return the tops after a move."""
        source, goal = move
        after = list(tops)
        after[goal] = after[source]
        after[source] = EMPTY
        return tuple(after)


@dataclass(frozen=True)
class ClosingRow:
    """A row of stacks without gaps: a stack moves to the left, and the stacks behind it close up."""

    reaches: tuple[int, ...] = (1, 3)
    """How many places to the left a stack may move, in ascending order."""

    def __post_init__(self) -> None:
        if not self.reaches or self.reaches[0] < 1 or list(self.reaches) != sorted(set(self.reaches)):
            raise ValueError(f"reaches {self.reaches} are not ascending numbers from 1")

    def moves(self, tops: tuple[int, ...]) -> list[Move]:
        """Return every move the places allow when the row shows `tops`, matching left aside."""
        return [(i, i - d) for i in range(len(tops)) for d in self.reaches if d <= i]

    def after(self, tops: tuple[int, ...], move: Move) -> tuple[int, ...]:
        """Return the tops after a move."""
        source, goal = move
        return (*tops[:goal], tops[source], *tops[goal + 1 : source], *tops[source + 1 :])


Geometry = Cells | ClosingRow


def graph(count: int, edges: Iterable[tuple[int, int]]) -> Cells:
    """Return `count` cells between which stacks move along `edges`, both ways."""
    reach = [0] * count
    for a, b in edges:
        if not (0 <= a < count and 0 <= b < count):
            raise ValueError(f"edge {a}-{b} names a cell outside 0 to {count - 1}")
        reach[a] |= 1 << b
        reach[b] |= 1 << a
    return Cells(tuple(reach))


def neighbours(columns: int, rows: int) -> Cells:
    """Return a grid, counted row by row, where stacks move one cell along a row or column: gaps block."""
    cells = range(columns * rows)
    across = [(cell, cell + 1) for cell in cells if (cell + 1) % columns]
    down = [(cell, cell + columns) for cell in cells if cell + columns < columns * rows]
    return graph(columns * rows, across + down)


def lines(columns: int, rows: int) -> Cells:
    """Return a grid, counted row by row, where stacks move any distance along a row or column over gaps."""
    cells = range(columns * rows)
    return graph(
        columns * rows,
        [
            (a, b)
            for a in cells
            for b in range(a + 1, columns * rows)
            if a // columns == b // columns or a % columns == b % columns
        ],
    )
