"""The solver bot clears what can be cleared, swaps where it must, and wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest
from leaves_cases import positions, puzzle, shuffled, solo_deal
from leaves_states import pairs, solo, swap_deals, table

from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Greedy, Random
from quadrangle.engines.game import CHANCE, TERMINAL
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.leaves.actions import CALL, KEEP, PASS, SoloPlace, SoloSwap
from quadrangle.engines.leaves.solver import Solver, choices, merges_by_worth
from quadrangle.engines.leaves.table import MERGE
from quadrangle.solvers.leaves.breeze import solve_solo
from quadrangle.solvers.leaves.cards import CARDS, MATCHES
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.keys import layout_of
from quadrangle.solvers.leaves.layout import Merge, Place, Swap
from quadrangle.solvers.leaves.search import Search

SOLVER = Solver()


def play(state: Any, bots: Sequence[Any], seed: int, item: int = 0) -> Any:
    """Return the end of a game; every choice is checked by `apply`."""
    rng = Rng(seed, item)
    while state.current_player != TERMINAL:
        player = state.current_player
        state = state.apply(state.sample_chance(rng) if player == CHANCE else bots[player].choose(state, rng))
    return state


def challenge(state: Any) -> tuple[list[Any], bool]:
    """Return what the solver does until the challenge is over, and whether that clears it."""
    taken = []
    while state.caller >= 0 and state.current_player >= 0:
        taken.append(SOLVER.choose(state, Rng(0)))
        state = state.apply(taken[-1])
    # Only a caller who failed has to draw, or is barred.
    return taken, state.caller < 0 and state.seats.barred < 0


def test_it_clears_every_challenge_that_can_be_cleared() -> None:
    game = Leaves(players=2)
    deals = [(puzzle(cards), cards[8:11]) for cards in (shuffled(81, item) for item in range(50))]
    for square, hand in [*deals, *islice(pairs(1), 5)]:
        others = [card for card in square.absent if card not in hand][:3]
        start = table(game, square, (hand, others), "place", "0 1")
        clears = [card for card in hand if Search().measure(square.place(card)).solvable]
        taken, cleared = challenge(start)
        assert cleared == bool(clears)
        assert taken[0].card in (clears or hand)


def test_where_only_a_swap_works_it_calls_swaps_and_clears() -> None:
    game = Leaves(players=2)
    for square, hand in islice(pairs(1), 5):
        others = [card for card in square.absent if card not in hand][:3]
        assert SOLVER.choose(table(game, square, (hand, others), "call"), Rng(0)) is CALL
        assert SOLVER.choose(table(game, square, (hand, others), "call", "0 1"), Rng(0)) is PASS
        start = table(game, square, (hand, others), "breeze")
        taken, cleared = challenge(start)
        assert [type(action) for action in taken] == [Swap, Place] + [Merge] * 8
        assert cleared


def test_it_keeps_the_breeze_where_a_card_clears_without() -> None:
    game = Leaves(players=2)
    for item in range(20):
        cards = shuffled(82, item)
        square, hand = puzzle(cards), cards[8:11]
        if any(shipped().swaps(square)[card] == 0 for card in hand):
            assert SOLVER.choose(table(game, square, (hand, cards[11:14]), "breeze"), Rng(0)) is KEEP


def test_the_card_to_use_leaves_the_hand_with_most_partners() -> None:
    game = Leaves(players=3)
    told_apart = 0
    for item in range(40):
        cards = shuffled(83, item)
        square, hands = puzzle(cards), (cards[8:11], cards[11:16], cards[16:18])
        state = table(game, square, hands, "place", "0 1 1")
        kept = {}
        for card in hands[0]:
            left = [c for c in hands[0] if c != card]
            held = {*left, *hands[1], *hands[2]}
            kept[card] = sum(bool(MATCHES[c] >> d & 1) for c in left for d in CARDS if d not in held)
        found = choices(state, 0)
        assert {choice.card: choice.kept for choice in found} == kept
        clears = [card for card in hands[0] if shipped().swaps(square)[card] == 0]
        if clears:
            used = SOLVER.choose(state, Rng(0)).card
            assert used in clears
            assert kept[used] == max(kept[card] for card in clears)
            told_apart += len({kept[card] for card in clears}) > 1
    assert told_apart > 10


def test_it_passes_without_a_card_that_clears() -> None:
    square, _ = next(pairs(1))
    needed = shipped().swaps(square)
    failing = [card for card, swaps in needed.items() if swaps != 0][:3]
    others = [card for card in square.absent if card not in failing]
    state = table(Leaves(players=2), square, (failing, others[:3]), "call", "0 1")
    assert SOLVER.choose(state, Rng(0)) is PASS


@pytest.mark.parametrize("order", ["random_order", "seat_order", "simultaneous", "live"])
def test_it_stops_a_player_who_would_win(order: str) -> None:
    square, _ = next(pairs(1))
    needed = shipped().swaps(square)
    failing = [card for card, swaps in needed.items() if swaps == 1][:3]
    winning = [card for card, swaps in needed.items() if swaps == 0]
    losing = [card for card, swaps in needed.items() if swaps == 1 and card not in failing]
    game = Leaves(players=2, rulings=LeavesRulings(call_order=order))
    assert SOLVER.choose(table(game, square, (failing, winning[:1]), "call", "0 0"), Rng(0)) is CALL
    assert SOLVER.choose(table(game, square, (failing, winning[:2]), "call", "0 0"), Rng(0)) is PASS
    if losing:
        assert SOLVER.choose(table(game, square, (failing, losing[:1]), "call", "0 0"), Rng(0)) is PASS
        assert SOLVER.choose(table(game, square, (failing, losing[:1]), "call", "0 1"), Rng(0)) is CALL


def test_who_has_passed_is_not_stopped_unless_the_answer_is_hidden() -> None:
    square, _ = next(pairs(1))
    needed = shipped().swaps(square)
    failing = [card for card, swaps in needed.items() if swaps == 1][:3]
    winning = [card for card, swaps in needed.items() if swaps == 0][:1]
    game = Leaves(players=2)
    text = str(table(game, square, (failing, winning), "call", "0 0"))
    state = game.state_from(text.replace("asked: A", "asked: A\nanswered: B"))
    assert SOLVER.choose(state, Rng(0)) is PASS
    game = Leaves(players=2, rulings=LeavesRulings(call_order="simultaneous"))
    text = str(table(game, square, (winning, failing), "call", "0 0"))
    for answered in ("answered: A", "answered: A\ncalled: A"):
        state = game.state_from(text.replace("asked: A", f"asked: B\n{answered}"))
        assert SOLVER.choose(state, Rng(0)) is CALL


def test_it_starts_nothing_that_eight_merges_cannot_finish_in_time() -> None:
    cards = shuffled(84, 0)
    square, hands = puzzle(cards), (cards[8:11], cards[11:14])
    for seconds, deadline, answer in (
        ("1.499", "before_12", CALL),
        ("1.5", "before_12", PASS),
        ("1.5", "at_most_12", CALL),
        ("1.501", "at_most_12", PASS),
    ):
        rulings = LeavesRulings(clock=f"per_merge:{seconds}", deadline=deadline)
        game = Leaves(players=2, rulings=rulings)
        state = table(game, square, hands)
        assert SOLVER.choose(state, Rng(0)) is answer
        _, cleared = challenge(table(game, square, hands, "place", "0 1"))
        assert cleared == (answer is CALL)


def test_merges_are_ordered_as_the_line_of_the_search_has_them() -> None:
    lost = 0
    for layout in positions(60, seed=85):
        search = Search()
        found = merges_by_worth(search, layout)
        assert {(merge.source, merge.goal) for merge, _ in found} == {
            (merge.source, merge.goal) for merge in layout.merges()
        }
        if layout.occupied.bit_count() > 1 and search.measure(layout).solvable:
            assert found[0][0] == search.line(layout)[0]
        elif found:
            lost += 1
            left = [len(layout.apply(merge).merges()) for merge, _ in found]
            assert left[0] == max(left)
    assert lost > 5


def winners(bots: Sequence[Any], games: int, seed: int, **rulings: str) -> list[int]:
    """Return how often each bot is ahead of all others."""
    game = Leaves(players=len(bots), rulings=LeavesRulings(**rulings))
    counts = [0] * len(bots)
    for item in range(games):
        returns = play(game.start(), bots, seed, item).returns()
        for player, value in enumerate(returns):
            counts[player] += value == max(returns) and returns.count(value) == 1
    return counts


@pytest.mark.slow
def test_it_beats_the_random_player() -> None:
    assert winners((SOLVER, Random()), 40, 86)[0] == 40
    assert winners((Random(), SOLVER), 40, 87)[1] == 40


@pytest.mark.slow
def test_it_beats_the_greedy_player() -> None:
    # One who looks a move ahead clears a puzzle now and then, and may be asked first three times.
    assert winners((SOLVER, Greedy()), 30, 88)[0] >= 26
    assert winners((Greedy(), SOLVER), 30, 89)[1] >= 26


@pytest.mark.parametrize(
    "rulings",
    [
        {"failed_centre_card": "back_to_hand"},
        {"stuck": "runs_out_the_clock", "call_order": "seat_order"},
        {"call_order": "simultaneous", "breezes_per_challenge": "any"},
        {"clock": "per_merge:1.6"},
        {"breeze_reset": "after_every_puzzle", "bar_length": "next_puzzle_challenged"},
    ],
    ids=lambda rulings: "-".join(rulings),
)
def test_it_plays_legally_by_every_ruling(rulings: dict[str, str]) -> None:
    game = Leaves(players=3, rulings=LeavesRulings(puzzle_limit="20", **rulings))
    for item in range(4):
        state = play(game.start(), (SOLVER, Random(), SOLVER), 90, item)
        assert state.is_terminal


@pytest.mark.slow
def test_against_itself_it_loses_no_challenge_that_could_be_cleared() -> None:
    game = Leaves(players=4)
    cleared = 0
    for item in range(15):
        rng = Rng(91, item)
        state: Any = game.start()
        while not state.is_terminal:
            action = state.sample_chance(rng) if state.is_chance else SOLVER.choose(state, rng)
            after = state.apply(action)
            if isinstance(action, Merge):
                solvable = Search().measure(layout_of(state.key)).solvable
                goes_on = after.phase == MERGE and Search().measure(layout_of(after.key)).solvable
                over = after.caller < 0 and after.seats.barred < 0
                assert (goes_on or over) == solvable
                cleared += over
            state = after
        assert state.ended_by() == "out_of_cards"
    assert cleared > 40


@pytest.mark.slow
def test_solo_deals_are_cleared_with_the_fewest_breezes() -> None:
    game = Leaves(players=1)
    for item in range(25):
        deal = solo_deal(92, item)
        proved = solve_solo(deal)
        end = play(solo(deal, game), (SOLVER,), 92, item) if proved.value else None
        if end is not None:
            assert end.ended_by() == "cleared"
            assert end.breezes_used == proved.value[0].breezes


def test_solo_deals_that_take_a_breeze_are_cleared_with_the_fewest() -> None:
    game = Leaves(players=1)
    used = []
    for deal in swap_deals(4):
        proved = solve_solo(deal)
        end = play(solo(deal, game), (SOLVER,), 93)
        assert end.ended_by() == "cleared"
        assert end.breezes_used == proved.value[0].breezes
        used.append(end.breezes_used)
    assert min(used) >= 1


@pytest.mark.parametrize("swaps", ["any_time", "across_puzzles"])
@pytest.mark.parametrize("order", ["one_puzzle_at_a_time", "interleaved"])
def test_solo_by_the_other_rulings(swaps: str, order: str) -> None:
    game = Leaves(players=1, rulings=LeavesRulings(solo_breeze=swaps, solo_order=order))
    for item in range(4):
        assert play(game.start(), (SOLVER,), 94, item).ended_by() == "cleared"


def test_what_is_lost_alone_is_played_on() -> None:
    game = Leaves(players=1, rulings=LeavesRulings(solo_failure="no_legal_move", solo_order="interleaved"))
    for deal in swap_deals(2):
        end = play(solo(deal, game, breezes=0), (SOLVER,), 95)
        assert end.ended_by() == "stuck"
        assert end.scores() == (2.0,)


def test_a_begun_puzzle_is_mended_by_a_swap_where_that_is_allowed() -> None:
    game = Leaves(players=1, rulings=LeavesRulings(solo_breeze="any_time"))
    for item in range(200):
        deal = solo_deal(96, item)
        state, rng = solo(deal, game), Rng(96, item)
        state = state.apply(next(a for a in state.legal_actions() if isinstance(a, SoloPlace)))
        while not state.is_terminal:
            merges = [a for a in state.legal_actions() if not isinstance(a, SoloSwap)]
            after = state.apply(merges[rng.below(len(merges))])
            key = after.keys[0]
            if after.is_terminal or after._is_cleared(0):
                break
            state = after
            if not Search().measure(layout_of(key)).solvable:
                choice = SOLVER.choose(state, Rng(0))
                if isinstance(choice, SoloSwap):
                    mended = state.apply(choice)
                    assert Search().measure(layout_of(mended.keys[0])).solvable
                    assert isinstance(SOLVER.choose(mended, Rng(0)).merge, Merge)
                    return
                break
    raise AssertionError


def test_the_same_position_gets_the_same_answer_whatever_came_before() -> None:
    cards = shuffled(97, 0)
    start = table(Leaves(players=2), puzzle(cards), (cards[8:11], cards[11:14]), "place", "0 1")
    fresh = []
    state = start
    while state.caller >= 0 and state.current_player >= 0:
        fresh.append(Solver().choose(state, Rng(1)))
        state = state.apply(fresh[-1])
    assert fresh == challenge(start)[0]


def test_the_game_knows_its_solver() -> None:
    assert Leaves(players=1).solver().name == "solver"
