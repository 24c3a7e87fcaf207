"""The bot that knows Leaves: it calls what it can clear, swaps only where it must, and makes no mistake.

What it does follows from the position alone; it draws nothing by lot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from msgspec import Struct

from ...core.rng import Rng
from ...solvers.leaves.breeze import clearing
from ...solvers.leaves.cards import MATCHES, Card
from ...solvers.leaves.hope import swaps_needed
from ...solvers.leaves.keys import key_of, layout_of
from ...solvers.leaves.layout import CELLS, Layout, Merge, Swap
from ...solvers.leaves.search import Search
from .actions import CALL, KEEP, PASS, PLACES, PUZZLES, SOLO_PLACES, SOLO_SWAPS, SWAPS_BY_CELLS, SoloSwap
from .solo import UNTOUCHED, SoloState
from .squares import cards_in, legal_merges, merged
from .table import BREEZE, CALLING, MERGE, PLACE, TableState

_MERGES = CELLS - 1
"""Merges that make one stack of nine."""

_REMEMBERED = 20_000
"""Positions a bot keeps what it found out of; some 1,500 a challenge."""

NEVER = 1 << 20
"""More swaps than anybody has."""


class Choice(Struct, frozen=True):
    """A hand card for the puzzle on the table."""

    card: Card
    swaps: int | None
    """The fewest swaps with which it clears the puzzle; None when no order of the eight helps."""
    kept: int
    """Partners of the cards that stay in hand, see `choices`."""


class Solver:
    """Plays Leaves as well as is known, alone and against others.

    Called upon, it calls when one of its cards clears the puzzle as it lies or with its Breeze,
    and the time suffices where merges cost time; a failed challenge costs it the next puzzle, so
    without such a card it passes. The exception: it calls all the same, and fails, when a player
    who may still call would get rid of the last card with this puzzle. That loses nothing that
    was not lost, under every choice of `failed_centre_card`.

    In a challenge it takes the first of `choices`, swaps with its Breeze only where that card
    needs it, and merges so that a random player would finish most often, never losing what can
    be cleared. Where nothing can, it takes the merge that leaves the most others.

    Alone it follows the assignment of hand cards that clears the most puzzles with the fewest
    Breezes inside puzzles (proved fewest by the census). Swaps between puzzles and between merges
    it uses only when nothing else is left.
    """

    name = "solver"

    def __init__(self) -> None:
        self._search = Search()

    def choose(self, state: Any, rng: Rng) -> Any:
        """Return a legal action of a position in which a player decides; `rng` is not used."""
        if self._search.nodes > _REMEMBERED:
            self._search = Search()
        if isinstance(state, SoloState):
            return self._alone(state)
        assert isinstance(state, TableState)
        if state.phase == CALLING:
            return CALL if worth_calling(state, state.current_player) else PASS
        if state.phase == BREEZE:
            return breeze_choice(state)
        if state.phase == PLACE:
            return PLACES[placement(state)] if state.seats.hands[state.caller] else state.legal_actions()[0]
        assert state.phase == MERGE
        return self._merge(state.key) or PASS

    def _merge(self, key: int) -> Merge | None:
        """Return a merge of a square, None when there is none."""
        found = merges_by_worth(self._search, layout_of(key))
        return found[0][0] if found else None

    def _alone(self, state: SoloState) -> Any:
        begun = [puzzle for puzzle in range(PUZZLES) if state._is_begun(puzzle)]
        for puzzle in begun:
            if self._search.measure(layout_of(state.keys[puzzle])).solvable:
                return self._solo_merge(state, puzzle)
        rest = plans(state)
        if (begun or not rest[0].complete) and state.breezes:
            swap = self._mending(state, begun)
            if swap is not None:
                return swap
        if rest[0].cards and (not begun or state.game.interleaves):
            return rest[0].first_step(state)
        moves = [self._solo_merge(state, puzzle) for puzzle in begun]
        return next((move for move in moves if move is not None), state.legal_actions()[0])

    def _solo_merge(self, state: SoloState, puzzle: int) -> Any:
        merge = self._merge(state.keys[puzzle])
        if merge is None:
            return None
        return next(
            move
            for move in state.legal_actions()
            if getattr(move, "puzzle", -1) == puzzle and getattr(move, "merge", None) == merge
        )

    def _mending(self, state: SoloState, begun: Sequence[int]) -> SoloSwap | None:
        """Return a swap that makes a lost puzzle one that can be cleared, or completes the plan."""
        if not (state.game.swaps_any_time or state.game.swaps_across):
            return None
        for action in state.legal_actions():
            if isinstance(action, SoloSwap):
                after = state._apply(action)
                if begun:
                    if any(self._search.measure(layout_of(after.keys[puzzle])).solvable for puzzle in begun):
                        return action
                elif plans(after)[0].complete:
                    return action
        return None


def choices(state: TableState, player: int) -> list[Choice]:
    """Return the known hand cards of a player, the one to use first: by fewest swaps, then `kept`.

    `kept` counts, for every other card of this hand, the cards that share a trait with it among
    those that may be dealt when this challenge is cleared: all of the deck but the hands that are
    left. A priori all cards are equally good, and only the cards known to be in hands tell them
    apart: among 20 cards that may be dealt, one with 12 partners fails in 0.63 % of puzzles and one
    with 15 in 0.28 % (60,000 random puzzles).
    """
    hand = state.seats.hands[player]
    needed = swaps_needed(state.key)
    found = [
        Choice(card, needed.get(card), _kept(state.game.deck & ~(state.seats.held ^ 1 << card), hand, card))
        for card in cards_in(hand)
    ]
    return sorted(found, key=lambda choice: (_or_never(choice.swaps), -choice.kept, choice.card))


def _kept(dealt: int, hand: int, used: Card) -> int:
    return sum((MATCHES[card] & dealt).bit_count() for card in cards_in(hand & ~(1 << used)))


def _or_never(swaps: int | None) -> int:
    return NEVER if swaps is None else swaps


def swaps_available(state: TableState, player: int) -> int:
    """Return how many swaps a player may still make in a challenge for the puzzle on the table."""
    if state.phase not in (CALLING, BREEZE):
        return 0
    breezes = state.seats.breezes[player]
    return breezes if state.game.many_breezes else min(breezes, 1)


def can_clear(state: TableState, player: int) -> bool:
    """Return whether a known card of a player clears the puzzle, with the swaps that player has."""
    return any(_or_never(choice.swaps) <= swaps_available(state, player) for choice in choices(state, player))


def has_time(state: TableState) -> bool:
    """Return whether eight merges can be made in time, where each costs a fixed time."""
    clock = 0 if state.phase in (CALLING, BREEZE) else state.clock
    return not state.game.is_late(clock + _MERGES * state.game.merge_ms)


def threats(state: TableState, player: int) -> list[int]:
    """Return the other players who may still call and would win by clearing this puzzle."""
    game = state.game
    waiting = game.eligible(state.seats.barred) & ~(1 << player)
    if game.call_order != "simultaneous":
        waiting &= ~state.asked
    return [
        other
        for other in range(game.players)
        if waiting >> other & 1 and state.seats.count(other) == 1 and can_clear(state, other)
    ]


def worth_calling(state: TableState, player: int) -> bool:
    """Return whether the solver calls: it clears the puzzle, or stops somebody who would win."""
    return has_time(state) and (can_clear(state, player) or bool(threats(state, player)))


def breeze_choice(state: TableState) -> Any:
    """Return the swap that the caller's best card needs, or keeping the eight as they lie."""
    best = next(iter(choices(state, state.caller)), None)
    if best is None or not best.swaps or best.swaps > swaps_available(state, state.caller):
        return KEEP
    swap = first_swap(layout_of(state.key), best.card, best.swaps)
    return SWAPS_BY_CELLS[frozenset((swap.first, swap.second))]


