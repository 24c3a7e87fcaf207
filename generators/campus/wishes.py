"""What may be wished of a Campus puzzle, and which wishes cannot be met together."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...solvers.campus.tiles import PRINTED
from ..population import PER_BIT
from ..puzzle import LEVELS, Level, level_range
from ..wishes import HUNDREDTHS, Wish, fewest, percentile_asked, rare, read, refuse, told
from . import rarity
from .grading import FEW_ROLLS, FEW_TILES, population
from .positions import MOST_NUMBERS

LEAST_TILES = {1: 4, 2: 6, 3: 8, 4: 9, 5: 11, 6: 12, 7: 13}
"""The fewest number tiles that so many rolls can clear, one tile a roll: counted over all patterns.

A number joins its row and its column, and the chain leaves only what hangs on rings of such joints; so
the rolls have rings to break, and diagonals only break more of them."""
ROLLS = range(2, 7)
MOST_BITS = 120
MOST_TILES = 28
"""Tiles face up that a puzzle has at most: 20 numbers and 8 stars."""
USUAL_ROLLS = range(3, 7)
"""How many rolls puzzles have unless it is wished for."""
WISHES: Mapping[str, Wish] = {
    "rolls": Wish("number", "so many rolls", least=ROLLS[0], most=ROLLS[-1]),
    "tiles": Wish("number", "at most so many tiles face up", least=LEAST_TILES[2], most=36),
    "percentile": Wish("range", "harder than so many percent of its population", least=0, most=100),
    "bits": Wish("range", "the random player's bits", least=0, most=MOST_BITS),
    "careful_bits": Wish("range", "the careful player's bits", least=0, most=MOST_BITS),
    "needs_star": Wish("yes", "the solution fails if no star is spent as a wildcard"),
    "needs_chain": Wish("yes", "a number goes down as a reward (5+1) before the last roll"),
    "first_move_can_lose": Wish("yes", "the first roll can already be answered so that the puzzle is lost"),
    "leave": Wish("yes", "some tiles have to stay face up"),
    "symmetric": Wish("yes", "the pattern of numbers and stars is its own image when turned or mirrored"),
}
_MILLIONTHS = 1_000_000
_COARSE = 12 * _MILLIONTHS
_TOO_FEW = f"fewer than one in {round(1 / rarity.RARE):,} random boards"
_DOUBLE_SIX = 24
_SLACK = 1e-6
"""The part of a whole number that more than a millionth of a bit makes."""


class Order(Struct, frozen=True):
    """What is asked for, all of it settled."""

    level: Level | None
    rolls: tuple[int, ...]
    """How many there may be."""
    tiles: int
    """At most so many face up."""
    percentile: tuple[float, float]
    """From, and below; the last may be 100."""
    bits: tuple[float, float] | None
    careful_bits: tuple[float, float] | None
    needs_star: bool
    needs_chain: bool
    first_move_can_lose: bool
    leave: bool
    symmetric: bool


def order_of(level: Level | None, given: Mapping[str, Any]) -> Order:
    """Return what a level and wishes ask for.

    Raises NotationError for a level or a wish there is not, for wishes that exclude each other and for
    those that hardly any puzzle meets together, naming them.
    """
    if level is not None and level not in LEVELS:
        raise NotationError(f"{shown(str(level))} is no level", expected=listed(LEVELS))
    wishes = read(WISHES, given)
    asked: dict[str, Any] = ({"level": level} if level else {}) | wishes
    if wishes:
        _require_met(tuple(asked.items()))
    return _settled(asked)


@functools.lru_cache(maxsize=256)
def _require_met(asked: tuple[tuple[str, Any], ...]) -> None:
    """Raise NotationError, naming wishes, where hardly any puzzle meets all of them."""
    names: Sequence[str] = _conflict(asked)
    if names:
        raise refuse([told(name, value) for name, value in asked if name in names])
    if _is_hopeless(dict(asked)):
        names = fewest(dict(asked), lambda fewer: not _is_hopeless(fewer))
        some = {name: value for name, value in asked if name in names}
        order = _settled(some)
        raise rare([told(*wish) for wish in some.items()], f"{_TOO_FEW} ({rarity.told(order)})")


def _is_hopeless(asked: Mapping[str, Any]) -> bool:
    return rarity.is_hopeless(_settled(asked))


def _settled(asked: Mapping[str, Any]) -> Order:
    """Return what a level and wishes ask for that do not exclude each other."""
    level: Level | None = asked.get("level")
    wishes = {name: value for name, value in asked.items() if name != "level"}
    few = level == "first-steps"
    tiles = min(wishes.get("tiles", MOST_TILES), FEW_TILES if few else MOST_TILES)
    return Order(
        level=level,
        rolls=_rolls(wishes, few, tiles),
        tiles=tiles,
        percentile=percentile_asked(level, wishes),
        bits=wishes.get("bits"),
        careful_bits=wishes.get("careful_bits"),
        needs_star="needs_star" in wishes,
        needs_chain="needs_chain" in wishes,
        first_move_can_lose="first_move_can_lose" in wishes,
        leave="leave" in wishes,
        symmetric="symmetric" in wishes,
    )


def _rolls(wishes: Mapping[str, Any], few: bool, tiles: int) -> tuple[int, ...]:
    if "rolls" in wishes:
        return (wishes["rolls"],)
    if few:
        return (FEW_ROLLS,)
    enough = tuple(
        n for n in USUAL_ROLLS if least_tiles(n, "leave" in wishes, "needs_star" in wishes) <= tiles
    )
    return enough or (ROLLS[0],)


def least_tiles(rolls: int, leave: bool, needs_star: bool) -> int:
    """Return how many tiles face up so many rolls need at least.

    What stays is left by chains too, as if one more roll were to come.
    """
    return LEAST_TILES[rolls + leave] + needs_star


def _conflict(asked: tuple[tuple[str, Any], ...]) -> tuple[str, ...]:
    """Return the names of wishes that exclude each other, by a model of what puzzles there may be."""
    from .. import constraints

    some = _Puzzles([name for name, _ in asked])
    for name, value in asked:
        some.demand(name, value)
    return constraints.conflict(some.model, some.wished)


class _Puzzles:
    """A model of the puzzles there may be, as numbers: rolls, tiles, both players' bits."""

    def __init__(self, asked: Iterable[str]) -> None:
        from .. import constraints

        self.model = model = constraints.new_model()
        self.wished = {name: model.new_bool_var(name) for name in asked}
        self._rolls = {n: model.new_bool_var(f"{n} rolls") for n in ROLLS}
        self._tiles = model.new_int_var(0, MOST_TILES, "tiles")
        self._random = model.new_int_var(0, MOST_BITS * _MILLIONTHS, "bits")
        self._careful = model.new_int_var(0, MOST_BITS * _MILLIONTHS, "careful bits")
        self._few = model.new_bool_var("few")
        model.add_exactly_one(self._rolls.values())
        # The one solution is among what both players choose from, and who looks ahead has no more choice.
        model.add(self._careful <= self._random)
        model.add(self._random >= _MILLIONTHS)  # what every play solves is no puzzle
        self._say_what_is_few()
        self._say_how_many_tiles()
        self._say_how_many_sets()

    def demand(self, name: str, value: Any) -> None:
        """Say what a wish implies."""
        wish = self.wished[name]
        if name == "rolls":
            self.model.add_implication(wish, self._rolls[value])
        elif name == "tiles":
            self.model.add(self._tiles <= value).only_enforce_if(wish)
        elif name == "bits":
            self._within(self._random, _millionths(value), [wish])
        elif name == "careful_bits":
            self._within(self._careful, _millionths(value), [wish])
        elif name == "percentile":
            self._demand_percentile(value, wish)
        elif name == "level":
            few = value == "first-steps"
            self.model.add_implication(wish, self._few if few else self._few.negated())
            if not few:
                self._demand_percentile(level_range(value), wish)

    def _demand_percentile(self, value: tuple[float, float], wish: Any) -> None:
        for shape, kind in self._shapes():
            self._within(self._careful, careful_span(shape, value), [wish, kind])

    def _shapes(self) -> tuple[tuple[str, Any], ...]:
        return ("few", self._few), ("rolls", self._few.negated())

    def _within(self, number: Any, span: tuple[int, int], conditions: list[Any]) -> None:
        """Demand that bits lie in a range where all conditions hold."""
        first, last = _reached(span)
        self.model.add(number >= first).only_enforce_if(conditions)
        self.model.add(number <= last).only_enforce_if(conditions)

    def _say_what_is_few(self) -> None:
        model, few, rolls = self.model, self._few, self._rolls[FEW_ROLLS]
        small = model.new_bool_var("few tiles")
        model.add(self._tiles <= FEW_TILES).only_enforce_if(small)
        model.add(self._tiles > FEW_TILES).only_enforce_if(small.negated())
        model.add_implication(few, small)
        model.add_implication(few, rolls)
        model.add_bool_or([few, small.negated(), rolls.negated()])

    def _say_how_many_tiles(self) -> None:
        extra = [name for name in ("leave", "needs_star") if name in self.wished]
        for n, chosen in self._rolls.items():
            for names in (found for size in range(len(extra) + 1) for found in combinations(extra, size)):
                least = least_tiles(n, "leave" in names, "needs_star" in names)
                conditions = [chosen, *(self.wished[name] for name in names)]
                self.model.add(self._tiles >= least).only_enforce_if(conditions)

    def _say_how_many_sets(self) -> None:
        for tiles in range(MOST_TILES + 1):
            few = self.model.new_bool_var(f"at most {tiles} tiles")
            self.model.add(self._tiles <= tiles).only_enforce_if(few)
            self.model.add(self._tiles > tiles).only_enforce_if(few.negated())
            for n, chosen in self._rolls.items():
                # With the last roll the careful player has no choice: one set alone reaches the goal.
                for bits, rolls in ((self._random, n), (self._careful, n - 1)):
                    most = math.ceil(most_bits(rolls, tiles) * _MILLIONTHS)
                    self.model.add(bits <= most).only_enforce_if([few, chosen])


