"""Rolls of two dice: their values, their chances (*Dice* and *Doubles*)."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import shown
from ...core.rng import Rng

FACES = 6
ROLL_FORM = "two dice from 1 to 6, such as 5+6"


class Roll(Struct, frozen=True, order=True, cache_hash=True):
    """What two dice show, the lower one first.

    >>> Roll.parse("5+6").total, Roll.parse("5+5").total, Roll.of(6, 2)
    (11, 20, Roll.parse('2+6'))
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        if not 1 <= self.low <= self.high <= FACES:
            raise NotationError(
                f"{self.low}+{self.high} is not a roll", expected=f"{ROLL_FORM}, the lower first"
            )

    @classmethod
    def of(cls, first: int, second: int) -> Roll:
        """Return the roll of two dice in either order. Raises NotationError."""
        for face in (first, second):
            if not 1 <= face <= FACES:
                raise NotationError(f"{face} on a die", expected=ROLL_FORM)
        return cls(min(first, second), max(first, second))

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Return the roll written canonically, the lower die first. Raises NotationError."""
        roll = _BY_TEXT.get(text)
        if roll is None:
            raise NotationError(f"{shown(text)} is not a roll", expected=f"{ROLL_FORM}, the lower first")
        return roll

    @classmethod
    def throw(cls, rng: Rng) -> Roll:
        """Return a random roll."""
        return _THROWS[rng.below(FACES * FACES)]

    @property
    def sum(self) -> int:
        """The sum of the dice."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same."""
        return self.low == self.high

    @property
    def total(self) -> int:
        """The value of the roll: the sum, twice for doubles."""
        return 2 * self.sum if self.is_double else self.sum

    @property
    def ways(self) -> int:
        """In how many of the 36 throws of two dice it comes up."""
        return 1 if self.is_double else 2

    def __str__(self) -> str:
        return f"{self.low}+{self.high}"

    def __repr__(self) -> str:
        return f"Roll.parse({str(self)!r})"


ROLLS = tuple(Roll(low, high) for low in range(1, FACES + 1) for high in range(low, FACES + 1))
"""The 21 rolls in order."""

OUTCOMES = tuple((roll, Fraction(roll.ways, FACES * FACES)) for roll in ROLLS)
"""Each roll with its chance."""

HIGHEST_TOTAL = max(roll.total for roll in ROLLS)
"""The value of a double six."""

LOWEST_PLAIN, HIGHEST_PLAIN = 3, 2 * FACES - 1
"""The values of rolls that are no double: all from 3 to 11."""

_THROWS = tuple(Roll.of(first, second) for first in range(1, FACES + 1) for second in range(1, FACES + 1))
_BY_TEXT = {str(roll): roll for roll in ROLLS}
