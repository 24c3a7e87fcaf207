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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from ...core.kernels import compiled
from ...core.work import processors
from . import kernels_turns as plain

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

__all__ = ["ChanceTable", "Need", "Table", "TurnRules", "need", "solve_chance", "solve_turns"]

MOST_TILES = 32
"""A tile's bit is found by a 32-bit word."""
SCALE = 1 << 23
"""Units of a turn in which values are kept, where no value reaches 128 turns."""
CHANCE_SCALE = 1 << 29
_COARSEST = 1 << 17
_SLICE = 20_000
"""Masks between two looks at the clock: a few hundredths of a second."""
_SLICE_WORDS = 1 << 18
_BLOCK = 1 << 7
"""Words done one after the other; blocks with the same number of tiles are independent."""
_CHUNK = 20
"""Tiles that a chunk of masks differs in; the live masks are done chunk by chunk."""
_PLAIN = 1 << 9
"""Up to so many masks in all the kernels run as they stand."""
DICE_TOTALS = tuple((a, b) for a in range(1, 7) for b in range(a, 7))


class TurnRules(Struct, frozen=True, kw_only=True):
    """What the expected number of turns depends on; the names are those of the game's rulings."""

    normal_roll: Literal["exact", "at_most"] = "exact"
    doubles: Literal["at_most", "exact"] = "at_most"
    must_play: Literal["yes", "may_pass"] = "yes"
    maximal: Literal["one_set", "as_many_as_possible"] = "one_set"
    loss_of_turn: Literal["all_copies_down", "any_copy_down", "off"] = "all_copies_down"
    loss_value: Literal["dice_sum", "doubled_value"] = "dice_sum"
    dead_board: Literal["relax", "skip", "end_game"] = "relax"


class Need(Struct, frozen=True):
    """What a table takes, known before anything is allocated."""

    tiles: int
    """Number tiles that no chain clears at the first move."""
    live: int
    """Closed masks with two tiles up on every line."""
    thin: int
    """Other closed masks."""
    columns: int
    """Entries of the columns of live masks that are kept at once."""
    bytes: int
    """Memory while the table is made."""
    bytes_kept: int
    """Memory of the finished table."""


class _Board:
    """The tiles of a board that take part, in ascending order of value, and its lines over them."""

    def __init__(self, values: Sequence[int], lines: Sequence[int], up: int | None = None) -> None:
        everything = (1 << len(values)) - 1
        self.values = tuple(values)
        self.lines = tuple(lines)
        self.up = everything if up is None else up
        if min(self.values, default=1) < 1 or self.up & ~everything or any(m & ~everything for m in lines):
            raise ValueError("values are positive, lines and positions masks over the tiles")
        top = plain.closure(self.up, self.lines)
        self.order = sorted((k for k in range(len(values)) if top >> k & 1), key=lambda k: values[k])
        self.sorted_values = tuple(values[k] for k in self.order)
        self.tiles = len(self.order)
        if self.tiles > MOST_TILES:
            raise MemoryError(f"{self.tiles} tiles; a table may have {MOST_TILES} at most")
        packed = {self.packed(line & top) for line in lines}
        self.packed_lines = tuple(sorted(packed - {0}))
        self.top = top
        self.width = _widest_rest(self.sorted_values) + 1
        self.limits = tuple(self._limit(b) for b in range(self.tiles))
        self.bits = tuple(
            max(
                [
                    plain.LOW,
                    min(_CHUNK, self.tiles),
                    *(b + 1 for b in range(self.tiles) if self.limits[b] >= t),
                ]
            )
            for t in range(self.width)
        )
        self.chunk = 1 << max(0, min(_CHUNK, self.tiles) - plain.LOW)
        self.words = 1 << max(0, self.tiles - plain.LOW)

    def _limit(self, b: int) -> int:
        """Return the largest total that sets can have beside tile `b` being their largest."""
        below = sum(self.sorted_values[:b])
        return max(0, min(plain.MOST - self.sorted_values[b], below, self.width - 1))

    def packed(self, mask: int) -> int:
        """Return a mask over all tiles as one over those that take part."""
        return sum(1 << b for b, k in enumerate(self.order) if mask >> k & 1)

    def standing(self, tiles: int) -> tuple[int, int]:
        """Return the packed form of a set of tiles, and how many of them take no part."""
        return self.packed(tiles), (tiles & ~self.top).bit_count()

    def patterns(self) -> tuple[Array, Array, Array]:
        """Return the lines and their low parts, as `word_patterns` reads them."""
        import numpy as np

        valid = (1 << (1 << min(plain.LOW, self.tiles))) - 1
        lows = range(1 << plain.LOW)
        low_live = [[valid] * 3]
        low_closed = [[valid] * 3]
        for line in self.packed_lines:
            counts = [[some + (low & line).bit_count() for low in lows] for some in range(3)]
            low_live.append([sum(1 << low for low in lows if count[low] >= 2) for count in counts])
            low_closed.append([sum(1 << low for low in lows if count[low] != 1) for count in counts])
        kind = np.int64
        return np.array([0, *self.packed_lines], kind), np.array(low_live, kind), np.array(low_closed, kind)

    def tops(self) -> list[int]:
        """Return for each column from 1 the first word of the last block it is kept for."""
        blocks = [1 << max(0, bits - plain.LOW) for bits in self.bits]
        return [self.words - min(block, self.words) for block in blocks[1:]]


