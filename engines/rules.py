r"""The numbered rules of a game, read from the RULES.md of its package.

    >>> from quadrangle.engines.rules import rules
    >>> first = rules("leaves")[0]
    >>> first.number, first.heading, first.section
    (1, 'Components', 'Components')

A rule is a list item that begins with its number and ends with the section it comes from, in
brackets and italics; it may run on over indented lines. Everything else is for people.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from ..core.errors import NotationError
from ..core.notation import listed, shown

_FOLDER = Path(__file__).parent
_FILE = "RULES.md"

_HEADING = re.compile(r"#+ +(?P<heading>.+)")
_START = re.compile(r"(?P<number>\d+)\. +(?P<words>.*)")
_WHOLE = re.compile(r"(?P<text>.+) \*\((?P<section>[^*]+)\)\*")


class Rule(Struct, frozen=True):
    """One numbered line of a RULES.md: a rule of the book, a ruling, or a convention of all games."""

    number: int
    """By which tests and answers name it; from 1 in every game."""
    text: str
    """What it says, on one line."""
    section: str
    """The section of the rulebook it comes from, or what it rules on."""
    heading: str
    """The heading of RULES.md it stands under."""


def games() -> tuple[str, ...]:
    """Return the names of the games that have rules, in the order of the alphabet."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob(f"*/{_FILE}")))


def rules(game_name: str) -> tuple[Rule, ...]:
    """Return the rules of a game in the order of its RULES.md. Raises NotationError for an unknown game."""
    if game_name not in games():
        raise NotationError(f"{shown(game_name)} is no game with rules", expected=listed(games()))
    return parse_rules((_FOLDER / game_name / _FILE).read_text(encoding="utf-8"))


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Return the rules in the text of a RULES.md. Raises NotationError for one that names no section."""
    found: list[Rule] = []
    heading = ""
    item: tuple[int, list[str]] | None = None
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if item and line.startswith(" "):
            item[1].append(line.strip())
            continue
        if item:
            found.append(_rule(item[0], item[1], heading))
            item = None
        if title := _HEADING.fullmatch(line):
            heading = title["heading"].strip()
        elif _START.match(line):
            item = number, [line.strip()]
    return tuple(found)


def _rule(line: int, parts: list[str], heading: str) -> Rule:
    start = _START.fullmatch(" ".join(parts))
    whole = _WHOLE.fullmatch(start["words"]) if start else None
    if start is None or whole is None:
        raise NotationError(
            f"{shown(parts[0])} names no section",
            expected="an item that ends like *(Components)*",
            line=line,
        )
    return Rule(int(start["number"]), whole["text"], whole["section"], heading)
