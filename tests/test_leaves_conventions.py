"""What holds in every game, as it shows in Leaves: ends, decisions, what is known, the referee."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from leaves_play import (
    EIGHT,
    HANDS,
    SOLO_DEAL,
    SOLO_RUN,
    beginning,
    chances,
    drawn,
    leaves,
    legal,
    line,
    moved,
    referee,
    refusal,
    solo,
    table,
    told,
)

from quadrangle.core.rng import Rng
from quadrangle.engines.game import State
from quadrangle.engines.leaves import TableState
from quadrangle.engines.leaves.actions import REASONS

MERGING = """
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: 1rb . 3gm / 1ym 2yg 2gb / 3rg 1gg 2rm
    covered: 3yg
    hands: 1rg 2gm | 1gb 2ym 3rb
    breezes: 1 1
"""
"""A's challenge after b1 was put on the centre."""
STUCK = """
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: . . . / . . . / 1gg . 2rm
    covered: 1rb 1ym 2yg 2gb 3rg 3yg 3gm
    hands: 1rg 2gm | 1gb 2ym 3rb
    breezes: 0 1
"""
OVER = """
    phase: over
    puzzle: 3
    hands: - | 1gb 2ym 3rb
    breezes: 1 1
    ended: out_of_cards
"""


def phases() -> dict[str, TableState]:
    """Return a position of each phase, with random_order."""
    dealt = drawn(leaves(2).start(), " ".join(HANDS[:2]))
    assert isinstance(dealt, TableState)
    setup = leaves(2).start()
    assert isinstance(setup, TableState)
    return {
        "setup": setup,
        "deal": dealt,
        "order": beginning("order"),
        "call": beginning("call"),
        "breeze": beginning("breeze"),
        "place": beginning("place"),
        "merge": table(MERGING),
        "draw": moved(table(MERGING), "fail diagonal"),
        "over": table(OVER),
    }


CHALLENGE = ("breeze", "place", "merge")
EVERY_PHASE = ("setup", "deal", "order", "call", "breeze", "place", "merge", "draw", "over")


def test_there_is_a_position_of_each_phase() -> None:
    assert {line(state, "phase"): name for name, state in phases().items()} == {
        name: name for name in EVERY_PHASE
    }


@pytest.mark.rule("leaves", 82)
@pytest.mark.parametrize("call_order", ["random_order", "seat_order", "simultaneous", "live"])
def test_players_who_always_pass_come_to_an_end(call_order: str) -> None:
    state: State = leaves(3, call_order=call_order, puzzle_limit="7").start()
    longest = state.game.longest()
    decisions, rng = 0, Rng(5)
    while not state.is_terminal:
        decisions += not state.is_chance
        state = state.apply(state.sample_chance(rng)) if state.is_chance else moved(state, "pass")
    assert (state.ended_by(), decisions) == ("puzzle_limit", 21)
    assert decisions <= longest


@pytest.mark.rule("leaves", 82)
@pytest.mark.parametrize("stuck", ["fails_at_once", "runs_out_the_clock"])
def test_players_who_always_call_and_merge_come_to_an_end_within_the_longest(stuck: str) -> None:
    for item in range(10):
        rng = Rng(11, item)
        state: State = leaves(2, puzzle_limit="3", stuck=stuck).start()
        decisions = 0
        while not state.is_terminal:
            decisions += not state.is_chance
            if state.is_chance:
                state = state.apply(state.sample_chance(rng))
            else:
                state = (
                    moved(state, "call")
                    if "call" in legal(state)
                    else state.apply(state.legal_actions().sample(rng))
                )
        assert state.ended_by() in ("puzzle_limit", "out_of_cards")
        assert decisions <= state.game.longest()


@pytest.mark.rule("leaves", 82)
def test_a_game_without_a_limit_says_so() -> None:
    assert leaves(2, puzzle_limit="none").longest() is None
    assert leaves(2).longest() == 200 * (2 + 1 + 1 + 8 + 1)
    assert leaves(1, puzzle_limit="none").longest() == 4 + 3 * 9


@pytest.mark.rule("leaves", 83)
@pytest.mark.parametrize(
    ("state", "actions"),
    [
        (beginning("call"), 2),
        (beginning("breeze"), 29),
        (beginning("place"), 3),
        (table(MERGING), 14),
        (table(STUCK, stuck="runs_out_the_clock"), 1),
        (solo(SOLO_DEAL), 3 * 28 + 9),
    ],
)
def test_a_player_who_decides_has_a_legal_action(state: State, actions: int) -> None:
    assert state.current_player == 0
    assert (len(state.legal_actions()), len(set(legal(state)))) == (actions, actions)
    for action in state.legal_actions():
        assert state.apply(action) != state


