"""The symmetries of Campus: the ways to move the cells of a board that keep all of its 14 lines.

What goes down depends only on which tiles share a row, a column or a long diagonal. So rows may change
places if the columns do so alike and opposite ones stay opposite: 48 ways. The columns alone may be
mirrored, which trades the two diagonals, and rows and columns may be traded: 192 ways in all, the eight
turns and mirror images of the square among them.
"""

from __future__ import annotations

import functools
from itertools import permutations, product

from ...solvers.campus.board import SIDE

Turn = tuple[int, ...]
"""Where each cell goes."""


@functools.cache
def symmetries() -> tuple[Turn, ...]:
    """Return the 192 symmetries; the first leaves every cell where it is."""
    orders = [
        order
        for order in permutations(range(SIDE))
        if all(order[SIDE - 1 - i] == SIDE - 1 - order[i] for i in range(SIDE))
    ]
    found = [
        tuple(_image(cell, order, mirrored, traded) for cell in range(SIDE * SIDE))
        for order, mirrored, traded in product(orders, (False, True), (False, True))
    ]
    assert found[0] == tuple(range(SIDE * SIDE))
    return tuple(found)


def _image(cell: int, order: tuple[int, ...], mirrored: bool, traded: bool) -> int:
    row, column = (order[place] for place in divmod(cell, SIDE))
    column = SIDE - 1 - column if mirrored else column
    return column * SIDE + row if traded else row * SIDE + column


@functools.cache
def turns() -> tuple[Turn, ...]:
    """Return the seven turns and mirror images of the square that are not the square as it is."""
    straight = tuple(range(SIDE))
    found = []
    for order, mirrored, traded in product((straight, straight[::-1]), (False, True), (False, True)):
        found.append(tuple(_image(cell, order, mirrored, traded) for cell in range(SIDE * SIDE)))
    return tuple(found[1:])


def orbits(turn: Turn) -> tuple[Turn, ...]:
    """Return a symmetry done once, twice and so on, up to the one that leaves every cell where it is."""
    found = [turn]
    while found[-1] != tuple(range(len(turn))):
        found.append(tuple(turn[cell] for cell in found[-1]))
    return tuple(found)


def moved(mask: int, turn: Turn) -> int:
    """Return where the cells of a bit mask go."""
    return sum(1 << image for cell, image in enumerate(turn) if mask >> cell & 1)
