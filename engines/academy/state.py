"""A position of Abstract Academy, and what may be done in it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.rng import Rng
from ..game import CHANCE, NO_ACTIONS, ActionList, Actions, Information, State
from . import knowledge, scoring, setup, turns
from .actions import DRAWS, Drawn, Give, Inspired, PetGoes, Place, Revealed, Show
from .estimate import estimate
from .hands import Hands
from .phases import (
    ARRANGE,
    DEAL,
    DRAW,
    GIVE,
    INSPIRE,
    NAME,
    OVER,
    PET,
    PLACE,
    REVEAL,
    SHOW,
    START,
    TURN,
)
from .refusals import refusal
from .sheet import Events, Sheet
from .soundness import position_fault
from .texts import position_text

if TYPE_CHECKING:
    from .game import Academy

FINISHED = "three rounds"


class AcademyState(State, frozen=True, eq=False, gc=False):
    """A position of Abstract Academy."""

    phase: int
    sheet: Sheet
    hands: Hands
    deck: tuple[int, ...]
    """The cards of the canvas deck, sorted: their order is nobody's knowledge."""
    cards: tuple[int, ...] = ()
    """The cards on the canvas, sorted: 81 times the cell in the window of the plane, and the face."""
    occupied: int = 0
    """The cells on which cards lie, as bits."""
    landscape: int = -1
    """Whether the cards of the round lie in landscape; -1 before the first of them."""
    turn: int = 0
    """Turns of the round that are over."""

    @property
    def active(self) -> int:
        """The player whose turn it is while cards are placed and drawn; else the holder of the Pet."""
        players: int = self.game.players
        return (self.sheet.pet + self.turn) % players if self.phase in (PLACE, DRAW) else self.sheet.pet

    def legal_actions(self) -> Actions[Any]:
        """Return what the deciding player may do: placements, goals, Inspirations, the Pet."""
        phase = self.phase
        if phase == PLACE:
            return turns.turn_actions(self)
        if phase == SHOW:
            return scoring.show_actions(self)
        if phase == GIVE:
            return scoring.give_actions(self)
        if phase == NAME:
            return ActionList(setup.name_actions(self.game, self.sheet))
        if phase == ARRANGE:
            return ActionList(setup.arrangements(self.game, self.sheet))
        if phase == TURN:
            return ActionList(self.game.first_lays((self.sheet.start,)))
        return NO_ACTIONS

    def chance_outcomes(self) -> Sequence[tuple[Any, Fraction]]:
        """Return each card, Inspiration or goal that may come next, or each first holder of the Pet."""
        phase = self.phase
        if phase in (DRAW, DEAL, START):
            return setup.card_outcomes(self.deck)
        if phase == INSPIRE:
            return setup.inspiration_outcomes(self.game, self.sheet)
        if phase == REVEAL:
            return setup.goal_outcomes(self.game, self.sheet)
        if phase == PET:
            players = self.game.players
            return [(PetGoes(player), Fraction(1, players)) for player in range(players)]
        return ()

    def sample_chance(self, rng: Rng) -> Any:
        """Return a card, an Inspiration, a goal or a holder of the Pet."""
        if self.phase in (DRAW, DEAL, START):
            return DRAWS[self.deck[rng.below(len(self.deck))]]
        game: Academy = self.game
        if self.phase == PET:
            return PetGoes(rng.below(game.players))
        if self.phase == INSPIRE:
            return Inspired(game.inspirations[setup.any_inspiration(game, self.sheet, rng)])
        return Revealed(game.goals[setup.any_goal(game, self.sheet, rng)])

    def until_decision(self, rng: Rng) -> AcademyState:
        """Return the next position in which a player decides, or the end: see `State.until_decision`."""
        state = self
        while state.current_player == CHANCE:
            if state.phase == DRAW:
                state = turns.drawn_at(state, rng.below(len(state.deck)), None)
            elif state.phase == DEAL:
                state = setup.dealt_out(state, rng)
            elif state.phase == INSPIRE:
                state = setup.inspired(state, setup.any_inspiration(state.game, state.sheet, rng), None)
            elif state.phase == REVEAL:
                state = setup.revealed(state, setup.any_goal(state.game, state.sheet, rng), None)
            else:
                state = state._step(state.sample_chance(rng), None)
        return state

    def observers(self) -> Sequence[int]:
        """Return who sees it: cards and Inspirations that are drawn, and secret answers, one player only."""
        phase = self.phase
        if phase == DRAW:
            return (self.active,)
        if phase == DEAL:
            return (setup.to_deal(self.game, self.hands),)
        if phase == INSPIRE:
            return setup.see_inspiration(self.game, self.sheet)
        if phase == SHOW and self.game.shows_in_secret and not scoring.is_last_asked(self):
            return (self.current_player,)
        return range(self.game.players)

    def reveals(self, action: Any, after: State) -> bool:
        """Return whether an action uncovers what its player did not know.

        The last secret answer uncovers the others, Inspirations may be discarded unused, the last Inspiration
        is drawn at once, and so are cards of a deck in which all are alike.
        """
        game: Academy = self.game
        if self.phase == SHOW and (game.shows_in_secret or not game.keeps_inspirations):
            return True
        last = len(self.deck) <= game.most_copies
        return last or len(setup.inspirations_left(game, self.sheet)) == 1

    def apply(self, action: Any, elapsed_ms: int = 0) -> AcademyState:
        """Return the state after a legal action or a chance outcome: see `State.apply`."""
        if not elapsed_ms:  # what happens most is checked here, without a detour
            if type(action) is Place and self.phase == PLACE:
                held = turns.card_for(self, action)
                if held >= 0:
                    return turns.placed(self, held, action, None)
            if type(action) is Drawn and self.phase == DRAW and action.face in self.deck:
                return turns.drawn(self, action.face, None)
            if type(action) is Show and self.phase == SHOW and scoring.may_show(self, action):
                return scoring.shown(self, action, None)
        return State.apply(self, action, elapsed_ms)  # type: ignore[return-value]

    def _fault(self, action: Any) -> str:
        return refusal(self, action)

    def _apply(self, action: Any) -> AcademyState:
        return self._step(action, None)

    def consequences(self, action: Any, elapsed_ms: int = 0) -> tuple[str, ...]:
        """Return what the rules do by themselves: `A takes largest_area:B (9 4)`, `pet to B`, …"""
        events: list[str] = []
        self._step(action, events)
        return tuple(events)

    def _step(self, action: Any, events: Events) -> AcademyState:
        phase = self.phase
        if phase == PLACE:
            if type(action) is Place:
                return turns.placed(self, turns.card_for(self, action), action, events)
            return (
                turns.laid(self, action, events)
                if self.hands[self.current_player]
                else turns.passed(self, events)
            )
        if phase == DRAW:
            return turns.drawn(self, action.face, events)
        if phase == SHOW:
            return scoring.shown(self, action, events)
        if phase == GIVE:
            return scoring.gave(self, action, events) if type(action) is Give else scoring.kept(self, events)
        return self._prepared(action, events)

    def _prepared(self, action: Any, events: Events) -> AcademyState:
        """Return the next position where no card lies on the canvas."""
        phase = self.phase
        if phase == DEAL:
            return setup.dealt(self, action.face, events)
        if phase == PET:
            return setup.pet_given(self, action, events)
        if phase == INSPIRE:
            return setup.inspired(self, self.game.inspiration_at[action.name], events)
        if phase == NAME:
            return setup.named(self, action.colour, events)
        if phase == REVEAL:
            return setup.revealed(self, self.game.goal_at[action.goal], events)
        if phase == ARRANGE:
            return setup.arranged(self, action, events)
        if phase == START:
            return setup.turned_up(self, action, events)
        return setup.turned(self, action, events)

    def scores(self) -> tuple[float, ...]:
        """Return the points on the cards each player has taken."""
        return tuple(float(scoring.points(taken)) for taken in self.sheet.taken)

    def _final_returns(self) -> tuple[float, ...]:
        return scoring.final_returns(self)

    def ended_by(self) -> str:
        """Return that three rounds were played; empty before."""
        return FINISHED if self.phase == OVER else ""

    def evaluate(self, player: int) -> float:
        """Return the margin to the best other player, the round being scored as the canvas lies now."""
        return estimate(self, player)

    def information(self, player: int) -> Information:
        """Return what a player knows: all but the hands of others and the order of the decks."""
        self._require_player(player)
        return knowledge.information(self, player)

    def resample(self, player: int, rng: Rng) -> AcademyState:
        """Return a full state with the same `information(player)`: see `knowledge`."""
        self._require_player(player)
        return knowledge.imagined(self, player, rng)

    def _numbers(self, player: int) -> tuple[int, ...]:
        return knowledge.numbers(self, player)

    def __str__(self) -> str:
        return position_text(self)

    def faults(self) -> str:
        """Return which of the game's invariants does not hold, in words; empty for a sound position."""
        return position_fault(self)
