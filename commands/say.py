"""Printing lines for a person."""

from __future__ import annotations

import sys

import click


def say(text: str, hanging: int = 0) -> None:
    """Print a line, broken between words where the terminal is narrower; a pipe gets it whole."""
    if sys.stdout.isatty():
        import shutil
        import textwrap

        width = max(20, shutil.get_terminal_size().columns)
        text = textwrap.fill(text, width, subsequent_indent=" " * hanging)
    click.echo(text)
