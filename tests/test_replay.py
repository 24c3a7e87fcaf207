"""`quadrangle replay`: a log told to a person, as JSON, cut anywhere, altered anywhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command import one_line_error, run

from quadrangle.engines.leaves import words
from quadrangle.engines.match import Match, replay

PAIR = ("play", "leaves", "--seed", "5", "--ruling", "puzzle_limit=2", "--ruling", "call_order=random_order")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the log of a short finished match against the solver, with help, a pause and an undo."""
    path = tmp_path_factory.mktemp("replay") / "match.jsonl"
    lines = ["help", "pause", "", "call", "undo", "pass", "pass", "pass"]
    ran = run(*PAIR, "--log", str(path), stdin="".join(f"{line}\n" for line in lines).encode())
    assert ran.code == 0, ran.err
    assert replay(path).finished
    return path


def test_every_line_of_the_log_is_told_with_its_number(log: Path) -> None:
    ran, match = run("replay", str(log)), replay(log)
    digest = match.game.components.digest
    assert (ran.code, ran.err) == (0, "")
    numbers = [int(number) for number in re.findall(r"^ *(\d+)\. ", ran.out, re.MULTILINE)]
    assert numbers == list(range(2, len(log.read_bytes().splitlines()) + 1))
    head = ran.out.split("\n\n")[0].split("\n")
    assert head[0] == "Leaves: A human and B solver. Seed 5."
    assert head[1] == f"Written by {match.header().made_by}, played with the components {digest}."
    assert head[2] == "Rulings: puzzle_limit=2."


def test_every_step_is_a_sentence(log: Path) -> None:
    said = run("replay", str(log)).out
    for step in replay(log).steps:
        line = next(line for line in said.splitlines() if line.startswith(f"{step.line:4}. "))
        assert line.endswith((".", " s)")), line
        card = re.search(r"draw (\w{3})", str(step.action))
        if card:
            assert card[1] in line
        elif step.by in ("A", "B"):
            assert line.startswith(f"{step.line:4}. Player {step.by} ")
    assert "A: call (taken back later)." in said
    assert "Taken back: 1 move." in said
    assert "Help is asked for: step 1." in said
    assert "A pause of 0.0 s." in said


def test_the_end_has_the_result(log: Path) -> None:
    said = run("replay", str(log)).out
    assert "The game is over: " in said
    assert re.search(r"Player A \(human\): \d Leaf Cards? left, result", said)
    assert "Help taken: 1 hint, 1 undo, 1 pause." in said
    assert "nfinished" not in said


def test_it_stops_after_a_line_and_draws_the_position_there(log: Path) -> None:
    said = run("replay", str(log), "--to", "15").out
    assert "  15. " in said
    assert "  16. " not in said
    assert "Stopped after line 15 of" in said
    state = replay(log, to=15).state
    first = str(state).split("layout: ")[1].split(" / ")[0]
    assert f"1 {first}" in said
    only_head = run("replay", str(log), "--to", "1")
    assert "Stopped after line 1 of" in only_head.out


def test_a_line_that_is_not_there_is_refused(log: Path) -> None:
    count = len(log.read_bytes().splitlines())
    refused = one_line_error(run("replay", str(log), "--to", str(count + 1)))
    assert f"a line of the log, which has {count}" in refused
    assert run("replay", str(log), "--to", str(count)).code == 0
    one_line_error(run("replay", str(log), "--to", "0"))


def test_json_has_the_whole_match(log: Path) -> None:
    match = replay(log)
    found = run("replay", str(log), "--json").json
    assert found["format"] == "quadrangle replay"
    assert [step["line"] for step in found["steps"]] == [step.line for step in match.steps]
    for said, step in zip(found["steps"], match.steps, strict=True):
        assert (said["player"], said["action"], said["ms"]) == (step.by, str(step.action), step.elapsed_ms)
        assert said["then"] == list(step.then)
    assert match.game.state_from(found["position"]) == match.state
    assert (found["over"], found["finished"], found["dropped"]) == (True, True, 0)
    assert (found["helps"], found["undos"], found["pauses"]) == (1, 1, 1)
    assert found["ended_by"] == match.state.ended_by()
    assert found["returns"] == list(match.state.returns())
    assert (found["names"], found["seed"], found["start"]) == (["human", "solver"], 5, None)


