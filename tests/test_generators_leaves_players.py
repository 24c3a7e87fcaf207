"""How often the two players clear a puzzle with a hand and a solo deal: by plain recursions, and by play."""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from leaves_cases import solo_deal
from leaves_reference import after, merges, position, share_a_trait
from leaves_states import solo, table

from quadrangle.core.budget import UNLIMITED
from quadrangle.core.rng import Rng
from quadrangle.engines.leaves import Leaves
from quadrangle.generators.leaves import steps as leaves_steps
from quadrangle.generators.leaves.candidates import drawn, puzzle_of, random_challenge
from quadrangle.generators.leaves.many import careful_success, layouts_of, random_success
from quadrangle.generators.leaves.positions import Challenge
from quadrangle.solvers.leaves import Card, Layout, Search, SoloDeal, Swap
from quadrangle.solvers.leaves.players import (
    SWAPS,
    careful_assignments,
    fewest_swaps,
    is_fine,
    open_random_success,
    shuffled_success,
    single_success,
    solo_careful_success,
    solo_random_success,
    swap_counts,
)
from quadrangle.solvers.leaves.symmetry import RING

Stacks = dict[tuple[int, int], tuple[int, int, int]]


def plain_random(stacks: Stacks) -> Fraction:
    if len(stacks) == 1:
        return Fraction(1)
    moves = list(merges(stacks))
    return sum((plain_random(after(stacks, *move)) for move in moves), Fraction(0)) / max(len(moves), 1)


def in_sight(stacks: Stacks) -> bool:
    """Whether the stacks hang together and every top has a partner."""
    if len(stacks) == 1:
        return True
    reached = {next(iter(stacks))}
    while True:
        wider = {c for c in stacks for x, y in reached if abs(c[0] - x) + abs(c[1] - y) == 1} | reached
        if wider == reached:
            break
        reached = wider
    partners = all(any(share_a_trait(stacks[a], stacks[b]) for b in stacks if b != a) for a in stacks)
    return reached == set(stacks) and partners


def plain_careful(stacks: Stacks) -> Fraction:
    if len(stacks) == 1:
        return Fraction(1)
    left = [after(stacks, *move) for move in merges(stacks)]
    fine = [each for each in left if in_sight(each)]
    return sum(map(plain_careful, fine), Fraction(0)) / max(len(fine), 1)


def small_layouts(count: int) -> list[Layout]:
    """Layouts of seven stacks: few enough for recursions that remember nothing."""
    found = []
    for item in range(count):
        cards = drawn(Rng(61, item), 7)
        found.append(Layout((*cards[:4], None, *cards[4:], None)))
    return found


def test_success_of_few_stacks_is_that_of_plain_recursions() -> None:
    seen = set()
    for layout in small_layouts(6):
        measure, stacks = Search().measure(layout), position(layout.cells)
        assert measure.random_play_success == plain_random(stacks)
        if in_sight(stacks):
            assert measure.careful_success == plain_careful(stacks)
        seen.add(measure.random_play_success > 0)
    assert True in seen


def luck(layout: Layout) -> Fraction:
    return Search().measure(layout).random_play_success


def test_a_challenge_is_the_average_over_its_swaps_and_hand_cards() -> None:
    challenge = random_challenge(Rng(62, 0), 2, 1)
    puzzle, hand = challenge.puzzle, challenge.hand
    boards = [puzzle, *(puzzle.apply(Swap(a, b)) for a, b in combinations(RING, 2))]
    chances = [luck(board.place(card)) for board in boards for card in hand]
    assert single_success(puzzle, hand, 1)[0] == sum(chances) / 58
    assert single_success(puzzle, hand, 0)[0] == sum(chances[:2]) / 2


def test_the_careful_player_leaves_out_a_hand_card_without_partners() -> None:
    puzzle = Layout.parse("2yg 2ym 2gg\n2gm . 3yg\n3ym 3gg 3gm")
    hand = tuple(map(Card.parse, ("1rb", "1rg", "2yb")))  # the first shares no trait with any of the eight
    assert [is_fine(puzzle, card) for card in hand] == [False, True, True]
    chances = [Search().measure(puzzle.place(card)).careful_success for card in hand[1:]]
    for breezes in (0, 1):
        assert single_success(puzzle, hand, breezes)[1] == sum(chances, Fraction(0)) / 2
    assert single_success(puzzle, hand[:1], 0) == (Fraction(0), Fraction(0))
    many = careful_success(layouts_of([Challenge(puzzle, hand)]))
    assert many[0] == pytest.approx(float(sum(chances)) / 2)


def plain_solo(puzzles: dict[int, Layout], hand: frozenset[Card], breezes: int) -> Fraction:
    """The random player's success, step by step over what lies where."""
    if not puzzles:
        return Fraction(1)
    steps = []
    for number, puzzle in puzzles.items():
        others = {n: p for n, p in puzzles.items() if n != number}
        for card in hand:
            chance = known_luck(puzzle.place(card))
            steps.append(chance and chance * plain_solo(others, hand - {card}, breezes))
        if breezes:
            for swap in SWAPS:
                steps.append(plain_solo(others | {number: puzzle.apply(swap)}, hand, breezes - 1))
    return sum(steps, Fraction(0)) / len(steps)


