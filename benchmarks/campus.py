"""Campus: every speed claim, measured beside its peer.

Moves: a dealt board with as many sets as there are for a double six among some thousand, and the one
with all 36 numbers for the longest list there can be. The peers are what one would write first:
`itertools.combinations` of every size that can fit, kept where the total does, and all solutions of
one linear constraint by CP-SAT, each set closed by the same chains. Shut the Box: a recursion over
tuples of tiles that remembers fractions and tries every combination for each roll.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from rows import Row, cpu_seconds, shown

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, SIDE, Arrangement, Board, Moves, Roll, Rules, batch, cells
from quadrangle.solvers.campus.shut_the_box import Box, Objective, solve_box

_DEAL = 37
"""Of the first 2,000 deals of seed 1 the one with the most sets."""
_SIX = Roll.parse("6+6")
_BOX = 12

Boards = dict[int, int]
"""For each set of tiles that may be turned the tiles left up after the chain."""


def all_numbers() -> Board:
    """Return the whole board with every number of the printed set: no board has more sets."""
    return Board(Arrangement(PRINTED.tiles[: SIDE * SIDE]))


def by_batch(moves: Moves) -> Boards:
    """Return what every set leads to, compiled."""
    listed = batch.outcomes(moves)
    return dict(zip(listed.tiles.tolist(), listed.up.tolist(), strict=True))


def by_combinations(moves: Moves) -> Boards:
    """Return what every set leads to, by trying combinations of every size that can fit."""
    values, up, closed = moves.board.arrangement.values, moves.board.up, moves.chains.closed
    low, high = moves.terms.low, moves.terms.high
    tiles = [(values[cell], 1 << cell) for cell in cells(moves.board.up_numbers) if values[cell] <= high]
    least = list(itertools.accumulate(sorted(value for value, _ in tiles)))
    found = {}
    for size in range(1, sum(total <= high for total in least) + 1):
        for chosen in itertools.combinations(tiles, size):
            if low <= sum([value for value, _ in chosen]) <= high:
                mask = sum([bit for _, bit in chosen])
                found[mask] = closed(up & ~mask)
    return found


def by_cp_sat(moves: Moves) -> Boards:
    """Return what every set leads to, by all solutions of a constraint on the total."""
    from ortools.sat.python import cp_model

    values, up, closed = moves.board.arrangement.values, moves.board.up, moves.chains.closed
    model = cp_model.CpModel()
    names = {1 << cell: model.new_bool_var("") for cell in cells(moves.board.up_numbers)}
    total = sum(values[bit.bit_length() - 1] * name for bit, name in names.items())
    model.add_linear_constraint(total, moves.terms.low, moves.terms.high)
    found = {}

    class Collected(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            mask = sum([bit for bit, name in names.items() if self.boolean_value(name)])
            found[mask] = closed(up & ~mask)

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Collected())
    return found


def move_lists() -> Iterator[Row]:
    """All moves of a whole board and a double six, each with the board it leads to."""
    moves = Moves(PRINTED.deal(Rng(1, _DEAL)), _SIX, Rules())
    ours = min(cpu_seconds(lambda: by_batch(moves)) for _ in range(5))
    found = by_batch(moves)
    peers: tuple[tuple[str, Callable[[Moves], Boards], float], ...] = (
        (
            "`itertools.combinations` of every size that fits, filtered, then the same chains",
            by_combinations,
            50,
        ),
        ("CP-SAT, all solutions of one linear constraint, then the same chains", by_cp_sat, 100),
    )
    for name, peer, bound in peers:
        theirs: list[Boards] = []
        seconds = cpu_seconds(lambda peer=peer, theirs=theirs: theirs.append(peer(moves)))  # type: ignore[misc]
        assert theirs == [found]
        yield Row(
            f"Campus: all {len(moves):,} moves of a double six on a dealt board, chains played, one core",
            shown(ours),
            f"{shown(seconds)}, {name}",
            seconds / ours,
            bound,
            "at least",
        )


def longest_list() -> Row:
    """The longest list of moves there is, uncompiled, as a single question is answered."""
    moves = Moves(all_numbers(), _SIX, Rules())
    seconds = min(cpu_seconds(moves.outcomes) for _ in range(5))
    assert {outcome.tiles: outcome.up for outcome in moves.outcomes()} == by_batch(moves)
    return Row(
        f"Campus: the longest list of moves there is, {len(moves):,}, chains played, nothing compiled",
        shown(seconds),
        "none: the bound is 50 ms",
        seconds * 1000,
        50,
        "at most",
        "ms",
    )


def plain_box(tiles: int, objective: Objective) -> Fraction:
    """Return the chance to shut a box, or the least expected sum left, by a recursion that remembers."""
    better = max if objective == "win" else min
    dice = [(i + j, Fraction(1, 36)) for i in range(1, 7) for j in range(1, 7)]
    chances = {total: sum(chance for rolled, chance in dice if rolled == total) for total, _ in dice}

    @functools.cache
    def value(up: tuple[int, ...]) -> Fraction:
        if not up:
            return Fraction(objective == "win")
        stuck = Fraction(0 if objective == "win" else sum(up))
        expected = Fraction(0)
        for total, chance in chances.items():
            after = [value(left) for left in lefts(up, total)]
            expected += chance * (better(after) if after else stuck)
        return expected

    def lefts(up: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
        for size in range(1, len(up) + 1):
            for chosen in itertools.combinations(up, size):
                if sum(chosen) == total:
                    yield tuple(tile for tile in up if tile not in chosen)

    return value(tuple(range(1, tiles + 1)))


def shut_the_box(objective: Objective, said: str) -> Row:
    """The exact value of a box of 12 tiles."""

    def ours() -> Fraction:
        return solve_box(Box(tiles=_BOX), objective).value()

    seconds = min(cpu_seconds(ours) for _ in range(5))
    theirs: list[Any] = []
    peer = cpu_seconds(lambda: theirs.append(plain_box(_BOX, objective)))
    assert theirs == [ours()]
    return Row(
        f"Shut the Box, {_BOX} tiles: {said} as a fraction, one core",
        shown(seconds),
        f"{shown(peer)}, a recursion that remembers fractions and tries every combination",
        peer / seconds,
        20,
        "at least",
    )


def rows() -> Iterator[Row]:
    """Measure every claim."""
    yield from move_lists()
    yield longest_list()
    yield shut_the_box("win", "best chance to shut")
    yield shut_the_box("sum", "least expected sum left")
