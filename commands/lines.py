"""Input a line at a time for the `batch` commands, with bounded memory: no line waits long for others."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

from ..core.errors import FileError

LINE_LIMIT = 4096
"""Bytes a line may take."""
_CHUNK = 1 << 16
"""Bytes read at once at the most."""
_GROUP = 1024
"""Lines read together at the most."""
_WAIT = 0.2
"""Seconds a line waits for others before it is answered."""

Line = tuple[int, bytes]
ReadBytes = Callable[[int], bytes]


def opened(path: Path) -> ReadBytes:
    """Return what reads a file, or standard input, some bytes at a time, as they come.

    Not through Python's own buffers: a thread that waits in them holds a lock that the
    interpreter wants when it ends.
    """
    if str(path) != "-":
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            os.read(descriptor, 0)
        except OSError as error:
            raise FileError(f"{path}: cannot be read ({error.strerror})") from error
        return lambda size: os.read(descriptor, size)
    if sys.stdin is None:
        return lambda size: b""
    try:
        descriptor = sys.stdin.fileno()
    except OSError:  # a stand-in without a file behind it
        return sys.stdin.buffer.read
    return lambda size: os.read(descriptor, size)


def groups(read: ReadBytes) -> Generator[list[Line], None, None]:
    """Yield the lines that have arrived, numbered from 1, never keeping one waiting for long."""
    lines: queue.Queue[Line | OSError | None] = queue.Queue(maxsize=2 * _GROUP)
    stop = threading.Event()
    threading.Thread(target=_feed, args=(read, lines, stop), daemon=True).start()
    group: list[Line] = []
    deadline = 0.0
    try:
        while True:
            try:
                item = lines.get(timeout=max(0, deadline - time.monotonic()) if group else _WAIT)
            except queue.Empty:
                if group:
                    yield group
                    group = []
                continue
            if item is None or isinstance(item, OSError):
                if group:
                    yield group
                if item is not None:
                    raise FileError(f"the batch cannot be read on ({item.strerror})")
                return
            if not group:
                deadline = time.monotonic() + _WAIT
            group.append(item)
            if len(group) == _GROUP:
                yield group
                group = []
    finally:
        stop.set()


def _feed(read: ReadBytes, lines: queue.Queue[Any], stop: threading.Event) -> None:
    """Put the lines that are read into the queue, then None, or what went wrong."""
    try:
        for number, line in enumerate(split(read), 1):
            _put(lines, (number, line), stop)
            if stop.is_set():
                return
        _put(lines, None, stop)
    except OSError as error:
        _put(lines, error, stop)


def split(read: ReadBytes) -> Iterator[bytes]:
    """Yield lines without their ends, cut past the limit so that memory does not grow with a line."""
    rest = b""
    while block := read(_CHUNK):
        *whole, last = block.split(b"\n")
        for line in whole:
            yield (rest + line)[: LINE_LIMIT + 2]
            rest = b""
        rest = (rest + last)[: LINE_LIMIT + 2]
    if rest:
        yield rest


def _put(lines: queue.Queue[Any], item: object, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            lines.put(item, timeout=_WAIT)
            return
        except queue.Full:
            continue
