"""Printing lines for a person."""

from __future__ import annotations

import os
import sys

import click

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
