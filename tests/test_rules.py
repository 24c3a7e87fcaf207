"""Every numbered rule of every game is held by a test, and every mark on a test names a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from quadrangle.core.errors import NotationError
from quadrangle.engines.academy.rulings import AcademyRulings
from quadrangle.engines.campus.rulings import CampusRulings
from quadrangle.engines.leaves.rulings import LeavesRulings
from quadrangle.engines.rules import Rule, games, parse_rules, rules
from quadrangle.engines.rulings import Rulings

TESTS = Path(__file__).parent
RULINGS: dict[str, type[Rulings]] = {
    "academy": AcademyRulings,
    "campus": CampusRulings,
    "leaves": LeavesRulings,
}
FORM = 'expected @pytest.mark.rule("game", number, …)'


class Claim(NamedTuple):
    """A test says that it holds a rule."""

    game: str
    number: int
    test: str


def is_mark(node: ast.AST) -> bool:
    """Tell whether a piece of code is `pytest.mark.rule`."""
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "pytest.mark.rule"


def marks(node: ast.AST) -> list[ast.expr]:
    """Return each `pytest.mark.rule` in a piece of code, called or not."""
    return [inner for inner in ast.walk(node) if isinstance(inner, ast.Attribute) and is_mark(inner)]


def claims(source: str, name: str) -> Iterator[Claim]:
    """Yield what the tests of one file claim. Raises ValueError for a mark that claims nothing."""
    module = ast.parse(source)
    counted = 0
    for test in module.body:
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test"):
            for decorator in test.decorator_list:
                counted += len(marks(decorator))
                yield from claims_of_decorator(decorator, f"{name}::{test.name}")
    if counted != len(marks(module)):
        raise ValueError(f"{name} has a rule mark that is on no test; {FORM} on a test function")


def claims_of_decorator(decorator: ast.expr, test: str) -> Iterator[Claim]:
    """Yield what one decorator claims: a mark itself, or the marks of some of its parameters."""
    calls = [node for node in ast.walk(decorator) if isinstance(node, ast.Call) and is_mark(node.func)]
    if len(calls) != len(marks(decorator)):
        raise ValueError(f"{test}: a rule mark names no rule; {FORM}")
    for call in calls:
        game, *numbers = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args] or [None]
        if not isinstance(game, str) or not numbers or call.keywords:
            raise ValueError(f"{test}: {ast.unparse(call)}; {FORM}")
        for number in numbers:
            if type(number) is not int:
                raise ValueError(f"{test}: {ast.unparse(call)}; {FORM}")
            yield Claim(game, number, test)


def all_claims() -> list[Claim]:
    return [
        claim
        for path in sorted(TESTS.glob("test_*.py"))
        for claim in claims(path.read_text(encoding="utf-8"), path.name)
    ]


@pytest.mark.parametrize("game", games())
def test_every_rule_has_a_test(game: str) -> None:
    claimed = {claim.number for claim in all_claims() if claim.game == game}
    missing = [f"{rule.number}. {rule.text}" for rule in rules(game) if rule.number not in claimed]
    assert not missing, f"{len(missing)} rules of {game} are held by no test:\n" + "\n".join(missing)


def test_every_mark_names_a_rule() -> None:
    known = {(game, rule.number) for game in games() for rule in rules(game)}
    lost = [claim for claim in all_claims() if (claim.game, claim.number) not in known]
    assert not lost, "\n".join(f"{claim.test} claims rule {claim.number} of {claim.game}" for claim in lost)


@pytest.mark.parametrize("game", games())
def test_rules_are_numbered_from_1_without_gaps(game: str) -> None:
    numbers = [rule.number for rule in rules(game)]
    assert numbers
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", games())
def test_no_rule_is_said_twice(game: str) -> None:
    texts = [rule.text for rule in rules(game)]
    assert len(set(texts)) == len(texts)


def test_every_game_with_rules_has_rulings() -> None:
    assert tuple(RULINGS) == games()


@pytest.mark.parametrize("game", RULINGS)
def test_the_rulings_are_listed_with_their_choices(game: str) -> None:
    listed = {}
    for rule in rules(game):
        if rule.section.startswith("Ruling on "):
            choices, _, reason = re.sub(r" \([^)]*\)", "", rule.text).partition(". ")
            name, *values = re.findall(r"`([^`]+)`", choices)
            assert reason, f"rule {rule.number} gives no reason"
            listed[name] = tuple(values)
    assert list(listed.items()) == [(name, row.choices) for name, row in RULINGS[game].rows().items()]


def test_leaves_has_rules() -> None:
    assert "leaves" in games()
    assert rules("leaves")[0] == Rule(1, "There are 27 Leaf Cards.", "Components", "Components")


@pytest.mark.parametrize("name", ["", "chess", "bots", ".", "..", "../engines/leaves", "LEAVES"])
def test_only_games_with_rules_are_read(name: str) -> None:
    with pytest.raises(NotationError, match=r"is no game with rules; expected .*leaves"):
        rules(name)


TEXT = """\
# The rules of a game

