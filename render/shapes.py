"""What a drawing is made of: a short list of shapes that every medium can write.

Lengths are in units of about a 96th of an inch, x to the right and y downwards from the top
left corner. Shapes are painted in the order of the list.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from .ink import Ink

_HEAD_WIDTH = 2.5
_HEAD_LENGTH = 2.2
_HALO = 2.0
"""Paper left free round an arrow, so that it stands out from what it crosses."""

Anchor = Literal["start", "middle", "end"]
Weight = Literal["normal", "bold"]

Outline = tuple[tuple[float, ...], ...]
"""A line of pen strokes: a point to start from, then a point (x, y) for each straight stroke and
two control points and an end (x1, y1, x2, y2, x, y) for each curved one."""

FIVE_POINTS: Outline = tuple(
    (far * math.sin(k * math.pi / 5), -far * math.cos(k * math.pi / 5))
    for k, far in enumerate((1.0, 0.42) * 5)
)
"""A five-pointed star of radius 1."""


class Box(NamedTuple):
    """A rectangle, its corners rounded with `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    fill: Ink | None = None
    stroke: Ink | None = None
    stroke_width: float = 1
    dashed: bool = False


class Circle(NamedTuple):
    """A circle round (x, y)."""

    x: float
    y: float
    radius: float
    fill: Ink | None = None
    stroke: Ink | None = None
    stroke_width: float = 1


class Path(NamedTuple):
    """Outlines painted together: closed when they are filled, open otherwise."""

    outlines: tuple[Outline, ...]
    fill: Ink | None = None
    stroke: Ink | None = None
    stroke_width: float = 1


class Arrow(NamedTuple):
    """A straight arrow from (x1, y1) to (x2, y2), its head at the second."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: Ink
    width: float = 6
    """Width of the shaft; the head is as wide as two and a half of it."""


class Label(NamedTuple):
    """One line of text; y is the middle of its capital letters."""

    x: float
    y: float
    text: str
    size: float = 16
    ink: Ink = Ink.TEXT
    anchor: Anchor = "start"
    weight: Weight = "normal"


class Figure(NamedTuple):
    """Shapes that are one thing, with a short text that stands for all of them in a terminal."""

    shapes: tuple[Shape, ...]
    name: str = ""
    """What it is, in words, for who points at it or cannot see it."""
    label: Label | None = None
    """The short text; None where a terminal shows nothing of it."""


Shape = Box | Circle | Path | Arrow | Label | Figure


class Drawing(NamedTuple):
    """A picture, and what it says in words."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    """A few words."""
    description: str
    """All that the picture shows, for who cannot see it."""
    letter: float = 9
    """Width of a letter of a terminal in units: how closely the drawing is packed there."""


def placed(outline: Outline, x: float, y: float, scale: float) -> Outline:
    """Return an outline made larger by `scale` and moved so that its origin lies on (x, y)."""
    return tuple(
        tuple((y if i % 2 else x) + scale * number for i, number in enumerate(stroke)) for stroke in outline
    )


def arrow_path(arrow: Arrow) -> Path:
    """Return an arrow as one outline, the shaft and the head, with some paper left free round it."""
    length = math.hypot(arrow.x2 - arrow.x1, arrow.y2 - arrow.y1) or 1.0
    along = ((arrow.x2 - arrow.x1) / length, (arrow.y2 - arrow.y1) / length)
    head = min(length, _HEAD_LENGTH * arrow.width)
    half, wide = arrow.width / 2, arrow.width * _HEAD_WIDTH / 2
    corners = [(0, half), (length - head, half), (length - head, wide), (length, 0.0)]
    corners += [(far, -side) for far, side in reversed(corners[:-1])]
    outline = tuple(
        (arrow.x1 + far * along[0] - side * along[1], arrow.y1 + far * along[1] + side * along[0])
        for far, side in corners
    )
    return Path((outline,), fill=arrow.ink, stroke=Ink.PAPER, stroke_width=_HALO)
