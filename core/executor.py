"""Where the items of long work are done: threads, processes, or the workers of a Dask cluster.

An item says what is to be done, a work function does it: `work(item, cancelled)` returns bytes that
depend on the item and on what the function carries with it, on nothing else, so that they are the
same wherever it runs. Processes and clusters need a work function that can be pickled: one at the
top of a module, or a `functools.partial` of one. A crew is hired for one run and dismissed by
`stop`; a worker that is lost costs the item it was at, which another does, and nothing else.
"""

from __future__ import annotations

import contextlib
import functools
import pickle
import platform
import queue
import re
import secrets
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from .errors import NotationError, WorkerError
from .notices import tell

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Work = Callable[[Any, Callable[[], bool]], bytes]
"""Does one item; raises `work.Cancelled`, or returns what it has, soon after it is told to stop."""

_PATIENCE = 3.0
"""Seconds that a worker may go on with one item after it was told to stop."""
_DEATHS = 3
"""Workers one item may cost."""
_MOST_PROCESSES = 61
"""Processes that can be waited for at once on every system."""
_ANSWER_SECONDS = 5
"""How long a scheduler may take to answer."""
_WITHOUT_WORKERS = 30.0
"""Seconds a cluster may be without any worker in the midst of a run."""
_LOOK_SECONDS = 2.0
"""Between two questions to a scheduler about its workers."""


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
        """Return what is over; when nothing is, wait at most so long for it."""

    def stop(self) -> list[Done]:
        """Dismiss the workers; return what was done, or gets done soon. A second call returns nothing."""


class Executor(Protocol):
    """A place where items can be done."""

    def hire(self, work: Work) -> Crew:
        """Return a crew that does items by `work`. Raises WorkerError when there is none to be had."""


# --- threads


@dataclass(frozen=True)
class Threads:
    """Threads of this process, for work that releases the interpreter lock."""

    workers: int

    def hire(self, work: Work) -> Crew:
        """Return a crew of threads."""
        return _ThreadCrew(work, max(1, self.workers))


class _ThreadCrew:
    def __init__(self, work: Work, workers: int) -> None:
        self._work = work
        self._pool = ThreadPoolExecutor(max_workers=workers)
        self._stop = threading.Event()
        self._running: dict[Future[bytes], Any] = {}
        # A short queue: each look at it costs time for every item in it.
        self.room = 2 * workers

    def submit(self, item: Any) -> None:
        self._running[self._pool.submit(self._work, item, self._stop.is_set)] = item

    def collect(self, seconds: float) -> list[Done]:
        return [self._over(future) for future in wait(self._running, seconds, FIRST_COMPLETED).done]

    def _over(self, future: Future[bytes]) -> Done:
        item = self._running.pop(future)
        error = future.exception()
        return Done(item, error=error) if error is not None else Done(item, future.result())

    def stop(self) -> list[Done]:
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        over = [future for future in self._running if not future.cancelled()]
        done = [self._over(future) for future in over]
        self._running.clear()
        return done


# --- processes


@dataclass(frozen=True)
class Processes:
    """Processes of this machine, started afresh on every system; Ctrl-C is not theirs.

    A script that uses them has to be guarded by `if __name__ == "__main__"`.
    """

    workers: int

    def hire(self, work: Work) -> Crew:
        """Return a crew of processes. Raises WorkerError where none can be started."""
        return _ProcessCrew(work, max(1, min(self.workers, _MOST_PROCESSES)))


class _Worker:
    """A process and our end of the pipe to it; with a pipe for each, none can block another by dying."""

    def __init__(self, work: Work) -> None:
        import multiprocessing

        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self.connection: Connection = ours
        process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        try:
            with _interrupts_held():
                process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()  # only then does the death of the process end the pipe
        self.process: BaseProcess = process
        self.is_ready = False
        self.item: Any = None

    def end(self, until: float) -> None:
        """Wait for the process until some moment, and kill it then."""
        self.connection.close()
        self.process.join(max(0.0, until - time.monotonic()))
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join(_PATIENCE)


