"""The lines `name: value` of a text, read one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import NotationError
from ...core.notation import shown

DIGITS = 9
"""Of the longest number in a position."""


class Lines:
    """The lines of a text, taken in their order."""

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


def choice(words: tuple[str, ...], what: str) -> Callable[[str], int]:
    """Return what reads one of some words as its number."""

    def read(text: str) -> int:
        if text not in words:
            raise NotationError(f"{shown(text)} is no {what}", expected=" or ".join(words))
        return words.index(text)

    return read


def whole(text: str) -> int:
    """Return a whole number, 0 or more. Raises NotationError."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise NotationError(f"{shown(text)} is not a number", expected="a whole number, 0 or more")
    return int(text)


def wholes(text: str) -> tuple[int, ...]:
    """Return whole numbers with a blank between two. Raises NotationError."""
    return tuple(map(whole, text.split(" ")))


def all_words(text: str, count: int, example: str) -> list[str]:
    """Return so many parts of a text, the last of which may hold blanks. Raises NotationError."""
    found = text.split(" ", count - 1)
    if len(found) != count:
        raise NotationError(f"{shown(text)}", expected=f"a text such as {example}")
    return found
