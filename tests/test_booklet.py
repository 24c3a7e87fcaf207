"""Booklets: what is printed where, nothing parted, overlapping or cut off, versions that are as hard."""

from __future__ import annotations

import functools
from itertools import pairwise, product

import msgspec
import pytest
from paper_cases import (
    LEAVES,
    REAL,
    Toy,
    faults,
    labels,
    link_in,
    named,
    placed_labels,
    refused,
    said,
    texts,
    toy_puzzle,
    toys,
)

from quadrangle.core.budget import Result
from quadrangle.generators import kind
from quadrangle.generators.booklet import Booklet, Order, booklet
from quadrangle.generators.booklet.sheets import positions, sheets
from quadrangle.generators.puzzle import Puzzle
from quadrangle.render.pages import PAPERS
from quadrangle.render.pdf import pdf
from quadrangle.render.shapes import Box

SOME = [*LEAVES, *(toy_puzzle(number) for number in (3, 11, 42, 7, 25))]
TOY = Toy()


def made(puzzles: list[Puzzle], toy: Toy = TOY, **order: object) -> Booklet:
    return booklet(puzzles, Order(**order), toys(toy))  # type: ignore[arg-type]


@functools.cache
def some(**order: object) -> Booklet:
    """Return a booklet of all the puzzles; none is laid out twice."""
    return made(SOME, **order)  # type: ignore[arg-type]  # a test gives what it likes


def plain(text: str) -> str:
    """Return a text without spaces, as lines may be broken anywhere."""
    return "".join(text.split())


@pytest.mark.parametrize(
    ("paper", "per_page", "large_print", "versions"),
    [
        *product(("A4", "A5", "Letter"), (1, 2, 4), (False,), (1,)),
        *product(("A4", "A5"), (1,), (True,), (1, 3)),
        ("A4", 2, True, 1),
        ("Letter", 4, False, 2),
        ("A5", 2, False, 5),
    ],
)
def test_nothing_overlaps_or_leaves_its_page(
    paper: str, per_page: int, large_print: bool, versions: int
) -> None:
    found = some(paper=paper, per_page=per_page, large_print=large_print, versions=versions)
    assert faults(found.main) == []
    assert found.main.paper == PAPERS[paper]
    numbers = [f"puzzle {number}" for number in range(1, len(SOME) + 1)]
    for name in numbers:
        assert len(named(found.main, name)) == versions
        assert len(named(found.main, f"solution {name.split()[1]}")) >= 1


@pytest.mark.parametrize("count", [1, 60])
def test_a_pack_of_one_puzzle_and_of_many(count: int) -> None:
    found = made([toy_puzzle(number) for number in range(1, count + 1)], per_page=4, paper="A5")
    assert faults(found.main) == []
    pages = [number for n in range(1, count + 1) for number, _ in named(found.main, f"puzzle {n}")]
    assert len(pages) == count
    assert sorted(pages) == pages
    assert f"{count} puzzle{'s'[: count > 1]}" in said(found.main, 1)


@pytest.mark.parametrize(
    "title", ["Supercalifragilisticexpialidocious " * 5, "x" * 200, "A b " * 50, "Für Zoë"]
)
@pytest.mark.parametrize("paper", ["A4", "A5"])
def test_a_long_title_fits_on_the_cover(title: str, paper: str) -> None:
    found = some(title=title, paper=paper, key="separate")
    assert faults(found.main) == []
    assert found.key is not None and faults(found.key) == []
    assert plain(title) in plain(said(found.main, 1))
    assert found.main.title == " ".join(title.split())


@pytest.mark.parametrize(("length", "per_page"), [(1, 1), (1, 4), (500, 1), (500, 2), (500, 4), (3000, 1)])
def test_a_link_of_any_length_is_printed_whole(length: int, per_page: int) -> None:
    link = ("toy~" + "1rb2yg3gm-" * length)[: length + 4]
    found = made([toy_puzzle(3, link=link)], Toy(width=80, height=60), per_page=per_page)
    assert faults(found.main) == []
    ((_, block),) = named(found.main, "puzzle 1")
    assert link_in(block) == link


