"""Canvas puzzles: texts and links, levels, wishes, disguises, steps and what is said of them."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent, IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import Kind, canvas, kind, together
from quadrangle.generators.canvas.candidates import random_builds, random_last
from quadrangle.generators.canvas.grading import bits_of, goal_of, population_name
from quadrangle.generators.canvas.images import canonical, images
from quadrangle.generators.canvas.links import link_of, parse_link
from quadrangle.generators.canvas.population import SHAPES, count_part
from quadrangle.generators.canvas.positions import Build, Last, Position, Wanted, empty_places, parse
from quadrangle.generators.canvas.symmetric import is_symmetric
from quadrangle.generators.canvas.together import TASKS, sampled
from quadrangle.generators.canvas.wishes import KINDS, most_bits, order_of
from quadrangle.generators.population import shipped
from quadrangle.generators.puzzle import LEVELS, Level, Puzzle, level_of
from quadrangle.render import svg, text
from quadrangle.solvers.canvas import ASSIGNMENTS, CANVAS_DECK, INSTRUCTORS, Canvas, Goal

BUILD = """build
goal largest_area:Y 4
goal pointillism 11
cards BB/RB BY/BR RB/YR RR/RR YB/BY YB/RY

......
......
......
......"""
PLACES = ("a1", "c1", "e1", "a3", "c3", "e3")
LAST = """last
goal harmony
goal pointillism
pet A
lead 1
hand BR/BY RR/BY YB/BY YB/BY YR/RY

