"""The command at a terminal, in pipes, and with streams that fail or are closed."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from command import started
from leaves_cases import (
    PUZZLE,
    TABLE,
)


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text((TABLE.replace("\n", " ") + "\n") * 20_000)
    process = started("leaves", "batch", str(path), "--fields", "layout")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 0
    assert b"Traceback" not in said
    assert b"Error" not in said


def test_batch_answers_a_line_while_the_next_is_awaited() -> None:
    process = started("leaves", "batch", "-", "--fields", "solutions", stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    for _ in range(3):
        process.stdin.write(TABLE.replace("\n", " ").encode() + b"\n")
        process.stdin.flush()
        asked = time.monotonic()
        assert json.loads(process.stdout.readline()) == {"solutions": 11918}
    assert time.monotonic() - asked < 1
    process.communicate()
    assert process.returncode == 0


def test_cards_are_asked_for_row_by_row_at_a_terminal() -> None:
    ours, theirs = pty.openpty()
    process = started("leaves", "check", "--json", stdin=theirs)
    os.write(ours, b"1rb 2yg 3gm\n1ym . 1rb\n1ym . 2gb\n3rg 1gg\n3rg 1gg 2rm\n1rb\n3yg 1rm\n")
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert json.loads(out)["layout"] == PUZZLE
    assert json.loads(out)["hand"] == ["3yg", "1rm"]
    assert b"hand card 1rb already lies in the puzzle" in err
    assert b"1rb is already on the table or in hand" in err
    assert b"2 cells; expected three" in err
    possible = [block.split(b"Row")[0] for block in err.split(b"Still possible:")[1:]]
    assert len(possible[0].split()) == 27
    assert b"1rb" not in possible[1]


def test_an_interrupt_is_one_line_and_130_while_input_is_awaited() -> None:
    process = started("leaves", "batch", "-", stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(TABLE.replace("\n", " ").encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert err == b"quadrangle: interrupted\n"


def test_a_pipe_closed_while_input_is_awaited_ends_quietly() -> None:
    process = started("leaves", "batch", "-", "--fields", "solutions", stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stdin.write(TABLE.replace("\n", " ").encode() + b"\n")
    process.stdin.flush()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stdin.close()
    process.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", [["check", TABLE], ["batch", "-", "--fields", "solvable"]])
def test_a_full_output_is_one_line(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        process = started("leaves", *arguments, stdin=subprocess.PIPE, stdout=full)
        _, err = process.communicate(TABLE.replace("\n", " ").encode() + b"\n", timeout=60)
    assert process.returncode == 2
    assert re.fullmatch(rb"quadrangle: [^\n]*[Nn]o space[^\n]*\n", err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_unwritable_stderr_changes_no_answer() -> None:
    many = (TABLE.replace("\n", " ") + "\n").encode() * 300
    for arguments, stdin, code in (
        (["batch", "-", "--fields", "solvable"], many, 0),
        (["check", "xx"], b"", 2),
        (["census", "--out", "/nonexistent/x"], b"", 2),
    ):
        with open("/dev/full", "wb") as full:
            process = started("leaves", *arguments, stdin=subprocess.PIPE, stderr=full)
            out, _ = process.communicate(stdin, timeout=120)
        assert process.returncode == code
        assert out.count(b"\n") == (300 if stdin else 0)


@pytest.mark.skipif(os.name == "nt", reason="closes streams through a shell")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"leaves check '{TABLE}' >&-", 0),
        ("leaves check - <&-", 2),
        ("leaves check <&-", 2),
        ("leaves batch - <&-", 0),
    ],
)
def test_closed_streams_are_no_fault(command: str, code: int) -> None:
    done = subprocess.run(
        f"{sys.executable} -m quadrangle {command}", shell=True, capture_output=True, text=True
    )
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "fault of ours" not in done.stderr


def test_narrow_terminals_get_lines_that_fit() -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 60, 0, 0))
    process = started("leaves", "check", TABLE, stdin=theirs, stdout=theirs, stderr=theirs)
    assert process.wait(60) == 0
    os.close(theirs)
    text = b""
    with contextlib.suppress(OSError):
        while block := os.read(ours, 65536):
            text += block
    os.close(ours)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text.decode())
    assert "in 11,918 ways." in plain
    assert max(len(line) for line in plain.splitlines()) <= 60
