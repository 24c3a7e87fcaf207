"""What goals count: areas, runs, blocks, pairs and patterns, in single grids and in batches."""

from __future__ import annotations

import itertools
from collections import Counter

import canvas_reference as reference
import networkx
import numpy as np
import pytest
from canvas_cases import canvases, random_canvases, rules
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import NotationError
from quadrangle.solvers.canvas import (
    ASSIGNMENTS,
    CANVAS_DECK,
    CANVAS_DECKS,
    COLOURS,
    EAST,
    GOALS,
    INSPIRATION_DECKS,
    INSPIRATIONS,
    INSTRUCTORS,
    LETTERS,
    NORTH,
    SOUTH,
    WEST,
    Canvas,
    Card,
    Goal,
    Pattern,
    Rules,
    areas,
    areas_of,
    areas_of_size,
    balance,
    batch,
    cells,
    harmony,
    has_pattern,
    kernels_goals,
    largest_area,
    left_in_deck,
    longest_run,
    mirror_pairs,
    number_of_areas,
    placements,
    quadrants,
    read_goal,
    region,
    regions,
    to_graph,
    two_by_two_blocks,
)

EVERY_GOAL = [goal for colour in COLOURS for goal in ASSIGNMENTS[colour]] + list(INSTRUCTORS)


@settings(max_examples=200, deadline=None)
@given(canvases(most=8))
def test_areas_agree_with_the_reference_and_with_networkx(canvas: Canvas) -> None:
    found = areas(canvas)
    as_sets = [{divmod(cell, canvas.columns) for cell in area.cells} for area in found]
    assert as_sets == reference.areas(reference.read(str(canvas)))
    graph = to_graph(canvas)
    by_networkx = list(networkx.connected_components(graph))
    assert sorted(map(sorted, as_sets)) == sorted(map(sorted, by_networkx))
    for area, as_set in zip(found, as_sets, strict=True):
        assert {graph.nodes[node]["colour"] for node in as_set} == {LETTERS[area.colour]}
    assert sum(area.size for area in found) == graph.number_of_nodes()


@settings(max_examples=200, deadline=None)
@given(canvases(most=8))
def test_counts_agree_with_the_reference(canvas: Canvas) -> None:
    plain = reference.read(str(canvas))
    for colour, letter in enumerate(LETTERS):
        sizes = reference.sizes(plain, letter)
        assert quadrants(canvas, colour) == sum(sizes)
        assert number_of_areas(canvas, colour) == len(sizes) == len(areas_of(canvas, colour))
        assert largest_area(canvas, colour) == max(sizes, default=0)
        assert longest_run(canvas, colour) == reference.longest_run(plain, letter)
        assert two_by_two_blocks(canvas, colour) == reference.blocks(plain, letter)
    every = [size for letter in LETTERS for size in reference.sizes(plain, letter)]
    assert [areas_of_size(canvas, size) for size in range(1, 5)] == [
        every.count(size) for size in range(1, 5)
    ]
    assert mirror_pairs(canvas) == reference.mirror_pairs(plain, canvas.columns)
    assert harmony(canvas) == min(max(reference.sizes(plain, letter), default=0) for letter in LETTERS)
    assert balance(canvas) == reference.balance(plain, True)
    assert balance(canvas, Rules(balance_absent_colour="ignored")) == reference.balance(plain, False)


def test_an_area_may_span_several_cards() -> None:
    canvas = Canvas.parse("BRYY\nBYYR\nRBYB\nRRBB")
    yellow = areas_of(canvas, 2)
    assert [(area.size, canvas.names(area.mask)) for area in yellow] == [(5, ("c1", "d1", "b2", "c2", "c3"))]


def test_the_balances_of_the_worked_example() -> None:
    """A has 12 yellow, 12 blue and 8 red: 4. B has 17 blue, 8 yellow and 7 red: 10."""
    north = [2] * 12 + [0] * 12 + [1] * 8
    south = [0] * 17 + [2] * 8 + [1] * 7
    canvas = Canvas((*north, *south), 8)
    assert [balance(area.grid) for area in regions(canvas, 2)] == [10, 4]
    goal = Goal("balanced_composition")
    assert goal.best([goal.value(area.grid) for area in regions(canvas, 2)]) == 4


