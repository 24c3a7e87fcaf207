"""One arrangement of tiles and all that is asked of it while it is played: rolls, sets, chains, draws."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from ...core.rng import Rng
from ...solvers.campus.board import Arrangement, Board
from ...solvers.campus.chains import Claim, FreeStar
from ...solvers.campus.dice import ROLLS, Roll
from ...solvers.campus.moves import Move
from ...solvers.campus.rules import Rules
from ...solvers.campus.terms import Judge, Terms

if TYPE_CHECKING:
    from ...solvers.campus.batch import Draws

_PLAIN_DRAWS = 3000
"""Draws of a process after which the compiled ones, which are the same, are worth loading."""
_KEPT = 4096
"""Boards of which an arrangement remembers whether they are dead."""

_drawn = 0


class Desk:
    """What the rules say of the boards of one arrangement; boards are bit masks of the tiles face up."""

    __slots__ = (
        "_dead",
        "_draws",
        "_playable",
        "_relaxes",
        "arrangement",
        "chains",
        "columns",
        "judge",
        "may_pass",
        "numbers",
        "values",
    )

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self.arrangement = arrangement
        self.judge = Judge(arrangement, rules)
        self.chains = self.judge.chains
        self.numbers = arrangement.numbers
        self.columns = arrangement.columns
        self.values = arrangement.values
        self.may_pass = rules.must_play == "may_pass"
        self._relaxes = rules.dead_board == "relax"
        self._playable = self.judge._playable
        self._dead: dict[tuple[int, int], bool] = {}
        self._draws = threading.local()

    def is_dead(self, up: int, gone: int = 0) -> bool:
        """Return whether tiles are up and no roll could ever change the board, but for `dead_board`.

        `gone` are the claim lines, as bits, whose claim was missed for good.
        """
        key = (up, gone)
        found = self._dead.get(key)
        if found is None:
            if len(self._dead) >= _KEPT:
                self._dead.clear()
            judge = self.judge
            if not gone:
                found = judge.is_dead(up)
            elif not up or judge.can_turn(up):
                found = False
            else:
                found = not self.claimable(up, gone) or all(judge.loses(up, roll) for roll in ROLLS)
            self._dead[key] = found
        return found

    def terms(self, up: int, roll: Roll, gone: int = 0) -> Terms:
        """Return whether the roll loses the turn, and else the totals it admits."""
        if self._relaxes and not up & self._playable and self.is_dead(up, gone):
            return Terms(False, 1, roll.total, True)
        return self.judge.plain_terms(up, roll)

    def has_set(self, up: int, terms: Terms) -> bool:
        """Return whether some set of numbers has an admissible total."""
        reachable = 1
        left = up & self.numbers
        while left:
            lowest = left & -left
            left ^= lowest
            reachable |= reachable << self.values[lowest.bit_length() - 1]
        return reachable & (2 << terms.high) - (1 << terms.low) != 0

    def allows(self, up: int, terms: Terms, move: Move) -> bool:
        """Return whether a move may be made in a turn that is not lost."""
        tiles = move.tiles
        if move.columns != self.arrangement.columns:
            return False
        if not tiles:
            return self.may_pass or not self.has_set(up, terms)
        if tiles & ~(up & self.numbers):
            return False
        if self.judge.rules.maximal != "one_set":
            return tiles in self.judge.sums(up, terms)
        values, total = self.values, 0
        while tiles:
            lowest = tiles & -tiles
            tiles ^= lowest
            total += values[lowest.bit_length() - 1]
        return terms.low <= total <= terms.high

    def claimable(self, up: int, gone: int = 0) -> tuple[Claim, ...]:
        """Return the claims that can be made, those on the lines `gone` having been missed for good."""
        found = self.chains.claims(up)
        if not gone:
            return found
        lost = {line.name for at, line in enumerate(self.chains.lines.claims) if gone >> at & 1}
        return tuple(claim for claim in found if isinstance(claim, FreeStar) or claim.line not in lost)

    def draw(self, up: int, terms: Terms, rng: Rng) -> int:
        """Return the tiles of a move of a turn that is not lost, all as likely; 0 for `pass`."""
        global _drawn
        _drawn += 1
        if _drawn < _PLAIN_DRAWS:
            return self.judge.draw(up, terms, rng)
        return self._compiled().draw(up, terms, rng)

    def closed(self, up: int) -> int:
        """Return what is left face up once the whole chain has been played automatically."""
        if _drawn < _PLAIN_DRAWS:
            return self.chains.closed(up)
        return self._compiled().closed(up)

    def _compiled(self) -> Draws:
        found: Draws | None = getattr(self._draws, "here", None)
        if found is None:
            from ...solvers.campus.batch import Draws

            found = self._draws.here = Draws(self.judge)
        return found

    def board(self, up: int) -> Board:
        """Return the board with exactly these tiles face up."""
        return Board(self.arrangement, self.arrangement.tiles & ~up)

    def points(self, up: int) -> int:
        """Return what the owner would be charged: the numbers left and 25 for each star."""
        return self.board(up).points
