"""The game of two and more players, position by position.

Phases: SETUP (chance deals the hands), DEAL (chance deals eight cards), ORDER (chance says who is
asked, or heard), CALL, BREEZE, PLACE, MERGE, DRAW (chance: the card of a failed challenge), OVER.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeGuard

import msgspec
from msgspec import Struct

from ...core.rng import Rng
from ...solvers.leaves.cards import CARDS, Card
from ...solvers.leaves.keys import CELL, CELL_BITS, cells_of, layout_of, swapped, tops
from ...solvers.leaves.layout import CENTRE, NEIGHBOURS, SIDE, Merge, Place, Swap
from ..game import (
    CHANCE,
    LONGEST_TOLD,
    NO_ACTIONS,
    TERMINAL,
    ActionList,
    Actions,
    Information,
    State,
    ranked,
)
from .actions import (
    ASKS,
    CALL,
    CALLED,
    DRAWS,
    FAILS,
    KEEP,
    NOBODY,
    PASS,
    PLACES,
    SWAPS,
    Ask,
    Called,
    Draw,
    Fail,
    Nobody,
    Pass,
    Reason,
)
from .positions import table_text
from .refusals import table_refusal
from .soundness import table_fault
from .squares import (
    DEAL_CELL,
    FULL,
    MERGE_AT,
    RING_SET,
    SHARED,
    can_merge,
    cards_in,
    legal_merges,
    looks_good,
    with_card,
)

if TYPE_CHECKING:
    from .game import Leaves

SETUP, DEAL, ORDER, CALLING, BREEZE, PLACE, MERGE, DRAW, OVER = range(9)
PHASES = ("setup", "deal", "order", "call", "breeze", "place", "merge", "draw", "over")
"""Names of the phases in text forms, by their numbers."""

CHALLENGE = (BREEZE, PLACE, MERGE)

Events = list[str] | None
"""Where to note what the rules do by themselves; None when nobody asks."""

_ANSWERS = ActionList((CALL, PASS))
_BREEZE_CHOICES = ActionList((KEEP, *SWAPS))
WAIT = ActionList((PASS,))


def _draws(start: int) -> tuple[tuple[Draw, ...], ...]:
    """Return the draws of each set of nine cards from `start` on."""
    return tuple(tuple(DRAWS[start + i] for i in range(9) if low >> i & 1) for low in range(1 << 9))


_LOW, _MIDDLE, _HIGH = _draws(0), _draws(9), _draws(18)


@functools.lru_cache(maxsize=1 << 14)
def _places(cards: int) -> ActionList[Place]:
    return ActionList(PLACES[card] for card in cards_in(cards))


class Seats(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What lies in front of the players, and what lasts longer than a challenge."""

    hands: tuple[int, ...]
    """Leaf Cards of each player that are known, as 27 bits."""
    unseen: tuple[int, ...]
    """How many more each player has that whoever runs the program has not seen."""
    breezes: tuple[int, ...]
    """Face-up Breeze Cards of each player."""
    barred: int = -1
    """The player who may not call this puzzle."""
    puzzle: int = 0
    """Puzzles dealt so far, this one included."""
    ended: str = ""
    """How the game ended."""

    def count(self, player: int) -> int:
        """Return how many Leaf Cards a player has."""
        return self.hands[player].bit_count() + self.unseen[player]

    @property
    def counts(self) -> list[int]:
        """How many Leaf Cards each player has."""
        return [self.count(player) for player in range(len(self.hands))]

    @property
    def held(self) -> int:
        """Every known hand card."""
        return functools.reduce(int.__or__, self.hands, 0)


