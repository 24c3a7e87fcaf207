"""A drawing as SVG 1.1: one file that needs no other, the same bytes for the same drawing."""

from __future__ import annotations

from collections.abc import Iterator

from .ink import PAGE_COLOURS, Ink
from .shapes import Arrow, Box, Circle, Drawing, Figure, Label, Outline, Path, Shape, arrow_path

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

PRINTED_WIDTH = 680.0
"""A drawing asks for no more, which is what A4 and letter paper have between their margins."""

_CAPITALS = 0.36
"""Half the height of a capital letter, in sizes of the font."""


class Svg(str):
    """The text of an SVG file; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg(drawing: Drawing) -> Svg:
    """Return a drawing as a whole SVG file, on white paper, that shrinks to the width it is given."""
    scale = min(1.0, PRINTED_WIDTH / drawing.width)
    width, height = number(drawing.width), number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" '
        f'width="{number(scale * drawing.width)}" height="{number(scale * drawing.height)}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONTS}" '
        'style="max-width:100%;height:auto">',
        f"<title>{escaped(drawing.title)}</title>",
        f"<desc>{escaped(drawing.description)}</desc>",
        _box(Box(0, 0, drawing.width, drawing.height, fill=Ink.PAPER)),
    ]
    for shape in drawing.shapes:
        lines.extend(_written(shape))
    return Svg("\n".join([*lines, "</svg>", ""]))


def number(value: float) -> str:
    """Return a length rounded to a hundredth, in the shortest form.

    >>> number(2.0), number(0.125), number(-0.001)
    ('2', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return `text` for the content of an element or an attribute, without what XML cannot hold.

    >>> escaped('a < "b"')
    'a &lt; &quot;b&quot;'
    """
    allowed = "".join(letter if _in_xml(letter) else "\ufffd" for letter in text)
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        allowed = allowed.replace(letter, entity)
    return allowed


def _in_xml(letter: str) -> bool:
    # XML 1.0, production 2; a carriage return would be read back as a line feed.
    return (
        letter in "\t\n" or " " <= letter <= "\ud7ff" or "\ue000" <= letter <= "\ufffd" or letter > "\uffff"
    )


def _written(shape: Shape) -> Iterator[str]:
    match shape:
        case Box():
            yield _box(shape)
        case Circle():
            yield (
                f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"'
                f"{_paint(shape)}/>"
            )
        case Path():
            yield _path(shape)
        case Arrow():
            yield _path(arrow_path(shape))
        case Label():
            yield _label(shape)
        case Figure():
            yield "<g>"
            if shape.name:
                yield f"<title>{escaped(shape.name)}</title>"
            for part in shape.shapes:
                yield from _written(part)
            yield "</g>"


def _box(box: Box) -> str:
    rounded = f' rx="{number(box.radius)}"' if box.radius else ""
    return (
        f'<rect x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" '
        f'height="{number(box.height)}"{rounded}{_paint(box)}/>'
    )


def _path(path: Path) -> str:
    end = "Z" if path.fill else ""
    return f'<path d="{"".join(_strokes(outline) + end for outline in path.outlines)}"{_paint(path)}/>'


def _strokes(outline: Outline) -> str:
    letters = ["M", *("C" if len(stroke) == 6 else "L" for stroke in outline[1:])]
    return "".join(
        letter + " ".join(map(number, stroke)) for letter, stroke in zip(letters, outline, strict=True)
    )


def _label(label: Label) -> str:
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    weight = "" if label.weight == "normal" else f' font-weight="{label.weight}"'
    return (
        f'<text x="{number(label.x)}" y="{number(label.y + _CAPITALS * label.size)}" '
        f'font-size="{number(label.size)}"{anchor}{weight} fill="{PAGE_COLOURS[label.ink]}">'
        f"{escaped(label.text)}</text>"
    )


def _paint(shape: Box | Circle | Path) -> str:
    fill = f' fill="{PAGE_COLOURS[shape.fill]}"' if shape.fill else ' fill="none"'
    if shape.stroke is None:
        return fill
    width = number(shape.stroke_width)
    stroke = f' stroke="{PAGE_COLOURS[shape.stroke]}" stroke-width="{width}" stroke-linejoin="round"'
    if isinstance(shape, Box) and shape.dashed:
        stroke += ' stroke-dasharray="6 4"'
    return fill + stroke
