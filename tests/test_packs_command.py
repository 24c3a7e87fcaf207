"""`quadrangle pack`, `grade` and `link`: answers, exit codes, and input that is none."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import one_line_error, run
from msgspec import structs
from paper_cases import write_pack
from toy_puzzles import toy

from quadrangle.generators.packs import read

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a pack of seven puzzles."""
    found = tmp_path / "a.jsonl"
    assert run("generate", "toy", "--count", "7", "--workers", "1", "--out", str(found)).code == 0
    return found


NOTE = "\nNobody prints these numbers.\n"
"""What answers about toys end with."""


def verify(path: Path, *more: str) -> tuple[int, str, str]:
    ran = run("pack", "verify", str(path), "--workers", "1", *more)
    return ran.code, ran.out, ran.err


def test_a_pack_that_holds(path: Path) -> None:
    code, out, _ = verify(path)
    assert code == 0
    assert out == f"Yes: every puzzle is as it says; 7 of 7 puzzles solved, graded and linked again.\n{NOTE}"
    answer = run("pack", "verify", str(path), "--workers", "1", "--json").json
    assert answer["holds"] is True and answer["damaged"] is False and answer["differences"] == []
    assert answer["asked"] == answer["held"] == answer["checked"] == 7


def test_a_pack_that_was_edited_is_told_by_line_and_refused_by_the_others(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"Count 1 down", b"Count 9 down"))
    code, out, err = verify(path)
    assert (code, out) == (2, "")
    altered = "was altered, or does not belong behind the line before it"
    altered += "; expected a line of a pack, as it was written"
    assert err == f"quadrangle: {path}, line 3: {altered}\n"
    answer = run("pack", "verify", str(path), "--workers", "1", "--json")
    assert answer.code == 2 and answer.err == err and answer.json["damaged"] is True
    assert [(told["field"], told["problem"]) for told in answer.json["differences"][:2]] == [
        ("", altered),
        ("goal", "'Count 9 down to 0; there is one way.'; expected 'Count 1 down to 0; there is one way.'"),
    ]
    for words in (["show"], ["show", "1"], ["stats"], ["export", "--csv"]):
        assert "line 3: was altered" in one_line_error(run("pack", words[0], str(path), *words[1:]))
    out_file = path.with_name("b.jsonl")
    assert "line 3: was altered" in one_line_error(run("pack", "merge", str(path), "--out", str(out_file)))
    assert not out_file.exists()


def test_a_pack_that_was_cut(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-40])
    code, out, err = verify(path)
    assert (code, out) == (2, "")
    assert err.startswith(f"quadrangle: {path}, line 8, column ")
    assert ": the line is cut there; expected a whole line" in err
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:-2]))
    code, out, err = verify(path)
    assert (code, out) == (2, "")
    assert err == f"quadrangle: {path}: 5 of 7 puzzles are there; expected all (cut, or not finished)\n"
    shown = run("pack", "show", str(path))
    assert shown.code == 0 and shown.err == f"quadrangle: {path}: 5 of 7 puzzles are there\n"


