"""One arrangement of tiles and all that is asked of it while it is played: rolls, sets, chains, draws."""

from __future__ import annotations

import functools
from threading import get_ident
from typing import TYPE_CHECKING

from ...core.rng import M1, Rng
from ...solvers.campus.board import STAR_POINTS, Arrangement, Board
from ...solvers.campus.chains import Chains, Claim, FreeStar, chains
from ...solvers.campus.dice import HIGHEST_PLAIN, HIGHEST_TOTAL, LOWEST_PLAIN, ROLLS, Roll
from ...solvers.campus.moves import Move
from ...solvers.campus.rules import Rules
from ...solvers.campus.sums import below
from ...solvers.campus.terms import Judge, Terms

if TYPE_CHECKING:
    from ...solvers.campus.batch import Plays

_PLAIN_DRAWS = 3000
"""Draws of a process after which the compiled ones, which are the same, are worth loading."""
_KEPT = 4096
"""Boards of which an arrangement remembers whether they are dead."""

_drawn = 0

RELAXED = {roll: Terms(False, 1, roll.total, True) for roll in ROLLS}
"""What each roll means on a dead board that the ruling `dead_board` relaxes."""


class Desk:
    """What the rules say of the boards of one arrangement; boards are bit masks of the tiles face up."""

    __slots__ = (
        "_dead",
        "_judge",
        "_plays",
        "all_copies",
        "arrangement",
        "columns",
        "compiles",
        "copies",
        "kept",
        "may_pass",
        "named",
        "numbers",
        "one_set",
        "playable",
        "relaxes",
        "rules",
        "values",
    )

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement, self.rules = arrangement, rules
        self.columns, self.values = arrangement.columns, arrangement.values
        self.copies = arrangement.copies_by_value
        self.numbers = arrangement.numbers
        self.kept, self.named = _meanings(rules)
        self.all_copies = rules.loss_of_turn != "any_copy_down"
        self.may_pass = rules.must_play == "may_pass"
        self.one_set = rules.maximal == "one_set"
        self.relaxes = rules.dead_board == "relax"
        self.playable = 0
        """Numbers that show at a glance that a board is not dead while one of them is up."""
        if self.all_copies:
            copies = self.copies.get
            for number in range(LOWEST_PLAIN, HIGHEST_PLAIN + 1):
                self.playable |= copies(number, 0)
        self._judge: Judge | None = None
        self._dead: dict[tuple[int, int], bool] = {}
        self._plays: tuple[int, Plays | None] = (0, None)
        self.compiles = self.one_set and self._counts_few()
        """Whether compiled draws serve, which take one random number each."""

    @property
    def judge(self) -> Judge:
        """The solver's judge of the arrangement, made when it is first asked for."""
        if self._judge is None:
            self._judge = Judge(self.arrangement, self.rules)
        return self._judge

    @property
    def chains(self) -> Chains:
        """The chains of the arrangement."""
        return chains(self.arrangement, self.rules)

    def _counts_few(self) -> bool:
        """Return whether no roll admits more sets than one random number tells apart."""
        every = Terms(False, 1, HIGHEST_TOTAL)
        return self.numbers.bit_count() < 32 or len(self.judge.sums(self.numbers, every)) < M1

    def is_dead(self, up: int, gone: int = 0) -> bool:
        """Return whether tiles are up and no roll could ever change the board, but for `dead_board`.

        `gone` are the claim lines, as bits, whose claim was missed for good.
        """
        if up & self.playable:
            return False
        key = (up, gone)
        found = self._dead.get(key)
        if found is None:
            if len(self._dead) >= _KEPT:
                self._dead.clear()
            found = self._dead[key] = self._finds_dead(up, gone)
        return found

    def _finds_dead(self, up: int, gone: int) -> bool:
        if not up or self._can_turn(up):
            return False
        if not gone:
            return self.judge.is_dead(up)
        return not self.claimable(up, gone) or all(self._names_down(up, roll) for roll in ROLLS)

    def _can_turn(self, up: int) -> bool:
        """Return whether some roll admits a set of tiles and does not lose the turn: see `Judge.can_turn`."""
        reachable = self._reachable(up)
        for roll, kept in self.kept.items():
            admits = reachable & (2 << kept.high) - (1 << kept.low)
            if admits and not self._names_down(up, roll):
                return True
        return False

    def _names_down(self, up: int, roll: Roll) -> bool:
        copies = self.copies.get(self.named[roll], 0)
        return bool(copies and not copies & up) if self.all_copies else copies & up != copies

    def loses(self, up: int, roll: Roll, gone: int = 0) -> bool:
        """Return whether a roll loses the turn."""
        return self._names_down(up, roll) and not (self.relaxes and self.is_dead(up, gone))

    def terms(self, up: int, roll: Roll, gone: int = 0) -> Terms:
        """Return which totals a roll admits that does not lose the turn."""
        if up & self.playable or not self.relaxes or not self.is_dead(up, gone):
            return self.kept[roll]
        return RELAXED[roll]

    def has_set(self, up: int, terms: Terms) -> bool:
        """Return whether some set of numbers has an admissible total."""
        return self._reachable(up) & (2 << terms.high) - (1 << terms.low) != 0

    def _reachable(self, up: int) -> int:
        """Return bit t set for each total t that some set of the numbers face up makes, none included."""
        reachable, values, left = 1, self.values, up & self.numbers
        while left:
            lowest = left & -left
            left ^= lowest
            reachable |= reachable << values[lowest.bit_length() - 1]
        return reachable

    def allows(self, up: int, terms: Terms, move: Move) -> bool:
        """Return whether a move may be made in a turn that is not lost."""
        tiles = move.tiles
        if move.columns != self.columns:
            return False
        if not tiles:
            return self.may_pass or not self.has_set(up, terms)
        if tiles & ~(up & self.numbers):
            return False
        if not self.one_set:
            return tiles in self.judge.sums(up, terms)
        return terms.low <= self.total(tiles) <= terms.high

    def total(self, tiles: int) -> int:
        """Return the total of some numbers."""
        values, total = self.values, 0
        while tiles:
            lowest = tiles & -tiles
            tiles ^= lowest
            total += values[lowest.bit_length() - 1]
        return total

    def draw(self, up: int, terms: Terms, rng: Rng) -> tuple[int, int]:
        """Return the tiles of a move of a turn that is not lost, all as likely, and what its chain leaves.

        The tiles are 0 for `pass`; what is left is -1 where it is still to be found out.
        """
        owner, plays = self._plays
        if plays is None or owner != get_ident():
            plays = self._new_plays()
            if plays is None:
                return self._draw(up, terms, rng), -1
        while True:
            found: tuple[int, int] = plays.next(up, terms.low, terms.high, rng.next(), M1, plays.work)
            if found[0] >= 0:
                return found

    def _draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Draw as `Plays.next` does: a number is drawn also where there is nothing but `pass`."""
        sums = self.judge.sums(up, terms)
        number = below(rng, len(sums) + self.may_pass or 1)
        return sums.drawn(number) if number < len(sums) else 0

    def _new_plays(self) -> Plays | None:
        """Return compiled draws for this thread; None where plain ones do, or have to."""
        global _drawn
        _drawn += 1
        if _drawn < _PLAIN_DRAWS or not self.compiles:
            return None
        from ...solvers.campus.batch import Plays

        plays = Plays(self.arrangement, self.rules)
        self._plays = (get_ident(), plays)
        return plays

    def opening(self) -> int:
        """Return the tiles face up before the first roll."""
        up = self.arrangement.tiles
        return self.chains.closed(up) if self.rules.chain_before_first_move == "yes" else up

    def claimable(self, up: int, gone: int = 0) -> tuple[Claim, ...]:
        """Return the claims that can be made, those on the lines `gone` having been missed for good."""
        found = self.chains.claims(up)
        if not gone:
            return found
        lost = {line.name for at, line in enumerate(self.chains.lines.claims) if gone >> at & 1}
        return tuple(claim for claim in found if isinstance(claim, FreeStar) or claim.line not in lost)

    def board(self, up: int) -> Board:
        """Return the board with exactly these tiles face up."""
        return Board(self.arrangement, self.arrangement.tiles & ~up)

    def points(self, up: int) -> int:
        """Return what the owner would be charged: the numbers left and 25 for each star."""
        values, points = self.values, 0
        while up:
            lowest = up & -up
            up ^= lowest
            points += values[lowest.bit_length() - 1] or STAR_POINTS
        return points


@functools.lru_cache(maxsize=64)
def _meanings(rules: Rules) -> tuple[dict[Roll, Terms], dict[Roll, int]]:
    """Return for each roll what it admits where it does not lose the turn, and the number it names.

    The number is 0 where no turn is ever lost.
    """
    kept, named = {}, {}
    for roll in ROLLS:
        choice = rules.doubles if roll.is_double else rules.normal_roll
        kept[roll] = Terms(False, roll.total if choice == "exact" else 1, roll.total)
        number = roll.total if rules.loss_value == "doubled_value" else roll.sum
        named[roll] = 0 if rules.loss_of_turn == "off" else number
    return kept, named
