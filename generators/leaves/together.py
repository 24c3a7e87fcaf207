"""Which difficulties of Leaves puzzles come together: samples against which wishes are held before a search.

`python -m quadrangle.generators.leaves.together FILE` makes the shipped file again, the same bytes every
time. A sample says how many of so many random puzzles have a trait, and how their bits for both players
lie; wishes that not one puzzle of the sample meets are refused instead of searched for.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.errors import FileError
from ...core.rng import Rng
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.cards import CARDS
from ...solvers.leaves.layout import Layout
from ...solvers.leaves.players import open_random_success
from ...solvers.leaves.search import Search, bits
from ..population import Population
from .boards import symmetric_board
from .candidates import drawn_from, puzzle_of, random_challenge, random_deal, random_few
from .grading import first_merge_can_lose
from .many import Puzzles, careful_success, layouts_of, needs_breeze, random_success, working
from .positions import HANDS, SMALL, Challenge

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

PER_BIT = 2
"""Bins of either player's bits for each bit."""
HARD_MATCHES, ANY_MATCHES = 3, 8
"""Pairs of neighbours that match on a symmetric board, at most: of hard ones, and of all."""
HANDS_A_BOARD = 8
"""Hands that are tried with each symmetric board."""
_SEED = 2
_CHUNK = 500
_SMALL = 5_000
"""Items below which a bin without a puzzle says less than its neighbours."""

Rows = tuple[tuple[int, int, int], ...]
"""(bin of the careful player's bits or -1 for never, bin of the random player's bits, count)."""
Range = tuple[float, float] | None


class Sample(msgspec.Struct, frozen=True):
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

    def meets(self, population: Population, percentile: Range, careful: Range, luck: Range) -> bool:
        """Return whether `least` puzzles, by their bins, may lie in all ranges; few stand for near ones."""
        if self.careful and not any(
            (careful is None or careful[0] <= value <= careful[1])
            and (percentile is None or _lies(population.percentile(value, 0.0), percentile))
            for value in self.careful
        ):
            return False
        wide = 1 if self.items < _SMALL else 0
        found = sum(
            count
            for careful_bin, random_bin, count in self.rows
            if _touches(luck, random_bin, wide)
            and (careful is None or (careful_bin >= 0 and _touches(careful, careful_bin, wide)))
            and (percentile is None or _reaches(population, careful_bin, random_bin, percentile, wide))
        )
        return found >= self.least


def _lies(place: float, span: tuple[float, float]) -> bool:
    """Return whether a percentile lies in a range; its upper end is left out below 100."""
    return span[0] <= place and (place < span[1] or span[1] == 100 or span[0] == span[1] == place)


def _touches(span: Range, number: int, wide: int) -> bool:
    """Return whether a bin, which its lower edge belongs to, has a part in a range."""
    if span is None:
        return True
    low, high = (PER_BIT * edge for edge in span)
    return low < number + 1 + wide and (number - wide < high or low == high >= number - wide)


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


class File(msgspec.Struct, frozen=True):
    """The samples by name: of a population, and behind a stroke the trait its puzzles have."""

    format: int
    made_with: str
    samples: dict[str, Sample]


@functools.cache
def shipped_samples() -> dict[str, Sample]:
    """Return the samples that come with the package. Raises FileError."""
    path = Path(__file__).parent.parent / "data" / "leaves_together.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=File).samples
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}); install Quadrangle again") from error
    except msgspec.MsgspecError as error:
        raise FileError(f"{path}: damaged ({error}); install Quadrangle again") from error


class Task(msgspec.Struct, frozen=True):
    """One sample that is to be drawn."""

    name: str
    number: int
    """What tells its seeds from those of others."""
    items: int
    shape: str
    count: int = 0
    """Hand cards, or stacks."""
    breezes: int = 0
    trait: str = ""


def tasks() -> list[Task]:
    """Return every sample there is."""
    found = [
        Task("solo", 0, 1_500, "solo"),
        Task("solo/needs_breeze", 1, 50_000, "solo", trait="needs_breeze"),
    ]
    for hand in HANDS:
        name, number = f"hand-{hand}", 20 * hand
        with_breeze = f"{name}-breeze"
        found += [
            Task(name, number, 100_000, "challenge", hand),
            Task(with_breeze, number + 1, 20_000, "challenge", hand, 1),
            Task(f"{with_breeze}/needs_breeze", number + 2, 200_000, "challenge", hand, 1, "needs_breeze"),
            Task(f"{name}/first_merge_loses", number + 3, 1_500, "challenge", hand, 0, "first_merge_loses"),
            Task(
                f"{with_breeze}/first_merge_loses",
                number + 4,
                1_500,
                "challenge",
                hand,
                1,
                "first_merge_loses",
            ),
        ]
        if hand > 1:
            found.append(Task(f"{name}/one_card", number + 5, 200_000, "challenge", hand, 0, "one_card"))
        for breezes, told in ((0, name), (1, with_breeze)):
            for at, trait in enumerate(("symmetric", "symmetric-hard")):
                found.append(
                    Task(
                        f"{told}/{trait}",
                        number + 6 + 2 * breezes + at,
                        1_600,
                        "challenge",
                        hand,
                        breezes,
                        trait,
                    )
                )
    for stacks in SMALL:
        name = f"stacks-{stacks}"
        found.append(Task(name, 200 + stacks, 10_000, "few", stacks))
        found.append(
            Task(f"{name}/first_merge_loses", 210 + stacks, 2_000, "few", stacks, 0, "first_merge_loses")
        )
    return found


