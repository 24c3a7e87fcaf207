"""The census: every eight-card puzzle, and for each of its 19 centre cards whether it can be cleared.

Puzzles are counted once up to the 10,368 symmetries (see `symmetry.py`) and weighted by how
many puzzles each stands for, so all counts are exact for the 27!/19! ordered puzzles and the
27!/18! pairs of puzzle and centre. Nearly all centres work, so the file keeps the puzzles with
a centre that fails:

    a line naming the format and its version
    a line of JSON, `Header`
    n keys, 4 bytes each, rising: canonical form of the puzzle (`symmetry.Canonical.key`)
    n sets, 3 bytes each: the centres that work, bit i for the i-th absent card of the canonical form
    m exceptions, 6 bytes each: number of the puzzle (4), which centre (1), swaps needed (1)
    optionally a line of JSON, `Difficulty`
    16 bytes of BLAKE2b of all before

A failing centre needs one swap unless it is an exception; 255 swaps stand for "cannot be solved
in any order". Numbers are little-endian.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib.metadata import version
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...core.errors import FileError
from ...core.work import Cancelled, forget_parts, run_parts, sole_writer, write_atomic
from .cards import CARDS, Card
from .layout import CENTRE, Layout
from .search import Search
from .symmetry import Canonical, all_words, cards_of, turned_numbers

if TYPE_CHECKING:
    from .tables import Array

MAGIC = b"quadrangle leaves census 1\n"
CENTRES = 19
"""Cards that are not in a puzzle, any of which may be its centre."""
NEVER = 255
PER_BIT = 256
"""Bins of the difficulty distribution for each bit of -log2(success)."""
BITS = 32
_DIGEST = 16
_ROWS = 16
"""Second words a call of the kernel takes: some 10 ms of work without difficulty, at most 0.3 s with."""
_ROOM = 12
"""Layouts kept for each extreme."""


class Header(msgspec.Struct, frozen=True):
    """Counts of the whole census."""

    made_by: str
    """Version of Quadrangle that wrote the file."""
    canonical: int
    """Puzzles up to symmetry."""
    puzzles: int
    """All puzzles, 27!/19!."""
    by_working: tuple[int, ...]
    """20 entries: puzzles of which exactly i of the 19 centres work."""
    by_swaps: tuple[int, ...]
    """8 entries: pairs of puzzle and centre that need i swaps among the ring's cards."""
    impossible: int
    """Pairs that cannot be solved in any order of the ring."""
    exceptional: int
    """Canonical puzzles with a centre that fails, kept in the file."""
    other_swaps: int
    """Failing centres that need more than one swap."""

    @property
    def pairs(self) -> int:
        """All pairs of puzzle and centre, 27!/18!."""
        return sum(self.by_swaps) + self.impossible


class Extreme(msgspec.Struct, frozen=True):
    """The solvable layouts that are the most extreme in one respect."""

    value: str
    """What they have in common, as a whole number or a fraction."""
    layouts: int
    """How many layouts there are, all symmetric ones counted."""
    canonical: int
    """How many up to symmetry."""
    examples: tuple[str, ...]
    """The first of them, each in its canonical text form."""


class Percentile(msgspec.Struct, frozen=True):
    """Where a layout stands among all layouts: exact shares below and above its bin."""

    easier: float
    """Share of all layouts that are easier by at least the width of a bin."""
    harder: float
    """Share that are harder by at least the width of a bin, those that cannot be cleared included."""


class Distribution(msgspec.Struct, frozen=True):
    """Exact counts of all layouts by one player's success."""

    bins: tuple[tuple[int, int], ...]
    """(k, layouts) with 2^(-(k + 1) / 256) <= success < 2^(-k / 256), k rising, empty bins left out."""
    never: int
    """Layouts this player never clears."""

    def percentile(self, success: Fraction, unit: int) -> Percentile:
        """Return where a success stands among all layouts; `unit` is the one the bins were counted in."""
        place = bin_of(success, unit)
        easier = sum(count for k, count in self.bins if place is None or k < place)
        harder = sum(count for k, count in self.bins if place is not None and k > place)
        total = sum(count for _, count in self.bins) + self.never
        if place is not None:
            harder += self.never
        return Percentile(easier / total, harder / total)