@pytest.mark.rule("leaves", 83)
@pytest.mark.parametrize("phase", ["setup", "deal", "order", "draw", "over"])
def test_where_chance_decides_or_nobody_no_player_has_an_action(phase: str) -> None:
    assert legal(phases()[phase]) == []
    assert bool(chances(phases()[phase])) == (phase != "over")
    assert not chances(beginning("call"))


@pytest.mark.rule("leaves", 84)
def test_what_leaves_no_choice_is_done_at_once_and_said() -> None:
    state = table(STUCK.replace("1gg . 2rm", "1gg 3rg 2rm").replace("3rg 3yg", "3yg").replace("0 1", "0 0"))
    state = moved(state, "b3-a3 type")
    assert line(state, "phase") == "draw"
    assert told(state, "draw 3yb") == ("breezes up",)
    after = moved(state, "draw 3yb")
    assert (line(after, "phase"), line(after, "puzzle"), line(after, "breezes")) == ("deal", "2", "1 1")


@pytest.mark.rule("leaves", 84)
def test_a_decision_with_one_legal_action_is_asked() -> None:
    one = table(str(beginning("place")).replace(HANDS[0], "3yg"))
    assert (one.current_player, legal(one)) == (0, ["place 3yg"])
    assert legal(table(STUCK, stuck="runs_out_the_clock")) == ["pass"]


@pytest.mark.rule("leaves", 85)
def test_who_is_asked_decides_and_nobody_is_the_caller_yet() -> None:
    state = moved(beginning("order", 3), "ask C")
    assert (state.current_player, line(state, "asked"), line(state, "caller")) == (2, "C", "")
    state = moved(state, "call")
    assert (state.current_player, line(state, "asked"), line(state, "caller")) == (2, "", "C")


@pytest.mark.rule("leaves", 86)
@pytest.mark.parametrize("phase", EVERY_PHASE)
def test_all_players_know_the_same(phase: str) -> None:
    state = phases()[phase]
    assert {state.information(player).text for player in range(2)} == {str(state)}
    assert state.resample(0, Rng(1)) == state


@pytest.mark.rule("leaves", 86)
def test_nobody_knows_the_order_of_the_pile() -> None:
    failed = moved(beginning("place"), "place 3yg", "fail diagonal", "draw 3yb")
    assert failed == moved(
        beginning("place"), "place 3yg", "a1-a2 number", "c1-c2 colour", "fail diagonal", "draw 3yb"
    )
    assert not set(EIGHT.split()) & set(str(failed).split())
    assert {chances(failed)[f"draw {card}"] for card in EIGHT.split()} == {1 / 21}


@pytest.mark.rule("leaves", 41, 87)
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("phase", CHALLENGE)
def test_a_referee_may_fail_a_challenge_for_each_reason(phase: str, reason: str) -> None:
    state = phases()[phase]
    assert f"fail {reason}" in referee(state)
    assert f"fail {reason}" not in legal(state)
    assert told(state, f"fail {reason}") == (f"failed {reason}",)
    after = moved(state, f"fail {reason}")
    assert (line(after, "phase"), line(after, "caller")) == ("draw", "A")


@pytest.mark.rule("leaves", 87)
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("phase", [phase for phase in EVERY_PHASE if phase not in CHALLENGE])
def test_a_referee_fails_nothing_outside_of_a_challenge(phase: str, reason: str) -> None:
    state = phases()[phase]
    assert referee(state) == []
    expected = "the game is over" if phase == "over" else "there is no challenge that could fail"
    assert refusal(state, f"fail {reason}") == f"fail {reason}: {expected}"


@pytest.mark.rule("leaves", 74, 87)
@pytest.mark.parametrize("phase", CHALLENGE)
def test_where_giving_up_is_not_possible_only_the_time_ends_a_challenge_without_a_card(phase: str) -> None:
    state = table(str(phases()[phase]), called_without_placing="not_possible")
    early = phase != "merge"
    assert referee(state) == (["fail timeout"] if early else [f"fail {reason}" for reason in REASONS])
    assert told(state, "fail timeout") == ("failed timeout",)


