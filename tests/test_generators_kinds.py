"""What holds for puzzles of every kind: the contract of `generators.puzzle.Kind`, held against plain rules.

A new kind takes part once it is in `generators.KINDS` and `kinds_cases` can play its puzzles.
"""

from __future__ import annotations

import functools
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kinds_cases import (
    BuildPlay,
    LastPlay,
    Play,
    bits_of,
    percentile_of,
    play_of,
    quadrants_of,
    shape_of,
    some_value,
    unmet,
)

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import KINDS, LEVELS, Difficulty, Level, Puzzle, kind
from quadrangle.generators.puzzle import level_of
from quadrangle.render import svg, text
from quadrangle.render.pages import PAPERS, Block, Document, Page, picture
from quadrangle.render.pdf import pdf

SEED = 20
COUNT = 3


class Case(NamedTuple):
    """What is asked of a kind."""

    kind: str
    level: Level | None = None
    wishes: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.kind, self.level or "any", *(f"{name}={value}" for name, value in self.wishes)])


WISHED = (
    Case("leaves", "first-steps", (("stacks", 7),)),
    Case("leaves", "junior", (("hand", 1),)),
    Case("leaves", None, (("breezes", 1), ("hand", 2))),
    Case("leaves", None, (("needs_breeze", True),)),
    Case("leaves", None, (("shape", "solo"),)),
    Case("campus", None, (("leave", True), ("rolls", 2))),
    Case("campus", "senior", (("rolls", 5), ("symmetric", True))),
    Case("campus", None, (("needs_star", True), ("tiles", 12))),
    Case("canvas", None, (("cards", 1), ("shape", "last"))),
    Case("canvas", None, (("cards", 2), ("shape", "last"))),
    Case("canvas", None, (("cards", 3), ("shape", "last"))),
    Case("canvas", None, (("cards", 3), ("shape", "build"))),
    Case("canvas", None, (("cards", 4), ("goals", "patchwork"))),
)
CASES = (*(Case(name, level) for name in KINDS for level in (None, *LEVELS)), *WISHED)
EACH = pytest.mark.parametrize("case", CASES, ids=str)
EACH_KIND = pytest.mark.parametrize("name", KINDS)


@functools.cache
def made(case: Case) -> tuple[Puzzle, ...]:
    """Return the first puzzles of a stream."""
    stream = kind(case.kind).generate(case.level, SEED, **dict(case.wishes))
    return tuple(itertools.islice(stream, COUNT))


def puzzles_of(name: str) -> list[Puzzle]:
    """Return a few puzzles of every case of a kind."""
    return [puzzle for case in CASES if case.kind == name for puzzle in made(case)]


ONE_CARD = Case("leaves", "junior", (("hand", 1),))
SMALL = tuple(
    case
    for case in CASES
    if case.kind == "campus"
    or case.level == "first-steps"
    or "cards" in dict(case.wishes)
    or case == ONE_CARD
)
"""Cases whose puzzles can be played in every line."""


@functools.cache
def played(puzzle: Puzzle) -> Play:
    return play_of(puzzle.kind, puzzle.position)


TEACHING = ("stacks", "few", "last-1", "build-3", "build-4")
"""Populations of small puzzles."""


@EACH
def test_puzzles_are_what_is_asked_for_and_never_the_same(case: Case) -> None:
    puzzles = made(case)
    assert len({puzzle.id for puzzle in puzzles}) == COUNT
    for puzzle in puzzles:
        assert puzzle.kind == case.kind
        assert unmet(puzzle, case.level, dict(case.wishes)) == ""


@EACH
def test_items_are_those_of_the_stream_whatever_the_count(case: Case) -> None:
    made_by, wishes = kind(case.kind), dict(case.wishes)
    found: dict[str, Puzzle] = {}
    for number in itertools.count():
        item = made_by.item_of(number, case.level, SEED, **wishes)
        found.setdefault(item.id, item)
        if len(found) == COUNT - 1:
            break
    assert tuple(found.values()) == made(case)[: COUNT - 1]


