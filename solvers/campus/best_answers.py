"""What the questions "what is the best move" and "what is this board worth" are answered with."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from msgspec import Struct

from ...core.budget import Proof
from .board import Board
from .chains import Step
from .dice import Roll
from .moves import Outcome
from .terms import Terms

Objective = Literal["points", "turns", "race"]
"""What a move is to be best for: tiles and points down this turn, own turns to clear, finishing first."""

OBJECTIVES: tuple[Objective, ...] = ("turns", "points", "race")
"""The objectives, the one that is meant where none is named first."""

Number = Fraction | float

How = Literal["points", "fractions", "table", "file", "search", "static", "race", "rules"]
"""How an answer was found.

`points`: all moves were looked at. `fractions`, `table`, `file`: every line of play was weighed, in
fractions, in a table made for this, in a table read from a file. `search`: games were played out to
positions that are known exactly. `static`: the budget was spent before anything else was done, and
only a rule of thumb ranks the moves. `race`: chances to finish first. `rules`: there is nothing to
choose, as the board is clear or the turn lost.
"""


class Worth(Struct, frozen=True):
    """What a board is worth, after a move or before a roll; the measure is the objective's.

    turns: the least expected number of own turns still to come, infinite where the board is never
    cleared; where a board may die for good, of the games in which it is cleared, under play that
    clears it most often. race: the chance to finish first. points: points that went down.
    """

    value: Number
    low: Number
    """Equal to `value` where that is exact, else the lower end of its interval."""
    high: Number
    chance: Number | None = None
    """turns: the best chance to clear the board ever, where `dead_board` is skip or end_game; None where
    nothing is known of it."""
    tiles: int | None = None
    """points: tiles that went down."""

    @property
    def is_exact(self) -> bool:
        """Whether there is no interval around the value."""
        return self.low == self.value == self.high


class Choice(Struct, frozen=True):
    """One board that a move leads to."""

    outcome: Outcome
    """The first set of tiles, in the order of moves, that leads to it."""
    also: int
    """How many other sets lead to it."""
    worth: Worth
    loss: Fraction
    """The chance that the next own roll loses the turn; 0 where the board is clear."""


class Gain(Struct, frozen=True):
    """By how much the best move beats the next best one."""

    measure: Literal["turns", "clearing", "finishing", "tiles", "points"]
    """Turns fewer, chance to clear more, chance to finish first more, tiles or points more."""
    amount: Number
    """0 where they are worth the same; infinite where only the best one clears the board ever."""
    low: Number
    """Equal to `amount` where that is exact, else the lower end of its interval."""
    high: Number


class Best(Struct, frozen=True):
    """The best move of a roll, what it does, and the moves it was chosen from."""

    objective: Objective
    board: Board
    """The board before the move."""
    roll: Roll
    terms: Terms
    """Whether the turn is lost, and the totals that were admissible."""
    choices: tuple[Choice, ...]
    """The boards that can be reached, best first: all of them but for `search`, which ranks those it
    looked at by games, and those `left_out`. None where the turn is lost or the board is clear."""
    proof: Proof
    how: How
    steps: tuple[Step, ...] = ()
    """The chain that the best move sets off, step by step."""
    gain: Gain | None = None
    """None where there is no other board to reach."""
    error: float = 0.0
    """How far a value of an `exact` proof may be from the true one by rounding; 0 for fractions."""
    what: str = ""
    """race: what is proved, in the words of `race.RaceWorth.what`."""
    left_out: int = 0
    """race: how many boards were not looked at, since the seconds of the budget were spent."""

    @property
    def best(self) -> Choice | None:
        """The best choice; None where there is none to make."""
        return self.choices[0] if self.choices else None


class Spread(Struct, frozen=True):
    """By which own turn the games are over that are cleared in the best play."""

    half: int
    """The least number of turns within which half of them are."""
    nine_tenths: int


class Valued(Worth, frozen=True):
    """What a board is worth before a roll, and how that was found."""

    proof: Proof = "exact"
    how: How = "fractions"
    error: float = 0.0
    """As for `Best.error`."""
    spread: Spread | None = None
    """None where nothing is cleared, or it takes long to find."""
