"""The best placement, exact: against every game played out by the engine, and laws that hold for values."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from canvas_best_cases import (
    ASSIGNMENTS,
    INSTRUCTORS,
    MIXED,
    after,
    coloured,
    hidden,
    played_out,
    random_round,
    with_hand,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import Budget
from quadrangle.core.errors import NotationError
from quadrangle.solvers.canvas import INSPIRATIONS, Card, Goal, Rules, best
from quadrangle.solvers.canvas.best import best_placement
from quadrangle.solvers.canvas.best_answers import Best, Choice
from quadrangle.solvers.canvas.exact import Size, proved, tree_size
from quadrangle.solvers.canvas.faces import COUNT, TURNED
from quadrangle.solvers.canvas.position import Placement, Position

P, W, V = (INSPIRATIONS[name] for name in "PWV")
GENEROUS = Budget(nodes=10**8)


def answer(position: Position) -> Best:
    return best_placement(position, budget=GENEROUS).value


def values(found: Best) -> dict[Placement, Fraction]:
    return {choice.placement: Fraction(choice.value) for choice in found.choices}


def by_engine(position: Position) -> dict[Placement, Fraction]:
    return {placement: end[position.player] for placement, end in played_out(position).items()}


def few_kinds(position: Position) -> Position:
    """Return the round with two kinds of cards in the deck."""
    kinds = sorted(set(position.deck))
    deck = tuple(sorted((kinds[0], kinds[1], kinds[1])))
    return msgspec.structs.replace(position, deck=deck, discards=deck[:2])


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize("goals", [ASSIGNMENTS, INSTRUCTORS, MIXED], ids=["round 1", "round 2", "round 3"])
def test_values_of_two_players_are_those_of_every_game_played_out(left: int, goals: tuple[Goal, ...]) -> None:
    position = random_round(10 * left, left, goals=goals, patterns=((P, W), (V,)), points=(4, 1))
    position = msgspec.structs.replace(position, points=(0, 0)) if left == 3 else position
    found = answer(position)
    assert found.how == "exact"
    assert values(found) == by_engine(position)


@pytest.mark.parametrize("left", [1, 2, 4])
@pytest.mark.parametrize("goals", [ASSIGNMENTS, MIXED], ids=["round 1", "round 3"])
def test_values_of_four_players_are_those_of_every_game_played_out(
    left: int, goals: tuple[Goal, ...]
) -> None:
    position = few_kinds(
        random_round(7 + left, left, players=4, size=5, hand=1, goals=goals, patterns=((P,), (W,), (), (V,)))
    )
    found = answer(position)
    assert found.how == "exact"
    assert values(found) == by_engine(position)


@pytest.mark.parametrize("seed", range(4))
def test_a_canvas_of_nine_cards_and_draws_that_matter_to_both(seed: int) -> None:
    position = random_round(seed, 4, size=3, hand=1, goals=MIXED)
    assert values(answer(position)) == by_engine(position)


def test_a_whole_round_on_four_cells_from_its_first_card_on() -> None:
    position = few_kinds(random_round(3, 4, size=2, hand=1))
    found = answer(position)
    assert {choice.placement.landscape for choice in found.choices} == {False, True}
    assert values(found) == by_engine(position)


PATH = (Goal.parse("longest_colour_path"), Goal.parse("solid_blocks:R"))
TWO, FOUR = {"size": 4}, {"players": 4, "size": 5}


@pytest.mark.parametrize(
    ("rules", "seed", "left", "goals", "table"),
    [
        (Rules(zero_value="nobody"), 1, 3, MIXED, {"size": 2}),
        (Rules(pet_handover="may_decline"), 4, 2, MIXED, TWO),
        (Rules(pet_handover="may_decline"), 46, 3, ASSIGNMENTS, FOUR),
        (Rules(pet_recipient="next_clockwise"), 6, 3, ASSIGNMENTS, FOUR),
        (Rules(half_turn="not_allowed"), 0, 2, MIXED, TWO),
        (Rules(first_orientation="portrait"), 0, 4, MIXED, {"size": 2}),
        (Rules(lock="full_line"), 1, 3, ASSIGNMENTS, {"players": 4, "size": 3}),
        (Rules(corner_home="nobody_but_forced"), 0, 2, MIXED, FOUR),
        (Rules(pattern_test="exact"), 3, 2, MIXED, TWO),
        (Rules(pattern_turns="rotations_and_reflections"), 3, 2, MIXED, TWO),
        (Rules(path="longest_shortest_path"), 1, 2, PATH, TWO),
    ],
)
def test_values_follow_the_rulings(
    rules: Rules, seed: int, left: int, goals: tuple[Goal, ...], table: dict[str, Any]
) -> None:
    patterns = ((P,), (W,), (), (V,))[: table.get("players", 2)]
    letter = few_kinds(random_round(seed, left, hand=1, goals=goals, patterns=patterns, **table))
    ruled = msgspec.structs.replace(letter, rules=rules)
    assert values(answer(ruled)) == by_engine(ruled)
    assert values(answer(letter)) == by_engine(letter)
    assert values(answer(ruled)) != values(answer(letter))


def test_the_draw_after_the_last_card_changes_nothing() -> None:
    letter = random_round(1, 2)
    ruled = msgspec.structs.replace(letter, rules=Rules(draw_after_last="no"))
    assert values(answer(ruled)) == by_engine(ruled) == values(answer(letter))


def test_a_deck_that_runs_out_is_made_of_the_discards() -> None:
    position = random_round(11, 4, size=3, hand=2)
    one, *others = position.deck
    short = msgspec.structs.replace(position, deck=(one,), discards=tuple(others[3:20:4]))
    assert values(answer(short)) == by_engine(short)


def test_who_has_no_card_passes_and_the_round_is_scored_as_it_lies() -> None:
    position = random_round(12, 4, size=3, hand=1)
    for deck in ((), position.deck[:1], position.deck[:2]):
        short = msgspec.structs.replace(position, deck=deck)
        assert values(answer(short)) == by_engine(short)


@pytest.mark.parametrize("seed", range(3))
def test_a_hidden_hand_is_any_of_the_cards_not_seen(seed: int) -> None:
    position = hidden(random_round(seed, 2, size=3, hand=2, goals=MIXED))
    position = msgspec.structs.replace(position, deck=position.deck[::4])
    other = 1 - position.player
    total: dict[Placement, Fraction] = {}
    hands = list(combinations(position.deck, 2))
    each = {hand: by_engine(with_hand(position, other, hand)) for hand in set(hands)}
    for hand in hands:
        for placement, value in each[hand].items():
            total[placement] = total.get(placement, Fraction(0)) + value / len(hands)
    found = answer(position)
    assert found.how == "exact"
    assert values(found) == total


def test_a_hidden_hand_of_the_next_of_four_players() -> None:
    position = hidden(random_round(2, 2, players=4, size=5, hand=1))
    position = msgspec.structs.replace(position, deck=position.deck[::3])
    other = (position.player + 1) % 4
    each = [by_engine(with_hand(_known(position, other), other, (card,))) for card in position.deck]
    mean = {placement: sum(one[placement] for one in each) / len(each) for placement in each[0]}
    assert values(answer(position)) == mean


@pytest.mark.parametrize(("players", "size", "left"), [(2, 4, 1), (4, 5, 1), (4, 5, 2)])
def test_hands_of_those_who_place_no_more_need_not_be_known(players: int, size: int, left: int) -> None:
    position = random_round(3, left, players=players, size=size, hand=2)
    unknown = hidden(position)
    if left == 2:
        other = (position.player + 1) % players
        unknown = with_hand(unknown, other, position.hands[other] or ())
    assert answer(unknown).how == "exact"
    assert values(answer(unknown)) == values(answer(position))


def _known(position: Position, but: int) -> Position:
    """Return the position with empty hands for those who place no more."""
    return msgspec.structs.replace(
        position,
        hands=tuple(() if hand is None and p != but else hand for p, hand in enumerate(position.hands)),
        hidden=tuple(count if p == but else 0 for p, count in enumerate(position.hidden)),
    )


@given(st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_a_hidden_hand_is_worth_no_more_than_the_best_and_no_less_than_the_worst(seed: int) -> None:
    position = hidden(random_round(seed, 2, size=3, hand=1))
    other = 1 - position.player
    each = [values(answer(with_hand(position, other, (card,)))) for card in sorted(set(position.deck))]
    for placement, value in values(answer(position)).items():
        assert min(one[placement] for one in each) <= value <= max(one[placement] for one in each)


def turned(position: Position) -> Position:
    """Return the round of two players with the canvas turned by a half and the seats exchanged."""
    last = position.plane.cells - 1
    return msgspec.structs.replace(
        position,
        player=1 - position.player,
        pet=1 - position.pet,
        cards=tuple(
            sorted((last - card // COUNT) * COUNT + TURNED[card % COUNT][2] for card in position.cards)
        ),
        hands=position.hands[::-1],
        hidden=position.hidden[::-1],
        patterns=position.patterns[::-1],
        points=position.points[::-1],
    )


@given(st.integers(0, 10**6), st.integers(2, 3))
@settings(max_examples=15, deadline=None)
def test_a_canvas_turned_by_a_half_with_seats_exchanged_is_worth_the_same(seed: int, left: int) -> None:
    position = random_round(seed, left, goals=MIXED, patterns=((P,), (W,)), points=(1, 0))
    here, there = values(answer(position)), values(answer(turned(position)))
    last = position.plane.cells - 1
    assert here == {
        msgspec.structs.replace(place, face=TURNED[place.face][2], cell=last - place.cell): value
        for place, value in there.items()
    }


@given(st.integers(0, 10**6), st.permutations(range(3)))
@settings(max_examples=15, deadline=None)
def test_colours_exchanged_on_cards_and_goals_change_nothing(seed: int, colours: list[int]) -> None:
    position = hidden(random_round(seed, 2, goals=ASSIGNMENTS))
    other = coloured(position, (colours[0], colours[1], colours[2]))
    assert sorted(values(answer(position)).values()) == sorted(values(answer(other)).values())


@given(st.integers(0, 10**6), st.sampled_from([2, 4]))
@settings(max_examples=15, deadline=None)
def test_the_line_ends_at_the_value_where_no_chance_is_left(seed: int, players: int) -> None:
    position = random_round(seed, 2, players=players, size=4, hand=2)
    found = answer(position)
    assert {step.value for step in found.line} == {found.best.value}
    assert [step.drawn for step in found.line] == [None, None]
    assert [step.player for step in found.line] == [position.player, (position.player + 1) % players]


def test_the_line_is_the_best_play_with_the_likeliest_draws() -> None:
    position = random_round(4, 4, size=3, hand=1, goals=MIXED)
    first = answer(position)
    for step in first.line:
        found = answer(position)
        assert (step.player, step.placement) == (position.player, found.best.placement)
        asked = found.best.value if position.player == first.player else -found.best.value
        assert step.value == asked
        if step.drawn is not None:
            assert position.deck.count(step.drawn) == max(map(position.deck.count, position.deck))
        if position.left > 1:
            position = after(position, step.placement, position.deck.index(step.drawn or position.deck[0]))
    assert position.left == 1


def test_choices_are_all_placements_the_best_first_then_in_their_order() -> None:
    position = random_round(0, 3)
    found = answer(position)
    assert sorted(choice.placement for choice in found.choices) == list(position.placements())
    keys = [(-choice.value, choice.placement) for choice in found.choices]
    assert keys == sorted(keys)
    assert all(choice.is_exact for choice in found.choices)


class Sampler:
    """Stands in for the search over sampled draws, and notes what it was given."""

    def __init__(self) -> None:
        self.budgets: list[Budget] = []

    def search_placements(self, position: Position, *, budget: Budget, seed: int) -> Any:
        self.budgets.append(budget)
        choices = tuple(Choice(placement, 0.5, 0.25, 0.75) for placement in position.placements())
        return SimpleNamespace(choices=choices, playouts=seed)


@pytest.fixture
def sampler(monkeypatch: pytest.MonkeyPatch) -> Sampler:
    found = Sampler()
    monkeypatch.setitem(sys.modules, "quadrangle.solvers.canvas.search", found)
    return found


def test_a_tree_that_is_cut_off_is_not_called_exact(
    sampler: Sampler, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = random_round(1, 3, hand=3)
    with pytest.raises(InterruptedError):
        proved(position, Budget(nodes=50).start())
    monkeypatch.setattr(best, "tree_size", lambda position: Size(1, 1))  # it looks small, and is not
    found = best_placement(position, budget=Budget(nodes=200), seed=7)
    assert (found.value.how, found.proof, found.value.line) == ("sampled", "estimate", ())
    assert found.interval == (0.25, 0.75)
    assert sampler.budgets == [Budget(nodes=50)]  # what the exact search left
    assert found.nodes == found.value.nodes == 150 + 7


def test_what_is_too_large_is_sampled_at_once(sampler: Sampler) -> None:
    for large in (hidden(random_round(1, 6)), random_round(1, 3, hand=3)):
        assert best_placement(large, budget=Budget(nodes=300), seed=7).proof == "estimate"
    assert sampler.budgets == [Budget(nodes=300)] * 2


def test_a_budget_of_nodes_that_is_enough_gives_the_same_answer_as_any_larger_one(sampler: Sampler) -> None:
    position = random_round(1, 3)
    enough = best_placement(position, budget=Budget(nodes=20_000))
    assert enough == best_placement(position, budget=Budget(nodes=10**9))
    assert not sampler.budgets


def test_the_last_placement_is_exact_whatever_the_budget() -> None:
    position = random_round(1, 1)
    for budget in (Budget(nodes=0), Budget(seconds=0.0)):
        assert best_placement(position, budget=budget).value.how == "exact"


def test_the_size_of_a_tree_is_told_before_it_is_searched() -> None:
    for left, most in ((2, 400), (3, 4000)):
        position = random_round(5, left, hand=2)
        meter = GENEROUS.start()
        proved(position, meter)
        assert meter.nodes / 4 <= sum(tree_size(position)) <= most


def test_positions_in_which_nothing_can_be_placed_are_refused() -> None:
    position = random_round(1, 1)
    none = msgspec.structs.replace(position, hands=((), ()))
    with pytest.raises(NotationError, match=r"the hand of . is empty"):
        best_placement(none)
    unknown = msgspec.structs.replace(position, hands=(None, None), hidden=(1, 1))
    with pytest.raises(NotationError, match=r"the hand of . is not known"):
        best_placement(unknown)
    full = after(position, position.placements()[0], 0)
    with pytest.raises(NotationError, match="the canvas is full"):
        best_placement(full)


@pytest.mark.parametrize(
    "change",
    [
        {"hands": ((1,),)},
        {"points": (1,)},
        {"landscape": -1},
        {"hidden": (0, 99)},
        {"pet": 2},
        {"players": 3},
    ],
    ids=lambda change: next(iter(change)),
)
def test_positions_that_do_not_fit_together_are_refused(change: dict[str, object]) -> None:
    position = msgspec.structs.replace(random_round(1, 2), **change)
    with pytest.raises(ValueError, match=r"expected|landscape|not seen"):
        best_placement(position)


def test_a_card_that_is_held_shows_its_two_turns_only() -> None:
    position = random_round(2, 1, hand=1, deck=[Card.parse("BR/YB")] * 45)
    assert len(answer(position).choices) == 2
