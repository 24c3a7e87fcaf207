"""Filling the tables of turns: counting what they take, indexes, and the work on all cores."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

from ...core.kernels import compiled
from . import kernels_turns as plain
from .turns_board import Aim, TurnBoard, TurnRules, flags, rolls_of, steps_of

if TYPE_CHECKING:
    from .turns_board import Array

SLICE = 4_000
"""Masks of a part: a few thousandths of a second, so that few layers are left to one core."""
SLICE_WORDS = 1 << 18
PLAIN = 1 << 9
"""Up to so many masks in all the kernels run as they stand."""
_REACH_WORDS = 1 << 15
_COPIED = 1 << 21
REGIONS = 8
"""Parts of the live masks, by the tiles of highest value, between which rows may be dropped."""
BLOCK = 1 << 7
"""Words done one after the other; blocks with the same number of tiles are independent."""


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
    bytes_index: int
    """Part of it that stays in memory where the rest is in files."""
    bytes_kept: int
    """Memory of the finished table."""
    drops_rows: bool = False
    """Whether rows of thin masks are dropped as soon as no live mask to come leads to them."""


def need_of(board: TurnBoard, entry: int, memory: int | None, cancelled: Callable[[], bool] | None) -> Need:
    """Return what a table of numbers of `entry` bytes takes.

    It is kept small where it would not fit into `memory` otherwise.
    """
    blocks = [1 << max(0, bits - plain.LOW) for bits in board.bits[1:]]
    regions = [board.words * k // REGIONS for k in range(REGIONS + 1)]
    starts = {min(end, max(0, end - 1) // block * block) for end in regions for block in blocks}
    cuts = sorted(starts | set(regions))
    thin, live_before = _counted(board, cuts, cancelled)
    # Columns grow up to the densest block of each region, which is its last.
    used = [
        sum(
            max(live_before[end] - live_before[max(0, end - 1) // block * block] for end in regions[: k + 2])
            for block in blocks
        )
        for k in range(REGIONS)
    ]
    live, columns = live_before[board.words], used[-1]
    index = 2 * (4 * board.words + 4 * (board.words >> plain.PACK) + 4)
    plainly = Need(
        tiles=board.tiles,
        live=live,
        thin=thin,
        columns=columns,
        bytes=index + entry * (live + columns + thin * board.width),
        bytes_index=index,
        bytes_kept=entry * (live + thin) + 8 * (board.words // plain.STRIDE + 1),
    )
    if memory is None or plainly.bytes <= memory or board.words < REGIONS * board.chunk:
        return plainly
    kept = _kept(board, cancelled)
    first = index // 2 + entry * thin * (board.width + 1)
    later = max(
        index + entry * (thin + kept[k] * board.width + live_before[regions[k + 1]] + used[k])
        for k in range(REGIONS)
    )
    return msgspec.structs.replace(plainly, bytes=max(first, later), drops_rows=True)


def _counted(
    board: TurnBoard, cuts: Sequence[int], cancelled: Callable[[], bool] | None
) -> tuple[int, dict[int, int]]:
    """Return how many masks are thin, and how many live ones lie in the words before each cut."""
    import numpy as np

    totals = np.zeros(2, np.int64)
    patterns = board.patterns()
    count = compiled(plain.count) if board.words > PLAIN else plain.count
    live_before = {0: 0}
    for first, last in itertools.pairwise(cuts):
        for start in range(first, last, SLICE_WORDS):
            look(cancelled)
            count(start, min(last, start + SLICE_WORDS), patterns, totals)
        live_before[last] = int(totals[0])
    return int(totals[1]), live_before


def _kept(board: TurnBoard, cancelled: Callable[[], bool] | None) -> list[int]:
    """Return how many thin masks are asked for from each region of the live masks on."""
    import numpy as np

    totals = np.zeros(REGIONS, np.int64)
    patterns = board.patterns()
    count = compiled(plain.count_reach) if board.words > PLAIN else plain.count_reach
    shift = board.tiles - REGIONS.bit_length() + 1
    for first in range(0, board.words, _REACH_WORDS):
        look(cancelled)
        count(first, min(board.words, first + _REACH_WORDS), shift, patterns, totals)
    return [int(totals[k:].sum()) for k in range(REGIONS)]


def look(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise InterruptedError("cancelled")


def index_of(
    board: TurnBoard, kind: int, fast: bool, cancelled: Callable[[], bool] | None
) -> tuple[Array, Array]:
    """Return patterns and counts by word, of the live masks (0) or of the thin ones (1)."""
    import numpy as np

    words, before = np.empty(board.words, np.uint32), np.zeros((board.words >> plain.PACK) + 1, np.uint32)
    index = compiled(plain.index) if fast else plain.index
    patterns = board.patterns()
    for first in range(0, board.words, SLICE_WORDS):
        look(cancelled)
        index(first, min(board.words, first + SLICE_WORDS), kind, patterns, words, before)
    return words, before


def fill(
    board: TurnBoard,
    rules: TurnRules,
    required: Need,
    aim: Aim,
    place: Workplace,
    crew: Crew,
    progress: Callable[[int, int], None] | None,
) -> Values | None:
    """Return the values of all masks, or None where one does not fit the scale.

    What `place` holds finished already is not done again.
    """
    import numpy as np

    fast = required.live + required.thin > PLAIN
    steps = steps_of(board)
    law = (rolls_of(board.values, rules, board.standing), aim.cost, aim.dead, *flags(rules), aim.form)
    step = aim.step
    pack = 1 << plain.PACK
    chunk = min(board.words, board.chunk)
    size = max(pack, min(chunk, BLOCK))
    stride = plain.STRIDE // pack
    thin_index = index_of(board, 1, fast, crew.cancelled)
    thin_rows = place.array("thin", (required.thin, board.width), aim.bytes)
    thin_blocks = compiled(plain.thin_blocks) if fast else plain.thin_blocks

    def fill_thin(blocks: Array, work: Any) -> int:
        return thin_blocks(blocks, size, steps, law, step, thin_index, thin_rows, work)

    total = required.thin + required.live
    done = 0
    layers = list(_layers(thin_index[1][:: size // pack], 0))
    for number, layer in enumerate(layers):
        if number >= place.finished:
            if not crew.run(fill_thin, layer):
                return None
            place.finished = number + 1
        if progress is not None:
            done += _masks(layer, thin_index[1], size // pack)
            progress(done, total)
    thin = _first_column(thin_rows, crew.cancelled)
    thin_before = thin_index[1][::stride].copy()
    if required.drops_rows:
        drop(board, 0, fast, thin_index, thin_rows, crew.cancelled)

    live_index = index_of(board, 0, fast, crew.cancelled)
    before = live_index[1]
    live = place.array("live", (required.live,), aim.bytes)
    columns = place.array("columns", (required.columns,), aim.bytes)
    sizes = [required.live - int(before[first // pack]) for first in board.tops()]
    start = np.array([0, *itertools.accumulate(sizes, initial=0)][: board.width], np.int64)
    windows = columns, start, np.array(board.bits, np.int64)
    live_blocks = compiled(plain.live_blocks) if fast else plain.live_blocks

    def fill_live(blocks: Array, work: Any) -> int:
        tables = live_index, thin_index, thin_rows, live, windows
        return live_blocks(blocks, size, steps, law, step, *tables, work)

    # Chunk by chunk in numeric order, which the columns rely on.
    for number, first in enumerate(range(0, board.words, chunk), len(layers)):
        if progress is not None:
            progress(required.thin + int(before[first // pack]), total)
        if required.drops_rows and first and first * REGIONS % board.words == 0:
            drop(board, first * REGIONS // board.words, fast, thin_index, thin_rows, crew.cancelled)
        if number >= place.finished:
            counts = before[first // pack : (first + chunk) // pack + 1 : size // pack]
            for layer in _layers(counts, first // size):
                if not crew.run(fill_live, layer):
                    return None
            place.finished = number + 1
    if progress is not None:
        progress(total, total)
    return Values(live, thin, before[::stride].copy(), thin_before)


def drop(
    board: TurnBoard,
    region: int,
    fast: bool,
    thin_index: tuple[Array, Array],
    thin_rows: Array,
    cancelled: Callable[[], bool] | None,
) -> None:
    """Keep of the thin masks, in place, those that a live mask in this region or a later one leads to."""
    import numpy as np

    keep = compiled(plain.keep_reach) if fast else plain.keep_reach
    ranks = np.zeros(2, np.int64)
    shift = board.tiles - REGIONS.bit_length() + 1
    lines = np.array(board.packed_lines, np.int64)
    for first in range(0, board.words, _REACH_WORDS):
        look(cancelled)
        last = min(board.words, first + _REACH_WORDS)
        keep(first, last, shift, region, lines, thin_index, thin_rows, ranks)
    thin_rows.resize((int(ranks[1]), board.width), refcheck=False)


def _masks(layer: list[Array], before: Array, packs: int) -> int:
    """Return how many masks the blocks of a layer hold."""
    blocks = [block for part in layer for block in part.tolist()]
    return sum(int(before[(block + 1) * packs]) - int(before[block * packs]) for block in blocks)


def _first_column(rows: Array, cancelled: Callable[[], bool] | None) -> Array:
    """Return a copy of the first column, made piece by piece."""
    import numpy as np

    column = np.empty(len(rows), rows.dtype)
    for first in range(0, len(rows), _COPIED):
        look(cancelled)
        column[first : first + _COPIED] = rows[first : first + _COPIED, 0]
    return column


class Values(NamedTuple):
    """The values of all masks in units, by rank, and how many masks come before each STRIDE of words."""

    live: Array
    thin: Array
    live_before: Array
    thin_before: Array


class Workplace:
    """Where the arrays of a table are while it is filled: in memory."""

    finished = 0
    """Layers of thin masks and chunks of live ones that are done."""

    def __enter__(self) -> Workplace:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave it to whoever comes next."""

    def array(self, name: str, shape: tuple[int, ...], entry: int) -> Array:
        """Return an array of integers of `entry` bytes, with what it held when work stopped, if any."""
        import numpy as np

        return np.empty(shape, f"i{entry}")


