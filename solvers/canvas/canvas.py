"""Canvases: grids of quadrants in three colours, and the cards they are laid from.

Rules: *Colour Areas* of the rulebook. A canvas card has two rows of two quadrants, so a canvas has
an even number of rows and of columns. A quadrant may be empty: a canvas may be in progress.
"""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterator, Mapping

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import cell_name, shown

BLUE, RED, YELLOW = 0, 1, 2
COLOURS = (BLUE, RED, YELLOW)
EMPTY = -1
"""Stands among the colours of quadrants for one without a card."""
LETTERS = "BRY"
COLOUR_NAMES = ("blue", "red", "yellow")
EMPTY_LETTER = "."
MOST_SIDE = 10
"""Quadrants along a side of the largest canvas, five cards."""

COLOUR_FORM = "B, R or Y"
QUADRANT_FORM = "B, R or Y for blue, red or yellow, or . where no card lies"
CARD_FORM = "two rows of two colours such as BR/YB"
_CODES = {letter: colour for colour, letter in enumerate(LETTERS)} | {EMPTY_LETTER: EMPTY}
_COLOURS_OR_NONE = frozenset(_CODES.values())
_DIGITS = tuple(bytes(49 if byte == colour else 48 for byte in range(256)) for colour in COLOURS)
"""For each colour the binary digits into which its number and all other bytes are translated."""


