"""Random Campus puzzles with one solution: a board, rolls, and what the single line of play leaves.

Some tiles are laid out on random cells, two in eleven of them stars and the others from the printed
numbers; the chain runs, and what it leaves is the board. The rolls are those of two dice. Whether there is
one solution is decided by looking at every line of play, compiled; so is how both players do on it.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...core.kernels import compiled
from ...core.rng import seed_state
from ...solvers.campus import kernels_rolls as kernels
from ...solvers.campus.board import SIDE, Arrangement, Board, cells
from ...solvers.campus.chains import chains
from ...solvers.campus.dice import Roll
from ...solvers.campus.tiles import PRINTED
from .positions import MOST_NUMBERS, Position
from .search import RULES
from .symmetry import Turn, orbits, turns
from .wishes import Order, least_tiles

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_CELLS = SIDE * SIDE
_MOST_ROLLS = 8
_MOST_SETS = 20_000
"""Sets of tiles that answer the rolls, over all positions; a candidate with more is passed over."""
_LAID = (14, 32)
"""From and to how many tiles are laid out."""
_SPARE = 8
"""Laid out above what may stay face up, where that is little."""
_SPREAD = 10
"""Between the fewest tiles laid out and the most, at least."""


class Candidate(Struct, frozen=True):
    """A puzzle with one solution, and how many sets there are to choose from on its way."""

    position: Position
    sets: tuple[int, ...]
    """For each roll, how many sets answer it in the line of the solution."""
    careful: tuple[int, ...]
    """How many of them the careful player chooses from."""
    masks: tuple[int, ...]
    """The positions of that line, from first to last, as `search.Lines` has them."""

    @property
    def random_success(self) -> Fraction:
        """The chance that the random player succeeds."""
        return _one_in(self.sets)

    @property
    def careful_success(self) -> Fraction:
        """The chance that the careful player succeeds."""
        return _one_in(self.careful)

    @property
    def is_decided(self) -> bool:
        """Whether every play the rules allow solves it, so that nobody has to think."""
        return self.first_mistake is None

    @property
    def first_mistake(self) -> int | None:
        """The first roll, from 1, with a second set: all but the solution's lose."""
        return next((i for i, count in enumerate(self.sets, 1) if count > 1), None)


def _one_in(counts: Sequence[int]) -> Fraction:
    found = 1
    for count in counts:
        found *= count
    return Fraction(1, found)


class Draws:
    """Draws candidates, one after another, from a generator of their own for each item."""

    def __init__(self, order: Order, seed: int, number: int) -> None:
        import numpy as np

        self._order = order
        self._state = np.array(seed_state(seed, number), dtype=np.int64)
        self._room = _room()
        self._candidate = compiled(kernels.candidate)
        self._below = compiled(kernels.below)

    def rolls(self) -> int:
        """Return how many rolls the next candidates have, all numbers asked for being as likely."""
        return self._order.rolls[self._below(self._state, len(self._order.rolls))]

    def next(self, rolls: int) -> Candidate | None:
        """Draw a candidate; None where it has no solution, or several."""
        room, order = self._room, self._order
        turn = None
        if order.symmetric:
            turn = turns()[self._below(self._state, len(turns()))]
        kept = int(
            self._candidate(
                self._state, _plan(order, rolls), _orbits(turn), *_board_tables(), *room.arrays, room.found
            )
        )
        return None if kept < 0 else self._read(rolls, kept)

    def _read(self, rolls: int, kept: int) -> Candidate:
        room = self._room
        board = Board(Arrangement(tuple(room.board.tolist()), SIDE))
        thrown = tuple(Roll.of(low, high) for low, high in room.dice[:rolls].tolist())
        counts = room.found[:rolls].tolist()
        return Candidate(
            Position(board, thrown, _tiles_kept(board, kept)),
            tuple(sets for _, sets, _ in counts),
            tuple(careful for _, _, careful in counts),
            (*(mask for mask, _, _ in counts), kept),
        )


class _Room:
    """Arrays the kernels work in."""

    def __init__(self) -> None:
        import numpy as np

        def room(*shape: int) -> Array:
            return np.zeros(shape, dtype=np.int64)

        self.board = room(_CELLS)
        self.dice = room(_MOST_ROLLS, 2)
        self.found = room(_MOST_ROLLS, 3)
        place = np.full(1 << MOST_NUMBERS, -1, dtype=np.int64)
        self.arrays = (
            *(room(_CELLS), room(_CELLS), self.board),
            *(
                room(MOST_NUMBERS),
                room(len(_lines())),
                room(4 * MOST_NUMBERS),
                room(_MOST_ROLLS, 3),
                self.dice,
            ),
            *(room(4 * MOST_NUMBERS + 4), room(_MOST_SETS), room(_MOST_SETS)),
            *(room(_MOST_SETS), room(_MOST_SETS), room(_MOST_SETS), room(_MOST_ROLLS + 2), place),
        )


_rooms = threading.local()


def _room() -> _Room:
    """Return the room of this thread, made when it is first asked for."""
    if not hasattr(_rooms, "room"):
        _rooms.room = _Room()
    found: _Room = _rooms.room
    return found


def _tiles_kept(board: Board, kept: int) -> int:
    """Return the tiles that stay, stars with them, by the mask of the numbers that do."""
    if not kept:
        return 0
    numbers = sum(1 << cell for at, cell in enumerate(cells(board.up_numbers)) if kept >> at & 1)
    return chains(board.arrangement, RULES).closed(numbers | board.arrangement.stars)


@functools.lru_cache(maxsize=64)
def _plan(order: Order, rolls: int) -> Array:
    """Return what a candidate shall be like, as the kernels take it."""
    import numpy as np

    high = min(_LAID[1], order.tiles + _SPARE)
    low = min(_LAID[0], high - _SPREAD)
    fewest = least_tiles(rolls, order.leave, False)
    return np.array([rolls, low, high, order.tiles, fewest, order.leave], dtype=np.int64)


@functools.lru_cache(maxsize=16)
def _orbits(turn: Turn | None) -> Array:
    import numpy as np

    return np.array(orbits(turn or tuple(range(_CELLS))), dtype=np.int64)


@functools.cache
def _board_tables() -> tuple[Array, Array]:
    """Return the printed numbers and the lines, as the kernels take them."""
    import numpy as np

    bag = [value for value in PRINTED.tiles if value > 0]
    return np.array(bag, dtype=np.int64), np.array(_lines(), dtype=np.int64)


def _lines() -> tuple[int, ...]:
    return RULES.lines_of(Arrangement((1,) * _CELLS, SIDE)).masks[0]
