"""What comes before the puzzles: a cover that says what is inside, and the rules a person must know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...core.notation import listed
from ...render.ink import Ink
from ...render.pages import Block, Heading, Part, Piece, centred, moved, picture, stacked
from ...render.pieces import Run, badge, blank, line_of, paragraph, rule
from ...render.shapes import Box
from ..puzzle import LEVELS, Level
from .flow import Draft, Flowing, column_width, flowed
from .order import Sizes
from .puzzles import level_name
from .sheets import Sheet

_MEANINGS: dict[Level, str] = {
    "first-steps": "small ones to learn with",
    "junior": "easier than half of all puzzles of their kind",
    "senior": "harder than half",
    "graduate": "harder than four in five",
    "master": "harder than 19 in 20",
}
_PICTURES = 3
"""Drawings on a cover, at most: one of each kind."""
_LEAST_TITLE = 14.0
_TITLE_LINES = 4
_LARGEST = 0.75
"""Points a unit of a drawing on the cover has, at most."""


def cover(sheets: Sequence[Sheet], title: str, version: str, ramp: bool, sizes: Sizes) -> Draft:
    """Return the cover of a booklet: `version` is its letter, empty where there is one only."""
    x, width = sizes.margin, sizes.width
    blocks: list[Block] = []
    y = sizes.margin
    if version:
        mark = badge(f"Version {version}", 1.2 * sizes.text)
        blocks.append(Block("version", x + width - mark.width, y, mark))
    y += 3 * sizes.text
    for name, piece in (
        ("title", _title(title, width, sizes)),
        ("rule", rule(width, 2.0)),
        ("summary", _summary(sheets, ramp, width, sizes)),
        ("contents", _contents(sheets, width, sizes)),
    ):
        blocks.append(Block(name, x, y, piece))
        y += piece.height + 2 * sizes.gap
    small = _small_print(sheets, width, sizes)
    lowest = sizes.paper.height - sizes.margin - small.height
    blocks.append(Block("small print", x, lowest, small))
    names = _names(width, sizes)
    lowest -= names.height + 3 * sizes.gap
    blocks.append(Block("names", x, lowest, names))
    room = lowest - y - 3 * sizes.gap
    drawn = _pictures(sheets, width, room)
    if drawn is not None:
        blocks.append(Block("pictures", x, y + sizes.gap, drawn))
    return Draft(tuple(blocks), (Heading(f"Version {version}" if version else "Cover"),), numbered=False)


def _title(title: str, width: float, sizes: Sizes) -> Piece:
    """Return the title as large as four lines of it can be."""
    size = sizes.title
    while True:
        piece = paragraph([Run(title, "bold")], width, size)
        if size <= _LEAST_TITLE or (
            piece.height <= (_TITLE_LINES + 0.5) * 1.28 * size and _longest_word_fits(title, width, size)
        ):
            return piece
        size *= 0.92


def _longest_word_fits(title: str, width: float, size: float) -> bool:
    return all(line_of(word, size, "bold").width <= width for word in title.split())


def _summary(sheets: Sequence[Sheet], ramp: bool, width: float, sizes: Sizes) -> Piece:
    count = len(sheets)
    kinds = [f"{number} {title}" for title, number in _counts([sheet.title for sheet in sheets]).items()]
    said = f"{count} puzzle{'s'[: count != 1]}"
    said += f": {listed(kinds)}" if len(kinds) > 1 else ""
    said += ", from easy to hard" if ramp and count > 1 else ""
    return paragraph(said, width, 1.35 * sizes.text)


def _counts(names: Sequence[str]) -> Mapping[str, int]:
    return {name: names.count(name) for name in dict.fromkeys(names)}


def _contents(sheets: Sequence[Sheet], width: float, sizes: Sizes) -> Piece:
    """Return a line for each level there is: how many puzzles it has, and what it means."""
    counts = _counts([sheet.puzzle.difficulty.level for sheet in sheets])
    size = sizes.text
    column = 9.0 * size
    rows = []
    for level in LEVELS:
        if level in counts:
            name = line_of(f"{counts[level]}", size, "bold")
            what = paragraph([Run(level_name(level), "bold")], column - 3 * size, size)
            meaning = paragraph([Run(_MEANINGS[level], ink=Ink.FAINT)], width - column - size, size)
            parts = (
                *moved(name, 1.6 * size - name.width, 0),
                *moved(what, 2.6 * size, 0),
                *moved(meaning, column + size, 0),
            )
            rows.append(Piece(width, max(what.height, meaning.height), parts))
    return stacked(rows, 0.25 * size)


def _names(width: float, sizes: Sizes) -> Piece:
    size = sizes.text
    half = (width - 2 * size) / 2
    lower = (*blank("Class", half, size).parts, *moved(blank("Date", half, size), half + 2 * size, 0))
    return stacked([blank("Name", width, size), Piece(width, 1.6 * size, lower)], 0.9 * size)


def _small_print(sheets: Sequence[Sheet], width: float, sizes: Sizes) -> Piece:
    titles = listed(_counts([sheet.title for sheet in sheets]))
    games = (
        "The game and its name belong" if len(set(_titles(sheets))) == 1 else "Games and their names belong"
    )
    text = (
        f"{titles}: an unofficial booklet. {games} to their owners; no printed text or art of theirs "
        "is included. Made with Quadrangle, every solution proved."
    )
    text = " ".join([text, *dict.fromkeys(sheet.note for sheet in sheets if sheet.note)])
    return paragraph([Run(text, ink=Ink.FAINT)], width, sizes.foot_text)


def _titles(sheets: Sequence[Sheet]) -> Iterator[str]:
    return (sheet.title for sheet in sheets)


def _pictures(sheets: Sequence[Sheet], width: float, room: float) -> Piece | None:
    """Return the first drawing of each kind, side by side; None where there is no room for them."""
    first: dict[str, Sheet] = {}
    for sheet in sheets:
        first.setdefault(sheet.title, sheet)
    shown = list(first.values())[:_PICTURES]
    if room < 60 or not shown:
        return None
    each = width / len(shown)
    parts: list[Part] = []
    for number, sheet in enumerate(shown):
        drawing = sheet.drawing
        scale = min(_LARGEST, 0.94 * each / drawing.width, room / drawing.height)
        drawn = centred(picture(drawing, scale), each, drawing.height * scale)
        parts += moved(drawn, number * each, (room - drawn.height) / 2)
    return Piece(width, room, tuple(parts))


def reminders(sheets: Sequence[Sheet], rules: Mapping[str, Sequence[str]], sizes: Sizes) -> list[Draft]:
    """Return the pages that say what must be known: the rules of each kind, then what is printed where.

    `rules` are the sentences of each kind by its title.
    """
    titles = list(dict.fromkeys(_titles(sheets)))
    head = paragraph([Run("What you need to know", "bold")], sizes.width, 1.6 * sizes.text)
    width = column_width(sizes, 1)
    said = [(title, title, rules[title]) for title in titles]
    said.append(("on the pages", "On the pages", _about_pages()))
    pieces = [Flowing(name, _listed(title, lines, width, sizes)) for name, title, lines in said]
    room = sizes.height - head.height - 1.5 * sizes.gap
    if any(piece.piece.height > room for piece in pieces):
        pieces = [one for name, title, lines in said for one in _one_by_one(name, title, lines, width, sizes)]
    drafts = flowed(pieces, sizes, first_head=head)
    return [drafts[0]._replace(headings=(Heading("What you need to know", 1),)), *drafts[1:]]


def _about_pages() -> tuple[str, ...]:
    return (
        'Every puzzle has a solution. "Harder than 80 %" means: so many of all puzzles of its kind are '
        "easier for a player who looks one step ahead.",
        "Columns have letters and rows have numbers, so that a step can be written down: a1 is top left.",
        "The square code and the small letters beside it are the puzzle's link: all of the puzzle, and "
        "nothing of its solution. Every command of Quadrangle that takes a puzzle takes its link.",
    )


def _listed(title: str, sentences: Sequence[str], width: float, sizes: Sizes) -> Piece:
    heading = paragraph([Run(title, "bold")], width, 1.15 * sizes.text)
    return stacked([heading, *(_point(sentence, width, sizes) for sentence in sentences)], 0.35 * sizes.text)


def _one_by_one(
    name: str, title: str, sentences: Sequence[str], width: float, sizes: Sizes
) -> Iterator[Flowing]:
    """Yield what `_listed` puts together, for a page that is too small for all of it."""
    heading = paragraph([Run(title, "bold")], width, 1.15 * sizes.text)
    yield Flowing(name, stacked([heading, _point(sentences[0], width, sizes)], 0.35 * sizes.text))
    for sentence in sentences[1:]:
        yield Flowing(name, _point(sentence, width, sizes))


def _point(sentence: str, width: float, sizes: Sizes) -> Piece:
    """Return a sentence behind a small square."""
    size = sizes.text
    text = paragraph(sentence, width - 1.2 * size, size)
    mark = Part((Box(0.2 * size, 0.5 * size, 0.32 * size, 0.32 * size, fill=Ink.TEXT),))
    return Piece(width, text.height, (mark, *moved(text, 1.2 * size, 0)))
