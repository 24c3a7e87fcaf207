"""The reference populations of canvas puzzles, made from seeded samples.

Item k of a sample is the first puzzle with one solution that chance deals for (seed, k); nothing looks at
how difficult it is. Parts are kept when the work is interrupted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable

import msgspec

from ...core.rng import Rng
from ...core.work import Cancelled
from ..population import PER_BIT, PER_RANDOM_BIT, Bins, Population, Sampling
from .candidates import random_builds, random_last
from .finishing import Finish
from .grading import Measured, measure_build, measure_last, population_name

SEED = 1
PART = 20
"""Items a part has."""


class Shape(msgspec.Struct, frozen=True):
    """One population."""

    shape: str
    cards: int
    items: int

    @property
    def number(self) -> int:
        """What tells its seeds from those of other shapes."""
        return self.cards + (10 if self.shape == "last" else 0)


class Part(msgspec.Struct):
    """Counts of some items."""

    bins: dict[int, int]
    never_bins: dict[int, int]


SHAPES = (
    Shape("last", 1, 1_000),
    Shape("last", 2, 5_000),
    Shape("last", 3, 5_000),
    Shape("build", 3, 5_000),
    Shape("build", 4, 5_000),
    Shape("build", 5, 5_000),
    Shape("build", 6, 5_000),
    Shape("build", 7, 2_000),
    Shape("build", 8, 1_000),
)
_JOBS = tuple((shape, part) for shape in SHAPES for part in range(shape.items // PART))


def do_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the counts of one part as JSON. Raises Cancelled."""
    return msgspec.json.encode(count_part(*_JOBS[number], cancelled))


def count_part(shape: Shape, part: int, cancelled: Callable[[], bool]) -> Part:
    """Return the counts of items PART * part and on. Raises Cancelled."""
    counted = Part({}, {})
    for k in range(PART * part, PART * (part + 1)):
        found = _item(shape, Rng(1000 * SEED + shape.number, k), cancelled)
        if found.careful_bits is None:
            into, at = counted.never_bins, math.floor(found.bits * PER_RANDOM_BIT)
        else:
            into, at = counted.bins, math.floor(found.careful_bits * PER_BIT)
        into[at] = into.get(at, 0) + 1
    return counted


def _item(shape: Shape, rng: Rng, cancelled: Callable[[], bool]) -> Measured:
    while True:
        if cancelled():
            raise Cancelled
        if shape.shape == "last":
            last = random_last(rng, shape.cards)
            if last is not None:
                return measure_last(Finish(last))
            continue
        for build, canvases in random_builds(rng, shape.cards):
            return measure_build(build, canvases)


def joined(payloads: list[bytes]) -> dict[str, Population]:
    """Return the populations that the counts of all parts make."""
    parts: dict[str, list[Part]] = {}
    for (shape, _), payload in zip(_JOBS, payloads, strict=True):
        name = population_name(shape.shape, shape.cards)
        parts.setdefault(name, []).append(msgspec.json.decode(payload, type=Part))
    return {name: _joined(some) for name, some in parts.items()}


def _joined(parts: Iterable[Part]) -> Population:
    bins, never_bins = _sum(part.bins for part in parts), _sum(part.never_bins for part in parts)
    never = sum(count for _, count in never_bins)
    return Population(never + sum(count for _, count in bins), bins, never, never_bins)


def _sum(counts: Iterable[dict[int, int]]) -> Bins:
    total: Counter[int] = Counter()
    for part in counts:
        total.update(part)
    return tuple(sorted(total.items()))


SAMPLING = Sampling(
    f"canvas populations 4 {SEED} {PART} {[shape.items for shape in SHAPES]}",
    [10 ** max(0, shape.cards - 5) for shape, _ in _JOBS],
    do_part,
    joined,
)
