"""The end of a game, of a round and of the match (*Winning the Game*)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..game import TERMINAL, ranked, seat
from .phases import OVER
from .sheet import CLEAN, ENDS, Events, Sheet

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState


def game_over(
    game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, how: str, events: Events
) -> CampusState:
    """Return the position after a game has ended: the second game, the next round, or the end."""
    left = [game.desk(board).points(up[player]) for player, board in enumerate(sheet.boards)]
    charged = tuple(before + points for before, points in zip(sheet.charged, left, strict=True))
    ended = max(sheet.ended or how, how, key=ENDS.index)
    if events is not None:
        events.append(f"game over {how}")
        events.append(f"charged {' '.join(map(str, left))}")
    sheet = msgspec.structs.replace(sheet, charged=charged, ended=ended)
    if game.players == 1:
        return game.position(game, TERMINAL, OVER, sheet, up, turn, None, CLEAN)
    if sheet.game == 1:
        return _second_game(game, sheet, events)
    return _round_over(game, sheet, up, turn, events)


def _second_game(game: Campus, sheet: Sheet, events: Events) -> CampusState:
    """Return the beginning of the second game: boards exchanged, the other player starts."""
    from .turns import begin_game

    if events is not None:
        events.append(f"second game, {seat(1 - sheet.first)} starts")
    sheet = msgspec.structs.replace(sheet, game=2, first=1 - sheet.first, boards=sheet.boards[::-1])
    return begin_game(game, sheet, events)


def _round_over(game: Campus, sheet: Sheet, up: tuple[int, ...], turn: int, events: Events) -> CampusState:
    """Return the end of the match, or the beginning of another round."""
    from .deal import new_round

    winner = round_winner(sheet)
    if events is not None:
        events.append(f"round {sheet.round} {'drawn' if winner < 0 else f'to {seat(winner)}'}")
    won = tuple(count + (player == winner) for player, count in enumerate(sheet.won))
    if sheet.round >= game.rounds:
        return game.position(
            game, TERMINAL, OVER, msgspec.structs.replace(sheet, won=won), up, turn, None, CLEAN
        )
    before = tuple(map(sum, zip(sheet.before, sheet.charged, strict=True)))
    nothing = (0,) * game.players
    further = Sheet(sheet.round + 1, charged=nothing, before=before, won=won, ended=sheet.ended)
    return new_round(game, further, events)


def round_winner(sheet: Sheet) -> int:
    """Return who lost fewer points in a round that is over; -1 where both lost as many."""
    one, other = sheet.charged
    return -1 if one == other else int(other < one)


def match_returns(sheet: Sheet) -> tuple[float, ...]:
    """Return what the match is worth: more rounds won is better, as many are a draw."""
    return ranked(sheet.won)
