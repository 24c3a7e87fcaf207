"""Stack reduction: the solver beside a slow reference, its reasons, and the published facts."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.solvers.stacks import (
    EMPTY,
    Cells,
    CellsApart,
    ClosingRow,
    EndCannotJoin,
    Geometry,
    NoLastCard,
    NoPartner,
    Position,
    Reason,
    Searched,
    TwoGroups,
    graph,
    lines,
    neighbours,
    search,
    solve,
)
from quadrangle.solvers.stacks.games import (
    ACCORDION,
    BIRDS_OF_A_FEATHER,
    LATE_BINDING,
    card_name,
    numbered_deal,
    parse_card,
)
from quadrangle.solvers.stacks.reasons import plain_reason


def reference_solvable(position: Position) -> bool:
    """Try every line of play, remembering positions: no pruning, no order, no renumbering."""
    compat = position.compat

    @cache
    def reducible(tops: tuple[int, ...]) -> bool:
        stacks = [cell for cell, top in enumerate(tops) if top != -1]
        if len(stacks) == 1:
            return True
        for source in stacks:
            for goal in stacks:
                if not compat[tops[source]] >> tops[goal] & 1:
                    continue
                after = list(tops)
                after[goal] = after[source]
                if isinstance(position.geometry, ClosingRow):
                    if source - goal not in position.geometry.reaches:
                        continue
                    del after[source]
                else:
                    if not position.geometry.reach[source] >> goal & 1:
                        continue
                    after[source] = -1
                if reducible(tuple(after)):
                    return True
        return False

    return reducible(position.tops)


def random_position(
    rng: random.Random, geometry: Geometry, cells: int, empty: float, density: float
) -> Position:
    """A position with some cells empty and each pair of cards matching with chance `density`."""
    filled = [rng.random() >= empty for _ in range(cells)]
    filled[rng.randrange(cells)] = True
    # Cards are numbered out of order and with gaps, as a game that numbers its whole deck does.
    numbers = rng.sample(range(cells + 5), cells)
    compat = [0] * (cells + 5)
    for a in range(len(compat)):
        for b in range(a):
            if rng.random() < density:
                compat[a] |= 1 << b
                compat[b] |= 1 << a
    tops = tuple(number if full else EMPTY for number, full in zip(numbers, filled, strict=True))
    if isinstance(geometry, ClosingRow):
        tops = tuple(top for top in tops if top != EMPTY)
    return Position(geometry, tops, tuple(compat))


GEOMETRIES: list[tuple[Geometry, int]] = [
    (neighbours(3, 3), 9),
    (neighbours(4, 2), 8),
    (lines(3, 3), 9),
    (lines(4, 2), 8),
    (graph(7, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)]), 7),
    (ClosingRow((1, 3)), 9),
    (ClosingRow((1, 2)), 8),
    (ClosingRow((1, 4)), 8),
]


@pytest.mark.parametrize(("geometry", "cells"), GEOMETRIES, ids=str)
def test_the_solver_agrees_with_every_line_of_play(geometry: Geometry, cells: int) -> None:
    rng = random.Random(f"{geometry}")
    verdicts = {"yes": 0, "no": 0}
    for number in range(350):
        position = random_position(rng, geometry, cells, rng.choice([0, 0.2]), rng.choice([0.25, 0.35, 0.5]))
        result = solve(position)
        assert result.verdict == ("yes" if reference_solvable(position) else "no"), (number, position)
        verdicts[result.verdict] += 1
        if result.verdict == "yes":
            assert len(position.replay(result.line).stacks) == 1  # type: ignore[arg-type]
            assert len(result.line) == len(position.stacks) - 1
    assert min(verdicts.values()) >= 30


@pytest.mark.parametrize(("geometry", "cells"), GEOMETRIES, ids=str)
def test_every_reason_can_be_checked(geometry: Geometry, cells: int) -> None:
    rng = random.Random(f"reasons {geometry}")
    seen = set()
    for _ in range(400):
        position = random_position(rng, geometry, cells, 0.1, rng.choice([0.2, 0.3, 0.4]))
        result = solve(position)
        assert (result.value is None) == (result.verdict == "yes")
        if result.value is not None:
            check_reason(position, result.value)
            seen.add(type(result.value))
    assert {NoPartner, TwoGroups, Searched} <= seen


def check_reason(position: Position, reason: Reason) -> None:
    """Read a reason as its docstring says and look whether the position bears it out."""
    stacks = set(position.stacks)
    match reason:
        case NoPartner(cell):
            assert not any(position.match(cell, other) for other in stacks - {cell})
        case TwoGroups(first, second):
            assert first and second
            assert set(first) | set(second) == stacks
            assert not any(position.match(a, b) for a in first for b in second)
        case CellsApart(first, second):
            assert isinstance(position.geometry, Cells)
            assert first and second
            assert set(first) | set(second) == stacks
            assert not any(position.geometry.reach[a] >> b & 1 for a in first for b in second)
        case EndCannotJoin(first, second):
            assert isinstance(position.geometry, ClosingRow)
            assert first and second
            assert set(first) | set(second) == stacks - {0}
            assert not any(position.match(a, b) for a in first for b in second)
        case NoLastCard(claims):
            assert isinstance(position.geometry, Cells)
            assert not set.intersection(*(set(claim.group) for claim in claims))
            for claim in claims:
                outside = stacks - set(claim.group) - {claim.hub}
                assert claim.hub not in claim.group
                assert not any(position.match(a, b) for a in claim.group for b in outside)
                assert not any(position.match(a, claim.hub) for a in claim.stuck)
                for a in claim.stuck:
                    for b in set(claim.group) - set(claim.stuck):
                        assert not (position.match(a, b) and position.geometry.reach[a] >> b & 1)
        case Searched(positions):
            assert positions > 0
            assert plain_reason(position) is None


def test_a_trapped_group_must_hold_the_last_card() -> None:
    """Cards in a path 0-1-2-3-4 on a row of cells where 0 and 1, and 3 and 4, lie far apart."""
    compat = (0b00010, 0b00101, 0b01010, 0b10100, 0b01000)
    position = Position(neighbours(5, 1), (0, 3, 2, 1, 4), compat)
    result = solve(position)
    assert isinstance(result.value, NoLastCard)
    check_reason(position, result.value)
    assert not reference_solvable(position)


def test_the_left_end_of_a_closing_row_joins_nothing() -> None:
    position = Position(ClosingRow(), (0, 1, 2), (0b110, 0b001, 0b001))
    assert solve(position).value == EndCannotJoin((1,), (2,))


def test_a_single_stack_is_the_goal() -> None:
    result = solve(Position(neighbours(2, 1), (EMPTY, 0), (0,)))
    assert (result.verdict, result.line) == ("yes", ())


def test_gaps_block_neighbours_and_do_not_block_lines() -> None:
    apart = (0, EMPTY, 1)
    assert solve(Position(neighbours(3, 1), apart, (2, 1))).value == CellsApart((0,), (2,))
    assert solve(Position(lines(3, 1), apart, (2, 1))).verdict == "yes"


@pytest.mark.parametrize(
    "budget",
    [
        Budget(nodes=0),
        Budget(nodes=5),
        Budget(seconds=0),
        Budget(cancelled=lambda: True),
    ],
    ids=["no nodes", "few nodes", "no time", "cancelled"],
)
def test_a_spent_budget_is_unknown_and_never_no(budget: Budget) -> None:
    position = BIRDS_OF_A_FEATHER.position(numbered_deal(19))
    result = solve(position, budget)
    assert (result.verdict, result.value, result.line) == ("unknown", None, ())
    assert result.nodes <= 5


def test_memory_is_part_of_the_budget() -> None:
    position = BIRDS_OF_A_FEATHER.position(numbered_deal(104))
    assert solve(position, Budget(bytes=20_000)).verdict == "unknown"


@pytest.mark.slow
def test_the_search_goes_on_compiled_where_plain_python_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    position = BIRDS_OF_A_FEATHER.position(numbered_deal(19))
    plain = solve(position)
    monkeypatch.setattr(search, "_PLAIN_NODES", 300)
    switched = solve(position)
    assert plain.nodes > 1000
    assert (switched.line, switched.nodes) == (plain.line, plain.nodes)


def test_a_line_is_replayed_before_it_is_handed_out() -> None:
    position = Position(lines(3, 1), (0, 1, 2), (0b110, 0b101, 0b011))
    with pytest.raises(IllegalAction, match="can reach"):
        search.verified(position, ((0, 1), (0, 2)))
    with pytest.raises(AssertionError, match="left 2 stacks"):
        search.verified(position, ((0, 1),))


def test_illegal_moves_name_the_rule() -> None:
    position = Position(neighbours(3, 1), (0, 1, 2), (0b010, 0b001, 0b000))
    with pytest.raises(IllegalAction, match="can reach"):
        position.apply((0, 2))
    with pytest.raises(IllegalAction, match="do not match"):
        position.apply((1, 2))
    assert position.moves() == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("tops", "compat"),
    [
        ((), (0,)),
        ((EMPTY, EMPTY), (0,)),
        ((0, 0), (0,)),
        ((0, 2), (0, 0)),
        ((0, 1, EMPTY), (0, 0)),
        ((0, 1), (2, 0)),
        ((0, 1), (1, 0)),
    ],
)
def test_positions_that_make_no_sense_are_refused(tops: tuple[int, ...], compat: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"position|tops|cards"):
        Position(neighbours(2, 1), tops, compat)


def test_geometries_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="not back"):
        Cells((0b10, 0b00))
    with pytest.raises(ValueError, match="reaches itself"):
        Cells((0b01,))
    with pytest.raises(ValueError, match="not there"):
        Cells((0b10,))
    with pytest.raises(ValueError, match="ascending"):
        ClosingRow((3, 1))
    with pytest.raises(ValueError, match="outside"):
        graph(2, [(0, 2)])
    with pytest.raises(ValueError, match="no empty cells"):
        Position(ClosingRow(), (0, EMPTY), (0,))


def test_more_stacks_than_the_search_holds_are_refused() -> None:
    with pytest.raises(ValueError, match="17 stacks"):
        solve(Position(lines(17, 1), tuple(range(17)), (0,) * 17))


def test_a_rule_has_to_answer_the_same_both_ways_round() -> None:
    with pytest.raises(ValueError, match="one way round"):
        Position.of(lines(2, 1), [1, 2], lambda a, b: a < b)


positions = st.builds(
    lambda seed, geometry, density: random_position(
        random.Random(seed), geometry[0], geometry[1], 0.15, density
    ),
    st.integers(0, 2**32),
    st.sampled_from(GEOMETRIES),
    st.sampled_from([0.25, 0.35, 0.5, 0.7]),
)


@given(positions, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_names_of_cards_do_not_matter(position: Position, rng: random.Random) -> None:
    order = list(range(len(position.compat)))
    rng.shuffle(order)
    compat = [0] * len(order)
    for old, mask in enumerate(position.compat):
        compat[order[old]] = sum(1 << order[b] for b in range(len(order)) if mask >> b & 1)
    tops = tuple(top if top == EMPTY else order[top] for top in position.tops)
    renamed = solve(Position(position.geometry, tops, tuple(compat)))
    assert renamed.verdict == solve(position).verdict


@given(st.integers(0, 2**32), st.sampled_from([neighbours, lines]), st.sampled_from([0.25, 0.35, 0.5]))
@settings(max_examples=100, deadline=None)
def test_a_grid_and_its_mirror_images_have_the_same_answer(seed: int, grid: type, density: float) -> None:
    geometry: Cells = grid(4, 2)
    position = random_position(random.Random(seed), geometry, 8, 0.1, density)
    rows = [position.tops[:4], position.tops[4:]]
    flipped = Position(geometry, (*rows[0][::-1], *rows[1][::-1]), position.compat)
    turned = Position(
        grid(2, 4), tuple(top for pair in zip(*rows, strict=True) for top in pair), position.compat
    )
    assert solve(position).verdict == solve(flipped).verdict == solve(turned).verdict


WORKED = "5S JC QH 8H / KC 6H 3H 9H / 3S JS TH TS / KS 7D AH 5C"
WORKED_LINE = "9H-TS 8H-9H TH-AH 3H-TH QH-3H 6H-7D JC-JS 3S-KS 5S-3S 5C-5S KC-5C QH-KC QH-6H QH-JC QH-8H"


def test_the_published_solution_of_the_worked_example_replays() -> None:
    cards = BIRDS_OF_A_FEATHER.parse(WORKED)
    position = BIRDS_OF_A_FEATHER.position(cards)
    for move in WORKED_LINE.split():
        shown = {card_name(cards[position.tops[cell]]): cell for cell in position.stacks}
        source, goal = move.split("-")
        position = position.apply((shown[source], shown[goal]))
    assert len(position.stacks) == 1


@pytest.mark.parametrize("text", [WORKED, "8C 8H 8S 7S / 6H JH 5H 9H / 5C 7C KS 4S / 2D TS QS 3D"])
def test_the_published_solvable_deals_are_solvable(text: str) -> None:
    assert solve(BIRDS_OF_A_FEATHER.position(BIRDS_OF_A_FEATHER.parse(text))).verdict == "yes"


def test_deals_are_numbered_as_published() -> None:
    assert BIRDS_OF_A_FEATHER.text(numbered_deal(1)) == "JD 2D 9H JC\n5D 7H 7C 5H\nKD KC 9S 5S\nAD QC KH 3H"
    with pytest.raises(ValueError, match="from 1"):
        numbered_deal(0)


def test_deal_10_is_the_first_that_cannot_be_reduced() -> None:
    verdicts = [solve(BIRDS_OF_A_FEATHER.position(numbered_deal(number))).verdict for number in range(1, 61)]
    assert [number for number, verdict in enumerate(verdicts, 1) if verdict != "yes"] == [10]
    assert solve(BIRDS_OF_A_FEATHER.position(numbered_deal(10))).value == NoPartner(13)


def test_a_whole_deck_of_accordion_can_be_reduced() -> None:
    result = solve(ACCORDION.position(ACCORDION.random_deal(1, 0)))
    assert result.verdict == "yes"
    assert len(result.line) == 51


def test_a_random_deal_depends_on_its_seed_and_number_only() -> None:
    assert LATE_BINDING.text(LATE_BINDING.random_deal(1, 0)) == (
        "KS TD 9S 2H 5C 6S KH TC 2S QD KD 8C 3S 8H 4D TS TH JS"
    )
    assert LATE_BINDING.random_deal(1, 0) == ACCORDION.random_deal(1, 0)[:18]
    assert LATE_BINDING.random_deal(1, 1) != LATE_BINDING.random_deal(1, 0) != LATE_BINDING.random_deal(2, 0)


@given(st.permutations(range(52)))
@settings(max_examples=50)
def test_a_deal_and_its_text_are_the_same(deck: list[int]) -> None:
    cards = tuple(deck[:16])
    assert BIRDS_OF_A_FEATHER.parse(BIRDS_OF_A_FEATHER.text(cards)) == cards
    assert BIRDS_OF_A_FEATHER.parse(BIRDS_OF_A_FEATHER.text(cards).replace("\n", " / ").lower()) == cards


def test_ten_may_be_written_out() -> None:
    assert parse_card("10s") == parse_card("TS")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5S 5S", "line 1, column 4: 5S comes twice"),
        ("5S\nJC 1X", "line 2, column 4: '1X' is not a card"),
        ("5S JC", "2 cards; expected the 16 cards"),
        ("", "0 cards"),
    ],
)
def test_deals_that_cannot_be_read_say_where(text: str, problem: str) -> None:
    with pytest.raises(NotationError) as caught:
        BIRDS_OF_A_FEATHER.parse(text)
    assert problem in str(caught.value)


def test_accordion_reads_any_number_of_cards_but_none() -> None:
    assert len(ACCORDION.parse("5S JC QH")) == 3
    with pytest.raises(NotationError, match="no cards"):
        ACCORDION.parse("")
