"""The solo challenge of Leaves, number by number of RULES.md."""

from __future__ import annotations

import pytest
from leaves_play import (
    SOLO_DEAL,
    SOLO_RUN,
    chances,
    drawn,
    leaves,
    legal,
    line,
    moved,
    referee,
    refusal,
    solo,
    told,
)

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.engines.game import CHANCE, TERMINAL
from quadrangle.engines.leaves import SoloState

FINISHING = """
    phase: solo
    hand: -
    breezes: 4
    puzzle 1: . . . / 3yb . . / . . .
    placed 1: 1rg
    puzzle 2: . . . / . . . / . . 3gb
    placed 2: 1ym
    puzzle 3: . . . / . . . / . 2gm 2ym
    placed 3: 2ym
    covered: 1rb 1rg 1rm 1yb 1yg 1ym 1gb 1gg 1gm 2rb 2rg 2rm 2yb 2yg 2gb 2gg 3rb 3rg 3rm 3yg 3ym 3gg 3gm
    stopwatch: 30000
"""
"""One merge before the end, after half a minute."""

DEALT = (
    "1rg 1ym 2ym 2rb 1yg 2gb 3gg 1gb 3rg 1gg 3yb 1rb 2gg 3rm 3ym 1yb 2rm 3gb 2rg 2gm 2yb 3yg 1rm 3rb 3gm 2yg"
)
"""The first 26 cards of the deal."""


def finished(breezes: int = 4, ms: int = 0) -> SoloState:
    """Return a run that was won with so many Breezes left, its last merge having taken so long."""
    state = solo(FINISHING.replace("breezes: 4", f"breezes: {breezes}"))
    return moved(state, "3 b3-c3 number", ms=ms)


@pytest.mark.rule("leaves", 51, 52)
def test_three_cards_are_dealt_to_the_hand_first_and_all_four_breezes_are_there() -> None:
    state = leaves(1).start()
    assert (state.current_player, set(chances(state).values())) == (CHANCE, {1 / 27})
    state = drawn(state, "1rg 2ym 1ym")
    assert (line(state, "hand"), line(state, "breezes")) == ("1rg 1ym 2ym", "4")
    assert line(state, "puzzle 1") == ". . . / . . . / . . ."
    assert line(drawn(state, "2rb"), "puzzle 1") == "2rb . . / . . . / . . ."


@pytest.mark.rule("leaves", 53)
def test_the_other_cards_make_three_puzzles_that_are_seen_from_the_start() -> None:
    state = drawn(leaves(1).start(), DEALT)
    assert state == solo(SOLO_DEAL)
    known = state.information(0)
    cards = [card for n in (1, 2, 3) for card in line(known, f"puzzle {n}").replace("/ ", "").split()]
    assert (len(cards), cards.count("."), len(set(cards))) == (27, 3, 25)
    assert state.current_player == 0


@pytest.mark.rule("leaves", 53)
def test_every_card_of_the_solo_challenge_has_to_be_named() -> None:
    state = drawn(leaves(1).start(), "1rg")
    assert "every card of a solo challenge lies face up" in refusal(state, "draw ?")
    assert "1rg has been dealt already" in refusal(state, "draw 1rg")
    assert "a card is dealt here" in refusal(state, "place 1 1rg")


@pytest.mark.rule("leaves", 54)
def test_the_run_is_won_when_three_puzzles_are_cleared_with_three_cards() -> None:
    state = solo(SOLO_DEAL)
    for number, move in enumerate(SOLO_RUN, 1):
        assert (state.current_player, state.ended_by()) == (0, "")
        assert ("cleared" in " ".join(told(state, move))) == (number % 9 == 0)
        state = moved(state, move)
    assert (state.current_player, state.ended_by()) == (TERMINAL, "cleared")
    assert [line(state, f"placed {n}") for n in (1, 2, 3)] == ["1rg", "1ym", "2ym"]
    assert (state.scores(), state.returns()) == ((3,), (1,))


@pytest.mark.rule("leaves", 54)
def test_a_card_serves_for_one_puzzle() -> None:
    state = moved(solo(SOLO_DEAL), *SOLO_RUN[:9])
    assert line(state, "hand") == "1ym 2ym"
    assert "the hand holds 1ym and 2ym, not 1rg" in refusal(state, "place 2 1rg")
    assert "puzzle 1 already has its hand card, 1rg" in refusal(state, "place 1 1ym")
    assert "the hand holds 1rg, 1ym and 2ym, not 3gg" in refusal(solo(SOLO_DEAL), "place 1 3gg")


