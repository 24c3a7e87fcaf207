"""`quadrangle generate`: what is printed, what is refused, and what is kept whatever happens."""

from __future__ import annotations

import re
import resource
import signal
import time
from pathlib import Path

import pytest
from command import one_line_error, run, started
from toy_puzzles import toy

from quadrangle.generators import KINDS, kind, present
from quadrangle.generators.packs import read
from quadrangle.generators.packs.making import header_of, order_of

__all__ = ["toy"]
QUICK = ("generate", "leaves", "--shape", "few", "--seed", "5")
"""Puzzles of which a thousand take some seconds."""


def test_help_lists_what_may_be_wished_for() -> None:
    assert set(present()) <= set(KINDS)
    for name in present():
        told = run("generate", name, "--help")
        assert told.code == 0
        options = re.findall(r"^  (--[a-z-]+)", told.out, re.MULTILINE)
        assert len(options) == len(set(options))
        for wish in kind(name).WISHES:
            assert f"--{wish.replace('_', '-')}" in options
        assert {"--level", "--count", "--seed", "--out", "--workers", "--scheduler", "--budget"} <= set(
            options
        )
        assert name in run("generate").out


@pytest.mark.usefixtures("toy")
def test_puzzles_are_printed_with_what_a_person_wants_to_know() -> None:
    told = run("generate", "toy", "--count", "3", "--workers", "1")
    assert told.code == 0
    assert told.out.split("\n\n")[:3] == [
        "Puzzle 1 of 3\n[3]",
        "Count 3 down to 0; there is one way.\n"
        "Level junior: harder than 30 % of puzzles of its kind.\n"
        "A careful player solves it one time in 2.8; a random one, one time in 8.0 (3.0 bits).",
        "toy~3",
    ]
    assert told.out.count("Puzzle ") == 3
    assert told.out.endswith("toy~7\n\nNobody prints these numbers.\n")
    alone = run("generate", "toy", "--workers", "1").out
    assert alone.startswith("[3]\n") and alone.count("toy~") == 1


@pytest.mark.usefixtures("toy")
def test_puzzles_are_one_document() -> None:
    words = ("generate", "toy", "--count", "2", "--range-of", "1-5", "--colour", "red", "--workers", "1")
    told = run(*words, "--json").json
    assert told["asked"] == told["made"] == 2 and told["ended"] is None and told["out"] is None
    assert told["wishes"] == {"colour": "red", "range_of": [1.0, 5.0]}
    assert [puzzle["position"] for puzzle in told["puzzles"]] == ["3", "1"]
    assert told["puzzles"][0]["solution"] == ["minus"] * 3
    assert told["stream"] == 3 and told["note"] == "Nobody prints these numbers."


