"""All moves of a roll: every set of number tiles with an admissible total, and what it leads to.

Rules: *Number Tiles* and *Doubles*. Two sets of different tiles are two moves, also where they leave
the same board: a player names the tiles that are turned, not what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

from msgspec import Struct

from ...core.errors import IllegalAction, NotationError
from ...core.notation import cell_name, listed, parse_cell, shown
from ...core.rng import Rng
from .board import MOST_CELLS, MOST_ROWS, SIDE, Arrangement, Board, cells
from .chains import Chains
from .dice import Roll
from .rules import Rules
from .sums import Sums, below
from .terms import judge

MOVE_FORM = "the cells of the tiles in reading order, such as a1 c4 f6, or pass"


class Move(Struct, frozen=True):
    """The number tiles a player turns with a roll; none of them for `pass`.

    >>> Move.parse("b1 a2").tiles, str(Move(0))
    (66, 'pass')
    """

    tiles: int
    """The cells of the tiles, as a bit mask."""
    columns: int = SIDE
    """Columns of the board, which the names of cells depend on."""

    def __post_init__(self) -> None:
        if not 0 <= self.tiles < 1 << MOST_CELLS:
            raise NotationError(f"the tiles {self.tiles}", expected=f"at most {MOST_CELLS} cells")

    @classmethod
    def parse(cls, text: str, columns: int = SIDE) -> Move:
        """Return the move written canonically: cells in reading order, or `pass`. Raises NotationError."""
        if text == "pass":
            return cls(0, columns)
        rows = min(MOST_ROWS, MOST_CELLS // columns)
        named = {parse_cell(name, columns, rows) for name in text.split(" ")}
        move = cls(sum(1 << cell for cell in named), columns)
        if str(move) != text:
            raise NotationError(f"the move {shown(text)}", expected=f"it written as {move}")
        return move

    def __str__(self) -> str:
        return " ".join(self.cells) or "pass"

    def __repr__(self) -> str:
        columns = f", {self.columns}" if self.columns != SIDE else ""
        return f"Move.parse({str(self)!r}{columns})"

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells, in reading order."""
        return tuple(cell_name(cell, self.columns) for cell in cells(self.tiles))


class Outcome(Struct, frozen=True):
    """A move and what it leads to; sets of tiles are bit masks of their cells."""

    arrangement: Arrangement
    tiles: int
    """The tiles turned; none for `pass`."""
    total: int
    """Their sum."""
    down: int
    """All tiles that go down, those of the chain included."""
    up: int
    """What is left face up."""

    @property
    def move(self) -> Move:
        """The move."""
        return Move(self.tiles, self.arrangement.columns)

    @property
    def board(self) -> Board:
        """The board afterwards."""
        return Board(self.arrangement, self.arrangement.tiles & ~self.up)


