"""Canvas puzzles as they are drawn on paper: the canvas, the cards to be laid, and the goals in words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import count

from ...core.notation import listed
from ...render.canvas import Picture, canvas_drawing
from ...render.ink import Ink
from ...render.shapes import Box, Drawing, Figure, Label, Shape
from ...solvers.canvas.canvas import EMPTY, LETTERS, Canvas, Card
from .positions import Last, Position, empty_places, place_name, title_of

_QUADRANT = 30.0
_CARD = 2 * _QUADRANT
_GAP = 22.0
_LEFT = 34.0
"""Where the canvas begins too."""
_LINE = 24.0
_SIZE = 15.0
_LETTER = 8.2
"""Width a letter of a line takes at most, on average."""
_LEAST = 400.0
_CORNERS = (("┌", "┐"), ("└", "┘"))
"""What stands for the quadrants of an empty place in a terminal, row by row."""
_INKS = ((Ink.BLUE, Ink.ON_BLUE), (Ink.RED, Ink.ON_RED), (Ink.YELLOW, Ink.ON_YELLOW))


def puzzle_drawing(position: Position) -> Drawing:
    """Return a puzzle as it is drawn."""
    is_last = isinstance(position, Last)
    base = canvas_drawing(position.canvas, Picture(players=2 if is_last else 0))
    width = max(base.width, _LEAST)
    cards = position.hand if isinstance(position, Last) else position.cards
    shapes = _for_a_terminal(base.shapes, position.canvas)
    title = "Your hand" if is_last else "Cards to be laid, either way up"
    shapes.append(Label(_LEFT, base.height + _LINE / 2, title, _SIZE, weight="bold"))
    below = _held(shapes, cards, base.height + 1.2 * _LINE, width)
    lines = _lines(position)
    for line in lines:
        for part in textwrap.wrap(line, int((width - _LEFT) / _LETTER), subsequent_indent="    "):
            shapes.append(Label(_LEFT, below + _LINE / 2, part, _SIZE))
            below += _LINE
    told = f"{title}: {listed(cards)}."
    described = " ".join([base.description, told, *(f"{line}." for line in lines)])
    return Drawing(width, below + _GAP / 2, tuple(shapes), "Canvas puzzle", described, letter=base.letter)


def _for_a_terminal(shapes: Sequence[Shape], canvas: Canvas) -> list[Shape]:
    """Return shapes of a canvas, each quadrant with what stands for it in a terminal."""
    found: list[Shape] = []
    cells = count()
    for shape in shapes:
        if isinstance(shape, Figure) and isinstance(shape.shapes[0], Box):
            box, cell = shape.shapes[0], next(cells)
            middle = (box.x + box.width / 2, box.y + box.height / 2)
            shape = shape._replace(label=Label(*middle, _letter(canvas, cell), anchor="middle"))
        found.append(shape)
    return found


def _letter(canvas: Canvas, cell: int) -> str:
    """Return what stands for a quadrant: the letter of its colour, or a corner of the place that is empty."""
    colour, (row, column) = canvas.quadrants[cell], divmod(cell, canvas.columns)
    return _CORNERS[row % 2][column % 2] if colour == EMPTY else LETTERS[colour]


def _held(shapes: list[Shape], cards: Sequence[Card], top: float, width: float) -> float:
    """Add cards in rows, and return where the last row ends."""
    in_row = max(1, int((width - _LEFT + _GAP) / (_CARD + _GAP)))
    for at, card in enumerate(cards):
        x = _LEFT + at % in_row * (_CARD + _GAP)
        shapes.append(_card(card, x, top + at // in_row * (_CARD + _GAP)))
    return top + -(-len(cards) // in_row) * (_CARD + _GAP)


def _card(card: Card, x: float, y: float) -> Figure:
    parts: list[Shape] = []
    for at, colour in enumerate(card.quadrants):
        left, top = x + at % 2 * _QUADRANT, y + at // 2 * _QUADRANT
        fill, ink = _INKS[colour]
        parts.append(Box(left, top, _QUADRANT, _QUADRANT, fill=fill))
        middle = (left + _QUADRANT / 2, top + _QUADRANT / 2)
        parts.append(Label(*middle, LETTERS[colour], 13, ink, "middle", "bold"))
    parts.append(Box(x, y, _CARD, _CARD, stroke=Ink.EDGE, stroke_width=2))
    return Figure(tuple(parts), f"card {card}", Label(x, y + _QUADRANT, str(card), _SIZE))


def _lines(position: Position) -> list[str]:
    if isinstance(position, Last):
        places = listed(place_name(position.canvas, place) for place in empty_places(position.canvas))
        goals = [f"{title_of(goal)}, {goal.kind.points} points: {goal.sentence}" for goal in position.goals]
        return [f"Places left: {places}", *goals, f"{'AB'[position.pet]} has the Teacher's Pet"]
    return [f"{wanted.title}: {wanted.sentence}" for wanted in position.wanted]