@pytest.mark.parametrize(
    "rows, columns, connected",
    [
        (2, 1, 3),
        (2, 2, 13),
        (2, 3, 40),
        (2, 4, 108),
        (2, 5, 275),
        (2, 6, 681),
        (3, 2, 40),
        (3, 3, 218),
        (3, 4, 1126),
        (4, 4, 11506),
        (3, 5, 5726),
    ],
)
def test_the_published_numbers_of_connected_sets(rows: int, columns: int, connected: int) -> None:
    """A287151: of all sets of quadrants of one colour, those that are a single area."""
    cells = rows * columns
    sets = (np.arange(1 << cells)[:, None] >> np.arange(cells) & 1).astype(np.int8) - 1
    grids = np.full((1 << cells, rows + rows % 2, columns + columns % 2), -1, dtype=np.int8)
    grids[:, :rows, :columns] = sets.reshape(-1, rows, columns)
    assert int((batch.measures(grids).areas[:, 0] == 1).sum()) == connected
    assert int((batch.label_areas(grids)[1] == 1).sum()) == connected
    if cells <= 9:
        singly = [Canvas(tuple(flat), grids.shape[2]) for flat in grids.reshape(len(grids), -1).tolist()]
        assert sum(len(areas(canvas)) == 1 for canvas in singly) == connected


@settings(max_examples=80, deadline=None)
@given(canvases(most=8), st.integers(0, 3), st.permutations([0, 1, 2]))
def test_turning_and_recolouring_change_what_they_should(
    canvas: Canvas, quarters: int, colours: list[int]
) -> None:
    turned = canvas.turned(quarters)
    other = Canvas(
        tuple(colours[colour] if colour >= 0 else colour for colour in canvas.quadrants), canvas.columns
    )
    for colour in COLOURS:
        for count in (quadrants, number_of_areas, largest_area, longest_run, two_by_two_blocks):
            assert count(turned, colour) == count(canvas, colour) == count(canvas.mirrored(), colour)
            assert count(other, colours[colour]) == count(canvas, colour)
    assert mirror_pairs(canvas.mirrored()) == mirror_pairs(canvas) == mirror_pairs(canvas.turned(2))
    for goal in INSTRUCTORS:
        assert goal.value(other) == goal.value(canvas)
        if goal.name != "mirror":
            assert goal.value(turned) == goal.value(canvas)


@settings(max_examples=80, deadline=None)
@given(canvases(most=8), st.data())
def test_one_more_quadrant_joins_what_it_touches(canvas: Canvas, data: st.DataObject) -> None:
    """Filling an empty quadrant takes away the areas it touches but for one, or adds one."""
    empty = [cell for cell, colour in enumerate(canvas.quadrants) if colour < 0]
    if not empty:
        return
    cell, colour = data.draw(st.sampled_from(empty)), data.draw(st.sampled_from(COLOURS))
    filled = list(canvas.quadrants)
    filled[cell] = colour
    after = Canvas(tuple(filled), canvas.columns)
    beside = {
        y * canvas.columns + x
        for y, x in reference.beside(divmod(cell, canvas.columns))
        if x < canvas.columns
    }
    touched = [
        area
        for area in areas_of(canvas, colour)
        if beside & set(area.cells) and _sides(canvas, cell, area.mask)
    ]
    assert number_of_areas(after, colour) == number_of_areas(canvas, colour) - len(touched) + 1
    joined = next(area for area in areas_of(after, colour) if area.mask >> cell & 1)
    assert joined.size == 1 + sum(area.size for area in touched)


def _sides(canvas: Canvas, cell: int, mask: int) -> bool:
    """Return whether a cell touches a set of cells by a side."""
    here = divmod(cell, canvas.columns)
    return any(divmod(other, canvas.columns) in reference.beside(here) for other in cells(mask))


SIDES = Canvas.parse("BBBBRRRR\n" * 3 + "BBBBRRRY\n" + "YYYYYYYY\n" * 3 + "BYYYYYYR")


def test_a_scoring_area_is_seen_from_its_owners_seat() -> None:
    seen = {area.side: str(area.grid).split("\n") for area in regions(SIDES, 4)}
    assert seen[SOUTH] == ["YYYYYYYY"] * 3 + ["BYYYYYYR"]
    assert seen[NORTH] == ["YRRRBBBB"] + ["RRRRBBBB"] * 3
    assert seen[WEST] == ["BBBBYYYY"] * 3 + ["BBBBYYYB"]
    assert seen[EAST] == ["YYYYRRRR"] * 3 + ["RYYYYRRR"]


