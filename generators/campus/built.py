"""Campus puzzles that chance hardly meets, built: a pattern and a line of play in it, numbered by CP-SAT.

A number joins its row and its column, as an edge of a graph. Where no number lies on a long diagonal, chains
leave exactly what hangs on rings of such edges, whatever the numbers are. So a pattern is drawn, and a
*frame* in it: which tiles are turned with each roll, one for every ring there is, so that the others make a
forest. What makes such a line the only one is then a matter of numbers, and modelled:

- each set adds up to all that its roll allows, and there is no other way to share out its numbers among the
  rolls: so they are drawn;
- a tile that is turned is lighter than every other one on its ring with the forest. The tiles that are
  turned are then the lightest that break all rings, and no other tiles do it with these rolls;
- what a roll names is borne by one tile alone where that is turned, so that it has to be up until then.

Another line of play that is found all the same becomes a constraint.

How many sets of numbers answer a roll depends on the numbers that are up: it is about the product over all
of them of 1 + exp(-b number), for a b that goes with the roll. So bits are sums over the tiles, and a linear
constraint asks for those wished for. Exact grading decides in the end.

CP-SAT says yes or no. Its numbers are the lexicographically least under an order that is drawn, of the cells
and on each of them of the numbers.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...core.budget import Meter
from ...core.rng import Rng
from ...solvers.campus import kernels_rolls as kernels
from ...solvers.campus.board import GAP, SIDE, STAR, Arrangement, Board, cells
from ...solvers.campus.chains import chains
from ...solvers.campus.dice import Roll
from ...solvers.campus.tiles import PRINTED
from . import rarity
from .candidates import Candidate
from .positions import MOST_NUMBERS, Position
from .search import RULES, Lines
from .symmetry import orbits, turns

if TYPE_CHECKING:
    from .wishes import Order

_CELLS = SIDE * SIDE
_OPEN = tuple(c for c in range(_CELLS) if c // SIDE != c % SIDE and c // SIDE + c % SIDE != SIDE - 1)
"""Cells on no long diagonal."""
_LINES = RULES.lines_of(Arrangement((1,) * _CELLS, SIDE)).masks[0]
_NUMBERS = range(1, len(PRINTED.counts))
_PER_BIT = 16
_STARS = 8
_PATTERNS = 5
_FRAMES = 24
"""Frames of which the one that leaves most to choose from is taken."""
_SECONDS = 24
"""Other lines of play that become constraints at once."""
_DECAYS = (3.0, 5.0, 8.0)
"""The b of the products for a roll, times what the roll allows; the least of them is the estimate."""
_MISSING = {False: 4.1, True: 2.3}
"""By how many bits that is too high, for a plain roll and a double: measured, to half a bit in most cases."""


class Pattern(Struct, frozen=True):
    """Where tiles lie, as bit masks of cells."""

    numbers: int
    stars: int
    kept: int
    """The numbers that shall stay."""


class Frame(Struct, frozen=True):
    """A line of play in a pattern, as bit masks of cells."""

    numbers: int
    kept: int
    sets: tuple[int, ...]
    """The numbers turned with each roll."""
    before: tuple[int, ...]
    """The numbers face up before each roll."""
    rings: tuple[tuple[int, int], ...]
    """Each cell that is turned, and the others of its ring with the forest."""


class Span(Struct, frozen=True):
    """Between how many bits of both players the puzzles of an order lie."""

    bits: tuple[float, float]
    careful: tuple[float, float]


def is_rare(order: Order) -> bool:
    """Return whether chance hardly meets an order, so that its puzzles are built: by the order alone."""
    return _is_rare(order)


@functools.lru_cache(maxsize=256)
def _is_rare(order: Order) -> bool:
    return rarity.share(order) < rarity.RARE and may_be_built(order)


def may_be_built(order: Order) -> bool:
    """Return whether puzzles of an order may be built, by what has been built so far."""
    return any(_is_within_reach(order, rolls) for rolls in order.rolls)


_REACH = {12: (11.0, 12.0), 14: (12.0, 14.0), 16: (14.0, 18.0), 18: (17.0, 25.0), 20: (20.0, 32.0)}
"""Up to which bits, of the careful and the random player, puzzles of so many numbers are built: measured."""
_REACH_OF_TWO = (12.5, 17.0)
"""The same of puzzles of two rolls."""
_NUMBERS_A_ROLL = 3
"""Numbers for each roll at least, since each takes a ring."""


def _is_within_reach(order: Order, rolls: int) -> bool:
    span, most = span_of(order, rolls), _most_numbers(order)
    careful, bits = max((reach for least, reach in _REACH.items() if least <= most), default=(0.0, 0.0))
    if rolls == 2:
        careful, bits = min(careful, _REACH_OF_TWO[0]), min(bits, _REACH_OF_TWO[1])
    return (
        span.careful[0] <= careful
        and span.bits[0] <= bits
        and rolls * _NUMBERS_A_ROLL <= most
        and most >= min(_REACH)
    )


def puzzles(order: Order, seed: int, number: int, meter: Meter, most: int | None) -> Iterator[Candidate]:
    """Yield puzzles built for item `number` that can be missed, until the budget is spent.

    `most` is how many frames are drawn at the most; None is no limit.
    """
    rng = Rng(seed, number)
    drawn = 0
    while drawn != most and not meter.expired() and not meter.spent():
        drawn += 1
        position = attempt(order, rng)
        candidate = None if position is None else candidate_of(position)
        if candidate is not None and not candidate.is_decided:
            yield candidate


def attempt(order: Order, rng: Rng) -> Position | None:
    """Return what the next frame that is drawn for an order comes to, whatever its exact bits are.

    None where it has no numbers. Raises BudgetSpent where CP-SAT does not settle that.
    """
    able = [rolls for rolls in order.rolls if _is_within_reach(order, rolls)] or order.rolls
    count = able[rng.below(len(able))]
    span = span_of(order, count)
    rolls = draw_rolls(order, count, span, rng)
    pattern = draw_pattern(order, rng) if rolls is not None else None
    if rolls is None or pattern is None:
        return None
    shares = draw_shares(_rings(pattern.numbers, pattern.kept), rolls, rng)
    if shares is None:
        return None
    frame = draw_frame(pattern, rolls, shares, span, rng)
    return None if frame is None else numbered(pattern, frame, rolls, shares, span, rng)


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


# Rolls and frames, drawn.


def draw_rolls(order: Order, count: int, span: Span, rng: Rng) -> tuple[Roll, ...] | None:
    """Draw rolls that can be answered in so many ways with small numbers; None where some thousand cannot."""
    most = _most_numbers(order)
    for _ in range(5000):
        rolls = tuple(Roll.throw(rng) for _ in range(count))
        room = [_room_of(roll, most) for roll in rolls]
        if sum(room) >= span.bits[0] * _EASE and sum(room[:-1]) >= span.careful[0] * _EASE:
            return rolls
    return None


_EASE = 1.15
"""How many times the bits wished for the smallest numbers have to reach: that leaves a choice of numbers."""


def _most_numbers(order: Order) -> int:
    return min(MOST_NUMBERS, order.tiles - order.needs_star)


@functools.cache
def _room_of(roll: Roll, tiles: int) -> float:
    """Return in how many ways, in bits, so many of the smallest numbers answer a roll."""
    smallest = [value for value in PRINTED.tiles if value > 0]
    smallest.sort()
    return math.log2(max(1, _sets(smallest[:tiles], roll)))


def _sets(values: Sequence[int], roll: Roll) -> int:
    """Return how many sets of numbers answer a roll."""
    totals = [1] + [0] * roll.total
    for value in values:
        for total in range(roll.total, value - 1, -1):
            totals[total] += totals[total - value]
    return sum(totals[1:]) if roll.is_double else totals[roll.total]


def draw_pattern(order: Order, rng: Rng) -> Pattern | None:
    """Draw where tiles lie; None where none of the numbers can stay that have to."""
    turn = turns()[rng.below(len(turns()))] if order.symmetric else tuple(range(_CELLS))
    images = orbits(turn)
    most = _most_numbers(order)
    # Few tiles have to make many rings for there to be much to choose from.
    tries = 1 if most == MOST_NUMBERS else _PATTERNS
    numbers = max((_draw_numbers(most, images, rng) for _ in range(tries)), key=_rings)
    kept = _draw_kept(numbers, rng) if order.leave else 0
    if order.leave and not kept:
        return None
    return Pattern(numbers, _draw_stars(order, numbers, images, rng), kept)


def _draw_numbers(most: int, images: Sequence[Sequence[int]], rng: Rng) -> int:
    """Draw cells for so many numbers at the most, of which chains take none: tiles are taken away in turn."""
    order = list(_OPEN)
    rng.shuffle(order)
    closed = [line for line in _LINES if most < MOST_NUMBERS and rng.below(4) == 0]
    up = 0
    for cell in order:
        orbit = _orbit(cell, images)
        if not any(orbit & line for line in closed):
            up |= orbit
    up = kernels.closed(up, _LINES)
    for cell in order:
        if up.bit_count() <= most:
            break
        up = kernels.closed(up & ~_orbit(cell, images), _LINES)
    return up


def _orbit(cell: int, images: Sequence[Sequence[int]]) -> int:
    """Return the cells that go with one so that a pattern is its own image."""
    return functools.reduce(lambda mask, turn: mask | 1 << turn[cell], images, 0)


def _draw_kept(numbers: int, rng: Rng) -> int:
    """Draw some numbers that chains leave, as few as may stay; 0 where there are not so few."""
    order = list(cells(numbers))
    rng.shuffle(order)
    left = numbers
    for cell in order:
        fewer = kernels.closed(left & ~(1 << cell), _LINES)
        if fewer.bit_count() >= kernels.FEWEST_LEFT:
            left = fewer
    return left if left.bit_count() <= kernels.MOST_LEFT and left != numbers else 0


def _draw_stars(order: Order, numbers: int, images: Sequence[Sequence[int]], rng: Rng) -> int:
    """Draw cells for stars as often as elsewhere, where both lines of a star have numbers."""
    most = min(_STARS, order.tiles - numbers.bit_count())
    free = [cell for cell in _OPEN if not numbers >> cell & 1]
    rng.shuffle(free)
    stars = 0
    for cell in free:
        orbit = _orbit(cell, images)
        if orbit & (numbers | stars) or (stars | orbit).bit_count() > most:
            continue
        has_lines = all(line & numbers for line in _LINES if line >> cell & 1)
        if has_lines and (rng.below(11) < 2 or (order.needs_star and not stars)):
            stars |= orbit
    return stars


def _rings(numbers: int, kept: int = 0) -> int:
    """Return how many numbers have to be turned: what is left out of any forest that cannot grow."""
    forest = _Forest(kept)
    return sum(not forest.grows(cell) for cell in cells(numbers & ~kept))


def draw_frame(pattern: Pattern, rolls: Sequence[Roll], shares: Shares, span: Span, rng: Rng) -> Frame | None:
    """Draw lines of play in which each roll turns as many tiles as it has numbers, and return the best.

    It is the one that leaves most to choose from; None where that is hardly enough.
    """
    drawn = [_draw_line(pattern, shares, rng) for _ in range(_FRAMES)]
    spare, best = max(((_spare(frame, rolls, shares, span), at) for at, frame in enumerate(drawn)))
    return drawn[best] if spare >= 0 else None


def _spare(frame: Frame, rolls: Sequence[Roll], shares: Shares, span: Span) -> float:
    """Return how many bits more than asked for a line has about, with numbers as low as may be."""
    numbers = _lowest(frame, shares)
    if numbers is None:
        return -math.inf
    sets = [
        math.log2(max(1, _sets([numbers[cell] for cell in cells(up)], roll)))
        for up, roll in zip(frame.before, rolls, strict=True)
    ]
    return min(sum(sets) - span.bits[0], sum(sets[:-1]) - span.careful[0])


def _lowest(frame: Frame, shares: Shares) -> dict[int, int] | None:
    """Return numbers for the cells, each one that is not turned the lowest there is above those on its rings.

    None where the tiles do not suffice. Of numbers that are turned with one roll the lowest counts.
    """
    found, least = {}, {}
    left = list(PRINTED.counts)
    for one, share in zip(frame.sets, shares, strict=True):
        for cell, number in zip(cells(one), share, strict=True):
            found[cell], least[cell] = number, share[0]
            left[number] -= 1
    above = dict.fromkeys(cells(frame.numbers & ~sum(frame.sets)), 1)
    for turned, ring in frame.rings:
        for cell in cells(ring):
            above[cell] = max(above[cell], least[turned] + 1)
    for cell, number in sorted(above.items(), key=lambda item: (item[1], item[0])):
        while number < len(left) and not left[number]:
            number += 1
        if number >= len(left):
            return None
        left[number] -= 1
        found[cell] = number
    return found


def _draw_line(pattern: Pattern, shares: Shares, rng: Rng) -> Frame:
    order = list(cells(pattern.numbers & ~pattern.kept))
    rng.shuffle(order)
    forest = _Forest(pattern.kept)
    turned = [cell for cell in order if not forest.grows(cell)]
    rings = tuple((cell, forest.ring(cell)) for cell in turned)
    before, sets = [pattern.numbers], []
    for share in shares:
        sets.append(sum(1 << turned.pop() for _ in share))
        before.append(kernels.closed(before[-1] & ~sets[-1], _LINES))
    return Frame(pattern.numbers, pattern.kept, tuple(sets), tuple(before[:-1]), rings)


class _Forest:
    """Numbers that make no ring, with what shall stay taken for one point."""

    def __init__(self, kept: int) -> None:
        self._points = list(range(2 * SIDE))
        for cell in cells(kept):
            for end in (cell // SIDE, SIDE + cell % SIDE):
                self._points[end] = 2 * SIDE
        self._joined: dict[int, dict[int, int]] = {}

    def grows(self, cell: int) -> bool:
        """Take a number in, if that makes no ring, and return whether it was taken."""
        if self.ring(cell) or self._ends(cell)[0] == self._ends(cell)[1]:
            return False
        a, b = self._ends(cell)
        self._joined.setdefault(a, {})[b] = cell
        self._joined.setdefault(b, {})[a] = cell
        return True

    def ring(self, cell: int) -> int:
        """Return the numbers that make a ring with one; 0 where none do."""
        start, goal = self._ends(cell)
        stack = [(start, -1, 0)]
        while stack:
            point, before, mask = stack.pop()
            if point == goal:
                return mask
            for following, edge in self._joined.get(point, {}).items():
                if following != before:
                    stack.append((following, point, mask | 1 << edge))
        return 0

    def _ends(self, cell: int) -> tuple[int, int]:
        return self._points[cell // SIDE], self._points[SIDE + cell % SIDE]


# The numbers that are turned, drawn.

Shares = tuple[tuple[int, ...], ...]
"""For each roll the numbers that are turned with it."""


def draw_shares(count: int, rolls: Sequence[Roll], rng: Rng) -> Shares | None:
    """Draw so many numbers for the rolls that no other sets share out alike; None where some tries fail."""
    if count < len(rolls):
        return None
    for _ in range(_SHARES):
        sizes = _draw_sizes(count, rolls, rng)
        if all(_shares(_NUMBERS[-1], size, roll.total) for size, roll in zip(sizes, rolls, strict=True)):
            shares = tuple(_share(size, roll.total, rng) for size, roll in zip(sizes, rolls, strict=True))
            if _are_printed(shares) and _are_only_shares(shares, rolls):
                return shares
    return None


_SHARES = 20


def _draw_sizes(count: int, rolls: Sequence[Roll], rng: Rng) -> list[int]:
    """Draw how many tiles each roll turns, so many in all.

    One each, and all others with one double, are easily shared in one way only: so it is more often than not.
    """
    doubles = [at for at, roll in enumerate(rolls) if roll.is_double] or list(range(len(rolls)))
    most = doubles[rng.below(len(doubles))]
    spread = rng.below(3) == 0
    sizes = [1] * len(rolls)
    for _ in range(count - len(rolls)):
        sizes[doubles[rng.below(len(doubles))] if spread and rng.below(2) else most] += 1
    return sizes


def _are_printed(shares: Shares) -> bool:
    every = [number for share in shares for number in share]
    return all(every.count(number) <= PRINTED.count(number) for number in every)


def _share(count: int, total: int, rng: Rng) -> tuple[int, ...]:
    """Draw so many numbers of a total, rising: all such shares of printed tiles are as likely."""
    found: list[int] = []
    place = rng.below(_shares(_NUMBERS[-1], count, total))
    for number in reversed(_NUMBERS):
        for copies in range(PRINTED.count(number) + 1):
            fewer = _shares(number - 1, count - copies, total - copies * number)
            if place < fewer:
                found += [number] * copies
                count, total = count - copies, total - copies * number
                break
            place -= fewer
    return tuple(reversed(found))


@functools.cache
def _shares(highest: int, count: int, total: int) -> int:
    """Return how many shares of printed tiles there are with so many numbers of a total, none above one."""
    if count < 0 or total < 0 or highest == 0:
        return int(count == total == 0)
    return sum(
        _shares(highest - 1, count - copies, total - copies * highest)
        for copies in range(PRINTED.count(highest) + 1)
    )


def names_of(shares: Shares, rolls: Sequence[Roll]) -> tuple[int | None, ...]:
    """Return for each roll the number it names, where that is turned once, and not before; None elsewhere."""
    every = [number for share in shares for number in share]
    return tuple(
        roll.sum if every.count(roll.sum) == 1 and any(roll.sum in share for share in shares[at:]) else None
        for at, roll in enumerate(rolls)
    )


def _are_only_shares(shares: Shares, rolls: Sequence[Roll]) -> bool:
    """Return whether the numbers cannot be shared out in another way that adds up and loses no roll."""
    names = names_of(shares, rolls)
    every = sorted((number for share in shares for number in share), reverse=True)
    # A share may not take what a later roll names: that has to be up when the roll comes.
    barred = [set(names[at + 1 :]) for at in range(len(rolls))]
    ways: dict[tuple[int, ...], int] = {tuple(roll.total for roll in rolls): 1}
    for number in every:
        after: dict[tuple[int, ...], int] = {}
        for room, count in ways.items():
            for at, free in enumerate(room):
                if number <= free and number not in barred[at]:
                    key = (*room[:at], free - number, *room[at + 1 :])
                    after[key] = after.get(key, 0) + count
        ways = after
    return sum(ways.values()) == 1


# Numbers, by constraints.


def numbered(
    pattern: Pattern, frame: Frame, rolls: Sequence[Roll], shares: Shares, span: Span, rng: Rng
) -> Position | None:
    """Return a pattern with numbers that leave no other line of play; None where there are none.

    They are the least under an order drawn with `rng`. Raises BudgetSpent where CP-SAT does not settle it.
    """
    from .. import constraints

    model = _Numbers(frame, rolls, shares)
    model.demand(span)
    order, ranks = _draw_order(frame, model.bears, rng)

    def laid(answer: tuple[int, ...]) -> Position:
        numbers = {cell: ranks[cell][rank] for cell, rank in zip(order, answer, strict=True)}
        return position_of(pattern, rolls, numbers)

    digits = [[model.bears[cell][number] for number in ranks[cell]] for cell in order]
    least = constraints.staged_least(model.model, digits, lambda answer: model.is_only_line(laid(answer)))
    return None if least is None else laid(least)


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

    def is_only_line(self, position: Position) -> bool:
        """Return whether a puzzle has one solution; where it has others, rule them out."""
        lines = Lines(position)
        found = lines.solutions(_SECONDS)
        for line in found:
            sets = tuple(lines.cells_of(tiles) for _, tiles in line)
            if sets != self._frame.sets:
                self._rule_out(sets, tuple(lines.cells_of(mask) for mask, _ in line))
        assert found
        return len(found) == 1

    def _rule_out(self, sets: Sequence[int], before: Sequence[int]) -> None:
        """Demand that a line of play breaks a rule somewhere."""
        model, frame, broken = self.model, self._frame, []

        def unless(name: str) -> Any:
            broken.append(model.new_bool_var(name))
            return broken[-1]

        for at, (one, up, roll) in enumerate(zip(sets, before, self._rolls, strict=True)):
            if one != frame.sets[at]:
                model.add(self._total(one) >= roll.total + 1).only_enforce_if(unless("above"))
                if not roll.is_double:
                    model.add(self._total(one) <= roll.total - 1).only_enforce_if(unless("below"))
            if up != frame.before[at]:
                lost = unless("lost")
                model.add(self._bearing(up, roll.sum) == 0).only_enforce_if(lost)
                model.add(self._bearing(frame.numbers & ~up, roll.sum) >= 1).only_enforce_if(lost)
        model.add_bool_or(broken)


@functools.cache
def _weights(roll: Roll, decay: float) -> dict[int, int]:
    """Return by how much each number adds to the estimate of the sets that answer a roll."""
    return {
        number: round(_PER_BIT * math.log2(1 + math.exp(-decay * number / roll.total)))
        if number <= roll.total
        else 0
        for number in _NUMBERS
    }
