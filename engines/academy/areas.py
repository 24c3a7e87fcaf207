"""The canvas of a position and its scoring areas: what goals and patterns are looked for in.

Where the canvas is not full, it is judged as it lies: an area is the two rows of cards nearest its owner.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from ...solvers.canvas import Canvas, Goal, Pattern, Rules, has_pattern, region
from ...solvers.canvas.regions import SIDES_OF
from .faces import COUNT, FACES

if TYPE_CHECKING:
    from .state import AcademyState


@functools.lru_cache(maxsize=4096)
def canvas_of(cards: tuple[int, ...], side: int) -> Canvas:
    """Return the canvas of some cards in a window `side` cells wide, without empty rows and columns."""
    places = {
        (cell % side, cell // side): FACES[face] for cell, face in (divmod(card, COUNT) for card in cards)
    }
    left, top = min(column for column, _ in places), min(row for _, row in places)
    right, bottom = max(column for column, _ in places), max(row for _, row in places)
    moved = {(column - left, row - top): card for (column, row), card in places.items()}
    return Canvas.of_cards(moved, right - left + 1, bottom - top + 1)


@functools.lru_cache(maxsize=4096)
def areas_of_players(cards: tuple[int, ...], side: int, players: int) -> tuple[Canvas, ...]:
    """Return the scoring area of each player, seen from their seat."""
    canvas = canvas_of(cards, side)
    return tuple(region(canvas, at).grid for at in SIDES_OF[players])


@functools.lru_cache(maxsize=8192)
def value(goal: Goal, grid: Canvas, rules: Rules) -> int:
    """Return what a scoring area is worth for a goal."""
    return goal.value(grid, rules)


@functools.lru_cache(maxsize=8192)
def shows(pattern: Pattern, grid: Canvas, rules: Rules) -> bool:
    """Return whether the pattern of an Inspiration is present in a scoring area."""
    return has_pattern(grid, pattern, rules)


def areas(state: AcademyState) -> tuple[Canvas, ...]:
    """Return the scoring area of each player; empty where no card lies."""
    game = state.game
    return areas_of_players(state.cards, game.plane.side, game.players) if state.cards else ()


def values(state: AcademyState, goal: int) -> list[int]:
    """Return what each player's area is worth for a goal of the game; 0 where no card lies."""
    game = state.game
    found = [value(game.goals[goal], grid, game.rules) for grid in areas(state)]
    return found or [0] * game.players


def presentable(state: AcademyState, player: int) -> tuple[int, ...]:
    """Return the Inspirations of a player whose pattern is present in their area."""
    game, grids = state.game, areas(state)
    return tuple(
        one
        for one in state.sheet.inspirations[player]
        if grids and shows(game.patterns[one], grids[player], game.rules)
    )
