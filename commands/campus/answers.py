"""The answers to questions about Campus as documents; printing them is another matter."""

from __future__ import annotations

import math
from fractions import Fraction

from ...core.documents import fraction
from ...core.documents.campus import CampusDeal, CampusMove, CampusMoves, ShutTheBox, ShutTheBoxAnswer
from ...core.rng import Rng
from ...solvers.campus import Board, Moves, Outcome, Roll, Rules, Terms, TileSet, board_link, is_dead
from ...solvers.campus.board import tile_text
from ...solvers.campus.shut_the_box import Box, Objective, solve_box


def moves(board: Board, roll: Roll, rules: Rules) -> CampusMoves:
    """Return every move of a roll in the order of its cells, with the board each leads to."""
    found = Moves(board, roll, rules)
    outcomes = [] if board.is_clear else found.outcomes()
    terms = found.terms
    return CampusMoves(
        board=str(board),
        roll=str(roll),
        total=roll.total,
        at_most=terms.low < terms.high,
        lost=terms.lost and not board.is_clear,
        reason=None if len(found.sums) else why_nothing(board, roll, terms, rules),
        clear=board.is_clear,
        dead=is_dead(board, rules),
        rulings=changed(rules),
        moves=[move(outcome) for outcome in outcomes],
        link=board_link(board),
    )


def why_nothing(board: Board, roll: Roll, terms: Terms, rules: Rules) -> str:
    """Say why nothing can be turned: the board is clear, the turn lost, or no set answers the roll."""
    from ...engines.campus import words

    if board.is_clear:
        return words.CLEAR
    return words.lost(board, roll, rules) if terms.lost else words.passed(roll, terms)


def move(outcome: Outcome) -> CampusMove:
    """Return a move and what comes of it."""
    names = outcome.arrangement.names
    return CampusMove(
        tiles=list(names(outcome.tiles)),
        total=outcome.total,
        down=list(names(outcome.down)),
        board=str(outcome.board),
    )


def changed(rules: Rules) -> dict[str, str]:
    """Return the rulings that are not at their default."""
    default = Rules()
    return {
        name: getattr(rules, name)
        for name in Rules.__struct_fields__
        if getattr(rules, name) != getattr(default, name)
    }


def deal(tiles: TileSet, source: str, seed: int, rows: int, columns: int) -> CampusDeal:
    """Return the board that a seed deals from a tile set. Raises ComponentError for too few tiles."""
    board = tiles.deal(Rng(seed), rows, columns)
    return CampusDeal(
        board=str(board),
        seed=seed,
        tiles=str(tiles),
        source=source,
        unused=[tile_text(value, False) for value in tiles.unused(board.arrangement)],
        link=board_link(board),
    )


def shut_the_box(box: Box, objective: Objective) -> ShutTheBox:
    """Return the exact value of a box, and the best answers to each first roll."""
    table = solve_box(box, objective)
    everything = (1 << box.tiles) - 1
    value = table.value()
    first = []
    for roll, ways in box.rolls(everything):
        ranked = table.moves(everything, roll)
        best = [chosen for worth, chosen in ranked if worth == ranked[0][0]]
        stuck = Fraction(box.left(everything) if objective == "sum" else 0)
        first.append(
            ShutTheBoxAnswer(
                roll=roll,
                chance=fraction(Fraction(ways, 36)),
                tiles=_numbers(best[0]) if best else None,
                value=fraction(ranked[0][0] if ranked else stuck),
                equal=[_numbers(chosen) for chosen in best[1:]],
            )
        )
    return ShutTheBox(
        tiles=box.tiles,
        one_die=box.one_die,
        max_tiles=box.max_tiles,
        objective=objective,
        value=fraction(value),
        decimal=float(f"{float(value):.9g}"),
        first=first,
    )


def _numbers(chosen: int) -> list[int]:
    return [k + 1 for k in range(chosen.bit_length()) if chosen >> k & 1]


def number(value: Fraction | float) -> str | float | None:
    """Return a value as documents write it: a fraction where it is one and short, null where infinite."""
    if isinstance(value, Fraction):
        text = fraction(value)
        if len(text) <= LONGEST_FRACTION:
            return text
    return rounded(value)


def rounded(value: Fraction | float) -> float | None:
    """Return a value to nine significant digits, null where infinite."""
    return float(f"{float(value):.9g}") if math.isfinite(value) else None


LONGEST_FRACTION = 60
"""Letters of a fraction that is still written as one."""