def test_a_pack_that_claims_what_is_not_so_is_no(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from quadrangle.generators import kind

    monkeypatch.setattr(
        kind("toy"), "check", lambda position, steps: "" if position != "7" else "it is not so"
    )
    code, out, err = verify(path)
    assert code == 1 and err == ""
    assert out.splitlines() == [
        "line 4 solution: it is not so",
        "No: 1 thing differs; 7 of 7 puzzles solved, graded and linked again.",
        *NOTE.splitlines(),
    ]
    assert verify(path, "--json")[0] == 1


def test_a_budget_that_is_spent_is_unknown(path: Path) -> None:
    code, out, _ = verify(path, "--budget", "0")
    assert code == 3
    assert (
        out == f"Unknown: the budget was spent first; 0 of 7 puzzles solved, graded and linked again.\n{NOTE}"
    )
    assert run("pack", "verify", str(path), "--budget", "0", "--json").json["holds"] is None


def test_puzzles_are_shown(path: Path) -> None:
    listed = run("pack", "show", str(path)).out.splitlines()
    assert len(listed) == 10 and listed[8:] == NOTE.splitlines()
    assert listed[3].split() == ["3", "senior", "70.00", "7.0", "never", "toy", read(path).puzzles[2].id]
    one = run("pack", "show", str(path), "3").out
    assert one.endswith("\nNobody prints these numbers.\n")
    assert one.startswith("Puzzle 3 of 7\n[7]\n") and "are left" not in one and "toy~7" in one
    assert "  1. minus           6 are left\n" in run("pack", "show", str(path), "3", "--solution").out
    answer = run("pack", "show", str(path), "3", "--json").json
    assert answer["puzzles"][0]["number"] == 3 and answer["puzzles"][0]["puzzle"]["solution"] is None
    assert len(run("pack", "show", str(path), "--json").json["puzzles"]) == 7


def test_packs_are_merged(path: Path, tmp_path: Path) -> None:
    other, out = tmp_path / "b.jsonl", tmp_path / "c.jsonl"
    run("generate", "toy", "--count", "3", "--workers", "1", "--out", str(other))
    told = run("pack", "merge", str(other), str(path), "--out", str(out))
    assert told.out == f"7 puzzles in {out}; 3 were there before.\n{NOTE}"
    assert verify(out)[0] == 0
    answer = run("pack", "merge", str(other), str(path), "--out", str(out), "--json").json
    assert (answer["puzzles"], answer["left_out"], answer["kinds"]) == (7, 3, ["toy"])
    assert "is there already" in one_line_error(run("pack", "merge", str(path), "--out", str(other)))
    error = one_line_error(run("generate", "toy", "--count", "7", "--out", str(out)))
    assert "was merged from other packs" in error


def test_what_is_in_a_pack_is_counted_and_written_as_a_table(path: Path, tmp_path: Path) -> None:
    told = run("pack", "stats", str(path)).out
    assert told.startswith("toy: 7 puzzles\n  junior             4\n  senior             3\n")
    assert told.endswith(f"A careful player never solves 1.\n  7 have one solution.\n{NOTE}")
    answer = run("pack", "stats", str(path), "--json").json
    assert answer["spreads"][0]["levels"]["senior"] == 3
    table = run("pack", "export", str(path), "--csv").out
    assert len(list(csv.DictReader(io.StringIO(table)))) == 7
    out = tmp_path / "a.csv"
    assert run("pack", "export", str(path), "--csv", "--out", str(out)).code == 0
    assert out.read_text() == table
    assert "is there already" in one_line_error(run("pack", "export", str(path), "--out", str(path)))
    assert read(path).is_whole
    assert run("pack", "export", str(path), "--out", str(out), "--force").code == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["show", "PACK", "8"], "puzzle 8; expected 1 to 7"),
        (["show", "PACK", "0"], "NUMBER: '0'; expected a whole number, 1 or more"),
        (["show", "PACK", "--solution"], "--solution without the number of a puzzle"),
        (["show", "none.jsonl"], "none.jsonl: cannot be read (No such file or directory)"),
        (["verify", "none.jsonl"], "none.jsonl: cannot be read (No such file or directory)"),
        (["verify", __file__], "is no JSON there; expected a line of a pack"),
        (["merge", "--out", "x"], "Missing argument 'FILES...'"),
        (["merge", "PACK"], "Missing option '--out'"),
        (["verify", "PACK", "--scheduler", "nowhere"], "the scheduler 'nowhere'"),
    ],
)
def test_what_is_no_question_is_refused_in_one_line(path: Path, words: list[str], why: str) -> None:
    given = [str(path) if word == "PACK" else word for word in words]
    assert why in one_line_error(run("pack", *given))


