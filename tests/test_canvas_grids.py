"""Canvases and cards: their texts, their links, what a person may type, and what is refused."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable

import networkx
import pytest
from canvas_cases import canvases, random_canvases
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import NotationError
from quadrangle.solvers.canvas import (
    BLUE,
    EMPTY,
    RED,
    YELLOW,
    Canvas,
    Card,
    batch,
    canvas_link,
    find_link,
    from_graph,
    parse_canvas_link,
    read_canvas,
    read_canvas_csv,
    read_canvas_json,
    read_canvas_text,
    read_card,
    read_cards,
    read_colour,
    to_graph,
)
from quadrangle.solvers.canvas.reading import read_placed_canvas

SMALL = Canvas.parse("BRYY\nBBY.")

cards = st.builds(Card, st.tuples(*[st.integers(0, 2)] * 4))


@settings(max_examples=150, deadline=None)
@given(canvases(most=10))
def test_canvases_print_and_link_as_they_parse(canvas: Canvas) -> None:
    assert Canvas.parse(str(canvas)) == canvas
    assert Canvas.parse(str(canvas) + "\n") == canvas
    assert eval(repr(canvas), {"Canvas": Canvas}) == canvas
    link = canvas_link(canvas)
    assert parse_canvas_link(link) == canvas
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyz.-~")
    assert len(link) <= 116
    assert read_canvas(f"https://example.org/canvas#{link.upper()} \n") == canvas


def test_what_a_canvas_says_of_itself() -> None:
    assert (SMALL.rows, SMALL.columns) == (2, 4)
    assert SMALL.quadrants == (BLUE, RED, YELLOW, YELLOW, BLUE, BLUE, YELLOW, EMPTY)
    assert SMALL.names(SMALL.mask(BLUE)) == ("a1", "a2", "b2")
    assert not SMALL.is_complete
    assert Canvas.parse("BR\nYB").is_complete
    assert Canvas((0,) * 100, 10).name(99) == "j10"


@pytest.mark.parametrize(
    "text, problem, place",
    [
        ("", "a row without quadrants", (1, 1)),
        ("BR\nY", "1 quadrant in this row", (2, 2)),
        ("BR\nYBR", "3 quadrants in this row", (2, 3)),
        ("BRY\nBRY", "3 quadrants in a row", (1, 3)),
        ("BR", "1 row of quadrants", (1, 1)),
        ("BR\nYB\nRR", "3 rows of quadrants", (3, 1)),
        ("BR\nYG", "'G' is no colour", (2, 2)),
        ("BR\nYb", "'b' is no colour", (2, 2)),
        ("BR\n B", "' ' is no colour", (2, 1)),
        ("B" * 12 + "\n" + "B" * 12, "12 quadrants in a row", (1, 11)),
        ("\n".join(["BR"] * 11), "11 rows of quadrants", (11, 1)),
        ("\n".join(["BR"] * 12), "12 rows of quadrants", (11, 1)),
    ],
)
def test_canvases_are_parsed_strictly(text: str, problem: str, place: tuple[int, int]) -> None:
    with pytest.raises(NotationError) as caught:
        Canvas.parse(text)
    assert caught.value.problem == problem
    assert (caught.value.line, caught.value.column) == place


def test_canvases_that_cannot_be_are_refused() -> None:
    for quadrants, columns, problem in (
        ((0, 1, 2), 2, "3 quadrants in rows of 2"),
        ((0, 1), 0, "2 quadrants in rows of 0"),
        ((0, 1, 2), 3, "a canvas of 1 by 3"),
        ((0,) * 24, 12, "a canvas of 2 by 12"),
        ((0, 1, 2, 3), 2, "the colour 3 on b2"),
    ):
        with pytest.raises(NotationError, match=problem):
            Canvas(quadrants, columns)


@pytest.mark.parametrize(
    "text",
    [
        "BRYY\nBBY.",
        "bryy/bby.",
        " BR YY /\n BB Y. /",
        "| BR | YY |\n| BB | Y. |\n",
        "B R Y Y\n\nB B Y .",
        '["BRYY", "BBY."]',
        '{"canvas": ["br|yy", "bb|y."]}',
        '[["B","R","Y","Y"],\n ["B","B","Y","."]]',
        "B,R,Y,Y\nB,B,Y,\n",
        "b;r;y;y\r\nb;b;y;.\r\n",
        '"B","R","Y","Y"\n"B","B","Y",""',
    ],
)
def test_what_a_person_may_type_for_a_canvas(text: str) -> None:
    assert read_canvas(text) == SMALL


@pytest.mark.parametrize(
    "text, problem, place",
    [
        ("", "a canvas without quadrants", (None, None)),
        (" | \n", "a canvas without quadrants", (None, None)),
        ("BR YY\nBB G.", "'G' is no colour", (2, 4)),
        ("BR YY / BB Y", "3 quadrants in this row", (1, 13)),
        ("BR YY\nBB Y.B", "5 quadrants in this row", (2, 6)),
        ("BRY / BRY", "3 quadrants in a row", (1, 4)),
        ("BR / BB / YY", "3 rows of quadrants", (1, 11)),
        ("BR // BB", "a row without quadrants between two /", (1, 5)),
        ("\n".join(["BR"] * 11), "11 rows of quadrants", (11, 1)),
        ("BR" * 6 + "\n" + "BR" * 6, "12 quadrants in a row", (1, 11)),
        ("BR\nB-", "'-' is no colour", (2, 2)),
        ("B,R\nBB,Y", "'BB' in one field", (2, 1)),
        ("B,R\nB, G", "'G' is no colour", (2, 4)),
        ("B,R\nB", "1 quadrant in this row", (2, 2)),
        ('["BR",\n "BG"]', "'G' is no colour", (2, 4)),
        ('["BR",\n "B"]', "1 quadrant in this row", (2, 4)),
        ('[["B", "R"],\n ["B", "G"]]', "'G' is no colour", (2, 9)),
        ('["BR"', "not JSON: Expecting ',' delimiter", (1, 6)),
        ("[1, 2]", "'1' as row 1", (1, 2)),
        ('[["BR"]]', "'\"BR\"' in row 1", (1, 3)),
        ('{"grid": []}', "an object with 'grid'", (1, 1)),
        ('{"canvas": 3}', "'3' for the rows", (1, 12)),
        ("[]", "a canvas without quadrants", (None, None)),
        ("[" + "1" * 5000 + "]", "a document that holds other things than rows", (None, None)),
        ("[" * 9000, "a document that holds other things than rows", (None, None)),
        ("B" * 20001, "a text of 20001 letters", (None, None)),
        ("canvas~br-bg", "the link's row 2: 'g' is no colour", (1, 12)),
        ("canvas~br", "the link's row 1: 1 row of quadrants", (1, 8)),
    ],
)
def test_what_is_no_canvas_is_said_with_its_place(
    text: str, problem: str, place: tuple[int | None, int | None]
) -> None:
    with pytest.raises(NotationError) as caught:
        read_canvas(text)
    assert caught.value.problem == problem
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.expected


@pytest.mark.parametrize(("text", "shown", "column"), [('""', '""', 1), (" 7", "7", 2), ("null", "null", 1)])
def test_json_that_holds_no_rows_is_refused_at_its_place(text: str, shown: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_canvas_json(text)
    assert str(caught.value).startswith(f"line 1, column {column}: '{shown}' for the rows; expected rows")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='BRYbry. |/\n,;[]{}"-:canvs~', max_size=60))
def test_any_text_is_a_canvas_or_an_error_for_people(text: str) -> None:
    readers: tuple[Callable[[str], Canvas], ...] = (
        read_canvas,
        read_canvas_text,
        read_canvas_csv,
        read_canvas_json,
    )
    for read in readers:
        try:
            canvas = read(text)
        except NotationError as error:
            assert str(error)
        else:
            assert Canvas.parse(str(canvas)) == canvas


@settings(max_examples=100, deadline=None)
@given(canvases(most=10), st.randoms(use_true_random=False))
def test_a_generous_text_prints_canonically_and_reads_the_same(canvas: Canvas, rng: random.Random) -> None:
    rows = str(canvas).split("\n")
    drawn = []
    for row in rows:
        letters = [rng.choice([letter, letter.lower()]) for letter in row]
        drawn.append("".join(rng.choice(["", " ", "|", "\t"]) + letter for letter in letters))
    text = rng.choice([" / ", "\n", "/\n", "\n\n"]).join(drawn)
    assert read_canvas(text) == canvas
    assert read_canvas_json(json.dumps(rows)) == canvas
    assert read_canvas_json(json.dumps({"canvas": [list(row) for row in rows]}, indent=1)) == canvas
    blank = [["" if letter == "." else letter for letter in row] for row in rows]
    assert read_canvas_csv("\n".join(",".join(row) for row in blank)) == canvas


@pytest.mark.parametrize(
    "link", ["canvas~", "canvas~BR-yb", "canvas~br--yb", "leaves~br-yb", "canvas~br-yb-", "canvas~br\nyb"]
)
def test_links_are_parsed_strictly(link: str) -> None:
    with pytest.raises(NotationError):
        parse_canvas_link(link)


def test_a_link_is_found_behind_an_address() -> None:
    assert find_link("BR/YB") is None
    assert find_link(" https://example.org/#CANVAS~BR-YB ") == "canvas~br-yb"
    assert find_link("BBRY\nYBRR #canvas~br-yb") is None  # rather than that the rows are not read


@pytest.mark.parametrize(
    "text", ["canvas~bry.-bbrr", " x#canvas~bry.-bbrr", "BRY.\n BB | RR", '["BRY.",["B","B","R","R"]]']
)
def test_every_quadrant_has_its_place_in_the_text(text: str) -> None:
    canvas, places = read_placed_canvas(text)
    lines = text.split("\n")
    assert canvas == Canvas.parse("BRY.\nBBRR")
    assert "".join(lines[line - 1][column - 1] for line, column in places).upper() == "BRY.BBRR"
    assert places == tuple(sorted(set(places)))


@settings(max_examples=100, deadline=None)
@given(cards)
def test_cards_print_as_they_parse(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card), {"Card": Card}) == card
    assert read_card(str(card).lower()) == card
    assert read_card(str(card).replace("/", " | ")) == card


@settings(max_examples=100, deadline=None)
@given(cards)
def test_a_card_turned_four_times_is_itself(card: Card) -> None:
    assert card.turned(4) == card.turned(0) == card
    assert card.turned().turned() == card.turned(2) == card.turned(-2)
    assert card.turned(3) == card.turned(-1)
    assert len(card.turns()) in (1, 2, 4)
    assert set(card.half_turns()) <= set(card.turns())
    assert card.upright == card.turned(2).upright
    assert card.upright in card.half_turns()


def test_a_quarter_turn_goes_clockwise() -> None:
    assert str(Card.parse("BR/YY").turned()) == "YB/YR"
    assert str(SMALL.turned()) == "BB\nBR\nYY\n.Y"


@pytest.mark.parametrize(
    "text", ["", "BR", "BRYB", "BR/Y", "BR/YG", "BR/Y.", "br/yb", "BR\nYB", "BR/YBB", "B/RYB"]
)
def test_cards_are_parsed_strictly(text: str) -> None:
    with pytest.raises(NotationError):
        Card.parse(text)


@pytest.mark.parametrize("text", ["", "BRY", "B/RYB", "BR/Y.", "BR/YBB", "BR//YB", "GR/YB"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_card(text)


def test_hands_are_read_card_by_card() -> None:
    assert read_cards("br/yb, RRRR\nYY/BB") == tuple(map(Card.parse, ("BR/YB", "RR/RR", "YY/BB")))
    assert read_cards("") == ()
    with pytest.raises(NotationError) as caught:
        read_cards("BR/YB YY/GB")
    assert (caught.value.line, caught.value.column) == (1, 10)


def test_colours_have_letters_and_names() -> None:
    assert [read_colour(text) for text in ("B", "red", " y ", "Yellow")] == [0, 1, 2, 2]
    with pytest.raises(NotationError, match="'green' is no colour"):
        read_colour("green")


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 2)), cards))
def test_a_canvas_of_cards_has_these_cards(laid: dict[tuple[int, int], Card]) -> None:
    canvas = Canvas.of_cards(laid, 5, 3)
    assert (canvas.columns, canvas.rows) == (10, 6)
    assert canvas.cards() == laid
    turned = canvas.turned()
    assert turned.cards() == {(2 - row, column): card.turned() for (column, row), card in laid.items()}


def test_a_card_in_part_is_no_card() -> None:
    assert SMALL.card(0, 0) == Card.parse("BR/BB")
    with pytest.raises(NotationError, match="the card at c1 lacks 1 of its quadrants"):
        SMALL.cards()
    with pytest.raises(NotationError, match="a card in column 2"):
        Canvas.of_cards({(2, 0): Card.parse("BR/BB")}, 2, 2)


@settings(max_examples=100, deadline=None)
@given(canvases(most=10), st.integers(-5, 5))
def test_turning_and_mirroring(canvas: Canvas, quarters: int) -> None:
    assert canvas.turned(quarters).turned(-quarters) == canvas
    assert canvas.turned(1).turned(quarters - 1) == canvas.turned(quarters)
    assert canvas.mirrored().mirrored() == canvas
    assert canvas.mirrored().turned(quarters) == canvas.turned(-quarters).mirrored()


@settings(max_examples=100, deadline=None)
@given(canvases(most=10))
def test_graphs_and_arrays_are_the_same_canvas(canvas: Canvas) -> None:
    graph = to_graph(canvas)
    assert from_graph(graph) == canvas
    assert from_graph(networkx.Graph(graph)) == canvas
    assert batch.from_array(batch.to_array([canvas, canvas])) == [canvas, canvas]
    graph.remove_edges_from(list(graph.edges))
    assert from_graph(graph) == canvas


def test_a_graph_made_by_hand() -> None:
    graph = networkx.Graph()
    for node, letter in zip([(0, 0), (0, 1), (1, 0), (1, 1)], "BRYB", strict=True):
        graph.add_node(node, colour=letter)
    assert from_graph(graph) == Canvas.parse("BR\nYB")
    graph.add_edge((0, 0), (0, 1))
    with pytest.raises(NotationError, match=r"an edge too many or too few at \(0, 0\) and \(0, 1\)"):
        from_graph(graph)


def test_graphs_that_are_no_canvas_are_refused() -> None:
    for node, data, problem in (
        ("a1", {"colour": "B"}, "the node 'a1'"),
        ((0, -1), {"colour": "B"}, r"the node \(0, -1\)"),
        ((1, 1), {"colour": "green"}, "'green' is no colour"),
        ((1, 1), {}, "'None' is no colour"),
        ((10, 1), {"colour": "B"}, "a canvas of 11 by 2"),
        ((0, 1), {"colour": "B"}, "a canvas of 1 by 2"),
    ):
        graph = networkx.Graph()
        graph.add_node(node, **data)
        with pytest.raises(NotationError, match=problem):
            from_graph(graph)
    small = networkx.Graph(rows=2, columns=2)
    small.add_node((2, 0), colour="B")
    with pytest.raises(NotationError, match="2 rows and 2 columns"):
        from_graph(small)


def test_a_single_question_needs_no_heavy_import() -> None:
    program = (
        "import sys\n"
        "from quadrangle.solvers.canvas import *\n"
        "grid = read_canvas('BBRY/YBRR/BBRY/BYYY')\n"
        "print(longest_path(grid).value, len(areas(grid)), has_pattern(grid, INSPIRATIONS['L']))\n"
        "print(sorted({'networkx', 'numba', 'numpy', 'ortools', 'rich'} & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "B a1 b1 b2 b3 a3 a4 5 False\n[]\n"


def test_arrays_are_of_one_size() -> None:
    with pytest.raises(ValueError, match="2 sizes"):
        batch.to_array([SMALL, SMALL.turned()])
    grids = list(random_canvases(7, 4, 6))
    assert batch.to_array(grids).shape == (7, 4, 6)
    assert batch.from_array(batch.to_array(grids)) == grids