@EACH_KIND
def test_another_seed_makes_other_puzzles(name: str) -> None:
    other = next(kind(name).generate(seed=SEED + 1))
    assert other.id not in {puzzle.id for puzzle in made(Case(name))}


_ELSEWHERE = """
import itertools, sys
from quadrangle.generators import KINDS, LEVELS, kind
from quadrangle.generators.puzzle import to_line
for name in KINDS:
    for level in LEVELS:
        for puzzle in itertools.islice(kind(name).generate(level, int(sys.argv[1])), 1):
            print(to_line(puzzle).decode())
"""


@pytest.mark.slow
def test_another_process_makes_the_same_bytes() -> None:
    from quadrangle.generators.puzzle import to_line

    told = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE, str(SEED)],
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        check=True,
    )
    here = [to_line(made(Case(name, level))[0]) for name in KINDS for level in LEVELS]
    assert told.stdout.splitlines() == here


@EACH
def test_what_is_told_of_a_puzzle_is_what_the_verbs_say(case: Case) -> None:
    made_by = kind(case.kind)
    for puzzle in made(case)[:2]:
        position = puzzle.position
        assert made_by.grade(position) == puzzle.difficulty
        assert made_by.goal(position) == puzzle.goal
        assert made_by.identify(position) == puzzle.id and re.fullmatch("[0-9a-f]{16}", puzzle.id)
        assert made_by.encode(position) == puzzle.link and made_by.decode(puzzle.link) == position


@EACH
def test_percentile_and_level_are_those_of_the_population(case: Case) -> None:
    for puzzle in made(case):
        percentile = puzzle.difficulty.percentile
        assert 0 <= percentile <= 99.99
        # Rounded down to a hundredth, and never the whole of a population.
        assert min(percentile_of(puzzle), 99.99) - 0.010001 <= percentile <= percentile_of(puzzle) + 1e-6
        small = shape_of(case.kind, puzzle.position).startswith(
            ("stacks", "few", "last-1", "build-3", "build-4")
        )
        assert puzzle.difficulty.level == ("first-steps" if small else level_of(percentile))


@EACH
def test_the_solver_says_yes_with_a_line_that_is_right(case: Case) -> None:
    for puzzle in made(case)[:2]:
        found = kind(case.kind).solve(puzzle.position)
        assert found.verdict == "yes" and found.proof == "exact"
        assert found.value == puzzle.solution
        assert kind(case.kind).check(puzzle.position, puzzle.solution) == ""


@EACH
def test_a_line_that_is_cut_or_goes_wrong_is_refused_at_its_step(case: Case) -> None:
    made_by = kind(case.kind)
    for puzzle in made(case)[:1]:
        steps = puzzle.solution
        assert made_by.check(puzzle.position, ()) != ""
        for at in range(len(steps)):
            fault = made_by.check(puzzle.position, steps[:at])
            assert fault and not fault.startswith("step "), "a line cut short has no wrong step"
            fault = made_by.check(puzzle.position, (*steps[:at], "frogs", *steps[at + 1 :]))
            assert re.match(rf"step {at + 1}\b.*frogs", fault), fault
            if not steps[at].startswith("swap"):
                fault = made_by.check(puzzle.position, (*steps[: at + 1], *steps[at:]))
                assert fault.startswith(f"step {at + 2}, "), fault
        over = made_by.check(puzzle.position, (*steps, steps[-1]))
        assert over.startswith(f"step {len(steps) + 1}, "), over


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_solutions_and_chances_are_those_of_every_line_of_play(case: Case) -> None:
    for puzzle in made(case)[: 2 - (case == ONE_CARD)]:
        play, told = played(puzzle), puzzle.difficulty
        assert len(play.solutions()) == told.solutions
        assert told.bits == bits_of(play.chance(careful=False))
        assert told.careful_bits == bits_of(play.chance(careful=True))


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_the_goal_says_truly_whether_there_is_one_solution(case: Case) -> None:
    for puzzle in made(case)[: 2 - (case == ONE_CARD)]:
        count = len(played(puzzle).solutions())
        said = re.findall(r"\b(one|[0-9,]+) (?:way|solution)s?\b", puzzle.goal)
        assert said == ["one" if count == 1 else f"{count:,}"]


