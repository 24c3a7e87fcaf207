"""A drawing for the terminal: nothing lost, nothing wider than 60 columns, nothing that steers it."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quadrangle.render import Arrow, Box, Circle, Drawing, Figure, Ink, Label, Shape, text

INK_CODE = re.compile(r"\x1b\[[0-9;]*m")


def plain(*shapes: Shape, width: float = 200, ascii_only: bool = False) -> str:
    return text(Drawing(width, 100, shapes, "t", "d", letter=10), colour=False, ascii_only=ascii_only)


def width_of(line: str) -> int:
    """Return the columns of a line, as the terminal counts them."""
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Me") else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in line
    )


def test_labels_stand_where_they_are_drawn() -> None:
    said = plain(Label(30, 50, "low"), Label(0, 10, "left"), Label(100, 12, "mid", anchor="middle"))
    assert said == "left     mid\n   low"


def test_an_end_is_anchored_too() -> None:
    assert plain(Label(0, 0, "x"), Label(100, 0, "end", anchor="end")) == "x      end"


def test_labels_that_would_touch_are_pushed_apart() -> None:
    assert plain(Label(0, 0, "abcdef"), Label(20, 0, "gh"), Label(25, 0, "i")) == "abcdef gh i"


def test_a_label_that_does_not_fit_goes_to_its_own_line() -> None:
    long = "x" * 40
    assert plain(Label(0, 0, long), Label(50, 0, "y" * 30)) == f"{long}\n     {'y' * 30}"


def test_a_label_wider_than_a_line_is_broken_between_words() -> None:
    said = plain(Label(0, 0, "ginkgo " * 10)).split("\n")
    assert said == ["ginkgo " * 7 + "ginkgo", "ginkgo ginkgo"]


def test_a_figure_is_said_by_its_label() -> None:
    card = Figure((Label(5, 0, "3"), Label(9, 9, "yg"), Circle(0, 0, 1)), "words", Label(0, 0, "3yg"))
    assert plain(card, Figure((Label(0, 50, "unseen"),))) == "3yg"


def test_shapes_without_words_are_not_said() -> None:
    assert plain(Box(0, 0, 9, 9, fill=Ink.RED), Circle(1, 1, 1)) == ""


@pytest.mark.parametrize(
    ("end", "symbol", "ascii_symbol"),
    [((20, 1), "→", ">"), ((-20, 0), "←", "<"), ((0, 20), "↓", "v"), ((2, -20), "↑", "^")],
)
def test_an_arrow_is_a_sign_between_its_ends(end: tuple[int, int], symbol: str, ascii_symbol: str) -> None:
    arrow = Arrow(50, 50, 50 + end[0], 50 + end[1], Ink.ACCENT)
    assert plain(arrow).strip() == symbol
    assert plain(arrow, ascii_only=True).strip() == ascii_symbol


def test_an_arrow_may_touch_what_it_joins() -> None:
    assert plain(Label(0, 0, "3yg"), Arrow(30, 0, 40, 0, Ink.ACCENT), Label(40, 0, "3rm")) == "3yg→3rm"


def test_colour_adds_codes_and_changes_nothing_else() -> None:
    shapes = (Label(0, 0, "3rg", ink=Ink.ON_RED), Label(40, 0, "1gb", ink=Ink.ON_GREEN), Label(80, 0, "t"))
    coloured = text(Drawing(200, 9, shapes, "t", "d", letter=10), colour=True)
    assert coloured == "\x1b[1;31m3rg\x1b[0m \x1b[1;32m1gb\x1b[0m t"
    assert INK_CODE.sub("", coloured) == plain(*shapes)


def test_a_label_cannot_steer_the_terminal() -> None:
    assert plain(Label(0, 0, "a\x1b[2Jb\nc\u202ed")) == "a\ufffd[2Jb\ufffdc\ufffdd"


labels = st.builds(
    Label,
    x=st.floats(-50, 700),
    y=st.floats(0, 60),
    text=st.text(st.characters(), max_size=90),
    ink=st.sampled_from(Ink),
    anchor=st.sampled_from(["start", "middle", "end"]),
)
arrows = st.builds(Arrow, *[st.floats(0, 100)] * 4, st.just(Ink.ACCENT))
drawings = st.builds(
    Drawing,
    st.floats(1, 2000),
    st.just(100.0),
    st.lists(labels | arrows, max_size=12).map(tuple),
    st.just("t"),
    st.just("d"),
    st.floats(1, 30),
)


@given(drawings, st.booleans(), st.booleans())
@example(Drawing(600, 9, (Label(0, 0, "銀杏" * 20),), "t", "d"), False, False)
def test_no_line_is_wider_than_60_columns(drawing: Drawing, colour: bool, ascii_only: bool) -> None:
    said = text(drawing, colour=colour, ascii_only=ascii_only)
    for line in said.split("\n"):
        bare = INK_CODE.sub("", line)
        assert width_of(bare) <= 60
        assert bare == bare.rstrip()
        assert bare.isprintable()
    assert colour or "\x1b" not in said
    assert said.isascii() or not ascii_only


@given(drawings)
def test_no_letter_is_lost(drawing: Drawing) -> None:
    wanted: list[str] = []
    for shape in drawing.shapes:
        if isinstance(shape, Label):
            wanted += [c for c in shape.text if c.isprintable() and c != " "]
    said = text(drawing, colour=False)
    assert all(said.count(letter) >= wanted.count(letter) for letter in set(wanted))