class TableState(State, frozen=True, eq=False, gc=False):
    """A position of Leaves for two and more players."""

    phase: int
    key: int
    """What lies on the square, see `squares`."""
    occupied: int
    """Its occupied cells."""
    pile: int
    """Cards of the deck that nobody has seen: those of the pile, and unseen ones in hands."""
    seats: Seats
    caller: int = -1
    """Whose challenge it is; -1 outside of one."""
    placed: int = -1
    """The hand card in the challenge; -1 before."""
    asked: int = 0
    """Players who have answered whether they call, as bits."""
    called: int = 0
    """Those of them who called, where all answer before one is heard."""
    clock: int = 0
    """Milliseconds of the countdown that have run, or of the time for a swap."""

    def legal_actions(self) -> Actions[Any]:
        """Return what the deciding player may do: see the phases above."""
        phase = self.phase
        if phase == MERGE:
            return legal_merges(self.key, self.occupied) or WAIT
        if phase == CALLING:
            return _ANSWERS
        if phase == BREEZE:
            return _BREEZE_CHOICES
        if phase == PLACE:
            return _places(self.in_front())
        return NO_ACTIONS

    def in_front(self) -> int:
        """Return the cards the caller may have in front, those nobody has seen included."""
        hand = self.seats.hands[self.caller]
        return hand | self.pile if self.seats.unseen[self.caller] else hand

    def referee_actions(self) -> Sequence[object]:
        """Return the failures a referee may declare, and who called where matches are live."""
        if self.phase in (BREEZE, PLACE) and not self.game.may_give_up:
            return (Fail("timeout"),)
        if self.phase in CHALLENGE:
            if self.game.corrects_traits:
                return tuple(fail for fail in FAILS if fail.reason != "wrong_trait")
            return FAILS
        if self.phase == CALLING and self.game.call_order == "live":
            return (
                *(CALLED[player] for player in range(self.game.players) if player != self.seats.barred),
                NOBODY,
            )
        return ()

    def judge(self, action: Any) -> Fail | Merge | None:
        """Return the failure that a wrong merge is; or the merge it is corrected to, by `wrong_trait`."""
        if self.phase != MERGE or not isinstance(action, Merge) or action.trait is None:
            return None
        layout = layout_of(self.key)
        top, under = layout.cells[action.source], layout.cells[action.goal]
        if top is None or action.source == action.goal or not layout.fault(action):
            return None
        if action.goal not in NEIGHBOURS[action.source]:
            in_line = (
                action.source % SIDE == action.goal % SIDE or action.source // SIDE == action.goal // SIDE
            )
            return Fail("empty_space" if in_line else "diagonal")
        if under is None:
            return Fail("empty_space")
        shared = top.shared(under)
        if not shared:
            return Fail("no_shared_trait")
        if self.game.corrects_traits:
            return Merge(action.source, action.goal, shared[0])
        return Fail("wrong_trait")

    def chance_outcomes(self) -> Sequence[tuple[object, Fraction]]:
        """Return each card of the pile, or each player who may be asked or heard, all alike."""
        if self.current_player != CHANCE:
            return ()
        actions: Sequence[object]
        if self.phase == ORDER:
            waiting = self.waiting()
            actions = [ASKS[player] for player in range(self.game.players) if waiting >> player & 1]
        else:
            actions = [DRAWS[card] for card in cards_in(self.pile)]
        return [(action, Fraction(1, len(actions))) for action in actions]

    def sample_chance(self, rng: Rng) -> Draw | Ask:
        """Return a card of the pile, or a player, all alike."""
        if self.phase == ORDER:
            waiting = self.waiting()
            at = rng.below(waiting.bit_count())
            while at:
                waiting &= waiting - 1
                at -= 1
            return ASKS[(waiting & -waiting).bit_length() - 1]
        pile = self.pile
        at = rng.below(pile.bit_count())
        draws = _LOW[pile & 511]
        if at < len(draws):
            return draws[at]
        at -= len(draws)
        draws = _MIDDLE[pile >> 9 & 511]
        if at < len(draws):
            return draws[at]
        return _HIGH[pile >> 18][at - len(draws)]

    def waiting(self) -> int:
        """Return those among whom chance chooses in ORDER: callers to be heard, or players to be asked."""
        return self.called or self.game.eligible(self.seats.barred) & ~self.asked

    def apply(self, action: Any, elapsed_ms: int = 0) -> TableState:
        """Return the state after a legal action, a chance outcome or a referee action: see `State.apply`."""
        if not elapsed_ms:  # what happens most is checked here, without a detour
            phase = self.phase
            if phase == DEAL:
                if type(action) is Draw and self.in_pile(action.card):
                    return self._dealt(action.card, None)
            elif phase == MERGE:
                at = MERGE_AT.get(action)
                if at is not None and SHARED[self.key >> at[0] & CELL][self.key >> at[1] & CELL] & at[3]:
                    return self._merged(action, None)
            elif phase == CALLING and (action is CALL or action is PASS):
                return self._answered(action, None)
        return State.apply(self, action, elapsed_ms)  # type: ignore[return-value]

    def in_pile(self, card: Card | None) -> TypeGuard[Card]:
        """Return whether a card may be the next of the pile."""
        return card is not None and card >= 0 and self.pile >> card & 1 != 0

    def _fault(self, action: Any) -> str:
        return table_refusal(self, action)

    def _apply(self, action: Any) -> TableState:
        return self._step(action, None)

    def consequences(self, action: Any, elapsed_ms: int = 0) -> tuple[str, ...]:
        """Return what the rules did by themselves after an action: `failed stuck`, `breezes up`, …"""
        events: list[str] = []
        before = self._elapse(elapsed_ms) if elapsed_ms else self
        before._step(action, events)
        return tuple(events)

    def _elapse(self, elapsed_ms: int) -> TableState:
        counts = self.game.breeze_limit is not None if self.phase == BREEZE else self.phase in (PLACE, MERGE)
        if not counts or (self.phase != BREEZE and self.game.clock != "live"):
            return self
        return msgspec.structs.replace(self, clock=self.clock + elapsed_ms)

    def _step(self, action: Any, events: Events) -> TableState:
        phase = self.phase
        if phase == DEAL:
            return self._dealt(action.card, events)
        if phase == MERGE:
            return self._merged(action, events)
        if phase == CALLING:
            return self._answered(action, events)
        if phase == ORDER:
            return self._asked(action.player)
        if phase == PLACE:
            return self._placed(action, events)
        if phase == BREEZE:
            return self._breezed(action, events)
        if phase == SETUP:
            return self._taken(action.card)
        return self._drawn(action.card, events)

    def _taken(self, card: Card | None) -> TableState:
        """Return the state after the next player has taken a card of the set-up."""
        game = self.game
        each = game.components.hand.cards
        player = sum(self.seats.counts) // each
        seats = _with_card(self.seats, player, card)
        pile = self.pile if card is None else self.pile & ~(1 << card)
        if sum(seats.counts) < each * game.players:
            return TableState(game, CHANCE, SETUP, 0, 0, pile, seats)
        return TableState(game, CHANCE, DEAL, 0, 0, pile, msgspec.structs.replace(seats, puzzle=1))

    def _dealt(self, card: int, events: Events) -> TableState:
        """Return the state after the next card of the puzzle, the last card of the pile being no draw."""
        key, occupied, pile, seats = self.key, self.occupied, self.pile, self.seats
        while True:
            cell = DEAL_CELL[occupied]
            key |= card + 1 << CELL_BITS * cell
            occupied |= 1 << cell
            pile &= ~(1 << card)
            if occupied == RING_SET:
                return _to_call(self.game, key, pile, seats, 0, 0, events)
            if pile & pile - 1:
                return TableState(self.game, CHANCE, DEAL, key, occupied, pile, seats)
            card = pile.bit_length() - 1
            if events is not None:
                events.append(str(DRAWS[card]))

    def _asked(self, player: int) -> TableState:
        if self.called:
            return _challenge(self.game, self.key, self.pile, self.seats, player)
        return TableState(
            self.game, player, CALLING, self.key, RING_SET, self.pile, self.seats, -1, -1, self.asked
        )

    def _answered(self, action: Any, events: Events) -> TableState:
        game = self.game
        if type(action) is Nobody:
            return _to_call(game, self.key, self.pile, self.seats, game.everyone, 0, events)
        if type(action) is Called:
            return _challenge(game, self.key, self.pile, self.seats, action.player)
        bit = 1 << self.current_player
        if type(action) is Pass:
            return _to_call(game, self.key, self.pile, self.seats, self.asked | bit, self.called, events)
        if game.call_order == "simultaneous":
            return _to_call(
                game, self.key, self.pile, self.seats, self.asked | bit, self.called | bit, events
            )
        return _challenge(game, self.key, self.pile, self.seats, self.current_player)

    def _breezed(self, action: Any, events: Events) -> TableState:
        game, caller = self.game, self.caller
        if type(action) is Fail:
            return self._failed(action.reason, events)
        if self.clock and game.breeze_limit is not None and game.is_late(self.clock, game.breeze_limit):
            return self._failed("timeout", events)
        key, seats = self.key, self.seats
        phase = PLACE
        if type(action) is Swap:
            breezes = _changed(seats.breezes, caller, seats.breezes[caller] - 1)
            seats = msgspec.structs.replace(seats, breezes=breezes)
            key = swapped(key, action.first, action.second)
            if game.many_breezes and breezes[caller]:
                phase = BREEZE
        clock = self.clock if phase == BREEZE else 0
        return TableState(game, caller, phase, key, RING_SET, self.pile, seats, caller, -1, 0, 0, clock)

    def _placed(self, action: Any, events: Events) -> TableState:
        game, caller, seats, pile = self.game, self.caller, self.seats, self.pile
        if type(action) is Fail:
            return self._failed(action.reason, events)
        if self.clock and game.is_late(self.clock):
            return self._failed("timeout", events)
        card = action.card
        if seats.hands[caller] >> card & 1:
            seats = Seats(
                _changed(seats.hands, caller, seats.hands[caller] & ~(1 << card)),
                seats.unseen,
                seats.breezes,
                seats.barred,
                seats.puzzle,
            )
        else:
            unseen = _changed(seats.unseen, caller, seats.unseen[caller] - 1)
            seats = msgspec.structs.replace(seats, unseen=unseen)
            pile &= ~(1 << card)
        key = with_card(self.key, CENTRE, card)
        after = TableState(game, caller, MERGE, key, FULL, pile, seats, caller, int(card), 0, 0, self.clock)
        if can_merge(key, FULL) or not game.fails_when_stuck:
            return after
        return after._failed("stuck", events)

    def _merged(self, action: Any, events: Events) -> TableState:
        game, clock = self.game, self.clock
        at = MERGE_AT.get(action)
        if at is None:
            return self._failed("timeout" if type(action) is not Fail else action.reason, events)
        if game.clock != "off":
            clock += game.merge_ms
            if game.is_late(clock):
                return self._failed("timeout", events)
        source, goal, bit, _ = at
        key = self.key
        top = key >> source & CELL
        key ^= top << source ^ (top ^ key >> goal & CELL) << goal
        occupied = self.occupied ^ bit
        caller = self.caller
        if occupied & occupied - 1:
            after = TableState(
                game, caller, MERGE, key, occupied, self.pile, self.seats, caller, self.placed, 0, 0, clock
            )
            if can_merge(key, occupied) or not game.fails_when_stuck:
                return after
            return after._failed("stuck", events)
        if events is not None:
            events.append("cleared")
        return _check(game, self.seats, -1, events)

    def _failed(self, reason: Reason | str, events: Events) -> TableState:
        """Return the state in which the caller draws a card, or what follows where there is none."""
        game, caller, pile, seats = self.game, self.caller, self.pile, self.seats
        if events is not None:
            events.append(f"failed {reason}")
        if pile.bit_count() == sum(seats.unseen):
            if events is not None:
                events.append("nothing drawn")
            return self._after_failure(seats, events)
        if not pile & pile - 1:
            card = CARDS[pile.bit_length() - 1]
            if events is not None:
                events.append(str(DRAWS[card]))
            return self._after_failure(_with_card(seats, caller, card), events)
        return TableState(game, CHANCE, DRAW, self.key, self.occupied, pile, seats, caller, self.placed)

    def _drawn(self, card: Card | None, events: Events) -> TableState:
        return self._after_failure(_with_card(self.seats, self.caller, card), events)

    def _after_failure(self, seats: Seats, events: Events) -> TableState:
        if self.game.takes_card_back and self.placed >= 0:
            seats = _with_card(seats, self.caller, CARDS[self.placed])
        return _check(self.game, seats, self.caller, events)

    def scores(self) -> tuple[float, ...]:
        """Return the Leaf Cards each player still has in front; a card in the centre is not there."""
        return tuple(float(count) for count in self.seats.counts)

    def _final_returns(self) -> tuple[float, ...]:
        counts = self.seats.counts
        if self.seats.ended == "out_of_cards":
            return ranked([count == 0 for count in counts])
        return ranked([-count for count in counts])

    def ended_by(self) -> str:
        """Return `out_of_cards` or `puzzle_limit`; empty while the game goes on."""
        return self.seats.ended

    def evaluate(self, player: int) -> float:
        """Return fewer cards than the others as better, a challenge that looks sound as a little better."""
        counts = self.seats.counts
        others = [count for other, count in enumerate(counts) if other != player]
        value = sum(others) / len(others) - counts[player]
        if not counts[player] and self.phase == OVER:
            return 1000.0
        if self.phase == DRAW:
            # A failed caller draws next, and may have to take back the card that was placed.
            drawn = 2 if self.game.takes_card_back and self.placed >= 0 else 1
            value += -drawn if self.caller == player else drawn / len(others)
        if self.phase in CHALLENGE:
            good = 0.75 if self.phase != MERGE else 0.5 * looks_good(self.key, self.occupied)
            if self.phase == MERGE:
                # The card lies in the centre and may come back as another; only half of it is gone.
                good -= 0.5
            value += good if self.caller == player else -good / len(others)
        return value

    @property
    def is_exact(self) -> bool:
        """Whether every card in front of a player has been seen."""
        return not any(self.seats.unseen)

    def information(self, player: int) -> Information:
        """Return everything but the answers of others, where all answer before one is heard."""
        self._require_player(player)
        return Information(player, str(self._seen_by(player)), self._seen_by(player)._numbers(player))

    def _seen_by(self, player: int) -> TableState:
        if not self.called or self.phase != CALLING:
            return self
        return msgspec.structs.replace(self, called=self.called & 1 << player)

    def observers(self) -> Sequence[int]:
        """Return everybody, or only who answers, where others answer before one is heard."""
        if self.phase == CALLING and self.game.call_order == "simultaneous" and not self._answers_last:
            return (self.current_player,)
        return range(self.game.players)

    @property
    def _answers_last(self) -> bool:
        """Whether nobody is left to ask after who is asked now."""
        return not self.game.eligible(self.seats.barred) & ~(self.asked | 1 << self.current_player)

    def reveals(self, action: Any, after: State) -> bool:
        """Return whether this is the last answer, after which those of others come to light."""
        hidden = self.phase == CALLING and self.game.call_order == "simultaneous" and self.asked != 0
        return hidden and self._answers_last

    def resample(self, player: int, rng: Rng) -> TableState:
        """Return a state with unseen hand cards drawn from the unseen, and others' hidden answers by lot.

        Where that leaves one card in the pile which is drawn next, it has been drawn.
        """
        self._require_player(player)
        state = self
        if self.phase == CALLING and self.game.call_order == "simultaneous":
            hidden = self.asked & ~(1 << player)
            called = self.called & 1 << player
            for other in range(self.game.players):
                if hidden >> other & 1:
                    called |= rng.below(2) << other
            state = msgspec.structs.replace(state, called=called)
        if state.is_exact:
            return state
        unseen = list(cards_in(state.pile))
        rng.shuffle(unseen)
        hands = list(state.seats.hands)
        for other, count in enumerate(state.seats.unseen):
            for card in unseen[:count]:
                hands[other] |= 1 << card
            del unseen[:count]
        seats = msgspec.structs.replace(state.seats, hands=tuple(hands), unseen=(0,) * len(hands))
        pile = sum(1 << card for card in unseen)
        state = msgspec.structs.replace(state, seats=seats, pile=pile)
        if state.phase in (DEAL, DRAW) and len(unseen) == 1:
            return state._apply(DRAWS[unseen[0]])  # the last card of the pile is no matter of chance
        return state

    def _numbers(self, player: int) -> tuple[int, ...]:
        """Return phase, places and counters, seats counted from the player's own, and where each card is.

        Cards: 0 unseen, 1 own hand, 2… the hands to the left, 10 in the puzzle, 11 covered in it.
        """
        players = self.game.players
        order = [(player + i) % players for i in range(players)]
        place = {seat: i for i, seat in enumerate(order)}
        seats = self.seats
        shown, held = tops(self.key), seats.held
        where = []
        for card in CARDS:
            owner = next((i for i, other in enumerate(order) if seats.hands[other] >> card & 1), None)
            at = 0 if self.pile >> card & 1 or not self.game.deck >> card & 1 else 11
            where.append(owner + 1 if owner is not None else 10 if shown >> card & 1 else at)
        assert not held & shown
        return (
            self.phase,
            place.get(self.current_player, -1) + 1,
            place.get(self.caller, -1) + 1,
            place.get(seats.barred, -1) + 1,
            self.placed + 1,
            seats.puzzle,
            min(self.clock, LONGEST_TOLD),
            *(self.asked >> other & 1 for other in order),
            *(self.called >> other & 1 for other in order),
            *(seats.breezes[other] for other in order),
            *(seats.unseen[other] for other in order),
            *(0 if card is None else card + 1 for card in cells_of(self.key)),
            *where,
        )

    def __str__(self) -> str:
        return table_text(self)

    @property
    def covered(self) -> int:
        """The cards that lie under the tops of the square, as 27 bits."""
        return int(self.game.deck & ~(self.pile | self.seats.held | tops(self.key)))

    def faults(self) -> str:
        """Return which of the game's invariants does not hold, in words; empty for a sound position."""
        return table_fault(self)