class Difficulty(msgspec.Struct, frozen=True):
    """How hard all layouts are: exact counts of layouts by bits, and the extremes."""

    random: Distribution
    careful: Distribution
    hardest_random: Extreme
    """Least random-play success; the value is that success."""
    hardest_careful: Extreme
    """Least success of the careful player."""
    fewest_solutions: Extreme
    most_solutions: Extreme


class Census:
    """A census file that is open for questions."""

    def __init__(self, data: bytes, source: str) -> None:
        self._source = source
        if not data.startswith(MAGIC):
            kind = b"quadrangle leaves census "
            if data.startswith(kind):
                version = data[len(kind) : data.find(b"\n", 0, 60)].decode("ascii", "replace")
                raise FileError(f"{source}: census format {version}; expected format 1")
            raise FileError(f"{source}: not a Leaves census file; expected one written by `leaves census`")
        end = data.find(b"\n", len(MAGIC), len(MAGIC) + 10_000)
        try:
            self.header = msgspec.json.decode(data[len(MAGIC) : end], type=Header)
        except msgspec.MsgspecError as error:
            raise FileError(f"{source}: line 2 is damaged ({error})") from error
        self._data = data
        self._keys = end + 1
        self._works = self._keys + 4 * self.header.exceptional
        self._others = self._works + 3 * self.header.exceptional
        self._rest = self._others + 6 * self.header.other_swaps
        if len(data) < self._rest + _DIGEST:
            raise FileError(
                f"{source}: cut after {len(data)} bytes; expected at least {self._rest + _DIGEST}"
            )

    @classmethod
    def open(cls, path: Path) -> Census:
        """Return the census in a file, its checksum verified. Raises FileError."""
        try:
            with open(path, "rb") as file:
                data = file.read(64_000_000)
        except OSError as error:
            raise FileError(f"{path}: cannot be read ({error.strerror})") from error
        census = cls(data, str(path))
        if hashlib.blake2b(data[:-_DIGEST], digest_size=_DIGEST).digest() != data[-_DIGEST:]:
            raise FileError(f"{path}: altered or cut: its checksum does not fit its content")
        return census

    def swaps(self, puzzle: Layout) -> dict[Card, int | None]:
        """Return the least number of Breeze swaps for each absent card as the centre; None: no order helps."""
        form = Canonical([card for card in puzzle.cells if card is not None])
        record = self._find(form.key)
        if record is None:
            return dict.fromkeys(puzzle.absent, 0)
        works = self._integer(self._works + 3 * record, 3)
        others = self._other_swaps(record)
        places = {card: i for i, card in enumerate(c for c in CARDS if c not in form.cards)}
        found: dict[Card, int | None] = {}
        for card in puzzle.absent:
            place = places[form.translate(card)]
            need = 0 if works >> place & 1 else others.get(place, 1)
            found[card] = None if need == NEVER else need
        return found

    def solvable(self, layout: Layout) -> bool:
        """Return whether a layout of nine cards can be reduced to one stack."""
        centre = layout.cells[CENTRE]
        assert centre is not None
        puzzle = Layout((*layout.cells[:CENTRE], None, *layout.cells[CENTRE + 1 :]))
        return self.swaps(puzzle)[centre] == 0

    def difficulty(self) -> Difficulty | None:
        """Return the distribution of difficulty; None where the file was made without it."""
        line = self._data[self._rest : -_DIGEST]
        if not line:
            return None
        try:
            return msgspec.json.decode(line, type=Difficulty)
        except msgspec.MsgspecError as error:
            raise FileError(f"{self._source}: its last line is damaged ({error})") from error

    def _integer(self, offset: int, size: int) -> int:
        return int.from_bytes(self._data[offset : offset + size], "little")

    def _find(self, key: int) -> int | None:
        low, high = 0, self.header.exceptional
        while low < high:
            middle = (low + high) // 2
            if self._integer(self._keys + 4 * middle, 4) < key:
                low = middle + 1
            else:
                high = middle
        if low < self.header.exceptional and self._integer(self._keys + 4 * low, 4) == key:
            return low
        return None

    def _other_swaps(self, record: int) -> dict[int, int]:
        found = {}
        for offset in range(self._others, self._rest, 6):
            if self._integer(offset, 4) == record:
                found[self._data[offset + 4]] = self._data[offset + 5]
        return found


