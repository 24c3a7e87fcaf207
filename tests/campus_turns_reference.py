"""What a small Campus board is worth, in the most direct way: every set, every roll, fractions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus.turns import TurnRules

Worth = tuple[Fraction, Fraction]
"""The chance that the board is never cleared, and the turns summed over the games in which it is."""


def after_chains(up: frozenset[int], lines: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the tiles left once no line has exactly one up."""
    for line in lines:
        if len(up & line) == 1:
            return after_chains(up - line, lines)
    return up


class Reference:
    """Positions are sets of tiles; nothing is shared with the solvers but the names of the rulings."""

    def __init__(self, values: Sequence[int], lines: Sequence[frozenset[int]], rules: TurnRules) -> None:
        self.values = values
        self.lines = lines
        self.rules = rules
        self.known: dict[frozenset[int], Worth] = {frozenset(): (Fraction(0), Fraction(0))}

    def worth(self, up: frozenset[int]) -> Worth:
        """Return the least worth over all policies."""
        if up not in self.known:
            throws = self.throws(up, dead=False)
            if not throws and self.rules.dead_board == "relax":
                throws = self.throws(up, dead=True)
            self.known[up] = self.best_policy(up, throws)
        return self.known[up]

    def throws(self, up: frozenset[int], dead: bool) -> list[Worth]:
        """Return the best outcome of each of the 36 throws that can change the board."""
        found = []
        for a in range(1, 7):
            for b in range(1, 7):
                outcomes = [] if not dead and self.loses(up, a, b) else self.outcomes(up, a, b, dead)
                if outcomes:
                    found.append(min(outcomes))
        return found

    def outcomes(self, up: frozenset[int], a: int, b: int, dead: bool) -> list[Worth]:
        total = 2 * (a + b) if a == b else a + b
        any_less = dead or (self.rules.doubles if a == b else self.rules.normal_roll) == "at_most"
        sets = [
            chosen
            for size in range(1, len(up) + 1)
            for chosen in combinations(sorted(up), size)
            if sum(self.values[k] for k in chosen) in (range(1, total + 1) if any_less else (total,))
        ]
        if self.rules.maximal == "as_many_as_possible":
            sets = [chosen for chosen in sets if len(chosen) == max(map(len, sets))]
        after = [after_chains(up - frozenset(chosen), self.lines) for chosen in sets]
        if not after or self.rules.must_play == "may_pass":
            after.append(after_chains(up, self.lines))
        return [self.worth(goal) for goal in set(after) if goal != up]

    def loses(self, up: frozenset[int], a: int, b: int) -> bool:
        named = a + b if self.rules.loss_value == "dice_sum" or a != b else 2 * (a + b)
        copies = {k for k, value in enumerate(self.values) if value == named}
        if self.rules.loss_of_turn == "off" or not copies:
            return False
        return not copies & up if self.rules.loss_of_turn == "all_copies_down" else not copies <= up

    def best_policy(self, up: frozenset[int], throws: list[Worth]) -> Worth:
        if not throws:
            return Fraction(1), Fraction(0)
        throws = sorted(throws)
        may_stay = self.rules.must_play == "may_pass" and after_chains(up, self.lines) == up
        counts = range(1, len(throws) + 1) if may_stay else (len(throws),)
        return min(mean(throws[:count]) for count in counts)


def mean(throws: list[Worth]) -> Worth:
    """Return what waiting for any of these throws is worth."""
    count = len(throws)
    missed = sum((throw[0] for throw in throws), Fraction(0)) / count
    turns = sum((throw[1] for throw in throws), Fraction(0)) / count
    return missed, turns + Fraction(36, count) * (1 - missed)


FIELDS = {
    "normal_roll": ("exact", "at_most"),
    "doubles": ("at_most", "exact"),
    "must_play": ("yes", "may_pass"),
    "loss_of_turn": ("all_copies_down", "any_copy_down", "off"),
    "loss_value": ("dice_sum", "doubled_value"),
    "dead_board": ("relax", "skip", "end_game"),
}


def ruling(**chosen: str) -> TurnRules:
    return msgspec.convert(chosen, TurnRules)


RULINGS = [ruling(**dict(zip(FIELDS, chosen, strict=True))) for chosen in itertools.product(*FIELDS.values())]
POOLS = (range(1, 7), range(1, 13), range(1, 25), range(8, 30))


def small_board(rng: random.Random, most: int = 7) -> tuple[tuple[int, ...], tuple[int, ...]]:
    tiles = rng.randint(1, most)
    pool = rng.choice(POOLS)
    lines = [rng.randrange(1 << tiles) for _ in range(rng.choice((0, 2, 4, 6)))]
    return tuple(rng.choice(pool) for _ in range(tiles)), tuple(lines)


def printed_board(seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of a dealt board of 36 cells and its fourteen lines over them."""
    tiles = [*range(1, 13), *range(1, 25), *[0] * 8]
    Rng(seed).shuffle(tiles)
    cells = [cell for cell in range(36) if tiles[cell]]
    lines = [[6 * k + i for i in range(6)] for k in range(6)] + [
        [6 * i + k for i in range(6)] for k in range(6)
    ]
    lines += [[7 * i for i in range(6)], [5 * i + 5 for i in range(6)]]
    masks = tuple(sum(1 << k for k, cell in enumerate(cells) if cell in line) for line in lines)
    return tuple(tiles[cell] for cell in cells), masks
