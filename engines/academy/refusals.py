"""Why an action is refused in Abstract Academy: the rule it breaks, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.notation import listed
from ...solvers.canvas import cells
from ...solvers.canvas.faces import FACE_TEXTS
from ..game import seat
from .actions import (
    ORIENTATIONS,
    Arrange,
    Drawn,
    Give,
    Inspired,
    Keep,
    Lay,
    Name,
    Pass,
    PetGoes,
    Place,
    Revealed,
    Show,
)
from .areas import presentable
from .phases import ARRANGE, DEAL, DRAW, GIVE, INSPIRE, NAME, OVER, PET, PLACE, REVEAL, SHOW, START, TURN
from .scoring import next_contest
from .setup import goals_left, inspirations_left, nameable
from .sheet import INSTRUCTOR
from .turns import card_for

if TYPE_CHECKING:
    from .state import AcademyState


def refusal(state: AcademyState, action: Any) -> str:
    """Return which rule an action breaks in a position; empty for a legal one."""
    phase = state.phase
    if phase == OVER:
        return "the game is over"
    if phase in (DEAL, DRAW, START):
        return _no_card(state, action)
    if phase == PET:
        there = type(action) is PetGoes and 0 <= action.player < state.game.players
        return "" if there else "who holds the Teacher's Pet first is drawn here, such as pet A"
    if phase == INSPIRE:
        return _no_inspiration(state, action)
    if phase == REVEAL:
        return _no_goal(state, action)
    if phase == PLACE:
        return _no_turn(state, action)
    if phase == SHOW and action == state.game.shows_none:
        return ""
    # The others have few actions: all of them are looked at.
    if action in state.legal_actions():
        return ""
    return {NAME: _no_name, ARRANGE: _no_order, TURN: _no_start, SHOW: _no_show, GIVE: _no_gift}[phase](
        state, action
    )


def _no_card(state: AcademyState, action: Any) -> str:
    if type(action) is not Drawn:
        return "a canvas card is drawn here, such as card BR/YB"
    return "" if action.face in state.deck else "no such card is left in the deck"


def _no_inspiration(state: AcademyState, action: Any) -> str:
    game = state.game
    if type(action) is not Inspired:
        return "an Inspiration is drawn here, such as inspiration F"
    left = {game.inspirations[one] for one in inspirations_left(game, state.sheet)}
    return "" if action.name in left else "no such Inspiration is left in the deck"


def _no_goal(state: AcademyState, action: Any) -> str:
    game, deck = state.game, state.sheet.named
    if type(action) is not Revealed:
        return "a goal is revealed here, such as goal largest_area:B"
    left = {game.goals[goal] for goal in goals_left(game, state.sheet, deck)}
    if action.goal in left:
        return ""
    kind = "Instructors" if deck == INSTRUCTOR else f"{Name(deck)} Assignments".removeprefix("name ")
    return f"it is not among the {kind} that are left"


def _no_turn(state: AcademyState, action: Any) -> str:
    player = state.current_player
    hand = state.hands[player]
    name = seat(player)
    if not hand:
        return "" if type(action) is Pass else f"player {name} has no canvas card, and can only pass"
    if type(action) is Pass:
        return f"player {name} has a canvas card, so has to place one"
    if not state.occupied:
        return _no_first(state, action, hand)
    if type(action) is not Place:
        return f"player {name} places a canvas card now, such as place BR/YB d4"
    return "" if card_for(state, action) >= 0 else _no_place(state, action)


def _no_first(state: AcademyState, action: Any, hand: tuple[int, ...]) -> str:
    if type(action) is not Lay:
        return "the first card of a round is laid, such as lay BR/YB portrait"
    if state.game.allows_first(action, hand):
        return ""
    if state.game.portrait_only and action.landscape:
        return "by the ruling first_orientation the first card lies in portrait"
    return f"player {seat(state.current_player)} has no card that can lie so"


def _no_place(state: AcademyState, action: Place) -> str:
    game, player = state.game, state.current_player
    plane, occupied = game.plane, state.occupied
    if not game.playable(state.hands[player], state.landscape) >> action.face & 1:
        way = ORIENTATIONS[state.landscape]
        return f"no card of player {seat(player)} lies so in {way}; these do: {_hand(state)}"
    cell = plane.cell_at.get(action.cell, -1)
    if cell < 0:
        return "there is no such cell"
    if occupied >> cell & 1:
        return f"a card lies on {action.cell} already"
    if plane.open_cells(occupied) >> cell & 1:
        return _not_at_home(state, cell)
    extent, wide = plane.extent(occupied | 1 << cell), plane.size
    if extent.height > wide or extent.width > wide:
        return f"the canvas would be longer than {wide} cards"
    return f"{action.cell} is not beside a card that lies"


def _not_at_home(state: AcademyState, cell: int) -> str:
    game, player = state.game, state.current_player
    owners = [other for other, home in enumerate(game.plane.homes(state.occupied)) if home >> cell & 1]
    if player in owners:
        return "by the ruling corner_home nobody may use a corner of two home rows while another cell is open"
    free = listed(game.plane.names[other] for other in cells(game.plane.allowed(state.occupied, player)))
    return f"it lies in the home row of player {listed(map(seat, owners))}, and other cells are open: {free}"


def _hand(state: AcademyState) -> str:
    faces = state.game.playable(state.hands[state.current_player], state.landscape)
    return listed(FACE_TEXTS[face] for face in cells(faces))


def _no_name(state: AcademyState, action: Any) -> str:
    if type(action) is Name and action.colour not in nameable(state.game, state.sheet):
        return "a card of this colour is there already"
    return f"player {seat(state.sheet.pet)} names a colour: {listed(state.legal_actions())}"


def _no_order(state: AcademyState, action: Any) -> str:
    if type(action) is Arrange:
        return "these are not the goals that were revealed"
    return f"player {seat(state.sheet.pet)} puts the goals in order, such as {state.legal_actions()[0]}"


def _no_start(state: AcademyState, action: Any) -> str:
    if type(action) is Lay:
        return f"the start card {FACE_TEXTS[state.sheet.start]} cannot lie so"
    return f"player {seat(state.sheet.pet)} lays the start card, such as {state.legal_actions()[0]}"


def _no_show(state: AcademyState, action: Any) -> str:
    game, player = state.game, state.current_player
    name = seat(player)
    if type(action) is not Show:
        return f"player {name} shows an Inspiration or none"
    held = {game.inspirations[one] for one in state.sheet.inspirations[player]}
    for one in action.names:
        if one not in held:
            return f"player {name} does not hold the Inspiration {one}"
    there = {game.inspirations[one] for one in presentable(state, player)}
    for one in action.names:
        if one not in there:
            return f"the pattern {one} is not in the scoring area of player {name}"
    return "one Inspiration a round is shown at most"


def _no_gift(state: AcademyState, action: Any) -> str:
    holder = seat(state.sheet.pet)
    if type(action) is Keep:
        return f"player {holder} must give the Teacher's Pet away to take the card"
    if type(action) is Give and action.player not in next_contest(state).recipients:
        return f"player {seat(action.player)} is not among those to whom the Teacher's Pet may go"
    return f"player {holder} gives the Teacher's Pet to a contending player: {listed(state.legal_actions())}"