@functools.cache
def shipped() -> Census:
    """Return the census that comes with the package."""
    path = Path(__file__).with_name("census.bin")
    try:
        return Census(path.read_bytes(), "the census that comes with Quadrangle")
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}); install Quadrangle again") from error


@functools.cache
def shipped_difficulty() -> Difficulty:
    """Return the exact distribution of difficulty that comes with the package."""
    found = shipped().difficulty()
    assert found is not None
    return found


RANDOM_UNIT = 4542498629222400000
"""What the random player's success is counted in: the common denominator of all layouts."""
CAREFUL_UNIT = 232792560 << 30
"""The same for the careful player; success is rounded down to it before it is counted."""
_ROOT_BITS = 192


def bin_of(success: Fraction, unit: int) -> int | None:
    """Return the k with 2^(-(k + 1) / 256) <= success < 2^(-k / 256); None for a success of 0."""
    value = success.numerator * unit // success.denominator
    if value == 0:
        return None
    k = max(0, int(-math.log2(success) * PER_BIT) - 1)  # the logarithm may be off by a little
    while edge(k + 1, unit) > value:
        k += 1
    return k


def edge(k: int, unit: int) -> int:
    """Return 2^(-k / 256) in parts of `unit`, rounded up."""
    whole, part = divmod(k, PER_BIT)
    return -(-(unit * _root(part)) >> whole + _ROOT_BITS)


@functools.cache
def _root(part: int) -> int:
    """Return 2^(-part / 256) in units of 2^-192, by square roots of whole numbers."""
    value = 1 << _ROOT_BITS
    step = 1 << _ROOT_BITS + 1  # its roots are 2^(1/2), 2^(1/4), …
    for place in reversed(range(8)):
        step = math.isqrt(step << _ROOT_BITS)
        if part >> place & 1:
            value = (value << _ROOT_BITS) // step
    return value


def write_census(path: Path, *, workers: int, difficulty: bool) -> Census:
    """Make the census, write it to `path` and return it.

    Finished parts are kept in `<path>.parts` until the file is whole, and a later call goes on
    from them; the file does not depend on how often it was interrupted, or on `workers`.
    Raises FileError when the file cannot be written or another run is writing it.
    """
    with sole_writer(path):
        verdicts = _Verdicts()
        parts = _parts(path, "verdicts", verdicts.part, workers, verdicts.weights())
        header, body = _assemble(parts)
        line = b""
        if difficulty:
            measures = _Measures()
            line = msgspec.json.encode(
                _difficulty(_parts(path, "difficulty", measures.part, workers, measures.weights()))
            )
        data = MAGIC + msgspec.json.encode(header) + b"\n" + body + line
        data += hashlib.blake2b(data, digest_size=_DIGEST).digest()
        write_atomic(path, data)
        for kind in ("verdicts", "difficulty"):
            forget_parts(_beside(path, kind))
    return Census(data, str(path))


def _beside(path: Path, kind: str) -> Path:
    return path.with_name(f"{path.name}.{kind}")


def _parts(
    path: Path,
    kind: str,
    work: Callable[[int, Callable[[], bool]], bytes],
    workers: int,
    weights: Sequence[int],
) -> list[bytes]:
    run = f"leaves census 1 {kind} {PER_BIT} {version('quadrangle')}".encode()
    return run_parts(_beside(path, kind), run, weights, work, workers=workers, label=f"census, {kind}")


