"""What all text forms share: words with their places, cell names, the texts of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .errors import NotationError


class Word(NamedTuple):
    """One word of a text and where it stands."""

    text: str
    line: int
    """Line, from 1."""
    column: int
    """Column of its first letter, from 1."""


def words(text: str, separators: str = "") -> Iterator[Word]:
    """Yield the words of `text`, parted by white space and by any of `separators`."""
    for number, line in enumerate(text.splitlines(), 1):
        start = None
        for column, letter in enumerate(line + " ", 1):
            if letter.isspace() or letter in separators:
                if start is not None:
                    yield Word(line[start - 1 : column - 1], number, start)
                start = None
            elif start is None:
                start = column


def cell_name(cell: int, columns: int) -> str:
    """Return the name of a cell counted from 0 in reading order: letter of the column, number of the row.

    >>> cell_name(0, 3), cell_name(5, 3)
    ('a1', 'c2')
    """
    return f"{chr(ord('a') + cell % columns)}{cell // columns + 1}"


def parse_cell(text: str, columns: int, rows: int) -> int:
    """Return the cell named `text`, counted from 0 in reading order. Raises NotationError."""
    if len(text) == 2 and text.isascii():
        column, row = ord(text[0]) - ord("a"), ord(text[1]) - ord("1")
        if 0 <= column < columns and 0 <= row < rows:
            return row * columns + column
    last = cell_name(columns * rows - 1, columns)
    raise NotationError(f"{text!r} is not a cell", expected=f"a letter and a number from a1 to {last}")


def decode(data: bytes, source: str = "") -> str:
    """Return the text of a file's bytes: UTF-8, with or without a byte-order mark, any line ends.

    Raises NotationError when they are not text.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(
            f"byte {error.start + 1} is not UTF-8", expected="a text", line=line, source=source
        ) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotationError("holds a zero byte", expected="a text", line=line, source=source)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown(text: str, limit: int = 40) -> str:
    """Return `text` quoted for an error message, shortened and on one line whatever it holds."""
    return repr(text) if len(text) <= limit else repr(text[:limit]) + "…"


def listed(items: Iterable[object]) -> str:
    """Return items as a person lists them: `a, b and c`."""
    texts = [str(item) for item in items]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
