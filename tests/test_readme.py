"""What the README shows is what the commands print."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
EXAMPLE = re.compile(r"<!-- example: (.+?) -->\n```\n(.*?)```\n<!-- /example -->", re.DOTALL)


def printed(command: str) -> str:
    """Return what a `quadrangle` command prints to a pipe; ` <<< ` parts it from what is typed, by `|`."""
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    words, _, typed = command.partition(" <<< ")
    done = subprocess.run(
        [sys.executable, "-m", "quadrangle", *shlex.split(words)],
        cwd=README.parent,
        input="".join(f"{line}\n" for line in typed.split("|")),
        capture_output=True,
        env=environment,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.mark.parametrize(("command", "shown"), EXAMPLE.findall(README.read_text(encoding="utf-8")))
def test_examples_show_real_output(command: str, shown: str) -> None:
    assert printed(command) == shown


def test_the_readme_has_examples() -> None:
    assert len(EXAMPLE.findall(README.read_text(encoding="utf-8"))) >= 4


@pytest.mark.parametrize(
    ("page", "examples"),
    [
        ("README.md", 8),
        ("docs/engines.md", 7),
        ("docs/campus.md", 12),
        ("docs/canvas.md", 6),
        ("docs/academy.md", 6),
        ("docs/paper.md", 3),
    ],
)
def test_python_examples_run(page: str, examples: int) -> None:
    failed, tried = doctest.testfile(str(README.parent / page), module_relative=False)
    assert failed == 0
    assert tried >= examples


def rewrite() -> None:
    """Put what the commands print now into the README: `python tests/test_readme.py`."""
    text = README.read_text(encoding="utf-8")

    def fresh(match: re.Match[str]) -> str:
        return f"<!-- example: {match[1]} -->\n```\n{printed(match[1])}```\n<!-- /example -->"

    README.write_text(EXAMPLE.sub(fresh, text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    rewrite()
