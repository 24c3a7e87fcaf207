"""Who wins a goal: the best match, ties, and the Teacher's Pet.

Rules: *End of Round and Scoring* and *Changes for 4 Players*; rulings `zero_value`, `pet_handover` and
`pet_recipient`. Players are numbered clockwise from the south.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .goals import Goal
from .rules import LETTER, Rules

NOBODY = -1


class Contest(NamedTuple):
    """Who contends for a goal, and what may come of it."""

    values: tuple[int, ...]
    """What each player's scoring area is worth for it."""
    best: tuple[int, ...]
    """The players with the best match; nobody where the best match is nothing and wins nothing."""
    winner: int
    """Who takes the card without a tie; NOBODY where nobody does, or the holder of the Pet may."""
    recipients: tuple[int, ...]
    """To whom the holder of the Pet may give it, and take the card, clockwise; empty where it stays."""


def contest(goal: Goal, values: Sequence[int], pet: int, rules: Rules = LETTER) -> Contest:
    """Return who wins a goal with these values, one a player, while player `pet` holds the Teacher's Pet.

    `pet` is NOBODY where nobody is known to hold it: then nobody takes a contested card.
    """
    found = tuple(values)
    highest = goal.best(found)
    if not highest and goal.kind.most and rules.zero_value == "nobody":
        return Contest(found, (), NOBODY, ())
    if found.count(highest) == 1:
        winner = found.index(highest)
        return Contest(found, (winner,), winner, ())
    best = tuple([player for player, one in enumerate(found) if one == highest])
    if pet not in best:
        return Contest(found, best, NOBODY, ())
    players = len(found)
    clockwise = [(pet + step) % players for step in range(1, players)]
    others = tuple(player for player in clockwise if player in best)
    return Contest(found, best, NOBODY, others if rules.pet_recipient == "holder_chooses" else others[:1])