def most_bits(rolls: int, tiles: int) -> float:
    """Return what the random player's bits do not surpass with so many rolls and tiles face up, at most.

    No board has more sets for a roll than the smallest numbers have for a double six, any sum up to 24,
    and every roll leaves at least one number fewer.
    """
    numbers = min(tiles, MOST_NUMBERS)
    return sum(math.log2(max(1, _sets(left))) for left in range(numbers, numbers - rolls, -1))


@functools.cache
def _sets(numbers: int) -> int:
    """Return how many sets of so many of the smallest printed numbers total 24 at most."""
    ways = [1] + [0] * _DOUBLE_SIX
    for value in sorted(value for value in PRINTED.tiles if value > 0)[: max(numbers, 0)]:
        for total in range(_DOUBLE_SIX, value - 1, -1):
            ways[total] += ways[total - value]
    return sum(ways) - 1


def careful_span(shape: str, percentile: tuple[float, float]) -> tuple[int, int]:
    """Return from and to which careful bits, in millionths, a puzzle lies in a range of percentiles.

    The range holds its lower end, and an upper end only where that is 100 or the lower one. Where no
    puzzle lies in it the second number is below the first.
    """
    low, high = (round(end * HUNDREDTHS) for end in percentile)
    first = _first_from(shape, low)
    if high == 100 * HUNDREDTHS:
        # Among the hardest some are harder than all that were sampled, if their percentile is reached at all.
        return first, MOST_BITS * _MILLIONTHS if first <= _last(shape) else first - 1
    return first, _first_from(shape, max(high, low + 1)) - 1


