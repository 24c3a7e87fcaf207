"""Asking a person for the cards on the table, row by row, offering only cards still possible."""

from __future__ import annotations

import sys

import click

from ...core.errors import NotationError
from ...solvers.leaves.cards import CARDS, Card
from ...solvers.leaves.layout import CENTRE, SIDE, Layout
from ...solvers.leaves.reading import read_cells, read_hand, require_whole


def ask_layout(in_progress: bool, held: tuple[Card, ...] = ()) -> Layout:
    """Return the layout a person types at the terminal, who holds some cards in hand.

    Raises NotationError when there is no terminal.
    """
    if sys.stdin is None or not sys.stdin.isatty():
        raise NotationError(
            "no layout", expected="nine cells as arguments, --file FILE, or - for standard input"
        )
    click.echo("Type the cards row by row, such as 1rb 2yg 3gm; . is an empty cell.", err=True)
    cells: list[Card | None] = []
    while len(cells) < SIDE * SIDE:
        row = len(cells) // SIDE
        click.echo(_possible([*cells, *held]), err=True)
        try:
            answer = _prompt(f"Row {row + 1} (a{row + 1} b{row + 1} c{row + 1})")
            cells += _row(answer, [*cells, *held], len(cells), in_progress)
        except NotationError as error:
            click.echo(f"  {error}", err=True)
    layout = Layout(tuple(cells))
    return layout if in_progress else require_whole(layout)


def ask_hand(puzzle: Layout) -> tuple[Card, ...] | None:
    """Return the hand cards a person types for a puzzle; None when every absent card is meant."""
    while True:
        click.echo(_possible(list(puzzle.cells)), err=True)
        answer = _prompt("Your hand (Enter for all of these)", default="")
        if not answer.strip():
            return None
        try:
            return read_hand(answer, [puzzle])
        except NotationError as error:
            click.echo(f"  {error}", err=True)


def _prompt(question: str, default: str | None = None) -> str:
    try:
        answer: str = click.prompt(question, default, err=True, prompt_suffix=": ", show_default=False)
    except click.Abort:
        click.echo(err=True)  # what is said next begins on a line of its own
        raise
    return answer


def _row(answer: str, taken: list[Card | None], first: int, in_progress: bool) -> list[Card | None]:
    """Return the row typed, whose first cell is `first`; no card of it may be taken already."""
    row = [card for card, _ in read_cells(answer)]
    if len(row) != SIDE:
        raise NotationError(f"{len(row)} cells", expected="three")
    for place, card in enumerate(row, first):
        if card is None and place != CENTRE and not in_progress:
            raise NotationError(
                "only the centre may be empty", expected="three cards; --in-progress for mid-play"
            )
        if card is not None and (card in taken or row.count(card) > 1):
            raise NotationError(
                f"{card} is already on the table or in hand", expected="a card that is still possible"
            )
    return row


def _possible(cells: list[Card | None]) -> str:
    left = [str(card) for card in CARDS if card not in cells]
    lines = [" ".join(left[i : i + 9]) for i in range(0, len(left), 9)]
    return "Still possible:\n  " + "\n  ".join(lines)
