"""What is called hopeless is hopeless, and whatever is proved does not depend on what was asked before."""

from __future__ import annotations

import functools
import subprocess
import sys
from itertools import combinations, permutations

import pytest
from leaves_cases import full_layouts, lonely_centre, positions, puzzles, solo_deal
from leaves_states import last_two, solo

from quadrangle.core.rng import Rng
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.leaves.solver import Solver
from quadrangle.solvers.leaves.breeze import SoloDeal, solve_solo
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.hope import PROOF_NODES, OpenPuzzle, is_hopeless
from quadrangle.solvers.leaves.keys import key_of
from quadrangle.solvers.leaves.layout import CENTRE, NEIGHBOURS, Layout
from quadrangle.solvers.leaves.search import Search, children

MANY = 1_000_000
Cells = tuple[Card | None, ...]


def bits(cards: tuple[Card, ...]) -> int:
    return sum(1 << card for card in cards)


def waiting(*layouts: Layout) -> list[OpenPuzzle]:
    return [OpenPuzzle(key_of(layout), False) for layout in layouts]


def begun(key: int) -> list[OpenPuzzle]:
    return [OpenPuzzle(key, True)]


def failing() -> tuple[Layout, Card]:
    """Return a puzzle and a card that takes a swap."""
    for puzzle in puzzles(3000, seed=70):
        for card, need in shipped().swaps(puzzle).items():
            if need:
                return puzzle, card
    raise AssertionError


@functools.cache
def tight_deals(count: int) -> list[SoloDeal]:
    """Return deals in which a puzzle fails with two of the hand cards, so that assignments matter."""
    found = []
    for item in range(40_000):
        deal = solo_deal(71, item)
        for puzzle in deal.puzzles:
            needs = shipped().swaps(puzzle)
            if sum(needs[card] != 0 for card in deal.hand) > 1:
                found.append(deal)
                break
        if len(found) == count:
            return found
    raise AssertionError


def reduces(cells: Cells, swaps: int) -> bool:
    """Return whether merges, and swaps of outer cells at any time, lead to one stack: by trying all."""
    occupied = [cell for cell, card in enumerate(cells) if card is not None]
    if len(occupied) == 1:
        return True
    for source in occupied:
        for goal in NEIGHBOURS[source]:
            top, under = cells[source], cells[goal]
            if top is not None and under is not None and top.shared(under):
                after = list(cells)
                after[goal], after[source] = top, None
                if reduces(tuple(after), swaps):
                    return True
    for x, y in combinations([cell for cell in occupied if cell != CENTRE], 2) if swaps else ():
        after = list(cells)
        after[x], after[y] = after[y], after[x]
        if reduces(tuple(after), swaps - 1):
            return True
    return False


def test_whole_deals_are_hopeless_where_every_assignment_fails() -> None:
    verdicts = set()
    for deal in [*tight_deals(12), *(solo_deal(72, item) for item in range(4))]:
        for breezes in (0, 1, 2):
            hopeless = is_hopeless(
                bits(deal.hand), waiting(*deal.puzzles), breezes, "before_placing", PROOF_NODES
            )
            assert hopeless == (solve_solo(deal, breezes).verdict == "no")
            verdicts.add((breezes, hopeless))
    assert (0, True) in verdicts
    assert {(breezes, False) for breezes in (0, 1, 2)} <= verdicts


def test_a_begun_puzzle_is_hopeless_where_the_search_finds_no_solution() -> None:
    counts = {True: 0, False: 0}
    for layout in full_layouts(120, seed=73):
        search = Search()
        for _, _, key, _ in [*children(key_of(layout), layout.occupied)][:6]:
            cells = tuple(CARDS[(key >> 5 * c & 31) - 1] if key >> 5 * c & 31 else None for c in range(9))
            hopeless = is_hopeless(0, begun(key), 4, "before_placing", PROOF_NODES)
            assert hopeless != search.measure(Layout(cells)).solvable
            counts[hopeless] += 1
    assert min(counts.values()) > 20


def test_nine_cards_are_looked_up_and_as_the_search_says() -> None:
    puzzle, card = failing()
    for centre in puzzle.absent:
        layout = puzzle.place(centre)
        hopeless = is_hopeless(0, begun(key_of(layout)), 4, "before_placing", 0)
        assert hopeless != Search().measure(layout).solvable
        assert hopeless or centre != card


@pytest.mark.parametrize("swaps", [0, 1, 2])
def test_swaps_at_any_time_are_all_tried(swaps: int) -> None:
    counts = {True: 0, False: 0}
    for layout in positions(150, seed=74, most=4):
        hopeless = is_hopeless(0, begun(key_of(layout)), swaps, "any_time", MANY)
        assert hopeless != reduces(layout.cells, swaps)
        counts[hopeless] += 1
    assert min(counts.values()) > 10


def test_swaps_help_begun_puzzles_by_one_ruling_only() -> None:
    mended = 0
    for layout in positions(150, seed=75, most=4):
        key = key_of(layout)
        if is_hopeless(0, begun(key), 1, "before_placing", MANY):
            mended += not is_hopeless(0, begun(key), 1, "any_time", MANY)
            assert is_hopeless(0, begun(key), 1, "across_puzzles", MANY)
    assert mended > 5


def test_two_begun_puzzles_share_the_breezes() -> None:
    one_swap = [
        OpenPuzzle(key_of(layout), True)
        for layout in positions(400, seed=76, most=4)
        if is_hopeless(0, begun(key_of(layout)), 0, "any_time", MANY)
        and not is_hopeless(0, begun(key_of(layout)), 1, "any_time", MANY)
    ]
    for pair in combinations(one_swap[:4], 2):
        assert is_hopeless(0, pair, 1, "any_time", MANY)
        assert not is_hopeless(0, pair, 2, "any_time", MANY)


