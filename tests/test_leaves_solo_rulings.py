"""What the solo challenge of Leaves leaves open: every choice of every ruling for one player."""

from __future__ import annotations

from itertools import chain

import pytest
from leaves_play import SOLO_DEAL, SOLO_RUN, legal, line, moved, referee, refusal, solo, told

from quadrangle.core.errors import NotationError

FEW_HOPES = """
    phase: solo
    hand: 2gb 3gm
    breezes: 0
    puzzle 1: 2rg 3rm 2rb / 1yb . 1rb / 1rg 1gb 3ym
    puzzle 2: 1rm 1ym 1gm / 2yb . 2ym / 2gm 3rg 3yg
    puzzle 3: . . . / . 1yg . / . . .
    placed 3: 1yg
    covered: 1gg 2rm 2yg 2gg 3rb 3yb 3gb 3gg
"""
"""Without a swap, 3gm does not clear the first puzzle, and 2gb does."""


@pytest.mark.rule("leaves", 77)
def test_solo_clock_says_whether_the_twelve_seconds_bind_in_each_puzzle() -> None:
    stopwatch, countdown = (solo(SOLO_DEAL, solo_clock=choice) for choice in ("stopwatch_only", "12s_each"))
    stopwatch, countdown = (moved(state, "place 1 1rg", ms=60_000) for state in (stopwatch, countdown))
    stopwatch, countdown = (moved(state, "1 c3-c2 type", ms=11_999) for state in (stopwatch, countdown))
    assert (line(stopwatch, "stopwatch"), line(stopwatch, "clocks")) == ("71999", "")
    assert (line(countdown, "stopwatch"), line(countdown, "clocks")) == ("71999", "11999 0 0")
    assert told(stopwatch, "1 b3-b2 number", ms=1) == ()
    assert told(countdown, "1 b3-b2 number", ms=1) == ("ended timeout",)
    assert referee(stopwatch) == ["fail forfeit"]
    assert referee(countdown) == ["fail timeout", "fail forfeit"]
    assert moved(countdown, "fail timeout").ended_by() == "timeout"


@pytest.mark.rule("leaves", 70, 77)
@pytest.mark.parametrize(
    ("deadline", "ms", "ended"),
    [
        ("before_12", 11_999, ""),
        ("before_12", 12_000, "timeout"),
        ("at_most_12", 12_000, ""),
        ("at_most_12", 12_001, "timeout"),
    ],
)
def test_the_last_merge_of_a_puzzle_is_in_time_or_too_late(deadline: str, ms: int, ended: str) -> None:
    state = moved(solo(SOLO_DEAL, solo_clock="12s_each", deadline=deadline), *SOLO_RUN[:8])
    after = moved(state, SOLO_RUN[8], ms=ms)
    assert (after.ended_by(), after.scores()) == (ended, ((0,) if ended else (1,)))


@pytest.mark.rule("leaves", 77)
def test_a_run_whose_time_is_up_is_no_position_to_go_on_from() -> None:
    state = moved(solo(SOLO_DEAL, solo_clock="12s_each"), *SOLO_RUN[:2], ms=11_999)
    with pytest.raises(NotationError, match="the time for a puzzle has run out"):
        solo(str(state).replace("clocks: 11999", "clocks: 12000"), solo_clock="12s_each")


@pytest.mark.rule("leaves", 77)
def test_the_countdown_of_a_puzzle_stops_when_it_is_cleared_and_the_next_has_its_own() -> None:
    state = moved(solo(SOLO_DEAL, solo_clock="12s_each"), *SOLO_RUN[:10], ms=1_400)
    assert line(state, "clocks") == "11200 0 0"
    state = moved(state, *SOLO_RUN[10:18], ms=1_499)
    assert line(state, "clocks") == "11200 11992 0"
    assert moved(state, *SOLO_RUN[18:]).ended_by() == "cleared"


@pytest.mark.rule("leaves", 77, 78)
def test_the_countdowns_of_all_puzzles_that_are_begun_run_together() -> None:
    state = solo(SOLO_DEAL, solo_clock="12s_each", solo_order="interleaved")
    state = moved(state, "place 1 1rg", "place 2 1ym", "1 c3-c2 type", ms=4_000)
    assert line(state, "clocks") == "8000 4000 0"
    assert told(state, "2 a3-a2 type", ms=4_000) == ("ended timeout",)


