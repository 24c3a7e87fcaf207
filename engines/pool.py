"""Processes that play games of a simulation, started afresh on every system; Ctrl-C is not theirs."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from ..core.notices import tell
from ..core.work import processors

if TYPE_CHECKING:
    from .simulation import Chunks, Setup, Tally

_PATIENCE = 3.0
"""Seconds that a process may go on with one decision after it was told to stop."""
_MOST_WORKERS = 61
"""Processes that can be waited for on every system."""
_LOOK_EVERY = 16
"""Decisions between two looks at whether to stop."""


class Pool:
    """Some processes, each knowing the whole run."""

    def __init__(self, setup: Setup, workers: int) -> None:
        """Describe the processes, no more than there are processors; they are started by `results`."""
        self._setup = setup
        self._workers = max(1, min(workers, processors(), _MOST_WORKERS))

    def results(self, chunks: Chunks, stopped: Callable[[], bool]) -> Iterator[Tally]:
        """Yield what each chunk says as it is over; all that no process could play is given back.

        Once `stopped()` says yes, what the games over until then say.
        """
        running: dict[Future[tuple[Tally, float]], range] = {}
        before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        try:
            with _interrupts_held():
                stop: Any = context.Event()
                pool = ProcessPoolExecutor(self._workers, context, _begin, (self._setup, stop))
        except (OSError, ImportError) as error:  # no semaphores, no processes
            tell(f"playing in one process only ({error})")
            return
        try:
            while not stopped():
                while not chunks.is_empty and len(running) < self._workers + 1:
                    self._submit(pool, chunks, running)
                if not running:
                    return
                # A timeout, so that an interrupt is noticed while they play on.
                yield from _collected(running, chunks, wait(running, 0.2, FIRST_COMPLETED).done)
            stop.set()
            done = wait(running, _PATIENCE).done
            yield from _collected(running, chunks, done)
        except (BrokenProcessPool, OSError) as error:
            for numbers in running.values():
                chunks.give_back(numbers)
            running.clear()
            tell(f"a process that played was lost; going on in this one ({error})")
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            _end(set(multiprocessing.active_children()) - before)

    @staticmethod
    def _submit(
        pool: ProcessPoolExecutor, chunks: Chunks, running: dict[Future[tuple[Tally, float]], range]
    ) -> None:
        """Have the next chunk played; it is given back where no process takes it."""
        numbers = chunks.take()
        try:
            with _interrupts_held():
                running[pool.submit(_play, numbers)] = numbers
        except BaseException:
            chunks.give_back(numbers)
            raise


def _collected(
    running: dict[Future[tuple[Tally, float]], range], chunks: Chunks, done: set[Future[tuple[Tally, float]]]
) -> Iterator[Tally]:
    """Yield what finished chunks say, in the order they were begun."""
    for future in [future for future in running if future in done]:
        tally, seconds = future.result()
        numbers = running.pop(future)
        chunks.note(numbers, seconds)
        yield tally


def _end(children: set[BaseProcess]) -> None:
    """Wait for processes that are ending, but not for ever."""
    until = time.monotonic() + _PATIENCE
    for child in children:
        child.join(max(0.0, until - time.monotonic()))
        if child.exitcode is None:
            child.terminate()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that never see Ctrl-C, where the system passes on what is blocked."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_run: tuple[Setup, Any] | None = None
"""In a process that plays: the run, and the event that stops it."""


def _begin(setup: Setup, stop: Any) -> None:
    global _run
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _run = setup, stop


def _play(numbers: range) -> tuple[Tally, float]:
    """Return what some games say, and how long they took."""
    assert _run is not None
    setup, stop = _run
    looks = 0

    def stopped() -> bool:
        nonlocal looks
        looks += 1
        return looks % _LOOK_EVERY == 1 and bool(stop.is_set())

    began = time.monotonic()
    return setup.play(numbers, stopped), time.monotonic() - began
