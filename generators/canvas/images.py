"""The images of canvas puzzles: those that are the same but for the names of colours and mirror images."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...solvers.canvas.canvas import COLOURS, EMPTY, Canvas, Card
from ...solvers.canvas.goals import Goal
from .positions import Build, Last, Position, Wanted

_NAMINGS = tuple(itertools.permutations(COLOURS))
_PLAIN, _MIRRORED, _TURNED, _FLIPPED = range(4)
"""As it lies; left and right exchanged; turned round; upper and lower exchanged."""


def images(position: Position) -> tuple[Position, ...]:
    """Return the different puzzles that are the same but for the names of colours and mirror images.

    The first is the puzzle itself. A round in which the south leads has no other mirror image than that
    in which left and right are exchanged; a scoring area may be turned round too.
    """
    ways = (_PLAIN, _MIRRORED) if isinstance(position, Last) else (_PLAIN, _MIRRORED, _TURNED, _FLIPPED)
    found: dict[Position, None] = {}
    for way, names in itertools.product(ways, _NAMINGS):
        image = (
            _last_image(position, way, names)
            if isinstance(position, Last)
            else _build_image(position, way, names)
        )
        found[image] = None
    return tuple(found)


def canonical(position: Position) -> str:
    """Return the same text for all images of a puzzle, and another for any other puzzle."""
    return min(map(str, images(position)))


def _last_image(last: Last, way: int, names: Sequence[int]) -> Last:
    goals = tuple(_renamed(goal, names) for goal in last.goals)
    return Last(_laid(last.canvas, way, names), _held(last.hand, way, names), goals, last.pet, last.lead)


def _build_image(build: Build, way: int, names: Sequence[int]) -> Build:
    wanted = (Wanted(_renamed(one.goal, names), one.threshold) for one in build.wanted)
    return Build(_laid(build.canvas, way, names), _held(build.cards, way, names), tuple(sorted(wanted)))


def _renamed(goal: Goal, names: Sequence[int]) -> Goal:
    return goal if goal.colour is None else Goal(goal.name, names[goal.colour], goal.size)


def _laid(canvas: Canvas, way: int, names: Sequence[int]) -> Canvas:
    if way in (_MIRRORED, _FLIPPED):
        canvas = canvas.mirrored()
    if way in (_TURNED, _FLIPPED):
        canvas = canvas.turned(2)
    by_colour = (*names, EMPTY)  # as an index EMPTY is the last one
    return Canvas(tuple(by_colour[colour] for colour in canvas.quadrants), canvas.columns)


def _held(cards: Sequence[Card], way: int, names: Sequence[int]) -> tuple[Card, ...]:
    return tuple(sorted(_image(card, way, names).upright for card in cards))


def _image(card: Card, way: int, names: Sequence[int]) -> Card:
    a, b, c, d = (names[colour] for colour in card.quadrants)
    return Card((b, a, d, c)) if way in (_MIRRORED, _FLIPPED) else Card((a, b, c, d))