def test_a_puzzle_that_waits_and_one_that_is_begun_share_the_breezes() -> None:
    puzzle, card = failing()
    layout = next(
        layout
        for layout in positions(400, seed=76, most=4)
        if is_hopeless(0, begun(key_of(layout)), 0, "any_time", MANY)
        and not is_hopeless(0, begun(key_of(layout)), 1, "any_time", MANY)
    )
    both = [*waiting(puzzle), *begun(key_of(layout))]
    assert is_hopeless(1 << card, both, 1, "any_time", MANY)
    assert not is_hopeless(1 << card, both, 2, "any_time", MANY)


@pytest.mark.parametrize("swaps", ["before_placing", "any_time", "across_puzzles"])
def test_a_card_without_a_partner_is_hopeless_whatever_may_be_swapped(swaps: str) -> None:
    layout = lonely_centre()
    card = layout.cells[CENTRE]
    assert card is not None
    assert is_hopeless(0, begun(key_of(layout)), 4, swaps, 0)
    assert is_hopeless(1 << card, waiting(layout.without_centre()), 4, swaps, 0)


def test_one_swap_mends_two_puzzles_across_and_no_more() -> None:
    stubborn = next(shipped().unsolvable())
    hand = bits(stubborn.absent[:3])
    for breezes, puzzle_count, hopeless in ((0, 2, True), (1, 2, False), (1, 3, True), (2, 3, False)):
        asked = waiting(*[stubborn] * puzzle_count)
        assert is_hopeless(hand, asked, breezes, "across_puzzles", PROOF_NODES) is hopeless


def test_across_puzzles_with_one_puzzle_left_is_as_inside_it() -> None:
    puzzle, card = failing()
    for breezes in (0, 1):
        inside = is_hopeless(1 << card, waiting(puzzle), breezes, "before_placing", PROOF_NODES)
        assert is_hopeless(1 << card, waiting(puzzle), breezes, "across_puzzles", PROOF_NODES) == inside
        assert inside == (breezes < 1)


def test_too_few_cards_are_hopeless() -> None:
    deal = solo_deal(77)
    assert is_hopeless(bits(deal.hand[:2]), waiting(*deal.puzzles), 4, "any_time", PROOF_NODES)
    assert not is_hopeless(0, [], 0, "before_placing", PROOF_NODES)


def test_nothing_is_proved_without_positions_to_search() -> None:
    lost = [
        key_of(layout)
        for layout in positions(300, seed=78)
        if is_hopeless(0, begun(key_of(layout)), 0, "before_placing", MANY)
        and not is_hopeless(0, begun(key_of(layout)), 0, "before_placing", 3)
    ]
    assert lost
    for key in lost:
        found = [is_hopeless(0, begun(key), 0, "before_placing", nodes) for nodes in range(0, 200, 10)]
        assert found == sorted(found), "more positions never prove less"


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    asked = [
        (0, tuple(begun(key_of(layout))), breezes, ruling, nodes)
        for layout in positions(25, seed=79)
        for breezes in (0, 1)
        for ruling in ("before_placing", "any_time")
        for nodes in (5, 20, PROOF_NODES)
    ]
    deals = [(bits(d.hand), tuple(waiting(*d.puzzles)), 0, "before_placing", 0) for d in tight_deals(3)]
    asked += deals
    forward = [is_hopeless(*question) for question in asked]
    backward = [is_hopeless(*question) for question in reversed(asked)]
    assert forward == backward[::-1]
    assert set(forward) == {True, False}
    for order in permutations(deals[0][1]):
        assert is_hopeless(deals[0][0], order, 0, "before_placing", 0) == forward[-3]


@pytest.mark.parametrize("order", ["one_puzzle_at_a_time", "interleaved"])
def test_a_run_is_lost_where_whatever_comes_next_is_lost(order: str) -> None:
    rulings = LeavesRulings(solo_failure="no_legal_move", solo_order=order)
    game, solver = Leaves(players=1, rulings=rulings), Solver()
    counts = {True: 0, False: 0}
    for item in range(12):
        rng, state = Rng(69, item), solo(tight_deals(12)[item], game, item % 2)
        while not state.is_terminal:
            after = [state.apply(action) for action in state.legal_actions()]
            lost = all(s.ended_by() != "cleared" and s.is_proved_lost() for s in after)
            assert state.is_proved_lost() == lost
            counts[lost] += 1
            state = after[rng.below(len(after))] if item < 9 else state.apply(solver.choose(state, rng))
    assert min(counts.values()) > 5


@pytest.mark.parametrize(
    ("swaps", "breezes"), [("before_placing", 1), ("across_puzzles", 0), ("any_time", 1)]
)
def test_two_puzzles_that_take_a_swap_each_are_hopeless_with_fewer(swaps: str, breezes: int) -> None:
    rulings = LeavesRulings(solo_failure="no_legal_move", solo_breeze=swaps)
    game = Leaves(players=1, rulings=rulings)
    assert last_two(game, breezes).is_proved_lost()
    assert not last_two(game, breezes + 1).is_proved_lost()
    end = last_two(game, breezes + 1)
    while not end.is_terminal:
        end = end.apply(Solver().choose(end, Rng(0)))
    assert end.ended_by() == "cleared"


def test_importing_it_opens_no_census() -> None:
    code = "import quadrangle.solvers.leaves.hope as h; print(h.shipped.cache_info().currsize)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ended.stdout.split() == ["0"]
