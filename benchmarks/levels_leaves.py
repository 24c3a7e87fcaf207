"""How hard Leaves puzzles are for a plain solver and for a player who looks ahead and errs.

The plain solver goes through hand cards and merges in an order drawn for it, depth first, and remembers
which positions failed; its nodes are the positions it opens before the first solution. The noisy player
counts, for every merge, how many merges it leaves, adds a random number below `NOISE`, and takes the
greatest; told that a step has lost, it takes that back and chooses the next. Its mistakes are how
often it is told so before the puzzle is solved. Both are means of several runs. Neither knows of partners,
of connected stacks, or of the chance of random play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import permutations

from quadrangle.core.rng import Rng
from quadrangle.generators.leaves.candidates import random_challenge, random_deal
from quadrangle.generators.leaves.positions import parse
from quadrangle.solvers.leaves import Layout, Search, SoloDeal
from quadrangle.solvers.leaves.cards import Card
from quadrangle.solvers.leaves.keys import key_of, layout_of
from quadrangle.solvers.leaves.search import children

ABOUT = (
    "Puzzles as chance deals them. *Nodes*: positions a plain depth-first solver opens before its first"
    " solution, the geometric mean of 25 orders. *Mistakes*: how often a player who takes the merge (and"
    " card) that leaves the most merges, a random 0 to 3 added, is told that a step has lost and takes it"
    " back; the mean of 40 games. Solo deals that need a Breeze (one in 300) are left out, and no player"
    " takes one."
)
ORDERS, GAMES = 25, 40
NOISE = 4
_SEED = 30

SHAPES: dict[str, Callable[[int], str]] = {
    "one card in hand": lambda number: str(random_challenge(Rng(_SEED, number), 1, 0)),
    "three cards in hand": lambda number: str(random_challenge(Rng(_SEED, number), 3, 0)),
    "solo deals": lambda number: str(random_deal(Rng(_SEED, number))),
}

Choice = tuple[tuple[int, Card], ...]
"""Which hand card goes into which square, in the order in which squares are played."""


def measures(position: str, rng: Rng) -> dict[str, float] | None:
    """Return the logarithm of the plain solver's nodes and the noisy player's mistakes; None: unsolvable."""
    puzzle = parse(position)
    assert not isinstance(puzzle, Layout)
    boards = puzzle.puzzles if isinstance(puzzle, SoloDeal) else (puzzle.puzzle,)
    search = Search()
    works = [[search.measure(board.place(card)).solvable for card in puzzle.hand] for board in boards]
    if not _can_be(works, frozenset(range(len(boards))), frozenset(range(len(puzzle.hand)))):
        return None
    nodes = sum(math.log(plain_nodes(boards, puzzle.hand, rng)) for _ in range(ORDERS)) / ORDERS
    mistakes = sum(noisy_mistakes(boards, puzzle.hand, works, search, rng) for _ in range(GAMES)) / GAMES
    return {"nodes": nodes, "mistakes": mistakes}


def _can_be(works: Sequence[Sequence[bool]], squares: frozenset[int], cards: frozenset[int]) -> bool:
    """Return whether the squares left can each be cleared with another of the cards left."""
    order = sorted(squares)
    return any(
        all(works[square][card] for square, card in zip(order, chosen, strict=True))
        for chosen in permutations(sorted(cards), len(order))
    )


def plain_nodes(boards: Sequence[Layout], hand: Sequence[Card], rng: Rng) -> int:
    """Return how many positions a plain depth-first search opens before it has cleared every square."""
    choices = list(permutations(range(len(hand)), len(boards)))
    rng.shuffle(choices)
    nodes = 0
    for chosen in choices:
        cleared = True
        for board, card in zip(boards, chosen, strict=True):
            layout = board.place(hand[card])
            opened: set[int] = set()
            cleared = _depth_first(key_of(layout), layout.occupied, opened, rng)
            nodes += len(opened)
            if not cleared:
                break
        if cleared:
            return nodes
    raise AssertionError("no assignment clears it")


def _depth_first(key: int, occupied: int, opened: set[int], rng: Rng) -> bool:
    opened.add(key)
    if occupied & occupied - 1 == 0:
        return True
    merges = list(children(key, occupied))
    rng.shuffle(merges)
    return any(child not in opened and _depth_first(child, left, opened, rng) for _, _, child, left in merges)


def noisy_mistakes(
    boards: Sequence[Layout], hand: Sequence[Card], works: Sequence[Sequence[bool]], search: Search, rng: Rng
) -> int:
    """Return how many steps that lose a noisy player takes back before all squares are cleared."""
    squares, cards = frozenset(range(len(boards))), frozenset(range(len(hand)))
    mistakes = 0
    while squares:
        starts = [(square, card) for square in sorted(squares) for card in sorted(cards)]
        scores = []
        for square, card in starts:
            layout = boards[square].place(hand[card])
            scores.append(_outlook(key_of(layout), layout.occupied) + rng.below(NOISE))
        for _, (square, card) in sorted(zip(scores, starts, strict=True), key=lambda each: -each[0]):
            if works[square][card] and _can_be(works, squares - {square}, cards - {card}):
                break
            mistakes += 1
        layout = boards[square].place(hand[card])
        mistakes += _merge_mistakes(layout, search, rng)
        squares, cards = squares - {square}, cards - {card}
    return mistakes


def _merge_mistakes(layout: Layout, search: Search, rng: Rng) -> int:
    key, occupied, mistakes = key_of(layout), layout.occupied, 0
    while occupied & occupied - 1:
        ranked = [
            (_outlook(child, left) + rng.below(NOISE), child, left)
            for _, _, child, left in children(key, occupied)
        ]
        ranked.sort(key=lambda each: -each[0])
        for _, child, left in ranked:
            if search.measure(layout_of(child)).solvable:
                key, occupied = child, left
                break
            mistakes += 1
    return mistakes


def _outlook(key: int, occupied: int) -> int:
    """Return how many merges a position leaves; many where it ends the square."""
    return sum(1 for _ in children(key, occupied)) if occupied & occupied - 1 else 100
