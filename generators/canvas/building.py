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

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

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

_Share = Callable[[Canvas, tuple[Card, ...], Place, Card], Fraction]
"""How likely a player is to lay a card on a place, as it lies, given the canvas and the cards left."""


class Success:
    """The chances of both players with one puzzle."""

    def __init__(self, build: Build, found: Sequence[Canvas]) -> None:
        """Take a puzzle and all its solutions."""
        self._build = build
        self._found = found
        self._orders = corners(build.canvas)
        self._careful: dict[tuple[Canvas, Place], dict[Card, int]] = {}

    @property
    def random(self) -> Fraction:
        """The random player's chance."""
        return self._chance(_share_of_any)

    @property
    def careful(self) -> Fraction:
        """The careful player's chance."""
        return self._chance(self._careful_share)

    def _chance(self, share: _Share) -> Fraction:
        total = sum((self._in_order(order, share) for order in self._orders), Fraction(0))
        return total / len(self._orders)

    def _in_order(self, order: Sequence[Place], share: _Share) -> Fraction:
        """Return the chance to come to a solution: for each the product of the shares of its cards."""
        total = Fraction(0)
        for solution in self._found:
            canvas, left, chance = self._build.canvas, self._build.cards, Fraction(1)
            for place in order:
                card = solution.card(*place)
                assert card is not None
                chance *= share(canvas, left, place, card)
                canvas, left = laid(canvas, left, place, solution)
            total += chance
        return total

    def _careful_share(self, canvas: Canvas, left: tuple[Card, ...], place: Place, card: Card) -> Fraction:
        weights = self._careful_weights(canvas, left, place)
        return Fraction(weights[card], sum(weights.values()))

    def _careful_weights(self, canvas: Canvas, left: tuple[Card, ...], place: Place) -> dict[Card, int]:
        """Return in which relation the careful player lays the cards that are left, as they lie."""
        key = (canvas, place)
        if key not in self._careful:
            short = {face: self._short(after) for face, after, _ in options(canvas, left, place)}
            if len(left) == 1:
                short = {face: points for face, points in short.items() if not points}
            most = max(short.values(), default=0)
            self._careful[key] = {
                face: _TIMES**points * _OF ** (most - points) for face, points in short.items()
            }
        return self._careful[key]

    def _short(self, canvas: Canvas) -> int:
        """Return by how many points an area, as it lies, is short of its goals."""
        return sum(one.short(one.goal.value(canvas)) for one in self._build.wanted)

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
        """Whether some corner has a first card after which no bound rules a goal out, and that loses."""
        canvas, left, wanted = self._build.canvas, self._build.cards, self._build.wanted
        for order in self._orders:
            winning = {laid(canvas, left, order[0], one)[0] for one in self._found}
            ways = options(canvas, left, order[0])
            if len(winning) < sum(can_still_hold(after, others, wanted) for _, after, others in ways):
                return True
        return False


def _share_of_any(canvas: Canvas, left: tuple[Card, ...], place: Place, card: Card) -> Fraction:
    return Fraction(1, sum(1 for _ in options(canvas, left, place)))


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
