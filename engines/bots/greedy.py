"""The player who looks one move ahead."""

from __future__ import annotations

from typing import Any

from ...core.rng import Rng
from ..game import State

_MOST = 256
"""Actions that are looked at; of more, as many are drawn."""


class Greedy:
    """Takes the action after which the game's own `State.evaluate` is highest, any of several alike.

    What it does not know it imagines: it judges a position that is drawn by `State.resample`.
    """

    name = "greedy"

    def choose(self, state: State, rng: Rng) -> Any:
        """Return one of the best legal actions."""
        player = state.current_player
        world = state.resample(player, rng)
        best: list[Any] = []
        highest = float("-inf")
        for action in world.legal_actions().shortlist(rng, _MOST):
            value = world._apply(action).evaluate(player)
            if value > highest:
                best, highest = [action], value
            elif value == highest:
                best.append(action)
        return best[rng.below(len(best))]
