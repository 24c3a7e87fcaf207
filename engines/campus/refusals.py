"""Why an action is refused in Campus: the rule it breaks, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.errors import IllegalAction
from ...core.notation import listed
from ...solvers.campus.chains import FreeStar, Reward, Wild
from ...solvers.campus.dice import Roll
from ...solvers.campus.moves import Move
from ..game import seat
from .actions import DICE, BigPlay, Done, Forgive, Penalise, Tile
from .penalties import miss_names
from .phases import CHAIN, CHOOSE, DEAL, DICE_OFF, MOVE, OVER, PENALTY

if TYPE_CHECKING:
    from .state import CampusState


def refusal(state: CampusState, action: Any) -> str:
    """Return which rule an action breaks in a position; empty for a legal one."""
    phase = state.phase
    if phase == OVER:
        return "the match is over"
    if phase == MOVE:
        return _no_move(state, action)
    if phase == CHAIN:
        return _no_claim(state, action)
    if phase == PENALTY:
        return _no_answer(state, action)
    if phase == CHOOSE:
        if action in state.legal_actions():
            return ""
        return f"player {seat(state.current_player)} says who starts: start me or start them"
    if phase == DEAL:
        return _no_tile(state, action)
    if phase == DICE_OFF:
        if type(action) is Roll if state.game.throws_two else action in DICE:
            return ""
        return "dice are thrown for who starts: " + ("two, such as 5+6" if state.game.throws_two else "die 4")
    return "" if type(action) is Roll else "the dice are thrown here, such as 5+6"


def _no_tile(state: CampusState, action: Any) -> str:
    if type(action) is not Tile:
        return "a tile comes out of the bag here, such as tile 11 or tile s"
    return "" if action.value in state.sheet.bag else "no such tile is left in the bag"


def _no_move(state: CampusState, action: Any) -> str:
    player = state.current_player
    name = seat(player)
    if type(action) is not Move:
        return f"player {name} turns number tiles with {state.roll} now, such as a1 b2"
    legal = state.legal_actions()
    if action in legal:
        return ""
    board, up = state.sheet.boards[player], state.up[player]
    if action.columns != board.columns or action.tiles >> len(board.values):
        return "it names a cell the board does not have"
    if not action.tiles:
        return f"player {name} can turn tiles with {state.roll}, so has to"
    if action.tiles & ~board.numbers:
        return f"on {listed(board.names(action.tiles & ~board.numbers))} there is no number"
    if action.tiles & ~up:
        return f"what lies on {listed(board.names(action.tiles & ~up))} is face down already"
    terms = state.asked()[2]
    total = sum(board.values[cell] for cell in range(len(board.values)) if action.tiles >> cell & 1)
    if not terms.low <= total <= terms.high:
        wanted = "exactly" if terms.low == terms.high else "at most"
        return f"its tiles total {total}, and {state.roll} asks for {wanted} {terms.high}"
    return "a set with more tiles can be turned, and has to be"


def _no_claim(state: CampusState, action: Any) -> str:
    player = state.current_player
    if isinstance(action, Done):
        return ""
    if not isinstance(action, Reward | Wild | FreeStar):
        return f"player {seat(player)} claims what goes down, such as reward row 1, or is done"
    desk, up, game = state.desk(player), state.up[player], state.game
    if not isinstance(action, FreeStar) and action.line in game.words.names[game.claim_lines :]:
        return f"by the ruling lines {action.line} frees stars only"
    try:
        desk.chains.cleared(up, action)
    except IllegalAction as error:
        return str(error).removeprefix(f"{action}: ")
    if action not in desk.claimable(up, state.gone(player)):
        return "by the ruling late_claim it is lost, since it was not claimed in its own turn"
    return ""


def _no_answer(state: CampusState, action: Any) -> str:
    if action in state.legal_actions():
        return ""
    game, misses = state.game, state.slips.misses
    missed = listed(miss_names(game, misses))
    player, owner = seat(state.current_player), seat(1 - state.current_player)
    if isinstance(action, Penalise):
        return (
            f"player {owner} missed {missed}; a tile that lies face down on such a line may be turned up"
            + (", a number only" if game.penalises_numbers_only else "")
        )
    if isinstance(action, Forgive):
        first = miss_names(game, misses[:1])[0]
        if game.must_penalise and action.missed == first.partition(" ")[2]:
            return "by the ruling penalty_optional a miss has to be penalised"
        return f"the first of what player {owner} missed is {first}"
    if isinstance(action, BigPlay):
        return "there is no Big Play here: it is not played, not for these misses, or was answered already"
    return f"player {player} answers that player {owner} missed {missed}"
