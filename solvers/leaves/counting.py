"""Making the census: going through every puzzle and every centre, on all cores, with the work kept."""

from __future__ import annotations

import functools
import hashlib
import threading
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib.metadata import version
from itertools import permutations
from pathlib import Path

import msgspec
import numpy as np

from ...core.executor import Executor, Threads
from ...core.kernels import compiled, kernel_digest
from ...core.work import Cancelled, forget_parts, run_parts, sole_writer, write_atomic
from . import kernels, tables
from .cards import Card
from .census import (
    BITS,
    CAREFUL_SHARE,
    CAREFUL_UNIT,
    CENTRES,
    DIGEST,
    EXAMPLES,
    MAGIC,
    NEVER,
    PER_BIT,
    RANDOM_UNIT,
    Census,
    Difficulty,
    Distribution,
    Extreme,
    Header,
    edge,
    layout_of,
)
from .layout import Layout
from .search import RANDOM_GROWTH, Search
from .symmetry import all_words, turned_numbers
from .tables import Array

_ROWS = 8
"""Second words a call of the kernel takes: at most 0.1 s of work."""
_TRIPLES = 150_000
"""Triples of words after which a part ends: a second with difficulty, a twentieth without."""


def write_census(path: Path, *, workers: int, difficulty: bool, executor: Executor | None = None) -> Census:
    """Make the census on `workers` threads or by another executor, write it to `path` and return it.

    Finished parts are kept in `<path>.verdicts.parts` and `<path>.difficulty.parts` until the file
    is whole, and a later call goes on from them; the file does not depend on how often it was
    interrupted, or on who does the parts.
    Raises FileError when the file cannot be written or another run is writing it, and WorkerError
    when an executor cannot be reached or loses its workers.
    """
    with sole_writer(path):
        done_by = executor or Threads(workers)
        weights = Enumeration().weights()
        parts = _parts(path, "verdicts", _verdicts_part, weights, done_by)
        header, body = _assemble(parts)
        line = b""
        if difficulty:
            measured = _parts(path, "difficulty", _measures_part, weights, done_by)
            line = msgspec.json.encode(_difficulty(measured))
        data = MAGIC + msgspec.json.encode(header) + b"\n" + body + line
        data += hashlib.blake2b(data, digest_size=DIGEST).digest()
        write_atomic(path, data)
        forget_parts(_beside(path, "verdicts"))
        if difficulty:
            forget_parts(_beside(path, "difficulty"))
    return Census(data, str(path))


def _beside(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}.{kind}")


def _parts(
    path: Path,
    kind: str,
    work: Callable[[int, Callable[[], bool]], bytes],
    weights: Sequence[int],
    executor: Executor,
) -> list[bytes]:
    run = f"leaves census 1 {kind} {PER_BIT} {version('quadrangle')} {kernel_digest()}".encode()
    goal, label = _beside(path, kind), f"census, {kind}"
    return run_parts(goal, run, weights, work, workers=1, label=label, executor=executor)


_making = threading.Lock()
"""Held while the tables are made, once in a process, however many threads ask for them."""


@functools.cache
def _made(kind: type[Verdicts] | type[Measures]) -> Verdicts | Measures:
    return kind()


def _verdicts() -> Verdicts | Measures:
    with _making:
        return _made(Verdicts)


def _measures() -> Verdicts | Measures:
    with _making:
        return _made(Measures)


def _verdicts_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Do a part of the verdicts, in any process."""
    return _verdicts().part(number, cancelled)


def _measures_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Do a part of the difficulty, in any process."""
    return _measures().part(number, cancelled)


