"""Positions of Campus as text: written and read.

A text is lines `name: value` in a fixed order; lines that would say nothing are left out. A board is
its rows of tiles with ` / ` between them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.campus.board import Arrangement, Board, cells, parse_tile, tile_text
from ...solvers.campus.dice import Roll
from ...solvers.campus.moves import Move
from ..game import CHANCE, TERMINAL, parse_seat, seat
from ..named_lines import NamedLines, require_canonical
from .penalties import miss_names, parse_miss, slips_of
from .phases import CHAIN, CHOOSE, DEAL, MOVE, OVER, PENALTY, PHASES, SETTING_UP
from .sheet import ENDS, Sheet

if TYPE_CHECKING:
    from .game import Campus
    from .state import CampusState

DIGITS = 12
"""Of the longest number in a position."""
_ROWS = " / "


def position_text(state: CampusState) -> str:
    """Return a position as text."""
    sheet = state.sheet
    lines = [f"phase: {PHASES[state.phase]}"]
    if state.game.players > 1:
        lines.append(f"round: {sheet.round}")
    if state.phase == DEAL:
        lines += _filled_lines(state)
    if sheet.thrown:
        lines.append(f"thrown: {' '.join(map(str, sheet.thrown))}")
    if sheet.game:
        lines += _game_lines(state)
    for player, arrangement in enumerate(sheet.boards):
        up = state.up[player] if state.up else arrangement.tiles
        board = Board(arrangement, arrangement.tiles & ~up)
        lines.append(f"board {seat(player)}: {str(board).replace(chr(10), _ROWS)}")
    lines += _slip_lines(state)
    for name, points in (("points", sheet.charged), ("earlier", sheet.before), ("won", sheet.won)):
        if any(points):
            lines.append(f"{name}: {' '.join(map(str, points))}")
    if sheet.ended:
        lines.append(f"ended: {sheet.ended}")
    return "\n".join(lines)


def _filled_lines(state: CampusState) -> list[str]:
    filled, cells_each = state.sheet.filled, state.game.cells
    lines = []
    for player in range(len(filled) // cells_each + 1):
        tiles = filled[player * cells_each : (player + 1) * cells_each]
        lines.append(f"filled {seat(player)}: {' '.join(tile_text(value, False) for value in tiles) or '-'}")
    return lines


def _game_lines(state: CampusState) -> list[str]:
    sheet = state.sheet
    lines = []
    if state.game.players > 1:
        lines += [f"game: {sheet.game}", f"first: {seat(sheet.first)}"]
    lines.append(f"turn: {state.turn}")
    if state.roll is not None:
        lines.append(f"roll: {state.roll}")
    return lines


def _slip_lines(state: CampusState) -> list[str]:
    game, slips = state.game, state.slips
    lines = []
    if slips.misses:
        lines.append(f"missed: {', '.join(miss_names(game, slips.misses))}")
    for name, tiles in (("turned", slips.turned), ("claimed", slips.chained)):
        if tiles:
            lines.append(f"{name}: {Move(tiles, game.columns)}")
    if slips.raised:
        lines.append(f"raised: {Move(slips.raised, game.columns)}")
    for player, gone in enumerate(slips.gone):
        if gone:
            names = [game.words.names[line] for line in cells(gone)]
            lines.append(f"gone {seat(player)}: {', '.join(names)}")
    return lines


def parse_position(game: Campus, text: str) -> CampusState:
    """Return the position in a text. Raises NotationError."""
    lines = NamedLines(text)
    phase = lines.one("phase", _word(PHASES, "phase"))
    players = game.players
    number = lines.one("round", _whole) if players > 1 else 1
    filled = tuple(
        value for player in range(players) for value in lines.one(f"filled {seat(player)}", _filled, ())
    )
    thrown = lines.one("thrown", _numbers, ())
    of_game, first, turn, roll = _parse_game(game, lines, phase)
    boards, up = _parse_boards(game, lines, phase)
    misses = lines.one("missed", lambda text: tuple(parse_miss(game, part) for part in text.split(", ")), ())
    turned = lines.one("turned", _tiles(game), 0)
    chained = lines.one("claimed", _tiles(game), 0)
    raised = lines.one("raised", _tiles(game), 0)
    gone = tuple(lines.one(f"gone {seat(player)}", _gone(game), 0) for player in range(players))
    charged, before, won = (
        lines.one(name, _numbers, (0,) * players) for name in ("points", "earlier", "won")
    )
    ended = lines.one("ended", _end, "")
    lines.end()
    bag = _bag(game, filled) if phase == DEAL else ()
    sheet = Sheet(number, of_game, first, boards, filled, bag, thrown, charged, before, won, ended)
    slips = slips_of(misses, turned, chained, gone, raised)
    player = _deciding(game, phase, sheet, turn)
    state = game.position(game, player, phase, sheet, up, turn, roll, slips)
    _require_sound(state, text)
    return state


def _parse_game(game: Campus, lines: NamedLines, phase: int) -> tuple[int, int, int, Roll | None]:
    """Return which game of the round it is, who started it, turns and roll."""
    if phase in SETTING_UP:
        return 0, -1, 0, None
    number, first = 1, 0
    if game.players > 1:
        number = lines.one("game", _whole)
        first = lines.one("first", lambda text: parse_seat(text, game.players))
    turn = lines.one("turn", _whole)
    return number, first, turn, _read_roll(lines)


def _read_roll(lines: NamedLines) -> Roll | None:
    roll = lines.one("roll", Roll.parse, _NONE)
    return None if roll is _NONE else roll


def _parse_boards(
    game: Campus, lines: NamedLines, phase: int
) -> tuple[tuple[Arrangement, ...], tuple[int, ...]]:
    if phase == DEAL:
        return (), ()
    boards = [lines.one(f"board {seat(player)}", _board) for player in range(game.players)]
    up = () if phase in SETTING_UP else tuple(board.up for board in boards)
    return tuple(board.arrangement for board in boards), up


def _deciding(game: Campus, phase: int, sheet: Sheet, turn: int) -> int:
    if phase == OVER:
        return TERMINAL
    if phase == CHOOSE and len(sheet.thrown) == 2:
        return int(sheet.thrown[1] > sheet.thrown[0])
    return (sheet.first + turn) % game.players if phase in (PENALTY, MOVE, CHAIN) else CHANCE


def _bag(game: Campus, filled: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is left in the bag that is being dealt from. Raises NotationError."""
    full = len(filled) // game.cells
    if full >= game.players:
        raise NotationError(f"{len(filled)} tiles", expected=f"fewer than {game.cells * game.players}")
    left = Counter(game.bags[full])
    left.subtract(filled[full * game.cells :])
    if any(count < 0 for count in left.values()):
        extra = min(value for value, count in left.items() if count < 0)
        raise NotationError(f"too many tiles {tile_text(extra, False)}", expected="those of the bag")
    return tuple(sorted(left.elements()))


