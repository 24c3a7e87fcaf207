"""Campus drawn and said: every tile readable, every mark and every number of a chain true by the rules."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from campus_cases import WHOLE, boards, positions
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.render import (
    Box,
    Circle,
    Drawing,
    Figure,
    Ink,
    Label,
    Path,
    Shape,
    board_drawing,
    board_svg,
    board_text,
    move_drawing,
    move_svg,
    text,
)
from quadrangle.solvers.campus import Board, FreeStar, Move, Moves, Roll, Rules, cells, chains, read_board

SMALL = Board.parse("11 5 3\n2 1 24\n6 8x s")
LONG_CHAIN = Board.parse(
    "17x 8x s 4 22x 9x\n12x s 1x 7x 15 24\n3x 10 6x s 19x 2\n"
    "sx 5x 13x 11 8x 20\n2x 16x 9x sx 3 12\n14x 1 sx 6 21x s"
)
TEN_STEPS = Move.parse("d1 d4")

SVG = "{http://www.w3.org/2000/svg}"


def every(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    """Yield all shapes, those inside figures too."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Figure):
            yield from every(shape.shapes)


def badges(drawing: Drawing) -> list[tuple[str, float, float]]:
    """Return the numbers on the corners of tiles, with their places."""
    found = []
    for shape in drawing.shapes:
        if isinstance(shape, Figure) and len(shape.shapes) == 2 and isinstance(shape.shapes[0], Circle):
            label = shape.shapes[1]
            assert isinstance(label, Label)
            found.append((label.text, label.x, label.y))
    return found


def tile_at(drawing: Drawing, x: float, y: float) -> str:
    """Return the name of the tile whose square holds a point."""
    for shape in drawing.shapes:
        if isinstance(shape, Figure) and ": " in shape.name and isinstance(shape.shapes[0], Box):
            box = shape.shapes[0]
            inside = box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height
            if inside and "turned" not in shape.name:
                return shape.name
    raise AssertionError(f"no tile at {x}, {y}")


def rings(drawing: Drawing) -> set[str]:
    return {
        shape.name.split(":")[0]
        for shape in drawing.shapes
        if isinstance(shape, Figure) and shape.name.endswith("turned with the roll")
    }


def bands(drawing: Drawing) -> list[str]:
    return [
        shape.name
        for shape in drawing.shapes
        if isinstance(shape, Figure)
        and isinstance(shape.shapes[0], Path)
        and shape.shapes[0].stroke == Ink.BAND
    ]


def test_a_board_in_the_terminal() -> None:
    assert board_text(SMALL).split("\n") == [
        "    a    b    c",
        "1  11    5    3",
        "2   2    1   24",
        "3   6    8x   ★",
    ]
    assert board_text(SMALL, ascii_only=True).isascii()


def test_what_a_move_turns_and_what_the_chain_takes_are_marked_apart() -> None:
    outcome = Moves(SMALL, Roll.parse("5+6"), Rules()).outcomes()[0]
    said = board_text(SMALL, outcome.tiles, outcome.down & ~outcome.tiles, ascii_only=True)
    tokens: dict[str, str] = {}
    for number, line in enumerate(said.split("\n")[1:], 1):
        tokens |= {f"{column}{number}": token for column, token in zip("abc", line.split()[1:], strict=True)}
    turned = {name for name, token in tokens.items() if token.startswith("[")}
    gone = {name for name, token in tokens.items() if token.startswith("<")}
    assert turned == set(SMALL.arrangement.names(outcome.tiles))
    assert gone == set(SMALL.arrangement.names(outcome.down & ~outcome.tiles))


@given(boards(), st.booleans(), st.booleans())
def test_any_board_reads_back_from_the_terminal(board: Board, colour: bool, ascii_only: bool) -> None:
    said = board_text(board, colour=colour, ascii_only=ascii_only)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", said)
    lines = bare.split("\n")
    assert max(map(len, lines)) <= 60
    assert bare.isascii() or not ascii_only
    assert lines[0].split() == list("abcdefgh"[: board.arrangement.columns])
    assert [line.split()[0] for line in lines[1:]] == [str(n + 1) for n in range(board.arrangement.rows)]
    read = read_board("\n".join(" ".join(line.split()[1:]) for line in lines[1:]), None, 99)
    assert read == board
    assert colour == ("\x1b" in said)


