"""The JSON documents of the commands about stacks on any graph."""

from __future__ import annotations

import msgspec


class StacksUnsolvable(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that cannot be reduced to one stack, and why."""

    deal: int | None
    """Its published number; null for cards that were given."""
    cards: str
    reason: str


class StacksCheck(msgspec.Struct, kw_only=True, frozen=True):
    """One deal of a stack game, or a range of published deals."""

    format: str = "quadrangle stacks check"
    version: int = 1
    game: str
    deals: str | None
    """The numbers asked for, as in "1-300"; null for cards that were given."""
    cards: str | None
    """The deal, where there is only one."""
    checked: int
    """Deals looked at: fewer than asked for when the budget was spent."""
    solvable: int
    unsolvable: list[StacksUnsolvable]
    undecided: list[int | None]
    """Deals the search was stopped in; null for cards that were given."""
    solution: list[str] | None
    """Moves "source-goal", where one deal was asked about and is solvable."""
    nodes: int
    """Positions expanded."""


class StacksWinnable(msgspec.Struct, kw_only=True, frozen=True):
    """How often a stack game can be won, from random deals."""

    format: str = "quadrangle stacks winnable"
    version: int = 1
    game: str
    seed: int
    deals: int
    """Deals tried."""
    won: int
    lost: int
    undecided: int
    interval: tuple[float, float]
    """95 % interval of the share that can be won; undecided deals widen it on both sides."""
    nodes: int


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "stacks-check": StacksCheck,
    "stacks-winnable": StacksWinnable,
}
