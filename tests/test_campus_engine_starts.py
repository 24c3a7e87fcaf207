"""What a person may type for a position of Campus to start from."""

from __future__ import annotations

import pytest
from campus_play import alone, box, campus, line, table

from quadrangle.core.errors import NotationError
from quadrangle.engines.campus.starts import read_start
from quadrangle.solvers.campus import Board, board_link

NINE = "5 6 3 / 1x 2 4 / 7 s 11"
OTHER = "1 2 4 / 5x 8 9 / 10 s 12"


def test_two_boards_are_a_round_about_to_begin() -> None:
    game = campus(2, box(3, 3))
    for text in (f"{NINE} | {OTHER}", f"5 6 3\n(1) 2 4\n7 * 11\n|\n{OTHER.replace(' / ', chr(10))}"):
        state = read_start(game, text)
        assert (line(state, "phase"), line(state, "first"), line(state, "turn")) == ("roll", "A", "0")
        assert (line(state, "board A"), line(state, "board B")) == (NINE, OTHER)


def test_one_board_is_a_practice() -> None:
    assert str(read_start(campus(1, box(3, 3)), NINE)) == str(alone(NINE))
    link = board_link(Board.parse(NINE.replace(" / ", "\n")))
    assert line(read_start(campus(1, box(3, 3)), link), "board A") == NINE


def test_a_canonical_position_may_stand_on_one_line() -> None:
    state = table(NINE, OTHER, "move", roll="5+6", claims="manual")
    text = "; ".join(str(state).split("\n"))
    assert read_start(state.game, text) == read_start(state.game, str(state)) == state


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (NINE, r"1 board for 2; expected A's board \| B's board"),
        (f"{NINE} | {OTHER} | {OTHER}", "3 boards for 2"),
        (f"{NINE} | 1 2 / 3 4", "expected"),
        (f"{NINE} | {OTHER.replace('9', '25')}", "25"),
        (f"{NINE} | 1x 1x 1x / 1x 1x 1x / 1x 1x 1x", "the board of player B is clear"),
        (f"{NINE} | {OTHER.replace('9', '(9')}", "line 1"),
        ("phase: roll; round: 1; game: 3", "a line `first: …`"),
    ],
)
def test_what_is_no_start_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(NotationError, match=wanted):
        read_start(campus(2, box(3, 3)), text)
