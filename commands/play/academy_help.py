"""Help for whoever decides in Abstract Academy, in steps each of which says more."""

from __future__ import annotations

import functools
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from ...core.notation import listed
from ...core.rng import Rng
from ...engines.academy.actions import Place
from ...engines.academy.areas import presentable, values
from ...engines.academy.phases import ARRANGE, GIVE, NAME, PLACE, SHOW, TURN
from ...engines.academy.scoring import points
from ...engines.academy.solver import action_of, open_position_of, position_of
from ...engines.bots import make, names
from ...engines.game import seat
from ...render.academy_game import goal_name
from ...solvers.canvas import COLOUR_NAMES, COLOURS, Goal
from ...solvers.canvas.contest import contest
from ...solvers.canvas.faces import COUNT, FACES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engines.academy import AcademyState
    from ...engines.academy.game import Academy
    from ...solvers.canvas.best_answers import Choice

STEPS = 3
"""Of help with a placement: how the goals stand, where to look, what to do and what it is worth."""
ROUNDS_PLAYED = 8_000
"""Rounds that are played to their end to say what placements are worth: about a second."""


def steps(state: AcademyState) -> int:
    """Return how many steps of help there are: one where cards are not placed, or there is no choice."""
    placing = state.phase == PLACE and state.occupied and len(state.legal_actions()) > 1
    return STEPS if placing else 1


def hint(state: AcademyState, step: int) -> str:
    """Return a step of help for whoever decides, from 1 to `steps`."""
    about = {NAME: _about_names, ARRANGE: _about_order, SHOW: _about_showing, GIVE: _about_giving}
    if state.phase in about:
        return about[state.phase](state)
    if len(state.legal_actions()) == 1:
        return f"All there is to do is {state.legal_actions()[0]}."
    if state.phase == TURN or not state.occupied:
        return _about_first(state)
    if step == 1:
        return _standing(state)
    first, *others = best_placements(state.game, state)
    best = action_of(state, first.placement)
    assert isinstance(best, Place)
    if step == 2:
        return f"Look at {best.cell}."
    return f"{best}: {_worth(state, first, others)}. As the canvas lies, {_gain(state, best)}"


@functools.lru_cache(maxsize=1)
def best_of(game: Academy, state: AcademyState) -> Any:
    """Return what the strongest bot of the game would do, knowing what the deciding player knows."""
    bot = make("solver" if "solver" in names(game) else "greedy", game)
    rng = Rng(state.turn, state.sheet.round)
    return bot.choose(state.resample(state.current_player, rng), rng)


@functools.lru_cache(maxsize=1)
def best_placements(game: Academy, state: AcademyState) -> tuple[Choice, ...]:
    """Return the best placements, the best first, by what the deciding player knows.

    A value is the expected margin of all points after the round, with its 95 % interval.
    """
    from ...core.budget import Budget
    from ...solvers.canvas.search import search_placements

    player = state.current_player
    found = search_placements(
        position_of(state, player),
        budget=Budget(nodes=ROUNDS_PLAYED),
        seed=3 * state.turn + state.sheet.round,
        worlds=lambda lots: open_position_of(state.resample(player, lots)),
    )
    return found.choices


_FIRST = (
    "in whose area the first card will lie is open until edges are set. "
    "It says whether cards lie in portrait or in landscape."
)


def _standing(state: AcademyState) -> str:
    """Say who would take which goals if the round were scored as the canvas lies."""
    game, player = state.game, state.current_player
    won: list[str] = []
    tied: list[str] = []
    lost: list[str] = []
    for at in state.sheet.goals:
        goal = game.goals[at]
        found = contest(goal, values(state, at), state.sheet.pet, game.rules)
        told = f"{goal_name(goal)} ({found.values[player]}{_others(goal, found.values, player)})"
        (lost if player not in found.best else won if len(found.best) == 1 else tied).append(told)
    parts = [
        f"{lead} {listed(goals)}"
        for lead, goals in (("you lead in", won), ("you tie in", tied), ("you are behind in", lost))
        if goals
    ]
    told = "; ".join(parts)
    there = [game.inspirations[one] for one in presentable(state, player)]
    pattern = f" Your Inspiration {listed(there)} is there." if there else ""
    return f"As the canvas lies, {told}.{pattern}"