@pytest.mark.usefixtures("toy")
def test_a_pack_goes_to_a_file_or_a_pipe_alike(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    words = ("generate", "toy", "--count", "3", "--workers", "1", "--out")
    told = run(*words, str(path))
    note = "\nNobody prints these numbers.\n"
    assert told.out == f"3 puzzles in {path}.\n{note}"
    assert path.read_text() == run(*words, "-").out
    assert run(*words, str(path)).out == f"3 puzzles in {path}, 3 of which were there.\n{note}"
    answer = run(*words, str(path), "--json").json
    assert answer["out"] == str(path) and answer["made"] == 3 and answer["puzzles"] is None
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("toy")
def test_a_stream_that_ends_is_told_with_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    words = ("generate", "toy", "--count", "5", "--seed", "99", "--workers", "1")
    told = run(*words, "--out", str(path))
    assert told.code == 3 and told.out == ""
    assert told.err == f"quadrangle: puzzle 4: nothing was found: 3 of 5 puzzles are in {path}\n"
    assert len(read(path).puzzles) == 3
    printed = run(*words)
    assert printed.code == 3 and printed.out.count("toy~") == 3
    assert printed.err.endswith("3 of 5 puzzles were made\n")
    document = run(*words, "--json")
    assert document.code == 3 and document.json["ended"] == "puzzle 4: nothing was found"
    assert document.json["made"] == 3


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("frogs", "'frogs' is no kind of puzzle; expected "),
        ("toy --count 0", "quadrangle: --count: '0'; expected a whole number from 1 to 1,000,000"),
        ("toy --count 100000000", "--count: '100000000'; expected a whole number from 1 to 1,000,000"),
        ("toy --count many", "--count: 'many'; expected a whole number from 1"),
        (
            "toy --level hard",
            "--level: 'hard'; expected first-steps or junior or senior or graduate or master",
        ),
        ("toy --even --odd", "no puzzle meets even and odd together; expected to leave one of them out"),
        ("toy --range-of 5", "--range-of: '5'; expected a range within 0-9"),
        ("toy --range-of 5-4", "--range-of: '5-4'; expected a range within 0-9"),
        ("toy --most 10", "--most: '10'; expected a number from 1 to 9"),
        ("toy --colour green", "--colour: 'green'; expected red or blue"),
        (
            "toy --seed 99999999999999999999",
            "--seed: '99999999999999999999'; expected a whole number from -9,",
        ),
        ("toy --frogs", "No such option"),
        ("toy --budget nan", "is not a number of seconds"),
        ("toy --workers 0", "0 is not in the range"),
        ("toy --scheduler nowhere", "the scheduler 'nowhere'; expected an address"),
        ("toy --json --out -", "--json and --out -; expected one of them"),
        ("toy --out /nowhere/at/all", "cannot be written"),
        ("toy --out /", "is a folder"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: str, why: str) -> None:
    error = one_line_error(run("generate", *words.split()))
    assert why in error
    assert error.count("\n") == 1


def test_the_solver_is_named_where_it_is_asked() -> None:
    plain, symmetric = (header_of(order_of("leaves", given=wish)) for wish in ({}, {"symmetric": True}))
    assert list(plain.versions) == ["quadrangle"]
    assert list(symmetric.versions) == ["quadrangle", "ortools"]


def test_other_arguments_for_a_pack_are_refused_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert run(*QUICK, "--count", "2", "--out", str(path), "--workers", "1").code == 0
    data = path.read_bytes()
    error = one_line_error(run(*QUICK, "--count", "3", "--stacks", "4", "--out", str(path)))
    assert "was begun with count 2 and stacks none, not 3 and 4; expected the same, or another file" in error
    assert path.read_bytes() == data


@pytest.mark.slow
def test_a_pack_whose_maker_was_killed_is_gone_on_with_to_the_same_bytes(tmp_path: Path) -> None:
    words = (*QUICK, "--count", "500")
    whole, path = tmp_path / "whole.jsonl", tmp_path / "a.jsonl"
    assert run(*words, "--out", str(whole), "--workers", "1").code == 0
    for lines in (1, 120, 300):
        process = started(*words, "--out", str(path), "--workers", "2")
        _wait_for_lines(path, lines)
        process.kill()
        process.communicate()
    assert 300 <= path.read_bytes().count(b"\n") < 501
    assert run(*words, "--out", str(path), "--workers", "1").code == 0
    assert path.read_bytes() == whole.read_bytes()


def _wait_for_lines(path: Path, lines: int) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.005)
    raise AssertionError(f"{path} has no {lines} lines after a minute")


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    words = (*QUICK, "--count", "100000")
    path = tmp_path / "a.jsonl"
    process = started(*words, "--out", str(path), "--workers", "1")
    _wait_for_lines(path, 20)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and out == b""
    kept = path.read_bytes()
    many = kept.count(b"\n") - 1
    assert kept.endswith(b"\n") and many >= 19
    told = f"quadrangle: {many:,} of 100,000 puzzles are in {path}; the same command goes on\n"
    assert told.encode() in err and err.endswith(b"quadrangle: interrupted\n")
    again = started(*words, "--out", str(path), "--workers", "1", "--budget", "0.5")
    _, err = again.communicate(timeout=60)
    assert again.returncode == 3
    assert re.search(rb"the budget of 0.5 seconds was spent: [\d,]+ of 100,000 puzzles are in", err)
    assert path.read_bytes().startswith(kept)
    assert len(read(path).puzzles) > many


def test_a_full_disk_keeps_whole_lines(tmp_path: Path) -> None:
    words = (*QUICK, "--count", "40", "--workers", "1", "--out")
    path = tmp_path / "a.jsonl"
    process = started(
        *words, str(path), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))
    )
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and out == b""
    many = path.read_bytes().count(b"\n") - 1
    assert path.read_bytes().endswith(b"\n") and 0 < many < 40
    assert f"{many} of 40 puzzles are kept, run the same command to go on\n".encode() in err
    assert run(*words, str(path)).code == 0
    assert path.read_text() == run(*words, "-").out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_device_that_takes_nothing_is_one_line() -> None:
    error = one_line_error(run(*QUICK, "--count", "2", "--workers", "1", "--out", "/dev/full"))
    assert "/dev/full: cannot be written (No space left on device)" in error
