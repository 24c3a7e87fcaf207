"""How rare Campus puzzles that meet wishes are among those that chance draws, by the samples."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .. import together
from ..together import Asked, Sample
from .grading import population

if TYPE_CHECKING:
    from .wishes import Order

RARE = 1 / 50_000
"""The part of the candidates below which a search by chance is hopeless: it gives up after 200,000."""
LIMITS: tuple[int, ...] = (*range(6, 15), 16, 20, 28)
"""Tiles face up, at most, for which there are samples."""
APART = 7.0
"""Bits that the random player has above the careful one, at most, in nearly all puzzles that are built."""
EASY = 3.0
"""Bits below which hardly any puzzle that is built lies."""
PATIENCE = 3_000
"""Candidates after which another number of rolls is drawn."""
_FEW = 8


def share(order: Order) -> float:
    """Return about which part of the candidates that are drawn for an order meets it, by seeded samples.

    Where numbers of rolls are mixed, those whose puzzles are drawn seldom take most of the candidates.
    0 says that none of some 100,000 did; `RARE` is what can hardly be found in the stream's patience.
    """
    drawn = [_Drawn(order, sample) for sample in _samples(order)]
    return sum(one.cost * one.share for one in drawn) / sum(one.cost for one in drawn)


def is_hopeless(order: Order) -> bool:
    """Return whether chance hardly meets an order, and its puzzles cannot be built either."""
    return share(order) < RARE and not may_be_built(order)


def may_be_built(order: Order) -> bool:
    """Return whether `built` may make puzzles of an order that chance hardly meets: else it is refused."""
    from . import built  # which asks here what is rare

    return built.is_within_reach(order) and _is_hard(order)


def _is_hard(order: Order) -> bool:
    """Return whether an order is rare for being hard, and not for being easy for one player or both."""
    ranges = [_careful(order, shape) for shape in _shapes(order)]
    most = max(math.inf if careful is None else careful[1] for careful in ranges)
    return most >= EASY and (order.bits is None or (order.bits[1] >= EASY and order.bits[0] - most <= APART))


def told(order: Order) -> str:
    """Return what is drawn for an order, in words."""
    first, last = order.rolls[0], order.rolls[-1]
    rolls = f"{first} rolls" if first == last else f"{first} to {last} rolls"
    limit = _limit(order)
    return rolls if limit == LIMITS[-1] else f"{rolls}, at most {limit} tiles"


class _Drawn:
    """What is drawn for an order with one number of rolls."""

    def __init__(self, order: Order, sample: Sample) -> None:
        puzzles = sum(count for *_, count in sample.rows)
        self.cost = min(PATIENCE, sample.items / max(puzzles, 1))
        """Candidates until there is a puzzle, or the number of rolls is drawn again."""
        self.share = sum(_met(order, sample, shape) for shape in _shapes(order)) / sample.items
        """The part of the candidates that meets the order."""


def _met(order: Order, sample: Sample, shape: str) -> float:
    wanted = marks_of(shape, order.needs_star, order.needs_chain, order.first_move_can_lose)
    careful = _careful(order, shape)
    if careful is not None and careful[0] > careful[1]:
        return 0.0
    asked = Asked(None, careful, order.bits)
    return sample.met(population(shape), asked, lambda marks: marks & (wanted | _FEW) == wanted)


def _careful(order: Order, shape: str) -> tuple[float, float] | None:
    """Return the least and the most careful bits of an order's puzzles of a shape; None for any."""
    from .wishes import careful_bits_between  # which holds wishes against the shares told here

    if order.careful_bits is None and order.percentile == (0.0, 100.0):
        return None
    return careful_bits_between(shape, order.percentile, order.careful_bits or (0.0, math.inf))


def marks_of(shape: str, needs_star: bool, needs_chain: bool, first_move_can_lose: bool) -> int:
    """Return the marks of a row of a sample: which traits its puzzles have, and whether they are small."""
    return needs_star + 2 * needs_chain + 4 * first_move_can_lose + _FEW * (shape == "few")


def sample_name(rolls: int, limit: int, leave: bool, symmetric: bool) -> str:
    """Return the name of a sample."""
    return f"rolls-{rolls}-tiles-{limit}" + "-leave" * leave + "-symmetric" * symmetric


def _shapes(order: Order) -> tuple[str, ...]:
    """Return the populations that puzzles of an order may belong to."""
    if order.level is None:
        return "few", "rolls"
    return ("few",) if order.level == "first-steps" else ("rolls",)


def _samples(order: Order) -> list[Sample]:
    """Return the sample of each number of rolls that an order may have, with as many tiles as it allows."""
    samples = together.shipped("campus")
    return [samples[sample_name(rolls, _limit(order), order.leave, order.symmetric)] for rolls in order.rolls]


def _limit(order: Order) -> int:
    return max(limit for limit in LIMITS if limit <= order.tiles)
