"""A game written down move by move, for people to read and for tests to compare; and positions counted.

>>> from quadrangle.engines.bots import Random
>>> from quadrangle.engines.leaves import Leaves
>>> print(playthrough(Leaves(players=1), [Random()], seed=1).splitlines()[0])
Leaves, 1 player, rulings by default, seed 1, played by random
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import indent, wrap
from typing import Any

from ..core.notation import listed
from ..core.rng import Rng
from .bots import Bot
from .game import CHANCE, Game, State, seat

_WIDTH = 100


def playthrough(game: Game[Any], bots: Sequence[Bot], seed: int) -> str:
    """Return a whole game: every position in which a player decides, what was legal, done, and came of it.

    `bots` play the seats in their order; the same seed gives the same text.
    """
    return "\n".join(_told(game, bots, seed)) + "\n"


def _told(game: Game[Any], bots: Sequence[Bot], seed: int) -> Iterator[str]:
    players = f"{game.players} player{'s' if game.players > 1 else ''}"
    rulings = ", ".join(f"{name}={value}" for name, value in game.rulings.changed.items()) or "by default"
    names = listed(dict.fromkeys(bot.name for bot in bots))
    yield f"{game.info.title}, {players}, rulings {rulings}, seed {seed}, played by {names}"
    rng, state, number = Rng(seed), game.start(), 0
    while not state.is_terminal:
        number += 1
        if state.current_player == CHANCE:
            action = state.sample_chance(rng)
            yield f"{number}. chance, one of {len(state.chance_outcomes())}: {action}"
        else:
            action = bots[state.current_player].choose(state, rng)
            yield from _decision(number, state, action)
        yield from (f"   then {event}" for event in state.consequences(action))
        state = state.apply(action)
    yield "end"
    yield indent(str(state), "   ")
    for player, (score, value) in enumerate(zip(state.scores(), state.returns(), strict=True)):
        yield f"player {seat(player)}: score {score:g}, return {value:g}"


def _decision(number: int, state: State, action: Any) -> Iterator[str]:
    yield f"{number}. player {seat(state.current_player)} decides"
    yield indent(str(state), "   ")
    legal = state.legal_actions()
    yield from wrap(
        f"{len(legal)} legal: {', '.join(map(str, legal))}",
        _WIDTH,
        initial_indent="   ",
        subsequent_indent="     ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    yield f"   does: {action}"


def positions_after(state: State, decisions: int) -> tuple[list[int], list[int]]:
    """Return for 0, 1, … decisions in a row how many paths there are, and how many different positions.

    A path ends where chance decides or the game is over: it is not among those of more decisions.
    """
    layer = {state: 1}
    paths, distinct = [1], [1]
    for _ in range(decisions):
        following: dict[State, int] = {}
        for position, count in layer.items():
            for action in position.legal_actions():
                after = position._apply(action)
                following[after] = following.get(after, 0) + count
        layer = following
        paths.append(sum(layer.values()))
        distinct.append(len(layer))
    return paths, distinct
