"""Leaves drawn and said: every card readable, every sentence and every mark true by the rules."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.core.errors import IllegalAction
from quadrangle.core.rng import Rng
from quadrangle.render import (
    Arrow,
    Box,
    Circle,
    Drawing,
    Figure,
    Ink,
    Label,
    Path,
    Shape,
    layout_drawing,
    layout_svg,
    layout_text,
    solution_drawing,
    solution_svg,
    steps_text,
    svg,
    text,
)
from quadrangle.render.leaves_cards import HEIGHT, WIDTH, Frame, card_figure
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.layout import Layout, Merge, Place, Step, Swap, replay
from quadrangle.solvers.leaves.search import Search

PUZZLE = Layout.parse("1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm")
HAND = Card.parse("3yg")
MERGES = Search().line(PUZZLE.place(HAND))
STEPS: tuple[Step, ...] = (Place(HAND), *MERGES)
SWAPS: tuple[Step, ...] = (Swap(0, 8), Swap(0, 3), Swap(1, 5))

WORDS = {"red": "r", "yellow": "y", "green": "g", "bodhi": "b", "ginkgo": "g", "maple": "m"}
KINDS = ("bodhi", "ginkgo", "maple")
SENTENCE = re.compile(r"(\d) (\w+) (\w+) onto (\d) (\w+) (\w+): both (\w+)")
CAPTION = re.compile(r"(\d+)\. ([abc][123])-([abc][123]) · both (\w+)")

# Widths of letters of a wide sans-serif typeface (DejaVu Sans) in sizes: bold on cards, else regular.
BOLD = {"r": 0.49, "y": 0.65, "g": 0.72, "b": 0.72, "m": 1.04, "1": 0.7, "2": 0.7, "3": 0.7}
REGULAR = 0.6


def solvable(count: int) -> Iterator[tuple[Layout, tuple[Merge, ...]]]:
    """Yield random full layouts, each with merges that leave one stack."""
    search, item = Search(), 0
    while count:
        cards, rng = list(CARDS), Rng(7, item)
        rng.shuffle(cards)
        item += 1
        layout = Layout(tuple(cards[:9]))
        if search.measure(layout).solvable:
            yield layout, search.line(layout)
            count -= 1


def every(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    """Yield all shapes, those inside figures too."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Figure):
            yield from every(shape.shapes)


def captions(drawing: Drawing) -> list[Label]:
    """Return what is written below the pictures, in reading order."""
    return [shape for shape in drawing.shapes if isinstance(shape, Label) and shape.size == 20]


def holds(token: str, word: str) -> bool:
    """Return whether a card written as a token shows a trait, such as `3`, `yellow` or `maple`."""
    if word.isdigit():
        return token[0] == word
    place = 1 if word in ("red", "yellow", "green") else 2
    return token[place] == WORDS[word]


def token_of(number: str, colour: str, kind: str) -> str:
    return number + WORDS[colour] + WORDS[kind]


def tokens_of(layout: Layout) -> dict[str, str]:
    """Return the cards by the names of their cells."""
    names = [column + row for row in "123" for column in "abc"]
    return {name: str(card) for name, card in zip(names, layout.cells, strict=True) if card is not None}


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_a_card_shows_number_colour_and_type_without_its_colour(card: Card) -> None:
    figure = card_figure(card, Frame(0, 0))
    texts = [shape.text for shape in figure.shapes if isinstance(shape, Label)]
    assert "".join(texts) == str(card)
    assert figure.name == card.words
    assert sum(isinstance(shape, Circle) for shape in figure.shapes) == card.number
    hatched = any(isinstance(shape, Path) and shape.stroke == Ink.GREEN_HATCH for shape in figure.shapes)
    assert hatched == (card.colour == "green")


def leaf_of(card: Card) -> Path:
    leaves = [s for s in card_figure(card, Frame(0, 0)).shapes if isinstance(s, Path) and s.fill]
    assert len(leaves) == 1
    return leaves[0]


def test_there_is_one_leaf_for_each_type() -> None:
    leaves: dict[str, set[object]] = {}
    for card in CARDS:
        leaves.setdefault(card.type, set()).add(leaf_of(card).outlines)
    assert [len(outlines) for outlines in leaves.values()] == [1, 1, 1]
    assert len(set.union(*leaves.values())) == 3


