"""Boards with a structure that chance never deals: those that are their own image.

A board is symmetric when some turn or mirror image of it, with its cards renamed, is the board
itself. Which turn and which renaming is drawn; the board is the least there is, in an order of the
cards that is drawn too, so that it is a function of the generator's numbers alone.
"""

from __future__ import annotations

import functools
from itertools import combinations

from ...core.rng import Rng
from ...solvers.leaves.cards import CARDS, MATCHES, Card
from ...solvers.leaves.layout import NEIGHBOURS
from ...solvers.leaves.symmetry import RING, SQUARE
from .. import constraints
from .positions import renamings

_TRIES = 100


def symmetric_board(rng: Rng, most_matches: int) -> list[Card]:
    """Return a symmetric board's eight cards in reading order; its tops hang together by their traits.

    At most `most_matches` of the eight pairs of neighbours match: fewer make harder boards.
    """
    for _ in range(_TRIES):
        turn = SQUARE[1 + rng.below(len(SQUARE) - 1)]
        names = _renaming(rng, _order(turn))
        orders = []
        for _ in RING:
            order = list(range(len(CARDS)))
            rng.shuffle(order)
            orders.append(order)
        found = _board(turn, names, orders, most_matches)
        if found is not None:
            return [CARDS[card] for card in found]
    raise AssertionError(f"no symmetric board in {_TRIES} draws of a turn and a renaming")


def _renaming(rng: Rng, order: int) -> tuple[Card, ...]:
    """Return a renaming, drawn, that changes something and is undone by being done `order` times."""
    some = _returning(order)
    return some[rng.below(len(some))]


def _board(
    turn: tuple[int, ...], names: tuple[Card, ...], orders: list[list[int]], most_matches: int
) -> tuple[int, ...] | None:
    model = constraints.new_model()
    holds = constraints.placing(model, len(RING), len(CARDS))
    constraints.mapped(model, holds, [RING.index(turn[cell]) for cell in RING], names)
    pairs = list(combinations(range(len(RING)), 2))
    matches = {(a, b): constraints.matching(model, holds, a, b, MATCHES) for a, b in pairs}
    constraints.connected(model, len(RING), matches)
    model.add(sum(matches[a, b] for a, b in pairs if RING[b] in NEIGHBOURS[RING[a]]) <= most_matches)
    return constraints.least(model, holds, orders)


@functools.cache
def _returning(order: int) -> tuple[tuple[Card, ...], ...]:
    """Return the renamings that change something and are undone by being done `order` times."""
    return tuple(names for names in renamings()[1:] if _power(names, order) == renamings()[0])


def _power(names: tuple[Card, ...], order: int) -> tuple[Card, ...]:
    image = renamings()[0]
    for _ in range(order):
        image = tuple(names[card] for card in image)
    return image


def _order(turn: tuple[int, ...]) -> int:
    """Return after how many times a symmetry of the square comes back."""
    image, count = turn, 1
    while image != SQUARE[0]:
        image = tuple(turn[cell] for cell in image)
        count += 1
    return count


def is_symmetric(ring: list[Card]) -> bool:
    """Return whether some turn or mirror image of a board, with its cards renamed, is the board itself."""
    for turn in SQUARE[1:]:
        image = [ring[RING.index(turn[cell])] for cell in RING]
        if any([names[card] for card in ring] == image for names in renamings()):
            return True
    return False
