"""Patterns of Campus tiles and lines of play in them, drawn for puzzles that are `built`."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ...core.rng import Rng
from ...solvers.campus import kernels_rolls as kernels
from ...solvers.campus.board import SIDE, Arrangement, cells
from ...solvers.campus.dice import Roll
from ...solvers.campus.tiles import PRINTED
from .positions import MOST_NUMBERS
from .search import RULES
from .shares import Shares
from .symmetry import orbits, turns

if TYPE_CHECKING:
    from .wishes import Order

_CELLS = SIDE * SIDE
_OPEN = tuple(c for c in range(_CELLS) if c // SIDE != c % SIDE and c // SIDE + c % SIDE != SIDE - 1)
"""Cells on no long diagonal."""
_LINES = RULES.lines_of(Arrangement((1,) * _CELLS, SIDE)).masks[0]
_STARS = 8
_PATTERNS = 5
"""Patterns of which the one with the most rings is taken, where few tiles have to make them."""
_FRAMES = 24
"""Frames of which the one that leaves most to choose from is taken."""


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


def most_numbers(order: Order) -> int:
    """Return how many numbers an order's puzzles have at the most."""
    return min(MOST_NUMBERS, order.tiles - order.needs_star)


def sets_of(values: Sequence[int], roll: Roll) -> int:
    """Return how many sets of numbers answer a roll."""
    totals = [1] + [0] * roll.total
    for value in values:
        for total in range(roll.total, value - 1, -1):
            totals[total] += totals[total - value]
    return sum(totals[1:]) if roll.is_double else totals[roll.total]


def draw_pattern(order: Order, rng: Rng) -> Pattern | None:
    """Draw where tiles lie; None where no star finds a place, or no number can stay, that has to."""
    turn = turns()[rng.below(len(turns()))] if order.symmetric else tuple(range(_CELLS))
    images = orbits(turn)
    most = most_numbers(order)
    # Few tiles have to make many rings for there to be much to choose from.
    tries = 1 if most == MOST_NUMBERS else _PATTERNS
    numbers = max((_draw_numbers(most, images, rng) for _ in range(tries)), key=rings_of)
    kept = _draw_kept(numbers, rng) if order.leave else 0
    if order.leave and not kept:
        return None
    stars = _draw_stars(order, numbers, images, rng)
    return None if order.needs_star and not stars else Pattern(numbers, stars, kept)


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


def rings_of(numbers: int, kept: int = 0) -> int:
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
        math.log2(max(1, sets_of([numbers[cell] for cell in cells(up)], roll)))
        for up, roll in zip(frame.before, rolls, strict=True)
    ]
    # Rounded, so that equal products of sets in another order are equal.
    return round(min(sum(sets) - span.bits[0], sum(sets[:-1]) - span.careful[0]), 9)


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