def draw_sample(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the sample of a task as JSON. Raises Cancelled."""
    from ...core.work import Cancelled

    task = tasks()[number]
    rng = Rng(_SEED, task.number)
    counted: Counter[tuple[int, int]] = Counter()
    values: set[float] = set()
    puzzles = _drawn(task, rng)
    for start in range(0, task.items, _CHUNK):
        if cancelled():
            raise Cancelled
        chunk = list(islice(puzzles, min(_CHUNK, task.items - start)))
        if task.shape == "few":
            for careful, luck in _few_bits(chunk, task.trait):
                counted[math.floor(careful * PER_BIT), math.floor(luck * PER_BIT)] += 1
                values.add(careful)
        else:
            counted.update(_bins(chunk, task))
    rows = tuple(sorted((careful, luck, count) for (careful, luck), count in counted.items()))
    return msgspec.json.encode(Sample(task.items, rows, tuple(sorted(values))))


def _drawn(task: Task, rng: Rng) -> Iterator[Any]:
    if task.trait.startswith("symmetric"):
        yield from _symmetric(task, rng)
    while True:
        if task.shape == "solo":
            yield random_deal(rng)
        elif task.shape == "few":
            yield random_few(rng, task.count)
        else:
            yield random_challenge(rng, task.count, task.breezes)


def _symmetric(task: Task, rng: Rng) -> Iterator[Challenge]:
    hard = task.trait == "symmetric-hard"
    # The boards depend on the trait alone: the same ones serve every hand.
    boards = Rng(_SEED, 1000 + hard)
    while True:
        ring = symmetric_board(boards, HARD_MATCHES if hard else ANY_MATCHES)
        others = [card for card in CARDS if card not in ring]
        for _ in range(HANDS_A_BOARD):
            hand = drawn_from(rng, others, task.count)
            yield Challenge(puzzle_of(ring), tuple(sorted(hand)), task.breezes)


def _few_bits(layouts: list[Layout | None], trait: str) -> Iterator[tuple[float, float]]:
    for layout in layouts:
        if layout is None or (trait and not first_merge_can_lose(layout)):
            continue
        measure = Search().measure(layout)
        careful, luck = bits(measure.careful_success), bits(measure.random_play_success)
        if careful is not None and luck is not None:
            yield careful, luck


def _bins(puzzles: Puzzles, task: Task) -> Iterator[tuple[int, int]]:
    import numpy as np

    layouts = layouts_of(puzzles)
    left = np.arange(len(puzzles))
    if task.trait in ("needs_breeze", "one_card"):
        works = working(layouts)
        left = left[needs_breeze(works) if task.trait == "needs_breeze" else works[:, 0].sum(axis=1) == 1]
    if task.trait == "first_merge_loses":
        left = np.array([i for i in left.tolist() if first_merge_can_lose(puzzles[i])], dtype=np.int64)
    if not len(left):
        return
    chosen = [puzzles[i] for i in left.tolist()]
    lucks: list[float] = (
        [float(_solo_luck(deal)) for deal in chosen if isinstance(deal, SoloDeal)]
        if task.shape == "solo"
        else random_success([puzzle for puzzle in chosen if isinstance(puzzle, Challenge)]).tolist()
    )
    for careful, luck in zip(careful_success(layouts[left]).tolist(), lucks, strict=True):
        if luck:
            yield _bin(careful), _bin(luck)


def _solo_luck(deal: SoloDeal) -> Any:
    return open_random_success(deal.puzzles, deal.hand, 4)


def _bin(success: float) -> int:
    """Return the bin of a success; -1 for none."""
    return math.floor(-math.log2(success) * PER_BIT + 1e-9) if success else -1


def write(path: Path) -> None:
    """Draw all samples, on all cores, and write them to `path`; those that are done are kept beside it."""
    from ...core.executor import Processes
    from ...core.work import forget_parts, processors, run_parts, sole_writer, write_atomic

    todo = tasks()
    with sole_writer(path):
        payloads = run_parts(
            path,
            f"leaves together 1 {_SEED}".encode(),
            [task.items for task in todo],
            draw_sample,
            workers=1,
            label="samples",
            executor=Processes(processors()),
        )
        samples = {
            task.name: msgspec.json.decode(payload, type=Sample)
            for task, payload in zip(todo, payloads, strict=True)
        }
        command = "python -m quadrangle.generators.leaves.together FILE"
        lines = msgspec.json.encode(File(1, command, samples)).replace(b'"items"', b'\n"items"')
        write_atomic(path, lines + b"\n")
        forget_parts(path)


def main(arguments: list[str]) -> int:
    """Make the file of samples and return the exit code."""
    import sys

    if len(arguments) != 1:
        sys.stderr.write("expected: FILE\n")
        return 2
    write(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