def _require_sound(state: CampusState, text: str) -> None:
    """Raise NotationError where a state that has been read cannot be, or was not written canonically."""
    fault = state.faults()
    if fault:
        raise NotationError(f"a position that cannot be: {fault}")
    require_canonical(text, str(state))


_NONE: Any = object()
"""Stands for a line that is not there."""


def _word(words: tuple[str, ...], what: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text not in words:
            raise NotationError(f"{shown(text)} is no {what}", expected=" or ".join(words))
        return words.index(text)

    return read


def _end(text: str) -> str:
    return ENDS[_word(ENDS, "end of a game")(text)]


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise NotationError(f"{shown(text)} is not a number", expected="a whole number, 0 or more")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_whole, text.split(" ")))


def _filled(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    found = []
    for token in text.split(" "):
        value, face_down = parse_tile(token)
        if face_down or value < 0:
            raise NotationError(f"{shown(token)} was dealt", expected="tiles face up")
        found.append(value)
    return tuple(found)


def _board(text: str) -> Board:
    try:
        return Board.parse(text.replace(_ROWS, "\n"))
    except NotationError as error:
        # Its rows stand on one line here, so its own lines and columns are not those of the text.
        row = f" in row {error.line}" if error.line else ""
        raise NotationError(f"{error.problem}{row}", expected=error.expected) from None


def _tiles(game: Campus) -> Callable[[str], int]:
    return lambda text: Move.parse(text, game.columns).tiles


def _gone(game: Campus) -> Callable[[str], int]:
    def read(text: str) -> int:
        found = 0
        for name in text.split(", "):
            if name not in game.line_at:
                raise NotationError(f"{shown(name)} is no line", expected="a line such as row 1")
            found |= 1 << game.line_at[name]
        return found

    return read
