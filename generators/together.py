"""Which wishes are met together: random samples of a kind, against which wishes are held before a search.

`python -m quadrangle.generators.together KIND FILE` makes the file of a kind again, the same bytes every
time, whoever does it, as `population` does; `KIND.together.SAMPLING` says how. A sample says how many of so
many random puzzles have a trait, and how their bits for both players lie; wishes that (nearly) none of them
meets are refused instead of searched for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from ..core.executor import Executor
from .population import Population, Sampling, read_shipped, run
from .population import sample as _sample

PER_BIT = 2
"""Bins of either player's bits for each bit."""
_SMALL = 5_000
"""Items below which a bin without a puzzle says less than its neighbours."""

Rows = tuple[tuple[int, ...], ...]
"""(bin of the careful player's bits or -1 for never, bin of the random player's bits, marks, count).

A mark is a number that the kind gives a meaning; there may be any number of them, the same in all rows.
"""
Range = tuple[float, float] | None
Fits = Callable[..., bool]
"""Says of the marks of a row whether its puzzles have what is asked for besides their difficulty."""


class Asked(Struct, frozen=True):
    """The ranges in which a puzzle shall lie; None for any."""

    percentile: Range = None
    """From, and below; the last may be 100."""
    careful: Range = None
    """Bits of the careful player, both ends among them."""
    luck: Range = None
    """Bits of the random player, both ends among them."""


class Sample(Struct, frozen=True):
    """Random puzzles of one shape, and those of them that have a trait and can be solved."""

    items: int
    """Puzzles that were drawn."""
    rows: Rows
    careful: tuple[float, ...] = ()
    """All values of the careful player's bits, of small puzzles, which have few; empty for others."""

    @property
    def least(self) -> int:
        """How many puzzles of the sample have to meet wishes for them to be searched for."""
        return 3 if self.items >= _SMALL else 1

    @property
    def too_few(self) -> str:
        """What is said of wishes that fewer meet: how few of how many."""
        few = f"fewer than {self.least}" if self.least > 1 else "none"
        return f"{few} of {self.items:,}"

    def meets(self, population: Population, asked: Asked, fits: Fits = lambda *marks: True) -> bool:
        """Return whether `least` puzzles may lie in all ranges, and fit."""
        if self.careful and not any(
            (asked.careful is None or asked.careful[0] <= value <= asked.careful[1])
            and (asked.percentile is None or _lies(population.percentile(value, 0.0), asked.percentile))
            for value in self.careful
        ):
            return False
        return self.met(population, asked, fits) >= self.least

    def met(self, population: Population, asked: Asked, fits: Fits = lambda *marks: True) -> float:
        """Return about how many puzzles of the sample lie in all ranges, and fit.

        Which part of a bin of the careful player's bits lies in a range, the population says. Of the random
        player's bits whole bins count; in a small sample those beside them too, of both players.
        """
        part = functools.cache(functools.partial(self._part, population, asked))
        return sum(
            count * part(careful_bin, random_bin if careful_bin < 0 else 0)
            for careful_bin, random_bin, *marks, count in self.rows
            if fits(*marks) and _touches(asked.luck, random_bin, self._wide)
        )

    @property
    def _wide(self) -> int:
        """How many bins beside one count too."""
        return 1 if self.items < _SMALL else 0

    def _part(self, population: Population, asked: Asked, careful_bin: int, random_bin: int) -> float:
        """Return which part of the puzzles of two bins may lie in the ranges, but for that of luck."""
        if asked.careful is not None and (
            careful_bin < 0 or not _touches(asked.careful, careful_bin, self._wide)
        ):
            return 0.0
        if asked.percentile is not None and not _reaches(
            population, careful_bin, random_bin, asked.percentile, self._wide
        ):
            return 0.0
        if self._wide or careful_bin < 0:
            return 1.0
        low, high = careful_bin / PER_BIT, (careful_bin + 1) / PER_BIT
        return population.part(low, high, asked.careful, asked.percentile)


def _lies(place: float, span: tuple[float, float]) -> bool:
    """Return whether a percentile lies in a range; its upper end is left out below 100."""
    return span[0] <= place and (place < span[1] or span[1] == 100 or span[0] == span[1] == place)


def _touches(span: Range, number: int, wide: int) -> bool:
    """Return whether a bin, which its lower edge belongs to, has a part in a range."""
    if span is None:
        return True
    low, high = (PER_BIT * edge for edge in span)
    return low < number + 1 + wide and number - wide <= high


def _reaches(
    population: Population, careful_bin: int, random_bin: int, span: tuple[float, float], wide: int
) -> bool:
    low, high = (
        population.percentile(
            None if careful_bin < 0 else max(careful_bin + far, 0) / PER_BIT, (random_bin + far) / PER_BIT
        )
        for far in (-wide, 1 + wide)
    )
    return span[0] <= high and low <= span[1]


class File(Struct, frozen=True):
    """The samples of a kind, by name."""

    format: int
    made_with: str
    """The command that makes the file again."""
    samples: dict[str, Sample]


@functools.cache
def shipped(kind: str) -> dict[str, Sample]:
    """Return the samples of a kind that come with the package, by name. Raises FileError."""
    return read_shipped(f"{kind}_together", File).samples


def write(kind: str, sampling: Sampling[Sample], path: Path, executor: Executor) -> None:
    """Draw all samples of a kind and write them to `path`, as `population.write` does."""

    def encoded(samples: dict[str, Sample]) -> bytes:
        command = f"python -m quadrangle.generators.together {kind} FILE"
        return msgspec.json.encode(File(1, command, samples)).replace(b'"items"', b'\n"items"')

    _sample(sampling, path, executor, encoded)


def main(arguments: list[str]) -> int:
    """Make a file of samples and return the exit code."""
    return run("together", "Draw the samples again that wishes are held against.", write, arguments)


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
