"""Which positions of Leaves cannot be, and why: the invariants of both kinds of game, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...core.notation import shown
from ...solvers.leaves.cards import CARDS
from ...solvers.leaves.keys import CELL, CELL_BITS, occupied_of, tops
from ...solvers.leaves.layout import CELLS, CENTRE
from ..game import CHANCE, TERMINAL, seat
from .positions import DIGITS
from .squares import DEAL_CELL, FULL, RING_SET, can_merge, card_text

if TYPE_CHECKING:
    from .game import Leaves
    from .solo import SoloState
    from .table import TableState


def table_fault(state: TableState) -> str:
    """Return which invariant a position of two and more players breaks, in words; empty for a sound one."""
    return (
        _numbers_fault([*state.seats.hands, state.pile], [state.key], [state.placed])
        or _cards_fault(
            state.game, [*state.seats.hands, tops(state.key), state.pile, state.covered], [state.key]
        )
        or _seats_fault(state)
        or _phase_fault(state)
    )


def _numbers_fault(sets: Iterable[int], keys: Iterable[int], placed: Iterable[int]) -> str:
    """Return which number is that of no card, in words: what was read may hold any."""
    if any(not 0 <= cards < 1 << len(CARDS) for cards in sets):
        return f"there are {len(CARDS)} Leaf Cards"
    for key in keys:
        if not 0 <= key < 1 << CELL_BITS * CELLS:
            return f"the square has {CELLS} cells"
        if any(key >> CELL_BITS * cell & CELL > len(CARDS) for cell in range(CELLS)):
            return "a cell holds what is no Leaf Card"
    return "" if all(-1 <= card < len(CARDS) for card in placed) else "a Leaf Card was placed that is none"


def _cards_fault(game: Leaves, places: list[int], keys: list[int]) -> str:
    seen = 0
    for place in places:
        if place & seen:
            return f"{card_text(place & seen)} lies in two places"
        seen |= place
    if seen != game.deck:
        return f"{card_text(seen ^ game.deck)} is in the position or the deck, and not in the other"
    if sum(occupied_of(key).bit_count() for key in keys) != sum(tops(key).bit_count() for key in keys):
        return "a card lies on two cells"
    return ""


def _seats_fault(state: TableState) -> str:
    game, front = state.game, state.seats
    lengths = {len(front.hands), len(front.unseen), len(front.breezes)}
    if lengths != {game.players}:
        return f"there are {game.players} players"
    for player, (count, most) in enumerate(zip(front.breezes, game.breezes, strict=True)):
        if not 0 <= count <= most:
            return f"player {seat(player)} has {count} Breezes face up, of {most}"
    if min(front.unseen) < 0 or sum(front.unseen) > state.pile.bit_count():
        return "more cards are unseen in hands than nobody has seen"
    if not -1 <= front.barred < game.players or not -1 <= state.caller < game.players:
        return f"there are {game.players} players"
    if (state.asked | state.called) & ~game.everyone or state.asked < 0 or state.called < 0:
        return f"there are {game.players} players"
    most = 10**DIGITS - 1 if game.puzzle_limit is None else game.puzzle_limit
    if front.puzzle > most:
        return f"puzzle {front.puzzle} of at most {most}"
    return ""


def _phase_fault(state: TableState) -> str:
    from . import table

    game, phase, front = state.game, state.phase, state.seats
    stacks, covered = state.occupied.bit_count(), state.covered.bit_count()
    challenge = phase in (table.BREEZE, table.PLACE, table.MERGE, table.DRAW)
    if not 0 <= phase < len(table.PHASES):
        return "there is no such phase"
    if state.occupied != occupied_of(state.key):
        return "the occupied cells are not those of the square"
    if (phase == table.OVER) != bool(front.ended):
        return "a game is over when it says how it ended, and only then"
    if front.ended not in ("", "out_of_cards", "puzzle_limit"):
        return f"a game does not end by {shown(front.ended)}"
    if challenge != (state.caller >= 0):
        return "a challenge has a caller, and nothing else has"
    if not challenge and (state.placed >= 0 or state.clock):
        return "only a challenge has a placed card and a clock"
    if _clock_fault(state):
        return _clock_fault(state)
    if (state.asked or state.called) and phase not in (table.ORDER, table.CALLING):
        return "answers are kept only while players are asked"
    if state.caller >= 0 and state.caller == front.barred:
        return f"player {seat(state.caller)} is barred from this puzzle"
    if not _decides(state):
        return "another player decides in this phase"
    if phase in (table.SETUP, table.OVER):
        if state.key or covered:
            return "no puzzle lies on the table then"
        return _setup_fault(state) if phase == table.SETUP else _end_fault(state)
    if front.puzzle < 1:
        return "the first puzzle is number 1"
    if phase != table.OVER and any(front.count(p) == 0 for p in range(game.players) if p != state.caller):
        return "a player without a Leaf Card has won already"
    if phase == table.DEAL:
        if state.occupied not in DEAL_CELL or covered:
            return "a puzzle is dealt in reading order"
        return _pile_fault(state, len(DEAL_CELL) - stacks)
    if phase == table.MERGE:
        return _merge_fault(state)
    if phase == table.DRAW:
        total = 9 if state.placed >= 0 else 8
        if stacks + covered != total:
            return f"{total} cards lie in the puzzle"
        return _placed_fault(state) or _pile_fault(state, 1)
    if state.occupied != RING_SET or covered or state.placed >= 0:
        return "the puzzle has eight cards round an empty centre then"
    if phase == table.BREEZE and not front.breezes[state.caller]:
        return f"player {seat(state.caller)} has no Breeze face up"
    if phase in (table.BREEZE, table.PLACE):
        return "" if front.count(state.caller) else f"player {seat(state.caller)} has no Leaf Card"
    return _call_fault(state)


def _clock_fault(state: TableState) -> str:
    """Return why the countdown cannot stand where it does, in words."""
    from . import table

    game, phase, clock = state.game, state.phase, state.clock
    limit = None
    if phase == table.MERGE and game.clock != "off":
        limit = game.limit
        if game.clock == "per_merge" and clock != game.merge_ms * (CELLS - state.occupied.bit_count()):
            return f"every merge takes {game.merge_ms} ms, and nothing else does"
    elif phase == table.BREEZE and game.many_breezes:
        limit = game.breeze_limit
    if clock and limit is None:
        return "no time is counted then"
    return "its time has run out" if clock < 0 or (clock and game.is_late(clock, limit)) else ""


def _setup_fault(state: TableState) -> str:
    each, front = state.game.components.hand.cards, state.seats
    taken = sum(front.counts)
    dealt = [min(each, max(0, taken - each * player)) for player in range(state.game.players)]
    if front.puzzle or front.barred >= 0 or front.breezes != state.game.breezes:
        return "no puzzle has been dealt then"
    if front.counts != dealt or taken == each * state.game.players:
        return f"every player takes {each} Leaf Cards, one player after the other"
    return ""


def _end_fault(state: TableState) -> str:
    front = state.seats
    if front.counts.count(0) != (front.ended == "out_of_cards"):
        return "a player without a Leaf Card has won, and nobody else"
    if front.puzzle < 1 or (front.ended == "puzzle_limit" and front.puzzle != state.game.puzzle_limit):
        return f"a game does not end by {front.ended} with puzzle {front.puzzle}"
    return "" if front.barred < 0 else "nobody is barred when the game is over"


def _pile_fault(state: TableState, needed: int) -> str:
    """Return why chance has not so many cards to draw, or why the last of them is no matter of chance."""
    left = state.pile.bit_count() - sum(state.seats.unseen)
    if left < needed:
        return f"{left} cards are left in the pile, and {needed} are drawn from it"
    return "" if state.pile & state.pile - 1 else "the only card of the pile is drawn at once"


def _decides(state: TableState) -> bool:
    """Return whether the player who decides, or chance, does so in this phase."""
    from . import table

    player = state.current_player
    if state.phase == table.OVER:
        return player == TERMINAL
    if state.phase in (table.BREEZE, table.PLACE, table.MERGE):
        return player == state.caller
    if state.phase != table.CALLING:
        return player == CHANCE
    waiting = state.game.eligible(state.seats.barred) & ~state.asked
    if not 0 <= player < state.game.players or not waiting >> player & 1:
        return False
    return state.game.asks_by_chance or not waiting & (1 << player) - 1


def _merge_fault(state: TableState) -> str:
    stacks = state.occupied.bit_count()
    if state.placed < 0:
        return "a card has been placed before the first merge"
    if stacks + state.covered.bit_count() != CELLS:
        return "nine cards lie in the puzzle"
    if _placed_fault(state):
        return _placed_fault(state)
    if stacks == CELLS and _centre_of(state.key) != state.placed + 1:
        return f"{CARDS[state.placed]} has been placed and does not lie in the centre"
    if stacks < 2:
        return "one stack is left, so the challenge has been cleared"
    if state.game.fails_when_stuck and not can_merge(state.key, state.occupied):
        return "no merge is left, so the challenge has failed"
    return ""


def _centre_of(key: int) -> int:
    return key >> CELL_BITS * CENTRE & CELL


def _placed_fault(state: TableState) -> str:
    if state.placed < 0 or (tops(state.key) | state.covered) >> state.placed & 1:
        return ""
    return f"{CARDS[state.placed]} has been placed and lies nowhere in the puzzle"


def _call_fault(state: TableState) -> str:
    from . import table

    game = state.game
    waiting = game.eligible(state.seats.barred) & ~state.asked
    if state.asked & ~game.eligible(state.seats.barred) or state.called & ~state.asked:
        return "somebody has answered who was not asked"
    if state.called and game.call_order != "simultaneous":
        return "a call ends the asking"
    if state.phase == table.ORDER:
        if state.called:
            return (
                ""
                if not waiting and state.called & state.called - 1
                else "chance chooses among several callers"
            )
        return "" if game.asks_by_chance and waiting & waiting - 1 else "chance chooses among several players"
    return ""


def solo_fault(state: SoloState) -> str:
    """Return which invariant a solo position breaks, in words; empty for a sound one."""
    from . import solo

    fault = _numbers_fault([state.hand, state.pile], state.keys, state.placed)
    if fault:
        return fault
    shown_tops = [tops(key) for key in state.keys]
    fault = _cards_fault(state.game, [state.hand, state.pile, state.covered, *shown_tops], list(state.keys))
    if fault:
        return fault
    if not 0 <= state.phase < len(solo.PHASES):
        return "there is no such phase"
    if (state.phase == solo.OVER) != bool(state.ended):
        return "a game is over when it says how it ended, and only then"
    if state.ended not in ("", "cleared", "stuck", "proved_lost", "timeout", "forfeit"):
        return f"a game does not end by {shown(state.ended)}"
    if not 0 <= state.breezes <= state.game.components.breeze.count:
        return f"{state.breezes} Breezes face up, of {state.game.components.breeze.count}"
    if state.stopwatch < 0 or min(state.clocks) < 0:
        return "time does not run backwards"
    if max(state.stopwatch, *state.clocks) >= 10**DIGITS:
        return f"no stopwatch counts to {10**DIGITS} ms"
    if any(state.clocks) and not state.game.solo_countdown:
        return "no puzzle has a countdown"
    if any(clock for clock, placed in zip(state.clocks, state.placed, strict=True) if placed < 0):
        return "the countdown of a puzzle begins with its hand card"
    if state.ended == "timeout" and not state.game.solo_countdown:
        return "no puzzle has a countdown"
    if state.ended == "proved_lost" and not state.game.proves_lost:
        return "by the ruling solo_failure nothing ends by a proof"
    if state.phase == solo.SOLO and any(state.game.is_late(clock) for clock in state.clocks):
        return "the time for a puzzle has run out"
    if state.current_player != {solo.DEAL: CHANCE, solo.SOLO: 0, solo.OVER: TERMINAL}[state.phase]:
        return "another player decides in this phase"
    if state.phase == solo.DEAL:
        return _deal_fault(state)
    return _puzzles_fault(state)


def _deal_fault(state: SoloState) -> str:
    from .actions import PUZZLES

    dealt = [occupied_of(key) for key in state.keys]
    whole = sum(occupied == RING_SET for occupied in dealt)
    later = dealt[whole + 1 :]
    if not state.pile or state.covered or any(placed != -1 for placed in state.placed):
        return "cards are still dealt then"
    if state.stopwatch or state.breezes != state.game.components.breeze.count:
        return "time and Breezes are used when every card lies"
    if (
        any(later)
        or dealt[:whole] != [RING_SET] * whole
        or (whole < PUZZLES and dealt[whole] not in DEAL_CELL)
    ):
        return "puzzles are dealt one after the other, in reading order"
    if state.hand.bit_count() > PUZZLES or (state.hand.bit_count() < PUZZLES and any(dealt)):
        return "three hand cards are dealt first"
    return ""


def _puzzles_fault(state: SoloState) -> str:
    from .actions import PUZZLES
    from .solo import SOLO, UNTOUCHED

    covered = state.covered.bit_count()
    under = 0
    begun = [card for card in state.placed if card != UNTOUCHED]
    if state.pile:
        return f"{card_text(state.pile)} lies nowhere"
    if state.hand.bit_count() + len(begun) != PUZZLES or len(set(begun)) != len(begun):
        return "three hand cards, in hand or placed, each once"
    if any(state.hand >> card & 1 for card in begun):
        return "a card that was placed is still in hand"
    for number, (key, placed) in enumerate(zip(state.keys, state.placed, strict=True), 1):
        occupied = occupied_of(key)
        if placed == UNTOUCHED and occupied != RING_SET:
            return f"puzzle {number} has not been begun, and has not eight cards round an empty centre"
        if placed != UNTOUCHED:
            under += CELLS - occupied.bit_count()
            if not occupied or (occupied == FULL and _centre_of(key) != placed + 1):
                return f"puzzle {number} has not the card in its centre that was placed"
    if covered != under:
        return f"{covered} cards lie under others, and {under} have been covered"
    if (state.ended == "cleared") != all(state._is_cleared(p) for p in range(PUZZLES)):
        return "a run is won when three puzzles are cleared, and only then"
    begun_now = [p for p in range(PUZZLES) if state._is_begun(p)]
    if len(begun_now) > 1 and not state.game.interleaves:
        return "one puzzle is cleared before the next is begun"
    if state.phase == SOLO and not state.legal_actions():
        return "nothing can be done, so the challenge is over"
    return ""
