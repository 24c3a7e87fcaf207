"""A position as a short list of shapes, written as SVG, as text for the terminal, or on the pages of a PDF.

Positions know nothing of drawing. A game's module makes a `Drawing` of its positions; `svg` and
`text` write any drawing, and `pdf.pdf` writes pages with drawings on them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .ink import PAGE_COLOURS, Ink
from .shapes import Arrow, Box, Circle, Drawing, Figure, Label, Outline, Path, Shape
from .svg import Svg, svg
from .text import text

if TYPE_CHECKING:
    from .campus import board_drawing, board_svg, board_text, move_drawing, move_svg
    from .canvas import canvas_drawing, canvas_svg, canvas_text
    from .leaves import layout_drawing, layout_svg, layout_text, solution_drawing, solution_svg, steps_text

__all__ = [
    "PAGE_COLOURS",
    "Arrow",
    "Box",
    "Circle",
    "Drawing",
    "Figure",
    "Ink",
    "Label",
    "Outline",
    "Path",
    "Shape",
    "Svg",
    "board_drawing",
    "board_svg",
    "board_text",
    "canvas_drawing",
    "canvas_svg",
    "canvas_text",
    "layout_drawing",
    "layout_svg",
    "layout_text",
    "move_drawing",
    "move_svg",
    "solution_drawing",
    "solution_svg",
    "steps_text",
    "svg",
    "text",
]

_GAMES = {
    "campus": ("board_drawing", "board_svg", "board_text", "move_drawing", "move_svg"),
    "canvas": ("canvas_drawing", "canvas_svg", "canvas_text"),
    "leaves": (
        "layout_drawing",
        "layout_svg",
        "layout_text",
        "solution_drawing",
        "solution_svg",
        "steps_text",
    ),
}


def __getattr__(name: str) -> Any:
    """Return what draws a game; a question about one game waits for no other."""
    for game, names in _GAMES.items():
        if name in names:
            return getattr(importlib.import_module(f".{game}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
