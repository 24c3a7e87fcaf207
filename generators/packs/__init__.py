"""A pack of puzzles: a file of JSON Lines, a header and then a puzzle a line; `docs/packs.md` tells more.

Every line ends in `,"digest":"…"}`: the first twelve hexadecimal digits of BLAKE2b over the digest of the
line before it and the line itself up to there. So an altered line does not fit its own digest, and none
can be taken out, put in or moved but at the end, where the count of the header tells.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ..puzzle import Level, Puzzle

__all__ = ["FORMAT", "MOST", "VERSION", "Entry", "Header", "Origin", "Pack", "Wished", "read", "sealed"]

FORMAT = "quadrangle pack"
VERSION = 1
MOST = 1_000_000
"""Puzzles a pack may have."""
LINE_LIMIT = 1 << 18
"""Bytes a line may have."""
SEAL = b',"digest":"'
DIGITS = 12

Wished = bool | int | str | tuple[float, float]
"""What a wish is given in a pack: true, a number, one of its choices, or from and to."""


class Origin(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The run that made puzzles, and what it was asked for."""

    kinds: tuple[str, ...]
    """The kinds of its puzzles."""
    streams: dict[str, int]
    """The number of the stream of each kind."""
    level: Level | None
    """Null for any."""
    wishes: dict[str, Wished]
    count: int
    """How many puzzles were asked for."""
    seed: int | None
    """Null where packs were merged."""
    versions: dict[str, str]
    """What may have shaped the puzzles: Quadrangle, and OR-Tools where it was asked."""


class Header(Origin, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a pack."""

    format: str
    version: int
    merged: tuple[Origin, ...]
    """The runs whose puzzles were merged; none for the pack of one run."""


class Entry(Puzzle, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle in a pack."""

    item: int | None
    """Its number, from 0, in the stream it is from; null where packs were merged."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle alone."""
        return Puzzle(**{name: getattr(self, name) for name in Puzzle.__struct_fields__})


class Pack(NamedTuple):
    """A pack that was read."""

    header: Header
    puzzles: tuple[Puzzle, ...]

    @property
    def is_whole(self) -> bool:
        """Whether all puzzles are there that were asked for."""
        return len(self.puzzles) == self.header.count


def read(path: Path) -> Pack:
    """Return a pack. Raises FileError naming the place of the first thing that is not as it was written."""
    from .reading import scan

    lines = scan(path)
    header = next(lines).header
    return Pack(header, tuple(line.entry.puzzle for line in lines))


def content(line: Header | Entry) -> bytes:
    """Return a line as JSON, its digest left out."""
    if isinstance(line, Header):
        first = {"format": line.format, "version": line.version}
        rest = {name: getattr(line, name) for name in Origin.__struct_fields__}
        return msgspec.json.encode({**first, **rest, "merged": line.merged})
    return msgspec.json.encode(line)


def sealed(line: Header | Entry, before: bytes) -> bytes:
    """Return a line as it stands in the file, without its end, after a line with the digest `before`."""
    head = content(line)[:-1]
    return head + SEAL + digest(head, before) + b'"}'


def digest(head: bytes, before: bytes) -> bytes:
    """Return the digest of a line that begins with `head`; that of the line before the first is empty."""
    return hashlib.blake2b(before + head).hexdigest()[:DIGITS].encode()


def digest_of(line: bytes) -> bytes:
    """Return the digest that a line says it has."""
    return line[-DIGITS - 2 : -2]
