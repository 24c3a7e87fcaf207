"""How hard canvas puzzles are for two solvers and for a player who looks at the goals and errs.

Of an area to be built the solver fills the places in reading order from a corner, depth first; at each it
tries first what brings the goals nearest, as the area lies, a random number breaking ties, and remembers
nothing. Its nodes are the cards it lays before the area is built. The noisy player does the same with a
random number added that may outweigh a point, is told when a card is wrong, takes it back and lays the next.
Its mistakes are how often it is told so. Neither knows what the cards left could still come to; but they
share with the careful player by what an area is near to its goals. The cutting solver does not: it tries
cards in random order, and takes back what `bounds` rule out, of which the players know nothing. All are
means of several runs.

Of the last cards of a round the solver tries first the placements with the largest lead, as the canvas lies,
and the noisy player does with a random number added; the second solver tries them in random order. In a
round no placement can be ruled out but the last.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence

from quadrangle.core.budget import UNLIMITED
from quadrangle.core.rng import Rng
from quadrangle.generators import kind
from quadrangle.generators.canvas.bounds import can_still_hold
from quadrangle.generators.canvas.building import corners, options, solutions
from quadrangle.generators.canvas.finishing import Finish, Held, without
from quadrangle.generators.canvas.positions import Build, Place, filled, parse
from quadrangle.solvers.canvas.canvas import Canvas, Card

ABOUT = (
    "Areas with one solution, as the population has them. *Nodes*: cards a depth-first solver lays that tries"
    " first what brings the goals nearest, the geometric mean of 4 runs. *Mistakes*: how often a player who"
    " lays what brings the goals nearest, a random 0 to 2 points added, is told that a card is wrong and"
    " takes it back; the mean of 40 games. What is nearest they judge as the careful player does. *Cutting"
    " nodes*: cards a solver lays that tries them in random order and takes back what bounds rule out, the"
    " geometric mean of 12 runs; nothing in it is shared with either player. Of the last cards of a round the"
    " same, the lead as the canvas lies standing for what is nearest (0 to 4 points added at random), and the"
    " second solver taking back nothing but a canvas that does not win."
)
RUNS, CUTTING_RUNS, GAMES = 4, 12, 40
_SEED = 71
_FRESH = 73
"""Of rounds, since the careful player's law there was chosen on those of the other."""
_PARTS = 100
"""Of a point, in which random numbers are drawn."""
_MOST_NODES = 20_000
_ANY = 1 << 20
"""So many that leads no longer count."""
_KEPT = 1 << 17
"""Areas that lie of which it is remembered what they are worth."""


def _area(cards: int) -> Callable[[int], str]:
    return lambda number: kind("canvas").item_of(number, None, _SEED, shape="build", cards=cards).position


def _round(cards: int) -> Callable[[int], str]:
    return lambda number: kind("canvas").item_of(number, None, _FRESH, shape="last", cards=cards).position


SHAPES: dict[str, Callable[[int], str]] = {
    **{f"build, {cards} cards": _area(cards) for cards in (5, 6)},
    **{f"last {cards} cards of a round": _round(cards) for cards in (2, 3)},
}

Option = tuple[Card, Canvas, tuple[Card, ...]]


def measures(position: str, rng: Rng) -> dict[str, float] | None:
    """Return the logarithms of both solvers' nodes, and the noisy player's mistakes."""
    puzzle = parse(position)
    return _of_area(puzzle, rng) if isinstance(puzzle, Build) else _of_round(Finish(puzzle), rng)


def _of_area(build: Build, rng: Rng) -> dict[str, float]:
    found = solutions(build, UNLIMITED.start(), None)
    orders = corners(build.canvas)
    nodes = sum(math.log(greedy_nodes(build, orders[run % 4], rng)) for run in range(RUNS)) / RUNS
    mistakes = sum(noisy_mistakes(build, orders[run % 4], found, rng) for run in range(GAMES)) / GAMES
    cutting = sum(math.log(cutting_nodes(build, orders[run % 4], rng)) for run in range(CUTTING_RUNS))
    return {"nodes": nodes, "mistakes": mistakes, "cutting nodes": cutting / CUTTING_RUNS}


def _of_round(finish: Finish, rng: Rng) -> dict[str, float]:
    nodes = sum(math.log(round_nodes(finish, _PARTS, rng)) for _ in range(RUNS)) / RUNS
    mistakes = sum(round_mistakes(finish, rng) for _ in range(GAMES)) / GAMES
    cutting = sum(math.log(round_nodes(finish, _ANY, rng)) for _ in range(CUTTING_RUNS)) / CUTTING_RUNS
    return {"nodes": nodes, "mistakes": mistakes, "cutting nodes": cutting}


