"""What Campus does where its rulebook is silent: every choice of every ruling."""

from __future__ import annotations

import pytest
from campus_play import alone, box, campus, chances, dealt, legal, line, moved, refusal, table, told

from quadrangle.core.errors import NotationError
from quadrangle.engines.campus import CampusRulings, CampusState
from quadrangle.engines.game import CHANCE
from quadrangle.solvers.campus import Rules

ROWS = "1 2 12 13 / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
"""A board on which a single small set sets off no chain."""
ROWS_2 = "20 21 / 17 17"


@pytest.mark.parametrize("name", CampusRulings.rows())
def test_a_ruling_refuses_what_is_none_of_its_choices(name: str) -> None:
    with pytest.raises(NotationError, match=rf"the ruling {name}=perhaps; expected {name}="):
        CampusRulings.parse([f"{name}=perhaps"])


@pytest.mark.rule("campus", 70, 72, 73)
def test_rulings_with_one_choice_are_fixed() -> None:
    fixed = {name: row.choices for name, row in CampusRulings.rows().items() if len(row.choices) == 1}
    assert fixed == {
        "round_winner": ("both_games_else_fewer_points_else_drawn",),
        "solo": ("fewest_turns",),
        "solo_bands": ("15_20_25_30",),
    }


@pytest.mark.parametrize("name", Rules.__struct_fields__)
def test_the_solver_plays_by_the_same_rulings(name: str) -> None:
    for choice in CampusRulings.rows()[name].choices:
        assert getattr(CampusRulings(**{name: choice}).rules, name) == choice
    assert CampusRulings().rules == Rules()


@pytest.mark.rule("campus", 43)
@pytest.mark.parametrize(("choice", "smaller"), [("exact", False), ("at_most", True)])
def test_normal_roll_says_whether_less_than_the_sum_will_do(choice: str, smaller: bool) -> None:
    state = table(ROWS, phase="move", roll="5+6", normal_roll=choice)
    assert "d4" in legal(state)
    assert ("a1 b1" in legal(state)) == smaller


@pytest.mark.rule("campus", 44)
@pytest.mark.parametrize(("choice", "sets"), [("at_most", ["a1", "a1 b1", "b1"]), ("exact", ["pass"])])
def test_doubles_say_whether_less_than_the_doubled_sum_will_do(choice: str, sets: list[str]) -> None:
    assert legal(table(ROWS, phase="move", roll="2+2", doubles=choice)) == sets  # up to 8


@pytest.mark.rule("campus", 45)
@pytest.mark.parametrize(("choice", "last"), [("yes", "d4"), ("may_pass", "pass")])
def test_must_play_says_whether_a_playable_roll_may_be_passed(choice: str, last: str) -> None:
    state = table(ROWS, phase="move", roll="5+6", must_play=choice)
    assert legal(state)[-1] == last
    if choice == "yes":
        assert "so has to" in refusal(state, "pass")
    else:
        assert moved(state, "pass").up == state.up


@pytest.mark.rule("campus", 46)
@pytest.mark.parametrize(
    ("choice", "sets"),
    [
        ("one_set", ["a1", "a1 b1", "a1 c1", "b1", "c1"]),
        ("as_many_as_possible", ["a1 b1", "a1 c1"]),
    ],
)
def test_maximal_says_whether_the_largest_set_has_to_be_turned(choice: str, sets: list[str]) -> None:
    board = ROWS.replace("12", "3", 1)
    state = table(board, phase="move", roll="1+1", maximal=choice)
    assert legal(state) == sets  # totals up to 4: 1, 1+2, 1+3, 2, 3
    if choice != "one_set":
        assert refusal(state, "b1") == "b1: a set with more tiles can be turned, and has to be"


TWICE = "5 5x 12 13 / 14 15 16 17 / 18 19 20 21 / 22 23 24 4x"


@pytest.mark.rule("campus", 47)
@pytest.mark.parametrize(
    ("choice", "by_five", "by_four"),
    [("all_copies_down", False, True), ("any_copy_down", True, True), ("off", False, False)],
)
def test_loss_of_turn_says_how_many_copies_have_to_be_down(choice: str, by_five: bool, by_four: bool) -> None:
    state = table(TWICE, ROWS, loss_of_turn=choice)
    assert (told(state, "2+3") == ("turn lost 5",)) == by_five
    assert (told(state, "1+3") == ("turn lost 4",)) == by_four
    assert told(state, "1+2") == ()  # the board was dealt no 3