known_luck = functools.cache(luck)


def test_the_chain_of_swaps_is_the_plain_recursion() -> None:
    deal = solo_deal(64, 0)
    two, hand = deal.puzzles[:2], deal.hand[:2]
    assert open_random_success(two, hand, 1) == plain_solo(dict(enumerate(two)), frozenset(hand), 1)
    assert open_random_success(deal.puzzles, deal.hand, 0) == plain_solo(
        dict(enumerate(deal.puzzles)), frozenset(deal.hand), 0
    )


def test_two_random_swaps_are_averaged_over_all_pairs_of_swaps() -> None:
    puzzle = puzzle_of(drawn(Rng(65, 0), 8))
    card = next(iter(puzzle.absent))
    chances: dict[Layout, Fraction] = {}
    total = Fraction(0)
    for one in SWAPS:
        for other in SWAPS:
            board = puzzle.apply(one).apply(other).place(card)
            if board not in chances:
                chances[board] = luck(board)
            total += chances[board]
    assert shuffled_success(puzzle, card, 2)[2] == total / 28**2


@pytest.mark.parametrize(("puzzles", "breezes"), [(1, 4), (2, 3), (3, 4), (3, 0)])
def test_swaps_are_counted_completely(puzzles: int, breezes: int) -> None:
    counts = swap_counts(puzzles, breezes)
    assert sum(counts.values()) == 1
    assert max(map(sum, counts)) == breezes


def test_careful_assignments_end_where_no_pair_is_left() -> None:
    every = careful_assignments((True,) * 9)
    assert every == dict.fromkeys(every, Fraction(1, 6)) and len(every) == 6
    # The first puzzle takes the first card only, the third takes none.
    assert careful_assignments((True, False, False, True, True, True, False, False, False)) == {}


def test_careful_success_of_deals_is_the_same_by_floats() -> None:
    deals: list[Any] = [solo_deal(66, item) for item in range(40)]
    for deal, value in zip(deals, careful_success(layouts_of(deals)), strict=True):
        assert value == pytest.approx(float(solo_careful_success(deal)), rel=1e-12)


def test_deals_that_need_a_breeze_are_never_cleared_by_the_careful_player() -> None:
    found = 0
    for item in range(3000):
        deal = solo_deal(67, item)
        assignments = list(fewest_swaps(deal))
        if assignments and min(taken for _, taken in assignments) > 0:
            found += 1
            assert solo_careful_success(deal) == 0 < solo_random_success(deal)
            if found == 2:
                return
    raise AssertionError("no such deal")


def within_five_deviations(wins: int, games: int, chance: float) -> bool:
    return abs(wins - games * chance) < 5 * math.sqrt(games * chance * (1 - chance)) + 1


def easiest(breezes: int) -> tuple[Any, Fraction]:
    challenges = [random_challenge(Rng(68, item), 2, breezes) for item in range(200)]
    best = challenges[int(random_success(challenges).argmax())]
    return best, single_success(best.puzzle, best.hand, breezes)[0]


@pytest.mark.parametrize("breezes", [0, 1])
def test_the_random_bot_clears_a_challenge_as_often(breezes: int) -> None:
    challenge, chance = easiest(breezes)
    others = drawn(Rng(69, 0), 27)
    others = [card for card in others if card not in challenge.hand and card not in challenge.puzzle.cards]
    phase = "breeze" if breezes else "place"
    hands = [challenge.hand, others[: len(challenge.hand)]]
    start = table(Leaves(), challenge.puzzle, hands, phase, f"{breezes} {breezes}")
    rng, games, wins = Rng(70, breezes), 2000, 0
    for _ in range(games):
        state = start
        while state.phase in (4, 5, 6):
            last = state.phase == 6 and state.occupied.bit_count() == 2
            state = state.apply(state.legal_actions().sample(rng))
            wins += last
    assert within_five_deviations(wins, games, float(chance))
    assert wins > 20


def cleared_but_last(deal: SoloDeal) -> tuple[Any, Layout, Card]:
    """The position after two puzzles are cleared without swaps, the third puzzle and the last card."""
    state = solo(deal, Leaves(players=1))
    steps = leaves_steps.solve(deal, UNLIMITED).value
    for step in steps:
        if step.startswith("place 3"):
            return state, deal.puzzles[2], Card.parse(step.removeprefix("place 3 "))
        state = state.apply(next(action for action in state.legal_actions() if str(action) == step))
    raise AssertionError


@pytest.mark.slow
def test_the_random_bot_clears_the_last_puzzle_of_a_solo_deal_as_often() -> None:
    chances = []
    for item in range(30):
        state, puzzle, card = cleared_but_last(solo_deal(71, item))
        chances.append((open_random_success([puzzle], [card], 4), item))
    chance, item = max(chances)
    start, _, _ = cleared_but_last(solo_deal(71, item))
    rng, games, wins = Rng(72), 1500, 0
    for _ in range(games):
        state = start
        while not state.is_terminal:
            state = state.apply(state.legal_actions().sample(rng))
        wins += state.ended_by() == "cleared"
    assert within_five_deviations(wins, games, float(chance))
    assert wins > 10