class Enumeration:
    """The canonical puzzles, in parts of about a second's work that share their first word."""

    def __init__(self) -> None:
        words = all_words()
        turned = np.array(turned_numbers(), dtype=np.int64)
        namings = [3 if len(set(word)) == 1 else 6 for word in words]
        self.size = len(words)
        self.words = (np.array(words, dtype=np.int64), turned, np.array(namings, dtype=np.int64))
        self.parts = [
            part for a in range(self.size) if turned[:, a].min() == a for part in self._parts_from(a)
        ]
        """(first word, range of second words) of each part, in the order of the keys."""

    def _parts_from(self, a: int) -> Iterator[tuple[int, int, int]]:
        first = a
        while first < self.size:
            last, triples = first, 0
            while last < self.size and triples < _TRIPLES:
                triples += self.size - last
                last += 1
            yield a, first, last
            first = last

    def weights(self) -> list[int]:
        """Return how much work each part is, roughly: its triples of words, in thousands."""
        return [sum(range(self.size - last, self.size - first)) // 1000 + 1 for _, first, last in self.parts]

    def rows(self, part: int, cancelled: Callable[[], bool]) -> Iterator[tuple[int, int, int]]:
        """Yield a part's ranges of second words, small enough for one call. Raises Cancelled."""
        a, first, last = self.parts[part]
        for b in range(first, last, _ROWS):
            if cancelled():
                raise Cancelled
            yield a, b, min(b + _ROWS, last)


class Verdicts(Enumeration):
    """Which centres work, and how many swaps the others need."""

    def __init__(self) -> None:
        super().__init__()
        self._tables = (tables.CODES, ring_orders(), (*tables.searched(), tables.solvable_seven()))
        self._kernel = compiled(kernels.census_rows)
        room = self._room()
        totals = np.zeros(31, dtype=np.int64)
        self._kernel(self.words, (0, 0, 0), self._tables, totals, *room)  # compiles before threads start

    def _room(self) -> tuple[Array, Array, Array]:
        room = self.size * _ROWS
        return (
            np.zeros(room, dtype=np.int64),
            np.zeros(room, dtype=np.int64),
            np.zeros((room, CENTRES), dtype=np.uint8),
        )

    def part(self, number: int, cancelled: Callable[[], bool]) -> bytes:
        """Return the part's totals and its puzzles with a centre that fails."""
        totals = np.zeros(31, dtype=np.int64)
        keys, works, swaps = self._room()
        records = []
        for rows in self.rows(number, cancelled):
            n = self._kernel(self.words, rows, self._tables, totals, keys, works, swaps)
            for i in range(n):
                others = [
                    (place, NEVER if need == 8 else int(need))
                    for place, need in enumerate(swaps[i])
                    if need > 1
                ]
                records.append((int(keys[i]), int(works[i]), others))
        return msgspec.msgpack.encode(([int(x) for x in totals], records))


def _assemble(parts: Sequence[bytes]) -> tuple[Header, bytes]:
    """Return the header and the tables of the census made of all its parts."""
    totals = [0] * 31
    keys, works, others = bytearray(), bytearray(), bytearray()
    record = 0
    for part in parts:
        part_totals, records = msgspec.msgpack.decode(
            part, type=tuple[list[int], list[tuple[int, int, list[tuple[int, int]]]]]
        )
        totals = [x + y for x, y in zip(totals, part_totals, strict=True)]
        for key, work, other in records:
            keys += key.to_bytes(4, "little")
            works += work.to_bytes(3, "little")
            for place, need in other:
                others += record.to_bytes(4, "little") + bytes((place, need))
            record += 1
    header = Header(
        made_by=f"quadrangle {version('quadrangle')}",
        canonical=totals[0],
        puzzles=totals[1],
        by_working=tuple(totals[2:22]),
        by_swaps=tuple(totals[22:30]),
        impossible=totals[30],
        exceptional=record,
        other_swaps=len(others) // 6,
    )
    return header, bytes(keys + works + others)


class Measures(Enumeration):
    """How hard every layout is."""

    def __init__(self) -> None:
        super().__init__()
        denominator = tables.CAREFUL_DENOMINATOR // CAREFUL_SHARE
        self._tables = (
            tables.CODES,
            *tables.searched(),
            tables.packed_values()[tables.TOP],
            RANDOM_GROWTH[8:],
            tables.careful_shares(),
            denominator,
        )
        self._edges = tuple(
            np.array([edge(k, unit) for k in range(1, PER_BIT * BITS)] + [1], dtype=np.int64)
            for unit in (RANDOM_UNIT, CAREFUL_UNIT)
        )
        self._kernel = compiled(kernels.difficulty_rows)
        self._kernel(self.words, (0, 0, 0), self._tables, self._edges, *self._room())

    def _room(self) -> tuple[tuple[Array, Array], Array, Array]:
        bins = PER_BIT * BITS + 1
        counts = (np.zeros(bins, dtype=np.int64), np.zeros(bins, dtype=np.int64))
        return counts, np.zeros((4, 3), dtype=np.int64), np.zeros((4, EXAMPLES, 3), dtype=np.int64)

    def measure(
        self, number: int, cancelled: Callable[[], bool]
    ) -> tuple[tuple[Array, Array], Array, Array, int]:
        """Return what `kernels.difficulty_rows` writes for a part, and the canonical layouts in it."""
        counts, best, found = self._room()
        measured = 0
        for rows in self.rows(number, cancelled):
            measured += self._kernel(self.words, rows, self._tables, self._edges, counts, best, found)
        return counts, best, found, measured

    def part(self, number: int, cancelled: Callable[[], bool]) -> bytes:
        """Return the part's counts by bin and its most extreme layouts."""
        counts, best, found, _ = self.measure(number, cancelled)
        return msgspec.msgpack.encode(
            (
                [{int(k): int(c[k]) for k in c.nonzero()[0]} for c in counts],
                [
                    (*map(int, best[i]), [(int(k), int(card)) for k, card, _ in found[i, : best[i, 1]]])
                    for i in range(4)
                ],
            )
        )


_Best = tuple[int, int, int, list[tuple[int, int]]]


def _difficulty(parts: Sequence[bytes]) -> Difficulty:
    """Return the distribution over all layouts made of all its parts."""
    counts: list[dict[int, int]] = [{}, {}]
    best: list[list[_Best]] = [[], [], [], []]
    for part in parts:
        part_counts, part_best = msgspec.msgpack.decode(part, type=tuple[list[dict[int, int]], list[_Best]])
        for whole, some in zip(counts, part_counts, strict=True):
            for k, n in some.items():
                whole[k] = whole.get(k, 0) + n
        for kept, one in zip(best, part_best, strict=True):
            if one[1]:
                kept.append(one)
    distributions = []
    for whole in counts:
        never = whole.pop(PER_BIT * BITS, 0)
        distributions.append(Distribution(tuple(sorted(whole.items())), never))
    hardest_careful = _extreme(best[1], min, CAREFUL_UNIT)
    exact = Search().measure(Layout.parse(hardest_careful.examples[0])).careful_success
    return Difficulty(
        distributions[0],
        distributions[1],
        hardest_random=_extreme(best[0], min, RANDOM_UNIT),
        hardest_careful=msgspec.structs.replace(hardest_careful, value=str(exact)),
        fewest_solutions=_extreme(best[2], min, 1),
        most_solutions=_extreme(best[3], max, 1),
    )


def _extreme(found: Sequence[_Best], choose: Callable[[Iterator[int]], int], unit: int) -> Extreme:
    value = choose(one[0] for one in found)
    same = [one for one in found if one[0] == value]
    examples = [layout_of(key, Card(card)) for one in same for key, card in one[3]]
    return Extreme(
        value=str(Fraction(value, unit)),
        layouts=sum(one[2] for one in same),
        canonical=sum(one[1] for one in same),
        examples=tuple(str(layout) for layout in examples[:EXAMPLES]),
    )


def ring_orders() -> Array:
    """Return the 40,320 orders of a ring's cards and the swaps each takes, fewest first, int64[40320, 9]."""
    orders = sorted((8 - _cycles(order), order) for order in permutations(range(8)))
    return np.array([(*order, swaps) for swaps, order in orders], dtype=np.int64)


def _cycles(order: Sequence[int]) -> int:
    """Return the number of cycles of a permutation; n cards in c cycles take n - c swaps."""
    seen: set[int] = set()
    cycles = 0
    for start in range(len(order)):
        cycles += start not in seen
        while start not in seen:
            seen.add(start)
            start = order[start]
    return cycles
