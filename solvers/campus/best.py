r"""The best move of a roll, and what a board is worth: the one door through which all ask.

>>> from quadrangle.solvers.campus import Board, Roll, Rules
>>> board = Board.parse("11 5 3\n2 1 24\n6 8 s")
>>> found = best_move(board, Roll.parse("5+6"), Rules()).value
>>> str(found.best.outcome.move), found.how
('b1 c1 a2 b2', 'fractions')
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from ...core.budget import Budget, Meter, Proof, Result
from .best_answers import Best, Choice, Gain, How, Number, Objective, Valued, Worth
from .best_spread import spread_of
from .best_values import (
    CLEARED,
    Packing,
    Pair,
    Source,
    before_roll,
    entry_of,
    from_file,
    least_bytes,
    made,
    small,
    worth_of,
)
from .board import STAR, STAR_POINTS, Board, cells
from .dice import OUTCOMES, Roll
from .moves import Moves, Outcome
from .rules import Rules
from .terms import Judge, judge
from .turns import need

if TYPE_CHECKING:
    from .turns import PairTable, Table

__all__ = ["AT_ONCE", "DEFAULT_BUDGET", "TurnOrder", "best_move", "board_value"]

TABLE_BYTES = 1 << 30
"""Memory for tables where the budget names none."""
DEFAULT_BUDGET = Budget(bytes=TABLE_BYTES)

SECONDS, SECONDS_TILES, SECONDS_GROWTH = 15, 28, 2.4
"""What a table of so many tiles takes, and how that grows with each tile: a guess for budgets of seconds."""

TRIAL = 1 / 3
"""The part of the seconds after which a table that is behind is given up."""

Progress = Callable[[int, int], None]


class TurnOrder(Struct, frozen=True):
    """What a race depends on beside the two boards."""

    ends: Literal["at_once", "equal_turns"] = "at_once"
    """The ruling `game_ends`: at the first cleared board, or only after as many turns of both."""
    i_started: bool = True
    """Whether the player who is to move began the game."""


AT_ONCE = TurnOrder()
"""The player who is to move began, and the first cleared board ends the game."""


def best_move(
    board: Board,
    roll: Roll,
    rules: Rules,
    objective: Objective = "turns",
    *,
    opponent: Board | None = None,
    order: TurnOrder = AT_ONCE,
    table: Table | PairTable | None = None,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    progress: Progress | None = None,
) -> Result[Best]:
    """Return the best move of a roll, with all that it was chosen from.

    `points` is the most tiles down this turn, then the most points, and always exact. `turns` is the
    least expected number of own turns, of the games that are cleared after the best chance to clear.
    `race` is the chance to clear one's board before `opponent` clears theirs, `order` saying who started
    and how the game ends. A `table` of `load_table`
    answers at once; without one a table may be made within `budget.bytes` (1 GiB where none is named),
    and where none fits games are played out from `seed`. `budget.nodes` counts positions valued, in
    tables and in games, so that it cuts alike on every machine. `progress` is told how far a table is.

    There is always a move where one can be made. The verdict is "unknown" only where the budget was
    spent before any value was known (`how` is then `static`). Raises ComponentError for a table that was
    made for something else, NotationError for lines that do not fit, ValueError for a race without an
    opponent.
    """
    if objective == "race" and opponent is None:
        raise ValueError("the objective race needs the opponent's board")
    meter = budget.start()
    moves = Moves(board, roll, rules)
    rules_of = judge(board.arrangement, rules)
    if board.is_clear or moves.lost:
        nothing = Best(objective, board, roll, moves.terms, (), "exact", "rules")
        return Result("yes", nothing, seconds=meter.seconds)
    reached = Reached.of(moves, rules_of)
    if objective == "points":
        return _answered(reached.by_points(), meter)
    if objective == "race":
        assert opponent is not None
        return _raced(reached, opponent, budget, meter, order)
    source = exact_source(rules_of, [*reached.boards], table, budget, meter, progress)
    if source is not None:
        return _answered(reached.by_values(source), meter)
    return _searched(reached, budget, meter, seed)


def board_value(
    board: Board,
    rules: Rules,
    *,
    table: Table | PairTable | None = None,
    budget: Budget = DEFAULT_BUDGET,
    seed: int = 0,
    progress: Progress | None = None,
) -> Result[Valued]:
    """Return what a board is worth before a roll: expected own turns to clear it, and the chance of that.

    Arguments, errors and the verdict as for `best_move`. The value is infinite where the board is
    never cleared.
    """
    meter = budget.start()
    rules_of = judge(board.arrangement, rules)
    if board.is_clear:
        worth = worth_of(CLEARED, rules)
        clear = Valued(worth.value, worth.low, worth.high, worth.chance, how="rules")
        return Result("yes", clear, seconds=meter.seconds)
    needed = _boards_to_come(rules_of, board.up)
    source = exact_source(rules_of, needed, table, budget, meter, progress)
    if source is None:
        from .estimate import estimate_value

        return estimate_value(rules_of, board.up, budget, meter, seed)
    worth = worth_of(before_roll(rules_of, board.up, source.pair), rules)
    cleared = 1.0 if worth.chance is None else float(worth.chance)
    found = Valued(
        worth.value,
        worth.low,
        worth.high,
        worth.chance,
        how=source.how,
        error=source.error(board.up),
        spread=spread_of(rules_of, board.up, source, float(worth.value), cleared),
    )
    return Result("yes", found, seconds=meter.seconds)


class Reached:
    """The boards that a roll leads to, each with the first move there and how many others do as much."""

    def __init__(self, moves: Moves, rules_of: Judge, boards: dict[int, list[Any]]) -> None:
        self.moves = moves
        self.rules_of = rules_of
        self.boards = boards
        """By what is left face up, in the order of moves: the first outcome, and how many more."""

    @classmethod
    def of(cls, moves: Moves, rules_of: Judge) -> Reached:
        """Return the boards of the moves of a turn that is not lost."""
        boards: dict[int, list[Any]] = {}
        for outcome in moves.outcomes():
            known = boards.get(outcome.up)
            if known is None:
                boards[outcome.up] = [outcome, 0]
            else:
                known[1] += 1
        return cls(moves, rules_of, boards)

    def choice(self, up: int, worth: Worth) -> Choice:
        """Return the choice that leads to a board."""
        outcome, also = self.boards[up]
        return Choice(outcome, also, worth, self.rules_of.loss(up) if up else Fraction(0))

    def points(self, up: int) -> tuple[int, int]:
        """Return how many tiles go down on the way to a board, and the points on them."""
        outcome: Outcome = self.boards[up][0]
        return outcome.down.bit_count(), points_on(self.moves.board, outcome.down)

    def in_order(self) -> list[int]:
        """Return the boards by tiles, then points, both the more the better, then in order of moves."""
        return sorted(self.boards, key=lambda up: tuple(-count for count in self.points(up)))

    def by_points(self) -> Best:
        """Return the answer for the objective `points`."""
        choices = []
        for up in self.in_order():
            tiles, points = self.points(up)
            worth = Worth(Fraction(points), Fraction(points), Fraction(points), tiles=tiles)
            choices.append(self.choice(up, worth))
        return self.best("points", choices, "exact", "points")

    def by_values(self, source: Source) -> Best:
        """Return the answer for the objective `turns` by exact values."""
        pairs: dict[int, Pair] = {up: source.pair(up) if up else CLEARED for up in self.boards}
        rules = self.rules_of.rules
        order = sorted(self.in_order(), key=lambda up: pairs[up])
        choices = [self.choice(up, worth_of(pairs[up], rules)) for up in order]
        error = max(source.error(up) for up in self.boards)
        return self.best("turns", choices, "exact", source.how, error)

    def best(
        self, objective: Objective, choices: list[Choice], proof: Proof, how: How, error: float = 0.0
    ) -> Best:
        """Return the answer whose choices are these, best first."""
        moves, first = self.moves, choices[0].outcome
        left = moves.board.up & ~first.tiles
        return Best(
            objective,
            moves.board,
            moves.roll,
            moves.terms,
            tuple(choices),
            proof,
            how,
            moves.chains.steps(left),
            gain_of(objective, choices[0].worth, choices[1].worth) if len(choices) > 1 else None,
            error,
        )


def points_on(board: Board, tiles: int) -> int:
    """Return the points on some tiles: their numbers, and 25 for each star."""
    values = [board.arrangement.values[cell] for cell in cells(tiles)]
    return sum(STAR_POINTS if value == STAR else value for value in values)


def gain_of(objective: Objective, best: Worth, other: Worth) -> Gain:
    """Return what the best of two exact worths is ahead by, in the first measure they differ in."""
    if objective == "points":
        assert best.tiles is not None and other.tiles is not None
        if best.tiles != other.tiles:
            return _exact_gain("tiles", Fraction(best.tiles - other.tiles))
        return _exact_gain("points", best.value - other.value)
    if objective == "race":
        return Gain("finishing", best.value - other.value, best.low - other.high, best.high - other.low)
    if best.chance is not None and other.chance is not None and best.chance != other.chance:
        return _exact_gain("clearing", best.chance - other.chance)
    return _exact_gain("turns", Fraction(0) if best.value == other.value else other.value - best.value)


def _exact_gain(measure: Any, amount: Number) -> Gain:
    return Gain(measure, amount, amount, amount)


def exact_source(
    rules_of: Judge,
    boards: Iterable[int],
    table: Table | PairTable | None,
    budget: Budget,
    meter: Meter,
    progress: Progress | None,
) -> Source | None:
    """Return where some boards' exact values are to be had; None where they are not within the budget."""
    rules = rules_of.rules
    packing = Packing(rules_of.arrangement, rules)
    needed = list(boards)
    if table is not None:
        return from_file(packing, rules, table, needed)
    found = small(packing, rules, needed)
    if found is not None:
        return found
    stopped = _stop(budget, meter)
    if stopped() or not _affordable(packing, rules_of.rules, needed, budget, meter):
        return None
    pace = _Pace(budget, meter, stopped, progress)
    try:
        return made(packing, rules, needed, budget.bytes or TABLE_BYTES, pace.stopped, pace.told)
    except InterruptedError:
        return None


