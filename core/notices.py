"""What a person who waits should know, one line on standard error; `-q` silences it."""

from __future__ import annotations

import contextlib
import logging
import sys

_log = logging.getLogger("quadrangle")


def tell(text: str) -> None:
    """Print a line to standard error, unless only errors are wanted there."""
    if not silenced():
        # Nobody reading on is no reason to stop the work.
        with contextlib.suppress(OSError, ValueError):
            print(f"quadrangle: {text}", file=sys.stderr, flush=True)


def silenced() -> bool:
    """Return whether nothing but errors is wanted on standard error, or there is none."""
    return sys.stderr is None or _log.getEffectiveLevel() >= logging.ERROR