@pytest.mark.rule("leaves", 55)
def test_any_card_may_go_to_any_puzzle_and_any_puzzle_may_come_first() -> None:
    places = {f"place {puzzle} {card}" for puzzle in (1, 2, 3) for card in ("1rg", "1ym", "2ym")}
    assert {action for action in legal(solo(SOLO_DEAL)) if action.startswith("place")} == places
    last_first = moved(solo(SOLO_DEAL), *SOLO_RUN[18:], *SOLO_RUN[9:18], *SOLO_RUN[:9])
    assert last_first == moved(solo(SOLO_DEAL), *SOLO_RUN)


@pytest.mark.rule("leaves", 56)
def test_each_breeze_serves_once_and_none_is_turned_up_again() -> None:
    state = solo(SOLO_DEAL)
    for left in ("3", "2", "1", "0"):
        state = moved(state, "swap 3 a1 b1")
        assert line(state, "breezes") == left
    assert line(state, "puzzle 3") == line(solo(SOLO_DEAL), "puzzle 3")
    assert "no Breeze is left" in refusal(state, "swap 3 a1 b1")
    state = moved(state, *SOLO_RUN[:9])
    assert (state.scores(), line(state, "breezes")) == ((1,), "0")
    assert "no Breeze is left" in refusal(state, "swap 3 a1 b1")


@pytest.mark.rule("leaves", 56)
def test_a_run_is_won_with_all_breezes_left() -> None:
    state = finished(breezes=4)
    assert (state.ended_by(), state.breezes_used) == ("cleared", 0)


@pytest.mark.rule("leaves", 57)
def test_the_stopwatch_runs_from_the_uncovering_to_the_last_merge() -> None:
    state = moved(leaves(1).start(), *(f"draw {card}" for card in DEALT.split()), ms=500)
    assert (line(state, "phase"), line(state, "stopwatch")) == ("solo", "")
    state = moved(state, "swap 3 a1 b1", "swap 3 a1 b1", ms=10_000)
    assert line(state, "stopwatch") == "20000"
    state = moved(state, *SOLO_RUN, ms=1_001)
    assert (state.ended_by(), line(state, "stopwatch")) == ("cleared", "47027")


@pytest.mark.rule("leaves", 58)
@pytest.mark.parametrize("used", [0, 1, 2, 3, 4])
def test_each_breeze_used_adds_thirty_seconds(used: int) -> None:
    state = finished(breezes=4 - used, ms=250)
    assert (state.breezes_used, state.seconds) == (used, 30.25 + 30 * used)


@pytest.mark.rule("leaves", 59, 80)
def test_a_mistake_that_cannot_be_mended_fails_the_run() -> None:
    state = moved(solo(SOLO_DEAL), "place 1 1rg")
    assert told(state, "1 b2-b1 type") == ("ended proved_lost",)
    state = moved(state, "1 b2-b1 type")
    assert (state.current_player, state.ended_by(), state.returns()) == (TERMINAL, "proved_lost", (0,))


@pytest.mark.rule("leaves", 60)
@pytest.mark.parametrize("last", ["fail forfeit", "1 b2-b1 type"])
def test_a_failed_run_has_no_band_whatever_its_time(last: str) -> None:
    state = moved(solo(SOLO_DEAL), "place 1 1rg", last, ms=10)
    assert (state.current_player, state.band, state.returns()) == (TERMINAL, None, (0,))
    assert state.seconds == 0.02
    assert "the game is over" in refusal(state, "place 2 1ym")


BANDS = [
    (59_999, 0),
    (60_000, 0),
    (60_001, 1),
    (90_000, 1),
    (90_001, 2),
    (120_000, 2),
    (120_001, 3),
    (180_000, 3),
    (180_001, 4),
    (3_600_000, 4),
]
"""Times in milliseconds and the bands they belong to, the best being 0."""


