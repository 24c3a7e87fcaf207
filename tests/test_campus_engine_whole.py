"""Whole matches of Campus beside a plain simulator of the rules, and how the engine bears odd use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from campus_engine_reference import Match
from campus_play import box, campus, legal, line, moved, refusal, table, told

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.campus import Campus, CampusRulings, CampusState, desk
from quadrangle.engines.campus.actions import Die
from quadrangle.engines.campus.phases import CHAIN, OVER, PHASES
from quadrangle.engines.conformance import random_rulings
from quadrangle.engines.game import LONGEST_TOLD
from quadrangle.solvers.campus.dice import Roll

SIZES = ((2, 2), (2, 3), (3, 3), (3, 4), (1, 5), (4, 2))
BAGS = (
    "1:2 2:2 3:1 4:1 5:1 6:1 8:1 11:1 14:1 20:1 s:4",
    "1:1 2:2 3:2 s:6 7:1 24:1",
    "2:3 3:3 4:3 5:3 6:3 7:3 8:3 9:3 10:3 11:3 12:3 24:2 s:3",
    "2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1 11:1 12:1 24:4 s:4",
)
DYING = ("2:1 3:1 4:1 6:1 13:2 17:2 19:2 21:1 23:1", "2:2 3:1 5:2 6:1 11:1 13:1 17:2 19:1 s:1")
"""Bags of boards that often come to an end no roll changes."""


def drawn_game(rng: Rng, pinned: dict[str, str], bags: Sequence[str] = BAGS) -> Campus:
    """Return a game on a small board with rulings at random."""
    pinned = {
        "turn_limit": ("3", "8", "25", "60")[rng.below(4)],
        "rounds": ("1", "1", "1", "2", "3")[rng.below(5)],
    } | pinned
    if rng.below(5):
        pinned["claims"] = "manual"
    if rng.below(3):
        pinned["big_play"] = "on"
    rulings = random_rulings(CampusRulings, rng, pinned)
    components = box(*SIZES[rng.below(len(SIZES))], bags[rng.below(len(bags))])
    return Campus(1 + (rng.below(4) > 0), rulings, components)


def check_match(game: Campus, rng: Rng, met: Counter[str]) -> None:
    """Play a match at random beside the simulator: both know the same positions and legal actions."""
    size = (game.rows, game.columns)
    match = Match(game.rulings.values, size, game.players, [list(bag) for bag in game.bags])
    state: Any = game.start()
    claims = 1 + rng.below(9)
    while True:
        assert (PHASES[state.phase], state.current_player) == (match.phase, match.decides)
        assert [set(_cells(up)) for up in state.up] == match.up
        assert state.faults() == ""
        if state.phase == OVER:
            break
        texts = [str(action) for action in _choices(state)]
        assert len(set(texts)) == len(texts)
        assert set(texts) == match.legal()
        if state.is_chance:
            text = str(state.sample_chance(rng))
        else:
            stops = state.phase == CHAIN and rng.below(10) >= claims
            text = texts[-1] if stops else texts[rng.below(len(texts))]
        met[text.split(" ")[0] if state.phase != 5 else "move"] += 1
        state = state.apply(game.parse_action(text))
        match.take(text)
        if game.players > 1:
            assert state.scores() == tuple(map(sum, zip(match.earlier, match.points, strict=True)))
    assert state.ended_by() == match.ended_by
    met[match.ended_by] += 1
    if game.players > 1:
        assert state.returns() == match.returns
    else:
        assert state.turn == match.turn


def _choices(state: CampusState) -> list[Any]:
    if state.is_chance:
        return [outcome for outcome, _ in state.chance_outcomes()]
    return list(state.legal_actions())


def _cells(up: int) -> list[int]:
    return [cell for cell in range(up.bit_length()) if up >> cell & 1]


def test_matches_are_as_the_plain_simulator_plays_them() -> None:
    met: Counter[str] = Counter()
    for item in range(40):
        rng = Rng(41, item)
        check_match(drawn_game(rng, {}), rng, met)
    assert min(met[name] for name in ("penalise", "forgive", "big_play", "reward", "wild", "star")) > 10
    assert min(met["cleared"], met["turn_limit"]) > 3


@pytest.mark.slow
@pytest.mark.parametrize("dead", ["skip", "end_game", "relax"])
def test_many_matches_are_as_the_plain_simulator_plays_them(dead: str) -> None:
    met: Counter[str] = Counter()
    for item in range(40):
        rng = Rng(43, item)
        late = ("lost", "next_own_turn")[rng.below(2)]
        loss = ("any_copy_down", "all_copies_down")[rng.below(2)]
        pinned = {"dead_board": dead, "late_claim": late, "loss_of_turn": loss, "turn_limit": "60"}
        pinned["doubles"] = ("exact", "exact", "at_most")[rng.below(3)]
        if rng.below(2):
            pinned["penalty_when"] = "after_own_roll"
        check_match(drawn_game(rng, pinned, DYING), rng, met)
    assert dead == "relax" or met["dead_board"] > 1


@pytest.mark.rule("campus", 57)
@pytest.mark.parametrize("first", ["penalise row 1 a1", "penalise column d d3"])
def test_a_star_that_was_missed_keeps_its_lines_whatever_is_turned_up(first: str) -> None:
    # d1 is free by row 1; column b crosses that row.
    board = "3x 4x 5x s / 14 7 15 16 / 18 8x 20 21 / 22 9x 24 11"
    state = moved(table(board, "", "move", roll="5+6", claims="manual"), "d4", "done")
    assert line(state, "missed") == "reward column b, star d1"
    after = moved(state, "penalise column b b1")
    assert (line(after, "missed"), line(after, "raised")) == ("star d1", "b1")
    assert legal(after) == ["penalise row 1 a1", "penalise row 1 c1", "forgive d1"]
    end = moved(after, "penalise row 1 c1")
    assert (line(end, "phase"), line(end, "raised")) == ("roll", "")
    assert line(end, "board A").startswith("3x 4 5 s /")


@pytest.mark.rule("campus", 65)
def test_a_star_freed_by_the_last_move_is_penalised_as_well_as_the_big_play() -> None:
    board = "3x 5 2x s / 14 15 1x 16 / 18 19 13 20 / 21 22 4x 24"
    rulings = {"claims": "manual", "big_play": "on", "big_play_with_penalty": "as_well"}
    state = moved(table(board, "", "move", roll="2+3", rulings=rulings), "b1", "done")
    assert line(state, "missed") == "reward column c, star d1"
    after = moved(state, "big_play", "forgive column c")
    assert (line(after, "missed"), line(after, "raised")) == ("star d1", "b1")
    assert legal(after) == ["penalise row 1 a1", "penalise row 1 c1", "forgive d1"]


@pytest.mark.rule("campus", 49, 59)
def test_a_board_is_not_dead_for_good_while_a_miss_waits_for_the_roll() -> None:
    # Once 11 is down every number a roll may name is, and 24 is the last of its row.
    board = "2x 3x 4x 5x / 6x 7x 8x 9x / 10x 11 12x 1x / 1x 1x 1x 24"
    rulings = {"claims": "manual", "dead_board": "end_game", "doubles": "exact"}
    for when, phase in (("before_own_roll", "penalty"), ("after_own_roll", "roll")):
        state = table(
            board, " / ".join(["8 8 8 8"] * 4), "move", roll="5+6", rulings=rulings, penalty_when=when
        )
        state = moved(state, "b3", "done")
        assert line(state, "phase") == phase
        assert line(state, "missed").startswith("reward row 4")
    after = moved(state, "1+2", "penalise row 4 a4", "penalise column d d1")
    assert line(after, "missed") == "reward diagonal a1-d4"


@pytest.mark.rule("campus", 50, 74)
def test_a_board_that_is_cleared_in_the_last_turn_is_cleared() -> None:
    state = table("20 21 / 22 23", "3 1x / 1x 1x", "move", roll="1+2", turn=1, turn_limit="1")
    assert told(state, "a1")[:2] == ("game over cleared", "charged 86 0")


@pytest.mark.rule("campus", 71)
def test_points_of_all_earlier_rounds_are_kept() -> None:
    more = "points: 0 12; ended: cleared"
    tiles = "1:2 3:2 17:2 20:2 21:2"
    state = table("3 1x / 17x 20x", "20 21 / 17 17", "move", roll="1+2", game=2, more=more, tiles=tiles)
    text = str(state).replace("round: 1", "round: 2").replace("ended", "earlier: 5 6\nwon: 1 0\nended")
    after = moved(campus(2, state.game.components, rounds="3").state_from(text), "a1")
    assert (line(after, "round"), line(after, "earlier"), line(after, "won")) == ("3", "5 93", "2 0")
    assert after.scores() == (5.0, 93.0)


@pytest.mark.rule("campus", 49, 61)
def test_a_board_with_a_star_to_claim_is_not_dead_though_other_claims_are_lost() -> None:
    board = "13 1x 1x / 1x s 1x / 1x 17 19"
    rulings = {"claims": "manual", "late_claim": "lost", "doubles": "exact", "dead_board": "end_game"}
    lost = "gone A: row 1, column a, column b, column c"
    state = moved(table(board, "8 8 8 / 8 8 8 / 8 8 8", more=lost, rulings=rulings), "1+2", "pass")
    assert legal(state) == ["star b2", "done"]
    assert told(state, "done") == ("missed star b2",)
    assert told(moved(state, "star b2"), "done")[0] == "game over dead_board"


@pytest.mark.rule("campus", 49, 59)
def test_a_board_is_dead_once_what_waited_for_the_roll_is_answered() -> None:
    rulings = {"claims": "manual", "late_claim": "lost", "doubles": "exact", "penalty_when": "after_own_roll"}
    state = table("13 1x / 1x 1x", "8 8 / 8 8", "move", roll="1+2", rulings=rulings, dead_board="end_game")
    asked = moved(state, "pass", "done", "1+2", "forgive row 1", "forgive column a")
    assert line(asked, "missed") == "reward diagonal a1-b2"
    assert told(asked, "forgive diagonal a1-b2")[:2] == ("game over dead_board", "charged 13 32")


@pytest.mark.rule("campus", 49, 61)
def test_a_board_with_a_claim_is_dead_only_where_that_is_lost() -> None:
    state = table("13 1x 1x / 1x 1x 1x / 1x 1x 1x", claims="manual", late_claim="lost", doubles="exact")
    found, up = state.desk(0), state.up[0]
    lines = sum(1 << state.game.line_at[name] for name in ("row 1", "column a", "diagonal a1-c3"))
    assert [found.is_dead(up, gone) for gone in (0, lines, 0, lines)] == [False, True, False, True]


@pytest.mark.rule("campus", 49, 61)
def test_a_star_to_claim_does_not_help_where_every_roll_loses_the_turn() -> None:
    board = "13 2x 3x 4x / 5x s 6x 7x / 8x 9x 17 10x / 11x 12x 1x 19"
    rulings = {"claims": "manual", "late_claim": "lost", "dead_board": "end_game"}
    lost = "gone A: row 1, row 3, row 4, column a, column c, column d"
    with pytest.raises(NotationError, match="dead boards have ended the game"):
        table(board, " / ".join(["8 8 8 8"] * 4), more=lost, rulings=rulings)


@pytest.mark.rule("campus", 79)
@pytest.mark.parametrize("face", [0, 7, 99])
def test_a_die_has_six_faces(face: int) -> None:
    state = campus(2, box(1, 2, "3:4")).start()
    with pytest.raises(IllegalAction, match="dice are thrown for who starts"):
        state.apply(Die(face))


@pytest.mark.rule("campus", 51, 79)
@pytest.mark.parametrize("claim", ["reward diagonal a2-b3", "wild diagonal a2-b3 b3"])
def test_a_short_diagonal_rewards_nothing_and_makes_nothing_wild(claim: str) -> None:
    board = "11 20 21 / 5 22 23 / 24 s 17"
    state = table(board, board, "move", roll="5+6", claims="manual", lines="short_diagonals_for_stars")
    told_why = refusal(moved(state, "a1"), claim)
    assert told_why.endswith("by the ruling lines diagonal a2-b3 frees stars only")


def missed_star() -> CampusState:
    """Return a position in which B answers that A missed a star, after a penalty on its row."""
    board = "3x 4x 5x s / 14 7 15 16 / 18 8x 20 21 / 22 9x 24 11"
    state = moved(table(board, "", "move", roll="5+6", claims="manual"), "d4", "done")
    return moved(state, "penalise column b b1")


@pytest.mark.parametrize(
    ("instead", "fault"),
    [
        (("raised: b1", "raised: a1"), "turned up for a penalty that are down"),
        (("\nraised: b1", ""), "something is missed that could not be claimed"),
        (("star d1", "star a1"), "something is missed that could not be claimed"),
        (("star d1", "reward row 2"), "something is missed that could not be claimed"),
        (("missed: star d1\n", ""), "a penalty for nothing"),
    ],
)
def test_what_is_missed_fits_the_board_it_was_missed_on(instead: tuple[str, str], fault: str) -> None:
    state = missed_star()
    text = str(state)
    assert state.game.state_from(text) == state
    with pytest.raises(NotationError, match=fault):
        state.game.state_from(text.replace(*instead))


@pytest.mark.parametrize("gone", ["[1]", "[1,0,0]"])
def test_lost_claims_are_those_of_each_player(gone: str) -> None:
    rulings = {"claims": "manual", "late_claim": "lost", "dead_board": "end_game"}
    board = "13 1x 1x / 1x 2 1x / 1x 17 19"
    state = table(board, board, more="gone A: row 1", rulings=rulings)
    assert state.game.state_from_json(state.json()) == state
    with pytest.raises(NotationError, match="lost claims of"):
        state.game.state_from_json(state.json().replace('"gone":[1,0]', f'"gone":{gone}'))


@pytest.mark.parametrize("points", ["points: 0 201", "points: 0 12\nearlier: 201 0\nwon: 0 1"])
def test_nobody_loses_more_than_the_boards_hold(points: str) -> None:
    game = campus(2, box(2, 2, "1:9 2:9 s:9"), rounds="2")
    text = f"phase: roll\nround: {2 if 'won' in points else 1}\ngame: 2\nfirst: A\nturn: 0\n"
    text += f"board A: 1 2 s s\nboard B: 1 2 s s\n{points}\nended: cleared".replace("2 s s", "2 / s s")
    assert str(game.state_from(text.replace("201", "200"))) == text.replace("201", "200")
    with pytest.raises(NotationError, match="more points lost"):
        game.state_from(text)


def test_what_goes_on_by_itself_is_not_waited_for() -> None:
    alike = campus(2, box(2, 2, "3:4"))
    with pytest.raises(NotationError, match="all tiles in the bag are alike"):
        alike.state_from("phase: deal\nround: 1\nfilled A: 3 3")
    with pytest.raises(NotationError, match="a board is clear and the game goes on"):
        table("3x 1x / 1x 1x", "20 21 / 22 23", turn=1)


def test_the_end_of_a_match_is_one_that_comes_about() -> None:
    state = moved(table("3 1x / 1x 1x", "20 21 / 22 23", "move", roll="1+2", game=2, more=_CLEARED), "a1")
    text = str(state)
    assert state.game.state_from(text) == state
    with pytest.raises(NotationError, match="points that were left and not recorded"):
        state.game.state_from(text.replace("points: 0 98", "points: 0 85"))
    with pytest.raises(NotationError, match="no board is clear"):
        state.game.state_from(text.replace("3x 1x", "3 1x").replace("points: 0 98", "points: 3 98"))


_CLEARED = "points: 0 12; ended: cleared"


def test_a_star_is_not_among_what_the_dice_turned_for_a_big_play() -> None:
    board = "3 4 5 sx / 14 7 15 16 / 18 8x 20 21 / 22 9x 24 11"
    state = table(board, board, "move", roll="3+4", claims="manual", big_play="on")
    text = str(moved(state, "b2", "done"))
    assert "missed: reward column b\nturned: b2" in text
    with pytest.raises(NotationError, match="a star was turned by the dice"):
        state.game.state_from(text.replace("turned: b2", "turned: d1"))


@pytest.mark.rule("campus", 4, 41, 68)
@pytest.mark.parametrize("first_boards", ["own", "other_filled"])
def test_colours_of_different_tiles_are_told_apart_in_both_games(first_boards: str) -> None:
    put = msgspec.structs.replace
    plain = box(2, 2, "1:4 2:4 3:4 5:4 8:4")
    tiles = tuple(put(tile, counts=(4, 0) if tile.face in "15" else (0, 4)) for tile in plain.tile)
    game = campus(2, put(plain, tile=tiles), first_boards=first_boards, turn_limit="20")
    assert game.bags == ((1, 1, 1, 1, 5, 5, 5, 5), (2, 2, 2, 2, 3, 3, 3, 3, 8, 8, 8, 8))
    for item in range(4):
        check_match(game, Rng(3, item), Counter())
    mine = game.start().information(0).numbers
    tile = moved(game.start(), "tile 5").information(0).numbers
    yours = moved(game.start(), "tile 5").information(1).numbers
    assert mine != tile != yours


def test_nothing_was_turned_up_before_the_roll_that_a_penalty_waits_for() -> None:
    board = "3x 4x 5 s / 14 7 15 16 / 18 8x 20 21 / 22 9x 24 11"
    rulings = {"claims": "manual", "penalty_when": "after_own_roll"}
    state = moved(table(board, "", "move", roll="5+6", rulings=rulings), "d4", "done")
    text = str(state)
    assert "raised" not in text
    assert state.game.state_from(text) == state
    with pytest.raises(NotationError, match="or before it"):
        state.game.state_from(
            text.replace("missed: wild row 1, reward column b", "missed: reward column b\nraised: b2")
        )


def played_out(start: CampusState, seed: int) -> list[str]:
    """Return what a match at random comes to, drawn as simulations do: every position after a set."""
    rng = Rng(seed, 0)
    state = start.until_decision(rng)
    found = []
    while not state.is_terminal:
        state = state.apply(state.legal_actions().sample(rng))
        found.append(str(state))
        state = state.until_decision(rng)
    return [*found, str(state)]


@pytest.mark.slow
def test_threads_that_share_a_game_play_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_PLAIN_DRAWS", 50)  # compiled draws, which have room to work in
    tiles = "2 3 4 5 / 6 7 8 9 / 10 11 12 1 / 20 21 s s"
    start = table(tiles, tiles)  # one desk for both boards and all threads
    alone = [played_out(start, seed) for seed in range(6)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(6) as pool:
            together = list(pool.map(lambda seed: played_out(start, seed), range(6)))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone


_PROGRAM = """
from quadrangle.core.rng import Rng
from quadrangle.engines.campus import Campus, CampusRulings
game, rng = Campus(2, CampusRulings(claims="manual", big_play="on", turn_limit="60")), Rng(5)
state = game.start()
while not state.is_terminal:
    state = state.apply(state.sample_chance(rng) if state.is_chance else state.legal_actions().sample(rng))
