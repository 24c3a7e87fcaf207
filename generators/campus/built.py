"""Campus puzzles that chance hardly meets, built: a pattern and a line of play in it, numbered by CP-SAT.

A number joins its row and its column, as an edge of a graph. Where no number lies on a long diagonal, chains
leave exactly what hangs on rings of such edges, whatever the numbers are. So a pattern is drawn, and a
*frame* in it: which tiles are turned with each roll, one for each independent ring, so that the others make a
forest. What makes such a line the only one is then a matter of numbers, and modelled:

- each set adds up to all that its roll allows, and there is no other way to share out its numbers among the
  rolls: so they are drawn;
- a tile that is turned is lighter than every other one on its ring with the forest. The tiles that are
  turned are then the lightest that break all rings, and no other tiles do it with these rolls;
- what a roll names is borne by one tile alone where that is turned, so that it has to be up until then.

How many sets of numbers answer a roll depends on the numbers that are up: it is about the product over all
of them of 1 + exp(-b number), for a b that goes with the roll. So bits are sums over the tiles, and a linear
constraint asks for those wished for. Exact grading decides in the end.

CP-SAT says yes or no. Its numbers are the lexicographically least under an order that is drawn, of the cells
and on each of them of the numbers.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...core.budget import Meter
from ...core.errors import BudgetSpent
from ...core.rng import Rng
from ...solvers.campus.board import GAP, SIDE, STAR, Arrangement, Board, cells
from ...solvers.campus.chains import chains
from ...solvers.campus.dice import Roll
from ...solvers.campus.tiles import PRINTED
from . import rarity
from .candidates import Candidate
from .frames import Frame, Pattern, Span, draw_frame, draw_pattern, most_numbers, rings_of, sets_of
from .positions import Position
from .search import RULES, Lines
from .shares import Shares, draw_shares, names_of

if TYPE_CHECKING:
    from .wishes import Order

_CELLS = SIDE * SIDE
_NUMBERS = range(1, len(PRINTED.counts))
_PER_BIT = 16
_DECAYS = (3.0, 5.0, 8.0)
"""The b of the products for a roll, times what the roll allows; the least of them is the estimate."""
_MISSING = {False: 4.1, True: 2.3}
"""By how many bits that is too high, for a plain roll and a double: measured, to half a bit in most cases."""
_EASE = 1.15
"""How many times the bits wished for the smallest numbers have to reach: that leaves a choice of numbers."""
_MOST_ROOM = Roll.of(6, 6)
"""The roll that can be answered in the most ways."""
_NUMBERING = 100
"""How many times as long it takes to number the tiles of a plan as to draw one."""


class Plan(NamedTuple):
    """All of a puzzle but its numbers."""

    pattern: Pattern
    frame: Frame
    rolls: tuple[Roll, ...]
    shares: Shares
    span: Span


@functools.lru_cache(maxsize=256)
def is_rare(order: Order) -> bool:
    """Return whether chance hardly meets an order, so that its puzzles are built: by the order alone."""
    return rarity.share(order) < rarity.RARE and is_within_reach(order)


def is_within_reach(order: Order) -> bool:
    """Return whether puzzles of an order may be built, by what has been built so far."""
    return any(_is_within_reach(order, rolls) for rolls in order.rolls)


_REACH = {12: (11.0, 12.0), 14: (12.0, 14.0), 16: (14.0, 18.0), 18: (17.0, 25.0), 20: (20.0, 32.0)}
"""Up to which bits, of the careful and the random player, puzzles of so many numbers are built: measured."""
_REACH_OF_TWO = (11.9, 17.0)
"""The same of puzzles of two rolls."""
_NUMBERS_A_ROLL = 3
"""Numbers for each roll at least: measured too."""


def _is_within_reach(order: Order, rolls: int) -> bool:
    span, most = span_of(order, rolls), most_numbers(order)
    careful, bits = max((reach for least, reach in _REACH.items() if least <= most), default=(0.0, 0.0))
    room = _room_of(_MOST_ROOM, most)
    if rolls == 2:
        careful, bits = min(careful, _REACH_OF_TWO[0]), min(bits, _REACH_OF_TWO[1])
    return (
        span.careful[0] <= min(careful, span.careful[1])
        and span.bits[0] <= bits
        and span.careful[0] * _EASE <= room * (rolls - 1)
        and span.bits[0] * _EASE <= room * rolls
        and rolls * _NUMBERS_A_ROLL <= most
        and most >= min(_REACH)
    )


def puzzles(order: Order, seed: int, number: int, meter: Meter, most: int | None) -> Iterator[Candidate]:
    """Yield puzzles built for item `number` that can be missed, until the budget is spent.

    A plan that is drawn counts as a node, and as `_NUMBERING` where CP-SAT is asked for its numbers;
    `most` is how many nodes there may be, None is no limit.
    """

    def look() -> None:
        if meter.expired():
            raise BudgetSpent("the budget was spent")

    rng, before = Rng(seed, number), meter.nodes
    while (most is None or meter.nodes - before < most) and not meter.expired() and not meter.spent():
        plan = draw_plan(order, rng)
        if plan is None:
            continue
        meter.nodes += _NUMBERING - 1
        try:
            position = numbered(plan, rng, look)
            candidate = None if position is None else candidate_of(position)
        except BudgetSpent:
            continue  # not settled, or no time left; all that is drawn for it was drawn before
        if candidate is not None and not candidate.is_decided:
            yield candidate


def draw_plan(order: Order, rng: Rng) -> Plan | None:
    """Draw all of a puzzle but its numbers; None where it would not have the bits that are asked for."""
    able = [rolls for rolls in order.rolls if _is_within_reach(order, rolls)] or order.rolls
    count = able[rng.below(len(able))]
    span = span_of(order, count)
    rolls = draw_rolls(order, count, span, rng)
    pattern = draw_pattern(order, rng) if rolls is not None else None
    if rolls is None or pattern is None:
        return None
    shares = draw_shares(rings_of(pattern.numbers, pattern.kept), rolls, rng)
    if shares is None:
        return None
    frame = draw_frame(pattern, rolls, shares, span, rng)
    return None if frame is None else Plan(pattern, frame, rolls, shares, span)


def span_of(order: Order, rolls: int) -> Span:
    """Return the bits that an order's puzzles of so many rolls lie between."""
    from .grading import FEW_ROLLS, FEW_TILES
    from .wishes import MOST_BITS, careful_span

    shape = "few" if rolls <= FEW_ROLLS and order.tiles <= FEW_TILES else "rolls"
    low, high = 0.0, float(MOST_BITS)
    if order.percentile != (0.0, 100.0):
        low, high = (end / 1_000_000 for end in careful_span(shape, order.percentile))
    if order.careful_bits is not None:
        low, high = max(low, order.careful_bits[0]), min(high, order.careful_bits[1])
    return Span(order.bits or (0.0, float(MOST_BITS)), (low, high))


