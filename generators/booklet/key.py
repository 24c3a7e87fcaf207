"""The solutions at the back: every step with a sentence, and a column for each version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...render.ink import Ink
from ...render.pages import Heading, Part, Piece, moved, stacked
from ...render.pdf import text_width
from ...render.pieces import Run, paragraph, rule
from .flow import Draft, Flowing, column_width, flowed
from .order import Sizes, letter
from .puzzles import level_name
from .sheets import Sheet

_WIDE = 13.0
"""Sizes of letters a column must be wide for two of them side by side to have sentences."""
_CAPTIONED = 15.0
"""The same for a column of a version to have sentences."""
_LONGEST = 15.0
"""Sizes of letters of a step in a column of steps alone, at most; a longer one is broken."""
_INDENT = 1.9
"""Sizes of letters from the number of a step to the step."""
_SMALLER = 0.92
_GAP = 2.0
_RULE = 0.4


def key_pages(versions: Sequence[Sequence[Sheet]], title: str, sizes: Sizes) -> list[Draft]:
    """Return the pages with the solutions of all versions, `title` above the first."""
    head = paragraph([Run(title, "bold")], sizes.width, 1.6 * sizes.text)
    drafts = _one(versions[0], head, sizes) if len(versions) == 1 else _several(versions, head, sizes)
    return [drafts[0]._replace(headings=(Heading("Solutions"),)), *drafts[1:]]


class _Table(NamedTuple):
    """Where solutions of one puzzle stand beside each other."""

    columns: int
    width: float
    """Of a column."""
    gap: float
    room: float
    """Height that none may exceed."""
    captioned: bool
    """Whether there is room for a sentence behind each step."""

    @property
    def whole(self) -> float:
        """Width of all columns."""
        return self.columns * self.width + (self.columns - 1) * self.gap


def _one(sheets: Sequence[Sheet], head: Piece, sizes: Sizes) -> list[Draft]:
    columns = 2 if column_width(sizes, 2) >= 2 * _WIDE * sizes.key else 1
    room = sizes.height - head.height - 1.5 * sizes.gap
    table = _Table(1, column_width(sizes, columns), 0.0, room, True)
    pieces = [
        Flowing(f"solution {sheet.number}", piece)
        for sheet in sheets
        for piece in _entry([sheet], table, sizes)
    ]
    return flowed(pieces, sizes, columns, first_head=head)


def _several(versions: Sequence[Sequence[Sheet]], head: Piece, sizes: Sizes) -> list[Draft]:
    """Return a table for as many versions as have room beside each other, then one for the next."""
    gap = sizes.key
    captioned = len(versions) <= int(sizes.width / (_CAPTIONED * sizes.key))
    beside = len(versions) if captioned else _most_beside(versions, sizes)
    drafts: list[Draft] = []
    for first in range(0, len(versions), beside):
        shown = versions[first : first + beside]
        width = (sizes.width - (len(shown) - 1) * gap) / len(shown)
        names = (f"Version {letter(first + at)}" for at in range(len(shown)))
        above = _beside(
            [paragraph([Run(name, "bold")], width, 1.15 * sizes.key) for name in names], width, gap
        )
        above = stacked([above, rule(sizes.width)], 2.0)
        first_head = stacked([head, above], sizes.gap) if not drafts else above
        room = sizes.height - first_head.height - 1.5 * sizes.gap
        table = _Table(len(shown), width, gap, room, captioned)
        pieces = [
            Flowing(f"solution {row[0].number}", piece)
            for row in zip(*shown, strict=True)
            for piece in _entry(row, table, sizes)
        ]
        drafts += flowed(pieces, sizes, head=above, first_head=first_head)
    return drafts


def _most_beside(versions: Sequence[Sequence[Sheet]], sizes: Sizes) -> int:
    """Return how many columns stand beside each other, in tables of much the same width.

    The longest step has room in one line.
    """
    longest = max(
        text_width(step, sizes.key, "bold") for sheets in versions for sheet in sheets for step in sheet.steps
    )
    column = min(longest, _LONGEST * sizes.key) + _INDENT * sizes.key
    most = max(1, int((sizes.width + sizes.key) / (column + sizes.key)))
    tables = -(-len(versions) // most)
    return -(-len(versions) // tables)


def _beside(pieces: Sequence[Piece], width: float, gap: float) -> Piece:
    parts: list[Part] = []
    for at, piece in enumerate(pieces):
        parts += moved(piece, at * (width + gap), 0)
    whole = len(pieces) * width + (len(pieces) - 1) * gap
    return Piece(whole, max(piece.height for piece in pieces), tuple(parts))


def _entry(row: Sequence[Sheet], table: _Table, sizes: Sizes) -> Iterator[Piece]:
    """Yield the solutions of a puzzle, one column for each of its sheets, in pieces that fit on a page.

    It is one piece, in smaller letters where it is long; only what no page could hold is continued.
    """
    size = sizes.key
    while True:
        lines = _Lines(row, table, size)
        if lines.height(0, lines.count) <= table.room:
            yield lines.piece(0, lines.count)
            return
        if size * _SMALLER < sizes.key_least:
            break
        size *= _SMALLER
    while any(lines.height(at, at + 1) > table.room for at in range(lines.count)):
        size *= _SMALLER  # a sentence of thousands of letters
        lines = _Lines(row, table, size)
    first = 0
    for last in range(1, lines.count + 1):
        if last == lines.count or lines.height(first, last + 1) > table.room:
            yield lines.piece(first, last)
            first = last


class _Lines:
    """The solutions of a puzzle step by step, each step a piece, in letters of one size."""

    def __init__(self, row: Sequence[Sheet], table: _Table, size: float) -> None:
        self._row = row
        self._table = table
        self._size = size
        self._steps = [[_step(sheet, at, table, size) for at in range(len(sheet.steps))] for sheet in row]
        self.count = max(len(steps) for steps in self._steps)

    def height(self, first: int, last: int) -> float:
        """Return how high the piece with these steps is."""
        columns = (sum(piece.height for piece in steps[first:last]) for steps in self._steps)
        return self._head(first).height + _GAP + max(columns) + _GAP + _RULE

    def piece(self, first: int, last: int) -> Piece:
        """Return some of the steps of all sheets below the number of the puzzle."""
        columns = [stacked(steps[first:last]) for steps in self._steps]
        beside = _beside(columns, self._table.width, self._table.gap)
        return stacked([self._head(first), beside, rule(self._table.whole, _RULE, Ink.GRID)], _GAP)

    def _head(self, first: int) -> Piece:
        sheet = self._row[0]
        what = f"{sheet.title}, {level_name(sheet.puzzle.difficulty.level)}"
        words = [
            Run(f"{sheet.number}", "bold"),
            Run(f"{what} (continued)" if first else what),
            Run(sheet.puzzle.id, ink=Ink.FAINT, font="mono"),
        ]
        return paragraph(words, self._table.whole, 1.1 * self._size)


def _step(sheet: Sheet, at: int, table: _Table, size: float) -> Piece:
    indent = (_INDENT if len(sheet.steps) < 100 else _INDENT + 0.6) * size
    runs = [Run(sheet.steps[at], "bold")]
    if table.captioned:
        runs.append(Run(sheet.captions[at]))
    text = paragraph(runs, table.width - indent, size)
    number = paragraph([Run(f"{at + 1}.", ink=Ink.FAINT)], indent, size)
    return Piece(table.width, text.height, (*number.parts, *moved(text, indent, 0)))
