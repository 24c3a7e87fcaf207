"""Seeded random Leaves positions for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from quadrangle.core.kernels import compiled
from quadrangle.core.rng import Rng
from quadrangle.solvers.leaves.breeze import SoloDeal
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.layout import Layout
from quadrangle.solvers.leaves.search import Search, why_not
from quadrangle.solvers.stacks import Searched

TABLE = "1rb 2yg 3gm\n1ym 3yg 2gb\n3rg 1gg 2rm"
"""A layout of nine cards that can be solved."""
PUZZLE = "1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm"
"""The same with its centre empty."""


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


def lonely_centre() -> Layout:
    """Return the layout of a card and the eight that share nothing with it."""
    strangers = [card for card in CARDS[1:] if not card.shared(CARDS[0])]
    return Layout((*strangers[:4], CARDS[0], *strangers[4:]))


def lost_by_search() -> Layout:
    """Return a layout that fails for no simple reason."""
    for layout in full_layouts(5000, seed=30):
        measure = Search().measure(layout)
        if not measure.solvable and isinstance(why_not(layout, measure.nodes), Searched):
            return layout
    raise AssertionError
