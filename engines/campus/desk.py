"""One arrangement of tiles and all that is asked of it while it is played: rolls, sets, chains, draws."""

from __future__ import annotations

import functools
from threading import get_ident
from typing import TYPE_CHECKING

from ...core.rng import M1, Rng
from ...solvers.campus.board import Arrangement, Board, cells
from ...solvers.campus.chains import Claim, FreeStar
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
        "_plays",
        "all_copies",
        "arrangement",
        "chains",
        "columns",
        "compiles",
        "copies",
        "drawn",
        "judge",
        "kept",
        "may_pass",
        "named",
        "numbers",
        "one_set",
        "playable",
        "relaxes",
        "values",
    )

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement = arrangement
        self.judge = Judge(arrangement, rules)
        self.chains = self.judge.chains
        self.numbers = self.chains.numbers
        self.columns = arrangement.columns
        self.values = arrangement.values
        self.copies = arrangement.copies_by_value
        self.kept, self.named = _meanings(rules)
        self.may_pass = rules.must_play == "may_pass"
        self.one_set = rules.maximal == "one_set"
        self.compiles = self.one_set and self._counts_few()
        self.relaxes = rules.dead_board == "relax"
        self.all_copies = rules.loss_of_turn != "any_copy_down"
        self.playable = 0
        """Numbers that show at a glance that a board is not dead while one of them is up."""
        if self.all_copies:
            for number in range(LOWEST_PLAIN, HIGHEST_PLAIN + 1):
                self.playable |= self.copies.get(number, 0)
        self._dead: dict[tuple[int, int], bool] = {}
        self._plays: tuple[int, Plays | None] = (0, None)
        self.drawn: tuple[int, Terms | None, int, int] = (0, None, 0, 0)
        """The last move that was drawn: the board before, the terms, its tiles, and what its chain left."""

    def _counts_few(self) -> bool:
        """Return whether no roll admits more sets than one random number tells apart."""
        every = Terms(False, 1, HIGHEST_TOTAL)
        return self.numbers.bit_count() < 32 or len(self.judge.sums(self.numbers, every)) < M1

    # --- what a roll means

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
        judge = self.judge
        if not gone:
            return judge.is_dead(up)
        if not up or judge.can_turn(up):
            return False
        return not self.claimable(up, gone) or all(judge.loses(up, roll) for roll in ROLLS)

    def loses(self, up: int, roll: Roll, gone: int = 0) -> bool:
        """Return whether a roll loses the turn."""
        return self.judge.loses(up, roll) and not (self.relaxes and self.is_dead(up, gone))

    def terms(self, up: int, roll: Roll, gone: int = 0) -> Terms:
        """Return which totals a roll admits that does not lose the turn."""
        if up & self.playable or not self.relaxes or not self.is_dead(up, gone):
            return self.kept[roll]
        return RELAXED[roll]

    # --- sets

    def has_set(self, up: int, terms: Terms) -> bool:
        """Return whether some set of numbers has an admissible total."""
        reachable = 1
        for cell in cells(up & self.numbers):
            reachable |= reachable << self.values[cell]
        return reachable & (2 << terms.high) - (1 << terms.low) != 0

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

    def draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Return the tiles of a move of a turn that is not lost, all as likely; 0 for `pass`."""
        global _drawn
        _drawn += 1
        if _drawn < _PLAIN_DRAWS or not self.compiles:
            return self._draw(up, terms, rng)
        owner, plays = self._plays
        if plays is None or owner != get_ident():
            plays = self._new_plays()
        tiles = -1
        while tiles < 0:
            tiles, end = plays.next(up, terms.low, terms.high, rng.next())
        self.drawn = (up, terms, tiles, end)
        return tiles

    def _draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Draw as `Plays.next` does: a number is drawn also where there is nothing but `pass`."""
        sums = self.judge.sums(up, terms)
        number = below(rng, len(sums) + self.may_pass or 1)
        return sums.drawn(number) if number < len(sums) else 0

    def _new_plays(self) -> Plays:
        from ...solvers.campus.batch import Plays

        plays = Plays(self.judge)
        self._plays = (get_ident(), plays)
        return plays

    # --- what goes down, and what is left

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
        return self.board(up).points


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
