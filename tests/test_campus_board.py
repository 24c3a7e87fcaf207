"""Boards, lines and tile sets: their texts, their links, what a person may type, and what is refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from campus_cases import WHOLE, boards, whole_boards
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import ComponentError, NotationError
from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import (
    PRINTED,
    PRINTED_SOURCE,
    STAR,
    Arrangement,
    Board,
    Lines,
    Move,
    Roll,
    TileSet,
    board_link,
    find_link,
    parse_board_link,
    parse_claim,
    read_board,
    read_claim,
    read_move,
    read_roll,
    read_tile_set,
)


@settings(max_examples=200, deadline=None)
@given(boards(most_cells=16, highest=99))
def test_boards_print_and_link_as_they_parse(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert eval(repr(board), {"Board": Board}) == board
    link = board_link(board)
    assert parse_board_link(link) == board
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-_~")
    assert read_board(f"https://example.org/board#{link.upper()} \n", None, 99) == board


def test_a_link_is_short() -> None:
    whole = Board.parse(WHOLE)
    assert len(board_link(whole)) == 48
    assert len(board_link(whole.with_up(0))) <= 58
    assert find_link("17 8 s") is None


def test_what_a_board_says_of_itself() -> None:
    board = Board.parse("11 3x s\n2 sx 24\n. 11x 1")
    arrangement = board.arrangement
    assert arrangement.names(board.up) == ("a1", "c1", "a2", "c2", "c3")
    assert arrangement.names(arrangement.copies(11)) == ("a1", "b3")
    assert arrangement.copies(12) == 0
    assert (arrangement.rows, arrangement.columns) == (3, 3)
    assert board.points == 11 + 25 + 2 + 24 + 1
    assert not board.is_clear
    assert board.with_up(0).is_clear


@pytest.mark.parametrize(
    "text, problem, place",
    [
        ("", "'' is not a tile", (1, 1)),
        ("1 2\n3", "1 cells in '3'", (2, None)),
        ("1 2\n3 0", "'0' is not a tile", (2, 3)),
        ("1 2\n3 S", "'S' is not a tile", (2, 3)),
        ("1 2\n\n3 4", "1 cells in ''", (2, None)),
        ("1  2", "'' is not a tile", (1, 3)),
        ("1 100", "'100' is not a tile", (1, 3)),
        ("1 07", "'07' is not a tile", (1, 3)),
        ("1 (2)", "'(2)' is not a tile", (1, 3)),
        ("1 .x", "'.x' is not a tile", (1, 3)),
        (". .", "no tile on any cell", (None, None)),
        (" ".join(["1"] * 27), "a board of 1 rows and 27 columns", (None, None)),
        ("\n".join(["1"] * 10), "a board of 10 rows and 1 columns", (None, None)),
        ("\n".join([" ".join(["1"] * 8)] * 8), "a board of 8 rows and 8 columns", (None, None)),
    ],
)
def test_boards_are_parsed_strictly(text: str, problem: str, place: tuple[int | None, int | None]) -> None:
    with pytest.raises(NotationError) as caught:
        Board.parse(text)
    assert caught.value.problem == problem
    assert (caught.value.line, caught.value.column) == place


def test_boards_that_cannot_be_are_refused() -> None:
    with pytest.raises(NotationError, match="5 cells in rows of 2"):
        Arrangement((1, 2, 3, 4, 5), 2)
    with pytest.raises(NotationError, match="the number 100 on b1"):
        Arrangement((1, 100), 2)
    with pytest.raises(NotationError, match="without a tile is face down"):
        Board(Arrangement((1, -1), 2), 0b10)
    with pytest.raises(NotationError, match="without a tile is face up"):
        Board(Arrangement((1, -1), 2)).with_up(0b10)


@pytest.mark.parametrize(
    "text",
    [
        "11 3x s / 2 sx 24",
        "11 (3) * / 2 (*) 24",
        " 11,  ( 3 ) S\n\n 2 (s) 24\n",
        "11 3X s /\n 2 SX 24 /",
        "11 3x * 2 *x 24",
        "11\n3x\ns\n2\nsx\n24",
        "011 03x s / 2 sx 24",
    ],
)
def test_what_a_person_may_type_for_a_board(text: str) -> None:
    assert read_board(text, (2, 3)) == Board.parse("11 3x s\n2 sx 24")


def test_a_dash_is_a_cell_without_a_tile() -> None:
    assert read_board("1 - / -- 2", (2, 2)) == Board.parse("1 .\n. 2")


@settings(max_examples=150, deadline=None)
@given(boards(most_cells=16, highest=24), st.randoms(use_true_random=False))
def test_a_generous_text_prints_canonically_and_reads_the_same(board: Board, rng: random.Random) -> None:
    texts = {"s": ["s", "S", "*"], ".": [".", "-", "--"]}
    rows = []
    for row in str(board).split("\n"):
        tokens = []
        for token in row.split(" "):
            face = token.removesuffix("x")
            shown = rng.choice(texts.get(face, [face]))
            down = [shown + "x", shown + "X", f"({shown})", f"( {shown} )"]
            tokens.append(rng.choice(down) if token != face else shown)
        rows.append(rng.choice([" ", "  ", ", ", "\t"]).join(tokens))
    text = rng.choice([" / ", "\n", "/\n", "\n\n"]).join(rows)
    arrangement = board.arrangement
    assert read_board(text, (arrangement.rows, arrangement.columns)) == board
    assert read_board(str(board), None) == board


@pytest.mark.parametrize(
    "text, message",
    [
        (WHOLE.rsplit(" ", 1)[0], "line 6, column 1: row 6 has 5 tiles; expected 6 tiles a row"),
        (WHOLE.replace("\n", " ").rsplit(" ", 1)[0], "35 tiles; expected 36, 6 rows of 6"),
        (WHOLE.replace("7 15", "7"), "line 2, column 1: row 2 has 5 tiles; expected 6 tiles a row"),
        (WHOLE.split("\n", 1)[1], "5 rows; expected 6 rows of 6"),
        (WHOLE.replace("24", "25"), "line 2, column 13: the number 25; expected a number from 1 to 24"),
        (WHOLE.replace("24", "0"), "line 2, column 13: the number 0; expected a number from 1 to 24"),
        (
            WHOLE.replace("24", "(24"),
            "line 2, column 13: a bracket that is not closed; expected a tile face down",
        ),
        (WHOLE.replace("24", "24)"), "line 2, column 15: a closing bracket without an opening one"),
        (WHOLE.replace("24", "()"), "line 2, column 13: '()' is not a tile"),
        (WHOLE.replace("24", "(24x)"), "line 2, column 13: '(24x)' is not a tile"),
        (WHOLE.replace("24", "24xx"), "line 2, column 13: '24xx' is not a tile"),
        (
            WHOLE.replace("24", "README.md"),
            "line 2, column 13: 'README.md' is not a tile; expected a number or s",
        ),
        (WHOLE.replace("24", "README.md"), "a bare * is replaced by the shell, write s"),
        (WHOLE.replace("\n", " / ").replace("/ 3", "/ / 3"), "a row without tiles between two /"),
        ("", "a board without tiles; expected rows of tiles"),
        ("campus~ab-cd", "the link's board of 2 rows of 2; expected 6 rows of 6"),
        ("campus~ab-c", "has a row of another length"),
        ("campus~a!", "'a!' is no row of tiles"),
        ("campus~ab~", "names no tiles"),
        ("campus~ab~0", "names no tiles"),
        ("campus~ab~4", "a cell without a tile is face down"),
        ("campus~a_03", "expected it written as campus~ac"),
    ],
)
def test_a_board_that_is_wrong_is_told_where(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_board(text)
    assert message in str(caught.value)


def test_a_number_of_a_link_is_held_to_the_largest_too() -> None:
    with pytest.raises(NotationError, match="the number 25 in the link"):
        read_board("campus~ay", None)
    assert read_board("campus~ay", None, 25) == Board.parse("1 25")


def test_a_board_of_any_size_keeps_its_rows() -> None:
    assert read_board("1 2 3", None) == Board.parse("1 2 3")
    assert read_board("1 2 3 4", (1, 4)) == Board.parse("1 2 3 4")
    assert read_board("1\n2\n3", None) == Board.parse("1\n2\n3")
    assert read_board("1\n2\n3", (3, 1)) == Board.parse("1\n2\n3")
    with pytest.raises(NotationError, match="row 2 has 1 tile; expected 2 tiles a row"):
        read_board("1 2 / 3", None)
    with pytest.raises(NotationError, match="2 rows; expected 3 rows of 1"):
        read_board("1\n2", (3, 1))


def test_what_a_person_may_type_for_a_roll() -> None:
    for text in ("5+6", "6+5", " 5 6 ", "6,5", "5 + 6"):
        assert read_roll(text) == Roll(5, 6)
    for text, problem in {
        "0+3": "0 on a die",
        "3+7": "7 on a die",
        "11": "'11' alone",
        "": "no dice",
        "1+2+3": "3 dice",
        "a+b": "'a' on a die",
        "²+3": "'²' on a die",
    }.items():
        with pytest.raises(NotationError) as caught:
            read_roll(text)
        assert caught.value.problem == problem
        assert "two dice from 1 to 6" in caught.value.expected


def test_what_a_person_may_type_for_a_move() -> None:
    board = Board.parse(WHOLE)
    for text in ("a1 c4 f6", "F6, A1,c4", "a1c4f6", "c4+a1 f6"):
        assert read_move(text, board) == Move.parse("a1 c4 f6")
    assert read_move(" PASS ", board) == Move(0)
    for text, problem in {
        "": "no tiles",
        "a1 g1": "'g1' is not a cell",
        "a1 a1": "a1 is named twice",
        "a1 pass": "'pass' is not a cell",
        "11": "'11' is not a cell",
    }.items():
        with pytest.raises(NotationError) as caught:
            read_move(text, board)
        assert caught.value.problem == problem


def test_what_a_person_may_type_for_a_claim() -> None:
    assert str(read_claim(" WILD  Column a A3 ")) == "wild column a a3"


def test_the_printed_board_has_14_lines() -> None:
    lines = Lines.parse("rows_columns_long_diagonals", 6, 6)
    assert [line.name for line in lines.claims] == [
        *(f"row {number}" for number in range(1, 7)),
        *(f"column {letter}" for letter in "abcdef"),
        "diagonal a1-f6",
        "diagonal f1-a6",
    ]
    assert all(len(line.cells) == 6 for line in lines.claims)
    assert lines.claims[-1].cells == (5, 10, 15, 20, 25, 30)
    assert lines.stars == ()


def test_the_short_diagonals_go_down_to_the_corners() -> None:
    lines = Lines.parse("short_diagonals_for_stars", 6, 6)
    assert lines.claims == Lines.parse("rows_columns_long_diagonals", 6, 6).claims
    lengths = Counter(len(line.cells) for line in lines.stars)
    assert lengths == {1: 4, 2: 4, 3: 4, 4: 4, 5: 4}
    assert {"diagonal a2-e6", "diagonal e1-a5", "diagonal a1-a1"} <= {line.name for line in lines.stars}


@pytest.mark.parametrize("size", [(6, 6), (4, 4), (3, 5), (5, 2), (1, 7), (7, 1), (1, 1)])
@pytest.mark.parametrize("choice", ["rows_columns_long_diagonals", "short_diagonals_for_stars", "none"])
def test_lines_print_as_they_parse(size: tuple[int, int], choice: str) -> None:
    lines = Lines.parse(choice, *size)
    assert Lines.parse(str(lines), *size) == lines
    assert len({line.cells for line in lines.claims + lines.stars}) == len(lines.claims + lines.stars)


@pytest.mark.parametrize(
    "text",
    [
        "row 7",
        "column g",
        "row 1, row 1",
        "row 1, line a1-b1-c1-d1-e1-f1",
        "diagonal a1-b3",
        "diagonal f6-a1",
        "line b1-a1",
        "line a1-a1",
        "line a1",
        "row 1,row 2",
        "rows",
        "",
        "row 1; stars ",
    ],
)
def test_lines_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Lines.parse(text, 6, 6)


def test_the_printed_set_is_reconstructed() -> None:
    assert (PRINTED.size, str(PRINTED), PRINTED_SOURCE) == (44, "1-12:2 13-24:1 s:8", "reconstructed")
    assert sum(PRINTED.tiles) == 378
    assert [PRINTED.count(value) for value in (STAR, 1, 12, 13, 24, 25, -1)] == [8, 2, 2, 1, 1, 0, 0]


def test_a_deal_takes_36_of_44_and_leaves_the_rest_in_the_bag() -> None:
    seen = set()
    for board in whole_boards(50):
        assert board.down == 0
        values = board.arrangement.values
        assert Counter(values) + Counter(PRINTED.unused(board.arrangement)) == Counter(PRINTED.tiles)
        assert len(PRINTED.unused(board.arrangement)) == 8
        seen.add(values)
    assert len(seen) == 50
    assert PRINTED.deal(Rng(1)) == PRINTED.deal(Rng(1))


def test_every_tile_comes_to_every_cell_alike() -> None:
    """On average a star lies on a cell in 8 of 44 deals."""
    stars = [0] * 36
    for board in whole_boards(1100, seed=9):
        for cell, value in enumerate(board.arrangement.values):
            stars[cell] += value == STAR
    assert all(abs(count - 200) < 5 * (200 * 36 / 44) ** 0.5 for count in stars)


def test_a_set_that_cannot_fill_the_board_is_refused() -> None:
    small = TileSet.parse("1-12:2 s:8")
    with pytest.raises(
        ComponentError, match="a set of 32 tiles cannot fill 6 rows of 6; expected at least 36"
    ):
        small.deal(Rng(1))
    assert small.deal(Rng(1), 4, 8).arrangement.rows == 4


def test_a_board_the_set_cannot_make_is_told_only_when_asked() -> None:
    board = Board.parse("11 11 11\n24 24 s\n1 25 12")
    with pytest.raises(ComponentError) as caught:
        PRINTED.unused(board.arrangement)
    assert str(caught.value) == (
        "the board has 3 11s where the set has 2, 2 24s where the set has 1 and 1 25 where the set has none"
    )


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_tile_sets_print_as_they_parse(counts: list[int]) -> None:
    while len(counts) > 1 and not counts[-1]:
        counts.pop()
    if not any(counts):
        return
    tiles = TileSet(tuple(counts))
    assert TileSet.parse(str(tiles)) == tiles == TileSet.of(tiles.tiles)
    assert eval(repr(tiles), {"TileSet": TileSet}) == tiles
    assert read_tile_set(" ,".join(reversed(str(tiles).upper().split()))) == tiles


@pytest.mark.parametrize(
    "text", ["", "1-12", "1-12:2 12:1", "12-1:2", "s:8 1:1", "1:1 2:1", "1:0", "100:1", "0:1", "1-2:2  s:1"]
)
def test_tile_sets_are_parsed_strictly(text: str) -> None:
    with pytest.raises(NotationError):
        TileSet.parse(text)


@pytest.mark.parametrize("text", ["", "1-12", "1-12:2 12:1", "12-1:2", "0:1", "s:8 *:1", "0-3:1"])
def test_tile_sets_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_tile_set(text)


ODD = st.text(st.sampled_from("0123456789 12sxSX*()[]-./,+abf:~_#\n\tcampusrowdiagnl;²é"), max_size=40)


@settings(max_examples=600, deadline=None)
@given(ODD | st.text(max_size=12))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    """What is accepted prints canonically and parses strictly to the same object; nothing else escapes."""
    whole = Board.parse(WHOLE)
    readings: list[tuple[Callable[[str], object], Callable[[str], object]]] = [
        (lambda text: read_board(text, None, 99), Board.parse),
        (read_board, Board.parse),
        (read_roll, Roll.parse),
        (lambda text: read_move(text, whole), Move.parse),
        (read_claim, parse_claim),
        (read_tile_set, TileSet.parse),
        (lambda text: Lines.parse(text, 6, 6), lambda text: Lines.parse(text, 6, 6)),
        (parse_board_link, lambda text: read_board(board_link(Board.parse(text)), None, 99)),
        (Board.parse, lambda text: read_board(text, None, 99)),
    ]
    for generous, strict in readings:
        try:
            found = generous(text)
        except NotationError:
            continue
        assert strict(str(found)) == found


@settings(max_examples=300, deadline=None)
@given(boards(most_cells=16, highest=99), st.data())
def test_a_link_with_a_letter_changed_is_another_board_or_refused(board: Board, data: st.DataObject) -> None:
    link = board_link(board)
    at = data.draw(st.integers(7, len(link) - 1))
    letter = data.draw(st.sampled_from("abz0.-_~19"))
    changed = link[:at] + letter + link[at + 1 :]
    try:
        found = parse_board_link(changed)
    except NotationError:
        return
    assert (found == board) == (changed == link)