def test_a_link_that_is_too_long_for_a_code_has_none() -> None:
    def codes(length: int) -> int:
        link = ("toy~" + "1rb2yg3gm-" * length)[: length + 4]
        ((_, block),) = named(made([toy_puzzle(3, link=link)], Toy(width=80, height=60)).main, "puzzle 1")
        return sum(
            len(part.shapes) == 1 and part.scale < 1.4 and part.scale != 1 for part in block.piece.parts
        )

    assert codes(100) == codes(3) + 0
    assert codes(3500) == codes(100) - 1


@pytest.mark.parametrize("per_page", [1, 4])
def test_that_there_is_no_code_is_said(per_page: int) -> None:
    why = "No square code: the link is too long for one here."
    for length, told in ((100, False), (700, True)):
        link = ("toy~" + "1rb2yg3gm-" * length)[: length + 4]
        found = made([toy_puzzle(3, link=link)], Toy(width=80, height=60), per_page=per_page)
        assert faults(found.main) == []
        ((page, _),) = named(found.main, "puzzle 1")
        assert (plain(why) in plain(said(found.main, page))) is told


@pytest.mark.parametrize("large_print", [False, True])
def test_what_is_reconstructed_is_said_on_the_cover_and_of_every_puzzle(large_print: bool) -> None:
    class Guessed(Toy):
        NOTE = "The knobs are guesses."

    for toy, told in ((Guessed(), True), (Toy(), False)):
        found = made([toy_puzzle(3), toy_puzzle(5)], toy, large_print=large_print).main
        assert faults(found) == []
        assert ("The knobs are guesses." in said(found, 1)) is told
        for name in ("puzzle 1", "puzzle 2"):
            ((page, _),) = named(found, name)
            assert ("of its kind; reconstructed in part" in said(found, page)) is told


@pytest.mark.parametrize(("paper", "large_print"), [("A4", False), ("A5", False), ("A5", True)])
@pytest.mark.parametrize("steps", [1, 40, 150])
def test_a_long_solution_is_printed_whole(paper: str, large_print: bool, steps: int) -> None:
    puzzles = [toy_puzzle(3, steps=steps), toy_puzzle(5)]
    found = made(puzzles, paper=paper, large_print=large_print, key="separate")
    assert found.key is not None
    assert faults(found.key) == []
    text = plain(said(found.key))
    for n in range(steps):
        assert plain(f"turn a{n} because turn a{n} of 3 a is next") in text


def test_a_solution_is_parted_only_where_no_page_could_hold_it() -> None:
    found = made([toy_puzzle(3, steps=60)], paper="A5")
    assert len(named(found.main, "solution 1")) == 1
    longer = made([toy_puzzle(3, steps=200)], paper="A5").main
    parts = named(longer, "solution 1")
    assert len(parts) > 1
    assert said(longer).count("(continued)") == len(parts) - 1


def test_the_cover_says_what_is_inside() -> None:
    text = said(some(title="For Thursday", ramp=True).main, 1)
    assert text.startswith("For Thursday")
    assert "7 puzzles: 2 Leaves and 5 Toy, from easy to hard" in text
    for count, level in ((2, "first steps"), (1, "junior"), (2, "senior"), (1, "graduate"), (1, "master")):
        expected = sum(p.difficulty.level == level.replace(" ", "-") for p in SOME)
        assert f"{expected} {level}" in text, (count, level)
    assert "unofficial" in text
    assert "belong to their owners" in text
    for line in ("Name", "Class", "Date"):
        assert line in labels(some().main, 1)


def test_a_booklet_without_a_title_is_called_by_its_kinds() -> None:
    assert made(list(LEAVES)).main.title == "Leaves puzzles"
    assert some().main.title == "Leaves and Toy puzzles"


