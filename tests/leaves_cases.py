"""Seeded random Leaves positions for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quadrangle.core.kernels import compiled
from quadrangle.core.rng import Rng
from quadrangle.solvers.leaves.breeze import SoloDeal
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.layout import Layout


def shuffled(seed: int, item: int) -> list[Card]:
    cards = list(CARDS)
    Rng(seed, item).shuffle(cards)
    return cards


def full_layouts(count: int, seed: int = 1) -> Iterator[Layout]:
    """Yield layouts of nine cards."""
    for k in range(count):
        yield Layout(tuple(shuffled(seed, k)[:9]))


def puzzle(cards: list[Card]) -> Layout:
    """Return the puzzle of eight cards."""
    return Layout((*cards[:4], None, *cards[4:8]))


def puzzles(count: int, seed: int = 1) -> Iterator[Layout]:
    """Yield puzzles of eight cards."""
    for k in range(count):
        yield puzzle(shuffled(seed, k))


def positions(count: int, seed: int = 1, most: int = 8) -> Iterator[Layout]:
    """Yield positions in mid-play: two to `most` stacks on any cells."""
    for k in range(count):
        cards = shuffled(seed, k)
        rng = Rng(seed, -1 - k)
        cells: list[Card | None] = list(cards[:9])
        order = list(range(9))
        rng.shuffle(order)
        for cell in order[2 + rng.below(most - 1) :]:
            cells[cell] = None
        yield Layout(tuple(cells))


def solo_deal(seed: int, item: int = 0) -> SoloDeal:
    """Return a solo deal."""
    cards = shuffled(seed, item)
    return SoloDeal(tuple(cards[:3]), tuple(puzzle(cards[3 + 8 * i : 11 + 8 * i]) for i in range(3)))


def as_it_stands(kernel: Any) -> Any:
    """Return a kernel uncompiled."""
    return kernel


FORMS: tuple[Callable[[Any], Any], ...] = (as_it_stands, compiled)
"""The two ways a kernel runs."""
