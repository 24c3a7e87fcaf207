"""What a roll allows on a board: totals, lost turns, and boards that no roll can change any more.

Rules: *Number Tiles*, *Doubles* and *Loss of Turn*.
"""

from __future__ import annotations

import functools
from fractions import Fraction

from msgspec import Struct

from ...core.rng import Rng
from .board import Arrangement, Board, cells
from .chains import Chains, chains
from .dice import HIGHEST_PLAIN, HIGHEST_TOTAL, LOWEST_PLAIN, OUTCOMES, ROLLS, Roll
from .rules import Rules
from .sums import Sums, below


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

    __slots__ = (
        "_any_copy",
        "_named",
        "_numbers",
        "_playable",
        "_relaxes",
        "_terms",
        "_within",
        "arrangement",
        "chains",
        "rules",
    )

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement = arrangement
        self.rules = rules
        self.chains: Chains = chains(arrangement, rules)
        """The chains of the arrangement under the rules."""
        self._terms = _terms_of(rules)
        self._relaxes = rules.dead_board == "relax"
        self._any_copy = rules.loss_of_turn == "any_copy_down"
        copies = arrangement.copies_by_value
        named = {} if rules.loss_of_turn == "off" else _named_of(rules)
        self._named = {roll: copies.get(number, 0) for roll, number in named.items()}
        """For each roll that can lose the turn the cells that were dealt the number it names."""
        self._numbers = [(cell, value) for cell, value in enumerate(arrangement.values) if value > 0]
        self._within: dict[int, list[tuple[int, int]]] = {}
        """For each total the cells and values of the numbers that do not exceed it, once asked for."""
        self._playable = 0
        """Numbers that show at a glance that some roll admits a set while they are up."""
        if not self._any_copy:
            # A roll that is no double names just that number, so it neither loses nor fails to match.
            for number in range(LOWEST_PLAIN, HIGHEST_PLAIN + 1):
                self._playable |= copies.get(number, 0)

    def terms(self, up: int, roll: Roll) -> Terms:
        """Return whether the roll loses the turn, and else the totals it admits."""
        if self._relaxes and self.is_dead(up):
            return Terms(False, 1, roll.total, True)
        return self.plain_terms(up, roll)

    def plain_terms(self, up: int, roll: Roll) -> Terms:
        """Return the terms of a roll without regard to dead boards."""
        return self._terms[roll][self.loses(up, roll)]

    def loses(self, up: int, roll: Roll) -> bool:
        """Return whether the roll names a number that is down, by `loss_of_turn` and `loss_value`.

        A number the board was not dealt never loses a turn.
        """
        copies = self._named.get(roll, 0)
        return (copies & up != copies) if self._any_copy else (copies != 0 and not copies & up)

    def sums(self, up: int, terms: Terms) -> Sums:
        """Return the admissible sets of tiles of a turn that is not lost, `pass` not among them."""
        found = [pair for pair in self._up_to(terms.high) if up >> pair[0] & 1]
        count = Sums if self.rules.maximal == "one_set" else Sums.largest
        return count([value for _, value in found], terms.low, terms.high, [cell for cell, _ in found])

    def loss(self, up: int) -> Fraction:
        """Return the chance that the next roll loses the turn, as `terms` says."""
        if self.rules.dead_board == "relax" and self.is_dead(up):
            return Fraction(0)
        return sum((chance for roll, chance in OUTCOMES if self.loses(up, roll)), Fraction(0))

    def draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Return the tiles of a move of a turn that is not lost, all as likely; 0 for `pass`."""
        sums = self.sums(up, terms)
        count = len(sums) + (self.rules.must_play == "may_pass")
        number = below(rng, count) if count else 0
        return sums.drawn(number) if number < len(sums) else 0

    def is_dead(self, up: int) -> bool:
        """Return whether tiles are up and no roll could ever change the board, but for `dead_board`.

        Nothing changes as long as the board does not, so one turn says it for all: every roll loses
        the turn or admits no set, and no chain is waiting that a turn without a set would set off.
        """
        if not up or self.can_turn(up):
            return False
        return self.chains.closed(up) == up or all(self.loses(up, roll) for roll in ROLLS)

    def can_turn(self, up: int) -> bool:
        """Return whether some roll admits a set of tiles and does not lose the turn, but for `dead_board`."""
        if up & self._playable:
            return True
        reachable = self._totals(up)
        for roll, (kept, _) in self._terms.items():
            if reachable & (2 << kept.high) - (1 << kept.low) and not self.loses(up, roll):
                return True
        return False

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
        return reachable & (2 << HIGHEST_TOTAL) - 1

    def _up_to(self, total: int) -> list[tuple[int, int]]:
        found = self._within.get(total)
        if found is None:
            found = self._within[total] = [pair for pair in self._numbers if pair[1] <= total]
        return found


@functools.lru_cache(maxsize=64)
def _terms_of(rules: Rules) -> dict[Roll, tuple[Terms, Terms]]:
    """Return for each roll its terms on a board that is not dead: of a turn kept, and of a turn lost.

    The rolls that admit the largest totals come first.
    """
    found = {}
    for roll in sorted(ROLLS, key=lambda roll: -roll.total):
        choice = rules.doubles if roll.is_double else rules.normal_roll
        low = roll.total if choice == "exact" else 1
        found[roll] = (Terms(False, low, roll.total), Terms(True, low, roll.total))
    return found


@functools.lru_cache(maxsize=64)
def _named_of(rules: Rules) -> dict[Roll, int]:
    """Return the number each roll names for the loss of a turn."""
    return {roll: roll.total if rules.loss_value == "doubled_value" else roll.sum for roll in ROLLS}


@functools.lru_cache(maxsize=256)
def judge(arrangement: Arrangement, rules: Rules) -> Judge:
    """Return the judge of an arrangement under rules. Raises NotationError for lines that do not fit."""
    return Judge(arrangement, rules)


def is_dead(board: Board, rules: Rules) -> bool:
    """Return whether no roll could ever change a board, but for the ruling `dead_board`."""
    return judge(board.arrangement, rules).is_dead(board.up)
