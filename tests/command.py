"""Running the `quadrangle` command in this process."""

from __future__ import annotations

import contextlib
import io
import json
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