print(state, state.json())
"""


def test_a_match_is_the_same_whatever_hashes_are() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(printed) == 1


def test_what_a_game_remembers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_KEPT", 2)
    game = campus(1, box(2, 3, "13:3 17:3 19:2 2:1 s:1"), doubles="exact", turn_limit="9")
    for seed in range(100):
        played_out(game.start(), seed)
    assert 1 < len(game.desks) <= 64
    remembered = [len(found._dead) for found in game.desks.values()]
    assert 0 < max(remembered) <= 2


def test_more_sets_than_can_be_listed_are_drawn_for_who_is_greedy() -> None:
    ones = " / ".join([" ".join(["1"] * 10)] * 6)
    state = table(ones, ones, "move", roll="6+6", tiles="1:60")
    found = list(state.legal_actions().shortlist(Rng(1, 0), 5))
    assert len(state.legal_actions()) > 10**12
    assert 1 <= len(found) <= 5
    assert all(move in state.legal_actions() for move in found)


def test_a_text_that_lacks_a_line_is_not_canonical() -> None:
    game = campus()
    assert game.state_from("phase: deal\nround: 1\nfilled A: -") == game.start()
    with pytest.raises(NotationError, match="'' is not canonical; expected 'filled A: -'"):
        game.state_from("phase: deal\nround: 1")


def test_the_shortlist_is_what_looks_best_one_move_ahead() -> None:
    board = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 s 16"
    state = table(board, board, "move", roll="5+6")
    moves = list(state.legal_actions())
    worth = [state.apply(move).evaluate(0) for move in moves]
    best = [move for move, value in zip(moves, worth, strict=True) if value == max(worth)]
    assert list(state.legal_actions().shortlist(Rng(1, 0), 3)) == best
    assert 1 <= len(best) < sum(len(str(move)) == len(str(best[0])) for move in moves)


@pytest.mark.slow
def test_every_thread_has_room_of_its_own_for_compiled_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_PLAIN_DRAWS", 0)
    state = table("2 3 4 5 / 6 7 8 9 / 10 11 12 1 / 20 21 s s", phase="move", roll="5+6")

    def room(seed: int) -> Any:
        state.legal_actions().sample(Rng(seed, 0))
        return state.desk(0)._plays[1]

    mine = room(1)
    assert room(2) is mine is not None
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(room, 1).result() is not mine


def test_each_part_of_a_position_is_told_in_numbers() -> None:
    state = missed_star()
    put = msgspec.structs.replace
    slips, sheet = state.slips, state.sheet
    sheets = [
        *(put(sheet, **{name: 2}) for name in ("round", "game")),
        *(put(sheet, **{name: (1, 0)}) for name in ("charged", "before", "won")),
        *(put(sheet, **{name: (0, 1)}) for name in ("charged", "before", "won")),
        *(put(sheet, ended=ended) for ended in ("cleared", "dead_board", "turn_limit")),
        put(sheet, first=1),
        put(sheet, boards=sheet.boards[::-1]),
    ]
    others = [
        state,
        *(put(state, sheet=other) for other in sheets),
        *(put(state, slips=put(slips, **{name: 4})) for name in ("turned", "chained", "raised")),
        *(put(state, slips=put(slips, gone=gone)) for gone in ((1, 0), (0, 1), (0, 2))),
        put(state, slips=put(slips, misses=(3,))),
        put(state, turn=3),
        put(state, phase=CHAIN),
        put(state, roll=Roll.of(1, 2)),
        put(state, up=state.up[::-1]),
        put(state, current_player=0),
    ]
    for player in (0, 1):
        numbers = [other.information(player).numbers for other in others]
        assert len(set(numbers)) == len(others)
        assert len(set(map(len, numbers))) == 1
    assert max(put(state, turn=1 << 40).information(0).numbers) == LONGEST_TOLD


@pytest.mark.slow
def test_a_draw_that_is_remembered_serves_its_own_position_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "_PLAIN_DRAWS", 0)
    start = table("11 2x 20 / 21 22 23 / 24 17 18", "20 11 21 / 22 17 18 / 23 24 19")
    drawn = moved(start, "5+6")
    move = drawn.legal_actions().sample(Rng(1, 0))
    assert (str(move), start.game.drawn[4]) == ("a1", move.tiles)
    # Another roll on the same boards, the other player on the same boards, and other boards.
    with pytest.raises(IllegalAction, match="total 11, and 1\\+3 asks for exactly 4"):
        moved(start, "1+3").apply(move)
    other = moved(start, "1+1", "5+6")
    assert (other.up, other.current_player) == (drawn.up, 1)
    with pytest.raises(IllegalAction, match="total 20"):
        other.apply(move)
    later = moved(drawn, "a1", "1+3", "pass", "4+6", "pass", "1+3", "pass", "1+3", "pass", "1+3", "pass")
    assert later.up != drawn.up
    again = moved(later, "5+5")
    with pytest.raises(IllegalAction, match="a1 is face down already"):
        msgspec.structs.replace(again, roll=drawn.roll).apply(move)


@pytest.mark.parametrize(("first", "turn", "taken"), [("A", 0, (0, 0)), ("A", 3, (2, 1)), ("B", 3, (1, 2))])
def test_turns_are_counted_by_player(first: str, turn: int, taken: tuple[int, int]) -> None:
    state = table("20 21 / 22 23", first=first, turn=turn)
    assert (state.turns_taken(0), state.turns_taken(1)) == taken
