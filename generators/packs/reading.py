"""Packs read strictly, line by line: whatever is not as it was written is named with its line and column."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from ...core.errors import FileError, NotationError
from ...core.notation import shown
from . import (
    DIGITS,
    FORMAT,
    LINE_LIMIT,
    MOST,
    SEAL,
    VERSION,
    Entry,
    Header,
    content,
    digest,
    digest_of,
)

T = TypeVar("T", Header, Entry)

_WHOLE = re.compile(rb'\{.*,"digest":"[0-9a-f]{%d}"\}' % DIGITS, re.DOTALL)
_BYTE = re.compile(r"\(byte (\d+)\)")
_FIELD = re.compile(r"field `([^`]*)`")
_PATH = re.compile(r"at `\$\.?([^`]*)`")
_ID = re.compile(r"[0-9a-f]{16}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_NEAR = 24
"""Letters shown of what was read at a place."""
_LINE = "a line of a pack, as it was written"
_GOES_ON = "a whole line (the command that made the pack goes on with it)"


class Raw(NamedTuple):
    """A line as it stands in the file, without its end."""

    number: int
    """From 1."""
    data: bytes
    ends: bool
    """Whether it has an end."""
    stop: int
    """Bytes of the file up to behind its end."""


@dataclass
class Line:
    """A line that was looked at: what it says, or what is wrong with it."""

    number: int
    fault: NotationError | None = None
    found: Header | Entry | None = None

    @property
    def header(self) -> Header:
        """What the first line says. Raises NotationError for what is wrong with it."""
        if self.fault is not None:
            raise self.fault
        assert isinstance(self.found, Header)
        return self.found

    @property
    def entry(self) -> Entry:
        """What any other line says. Raises NotationError for what is wrong with it."""
        if self.fault is not None:
            raise self.fault
        assert isinstance(self.found, Entry)
        return self.found


def scan(path: Path) -> Iterator[Line]:
    """Yield the lines of a pack, each with what it says; the first, whatever it says, is the header's.

    One with a fault comes with it, and the next is looked at as if there were none. A puzzle more than
    the header counts is a fault and the last that is looked at; fewer are none. Raises FileError when the
    file cannot be read, NotationError when there is nothing in it.
    """
    look = Look(str(path))
    with closing(raw_lines(path)) as lines:
        for raw in lines:
            yield look.at(raw)
            if look.is_over:
                break
    if not look.seen:
        raise NotationError("holds nothing", expected="a pack of puzzles", source=str(path))


def raw_lines(path: Path) -> Generator[Raw, None, None]:
    """Yield the lines of a file, CRLF and a byte-order mark left out. Raises FileError, NotationError."""
    try:
        with open(path, "rb") as file:
            number = stop = 0
            while data := file.readline(LINE_LIMIT + 1):
                number += 1
                stop += len(data)
                if len(data) > LINE_LIMIT:
                    raise NotationError(
                        f"longer than {LINE_LIMIT:,} bytes",
                        expected="a line of a pack",
                        line=number,
                        source=str(path),
                    )
                if number == 1:
                    data = data.removeprefix(b"\xef\xbb\xbf")
                ends = data.endswith(b"\n")
                yield Raw(number, data.removesuffix(b"\n").removesuffix(b"\r"), ends, stop)
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror or error})") from None


class Look:
    """What is known while one line after another is looked at."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.seen = 0
        """Lines so far."""
        self.before: bytes | None = b""
        """The digest of the last line; None where it says none."""
        self._header: Header | None = None

    @property
    def is_over(self) -> bool:
        """Whether there were more puzzles than the header counts."""
        return self._header is not None and self.seen > self._header.count + 1

    def at(self, raw: Raw) -> Line:
        """Return what the next line says."""
        line = Line(raw.number)
        before, self.seen = self.before, raw.number
        self.before = digest_of(raw.data) if _WHOLE.fullmatch(raw.data) else None
        try:
            self._read(raw, before, line)
        except NotationError as error:
            line.fault = NotationError(
                error.problem,
                expected=error.expected,
                line=raw.number,
                column=error.column,
                source=self._source,
            )
        return line

    def _read(self, raw: Raw, before: bytes | None, line: Line) -> None:
        fields = _json(raw)
        if raw.number == 1:
            _require_known(fields)
        elif isinstance(fields, dict) and fields.get("format") == FORMAT:
            raise NotationError("another pack begins here", expected="a puzzle; `pack merge` joins packs")
        if not raw.ends:
            raise _cut(raw.data)
        if not _WHOLE.fullmatch(raw.data):
            raise NotationError("no digest at the end of the line", expected='..,"digest":"0123456789ab"}')
        head = raw.data.rpartition(SEAL)[0]
        found: Header | Entry
        if raw.number == 1:
            found = self._header = _typed(Header, head)
            _require_counted(found)
        else:
            found = _typed(Entry, head)
            self._require_expected(found, raw.number - 1)
            _require_plain(found, head)
        line.found = found
        if before is not None and digest(head, before) != digest_of(raw.data):
            raise NotationError("was altered, or does not belong behind the line before it", expected=_LINE)

    def _require_expected(self, entry: Entry, number: int) -> None:
        """Raise NotationError for a puzzle that the header does not speak of."""
        if self._header is None:
            return
        if entry.kind not in self._header.kinds:
            raise NotationError(
                f"a puzzle of the kind {shown(entry.kind)}", expected=" or ".join(self._header.kinds)
            )
        if number > self._header.count:
            raise NotationError(
                f"puzzle {number:,}", expected=f"no more than the {self._header.count:,} of the header"
            )