def _others(goal: Goal, found: tuple[int, ...], player: int) -> str:
    best = goal.best([value for other, value in enumerate(found) if other != player])
    return f" to {best}"


def _worth(state: AcademyState, first: Choice, others: Sequence[Choice]) -> str:
    """Say what the best placement is worth, and the next best one, as far as an estimate can tell."""
    told = f"expected margin after the round {_margin(first)}"
    if not others:
        return told
    second = others[0]
    told += f", next best {_margin(second)} with {action_of(state, second.placement)}"
    return f"{told}, too close to tell" if second.high >= first.low else told


def _margin(choice: Choice) -> str:
    """Write an expected margin with its interval."""
    return f"{float(choice.value):+.1f} (95 %: {float(choice.low):+.1f} to {float(choice.high):+.1f})"


def _gain(state: AcademyState, place: Place) -> str:
    """Say what a placement changes in the goals, and in the pattern of an Inspiration."""
    game, player = state.game, state.current_player
    after = _placed(state, place)
    changes = []
    for at in state.sheet.goals:
        old, new = values(state, at), values(after, at)
        if old == new:
            continue
        moved = [
            f"{'you' if one == player else seat(one)} {old[one]} to {new[one]}"
            for one in range(game.players)
            if old[one] != new[one]
        ]
        changes.append(f"{goal_name(game.goals[at])}: {', '.join(moved)}")
    fresh = {*presentable(after, player)} - {*presentable(state, player)}
    if fresh:
        changes.append(f"the pattern {listed(game.inspirations[one] for one in sorted(fresh))} is there")
    if not changes:
        return "it changes no value."
    return f"{'; '.join(changes)}."


def _placed(state: AcademyState, action: Any) -> AcademyState:
    """Return the position with a card placed, its canvas lying there even if it is full."""
    game = state.game
    cell = game.plane.cell_at[action.cell] if isinstance(action, Place) else game.plane.origin
    cards = tuple(sorted((*state.cards, cell * COUNT + action.face)))
    return msgspec.structs.replace(state, cards=cards, occupied=state.occupied | 1 << cell)


def _about_first(state: AcademyState) -> str:
    if state.phase == TURN:
        return f"{best_of(state.game, state)}: {_FIRST}"
    first, *others = best_placements(state.game, state)
    told = f"{action_of(state, first.placement)}: {_worth(state, first, others)}"
    return f"{told}; {_FIRST}"


def _about_names(state: AcademyState) -> str:
    held = Counter(
        colour for code in state.hands[state.current_player] for colour in FACES[code % COUNT].quadrants
    )
    legal = [action.colour for action in state.legal_actions()]
    best = max((colour for colour in COLOURS if colour in legal), key=lambda colour: held[colour])
    count = sum(held.values())
    first = "Assignments are decided in the order in which you name them"
    if state.game.arranges_goals:
        first = "You put the goals in order when all are revealed"
    elif not state.game.names_goals:
        first = "Assignments are decided in the order blue, red, yellow"
    return f"{first}. Of the {count} quadrants in your hand, {held[best]} are {COLOUR_NAMES[best]}."


def _about_order(state: AcademyState) -> str:
    return (
        "Goals are decided from left to right, and whoever takes a tied one gives the Pet away: "
        "put first the one in which you expect a tie."
    )


def _about_showing(state: AcademyState) -> str:
    game, player = state.game, state.current_player
    there = [game.inspirations[one] for one in presentable(state, player)]
    stays = state.sheet.round < 3 and game.keeps_inspirations
    kept = " What is not shown stays in your hand." if stays else ""
    if not there:
        return f"None of your patterns is in your area: none.{kept}"
    more = kept if len(there) > 1 else ""
    return (
        f"{listed(there)} can be shown, for 2 points each{'' if game.shows_many else ', one a round'}.{more}"
    )


def _about_giving(state: AcademyState) -> str:
    found = [points(taken) for taken in state.sheet.taken]
    choices = [action.player for action in state.legal_actions() if hasattr(action, "player")]
    told = listed(f"{seat(player)} with {found[player]}" for player in choices)
    least = min(choices, key=lambda player: found[player])
    keep = "" if state.game.must_give else " You may keep it, and nobody takes the card."
    return (
        f"The Pet may decide the next tie. It may go to {told} points: {seat(least)} harms you least.{keep}"
    )
