"""Measure every speed claim beside its peer and print the table of the README.

python benchmarks/run.py            the table; fails when a bound does not hold
python benchmarks/run.py --ci       the same, with a third of each bound
python benchmarks/run.py --write    puts the table into README.md
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import campus
import canvas
import leaves
import stacks
from rows import Row

import engines
import generators

HEAD = ("What", "Quadrangle", "Peer, same inputs, same run", "Measured", "Bound")
BEGIN, END = "<!-- speed -->", "<!-- /speed -->"


def table(rows: Iterable[Row]) -> str:
    """Return the table in Markdown."""
    lines = [HEAD, ("---",) * len(HEAD), *(row.cells for row in rows)]
    text = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    versions = f"Python {platform.python_version()}, numba {version('numba')}, {platform.machine()}"
    return f"{text}\n\nProcessor time of one process after compilation unless it says otherwise; {versions}."


def main() -> int:
    """Measure, print, and say which bounds do not hold."""
    slack = 3.0 if "--ci" in sys.argv else 1.0
    rows = []
    for module in (leaves, stacks, campus, canvas, engines, generators):
        for row in module.rows():
            print("  ".join(row.cells), file=sys.stderr, flush=True)
            rows.append(row)
    print(table(rows))
    if "--write" in sys.argv:
        readme = Path(__file__).resolve().parent.parent / "README.md"
        before, _, rest = readme.read_text(encoding="utf-8").partition(BEGIN)
        _, _, after = rest.partition(END)
        readme.write_text(f"{before}{BEGIN}\n{table(rows)}\n{END}{after}", encoding="utf-8", newline="\n")
    missed = [row for row in rows if not row.holds(slack)]
    for row in missed:
        print(f"missed: {row.claim}: {row.value:.4g}, {row.kind} {row.bound:g}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
