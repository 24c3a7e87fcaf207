"""Going through a failed challenge, or a lost solo run, merge by merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...engines.leaves import SoloState
from ...engines.leaves.actions import PUZZLES, SoloMerge, SoloPlace, SoloSwap
from ...engines.leaves.squares import cards_in
from ...solvers.leaves.cards import Card
from ...solvers.leaves.keys import layout_of
from ...solvers.leaves.layout import CELLS, Layout, Merge, Place, Swap
from ...solvers.leaves.layout import Step as Move

if TYPE_CHECKING:
    from ...engines.match import Match, Step
    from .screen import Screen


class Attempt(NamedTuple):
    """What was done to one puzzle."""

    title: str
    layout: Layout
    moves: Sequence[Move]
    hand: tuple[Card, ...] | None
    """The cards that could be placed; None where one lies in the centre already."""


def show_review(match: Match, screen: Screen) -> None:
    """Print what each merge did, as `quadrangle leaves review` does."""
    from ..leaves.answers import review
    from ..leaves.show import review as show

    for attempt in attempts(match):
        if attempt.title:
            screen.heading(attempt.title)
        show(review(attempt.layout, attempt.moves, attempt.hand, in_progress=attempt.hand is None))


def attempts(match: Match) -> list[Attempt]:
    """Return what was merged in the challenge that failed last, or in each puzzle of a solo run."""
    return list(_alone(match) if isinstance(match.state, SoloState) else _at_the_table(match))


def _at_the_table(match: Match) -> Iterator[Attempt]:
    """Yield the challenge that failed last, if anything was merged in it."""
    steps: list[Step] = []
    for step in reversed(match.steps):
        if steps and step.before.caller != steps[-1].before.caller:
            break
        if step.before.caller >= 0:
            steps.append(step)
    steps.reverse()
    moves = [step.action for step in steps if isinstance(step.action, Swap | Place | Merge)]
    if not any(isinstance(move, Merge) for move in moves):
        return
    before = steps[0].before
    if isinstance(moves[0], Merge):  # the match began with the card in the centre
        yield Attempt("", layout_of(before.key), moves, None)
        return
    hand = tuple(cards_in(before.seats.hands[before.caller]))
    unseen = before.seats.unseen[before.caller]
    placed = [move.card for move in moves if isinstance(move, Place)]
    yield Attempt("", layout_of(before.key), moves, (*hand, *placed) if unseen else hand)


def _alone(match: Match) -> Iterator[Attempt]:
    """Yield what was merged in each puzzle, from its last swap or its card on."""
    for puzzle in range(PUZZLES):
        steps = [step for step in match.steps if _is_in(step, puzzle)]
        last = max((i for i, step in enumerate(steps) if not isinstance(step.action, SoloMerge)), default=-1)
        merges = [step.action.merge for step in steps[last + 1 :]]
        if not merges:
            continue
        before = steps[last + 1].before
        title = f"Puzzle {puzzle + 1}, with {Card(before.placed[puzzle])}"
        if last > 0 and isinstance(steps[last].action, SoloSwap):
            title += ", from the last swap on"
        yield Attempt(title, layout_of(before.keys[puzzle]), merges, None)


def _is_in(step: Step, puzzle: int) -> bool:
    match step.action:
        case SoloMerge(p, _) | SoloPlace(p, _):
            return bool(p == puzzle)
        case SoloSwap(first, second):
            return puzzle in (first // CELLS, second // CELLS)
    return False