def test_json_in_the_middle_says_that_it_is_not_over(log: Path) -> None:
    found = run("replay", str(log), "--json", "--to", "15").json
    assert (found["over"], found["finished"], found["line"]) == (False, False, 15)
    assert (found["returns"], found["ended_by"]) == (None, None)
    assert found["lines"] == len(log.read_bytes().splitlines())


def test_an_unfinished_log_is_read_to_its_last_whole_line(log: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(lines[:20]) + lines[20][:7])
    said = run("replay", str(cut)).out
    assert said.endswith("Unfinished, read to line 20 (7 bytes of an incomplete last line).\n")
    found = run("replay", str(cut), "--json").json
    assert (found["lines"], found["dropped"], found["finished"]) == (20, 7, False)
    cut.write_bytes(b"".join(lines[:20]))
    assert run("replay", str(cut)).out.endswith("Unfinished, read to line 20.\n")


def test_a_log_with_a_changed_byte_is_refused_by_its_line(log: Path, tmp_path: Path) -> None:
    data = log.read_bytes()
    changed = tmp_path / "changed.jsonl"
    starts = [0, *(at + 1 for at, byte in enumerate(data) if byte == ord("\n"))]
    for line in range(2, len(starts) - 1, 5):
        at = starts[line - 1] + 12
        changed.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert f"line {line} " in one_line_error(run("replay", str(changed)))


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in one_line_error(run("replay", str(tmp_path / "nothing")))
    assert "cannot be read" in one_line_error(run("replay", str(tmp_path)))
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    assert "no whole line" in one_line_error(run("replay", str(empty)))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"format": "quadrangle match"}) + "\n")
    assert "not the head of a match log" in one_line_error(run("replay", str(other)))


def test_a_start_and_corrections_are_told(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    lines = ["1rb 2yg 3gm 1ym 2gb 3rg 1gg 2rm", "correct 2 1yb", "quit"]
    state = "phase: deal; puzzle: 1; hands: 3yg ? | 3rm 3gb; breezes: 1 0"
    asked = ("play", "leaves", "--players", "human,human", "--chance", "ask", "--from", state)
    ran = run(*asked, "--log", str(path), stdin="".join(f"{line}\n" for line in lines).encode())
    assert (ran.code, ran.err) == (0, ""), ran.err
    said = run("replay", str(path)).out
    assert f"From: {state}" in said
    assert "   2. Puzzle 1, a1: 1yb (1 yellow bodhi)." in said  # as it was corrected
    assert "  10. Line 2 is corrected: draw 1yb." in said


def test_own_components_have_to_be_given(tmp_path: Path) -> None:
    from quadrangle.engines.leaves import components

    shipped = Path(components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace("seconds = 12", "seconds = 30"), encoding="utf-8")
    path = tmp_path / "match.jsonl"
    assert run(*PAIR, "--components", str(own), "--log", str(path), stdin=b"quit\n").code == 0
    assert "other components" in one_line_error(run("replay", str(path)))
    assert run("replay", str(path), "--components", str(own)).code == 0


def test_what_ends_a_game_is_told_where_it_happened(log: Path, tmp_path: Path) -> None:
    last = replay(log).steps[-1]
    said = run("replay", str(log)).out.split(f"{last.line:4}. ")[1].split(f"{last.line + 1:4}. ")[0]
    assert said.split("\n")[-2].strip().startswith("The game is over: ")
    given_up = tmp_path / "run.jsonl"
    ran = run("play", "leaves", "--players", "human", "--log", str(given_up), stdin=b"give up\n")
    assert ran.code == 0, ran.err
    assert f"  28. {words.event('ended forfeit')}" in run("replay", str(given_up)).out


def test_a_log_that_python_wrote_is_told_as_well(tmp_path: Path) -> None:
    from quadrangle.engines.leaves import Leaves

    path = tmp_path / "python.jsonl"
    game = Leaves(1)
    with Match(game, 3, ["solver"], path=path) as match:
        match.advance({0: game.solver()})
        match.finish()
    said = run("replay", str(path)).out
    assert "Leaves: solver. Seed 3." in said
    assert "puzzle 3 cleared" in said
