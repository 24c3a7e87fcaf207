"""Long work on all cores, its finished parts kept and taken up again; files written whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType

from .errors import FileError, WorkerError
from .executor import Crew, Done, Executor, Threads
from .notices import silenced, tell

_MAGIC = b"quadrangle parts 1\n"
_FRAME_HEAD = 16
_DIGEST = 16
_LARGEST = 1 << 30
"""Bytes a file of finished parts may have."""


class Cancelled(Exception):
    """Raised by a part of work that noticed it should stop."""


def write_atomic(path: Path, data: bytes) -> None:
    """Write `data` to `path`, which afterwards holds either all of it or what it held before.

    A link is followed; a device or a pipe is written to, not replaced.
    Raises FileError naming the path when it cannot be written.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
        else:
            _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        raise _unwritable(path, error) from error


def _replace(goal: Path, data: bytes) -> None:
    temporary = goal.parent / f".quadrangle-{secrets.token_hex(8)}.tmp"
    try:
        with open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(goal)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    _sync_folder(goal.parent)


def _sync_folder(folder: Path) -> None:
    """Make a finished move outlive a loss of power, where the system lets a folder be opened."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> FileError:
    return FileError(f"{path}: cannot be written ({error.strerror or error})")


@contextlib.contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Hold `path` against a second writer; the hold ends with the process, however that ends.

    Raises FileError at once when another run holds it, or when no file can be written there.
    """
    if path.is_dir():
        raise FileError(f"{path}: is a folder; expected the name of a file")
    goal = Path(os.path.realpath(path))  # two names of one file are one goal
    lock_path = goal.with_name(goal.name + ".lock")
    try:
        descriptor = _take_lock(lock_path)
    except BlockingIOError as error:
        raise FileError(f"{path}: another run is writing this file") from error
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        yield
    finally:
        # Removed while it is still held, see `_take_lock`; Windows keeps the empty file.
        with contextlib.suppress(OSError):
            lock_path.unlink()
        os.close(descriptor)


def _take_lock(lock_path: Path) -> int:
    """Return a descriptor that holds the lock. Raises BlockingIOError when another run holds it."""
    while True:
        descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(descriptor)
            # The last holder may have removed the file after it was opened here; whoever comes next
            # would then lock a new one beside us.
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), lock_path.stat()):
                    return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from error

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class PartsFile:
    """Finished parts of a long run, appended as they come, each with its own checksum.

    A file cut at any byte is read up to its last whole part; what follows is dropped.
    """

    def __init__(self, path: Path, run: bytes) -> None:
        """Open or make the file at `path` for the run identified by `run`.

        Raises FileError when it cannot be written, or holds something else than parts of this run.
        """
        self.path = path
        self.parts: dict[int, bytes] = {}
        """Payload of each finished part, by its number."""
        try:
            self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            self._resume(_MAGIC + hashlib.blake2b(run, digest_size=_DIGEST).digest())
        except OSError as error:
            self.close()
            raise _unwritable(path, error) from error
        except FileError:
            self.close()
            raise

    def _resume(self, head: bytes) -> None:
        self._file.seek(0)
        if os.fstat(self._file.fileno()).st_size > _LARGEST:
            raise FileError(f"{self.path}: is larger than any run leaves; move it away to start afresh")
        content = self._file.read()
        if content.startswith(head):
            self.parts, end = _whole_parts(content, len(head))
            self._file.truncate(end)
            return
        if not content.startswith(_MAGIC[: len(content)]):
            raise FileError(f"{self.path}: is not a file of finished parts; move it away to start afresh")
        if _whole_parts(content, len(head))[0]:
            raise FileError(
                f"{self.path}: holds finished parts of a run with other arguments or another version; "
                "finish that run first, or remove the file"
            )
        self._file.truncate(0)
        self._append(head)

    def add(self, number: int, payload: bytes) -> None:
        """Append one finished part. Raises FileError when the disk does not take it."""
        body = number.to_bytes(8, "little") + len(payload).to_bytes(8, "little") + payload
        try:
            self._append(body + hashlib.blake2b(body, digest_size=_DIGEST).digest())
        except OSError as error:
            raise FileError(
                f"{self.path}: cannot be written ({error.strerror}); "
                f"{len(self.parts)} finished parts are kept, run the same command to go on"
            ) from error
        self.parts[number] = payload

    def _append(self, data: bytes) -> None:
        self._file.write(data)
        self._file.flush()

    def close(self) -> None:
        """Close the file; what was added stays."""
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> PartsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _whole_parts(content: bytes, start: int) -> tuple[dict[int, bytes], int]:
    """Return the payloads of the whole parts in `content` from `start` on, and where they end."""
    parts: dict[int, bytes] = {}
    end = start
    while len(content) - end >= _FRAME_HEAD:
        number = int.from_bytes(content[end : end + 8], "little")
        size = int.from_bytes(content[end + 8 : end + 16], "little")
        stop = end + _FRAME_HEAD + size + _DIGEST
        body = content[end : stop - _DIGEST]
        if hashlib.blake2b(body, digest_size=_DIGEST).digest() != content[stop - _DIGEST : stop]:
            break
        parts[number] = body[_FRAME_HEAD:]
        end = stop
    return parts, end