def tried(finish: Finish, canvas: Canvas, hand: Held, noise: int, rng: Rng) -> list[tuple[Canvas, Held]]:
    """Return what placements come to, the largest lead first, below so many parts of a point added."""
    scored = []
    for number, (place, face) in enumerate(finish.moves(canvas, hand)):
        after = filled(canvas, place, face)
        scored.append((rng.below(noise) - _PARTS * finish.lead(after), number, after, without(hand, face)))
    return [(after, left) for _, _, after, left in sorted(scored, key=lambda each: each[:2])]


def round_nodes(finish: Finish, noise: int, rng: Rng) -> int:
    """Return how many cards the solver lays before the round is won, _MOST_NODES at most."""
    nodes = 0

    def lay(canvas: Canvas, hand: Held) -> bool:
        nonlocal nodes
        if canvas.is_complete:
            return finish.wins(canvas)
        for after, left in tried(finish, canvas, hand, noise, rng):
            nodes += 1
            if nodes >= _MOST_NODES or lay(after, left):
                return True
        return False

    lay(finish.last.canvas, finish.last.hand)
    return nodes


def round_mistakes(finish: Finish, rng: Rng) -> int:
    """Return how often the player is told that a card is wrong before the round is won."""
    canvas, hand, mistakes = finish.last.canvas, finish.last.hand, 0
    while not canvas.is_complete:
        for after, left in tried(finish, canvas, hand, 4 * _PARTS + 1, rng):
            if finish.can_win(after, left):
                canvas, hand = after, left
                break
            mistakes += 1
    return mistakes


def ranked(
    build: Build, canvas: Canvas, left: tuple[Card, ...], place: Place, noise: int, rng: Rng
) -> list[Option]:
    """Return the ways to fill a place, what brings the goals nearest first."""
    scored = [
        (_PARTS * missing(build, after) + rng.below(noise), number, (face, after, others))
        for number, (face, after, others) in enumerate(options(canvas, left, place))
    ]
    return [option for _, _, option in sorted(scored, key=lambda each: each[:2])]


@functools.lru_cache(_KEPT)
def missing(build: Build, canvas: Canvas) -> int:
    """Return how many points the area, as it lies, is short of its goals, or above those that ask for few."""
    short = 0
    for wanted in build.wanted:
        value = wanted.goal.value(canvas)
        if not wanted.holds(value):
            short += abs(wanted.threshold - value)
    return short


def greedy_nodes(build: Build, order: Sequence[Place], rng: Rng) -> int:
    """Return how many cards the solver lays before the area is built, _MOST_NODES at most."""
    nodes = 0

    def fill(canvas: Canvas, left: tuple[Card, ...], at: int) -> bool:
        nonlocal nodes
        if at == len(order):
            return missing(build, canvas) == 0
        for _, after, others in ranked(build, canvas, left, order[at], _PARTS, rng):
            nodes += 1
            if nodes >= _MOST_NODES or fill(after, others, at + 1):
                return True
        return False

    fill(build.canvas, build.cards, 0)
    return nodes


def cutting_nodes(build: Build, order: Sequence[Place], rng: Rng) -> int:
    """Return how many cards a solver lays, in random order, that takes back what no goal survives."""
    nodes = 0

    def fill(canvas: Canvas, left: tuple[Card, ...], at: int) -> bool:
        nonlocal nodes
        if at == len(order):
            return True
        ways = list(options(canvas, left, order[at]))
        rng.shuffle(ways)
        for _, after, others in ways:
            nodes += 1
            # With the last card laid a bound is the value itself.
            if _is_possible(build, after, others) and fill(after, others, at + 1):
                return True
        return False

    fill(build.canvas, build.cards, 0)
    return nodes


@functools.lru_cache(_KEPT)
def _is_possible(build: Build, canvas: Canvas, left: tuple[Card, ...]) -> bool:
    return can_still_hold(canvas, left, build.wanted)


def noisy_mistakes(build: Build, order: Sequence[Place], found: Sequence[Canvas], rng: Rng) -> int:
    """Return how often the player is told that a card is wrong before the area is built."""
    canvas, left, mistakes, agreeing = build.canvas, build.cards, 0, list(found)
    for place in order:
        for face, after, others in ranked(build, canvas, left, place, 2 * _PARTS + 1, rng):
            still = [solution for solution in agreeing if solution.card(*place) == face]
            if still:
                canvas, left, agreeing = after, others, still
                break
            mistakes += 1
    return mistakes