class _ProcessCrew:
    def __init__(self, work: Work, workers: int) -> None:
        self._work = work
        self._waiting: deque[Any] = deque()
        self._over: list[Done] = []
        self._deaths: Counter[Any] = Counter()
        self._stillborn = 0
        self._workers: list[_Worker] = []
        # One more than there are workers, so that none waits for the next item.
        self.room = workers + 1
        try:
            for _ in range(workers):
                self._workers.append(_Worker(work))
        except (OSError, ImportError) as error:  # no processes or pipes to be had
            self.stop()
            raise WorkerError(f"no process can be started ({error})") from error
        except BaseException:
            self.stop()
            raise

    def submit(self, item: Any) -> None:
        self._waiting.append(item)
        self._hand_out()

    def _hand_out(self) -> None:
        for worker in self._workers:
            if self._waiting and worker.is_ready and worker.item is None:
                # One that has just died is noticed by `collect`.
                with contextlib.suppress(OSError):
                    worker.connection.send(self._waiting[0])
                    worker.item = self._waiting.popleft()

    def collect(self, seconds: float) -> list[Done]:
        from multiprocessing.connection import wait as wait_for

        by_connection: dict[Any, _Worker] = {worker.connection: worker for worker in self._workers}
        for connection in wait_for(list(by_connection), seconds):
            self._hear(by_connection[connection])
        self._hand_out()
        over, self._over = self._over, []
        return over

    def _hear(self, worker: _Worker) -> None:
        try:
            answer = worker.connection.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        if worker.is_ready:
            self._over.append(Done(worker.item, *answer))
            worker.item = None
        worker.is_ready = True

    def _replace(self, worker: _Worker) -> None:
        """Put a new process in the place of one that died; its item is over when it has cost too many."""
        worker.end(time.monotonic())
        self._workers.remove(worker)
        self._stillborn += not worker.is_ready
        if self._stillborn >= _DEATHS:
            raise WorkerError("processes end as they start (does the script guard what it runs?)")
        item = worker.item
        if item is None:
            tell("a process was lost; another is started")
        else:
            self._deaths[item] += 1
            if self._deaths[item] < _DEATHS:
                tell(f"a process was lost; {_named(item)} is done again")
                self._waiting.appendleft(item)
            else:
                error = WorkerError(f"{_named(item)} cost {_DEATHS} processes, which died while they did it")
                self._over.append(Done(item, error=error))
        try:
            self._workers.append(_Worker(self._work))
        except OSError as error:
            if not self._workers:
                raise WorkerError(f"a process was lost and no other can be started ({error})") from error

    def stop(self) -> list[Done]:
        workers, self._workers = self._workers, []
        over, self._over = self._over, []
        self._waiting.clear()
        until = time.monotonic() + _PATIENCE
        for worker in workers:
            with contextlib.suppress(OSError):
                worker.connection.send(None)
        for worker in workers:
            if worker.item is not None:
                with contextlib.suppress(EOFError, OSError):
                    if worker.connection.poll(max(0.0, until - time.monotonic())):
                        over.append(Done(worker.item, *worker.connection.recv()))
        for worker in workers:
            worker.end(until if worker.is_ready else time.monotonic())
        return over


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


def _serve(connection: Connection, work: Work) -> None:
    """Do items as they come through the pipe, until None comes or the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    stopped = False

    def cancelled() -> bool:
        # Nothing comes while an item is done, unless it is to stop or whoever asked for it is gone.
        nonlocal stopped
        stopped = stopped or connection.poll()
        return stopped

    with contextlib.suppress(EOFError, OSError):
        connection.send("ready")
        while (item := connection.recv()) is not None:
            connection.send(_answer(work, item, cancelled))


def _answer(work: Work, item: Any, cancelled: Callable[[], bool]) -> tuple[bytes, BaseException | None]:
    try:
        return work(item, cancelled), None
    except BaseException as error:
        return b"", _portable(error)


def _portable(error: BaseException) -> BaseException:
    """Return an error as it is where it can be sent, and what it says otherwise."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _named(item: Any) -> str:
    return f"part {item}"


