"""The Leaf Cards and Breezes of Leaves."""

from __future__ import annotations

from collections.abc import Iterator

from ...engines.leaves.components import LeavesComponents
from ...render.ink import Ink
from ...render.leaves_cards import HEIGHT as DRAWN_HEIGHT
from ...render.leaves_cards import WIDTH as DRAWN_WIDTH
from ...render.leaves_cards import Frame, card_figure
from ...render.pages import MM, Part, Piece
from ...render.shapes import Arrow, Box, Label
from ...solvers.leaves.cards import Card as Leaf
from .sheets import HEIGHT, HEIGHT_MM, INSET, WIDTH, WIDTH_MM, Card, Sheet, frame, guessed, written

_DRAWN = 53 * MM
"""Width of the coloured part of a Leaf Card."""


def sheets(components: LeavesComponents) -> Iterator[Sheet]:
    """Yield the Leaf Cards, then the Breezes."""
    leaves = tuple(_leaf(Leaf.parse(entry.card), entry.source) for entry in components.leaf)
    yield Sheet("Leaf Cards", WIDTH_MM, HEIGHT_MM, leaves)
    breezes = components.breeze
    if breezes.count:
        one = _breeze(breezes.source)
        yield Sheet("Breezes", WIDTH_MM, HEIGHT_MM, (one,) * breezes.count)


def _leaf(card: Leaf, source: str) -> Card:
    scale = _DRAWN / DRAWN_WIDTH
    height = DRAWN_HEIGHT * scale
    left, top = (WIDTH - _DRAWN) / 2, (HEIGHT - height) / 2 - 3 * MM
    words, _ = written(card.words, top + height + 2.2 * MM, 12, "bold")
    reconstructed = source == "reconstructed"
    parts = (Part((card_figure(card, Frame(left, top, scale)),)), words, *guessed(reconstructed))
    return Card(str(card), Piece(WIDTH, HEIGHT, parts), reconstructed)


def _breeze(source: str) -> Card:
    middle, y = WIDTH / 2, 0.36 * HEIGHT
    half, side = 14 * MM, 11 * MM
    title = Label(middle, INSET + 6 * MM, "Breeze", 20, Ink.TEXT, "middle", "bold")
    drawn = []
    for x in (middle - half, middle + half - side):
        drawn.append(Box(x, y - side * 0.59, side, 1.18 * side, 4, Ink.UNDER, Ink.EDGE, 1.2))
    gap = 2 * half - 2 * side
    start, stop = middle - gap / 2 + 2, middle + gap / 2 - 2
    there = Arrow(start, y - 5, stop, y - 5, Ink.ACCENT, 4)
    back = Arrow(stop, y + 5, start, y + 5, Ink.ACCENT, 4)
    said, below = written("Two of the eight cards change places.", 0.56 * HEIGHT, 11)
    more, below = written("Before the centre is filled.", below + 4, 11)
    last, _ = written("Turn this card over once it is used.", below + 6, 8)
    reconstructed = source == "reconstructed"
    parts = (Part((frame(), title, *drawn, there, back)), said, more, last, *guessed(reconstructed))
    return Card("Breeze", Piece(WIDTH, HEIGHT, parts), reconstructed)
