"""What the question for the best placement is answered with."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from .position import Placement, Position

Number = Fraction | float

How = Literal["exact", "sampled"]
"""`exact`: every way in which the round may go on was weighed. `sampled`: rounds were played to their end
with cards drawn at random, and the values are means with intervals."""


class Choice(Struct, frozen=True):
    """A placement, and what it is worth to the player: the expected margin at the end of the round."""

    placement: Placement
    value: Number
    """The player's points less those of the best other player."""
    low: Number
    """Equal to `value` where that is exact, else the lower end of an interval: in 95 of 100 searches all
    choices have their true values within their intervals."""
    high: Number
    """Equal to `value` where that is exact, else the upper end."""

    @property
    def is_exact(self) -> bool:
        """Whether there is no interval around the value."""
        return self.low == self.value == self.high


class Step(Struct, frozen=True):
    """One placement of the principal line."""

    player: int
    """Who places."""
    placement: Placement
    drawn: int | None
    """The card drawn after it that the line follows, as it is held; None where it makes no difference."""
    value: Number
    """The expected margin, of the player who is asked about, once the card lies and none is drawn yet."""


class Best(Struct, frozen=True):
    """The best placement, and all that it was chosen from."""

    position: Position
    player: int
    """Who places, and whose margin the values are."""
    choices: tuple[Choice, ...]
    """Best first. `exact`: every legal placement, those of one value in the order of placements: face, cell,
    portrait before landscape. `sampled`: only those that were compared in rounds of their own at the end,
    five at most, those of one value by how often the search had tried them."""
    how: How
    line: tuple[Step, ...] = ()
    """How the round ends when everybody places best. Of the cards that may be drawn it follows the likeliest,
    the first in order of those; of the replies from a hand that is not known the one most likely to be the
    best. Empty where values are sampled."""
    nodes: int = 0
    """Placements that were weighed, and rounds that were played to their end."""

    @property
    def best(self) -> Choice:
        """The best choice."""
        return self.choices[0]
