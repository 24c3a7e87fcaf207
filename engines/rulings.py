"""Rulings: what a game does where its rulebook is ambiguous or silent, as named choices with a default."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from ..core.errors import NotationError
from ..core.notation import listed, shown

R = TypeVar("R", bound="Rulings")

_PLACE = re.compile(r"[A-Z]{2,}")
"""Stands in a choice for a number: NUMBER for a whole one from 1 on, SECONDS for one like 2 or 0.75."""
_NUMBERS = {"NUMBER": r"[1-9][0-9]{0,8}", "SECONDS": r"(?:0|[1-9][0-9]{0,4})(?:\.[0-9]{1,3})?"}


class Ruling(Struct, frozen=True):
    """One field of a game's `Rulings`: what may be chosen, and why it is a matter of choice."""

    choices: tuple[str, ...]
    """The default first; NUMBER and SECONDS stand for a number. A single choice is a fixed ruling."""
    reason: str
    affects: str

    def allows(self, value: str) -> bool:
        """Return whether a value is one of the choices."""
        return any(_pattern(choice).fullmatch(value) for choice in self.choices)


@functools.cache
def _pattern(choice: str) -> re.Pattern[str]:
    parts = re.split(f"({_PLACE.pattern})", choice)
    return re.compile("".join(_NUMBERS.get(part) or re.escape(part) for part in parts))


class Rulings(Struct, frozen=True, kw_only=True):
    """Base of every game's rulings: fields are texts, each annotated with its `Ruling`."""

    def __post_init__(self) -> None:
        for name, row in type(self).rows().items():
            value = getattr(self, name)
            if not row.allows(value):
                raise NotationError(
                    f"the ruling {name}={value}", expected=f"{name}={' or '.join(row.choices)}"
                )

    @classmethod
    def rows(cls) -> Mapping[str, Ruling]:
        """Return what is known of each field, in their order."""
        return _rows(cls)

    @classmethod
    def parse(cls: type[R], settings: Iterable[str], base: R | None = None) -> R:
        """Return rulings with the settings `NAME=VALUE`, the others as in `base` or by default.

        Raises NotationError naming what may be chosen.
        """
        found: dict[str, str] = {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            name = name.strip()
            if not equals:
                raise NotationError(f"the ruling {shown(setting)}", expected="NAME=VALUE")
            if name in found:
                raise NotationError(f"the ruling {name} set twice", expected="every ruling at most once")
            found[name] = value.strip()
        return cls._from(found, base)

    @classmethod
    def read(cls: type[R], text: str, source: str = "") -> R:
        """Return the rulings of a TOML file of lines `name = "value"`. Raises NotationError."""
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise NotationError(
                f"not TOML: {error}", expected='lines such as name = "value"', source=source
            ) from None
        except (RecursionError, ValueError):
            raise NotationError(
                "not TOML: a value is too deep or too long",
                expected='lines such as name = "value"',
                source=source,
            ) from None
        values = {}
        for name, value in found.items():
            if isinstance(value, bool) or not isinstance(value, str | int | float):
                raise NotationError(
                    f"the ruling {name} is no text or number", expected='name = "value"', source=source
                )
            values[name] = str(value)
        try:
            return cls._from(values, None)
        except NotationError as error:
            raise error.at(source=source) from None

    @classmethod
    def _from(cls: type[R], found: Mapping[str, str], base: R | None) -> R:
        for name in found:
            if name not in cls.rows():
                raise NotationError(f"no ruling is called {shown(name)}", expected=listed(cls.rows()))
        return msgspec.structs.replace(base if base is not None else cls(), **found)

    @property
    def values(self) -> dict[str, str]:
        """Every ruling with its value."""
        return {name: getattr(self, name) for name in type(self).rows()}

    @property
    def changed(self) -> dict[str, str]:
        """The rulings that are not at their default."""
        rows = type(self).rows()
        return {name: value for name, value in self.values.items() if value != rows[name].choices[0]}


@functools.cache
def _rows(kind: type[Rulings]) -> dict[str, Ruling]:
    rows = {}
    for name, hint in get_type_hints(kind, include_extras=True).items():
        if get_origin(hint) is Annotated:
            rows[name] = next(part for part in get_args(hint) if isinstance(part, Ruling))
    return rows


def milliseconds(value: str) -> int:
    """Return a SECONDS of a ruling as whole milliseconds."""
    whole, _, rest = value.partition(".")
    return 1000 * int(whole) + int(rest.ljust(3, "0"))
