"""The link form of a board: all of it in URL-safe letters on one line.

`campus~` and the rows, parted by `-`: a letter for a number up to 26, `0` for a star, `.` for a cell
without a tile, `_` and two digits for a larger number. Where tiles are face down `~` and their bit
mask in hexadecimal follow. A link may be the whole text or stand behind the `#` of an address; it
means the same in capitals.
"""

from __future__ import annotations

import re

from ...core.errors import NotationError
from ...core.notation import shown
from .board import GAP, STAR, Arrangement, Board

_HEAD = "campus~"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TOKEN = re.compile(r"[a-z0.]|_[0-9]{2}")
_MASK = re.compile(r"[1-9a-f][0-9a-f]{0,15}")

LINK_FORM = "a link such as campus~abc-d0f-ghi~1f"


def board_link(board: Board) -> str:
    """Return the link of a board."""
    columns = board.arrangement.columns
    tokens = [_token(value) for value in board.arrangement.values]
    rows = ["".join(tokens[start : start + columns]) for start in range(0, len(tokens), columns)]
    return _HEAD + "-".join(rows) + (f"~{board.down:x}" if board.down else "")


def find_link(text: str) -> str | None:
    """Return the link in a text that is one, or an address that ends with one; else None."""
    text = text.strip()
    tail = text[text.rfind("#") + 1 :].lower()
    return tail if tail.startswith(_HEAD) else None


def parse_board_link(link: str) -> Board:
    """Return the board of a link. Raises NotationError."""
    if not link.startswith(_HEAD):
        raise NotationError(f"{shown(link)} is not a board's link", expected=f"a link beginning with {_HEAD}")
    text, tilde, mask = link[len(_HEAD) :].partition("~")
    rows = [_values(row) for row in text.split("-")]
    if any(len(row) != len(rows[0]) for row in rows):
        raise NotationError(f"the link's {shown(text)} has a row of another length", expected=LINK_FORM)
    if tilde and not _MASK.fullmatch(mask):
        raise NotationError(f"the link's {shown(mask)} names no tiles", expected=LINK_FORM)
    values = tuple(value for row in rows for value in row)
    board = Board(Arrangement(values, len(rows[0])), int(mask or "0", 16))
    if board_link(board) != link:
        raise NotationError(f"the link {shown(link)}", expected=f"it written as {board_link(board)}")
    return board


def _token(value: int) -> str:
    if value in (GAP, STAR):
        return "." if value == GAP else "0"
    return _LETTERS[value - 1] if value <= len(_LETTERS) else f"_{value}"


def _values(row: str) -> list[int]:
    tokens = _TOKEN.findall(row)
    if not row or "".join(tokens) != row:
        raise NotationError(f"the link's {shown(row)} is no row of tiles", expected=LINK_FORM)
    return [_value(token) for token in tokens]


def _value(token: str) -> int:
    if token in (".", "0"):
        return GAP if token == "." else STAR
    return int(token[1:]) if token.startswith("_") else _LETTERS.index(token) + 1
