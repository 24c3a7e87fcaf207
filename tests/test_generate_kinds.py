"""Every kind of puzzles there is goes through packs and commands like any other."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import pytest
from command import run

from quadrangle.core.errors import NotationError
from quadrangle.core.executor import Threads
from quadrangle.engines.academy.components import standard
from quadrangle.generators import kind, note, present
from quadrangle.generators.packs import Pack, read
from quadrangle.generators.packs.making import header_of, order_of, put
from quadrangle.generators.packs.verifying import verify
from quadrangle.generators.packs.writing import PackFile
from quadrangle.generators.texts import kind_of
from quadrangle.generators.texts import read as read_text
from quadrangle.solvers.canvas import GOALS

FROZEN = Path(__file__).with_name("packs")
KINDS = pytest.mark.parametrize("name", present())


@functools.cache
def path_of(name: str) -> Path:
    """Return the path of a pack of two puzzles of a kind, made once."""
    path = Path(tempfile.mkdtemp()) / f"{name}.jsonl"
    order = order_of(name, seed=3, count=2)
    with PackFile(path, header_of(order)) as sink:
        put(order, sink, executor=Threads(1))
    return path


def pack_of(name: str) -> Pack:
    return read(path_of(name))


@KINDS
def test_a_pack_is_what_it_says(name: str) -> None:
    pack = pack_of(name)
    assert pack.is_whole and {puzzle.kind for puzzle in pack.puzzles} == {name}
    assert len({puzzle.id for puzzle in pack.puzzles}) == 2
    found = verify(path_of(name), executor=Threads(1))
    assert found.differences == [] and found.checked == 2


@pytest.mark.parametrize("path", sorted(FROZEN.glob("*.jsonl")), ids=lambda path: path.name)
def test_packs_that_are_frozen_are_what_they_say(path: Path) -> None:
    found = verify(path, executor=Threads(1))
    assert found.differences == [] and found.checked == found.puzzles >= 3


@KINDS
def test_the_command_makes_the_same_puzzles(name: str) -> None:
    told = run("generate", name, "--seed", "3", "--count", "2", "--workers", "1", "--out", "-")
    assert told.code == 0 and told.out.encode() == path_of(name).read_bytes()


@KINDS
def test_a_puzzle_is_shown_with_every_step_of_its_solution(name: str) -> None:
    puzzle = pack_of(name).puzzles[0]
    told = run("pack", "show", str(path_of(name)), "1", "--solution")
    assert told.code == 0
    for part in (puzzle.goal, puzzle.link, *puzzle.solution):
        assert part in told.out


@KINDS
def test_a_puzzle_is_read_as_it_is_typed_and_as_a_link(name: str) -> None:
    for puzzle in pack_of(name).puzzles:
        position = puzzle.position
        typed = position.replace("\n\n", " // ").replace("\n", " / ")
        is_one_case = position in (position.lower(), position.upper())
        cases = (typed.upper(), typed.lower()) if is_one_case else ()
        for text in (position, position + "\n", typed, f"  {typed} ", *cases, puzzle.link):
            assert read_text(name, text) == position
        assert kind_of(typed) == kind_of(f"https://example.org/x#{puzzle.link}") == name
        assert run("link", *typed.split()).out == puzzle.link + "\n"
        assert run("link", puzzle.link).out == position + "\n"


@KINDS
def test_a_puzzle_is_graded_as_its_pack_says(name: str) -> None:
    puzzle = pack_of(name).puzzles[0]
    answer = run("grade", name, puzzle.link, "--json").json
    assert answer["position"] == puzzle.position and answer["id"] == puzzle.id
    assert answer["difficulty"]["level"] == puzzle.difficulty.level
    assert answer["difficulty"]["percentile"] == puzzle.difficulty.percentile
    assert f"Level {puzzle.difficulty.level}: " in run("grade", name, puzzle.position).out


def test_what_was_reconstructed_is_said() -> None:
    goals = [goal for goal in GOALS.values() if goal.source != "reconstructed"]
    assert len(goals) == 4 and {entry.source for entry in standard().canvas} == {"reconstructed"}
    told = run("pack", "show", str(path_of("canvas")), "1").out
    assert "The canvas cards, and all goals but four, are reconstructed" in told.splitlines()[-1]
    graded = run("grade", "campus", pack_of("campus").puzzles[0].link, "--json")
    assert "reconstructed" in note("campus") == graded.json["note"]
    assert "reconstructed" in run("grade", "canvas", pack_of("canvas").puzzles[0].link, "--json").json["note"]


@KINDS
def test_what_is_no_puzzle_is_refused(name: str) -> None:
    for text in ("", "frog", f"{name}~", f"{name}~frog", "1 2 3 / 4 5 6", "\x00", "/", "🐸" * 500):
        with pytest.raises(NotationError):
            read_text(name, text)


@KINDS
def test_a_kind_has_what_paper_and_packs_ask_of_it(name: str) -> None:
    made_by = kind(name)
    assert name == made_by.NAME and made_by.TITLE and made_by.STREAM >= 1
    assert all(sentence.endswith(".") for sentence in made_by.REMINDER)
    reserved = {"level", "count", "seed", "out", "workers", "scheduler", "budget", "json", "help"}
    assert not reserved & set(made_by.WISHES)


def test_a_pack_names_or_tools_where_it_was_asked() -> None:
    symmetric = {"symmetric": True}
    for name, wishes, asked in (
        ("leaves", symmetric, True),
        ("canvas", symmetric, True),
        ("canvas", {**symmetric, "shape": "last"}, False),
        ("campus", symmetric, False),
        ("campus", {"bits": "30-40"}, True),
    ):
        assert ("ortools" in header_of(order_of(name, given=wishes)).versions) == asked