def test_there_is_one_fill_for_each_colour() -> None:
    fills = {card.colour: (card_figure(card, Frame(0, 0)).shapes[0]) for card in CARDS}
    assert {colour: box.fill for colour, box in fills.items() if isinstance(box, Box)} == {
        "red": Ink.RED,
        "yellow": Ink.YELLOW,
        "green": Ink.GREEN,
    }


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_numeral_and_letters_stand_apart_on_the_card(card: Card) -> None:
    numeral, letters = [s for s in card_figure(card, Frame(0, 0)).shapes if isinstance(s, Label)]
    right = numeral.x + numeral.size * BOLD[numeral.text]
    left = letters.x - letters.size * sum(BOLD[letter] for letter in letters.text)
    assert numeral.anchor == "start"
    assert letters.anchor == "end"
    assert right < left
    assert letters.x < WIDTH


def test_all_cards_are_written_differently() -> None:
    pictures = {svg(Drawing(80, 90, (card_figure(card, Frame(0, 0)),), "t", "d")) for card in CARDS}
    assert len(pictures) == 27


def test_a_layout_is_valid_and_says_all_it_shows() -> None:
    root = ET.fromstring(layout_svg(PUZZLE, [HAND]))
    assert root[0].text == "Leaves layout"
    assert root[1].text == (
        "Row 1: 1 red bodhi, 2 yellow ginkgo, 3 green maple. Row 2: 1 yellow maple, empty, 2 green bodhi. "
        "Row 3: 3 red ginkgo, 1 green ginkgo, 2 red maple. Hand: 3 yellow ginkgo."
    )
    names = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")][1:]
    assert names == [*["empty" if c is None else c.words for c in PUZZLE.cells], HAND.words]


def test_pictures_are_the_same_bytes_everywhere() -> None:
    pictures = {
        "layout": layout_svg(PUZZLE, [HAND]),
        "solution": solution_svg(PUZZLE, (*SWAPS[:1], Place(HAND), Merge(0, 1), Merge(6, 7, "type"))),
    }
    digests = {name: hashlib.sha256(p.encode()).hexdigest()[:16] for name, p in pictures.items()}
    assert digests == {"layout": "14a09ccb063b7e86", "solution": "4dc40e9e9cc6e533"}


