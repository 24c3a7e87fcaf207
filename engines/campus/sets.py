"""The sets a roll allows, as the legal actions of a turn: counted and drawn without being listed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ...core.rng import Rng
from ...solvers.campus.moves import Move, Moves
from ...solvers.campus.sums import Sums
from ..game import Actions

if TYPE_CHECKING:
    from .state import CampusState


_LISTED = 200_000
"""Moves that are listed at most, all with what they lead to; ten times those of a printed board."""


class SetActions(Actions[Move]):
    """The admissible sets in the order of the lists of their cells, `pass` last where it is allowed.

    The random player takes each of them alike.
    """

    __slots__ = ("_state", "_sums")

    def __init__(self, state: CampusState) -> None:
        """Keep the position, which waits for a move; nothing is counted yet."""
        self._state = state
        self._sums: Sums | None = None

    @property
    def sums(self) -> Sums:
        """The admissible sets, `pass` not among them."""
        if self._sums is None:
            state = self._state
            desk, up, terms = state.asked()
            self._sums = desk.judge.sums(up, terms)
        return self._sums

    @property
    def _passes(self) -> bool:
        return self._state.game.rules.must_play == "may_pass" or not len(self.sums)

    def sample(self, rng: Rng) -> Move:
        """Return one of the moves at random, each as likely as any other."""
        state = self._state
        desk, up, terms = state.asked()
        tiles, left = desk.draw(up, terms, rng)
        if left >= 0:
            state.game.drawn = (state.up, state.sheet, state.roll, state.current_player, tiles, left)
        return Move(tiles, desk.columns)

    def shortlist(self, rng: Rng, most: int) -> Iterable[Move]:
        """Return all moves, or of more than `most` those that leave the fewest tiles and the least value up.

        That is what `CampusState.evaluate` likes best; where claims are made by hand, or there are more
        than can be looked at, moves are drawn.
        """
        state = self._state
        if not most < len(self) <= _LISTED or state.game.claims_by_hand:
            return super().shortlist(rng, most)
        desk, up, _ = state.asked()
        assert state.roll is not None
        found = Moves(desk.board(up), state.roll, desk.rules).outcomes()
        fewest = min(outcome.up.bit_count() for outcome in found)
        found = [outcome for outcome in found if outcome.up.bit_count() == fewest]
        least = min(desk.points(outcome.up) for outcome in found)
        return [outcome.move for outcome in found if desk.points(outcome.up) == least]

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
        if type(action) is not Move:
            return False
        desk, up, terms = self._state.asked()
        return desk.allows(up, terms, action)

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a move. Raises ValueError for one that is not among them."""
        if value not in self:
            raise ValueError(f"{value} is not a move here")
        place = self.sums.rank(value.tiles) if value.tiles else len(self) - 1
        if not start <= place < (len(self) if stop is None else stop):
            raise ValueError(f"{value} is not a move from {start} on")
        return place

    def _move(self, tiles: int) -> Move:
        return Move(tiles, self._state.game.columns)