@settings(max_examples=60, deadline=None)
@given(canvases(most=10))
def test_scoring_areas_turn_with_the_canvas(canvas: Canvas) -> None:
    """Turned by a quarter, what the west sees is what the north sees now, and so on round the table."""
    turned = canvas.turned()
    for side in (SOUTH, WEST, NORTH, EAST):
        before, after = region(canvas, side), region(turned, (side + 1) % 4)
        assert after.grid == before.grid
        for cell, place in enumerate(before.cells):
            assert canvas.quadrants[place] == before.grid.quadrants[cell]
        whole = (1 << len(before.cells)) - 1
        assert before.on_canvas(whole).bit_count() == len(before.cells)


def test_the_edge_of_the_owner_is_at_the_bottom() -> None:
    canvas = Canvas(tuple(itertools.islice(itertools.cycle([0, 1, 2]), 100)), 10)
    bottom = {area.side: {canvas.name(cell) for cell in area.cells[-10:]} for area in regions(canvas, 4)}
    rows, columns = range(1, 11), "abcdefghij"
    assert bottom[SOUTH] == {f"{column}10" for column in columns}
    assert bottom[NORTH] == {f"{column}1" for column in columns}
    assert bottom[WEST] == {f"a{row}" for row in rows}
    assert bottom[EAST] == {f"j{row}" for row in rows}
    assert regions(canvas, 4)[1].cells[30] == 0  # the west has the north at its left
    with pytest.raises(ValueError, match="3 players"):
        regions(canvas, 3)
    with pytest.raises(ValueError, match="side 4"):
        region(canvas, 4)


@pytest.mark.parametrize("players, side", [(2, 8), (4, 10)])
def test_batches_of_scoring_areas_are_the_single_ones(players: int, side: int) -> None:
    grids = list(random_canvases(20, side, side, seed=players))
    found = batch.scoring_areas(batch.to_array(grids), players)
    for player in range(players):
        assert batch.from_array(found[player]) == [regions(grid, players)[player].grid for grid in grids]
    with pytest.raises(ValueError, match="3 players"):
        batch.scoring_areas(batch.to_array(grids), 3)
    with pytest.raises(ValueError, match="expected squares"):
        batch.scoring_areas(batch.to_array(list(random_canvases(2, 4, 8))), 4)


@pytest.mark.parametrize("size", [(2, 2), (4, 8), (4, 10), (6, 6), (8, 8), (2, 10), (10, 2), (10, 10)])
@pytest.mark.parametrize("weights", [(0, 1, 1, 1), (2, 6, 1, 0)])
def test_batches_count_what_single_grids_do(
    size: tuple[int, int], weights: tuple[int, int, int, int]
) -> None:
    grids = list(random_canvases(25, *size, seed=3, weights=weights))
    array = batch.to_array(grids)
    goals = [*EVERY_GOAL, Goal("areas_of_size", size=2)]
    for chosen in (Rules(), Rules(path="longest_shortest_path", balance_absent_colour="ignored")):
        expected = [[goal.value(grid, chosen) for goal in goals] for grid in grids]
        assert batch.values(goals, array, chosen).tolist() == expected
    labels, counts = batch.label_areas(array)
    for grid, label, count in zip(grids, labels, counts, strict=True):
        assert count == len(areas(grid))
        for place, area in enumerate(areas(grid)):
            assert np.flatnonzero(label.ravel() == place).tolist() == list(area.cells)
        assert int((label < 0).sum()) == grid.quadrants.count(-1)


@settings(max_examples=60, deadline=None)
@given(canvases(most=6))
def test_the_counting_kernel_as_it_stands(canvas: Canvas) -> None:
    array = batch.to_array([canvas])
    out = np.zeros((1, kernels_goals.COLUMNS), dtype=np.int64)
    row = [0] * kernels_goals.COLUMNS
    kernels_goals.measure_each(array, [0, 0, 0], row, range(kernels_goals.COLUMNS), out)
    assert out.tolist() == batch.measures(array).counts.tolist()


@settings(max_examples=200, deadline=None)
@given(st.integers(0, (1 << 62) - 1))
def test_bits_are_counted(mask: int) -> None:
    assert kernels_goals.count_bits(mask) == mask.bit_count()


def test_every_pentomino_is_an_inspiration_and_every_free_one_is_there() -> None:
    """A000105: there are 12 free pentominoes; 63 fixed ones (A001168), of which rotations alone give some."""
    every = [
        pattern.turns(Rules(pattern_turns="rotations_and_reflections")) for pattern in INSPIRATIONS.values()
    ]
    assert len(every) == 12 and sum(map(len, every)) == 63
    assert len({turn for turns in every for turn in turns}) == 63
    assert all(pattern.size == 5 for pattern in INSPIRATIONS.values())
    assert sum(len(pattern.turns()) for pattern in INSPIRATIONS.values()) == 41
    easier = INSPIRATION_DECKS["tetrominoes+ILPVW"]
    fixed = {turn for pattern in easier.values() if pattern.size == 4 for turn in pattern.turns()}
    assert len(easier) == 12 and len(fixed) == 19  # A001168