@pytest.mark.rule("leaves", 78)
def test_solo_order_says_whether_another_puzzle_may_be_begun_before_one_is_cleared() -> None:
    one, both = (
        moved(solo(SOLO_DEAL, solo_order=choice), "place 1 1rg")
        for choice in ("one_puzzle_at_a_time", "interleaved")
    )
    assert all(action.startswith("1 ") for action in legal(one))
    assert "puzzle 1 has been begun, and comes first" in refusal(one, "place 2 1ym")
    assert "puzzle 1 has been begun, and comes first" in refusal(one, "swap 2 a1 b1")
    assert {"place 2 1ym", "place 3 2ym", "swap 2 a1 b1", "1 c3-c2 type"} <= set(legal(both))
    both = moved(both, "place 2 1ym", "1 c3-c2 type")
    assert "2 a3-a2 type" in legal(both)
    assert moved(one, *SOLO_RUN[1:9], "place 2 1ym").scores() == (1,)


@pytest.mark.rule("leaves", 78)
def test_going_to_and_fro_comes_to_the_same_end() -> None:
    state = solo(SOLO_DEAL, solo_order="interleaved")
    in_turn = zip(SOLO_RUN[:9], SOLO_RUN[9:18], SOLO_RUN[18:], strict=True)
    to_and_fro = moved(state, *chain.from_iterable(in_turn))
    assert str(to_and_fro) == str(moved(solo(SOLO_DEAL), *SOLO_RUN))


@pytest.mark.rule("leaves", 79)
@pytest.mark.parametrize(
    ("solo_breeze", "inside", "begun", "across"),
    [
        ("before_placing", True, False, False),
        ("any_time", True, True, False),
        ("across_puzzles", True, False, True),
    ],
)
def test_solo_breeze_says_when_and_where_two_cards_may_be_swapped(
    solo_breeze: str, inside: bool, begun: bool, across: bool
) -> None:
    state = solo(SOLO_DEAL, solo_breeze=solo_breeze, solo_order="interleaved")
    assert ("swap 1 a1 c3" in legal(state)) == inside
    assert ("swap 1 a1 3 c3" in legal(state)) == across
    placed = moved(state, "place 1 1rg")
    assert ("swap 1 a1 c3" in legal(placed)) == begun
    assert "swap 2 a1 c3" in legal(placed)
    assert "swap 1 a1 3 c3" not in legal(placed)
    assert ("swap 2 a1 3 c3" in legal(placed)) == across


@pytest.mark.rule("leaves", 79)
def test_any_number_of_the_four_breezes_may_be_used_in_one_puzzle() -> None:
    state = moved(solo(SOLO_DEAL), "swap 1 a1 b1", "swap 1 a1 b1", "swap 1 c1 c3", "swap 2 a1 a2")
    assert line(state, "puzzle 1") == "2rb 1yg 3yb / 3gg . 1gb / 3rg 1gg 2gb"
    assert line(state, "puzzle 2") == "3ym 2gg 3rm / 1rb . 1yb / 2rm 3gb 2rg"
    assert line(state, "breezes") == "0"


@pytest.mark.rule("leaves", 79)
def test_a_swap_across_puzzles_exchanges_a_card_of_each_for_one_breeze() -> None:
    state = moved(solo(SOLO_DEAL, solo_breeze="across_puzzles"), "swap 1 a1 3 c3")
    assert line(state, "puzzle 1") == "1gm 1yg 2gb / 3gg . 1gb / 3rg 1gg 3yb"
    assert line(state, "puzzle 3") == "2gm 2yb 3yg / 1rm . 3rb / 3gm 2yg 2rb"
    assert line(state, "breezes") == "3"


