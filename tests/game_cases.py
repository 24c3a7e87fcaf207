"""The games the conformance suite plays, one line each, in the tests and in `benchmarks/conformance.py`."""

from __future__ import annotations

from academy_play import SmallAcademy, nearly_full

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy
from quadrangle.engines.conformance import Case
from quadrangle.engines.game import State
from quadrangle.engines.leaves import Leaves
from quadrangle.solvers.leaves.cards import CARDS


def near_an_end(game: Leaves, rng: Rng) -> State:
    """Return a position of Leaves before a puzzle is dealt, with few cards in front of the players.

    One time in four they have so many that hardly eight are left for a puzzle; and one time in four
    nobody at the program has seen some of them.
    """
    if game.players == 1:
        return game.start()
    cards = list(CARDS)
    rng.shuffle(cards)
    hands = [[card] for card in cards[: game.players]]
    if not rng.below(4):
        for card in cards[game.players : len(CARDS) - 8 - rng.below(3)]:
            hands[rng.below(game.players)].append(card)
    unseen = [0] * game.players
    if not rng.below(4):
        for player, hand in enumerate(hands):
            unseen[player] = rng.below(len(hand) + 1)
            del hand[: unseen[player]]
    told = " | ".join(
        " ".join([*map(str, sorted(hand)), *["?"] * count]) for hand, count in zip(hands, unseen, strict=True)
    )
    breezes = " ".join(map(str, game.breezes))
    return game.state_from(f"phase: deal\npuzzle: 1\nhands: {told}\nbreezes: {breezes}")


CASES = [
    *(Case(Leaves, players, late=near_an_end) for players in (1, 2, 3, 4)),
    *(Case(Leaves, players, {"players": "2..6"}, late=near_an_end) for players in (5, 6)),
    *(Case(Academy, players, late=nearly_full) for players in (2, 4)),
    *(Case(SmallAcademy, players, late=nearly_full) for players in (2, 4)),
]
