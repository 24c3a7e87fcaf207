"""How fast puzzles are made: for each kind and level, and the one claim that is bounded.

python benchmarks/generators.py leaves [PUZZLES]     one section in Markdown; levels_results.md holds them
"""

from __future__ import annotations

import functools
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rows import Row, shown

from quadrangle.core.budget import Budget, Meter
from quadrangle.generators import LEVELS, Level, kind

_SEED = 41


@dataclass(frozen=True)
class Counted(Budget):
    """A budget without limits that keeps its meters, so that candidates can be counted."""

    meters: list[Meter] = field(default_factory=list)

    def start(self) -> Meter:
        """Return a meter and keep it."""
        self.meters.append(super().start())
        return self.meters[-1]


@dataclass(frozen=True)
class Made:
    """How long each of several puzzles took, in processor time, and how many candidates were drawn."""

    seconds: list[float]
    candidates: int

    @property
    def slow(self) -> float:
        """The 95th percentile of the times."""
        return statistics.quantiles(self.seconds, n=20, method="inclusive")[-1]

    @property
    def cells(self) -> list[str]:
        """Puzzles a minute, median, 95th percentile, worst, candidates drawn for a puzzle."""
        a_minute = 60 * len(self.seconds) / sum(self.seconds)
        times = (statistics.median(self.seconds), self.slow, max(self.seconds))
        return [f"{a_minute:,.0f}", *map(shown, times), f"{self.candidates / len(self.seconds):.0f}"]


def made(name: str, level: Level, count: int, **wishes: Any) -> Made:
    """Make puzzles of a kind and level, one after another, the first one left out."""
    made_by, counted, seconds = kind(name), Counted(), []
    made_by.item_of(count, level, _SEED, **wishes)
    for number in range(count):
        start = time.process_time()
        made_by.item_of(number, level, _SEED, budget=counted, **wishes)
        seconds.append(time.process_time() - start)
    return Made(seconds, sum(meter.nodes for meter in counted.meters))


SHAPES: dict[str, dict[str, dict[str, Any]]] = {
    "leaves": {"puzzle with a hand": {}, "solo challenge": {"shape": "solo"}},
    "canvas": {
        "area of 6 cards (first-steps: 4)": {},
        "area of 7 cards": {"cards": 7},
        "area of 8 cards": {"cards": 8},
        "last two cards": {"shape": "last"},
    },
}
"""What is wished for of a kind, apart from its levels; a kind that is not here has one shape."""


def section(name: str, count: int) -> str:
    """Return the section of a kind in Markdown."""
    lines = [f"## {name}: speed", "", f"`python benchmarks/generators.py {name} {count}`", ""]
    lines.append("| puzzles | level | a minute | median | 95th percentile | worst | candidates drawn |")
    lines.append("|---|---|---|---|---|---|---|")
    for shape, wishes in SHAPES.get(name, {name: {}}).items():
        for level in LEVELS:
            if level == "first-steps" and wishes:
                continue
            print(shape, level, file=sys.stderr, flush=True)
            cells = made(name, level, count, **wishes).cells
            lines.append(f"| {shape} | {' | '.join([level, *cells])} |")
    return "\n".join(lines)


_COLD = """
import sys, time
from quadrangle.generators import leaves
leaves.item_of(int(sys.argv[1]), "master", 41, shape="solo")
print(time.process_time())
"""


def cold_seconds(number: int) -> float:
    """Return the processor time of a new process that makes one solo challenge, all it loads included."""
    ran = subprocess.run([sys.executable, "-c", _COLD, str(number)], capture_output=True, check=True)
    return float(ran.stdout)


def rows() -> Iterator[Row]:
    """Yield the claim about solo challenges: the slowest level counts."""
    challenge: Callable[[Level], Made] = functools.partial(_challenge, 40)
    slowest = max((challenge(level) for level in LEVELS[1:]), key=lambda found: found.slow)
    yield Row(
        "Leaves: one graded solo challenge of any level, 95th percentile",
        shown(slowest.slow),
        "none: the bound is 1 s",
        slowest.slow,
        1,
        "at most",
        "s",
    )


def _challenge(count: int, level: Level) -> Made:
    return made("leaves", level, count, shape="solo")


def main() -> int:
    """Measure a kind and print its section."""
    if len(sys.argv) not in (2, 3):
        print("expected: KIND [PUZZLES]", file=sys.stderr)
        return 2
    print(section(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 200))
    if sys.argv[1] == "leaves":
        cold = sorted(cold_seconds(number) for number in range(20))
        print(
            f"\nA new process for one solo challenge of level master: median {shown(cold[10])}, 19 of 20 in"
        )
        print(f"{shown(cold[18])} or less, imports, loading compiled code and building tables included.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
