"""The canvas of a position and its scoring areas: what goals and patterns are looked for in.

Where the canvas is not full, it is judged as it lies: an area is the two rows of cards nearest its owner.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...solvers.canvas import EMPTY, Canvas, Goal, Pattern, Rules, has_pattern, region
from ...solvers.canvas.faces import COUNT, FACES
from ...solvers.canvas.regions import SIDES_OF

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_QUADRANTS = tuple(card.quadrants for card in FACES)


def canvas_of(cards: tuple[int, ...], side: int) -> Canvas:
    """Return the canvas of some cards in a window `side` cells wide, without empty rows and columns."""
    quadrants, columns = _quadrants(cards, side)
    return Canvas(tuple(quadrants), columns)


def _quadrants(cards: tuple[int, ...], side: int) -> tuple[list[int], int]:
    """Return the colours of the canvas in reading order, and how many are in a row."""
    rows = [card // (COUNT * side) for card in cards]
    columns = [card // COUNT % side for card in cards]
    top, left = rows[0], min(columns)  # cards are sorted by their cells
    wide = 2 * (max(columns) - left + 1)
    found = [EMPTY] * (2 * wide * (rows[-1] - top + 1))
    for card, row, column in zip(cards, rows, columns, strict=True):
        at = 2 * wide * (row - top) + 2 * (column - left)
        a, b, c, d = _QUADRANTS[card % COUNT]
        found[at], found[at + 1], found[at + wide], found[at + wide + 1] = a, b, c, d
    return found, wide


@functools.lru_cache(maxsize=256)
def _nearest(rows: int, columns: int, side: int) -> tuple[tuple[int, ...], int]:
    """Return which cells of a canvas the area at a side is made of, and how many are in a row."""
    found = region(Canvas((EMPTY,) * (rows * columns), columns), side)
    return found.cells, found.grid.columns


@functools.lru_cache(maxsize=8)
def _of_full_canvas(
    size: int, players: int
) -> tuple[tuple[Callable[[list[int]], tuple[int, ...]], int], ...]:
    """Return for each player what takes the own area out of the quadrants of a full canvas, and its width.

    They are given card by card in reading order, each card's own quadrants in theirs.
    """
    across = range(2 * size)
    given = [
        4 * (size * (row // 2) + column // 2) + 2 * (row % 2) + column % 2
        for row in across
        for column in across
    ]
    found = []
    for side in SIDES_OF[players]:
        order, wide = _nearest(2 * size, 2 * size, side)
        found.append((operator.itemgetter(*(given[cell] for cell in order)), wide))
    return tuple(found)


@functools.lru_cache(maxsize=512)
def areas_of_players(cards: tuple[int, ...], side: int, players: int) -> tuple[Canvas, ...]:
    """Return the scoring area of each player, seen from their seat, in a window `side` cells wide."""
    size = (side + 1) // 2
    if len(cards) == size * size:
        given = list(itertools.chain.from_iterable([_QUADRANTS[card % COUNT] for card in cards]))
        return tuple(Canvas(take(given), wide) for take, wide in _of_full_canvas(size, players))
    quadrants, columns = _quadrants(cards, side)
    rows = len(quadrants) // columns
    found = []
    for at in SIDES_OF[players]:
        order, wide = _nearest(rows, columns, at)
        found.append(Canvas(tuple([quadrants[cell] for cell in order]), wide))
    return tuple(found)


@functools.lru_cache(maxsize=512)
def _value(goal: Goal, grid: Canvas, rules: Rules) -> int:
    """Return what an area is worth for a goal."""
    return goal.value(grid, rules)


@functools.lru_cache(maxsize=512)
def shows(pattern: Pattern, grid: Canvas, rules: Rules) -> bool:
    """Return whether the pattern of an Inspiration is present in a scoring area."""
    return has_pattern(grid, pattern, rules)


def scoring_areas(state: AcademyState) -> tuple[Canvas, ...]:
    """Return the scoring area of each player; empty where no card lies."""
    game = state.game
    return areas_of_players(state.cards, game.plane.side, game.players) if state.cards else ()


def values(state: AcademyState, goal: int) -> list[int]:
    """Return what each player's area is worth for a goal of the game; 0 where no card lies."""
    return values_of(state.game, scoring_areas(state), goal, _value)


def values_of(
    game: Academy,
    grids: tuple[Canvas, ...],
    goal: int,
    value: Callable[[Goal, Canvas, Rules], int] = Goal.value,
) -> list[int]:
    """Return what the areas of the players are worth for a goal of the game; 0 where there are none.

    `value` finds what an area is worth; one that remembers pays off where areas are asked about again.
    """
    wanted = game.goals[goal]
    if not grids:
        return [0] * game.players
    return [value(wanted, grid, game.rules) for grid in grids]


def presentable(state: AcademyState, player: int) -> tuple[int, ...]:
    """Return the Inspirations of a player whose pattern is present in their area."""
    game, held, grids = state.game, state.sheet.inspirations[player], scoring_areas(state)
    if not held or not grids:
        return ()
    grid, patterns, rules = grids[player], game.patterns, game.rules
    return tuple([one for one in held if shows(patterns[one], grid, rules)])
