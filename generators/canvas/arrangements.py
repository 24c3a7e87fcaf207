"""All ways to lay some cards on the empty places of a scoring area, and what each is worth.

Two cards that look the same are the same card, and a card that a half turn leaves as it is has one way to
lie. Where the area is empty, an arrangement and itself turned round are worth the same, so that only one
of the two is looked at.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...solvers.canvas.canvas import EMPTY, Canvas, Card
from ...solvers.canvas.goals import Goal
from .positions import Place, empty_places, filled

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

_FEW = 1000
"""Canvases up to which they are judged one by one, so that nothing has to be loaded and compiled for them."""
_CHUNK = 1 << 16

_Order = tuple[int, ...]


class Chunk(Struct, frozen=True):
    """Some of the arrangements."""

    grids: Any
    """int8[n, rows, columns]."""
    stands_for: Any
    """int64[n]: how many canvases each stands for: 2 where the area turned round comes with it, else 1."""


class _Group(Struct, frozen=True):
    """The orders of cards in which the same places have a card that looks another when it is turned round."""

    turned: tuple[bool, ...]
    orders: list[_Order]
    stands_for: int

    @property
    def ways(self) -> int:
        """In how many ways the cards of an order may lie."""
        return 1 << sum(self.turned)


class Arrangements:
    """All arrangements of cards, one for each empty place, numbered from 0."""

    def __init__(self, canvas: Canvas, cards: Sequence[Card]) -> None:
        """Take what lies, and as many cards as there are empty places."""
        self._canvas, self._cards = canvas, cards
        self._places = empty_places(canvas)
        self._groups = _groups(cards, is_empty(canvas))

    def chunks(self) -> Iterator[Chunk]:
        """Yield all of them in order, many at a time."""
        waiting: list[Chunk] = []
        size = 0
        for part in self._parts():
            if waiting and size + len(part.grids) > _CHUNK:
                yield _joined(waiting)
                waiting, size = [], 0
            waiting.append(part)
            size += len(part.grids)
        if waiting:
            yield _joined(waiting)

    def _parts(self) -> Iterator[Chunk]:
        import numpy as np

        # The four quadrants of a card as one number, so that a face is copied at once.
        faces = np.array([way.quadrants for card in self._cards for way in (card, card.turned(2))], np.int8)
        table = faces.view(np.int32)[:, 0]
        for group in self._groups:
            every = itertools.product(*(range(1 + turned) for turned in group.turned))
            ways = np.array(list(every), dtype=np.int64)
            step = max(1, _CHUNK // len(ways))
            for start in range(0, len(group.orders), step):
                part = np.array(group.orders[start : start + step], dtype=np.int64)
                lying = [
                    table.take(2 * order[:, None] + way).view(np.int8).reshape(-1, 4)
                    for order, way in zip(part.T, ways.T, strict=True)
                ]
                grids = grids_of(self._canvas, self._places, lying)
                yield Chunk(grids, np.full(len(grids), group.stands_for, dtype=np.int64))

    def at(self, number: int) -> Canvas:
        """Return one of them. Raises IndexError for a number there is not."""
        for group in self._groups:
            if number < len(group.orders) * group.ways:
                return self._laid(group, number)
            number -= len(group.orders) * group.ways
        raise IndexError("no such arrangement")

    def _laid(self, group: _Group, number: int) -> Canvas:
        order, way = group.orders[number // group.ways], number % group.ways
        canvas = self._canvas
        # The last place changes first, as the last digit of a number does.
        for card, turned, place in reversed(list(zip(order, group.turned, self._places, strict=True))):
            face = self._cards[card]
            if turned:
                face, way = face.turned(2 * (way & 1)), way >> 1
            canvas = filled(canvas, place, face)
        return canvas


def _groups(cards: Sequence[Card], empty: bool) -> list[_Group]:
    first = [cards.index(card) for card in cards]
    turns = [len(card.half_turns()) == 2 for card in cards]
    every: Iterator[_Order] = itertools.permutations(range(len(cards)))
    if len(set(first)) < len(first):
        every = iter(sorted(set(itertools.permutations(first))))
    found: dict[tuple[tuple[bool, ...], int], list[_Order]] = {}
    for order in every:
        stands_for = 1
        if empty and order != order[::-1]:
            if order > order[::-1]:
                continue
            stands_for = 2
        found.setdefault((tuple([turns[card] for card in order]), stands_for), []).append(order)
    return [_Group(turned, orders, stands_for) for (turned, stands_for), orders in found.items()]


def _joined(parts: Sequence[Chunk]) -> Chunk:
    import numpy as np

    grids = np.concatenate([part.grids for part in parts])
    return Chunk(grids, np.concatenate([part.stands_for for part in parts]))


def grids_of(canvas: Canvas, places: Sequence[Place], faces: Sequence[Array]) -> Array:
    """Return grids int8[n, rows, columns]: a canvas with faces int8[n, 4] on each of its places."""
    import numpy as np

    base = np.array(canvas.quadrants, dtype=np.int8).reshape(canvas.rows, canvas.columns)
    grids: Array = np.repeat(base[None], len(faces[0]), axis=0)
    halves = grids.view(np.int16)  # two quadrants beside each other
    for (column, row), some in zip(places, faces, strict=True):
        halves[:, 2 * row : 2 * row + 2, column] = some.view(np.int16)
    return grids


def is_empty(canvas: Canvas) -> bool:
    """Return whether no card lies."""
    return all(colour == EMPTY for colour in canvas.quadrants)


def is_few(count: int) -> bool:
    """Return whether so few canvases are judged one by one: where nothing has been compiled yet."""
    return count <= _FEW and "numba" not in sys.modules


def values(goals: Sequence[Goal], grids: Array) -> Array:
    """Return int64[n, goals]: what each grid is worth for each goal."""
    import numpy as np

    if not is_few(len(grids)):
        from ...solvers.canvas import batch

        return batch.values(goals, grids)
    canvases = canvases_of(grids)
    rows = [[goal.value(canvas) for goal in goals] for canvas in canvases]
    return np.array(rows, dtype=np.int64).reshape(len(canvases), len(goals))


def canvases_of(grids: Array) -> list[Canvas]:
    """Return the canvases of int8[n, rows, columns]."""
    count, rows, columns = grids.shape
    return [Canvas(tuple(flat), columns) for flat in grids.reshape(count, rows * columns).tolist()]


class SoleBest(Struct, frozen=True):
    """An arrangement no other of which is as good in every goal."""

    values: tuple[int, ...]
    """What it is worth for each goal."""
    canvases: tuple[Canvas, ...]
    """It, and where the area was empty itself turned round, if that is another canvas."""


class Valued:
    """All arrangements, and what each is worth for each goal of a pool."""

    def __init__(
        self,
        canvas: Canvas,
        cards: Sequence[Card],
        pool: Sequence[Goal],
        look: Callable[[], object] = lambda: None,
    ) -> None:
        """Value all arrangements, for at most MOST_GOALS goals.

        `look` is called now and then, for who may have to stop: what it raises goes through.
        """
        import numpy as np

        assert len(pool) <= MOST_GOALS
        self._every, self._is_empty, self._pool = Arrangements(canvas, cards), is_empty(canvas), pool
        look()
        keys, twice = [], []
        for chunk in self._every.chunks():
            keys.append(_key(values(pool, chunk.grids)))
            twice.append(chunk.stands_for == 2)
            look()
        self._key = np.concatenate(keys)
        # What stands for two canvases is counted apart.
        rows, counts = np.unique(2 * self._key + np.concatenate(twice), return_counts=True)
        look()
        self._rows, self._weights = rows >> 1, counts * (1 + (rows & 1))

    def sole_bests(self, goals: Sequence[Goal]) -> list[SoleBest]:
        """Return the arrangements no other of which is as good in every goal, in the order of their values.

        The goals are some of the pool. Of each the most wins. An area that is empty is the same turned
        round. Their values are the thresholds that make a puzzle with one solution.
        """
        import numpy as np

        worth = np.stack([self._rows >> self._shift(goal) & _DIGIT for goal in goals], axis=1)
        least = worth.min(axis=0)
        ranges = tuple((worth.max(axis=0) - least + 1).tolist())
        flat = np.ravel_multi_index(tuple((worth - least).T), ranges)
        counted = np.bincount(flat, weights=self._weights, minlength=math.prod(ranges))
        here = counted.astype(np.int64).reshape(ranges)
        above = here
        for axis in range(len(goals)):
            above = np.flip(np.cumsum(np.flip(above, axis), axis), axis)
        bests = []
        for row in np.argwhere((here > 0) & (above <= 1 + self._is_empty) & (here == above)):
            one = self._first(int(self._rows[flat == np.ravel_multi_index(tuple(row), ranges)][0]))
            pair = (one, one.turned(2)) if self._is_empty and one != one.turned(2) else (one,)
            # Two canvases that are each their own image turned round would be two solutions.
            if here[tuple(row)] == len(pair):
                bests.append(SoleBest(tuple((row + least).tolist()), pair))
        return bests

    def _shift(self, goal: Goal) -> int:
        return _BITS * self._pool.index(goal)

    def _first(self, key: int) -> Canvas:
        """Return the first arrangement that is worth so much for the goals of the pool."""
        import numpy as np

        return self._every.at(int(np.argmax(self._key == key)))


MOST_GOALS = 10
"""How many goals a pool may have: as many as one integer has digits for."""
_BITS = 6
_DIGIT = (1 << _BITS) - 1
"""An area of 32 quadrants is worth 32 at most for any goal."""


def _key(worth: Array) -> Array:
    """Return int64[n]: what each is worth for the goals of a pool, int64[n, goals], as one number."""
    import numpy as np

    key = np.zeros(len(worth), dtype=np.int64)
    for at in range(worth.shape[1]):
        key |= worth[:, at] << _BITS * at
    return key


def sole_bests(canvas: Canvas, cards: Sequence[Card], goals: Sequence[Goal]) -> list[SoleBest]:
    """Return what `Valued.sole_bests` does, for all of its goals."""
    return Valued(canvas, cards, goals).sole_bests(goals)
