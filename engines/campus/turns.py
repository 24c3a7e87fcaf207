"""A turn, the same in a round and in practice: the roll, the set, the chain, and what follows it.

Rules: *Dice*, *Number Tiles*, *Loss of Turn*, *Stars*, *Rewarded Tiles* and *Winning the Game*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.rng import Rng
from ...solvers.campus.board import Arrangement
from ...solvers.campus.chains import Claim
from ...solvers.campus.dice import FACES, Roll
from ...solvers.campus.moves import Move
from ..game import CHANCE
from . import penalties
from .games import game_over
from .phases import CHAIN, MOVE, ROLL
from .sheet import CLEAN, CLEARED, DEAD_BOARD, TURN_LIMIT, Events, Sheet, Slips, changed

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState


THROWS = tuple(Roll.of(one, other) for one in range(1, FACES + 1) for other in range(1, FACES + 1))
"""The throws of two dice, all alike."""
WAYS = len(THROWS)


def begin_game(game: Campus, sheet: Sheet, events: Events) -> CampusState:
    """Return the position before the first roll of a game, all tiles being up."""
    up = tuple(game.desk(board).opening() for board in sheet.boards)
    if events is not None:
        for player, board in enumerate(sheet.boards):
            _told_chain(events, board, board.tiles & ~up[player])
    return _next_turn(game, sheet, up, 0, CLEAN, events)


def rolled(state: CampusState, roll: Roll, events: Events) -> CampusState:
    """Return the position after the dice: the turn is lost, a miss is penalised, or a set is turned."""
    game: Campus = state.game
    sheet, up, turn, slips = state.sheet, state.up, state.turn, state.slips
    player = (sheet.first + turn) % game.players
    mine = up[player]
    board = sheet.boards[player]
    desk = game.desks.get(board) or game.desk(board)
    # Asked for every throw, so what is nearly always so is looked at first: see `Desk.loses`.
    copies = desk.copies.get(desk.named[roll], 0)
    named_down = not copies & mine if desk.all_copies else copies & mine != copies
    if copies and named_down and desk.loses(mine, roll, slips.gone[player] if slips.gone else 0):
        if events is not None:
            events.append(f"turn lost {desk.named[roll]}")
        if slips is CLEAN and game.goes_on_plainly and turn + 1 < game.last_turn:
            return game.position(game, CHANCE, ROLL, sheet, up, turn + 1)
        return _ended(game, sheet, up, turn, slips if slips is CLEAN else penalties.let_go(slips), events)
    if events is not None and desk.terms(mine, roll, state.gone(player)).relaxed:
        events.append("relaxed")
    if slips is not CLEAN and slips.misses:
        return penalties.ask(game, sheet, up, turn, roll, slips, events)
    return game.position(game, player, MOVE, sheet, up, turn, roll, slips)


def thrown(state: CampusState, rng: Rng) -> CampusState:
    """Return the position after throws up to the first that does not lose the turn, or that ends a game.

    The same throws one by one through `rolled` lead to the same position.
    """
    game: Campus = state.game
    if state.slips is not CLEAN or not game.goes_on_plainly:
        return rolled(state, THROWS[rng.below(WAYS)], None)
    sheet, up, turn, last = state.sheet, state.up, state.turn, game.last_turn - 1
    player = (sheet.first + turn) % game.players
    while True:
        roll = THROWS[rng.below(WAYS)]
        board, mine = sheet.boards[player], up[player]
        desk = game.desks.get(board) or game.desk(board)
        copies = desk.copies.get(desk.named[roll], 0)
        named_down = not copies & mine if desk.all_copies else copies & mine != copies
        if not (copies and named_down and (mine & desk.playable or desk.loses(mine, roll))):
            return game.position(game, player, MOVE, sheet, up, turn, roll)
        if turn >= last:
            return _ended(game, sheet, up, turn, CLEAN, None)
        turn += 1
        player = game.players - 1 - player


def moved(state: CampusState, move: Move, events: Events) -> CampusState:
    """Return the position after a set was turned, or none: the chain, by itself or claim by claim."""
    game: Campus = state.game
    player = state.current_player
    desk = game.desk(state.sheet.boards[player])
    left = state.up[player] & ~move.tiles
    if game.claims_by_hand:
        slips = penalties.turning(game, desk, state.slips, player, left, move.tiles, 0)
        return _claiming(
            game, state.sheet, changed(state.up, player, left), state.turn, player, slips, events
        )
    after = desk.chains.closed(left)
    if events is not None:
        _told_chain(events, desk.arrangement, left & ~after)
    return chained(state, player, after, events)


def chained(state: CampusState, player: int, after: int, events: Events) -> CampusState:
    """Return the position after a set and the chain that goes down by itself left these tiles up."""
    game: Campus = state.game
    up, turn = changed(state.up, player, after), state.turn
    if after and game.goes_on_plainly and turn + 1 < game.last_turn:
        return game.position(game, CHANCE, ROLL, state.sheet, up, turn + 1)
    return _ended(game, state.sheet, up, turn, CLEAN, events)


def claimed(state: CampusState, claim: Claim, events: Events) -> CampusState:
    """Return the position after a claim."""
    game, player = state.game, state.current_player
    left = state.up[player]
    desk = game.desk(state.sheet.boards[player])
    cleared = desk.chains.cleared(left, claim)
    slips = penalties.turning(game, desk, state.slips, player, left & ~cleared, 0, cleared)
    up = changed(state.up, player, left & ~cleared)
    return _claiming(game, state.sheet, up, state.turn, player, slips, events)


def done(state: CampusState, events: Events) -> CampusState:
    """Return the position after a player claims nothing more: what is left is missed."""
    return _unclaimed(
        state.game, state.sheet, state.up, state.turn, state.current_player, state.slips, events
    )


def _claiming(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, player: int, slips: Slips, events: Events
) -> CampusState:
    if not up[player]:  # nothing is left that could be claimed
        return _unclaimed(game, sheet, up, turn, player, slips, events)
    return game.position(game, player, CHAIN, sheet, up, turn, None, slips)


def _unclaimed(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, player: int, slips: Slips, events: Events
) -> CampusState:
    board = sheet.boards[player]
    slips = penalties.noted(game, game.desk(board), player, up[player], slips)
    if events is not None and slips.misses:
        events.append(f"missed {', '.join(penalties.miss_names(game, slips.misses))}")
    return _ended(game, sheet, up, turn, slips, events)


def _ended(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, slips: Slips, events: Events
) -> CampusState:
    """Return the position after a turn: the game is over, or the other player is on turn."""
    turn += 1
    if turn >= game.last_turn and all(up):
        return game_over(game, sheet, up, turn, TURN_LIMIT, events)
    return _next_turn(game, sheet, up, turn, slips, events)


def _next_turn(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, slips: Slips, events: Events
) -> CampusState:
    if not all(up) and (game.ends_at_once or turn % game.players == 0):
        return game_over(game, sheet, up, turn, CLEARED, events)
    if slips.misses and not game.penalises_after_roll:
        return penalties.ask(game, sheet, up, turn, None, slips, events)
    return to_roll(game, sheet, up, turn, slips, events)


def to_roll(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, slips: Slips, events: Events
) -> CampusState:
    """Return the position before a roll, unless dead boards end the game."""
    waits = bool(slips.misses)  # what is penalised after the roll may bring a dead board back to life
    if game.dead_ends and not waits and is_at_an_end(game, sheet, up, slips):
        return game_over(game, sheet, up, turn, DEAD_BOARD, events)
    return game.position(game, CHANCE, ROLL, sheet, up, turn, None, slips)


def is_at_an_end(game: Campus, sheet: Sheet, up: tuple[int, ...], slips: Slips) -> bool:
    """Return whether dead boards end the game: any of them, or by `skip` only all."""
    gone = slips.gone or (0,) * game.players
    dead = [game.desk(board).is_dead(up[p], gone[p]) for p, board in enumerate(sheet.boards)]
    return any(dead) if game.dead_ends == "any" else all(dead)


def _told_chain(events: list[str], board: Arrangement, down: int) -> None:
    """Note the tiles of a chain that went down by itself."""
    if down:
        events.append(f"chain {' '.join(board.names(down))}")