def _changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _with_card(seats: Seats, player: int, card: Card | None) -> Seats:
    """Return the seats after a player has taken a card, perhaps one nobody has seen."""
    if card is None:
        return msgspec.structs.replace(seats, unseen=_changed(seats.unseen, player, seats.unseen[player] + 1))
    return msgspec.structs.replace(
        seats, hands=_changed(seats.hands, player, seats.hands[player] | 1 << card)
    )


def _to_call(
    game: Leaves, key: int, pile: int, seats: Seats, asked: int, called: int, events: Events
) -> TableState:
    """Return the state in which the next player answers, is chosen, or nobody is left to ask."""
    waiting = game.eligible(seats.barred) & ~asked
    if not waiting:
        if not called:
            if events is not None:
                events.append("nobody called")
            return _returned(game, seats, -1, False, events)
        if called & called - 1:
            return TableState(game, CHANCE, ORDER, key, RING_SET, pile, seats, -1, -1, asked, called)
        return _challenge(game, key, pile, seats, called.bit_length() - 1)
    if game.asks_by_chance and waiting & waiting - 1:
        return TableState(game, CHANCE, ORDER, key, RING_SET, pile, seats, -1, -1, asked)
    player = (waiting & -waiting).bit_length() - 1
    if events is not None and game.asks_by_chance:
        events.append(str(ASKS[player]))
    return TableState(game, player, CALLING, key, RING_SET, pile, seats, -1, -1, asked, called)


