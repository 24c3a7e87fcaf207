"""What Leaves does where its rulebook is silent: every choice of every ruling for several players."""

from __future__ import annotations

import msgspec
import pytest
from leaves_play import (
    EIGHT,
    HANDS,
    PUZZLE,
    beginning,
    chances,
    drawn,
    leaves,
    legal,
    line,
    moved,
    referee,
    refusal,
    table,
    told,
)

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.game import CHANCE
from quadrangle.engines.leaves import Leaves, LeavesRulings, TableState, standard

STUCK = """
    phase: place
    puzzle: 1
    caller: A
    layout: 1rb 2yg 1rm / 2ym . 3yg / 1rg 3ym 2rb
    hands: 1gb 2gm | 3rb 3gg
    breezes: 0 1
"""
"""A may place 1gb, with which no two neighbours share a trait."""
NEARLY_STUCK = """
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: . . . / . . . / 3rg 1gg 2rm
    covered: 1rb 1ym 2yg 2gb 3yg 3gm
    hands: 1rg 2gm | 1gb 2ym 3rb
    breezes: 0 1
"""
"""After b3-a3 two stacks are left that do not touch."""


@pytest.mark.parametrize("name", LeavesRulings.rows())
def test_a_ruling_refuses_what_is_none_of_its_choices(name: str) -> None:
    with pytest.raises(NotationError, match=rf"the ruling {name}=perhaps; expected {name}="):
        LeavesRulings.parse([f"{name}=perhaps"])


@pytest.mark.rule("leaves", 64, 75, 81)
def test_rulings_with_one_choice_are_fixed() -> None:
    fixed = {name: row.choices for name, row in LeavesRulings.rows().items() if len(row.choices) == 1}
    assert fixed == {
        "nobody_calls": ("redeal",),
        "pile_too_small": ("end_fewest_cards",),
        "solo_bands": ("60_90_120_180",),
    }
    for setting in ("nobody_calls=stop", "pile_too_small=keep_eight", "solo_bands=30_60_90_120"):
        with pytest.raises(NotationError, match="the ruling"):
            LeavesRulings.parse([setting])


@pytest.mark.rule("leaves", 62)
@pytest.mark.parametrize(
    ("players", "choice", "allowed"),
    [
        *((players, "2..4", True) for players in (2, 3, 4)),
        *((players, "2..4", False) for players in (-1, 0, 5, 6)),
        *((players, "2..6", True) for players in (2, 5, 6)),
        *((players, "2..6", False) for players in (-1, 0, 7)),
    ],
)
def test_players_says_how_many_may_play(players: int, choice: str, allowed: bool) -> None:
    rulings = LeavesRulings(players=choice)
    if allowed:
        assert Leaves(players, rulings).players == players
    else:
        with pytest.raises(NotationError, match=rf"{players} players of Leaves; expected 1 \(solo\) to"):
            Leaves(players, rulings)


@pytest.mark.rule("leaves", 62)
def test_at_a_table_of_six_only_the_first_four_have_a_breeze() -> None:
    state = leaves(6, players="2..6").start()
    assert line(state, "breezes") == "1 1 1 1 0 0"
    state = moved(drawn(state, f"{' '.join(HANDS)} {EIGHT}"), "ask E", "call")
    assert (line(state, "phase"), line(state, "caller")) == ("place", "E")


@pytest.mark.rule("leaves", 62)
@pytest.mark.parametrize(("breezes", "after"), [("0 0 0 0 0", "1 1 1 1 0"), ("0 1 0 0 0", "0 1 0 0 0")])
def test_a_player_without_a_breeze_does_not_matter_when_all_are_down(breezes: str, after: str) -> None:
    state = beginning("place", 5, breezes=breezes, players="2..6")
    state = moved(state, "fail forfeit", "draw 3yb")
    assert line(state, "breezes") == after


