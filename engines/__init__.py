"""Full turn engines: every game as positions, actions, chance and returns, by one contract (`game`)."""

from __future__ import annotations

import importlib
from typing import Any

from ..core.errors import NotationError
from ..core.notation import listed, shown
from .game import Game

_GAMES = {
    "academy": (".academy", "Academy"),
    "campus": (".campus", "Campus"),
    "leaves": (".leaves", "Leaves"),
}
"""For each game, by name: where it lives, and its class."""


def names() -> tuple[str, ...]:
    """Return the names of the games."""
    return tuple(_GAMES)


def game_type(name: str) -> type[Game[Any]]:
    """Return the class of the game called `name`. Raises NotationError."""
    if name not in _GAMES:
        raise NotationError(f"no game is called {shown(name)}", expected=listed(_GAMES))
    module, kind = _GAMES[name]
    found: type[Game[Any]] = getattr(importlib.import_module(module, __name__), kind)
    return found
