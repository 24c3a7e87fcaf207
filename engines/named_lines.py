"""Reading a position written as lines `name: value`, as every game of several parts writes it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from ..core.errors import NotationError
from ..core.notation import shown


class NamedLines:
    """The lines `name: value` of a text, taken one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        if self._lines and not self._lines[-1]:
            self._lines.pop()
        self._at = 0

    def one(self, name: str, read: Callable[[str], Any], default: Any = None) -> Any:
        """Return the value of the next line if it has this name, else the default. Raises NotationError."""
        line = self._lines[self._at] if self._at < len(self._lines) else ""
        if not line.startswith(f"{name}: "):
            if default is None:
                raise NotationError(f"{shown(line)}", expected=f"a line `{name}: …`", line=self._at + 1)
            return default
        self._at += 1
        try:
            return read(line[len(name) + 2 :])
        except NotationError as error:
            raise error.at(line=self._at) from None

    def end(self) -> None:
        """Raise NotationError when lines are left."""
        if self._at < len(self._lines):
            raise NotationError(
                f"{shown(self._lines[self._at])} has no place here",
                expected="the lines of a position in their order",
                line=self._at + 1,
            )


def require_canonical(text: str, written: str) -> None:
    """Raise NotationError at the first line in which a text is not as what was read from it is written."""
    lines = zip_longest(text.removesuffix("\n").split("\n"), written.split("\n"), fillvalue="")
    for number, (read, expected) in enumerate(lines, 1):
        if read != expected:
            raise NotationError(f"{shown(read)} is not canonical", expected=shown(expected), line=number)