def _json(raw: Raw) -> object:
    """Return what a line says as JSON. Raises NotationError with the column at which it is none."""
    data = raw.data
    try:
        data.decode()
        return msgspec.json.decode(data)
    except UnicodeDecodeError as error:
        raise NotationError("not UTF-8", expected=_LINE, column=_column(data, error.start)) from None
    except msgspec.DecodeError as error:
        match = _BYTE.search(str(error))
        place = int(match[1]) if match else len(data)
        if place >= len(data) > 0:
            raise _cut(data) from None
        read = shown(data[place:].decode("utf-8", "replace"), _NEAR) if data else "an empty line"
        raise NotationError(f"{read} is no JSON there", expected=_LINE, column=_column(data, place)) from None
    except RecursionError:
        raise NotationError("too deep for a line of a pack") from None


def _cut(data: bytes) -> NotationError:
    """Return the error for a line that ends too soon."""
    return NotationError("the line is cut there", expected=_GOES_ON, column=_column(data, len(data)))


def _column(data: bytes, place: int) -> int:
    """Return the column, from 1, of the letter that the byte at `place` belongs to."""
    return len(data[:place].decode("utf-8", "ignore")) + 1


def _require_known(fields: object) -> None:
    """Raise NotationError for the head of what is no pack, or one of another version."""
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise NotationError("not the head of a pack", expected=f'{{"format":"{FORMAT}",..')
    version = fields.get("version")
    if version != VERSION or isinstance(version, bool):
        raise NotationError(f"a pack of version {shown(str(version))}", expected=f"version {VERSION}")


def _require_counted(header: Header) -> None:
    if not 1 <= header.count <= MOST:
        raise NotationError(f"a count of {header.count}", expected=f"1 to {MOST:,}")
    if not header.kinds:
        raise NotationError("no kind of puzzles", expected="one at least")


def _require_plain(entry: Entry, head: bytes) -> None:
    """Raise NotationError for an id that is none, and for what would steer a terminal it is shown on."""
    if not _ID.fullmatch(entry.id):
        raise NotationError(
            f"id {shown(entry.id, _NEAR)}", expected="16 hexadecimal digits", column=_place_of("id", head)
        )
    for name, text in (
        ("kind", entry.kind),
        ("goal", entry.goal),
        ("link", entry.link),
        ("solution", "".join(entry.solution)),
        ("position", entry.position.replace("\n", "")),
    ):
        if found := _CONTROL.search(text):
            raise NotationError(
                f"the control character {found[0]!r} in {name}",
                expected="letters, digits, signs",
                column=_place_of(name, head),
            )


def _typed(kind: type[T], head: bytes) -> T:
    """Return a line as what it should be, written as it should be. Raises NotationError with a column."""
    try:
        found = msgspec.json.decode(head + b"}", type=kind)
    except msgspec.ValidationError as error:
        problem, column = _misplaced(str(error), head)
        raise NotationError(problem, expected="the fields of a pack", column=column) from None
    written = content(found)[:-1]
    if written != head:
        # Other spellings, and fields named twice, may be read otherwise elsewhere.
        place = next(
            (i for i, (a, b) in enumerate(zip(written, head, strict=False)) if a != b),
            min(len(written), len(head)),
        )
        read, expected = (
            shown(text[place:].decode("utf-8", "replace"), _NEAR) for text in (head + b",", written + b",")
        )
        raise NotationError(read, expected=expected, column=_column(head, place))
    return found


def _misplaced(error: str, head: bytes) -> tuple[str, int | None]:
    """Return what a message of msgspec says is wrong, and the column of the field it names."""
    problem = error.partition(" - at ")[0]
    path = _PATH.search(error)
    names = _FIELD.findall(error) or (re.findall("[a-z_]+", path[1]) if path else [])
    return problem[:1].lower() + problem[1:], _place_of(names[-1], head) if names else None


def _place_of(name: str, head: bytes) -> int | None:
    """Return the column of a field in a line, None where it is not there."""
    place = head.find(b'"%s":' % name.encode())
    return _column(head, place) if place >= 0 else None
