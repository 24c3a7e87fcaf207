"""Can a position be reduced to one stack, and how? Exact depth-first search within a budget."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.budget import UNLIMITED, Budget, Meter, Result
from . import kernels_cells, kernels_row
from .geometry import Cells, Move
from .position import Position
from .reasons import Reason, Searched, plain_reason
from .work import FIRST_SLICE, FULL, LOST, SOLVED, CellsWork, RowWork, Work, next_slice

_SLICE_PLAIN = 256
"""Positions between two looks at the budget in plain Python: some 50 ms."""
_PLAIN_NODES = 2048
"""Positions after which it pays to load the compiled search."""


def solve(position: Position, budget: Budget = UNLIMITED) -> Result[Reason | None]:
    """Return whether the stacks of `position` can be made into one.

    "yes" comes with a `line` of moves that was replayed before it is handed out, "no" with a
    `value` that says why, "unknown" only when the budget was spent. Raises ValueError for more
    stacks than the search can hold: 16 on fixed cells, 60 in a closing row.
    """
    meter = budget.start()
    stacks = position.stacks
    most = kernels_cells.MOST if isinstance(position.geometry, Cells) else kernels_row.MOST
    if len(stacks) > most:
        raise ValueError(f"{len(stacks)} stacks are more than the {most} this search can hold")
    if len(stacks) == 1:
        return Result("yes", None, seconds=meter.seconds)
    reason = plain_reason(position)
    if reason is not None:
        return Result("no", reason, seconds=meter.seconds)
    work = _work(position, stacks)
    status = _run(work, budget, meter)
    if status == LOST:
        return Result("no", Searched(work.nodes), nodes=work.nodes, seconds=meter.seconds)
    if status == SOLVED:
        line = verified(position, work.line(stacks))
        return Result("yes", None, line=line, nodes=work.nodes, seconds=meter.seconds)
    return Result("unknown", None, nodes=work.nodes, seconds=meter.seconds)


def verified(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return `line` after replaying it, move by move, down to one stack."""
    end = position.replay(line)
    if len(end.stacks) != 1:
        raise AssertionError(f"a solution of {position} left {len(end.stacks)} stacks")
    return line


def _work(position: Position, stacks: Sequence[int]) -> Work:
    """Return a search set to `position`, with cards and cells numbered along its stacks."""
    shown = [position.tops[cell] for cell in stacks]
    compat = [_gather(position.compat[card], shown) for card in shown]
    geometry = position.geometry
    work: Work
    if isinstance(geometry, Cells):
        work = CellsWork(compat, [_gather(geometry.reach[cell], stacks) for cell in stacks])
    else:
        work = RowWork(compat, geometry.reaches)
    work.begin()
    return work


def _gather(mask: int, order: Sequence[int]) -> int:
    """Return the mask whose bit i is bit order[i] of `mask`."""
    return sum((mask >> old & 1) << new for new, old in enumerate(order))


def _run(work: Work, budget: Budget, meter: Meter) -> int:
    """Search on until the end or the budget: return SOLVED, LOST or PAUSED."""
    plain, size = True, _SLICE_PLAIN
    while not _spent(work, budget, meter):
        if plain and work.nodes >= _PLAIN_NODES:
            work.compile()
            plain, size = False, FIRST_SLICE
        limit = work.nodes + size
        started = meter.seconds
        status = work.advance(limit if budget.nodes is None else min(limit, budget.nodes))
        if not plain:
            size = next_slice(size, meter.seconds - started)
        if status == FULL:
            if budget.bytes is not None and work.bytes_to_grow > budget.bytes:
                break
            try:
                work.grow()
            except MemoryError:
                break
        elif status in (SOLVED, LOST):
            return status
    return kernels_cells.PAUSED


def _spent(work: Work, budget: Budget, meter: Meter) -> bool:
    """Return whether the budget is spent, by the positions the search itself has counted."""
    if budget.nodes is not None and work.nodes >= budget.nodes:
        return True
    if budget.seconds is not None and meter.seconds >= budget.seconds:
        return True
    return budget.cancelled is not None and budget.cancelled()
