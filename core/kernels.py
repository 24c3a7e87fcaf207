"""Functions that run as they stand, and compiled where there is enough work.

A kernel is a plain function in the subset numba compiles: 64-bit integers without wrap-around,
tables passed as arguments. `@kernel` only notes it down; numba is imported when `compiled` is
first asked for one. Kernels may call kernels of their own file, never those of another: numba
notices a change only in the file a function stands in. For the same reason a number a kernel uses
as a constant is written in its own file.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import tempfile
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from .notices import tell

F = TypeVar("F", bound=Callable[..., Any])

_log = logging.getLogger("quadrangle")
_registered: dict[str, dict[str, types.FunctionType]] = {}
_compiled: dict[str, dict[str, Any]] = {}
_compiling = threading.Lock()
_announced = False
_unwritable: set[Path] = set()

on_compile: Callable[[], None] | None = None
"""Called once, before the first kernel of a process is compiled or loaded."""


def kernel(function: F) -> F:
    """Register `function` as a kernel and return it unchanged."""
    assert isinstance(function, types.FunctionType)
    _registered.setdefault(function.__module__, {})[function.__name__] = function
    return function


def compiled(function: F) -> F:
    """Return the compiled form of a registered kernel, with the same signature and results.

    It releases the interpreter lock while it runs and may be asked for and called from any thread.
    """
    module = function.__module__
    with _compiling:
        if function.__name__ not in _compiled.get(module, {}):
            _announce()
            _compiled[module] = _compile_module(module)
        result: F = _compiled[module][function.__name__]
    return result


def _announce() -> None:
    global _announced
    if on_compile is not None and not _announced:
        on_compile()
    _announced = True


def _compile_module(module: str) -> dict[str, Any]:
    import numba

    functions = _registered[module]
    # The kernels' own names must lead to compiled functions, so each is rebuilt over a copy
    # of its module's names; the plain functions stay as they are.
    names = dict(vars(sys.modules[module]))
    folder = _writable_cache_folder()
    config: Any = numba.config
    callers_folder = config.CACHE_DIR
    # numba asks for the folder while it decorates; afterwards the caller's own functions go where they went.
    config.CACHE_DIR = str(folder or "")
    try:
        for name, plain in functions.items():
            copy = types.FunctionType(plain.__code__, names, name, plain.__defaults__, plain.__closure__)
            copy.__module__ = module
            copy.__qualname__ = plain.__qualname__
            names[name] = numba.njit(cache=folder is not None, nogil=True)(copy)
    finally:
        config.CACHE_DIR = callers_folder
    return {name: names[name] for name in functions}


def _writable_cache_folder() -> Path | None:
    """Return the folder for compiled code, made if need be, or None where none can be written."""
    folder = cache_folder()
    try:
        # A home that is not known leaves a path relative to wherever the command was started.
        if not folder.is_absolute():
            raise OSError("no home folder")
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        if folder not in _unwritable:
            tell(f"{folder} cannot be written; compiled code is not kept")
        _unwritable.add(folder)
        return None
    _log.info("compiled code is kept in %s", folder)
    return folder


def cache_folder() -> Path:
    """Return the folder for compiled code: one for each state of the kernel files and of numba's settings.

    It lies in `NUMBA_CACHE_DIR` where that is set, and in our own cache otherwise.
    """
    callers = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(callers).absolute() if callers else cache_root() / "kernels"
    return parent / f"{kernel_digest()}-{_settings_digest()}"


def cache_root() -> Path:
    """Return the folder for what can be rebuilt; it may not exist and may not be writable."""
    import platformdirs

    return Path(platformdirs.user_cache_dir("quadrangle", appauthor=False))


def kernel_digest() -> str:
    """Return 12 hex digits that change when any kernel file of the package changes."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=6)
    for path in [*sorted((root / "solvers").rglob("kernels*.py")), Path(__file__)]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _settings_digest() -> str:
    """Return 6 hex digits for numba's settings.

    numba itself would load code compiled without bounds checks where they are asked for.
    """
    settings = sorted(
        f"{name}={value}"
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"
    )
    return hashlib.blake2b("\0".join(settings).encode(), digest_size=3).hexdigest()
