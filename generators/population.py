"""Reference populations: how difficult the puzzles of a kind are that chance makes, shipped as data.

`python -m quadrangle.generators.population KIND FILE` makes the file of a kind again, the same bytes every
time, whoever does it: `--workers` processes, or the cluster at `--scheduler`. What `KIND.population.SAMPLING`
says is done in parts, which are kept when the work is interrupted.
Puzzles are ordered by the careful player's bits; those this player never solves come last, ordered by
the random player's bits.
"""

from __future__ import annotations

import functools
import importlib
import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ..core.errors import FileError, QuadrangleError
from ..core.executor import Dask, Executor, Processes
from ..core.work import forget_parts, processors, run_parts, sole_writer, write_atomic

T = TypeVar("T")

PER_BIT = 256
"""Bins of the careful player's bits for each bit."""
PER_RANDOM_BIT = 4
"""Bins of the random player's bits, for puzzles the careful player never solves."""

Bins = tuple[tuple[int, int], ...]
"""(k, count): so many lie from k bins on, to k + 1 bins; rising."""


class Population(Struct, frozen=True, dict=True):
    """How many puzzles of one shape there are of each difficulty."""

    items: int
    bins: Bins
    """Those the careful player solves now and then, by that player's bits."""
    never: int
    """Those this player never solves; those nobody can solve are among them."""
    never_bins: Bins = ()
    """A sample of them that can be solved, by the random player's bits."""
    hopeless: int = 0
    """Those of the sample that nobody can solve."""

    def percentile(self, careful_bits: float | None, bits: float) -> float:
        """Return the share of the population that is easier, in percent, rounded down to 0.01.

        Between the edges of a bin it is taken to rise evenly.
        """
        if careful_bits is not None:
            share = self._careful.below(careful_bits * PER_BIT) / self.items
        else:
            sample = self._random.all + self.hopeless
            part = self._random.below(bits * PER_RANDOM_BIT) / sample if sample else 0.0
            share = (self._careful.all + self.never * part) / self.items
        return min(math.floor(share * 10_000 + 1e-9) / 100, 99.99)

    def reaches(self, low: float, high: float) -> bool:
        """Return whether some puzzle lies in a bin that reaches into a range of the careful player's bits."""
        at = bisect_left(self.bins, (math.floor(low * PER_BIT), -1))
        return at < len(self.bins) and self.bins[at][0] <= high * PER_BIT

    def part(
        self,
        low: float,
        high: float,
        careful: tuple[float, float] | None,
        percentile: tuple[float, float] | None,
    ) -> float:
        """Return which part of the puzzles from `low` to below `high` careful bits lies in both ranges.

        Bins count as a whole; where there is no puzzle it is 1.
        """
        first, last = (bisect_left(self.bins, (math.floor(bits * PER_BIT), -1)) for bits in (low, high))
        inside = total = 0
        for k, count in self.bins[first:last]:
            ends = k / PER_BIT, (k + 1) / PER_BIT
            total += count
            if (careful is None or (careful[0] < ends[1] and ends[0] <= careful[1])) and (
                percentile is None or _meet(percentile, [self.percentile(bits, 0.0) for bits in ends])
            ):
                inside += count
        return inside / total if total else 1.0

    @functools.cached_property
    def _careful(self) -> _Totals:
        return _Totals(self.bins)

    @functools.cached_property
    def _random(self) -> _Totals:
        return _Totals(self.never_bins)


def _meet(span: tuple[float, float], ends: Sequence[float]) -> bool:
    """Return whether a range, without its upper end below 100, has to do with what lies between two ends."""
    return span[0] <= ends[1] and (ends[0] < span[1] or ends[0] == span[0])


