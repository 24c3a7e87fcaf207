"""`campus solve`, and questions answered from the file it writes."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import signal
import time
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from campus_cases import WHOLE, positions
from command import one_line_error, run, started

from quadrangle.commands.campus import tables
from quadrangle.solvers.campus import Board, Roll, Rules, best_move, turns
from quadrangle.solvers.campus.turns import load_table, up_of

# Small enough for the kernels to run as they stand.
BOARD = "13 s 14 4\n15 17 1 9\n2 5 12 6"
SIZE = ("--size", "3x4")
NONE = ("--ruling", "lines=none")


def solved(path: Path, board: str, *more: str) -> None:
    ran = run("-q", "campus", "solve", board, "--out", str(path), *more)
    assert (ran.code, ran.err) == (0, "")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the table of BOARD."""
    path = tmp_path_factory.mktemp("tables") / "board.table"
    solved(path, BOARD, *SIZE)
    return path


def test_solve_says_what_it_takes_and_what_it_made(tmp_path: Path) -> None:
    path = tmp_path / "board.table"
    ran = run("campus", "solve", BOARD, *SIZE, "--out", str(path))
    assert ran.code == 0
    assert re.search(
        r"^quadrangle: 11 number tiles, [\d,]+ positions: \S+ \w+ of memory at least, \S+ \w+ to be quick, "
        r"\S+ \w+ of disk while it is made, \S+ \w+ in the end$",
        ran.err,
        re.MULTILINE,
    )
    assert re.match(r"On average \d+\.\d{6} own turns, played as well as possible\.\n", ran.out)
    assert list(tmp_path.iterdir()) == [path]
    found = run("campus", "solve", BOARD, *SIZE, "--out", str(path), "--json").json
    assert found["tiles"] == 11
    assert found["bytes"] == path.stat().st_size
    loaded = load_table(path)
    assert found["value"] == pytest.approx(loaded.value(up_of(Board.parse(BOARD))), rel=1e-8)
    assert f"{found['value']:.6f}" in ran.out
    assert f"{found['positions']:,} positions" in ran.err


def test_a_table_answers_like_the_work_it_saves(table: Path) -> None:
    for board in (Board.parse(BOARD), Board.parse(BOARD.replace("12", "12x").replace(" s", " sx"))):
        for roll in ("5+6", "4+4"):
            start = ("campus", "best", str(board), *SIZE, "--roll", roll, "--json")
            kept = run(*start, "--table", str(table)).json
            truth = best_move(board, Roll.parse(roll), Rules()).value
            assert kept["lost"] is truth.terms.lost
            if truth.best is None:
                continue
            assert kept["how"] == "file"
            assert kept["proof"] == "exact"
            slack = 2 * kept["error"] + 1e-8
            value = float(Fraction(kept["value"]))
            assert value == pytest.approx(float(truth.best.worth.value), abs=slack)
        value = run("campus", "value", str(board), *SIZE, "--table", str(table), "--json").json
        plain = run("campus", "value", str(board), *SIZE, "--json").json
        assert value["how"] == "file"
        assert 0 < value["error"] < 1e-5
        said = run("campus", "value", str(board), *SIZE, "--table", str(table)).out
        assert f"In full: {value['value']:.6f}." in said
        assert "by rounding turns are off by" in said
        assert plain["proof"] == "exact"


@pytest.mark.parametrize(
    ("board", "more", "message"),
    [
        (BOARD.replace("12", "11"), (), "the table was made for a board with other numbers"),
        (BOARD, NONE, "the table was made for other lines or the same numbers on other cells"),
        (BOARD.replace("13 s", "s 13"), (), "other lines or the same numbers on other cells"),
        (BOARD, ("--ruling", "loss_of_turn=off"), "made for loss_of_turn=all_copies_down"),
    ],
)
@pytest.mark.parametrize("command", [("best", "--roll", "5+6"), ("value",)])
def test_a_table_of_something_else_is_refused(
    table: Path, command: tuple[str, ...], board: str, more: tuple[str, ...], message: str
) -> None:
    ran = run("campus", command[0], board, *SIZE, *command[1:], *more, "--table", str(table))
    assert f"{table}: " in one_line_error(ran)
    assert message in ran.err


@pytest.mark.parametrize("ruling", ["dead_board=skip", "dead_board=end_game", "maximal=as_many_as_possible"])
def test_every_ruling_has_its_tables(tmp_path: Path, table: Path, ruling: str) -> None:
    path = tmp_path / "other.table"
    more = (*SIZE, "--ruling", ruling)
    solved(path, BOARD, *more)
    kept = run("campus", "value", BOARD, *more, "--table", str(path), "--json").json
    plain = run("campus", "value", BOARD, *more, "--json").json
    assert kept["how"] == "file"
    slack = kept["error"] + 1e-8
    assert float(Fraction(kept["value"])) == pytest.approx(float(Fraction(plain["value"])), abs=slack)
    assert (kept["chance"] is None) == (plain["chance"] is None)
    assert f"{path}: " in one_line_error(run("campus", "value", BOARD, *SIZE, "--table", str(path)))
    assert f"{table}: " in one_line_error(run("campus", "value", BOARD, *more, "--table", str(table)))


def test_a_table_of_a_board_that_may_die_says_how_often_it_is_cleared(tmp_path: Path) -> None:
    more = ("12 24", "--size", "any", *NONE, "--ruling", "dead_board=skip")
    ran = run("-q", "campus", "solve", *more, "--out", str(tmp_path / "t"))
    assert ran.out.startswith(
        "The board is cleared with a chance of 25.0 % at best.\n"
        "The games in which it is take 18.000000 own turns on average.\n"
    )
    assert run("campus", "solve", *more, "--out", str(tmp_path / "t"), "--json").json["chance"] == 0.25