def careful_bits_between(
    shape: str, percentile: tuple[float, float], bits: tuple[float, float]
) -> tuple[float, float]:
    """Return the least and the most careful bits that a puzzle may have in both ranges.

    Where none may, the second is below the first.
    """
    spans = [careful_span(shape, percentile), _millionths((bits[0], min(bits[1], MOST_BITS)))]
    first, last = _reached((max(span[0] for span in spans), min(span[1] for span in spans)))
    return first / _MILLIONTHS, last / _MILLIONTHS


def _last(shape: str) -> int:
    """Return the most careful bits, in millionths, that a puzzle of the population may have."""
    return (population(shape).bins[-1][0] + 1) * _MILLIONTHS // PER_BIT


def _first_from(shape: str, hundredths: int) -> int:
    """Return the least careful bits, in millionths, whose percentile is at least so much."""
    some = population(shape)
    first, last = 0, MOST_BITS * _MILLIONTHS
    while first < last:
        middle = (first + last) // 2
        if round(some.percentile(middle / _MILLIONTHS, 0.0) * HUNDREDTHS) < hundredths:
            first = middle + 1
        else:
            last = middle
    return first


def _millionths(bits: tuple[float, float]) -> tuple[int, int]:
    return int(bits[0] * _MILLIONTHS), int(bits[1] * _MILLIONTHS) + 1


def _reached(span: tuple[int, int]) -> tuple[int, int]:
    """Return a range of bits, in millionths, between the first and the last that a puzzle may have in it.

    Of one solution a player takes one of so many sets with each roll: bits are those of a whole number.
    Above 12 bits these lie as close as matters.
    """
    first, last = span
    if first < _COARSE:
        least = math.ceil(2 ** (first / _MILLIONTHS) * (1 - _SLACK))
        first = max(first, math.floor(math.log2(least) * _MILLIONTHS))
    if last < _COARSE:
        most = math.floor(2 ** (last / _MILLIONTHS) * (1 + _SLACK))
        last = min(last, math.ceil(math.log2(most) * _MILLIONTHS) if most else -1)
    return first, last
