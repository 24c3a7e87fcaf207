"""The rules of Campus for two players, each in a position written for it, and what holds in every game."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import msgspec
import pytest
from campus_play import alone, box, campus, chances, dealt, legal, line, moved, refusal, table, told

from quadrangle.core.errors import ComponentError, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Greedy
from quadrangle.engines.campus import Campus, CampusState, desk, standard
from quadrangle.engines.game import CHANCE, TERMINAL
from quadrangle.engines.steps import Steps

NINE = "5 6 3 / 1 2 4 / 7 s 11"
ROWS = "1 2 12 13 / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
OTHER = "8 9 10 / 1 2 4 / 7 s 12"


def in_play(seed: int = 1, players: int = 2, **rulings: str) -> CampusState:
    """Return the position before the first roll of a printed game."""
    state, rng = campus(players, **rulings).start(), Rng(seed)
    while line(state, "phase") != "roll":
        action = state.sample_chance(rng) if state.is_chance else state.legal_actions().sample(rng)
        state = state.apply(action)
    return state


@pytest.mark.rule("campus", 1, 2, 3)
def test_the_box_holds_two_boards_88_tiles_two_dice_and_two_bags() -> None:
    found = standard()
    assert (found.board.count, found.board.rows, found.board.columns) == (2, 6, 6)
    assert (found.dice.count, found.bags.count) == (2, 2)
    assert [len(bag) for bag in found.bag] == [44, 44]
    assert set(found.bag[0]) == set(range(25))  # a star is 0
    assert all(tile.source == "reconstructed" for tile in found.tile)


@pytest.mark.rule("campus", 5)
def test_every_tile_in_the_bag_is_as_likely() -> None:
    start = campus().start()
    assert sum(chance for _, chance in start.chance_outcomes()) == 1
    assert dict(start.chance_outcomes())[start.game.parse_action("tile s")] == Fraction(8, 44)
    assert chances(start)["tile 12"] == pytest.approx(2 / 44)
    after = moved(start, "tile 24")
    assert "tile 24" not in chances(after)
    assert refusal(after, "tile 24") == "tile 24: no such tile is left in the bag"
    assert chances(after)["tile s"] == pytest.approx(8 / 43)


@pytest.mark.rule("campus", 4, 6, 7, 8)
def test_boards_are_filled_in_reading_order_from_a_bag_each() -> None:
    game = campus(2, box(2, 2, "1:1 2:1 3:1 4:1 5:1 s:1"))
    state = dealt(game.start(), "5 1 s 3")
    assert line(state, "filled A") == "5 1 s 3"
    assert line(state, "filled B") == "-"
    assert chances(state)["tile 5"] == pytest.approx(1 / 6)  # the other bag is untouched
    state = dealt(state, "2 4 1 s")
    assert line(state, "phase") == "dice-off"
    # Each plays on the arrangement the other one filled; all tiles face up.
    assert (line(state, "board A"), line(state, "board B")) == ("2 4 / 1 s", "5 1 / s 3")


@pytest.mark.rule("campus", 76)
def test_tiles_that_are_all_alike_are_laid_out_at_once() -> None:
    game = campus(2, box(2, 2, "1:3 7:2"))
    state = dealt(game.start(), "7")
    assert told(state, "tile 7") == ("2 times tile 1",)
    assert line(moved(state, "tile 7"), "filled A") == "7 7 1 1"
    alike = campus(2, box(2, 2, "3:4")).start()
    assert line(alike, "phase") == "dice-off"
    assert str(campus(1, box(2, 2, "3:4")).start()) == str(alone("3 3 / 3 3"))


def test_a_set_that_cannot_fill_the_board_is_refused() -> None:
    with pytest.raises(
        ComponentError, match=r"5 tiles of the first colour cannot fill 2 rows of 3; .* 6 tiles"
    ):
        box(2, 3, "1:3 s:2")
    with pytest.raises(ComponentError, match="'25x' is not a tile"):
        box(2, 2, "25x:9")
    with pytest.raises(ComponentError, match="the tile 5 is there twice"):
        box(2, 2, "5:9 5:9")
    with pytest.raises(ComponentError, match="a board of 9 rows and 26 columns"):
        box(9, 26)


@pytest.mark.parametrize("players", [-1, 0, 3])
def test_only_one_or_two_play(players: int) -> None:
    with pytest.raises(NotationError, match=rf"{players} players of Campus; expected 1 \(practice\) or 2"):
        Campus(players)


def dice_off(**rulings: str) -> CampusState:
    return campus(2, box(2, 2, "3:4"), **rulings).start()


@pytest.mark.rule("campus", 9, 77)
@pytest.mark.parametrize(("throws", "winner"), [(("die 5", "die 2"), "A"), (("die 1", "die 2"), "B")])
def test_the_higher_throw_decides_who_starts(throws: tuple[str, str], winner: str) -> None:
    state = moved(dice_off(), *throws)
    assert (line(state, "phase"), state.current_player, state.active) == ("choose", "AB".index(winner), -1)
    assert legal(state) == ["start me", "start them"]
    other = "BA"["AB".index(winner)]
    assert line(moved(state, "start me"), "first") == winner
    assert line(moved(state, "start them"), "first") == other
    assert told(state, "start them") == (f"{other} starts",)
    assert "says who starts" in refusal(state, "pass")


@pytest.mark.rule("campus", 10)
def test_equal_throws_are_thrown_again() -> None:
    state = moved(dice_off(), "die 4")
    assert line(state, "thrown") == "4"
    assert told(state, "die 4") == ("tied",)
    assert moved(state, "die 4") == dice_off()


@pytest.mark.rule("campus", 11, 41)
def test_the_second_game_exchanges_boards_and_the_other_player_starts() -> None:
    state = table("3 24x / 24x 24x", "1 2 / 2 1", "move", roll="1+2", more="")
    assert told(state, "a1")[:3] == ("game over cleared", "charged 0 6", "second game, B starts")
    second = moved(state, "a1")
    assert (line(second, "game"), line(second, "first"), line(second, "turn")) == ("2", "B", "0")
    assert (line(second, "board A"), line(second, "board B")) == ("1 2 / 2 1", "3 24 / 24 24")
    assert second.active == 1
    assert line(second, "phase") == "roll"


@pytest.mark.rule("campus", 12)
def test_every_throw_of_two_dice_is_as_likely() -> None:
    outcomes = table(NINE).chance_outcomes()
    assert len(outcomes) == 21
    counted = Counter(tuple(sorted((one, other))) for one in range(1, 7) for other in range(1, 7))
    assert {(roll.low, roll.high): chance * 36 for roll, chance in outcomes} == counted
    assert refusal(table(NINE), "a1") == "a1: the dice are thrown here, such as 5+6"


@pytest.mark.rule("campus", 13, 20, 21)
def test_chance_throws_and_the_player_on_turn_turns_their_own_tiles() -> None:
    theirs = "8 9 10 5 / 14 15 16 17 / 18 19 20 21 / 22 23 24 7"
    state = table(ROWS, theirs)
    assert state.current_player == CHANCE
    mine = moved(state, "5+6")
    assert mine.current_player == 0
    after = moved(mine, "d4")
    assert (line(after, "board A"), line(after, "board B")) == (ROWS + "x", theirs)
    following = moved(after, "4+6")
    assert following.current_player == 1
    assert legal(following) == ["c1"]  # 10, on their own board
    assert line(moved(following, "c1"), "board B") == theirs.replace("10", "10x")


@pytest.mark.rule("campus", 15, 16)
def test_any_numbers_of_the_right_total_may_be_turned_or_a_single_one() -> None:
    state = table(NINE, phase="move", roll="5+6")
    values = {"a1": 5, "b1": 6, "c1": 3, "a2": 1, "b2": 2, "c2": 4, "a3": 7, "c3": 11}
    sets = {
        " ".join(cells)
        for size in range(1, 9)
        for cells in combinations(values, size)
        if sum(values[cell] for cell in cells) == 11
    }
    assert set(legal(state)) == sets
    assert {"c3", "a1 b1", "a1 c1 a2 b2"} <= sets
    assert refusal(state, "b1 c2") == "b1 c2: its tiles total 10, and 5+6 asks for exactly 11"


@pytest.mark.rule("campus", 14, 17)
def test_a_double_counts_twice_and_allows_less() -> None:
    state = table(NINE, phase="move", roll="3+3")
    assert "c3 a2" not in legal(state)
    assert {"a2 c3", "b2", "a1 a3", "a2"} <= set(legal(state))  # 12, 2, 12, 1
    assert refusal(state, "b2 c3") == "b2 c3: its tiles total 13, and 3+3 asks for at most 12"


@pytest.mark.rule("campus", 18)
def test_dice_turn_no_star() -> None:
    state = table(NINE, phase="move", roll="5+6")
    assert refusal(state, "b3 c3") == "b3 c3: on b3 there is no number"


@pytest.mark.rule("campus", 19)
def test_what_is_down_cannot_be_turned() -> None:
    state = table("5 6 3 / 1x 2 4 / 7 s 11", phase="move", roll="5+6")
    assert refusal(state, "c1 a2 a3") == "c1 a2 a3: what lies on a2 is face down already"
    assert refusal(state, "c9") == "c9: it names a cell the board does not have"


@pytest.mark.rule("campus", 22, 23, 76)
def test_a_number_that_is_down_loses_the_turn() -> None:
    # The reward of row 3 waits, and nobody gets it in a lost turn.
    state = table("5 6 3 / 1 2 4 / 7x sx 11", OTHER)
    assert told(state, "3+4") == ("turn lost 7",)
    after = moved(state, "3+4")
    assert (line(after, "turn"), line(after, "phase"), after.active) == ("1", "roll", 1)
    assert (after.up, after.sheet) == (state.up, state.sheet)
    assert told(state, "2+5") == ("turn lost 7",)  # however it is thrown


@pytest.mark.rule("campus", 24)
def test_a_number_that_was_never_there_loses_nothing() -> None:
    state = table(NINE, OTHER)
    assert told(state, "4+4") == told(state, "4+5") == ()
    assert legal(moved(state, "4+5"))[:2] == ["a1 c1 a2", "a1 c2"]


@pytest.mark.rule("campus", 26)
def test_the_last_number_of_a_line_is_a_reward() -> None:
    state = table("1 2 12 / 13 14 15 / 16 17 18", phase="move", roll="1+2")
    after = moved(state, "a1 b1")
    assert line(after, "board A") == "1x 2x 12x / 13 14 15 / 16 17 18"
    assert told(state, "a1 b1") == ("chain c1",)


@pytest.mark.rule("campus", 27, 30)
def test_a_star_is_spent_for_the_last_number_of_its_line() -> None:
    state = table(
        "1 2 12 s / 13 14 15 16 / 17 18 19 20 / 21 22 23 24", phase="move", roll="1+2", claims="manual"
    )
    chain = moved(state, "a1 b1")
    assert legal(chain) == ["wild row 1 d1", "done"]
    assert refusal(chain, "reward row 1") == "reward row 1: a star is still face up on row 1"
    assert line(moved(chain, "wild row 1 d1"), "board A").startswith("1x 2x 12x sx / 13")
    assert told(
        table("1 2 12 s / 13 14 15 16 / 17 18 19 20 / 21 22 23 24", phase="move", roll="1+2"), "a1 b1"
    ) == ("chain c1 d1",)


@pytest.mark.rule("campus", 28, 31)
def test_a_star_is_free_once_a_line_has_no_number_up() -> None:
    state = table("1 2 s / 13 14 15 / 16 17 18", phase="move", roll="1+2", claims="manual")
    chain = moved(state, "a1 b1")
    assert legal(chain) == ["star c1", "done"]
    assert "no number" in refusal(chain, "reward row 1") or "not one" in refusal(chain, "reward row 1")
    assert line(moved(chain, "star c1"), "board A") == "1x 2x sx / 13 14 15 / 16 17 18"


@pytest.mark.rule("campus", 25)
@pytest.mark.parametrize(
    ("board", "turned", "down"),
    [
        ("1 2 9 / 13 14 15 / 16 17 18", "a1 b1", "c1"),  # a row
        ("1 13 14 / 2 15 16 / 9 17 18", "a1 a2", "a3"),  # a column
        ("1 13 14 / 15 2 16 / 17 18 9", "a1 b2", "c3"),  # a long diagonal
        ("13 14 1 / 15 2 16 / 9 17 18", "c1 b2", "a3"),  # the other one
    ],
)
def test_lines_are_rows_columns_and_long_diagonals(board: str, turned: str, down: str) -> None:
    assert told(table(board, phase="move", roll="1+2"), turned) == (f"chain {down}",)
    assert len(campus().line_masks) == 14


@pytest.mark.rule("campus", 29)
def test_a_chain_goes_on_until_nothing_changes() -> None:
    # Row 1 rewards c1; column c has lost 12 then, and c3 follows; with it row 3, and so on to the end.
    state = table("1 2 12 / 13 14 15x / 16 17x 18", phase="move", roll="1+2")
    assert told(state, "a1 b1") == (
        "chain c1 a2 b2 a3 c3",
        "game over cleared",
        "charged 0 216",
        "second game, B starts",
    )


def missing(**rulings: str) -> CampusState:
    """Return the position in which A has turned a1 and b1 and claims nothing of `ROWS` with a reward."""
    board = ROWS.replace("13", "13x", 1)
    return table(board, ROWS, "move", roll="1+2", rulings={"claims": "manual"} | rulings)


@pytest.mark.rule("campus", 32, 33, 75)
def test_an_overlooked_reward_is_penalised_on_the_next_turn_of_the_other() -> None:
    state = moved(missing(), "a1 b1")
    assert told(state, "done") == ("missed reward row 1",)
    asked = moved(state, "done")
    assert (line(asked, "phase"), asked.current_player, line(asked, "missed")) == (
        "penalty",
        1,
        "reward row 1",
    )
    assert legal(asked) == ["penalise row 1 a1", "penalise row 1 b1", "penalise row 1 d1", "forgive row 1"]
    after = moved(asked, "penalise row 1 d1")
    assert (line(after, "phase"), after.active) == ("roll", 1)
    assert line(after, "board A").startswith("1x 2x 12 13 / 14")
    assert "may be turned up" in refusal(asked, "penalise row 2 a2")
    assert "may be turned up" in refusal(asked, "penalise row 1 c1")  # that one is up
    assert "answers that player A missed reward row 1" in refusal(asked, "done")
    assert line(moved(asked, "forgive row 1"), "board A").startswith("1x 2x 12 13x / 14")


@pytest.mark.rule("campus", 32)
def test_an_overlooked_star_is_penalised_on_a_line_that_frees_it() -> None:
    board = "1x 2x s 3x / 4 5 6 7 / 8 9 10 11 / 13 14 15 16"
    state = moved(table(board, ROWS, "chain", claims="manual"), "done")
    assert line(state, "missed") == "star c1"
    # Column c has numbers up and is no line of this mistake.
    assert legal(state) == ["penalise row 1 a1", "penalise row 1 b1", "penalise row 1 d1", "forgive c1"]


@pytest.mark.rule("campus", 34)
def test_a_tile_turned_up_again_is_in_play() -> None:
    board = "1x 2x 12 7x / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
    assert told(table(board, ROWS, claims="manual"), "3+4") == ("turn lost 7",)
    asked = moved(table(board, ROWS, "chain", claims="manual"), "done")
    after = moved(asked, "penalise row 1 d1", "5+6", "d4", "done")
    assert line(after, "board A").startswith("1x 2x 12 7 /")
    assert told(after, "3+4") == ()
    # Row 1 has two numbers up again, and a reward on it once the 7 is down.
    assert legal(moved(after, "3+4")) == ["d1"]
    assert legal(moved(after, "3+4", "d1")) == ["reward row 1", "done"]


@pytest.mark.rule("campus", 35)
def test_nothing_is_missed_in_a_lost_turn() -> None:
    state = table("1x 2x 12 7x / 14 15 16 17 / 18 19 20 21 / 22 23 24 11", ROWS, claims="manual")
    after = moved(state, "3+4")
    assert (line(after, "phase"), line(after, "missed"), after.active) == ("roll", "", 1)


@pytest.mark.rule("campus", 36)
def test_a_miss_lapses_unless_it_is_left_unclaimed_again() -> None:
    state = moved(missing(), "a1 b1", "done", "forgive row 1", "5+6", "d4", "done")
    assert (line(state, "phase"), line(state, "missed"), state.active) == ("roll", "", 0)
    # A claims nothing again in the next turn.
    assert line(moved(state, "5+6", "d4", "done"), "missed") == "reward row 1"
    # In a lost turn nothing can be claimed, so nothing is missed.
    lost = moved(state, "1+1")
    assert (line(lost, "phase"), line(lost, "missed"), lost.active) == ("roll", "", 1)


def test_a_penalty_reopens_lines() -> None:
    # Row 1 is all down; a penalty on column d turns d1 up, which is then the reward of row 1.
    board = "1x 2x 12x 13x / 14 15 16 17x / 18 19 20 21x / 22 23 24 11"
    asked = moved(table(board, ROWS, "chain", claims="manual"), "done")
    assert line(asked, "missed") == "reward column d"
    after = moved(asked, "penalise column d d1", "5+6", "d4", "done", "2+3", "pass")
    assert legal(after) == ["reward row 1", "done"]


def test_what_several_lines_missed_is_answered_one_by_one() -> None:
    board = "1x 2x 12 13x / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"
    asked = moved(table(board, ROWS, "chain", claims="manual"), "done")
    assert line(asked, "missed") == "reward row 1, reward column a"
    assert refusal(asked, "forgive column a").endswith("the first of what player A missed is reward row 1")
    second = moved(asked, "penalise row 1 a1")
    assert line(second, "missed") == "reward column a"
    assert legal(second) == ["penalise column a a2", "penalise column a a3", "forgive column a"]
    assert line(moved(second, "forgive column a"), "phase") == "roll"


def test_a_miss_that_costs_nothing_is_not_asked_about() -> None:
    # Row 1 has its number and stars only: no tile of it lies face down.
    board = "5 s s / 13 14 15 / 16 17 18"
    state = moved(table(board, ROWS_3, "chain", claims="manual"), "done")
    assert (line(state, "phase"), line(state, "missed")) == ("roll", "")


ROWS_3 = "1 2 12 / 13 14 15 / 16 17 18"


@pytest.mark.rule("campus", 37, 38)
def test_the_big_play_turns_up_the_last_move_and_no_more() -> None:
    state = moved(missing(big_play="on"), "a1 b1", "done")
    assert (line(state, "turned"), legal(state)[-1]) == ("a1 b1", "big_play")
    after = moved(state, "big_play")
    assert line(after, "board A").startswith("1 2 12 13x / 14")  # d1 went down before
    assert (line(after, "phase"), after.active) == ("roll", 1)
    assert "there is no Big Play here" in refusal(moved(missing(), "a1 b1", "done"), "big_play")


@pytest.mark.rule("campus", 37)
def test_the_big_play_turns_up_what_was_claimed_too() -> None:
    board = "1 2 12 s / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"
    state = table(board, ROWS, "move", roll="1+2", claims="manual", big_play="on")
    state = moved(state, "a1 b1")
    assert legal(state) == ["wild row 1 d1", "reward column a", "done"]
    state = moved(state, "wild row 1 d1", "done")
    assert (line(state, "turned"), line(state, "claimed")) == ("a1 b1", "c1 d1")
    assert line(moved(state, "big_play"), "board A") == board


def test_a_number_turned_up_by_the_big_play_loses_no_turn() -> None:
    state = table(
        "7 5x 12 13x / 14 15 16 17 / 18 19 20 21 / 22 23 24 11",
        ROWS,
        "move",
        roll="3+4",
        claims="manual",
        big_play="on",
    )
    state = moved(state, "a1", "done")
    for answer, lost in (("forgive row 1", True), ("big_play", False)):
        after = moved(state, answer, "6+6")
        after = moved(after, legal(after)[0], "done")
        assert bool(told(after, "3+4")) == lost


@pytest.mark.rule("campus", 39)
def test_a_game_ends_when_a_board_is_clear_after_the_claims() -> None:
    board = "1 2 s / 1x 1x 1x / 1x 1x 1x"
    state = moved(table(board, ROWS_3, "move", roll="1+2", claims="manual"), "a1 b1")
    assert (line(state, "phase"), legal(state)) == ("chain", ["star c1", "done"])
    assert told(state, "star c1")[0] == "game over cleared"  # nothing is left to be claimed
    # All numbers are down, but the star was forgotten: the game goes on, with a penalty.
    asked = moved(state, "done")
    assert (line(asked, "game"), line(asked, "phase"), line(asked, "missed")) == ("1", "penalty", "star c1")
    after = moved(asked, "penalise row 1 a1")
    assert line(after, "board A") == "1 2x s / 1x 1x 1x / 1x 1x 1x"


@pytest.mark.rule("campus", 40)
def test_the_loser_is_charged_the_numbers_left_and_25_a_star() -> None:
    state = table("3 1x / 1x 1x", "24 s / sx 7", "move", roll="1+2")
    assert told(state, "a1")[1] == "charged 0 56"
    assert moved(state, "a1").scores() == (0.0, 56.0)


@pytest.mark.rule("campus", 42)
@pytest.mark.parametrize(
    ("points", "board", "returns", "told_of"),
    [
        ("0 50", "20 20 / 20 20", (-1.0, 1.0), "round 1 to B"),
        ("0 80", "20 20 / 20 20", (0.0, 0.0), "round 1 drawn"),
        ("0 90", "20 20 / 20 20", (1.0, -1.0), "round 1 to A"),
    ],
)
def test_fewer_points_win_the_round_and_as_many_are_a_draw(
    points: str, board: str, returns: tuple[float, float], told_of: str
) -> None:
    state = table(
        board, "3 1x / 1x 1x", "move", roll="1+2", game=2, first="B", more=f"points: {points}; ended: cleared"
    )
    assert told_of in told(state, "a1")
    after = moved(state, "a1")
    assert after.current_player == TERMINAL
    assert after.returns() == returns
    assert line(after, "phase") == "over"
    assert refusal(after, "pass") == "pass: the match is over"


@pytest.mark.rule("campus", 74)
def test_ended_by_names_what_ended_a_game_that_was_not_cleared() -> None:
    more = "points: 0 80; ended: turn_limit"
    state = table("20 20 / 20 20", "3 1x / 1x 1x", "move", roll="1+2", game=2, first="B", more=more)
    assert moved(state, "a1").ended_by() == "turn_limit"
    assert (
        moved(
            table(
                "20 20 / 20 20",
                "3 1x / 1x 1x",
                "move",
                roll="1+2",
                game=2,
                first="B",
                more=more.replace("turn_limit", "cleared"),
            ),
            "a1",
        ).ended_by()
        == "cleared"
    )


@pytest.mark.rule("campus", 75, 76)
def test_without_a_set_that_fits_pass_is_asked_and_nothing_else() -> None:
    state = table("13 14 15 / 16 17 18 / 19 20 21", ROWS_3, "move", roll="1+2")
    assert legal(state) == ["pass"]
    after = moved(state, "pass")
    assert (line(after, "turn"), line(after, "board A")) == ("1", "13 14 15 / 16 17 18 / 19 20 21")
    assert refusal(table(NINE, phase="move", roll="1+2"), "pass").endswith(
        "can turn tiles with 1+2, so has to"
    )


def test_a_turn_without_a_set_still_has_its_chain() -> None:
    board = "13x 14x 15 / 16 17 18 / 19 20 21"
    assert told(table(board, ROWS_3, "move", roll="1+2"), "pass") == ("chain c1",)
    chain = moved(table(board, ROWS_3, "move", roll="1+2", claims="manual"), "pass")
    assert legal(chain) == ["reward row 1", "done"]


@pytest.mark.rule("campus", 78)
def test_both_players_know_everything() -> None:
    state = in_play()
    assert state.information(0).text == state.information(1).text == str(state)
    assert list(state.observers()) == [0, 1]
    assert state.resample(0, Rng(1)) == state


@pytest.mark.rule("campus", 79)
def test_what_is_refused_changes_nothing() -> None:
    state = table(NINE, OTHER, "move", roll="5+6")
    assert "turns number tiles with 5+6 now" in refusal(state, "done")
    assert "the dice are thrown here" in refusal(table(NINE, OTHER), "die 4")


@pytest.mark.slow
@pytest.mark.rule("campus", 80)
@pytest.mark.parametrize("may_pass", ["yes", "may_pass"])
def test_a_random_player_takes_every_set_alike(may_pass: str) -> None:
    state = table(NINE, OTHER, "move", roll="5+6", must_play=may_pass)
    actions, rng = state.legal_actions(), Rng(3)
    assert ("pass" in legal(state)) == (may_pass == "may_pass")
    counts = Counter(str(actions.sample(rng)) for _ in range(400 * len(actions)))
    assert set(counts) == set(legal(state))
    assert max(abs(count - 400) for count in counts.values()) < 100


def test_the_greedy_player_turns_the_most_tiles_and_of_these_the_most_value() -> None:
    state, rng = moved(in_play(3), "6+6"), Rng(4)
    own = state.current_player
    assert len(state.legal_actions()) > 3000

    def left(action: object) -> tuple[int, int]:
        up = state.apply(action).up[own]
        return up.bit_count(), state.desk(own).points(up)

    assert left(Greedy().choose(state, rng)) == min(map(left, state.legal_actions()))


def test_sets_are_counted_and_found_without_being_listed() -> None:
    state = moved(in_play(3), "6+6")
    actions = state.legal_actions()
    assert len(actions) > 3000
    for place in (0, 1, 77, len(actions) - 1):
        assert actions.index(actions[place]) == place
        assert actions[place] in actions
    assert actions[-1] == actions[len(actions) - 1]
    assert [str(action) for action in actions[2:4]] == [str(actions[2]), str(actions[3])]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("phase: roll\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 2", r"a line `board B: …`"),
        ("phase: roll\nround: 2\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 2\nboard B: 1 2", "round 2 of 1"),
        (
            "phase: roll\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 2\nboard B: 1 2 3",
            "a board of 1 rows of 3",
        ),
        ("phase: roll\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 25\nboard B: 1 2", "bag has none"),
        (
            "phase: roll\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1x 2x\nboard B: 1 2",
            "turned all tiles",
        ),
        ("phase: move\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 2\nboard B: 1 2", "no roll"),
        ("phase: nap\nround: 1", "'nap' is no phase"),
        (
            "phase: chain\nround: 1\ngame: 1\nfirst: A\nturn: 0\nboard A: 1 2\nboard B: 1 2",
            "chains are automatic",
        ),
        ("phase: deal\nround: 1\nfilled A: 1 1x", "expected tiles face up"),
        ("phase: deal\nround: 1\nfilled A: 24 (11)", "is not a tile"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(NotationError, match=wanted):
        campus(2, box(1, 2)).state_from(text)


def test_a_lost_turn_cannot_be_played_on() -> None:
    with pytest.raises(NotationError, match=r"the turn is lost by 3\+4"):
        table("7x 5 / 6 8", "1 2 / 3 4", "move", roll="3+4")


@pytest.mark.parametrize(
    "rulings", [{}, {"loss_of_turn": "any_copy_down"}, {"turn_limit": "9"}, {"claims": "manual"}]
)
@pytest.mark.parametrize("players", [1, 2])
def test_until_decision_draws_what_chance_step_by_step_draws(players: int, rulings: dict[str, str]) -> None:
    game = campus(players, **rulings)
    one, other = Rng(5), Rng(5)
    state = game.start()
    while not state.is_terminal:
        quick, slow = state.until_decision(one), state
        while slow.is_chance:
            slow = slow.apply(slow.sample_chance(other))
        assert quick == slow
        if slow.is_terminal:
            break
        action = slow.legal_actions().sample(other)
        assert quick.legal_actions().sample(one) == action
        state = slow.apply(action)
        assert quick.apply(action) == state


@pytest.mark.parametrize(
    "rulings", [{}, {"star_only_line": "not_free"}, {"star_needs": "all_lines", "must_play": "may_pass"}]
)
@pytest.mark.parametrize("size", ["6 6", "9 6", "6 10"])
def test_compiled_draws_are_the_plain_ones(
    size: str, rulings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, columns = map(int, size.split())
    # On the largest board more sets may fit a roll than one random number tells apart.
    tiles = "1:30 2:20 9:8 20:4 s:4" if columns == 10 else ""

    def play(draws: int) -> list[str]:
        monkeypatch.setattr(desk, "_PLAIN_DRAWS", draws)
        game, rng, told = campus(2, box(rows, columns, tiles), turn_limit="40", **rulings), Rng(11), []
        state = game.start().until_decision(rng)
        while not state.is_terminal:
            action = state.legal_actions().sample(rng)
            told.append(f"{action}; {state.consequences(action)}")
            state = state.apply(action).until_decision(rng)
        return told

    assert play(1 << 60) == play(0)


def test_words_of_a_whole_game_are_walked_symbol_by_symbol() -> None:
    game = campus(2, box(2, 2, "1:2 2:2 3:2 s:2"), claims="manual", big_play="on")
    steps, rng = Steps(game), Rng(2)
    state = steps.start()
    for _ in range(400):
        if state.is_terminal:
            break
        symbols = [s for s, _ in state.chance_symbols()] if state.is_chance else state.legal_symbols()
        state = state.step(symbols[rng.below(len(symbols))])
    assert isinstance(state.state, CampusState)
    assert state.state.sheet.game


def test_a_state_is_small_and_frozen() -> None:
    state = in_play()
    with pytest.raises(AttributeError):
        state.turn = 3  # type: ignore[misc]
    assert msgspec.structs.asdict(state)["turn"] == 0
