"""Campus puzzles are read as they are typed, to the text they are written in."""

from __future__ import annotations

import pytest

from quadrangle.core.errors import NotationError
from quadrangle.generators import campus
from quadrangle.generators.campus.positions import parse

BOARD = "6 13 . 14 s .\n2 8 4 s 16 18\n21 5 3 1 s .\n. 22 s 5x . 10\n6 . s . 12 .\ns . . 9 15 ."


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        (BOARD.replace("\n", " / ") + " // 1+6 4+2", "1+6 2+4"),
        (BOARD.replace("5x", "(5)").replace("s", "*").replace("\n", "/") + "/6+1, 2 + 4", "1+6 2+4"),
        (BOARD.upper() + "\n1+6 2+4\nLEAVE C4 a1", "1+6 2+4\nleave a1 c4"),
    ],
)
def test_a_puzzle_is_read_as_it_is_typed(typed: str, rest: str) -> None:
    assert campus.read(typed) == f"{BOARD}\n\n{rest}"
    assert str(parse(campus.read(typed))) == campus.read(typed)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (BOARD, "no rolls; expected six rows"),
        (BOARD + "\n\n1+6 frog 2+4", "'frog' among the rolls"),
        (BOARD + "\n\n1+7", "7 on a die"),
        (BOARD + "\n\n1+6 leave", "no tiles"),
        (BOARD + "\n\n1+6 leave c1", "no tile is face up on c1"),
        ("6 13 / 1+6", "expected"),
    ],
)
def test_what_is_no_puzzle_is_told(typed: str, why: str) -> None:
    with pytest.raises(NotationError) as error:
        campus.read(typed)
    assert why in str(error.value)
