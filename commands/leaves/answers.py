"""The answers to questions about Leaves, as documents; printing them is another matter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from ...core.budget import Budget
from ...core.documents import fraction
from ...core.documents.leaves import (
    Difficulty,
    LeavesAssignment,
    LeavesCensus,
    LeavesCentre,
    LeavesCheck,
    LeavesClearing,
    LeavesLookup,
    LeavesMergeReview,
    LeavesPuzzle,
    LeavesReview,
    LeavesSolo,
    LeavesSolution,
)
from ...core.errors import IllegalAction, NotationError
from ...core.notation import listed
from ...solvers.leaves.breeze import SoloDeal, clearing, solve_solo
from ...solvers.leaves.cards import Card
from ...solvers.leaves.census import CAREFUL_UNIT, Census, shipped, shipped_difficulty
from ...solvers.leaves.layout import CENTRE, Layout, Merge, Place, Step
from ...solvers.leaves.link import layout_link, solo_link
from ...solvers.leaves.search import Measure, Search, bits, dead_ends, why_not
from . import words


def harder_than(success: Fraction) -> float:
    """Return the share of all nine-card layouts in bins that are easier for a careful player."""
    share = shipped_difficulty().careful.percentile(success, CAREFUL_UNIT).easier
    return float(f"{share:.9g}")


def check_layout(layout: Layout) -> LeavesCheck:
    """Answer for nine cards, or for any position in mid-play."""
    search = Search()
    measure = search.measure(layout)
    line = search.line(layout) if measure.solvable else None
    return LeavesCheck(
        layout=str(layout),
        solvable=measure.solvable,
        reason=None if measure.solvable else words.reason(why_not(layout, search.nodes), layout),
        solution=None if line is None else [str(merge) for merge in line],
        solutions=measure.solutions,
        random_play_success=fraction(measure.random_play_success),
        careful_success=fraction(measure.careful_success),
        bits=bits(measure.random_play_success),
        careful_bits=bits(measure.careful_success),
        first_mistake=search.first_mistake(layout) if measure.solvable else None,
        forced=None if line is None else _forced(search, layout, line),
        dead_ends=dead_ends(layout),
        harder_than=harder_than(measure.careful_success) if layout.is_full else None,
        nodes=measure.nodes,
        link=layout_link(layout),
    )


def _forced(search: Search, layout: Layout, line: Sequence[Merge]) -> int:
    """Return how many merges of a line were the only legal one to keep a solution."""
    forced = 0
    for merge in line:
        forced += len(search.safe(layout)) == 1
        layout = layout.apply(merge)
    return forced


def check_puzzle(puzzle: Layout, hand: Sequence[Card] | None) -> LeavesPuzzle:
    """Answer for eight cards round an empty centre: which hand cards work, or which of all 19."""
    search = Search()
    swaps = shipped().swaps(puzzle)
    centres = [_centre(puzzle, card, swaps[card], search) for card in hand or puzzle.absent]
    return LeavesPuzzle(
        layout=str(puzzle),
        hand=None if hand is None else [str(card) for card in hand],
        solvable=any(centre.solvable for centre in centres),
        centres=centres,
        nodes=search.nodes,
        link=layout_link(puzzle, tuple(hand or ())),
    )


def _centre(puzzle: Layout, card: Card, swaps: int | None, search: Search) -> LeavesCentre:
    full = puzzle.place(card)
    measure = search.measure(full)
    return LeavesCentre(
        card=str(card),
        solvable=measure.solvable,
        swaps=swaps,
        solutions=measure.solutions,
        random_play_success=fraction(measure.random_play_success),
        careful_success=fraction(measure.careful_success),
        bits=bits(measure.random_play_success),
        careful_bits=bits(measure.careful_success),
        reason=None if measure.solvable else _alone(full),
    )


def _alone(full: Layout) -> str:
    """Say why a layout cannot be solved, counting the positions a search of it alone goes through."""
    return words.reason(why_not(full, Search().measure(full).nodes), full)


def solve_layout(layout: Layout) -> LeavesSolution:
    """Return one line of merges for nine cards, or for a position in mid-play."""
    search = Search()
    measure = search.measure(layout)
    return LeavesSolution(
        layout=str(layout),
        solvable=measure.solvable,
        reason=None if measure.solvable else words.reason(why_not(layout, search.nodes), layout),
        steps=[str(merge) for merge in search.line(layout)] if measure.solvable else None,
        swaps=0 if measure.solvable else None,
        card=None,
        difficulty=_difficulty(measure),
        nodes=measure.nodes,
        link=layout_link(layout),
    )


def solve_puzzle(puzzle: Layout, hand: Sequence[Card] | None, breezes: int) -> LeavesSolution:
    """Return a way to clear a puzzle with the fewest swaps, up to `breezes`, any hand card allowed.

    Of the cards that need as few, the one with which a careful player does best.
    """
    search = Search()
    cards = list(hand or puzzle.absent)
    results = [clearing(puzzle, card, breezes, search) for card in cards]
    found = [result.value for result in results if result.value is not None]
    fewest = min((len(way.swaps) for way in found), default=0)
    ways = [way for way in found if len(way.swaps) == fewest]
    way = max(ways, key=lambda way: search.measure(way.full).careful_success, default=None)
    return LeavesSolution(
        layout=str(puzzle),
        solvable=way is not None,
        reason=None if way else _no_clearing(puzzle, cards, breezes),
        steps=None if way is None else [*map(str, way.swaps), f"place {way.card}", *map(str, way.line)],
        swaps=None if way is None else len(way.swaps),
        card=None if way is None else str(way.card),
        difficulty=None if way is None else _difficulty(search.measure(way.full)),
        nodes=search.nodes,
        link=layout_link(puzzle, tuple(hand or ())),
    )


def _no_clearing(puzzle: Layout, cards: Sequence[Card], breezes: int) -> str:
    """Say why no hand card clears a puzzle: what each would need, or why it never can."""
    needed = shipped().swaps(puzzle)
    parts = []
    for card in cards:
        swaps = needed[card]
        if swaps is None:
            parts.append(words.reason(why_not(puzzle.place(card), 0), puzzle.place(card)))
        else:
            parts.append(f"{card} needs {words.plural(swaps, 'swap')}")
    limit = (
        "no swap is" if breezes == 0 else f"{words.plural(breezes, 'swap')} {'is' if breezes == 1 else 'are'}"
    )
    return f"{'; '.join(parts)}; {limit} allowed"


def _difficulty(measure: Measure) -> Difficulty:
    return Difficulty(
        solutions=measure.solutions,
        random_play_success=fraction(measure.random_play_success),
        careful_success=fraction(measure.careful_success),
        bits=bits(measure.random_play_success),
        careful_bits=bits(measure.careful_success),
    )


def review(
    layout: Layout, steps: Sequence[Step], hand: Sequence[Card] | None = None, in_progress: bool = False
) -> LeavesReview:
    """Go through a played line and find the merge that lost it.

    `hand` are the cards that may be placed, where that is known. Raises NotationError when a
    puzzle's centre is still empty at the first merge.
    """
    search = Search()
    start, merges, illegal = (layout, steps, None) if in_progress else _begun(layout, steps, hand)
    here, lost_at = start, None
    solvable_at_start = None if illegal else search.measure(start).solvable
    last_solvable = start if solvable_at_start else None
    reviewed: list[LeavesMergeReview] = []
    for number, merge in enumerate(merges, 1):
        try:
            if not isinstance(merge, Merge):
                raise IllegalAction(f"{merge}: the centre card lies already, and only merges follow")
            following = here.apply(merge)
        except IllegalAction as error:
            illegal = f"merge {number}, {error}"
            break
        safe, legal = len(search.safe(here)), len(here.merges())
        left = search.measure(following).solutions
        reviewed.append(
            LeavesMergeReview(merge=str(merge), legal_merges=legal, safe_merges=safe, solutions_left=left)
        )
        if left:
            last_solvable = following
        elif safe and lost_at is None:
            lost_at = number
        here = following
    return LeavesReview(
        layout=str(layout),
        cleared=here.occupied.bit_count() == 1,
        lost_at=lost_at,
        solvable_at_start=solvable_at_start,
        illegal=illegal,
        merges=reviewed,
        better=None if last_solvable is None else [str(merge) for merge in search.line(last_solvable)],
    )


def _begun(
    layout: Layout, steps: Sequence[Step], hand: Sequence[Card] | None
) -> tuple[Layout, Sequence[Step], str | None]:
    """Return the layout with its centre card, the steps from then on, and what was not allowed so far."""
    if not layout.is_puzzle:
        return layout, steps, None
    for number, step in enumerate(steps, 1):
        if isinstance(step, Merge):
            break
        try:
            if isinstance(step, Place) and hand and step.card not in hand:
                raise IllegalAction(f"{step}: the hand is {listed(hand)}")
            layout = layout.apply(step)
        except IllegalAction as error:
            return layout, (), f"step {number}, {error}"
        if isinstance(step, Place):
            return layout, steps[number:], None
    raise NotationError("merges with an empty centre", expected="to place a card first: place CARD")


def solo(deal: SoloDeal, breezes: int, budget: Budget) -> LeavesSolo:
    """Return every assignment of hand cards that clears a solo deal."""
    result = solve_solo(deal, breezes, budget)
    assignments = [
        LeavesAssignment(
            breezes=way.breezes,
            clearings=[
                LeavesClearing(
                    puzzle=number,
                    card=str(part.card),
                    swaps=[str(swap) for swap in part.swaps],
                    solution=[str(merge) for merge in part.line],
                )
                for number, part in enumerate(way.clearings, 1)
            ],
        )
        for way in result.value
    ]
    return LeavesSolo(
        deal=str(deal),
        breezes=breezes,
        solvable={"yes": True, "no": False, "unknown": None}[result.verdict],
        proof=result.proof,
        assignments=assignments,
        reason=_solo_reason(deal, breezes) if result.verdict == "no" else None,
        nodes=result.nodes,
        link=solo_link(deal),
    )


def _solo_reason(deal: SoloDeal, breezes: int) -> str:
    """Say why no assignment works: what each puzzle needs with each hand card."""
    needs = []
    for number, puzzle in enumerate(deal.puzzles, 1):
        swaps = shipped().swaps(puzzle)
        each = listed(f"{words.swaps(swaps[card])} with {card}" for card in deal.hand)
        needs.append(f"puzzle {number} needs {each}")
    limit = "no Breeze" if breezes == 0 else words.plural(breezes, "Breeze")
    return f"no way to give each puzzle a hand card fits {limit}: " + "; ".join(needs)


def lookup(census: Census, layout: Layout, hand: Sequence[Card] | None) -> LeavesLookup:
    """Return what a census says about a puzzle, with all centres or those of a hand, or about nine cards."""
    centre = layout.cells[CENTRE]
    swaps = census.swaps(layout.without_centre())
    asked = [centre] if centre is not None else list(hand or swaps)
    return LeavesLookup(
        layout=str(layout),
        hand=None if centre is not None or not hand else [str(card) for card in hand],
        solvable=any(swaps[card] == 0 for card in asked),
        working=sum(need == 0 for need in swaps.values()) if centre is None else None,
        swaps={str(card): swaps[card] for card in asked},
    )


def census(made: Census, path: Path) -> LeavesCensus:
    """Return the counts of a census."""
    header, difficulty = made.header, made.difficulty()
    return LeavesCensus(
        file=str(path),
        canonical=header.canonical,
        puzzles=header.puzzles,
        pairs=header.pairs,
        solvable_pairs=header.by_swaps[0],
        by_working=list(header.by_working),
        by_swaps=list(header.by_swaps),
        impossible=header.impossible,
        without_centre=[str(puzzle) for puzzle in made.unsolvable()],
        difficulty=None if difficulty is None else msgspec.to_builtins(difficulty),
    )
