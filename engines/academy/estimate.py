"""How a position looks to a player who looks no further: the margin if the round were scored now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...solvers.canvas import ASSIGNMENT_POINTS, INSPIRATION_POINTS, INSTRUCTOR_POINTS
from ...solvers.canvas.contest import NOBODY, contest
from .areas import presentable, values
from .phases import DRAW, OVER, PLACE, SHOW
from .scoring import asked, final_returns, points
from .sheet import INSTRUCTOR

if TYPE_CHECKING:
    from .state import AcademyState

_PET = 0.5
"""What the Pet is worth: the next tie, and the last."""
_RESULT = 100.0
"""The result weighs more than all points."""


def estimate(state: AcademyState, player: int) -> float:
    """Return the margin of a player's points to the best other's, as far as they can be seen."""
    worth = [float(points(taken)) for taken in state.sheet.taken]
    if state.phase == OVER:
        return _margin(worth, player) + _RESULT * final_returns(state)[player]
    _add_inspirations(state, worth)
    _add_secret(state, worth)
    pet = _add_goals(state, worth)
    if pet >= 0:
        worth[pet] += _PET
    return _margin(worth, player)


def _margin(worth: list[float], player: int) -> float:
    return worth[player] - max(one for other, one in enumerate(worth) if other != player)


def _add_inspirations(state: AcademyState, worth: list[float]) -> None:
    """Add the Inspirations that may be shown as the canvas lies, by whoever has not been asked yet."""
    if state.phase not in (PLACE, DRAW, SHOW):
        return
    players, pet = len(worth), state.sheet.pet
    answered = (state.current_player - pet) % players if state.phase == SHOW else 0
    for ahead in range(answered, players):
        player = (pet + ahead) % players
        there = len(presentable(state, player))
        worth[player] += INSPIRATION_POINTS * (there if state.game.shows_many else min(there, 1))


def _add_secret(state: AcademyState, worth: list[float]) -> None:
    """Add the Inspirations chosen in secret."""
    answers = state.sheet.answers
    for who, answer in zip(asked(state.game, state.sheet), answers, strict=False):
        worth[who] += INSPIRATION_POINTS * answer.bit_count()


def _add_goals(state: AcademyState, worth: list[float]) -> int:
    """Add the goals still to be decided, as the canvas lies; return who would hold the Pet then.

    A contested card is taken by the holder, who gives the Pet to the next one clockwise.
    """
    game, pet = state.game, state.sheet.pet
    if not state.cards:
        return pet
    for at in state.sheet.goals[state.sheet.judged :]:
        goal = game.goals[at]
        found = contest(goal, values(state, at), pet, game.rules)
        gain = INSTRUCTOR_POINTS if game.goal_colours[at] == INSTRUCTOR else ASSIGNMENT_POINTS
        if found.recipients:
            worth[pet] += gain
            pet = found.recipients[0]
        elif found.winner != NOBODY:
            worth[found.winner] += gain
    return pet
