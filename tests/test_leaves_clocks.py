"""The clocks of Leaves for several players: the countdown, the time for a Breeze, and where both end."""

from __future__ import annotations

import msgspec
import pytest
from leaves_play import CLEARING, HANDS, PUZZLE, beginning, line, moved, refusal, table, told

from quadrangle.engines.leaves import Leaves, LeavesRulings, standard

DEADLINES = [("before_12", 11_999, True), ("before_12", 12_000, False), ("before_12", 12_001, False)]
DEADLINES += [("at_most_12", 11_999, True), ("at_most_12", 12_000, True), ("at_most_12", 12_001, False)]


@pytest.mark.rule("leaves", 69)
def test_without_a_clock_no_time_is_too_long() -> None:
    state = moved(beginning("breeze", clock="off"), "keep", "place 3yg", *CLEARING[:7], ms=3_600_000)
    assert line(state, "clock") == ""
    assert told(state, CLEARING[7], ms=3_600_000) == ("cleared",)


@pytest.mark.rule("leaves", 69)
def test_a_live_clock_adds_the_time_of_the_placement_and_of_every_merge() -> None:
    state = moved(beginning("place", clock="live"), "place 3yg", ms=2_000)
    clocks = [line(state, "clock")]
    for merge in CLEARING[:7]:
        state = moved(state, merge, ms=1_250)
        clocks.append(line(state, "clock"))
    assert clocks == ["2000", "3250", "4500", "5750", "7000", "8250", "9500", "10750"]
    assert told(state, CLEARING[7], ms=1_249) == ("cleared",)
    assert told(state, CLEARING[7], ms=1_250) == ("failed timeout",)


@pytest.mark.rule("leaves", 69)
def test_a_live_clock_may_run_out_in_the_middle() -> None:
    state = moved(beginning("place", clock="live"), "place 3yg", *CLEARING[:2], ms=3_999)
    assert line(state, "clock") == "11997"
    after = moved(state, CLEARING[2], ms=3)
    assert (line(after, "phase"), line(after, "layout")) == ("draw", line(state, "layout"))


@pytest.mark.rule("leaves", 69)
@pytest.mark.parametrize(
    ("clock", "deadline", "cleared"),
    [
        ("per_merge:1.499", "before_12", True),
        ("per_merge:1.5", "before_12", False),
        ("per_merge:1.5", "at_most_12", True),
        ("per_merge:1.501", "at_most_12", False),
    ],
)
def test_a_fixed_cost_counts_merges_and_neither_the_time_that_passes_nor_the_placement(
    clock: str, deadline: str, cleared: bool
) -> None:
    state = moved(beginning("place", clock=clock, deadline=deadline), "place 3yg", *CLEARING[:7], ms=5_000)
    assert told(state, CLEARING[7], ms=5_000) == (("cleared",) if cleared else ("failed timeout",))


@pytest.mark.rule("leaves", 70)
@pytest.mark.parametrize(("deadline", "ms", "in_time"), DEADLINES)
def test_deadline_says_whether_twelve_seconds_are_too_late(deadline: str, ms: int, in_time: bool) -> None:
    state = moved(beginning("place", clock="live", deadline=deadline), "place 3yg", *CLEARING[:7])
    assert told(state, CLEARING[7], ms=ms) == (("cleared",) if in_time else ("failed timeout",))
    state = beginning("place", clock="live", deadline=deadline)
    assert told(state, "place 3yg", ms=ms) == (() if in_time else ("failed timeout",))


@pytest.mark.rule("leaves", 70)
def test_a_card_that_is_chosen_too_late_is_not_placed() -> None:
    state = moved(beginning("place", clock="live"), "place 3yg", ms=12_000)
    assert (line(state, "phase"), line(state, "placed"), line(state, "layout")) == ("draw", "", PUZZLE)
    assert line(moved(state, "draw 3yb"), "hands") == f"1rg 2gm 3yb 3yg | {HANDS[1]}"


@pytest.mark.rule("leaves", 71)
@pytest.mark.parametrize("move", ["keep", "swap a1 c3"])
@pytest.mark.parametrize(
    ("breeze_clock", "deadline", "ms", "in_time"),
    [
        ("none", "before_12", 3_600_000, True),
        ("5", "before_12", 4_999, True),
        ("5", "before_12", 5_000, False),
        ("5", "at_most_12", 5_000, True),
        ("0.75", "at_most_12", 751, False),
    ],
)
def test_breeze_clock_limits_the_time_for_the_swap(
    move: str, breeze_clock: str, deadline: str, ms: int, in_time: bool
) -> None:
    state = beginning("breeze", breeze_clock=breeze_clock, deadline=deadline)
    after = moved(state, move, ms=ms)
    assert told(state, move, ms=ms) == (() if in_time else ("failed timeout",))
    assert line(after, "phase") == ("place" if in_time else "draw")
    if not in_time:
        assert (line(after, "layout"), line(after, "breezes")) == (PUZZLE, "1 1")


@pytest.mark.rule("leaves", 71)
def test_the_time_for_the_swap_is_not_taken_from_the_twelve_seconds() -> None:
    state = moved(beginning("breeze", breeze_clock="20", clock="live"), "swap a1 c3", ms=15_000)
    assert (line(state, "phase"), line(state, "clock")) == ("place", "")


@pytest.mark.rule("leaves", 68, 69)
def test_waiting_with_nothing_to_merge_ends_by_timeout_whatever_the_clock_says() -> None:
    text = """
        phase: merge
        puzzle: 1
        caller: A
        placed: 3yg
        layout: . . . / . . . / 1gg . 2rm
        covered: 1rb 1ym 2yg 2gb 3rg 3yg 3gm
        hands: 1rg 2gm | 1gb 2ym 3rb
        breezes: 0 1
        clock: 10500
        """
    for clock in ("off", "live", "per_merge:1.5"):
        shown = text if clock != "off" else text.replace("clock: 10500", "")
        state = table(shown.rstrip(), stuck="runs_out_the_clock", clock=clock)
        assert told(state, "pass", ms=10) == ("failed timeout",)


@pytest.mark.rule("leaves", 69)
def test_time_spent_on_a_refused_move_is_not_in_the_position() -> None:
    state = moved(beginning("place", clock="live"), "place 3yg", ms=1_000)
    assert "share no trait" in refusal(state, "a1-b1 colour")
    assert line(state, "clock") == "1000"


@pytest.mark.rule("leaves", 11, 70)
def test_another_timer_in_the_box_sets_another_deadline() -> None:
    box = standard()
    slow = msgspec.structs.replace(box, timer=msgspec.structs.replace(box.timer, seconds=20))
    state = Leaves(2, LeavesRulings(clock="live"), slow).state_from(str(beginning("place")))
    assert told(state, "place 3yg", ms=19_999) == ()
    assert told(state, "place 3yg", ms=20_000) == ("failed timeout",)
