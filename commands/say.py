"""Printing lines for a person, documents, and pictures."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click
import msgspec

Found = TypeVar("Found", bound=msgspec.Struct)

_PLAIN = str.maketrans({"±": "+/-", "★": "*"})


def say(text: str, hanging: int = 0) -> None:
    """Print a line, broken between words where the terminal is narrower; a pipe gets it whole."""
    if in_ascii():
        text = text.translate(_PLAIN).encode("ascii", "replace").decode("ascii")
    if sys.stdout.isatty():
        import shutil
        import textwrap

        width = max(20, shutil.get_terminal_size().columns)
        text = textwrap.fill(text, width, subsequent_indent=" " * hanging)
    click.echo(text)


def in_colour() -> bool:
    """Return whether what is printed is to have colours: as asked, else where a terminal shows them."""
    wanted = click.get_current_context().color
    if wanted is not None:
        return wanted
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def in_ascii() -> bool:
    """Return whether only ASCII can be printed."""
    return not (sys.stdout.encoding or "").lower().startswith("utf")


def answer(found: Found, as_json: bool, say: Callable[[Found], None]) -> None:
    """Print a document as JSON if that was asked for, else in words."""
    from ..core.documents import dump

    if as_json:
        click.echo(dump(found))
    else:
        say(found)


def write_picture(picture: str, path: Path) -> None:
    """Write a picture to a file, or to standard output for `-`. Raises FileError."""
    from ..core.work import write_atomic

    if str(path) == "-":
        sys.stdout.buffer.write(picture.encode())  # the picture says that it is UTF-8
    else:
        write_atomic(path, picture.encode())
