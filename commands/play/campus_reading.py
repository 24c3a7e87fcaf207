"""What a person may type for a move of Campus; the canonical forms are in `engines.campus.actions`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from ...core.errors import NotationError
from ...core.notation import cell_name, listed, shown
from ...engines.campus import CampusState
from ...engines.campus.actions import (
    BIG_PLAY,
    DICE,
    DONE,
    START_ME,
    START_THEM,
    TILES,
    BigPlay,
    Done,
    Forgive,
    Penalise,
)
from ...engines.campus.penalties import miss_place
from ...engines.campus.phases import CHAIN, CHOOSE, DEAL, DICE_OFF, PENALTY
from ...engines.game import seat
from ...solvers.campus.board import STAR, cells, tile_text
from ...solvers.campus.chains import FreeStar, Reward, Wild, parse_claim
from ...solvers.campus.dice import FACES
from ...solvers.campus.moves import Move
from ...solvers.campus.reading import read_move, read_roll
from .face import SeveralReadings

if TYPE_CHECKING:
    from ...solvers.campus.board import Board

MOST_READINGS = 12
"""Sets that are asked back for at most, where numbers stand for several."""

_VERB = re.compile(r"^(?:turn|flip|play|move|take)\b\s*")
_PIECES = re.compile(r"[a-z][1-9](?![0-9])|[0-9]+")
_DIGITS = 3
"""Letters that a cell or a number has at most."""
_MOVES = "cells such as a1 c4, numbers such as 5+3+2, or pass"
_STARTS: Mapping[str, Any] = {
    **dict.fromkeys(("me", "start me", "i", "i start", "myself", "start"), START_ME),
    **dict.fromkeys(("them", "start them", "they", "they start", "you", "other", "the other"), START_THEM),
}
_DONE = frozenset(("done", "d", "no", "nothing", "end", "pass"))
_CLAIMS = "a claim such as reward row 3, wild column a or star c3, or done"
_ANSWERS = "what moves lists, such as penalise row 1 a1"
_FIRST = {
    "reward": Reward,
    "r": Reward,
    "wild": Wild,
    "wildcard": Wild,
    "w": Wild,
    "star": FreeStar,
    "s": FreeStar,
}
_ANSWER = {
    **dict.fromkeys(("penalise", "penalize", "penalty", "p"), Penalise),
    **dict.fromkeys(("forgive", "f", "no", "pass"), Forgive),
    **dict.fromkeys(("big", "big_play", "bigplay", "bp"), BigPlay),
}


def read_action(state: CampusState, text: str) -> Any:
    """Return the action a person means in a position, legal there or not.

    Raises NotationError for what does not read, SeveralReadings where it could be several.
    """
    said = " ".join(text.lower().split())
    if state.phase == CHOOSE:
        if said not in _STARTS:
            raise NotationError(f"{shown(text)} is no answer", expected="me or them: who starts")
        return _STARTS[said]
    if state.phase == CHAIN:
        return _read_claim(state, said)
    if state.phase == PENALTY:
        return _read_answer(state, said)
    player = state.current_player
    return _read_set(state, state.desk(player).board(state.up[player]), said)


def _read_set(state: CampusState, board: Board, said: str) -> Move:
    columns = board.arrangement.columns
    said = _VERB.sub("", said)
    if said in ("pass", "p"):
        return Move(0, columns)
    if not re.search(r"[0-9]", said):
        raise NotationError(f"{shown(said)} names no tile", expected=_MOVES)
    if not re.search(r"(?<![a-z])[0-9]", said):
        return read_move(said, board)
    pieces = _pieces(said)
    named = [piece for piece in pieces if piece[0].isalpha()]
    fixed = read_move(" ".join(named), board).tiles if named else 0
    numbers = [int(piece) for piece in pieces if not piece[0].isalpha()]
    options = [_copies(board, fixed, number, numbers.count(number)) for number in dict.fromkeys(numbers)]
    readings = (
        Move(fixed | sum(1 << cell for chosen in choice for cell in chosen), columns)
        for choice in product(*(combinations(copies, wanted) for copies, wanted in options))
    )
    count = prod(comb(len(copies), wanted) for copies, wanted in options)
    first = next(readings)
    if count == 1 or first not in state.legal_actions():  # copies are refused alike
        return first
    if count > MOST_READINGS:
        several = [
            str(number)
            for number, (copies, wanted) in zip(dict.fromkeys(numbers), options, strict=True)
            if len(copies) > wanted
        ]
        raise NotationError(f"several tiles bear {listed(several)}", expected="their cells, such as a1 c4")
    raise _which(board, [first, *readings])


def _pieces(said: str) -> list[str]:
    """Return the cells and numbers of a set, parted by anything but letters and digits."""
    found: list[str] = []
    for word in re.split(r"[\s,+;/&-]+|\band\b", said):
        pieces = _PIECES.findall(word)
        if "".join(pieces) != word or any(len(piece) > _DIGITS for piece in pieces):
            raise NotationError(f"{shown(word)} is no tile", expected=_MOVES)
        found += pieces
    return found


def _copies(board: Board, fixed: int, number: int, wanted: int) -> tuple[list[int], int]:
    """Return the cells of the copies of a number that are up and not named, and how many are meant."""
    dealt = board.arrangement.copies(number)
    if not dealt:
        raise NotationError(f"your board has no {number}", expected=_MOVES)
    up = dealt & board.up & ~fixed
    if up.bit_count() < wanted:
        down = dealt & board.down
        where = listed(board.arrangement.names(down))
        are = f"the {number} on {where} is" if down.bit_count() == 1 else f"the {number}s on {where} are"
        what = f"{are} face down" if down else f"{number} is named too often"
        raise NotationError(what, expected="tiles that are face up, each once")
    return list(cells(up)), wanted


def _which(board: Board, found: Sequence[Move]) -> SeveralReadings:
    """Return the question which of some sets is meant, asking for the tiles they differ in alone."""
    common = found[0].tiles
    for move in found:
        common &= move.tiles
    choices = {str(Move(move.tiles & ~common, move.columns)): move for move in found}
    numbers = sorted(
        {board.arrangement.values[cell] for move in found for cell in cells(move.tiles & ~common)}
    )
    return SeveralReadings(f"Which {listed(map(str, numbers))}: {_or(choices)}?", choices)


def _read_claim(state: CampusState, said: str) -> Any:
    if said in _DONE:
        return DONE
    kind, words = _kind(said, _FIRST)
    legal = [action for action in state.legal_actions() if not isinstance(action, Done)]
    return _meant(said, kind, words, legal, parse_claim, _CLAIMS)


def _read_answer(state: CampusState, said: str) -> Any:
    kind, words = _kind(said, _ANSWER)
    if kind is BigPlay:
        return BIG_PLAY
    legal = [action for action in state.legal_actions() if not isinstance(action, BigPlay)]
    forgiven = [action for action in legal if isinstance(action, Forgive)]
    if kind is Forgive and not words:  # by a ruling none may be let go, which is said of the first
        return forgiven[0] if forgiven else Forgive(miss_place(state.game, state.slips.misses[0]))
    return _meant(said, kind, words, legal, state.game.parse_action, _ANSWERS)


def _kind(said: str, kinds: Mapping[str, Any]) -> tuple[Any, set[str]]:
    """Return which kind of action the first word names, None for none, and what else was said, tidied."""
    first, _, rest = said.partition(" ")
    kind = kinds.get(first)
    return kind, set(_tidied(rest if kind else said))


def _tidied(said: str) -> list[str]:
    """Return words of lines and cells as their names have them: `column a` for `col a`."""
    said = re.sub(r"\bcol(?:umn)?\s*([a-z])\b", r"column \1", said)
    said = re.sub(r"\brow\s*([1-9])\b", r"row \1", said)
    said = re.sub(r"\bdiag(?:onal)?\b", "diagonal", said)
    return [
        word for word in re.split(r"[\s,:]+", said) if word not in ("on", "with", "the", "for", "play", "")
    ]


def _meant(
    said: str,
    kind: Any,
    words: set[str],
    legal: Sequence[Any],
    parse: Callable[[str], Any],
    expected: str,
) -> Any:
    """Return the one legal action of a kind that has all the words, else what is written canonically."""
    exact = next((action for action in legal if str(action) == said), None)
    if exact is not None:
        return exact
    alike = [action for action in legal if kind is None or isinstance(action, kind)]
    found = [action for action in alike if words <= _words_of(action, words)] if words or kind else []
    if len(found) == 1:
        return found[0]
    if not found:
        return _written(said, kind, parse, expected)
    if len(found) > MOST_READINGS:
        raise NotationError(f"{shown(said)} could be {len(found)} things", expected=expected)
    raise SeveralReadings(f"Which: {_or(map(str, found))}?", {str(action): action for action in found})


def _written(said: str, kind: Any, parse: Callable[[str], Any], expected: str) -> Any:
    """Return what is written canonically and is not legal, so that it is said why. Raises NotationError."""
    if kind is not None:
        with contextlib.suppress(NotationError):
            return parse(f"{_NAMES[kind]} {' '.join(_tidied(said.partition(' ')[2]))}")
    if kind is None and parse is parse_claim:
        for first in ("reward", "star"):  # a line or a cell alone: had it been legal, it had been found
            with contextlib.suppress(NotationError):
                return parse_claim(f"{first} {' '.join(_tidied(said))}")
    raise NotationError(f"{shown(said)} is nothing that can be done here", expected=expected)


_NAMES = {Reward: "reward", Wild: "wild", FreeStar: "star", Penalise: "penalise", Forgive: "forgive"}


def _words_of(action: Any, said: set[str]) -> set[str]:
    """Return the words by which an action is told from others; of a diagonal also a single end."""
    found = set(str(action).split(" "))
    if "diagonal" in said:
        found |= {cell for word in found if "-" in word for cell in word.split("-")}
    return found


def _or(items: Iterable[str]) -> str:
    return " or ".join(listed(items).rsplit(" and ", 1))


def chance_question(state: CampusState) -> str:
    """Return what a person is asked who sees the real tiles and dice."""
    if state.phase == DEAL:
        game, filled = state.game, len(state.sheet.filled)
        player, place = divmod(filled, game.cells)
        cell = cell_name(place, game.columns)
        whose = f"{seat(player)}'s tiles" if game.players > 1 else "The tiles"
        return f"{whose} from {cell} on, row by row, such as 11 5 s 2"
    if state.phase == DICE_OFF:
        who = seat(len(state.sheet.thrown))
        return f"What {who} throws for who starts" + (" (two dice)" if state.game.throws_two else "")
    if state.game.players == 1:
        return "The roll, such as 5+6"
    return f"The roll for player {seat(state.active)}, such as 5+6"


def read_outcomes(state: CampusState, text: str) -> list[Any]:
    """Return what a person types for chance: tiles, one throw or both, a roll. Raises NotationError."""
    said = " ".join(text.lower().split())
    if state.phase == DEAL:
        return _laid(state, _read_tiles(said.removeprefix("tiles ").removeprefix("tile ")))
    if state.phase == DICE_OFF and not state.game.throws_two:
        return _read_dice(said)
    return [_read_roll(said.removeprefix("roll "))]


def _read_tiles(said: str) -> list[Any]:
    found = []
    for word in re.split(r"[\s,;/|]+", said):
        if word in ("s", "*", "★", "star", "(*)"):
            found.append(TILES[STAR])
        elif word.isascii() and word.isdecimal() and len(word) <= 2 and 0 < int(word) < len(TILES):
            found.append(TILES[int(word)])
        elif word:
            raise NotationError(f"{shown(word)} is no tile", expected="numbers, and s for a star: 11 5 s 2")
    if not found:
        raise NotationError(f"{shown(said)} names no tile", expected="numbers, and s for a star: 11 5 s 2")
    return found


def _laid(state: CampusState, tiles: Sequence[Any]) -> list[Any]:
    """Return the tiles that are to be laid out, without those that lie there by themselves already.

    Where all that is left in a bag is alike it is laid out at once, and somebody who types the whole
    row types it too. Raises NotationError for a tile that the bag does not have any more.
    """
    found: list[Any] = []
    waiting, alike = 0, STAR
    for tile in tiles:
        if waiting:
            if tile.value != alike:
                raise NotationError(f"{tile}: all that is left in the bag is {tile_text(alike, False)}")
            waiting -= 1
        elif state.phase != DEAL:
            found.append(tile)  # one too many, which is said where they are counted
        else:
            laid, bag = len(state.sheet.filled), list(state.sheet.bag)
            if tile.value not in bag:
                raise _no_such_tile(state, tile.value)
            bag.remove(tile.value)
            state = state.apply(tile)
            found.append(tile)
            left = -(laid + 1) % state.game.cells
            jumped = state.phase != DEAL or len(state.sheet.filled) > laid + 1
            waiting, alike = (left, bag[0]) if left and jumped else (0, STAR)
    return found


def _no_such_tile(state: CampusState, value: int) -> NotationError:
    """Return how many of a tile there are, all of which lie already."""
    game = state.game
    player, place = divmod(len(state.sheet.filled), game.cells)
    count = game.bags[player].count(value)
    whose = f"of {seat(player)}'s tiles" if game.players > 1 else "of the tiles"
    each = "none" if not count else "only one" if count == 1 else f"only {count}"
    what = f"show{'' if count > 1 else 's'} {'a star' if value == STAR else value}"
    return NotationError(
        f"{tile_text(value, False)} on {cell_name(place, game.columns)}: {each} {whose} {what}",
        expected="the tiles of the box; --components FILE names another one",
    )


def _read_dice(said: str) -> list[Any]:
    words = [word for word in re.split(r"[\s,;]+", re.sub(r"\bdie\b", " ", said)) if word]
    faces = [word for word in words if word.isascii() and word.isdecimal() and len(word) == 1]
    if not words or len(faces) != len(words) or not all(1 <= int(face) <= FACES for face in faces):
        raise NotationError(f"{shown(said)} is no throw of one die", expected="a number from 1 to 6")
    return [DICE[int(face) - 1] for face in faces]


def _read_roll(said: str) -> Any:
    if re.fullmatch(r"[1-6][1-6]", said):
        said = f"{said[0]}+{said[1]}"
    return read_roll(said)
