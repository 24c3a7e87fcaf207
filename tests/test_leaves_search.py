"""Exact search of single positions, against the slow reference."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import leaves_reference as reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leaves_cases import full_layouts, positions, puzzles

from quadrangle.core.budget import Budget
from quadrangle.core.errors import BudgetSpent
from quadrangle.solvers.leaves.cards import CARDS, MATCHES, Card
from quadrangle.solvers.leaves.layout import CELLS, Layout, Merge, replay
from quadrangle.solvers.leaves.search import Search, bits, dead_ends, solve, why_not
from quadrangle.solvers.leaves.symmetry import SQUARE
from quadrangle.solvers.stacks import CellsApart, NoLastCard, NoPartner, Searched, TwoGroups


def test_positions_in_mid_play_are_worth_what_the_reference_says() -> None:
    for layout in [*positions(3000, most=6), *positions(40, most=8)]:
        measure = Search().measure(layout)
        assert (measure.solutions, measure.random_play_success, measure.careful_success) == reference.values(
            reference.position(layout.cells)
        ), layout


@pytest.mark.slow
def test_whole_layouts_are_worth_what_the_reference_says() -> None:
    for layout in full_layouts(12, seed=2):
        measure = Search().measure(layout)
        stacks = reference.position(layout.cells)
        assert (measure.solutions, measure.random_play_success, measure.careful_success) == reference.values(
            stacks
        ), layout
        assert measure.solvable == reference.solvable(stacks)


def test_a_search_that_remembers_gives_each_layout_the_same_answer() -> None:
    for puzzle in puzzles(3):
        together = Search()
        for card in puzzle.absent:
            full = puzzle.place(card)
            shared, alone = together.measure(full), Search().measure(full)
            assert shared.solutions == alone.solutions
            assert shared.careful_success == alone.careful_success


def test_a_line_is_legal_names_its_traits_and_ends_with_one_stack() -> None:
    for layout in [*full_layouts(100, seed=3), *positions(100, seed=3)]:
        search = Search()
        if search.measure(layout).solvable:
            line = search.line(layout)
            assert replay(layout, line).occupied.bit_count() == 1
            assert all(merge.trait for merge in line)


def test_safe_merges_are_those_that_keep_a_solution() -> None:
    for layout in full_layouts(8, seed=4):
        safe = set(Search().safe(layout))
        for merge in layout.merges():
            left = reference.position(layout.apply(merge).cells)
            assert (merge in safe) == reference.solvable(left)


def test_the_first_mistake_and_dead_ends_are_those_of_the_reference() -> None:
    mistakes = set()
    for layout in [*positions(150, seed=5, most=7), Layout(CARDS[:9]), *full_layouts(3, seed=5)]:
        stacks = reference.position(layout.cells)
        assert dead_ends(layout) == reference.dead_ends(stacks)
        if reference.solvable(stacks):
            found = Search().first_mistake(layout)
            assert found == reference.first_mistake(stacks), layout
            mistakes.add(found)
    assert {None, 1} < mistakes


def test_nine_mutually_matching_cards_have_the_most_solutions_there_are() -> None:
    layout = Layout(CARDS[:9])
    measure = Search().measure(layout)
    assert measure.solutions == reference.values(reference.position(layout.cells))[0] == 402464


@pytest.mark.slow
def test_no_is_explained_so_that_a_person_can_check_it() -> None:
    kinds = set()
    groups = Layout.parse("1rb 1yb .\n3gg 2gg .\n. . .")
    for layout in [groups, *full_layouts(1000, seed=6), *positions(300, seed=6, most=5)]:
        measure = Search().measure(layout)
        if measure.solvable:
            continue
        why = why_not(layout, measure.nodes)
        kinds.add(type(why))
        cards = {cell: card for cell, card in enumerate(layout.cells) if card is not None}
        if isinstance(why, NoPartner):
            assert not any(MATCHES[cards[why.cell]] >> other & 1 for other in cards.values())
        elif isinstance(why, TwoGroups):
            assert not any(cards[i].shared(cards[j]) for i in why.first for j in why.second)
            assert sorted((*why.first, *why.second)) == sorted(cards)
        elif isinstance(why, CellsApart):
            assert sorted((*why.first, *why.second)) == sorted(cards)
            for i in why.first:
                for j in why.second:
                    assert abs(i // 3 - j // 3) + abs(i % 3 - j % 3) > 1
        elif isinstance(why, NoLastCard):
            assert not set.intersection(*(set(claim.group) for claim in why.claims))
            for claim in why.claims:
                outside = [cell for cell in cards if cell not in claim.group and cell != claim.hub]
                assert not any(cards[i].shared(cards[j]) for i in claim.group for j in outside)
                assert not any(cards[i].shared(cards[claim.hub]) for i in claim.stuck)
        else:
            assert isinstance(why, Searched)
            assert why.positions == measure.nodes > 0
    assert kinds >= {NoPartner, TwoGroups, CellsApart, Searched}


@pytest.mark.slow
def test_the_general_search_gives_the_same_verdict_and_a_legal_line() -> None:
    for layout in [*full_layouts(300, seed=7), *positions(300, seed=7)]:
        found = solve(layout)
        assert (found.verdict == "yes") == Search().measure(layout).solvable
        if found.verdict == "yes":
            assert replay(layout, cast(tuple[Merge, ...], found.line)).occupied.bit_count() == 1
    assert solve(next(full_layouts(1)), Budget(nodes=2)).verdict == "unknown"


def test_bits_are_minus_the_logarithm_of_success() -> None:
    assert bits(Fraction(1, 8)) == 3.0
    assert bits(Fraction(1)) == 0.0
    assert bits(Fraction(0)) is None
    assert bits(Fraction(3, 7)) == pytest.approx(1.2223924213)


def test_a_spent_budget_is_never_a_no() -> None:
    layout = next(full_layouts(1))
    with pytest.raises(BudgetSpent, match="after 5 positions"):
        Search(Budget(nodes=5)).measure(layout)


@settings(max_examples=60, deadline=None)
@given(
    st.permutations(CARDS),
    st.sampled_from(SQUARE),
    st.permutations(range(3)),
    st.tuples(*[st.permutations(range(3))] * 3),
    st.integers(0, 511),
)
def test_symmetric_positions_are_worth_the_same(
    cards: list[Card], turn: tuple[int, ...], order: list[int], names: tuple[list[int], ...], empty: int
) -> None:
    cells: list[Card | None] = [None if empty >> i & 1 else cards[i] for i in range(CELLS)]
    if not any(cell is not None for cell in cells):
        return
    image: list[Card | None] = [None] * CELLS
    for cell, card in enumerate(cells):
        if card is not None:
            values = [card // 9, card // 3 % 3, card % 3]
            a, b, c = (names[k][values[k]] for k in order)
            image[turn[cell]] = Card(9 * a + 3 * b + c)
    first, second = (Search().measure(Layout(tuple(x))) for x in (cells, image))
    assert (first.solutions, first.random_play_success, first.careful_success) == (
        second.solutions,
        second.random_play_success,
        second.careful_success,
    )
