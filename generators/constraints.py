"""Constraints that kinds share, for CP-SAT: cards on cells, matching, connectivity, least answers, conflicts.

CP-SAT says yes or no here, never which of several answers is taken: where an answer is needed, the
lexicographically least under a stated order is asked for and proved. One worker, a fixed seed, and
limits that do not depend on the clock. The solver is imported when a model is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..core.errors import BudgetSpent

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

EFFORT = 20.0
"""What one question may take, in CP-SAT's own deterministic measure; about as many seconds at the most."""


def new_model() -> CpModel:
    """Return an empty model."""
    from ortools.sat.python.cp_model import CpModel

    return CpModel()


def _solver() -> CpSolver:
    from ortools.sat.python.cp_model import CpSolver

    solver = CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = EFFORT
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is for the caller, not an answer
    return solver


def placing(model: CpModel, cells: int, cards: int) -> list[list[IntVar]]:
    """Return bools [cell][card]: every cell holds one card, no card lies twice."""
    holds = [[model.new_bool_var(f"{cell}:{card}") for card in range(cards)] for cell in range(cells)]
    for row in holds:
        model.add_exactly_one(row)
    for card in range(cards):
        model.add_at_most_one(row[card] for row in holds)
    return holds


def matching(
    model: CpModel, holds: Sequence[Sequence[IntVar]], a: int, b: int, matches: Sequence[int]
) -> IntVar:
    """Return a bool: whether the cards on two cells match; `matches[card]` has a bit for each that does."""
    result = model.new_bool_var(f"{a}~{b}")
    for card, lies in enumerate(holds[a]):
        partner = sum(other for i, other in enumerate(holds[b]) if matches[card] >> i & 1)
        model.add(partner == result).only_enforce_if(lies)
    return result


def connected(model: CpModel, count: int, edges: Mapping[tuple[int, int], Any]) -> None:
    """Demand that nodes 0 to count - 1 hang together by the edges whose bools are true.

    Each node but the first has one parent, over an edge that is true, that is one step nearer to it.
    """
    depth = [model.new_int_var(0, count - 1, f"depth {node}") for node in range(count)]
    model.add(depth[0] == 0)
    parents: list[list[Any]] = [[] for _ in range(count)]
    for (a, b), edge in edges.items():
        for child, parent in ((a, b), (b, a)):
            if child:
                chosen = model.new_bool_var(f"{child} under {parent}")
                model.add_implication(chosen, edge)
                model.add(depth[child] == depth[parent] + 1).only_enforce_if(chosen)
                parents[child].append(chosen)
    for child in range(1, count):
        model.add_exactly_one(parents[child])


def mapped(
    model: CpModel, holds: Sequence[Sequence[IntVar]], turn: Sequence[int], names: Sequence[int]
) -> None:
    """Demand that cell `turn[x]` holds card `names[c]` wherever cell x holds card c."""
    for cell, row in enumerate(holds):
        for card, lies in enumerate(row):
            model.add(holds[turn[cell]][names[card]] == lies)


def least(
    model: CpModel, holds: Sequence[Sequence[IntVar]], orders: Sequence[Sequence[int]]
) -> tuple[int, ...] | None:
    """Return which card each cell holds in the lexicographically least answer; None where there is none.

    Cells count in their order, and on each cell the cards in the order `orders[cell]`. At most 12
    cells: the ranks are the digits of one number; `staged_least` takes more. Raises BudgetSpent when it
    is not proved in EFFORT.
    """
    from ortools.sat.python import cp_model

    base = len(orders[0])
    assert base ** len(holds) < 1 << 62
    total: Any = 0
    for row, order in zip(holds, orders, strict=True):
        total = total * base + sum(rank * row[card] for rank, card in enumerate(order))
    model.minimize(total)
    solver = _solver()
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise BudgetSpent("no least answer was proved within the effort of one question")
    return tuple(next(card for card, lies in enumerate(row) if solver.boolean_value(lies)) for row in holds)


def staged_least(
    model: CpModel, digits: Sequence[Sequence[IntVar]], look: Callable[[], object] = lambda: None
) -> tuple[int, ...] | None:
    """Return the ranks of the lexicographically least answer; None where there is none.

    `digits[place][rank]` are bools, one of each place being true. One digit after another is proved: is
    there an answer with a lower one? What CP-SAT finds on the way only saves questions. The model is left
    with the digits fixed. `look` is called before each question, for who may have to stop: what it raises
    goes through. Raises BudgetSpent when a question is not settled in EFFORT.
    """
    least = _answer(model, digits, (), look)
    if least is None:
        return None
    for place, digit in enumerate(digits):
        while least[place]:
            lower = model.new_bool_var(f"lower at {place}")
            model.add_bool_or(digit[: least[place]]).only_enforce_if(lower)
            found = _answer(model, digits, (lower,), look)
            if found is None:
                model.add(lower == 0)
                break
            least = found
        model.add(digit[least[place]] == 1)
    return least


def _answer(
    model: CpModel, digits: Sequence[Sequence[IntVar]], assumed: Sequence[IntVar], look: Callable[[], object]
) -> tuple[int, ...] | None:
    """Return the ranks of some answer; None where there is none."""
    from ortools.sat.python import cp_model

    look()
    model.clear_assumptions()
    model.add_assumptions(assumed)
    solver = _solver()
    status = solver.solve(model)
    model.clear_assumptions()
    if status == cp_model.INFEASIBLE:
        return None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise BudgetSpent("whether there is an answer was not settled within the effort of one question")
    return tuple(
        next(rank for rank, bool_ in enumerate(digit) if solver.boolean_value(bool_)) for digit in digits
    )


def conflict(model: CpModel, wishes: Mapping[str, IntVar]) -> tuple[str, ...]:
    """Return names of wishes that cannot hold together, none of which can be left out; empty if all can.

    Each wish is a bool that implies what is wished for.
    """
    from ortools.sat.python import cp_model

    def clash(names: Sequence[str]) -> bool:
        model.clear_assumptions()
        model.add_assumptions([wishes[name] for name in names])
        return bool(_solver().solve(model) == cp_model.INFEASIBLE)

    names = list(wishes)
    if not clash(names):
        return ()
    for name in list(names):
        fewer = [other for other in names if other != name]
        if clash(fewer):
            names = fewer
    return tuple(names)