Words before the rules: 3. is no item here.

| phase | rules |
|---|---|
| `DEAL` | 1. |

## Cards

1. A card has `two` *sides*. *(Components)*
2. One that runs on
   over a second line,
   and a third. *(Set-up: first
   part)*

Words between.
## Play
3. Last. *(Play)*"""


def test_a_rule_is_a_numbered_item_with_its_section() -> None:
    assert parse_rules(TEXT) == (
        Rule(1, "A card has `two` *sides*.", "Components", "Cards"),
        Rule(2, "One that runs on over a second line, and a third.", "Set-up: first part", "Cards"),
        Rule(3, "Last.", "Play", "Play"),
    )
    assert parse_rules("No rules here.\n") == ()


@pytest.mark.parametrize(
    "item", ["2. No section.", "2. (Not in italics)", "2. *(No words)*", "2. *()* ", "2. "]
)
def test_a_rule_without_words_or_section_is_refused(item: str) -> None:
    with pytest.raises(NotationError, match=r"^line 2: '2\..*' names no section; expected"):
        parse_rules(f"1. One. *(Play)*\n{item}\n3. Three. *(Play)*\n")


CLAIMING = """
import pytest

@pytest.mark.rule("leaves", 3, 4)
@pytest.mark.slow
def test_two():
    pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("campus", 1))])
@pytest.mark.rule("leaves", 5)
def test_some(n):
    pass

# @pytest.mark.rule("leaves", 6)
TEXT = '@pytest.mark.rule("leaves", 7)'
"""


def test_marks_on_tests_are_found_and_text_that_looks_like_them_is_not() -> None:
    assert list(claims(CLAIMING, "test_x.py")) == [
        Claim("leaves", 3, "test_x.py::test_two"),
        Claim("leaves", 4, "test_x.py::test_two"),
        Claim("campus", 1, "test_x.py::test_some"),
        Claim("leaves", 5, "test_x.py::test_some"),
    ]


@pytest.mark.parametrize(
    "mark",
    [
        "rule",
        "rule()",
        "rule('leaves')",
        "rule(3)",
        "rule('leaves', '3')",
        "rule('leaves', n)",
        "rule('leaves', True)",
        "rule('leaves', *range(9))",
        "rule('leaves', 3, why='it does')",
    ],
)
def test_a_mark_that_names_no_rule_is_refused(mark: str) -> None:
    with pytest.raises(ValueError, match=r"^test_x.py::test_one: .*expected @pytest"):
        list(claims(f"@pytest.mark.{mark}\ndef test_one(): pass\n", "test_x.py"))


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.rule('leaves', 3)\ndef helper(): pass\n",
        "def test_one():\n    @pytest.mark.rule('leaves', 3)\n    def test_inner(): pass\n",
        "held = pytest.mark.rule('leaves', 3)\n",
    ],
)
def test_a_mark_that_is_on_no_test_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="has a rule mark that is on no test"):
        list(claims(source, "test_x.py"))
