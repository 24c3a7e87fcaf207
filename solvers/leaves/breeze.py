"""Breeze swaps and the solo deal: the least number of swaps that makes a puzzle solvable, with proof.

Rules: *Breeze in Play* and *Solo Challenge Mode* of the rulebook. A swap exchanges two of the
eight cards of a puzzle, before its centre card is placed.
"""

from __future__ import annotations

import functools
from itertools import combinations, permutations

from msgspec import Struct

from ...core.budget import UNLIMITED, Budget, Result, Verdict
from ...core.errors import BudgetSpent, NotationError
from .cards import CARDS, Card
from .layout import Layout, Merge, Swap
from .search import Search, why_not
from .symmetry import RING

BREEZES = 4
"""Breeze Cards in the box, all of them the solo player's."""


class Clearing(Struct, frozen=True):
    """One way to clear a puzzle: swaps, the hand card for the centre, and merges to one stack."""

    puzzle: Layout
    card: Card
    swaps: tuple[Swap, ...]
    line: tuple[Merge, ...]

    @property
    def full(self) -> Layout:
        """The nine cards before the first merge."""
        layout = self.puzzle
        for swap in self.swaps:
            layout = layout.apply(swap)
        return layout.place(self.card)


def clearing(
    puzzle: Layout, card: Card, most: int = len(RING) - 1, search: Search | None = None
) -> Result[Clearing | None]:
    """Return a way to clear a puzzle with `card` in its centre that takes the fewest swaps.

    Every order of the ring with fewer swaps has been proved unsolvable. The answer is "no"
    when none with up to `most` swaps works, "unknown" when the budget of `search` is spent.
    """
    search = search or Search()
    before = search.nodes
    try:
        found = _fewest(puzzle, card, most, search)
    except BudgetSpent:
        return Result("unknown", None, nodes=search.nodes - before)
    if found is None:
        return Result("no", None, nodes=search.nodes - before)
    return Result("yes", found, found.line, nodes=search.nodes - before)


def _fewest(puzzle: Layout, card: Card, most: int, search: Search) -> Clearing | None:
    from ..stacks import NoPartner, TwoGroups

    if isinstance(why_not(puzzle.place(card), 0), NoPartner | TwoGroups):
        return None  # no order of the cards changes what they share
    for count in range(min(most, len(RING) - 1) + 1):
        for swaps in orders(count).values():
            attempt = Clearing(puzzle, card, swaps, ())
            if search.measure(attempt.full).solvable:
                return Clearing(puzzle, card, swaps, search.line(attempt.full))
    return None


@functools.cache
def orders(count: int) -> dict[tuple[int, ...], tuple[Swap, ...]]:
    """Return the orders of a ring that take exactly `count` swaps, each with swaps that make it."""
    if count == 0:
        return {tuple(RING): ()}
    nearer = set().union(*(orders(fewer) for fewer in range(count)))
    found: dict[tuple[int, ...], tuple[Swap, ...]] = {}
    for order, swaps in orders(count - 1).items():
        for i, j in combinations(range(len(RING)), 2):
            changed = list(order)
            changed[i], changed[j] = changed[j], changed[i]
            if tuple(changed) not in nearer:
                found.setdefault(tuple(changed), (*swaps, Swap(RING[i], RING[j])))
    return found


class SoloDeal(Struct, frozen=True):
    """A solo challenge: three hand cards and three puzzles, all 27 cards."""

    hand: tuple[Card, ...]
    puzzles: tuple[Layout, ...]

    def __post_init__(self) -> None:
        if len(self.hand) != 3:
            raise NotationError(f"{len(self.hand)} hand cards", expected="three")
        if len(self.puzzles) != 3:
            raise NotationError(f"{len(self.puzzles)} puzzles", expected="three")
        seen: dict[Card, str] = {}
        places = [
            ("the hand", self.hand),
            *((f"puzzle {i + 1}", p.cards) for i, p in enumerate(self.puzzles)),
        ]
        for place, cards in places:
            for card in cards:
                if card in seen:
                    raise NotationError(
                        f"{card} is both in {seen[card]} and in {place}", expected="every card once"
                    )
                seen[card] = place
        for i, puzzle in enumerate(self.puzzles):
            if not puzzle.is_puzzle:
                raise NotationError(f"puzzle {i + 1} has not eight cards round an empty centre")
        assert len(seen) == len(CARDS)

    @classmethod
    def parse(cls, text: str) -> SoloDeal:
        """Return the deal written canonically: the hand, then three puzzles, a blank line before each."""
        hand, *puzzles = text.removesuffix("\n").split("\n\n")
        cards = tuple(Card.parse(token) for token in hand.split(" "))
        return cls(cards, tuple(Layout.parse(puzzle) for puzzle in puzzles))

    def __str__(self) -> str:
        return "\n\n".join([" ".join(map(str, self.hand)), *map(str, self.puzzles)])


class Assignment(Struct, frozen=True):
    """A hand card for each puzzle, and how each is cleared."""

    clearings: tuple[Clearing, ...]
    """One for each puzzle, in their order."""

    @property
    def breezes(self) -> int:
        """Swaps it takes in all."""
        return sum(len(clearing.swaps) for clearing in self.clearings)


def solve_solo(
    deal: SoloDeal, breezes: int = BREEZES, budget: Budget = UNLIMITED
) -> Result[tuple[Assignment, ...]]:
    """Return every assignment of hand cards to puzzles that clears all three with up to `breezes` swaps.

    The one with the fewest swaps comes first; each clearing takes the fewest its puzzle and card
    allow, which is proved, so an assignment that is not listed cannot be played.
    """
    search = Search(budget)
    clearings: dict[tuple[int, int], Result[Clearing | None]] = {}
    for p, puzzle in enumerate(deal.puzzles):
        for h, card in enumerate(deal.hand):
            clearings[p, h] = clearing(puzzle, card, breezes, search)
    found = []
    for hands in permutations(range(3)):
        parts = [clearings[p, h].value for p, h in enumerate(hands)]
        if all(part is not None for part in parts):
            found.append(Assignment(tuple(part for part in parts if part is not None)))
    found = sorted((a for a in found if a.breezes <= breezes), key=lambda a: a.breezes)
    unknown = any(result.verdict == "unknown" for result in clearings.values())
    verdict: Verdict = "yes" if found else "unknown" if unknown else "no"
    return Result(
        verdict,
        tuple(found),
        proof="bound" if unknown else "exact",
        nodes=sum(result.nodes for result in clearings.values()),
    )
