"""What a person may type for a canvas or a card; the canonical forms stand with each class.

The generous reading of a canvas takes either case, white space and `|` anywhere, and `/` between
rows; JSON takes a list of rows, each a text or a list of letters, alone or as the `canvas` of an
object; CSV takes a quadrant a field, an empty field being an empty quadrant. Whatever is accepted
prints canonically and parses strictly to the same object.
"""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from ...core.errors import NotationError
from ...core.notation import Word, shown, words
from .canvas import (
    CARD_FORM,
    COLOUR_FORM,
    EMPTY_LETTER,
    MOST_SIDE,
    Canvas,
    Card,
    check_even_rows,
    check_row,
    colour_of,
    quadrant_of,
)
from .link import find_link, link_start, parse_canvas_link

MOST_LETTERS = 20_000
"""A longer text is no canvas."""

_BEGINNING = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\[{]|[^\s\[\]{},:"]+')
"""Where a value of a JSON document begins, or a key."""
_KEY = "canvas"


class _Letter(NamedTuple):
    text: str
    line: int
    column: int


class PlacedCanvas(NamedTuple):
    """A canvas, and where each of its quadrants stands in the text it was read from."""

    canvas: Canvas
    places: tuple[tuple[int, int], ...]
    """Line and column of each quadrant in reading order, from 1."""


def read_canvas(text: str) -> Canvas:
    """Return the canvas that a text, a link, a JSON document or a CSV table names.

    JSON begins with a bracket, and CSV has commas or semicolons. Raises NotationError naming line and column.
    """
    return read_placed_canvas(text).canvas


def read_placed_canvas(text: str) -> PlacedCanvas:
    """Return the canvas that `read_canvas` does, with the places of its quadrants.

    Raises NotationError naming line and column.
    """
    link = find_link(text)
    if link is not None:
        return _of_link(text, link)
    if text.lstrip().startswith(("[", "{")):
        return _placed_canvas(_json_rows(text))
    if "," in text or ";" in text:
        return _placed_canvas(_csv_rows(text))
    return _placed_canvas(_text_rows(text))


def _of_link(text: str, link: str) -> PlacedCanvas:
    start = link_start(text)
    try:
        canvas = parse_canvas_link(link)
    except NotationError as error:
        line, column = _place(text, start + (error.column or 1) - 1)
        raise NotationError(error.problem, expected=error.expected, line=line, column=column) from None
    first = link.index("~") + 1
    places = [_place(text, start + at) for at in range(first, len(link)) if link[at] != "-"]
    return PlacedCanvas(canvas, tuple(places))


def read_canvas_text(text: str) -> Canvas:
    """Return the canvas of rows of letters. Raises NotationError naming line and column."""
    return _placed_canvas(_text_rows(text)).canvas


def _text_rows(text: str) -> list[list[_Letter]]:
    _check_length(text)
    rows: list[list[_Letter]] = []
    for number, line in enumerate(text.splitlines(), 1):
        pieces = line.split("/")
        column = 1
        for place, piece in enumerate(pieces):
            row = [
                _Letter(letter, number, at)
                for at, letter in enumerate(piece, column)
                if not letter.isspace() and letter != "|"
            ]
            between = 0 < place < len(pieces) - 1
            if not row and between:
                problem = "a row without quadrants between two /"
                raise NotationError(
                    problem, expected="the quadrants of every row", line=number, column=column
                )
            if row:
                rows.append(row)
            column += len(piece) + 1
    return rows


def read_canvas_csv(text: str) -> Canvas:
    """Return the canvas of a table with a quadrant a field, parted by commas or by semicolons.

    Raises NotationError naming line and column.
    """
    return _placed_canvas(_csv_rows(text)).canvas


def _csv_rows(text: str) -> list[list[_Letter]]:
    _check_length(text)
    separator = ";" if ";" in text else ","
    rows: list[list[_Letter]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        row: list[_Letter] = []
        column = 1
        for field in line.split(separator):
            letter = field.strip().removeprefix('"').removesuffix('"').strip()
            at = column + len(field) - len(field.lstrip())
            if len(letter) > 1:
                problem = f"{shown(letter)} in one field"
                raise NotationError(problem, expected=f"{COLOUR_FORM}, or nothing", line=number, column=at)
            row.append(_Letter(letter or EMPTY_LETTER, number, at))
            column += len(field) + 1
        rows.append(row)
    return rows


def read_canvas_json(text: str) -> Canvas:
    """Return the canvas of a JSON document: a list of rows, or an object with it as `canvas`.

    A row is a text such as "BRYB" or a list of single letters. Raises NotationError naming line and column.
    """
    return _placed_canvas(_json_rows(text)).canvas


def _json_rows(text: str) -> list[list[_Letter]]:
    _check_length(text)
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg}"
        raise NotationError(problem, expected=_JSON_FORM, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        raise NotationError("a document that holds other things than rows", expected=_JSON_FORM) from None
    places = [_place(text, match.start()) for match in _BEGINNING.finditer(text)]
    inside = document
    if isinstance(document, dict):
        inside = document.get(_KEY)
        if list(document) != [_KEY]:
            problem = f"an object with {shown(', '.join(document))}"
            line, column = places[0]
            raise NotationError(problem, expected=_JSON_FORM, line=line, column=column)
    if not isinstance(inside, list):
        problem = f"{shown(json.dumps(inside))} for the rows"
        line, column = places[2 if isinstance(document, dict) else 0]  # behind the bracket and the key
        raise NotationError(problem, expected=_JSON_FORM, line=line, column=column)
    before = 3 if isinstance(document, dict) else 1  # the brackets and the key
    return _json_letters(inside, places[before:])


_JSON_FORM = 'rows such as ["BRYY", "BBY."]'


def _json_letters(inside: list[object], places: list[tuple[int, int]]) -> list[list[_Letter]]:
    """Return the letters of rows; `places` are where each row and each item of a row begins, in order."""
    rows: list[list[_Letter]] = []
    upcoming = iter(places)
    for number, row in enumerate(inside, 1):
        line, column = next(upcoming)
        if isinstance(row, str):
            letters = [_Letter(letter, line, at) for at, letter in enumerate(row, column + 1)]
        elif isinstance(row, list):
            letters = []
            for item in row:
                at = next(upcoming)
                if not isinstance(item, str) or len(item) != 1:
                    problem = f"{shown(json.dumps(item))} in row {number}"
                    expected = "single letters in a row that is a list"
                    raise NotationError(problem, expected=expected, line=at[0], column=at[1])
                letters.append(_Letter(item, at[0], at[1] + 1))  # behind its quotation mark
        else:
            problem = f"{shown(json.dumps(row))} as row {number}"
            raise NotationError(problem, expected=_JSON_FORM, line=line, column=column)
        rows.append([letter for letter in letters if not letter.text.isspace() and letter.text != "|"])
        if not rows[-1]:
            problem = f"row {number} has no quadrants"
            raise NotationError(problem, expected="the quadrants of every row", line=line, column=column)
    return rows


def _place(text: str, index: int) -> tuple[int, int]:
    """Return line and column, from 1, of a place in a text."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)


def _check_length(text: str) -> None:
    if len(text) > MOST_LETTERS:
        raise NotationError(
            f"a text of {len(text)} letters", expected="a canvas of at most 10 rows of 10 quadrants"
        )


def _placed_canvas(rows: list[list[_Letter]]) -> PlacedCanvas:
    """Return the canvas of letters with their places. Raises NotationError at the first that is wrong."""
    if not rows:
        raise NotationError("a canvas without quadrants", expected="rows of quadrants such as BRYY")
    quadrants: list[int] = []
    width = len(rows[0])
    for row in rows:
        quadrants += [quadrant_of(_capital(letter.text), letter.line, letter.column) for letter in row]
        if len(row) != width or width % 2 or width > MOST_SIDE or not row:
            where = _wrong_place(row, width)
            check_row(len(row), width, where[0], where[1])
    last = rows[min(len(rows), MOST_SIDE + 1) - 1][0]
    check_even_rows(len(rows), last.line, last.column)
    places = tuple((letter.line, letter.column) for row in rows for letter in row)
    return PlacedCanvas(Canvas(tuple(quadrants), width), places)


def _capital(letter: str) -> str:
    """Return the letter of a colour as it is written canonically, another one as it is."""
    return letter.upper() if letter in "bry" else letter


def _wrong_place(row: list[_Letter], width: int) -> tuple[int, int]:
    """Return line and column of the first quadrant too many of a row, or behind its last one."""
    if not row:
        return 1, 1
    most = min(width, MOST_SIDE)
    if len(row) > most:
        return row[most].line, row[most].column
    return row[-1].line, row[-1].column + 1


def read_card(text: str) -> Card:
    """Return the card a text names: four colours, top row first, `/`, `|` and blanks as one likes.

    Raises NotationError.
    """
    letters = _letters(text)
    colours = [letter for letter in letters if letter.text != "/"]
    cut = [place for place, letter in enumerate(letters) if letter.text == "/"]
    quadrants = [colour_of(_capital(letter.text), letter.line, letter.column) for letter in colours]
    if len(quadrants) != 4 or cut not in ([], [2]):
        raise NotationError(f"{shown(text.strip())} is not a card", expected=CARD_FORM)
    return Card((quadrants[0], quadrants[1], quadrants[2], quadrants[3]))


def _letters(text: str) -> list[_Letter]:
    """Return the letters of a text but blanks and `|`, each with its place."""
    return [
        _Letter(letter, number, column)
        for number, line in enumerate(text.splitlines(), 1)
        for column, letter in enumerate(line, 1)
        if not letter.isspace() and letter != "|"
    ]


def read_cards(text: str) -> tuple[Card, ...]:
    """Return the cards a text names, each without blanks inside, parted by blanks or commas.

    Raises NotationError naming line and column.
    """
    found = []
    for word in words(text, ","):
        try:
            found.append(read_card(word.text))
        except NotationError as error:
            raise _placed(error, word) from None
    return tuple(found)


def read_colour(text: str) -> int:
    """Return the colour a text names: its letter or its name, in either case. Raises NotationError."""
    names = {"b": 0, "blue": 0, "r": 1, "red": 1, "y": 2, "yellow": 2}
    found = names.get(text.strip().lower())
    if found is None:
        raise NotationError(f"{shown(text.strip())} is no colour", expected=COLOUR_FORM)
    return found


def _placed(error: NotationError, word: Word) -> NotationError:
    column = word.column + (error.column or 1) - 1
    return NotationError(error.problem, expected=error.expected, line=word.line, column=column)
