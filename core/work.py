"""Long work: parts run on all cores, kept as they finish, resumed after a kill; files written whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import TracebackType

from .errors import FileError

_MAGIC = b"quadrangle parts 1\n"
_FRAME_HEAD = 16
_DIGEST = 16


class Cancelled(Exception):
    """Raised by a part of work that noticed it should stop."""


def write_atomic(path: Path, data: bytes) -> None:
    """Write `data` to `path`, which afterwards holds either all of it or what it held before.

    Raises FileError naming the path when it cannot be written.
    """
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror})") from error
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


@contextlib.contextmanager
def sole_writer(path: Path) -> Iterator[None]:
    """Hold `path` against a second writer; the hold ends with the process, however that ends.

    Raises FileError at once when another run holds it.
    """
    import filelock

    lock = filelock.FileLock(path.with_name(path.name + ".lock"), blocking=False)
    try:
        lock.acquire()
    except filelock.Timeout as error:
        raise FileError(f"{path}: another run is writing this file") from error
    except OSError as error:
        raise FileError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()
        with contextlib.suppress(OSError):
            Path(lock.lock_file).unlink()


class PartsFile:
    """Finished parts of a long run, appended as they come, each with its own checksum.

    A file cut at any byte is read up to its last whole part; what follows is dropped.
    """

    def __init__(self, path: Path, run: bytes) -> None:
        self.path = path
        self.parts: dict[int, bytes] = {}
        """Payload of each finished part, by its number."""
        head = _MAGIC + hashlib.blake2b(run, digest_size=_DIGEST).digest()
        try:
            self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
            self._file.seek(0)
            content = self._file.read()
            end = self._read(content, head)
            if end == 0:
                self._file.truncate(0)
                self._append(head)
            else:
                self._file.truncate(end)
        except OSError as error:
            raise FileError(f"{path}: cannot be written ({error.strerror})") from error

    def _read(self, content: bytes, head: bytes) -> int:
        """Note the whole parts in `content`; return how many bytes they and the head take."""
        if content[: len(head)] != head:
            if content and not head.startswith(content) and not content.startswith(_MAGIC):
                raise FileError(f"{self.path}: is not a file of finished parts; move it away to start afresh")
            return 0
        end = len(head)
        while len(content) - end >= _FRAME_HEAD:
            number = int.from_bytes(content[end : end + 8], "little")
            size = int.from_bytes(content[end + 8 : end + 16], "little")
            stop = end + _FRAME_HEAD + size + _DIGEST
            if stop > len(content):
                break
            body = content[end : stop - _DIGEST]
            if hashlib.blake2b(body, digest_size=_DIGEST).digest() != content[stop - _DIGEST : stop]:
                break
            self.parts[number] = body[_FRAME_HEAD:]
            end = stop
        return end

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
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> PartsFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def run_parts(
    path: Path,
    run: bytes,
    weights: Sequence[int],
    work: Callable[[int, Callable[[], bool]], bytes],
    *,
    workers: int,
    label: str,
) -> list[bytes]:
    """Do parts 0 to len(weights) - 1 of a run on `workers` threads and return their payloads in order.

    `work(number, cancelled)` makes one part and depends on nothing but its number; it should
    release the interpreter lock, and raise `Cancelled` soon after `cancelled()` says yes.
    `run` identifies the run: finished parts found beside `path` are used when they belong to
    it. `weights` says how long parts take in relation to each other, for the progress bar.
    An interrupted run keeps its finished parts in `<path>.parts`.
    """
    stop = threading.Event()
    parts_path = path.with_name(path.name + ".parts")
    with PartsFile(parts_path, run) as finished, Progress(label, sum(weights)) as progress:
        missing = [n for n in range(len(weights)) if n not in finished.parts]
        progress.advance(sum(weights[n] for n in finished.parts if n < len(weights)))
        # The heaviest first, so that no core is left alone with one at the end.
        missing.sort(key=lambda n: -weights[n])
        with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
            waiting: dict[Future[bytes], int] = {}
            try:
                for n in missing:
                    waiting[pool.submit(work, n, stop.is_set)] = n
                while waiting:
                    # A timeout, so that an interrupt is noticed while the parts run on.
                    done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in done:
                        n = waiting.pop(future)
                        finished.add(n, future.result())
                        progress.advance(weights[n])
            except BaseException:
                stop.set()
                for future in waiting:
                    future.cancel()
                raise
        return [finished.parts[n] for n in range(len(weights))]


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
        if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
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
            print(f"{self._label}: {100 * self._done // self._total} %", file=sys.stderr, flush=True)

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