@pytest.mark.rule("campus", 48)
@pytest.mark.parametrize(("choice", "lost"), [("dice_sum", ("turn lost 4",)), ("doubled_value", ())])
def test_loss_value_says_which_number_a_double_names(choice: str, lost: tuple[str, ...]) -> None:
    assert told(table(TWICE, ROWS, loss_value=choice), "2+2") == lost
    doubled = table(TWICE.replace("12", "8x", 1), ROWS, loss_value=choice)
    assert told(doubled, "2+2") == (lost or ("turn lost 8",))


DEAD = "22 23 2x 3x / 24 21 4x 5x / 6x 7x 8x 9x / 10x 11x 12x 1x"
"""Every roll names a number that is down."""


@pytest.mark.rule("campus", 49)
def test_a_dead_board_is_relaxed() -> None:
    state = table(DEAD, ROWS)
    assert told(state, "5+6") == ("relaxed",)
    assert legal(moved(state, "5+6")) == ["pass"]  # nothing up to 11
    double = moved(state, "6+6")
    assert legal(double) == ["a1", "b1", "a2", "b2"]
    # The board of the other player is judged by itself.
    assert told(table(DEAD, ROWS.replace("11", "11x"), turn=1), "5+6") == ("turn lost 11",)
    # One tile up is enough: a 7 is turned by a seven.
    alive = table(DEAD.replace("7x", "7"), ROWS)
    assert told(alive, "5+6") == ("turn lost 11",)


@pytest.mark.rule("campus", 49)
def test_a_dead_board_may_be_skipped_until_both_are_dead() -> None:
    state = table(DEAD, ROWS, dead_board="skip")
    assert told(state, "6+6") == ("turn lost 12",)
    # B turns the last tile that any roll could: now both are dead.
    nearly = DEAD.replace("7x", "7")
    last = table(DEAD, nearly, "move", roll="3+4", turn=1, dead_board="skip")
    assert told(last, "b3")[:2] == ("game over dead_board", "charged 90 90")
    with pytest.raises(NotationError, match="dead boards have ended the game"):
        table(DEAD, DEAD, dead_board="skip")


@pytest.mark.rule("campus", 49)
def test_a_dead_board_may_end_the_game() -> None:
    nearly = DEAD.replace("7x", "7")
    state = table(nearly, ROWS, "move", roll="3+4", dead_board="end_game")
    assert told(state, "b3")[:2] == ("game over dead_board", "charged 90 248")
    assert told(table(nearly, ROWS, "move", roll="3+4"), "b3") == ()


@pytest.mark.rule("campus", 49)
@pytest.mark.parametrize(
    ("choice", "told_of"), [("relax", ()), ("skip", ()), ("end_game", ("game over dead_board",))]
)
def test_a_dead_board_in_practice(choice: str, told_of: tuple[str, ...]) -> None:
    state = alone(DEAD.replace("7x", "7"), "move", roll="3+4", dead_board=choice)
    assert told(state, "b3")[:1] == told_of


@pytest.mark.rule("campus", 49)
def test_a_board_with_a_chain_waiting_is_not_dead() -> None:
    # 24 is the last tile of row 4 and comes down with the next turn that is not lost.
    board = "13x 13x 13x 13x / 13x 13x 13x 13x / 13x 13x 13x 13x / 24 13x 14x 15x"
    state = table(board, ROWS)
    assert told(state, "5+6") == ()
    assert told(moved(state, "5+6"), "pass")[0] == "chain a4"


@pytest.mark.rule("campus", 49, 61)
@pytest.mark.parametrize(("late_claim", "relaxed"), [("next_own_turn", ()), ("lost", ("relaxed",))])
def test_a_board_whose_last_claim_was_lost_is_dead(late_claim: str, relaxed: tuple[str, ...]) -> None:
    # Of the rolls only fives lose no turn, and no set of a 24 fits them.
    board = "24 2x 3x 4x / 13x 6x 7x 8x / 9x 10x 11x 12x / 1x 1x 1x 1x"
    state = table(board, ROWS, "chain", claims="manual", late_claim=late_claim)
    names = ("row 1", "column a", "diagonal a1-d4")
    state = moved(state, "done", *(f"forgive {name}" for name in names), "5+6", "d4", "done")
    assert told(state, "2+3") == relaxed


