"""The sets a roll allows, as the legal actions of a turn: counted and drawn without being listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.rng import Rng
from ...solvers.campus.moves import Move
from ...solvers.campus.sums import Sums
from ...solvers.campus.terms import Terms
from ..game import Actions
from .desk import Desk


class SetActions(Actions[Move]):
    """The admissible sets in the order of the lists of their cells, `pass` last where it is allowed.

    The random player takes each of them alike.
    """

    __slots__ = ("_desk", "_sums", "_terms", "_up")

    def __init__(self, desk: Desk, up: int, terms: Terms) -> None:
        """Keep what has to be known of a turn that is not lost; nothing is counted yet."""
        self._desk, self._up, self._terms = desk, up, terms
        self._sums: Sums | None = None

    @property
    def sums(self) -> Sums:
        """The admissible sets, `pass` not among them."""
        if self._sums is None:
            self._sums = self._desk.judge.sums(self._up, self._terms)
        return self._sums

    @property
    def _passes(self) -> bool:
        return self._desk.may_pass or not len(self.sums)

    def sample(self, rng: Rng) -> Move:
        """Return one of the moves at random, each as likely as any other."""
        desk = self._desk
        return Move(desk.draw(self._up, self._terms, rng), desk.columns)

    def __len__(self) -> int:
        return len(self.sums) + self._passes

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if self._passes and number == len(self.sums):
            return self._move(0)
        return self._move(self.sums.unrank(number))

    def __iter__(self) -> Iterator[Move]:
        yield from map(self._move, self.sums)
        if self._passes:
            yield self._move(0)

    def __contains__(self, action: object) -> bool:
        return type(action) is Move and self._desk.allows(self._up, self._terms, action)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a move. Raises ValueError for one that is not among them."""
        if value not in self:
            raise ValueError(f"{value} is not a move here")
        place = self.sums.rank(value.tiles) if value.tiles else len(self) - 1
        if not start <= place < (len(self) if stop is None else stop):
            raise ValueError(f"{value} is not a move from {start} on")
        return place

    def _move(self, tiles: int) -> Move:
        return Move(tiles, self._desk.columns)
