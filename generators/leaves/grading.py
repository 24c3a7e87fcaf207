"""How difficult a Leaves puzzle is, exactly, and what it is called for that."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from ...core.errors import NotationError
from ...solvers.leaves.breeze import BREEZES, SoloDeal
from ...solvers.leaves.layout import Layout
from ...solvers.leaves.players import SWAPS, fewest_swaps, single_success, solo_success
from ...solvers.leaves.search import Search, bits
from ..population import shipped
from ..puzzle import Difficulty, level_of
from .positions import Challenge, Position


def shape_of(position: Position) -> str:
    """Return the name of the population a puzzle belongs to."""
    if isinstance(position, SoloDeal):
        return "solo"
    if isinstance(position, Layout):
        return f"stacks-{len(position.cards)}"
    return f"hand-{len(position.hand)}" + ("-breeze" if position.breezes else "")


def grade(position: Position, look: Callable[[], object] = lambda: None) -> Difficulty:
    """Return how difficult a puzzle is. Raises NotationError for one that cannot be solved.

    `look` is called now and then, for who may have to stop: what it raises goes through.
    """
    luck, careful = success(position, look)
    look()
    random_bits, careful_bits = bits(luck), bits(careful)
    if random_bits is None:
        raise NotationError("nothing solves this puzzle", expected="one with a solution")
    percentile = shipped("leaves")[shape_of(position)].percentile(careful_bits, random_bits)
    solved = solutions(position)
    return Difficulty(
        bits=random_bits,
        careful_bits=careful_bits,
        percentile=percentile,
        level="first-steps" if isinstance(position, Layout) else level_of(percentile),
        solutions=solved.count,
        first_mistake=solved.first_mistake,
    )


def success(position: Position, look: Callable[[], object] = lambda: None) -> tuple[Fraction, Fraction]:
    """Return the chance that the random player, and the careful one, solves a puzzle."""
    if isinstance(position, SoloDeal):
        return solo_success(position, look=look)
    if isinstance(position, Layout):
        measure = Search().measure(position)
        return measure.random_play_success, measure.careful_success
    return single_success(position.puzzle, position.hand, position.breezes)


class Solutions(Struct, frozen=True):
    """How many solutions there are, and how soon they can be missed."""

    count: int
    first_mistake: int | None


def solutions(position: Position) -> Solutions:
    """Return how many solutions a puzzle has, and the first step at which it can be lost.

    A solution of a single puzzle is a sequence of swap (where there is a Breeze), hand card and merges;
    of a solo deal it is an assignment of hand cards to puzzles that its Breezes allow. The first mistake
    is counted where no swap is taken, unless every solution takes one.
    """
    if isinstance(position, SoloDeal):
        return _of_deal(position)
    search = Search()
    if isinstance(position, Layout):
        return Solutions(search.measure(position).solutions, search.first_mistake(position))
    return _of_challenge(position, search)


def _of_challenge(challenge: Challenge, search: Search) -> Solutions:
    puzzle, hand = challenge.puzzle, challenge.hand
    full = [puzzle.place(card) for card in hand]
    plain = [search.measure(layout).solutions for layout in full]
    count = sum(plain)
    if challenge.breezes:
        count += _after_swaps(challenge)
    if not all(plain):
        return Solutions(count, 1)
    mistakes = [found for layout in full if (found := search.first_mistake(layout)) is not None]
    return Solutions(count, 1 + min(mistakes) if mistakes else None)


def _after_swaps(challenge: Challenge) -> int:
    import numpy as np

    from ...solvers.leaves import batch

    boards = [challenge.puzzle.apply(swap) for swap in SWAPS]
    cells = [board.place(card).cells for board in boards for card in challenge.hand]
    return sum(map(int, batch.values(np.array(cells, dtype=np.uint8)).solutions))


def _of_deal(deal: SoloDeal) -> Solutions:
    found = list(fewest_swaps(deal))
    possible = {(square, card) for cards, _ in found for square, card in enumerate(cards)}
    plain = {(square, card) for cards, taken in found if not taken for square, card in enumerate(cards)}
    search = Search()
    if len(plain) < 9 or len(possible) < 9:
        return Solutions(len(found), 1)
    steps = (search.first_mistake(puzzle.place(card)) for puzzle in deal.puzzles for card in deal.hand)
    first: int | None = None
    for step in steps:
        first = step if first is None or (step is not None and step < first) else first
        if first == 1:
            break
    return Solutions(len(found), None if first is None else 1 + first)


def first_merge_can_lose(position: Position) -> bool:
    """Return whether a first merge can lose a puzzle that could be solved before it, no swap being taken."""
    search = Search()
    if isinstance(position, SoloDeal):
        return False
    if isinstance(position, Layout):
        return search.first_mistake(position) == 1
    full = (position.puzzle.place(card) for card in position.hand)
    return any(search.measure(board).solvable and search.first_mistake(board) == 1 for board in full)


def goal_of(position: Position, difficulty: Difficulty) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    count = difficulty.solutions or 0
    ways = "there is one way" if count == 1 else f"there are {count:,} ways"
    if isinstance(position, SoloDeal):
        cards = "one way to deal out the hand cards works" if count == 1 else "several lines work"
        return f"Clear all three puzzles with a hand card each and at most {BREEZES} Breezes; {cards}."
    if isinstance(position, Layout):
        return f"Merge the {len(position.cards)} stacks into one; {ways}."
    place = "Place the hand card" if len(position.hand) == 1 else "Place one of the hand cards"
    if position.breezes:
        return f"{place}, after at most one Breeze, and merge all nine stacks into one; {ways}."
    return f"{place} and merge all nine stacks into one; {ways}."
