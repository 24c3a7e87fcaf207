"""Leaves puzzles are read as they are typed, to the text they are written in."""

from __future__ import annotations

import pytest

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import leaves
from quadrangle.generators.leaves.candidates import random_challenge, random_deal
from quadrangle.generators.leaves.positions import parse

BOARD = "1gg 2rg 1gb\n2ym . 1rg\n1rm 3gm 3yb"


@pytest.mark.parametrize(
    ("typed", "position"),
    [
        ("1gg 2rg 1gb / 2ym . 1rg / 1rm 3gm 3yb / 2gg 1yg", f"{BOARD}\n\n1yg 2gg"),
        ("1gg 2rg 1gb | 2ym -- r1g | 1RM 3gm yellow 3 bodhi, 2gg, 1yg BREEZE", f"{BOARD}\n\n1yg 2gg\nbreeze"),
        ("2gg 3rg 3ym / 1yg . . / . . .", "2gg 3rg 3ym\n1yg . .\n. . ."),
    ],
)
def test_a_puzzle_is_read_as_it_is_typed(typed: str, position: str) -> None:
    assert leaves.read(typed) == position
    assert str(parse(position)) == position


def test_what_is_written_is_read() -> None:
    for number in range(20):
        rng = Rng(91, number)
        for puzzle in (random_challenge(rng, 1 + number % 5, number % 2), random_deal(rng)):
            text = str(puzzle).upper().replace("\n", " / ")
            assert leaves.read(text) == str(puzzle)
            assert leaves.read(str(puzzle)) == str(puzzle)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1gg", "1 cell or card; expected nine cells"),
        ("1gg 2rg", "2 cells and cards; expected nine cells, and behind them 1 to 5 hand cards"),
        ("1gg 2rg 1gb 2ym . 1rg 1rm 3gm 3yb", "8 stacks without a hand"),
        ("1gg 2rg 1gb 2ym . 1rg 1rm 3gm 3yb breeze", "9 cells and cards and a Breeze"),
        ("1gg 2rg 1gb 2ym . 1rg 1rm 3gm 3yb 1gg", "hand card 1gg already lies in the puzzle"),
        ("1gg 2rg 1gb 2ym 1yb 1rg 1rm 3gm 3yb 2gg", "not a puzzle with a hand"),
        ("1gg 2rg frog", "'frog' is not a Leaf Card"),
        ("1gg 2rg 1gb 2ym . 1rg 1rm 3gm 3yb .", "'.' in a hand"),
    ],
)
def test_what_is_no_puzzle_is_told(typed: str, why: str) -> None:
    with pytest.raises(NotationError) as error:
        leaves.read(typed)
    assert why in str(error.value)
