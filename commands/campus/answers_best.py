"""The best move and the value of a board as documents, by the solvers' one door."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ...core.budget import Budget, Result
from ...core.documents import fraction
from ...core.documents.campus import CampusBest, CampusChoice, CampusGain, CampusStep, CampusValue
from ...core.errors import ComponentError
from ...solvers.campus import Board, Roll, Rules, board_link, is_dead, judge
from ...solvers.campus.best import TurnOrder, best_move, board_value
from ...solvers.campus.best_answers import Best, Choice, Gain, Objective, Valued, Worth
from .answers import changed, number, rounded, why_nothing
from .tables import load, reported


@dataclass(frozen=True)
class Question:
    """What the best move is asked for."""

    board: Board
    roll: Roll
    rules: Rules
    objective: Objective
    opponent: Board | None
    order: TurnOrder


def best(asked: Question, table: Path | None, budget: Budget, seed: int) -> Result[Best]:
    """Return the best move of a roll. Raises FileError or ComponentError for a table that does not serve."""
    made = None if table is None else load(table, asked.rules)
    with reported("table of the best play") as report:
        try:
            return best_move(
                asked.board,
                asked.roll,
                asked.rules,
                asked.objective,
                opponent=asked.opponent,
                order=asked.order,
                table=made,
                budget=budget,
                seed=seed,
                progress=report,
            )
        except ComponentError as error:
            raise ComponentError(f"{table}: {error}") from None


def value(board: Board, rules: Rules, table: Path | None, budget: Budget, seed: int) -> Result[Valued]:
    """Return what a board is worth. Raises FileError or ComponentError for a table that does not serve."""
    made = None if table is None else load(table, rules)
    with reported("table of the best play") as report:
        try:
            return board_value(board, rules, table=made, budget=budget, seed=seed, progress=report)
        except ComponentError as error:
            raise ComponentError(f"{table}: {error}") from None


def best_document(found: Best, asked: Question, alternatives: int) -> CampusBest:
    """Return the answer to a question with that many of the next best moves."""
    board, roll, terms = found.board, found.roll, found.terms
    rules, opponent, order = asked.rules, asked.opponent, asked.order
    choices = [_choice(choice, found, rules) for choice in found.choices[: 1 + alternatives]]
    first = found.choices[0].worth if found.choices else None
    return CampusBest(
        board=str(board),
        roll=str(roll),
        total=roll.total,
        at_most=terms.low < terms.high,
        lost=terms.lost and not board.is_clear,
        reason=None if found.choices else why_nothing(board, roll, terms, rules),
        clear=board.is_clear,
        dead=is_dead(board, rules),
        rulings=changed(rules),
        objective=found.objective,
        opponent=None if opponent is None else str(opponent),
        ends=None if opponent is None else order.ends,
        i_started=None if opponent is None else order.i_started,
        proof=found.proof,
        how=found.how,
        value=None if first is None else _measure(first.value, found.objective),
        interval=None if first is None else _interval(first.low, first.high, first.is_exact),
        error=_rounded(found.error),
        moves=choices[:1],
        gain=None if found.gain is None else _gain(found.gain),
        alternatives=choices[1:],
        boards=len(found.choices),
        link=board_link(board),
    )


def _choice(choice: Choice, found: Best, rules: Rules) -> CampusChoice:
    outcome, worth = choice.outcome, choice.worth
    names = outcome.arrangement.names
    steps = judge(outcome.arrangement, rules).chains.steps(found.board.up & ~outcome.tiles)
    return CampusChoice(
        tiles=list(names(outcome.tiles)),
        total=outcome.total,
        down=list(names(outcome.down)),
        board=str(outcome.board),
        also=choice.also,
        value=_measure(worth.value, found.objective),
        interval=_interval(worth.low, worth.high, worth.is_exact),
        chance=None if worth.chance is None else number(worth.chance),
        loss=fraction(choice.loss),
        chain=[CampusStep(claim=str(step.claim), tiles=list(names(step.cleared))) for step in steps],
    )


def _measure(value: Fraction | float, objective: Objective) -> str | int | float | None:
    return int(value) if objective == "points" else number(value)


def _gain(gain: Gain) -> CampusGain:
    exact = gain.low == gain.amount == gain.high
    return CampusGain(
        measure=gain.measure, amount=number(gain.amount), interval=_interval(gain.low, gain.high, exact)
    )


def _interval(
    low: Fraction | float, high: Fraction | float, exact: bool
) -> tuple[float | None, float | None] | None:
    return None if exact else (rounded(low), rounded(high))


def _rounded(value: Fraction | float) -> float:
    return float(f"{float(value):.9g}")


def value_document(board: Board, found: Valued, rules: Rules) -> CampusValue:
    """Return what a board is worth as a document."""
    worth: Worth = found
    return CampusValue(
        board=str(board),
        clear=board.is_clear,
        dead=is_dead(board, rules),
        rulings=changed(rules),
        proof=found.proof,
        how=found.how,
        value=number(worth.value),
        interval=_interval(worth.low, worth.high, worth.is_exact),
        error=_rounded(found.error),
        chance=None if worth.chance is None else number(worth.chance),
        half_by=found.spread.half if found.spread else None,
        nine_tenths_by=found.spread.nine_tenths if found.spread else None,
        loss=fraction(judge(board.arrangement, rules).loss(board.up) if board.up else Fraction(0)),
        link=board_link(board),
    )