def candidate_of(position: Position) -> Candidate | None:
    """Return a puzzle with what there is to choose from on its way; None where it has not one solution."""
    lines = Lines(position)
    found = lines.solutions(2)
    if len(found) != 1:
        return None
    sets, careful = [], []
    for at, (mask, _) in enumerate(found[0]):
        left = lines.outcomes(mask, at)[1]
        sets.append(len(left))
        careful.append(sum(lines.careful(child, at + 1) for child in left))
    masks = (*(mask for mask, _ in found[0]), lines.target)
    return Candidate(position, tuple(sets), tuple(careful), masks)


def draw_rolls(order: Order, count: int, span: Span, rng: Rng) -> tuple[Roll, ...] | None:
    """Draw rolls that can be answered in so many ways with small numbers; None where some thousand cannot."""
    most = most_numbers(order)
    for _ in range(5000):
        rolls = tuple(Roll.throw(rng) for _ in range(count))
        room = [_room_of(roll, most) for roll in rolls]
        if sum(room) >= span.bits[0] * _EASE and sum(room[:-1]) >= span.careful[0] * _EASE:
            return rolls
    return None


@functools.cache
def _room_of(roll: Roll, tiles: int) -> float:
    """Return in how many ways, in bits, so many of the smallest numbers answer a roll."""
    smallest = [value for value in PRINTED.tiles if value > 0]
    smallest.sort()
    return math.log2(max(1, sets_of(smallest[:tiles], roll)))


def numbered(plan: Plan, rng: Rng, look: Callable[[], object] = lambda: None) -> Position | None:
    """Return a plan with numbers that leave no other line of play; None where there are none.

    They are the least under an order drawn with `rng`. `look` is called now and then, for who may have to
    stop: what it raises goes through. Raises BudgetSpent where CP-SAT does not settle it.
    """
    from .. import constraints

    model = _Numbers(plan.frame, plan.rolls, plan.shares)
    model.demand(plan.span)
    order, ranks = _draw_order(plan.frame, model.bears, rng)

    digits = [[model.bears[cell][number] for number in ranks[cell]] for cell in order]
    least = constraints.staged_least(model.model, digits, look)
    if least is None:
        return None
    numbers = {cell: ranks[cell][rank] for cell, rank in zip(order, least, strict=True)}
    return position_of(plan.pattern, plan.rolls, numbers)