@pytest.mark.rule("leaves", 61, 81)
@pytest.mark.parametrize(("ms", "band"), BANDS)
def test_a_time_on_a_mark_belongs_to_the_better_of_five_bands(ms: int, band: int) -> None:
    state = finished(ms=ms - 30_000)
    assert (state.seconds, state.band) == (ms / 1000, band)
    assert state.returns() == ((1, 0.8, 0.6, 0.4, 0.2)[band],)


@pytest.mark.rule("leaves", 58, 61)
@pytest.mark.parametrize(
    ("breezes", "ms", "band"), [(3, 60_000, 1), (3, 60_001, 2), (0, 60_000, 3), (0, 60_001, 4)]
)
def test_the_band_counts_the_breezes(breezes: int, ms: int, band: int) -> None:
    assert finished(breezes, ms - 30_000).band == band


@pytest.mark.rule("leaves", 26, 27, 28, 31, 37)
@pytest.mark.parametrize(
    ("merge", "why"),
    [
        ("1 a1-b1 colour", "2 red bodhi and 1 yellow ginkgo share no trait"),
        ("1 a1-b2 colour", "touch only at a corner"),
        ("1 b1-b2 colour", "share number and type, not colour"),
        ("1 b1-b2", "the shared trait has to be named: number or type"),
        ("1 a1-a1 colour", "a stack cannot be put onto itself"),
        ("1 a1-c1 number", "are not next to each other"),
        ("2 a1-a2 colour", "puzzle 1 has been begun, and comes first"),
    ],
)
def test_a_merge_that_is_not_legal_is_refused_and_loses_nothing(merge: str, why: str) -> None:
    assert why in refusal(moved(solo(SOLO_DEAL), "place 1 1rg"), merge)


@pytest.mark.rule("leaves", 24, 55)
def test_a_puzzle_without_its_hand_card_is_not_merged() -> None:
    assert "puzzle 2 has no card in its centre yet" in refusal(solo(SOLO_DEAL), "2 a1-a2 colour")


@pytest.mark.rule("leaves", 87)
@pytest.mark.parametrize("reason", ["part_of_stack", "no_shared_trait", "wrong_trait", "diagonal", "timeout"])
def test_alone_a_run_is_given_up_and_not_called_out(reason: str) -> None:
    state = solo(SOLO_DEAL)
    assert referee(state) == ["fail forfeit"]
    assert "a solo challenge can only be given up (fail forfeit)" in refusal(state, f"fail {reason}")
    assert moved(state, "fail forfeit").ended_by() == "forfeit"
    assert "a card is dealt here" in refusal(leaves(1).start(), "fail forfeit")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("    placed 2: 1ym\n", "", "three hand cards, in hand or placed, each once"),
        ("breezes: 4", "breezes: 5", "5 Breezes face up, of 4"),
        ("placed 2: 1ym", "placed 2: 1rg", "three hand cards, in hand or placed, each once"),
        (". 2gm 2ym", ". . 2ym", "2gm lies nowhere"),
        ("phase: solo", "phase: over", "a game is over when it says how it ended"),
        ("stopwatch: 30000", "stopwatch: 30000\n    clocks: 0 0 5", "no puzzle has a countdown"),
        (". 2gm 2ym", "2gm 2gm 2ym", "2gm lies on both a3 and b3"),
    ],
)
def test_a_solo_position_that_no_run_comes_to_is_refused(old: str, new: str, fault: str) -> None:
    with pytest.raises(NotationError, match=fault):
        solo(FINISHING.replace(old, new))


@pytest.mark.rule("leaves", 54, 60)
def test_a_run_says_that_it_was_won_when_three_puzzles_are_cleared_and_only_then() -> None:
    over = FINISHING.replace("phase: solo", "phase: over")
    with pytest.raises(NotationError, match="a run is won when three puzzles are cleared, and only then"):
        solo(over + "    ended: cleared")
    with pytest.raises(NotationError, match="a run is won when three puzzles are cleared, and only then"):
        solo(str(finished()).replace("ended: cleared", "ended: forfeit"))
    assert solo(over + "    ended: forfeit").band is None


@pytest.mark.rule("leaves", 57)
def test_time_does_not_run_backwards() -> None:
    state = solo(FINISHING)
    with pytest.raises(IllegalAction, match="took -1 ms; expected whole milliseconds"):
        moved(state, "3 b3-c3 number", ms=-1)