def _affordable(packing: Packing, rules: Rules, boards: Iterable[int], budget: Budget, meter: Meter) -> bool:
    """Return whether a table for some boards is likely to be made in time, with as many masks as may be."""
    up = 0
    for board in boards:
        up |= packing.packed(board)
    tiles = up.bit_count()
    if budget.seconds is not None:
        wanted = SECONDS * SECONDS_GROWTH ** (tiles - SECONDS_TILES)
        if wanted > (budget.seconds - meter.seconds) * 2 / 3:
            return False
    if budget.nodes is None:
        return True
    if least_bytes(tiles, rules) > (budget.bytes or TABLE_BYTES):
        return False
    required = need(packing.values, packing.lines, up=up, entry=entry_of(rules))
    return required.live + required.thin <= budget.nodes


def _stop(budget: Budget, meter: Meter) -> Callable[[], bool]:
    def stopped() -> bool:
        if budget.seconds is not None and meter.seconds >= budget.seconds:
            return True
        return budget.cancelled is not None and budget.cancelled()

    return stopped


class _Pace:
    """Gives a table up that will not be done in time, while there is time left for an estimate."""

    def __init__(
        self, budget: Budget, meter: Meter, cancelled: Callable[[], bool], progress: Progress | None
    ) -> None:
        self._meter = meter
        self._cancelled = cancelled
        self._progress = progress
        self._began = meter.seconds
        self._left = math.inf if budget.seconds is None else budget.seconds - self._began
        self._part = 0.0

    def told(self, done: int, total: int) -> None:
        """Note how far the table is, and pass it on."""
        self._part = done / max(1, total)
        if self._progress is not None:
            self._progress(done, total)

    def stopped(self) -> bool:
        """Return whether to stop."""
        taken = self._meter.seconds - self._began
        late = taken > self._left * TRIAL and taken > self._left * self._part
        return late or self._cancelled()


