"""The chance to clear a small Campus board and the turns it takes, as fractions, under every ruling.

Where a board can die for good, the best play clears it most often first, and takes the fewest turns on
average among the games it clears second. Both are told apart without rounding, so ties are true ties.
A position is worth the pair (chance q that it is never cleared, turns m summed over the games that
are), the less the better. With rolls of weight W out of 36 that change the board, the wait is 36 / W
turns whatever comes of it, so q is the mean of the q after them and m the mean of the m after them plus
36 / W for each game cleared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from ...core.errors import BudgetSpent
from .dice import HIGHEST_TOTAL, ROLLS, Roll
from .kernels_turns import closure
from .turns_board import TurnRules, sets_up_to

__all__ = ["ExactTurns", "ExactWorths", "exact_turns"]

MOST_SETS = 200_000
"""Sets of tiles that are looked at unless more are allowed: about two seconds."""

_Worth = tuple[Fraction, Fraction]
_DEAD: _Worth = (Fraction(1), Fraction(0))
_CLEAR: _Worth = (Fraction(0), Fraction(0))


class ExactTurns(Struct, frozen=True):
    """What a way to play a position comes to."""

    chance: Fraction
    """The chance that the board is cleared ever."""
    turns: Fraction | None
    """The expected number of own turns of the games in which it is, None where there are none."""


def exact_turns(
    values: Sequence[int],
    lines: Sequence[int],
    rules: TurnRules | None = None,
    *,
    up: int | None = None,
    most: int = MOST_SETS,
) -> ExactTurns:
    """Return the best chance to clear a board, and the least expected number of turns given that.

    `values` are the numbers of its tiles, `lines` masks over them, bit k for tile k; `up` are the tiles
    that are up, all of them if it is None. Raises BudgetSpent once `most` sets of tiles have been
    looked at.
    """
    solver = ExactWorths(tuple(values), tuple(lines), rules or TurnRules(), most)
    missed, turns = solver.worth((1 << len(values)) - 1 if up is None else up)
    chance = 1 - missed
    return ExactTurns(chance, turns / chance if chance else None)


class ExactWorths:
    """What the positions of one board are worth, each worked out once.

    A worth is the pair that the head of this file tells of.
    """

    def __init__(self, values: tuple[int, ...], lines: tuple[int, ...], rules: TurnRules, most: int) -> None:
        self.values = values
        self.lines = lines
        self.rules = rules
        self.left = most
        self.known: dict[int, _Worth] = {0: _CLEAR}

    def worth(self, mask: int) -> _Worth:
        """Return what a mask is worth, closed or not.

        Raises BudgetSpent once more sets of tiles have been looked at than were allowed.
        """
        found = self.known.get(mask)
        if found is None:
            found = self.known[mask] = self._after_rolls(mask, list(self._sets(mask)))
        return found

    def _sets(self, mask: int) -> Iterator[tuple[int, int, _Worth]]:
        """Yield the total of each set of tiles, its size, and what it leads to."""
        for chosen, total in sets_up_to(HIGHEST_TOTAL, self.values, mask):
            self.left -= 1
            if self.left < 0:
                raise BudgetSpent("the board has too many sets of tiles for fractions")
            yield total, chosen.bit_count(), self.worth(closure(mask & ~chosen, self.lines))

    def _after_rolls(self, mask: int, sets: list[tuple[int, int, _Worth]]) -> _Worth:
        after = closure(mask, self.lines)
        passed = self.worth(after) if after != mask else None
        rolls = [(roll, self._at_most(roll)) for roll in ROLLS if not self._loses(mask, roll)]
        found = self._outcomes(rolls, sets, passed)
        if not found and self.rules.dead_board == "relax":
            found = self._outcomes([(roll, True) for roll in ROLLS], sets, passed)
        if not found:
            return _DEAD
        if self.rules.must_play == "may_pass" and passed is None:
            return _worth_taking(found)
        return _mean(found)

    def _outcomes(
        self, rolls: list[tuple[Roll, bool]], sets: list[tuple[int, int, _Worth]], passed: _Worth | None
    ) -> list[tuple[_Worth, int]]:
        """Return the best that each roll leads to and its weight; a roll that changes nothing is left out."""
        found = []
        for roll, at_most in rolls:
            fitting = [
                (size, worth)
                for total, size, worth in sets
                if total == roll.total or (at_most and total < roll.total)
            ]
            if self.rules.maximal == "as_many_as_possible":
                largest = max((size for size, _ in fitting), default=0)
                fitting = [pair for pair in fitting if pair[0] == largest]
            worths = [worth for _, worth in fitting]
            if passed is not None and (not worths or self.rules.must_play == "may_pass"):
                worths.append(passed)
            if worths:
                found.append((min(worths), roll.ways))
        return found

    def _at_most(self, roll: Roll) -> bool:
        return (self.rules.doubles if roll.is_double else self.rules.normal_roll) == "at_most"

    def _loses(self, mask: int, roll: Roll) -> bool:
        if self.rules.loss_of_turn == "off":
            return False
        named = roll.total if self.rules.loss_value == "doubled_value" else roll.sum
        up = [mask >> k & 1 for k, value in enumerate(self.values) if value == named]
        if self.rules.loss_of_turn == "any_copy_down":
            return not all(up)
        return bool(up) and not any(up)


def _mean(found: list[tuple[_Worth, int]]) -> _Worth:
    """Return what a position is worth from which each of these outcomes is taken."""
    weight = sum(ways for _, ways in found)
    missed = sum((worth[0] * ways for worth, ways in found), Fraction(0)) / weight
    turns = sum((worth[1] * ways for worth, ways in found), Fraction(0)) / weight
    return missed, turns + Fraction(36, weight) * (1 - missed)


def _worth_taking(found: list[tuple[_Worth, int]]) -> _Worth:
    """Return what a position is worth from which outcomes may be passed over.

    Waiting costs no chance, so only those that miss least are taken, and of these, from the best on,
    each that beats the value without it.
    """
    best = sorted(found)
    taken = 1
    while taken < len(best) and best[taken][0] < _mean(best[:taken]):
        taken += 1
    return _mean(best[:taken])
