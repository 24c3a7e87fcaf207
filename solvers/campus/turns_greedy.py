"""How many turns greedy play takes: the exact value of a fixed policy, from any Campus board.

The policy turns down as many tiles as it can with each roll, those of the chain included, stars and
numbers alike; of these sets one with the most points (numbers, and 25 a star); of these the first in
the order of moves. It passes only where it has to.

    >>> from quadrangle.solvers.campus import Board
    >>> greedy_turns(Board.parse("3 24")).turns  # 1+2 or any double, and the 24 goes with the 3
    Fraction(9, 2)

Only boards that the policy itself comes to are looked at, about a thousand from a whole board: they are
found from those with the most tiles up on down, and valued in fractions the other way round.
Neither a table nor a limit on the tiles is needed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.errors import BudgetSpent
from ...core.kernels import compiled
from . import kernels_greedy as plain
from .board import HIGHEST, STAR_POINTS, Board, cells
from .chains import chains
from .rules import Rules
from .turns import numbers_of, turn_rules, up_of
from .turns_board import rolls_of
from .turns_exact import ExactTurns

if TYPE_CHECKING:
    from .turns_board import Array

__all__ = ["greedy_turns"]

MOST_BOARDS = 200_000
"""Boards that are looked at unless more are allowed; a whole one leads to about a thousand."""
PLAIN = 8
"""Up to so many number tiles the kernels run as they stand."""
_SLICE = 128
"""Boards between two looks at the clock: a tenth of a second at most."""


def greedy_turns(
    board: Board,
    rules: Rules | None = None,
    *,
    most: int = MOST_BOARDS,
    cancelled: Callable[[], bool] | None = None,
) -> ExactTurns:
    """Return the chance that greedy play clears a board, and its expected number of turns if it does.

    The board may be whole or in mid-play, under any rules but one: it raises ValueError for
    star_needs=all_lines, where it depends on the game so far which stars are up. It takes about 10 ms
    for a whole board, and once a process the time to compile. Raises BudgetSpent once more than
    `most` boards are found, InterruptedError when `cancelled` says so.
    """
    policy = _Policy(board, rules or Rules())
    return _settled(_explored(policy, {policy.top}, most, cancelled), policy.top)


def greedy_boards(
    board: Board,
    rules: Rules,
    tops: Iterable[int] | None = None,
    *,
    most: int = MOST_BOARDS,
    cancelled: Callable[[], bool] | None = None,
) -> dict[int, list[tuple[int, int]]]:
    """Return every board that greedy play comes to, and how many of 36 throws lead from it to which.

    Boards are masks of number tiles in reading order, each before those it leads to; throws that change
    nothing are left out. Play starts from the boards in `tops`, which come of `board`, or from `board`
    itself. Errors as for `greedy_turns`.
    """
    return _explored(_Policy(board, rules), {up_of(board)} if tops is None else set(tops), most, cancelled)


class _Policy:
    """What greedy play does on the boards of one arrangement, given as masks of its number tiles."""

    def __init__(self, board: Board, rules: Rules) -> None:
        import numpy as np

        values, lines = numbers_of(board.arrangement, rules)
        self._rolls = rolls_of(values, turn_rules(rules), lambda dealt: (dealt, 0))
        self._flags = int(rules.maximal == "as_many_as_possible"), int(rules.dead_board == "relax")
        self._play = compiled(plain.play_each) if up_of(board).bit_count() > PLAIN else plain.play_each
        self.weights: list[int] = self._rolls[:, 1].tolist()
        """In how many of the 36 throws each kind of roll comes up."""
        self.top = up_of(board)
        """The board it was made for, as a mask."""
        if _only_stars_wait(board, rules):
            # A tile that no roll turns, on a line of its own, goes down with them.
            self.top |= 1 << len(values)
            values, lines = (*values, HIGHEST), (*lines, 1 << len(values))
        places = np.zeros(plain.RESIDUES, np.int64)
        for b in range(plain.RESIDUES - 1):
            places[(1 << b) % plain.RESIDUES] = b
        clearing, freeing = _lines_of_stars(board, rules)
        self._board = (
            np.array(values, np.int64),
            np.array([line for line in lines if line], np.int64),
            _table(_through(lines, len(values)), 0),
            _table(_through({line for star in freeing for line in star}, len(values)), -1),
            _table([[*both] for both in map(itertools.chain, clearing, freeing)], -1),
            STAR_POINTS,
            places,
        )
        depths = [np.zeros(plain.MOST + 2, np.int64) for _ in range(5)]
        self._work = np.zeros((plain.MOST + 1, 3), np.int64), tuple(depths)

    def after(self, masks: Sequence[int]) -> Any:
        """Return what each kind of roll makes of each mask, -1 where nothing changes."""
        import numpy as np

        found: Array = np.empty((len(masks), len(self.weights)), np.int64)
        self._play(np.array(masks, np.int64), self._board, self._rolls, *self._flags, found, self._work)
        return found.tolist()


def _only_stars_wait(board: Board, rules: Rules) -> bool:
    """Return whether stars, and no numbers, wait to go down with the first turn that is not lost."""
    waiting = board.up & ~chains(board.arrangement, rules).closed(board.up)
    return waiting != 0 and not waiting & board.arrangement.numbers


def _lines_of_stars(board: Board, rules: Rules) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each star that is up the number tiles of each line that brings it down once they are.

    They are those of lines that chains clear, and those of lines that only free stars.
    """
    if rules.star_needs != "one_line":
        raise ValueError("greedy play is valued for star_needs=one_line only")
    arrangement = board.arrangement
    of_board = chains(arrangement, rules)
    place = {cell: k for k, cell in enumerate(cells(arrangement.numbers))}

    def lines_of(kind: Iterable[tuple[int, int]]) -> list[list[int]]:
        packed = [(sum(1 << place[cell] for cell in cells(numbers)), stars) for numbers, stars in kind]
        return [
            [numbers for numbers, stars in packed if stars >> star & 1]
            for star in cells(board.up & arrangement.stars)
        ]

    return lines_of(of_board.clearing), lines_of(of_board.freeing)


