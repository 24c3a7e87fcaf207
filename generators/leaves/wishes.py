"""What may be wished of a Leaves puzzle, and which wishes cannot be met together."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from .. import together
from ..population import Population, shipped
from ..puzzle import LEVELS, Level, level_range
from ..together import Asked, Sample
from ..wishes import HUNDREDTHS, Wish, fewest, hundredths, percentile_asked, rare, read, refuse, told
from .positions import HANDS, SMALL

SHAPES = ("few", "challenge", "solo")
WISHES: Mapping[str, Wish] = {
    "shape": Wish("choice", "a few stacks, a puzzle with a hand, or a whole solo challenge", choices=SHAPES),
    "stacks": Wish("number", "so many stacks, of a few", least=SMALL[0], most=SMALL[-1]),
    "hand": Wish("number", "so many cards in hand", least=HANDS[0], most=HANDS[-1]),
    "breezes": Wish("number", "so many Breezes", least=0, most=4),
    "percentile": Wish("range", "harder than so many percent of its population", least=0, most=100),
    "bits": Wish("range", "the random player's bits", least=0, most=200),
    "careful_bits": Wish("range", "the careful player's bits", least=0, most=64),
    "needs_breeze": Wish("yes", "no solution without a Breeze"),
    "one_card": Wish("yes", "exactly one card of the hand works; a Breeze would mend nearly any other"),
    "first_merge_loses": Wish("yes", "the first merge can already lose"),
    "symmetric": Wish("yes", "the board is its own image when turned or mirrored and its cards renamed"),
}
_WHOLE = (0, 100 * HUNDREDTHS - 1)
"""First and last hundredth of a percent."""
HARD = 80.0
"""The percentile from which on symmetric boards are asked to have few neighbours that match."""
_APART = (("needs_breeze", "first_merge_loses"), ("needs_breeze", "careful_bits"))
"""Wishes that exclude each other whatever the shape."""


class Order(Struct, frozen=True):
    """What is asked for, all of it settled."""

    shape: str
    stacks: int
    hand: int
    breezes: int
    level: Level | None
    percentile: tuple[float, float]
    """From, and below; the last may be 100."""
    bits: tuple[float, float] | None
    careful_bits: tuple[float, float] | None
    needs_breeze: bool
    one_card: bool
    first_merge_loses: bool
    symmetric: bool

    @property
    def name(self) -> str:
        """The name of the population its puzzles are measured against."""
        return population_name(self.shape, self.stacks, self.hand, self.breezes)

    @property
    def population(self) -> Population:
        """The population its puzzles are measured against."""
        return shipped("leaves")[self.name]


def population_name(shape: str, stacks: int, hand: int, breezes: int) -> str:
    """Return the name of a population."""
    if shape == "solo":
        return "solo"
    if shape == "few":
        return f"stacks-{stacks}"
    return f"hand-{hand}" + ("-breeze" if breezes else "")


def order_of(level: Level | None, given: Mapping[str, Any]) -> Order:
    """Return what a level and wishes ask for.

    Raises NotationError for a level or a wish there is not, and for wishes that exclude each other,
    naming those.
    """
    if level is not None and level not in LEVELS:
        raise NotationError(f"{shown(str(level))} is no level", expected=listed(LEVELS))
    wishes = read(WISHES, given)
    asked: dict[str, Any] = ({"level": level} if level else {}) | wishes
    order = _settled(level, wishes)
    _require_met(order, asked)
    return order


def _settled(level: Level | None, wishes: Mapping[str, Any]) -> Order:
    """Return what a level and wishes ask for; what is left open is a puzzle with three cards in hand."""
    few = level == "first-steps" or "stacks" in wishes
    solo = wishes.get("breezes", 0) > 1
    shape = wishes.get("shape", "few" if few else "solo" if solo else "challenge")
    challenge = shape == "challenge"
    return Order(
        shape=shape,
        stacks=wishes.get("stacks", 5) if shape == "few" else 0,
        hand=wishes.get("hand", 3) if challenge else 3 * (shape == "solo"),
        breezes=wishes.get("breezes", int("needs_breeze" in wishes)) if challenge else 4 * (shape == "solo"),
        level=level,
        percentile=percentile_asked(level, wishes),
        bits=wishes.get("bits"),
        careful_bits=wishes.get("careful_bits"),
        needs_breeze="needs_breeze" in wishes,
        one_card="one_card" in wishes,
        first_merge_loses="first_merge_loses" in wishes,
        symmetric="symmetric" in wishes,
    )


def _require_met(order: Order, asked: Mapping[str, Any]) -> None:
    """Raise NotationError, naming wishes, where it is known that no puzzle meets all of them."""
    if not asked:
        return
    kind = (order.shape, order.stacks, order.hand, order.breezes)
    if _places(asked, kind) is None:
        names = _conflict(asked) or fewest(asked, _placeable)
        raise refuse([told(name, asked[name]) for name in names])
    _require_reached(order)
    share = _rare(asked)
    if share:
        names = fewest(asked, lambda fewer: not _rare(fewer))
        raise rare([told(name, asked[name]) for name in names], f"{share} random puzzles ({order.name})")


def _require_reached(order: Order) -> None:
    """Raise NotationError for a percentile above that of every puzzle that can be solved."""
    population = order.population
    top = 99.99 if population.never_bins else population.percentile(None, 0.0)
    if order.percentile[0] > top:
        raise NotationError(
            f"a percentile from {order.percentile[0]:g} of {order.name}",
            expected=f"at most {top:g}: what is harder cannot be solved; or another hand, breezes or shape",
        )


def _order(asked: Mapping[str, Any]) -> Order:
    return _settled(asked.get("level"), {name: value for name, value in asked.items() if name != "level"})


def _placeable(asked: Mapping[str, Any]) -> bool:
    """Return whether the shape that is settled on has a percentile at which all wishes may be met."""
    order = _order(asked)
    return _places(asked, (order.shape, order.stacks, order.hand, order.breezes)) is not None


def _places(asked: Mapping[str, Any], kind: _Kind) -> tuple[int, int] | None:
    """Return from and to which hundredths of a percent a kind may meet all wishes; None: nowhere."""
    if kind not in _kinds() or any(one in asked and other in asked for one, other in _APART):
        return None
    first, last = _WHOLE
    for name, value in asked.items():
        span = _span(name, value, kind)
        if span is None:
            return None
        first, last = max(first, span[0]), min(last, span[1])
    return (first, last) if first <= last else None


def _rare(asked: Mapping[str, Any]) -> str:
    """Return how few of how many random puzzles meet the wishes; empty where they are not so few."""
    order = _order(asked)
    population, careful = order.population, order.careful_bits
    if careful and not population.reaches(*careful):
        return f"none of {population.items:,}"
    percentile = order.percentile if {"level", "percentile"} & set(asked) else None
    ranges = Asked(percentile, careful, order.bits)
    return next((some.too_few for some in _samples(order) if not some.meets(population, ranges)), "")


def _samples(order: Order) -> list[Sample]:
    """Return the samples an order is held against: of each trait, or of all where percentiles do not tell."""
    traits = [trait for trait in ("needs_breeze", "one_card", "first_merge_loses") if getattr(order, trait)]
    if order.symmetric:
        traits.append("symmetric-hard" if order.percentile[0] >= HARD else "symmetric")
    if not traits and order.bits is None and order.shape != "few":
        return []
    samples = together.shipped("leaves")
    named = [samples.get(f"{order.name}/{trait}") for trait in traits]
    return [sample for sample in named if sample is not None] or [samples[order.name]]


def _conflict(asked: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of wishes that exclude each other, by a model of what kinds of puzzle there are."""
    from .. import constraints

    model = constraints.new_model()
    rows = _kinds()
    kinds = [model.new_bool_var(str(row)) for row in rows]
    model.add_exactly_one(kinds)
    place = model.new_int_var(*_WHOLE, "percentile")
    bools = {}
    for name, value in asked.items():
        wished = bools[name] = model.new_bool_var(name)
        for kind, row in zip(kinds, rows, strict=True):
            span = _span(name, value, row)
            if span is None:
                model.add_implication(wished, kind.negated())
            else:
                model.add(place >= span[0]).only_enforce_if([wished, kind])
                model.add(place <= span[1]).only_enforce_if([wished, kind])
    for one, other in _APART:
        if one in bools and other in bools:
            model.add_bool_or([bools[one].negated(), bools[other].negated()])
    return constraints.conflict(model, bools)


