"""The reference populations of Campus puzzles, made from seeded samples.

Item k of a population is the first puzzle with one solution, not the only play, that is drawn from (seed, k),
whatever its difficulty; how many rolls it has is drawn before, all numbers being as likely.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import msgspec

from ...core.budget import Budget
from ...core.errors import BudgetSpent
from ...core.work import Cancelled
from ..population import PER_BIT, Population, Sampling
from .candidates import Draws
from .grading import FEW_ROLLS, FEW_TILES, bits
from .stream import singles
from .wishes import MOST_TILES, USUAL_ROLLS, Order

SEED = 1
PART = 1000
"""Items a part has."""
ITEMS = {"rolls": 100_000, "few": 20_000}
"""Items of each population."""
_WEIGHTS = {"rolls": 40, "few": 1}
"""How long an item takes in relation to the others."""
_JOBS = tuple((shape, part) for shape, items in ITEMS.items() for part in range(items // PART))


def order_for(shape: str) -> Order:
    """Return the order whose puzzles a population is made of: nothing is wished for."""
    few = shape == "few"
    return Order(
        level=None,
        rolls=(FEW_ROLLS,) if few else tuple(USUAL_ROLLS),
        tiles=FEW_TILES if few else MOST_TILES,
        percentile=(0.0, 100.0),
        bits=None,
        careful_bits=None,
        needs_star=False,
        needs_chain=False,
        first_move_can_lose=False,
        leave=False,
        symmetric=False,
    )


def do_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return the counts of one part as JSON. Raises Cancelled."""
    return msgspec.json.encode(count_part(*_JOBS[number], cancelled))


def count_part(shape: str, part: int, cancelled: Callable[[], bool]) -> dict[int, int]:
    """Return how many of items PART * part and on lie in each bin of the careful player's bits.

    Raises Cancelled.
    """
    order, place = order_for(shape), list(ITEMS).index(shape)
    found: Counter[int] = Counter()
    for number in range(PART * part, PART * (part + 1)):
        draws = Draws(order, 1000 * SEED + place, number)
        candidate = next(singles(draws, Budget(cancelled=cancelled).start()), None)
        if candidate is None:
            if cancelled():
                raise Cancelled
            raise BudgetSpent(f"no puzzle was found for item {number} of {shape}")
        found[math.floor(bits(candidate.careful_success) * PER_BIT)] += 1
    return dict(found)


def joined(payloads: list[bytes]) -> dict[str, Population]:
    """Return the populations that the counts of all parts make."""
    totals: dict[str, Counter[int]] = {shape: Counter() for shape in ITEMS}
    for (shape, _), payload in zip(_JOBS, payloads, strict=True):
        totals[shape].update(msgspec.json.decode(payload, type=dict[int, int]))
    return {
        shape: Population(ITEMS[shape], tuple(sorted(total.items())), 0) for shape, total in totals.items()
    }


SAMPLING = Sampling(
    f"campus populations 2 {SEED} {PART}", [_WEIGHTS[shape] for shape, _ in _JOBS], do_part, joined
)