class Moves(Sequence[Move]):
    r"""The moves of a roll on a board, in the order of the lists of their cells, `pass` last.

    They are counted, indexed, found and drawn at random without being listed. There is none where
    the turn is lost; `pass` is there where no set is admissible or `must_play` lets it be.

    >>> from quadrangle.solvers.campus import Board, Roll, Rules
    >>> moves = Moves(Board.parse("11 5 3\n2 1 24\n6 8 s"), Roll.parse("5+6"), Rules())
    >>> len(moves), str(moves[0]), [str(move) for move in moves][-1]
    (6, 'a1', 'a2 b2 b3')
    """

    __slots__ = ("_arrangement", "_judge", "_passes", "_sums", "_up", "board", "roll", "terms")

    def __init__(self, board: Board, roll: Roll, rules: Rules) -> None:
        """Judge a roll on a board. Raises NotationError where the rules' lines do not fit on it."""
        self.board = board
        self.roll = roll
        self._arrangement: Arrangement = board.arrangement
        self._judge = judge(board.arrangement, rules)
        self._up = board.up
        self.terms = self._judge.terms(self._up, roll)
        """Whether the turn is lost, and the totals that are admissible."""
        self._sums = Sums((), 1, 0) if self.lost else self._judge.sums(self._up, self.terms)
        self._passes = not self.terms.lost and (rules.must_play == "may_pass" or not len(self._sums))

    @property
    def lost(self) -> bool:
        """Whether the roll loses the turn."""
        return self.terms.lost

    @property
    def sums(self) -> Sums:
        """The admissible sets, `pass` not among them."""
        return self._sums

    @property
    def chains(self) -> Chains:
        """The chains of the board under the rules."""
        return self._judge.chains

    def __len__(self) -> int:
        return len(self._sums) + self._passes

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if self._passes and number == len(self) - 1:
            return self._move(0)
        return self._move(self._sums.unrank(number))

    def __iter__(self) -> Iterator[Move]:
        for tiles in self._sums:
            yield self._move(tiles)
        if self._passes:
            yield self._move(0)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move.columns != self._arrangement.columns:
            return False
        return self._passes if not move.tiles else move.tiles in self._sums

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Return the place of a move. Raises ValueError for one that is not among them."""
        if value not in self:
            raise ValueError(f"{value} is not a move here")
        place = self._sums.rank(value.tiles) if value.tiles else len(self) - 1
        if not start <= place < (len(self) if stop is None else stop):
            raise ValueError(f"{value} is not a move from {start} on")
        return place

    def sample(self, rng: Rng) -> Move:
        """Return one of the moves at random, each as likely as any other. Raises IndexError for none."""
        if not len(self):
            raise IndexError("the turn is lost")
        number = below(rng, len(self))
        return self._move(self._sums.drawn(number) if number < len(self._sums) else 0)

    def fault(self, move: Move) -> str:
        """Return the rule a move breaks, in words; empty for one that may be made."""
        if self.lost:
            return f"the turn is lost: {self.roll} names a number that is face down"
        if move.columns != self._arrangement.columns or move.tiles >> len(self._arrangement.values):
            return "it names a cell the board does not have"
        if move in self:
            return ""
        if not move.tiles:
            return "a set can be turned, so one has to be"
        name = self._arrangement.names
        if move.tiles & ~self._arrangement.numbers:
            return f"{listed(name(move.tiles & ~self._arrangement.numbers))} bears no number"
        if move.tiles & ~self._up:
            return f"{listed(name(move.tiles & ~self._up))} is already face down"
        total = self._total(move.tiles)
        if not self.terms.low <= total <= self.terms.high:
            wanted = "exactly" if self.terms.low == self.terms.high else "at most"
            return f"the tiles total {total}, and {self.roll} wants {wanted} {self.terms.high}"
        return "a set with more tiles can be turned"

    def outcome(self, move: Move) -> Outcome:
        """Return what a move leads to. Raises IllegalAction naming the rule it breaks."""
        fault = self.fault(move)
        if fault:
            raise IllegalAction(f"{move}: {fault}")
        return self._outcome(move.tiles, self._judge.chains.closed(self._up & ~move.tiles))

    def outcomes(self) -> list[Outcome]:
        """Return every move with what it leads to, in order."""
        found = self._walk()
        if self._passes:
            found.append(self._outcome(0, self.chains.closed(self._up)))
        return found

    def _walk(self) -> list[Outcome]:
        """Return what every set leads to, a set going on from the board of one with a tile less.

        Most sets set off no chain, and that is seen from the lines through their last tile alone.
        """
        sums, closed, is_calm = self._sums, self.chains.closed, self.chains.is_calm
        arrangement, up = self._arrangement, self._up
        known: dict[tuple[int, int], list[tuple[int, int, bool, int, int]]] = {}
        found: list[Outcome] = []

        def choices(position: int, index: int) -> list[tuple[int, int, bool, int, int]]:
            return [
                (at + 1, after, sums.ends(after), sums.cells[at], sums.values[at])
                for at, after, _ in sums.choices(position, index)
            ]

        def walk(chosen: int, total: int, left: int, calm: bool, position: int, index: int) -> None:
            key = (position, index)
            if key not in known:
                known[key] = choices(position, index)
            for following, after, ends, cell, value in known[key]:
                tiles, rest = chosen | 1 << cell, left & ~(1 << cell)
                quiet = calm and is_calm(rest, cell)
                if ends:
                    end = rest if quiet else closed(rest)
                    found.append(Outcome(arrangement, tiles, total + value, up & ~end, end))
                if after:
                    walk(tiles, total + value, rest, quiet, following, after)

        # A chain that waits since the deal may go first where it ends alike in whatever order.
        start = closed(up) if self.chains.confluent else up
        walk(0, 0, start, closed(start) == start, 0, sums.start)
        return found

    def _outcome(self, tiles: int, left: int) -> Outcome:
        return Outcome(self._arrangement, tiles, self._total(tiles), self._up & ~left, left)

    def _move(self, tiles: int) -> Move:
        return Move(tiles, self._arrangement.columns)

    def _total(self, tiles: int) -> int:
        return sum(self._arrangement.values[cell] for cell in cells(tiles))