class Card(Struct, frozen=True, order=True, cache_hash=True):
    """A canvas card as it lies: four quadrants, the top row first.

    >>> card = Card.parse("BR/YY")
    >>> str(card.turned()), str(card.turned(2)), len(card.turns())
    ('YB/YR', 'YY/RB', 4)
    """

    quadrants: tuple[int, int, int, int]

    def __post_init__(self) -> None:
        if len(self.quadrants) != 4 or not all(colour in COLOURS for colour in self.quadrants):
            raise NotationError(f"the quadrants {self.quadrants}", expected="four colours from 0 to 2")

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written canonically: `BR/YB`, top row first. Raises NotationError."""
        if len(text) != 5 or text[2] != "/":
            raise NotationError(f"{shown(text)} is not a card", expected=CARD_FORM)
        quadrants = []
        for column, letter in enumerate(text, 1):
            if column != 3:
                quadrants.append(colour_of(letter, column=column))
        return cls((quadrants[0], quadrants[1], quadrants[2], quadrants[3]))

    def __str__(self) -> str:
        top_left, top_right, low_left, low_right = (LETTERS[colour] for colour in self.quadrants)
        return f"{top_left}{top_right}/{low_left}{low_right}"

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def turned(self, quarters: int = 1) -> Card:
        """Return the card turned clockwise by so many quarters."""
        a, b, c, d = self.quadrants
        return Card(((a, b, c, d), (c, a, d, b), (d, c, b, a), (b, d, a, c))[quarters % 4])

    def turns(self) -> tuple[Card, ...]:
        """Return the different cards among its four turns, in the order in which they come up."""
        return tuple(dict.fromkeys(self.turned(quarters) for quarters in range(4)))

    def half_turns(self) -> tuple[Card, ...]:
        """Return the card and, where it looks another, the card turned by a half."""
        return tuple(dict.fromkeys((self, self.turned(2))))

    @property
    def upright(self) -> Card:
        """The first in order of the two ways in which the card keeps portrait or landscape.

        Two cards of a deck are the same card when their `upright` is.
        """
        return min(self, self.turned(2))


class Canvas(Struct, frozen=True, cache_hash=True):
    r"""A grid of quadrants, as it lies before the player in the south.

    >>> canvas = Canvas.parse("BRYY\nBBY.")
    >>> canvas.rows, canvas.columns, canvas.is_complete, canvas.name(6)
    (2, 4, False, 'c2')
    """

    quadrants: tuple[int, ...]
    """The colour of each quadrant in reading order; EMPTY where no card lies."""
    columns: int
    """Quadrants in a row."""

    def __post_init__(self) -> None:
        cells = len(self.quadrants)
        if self.columns < 1 or cells < 1 or cells % self.columns:
            raise NotationError(
                f"{cells} quadrants in rows of {self.columns}",
                expected="rows of the same length, two at least",
            )
        check_size(self.rows, self.columns)
        if not _COLOURS_OR_NONE.issuperset(self.quadrants):
            cell = next(at for at, colour in enumerate(self.quadrants) if colour not in _COLOURS_OR_NONE)
            raise NotationError(
                f"the colour {self.quadrants[cell]} on {cell_name(cell, self.columns)}",
                expected="0, 1 or 2, or -1 for none",
            )

    @classmethod
    def parse(cls, text: str) -> Canvas:
        """Return the canvas written canonically: a line a row, a letter a quadrant.

        Raises NotationError naming the line and column.
        """
        rows = text.removesuffix("\n").split("\n")
        quadrants: list[int] = []
        for line, row in enumerate(rows, 1):
            check_row(len(row), len(rows[0]), line)
            quadrants += [quadrant_of(letter, line, column) for column, letter in enumerate(row, 1)]
        check_even_rows(len(rows), min(len(rows), MOST_SIDE + 1), 1)
        return cls(tuple(quadrants), len(rows[0]))

    @classmethod
    def of_cards(cls, cards: Mapping[tuple[int, int], Card], columns: int, rows: int) -> Canvas:
        """Return the canvas of cards by (column, row), counted in cards from 0; empty where there is none.

        `columns` and `rows` are its size in cards. Raises NotationError for a card outside.
        """
        quadrants = [EMPTY] * (4 * columns * rows)
        for (column, row), card in cards.items():
            if not (0 <= column < columns and 0 <= row < rows):
                raise NotationError(
                    f"a card in column {column}, row {row}",
                    expected=f"columns below {columns}, rows below {rows}",
                )
            first = 4 * columns * row + 2 * column
            quadrants[first : first + 2] = card.quadrants[:2]
            quadrants[first + 2 * columns : first + 2 * columns + 2] = card.quadrants[2:]
        return cls(tuple(quadrants), 2 * columns)

    def __str__(self) -> str:
        letters = "".join(quadrant_letter(colour) for colour in self.quadrants)
        return "\n".join(
            letters[start : start + self.columns] for start in range(0, len(letters), self.columns)
        )

    def __repr__(self) -> str:
        return f"Canvas.parse({str(self)!r})"

    @property
    def rows(self) -> int:
        """Number of rows of quadrants."""
        return len(self.quadrants) // self.columns

    @property
    def is_complete(self) -> bool:
        """Whether a card lies everywhere."""
        return EMPTY not in self.quadrants

    def mask(self, colour: int) -> int:
        """Return the quadrants of a colour as a bit mask: bit i for cell i in reading order."""
        return _masks(self)[colour]

    def name(self, cell: int) -> str:
        """Return the name of a cell, such as `a1`, the quadrant at the top left."""
        return cell_name(cell, self.columns)

    def names(self, mask: int) -> tuple[str, ...]:
        """Return the names of the cells of a bit mask, in reading order."""
        return tuple(cell_name(cell, self.columns) for cell in cells(mask))

    def card(self, column: int, row: int) -> Card | None:
        """Return the card in a column and row counted in cards from 0, as it lies; None where none does.

        Raises NotationError where only part of a card lies.
        """
        first = 2 * self.columns * row + 2 * column
        a, b = self.quadrants[first : first + 2]
        c, d = self.quadrants[first + self.columns : first + self.columns + 2]
        empty = (a, b, c, d).count(EMPTY)
        if 0 < empty < 4:
            corner = self.name(first)
            raise NotationError(
                f"the card at {corner} lacks {empty} of its quadrants", expected="whole cards"
            )
        return Card((a, b, c, d)) if empty == 0 else None

    def cards(self) -> dict[tuple[int, int], Card]:
        """Return the cards that lie, by (column, row) counted in cards from 0, in reading order.

        Raises NotationError where only part of a card lies.
        """
        found: dict[tuple[int, int], Card] = {}
        for row in range(self.rows // 2):
            for column in range(self.columns // 2):
                card = self.card(column, row)
                if card is not None:
                    found[column, row] = card
        return found

    def turned(self, quarters: int = 1) -> Canvas:
        """Return the canvas turned clockwise by so many quarters."""
        order = turned_cells(self.rows, self.columns, quarters)
        columns = self.rows if quarters % 2 else self.columns
        return Canvas(tuple(self.quadrants[cell] for cell in order), columns)

    def mirrored(self) -> Canvas:
        """Return the canvas with left and right exchanged."""
        rows = [
            self.quadrants[start : start + self.columns][::-1]
            for start in range(0, len(self.quadrants), self.columns)
        ]
        return Canvas(tuple(colour for row in rows for colour in row), self.columns)


def turned_cells(rows: int, columns: int, quarters: int) -> tuple[int, ...]:
    """Return for each cell of a grid turned clockwise, in reading order, which cell it was."""
    last_row, last_column = rows - 1, columns - 1
    match quarters % 4:
        case 0:
            return tuple(range(rows * columns))
        case 1:
            return tuple((last_row - x) * columns + y for y in range(columns) for x in range(rows))
        case 2:
            return tuple(range(rows * columns - 1, -1, -1))
        case _:
            return tuple(x * columns + last_column - y for y in range(columns) for x in range(rows))


def cells(mask: int) -> Iterator[int]:
    """Yield the cells of a bit mask in reading order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def quadrant_letter(colour: int) -> str:
    """Return the letter of a quadrant."""
    return EMPTY_LETTER if colour == EMPTY else LETTERS[colour]


