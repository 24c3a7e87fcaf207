"""Tables of the best play: what one takes, making it in the open, keeping it in a file."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.documents.campus import CampusTable
from ...core.errors import ComponentError, FileError
from ...core.notices import tell
from ...core.work import Progress, sole_writer
from ...solvers.campus import Board, Rules, board_link
from ...solvers.campus.turns import (
    NARROW,
    WIDE,
    Need,
    PairTable,
    free_memory,
    load_pairs,
    load_table,
    need,
    numbers_of,
    solve_pairs,
    solve_turns,
    turn_rules,
    up_of,
)
from . import words
from .answers import changed, rounded

if TYPE_CHECKING:
    from ...solvers.campus.turns import Table


def default_memory() -> int:
    """Return what a table may take where nobody says: three fifths of what is free."""
    return free_memory() * 3 // 5


@contextlib.contextmanager
def reported(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what is told how much of a table is done: a bar on a terminal, a line now and then else."""
    with contextlib.ExitStack() as stack:
        shown: list[Progress] = []
        done = 0

        def report(now: int, total: int) -> None:
            nonlocal done
            if not shown:
                shown.append(stack.enter_context(Progress(label, total)))
            shown[0].advance(now - done)
            done = now

        yield report


def solve(
    board: Board,
    rules: Rules,
    out: Path,
    workers: int | None,
    memory: int | None,
    cancelled: Callable[[], bool],
) -> CampusTable:
    """Make the table of a board and write it to a file; what is done so far stands in a folder beside it.

    Says on standard error what it takes before it begins. Raises FileError where it does not fit or cannot
    be written, ComponentError for a board no table can hold, InterruptedError when told to stop.
    """
    work = work_folder(out)
    with sole_writer(out):
        pass  # said before hours of work rather than after
    allowed = memory or default_memory()
    values, lines = numbers_of(board.arrangement, rules)
    up = up_of(board)
    wide = _may_die(rules) or rules.maximal != "one_set"
    try:
        required = need(values, lines, up=up, entry=WIDE if wide else NARROW, cancelled=cancelled)
        _announce(required, work, allowed)
        with reported("table of the best play") as report:
            table = (solve_pairs if _may_die(rules) else solve_turns)(
                values,
                lines,
                turn_rules(rules),
                up=up,
                memory=allowed,
                work=work,
                workers=workers,
                progress=report,
                cancelled=cancelled,
            )
    except (MemoryError, OverflowError) as error:
        raise ComponentError(f"no table can be made for this board: {error}") from None
    table.save(out)
    found = _summary(board, rules, out, required, table)
    del table  # its arrays are files of the folder
    shutil.rmtree(work, ignore_errors=True)
    return found


def _may_die(rules: Rules) -> bool:
    """Return whether a chance to clear the board is part of what it is worth."""
    return rules.dead_board != "relax"


def work_folder(out: Path) -> Path:
    """Return the folder in which a table is made that goes to a file."""
    return out.with_name(out.name + ".work")


def say_how_to_go_on(out: Path) -> None:
    """Say where an interrupted table is, if there is something of it."""
    if work_folder(out).exists():
        tell(f"what is done is kept in {work_folder(out)}; the same command goes on from there")


def load(path: Path, rules: Rules) -> Table | PairTable:
    """Return the table in a file, of the kind that the rules ask for. Raises FileError."""
    return load_pairs(path) if _may_die(rules) else load_table(path)


def _announce(required: Need, work: Path, allowed: int) -> None:
    """Say what a table takes. Raises FileError where there is not as much."""
    on_disk = required.bytes - required.bytes_index + required.bytes_kept
    takes = (
        f"{words.plural(required.tiles, 'number tile')}, "
        f"{words.plural(required.live + required.thin, 'position')}: "
        f"{words.size(required.bytes_index)} of memory at least, {words.size(required.bytes)} to be quick, "
        f"{words.size(on_disk)} of disk while it is made, {words.size(required.bytes_kept)} in the end"
    )
    if required.bytes_index > allowed:
        raise FileError(f"the table does not fit: {takes}; there may be {words.size(allowed)} of memory")
    there = _taken(work)
    free = shutil.disk_usage(work.parent).free + there
    if on_disk > free:
        raise FileError(f"the table does not fit: {takes}; {work.parent} has {words.size(free)} left")
    tell(takes)
    if required.bytes > allowed:
        tell(
            f"more than the {words.size(allowed)} of memory there may be, so much of it goes through the disk"
        )
    if there:
        tell(f"{work} was begun before: going on from there if it is the same table")


def _taken(folder: Path) -> int:
    """Return the bytes the files of a folder take on the disk."""
    with contextlib.suppress(OSError):
        return sum(512 * getattr(path.stat(), "st_blocks", 0) for path in folder.iterdir())
    return 0


def _summary(board: Board, rules: Rules, out: Path, required: Need, table: Table | PairTable) -> CampusTable:
    from ...solvers.campus.best import board_value

    found = board_value(board, rules, table=table).value
    return CampusTable(
        board=str(board),
        file=str(out),
        tiles=required.tiles,
        positions=required.live + required.thin,
        bytes=out.stat().st_size,
        rulings=changed(rules),
        value=rounded(found.value),
        error=rounded(found.error),
        chance=None if found.chance is None else rounded(found.chance),
        link=board_link(board),
    )
