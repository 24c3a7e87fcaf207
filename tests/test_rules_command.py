"""`quadrangle rules`: a look-up of rules by number or word, and the rulings in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import one_line_error, run

from quadrangle.engines import names
from quadrangle.engines.leaves import LeavesRulings
from quadrangle.engines.rules import rules


def numbers(text: str) -> list[int]:
    """Return the numbers of the rules that were printed."""
    return [int(number) for number in re.findall(r"^ *(\d+)\. ", text, re.MULTILINE)]


@pytest.mark.parametrize("game", names())
def test_every_rule_is_printed_under_its_heading(game: str) -> None:
    ran = run("rules", game)
    assert ran.code == 0
    assert numbers(ran.out) == [rule.number for rule in rules(game)]
    lines = ran.out.splitlines()
    for rule in rules(game):
        at = next(
            i
            for i, line in enumerate(lines)
            if line.startswith(f"{rule.number:3}. {rule.text} ({rule.section})")
        )
        heading = next(line for line in reversed(lines[:at]) if not re.match(r" *\d+\.", line))
        assert heading == rule.heading


def test_every_ruling_is_printed_with_its_choices_and_its_reason() -> None:
    ran = run("rules", "leaves")
    document = run("rules", "leaves", "--json").json
    rows = LeavesRulings.rows()
    assert [row["name"] for row in document["rulings"]] == list(rows)
    for row in document["rulings"]:
        known = rows[row["name"]]
        assert (row["choices"], row["reason"], row["affects"]) == (
            list(known.choices),
            known.reason,
            known.affects,
        )
        assert (row["value"], row["default"], row["changed"]) == (known.choices[0], known.choices[0], False)
        assert f"\n  {row['name']}={row['value']}\n" in ran.out
        assert f"    {known.reason} Affects: {known.affects}.\n" in ran.out
    assert "* " not in ran.out


def test_what_was_changed_is_marked_with_its_default(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('clock = "per_merge:1.5"\nstuck = "runs_out_the_clock"\n')
    arguments = ["rules", "leaves", "--rulings", str(path), "--ruling", "puzzle_limit=12"]
    ran = run(*arguments)
    assert "* clock=per_merge:1.5 (by default off)\n    or off, live, per_merge:SECONDS\n" in ran.out
    assert "* puzzle_limit=12 (by default 200)\n" in ran.out
    assert "* marks what was changed: 3 of 20." in ran.out
    changed = {row["name"] for row in run(*arguments, "--json").json["rulings"] if row["changed"]}
    assert changed == {"clock", "stuck", "puzzle_limit"}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [(["39"], [39]), (["41-43", "39"], [39, 41, 42, 43]), (["1-2", "2-3"], [1, 2, 3]), (["007"], [7])],
)
def test_rules_are_looked_up_by_number(asked: list[str], expected: list[int]) -> None:
    ran = run("rules", "leaves", *asked)
    assert ran.code == 0
    assert numbers(ran.out) == expected
    assert "Rulings" not in ran.out
    assert [rule["number"] for rule in run("rules", "leaves", *asked, "--json").json["rules"]] == expected


def test_rules_are_looked_up_by_all_of_some_words() -> None:
    ran = run("rules", "leaves", "Breeze", "face up")
    said = numbers(ran.out)
    assert said == [
        rule.number
        for rule in rules("leaves")
        if re.search(r"\bbreeze", f"{rule.section} {rule.heading} {rule.text}", re.IGNORECASE)
        and re.search(r"\bface up", f"{rule.section} {rule.heading} {rule.text}", re.IGNORECASE)
    ]
    assert {18, 47} & set(said)
    assert 11 not in said


def test_a_word_is_found_from_its_beginning_in_rules_and_rulings() -> None:
    ran = run("rules", "leaves", "bar")
    assert {44, 65} <= set(numbers(ran.out))
    assert "bar_length=next_puzzle_dealt" in ran.out
    assert run("rules", "leaves", "arred").code == 1
    assert "failed_centre_card=" in run("rules", "leaves", "centre card").out
    assert 35 in numbers(run("rules", "leaves", "no_shared_trait").out)
    assert numbers(run("rules", "leaves", "12", "seconds").out)[0] == 11


def test_a_word_no_rule_has_is_answered_no() -> None:
    ran = run("rules", "leaves", "checkmate", "king")
    assert ran.code == 1
    assert ran.out == "Nothing in the rules of leaves has 'checkmate' and 'king'.\n"
    found = run("rules", "leaves", "checkmate", "--json")
    assert found.code == 1
    assert (found.json["asked"], found.json["rules"], found.json["rulings"]) == (["checkmate"], [], [])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rules"], "Missing argument 'GAME'"),
        (["rules", "go"], "no game is called 'go'; expected academy, campus and leaves"),
        (["rules", "../leaves"], "no game is called"),
        (["rules", "leaves", "0"], "no rule 0; expected numbers from 1 to 89"),
        (["rules", "leaves", "3", "99999"], "no rule 99999"),
        (["rules", "leaves", "43-41"], "no rule 43-41"),
        (["rules", "leaves", "1-90"], "no rule 1-90"),
        (["rules", "leaves", "--ruling", "clock=fast"], "the ruling clock=fast; expected clock=off or live"),
        (["rules", "leaves", "--rulings", "no-such-file"], "no-such-file: cannot be read"),
        (["rules", "leaves", "--frobnicate"], "No such option"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in one_line_error(run(*arguments))


@pytest.mark.parametrize("word", ["(", "[a-", "\\", "*", " ", "", "\0", "a" * 10_000])
def test_any_word_is_looked_for_as_it_is(word: str) -> None:
    ran = run("rules", "leaves", word)
    assert ran.code in (0, 1)
    assert ran.err == ""
    assert ran.out
