"""How fast Campus puzzles are made that chance hardly meets: built, and as chance draws them.

python benchmarks/campus_rare.py [PUZZLES]     a table in Markdown; levels_results.md holds it
"""

from __future__ import annotations

import functools
import math
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any
from unittest import mock

from rows import shown

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent
from quadrangle.generators import Level, campus

PATIENCE = 20.0
"""Processor seconds after which a puzzle counts as not found."""
ORDERS: tuple[tuple[Level | None, dict[str, Any]], ...] = (
    ("master", {"rolls": 2}),
    ("master", {"rolls": 3}),
    ("master", {"tiles": 12}),
    (None, {"bits": "20-30"}),
    (None, {"bits": "30-40"}),
)


def seconds(level: Level | None, wishes: dict[str, Any], count: int) -> Iterator[float | None]:
    """Yield the processor time of each first puzzle, seed by seed; None for one that is not found."""
    for seed in range(1, count + 1):
        start = time.process_time()
        patience = Budget(seconds=math.inf, cancelled=functools.partial(_is_over, start + PATIENCE))
        try:
            campus.item_of(0, level, seed, budget=patience, **wishes)
        except BudgetSpent:
            yield None
        else:
            yield time.process_time() - start


def _is_over(end: float) -> bool:
    return time.process_time() > end


def cells(found: list[float | None]) -> list[str]:
    """Return how many were found, the median and the worst of their times."""
    times = [one if one is not None else math.inf for one in found]
    made = sum(one is not None for one in found)
    told = (statistics.median_low(times), max(times))
    return [f"{made} of {len(found)}", *("more" if one == math.inf else shown(one) for one in told)]


def table(count: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| puzzles | built | median | worst | by chance | median | worst |"
    yield "|---|---|---|---|---|---|---|"
    campus.item_of(0, "junior", 1)
    for level, wishes in ORDERS:
        name = ", ".join([*([level] if level else []), *(f"{k} {value}" for k, value in wishes.items())])
        by_stream = ["no: common", "", ""]
        if campus.asks_solver(level, wishes):
            by_stream = cells(list(seconds(level, wishes, count)))
        with mock.patch("quadrangle.generators.campus.built.is_rare", return_value=False):
            by_chance = cells(list(seconds(level, wishes, count)))
        yield f"| {' | '.join([name, *by_stream, *by_chance])} |"


def main() -> int:
    """Measure and print the table."""
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
