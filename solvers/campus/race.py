"""The chance to finish first: two Campus boards that do not touch, played turn by turn in a race.

The worth of a position is what the player asking can be sure of against every play of the other, and no
more than the other can hold the player to: 1 for finishing first, one half for a tie (ruling
`equal_turns` only), 0 for all else. Where every game ends with a cleared board that is the same as both
playing to finish first. Where boards can die for good, a game that nobody finishes counts as 0.

Three things are known, by how many boards can come of the two:

- The *value*: both players' best play by dynamic programming over all pairs of boards.
- A *bracket*. Let one player keep to a fixed policy, here that of least expected turns on their own board,
  and let the other find the best reply to it, watching both boards. My best reply to their policy is worth
  no less to me than the value, since they may have better than the policy; my policy against their best
  reply is worth no more. A policy leads to few boards (hundreds, where all that can come are tens of
  thousands), so that pairs of these with all of the other's are few as well.
- The chance of two fixed *policies* against each other, exactly. It is an estimate of the value and bounds
  it on neither side. A whole board is played greedily there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from fractions import Fraction

from ...core.budget import Budget
from ...core.errors import BudgetSpent
from .board import Board
from .race_answers import Bracket, Policies, RaceWorth, Source, Value
from .race_graph import Limits
from .race_pairs import Ends, Finish
from .race_players import Player
from .rules import Rules
from .terms import judge

__all__ = ["DEFAULT_BUDGET", "Ends", "Race", "RaceWorth"]

DEFAULT_BUDGET = Budget(bytes=1 << 30)
"""What a race may take where nothing is said: 1 GiB, and some seconds with it."""
_FEW = 32
"""Boards that are looked at in any case, however few seconds there are."""


class Race:
    """What positions of one race are worth to the player who owns `mine`.

    >>> from quadrangle.solvers.campus import Board, Rules
    >>> race = Race(Board.parse("3 24"), Board.parse("3 24"), Rules())
    >>> race.before(race.mine.up).low  # 8 of 36 throws clear either board
    Fraction(9, 16)
    """

    def __init__(
        self,
        mine: Board,
        theirs: Board,
        rules: Rules,
        *,
        budget: Budget = DEFAULT_BUDGET,
        ends: Ends = "at_once",
        i_started: bool = True,
    ) -> None:
        """Work out what is known from the boards as they are now; `i_started` says who began the game.

        `budget.bytes` bounds the tables, `budget.nodes` the pairs of boards; what would take more than three
        quarters of `budget.seconds` is not begun, and what does is given up for less. Raises NotationError
        for lines that do not fit, InterruptedError when `budget.cancelled` says so.
        """
        self._time = Limits(budget)
        tables = Limits(_part(budget, 3))
        self.mine = mine
        self.theirs = theirs
        self.rules = rules
        self._finish = Finish(ends, i_started, rules.dead_board == "end_game")
        self._ended = self._finish.dead_ends and judge(theirs.arrangement, rules).is_dead(theirs.up)
        players = []
        for board in (mine, theirs):
            players.append(Player(board, rules, Limits(_part(tables.budget, 1))))
            tables.set_aside(players[-1].bytes)
        self._me, self._them = players
        self._sources: list[Source] = []
        for kind in (Value, Bracket):
            try:
                self._sources.append(kind(self._me, self._them, self._finish, tables))
                break
            except (MemoryError, BudgetSpent):
                continue
        self._sources.append(Policies(self._me, self._them, self._finish, tables))

    def after(self, up: int) -> RaceWorth:
        """Return the worth once I have moved to the tiles of `up`, the other to roll.

        `up` is a mask of the cells face up on my board. Raises ValueError where no play leads there.
        """
        return self.after_each([up])[up]

    def after_each(self, ups: Iterable[int]) -> dict[int, RaceWorth]:
        """Return `after` of many boards, in their order: sooner than one by one."""
        return self._answers(ups, my_roll=False)

    def after_in_time(self, ups: Iterable[int]) -> dict[int, RaceWorth]:
        """Return `after` of the first of some boards, in their order: of as many as there are seconds for.

        The first few are always worked out, the others in parts, each four times as large as the one before
        (which takes about twice as long) and begun only where there seems to be the time. Without
        `budget.seconds` all are.
        """
        boards = list(ups)
        if self._time.budget.seconds is None:
            return self.after_each(boards)
        found = self.after_each(boards[:1])  # what it takes says little of what the others will
        first, size = 1, _FEW
        while first < len(boards):
            left = self._time.seconds_left
            found |= self.after_each(boards[first : first + size])
            first, size = first + size, 4 * size
            if 2 * (left - self._time.seconds_left) > self._time.seconds_left:
                break
        return found

    def before(self, up: int) -> RaceWorth:
        """Return the worth with the tiles of `up` face up and me to roll; else as `after`."""
        return self._answers([up], my_roll=True)[up]

    def _answers(self, ups: Iterable[int], *, my_roll: bool) -> dict[int, RaceWorth]:
        names = {up: self._me.name(up) for up in ups}
        found = {up: self._settled(up, my_roll) for up in names}
        for source in self._sources:
            missing = [up for up, worth in found.items() if worth is None]
            source.prepare([names[up] for up in missing])
            found |= {up: source.worth(names[up], my_roll) for up in missing}
        return {up: worth for up, worth in found.items() if worth is not None}

    def _settled(self, up: int, my_roll: bool) -> RaceWorth | None:
        """Return the worth where the game is over, None where it is not."""
        chance = self._result(up, my_roll)
        return None if chance is None else RaceWorth(chance, chance, "exact", "value", chance)

    def _result(self, up: int, my_roll: bool) -> Fraction | None:
        if self.theirs.is_clear:
            if self._finish.ends == "at_once" or self._finish.i_started:
                return Fraction(0)
            if not my_roll:  # that was my last turn
                return Fraction(0) if up else Fraction(1, 2)
            return None
        if self._ended or (self._finish.dead_ends and judge(self.mine.arrangement, self.rules).is_dead(up)):
            return Fraction(0)
        if not up and (my_roll or self._finish.ends == "at_once" or not self._finish.i_started):
            return Fraction(1)
        return None


def _part(budget: Budget, quarters: int) -> Budget:
    """Return the budget with so many quarters of the time."""
    seconds = None if budget.seconds is None else budget.seconds * quarters / 4
    return dataclasses.replace(budget, seconds=seconds)
