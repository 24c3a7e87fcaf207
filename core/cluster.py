"""Items of long work done by the workers of a Dask cluster, each item one task of Dask.

Dask itself does a task again whose worker is lost, and puts an end to one that costs worker after
worker. A task that is given up, because the run was stopped or whoever asked for it is gone, is at
once released by the scheduler; that is how its worker is told to stop.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import logging
import platform
import queue
import secrets
import threading
import time
from concurrent.futures import CancelledError
from typing import Any

from .errors import WorkerError
from .executor import PATIENCE, Done, Work, arrived

_ANSWER_SECONDS = 5
"""How long a scheduler may take to answer."""
_SILENCE = 30.0
"""Seconds a cluster may be without an answer or any worker in the midst of a run."""
_LOOK_SECONDS = 2.0
"""Between two questions to a scheduler about its workers."""
_LOGS = ("distributed", "distributed.client")


class ClusterCrew:
    """The workers of a cluster for one run: see `executor.Crew`."""

    def __init__(self, work: Work, address: str) -> None:
        """Raises WorkerError when workers cannot be had, or one of them might give other bytes."""
        self._work = work
        self._address = address
        self._token = secrets.token_hex(8)
        self._submitted = 0
        self._running: dict[str, tuple[Any, Any]] = {}
        """By the key of the task, the item and the future."""
        self._over: queue.SimpleQueue[Any] = queue.SimpleQueue()
        """Futures that are over."""
        self._suspects: list[Any] = []
        self._alone: Any = None
        self._distributed = _imported()
        self._levels = [logging.getLogger(name).level for name in _LOGS]
        for name in _LOGS:  # a run says itself what goes wrong
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._client: Any = None
        try:
            self._client = self._connected()
            self._threads = self._count()
            self._refuse_others()
        except BaseException:
            self._dismiss()
            raise
        self._seen = self._looked = time.monotonic()

    def _connected(self) -> Any:
        """Return a client of the scheduler. Raises WorkerError when it does not answer."""
        # In a thread: what takes a call and says nothing keeps a client waiting beyond its timeout.
        found: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=self._connect, args=(found,), daemon=True).start()
        with contextlib.suppress(queue.Empty):
            if (client := found.get(timeout=_ANSWER_SECONDS)) is not None:
                return client
        raise WorkerError(
            f"the scheduler at {self._address} does not answer within {_ANSWER_SECONDS} seconds"
        )

    def _connect(self, found: queue.SimpleQueue[Any]) -> None:
        """Hand out a client of the scheduler, or None when there is none."""
        try:
            found.put(self._distributed.Client(self._address, timeout=_ANSWER_SECONDS, set_as_default=False))
        except Exception:  # an answer that is none can raise anything
            found.put(None)

    def _count(self) -> int:
        """Return how many items the cluster can do at once. Raises WorkerError when it has no workers."""
        try:
            self._client.wait_for_workers(1, timeout=_ANSWER_SECONDS)
            return self._nthreads(_ANSWER_SECONDS)
        except (TimeoutError, OSError) as error:
            raise WorkerError(f"the scheduler at {self._address} has no workers") from error

    def _nthreads(self, seconds: float) -> int:
        return sum(self._client.sync(self._client.nthreads, callback_timeout=seconds).values())

    def _refuse_others(self) -> None:
        """Raise WorkerError when the scheduler cannot pass items on, or a worker might give other bytes."""
        try:
            self._asked(self._client.run_on_scheduler, versions)
            answers = self._asked(self._client.run, versions, on_error="return")
        except OSError as error:
            raise WorkerError(
                f"the scheduler at {self._address} or a worker of it does not answer"
            ) from error
        except Exception as error:
            raise WorkerError(
                f"the scheduler at {self._address} cannot import this version of quadrangle ({error})"
            ) from error
        for name, theirs in answers.items():
            if isinstance(theirs, OSError):
                continue  # lost by now; should it come back, `_do` looks at it
            if isinstance(theirs, BaseException):
                raise WorkerError(f"the worker {name} cannot import this version of quadrangle ({theirs})")
            _refuse_other(name, tuple(theirs), versions())

    def _asked(self, method: Any, *arguments: Any, **more: Any) -> Any:
        """Return what a method of the client does. Raises TimeoutError rather than wait for ever."""
        return self._client.sync(method, *arguments, callback_timeout=_SILENCE, **more)

    @property
    def room(self) -> int:
        """How many items should be under way: two a thread, so that none waits for the next one."""
        # A suspect is tried alone, so that it is known who is to blame.
        return 0 if self._suspects or self._alone is not None else 2 * self._threads

    def submit(self, item: Any) -> None:
        """Have an item done."""
        self._submitted += 1
        key = f"quadrangle-{self._token}-{self._submitted}"
        future = self._client.submit(_do, self._work, item, versions(), key=key)
        self._running[key] = item, future
        future.add_done_callback(self._over.put)

    def collect(self, seconds: float) -> list[Done]:
        """Return what is over; when nothing is, wait at most about so long for it."""
        self._look()
        done = self._results(arrived(self._over, seconds))
        if self._suspects and not self._running and self._alone is None:
            self._alone = self._suspects.pop(0)
            self.submit(self._alone)
        return done

    def _look(self) -> None:
        """Count the workers now and then. Raises WorkerError when all of them are gone for long."""
        now = time.monotonic()
        if now < self._looked + _LOOK_SECONDS:
            return
        threads: int | None = None
        with contextlib.suppress(Exception):  # of a client that has lost its scheduler, too
            threads = self._nthreads(_LOOK_SECONDS)
        self._looked = time.monotonic()
        if threads:
            self._threads, self._seen = threads, self._looked
        elif self._looked - self._seen > _SILENCE:
            wrong = "does not answer any more" if threads is None else "has been without workers for a while"
            raise WorkerError(f"the scheduler at {self._address} {wrong}")

    def _results(self, over: list[Any]) -> list[Done]:
        """Return what finished futures hold, fetched all at once."""
        good = [future for future in over if future.status == "finished"]
        try:
            payloads = dict(zip((future.key for future in good), self._fetched(good), strict=True))
        except (TimeoutError, self._distributed.KilledWorker):
            # Some are done once more: their worker was lost before they were fetched.
            for future in over:
                future.add_done_callback(self._over.put)
            return []
        done: list[Done] = []
        for future in over:
            item, _ = self._running.pop(future.key)
            if future.key in payloads:
                done.append(Done(item, payloads[future.key]))
            elif (error := self._failure(item, future)) is not None:
                done.append(Done(item, error=error))
            if item == self._alone:
                self._alone = None
        return done

    def _fetched(self, futures: list[Any]) -> list[bytes]:
        if not futures:
            return []
        try:
            return list(self._client.sync(self._client.gather, futures, callback_timeout=_LOOK_SECONDS))
        except TimeoutError:
            raise
        except (CancelledError, OSError) as error:
            raise self._lost() from error

    def _lost(self) -> WorkerError:
        return WorkerError(f"the scheduler at {self._address} was lost")

    def _failure(self, item: Any, future: Any) -> BaseException | None:
        """Return why an item was not done; None for one that is tried once more, alone."""
        if future.status != "error":
            return self._lost()
        error: BaseException = future.exception()
        if not isinstance(error, self._distributed.KilledWorker):
            return error
        # All a lost worker had before it is blamed, not only what it was at.
        if item != self._alone:
            self._suspects.append(item)
            return None
        return WorkerError(f"part {item} cost several workers, which died while they did it alone")

    def stop(self) -> list[Done]:
        """Release the workers; return what was done, or gets done soon."""
        done: list[Done] = []
        until = time.monotonic() + PATIENCE
        try:
            # What goes wrong here must not hide why it is stopped.
            with contextlib.suppress(Exception):
                while self._running and (left := until - time.monotonic()) > 0:
                    done += self._results(arrived(self._over, left))
        finally:
            self._running.clear()
            self._dismiss()
        return done

    def _dismiss(self) -> None:
        """Leave the cluster, which then releases all tasks of ours. A second call does nothing."""
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(Exception):
                client.close(timeout=1)
        for name, level in zip(_LOGS, self._levels, strict=True):
            logging.getLogger(name).setLevel(level)


def _imported() -> Any:
    """Return the module of Dask's clusters. Raises WorkerError when it is not installed."""
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise WorkerError(
            f"a scheduler needs Dask ({error}); it comes with: pip install 'quadrangle[scale]'"
        ) from error


Versions = tuple[str, str, str]


@functools.cache
def versions() -> Versions:
    """Return what bytes may depend on: the version of Quadrangle, of Python, the state of the kernels."""
    from importlib.metadata import version

    from .kernels import kernel_digest

    return version("quadrangle"), ".".join(platform.python_version_tuple()[:2]), kernel_digest()


def _refuse_other(name: str, theirs: tuple[str, ...], ours: Versions) -> None:
    """Raise WorkerError naming the first difference between a worker and this process."""
    for what, other, own in zip(("quadrangle", "Python", "kernels"), theirs, ours, strict=True):
        if other != own:
            raise WorkerError(f"the worker {name} has {what} {other}; expected {own}, as here")


def _do(work: Work, item: Any, ours: Versions) -> bytes:
    """Do an item in a worker of a cluster, which may have joined after the others were looked at."""
    distributed: Any = importlib.import_module("distributed")
    worker = distributed.get_worker()
    _refuse_other(worker.address, versions(), ours)
    task = worker.state.tasks[worker.get_current_task()]
    return work(item, lambda: task.state == "cancelled")