def test_the_rules_are_told_before_the_puzzles() -> None:
    text = said(some().main, 2)
    for title, sentences in (("Toy", TOY.REMINDER), ("Leaves", kind("leaves").REMINDER)):
        assert title in text
        for sentence in sentences:
            assert sentence in text


def test_a_puzzle_has_number_level_goal_and_link_on_its_page() -> None:
    found = some(per_page=2).main
    for number, puzzle in enumerate(SOME, 1):
        ((page, block),) = named(found, f"puzzle {number}")
        text = plain(said(found, page))
        assert puzzle.difficulty.level.replace("-", "") in text
        assert plain(puzzle.goal) in text
        assert puzzle.link in text
        assert "Name" in labels(found, page)
        assert "Date" in labels(found, page)
        assert placed_labels(block)[0].text == str(number)


def test_a_puzzle_says_how_many_are_easier() -> None:
    found = some().main
    assert "harder than 96 % of puzzles of its kind" in said(found, named(found, "puzzle 2")[0][0])
    assert "as easy as puzzles of its kind get" in said(found, named(found, "puzzle 1")[0][0])


def test_one_puzzle_on_a_page_repeats_the_rules_below_it() -> None:
    for per_page, times in ((1, 5), (2, 0)):
        found = some(per_page=per_page).main
        pages = [page for n in range(3, 8) for page, _ in named(found, f"puzzle {n}")]
        assert sum(TOY.REMINDER[0] in said(found, page) for page in set(pages)) == times


def test_pages_are_numbered_but_for_the_cover() -> None:
    found = some().main
    for number, page in enumerate(found.pages, 1):
        feet = [block for block in page.blocks if block.name == "foot"]
        assert len(feet) == (number > 1)
        if number > 1:
            assert labels(found, number)[-1] == str(number)


def test_the_outline_leads_to_every_puzzle_and_the_solutions() -> None:
    found = some(versions=2).main
    headings = [heading.text for page in found.pages for heading in page.headings]
    puzzles = [f"Puzzle {number}" for number in range(1, len(SOME) + 1)]
    one = ["What you need to know", *puzzles]
    assert headings == ["Version A", *one, "Version B", *one, "Solutions"]


def test_solutions_stand_at_the_back_with_a_sentence_for_each_step() -> None:
    found = some().main
    first = named(found, "solution 1")[0][0]
    assert first > max(page for n in range(1, 8) for page, _ in named(found, f"puzzle {n}"))
    text = plain(" ".join(said(found, page) for page in range(first, len(found.pages) + 1)))
    for puzzle in SOME:
        of = toys(TOY)(puzzle.kind)
        assert puzzle.id in text
        for step, caption in zip(puzzle.solution, of.captions(puzzle.position, puzzle.solution), strict=True):
            assert plain(f"{step} {caption}") in text


def test_solutions_stand_apart_or_nowhere() -> None:
    back, apart, none = (some(key=key) for key in ("back", "separate", "none"))
    assert apart.key is not None
    assert back.key is None and none.key is None
    assert named(back.main, "solution 1")
    for found in (apart.main, none.main):
        assert not named(found, "solution 1")
        assert "because" not in said(found)
    assert named(apart.key, "solution 7")
    assert "Solutions: Leaves and Toy puzzles" in said(apart.key, 1)
    assert labels(apart.key, 1)[-1] == "1"
    assert len(none.main.pages) == len(apart.main.pages) < len(back.main.pages)