@pytest.mark.parametrize("case", SMALL, ids=str)
def test_every_line_that_reaches_the_goal_is_right_and_no_other(case: Case) -> None:
    made_by, rng = kind(case.kind), Rng(SEED, 1)
    for puzzle in made(case)[: 2 - (case == ONE_CARD)]:
        play = played(puzzle)
        lines = list(play.solutions().values())
        for _ in range(min(20, len(lines))):
            assert made_by.check(puzzle.position, lines[rng.below(len(lines))]) == ""
        for _ in range(20):
            line, wins = play.random_line(rng)
            assert (made_by.check(puzzle.position, line) == "") == wins, line


@pytest.mark.parametrize("shape", ["last", "build"])
def test_cards_of_a_canvas_may_be_laid_in_any_order_the_rules_allow(shape: str) -> None:
    (puzzle, *_) = made(Case("canvas", None, (("cards", 3), ("shape", shape))))
    faults = [
        kind("canvas").check(puzzle.position, order) for order in itertools.permutations(puzzle.solution)
    ]
    assert faults.count("") >= 2
    assert all(re.match(r"step \d.*not open to A", fault) for fault in faults if fault)


def test_bounds_of_areas_to_be_built_rule_nothing_out_that_is_possible() -> None:
    """No way to go on comes to more than a bound."""
    from quadrangle.generators.canvas.bounds import bound
    from quadrangle.generators.canvas.wishes import GOAL_NAMES
    from quadrangle.solvers.canvas.canvas import Canvas, Card
    from quadrangle.solvers.canvas.goals import Goal

    goals = [f"{name}:R" if kindless(name) else name for name in GOAL_NAMES]
    puzzles = made(Case("canvas", None, (("cards", 3), ("shape", "build"))))
    puzzles += made(Case("canvas", None, (("cards", 4), ("goals", "patchwork"))))
    checked = 0
    for puzzle in puzzles:
        play = BuildPlay(puzzle.position)
        for state in itertools.islice(states(play), 40):
            ends = list(finals(play, state))
            grid, cards, _ = state
            by_cell = dict(grid)
            rows = ["".join(by_cell.get((y, x), ".") for x in range(play.width)) for y in range(play.height)]
            canvas, left = Canvas.parse("\n".join(rows)), tuple(map(Card.parse, cards))
            for goal in goals:
                values = [play.worth(goal, dict(end)) for end in ends]
                told = bound(canvas, left, Goal.parse(goal))
                checked += 1
                if goal == "balanced_composition":
                    assert told <= min(values)
                else:
                    assert told >= max(values), (goal, rows, cards)
    assert checked > 2000


def kindless(name: str) -> bool:
    """Return whether a goal takes a colour."""
    from quadrangle.solvers.canvas.goals import GOALS

    return "colour" in GOALS[name].takes


def states(play: Play) -> Iterator[Any]:
    """Yield states of a puzzle, each step of a play drawn."""
    rng = Rng(SEED, 2)
    while True:
        state = play.starts[rng.below(len(play.starts))]
        while not play.is_over(state):
            yield state
            ways = play.steps(state)
            state = ways[rng.below(len(ways))][1]


def finals(play: Play, state: Any) -> Iterator[Any]:
    """Yield what can come of a state at the end."""
    if play.is_over(state):
        yield state[0]
        return
    for _, following in play.steps(state):
        yield from finals(play, following)


LENGTHS = {"leaves": 150, "campus": 100, "canvas": 200}


@EACH
def test_links_hold_letters_an_address_may_hold(case: Case) -> None:
    for puzzle in made(case):
        assert re.fullmatch(r"[A-Za-z0-9._~-]+", puzzle.link)
        short = case.kind == "leaves" and not puzzle.link.startswith("leaves-solo~")
        assert len(puzzle.link) < (80 if short else LENGTHS[case.kind])


