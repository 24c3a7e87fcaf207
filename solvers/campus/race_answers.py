"""What is known of a race from its boards as they are now: the value, a bracket, or a chance of policies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal, Protocol

from msgspec import Struct

from ...core.budget import Budget
from ...core.errors import BudgetSpent
from .race_graph import Limits, Side
from .race_pairs import ExactPairs, Finish, Pairs, bytes_of, steps_of
from .race_players import Followed, Player

FRACTION_STEPS = 6_000
"""Up to so many steps the value is worked out in fractions: some tenths of a second."""
STEPS_A_SECOND = 400_000_000
"""What is counted on where a budget has seconds; one core does twice as many."""

_TOGETHER = 2000
"""Boards whose policies are worked out together: some 100 MiB at most."""
_ROUNDING = Fraction(1, 1 << 50)


class RaceWorth(Struct, frozen=True):
    """The chance to finish first from a position, as far as it is known."""

    low: Fraction | float
    """The least it can be."""
    high: Fraction | float
    """The most it can be."""
    proof: Literal["exact", "bound", "estimate"]
    what: str
    """What is proved: `value` (the worth of the game, a fraction) or `value_rounded` (the same to less than
    a millionth), `bracket` (it lies from `low` to `high`), `policies` (nothing: the chance of two fixed
    policies, to less than a millionth, which the worth of the game may exceed or not reach)."""
    likely: Fraction | float
    """The number to name: the worth itself, or the chance if both keep to their policies."""


class Source(Protocol):
    """Something that knows what positions are worth, my boards given by their names."""

    def prepare(self, names: Sequence[int]) -> None:
        """Work out what is not yet known of some boards, together: that is sooner than one by one."""

    def worth(self, name: int, my_roll: bool) -> RaceWorth | None:
        """Return the worth with me to roll or the other, None where it is not known here."""


class Value:
    """The value of the game."""

    def __init__(self, me: Player, them: Player, finish: Finish, limits: Limits) -> None:
        """Work it out. Raises MemoryError and BudgetSpent where it does not fit into the limits."""
        if me.graph is None or them.graph is None:
            raise BudgetSpent("not all boards are known")
        self._pairs = _solved(me.graph.side, them.graph.side, finish, limits)

    def prepare(self, names: Sequence[int]) -> None:
        """Do nothing: all is known."""

    def worth(self, name: int, my_roll: bool) -> RaceWorth:
        """Return the worth."""
        chance, error = _chance(self._pairs, name, my_roll), self._pairs.error
        if not error:
            return RaceWorth(chance, chance, "exact", "value", chance)
        return RaceWorth(*_interval(chance, chance, error), "exact", "value_rounded", float(chance))


class Bracket:
    """A fixed policy of the other bounds the value from above, one of mine from below."""

    def __init__(self, me: Player, them: Player, finish: Finish, limits: Limits) -> None:
        """Work out the bracket of the board as it is. Raises MemoryError and BudgetSpent as `Value` does."""
        if me.graph is None or them.graph is None:
            raise BudgetSpent("not all boards are known")
        self._me, self._finish, self._limits = me, finish, limits
        self._graph = them.graph
        self._policy = them.follow([them.top])
        own = me.follow([me.top])
        _check(own.side, self._graph.side, limits)  # before the upper end is worked out for nothing
        self._upper = _solved(me.graph.side, self._policy.side, finish, limits)
        self._lower: dict[int, tuple[ExactPairs | Pairs, ExactPairs | Pairs, int]] = {}
        """For each board its number in my policy, and what that comes to against the best reply and
        against their policy."""
        self._follow(own)

    def prepare(self, names: Sequence[int]) -> None:
        """Work out the lower ends that fit into the limits, of as many boards together as do."""
        new = [name for name in names if name not in self._lower]
        if not new or self._limits.seconds_left <= 0:
            return
        try:
            self._follow(self._me.follow(new))
        except (MemoryError, BudgetSpent):
            half = len(new) // 2
            for part in (new[:half], new[half:]) if half else ():
                self.prepare(part)

    def worth(self, name: int, my_roll: bool) -> RaceWorth | None:
        """Return the bracket, None where its lower end does not fit into the limits."""
        if name not in self._lower:
            return None
        replied, likely, number = self._lower[name]
        low, high = _chance(replied, number, my_roll), _chance(self._upper, name, my_roll)
        ends = _interval(low, high, max(replied.error, self._upper.error))
        return RaceWorth(*ends, "bound", "bracket", float(_chance(likely, number, my_roll)))

    def _follow(self, policy: Followed) -> None:
        replied = _solved(policy.side, self._graph.side, self._finish, self._limits)
        likely = _solved(policy.side, self._policy.side, self._finish, self._limits)
        for name, number in policy.numbers.items():
            self._lower.setdefault(name, (replied, likely, number))


class Policies:
    """The chance of the policies of both."""

    def __init__(self, me: Player, them: Player, finish: Finish, limits: Limits) -> None:
        self._me, self._them, self._finish = me, them, finish
        self._limits = Limits(Budget(cancelled=limits.budget.cancelled))
        self._theirs: Followed | None = None
        self._known: dict[int, tuple[ExactPairs | Pairs, int]] = {}

    def prepare(self, names: Sequence[int]) -> None:
        """Work out what the policies come to. Raises InterruptedError when told to stop."""
        new = [name for name in names if name not in self._known]
        for first in range(0, len(new), _TOGETHER):
            self._follow(new[first : first + _TOGETHER])

    def worth(self, name: int, my_roll: bool) -> RaceWorth:
        """Return the chance as an estimate of the worth; it has to be prepared."""
        pairs, number = self._known[name]
        chance = _chance(pairs, number, my_roll)
        return RaceWorth(*_interval(chance, chance, pairs.error), "estimate", "policies", float(chance))

    def _follow(self, names: Sequence[int]) -> None:
        if self._theirs is None:
            self._theirs = self._them.follow([self._them.top])
        mine = self._me.follow(names)
        pairs = _solved(mine.side, self._theirs.side, self._finish, self._limits)
        for board, number in mine.numbers.items():
            self._known.setdefault(board, (pairs, number))


def _solved(mine: Side, theirs: Side, finish: Finish, limits: Limits) -> ExactPairs | Pairs:
    """Return my chances against their highest board; raise where they do not fit into the limits.

    Their highest board is the one all others come of, so it is as it is now.
    """
    _check(mine, theirs, limits)
    kind = ExactPairs if steps_of(mine, theirs) <= FRACTION_STEPS else Pairs
    return kind(mine, theirs, finish, limits)


def _check(mine: Side, theirs: Side, limits: Limits) -> None:
    """Raise MemoryError or BudgetSpent where the pairs of two sides are too many for the limits."""
    budget = limits.budget
    limits.check(bytes_of(mine, theirs))
    if budget.nodes is not None and mine.boards * theirs.boards > budget.nodes:
        raise BudgetSpent("there are too many pairs of boards")
    if budget.seconds is not None and steps_of(mine, theirs) > budget.seconds * STEPS_A_SECOND:
        raise BudgetSpent("there is too much to look at")


def _chance(pairs: ExactPairs | Pairs, number: int, my_roll: bool) -> Fraction:
    return pairs.before(number) if my_roll else pairs.after(number)


def _interval(low: Fraction, high: Fraction, error: Fraction) -> tuple[float, float]:
    """Return the two ends moved apart by the error and what rounding them may take, as chances."""
    error += _ROUNDING
    return max(0.0, float(low - error)), min(1.0, float(high + error))
