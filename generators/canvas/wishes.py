"""What may be wished of a canvas puzzle, and which wishes cannot be met together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...solvers.canvas.decks import ASSIGNMENT_NAMES, INSTRUCTORS
from .. import together
from ..population import Population, shipped
from ..puzzle import LEVELS, Level, level_range
from ..together import Asked, Fits, Sample
from ..wishes import HUNDREDTHS, Wish, fewest, hundredths, percentile_asked, rare, read, refuse, told
from .candidates import HAND, goals_of_build
from .grading import FIRST_STEPS, population_name, sample_name
from .positions import BUILD, BUILT, LAST, PLACES
from .symmetric import PAIRS

GOAL_NAMES = (*ASSIGNMENT_NAMES, *(goal.name for goal in INSTRUCTORS))
WISHES: Mapping[str, Wish] = {
    "shape": Wish(
        "choice", "the last cards of a round, or a scoring area to be built", choices=(LAST, BUILD)
    ),
    "cards": Wish("number", "so many cards to be placed", least=PLACES[0], most=BUILT[-1]),
    "goals": Wish("choice", "this goal is among those in force", choices=GOAL_NAMES),
    "percentile": Wish("range", "harder than so many percent of its population", least=0, most=100),
    "bits": Wish("range", "the random player's bits", least=0, most=64),
    "careful_bits": Wish("range", "the careful player's bits", least=0, most=64),
    "symmetric": Wish("yes", "what lies is its own mirror image, up to the names of colours"),
    "first_move_can_lose": Wish(
        "yes",
        "a first placement can lose that looks best of all; of an area, in whichever corner one begins",
    ),
}
KINDS = (
    *((BUILD, cards) for cards in (6, 4, 5, 7, 8, 3)),
    *((LAST, places) for places in (2, 3, 1)),
)
"""Every shape with its number of cards; the first of them that often meets all wishes is made."""
SYMMETRIC = ((LAST, 2), *((BUILD, cards) for cards in PAIRS))
_ROUNDED = 1e-6
"""Bits are told to nine digits."""
_OFTEN = 1 / 4
"""How often puzzles of a kind have to meet all wishes, in relation to the kind that does most often."""
_HELD = {"level", "percentile", "careful_bits", "bits", "first_move_can_lose"}
"""What samples know of."""
_WHOLE = (0, 100 * HUNDREDTHS - 1)

Kind = tuple[str, int]
Span = tuple[int, int]
"""First and last hundredth of a percent."""


class Order(Struct, frozen=True):
    """What is asked for, all of it settled."""

    shape: str
    cards: int
    goals: str | None
    level: Level | None
    percentile: tuple[float, float]
    """From, and below; the last may be 100."""
    bits: tuple[float, float] | None
    careful_bits: tuple[float, float] | None
    symmetric: bool
    first_move_can_lose: bool

    @property
    def population(self) -> Population:
        """The population its puzzles are measured against."""
        return shipped("canvas")[population_name(self.shape, self.cards)]


def order_of(level: Level | None, given: Mapping[str, Any]) -> Order:
    """Return what a level and wishes ask for.

    Raises NotationError for a level or a wish there is not, for wishes that exclude each other and for
    those that hardly any puzzle meets together, naming them.
    """
    if level is not None and level not in LEVELS:
        raise NotationError(f"{shown(str(level))} is no level", expected=listed(LEVELS))
    wishes = read(WISHES, given)
    asked: dict[str, Any] = ({"level": level} if level else {}) | wishes
    fitting = [kind for kind in KINDS if _meets(kind, asked)]
    if not fitting:
        raise refuse([told(name, asked[name]) for name in _conflict(asked)])
    found = [kind for kind in fitting if _is_found(kind, asked)]
    if not found:
        raise _rare({name: asked[name] for name in fewest(asked, _can_be_found)})
    shares = {kind: _share(kind, asked) for kind in found}
    kind = next(kind for kind in found if shares[kind] >= _OFTEN * max(shares.values()))
    return Order(
        shape=kind[0],
        cards=kind[1],
        goals=wishes.get("goals"),
        level=level,
        percentile=percentile_asked(level, wishes),
        bits=wishes.get("bits"),
        careful_bits=wishes.get("careful_bits"),
        symmetric="symmetric" in wishes,
        first_move_can_lose="first_move_can_lose" in wishes,
    )


def _meets(kind: Kind, asked: Mapping[str, Any]) -> bool:
    """Return whether puzzles of a kind may meet all wishes together."""
    spans = [_span(name, value, kind) for name, value in asked.items()]
    ranges = [span for span in spans if span is not None]
    if len(ranges) < len(spans):
        return False
    return max((first for first, _ in ranges), default=0) <= min((last for _, last in ranges), default=0)


def _rare(asked: Mapping[str, Any]) -> NotationError:
    kind = next(kind for kind in KINDS if _meets(kind, asked))
    name = sample_name(*kind, "symmetric" in asked)
    few = f"{_sample(kind, asked).too_few} random puzzles ({name})"
    return rare([told(*wish) for wish in asked.items()], few)


def _can_be_found(asked: Mapping[str, Any]) -> bool:
    """Return whether puzzles of some kind meet all wishes together that are not too rare to be found."""
    return any(_meets(kind, asked) and _is_found(kind, asked) for kind in KINDS)


def _is_found(kind: Kind, asked: Mapping[str, Any]) -> bool:
    """Return whether enough of the random puzzles of a kind may be as difficult as asked, and can lose."""
    # Every level has its share of every population.
    return not asked.keys() & _HELD - {"level"} or _sample(kind, asked).meets(*_held(kind, asked))


def _share(kind: Kind, asked: Mapping[str, Any]) -> float:
    """Return about which part of the random puzzles of a kind is as difficult as asked, and can lose."""
    # A range of percentiles has the same part of every population.
    if not asked.keys() & _HELD - {"level", "percentile"}:
        return 1.0
    sample = _sample(kind, asked)
    return sample.met(*_held(kind, asked)) / sample.items


def _sample(kind: Kind, asked: Mapping[str, Any]) -> Sample:
    return together.shipped("canvas")[sample_name(*kind, "symmetric" in asked)]


def _held(kind: Kind, asked: Mapping[str, Any]) -> tuple[Population, Asked, Fits]:
    """Return what is held against a sample."""
    ranged = asked.keys() & {"level", "percentile"}
    percentile = percentile_asked(asked.get("level"), asked) if ranged else None
    can_lose = "first_move_can_lose" in asked
    return (
        shipped("canvas")[population_name(*kind)],
        Asked(percentile, asked.get("careful_bits"), asked.get("bits")),
        lambda mark: mark >= can_lose,
    )


def _conflict(asked: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of wishes that exclude each other, by a model of what kinds of puzzle there are."""
    from .. import constraints

    model = constraints.new_model()
    kinds = [model.new_bool_var(population_name(*kind)) for kind in KINDS]
    model.add_exactly_one(kinds)
    place = model.new_int_var(*_WHOLE, "percentile")
    bools = {}
    for name, value in asked.items():
        wished = bools[name] = model.new_bool_var(name)
        for chosen, kind in zip(kinds, KINDS, strict=True):
            span = _span(name, value, kind)
            if span is None:
                model.add_implication(wished, chosen.negated())
            else:
                model.add(place >= span[0]).only_enforce_if([wished, chosen])
                model.add(place <= span[1]).only_enforce_if([wished, chosen])
    return constraints.conflict(model, bools)


