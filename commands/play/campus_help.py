"""Help for whoever decides in Campus, in steps each of which says more."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ...core.budget import Budget
from ...core.notation import listed
from ...engines.campus import CampusState, words
from ...engines.campus.actions import BigPlay, Forgive, Penalise
from ...engines.campus.phases import CHAIN, CHOOSE, PENALTY
from ...engines.campus.solver import EXACT_TILES, claim, penalty
from ...solvers.campus.board import cells
from ...solvers.campus.chains import FreeStar, Reward, Wild

if TYPE_CHECKING:
    from ...solvers.campus.best_answers import Best
    from ...solvers.campus.board import Board
    from ...solvers.campus.dice import Roll
    from ...solvers.campus.rules import Rules

STEPS = 3
EXACT = Budget(bytes=1 << 28)
"""What may be spent where few enough tiles are up for an exact table: some tenths of a second."""
GAMES = Budget(nodes=3_000, bytes=1 << 24)
"""Where more are up, games are played out: about a second."""


def steps(state: CampusState) -> int:
    """Return how many steps of help there are in a position: one where there is nothing to choose."""
    if state.phase == CHOOSE:
        return 1
    player = state.current_player
    desk, up = state.desk(player), state.up[player]
    if state.phase == CHAIN:
        return STEPS if desk.claimable(up, state.gone(player)) else 1
    if state.phase == PENALTY:
        return STEPS
    assert state.roll is not None
    return STEPS if desk.has_set(up, desk.terms(up, state.roll, state.gone(player))) else 1


def hint(state: CampusState, step: int) -> str:
    """Return a step of help, from 1 to STEPS: what kind of thing, where to look, what to do and why."""
    if state.phase == CHOOSE:
        return "Who starts is a turn ahead in this game, and the other in the second: start me."
    if state.phase == CHAIN:
        return _about_claims(state, step)
    if state.phase == PENALTY:
        return _about_penalties(state, step)
    return _about_sets(state, step)


def _about_sets(state: CampusState, step: int) -> str:
    player, roll = state.current_player, state.roll
    assert roll is not None
    desk, up, rules = state.desk(player), state.up[player], state.game.rules
    terms = desk.terms(up, roll, state.gone(player))
    wanted = words.asked(roll, terms)
    if not desk.has_set(up, terms):
        return f"{words.passed(roll, terms)} All there is to do is pass."
    best = best_of(desk.board(up), roll, rules)
    if not best.choices or best.terms != terms:  # a claim that was missed for good, which no table knows of
        return f"{wanted}; {_choice(state)}"
    if step == 1:
        return f"{wanted}; {_choice(state)} {_idea(best)}"
    if step == 2 and best.choices[0].outcome.tiles:
        return f"Look at the {words.tile(desk.arrangement, _key_tile(best, rules))}."
    by_hand = best.steps and state.game.rulings.claims == "manual"
    claimed = (
        ["What goes down with it has to be claimed, which is taken for granted here."] if by_hand else []
    )
    return " ".join([*words.explained(best, rules), *claimed])


@functools.lru_cache(maxsize=4)
def best_of(board: Board, roll: Roll, rules: Rules) -> Best:
    """Return the set that needs the fewest turns, as far as it is found while a person waits."""
    from ...solvers.campus.best import best_move

    budget = EXACT if board.up_numbers.bit_count() <= EXACT_TILES else GAMES
    return best_move(board, roll, rules, budget=budget).value


def _idea(best: Best) -> str:
    """Say what kind of set the best one is."""
    outcome = best.choices[0].outcome
    count = outcome.tiles.bit_count()
    if not outcome.tiles:
        return "To pass is best here."
    if not outcome.up:
        return "The board can be cleared."
    what = "A single tile" if count == 1 else f"A set of {count} tiles"
    return f"{what}{' that sets off a chain' if best.steps else ''} is best."


def _key_tile(best: Best, rules: Rules) -> int:
    """Return the cell of the tile that matters most: one on a line of the chain, else the largest."""
    arrangement = best.board.arrangement
    chosen = best.choices[0].outcome.tiles
    named = [step.claim.line for step in best.steps if isinstance(step.claim, Reward | Wild)]
    lines = {line.name: line.mask for line in rules.lines_of(arrangement).claims}
    on_line = next((chosen & lines[name] for name in named if chosen & lines[name]), chosen)
    return max(cells(on_line), key=lambda cell: arrangement.values[cell])


def _about_claims(state: CampusState, step: int) -> str:
    player = state.current_player
    found = state.desk(player).claimable(state.up[player], state.gone(player))
    if not found:
        return "Nothing can be claimed: done."
    if step == 1:
        return f"{words.plural(len(found), 'claim')} can be made."
    best = claim(state)
    if step == 2:
        where = best.star if isinstance(best, FreeStar) else best.line
        return f"Look at {where}."
    return f"{best}: all that can be claimed should be, or it can be penalised."


def _about_penalties(state: CampusState, step: int) -> str:
    if step == 1:
        missed = str(state).split("missed: ", 1)[1].split("\n", 1)[0]
        return f"Missed was {listed(missed.split(', '))}."
    best = penalty(state)
    if step == 2:
        if isinstance(best, Penalise):
            return f"Look at {best.line}."
        return (
            "It is worth more than a single tile."
            if isinstance(best, BigPlay)
            else "No tile would cost them."
        )
    if isinstance(best, Forgive):
        return f"{best}: a tile that is face up again would do them no harm."
    return f"{best}: of all answers it costs them the most turns."


def _choice(state: CampusState) -> str:
    return f"{words.plural(len(state.legal_actions()), 'set')} can be turned."
