"""What a player overlooked, and what the other makes of it (*Penalties*, *The Big Play*).

Only with manual claims. A miss is a number: 2 i for a reward on claim line i, 2 i + 1 for a
wildcard there, and from 2 k on, k being how many claim lines there are, a free star by its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.campus.board import Arrangement, cells
from ...solvers.campus.chains import Claim, FreeStar, Reward, Wild
from ...solvers.campus.dice import Roll
from ..game import ActionList
from .actions import BIG_PLAY, BigPlay, Forgive, Penalise
from .phases import MOVE, PENALTY
from .sheet import CLEAN, DEAD_BOARD, Events, Sheet, Slips, changed

if TYPE_CHECKING:
    from .desk import Desk
    from .game import Campus
    from .state import CampusState


def turning(game: Campus, desk: Desk, slips: Slips, player: int, up: int, turned: int, chained: int) -> Slips:
    """Return the slips after a player has turned tiles down; `up` is what they still have face up."""
    if not game.big_play and not slips.gone:
        return slips
    if game.big_play:
        turned, chained = slips.turned | turned, slips.chained | chained
        chained = 0 if game.big_play_set_only else chained
    else:
        turned = chained = 0
    return slips_of(slips.misses, turned, chained, _pruned(game, desk, slips.gone, player, up))


def noted(game: Campus, desk: Desk, player: int, up: int, slips: Slips) -> Slips:
    """Return the slips at the end of a turn that had claims: what could have been claimed is missed."""
    left = misses_in(game, desk.claimable(up, slips.gone[player] if slips.gone else 0))
    gone = slips.gone
    if game.late_claims_lost:
        marked = sum(1 << line for line in {code >> 1 for code in left if code < game.first_star_miss})
        mine = (gone or (0,) * game.players)[player] | marked
        gone = changed(gone or (0,) * game.players, player, mine)
    misses = tuple(code for code in left if game.counts_miss(code)) if game.players > 1 else ()
    if not misses or not any(game.allows_big_play(code) for code in misses):
        return slips_of(misses, 0, 0, gone)
    return slips_of(misses, slips.turned, slips.chained, gone)


def misses_in(game: Campus, claims: Iterable[Claim]) -> list[int]:
    """Return the misses that unmade claims are, each line and each star once, in ascending order."""
    found = set()
    for claim in claims:
        match claim:
            case Reward(line):
                found.add(2 * game.line_at[line])
            case Wild(line, _):
                found.add(2 * game.line_at[line] + 1)
            case FreeStar(star):
                found.add(game.first_star_miss + game.cell_at[star])
    return sorted(found)


def slips_of(
    misses: tuple[int, ...], turned: int, chained: int, gone: tuple[int, ...], raised: int = 0
) -> Slips:
    """Return slips in the one form each has, the clean one where nothing is to be kept."""
    gone = gone if any(gone) else ()
    raised = raised if misses else 0
    return Slips(misses, turned, chained, gone, raised) if misses or turned or chained or gone else CLEAN


def let_go(slips: Slips) -> Slips:
    """Return the slips once nothing can be penalised any more."""
    return Slips(gone=slips.gone) if slips.gone else CLEAN


def _pruned(game: Campus, desk: Desk, gone: tuple[int, ...], player: int, up: int) -> tuple[int, ...]:
    """Return the lost claims after a board has changed: one is over where not one number is up any more."""
    if not gone:
        return gone
    kept = 0
    for line in cells(gone[player]):
        if (up & desk.numbers & game.line_masks[line]).bit_count() == 1:
            kept |= 1 << line
    return changed(gone, player, kept)


def ask(
    game: Campus,
    sheet: Sheet,
    up: tuple[int, ...],
    turn: int,
    roll: Roll | None,
    slips: Slips,
    events: Events,
) -> CampusState:
    """Return the position in which the player on turn answers a miss, or what follows after the last."""
    from .games import game_over
    from .turns import is_at_an_end, to_roll

    player = (sheet.first + turn) % game.players
    misses = slips.misses
    if not slips.turned | slips.chained:
        board, mine = sheet.boards[1 - player], up[1 - player]
        misses = tuple(code for code in misses if places(game, board, mine, slips.raised, code))
    if misses:
        slips = slips_of(misses, slips.turned, slips.chained, slips.gone, slips.raised)
        return game.position(game, player, PENALTY, sheet, up, turn, roll, slips)
    slips = let_go(slips)
    if roll is None:
        return to_roll(game, sheet, up, turn, slips, events)
    if game.dead_ends and is_at_an_end(game, sheet, up, slips):
        return game_over(game, sheet, up, turn, DEAD_BOARD, events)
    return game.position(game, player, MOVE, sheet, up, turn, roll, slips)


def answers(state: CampusState) -> ActionList[object]:
    """Return what may be done about what was missed, in the order of their words."""
    game, slips, owner = state.game, state.slips, 1 - state.current_player
    first = slips.misses[0]
    asked = slips.misses if game.one_penalty_a_turn else (first,)
    board, up = state.sheet.boards[owner], state.up[owner]
    taken = sorted({place for code in asked for place in places(game, board, up, slips.raised, code)})
    found: list[object] = [Penalise(game.words.names[line], game.cell_names[cell]) for line, cell in taken]
    if not game.must_penalise or not found:
        found.append(Forgive(miss_place(game, first)))
    if slips.turned | slips.chained:
        found.append(BIG_PLAY)
    return ActionList(found)


def answered(state: CampusState, action: Penalise | Forgive | BigPlay, events: Events) -> CampusState:
    """Return the position after a penalty, a Big Play, or letting a miss go."""
    game, slips, owner = state.game, state.slips, 1 - state.current_player
    up, gone, misses = state.up, slips.gone, slips.misses[1:]
    turned, chained, raised = slips.turned, slips.chained, slips.raised
    if not isinstance(action, Forgive):
        if isinstance(action, Penalise):
            tiles = 1 << game.cell_at[action.cell]
            misses = () if game.one_penalty_a_turn else misses
            if game.big_play_instead:
                turned = chained = 0
        else:
            tiles, misses = turned | chained, () if game.big_play_instead else slips.misses
            turned = chained = 0
        raised |= tiles
        up = changed(up, owner, up[owner] | tiles)
        gone = _pruned(game, game.desk(state.sheet.boards[owner]), gone, owner, up[owner])
    slips = slips_of(misses, turned, chained, gone, raised)
    return ask(game, state.sheet, up, state.turn, state.roll, slips, events)


def places(game: Campus, board: Arrangement, up: int, raised: int, code: int) -> Sequence[tuple[int, int]]:
    """Return each line of a miss with each of its tiles that may be turned up.

    `up` is what its owner has face up, `raised` what of it was turned up since it was missed.
    """
    allowed = ~up & (board.numbers if game.penalises_numbers_only else board.tiles)
    lines = _lines_of_miss(game, board, up & ~raised, code)
    return [(line, cell) for line in lines for cell in cells(allowed & game.line_masks[line])]


def _lines_of_miss(game: Campus, board: Arrangement, up: int, code: int) -> Iterable[int]:
    """Return the line of a reward or wildcard; of a star each line through it that freed it.

    `up` is what was face up when it was missed.
    """
    if code < game.first_star_miss:
        return (code >> 1,)
    star = 1 << code - game.first_star_miss
    clear = not up & board.numbers
    return [
        line
        for line, mask in enumerate(game.line_masks)
        if mask & star
        and not up & mask & board.numbers
        and (clear or mask & board.numbers or game.star_only_lines_count)
    ]


def miss_place(game: Campus, code: int) -> str:
    """Return the line of a miss, or the cell of a free star, by name."""
    if code < game.first_star_miss:
        return game.words.names[code >> 1]
    return game.cell_names[code - game.first_star_miss]


def miss_names(game: Campus, misses: Iterable[int]) -> list[str]:
    """Return misses as `reward row 1`, `wild column a` and `star c3`."""
    kinds = ("reward", "wild")
    return [
        f"{kinds[code & 1] if code < game.first_star_miss else 'star'} {miss_place(game, code)}"
        for code in misses
    ]


def parse_miss(game: Campus, text: str) -> int:
    """Return the number of a miss. Raises NotationError."""
    kind, _, place = text.partition(" ")
    if kind == "star" and place in game.cell_at:
        return game.first_star_miss + game.cell_at[place]
    if kind in ("reward", "wild") and place in game.line_at:
        return 2 * game.line_at[place] + (kind == "wild")
    raise NotationError(f"{shown(text)} is no miss", expected="reward row 1, wild column a or star c3")
