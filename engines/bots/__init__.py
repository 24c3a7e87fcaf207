"""Players that are programs: a `Bot` chooses one of the legal actions of a position."""

from __future__ import annotations

from typing import Any, Protocol

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...core.rng import Rng
from ..game import Game, State
from .greedy import Greedy
from .random import Random

__all__ = ["Bot", "Greedy", "Random", "make", "names"]


class Bot(Protocol):
    """Whoever chooses, by what the deciding player knows and nothing else."""

    @property
    def name(self) -> str:
        """What it is called in logs and on the command line."""
        ...

    def choose(self, state: State, rng: Rng) -> Any:
        """Return one of the legal actions of a position in which a player decides."""
        ...


_BOTS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


def names(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the bots that play a game."""
    return (*_BOTS, *game.solvers())


def make(name: str, game: Game[Any]) -> Bot:
    """Return the bot called `name` for a game. Raises NotationError."""
    if name in _BOTS:
        return _BOTS[name]()
    solver: Bot | None = game.solvers().get(name)
    if solver is None:
        raise NotationError(
            f"no bot for {game.info.name} is called {shown(name)}", expected=listed(names(game))
        )
    return solver
