"""Playing: decisions a second of random play, beside three engines people play from Python.

A decision is one choice of a player, carried out. What chance decides is timed and not counted;
catanatron rolls inside a decision, which counts. Every driver plays whole games and takes each
legal action alike, by the fastest way through the public interface of its engine, one process and
one core; of Campus a decision is a whole set of tiles, drawn without a list of them. Peers that are
not installed are left out, with a line that says so; without OpenSpiel, the fastest of them, there is
no claim.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from rows import Row, cpu_seconds

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy
from quadrangle.engines.campus.game import Campus
from quadrangle.engines.game import CHANCE, TERMINAL, Game, State
from quadrangle.engines.leaves import Leaves

_ROUNDS = 9
"""How often every engine is measured, one after the other."""
_SECONDS = 0.3
"""Time of one measurement, about."""

Play = Callable[[int], int]
"""Plays whole games until at least so many decisions are taken; returns how many there were."""


@dataclass(frozen=True)
class Peer:
    """An engine to be measured beside."""

    package: str
    game: str
    driver: Callable[[], Play]
    """Returns what plays it; raises ImportError where it is not installed."""


def leaves_play() -> Play:
    """Return random play of Leaves by two players."""
    game, rng, uniform = Leaves(players=2), Rng(1), random.Random(1).random

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state: State = game.start()
            while (player := state.current_player) != TERMINAL:
                if player == CHANCE:
                    state = state.apply(state.sample_chance(rng))
                else:
                    actions = state.legal_actions()
                    state = state.apply(actions[int(uniform() * len(actions))])
                    taken += 1
        return taken

    return play


def drawn_play(game: Game[Any]) -> Play:
    """Return random play of a game that draws an action without a list of all."""
    rng = Rng(1)

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state: State = game.start().until_decision(rng)
            while state.current_player != TERMINAL:
                state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
                taken += 1
        return taken

    return play


def indexed_play(game: Game[Any]) -> Play:
    """Return random play of a game that takes an action by its number, as the peers do."""
    rng, uniform = Rng(1), random.Random(1).random

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state: State = game.start().until_decision(rng)
            while state.current_player != TERMINAL:
                actions = state.legal_actions()
                state = state.apply(actions[int(uniform() * len(actions))]).until_decision(rng)
                taken += 1
        return taken

    return play


def branching(game: Game[Any], games: int) -> tuple[float, int]:
    """Return how many legal actions there are in a decision of random play: the mean, and the most."""
    rng, counts = Rng(2), []
    for _ in range(games):
        state: State = game.start().until_decision(rng)
        while state.current_player != TERMINAL:
            actions = state.legal_actions()
            counts.append(len(actions))
            state = state.apply(actions.sample(rng)).until_decision(rng)
    return statistics.fmean(counts), max(counts)


def chess_play() -> Play:
    """Return random play of chess until a game ends by itself.

    Asking `is_game_over` would generate the legal moves a second time, so what else ends a game is
    asked by name.
    """
    import chess

    uniform = random.Random(1).random

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            board = chess.Board()
            while (moves := list(board.legal_moves)) and not (
                board.is_insufficient_material()
                or board.is_seventyfive_moves()
                or board.is_fivefold_repetition()
            ):
                board.push(moves[int(uniform() * len(moves))])
                taken += 1
        return taken

    return play


def catanatron_play() -> Play:
    """Return play by catanatron's own four random players, which draw from the global generator."""
    from catanatron.game import Game
    from catanatron.models.player import Color, RandomPlayer

    games = 0

    def play(decisions: int) -> int:
        nonlocal games
        taken = 0
        while taken < decisions:
            games += 1
            game = Game([RandomPlayer(colour) for colour in Color], seed=games)
            game.play()
            taken += len(game.state.actions)
        return taken

    return play


def openspiel_play() -> Play:
    """Return random play of tic-tac-toe as OpenSpiel has it in Python."""
    import open_spiel.python.games.tic_tac_toe  # noqa: F401  (registers the game)
    import pyspiel

    game, uniform = pyspiel.load_game("python_tic_tac_toe"), random.Random(1).random

    def play(decisions: int) -> int:
        taken = 0
        while taken < decisions:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                taken += 1
        return taken

    return play


_OPENSPIEL = Peer("open_spiel", "tic-tac-toe in Python", openspiel_play)
_PEERS = (
    _OPENSPIEL,
    Peer("chess", "to the end", chess_play),
    Peer("catanatron", "four random players", catanatron_play),
)


def installed() -> dict[Peer, Play]:
    """Return the peers that can be measured here; name the others on stderr."""
    found = {}
    for peer in _PEERS:
        try:
            found[peer] = peer.driver()
        except ImportError as error:
            print(f"left out: {peer.package} ({error})", file=sys.stderr, flush=True)
    return found


def decisions_a_second(play: Play, decisions: int) -> float:
    """Return how many decisions are taken in a second of processor time."""
    taken = 0

    def work() -> None:
        nonlocal taken
        taken = play(decisions)

    seconds = cpu_seconds(work)
    return taken / seconds


def interleaved(plays: list[Play]) -> list[list[float]]:
    """Return decisions a second of each in every round, a list for each."""
    # A first measurement warms up and says how many decisions fill the time of one.
    counts = [int(_SECONDS * decisions_a_second(play, 3000)) for play in plays]
    rounds = [
        [decisions_a_second(play, count) for play, count in zip(plays, counts, strict=True)]
        for _ in range(_ROUNDS)
    ]
    return [list(column) for column in zip(*rounds, strict=True)]


def random_play() -> Iterator[Row]:
    """Yield how much faster Leaves is than the fastest peer, Campus and Abstract Academy than OpenSpiel."""
    peers = installed()
    if _OPENSPIEL not in peers:
        print("left out: decisions a second of random play (no OpenSpiel to compare with)", file=sys.stderr)
        return
    academies = {players: Academy(players=players) for players in (2, 4)}
    leaves, campus, two, four, *theirs = interleaved(
        [leaves_play(), drawn_play(Campus()), *map(indexed_play, academies.values()), *peers.values()]
    )
    rates = dict(zip(peers, theirs, strict=True))
    openspiel = {_OPENSPIEL: rates[_OPENSPIEL]}
    yield _faster("Leaves: random play by two players", "`apply` and `sample_chance`", leaves, rates, 3)
    yield _faster(
        "Campus: random play by two players", "`sample`, `apply` and `until_decision`", campus, openspiel, 2
    )
    for (players, game), ours, bound in zip(academies.items(), (two, four), (1.5, 1.0), strict=True):
        mean, most = branching(game, 100)
        choice = f"{mean:.0f} legal actions a decision ({most} at most)"
        told = f"Abstract Academy: random play by {players} players, {choice}"
        yield _faster(told, "`apply` and `until_decision`", ours, openspiel, bound)


def _faster(what: str, calls: str, ours: list[float], peers: dict[Peer, list[float]], bound: float) -> Row:
    """Return how much faster random play of a game is than the fastest of some peers."""
    best = max(peers.values(), key=statistics.median)
    said = [
        f"{peer.package} {version(peer.package)} ({peer.game}) {statistics.median(rates):,.0f}"
        for peer, rates in peers.items()
    ]
    return Row(
        f"{what}, through `legal_actions`, {calls}, one core",
        f"{statistics.median(ours):,.0f} decisions a second",
        f"the fastest of {', '.join(said)}" if len(said) > 1 else said[0],
        statistics.median(a / b for a, b in zip(ours, best, strict=True)),
        bound,
        "at least",
    )


def rows() -> Iterator[Row]:
    """Measure every claim."""
    yield from random_play()
