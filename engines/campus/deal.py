"""Before the first game of a round: the tiles are dealt, the dice decide who starts (*Setup*, *Dice*)."""

from __future__ import annotations

from bisect import bisect_left
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
    return _next_bag(game, sheet, (), events)


def dealt(state: CampusState, tile: Tile, events: Events) -> CampusState:
    """Return the position with the next tile on its space."""
    game: Campus = state.game
    sheet, value = state.sheet, tile.value
    bag = sheet.bag
    filled = (*sheet.filled, value)
    if not len(filled) % game.cells:
        return _next_bag(game, sheet, filled, events)
    at = bisect_left(bag, value)
    return _dealing(game, sheet, filled, bag[:at] + bag[at + 1 :], events)


def dealt_out(state: CampusState, rng: Rng) -> CampusState:
    """Return the position after the board that is being filled is full, every tile drawn as it comes.

    The same tiles one by one through `dealt` lead to the same position.
    """
    game: Campus = state.game
    filled, bag = list(state.sheet.filled), list(state.sheet.bag)
    missing = game.cells - len(filled) % game.cells
    while missing and bag[0] != bag[-1]:
        filled.append(bag.pop(rng.below(len(bag))))
        missing -= 1
    return _next_bag(game, state.sheet, (*filled, *bag[:missing]), None)


def _next_bag(game: Campus, sheet: Sheet, filled: tuple[int, ...], events: Events) -> CampusState:
    """Return the position after a board is full, or before the first: the next one is filled, if any."""
    full = len(filled) // game.cells
    if full == game.players:
        return _filled(game, sheet, filled, events)
    return _dealing(game, sheet, filled, game.bags[full], events)


def _dealing(
    game: Campus, sheet: Sheet, filled: tuple[int, ...], bag: tuple[int, ...], events: Events
) -> CampusState:
    """Return the position that waits for a tile; where all in the bag are alike they are laid out at once."""
    if bag[0] != bag[-1]:
        points = (sheet.charged, sheet.before, sheet.won, sheet.ended)
        dealing = Sheet(sheet.round, 0, -1, (), filled, bag, (), *points)
        return game.position(game, CHANCE, DEAL, dealing)
    missing = game.cells - len(filled) % game.cells
    if events is not None:
        events.append(f"{missing} {'times' if missing > 1 else 'time'} {TILES[bag[0]]}")
    return _next_bag(game, sheet, (*filled, *bag[:missing]), events)


def _filled(game: Campus, sheet: Sheet, filled: tuple[int, ...], events: Events) -> CampusState:
    """Return the position after both boards are full: the first throw of the dice, or the practice itself."""
    starts = range(0, len(filled), game.cells)
    boards = tuple(Arrangement(filled[start : start + game.cells], game.columns) for start in starts)
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


def tile_outcomes(sheet: Sheet) -> Sequence[tuple[object, Fraction]]:
    """Return every tile that may come out of the bag with its chance."""
    count = len(sheet.bag)
    return [(TILES[value], Fraction(sheet.bag.count(value), count)) for value in sorted(set(sheet.bag))]


def throw_outcomes(game: Campus) -> Sequence[tuple[Any, Fraction]]:
    """Return every throw for who starts with its chance."""
    return OUTCOMES if game.throws_two else _DIE


def sample_throw(game: Campus, rng: Rng) -> Die | Roll:
    """Return a throw for who starts."""
    return Roll.throw(rng) if game.throws_two else DICE[rng.below(FACES)]