@pytest.mark.rule("leaves", 63)
@pytest.mark.parametrize(
    ("call_order", "phase", "decides"),
    [
        ("random_order", "order", CHANCE),
        ("seat_order", "call", 0),
        ("simultaneous", "call", 0),
        ("live", "call", 0),
    ],
)
def test_call_order_says_who_decides_when_a_puzzle_lies(call_order: str, phase: str, decides: int) -> None:
    state = drawn(leaves(3, call_order=call_order).start(), f"{' '.join(HANDS[:3])} {EIGHT}")
    assert (line(state, "phase"), state.current_player) == (phase, decides)


@pytest.mark.rule("leaves", 63)
def test_random_order_draws_the_next_among_those_not_yet_asked() -> None:
    state = beginning("order", 3, call_order="random_order")
    assert chances(state) == {"ask A": 1 / 3, "ask B": 1 / 3, "ask C": 1 / 3}
    state = moved(state, "ask B", "pass")
    assert (line(state, "answered"), chances(state)) == ("B", {"ask A": 1 / 2, "ask C": 1 / 2})
    assert "chance decides here who is asked next: ask A or ask C" in refusal(state, "ask B")
    state = moved(state, "ask C", "pass")
    assert (line(state, "phase"), line(state, "asked")) == ("call", "A")
    assert line(moved(state, "call"), "caller") == "A"


@pytest.mark.rule("leaves", 63, 84)
def test_the_last_player_to_be_asked_is_not_drawn() -> None:
    assert told(beginning("call", call_order="random_order"), "pass") == ("ask B",)
    assert told(beginning("call", call_order="seat_order"), "pass") == ()
    assert told(beginning("call", 3, call_order="random_order"), "pass") == ()


@pytest.mark.rule("leaves", 63)
def test_seat_order_asks_one_after_the_other_until_somebody_calls() -> None:
    state = beginning("call", 3, call_order="seat_order")
    for name in "AB":
        assert (line(state, "asked"), legal(state), referee(state)) == (name, ["call", "pass"], [])
        state = moved(state, "pass")
    assert line(state, "asked") == "C"
    assert line(moved(state, "call"), "caller") == "C"


@pytest.mark.rule("leaves", 63)
def test_simultaneous_asks_all_and_draws_one_of_the_callers() -> None:
    state = beginning("call", 3, call_order="simultaneous")
    state = moved(state, "call", "pass")
    assert (line(state, "phase"), line(state, "asked"), line(state, "called")) == ("call", "C", "A")
    assert line(moved(state, "pass"), "caller") == "A"
    alone = beginning("call", 3, call_order="simultaneous")
    assert line(moved(alone, "pass", "pass", "call"), "caller") == "C"
    assert line(moved(alone, "pass", "call", "pass"), "caller") == "B"
    state = moved(state, "call")
    assert (line(state, "phase"), chances(state)) == ("order", {"ask A": 1 / 2, "ask C": 1 / 2})
    assert "chance decides here who is heard first: ask A or ask C" in refusal(state, "ask B")
    state = moved(state, "ask C")
    assert (line(state, "phase"), line(state, "caller"), line(state, "called")) == ("breeze", "C", "")


@pytest.mark.rule("leaves", 63)
def test_live_asks_in_seat_order_and_the_referee_may_say_who_called() -> None:
    state = beginning("call", 3, call_order="live")
    assert line(moved(state, "pass"), "asked") == "B"
    assert legal(state) == ["call", "pass"]
    assert referee(state) == ["call A", "call B", "call C", "nobody"]
    for name in "ABC":
        assert line(moved(state, f"call {name}"), "caller") == name
    after = moved(state, "nobody")
    assert told(state, "nobody") == ("nobody called",)
    assert (line(after, "phase"), line(after, "puzzle")) == ("deal", "2")


