"""Why an action is refused at the table: the rule it breaks, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.notation import listed
from ...solvers.leaves.cards import Card
from ...solvers.leaves.keys import layout_of
from ...solvers.leaves.layout import Merge, Place, Swap
from ..game import CHANCE, seat
from .actions import ASKS, Ask, Called, Draw, Fail, Nobody
from .squares import cards_in

if TYPE_CHECKING:
    from .table import TableState


def table_refusal(state: TableState, action: Any) -> str:
    """Return which rule an action breaks in a position of several players; empty for a legal one."""
    from . import table

    if state.phase == table.OVER:
        return "the game is over"
    if isinstance(action, Fail | Called | Nobody):
        return "" if action in state.referee_actions() else _no_referee(state, action)
    if state.phase == table.ORDER:
        if type(action) is Ask and action in ASKS and state.waiting() >> action.player & 1:
            return ""
        return _not_asked(state)
    if state.current_player == CHANCE:
        return _not_drawn(state, action)
    if action in state.legal_actions():
        return ""
    return _not_allowed(state, action)


def _no_referee(state: TableState, action: Fail | Called | Nobody) -> str:
    from . import table

    if isinstance(action, Fail):
        if state.phase not in table.CHALLENGE:
            return "there is no challenge that could fail"
        if state.phase != table.MERGE and not state.game.may_give_up:
            return "by the ruling called_without_placing nobody gives up before a card is placed"
        return "by the ruling wrong_trait a trait that is not shared is corrected, not failed"
    if state.game.call_order != "live":
        return "only with the ruling call_order=live does the referee say who called"
    if state.phase != table.CALLING or not isinstance(action, Called):
        return "nobody is asked now whether to call"
    return f"player {seat(action.player)} may not call this puzzle"


def _not_asked(state: TableState) -> str:
    waiting = [seat(player) for player in range(state.game.players) if state.waiting() >> player & 1]
    what = "heard first" if state.called else "asked next"
    return f"chance decides here who is {what}: {' or '.join(f'ask {name}' for name in waiting)}"


def _not_drawn(state: TableState, action: Any) -> str:
    from . import table

    if not isinstance(action, Draw):
        return "a card is drawn here, such as draw 3yg"
    if action.card is None:
        return (
            ""
            if state.phase in (table.SETUP, table.DRAW)
            else "cards of the puzzle lie face up, and have to be named"
        )
    if state.in_pile(action.card):
        return ""
    return f"{action.card} is not in the pile: {_where(state, action.card)}"


def _where(state: TableState, card: Card) -> str:
    for player, hand in enumerate(state.seats.hands):
        if hand >> card & 1:
            return f"it lies in front of player {seat(player)}"
    return "it lies in the puzzle" if state.game.deck >> card & 1 else "it is not in this deck"


def _not_allowed(state: TableState, action: Any) -> str:
    from . import table

    name = seat(state.current_player)
    if state.phase == table.CALLING:
        return f"player {name} is asked whether to call: call or pass"
    if state.phase == table.BREEZE:
        if isinstance(action, Swap):
            return "a Breeze swaps two of the eight cards round the centre"
        return f"player {name} may swap two of the eight cards, such as swap a1 c3, or keep them as they lie"
    if state.phase == table.PLACE:
        if not isinstance(action, Place):
            return f"player {name} places a Leaf Card now, such as {state.legal_actions()[0]}"
        return f"player {name} has {listed(cards_in(state.in_front()))}, not {action.card}"
    if not isinstance(action, Merge):
        return "stacks are merged now, such as a1-b1 colour"
    if not state.legal_actions() or state.legal_actions() is table.WAIT:
        return "no merge is left; the time runs out (pass)"
    fault = layout_of(state.key).fault(action)
    if fault:
        return fault
    shared = layout_of(state.key).traits(Merge(action.source, action.goal))
    return f"the shared trait has to be named: {' or '.join(shared)}"
