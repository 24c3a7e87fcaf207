"""A kind of puzzles whose every verb is a line: a number is to be counted down to 0, in steps of 1.

Its stream has seven puzzles, item 5 being that of item 4 again; seed 99 finds nothing from item 3 on, seed
98 takes its time.
"""

from __future__ import annotations

import importlib.machinery
import sys
import time
import types
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from quadrangle import generators
from quadrangle.core.budget import UNLIMITED, Budget, Result
from quadrangle.core.errors import BudgetSpent, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators.puzzle import Difficulty, Level, Puzzle, puzzle_id
from quadrangle.generators.wishes import Wish, refuse
from quadrangle.render.shapes import Drawing, Label

NAME = "toy"
TITLE = "Countdown"
REMINDER = ("A step takes 1 from the number.",)
NOTE = "Nobody prints these numbers."
STREAM = 3
WISHES = {
    "even": Wish("yes", "the number is even"),
    "odd": Wish("yes", "the number is odd"),
    "range_of": Wish("range", "the number lies there", least=0, most=9),
    "colour": Wish("choice", "the colour of the ink", choices=("red", "blue")),
    "most": Wish("number", "no number above it", least=1, most=9),
}
NUMBERS = (3, 1, 7, 2, 5, 5, 4, 6)


def _require(wishes: dict[str, Any]) -> None:
    if wishes.get("even") and wishes.get("odd"):
        raise refuse(["even", "odd"])


def generate(
    level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Iterator[Puzzle]:
    _require(wishes)
    return (item_of(number, level, seed, budget=budget, **wishes) for number in count())


def item_of(
    number: int, level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Puzzle:
    _require(wishes)
    if seed == 99 and number >= 3:
        raise BudgetSpent(f"puzzle {number + 1}: nothing was found")
    until = time.monotonic() + Rng(seed, number).below(30) / 1000 * (seed == 98)
    meter = budget.start()
    while time.monotonic() < until:
        time.sleep(0.001)
        if meter.spent():
            raise BudgetSpent("spent")
    return puzzle_of(str(NUMBERS[number % len(NUMBERS)]))


def puzzle_of(position: str) -> Puzzle:
    return Puzzle(
        id=identify(position),
        kind=NAME,
        position=position,
        goal=goal(position),
        difficulty=grade(position),
        solution=("minus",) * int(position),
        link=encode(position),
    )


def _number(position: str) -> int:
    if position not in set("123456789"):
        raise NotationError(f"{position!r} is no number", expected="a digit")
    return int(position)


def goal(position: str) -> str:
    return f"Count {_number(position)} down to 0; there is one way."


def grade(position: str) -> Difficulty:
    number = _number(position)
    return Difficulty(
        bits=float(number),
        careful_bits=None if number == 7 else number / 2,
        percentile=10.0 * number,
        level="junior" if number < 5 else "senior",
        solutions=1,
    )


def solve(position: str, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
    return Result("yes", ("minus",) * _number(position))


def check(position: str, steps: tuple[str, ...]) -> str:
    return "" if steps == ("minus",) * _number(position) else f"{len(steps)} steps do not end at 0"


def encode(position: str) -> str:
    return f"toy~{_number(position)}"


def decode(link: str) -> str:
    position = link.removeprefix("toy~")
    _number(position)
    return position


def identify(position: str) -> str:
    return puzzle_id(NAME, str(_number(position)))


def disguises(position: str) -> int:
    return 1


def disguise(position: str, number: int) -> str:
    if number:
        raise ValueError(f"disguise {number}: there is 1, from 0")
    return position


def drawing(position: str) -> Drawing:
    return Drawing(100, 30, (Label(0, 15, f"[{_number(position)}]", 18),), "Countdown", position)


def captions(position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{_number(position) - taken} are left" for taken, _ in enumerate(steps, 1))


def asks_solver(level: Level | None, wishes: dict[str, Any]) -> bool:
    return "colour" in wishes


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this kind one of those there are."""
    name = "quadrangle.generators.toy"
    module = types.ModuleType(name)
    module.__dict__.update({key: value for key, value in globals().items() if not key.startswith("__")})
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(generators, "KINDS", (*generators.KINDS, NAME))
