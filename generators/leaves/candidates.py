"""Random Leaves puzzles: what chance deals, and what careful play leaves of it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.rng import Rng
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.cards import CARDS, Card
from ...solvers.leaves.keys import key_of
from ...solvers.leaves.keys import layout_of as layout_of_key
from ...solvers.leaves.layout import CENTRE, Layout
from ...solvers.leaves.players import is_partnered
from ...solvers.leaves.search import CONNECTED, children
from .positions import Challenge


def random_deal(rng: Rng) -> SoloDeal:
    """Return a solo deal, all alike: three hand cards, in order, and three times eight cards."""
    cards = drawn(rng, len(CARDS))
    boards = (puzzle_of(cards[3 + 8 * i : 11 + 8 * i]) for i in range(3))
    return SoloDeal(tuple(sorted(cards[:3])), tuple(boards))


def random_challenge(rng: Rng, hand: int, breezes: int) -> Challenge:
    """Return a puzzle with a hand of so many cards, all alike."""
    cards = drawn(rng, 8 + hand)
    return Challenge(puzzle_of(cards[:8]), tuple(sorted(cards[8:])), breezes)


def random_few(rng: Rng, count: int) -> Layout | None:
    """Return what careful merges, all alike, leave of nine random cards when `count` stacks are left.

    None where careful play was stuck before.
    """
    cards = drawn(rng, 9)
    layout = Layout(tuple(cards))
    key, occupied = key_of(layout), layout.occupied
    while occupied.bit_count() > count:
        careful = [
            (child, left)
            for _, _, child, left in children(key, occupied)
            if CONNECTED[left] and is_partnered(layout_of_key(child).cards)
        ]
        if not careful:
            return None
        key, occupied = careful[rng.below(len(careful))]
    return layout_of_key(key)


def drawn(rng: Rng, count: int) -> list[Card]:
    """Return `count` different cards, in the order in which they are drawn."""
    return drawn_from(rng, CARDS, count)


def drawn_from(rng: Rng, cards: Sequence[Card], count: int) -> list[Card]:
    """Return `count` different ones of some cards, in the order in which they are drawn."""
    left = list(cards)
    found = []
    for size in range(len(left), len(left) - count, -1):
        at = rng.below(size)
        found.append(left[at])
        left[at] = left[size - 1]
    return found


def puzzle_of(ring: list[Card]) -> Layout:
    """Return the puzzle of eight cards in reading order."""
    return Layout((*ring[:CENTRE], None, *ring[CENTRE:]))