def colour_of(letter: str, line: int | None = None, column: int | None = None) -> int:
    """Return the colour of a letter. Raises NotationError."""
    colour = _CODES.get(letter, EMPTY)
    if colour == EMPTY:
        raise NotationError(f"{shown(letter)} is no colour", expected=COLOUR_FORM, line=line, column=column)
    return colour


def quadrant_of(letter: str, line: int | None = None, column: int | None = None) -> int:
    """Return the colour of a quadrant's letter, EMPTY for a dot. Raises NotationError."""
    if letter not in _CODES:
        raise NotationError(f"{shown(letter)} is no colour", expected=QUADRANT_FORM, line=line, column=column)
    return _CODES[letter]


def check_size(rows: int, columns: int) -> None:
    """Raise NotationError for a grid that cannot be laid from cards or is larger than can be written."""
    if rows > MOST_SIDE or columns > MOST_SIDE:
        raise NotationError(
            f"a canvas of {rows} by {columns} quadrants",
            expected=f"at most {MOST_SIDE} by {MOST_SIDE}, {MOST_SIDE // 2} cards each way",
        )
    if rows % 2 or columns % 2:
        raise NotationError(
            f"a canvas of {rows} by {columns} quadrants",
            expected="even numbers, as a card has two rows and two columns",
        )


def check_row(length: int, first: int, line: int, column: int | None = None) -> None:
    """Raise NotationError for a row that is not as long as the first one, or that no cards give.

    `line` is that of the row, `column` where it goes wrong if that is known.
    """
    if length != first:
        raise NotationError(
            f"{length} quadrant{'s'[: length != 1]} in this row",
            expected=f"{first} as in the first row",
            line=line,
            column=min(length, first) + 1 if column is None else column,
        )
    if length > MOST_SIDE:
        raise NotationError(
            f"{length} quadrants in a row",
            expected=f"at most {MOST_SIDE}, {MOST_SIDE // 2} cards",
            line=line,
            column=MOST_SIDE + 1 if column is None else column,
        )
    if length % 2 or not length:
        raise NotationError(
            f"{length} quadrant{'s'[: length != 1]} in a row" if length else "a row without quadrants",
            expected="an even number, two for each card",
            line=line,
            column=length or 1 if column is None else column,
        )


def check_even_rows(rows: int, line: int, column: int) -> None:
    """Raise NotationError for a number of rows that no cards give.

    `line` and `column` are where the first row too many begins, or the last one.
    """
    if rows > MOST_SIDE:
        raise NotationError(
            f"{rows} rows of quadrants",
            expected=f"at most {MOST_SIDE}, {MOST_SIDE // 2} cards",
            line=line,
            column=column,
        )
    if rows % 2:
        raise NotationError(
            f"{rows} row{'s'[: rows != 1]} of quadrants",
            expected="an even number, two for each card",
            line=line,
            column=column,
        )


@functools.lru_cache(maxsize=512)
def _masks(canvas: Canvas) -> tuple[int, int, int]:
    backwards = array("b", canvas.quadrants[::-1]).tobytes()  # the first cell is the lowest bit
    blue, red, yellow = _DIGITS
    return (
        int(backwards.translate(blue), 2),
        int(backwards.translate(red), 2),
        int(backwards.translate(yellow), 2),
    )