@pytest.mark.rule("leaves", 63)
def test_a_referee_names_any_caller_who_is_not_barred() -> None:
    state = drawn(moved(beginning("place", 3, call_order="live"), "fail forfeit", "draw 3yb"), EIGHT)
    assert referee(state) == ["call B", "call C", "nobody"]
    assert "player A may not call this puzzle" in refusal(state, "call A")
    state = moved(state, "pass")
    assert referee(state) == ["call B", "call C", "nobody"]
    assert moved(state, "call B").caller == 1


@pytest.mark.rule("leaves", 63)
@pytest.mark.parametrize("move", ["call B", "nobody"])
@pytest.mark.parametrize("call_order", ["random_order", "seat_order", "simultaneous"])
def test_only_live_lets_the_referee_say_who_called(call_order: str, move: str) -> None:
    state = beginning("call", call_order=call_order)
    assert "only with the ruling call_order=live" in refusal(state, move)


@pytest.mark.rule("leaves", 63)
@pytest.mark.parametrize("move", ["call B", "nobody"])
@pytest.mark.parametrize("phase", ["breeze", "place"])
def test_nobody_is_said_to_call_outside_of_the_call(phase: str, move: str) -> None:
    assert "nobody is asked now whether to call" in refusal(beginning(phase, call_order="live"), move)


@pytest.mark.rule("leaves", 64)
@pytest.mark.parametrize(
    ("call_order", "passes"),
    [
        ("random_order", ["pass", "ask C", "pass", "pass"]),
        ("seat_order", ["pass", "pass", "pass"]),
        ("simultaneous", ["pass", "pass", "pass"]),
        ("live", ["pass", "nobody"]),
    ],
)
def test_a_puzzle_nobody_calls_goes_back_and_another_is_dealt(call_order: str, passes: list[str]) -> None:
    state = beginning("call", 3, call_order=call_order)
    assert told(moved(state, *passes[:-1]), passes[-1]) == ("nobody called",)
    state = moved(state, *passes)
    assert (line(state, "phase"), line(state, "puzzle"), line(state, "layout")) == ("deal", "2", "")
    assert set(chances(state)) >= {f"draw {card}" for card in EIGHT.split()}


def barred(**rulings: str) -> TableState:
    """Return the puzzle after a failed challenge of A, B being asked."""
    return drawn(
        moved(beginning("place", 3, call_order="seat_order", **rulings), "fail forfeit", "draw 3yb"), EIGHT
    )


@pytest.mark.rule("leaves", 64, 65)
@pytest.mark.parametrize(
    ("bar_length", "bar", "asked"), [("next_puzzle_dealt", "", "A"), ("next_puzzle_challenged", "A", "B")]
)
def test_a_bar_outlasts_a_puzzle_nobody_called_or_not(bar_length: str, bar: str, asked: str) -> None:
    state = barred(bar_length=bar_length)
    assert (line(state, "barred"), line(state, "asked")) == ("A", "B")
    state = drawn(moved(state, "pass", "pass"), EIGHT)
    assert (line(state, "puzzle"), line(state, "barred"), line(state, "asked")) == ("3", bar, asked)


@pytest.mark.rule("leaves", 65)
@pytest.mark.parametrize("bar_length", ["next_puzzle_dealt", "next_puzzle_challenged"])
def test_a_bar_ends_with_the_challenge_of_another_and_one_player_is_barred(bar_length: str) -> None:
    state = moved(barred(bar_length=bar_length), "call", "keep", "fail forfeit", "draw 3ym")
    assert line(state, "barred") == "B"
    assert line(drawn(state, EIGHT), "asked") == "A"


@pytest.mark.rule("leaves", 66)
@pytest.mark.parametrize(
    ("choice", "hand", "drawable"),
    [("to_pile", "1rg 2gm 3yb", True), ("back_to_hand", "1rg 2gm 3yb 3yg", False)],
)
def test_a_failed_centre_card_goes_to_the_pile_or_back(choice: str, hand: str, drawable: bool) -> None:
    state = moved(beginning("place", failed_centre_card=choice), "place 3yg", "fail diagonal", "draw 3yb")
    assert line(state, "hands") == f"{hand} | {HANDS[1]}"
    assert ("draw 3yg" in chances(state)) == drawable


