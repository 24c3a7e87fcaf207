"""Printing the best move of a Campus roll, the value of a board, and a finished table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click

from ...core.documents import dump
from ...core.documents.campus import CampusBest, CampusTable, CampusValue
from ...engines.campus import words as sentences
from ...solvers.campus import Board, Rules
from ...solvers.campus.best_answers import Best, Choice, Valued, Worth
from ..say import say, write_picture
from . import show, words
from .answers_best import Question


def best(found: Best, document: CampusBest, question: Question, as_json: bool) -> None:
    """Print the best move of a roll as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    choice = found.best
    if choice is None:
        show.board(found.board)
        say(sentences.nothing(found, question.rules))
        return
    tiles = choice.outcome.tiles
    show.board(found.board, tiles, choice.outcome.down & ~tiles)
    said = sentences.explained(found, question.rules)
    asked = sentences.asked(found.roll, found.terms)
    if not any(asked in line for line in said):
        say(f"{asked}.")
    # The steps of the chain are counted; they follow on what is turned.
    first = 2 if document.dead else 1
    for place, line in enumerate(said):
        number = place - first + 1
        if 1 <= number <= len(found.steps):
            say(f"{number:3}. {line}", hanging=5)
        else:
            say(line)
    if question.opponent is not None and found.how == "race":
        if question.opponent.is_clear:
            say(sentences.OTHER_CLEAR)
        if question.order.ends == "equal_turns":
            say(sentences.TIES)
    if len(found.choices) > 1:
        click.echo()
        _choices(found, found.choices[: 1 + len(document.alternatives)])


def _choices(found: Best, listed: Sequence[Choice]) -> None:
    """Print the best moves, a line each: what they are worth, what goes down, the next turn lost."""
    measure = _MEASURES[found.objective]
    turned = [str(choice.outcome.move) for choice in listed]
    worths = [_worth(choice.worth, found) for choice in listed]
    wide, worth_wide = max(map(len, [*turned, "turned"])), max(map(len, [*worths, measure]))
    chances = any(choice.worth.chance not in (None, 1) for choice in listed)
    head = f"{measure:>{worth_wide}}  {'cleared  ' if chances else ''}down  {'turned':{wide}}  next lost"
    say(head, hanging=4)
    for choice, cells, worth in zip(listed, turned, worths, strict=True):
        cleared = f"{sentences.percent(choice.worth.chance or 0):>7}  " if chances else ""
        also = f"  (+{choice.also} alike)" if choice.also else ""
        say(
            f"{worth:>{worth_wide}}  {cleared}{choice.outcome.down.bit_count():4}  {cells:{wide}}  "
            f"{sentences.percent(choice.loss):>9}{also}",
            hanging=4,
        )
    rest = len(found.choices) - len(listed)
    if rest:
        say(f"... and {words.plural(rest, 'other board')} that can be reached (--alternatives).")


_MEASURES = {"turns": "turns left", "points": "points", "race": "first"}


def _worth(worth: Worth, found: Best) -> str:
    """Write what a board is worth, with the ends of an interval that can be told from it."""
    if found.how == "static":
        return "?"
    written = sentences.percent if found.objective == "race" else words.turns
    value, low, high = written(worth.value), written(worth.low), written(worth.high)
    if math.isinf(worth.high) and not math.isinf(worth.value):
        return f"about {value}"
    return value if low == value == high or math.isinf(worth.value) else f"{value} ({low} to {high})"


def value(board: Board, found: Valued, document: CampusValue, rules: Rules, as_json: bool) -> None:
    """Print what a board is worth as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    show.board(board)
    say(sentences.value(found))
    if document.clear:
        return
    if found.is_exact and math.isfinite(found.value) and not _is_whole(found.value):
        say(f"In full: {words.in_full(found.value)}.")
    for line in (sentences.spread(found), sentences.dead(board, rules)):
        if line:
            say(line)
    say(sentences.next_loss(Fraction(document.loss)))
    say(sentences.value_proved(found))


def _is_whole(value: Fraction | float) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1


def table(document: CampusTable, as_json: bool) -> None:
    """Print what a finished table holds as JSON or in words."""
    if as_json:
        click.echo(dump(document))
        return
    if document.value is None:
        say(sentences.NEVER)
    elif document.chance is not None and document.chance < 1:
        say(f"The board is cleared with a chance of {sentences.percent(document.chance)} at best.")
        say(f"The games in which it is take {document.value:.6f} own turns on average.")
    else:
        say(f"On average {document.value:.6f} own turns, played as well as possible.")
    size = words.size(document.bytes)
    say(f"{words.plural(document.positions, 'position')} in {document.file}, {size}.")


def nothing_to_solve() -> None:
    """Say that there is no table to make."""
    say(sentences.CLEAR)


def draw(found: Best, rules: Rules, path: Path) -> None:
    """Write a picture of the best move to a file, or of the board where there is none. Raises FileError."""
    from ...render.campus import board_svg, move_svg

    choice = found.best
    if choice is None:
        write_picture(board_svg(found.board), path)
    else:
        write_picture(move_svg(found.board, choice.outcome.move, rules), path)
