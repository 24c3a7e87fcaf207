"""Printing the best move of a Campus roll, the value of a board, and a finished table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click

from ...core.documents import CampusBest, CampusTable, CampusValue, dump
from ...solvers.campus import Board, Rules
from ...solvers.campus.best_answers import Best, Choice, Objective, Valued, Worth
from ..say import say
from . import show, words


def best(found: Best, document: CampusBest, as_json: bool) -> None:
    """Print the best move of a roll as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    choice = found.best
    if choice is None:
        show.board(found.board)
        why = "There is nothing to do" if document.clear else "The turn is lost"
        say(f"{why}: {document.reason}.")
        return
    tiles = choice.outcome.tiles
    show.board(found.board, tiles, choice.outcome.down & ~tiles)
    if document.dead:
        say(words.DEAD_RELAXED)
    say(words.turned(found))
    for number, step in enumerate(found.steps, 1):
        say(f"{number:3}. {words.step(found.board, step)}", hanging=5)
    for line in words.best(found):
        say(line)
    if len(found.choices) > 1:
        click.echo()
        _choices(found, found.choices[: 1 + len(document.alternatives)])
    _note(document.how, document.error)


def _choices(found: Best, listed: Sequence[Choice]) -> None:
    """Print the best moves, a line each: what they are worth, what goes down, the next turn lost."""
    measure = _MEASURES[found.objective]
    turned = [str(choice.outcome.move) for choice in listed]
    worths = [_worth(choice.worth, found.objective) for choice in listed]
    wide, worth_wide = max(map(len, [*turned, "turned"])), max(map(len, [*worths, measure]))
    chances = any(choice.worth.chance is not None for choice in listed)
    head = f"{measure:>{worth_wide}}  {'cleared  ' if chances else ''}down  {'turned':{wide}}  next turn lost"
    say(head, hanging=4)
    for choice, cells, worth in zip(listed, turned, worths, strict=True):
        cleared = f"{words.chance(choice.worth.chance or 0):>7}  " if chances else ""
        also = f"  (+{choice.also} alike)" if choice.also else ""
        say(
            f"{worth:>{worth_wide}}  {cleared}{choice.outcome.down.bit_count():4}  {cells:{wide}}  "
            f"{words.chance(choice.loss)}{also}",
            hanging=4,
        )
    rest = len(found.choices) - len(listed)
    if rest:
        say(f"... and {words.plural(rest, 'other board')} that can be reached.")


_MEASURES = {"turns": "turns left", "points": "points", "race": "first"}


def _worth(worth: Worth, objective: Objective) -> str:
    say_it = words.chance if objective == "race" else words.amount
    if worth.is_exact or math.isinf(worth.value):
        return say_it(worth.value)
    return f"{say_it(worth.value)} ({say_it(worth.low)} to {say_it(worth.high)})"


def _note(how: str, error: float) -> None:
    if how in ("table", "file") and error:
        say(words.rounding(error))


def value(board: Board, found: Valued, document: CampusValue, as_json: bool) -> None:
    """Print what a board is worth as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    show.board(board)
    if document.clear:
        say(f"There is nothing left to do: {words.CLEAR}.")
        return
    if document.dead:
        say(words.DEAD_RELAXED)
    for line in words.value(found):
        say(line)
    say(words.next_loss(Fraction(document.loss)))
    _note(document.how, document.error)


def table(document: CampusTable, as_json: bool) -> None:
    """Print what a finished table holds as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    if document.value is not None:
        say(f"On average {document.value:.6f} own turns, played as well as possible.")
    size = words.size(document.bytes)
    say(f"{words.plural(document.positions, 'position')} in {document.file}, {size}.")


def nothing_to_solve() -> None:
    """Say that there is no table to make."""
    say(f"There is nothing to work out: {words.CLEAR}.")


def draw(found: Best, rules: Rules, path: Path) -> None:
    """Write a picture of the best move to a file, or of the board where there is none. Raises FileError."""
    from ...render.campus import board_svg, move_svg

    choice = found.best
    if choice is None:
        show.draw(board_svg(found.board), path)
    else:
        show.draw(move_svg(found.board, choice.outcome.move, rules), path)
