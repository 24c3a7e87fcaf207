"""The moves of a roll and the table of least turns, written apart, give the same values of positions."""

from __future__ import annotations

import functools
from fractions import Fraction

import pytest
from campus_cases import positions

from quadrangle.solvers.campus import OUTCOMES, Board, Moves, Rules, cells, chains
from quadrangle.solvers.campus.turns import TurnRules, solve_turns


def least_turns(board: Board, rules: Rules) -> Fraction:
    """Return the least expected number of turns, going through the outcomes of every roll."""

    @functools.cache
    def value(up: int) -> Fraction:
        if not up:
            return Fraction(0)
        forced: list[tuple[Fraction, Fraction]] = []
        free: list[tuple[Fraction, Fraction]] = []
        for roll, chance in OUTCOMES:
            after = {outcome.up for outcome in Moves(board.with_up(up), roll, rules).outcomes()}
            best = min((value(left) for left in after if left != up), default=None)
            if best is not None:
                (free if up in after else forced).append((best, chance))
        weight = sum((chance for _, chance in forced), Fraction(0))
        total = 1 + sum((chance * best for best, chance in forced), Fraction(0))
        for best, chance in sorted(free):  # where nothing need be turned, whatever is better than to wait
            if not weight or best < total / weight:
                weight += chance
                total += chance * best
        return total / weight

    return value(board.up)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(normal_roll="at_most"),
        Rules(loss_of_turn="any_copy_down"),
        Rules(loss_value="doubled_value"),
        Rules(doubles="exact"),
        Rules(must_play="may_pass"),
        Rules(loss_of_turn="off", star_needs="all_lines"),
    ],
    ids=str,
)
def test_the_table_agrees_with_the_moves(rules: Rules) -> None:
    turn_rules = TurnRules(**{name: getattr(rules, name) for name in TurnRules.__struct_fields__})
    tried = 0
    for board in positions(50, seed=41, rules=rules, most=7):
        numbers = list(cells(board.arrangement.numbers))
        place = {cell: k for k, cell in enumerate(numbers)}

        def packed(mask: int, place: dict[int, int] = place) -> int:
            return sum(1 << place[cell] for cell in cells(mask) if cell in place)

        lines = [packed(line) for line, _ in chains(board.arrangement, rules).clearing if line]
        values = [board.arrangement.values[cell] for cell in numbers]
        table = solve_turns(values, lines, turn_rules, up=packed(board.up))
        expected = float(least_turns(board, rules))
        assert table.value(packed(board.up)) == pytest.approx(expected, abs=1e-4)
        tried += 1
    assert tried > 8
