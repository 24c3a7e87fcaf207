"""Playing games of a simulation in other processes: those of this machine, or a Dask cluster's workers."""

from __future__ import annotations

import functools
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..core.errors import WorkerError
from ..core.executor import Done, Executor
from ..core.notices import tell

if TYPE_CHECKING:
    from .simulation import Chunks, Setup, Tally

_LOOK_EVERY = 16
"""Decisions between two looks at whether to stop."""


def results(setup: Setup, chunks: Chunks, executor: Executor, stopped: Callable[[], bool]) -> Iterator[Tally]:
    """Yield what each chunk says as it is over; all that no worker could play is given back.

    Once `stopped()` says yes, what the games over until then say. Raises WorkerError when there are
    no workers to be had.
    """
    crew = executor.hire(functools.partial(_play, setup))
    running: dict[range, None] = {}
    try:
        while not stopped():
            while not chunks.is_empty and len(running) < crew.room:
                numbers = chunks.take()
                running[numbers] = None
                crew.submit(numbers)
            if not running:
                return
            # A timeout, so that an interrupt is noticed while they play on.
            yield from _collected(running, chunks, crew.collect(0.2))
        yield from _collected(running, chunks, _played(crew.stop()))
    except WorkerError as error:
        tell(f"{error}; going on in this process")
        yield from _collected(running, chunks, _played(crew.stop()))
    finally:
        for numbers in running:
            chunks.give_back(numbers)
        crew.stop()


def _collected(running: dict[range, None], chunks: Chunks, over: Sequence[Done]) -> Iterator[Tally]:
    """Yield what finished chunks say; the first error of one that failed is raised after that."""
    for done in over:
        if done.error is None:
            del running[done.item]
            tally, seconds = pickle.loads(done.payload)
            chunks.note(done.item, seconds)
            yield tally
    for done in over:
        if done.error is not None:
            raise done.error


def _played(over: Sequence[Done]) -> list[Done]:
    """Return what did not fail: being stopped before it began is no fault."""
    return [done for done in over if done.error is None]


def _play(setup: Setup, numbers: range, cancelled: Callable[[], bool]) -> bytes:
    """Return what some games say, and how long they took."""
    looks = 0

    def stopped() -> bool:
        nonlocal looks
        looks += 1
        return looks % _LOOK_EVERY == 1 and cancelled()

    began = time.monotonic()
    return pickle.dumps((setup.play(numbers, stopped), time.monotonic() - began))