def test_a_ramp_goes_from_easy_to_hard_with_small_ones_that_teach_first() -> None:
    found = some(ramp=True).main
    order = [puzzle for n in range(1, 8) for puzzle in SOME if _has(found, n, puzzle)]
    assert sorted(map(id, order)) == sorted(map(id, SOME))
    teaching = [puzzle.difficulty.level == "first-steps" for puzzle in order]
    assert teaching == sorted(teaching, reverse=True)
    for part in (True, False):
        hard = [p.difficulty.careful_bits for p, t in zip(order, teaching, strict=True) if t is part]
        assert all(a <= b for a, b in pairwise(hard))  # type: ignore[operator]
    unordered = some().main
    assert [puzzle for n in range(1, 8) for puzzle in SOME if _has(unordered, n, puzzle)] == SOME


def _has(found: object, number: int, puzzle: Puzzle) -> bool:
    ((_, block),) = named(found, f"puzzle {number}")  # type: ignore[arg-type]
    return link_in(block) == puzzle.link


def test_large_print_is_large() -> None:
    found = some(large_print=True).main
    for page in found.pages:
        for block in page.blocks:
            for part in block.piece.parts:
                for shape in part.shapes:
                    size = getattr(shape, "size", None)
                    if size is not None and part.scale == 1:
                        assert size >= 13, shape
    assert max(len(page.blocks) for page in found.pages) > 2


def test_the_drawing_is_as_large_as_its_place_allows() -> None:
    def width(**order: object) -> float:
        ((_, block),) = named(made([toy_puzzle(3)], **order).main, "puzzle 1")  # type: ignore[arg-type]
        boxes = [
            part.scale * shape.width
            for part in block.piece.parts
            for shape in part.shapes
            if isinstance(shape, Box) and shape.width == TOY.width
        ]
        assert len(boxes) == 1
        return boxes[0]

    assert width() == pytest.approx(1.3 * TOY.width)
    assert 0.5 * width() < width(per_page=2) < width()
    assert 0.3 * width() < width(per_page=4) < width(per_page=2)
    assert width(per_page=4, paper="A5") < width(per_page=4)


def test_version_a_is_the_puzzles_themselves_and_the_others_are_disguises() -> None:
    found = some(versions=3).main
    for number, puzzle in enumerate(SOME, 1):
        blocks = [block for _, block in named(found, f"puzzle {number}")]
        links = [link_in(block) for block in blocks]
        assert links[0] == puzzle.link
        assert len(set(links)) == 3
        of = toys(TOY)(puzzle.kind)
        ways = of.disguises(puzzle.position)
        if puzzle.kind == "toy":
            assert set(links) <= {of.encode(of.disguise(puzzle.position, n)) for n in range(ways)}
        else:
            assert {of.identify(of.decode(link)) for link in links} == {puzzle.id}


@pytest.mark.parametrize("puzzle", REAL, ids=lambda puzzle: puzzle.id)
def test_every_version_is_exactly_as_hard(puzzle: Puzzle) -> None:
    of = kind(puzzle.kind)
    found = list(positions(puzzle, 5, of))
    assert len(set(found)) == 5
    assert found[0] == puzzle.position
    graded = [of.grade(position) for position in found]
    assert graded == graded[:1] * 5
    assert {of.identify(position) for position in found} == {of.identify(puzzle.position)}


@pytest.mark.parametrize("puzzle", REAL, ids=lambda puzzle: puzzle.id)
def test_the_solution_that_is_printed_solves_the_disguise(puzzle: Puzzle) -> None:
    of = kind(puzzle.kind)
    for version in sheets([puzzle], 3):
        for sheet in version:
            assert of.check(sheet.position, sheet.steps) == ""
            assert of.decode(sheet.link) == sheet.position
            assert len(sheet.captions) == len(sheet.steps)


@pytest.mark.parametrize(("per_page", "paper", "versions"), [(1, "A4", 1), (2, "A5", 2), (4, "A4", 1)])
def test_puzzles_of_all_kinds_stand_in_one_booklet(per_page: int, paper: str, versions: int) -> None:
    found = made(list(REAL), per_page=per_page, paper=paper, versions=versions).main
    assert faults(found) == []
    assert "Leaves, Campus and Abstract Academy puzzles" in said(found, 1)


