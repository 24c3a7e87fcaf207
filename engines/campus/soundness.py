"""Whether a position of Campus can be: the invariants that rules and sheet keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...solvers.campus.board import GAP, STAR_POINTS, Arrangement, tile_text
from ...solvers.campus.dice import FACES
from ..game import CHANCE, TERMINAL, seat
from .penalties import misses_in, places
from .phases import CHAIN, CHOOSE, DEAL, DICE_OFF, MOVE, OVER, PENALTY, ROLL, SETTING_UP
from .sheet import CLEAN, CLEARED, DEAD_BOARD, ENDS, TURN_LIMIT, Sheet
from .turns import is_at_an_end

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState

_MOST = 10**12


def position_fault(state: CampusState) -> str:
    """Return which invariant a position breaks, in words; empty for a sound one."""
    return next(_faults(state), "")


def _faults(state: CampusState) -> Iterator[str]:
    """Yield faults, the first of which is told: later ones suppose that those before do not hold."""
    if not DEAL <= state.phase <= OVER:
        yield f"{state.phase} is no phase"
    yield from _sheet(state.game, state.sheet)
    if state.phase in SETTING_UP:
        yield from _setting_up(state)
    else:
        yield from _in_play(state)
    yield from _decides(state)


def _sheet(game: Campus, sheet: Sheet) -> Iterator[str]:
    players = game.players
    for points in (sheet.charged, sheet.before, sheet.won):
        if len(points) != players or any(not 0 <= number < _MOST for number in points):
            yield f"points {points}; expected {players} numbers from 0 on"
    if not 1 <= sheet.round <= game.rounds:
        yield f"round {sheet.round} of {game.rounds}"
    if not 0 <= sheet.game <= (2 if players > 1 else 1):
        yield f"game {sheet.game} of a round"
    if sheet.ended and sheet.ended not in ENDS:
        yield f"{sheet.ended!r} is no end of a game"
    if sheet.round == 1 and any(sheet.before):
        yield "points of earlier rounds in the first"
    most = 2 * game.cells * max(STAR_POINTS, *(bag[-1] for bag in game.bags))
    if max(sheet.charged) > most or max(sheet.before) > most * (sheet.round - 1):
        yield "more points lost than two boards hold in each round"
    if bool(sheet.ended) < any((*sheet.charged, *sheet.before, *sheet.won)):
        yield "points, and no game is over"
    if sheet.round == 1 and sheet.game < 2 and players > 1 and sheet.ended:
        yield "a game is over before the first has been played"
    if (sheet.round > 1 or sheet.game == 2) and not sheet.ended:
        yield "a game is over and nothing says how it ended"


def _setting_up(state: CampusState) -> Iterator[str]:
    game, sheet = state.game, state.sheet
    if sheet.game or sheet.first != -1 or state.up or state.turn or state.roll or state.slips != CLEAN:
        yield "a turn before the first game has begun"
    if any(sheet.charged):
        yield "points of a round before its first game"
    if sum(sheet.won) >= sheet.round:
        yield f"{sum(sheet.won)} rounds won before round {sheet.round}"
    if state.phase == DEAL:
        yield from _dealing(game, sheet)
        return
    if game.players == 1:
        yield "nobody to throw dice against"
    yield from _boards(game, sheet)
    if sheet.filled or sheet.bag:
        yield "tiles are dealt while the dice are thrown"
    least, most = (2, 2 * FACES) if game.throws_two else (1, FACES)
    if any(not least <= number <= most for number in sheet.thrown):
        yield f"a throw of {max(sheet.thrown)} or {min(sheet.thrown)}"
    if state.phase == DICE_OFF and len(sheet.thrown) > 1:
        yield "both have thrown"
    if state.phase == CHOOSE:
        if game.winner_starts:
            yield "who throws highest starts, and does not choose"
        if len(sheet.thrown) != 2 or sheet.thrown[0] == sheet.thrown[1]:
            yield "nobody has thrown highest"


def _dealing(game: Campus, sheet: Sheet) -> Iterator[str]:
    if sheet.boards or sheet.thrown:
        yield "boards that are full while tiles are dealt"
    full, _ = divmod(len(sheet.filled), game.cells)
    if full >= game.players:
        yield f"{len(sheet.filled)} tiles on {game.players} boards of {game.cells} spaces"
    for colour in range(full + 1):
        yield from _of_the_bag(game, sheet.filled[colour * game.cells :][: game.cells], colour)
    left = Counter(game.bags[full])
    left.subtract(sheet.filled[full * game.cells :])
    if sheet.bag != tuple(sorted(left.elements())):
        yield "the bag does not hold the tiles that are left of its colour"
    if sheet.bag[0] == sheet.bag[-1]:
        yield "all tiles in the bag are alike, and the rest is laid out at once"


def _boards(game: Campus, sheet: Sheet) -> Iterator[str]:
    if len(sheet.boards) != game.players:
        yield f"{len(sheet.boards)} boards for {game.players}"
    for player, board in enumerate(sheet.boards):
        yield from _board(game, sheet, player, board)


def _board(game: Campus, sheet: Sheet, player: int, board: Arrangement) -> Iterator[str]:
    if (board.rows, board.columns) != (game.rows, game.columns):
        yield f"a board of {board.rows} rows of {board.columns}; expected {game.rows} of {game.columns}"
    if GAP in board.values:
        yield f"a space without a tile on the board of player {seat(player)}"
    yield from _of_the_bag(game, board.values, game.filler(player, sheet.game))


def _of_the_bag(game: Campus, values: tuple[int, ...], colour: int) -> Iterator[str]:
    bag = game.counts[colour]
    for value, count in Counter(values).items():
        if count > bag.get(value, 0):
            name = "stars" if value == 0 else f"tiles {tile_text(value, False)}"
            yield f"{count} {name}, and the bag has {bag.get(value, 0) or 'none'}"


def _in_play(state: CampusState) -> Iterator[str]:
    game, sheet = state.game, state.sheet
    if not sheet.game or sheet.filled or sheet.bag or sheet.thrown:
        yield "a turn while the game is still being set up"
    if not 0 <= sheet.first < game.players:
        yield f"player {sheet.first} started"
    yield from _boards(game, sheet)
    if len(state.up) != game.players:
        yield f"{len(state.up)} boards in play for {game.players}"
    for up, board in zip(state.up, sheet.boards, strict=True):
        if up & ~board.tiles or up < 0:
            yield "a tile is up where none lies"
    if not 0 <= state.turn < _MOST or state.turn > game.last_turn:
        yield f"{state.turn} turns of {game.last_turn}"
    rounds_over = sheet.round if state.phase == OVER else sheet.round - 1
    if sum(sheet.won) > rounds_over:
        yield f"{sum(sheet.won)} rounds won of {rounds_over}"
    if len(state.slips.gone) not in (0, game.players):
        yield f"lost claims of {len(state.slips.gone)} players of {game.players}"
    if game.players == 1 and any(sheet.won):
        yield "rounds are won in practice"
    if sheet.game == 1 and state.phase != OVER and any(sheet.charged):
        yield "points of a round before its first game is over"
    yield from _over(state) if state.phase == OVER else _on_turn(state)
    yield from _slips(state)


def _on_turn(state: CampusState) -> Iterator[str]:
    game, sheet, up = state.game, state.sheet, state.up
    active = state.active
    if game.players == 1 and sheet.ended:
        yield "the practice is over and goes on"
    if not up[active] and state.phase != CHAIN:
        yield f"player {seat(active)} has turned all tiles and is on turn"
    if state.phase == CHAIN and not up[active]:
        yield "nothing is left that could be claimed"
    if not all(up) and up[active] and (game.ends_at_once or state.turn % game.players == 0):
        yield "a board is clear and the game goes on"
    if state.turn >= game.last_turn:
        yield "the last turn is over and the game goes on"
    rolled = state.phase == MOVE or (state.phase == PENALTY and game.penalises_after_roll)
    if (state.roll is not None) != rolled:
        yield "a roll before the dice were thrown, or none after" if state.roll else "no roll to move by"
    if state.roll and state.desk(active).loses(up[active], state.roll, state.gone(active)):
        yield f"the turn is lost by {state.roll}, and goes on"
    if state.phase == CHAIN and not game.claims_by_hand:
        yield "claims are made by hand while chains are automatic"
    if state.phase == PENALTY and not state.slips.misses:
        yield "a penalty for nothing"
    waits = state.phase == ROLL and not state.slips.misses
    if waits and game.dead_ends and is_at_an_end(game, sheet, up, state.slips):
        yield "dead boards have ended the game, and it goes on"


def _over(state: CampusState) -> Iterator[str]:
    game, sheet = state.game, state.sheet
    if state.roll is not None or state.slips != CLEAN:
        yield "a turn after the end"
    if not sheet.ended:
        yield "the end of a match that has not ended"
    if game.players == 1:
        yield from _practice_over(state)
        return
    if sheet.round != game.rounds or sheet.game != 2:
        yield "the end before the last game"
    left = [state.desk(player).points(up) for player, up in enumerate(state.up)]
    if any(points > charged for points, charged in zip(left, sheet.charged, strict=True)):
        yield "points that were left and not recorded"
    one, other = sheet.charged
    if one != other and not sheet.won[int(other < one)]:
        yield f"player {seat(int(other < one))} lost fewer points in the last round and has won none"
    if all(state.up) and sheet.ended == CLEARED:
        yield "no board is clear"


def _practice_over(state: CampusState) -> Iterator[str]:
    game, sheet, up = state.game, state.sheet, state.up
    ended = sheet.ended
    if (ended == CLEARED) != (not up[0]):
        yield "the board is clear and did not end the practice, or ended it and is not"
    if ended == TURN_LIMIT and state.turn != game.last_turn:
        yield "the turn limit ended the practice before its last turn"
    if ended == DEAD_BOARD and not game.dead_ends:
        yield "dead boards do not end the practice"
    if sheet.charged != (state.desk(0).points(up[0]),):
        yield "points that were left and not recorded"


def _slips(state: CampusState) -> Iterator[str]:
    game, slips = state.game, state.slips
    if slips == CLEAN:
        return
    if not game.claims_by_hand:
        yield "something is missed while chains are automatic"
    if slips.misses:
        yield from _misses(state)
    elif slips.raised:
        yield "tiles were turned up, and nothing is missed"
    yield from _lines_gone(state)
    tiles = slips.turned | slips.chained
    if not tiles:
        return
    if not game.big_play or (game.big_play_set_only and slips.chained):
        yield "tiles are kept for a Big Play that cannot be"
    if state.phase == CHAIN:
        owner = state.active
    elif slips.misses:
        owner = 1 - state.active
    else:
        yield "tiles are kept for a Big Play, and nothing was missed"
        return
    board = state.sheet.boards[owner]
    if tiles & ~board.tiles or slips.turned & slips.chained or min(slips.turned, slips.chained) < 0:
        yield "tiles of a Big Play that do not lie there"
    if slips.turned & ~board.numbers:
        yield "a star was turned by the dice"
    # A penalty that leaves the Big Play open may have turned up some of them.
    if tiles & state.up[owner] & ~slips.raised:
        yield "tiles of a Big Play that are face up already"


def _misses(state: CampusState) -> Iterator[str]:
    game, slips = state.game, state.slips
    waits = state.phase == ROLL and game.penalises_after_roll
    if not waits and state.phase != PENALTY:
        yield "something is missed that cannot be penalised now"
    if game.players == 1:
        yield "something is missed, and nobody is there to penalise it"
    if list(slips.misses) != sorted(set(slips.misses)):
        yield "what is missed is not in its order"
    last = game.first_star_miss + game.cells
    if any(not 0 <= code < last or not game.counts_miss(code) for code in slips.misses):
        yield "something that is no miss"
    if state.turn < 1:
        yield "something is missed before the first turn"
    if game.players > 1:
        yield from _missed_from(state, 1 - state.active)


def _missed_from(state: CampusState, owner: int) -> Iterator[str]:
    """Yield what does not fit between the misses and the board they were missed on."""
    game, slips = state.game, state.slips
    board, up, raised = state.sheet.boards[owner], state.up[owner], slips.raised
    if raised < 0 or raised & ~up or (raised and state.phase != PENALTY):
        yield "tiles were turned up for a penalty that are down, or before it"
    unclaimed = misses_in(game, state.desk(owner).claimable(up & ~raised))
    if not set(slips.misses) <= set(unclaimed):
        yield "something is missed that could not be claimed"
    if state.phase != PENALTY or slips.turned | slips.chained:
        return
    if not all(places(game, board, up, raised, code) for code in slips.misses):
        yield "a miss that costs nothing"


def _lines_gone(state: CampusState) -> Iterator[str]:
    game, gone = state.game, state.slips.gone
    if not gone:
        return
    if not game.late_claims_lost or not any(gone):
        yield "claims are lost that never are"
    for player, lines in enumerate(gone):
        if not 0 <= lines < 1 << game.claim_lines:
            yield "a line that is not there"
        numbers = state.up[player] & state.sheet.boards[player].numbers
        for line in range(game.claim_lines):
            if lines >> line & 1 and (numbers & game.line_masks[line]).bit_count() != 1:
                yield f"nothing is lost on {game.words.names[line]}"


def _decides(state: CampusState) -> Iterator[str]:
    phase = state.phase
    if phase == OVER:
        expected = TERMINAL
    elif phase in (PENALTY, MOVE, CHAIN):
        expected = state.active
    elif phase == CHOOSE:
        expected = int(state.sheet.thrown[1] > state.sheet.thrown[0])
    else:
        expected = CHANCE
    if state.current_player != expected:
        yield "another player decides"
