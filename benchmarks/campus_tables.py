"""Measurements of Campus that are kept as they come, and the tables made of them."""

from __future__ import annotations

import contextlib
import json
import math
import os
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from quadrangle.core.errors import FileError
from quadrangle.core.work import sole_writer

_WIDE = statistics.NormalDist().inv_cdf(0.975)


class Kept:
    """What was measured so far, by key; with a file, each result is written to it at once.

    The file has one JSON list a line: first what is measured, then key and result of each. A last
    line that was cut is dropped; a file of something else is refused.
    """

    def __init__(self, path: Path, measured: str) -> None:
        head = [measured, f"quadrangle {version('quadrangle')}"]
        content = path.read_bytes() if path.exists() else b""
        whole = content[: content.rfind(b"\n") + 1]
        try:
            rows = [json.loads(line) for line in whole.splitlines()]
            self.found: dict[str, Any] = dict(rows[1:])
        except ValueError as error:
            raise SystemExit(f"{path}: {error}; expected a JSON list a line") from None
        if rows and rows[0] != head:
            raise SystemExit(f"{path}: holds {rows[0]}; expected {head}")
        self._file = path.open("a", encoding="utf-8", newline="\n")
        self._file.truncate(len(whole))
        if not rows:
            self._write(head)

    def add(self, key: str, result: Any) -> None:
        """Keep a result."""
        self.found[key] = result
        self._write([key, result])

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: list[Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


@contextlib.contextmanager
def kept(measured: str) -> Iterator[Kept]:
    """Keep results in the file that `--kept FILE` on the command line names, or nowhere without it."""
    with contextlib.ExitStack() as stack:
        if "--kept" in sys.argv[:-1]:
            path = Path(sys.argv[sys.argv.index("--kept") + 1])
        else:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory()), "results")
        try:
            stack.enter_context(sole_writer(path))
        except FileError as error:
            raise SystemExit(str(error)) from None
        results = stack.enter_context(contextlib.closing(Kept(path, measured)))
        yield results


def tell(text: str) -> None:
    """Say on stderr how far the work is."""
    print(text, file=sys.stderr, flush=True)


def mean(numbers: Sequence[float]) -> str:
    """Return the mean and the half width of its 95 % interval, which a single number has none of."""
    middle = f"{statistics.mean(numbers):.2f}"
    if len(numbers) == 1:
        return middle
    half = _quantile(len(numbers) - 1) * statistics.stdev(numbers) / math.sqrt(len(numbers))
    return f"{middle} ± {half:.2f}"


def _quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t, by its expansion: to three digits from 5 degrees on."""
    z = _WIDE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def percentage(numbers: Sequence[float]) -> str:
    """Return `mean` of some shares, in percent."""
    return f"{mean([100 * number for number in numbers])} %"


def share(hits: int, trials: int) -> str:
    """Return a share in percent with its 95 % interval after Wilson."""
    middle = (hits + _WIDE**2 / 2) / (trials + _WIDE**2)
    half = _WIDE / (trials + _WIDE**2) * math.sqrt(hits * (trials - hits) / trials + _WIDE**2 / 4)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{100 * hits / trials:.2f} ({100 * low:.2f}-{100 * high:.2f})"


def markdown(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [list(head), ["---"] * len(head), *(list(map(str, row)) for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
