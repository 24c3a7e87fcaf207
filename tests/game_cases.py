"""The games the conformance suite plays, one line each, in the tests and in `benchmarks/conformance.py`."""

from __future__ import annotations

from academy_play import SmallAcademy, nearly_full
from campus_play import box

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy
from quadrangle.engines.campus import Campus, CampusRulings
from quadrangle.engines.conformance import Case
from quadrangle.engines.game import State
from quadrangle.engines.leaves import Leaves
from quadrangle.solvers.campus.board import Board
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


_SMALL_BAG = "1:2 2:2 3:2 4:1 5:1 6:1 8:1 9:1 11:1 14:1 20:1 24:1 s:3"


class SmallCampus(Campus):
    """Campus on boards of four rows of four, where games are short and claims and misses come often."""

    def __init__(self, players: int = 2, rulings: CampusRulings | None = None) -> None:
        super().__init__(players, rulings, box(4, 4, _SMALL_BAG))


def nearly_clear(game: Campus, rng: Rng) -> State:
    """Return a position of Campus before a roll in the last game, most tiles of both boards being down."""
    state = game.start().until_decision(rng)
    while state.is_chance or not state.sheet.game:
        state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    lines = ["phase: roll", f"turn: {rng.below(2)}"]
    if game.players > 1:
        lines[1:1] = [f"round: {game.rounds}", "game: 2", f"first: {'AB'[rng.below(2)]}"]
    for name, board in zip("AB", reversed(state.sheet.boards), strict=False):
        # A board with a few tiles up, one of them a number that a roll can turn.
        down = sum(1 << cell for cell in range(game.cells) if rng.below(5))
        up = next(cell for cell, value in enumerate(board.values) if value)
        lines.append(f"board {name}: " + str(Board(board, down & ~(1 << up))).replace("\n", " / "))
    text = "\n".join(lines) + ("\npoints: 3 7\nended: cleared" if game.players > 1 else "")
    try:
        return game.state_from(text)
    except NotationError:  # dead boards have ended the game, or the limit has
        return game.start()


CASES = [
    *(Case(Leaves, players, late=near_an_end) for players in (1, 2, 3, 4)),
    *(Case(Leaves, players, {"players": "2..6"}, late=near_an_end) for players in (5, 6)),
    *(Case(Campus, players, {"turn_limit": "60", "rounds": "1"}, late=nearly_clear) for players in (1, 2)),
    Case(Campus, 2, {"claims": "manual", "turn_limit": "20", "rounds": "1"}, late=nearly_clear),
    Case(SmallCampus, 1, late=nearly_clear),
    Case(SmallCampus, 2, {"turn_limit": "6"}, late=nearly_clear),
    Case(SmallCampus, 1, {"claims": "manual"}, late=nearly_clear),
    Case(SmallCampus, 2, {"claims": "manual", "turn_limit": "30", "rounds": "2"}, late=nearly_clear),
    Case(
        SmallCampus,
        2,
        {"claims": "manual", "big_play": "on", "turn_limit": "30", "rounds": "1"},
        late=nearly_clear,
    ),
    *(Case(Academy, players, late=nearly_full) for players in (2, 4)),
    *(Case(SmallAcademy, players, late=nearly_full) for players in (2, 4)),
]
