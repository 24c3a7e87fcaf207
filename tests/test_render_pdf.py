"""A drawing in a PDF: vector shapes where they belong, letters that can be read back, the same bytes."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from paper_cases import media_box, streams, texts

from quadrangle.core.errors import MissingExtra, NotationError
from quadrangle.render.ink import PAGE_COLOURS, Ink
from quadrangle.render.leaves import solution_drawing
from quadrangle.render.pages import (
    MM,
    PAPERS,
    Block,
    Document,
    Heading,
    Page,
    Part,
    Piece,
    centred,
    picture,
    stacked,
)
from quadrangle.render.pdf import INSTALL, pdf, qr_rows, text_width, writable
from quadrangle.render.pieces import Run, paragraph, qr_code, shortened
from quadrangle.render.shapes import Arrow, Box, Circle, Drawing, Figure, Label, Path, Shape
from quadrangle.solvers.leaves.layout import Layout, Merge

LAYOUT = Layout.parse("1rb 2yg 3gm\n1ym 3yg 2gb\n3rg 1gg 2rm")
STEPS = [Merge.parse(text) for text in ("a1-a2", "c1-c2", "b1-b2")]


def document(*shapes: Shape, x: float = 0, y: float = 0, scale: float = 1) -> Document:
    piece = Piece(100, 100, (Part(shapes, scale=scale),))
    return Document("A title", PAPERS["A4"], (Page((Block("block", x, y, piece),)),))


def operators(*shapes: Shape, x: float = 0, y: float = 0, scale: float = 1) -> str:
    return streams(pdf(document(*shapes, x=x, y=y, scale=scale)))[0]


def test_the_same_pages_are_the_same_bytes() -> None:
    page = Page((Block("solution", 40, 40, picture(solution_drawing(LAYOUT, STEPS), 0.5)),))
    first = pdf(Document("Three merges", PAPERS["A5"], (page,)))
    assert first == pdf(Document("Three merges", PAPERS["A5"], (page,)))
    assert first.startswith(b"%PDF-")
    assert first != pdf(Document("Four merges", PAPERS["A5"], (page,)))


WRITE = """
import sys
from quadrangle.render.leaves import layout_drawing
from quadrangle.render.pages import PAPERS, Block, Document, Page, picture
from quadrangle.render.pdf import pdf
from quadrangle.solvers.leaves.layout import Layout
drawing = layout_drawing(Layout.parse("1rb 2yg 3gm\\n1ym 3yg 2gb\\n3rg 1gg 2rm"))
page = Page((Block("layout", 40, 40, picture(drawing, 0.75)),))
sys.stdout.buffer.write(pdf(Document("Layout", PAPERS["A4"], (page,))))
"""


def test_other_processes_write_the_same_bytes() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", WRITE],
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("0", "UTC"), ("77", "Asia/Tokyo"))
    }
    assert len(found) == 1


def test_a_file_says_nothing_of_when_it_was_made() -> None:
    data = pdf(document())
    assert re.findall(rb"/CreationDate \(D:(\d{14})", data) == [b"20000101000000"]
    assert b"/ModDate" not in data
    assert re.search(rb"/Producer \(quadrangle [\d.]+\)", data)


def test_a_drawing_is_vector_shapes() -> None:
    page = Page((Block("solution", 40, 40, picture(solution_drawing(LAYOUT, STEPS), 0.5)),))
    data = pdf(Document("t", PAPERS["A4"], (page,)))
    assert b"/Subtype /Image" not in data
    content = streams(data)[0]
    assert content.count(" c ") > 50  # leaves are curves
    assert content.count(" Tj") > 50


def test_pages_have_the_size_of_their_paper() -> None:
    for name, (width, height) in {"A4": (210, 297), "A5": (148, 210), "Letter": (215.9, 279.4)}.items():
        found = media_box(pdf(Document("t", PAPERS[name], (Page(()),))))
        assert [round(float(side) / MM, 1) for side in found] == [width, height]


def test_shapes_lie_where_they_are_placed_and_as_large_as_they_are_scaled() -> None:
    content = operators(Box(10, 20, 30, 40, fill=Ink.RED), x=100, y=200, scale=2)
    # fpdf turns the page over, so that y goes down; 100 + 2 * 10 and 200 + 2 * 20
    assert "q 1 0 0 -1 0 841.8898 cm" in content
    assert "120 240 m 180 240 l 180 320 l 120 320 l h f" in content


def test_a_stroke_is_as_wide_as_it_is_scaled() -> None:
    assert b"/LW 3\n" in pdf(document(Box(0, 0, 9, 9, stroke=Ink.EDGE, stroke_width=1.5), scale=2))
    dashed = operators(Box(0, 0, 9, 9, stroke=Ink.EDGE, dashed=True), scale=0.5)
    assert "[3 2] 0 d" in dashed


def test_every_shape_is_painted_in_its_inks() -> None:
    def colour(ink: Ink) -> str:
        code = PAGE_COLOURS[ink]
        return " ".join(f"{int(code[at : at + 2], 16) / 255:.4f}".rstrip("0").rstrip(".") for at in (1, 3, 5))

    content = operators(
        Circle(5, 5, 3, fill=Ink.GREEN, stroke=Ink.EDGE),
        Box(0, 0, 9, 9, radius=2, fill=Ink.YELLOW),
        Arrow(0, 0, 40, 0, Ink.ACCENT),
        Figure((Path((((0, 0), (9, 9)),), stroke=Ink.RED),), "a line"),
    )
    for ink in (Ink.GREEN, Ink.YELLOW, Ink.ACCENT):
        assert f"{colour(ink)} rg" in content
    for ink in (Ink.EDGE, Ink.RED):
        assert f"{colour(ink)} RG" in content


def test_a_filled_path_is_closed_and_an_open_one_is_not() -> None:
    corner = (((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)),)
    assert " h f " in operators(Path(corner, fill=Ink.RED))
    assert " h " not in operators(Path(corner, stroke=Ink.RED))


def test_a_label_stands_where_its_anchor_says() -> None:
    wide = text_width("hand", 10)

    def start(anchor: str) -> float:
        found = re.search(r"BT ([\d.]+) ", operators(Label(200, 50, "hand", 10, anchor=anchor)))  # type: ignore[arg-type]
        assert found is not None
        return float(found[1])

    assert start("start") == 200
    assert start("middle") == pytest.approx(200 - wide / 2, abs=0.01)
    assert start("end") == pytest.approx(200 - wide, abs=0.01)


def test_letters_are_read_back() -> None:
    written = ["3yg", "a (b) \\ c", "café – 5 € “so” …", "naïve · 2 × 3"]
    shapes = [Label(10, 20 * n, text) for n, text in enumerate(written, 1)]
    assert texts(pdf(document(*shapes))) == [written]


def test_a_star_is_drawn_where_the_fonts_have_none() -> None:
    content = operators(Label(10, 20, "5 ★ left", 10))
    found = texts(pdf(document(Label(10, 20, "5 ★ left", 10))))
    assert found == [["5 ", " left"]]
    assert len(re.findall(r" l ", content)) == 9  # ten corners
    assert text_width("★", 10) == 9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  two\n words ", "two words"),
        ("a → b ≤ c − 1", "a -> b <= c - 1"),
        ("e\u0301", "é"),
        ("★☆", "★★"),
    ],
)
def test_what_can_be_written_is_written_in_one_line(text: str, expected: str) -> None:
    assert writable(text) == expected


@pytest.mark.parametrize(
    ("text", "letter"), [("Łódź", "'Ł'"), ("銀杏", "'銀'"), ("a\x07b", r"'\\x07'"), ("😀", "'😀'")]
)
def test_a_letter_that_no_font_has_is_named(text: str, letter: str) -> None:
    with pytest.raises(NotationError, match=f"{letter} in .* cannot be printed; expected letters"):
        writable(text)
    with pytest.raises(NotationError):
        pdf(document(Label(0, 0, text)))


def test_headings_are_the_outline_of_the_file() -> None:
    pages = (
        Page((), (Heading("Cover"), Heading("Puzzle 1", 1))),
        Page((), (Heading("Puzzle 2", 1), Heading("Solutions"))),
    )
    data = pdf(Document("t", PAPERS["A4"], pages))
    titles = re.findall(rb"/Dest \[(\d+) 0 R.*?/Title \((.*?)\)\n", data, re.DOTALL)
    assert [title for _, title in titles] == [b"Cover", b"Puzzle 1", b"Puzzle 2", b"Solutions"]
    first, second = re.findall(rb"(\d+) 0 R", re.findall(rb"/Kids \[(.*?)\]", data, re.DOTALL)[0])
    assert [page for page, _ in titles] == [first, first, second, second]


def test_without_the_extra_the_command_to_install_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(MissingExtra, match=re.escape(INSTALL)):
        pdf(document())
    qr_rows.cache_clear()
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingExtra, match=re.escape(INSTALL)):
        qr_rows("leaves~")


def test_a_paragraph_is_broken_between_words_and_inside_only_what_is_too_long() -> None:
    piece = paragraph("one two three incomprehensibilities", 60, 12)
    lines = [shape.text for part in piece.parts for shape in part.shapes if isinstance(shape, Label)]
    assert lines[0] == "one two"
    assert all(text_width(line, 12) <= 60 for line in lines)
    assert "".join(lines).replace(" ", "") == "onetwothreeincomprehensibilities"
    assert piece.height == pytest.approx(len(lines) * 12 * 1.28)


def test_a_paragraph_keeps_the_hands_it_is_written_in() -> None:
    piece = paragraph([Run("7", "bold"), Run("of many"), Run("leaves~", font="mono")], 400, 10)
    found = {
        part.font: [(s.text, s.weight) for s in part.shapes if isinstance(s, Label)] for part in piece.parts
    }
    assert found == {"sans": [("7", "bold"), ("of many", "normal")], "mono": [("leaves~", "normal")]}


def test_what_is_too_long_for_a_line_is_shortened() -> None:
    assert shortened("short", 100, 10) == "short"
    cut = shortened("a title that is much too long", 60, 10)
    assert cut.endswith("…")
    assert text_width(cut, 10) <= 60


def test_a_code_is_that_of_its_text() -> None:
    import segno

    link = "leaves~1rb2yg3gm-1ym.2gb-3rg1gg2rm~3yg"
    piece = qr_code(link, 1.5, 0.7, 200)
    assert piece is not None
    matrix = [
        [bool(cell) for cell in row]
        for row in segno.make(link, error="m", micro=False, boost_error=False).matrix
    ]
    (part,) = piece.parts
    (path,) = part.shapes
    assert isinstance(path, Path) and path.fill is Ink.TEXT
    dark = {(int(y), x) for (left, y), (right, _), *_ in path.outlines for x in range(int(left), int(right))}
    assert dark == {(y, x) for y, row in enumerate(matrix) for x, cell in enumerate(row) if cell}
    assert piece.width == pytest.approx(1.5 * len(matrix))


def test_a_code_gives_way_where_there_is_little_room() -> None:
    link = "leaves~1rb2yg3gm-1ym.2gb-3rg1gg2rm~3yg"
    narrow = qr_code(link, 1.5, 0.7, 30)
    assert narrow is not None and narrow.width == pytest.approx(30)
    assert qr_code(link, 1.5, 0.7, 15) is None


def test_pieces_are_stacked_and_centred() -> None:
    one, none, two = Piece(10, 5, (Part(()),)), Piece(0, 0), Piece(20, 7, (Part(()),))
    found = stacked([one, none, two], 3)
    assert (found.width, found.height) == (20, 15)
    assert [part.y for part in found.parts] == [0, 8]
    assert centred(two, 40, 27).parts[0][1:3] == (10, 10)


def test_a_drawing_is_as_large_as_it_is_scaled() -> None:
    drawing = Drawing(200, 100, (), "t", "d")
    assert picture(drawing, 0.75)[:2] == (150, 75)
