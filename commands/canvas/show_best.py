"""Printing the best placement on a canvas."""

from __future__ import annotations

from fractions import Fraction

from ...core.budget import Result
from ...core.documents.canvas import CanvasBest, CanvasChoice, CanvasPlacement
from ...solvers.canvas import Goal
from ...solvers.canvas.best_answers import Best
from ..say import say
from . import show, words
from .answers_best import Question, afterwards


def best(asked: Question, result: Result[Best], document: CanvasBest) -> None:
    """Print the best placements, what they are worth, and how the round goes on where that is known."""
    found = result.value
    first = document.choices[0]
    canvas, mask, origin = afterwards(asked, found, found.best.placement)
    show.canvas(canvas, mask, origin)
    say(f"{document.player} lays {placed(first.placement)} ([ ] above).")
    say(_worth(document, first))
    if len(document.choices) > 1:
        say(_gain(document))
        print_choices(document)
    if len(document.line) > 1:
        say("How the round goes on when everybody places best:")
        for number, step in enumerate(document.line, 1):
            drawn = "" if step.drawn is None else f", then draws {step.drawn}"
            say(f"{number:3}. {step.player} lays {placed(step.placement)}{drawn}", hanging=5)
    say(_played_for(document))
    inspired = any(asked.inspirations)
    things = "kinds of cards, goals and Inspirations" if inspired else "kinds of cards and goals"
    told = words.reconstructed(document.reconstructed, document.of, things)
    if told:
        say(told)


def placed(laid: CanvasPlacement) -> str:
    """Say a placement: the card as it lies, and where: at its upper left quadrant, or beside a card."""
    if laid.at == "the first card":
        return f"{laid.card} in {laid.orientation} as the first card"
    if " of " in laid.at or laid.at.startswith(("above", "below")):
        side, _, cell = laid.at.rpartition(" ")
        return f"{laid.card} {side} the card at {cell}"
    return f"{laid.card} at {laid.at}"


def _worth(document: CanvasBest, first: CanvasChoice) -> str:
    margin = _number(first.value)
    if document.how == "exact" or first.interval is None:
        return f"Expected margin at the end of the round: {margin}, exact."
    low, high = (f"{end:+.2f}" for end in first.interval)
    return f"Expected margin at the end of the round: about {margin}, 95 % interval {low} to {high}."


def _gain(document: CanvasBest) -> str:
    first, second = document.choices[0], document.choices[1]
    gain = _value(first.value) - _value(second.value)
    if gain == 0:
        return "The next best placement is worth as much."
    if first.interval and second.interval and second.interval[1] > first.interval[0]:
        return (
            f"That is about {float(gain):.2f} more than the next best one, less than the estimates can tell."
        )
    return f"That is {float(gain):.2f} more than the next best one."


def print_choices(document: CanvasBest) -> None:
    """Print the best placements, a line each."""
    names = [placed(choice.placement) for choice in document.choices]
    wide = max(map(len, names))
    for choice, name in zip(document.choices, names, strict=True):
        interval = ""
        if choice.interval is not None:
            interval = f"  ({choice.interval[0]:+.2f} to {choice.interval[1]:+.2f})"
        say(f"  {_number(choice.value):>7}  {name:{wide}}{interval}".rstrip(), hanging=4)
    rest = document.placements - len(document.choices)
    if rest:
        say(f"  ... and {words.plural(rest, 'other placement')} (--top).")


def _played_for(document: CanvasBest) -> str:
    goals = ", ".join(words.goal_name(Goal.parse(name)) for name in document.goals)
    holder = f"{document.pet} holds" if document.pet else "nobody holds"
    return f"Played for: {goals or 'Inspirations alone'}; {holder} the Teacher's Pet."


def _value(value: str | float) -> Fraction | float:
    return Fraction(value) if isinstance(value, str) else value


def _number(value: str | float) -> str:
    """Write a margin with its sign: whole as it is, else to hundredths.

    >>> _number("3/1"), _number("-1/3"), _number(0.25)
    ('+3', '-0.33', '+0.25')
    """
    number = _value(value)
    if isinstance(number, Fraction) and number.denominator == 1:
        return f"{number.numerator:+d}"
    return f"{float(number):+.2f}"
