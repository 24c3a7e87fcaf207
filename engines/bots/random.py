"""The random player, by whose chance of success difficulty is measured."""

from __future__ import annotations

from typing import Any

from ...core.rng import Rng
from ..game import State


class Random:
    """Takes actions as the random player of the game does: in Leaves a merge, then any of its traits."""

    name = "random"

    def choose(self, state: State, rng: Rng) -> Any:
        """Return a legal action by the law of `Actions.sample`."""
        return state.legal_actions().sample(rng)
