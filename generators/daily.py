"""The puzzle of the day: the same one for everybody, from a frozen list that comes with the package.

The list holds a line for each date: the date, the difficulty, and the puzzle as a link. Nothing of it is
made anew, so that a date has the same puzzle, as difficult, in every version and on every machine.
`daily_list` made it.
"""

from __future__ import annotations

import functools
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from msgspec import Struct

from ..core.errors import FileError, NotationError
from ..core.notation import shown
from . import leaves
from .leaves import positions as leaves_positions
from .leaves.grading import goal_of
from .puzzle import LEVELS, Difficulty, Level, Puzzle

FIRST, LAST = date(2026, 1, 1), date(2036, 12, 31)
DAYS = (LAST - FIRST).days + 1
FILE = Path(__file__).parent / "data" / "daily.txt"
_WEEK: tuple[Level, ...] = ("junior", "junior", "senior", "senior", "graduate", "master")
"""Levels from Monday to Saturday; on Sundays there is a solo challenge whose level goes round."""
_SUNDAYS = LEVELS[1:]
_FIELDS = 7


class Day(Struct, frozen=True):
    """What there is on a date."""

    level: Level
    shape: str
    """Of a Leaves puzzle: see its wishes."""


def day_of(when: date) -> Day:
    """Return what kind of puzzle there is on a date.

    >>> day_of(date(2026, 11, 30)), day_of(date(2026, 1, 4))
    (Day(level='junior', shape='challenge'), Day(level='junior', shape='solo'))
    """
    weekday = when.weekday()
    if weekday < len(_WEEK):
        return Day(_WEEK[weekday], "challenge")
    return Day(_SUNDAYS[(when - FIRST).days // 7 % len(_SUNDAYS)], "solo")


def today() -> date:
    """Return the date in UTC."""
    return datetime.now(UTC).date()


def read_date(text: str) -> date:
    """Return the date written as 2026-11-30. Raises NotationError."""
    try:
        when = date.fromisoformat(text)
    except ValueError:
        when = None
    if when is None or when.isoformat() != text:
        raise NotationError(f"{shown(text)} is no date", expected="such as 2026-11-30")
    return when


def puzzle_on(when: date) -> Puzzle:
    """Return the puzzle of a date, with its proof. Raises NotationError for a date off the list."""
    if not FIRST <= when <= LAST:
        raise NotationError(
            f"there is no puzzle for {when.isoformat()}",
            expected=f"a date from {FIRST.isoformat()} to {LAST.isoformat()}",
        )
    link, difficulty = _parsed(_lines()[(when - FIRST).days], when)
    position = leaves.decode(link)
    found = leaves.solve(position)
    assert found.verdict == "yes"
    return Puzzle(
        id=leaves.identify(position),
        kind=leaves.NAME,
        position=position,
        goal=goal_of(leaves_positions.parse(position), difficulty),
        difficulty=difficulty,
        solution=found.value,
        link=link,
    )


def line_of(when: date, puzzle: Puzzle) -> str:
    """Return the line of the list for a date: as `puzzle_on` reads it."""
    hard = puzzle.difficulty
    values = (hard.bits, hard.careful_bits, hard.percentile, hard.solutions, hard.first_mistake)
    told = ["-" if value is None else repr(value) for value in values]
    return " ".join([when.isoformat(), *told, puzzle.link])


@functools.cache
def _lines() -> tuple[str, ...]:
    try:
        lines = tuple(FILE.read_text(encoding="ascii").splitlines())
    except OSError as error:
        raise FileError(f"{FILE}: cannot be read ({error.strerror}); install Quadrangle again") from error
    if len(lines) != DAYS:
        raise FileError(f"{FILE}: damaged ({len(lines)} days, not {DAYS}); install Quadrangle again")
    return lines


def _parsed(line: str, when: date) -> tuple[str, Difficulty]:
    fields = line.split(" ")
    if len(fields) != _FIELDS or fields[0] != when.isoformat():
        raise FileError(f"{FILE}: damaged at {when.isoformat()}; install Quadrangle again")
    _, bits, careful, percentile, solutions, first_mistake, link = fields
    return link, Difficulty(
        bits=float(bits),
        careful_bits=None if careful == "-" else float(careful),
        percentile=float(percentile),
        level=day_of(when).level,
        solutions=int(solutions),
        first_mistake=None if first_mistake == "-" else int(first_mistake),
    )


def dates() -> list[date]:
    """Return every date of the list."""
    return [FIRST + timedelta(days=number) for number in range(DAYS)]