@pytest.mark.rule("leaves", 66)
@pytest.mark.parametrize("choice", ["to_pile", "back_to_hand"])
def test_the_card_of_a_cleared_challenge_is_gone_in_any_case(choice: str) -> None:
    state = moved(table(NEARLY_STUCK, failed_centre_card=choice), "a3-b3 type", "b3-c3 colour")
    assert line(state, "hands") == f"1rg 2gm | {HANDS[1]}"


@pytest.mark.rule("leaves", 67)
def test_a_trait_that_is_not_shared_fails_the_challenge_or_is_corrected() -> None:
    fails, corrected = (table(NEARLY_STUCK, wrong_trait=choice) for choice in ("fails", "corrected"))
    assert told(fails, "fail wrong_trait") == ("failed wrong_trait",)
    assert "fail wrong_trait" not in referee(corrected)
    assert "by the ruling wrong_trait a trait that is not shared is corrected" in refusal(
        corrected, "fail wrong_trait"
    )
    assert set(referee(fails)) - set(referee(corrected)) == {"fail wrong_trait"}
    for state in (fails, corrected):
        assert "share type, not number" in refusal(state, "a3-b3 number")


@pytest.mark.rule("leaves", 68)
def test_a_card_that_leaves_no_merge_fails_at_once_or_when_the_time_is_up() -> None:
    at_once = moved(table(STUCK, stuck="fails_at_once"), "place 1gb")
    assert told(table(STUCK), "place 1gb") == ("failed stuck",)
    assert (line(at_once, "phase"), at_once.current_player) == ("draw", CHANCE)
    waiting = moved(table(STUCK, stuck="runs_out_the_clock"), "place 1gb")
    assert (line(waiting, "phase"), legal(waiting)) == ("merge", ["pass"])
    assert "no merge is left; the time runs out (pass)" in refusal(waiting, "a1-b1 colour")
    assert told(waiting, "pass") == ("failed timeout",)
    assert str(moved(waiting, "pass")) == str(at_once)


@pytest.mark.rule("leaves", 68)
def test_a_merge_that_leaves_no_merge_fails_at_once_or_when_the_time_is_up() -> None:
    assert told(table(NEARLY_STUCK, stuck="fails_at_once"), "b3-a3 type") == ("failed stuck",)
    waiting = moved(table(NEARLY_STUCK, stuck="runs_out_the_clock"), "b3-a3 type")
    assert (line(waiting, "phase"), line(waiting, "layout")) == ("merge", ". . . / . . . / 1gg . 2rm")
    assert legal(waiting) == ["pass"]
    assert "no merge is left; the time runs out (pass)" in refusal(waiting, "a3-c3 type")
    assert "stacks are merged now" in refusal(table(NEARLY_STUCK, stuck="runs_out_the_clock"), "pass")


def two_each() -> Leaves:
    """Return a game in which both players have two Breezes."""
    breeze = msgspec.structs.replace(standard().breeze, each=2)
    return Leaves(2, LeavesRulings(), msgspec.structs.replace(standard(), breeze=breeze))


TWO_BREEZES = f"""\
phase: breeze
puzzle: 1
caller: A
layout: {PUZZLE}
hands: {HANDS[0]} | {HANDS[1]}
breezes: 2 1"""


@pytest.mark.rule("leaves", 72)
def test_one_breeze_or_any_number_may_be_used_in_a_challenge() -> None:
    house = two_each()
    assert line(house.start(), "breezes") == "2 2"
    one = house.state_from(TWO_BREEZES)
    any_number = Leaves(2, LeavesRulings(breezes_per_challenge="any"), house.components).state_from(
        TWO_BREEZES
    )
    after = moved(one, "swap a1 c3")
    assert (line(after, "phase"), line(after, "breezes")) == ("place", "1 1")
    after = moved(any_number, "swap a1 c3")
    assert (line(after, "phase"), line(after, "breezes")) == ("breeze", "1 1")
    assert line(moved(after, "keep"), "phase") == "place"
    after = moved(after, "swap a1 b1")
    assert (line(after, "phase"), line(after, "breezes")) == ("place", "0 1")
    assert line(after, "layout") == "2yg 2rm 3gm / 1ym . 2gb / 3rg 1gg 1rb"