@pytest.mark.parametrize("board", ["s", "s 5", "5 11x 3 / 2x 1x 6"])
def test_a_table_tells_the_turns_of_a_board_on_which_a_chain_waits(tmp_path: Path, board: str) -> None:
    path = str(tmp_path / "t")
    told = run("campus", "solve", board, "--size", "any", "--out", path, "--json").json
    value = run("campus", "value", board, "--size", "any", "--json").json
    assert told["value"] == pytest.approx(float(Fraction(value["value"])), abs=told["error"] + 1e-8)
    assert told["value"] >= 1


@pytest.mark.parametrize(
    ("name", "value"),
    [("live", -5), ("thin", -1), ("scale", 0), ("scale", 10**30), ("low", -1), ("fine", 99)],
)
def test_a_table_that_somebody_made_up_is_refused(table: Path, tmp_path: Path, name: str, value: int) -> None:
    magic, line, rest = table.read_bytes().split(b"\n", 2)
    head = json.loads(line)
    (head if name in head else head["aim"])[name] = value
    body = magic + b"\n" + json.dumps(head).encode() + b"\n" + rest[:-16]
    made_up = tmp_path / "made-up"
    made_up.write_bytes(body + hashlib.blake2b(body, digest_size=16).digest())
    ran = run("campus", "value", BOARD, *SIZE, "--table", str(made_up))
    assert f"{made_up}: is not a table of turns (" in one_line_error(ran)


@pytest.mark.parametrize("more", [(), ("--ruling", "dead_board=skip")])
def test_a_table_of_a_board_that_is_never_cleared_says_so(tmp_path: Path, more: tuple[str, ...]) -> None:
    ran = run("-q", "campus", "solve", "99 98 3", "--size", "any", *more, "--out", str(tmp_path / "t"))
    assert ran.out.startswith("The board is never cleared, however it is played.\n")


def test_a_disk_that_fills_up_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, offset: int, size: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    ran = run("-q", "campus", "solve", BOARD, *SIZE, "--out", str(tmp_path / "t"))
    assert f"{tmp_path / 't.work'}: cannot be written (No space left on device)" in one_line_error(ran)


def test_a_damaged_table_is_refused(table: Path, tmp_path: Path) -> None:
    whole = table.read_bytes()
    for name, data in {
        "cut": whole[:-5],
        "altered": whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:],
        "other": b"quadrangle leaves census 1\n{}",
        "empty": b"",
    }.items():
        path = tmp_path / name
        path.write_bytes(data)
        assert f"{path}: " in one_line_error(run("campus", "value", BOARD, *SIZE, "--table", str(path)))
    missing = run("campus", "value", BOARD, *SIZE, "--table", str(tmp_path / "no"))
    assert "cannot be read" in one_line_error(missing)


def test_what_cannot_be_made_is_refused_before_any_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the work has begun")

    monkeypatch.setattr(tables, "solve_turns", never)
    out = ("--out", str(tmp_path / "t"))
    for arguments, message in (
        ((BOARD, *SIZE, "--out", "-"), "expected the name of a file"),
        ((BOARD, *SIZE, "--out", ""), "expected the name of a file"),
        ((BOARD, *SIZE, "--out", str(tmp_path)), "is a folder"),
        ((BOARD, *SIZE, "--out", str(tmp_path / "no" / "t")), "cannot be written"),
        ((BOARD, *SIZE, *out, "--memory", "x"), "--memory: 'x'"),
        ((BOARD, *SIZE), "Missing option"),
    ):
        assert message in one_line_error(run("campus", "solve", *arguments))
    huge = turns.Need(
        tiles=32, live=10**9, thin=10**8, columns=3, bytes=80 << 30, bytes_index=2 << 30, bytes_kept=5 << 30
    )
    monkeypatch.setattr(tables, "need", lambda *_, **__: huge)
    ran = run("campus", "solve", BOARD, *SIZE, *out, "--memory", "1GiB")
    assert "32 number tiles, 1,100,000,000 positions: 2.0 GiB of memory at least" in one_line_error(ran)
    assert "there may be 1.0 GiB of memory" in ran.err
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1 << 30))
    full = run("campus", "solve", BOARD, *SIZE, *out, "--memory", "4GiB")
    assert f"{tmp_path} has 1.0 GiB left" in one_line_error(full)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_killed_run_goes_on_and_an_interrupted_one_says_how(tmp_path: Path) -> None:
    board = next(b for b in positions(60, seed=6) if b.up_numbers.bit_count() == 24)
    straight, resumed = tmp_path / "straight", tmp_path / "resumed"
    solved(straight, str(board))
    arguments = ("campus", "solve", str(board), "--out", str(resumed), "--workers", "1")
    work = tmp_path / "resumed.work"
    process = started(*arguments)
    deadline = time.monotonic() + 60
    while not (work / "live.part").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=60)
    assert not resumed.exists()
    assert work.is_dir()

    process = started(*arguments)
    assert process.stderr is not None
    for line in process.stderr:
        if b"going on from there if it is the same table" in line:
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert f"what is done is kept in {work}; the same command goes on from there" in err.decode()
    assert err.endswith(b"quadrangle: interrupted\n")
    assert not resumed.exists()

    assert run(*arguments).code == 0
    assert resumed.read_bytes() == straight.read_bytes()
    assert not work.exists()


@pytest.mark.slow
def test_a_budget_that_is_spent_is_said_so() -> None:
    ran = run("campus", "value", WHOLE, "--budget", "0")
    assert ran.code == 3
    found = run("campus", "best", WHOLE, "--roll", "6+6", "--budget", "0", "--json")
    assert found.code == 3
    assert found.json["proof"] == "estimate"
    assert found.json["how"] == "static"
    assert found.json["moves"]