@pytest.mark.rule("campus", 49)
def test_a_penalty_may_kill_a_board() -> None:
    # The 24 is a reward on three lines, until a tile comes up on each; then nothing fits and nothing waits.
    board = "24 13x 14x 15x / 16x 18x 7x 8x / 9x 10x 11x 12x / 2x 3x 4x 6x"
    state = moved(table(board, ROWS, "chain", claims="manual", dead_board="end_game"), "done")
    assert line(state, "missed") == "reward row 1, reward column a, reward diagonal a1-d4"
    state = moved(state, "penalise row 1 b1", "penalise column a a2")
    assert told(state, "penalise diagonal a1-d4 b2")[:2] == ("game over dead_board", "charged 71 248")
    assert told(state, "penalise diagonal a1-d4 d4") == ()  # a 6 can be turned
    relaxed = moved(table(board, ROWS, "chain", claims="manual"), "done", "penalise row 1 b1")
    relaxed = moved(relaxed, "penalise column a a2", "penalise diagonal a1-d4 b2", "5+6", "d4", "done")
    assert told(relaxed, "3+4") == ("relaxed",)


@pytest.mark.rule("campus", 50)
def test_at_the_turn_limit_both_are_charged_what_is_left() -> None:
    state = table(ROWS, ROWS, "move", roll="5+6", turn=9, turn_limit="5")
    assert told(state, "d4")[:2] == ("game over turn_limit", "charged 248 237")
    assert told(table(ROWS, ROWS, "move", roll="5+6", turn=9), "d4") == ()
    # A lost turn is a turn, and the limit counts for each game and player.
    lost = table(ROWS, ROWS.replace("11", "11x"), turn=9, turn_limit="5")
    assert told(lost, "5+6")[:2] == ("turn lost 11", "game over turn_limit")
    assert told(table(ROWS, ROWS, "move", roll="5+6", turn=8, turn_limit="5"), "d4") == ()
    with pytest.raises(NotationError, match="the last turn is over"):
        table(ROWS, ROWS, turn=10, turn_limit="5")


@pytest.mark.rule("campus", 50)
@pytest.mark.parametrize(("choice", "longest"), [("500", 2001), ("7", 29), ("none", None)])
def test_the_turn_limit_bounds_the_length(choice: str, longest: int | None) -> None:
    assert campus(turn_limit=choice).longest() == longest


@pytest.mark.rule("campus", 51)
@pytest.mark.parametrize(
    ("choice", "chain"),
    [("rows_columns_long_diagonals", ()), ("short_diagonals_for_stars", ("chain a3",))],
)
def test_lines_say_whether_short_diagonals_free_stars(choice: str, chain: tuple[str, ...]) -> None:
    # A star and the 2 lie on the diagonal a3-b4.
    board = "12 13 1 11 / 14 15 16 17 / s 19 20 21 / 22 2 24 23"
    assert told(table(board, ROWS, "move", roll="1+1", lines=choice), "b4") == chain


@pytest.mark.rule("campus", 51)
def test_short_diagonals_are_no_lines_of_rewards_or_wildcards() -> None:
    board = "12 13 1 11 / 14 15 16 17 / 18 19 20 21 / 22 2 24 23"
    state = table(board, ROWS, "move", roll="1+1", lines="short_diagonals_for_stars")
    assert told(state, "b4") == ()  # a3 is the last of the diagonal a3-b4


@pytest.mark.rule("campus", 51)
@pytest.mark.parametrize(
    ("choice", "chain"),
    [("rows_columns_long_diagonals", ()), ("short_diagonals_for_stars", ("chain a1",))],
)
def test_a_star_in_a_corner_is_free_at_once_by_short_diagonals(choice: str, chain: tuple[str, ...]) -> None:
    board = "s 13 1 11 / 14 15 16 17 / 18 19 20 21 / 22 2 24 23"
    assert told(table(board, ROWS, "move", roll="1+1", lines=choice), "b4") == chain


STARRED = "1 2 12 s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"