class _Enumeration:
    """The canonical puzzles, in parts that share their first word."""

    def __init__(self) -> None:
        import numpy as np

        words = all_words()
        turned = np.array(turned_numbers(), dtype=np.int64)
        namings = [3 if len(set(word)) == 1 else 6 for word in words]
        self.size = len(words)
        self.words = (np.array(words, dtype=np.int64), turned, np.array(namings, dtype=np.int64))
        self.first_words = [a for a in range(self.size) if turned[:, a].min() == a]

    def weights(self) -> list[int]:
        """Return how much work each part is, roughly."""
        return [(self.size - a) ** 2 // 1000 + 1 for a in self.first_words]

    def rows(self, part: int, cancelled: Callable[[], bool]) -> Iterator[tuple[int, int, int]]:
        """Yield the (first word, range of second words) of a part. Raises Cancelled."""
        a = self.first_words[part]
        for b in range(a, self.size, _ROWS):
            if cancelled():
                raise Cancelled
            yield a, b, min(b + _ROWS, self.size)


class _Verdicts(_Enumeration):
    """Which centres work, and how many swaps the others need."""

    def __init__(self) -> None:
        super().__init__()
        import numpy as np

        from ...core.kernels import compiled
        from . import kernels, tables

        self._tables = (tables.CODES, ring_orders(), (*tables.searched(), tables.solvable_seven()))
        self._kernel = compiled(kernels.census_rows)
        room = self._room()
        totals = np.zeros(31, dtype=np.int64)
        self._kernel(self.words, (0, 0, 0), self._tables, totals, *room)  # compiles before threads start

    def _room(self) -> tuple[Array, Array, Array]:
        import numpy as np

        room = self.size * _ROWS
        return (
            np.zeros(room, dtype=np.int64),
            np.zeros(room, dtype=np.int64),
            np.zeros((room, CENTRES), dtype=np.uint8),
        )

    def part(self, number: int, cancelled: Callable[[], bool]) -> bytes:
        """Return the part's totals and its puzzles with a centre that fails."""
        import numpy as np

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


class _Measures(_Enumeration):
    """How hard every layout is."""

    def __init__(self) -> None:
        super().__init__()
        import numpy as np

        from ...core.kernels import compiled
        from . import kernels, tables

        denominator = tables.CAREFUL_DENOMINATOR // tables.CAREFUL_SHARE
        self._tables = (
            tables.CODES,
            *tables.searched(),
            tables.packed_values()[tables.TOP],
            tables.RANDOM_GROWTH[8:],
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
        import numpy as np

        bins = PER_BIT * BITS + 1
        counts = (np.zeros(bins, dtype=np.int64), np.zeros(bins, dtype=np.int64))
        return counts, np.zeros((4, 3), dtype=np.int64), np.zeros((4, _ROOM, 3), dtype=np.int64)

    def part(self, number: int, cancelled: Callable[[], bool]) -> bytes:
        """Return the part's counts by bin and its most extreme layouts."""
        counts, best, found = self._room()
        for rows in self.rows(number, cancelled):
            self._kernel(self.words, rows, self._tables, self._edges, counts, best, found)
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
        examples=tuple(str(layout) for layout in examples[:_ROOM]),
    )


def layout_of(key: int, centre: Card) -> Layout:
    """Return the layout of a canonical puzzle, by its key, and a centre card of the canonical form."""
    size = len(all_words())
    ring = cards_of((all_words()[key // size // size], all_words()[key // size % size], all_words()[key % size]))
    cells: list[Card | None] = list(ring)
    cells.insert(CENTRE, centre)
    return Layout(tuple(cells))


def ring_orders() -> Array:
    """Return the 40,320 orders of a ring's cards and the swaps each takes, fewest first, int64[40320, 9]."""
    import numpy as np

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