def test_numbers_stand_below_the_letters_of_their_columns() -> None:
    board = Board.parse(WHOLE)
    header, *rows = board_text(board).split("\n")
    for row, line in enumerate(rows):
        for column, letter in enumerate("abcdef"):
            value = board.arrangement.values[6 * row + column]
            place = header.index(letter)
            assert line[place - 1 : place + 1].strip() == (str(value) if value else "★")


def test_tiles_face_down_look_different_without_colour_and_with_it() -> None:
    board = Board.parse("11 11x\ns sx")
    assert board_text(board, ascii_only=True).split() == ["a", "b", "1", "11", "11x", "2", "*", "*x"]
    said = board_text(board, colour=True)
    assert "\x1b[2m11x\x1b[0m" in said
    assert "\x1b[1;33m★\x1b[0m" in said
    figures = [figure for figure in board_drawing(board).shapes if isinstance(figure, Figure) and figure.name]
    fills = [figure.shapes[0] for figure in figures]
    assert [fill.fill for fill in fills if isinstance(fill, Box)] == [
        Ink.PAPER,
        Ink.DOWN,
        Ink.YELLOW,
        Ink.DOWN,
    ]


def test_a_wide_board_fits_into_sixty_columns() -> None:
    values = [*range(10, 35), 7]
    board = Board.parse("\n".join(" ".join(f"{value}x" for value in values) for _ in range(2)))
    said = board_text(board, turned=1 << 30)
    assert max(map(len, said.split("\n"))) <= 60
    letters, rows = "", ["", ""]
    for part in said.split("\n\n"):
        header, *lines = part.split("\n")
        letters += header.replace(" ", "")
        for row, line in enumerate(lines):
            assert line.split()[0] == str(row + 1)
            rows[row] += line[1:] + " "
            for name, token in zip(header.split(), line.split()[1:], strict=True):
                digits = token.strip("[]x")
                place = line.index(digits) + len(digits) - 1
                assert header[place] == name
    assert letters == "abcdefghijklmnopqrstuvwxyz"
    assert rows[0].split() == [f"{value}x" for value in values]
    assert rows[1].split()[4] == "[14]"


def test_a_picture_is_valid_and_says_all_it_shows() -> None:
    root = ET.fromstring(board_svg(SMALL))
    assert root[0].text == "Campus board"
    assert root[1].text == "Row 1: 11, 5, 3. Row 2: 2, 1, 24. Row 3: 6, 8 face down, star."
    names = [title.text for title in root.iter(f"{SVG}title")][1:]
    assert names == [
        *["a1: 11", "b1: 5", "c1: 3", "a2: 2", "b2: 1", "c2: 24"],
        *["a3: 6", "b3: 8 face down", "c3: star"],
    ]


def test_a_move_is_drawn_with_its_chain() -> None:
    drawing = move_drawing(LONG_CHAIN, TEN_STEPS)
    arrangement = LONG_CHAIN.arrangement
    steps = chains(arrangement, Rules()).steps(LONG_CHAIN.up & ~TEN_STEPS.tiles)
    assert len(steps) == 10
    assert rings(drawing) == {"d1", "d4"}
    numbered = {(tile_at(drawing, x - 12, y + 12).split(":")[0], number) for number, x, y in badges(drawing)}
    assert numbered == {
        (name, str(number))
        for number, step in enumerate(steps, 1)
        for name in arrangement.names(step.cleared)
    }
    assert bands(drawing) == [step.claim.line for step in steps if not isinstance(step.claim, FreeStar)]
    notes = [shape.text for shape in drawing.shapes if isinstance(shape, Label)]
    assert notes[:3] == ["15: d1 d4", "afterwards", "Turned with the roll: 4 on d1, 11 on d4"]
    assert notes[3] == "1. reward row 4: 20 on f4"
    assert notes[-1] == "The board is clear"
    after = [name for name in (getattr(s, "name", "") for s in drawing.shapes) if name.endswith("face down")]
    assert len(after) == 36 + LONG_CHAIN.down.bit_count()


@pytest.mark.parametrize("seed", range(8))
def test_every_band_and_number_of_a_move_is_true_by_the_rules(seed: int) -> None:
    rules = Rules(lines="short_diagonals_for_stars") if seed % 2 else Rules()
    for board in positions(3, seed=seed):
        moves = Moves(board, Roll.parse("4+4"), rules)
        if moves.lost or not len(moves):
            continue
        outcome = max(moves.outcomes(), key=lambda outcome: outcome.down.bit_count())
        drawing = move_drawing(board, outcome.move, rules)
        assert rings(drawing) == set(outcome.move.cells)
        marked = {tile_at(drawing, x - 12, y + 12).split(":")[0] for _, x, y in badges(drawing)}
        assert marked == set(board.arrangement.names(outcome.down & ~outcome.tiles))
        down = sum(" face down" in getattr(shape, "name", "") for shape in drawing.shapes)
        assert down == 2 * board.down.bit_count() + outcome.down.bit_count()


