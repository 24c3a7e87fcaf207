"""A position of Campus, of a round by two players or of practice alone, and what may be done in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.rng import Rng
from ...solvers.campus.dice import OUTCOMES, Roll
from ...solvers.campus.moves import Move
from ..game import CHANCE, NO_ACTIONS, ActionList, Actions, State
from . import deal, penalties, turns
from .actions import DONE, START_ME, START_THEM, TILES, Tile
from .games import match_returns
from .numbers import position_numbers
from .phases import CHAIN, CHOOSE, DEAL, DICE_OFF, MOVE, OVER, PENALTY, ROLL
from .refusals import refusal
from .sets import SetActions
from .sheet import CLEAN, CLEARED, Events, Sheet, Slips
from .soundness import position_fault
from .texts import position_text

if TYPE_CHECKING:
    from ...solvers.campus.terms import Terms
    from .desk import Desk
    from .game import Campus

_STARTS = ActionList((START_ME, START_THEM))


class CampusState(State, frozen=True, eq=False, gc=False):
    """A position of Campus."""

    phase: int
    sheet: Sheet
    up: tuple[int, ...] = ()
    """The tiles each player has face up, as bit masks: bit i for cell i in reading order."""
    turn: int = 0
    """Turns that are over in this game, of all players together."""
    roll: Roll | None = None
    """The dice of the turn, from the throw until its set is turned."""
    slips: Slips = CLEAN

    @property
    def active(self) -> int:
        """The player whose turn it is; -1 before the first turn of a game."""
        if not self.sheet.game:
            return -1
        players: int = self.game.players
        return (self.sheet.first + self.turn) % players

    def desk(self, player: int) -> Desk:
        """Return the rules of the board a player plays on in this game."""
        return self.game.desk(self.sheet.boards[player])  # type: ignore[no-any-return]

    def gone(self, player: int) -> int:
        """Return the lines, as bits, on which a player has missed the claim for good."""
        return self.slips.gone[player] if self.slips.gone else 0

    def turns_taken(self, player: int) -> int:
        """Return how many turns a player has had in this game, lost ones included."""
        players: int = self.game.players
        return (self.turn + players - 1 - (player - self.sheet.first) % players) // players

    def legal_actions(self) -> Actions[Any]:
        """Return what the deciding player may do: sets, claims, answers to what was missed, who starts."""
        phase = self.phase
        if phase == MOVE:
            return SetActions(self)
        if phase == CHAIN:
            player = self.current_player
            claims = self.desk(player).claimable(self.up[player], self.gone(player))
            return ActionList((*claims, DONE))
        if phase == PENALTY:
            return penalties.answers(self)
        return _STARTS if phase == CHOOSE else NO_ACTIONS

    def chance_outcomes(self) -> Sequence[tuple[Any, Fraction]]:
        """Return each tile of the bag, each throw for who starts, or each roll."""
        if self.phase == ROLL:
            return OUTCOMES
        if self.phase == DEAL:
            return deal.tile_outcomes(self.sheet)
        return deal.throw_outcomes(self.game) if self.phase == DICE_OFF else ()

    def sample_chance(self, rng: Rng) -> Any:
        """Return a tile, a throw or a roll."""
        phase = self.phase
        if phase == ROLL:
            return turns.THROWS[rng.below(turns.WAYS)]
        if phase == DEAL:
            bag = self.sheet.bag
            return TILES[bag[rng.below(len(bag))]]
        return deal.sample_throw(self.game, rng)

    def until_decision(self, rng: Rng) -> CampusState:
        """Return the next position in which a player decides, or the end: see `State.until_decision`."""
        state = self
        while state.current_player == CHANCE:
            if state.phase == ROLL:
                state = turns.thrown(state, rng)
            elif state.phase == DEAL:
                state = deal.dealt_out(state, rng)
            else:
                state = state._apply(state.sample_chance(rng))
        return state

    def apply(self, action: Any, elapsed_ms: int = 0) -> CampusState:
        """Return the state after a legal action or a chance outcome: see `State.apply`."""
        if not elapsed_ms:  # what happens most is checked here, without a detour
            phase = self.phase
            if phase == ROLL:
                if type(action) is Roll:
                    return turns.rolled(self, action, None)
            elif phase == MOVE:
                if type(action) is Move:
                    return self._moved(action)
            elif phase == DEAL and type(action) is Tile and action.value in self.sheet.bag:
                return deal.dealt(self, action, None)
        return State.apply(self, action, elapsed_ms)  # type: ignore[return-value]

    def asked(self) -> tuple[Desk, int, Terms]:
        """Return by what and from which tiles the player on turn turns a set, and what the roll admits."""
        game: Campus = self.game
        player = self.current_player
        board = self.sheet.boards[player]
        desk = game.desks.get(board) or game.desk(board)
        up, slips = self.up[player], self.slips
        if slips is not CLEAN and slips.gone:
            return desk, up, desk.terms(up, self.roll, slips.gone[player])  # type: ignore[arg-type]
        return desk, up, desk.terms(up, self.roll)  # type: ignore[arg-type]

    def _moved(self, move: Move) -> CampusState:
        """Return the state after a set; one that was just drawn has been looked at."""
        game: Campus = self.game
        player = self.current_player
        up, sheet = self.up, self.sheet
        drawn_up, drawn_sheet, roll, whose, tiles, left = game.drawn
        if (
            drawn_up is up
            and tiles == move.tiles
            and roll is self.roll
            and drawn_sheet is sheet
            and whose == player
            and move.columns == game.columns
            and not game.claims_by_hand
        ):
            return turns.chained(self, player, left, None)
        desk, mine, terms = self.asked()
        if desk.allows(mine, terms, move):
            return turns.moved(self, move, None)
        return State.apply(self, move)  # type: ignore[return-value]

    def _fault(self, action: Any) -> str:
        return refusal(self, action)

    def _apply(self, action: Any) -> CampusState:
        return self._step(action, None)

    def consequences(self, action: Any, elapsed_ms: int = 0) -> tuple[str, ...]:
        """Return what the rules do by themselves: `turn lost 11`, `chain a1 b2`, `game over cleared`, …"""
        events: list[str] = []
        self._step(action, events)
        return tuple(events)

    def _step(self, action: Any, events: Events) -> CampusState:
        phase = self.phase
        if phase == ROLL:
            return turns.rolled(self, action, events)
        if phase == MOVE:
            return turns.moved(self, action, events)
        if phase == CHAIN:
            return turns.done(self, events) if action == DONE else turns.claimed(self, action, events)
        if phase == PENALTY:
            return penalties.answered(self, action, events)
        if phase == DEAL:
            return deal.dealt(self, action, events)
        if phase == DICE_OFF:
            return deal.thrown(self, action, events)
        return deal.chosen(self, action, events)

    def scores(self) -> tuple[float, ...]:
        """Return the points each player has lost in the games that are over; alone, the turns taken."""
        sheet = self.sheet
        if self.game.players == 1:
            return (float(self.turn),)
        return tuple(float(sum(pair)) for pair in zip(sheet.before, sheet.charged, strict=True))

    def _final_returns(self) -> tuple[float, ...]:
        if self.game.players > 1:
            return match_returns(self.sheet)
        band = self.band
        bands = len(self.game.bands) + 1
        return (0.0,) if band is None else ((bands - band) / bands,)

    @property
    def band(self) -> int | None:
        """The band of a practice whose board is clear, 0 for the fewest turns; else None."""
        if self.game.players > 1 or self.phase != OVER or self.sheet.ended != CLEARED:
            return None
        bands: tuple[int, ...] = self.game.bands
        return sum(self.turn > most for most in bands)

    def ended_by(self) -> str:
        """Return `cleared`, or what ended a game that was not: `dead_board`, `turn_limit`; empty before."""
        return self.sheet.ended if self.phase == OVER else ""

    def evaluate(self, player: int) -> float:
        """Return fewer tiles face up than the other as better, then less value, points lost before all."""
        if not self.up:
            return 0.0
        own = self._left(player)
        if self.game.players == 1:
            return -own
        scores = self.scores()
        other = 1 - player
        value = _POINT * (scores[other] - scores[player]) + self._left(other) - own
        return value + _MATCH * self._final_returns()[player] if self.phase == OVER else value

    def _left(self, player: int) -> float:
        up = self.up[player]
        return float(_TILE * up.bit_count() + self.desk(player).points(up))

    def _numbers(self, player: int) -> tuple[int, ...]:
        return position_numbers(self, player)

    def __str__(self) -> str:
        return position_text(self)

    def faults(self) -> str:
        """Return which of the game's invariants does not hold, in words; empty for a sound position."""
        return position_fault(self)


_TILE = 10_000
"""A tile face up weighs more than all the value of a board: fewest tiles first, then least value."""
_POINT = 100_000_000
"""A point that is recorded weighs more than all tiles of a board."""
_MATCH = 1e15
"""The result weighs more than all points."""
