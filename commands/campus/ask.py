"""Asking a person for a board, row by row, and for a roll."""

from __future__ import annotations

import click

from ...core.errors import NotationError
from ...solvers.campus import Board, Roll, read_board, read_roll
from .given import at_a_terminal, highest_of


def ask_board(size: tuple[int, int] | None) -> Board:
    """Return the board a person types at the terminal; `size` None ends it with an empty row.

    Raises NotationError when there is no terminal.
    """
    if not at_a_terminal():
        raise NotationError(
            "no board", expected="six rows of six tiles as arguments, --file FILE, or - for standard input"
        )
    end = "; an empty row ends the board" if size is None else ""
    click.echo(f"Type the tiles row by row, such as 17 8x s 4 22 9: x is face down, s a star{end}.", err=True)
    rows: list[str] = []
    columns, highest = None if size is None else size[1], highest_of(size)
    while size is None or len(rows) < size[0]:
        answer = _prompt(f"Row {len(rows) + 1}", None if size is not None or not rows else "")
        if not answer.strip():
            break
        try:
            row = _row(answer, columns, highest)
            read_board("\n".join([*rows, row]), None, highest)  # one that grows too large is said at once
        except NotationError as error:
            click.echo(f"  {error}", err=True)
            continue
        columns = len(row.split())
        rows.append(row)
    return read_board("\n".join(rows), size, highest)


def ask_roll() -> Roll:
    """Return the roll a person types. Raises NotationError when there is no terminal."""
    if not at_a_terminal():
        raise NotationError("no roll", expected="--roll with two dice, such as --roll 5+6")
    while True:
        try:
            return read_roll(_prompt("The dice, such as 5+6"))
        except NotationError as error:
            click.echo(f"  {error}", err=True)


def _row(answer: str, columns: int | None, highest: int) -> str:
    """Return a row as it is written canonically. Raises NotationError."""
    row = str(read_board(answer, None, highest))
    if "\n" in row:
        raise NotationError("more than one row", expected="one row at a time")
    count = len(row.split())
    if columns is not None and count != columns:
        raise NotationError(f"{count} tile{'s'[: count != 1]}", expected=f"{columns}")
    return row


def _prompt(question: str, default: str | None = None) -> str:
    try:
        answer: str = click.prompt(question, default, err=True, prompt_suffix=": ", show_default=False)
    except click.Abort:
        click.echo(err=True)  # what is said next begins on a line of its own
        raise
    return answer
