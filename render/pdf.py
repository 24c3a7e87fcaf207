"""Pages as a PDF of vector shapes and letters, the same bytes for the same pages.

Only the fonts that every reader of PDF has are used, Helvetica and Courier, and no font is embedded: they
have the letters of Western Europe. `writable` says which letters are none of theirs.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from ..core.errors import MissingExtra, NotationError
from ..core.notation import shown
from ..core.work import Progress
from .ink import PAGE_COLOURS, Ink
from .pages import Document, Font, Page, Part
from .shapes import (
    FIVE_POINTS,
    Arrow,
    Box,
    Circle,
    Figure,
    Label,
    Outline,
    Path,
    Shape,
    Weight,
    arrow_path,
    placed,
)

if TYPE_CHECKING:
    from fpdf import FPDF

INSTALL = "pip install 'quadrangle[print]'"
"""The command that adds what paper needs."""

_MANY = 30
"""Pages from which on it is told how far they are."""
_FAMILIES: dict[Font, str] = {"sans": "helvetica", "mono": "courier"}
_CAPITALS = 0.36
"""Half the height of a capital letter, in sizes of the font."""
_CURVE = 0.5523
"""How far the control points of a quarter of a circle lie, in radii."""
_ENCODING = "cp1252"
_STAR = "★"
"""The one symbol of drawings that the fonts do not have: it is drawn."""
_STAR_WIDTH = 0.9
_SPELT = str.maketrans(
    {
        "→": "->",
        "←": "<-",
        "↔": "<->",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "≈": "~",
        "−": "-",
        "‐": "-",
        "‑": "-",
        "☆": _STAR,
    }
)


def pdf(document: Document) -> bytes:
    """Return a document as a PDF. Raises MissingExtra without fpdf2, NotationError for other letters."""
    fpdf = _fpdf()
    from datetime import UTC, datetime
    from importlib.metadata import version

    paper = document.paper
    file = fpdf.FPDF(unit="pt", format=(paper.width, paper.height))
    file.set_auto_page_break(False)
    file.set_margin(0)
    file.core_fonts_encoding = _ENCODING
    file.set_title(document.title)
    file.set_producer(f"quadrangle {version('quadrangle')}")
    # A file says nothing of when it was made, so that it can be made again.
    file.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    count = len(document.pages)
    with Progress("writing pages", count) if count > _MANY else nullcontext() as progress:
        for page in document.pages:
            file.add_page(orientation="landscape" if page.sideways else "portrait")
            _write_page(file, page)
            if progress is not None:
                progress.advance(1)
    return bytes(file.output())


def require() -> None:
    """Raise MissingExtra where paper cannot be written, saying what to install."""
    _fpdf()
    _extra("segno")


@functools.lru_cache(maxsize=256)
def qr_rows(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the QR code of a text, row by row, whether each module is dark; without the quiet zone.

    Raises MissingExtra without segno.
    """
    segno = _extra("segno")
    code = segno.make(text, micro=False, error="m", boost_error=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def writable(text: str) -> str:
    """Return a text as it can be written: one line, a few symbols spelt in letters.

    Raises NotationError naming the first letter that the fonts do not have.

    >>> writable("a  ≤ b")
    'a <= b'
    """
    found = " ".join(unicodedata.normalize("NFC", text).translate(_SPELT).split())
    for letter in found:
        if letter != _STAR and not _has(letter):
            raise NotationError(
                f"{letter!r} in {shown(text)} cannot be printed",
                expected="letters of Western European languages",
            )
    return found


def text_width(text: str, size: float, weight: Weight = "normal", font: Font = "sans") -> float:
    """Return how wide a text is. Raises MissingExtra without fpdf2."""
    return size * sum(_letter_width(letter, weight, font) for letter in writable_as_given(text))


def writable_as_given(text: str) -> str:
    """Return a text with its spaces as they are and its symbols spelt. Raises NotationError as `writable`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(writable(word) if word.strip() else word for word in re.split("( +)", text))


def _has(letter: str) -> bool:
    try:
        return letter.encode(_ENCODING) >= b" " and letter != "\x7f"
    except UnicodeEncodeError:
        return False


@functools.cache
def _letter_width(letter: str, weight: Weight, font: Font) -> float:
    if letter == _STAR:
        return _STAR_WIDTH
    file = _measuring()
    file.set_font(_FAMILIES[font], style=_style(weight), size=1000)
    return float(file.get_string_width(letter)) / 1000


@functools.cache
def _measuring() -> FPDF:
    file: FPDF = _fpdf().FPDF(unit="pt")
    file.core_fonts_encoding = _ENCODING
    return file


def _style(weight: Weight) -> Any:
    return "B" if weight == "bold" else ""


def _fpdf() -> Any:
    return _extra("fpdf")


def _extra(module: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(f"a PDF needs the extra `print` ({error}); it comes with: {INSTALL}") from error


def _write_page(file: FPDF, page: Page) -> None:
    for heading in page.headings:
        file.start_section(writable(heading.text), heading.depth)
    for block in page.blocks:
        for part in block.piece.parts:
            at = part._replace(x=block.x + part.x, y=block.y + part.y)
            for shape in part.shapes:
                _write(file, shape, at)


def _write(file: FPDF, shape: Shape, at: Part) -> None:
    match shape:
        case Box():
            outline = _rounded(shape) if shape.radius else _corners(shape)
            path = Path((outline,), shape.fill, shape.stroke, shape.stroke_width)
            _write_path(file, path, at, closed=True, dashed=shape.dashed)
        case Circle():
            path = Path((_round(shape),), shape.fill, shape.stroke, shape.stroke_width)
            _write_path(file, path, at, closed=True)
        case Path():
            _write_path(file, shape, at, closed=shape.fill is not None)
        case Arrow():
            _write_path(file, arrow_path(shape), at, closed=True)
        case Label():
            _write_label(file, shape, at)
        case Figure():
            for part in shape.shapes:
                _write(file, part, at)


def _write_path(file: FPDF, path: Path, at: Part, *, closed: bool, dashed: bool = False) -> None:
    if path.fill is None and path.stroke is None:
        return
    from fpdf.drawing import PaintedPath

    drawn = PaintedPath()
    drawn.style.fill_color = PAGE_COLOURS[path.fill] if path.fill else None
    drawn.style.stroke_color = PAGE_COLOURS[path.stroke] if path.stroke else None
    drawn.style.stroke_width = path.stroke_width * at.scale
    drawn.style.stroke_join_style = "round"
    drawn.style.auto_close = False
    if dashed:
        drawn.style.stroke_dash_pattern = [6 * at.scale, 4 * at.scale]
    for outline in path.outlines:
        start, *strokes = placed(outline, at.x, at.y, at.scale)
        drawn.move_to(*start)
        for stroke in strokes:
            if len(stroke) == 6:
                drawn.curve_to(*stroke)
            else:
                drawn.line_to(*stroke)
        if closed:
            drawn.close()
    with file.drawing_context() as context:
        context.add_item(drawn, False)  # a copy, which nobody needs, takes as long as all the rest


def _corners(box: Box) -> Outline:
    right, bottom = box.x + box.width, box.y + box.height
    return ((box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom))


def _rounded(box: Box) -> Outline:
    left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
    far = min(box.radius, box.width / 2, box.height / 2)
    near = far * (1 - _CURVE)
    return (
        (left + far, top),
        (right - far, top),
        (right - near, top, right, top + near, right, top + far),
        (right, bottom - far),
        (right, bottom - near, right - near, bottom, right - far, bottom),
        (left + far, bottom),
        (left + near, bottom, left, bottom - near, left, bottom - far),
        (left, top + far),
        (left, top + near, left + near, top, left + far, top),
    )


def _round(circle: Circle) -> Outline:
    x, y, far = circle.x, circle.y, circle.radius
    near = far * _CURVE
    return (
        (x + far, y),
        (x + far, y + near, x + near, y + far, x, y + far),
        (x - near, y + far, x - far, y + near, x - far, y),
        (x - far, y - near, x - near, y - far, x, y - far),
        (x + near, y - far, x + far, y - near, x + far, y),
    )


def _write_label(file: FPDF, label: Label, at: Part) -> None:
    size = label.size * at.scale
    text = writable_as_given(label.text)
    before = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor]
    x = at.x + at.scale * label.x - before * text_width(text, size, label.weight, at.font)
    middle = at.y + at.scale * label.y
    for run in _runs(text):
        if run == _STAR:
            star = placed(FIVE_POINTS, x + _STAR_WIDTH / 2 * size, middle, 0.43 * size)
            _write_path(file, Path((star,), fill=label.ink), Part(()), closed=True)
        else:
            file.set_font(_FAMILIES[at.font], style=_style(label.weight), size=size)
            file.set_text_color(*_rgb(label.ink))
            file.text(x, middle + _CAPITALS * size, run)
        x += text_width(run, size, label.weight, at.font)


def _runs(text: str) -> Iterator[str]:
    """Yield the parts of a text, each star by itself."""
    yield from (run for run in re.split(f"({_STAR})", text) if run)


def _rgb(ink: Ink) -> tuple[int, int, int]:
    code = PAGE_COLOURS[ink]
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)