@pytest.mark.rule("campus", 52)
@pytest.mark.parametrize(("choice", "chain"), [("one_line", ("chain d1",)), ("all_lines", ())])
def test_star_needs_says_whether_every_line_has_to_be_clear(choice: str, chain: tuple[str, ...]) -> None:
    board = STARRED.replace("12", "12x", 1).replace("1 2", "1 2x", 1)
    assert told(table(board, ROWS, "move", roll="5+5", star_needs=choice), "a1") == chain


@pytest.mark.rule("campus", 52)
def test_automatic_play_spends_the_first_star_of_the_first_line() -> None:
    board = "1 2 s s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
    spent = table(board, ROWS, "move", roll="1+1", star_needs="all_lines")
    assert told(spent, "a1") == ("chain b1 c1",)
    both = table(board, ROWS, "move", roll="1+1", star_needs="one_line")
    assert told(both, "a1") == ("chain b1 c1 d1",)


@pytest.mark.rule("campus", 53)
@pytest.mark.parametrize(("choice", "chain"), [("free", ("chain a1 b1 c1 d1",)), ("not_free", ())])
def test_star_only_line_says_whether_a_line_without_numbers_frees(
    choice: str, chain: tuple[str, ...]
) -> None:
    board = "s s s s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
    assert told(table(board, ROWS, "move", roll="5+6", star_only_line=choice), "d4") == chain


@pytest.mark.rule("campus", 53)
@pytest.mark.parametrize("choice", ["free", "not_free"])
def test_once_no_number_is_up_every_star_is_free(choice: str) -> None:
    state = table("s s / 3 1x", "1 2 / 3 4", "move", roll="1+2", star_only_line=choice)
    assert told(state, "a2")[:2] == ("chain a1 b1", "game over cleared")


@pytest.mark.rule("campus", 54)
@pytest.mark.parametrize(
    ("choice", "board"), [("no", "s s s / 3 4 5 / 6 7 8"), ("yes", "sx sx sx / 3 4 5 / 6 7 8")]
)
@pytest.mark.parametrize("claims", ["automatic", "manual"])
def test_chain_before_first_move_says_when_what_stands_free_goes_down(
    choice: str, board: str, claims: str
) -> None:
    rulings = {"chain_before_first_move": choice, "starter": "winner_starts", "claims": claims}
    game = campus(2, box(3, 3, " ".join(f"{face}:1" for face in range(3, 9)) + " s:3"), **rulings)
    state = dealt(dealt(game.start(), "s s s 3 4 5 6 7"), "s s s 3 4 5 6 7")  # the 8 is left
    state = moved(state, "die 5", "die 1")
    assert line(state, "board A") == line(state, "board B") == board


@pytest.mark.rule("campus", 54)
def test_a_game_may_be_over_before_its_first_roll() -> None:
    # Nothing but stars: both boards are clear, and the round is drawn.
    game = campus(2, box(2, 2, "s:4"), chain_before_first_move="yes", starter="winner_starts")
    over = moved(game.start(), "die 5", "die 1")
    assert (line(over, "phase"), over.ended_by(), over.returns()) == ("over", "cleared", (0.0, 0.0))


@pytest.mark.rule("campus", 55)
@pytest.mark.parametrize(("choice", "phase"), [("automatic", "roll"), ("manual", "chain")])
def test_claims_say_whether_the_player_has_to_make_them(choice: str, phase: str) -> None:
    state = moved(table(STARRED, ROWS, "move", roll="1+2", claims=choice), "a1 b1")
    assert line(state, "phase") == phase
    if phase == "roll":
        assert line(state, "board A").startswith("1x 2x 12x sx")
        return
    assert legal(state) == ["wild row 1 d1", "done"]
    assert "claims what goes down" in refusal(state, "a2")
    assert refusal(state, "star d1") == "star d1: it still waits for numbers that are face up"
    assert legal(moved(state, "wild row 1 d1")) == ["done"]


def missing(board: str, other: str = ROWS, /, **rulings: str) -> CampusState:
    """Return the position after A has claimed nothing of what is open on a board."""
    return moved(table(board, other, "chain", rulings={"claims": "manual"} | rulings), "done")


WILD = "1x 2x 12 s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
REWARD = "1x 2x 12 13x / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
FREE = "1x 2x 12x s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
THREE = "1x 2x 12 13x / 14x 15 16 17 / s 19x 20x 21x / 22 23 24 11"
"""Row 1 is a reward, row 3 frees a star, and column a has one number and that star."""


