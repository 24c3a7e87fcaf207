"""The link form of a canvas: all of it in URL-safe letters on one line.

`canvas~` and the rows, parted by `-`: `b`, `r`, `y`, and `.` for an empty quadrant. A link may be the
whole text or stand behind the `#` of an address; it means the same in capitals.
"""

from __future__ import annotations

from ...core.errors import NotationError
from ...core.notation import shown
from .canvas import Canvas

_HEAD = "canvas~"


def canvas_link(canvas: Canvas) -> str:
    """Return the link of a canvas: 116 letters at most."""
    return _HEAD + str(canvas).lower().replace("\n", "-")


def find_link(text: str) -> str | None:
    """Return the link in a text that is one, or an address that ends with one; else None."""
    text = text.strip()
    tail = text[text.rfind("#") + 1 :].lower()
    return tail if tail.startswith(_HEAD) else None


def parse_canvas_link(link: str) -> Canvas:
    """Return the canvas of a link. Raises NotationError."""
    if not link.startswith(_HEAD):
        raise NotationError(
            f"{shown(link)} is not a canvas's link", expected=f"a link beginning with {_HEAD}"
        )
    rows = link[len(_HEAD) :]
    try:
        canvas = Canvas.parse(rows.upper().replace("-", "\n"))
    except NotationError as error:
        raise NotationError(
            f"the link's row {error.line}: {error.problem}" if error.line else f"the link: {error.problem}",
            expected=error.expected,
            column=error.column,
        ) from None
    if canvas_link(canvas) != link:
        raise NotationError(f"the link {shown(link)}", expected=f"it written as {canvas_link(canvas)}")
    return canvas
