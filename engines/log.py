r"""The lines of a match log: JSON objects, each sealed by a digest of all that was written before its end.

A line ends in `,"digest":"…"}` with the first twelve hex digits of BLAKE2b over every byte of the
file up to there. So a line that was altered does not fit its own digest, and lines cannot be
taken out, put in or moved. A file that was cut is read to its last whole line.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from io import RawIOBase
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..core.errors import FileError
from ..core.notation import shown

LIMIT = 1 << 28
"""Bytes a log may have: some million lines."""

_DIGITS = 12
_SEAL = b',"digest":"'
_WHOLE = re.compile(rb'\{[^\n]*,"digest":"[0-9a-f]{12}"\}')


class Line(NamedTuple):
    """One line that was read."""

    number: int
    """Its number in the file, from 1."""
    fields: dict[str, Any]
    """What it says, without its digest."""


class Seal:
    """The running digest of a log."""

    def __init__(self) -> None:
        self._before = hashlib.blake2b()

    def sealed(self, content: bytes) -> bytes:
        """Return the next line, without its line end, for the JSON object `content`."""
        head = content[:-1]
        return head + _SEAL + self._digest(head) + b'"}'

    def fits(self, line: bytes) -> bool:
        """Return whether a whole line, without its line end, has the digest it should have here."""
        head, _, seal = line.rpartition(_SEAL)
        return seal == self._digest(head) + b'"}'

    def accept(self, line: bytes) -> None:
        """Let later lines stand on a line that was read or written, without its line end."""
        self._before.update(line + b"\n")

    def _digest(self, head: bytes) -> bytes:
        running = self._before.copy()
        running.update(head + _SEAL)
        return running.hexdigest()[:_DIGITS].encode()


class Reading(NamedTuple):
    """A log that was read to its last whole line."""

    lines: list[Line]
    seal: Seal
    size: int
    """Bytes up to the end of the last whole line."""
    dropped: int
    """Bytes of a line after it that is not whole."""


def read_log(path: Path) -> Reading:
    """Return the lines of a log. Raises FileError naming the first line that has been altered."""
    try:
        with open(path, "rb") as file:
            data = file.read(LIMIT + 1)
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror or error})") from None
    if len(data) > LIMIT:
        raise FileError(f"{path}: longer than {LIMIT} bytes; expected a match log")
    *whole, tail = data.split(b"\n")
    seal = Seal()
    lines = [_opened(path, number, line, seal) for number, line in enumerate(whole, 1)]
    if not _may_be_cut(tail):
        raise _altered(path, len(whole) + 1)
    if not lines:
        raise FileError(f"{path}: no whole line; expected a match log")
    return Reading(lines, seal, len(data) - len(tail), len(tail))


def _opened(path: Path, number: int, line: bytes, seal: Seal) -> Line:
    if not _WHOLE.fullmatch(line):
        if number == 1:
            raise FileError(f"{path}: line 1 is not the head of a match log")
        raise _altered(path, number)
    if not seal.fits(line):
        raise _altered(path, number)
    seal.accept(line)
    try:
        fields = msgspec.json.decode(line)
        del fields["digest"]
        written = msgspec.json.encode(fields)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # the second from older msgspec
        raise FileError(f"{path}: line {number} is not JSON ({error})") from None
    except RecursionError:
        raise FileError(f"{path}: line {number} is too deep for a line of a match log") from None
    # Other spellings of the same fields, and fields named twice, are read in more than one way elsewhere.
    if written[:-1] != line.rpartition(_SEAL)[0]:
        expected = shown(written.decode(), 200)
        raise FileError(f"{path}: line {number} is not written as a match log is; expected {expected}")
    return Line(number, fields)


def _may_be_cut(tail: bytes) -> bool:
    """Return whether bytes may be the beginning of a line, the rest of which is missing."""
    return tail[:1] in (b"", b"{") and not (_WHOLE.match(tail) and not _WHOLE.fullmatch(tail))


def _altered(path: Path, number: int) -> FileError:
    return FileError(f"{path}: line {number} has been altered, or does not belong there")


class Writing:
    """A log that is written, a line at a time, each handed to the system as it comes."""

    def __init__(self, file: RawIOBase, path: Path, seal: Seal, size: int = 0) -> None:
        """Go on writing an unbuffered file after `size` bytes, on which the seal stands."""
        self._file = file
        self._path = path
        self._seal = seal
        self._size = size

    def write(self, fields: dict[str, Any]) -> None:
        """Write one line, whole or not at all. Raises FileError when it cannot be written."""
        line = self._seal.sealed(msgspec.json.encode(fields))
        if self._size + len(line) >= LIMIT:
            raise FileError(f"{self._path}: cannot be written (it would be longer than {LIMIT} bytes)")
        try:
            self._append(line + b"\n")
        except BaseException as error:
            # Half a line must not stand before the next one: nothing after it could be read.
            with contextlib.suppress(OSError):
                self._file.seek(self._size)
                self._file.truncate()
            if isinstance(error, OSError):
                raise _unwritable(self._path, error) from None
            raise
        self._seal.accept(line)
        self._size += len(line) + 1

    def _append(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) or 0 :]

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def new_log(path: Path, head: dict[str, Any]) -> Writing:
    """Return a log with its first line, written to a file that does not exist yet. Raises FileError."""
    try:
        file = open(path, "xb", buffering=0)  # noqa: SIM115 - closed by `Writing.close`
    except FileExistsError:
        raise FileError(f"{path}: exists; expected a new file, or an unfinished match") from None
    except OSError as error:
        raise _unwritable(path, error) from None
    log = Writing(file, path, Seal())
    try:
        log.write(head)
    except BaseException:
        log.close()
        path.unlink(missing_ok=True)  # without its head it is no log, and would be in the way of one
        raise
    return log


def continued(path: Path, reading: Reading) -> Writing:
    """Return a log that goes on after its last whole line. Raises FileError."""
    try:
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 - closed by `Writing.close`
        file.seek(reading.size)
        file.truncate()
    except OSError as error:
        raise _unwritable(path, error) from None
    return Writing(file, path, reading.seal, reading.size)


def _unwritable(path: Path, error: OSError) -> FileError:
    return FileError(f"{path}: cannot be written ({error.strerror or error})")
