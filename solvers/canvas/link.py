"""The link form of a canvas: all of it in URL-safe letters on one line.

`canvas~` and the rows, parted by `-`: `b`, `r`, `y`, and `.` for an empty quadrant. A link may be the
whole text or stand behind the `#` of an address; it means the same in capitals.
"""

from __future__ import annotations

from ...core.errors import NotationError
from ...core.notation import shown
from .canvas import Canvas

_HEAD = "canvas~"
_STRETCHED = str.maketrans("bry-", "BRY\n")


def canvas_link(canvas: Canvas) -> str:
    """Return the link of a canvas: 116 letters at most."""
    return _HEAD + str(canvas).lower().replace("\n", "-")


def find_link(text: str) -> str | None:
    """Return the link in a text that is one, or an address that ends with one; else None."""
    start = link_start(text)
    return None if start < 0 else text[start:].rstrip().lower()


def link_start(text: str) -> int:
    """Return where the link in a text begins, counted from 0; -1 where there is none.

    Before the `#` stands an address, in which there are no blanks.
    """
    start = text.rfind("#") + 1 or len(text) - len(text.lstrip())
    is_link = text[start : start + len(_HEAD)].lower() == _HEAD
    return start if is_link and len(text[:start].split()) < 2 else -1


def parse_canvas_link(link: str) -> Canvas:
    """Return the canvas of a link. Raises NotationError naming the column of the link."""
    if not link.startswith(_HEAD):
        raise NotationError(
            f"{shown(link)} is not a canvas's link", expected=f"a link beginning with {_HEAD}"
        )
    rows = link[len(_HEAD) :].translate(_STRETCHED)
    try:
        canvas = Canvas.parse(rows)
    except NotationError as error:
        problem = (
            f"the link's row {error.line}: {error.problem}" if error.line else f"the link: {error.problem}"
        )
        raise NotationError(problem, expected=error.expected, column=_column(rows, error)) from None
    right = canvas_link(canvas)
    if right != link:
        different = next((at for at, letter in enumerate(right, 1) if link[at - 1] != letter), len(right) + 1)
        raise NotationError(f"the link {shown(link)}", expected=f"it written as {right}", column=different)
    return canvas


def _column(rows: str, error: NotationError) -> int:
    """Return the column of a link in which an error of its rows is."""
    before = rows.split("\n")[: (error.line or 1) - 1]
    return len(_HEAD) + sum(len(row) + 1 for row in before) + (error.column or 1)
