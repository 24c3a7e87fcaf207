"""Where a command's input comes from: its arguments, `--file FILE`, or `-` for standard input."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from ..core.errors import FileError, NotationError
from ..core.notation import decode

LIMIT = 64 * 1024
"""Bytes a single position may take: a thousand times what any needs."""


@dataclass(frozen=True)
class Source:
    """A text and where it came from, for error messages."""

    text: str
    name: str
    """The file, `standard input`, or empty when the text came as arguments."""

    def place(self, error: NotationError) -> NotationError:
        """Return an error found in the text with its place in words a person at the prompt can use."""
        if self.name:
            return error.at(source=self.name)
        where = "" if error.line is None else f"argument {error.line}"
        column = error.column if error.column is not None and error.column > 1 else None
        return NotationError(error.problem, expected=error.expected, column=column, source=where)


def read_source(words: tuple[str, ...], file: Path | None) -> Source | None:
    """Return the text of the arguments, the file or standard input; None when there is none of them.

    Arguments are joined one a line. Raises NotationError or FileError.
    """
    if words and file is not None:
        raise NotationError(f"arguments and --file {file}", expected="one or the other")
    if file is not None and str(file) != "-":
        try:
            with open(file, "rb") as opened:
                return _bounded(opened.read(LIMIT + 1), str(file))
        except OSError as error:
            raise FileError(f"{file}: cannot be read ({error.strerror})") from error
    if words == ("-",) or file is not None:
        return _bounded(b"" if sys.stdin is None else sys.stdin.buffer.read(LIMIT + 1), "standard input")
    return Source("\n".join(words), "") if words else None


def _bounded(data: bytes, name: str) -> Source:
    if len(data) > LIMIT:
        raise NotationError(f"longer than {LIMIT} bytes", expected="one position", source=name)
    return Source(decode(data, name), name)
