"""The least expected number of own turns to clear a Campus board, exactly, by dynamic programming.

Only number tiles matter: under every ruling on stars a star's state follows from the numbers, or
makes no difference to which numbers go down, and once no number is up all stars go. A chain clears
every line with a single number up, so play goes from closed mask to closed mask, a closed mask being
a set of tiles with no such line. `F(C, t)` is the least value after a set of total t from C, and
`F(C, 0)` the value of C itself; naming the largest tile x of a set first gives

    F(C, v(x) + t) = min F(closure(C - x), t),

where tiles that the chain drops with x may be among those that are named. Two kinds of closed masks
are kept apart. In a *live* mask every line has two tiles up at least. Taking one tile from it leaves a
live mask, or sets off a chain that empties a line. A mask with an empty line is *thin*, and only thin
masks come after it. So the thin masks are done first, with their whole rows kept. Live masks are then
done in numeric order, the tile of the highest value being the highest bit: column t is asked for only
by tiles x with v(x) + t <= 24, so it may be written over once all tiles above them change, and is
kept for one block of masks that agree in the tiles above. All columns of the live masks together are
about three times the values themselves.

Error: values are whole multiples of u = 1 / scale. Each is (36 u + sum w b) / sum w over the values b
it leads to, rounded to the nearest multiple. Minima and weighted means add nothing to the largest
error among the b, and each step turns a tile down at least, so a mask of k tiles is off by k u / 2 at
most.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path

from ...core.kernels import compiled
from ...core.work import processors
from . import kernels_turns as plain
from .board import Arrangement, Board, cells
from .rules import Rules
from .turns_board import Aim, TurnBoard, TurnRules, rolls_of, sets_up_to
from .turns_files import FileWorkplace, read_values, write_values
from .turns_fill import Crew, Need, Values, Workplace, fill, need_of

__all__ = [
    "ChanceTable",
    "Need",
    "Table",
    "TurnRules",
    "free_memory",
    "load_table",
    "need",
    "numbers_of",
    "solve_chance",
    "solve_turns",
    "turn_rules",
    "up_of",
]

SCALE = 1 << 23
"""Units of a turn in which values are kept, where no value reaches 128 turns."""
CHANCE_SCALE = 1 << 29
_COARSEST = 1 << 17
_GUESS = 1 << 32


def need(
    values: Sequence[int],
    lines: Sequence[int],
    *,
    up: int | None = None,
    memory: int | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Need:
    """Return what the table of a board takes, by counting its masks.

    Arguments as for `solve_turns`, and the same errors. Where the table does not fit into `memory` at
    its fastest, this is what it takes at its smallest. Takes about a second for 31 tiles, some seconds
    at its smallest, and twice as long for each tile more.
    """
    return need_of(TurnBoard(values, lines, up), memory, cancelled)


class Table:
    """The least expected numbers of turns from all closed masks of one board.

    Masks given to it are over the tiles of the board in the order in which they were given.
    """

    def __init__(self, board: TurnBoard, rules: TurnRules, aim: Aim, values: Values) -> None:
        self._board = board
        self._aim = aim
        self._values = values
        self._patterns = board.patterns()
        self._locate = compiled(plain.locate) if board.words > plain.STRIDE else plain.locate
        self._rolls = rolls_of(board.values, rules, lambda tiles: (tiles, 0)).tolist()
        self.rules = rules
        """The rulings it was made for."""

    def error(self, mask: int) -> float:
        """Return how far the value of `mask` may be from the true one."""
        return mask.bit_count() / (2 * self._aim.scale)

    def value(self, mask: int) -> float:
        """Return the least expected number of turns to clear the board from the tiles of `mask`.

        Infinite where the board may never be cleared, however one plays. Chains that wait in a mask
        that is not closed run after its first turn that is not lost. Raises ValueError for tiles the
        table does not hold.
        """
        if mask & ~self._board.up:
            raise ValueError("the table was made for other tiles")
        return self._shown(self._units(mask))

    def best(self, mask: int, total: int, *, at_most: bool) -> list[tuple[float, int]]:
        """Return the sets with this total, or at most it, each with the value it leads to, best first."""
        found = [
            (self._after(mask, chosen), chosen)
            for chosen, reached in sets_up_to(total, self._board.values, mask)
            if at_most or reached == total
        ]
        return [(self._shown(units), chosen) for units, chosen in sorted(found)]

    def save(self, path: Path) -> None:
        """Write the table to a file that `load_table` reads. Raises FileError."""
        write_values(path, self._board, self.rules, self._aim, self._values)

    def _shown(self, units: int) -> float:
        return math.inf if units >= plain.NEVER else units / self._aim.scale

    def _units(self, mask: int) -> int:
        after = plain.closure(mask, self._board.lines)
        return self._closed(mask) if after == mask else self._waiting(mask, self._closed(after))

    def _waiting(self, mask: int, passed: int) -> int:
        """Return the value of a mask that is not closed; a turn without a set leads to `passed`."""
        exact = [plain.NONE] * (plain.MOST + 1)
        for chosen, total in sets_up_to(plain.MOST, self._board.values, mask):
            exact[total] = min(exact[total], self._after(mask, chosen))
        least = list(itertools.accumulate(exact, min))
        for relaxed in (False, True) if self.rules.dead_board == "relax" else (False,):
            weight, total = 0, self._aim.cost
            for rolled, chance, mode, how, tiles in self._rolls:
                if not relaxed and plain.lost(mask, how, tiles):
                    continue
                best = least[rolled] if relaxed or mode == plain.AT_MOST else exact[rolled]
                if best == plain.NONE or self.rules.must_play == "may_pass":
                    best = min(best, passed)
                if best == plain.NEVER:
                    return plain.NEVER
                weight, total = weight + chance, total + chance * best
            if weight:
                return (total + weight // 2) // weight
        return self._aim.dead

    def _closed(self, mask: int) -> int:
        packed = self._board.packed(mask)
        values = self._values
        thin, rank = self._locate(packed, self._patterns, values.live_before, values.thin_before)
        return int((values.thin if thin else values.live)[rank])

    def _after(self, mask: int, chosen: int) -> int:
        return self._closed(plain.closure(mask & ~chosen, self._board.lines))


class ChanceTable(Table):
    """The best chances to clear one board ever, from all its closed masks."""

    def value(self, mask: int) -> float:
        """Return the best chance to clear the board from the tiles of `mask`; else as `Table.value`."""
        return super().value(mask)

    def _shown(self, units: int) -> float:
        return 1 - units / self._aim.scale


def solve_turns(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules | None = None,
    *,
    up: int | None = None,
    memory: int | None = None,
    work: Path | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Table:
    """Return the table of a board.

    `values` are the numbers of its tiles, `lines` masks over them, bit k for tile k. The table holds
    what can come of the tiles in `up`, all of them if it is None. `memory` is the most bytes it may
    take, three fifths of what is free if it is None. With a folder `work`, for this run alone, all but
    the index of masks is kept there in files, and a run that was stopped or killed goes on from where
    it was. `workers` is how many threads there are (None: one a processor); `progress` is told how
    many masks of how many are done.

    Raises MemoryError where the table does not fit or has more than MOST_TILES tiles, before anything
    is allocated; ValueError for the ruling maximal=as_many_as_possible; FileError for the folder;
    InterruptedError when `cancelled` says so.
    """
    rules = rules or TurnRules()
    board, required = _fitting(values, lines, rules, up, memory, work, cancelled)
    scale = SCALE
    while scale >= _COARSEST:
        aim = Aim(36 * scale, plain.NEVER, scale)
        found = _filled(board, rules, required, aim, work, workers, progress, cancelled)
        if found is not None:
            return Table(board, rules, aim, found)
        scale //= 8
    raise OverflowError("a position of this board takes thousands of turns")


def solve_chance(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules | None = None,
    *,
    up: int | None = None,
    memory: int | None = None,
    work: Path | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ChanceTable:
    """Return the table of the best chances to clear a board ever; arguments as for `solve_turns`.

    Under rulings that let no board die for good they are all 1.
    """
    rules = rules or TurnRules()
    board, required = _fitting(values, lines, rules, up, memory, work, cancelled)
    aim = Aim(0, CHANCE_SCALE, CHANCE_SCALE)
    found = _filled(board, rules, required, aim, work, workers, progress, cancelled)
    assert found is not None  # no chance exceeds 1
    return ChanceTable(board, rules, aim, found)


def load_table(path: Path) -> Table:
    """Return the table in a file, of turns or of chances; values are read as they are asked for.

    The whole file is read once for its checksum. Raises FileError where it cannot be read or was cut
    or altered.
    """
    head, board, values = read_values(path)
    return (Table if head.aim.cost else ChanceTable)(board, head.rules, head.aim, values)


def numbers_of(arrangement: Arrangement, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return values and lines of the number tiles of an arrangement, in reading order."""
    where = list(cells(arrangement.numbers))
    masks = rules.lines_of(arrangement).masks[0]
    lines = tuple(sum(1 << k for k, cell in enumerate(where) if mask >> cell & 1) for mask in masks)
    return tuple(arrangement.values[cell] for cell in where), lines


