"""Positions of Leaves that no game comes to are refused, with what is wrong with them."""

from __future__ import annotations

import pytest
from leaves_play import HANDS, PUZZLE, SOLO_DEAL, SOLO_RUN, beginning, leaves, moved, solo, table

from quadrangle.core.errors import NotationError
from quadrangle.solvers.leaves.cards import CARDS

DEALT = leaves(2).start().json()
ASKED = beginning("call").json()
SOLO = solo(SOLO_DEAL).json()
DEALING = "phase: deal\npuzzle: 1\nhands: 1rg | 1gb\nbreezes: 1 1"
MERGING = f"""\
phase: merge
puzzle: 1
caller: A
placed: 3yg
layout: {PUZZLE.replace(".", "3yg")}
hands: 1rg 2gm | {HANDS[1]}
breezes: 1 1"""
OVER = "phase: over\npuzzle: 3\nhands: - | 1gb\nbreezes: 1 1\nended: out_of_cards"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (DEALING.replace("1rg", " ".join(map(str, CARDS[7:-1]))), "7 cards are left in the pile, and 8 are"),
        (
            DEALING.replace("1rg", "? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?"),
            "7 cards are left in the pile, and 8 are",
        ),
        (DEALING.replace("1rg", "-"), "a player without a Leaf Card has won already"),
        (DEALING.replace("puzzle: 1", "puzzle: 0"), "the first puzzle is number 1"),
        (
            "phase: setup\npuzzle: 0\nhands: 1rg | 1gb\nbreezes: 1 1",
            "every player takes 3 Leaf Cards, one player",
        ),
        ("phase: setup\npuzzle: 1\nhands: 1rg | -\nbreezes: 1 1", "no puzzle has been dealt then"),
        (
            f"phase: setup\npuzzle: 0\nhands: {HANDS[0]} | {HANDS[1]}\nbreezes: 1 1",
            "every player takes 3 Leaf",
        ),
        (OVER.replace("hands: -", "hands: 1rg"), "a player without a Leaf Card has won, and nobody else"),
        (
            OVER.replace("out_of_cards", "puzzle_limit"),
            "a player without a Leaf Card has won, and nobody else",
        ),
        (
            OVER.replace("hands: - | 1gb", "hands: - | -"),
            "a player without a Leaf Card has won, and nobody else",
        ),
        (OVER.replace("puzzle: 3", "puzzle: 0"), "a game does not end by out_of_cards with puzzle 0"),
        (
            OVER.replace("hands: -", "hands: 1rg").replace("out_of_cards", "puzzle_limit"),
            "a game does not end by puzzle_limit with puzzle 3",
        ),
        (OVER.replace("ended", "barred: A\nended"), "nobody is barred when the game is over"),
        (f"{DEALING}\nclock: 5", "only a challenge has a placed card and a clock"),
        (f"{MERGING}\nclock: 5", "no time is counted then"),
        (MERGING.replace("caller", "answered: B\ncaller"), "answers are kept only while players are asked"),
        (MERGING.replace("placed: 3yg", "placed: 1gb"), "1gb has been placed and lies nowhere in the puzzle"),
        (
            MERGING.replace("merge", "draw").replace("placed: 3yg", "placed: 1gb"),
            "1gb has been placed and lies nowhere in the puzzle",
        ),
        (MERGING.replace("3yg", "2rg").replace("placed: 2rg", "placed: 1rb"), "does not lie in the centre"),
    ],
)
def test_a_position_that_no_game_comes_to_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        leaves(2).state_from(text)