RBYYRBRB
YBYYRRBB
YRRYRYRB
RRYYYRBY
BBBBYYYR
YYBBRBRY
RY..YR..
BB..BB.."""


def first(count: int, level: Level | None = None, **wishes: Any) -> list[Puzzle]:
    return list(itertools.islice(canvas.generate(level, **wishes), count))


GOALS = [*itertools.chain(*ASSIGNMENTS.values()), *INSTRUCTORS, Goal("areas_of_size", size=3)]
faces = st.sampled_from(CANVAS_DECK).flatmap(lambda card: st.sampled_from(card.half_turns()))


@st.composite
def builds(draw: st.DrawFn) -> Build:
    width = draw(st.integers(2, 4))
    places = [(column, row) for row in range(2) for column in range(width)]
    lying = draw(st.lists(st.sampled_from(places), unique=True, max_size=len(places) - 3))
    area = Canvas.of_cards({place: draw(faces) for place in lying}, width, 2)
    hand = sorted(draw(faces).upright for _ in range(len(places) - len(lying)))
    goals = draw(st.lists(st.sampled_from(GOALS), unique=True, min_size=1, max_size=5))
    return Build(area, tuple(hand), tuple(Wanted(goal, draw(st.integers(0, 32))) for goal in sorted(goals)))


@st.composite
def lasts(draw: st.DrawFn) -> Last:
    every = [(column, row) for row in range(4) for column in range(4)]
    inner = st.sampled_from([place for place in every if 0 < place[1] < 3])  # none is cut off
    empty = draw(st.lists(inner, unique=True, min_size=1, max_size=3))
    cards = {place: draw(faces) for place in every if place not in empty}
    hand = sorted(draw(faces).upright for _ in range(draw(st.integers(len(empty), 6))))
    goals = draw(st.lists(st.sampled_from(GOALS), min_size=1, max_size=5))
    goals.sort(key=lambda goal: goal.kind.deck)
    lead = draw(st.integers(1, 99))
    return Last(Canvas.of_cards(cards, 4, 4), tuple(hand), tuple(goals), draw(st.integers(0, 1)), lead)


@settings(max_examples=60)
@given(builds() | lasts())
def test_texts_and_links_come_back(position: Position) -> None:
    assert parse(str(position)) == position == parse(f"{position}\n")
    link = link_of(position)
    assert parse_link(link) == position
    assert set(link) <= set("abcdefghijklmnopqrstuvwxyz0123456789-._~")
    assert canvas.decode(canvas.encode(str(position))) == str(position)


def test_a_link_is_short_and_no_two_goals_share_letters() -> None:
    hand = tuple(sorted(card.upright for card in CANVAS_DECK[:5]))
    goals = (*ASSIGNMENTS[0][:2], Goal("pointillism"))
    longest = Last(parse(LAST).canvas, hand, goals, 0, 11)
    assert len(link_of(longest)) < 150 and parse_link(link_of(longest)) == longest
    assert link_of(parse(BUILD)) == (
        "canvas-build~la.y.4-pointillism.11~bbrbbybrrbyrrrrrybbyybry~" + "." * 24
    )
    links = {link_of(Last(longest.canvas, hand, (goal,), 0, 1)) for goal in GOALS}
    assert len(links) == len(set(GOALS))


@pytest.mark.parametrize(
    ("read", "written", "message"),
    [
        ("build\n", "built\n", "line 1, column 1: 'built' is no shape; expected last or build"),
        (":Y 4", ":Y", "line 2, column 20: the goal 'largest_area:Y' without a threshold"),
        (":Y 4", ":Y 04", "line 2, column 21: '04' is no number"),
        ("largest_area:Y", "largest_area:Q", "line 2, column 6: 'Q' is no colour"),
        ("BB/RB BY", "BB/RB BQ", "line 4, column 14: 'Q' is no colour"),
        ("cards ", "hand ", "line 4, column 1: 'hand BB/RB"),
        ("BB/RB BY/BR", "BY/BR BB/RB", "cards BY/BR BB/RB"),
        ("YB/BY", "YR/BB", "expected BB/RB BB/RY"),
        ("\n\n", "\n", "no blank line"),
        ("......\n......\n", "......\n", "line 8, column 1: 3 rows"),
        ("......\n", ".....\n", "line 6, column 5: 5 quadrants"),
        ("......\n", "BB....\n", "the card at a1 lacks 2 of its quadrants"),
        (" YB/BY", "", "5 cards for 6 places"),
        ("11\n", "11\nlead 3\n", "line 4, column 1: 'lead 3'; expected a line that begins with cards"),
        ("\n\n", "\nlead 3\n\n", "line 5, column 1: 'lead 3'; expected a blank line"),
        ("goal largest_area:Y 4\ngoal pointillism 11", "goal mirror 1\ngoal mirror 2", "there twice"),
    ],
)
def test_a_wrong_text_of_an_area_is_told_where(read: str, written: str, message: str) -> None:
    assert str(parse(BUILD)) == BUILD and read in BUILD
    with pytest.raises(NotationError) as error:
        parse(BUILD.replace(read, written, 1))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("read", "written", "message"),
    [
        ("pet A", "pet C", "line 4, column 5: the Pet with 'C'; expected A or B"),
        ("lead 1", "lead 0", "0 points of lead; expected 1 to 99"),
        ("lead 1", "lead x", "line 5, column 6: 'x' is no number"),
        ("goal harmony\n", "goal harmony\ngoal largest_area:B\n", "an Assignment behind an Instructor"),
        ("hand BR/BY RR/BY YB/BY YB/BY YR/RY", "hand BR/BY", "fewer cards in hand than places left"),
        (
            "RY..YR..\nBB..BB..",
            "RY..YR..\nBB..BB..\nBBRRBBRR\nBBRRBBRR",
            "10 by 8 quadrants; expected 8 by 8",
        ),
        ("RY..YR..\nBB..BB..", "RYBBYRRR\nBBRRBBYY", "0 places left; expected 1 to 3"),
        ("BBBBYYYR\nYYBBRBRY\nRY..YR..\nBB..BB..", "..BBYYYR\n..BBRBRY\nRY..YRYY\nBB..BBYY", "is not joined"),
    ],
)
def test_a_wrong_text_of_a_round_is_told_where(read: str, written: str, message: str) -> None:
    assert str(parse(LAST)) == LAST and read in LAST
    with pytest.raises(NotationError) as error:
        parse(LAST.replace(read, written, 1))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("leaves~1rb", "no link of a canvas puzzle"),
        ("canvas-build~mirror.3~bbbb", "2 fields in the link; expected 3"),
        (link_of(parse(BUILD)).replace("bbrb", "bbqb"), "the link: 'Q' is no colour"),
        (link_of(parse(BUILD)).replace("bbrb", "BBRB"), "expected it written as canvas-build~"),
        (link_of(parse(LAST)).replace("~a~1~", "~a~~"), "is no number"),
    ],
)
def test_a_wrong_link_is_told(link: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_link(link)
    assert message in str(error.value)


@pytest.mark.parametrize("shape", ["last", "build"])
@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_have_exactly_their_level_and_one_solution(level: Level, shape: str) -> None:
    found = first(2, level, shape=shape)
    assert len({puzzle.id for puzzle in found}) == 2
    for puzzle in found:
        assert puzzle.difficulty.level == level and puzzle.difficulty.solutions == 1
        assert canvas.grade(puzzle.position) == puzzle.difficulty
        assert canvas.goal(puzzle.position) == puzzle.goal
        assert canvas.check(puzzle.position, puzzle.solution) == ""
        assert canvas.solve(puzzle.position).value == puzzle.solution
        assert canvas.identify(puzzle.position) == puzzle.id
        assert canvas.decode(puzzle.link) == puzzle.position and canvas.encode(puzzle.position) == puzzle.link
        assert level == "first-steps" or level_of(puzzle.difficulty.percentile) == level
        assert puzzle.position.startswith(shape)


def test_an_item_depends_on_seed_and_number_alone() -> None:
    assert [canvas.item_of(k, "senior", 5) for k in (1, 0)] == list(
        itertools.islice(canvas.generate("senior", 5), 2)
    )[::-1]
    assert canvas.item_of(0, "senior", 5) != canvas.item_of(0, "senior", 6)


GOLDEN: list[tuple[Level, dict[str, Any], list[str]]] = [
    ("first-steps", {}, ["0692a586f78f1444", "5ccbeaee9cfa212c"]),
    ("first-steps", {"shape": "last"}, ["08b0546e40cf6ef6", "96e145b724a4743a"]),
    ("junior", {}, ["5ee5dccc6ac8ed25", "fd27f950289bca30"]),
    ("senior", {}, ["c0e515a595b48c92", "9377ef78d37c16b7"]),
    ("graduate", {}, ["216ea582b55ac1c9", "6bd625e1644a6543"]),
    ("master", {}, ["ac5b28271be9375b", "56a90024ecefcd05"]),
    ("senior", {"shape": "last"}, ["dd2c15e37701326f", "f83f074fe77411f0"]),
    ("master", {"shape": "last", "cards": 3}, ["495d6287e9c90308", "1a99158c0b0f9d30"]),
    ("senior", {"symmetric": True}, ["ea827c0beadac936", "b0b0ec9d6045c93f"]),
    ("junior", {"cards": 7}, ["f11cb34a223e7eb0", "0cbefcd2f3228d4f"]),
]
"""The ids of the first two puzzles of seed 1, level by level."""


@pytest.mark.parametrize(("level", "given", "ids"), GOLDEN)
def test_the_stream_is_frozen(level: Level, given: dict[str, Any], ids: list[str]) -> None:
    assert [canvas.item_of(k, level, **given).id for k in (0, 1)] == ids


def test_wishes_hold() -> None:
    for puzzle in first(2, shape="last", cards=3, percentile="60-70"):
        position = parse(puzzle.position)
        assert isinstance(position, Last) and len(empty_places(position.canvas)) == 3
        assert 60 <= puzzle.difficulty.percentile < 70
    for shape, k in itertools.product((Last, Build), range(2)):
        wishes: dict[str, Any] = {"shape": "last" if shape is Last else "build", "symmetric": True}
        position = parse(canvas.item_of(k, "senior", **wishes).position)
        assert isinstance(position, shape) and is_symmetric(position.canvas)
        assert sum(colour >= 0 for colour in position.canvas.quadrants) > 0
    for puzzle in first(2, goals="solid_blocks", cards=5):
        position = parse(puzzle.position)
        assert isinstance(position, Build) and len(position.cards) == 5
        assert any(wanted.goal.name == "solid_blocks" for wanted in position.wanted)
    for puzzle in first(2, goals="balanced_composition"):
        position = parse(puzzle.position)
        assert isinstance(position, Last) and Goal("balanced_composition") in position.goals
    for puzzle in first(2, careful_bits="8-10", bits=(11, 13)):
        careful = puzzle.difficulty.careful_bits
        assert careful is not None and 8 <= careful <= 10 and 11 <= puzzle.difficulty.bits <= 13
    for puzzle in first(1, first_move_can_lose=True, shape="last"):
        assert puzzle.difficulty.first_mistake == 1


@pytest.mark.parametrize("given", [{"cards": 7}, {"goals": "mirror", "shape": "build", "cards": 3}])
def test_areas_of_every_size(given: dict[str, Any]) -> None:
    (puzzle,) = first(1, **given)
    position = parse(puzzle.position)
    assert isinstance(position, Build) and len(position.cards) == given["cards"]
    assert len(position.canvas.quadrants) == 8 * -(-given["cards"] // 2)


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({"level": "first-steps", "cards": 6}, "level first-steps and cards 6 together"),
        ({"level": "junior", "cards": 4, "bits": "3-4"}, "level junior and cards 4 together"),
        ({"cards": 5, "symmetric": True}, "cards 5 and symmetric together"),
        ({"shape": "build", "goals": "most_quadrants"}, "shape build and goals most_quadrants together"),
        ({"goals": "longest_colour_path", "cards": 8}, "goals longest_colour_path and cards 8 together"),
        ({"shape": "last", "cards": 4}, "shape last and cards 4 together"),
        ({"symmetric": True, "cards": 3}, "symmetric and cards 3 together"),
        ({"level": "master", "percentile": "10-20"}, "level master and percentile 10-20 together"),
        ({"cards": 4, "bits": "20-30"}, "cards 4 and bits 20-30 together"),
        ({"bits": "40-50"}, "no puzzle meets bits 40-50"),
        ({"cards": 1, "first_move_can_lose": True}, "cards 1 and first_move_can_lose together"),
        ({"frogs": 1}, "'frogs' is no wish"),
        ({"cards": 9}, "expected a number from 1 to 8"),
        ({"goals": "frogs"}, "expected largest_area or"),
        ({"level": "easy"}, "'easy' is no level"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_drawn(wishes: dict[str, Any], names: str) -> None:
    with pytest.raises(NotationError) as error:
        canvas.generate(**wishes)
    assert names in str(error.value)


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (
            {"symmetric": True, "shape": "last", "careful_bits": "6-8"},
            "none of 2,000 random puzzles (last-2/symmetric) meet symmetric, shape last and careful_bits 6-8",
        ),
        ({"shape": "last", "careful_bits": "40-50"}, "meet careful_bits 40-50"),
        ({"cards": 3, "careful_bits": "8-11"}, "meet cards 3 and careful_bits 8-11 together"),
        ({"level": "first-steps", "bits": "8-11"}, "meet level first-steps and bits 8-11 together"),
        (
            {"cards": 5, "careful_bits": "4-5", "bits": "11-12"},
            "fewer than 3 of 6,000 random puzzles (build-6) meet careful_bits 4-5 and bits 11-12 together",
        ),
    ],
)
def test_what_hardly_any_puzzle_meets_is_refused_with_how_few(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError) as error:
        canvas.generate(**wishes)
    assert said in str(error.value)


def test_samples_are_made_again() -> None:
    shipped_samples = together.shipped("canvas")
    assert set(shipped_samples) == {task.name for task in TASKS}
    for task in TASKS:
        sample = shipped_samples[task.name]
        assert sample.items == task.items == sum(count for *_, count in sample.rows)
        if task.name in ("build-3", "build-5", "build-6/symmetric"):
            again = sampled(task, 20)
            counts = {row: count for *row_, count in sample.rows for row in [tuple(row_)]}
            assert all(count <= counts.get(tuple(row), 0) for *row, count in again.rows)


def test_what_is_made_where_little_is_asked() -> None:
    def made(level: Level | None = None, **wishes: Any) -> tuple[str, int]:
        order = order_of(level, wishes)
        return order.shape, order.cards

    assert made() == made("master") == ("build", 6) and made("first-steps") == ("build", 4)
    assert made(shape="last") == ("last", 2) and made("first-steps", shape="last") == ("last", 1)
    assert made(symmetric=True) == ("build", 6) and made("first-steps", symmetric=True) == ("build", 4)
    assert made(cards=8) == ("build", 8) and made(cards=1) == ("last", 1)
    assert made(bits="6-8") == ("build", 4) and made(bits="17-19") == ("build", 7)
    assert made("master", bits="8-9") == ("last", 3) and made(percentile="97-97.5") == ("build", 6)


def test_no_bits_surpass_the_most_there_can_be() -> None:
    for shape, cards in KINDS:
        population = shipped("canvas")[population_name(shape, cards)]
        most = most_bits((shape, cards))
        # With the last cards of a round the careful player may take any placement, and so may always win.
        assert population.never == 0 or shape == "build"
        assert max((k for k, _ in population.never_bins), default=0) / 4 <= most


def test_generation_returns_within_its_budget() -> None:
    with pytest.raises(BudgetSpent, match="puzzle 1: none of 5 draws"):
        next(canvas.generate("master", budget=Budget(nodes=5), shape="last"))


def drawn() -> list[Position]:
    found: list[Position] = []
    for cards in (4, 5):
        found += [next(build for k in itertools.count() for build, _ in random_builds(Rng(61, k), cards))]
    found += [next(last for k in itertools.count() if (last := random_last(Rng(62, k), n))) for n in (1, 2)]
    return found


@pytest.mark.parametrize("position", drawn(), ids=["build-4", "build-5", "last-1", "last-2"])
def test_disguises_are_equally_difficult_and_one_puzzle(position: Position) -> None:
    puzzle = str(position)
    every = [canvas.disguise(puzzle, number) for number in range(canvas.disguises(puzzle))]
    assert every[0] == puzzle and len(set(every)) == len(every)
    assert len(every) == (24 if len(empty_places(position.canvas)) == 5 else 12)
    plain = canvas.grade(puzzle)
    for one in every:
        assert canvas.grade(one) == plain and canvas.identify(one) == canvas.identify(puzzle)
        assert set(map(str, images(parse(one)))) == set(every)
    with pytest.raises(ValueError, match=f"there are {len(every)}"):
        canvas.disguise(puzzle, len(every))


def test_a_puzzle_with_other_cards_is_another() -> None:
    other = BUILD.replace("YB/RY", "YY/YY")
    assert canonical(parse(other)) != canonical(parse(BUILD))
    assert canvas.identify(LAST.replace("pet A", "pet B")) != canvas.identify(LAST)
    assert canvas.identify(LAST.replace("lead 1", "lead 2")) != canvas.identify(LAST)


def test_cards_stay_in_the_deck_in_every_disguise() -> None:
    for position in drawn():
        for image in images(position):
            held = image.hand if isinstance(image, Last) else image.cards
            used = [*(card.upright for card in image.canvas.cards().values()), *held]
            assert all(used.count(card) <= CANVAS_DECK.count(card) for card in used)


def test_cards_may_be_laid_in_any_order() -> None:
    steps = canvas.solve(BUILD).value
    assert len(steps) == 6
    for order in itertools.islice(itertools.permutations(steps), 0, 720, 97):
        assert canvas.check(BUILD, order) == ""
    last = canvas.solve(LAST).value
    assert canvas.check(LAST, last) == canvas.check(LAST, last[::-1]) == ""


def test_wrong_steps_are_named() -> None:
    steps = canvas.solve(BUILD).value
    assert canvas.check(BUILD, steps[:-1]) == "no card was laid at e3; expected one on every place"
    assert "step 2, place" in canvas.check(BUILD, (steps[0], steps[0]))
    assert "a card lies there already" in canvas.check(BUILD, (steps[0], steps[0]))
    card, place = steps[0].split()[1:]
    again = f"place {card} c1"
    assert "step 2, " + again + ": there is no such card left" in canvas.check(BUILD, (steps[0], again))
    assert "step 1, 'lay it'; expected a step such as" in canvas.check(BUILD, ("lay it",))
    assert "step 1, 'b1' is no place" in canvas.check(BUILD, (f"place {card} b1",))
    assert "step 1, 'Q' is no colour" in canvas.check(BUILD, (f"place BQ/RR {place}",))
    cards = ("BR/BB", "BY/BR", "RB/YR", "RR/RR", "YB/BY", "YB/RY")
    wrong = tuple(f"place {card} {name}" for card, name in zip(cards, PLACES, strict=True))
    assert canvas.check(BUILD, wrong) == "Largest Area (yellow) comes to 2; expected at least 4"
    assert canvas.check(LAST, ("place BR/BY c7", "place RR/BY g7")).startswith("A has ")


def test_a_place_must_be_open_to_the_south() -> None:
    corner = LAST.replace("YYBBRBRY\nRY..YR..\nBB..BB..", "YYBBRBRY\nRY..YR..\nBB..BB..").replace(
        "RBYYRBRB\nYBYYRRBB", "..YYRBRB\n..YYRRBB"
    )
    assert "step 1, place BR/BY a1: the place is not open to A: it is in the home row of B" in canvas.check(
        corner, ("place BR/BY a1",)
    )
    hidden = LAST.replace("BBBBYYYR\nYYBBRBRY\nRY..YR..\nBB..BB..", "BBBBYYYR\nYYBBRBRY\n....YRBB\n....BBRR")
    assert canvas.check(hidden, ("place BR/BY a7", "place YB/BY c7")).startswith("A has ")
    cut = LAST.replace(
        "YRRYRYRB\nRRYYYRBY\nBBBBYYYR\nYYBBRBRY\nRY..YR..\nBB..BB..",
        "YRRYRYRB\nRRYYYRBY\n..BBYYYR\n..BBRBRY\n....YRBB\n....BBRR",
    )
    assert "the place is not open to A: it is beside no card" in canvas.check(cut, ("place BR/BY a7",))


def test_each_step_has_a_sentence_that_is_true() -> None:
    for text_ in (BUILD, LAST):
        steps = canvas.solve(text_).value
        said = canvas.captions(text_, steps)
        assert len(said) == len(steps)
        for step, sentence in zip(steps, said, strict=True):
            _, card, place = step.split()
            assert sentence.startswith(f"{card} goes to {place}: ")
    build, last = parse(BUILD), parse(LAST)
    assert isinstance(build, Build) and isinstance(last, Last)
    said = canvas.captions(BUILD, canvas.solve(BUILD).value)
    values = [one.partition("Pointillism is ")[2].split(" now, ") for one in said if "Pointillism" in one]
    before = "0"
    for now, rest in values:
        assert rest.startswith(f"{before} before")
        before = now
    assert int(before) >= 11 and said[-1].endswith("every goal holds.")
    with pytest.raises(IllegalAction, match="step 1"):
        canvas.captions(LAST, ("place BB/BB c7",))


def test_a_puzzle_that_nothing_solves_and_one_that_much_solves() -> None:
    hopeless = BUILD.replace("largest_area:Y 4", "largest_area:Y 20")
    assert canvas.solve(hopeless).verdict == "no" and canvas.solve(hopeless).line == ()
    with pytest.raises(NotationError, match="nothing solves"):
        canvas.grade(hopeless)
    with pytest.raises(NotationError, match="more than 100 canvases"):
        canvas.grade(BUILD.replace("Y 4", "Y 1").replace("pointillism 11", "pointillism 1"))
    unwinnable = LAST.replace("lead 1", "lead 99")
    assert canvas.solve(unwinnable).verdict == "no"
    with pytest.raises(NotationError, match="nothing solves"):
        canvas.grade(unwinnable)
    assert canvas.solve(BUILD, Budget(nodes=0)).verdict == "unknown"


def test_every_member_of_a_kind_is_there() -> None:
    module: Kind = canvas  # mypy holds the signatures
    named = [name for name in {**vars(Kind), **Kind.__annotations__} if not name.startswith("_")]
    assert set(named) | {"NOTE", "asks_solver"} == set(canvas.__all__) and kind("canvas") is module


def test_the_goal_says_how_many_solutions_there_are() -> None:
    build, last = parse(BUILD), parse(LAST)
    assert goal_of(build, 1).endswith("at least 11. There is one way, up to turning the whole area round.")
    assert "There are 2 ways" in goal_of(build, 2)
    assert "Win the round; there is one way" in goal_of(last, 1)
    by_five = parse(LAST.replace("lead 1", "lead 5"))
    assert "Win the round by at least 5 points; there are 3 ways" in goal_of(by_five, 3)
    assert not any("printed" in line for line in (*canvas.REMINDER, goal_of(build, 1), goal_of(last, 1)))
    assert any("reconstructed" in line for line in canvas.REMINDER)


@pytest.mark.parametrize("puzzle", [BUILD, LAST])
def test_the_drawing_shows_all_there_is_to_know(puzzle: str) -> None:
    drawing = canvas.drawing(puzzle)
    shown = text(drawing, colour=False, ascii_only=False)
    position = parse(puzzle)
    held = position.hand if isinstance(position, Last) else position.cards
    assert all(shown.count(str(card)) == held.count(card) for card in held)
    letters = [line.split()[1:] for line in shown.split("\n") if line.strip()[:1].isdecimal()]
    rows = ["".join(row) for row in letters if row and set("".join(row)) <= set("BRY┌┐└┘")]
    assert re.sub("[┌┐└┘]", ".", "\n".join(rows)) == str(position.canvas)
    # An empty place has a border.
    for column, row in empty_places(position.canvas):
        assert [line[2 * column :][:2] for line in rows[2 * row :][:2]] == ["┌┐", "└┘"]
    assert "┌" not in text(drawing, colour=False, ascii_only=True)
    goals = position.goals if isinstance(position, Last) else [one.goal for one in position.wanted]
    assert all(goal.kind.title in shown and goal.kind.title in drawing.description for goal in goals)
    assert "Teacher's Pet" in shown or isinstance(position, Build)
    assert len(svg(drawing)) > 2000


def test_bits() -> None:
    from fractions import Fraction

    assert (bits_of(Fraction(1)), bits_of(Fraction(1, 8)), bits_of(Fraction(0))) == (0.0, 3.0, None)
    assert str(bits_of(Fraction(1))) == "0.0"


def test_a_part_of_the_populations_is_made_again() -> None:
    for shape in SHAPES:
        population = shipped("canvas")[population_name(shape.shape, shape.cards)]
        assert population.items == shape.items
        if shape.cards < 3 or (shape.shape, shape.cards) in (("build", 3), ("build", 5)):
            part, bins = count_part(shape, 1, lambda: False), dict(population.bins)
            assert all(count <= bins.get(at, 0) for at, count in part.bins.items())


def test_small_questions_load_nothing_heavy() -> None:
    code = (
        "import sys; from quadrangle.generators import canvas; "
        f"puzzle = {LAST!r}; canvas.grade(puzzle); canvas.solve(puzzle); canvas.check(puzzle, ()); "
        "canvas.drawing(puzzle); canvas.identify(puzzle); "
        "next(canvas.generate('first-steps')); "
        "print([name for name in ('numba', 'ortools', 'networkx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
