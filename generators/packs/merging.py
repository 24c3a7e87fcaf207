"""Packs merged into one, what they hold counted, and written as a table."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, structs

from ...core.errors import NotationError
from ..puzzle import LEVELS, Puzzle
from . import FORMAT, MOST, VERSION, Entry, Header, Origin, Pack, read
from .making import entry_of

__all__ = ["COLUMNS", "QUANTILES", "Merged", "Spread", "merged", "quantiles", "rows", "spreads", "to_csv"]

QUANTILES = (0, 5, 25, 50, 75, 95, 100)
"""In percent."""
COLUMNS = (
    "number",
    "id",
    "kind",
    "level",
    "percentile",
    "bits",
    "careful_bits",
    "solutions",
    "first_mistake",
    "goal",
    "position",
    "solution",
    "link",
)


class Merged(Struct, frozen=True):
    """Several packs as one."""

    header: Header
    entries: list[Entry]
    left_out: int
    """Puzzles that were there before, up to symmetry."""


def merged(paths: Sequence[Path]) -> Merged:
    """Return packs as one, in their order, no puzzle twice.

    Raises FileError or NotationError for one that cannot be read, and where there is no puzzle or too many.
    """
    found: dict[str, Puzzle] = {}
    origins: list[Origin] = []
    total = 0
    for path in paths:
        pack = read(path)
        runs = pack.header.merged or (_origin(pack.header),)
        origins += [origin for origin in runs if origin not in origins]
        for puzzle in pack.puzzles:
            found.setdefault(puzzle.id, puzzle)
        total += len(pack.puzzles)
    if not 1 <= len(found) <= MOST:
        raise NotationError(f"{len(found):,} puzzles", expected=f"1 to {MOST:,}")
    entries = [entry_of(puzzle, None) for puzzle in found.values()]
    return Merged(_header(origins, len(entries)), entries, total - len(found))


def _origin(header: Header) -> Origin:
    return Origin(**{name: getattr(header, name) for name in Origin.__struct_fields__})


def _header(origins: Sequence[Origin], count: int) -> Header:
    """Return the header of a pack of so many puzzles from some runs."""
    kinds = tuple(dict.fromkeys(name for origin in origins for name in origin.kinds))
    levels = {origin.level for origin in origins}
    streams: dict[str, int] = {}
    versions: dict[str, str] = {}
    for origin in origins:
        for name, stream in origin.streams.items():
            streams[name] = max(stream, streams.get(name, 0))
        versions.update(origin.versions)
    return Header(
        format=FORMAT,
        version=VERSION,
        kinds=kinds,
        streams=streams,
        level=levels.pop() if len(levels) == 1 else None,
        wishes={},
        count=count,
        seed=None,
        versions=versions,
        merged=tuple(origins),
    )


class Spread(Struct, frozen=True):
    """How difficult the puzzles of a kind are."""

    kind: str
    puzzles: int
    levels: dict[str, int]
    """Puzzles by level, all levels, the easiest first."""
    percentile: dict[str, float | None]
    """Quantiles: the least value that so many percent of the puzzles do not surpass."""
    bits: dict[str, float | None]
    careful_bits: dict[str, float | None]
    """Null where the careful player never solves one."""
    never: int
    """Puzzles the careful player never solves."""
    single: int
    """Puzzles with one solution."""


def spreads(pack: Pack) -> list[Spread]:
    """Return how difficult the puzzles of a pack are, for each kind that is there."""
    names = dict.fromkeys(puzzle.kind for puzzle in pack.puzzles)
    return [_spread(name, [p for p in pack.puzzles if p.kind == name]) for name in names]


def _spread(name: str, puzzles: Sequence[Puzzle]) -> Spread:
    graded = [puzzle.difficulty for puzzle in puzzles]
    levels = Counter(difficulty.level for difficulty in graded)
    return Spread(
        kind=name,
        puzzles=len(puzzles),
        levels={level: levels[level] for level in LEVELS},
        percentile=quantiles([difficulty.percentile for difficulty in graded]),
        bits=quantiles([difficulty.bits for difficulty in graded]),
        careful_bits=quantiles([difficulty.careful_bits for difficulty in graded]),
        never=sum(difficulty.careful_bits is None for difficulty in graded),
        single=sum(difficulty.solutions == 1 for difficulty in graded),
    )


def quantiles(values: Sequence[float | None]) -> dict[str, float | None]:
    """Return the least value that so many percent of the values do not surpass; null comes last.

    >>> quantiles([4.0, None, 1.0])
    {'0': 1.0, '5': 1.0, '25': 1.0, '50': 4.0, '75': None, '95': None, '100': None}
    """
    rising = sorted(values, key=lambda value: math.inf if value is None else value)
    places = {percent: max(0, math.ceil(percent * len(rising) / 100) - 1) for percent in QUANTILES}
    return {str(percent): rising[place] for percent, place in places.items()}


def rows(pack: Pack) -> Iterator[tuple[object, ...]]:
    """Yield a row of `COLUMNS` for each puzzle, numbered from 1; what is null is None."""
    for number, puzzle in enumerate(pack.puzzles, 1):
        told = structs.asdict(puzzle) | structs.asdict(puzzle.difficulty)
        told |= {"number": number, "solution": "; ".join(puzzle.solution)}
        yield tuple(told[name] for name in COLUMNS)


def to_csv(pack: Pack) -> str:
    """Return a pack as a table: a head, then a row a puzzle; commas between, lines ending in LF.

    What is null is an empty cell; a position of several lines stays so, in quotes.
    """
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows(pack))
    return written.getvalue()