def run_parts(
    path: Path,
    run: bytes,
    weights: Sequence[int],
    work: Callable[[int, Callable[[], bool]], bytes],
    *,
    workers: int,
    label: str,
    executor: Executor | None = None,
) -> list[bytes]:
    """Do parts 0 to len(weights) - 1 of a run and return their payloads in order.

    They are done on `workers` threads, or by another executor, to the same bytes.
    `work(number, cancelled)` makes one part and depends on nothing but its number; it should
    release the interpreter lock for threads and be one that can be pickled for others (see
    `executor`), and raise `Cancelled` soon after `cancelled()` says yes.
    `run` identifies the run: finished parts found beside `path` are used when they belong to
    it. `weights` says how long parts take in relation to each other, for the progress bar.
    An interrupted run keeps its finished parts in `<path>.parts`. Call it inside `sole_writer(path)`.
    Raises WorkerError when workers cannot be had, or die over one part again and again.
    """
    crew = (executor or Threads(workers)).hire(work)
    try:
        with PartsFile(path.with_name(path.name + ".parts"), run) as finished:
            try:
                _finish(crew, weights, finished, label)
            except BaseException as error:
                _keep(crew.stop(), finished)
                if isinstance(error, WorkerError):
                    kept = f"{len(finished.parts)} finished parts are kept, run the same command to go on"
                    raise WorkerError(f"{label}: {error}; {kept}") from error
                raise
            return [finished.parts[n] for n in range(len(weights))]
    finally:
        crew.stop()


def _finish(crew: Crew, weights: Sequence[int], finished: PartsFile, label: str) -> None:
    """Have every part done that is not, and kept as soon as it is."""
    with Progress(label, sum(weights)) as progress:
        missing = [n for n in range(len(weights)) if n not in finished.parts]
        progress.advance(sum(weights[n] for n in finished.parts if n < len(weights)))
        # The heaviest first, so that no core is left alone with one at the end.
        missing.sort(key=lambda n: weights[n], reverse=True)
        waiting = deque(missing)
        running = 0
        while waiting or running:
            while waiting and running < crew.room:
                crew.submit(waiting.popleft())
                running += 1
            # A timeout, so that an interrupt is noticed while the parts run on.
            over = crew.collect(0.2)
            running -= len(over)
            for done in over:
                if done.error is None:
                    finished.add(done.item, done.payload)
                    progress.advance(weights[done.item])
            failed = next((done.error for done in over if done.error is not None), None)
            if failed is not None:
                raise failed


def _keep(over: Sequence[Done], finished: PartsFile) -> None:
    """Add the parts that were done, or got done, while the run was being stopped."""
    for done in over:
        if done.error is None:
            with contextlib.suppress(FileError):
                finished.add(done.item, done.payload)


def forget_parts(path: Path) -> None:
    """Remove the finished parts kept beside `path`, once `path` itself is written."""
    with contextlib.suppress(OSError):
        path.with_name(path.name + ".parts").unlink()


class Progress:
    """How far long work is: a bar with an estimate on a terminal, a line now and then when piped."""

    def __init__(self, label: str, total: int) -> None:
        self._label = label
        self._total = max(1, total)
        self._done = 0
        self._bar: object | None = None
        self._next_line = time.monotonic() + 5

    def __enter__(self) -> Progress:
        if not silenced() and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            from rich.console import Console
            from rich.progress import Progress as Bar

            bar = Bar(console=Console(stderr=True), transient=True)
            bar.start()
            bar.add_task(self._label, total=self._total)
            self._bar = bar
        return self

    def advance(self, amount: int) -> None:
        """Note that `amount` more of the total is done."""
        self._done += amount
        if self._bar is not None:
            from rich.progress import Progress as Bar
            from rich.progress import TaskID

            assert isinstance(self._bar, Bar)
            self._bar.update(TaskID(0), completed=self._done)
        elif time.monotonic() >= self._next_line:
            self._next_line = time.monotonic() + 5
            tell(f"{self._label}: {100 * self._done // self._total} %")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            from rich.progress import Progress as Bar

            assert isinstance(self._bar, Bar)
            self._bar.stop()


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