@pytest.mark.rule("leaves", 73)
@pytest.mark.parametrize(
    ("choice", "after_challenge", "after_passes"),
    [("after_challenge_all_down", "0 1", "0 1"), ("after_every_puzzle", "1 1", "1 1")],
)
def test_breezes_turn_up_when_all_are_down_or_after_every_puzzle(
    choice: str, after_challenge: str, after_passes: str
) -> None:
    state = moved(beginning("breeze", breeze_reset=choice), "swap a1 c3", "fail forfeit", "draw 3yb")
    assert line(state, "breezes") == after_challenge
    state = moved(beginning("call", breezes="0 1", breeze_reset=choice), "pass", "pass")
    assert line(state, "breezes") == after_passes


@pytest.mark.rule("leaves", 47, 73)
def test_no_breeze_turns_up_after_the_last_puzzle() -> None:
    state = beginning("call", breezes="0 1", breeze_reset="after_every_puzzle", puzzle_limit="1")
    assert told(moved(state, "pass"), "pass") == ("nobody called", "ended puzzle_limit")
    assert line(moved(state, "pass", "pass"), "breezes") == "0 1"
    state = moved(beginning("breeze", breezes="1 0", puzzle_limit="1"), "swap a1 c3", "fail forfeit")
    assert told(state, "draw 3yb") == ("ended puzzle_limit",)
    assert line(drawn(state, "3yb"), "breezes") == "0 0"


@pytest.mark.rule("leaves", 74)
@pytest.mark.parametrize("phase", ["breeze", "place"])
def test_giving_up_before_a_card_is_placed_fails_and_draws_or_is_not_possible(phase: str) -> None:
    state = beginning(phase, called_without_placing="fails_and_draws")
    after = moved(state, "fail forfeit", "draw 3yb")
    assert line(after, "hands") == f"1rg 2gm 3yb 3yg | {HANDS[1]}"
    assert (line(after, "barred"), len(chances(after))) == ("A", 20)
    state = beginning(phase, called_without_placing="not_possible")
    assert "by the ruling called_without_placing" in refusal(state, "fail forfeit")
    assert "fail forfeit" in referee(
        moved(beginning("place", called_without_placing="not_possible"), "place 3yg")
    )


@pytest.mark.rule("leaves", 86)
def test_a_hidden_answer_is_known_to_its_player_alone_until_all_have_answered() -> None:
    state = beginning("call", 3, call_order="simultaneous")
    called, passed = moved(state, "call"), moved(state, "pass")
    assert called != passed
    assert called.information(0) != passed.information(0)
    for player in (1, 2):
        assert called.information(player) == passed.information(player)
        assert line(called.information(player), "answered") == "A"
    assert called.observers() == (1,)
    heard = moved(called, "pass", "call")
    assert {line(heard.information(player), "called") for player in range(3)} == {"AC"}


@pytest.mark.rule("leaves", 86)
def test_hidden_answers_are_guessed_by_lot_and_the_own_one_is_remembered() -> None:
    state = moved(beginning("call", 3, call_order="simultaneous"), "call", "pass")
    guessed = {line(state.resample(2, Rng(item)), "called") for item in range(40)}
    assert guessed == {"", "A", "B", "AB"}
    assert {line(state.resample(0, Rng(item)), "called") for item in range(40)} == {"A", "AB"}
    for item in range(10):
        assert state.resample(2, Rng(item)).information(2) == state.information(2)
