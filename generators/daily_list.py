"""Makes the frozen list of daily puzzles: `python -m quadrangle.generators.daily_list FILE`.

The same bytes every time. The list that was released stays as it is, whatever streams become: this shows
where it came from.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from ..core.work import Cancelled, forget_parts, processors, run_parts, sole_writer, write_atomic
from . import leaves
from .daily import DAYS, dates, day_of, line_of
from .puzzle import Puzzle

SEED = 2026
PART = 60
"""Days a part has."""


def write(path: Path) -> None:
    """Make the list on all cores and write it; parts that are done are kept beside it."""
    from ..core.executor import Processes

    parts = range(-(-DAYS // PART))
    with sole_writer(path):
        payloads = run_parts(
            path,
            f"daily 1 {SEED} {PART}".encode(),
            [1] * len(parts),
            make_part,
            workers=1,
            label="daily puzzles",
            executor=Processes(processors()),
        )
        found = [puzzle for payload in payloads for puzzle in msgspec.json.decode(payload, type=list[Puzzle])]
        lines = map(line_of, dates(), _without_repeats(found))
        write_atomic(path, "".join(f"{line}\n" for line in lines).encode())
        forget_parts(path)


def make_part(part: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the puzzles of some days as JSON. Raises Cancelled."""
    found = []
    for number in range(PART * part, min(PART * (part + 1), DAYS)):
        if cancelled():
            raise Cancelled
        found.append(puzzle_for(number, 0))
    return msgspec.json.encode(found)


def puzzle_for(number: int, repeats: int) -> Puzzle:
    """Return the puzzle of a day, counted from 0, when so many before it had been there already."""
    day = day_of(dates()[number])
    return leaves.item_of(number + DAYS * repeats, day.level, SEED, shape=day.shape)


def _without_repeats(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Return the puzzles, each that was there before replaced by the next that was not."""
    seen: set[str] = set()
    found = []
    for number, first in enumerate(puzzles):
        puzzle, repeats = first, 0
        while puzzle.id in seen:
            repeats += 1
            puzzle = puzzle_for(number, repeats)
        seen.add(puzzle.id)
        found.append(puzzle)
    return found


def main(arguments: list[str]) -> int:
    """Make the list and return the exit code."""
    import sys

    if len(arguments) != 1:
        sys.stderr.write("expected: FILE\n")
        return 2
    write(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