def up_of(board: Board) -> int:
    """Return the number tiles of a board that are face up, as a mask over those in reading order."""
    return sum(1 << k for k, cell in enumerate(cells(board.arrangement.numbers)) if board.up >> cell & 1)


def turn_rules(rules: Rules) -> TurnRules:
    """Return those of the rules that the expected number of turns depends on beside the lines."""
    return TurnRules(**{name: getattr(rules, name) for name in TurnRules.__struct_fields__})


def free_memory() -> int:
    """Return how many bytes of memory are free, or a guess of 4 GiB where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    return _GUESS


def _fitting(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules,
    up: int | None,
    memory: int | None,
    work: Path | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[TurnBoard, Need]:
    """Return the board and what it takes, or raise what `solve_turns` does."""
    if memory is None:
        memory = free_memory() * 3 // 5
    if rules.maximal != "one_set":
        raise ValueError("a table is made for maximal=one_set only; `exact_turns` takes any ruling")
    board = TurnBoard(values, lines, up)
    required = need_of(board, None if work else memory, cancelled)
    taken = required.bytes_index if work else required.bytes
    if taken > memory:
        raise MemoryError(f"the table takes {taken} bytes; there may be {memory}")
    return board, required


def _filled(
    board: TurnBoard,
    rules: TurnRules,
    required: Need,
    aim: Aim,
    work: Path | None,
    workers: int | None,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> Values | None:
    """Return what `fill` does, with the folder held until no thread writes to it any more."""
    folder = FileWorkplace(work, board, rules, aim) if work else Workplace()
    with folder as place, Crew(board, workers or processors(), cancelled) as crew:
        return fill(board, rules, required, aim, place, crew, progress)
