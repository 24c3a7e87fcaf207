"""What a person who waits should know, one line on standard error; `-q` silences it."""

from __future__ import annotations

import logging
import sys

_log = logging.getLogger("quadrangle")


def tell(text: str) -> None:
    """Print a line to standard error, unless only errors are wanted there."""
    if not silenced():
        print(f"quadrangle: {text}", file=sys.stderr, flush=True)


def silenced() -> bool:
    """Return whether nothing but errors is wanted on standard error, or there is none."""
    return sys.stderr is None or _log.getEffectiveLevel() >= logging.ERROR
