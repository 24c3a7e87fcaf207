"""Leaves as a game: the challenge of two and more players, and the solo challenge of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from ...core.errors import NotationError
from ..game import CHANCE, Game, Info, State
from ..rulings import milliseconds
from . import actions
from .components import LeavesComponents, standard
from .positions import parse_solo, parse_table
from .rulings import LeavesRulings
from .solo import SoloState
from .table import TableState

_MERGES_IN_CHALLENGE = 8
"""Eight merges make one stack of nine."""


class Leaves(Game["TableState | SoloState"]):
    """Leaves for one player (the solo challenge) or several; rules and phases are in RULES.md.

    >>> Leaves(players=1).start().current_player == CHANCE
    True
    """

    info: Info = Info(
        name="leaves",
        title="Leaves",
        players=(1, 2, 3, 4, 5, 6),
        chance=True,
        perfect_information=True,
        scores="Leaf Cards left in front (fewest wins); alone, puzzles cleared",
    )
    rulings_type: ClassVar[type[LeavesRulings]] = LeavesRulings
    components_type: ClassVar[type[LeavesComponents]] = LeavesComponents

    def __init__(
        self,
        players: int = 2,
        rulings: LeavesRulings | None = None,
        components: LeavesComponents | None = None,
    ) -> None:
        """Set the game up for a number of players. Raises NotationError for one it does not allow."""
        self.players = players
        self.rulings: LeavesRulings = rulings or LeavesRulings()
        self.components: LeavesComponents = components or standard()
        self.deck = self.components.deck
        self._require_players()
        self.everyone = (1 << players) - 1
        breeze = self.components.breeze
        self.breezes = tuple(max(0, min(breeze.each, breeze.count - breeze.each * p)) for p in range(players))
        """Breeze Cards each player has; with five and six the last have none."""
        self._take_rulings()
        self.info = msgspec.structs.replace(
            type(self).info,
            symbols=self.num_symbols,
            longest=self.longest(),
            perfect_information=self.call_order != "simultaneous",
        )

    def _require_players(self) -> None:
        most = int(self.rulings.players[-1])
        if not 1 <= self.players <= most:
            more = "; up to 6 with the ruling players=2..6" if most < 6 else ""
            raise NotationError(f"{self.players} players of Leaves", expected=f"1 (solo) to {most}{more}")
        needed = 27 if self.players == 1 else self.players * self.components.hand.cards + 9
        if self.deck.bit_count() < needed:
            seats = "one player" if self.players == 1 else f"{self.players} players"
            raise NotationError(
                f"{self.deck.bit_count()} Leaf Cards for {seats}",
                expected=f"{needed} or more",
            )
        if self.players == 1 and self.components.hand.cards != actions.PUZZLES:
            raise NotationError(
                f"a hand of {self.components.hand.cards} for the solo challenge", expected="3, one a puzzle"
            )

    def _take_rulings(self) -> None:
        """Keep the rulings in the form the rules ask for, so that no text is read while playing."""
        rulings = self.rulings
        self.call_order = rulings.call_order
        self.asks_by_chance = rulings.call_order == "random_order"
        self.bar_waits_for_challenge = rulings.bar_length == "next_puzzle_challenged"
        self.takes_card_back = rulings.failed_centre_card == "back_to_hand"
        self.corrects_traits = rulings.wrong_trait == "corrected"
        self.fails_when_stuck = rulings.stuck == "fails_at_once"
        self.clock = rulings.clock.partition(":")[0]
        self.merge_ms = milliseconds(rulings.clock.partition(":")[2]) if ":" in rulings.clock else 0
        self.limit = 1000 * self.components.timer.seconds
        self.twelve_is_late = rulings.deadline == "before_12"
        self.breeze_limit = None if rulings.breeze_clock == "none" else milliseconds(rulings.breeze_clock)
        self.many_breezes = rulings.breezes_per_challenge == "any"
        self.breezes_always_up = rulings.breeze_reset == "after_every_puzzle"
        self.may_give_up = rulings.called_without_placing == "fails_and_draws"
        self.puzzle_limit = None if rulings.puzzle_limit == "none" else int(rulings.puzzle_limit)
        self.solo_countdown = rulings.solo_clock == "12s_each"
        self.interleaves = rulings.solo_order == "interleaved"
        self.swaps_any_time = rulings.solo_breeze == "any_time"
        self.swaps_across = rulings.solo_breeze == "across_puzzles"
        self.proves_lost = rulings.solo_failure == "proved_lost"

    def is_late(self, clock: int, limit: int | None = None) -> bool:
        """Return whether so many milliseconds are too many, for the countdown or another limit."""
        most = self.limit if limit is None else limit
        return clock >= most if self.twelve_is_late else clock > most

    @property
    def is_live(self) -> bool:
        """Whether the countdown is a real one: a wrong merge then fails the challenge."""
        return self.clock == "live"

    def eligible(self, barred: int) -> int:
        """Return the players who may call, as bits."""
        return self.everyone & ~(1 << barred) if barred >= 0 else self.everyone

    def start(self) -> TableState | SoloState:
        """Return the position before the first card is dealt."""
        from .table import SETUP, Seats

        if self.players == 1:
            from .solo import DEAL

            return SoloState(
                self, CHANCE, DEAL, 0, self.deck, (0, 0, 0), breezes=self.components.breeze.count
            )
        nothing = (0,) * self.players
        return TableState(self, CHANCE, SETUP, 0, 0, self.deck, Seats(nothing, nothing, self.breezes))

    def state_from(self, text: str) -> TableState | SoloState:
        """Return the position written in `text`: see `Game.state_from`."""
        return parse_solo(self, text) if self.players == 1 else parse_table(self, text)

    def state_types(self) -> tuple[type[State], ...]:
        """Return the type of solo positions, or that of the others."""
        return (SoloState,) if self.players == 1 else (TableState,)

    def parse_action(self, text: str) -> Any:
        """Return the action written in `text`: see `Game.parse_action`."""
        return actions.parse_action(text, self.players)

    @property
    def num_symbols(self) -> int:
        """How many integers the words of actions are made of."""
        return actions.NUM_SYMBOLS

    def encode(self, action: Any) -> tuple[int, ...]:
        """Return the word of an action: one symbol, in the solo challenge after its puzzle's."""
        return actions.encode(action)

    def decode(self, word: Sequence[int]) -> Any:
        """Return the action with a word. Raises NotationError."""
        return actions.decode(tuple(word))

    def longest(self) -> int | None:
        """Return a number of decisions no game exceeds; None without a `puzzle_limit`."""
        if self.players == 1:
            return self.components.breeze.count + actions.PUZZLES * (1 + _MERGES_IN_CHALLENGE)
        if self.puzzle_limit is None:
            return None
        swaps = max(1, *self.breezes) + 1 if self.many_breezes else 1
        return self.puzzle_limit * (self.players + swaps + 1 + _MERGES_IN_CHALLENGE + 1)

    def solver(self) -> Any:
        """Return the bot that uses the census and the search: see `Solver`."""
        from .solver import Solver

        return Solver()
