"""How time and memory of the exact number of turns of Campus grow with the number tiles up.

Each row is the median of some positions of the boards `PRINTED.deal(Rng(1, k))`: whole boards where
the bag deals so many numbers that no chain clears at the first move, and below that so many tiles of
a whole board chosen at random. Five positions up to 24 tiles, three up to 27, one above.

python benchmarks/campus_growth.py                            up to 26 tiles: about a minute
python benchmarks/campus_growth.py 30                         up to 30 tiles: some minutes and 6 GiB
python benchmarks/campus_growth.py 31 --kept FILE --svg FILE  keeps what is done, and draws the plot
"""

from __future__ import annotations

import itertools
import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from campus_tables import Kept, kept, markdown, tell

from quadrangle.core.rng import Rng
from quadrangle.render.ink import Ink
from quadrangle.render.shapes import Drawing, Label, Outline, Shape
from quadrangle.render.shapes import Path as Stroke
from quadrangle.render.svg import svg
from quadrangle.solvers.campus import PRINTED, Rules, cells
from quadrangle.solvers.campus.turns import need, numbers_of, solve_turns

_SEED = 1
_FEWEST, _USUAL = 12, 26
_WHOLE = 28
"""No whole board has fewer number tiles."""
_COMPILES = 21
_MIB, _GIB = 1 << 20, 1 << 30
_HEAD = ("tiles", "masks", "GiB", "processor s", "µs a mask", "turns")


class Position(NamedTuple):
    """The numbers of a board, its lines over them, and which of them are up."""

    values: tuple[int, ...]
    lines: tuple[int, ...]
    up: int


class Growth(NamedTuple):
    """What a table of so many tiles takes."""

    tiles: float
    masks: float
    bytes: float
    seconds: float
    """Processor time of all threads."""
    wall: float
    """Seconds on the clock, which other work on the machine makes longer."""
    turns: float
    """Least expected number of turns."""


def positions(tiles: int) -> Iterator[Position]:
    """Yield positions with so many number tiles up that no chain clears."""
    for k in itertools.count():
        board = PRINTED.deal(Rng(_SEED, k))
        values, lines = numbers_of(board.arrangement, Rules())
        everything = (1 << len(values)) - 1
        if tiles >= _WHOLE:
            found = Position(values, lines, everything)
            if len(values) >= tiles and need(*found[:2]).tiles == tiles:
                yield found
        else:
            up = list(cells(everything))
            Rng(_SEED, -1 - k).shuffle(up)
            chosen = sum(1 << b for b in up[:tiles])
            if need(values, lines, up=chosen).tiles == tiles:
                yield Position(values, lines, chosen)


def measured(position: Position) -> Growth:
    """Solve a position on all cores."""
    values, lines, up = position
    required = need(values, lines, up=up)
    start, wall = time.process_time(), time.perf_counter()
    table = solve_turns(values, lines, up=up)
    spent = time.process_time() - start, time.perf_counter() - wall
    masks = required.live + required.thin
    return Growth(required.tiles, masks, required.bytes, *spent, table.value(up))


def growth(results: Kept, tiles: int) -> Growth:
    """Return the medians of some positions."""
    count = 5 if tiles <= 24 else 3 if tiles < _WHOLE else 1
    for number, position in enumerate(itertools.islice(positions(tiles), count)):
        key = f"{tiles} tiles, position {number}"
        if key not in results.found:
            results.add(key, measured(position))
            tell(f"{key}: {results.found[key]}")
    rows = [results.found[f"{tiles} tiles, position {number}"] for number in range(count)]
    return Growth(*(statistics.median(column) for column in zip(*rows, strict=True)))


def table(rows: Sequence[Growth]) -> str:
    """Return the growth as a table."""
    return markdown(
        _HEAD,
        (
            (
                f"{row.tiles:.0f}",
                f"{row.masks:,.0f}",
                f"{row.bytes / _GIB:.2g}",
                f"{row.seconds:.2g}" if row.seconds < 10 else f"{row.seconds:.0f}",
                f"{1e6 * row.seconds / row.masks:.2f}",
                f"{row.turns:.1f}",
            )
            for row in rows
        ),
    )


def plot(rows: Sequence[Growth]) -> Drawing:
    """Return seconds of processor time and MiB over tiles, both on one logarithmic axis."""
    left, top, width, height = 60.0, 30.0, 500.0, 320.0
    amounts = [[row.seconds for row in rows], [row.bytes / _MIB for row in rows]]
    powers = [math.log10(amount) for column in amounts for amount in column]
    low, high = math.floor(min(powers)), math.ceil(max(powers))
    first, last = rows[0].tiles, rows[-1].tiles

    def x(tiles: float) -> float:
        return left + (tiles - first) * width / max(1, last - first)

    def y(power: float) -> float:
        return top + (high - power) * height / (high - low)

    shapes: list[Shape] = []
    for power in range(low, high + 1):
        shapes.append(Stroke((((left, y(power)), (left + width, y(power))),), stroke=Ink.GRID))
        shapes.append(Label(left - 8, y(power), f"{10.0**power:,g}", 12, Ink.FAINT, "end"))
    for row in rows:
        shapes.append(Label(x(row.tiles), top + height + 16, f"{row.tiles:.0f}", 12, Ink.FAINT, "middle"))
    for name, ink, column in zip(("seconds", "MiB"), (Ink.RED, Ink.ACCENT), amounts, strict=True):
        line: Outline = tuple(
            (x(row.tiles), y(math.log10(amount))) for row, amount in zip(rows, column, strict=True)
        )
        shapes.append(Stroke((line,), stroke=ink, stroke_width=2.5))
        shapes.append(Label(left + width + 8, y(math.log10(column[-1])), name, 14, ink))
    shapes.append(Label(left + width / 2, top + height + 40, "number tiles up", 14, anchor="middle"))
    return Drawing(
        left + width + 80,
        top + height + 60,
        tuple(shapes),
        "Exact number of turns of Campus: time and memory",
        f"Both grow about {_ratio([row.masks for row in rows]):.2f} times with each tile.",
    )


def _ratio(amounts: Sequence[float]) -> float:
    """Return by how much amounts grow from row to row on average."""
    return math.exp(math.log(amounts[-1] / amounts[0]) / max(1, len(amounts) - 1))


def main() -> int:
    """Measure, smallest first, and print."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else _USUAL
    measured(next(positions(_COMPILES)))
    with kept("growth of the tables of turns of Campus") as results:
        rows = [growth(results, tiles) for tiles in range(_FEWEST, most + 1)]
    print(table(rows))
    if "--svg" in sys.argv[:-1]:
        path = Path(sys.argv[sys.argv.index("--svg") + 1])
        path.write_text(svg(plot(rows)), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
