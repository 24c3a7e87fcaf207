"""Which difficulties and traits of Leaves puzzles come together: the samples of `generators.together`.

A trait that few puzzles have is sampled alone, by as many random puzzles as that takes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.rng import Rng
from ...core.work import Cancelled
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.cards import CARDS
from ...solvers.leaves.layout import Layout
from ...solvers.leaves.players import open_random_success
from ...solvers.leaves.search import Search, bits
from ..population import Sampling
from ..together import PER_BIT, Sample
from .boards import symmetric_board
from .candidates import drawn_from, puzzle_of, random_challenge, random_deal, random_few
from .grading import first_merge_can_lose
from .many import Puzzles, careful_success, layouts_of, needs_breeze, random_success, working
from .positions import HANDS, SMALL, Challenge

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

HARD_MATCHES, ANY_MATCHES = 3, 8
"""Pairs of neighbours that match on a symmetric board, at most: of hard ones, and of all."""
HANDS_A_BOARD = 8
"""Hands that are tried with each symmetric board."""
_SEED = 2
_CHUNK = 500


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


def joined(payloads: list[bytes]) -> dict[str, Sample]:
    """Return the samples by name: of a population, and behind a stroke the trait its puzzles have."""
    return {
        task.name: msgspec.json.decode(payload, type=Sample)
        for task, payload in zip(tasks(), payloads, strict=True)
    }


SAMPLING = Sampling(f"leaves together 1 {_SEED}", [task.items for task in tasks()], draw_sample, joined)
