"""Files of tables of turns: a folder for a table in the making, and the finished table."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...core.errors import FileError
from ...core.kernels import compiled
from ...core.work import sole_writer
from . import kernels_turns as plain
from .turns_board import Aim, TurnBoard, TurnRules
from .turns_fill import PLAIN, SLICE_WORDS, Values, Workplace

if TYPE_CHECKING:
    from typing import BinaryIO

    from .turns_board import Array

_VERSION = 1
_HEAD = "run.json"
_SAME_START = 60
"""Seconds within which two guesses of when the machine was started are one."""


class FileWorkplace(Workplace):
    """A folder with the arrays of one table in files, which the system writes when it likes.

    They outlive the process but not a loss of power, so a folder from before the last start of the
    machine is begun afresh. While it is entered no other run may use it.
    """

    def __init__(self, folder: Path, board: TurnBoard, rules: TurnRules, aim: Aim) -> None:
        """Name the folder, which need not be there, and what is to be made in it."""
        self._folder = folder
        name = msgspec.json.encode((_VERSION, board.values, board.lines, board.up, rules, aim))
        self._run = hashlib.blake2b(name, digest_size=16).hexdigest()
        self._hold = contextlib.ExitStack()

    def __enter__(self) -> FileWorkplace:
        """Open or make the folder.

        Raises FileError where it cannot be written, holds something else, or another run is in it.
        """
        with contextlib.ExitStack() as hold:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._take(hold)
                self._open()
            except OSError as error:
                raise self._failed(error) from error
            self._hold = hold.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._hold.close()

    def _take(self, hold: contextlib.ExitStack) -> None:
        """Hold the folder against another run until `hold` is closed."""
        try:
            hold.enter_context(sole_writer(self._folder / _HEAD))
        except FileError as error:
            if isinstance(error.__cause__, BlockingIOError):
                raise FileError(
                    f"{self._folder}: another run is making a table in this folder; "
                    "wait until it is done or name another folder"
                ) from error
            raise

    def _open(self) -> None:
        import numpy as np

        head, run = self._folder / _HEAD, self._run
        started = time.time() - time.monotonic()
        if not self._is_same(head, run, started):
            others = (path for path in self._folder.iterdir() if path.name != f"{_HEAD}.lock")
            if not head.exists() and any(others):
                raise FileError(f"{self._folder}: is not a folder of a table in the making")
            for path in self._folder.glob("*.part"):
                path.unlink()
            head.write_bytes(msgspec.json.encode({"run": run, "started": started}))
        self._state = np.memmap(self._part("state", 8), np.int64, "r+", shape=(1,))

    def _is_same(self, head: Path, run: str, started: float) -> bool:
        try:
            found = msgspec.json.decode(head.read_bytes(), type=dict[str, str | float])
        except (FileNotFoundError, msgspec.DecodeError):
            return False
        return found.get("run") == run and abs(float(found.get("started", 0)) - started) < _SAME_START

    def _part(self, name: str, size: int) -> Path:
        """Return the path of a file of this size, which is empty if it was not there."""
        path = self._folder / f"{name}.part"
        with open(path, "ab") as file:
            missing = size - file.tell()
            if missing > shutil.disk_usage(self._folder).free:
                raise FileError(f"{self._folder}: {missing} bytes are needed; there is less room")
            if missing > 0 and hasattr(os, "posix_fallocate"):
                # Writing to a hole of a mapped file for which there is no room would kill the process.
                os.posix_fallocate(file.fileno(), 0, size)
            file.truncate(size)
        return path

    def _failed(self, error: OSError) -> FileError:
        return FileError(f"{self._folder}: cannot be written ({error.strerror or error})")

    @property
    def finished(self) -> int:
        """Layers and chunks that are done, also by earlier runs."""
        return int(self._state[0])

    @finished.setter
    def finished(self, parts: int) -> None:
        self._state[0] = parts

    def array(self, name: str, shape: tuple[int, ...], entry: int) -> Array:
        """Return the array kept under this name."""
        import numpy as np

        if 0 in shape:
            return np.empty(shape, f"i{entry}")
        size = entry
        for extent in shape:
            size *= extent
        try:
            return np.memmap(self._part(name, size), f"i{entry}", "r+", shape=shape)
        except OSError as error:
            raise self._failed(error) from error


_MAGIC = b"quadrangle campus turns 1\n"
_LONGEST_HEAD = 1 << 16
_LARGEST = 1 << 62
_DIGEST = 16
_PIECE = 1 << 24


class TableHead(Struct, frozen=True):
    """What a file of values says of itself in its second line."""

    values: tuple[int, ...]
    lines: tuple[int, ...]
    up: int
    rules: TurnRules
    aim: Aim
    live: int
    thin: int


def write_values(path: Path, board: TurnBoard, rules: TurnRules, aim: Aim, found: Values) -> None:
    """Write a finished table to `path`, which afterwards holds all of it or what it held before.

    Raises FileError where it cannot be written or another run is writing it.
    """
    head = TableHead(board.values, board.lines, board.up, rules, aim, len(found.live), len(found.thin))
    temporary = path.with_name(f".quadrangle-{secrets.token_hex(8)}.tmp")
    with sole_writer(path):
        try:
            with open(temporary, "xb") as file:
                digest = hashlib.blake2b(digest_size=_DIGEST)
                for piece in (_MAGIC, msgspec.json.encode(head), b"\n", *_pieces(found, aim)):
                    digest.update(piece)
                    file.write(piece)
                file.write(digest.digest())
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            raise FileError(f"{path}: cannot be written ({error.strerror or error})") from error
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _pieces(found: Values, aim: Aim) -> Iterator[bytes]:
    for array, kind in zip(found, _kinds(aim), strict=True):
        for first in range(0, len(array), _PIECE):
            yield array[first : first + _PIECE].astype(kind).tobytes()


def _kinds(aim: Aim) -> tuple[str, str, str, str]:
    """Return how the four arrays of values are written."""
    return f"<i{aim.bytes}", f"<i{aim.bytes}", "<u4", "<u4"


def read_values(path: Path) -> tuple[TableHead, TurnBoard, Values]:
    """Return a finished table; its values are read from the file as they are asked for.

    Raises FileError where the file cannot be read, is none of ours, or was cut or altered.
    """
    try:
        with open(path, "rb") as file:
            head, board, start = _read_head(path, file)
            sizes = (head.live, head.thin, *[board.words // plain.STRIDE + 1] * 2)
            end = start + sum(map(_bytes, sizes, _kinds(head.aim)))
            if end + _DIGEST != os.fstat(file.fileno()).st_size or not _is_whole(file, end):
                raise FileError(f"{path}: was cut or altered")
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror or error})") from error
    values = Values(*_mapped(path, start, sizes, _kinds(head.aim)))
    if not _is_indexed(board, values):
        raise FileError(f"{path}: is not a table of turns (its index is not that of its board)")
    return head, board, values


def _read_head(path: Path, file: BinaryIO) -> tuple[TableHead, TurnBoard, int]:
    begin = file.read(len(_MAGIC) + _LONGEST_HEAD)
    line, found, _ = begin.removeprefix(_MAGIC).partition(b"\n")
    if not begin.startswith(_MAGIC) or not found:
        raise FileError(f"{path}: is not a table of turns of this version")
    try:
        head = msgspec.json.decode(line, type=TableHead)
        _check(head)
        return head, TurnBoard(head.values, head.lines, head.up), len(_MAGIC) + len(line) + 1
    except (msgspec.DecodeError, ValueError, MemoryError) as error:
        raise FileError(f"{path}: is not a table of turns ({error})") from error


def _check(head: TableHead) -> None:
    """Raise ValueError for numbers that no table has."""
    aim = head.aim
    if min(head.live, head.thin, aim.cost, aim.dead, aim.low, aim.fine) < 0:
        raise ValueError("a size below zero")
    if not 0 < aim.scale <= _LARGEST or max(aim.cost, aim.dead) > _LARGEST or max(aim.low, aim.fine) > 62:
        raise ValueError("units that no number of a table has")


def _is_indexed(board: TurnBoard, values: Values) -> bool:
    """Return whether the index of a table is that of its board, so that every mask has its place in it.

    A checksum does not say so, since whoever makes up a file can make up that as well.
    """
    import numpy as np

    ranks = np.zeros(2, np.int64)
    patterns = board.patterns()
    is_index = compiled(plain.is_index) if board.words > PLAIN else plain.is_index
    for first in range(0, board.words, SLICE_WORDS):
        last = min(board.words, first + SLICE_WORDS)
        if not is_index(first, last, patterns, values.live_before, values.thin_before, ranks):
            return False
    return ranks.tolist() == [len(values.live), len(values.thin)]


def _is_whole(file: BinaryIO, end: int) -> bool:
    """Return whether the checksum behind the first `end` bytes is theirs."""
    file.seek(0)
    digest = hashlib.blake2b(digest_size=_DIGEST)
    while end:
        piece = file.read(min(_PIECE, end))
        if not piece:
            return False
        digest.update(piece)
        end -= len(piece)
    return file.read(_DIGEST) == digest.digest()


def _bytes(size: int, kind: str) -> int:
    return size * int(kind[-1])


def _mapped(path: Path, start: int, sizes: tuple[int, ...], kinds: tuple[str, ...]) -> Iterator[Array]:
    import numpy as np

    for size, kind in zip(sizes, kinds, strict=True):
        yield np.memmap(path, kind, "r", offset=start, shape=(size,)) if size else np.zeros(0, kind)
        start += _bytes(size, kind)
