"""The lines of a board, along which stars and rewards are judged.

The printed board has 14: six rows, six columns and the two long diagonals, since a reward takes
five tiles and one more. Any other set of lines may be named instead.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import cell_name, parse_cell, shown
from .board import check_size

ALL_LONG = "rows_columns_long_diagonals"
"""The default: rows, columns and, on a square board, the two long diagonals."""
SHORT_FOR_STARS = "short_diagonals_for_stars"
"""The same, and all shorter diagonals, down to a single corner cell, where a star asks to go down."""
NO_LINES = "none"
"""No line at all: tiles go down by the dice alone."""
LINE_CHOICES = (ALL_LONG, SHORT_FOR_STARS, NO_LINES)

LINE_FORM = "row 1, column a, diagonal a1-f6 or line a1-b3-c2"

_LINE = re.compile(r"row [1-9]|column [a-z]|diagonal [a-z][1-9]-[a-z][1-9]|line [a-z][1-9](?:-[a-z][1-9])*")
_STARS = "; stars "


class Line(Struct, frozen=True):
    """A set of cells that are judged together, with the name people call it by."""

    name: str
    """Canonical text, such as `row 1`, `column a`, `diagonal a1-f6` or `line a1-b3-c2`."""
    cells: tuple[int, ...]
    """Its cells in reading order."""

    @classmethod
    def parse(cls, text: str, columns: int, rows: int) -> Line:
        """Return the line named `text` on a board of this size. Raises NotationError."""
        if not is_line_name(text):
            raise NotationError(f"{shown(text)} is not a line", expected=LINE_FORM)
        kind, _, which = text.partition(" ")
        if kind == "row":
            if int(which) > rows:
                raise NotationError(f"there is no {text}", expected=f"row 1 to row {rows}")
            return row(int(which) - 1, columns)
        if kind == "column":
            column = ord(which) - ord("a")
            if column >= columns:
                last = chr(ord("a") + columns - 1)
                raise NotationError(f"there is no {text}", expected=f"column a to column {last}")
            return cls(text, tuple(range(column, columns * rows, columns)))
        found = [parse_cell(cell, columns, rows) for cell in which.split("-")]
        line = own_line(found, columns) if kind == "line" else _diagonal(found[0], found[1], columns)
        if line.name != text:
            raise NotationError(f"{shown(text)} is not how the line is written", expected=line.name)
        return line

    @property
    def mask(self) -> int:
        """Its cells as a bit mask."""
        return sum(1 << cell for cell in self.cells)

    def __str__(self) -> str:
        return self.name


class Lines(Struct, frozen=True, cache_hash=True):
    """The lines of a board in their fixed order."""

    claims: tuple[Line, ...]
    """Lines along which tiles are rewarded and stars are wild or free."""
    stars: tuple[Line, ...] = ()
    """Lines that serve only to say whether a star is free."""

    @classmethod
    def parse(cls, text: str, columns: int, rows: int) -> Lines:
        """Return the lines of a board of this size that a choice or a list of lines names.

        A choice is one of LINE_CHOICES; a list has its lines parted by a comma and a blank, and those
        for stars only behind `; stars `. Raises NotationError.
        """
        return _parsed(text, columns, rows)

    @property
    def masks(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cells of its lines as bit masks: of `claims`, and of `stars`."""
        return _masks(self)

    def __str__(self) -> str:
        """Return the list of the lines by name, also where a choice named them."""
        listed = ", ".join(line.name for line in self.claims)
        return (listed or NO_LINES) + (
            _STARS + ", ".join(line.name for line in self.stars) if self.stars else ""
        )


def is_line_name(text: str) -> bool:
    """Return whether a text is written like the name of a line, on whatever board."""
    return _LINE.fullmatch(text) is not None


