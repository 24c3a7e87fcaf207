"""Every way in which the goals of a round may be decided, from left to right, as the Pet changes hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...solvers.canvas import Goal
from ...solvers.canvas.contest import NOBODY, Contest, contest
from ...solvers.canvas.rules import Rules


class Decision(NamedTuple):
    """How one goal is decided."""

    goal: Goal
    contest: Contest
    pet: int
    """Who holds the Teacher's Pet before."""
    winner: int
    given_to: int
    """Who gets the Pet; NOBODY where it stays."""


class Outcome(NamedTuple):
    """One result, and the decisions that lead to it."""

    first_pet: int
    decisions: tuple[Decision, ...]
    points: tuple[int, ...]
    pet: int


def outcomes(
    goals: Sequence[Goal],
    values: Sequence[Sequence[int]],
    points: Sequence[int],
    pets: Sequence[int],
    rules: Rules,
) -> list[Outcome]:
    """Return the different results, one way to each, for each of the players who may hold the Pet at first.

    `values` are those of each goal, one a player; `points` what each player has before. Results with the
    same first holder, points and last holder are one.
    """
    found: list[Outcome] = []
    for pet in pets:
        # Those that are alike are joined at every goal, so that there never are many.
        reached = {(tuple(points), pet): Outcome(pet, (), tuple(points), pet)}
        for goal, own in zip(goals, values, strict=True):
            further: dict[tuple[tuple[int, ...], int], Outcome] = {}
            for outcome in reached.values():
                for decision in _decided(goal, own, outcome.pet, rules):
                    after = _after(outcome, decision)
                    further.setdefault((after.points, after.pet), after)
            reached = further
        found += reached.values()
    return found


def _decided(goal: Goal, values: Sequence[int], pet: int, rules: Rules) -> Iterator[Decision]:
    stands = contest(goal, values, pet, rules)
    for other in stands.recipients:
        yield Decision(goal, stands, pet, pet, other)
    if not stands.recipients or rules.pet_handover == "may_decline":
        yield Decision(goal, stands, pet, stands.winner, NOBODY)


def _after(outcome: Outcome, decision: Decision) -> Outcome:
    points = list(outcome.points)
    if decision.winner != NOBODY:
        points[decision.winner] += decision.goal.kind.points
    pet = outcome.pet if decision.given_to == NOBODY else decision.given_to
    return Outcome(outcome.first_pet, (*outcome.decisions, decision), tuple(points), pet)
