"""Help for a person at the table, in four steps that each say a little more; data, the words are elsewhere.

1. `Outlook`: can it still be done?
2. `Count`: how many of the choices are safe?
3. `Look`: where to look, and why?
4. `Suggestion`: the move itself, and what it gains over the next best one.

All of it is proved by the census and the search; where nothing is proved, it says so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from msgspec import Struct

from ...core.rng import Rng
from ...solvers.leaves.cards import MATCHES, Card
from ...solvers.leaves.hope import swaps_needed
from ...solvers.leaves.keys import layout_of, swapped
from ...solvers.leaves.layout import CELLS, Layout, Merge, Swap
from ...solvers.leaves.search import Search
from .actions import (
    CALL,
    KEEP,
    PASS,
    PLACES,
    PUZZLES,
    SOLO_MERGES,
    SWAPS,
    SoloMerge,
    SoloPlace,
    SoloSwap,
)
from .solo import SOLO, UNTOUCHED, SoloState
from .solver import (
    NEVER,
    Choice,
    Plan,
    Solver,
    choices,
    has_time,
    merges_by_worth,
    plans,
    swaps_available,
    threats,
)
from .squares import cards_in
from .table import BREEZE, CALLING, MERGE, PHASES, PLACE, TableState

STEPS = 4
"""How much help there is for one decision."""


class Option(Struct, frozen=True):
    """A hand card in the centre of a puzzle that is not begun."""

    puzzle: int
    """0 at the table; alone, puzzles are counted from 0."""
    card: Card
    swaps: int | None
    """The fewest swaps inside the puzzle with which it clears it; None when no order helps."""


class Outlook(Struct, frozen=True):
    """Step 1: whether what the player is about can still be done."""

    phase: str
    """`call`, `breeze`, `place`, `merge` or `solo`."""
    solvable: bool | None
    """Whether it can be cleared with what the player has; None when that is not proved."""
    swaps: int | None
    """The fewest swaps it takes, where it is solvable: inside puzzles not begun, if that is enough."""
    options: tuple[Option, ...]
    """Known hand cards for puzzles not begun."""
    breezes: int
    """Swaps the player may still make."""
    in_time: bool
    """Whether the merges that are needed can be made in time, where each costs a fixed time."""
    unseen: int
    """Hand cards that are left out because nobody has seen them."""


class Count(Struct, frozen=True):
    """Step 2: how many choices are safe."""

    what: Literal["cards", "swaps", "merges", "placements"]
    """`cards`: hand cards that clear the puzzle with the swaps there are. `swaps`: ways to use the
    Breeze, not using it among them, after which some hand card clears. `merges` (source and goal):
    those after which merges still lead to one stack. `placements`: a hand card for a puzzle, after
    which all can be cleared by swaps inside those not begun.
    """
    safe: int
    legal: int


class Look(Struct, frozen=True):
    """Step 3: where to look."""

    why: Literal[
        "only_merge",
        "always_lifted",
        "always_covered",
        "fewest_partners",
        "no_partner",
        "swap",
        "fewest_cards",
        "nothing",
    ]
    """`only_merge`: one merge is safe, and lifts this stack. `always_lifted`, `always_covered`: every
    safe merge lifts this stack, or covers it. `fewest_partners`: no other top shares a trait with
    fewer. `no_partner`: it shares none. `swap`: it changes places in the swap
    suggested. `fewest_cards`: no other puzzle is cleared as it lies by fewer hand cards. `nothing`:
    merges lead to one stack no more, for no reason that shows.
    """
    puzzle: int
    """Alone, which one, counted from 0; -1 at the table, where there is one only."""
    cell: int
    """-1 where no cell is meant."""
    number: int
    """How many safe merges, partners or hand cards it is about."""


Why = Literal[
    "clears",
    "clears_with_breeze",
    "stops_winner",
    "no_time",
    "nothing_clears",
    "keeps_breeze",
    "swap",
    "merge",
    "lost",
    "stuck",
    "plan",
    "no_plan",
    "mends_puzzle",
    "mends_plan",
]
"""`clears`, `clears_with_breeze`: a hand card does. `stops_winner`: nothing clears, but a player who may
still call would win. `no_time`: merges cost more time than there is. `nothing_clears`: no known hand
card does, with the swaps left. `keeps_breeze`: a card clears without. `swap`: `card` clears after it
and none before. `merge`: leads to one stack. `lost`: no merge does. `stuck`: there is no merge.
`plan`: begins the assignment of hand cards that takes the fewest Breezes. `no_plan`: no assignment
clears everything with the Breezes left, used inside puzzles; this one clears the most.
`mends_puzzle`: merges lead to one stack after this swap, and not before. `mends_plan`: there is such an
assignment after it, and not before.
"""


class Suggestion(Struct, frozen=True, kw_only=True):
    """Step 4: the solver's move, or one as good for it and easier, beside the next best one."""

    action: Any
    why: Why
    card: Card | None = None
    """The hand card it is about."""
    player: int = -1
    """The player it stops."""
    worth: Fraction | None = None
    """How often a random player would go on to one stack of this puzzle, with `card` in its centre."""
    other: Any = None
    """The next best action, None where there is no other."""
    other_worth: Fraction | None = None
    kept: int | None = None
    """Partners of the cards kept, see `solver.choices`."""
    other_kept: int | None = None
    breezes: int | None = None
    """Breezes it still takes: for `card`, or alone for the best plan; None when no plan clears all."""
    other_breezes: int | None = None
    """The same for the best plan that gives hand cards to puzzles otherwise."""


