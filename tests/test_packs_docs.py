"""What docs/packs.md shows is what the commands print, and its examples in Python run."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from command import run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "packs.md"
_BLOCK = re.compile(r"```console\n(.*?)```\n", re.DOTALL)
_COMMAND = re.compile(r"^\$ quadrangle (.*)\n", re.MULTILINE)


def printed(block: str) -> str:
    """Return a block as it is when its commands are run now."""
    told = ""
    for words in _COMMAND.findall(block):
        told += f"$ quadrangle {words}\n" + run(*shlex.split(words)).out
    return told


def test_the_examples_show_real_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = _BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 4
    for block in blocks:
        assert printed(block) == block


def test_the_examples_in_python_run() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert failed == 0 and tried >= 5


def rewrite() -> None:
    """Put what the commands print now into the page: run this file in an empty folder."""
    text = PAGE.read_text(encoding="utf-8")
    fresh = _BLOCK.sub(lambda match: f"```console\n{printed(match[1])}```\n", text)
    PAGE.write_text(fresh, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    rewrite()