_Kind = tuple[str, int, int, int]
"""Shape, stacks, hand cards, Breezes."""


def _kinds() -> list[_Kind]:
    """Return every kind of puzzle there is."""
    challenges = [("challenge", 0, hand, breezes) for hand, breezes in product(HANDS, (0, 1))]
    return [("solo", 0, 3, 4), *challenges, *(("few", stacks, 0, 0) for stacks in SMALL)]


def _span(name: str, value: Any, kind: _Kind) -> tuple[int, int] | None:
    """Return from and to which hundredths of a percent a kind of puzzle meets a wish; None: nowhere."""
    shape, stacks, hand, breezes = kind
    if name in ("level", "percentile"):
        if name == "level" and (value == "first-steps") != (shape == "few"):
            return None
        first, last = hundredths(level_range(value) if name == "level" else value)
        return (first, last) if first <= _WHOLE[1] else None
    population = shipped("leaves")[population_name(*kind)]
    if name == "careful_bits":
        first, last = (round(population.percentile(bits, 0.0) * HUNDREDTHS) for bits in value)
        return first, last
    if name == "needs_breeze":
        # The careful player takes no Breeze, and never solves what needs one.
        easier = population.percentile(None, 0.0)
        return (round(easier * HUNDREDTHS), _WHOLE[1]) if breezes else None
    meets = {
        "shape": shape == value,
        "stacks": stacks == value,
        "hand": hand == value and shape != "few",
        "breezes": breezes == value,
        "bits": True,
        "one_card": shape == "challenge" and hand > 1 and not breezes,
        "first_merge_loses": shape != "solo",
        "symmetric": shape == "challenge",
    }
    return _WHOLE if meets[name] else None