def test_a_pass_is_drawn_as_such() -> None:
    board = Board.parse("13 14\n15 17")
    drawing = move_drawing(board, Move(0, 2))
    assert rings(drawing) == set()
    notes = [shape.text for shape in drawing.shapes if isinstance(shape, Label)]
    assert notes == ["pass", "afterwards", "Nothing is turned", "4 tiles left"]


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a shape, text taken a little wider than it is."""
    match shape:
        case Box():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Circle():
            r = shape.radius
            return shape.x - r, shape.y - r, shape.x + r, shape.y + r
        case Label():
            width = shape.size * 0.58 * len(shape.text)
            left = shape.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
            return left, shape.y - shape.size / 2, left + width, shape.y + shape.size / 2
        case Path():
            xs = [n for line in shape.outlines for stroke in line for n in stroke[::2]]
            ys = [n for line in shape.outlines for stroke in line for n in stroke[1::2]]
            return min(xs), min(ys), max(xs), max(ys)
        case Figure():
            parts = [extent(part) for part in shape.shapes]
            lefts, tops, rights, bottoms = zip(*parts, strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)
        case _:
            raise AssertionError(shape)


@pytest.mark.parametrize(
    "drawing",
    [
        board_drawing(SMALL),
        board_drawing(Board.parse(WHOLE)),
        board_drawing(Board.parse(" ".join(["99"] * 26))),
        move_drawing(SMALL, Move.parse("b1 c1 a2 b2", 3)),
        move_drawing(LONG_CHAIN, TEN_STEPS),
        move_drawing(Board.parse("1 1\n1 1"), Move.parse("a1 b1 a2", 2)),
        move_drawing(Board.parse(" ".join(["1"] * 12)), Move((1 << 12) - 1, 12)),
        move_drawing(Board.parse("\n".join(["1"] * 9)), Move((1 << 9) - 1, 1)),
    ],
)
def test_nothing_is_cut_off(drawing: Drawing) -> None:
    for shape in every(drawing.shapes):
        left, top, right, bottom = extent(shape)
        assert left >= 0, shape
        assert top >= 0, shape
        assert right <= drawing.width, shape
        assert bottom <= drawing.height, shape


def test_a_number_fits_on_its_tile() -> None:
    for shape in board_drawing(Board.parse("99 88x\n77 66")).shapes:
        if isinstance(shape, Figure) and ":" in shape.name:
            box, label = shape.shapes
            assert isinstance(box, Box) and isinstance(label, Label)
            assert extent(label)[0] > box.x + 4
            assert extent(label)[2] < box.x + box.width - 4


def test_every_word_of_a_move_is_kept_in_the_terminal() -> None:
    said = text(move_drawing(LONG_CHAIN, TEN_STEPS), colour=False)
    assert all(len(line) <= 60 for line in said.split("\n"))
    assert "10. star c1: star on c1" in said


def test_pictures_are_the_same_bytes_everywhere() -> None:
    pictures = {"board": board_svg(LONG_CHAIN), "move": move_svg(LONG_CHAIN, TEN_STEPS)}
    digests = {name: hashlib.sha256(p.encode()).hexdigest()[:16] for name, p in pictures.items()}
    assert digests == {"board": "7e24ed311201f32a", "move": "28543fb6ee1b7a05"}


def test_the_star_lies_inside_its_tile() -> None:
    figure = next(s for s in board_drawing(Board.parse("s 1")).shapes if getattr(s, "name", "") == "a1: star")
    assert isinstance(figure, Figure)
    box, star = figure.shapes
    inner, outer = extent(star), extent(box)
    assert outer[0] < inner[0] and outer[1] < inner[1] and inner[2] < outer[2] and inner[3] < outer[3]


def test_cells_without_a_tile_are_empty_places() -> None:
    board = Board.parse("1 .\n2 3")
    assert board_text(board).split("\n")[1] == "1   1    ."
    drawing = board_drawing(board)
    empty = next(s for s in drawing.shapes if getattr(s, "name", "") == "b1: no tile")
    assert isinstance(empty, Figure)
    assert isinstance(empty.shapes[0], Box) and empty.shapes[0].dashed
    assert list(cells(board.up)) == [0, 2, 3]