@EACH
def test_positions_are_read_strictly(case: Case) -> None:
    made_by = kind(case.kind)
    position = made(case)[0].position
    others = [position + " ", " " + position, position + "\n\n", "\n" + position]
    others += [position.swapcase()] if position.swapcase() != position else []
    others += [
        position.replace(" ", "  ", 1),
        position.replace("\n", " \n", 1),
        position.replace("\n", "\r\n"),
    ]
    for other in others:
        for verb in (made_by.encode, made_by.grade, made_by.identify, made_by.goal, made_by.disguises):
            with pytest.raises(NotationError):
                verb(other)


_LETTERS = "abcdefgmrybxs BRY.:/+~-\n0123456789 leave goal hand cards pet lead breeze build last é\0"


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """Draw a text with a few letters left out, put in, exchanged, or a piece of another in it."""
    found = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(found)))
        end = min(len(found), start + draw(st.integers(0, 4)))
        other = draw(st.sampled_from(texts))
        cut = draw(st.integers(0, len(other)))
        put = draw(st.one_of(st.text(_LETTERS, max_size=3), st.just(other[cut : cut + 8])))
        found = found[:start] + put + found[end:]
    return found


def read_or_refused(verb: Callable[[str], str], given_text: str) -> str | None:
    """Return what a verb makes of a text; None where it says what was wrong."""
    try:
        return verb(given_text)
    except NotationError as error:
        assert error.problem and "\n" not in str(error)
        assert error.line is not None or error.expected, f"{error!r} says neither where nor what"
        return None


@EACH_KIND
@settings(max_examples=150)
@given(data=st.data())
def test_a_text_is_a_puzzle_or_is_refused_with_the_place(name: str, data: st.DataObject) -> None:
    made_by, texts = kind(name), [puzzle.position for puzzle in puzzles_of(name)]
    given_text = data.draw(st.one_of(st.text(_LETTERS, max_size=80), mutated(texts)))
    link = read_or_refused(made_by.encode, given_text)
    if link is not None:
        assert made_by.decode(link) == given_text.removesuffix("\n")
        assert made_by.disguise(given_text, 0) == given_text.removesuffix("\n")
    for verb in (made_by.goal, made_by.identify) if link is None else ():
        assert read_or_refused(verb, given_text) is None


@EACH_KIND
@settings(max_examples=150)
@given(data=st.data())
def test_a_link_is_a_puzzle_or_is_refused(name: str, data: st.DataObject) -> None:
    made_by, links = kind(name), [puzzle.link for puzzle in puzzles_of(name)]
    given_text = data.draw(st.one_of(st.text(_LETTERS, max_size=80), mutated(links)))
    position = read_or_refused(made_by.decode, given_text)
    if position is not None:
        assert made_by.decode(made_by.encode(position)) == position


@EACH
def test_disguises_are_the_same_puzzle_and_as_difficult(case: Case) -> None:
    made_by, rng = kind(case.kind), Rng(SEED, 3)
    puzzle = made(case)[0]
    count = made_by.disguises(puzzle.position)
    assert made_by.disguise(puzzle.position, 0) == puzzle.position
    numbers = {rng.below(count) for _ in range(40)} | {count - 1}
    found = {made_by.disguise(puzzle.position, number) for number in numbers}
    assert all(made_by.identify(other) == puzzle.id for other in found)
    for other in sorted(found)[:2]:
        assert made_by.grade(other) == puzzle.difficulty
    for number in (-1, count):
        with pytest.raises(ValueError, match=str(number)):
            made_by.disguise(puzzle.position, number)


@EACH_KIND
def test_disguises_of_a_puzzle_that_is_not_its_own_image_all_differ(name: str) -> None:
    made_by = kind(name)
    for puzzle in made(Case(name, "master")):
        count = made_by.disguises(puzzle.position)
        numbers = {*range(min(count, 300)), *range(max(0, count - 300), count)}
        assert len({made_by.disguise(puzzle.position, number) for number in numbers}) == len(numbers)


