"""Tasks done in this process for a moment, then in others, or by an executor's workers all the time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Hashable, Iterator
from typing import Any, Protocol

from ...core.errors import BudgetSpent, WorkerError
from ...core.executor import Crew, Done, Executor, Processes, Threads, Work
from ...core.notices import tell
from ...core.work import Cancelled, processors

_ALONE_SECONDS = 1.0
"""How long this process works before others are started, where nobody says how many."""


class Interrupted(Exception):
    """Raised where work was told to stop, once what was finished by then is kept."""


class TimeSpent(BudgetSpent):
    """The seconds are over; the same work may be gone on with."""


class Source(Protocol):
    """What there is to do, and where it goes when it is done."""

    def next(self) -> Hashable | None:
        """Return what is to be done next; None when there is nothing now."""

    def keep(self, done: Done) -> None:
        """Take what is over: done, or failed."""

    def give_back(self, task: Any) -> None:
        """Take back what was not done."""


def shifts(
    source: Source,
    work: Work,
    *,
    workers: int | None,
    executor: Executor | None,
    seconds: float | None,
    stopped: Callable[[], bool],
) -> Generator[None, None, None]:
    """Have what a source holds done, and yield whenever something may be over, until nothing is left.

    `workers` processes do it, as many as there are processors when None and it takes long, this one
    alone for 1; or an executor's workers do. However it ends, what was finished by then is kept and
    the rest is given back. Raises TimeSpent once `seconds` are over, Interrupted once `stopped()`
    says yes, WorkerError when an executor has no workers.
    """
    until = math.inf if seconds is None else time.monotonic() + seconds
    for limit, place in _places(workers, executor):
        crew = place.hire(work) if executor is not None else _hired(place, work)
        if (yield from _shift(crew, source, min(until, time.monotonic() + limit), stopped)):
            return
        if stopped():
            raise Interrupted
        if time.monotonic() >= until:
            raise TimeSpent(f"the budget of {seconds:g} seconds was spent")


def _places(workers: int | None, executor: Executor | None) -> Iterator[tuple[float, Executor]]:
    """Yield where work is done one after the other, each with the seconds it is given."""
    if executor is not None:
        yield math.inf, executor
        return
    most = min(workers or processors(), processors())
    if workers is None and most > 1:
        yield _ALONE_SECONDS, Threads(1)
    yield math.inf, Processes(most) if most > 1 else Threads(1)


def _hired(place: Executor, work: Work) -> Crew:
    """Return a crew; a thread of this process where it has no others to be had."""
    try:
        return place.hire(work)
    except WorkerError as error:
        tell(f"working in one process only ({error})")
        return Threads(1).hire(work)


def _shift(
    crew: Crew, source: Source, until: float, stopped: Callable[[], bool]
) -> Generator[None, None, bool]:
    """Have a crew do what there is, for some time; return whether all is done."""
    running: dict[Any, None] = {}
    try:
        while not stopped() and time.monotonic() < until:
            while len(running) < crew.room and (task := source.next()) is not None:
                running[task] = None
                crew.submit(task)
            if not running:
                return True
            # A timeout, so that an interrupt is noticed while they work on.
            _keep(source, running, crew.collect(max(0.0, min(0.2, until - time.monotonic()))))
            yield
        return False
    finally:
        _keep(source, running, crew.stop())
        for task in running:
            source.give_back(task)


def _keep(source: Source, running: dict[Any, None], over: list[Done]) -> None:
    for done in over:
        if not isinstance(done.error, Cancelled):
            del running[done.item]
            source.keep(done)
