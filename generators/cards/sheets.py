"""Pieces of a game that are cut out of paper: what the modules of the games and `cards` share."""

from __future__ import annotations

from typing import NamedTuple

from ...render.ink import Ink
from ...render.pages import MM, Part, Piece, moved
from ...render.pieces import Run, line_of, paragraph
from ...render.shapes import Box, Label, Weight

WIDTH_MM, HEIGHT_MM = 63.0, 88.0
"""The usual size of playing cards; what size those in the boxes are is not published."""
WIDTH, HEIGHT = WIDTH_MM * MM, HEIGHT_MM * MM
INSET = 4 * MM
"""Paper left free inside the cut."""
_MARK = 4.5


class Card(NamedTuple):
    """A piece to cut out; its drawing fills the size its sheet has."""

    name: str
    piece: Piece
    reconstructed: bool = False
    """Whether what it shows is a guess."""


class Sheet(NamedTuple):
    """Pieces of one size."""

    name: str
    width_mm: float
    height_mm: float
    cards: tuple[Card, ...]


def guessed(reconstructed: bool) -> tuple[Part, ...]:
    """Return the word that marks what is a guess, at the lower edge of a card; nothing where it is none."""
    if not reconstructed:
        return ()
    word = line_of("reconstructed", _MARK, ink=Ink.FAINT)
    return moved(word, (WIDTH - word.width) / 2, HEIGHT - INSET / 2 - word.height / 2)


def frame() -> Box:
    """Return the line inside the cut that tells front from back."""
    return Box(INSET, INSET, WIDTH - 2 * INSET, HEIGHT - 2 * INSET, 6, stroke=Ink.EDGE, stroke_width=1.0)


def written(text: str, y: float, size: float, weight: Weight = "normal") -> tuple[Part, float]:
    """Return a text in the middle of a card from height `y` on, line by line, and where it ends."""
    piece = paragraph([Run(text, weight)], WIDTH - 4 * INSET, size)
    lines = [shape for part in piece.parts for shape in part.shapes if isinstance(shape, Label)]
    middled = [line._replace(x=WIDTH / 2, y=line.y + y, anchor="middle") for line in lines]
    return Part(tuple(middled)), y + piece.height