@pytest.mark.rule("campus", 56)
@pytest.mark.parametrize(
    ("choice", "missed"),
    [
        (
            "rewards_wildcards_and_stars",
            ("wild row 1", "reward row 1", "star d1", "reward row 1, wild column a, star a3"),
        ),
        ("rewards_only", ("", "reward row 1", "", "reward row 1")),
    ],
)
def test_miss_counts_says_what_can_be_penalised(choice: str, missed: tuple[str, ...]) -> None:
    boards = (WILD, REWARD, FREE, THREE)
    assert tuple(line(missing(board, miss_counts=choice), "missed") for board in boards) == missed


@pytest.mark.rule("campus", 57)
def test_each_missed_line_costs_a_tile() -> None:
    state = missing(THREE)
    assert {text.split(" ", 1)[1][:5] for text in legal(state)} == {"row 1"}
    state = moved(state, "penalise row 1 a1")
    assert line(state, "missed") == "wild column a, star a3"
    state = moved(state, "penalise column a a2")
    assert line(state, "missed") == "star a3"
    assert line(moved(state, "penalise row 3 b3"), "phase") == "roll"


@pytest.mark.rule("campus", 57)
def test_a_turn_may_cost_one_tile_in_all() -> None:
    state = missing(THREE, penalty_each="one_tile_per_turn")
    assert legal(state) == [
        *(f"penalise row 1 {cell}" for cell in ("a1", "b1", "d1")),
        *(f"penalise row 3 {cell}" for cell in ("b3", "c3", "d3")),
        *(f"penalise column a {cell}" for cell in ("a1", "a2")),
        "forgive row 1",
    ]
    assert line(moved(state, "penalise column a a2"), "phase") == "roll"
    assert line(moved(state, "forgive row 1"), "missed") == "wild column a, star a3"


@pytest.mark.rule("campus", 57)
def test_for_a_star_on_several_lines_the_penalising_player_names_one() -> None:
    board = "1x 2x 12x s / 14 15 16 17x / 18 19 20 21x / 22 23 24 11x"
    state = missing(board)
    assert line(state, "missed") == "star d1"
    assert legal(state) == [
        *(f"penalise row 1 {cell}" for cell in ("a1", "b1", "c1")),
        *(f"penalise column d {cell}" for cell in ("d2", "d3", "d4")),
        "forgive d1",
    ]
    after = moved(state, "penalise column d d4")
    assert line(after, "board A").endswith("22 23 24 11")


@pytest.mark.rule("campus", 57)
@pytest.mark.parametrize(("big_play", "asked"), [("off", ["roll"]), ("on", ["forgive row 1", "big_play"])])
def test_a_miss_without_a_tile_to_turn_up_is_answered_by_the_big_play_only(
    big_play: str, asked: list[str]
) -> None:
    board = "5 s s s / 14 15 16 17 / 18 19 20 21 / 22 23 24 11"
    state = table(board, ROWS, "move", roll="5+6", claims="manual", big_play=big_play)
    state = moved(state, "d4", "done")
    assert (legal(state) or [line(state, "phase")]) == asked


@pytest.mark.rule("campus", 58)
@pytest.mark.parametrize(
    ("choice", "cells"), [("any_face_down", ["a1", "b1", "d1"]), ("numbers_only", ["a1", "b1"])]
)
def test_penalty_tile_says_whether_a_star_may_be_taken(choice: str, cells: list[str]) -> None:
    state = missing(REWARD.replace("13x", "sx"), penalty_tile=choice)
    assert legal(state) == [*(f"penalise row 1 {cell}" for cell in cells), "forgive row 1"]
    if choice == "any_face_down":
        after = moved(state, "penalise row 1 d1", "5+6", "d4", "done")
        assert line(after, "board A").startswith("1x 2x 12 s /")
        # The star that came up makes a wildcard of the reward.
        assert legal(moved(after, "5+6", "d4"))[0] == "wild row 1 d1"
    else:
        assert "a number only" in refusal(state, "penalise row 1 d1")