# --- a Dask cluster


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
        return _DaskCrew(work, self.address)


class _DaskCrew:
    def __init__(self, work: Work, address: str) -> None:
        self._work = work
        self._address = address
        self._token = secrets.token_hex(8)
        self._running: dict[str, tuple[Any, Any]] = {}
        self._over: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._suspects: list[Any] = []
        self._alone: Any = None
        self._submitted = 0
        self._stopped = False
        self._client = _connected(address)
        try:
            self._threads = self._count()
            self._refuse_others()
        except BaseException:
            self._client.close(timeout=1)
            raise
        self._seen = self._asked = time.monotonic()

    @property
    def room(self) -> int:
        # A suspect is tried alone, so that it is known who is to blame.
        return 0 if self._suspects or self._alone is not None else 2 * self._threads

    def _count(self) -> int:
        """Return how many items the cluster can do at once. Raises WorkerError when it has no workers."""
        try:
            self._client.wait_for_workers(1, timeout=_ANSWER_SECONDS)
            return sum(self._client.nthreads().values())
        except (TimeoutError, OSError) as error:
            raise WorkerError(f"the scheduler at {self._address} has no workers") from error

    def _refuse_others(self) -> None:
        """Raise WorkerError for workers that might give other bytes than this process."""
        ours = _ours()
        for name, theirs in self._client.run(versions, on_error="return").items():
            if isinstance(theirs, BaseException):
                raise WorkerError(f"the worker {name} cannot import this version of quadrangle ({theirs})")
            _refuse_other(name, tuple(theirs), ours)

    def submit(self, item: Any) -> None:
        self._submitted += 1
        key = f"quadrangle-{self._token}-{self._submitted}"
        # In the order given: the heaviest come first.
        rank = -self._submitted
        task = (_remote, self._work, item, self._token, _ours())
        future = self._client.submit(*task, key=key, pure=False, priority=rank)
        self._running[key] = item, future
        future.add_done_callback(lambda over: self._over.put(over.key))

    def collect(self, seconds: float) -> list[Done]:
        keys = self._keys(seconds)
        if not keys:
            self._look()
        done = self._results(keys)
        if self._suspects and not self._running and self._alone is None:
            self._alone = self._suspects.pop(0)
            self.submit(self._alone)
        return done

    def _keys(self, seconds: float) -> list[str]:
        keys: list[str] = []
        with contextlib.suppress(queue.Empty):
            keys.append(self._over.get(timeout=seconds))
            while True:
                keys.append(self._over.get_nowait())
        return [key for key in keys if key in self._running]

    def _look(self) -> None:
        """Count the workers now and then. Raises WorkerError when all of them are gone for long."""
        now = time.monotonic()
        if now < self._asked + _LOOK_SECONDS:
            return
        self._asked = now
        if self._client.status == "running":
            with contextlib.suppress(TimeoutError, OSError):
                threads = sum(self._client.nthreads().values())
                if threads:
                    self._threads, self._seen = threads, now
        if now - self._seen > _WITHOUT_WORKERS:
            raise WorkerError(f"the scheduler at {self._address} has been without workers for a while")

    def _results(self, keys: list[str]) -> list[Done]:
        """Return what finished futures hold, fetched all at once."""
        over = [self._running.pop(key) for key in keys]
        good = [future for _, future in over if future.status == "finished"]
        payloads = dict(zip((f.key for f in good), self._fetched(good), strict=True))
        done: list[Done] = []
        for item, future in over:
            if future.key in payloads:
                done.append(Done(item, payloads[future.key]))
            elif (error := self._failure(item, future)) is not None:
                done.append(Done(item, error=error))
            if item == self._alone:
                self._alone = None
        return done

    def _fetched(self, futures: list[Any]) -> list[bytes]:
        from concurrent.futures import CancelledError

        try:
            return list(self._client.gather(futures)) if futures else []
        except (CancelledError, OSError, TimeoutError) as error:
            raise self._lost() from error

    def _lost(self) -> WorkerError:
        return WorkerError(f"the scheduler at {self._address} was lost")

    def _failure(self, item: Any, future: Any) -> BaseException | None:
        """Return why an item was not done; None for one that is tried once more, alone."""
        if future.status != "error":
            return self._lost()
        error: BaseException = future.exception()
        if type(error).__name__ != "KilledWorker":
            return error
        # All a lost worker had before it is blamed, not only what it was at.
        if item != self._alone:
            self._suspects.append(item)
            return None
        return WorkerError(f"{_named(item)} cost several workers, which died while they did it alone")

    def stop(self) -> list[Done]:
        if self._stopped:
            return []
        self._stopped = True
        done: list[Done] = []
        try:
            if self._running and self._client.status == "running":
                done = self._told_to_stop()
        finally:
            with contextlib.suppress(Exception):
                self._client.close(timeout=1)
            _quiet(False)
        return done

    def _told_to_stop(self) -> list[Done]:
        until = time.monotonic() + _PATIENCE
        done: list[Done] = []
        # What goes wrong here must not hide why it is stopped.
        with contextlib.suppress(Exception):
            # What waits is never begun; who is at work is told.
            self._client.run(_stop, self._token, wait=False)
            while self._running and (left := until - time.monotonic()) > 0:
                done += self._results(self._keys(left))
        with contextlib.suppress(Exception):
            self._client.cancel([future for _, future in self._running.values()], force=True)
        self._running.clear()
        return done


