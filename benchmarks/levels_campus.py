"""How hard Campus puzzles are for a plain solver and for a player who looks ahead and errs.

The plain solver goes through the sets of each roll in an order drawn for it, depth first, and remembers
nothing; its nodes are the positions it opens before the solution. The noisy player counts, for every set,
the sets that answer the next roll behind it, multiplies them by a random number, and takes the greatest;
told that a step has lost, it takes that back and chooses the next. Its mistakes are how often it is told so
before the puzzle is solved. Both are means of several runs. Neither knows how likely random play succeeds.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from quadrangle.core.budget import UNLIMITED
from quadrangle.core.rng import Rng
from quadrangle.generators.campus.candidates import Draws
from quadrangle.generators.campus.population import order_for
from quadrangle.generators.campus.positions import parse
from quadrangle.generators.campus.search import Lines
from quadrangle.generators.campus.stream import singles

ABOUT = (
    "Puzzles with one solution, as the population has them. *Nodes*: positions a plain depth-first solver"
    " opens before the solution, the geometric mean of 5 orders. *Mistakes*: how often a player who takes"
    " the set that leaves the most sets for the next roll, times a random 0.5 to 1.5, is told that a step"
    " has lost and takes it back; the mean of 20 games."
)
ORDERS, GAMES = 5, 20
_SEED = 55
_ENOUGH = 8
"""Sets for the next roll from which on more do not matter to the noisy player."""
_MOST_NODES = 100_000

SHAPES: dict[str, Callable[[int], str]] = {
    "3 to 6 rolls": lambda number: str(
        next(singles(Draws(order_for("rolls"), _SEED, number), UNLIMITED.start())).position
    ),
}


def measures(position: str, rng: Rng) -> dict[str, float] | None:
    """Return the logarithm of the plain solver's nodes and the noisy player's mistakes."""
    lines, rolls = Lines(parse(position)), len(parse(position).rolls)
    nodes = sum(math.log(plain_nodes(lines, rolls, rng)) for _ in range(ORDERS)) / ORDERS
    mistakes = sum(noisy_mistakes(lines, rolls, rng) for _ in range(GAMES)) / GAMES
    return {"nodes": nodes, "mistakes": mistakes}


def plain_nodes(lines: Lines, rolls: int, rng: Rng) -> int:
    """Return how many positions a search in random order opens, _MOST_NODES at most."""
    waiting = [(lines.start, 0)]
    for count in itertools.count(1):
        mask, at = waiting.pop()
        if (at == rolls and mask == 0) or count == _MOST_NODES:
            return count
        if at < rolls:
            left = list(lines.outcomes(mask, at)[1])
            rng.shuffle(left)
            waiting += [(child, at + 1) for child in left]
    raise AssertionError


def noisy_mistakes(lines: Lines, rolls: int, rng: Rng) -> int:
    """Return how often a player who looks one roll ahead is told that a set has lost."""
    mistakes = 0
    for mask, at in lines.winning():
        liked = []
        for child in lines.outcomes(mask, at)[1]:
            good = lines.worth(child, at + 1).solutions > 0
            sets = len(lines.outcomes(child, at + 1)[1]) if at + 1 < rolls else _ENOUGH * good
            liked.append((min(sets, _ENOUGH) * (500 + rng.below(1000)), good))
        liked.sort(reverse=True)
        mistakes += next(place for place, (_, good) in enumerate(liked) if good)
    return mistakes
