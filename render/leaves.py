"""Leaves drawn and said: a layout, and a solution as a page of small pictures with a caption each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from ..solvers.leaves.cards import Card, Trait
from ..solvers.leaves.layout import CELLS, CENTRE, SIDE, Layout, Merge, Place, Step, Swap, replay
from .ink import Ink
from .leaves_cards import HEIGHT, WIDTH, Frame, card_figure, place_figure, ring
from .shapes import Arrow, Box, Drawing, Figure, Label, Shape
from .svg import Svg, svg
from .text import text

_GAP = 16.0
_PITCH_X = WIDTH + _GAP
_PITCH_Y = HEIGHT + _GAP

_LEFT = _PITCH_X / 2
"""From the left edge of a board to its cards; the names of the rows stand there. A whole number of
letters in a terminal."""
_TOP = 32.0
"""From the upper edge of a board to its cards; the names of the columns stand there."""
_BOARD_WIDTH = _LEFT + SIDE * _PITCH_X
_BOARD_HEIGHT = _TOP + SIDE * _PITCH_Y
_MARGIN = 16.0

_CAPTION_SIZE = 20.0
_PANEL_HEIGHT = _BOARD_HEIGHT + 2 * _CAPTION_SIZE
"""Of a board with its caption and the space to the next."""
_NOTE_SIZE = 16.0
_NOTE_LINE = 24.0
_NOTE_LETTER = 9.6
"""Width a letter of a note takes at most, on average."""

_STEP_WIDTH = 16
"""Columns kept for the notation of a step before its sentence."""

_LETTERS = ("r red, y yellow, g green", "b bodhi, g ginkgo, m maple")
_COUNTS = "+2: two cards of the first picture lie under this one"


def layout_svg(layout: Layout, hand: Sequence[Card] = ()) -> Svg:
    """Return a layout, and the hand cards below it, as an SVG file."""
    return svg(layout_drawing(layout, hand))


def solution_svg(layout: Layout, steps: Sequence[Step], columns: int = 3) -> Svg:
    """Return a solution as an SVG file: see `solution_drawing`. Raises IllegalAction."""
    return svg(solution_drawing(layout, steps, columns))


def layout_text(
    layout: Layout, hand: Sequence[Card] = (), colour: bool = False, ascii_only: bool = False
) -> str:
    r"""Return a layout for the terminal: at most eight lines, the hand's among them.

    >>> print(layout_text(Layout.parse("1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm"), [Card.parse("3yg")]))
       a   b   c
    1 1rb 2yg 3gm
    2 1ym  .  2gb
    3 3rg 1gg 2rm
    hand 3yg
    """
    return text(layout_drawing(layout, hand), colour=colour, ascii_only=ascii_only)


def steps_text(layout: Layout, steps: Iterable[Step]) -> list[str]:
    r"""Return a line for each step: its notation, then what it does and why it may be done.

    A merge that names no trait is given the first one the two cards share. Raises IllegalAction.

    >>> steps_text(Layout.parse("2yg 3ym .\n. . .\n. . ."), [Merge.parse("a1-b1 colour")])
    ['a1-b1 colour    2 yellow ginkgo onto 3 yellow maple: both yellow']
    """
    return [f"{step!s:<{_STEP_WIDTH}}{_sentence(before, step)}" for before, step in _played(layout, steps)]


def step_sentence(layout: Layout, step: Step) -> str:
    r"""Return what a step does to a layout and why it may be done. Raises IllegalAction.

    >>> step_sentence(Layout.parse("2yg 3ym .\n. . .\n. . ."), Merge.parse("a1-b1"))
    '2 yellow ginkgo onto 3 yellow maple: both yellow'
    """
    (sentence,) = (_sentence(before, named) for before, named in _played(layout, [step]))
    return sentence


def layout_drawing(layout: Layout, hand: Sequence[Card] = (), breezes: int = 0) -> Drawing:
    """Return a layout with the names of its columns and rows; below it the hand cards, and the Breezes."""
    hand_shapes, hand_height = _hand(hand, _BOARD_HEIGHT)
    bottom = _BOARD_HEIGHT + hand_height
    description = rows_in_words(layout)
    if hand:
        description += f" Hand: {cards_in_words(hand)}."
    if breezes:
        told = "1 Breeze" if breezes == 1 else f"{breezes} Breezes"
        hand_shapes.append(Label(8, bottom + 0.6 * _NOTE_LINE, told, 18))
        description += f" {told}."
        bottom += _NOTE_LINE + 8
    return Drawing(
        _BOARD_WIDTH + _MARGIN,
        bottom,
        (*_board(layout, (0,) * CELLS, 0, 0), *hand_shapes),
        "Leaves layout",
        description,
        letter=_PITCH_X / 4,
    )


def solution_drawing(layout: Layout, steps: Sequence[Step], columns: int = 3) -> Drawing:
    """Return a page of small pictures, `columns` of them side by side.

    The first shows the layout, with the swap and the hand card that come before the first merge
    marked in it (a picture for each swap where there are several); each other one shows a step: an
    arrow from the stack that moves to its goal, and on every stack how many of the cards of the
    first picture lie under its top. Raises IllegalAction naming the first step that is not allowed.
    """
    end = replay(layout, steps)
    panels = list(_panels(layout, steps))
    columns = max(1, min(columns, len(panels)))
    shapes: list[Shape] = []
    top = _MARGIN / 2
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        for i, panel in enumerate(row):
            shapes += _panel(panel, i * _BOARD_WIDTH, top)
        top += _PANEL_HEIGHT
    top += _MARGIN / 2
    width = columns * _BOARD_WIDTH + _MARGIN
    notes = [line for note in _notes(end, steps) for line in _wrapped(note, width)]
    shapes += [Label(_MARGIN, top + _NOTE_LINE * i, line, _NOTE_SIZE) for i, line in enumerate(notes)]
    sentences = " ".join(f"{line}." for line in _in_words(layout, steps))
    return Drawing(
        width,
        top + _NOTE_LINE * len(notes),
        tuple(shapes),
        "Leaves solution",
        f"{rows_in_words(layout)} {sentences} {_outcome(end)}",
        letter=_PITCH_X / 8,
    )


class _Panel(NamedTuple):
    """One picture of a solution."""

    layout: Layout
    """The position before the steps, with the hand card where they place one."""
    under: tuple[int, ...]
    """For each cell, how many cards of the first picture lie under its top."""
    steps: tuple[Step, ...]
    caption: str


def _panels(layout: Layout, steps: Sequence[Step]) -> Iterator[_Panel]:
    before_merges = tuple(takewhile(lambda step: not isinstance(step, Merge), steps))
    for part in _setting_up(before_merges):
        words = " · ".join(map(str, part)) or "the layout"
        yield _Panel(_with_hand_card(layout, part), (0,) * CELLS, part, words)
        layout = replay(layout, part)
    under = (0,) * CELLS
    merges = 0
    for before, step in _played(layout, steps[len(before_merges) :]):
        if isinstance(step, Merge):
            merges += 1
            move = Merge(step.source, step.goal)
            yield _Panel(before, under, (step,), f"{merges}. {move} · {_shared(before, step)}")
            under = _heights_after(under, step)
        else:
            yield _Panel(_with_hand_card(before, [step]), under, (step,), str(step))
            under = _heights_swapped(under, step)


def _setting_up(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """Return the steps before the first merge in the parts that are shown together: one swap in each."""
    parts: list[tuple[Step, ...]] = [()]
    for step in steps:
        if isinstance(step, Swap) and any(isinstance(other, Swap) for other in parts[-1]):
            parts.append(())
        parts[-1] += (step,)
    return parts


def _with_hand_card(layout: Layout, steps: Iterable[Step]) -> Layout:
    for step in steps:
        if isinstance(step, Place):
            layout = layout.apply(step)
    return layout


def _wrapped(note: str, width: float) -> list[str]:
    import textwrap  # only a page needs it, and a terminal waits for it

    return textwrap.wrap(note, int((width - 2 * _MARGIN) / _NOTE_LETTER))


def _heights_after(under: tuple[int, ...], merge: Merge) -> tuple[int, ...]:
    heights = list(under)
    heights[merge.goal] += heights[merge.source] + 1
    return tuple(heights)


def _heights_swapped(under: tuple[int, ...], step: Step) -> tuple[int, ...]:
    heights = list(under)
    if isinstance(step, Swap):
        heights[step.first], heights[step.second] = heights[step.second], heights[step.first]
    return tuple(heights)


def _played(layout: Layout, steps: Iterable[Step]) -> Iterator[tuple[Layout, Step]]:
    """Yield each step, its trait named, with the layout before it. Raises IllegalAction."""
    for step in steps:
        after = layout.apply(step)
        yield layout, layout.named([step])[0] if isinstance(step, Merge) else step
        layout = after


def _panel(panel: _Panel, x: float, y: float) -> list[Shape]:
    """Return a picture whose upper left corner lies at (x, y)."""
    rings = [ring(_frame(cell, x, y), panel.under[cell]) for cell in _ringed(panel.steps)]
    marks = [mark for step in panel.steps for mark in _marks(step, x, y)]
    caption = Label(x + _LEFT, y + _BOARD_HEIGHT + 0.6 * _CAPTION_SIZE, panel.caption, _CAPTION_SIZE)
    return [*rings, *_board(panel.layout, panel.under, x, y), *marks, caption]


def _ringed(steps: Iterable[Step]) -> list[int]:
    """Return the cells that steps are about, each once."""
    cells: list[int] = []
    for step in steps:
        match step:
            case Merge():
                cells.append(step.goal)
            case Swap():
                cells += [step.first, step.second]
            case Place():
                cells.append(CENTRE)
    return sorted(set(cells))


def _board(layout: Layout, under: tuple[int, ...], x: float, y: float) -> list[Shape]:
    """Return the names of columns and rows and the nine cells of a board that starts at (x, y)."""
    shapes: list[Shape] = []
    for i in range(SIDE):
        column, row = _frame(i, x, y).middle[0], _frame(SIDE * i, x, y).middle[1]
        shapes.append(Label(column, y + 16, chr(ord("a") + i), 16, Ink.FAINT, "middle"))
        shapes.append(Label(x + _LEFT - 22, row, str(i + 1), 16, Ink.FAINT, "middle"))
    for cell, card in enumerate(layout.cells):
        frame = _frame(cell, x, y)
        shapes.append(place_figure(frame) if card is None else card_figure(card, frame, under[cell]))
    return shapes


def _frame(cell: int, x: float, y: float) -> Frame:
    return Frame(x + _LEFT + _PITCH_X * (cell % SIDE), y + _TOP + _PITCH_Y * (cell // SIDE))


def _hand(hand: Sequence[Card], top: float) -> tuple[list[Shape], float]:
    """Return the hand cards from height `top` on, and the height they take: three in a row, or six small."""
    if not hand:
        return [], 0.0
    scale, beside = (0.75, 3) if len(hand) <= 3 else (0.44, 6)
    left = _LEFT + 28
    step = (_BOARD_WIDTH - left) / beside
    down = HEIGHT * scale + 8
    shapes: list[Shape] = []
    for i, card in enumerate(hand):
        frame = Frame(left + step * (i % beside), top + 8 + down * (i // beside), scale)
        if i == 0:
            shapes.append(Label(8, frame.middle[1], "hand", 18, Ink.FAINT))
        shapes.append(card_figure(card, frame))
    rows = -(-len(hand) // beside)
    return shapes, 8 + down * rows


def _marks(step: Step, x: float, y: float) -> list[Shape]:
    """Return what is painted over a board to show a step."""
    match step:
        case Merge():
            return [_arrow(_frame(step.source, x, y), _frame(step.goal, x, y))]
        case Swap():
            return [_swap_badge(_frame(cell, x, y)) for cell in (step.first, step.second)]
        case Place():
            return [_hand_badge(_frame(CENTRE, x, y))]


def _arrow(source: Frame, goal: Frame) -> Arrow:
    """Return an arrow across the gap between two neighbours."""
    (x1, y1), (x2, y2) = source.middle, goal.middle
    across = WIDTH if y1 == y2 else HEIGHT
    whole = abs(x2 - x1) + abs(y2 - y1)
    start, stop = (across / 2 - 8) / whole, 1 - (across / 2 - 6) / whole
    dx, dy = x2 - x1, y2 - y1
    return Arrow(x1 + start * dx, y1 + start * dy, x1 + stop * dx, y1 + stop * dy, Ink.ACCENT, 8)


def _hand_badge(frame: Frame) -> Figure:
    """Return the mark of a card that comes from the hand, on the lower edge of its frame."""
    x, y = frame.at(WIDTH / 2, HEIGHT + 5)
    box = Box(x - 25, y - 11, 50, 22, 11, Ink.ACCENT, Ink.PAPER, 1.5)
    return Figure((box, Label(x, y, "hand", 16, Ink.ON_ACCENT, "middle", "bold")))


def _swap_badge(frame: Frame) -> Figure:
    """Return the mark of a card that changes places with another, on the lower edge of its frame."""
    x, y = frame.at(WIDTH / 2, HEIGHT + 5)
    box = Box(x - 20, y - 12, 40, 24, 12, Ink.ACCENT, Ink.PAPER, 1.5)
    there = Arrow(x - 12, y - 4.5, x + 12, y - 4.5, Ink.ON_ACCENT, 2.4)
    back = Arrow(x + 12, y + 4.5, x - 12, y + 4.5, Ink.ON_ACCENT, 2.4)
    return Figure((box, there, back))


def _sentence(layout: Layout, step: Step) -> str:
    """Return what a step does to a layout, in words."""
    match step:
        case Merge():
            top, below = layout.cells[step.source], layout.cells[step.goal]
            assert top is not None and below is not None
            return f"{top.words} onto {below.words}: {_shared(layout, step)}"
        case Swap():
            first, second = layout.cells[step.first], layout.cells[step.second]
            assert first is not None and second is not None
            return f"{first.words} and {second.words} change places"
        case Place():
            return f"{step.card.words} from the hand into the centre"


def _shared(layout: Layout, merge: Merge) -> str:
    """Return the trait a merge names as the two cards show it, such as `both yellow`."""
    card = layout.cells[merge.source]
    assert card is not None and merge.trait is not None
    return f"both {_shown(card, merge.trait)}"


def _shown(card: Card, trait: Trait) -> str:
    return {"number": str(card.number), "colour": card.colour, "type": card.type}[trait]


def _in_words(layout: Layout, steps: Iterable[Step]) -> Iterator[str]:
    for before, step in _played(layout, steps):
        yield f"{step}: {_sentence(before, step)}"


def _notes(end: Layout, steps: Sequence[Step]) -> list[str]:
    merged = any(isinstance(step, Merge) for step in steps)
    return [_outcome(end), *_LETTERS, _COUNTS] if merged else [*_LETTERS]


def _outcome(end: Layout) -> str:
    cards = end.cards
    if len(cards) == 1:
        return f"One stack is left, with {cards[0].words} on top."
    return f"{len(cards)} stacks are left."


def rows_in_words(layout: Layout) -> str:
    """Return the cards of a layout row by row, in a sentence each."""
    rows = (layout.cells[start : start + SIDE] for start in range(0, CELLS, SIDE))
    return " ".join(f"Row {n}: {cards_in_words(row)}." for n, row in enumerate(rows, 1))


def cards_in_words(cards: Iterable[Card | None]) -> str:
    """Return cards in words, a comma between two."""
    return ", ".join("empty" if card is None else card.words for card in cards)