def extent(shape: Shape) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a shape, text taken a little wider than it is."""
    match shape:
        case Box():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Circle():
            r = shape.radius
            return shape.x - r, shape.y - r, shape.x + r, shape.y + r
        case Label():
            width = shape.size * REGULAR * len(shape.text)
            left = shape.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
            return left, shape.y - shape.size / 2, left + width, shape.y + shape.size / 2
        case Arrow():
            xs, ys = (shape.x1, shape.x2), (shape.y1, shape.y2)
            return min(xs), min(ys), max(xs), max(ys)
        case Path():
            xs_all = [n for line in shape.outlines for stroke in line for n in stroke[::2]]
            ys_all = [n for line in shape.outlines for stroke in line for n in stroke[1::2]]
            return min(xs_all), min(ys_all), max(xs_all), max(ys_all)
        case Figure():
            parts = [extent(part) for part in shape.shapes]
            lefts, tops, rights, bottoms = zip(*parts, strict=True)
            return min(lefts), min(tops), max(rights), max(bottoms)


@pytest.mark.parametrize(
    "drawing",
    [
        layout_drawing(PUZZLE),
        layout_drawing(PUZZLE, PUZZLE.absent[:3]),
        layout_drawing(PUZZLE, PUZZLE.absent),
        solution_drawing(PUZZLE, STEPS),
        solution_drawing(PUZZLE, STEPS, columns=2),
        solution_drawing(PUZZLE, (*SWAPS, Place(HAND))),
        solution_drawing(PUZZLE, STEPS, columns=1),
    ],
)
def test_nothing_is_cut_off(drawing: Drawing) -> None:
    for shape in every(drawing.shapes):
        left, top, right, bottom = extent(shape)
        assert left >= 0, shape
        assert top >= 0, shape
        assert right <= drawing.width, shape
        assert bottom <= drawing.height, shape


def test_hand_cards_do_not_touch() -> None:
    for count in (1, 3, 4, 19):
        drawing = layout_drawing(PUZZLE, PUZZLE.absent[:count])
        boxes = [extent(shape) for shape in drawing.shapes if isinstance(shape, Figure)]
        for i, (left, top, right, bottom) in enumerate(boxes):
            for other in boxes[:i]:
                assert right < other[0] or other[2] < left or bottom < other[1] or other[3] < top


def test_a_layout_in_the_terminal() -> None:
    assert layout_text(PUZZLE, PUZZLE.absent[:2]).split("\n") == [
        "   a   b   c",
        "1 1rb 2yg 3gm",
        "2 1ym  .  2gb",
        "3 3rg 1gg 2rm",
        "hand 1rg 1rm",
    ]


cards = st.sampled_from(CARDS)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """Any position: from one card to nine, on any cells."""
    chosen = draw(st.lists(cards, min_size=1, max_size=9, unique=True))
    cells: list[Card | None] = [*chosen, *[None] * (9 - len(chosen))]
    return Layout(tuple(draw(st.permutations(cells))))


@given(layouts(), st.integers(0, 19), st.booleans(), st.booleans())
def test_any_layout_reads_back_from_the_terminal(
    layout: Layout, hand: int, colour: bool, ascii_only: bool
) -> None:
    absent = layout.absent[:hand]
    said = layout_text(layout, absent, colour, ascii_only)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", said)
    lines = bare.split("\n")
    assert len(lines) <= 8
    assert max(map(len, lines)) <= 60
    assert bare.isascii()
    assert lines[0].split() == ["a", "b", "c"]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert Layout.parse("\n".join(" ".join(line.split()[1:]) for line in lines[1:4])) == layout
    assert " ".join(lines[4:]).split() == (["hand", *map(str, absent)] if absent else [])
    assert colour == ("\x1b" in said)


@given(layouts())
def test_cards_stand_below_the_letters_of_their_columns(layout: Layout) -> None:
    header, *rows = layout_text(layout).split("\n")
    for row, line in enumerate(rows):
        for column, letter in enumerate("abc"):
            card = layout.cells[3 * row + column]
            middle = header.index(letter)
            shown = line[middle - 1 : middle + 2].strip()
            assert shown == (str(card) if card is not None else ".")


@pytest.mark.parametrize(("card", "code"), [("1rb", "31"), ("1yb", "33"), ("1gb", "32")])
def test_a_card_is_written_in_its_colour(card: str, code: str) -> None:
    assert f"\x1b[1;{code}m{card}\x1b[0m" in layout_text(
        Layout.parse(f"{card} . .\n. . .\n. . ."), colour=True
    )


def test_a_solution_in_the_terminal() -> None:
    said = text(solution_drawing(Layout.parse("1rb 2rm .\n2gm . .\n. . ."), [Merge(0, 1)]), colour=False)
    assert said.split("\n") == [
        "       a       b       c           a       b       c",
        " 1  1rb     2rm        .     1  1rb   → 2rm        .",
        " 2  2gm        .       .     2  2gm        .       .",
        " 3     .       .       .     3     .       .       .",
        "    the layout                  1. a1-b1 · both red",
        "  2 stacks are left.",
        "  r red, y yellow, g green",
        "  b bodhi, g ginkgo, m maple",
        "  +2: two cards of the first picture lie under this one",
    ]


def test_every_caption_is_kept_in_the_terminal() -> None:
    for columns in (1, 2, 3):
        drawing = solution_drawing(PUZZLE, STEPS, columns)
        said = text(drawing, colour=False)
        assert all(len(line) <= 60 for line in said.split("\n"))
        assert all(caption.text in said for caption in captions(drawing))


def test_a_solution_has_a_picture_of_the_layout_and_one_for_each_merge() -> None:
    drawing = solution_drawing(PUZZLE, STEPS)
    said = [caption.text for caption in captions(drawing)]
    assert said[0] == "place 3yg"
    assert [line.split(".")[0] for line in said[1:]] == list("12345678")
    names_of_columns = [s for s in drawing.shapes if isinstance(s, Label) and s.text == "a"]
    assert len(names_of_columns) == 9


def test_a_swap_and_the_hand_card_are_marked_in_the_first_picture() -> None:
    drawing = solution_drawing(PUZZLE, (*SWAPS[:1], Place(HAND)))
    assert [caption.text for caption in captions(drawing)] == ["swap a1 c3 · place 3yg"]
    assert [s.text for s in every(drawing.shapes) if isinstance(s, Label) and s.text == "hand"] == ["hand"]
    badges = [s for s in every(drawing.shapes) if isinstance(s, Figure) and len(arrows_in(s)) == 2]
    assert len(badges) == 2
    # what is shown is the table before the swap
    assert cards_in(drawing) == ["1rb", "2yg", "3gm", "1ym", "3yg", "2gb", "3rg", "1gg", "2rm"]


def test_several_swaps_have_a_picture_each() -> None:
    drawing = solution_drawing(PUZZLE, (*SWAPS, Place(HAND)))
    assert [caption.text for caption in captions(drawing)] == [
        "swap a1 c3",
        "swap a1 a2",
        "swap b1 c2 · place 3yg",
    ]


def test_a_swap_between_merges_takes_the_stacks_along() -> None:
    layout = Layout.parse("1rb 2rm 3rg\n. . .\n. . .")
    steps: list[Step] = [Merge(0, 1), Swap(1, 2), Merge(1, 2)]
    *_, swap, merge = pictures(solution_drawing(layout, steps, columns=1))
    assert (swap.stacks, swap.caption) == ({"b1": "1rb+1", "c1": "3rg"}, "swap b1 c1")
    assert (merge.stacks, merge.arrow) == ({"b1": "3rg", "c1": "1rb+1"}, ("b1", "c1"))


def test_without_steps_there_is_the_layout_only() -> None:
    assert [caption.text for caption in captions(solution_drawing(PUZZLE, ()))] == ["the layout"]


def arrows_in(figure: Figure) -> list[Arrow]:
    return [shape for shape in figure.shapes if isinstance(shape, Arrow)]


def cards_in(drawing: Drawing) -> list[str]:
    """Return the cards shown, in the order in which they are painted."""
    labels = [shape.label for shape in drawing.shapes if isinstance(shape, Figure)]
    return [label.text for label in labels if label is not None and label.text != "."]


class Picture(NamedTuple):
    """What one picture of a solution shows, read from its shapes."""

    stacks: dict[str, str]
    """For each cell that holds a card, its label, `3yg+2`."""
    arrow: tuple[str, str] | None
    """Cells between which an arrow goes."""
    caption: str


def pictures(drawing: Drawing) -> list[Picture]:
    """Read a drawing with one picture in a row, by the places of its shapes alone."""
    found = []
    top = 0.0
    for caption in captions(drawing):
        inside = [s for s in drawing.shapes if top <= extent(s)[1] and extent(s)[3] < caption.y]
        names = {s.text: s for s in inside if isinstance(s, Label)}
        stacks, arrow = {}, None
        for shape in inside:
            if isinstance(shape, Figure) and shape.label is not None and shape.label.text != ".":
                cell = nearest(names, shape.label.x + WIDTH / 2, shape.label.y)
                stacks[cell] = shape.label.text
            if isinstance(shape, Arrow):
                back = ((shape.x2 - shape.x1) / 3, (shape.y2 - shape.y1) / 3)
                arrow = (
                    nearest(names, shape.x1 - back[0], shape.y1 - back[1]),
                    nearest(names, shape.x2 + back[0], shape.y2 + back[1]),
                )
        found.append(Picture(stacks, arrow, caption.text))
        top = caption.y
    return found


def nearest(names: dict[str, Label], x: float, y: float) -> str:
    """Return the cell at a point: the column and the row whose names are nearest."""
    column = min("abc", key=lambda name: abs(names[name].x - x))
    row = min("123", key=lambda name: abs(names[name].y - y))
    return column + row


def test_every_picture_shows_the_position_and_the_move() -> None:
    for layout, line in solvable(12):
        piles = {cell: [token] for cell, token in tokens_of(layout).items()}
        first, *others = pictures(solution_drawing(layout, line, columns=1))
        assert first == Picture(tokens_of(layout), None, "the layout")
        for number, (merge, picture) in enumerate(zip(line, others, strict=True), 1):
            shown = {cell: p[0] + (f"+{len(p) - 1}" if p[1:] else "") for cell, p in piles.items()}
            assert picture.stacks == shown
            source, goal = str(merge).split(" ")[0].split("-")
            assert picture.arrow == (source, goal)
            said = CAPTION.fullmatch(picture.caption)
            assert said is not None
            assert said.groups()[:3] == (str(number), source, goal)
            assert holds(piles[source][0], said[4])
            assert holds(piles[goal][0], said[4])
            piles[goal] = piles.pop(source) + piles[goal]
        assert [len(pile) for pile in piles.values()] == [9]


def test_every_sentence_is_true_by_the_rules() -> None:
    for layout, line in solvable(40):
        table = tokens_of(layout)
        for sentence in steps_text(layout, line):
            notation, words = sentence[:16].rstrip(), sentence[16:]
            move, trait = notation.split(" ")
            source, goal = move.split("-")
            said = SENTENCE.fullmatch(words)
            assert said is not None
            top, below, shared = token_of(*said.group(1, 2, 3)), token_of(*said.group(4, 5, 6)), said[7]
            assert (table[source], table[goal]) == (top, below)
            assert abs(ord(source[0]) - ord(goal[0])) + abs(ord(source[1]) - ord(goal[1])) == 1
            assert holds(top, shared)
            assert holds(below, shared)
            kind = (
                "number" if shared.isdigit() else "colour" if shared in ("red", "yellow", "green") else "type"
            )
            assert kind == trait
            table[goal] = table.pop(source)
        assert len(table) == 1


def test_swaps_and_the_hand_card_are_said_too() -> None:
    assert steps_text(PUZZLE, [Swap(0, 8), Place(HAND), Merge(0, 1)]) == [
        "swap a1 c3      1 red bodhi and 2 red maple change places",
        "place 3yg       3 yellow ginkgo from the hand into the centre",
        "a1-b1 number    2 red maple onto 2 yellow ginkgo: both 2",
    ]


def test_a_solution_says_how_it_ends() -> None:
    end = replay(PUZZLE, STEPS)
    root = ET.fromstring(solution_svg(PUZZLE, STEPS))
    assert (root[1].text or "").endswith(f" One stack is left, with {end.cards[0].words} on top.")
    halfway = ET.fromstring(solution_svg(PUZZLE, STEPS[:4]))
    assert (halfway[1].text or "").endswith(" 6 stacks are left.")


def test_the_description_of_a_solution_names_every_step() -> None:
    description = ET.fromstring(solution_svg(PUZZLE, STEPS))[1].text or ""
    for sentence in steps_text(PUZZLE, STEPS):
        assert f"{sentence[:16].rstrip()}: {sentence[16:]}." in description


@pytest.mark.parametrize("draw", [solution_drawing, solution_svg])
def test_a_step_that_is_not_allowed_is_named(draw: object) -> None:
    assert callable(draw)
    with pytest.raises(IllegalAction, match=r"step 2, a1-c1: a1 and c1 are not next to each other"):
        draw(PUZZLE, [Place(HAND), Merge(0, 2)])


def test_a_sentence_is_not_made_for_a_merge_that_is_not_allowed() -> None:
    with pytest.raises(IllegalAction, match="share no trait"):
        steps_text(Layout.parse("1rb 2yg .\n. . .\n. . ."), [Merge(0, 1)])


def test_rings_lie_round_the_goal() -> None:
    layout = Layout.parse("1rb 2rm .\n. . .\n. . .")
    drawing = solution_drawing(layout, [Merge(0, 1)], columns=1)
    rings = [s for s in every(drawing.shapes) if isinstance(s, Box) and s.stroke == Ink.ACCENT]
    goals = [s for s in drawing.shapes if isinstance(s, Figure) and s.name == "2 red maple"]
    left, top, right, bottom = extent(rings[0])
    inner = extent(goals[1])
    assert len(rings) == 1
    assert left < inner[0] < inner[2] < right
    assert top < inner[1] < inner[3] < bottom
    assert inner[3] - inner[1] == HEIGHT


def test_drawing_loads_nothing_heavy() -> None:
    command = "import quadrangle.render, sys; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    names = {name.split(".")[0] for name in loaded.stdout.split()}
    assert "quadrangle" in names
    assert names.isdisjoint({"click", "networkx", "numba", "numpy", "ortools", "rich", "xml"})
