"""Asking a person for a canvas, row by row."""

from __future__ import annotations

import click

from ...core.errors import NotationError
from ...solvers.canvas import read_canvas
from ...solvers.canvas.canvas import MOST_SIDE
from .given import at_a_terminal


def ask_canvas() -> str:
    """Return the rows of the canvas a person types at the terminal, an empty row at its end.

    Raises NotationError when there is no terminal.
    """
    if not at_a_terminal():
        raise NotationError(
            "no canvas", expected="rows of quadrants as arguments, --file FILE, or - for standard input"
        )
    click.echo("Type the canvas row by row, such as BBRY; a dot is no card; an empty row ends it.", err=True)
    rows: list[str] = []
    while len(rows) < MOST_SIDE:
        row = _prompt(f"Row {len(rows) + 1}").strip()
        if not row:
            if len(rows) % 2 == 0 and rows:
                break
            click.echo("  An even number of rows; expected one more, as a card has two.", err=True)
            continue
        try:
            read_canvas("\n".join([*rows, row] if len(rows) % 2 else [*rows, row, row]))
        except NotationError as error:
            click.echo(f"  {error.problem}; expected {error.expected}", err=True)
            continue
        rows.append(row)
    return "\n".join(rows)


def _prompt(question: str) -> str:
    try:
        answer: str = click.prompt(question, "", err=True, prompt_suffix=": ", show_default=False)
    except click.Abort:
        click.echo(err=True)  # what is said next begins on a line of its own
        raise
    return answer
