"""Items of long work done in processes of this machine: one pipe to each, one item at a time.

`concurrent.futures` would do with less code, but when one of its processes dies all items that are
under way are lost, it cannot be said which one is to blame, and no item can be told to stop.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .errors import WorkerError
from .executor import PATIENCE, Done, Work
from .notices import tell

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

_DEATHS = 3
"""Processes one item may cost."""
_MOST = 61
"""Processes that can be waited for at once on every system."""


class ProcessCrew:
    """Processes for one run: see `executor.Crew`."""

    def __init__(self, work: Work, workers: int) -> None:
        workers = min(workers, _MOST)
        self._work = work
        self._waiting: deque[Any] = deque()
        self._over: list[Done] = []
        self._deaths: Counter[Any] = Counter()
        self._stillborn = 0
        self._workers: list[Worker] = []
        # One more than there are workers, so that none waits for the next item.
        self.room = workers + 1
        try:
            for _ in range(workers):
                self._workers.append(Worker(work))
        except (OSError, ImportError) as error:  # no processes or pipes to be had
            self.stop()
            raise WorkerError(f"no process can be started ({error})") from error
        except BaseException:
            self.stop()
            raise

    def submit(self, item: Any) -> None:
        """Have an item done."""
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
        """Return what is over; when nothing is, wait at most so long for it."""
        from multiprocessing.connection import wait

        by_connection: dict[Any, Worker] = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(by_connection), seconds):
            self._hear(by_connection[connection])
        self._hand_out()
        over, self._over = self._over, []
        return over

    def _hear(self, worker: Worker) -> None:
        try:
            answer = worker.connection.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        if worker.is_ready:
            self._over.append(Done(worker.item, *answer))
            worker.item = None
        worker.is_ready = True

    def _replace(self, worker: Worker) -> None:
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
                tell(f"a process was lost; part {item} is done again")
                self._waiting.appendleft(item)
            else:
                error = WorkerError(f"part {item} cost {_DEATHS} processes, which died while they did it")
                self._over.append(Done(item, error=error))
        try:
            self._workers.append(Worker(self._work))
        except OSError as error:
            if not self._workers:
                raise WorkerError(f"a process was lost and no other can be started ({error})") from error

    def stop(self) -> list[Done]:
        """End the processes; return what was done, or gets done soon."""
        workers, self._workers = self._workers, []
        over, self._over = self._over, []
        self._waiting.clear()
        until = time.monotonic() + PATIENCE
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


class Worker:
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
            self.process.join(PATIENCE)


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
