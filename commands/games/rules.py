"""`quadrangle rules`: the numbered rules of a game, and what is ruled where they are silent."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..options import as_json
from ..say import say
from . import options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...core.documents.play import RuleLine, Rules, RulingLine

_NUMBERS = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


@click.command(
    "rules",
    short_help="Look up the rules of a game, and the rulings in force.",
    epilog="""\b
For example:
  quadrangle rules leaves             all of them
  quadrangle rules leaves 39 41-43    these
  quadrangle rules leaves breeze      those with a word
""",
)
@options.game
@click.argument("asked", nargs=-1, metavar="[NUMBER|WORD]...")
@options.ruling
@options.rulings_file
@as_json
def command(
    game: str, asked: tuple[str, ...], settings: tuple[str, ...], rulings: Path | None, as_json: bool
) -> int:
    """Print the numbered rules of GAME and the rulings in force, or those with a number or all the words.

    Exit code 1: no rule and no ruling has the words.
    """
    from ...core.documents import dump
    from ...core.documents.play import Rules
    from ...engines.rules import rules

    in_force = options.the_rulings(game, settings, rulings)
    lines = [_rule_line(rule) for rule in rules(game)]
    ruled = [_ruling_line(name, row, in_force) for name, row in type(in_force).rows().items()]
    if asked and all(_NUMBERS.fullmatch(word) for word in asked):
        lines, ruled = _numbered(lines, asked), []
    elif asked:
        has_words = _search(asked)
        lines = [rule for rule in lines if has_words(f"{rule.heading} {rule.section} {rule.text}")]
        ruled = [row for row in ruled if has_words(_ruling_text(row))]
    answer = Rules(game=game, asked=list(asked), rules=lines, rulings=ruled)
    if as_json:
        click.echo(dump(answer))
    else:
        _show(answer)
    return 0 if lines or ruled else 1


def _rule_line(rule: object) -> RuleLine:
    from ...core.documents.play import RuleLine
    from ...engines.rules import Rule

    assert isinstance(rule, Rule)
    return RuleLine(number=rule.number, heading=rule.heading, section=rule.section, text=rule.text)


def _ruling_line(name: str, row: object, in_force: object) -> RulingLine:
    from ...core.documents.play import RulingLine
    from ...engines.rulings import Ruling

    assert isinstance(row, Ruling)
    value: str = getattr(in_force, name)
    return RulingLine(
        name=name,
        value=value,
        default=row.choices[0],
        choices=list(row.choices),
        changed=value != row.choices[0],
        affects=row.affects,
        reason=row.reason,
    )


def _ruling_text(row: RulingLine) -> str:
    return " ".join([row.name, row.name.replace("_", " "), row.value, *row.choices, row.affects, row.reason])


def _numbered(lines: list[RuleLine], asked: Sequence[str]) -> list[RuleLine]:
    """Return the rules with some numbers, or numbers from one to another. Raises NotationError."""
    from ...core.errors import NotationError

    by_number = {rule.number: rule for rule in lines}
    wanted: set[int] = set()
    for word in asked:
        first, last = (int(end) for end in (word.split("-") * 2)[:2])
        if not (first in by_number and last in by_number and first <= last):
            raise NotationError(
                f"no rule {word}", expected=f"numbers from {min(by_number)} to {max(by_number)}"
            )
        wanted.update(range(first, last + 1))
    return [rule for number, rule in by_number.items() if number in wanted]


def _search(asked: Sequence[str]) -> Callable[[str], bool]:
    """Return whether a text has all of some words, or beginnings of words, in either case."""
    patterns = [
        re.compile(rf"(?<![^\W_]){re.escape(' '.join(word.split()))}", re.IGNORECASE) for word in asked
    ]
    return lambda text: all(pattern.search(text) for pattern in patterns)


def _show(answer: Rules) -> None:
    heading = ""
    for rule in answer.rules:
        if rule.heading != heading:
            if heading:
                say("")
            heading = rule.heading
            _head(heading)
        say(f"{rule.number:3}. {rule.text} ({rule.section})", hanging=5)
    if answer.rulings:
        if answer.rules:
            say("")
        _head("Rulings in force")
        changed = sum(row.changed for row in answer.rulings)
        if changed:
            say(f"* marks what was changed: {changed} of {len(answer.rulings)}.", hanging=2)
        for row in answer.rulings:
            _show_ruling(row)
    if not answer.rules and not answer.rulings:
        say(f"Nothing in the rules of {answer.game} has {' and '.join(map(repr, answer.asked))}.", hanging=2)


def _show_ruling(row: RulingLine) -> None:
    say("")
    mark = "*" if row.changed else " "
    by_default = f" (by default {row.default})" if row.changed else ""
    say(f"{mark} {row.name}={row.value}{by_default}", hanging=4)
    others = [choice for choice in row.choices if choice != row.value]
    if others:
        say(f"    or {', '.join(others)}", hanging=7)
    say(f"    {row.reason} Affects: {row.affects}.", hanging=4)


def _head(text: str) -> None:
    click.echo(click.style(text, bold=True))
