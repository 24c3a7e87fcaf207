"""Functions that run as they stand, and compiled where there is enough work.

A kernel is a plain function in the subset numba compiles: 64-bit integers without wrap-around,
tables passed as arguments. `@kernel` only notes it down; numba is imported when `compiled` is
first asked for one. Kernels may call kernels of their own file, never those of another: numba
notices a change only in the file a function stands in.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import tempfile
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger("quadrangle")
_registered: dict[str, dict[str, types.FunctionType]] = {}
_compiled: dict[str, dict[str, Any]] = {}
_can_cache: bool | None = None

on_compile: Callable[[], None] | None = None
"""Called once, before the first kernel of a process is compiled or loaded."""


def kernel(function: F) -> F:
    """Register `function` as a kernel and return it unchanged."""
    assert isinstance(function, types.FunctionType)
    _registered.setdefault(function.__module__, {})[function.__name__] = function
    return function


def compiled(function: F) -> F:
    """Return the compiled form of a registered kernel, with the same signature and results."""
    module = function.__module__
    if module not in _compiled:
        _compiled[module] = _compile_module(module)
    result: F = _compiled[module][function.__name__]
    return result


def _compile_module(module: str) -> dict[str, Any]:
    cache = _prepare_cache()
    if on_compile is not None:
        on_compile()
    import numba

    functions = _registered[module]
    # The kernels' own names must lead to compiled functions, so each is rebuilt over a copy
    # of its module's names; the plain functions stay as they are.
    names = dict(vars(sys.modules[module]))
    for name, plain in functions.items():
        copy = types.FunctionType(plain.__code__, names, name, plain.__defaults__, plain.__closure__)
        copy.__module__ = module
        copy.__qualname__ = plain.__qualname__
        names[name] = numba.njit(cache=cache, nogil=True)(copy)
    return {name: names[name] for name in functions}


def _prepare_cache() -> bool:
    """Choose the folder for compiled code; return whether there is one that can be written."""
    global _can_cache
    if _can_cache is not None:
        return _can_cache
    folder = Path(os.environ["NUMBA_CACHE_DIR"]) if "NUMBA_CACHE_DIR" in os.environ else _cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        print(f"quadrangle: {folder} cannot be written; compiled code is not kept", file=sys.stderr)
        _can_cache = False
        return False
    if "numba" in sys.modules:
        import numba

        numba.config.CACHE_DIR = str(folder)
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    _log.debug("compiled code is kept in %s", folder)
    _can_cache = True
    return True


def _cache_folder() -> Path:
    """Return our own folder: one for each state of the kernel files, so old code is never loaded."""
    return cache_root() / "kernels" / kernel_digest()


def cache_root() -> Path:
    """Return the folder for what can be rebuilt; it may not exist and may not be writable."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("quadrangle", appauthor=False))


def kernel_digest() -> str:
    """Return 12 hex digits that change when any kernel file of the package changes."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted((root / "solvers").glob("*/kernels*.py")) + [Path(__file__)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()