@settings(max_examples=80, deadline=None)
@given(canvases(most=6), st.sampled_from(sorted(INSPIRATIONS)), rules())
def test_patterns_are_where_the_reference_finds_them(canvas: Canvas, name: str, chosen: Rules) -> None:
    pattern = INSPIRATIONS[name]
    plain = reference.read(str(canvas))
    reflections = chosen.pattern_turns == "rotations_and_reflections"
    exact = chosen.pattern_test == "exact"
    expected = reference.has_pattern(plain, pattern.cells, reflections, exact)
    assert has_pattern(canvas, pattern, chosen) == expected
    found = list(placements(canvas, pattern, chosen))
    assert bool(found) == expected and len(set(found)) == len(found)
    shapes = reference.forms(pattern.cells, reflections)
    for place in found:
        at = [divmod(cell, canvas.columns) for cell in place.cells]
        assert reference.moved(at) in shapes
        assert {plain[cell] for cell in at} == {LETTERS[place.colour]}
    assert batch.patterns(batch.to_array([canvas]), [pattern], chosen).tolist() == [[expected]]


@pytest.mark.parametrize("size", [(4, 8), (4, 10), (8, 8)])
def test_batches_find_the_patterns_of_single_grids(size: tuple[int, int]) -> None:
    grids = list(random_canvases(40, *size, seed=6, weights=(1, 4, 2, 2)))
    wanted = [*INSPIRATIONS.values(), *INSPIRATION_DECKS["tetrominoes+ILPVW"].values(), Pattern.parse("X")]
    for chosen in (Rules(), Rules(pattern_turns="rotations_and_reflections"), Rules(pattern_test="exact")):
        expected = [[has_pattern(grid, pattern, chosen) for pattern in wanted] for grid in grids]
        assert batch.patterns(batch.to_array(grids), wanted, chosen).tolist() == expected
    assert batch.patterns(batch.to_array(grids), []).shape == (40, 0)


@settings(max_examples=20, deadline=None)
@given(canvases(most=6))
def test_the_pattern_kernel_as_it_stands(canvas: Canvas) -> None:
    array, wanted = batch.to_array([canvas]), list(INSPIRATIONS.values())
    tables = batch._shape_tables(wanted, canvas.rows, canvas.columns, Rules())
    out = np.zeros((1, 12), dtype=np.int64)
    kernels_goals.find_shapes(array, [0, 0, 0], *tables, out)
    assert out.astype(bool).tolist() == batch.patterns(array, wanted).tolist()


def test_the_rulings_on_patterns_differ() -> None:
    plus = INSPIRATIONS["X"]
    alone, within = Canvas.parse(".B..\nBBB.\n.B..\n...."), Canvas.parse(".B..\nBBBB\n.B..\n....")
    exact = Rules(pattern_test="exact")
    assert has_pattern(alone, plus) and has_pattern(within, plus)
    assert has_pattern(alone, plus, exact) and not has_pattern(within, plus, exact)
    turned_over = Canvas.parse("XX..\n.XX.\n.X..\n....".replace("X", "R"))
    assert not has_pattern(turned_over, INSPIRATIONS["F"])
    assert has_pattern(turned_over, INSPIRATIONS["F"], Rules(pattern_turns="rotations_and_reflections"))


@pytest.mark.parametrize("text", ["", ".", "X.", "./X", "XX/X", "x", "X.X", "X./.X", "X" * 11, "O"])
def test_patterns_are_parsed_strictly(text: str) -> None:
    with pytest.raises(NotationError):
        Pattern.parse(text)


@pytest.mark.parametrize("pattern", INSPIRATIONS.values(), ids=INSPIRATIONS.keys())
def test_patterns_print_as_they_parse(pattern: Pattern) -> None:
    assert Pattern.parse(str(pattern)) == pattern
    assert eval(repr(pattern), {"Pattern": Pattern}) == pattern


