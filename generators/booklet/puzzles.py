"""A puzzle in the place it has on a page: number, level, goal, drawing, lines to write on, link and code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...core.errors import NotationError
from ...render.ink import Ink
from ...render.pages import Part, Piece, centred, moved, picture, stacked
from ...render.pieces import Run, badge, paragraph, qr_code, rules
from ...render.shapes import Box, Drawing, Figure, Label, Shape
from ..words import harder
from .order import Sizes
from .sheets import Sheet

_LARGEST = 1.3
"""Points a unit of a drawing has at most: one and three quarters of its natural size."""
_MODULE = 1.35
"""Points a module of a code has, 0.48 mm, where there is room."""
_LEAST_MODULE = 0.7
"""The same at least, 0.25 mm; a link that needs narrower ones has no code."""
_CODE_PART = 0.4
"""Part of the width of its column that a code may take."""
_BESIDE = 0.38
"""Part of the width that what is written takes where it stands beside the drawing."""
_LINES = 9
"""Lines to write on, at most."""
_CHANGE = 0.08
"""How much larger drawings must be in each further layout to be laid out that way."""
_KEEP = 0.8
"""Part of its size that a drawing keeps where the rules are repeated below it."""


class _Fit(NamedTuple):
    """A way to fill the place: how large the drawing is, and all of it."""

    scale: float
    piece: Piece


class Place(NamedTuple):
    """A rectangle that a puzzle fills on a page."""

    width: float
    height: float


_Layout = Callable[[Sheet, Place, Sizes, Piece], _Fit]
"""Takes a piece, or one without height, that stands below all else but the link where there is room."""
_NOTHING = Piece(0, 0)


def layout_for(sheets: Sequence[Sheet], place: Place, sizes: Sizes) -> int:
    """Return which of the layouts suits all of some puzzles best, so that their pages look alike.

    It is the one in which the drawing that is worst off is nearest to the size it could have.
    """
    scales = [[layout(sheet, place, sizes, _NOTHING).scale for layout in _LAYOUTS] for sheet in sheets]
    worst = [min(row[at] / (max(row) or 1.0) for row in scales) for at in range(len(_LAYOUTS))]
    return max(range(len(_LAYOUTS)), key=lambda at: worst[at] - _CHANGE * at)


def puzzle_piece(
    sheet: Sheet, place: Place, sizes: Sizes, layout: int, reminder: Sequence[str] = ()
) -> Piece:
    """Return a puzzle that fills its place, in the layout of that number where it can be.

    The reminder is repeated below where the drawing stays large with it. Raises NotationError where the
    letters in the drawing would be too small to read.
    """
    best = _LAYOUTS[layout](sheet, place, sizes, _NOTHING)
    if reminder:
        reminded = _LAYOUTS[layout](sheet, place, sizes, _reminder(reminder, place.width, sizes))
        best = reminded if reminded.scale >= _KEEP * best.scale else best
    least = sizes.least / smallest_letter(sheet.drawing)
    if best.scale < least:
        best = max((each(sheet, place, sizes, _NOTHING) for each in _LAYOUTS), key=lambda fit: fit.scale)
    if best.scale < least:
        raise NotationError(
            f"puzzle {sheet.number} ({sheet.puzzle.kind} {sheet.puzzle.id}) is too large for its place on "
            "the page",
            expected=sizes.remedies or "a smaller one",
        )
    return best.piece


def best_scale(sheet: Sheet, place: Place, sizes: Sizes) -> float:
    """Return how large the drawing can be in a place, in points to a unit."""
    return max(layout(sheet, place, sizes, _NOTHING).scale for layout in _LAYOUTS)


def smallest_letter(drawing: Drawing) -> float:
    """Return the size of the smallest letters in a drawing, in its units; 16 where it has none."""
    return min((label.size for label in labels(drawing.shapes)), default=16.0)


def labels(shapes: Iterable[Shape]) -> Iterator[Label]:
    """Yield all labels that are painted."""
    for shape in shapes:
        if isinstance(shape, Label):
            yield shape
        elif isinstance(shape, Figure):
            yield from labels(shape.shapes)


def _scale(drawing: Drawing, width: float, height: float) -> float:
    return max(0.0, min(_LARGEST, width / drawing.width, height / drawing.height))


def _below(sheet: Sheet, place: Place, sizes: Sizes, reminder: Piece) -> _Fit:
    """Return what fills a place from top to bottom, the link and its code last."""
    width = place.width
    top = stacked([_head(sheet, width, sizes), _goal(sheet, width, sizes)], sizes.gap)
    bottom = stacked([reminder, _foot(sheet, width, sizes)], 1.5 * sizes.gap)
    return _between(sheet, place, sizes, top, bottom)


def _cornered(sheet: Sheet, place: Place, sizes: Sizes, reminder: Piece) -> _Fit:
    """Return what fills a place from top to bottom, the code beside the goal, the link last."""
    width = place.width
    code = _code(sheet, width)
    left = width - code.width - 2 * sizes.gap if code.width else width
    said = stacked([_head(sheet, left, sizes), _goal(sheet, left, sizes)], sizes.gap)
    parts = (*said.parts, *moved(code, width - code.width, 0))
    top = Piece(width, max(said.height, code.height), parts)
    link = _link if code.width else _bare_link
    bottom = stacked([reminder, link(sheet, width, sizes)], sizes.gap)
    return _between(sheet, place, sizes, top, bottom)


def _between(sheet: Sheet, place: Place, sizes: Sizes, top: Piece, bottom: Piece) -> _Fit:
    """Return a place with the drawing between two pieces, and lines to write on below it."""
    width, height = place
    gap = sizes.gap
    room = height - top.height - bottom.height - 2.5 * gap
    scale = _scale(sheet.drawing, width, room)
    drawn = centred(picture(sheet.drawing, scale), width, sheet.drawing.height * scale)
    step = 2.0 * sizes.body
    free = room - drawn.height - gap
    lines = rules(width, min(_LINES, max(0, int(free / step))), step)
    # What is still free stands between the drawing and what it belongs to.
    spare = max(0.0, room - drawn.height - (lines.height + gap if lines.height else 0.0)) / 2
    parts = [
        *top.parts,
        *moved(drawn, 0, top.height + gap + spare),
        *moved(lines, 0, height - bottom.height - 1.5 * gap - lines.height),
        *moved(bottom, 0, height - bottom.height),
    ]
    return _Fit(scale, Piece(width, height, tuple(parts)))


def _beside(sheet: Sheet, place: Place, sizes: Sizes, _: Piece) -> _Fit:
    """Return what fills a place with the drawing at the left and the rest at the right."""
    width, height = place
    gap = sizes.gap
    head = _head(sheet, width, sizes)
    top = head.height + gap
    scale = _scale(sheet.drawing, (1 - _BESIDE) * width - 3 * gap, height - top)
    x = sheet.drawing.width * scale + 3 * gap
    column = width - x
    goal, foot = _goal(sheet, column, sizes), _foot(sheet, column, sizes)
    step = 2.0 * sizes.body
    free = height - top - goal.height - foot.height - 2 * gap
    if free < 0:
        return _Fit(0.0, Piece(width, height))
    lines = rules(column, min(_LINES, int(free / step)), step)
    drawn = centred(picture(sheet.drawing, scale), x - 3 * gap, height - top)
    parts = [
        *head.parts,
        *moved(drawn, 0, top),
        *moved(goal, x, top),
        *moved(lines, x, top + goal.height + gap),
        *moved(foot, x, height - foot.height),
    ]
    return _Fit(scale, Piece(width, height, tuple(parts)))


_LAYOUTS: tuple[_Layout, ...] = (_below, _cornered, _beside)


def _head(sheet: Sheet, width: float, sizes: Sizes) -> Piece:
    """Return the number in a badge, and beside it the kind, the level, how hard that is, and what is a guess.

    That is said of every puzzle: a page may be handed out without the others.
    """
    hard = sheet.puzzle.difficulty
    rank = harder(hard.percentile) + ("; reconstructed in part" if sheet.note else "")
    number = badge(str(sheet.number), 1.35 * sizes.body)
    x = number.width + sizes.gap
    said = stacked(
        [
            paragraph([Run(f"{sheet.title}, {level_name(hard.level)}", "bold")], width - x, sizes.body),
            paragraph([Run(rank, ink=Ink.FAINT)], width - x, sizes.small),
        ]
    )
    height = max(number.height, said.height)
    parts = (*number.parts, *moved(said, x, (height - said.height) / 2 if said.height < height else 0))
    return Piece(width, height, parts)


def level_name(level: str) -> str:
    """Return a level as it is printed."""
    return level.replace("-", " ")


def _goal(sheet: Sheet, width: float, sizes: Sizes) -> Piece:
    return paragraph(sheet.goal, width, sizes.body)


def _foot(sheet: Sheet, width: float, sizes: Sizes) -> Piece:
    """Return the link as a text, and as a code at the right of it."""
    code = _code(sheet, width)
    if not code.width:
        return _bare_link(sheet, width, sizes)
    text = _link(sheet, width - code.width - 2 * sizes.gap, sizes)
    height = max(code.height, text.height)
    parts = (*moved(code, width - code.width, height - code.height), *moved(text, 0, height - text.height))
    return Piece(width, height, parts)


def _code(sheet: Sheet, width: float) -> Piece:
    """Return the link as a code; nothing where it would be too fine to be read."""
    return qr_code(sheet.link, _MODULE, _LEAST_MODULE, _CODE_PART * width) or Piece(0, 0)


def _link(sheet: Sheet, width: float, sizes: Sizes) -> Piece:
    return paragraph([Run(sheet.link, ink=Ink.FAINT, font="mono")], width, sizes.link)


def _bare_link(sheet: Sheet, width: float, sizes: Sizes) -> Piece:
    """Return the link, and why there is no code of it."""
    why = paragraph(
        [Run("No square code: the link is too long for one here.", ink=Ink.FAINT)], width, sizes.small
    )
    return stacked([why, _link(sheet, width, sizes)])


def _reminder(sentences: Sequence[str], width: float, sizes: Sizes) -> Piece:
    """Return the rules in a frame."""
    inside = sizes.gap
    text = stacked(
        paragraph([Run("•"), Run(sentence)], width - 2 * inside, sizes.small, 0.6 * sizes.small)
        for sentence in sentences
    )
    height = text.height + 2 * inside
    frame = Part((Box(0, 0, width, height, 4, stroke=Ink.GRID, stroke_width=0.8),))
    return Piece(width, height, (frame, *moved(text, inside, inside)))
