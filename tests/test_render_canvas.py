"""Pictures of canvases say all that they show, in letters as well as in colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from canvas_cases import canvases, random_canvases
from hypothesis import given

from quadrangle.render.canvas import PLAIN, Picture, canvas_drawing, canvas_svg, canvas_text
from quadrangle.render.ink import Ink
from quadrangle.render.shapes import Box, Figure, Path
from quadrangle.solvers.canvas import Canvas, longest_path

SMALL = Canvas.parse("BBRY\nYBRR\nBBRY\nBY..".replace("BY..", "BYY."))


@given(canvases(10))
def test_the_text_has_every_quadrant_in_its_place(canvas: Canvas) -> None:
    lines = canvas_text(canvas).splitlines()
    assert lines[0].split() == [chr(ord("a") + column) for column in range(canvas.columns)]
    assert ["".join(line.split()[1:]) for line in lines[1:]] == str(canvas).split("\n")
    assert max(map(len, lines)) <= 60


def test_marks_and_names_that_begin_elsewhere() -> None:
    said = canvas_text(SMALL, 0b11, (2, 2))
    assert said.splitlines()[0].split() == ["-", "-", "a", "b"]
    assert [line.split()[0] for line in said.splitlines()[1:]] == ["-", "-", "1", "2"]
    assert said.count("[B]") == 2


def test_colours_of_a_terminal_leave_the_letters_as_they_are() -> None:
    coloured = canvas_text(SMALL, colour=True)
    assert "\x1b[1;31mR\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == canvas_text(SMALL)


@pytest.mark.parametrize("players", [0, 2, 4])
def test_a_picture_names_every_quadrant_and_who_sits_where(players: int) -> None:
    for canvas in random_canvases(3, 8, 8, weights=(1, 3, 3, 3)):
        picture = canvas_svg(canvas, Picture(players=players))
        root = ET.fromstring(picture)
        titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
        named = {title.split(": ")[0] for title in titles if title and ": " in title}
        assert named == {canvas.name(cell) for cell in range(64)}
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        for letter in "BRY":
            assert texts.count(letter) >= str(canvas).count(letter)
        assert ("Scoring areas: A south, B" in picture) is bool(players)
        assert picture._repr_svg_() == picture


def test_a_path_runs_through_its_cells_in_order() -> None:
    path = longest_path(SMALL).value
    assert path is not None
    drawn = canvas_drawing(SMALL, Picture(path=path.cells)).shapes
    lines = [shape for shape in drawn if isinstance(shape, Path) and shape.stroke_width == 4.5]
    [outline] = lines[0].outlines
    figures = [shape for shape in drawn if isinstance(shape, Figure)]
    for (x, y), cell in zip(outline, path.cells, strict=True):
        box = figures[cell].shapes[0]
        assert (x, y) == (box.x + box.width / 2, box.y + box.height / 2)  # type: ignore[union-attr]


def test_lines_run_exactly_where_areas_meet() -> None:
    def outlined(canvas: Canvas) -> float:
        shapes = [
            s for s in canvas_drawing(canvas, PLAIN).shapes if isinstance(s, Path) and s.stroke == Ink.EDGE
        ]
        spans = [(b[0] - a[0]) + (b[1] - a[1]) for s in shapes for a, b in s.outlines]
        return sum(spans) / 39

    assert outlined(Canvas.parse("BB\nBB")) == 8
    assert outlined(Canvas.parse("BR\nBR")) == 10
    assert outlined(Canvas.parse("BR\nRB")) == 12
    assert outlined(Canvas.parse("....\n....")) == 0


def test_a_ring_runs_round_a_set_of_cells_however_it_lies() -> None:
    def ringed(mask: int) -> float:
        shapes = canvas_drawing(SMALL, Picture(ringed=(mask,))).shapes
        lines = [s for s in shapes if isinstance(s, Path) and s.stroke == Ink.ACCENT]
        return sum((b[0] - a[0]) + (b[1] - a[1]) for s in lines for a, b in s.outlines) / 39

    assert ringed(0b1) == 4
    assert ringed(0b110011) == 8
    assert ringed(0b1000010011) == 12


def test_rows_are_told_in_words() -> None:
    assert canvas_drawing(SMALL, Picture(notes=("a note",))).description == (
        "Row 1: BBRY. Row 2: YBRR. Row 3: BBRY. Row 4: BYY.. a note."
    )


def test_every_place_without_a_card_has_a_border_and_no_other() -> None:
    def places(canvas: Canvas) -> list[tuple[float, float, float, float]]:
        boxes = [s for s in canvas_drawing(canvas, PLAIN).shapes if isinstance(s, Box)]
        faint = [box for box in boxes if box.stroke == Ink.FAINT]
        assert len(boxes) == canvas.columns * canvas.rows // 4
        return [((box.x - 34) / 39, (box.y - 30) / 39, box.width / 39, box.height / 39) for box in faint]

    assert places(SMALL) == []
    assert places(Canvas.parse("BB..\nBB..\n..RY\n..YR")) == [(0, 2, 2, 2), (2, 0, 2, 2)]
    assert len(places(Canvas.parse("......\n" * 3 + "......"))) == 6