@pytest.mark.rule("campus", 59)
def test_a_penalty_comes_before_the_roll_or_after_it() -> None:
    other = ROWS.replace("11", "11x")
    before = missing(REWARD, other)
    assert (line(before, "phase"), before.active) == ("penalty", 1)
    after = missing(REWARD, other, penalty_when="after_own_roll")
    assert (line(after, "phase"), line(after, "missed")) == ("roll", "reward row 1")
    # A lost turn loses the penalty.
    lost = moved(after, "5+6")
    assert told(after, "5+6") == ("turn lost 11",)
    assert (line(lost, "phase"), line(lost, "missed"), lost.active) == ("roll", "", 0)
    asked = moved(after, "1+2")
    assert (line(asked, "phase"), line(asked, "roll"), asked.current_player) == ("penalty", "1+2", 1)
    assert legal(moved(asked, "penalise row 1 d1")) == ["a1 b1"]


@pytest.mark.rule("campus", 60)
@pytest.mark.parametrize(("choice", "last"), [("yes", "forgive row 1"), ("forced", "penalise row 1 d1")])
def test_penalty_optional_says_whether_a_miss_may_be_forgiven(choice: str, last: str) -> None:
    state = missing(REWARD, penalty_optional=choice)
    assert legal(state)[-1] == last
    if choice == "forced":
        assert "has to be penalised" in refusal(state, "forgive row 1")


@pytest.mark.rule("campus", 57, 60)
def test_who_has_to_penalise_once_may_choose_the_line() -> None:
    state = missing(THREE, penalty_optional="forced", penalty_each="one_tile_per_turn")
    lines = {text.removeprefix("penalise ")[:-3] for text in legal(state)}
    assert lines == {"row 1", "row 3", "column a"}


@pytest.mark.rule("campus", 59, 62)
def test_the_big_play_may_come_after_the_roll() -> None:
    rulings = {"claims": "manual", "big_play": "on", "penalty_when": "after_own_roll"}
    waits = moved(table(STARRED, ROWS, "move", roll="1+2", rulings=rulings), "a1 b1", "done")
    assert (line(waits, "phase"), line(waits, "turned"), line(waits, "missed")) == (
        "roll",
        "a1 b1",
        "wild row 1",
    )
    after = moved(waits, "5+6", "big_play")
    assert line(after, "board A") == STARRED
    assert (legal(after), line(after, "turned")) == (["d4"], "")


@pytest.mark.rule("campus", 61)
@pytest.mark.parametrize(("choice", "claimable"), [("next_own_turn", True), ("lost", False)])
@pytest.mark.parametrize(("board", "claim"), [(REWARD, "reward row 1"), (WILD, "wild row 1 d1")])
def test_late_claim_says_whether_what_was_missed_can_still_be_claimed(
    board: str, claim: str, choice: str, claimable: bool
) -> None:
    state = moved(missing(board, late_claim=choice), "forgive row 1", "5+6", "d4", "done", "5+6", "d4")
    assert (claim in legal(state)) == claimable
    after = moved(state, "done")
    assert line(after, "missed") == (claim.removesuffix(" d1") if claimable else "")
    if not claimable:
        assert line(state, "gone A") == "row 1"
        assert refusal(state, claim).endswith("it is lost, since it was not claimed in its own turn")


@pytest.mark.rule("campus", 61)
@pytest.mark.parametrize("choice", ["next_own_turn", "lost"])
def test_a_free_star_can_be_claimed_later(choice: str) -> None:
    state = moved(missing(FREE, late_claim=choice), "forgive d1", "5+6", "d4", "done", "5+6", "d4")
    assert "star d1" in legal(state)


@pytest.mark.rule("campus", 61)
def test_a_lost_claim_is_over_once_another_number_of_its_line_is_up() -> None:
    state = missing(REWARD, late_claim="lost")
    assert line(state, "gone A") == "row 1"
    assert line(moved(state, "penalise row 1 d1"), "gone A") == ""
    assert line(moved(state, "forgive row 1"), "gone A") == "row 1"


@pytest.mark.rule("campus", 61)
def test_what_is_lost_can_be_turned_by_the_dice() -> None:
    state = moved(
        missing(REWARD.replace("12", "10"), late_claim="lost"), "forgive row 1", "5+6", "d4", "done"
    )
    after = moved(state, "4+6", "c1")
    assert (line(after, "gone A"), legal(after)) == ("", ["done"])


def played(board: str, tiles: str, roll: str, /, *claims: str, **rulings: str) -> CampusState:
    """Return the position after A has turned tiles and made some claims."""
    state = table(board, ROWS, "move", roll=roll, rulings={"claims": "manual"} | rulings)
    return moved(state, tiles, *claims, "done")