@pytest.mark.rule("leaves", 69, 71)
@pytest.mark.parametrize(
    ("text", "rulings", "problem"),
    [
        (f"{MERGING}\nclock: 11999", {"clock": "live"}, ""),
        (f"{MERGING}\nclock: 12000", {"clock": "live"}, "its time has run out"),
        (f"{MERGING}\nclock: 1500", {"clock": "per_merge:1.5"}, "every merge takes 1500 ms"),
        (MERGING, {"clock": "per_merge:1.5"}, ""),
        (f"{beginning('place')}\nclock: 5", {"clock": "live"}, "no time is counted then"),
        (f"{beginning('breeze')}\nclock: 5", {"breezes_per_challenge": "any"}, "no time is counted then"),
        (f"{beginning('breeze')}\nclock: 5", {"breeze_clock": "1"}, "no time is counted then"),
        (
            f"{beginning('breeze')}\nclock: 1000",
            {"breeze_clock": "1", "breezes_per_challenge": "any"},
            "its time has run out",
        ),
        (f"{beginning('breeze')}\nclock: 999", {"breeze_clock": "1", "breezes_per_challenge": "any"}, ""),
    ],
)
def test_no_more_time_has_passed_than_is_counted(text: str, rulings: dict[str, str], problem: str) -> None:
    game = leaves(2, **rulings)
    if problem:
        with pytest.raises(NotationError, match=problem):
            game.state_from(text)
    else:
        assert str(game.state_from(text)) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 100_000, "not JSON"),
        ('"\ud800"', "not JSON"),
        (DEALT.replace('"seats":{', '"seats":{"lost":1,'), "unknown field `lost`"),
        (DEALT.replace("[1,1]", "[]").replace("[0,0]", "[]"), "there are 2 players"),
        (DEALT.replace('"hands":[0,0]', '"hands":[]'), "there are 2 players"),
    ],
)
def test_json_that_is_no_position_is_refused(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        leaves(2).state_from_json(text)


def test_json_of_positions_is_read_and_who_else_decides_is_refused() -> None:
    assert leaves(2).state_from_json(DEALT) == leaves(2).start()
    assert leaves(2).state_from_json(ASKED) == beginning("call")
    for nobody in (-3, -2, -1, 1, 2):
        text = ASKED.replace('"current_player":0', f'"current_player":{nobody}')
        with pytest.raises(NotationError, match="another player decides in this phase"):
            leaves(2, call_order="seat_order").state_from_json(text)


def test_numbers_too_long_to_be_written_are_refused() -> None:
    assert solo(SOLO_DEAL) == leaves(1).state_from_json(SOLO)
    with pytest.raises(NotationError, match="no stopwatch counts to 1000000000000 ms"):
        leaves(1).state_from_json(SOLO.replace('"stopwatch":0', f'"stopwatch":{10**12}'))
    with pytest.raises(NotationError, match="puzzle 1000000000000 of at most 999999999999"):
        leaves(2, puzzle_limit="none").state_from_json(ASKED.replace('"puzzle":1', f'"puzzle":{10**12}'))


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
"""Two stacks that cannot be merged."""


@pytest.mark.rule("leaves", 68)
def test_a_challenge_without_a_merge_is_over_unless_it_runs_out_the_clock() -> None:
    with pytest.raises(NotationError, match="no merge is left, so the challenge has failed"):
        table(STUCK)
    assert table(STUCK, stuck="runs_out_the_clock").faults() == ""


@pytest.mark.rule("leaves", 33, 39)
def test_one_stack_is_no_challenge_any_more() -> None:
    one = STUCK.replace("1gg . 2rm", "1gg . .").replace("1ym 2yg", "1ym 2rm 2yg")
    with pytest.raises(NotationError, match="one stack is left, so the challenge has been cleared"):
        table(one, stuck="runs_out_the_clock")


@pytest.mark.rule("leaves", 44, 65)
def test_a_barred_player_neither_calls_nor_is_asked() -> None:
    with pytest.raises(NotationError, match="player A is barred from this puzzle"):
        table(f"{beginning('place')}\nbarred: A")
    with pytest.raises(NotationError, match="another player decides in this phase"):
        table(f"{beginning('call')}\nbarred: A")
    with pytest.raises(NotationError, match="somebody has answered who was not asked"):
        table(str(beginning("call", 3)).replace("asked: A", "asked: B\nanswered: A") + "\nbarred: A", 3)


@pytest.mark.rule("leaves", 63)
def test_a_call_is_kept_only_where_all_answer_before_one_is_heard() -> None:
    text = str(beginning("call", 3)).replace("asked: A", "asked: C\nanswered: AB\ncalled: B")
    assert table(text, 3, call_order="simultaneous").faults() == ""
    with pytest.raises(NotationError, match="a call ends the asking"):
        table(text, 3, call_order="seat_order")
    with pytest.raises(NotationError, match="somebody has answered who was not asked"):
        table(text.replace("answered: AB", "answered: A"), 3, call_order="random_order")


@pytest.mark.rule("leaves", 63)
@pytest.mark.parametrize("call_order", ["seat_order", "simultaneous", "live"])
def test_nobody_is_asked_before_their_turn(call_order: str) -> None:
    text = str(beginning("call", 3)).replace("asked: A", "asked: B")
    assert table(text, 3).current_player == 1
    with pytest.raises(NotationError, match="another player decides in this phase"):
        table(text, 3, call_order=call_order)


@pytest.mark.rule("leaves", 77, 80)
@pytest.mark.parametrize(
    ("line", "rulings", "problem"),
    [
        ("clocks: 5 0 0", {"solo_clock": "12s_each"}, "the countdown of a puzzle begins with its hand card"),
        ("ended: timeout", {}, "no puzzle has a countdown"),
        ("ended: timeout", {"solo_clock": "12s_each"}, ""),
        ("ended: proved_lost", {"solo_failure": "no_legal_move"}, "nothing ends by a proof"),
        ("ended: proved_lost", {}, ""),
        ("ended: forfeit", {}, ""),
    ],
)
def test_a_solo_run_ends_as_its_rulings_let_it(line: str, rulings: dict[str, str], problem: str) -> None:
    text = str(solo(SOLO_DEAL)) + "\n" + line
    if line.startswith("ended"):
        text = text.replace("phase: solo", "phase: over")
    if problem:
        with pytest.raises(NotationError, match=problem):
            solo(text, **rulings)
    else:
        assert str(solo(text, **rulings)) == text


@pytest.mark.rule("leaves", 52, 57)
def test_nothing_is_used_while_a_solo_run_is_dealt() -> None:
    text = str(leaves(1).start())
    for used in (text.replace("breezes: 4", "breezes: 3"), f"{text}\nstopwatch: 5"):
        with pytest.raises(NotationError, match="time and Breezes are used when every card lies"):
            solo(used)


@pytest.mark.rule("leaves", 78)
def test_two_puzzles_are_begun_only_where_they_may_be_interleaved() -> None:
    state = moved(solo(SOLO_DEAL, solo_order="interleaved"), "place 1 1rg", "place 2 1ym")
    with pytest.raises(NotationError, match="one puzzle is cleared before the next is begun"):
        solo(str(state))


@pytest.mark.rule("leaves", 80)
def test_a_solo_run_in_which_nothing_can_be_done_is_over() -> None:
    cleared = moved(solo(SOLO_DEAL), *SOLO_RUN)
    text = str(cleared).replace("phase: over", "phase: solo").replace("\nended: cleared", "")
    with pytest.raises(NotationError, match="a run is won when three puzzles are cleared, and only then"):
        solo(text)
    stuck = text.replace(". . 2gm\nplaced 3", "1rb . 2gm\nplaced 3").replace("covered: 1rb ", "covered: ")
    with pytest.raises(NotationError, match="nothing can be done, so the challenge is over"):
        solo(stuck)
