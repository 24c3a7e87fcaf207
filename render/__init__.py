"""A position as a short list of shapes, written as SVG or as text for the terminal.

Positions know nothing of drawing. A game's module makes a `Drawing` of its positions; `svg` and
`text` write any drawing.
"""

from __future__ import annotations

from .ink import PAGE_COLOURS, Ink
from .leaves import layout_drawing, layout_svg, layout_text, solution_drawing, solution_svg, steps_text
from .shapes import Arrow, Box, Circle, Drawing, Figure, Label, Outline, Path, Shape
from .svg import Svg, svg
from .text import text

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
    "layout_drawing",
    "layout_svg",
    "layout_text",
    "solution_drawing",
    "solution_svg",
    "steps_text",
    "svg",
    "text",
]