def is_lines_text(text: str) -> bool:
    """Return whether a text is a choice of lines or written like a list of them, on whatever board."""
    if text in LINE_CHOICES:
        return True
    first, behind, second = text.partition(_STARS)
    names = [] if first == NO_LINES else first.split(", ")
    names += second.split(", ") if behind else []
    return all(is_line_name(name) for name in names)


def row(number: int, columns: int) -> Line:
    """Return a row, counted from 0."""
    return Line(f"row {number + 1}", tuple(range(number * columns, (number + 1) * columns)))


def own_line(cells: Iterable[int], columns: int) -> Line:
    """Return a line of any cells, named after them. Raises NotationError for none or one twice."""
    found = tuple(sorted(cells))
    if not found or len(set(found)) < len(found):
        raise NotationError("a line with a cell twice or none", expected="different cells")
    return Line("line " + "-".join(cell_name(cell, columns) for cell in found), found)


def _diagonal(first: int, last: int, columns: int) -> Line:
    """Return the diagonal between two cells; the upper end is named first."""
    first, last = min(first, last), max(first, last)
    down = last // columns - first // columns
    across = last % columns - first % columns
    name = f"diagonal {cell_name(first, columns)}-{cell_name(last, columns)}"
    if abs(across) != down:
        raise NotationError(f"{name} is not straight", expected="the two ends of a diagonal")
    step = columns + (across > 0) - (across < 0)
    return Line(name, tuple(range(first, last + 1, step)))


@functools.lru_cache(maxsize=64)
def _parsed(text: str, columns: int, rows: int) -> Lines:
    check_size(rows, columns)
    if text == NO_LINES:
        return Lines(())
    if text == ALL_LONG:
        return Lines(_long(columns, rows))
    if text == SHORT_FOR_STARS:
        return Lines(_long(columns, rows), _short(columns, rows))
    first, behind, second = text.partition(_STARS)
    names = [] if first == NO_LINES else first.split(", ")
    claims = tuple(Line.parse(name, columns, rows) for name in names)
    stars = tuple(Line.parse(name, columns, rows) for name in second.split(", ")) if behind else ()
    _refuse_odd(claims, stars)
    return Lines(claims, stars)


@functools.lru_cache(maxsize=64)
def _masks(lines: Lines) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(line.mask for line in lines.claims), tuple(line.mask for line in lines.stars)


def _long(columns: int, rows: int) -> tuple[Line, ...]:
    found = [row(number, columns) for number in range(rows)]
    found += [Line.parse(f"column {chr(ord('a') + c)}", columns, rows) for c in range(columns)]
    if rows == columns:
        found += [
            _diagonal(0, rows * columns - 1, columns),
            _diagonal(columns - 1, columns * (rows - 1), columns),
        ]
    # A line of one cell would clear its tile without any dice.
    return tuple(line for line in found if len(line.cells) > 1)


def _short(columns: int, rows: int) -> tuple[Line, ...]:
    """Return every diagonal that is not a long one: down to the right first, then down to the left."""
    long = {line.cells for line in _long(columns, rows)}
    found = []
    for step in (1, -1):
        for start in range(columns * rows):
            before = start % columns - step
            if start >= columns and 0 <= before < columns:
                continue  # not the upper end
            length = min(
                rows - start // columns, columns - start % columns if step > 0 else start % columns + 1
            )
            found.append(_diagonal(start, start + (length - 1) * (columns + step), columns))
    unique = {line.cells: line for line in reversed(found) if line.cells not in long}
    return tuple(reversed(unique.values()))


def _refuse_odd(claims: tuple[Line, ...], stars: tuple[Line, ...]) -> None:
    seen: dict[tuple[int, ...], str] = {}
    for line in (*claims, *stars):
        if line.cells in seen:
            raise NotationError(f"{line} has the cells of {seen[line.cells]}", expected="every line once")
        seen[line.cells] = line.name
    for line in claims:
        if len(line.cells) < 2:
            raise NotationError(
                f"{line} is a single cell", expected="two cells at least, or a line for stars"
            )
