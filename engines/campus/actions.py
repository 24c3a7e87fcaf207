"""What players and chance do in Campus, with its text and its word of small integers.

Moves, claims and rolls are those of `solvers.campus`; here come the tiles that are dealt, the dice
that decide who starts, the choice of the starter, the end of the claims, and the penalties.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import cell_name, shown
from ...solvers.campus.board import HIGHEST, STAR
from ...solvers.campus.chains import FreeStar, Reward, Wild, parse_claim
from ...solvers.campus.dice import FACES, ROLLS, Roll
from ...solvers.campus.lines import Lines, is_line_name
from ...solvers.campus.moves import MOVE_FORM, Move

_CELL = re.compile(r"[a-z][1-9]")


class Tile(Struct, frozen=True):
    """Chance: the next tile out of the bag."""

    value: int
    """Its number, or STAR."""

    def __str__(self) -> str:
        return f"tile {'s' if self.value == STAR else self.value}"


class Die(Struct, frozen=True):
    """Chance: what one die shows where it is thrown for who starts."""

    face: int

    def __str__(self) -> str:
        return f"die {self.face}"


class Start(Struct, frozen=True):
    """The winner of the throw says who starts the first game."""

    who: Literal["me", "them"]

    def __str__(self) -> str:
        return f"start {self.who}"


class Done(Struct, frozen=True):
    """A player claims nothing more in this turn."""

    def __str__(self) -> str:
        return "done"


class Penalise(Struct, frozen=True):
    """Turning up a tile of a line on which the opponent missed something."""

    line: str
    cell: str

    def __str__(self) -> str:
        return f"penalise {self.line} {self.cell}"


class Forgive(Struct, frozen=True):
    """Letting a miss go unpunished."""

    missed: str
    """Name of the line, or of the cell of a free star."""

    def __str__(self) -> str:
        return f"forgive {self.missed}"


class BigPlay(Struct, frozen=True):
    """Turning up all that the opponent turned down on their last move."""

    def __str__(self) -> str:
        return "big_play"


TILES = tuple(Tile(value) for value in range(HIGHEST + 1))
"""Each tile by its value, the star first."""
DICE = tuple(Die(face) for face in range(1, FACES + 1))
START_ME, START_THEM = Start("me"), Start("them")
DONE, BIG_PLAY = Done(), BigPlay()

ACTION_FORM = f"a roll such as 5+6; {MOVE_FORM}; a claim such as reward row 1; or done"

_WHOLE = {str(action): action for action in (*TILES, *DICE, START_ME, START_THEM, DONE, BIG_PLAY)}
_CLAIMS = ("reward", "wild", "star")


def parse_action(text: str, columns: int) -> object:
    """Return what is written canonically, on a board with so many columns. Raises NotationError."""
    found = _WHOLE.get(text)
    if found is not None:
        return found
    first, blank, rest = text.partition(" ")
    if first in _CLAIMS and blank:
        return parse_claim(text)
    if first == "penalise":
        line, _, cell = rest.rpartition(" ")
        if is_line_name(line) and _CELL.fullmatch(cell):
            return Penalise(line, cell)
        raise NotationError(f"{shown(text)} is no penalty", expected="one such as penalise row 1 a1")
    if first == "forgive":
        if is_line_name(rest) or _CELL.fullmatch(rest):
            return Forgive(rest)
        raise NotationError(f"{shown(text)} forgives nothing", expected="a miss such as forgive row 1")
    if "+" in text:
        return Roll.parse(text)
    try:
        return Move.parse(text, columns)
    except NotationError:
        if _CELL.fullmatch(first):
            raise
        raise NotationError(f"{shown(text)} is not an action", expected=ACTION_FORM) from None


class Words:
    """The words of all actions on boards of one size with the same lines.

    A set is the word of its cells in ascending order, each one above its number, and a 0 that ends it:
    so sets stand in the order of the lists of their cells. Everything else begins above all cells.
    """

    def __init__(self, rows: int, columns: int, lines: Lines) -> None:
        self.columns, self.cells = columns, rows * columns
        self.names = tuple(line.name for line in (*lines.claims, *lines.stars))
        """The lines by name, those along which claims are made first."""
        self._lines = {name: at for at, name in enumerate(self.names)}
        self._at = {cell_name(cell, columns): cell for cell in range(self.cells)}
        count = len(self.names)
        self._pass = self.cells + 1
        self._claims = self._pass + 1
        self._star = self._claims + 2 * count
        self._done = self._star + 1
        self._penalise = self._done + 1
        self._forgive = self._penalise + count
        self._forgive_star = self._forgive + count
        single = (DONE, BIG_PLAY, START_ME, START_THEM, *ROLLS, *DICE, *TILES)
        places = (self._done, *range(self._forgive_star + 1, self._forgive_star + len(single)))
        self._single: dict[object, int] = dict(zip(single, places, strict=True))
        self._by_symbol = {symbol: action for action, symbol in self._single.items()}
        self.count = self._forgive_star + len(single)
        """How many symbols there are."""

    def encode(self, action: object) -> tuple[int, ...]:
        """Return the word of an action or outcome. Raises NotationError for what has none."""
        if type(action) is Move:
            return self._move(action)
        try:
            return self._word(action)
        except (KeyError, TypeError):
            raise NotationError(f"{action} has no word", expected="what a player or chance does") from None

    def _move(self, move: Move) -> tuple[int, ...]:
        if not move.tiles:
            return (self._pass,)
        if move.columns != self.columns or move.tiles >> self.cells:
            raise NotationError(f"{move} has no word", expected=f"cells of a board of {self.cells}")
        return (*(cell + 1 for cell in range(self.cells) if move.tiles >> cell & 1), 0)

    def _word(self, action: object) -> tuple[int, ...]:
        match action:
            case Reward(line):
                return (self._claims + 2 * self._lines[line],)
            case Wild(line, star):
                return (self._claims + 2 * self._lines[line] + 1, self._at[star] + 1)
            case FreeStar(star):
                return (self._star, self._at[star] + 1)
            case Penalise(line, cell):
                return (self._penalise + self._lines[line], self._at[cell] + 1)
            case Forgive(missed) if missed in self._lines:
                return (self._forgive + self._lines[missed],)
            case Forgive(missed):
                return (self._forgive_star, self._at[missed] + 1)
        return (self._single[action],)

    def decode(self, word: Sequence[int]) -> object:
        """Return the action with a word. Raises NotationError."""
        first = word[0] if word else -1
        if 0 < first <= self.cells:
            return self._decoded_move(tuple(word))
        if len(word) == 1:
            found = self._decoded_single(first)
            if found is not None:
                return found
        elif len(word) == 2 and 0 < word[1] <= self.cells:
            found = self._decoded_pair(first, cell_name(word[1] - 1, self.columns))
            if found is not None:
                return found
        raise _no_word(word)

    def _decoded_move(self, word: tuple[int, ...]) -> Move:
        cells = word[:-1]
        rising = all(one < other for one, other in pairwise(cells))
        if word[-1] or not cells or not rising or cells[-1] > self.cells:
            raise _no_word(word)
        return Move(sum(1 << cell - 1 for cell in cells), self.columns)

    def _decoded_single(self, symbol: int) -> object | None:
        if symbol == self._pass:
            return Move(0, self.columns)
        if self._claims <= symbol < self._star and not (symbol - self._claims) % 2:
            return Reward(self.names[(symbol - self._claims) // 2])
        if self._forgive <= symbol < self._forgive_star:
            return Forgive(self.names[symbol - self._forgive])
        return self._by_symbol.get(symbol)

    def _decoded_pair(self, symbol: int, cell: str) -> object | None:
        if self._claims <= symbol < self._star and (symbol - self._claims) % 2:
            return Wild(self.names[(symbol - self._claims) // 2], cell)
        if symbol == self._star:
            return FreeStar(cell)
        if self._penalise <= symbol < self._forgive:
            return Penalise(self.names[symbol - self._penalise], cell)
        return Forgive(cell) if symbol == self._forgive_star else None


def _no_word(word: Sequence[int]) -> NotationError:
    return NotationError(f"{tuple(word)} is no word of an action", expected="what encode() returns")
