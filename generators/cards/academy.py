"""The canvas cards, goals, Inspirations and the Teacher's Pet of Abstract Academy."""

from __future__ import annotations

from collections.abc import Iterator

from ...engines.academy.components import AcademyComponents
from ...render.ink import Ink
from ...render.pages import MM, Part, Piece
from ...render.shapes import Box, Label, Path, Shape
from ...solvers.canvas import COLOUR_NAMES, LETTERS, Goal, Pattern
from ...solvers.canvas import Card as Canvas
from ...solvers.canvas.goals import INSPIRATION_POINTS
from .sheets import HEIGHT, HEIGHT_MM, INSET, WIDTH, WIDTH_MM, Card, Sheet, frame, guessed, written

_FILL = (Ink.BLUE, Ink.RED, Ink.YELLOW)
_ON = (Ink.ON_BLUE, Ink.ON_RED, Ink.ON_YELLOW)
_BORDER = 3.5 * MM
_BAND = 15 * MM
_CELL = 7.5 * MM


def sheets(components: AcademyComponents) -> Iterator[Sheet]:
    """Yield the canvas cards, Assignments, Instructors, Inspirations and the Pet."""
    canvas = tuple(
        _canvas(Canvas.parse(entry.card), entry.source == "reconstructed")
        for entry in components.canvas
        for _ in range(entry.count)
    )
    assignments = tuple(_goal(Goal.parse(e.goal), e.source == "reconstructed") for e in components.assignment)
    instructors = tuple(_goal(Goal.parse(e.goal), e.source == "reconstructed") for e in components.instructor)
    inspirations = tuple(
        _inspiration(entry.name, Pattern.parse(entry.pattern), entry.source == "reconstructed")
        for entry in components.inspiration
    )
    for name, cards in (
        ("canvas cards", canvas),
        ("Assignments", assignments),
        ("Instructors", instructors),
        ("Inspirations", inspirations),
        ("Teacher's Pet", (_pet(),) * components.pet.count),
    ):
        if cards:
            yield Sheet(name, WIDTH_MM, HEIGHT_MM, cards)


def _canvas(card: Canvas, reconstructed: bool) -> Card:
    wide, high = (WIDTH - 2 * _BORDER) / 2, (HEIGHT - 2 * _BORDER) / 2
    drawn: list[Shape] = []
    for at, colour in enumerate(card.quadrants):
        x, y = _BORDER + at % 2 * wide, _BORDER + at // 2 * high
        drawn.append(Box(x, y, wide, high, fill=_FILL[colour]))
        drawn.append(Label(x + 13, y + 14, LETTERS[colour], 15, _ON[colour], "middle", "bold"))
    middle, right, bottom = (WIDTH / 2, HEIGHT / 2), WIDTH - _BORDER, HEIGHT - _BORDER
    cross = (((middle[0], _BORDER), (middle[0], bottom)), ((_BORDER, middle[1]), (right, middle[1])))
    drawn.append(Path(cross, stroke=Ink.EDGE, stroke_width=0.5))
    drawn.append(Box(_BORDER, _BORDER, 2 * wide, 2 * high, stroke=Ink.EDGE, stroke_width=1.0))
    parts = (Part(tuple(drawn)), *guessed(reconstructed))
    return Card(str(card), Piece(WIDTH, HEIGHT, parts), reconstructed)


def _goal(goal: Goal, reconstructed: bool) -> Card:
    """Return an Assignment or Instructor: its name, what counts, who wins, its points."""
    kind = goal.kind
    if goal.colour is None:
        band = Box(INSET, INSET, WIDTH - 2 * INSET, _BAND, 6, Ink.UNDER, Ink.EDGE)
        word = Label(WIDTH / 2, INSET + _BAND / 2, "all colours", 12, Ink.TEXT, "middle", "bold")
    else:
        band = Box(INSET, INSET, WIDTH - 2 * INSET, _BAND, 6, _FILL[goal.colour], Ink.EDGE)
        name = f"{LETTERS[goal.colour]} · {COLOUR_NAMES[goal.colour]}"
        word = Label(WIDTH / 2, INSET + _BAND / 2, name, 14, _ON[goal.colour], "middle", "bold")
    title, below = written(kind.title, INSET + _BAND + 5 * MM, 15, "bold")
    sentence = goal.sentence[0].upper() + goal.sentence[1:]
    told, below = written(f"{sentence}.", below + 2.5 * MM, 10.5)
    # What wins where little is good is said by the sentence itself.
    wins, _ = written("The most wins." if kind.most else "", below + 2 * MM, 10.5)
    points = _points(kind.points)
    parts = (Part((frame(), band, word)), title, told, wins, points, *guessed(reconstructed))
    return Card(str(goal), Piece(WIDTH, HEIGHT, parts), reconstructed)


def _points(points: int) -> Part:
    """Return how many points a card is worth, above its lower edge."""
    label = Label(WIDTH / 2, HEIGHT - INSET - 6 * MM, f"{points} points", 13, Ink.TEXT, "middle", "bold")
    return Part((label,))


def _inspiration(name: str, pattern: Pattern, reconstructed: bool) -> Card:
    rows = str(pattern).split("/")
    side = min(_CELL, (WIDTH - 4 * INSET) / len(rows[0]), 38 * MM / len(rows))
    left = (WIDTH - side * len(rows[0])) / 2
    top = 0.47 * HEIGHT - side * len(rows) / 2
    cells = tuple(
        Box(left + x * side, top + y * side, side, side, fill=Ink.DOWN, stroke=Ink.EDGE, stroke_width=1.2)
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter == "X"
    )
    title = Label(WIDTH / 2, INSET + 7 * MM, f"Inspiration {name}", 15, Ink.TEXT, "middle", "bold")
    told, _ = written("In one colour, any of the three, turned in any way.", 0.74 * HEIGHT, 9)
    parts = (Part((frame(), title, *cells)), told, _points(INSPIRATION_POINTS), *guessed(reconstructed))
    return Card(f"Inspiration {name}", Piece(WIDTH, HEIGHT, parts), reconstructed)


def _pet() -> Card:
    title, below = written("Teacher's Pet", 0.22 * HEIGHT, 19, "bold")
    told, below = written("Whoever holds this begins the round.", below + 5 * MM, 11)
    more, _ = written(
        "When the holder ties for a goal, the holder takes the card and gives this one to another of those "
        "who tied.",
        below + 3 * MM,
        11,
    )
    return Card("Teacher's Pet", Piece(WIDTH, HEIGHT, (Part((frame(),)), title, told, more)))
