"""`quadrangle leaves challenge`: a solo challenge of a level, now, and the same one again."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from command import one_line_error, run

from quadrangle.generators import leaves
from quadrangle.generators.leaves.positions import parse
from quadrangle.solvers.leaves import SoloDeal


@pytest.mark.parametrize("level", ["junior", "senior", "graduate", "master"])
def test_a_challenge_has_the_level_asked_for(level: str) -> None:
    found = run("leaves", "challenge", "--level", level, "--seed", "3", "--json", "--solution").json
    assert found["level"] == found["difficulty"]["level"] == level
    assert isinstance(parse(found["deal"]), SoloDeal)
    assert leaves.check(found["deal"], tuple(found["solution"])) == ""
    assert leaves.decode(found["link"]) == found["deal"]


def test_a_challenge_without_a_seed_is_new_and_can_be_had_again() -> None:
    first, other = run("leaves", "challenge"), run("leaves", "challenge")
    assert first.code == 0 and first.out != other.out
    told = re.search(r"The same again: quadrangle (.*)", first.out)
    assert told is not None
    again = run(*shlex.split(told[1]))
    assert again.out == first.out
    link = next(word for word in first.out.split() if word.startswith("leaves-solo~"))
    assert run("leaves", "solo", link).code == 0


def test_the_level_is_told_and_the_solution_where_it_is_asked_for() -> None:
    plain = run("leaves", "challenge", "--level", "senior", "--seed", "8")
    assert "Level senior: harder than" in plain.out and "--level senior --seed 8" in plain.out
    assert "place 1 " not in plain.out
    assert "place 1 " in run("leaves", "challenge", "--level", "senior", "--seed", "8", "--solution").out


def test_a_challenge_is_drawn_and_printed(tmp_path: Path) -> None:
    picture, page = tmp_path / "c.svg", tmp_path / "c.pdf"
    arguments = ("leaves", "challenge", "--seed", "8")
    ran = run(*arguments, "--svg", str(picture), "--pdf", str(page))
    assert ran.out == run(*arguments).out
    ET.fromstring(picture.read_bytes())
    assert page.read_bytes().startswith(b"%PDF-")
    drawn = run("leaves", "challenge", "--seed", "8", "--svg", "-")
    assert drawn.out == picture.read_text(encoding="utf-8")
    assert "leaves challenge --seed 8" in drawn.err


def test_what_is_no_level_is_refused() -> None:
    assert "first-steps" in one_line_error(run("leaves", "challenge", "--level", "first-steps"))
    one_line_error(run("leaves", "challenge", "--seed", "-1"))


def test_only_one_answer_goes_to_standard_output() -> None:
    for arguments in (("--svg", "-", "--pdf", "-"), ("--svg", "-", "--json"), ("--pdf", "-", "--json")):
        assert "standard output" in one_line_error(run("leaves", "challenge", "--seed", "8", *arguments))
    assert "standard output" in one_line_error(run("daily", "2026-11-30", "--svg", "-", "--json"))


def test_a_folder_that_is_not_there_is_named_before_anything_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "deal.pdf"
    for command in (("leaves", "challenge", "--pdf"), ("leaves", "challenge", "--svg"), ("daily", "--svg")):
        why = f"cannot be written (there is no folder {file.parent})"
        assert one_line_error(run(*command, str(file))) == f"quadrangle: {file}: {why}\n"
