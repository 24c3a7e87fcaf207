"""The solo challenge of Leaves drawn: three puzzles side by side, and below them the hand and the Breezes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..solvers.leaves.breeze import BREEZES, SoloDeal
from ..solvers.leaves.cards import Card
from ..solvers.leaves.layout import CELLS, SIDE
from .ink import Ink
from .leaves_cards import HEIGHT, WIDTH, Frame, card_figure, place_figure
from .shapes import Drawing, Label, Shape

_GAP = 16.0
PITCH_X = WIDTH + _GAP
PITCH_Y = HEIGHT + _GAP
LETTER = PITCH_X / 4
"""A card and the gap beside it are four letters wide in a terminal."""
LEFT = 2 * LETTER
EDGE = LETTER / 2
"""Middle of what stands left of the cards."""
_TOP = 60.0
"""From the upper edge to the cards; a title and the names of the columns stand there."""
SQUARE = _TOP + SIDE * PITCH_Y
BETWEEN = 4 * LETTER + SIDE * PITCH_X
"""From a square of the solo challenge to the next."""
SMALL = 0.6
LINE = HEIGHT * SMALL + 12
WIDTH_OF_THREE = 2 * BETWEEN + LEFT + SIDE * PITCH_X
HEIGHT_OF_ALL = SQUARE + LINE + 8
BELOW = SQUARE + 8 + HEIGHT * SMALL / 2
"""Middle of the line below the squares."""


def deal_drawing(deal: SoloDeal) -> Drawing:
    """Return a solo challenge as it is dealt: three puzzles, the hand, all Breezes ready."""
    titles = [(f"puzzle {number}", Ink.FAINT) for number in (1, 2, 3)]
    shapes = solo_shapes(titles, [puzzle.cells for puzzle in deal.puzzles], deal.hand, f"{BREEZES} Breezes")
    description = " ".join(_in_words(deal))
    return Drawing(
        WIDTH_OF_THREE, HEIGHT_OF_ALL, tuple(shapes), "Leaves solo challenge", description, letter=LETTER
    )


def solo_shapes(
    titles: Sequence[tuple[str, Ink]],
    boards: Sequence[Sequence[Card | None]],
    hand: Sequence[Card],
    breezes: str,
) -> list[Shape]:
    """Return the squares, each below its title, and the line below them."""
    shapes: list[Shape] = []
    for at, ((title, ink), cells) in enumerate(zip(titles, boards, strict=True)):
        left = BETWEEN * at
        shapes.append(Label(left + LEFT, 16, title, 16, ink))
        shapes += square(cells, left, 0)
    shapes.append(Label(6, BELOW, "hand", 18, Ink.FAINT))
    for i, card in enumerate(hand):
        shapes.append(card_figure(card, Frame((5 + 4 * i) * LETTER, SQUARE + 8, SMALL)))
    if not hand:
        shapes.append(Label(5 * LETTER, BELOW, "-", 18, Ink.FAINT))
    shapes.append(Label(19 * LETTER, BELOW, breezes, 18))
    return shapes


def square(cells: Sequence[Card | None], x: float, y: float) -> list[Shape]:
    """Return the names of columns and rows and the nine cells of a square whose corner is (x, y)."""
    shapes: list[Shape] = []
    for i in range(SIDE):
        column = x + LEFT + PITCH_X * i + WIDTH / 2
        row = y + _TOP + PITCH_Y * i + HEIGHT / 2
        shapes.append(Label(column, y + 44, chr(ord("a") + i), 16, Ink.FAINT, "middle"))
        shapes.append(Label(x + EDGE, row, str(i + 1), 16, Ink.FAINT, "middle"))
    for cell in range(CELLS):
        card = cells[cell]
        frame = Frame(x + LEFT + PITCH_X * (cell % SIDE), y + _TOP + PITCH_Y * (cell // SIDE))
        shapes.append(place_figure(frame) if card is None else card_figure(card, frame))
    return shapes


def _in_words(deal: SoloDeal) -> Iterator[str]:
    from .leaves import cards_in_words, rows_in_words

    for number, puzzle in enumerate(deal.puzzles, 1):
        yield f"Puzzle {number}. {rows_in_words(puzzle)}"
    yield f"Hand: {cards_in_words(deal.hand)}. {BREEZES} Breezes."