@pytest.mark.rule("leaves", 88)
@pytest.mark.parametrize(
    ("phase", "move", "why"),
    [
        ("setup", "call", "a card is drawn here, such as draw 3yg"),
        ("deal", "pass", "a card is drawn here, such as draw 3yg"),
        ("deal", "draw 1gb", "1gb is not in the pile: it lies in front of player B"),
        ("order", "call", "chance decides here who is asked next: ask A or ask B"),
        ("call", "keep", "player A is asked whether to call: call or pass"),
        ("call", "ask B", "player A is asked whether to call: call or pass"),
        ("call", "place 3yg", "player A is asked whether to call: call or pass"),
        ("breeze", "pass", "player A may swap two of the eight cards, such as swap a1 c3, or keep them"),
        ("breeze", "swap a1 b2", "a Breeze swaps two of the eight cards round the centre"),
        ("place", "swap a1 c3", "player A places a Leaf Card now, such as place 1rg"),
        ("place", "place 1gb", "player A has 1rg, 2gm and 3yg, not 1gb"),
        ("merge", "place 1rg", "stacks are merged now, such as a1-b1 colour"),
        ("merge", "a1-a1 colour", "a stack cannot be put onto itself"),
        ("merge", "b1-a1 colour", "b1 is empty, so there is no stack to pick up"),
        ("draw", "draw 1rb", "1rb is not in the pile: it lies in the puzzle"),
        ("draw", "pass", "a card is drawn here, such as draw 3yg"),
        ("over", "draw 1rb", "the game is over"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_rule_it_breaks(phase: str, move: str, why: str) -> None:
    assert refusal(phases()[phase], move).startswith(f"{move}: {why}")


@pytest.mark.rule("leaves", 88)
@pytest.mark.parametrize(
    ("merge", "reason"),
    [
        ("a1-b2 colour", "diagonal"),
        ("a1-b1 number", "empty_space"),
        ("a1-c1 number", "empty_space"),
        ("b2-c2 colour", "wrong_trait"),
        ("b3-a3 colour", "wrong_trait"),
        ("c1-c2 type", "wrong_trait"),
        ("b2-a2 type", "wrong_trait"),
        ("b3-c3 type", "no_shared_trait"),
    ],
)
def test_a_wrong_merge_of_a_live_match_becomes_a_failure(merge: str, reason: str) -> None:
    state = table(MERGING)
    refusal(state, merge)
    assert str(state.judge(state.game.parse_action(merge))) == f"fail {reason}"


@pytest.mark.rule("leaves", 67, 88)
def test_a_trait_that_is_not_shared_is_corrected_to_one_that_is() -> None:
    state = table(MERGING, wrong_trait="corrected")
    assert str(state.judge(state.game.parse_action("b2-c2 colour"))) == "b2-c2 number"
    assert str(state.judge(state.game.parse_action("b3-c3 type"))) == "fail no_shared_trait"


@pytest.mark.rule("leaves", 88)
@pytest.mark.parametrize(
    "move", ["b2-c2 number", "b2-c2", "a1-b2", "b1-a1 colour", "a1-a1 number", "pass", "place 1rg"]
)
def test_what_is_legal_or_no_attempt_at_a_merge_fails_nothing(move: str) -> None:
    state = table(MERGING)
    assert state.judge(state.game.parse_action(move)) is None


@pytest.mark.rule("leaves", 88)
@pytest.mark.parametrize("phase", [phase for phase in EVERY_PHASE if phase != "merge"])
def test_no_merge_is_wrong_while_stacks_are_not_merged(phase: str) -> None:
    state = phases()[phase]
    assert state.judge(state.game.parse_action("a1-b1 colour")) is None


SHARING = """
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: . . . / . . . / 3yg 2yg 1rg
    covered: 1rb 1ym 1gg 2rm 2gb 3gm
    hands: 2gm | 1gb 2ym 3rb
    breezes: 0 1
"""
"""Four merges, two of which go by either of two traits."""


@pytest.mark.rule("leaves", 89)
def test_a_random_player_draws_the_merge_first_and_then_its_trait() -> None:
    actions = table(SHARING).legal_actions()
    assert len(actions) == 6
    rng, count = Rng(2), 8_000
    drawn_actions = Counter(str(actions.sample(rng)) for _ in range(count))
    expected = dict.fromkeys(("a3-b3 colour", "a3-b3 type", "b3-a3 colour", "b3-a3 type"), 1 / 8)
    expected |= {"b3-c3 type": 1 / 4, "c3-b3 type": 1 / 4}
    assert set(drawn_actions) == set(expected)
    for action, chance in expected.items():
        # Five standard deviations.
        assert abs(drawn_actions[action] - count * chance) < 5 * (count * chance * (1 - chance)) ** 0.5


@pytest.mark.rule("leaves", 89)
def test_alone_a_random_player_takes_swaps_placements_and_merges_alike() -> None:
    state = moved(solo(SOLO_DEAL, solo_order="interleaved"), SOLO_RUN[0])
    rng, count = Rng(3), 8_000
    merges = [action for action in legal(state) if "-" in action]
    others = [action for action in legal(state) if "-" not in action]
    pairs = len({action.split()[1] for action in merges})
    assert 2 < pairs < len(merges)
    taken = Counter("-" in str(state.legal_actions().sample(rng)) for _ in range(count))
    chance = pairs / (pairs + len(others))
    assert abs(taken[True] - count * chance) < 5 * (count * chance * (1 - chance)) ** 0.5


def test_legal_actions_stand_in_the_order_of_their_words() -> None:
    for state in (*phases().values(), solo(SOLO_DEAL, solo_breeze="across_puzzles")):
        words = [state.game.encode(action) for action in state.legal_actions()]
        assert all(one < other for one, other in pairwise(words))
