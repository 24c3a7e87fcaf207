"""Puzzles to print, packs of them, and what is looked for on pages and in PDFs."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any, NamedTuple, cast

from quadrangle.core.budget import Result
from quadrangle.core.errors import NotationError
from quadrangle.generators.packs import FORMAT, VERSION, Entry, Header, digest_of, sealed
from quadrangle.generators.puzzle import Difficulty, Kind, Level, Puzzle, puzzle_id
from quadrangle.render.ink import Ink
from quadrangle.render.pages import Block, Document, Paper, Part, sideways
from quadrangle.render.pdf import text_width
from quadrangle.render.shapes import Arrow, Box, Circle, Drawing, Figure, Label, Path, Shape, arrow_path

SLACK = 1.5
"""Points by which a shape may reach over its rectangle: half of a thick line."""


class Rectangle(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


LEAVES = (
    Puzzle(
        id="c012574e612f0528",
        kind="leaves",
        position="2gb . .\n3gm . .\n2rb 3yg 2yb",
        goal="Merge the 5 stacks into one; there are 12 ways.",
        difficulty=Difficulty(bits=3.0, careful_bits=0.0, percentile=0.0, level="first-steps", solutions=12),
        solution=("a1-a2 colour", "a2-a3 number", "c3-b3 colour", "a3-b3 number"),
        link="leaves~2gb..-3gm..-2rb3yg2yb",
    ),
    Puzzle(
        id="8ce317e8a905346a",
        kind="leaves",
        position="3yg 1gg 2gb\n1rg . 3ym\n2gm 3yb 3rm\n\n1ym 2gg 3gm",
        goal="Place one of the hand cards and merge all nine stacks into one; there are 1,610 ways.",
        difficulty=Difficulty(bits=10.3, careful_bits=4.1, percentile=96.18, level="master", solutions=1610),
        solution=(
            "place 1ym",
            "a1-a2 type",
            "a2-b2 colour",
            "c3-b3 number",
            "b1-b2 type",
            "a3-b3 type",
            "b3-b2 colour",
            "b2-c2 type",
            "c1-c2 number",
        ),
        link="leaves~3yg1gg2gb-1rg.3ym-2gm3yb3rm~1ym2gg3gm",
    ),
)
"""Two puzzles of the kind `leaves`, easy and hard."""

CAMPUS = Puzzle(
    id="cd9c97c6051e8bda",
    kind="campus",
    position="23 . 10 20 24 s\n. . 19 . 6 1\n. 8 2 12 s s\n16 . . . . 1\n2 10 . 21 15 .\n. . . . . .\n\n"
    "2+4 2+4 4+6",
    goal="Turn every tile face down with the 3 rolls in their order, the last tile with the last of them; "
    "there is one solution, a set of tiles for each roll.",
    difficulty=Difficulty(bits=1.0, careful_bits=0.0, percentile=0.0, level="junior", solutions=1),
    solution=("f2 c3 f4 a5", "e2", "b5"),
    link="campus-rolls~w.jtx0-..s.fa-.hbl00-p....a-bj.uo.-......~r242446",
)
CANVAS = Puzzle(
    id="76fd8a8a8750d642",
    kind="canvas",
    position="build\ngoal largest_area:Y 4\ngoal patchwork 16\n"
    "cards BB/YB BR/RB BR/RB BR/YY RR/RR YR/RY\n\n......\n......\n......\n......",
    goal="Lay all 6 cards in the area, either way up, so that all of these hold: the largest yellow area, at "
    "least 4; the number of areas of all colours together, at least 16. There is one way, up to turning the "
    "whole area round.",
    difficulty=Difficulty(bits=10.1, careful_bits=8.5, percentile=28.33, level="junior", solutions=1),
    solution=(
        "place BR/RB a1",
        "place YR/RY c1",
        "place BB/YB e1",
        "place BR/RB a3",
        "place YY/RB c3",
        "place RR/RR e3",
    ),
    link="canvas-build~la.y.4-patchwork.16~bbybbrrbbrrbbryyrrrryrry~" + "." * 24,
)
REAL = (*LEAVES, CAMPUS, CANVAS)
"""Puzzles of all the kinds there are."""


class Toy:
    """A kind of puzzles for tests: a position is `NUMBER LETTER`, and its disguises are other letters."""

    NAME = "toy"
    TITLE = "Toy"
    REMINDER: tuple[str, ...] = ("Turn every knob once.", "A knob that was turned stays turned.")

    def __init__(self, forms: int = 6, width: float = 300.0, height: float = 240.0) -> None:
        self.forms = forms
        self.width = width
        self.height = height

    def goal(self, position: str) -> str:
        return f"Turn the knobs of {position}; there is one way."

    def encode(self, position: str) -> str:
        return "toy~" + position.replace(" ", "")

    def grade(self, position: str) -> Difficulty:
        return difficulty(int(position.split()[0]))

    def solve(self, position: str) -> Result[tuple[str, ...]]:
        number, letter = position.split()
        return Result("yes", tuple(f"turn {letter}{n}" for n in range(int(number) % 7 + 1)))

    def disguises(self, position: str) -> int:
        return 2 * self.forms

    def disguise(self, position: str, number: int) -> str:
        if not 0 <= number < 2 * self.forms:
            raise ValueError(number)
        # Every form is there twice, as those of a symmetric position are.
        return f"{position.split()[0]} {chr(ord('a') + number % self.forms)}"

    def drawing(self, position: str) -> Drawing:
        shapes = (
            Box(0, 0, self.width, self.height, 8, Ink.YELLOW, Ink.EDGE),
            Label(self.width / 2, self.height / 2, f"drawn {position}", 24, Ink.TEXT, "middle", "bold"),
        )
        return Drawing(self.width, self.height, shapes, "Toy", position)

    def captions(self, position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"because {step} of {position} is next" for step in steps)


def toys(toy: Toy) -> Any:
    """Return a `kinds` function that finds the toy, and the kinds there are."""
    from quadrangle.generators import kind

    return lambda name: cast(Kind, toy) if name == "toy" else kind(name)


def difficulty(number: int) -> Difficulty:
    levels: tuple[Level, ...] = ("first-steps", "junior", "senior", "graduate", "master")
    return Difficulty(
        bits=float(number), careful_bits=number / 2, percentile=float(number % 100), level=levels[number % 5]
    )


def toy_puzzle(number: int, steps: int | None = None, link: str = "", goal: str = "") -> Puzzle:
    """Return a puzzle of the kind `toy`."""
    toy, position = Toy(), f"{number} a"
    solution = toy.solve(position).value if steps is None else tuple(f"turn a{n}" for n in range(steps))
    return Puzzle(
        id=puzzle_id("toy", str(number)),
        kind="toy",
        position=position,
        goal=goal or toy.goal(position),
        difficulty=difficulty(number),
        solution=solution,
        link=link or toy.encode(position),
    )


def write_pack(path: FilePath, puzzles: Sequence[Puzzle], count: int | None = None) -> FilePath:
    """Write a pack as `generate` does, and return its path."""
    header = Header(
        format=FORMAT,
        version=VERSION,
        merged=(),
        kinds=tuple(dict.fromkeys(puzzle.kind for puzzle in puzzles)) or ("leaves",),
        streams={"leaves": 1},
        level=None,
        wishes={},
        count=len(puzzles) if count is None else count,
        seed=1,
        versions={"quadrangle": "0"},
    )
    lines = [sealed(header, b"")]
    for item, puzzle in enumerate(puzzles):
        fields = {name: getattr(puzzle, name) for name in Puzzle.__struct_fields__}
        lines.append(sealed(Entry(**fields, item=item), digest_of(lines[-1])))
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def faults(document: Document) -> list[str]:
    """Return what overlaps, leaves its rectangle or leaves the page."""
    found = []
    for number, page in enumerate(document.pages, 1):
        paper = sideways(document.paper) if page.sideways else document.paper
        blocks = [block for block in page.blocks if block.piece.width and block.piece.height]
        for at, block in enumerate(blocks):
            found += [f"page {number}: {fault}" for fault in _faults_of(block, paper)]
            for other in blocks[:at]:
                if _overlap(block, other):
                    found.append(f"page {number}: {block.name} overlaps {other.name}")
    return found


def _faults_of(block: Block, paper: Paper) -> Iterator[str]:
    if min(block.x, block.y) < 0 or block.right > paper.width or block.bottom > paper.height:
        yield f"{block.name} leaves the page"
    for part in block.piece.parts:
        for shape in part.shapes:
            found = extent(shape, part)
            if found is None:
                continue
            inside = Rectangle(-SLACK, -SLACK, block.piece.width + SLACK, block.piece.height + SLACK)
            if found.left < inside.left or found.top < inside.top:
                yield f"{shape} at {found} leaves {block.name}"
            if found.right > inside.right or found.bottom > inside.bottom:
                yield f"{shape} at {found} leaves {block.name}"


def _overlap(one: Block, other: Block) -> bool:
    apart = (
        one.right <= other.x + 0.01
        or other.right <= one.x + 0.01
        or one.bottom <= other.y + 0.01
        or other.bottom <= one.y + 0.01
    )
    return not apart


def extent(shape: Shape, part: Part) -> Rectangle | None:
    """Return what a shape covers, in the points of its block; None where it paints nothing."""
    match shape:
        case Box():
            points = [(shape.x, shape.y), (shape.x + shape.width, shape.y + shape.height)]
        case Circle():
            far = shape.radius
            points = [(shape.x - far, shape.y - far), (shape.x + far, shape.y + far)]
        case Path():
            points = [point for line in shape.outlines for stroke in line for point in _points(stroke)]
        case Arrow():
            return extent(arrow_path(shape), part)
        case Label():
            width = text_width(shape.text, shape.size, shape.weight, part.font)
            left = shape.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
            points = [(left, shape.y - 0.36 * shape.size), (left + width, shape.y + 0.36 * shape.size)]
        case Figure():
            inner = [found for one in shape.shapes if (found := extent(one, Part(())))]
            points = [corner for found in inner for corner in (found[:2], found[2:])]
    if not points:
        return None
    xs = [part.x + part.scale * x for x, _ in points]
    ys = [part.y + part.scale * y for _, y in points]
    return Rectangle(min(xs), min(ys), max(xs), max(ys))


def _points(stroke: tuple[float, ...]) -> list[tuple[float, float]]:
    return [(stroke[at], stroke[at + 1]) for at in range(0, len(stroke), 2)]


def labels(document: Document, page: int | None = None) -> list[str]:
    """Return every text on the pages, or on one page counted from 1, as it is written."""
    pages = document.pages if page is None else document.pages[page - 1 : page]
    return [
        label.text
        for one in pages
        for block in one.blocks
        for part in block.piece.parts
        for shape in part.shapes
        for label in _labels(shape)
    ]


def _labels(shape: Shape) -> Iterator[Label]:
    if isinstance(shape, Label):
        yield shape
    elif isinstance(shape, Figure):
        for one in shape.shapes:
            yield from _labels(one)


def said(document: Document, page: int | None = None) -> str:
    """Return all that is written on the pages as one text, lines joined by spaces."""
    return " ".join(labels(document, page))


def named(document: Document, name: str) -> list[tuple[int, Block]]:
    """Return the blocks of a name, with the numbers of their pages."""
    return [
        (number, block)
        for number, page in enumerate(document.pages, 1)
        for block in page.blocks
        if block.name == name
    ]


def link_in(block: Block) -> str:
    """Return the link that a block shows."""
    mono = [part for part in block.piece.parts if part.font == "mono"]
    return "".join(label.text for part in mono for shape in part.shapes for label in _labels(shape))


def placed_labels(block: Block) -> list[Label]:
    """Return the labels of a block, each where it stands in it."""
    return [
        label._replace(x=part.x + part.scale * label.x, y=part.y + part.scale * label.y)
        for part in block.piece.parts
        for shape in part.shapes
        for label in _labels(shape)
    ]


def streams(data: bytes) -> list[str]:
    """Return the content of each page of a PDF, in order."""
    objects = dict(re.findall(rb"\n(\d+) 0 obj\n(.*?)\nendobj", data, re.DOTALL))
    kids = re.findall(rb"/Type /Pages", data)
    assert len(kids) == 1
    pages = re.search(rb"/Kids \[(.*?)\]", data, re.DOTALL)
    assert pages is not None
    found = []
    for kid in re.findall(rb"(\d+) 0 R", pages[1]):
        content = re.search(rb"/Contents (\d+) 0 R", objects[kid])
        assert content is not None
        body = re.search(rb"stream\n(.*)\nendstream", objects[content[1]], re.DOTALL)
        assert body is not None
        found.append(zlib.decompress(body[1]).decode("cp1252"))
    return found


def texts(data: bytes) -> list[list[str]]:
    """Return the texts of each page of a PDF, in the order they are painted."""
    return [
        [
            re.sub(r"\\([\\()])", r"\1", text)
            for text in re.findall(r"\(((?:[^()\\]|\\.)*)\) Tj", content, re.DOTALL)
        ]
        for content in streams(data)
    ]


def media_box(data: bytes) -> tuple[Fraction, Fraction]:
    """Return width and height of the paper in points."""
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    return Fraction(found[1].decode()), Fraction(found[2].decode())


def refused(work: Any) -> str:
    """Return why some work is refused."""
    try:
        work()
    except NotationError as error:
        return str(error)
    raise AssertionError("it was not refused")