@EACH_KIND
def test_different_puzzles_have_different_ids(name: str) -> None:
    by_id: dict[str, set[Difficulty]] = {}
    puzzles = puzzles_of(name)
    for puzzle in puzzles:
        by_id.setdefault(puzzle.id, set()).add(puzzle.difficulty)
    assert all(len(difficulties) == 1 for difficulties in by_id.values())
    assert len(by_id) > len(puzzles) // 2
    other = {position: neighbour(name, position) for position in (puzzle.position for puzzle in puzzles)}
    changed = [(position, near) for position, near in other.items() if position != near]
    assert len(changed) > 3
    for position, near in changed:
        assert kind(name).identify(near) != kind(name).identify(position)


def neighbour(name: str, position: str) -> str:
    """Return another puzzle, a little changed; the same one where that cannot be done simply."""
    if name == "campus":
        return re.sub(r"(\n\n\S+) \S+", r"\1", position)
    if name == "canvas":
        return position.replace("lead 1\n", "lead 2\n").replace("pet A", "pet B")
    parts = position.split("\n\n")
    return re.sub(r"^(\S+) \S+", r"\1", position[::-1])[::-1] if len(parts) == 2 else position


@EACH
def test_a_drawing_is_written_as_text_as_svg_and_as_pdf(case: Case) -> None:
    for puzzle in made(case)[:1]:
        drawing = kind(case.kind).drawing(puzzle.position)
        for ascii_only in (False, True):
            said = text(drawing, colour=False, ascii_only=ascii_only)
            assert said and all(len(line) <= 60 for line in said.splitlines())
        assert drawing.title and len(drawing.description) > 40
        assert svg(drawing).startswith("<svg") and "\n" not in drawing.title
        paper = PAPERS["A4"]
        scale = min(1.0, (paper.width - 40) / drawing.width)
        page = Page((Block("puzzle", 20, 20, picture(drawing, scale)),))
        assert pdf(Document("Puzzle", paper, (page,))).startswith(b"%PDF")


@EACH
def test_each_step_has_a_caption_of_its_own(case: Case) -> None:
    made_by = kind(case.kind)
    for puzzle in made(case):
        captions = made_by.captions(puzzle.position, puzzle.solution)
        assert len(captions) == len(puzzle.solution)
        for step, caption in zip(puzzle.solution, captions, strict=True):
            assert len(caption) > 10 and caption == caption.strip() and "\n" not in caption
            named = re.findall(r"\b[a-h][1-8]\b", step) if case.kind != "leaves" else []
            assert all(name in caption for name in named), (step, caption)


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "campus"], ids=str)
def test_captions_of_campus_name_the_tiles_that_go_down_with_each_roll(case: Case) -> None:
    for puzzle in made(case):
        play = played(puzzle)
        (state,) = play.starts
        for step, caption in zip(
            puzzle.solution, kind("campus").captions(puzzle.position, puzzle.solution), strict=True
        ):
            following = dict(play.steps(state))[step]
            gone = {f"{'abcdef'[x]}{y + 1}" for x, y in state[0] - following[0]}
            assert sorted(gone) == sorted(re.findall(r"\bon ([a-f][1-6])\b", caption))
            assert ("The board is clear." in caption) == (not following[0])
            state = following


