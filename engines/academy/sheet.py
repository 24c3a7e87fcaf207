"""What lies beside hands, deck and canvas: rounds, goals, inspirations, discards, and what was taken."""

from __future__ import annotations

from msgspec import Struct

from ...solvers.canvas.contest import NOBODY

Events = list[str] | None
"""Where to note what the rules do by themselves; None when nobody asks."""

INSTRUCTOR = 3
"""Stands among the colours for the deck of Instructors."""

Taken = tuple[int, int, int]
"""How many Inspirations, Assignments and Instructors a player has scored."""


class Sheet(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What changes less often than with every card."""

    round: int = 1
    pet: int = NOBODY
    """Who holds the Teacher's Pet."""
    age: int = 0
    """How often the discards have been shuffled into a new deck."""
    discards: tuple[int, ...] = ()
    """The discarded canvas cards, sorted."""
    inspirations: tuple[tuple[int, ...], ...] = ()
    """For each player the Inspirations in hand, sorted."""
    gone: tuple[int, ...] = ()
    """Inspirations that were shown or discarded, sorted."""
    goals: tuple[int, ...] = ()
    """The goals of the round, left to right."""
    used: tuple[int, ...] = ()
    """Goals of earlier rounds, sorted."""
    named: int = NOBODY
    """The deck a goal comes from while it is revealed: a colour or INSTRUCTOR."""
    start: int = NOBODY
    """The face of the start card while it is about to be laid."""
    answers: tuple[int, ...] = ()
    """What has been chosen in secret, in the order of asking: sets of Inspirations as bits."""
    judged: int = 0
    """Goals of the round that have been decided, from the left."""
    taken: tuple[Taken, ...] = ()
    """What each player has scored."""