def _challenge(game: Leaves, key: int, pile: int, seats: Seats, caller: int) -> TableState:
    phase = BREEZE if seats.breezes[caller] else PLACE
    return TableState(game, caller, phase, key, RING_SET, pile, seats, caller)


def _check(game: Leaves, seats: Seats, failed: int, events: Events) -> TableState:
    """Return the state after a challenge: somebody has won, or the table is reset.

    `failed` is the caller who failed, or -1.
    """
    if not all(hand or unseen for hand, unseen in zip(seats.hands, seats.unseen, strict=True)):
        return _over(game, seats, "out_of_cards", events)
    return _returned(game, seats, failed, True, events)


def _returned(game: Leaves, seats: Seats, failed: int, challenged: bool, events: Events) -> TableState:
    """Return the state in which the cards have gone back and the next puzzle is dealt, if it is."""
    barred = failed
    if not challenged and game.bar_waits_for_challenge:
        barred = seats.barred
    puzzle = seats.puzzle + 1
    if game.puzzle_limit is not None and puzzle > game.puzzle_limit:
        return _over(game, seats, "puzzle_limit", events)
    breezes = seats.breezes
    if (game.breezes_always_up or (challenged and not any(breezes))) and breezes != game.breezes:
        breezes = game.breezes
        if events is not None:
            events.append("breezes up")
    seats = Seats(seats.hands, seats.unseen, breezes, barred, puzzle)
    return TableState(game, CHANCE, DEAL, 0, 0, game.deck & ~seats.held, seats)


def _over(game: Leaves, seats: Seats, how: str, events: Events) -> TableState:
    if events is not None:
        events.append(f"ended {how}")
    seats = Seats(seats.hands, seats.unseen, seats.breezes, -1, seats.puzzle, how)
    return TableState(game, TERMINAL, OVER, 0, 0, game.deck & ~seats.held, seats)
