"""Do levels mean something? Rank correlations of the bits of puzzles with measures that know nothing of them.

python benchmarks/levels.py leaves [PUZZLES]     one section in Markdown; levels_results.md holds them
Each kind's measures are in `levels_KIND.py`: a `SHAPES` of functions from an item's number to a position, and
`measures(position, rng)` with a number for each measure, or none where a puzzle has none.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quadrangle.core.rng import Rng
from quadrangle.generators import kind

SEED = 31
ENOUGH = 0.5
"""A kind whose bits correlate less with an independent measure is to be graded by that measure."""


class Correlation(NamedTuple):
    """Spearman's rank correlation with its 95 % interval."""

    rho: float
    low: float
    high: float
    puzzles: int


def correlation(xs: Sequence[float], ys: Sequence[float]) -> Correlation:
    """Return the rank correlation of two measures; the interval is Bonett and Wright's (2000)."""
    rho = float(np.corrcoef(_ranks(xs), _ranks(ys))[0, 1])
    error = math.sqrt((1 + rho * rho / 2) / (len(xs) - 3))
    middle = math.atanh(min(max(rho, -0.999999), 0.999999))
    return Correlation(rho, math.tanh(middle - 1.96 * error), math.tanh(middle + 1.96 * error), len(xs))


def _ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal ones share the mean of theirs."""
    _, group, counts = np.unique(values, return_inverse=True, return_counts=True)
    found: list[float] = (np.cumsum(counts) - (counts - 1) / 2)[group].tolist()
    return found


def rows(name: str, shape: str, count: int) -> list[tuple[str, str, Correlation]]:
    """Return (what bits, which measure, correlation) for random puzzles of a shape that can be solved."""
    measured = importlib.import_module(f"levels_{name}")
    made_by = kind(name)
    bits: dict[str, list[float]] = {"random": [], "careful": []}
    found: dict[str, list[float]] = {}
    number = 0
    while len(bits["random"]) < count:
        position = measured.SHAPES[shape](number)
        values = measured.measures(position, Rng(SEED + 1, number))
        number += 1
        if values is None:
            continue
        difficulty = made_by.grade(position)
        bits["random"].append(difficulty.bits)
        # Those the careful player never solves rank above all others.
        careful = difficulty.careful_bits
        bits["careful"].append(1e6 + difficulty.bits if careful is None else careful)
        for measure, value in values.items():
            found.setdefault(measure, []).append(value)
    pairs = [("random against careful", "bits", correlation(bits["random"], bits["careful"]))]
    for measure, ys in found.items():
        pairs += [(which, measure, correlation(xs, ys)) for which, xs in bits.items()]
    names = list(found)
    for i, one in enumerate(names):
        pairs += [(one, other, correlation(found[one], found[other])) for other in names[i + 1 :]]
    return pairs


def section(name: str, count: int) -> str:
    """Return the section of a kind in Markdown."""
    measured = importlib.import_module(f"levels_{name}")
    lines = [f"## {name}", "", f"`python benchmarks/levels.py {name} {count}`. {measured.ABOUT}", ""]
    lines += ["| puzzles | bits | measure | rank correlation | 95 % interval |", "|---|---|---|---|---|"]
    for shape in measured.SHAPES:
        print(shape, file=sys.stderr, flush=True)
        for which, measure, found in rows(name, shape, count):
            span = f"{found.low:.2f} to {found.high:.2f}"
            lines.append(f"| {shape} ({found.puzzles}) | {which} | {measure} | {found.rho:.2f} | {span} |")
    return "\n".join(lines)


def main() -> int:
    """Measure a kind and print its section."""
    if len(sys.argv) not in (2, 3):
        print("expected: KIND [PUZZLES]", file=sys.stderr)
        return 2
    np.seterr(all="raise")
    print(section(sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 300))
    return 0


if __name__ == "__main__":
    sys.exit(main())
