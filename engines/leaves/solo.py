"""The solo challenge, position by position: three puzzles, three hand cards, four Breezes, a stopwatch.

Phases: DEAL (chance deals three hand cards, then three times eight), SOLO, OVER.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from ...core.notation import listed
from ...core.rng import Rng
from ...solvers.leaves.cards import CARDS
from ...solvers.leaves.keys import CELL, CELL_BITS, cells_of, layout_of, occupied_of, swapped, tops
from ...solvers.leaves.layout import CELLS, CENTRE, Merge
from ...solvers.leaves.symmetry import RING
from ..game import CHANCE, LONGEST_TOLD, NO_ACTIONS, TERMINAL, ActionList, Actions, State
from .actions import (
    DRAWS,
    FAILS,
    PUZZLES,
    SOLO_MERGES,
    SOLO_PLACES,
    SOLO_SWAPS,
    Draw,
    Fail,
    MergeList,
    SoloMerge,
    SoloPlace,
    SoloSwap,
    cells_of_merge,
)
from .positions import solo_text
from .soundness import solo_fault
from .squares import RING_SET, cards_in, is_legal, legal_merges, looks_good, merged, with_card

DEAL, SOLO, OVER = range(3)
PHASES = ("deal", "solo", "over")
"""Names of the phases in text forms, by their numbers."""

UNTOUCHED = -1


class SoloState(State, frozen=True, eq=False, gc=False):
    """A position of the solo challenge."""

    phase: int
    hand: int
    """Leaf Cards in hand, as 27 bits."""
    pile: int
    """Cards not dealt yet; none after DEAL."""
    keys: tuple[int, int, int]
    """What lies on each square, see `squares`."""
    placed: tuple[int, int, int] = (UNTOUCHED, UNTOUCHED, UNTOUCHED)
    """For each puzzle the card that was put in its centre; -1 for one not begun."""
    breezes: int = 0
    """Breeze Cards face up."""
    stopwatch: int = 0
    """Milliseconds since the cards were uncovered."""
    clocks: tuple[int, int, int] = (0, 0, 0)
    """Milliseconds of the countdown of each puzzle that have run, where there is one."""
    ended: str = ""
    """How it ended."""

    def legal_actions(self) -> Actions[Any]:
        """Return swaps and placements for puzzles not begun, and merges for those begun."""
        if self.phase != SOLO:
            return NO_ACTIONS
        merging = self._merging()
        if merging is not None and not self.game.interleaves:
            if not (self.breezes and self.game.swaps_any_time):
                return MergeList(self._merges(merging))
            return _Moves((*self._swaps(merging), *self._merges(merging)))
        found: list[Any] = []
        for puzzle in range(PUZZLES):
            if self._is_cleared(puzzle):
                continue
            found += self._swaps(puzzle)
            if self.placed[puzzle] == UNTOUCHED:
                found += [SOLO_PLACES[puzzle][card] for card in cards_in(self.hand)]
            else:
                found += self._merges(puzzle)
            found += self._swaps_across(puzzle)
        return _Moves(found)

    def _merging(self) -> int | None:
        """Return the puzzle that is begun and not cleared; the first of several."""
        return next((puzzle for puzzle in range(PUZZLES) if self._is_begun(puzzle)), None)

    def _is_begun(self, puzzle: int) -> bool:
        return self.placed[puzzle] != UNTOUCHED and not self._is_cleared(puzzle)

    def _is_cleared(self, puzzle: int) -> bool:
        return self.placed[puzzle] != UNTOUCHED and occupied_of(self.keys[puzzle]).bit_count() == 1

    def _merges(self, puzzle: int) -> Iterator[SoloMerge]:
        key = self.keys[puzzle]
        for merge in legal_merges(key, occupied_of(key)):
            assert isinstance(merge, Merge)
            yield _SOLO_MERGE[puzzle][merge]

    def _swaps(self, puzzle: int) -> Iterator[SoloSwap]:
        """Yield the swaps inside a puzzle that the Breezes and the rulings allow."""
        if not self.breezes or not (self.placed[puzzle] == UNTOUCHED or self.game.swaps_any_time):
            return
        cells = [cell for cell in RING if self.keys[puzzle] >> CELL_BITS * cell & CELL]
        for i, x in enumerate(cells):
            for y in cells[i + 1 :]:
                yield SOLO_SWAPS[CELLS * puzzle + x, CELLS * puzzle + y]

    def _swaps_across(self, puzzle: int) -> Iterator[SoloSwap]:
        """Yield the swaps with later puzzles, none of the two being begun."""
        if not self.breezes or not self.game.swaps_across or self.placed[puzzle] != UNTOUCHED:
            return
        for x in RING:
            for other in range(puzzle + 1, PUZZLES):
                if self.placed[other] == UNTOUCHED:
                    for y in RING:
                        yield SOLO_SWAPS[CELLS * puzzle + x, CELLS * other + y]

    def referee_actions(self) -> Sequence[object]:
        """Return giving up, and time running out where puzzles have a countdown."""
        if self.phase != SOLO:
            return ()
        reasons = ("timeout", "forfeit") if self.game.solo_countdown else ("forfeit",)
        return tuple(fail for fail in FAILS if fail.reason in reasons)

    def chance_outcomes(self) -> Sequence[tuple[object, Fraction]]:
        """Return each card not dealt yet, all alike."""
        count = self.pile.bit_count()
        if self.phase != DEAL:
            return ()
        return [(DRAWS[card], Fraction(1, count)) for card in cards_in(self.pile)]

    def sample_chance(self, rng: Rng) -> Draw:
        """Return a card not dealt yet, all alike."""
        cards = tuple(cards_in(self.pile))
        return DRAWS[cards[rng.below(len(cards))]]

    def _fault(self, action: Any) -> str:
        if self.phase == OVER:
            return "the game is over"
        if self.phase == DEAL:
            return self._not_drawn(action)
        if isinstance(action, Fail):
            return (
                ""
                if action in self.referee_actions()
                else "a solo challenge can only be given up (fail forfeit)"
            )
        if isinstance(action, SoloMerge):
            return self._not_merged(action)
        if isinstance(action, SoloPlace):
            return self._not_placed(action)
        if isinstance(action, SoloSwap):
            return self._not_swapped(action)
        return (
            "swap two cards, place a hand card, or merge, such as 1 a1-b1 colour; the number is the puzzle's"
        )

    def _not_drawn(self, action: Any) -> str:
        if not isinstance(action, Draw):
            return "a card is dealt here, such as draw 3yg"
        if action.card is None:
            return "every card of a solo challenge lies face up, and has to be named"
        return (
            ""
            if self.pile >> action.card & 1
            else f"{action.card} has been dealt already, or is not in this deck"
        )

    def _busy(self, puzzle: int) -> str:
        """Return why a puzzle cannot be touched while another is begun, in words."""
        merging = self._merging()
        if merging is None or merging == puzzle or self.game.interleaves:
            return ""
        return f"puzzle {merging + 1} has been begun, and comes first"

    def _not_merged(self, action: SoloMerge) -> str:
        puzzle = action.puzzle
        if self._busy(puzzle):
            return self._busy(puzzle)
        if self.placed[puzzle] == UNTOUCHED:
            return f"puzzle {puzzle + 1} has no card in its centre yet"
        key, merge = self.keys[puzzle], action.merge
        if is_legal(key, merge):
            return ""
        fault = layout_of(key).fault(merge)
        if fault:
            return fault
        shared = layout_of(key).traits(Merge(merge.source, merge.goal))
        return f"the shared trait has to be named: {' or '.join(shared)}"

    def _not_placed(self, action: SoloPlace) -> str:
        puzzle = action.puzzle
        if self._busy(puzzle):
            return self._busy(puzzle)
        if self.placed[puzzle] != UNTOUCHED:
            return f"puzzle {puzzle + 1} already has its hand card, {CARDS[self.placed[puzzle]]}"
        if not self.hand >> action.card & 1:
            return f"the hand holds {listed(cards_in(self.hand)) or 'no card'}, not {action.card}"
        return ""

    def _not_swapped(self, action: SoloSwap) -> str:
        if action in self.legal_actions():
            return ""
        if not self.breezes:
            return "no Breeze is left"
        puzzles = {action.first // CELLS, action.second // CELLS}
        busy = next((fault for fault in map(self._busy, sorted(puzzles)) if fault), "")
        if busy:
            return busy
        if CENTRE in (action.first % CELLS, action.second % CELLS):
            return "a Breeze swaps two of the cards round the centre"
        if len(puzzles) == 2 and not self.game.swaps_across:
            return "a Breeze swaps two cards of one puzzle"
        if any(self.placed[puzzle] != UNTOUCHED for puzzle in puzzles):
            if self.game.swaps_any_time:
                return "a Breeze swaps two cards that lie in a puzzle under way"
            return "a Breeze swaps two cards of a puzzle before its hand card is placed"
        return "a Breeze swaps two cards"

    def _elapse(self, elapsed_ms: int) -> SoloState:
        if self.phase != SOLO:
            return self
        clocks = self.clocks
        if self.game.solo_countdown:
            clocks = _three(
                clock + elapsed_ms if self._is_begun(puzzle) else clock for puzzle, clock in enumerate(clocks)
            )
        return msgspec.structs.replace(self, stopwatch=self.stopwatch + elapsed_ms, clocks=clocks)

    def _apply(self, action: Any) -> SoloState:
        if self.phase == DEAL:
            return self._dealt(action.card)
        if any(self.game.is_late(clock) for clock in self.clocks):
            return self._over("timeout")
        if isinstance(action, Fail):
            return self._over(action.reason)
        if isinstance(action, SoloMerge):
            return self._changed(action.puzzle, merged(self.keys[action.puzzle], action.merge))._judged()
        if isinstance(action, SoloPlace):
            return self._begun(action)._judged()
        return self._swapped(action)._judged()

    def consequences(self, action: Any, elapsed_ms: int = 0) -> tuple[str, ...]:
        """Return what the rules did by themselves: `cleared 1`, `ended proved_lost`, …"""
        before = self._elapse(elapsed_ms) if elapsed_ms else self
        after = before._apply(action)
        events = [
            f"cleared {p + 1}" for p in range(PUZZLES) if after._is_cleared(p) and not self._is_cleared(p)
        ]
        return (*events, f"ended {after.ended}") if after.ended else tuple(events)

    def _dealt(self, card: int) -> SoloState:
        hand, pile, keys = self.hand, self.pile, list(self.keys)
        while True:
            pile &= ~(1 << card)
            if hand.bit_count() < PUZZLES:
                hand |= 1 << card
            else:
                puzzle = next(p for p in range(PUZZLES) if occupied_of(keys[p]) != RING_SET)
                cell = next(cell for cell in RING if not keys[puzzle] >> CELL_BITS * cell & CELL)
                keys[puzzle] = with_card(keys[puzzle], cell, CARDS[card])
            if pile & pile - 1 or not pile:
                break
            card = pile.bit_length() - 1
        after = SoloState(self.game, CHANCE, DEAL, hand, pile, _three(keys), self.placed, self.breezes)
        if pile:
            return after
        return msgspec.structs.replace(after, current_player=0, phase=SOLO)._judged()

    def _begun(self, action: SoloPlace) -> SoloState:
        puzzle, card = action.puzzle, action.card
        placed = _three(int(card) if p == puzzle else other for p, other in enumerate(self.placed))
        after = self._changed(puzzle, with_card(self.keys[puzzle], CENTRE, card))
        return msgspec.structs.replace(after, hand=self.hand & ~(1 << card), placed=placed)

    def _swapped(self, action: SoloSwap) -> SoloState:
        p, x = divmod(action.first, CELLS)
        q, y = divmod(action.second, CELLS)
        if p == q:
            after = self._changed(p, swapped(self.keys[p], x, y))
        else:
            one, other = (self.keys[r] >> CELL_BITS * cell & CELL for r, cell in ((p, x), (q, y)))
            both = one ^ other
            after = self._changed(p, self.keys[p] ^ both << CELL_BITS * x)
            after = after._changed(q, self.keys[q] ^ both << CELL_BITS * y)
        return msgspec.structs.replace(after, breezes=self.breezes - 1)

    def _changed(self, puzzle: int, key: int) -> SoloState:
        keys = _three(key if p == puzzle else other for p, other in enumerate(self.keys))
        return msgspec.structs.replace(self, keys=keys)

    def _judged(self) -> SoloState:
        """Return the state, ended when it is won or lost."""
        if all(self._is_cleared(puzzle) for puzzle in range(PUZZLES)):
            return self._over("cleared")
        if not self.legal_actions():
            return self._over("stuck")
        if self.game.proves_lost and self.is_proved_lost():
            return self._over("proved_lost")
        return self

    def is_proved_lost(self) -> bool:
        """Return whether it is proved that nothing that is left clears everything.

        The proof has a fixed number of positions; False means that it is not lost, or not proved.
        """
        from ...solvers.leaves.hope import PROOF_NODES, OpenPuzzle, is_hopeless

        puzzles = [
            OpenPuzzle(key, self.placed[puzzle] != UNTOUCHED)
            for puzzle, key in enumerate(self.keys)
            if not self._is_cleared(puzzle)
        ]
        return is_hopeless(self.hand, puzzles, self.breezes, self.game.rulings.solo_breeze, PROOF_NODES)

    def _over(self, how: str) -> SoloState:
        return msgspec.structs.replace(self, current_player=TERMINAL, phase=OVER, ended=how)

    @property
    def breezes_used(self) -> int:
        """Breezes turned face down so far."""
        return int(self.game.components.breeze.count) - self.breezes

    @property
    def seconds(self) -> float:
        """The time that counts: the stopwatch, and 30 seconds for each Breeze."""
        penalty = self.game.components.solo.seconds_a_breeze * self.breezes_used
        return self.stopwatch / 1000 + float(penalty)

    @property
    def band(self) -> int | None:
        """The band of the result, 0 for the best of five; None unless everything was cleared."""
        if self.ended != "cleared":
            return None
        bands = self.game.components.solo.bands
        return int(sum(self.seconds > bound for bound in bands))

    def scores(self) -> tuple[float, ...]:
        """Return the number of puzzles cleared."""
        return (float(sum(self._is_cleared(puzzle) for puzzle in range(PUZZLES))),)

    def _final_returns(self) -> tuple[float, ...]:
        band = self.band
        return (0.0,) if band is None else ((5 - band) / 5,)

    def ended_by(self) -> str:
        """Return `cleared`, `stuck`, `proved_lost`, `timeout` or `forfeit`; empty while it goes on."""
        return self.ended

    def evaluate(self, player: int) -> float:
        """Return puzzles cleared, less what Breezes cost, and whether those begun look sound."""
        if self.phase == OVER and self.band is None:
            return -10.0
        value = self.scores()[0] - 0.25 * self.breezes_used
        for puzzle, key in enumerate(self.keys):
            if self._is_begun(puzzle):
                value += 0.5 * looks_good(key, occupied_of(key)) - 0.25
        return value

    def _numbers(self, player: int) -> tuple[int, ...]:
        """Return phase, counters, the card placed in each puzzle, the cells, and what is in hand."""
        cells = [0 if card is None else card + 1 for key in self.keys for card in cells_of(key)]
        return (
            self.phase,
            self.breezes,
            min(self.stopwatch, LONGEST_TOLD),
            *self.clocks,
            *(card + 1 for card in self.placed),
            *cells,
            *(self.hand >> card & 1 for card in CARDS),
        )

    def __str__(self) -> str:
        return solo_text(self)

    @property
    def covered(self) -> int:
        """The cards that lie under the tops of the squares, as 27 bits."""
        shown = 0
        for key in self.keys:
            shown |= tops(key)
        return int(self.game.deck & ~(self.pile | self.hand | shown))

    def faults(self) -> str:
        """Return which of the game's invariants does not hold, in words; empty for a sound position."""
        return solo_fault(self)


class _Moves(ActionList[Any]):
    """Moves of several kinds; a merge counts once for the random player, however many traits it may name."""

    __slots__ = ()

    def sample(self, rng: Rng) -> Any:
        """Return a swap, a placement or a merge, all alike, then any of the traits of a merge."""
        merges = MergeList(action for action in self if isinstance(action, SoloMerge))
        others = [action for action in self if not isinstance(action, SoloMerge)]
        cells = {cells_of_merge(action) for action in merges}
        at = rng.below(len(others) + len(cells))
        return others[at] if at < len(others) else merges.sample(rng)


def _three(values: Iterable[int]) -> tuple[int, int, int]:
    one, two, three = values
    return one, two, three


_SOLO_MERGE = tuple({action.merge: action for action in merges} for merges in SOLO_MERGES)
"""For each puzzle the merges in it, by the merge."""