Advice = Outlook | Count | Look | Suggestion


def advise(state: Any, step: int) -> Advice:
    """Return a step of help, from 1 to STEPS, for the player who decides.

    Raises ValueError for another step, and where no player decides.
    """
    if not 1 <= step <= STEPS:
        raise ValueError(f"step {step} of help; there are {STEPS}")
    if state.current_player < 0:
        raise ValueError("no player decides here")
    kind: Callable[[Any], Advice] = (outlook, count, look, suggestion)[step - 1]
    return kind(state)


def outlook(state: TableState | SoloState) -> Outlook:
    """Return whether it can still be done: the challenge, or all that is left of a solo run."""
    if isinstance(state, SoloState):
        return _solo_outlook(state)
    player = state.current_player
    in_time = has_time(state)
    if state.phase == MERGE:
        left = state.occupied.bit_count() - 1
        in_time = not state.game.is_late(state.clock + left * state.game.merge_ms)
        solved = _solvable(state.key)
        return Outlook(PHASES[MERGE], solved, 0 if solved else None, (), 0, in_time, 0)
    found = choices(state, player)
    most, unseen = swaps_available(state, player), state.seats.unseen[player]
    swaps = found[0].swaps if found and _is_enough(found[0].swaps, most) else None
    solvable = True if swaps is not None else None if unseen else False
    options = tuple(Option(0, choice.card, choice.swaps) for choice in found)
    return Outlook(PHASES[state.phase], solvable, swaps, options, most, in_time, unseen)


def _is_enough(swaps: int | None, most: int) -> bool:
    return swaps is not None and swaps <= most


def _solvable(key: int) -> bool:
    return Search().measure(layout_of(key)).solvable


def _solo_outlook(state: SoloState) -> Outlook:
    options = tuple(
        Option(puzzle, card, swaps_needed(state.keys[puzzle]).get(card))
        for puzzle in _waiting(state)
        for card in cards_in(state.hand)
    )
    swaps = _swaps_for_all(state)
    lost = swaps is None and state.is_proved_lost()
    if swaps is None and not lost and isinstance(swap := _choice(state), SoloSwap):
        more = _swaps_for_all(state._apply(swap))
        swaps = None if more is None else 1 + more
    solvable = True if swaps is not None else False if lost else None
    return Outlook("solo", solvable, swaps, options, state.breezes, True, 0)


def _swaps_for_all(state: SoloState) -> int | None:
    """Return the fewest swaps inside puzzles not begun that clear all; None where that is not enough."""
    best = plans(state)[0]
    if best.complete and all(_solvable(state.keys[puzzle]) for puzzle in _begun(state)):
        return best.swaps
    return None


def _waiting(state: SoloState) -> list[int]:
    return [puzzle for puzzle in range(PUZZLES) if state.placed[puzzle] == UNTOUCHED]


def _begun(state: SoloState) -> list[int]:
    return [puzzle for puzzle in range(PUZZLES) if state._is_begun(puzzle)]