@pytest.mark.rule("campus", 62)
@pytest.mark.parametrize("choice", ["off", "on"])
def test_big_play_says_whether_it_is_played(choice: str) -> None:
    state = played(STARRED, "a1 b1", "1+2", big_play=choice)
    assert ("big_play" in legal(state)) == (choice == "on")


@pytest.mark.rule("campus", 63)
@pytest.mark.parametrize(("choice", "listed"), [("reward_or_wildcard", False), ("any_miss", True)])
def test_big_play_for_says_whether_a_free_star_is_enough(choice: str, listed: bool) -> None:
    board = STARRED.replace("12", "12x", 1)
    state = played(board, "a1 b1", "1+2", big_play="on", big_play_for=choice)
    assert line(state, "missed") == "star d1"
    assert ("big_play" in legal(state)) == listed


@pytest.mark.rule("campus", 64)
@pytest.mark.parametrize(
    ("choice", "board"),
    [
        ("set_and_chain_of_last_turn", "1 2 12 s / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"),
        ("set_only", "1 2 12x sx / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"),
    ],
)
def test_big_play_extent_says_whether_claims_come_up_too(choice: str, board: str) -> None:
    start = "1 2 12 s / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"
    state = played(start, "a1 b1", "1+2", "wild row 1 d1", big_play="on", big_play_extent=choice)
    assert line(state, "missed") == "reward column a"
    assert line(moved(state, "big_play"), "board A") == board


@pytest.mark.rule("campus", 65)
def test_the_big_play_is_played_instead_of_penalties() -> None:
    start = "1 2 12 13x / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"
    state = played(start, "a1 b1", "1+2", big_play="on")
    assert line(state, "missed") == "reward row 1, reward column a"
    assert line(moved(state, "big_play"), "phase") == "roll"
    assert "big_play" in legal(moved(state, "forgive row 1"))
    assert "big_play" not in legal(moved(state, "penalise row 1 d1"))


@pytest.mark.rule("campus", 65)
def test_the_big_play_may_be_played_as_well() -> None:
    start = "1 2 12 13x / 14x 15 16 17 / 18x 19 20 21 / 22 23 24 11"
    state = played(start, "a1 b1", "1+2", big_play="on", big_play_with_penalty="as_well")
    after = moved(state, "big_play")
    assert line(after, "missed") == "reward row 1, reward column a"
    assert legal(after) == ["penalise row 1 d1", "forgive row 1"]
    assert line(moved(after, "penalise row 1 d1"), "board A").startswith("1 2 12 13 / 14x")
    other_way = moved(state, "penalise row 1 a1")
    assert "big_play" in legal(other_way)
    assert line(moved(other_way, "big_play"), "board A").startswith("1 2 12 13x / 14x")


@pytest.mark.rule("campus", 66)
@pytest.mark.parametrize(
    ("choice", "throws", "outcomes"),
    [("one_die_each", ("die 3", "die 5"), 6), ("two_dice_each", ("1+2", "2+2"), 21)],
)
def test_dice_off_says_how_many_dice_are_thrown(choice: str, throws: tuple[str, str], outcomes: int) -> None:
    start = campus(2, box(2, 2, "3:4"), dice_off=choice).start()
    assert len(chances(start)) == outcomes
    assert moved(start, *throws).current_player == 1
    wrong = "die 3" if choice == "two_dice_each" else "1+2"
    assert "dice are thrown for who starts" in refusal(start, wrong)
    if choice == "two_dice_each":
        # The sums are compared: 2+3 and 1+4 are level, whatever the dice; and a double is no more.
        assert told(moved(start, "2+3"), "1+4") == ("tied",)
        assert moved(start, "3+3", "1+6").current_player == 1


@pytest.mark.rule("campus", 67)
@pytest.mark.parametrize(
    ("choice", "phase", "first"), [("winner_chooses", "choose", ""), ("winner_starts", "roll", "B")]
)
def test_starter_says_whether_the_winner_may_let_the_other_start(choice: str, phase: str, first: str) -> None:
    state = moved(campus(2, box(2, 2, "3:4"), starter=choice).start(), "die 1", "die 5")
    assert (line(state, "phase"), line(state, "first")) == (phase, first)
    assert state.current_player == (1 if phase == "choose" else CHANCE)


