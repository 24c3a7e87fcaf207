r"""Canvases: colour areas, longest paths, patterns, scoring areas and goals.

    >>> from quadrangle.solvers.canvas import Canvas, Goal, areas, longest_path
    >>> canvas = Canvas.parse("BBRY\nYBRR\nBBRY\nBYYY")
    >>> [area.size for area in areas(canvas)]
    [6, 4, 1, 1, 4]
    >>> str(longest_path(canvas).value)
    'B a1 b1 b2 b3 a3 a4'
    >>> Goal.parse("balanced_composition").value(canvas)
    2

Many canvases at once go through `quadrangle.solvers.canvas.batch`, which needs numpy and compiles what
it runs; `to_graph` gives a canvas to networkx.
"""

from __future__ import annotations

from .canvas import (
    BLUE,
    COLOUR_NAMES,
    COLOURS,
    EMPTY,
    LETTERS,
    MOST_SIDE,
    RED,
    YELLOW,
    Canvas,
    Card,
    cells,
)
from .decks import (
    ASSIGNMENTS,
    CANVAS_DECK,
    CANVAS_DECKS,
    CANVAS_SOURCE,
    INSPIRATION_DECKS,
    INSPIRATION_SOURCE,
    INSPIRATIONS,
    INSTRUCTORS,
    left_in_deck,
)
from .goals import (
    ASSIGNMENT_POINTS,
    GOALS,
    INSPIRATION_POINTS,
    INSTRUCTOR_POINTS,
    Goal,
    GoalKind,
    read_goal,
)
from .graph import from_graph, to_graph
from .link import canvas_link, find_link, parse_canvas_link
from .measures import (
    Area,
    areas,
    areas_of,
    areas_of_size,
    balance,
    harmony,
    largest_area,
    longest_run,
    mirror_pairs,
    number_of_areas,
    quadrants,
    two_by_two_blocks,
)
from .paths import ColourPath, longest_length, longest_path, longest_shortest_path
from .patterns import Pattern, has_pattern, placements
from .reading import (
    read_canvas,
    read_canvas_csv,
    read_canvas_json,
    read_canvas_text,
    read_card,
    read_cards,
    read_colour,
)
from .regions import EAST, NORTH, SIDE_NAMES, SOUTH, WEST, Region, region, regions
from .rules import Rules

__all__ = [
    "ASSIGNMENTS",
    "ASSIGNMENT_POINTS",
    "BLUE",
    "CANVAS_DECK",
    "CANVAS_DECKS",
    "CANVAS_SOURCE",
    "COLOURS",
    "COLOUR_NAMES",
    "EAST",
    "EMPTY",
    "GOALS",
    "INSPIRATIONS",
    "INSPIRATION_DECKS",
    "INSPIRATION_POINTS",
    "INSPIRATION_SOURCE",
    "INSTRUCTORS",
    "INSTRUCTOR_POINTS",
    "LETTERS",
    "MOST_SIDE",
    "NORTH",
    "RED",
    "SIDE_NAMES",
    "SOUTH",
    "WEST",
    "YELLOW",
    "Area",
    "Canvas",
    "Card",
    "ColourPath",
    "Goal",
    "GoalKind",
    "Pattern",
    "Region",
    "Rules",
    "areas",
    "areas_of",
    "areas_of_size",
    "balance",
    "canvas_link",
    "cells",
    "find_link",
    "from_graph",
    "harmony",
    "has_pattern",
    "largest_area",
    "left_in_deck",
    "longest_length",
    "longest_path",
    "longest_run",
    "longest_shortest_path",
    "mirror_pairs",
    "number_of_areas",
    "parse_canvas_link",
    "placements",
    "quadrants",
    "read_canvas",
    "read_canvas_csv",
    "read_canvas_json",
    "read_canvas_text",
    "read_card",
    "read_cards",
    "read_colour",
    "read_goal",
    "region",
    "regions",
    "to_graph",
    "two_by_two_blocks",
]
