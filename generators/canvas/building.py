"""How difficult a scoring area is to build, exactly: its solutions, and both players' success.

A player begins in a corner, drawn by lot, and fills place after place, row by row away from it. The
random player takes any card that is left, either way up, all that look different alike. The careful player
prefers of these what brings the goals nearest: each is two thirds as likely for every point by which the
area, as it then lies, is short of its goals, all goals together; with the last card this player takes
any that reaches the goals. The corner is drawn so that a mirror image of a puzzle is as difficult as the
puzzle.

The law was chosen for what its bits say: those of a player who takes anything that `bounds` do not rule out
hardly go with the nodes of a solver and the mistakes of a player who errs; those of one with a stronger
preference, or with one among what is not ruled out, go less with the nodes (`benchmarks/levels_canvas.py`).
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from ...core.budget import Meter
from ...core.errors import BudgetSpent, NotationError
from ...solvers.canvas.canvas import Canvas, Card
from .arrangements import Arrangements, canvases_of, is_empty, values
from .bounds import can_still_hold
from .positions import Build, Place, empty_places, filled

MOST_SOLUTIONS = 100
"""Canvases that may solve a puzzle; more are not graded."""

Option = tuple[Card, Canvas, tuple[Card, ...]]
"""A card as it lies, the canvas with it, and the cards left."""


def solutions(build: Build, meter: Meter, most: int | None = MOST_SOLUTIONS) -> tuple[Canvas, ...]:
    """Return the canvases on which all goals hold, in order, an area turned round being another one.

    Raises NotationError for more than `most`, BudgetSpent.
    """
    found: set[Canvas] = set()
    for canvas in _solved(build, meter):
        found.add(canvas)
        if most is not None and len(found) > most:
            raise NotationError(f"more than {most} canvases solve this puzzle", expected="harder goals")
    return tuple(sorted(found, key=lambda canvas: canvas.quadrants))


def first_solution(build: Build, meter: Meter) -> Canvas | None:
    """Return some canvas on which all goals hold, always the same one; None. Raises BudgetSpent."""
    return next(_solved(build, meter), None)


def _solved(build: Build, meter: Meter) -> Iterator[Canvas]:
    import numpy as np

    goals = [wanted.goal for wanted in build.wanted]
    for chunk in Arrangements(build.canvas, build.cards).chunks():
        if meter.expired() or meter.spent():
            raise BudgetSpent(f"budget spent after {meter.nodes} lots of arrangements")
        worth = values(goals, chunk.grids)
        fine = np.ones(len(worth), dtype=bool)
        for at, wanted in enumerate(build.wanted):
            fine &= (
                worth[:, at] >= wanted.threshold
                if wanted.goal.kind.most
                else worth[:, at] <= wanted.threshold
            )
        for at, canvas in zip(np.flatnonzero(fine).tolist(), canvases_of(chunk.grids[fine]), strict=True):
            yield canvas
            if chunk.stands_for[at] == 2:
                yield canvas.turned(2)


def count_of(build: Build, found: Sequence[Canvas]) -> int:
    """Return how many solutions canvases are, an area that was empty being the same turned round."""
    if not is_empty(build.canvas):
        return len(found)
    return len({min(canvas.quadrants, canvas.quadrants[::-1]) for canvas in found})


def corners(canvas: Canvas) -> tuple[tuple[Place, ...], ...]:
    """Return the empty places in the order of a player who begins in each of the four corners."""
    places = empty_places(canvas)
    orders = []
    for down in (1, -1):
        for right in (1, -1):
            ordered = sorted(places, key=lambda place: (down * place[1], right * place[0]))
            orders.append(tuple(ordered))
    return tuple(orders)


def options(canvas: Canvas, left: tuple[Card, ...], place: Place) -> Iterator[Option]:
    """Yield the ways to fill a place, those that look the same once."""
    for card in dict.fromkeys(left):
        at = left.index(card)
        others = left[:at] + left[at + 1 :]
        for face in card.half_turns():
            yield face, filled(canvas, place, face), others


_TIMES, _OF = 2, 3
"""For each point short of the goals the careful player lays a card 2 times where else it would be 3."""


class _Choice(Struct, frozen=True, cache_hash=True):
    """A place that is to be filled next, with what lies and what is left."""

    canvas: Canvas
    left: tuple[Card, ...]
    place: Place


class Success:
    """The chances of both players with one puzzle."""

    def __init__(self, build: Build, found: Sequence[Canvas]) -> None:
        """Take a puzzle and all its solutions."""
        self._build = build
        self._found = found
        self._orders = corners(build.canvas)
        self._ways = {card: card.half_turns() for card in build.cards}

    @property
    def random(self) -> Fraction:
        """The random player's chance."""
        shares = (self._share_of_any(line) for line in self._lines)
        return sum(shares, Fraction(0)) / self._starts

    @property
    def careful(self) -> Fraction:
        """The careful player's chance."""
        shares = (self._careful_share(line) for line in self._lines)
        return sum(shares, Fraction(0)) / self._starts

    @functools.cached_property
    def _starts(self) -> int:
        """How many corners are looked at: of an empty area the other two come to the same, turned round."""
        return 2 if is_empty(self._build.canvas) else 4

    @functools.cached_property
    def _lines(self) -> list[list[tuple[_Choice, Card]]]:
        """All choices, and what is to be chosen, by which a player solves the puzzle from a corner."""
        return [
            list(self._line(order, solution))
            for order in self._orders[: self._starts]
            for solution in self._found
        ]

    def _line(self, order: Sequence[Place], solution: Canvas) -> Iterator[tuple[_Choice, Card]]:
        canvas, left = self._build.canvas, self._build.cards
        for place in order:
            card = solution.card(*place)
            assert card is not None
            yield _Choice(canvas, left, place), card
            canvas, left = laid(canvas, left, place, solution)

    def _faces(self, choice: _Choice) -> list[Card]:
        """Return the cards that may be laid, as they lie, those that look the same once."""
        return [face for card in dict.fromkeys(choice.left) for face in self._ways[card]]

    def _share_of_any(self, line: Sequence[tuple[_Choice, Card]]) -> Fraction:
        return Fraction(1, math.prod(len(self._faces(choice)) for choice, _ in line))

    def _careful_share(self, line: Sequence[tuple[_Choice, Card]]) -> Fraction:
        """Return how likely the careful player is to lay just these cards: the product of all shares."""
        weights = [(self._weights[choice], card) for choice, card in line]
        return Fraction(
            math.prod(each[card] for each, card in weights),
            math.prod(sum(each.values()) for each, _ in weights),
        )

    @functools.cached_property
    def _weights(self) -> dict[_Choice, dict[Card, int]]:
        """In which relation the careful player lays the cards that are left, as they lie, at each choice."""
        choices = list(dict.fromkeys(choice for line in self._lines for choice, _ in line))
        faces = [self._faces(choice) for choice in choices]
        short = iter(self._short(choices, faces))
        return {
            choice: _weighed(dict(zip(some, itertools.islice(short, len(some)), strict=True)), choice.left)
            for choice, some in zip(choices, faces, strict=True)
        }

    def _short(self, choices: Sequence[_Choice], faces: Sequence[Sequence[Card]]) -> list[int]:
        """Return by how many points the area is short of its goals after each choice of each face."""
        import numpy as np

        canvas = self._build.canvas
        before = np.array([choice.canvas.quadrants for choice in choices], dtype=np.int8)
        cells = np.array([_cells(canvas, choice.place) for choice in choices], dtype=np.int64)
        counts = [len(some) for some in faces]
        grids, at = np.repeat(before, counts, axis=0), np.repeat(cells, counts, axis=0)
        lies = np.array([face.quadrants for some in faces for face in some], dtype=np.int8)
        grids[np.arange(len(grids))[:, None], at] = lies
        wanted = self._build.wanted
        worth = values([one.goal for one in wanted], grids.reshape(-1, canvas.rows, canvas.columns))
        signs = np.array([1 if one.goal.kind.most else -1 for one in wanted], dtype=np.int64)
        missing = signs * (np.array([one.threshold for one in wanted], dtype=np.int64) - worth)
        short: list[int] = np.maximum(missing, 0).sum(axis=1).tolist()
        return short

    @property
    def first_mistake(self) -> int | None:
        """The first step of the reading order, from 1, at which a step loses; None where none does."""
        before = {self._build.canvas: self._build.cards}
        for number, place in enumerate(self._orders[0], 1):
            after: dict[Canvas, tuple[Card, ...]] = {}
            for canvas, left in before.items():
                winning = {laid(canvas, left, place, one) for one in self._found if _holds(one, canvas)}
                if len(winning) < sum(1 for _ in options(canvas, left, place)):
                    return number
                after.update(winning)
            before = after
        return None

    @property
    def first_can_lose(self) -> bool:
        """Whether in every corner a first card loses that brings the goals as near as any.

        A card after which a bound rules a goal out does not count.
        """
        return all(self._looks_best_and_loses(order[0]) for order in self._orders[: self._starts])

    def _looks_best_and_loses(self, place: Place) -> bool:
        canvas, left, wanted = self._build.canvas, self._build.cards, self._build.wanted
        weights = self._weights[_Choice(canvas, left, place)]
        winning = {one.card(*place) for one in self._found}
        return any(
            weights[face] == max(weights.values())
            and face not in winning
            and can_still_hold(after, others, wanted)
            for face, after, others in options(canvas, left, place)
        )


def _weighed(short: dict[Card, int], left: tuple[Card, ...]) -> dict[Card, int]:
    """Return in which relation faces are laid that leave the area short by so many points."""
    if len(left) == 1:
        short = {face: points for face, points in short.items() if not points}
    most = max(short.values(), default=0)
    return {face: _TIMES**points * _OF ** (most - points) for face, points in short.items()}


def _cells(canvas: Canvas, place: Place) -> tuple[int, int, int, int]:
    first = 2 * place[1] * canvas.columns + 2 * place[0]
    return first, first + 1, first + canvas.columns, first + canvas.columns + 1


def laid(
    canvas: Canvas, left: tuple[Card, ...], place: Place, solution: Canvas
) -> tuple[Canvas, tuple[Card, ...]]:
    """Return the canvas with the card of a solution on a place, and the cards left."""
    card = solution.card(*place)
    assert card is not None
    at = left.index(card.upright)
    return filled(canvas, place, card), left[:at] + left[at + 1 :]


def _holds(solution: Canvas, canvas: Canvas) -> bool:
    pairs = zip(solution.quadrants, canvas.quadrants, strict=True)
    return all(lies in (-1, wanted) for wanted, lies in pairs)