def first_swap(puzzle: Layout, card: Card, swaps: int) -> Swap:
    """Return the first of the fewest swaps with which a card clears a puzzle."""
    found = clearing(puzzle, card, swaps).value
    assert found is not None and len(found.swaps) == swaps
    return found.swaps[0]


def placement(state: TableState) -> Card:
    """Return the caller's card to place: the first of `choices` that clears, else the least worth keeping."""
    found = choices(state, state.caller)
    if found[0].swaps == 0:
        return found[0].card
    return min(found, key=lambda choice: (-choice.kept, choice.card)).card


def merges_by_worth(search: Search, layout: Layout) -> list[tuple[Merge, Fraction]]:
    """Return the legal merges, each with the first trait it may name, and what they are worth; best first.

    The worth is how often a random player goes on to one stack, equals by source and goal as in
    `Search.line`. When all are worth nothing, those that leave more merges come first.
    """
    found: list[tuple[Merge, Fraction]] = []
    key = key_of(layout)
    for merge in legal_merges(key, layout.occupied):
        assert isinstance(merge, Merge)
        if found and (found[-1][0].source, found[-1][0].goal) == (merge.source, merge.goal):
            continue
        found.append((merge, search.measure(layout_of(merged(key, merge))).random_play_success))
    found.sort(key=lambda entry: (-entry[1], entry[0].source, entry[0].goal))
    if found and not found[0][1]:
        found.sort(key=lambda entry: -len(layout.apply(entry[0]).merges()))
    return found


class Plan(Struct, frozen=True):
    """A hand card for each solo puzzle that is not begun."""

    cards: tuple[tuple[int, Card, int | None], ...]
    """Puzzle from 0, card, fewest swaps; the order to play them in, those that cannot be cleared last."""
    cleared: int
    """How many of them the Breezes left suffice to clear."""
    swaps: int
    """The Breezes these take."""

    @property
    def complete(self) -> bool:
        """Whether all of them are cleared."""
        return self.cleared == len(self.cards)

    def first_step(self, state: SoloState) -> Any:
        """Return the swap or placement this plan begins with."""
        puzzle, card, swaps = self.cards[0]
        if not self.cleared or not swaps:
            return SOLO_PLACES[puzzle][card]
        swap = first_swap(layout_of(state.keys[puzzle]), card, swaps)
        first, second = sorted((swap.first, swap.second))
        return SOLO_SWAPS[CELLS * puzzle + first, CELLS * puzzle + second]


def plans(state: SoloState) -> list[Plan]:
    """Return a plan for every assignment of hand cards to puzzles not begun, the best first.

    Best is what clears most puzzles, then what takes the fewest swaps inside puzzles.
    """
    waiting = [puzzle for puzzle in range(PUZZLES) if state.placed[puzzle] == UNTOUCHED]
    return sorted(_plans(state, waiting), key=lambda plan: (-plan.cleared, plan.swaps))


def _plans(state: SoloState, waiting: Sequence[int]) -> Iterator[Plan]:
    tables = [swaps_needed(state.keys[puzzle]) for puzzle in waiting]
    for cards in permutations(cards_in(state.hand), len(waiting)):
        dealt = zip(waiting, cards, tables, strict=True)
        parts = [(puzzle, card, table.get(card)) for puzzle, card, table in dealt]
        parts.sort(key=lambda part: _or_never(part[2]))
        cleared = spent = 0
        for _, _, swaps in parts:
            if spent + _or_never(swaps) > state.breezes:
                break
            cleared += 1
            spent += _or_never(swaps)
        yield Plan(tuple(parts), cleared, spent)