def test_versions_are_whole_booklets_in_the_same_order() -> None:
    found = some(versions=3)
    assert [version.letter for version in found.versions] == ["A", "B", "C"]
    lengths = {version.last - version.first for version in found.versions}
    assert len(lengths) == 1
    for version in found.versions:
        assert f"Version {version.letter}" in said(found.main, version.first)
        assert "Leaves and Toy puzzles" in said(found.main, version.first)
        pages = range(version.first, version.last + 1)
        order = [n for page in pages for n in range(1, 8) if (page, n) in _places(found)]
        assert order == list(range(1, 8))
        for page in pages:
            for other in {"A", "B", "C"} - {version.letter}:
                assert f"Version {other}" not in said(found.main, page)


def _places(found: Booklet) -> set[tuple[int, int]]:
    return {(page, n) for n in range(1, 8) for page, _ in named(found.main, f"puzzle {n}")}


@pytest.mark.parametrize("versions", [2, 3, 5, 8])
def test_the_key_has_a_column_for_each_version(versions: int) -> None:
    found = made(SOME, Toy(forms=12), versions=versions, key="separate")
    assert found.key is not None
    text = said(found.key)
    for letter in "ABCDEFGH"[:versions]:
        assert f"Version {letter}" in text
    steps = plain(text)
    for puzzle in SOME:
        of = toys(Toy(forms=12))(puzzle.kind)
        for position in positions(puzzle, versions, of):
            own = position == puzzle.position
            for step in puzzle.solution if own else of.solve(position).value:
                assert plain(step) in steps
    assert ("because" in text) == (versions <= 3)


def test_versions_stand_beside_each_other_in_the_key() -> None:
    key = made([toy_puzzle(6)], versions=2, key="separate").key
    assert key is not None
    ((_, block),) = named(key, "solution 1")
    lefts = {round(label.x) for label in placed_labels(block) if label.text == "1."}
    assert len(lefts) == 2


def test_the_same_pack_and_order_make_the_same_bytes() -> None:
    few = SOME[1:3]
    first, again, other = (made(puzzles, versions=2) for puzzles in (few, list(few), few[::-1]))
    assert first == again
    assert pdf(first.main) == pdf(again.main) != pdf(other.main)


def test_a_version_does_not_depend_on_how_many_there_are() -> None:
    few, many = (list(positions(SOME[1], count, kind("leaves"))) for count in (3, 7))
    assert many[:3] == few


def test_a_puzzle_with_fewer_disguises_than_versions_is_named() -> None:
    why = refused(lambda: made([toy_puzzle(3), toy_puzzle(5)], Toy(forms=2), versions=3))
    assert why == (
        "puzzle 1: there are only 2 different forms of this toy puzzle; "
        "expected 3 for versions A to C; ask for fewer versions"
    )
    assert len(made([toy_puzzle(3)], Toy(forms=3), versions=3).versions) == 3


def test_a_puzzle_without_any_disguise_is_printed_once() -> None:
    assert len(made([toy_puzzle(3)], Toy(forms=1)).versions) == 1
    assert "puzzle 1: there is only 1 form of" in refused(
        lambda: made([toy_puzzle(3)], Toy(forms=1), versions=2)
    )


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"paper": "A3"}, "paper 'A3'; expected A4, A5 and Letter"),
        ({"per_page": 3}, "3 puzzles per page; expected 1, 2 or 4"),
        ({"versions": 0}, "0 versions; expected 1 to 26"),
        ({"versions": 27}, "27 versions; expected 1 to 26"),
        ({"key": "front"}, "key 'front'; expected back, separate and none"),
        ({"title": "x" * 201}, "a title of 201 letters; expected at most 200"),
        (
            {"title": "Łódź"},
            "'Ł' in 'Łódź' cannot be printed; expected letters of Western European languages",
        ),
    ],
)
def test_an_order_that_cannot_be_is_refused(order: dict[str, object], why: str) -> None:
    assert refused(lambda: made(SOME, **order)) == why  # type: ignore[arg-type]