def _span(name: str, value: Any, kind: Kind) -> Span | None:
    """Return from and to which hundredths of a percent a kind of puzzle meets a wish; None: nowhere."""
    shape, cards = kind
    if name in ("level", "percentile"):
        return _percentiles(name, value, kind)
    if name == "careful_bits":
        return _careful_span(value, kind)
    if name == "bits":
        return _WHOLE if value[0] <= most_bits(kind) + _ROUNDED else None
    meets = {
        "shape": shape == value,
        "cards": cards == value,
        "goals": shape == LAST or value in {goal.name for goal in goals_of_build(cards)},
        "symmetric": kind in SYMMETRIC,
        "first_move_can_lose": kind != (LAST, 1),
    }
    return _WHOLE if meets[name] else None


def _percentiles(name: str, value: Any, kind: Kind) -> Span | None:
    first_steps = population_name(*kind) in FIRST_STEPS
    if name == "level" and (value == "first-steps") != first_steps:
        return None
    first, last = hundredths(level_range(value) if name == "level" else value)
    # The last card of all is always seen by the careful player: none is harder than another.
    top = 0 if kind == (LAST, 1) else _WHOLE[1]
    return (first, last) if first <= top else None


def _careful_span(value: tuple[float, float], kind: Kind) -> Span | None:
    if kind == (LAST, 1):
        return (0, 0) if value[0] == 0 else None
    population = shipped("canvas")[population_name(*kind)]
    first, last = (round(population.percentile(bits, 0.0) * HUNDREDTHS) for bits in value)
    return first, last


def most_bits(kind: Kind) -> float:
    """Return what the random player's bits do not surpass: every card left, either way up, at each place.

    In which order places are filled makes no difference to the one canvas that solves a puzzle.
    """
    return sum(math.log2(2 * left) for left in _cards_left(kind))


def _cards_left(kind: Kind) -> list[int]:
    """Return how many cards there are at most to choose from at each step."""
    shape, cards = kind
    held = cards if shape == BUILD else HAND[-1]
    return [held - step for step in range(cards)]
