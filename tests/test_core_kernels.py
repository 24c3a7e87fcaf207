"""Kernels: the same answers plain and compiled, and compiled code kept where it may be kept."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core import kernels
from quadrangle.core.kernels import compiled, kernel

MODULE = """
from quadrangle.core.kernels import kernel

@kernel
def halve(n):
    return n // 2

@kernel
def steps(n):
    count = 0
    while n != 1:
        n = halve(n) if n % 2 == 0 else 3 * n + 1
        count += 1
    return count

@kernel
def item(values, i):
    return values[i]
"""

RUN = """
import sys
import collatz
from quadrangle.core.kernels import cache_folder, compiled
assert "numba" not in sys.modules and "numpy" not in sys.modules, "imported before it was asked for"
fast = compiled(collatz.steps)
print(fast(27), collatz.steps(27), sum(fast.stats.cache_hits.values()))
print(cache_folder())
"""


@kernel
def power(base: int, exponent: int, modulus: int) -> int:
    """Square and multiply, calling another kernel of this file."""
    result = 1
    while exponent > 0:
        if exponent % 2 == 1:
            result = times(result, base, modulus)
        base = times(base, base, modulus)
        exponent //= 2
    return result


@kernel
def times(a: int, b: int, modulus: int) -> int:
    return a * b % modulus


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a module of kernels and a program that compiles one of them."""
    folder = tmp_path / "program"
    folder.mkdir()
    (folder / "collatz.py").write_text(MODULE, encoding="utf-8")
    (folder / "run.py").write_text(RUN, encoding="utf-8")
    return folder


def run(
    program: Path, source: str | None = None, **environment: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run the program, or `source` beside it, in a new process with these of numba's settings only."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    settings = {name: str(value) for name, value in environment.items()}
    command = [sys.executable, "run.py"] if source is None else [sys.executable, "-c", source]
    return subprocess.run(
        command, cwd=program, env=inherited | settings, capture_output=True, text=True, timeout=120
    )


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 2**31 - 1), st.integers(0, 2**40), st.integers(1, 2**31 - 1))
def test_plain_and_compiled_agree_with_python(base: int, exponent: int, modulus: int) -> None:
    base %= modulus
    expected = pow(base, exponent, modulus) if exponent else 1
    assert power(base, exponent, modulus) == expected
    assert compiled(power)(base, exponent, modulus) == expected


def test_compiling_leaves_the_plain_function_alone() -> None:
    before = power.__globals__["times"]
    assert compiled(power) is not power
    assert power.__globals__["times"] is before is times


def test_many_threads_may_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    real, modules = kernels._compile_module, []

    def slow(module: str) -> dict[str, Any]:
        modules.append(module)
        time.sleep(0.05)
        return real(module)

    monkeypatch.setattr(kernels, "_compiled", {})
    monkeypatch.setattr(kernels, "_compile_module", slow)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(compiled, [times] * 16))
        assert modules == [__name__]
        assert list(pool.map(lambda n: compiled(times)(n, n, 97), range(50))) == [
            n * n % 97 for n in range(50)
        ]


def test_a_kernel_noted_down_later_is_compiled_too() -> None:
    compiled(times)

    @kernel
    def later(a: int) -> int:
        return times(a, a, 10)

    assert compiled(later)(7) == 9


