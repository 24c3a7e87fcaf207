"""Players that are programs: a `Bot` chooses one of the legal actions of a position."""

from __future__ import annotations

from typing import Any, Protocol

from ...core.rng import Rng
from ..game import State
from .greedy import Greedy
from .random import Random

__all__ = ["Bot", "Greedy", "Random"]


class Bot(Protocol):
    """Whoever chooses, by what the deciding player knows and nothing else."""

    @property
    def name(self) -> str:
        """What it is called in logs and on the command line."""
        ...

    def choose(self, state: State, rng: Rng) -> Any:
        """Return one of the legal actions of a position in which a player decides."""
        ...
