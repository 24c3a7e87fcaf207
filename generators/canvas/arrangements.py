"""All ways to lay some cards on the empty places of a scoring area, and what each is worth.

Two cards that look the same are the same card, and a card that a half turn leaves as it is has one way to
lie. Where the area is empty, an arrangement and itself turned round are worth the same, so that only one
of the two is looked at.
"""

from __future__ import annotations

import itertools
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

        faces = [[way.quadrants for way in (card, card.turned(2))] for card in self._cards]
        table = np.array(faces, dtype=np.int8)
        for group in self._groups:
            every = itertools.product(*(range(1 + turned) for turned in group.turned))
            ways = np.array(list(every), dtype=np.int64)
            step = max(1, _CHUNK // len(ways))
            for start in range(0, len(group.orders), step):
                part = np.array(group.orders[start : start + step], dtype=np.int64)
                lying = table[part[:, None, :], ways[None]].reshape(-1, len(self._places), 4)
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


def grids_of(canvas: Canvas, places: Sequence[Place], faces: Array) -> Array:
    """Return grids int8[n, rows, columns]: a canvas with faces on its places, int8[n, places, 4]."""
    import numpy as np

    base = np.array(canvas.quadrants, dtype=np.int8).reshape(canvas.rows, canvas.columns)
    grids: Array = np.repeat(base[None], len(faces), axis=0)
    for at, (column, row) in enumerate(places):
        for quadrant in range(4):
            grids[:, 2 * row + quadrant // 2, 2 * column + quadrant % 2] = faces[:, at, quadrant]
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
    """An arrangement that no other one equals in every goal."""

    values: tuple[int, ...]
    """What it is worth for each goal."""
    canvases: tuple[Canvas, ...]
    """It, and where the area was empty itself turned round, if that is another canvas."""


def sole_bests(
    canvas: Canvas,
    cards: Sequence[Card],
    goals: Sequence[Goal],
    look: Callable[[], object] = lambda: None,
) -> list[SoleBest]:
    """Return the arrangements no other of which is as good in every goal, in the order of their values.

    Of each goal the most wins. An area that is empty is the same turned round. Their values are the
    thresholds that make a puzzle with one solution. `look` is called now and then, for who may have to
    stop: what it raises goes through.
    """
    import numpy as np

    every = Arrangements(canvas, cards)
    look()
    found, weights = [], []
    for chunk in every.chunks():
        found.append(values(goals, chunk.grids).astype(np.int16))
        weights.append(chunk.stands_for)
        look()
    worth, weight = np.concatenate(found), np.concatenate(weights)
    look()
    most = tuple((worth.max(axis=0) + 1).tolist())
    flat = np.ravel_multi_index(tuple(worth.T.astype(np.int64)), most)
    look()
    here = np.bincount(flat, weights=weight, minlength=int(np.prod(most))).astype(np.int64).reshape(most)
    look()
    above = here
    for axis in range(len(goals)):
        above = np.flip(np.cumsum(np.flip(above, axis), axis), axis)
    empty = is_empty(canvas)
    bests = []
    for row in np.argwhere((here > 0) & (above <= 1 + empty) & (here == above)).tolist():
        look()
        one = every.at(int(np.flatnonzero(flat == np.ravel_multi_index(row, most))[0]))
        pair = (one, one.turned(2)) if empty and one != one.turned(2) else (one,)
        # Two canvases that are each their own image turned round would be two solutions.
        if here[tuple(row)] == len(pair):
            bests.append(SoleBest(tuple(row), pair))
    return bests