def test_no_puzzles_are_no_booklet() -> None:
    assert refused(lambda: made([])) == "there are no puzzles to print; expected one at least"


def test_a_puzzle_that_is_none_is_named() -> None:
    broken = msgspec.structs.replace(LEAVES[0], position="2gb 2gb .\n3gm . .\n2rb 3yg 2yb")
    assert refused(lambda: made([*SOME, broken])).startswith("puzzle 8")
    unsolved = msgspec.structs.replace(LEAVES[0], solution=("a1-c3 colour",))
    assert refused(lambda: made([unsolved])).startswith("puzzle 1")
    assert "'chess' is no kind" in refused(lambda: made([msgspec.structs.replace(LEAVES[0], kind="chess")]))


def test_more_than_a_booklet_holds_is_refused_at_once() -> None:
    why = refused(lambda: made([toy_puzzle(3)] * 80, versions=26))
    assert why.startswith("80 puzzles in 26 versions; expected at most 2,000 in all")


def test_rules_too_long_for_a_page_leave_nothing_out() -> None:
    class Wordy(Toy):
        REMINDER = tuple(
            f"Knob {number} is turned after the one before it, and never twice." for number in range(20)
        )

    found = made([toy_puzzle(3)], Wordy(), paper="A5", large_print=True).main
    assert faults(found) == []
    written = plain(said(found))
    for sentence in (*Wordy.REMINDER, "On the pages", "Every puzzle has a solution.", "takes its link."):
        assert plain(sentence) in written


def test_a_drawing_that_would_be_too_small_is_refused() -> None:
    wide = Toy(width=4000, height=300)
    why = refused(lambda: made([toy_puzzle(3), toy_puzzle(5)], wide, per_page=4, paper="A5"))
    too_large = f"puzzle 1 (toy {toy_puzzle(3).id}) is too large for its place on the page; expected"
    assert why == f"{too_large} fewer puzzles per page or larger paper"
    large = refused(lambda: made([toy_puzzle(3)], wide, large_print=True))
    assert large == f"{too_large} no large print"


def test_what_cannot_be_printed_is_refused_before_disguises_are_solved() -> None:
    class Slow(Toy):
        def solve(self, position: str) -> Result[tuple[str, ...]]:
            raise AssertionError("solved in vain")

    puzzles = [toy_puzzle(3), toy_puzzle(5)]
    assert "puzzle 1: there are only 2 different forms" in refused(lambda: made(puzzles, Slow(2), versions=3))
    why = refused(lambda: made([toy_puzzle(3)], Slow(width=4000, height=300), per_page=4, versions=3))
    assert "is too large for its place" in why


def test_a_wide_drawing_has_room_alone() -> None:
    wide = Toy(width=2500, height=300)
    assert faults(made([toy_puzzle(3)], wide).main) == []


def test_large_print_lays_paper_on_its_side_for_a_wide_drawing() -> None:
    wide = made([toy_puzzle(3)], Toy(width=900, height=400), large_print=True).main
    assert faults(wide) == []
    ((page, _),) = named(wide, "puzzle 1")
    assert [found.sideways for found in wide.pages] == [n == page for n in range(1, len(wide.pages) + 1)]
    assert not any(page.sideways for page in made([toy_puzzle(3)], Toy(width=900, height=400)).main.pages)
    assert not any(page.sideways for page in some(large_print=True).main.pages)


def test_letters_are_in_the_file_as_they_stand_on_the_pages() -> None:
    found = some(per_page=2).main
    written = texts(pdf(found))
    assert len(written) == len(found.pages)
    for number, page in enumerate(written, 1):
        assert plain("".join(page)) == plain(said(found, number)).replace("★", "")
