"""Which difficulties of canvas puzzles come together, and with what can lose, for `generators.together`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from ...core.rng import Rng
from ...core.work import Cancelled
from ..population import Sampling
from ..together import PER_BIT, Sample
from .candidates import random_builds, random_last, symmetric_builds
from .finishing import Finish
from .grading import Measured, measure_build, measure_last, sample_name
from .positions import BUILD, LAST

_SEED = 2
_OF_ONE_DRAW = 20
"""Areas that are taken of one draw of cards and goals at most."""
_NEVER = 65.0
"""Stands for the careful bits of what this player never solves: more than may be asked for."""


class Task(msgspec.Struct, frozen=True):
    """One sample that is to be drawn."""

    shape: str
    cards: int
    items: int
    symmetric: bool = False

    @property
    def name(self) -> str:
        """The name of the sample."""
        return sample_name(self.shape, self.cards, self.symmetric)


TASKS = (
    Task(LAST, 1, 500),
    Task(LAST, 2, 5_000),
    Task(LAST, 3, 5_000),
    Task(LAST, 2, 2_000, symmetric=True),
    Task(BUILD, 3, 5_000),
    Task(BUILD, 4, 5_000),
    Task(BUILD, 5, 6_000),
    Task(BUILD, 6, 6_000),
    Task(BUILD, 7, 3_000),
    Task(BUILD, 8, 2_000),
    Task(BUILD, 4, 600, symmetric=True),
    Task(BUILD, 6, 2_000, symmetric=True),
)


def draw_sample(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the sample of a task as JSON. Raises Cancelled."""
    return msgspec.json.encode(sampled(TASKS[number], TASKS[number].items, cancelled))


def sampled(task: Task, items: int, cancelled: Callable[[], bool] = lambda: False) -> Sample:
    """Return what the first puzzles drawn for a task are. Raises Cancelled."""

    def look() -> None:
        if cancelled():
            raise Cancelled

    drawn = list(islice(_drawn(task, Rng(_SEED, TASKS.index(task)), look), items))
    rows = Counter(map(_row, drawn))
    careful = {_NEVER if one.careful_bits is None else one.careful_bits for one in drawn}
    return Sample(
        items,
        tuple(sorted((*row, count) for row, count in rows.items())),
        tuple(sorted(careful)) if (task.shape, task.cards) == (LAST, 1) else (),
    )


def _drawn(task: Task, rng: Rng, look: Callable[[], None]) -> Iterator[Measured]:
    while True:
        look()
        if task.shape == LAST:
            last = random_last(rng, task.cards, symmetric=task.symmetric)
            if last is not None:
                yield measure_last(Finish(last))
        else:
            draw = symmetric_builds if task.symmetric else random_builds
            for build, canvases in islice(draw(rng, task.cards, None, look), _OF_ONE_DRAW):
                yield measure_build(build, canvases)


def _row(found: Measured) -> tuple[int, int, int]:
    """Return the bins of both players' bits, and as the mark whether a first placement can lose."""
    careful = -1 if found.careful_bits is None else math.floor(PER_BIT * found.careful_bits)
    return careful, math.floor(PER_BIT * found.bits), int(found.first_can_lose)


def joined(payloads: list[bytes]) -> dict[str, Sample]:
    """Return the samples by name."""
    return {
        task.name: msgspec.json.decode(payload, type=Sample)
        for task, payload in zip(TASKS, payloads, strict=True)
    }


SAMPLING = Sampling(
    f"canvas together 2 {_SEED} {[(task.name, task.items) for task in TASKS]}",
    [task.items * (20 if task.shape == LAST else 4 ** max(1, task.cards - 5)) for task in TASKS],
    draw_sample,
    joined,
)
