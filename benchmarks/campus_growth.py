"""How time and memory of the exact number of turns of Campus grow with the number tiles up.

Each row is the median of some positions: whole boards where the bag deals so many numbers, and as
many tiles of a whole board chosen at random below that.

python benchmarks/campus_growth.py                  up to 26 tiles: about a minute
python benchmarks/campus_growth.py 30               up to 30 tiles: some minutes and 5 GiB
python benchmarks/campus_growth.py 30 --svg FILE    and the plot
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, Rules, cells
from quadrangle.solvers.campus.turns import need, numbers_of, solve_turns

_FEWEST = 16
_DEALS = 4000
_GIB = 1 << 30


class Position(NamedTuple):
    """The numbers of a board, its lines over them, and which of them are up."""

    values: tuple[int, ...]
    lines: tuple[int, ...]
    up: int


class Growth(NamedTuple):
    """What a table of so many tiles takes: medians."""

    tiles: int
    masks: float
    gib: float
    seconds: float
    """Processor time."""
    wall: float
    turns: float


def positions(tiles: int, count: int) -> Iterator[Position]:
    """Yield positions with so many number tiles up: whole boards if there are any."""
    found = 0
    for seed in range(_DEALS):
        board = PRINTED.deal(Rng(seed))
        values, lines = numbers_of(board.arrangement, Rules())
        if len(values) == tiles or (tiles < 28 < len(values)):
            up = list(cells((1 << len(values)) - 1))
            Rng(seed, tiles).shuffle(up)
            yield Position(values, lines, sum(1 << k for k in up[:tiles]))
            found += 1
        if found == count:
            return


def measured(tiles: int, count: int, workers: int | None) -> Growth:
    """Solve some positions and return the medians."""
    rows = []
    for values, lines, up in positions(tiles, count):
        required = need(values, lines, up=up)
        start, wall = time.process_time(), time.perf_counter()
        table = solve_turns(values, lines, up=up, workers=workers)
        spent = time.process_time() - start, time.perf_counter() - wall
        rows.append((required.live + required.thin, required.bytes / _GIB, *spent, table.value(up)))
    return Growth(tiles, *(statistics.median(column) for column in zip(*rows, strict=True)))


def plot(rows: list[Growth]) -> str:
    """Return seconds and GiB over tiles as SVG, both on one logarithmic axis."""
    left, width, height = 50, 480, 300
    low, high = -4, 3

    def x(tiles: int) -> float:
        return left + (tiles - _FEWEST) * width / max(1, rows[-1].tiles - _FEWEST)

    def y(amount: float) -> float:
        return 10 + (high - math.log10(max(amount, 10.0**low))) * height / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 90} {height + 50}" '
        'font-family="sans-serif" font-size="12">'
    ]
    for power in range(low, high + 1):
        at = y(10.0**power)
        parts.append(f'<path d="M{left} {at:.1f}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">1e{power}</text>')
    for row in rows:
        parts.append(
            f'<text x="{x(row.tiles):.1f}" y="{height + 28}" text-anchor="middle">{row.tiles}</text>'
        )
    lines = (("seconds", "#b33", [r.seconds for r in rows]), ("GiB", "#36a", [r.gib for r in rows]))
    for name, colour, amounts in lines:
        path = " ".join(f"{x(row.tiles):.1f},{y(a):.1f}" for row, a in zip(rows, amounts, strict=True))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(
            f'<text x="{left + width + 6}" y="{y(amounts[-1]) + 4:.1f}" fill="{colour}">{name}</text>'
        )
    parts.append(
        f'<text x="{left + width / 2}" y="{height + 46}" text-anchor="middle">number tiles up</text></svg>'
    )
    return "\n".join(parts) + "\n"


def main() -> int:
    """Measure and print, smallest first."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else 26
    solve_turns(range(1, 16), ())  # compiles
    print("| tiles | masks | GiB | s, one core | s, all cores | µs a mask | turns |")
    print("|---|---|---|---|---|---|---|")
    rows = []
    for tiles in range(_FEWEST, most + 1):
        count = 5 if tiles <= 24 else 1
        row = measured(tiles, count, 1)
        shared = measured(tiles, count, None).wall
        rows.append(row)
        print(
            f"| {row.tiles} | {row.masks:,.0f} | {row.gib:.3g} | {row.seconds:.3g} | {shared:.3g} "
            f"| {1e6 * row.seconds / row.masks:.2f} | {row.turns:.1f} |",
            flush=True,
        )
    if "--svg" in sys.argv:
        Path(sys.argv[-1]).write_text(plot(rows), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
