"""Before the first game of a round: the tiles are dealt, the dice decide who starts (*Setup*, *Dice*)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.rng import Rng
from ...solvers.campus.board import Arrangement
from ...solvers.campus.dice import FACES, OUTCOMES, Roll
from ..game import CHANCE, seat
from .actions import DICE, TILES, Die, Start, Tile
from .phases import CHOOSE, DEAL, DICE_OFF
from .sheet import Events, Sheet
from .turns import begin_game

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState

_DIE = [(die, Fraction(1, FACES)) for die in DICE]


def new_round(game: Campus, sheet: Sheet, events: Events) -> CampusState:
    """Return the position before the first tile of a round, or what follows where all are alike."""
    return _dealing(game, sheet, ((),), game.bags[0], events)


def dealt(state: CampusState, tile: Tile, events: Events) -> CampusState:
    """Return the position with the next tile on its space."""
    sheet = state.sheet
    at = sheet.bag.index(tile.value)
    *done, filling = sheet.filled
    filled = (*done, (*filling, tile.value))
    return _dealing(state.game, sheet, filled, sheet.bag[:at] + sheet.bag[at + 1 :], events)


def _dealing(
    game: Campus, sheet: Sheet, filled: tuple[tuple[int, ...], ...], bag: tuple[int, ...], events: Events
) -> CampusState:
    """Return the position that waits for a tile, those being laid out that leave nobody a choice."""
    while True:
        missing = game.cells - len(filled[-1])
        if missing and bag[0] != bag[-1]:
            sheet = Sheet(
                sheet.round, 0, -1, (), filled, bag, (), sheet.charged, sheet.before, sheet.won, sheet.ended
            )
            return game.position(game, CHANCE, DEAL, sheet)
        if missing:
            filled = (*filled[:-1], (*filled[-1], *bag[:missing]))
            if events is not None:
                events.append(f"{missing} {'times' if missing > 1 else 'time'} {TILES[bag[0]]}")
        if len(filled) == game.players:
            return _filled(game, sheet, filled, events)
        filled, bag = (*filled, ()), game.bags[len(filled)]


def _filled(game: Campus, sheet: Sheet, filled: tuple[tuple[int, ...], ...], events: Events) -> CampusState:
    """Return the position after both boards are full: the first throw of the dice, or the practice itself."""
    boards = tuple(Arrangement(values, game.columns) for values in filled)
    if game.exchanges_boards:
        boards = boards[::-1]
    sheet = msgspec.structs.replace(sheet, boards=boards, filled=(), bag=())
    if game.players == 1:
        return begin_game(game, msgspec.structs.replace(sheet, game=1, first=0), events)
    return game.position(game, CHANCE, DICE_OFF, sheet)


def thrown(state: CampusState, throw: Die | Roll, events: Events) -> CampusState:
    """Return the position after a throw for who starts: the other throws, both again, or one has won."""
    game: Campus = state.game
    sheet = state.sheet
    value = throw.face if isinstance(throw, Die) else throw.sum
    both = (*sheet.thrown, value)
    if len(both) < game.players or both[0] == both[1]:
        if len(both) == game.players:
            both = ()
            if events is not None:
                events.append("tied")
        return game.position(game, CHANCE, DICE_OFF, msgspec.structs.replace(sheet, thrown=both))
    winner = int(both[1] > both[0])
    if game.winner_starts:
        return _started(game, sheet, winner, events)
    return game.position(game, winner, CHOOSE, msgspec.structs.replace(sheet, thrown=both))


def chosen(state: CampusState, start: Start, events: Events) -> CampusState:
    """Return the position in which the player who was named begins the first game."""
    winner = state.current_player
    return _started(state.game, state.sheet, winner if start.who == "me" else 1 - winner, events)


def _started(game: Campus, sheet: Sheet, first: int, events: Events) -> CampusState:
    if events is not None:
        events.append(f"{seat(first)} starts")
    return begin_game(game, msgspec.structs.replace(sheet, game=1, first=first, thrown=()), events)


# --- what chance does


def tile_outcomes(sheet: Sheet) -> Sequence[tuple[object, Fraction]]:
    """Return every tile that may come out of the bag with its chance."""
    count = len(sheet.bag)
    return [(TILES[value], Fraction(sheet.bag.count(value), count)) for value in sorted(set(sheet.bag))]


def sample_tile(sheet: Sheet, rng: Rng) -> Tile:
    """Return a tile out of the bag, each alike."""
    bag = sheet.bag
    return TILES[bag[rng.below(len(bag))]]


def throw_outcomes(game: Campus) -> Sequence[tuple[Any, Fraction]]:
    """Return every throw for who starts with its chance."""
    return OUTCOMES if game.throws_two else _DIE


def sample_throw(game: Campus, rng: Rng) -> Die | Roll:
    """Return a throw for who starts."""
    return Roll.throw(rng) if game.throws_two else DICE[rng.below(FACES)]
