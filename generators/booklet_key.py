"""The solutions at the back: every step with a sentence, and a column for each version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..render.ink import Ink
from ..render.pages import Heading, Part, Piece, moved, stacked
from ..render.pieces import Run, paragraph, rule
from .booklet_flow import Draft, Flowing, column_width, flowed
from .booklet_order import Sizes, letter
from .booklet_puzzles import level_name
from .booklet_sheets import Sheet

_WIDE = 13.0
"""Sizes of letters a column must be wide for two of them side by side to have sentences."""
_CAPTIONED = 15.0
"""The same for a column of a version to have sentences."""
_NARROW = 8.5
"""The same for a column of a version to stand beside others, with steps alone."""
_SMALLER = 0.92
_LEAST = 5.0
"""Points a letter has at least, however long a solution is."""


def key_pages(versions: Sequence[Sequence[Sheet]], title: str, sizes: Sizes) -> list[Draft]:
    """Return the pages with the solutions of all versions, `title` above the first."""
    head = paragraph([Run(title, "bold")], sizes.width, 1.6 * sizes.text)
    drafts = _one(versions[0], head, sizes) if len(versions) == 1 else _several(versions, head, sizes)
    return [drafts[0]._replace(headings=(Heading("Solutions"),)), *drafts[1:]]


def _one(sheets: Sequence[Sheet], head: Piece, sizes: Sizes) -> list[Draft]:
    columns = 2 if column_width(sizes, 2) >= 2 * _WIDE * sizes.key else 1
    width = column_width(sizes, columns)
    room = sizes.height - head.height - 1.5 * sizes.gap
    pieces = [
        Flowing(f"solution {sheet.number}", piece)
        for sheet in sheets
        for piece in _entry([sheet], [width], True, width, room, sizes)
    ]
    return flowed(pieces, sizes, columns, first_head=head)


def _several(versions: Sequence[Sequence[Sheet]], head: Piece, sizes: Sizes) -> list[Draft]:
    """Return a table for as many versions as have room beside each other, then one for the next."""
    captioned = int(sizes.width / (_CAPTIONED * sizes.key))
    beside = len(versions) if len(versions) <= captioned else int(sizes.width / (_NARROW * sizes.key))
    beside = max(1, min(beside, len(versions)))
    with_captions = beside <= captioned
    drafts: list[Draft] = []
    for first in range(0, len(versions), beside):
        shown = versions[first : first + beside]
        gap = sizes.key
        width = (sizes.width - (len(shown) - 1) * gap) / len(shown)
        names = [f"Version {letter(first + at)}" for at in range(len(shown))]
        above = _columns([[Run(name, "bold")] for name in names], width, gap, sizes.key * 1.15)
        above = stacked([above, rule(sizes.width)], 2.0)
        first_head = stacked([head, above], sizes.gap) if not drafts else above
        room = sizes.height - first_head.height - 1.5 * sizes.gap
        pieces = [
            Flowing(f"solution {row[0].number}", piece)
            for row in zip(*shown, strict=True)
            for piece in _entry(row, [width] * len(shown), with_captions, sizes.width, room, sizes)
        ]
        drafts += flowed(pieces, sizes, head=above, first_head=first_head)
    return drafts


def _columns(texts: Sequence[Sequence[Run]], width: float, gap: float, size: float) -> Piece:
    pieces = [paragraph(text, width, size) for text in texts]
    return _beside(pieces, width, gap)


def _beside(pieces: Sequence[Piece], width: float, gap: float) -> Piece:
    parts: list[Part] = []
    for at, piece in enumerate(pieces):
        parts += moved(piece, at * (width + gap), 0)
    whole = len(pieces) * width + (len(pieces) - 1) * gap
    return Piece(whole, max(piece.height for piece in pieces), tuple(parts))


def _entry(
    row: Sequence[Sheet], widths: Sequence[float], captions: bool, whole: float, room: float, sizes: Sizes
) -> Iterator[Piece]:
    """Yield the solutions of a puzzle, one column for each of its sheets, in pieces no taller than `room`.

    It is one piece, in smaller letters where it is long; only what no page could hold is continued.
    """
    size = sizes.key
    while size >= _LEAST:
        piece = _solved(row, widths[0], captions, whole, size, sizes, 0, None)
        if piece.height <= room:
            yield piece
            return
        size *= _SMALLER
    first, count = 0, max(len(sheet.steps) for sheet in row)
    while first < count:
        last = count
        while (piece := _solved(row, widths[0], captions, whole, _LEAST, sizes, first, last)).height > room:
            last -= 1
            if last == first:
                raise AssertionError("a step is taller than a page")
        yield piece
        first = last


def _solved(
    row: Sequence[Sheet],
    width: float,
    captions: bool,
    whole: float,
    size: float,
    sizes: Sizes,
    first: int,
    last: int | None,
) -> Piece:
    sheet = row[0]
    words = [
        Run(f"{sheet.number}", "bold"),
        Run(
            f"{sheet.title}, {level_name(sheet.puzzle.difficulty.level)}" + (" (continued)" if first else "")
        ),
        Run(sheet.puzzle.id, ink=Ink.FAINT, font="mono"),
    ]
    head = paragraph(words, whole, 1.1 * size)
    columns = [
        stacked(_step(one, at, captions, width, size) for at in range(len(one.steps))[first:last])
        for one in row
    ]
    return stacked([head, _beside(columns, width, sizes.key), rule(whole, 0.4, Ink.GRID)], 2.0)


def _step(sheet: Sheet, at: int, captions: bool, width: float, size: float) -> Piece:
    indent = 1.9 * size
    runs = [Run(sheet.steps[at], "bold")]
    if captions:
        runs.append(Run(sheet.captions[at]))
    text = paragraph(runs, width - indent, size)
    number = paragraph([Run(f"{at + 1}.", ink=Ink.FAINT)], indent, size)
    return Piece(width, text.height, (*number.parts, *moved(text, indent, 0)))
