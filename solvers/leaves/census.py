"""The census as a file: for every puzzle, which of its 19 centre cards can clear it.

Puzzles are counted once up to the 10,368 symmetries (see `symmetry.py`) and weighted by how
many puzzles each stands for, so all counts are exact for the 27!/19! ordered puzzles and the
27!/18! pairs of puzzle and centre. Nearly all centres work, so the file, which `counting.py`
makes, keeps the puzzles with a centre that fails:

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
import math
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import msgspec

from ...core.errors import FileError, NotationError
from .cards import CARDS, Card
from .layout import CELLS, CENTRE, Layout
from .search import RANDOM_DENOMINATOR
from .symmetry import Canonical, all_words, cards_of

MAGIC = b"quadrangle leaves census 1\n"
CENTRES = 19
"""Cards that are not in a puzzle, any of which may be its centre."""
NEVER = 255
PER_BIT = 256
"""Bins of the difficulty distribution for each bit of -log2(success)."""
BITS = 32
DIGEST = 16
"""Bytes of the checksum at the end."""
EXAMPLES = 12
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
    def sound(self) -> bool:
        """Whether the counts can be those of a census."""
        counts = (self.exceptional, self.other_swaps, self.impossible, *self.by_working, *self.by_swaps)
        return (
            min(counts) >= 0
            and len(self.by_working) == CENTRES + 1
            and len(self.by_swaps) == 8
            and sum(self.by_working) == self.puzzles
            and self.pairs == CENTRES * self.puzzles
        )

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
    """Where a layout stands among all layouts; those in its own bin count neither way."""

    easier: float
    """Exact share of all layouts in bins of greater success."""
    harder: float
    """Exact share in bins of less success, those that are never cleared included."""


class Distribution(msgspec.Struct, frozen=True):
    """Exact counts of all layouts by one player's success."""

    bins: tuple[tuple[int, int], ...]
    """(k, layouts) with 2^(-(k + 1) / 256) <= success < 2^(-k / 256); certain success is in bin 0."""
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
        if not self.header.sound:
            raise FileError(f"{source}: line 2 has counts that do not belong to a census")
        self._data = data
        self._keys = end + 1
        self._works = self._keys + 4 * self.header.exceptional
        self._others = self._works + 3 * self.header.exceptional
        self._rest = self._others + 6 * self.header.other_swaps
        if len(data) < self._rest + DIGEST:
            raise FileError(f"{source}: cut after {len(data)} bytes; expected at least {self._rest + DIGEST}")

    @classmethod
    def open(cls, path: Path) -> Census:
        """Return the census in a file, its checksum verified. Raises FileError."""
        try:
            with open(path, "rb") as file:
                data = file.read(64_000_000)
        except OSError as error:
            raise FileError(f"{path}: cannot be read ({error.strerror})") from error
        import hashlib  # not for the census that is shipped, which is trusted

        census = cls(data, str(path))
        if hashlib.blake2b(data[:-DIGEST], digest_size=DIGEST).digest() != data[-DIGEST:]:
            raise FileError(f"{path}: altered or cut: its checksum does not fit its content")
        return census

    def swaps(self, puzzle: Layout) -> dict[Card, int | None]:
        """Return the fewest Breeze swaps with each absent card as the centre; None: no order helps.

        Raises NotationError for a layout that is not a puzzle of eight cards.
        """
        if not puzzle.is_puzzle:
            raise NotationError("not a puzzle", expected="eight cards round an empty centre")
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
        """Return whether a layout of nine cards can be reduced to one stack. Raises NotationError."""
        centre = layout.cells[CENTRE]
        if centre is None:
            raise NotationError("an empty centre", expected="nine cards")
        return self.swaps(layout.without_centre())[centre] == 0

    def unsolvable(self) -> Iterator[Layout]:
        """Yield every puzzle that no centre solves, in its canonical form."""
        for record in range(self.header.exceptional):
            if self._integer(self._works + 3 * record, 3) == 0:
                yield puzzle_of(self._integer(self._keys + 4 * record, 4))

    def difficulty(self) -> Difficulty | None:
        """Return the distribution of difficulty; None where the file was made without it."""
        line = self._data[self._rest : -DIGEST]
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


RANDOM_UNIT = RANDOM_DENOMINATOR[CELLS]
"""What the random player's success is counted in: the common denominator of all layouts."""
CAREFUL_SHARE = math.lcm(*range(1, 21))
"""A multiple of every number of merges eight stacks can have."""
CAREFUL_UNIT = CAREFUL_SHARE << 30
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


def layout_of(key: int, centre: Card) -> Layout:
    """Return the layout of a canonical puzzle, by its key, and a centre card of the canonical form."""
    return puzzle_of(key).place(centre)


def puzzle_of(key: int) -> Layout:
    """Return the canonical puzzle with a key."""
    size = len(all_words())
    ring = cards_of(
        (all_words()[key // size // size], all_words()[key // size % size], all_words()[key % size])
    )
    return Layout((*ring[:CENTRE], None, *ring[CENTRE:]))