def _widest_rest(values: Sequence[int]) -> int:
    """Return the largest total up to 24 less the largest tile that the rest of a set can have."""
    widest = 0
    sums = 1
    for value in sorted(values):
        if value > plain.MOST:
            break
        fits = sums & (1 << plain.MOST + 1 - value) - 1
        widest = max(widest, fits.bit_length() - 1)
        sums |= sums << value
    return widest


def need(
    values: Sequence[int],
    lines: Sequence[int],
    *,
    up: int | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Need:
    """Return what the table of a board takes, by counting its masks.

    Arguments as for `solve_turns`, and the same errors. Takes about a second for 31 tiles, twice as
    long for each one more.
    """
    return _need(_Board(values, lines, up), cancelled)


def _need(board: _Board, cancelled: Callable[[], bool] | None) -> Need:
    import numpy as np

    tops = np.array(board.tops(), np.int64)
    totals = np.zeros(2 + len(tops), np.int64)
    patterns = board.patterns()
    count = compiled(plain.count) if board.words > _PLAIN else plain.count
    for first in range(0, board.words, _SLICE_WORDS):
        _look(cancelled)
        count(first, min(board.words, first + _SLICE_WORDS), patterns, tops, totals)
    live, thin, columns = int(totals[0]), int(totals[1]), int(totals[2:].sum())
    index = 2 * (8 * board.words + 4)
    return Need(
        tiles=board.tiles,
        live=live,
        thin=thin,
        columns=columns,
        bytes=index + 4 * (live + columns + thin * board.width),
        bytes_kept=index + 4 * (live + thin),
    )


def _look(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise InterruptedError("cancelled")


def _rolls(values: Sequence[int], rules: TurnRules, packed: Callable[[int], tuple[int, int]]) -> Array:
    """Return the kinds of rolls as `turns` reads them.

    `packed` says of a set of tiles which of them stand for it in masks, and how many do not.
    """
    import numpy as np

    kinds: dict[tuple[int, ...], int] = {}
    for a, b in DICE_TOTALS:
        total = 2 * (a + b) if a == b else a + b
        mode = plain.AT_MOST if (rules.doubles if a == b else rules.normal_roll) == "at_most" else plain.EXACT
        named = total if rules.loss_value == "doubled_value" else a + b
        dealt = sum(1 << k for k, value in enumerate(values) if value == named)
        key = (total, mode, *_loss(rules, *packed(dealt)))
        kinds[key] = kinds.get(key, 0) + (1 if a == b else 2)
    return np.array(
        [(total, weight, mode, how, tiles) for (total, mode, how, tiles), weight in kinds.items()], np.int64
    )


def _loss(rules: TurnRules, tiles: int, down: int) -> tuple[int, int]:
    """Return how a roll is lost that names these tiles and so many others that are always down."""
    if rules.loss_of_turn == "off" or not (tiles or down):
        return plain.NOT_LOST, 0
    if rules.loss_of_turn == "any_copy_down":
        return (plain.LOST, 0) if down else (plain.ANY_DOWN, tiles)
    return (plain.ALL_DOWN, tiles) if tiles else (plain.LOST, 0)


class Table:
    """The least expected numbers of turns from all closed masks of one board.

    Masks given to it are over the tiles of the board in the order in which they were given.
    """

    def __init__(self, board: _Board, rules: TurnRules, aim: _Aim, arrays: dict[str, Array]) -> None:
        self._board = board
        self._aim = aim
        self._arrays = arrays
        self._rolls = _rolls(board.values, rules, lambda tiles: (tiles, 0)).tolist()
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
        words, before = self._arrays["live_words"], self._arrays["live_before"]
        kind = "live"
        if not int(words[packed >> plain.LOW]) >> (packed & 31) & 1:
            words, before = self._arrays["thin_words"], self._arrays["thin_before"]
            kind = "thin"
        return int(self._arrays[kind][plain.rank(packed, words, before)])

    def _after(self, mask: int, chosen: int) -> int:
        return self._closed(plain.closure(mask & ~chosen, self._board.lines))


class ChanceTable(Table):
    """The best chances to clear one board ever, from all its closed masks."""

    def value(self, mask: int) -> float:
        """Return the best chance to clear the board from the tiles of `mask`; else as `Table.value`."""
        return super().value(mask)

    def _shown(self, units: int) -> float:
        return 1 - units / self._aim.scale


class _Aim(Struct, frozen=True):
    """What a table minimises, in units of 1 / scale."""

    cost: int
    """36 times what a turn costs."""
    dead: int
    """What a board costs that nothing changes."""
    scale: int


def sets_up_to(most: int, values: Sequence[int], mask: int) -> Iterator[tuple[int, int]]:
    """Yield every non-empty set of tiles of `mask` with a total up to `most`, and its total."""
    tiles = [k for k in range(len(values)) if mask >> k & 1 and values[k] <= most]
    tiles.sort(key=lambda k: values[k])
    stack = [(0, 0, 0)]
    while stack:
        chosen, total, position = stack.pop()
        for at in range(position, len(tiles)):
            larger = total + values[tiles[at]]
            if larger > most:
                break
            found = chosen | 1 << tiles[at]
            yield found, larger
            stack.append((found, larger, at + 1))


def _flags(rules: TurnRules) -> tuple[int, int]:
    return int(rules.must_play == "may_pass"), int(rules.dead_board == "relax")


def solve_turns(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules | None = None,
    *,
    up: int | None = None,
    memory: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Table:
    """Return the table of a board.

    `values` are the numbers of its tiles, `lines` masks over them, bit k for tile k. The table holds
    what can come of the tiles in `up`, all of them if it is None. `memory` is the most bytes it may
    take, `workers` how many threads work on it (None: one a processor), `progress` is told how many
    masks of how many are done. Raises MemoryError where it does not fit or has more than MOST_TILES
    tiles, before anything is allocated, ValueError for the ruling maximal=as_many_as_possible, and
    InterruptedError when `cancelled` says so.
    """
    rules = rules or TurnRules()
    board, required = _fitting(values, lines, rules, up, memory, cancelled)
    scale = SCALE
    while scale >= _COARSEST:
        aim = _Aim(36 * scale, plain.NEVER, scale)
        arrays = _solve(board, rules, required, aim, progress, cancelled, workers or processors())
        if arrays is not None:
            return Table(board, rules, aim, arrays)
        scale //= 8
    raise OverflowError("a position of this board takes thousands of turns")


def solve_chance(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules | None = None,
    *,
    up: int | None = None,
    memory: int | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ChanceTable:
    """Return the table of the best chances to clear a board ever; arguments as for `solve_turns`.

    Under rulings that let no board die for good they are all 1.
    """
    rules = rules or TurnRules()
    board, required = _fitting(values, lines, rules, up, memory, cancelled)
    aim = _Aim(0, CHANCE_SCALE, CHANCE_SCALE)
    arrays = _solve(board, rules, required, aim, progress, cancelled, workers or processors())
    assert arrays is not None  # no chance exceeds 1
    return ChanceTable(board, rules, aim, arrays)


def _fitting(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules,
    up: int | None,
    memory: int | None,
    cancelled: Callable[[], bool] | None,
) -> tuple[_Board, Need]:
    """Return the board and what it takes, or raise what `solve_turns` does."""
    if rules.maximal != "one_set":
        raise ValueError("a table is made for maximal=one_set only; `exact_turns` takes any ruling")
    board = _Board(values, lines, up)
    required = _need(board, cancelled)
    if memory is not None and required.bytes > memory:
        raise MemoryError(f"the table takes {required.bytes} bytes; there may be {memory}")
    return board, required


def _solve(
    board: _Board,
    rules: TurnRules,
    required: Need,
    aim: _Aim,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
    workers: int,
) -> dict[str, Array] | None:
    """Return the arrays of the finished table, or None where a value does not fit this scale."""
    import numpy as np

    fast = required.live + required.thin > _PLAIN
    arrays = _indexes(board, fast, cancelled)
    live_index = arrays["live_words"], arrays["live_before"]
    thin_index = arrays["thin_words"], arrays["thin_before"]
    thin_rows = np.empty((required.thin, board.width), np.int32)
    live = np.empty(required.live, np.int32)
    columns = np.empty(required.columns, np.int32)
    sizes = [_block(live_index[1], first) for first in board.tops()]
    start = np.array([0, *itertools.accumulate(sizes, initial=0)][: board.width], np.int64)
    steps = _steps(board)
    law = (_rolls(board.values, rules, board.standing), aim.cost, aim.dead, *_flags(rules))
    windows = columns, start, np.array(board.bits, np.int64)
    thin_blocks = compiled(plain.thin_blocks) if fast else plain.thin_blocks
    live_blocks = compiled(plain.live_blocks) if fast else plain.live_blocks
    total = required.live + required.thin

    def fill_thin(blocks: Array, work: Any) -> int:
        return thin_blocks(blocks, size, steps, law, thin_index, thin_rows, work)

    def fill_live(blocks: Array, work: Any) -> int:
        return live_blocks(blocks, size, steps, law, live_index, thin_index, thin_rows, live, windows, work)

    size = min(board.words, _BLOCK)
    with _Crew(board, workers) as crew:
        done = 0
        for before, fill, chunk in (
            (thin_index[1], fill_thin, board.words),
            (live_index[1], fill_live, min(board.words, board.chunk)),
        ):
            for first in range(0, board.words, chunk):
                for layer in _layers(before[first : first + chunk + 1 : size], first // size):
                    _look(cancelled)
                    if not crew.run(fill, layer):
                        return None
                done += int(before[first + chunk]) - int(before[first])
                if progress is not None:
                    progress(done, total)
    return arrays | {"live": live, "thin": thin_rows[:, 0].copy()}


class _Crew:
    """Threads that fill blocks, each with room of its own to work in."""

    def __init__(self, board: _Board, workers: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=workers)
        self._rooms = [_room(board) for _ in range(workers)]

    def __enter__(self) -> _Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def run(self, fill: Callable[[Array, Any], int], parts: Sequence[Array]) -> bool:
        """Fill the blocks of all parts, in any order; return whether all values fit."""
        if len(parts) == 1 or len(self._rooms) == 1:
            return not any(fill(part, self._rooms[0]) for part in parts)
        waiting = iter(parts)

        def help_out(room: Any) -> int:
            return sum(fill(part, room) for part in waiting)

        return not sum(self._pool.map(help_out, self._rooms))


def _room(board: _Board) -> tuple[Array, ...]:
    """Return the arrays that the kernels work in."""
    import numpy as np

    return (
        np.zeros(plain.MOST + 1, np.int32),
        np.zeros(64, np.int64),
        np.zeros(board.width, np.int64),
        *(np.zeros(max(1, board.tiles), np.int64) for _ in range(3)),
        np.zeros(32, np.int64),
    )


def _layers(before: Array, first: int) -> Iterator[list[Array]]:
    """Yield the blocks that hold masks by their number of tiles, in parts of about `_SLICE` masks.

    `before` counts masks before each block and after the last; `first` is the number of the first.
    """
    import numpy as np

    counts = np.diff(before.astype(np.int64))
    blocks = np.flatnonzero(counts)
    if counts.sum() <= _SLICE:
        if len(blocks):
            yield [blocks + first]
        return
    up = np.zeros(len(blocks), np.int64)
    for b in range(len(counts).bit_length()):
        up += blocks >> b & 1
    for layer in range(int(up.max()) + 1):
        chosen = blocks[up == layer]
        ends = np.cumsum(counts[chosen])
        cuts = np.flatnonzero(np.diff(ends // _SLICE)) + 1
        if len(chosen):
            yield np.split(chosen + first, cuts)


def _block(before: Array, first: int) -> int:
    return int(before[-1]) - int(before[first])


def _steps(board: _Board) -> tuple[Array, ...]:
    """Return the board as the kernels that fill tables read it.

    Lines, lines through each tile, values, limits, and the number of a tile by its bit.
    """
    import numpy as np

    through = [[line for line in board.packed_lines if line >> b & 1] for b in range(board.tiles)]
    most = max(map(len, through), default=0)
    places = np.zeros(32, np.int64)
    for b in range(32):
        places[(plain.SPREAD << b) >> 27 & 31] = b
    padded = [[*lines, *[0] * (most - len(lines))] for lines in through]
    return (
        np.array(board.packed_lines, np.int64),
        np.array(padded, np.int64).reshape(board.tiles, most),
        np.array(board.sorted_values, np.int64),
        np.array(board.limits, np.int64),
        places,
    )


def _indexes(board: _Board, fast: bool, cancelled: Callable[[], bool] | None) -> dict[str, Array]:
    """Return patterns and counts of the live and the thin masks, by word."""
    import numpy as np

    arrays: dict[str, Array] = {}
    for kind in ("live", "thin"):
        arrays[f"{kind}_words"] = np.empty(board.words, np.uint32)
        arrays[f"{kind}_before"] = np.zeros(board.words + 1, np.uint32)
    index = compiled(plain.index) if fast else plain.index
    patterns = board.patterns()
    for first in range(0, board.words, _SLICE_WORDS):
        _look(cancelled)
        index(
            first,
            min(board.words, first + _SLICE_WORDS),
            patterns,
            (arrays["live_words"], arrays["live_before"]),
            (arrays["thin_words"], arrays["thin_before"]),
        )
    return arrays
