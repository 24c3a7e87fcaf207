"""Whether a solo challenge that is under way can still be cleared, within a number of positions.

What is proved is that nothing helps: each puzzle that is open takes at least so many swaps,
whichever hand card it gets, and together they take more than there are Breezes. A puzzle that is
not begun is looked up in the census; one that is begun is searched. The answer depends on the
arguments alone, never on time or on what was asked before.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from .cards import CARDS, MATCHES, Card
from .census import shipped
from .keys import CELL, CELL_BITS, layout_of, occupied_of, swapped
from .layout import CELLS, CENTRE
from .search import CONNECTED, children
from .symmetry import RING

PROOF_NODES = 4_000
"""Positions a proof may expand during play: some 40 ms at the very most, nearly always under one.

A puzzle that is begun takes at most some hundred without swaps; only swaps at any time take more.
"""

NEVER = 1 << 20
"""More swaps than anybody has: what no number of them helps."""

_FULL = (1 << CELLS) - 1


class OpenPuzzle(Struct, frozen=True):
    """A puzzle that is not cleared."""

    key: int
    """What lies on it, five bits a cell, as in `keys`."""
    begun: bool
    """Whether a hand card was put in its centre."""


def is_hopeless(hand: int, puzzles: Sequence[OpenPuzzle], breezes: int, swaps: str, nodes: int) -> bool:
    """Return whether it is proved that nothing clears all puzzles.

    `hand` holds the cards left as 27 bits, `breezes` says how many swaps are left, `swaps` by
    which ruling: `before_placing` (inside a puzzle that is not begun), `any_time` (what lies on
    two outer cells, also of one that is begun) or `across_puzzles` (two cards of any puzzles not
    begun). False means that it can be cleared, or that `nodes` positions prove nothing.
    """
    cards = [card for card in CARDS if hand >> card & 1]
    waiting = [puzzle.key for puzzle in puzzles if not puzzle.begun]
    if len(waiting) > len(cards):
        return True
    tables = [swaps_needed(key) for key in waiting]
    if swaps == "any_time":
        tables = [_at_any_time(key, table) for key, table in zip(waiting, tables, strict=True)]
    across = swaps == "across_puzzles" and len(waiting) > 1
    least = (_least_across if across else _least)(cards, tables)
    if least > breezes:
        return True
    meter = _Meter(nodes)
    most = breezes - least if swaps == "any_time" else 0
    for puzzle in puzzles:
        if puzzle.begun:
            # What one puzzle takes the next cannot have.
            most -= fewest_swaps(puzzle.key, most, meter)
            if most < 0:
                return True
    return False


@functools.lru_cache(maxsize=1 << 10)
def swaps_needed(key: int) -> Mapping[Card, int]:
    """Return the fewest swaps inside a puzzle not begun with each card in its centre, by the census.

    A card with which no order helps is left out.
    """
    needed = shipped().swaps(layout_of(key))
    return {card: count for card, count in needed.items() if count is not None}


def _least(cards: Sequence[Card], tables: Sequence[Mapping[Card, int]]) -> int:
    """Return the fewest swaps for all puzzles with a card each; NEVER when some puzzle has none."""
    return min(sum(needs) for needs in _assignments(cards, tables))


def _least_across(cards: Sequence[Card], tables: Sequence[Mapping[Card, int]]) -> int:
    """Return a number of swaps that is not enough less one, where one may mend two puzzles."""
    return min((sum(need > 0 for need in needs) + 1) // 2 for needs in _assignments(cards, tables))


def _assignments(cards: Sequence[Card], tables: Sequence[Mapping[Card, int]]) -> Iterator[list[int]]:
    """Yield what each puzzle needs, for every way to give them different cards."""
    for chosen in permutations(cards, len(tables)):
        yield [table.get(card, NEVER) for card, table in zip(chosen, tables, strict=True)]


def _at_any_time(key: int, needed: Mapping[Card, int]) -> Mapping[Card, int]:
    """Return a number of swaps that each card takes at least, where they may come between merges.

    No swap changes what is seen, so cards in two groups with nothing in common stay so. Where one
    swap before the first merge is not enough, one later may be.
    """
    ring = [value - 1 for value in _values(key)]
    least = {}
    for card in CARDS:
        if card not in ring and _hang_together([*ring, card]):
            least[card] = min(needed.get(card, 1), 1)
    return least


class _Meter:
    """Counts positions down to none."""

    __slots__ = ("left",)

    def __init__(self, nodes: int) -> None:
        self.left = nodes


def fewest_swaps(key: int, most: int, meter: _Meter) -> int:
    """Return a number of swaps between merges that a puzzle which is begun takes at least.

    It is the fewest there are when the meter does not run out; NEVER for more than `most`.
    """
    if not _hang_together([value - 1 for value in _values(key)]):
        return NEVER
    if not most and occupied_of(key) == _FULL:
        centre = CARDS[(key >> CELL_BITS * CENTRE & CELL) - 1]
        return NEVER if swaps_needed(key & ~(CELL << CELL_BITS * CENTRE)).get(centre, NEVER) else 0
    front = [(key, occupied_of(key))]
    seen = {key}
    for count in range(most + 1):
        reached = _merged(front, seen, meter)
        if reached is None:
            return count
        if count < most:
            front = [
                (child, occupied) for position in reached for child, occupied in _swapped(*position, seen)
            ]
    return NEVER


def _merged(front: list[tuple[int, int]], seen: set[int], meter: _Meter) -> list[tuple[int, int]] | None:
    """Return every position that merges lead to and that is not lost by what one sees.

    None when one stack is among them, or when the meter runs out.
    """
    stack, reached = front, []
    while stack:
        key, occupied = stack.pop()
        if not occupied & occupied - 1:
            return None
        if not CONNECTED[occupied] or not _partnered(key):
            continue
        if not meter.left:
            return None
        meter.left -= 1
        reached.append((key, occupied))
        for _, _, child, left in children(key, occupied):
            if child not in seen:
                seen.add(child)
                stack.append((child, left))
    return reached


def _swapped(key: int, occupied: int, seen: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the positions after each swap of what lies on two outer cells, those not seen before."""
    cells = [cell for cell in RING if occupied >> cell & 1]
    for x, y in combinations(cells, 2):
        child = swapped(key, x, y)
        if child not in seen:
            seen.add(child)
            yield child, occupied


def _partnered(key: int) -> bool:
    values = _values(key)
    shown = 0
    for value in values:
        shown |= 1 << value - 1
    return all(MATCHES[value - 1] & shown for value in values)


def _hang_together(cards: Sequence[int]) -> bool:
    """Return whether cards are linked by traits they share: every merge is such a link."""
    shown = sum(1 << card for card in cards)
    reached = front = shown & -shown
    while front:
        card = front.bit_length() - 1
        front &= ~(1 << card)
        wider = MATCHES[card] & shown & ~reached
        reached |= wider
        front |= wider
    return reached == shown


def _values(key: int) -> list[int]:
    found = []
    while key:
        if key & CELL:
            found.append(key & CELL)
        key >>= CELL_BITS
    return found
