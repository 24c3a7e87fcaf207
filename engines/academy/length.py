"""How many decisions a game may take."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Academy

_ROUNDS = 3
_GOALS = 3 + 2 + 3
"""Goals of the three rounds."""


def longest(game: Academy) -> int:
    """Return a number of decisions no game exceeds; where no hand can run out, one that a game can reach."""
    return _ROUNDS * _turns(game) + _goals_set(game) + _shows(game) + _gives(game)


def _turns(game: Academy) -> int:
    """Return the most turns of a round, how a start card is laid being a decision, too."""
    has_start, players = game.players > 2, game.players
    if _never_runs_out(game):
        return game.full - (has_start and not game.pet_turns_start)
    # Somebody holds a card until the round is over, so that between two placements the others pass at most.
    return min(game.full, len(game.deck)) * players + has_start


def _never_runs_out(game: Academy) -> bool:
    """Return whether everybody always has a card to place.

    A full canvas and full hands leave a card to be drawn then; and who fills the canvas of two rounds and
    draws nothing after that has a card left for the third.
    """
    enough = len(game.deck) >= game.full + game.players * game.hand_size
    return enough and (game.draws_after_last or game.hand_size >= _ROUNDS)


def _goals_set(game: Academy) -> int:
    """Return how often a colour is named, the last of round 1 being no choice, and goals are put in order."""
    named = 2 * game.names_goals + 2
    return named + _ROUNDS * game.arranges_goals


def _shows(game: Academy) -> int:
    """Return how often somebody is asked for an Inspiration, if none is shown before the last round."""
    players, there = game.players, len(game.inspirations)
    if game.keeps_inspirations:
        return _ROUNDS * min(players, there)
    return min(_ROUNDS * players, there)


def _gives(game: Academy) -> int:
    """Return how often the Pet's holder chooses what becomes of it: in every goal, if every one is tied."""
    chooses = game.players > 2 and game.rules.pet_recipient == "holder_chooses"
    return _GOALS if chooses or not game.must_give else 0
