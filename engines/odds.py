"""Exact laws of what is not known, and counts held against a law."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .game import State


def misfit(drawn: Sequence[Any], law: Mapping[Any, Fraction]) -> str:
    """Return how counts miss a law, in words; empty where they fit.

    By the sum of (count - expected)^2 / expected, with a bound a right sampler exceeds less than once
    in a hundred million times.
    """
    counts: dict[Any, int] = dict.fromkeys(law, 0)
    for item in drawn:
        if item not in counts:
            return f"{item} was drawn and cannot be"
        counts[item] += 1
    far, worst = 0.0, ("", 0.0)
    for item, share in law.items():
        expected = float(share) * len(drawn)
        off = (counts[item] - expected) ** 2 / expected
        far += off
        if off >= worst[1]:
            worst = (f"{item!s} {counts[item]} times of {len(drawn)}, expected {expected:.1f}", off)
    free = max(1, len(law) - 1)
    return worst[0] if far > free + 8 * math.sqrt(2 * free) + 25 else ""


def worlds(state: State, player: int, start: State, steps: int) -> dict[State, Fraction]:
    """Return every full state with what `player` knows in `state`, and its exact probability.

    Walks all that may happen in so many steps from `start`: chance by its law, what others choose
    unseen by this player with equal chance, what is seen as given. Where the same is known at
    different times, it counts each time.
    """
    wanted = state.information(player)
    found: dict[State, Fraction] = {}
    layer = {start: Fraction(1)}
    for _ in range(steps + 1):
        for world, weight in layer.items():
            if world.information(player) == wanted:
                found[world] = found.get(world, Fraction(0)) + weight
        following: dict[State, Fraction] = {}
        for world, weight in layer.items():
            for after, share in _choices(world, player):
                following[after] = following.get(after, Fraction(0)) + weight * share
        layer = following
    total = sum(found.values())
    return {world: weight / total for world, weight in found.items()}


def _choices(state: State, player: int) -> Iterator[tuple[State, Fraction]]:
    if state.is_chance:
        for outcome, share in state.chance_outcomes():
            yield state._apply(outcome), share
    actions = state.legal_actions()
    secret = state.current_player != player and player not in state.observers()
    for action in actions:
        yield state._apply(action), Fraction(1, len(actions)) if secret else Fraction(1)
