"""What a canvas is worth at the end of a round: Inspirations, goals left to right, the Teacher's Pet.

Rules: *End of Round and Scoring*. A player's margin is the own points less those of the best other player.
Whoever holds the Pet and has a choice takes what is best for the own margin.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence

from .canvas import EMPTY, Canvas
from .contest import NOBODY, contest
from .faces import COUNT, FACES
from .goals import INSPIRATION_POINTS
from .patterns import has_pattern
from .position import Position
from .regions import SIDES_OF, region, regions

Vector = tuple[int, ...]
"""A margin for each player."""

Judged = tuple[tuple[int, ...], bool]
"""What an area is worth for each goal, and whether a known Inspiration of its owner lies in it."""


def canvas_of(cards: Sequence[int], side: int) -> Canvas:
    """Return the canvas of some cards of a window `side` cells wide, without empty rows and columns.

    Cards are as in `Position.cards`; there is one at least.
    """
    cells = [card // COUNT for card in cards]
    rows, columns = [cell // side for cell in cells], [cell % side for cell in cells]
    top, left = min(rows), min(columns)
    lying = {
        (column - left, row - top): FACES[card % COUNT]
        for card, row, column in zip(cards, rows, columns, strict=True)
    }
    return Canvas.of_cards(lying, max(columns) - left + 1, max(rows) - top + 1)


class Margins:
    """The margins of all players for canvases at the end of one round, each area judged once."""

    def __init__(self, position: Position) -> None:
        """Take from a position its goals, Inspirations, points, the Pet, and who is about to place.

        Of choices that are worth the same to the holder of the Pet, the worst for who is about to place is
        made.
        """
        self._position = position
        self._goals, self._rules = position.goals, position.rules
        self._asking = position.player
        self._side = position.plane.side
        self._full = position.size * position.size
        self._before = position.points or (0,) * position.players
        self._patterns = position.patterns or ((),) * position.players
        self._areas = [_Area(position.size, side) for side in SIDES_OF[position.players]]
        self._judged: list[dict[tuple[int, ...], Judged]] = [{} for _ in self._areas]
        self._vectors: dict[tuple[Judged, ...], Vector] = {}

    def of(self, cards: tuple[int, ...]) -> Vector:
        """Return each player's margin for the cards on a canvas, sorted as in `Position.cards`."""
        if len(cards) < self._full:
            return self._as_it_lies(cards)
        found = []
        for player, area in enumerate(self._areas):
            key = area.cards(cards)
            judged = self._judged[player].get(key)
            if judged is None:
                judged = self._judged[player][key] = self._judge(player, area.grid(key))
            found.append(judged)
        return self._vector(tuple(found))

    def _as_it_lies(self, cards: tuple[int, ...]) -> Vector:
        """Return the margins for a canvas that nobody can fill."""
        if not cards:
            return self._vector(tuple(((0,) * len(self._goals), False) for _ in self._areas))
        grids = [part.grid for part in regions(canvas_of(cards, self._side), len(self._areas))]
        return self._vector(tuple(self._judge(player, grid) for player, grid in enumerate(grids)))

    def _judge(self, player: int, grid: Canvas) -> Judged:
        shows = any(has_pattern(grid, pattern, self._rules) for pattern in self._patterns[player])
        return tuple(goal.value(grid, self._rules) for goal in self._goals), shows

    def _vector(self, judged: tuple[Judged, ...]) -> Vector:
        found = self._vectors.get(judged)
        if found is None:
            points = tuple(
                before + (INSPIRATION_POINTS if shows else 0)
                for before, (_, shows) in zip(self._before, judged, strict=True)
            )
            values = [one for one, _ in judged]
            found = self._vectors[judged] = self._decided(0, self._position.pet, points, values)
        return found

    def _decided(self, at: int, pet: int, points: Vector, values: list[tuple[int, ...]]) -> Vector:
        """Return the margins after the goals from number `at` on were decided."""
        if at == len(self._goals):
            return margins_of(points)
        goal = self._goals[at]
        found = contest(goal, [one[at] for one in values], pet, self._rules)
        if not found.recipients:
            return self._decided(at + 1, pet, _more(points, found.winner, goal.kind.points), values)
        taken = _more(points, pet, goal.kind.points)
        ends = [self._decided(at + 1, to, taken, values) for to in found.recipients]
        if self._rules.pet_handover == "may_decline":
            ends.append(self._decided(at + 1, pet, points, values))
        return max(ends, key=lambda end: (end[pet], -end[self._asking]))


class _Area:
    """Where a scoring area is found among the cards of a canvas that is full."""

    def __init__(self, size: int, side: int) -> None:
        canvas = Canvas((EMPTY,) * (4 * size * size), 2 * size)
        where = region(canvas, side)
        self._columns = where.grid.columns
        places = []
        for cell in where.cells:
            row, column = divmod(cell, 2 * size)
            places.append((row // 2 * size + column // 2, 2 * (row % 2) + column % 2))
        used = sorted({card for card, _ in places})
        at = {card: number for number, card in enumerate(used)}
        self._order = [4 * at[card] + quadrant for card, quadrant in places]
        self.cards = operator.itemgetter(*used) if len(used) > 1 else operator.itemgetter(slice(0, 1))
        """Takes the cards of the area out of those of the canvas."""

    def grid(self, cards: tuple[int, ...]) -> Canvas:
        """Return the area that some cards make, as its owner sees it."""
        given = [colour for card in cards for colour in FACES[card % COUNT].quadrants]
        return Canvas(tuple([given[at] for at in self._order]), self._columns)


def margins_of(points: Sequence[int]) -> Vector:
    """Return each player's points less those of the best other player."""
    highest, *others = sorted(points, reverse=True)
    return tuple(one - (highest if one != highest else others[0]) for one in points)


def _more(points: Vector, player: int, gain: int) -> Vector:
    if player == NOBODY:
        return points
    return (*points[:player], points[player] + gain, *points[player + 1 :])
