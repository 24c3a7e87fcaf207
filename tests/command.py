"""Running the `quadrangle` command, in this process or in one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import Any
from unittest import mock

import pytest

from quadrangle.cli import main


@dataclass
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: bytes = b"") -> Ran:
    """Run the command with some standard input, as if piped."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    piped = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.object(sys, "stdin", piped),
    ):
        with pytest.raises(SystemExit) as left:
            main(arguments)
        out.flush()
        err.flush()
    assert isinstance(left.value.code, int)
    assert isinstance(out.buffer, io.BytesIO)
    assert isinstance(err.buffer, io.BytesIO)
    return Ran(left.value.code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())


def one_line_error(ran: Ran) -> str:
    """Return the error of a command that refused its input, in one line and without any answer."""
    assert ran.code == 2
    assert ran.out == ""
    assert re.fullmatch(r"quadrangle: [^\n]+\n", ran.err), ran.err
    return ran.err


_UNWANTED = ("PYTHONUNBUFFERED", "COLUMNS", "LINES", "NO_COLOR")


def started(*arguments: str, **more: Any) -> subprocess.Popen[bytes]:
    """Return the command started as a process of its own."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background, and inherited
        signal.signal(signal.SIGINT, signal.default_int_handler)
    words = [sys.executable, "-m", "quadrangle", *arguments]
    environment = {name: value for name, value in os.environ.items() if name not in _UNWANTED}
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment}
    return subprocess.Popen(words, **settings | more)