def count(state: TableState | SoloState) -> Count:
    """Return how many of the choices are safe."""
    if isinstance(state, SoloState):
        begun = _begun(state)
        return _count_merges([state.keys[puzzle] for puzzle in begun]) if begun else _count_placements(state)
    player = state.current_player
    if state.phase == MERGE:
        return _count_merges([state.key])
    if state.phase == BREEZE:
        left = swaps_available(state, player) - 1
        keys = [swapped(state.key, swap.first, swap.second) for swap in SWAPS]
        safe = sum(_clears(key, state.seats.hands[player], left) for key in keys)
        return Count("swaps", safe + _clears(state.key, state.seats.hands[player], 0), len(keys) + 1)
    found = choices(state, player)
    most = swaps_available(state, player)
    return Count("cards", sum(_is_enough(choice.swaps, most) for choice in found), len(found))


def _clears(key: int, hand: int, most: int) -> bool:
    needed = swaps_needed(key)
    return any(_is_enough(needed.get(card), most) for card in cards_in(hand))


def _count_merges(keys: list[int]) -> Count:
    search = Search()
    layouts = [layout_of(key) for key in keys]
    safe = sum(len(search.safe(layout)) for layout in layouts)
    return Count("merges", safe, sum(len(layout.merges()) for layout in layouts))


def _count_placements(state: SoloState) -> Count:
    safe = {
        (puzzle, card)
        for plan in plans(state)
        if plan.complete
        for puzzle, card, swaps in plan.cards
        if swaps == 0
    }
    return Count("placements", len(safe), len(_waiting(state)) * state.hand.bit_count())


def look(state: TableState | SoloState) -> Look:
    """Return where to look, and why."""
    if isinstance(state, SoloState):
        return _solo_look(state)
    if state.phase == MERGE:
        return _look_at_stacks(-1, layout_of(state.key))
    action = _choice(state) if state.phase == BREEZE else None
    if isinstance(action, Swap):
        return Look("swap", -1, action.first, 0)
    return _fewest_partners(-1, layout_of(state.key))


def _solo_look(state: SoloState) -> Look:
    action = _choice(state)
    if isinstance(action, SoloSwap):
        return Look("swap", *divmod(action.first, CELLS), 0)
    if isinstance(action, SoloMerge):
        return _look_at_stacks(action.puzzle, layout_of(state.keys[action.puzzle]))
    counts = {
        puzzle: sum(swaps_needed(state.keys[puzzle]).get(card) == 0 for card in cards_in(state.hand))
        for puzzle in _waiting(state)
    }
    puzzle = min(counts, key=lambda puzzle: counts[puzzle])
    return Look("fewest_cards", puzzle, -1, counts[puzzle])


def _look_at_stacks(puzzle: int, layout: Layout) -> Look:
    safe = Search().safe(layout)
    fewest = _fewest_partners(puzzle, layout)
    if not safe:
        return fewest if fewest.why == "no_partner" else Look("nothing", puzzle, -1, 0)
    first = safe[0]
    if len(safe) == 1:
        return Look("only_merge", puzzle, first.source, 1)
    if all(merge.source == first.source for merge in safe):
        return Look("always_lifted", puzzle, first.source, len(safe))
    if all(merge.goal == first.goal for merge in safe):
        return Look("always_covered", puzzle, first.goal, len(safe))
    return fewest


def _fewest_partners(puzzle: int, layout: Layout) -> Look:
    shown = sum(1 << card for card in layout.cards)
    partners = {
        cell: (MATCHES[card] & shown).bit_count()
        for cell, card in enumerate(layout.cells)
        if card is not None
    }
    cell = min(partners, key=lambda cell: partners[cell])
    return Look("fewest_partners" if partners[cell] else "no_partner", puzzle, cell, partners[cell])


def _choice(state: Any) -> Any:
    return Solver().choose(state, Rng(0))


def suggestion(state: TableState | SoloState) -> Suggestion:
    """Return the move that the solver makes, or one as good for it and easier, and the next best one."""
    if isinstance(state, SoloState):
        return _suggest_alone(state)
    if state.phase == MERGE:
        return _suggest_merge(state.key, None)
    if state.phase == CALLING:
        return _suggest_answer(state)
    if state.phase == BREEZE:
        return _suggest_breeze(state)
    assert state.phase == PLACE
    return _suggest_card(state)


