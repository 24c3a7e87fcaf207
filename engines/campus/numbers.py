"""A position of Campus as a vector of small integers of a fixed length, as one player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..game import LONGEST_TOLD
from .sheet import ENDS

if TYPE_CHECKING:
    from .state import CampusState


def position_numbers(state: CampusState, player: int) -> tuple[int, ...]:
    """Return phase, turn and dice, then each player's board and points, the player's own first.

    A board takes two numbers a cell: the tile's value and 1, which is 1 for a star and 0 where none
    lies yet; and whether it is face up. Seats are counted from the player's own, 0 standing for nobody.
    """
    game, sheet, slips = state.game, state.sheet, state.slips
    players = game.players
    order = [(player + i) % players for i in range(players)]
    place = {seat: i + 1 for i, seat in enumerate(order)}
    roll = state.roll
    found = [
        state.phase,
        place.get(state.current_player, 0),
        place.get(sheet.first, 0),
        min(sheet.round, LONGEST_TOLD),
        sheet.game,
        min(state.turn, LONGEST_TOLD),
        *((roll.low, roll.high) if roll else (0, 0)),
        *(sheet.thrown[p] if p < len(sheet.thrown) else 0 for p in order),
    ]
    for other in order:
        found += _board(state, other)
        points = (sheet.charged[other], sheet.before[other], sheet.won[other])
        found += [min(number, LONGEST_TOLD) for number in points]
        found += _bits(state.gone(other), game.claim_lines)
    for code in range(game.first_star_miss + game.cells):
        found.append(int(code in slips.misses))
    found += _bits(slips.turned, game.cells)
    found += _bits(slips.chained, game.cells)
    found += _bits(slips.raised, game.cells)
    found.append(ENDS.index(sheet.ended) + 1 if sheet.ended else 0)
    return tuple(found)


def _board(state: CampusState, player: int) -> Iterator[int]:
    """Yield value and face of each tile of a board; while they are dealt, of those that lie there."""
    sheet, cells = state.sheet, state.game.cells
    if sheet.boards:
        values = sheet.boards[player].values
        up = state.up[player] if state.up else (1 << cells) - 1
    else:
        start = state.game.filler(player) * cells
        values = sheet.filled[start : start + cells]
        up = (1 << len(values)) - 1
    for cell in range(cells):
        yield values[cell] + 1 if cell < len(values) else 0
        yield up >> cell & 1


def _bits(mask: int, count: int) -> list[int]:
    return [mask >> i & 1 for i in range(count)]
