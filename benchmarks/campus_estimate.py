"""Estimates of Campus boards whose table does not fit, against exact values that do.

Whole boards of a given number of tiles are dealt. Each is valued with so little memory that it has to be
estimated, and then exactly; so are the moves of some rolls. Prints for each board the estimate with its
interval, by how much its middle is off and the processor seconds it took, and for each roll how many turns
the chosen move is worse than the best. A board takes about a minute:

    python benchmarks/campus_estimate.py --boards 4 --memory 128
    python benchmarks/campus_estimate.py --boards 4 --memory 128 --seconds 10
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Iterator

from quadrangle.core.budget import Budget
from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, Board, Roll, Rules, best_move, board_value
from quadrangle.solvers.campus.turns import Table, numbers_of, solve_turns

TILES = 28
MEMORY = 1 << 30
ROLLS = ("3+4", "5+6", "6+6")


def whole_boards(tiles: int) -> Iterator[Board]:
    """Yield dealt boards with so many number tiles."""
    for k in itertools.count():
        board = PRINTED.deal(Rng(77, k))
        if board.up_numbers.bit_count() == tiles:
            yield board


def valued(board: Board, table: Table, budget: Budget) -> None:
    """Print the estimate of a board beside its exact value."""
    exact = float(board_value(board, Rules(), table=table).value.value)
    before = time.process_time()
    found = board_value(board, Rules(), budget=budget).value
    took = time.process_time() - before
    value, wide = float(found.value), float(found.high) - float(found.value)
    off = value - exact
    print(f"  value {exact:.2f}, {found.how} {value:.2f} ± {wide:.2f}, off by {off:+.2f}, {took:.1f} s")


def chosen(board: Board, roll: Roll, table: Table, budget: Budget) -> None:
    """Print how much the move that is chosen is worse than the best."""
    exact = best_move(board, roll, Rules(), table=table).value.choices
    worths = {choice.outcome.up: float(choice.worth.value) for choice in exact}
    before = time.process_time()
    found = best_move(board, roll, Rules(), budget=budget).value
    took = time.process_time() - before
    if found.best is not None:
        worse = worths[found.best.outcome.up] - min(worths.values())
        middle = sorted(worths.values())[len(worths) // 2] - min(worths.values())
        print(f"  {roll}: {found.how}, {worse:.3f} turns worse, the middle move {middle:.2f}; {took:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=4)
    parser.add_argument("--tiles", type=int, default=TILES)
    parser.add_argument("--memory", type=float, default=128, help="MiB that an estimate may take")
    parser.add_argument("--seconds", type=float)
    given = parser.parse_args()
    budget = Budget(seconds=given.seconds, bytes=int(given.memory * (1 << 20)))
    for board in itertools.islice(whole_boards(given.tiles), given.boards):
        print(board)
        table = solve_turns(*numbers_of(board.arrangement, Rules()), memory=MEMORY)
        valued(board, table, budget)
        for text in ROLLS:
            chosen(board, Roll.parse(text), table, budget)


if __name__ == "__main__":
    main()
