"""Fits the rule of thumb of `solvers/campus/estimate.py` to exact values of dealt boards.

Whole boards are played down at random to some 25 number tiles and solved. From there games are played
that take one of the better of up to forty sets drawn for each roll. What the boards after these sets are
worth, less their mean for the roll, is put down to the tiles that are up and the numbers that are gone,
by least squares with a little shrinking. Prints the weights in hundredths of a turn, and how much is lost
by the rule's choice among the sets of a roll, beside the set of most tiles and a random one, on boards
that had no part in the fit. A hundred boards take some minutes:

    python benchmarks/campus_rule.py --boards 100
    python benchmarks/campus_rule.py --boards 30 --normal-roll at_most
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, Judge, Roll, Rules, judge
from quadrangle.solvers.campus.best_values import Packing
from quadrangle.solvers.campus.turns import Table, solve_turns, turn_rules

Array = np.ndarray[Any, Any]

START = 25
"""Number tiles from which on a board is solved."""
FEWEST = 17
"""Number tiles down to which moves are looked at."""
GAMES = 60
DRAWN = 40
HIGHEST, LAST = 24, 12
"""The largest number that has a weight, and the largest that may lose a turn once gone."""
SHRINKING = 20.0
MEMORY = 3 << 30


def samples(seed: int, rules: Rules) -> Iterator[tuple[Array, Array]]:
    """Yield for the rolls of some games on one board the features of what sets lead to, and its value."""
    board = PRINTED.deal(Rng(99, seed))
    judge_of, packing, rng = judge(board.arrangement, rules), Packing(board.arrangement, rules), Rng(7, seed)
    start = board.up
    while packing.packed(start).bit_count() > START:
        ends = _ends(judge_of, start, rng, 1)
        start = ends[0] if ends else start
    values, lines, up = packing.values, packing.lines, packing.packed(start)
    table = solve_turns(values, lines, turn_rules(rules), up=up, memory=MEMORY)
    for _ in range(GAMES):
        up = start
        while packing.packed(up).bit_count() >= FEWEST:
            ends = _ends(judge_of, up, rng, DRAWN)
            if not ends:
                continue
            ranked = _ranked(ends, packing, table)
            if len(ranked) > 1:
                yield (
                    np.array([features(packing.values, packing.packed(end)) for _, end in ranked]),
                    np.array([value for value, _ in ranked]),
                )
            up = ranked[min(len(ranked) - 1, rng.below(3) * rng.below(2))][1]


def _ends(judge_of: Judge, up: int, rng: Rng, most: int) -> list[int]:
    """Return the boards that some sets of a random roll lead to; none where the turn is lost."""
    terms = judge_of.terms(up, Roll.throw(rng))
    if terms.lost:
        return []
    sums = judge_of.sums(up, terms)
    places = range(len(sums)) if len(sums) <= most else sorted({rng.below(len(sums)) for _ in range(most)})
    return sorted({judge_of.chains.closed(up & ~sums.unrank(place)) for place in places})


def _ranked(ends: list[int], packing: Packing, table: Table) -> list[tuple[float, int]]:
    return sorted((table.value(packing.packed(end)), end) for end in ends)


def features(values: tuple[int, ...], mask: int) -> Array:
    """Return how often each number is up, and for each that may lose a turn whether all copies are gone."""
    found = np.zeros(HIGHEST + LAST)
    for k, value in enumerate(values):
        found[value - 1] += mask >> k & 1
    for value in set(values):
        if value <= LAST:
            found[HIGHEST + value - 1] = found[value - 1] == 0
    return found


def fitted(data: list[tuple[Array, Array]]) -> Array:
    """Return the weights that tell best what the moves of each roll differ by."""
    known = np.concatenate([x - x.mean(0) for x, _ in data])
    wanted = np.concatenate([y - y.mean() for _, y in data])
    return np.linalg.solve(known.T @ known + SHRINKING * np.eye(known.shape[1]), known.T @ wanted)


def lost(data: list[tuple[Array, Array]], weights: Array) -> tuple[float, float, float]:
    """Return the mean turns lost by the rule's move, by that with the most tiles, by a random one."""
    rule = [y[(x @ weights).argmin()] - y.min() for x, y in data]
    tiles = [y[x[:, :HIGHEST].sum(1).argmin()] - y.min() for x, y in data]
    drawn = [y.mean() - y.min() for _, y in data]
    return float(np.mean(rule)), float(np.mean(tiles)), float(np.mean(drawn))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--normal-roll", choices=("exact", "at_most"), default="exact")
    given = parser.parse_args()
    rules = msgspec.convert({"normal_roll": given.normal_roll}, Rules)
    by_board = [list(samples(seed, rules)) for seed in range(100, 100 + given.boards)]
    kept = [pair for k, data in enumerate(by_board) if k % 4 for pair in data]
    apart = [pair for data in by_board[::4] for pair in data]
    print("turns lost a move by the rule, by most tiles, at random:", *lost(apart, fitted(kept)))
    weights = np.rint(100 * fitted(kept + apart)).astype(int).tolist()
    print("tiles:", *weights[:HIGHEST])
    print("gone:", *weights[HIGHEST:])


if __name__ == "__main__":
    main()
