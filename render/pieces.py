"""Pieces of pages: paragraphs, lines to write on, QR codes. Lengths in points, as in `pages`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .ink import Ink
from .pages import Font, Part, Piece
from .pdf import qr_rows, text_width, writable_as_given
from .shapes import Box, Label, Path, Shape, Weight

LEADING = 1.28
"""From a line of text to the next, in sizes of its letters."""
_ELLIPSIS = "…"
_CODED = 660
"""Letters a code of 97 modules a side holds, with a seventh of it lost."""


class Run(NamedTuple):
    """Words of a paragraph in one hand; a space parts it from the next run."""

    text: str
    weight: Weight = "normal"
    ink: Ink = Ink.TEXT
    font: Font = "sans"


class _Word(NamedTuple):
    text: str
    run: Run


def paragraph(text: str | Sequence[Run], width: float, size: float, indent: float = 0.0) -> Piece:
    """Return a text broken into lines of at most `width`; `indent` moves all lines but the first.

    A word that is wider than a line is broken. Raises NotationError for letters that no font has.
    """
    runs = (Run(text),) if isinstance(text, str) else text
    sans: list[Shape] = []
    mono: list[Shape] = []
    step = LEADING * size
    lines = _lines(runs, width, size, indent)
    widest = 0.0
    for number, line in enumerate(lines):
        x = indent if number else 0.0
        y = (number + 0.5) * step
        for word in line:
            found = mono if word.run.font == "mono" else sans
            found.append(Label(x, y, word.text, size, word.run.ink, "start", word.run.weight))
            x += _width(word, size) + _space(word, size)
        widest = max(widest, x - _space(line[-1], size) if line else 0.0)
    parts = [Part(tuple(sans))] if sans else []
    parts += [Part(tuple(mono), font="mono")] if mono else []
    return Piece(min(widest, width), step * len(lines), tuple(parts))


def _lines(runs: Sequence[Run], width: float, size: float, indent: float) -> list[list[_Word]]:
    """Return the lines of a paragraph, words of one run that follow each other as one."""
    lines: list[list[_Word]] = [[]]
    room = width
    for word in _words(runs, width - indent, size):
        if word.text and lines[-1] and _width(word, size) > room:
            lines.append([])
            room = width - indent
        room -= _width(word, size) + _space(word, size)
        line = lines[-1]
        if line and line[-1].run is word.run:
            line[-1] = word._replace(text=f"{line[-1].text} {word.text}")
        else:
            line.append(word)
    return [line for line in lines if line]


def _words(runs: Sequence[Run], width: float, size: float) -> Iterator[_Word]:
    for run in runs:
        for text in writable_as_given(run.text).split(" "):
            if text:
                yield from _broken(_Word(text, run), width, size)


def _broken(word: _Word, width: float, size: float) -> Iterator[_Word]:
    """Yield the parts of a word that are each no wider than a line."""
    start, room = 0, width
    for at, letter in enumerate(word.text):
        wide = text_width(letter, size, word.run.weight, word.run.font)
        if wide > room and at > start:
            yield word._replace(text=word.text[start:at])
            start, room = at, width
        room -= wide
    yield word._replace(text=word.text[start:])


def _width(word: _Word, size: float) -> float:
    return text_width(word.text, size, word.run.weight, word.run.font)


def _space(word: _Word, size: float) -> float:
    return text_width(" ", size, word.run.weight, word.run.font)


def line_of(text: str, size: float, weight: Weight = "normal", ink: Ink = Ink.TEXT) -> Piece:
    """Return a text in one line, as wide as it is."""
    label = Label(0, LEADING * size / 2, writable_as_given(text), size, ink, "start", weight)
    return Piece(text_width(text, size, weight), LEADING * size, (Part((label,)),))


def shortened(text: str, width: float, size: float, weight: Weight = "normal") -> str:
    """Return as much of a text as a line holds, with three dots where something is left out."""
    if text_width(text, size, weight) <= width:
        return text
    taken = len(text)
    while taken and text_width(text[:taken].rstrip() + _ELLIPSIS, size, weight) > width:
        taken -= 1
    return text[:taken].rstrip() + _ELLIPSIS


def blank(words: str, width: float, size: float) -> Piece:
    """Return a line to write on behind some words."""
    start = text_width(words, size) + 0.4 * size
    height = 1.6 * size
    rule = Path((((start, height - 1), (width, height - 1)),), stroke=Ink.FAINT, stroke_width=0.6)
    return Piece(width, height, (Part((Label(0, height - 1 - 0.36 * size, words, size), rule)),))


def rules(width: float, count: int, step: float) -> Piece:
    """Return lines to write on, one below the other."""
    lines = tuple(((0.0, (n + 1) * step - 1), (width, (n + 1) * step - 1)) for n in range(count))
    if not lines:
        return Piece(0, 0)
    return Piece(width, count * step, (Part((Path(lines, stroke=Ink.GRID, stroke_width=0.6),)),))


def rule(width: float, stroke: float = 0.8, ink: Ink = Ink.EDGE) -> Piece:
    """Return a straight line across."""
    path = Path((((0.0, stroke / 2), (width, stroke / 2)),), stroke=ink, stroke_width=stroke)
    return Piece(width, stroke, (Part((path,)),))


def badge(text: str, size: float) -> Piece:
    """Return a short text, light on a dark ground."""
    height = 1.5 * size
    width = max(height, text_width(text, size, "bold") + size)
    box = Box(0, 0, width, height, 0.25 * size, Ink.TEXT)
    label = Label(width / 2, height / 2, text, size, Ink.PAPER, "middle", "bold")
    return Piece(width, height, (Part((box, label)),))


def qr_code(text: str, module: float, least: float, most: float) -> Piece | None:
    """Return the QR code of a text, its modules `module` wide, or less where it would exceed `most`.

    None where the modules would be narrower than `least`, or the text is too long for a code that a phone
    reads. The paper round it must stay free for four modules. Raises MissingExtra without segno.
    """
    rows = qr_rows(text) if len(text) <= _CODED else ()
    module = min(module, most / max(1, len(rows)))
    if module < least or not rows:
        return None
    side = module * len(rows)
    dark = tuple(
        ((start, y), (stop, y), (stop, y + 1), (start, y + 1))
        for y, row in enumerate(rows)
        for start, stop in _dark(row)
    )
    return Piece(side, side, (Part((Path(dark, fill=Ink.TEXT),), scale=module),))


def _dark(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield where dark modules in a row begin and end."""
    start = None
    for x, module in enumerate([*row, False]):
        if module and start is None:
            start = x
        elif not module and start is not None:
            yield start, x
            start = None
