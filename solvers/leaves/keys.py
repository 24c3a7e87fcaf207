"""A square of stacks as one integer: five bits a cell in reading order, 0 for an empty one, else 1 + card."""

from __future__ import annotations

from .cards import CARDS, Card
from .layout import CELLS, Layout

CELL_BITS = 5
"""Bits a cell takes in a key."""
CELL = (1 << CELL_BITS) - 1


def key_of(layout: Layout) -> int:
    """Return a layout as its key."""
    return sum((card + 1) << CELL_BITS * cell for cell, card in enumerate(layout.cells) if card is not None)


def cells_of(key: int) -> tuple[Card | None, ...]:
    """Return what lies on each cell, as in a `Layout` but perhaps nothing at all."""
    values = (key >> CELL_BITS * cell & CELL for cell in range(CELLS))
    return tuple(CARDS[value - 1] if value else None for value in values)


def layout_of(key: int) -> Layout:
    """Return the layout of a key with at least one card."""
    return Layout(cells_of(key))


def occupied_of(key: int) -> int:
    """Return the occupied cells of a key, as nine bits."""
    return sum(1 << cell for cell in range(CELLS) if key >> CELL_BITS * cell & CELL)


def tops(key: int) -> int:
    """Return the top cards of a key, as 27 bits."""
    found = 0
    while key:
        value = key & CELL
        if value:
            found |= 1 << value - 1
        key >>= CELL_BITS
    return found


def swapped(key: int, first: int, second: int) -> int:
    """Return the key after what lies on two cells has changed places."""
    i, j = CELL_BITS * first, CELL_BITS * second
    both = key >> i & CELL ^ key >> j & CELL
    return key ^ both << i ^ both << j