@pytest.mark.parametrize("case", [case for case in CASES if case.kind == "canvas"], ids=str)
def test_captions_of_canvases_tell_what_goals_come_to(case: Case) -> None:
    for puzzle in made(case):
        play = played(puzzle)
        assert isinstance(play, BuildPlay | LastPlay)
        captions = kind("canvas").captions(puzzle.position, puzzle.solution)
        grid = play.grid
        for step, caption in zip(puzzle.solution, captions, strict=True):
            _, face, name = step.split(" ")
            before, grid = (
                grid,
                grid | quadrants_of(((int(name[1]) - 1) // 2, (ord(name[0]) - 97) // 2), face),
            )
            changes = sum(play.told(goal[0], grid) != play.told(goal[0], before) for goal in play.goals)
            told = [tuple(map(int, pair)) for pair in re.findall(r"is (\d+) now, (\d+) before", caption)]
            pairs = [
                (now, was)
                for goal in play.goals
                for now, was in zip(play.told(goal[0], grid), play.told(goal[0], before), strict=True)
                if now != was
            ]
            assert told == pairs and bool(changes) == bool(pairs)
            assert ("no goal changes" in caption) == (not pairs and step != puzzle.solution[-1])
        if isinstance(play, LastPlay):
            a, b = map(int, re.findall(r"A ends with (\d+) points, B with (\d+)", captions[-1])[0])
            assert a - b == play.lead(grid) >= play.least
        else:
            assert captions[-1].endswith("every goal holds.")


ENOUGH = {"leaves": 2000, "campus": 20_000, "canvas": 100}
"""Candidates among which most wishes are met."""


@EACH_KIND
def test_every_wish_alone_is_met_or_refused(name: str) -> None:
    rng = Rng(SEED, 4)
    for wish in kind(name).WISHES:
        value = some_value(name, wish, rng)
        assert outcome(name, {wish: value}, Budget(seconds=20)) in ("met", "refused"), (wish, value)


@pytest.mark.slow
@EACH_KIND
def test_pairs_of_wishes_are_met_or_refused_by_name(name: str) -> None:
    rng = Rng(SEED, 5)
    pairs = list(itertools.combinations(kind(name).WISHES, 2))
    rng.shuffle(pairs)
    budget = Budget(nodes=ENOUGH[name])
    outcomes = [
        outcome(name, {wish: some_value(name, wish, rng) for wish in pair}, budget) for pair in pairs[:8]
    ]
    assert outcomes.count("spent") < 5 and outcomes.count("met") > 1


def outcome(name: str, wishes: dict[str, Any], budget: Budget) -> str:
    """Return whether a puzzle that meets all was `met`, they were `refused`, or the budget was `spent`."""
    start = time.process_time()
    try:
        stream = kind(name).generate(None, SEED, budget=budget, **wishes)
    except NotationError as error:
        assert any(wish in str(error) for wish in wishes), error
        assert time.process_time() - start < 2
        return "refused"
    try:
        puzzle = next(stream)
    except BudgetSpent as error:
        assert str(error).startswith("puzzle 1: ")
        return "spent"
    assert unmet(puzzle, None, wishes) == ""
    return "met"


HARD: dict[str, dict[str, Any]] = {
    "leaves": {"level": "master", "shape": "solo", "percentile": "99.9-99.99"},
    "campus": {"level": "master", "needs_chain": True, "percentile": "99.7-99.99"},
    "canvas": {"level": "master", "shape": "build", "cards": 7, "percentile": "99.9-99.99"},
}
"""What takes long to find."""


@EACH_KIND
@pytest.mark.parametrize("budget", [Budget(nodes=1), Budget(seconds=0.0), Budget(cancelled=lambda: True)])
def test_a_tiny_budget_is_spent_at_once(name: str, budget: Budget) -> None:
    made(Case(name))  # what is loaded and compiled once is no part of it
    start = time.process_time()
    with pytest.raises(BudgetSpent, match="puzzle 1"):
        next(kind(name).generate(budget=budget, **HARD[name]))
    with pytest.raises(BudgetSpent, match="puzzle 6"):
        kind(name).item_of(5, budget=budget, **HARD[name])
    assert time.process_time() - start < 1


@EACH_KIND
def test_a_search_that_is_called_off_stops_soon(name: str) -> None:
    made(Case(name))
    asked = [time.process_time()]

    def cancelled() -> bool:
        asked.append(time.process_time())
        return asked[-1] - asked[0] > 1

    with pytest.raises(BudgetSpent):
        list(kind(name).generate(budget=Budget(cancelled=cancelled), **HARD[name]))
    asked.append(time.process_time())
    assert max(after - before for before, after in itertools.pairwise(asked)) < 0.3


@EACH
def test_a_solver_without_the_time_for_it_never_says_no(case: Case) -> None:
    puzzle = made(case)[0]
    for budget in (Budget(nodes=1), Budget(seconds=0.0), Budget(cancelled=lambda: True)):
        found = kind(case.kind).solve(puzzle.position, budget)
        assert found.verdict in ("unknown", "yes")
        assert found.value == (puzzle.solution if found.verdict == "yes" else ())
