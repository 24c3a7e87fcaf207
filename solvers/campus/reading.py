"""What a person may type for a board, a roll, a move or a claim; the canonical forms stand with each class.

The generous reading takes any white space, `/` between rows, rows or tiles as separate lines, commas,
either case, `(11)` and `(*)` for tiles face down, `*` or `★` for a star, and `-` for a cell without a tile.
Whatever it accepts prints canonically and parses strictly to the same object.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...core.errors import NotationError
from ...core.notation import Word, parse_cell, shown, words
from .board import GAP, HIGHEST, SIDE, STAR, Arrangement, Board, check_size
from .chains import Claim, parse_claim
from .dice import ROLL_FORM, Roll
from .link import find_link, parse_board_link
from .moves import MOVE_FORM, Move
from .tiles import TileSet

PRINTED_HIGHEST = 24
"""The largest number of the printed tiles."""

_PIECE = re.compile(
    r"(?P<blank>[\s,]+)|(?P<row>/)|\((?P<inside>[^()/]*)\)|(?P<bracket>[()])|(?P<token>[^\s,/()]+)"
)
_FACE = re.compile(r"(?P<star>s|\*|★)|(?P<number>[0-9]+)")
_GAPS = frozenset((".", "-", "--", "_"))


class _Cell(NamedTuple):
    value: int
    down: bool
    word: Word


def read_board(
    text: str, size: tuple[int, int] | None = (SIDE, SIDE), highest: int = PRINTED_HIGHEST
) -> Board:
    """Return the board a text or a link names.

    `size` is the rows and columns it has to have, None for any; tiles may then also come in one line
    or one a line. `highest` is the largest number allowed. Raises NotationError naming the line and
    column, and what is missing where.
    """
    link = find_link(text)
    if link is not None:
        return _checked(parse_board_link(link), size, highest)
    rows = _rows(text, highest)
    if size is None:
        columns = len(rows[0])
        _check_rows(rows, columns)
    else:
        rows = _sized(rows, *size)
        columns = size[1]
    found = [cell for row in rows for cell in row]
    down = sum(1 << place for place, cell in enumerate(found) if cell.down)
    return Board(Arrangement(tuple(cell.value for cell in found), columns), down)


def _checked(board: Board, size: tuple[int, int] | None, highest: int) -> Board:
    arrangement = board.arrangement
    has = (arrangement.rows, arrangement.columns)
    if size is not None and has != size:
        raise NotationError(
            f"the link's board of {has[0]} rows of {has[1]}", expected=f"{size[0]} rows of {size[1]}"
        )
    largest = max(arrangement.values)
    if largest > highest:
        raise NotationError(f"the number {largest} in the link", expected=f"numbers from 1 to {highest}")
    return board


def _rows(text: str, highest: int) -> list[list[_Cell]]:
    """Return the rows of a text as they stand. Raises NotationError, also where there are no tiles.

    A line ends a row, but not where a `/` has a line of its own: then it stands between rows alone.
    """
    lines = text.splitlines()
    ends_rows = all(line.strip() != "/" for line in lines)
    rows: list[list[_Cell]] = []
    row: list[_Cell] = []
    cut = -1
    for number, line in enumerate(lines, 1):
        for match in _PIECE.finditer(line):
            where = Word(match[0], number, match.start() + 1)
            if match["row"]:
                if not row and cut >= 0:
                    raise _problem("a row without tiles between two /", where, "the tiles of every row")
                rows, row, cut = [*rows, row] if row else rows, [], match.start()
            elif not match["blank"]:
                row.append(_cell(match, where, highest))
        if ends_rows:
            rows, row, cut = [*rows, row] if row else rows, [], -1
    if row:
        rows.append(row)
    if not rows:
        raise NotationError("a board without tiles", expected="rows of tiles such as 11 3x s sx")
    return rows


def _cell(match: re.Match[str], where: Word, highest: int) -> _Cell:
    """Return the tile of a piece of text, in brackets or not."""
    if match["bracket"] == "(":
        raise _problem("a bracket that is not closed", where, "a tile face down such as (11)")
    if match["bracket"]:
        raise _problem("a closing bracket without an opening one", where, "a tile face down such as (11)")
    text = match["token"] if match["inside"] is None else match["inside"].strip()
    token = text.lower()
    bracketed = match["inside"] is not None
    if token in _GAPS and not bracketed:
        return _Cell(GAP, False, where)
    face = token if bracketed else token.removesuffix("x")
    kind = _FACE.fullmatch(face)
    if kind is None:
        hint = "" if re.fullmatch(r"[0-9sx*.()-]*", token) else "; a bare * is replaced by the shell, write s"
        raise _problem(
            f"{shown(match[0])} is not a tile",
            where,
            f"a number or s for a star, with x behind it or in brackets when face down{hint}",
        )
    down = bracketed or token != face
    if kind["star"]:
        return _Cell(STAR, down, where)
    if len(face) > 9 or not 1 <= int(face) <= highest:
        raise _problem(f"the number {shown(face)[1:-1]}", where, f"a number from 1 to {highest}")
    return _Cell(int(face), down, where)


def _sized(rows: list[list[_Cell]], count: int, columns: int) -> list[list[_Cell]]:
    """Return rows of a board of the size asked for, cut from a single run of tiles if need be."""
    found = [cell for row in rows for cell in row]
    run = len(rows) == 1 or all(len(row) == 1 for row in rows)
    if run and (count > 1 or len(rows) > 1) and columns > 1:
        if len(found) != count * columns:
            raise NotationError(
                f"{len(found)} tile{'s'[: len(found) != 1]}",
                expected=f"{count * columns}, {count} rows of {columns}",
            )
        return [found[start : start + columns] for start in range(0, len(found), columns)]
    _check_rows(rows, columns)
    if len(rows) != count:
        raise NotationError(f"{len(rows)} row{'s'[: len(rows) != 1]}", expected=f"{count} rows of {columns}")
    return rows


def _check_rows(rows: list[list[_Cell]], columns: int) -> None:
    check_size(len(rows), columns)
    for number, row in enumerate(rows, 1):
        if len(row) != columns:
            raise _problem(
                f"row {number} has {len(row)} tile{'s'[: len(row) != 1]}",
                row[0].word,
                f"{columns} tiles a row",
            )


def read_roll(text: str) -> Roll:
    """Return the roll a text names: two dice in either order, `5+6`, `6 5` or `5,6`. Raises NotationError."""
    dice = list(words(text, "+,"))
    for die in dice:
        if not die.text.isascii() or not die.text.isdecimal():
            raise _problem(f"{shown(die.text)} on a die", die, ROLL_FORM)
    if len(dice) != 2:
        what = {0: "no dice", 1: f"{shown(text.strip())} alone"}.get(len(dice), f"{len(dice)} dice")
        raise NotationError(what, expected=ROLL_FORM)
    for die in dice:
        if die.text not in ("1", "2", "3", "4", "5", "6"):
            raise _problem(f"{shown(die.text)[1:-1]} on a die", die, ROLL_FORM)
    return Roll.of(int(dice[0].text), int(dice[1].text))


def read_move(text: str, board: Board) -> Move:
    """Return the move a text names on a board: cells in any order, or `pass`. Raises NotationError.

    Whether the move may be made is another question; see `moves.Moves.fault`.
    """
    arrangement = board.arrangement
    found = list(words(text.lower(), ",+"))
    if len(found) == 1 and found[0].text == "pass":
        return Move(0, arrangement.columns)
    tiles = 0
    for word in found:
        names = re.findall(r"[a-z][0-9]", word.text)
        for name in names if "".join(names) == word.text else [word.text]:
            try:
                cell = 1 << parse_cell(name, arrangement.columns, arrangement.rows)
            except NotationError as error:
                raise _problem(error.problem, word, error.expected) from None
            if tiles & cell:
                raise _problem(f"{name} is named twice", word, "every tile once")
            tiles |= cell
    if not tiles:
        raise NotationError("no tiles", expected=MOVE_FORM)
    return Move(tiles, arrangement.columns)


def read_claim(text: str) -> Claim:
    """Return the claim a text names, in either case and with any white space. Raises NotationError."""
    return parse_claim(" ".join(text.lower().split()))


def read_tile_set(text: str) -> TileSet:
    """Return the tile set a text names: runs and single numbers in any order. Raises NotationError.

    Numbers go up to the largest a tile may bear.
    """
    tiles: list[int] = []
    seen: set[int] = set()
    for word in words(text.lower(), ","):
        match = re.fullmatch(r"(?:(s|\*)|([0-9]{1,2})(?:-([0-9]{1,2}))?):([0-9]{1,2})", word.text)
        if match is None:
            raise _problem(f"{shown(word.text)} names no tiles", word, "counts of tiles such as 1-12:2 s:8")
        star, first, last, copies = match.groups()
        run = [STAR] if star else list(range(int(first), int(last or first) + 1))
        if not run or (not star and run[0] < 1):
            raise _problem(f"{shown(word.text)} names no tiles", word, f"numbers from 1 to {HIGHEST}")
        twice = seen.intersection(run)
        if twice:
            name = "s" if star else str(min(twice))
            raise _problem(f"{name} is counted twice", word, "every tile once")
        seen.update(run)
        tiles += run * int(copies)
    if not tiles:
        raise NotationError("a set without tiles", expected="counts of tiles such as 1-12:2 s:8")
    return TileSet.of(tiles)


def _problem(problem: str, word: Word, expected: str) -> NotationError:
    return NotationError(problem, expected=expected, line=word.line, column=word.column)
