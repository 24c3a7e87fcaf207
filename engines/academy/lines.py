"""Reading what stands in the lines of a position: one of some words, numbers, parts of a text."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import NotationError
from ...core.notation import shown

DIGITS = 9
"""Of the longest number in a position."""


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
