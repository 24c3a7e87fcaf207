"""A position: places, the top card of each stack, and which cards match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...core.errors import IllegalAction
from .geometry import EMPTY, ClosingRow, Geometry, Move

Card = TypeVar("Card")


def compatibility(cards: Sequence[Card], rule: Callable[[Card, Card], bool]) -> tuple[int, ...]:
    """Return for each card a mask of the other cards it matches under `rule`.

    Raises ValueError when the rule does not answer the same both ways round.
    """
    masks = [0] * len(cards)
    for a in range(len(cards)):
        for b in range(a):
            matches = bool(rule(cards[a], cards[b]))
            if matches != bool(rule(cards[b], cards[a])):
                raise ValueError(
                    f"the rule says {matches} for {cards[a]!r} and {cards[b]!r} only one way round"
                )
            if matches:
                masks[a] |= 1 << b
                masks[b] |= 1 << a
    return tuple(masks)


@dataclass(frozen=True)
class Position:
    """Stacks of which only the top cards matter; the goal is a single stack."""

    geometry: Geometry
    tops: tuple[int, ...]
    """For each cell the index of its top card, or EMPTY; a closing row has no empty cells."""
    compat: tuple[int, ...]
    """For each card a mask of the cards it matches: symmetric, no card matching itself."""

    def __post_init__(self) -> None:
        stacks = self.stacks
        if not stacks:
            raise ValueError("a position needs at least one stack")
        shown = [self.tops[cell] for cell in stacks]
        if min(shown) < 0 or max(shown) >= len(self.compat) or len(set(shown)) != len(shown):
            raise ValueError(f"tops {self.tops} are not different cards from 0 to {len(self.compat) - 1}")
        if isinstance(self.geometry, ClosingRow):
            if len(stacks) != len(self.tops):
                raise ValueError("a closing row has no empty cells")
        elif len(self.tops) != len(self.geometry.reach):
            raise ValueError(f"{len(self.tops)} tops for {len(self.geometry.reach)} cells")
        for a in shown:
            for b in shown:
                if self.compat[a] >> b & 1 != self.compat[b] >> a & 1 or (a == b and self.compat[a] >> a & 1):
                    raise ValueError(f"matching of cards {a} and {b} is not the same both ways round")

    @classmethod
    def of(
        cls, geometry: Geometry, cards: Sequence[Card | None], rule: Callable[[Card, Card], bool]
    ) -> Position:
        """Return the position with `cards` on the cells, None for an empty cell, matched by `rule`."""
        shown = [card for card in cards if card is not None]
        indexes = iter(range(len(shown)))
        tops = tuple(EMPTY if card is None else next(indexes) for card in cards)
        return cls(geometry, tops, compatibility(shown, rule))

    @property
    def stacks(self) -> tuple[int, ...]:
        """Cells that hold a stack, in ascending order."""
        return tuple(cell for cell, top in enumerate(self.tops) if top != EMPTY)

    def match(self, a: int, b: int) -> bool:
        """Return whether the top cards of cells `a` and `b` match."""
        return bool(self.compat[self.tops[a]] >> self.tops[b] & 1)

    def moves(self) -> list[Move]:
        """Return the legal moves, by source and goal."""
        return [move for move in self.geometry.moves(self.tops) if self.match(*move)]

    def apply(self, move: Move) -> Position:
        """Return the position after `move`. Raises IllegalAction naming the rule it broke."""
        if move not in self.geometry.moves(self.tops):
            raise IllegalAction(f"no stack on {move[0]} can reach a stack on {move[1]}")
        if not self.match(*move):
            raise IllegalAction(f"the top cards on {move[0]} and {move[1]} do not match")
        return Position(self.geometry, self.geometry.after(self.tops, move), self.compat)

    def replay(self, line: Sequence[Move]) -> Position:
        """Return the position after all moves of `line`. Raises IllegalAction at the first illegal one."""
        position = self
        for move in line:
            position = position.apply(move)
        return position
