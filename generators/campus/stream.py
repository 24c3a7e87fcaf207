"""The stream of Campus puzzles: item k of a run is the first candidate drawn for it that meets all wishes.

First it is drawn how many rolls there are, then boards and rolls until one has a single solution; that
is a puzzle of the population. Where it does not meet the wishes the next is drawn the same way. What every
play solves is no puzzle, and is passed over like boards and rolls with several solutions.

Where chance hardly meets the wishes, candidates are built instead: see `built`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...core.budget import Budget, Meter
from ...core.errors import BudgetSpent
from ...core.notation import listed
from ..puzzle import Difficulty, level_range
from . import built
from .candidates import Candidate, Draws
from .grading import difficulty, shape_of
from .positions import Position
from .rarity import PATIENCE
from .search import Lines
from .steps import has_early_reward, needs_wildcard
from .wishes import Order

MOST = 200_000
"""Candidates after which an item is given up unless there is a budget of time or nodes: some ten seconds."""
MOST_BUILT = 10_000
"""The same of puzzles that are built, in nodes as `built.puzzles` counts them."""


def most_of(budget: Budget) -> int | None:
    """Return after how many candidates an item is given up under a budget; None: when that is spent."""
    return MOST if budget.nodes is None and budget.seconds is None else None


def item(
    order: Order, seed: int, number: int, meter: Meter, most: int | None = MOST
) -> tuple[Position, Difficulty]:
    """Return item `number` of a run and how difficult it is.

    Raises BudgetSpent, saying which wishes were met how often, when there is none among the first `most`
    candidates or within the budget.
    """
    tally, before = _Tally(order), meter.nodes
    if most is not None and built.is_rare(order):
        most = min(most, MOST_BUILT)
    for candidate in _candidates(order, seed, number, meter, most):
        graded = difficulty(
            shape_of(candidate.position),
            candidate.random_success,
            candidate.careful_success,
            1,
            candidate.first_mistake,
        )
        if tally.meets(graded) and _has(order, candidate):
            return candidate.position, graded
    looked_at = meter.nodes - before
    which = "those that were built" if built.is_rare(order) else f"{looked_at:,} candidates"
    more = "the budget was spent" if most is None or looked_at < most else "a budget lets it look at more"
    raise BudgetSpent(f"puzzle {number + 1}: none of {which} met all wishes{tally.told()}; {more}")


def _candidates(order: Order, seed: int, number: int, meter: Meter, most: int | None) -> Iterator[Candidate]:
    if built.is_rare(order):
        return built.puzzles(order, seed, number, meter, most)
    return singles(Draws(order, seed, number), meter, most)


def singles(draws: Draws, meter: Meter, most: int | None = MOST) -> Iterator[Candidate]:
    """Yield candidates with a single solution that can be missed, until the budget is spent.

    `most` is how many are drawn at the most; None is no limit.
    """
    drawn = 0
    while most is None or drawn < most:
        rolls = draws.rolls()
        for _ in range(PATIENCE):
            if drawn == most or meter.spent():
                return
            drawn += 1
            candidate = draws.next(rolls)
            if candidate is not None and not candidate.is_decided:
                yield candidate
                break


class _Tally:
    """How many puzzles met each of the wishes that are held against what was drawn."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._met: Counter[str] = Counter()
        self._puzzles = self._all = 0

    def meets(self, graded: Difficulty) -> bool:
        """Count a puzzle, and return whether it is as difficult as is asked for."""
        found = _met(self._order, graded)
        self._met.update(found)
        self._puzzles += 1
        self._all += all(found.values())
        return all(found.values())

    def told(self) -> str:
        """Say how many puzzles met each wish, the rarest first; empty where no candidate was a puzzle."""
        if not self._puzzles:
            return ", none having one solution that can be missed"
        found = [f"{count:,} {name}" for name, count in sorted(self._met.items(), key=lambda met: met[1])]
        also = [name for name in ("needs_star", "needs_chain") if getattr(self._order, name)]
        if also:
            found.append(f"{self._all:,} all but {listed(also)}")
        return f": of {self._puzzles:,} puzzles among them {', '.join(found)}" if found else ""


def _met(order: Order, graded: Difficulty) -> dict[str, bool]:
    """Return which wishes a difficulty meets, by what is asked for."""
    careful, found = graded.careful_bits, {}
    assert careful is not None
    if order.level is not None:
        found[f"level {order.level}"] = graded.level == order.level
    low, high = order.percentile
    if order.percentile != level_range(order.level):
        found[f"percentile {low:g}-{high:g}"] = low <= graded.percentile and (
            graded.percentile < high or high == 100 or low == high == graded.percentile
        )
    ranges = (("bits", order.bits, graded.bits), ("careful_bits", order.careful_bits, careful))
    for name, span, value in ranges:
        if span is not None:
            found[f"{name} {span[0]:g}-{span[1]:g}"] = span[0] <= value <= span[1]
    if order.first_move_can_lose:
        found["first_move_can_lose"] = graded.first_mistake == 1
    return found


def _has(order: Order, candidate: Candidate) -> bool:
    """Return whether a candidate has what is asked for besides its difficulty."""
    if not order.needs_star and not order.needs_chain:
        return True
    position = candidate.position
    if order.needs_star and not position.board.arrangement.stars:
        return False
    steps = Lines(position).along(candidate.masks)
    return (not order.needs_star or needs_wildcard(position, steps)) and (
        not order.needs_chain or has_early_reward(position, steps)
    )