class Crew:
    """Threads that fill blocks, each with room of its own to work in."""

    def __init__(
        self, board: TurnBoard, entry: int, workers: int, cancelled: Callable[[], bool] | None
    ) -> None:
        self.cancelled = cancelled
        """Says whether to stop; asked several times a second."""
        self._pool = ThreadPoolExecutor(max_workers=workers)
        self._rooms = [_room(board, entry) for _ in range(workers)]
        self._stop = threading.Event()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def run(self, fill: Callable[[Array, Any], int], parts: Sequence[Array]) -> bool:
        """Fill the blocks of all parts, in any order; return whether all values fit.

        Raises InterruptedError when told to stop.
        """
        waiting = iter(parts)

        def help_out(room: Any) -> int:
            return sum(fill(part, room) for part in waiting if not self._stop.is_set())

        look(self.cancelled)
        if len(parts) == 1:
            return not help_out(self._rooms[0])
        helpers = [self._pool.submit(help_out, room) for room in self._rooms]
        while wait(helpers, timeout=0.1).not_done:
            look(self.cancelled)
        return not sum(helper.result() for helper in helpers)


def _room(board: TurnBoard, entry: int) -> tuple[Array, ...]:
    """Return the arrays that the kernels work in, a row of a table among them."""
    import numpy as np

    return (
        np.zeros(plain.MOST + 1, f"i{entry}"),
        np.zeros(64, np.int64),
        np.zeros(board.width, np.int64),
        *(np.zeros(max(1, board.tiles), np.int64) for _ in range(3)),
        np.zeros(32, np.int64),
    )


def _layers(before: Array, first: int) -> Iterator[list[Array]]:
    """Yield the blocks that hold masks by their number of tiles, in parts of about `SLICE` masks.

    `before` counts masks before each block and after the last; `first` is the number of the first.
    """
    import numpy as np

    counts = np.diff(before.astype(np.int64))
    blocks = np.flatnonzero(counts)
    if counts.sum() <= SLICE:
        if len(blocks):
            yield [blocks + first]
        return
    up = np.zeros(len(blocks), np.int64)
    for b in range(len(counts).bit_length()):
        up += blocks >> b & 1
    for layer in range(int(up.max()) + 1):
        chosen = blocks[up == layer]
        ends = np.cumsum(counts[chosen])
        cuts = np.flatnonzero(np.diff(ends // SLICE)) + 1
        if len(chosen):
            yield np.split(chosen + first, cuts)
