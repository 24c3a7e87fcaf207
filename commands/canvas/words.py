"""Sentences about canvases."""

from __future__ import annotations

from ...core.notation import listed
from ...solvers.canvas import COLOUR_NAMES, Goal
from .given import NOBODY, SEATS
from .scoring import Decision, Outcome

INCOMPLETE = (
    "The canvas is not complete: it is scored as it lies, an area being the two rows of cards nearest "
    "to its owner."
)
REORDERED = "Assignments are decided before Instructors, so the goals stand in that order."


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def goal_name(goal: Goal) -> str:
    """Return a goal as a person calls it.

    >>> goal_name(Goal.parse("largest_area:B")), goal_name(Goal.parse("areas_of_size:3"))
    ('Largest Area blue', 'Areas of a Size 3')
    """
    words = [goal.kind.title]
    if goal.colour is not None:
        words.append(COLOUR_NAMES[goal.colour])
    if goal.size is not None:
        words.append(str(goal.size))
    return " ".join(words)


def seats(players: tuple[int, ...] | list[int]) -> str:
    """Name players: `A, B and C`."""
    return listed(SEATS[player] for player in players)


def decided(found: Decision, pet_known: bool = True) -> str:
    """Say who wins a goal, and why.

    `pet_known` says whether it was said who holds the Teacher's Pet, or that nobody does.
    """
    values, best = found.contest.values, found.contest.best
    if not best:
        return "nobody, as the best match is nothing"
    value = values[best[0]]
    if len(best) == 1:
        others = [one for player, one in enumerate(values) if player != best[0]]
        nearest = max(others) if found.goal.kind.most else min(others)
        return f"{SEATS[best[0]]}, {value} against {nearest}"
    tie = f"{seats(best)} tie {'at nothing' if not value and found.goal.kind.most else f'at {value}'}"
    if found.given_to != NOBODY:
        return f"{SEATS[found.pet]}: {tie}; {_handed(found)}"
    if found.pet in best:
        return f"nobody: {tie}; {SEATS[found.pet]} keeps the Teacher's Pet, so nobody takes the card"
    if found.pet == NOBODY:
        return f"nobody: {tie}, and nobody holds the Teacher's Pet"
    return f"nobody: {tie}; {SEATS[found.pet]} holds the Teacher's Pet and is not among them"


def _handed(found: Decision) -> str:
    holder, to = SEATS[found.pet], SEATS[found.given_to]
    why = " (its holder's choice)" if len(found.contest.recipients) > 1 else ""
    return f"{holder} holds the Teacher's Pet, takes the card and hands the Pet to {to}{why}"


def still(outcome: Outcome) -> str:
    """Say whether the holder of the Teacher's Pet kept it, got it back, or is another than at first."""
    if outcome.pet != outcome.first_pet:
        return "then"
    handed = any(decision.given_to != NOBODY for decision in outcome.decisions)
    return "again" if handed else "still"


def reconstructed(count: int, total: int, things: str, used: str = "used here") -> str:
    """Say how many of some things are reconstructions; empty for none.

    >>> reconstructed(1, 3, "goals")
    '1 of the 3 goals used here is reconstructed, not printed: your copy may differ.'
    """
    if not count:
        return ""
    if total == 1:
        return f"The {things.removesuffix('s')} {used} is reconstructed, not printed: your copy may differ."
    is_are = "is" if count == 1 else "are"
    return (
        f"{count} of the {total} {things} {used} {is_are} reconstructed, not printed: your copy may differ."
    )
