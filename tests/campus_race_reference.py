"""Who finishes first on two small Campus boards, in the most direct way: every set and throw, fractions."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from campus_reference import Table, Up

THROWS = list(itertools.product(range(1, 7), repeat=2))

Throw = tuple[Fraction | None, bool]
"""The best of what a throw leads to, None where it changes nothing, and whether the board may stay."""


class RaceReference:
    """A race of two tables; positions are sets of cells, worths the chances the first is sure of."""

    def __init__(self, mine: Table, theirs: Table, ends: str, i_started: bool) -> None:
        self.tables = (mine, theirs)
        self.ends = ends
        self.i_started = i_started
        self.known: dict[tuple[Up, Up], tuple[Fraction, Fraction]] = {}
        self.goals: dict[tuple[int, Up], list[set[Up]]] = {}

    def after(self, mine: Up, theirs: Up) -> Fraction:
        """Return my chance with the other to roll."""
        if not mine:
            last_turn = self.ends == "equal_turns" and self.i_started
            return 1 - self.clears(1, theirs) / 2 if last_turn else Fraction(1)
        return self.worth(mine, theirs)[0]

    def before(self, mine: Up, theirs: Up) -> Fraction:
        """Return my chance with me to roll."""
        if not theirs:
            last_turn = self.ends == "equal_turns" and not self.i_started
            return self.clears(0, mine) / 2 if last_turn else Fraction(0)
        return self.worth(mine, theirs)[1]

    def worth(self, mine: Up, theirs: Up) -> tuple[Fraction, Fraction]:
        """Return my chance with the other to roll and with me to roll; nobody has finished."""
        found = self.known.get((mine, theirs))
        if found is None:
            found = self.known[mine, theirs] = self.solved(mine, theirs)
        return found

    def solved(self, mine: Up, theirs: Up) -> tuple[Fraction, Fraction]:
        over = self.tables[0].rules["dead_board"] == "end_game"
        if over and (self.tables[0].is_dead(mine) or self.tables[1].is_dead(theirs)):
            return Fraction(0), Fraction(0)
        own: list[Throw] = [
            (max((self.after(goal, theirs) for goal in goals - {mine}), default=None), mine in goals)
            for goals in self.throws(0, mine)
        ]
        others: list[Throw] = [
            (min((self.before(mine, goal) for goal in goals - {theirs}), default=None), theirs in goals)
            for goals in self.throws(1, theirs)
        ]
        if not any(best is not None and stay for best, stay in own + others):
            return linear([best for best, _ in own], [best for best, _ in others])
        return with_choices(own, others)

    def throws(self, player: int, up: Up) -> list[set[Up]]:
        """Return for each of the 36 throws what the player's board may be after it."""
        found = self.goals.get((player, up))
        if found is None:
            table = self.tables[player]
            found = [
                {table.closed(up - chosen) for chosen in table.moves(up, *throw)} or {up} for throw in THROWS
            ]
            self.goals[player, up] = found
        return found

    def clears(self, player: int, up: Up) -> Fraction:
        """Return the best chance of a player to clear a board with one turn."""
        return Fraction(sum(frozenset() in goals for goals in self.throws(player, up)), len(THROWS))


def linear(own: Sequence[Fraction | None], others: Sequence[Fraction | None]) -> tuple[Fraction, Fraction]:
    """Return the two chances where each throw leads to a worth, or leaves the board as it is (None)."""
    s, z = (Fraction(sum(best is None for best in side), len(THROWS)) for side in (own, others))
    x, y = (
        sum((best for best in side if best is not None), Fraction(0)) / len(THROWS) for side in (own, others)
    )
    if s * z == 1:
        return Fraction(0), Fraction(0)
    before = (x + s * y) / (1 - s * z)
    return y + z * before, before


def with_choices(own: Sequence[Throw], others: Sequence[Throw]) -> tuple[Fraction, Fraction]:
    """Return the two chances where boards may be left as they are by choice.

    Going on from nothing they grow towards the worth, which shows who stays when; the equations that
    follow from that are then solved and every choice is checked.
    """
    after = before = 0.0
    kinds, other_kinds = Counter(own).items(), Counter(others).items()
    for _ in range(1500):
        before = sum(n * max(given(best, -1.0), staying(stay, after, -1.0)) for (best, stay), n in kinds) / 36
        after = (
            sum(n * min(given(best, 2.0), staying(stay, before, 2.0)) for (best, stay), n in other_kinds) / 36
        )
    mine = [None if best is None or (stay and after > best + 1e-9) else best for best, stay in own]
    theirs = [None if best is None or (stay and before < best - 1e-9) else best for best, stay in others]
    a, b = linear(mine, theirs)
    assert abs(a - after) < 1e-9 and abs(b - before) < 1e-9
    for (best, stay), chosen in zip(own, mine, strict=True):
        assert not stay or best is None or (a if chosen is None else chosen) == max(best, a)
    for (best, stay), chosen in zip(others, theirs, strict=True):
        assert not stay or best is None or (b if chosen is None else chosen) == min(best, b)
    return a, b


def given(best: Fraction | None, otherwise: float) -> float:
    return otherwise if best is None else float(best)


def staying(stay: bool, value: float, otherwise: float) -> float:
    return value if stay else otherwise
