"""What is known of one player of a race: all boards that can come, or else the boards of a fixed policy."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ...core.errors import BudgetSpent
from ...core.kernels import compiled
from . import kernels_race as plain
from .board import Board
from .chains import chains
from .race_graph import Graph, Limits, Side, followed
from .rules import Rules
from .turns import up_of
from .turns_greedy import greedy_boards

if TYPE_CHECKING:
    from .race_graph import Array

_NEVER_TURNS = 1000
"""What a board that is never cleared counts as in turns, so that the policy keeps away from it."""
_MOST_GREEDY = 1 << 40
_PLAIN = 3_000
_SLICE = 1 << 14


class Followed(NamedTuple):
    """The boards that a policy comes to from some."""

    side: Side
    numbers: Mapping[int, int]
    """Number of each board by the player's name for it."""


class Player:
    """One player's board.

    The policy is the one of least expected turns where all boards that can come are known, and greedy
    play where they are not.
    """

    def __init__(self, board: Board, rules: Rules, limits: Limits) -> None:
        """Find the boards that can come. Raises InterruptedError when told to stop."""
        self.board = board
        self.rules = rules
        self._chains = chains(board.arrangement, rules)
        self._cancelled = limits.budget.cancelled
        self.graph: Graph | None = None
        """All boards that can come, where they are found within the limits."""
        with contextlib.suppress(MemoryError, BudgetSpent):
            self.graph = Graph(board, rules, limits)

    def name(self, up: int) -> int:
        """Return the name of the board with the tiles of a mask of cells up.

        It is a number of the graph or, without one, a mask of number tiles. Raises ValueError where no
        play leads to the board.
        """
        if self.graph is not None:
            return self.graph.number(up)
        if up != self.board.up and (up & ~self.board.up or self._chains.closed(up) != up):
            raise ValueError("no play leads to this board")
        return up_of(self.board.with_up(up))

    def follow(self, names: Iterable[int]) -> Followed:
        """Return the boards that the policy comes to from boards given by name."""
        if self.graph is not None:
            return self._least(self.graph, names)
        # The policy need not be good, so that stars may count by the ruling it can value them by.
        rules = msgspec.structs.replace(self.rules, star_needs="one_line")
        moves = greedy_boards(self.board, rules, names, most=_MOST_GREEDY, cancelled=self._cancelled)
        return Followed(*followed(dict(reversed(moves.items()))))

    @property
    def bytes(self) -> int:
        """The memory that all boards that can come take, 0 where they are not known."""
        return 0 if self.graph is None else self.graph.bytes

    @property
    def top(self) -> int:
        """The name of the board as it is now."""
        return self.name(self.board.up)

    def _least(self, graph: Graph, numbers: Iterable[int]) -> Followed:
        t, picks = graph.side.tables, self._picks
        moves: dict[int, list[tuple[int, int]]] = {}
        waiting = list(numbers)
        while waiting:
            number = waiting.pop()
            if number in moves:
                continue
            goals = moves[number] = []
            for b in range(t.bucket_first[number], t.bucket_first[number + 1]):
                for weights, pick in ((t.exact, int(picks[0, b])), (t.running, int(picks[1, b]))):
                    if weights[b] and pick >= 0:
                        goals.append((pick, int(weights[b])))
            waiting += [goal for goal, _ in goals]
        return Followed(*followed(dict(sorted(moves.items()))))

    @functools.cached_property
    def _picks(self) -> Array:
        """What the policy goes to after each throw, as `fewest_turns` writes it."""
        import numpy as np

        assert self.graph is not None
        side = self.graph.side
        turns = np.zeros(side.boards, np.int64)
        picks = np.zeros((2, len(side.tables.exact)), np.int64)
        fill = compiled(plain.fewest_turns) if side.edges > _PLAIN else plain.fewest_turns
        for first in range(1, side.boards, _SLICE):
            last = min(side.boards, first + _SLICE)
            fill(first, last, _NEVER_TURNS * plain.TURN, side.tables, turns, picks)
        return picks