@pytest.mark.rule("campus", 68)
@pytest.mark.parametrize(("choice", "boards"), [("other_filled", ("5 6", "3 4")), ("own", ("3 4", "5 6"))])
def test_first_boards_say_who_plays_on_which(choice: str, boards: tuple[str, str]) -> None:
    game = campus(2, box(1, 2, "3:1 4:1 5:1 6:1"), first_boards=choice)
    state = moved(game.start(), "tile 3", "tile 4", "tile 5", "tile 6")
    assert (line(state, "board A"), line(state, "board B")) == boards


@pytest.mark.rule("campus", 69)
def test_a_game_ends_at_once_or_after_equal_turns() -> None:
    near = "3 1x / 1x 1x"
    for turn, first in ((0, "A"), (4, "A")):
        assert (
            told(table(near, ROWS_2, "move", roll="1+2", turn=turn, first=first), "a1")[0]
            == "game over cleared"
        )
        goes_on = table(near, ROWS_2, "move", roll="1+2", turn=turn, first=first, game_ends="equal_turns")
        assert told(goes_on, "a1") == ()
        after = moved(goes_on, "a1")
        assert (line(after, "board A"), after.active) == ("3x 1x / 1x 1x", 1)
        assert told(moved(after, "1+2"), "pass")[:2] == ("game over cleared", "charged 0 75")
        lost = table("3x 1x / 1x 1x", "20 5x / 6x 7", turn=1, game_ends="equal_turns")
        assert told(lost, "2+3")[:2] == ("turn lost 5", "game over cleared")
    # The other player had as many turns, so it ends at once.
    second = table(near, ROWS_2, "move", roll="1+2", turn=1, first="B", game_ends="equal_turns")
    assert told(second, "a1")[0] == "game over cleared"


@pytest.mark.rule("campus", 69)
def test_after_equal_turns_both_may_have_cleared() -> None:
    state = table("3x 1x / 1x 1x", "3 1x / 1x 1x", "move", roll="1+2", turn=1, game_ends="equal_turns")
    assert told(state, "a1")[:2] == ("game over cleared", "charged 0 0")


@pytest.mark.rule("campus", 70)
def test_who_clears_both_boards_is_charged_least() -> None:
    more = "points: 0 12; ended: cleared"
    state = table("3 1x / 1x 1x", ROWS_2, "move", roll="1+2", game=2, more=more)
    after = moved(state, "a1")
    assert (line(after, "points"), after.returns()) == ("0 87", (1.0, -1.0))


@pytest.mark.rule("campus", 71)
def test_rounds_are_dealt_anew_and_counted() -> None:
    more = "points: 0 12; ended: cleared"
    tiles = "1:2 3:2 20:1 21:1 17:2"
    state = table(
        "3 1x / 1x 1x".replace("1x 1x", "17x 20x"),
        "20 21 / 17 17",
        "move",
        roll="1+2",
        game=2,
        more=more,
        tiles=tiles,
        rounds="2",
    )
    after = moved(state, "a1")
    assert (line(after, "phase"), line(after, "round")) == ("deal", "2")
    assert (line(after, "earlier"), line(after, "won"), line(after, "points")) == ("0 87", "1 0", "")
    assert after.scores() == (0.0, 87.0)
    one = moved(
        table("3 1x / 17x 20x", "20 21 / 17 17", "move", roll="1+2", game=2, more=more, tiles=tiles), "a1"
    )
    assert line(one, "phase") == "over"


@pytest.mark.rule("campus", 71)
@pytest.mark.parametrize(
    ("won", "returns"), [("1 0", (1.0, -1.0)), ("0 1", (0.0, 0.0)), ("0 0", (1.0, -1.0))]
)
def test_more_rounds_win_and_as_many_are_a_draw(won: str, returns: tuple[float, float]) -> None:
    text = table("3 1x / 1x 1x", ROWS_2, "move", roll="1+2", game=2, more="points: 0 12; ended: cleared")
    lines = str(text).replace("round: 1", "round: 2").replace("ended", f"earlier: 5 5\nwon: {won}\nended")
    lines = lines.replace("won: 0 0\n", "")
    game = campus(2, text.game.components, rounds="2")
    assert moved(game.state_from(lines), "a1").returns() == returns
