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

Where a board can die for good, the chance to clear it may go before the turns (`solve_pairs`): both are
kept in one number, the chance first, and each is averaged by itself. Where the largest sets have to be
played, the number of tiles named goes before both. Numbers of 64 bits are used then, else of 32.

Error: values are whole multiples of u = 1 / scale. Each is (36 u + sum w b) / sum w over the values b
it leads to, rounded to the nearest multiple. Minima and weighted means add nothing to the largest
error among the b, and each step turns a tile down at least, so a mask of k tiles is off by k u / 2 at
most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ...core.errors import FileError
from ...core.work import processors
from . import kernels_turns as plain
from .board import Arrangement, Board, cells
from .rules import Rules
from .turns_board import NARROW, WIDE, Aim, TurnBoard, TurnRules
from .turns_files import FileWorkplace, read_values
from .turns_fill import Crew, Need, Values, Workplace, fill, need_of
from .turns_tables import ChanceTable, PairTable, PairValue, Table

__all__ = [
    "NARROW",
    "WIDE",
    "ChanceTable",
    "Need",
    "PairTable",
    "PairValue",
    "Table",
    "TurnRules",
    "free_memory",
    "load_pairs",
    "load_table",
    "need",
    "numbers_of",
    "solve_chance",
    "solve_pairs",
    "solve_turns",
    "turn_rules",
    "up_of",
]

SCALE = 1 << 23
"""Units of a turn in which values are kept, where no value reaches 128 turns."""
CHANCE_SCALE = 1 << 29
PAIR_SCALE = 1 << 24
"""The same where chances go first, which are kept in units a 32nd as large."""
_COARSER = range(0, 9, 3)
"""How many bits less are tried where a value is too large."""
_STEP = 1 << 57
"""What a tile of a set counts for, where the largest have to be played: more than any value."""
_GUESS = 1 << 32


def need(
    values: Sequence[int],
    lines: Sequence[int],
    *,
    up: int | None = None,
    memory: int | None = None,
    entry: int = NARROW,
    cancelled: Callable[[], bool] | None = None,
) -> Need:
    """Return what the table of a board takes, by counting its masks.

    Arguments as for `solve_turns`, and the same errors; `entry` are the bytes of a number, WIDE for
    `solve_pairs` and for maximal=as_many_as_possible. Where the table does not fit into `memory` at
    its fastest, this is what it takes at its smallest. Takes about a second for 31 tiles, some seconds
    at its smallest, and twice as long for each tile more.
    """
    return need_of(TurnBoard(values, lines, up), entry, memory, cancelled)


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
    is allocated; FileError for the folder, also if another run is in it; InterruptedError when
    `cancelled` says so.
    """
    rules = rules or TurnRules()
    aims = (Aim(36 * SCALE >> bits, plain.NEVER, SCALE >> bits, step=_step(rules)) for bits in _COARSER)
    board = TurnBoard(values, lines, up)
    return Table(board, rules, *_solved(board, rules, aims, memory, work, workers, progress, cancelled))


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
    aims = [Aim(0, CHANCE_SCALE, CHANCE_SCALE, step=_step(rules))]
    board = TurnBoard(values, lines, up)
    return ChanceTable(board, rules, *_solved(board, rules, aims, memory, work, workers, progress, cancelled))


def solve_pairs(
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
) -> PairTable:
    """Return the table of the best chances to clear a board, and the turns it takes given that.

    Arguments as for `solve_turns`; it takes twice as much memory. What is said to be best is what
    `PairTable` says. Under rulings that let no board die for good the chances are 1, and the turns
    those of `solve_turns`.
    """
    rules = rules or TurnRules()
    board = TurnBoard(values, lines, up)
    aims = _pair_aims(_step(rules))
    return PairTable(board, rules, *_solved(board, rules, aims, memory, work, workers, progress, cancelled))


def load_table(path: Path) -> Table:
    """Return the table in a file, of turns or of chances; values are read as they are asked for.

    The whole file is read once for its checksum. Raises FileError where it cannot be read, was cut or
    altered, or holds pairs of both.
    """
    head, board, values = read_values(path)
    if head.aim.low:
        raise FileError(
            f"{path}: holds chances and turns together, as for boards that may die; "
            "expected a table of one of them, as for dead_board=relax"
        )
    return (Table if head.aim.cost else ChanceTable)(board, head.rules, head.aim, values)


def load_pairs(path: Path) -> PairTable:
    """Return the table of chances and turns in a file; else as `load_table`."""
    head, board, values = read_values(path)
    if not head.aim.low:
        kind = "turns" if head.aim.cost else "chances"
        raise FileError(
            f"{path}: is a table of {kind}; expected one of chances and turns together, "
            "as for dead_board=skip or end_game"
        )
    return PairTable(board, head.rules, head.aim, values)


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


def _step(rules: TurnRules) -> int | None:
    return _STEP if rules.maximal == "as_many_as_possible" else None


def _pair_aims(step: int | None) -> Iterable[Aim]:
    """Return aims of two parts, ever coarser in the turns; they leave room for tiles that count first."""
    scale, low, fine = (PAIR_SCALE, 32, 5) if step is None else (PAIR_SCALE >> 4, 28, 8)
    for bits in _COARSER:
        yield Aim(36, scale << fine + low, scale >> bits, low, fine + bits, step)


def _solved(
    board: TurnBoard,
    rules: TurnRules,
    aims: Iterable[Aim],
    memory: int | None,
    work: Path | None,
    workers: int | None,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[Aim, Values]:
    """Return the values of all masks, and the first of the aims that they fit. Raises as `solve_turns`."""
    if memory is None:
        memory = free_memory() * 3 // 5
    required: Need | None = None
    for aim in aims:
        required = required or _fitting(board, aim.bytes, memory, bool(work), cancelled)
        folder = FileWorkplace(work, board, rules, aim) if work else Workplace()
        # The folder is let go of when no thread writes to it any more.
        with folder as place, Crew(board, aim.bytes, workers or processors(), cancelled) as crew:
            found = fill(board, rules, required, aim, place, crew, progress)
        if found is not None:
            return aim, found
    raise OverflowError("a position of this board takes thousands of turns")


def _fitting(
    board: TurnBoard, entry: int, memory: int, in_files: bool, cancelled: Callable[[], bool] | None
) -> Need:
    """Return what a table takes. Raises MemoryError where there may not be so much."""
    required = need_of(board, entry, None if in_files else memory, cancelled)
    taken = required.bytes_index if in_files else required.bytes
    if taken > memory:
        raise MemoryError(f"the table takes {taken} bytes; there may be {memory}")
    return required
