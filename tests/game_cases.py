"""The games the conformance suite plays, one line each, in the tests and in `benchmarks/conformance.py`."""

from __future__ import annotations

from quadrangle.core.rng import Rng
from quadrangle.engines.conformance import Case
from quadrangle.engines.game import State
from quadrangle.engines.leaves import Leaves
from quadrangle.solvers.leaves.cards import CARDS


def one_card_each(game: Leaves, rng: Rng) -> State:
    """Return a position of Leaves before a puzzle is dealt, with one card in front of each player."""
    if game.players == 1:
        return game.start()
    cards = list(CARDS)
    rng.shuffle(cards)
    hands = " | ".join(str(cards[player]) for player in range(game.players))
    breezes = " ".join(map(str, game.breezes))
    return game.state_from(f"phase: deal\npuzzle: 1\nhands: {hands}\nbreezes: {breezes}")


CASES = [
    *(Case(Leaves, players, late=one_card_each) for players in (1, 2, 3, 4)),
    *(Case(Leaves, players, {"players": "2..6"}, late=one_card_each) for players in (5, 6)),
]
