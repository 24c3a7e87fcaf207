"""Packs written a few lines at a time, kept whatever happens, and gone on with where they ended."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol

from ...core.errors import FileError
from ...core.notation import listed
from ...core.work import sole_writer, write_atomic
from . import Entry, Header, Origin, digest_of, sealed
from .reading import Look, raw_lines


class Sink(Protocol):
    """Where the lines of a pack go."""

    held: int
    """Puzzles that are there."""
    ids: set[str]
    """Their ids."""
    next_item: int
    """The first item of the stream that was not looked at."""

    def add(self, entries: Sequence[Entry]) -> None:
        """Append puzzles, and have them kept when it returns. Raises FileError."""


class _Lines:
    """The lines of a pack as they follow each other, and what they hold."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._before = b""
        self.held = 0
        self.ids: set[str] = set()
        self.next_item = 0

    def following(self, entries: Sequence[Entry]) -> tuple[bytes, bytes]:
        """Return the next lines, with the header where it is missing, and the digest of the last."""
        before = self._before
        lines: list[bytes] = []
        following: Sequence[Header | Entry] = entries if before else (self._header, *entries)
        for line in following:
            lines.append(sealed(line, before))
            before = digest_of(lines[-1])
        return b"".join(line + b"\n" for line in lines), before

    def _note(self, entry: Entry) -> None:
        self.held += 1
        self.ids.add(entry.id)
        self.next_item = (entry.item or 0) + 1


class PackStream(_Lines):
    """A pack that goes to a pipe or a device; what was written there is not gone on with."""

    def __init__(self, header: Header, file: IO[bytes]) -> None:
        super().__init__(header)
        self._file = file

    def add(self, entries: Sequence[Entry]) -> None:
        """Write puzzles. Raises OSError."""
        data, before = self.following(entries)
        self._file.write(data)
        self._file.flush()
        self._before = before
        for entry in entries:
            self._note(entry)


class PackFile(_Lines):
    """A pack in a file, held against other writers while it is open as a context.

    What stands in the file already is gone on with: a last line that is not whole is dropped. Entering
    raises FileError for a file that is none of ours or cannot be written, naming the arguments that
    differ where it is the pack of another run, and NotationError for one that was altered.
    """

    def __init__(self, path: Path, header: Header) -> None:
        super().__init__(header)
        self.path = path
        self._size = 0
        self._file: IO[bytes] | None = None
        self._open = ExitStack()

    def __enter__(self) -> PackFile:
        with ExitStack() as opening:
            opening.enter_context(sole_writer(self.path))
            self._resume()
            self._open = opening.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()
        self._open.close()

    def _resume(self) -> None:
        if not self.path.exists():
            return
        look = Look(str(self.path))
        rest = b""
        for raw in raw_lines(self.path):
            if not raw.ends:
                rest = raw.data
                break
            line = look.at(raw)
            if raw.number == 1:
                require_same(self.path, line.header, self._header)
            else:
                self._note(line.entry)
            self._size = raw.stop
            self._before = digest_of(raw.data)
        if not self._size and not sealed(self._header, b"").startswith(rest):
            raise FileError(f"{self.path}: is no pack; expected the name of a new file, or of a pack")

    def add(self, entries: Sequence[Entry]) -> None:
        """Append puzzles, and have them on the disk when it returns. Raises FileError."""
        data, before = self.following(entries)
        try:
            self._append(data)
        except OSError as error:
            kept = f"{self.held:,} of {self._header.count:,} puzzles are kept, run the same command to go on"
            raise FileError(f"{self.path}: cannot be written ({error.strerror or error}); {kept}") from error
        self._size += len(data)
        self._before = before
        for entry in entries:
            self._note(entry)

    def _append(self, data: bytes) -> None:
        if self._file is None:
            goal = os.path.realpath(self.path)  # a link may point to what is not there yet
            self._file = open(goal, "r+b" if self.path.exists() else "xb", buffering=0)  # noqa: SIM115
            self._file.seek(self._size)
            self._file.truncate()
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            os.fsync(self._file.fileno())
        except BaseException:
            # Half a line must not stand before the next one.
            with contextlib.suppress(OSError):
                self._file.seek(self._size)
                self._file.truncate()
            raise


def require_same(path: Path, found: Header, wanted: Header) -> None:
    """Raise FileError that names the arguments in which the pack in a file differs from what is wanted."""
    if found.merged:
        raise FileError(f"{path}: was merged from other packs; expected the name of a new file")
    begun, asked = dict(_arguments(found)), dict(_arguments(wanted))
    differing = [name for name in {**begun, **asked} if begun.get(name) != asked.get(name)]
    if "kind" in differing:  # streams and wishes of another kind are others in any case
        differing = [name for name in differing if name in begun and name in asked]
    if differing:
        begun_with = listed(f"{name} {begun.get(name, 'none')}" for name in differing)
        not_with = listed(str(asked.get(name, "none")) for name in differing)
        raise FileError(
            f"{path}: was begun with {begun_with}, not {not_with}; expected the same, or another file"
        )


def _arguments(origin: Origin) -> Iterator[tuple[str, str]]:
    """Yield what shapes a pack, by the names it is told by."""
    yield "kind", listed(origin.kinds)
    for kind, stream in origin.streams.items():
        yield f"stream {kind}", str(stream)
    yield "level", origin.level or "any"
    for name, value in origin.wishes.items():
        yield name, told_wish(value)
    yield "count", str(origin.count)
    yield "seed", str(origin.seed)
    yield from origin.versions.items()


def told_wish(value: object) -> str:
    """Return the value of a wish as it is typed."""
    if isinstance(value, tuple):
        return "-".join(f"{end:g}" if float(f"{end:g}") == end else repr(end) for end in value)
    return "yes" if value is True else str(value)


def write_new(path: Path, header: Header, entries: Sequence[Entry]) -> None:
    """Write a whole pack to a file that is not there, or holds the same already. Raises FileError."""
    data, _ = _Lines(header).following(entries)
    with sole_writer(path):
        if path.is_file() and path.stat().st_size:
            if path.read_bytes() != data:
                raise FileError(f"{path}: is there already; expected the name of a new file")
            return
        write_atomic(path, data)


__all__ = ["PackFile", "PackStream", "Sink", "require_same", "told_wish", "write_new"]
