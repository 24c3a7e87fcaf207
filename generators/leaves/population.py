"""The reference populations of Leaves puzzles, made from seeded samples and the census.

A puzzle with one card in hand and no Breeze is a layout of nine cards: its population is all of them,
counted by the census. The others are samples, item k from (seed, k) alone, in parts that are kept when
the work is interrupted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.rng import Rng
from ...core.work import Cancelled
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.census import shipped_difficulty
from ...solvers.leaves.layout import Layout
from ...solvers.leaves.players import single_success, solo_random_success
from ...solvers.leaves.search import Search, bits
from ..population import PER_BIT, PER_RANDOM_BIT, Bins, Population, Sampling
from .candidates import random_challenge, random_deal, random_few
from .many import careful_success, layouts_of
from .positions import HANDS, SMALL, Challenge

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

SEED = 1
PART = 10_000
"""Items a part has."""
DEALS, CHALLENGES, FEW = 1_000_000, 500_000, 20_000
"""Items of each shape."""
NEVER_PARTS = 10
"""Parts in which the puzzles that careful play never solves are graded for the random player too."""


class Shape(msgspec.Struct, frozen=True):
    """One population that is sampled."""

    name: str
    number: int
    """What tells its seeds from those of other shapes."""
    items: int
    hand: int = 0
    """Hand cards of a challenge."""
    stacks: int = 0
    """Stacks of a small puzzle."""


class Part(msgspec.Struct):
    """Counts of some items."""

    bins: dict[int, int]
    never: int
    never_bins: tuple[dict[int, int], dict[int, int]]
    """Without a Breeze, or of solo deals; and with one."""
    hopeless: tuple[int, int]


SHAPES = (
    Shape("solo", 0, DEALS),
    *(Shape(f"hand-{n}", n, CHALLENGES, hand=n) for n in HANDS),
    *(Shape(f"stacks-{n}", 10 + n, FEW, stacks=n) for n in SMALL),
)
_JOBS = tuple((shape, part) for shape in SHAPES for part in range(max(1, shape.items // PART)))


def do_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the counts of one part as JSON. Raises Cancelled."""
    return msgspec.json.encode(count_part(*_JOBS[number], cancelled))


def count_part(shape: Shape, part: int, cancelled: Callable[[], bool]) -> Part:
    """Return the counts of items PART * part and on. Raises Cancelled."""
    items = range(PART * part, PART * (part + 1))
    rngs = (Rng(1000 * SEED + shape.number, k) for k in items)
    if shape.stacks:
        return _few(shape.stacks, rngs, cancelled)
    counted = Part({}, 0, ({}, {}), (0, 0))
    for _ in range(PART // 1000):
        if cancelled():
            raise Cancelled
        puzzles: list[Challenge | SoloDeal] = [
            random_challenge(next(rngs), shape.hand, 0) if shape.hand else random_deal(next(rngs))
            for _ in range(1000)
        ]
        _count(puzzles, counted, part < NEVER_PARTS, cancelled)
    return counted


def _count(
    puzzles: list[Challenge | SoloDeal], into: Part, grade_never: bool, cancelled: Callable[[], bool]
) -> None:
    import numpy as np

    success = careful_success(layouts_of(puzzles))
    for k, count in Counter(bins_of(success[success > 0]).tolist()).items():
        into.bins[k] = into.bins.get(k, 0) + count
    for i in np.flatnonzero(success == 0).tolist():
        into.never += 1
        if grade_never:
            if cancelled():
                raise Cancelled
            _note_never(puzzles[i], into)


def bins_of(success: Array) -> Array:
    """Return the bin of each success above 0, by comparison with the edges of the bins."""
    import numpy as np

    edges = np.array([_edge(k) for k in range(1, 64 * PER_BIT)])  # falling: success below edge k is in bin k
    found: Array = len(edges) - np.searchsorted(edges[::-1], success, side="right")
    return found


def _edge(k: int) -> float:
    from ...solvers.leaves.census import edge

    return edge(k, 1 << 160) / (1 << 160)


def _note_never(puzzle: Challenge | SoloDeal, into: Part) -> None:
    if isinstance(puzzle, SoloDeal):
        found = [solo_random_success(puzzle)]
    else:
        found = [single_success(puzzle.puzzle, puzzle.hand, breezes)[0] for breezes in (0, 1)]
    hopeless = list(into.hopeless)
    for i, luck in enumerate(found):
        value = bits(luck)
        if value is None:
            hopeless[i] += 1
        else:
            k = math.floor(value * PER_RANDOM_BIT)
            into.never_bins[i][k] = into.never_bins[i].get(k, 0) + 1
    into.hopeless = (hopeless[0], hopeless[1])


def _few(stacks: int, rngs: Iterable[Rng], cancelled: Callable[[], bool]) -> Part:
    counted = Part({}, 0, ({}, {}), (0, 0))
    for rng in rngs:
        if cancelled():
            raise Cancelled
        success = _few_success(rng, stacks)
        value = bits(success)
        if value is None:
            continue
        k = math.floor(value * PER_BIT)
        counted.bins[k] = counted.bins.get(k, 0) + 1
    return counted


def _few_success(rng: Rng, stacks: int) -> Fraction:
    layout: Layout | None = random_few(rng, stacks)
    return Fraction(0) if layout is None else Search().measure(layout).careful_success


def joined(payloads: list[bytes]) -> dict[str, Population]:
    """Return the populations that the counts of all parts make."""
    parts: dict[str, list[Part]] = {}
    for (shape, _), payload in zip(_JOBS, payloads, strict=True):
        parts.setdefault(shape.name, []).append(msgspec.json.decode(payload, type=Part))
    return {name: population for shape in SHAPES for name, population in _joined(shape, parts[shape.name])}


def _joined(shape: Shape, parts: list[Part]) -> Iterable[tuple[str, Population]]:
    bins = _sum(part.bins for part in parts)
    never = sum(part.never for part in parts)
    items = sum(count for _, count in bins) + never
    for breezes in (0, 1) if shape.hand else (0,):
        never_bins = _sum(part.never_bins[breezes] for part in parts)
        hopeless = sum(part.hopeless[breezes] for part in parts)
        name = f"{shape.name}-breeze" if breezes else shape.name
        yield name, Population(items, bins, never, never_bins, hopeless)
        if shape.hand == 1:
            careful = shipped_difficulty().careful
            whole = sum(count for _, count in careful.bins) + careful.never
            rows = tuple(sorted(careful.bins))
            yield name, Population(whole, rows, careful.never, never_bins, hopeless)


def _sum(counts: Iterable[dict[int, int]]) -> Bins:
    total: Counter[int] = Counter()
    for part in counts:
        total.update(part)
    return tuple(sorted(total.items()))


SAMPLING = Sampling(f"leaves populations 1 {SEED} {PART}", [1] * len(_JOBS), do_part, joined)
