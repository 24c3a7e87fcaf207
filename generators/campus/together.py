"""Which rolls, tiles, difficulties and traits of Campus puzzles come together, for `generators.together`.

A sample counts what is drawn for one number of rolls and a limit of tiles, as the stream draws it, be it a
puzzle or not: how many draws a search takes is what one wants to know.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import msgspec

from ...core.work import Cancelled
from ..population import Sampling
from ..together import PER_BIT, Sample
from .candidates import Candidate, Draws
from .grading import bits, shape_of
from .population import order_for
from .rarity import LIMITS, marks_of, sample_name
from .search import Lines
from .steps import has_early_reward, needs_wildcard
from .wishes import MOST_TILES, ROLLS, Order, least_tiles

_SEED = 2
_CHUNK = 1000


class Task(msgspec.Struct, frozen=True):
    """One sample that is to be drawn."""

    rolls: int
    limit: int
    """At most so many tiles face up."""
    leave: bool
    symmetric: bool

    @property
    def order(self) -> Order:
        """The order whose candidates are drawn."""
        return msgspec.structs.replace(
            order_for("rolls"),
            rolls=(self.rolls,),
            tiles=self.limit,
            leave=self.leave,
            symmetric=self.symmetric,
        )

    @property
    def name(self) -> str:
        """The name of the sample."""
        return sample_name(self.rolls, self.limit, self.leave, self.symmetric)

    @property
    def items(self) -> int:
        """How many candidates are drawn."""
        return 200_000 if self.limit == MOST_TILES and not self.symmetric else 100_000


TASKS = tuple(
    Task(rolls, limit, leave, symmetric)
    for rolls in ROLLS
    for leave in (False, True)
    for symmetric in (False, True)
    for limit in LIMITS
    if limit >= least_tiles(rolls, leave, False)
)


def draw_sample(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the sample of a task as JSON. Raises Cancelled."""
    return msgspec.json.encode(sampled(TASKS[number], TASKS[number].items, cancelled))


def sampled(task: Task, items: int, cancelled: Callable[[], bool] = lambda: False) -> Sample:
    """Return what the first candidates drawn for a task are. Raises Cancelled."""
    draws = Draws(task.order, _SEED, TASKS.index(task))
    counted: Counter[tuple[int, int, int]] = Counter()
    for drawn in range(items):
        if drawn % _CHUNK == 0 and cancelled():
            raise Cancelled
        candidate = draws.next(task.rolls)
        if candidate is not None and not candidate.is_decided:
            counted[_row(candidate)] += 1
    return Sample(items, tuple(sorted((*row, count) for row, count in counted.items())))


def _row(candidate: Candidate) -> tuple[int, int, int]:
    """Return the bins of both players' bits, and the marks, of a puzzle."""
    position = candidate.position
    steps = Lines(position).along(candidate.masks)
    marks = marks_of(
        shape_of(position),
        needs_star=bool(position.board.arrangement.stars) and needs_wildcard(position, steps),
        needs_chain=has_early_reward(position, steps),
        first_move_can_lose=candidate.first_mistake == 1,
    )
    careful, random = (
        math.floor(PER_BIT * bits(success))
        for success in (candidate.careful_success, candidate.random_success)
    )
    return careful, random, marks


def joined(payloads: list[bytes]) -> dict[str, Sample]:
    """Return the samples by name."""
    return {
        task.name: msgspec.json.decode(payload, type=Sample)
        for task, payload in zip(TASKS, payloads, strict=True)
    }


SAMPLING = Sampling(
    f"campus together 1 {_SEED}", [task.items * task.rolls for task in TASKS], draw_sample, joined
)
