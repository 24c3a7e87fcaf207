"""The player who looks one move ahead."""

from __future__ import annotations

from collections.abc import Iterable
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
        for action in _candidates(world, rng):
            value = world._apply(action).evaluate(player)
            if value > highest:
                best, highest = [action], value
            elif value == highest:
                best.append(action)
        return best[rng.below(len(best))]


def _candidates(state: State, rng: Rng) -> Iterable[Any]:
    actions = state.legal_actions()
    if len(actions) <= _MOST:
        return actions
    # Each once, in the order they were drawn in: a draw may come back.
    return dict.fromkeys(actions.sample(rng) for _ in range(_MOST))
