"""Puzzles of a chosen difficulty, each with the solution it claims: kinds, packs, paper.

A kind is one package here, with the verbs of `puzzle.Kind`, and its data; `kind` finds it by its name.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import cast

from ..core.errors import NotationError
from ..core.notation import listed, shown
from .puzzle import LEVELS, Difficulty, Kind, Level, Puzzle

__all__ = ["KINDS", "LEVELS", "Difficulty", "Kind", "Level", "Puzzle", "kind", "note", "present"]

KINDS = ("leaves", "campus", "canvas")
"""The names of the kinds, in the order they are shown."""


def kind(name: str) -> Kind:
    """Return the kind of that name, imported now. Raises NotationError for a name there is not."""
    if name not in present():
        raise NotationError(f"{shown(name)} is no kind of puzzle", expected=listed(present()))
    return cast(Kind, importlib.import_module(f".{name}", __name__))


def note(name: str) -> str:
    """Return the sentence that answers about puzzles of a kind end with; empty where there is none."""
    return str(getattr(kind(name), "NOTE", ""))


def present() -> tuple[str, ...]:
    """Return the names of the kinds whose modules are there, without importing any."""
    return tuple(name for name in KINDS if importlib.util.find_spec(f".{name}", __name__))
