"""Squares of stacks as two integers, the same as in `solvers.leaves.search`, for engines that must be fast.

A key holds five bits a cell, 0 for an empty one, else 1 + card; beside it goes the set of occupied
cells as nine bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.leaves.cards import CARDS, TRAITS, Card
from ...solvers.leaves.keys import CELL, CELL_BITS, cells_of, key_of
from ...solvers.leaves.layout import CELLS, CENTRE, SIDE, Layout, Merge
from ...solvers.leaves.search import CONNECTED
from ...solvers.leaves.symmetry import RING
from .actions import MERGES, PAIRS, MergeList

FULL = (1 << CELLS) - 1
RING_SET = FULL ^ 1 << CENTRE
"""The eight cells of a puzzle before its centre is filled."""

_NAMED = {trait: 1 << i for i, trait in enumerate(TRAITS)}
_NONE = (0,) * (CELL + 1)


def _shared(value: int) -> tuple[int, ...]:
    if not 0 < value <= len(CARDS):
        return _NONE
    card = CARDS[value - 1]
    row = [0] + [sum(_NAMED[trait] for trait in card.shared(other)) for other in CARDS]
    row[value] = 0
    return (*row, *_NONE[len(row) :])


SHARED = tuple(_shared(value) for value in range(CELL + 1))
"""For two values of a cell in a key: the traits the cards share, as three bits; 0 where one is empty."""

_OF_PAIR = tuple(
    tuple(
        tuple(MERGES[6 * pair + 3 * way + i] for way in (0, 1) for i in range(3) if traits >> i & 1)
        for traits in range(8)
    )
    for pair in range(len(PAIRS))
)

_EDGES = tuple(
    tuple(
        (CELL_BITS * i, CELL_BITS * j, _OF_PAIR[pair])
        for pair, (i, j) in enumerate(PAIRS)
        if occupied >> i & occupied >> j & 1
    )
    for occupied in range(1 << CELLS)
)
"""For each set of occupied cells: the places in a key of each pair of neighbours in it, and their merges."""

MERGE_AT = {
    merge: (CELL_BITS * merge.source, CELL_BITS * merge.goal, 1 << merge.source, 1 << i % 3)
    for i, merge in enumerate(MERGES)
}
"""For each merge: places of source and goal in a key, bit of the source, bit of the trait."""

DEAL_CELL = {sum(1 << cell for cell in RING[:count]): cell for count, cell in enumerate(RING)}
"""For the cells dealt so far, the one the next card goes to: a1 b1 c1 a2 c2 a3 b3 c3."""


def legal_merges(key: int, occupied: int) -> MergeList:
    """Return the legal merges of a square, one for each trait shared."""
    found: list[Merge] = []
    for i, j, merges in _EDGES[occupied]:
        traits = SHARED[key >> i & CELL][key >> j & CELL]
        if traits:
            found += merges[traits]
    return MergeList(found)


def can_merge(key: int, occupied: int) -> bool:
    """Return whether any merge is legal."""
    for i, j, _ in _EDGES[occupied]:  # a loop, not `any`: half the time, and every merge asks  # noqa: SIM110
        if SHARED[key >> i & CELL][key >> j & CELL]:
            return True
    return False


def is_legal(key: int, merge: object) -> bool:
    """Return whether something is a merge that the square allows."""
    at = MERGE_AT.get(merge)  # type: ignore[call-overload]
    return at is not None and bool(SHARED[key >> at[0] & CELL][key >> at[1] & CELL] & at[3])


def merged(key: int, merge: Merge) -> int:
    """Return the key after a legal merge."""
    source, goal, _, _ = MERGE_AT[merge]
    top = key >> source & CELL
    return key ^ top << source ^ (top ^ key >> goal & CELL) << goal


def with_card(key: int, cell: int, card: Card) -> int:
    """Return the key with a card on an empty cell."""
    return key | (card + 1) << CELL_BITS * cell


def square_text(key: int) -> str:
    """Return a square on one line, its rows parted by slashes."""
    tokens = ["." if card is None else str(card) for card in cells_of(key)]
    return " / ".join(" ".join(tokens[row : row + SIDE]) for row in range(0, CELLS, SIDE))


def parse_square(text: str) -> int:
    """Return the key of a square written on one line. Raises NotationError."""
    if text == square_text(0):
        return 0
    if text.count(" / ") != SIDE - 1:
        raise NotationError(
            f"{shown(text)} is not a square", expected="three rows such as 1rb . 2yg, ` / ` between"
        )
    return key_of(Layout.parse(text.replace(" / ", "\n")))


def looks_good(key: int, occupied: int) -> bool:
    """Return whether the stacks are connected and every top has a partner: what a careful player sees."""
    if not CONNECTED[occupied]:
        return False
    if not occupied & occupied - 1:
        return True
    values = [key >> CELL_BITS * cell & CELL for cell in range(CELLS) if occupied >> cell & 1]
    return all(any(SHARED[value][other] for other in values) for value in values)


def cards_in(mask: int) -> Iterator[Card]:
    """Yield the cards of a set, in their order."""
    while mask:
        low = mask & -mask
        yield CARDS[low.bit_length() - 1]
        mask ^= low


def card_text(mask: int, unknown: int = 0) -> str:
    """Return a set of cards, and how many more nobody has seen, as text: `-` for none at all."""
    return " ".join([*map(str, cards_in(mask)), *["?"] * unknown]) or "-"