def _suggest_merge(key: int, puzzle: int | None) -> Suggestion:
    found = merges_by_worth(Search(), layout_of(key))
    if not found:
        return Suggestion(action=PASS, why="stuck")
    (merge, worth), *others = found
    other, other_worth = others[0] if others else (None, None)
    return Suggestion(
        action=_named(merge, puzzle),
        why="merge" if worth else "lost",
        worth=worth,
        other=None if other is None else _named(other, puzzle),
        other_worth=other_worth,
    )


def _named(merge: Merge, puzzle: int | None) -> Any:
    if puzzle is None:
        return merge
    return next(action for action in SOLO_MERGES[puzzle] if action.merge == merge)


def _worth(key: int, card: Card) -> Fraction:
    return Search().measure(layout_of(key).place(card)).random_play_success


def _ranked(state: TableState, player: int) -> list[Choice]:
    """Return the known hand cards of a player as the solver ranks them, of equal ones the easiest first.

    The solver makes no mistake and has no use for an easy card; a person has.
    """

    def rank(choice: Choice) -> tuple[int, int, Fraction, Card]:
        swaps = NEVER if choice.swaps is None else choice.swaps
        return swaps, -choice.kept, -_worth(state.key, choice.card), choice.card

    return sorted(choices(state, player), key=rank)


def _suggest_answer(state: TableState) -> Suggestion:
    player = state.current_player
    best = next(iter(_ranked(state, player)), None)
    if not has_time(state):
        return Suggestion(action=PASS, why="no_time", other=CALL)
    if best is not None and _is_enough(best.swaps, swaps_available(state, player)):
        why: Why = "clears_with_breeze" if best.swaps else "clears"
        return Suggestion(action=CALL, why=why, card=best.card, other=PASS)
    for other in threats(state, player):
        return Suggestion(action=CALL, why="stops_winner", player=other, other=PASS)
    return Suggestion(action=PASS, why="nothing_clears", other=CALL)


def _suggest_breeze(state: TableState) -> Suggestion:
    action = _choice(state)
    best: Choice | None = next(iter(_ranked(state, state.caller)), None)
    if isinstance(action, Swap):
        assert best is not None
        worth = _worth(swapped(state.key, action.first, action.second), best.card)
        return Suggestion(
            action=action,
            why="swap",
            card=best.card,
            worth=worth or None,
            other=KEEP,
            breezes=best.swaps,
        )
    if best is not None and best.swaps == 0:
        return Suggestion(action=KEEP, why="keeps_breeze", card=best.card, worth=_worth(state.key, best.card))
    return Suggestion(action=KEEP, why="nothing_clears")


def _suggest_card(state: TableState) -> Suggestion:
    found = _ranked(state, state.caller)
    if not found:
        return Suggestion(action=_choice(state), why="nothing_clears")
    best, *others = found
    other = next(iter(others), None)
    return Suggestion(
        action=PLACES[best.card],
        why="clears" if best.swaps == 0 else "nothing_clears",
        card=best.card,
        worth=_worth(state.key, best.card),
        other=None if other is None else PLACES[other.card],
        other_worth=None if other is None else _worth(state.key, other.card),
        kept=best.kept,
        other_kept=None if other is None else other.kept,
    )


def _suggest_alone(state: SoloState) -> Suggestion:
    assert state.phase == SOLO
    action = _choice(state)
    if isinstance(action, SoloMerge):
        return _suggest_merge(state.keys[action.puzzle], action.puzzle)
    if _begun(state) and isinstance(action, SoloSwap):
        return Suggestion(action=action, why="mends_puzzle")
    best, *others = plans(state)
    if not best.complete:
        return Suggestion(action=action, why="mends_plan" if isinstance(action, SoloSwap) else "no_plan")
    other: Plan | None = next(iter(others), None)
    assert isinstance(action, SoloPlace | SoloSwap)
    return Suggestion(
        action=action,
        why="plan",
        card=best.cards[0][1],
        other=None if other is None else other.first_step(state),
        breezes=best.swaps,
        other_breezes=other.swaps if other is not None and other.complete else None,
    )
