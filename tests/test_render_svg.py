"""A drawing as SVG: valid, whole, the same bytes every time, readable without colour vision."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.render import (
    PAGE_COLOURS,
    Arrow,
    Box,
    Circle,
    Drawing,
    Figure,
    Ink,
    Label,
    Path,
    Shape,
    Svg,
    svg,
)
from quadrangle.render.svg import PRINTED_WIDTH, number

SPACE = "{http://www.w3.org/2000/svg}"

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
VISION = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
FILLS = (Ink.RED, Ink.YELLOW, Ink.GREEN)


def drawing(*shapes: Shape, title: str = "t", description: str = "d") -> Drawing:
    return Drawing(200, 100, shapes, title, description)


def parsed(*shapes: Shape) -> ET.Element:
    return ET.fromstring(svg(drawing(*shapes)))


def test_a_drawing_is_a_whole_file_with_a_title_and_a_description() -> None:
    text = svg(drawing(Box(1, 2, 3, 4), title="Three leaves", description="One red & two green"))
    root = ET.fromstring(text)
    assert root.tag == SPACE + "svg"
    assert (root.get("version"), root.get("role"), root.get("viewBox")) == ("1.1", "img", "0 0 200 100")
    assert [(child.tag, child.text) for child in root[:2]] == [
        (SPACE + "title", "Three leaves"),
        (SPACE + "desc", "One red & two green"),
    ]
    assert text.endswith("</svg>\n")
    assert "\r" not in text


def test_a_notebook_shows_it() -> None:
    picture = svg(drawing())
    assert isinstance(picture, Svg)
    assert picture._repr_svg_() == str(picture)


def test_it_needs_nothing_from_elsewhere() -> None:
    picture = svg(drawing(Box(0, 0, 1, 1, fill=Ink.RED), Label(0, 0, "a"), Arrow(0, 0, 9, 0, Ink.ACCENT)))
    assert not re.search(r"href|url\(|<image|<style|<script|@import", picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]


def test_the_paper_is_white_below_everything() -> None:
    first = parsed(Circle(5, 5, 1))[2]
    assert (first.tag, first.get("fill")) == (SPACE + "rect", PAGE_COLOURS[Ink.PAPER])
    assert (first.get("width"), first.get("height")) == ("200", "100")


def test_a_wide_drawing_asks_for_the_width_of_a_printed_page_and_keeps_its_proportions() -> None:
    root = ET.fromstring(svg(Drawing(2 * PRINTED_WIDTH, 500, (), "t", "d")))
    assert (root.get("width"), root.get("height")) == (number(PRINTED_WIDTH), "250")
    assert root.get("viewBox") == f"0 0 {number(2 * PRINTED_WIDTH)} 500"


def test_each_shape_is_written_where_it_is() -> None:
    box, circle, path, label = parsed(
        Box(1, 2, 3, 4, 5, Ink.RED, Ink.EDGE, 1.5, dashed=True),
        Circle(6, 7, 8, Ink.GREEN),
        Path((((0, 0), (10, 0), (10, 5, 5, 10, 0, 10)),), stroke=Ink.EDGE),
        Label(50, 60, "3yg", 10, Ink.TEXT, "middle", "bold"),
    )[3:]
    assert [box.get(name) for name in ("x", "y", "width", "height", "rx")] == ["1", "2", "3", "4", "5"]
    assert (box.get("fill"), box.get("stroke-width")) == (PAGE_COLOURS[Ink.RED], "1.5")
    assert box.get("stroke-dasharray")
    assert [circle.get(name) for name in ("cx", "cy", "r", "stroke")] == ["6", "7", "8", None]
    assert (path.get("d"), path.get("fill")) == ("M0 0L10 0C10 5 5 10 0 10", "none")
    assert (label.text, label.get("x"), label.get("text-anchor")) == ("3yg", "50", "middle")
    # y is the middle of the capitals, SVG wants the line they stand on
    assert label.get("y") == "63.6"


def test_a_filled_path_is_closed() -> None:
    assert parsed(Path((((0, 0), (1, 0), (1, 1)),), fill=Ink.RED))[3].get("d") == "M0 0L1 0L1 1Z"


@pytest.mark.parametrize(
    ("end", "tip"), [((40, 0), "40 0"), ((-40, 0), "-40 0"), ((0, 40), "0 40"), ((0, 0.0), "0 0")]
)
def test_an_arrow_points_at_its_end(end: tuple[float, float], tip: str) -> None:
    outline = parsed(Arrow(0, 0, *end, Ink.ACCENT))[3].get("d") or ""
    corners = re.findall(r"[ML]([^MLZ]+)", outline)
    assert len(corners) == 7
    assert corners[3] == tip


def test_a_figure_is_a_group_that_says_what_it_is() -> None:
    group = parsed(Figure((Circle(0, 0, 1), Circle(1, 1, 1)), "3 yellow ginkgo"))[3]
    assert group.tag == SPACE + "g"
    assert [child.tag for child in group] == [SPACE + "title", SPACE + "circle", SPACE + "circle"]
    assert group[0].text == "3 yellow ginkgo"


@given(st.text())
def test_any_text_is_escaped_and_read_back(text: str) -> None:
    root = ET.fromstring(svg(drawing(Label(0, 0, text), Figure((), text or "-"), title=text)).encode())
    allowed = re.sub("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert (root[0].text or "") == allowed
    assert (root[3].text or "") == allowed
    assert root[4][0].text == (allowed or "-")


@given(st.floats(-1e6, 1e6))
def test_lengths_are_short_and_rounded_to_a_hundredth(value: float) -> None:
    text = number(value)
    assert re.fullmatch(r"-?(0|[1-9]\d*)(\.\d?[1-9])?", text)
    assert text != "-0"
    assert abs(float(text) - value) <= 0.005 + 1e-9


def luminance(ink: Ink, vision: str) -> float:
    """Return the relative luminance (WCAG 2) of an ink as an eye sees it."""
    code = PAGE_COLOURS[ink]
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    seen = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in VISION[vision]]
    red, green, blue = (min(1.0, max(0.0, part)) for part in seen)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Ink, second: Ink, vision: str = "usual") -> float:
    """Return the contrast ratio (WCAG 2) of two inks, from 1 to 21."""
    low, high = sorted((luminance(first, vision), luminance(second, vision)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_of_contrast_is_the_usual_one() -> None:
    assert contrast(Ink.PAPER, Ink.PAPER) == 1
    assert round(luminance(Ink.PAPER, "usual"), 6) == 1


@pytest.mark.parametrize(("first", "second"), list(combinations(FILLS, 2)))
def test_the_fills_of_cards_differ_in_lightness(first: Ink, second: Ink) -> None:
    assert contrast(first, second) >= 3
    for vision in VISION:
        assert contrast(first, second, vision) >= 2.4, vision


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (Ink.ON_RED, Ink.RED),
        (Ink.ON_YELLOW, Ink.YELLOW),
        (Ink.ON_GREEN, Ink.GREEN),
        (Ink.ON_GREEN, Ink.GREEN_HATCH),
        (Ink.TEXT, Ink.PAPER),
        (Ink.FAINT, Ink.PAPER),
        (Ink.ACCENT, Ink.PAPER),
        (Ink.ON_ACCENT, Ink.ACCENT),
        (Ink.FAINT, Ink.DOWN),
    ],
)
def test_what_is_written_stands_out_from_its_ground(ink: Ink, ground: Ink, vision: str) -> None:
    assert contrast(ink, ground, vision) >= 4.5


def test_every_ink_has_a_colour() -> None:
    assert set(PAGE_COLOURS) == set(Ink)
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in PAGE_COLOURS.values())
