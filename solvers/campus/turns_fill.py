"""Filling the tables of turns: counting what they take, indexes, and the work on all cores."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from ...core.kernels import compiled
from . import kernels_turns as plain
from .turns_board import Aim, TurnBoard, TurnRules, flags, rolls_of, steps_of

if TYPE_CHECKING:
    from .turns_board import Array

SLICE = 20_000
"""Masks between two looks at the clock: a few hundredths of a second."""
SLICE_WORDS = 1 << 18
PLAIN = 1 << 9
"""Up to so many masks in all the kernels run as they stand."""
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


def need_of(board: TurnBoard, cancelled: Callable[[], bool] | None) -> Need:
    import numpy as np

    tops = np.array(board.tops(), np.int64)
    totals = np.zeros(2 + len(tops), np.int64)
    patterns = board.patterns()
    count = compiled(plain.count) if board.words > PLAIN else plain.count
    for first in range(0, board.words, SLICE_WORDS):
        look(cancelled)
        count(first, min(board.words, first + SLICE_WORDS), patterns, tops, totals)
    live, thin, columns = int(totals[0]), int(totals[1]), int(totals[2:].sum())
    index = 2 * (8 * board.words + 4)
    return Need(
        tiles=board.tiles,
        live=live,
        thin=thin,
        columns=columns,
        bytes=index + 4 * (live + columns + thin * board.width),
        bytes_index=index,
        bytes_kept=4 * (live + thin) + 8 * -(-(board.words + 1) // plain.STRIDE),
    )


def look(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise InterruptedError("cancelled")


def indexes_of(
    board: TurnBoard, fast: bool, cancelled: Callable[[], bool] | None
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    """Return patterns and counts by word, of the live masks and of the thin ones."""
    import numpy as np

    live, thin = ((np.empty(board.words, np.uint32), np.zeros(board.words + 1, np.uint32)) for _ in range(2))
    index = compiled(plain.index) if fast else plain.index
    patterns = board.patterns()
    for first in range(0, board.words, SLICE_WORDS):
        look(cancelled)
        index(first, min(board.words, first + SLICE_WORDS), patterns, live, thin)
    return live, thin


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
    live_index, thin_index = indexes_of(board, fast, crew.cancelled)
    thin_rows = place.array("thin", (required.thin, board.width))
    live = place.array("live", (required.live,))
    columns = place.array("columns", (required.columns,))
    sizes = [int(live_index[1][-1]) - int(live_index[1][first]) for first in board.tops()]
    start = np.array([0, *itertools.accumulate(sizes, initial=0)][: board.width], np.int64)
    windows = columns, start, np.array(board.bits, np.int64)
    steps = steps_of(board)
    law = (rolls_of(board.values, rules, board.standing), aim.cost, aim.dead, *flags(rules))
    thin_blocks = compiled(plain.thin_blocks) if fast else plain.thin_blocks
    live_blocks = compiled(plain.live_blocks) if fast else plain.live_blocks
    step = min(board.words, board.chunk)
    size = min(step, BLOCK)

    def fill_thin(blocks: Array, work: Any) -> int:
        return thin_blocks(blocks, size, steps, law, thin_index, thin_rows, work)

    def fill_live(blocks: Array, work: Any) -> int:
        return live_blocks(blocks, size, steps, law, live_index, thin_index, thin_rows, live, windows, work)

    total = required.live + required.thin
    done = 0
    # Chunk by chunk: the thin masks in one, the live ones in the numeric order their columns rely on.
    chunks = [(thin_index[1], fill_thin, 0, board.words)]
    chunks += [(live_index[1], fill_live, first, step) for first in range(0, board.words, step)]
    for number, (before, work, first, words) in enumerate(chunks):
        for layer in _layers(before[first : first + words + 1 : size], first // size):
            if number < place.finished:
                break
            if not crew.run(work, layer):
                return None
        place.finished = max(place.finished, number + 1)
        done += int(before[first + words]) - int(before[first])
        if progress is not None:
            progress(done, total)
    return Values(
        live=live,
        thin=thin_rows[:, 0].copy(),
        live_before=live_index[1][:: plain.STRIDE].copy(),
        thin_before=thin_index[1][:: plain.STRIDE].copy(),
    )


class Values(NamedTuple):
    """The values of all masks in units, by rank, and how many masks come before each STRIDE of words."""

    live: Array
    thin: Array
    live_before: Array
    thin_before: Array


class Workplace:
    """Where the arrays of a table are while it is filled: in memory."""

    finished = 0
    """Chunks that are done."""

    def array(self, name: str, shape: tuple[int, ...]) -> Array:
        """Return an array of 32-bit integers with what it held when work stopped, if there was any."""
        import numpy as np

        return np.empty(shape, np.int32)


class Crew:
    """Threads that fill blocks, each with room of its own to work in."""

    def __init__(self, board: TurnBoard, workers: int, cancelled: Callable[[], bool] | None) -> None:
        self.cancelled = cancelled
        """Says whether to stop; asked several times a second."""
        self._pool = ThreadPoolExecutor(max_workers=workers)
        self._rooms = [_room(board) for _ in range(workers)]
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


def _room(board: TurnBoard) -> tuple[Array, ...]:
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
