"""The end of a round: Inspirations, goals from left to right, the Pet (*End of Round and Scoring*)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from ...solvers.canvas import ASSIGNMENT_POINTS, INSPIRATION_POINTS, INSTRUCTOR_POINTS
from ...solvers.canvas.contest import NOBODY, Contest, contest
from ...solvers.canvas.faces import COUNT
from ..game import TERMINAL, ActionList, Actions, ranked, seat
from .actions import KEEP, Give, Show
from .areas import presentable, scoring_areas, values, values_of
from .hands import changed
from .phases import GIVE, OVER, SHOW
from .setup import new_round, shuffled
from .sheet import INSTRUCTOR, Events, Sheet, Taken

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_SET = msgspec.structs.replace
_LAST_ROUND = 3
_INSPIRATION, _ASSIGNMENT, _INSTRUCTOR = range(3)


def begin_scoring(state: AcademyState, events: Events) -> AcademyState:
    """Return the position in which Inspirations are shown, or goals are decided."""
    if events is not None:
        events.append("the round is scored")
    return _ask_from(state, 0, events)


def asked(game: Academy, sheet: Sheet) -> list[int]:
    """Return who holds Inspirations, in the order of asking: from the Pet's holder, clockwise."""
    order = [(sheet.pet + step) % game.players for step in range(game.players)]
    return [player for player in order if sheet.inspirations[player]]


def is_last_asked(state: AcademyState) -> bool:
    """Return whether everybody else who holds Inspirations has answered."""
    return asked(state.game, state.sheet)[-1] == state.current_player


def _ask_from(state: AcademyState, step: int, events: Events) -> AcademyState:
    """Ask the next player who holds Inspirations, `step` seats after the Pet's holder or later."""
    game, sheet = state.game, state.sheet
    for ahead in range(step, game.players):
        player = (sheet.pet + ahead) % game.players
        if sheet.inspirations[player]:
            return _SET(state, current_player=player, phase=SHOW)
    return _inspirations_over(state, events)


def show_actions(state: AcademyState) -> Actions[Show]:
    """Return the Inspirations a player may show, together if the ruling says so, in the order of words."""
    game = state.game
    there = presentable(state, state.current_player)
    if not game.shows_many:
        return ActionList((game.shows_none, *(game.shows[one] for one in there)))
    sets = sorted(chosen for size in range(1, len(there) + 1) for chosen in combinations(there, size))
    return ActionList(
        (game.shows_none, *(Show(tuple(game.inspirations[one] for one in chosen)) for chosen in sets))
    )


def may_show(state: AcademyState, show: Show) -> bool:
    """Return whether the player who is asked may show these Inspirations, or none."""
    game = state.game
    if len(show.names) > 1:
        return show in show_actions(state)
    return all(
        game.inspiration_at.get(name) in presentable(state, state.current_player) for name in show.names
    )


def shown(state: AcademyState, show: Show, events: Events) -> AcademyState:
    """Return the position after a player has shown Inspirations, or none."""
    game, sheet = state.game, state.sheet
    player = state.current_player
    chosen = tuple(game.inspiration_at[name] for name in show.names)
    if not game.shows_in_secret:
        state = _SET(state, sheet=_laid_away(sheet, player, chosen))
        return _ask_from(state, (player - sheet.pet) % game.players + 1, events)
    sheet = _SET(sheet, answers=(*sheet.answers, sum(1 << one for one in chosen)))
    state = _SET(state, sheet=sheet)
    order = asked(game, sheet)
    if len(sheet.answers) < len(order):
        return _SET(state, current_player=order[len(sheet.answers)])
    for other, answer in zip(order, sheet.answers, strict=True):
        chosen = bits(answer)
        if events is not None:
            events.append(
                f"{seat(other)} shows {' '.join(game.inspirations[one] for one in chosen) or 'none'}"
            )
        sheet = _laid_away(sheet, other, chosen)
    return _inspirations_over(_SET(state, sheet=_SET(sheet, answers=())), events)


def bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set, in order."""
    return tuple(at for at in range(mask.bit_length()) if mask >> at & 1)


def _laid_away(sheet: Sheet, player: int, chosen: tuple[int, ...]) -> Sheet:
    if not chosen:
        return sheet
    hand = tuple(one for one in sheet.inspirations[player] if one not in chosen)
    return _SET(
        sheet,
        inspirations=changed(sheet.inspirations, player, hand),
        gone=tuple(sorted((*sheet.gone, *chosen))),
        taken=_with_taken(sheet.taken, player, _INSPIRATION, len(chosen)),
    )


def _with_taken(taken: tuple[Taken, ...], player: int, what: int, count: int) -> tuple[Taken, ...]:
    counts = list(taken[player])
    counts[what] += count
    return changed(taken, player, (counts[0], counts[1], counts[2]))


def _inspirations_over(state: AcademyState, events: Events) -> AcademyState:
    sheet = state.sheet
    unused = tuple(one for hand in sheet.inspirations for one in hand)
    if not state.game.keeps_inspirations and unused:
        nothing = ((),) * len(sheet.inspirations)
        sheet = _SET(sheet, inspirations=nothing, gone=tuple(sorted((*sheet.gone, *unused))))
        state = _SET(state, sheet=sheet)
        if events is not None:
            events.append(f"{' '.join(state.game.inspirations[one] for one in sorted(unused))} discarded")
    return _judge_on(state, state.sheet, events)


def next_contest(state: AcademyState) -> Contest:
    """Return how the next goal of the round stands."""
    game, sheet = state.game, state.sheet
    at = sheet.goals[sheet.judged]
    return contest(game.goals[at], values(state, at), sheet.pet, game.rules)


def _judge_on(state: AcademyState, sheet: Sheet, events: Events) -> AcademyState:
    """Decide goals from left to right, until somebody has to choose or the round is over."""
    game, pet, taken = state.game, sheet.pet, sheet.taken
    grids = scoring_areas(state)
    for judged in range(sheet.judged, len(sheet.goals)):
        at = sheet.goals[judged]
        found = contest(game.goals[at], values_of(game, grids, at), pet, game.rules)
        if len(found.recipients) > 1 or (found.recipients and not game.must_give):
            sheet = _SET(sheet, pet=pet, taken=taken, judged=judged)
            return _SET(state, sheet=sheet, current_player=pet, phase=GIVE)
        taken = _with_goal(state, taken, at, pet if found.recipients else found.winner, events)
        if found.recipients:
            pet = _passed_on(found.recipients[0], events)
    return _round_over(state, _SET(sheet, pet=pet, taken=taken, judged=len(sheet.goals)), events)


def give_actions(state: AcademyState) -> Actions[Give]:
    """Return to whom the Pet may be given, and whether it may be kept, in the order of words."""
    gives = [Give(player) for player in sorted(next_contest(state).recipients)]
    return ActionList(gives if state.game.must_give else [*gives, KEEP])  # type: ignore[list-item]


def gave(state: AcademyState, give: Give, events: Events) -> AcademyState:
    """Return the position after the holder has given the Pet to somebody and taken the card."""
    sheet = _next_taken_by(state, state.sheet.pet, events)
    return _judge_on(state, _SET(sheet, pet=_passed_on(give.player, events)), events)


def kept(state: AcademyState, events: Events) -> AcademyState:
    """Return the position after the holder has kept the Pet: nobody takes the card."""
    return _judge_on(state, _next_taken_by(state, NOBODY, events), events)


def _next_taken_by(state: AcademyState, player: int, events: Events) -> Sheet:
    sheet = state.sheet
    taken = _with_goal(state, sheet.taken, sheet.goals[sheet.judged], player, events)
    return _SET(sheet, judged=sheet.judged + 1, taken=taken)


def _with_goal(
    state: AcademyState, taken: tuple[Taken, ...], goal: int, player: int, events: Events
) -> tuple[Taken, ...]:
    """Return what each player has taken once a goal is a player's, or nobody's."""
    game = state.game
    if events is not None:
        numbers = " ".join(map(str, values(state, goal)))
        events.append(f"{seat(player) if player >= 0 else 'nobody'} takes {game.goals[goal]} ({numbers})")
    if player == NOBODY:
        return taken
    what = _INSTRUCTOR if game.goal_colours[goal] == INSTRUCTOR else _ASSIGNMENT
    return _with_taken(taken, player, what, 1)


def _passed_on(to: int, events: Events) -> int:
    """Return who holds the Pet now."""
    if events is not None:
        events.append(f"pet to {seat(to)}")
    return to


def _round_over(state: AcademyState, sheet: Sheet, events: Events) -> AcademyState:
    """Return the beginning of the next round, the canvas and its goals being discarded; or the end."""
    game = state.game
    if events is not None:
        events.append(f"round {sheet.round} over")
    if sheet.round == _LAST_ROUND:
        return _SET(state, sheet=sheet, current_player=TERMINAL, phase=OVER)
    landscape = state.landscape == 1
    laid = [game.card_of(card % COUNT, landscape) for card in state.cards]
    sheet = _SET(
        sheet,
        round=sheet.round + 1,
        discards=tuple(sorted((*sheet.discards, *laid))),
        goals=(),
        used=tuple(sorted((*sheet.used, *sheet.goals))),
        judged=0,
    )
    deck = state.deck
    if game.shuffles_at_once:
        sheet, deck = shuffled(sheet, deck, events)
    return new_round(game, sheet, state.hands, deck, events)


def points(taken: Taken) -> int:
    """Return the points on the cards a player has taken."""
    return (
        INSPIRATION_POINTS * taken[_INSPIRATION]
        + ASSIGNMENT_POINTS * taken[_ASSIGNMENT]
        + INSTRUCTOR_POINTS * taken[_INSTRUCTOR]
    )


def final_returns(state: AcademyState) -> tuple[float, ...]:
    """Return the result: points, then Instructors, then the Pet, then as the ruling says."""
    game, sheet = state.game, state.sheet
    keys = []
    for player, taken in enumerate(sheet.taken):
        steps = (player - sheet.pet) % game.players
        last = -steps if game.final_seat_order else int(steps == 0)
        keys.append((points(taken), taken[_INSTRUCTOR], last))
    return ranked(keys)
