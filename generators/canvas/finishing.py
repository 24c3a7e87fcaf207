"""How difficult the last cards of a round are, exactly: the winning canvases, and both players' success.

The south lays all cards left. The random player takes any legal placement, those with equal results once.
The careful player takes any of these too, each nine tenths as likely for every point by which the lead, the
canvas scored as it then lies, is short of what is asked for; with the last card any that wins.

The law was chosen for what its bits say: those of a player who takes anything that makes the lead no smaller
hardly go with the nodes of a solver that looks at the lead and the mistakes of a player who does and errs
(`benchmarks/levels_canvas.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from fractions import Fraction

from ...solvers.canvas.canvas import Canvas, Card
from ...solvers.canvas.contest import contest
from ...solvers.canvas.goals import Goal
from ...solvers.canvas.plane import Plane
from ...solvers.canvas.position import plane_of
from ...solvers.canvas.regions import NORTH, SOUTH, region
from ...solvers.canvas.rules import LETTER
from .positions import SIDE, Last, Place, empty_places, filled

Move = tuple[Place, Card]
"""A place and the card as it lies there."""
Held = tuple[Card, ...]
_Weights = Callable[[Canvas, Held], Sequence[tuple[Move, int]]]
"""In which relation a player takes placements."""
_TIMES, _OF = 9, 10
"""For each point short the careful player lays a card 9 times where else it would be 10."""


def open_places(canvas: Canvas) -> tuple[Place, ...]:
    """Return the empty places at which the south may lay a card, in reading order.

    Those beside a card, and none in the home row of the north while there is another.
    """
    plane, empty = _plane(), empty_places(canvas)
    every = ((column, row) for row in range(SIDE) for column in range(SIDE))
    occupied = sum(1 << row * plane.side + column for column, row in every if (column, row) not in empty)
    allowed = plane.allowed(occupied, SOUTH)
    return tuple((column, row) for column, row in empty if allowed >> row * plane.side + column & 1)


def _plane() -> Plane:
    return plane_of(SIDE, 2, LETTER)


def worth(canvas: Canvas, goals: Sequence[Goal]) -> tuple[tuple[int, int], ...]:
    """Return for each goal what the scoring areas of the south and of the north are worth."""
    south, north = region(canvas, SOUTH).grid, region(canvas, NORTH).grid
    return tuple((_value(goal, south), _value(goal, north)) for goal in goals)


@functools.lru_cache(maxsize=4096)
def _value(goal: Goal, grid: Canvas) -> int:
    return goal.value(grid)


def points(canvas: Canvas, goals: Sequence[Goal], pet: int) -> tuple[int, int]:
    """Return the points of the south and of the north for a canvas, scored as it lies."""
    found = [0, 0]
    for goal, values in zip(goals, worth(canvas, goals), strict=True):
        over = contest(goal, values, pet)
        winner = over.winner
        if over.recipients:
            winner, pet = pet, over.recipients[0]
        if winner >= 0:
            found[winner] += goal.kind.points
    return found[0], found[1]


class Finish:
    """All ways in which the south may lay the cards left."""

    def __init__(self, last: Last) -> None:
        """Take a puzzle; what is found is kept."""
        self.last = last
        self._leads: dict[Canvas, int] = {}
        self._open: dict[frozenset[Place], tuple[Place, ...]] = {}
        self._random: dict[Canvas, Fraction] = {}
        self._careful: dict[Canvas, Fraction] = {}

    def lead(self, canvas: Canvas) -> int:
        """Return by how many points the south leads on a canvas, scored as it lies."""
        if canvas not in self._leads:
            south, north = points(canvas, self.last.goals, self.last.pet)
            self._leads[canvas] = south - north
        return self._leads[canvas]

    def wins(self, canvas: Canvas) -> bool:
        """Return whether a full canvas reaches the goal."""
        return self.lead(canvas) >= self.last.lead

    def moves(self, canvas: Canvas, hand: Held) -> list[Move]:
        """Return the legal placements, those with equal results once, in order."""
        empty = frozenset(empty_places(canvas))
        if empty not in self._open:
            self._open[empty] = open_places(canvas)
        faces = [face for card in dict.fromkeys(hand) for face in card.half_turns()]
        return [(place, face) for place in self._open[empty] for face in faces]

    def careful_weights(self, canvas: Canvas, hand: Held) -> list[tuple[Move, int]]:
        """Return in which relation the careful player takes placements, but those that are never taken."""
        after = {move: filled(canvas, *move) for move in self.moves(canvas, hand)}
        if any(one.is_complete for one in after.values()):
            return [(move, 1) for move, full in after.items() if self.wins(full)]
        short = {move: max(0, self.last.lead - self.lead(one)) for move, one in after.items()}
        most = max(short.values(), default=0)
        return [(move, _TIMES**points * _OF ** (most - points)) for move, points in short.items()]

    @property
    def random(self) -> Fraction:
        """The random player's chance."""
        return self._chance(self.last.canvas, self.last.hand, self._even_weights, self._random)

    def _even_weights(self, canvas: Canvas, hand: Held) -> list[tuple[Move, int]]:
        return [(move, 1) for move in self.moves(canvas, hand)]

    @property
    def careful(self) -> Fraction:
        """The careful player's chance."""
        return self._chance(self.last.canvas, self.last.hand, self.careful_weights, self._careful)

    def _chance(
        self, canvas: Canvas, hand: Held, weights: _Weights, known: dict[Canvas, Fraction]
    ) -> Fraction:
        # The hand follows from the canvas, as every card that was laid came from it.
        if canvas not in known:
            known[canvas] = self._find_chance(canvas, hand, weights, known)
        return known[canvas]

    def _find_chance(
        self, canvas: Canvas, hand: Held, weights: _Weights, known: dict[Canvas, Fraction]
    ) -> Fraction:
        if canvas.is_complete:
            return Fraction(self.wins(canvas))
        ways = weights(canvas, hand)
        total = Fraction(0)
        for (place, face), weight in ways:
            after, left = filled(canvas, place, face), without(hand, face)
            if self.can_win(after, left):  # few can, and what is lost need not be gone through
                total += weight * self._chance(after, left, weights, known)
        return total / sum(weight for _, weight in ways) if ways else total

    def can_win(self, canvas: Canvas, hand: Held) -> bool:
        """Return whether the goal can be reached from a canvas and a hand."""
        return self._chance(canvas, hand, self._even_weights, self._random) > 0

    @property
    def winning(self) -> tuple[Canvas, ...]:
        """The full canvases that reach the goal, in order."""
        found: set[Canvas] = set()
        self._collect(self.last.canvas, self.last.hand, found, set())
        return tuple(sorted(found, key=lambda canvas: canvas.quadrants))

    def _collect(self, canvas: Canvas, hand: Held, found: set[Canvas], seen: set[Canvas]) -> None:
        if canvas in seen or not self.can_win(canvas, hand):
            return
        seen.add(canvas)
        if canvas.is_complete:
            found.add(canvas)
        for place, face in self.moves(canvas, hand) if hand else ():
            self._collect(filled(canvas, place, face), without(hand, face), found, seen)

    @property
    def first_mistake(self) -> int | None:
        """The first step, from 1, at which a legal one loses; None where none does."""
        before: dict[Canvas, Held] = {self.last.canvas: self.last.hand}
        for number in range(1, 1 + len(empty_places(self.last.canvas))):
            after: dict[Canvas, Held] = {}
            for canvas, hand in before.items():
                for place, face in self.moves(canvas, hand):
                    reached, left = filled(canvas, place, face), without(hand, face)
                    if not self.can_win(reached, left):
                        return number
                    after[reached] = left
            before = after
        return None

    @property
    def first_can_lose(self) -> bool:
        """Whether a first placement loses that looks best to the careful player."""
        canvas, hand = self.last.canvas, self.last.hand
        ways = self.careful_weights(canvas, hand)
        most = max((weight for _, weight in ways), default=0)
        return any(
            not self.can_win(filled(canvas, place, face), without(hand, face))
            for (place, face), weight in ways
            if weight == most
        )

    def line(self) -> tuple[Move, ...]:
        """Return placements that win, always the same ones; empty where none do."""
        canvas, hand = self.last.canvas, self.last.hand
        found: list[Move] = []
        while not canvas.is_complete:
            for place, face in self.moves(canvas, hand):
                reached, left = filled(canvas, place, face), without(hand, face)
                if self.can_win(reached, left):
                    found.append((place, face))
                    canvas, hand = reached, left
                    break
            else:
                return ()
        return tuple(found)


def without(hand: Held, face: Card) -> Held:
    """Return a hand without the card that lies as a face."""
    at = hand.index(face.upright)
    return hand[:at] + hand[at + 1 :]