def _draw_order(
    frame: Frame, bears: Mapping[int, Mapping[int, Any]], rng: Rng
) -> tuple[list[int], dict[int, list[int]]]:
    """Draw in which order cells are numbered, and on each of them in which order numbers are preferred.

    The tiles that are turned come first, in any order; for the others small numbers are rather preferred.
    """
    turned = [cell for cell, _ in frame.rings]
    others = [cell for cell in cells(frame.numbers) if cell not in turned]
    rng.shuffle(turned)
    rng.shuffle(others)
    ranks = {}
    for cell in turned:
        ranks[cell] = list(bears[cell])
        rng.shuffle(ranks[cell])
    for cell in others:
        noisy = sorted((number * (4 + rng.below(9)), number) for number in bears[cell])
        ranks[cell] = [number for _, number in noisy]
    return [*turned, *others], ranks


def position_of(pattern: Pattern, rolls: Sequence[Roll], values: Mapping[int, int]) -> Position:
    """Return a pattern with numbers as a puzzle."""
    laid = [GAP] * _CELLS
    for cell in cells(pattern.stars):
        laid[cell] = STAR
    for cell, value in values.items():
        laid[cell] = value
    arrangement = Arrangement(tuple(laid), SIDE)
    kept = chains(arrangement, RULES).closed(pattern.kept | pattern.stars) if pattern.kept else 0
    return Position(Board(arrangement), tuple(rolls), kept)


class _Numbers:
    """A model of the numbers on the tiles of a frame."""

    def __init__(self, frame: Frame, rolls: Sequence[Roll], shares: Shares) -> None:
        from .. import constraints

        self.model = constraints.new_model()
        self._frame, self._rolls, self._shares = frame, rolls, shares
        self.bears = self._bears()
        self._value = {
            cell: sum(number * bool_ for number, bool_ in row.items()) for cell, row in self.bears.items()
        }
        for row in self.bears.values():
            self.model.add_exactly_one(row.values())
        for number in _NUMBERS:
            self.model.add(self._bearing(frame.numbers, number) <= PRINTED.count(number))
        for one, share in zip(frame.sets, shares, strict=True):
            for number in set(share):
                self.model.add(self._bearing(one, number) == share.count(number))
        for cell, ring in frame.rings:
            for other in cells(ring):
                self.model.add(self._value[cell] + 1 <= self._value[other])
        for before, roll in zip(frame.before, rolls, strict=True):
            for cell in cells(frame.numbers & ~before):
                if roll.sum in self.bears[cell]:
                    self.model.add(self.bears[cell][roll.sum] <= self._bearing(before, roll.sum))

    def _bears(self) -> dict[int, dict[int, Any]]:
        """Return for each cell a bool for every number it may bear."""
        alone = names_of(self._shares, self._rolls)
        may = {cell: [n for n in _NUMBERS if n not in alone] for cell in cells(self._frame.numbers)}
        for one, share in zip(self._frame.sets, self._shares, strict=True):
            may |= dict.fromkeys(cells(one), sorted(set(share)))
        return {
            cell: {number: self.model.new_bool_var(f"{number} on {cell}") for number in numbers}
            for cell, numbers in may.items()
        }

    def _total(self, mask: int) -> Any:
        return sum(self._value[cell] for cell in cells(mask))

    def _bearing(self, mask: int, number: int) -> Any:
        """Return how many of some cells bear a number."""
        return sum(self.bears[cell][number] for cell in cells(mask) if number in self.bears[cell])

    def demand(self, span: Span) -> None:
        """Demand about so many sets to choose from along the line."""
        frame, rolls = self._frame, self._rolls
        every = sum(self._bits(mask, roll) for mask, roll in zip(frame.before, rolls, strict=True))
        names = names_of(self._shares, rolls)
        looked: Any = 0
        for at, roll in enumerate(rolls[:-1]):
            mask = frame.before[at] & ~frame.kept
            for one, share in zip(frame.sets, self._shares, strict=True):
                if len(share) == 1 and share[0] == names[at + 1]:
                    mask &= ~one
            looked += self._bits(mask, roll)
        for estimate, (low, _) in ((every, span.bits), (looked, span.careful)):
            if low:
                self.model.add(estimate >= round(low * _PER_BIT))

    def _bits(self, mask: int, roll: Roll) -> Any:
        """Return about how many sets of some cells answer a roll, in bits."""
        estimate = self.model.new_int_var(0, mask.bit_count() * _PER_BIT, "bits")
        for decay in _DECAYS:
            weights = _weights(roll, decay)
            product: Any = round(_PER_BIT * (decay / math.log(2) - _MISSING[roll.is_double]))
            for cell in cells(mask):
                product += sum(weights[number] * bool_ for number, bool_ in self.bears[cell].items())
            self.model.add(estimate <= product)
        return estimate


@functools.cache
def _weights(roll: Roll, decay: float) -> dict[int, int]:
    """Return by how much each number adds to the estimate of the sets that answer a roll."""
    return {
        number: round(_PER_BIT * math.log2(1 + math.exp(-decay * number / roll.total)))
        if number <= roll.total
        else 0
        for number in _NUMBERS
    }
