"""What a Campus puzzle is as an object: a board, rolls in their order, and tiles that shall stay.

Canonical text: the six rows of the board, a blank line, the rolls with a blank between, and one more line
such as `leave a1 c4` where some tiles shall stay face up. Links are those of the board with the rolls
behind them, `~r` and two digits each, and `~k` and the mask of the tiles that stay in hexadecimal.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import shown
from ...engines.campus.words import plural
from ...solvers.campus.board import GAP, SIDE, Arrangement, Board, cells
from ...solvers.campus.dice import ROLLS, Roll
from ...solvers.campus.link import board_link, parse_board_link
from ...solvers.campus.moves import Move
from .symmetry import Turn, moved, symmetries

MOST_ROLLS = 8
MOST_NUMBERS = 20
"""Number tiles that may be face up: every line of play is looked at."""
_HEAD = "campus-rolls~"
_BOARD_HEAD = "campus~"
_LEAVE = "leave "
_LINK = re.compile(
    r"(?P<board>[^~]+(?:~[1-9a-f][0-9a-f]*)?)~r(?P<rolls>(?:[1-6]{2})+)(?:~k(?P<kept>[1-9a-f][0-9a-f]*))?"
)
LINK_FORM = "a link such as campus-rolls~ab...c-…~r3456"
_KEPT = 100
"""What tells a tile that shall stay in the canonical form."""


class Position(Struct, frozen=True):
    """A board, the rolls that have to be answered in their order, and what shall then be face up."""

    board: Board
    rolls: tuple[Roll, ...]
    kept: int = 0
    """The tiles that shall stay face up, as a bit mask; 0 where everything has to go."""

    def __post_init__(self) -> None:
        arrangement = self.board.arrangement
        if (arrangement.rows, arrangement.columns) != (SIDE, SIDE):
            raise NotationError(
                f"a board of {plural(arrangement.rows, 'row')} of {arrangement.columns}",
                expected=f"{SIDE} rows of {SIDE}",
            )
        if not self.board.up:
            raise NotationError("no tile face up", expected="at least one")
        numbers = self.board.up_numbers.bit_count()
        if numbers > MOST_NUMBERS:
            raise NotationError(f"{numbers} numbers face up", expected=f"at most {MOST_NUMBERS}")
        if not 1 <= len(self.rolls) <= MOST_ROLLS:
            raise NotationError(f"{len(self.rolls)} rolls", expected=f"1 to {MOST_ROLLS}")
        if self.kept & ~self.board.up:
            names = " ".join(arrangement.names(self.kept & ~self.board.up))
            raise NotationError(f"no tile is face up on {names}", expected="tiles that can stay face up")
        if self.kept == self.board.up:
            raise NotationError("every tile shall stay", expected="some tile to turn")

    def __str__(self) -> str:
        text = f"{self.board}\n\n{' '.join(map(str, self.rolls))}"
        return f"{text}\n{_LEAVE}{Move(self.kept)}" if self.kept else text

    @property
    def tiles(self) -> int:
        """How many tiles are face up."""
        return self.board.up.bit_count()


def parse(text: str) -> Position:
    """Return the puzzle written canonically. Raises NotationError."""
    rows, blank, rest = text.removesuffix("\n").partition("\n\n")
    if not blank:
        raise NotationError("no blank line behind the board", expected="six rows, a blank line and rolls")
    rolls, more, last = rest.partition("\n")
    if more and not last.startswith(_LEAVE):
        raise NotationError(f"{shown(last)} behind the rolls", expected="leave and cells, or nothing")
    kept = Move.parse(last.removeprefix(_LEAVE)).tiles if more else 0
    if more and not kept:
        raise NotationError("no cells behind leave", expected="cells such as leave a1 c4")
    return Position(Board.parse(rows), tuple(Roll.parse(token) for token in rolls.split(" ")), kept)


def link_of(position: Position) -> str:
    """Return the link of a puzzle."""
    board = board_link(position.board).removeprefix(_BOARD_HEAD)
    rolls = "".join(f"{roll.low}{roll.high}" for roll in position.rolls)
    return f"{_HEAD}{board}~r{rolls}" + (f"~k{position.kept:x}" if position.kept else "")


def parse_link(link: str) -> Position:
    """Return the puzzle of a link. Raises NotationError."""
    if not link.startswith(_HEAD):
        raise NotationError(f"{shown(link)} is no link of a Campus puzzle", expected=f"one beginning {_HEAD}")
    match = _LINK.fullmatch(link.removeprefix(_HEAD))
    if match is None:
        raise NotationError(f"the link {shown(link)} has no board or no rolls", expected=LINK_FORM)
    digits = match["rolls"]
    rolls = tuple(Roll.parse(f"{a}+{b}") for a, b in zip(digits[::2], digits[1::2], strict=True))
    kept = int(match["kept"] or "0", 16)
    if kept >> SIDE * SIDE:
        raise NotationError(f"the link {shown(link)} names a cell there is not", expected=LINK_FORM)
    position = Position(parse_board_link(_BOARD_HEAD + match["board"]), rolls, kept)
    if link_of(position) != link:
        raise NotationError(f"the link {shown(link)}", expected=f"it written as {link_of(position)}")
    return position


def disguises(position: Position) -> int:
    """Return how many disguises a puzzle has: 192 symmetries, and dice that show the same sum."""
    count = len(symmetries())
    for roll in position.rolls:
        count *= len(_alike(roll))
    return count


def disguise(position: Position, number: int) -> Position:
    """Return an equivalent puzzle, exactly as difficult: number 0 is the puzzle itself.

    Cells are moved by a symmetry, and a roll that is no double may show its sum in another way. Raises
    ValueError for a number out of range.
    """
    if not 0 <= number < disguises(position):
        raise ValueError(f"disguise {number}: there are {disguises(position)}, from 0")
    number, place = divmod(number, len(symmetries()))
    rolls = []
    for roll in position.rolls:
        alike = _alike(roll)
        number, which = divmod(number, len(alike))
        rolls.append(alike[which])
    turn = symmetries()[place]
    arrangement = position.board.arrangement
    values = [GAP] * len(arrangement.values)
    for cell, value in enumerate(arrangement.values):
        values[turn[cell]] = value
    board = Board(Arrangement(tuple(values), SIDE), moved(position.board.down, turn))
    return Position(board, tuple(rolls), moved(position.kept, turn))


def _alike(roll: Roll) -> tuple[Roll, ...]:
    """Return the rolls that mean the same, the roll itself first."""
    others = (other for other in ROLLS if other.sum == roll.sum and not other.is_double)
    return (roll,) if roll.is_double else (roll, *(other for other in others if other != roll))


def canonical(position: Position) -> str:
    """Return the same text for all disguises of a puzzle, and another for any other puzzle.

    Tiles face down count only where a roll names their number and so is lost.
    """
    board, values = position.board, position.board.arrangement.values
    up = [(cell, values[cell] + _KEPT * (position.kept >> cell & 1)) for cell in cells(board.up)]
    least = min(_moved_values(up, turn) for turn in symmetries())
    rolls = [f"{roll.sum}{'d' * roll.is_double}" for roll in position.rolls]
    lost = sorted({roll.sum for roll in position.rolls if _is_down(board, roll.sum)})
    return "|".join(" ".join(map(str, part)) for part in (least, rolls, lost))


def _moved_values(up: list[tuple[int, int]], turn: Turn) -> list[int]:
    found = [GAP] * len(turn)
    for cell, value in up:
        found[turn[cell]] = value
    return found


def _is_down(board: Board, number: int) -> bool:
    copies = board.arrangement.copies(number)
    return copies != 0 and not copies & board.up