class _Totals:
    """Bins, and how many lie before each: a search asks for thousands of percentiles."""

    def __init__(self, bins: Bins) -> None:
        self._bins = bins
        self._before = tuple(accumulate((count for _, count in bins), initial=0))

    @property
    def all(self) -> int:
        """How many there are."""
        return self._before[-1]

    def below(self, place: float) -> float:
        """Return how many lie below a place, counted in bins."""
        whole = math.floor(place)
        at = bisect_left(self._bins, (whole, -1))
        count = float(self._before[at])
        if at < len(self._bins) and self._bins[at][0] == whole:
            count += self._bins[at][1] * (place - whole)
        return count


class File(Struct, frozen=True):
    """The populations of a kind."""

    format: int
    made_with: str
    """The command that makes the file again."""
    shapes: dict[str, Population]


@functools.cache
def shipped(kind: str) -> dict[str, Population]:
    """Return the populations of a kind that come with the package, by shape. Raises FileError."""
    return read_shipped(kind, File).shapes


def read_shipped(name: str, form: type[T]) -> T:
    """Return what a file of the package's data holds. Raises FileError."""
    path = Path(__file__).parent / "data" / f"{name}.json"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}); install Quadrangle again") from error
    try:
        return msgspec.json.decode(data, type=form)
    except msgspec.MsgspecError as error:
        raise FileError(f"{path}: damaged ({error}); install Quadrangle again") from error


@dataclass(frozen=True)
class Sampling(Generic[T]):
    """How something of a kind is sampled: what its modules `population` and `together` offer."""

    run: str
    """All that parts depend on but their number; parts of another run are not taken up."""
    weights: Sequence[int]
    """How long each part takes in relation to the others."""
    count: Callable[[int, Callable[[], bool]], bytes]
    """Counts a part, alone: a function at the top of a module, so that other processes can do it."""
    joined: Callable[[list[bytes]], dict[str, T]]
    """Makes what is sampled, by name, of all parts in order."""


def write(kind: str, sampling: Sampling[Population], path: Path, executor: Executor) -> None:
    """Make the populations of a kind and write them to `path`; parts that are done are kept beside it.

    Raises FileError when the file cannot be written, WorkerError when workers cannot be had.
    """

    def encoded(shapes: dict[str, Population]) -> bytes:
        command = f"python -m quadrangle.generators.population {kind} FILE"
        return msgspec.json.format(msgspec.json.encode(File(1, command, shapes)), indent=0)

    sample(sampling, path, executor, encoded)


def sample(
    sampling: Sampling[T], path: Path, executor: Executor, encoded: Callable[[dict[str, T]], bytes]
) -> None:
    """Have all parts done, and write what they come to; see `write`."""
    with sole_writer(path):
        payloads = run_parts(
            path,
            sampling.run.encode(),
            sampling.weights,
            sampling.count,
            workers=1,
            label="samples",
            executor=executor,
        )
        write_atomic(path, encoded(sampling.joined(payloads)) + b"\n")
        forget_parts(path)


def main(arguments: list[str]) -> int:
    """Make a file of populations and return the exit code."""
    return run("population", "Make the reference populations again.", write, arguments)


def run(
    module: str,
    says: str,
    write: Callable[[str, Sampling[T], Path, Executor], None],
    arguments: list[str],
) -> int:
    """Do what a command line asks of the `SAMPLING` in a kind's module, and return the exit code."""
    import argparse
    import sys

    from . import present

    parser = argparse.ArgumentParser(prog=module, description=says)
    kinds = [kind for kind in present() if find_spec(f".{kind}.{module}", __package__)]
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("file", type=Path)
    parser.add_argument("--workers", type=int, default=processors(), help="processes; all processors")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a Dask cluster, such as tcp://host:8786")
    asked = parser.parse_args(arguments)
    try:
        executor = Processes(asked.workers) if asked.scheduler is None else Dask(asked.scheduler)
        sampling = importlib.import_module(f".{asked.kind}.{module}", __package__).SAMPLING
        write(asked.kind, sampling, asked.file, executor)
    except QuadrangleError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