def test_a_puzzle_is_graded() -> None:
    told = run("grade", "toy", "7")
    assert told.code == 0
    assert told.out == (
        "[7]\n\nCount 7 down to 0; there is one way.\n"
        "Level senior: harder than 70 % of puzzles of its kind.\n"
        "A careful player never solves it; a random one, one time in 128 (7.0 bits).\n"
        "There is 1 solution; nothing the rules allow loses it.\n\ntoy~7\n"
        "\nNobody prints these numbers.\n"
    )
    assert run("grade", "toy", "toy~7").out == told.out
    assert run("grade", "toy", "-", stdin=b"7\r\n").out == told.out
    answer = run("grade", "toy", "7", "--json").json
    assert answer["difficulty"]["careful_bits"] is None and answer["link"] == "toy~7"
    assert answer["note"] == "Nobody prints these numbers."


def test_a_link_is_a_puzzle_and_a_puzzle_a_link(tmp_path: Path) -> None:
    assert run("link", "7").out == "toy~7\n"
    assert run("link", "toy~7").out == "7\n"
    assert run("link", "https://example.org/#toy~7").out == "7\n"
    (tmp_path / "p.txt").write_text(" 7\n")
    assert run("link", "--file", str(tmp_path / "p.txt"), "--kind", "toy").out == "toy~7\n"
    assert run("link", "7", "--json").json["kind"] == "toy"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["grade", "toy", "frog"], "'frog' is no number; expected a digit"),
        (["grade", "toy"], "no puzzle; expected its text or link"),
        (["grade", "toy", __file__], "is no puzzle but the name of a file; expected --file FILE"),
        (["grade", "frogs", "7"], "'frogs' is no kind of puzzle"),
        (["grade", "toy", "7", "--file", "x"], "expected one or the other"),
        (["link", "toy~0"], "'0' is no number"),
        (["link", "0"], "'0' is no puzzle ("),
        (["link", "7", "--kind", "frogs"], "'frogs' is no kind of puzzle"),
    ],
)
def test_what_is_no_puzzle_is_refused_in_one_line(words: list[str], why: str) -> None:
    assert why in one_line_error(run(*words))


def test_a_terminal_without_unicode_is_told_in_ascii() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quadrangle", "link", "möwe " * 40],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert ran.returncode == 2 and ran.stderr.isascii()
    assert rb"'m\xf6we m\xf6we" in ran.stderr and b"'... is no puzzle" in ran.stderr


def test_a_puzzle_that_is_not_what_its_pack_says_is_named(path: Path) -> None:
    other = path.with_name("b.jsonl")
    write_pack(other, [structs.replace(read(path).puzzles[0], position="0")])
    assert f"{other}, puzzle 1: '0' is no number" in run("pack", "show", str(other), "1").err
    assert f"{other}, puzzle 1: '0' is no number" in run("booklet", str(other), f"{other}.pdf").err


@pytest.mark.parametrize("words", [["show"], ["stats"]])
def test_tables_fit_a_narrow_terminal(words: list[str]) -> None:
    frozen = Path(__file__).with_name("packs") / "version-1-merged.jsonl"
    lines = on_a_terminal(["pack", *words, str(frozen)], 60).splitlines()
    assert len(lines) > 6 and all(len(line) <= 60 for line in lines)
    piped = run("pack", *words, str(frozen)).out.splitlines()
    assert lines[:6] == piped[:6]  # nothing was broken


def test_on_a_narrow_terminal_sentences_are_broken() -> None:
    frozen = Path(__file__).with_name("packs") / "version-1-merged.jsonl"
    words = ["pack", "show", str(frozen), "3", "--solution"]
    lines = on_a_terminal(words, 60).splitlines()
    assert len(lines) > 20
    assert all(len(line) <= 60 or line.startswith("campus-rolls~") for line in lines)


def on_a_terminal(words: list[str], columns: int) -> str:
    """Return what a command prints on a terminal so wide, without colours."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (40, columns))
    ran = subprocess.Popen(
        [sys.executable, "-m", "quadrangle", *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"NO_COLOR": "1"},
    )
    os.close(theirs)
    found = b""
    with contextlib.suppress(OSError):  # how Linux says that nobody holds the other end any more
        while more := os.read(ours, 4096):
            found += more
    os.close(ours)
    assert ran.wait() == 0
    return found.decode().replace("\r\n", "\n")