def test_the_registry_has_every_goal_of_the_decks_with_its_source() -> None:
    assert [len(ASSIGNMENTS[colour]) for colour in COLOURS] == [5, 5, 5]
    assert len(INSTRUCTORS) == 7
    used = {goal.name for goal in EVERY_GOAL}
    assert set(GOALS) - used == {"areas_of_size"}
    by_source = Counter(goal.kind.source for goal in EVERY_GOAL)
    assert by_source == {"printed": 2, "published": 6, "reconstructed": 14}
    assert {goal.kind.points for goal in INSTRUCTORS} == {5}
    assert {goal.kind.points for goal in ASSIGNMENTS[0]} == {3}
    assert [goal.name for goal in EVERY_GOAL if not goal.kind.most] == ["balanced_composition"]
    assert len({goal.sentence for goal in EVERY_GOAL}) == 22


@pytest.mark.parametrize("goal", [*EVERY_GOAL, Goal("areas_of_size", size=12)], ids=str)
def test_goals_print_as_they_parse(goal: Goal) -> None:
    assert Goal.parse(str(goal)) == goal
    assert eval(repr(goal), {"Goal": Goal}) == goal
    assert read_goal(str(goal).replace(":", " ").replace("_", "-").upper()) == goal
    assert "{" not in goal.sentence


def test_what_a_person_may_type_for_a_goal() -> None:
    assert read_goal("Largest area: yellow") == Goal("largest_area", 2)
    assert read_goal("areas of size 3") == Goal("areas_of_size", size=3)


@pytest.mark.parametrize(
    "text, problem",
    [
        ("largest", "the goal 'largest'"),
        ("", "the goal ''"),
        ("largest_area", "largest_area without a colour"),
        ("largest_area:G", "'G' is no colour"),
        ("largest_area:b", "'b' is no colour"),
        ("longest_colour_path:B", "longest_colour_path with 'B'"),
        ("areas_of_size:0", "the size '0'"),
        ("areas_of_size:two", "the size 'two'"),
        ("areas_of_size:101", "the size 101"),
    ],
)
def test_goals_are_parsed_strictly(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        Goal.parse(text)
    with pytest.raises(NotationError):
        Goal("longest_colour_path", colour=1)
    with pytest.raises(NotationError):
        Goal("largest_area")


@pytest.mark.parametrize("deck", CANVAS_DECKS.values(), ids=CANVAS_DECKS.keys())
def test_a_canvas_deck_has_54_cards_and_72_quadrants_of_each_colour(deck: tuple[Card, ...]) -> None:
    assert len(deck) == 54 == 3 * 16 + 2 * 3
    assert Counter(colour for card in deck for colour in card.quadrants) == {0: 72, 1: 72, 2: 72}
    assert all(card == card.upright for card in deck)
    assert Counter(card.turned().upright for card in deck) == Counter(deck)


def test_the_canvas_decks_are_the_sets_that_were_derived() -> None:
    def profile(deck: tuple[Card, ...]) -> list[int]:
        kinds = Counter(tuple(sorted(Counter(card.quadrants).values(), reverse=True)) for card in deck)
        return [kinds[kind] for kind in ((4,), (3, 1), (2, 2), (2, 1, 1))]

    assert profile(CANVAS_DECK) == [6, 12, 18, 18]
    assert profile(CANVAS_DECKS["mixed42+pairs12"]) == [0, 12, 24, 18]
    every = {Card((a, b, c, d)).upright for a, b, c, d in itertools.product(COLOURS, repeat=4)}
    assert set(CANVAS_DECK) == every and len(every) == 45


def test_cards_are_used_up() -> None:
    plain, twice = Card.parse("BB/BR"), Card.parse("BB/BB")
    left = left_in_deck(CANVAS_DECK, [plain.turned(2), twice])
    assert left[plain.upright] == 0 and left[twice] == 1 and left.total() == 52
    left_in_deck(CANVAS_DECK, [twice, twice])
    with pytest.raises(NotationError, match="BB/BB is used up; expected it 2 times at most"):
        left_in_deck(CANVAS_DECK, [twice, twice, twice])
    with pytest.raises(NotationError, match="BB/BR is used up; expected it once at most"):
        left_in_deck(CANVAS_DECK, [plain, plain])
    short = [Card.parse("BR/BB")]
    assert left_in_deck(short, [Card.parse("BB/BR")], quarters=1)[short[0]] == 0
    with pytest.raises(NotationError, match="the card BB/BR; expected a card of the deck"):
        left_in_deck([Card.parse("RR/RR")], [plain])


def test_rules_are_checked() -> None:
    with pytest.raises(NotationError, match="the rule path=any; expected path=simple_path or longest"):
        Rules(path="any")  # type: ignore[arg-type]