def _connected(address: str) -> Any:
    """Return a client of a scheduler. Raises WorkerError when it does not answer."""
    import importlib

    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise WorkerError(
            f"a scheduler needs Dask ({error}); it comes with: pip install 'quadrangle[scale]'"
        ) from error
    _quiet(True)
    # In a thread: what takes a call and says nothing keeps a client waiting beyond its timeout.
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_connect, args=(distributed, address, found), daemon=True).start()
    try:
        client = found.get(timeout=_ANSWER_SECONDS + 1)
    except queue.Empty:
        client = None
    if client is None:
        _quiet(False)
        raise WorkerError(f"the scheduler at {address} does not answer within {_ANSWER_SECONDS} seconds")
    return client


def _connect(distributed: Any, address: str, found: queue.SimpleQueue[Any]) -> None:
    """Hand out a client of a scheduler, or None when there is none."""
    try:
        found.put(distributed.Client(address, timeout=_ANSWER_SECONDS, set_as_default=False))
    except Exception:  # an answer that is none can raise anything
        found.put(None)


def _quiet(quiet: bool) -> None:
    """Keep what Dask logs off standard error while a run says itself what goes wrong, or let it through."""
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL if quiet else logging.WARNING)


Versions = tuple[str, str, str]


@functools.cache
def versions() -> Versions:
    """Return what bytes may depend on: the version of Quadrangle, of Python, the state of the kernels."""
    from importlib.metadata import version

    from .kernels import kernel_digest

    return version("quadrangle"), ".".join(platform.python_version_tuple()[:2]), kernel_digest()


def _ours() -> Versions:
    return versions()


def _refuse_other(name: str, theirs: tuple[str, ...], ours: Versions) -> None:
    """Raise WorkerError naming the first difference between a worker and this process."""
    for what, other, own in zip(("quadrangle", "Python", "kernels"), theirs, ours, strict=True):
        if other != own:
            raise WorkerError(f"the worker {name} has {what} {other}; expected {own}, as here")


_stopping: set[str] = set()
"""In a worker: the runs that were told to stop."""


def _stop(token: str) -> None:
    _stopping.add(token)


def _remote(work: Work, item: Any, token: str, ours: Versions) -> bytes:
    """Do an item in a worker of a cluster, which may have joined after the others were looked at."""
    from .work import Cancelled

    if token in _stopping:
        raise Cancelled
    _refuse_other(platform.node(), versions(), ours)
    return work(item, lambda: token in _stopping)
