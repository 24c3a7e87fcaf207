"""The difficulty of canvas puzzles against players who play every line, scored by the plain reference."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import canvas_reference as plain
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import UNLIMITED
from quadrangle.core.rng import Rng
from quadrangle.generators import constraints
from quadrangle.generators.canvas.arrangements import Arrangements, Valued, sole_bests
from quadrangle.generators.canvas.bounds import bound, can_still_hold
from quadrangle.generators.canvas.building import Success, corners, count_of, options, solutions
from quadrangle.generators.canvas.candidates import (
    HAND,
    POOL,
    finals,
    goals_of_build,
    leads,
    random_builds,
    random_goals,
    random_last,
    symmetric_builds,
)
from quadrangle.generators.canvas.finishing import Finish, open_places, points
from quadrangle.generators.canvas.positions import Build, Last, Wanted, empty_places, filled
from quadrangle.generators.canvas.symmetric import PAIRS, is_symmetric, symmetric_area, symmetric_canvas
from quadrangle.solvers.canvas import ASSIGNMENTS, CANVAS_DECK, INSTRUCTORS, Canvas, Card, Goal

Quadrants = dict[tuple[int, int], str]
GOALS = [*itertools.chain(*ASSIGNMENTS.values()), *INSTRUCTORS]


def worth(name: str, grid: Quadrants, columns: int) -> int:
    """Return what an area is worth for a goal, by its text."""
    goal, _, colour = name.partition(":")
    sizes = {letter: plain.sizes(grid, letter) for letter in "BRY"}
    largest = {letter: max(some, default=0) for letter, some in sizes.items()}
    if goal == "largest_area":
        return largest[colour]
    if goal == "most_areas":
        return len(sizes[colour])
    if goal == "most_quadrants":
        return sum(sizes[colour])
    if goal == "longest_line":
        return plain.longest_run(grid, colour)
    if goal == "solid_blocks":
        return plain.blocks(grid, colour)
    return {
        "longest_colour_path": lambda: plain.longest_path(grid),
        "balanced_composition": lambda: plain.balance(grid, True),
        "largest_single_area": lambda: max(largest.values()),
        "patchwork": lambda: sum(map(len, sizes.values())),
        "pointillism": lambda: sum(some.count(1) for some in sizes.values()),
        "mirror": lambda: plain.mirror_pairs(grid, columns),
        "harmony": lambda: min(largest.values()),
    }[goal]()


def every_canvas(build: Build) -> set[Canvas]:
    """Return all canvases that can be built, without any thought of symmetry."""
    places = empty_places(build.canvas)
    found = set()
    for cards in itertools.permutations(build.cards):
        for turns in itertools.product((0, 2), repeat=len(cards)):
            canvas = build.canvas
            for place, card, quarters in zip(places, cards, turns, strict=True):
                canvas = filled(canvas, place, card.turned(quarters))
            found.add(canvas)
    return found


def solved(build: Build, canvas: Canvas) -> bool:
    grid = plain.read(str(canvas))
    return all(one.holds(worth(str(one.goal), grid, canvas.columns)) for one in build.wanted)


def drawn_builds(cards: int, count: int, seed: int = 1) -> Iterator[tuple[Build, tuple[Canvas, ...]]]:
    found = 0
    for k in itertools.count():
        for drawn in itertools.islice(random_builds(Rng(900 + seed, k), cards), 1):
            yield drawn
            found += 1
            if found == count:
                return


@pytest.mark.parametrize("cards", [3, 4])
def test_the_solution_of_an_area_is_the_only_one(cards: int) -> None:
    for build, canvases in drawn_builds(cards, 5):
        right = {canvas for canvas in every_canvas(build) if solved(build, canvas)}
        assert right == set(canvases) == set(solutions(build, UNLIMITED.start()))
        assert len({min(str(one), str(one.turned(2))) for one in right}) == 1 == count_of(build, canvases)


def test_every_arrangement_is_there_once() -> None:
    cards = tuple(sorted(map(Card.parse, ("BB/BR", "BB/BR", "BR/RB", "RB/YY"))))
    build = Build(Canvas((-1,) * 16, 4), cards, (Wanted(Goal("mirror"), 1),))
    every = Arrangements(build.canvas, cards)
    chunks = list(every.chunks())
    grids = [tuple(grid.ravel().tolist()) for chunk in chunks for grid in chunk.grids]
    stands_for = [one for chunk in chunks for one in chunk.stands_for.tolist()]
    assert [every.at(number).quadrants for number in range(len(grids))] == grids
    assert len(set(grids)) == len(grids)
    turned = {grid[::-1] for grid, count in zip(grids, stands_for, strict=True) if count == 2}
    assert not turned & set(grids)
    assert {canvas.quadrants for canvas in every_canvas(build)} == turned | set(grids)
    with pytest.raises(IndexError):
        every.at(len(grids))


@pytest.mark.parametrize(("width", "given"), [(2, 0), (2, 1), (3, 2)])
def test_sole_bests_are_those_that_no_other_equals(width: int, given: int) -> None:
    rng = Rng(41, 10 * width + given)
    deck, pool = list(CANVAS_DECK), [*GOALS[3:6], Goal("patchwork"), Goal("mirror")]
    rng.shuffle(deck)
    cards = tuple(sorted(card.upright for card in deck[: 2 * width - given]))
    area = Canvas.of_cards({(at, 0): deck[-1 - at] for at in range(given)}, width, 2)
    build = Build(area, cards, (Wanted(Goal("mirror"), 1),))
    worth_of = {
        canvas: {goal: worth(str(goal), plain.read(str(canvas)), 2 * width) for goal in pool}
        for canvas in every_canvas(build)
    }
    valued = Valued(area, cards, pool)
    seen = set()
    for count in (1, 2, 3):
        for goals in itertools.combinations(pool, count):
            rows = {canvas: tuple(each[goal] for goal in goals) for canvas, each in worth_of.items()}
            found = {best.values: set(best.canvases) for best in valued.sole_bests(goals)}
            assert found == sole_best_rows(rows, turns=not given)
            assert found == {best.values: set(best.canvases) for best in sole_bests(area, cards, goals)}
            seen |= set(found)
    assert seen


def sole_best_rows(rows: dict[Canvas, tuple[int, ...]], turns: bool) -> dict[tuple[int, ...], set[Canvas]]:
    """Return the values, and the canvases, that no other canvas has or surpasses; turned round it may."""
    by_row: dict[tuple[int, ...], set[Canvas]] = {}
    for canvas, row in rows.items():
        by_row.setdefault(row, set()).add(canvas)
    expected = {}
    for row, canvases in by_row.items():
        as_good = [
            other
            for its, others in by_row.items()
            if all(a >= b for a, b in zip(its, row, strict=True))
            for other in others
        ]
        if len({min(str(one), str(one.turned(2))) if turns else str(one) for one in as_good}) == 1:
            expected[row] = canvases
    return expected


def test_goals_of_a_puzzle_are_of_one_pool() -> None:
    goal = Goal("solid_blocks", 1)
    draws = (list(random_builds(Rng(903, k), 6, goal)) for k in itertools.count())
    wanted = [
        [one.goal for one in build.wanted] for build, _ in next(some for some in draws if len(some) > 5)
    ]
    assert all(goal in goals for goals in wanted)
    assert len(set(itertools.chain(*wanted))) <= POOL < len(goals_of_build(6))


@pytest.mark.parametrize("cards", [3, 4])
def test_both_players_fill_an_area_as_often_as_by_playing_every_line(cards: int) -> None:
    for build, canvases in drawn_builds(cards, 2, seed=2):
        success = Success(build, canvases)
        assert success.random == mean(build, canvases, careful=False)
        assert success.careful == mean(build, canvases, careful=True) > 0 < success.random


def mean(build: Build, canvases: Sequence[Canvas], careful: bool) -> Fraction:
    """Return the chance of a player who plays from each corner."""
    total = Fraction(0)
    orders = corners(build.canvas)
    for order in orders:

        def chance(
            canvas: Canvas, left: tuple[Card, ...], at: int, order: Sequence[object] = order
        ) -> Fraction:
            if not left:
                return Fraction(canvas in canvases)
            ways = list(options(canvas, left, order[at]))  # type: ignore[arg-type]
            if careful and len(left) == 1:
                ways = [way for way in ways if short(build, way[1]) == 0]
            ratio = Fraction(2, 3) if careful else Fraction(1)
            likely = [ratio ** short(build, after) for _, after, _ in ways]
            if not ways:
                return Fraction(0)
            chances = [part * chance(way[1], way[2], at + 1) for part, way in zip(likely, ways, strict=True)]
            return sum(chances, Fraction(0)) / sum(likely)

        total += chance(build.canvas, build.cards, 0)
    return total / len(orders)


def short(build: Build, canvas: Canvas) -> int:
    """Return how many points an area is short of its goals, each being one that wants as much as there is."""
    grid = plain.read(str(canvas))
    return sum(max(0, one.threshold - worth(str(one.goal), grid, canvas.columns)) for one in build.wanted)


def test_the_careful_player_is_two_thirds_as_likely_to_stay_a_point_further_from_the_goals() -> None:
    cards = tuple(sorted(map(Card.parse, ("BB/BB", "YY/YY", "BB/RR"))))
    canvas = Canvas.parse("....\n....\nRR..\nYY..")
    build = Build(canvas, cards, (Wanted(Goal("solid_blocks", 1), 1),))
    found = solutions(build, UNLIMITED.start())
    assert [str(one).replace("\n", "/") for one in found] == ["BBBB/RRBB/RRYY/YYYY", "BBYY/RRYY/RRBB/YYBB"]
    # The card that closes the block counts 3 where each of three others, or two, counts 2 and could go
    # there; where the two other cards go makes no difference, and the last card is seen.
    shares = [
        Fraction(3, 9),
        Fraction(2, 4) * Fraction(3, 7),
        Fraction(2, 4) * Fraction(3, 7),
        Fraction(2, 4) * Fraction(1, 3),
    ]
    assert Success(build, found).careful == sum(shares) / 4 == Fraction(13, 56)
    assert Success(build, found).random == Fraction(1, 6)


def test_a_first_card_that_looks_best_can_lose_from_every_corner() -> None:
    checked = set()
    for build, canvases in itertools.chain(drawn_builds(3, 12, seed=3), drawn_builds(4, 4, seed=3)):
        losing = []
        for order in corners(build.canvas):
            ways = list(options(build.canvas, build.cards, order[0]))
            least = min(short(build, after) for _, after, _ in ways)
            nearest = [(face, after, left) for face, after, left in ways if short(build, after) == least]
            losing.append(
                any(
                    face not in {one.card(*order[0]) for one in canvases}
                    and can_still_hold(after, left, build.wanted)
                    for face, after, left in nearest
                )
            )
        assert Success(build, canvases).first_can_lose == all(losing)
        checked.add(all(losing))
    assert checked == {True, False}


def test_players_begin_in_each_corner() -> None:
    (a, b, c, d) = corners(Canvas((-1,) * 24, 6))
    assert a == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)) and d == a[::-1]
    assert b == ((2, 0), (1, 0), (0, 0), (2, 1), (1, 1), (0, 1)) and c == b[::-1]


cards_in_any_turn = st.sampled_from(CANVAS_DECK).flatmap(lambda card: st.sampled_from(card.half_turns()))


@settings(max_examples=150)
@given(st.lists(cards_in_any_turn, min_size=6, max_size=6), st.integers(0, 6), st.sampled_from(GOALS))
def test_no_bound_rules_out_what_can_be_reached(cards: list[Card], lying: int, goal: Goal) -> None:
    places = [(column, row) for row in range(2) for column in range(3)]
    full = Canvas.of_cards(dict(zip(places, cards, strict=True)), 3, 2)
    part = Canvas.of_cards(dict(zip(places[:lying], cards, strict=False)), 3, 2)
    left = tuple(card.upright for card in cards[lying:])
    for one in (goal, Goal("areas_of_size", size=2)):
        value, best = one.value(full), bound(part, left, one)
        assert best >= value if one.kind.most else best <= value
        assert can_still_hold(part, left, [Wanted(one, value)])
        if lying == 6:
            assert best == value


def test_bounds_rule_something_out() -> None:
    part, left = Canvas.parse("BRBR..\nRBRB..\nBRBR..\nRBRB.."), (Card.parse("BB/BB"), Card.parse("RR/RR"))
    refused = {"largest_area:B": 7, "longest_line:B": 5, "solid_blocks:B": 4, "most_areas:Y": 1, "mirror": 9}
    for text, least in refused.items():
        goal = Goal.parse(text)
        assert can_still_hold(part, left, [Wanted(goal, least - 1)])
        assert not can_still_hold(part, left, [Wanted(goal, least)]), text


def area_of(grid: Quadrants, south: bool) -> Quadrants:
    """Return a scoring area as its owner sees it."""
    if south:
        return {(row - 4, column): letter for (row, column), letter in grid.items() if row >= 4}
    return {(3 - row, 7 - column): letter for (row, column), letter in grid.items() if row < 4}


def lead_of(canvas: Canvas, goals: Sequence[Goal], pet: int) -> int:
    """Return the lead of the south, goal by goal."""
    grid = plain.read(str(canvas))
    lead = 0
    for goal in goals:
        a, b = (worth(str(goal), area_of(grid, south), 8) for south in (True, False))
        if goal.name == "balanced_composition":
            a, b = -a, -b
        if a == b:
            winner, pet = pet, 1 - pet
        else:
            winner = 0 if a > b else 1
        prize = 3 if goal.colour is not None else 5
        lead += prize if winner == 0 else -prize
    return lead


def ways_of(canvas: Canvas, hand: Sequence[Card]) -> list[tuple[Canvas, tuple[Card, ...]]]:
    """Return what each legal placement leads to, once."""
    lying = set(canvas.cards())
    beside = [
        (column, row)
        for column, row in itertools.product(range(4), range(4))
        if (column, row) not in lying
        and lying & {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
    ]
    places = [place for place in beside if place[1] > 0] or beside
    found = {}
    for place, (at, card), quarters in itertools.product(places, enumerate(hand), (0, 2)):
        found[filled(canvas, place, card.turned(quarters))] = (*hand[:at], *hand[at + 1 :])
    return list(found.items())


def chance_of(last: Last, careful: bool) -> Fraction:
    @functools.cache
    def lead(canvas: Canvas) -> int:
        return lead_of(canvas, last.goals, last.pet)

    def chance(canvas: Canvas, hand: tuple[Card, ...]) -> Fraction:
        if canvas.is_complete:
            return Fraction(lead(canvas) >= last.lead)
        ways = ways_of(canvas, hand)
        shares = [Fraction(9 if careful else 10, 10) ** max(0, last.lead - lead(after)) for after, _ in ways]
        if careful and all(after.is_complete for after, _ in ways):
            shares = [Fraction(lead(after) >= last.lead) for after, _ in ways]
        total = sum((share * chance(*way) for share, way in zip(shares, ways, strict=True)), Fraction(0))
        return total / sum(shares) if sum(shares) else Fraction(0)

    return chance(last.canvas, last.hand)


def drawn_lasts(places: int, count: int) -> Iterator[Last]:
    drawn = (random_last(Rng(950, k), places) for k in itertools.count())
    return itertools.islice((last for last in drawn if last is not None), count)


def test_both_players_end_a_round_as_often_as_by_playing_every_line() -> None:
    for places, count in ((1, 4), (2, 3)):
        for last in drawn_lasts(places, count):
            finish = Finish(last)
            assert finish.random == chance_of(last, False) > 0
            assert finish.careful == chance_of(last, True)
            (winning,) = finish.winning
            assert lead_of(winning, last.goals, last.pet) >= last.lead


@pytest.mark.slow
def test_both_players_end_a_round_of_three_cards_too() -> None:
    for last in drawn_lasts(3, 1):
        finish = Finish(last)
        assert finish.random == chance_of(last, False) > 0
        assert finish.careful == chance_of(last, True)


def test_one_full_canvas_alone_leads_by_as_much() -> None:
    for last in drawn_lasts(2, 3):
        ends: set[Canvas] = set()
        for after, rest in ways_of(last.canvas, last.hand):
            ends |= {end for end, _ in ways_of(after, rest)}
        found = [lead_of(end, last.goals, last.pet) for end in ends]
        assert len(ends) == len(finals(last.canvas, last.hand))
        assert sum(lead >= last.lead for lead in found) == 1
        ahead = sum(lead > 0 for lead in found)
        assert last.lead == (1 if ahead == 1 else max(found))


@settings(max_examples=25)
@given(st.lists(cards_in_any_turn, min_size=16, max_size=16), st.sampled_from([0, 1]), st.integers(0, 500))
def test_points_are_those_of_the_plain_reference(cards: list[Card], pet: int, seed: int) -> None:
    places = [(column, row) for row in range(4) for column in range(4)]
    canvas = Canvas.of_cards(dict(zip(places, cards, strict=True)), 4, 4)
    goals = random_goals(Rng(77, seed))
    south, north = points(canvas, goals, pet)
    assert south - north == lead_of(canvas, goals, pet)
    assert south + north == sum(goal.kind.points for goal in goals)


def test_many_canvases_at_once_lead_by_as_much() -> None:
    for last in drawn_lasts(2, 3):
        grids = finals(last.canvas, last.hand)
        many = leads(grids.repeat(8, axis=0), last.goals, last.pet)[::8]
        assert many.tolist() == [
            lead_of(Canvas(tuple(grid.ravel().tolist()), 8), last.goals, last.pet) for grid in grids[:]
        ]


FULL = "BRYB\nRYBR\nYBRY\nBRYB"


def with_places(*empty: tuple[int, int]) -> Canvas:
    """Return a full canvas, each card of one colour, without some cards."""
    cards = {
        (column, row): Card(("BRY".index(letter),) * 4)
        for row, line in enumerate(FULL.split("\n"))
        for column, letter in enumerate(line)
        if (column, row) not in empty
    }
    return Canvas.of_cards(cards, 4, 4)


def test_where_the_south_may_lay_a_card() -> None:
    assert open_places(with_places((0, 0), (2, 1))) == ((2, 1),)
    assert open_places(with_places((0, 0), (2, 0))) == ((0, 0), (2, 0))
    assert open_places(with_places((0, 2), (0, 3), (1, 3))) == ((0, 2), (1, 3))
    assert open_places(with_places((0, 3))) == ((0, 3),)


def test_a_canvas_that_is_its_own_mirror_image() -> None:
    found = [symmetric_canvas(Rng(12, k)) for k in range(20)]
    canvases = [one for one in found if one is not None]
    assert canvases
    for canvas, left in canvases:
        assert is_symmetric(canvas) and len(empty_places(canvas)) == 2
        upright = [card.upright for card in canvas.cards().values()]
        assert sorted([*upright, *left]) == sorted(CANVAS_DECK)
    assert not is_symmetric(next(drawn_lasts(2, 1)).canvas)


@pytest.mark.parametrize("cards", PAIRS)
def test_an_area_that_is_its_own_mirror_image(cards: int) -> None:
    for k in range(6):
        area, left = symmetric_area(Rng(14, k), cards)
        assert is_symmetric(area) and len(empty_places(area)) == cards
        upright = [card.upright for card in area.cards().values()]
        assert sorted([*upright, *left]) == sorted(CANVAS_DECK)
        assert area == first_symmetric_area(Rng(14, k), cards)
    build, canvases = next(found for k in itertools.count() for found in symmetric_builds(Rng(15, k), cards))
    assert is_symmetric(build.canvas) and solutions(build, UNLIMITED.start()) == canvases


def first_symmetric_area(rng: Rng, cards: int) -> Canvas:
    """Return the first area in the order that is drawn, trying all cards one after another."""
    names = ("BRY", "RBY", "YRB", "BYR")[rng.below(4)]
    half = [(0, 0), (1, 0), (0, 1), (1, 1)]
    rng.shuffle(half)
    left = half[: (8 - cards) // 2]
    orders: list[list[str]] = []
    for _ in range(2 * len(left)):
        orders.append(["".join(letters) for letters in itertools.product("BRY", repeat=4)])
        rng.shuffle(orders[-1])
    for some in itertools.product(*orders[: len(left)]):
        lying = {}
        for (column, row), face in zip(left, some, strict=True):
            a, b, c, d = (names["BRY".index(letter)] for letter in face)
            lying[column, row] = Card.parse(f"{face[:2]}/{face[2:]}")
            lying[3 - column, row] = Card.parse(f"{b}{a}/{d}{c}")
        upright = [card.upright for card in lying.values()]
        if all(upright.count(card) <= CANVAS_DECK.count(card) for card in upright):
            return Canvas.of_cards(lying, 4, 2)
    raise AssertionError("the deck has no card and its image")


@pytest.mark.parametrize("goal", GOALS, ids=str)
def test_a_wished_goal_is_among_those_of_a_round(goal: Goal) -> None:
    for k in range(12):
        goals = random_goals(Rng(5, k), goal)
        assert goal in goals and len(set(goals)) == len(goals)
        decks = "".join(one.kind.deck[0] for one in goals)
        assert decks in ("aaa", "ii", "aai")
        if decks == "aaa":
            assert {one.colour for one in goals} == {0, 1, 2}


def test_what_is_dealt() -> None:
    for last in drawn_lasts(3, 3):
        assert len(last.hand) in HAND and all(row for _, row in empty_places(last.canvas))
        lying = [card.upright for card in last.canvas.cards().values()]
        assert not set(lying + list(last.hand)) - set(CANVAS_DECK)
    assert not {"most_quadrants", "balanced_composition"} & {goal.name for goal in goals_of_build(6)}
    assert Goal("longest_colour_path") not in goals_of_build(7)


def second_canvas(build: Build, known: Sequence[Canvas]) -> bool:
    """Return whether CP-SAT finds a canvas on which all goals hold, besides those that are known."""
    from ortools.sat.python import cp_model

    model = constraints.new_model()
    places = empty_places(build.canvas)
    faces = [card.turned(quarters) for card in build.cards for quarters in (0, 2)]
    holds = constraints.placing(model, len(places), len(faces))
    for card in range(len(build.cards)):
        model.add_at_most_one(row[face] for row in holds for face in (2 * card, 2 * card + 1))
    columns, cells = build.canvas.columns, len(build.canvas.quadrants)
    colours: list[list[Any]] = [[int(one == colour) for colour in range(3)] for one in build.canvas.quadrants]
    for (column, row), lies in zip(places, holds, strict=True):
        for at in range(4):
            cell = (2 * row + at // 2) * columns + 2 * column + at % 2
            colours[cell] = [
                sum(lies[i] for i, face in enumerate(faces) if face.quadrants[at] == colour)
                for colour in range(3)
            ]
    for one in build.wanted:
        colour = one.goal.colour or 0
        if one.goal.name == "mirror":
            pairs = [
                (y * columns + x, (y + 1) * columns - 1 - x) for y in range(4) for x in range(columns // 2)
            ]
            lots = [[colours[a][c], colours[b][c]] for a, b in pairs for c in range(3)]
        elif one.goal.name == "solid_blocks":
            corners_ = [y * columns + x for y in range(3) for x in range(columns - 1)]
            lots = [[colours[c + d][colour] for d in (0, 1, columns, columns + 1)] for c in corners_]
        else:
            assert one.goal.name == "largest_area"
            model.add(size_of_area(model, [row[colour] for row in colours], columns) >= one.threshold)
            continue
        counted = []
        for lot in lots:
            counted.append(model.new_bool_var(""))
            for part in lot:
                model.add(part == 1).only_enforce_if(counted[-1])
        model.add(sum(counted) >= one.threshold)
    for canvas in known:
        model.add(sum(colours[cell][colour] for cell, colour in enumerate(canvas.quadrants)) < cells)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return bool(status != cp_model.INFEASIBLE)


def size_of_area(model: Any, lies: Sequence[Any], columns: int) -> Any:
    """Return how many of some quadrants hang together: each but one is a step further than one beside it."""
    inside = [model.new_bool_var("") for _ in lies]
    first = [model.new_bool_var("") for _ in lies]
    depth = [model.new_int_var(0, len(lies), "") for _ in lies]
    model.add_exactly_one(first)
    for cell, there in enumerate(lies):
        model.add(there == 1).only_enforce_if(inside[cell])
        model.add_implication(first[cell], inside[cell])
        steps = [first[cell]]
        for other in {cell + 1, cell - 1, cell + columns, cell - columns}:
            if 0 <= other < len(lies) and (
                abs(other - cell) == columns or other // columns == cell // columns
            ):
                steps.append(model.new_bool_var(""))
                model.add_implication(steps[-1], inside[other])
                model.add(depth[cell] == depth[other] + 1).only_enforce_if(steps[-1])
        model.add(sum(steps) == inside[cell])
    return sum(inside)


@pytest.mark.slow
def test_constraints_find_the_solution_and_no_other_one() -> None:
    rng, deck, checked = Rng(43, 0), list(CANVAS_DECK), 0
    while checked < 2:
        rng.shuffle(deck)
        cards = tuple(sorted(card.upright for card in deck[:5]))
        area = filled(Canvas((-1,) * 24, 6), (1, 1), deck[5])
        goals = [Goal("largest_area", 0), Goal("mirror"), Goal("solid_blocks", 1)]
        for best in sole_bests(area, cards, goals)[:1]:
            build = Build(area, cards, tuple(map(Wanted, goals, best.values)))
            assert second_canvas(build, [])
            assert not second_canvas(build, best.canvases)
            checked += 1
