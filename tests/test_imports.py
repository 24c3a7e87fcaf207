"""A single question is answered before a heavy import would have finished; examples in docstrings hold."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import quadrangle

HEAVY = {"networkx", "numba", "numpy", "ortools", "pandas", "rich"}
PUZZLE = ["1rb", "2yg", "3gm", "1ym", ".", "2gb", "3rg", "1gg", "2rm"]
BOARD = ["11", "5", "3", "2", "1", "24", "6", "8", "s"]

ASK = """
import json, sys
from quadrangle.cli import main
sys.argv[0] = "quadrangle"
try:
    main()
except SystemExit as ended:
    code = ended.code
else:
    code = 0
print(json.dumps({"code": code, "modules": sorted(sys.modules)}), file=sys.stderr)
"""


def modules_after(arguments: list[str], folder: Path) -> set[str]:
    """Run the command in a new process; return the names of all modules it had loaded at its end."""
    command = [sys.executable, "-c", ASK, *arguments]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
    report = json.loads(ended.stderr.splitlines()[-1])
    assert report["code"] in (0, None), "\n".join(ended.stderr.splitlines()[:-1])
    assert ended.stdout
    return set(report["modules"])


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] in HEAVY}


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["--help"],
        ["leaves", "--help"],
        ["leaves", "check", *PUZZLE, "--hand", "3yg"],
        ["leaves", "check", *PUZZLE, "--hand", "3yg", "--json"],
        ["campus", "--help"],
        ["campus", "moves", *BOARD, "--roll", "5+6", "--size", "3x3"],
        ["campus", "moves", *BOARD, "--roll", "5+6", "--size", "3x3", "--json"],
        ["campus", "best", *BOARD, "--roll", "5+6", "--size", "3x3"],
        ["campus", "best", *BOARD, "--roll", "5+6", "--size", "3x3", "--json"],
        ["campus", "value", *BOARD, "--size", "3x3", "--json"],
        ["campus", "deal", "--svg", "-"],
        ["campus", "shut-the-box"],
        ["generate", "leaves", "--help"],
        ["grade", "leaves", " / ".join(["1gg 2rg 1gb", "2ym . 1rg", "1rm 3gm 3yb", "1yg 2gb"])],
        ["link", "leaves~1gg2rg1gb-2ym.1rg-1rm3gm3yb~1yg2gb"],
        ["rules", "leaves", "39", "--ruling", "clock=live"],
        ["components", "show", "leaves"],
        ["simulate", "leaves", "--games", "2", "--bots", "random,greedy", "--workers", "1"],
    ],
    ids=" ".join,
)
def test_a_question_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    loaded = modules_after(arguments, tmp_path)
    assert "quadrangle.cli" in loaded
    assert heavy(loaded) == set()


def module_names() -> list[str]:
    """Return the names of all modules of the package; an editable install shows the tests among them."""
    skipped = ("quadrangle.tests", "quadrangle.build", "quadrangle.benchmarks", "quadrangle.docs")
    return sorted(
        module.name
        for module in pkgutil.walk_packages(quadrangle.__path__, "quadrangle.", onerror=lambda name: None)
        if not module.name.startswith(skipped) and not module.name.endswith(".__main__")
    )


@pytest.mark.parametrize("name", module_names())
def test_the_examples_in_docstrings_hold(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, f"{name} does not say what it is"
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0