def test_the_first_compilation_of_a_process_is_announced_once(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.syspath_prepend(str(program))
    monkeypatch.setattr(kernels, "_announced", False)
    monkeypatch.setattr(kernels, "_compiled", {})
    monkeypatch.setattr(kernels, "on_compile", lambda: calls.append("compiling"))
    collatz = importlib.import_module("collatz")
    for function in (times, collatz.steps, power):
        compiled(function)
    assert calls == ["compiling"]


def test_the_callers_own_compiled_code_goes_where_it_went(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    config: Any = numba.config
    monkeypatch.setattr(config, "CACHE_DIR", "callers")
    monkeypatch.setattr(kernels, "_compiled", {})
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    environment = dict(os.environ)
    compiled(times)
    assert config.CACHE_DIR == "callers"
    assert dict(os.environ) == environment


def test_compiled_code_is_kept_in_our_own_cache(program: Path, tmp_path: Path) -> None:
    def once() -> subprocess.CompletedProcess[str]:
        return run(program, HOME=tmp_path, XDG_CACHE_HOME=tmp_path / "cache", LOCALAPPDATA=tmp_path)

    first, second = once(), once()
    assert first.stdout.startswith("111 111 0\n"), first.stderr
    assert second.stdout.startswith("111 111 1\n"), second.stderr
    kept = Path(second.stdout.splitlines()[1])
    assert tmp_path in kept.parents
    assert list(kept.rglob("*.nbi"))
    assert first.stderr == second.stderr == ""
    assert sorted(path.name for path in program.iterdir() if path.suffix == ".py") == ["collatz.py", "run.py"]
    assert not list(program.rglob("*.nbi"))


def test_the_callers_cache_folder_is_respected(program: Path, tmp_path: Path) -> None:
    first = run(program, NUMBA_CACHE_DIR=tmp_path / "mine")
    second = run(program, NUMBA_CACHE_DIR=tmp_path / "mine")
    assert (tmp_path / "mine") in Path(first.stdout.splitlines()[1]).parents
    assert second.stdout.startswith("111 111 1\n")
    assert list((tmp_path / "mine").rglob("*.nbi"))


def test_where_nothing_can_be_written_kernels_compile_in_memory(program: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    ended = run(program, HOME=blocked, XDG_CACHE_HOME=blocked / "cache", LOCALAPPDATA=blocked)
    assert ended.stdout.startswith("111 111 0\n")
    assert len(ended.stderr.splitlines()) == 1
    assert "cannot be written; compiled code is not kept" in ended.stderr


def test_an_unknown_home_leaves_nothing_behind_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kernels, "cache_root", lambda: Path("~/.cache/quadrangle"))
    monkeypatch.setattr(kernels, "_unwritable", set())
    monkeypatch.setattr(kernels, "_compiled", {})
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert compiled(times)(6, 7, 100) == 42
    assert list(tmp_path.iterdir()) == []
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_checked_code_is_not_taken_from_the_unchecked_cache(program: Path, tmp_path: Path) -> None:
    source = (
        "import collatz, numpy\n"
        "from quadrangle.core.kernels import compiled\n"
        "values = numpy.arange(8)[:4]\n"
        "print(compiled(collatz.item)(values, 5))"
    )
    unchecked = run(program, source, NUMBA_CACHE_DIR=tmp_path)
    assert unchecked.stdout == "5\n", unchecked.stderr
    checked = run(program, source, NUMBA_CACHE_DIR=tmp_path, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked.stderr


def test_a_changed_kernel_file_gets_a_new_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("core", "solvers/chess/endings"):
        (tmp_path / folder).mkdir(parents=True)
    ours, theirs = tmp_path / "core/kernels.py", tmp_path / "solvers/chess/endings/kernels_rook.py"
    ours.write_bytes(b"a")
    theirs.write_bytes(b"b")
    monkeypatch.setattr(kernels, "__file__", str(ours))
    seen = {kernels.cache_folder()}
    for changed in (ours, theirs):
        changed.write_bytes(b"c")
        seen.add(kernels.cache_folder())
    theirs.with_name("kernels_queen.py").write_bytes(b"")
    seen.add(kernels.cache_folder())
    assert len(seen) == 4
    theirs.with_name("words.py").write_bytes(b"no kernel")
    assert kernels.cache_folder() in seen


def kernel_files() -> list[Path]:
    return sorted((Path(kernels.__file__).parent.parent / "solvers").rglob("kernels*.py"))


@pytest.mark.parametrize("path", kernel_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_of_kernels_takes_nothing_from_another_that_numba_would_not_notice(path: Path) -> None:
    imported = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name, alias.name)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert {module for module, _ in imported} <= {"__future__", "typing", "core.kernels"}
    assert ("core.kernels", "kernel") in imported