@pytest.mark.rule("leaves", 79)
def test_a_swap_across_puzzles_takes_no_card_of_one_that_is_begun() -> None:
    state = moved(solo(SOLO_DEAL, solo_breeze="across_puzzles", solo_order="interleaved"), "place 2 1ym")
    across = [action for action in legal(state) if action.startswith("swap") and action.count(" ") == 4]
    assert len(across) == 8 * 8
    assert all(action.startswith("swap 1 ") and " 3 " in action for action in across)
    assert "a Breeze swaps two cards of a puzzle before its hand card is placed" in refusal(
        state, "swap 1 a1 2 c3"
    )


@pytest.mark.rule("leaves", 79)
def test_a_swap_at_any_time_exchanges_two_stacks_that_lie_there() -> None:
    state = moved(solo(SOLO_DEAL, solo_breeze="any_time"), "place 1 1rg", "1 c3-c2 type")
    assert "a Breeze swaps two cards that lie in a puzzle under way" in refusal(state, "swap 1 a1 c3")
    after = moved(state, "swap 1 a1 c2")
    assert line(after, "puzzle 1") == "3yb 1yg 2gb / 3gg 1rg 2rb / 3rg 1gg ."
    assert line(after, "covered") == line(state, "covered") == "1gb"


@pytest.mark.rule("leaves", 79)
@pytest.mark.parametrize(
    ("swap", "why"),
    [
        ("swap 1 a1 b2", "a Breeze swaps two of the cards round the centre"),
        ("swap 1 b2 2 b2", "a Breeze swaps two of the cards round the centre"),
        ("swap 1 a1 2 a1", "a Breeze swaps two cards of one puzzle"),
    ],
)
def test_a_swap_that_is_not_allowed_says_why(swap: str, why: str) -> None:
    assert why in refusal(solo(SOLO_DEAL), swap)


@pytest.mark.rule("leaves", 80)
@pytest.mark.parametrize(("solo_failure", "ended"), [("proved_lost", "proved_lost"), ("no_legal_move", "")])
def test_a_puzzle_that_is_lost_ends_the_run_at_once_or_later(solo_failure: str, ended: str) -> None:
    state = moved(solo(SOLO_DEAL, solo_failure=solo_failure), "place 1 1rg", "1 b2-b1 type")
    assert state.ended_by() == ended
    assert state.is_proved_lost()
    assert bool(legal(state)) != bool(ended)


@pytest.mark.rule("leaves", 80)
@pytest.mark.parametrize(("breezes", "ended"), [(0, "proved_lost"), (1, "")])
def test_the_proof_looks_at_cards_breezes_and_puzzles_not_yet_used(breezes: int, ended: str) -> None:
    state = solo(FEW_HOPES.replace("breezes: 0", f"breezes: {breezes}"), solo_failure="proved_lost")
    assert moved(state, "place 2 2gb").ended_by() == ended
    assert moved(state, "place 2 3gm").ended_by() == ""
    assert moved(state, "place 1 3gm").ended_by() == "proved_lost"


@pytest.mark.rule("leaves", 80)
def test_a_swap_at_any_time_may_mend_what_is_lost_otherwise() -> None:
    before, any_time = (
        moved(solo(SOLO_DEAL, solo_breeze=choice), "place 1 1rg", "1 b2-b1 type")
        for choice in ("before_placing", "any_time")
    )
    assert (before.ended_by(), any_time.ended_by()) == ("proved_lost", "")


@pytest.mark.rule("leaves", 80)
@pytest.mark.parametrize("solo_failure", ["proved_lost", "no_legal_move"])
def test_without_a_legal_move_an_unfinished_run_is_lost(solo_failure: str) -> None:
    text = """
        phase: solo
        hand: -
        breezes: 4
        puzzle 1: . . . / 3yb . . / . . .
        placed 1: 1rg
        puzzle 2: . . . / . . . / . . 3gb
        placed 2: 1ym
        puzzle 3: . . . / . . . / 1rb 2rg 2gm
        placed 3: 2ym
        covered: 1rg 1rm 1yb 1yg 1ym 1gb 1gg 1gm 2rb 2rm 2yb 2yg 2ym 2gb 2gg 3rb 3rg 3rm 3yg 3ym 3gg 3gm
        """
    state = solo(text, solo_failure=solo_failure)
    assert told(state, "3 b3-a3 colour")[-1] == "ended stuck"
    assert moved(state, "3 b3-a3 colour").returns() == (0,)
