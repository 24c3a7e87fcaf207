"""Why a position cannot be reduced to one stack, in forms a person can check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .geometry import Cells
from .position import Position


@dataclass(frozen=True)
class NoPartner:
    """The card on `cell` matches none of the others."""

    cell: int


@dataclass(frozen=True)
class TwoGroups:
    """No card on `first` matches a card on `second`, and every stack is in one of them."""

    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(frozen=True)
class CellsApart:
    """No stack on `first` can ever reach one on `second`, and every stack is in one of them."""

    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(frozen=True)
class EndCannotJoin:
    """The stack at the left end of a closing row never moves, and only its card matches both groups."""

    first: tuple[int, ...]
    second: tuple[int, ...]


@dataclass(frozen=True)
class Trapped:
    """Only through the card on `hub` do those on `group` match any outside the group.

    If the last card is not one of the group, the stacks on `stuck` have to be taken by the
    hub's card; but their cards do not match it, and they cannot meet the rest of the group.
    So the last card is one of the group.
    """

    hub: int
    group: tuple[int, ...]
    stuck: tuple[int, ...]


@dataclass(frozen=True)
class NoLastCard:
    """Each of `claims` shows a group that must hold the last card, and no card is in all the groups."""

    claims: tuple[Trapped, ...]


@dataclass(frozen=True)
class Searched:
    """Every line of play was followed; `positions` different positions had to be looked at."""

    positions: int


Reason = NoPartner | TwoGroups | CellsApart | EndCannotJoin | NoLastCard | Searched


def plain_reason(position: Position) -> Reason | None:
    """Return a proof that `position` is lost which needs no search, or None."""
    stacks = position.stacks
    if len(stacks) < 2:
        return None
    matching = {a: {b for b in stacks if position.match(a, b)} for a in stacks}
    for cell in stacks:
        if not matching[cell]:
            return NoPartner(cell)
    groups = list(parts(stacks, matching))
    if len(groups) > 1:
        return TwoGroups(groups[0], _others(stacks, groups[0]))
    if not isinstance(position.geometry, Cells):
        inner = stacks[1:]
        groups = list(parts(inner, matching))
        if len(groups) > 1:
            return EndCannotJoin(groups[0], _others(inner, groups[0]))
        return None
    reach = position.geometry.reach
    near = {a: {b for b in stacks if reach[a] >> b & 1} for a in stacks}
    islands = list(parts(stacks, near))
    if len(islands) > 1:
        return CellsApart(islands[0], _others(stacks, islands[0]))
    return _no_last_card(stacks, matching, near)


def parts(cells: Sequence[int], edges: dict[int, set[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the connected parts of `cells` under `edges`, each in ascending order."""
    rest = set(cells)
    while rest:
        part: set[int] = set()
        fresh = {min(rest)}
        while fresh:
            part |= fresh
            fresh = {b for a in fresh for b in edges[a] if b in rest} - part
        rest -= part
        yield tuple(sorted(part))


def _others(cells: Sequence[int], group: Sequence[int]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if cell not in group)


def _no_last_card(
    stacks: Sequence[int], matching: dict[int, set[int]], near: dict[int, set[int]]
) -> NoLastCard | None:
    """Return claims about where the last card must be that contradict each other, or None."""
    last = set(stacks)
    claims = []
    for hub in stacks:
        groups = list(parts(_others(stacks, (hub,)), matching))
        for group in groups if len(groups) > 1 else ():
            stuck = _stuck(group, hub, matching, near)
            if stuck and not last <= set(group):
                claims.append(Trapped(hub, group, stuck))
                last &= set(group)
                if not last:
                    return NoLastCard(tuple(claims))
    return None


def _stuck(
    group: tuple[int, ...], hub: int, matching: dict[int, set[int]], near: dict[int, set[int]]
) -> tuple[int, ...]:
    """Return a part of `group` that meets neither the hub's card nor the rest of the group, or ()."""
    for island in parts(group, near):
        for part in parts(island, matching):
            if not matching[hub].intersection(part):
                return part
    return ()
