"""Campus as a game: a round of two games by two players, or practice by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from ...core.errors import NotationError
from ...core.notation import cell_name
from ...solvers.campus.board import Arrangement
from ...solvers.campus.lines import Lines
from ..game import Game, Info, State
from . import actions
from .components import CampusComponents, standard
from .deal import new_round
from .desk import Desk
from .rulings import CampusRulings, limit, solo_bands
from .sheet import Sheet
from .state import CampusState
from .texts import parse_position

_NO_LIMIT = 1 << 62
"""More turns than anybody takes."""
_DESKS = 64
"""Arrangements a game remembers what it knows of."""


class Campus(Game[CampusState]):
    """Campus for two players (a round) or one (practice); rules and phases are in RULES.md.

    >>> Campus(players=2).start().is_chance
    True
    """

    info: Info = Info(
        name="campus",
        title="Campus",
        players=(1, 2),
        chance=True,
        perfect_information=True,
        scores="points lost: numbers left and 25 a star (fewest win); alone, turns taken",
    )
    rulings_type: ClassVar[type[CampusRulings]] = CampusRulings
    components_type: ClassVar[type[CampusComponents]] = CampusComponents
    position: ClassVar[type[CampusState]] = CampusState
    """The type of its positions."""

    def __init__(
        self,
        players: int = 2,
        rulings: CampusRulings | None = None,
        components: CampusComponents | None = None,
    ) -> None:
        """Set the game up for one or two players. Raises NotationError for another number."""
        if players not in type(self).info.players:
            raise NotationError(f"{players} players of Campus", expected="1 (practice) or 2 (a round)")
        self.players = players
        self.rulings: CampusRulings = rulings or CampusRulings()
        self.components: CampusComponents = components or standard()
        self.rows, self.columns = self.components.board.rows, self.components.board.columns
        self.cells = self.components.cells
        self.bags = self.components.bag
        """The tiles of each colour by their values, in ascending order."""
        self.counts = tuple(Counter(bag) for bag in self.bags)
        self._take_rulings()
        self._take_lines()
        self.desks: dict[Arrangement, Desk] = {}
        """What is known of the arrangements in play; asked through `desk`, or straight while it is quick."""
        self.drawn: tuple[object, object, object, int, int, int] = (None, None, None, -1, 0, 0)
        """The last move drawn: boards, sheet, roll and player; its tiles, and what its chain left."""
        self.info = msgspec.structs.replace(type(self).info, symbols=self.num_symbols, longest=self.longest())

    def _take_rulings(self) -> None:
        """Keep the rulings in the form the rules ask for, so that no text is read while playing."""
        rulings = self.rulings
        self.rules = rulings.rules
        self.turn_limit = limit(rulings.turn_limit)
        self.last_turn = _NO_LIMIT if self.turn_limit is None else self.turn_limit * self.players
        """Turns of all players together after which a game ends."""
        self.rounds = int(rulings.rounds) if self.players > 1 else 1
        self.claims_by_hand = rulings.claims == "manual"
        penalties = self.claims_by_hand and self.players > 1
        self.big_play = penalties and rulings.big_play == "on"
        self.big_play_set_only = rulings.big_play_extent == "set_only"
        self.big_play_instead = rulings.big_play_with_penalty == "instead"
        self.one_penalty_a_turn = rulings.penalty_each == "one_tile_per_turn"
        self.penalises_numbers_only = rulings.penalty_tile == "numbers_only"
        self.penalises_after_roll = penalties and rulings.penalty_when == "after_own_roll"
        self.must_penalise = rulings.penalty_optional == "forced"
        self.late_claims_lost = self.claims_by_hand and rulings.late_claim == "lost"
        self.star_only_lines_count = rulings.star_only_line == "free"
        self.throws_two = rulings.dice_off == "two_dice_each"
        self.winner_starts = rulings.starter == "winner_starts"
        self.exchanges_boards = self.players > 1 and rulings.first_boards == "other_filled"
        self.ends_at_once = rulings.game_ends == "at_once"
        skips = "all" if self.players > 1 else ""
        self.dead_ends = {"relax": "", "skip": skips, "end_game": "any"}[rulings.dead_board]
        """Whether dead boards end a game: `any` of them, only `all`, or never (empty)."""
        self.bands = solo_bands(rulings)
        self.goes_on_plainly = self.ends_at_once and not self.dead_ends
        """Whether after a turn nothing has to be looked at but limit, clear boards and misses."""

    def _take_lines(self) -> None:
        lines = Lines.parse(self.rules.lines, self.columns, self.rows)
        self.words = actions.Words(self.rows, self.columns, lines)
        self.line_masks = tuple(line.mask for line in (*lines.claims, *lines.stars))
        """The cells of each line as bits, those along which claims are made first."""
        self.claim_lines = len(lines.claims)
        self.line_at = {line.name: at for at, line in enumerate(lines.claims)}
        """The number of each line along which claims are made, by its name."""
        self.cell_names = tuple(cell_name(cell, self.columns) for cell in range(self.cells))
        self.cell_at = {name: cell for cell, name in enumerate(self.cell_names)}
        self.first_star_miss = 2 * self.claim_lines
        """From this number on a miss is a free star."""

    def desk(self, arrangement: Arrangement) -> Desk:
        """Return what the rules say of the boards of an arrangement."""
        found = self.desks.get(arrangement)
        if found is None:
            if len(self.desks) >= _DESKS:
                self.desks.clear()
            found = self.desks[arrangement] = Desk(arrangement, self.rules)
        return found

    def filler(self, player: int, game: int = 1) -> int:
        """Return who filled the board a player plays on in a game of the round: also its colour."""
        other = self.exchanges_boards if game != 2 else not self.exchanges_boards
        return 1 - player if other else player

    def counts_miss(self, code: int) -> bool:
        """Return whether a miss can be penalised: see `penalties` for its number."""
        if self.rulings.miss_counts == "rewards_only":
            return code < self.first_star_miss and not code & 1
        return True

    def allows_big_play(self, code: int) -> bool:
        """Return whether a miss lets the Big Play be played."""
        return self.big_play and (code < self.first_star_miss or self.rulings.big_play_for == "any_miss")

    def start(self) -> CampusState:
        """Return the position before the first tile is dealt."""
        nothing = (0,) * self.players
        return new_round(self, Sheet(charged=nothing, before=nothing, won=nothing), None)

    def state_from(self, text: str) -> CampusState:
        """Return the position written in `text`: see `Game.state_from`."""
        return parse_position(self, text)

    def state_types(self) -> tuple[type[State], ...]:
        """Return the one type its positions have."""
        return (CampusState,)

    def parse_action(self, text: str) -> Any:
        """Return the action written in `text`: see `Game.parse_action`."""
        return actions.parse_action(text, self.columns)

    @property
    def num_symbols(self) -> int:
        """How many integers the words of actions are made of."""
        return self.words.count

    def encode(self, action: Any) -> tuple[int, ...]:
        """Return the word of an action: of a set its cells and an end, of the rest one symbol or two."""
        return self.words.encode(action)

    def decode(self, word: Sequence[int]) -> Any:
        """Return the action with a word. Raises NotationError."""
        return self.words.decode(word)

    def solver(self) -> Any:
        """Return the bot that clears its board in the fewest turns."""
        from .solver import Solver

        return Solver()

    def solvers(self) -> Mapping[str, Any]:
        """Return that bot and, for two players, the one that means to finish first."""
        from .solver import Racer

        alone = super().solvers()
        return alone if self.players == 1 else {**alone, Racer.name: Racer()}

    def longest(self) -> int | None:
        """Return a number of decisions no match exceeds; None without a `turn_limit`."""
        if self.turn_limit is None:
            return None
        a_turn = 1
        if self.claims_by_hand:
            misses = len(self.line_masks) + self.cells
            a_turn = 1 + self.cells + 1 + misses + 1
        games = 2 if self.players > 1 else 1
        return self.rounds * (1 + games * self.last_turn * a_turn)
