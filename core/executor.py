"""Where the items of long work are done: threads, processes, or the workers of a Dask cluster.

An item says what is to be done, a work function does it: `work(item, cancelled)` returns bytes that
depend on the item and on what the function carries with it, on nothing else, so that they are the
same wherever it runs. Processes and clusters need a work function that can be pickled: one at the
top of a module, or a `functools.partial` of one; an item that can be pickled and hashed, not None.
A crew is hired for one run and dismissed by `stop`; a worker that is lost costs the item it was at,
which another does, and nothing else.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from .errors import NotationError

Work = Callable[[Any, Callable[[], bool]], bytes]
"""Does one item; raises `work.Cancelled`, or returns what it has, soon after it is told to stop."""

PATIENCE = 3.0
"""Seconds that workers may go on with what they are at once a crew is dismissed."""


@dataclass(frozen=True)
class Done:
    """An item that is over."""

    item: Any
    payload: bytes = b""
    error: BaseException | None = None
    """What kept it from being done."""


class Crew(Protocol):
    """The workers of one run."""

    @property
    def room(self) -> int:
        """How many items should be under way now for no worker to be idle."""

    def submit(self, item: Any) -> None:
        """Have an item done."""

    def collect(self, seconds: float) -> list[Done]:
        """Return what is over; when nothing is, wait at most about so long for it.

        Raises WorkerError when there are no workers any more.
        """

    def stop(self) -> list[Done]:
        """Dismiss the workers; return what was done, or gets done soon. A second call returns nothing."""


class Executor(Protocol):
    """A place where items can be done."""

    def hire(self, work: Work) -> Crew:
        """Return a crew that does items by `work`. Raises WorkerError when there is none to be had."""


@dataclass(frozen=True)
class Threads:
    """Threads of this process, for work that releases the interpreter lock."""

    workers: int

    def hire(self, work: Work) -> Crew:
        """Return a crew of threads."""
        return _ThreadCrew(work, max(1, self.workers))


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, started afresh on every system; Ctrl-C is not theirs.

    A script that uses them has to be guarded by `if __name__ == "__main__"`.
    """

    workers: int

    def hire(self, work: Work) -> Crew:
        """Return a crew of processes. Raises WorkerError where none can be started."""
        from .processes import ProcessCrew

        return ProcessCrew(work, max(1, self.workers))


class Dask:
    """The workers of a Dask cluster that is there already."""

    def __init__(self, address: str) -> None:
        """Note the address of the scheduler, such as `tcp://host:8786`. Raises NotationError."""
        if not re.fullmatch(r"(tcp|tls)://[^\s/:]+:\d{1,5}|(tcp|tls)://\[[0-9a-fA-F:.]+\]:\d{1,5}", address):
            raise NotationError(f"the scheduler {address!r}", expected="an address such as tcp://host:8786")
        self.address = address

    def hire(self, work: Work) -> Crew:
        """Return the cluster's workers.

        Raises WorkerError when the scheduler does not answer, has no workers, or one of them runs
        another version of Quadrangle or of Python, and where Dask is not installed.
        """
        from .cluster import ClusterCrew

        return ClusterCrew(work, self.address)


class _ThreadCrew:
    def __init__(self, work: Work, workers: int) -> None:
        self._work = work
        self._pool = ThreadPoolExecutor(max_workers=workers)
        self._stop = threading.Event()
        self._running: dict[Future[bytes], Any] = {}
        self._over: queue.SimpleQueue[Future[bytes]] = queue.SimpleQueue()
        self.room = 2 * workers

    def submit(self, item: Any) -> None:
        future = self._pool.submit(self._work, item, self._stop.is_set)
        self._running[future] = item
        future.add_done_callback(self._over.put)

    def collect(self, seconds: float) -> list[Done]:
        return [self._done(future) for future in arrived(self._over, seconds)]

    def _done(self, future: Future[bytes]) -> Done:
        item = self._running.pop(future)
        error = future.exception()
        return Done(item, error=error) if error is not None else Done(item, future.result())

    def stop(self) -> list[Done]:
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        done = [self._done(future) for future in list(self._running) if not future.cancelled()]
        self._running.clear()
        return done


def arrived(things: queue.SimpleQueue[Any], seconds: float) -> list[Any]:
    """Return all that is in a queue; when nothing is, wait at most so long for the first."""
    found: list[Any] = []
    try:
        found.append(things.get(timeout=seconds))
        while True:
            found.append(things.get_nowait())
    except queue.Empty:
        return found