def _boards_to_come(rules_of: Judge, up: int) -> list[int]:
    """Return the boards on which no chain waits that `before_roll` asks for."""
    closed = rules_of.chains.closed(up)
    found = {closed}
    if closed != up:
        for roll, _ in OUTCOMES:
            terms = rules_of.terms(up, roll)
            if not terms.lost:
                found |= {rules_of.chains.closed(up & ~tiles) for tiles in rules_of.sums(up, terms)}
    return sorted(found)


def _answered(best: Best, meter: Meter) -> Result[Best]:
    line = (best.choices[0].outcome.move,)
    return Result("yes", best, line, best.proof, nodes=meter.nodes, seconds=meter.seconds)


def _searched(reached: Reached, budget: Budget, meter: Meter, seed: int) -> Result[Best]:
    from .estimate import estimate_move

    return estimate_move(reached, budget, meter, seed)


def _raced(reached: Reached, opponent: Board, budget: Budget, meter: Meter, order: TurnOrder) -> Result[Best]:
    from .race import Race

    rules = reached.rules_of.rules
    if budget.seconds is not None:
        budget = dataclasses.replace(budget, seconds=budget.seconds - meter.seconds)
    try:
        race = Race(
            reached.moves.board, opponent, rules, budget=budget, ends=order.ends, i_started=order.i_started
        )
        worths = race.after_in_time(_by_promise(reached))
    except InterruptedError:
        unknown = Worth(0.5, 0.0, 1.0)
        choices = [reached.choice(up, unknown) for up in reached.in_order()]
        best = msgspec.structs.replace(reached.best("race", choices, "estimate", "static"), gain=None)
        line = (choices[0].outcome.move,)
        return Result("unknown", best, line, "estimate", (0.0, 1.0), meter.nodes, meter.seconds)
    looked_at = [up for up in reached.in_order() if up in worths]
    ranked = sorted(looked_at, key=lambda up: (-worths[up].likely, -worths[up].low))
    choices = [reached.choice(up, Worth(worths[up].likely, worths[up].low, worths[up].high)) for up in ranked]
    proofs = {worth.proof for worth in worths.values()}
    proof: Proof = "estimate" if "estimate" in proofs else "bound" if "bound" in proofs else "exact"
    what = next(worths[up].what for up in ranked if worths[up].proof == proof)
    left_out = len(reached.boards) - len(choices)
    best = msgspec.structs.replace(reached.best("race", choices, proof, "race"), what=what, left_out=left_out)
    first = choices[0].worth
    interval = None if proof == "exact" else (float(first.low), float(first.high))
    line = (choices[0].outcome.move,)
    return Result("yes", best, line, proof, interval, meter.nodes, meter.seconds)


def _by_promise(reached: Reached) -> list[int]:
    """Return the boards in the order of a rule of thumb, the most promising first."""
    from .estimate import Thumb

    rules_of = reached.rules_of
    packing = Packing(rules_of.arrangement, rules_of.rules)
    thumb = Thumb(packing, rules_of.rules)
    return sorted(reached.in_order(), key=lambda up: thumb.judged(packing.packed(up)) if up else -math.inf)
