"""What is in a game's box, each entry with its source: `components.toml`, or a reader's own copy."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from ..core.errors import ComponentError
from ..core.notation import listed

Source = Literal["printed", "published", "reconstructed"]
"""Where an entry comes from: the rulebook, another public source, or nothing but a guess that plays."""

SOURCES: tuple[Source, ...] = ("printed", "published", "reconstructed")

C = TypeVar("C", bound="Components")

Count = Annotated[int, Meta(ge=0, le=1000)]


class Entry(Struct, frozen=True):
    """One component, or one kind of it, as it is shown to a person."""

    group: str
    text: str
    source: Source


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the entries of `components.toml`: values, and last the `source` they come from."""

    def fault(self) -> tuple[str, str, str]:
        """Return which value can be none, why, and what was expected; three empty texts where all can."""
        return "", "", ""


class Components(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of every game's components; a game adds its tables and what must hold between them."""

    name: ClassVar[str]
    """Name of the game, as in `format`."""
    latest: ClassVar[int] = 1

    format: str
    version: int

    def entries(self) -> Iterator[Entry]:
        """Yield every entry."""
        raise NotImplementedError

    def fault(self) -> str:
        """Return why nothing can be played with these, in words; empty when it can."""
        raise NotImplementedError

    @classmethod
    def parse(cls: type[C], text: str, source: str) -> C:
        """Return the components in a TOML text. Raises ComponentError: where, and what was expected."""
        try:
            found = msgspec.convert(tomllib.loads(text), cls)
        except tomllib.TOMLDecodeError as error:
            raise ComponentError(f"{source}: not TOML: {error}") from None
        except msgspec.ValidationError as error:
            raise ComponentError(f"{source}: {error}") from None
        except (RecursionError, ValueError):
            raise ComponentError(f"{source}: not TOML: a value is too deep or too long") from None
        wanted = f"quadrangle {cls.name} components"
        if found.format != wanted:
            raise ComponentError(f"{source}: its format is {found.format!r}; expected {wanted!r}")
        if found.version != cls.latest:
            raise ComponentError(f"{source}: its version is {found.version}; expected {cls.latest}")
        fault = found.fault()
        if fault:
            raise ComponentError(f"{source}: {fault}")
        return found

    @classmethod
    def read(cls: type[C], path: Path) -> C:
        """Return the components in a file. Raises ComponentError."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ComponentError(f"{path}: cannot be read ({error.strerror or error})") from None
        try:
            return cls.parse(data.decode("utf-8-sig"), str(path))
        except UnicodeDecodeError as error:
            raise ComponentError(f"{path}: byte {error.start + 1} is not UTF-8") from None

    @property
    def digest(self) -> str:
        """Sixteen hex digits that tell these components from any others."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=8).hexdigest()

    @property
    def reconstructed(self) -> bool:
        """Whether any entry is a reconstruction."""
        return any(entry.source == "reconstructed" for entry in self.entries())


def by_source(components: Components) -> dict[Source, int]:
    """Return how many entries come from each source."""
    counts = dict.fromkeys(SOURCES, 0)
    for entry in components.entries():
        counts[entry.source] += 1
    return counts


def told_sources(components: Components) -> str:
    """Return the counts in words, such as `27 printed and 2 reconstructed`."""
    return listed(f"{count} {source}" for source, count in by_source(components).items() if count)