def _through(lines: Iterable[int], tiles: int) -> list[list[int]]:
    """Return for each tile the lines it lies on."""
    return [[line for line in lines if line >> b & 1] for b in range(tiles)]


def _table(rows: Sequence[Sequence[int]], missing: int) -> Array:
    """Return rows of masks as one array, the shorter ones filled up with `missing`."""
    import numpy as np

    width = max(map(len, rows), default=0)
    padded = [[*row, *[missing] * (width - len(row))] for row in rows]
    return np.array(padded, np.int64).reshape(len(rows), width)


_Found = dict[int, list[tuple[int, int]]]
"""For each mask the masks that its rolls lead to and their weights."""


def _explored(policy: _Policy, tops: set[int], most: int, cancelled: Callable[[], bool] | None) -> _Found:
    """Return all masks that greedy play comes to from some, those with more tiles up first."""
    found: _Found = {}
    layers: dict[int, set[int]] = {}
    for top in tops:
        layers.setdefault(top.bit_count(), set()).add(top)
    while layers:
        layer = layers.pop(max(layers))
        if len(found) + len(layer) > most:
            raise BudgetSpent(f"greedy play comes to more than {most} boards")
        for part in _parts(sorted(layer)):
            if cancelled is not None and cancelled():
                raise InterruptedError("cancelled")
            for mask, after in zip(part, policy.after(part), strict=True):
                found[mask] = [pair for pair in zip(after, policy.weights, strict=True) if pair[0] >= 0]
                for goal, _ in found[mask]:
                    if goal not in found:
                        layers.setdefault(goal.bit_count(), set()).add(goal)
    return found


def _parts(masks: list[int]) -> Iterator[list[int]]:
    for first in range(0, len(masks), _SLICE):
        yield masks[first : first + _SLICE]


def _settled(found: _Found, top: int) -> ExactTurns:
    """Return what play from `top` comes to; `found` has every mask behind those that lead to it."""
    missed: dict[int, Fraction] = {}
    turns: dict[int, Fraction] = {}
    for mask in reversed(found):
        goals = found[mask]
        weight = sum(ways for _, ways in goals)
        if mask == 0 or not weight:
            missed[mask], turns[mask] = Fraction(bool(mask)), Fraction(0)
            continue
        missed[mask] = sum((missed[goal] * ways for goal, ways in goals), Fraction(0)) / weight
        wait = Fraction(36, weight) * (1 - missed[mask])
        turns[mask] = sum((turns[goal] * ways for goal, ways in goals), Fraction(0)) / weight + wait
    chance = 1 - missed[top]
    return ExactTurns(chance, turns[top] / chance if chance else None)
