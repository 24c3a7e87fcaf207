"""One Leaf Card as a figure that reads without colour vision.

The number is a big numeral and as many dots; the colour is a hue, a lightness, a surface (green is
hatched) and a letter; the type is the outline of a leaf and a letter. Letters and numeral
together are the card's canonical text, `3yg`.
"""

from __future__ import annotations

from typing import NamedTuple

from ..solvers.leaves.cards import Card
from .ink import Ink
from .shapes import Box, Circle, Figure, Label, Outline, Path, Shape, placed

WIDTH = 68.0
HEIGHT = 80.0

_RADIUS = 8.0
_LAYER = 3.0
"""How far a card under another one sticks out."""
_MOST_LAYERS = 3
"""How many cards under the top one are seen; the rest are counted only."""

_RING = 4.5
"""Between a card and the ring round it."""

_HATCH_STEP = 9.0
_INSET = 5.0

_INKS = {
    "red": (Ink.RED, Ink.ON_RED),
    "yellow": (Ink.YELLOW, Ink.ON_YELLOW),
    "green": (Ink.GREEN, Ink.ON_GREEN),
}

_BODHI: Outline = (
    (0, -0.66),
    (-0.24, -1.04, -0.96, -0.96, -0.96, -0.3),
    (-0.96, 0.14, -0.28, 0.3, -0.12, 0.52),
    (-0.04, 0.64, -0.02, 0.86, 0, 1.06),
    (0.02, 0.86, 0.04, 0.64, 0.12, 0.52),
    (0.28, 0.3, 0.96, 0.14, 0.96, -0.3),
    (0.96, -0.96, 0.24, -1.04, 0, -0.66),
)
_GINKGO: Outline = (
    (-0.05, 1.0),
    (-0.07, 0.7, -0.06, 0.55, -0.1, 0.4),
    (-0.35, 0.1, -0.7, 0.02, -1.02, 0.04),
    (-1.02, -0.5, -0.62, -0.86, -0.1, -0.84),
    (0, -0.3),
    (0.1, -0.84),
    (0.62, -0.86, 1.02, -0.5, 1.02, 0.04),
    (0.7, 0.02, 0.35, 0.1, 0.1, 0.4),
    (0.07, 0.55, 0.09, 0.7, 0.11, 1.0),
)
_MAPLE_HALF: Outline = (
    (0, -1.02),
    (0.26, -0.42),
    (0.94, -0.62),
    (0.54, -0.04),
    (1.0, 0.3),
    (0.62, 0.34),
    (0.6, 0.62),
    (0.08, 0.4),
    (0.07, 1.0),
)
_MAPLE: Outline = (*_MAPLE_HALF, *((-stroke[0], stroke[1]) for stroke in reversed(_MAPLE_HALF[1:])))

LEAVES: dict[str, Outline] = {"bodhi": _BODHI, "ginkgo": _GINKGO, "maple": _MAPLE}
"""Outline of a leaf of each type, in a square from -1 to 1: a heart with a long tip, a fan with a
notch, five points."""


class Frame(NamedTuple):
    """Where a card lies and how large it is drawn."""

    x: float
    y: float
    scale: float = 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the point of the drawing that lies at (x, y) of the card."""
        return self.x + self.scale * x, self.y + self.scale * y

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the card."""
        return self.at(WIDTH / 2, HEIGHT / 2)


def card_figure(card: Card, frame: Frame, under: int = 0) -> Figure:
    """Return a card whose upper left corner lies at `frame`, on top of `under` others."""
    fill, ink = _INKS[card.colour]
    face = [
        *_layers(frame, under),
        *_surface(card, frame, fill),
        *_number(card, frame, ink),
        Path((placed(LEAVES[card.type], *frame.at(43, 54.5), 20 * frame.scale),), fill=ink),
    ]
    label = Label(frame.x, frame.middle[1], str(card), ink=ink)
    name = card.words
    if under:
        face += _count(frame, under)
        label = Label(label.x, label.y, f"{card}+{under}", ink=ink)
        name += f" on top of {under} more"
    return Figure(tuple(face), name, label)


def place_figure(frame: Frame) -> Figure:
    """Return an empty place for a card."""
    box = Box(
        *frame.at(0, 0),
        WIDTH * frame.scale,
        HEIGHT * frame.scale,
        _RADIUS * frame.scale,
        stroke=Ink.GRID,
        stroke_width=1.2,
        dashed=True,
    )
    return Figure((box,), "empty", Label(*frame.middle, ".", ink=Ink.GRID, anchor="middle"))


def ring(frame: Frame, under: int = 0) -> Figure:
    """Return a bright line round a card on top of `under` others, to be painted before it."""
    side = _RING + _LAYER * min(under, _MOST_LAYERS)
    corner = frame.at(-_RING, -_RING)
    box = Box(*corner, WIDTH + _RING + side, HEIGHT + _RING + side, 12, stroke=Ink.ACCENT, stroke_width=4.5)
    return Figure((box,))


def _layers(frame: Frame, under: int) -> list[Shape]:
    """Return the edges of the cards below, the lowest first."""
    shift = [_LAYER * n for n in range(min(under, _MOST_LAYERS), 0, -1)]
    return [_outline(frame.at(by, by), frame.scale, Ink.UNDER) for by in shift]


def _outline(corner: tuple[float, float], scale: float, fill: Ink) -> Box:
    return Box(*corner, WIDTH * scale, HEIGHT * scale, _RADIUS * scale, fill, Ink.EDGE, 1.2 * scale)


def _surface(card: Card, frame: Frame, fill: Ink) -> list[Shape]:
    surface: list[Shape] = [_outline(frame.at(0, 0), frame.scale, fill)]
    if card.colour == "green":
        lines = tuple(placed(line, *frame.at(0, 0), frame.scale) for line in _hatch())
        surface.append(Path(lines, stroke=Ink.GREEN_HATCH, stroke_width=1.6 * frame.scale))
    return surface


def _hatch() -> list[Outline]:
    """Return slanting lines across a card, a little inside its edge."""
    left, top, right, bottom = _INSET, _INSET, WIDTH - _INSET, HEIGHT - _INSET
    lines: list[Outline] = []
    total = left + top + _HATCH_STEP
    while total < right + bottom:
        upper = min(right, total - top)
        lower = max(left, total - bottom)
        lines.append(((upper, total - upper), (lower, total - lower)))
        total += _HATCH_STEP
    return lines


def _number(card: Card, frame: Frame, ink: Ink) -> list[Shape]:
    """Return the numeral, the letters beside it, and the dots below."""
    numeral, letters = str(card)[0], str(card)[1:]
    line = frame.at(6, 19)
    beside = frame.at(WIDTH - 4.5, 21.5)
    dots = [Circle(*frame.at(12, 44 + 11 * n), 3.4 * frame.scale, fill=ink) for n in range(card.number)]
    return [
        Label(*line, numeral, 32 * frame.scale, ink, weight="bold"),
        Label(*beside, letters, 18 * frame.scale, ink, "end", "bold"),
        *dots,
    ]


def _count(frame: Frame, under: int) -> list[Shape]:
    """Return the mark in the upper right corner that counts the cards below."""
    x, y = frame.at(WIDTH - 4, 1)
    return [
        Box(x - 15, y - 10, 30, 20, 10, Ink.PAPER, Ink.EDGE, 1.4),
        Label(x, y, f"+{under}", 15, Ink.TEXT, "middle", "bold"),
    ]
