"""What a roll allows on a board: totals, lost turns, and boards that no roll can change any more.

Rules: *Number Tiles*, *Doubles* and *Loss of Turn*.
"""

from __future__ import annotations

import functools
from fractions import Fraction

from msgspec import Struct

from .board import Arrangement, Board, cells
from .chains import Chains, chains
from .dice import HIGHEST_TOTAL, OUTCOMES, ROLLS, Roll
from .rules import Rules
from .sums import Sums


class Terms(Struct, frozen=True):
    """What a roll means on a board in play."""

    lost: bool
    """Whether the turn is lost: no tile is turned and nothing goes down."""
    low: int
    """Smallest admissible total of a set."""
    high: int
    """Largest admissible total of a set."""
    relaxed: bool = False
    """Whether the board is dead and the ruling `dead_board` lets any smaller total do."""


class Judge:
    """What rolls mean on the boards of one arrangement under rules; positions are masks of tiles face up."""

    __slots__ = ("_copies", "_playable", "_within", "arrangement", "chains", "rules")

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement = arrangement
        self.rules = rules
        self.chains: Chains = chains(arrangement, rules)
        self._copies = tuple(arrangement.copies(value) for value in range(HIGHEST_TOTAL + 1))
        self._within = tuple(
            tuple((cell, value) for cell, value in enumerate(arrangement.values) if 0 < value <= total)
            for total in range(HIGHEST_TOTAL + 1)
        )
        """For each total the cells and values of the numbers that do not exceed it."""
        self._playable = 0
        """Numbers that show at a glance that a board is not dead while they are up."""
        if rules.loss_of_turn != "any_copy_down":
            # Some roll that is no double names just that number, so it neither loses nor fails to match.
            for roll in ROLLS:
                if not roll.is_double:
                    self._playable |= self._copies[roll.sum]

    def terms(self, up: int, roll: Roll) -> Terms:
        """Return whether the roll loses the turn, and else the totals it admits."""
        if self.rules.dead_board == "relax" and self.is_dead(up):
            return Terms(False, 1, roll.total, True)
        return self.plain_terms(up, roll)

    def plain_terms(self, up: int, roll: Roll) -> Terms:
        """Return the terms of a roll without regard to dead boards."""
        return Terms(self.loses(up, roll), self._lowest(roll), roll.total)

    def loses(self, up: int, roll: Roll) -> bool:
        """Return whether the roll names a number that is down, by `loss_of_turn` and `loss_value`.

        A number the board was not dealt never loses a turn.
        """
        if self.rules.loss_of_turn == "off":
            return False
        copies = self._copies[roll.total if self.rules.loss_value == "doubled_value" else roll.sum]
        left = copies & up
        if self.rules.loss_of_turn == "any_copy_down":
            return left != copies
        return bool(copies) and not left

    def sums(self, up: int, terms: Terms) -> Sums:
        """Return the admissible sets of tiles of a turn that is not lost, `pass` not among them."""
        found = [pair for pair in self._within[terms.high] if up >> pair[0] & 1]
        count = Sums if self.rules.maximal == "one_set" else Sums.largest
        return count([value for _, value in found], terms.low, terms.high, [cell for cell, _ in found])

    def loss(self, up: int) -> Fraction:
        """Return the chance that the next roll loses the turn, as `terms` says."""
        if self.rules.dead_board == "relax" and self.is_dead(up):
            return Fraction(0)
        return sum((chance for roll, chance in OUTCOMES if self.loses(up, roll)), Fraction(0))

    def is_dead(self, up: int) -> bool:
        """Return whether tiles are up and no roll could ever change the board, but for `dead_board`.

        Nothing changes as long as the board does not, so one turn says it for all: every roll loses
        the turn or admits no set, and no chain is waiting that a turn without a set would set off.
        """
        if not up or up & self._playable:
            return False
        open_rolls = [roll for roll in ROLLS if not self.loses(up, roll)]
        if not open_rolls:
            return True
        if self.chains.closed(up) != up:
            return False
        reachable = self._totals(up)
        spans = [(self._lowest(roll), roll.total) for roll in open_rolls]
        return not any(reachable & (2 << high) - (1 << low) for low, high in spans)

    def is_stuck(self, up: int) -> bool:
        """Return whether a board stays as it is for ever even where `dead_board` relaxes its rolls.

        The printed tiles never come to that, since a double six turns some tile of every board.
        """
        return self.is_dead(up) and (
            self.rules.dead_board != "relax" or (self.chains.closed(up) == up and self._totals(up) == 1)
        )

    def opening(self) -> int:
        """Return the tiles face up at the first roll, as a bit mask."""
        up = self.arrangement.tiles
        return self.chains.closed(up) if self.rules.chain_before_first_move == "yes" else up

    def _totals(self, up: int) -> int:
        """Return bit t set for each total t up to a double six that some set of numbers makes up."""
        reachable = 1
        for cell in cells(up & self.chains.numbers):
            reachable |= reachable << self.arrangement.values[cell]
            reachable &= (2 << HIGHEST_TOTAL) - 1
        return reachable

    def _lowest(self, roll: Roll) -> int:
        """Return the smallest total a roll admits on a board that is not dead."""
        choice = self.rules.doubles if roll.is_double else self.rules.normal_roll
        return roll.total if choice == "exact" else 1


@functools.lru_cache(maxsize=256)
def judge(arrangement: Arrangement, rules: Rules) -> Judge:
    """Return the judge of an arrangement under rules. Raises NotationError for lines that do not fit."""
    return Judge(arrangement, rules)


def is_dead(board: Board, rules: Rules) -> bool:
    """Return whether no roll could ever change a board, but for the ruling `dead_board`."""
    return judge(board.arrangement, rules).is_dead(board.up)
