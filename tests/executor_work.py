"""Work that the tests of executors have done elsewhere; each time it is done leaves a file."""

from __future__ import annotations

import os
import signal
import time
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from quadrangle.core.work import Cancelled

LIMIT = 60
"""Seconds after which what should happen is taken not to happen any more."""


def mark(folder: Path, number: int) -> None:
    """Leave a file that says that a part was begun, and by which process."""
    (folder / f"{number}-{os.getpid()}-{uuid.uuid4().hex}").touch()


def marks(folder: Path) -> Counter[int]:
    """Return how often each part was begun."""
    return Counter(int(path.name.split("-")[0]) for path in folder.iterdir())


def workers_of(folder: Path) -> set[int]:
    """Return the processes that began a part."""
    return {int(path.name.split("-")[1]) for path in folder.iterdir()}


def payload(number: int) -> bytes:
    return b"%d;" % number * (number + 1)


def marked(folder: Path, seconds: float, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the payload of a part after some time."""
    mark(folder, number)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if cancelled():
            raise Cancelled
        time.sleep(0.002)
    return payload(number)


def begun_by(folder: Path, number: int) -> list[int]:
    """Return the process of each time a part was begun."""
    return [int(path.name.split("-")[1]) for path in folder.iterdir() if path.name.startswith(f"{number}-")]


def stuck_once(folder: Path, guilty: int, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the payload of a part; the first time, one part is never done."""
    mark(folder, number)
    until = time.monotonic() + LIMIT
    while number == guilty and len(begun_by(folder, guilty)) == 1:
        assert time.monotonic() < until
        time.sleep(0.01)
    return payload(number)


def together(folder: Path, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the payload of a part as soon as two processes have begun one."""
    mark(folder, number)
    until = time.monotonic() + LIMIT
    while len(workers_of(folder)) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    return payload(number)


def deadly(folder: Path, guilty: int, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Kill the process that does one part, whoever that is, once others have got on."""
    mark(folder, number)
    until = time.monotonic() + LIMIT
    while number == guilty and len(marks(folder)) < guilty + 6:
        assert time.monotonic() < until
        time.sleep(0.01)
    if number == guilty:
        os.kill(os.getpid(), signal.SIGKILL)
    return payload(number)


def failing(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Fail in one part, with an error that cannot be sent."""
    if number == 3:
        raise Unsendable(lambda: None)
    return payload(number)


def until_stopped(folder: Path, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Do the first four parts at once and others until told to stop, or for a very long time."""
    mark(folder, number)
    until = time.monotonic() + LIMIT
    while number >= 4 and not cancelled() and time.monotonic() < until:
        time.sleep(0.002)
    return payload(number)


class Unsendable(Exception):
    """An error that holds what cannot be pickled."""
