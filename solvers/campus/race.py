"""The chance to finish first: two Campus boards that do not touch, played turn by turn in a race.

The worth of a position is what the player asking can be sure of against every play of the other, and no
more than the other can hold the player to: 1 for finishing first, one half for a tie (ruling
`equal_turns` only), 0 for all else. Where every game ends with a cleared board that is the same as both
playing to finish first. Where boards can die for good, a game that nobody finishes counts as 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ...core.budget import UNLIMITED, Budget
from .board import Board
from .rules import Rules

__all__ = ["Ends", "Race", "RaceWorth"]

Ends = Literal["at_once", "equal_turns"]
"""The ruling `game_ends`: at the first cleared board, or only after as many turns of both."""


class RaceWorth(Struct, frozen=True):
    """The chance to finish first from a position, as far as it is known."""

    low: Fraction | float
    """The least it can be; of an estimate the lower end of the 95 % interval."""
    high: Fraction | float
    """The most it can be; of an estimate the upper end."""
    proof: Literal["exact", "bound", "estimate"]
    what: str
    """What is proved: `value` or `value_rounded` (the worth of the game), `bracket` (it lies between the
    two), `policies` (an estimate of the chance of two fixed policies, and not of the game's worth)."""
    likely: Fraction | float
    """The number to name: the worth itself, or the chance if both play for fewest turns."""


class Race:
    """What positions of one race are worth to the player who owns `mine`."""

    def __init__(
        self,
        mine: Board,
        theirs: Board,
        rules: Rules,
        *,
        budget: Budget = UNLIMITED,
        ends: Ends = "at_once",
        i_started: bool = True,
    ) -> None:
        self.mine = mine
        self.theirs = theirs
        self.rules = rules
        self.ends = ends
        self.i_started = i_started
        self._budget = budget

    def after(self, up: int) -> RaceWorth:
        """Return the worth once I have moved to the tiles of `up`, the other to roll.

        `up` is a mask of the cells face up on my board. Raises ValueError where no play leads there.
        """
        return RaceWorth(0.0, 1.0, "bound", "bracket", 0.5)

    def before(self, up: int) -> RaceWorth:
        """Return the worth with the tiles of `up` face up and me to roll; else as `after`."""
        return RaceWorth(0.0, 1.0, "bound", "bracket", 0.5)
