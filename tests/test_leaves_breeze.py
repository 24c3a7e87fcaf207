"""Breeze swaps and solo deals: fewest swaps, proved, against trying everything."""

from __future__ import annotations

from itertools import combinations, permutations

import leaves_reference as reference
import pytest
from leaves_cases import puzzles, shuffled, solo_deal

from quadrangle.core.budget import Budget
from quadrangle.solvers.leaves.breeze import SoloDeal, clearing, orders, solve_solo
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.layout import Layout, replay
from quadrangle.solvers.leaves.search import Search
from quadrangle.solvers.leaves.symmetry import RING


def solvable(layout: Layout) -> bool:
    return reference.solvable(reference.position(layout.cells))


def failing_pair() -> tuple[Layout, Card]:
    """Return a puzzle and a centre that fails without a swap."""
    for puzzle in puzzles(1000, seed=40):
        for card, need in shipped().swaps(puzzle).items():
            if need == 1:
                return puzzle, card
    raise AssertionError


def test_orders_by_swaps_are_all_orders_each_with_as_many_swaps() -> None:
    counts = []
    for count in range(4):
        found = orders(count)
        counts.append(len(found))
        for order, swaps in found.items():
            ring = list(range(9))
            for swap in swaps:
                ring[swap.first], ring[swap.second] = ring[swap.second], ring[swap.first]
            assert tuple(ring[cell] for cell in RING) == order
            assert len(swaps) == count
    assert counts == [1, 28, 322, 1960]


def test_a_clearing_without_swaps_is_found_where_the_reference_says_so() -> None:
    for puzzle in puzzles(20, seed=41):
        for card in puzzle.absent[:3]:
            found = clearing(puzzle, card, 0)
            assert (found.verdict == "yes") == solvable(puzzle.place(card))
            if found.value is not None:
                assert replay(found.value.full, found.value.line).occupied.bit_count() == 1


def test_one_swap_is_found_and_none_is_proved_not_to_be_enough() -> None:
    puzzle, card = failing_pair()
    assert clearing(puzzle, card, 0).verdict == "no"
    assert not solvable(puzzle.place(card))
    found = clearing(puzzle, card).value
    assert found is not None
    assert len(found.swaps) == 1
    assert replay(puzzle, [*found.swaps]).place(card) == found.full
    works = [
        (i, j)
        for i, j in combinations(RING, 2)
        if solvable(replay(puzzle, [type(found.swaps[0])(i, j)]).place(card))
    ]
    assert (found.swaps[0].first, found.swaps[0].second) in works


def test_a_card_that_matches_none_of_the_ring_is_given_up_at_once() -> None:
    strangers = [card for card in CARDS if card != CARDS[0] and not card.shared(CARDS[0])]
    puzzle = Layout((*strangers[:4], None, *strangers[4:]))
    found = clearing(puzzle, CARDS[0])
    assert found.verdict == "no"
    assert found.nodes == 0


def test_a_spent_budget_leaves_the_answer_open() -> None:
    puzzle, card = failing_pair()
    assert clearing(puzzle, card, search=Search(Budget(nodes=3))).verdict == "unknown"
    spent = solve_solo(solo_deal(42), budget=Budget(nodes=3))
    assert spent.verdict == "unknown"
    assert spent.value == ()


@pytest.mark.parametrize("k", range(6))
def test_solo_assignments_are_all_that_clear_and_the_best_comes_first(k: int) -> None:
    deal = solo_deal(43, k)
    needs = {
        (p, card): shipped().swaps(puzzle)[card]
        for p, puzzle in enumerate(deal.puzzles)
        for card in deal.hand
    }
    expected = {}
    for order in permutations(deal.hand):
        parts = [needs[p, card] for p, card in enumerate(order)]
        if None not in parts and sum(part or 0 for part in parts) <= 4:
            expected[order] = sum(part or 0 for part in parts)
    found = solve_solo(deal)
    assert {tuple(c.card for c in way.clearings): way.breezes for way in found.value} == expected
    assert [way.breezes for way in found.value] == sorted(expected.values())


def test_a_solo_deal_may_need_breezes_and_may_lack_them() -> None:
    puzzle = next(p for p in puzzles(20_000, seed=44) if list(shipped().swaps(p).values()).count(1) >= 3)
    failing = [card for card, need in shipped().swaps(puzzle).items() if need == 1][:3]
    rest = [card for card in shuffled(44, 1) if card not in puzzle.cards and card not in failing]
    others = [Layout((*rest[8 * i : 8 * i + 4], None, *rest[8 * i + 4 : 8 * i + 8])) for i in (0, 1)]
    deal = type(solo_deal(1))(tuple(failing), (puzzle, *others))
    assert solve_solo(deal, breezes=0).verdict == "no"
    ways = solve_solo(deal).value
    best = ways[0]
    assert best.breezes >= 1
    for part in best.clearings:
        assert replay(part.full, part.line).occupied.bit_count() == 1


def test_ways_with_fewer_swaps_come_first_and_those_with_too_many_not_at_all() -> None:
    """The first puzzle is cleared by one hand card as it lies and by the others after a swap."""
    found = set()
    for puzzle in puzzles(3000, seed=45):
        needs = shipped().swaps(puzzle)
        failing = [card for card, need in needs.items() if need == 1]
        working = [card for card, need in needs.items() if need == 0]
        if len(failing) < 2 or not working:
            continue
        hand = (failing[0], working[0], failing[1])
        rest = [card for card in shuffled(45, 1) if card not in puzzle.cards and card not in hand]
        others = [Layout((*rest[8 * i : 8 * i + 4], None, *rest[8 * i + 4 : 8 * i + 8])) for i in (0, 1)]
        deal = SoloDeal(hand, (puzzle, *others))
        breezes = [way.breezes for way in solve_solo(deal).value]
        assert breezes == sorted(breezes)
        few = solve_solo(deal, breezes=breezes[0])
        assert [way.breezes for way in few.value] == [n for n in breezes if n == breezes[0]]
        found.add(len(set(breezes)))
        if len(found) > 1 and len(few.value) < len(breezes):
            return
    assert max(found) > 1
