"""`quadrangle play campus`, as people at the terminal, or a script in their place, use it."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from campus_play import box_text, table
from command import Ran, one_line_error, run, started
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_imports import heavy, modules_after

from quadrangle.commands.play.campus import FACE
from quadrangle.commands.play.face import SeveralReadings
from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.campus import Campus, CampusRulings
from quadrangle.engines.campus.phases import MOVE
from quadrangle.engines.match import Match, replay
from quadrangle.render.campus_game import state_text

BOARD = (
    "1x 2x 3x 4x 5x 6 / 7 8 9 10 11 12 / 13x 14 15 16 s sx / 1x 2x 3x 4x 5x sx / "
    "7x 8x 9x 10x 11x 12x / sx 17x 18x 19x 20x 21x"
)
"""A board on which an 11 sets off a long chain."""
COPIES = "11 5 3 5x / 2 s 24 7 / 6 8 5 2 / 1 1 9 sx"
"""A small board with two copies of some numbers."""
OTHER = "9 8 7 6 / 5 4 3 2 / 1 1 2 3 / 4 5 6 7"
OTHER_NINE = "9 8 7 / 6 5 4 / 3 2 1"
SOLO = ("play", "campus", "--players", "human", "--seed", "2")
ALONE = (*SOLO, "--from", f"{BOARD} roll 5+6")
PAIR = ("play", "campus", "--players", "human,human", "--seed", "2")
TWO = (*PAIR, "--from", f"{BOARD} | {BOARD} roll 5+6")
BY_HAND = (*TWO, "--ruling", "claims=manual", "--ruling", "big_play=on")
REAL = (*PAIR, "--chance", "ask")
DEAD = "1x 2x 3x 4x 5x 6x / 7x 8x 9x 10x 11x 12x / 13 14 15 16 17 18 / 19 20 21 22 23 24 / " + (
    "1x 2x 3x 4x 5x 6x / sx sx sx sx sx sx"
)
"""A board on which no roll of the dice does anything."""
MANY = "1 1 2 2 3 3 / 5 5 6 7 8 9 / 10 11 12 13 14 15 / 16 17 18 19 20 21 / 22 23 24 s s s / s s s s 4 4"
"""A board with two copies up of the numbers that make small sets."""
TILES = [*map(str, range(1, 25)), *["s"] * 8, "1", "2", "3", "4"]
"""36 tiles of a bag."""


def play(command: Sequence[str], *lines: str) -> Ran:
    """Play with these lines typed; the input ends after them."""
    return run(*command, stdin="".join(f"{line}\n" for line in lines).encode())


def played(command: Sequence[str], *lines: str) -> str:
    """Return what is printed by a session in which nothing goes wrong."""
    ran = play(command, *lines)
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran.out


def moving(board: str = "") -> Any:
    """Return a position in which A turns tiles with a roll of 5+6."""
    return table(board or COPIES, OTHER, "move", roll="5+6")


@pytest.mark.parametrize(
    ("players", "rulings"), [(1, {}), (2, {}), (2, {"claims": "manual", "big_play": "on"})]
)
def test_a_whole_match_is_played_by_what_is_typed_and_can_be_replayed(
    players: int, rulings: dict[str, str], tmp_path: Path
) -> None:
    """What is typed was drawn at random beforehand; chance does the same at the same line."""
    game = Campus(players, CampusRulings.parse(f"{name}={value}" for name, value in rulings.items()))
    match, rng = Match(game, 5), Rng(5)
    match.chance()
    while not match.is_over:
        match.act(match.state.legal_actions().sample(rng))
        match.chance()
    typed = [str(step.action) for step in match.steps if step.by in "AB"]
    log = tmp_path / "round.jsonl"
    command = ["play", "campus", "--players", ",".join(["human"] * players), "--seed", "5", "--log", str(log)]
    for name, value in rulings.items():
        command += ["--ruling", f"{name}={value}"]
    said = played(command, *typed)
    assert "No: " not in said
    end = said.split("The end")[1]
    again = replay(log)
    assert again.finished and again.state == match.state
    if players == 1:
        assert f"The board is clear after {match.state.turn} turns" in end
    else:
        points = [int(score) for score in match.state.scores()]
        assert f"Points lost in all: A (human) {points[0]} and B (human) {points[1]}." in end
        assert re.search(r"Game 1: A \d+, B \d+ points lost\.\nGame 2: A \d+, B \d+ points lost\.", end)
    told = run("replay", str(log))
    assert (told.code, told.err) == (0, "")
    assert "lays out" in told.out or "Laid out" in told.out
    assert end.splitlines()[1] in told.out


def test_a_bot_and_what_the_rules_do_by_themselves_are_told() -> None:
    said = played(("play", "campus", "--seed", "3"), "18 2", "quit")
    assert said.startswith("Campus: A human and B solver. Seed 3.\n")
    assert "Both boards are laid out." in said
    assert "Player B (solver) starts the first game." in said
    assert re.search(r"The roll for Player B \(solver\): 1\+2 asks for 3 exactly\.\n", said)
    assert "Player B (solver) turns 3 on " in said
    assert "Your roll: 5+5, a double, asks for 20 at most." in said
    assert "Turned: 18 on a1 and 2 on c6, 20 in all." in said


def test_a_chain_is_told_step_by_step() -> None:
    said = played(ALONE, "11", "quit")
    assert "Turned: 11 on e2.\nRow 1 has only the 6 on f1 left: it goes down as a reward.\n" in said
    assert "No number is left on column e: the star on e3 goes down.\n" in said


def test_a_lost_turn_says_why() -> None:
    said = played((*SOLO, "--chance", "ask", "--from", BOARD), "1+2", "2+6", "quit")
    assert "The turn is lost: 1+2 names 3, and both 3s, on c1 and c4, are face down." in said
    assert "Your roll: 2+6 asks for 8 exactly." in said


def test_a_board_that_is_dead_by_claims_that_are_lost_is_said_to_be_so() -> None:
    rulings = {"claims": "manual", "late_claim": "lost", "doubles": "exact"}
    board = "13 1x 1x / 1x 1x 1x / 1x 1x 1x"
    state = table(board, more="gone A: row 1, column a, diagonal a1-c3", rulings=rulings)
    match = Match(state.game, 1, start=state)
    said = FACE.told(match.act(state.game.parse_action("1+2")), ["you", "solver"])
    assert said[0] == "Your roll: 1+2 asks for 3 at most."
    assert said[1].startswith("The board is dead: what was not claimed is lost, and no roll would change")


def test_who_clears_first_is_told_that_the_other_has_one_more_turn() -> None:
    board = "1 2x 3x / 4x 5x 6x / 7x 8x 9x"
    more = "Your board is clear. Player B (solver) has one more turn."
    for rulings, said_so in (({"game_ends": "equal_turns"}, True), ({}, False)):
        state = table(board, OTHER_NINE, "move", roll="1+1", rulings={"loss_of_turn": "off", **rulings})
        match = Match(state.game, 1, start=state)
        told = FACE.told(match.act(state.game.parse_action("a1")), ["you", "solver"])
        assert (more in told) is said_so


def test_the_second_game_and_the_points_of_the_first_are_told() -> None:
    state = table("3 24 / 24 24x", "s 7 / 24x 24", "move", roll="1+2")
    step = Match(state.game, 1, ["human", "solver"], state).act(state.game.parse_action("a1"))
    said = FACE.told_after(step, ["you", "solver"])
    over = "Game 1 is over: you have turned every tile. Player B (solver) loses 56 points for what is left."
    assert over in said
    again = "The second game: the boards are exchanged and all tiles are face up. Player B (solver) starts."
    assert said[-1] == again
    assert FACE.is_news(step)


def test_a_game_that_nobody_clears_says_why_it_is_over() -> None:
    full = "3 24 5 / 24 7 9 / 8 8 8"
    state = table(full, full, "move", roll="1+2", turn=1, first="B", turn_limit="1")
    step = Match(state.game, 1, ["human", "human"], state).act(state.game.parse_action("a1"))
    said = FACE.told_after(step, ["human", "human"])
    over = "Game 1 is over: the limit of turns is reached. Player A loses 93 points; Player B loses 96 points"
    assert any(line.startswith(over) for line in said), said


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("a1", "a1"),
        ("A1", "a1"),
        ("11", "a1"),
        ("turn 11", "a1"),
        ("9 2 ", None),
        ("9+a2", "a2 c4"),
        ("a2c4", "a2 c4"),
        ("c4, a2", "a2 c4"),
        ("3+8", "c1 b3"),
        ("8 and 3", "c1 b3"),
        ("1+1+9", "a4 b4 c4"),
        ("5+6", None),
        ("5 5 1", None),
        ("pass", "pass"),
        ("p", "pass"),
    ],
)
def test_sets_are_read_by_cells_and_by_numbers(typed: str, means: str | None) -> None:
    if means is None:
        with pytest.raises(SeveralReadings):
            FACE.read(moving(), typed)
    else:
        assert str(FACE.read(moving(), typed)) == means


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("13", "your board has no 13"),
        ("24+24", "24 is named too often"),
        ("5+5+5", "the 5 on d1 is face down"),
        ("a9", "not a cell"),
        ("a1 a1", "named twice"),
        ("eleven", "'eleven' names no tile; expected cells such as a1 c4, numbers such as 5+3+2, or pass"),
        ("11!", "is no tile"),
        ("1" * 4000, "is no tile"),
        ("2 2 2 5", "several tiles bear 2 and 5"),
        ("9", "the 9s on c4 and d4 are face down"),
    ],
)
def test_what_names_no_set_says_why(typed: str, reason: str) -> None:
    board = (
        "1 1 2 2 / 5 5 2 2 / 11 24 5 2 / 5x 5x 9x 9x"
        if typed in ("2 2 2 5", "9")
        else "11 5 3 5x / 2 s 24 7 / 6 8 5 2 / 1 1 9 sx"
    )
    with pytest.raises(NotationError, match=re.escape(reason)):
        FACE.read(moving(board), typed)


def test_where_copies_make_it_ambiguous_the_person_is_asked_which() -> None:
    with pytest.raises(SeveralReadings) as several:
        FACE.read(moving(), "6+5")
    assert several.value.question == "Which 5: b1 or c3?"
    assert {word: str(move) for word, move in several.value.choices.items()} == {
        "b1": "b1 a3",
        "c3": "a3 c3",
    }
    said = played(("play", "campus", "--seed", "3"), "11+9", "e6", "quit")
    assert re.search(r"Which 11: b1 or e6\? e6\nTurned: 9 on .* and 11 on e6, 20 in all\.", said)


def test_the_total_is_told_before_it_is_asked_which_of_many_copies_is_meant() -> None:
    said = played((*PAIR, "--from", f"{MANY} | {MANY} roll 5+6"), "1 2 3", "1 2 3 5", "quit")
    assert "its tiles total 6, and 5+6 asks for exactly 11" in said
    assert "No: several tiles bear 1, 2, 3 and 5; expected their cells" in said


def test_an_illegal_set_names_the_rule() -> None:
    said = played(ALONE, "6", "pass", "e3", "quit")
    assert "No: f1: its tiles total 6, and 5+6 asks for exactly 11" in said
    assert "No: pass: player A can turn tiles with 5+6, so has to" in said
    assert "No: e3: on e3 there is no number" in said


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_whatever_is_legal_is_read_as_it_is_written(seed: int, by_hand: bool) -> None:
    """Also in capitals; a set by its numbers too, or else it is asked back and among the choices."""
    rng = Rng(seed)
    rulings = CampusRulings(claims="manual", big_play="on") if by_hand else CampusRulings()
    state: Any = Campus(2, rulings).start()
    for _ in range(400):
        if state.is_terminal:
            break
        if state.is_chance:
            outcome = state.sample_chance(rng)
            assert FACE.read_chance(state, str(outcome)) == [outcome]
            assert FACE.chance_question(state)
            state = state.apply(outcome)
            continue
        action = state.legal_actions().sample(rng)
        assert FACE.read(state, str(action)) == action
        assert FACE.read(state, f"  {str(action).upper()} ") == action
        if state.phase == MOVE and action.tiles:
            _reads_numbers(state, action)
        assert FACE.offers(state)
        assert FACE.question(state, 0)
        state = state.apply(action)


def _reads_numbers(state: Any, action: Any) -> None:
    values = state.desk(state.current_player).values
    numbers = "+".join(str(values[cell]) for cell in range(36) if action.tiles >> cell & 1)
    try:
        assert FACE.read(state, numbers) == action
    except SeveralReadings as several:
        assert action in several.choices.values()
    except NotationError as error:
        assert "several tiles bear" in str(error)


def test_claims_are_made_in_short_forms_until_done_and_what_is_left_can_be_penalised() -> None:
    said = played(BY_HAND, "11", "row 1", "r col a", "F", "star", "done", "e2", "log 9", "quit")
    assert "Row 1 has only the 6 on f1 left: it goes down as a reward." in said
    assert "Column a has only the 7 on a2 left" in said
    assert "the star on e3 goes down" in said
    assert "Not claimed, though it could have been: reward diagonal f1-a6." in said
    assert (
        "penalise diagonal f1-a6 with one of: f1, e2, c4, b5, a6\nor forgive diagonal f1-a6\nor big play"
        in said
    )
    assert "11 on e2 is face up again." in said
    assert ". B: penalise diagonal f1-a6 e2" in said


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("reward row 1", "reward row 1"),
        ("R ROW 1", "reward row 1"),
        ("row1", "reward row 1"),
        ("1", "reward row 1"),
        ("w", None),
        ("wildcard on row 2 with d2", "wild row 2 d2"),
        ("wild row 2", "wild row 2 d2"),
        ("s", "star a3"),
        ("a3", None),
        ("c4", "star c4"),
        ("row 4", "reward row 4"),
        ("foo", None),
        ("d", "done"),
        ("DONE", "done"),
        ("reward row 4", "reward row 4"),
        ("star b4", "star b4"),
    ],
)
def test_claims_are_read_generously(typed: str, means: str | None) -> None:
    state = table("1x 2x 3x 7 / 1x 2 3x s / s 2x 4x 5x / 8 9 10 11", phase="chain", claims="manual")
    if means is None:
        with pytest.raises(NotationError if typed == "foo" else SeveralReadings):
            FACE.read(state, typed)
    else:
        assert str(FACE.read(state, typed)) == means


def test_where_a_ruling_forbids_to_forgive_only_penalising_is_asked_for() -> None:
    command = (*TWO, "--ruling", "claims=manual", "--ruling", "penalty_optional=forced")
    said = played(command, "11", "star e3", "done", "forgive", "foo", "a1", "quit")
    assert "Player B, penalise> forgive\nNo: forgive row 1: by the ruling penalty_optional a miss has" in said
    assert "expected what moves lists" in said
    assert "1 on a1 is face up again." in said


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("penalise row 1 a1", "penalise row 1 a1"),
        ("penalize row 1 A1", "penalise row 1 a1"),
        ("p a1", "penalise row 1 a1"),
        ("b1", "penalise row 1 b1"),
        ("forgive", "forgive row 1"),
        ("f", "forgive row 1"),
        ("forgive row 1", "forgive row 1"),
        ("big play", "big_play"),
        ("the big play", None),
        ("bp", "big_play"),
        ("penalise row 3 a3", "penalise row 3 a3"),
        ("xyz", None),
        ("", None),
    ],
)
def test_answers_to_a_miss_are_read_generously(typed: str, means: str | None) -> None:
    board = "1x 2x 3x 7 / 1 2 3 s / s 2x 4 5 / 8 9 10 11"
    more = "missed: reward row 1; turned: a1"
    state = table(
        "9 8 7 6 / 5 4 3 2 / 1 1 2 3 / 4 5 6 7",
        board,
        "penalty",
        turn=2,
        more=more,
        claims="manual",
        big_play="on",
    )
    if means is None:
        with pytest.raises(NotationError):
            FACE.read(state, typed)
    else:
        assert str(FACE.read(state, typed)) == means


def test_who_starts_is_read_generously() -> None:
    state = table("1 2 / 3 4", "5 6 / 7 8").game.state_from(
        "phase: choose\nround: 1\nthrown: 5 2\nboard A: 1 2 / 3 4\nboard B: 5 6 / 7 8"
    )
    assert [str(FACE.read(state, typed)) for typed in ("me", "start them", "THEM")] == [
        "start me",
        "start them",
        "start them",
    ]
    with pytest.raises(NotationError, match="me or them"):
        FACE.read(state, "A")


def test_beside_a_real_table_tiles_come_row_by_row_and_dice_as_they_fall() -> None:
    tiles = " ".join(TILES)
    rows = [" ".join(TILES[start : start + 6]) for start in range(0, 36, 6)]
    said = played(REAL, tiles.upper(), *rows, "4", "4", "5 3", "them", "65", "quit")
    assert "A's tiles from a1 on, row by row" in said
    assert "B's tiles from a2 on" in said
    assert "Both boards are laid out.\nEach player plays on the one that the other has filled." in said
    assert "A tie: both throw again." in said
    assert "Player B starts the first game." in said
    assert "The roll for Player B: 5+6 asks for 11 exactly." in said


def test_what_chance_cannot_do_is_refused_whole() -> None:
    said = played(REAL, "24 24 1", "25", "s s 11 12", "correct 2 *", "x", "log all", "quit")
    assert "No: 24 on b1: only one of A's tiles shows 24; expected the tiles of the box" in said
    assert "No: 25 on a1: none of A's tiles shows 25" in said
    listed = said.split("> log all\n")[1]
    assert listed.count("chance: tile") == 4
    assert "2. chance: tile s" in listed


def test_the_log_says_where_a_tile_lies_so_that_it_can_be_corrected() -> None:
    said = played(REAL, "11 5", "undo", "log", "moves", "quit")
    assert "   3. chance: tile 5; A lays out 5 on b1.\n" in said
    assert "correct LINE WHAT puts right what was mistyped" in said


def test_whoever_types_whole_rows_may_type_the_tiles_that_lie_there_by_themselves(tmp_path: Path) -> None:
    small = tmp_path / "box.toml"
    small.write_text(box_text(2, 2, "1:1 2:1 s:2"))
    command = (*REAL, "--components", str(small))
    said = played(command, "1 2 s 1", "1 2 s s", "1 2 s s", "board", "quit")
    assert "All that is left in the bag is s: the last 2 spaces take one each." in said
    assert "No: tile 1: all that is left in the bag is s" in said
    assert "Both boards are laid out." in said
    assert "B's tiles from a1 on" in played(command, "1 2 s s", "quit")


@pytest.mark.parametrize("typed", ["7", "1+7", "5", "5+6+1", "five", "0+3", "5-6"])
def test_no_roll_is_refused(typed: str) -> None:
    said = played((*SOLO, "--chance", "ask", "--from", BOARD), typed, "quit")
    assert "\nNo: " in said.split("The roll, such as 5+6>")[1]


def test_help_says_more_each_time() -> None:
    said = played(ALONE, "help", "help", "help", "help", "11", "help", "quit")
    answers = re.findall(r"which tiles> help\n(.*)", said)
    assert answers[0].startswith(
        "5+6 asks for 11 exactly; 1 set can be turned. A single tile that sets off a chain is best."
    )
    assert answers[1].startswith("Look at the 11 on e2.")
    assert answers[2].startswith("Turn 11 on e2. Row 1 has only the 6 on f1 left")
    assert "Exact: " in answers[2]
    assert answers[3] == "There is no more help for this position."
    assert answers[4].count("can be turned") == 1


def test_where_nothing_is_to_be_chosen_help_says_all_at_once() -> None:
    said = played((*PAIR, "--from", f"{DEAD} | {DEAD} roll 2+5"), "help", "help", "quit")
    answers = re.findall(r"> help\n(.*)", said)
    assert answers[0].endswith("All there is to do is pass.")
    assert answers[1] == "There is no more help for this position."


def test_help_says_that_a_chain_has_to_be_claimed_where_that_is_so() -> None:
    claimed = "What goes down with it has to be claimed"
    assert claimed in played(BY_HAND, "help", "help", "help", "quit")
    assert claimed not in played(TWO, "help", "help", "help", "quit")


def test_help_with_claims_and_penalties_names_what_the_solver_would_do() -> None:
    said = played(BY_HAND, "11", "help", "help", "help", "done", "help", "help", "help", "quit")
    answers = re.findall(r"> help\n(.*)", said)
    assert re.match(r"\d claims can be made\.", answers[0])
    assert answers[1].startswith("Look at row 1.")
    assert answers[2].startswith("reward row 1: all that can be claimed should be")
    assert answers[3].startswith("Missed was reward row 1")
    assert "costs them the most turns" in answers[5]


def test_of_thousands_of_sets_moves_gives_the_number_and_some() -> None:
    said = played(("play", "campus", "--seed", "3"), "moves", "quit")
    offer = said.split("> moves\n")[1].splitlines()[0]
    assert re.match(r"3,077 sets can be turned, such as: ", offer)
    assert offer.count("(") == 6
    assert "18+2 (a1 c6)" in offer


def test_where_nothing_can_be_turned_it_is_said_and_passing_is_all() -> None:
    state = table("12 11 / 10 9", phase="move", roll="1+2")
    assert "pass" in FACE.question(state, 0)
    assert "pass" in FACE.offers(state)[0].lead
    assert "pass" in FACE.hint(state, 1)


def test_undo_takes_back_a_set_until_the_dice_have_fallen(tmp_path: Path) -> None:
    log = tmp_path / "round.jsonl"
    said = played((*BY_HAND, "--log", str(log)), "11", "row 1", "undo 2", "help", "quit")
    assert "Taken back: 2 moves" in said
    match = replay(log)
    assert (match.undos, match.helps) == (1, 1)
    assert str(match.state.roll) == "5+6"
    assert "not what chance has done" in played(ALONE, "11", "undo", "quit")


def test_a_match_that_was_left_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "round.jsonl"
    first = played(("play", "campus", "--seed", "3", "--log", str(log)), "18 2", "quit")
    assert f"To go on: quadrangle play campus --log {log}" in first
    again = played(("play", "campus", "--log", str(log)), "board", "quit")
    assert "Going on with " in again
    assert first.split("\n\n")[-2].split("\n")[0] in again


def test_it_starts_from_boards_or_a_canonical_position(tmp_path: Path) -> None:
    assert "turn 1 · roll 5+6" in played(ALONE)
    written = "phase: roll; turn: 4; board A: " + BOARD
    assert "turn 5" in played((*SOLO, "--from", written))
    path = tmp_path / "position.txt"
    path.write_text(written.replace("; ", "\n"))
    assert "turn 5" in played((*SOLO, "--from", str(path)))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (
            ("--players", "human,best"),
            "no player is called 'best'; expected human, random, greedy, solver and racer",
        ),
        (("--players", "racer"), "no player is called 'racer'; expected human, random, greedy and solver"),
        (("--players", "human,human,human"), "3 players of Campus"),
        (("--players", "human", "--tell", "at-once"), "--tell at-once"),
        (("--from", BOARD), "1 board"),
        (("--players", "human", "--from", BOARD.replace("21x", "")), "row 6 has 5 tiles"),
        (("--players", "human", "--from", f"{BOARD} roll 7+1"), f"column {len(BOARD) + 7}: 7 on a die"),
        (
            ("--players", "human", "--from", f"{BOARD} roll 1+1"),
            "The turn is lost: 1+1 names 2, and both 2s, on b1 and b4, are face down; expected a roll",
        ),
        (("--ruling", "claims=never"), "claims=automatic or manual"),
        (("--ruling", "turn_limit=none"), "bots in a game that may never end"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(options: tuple[str, ...], reason: str) -> None:
    assert reason in one_line_error(play(("play", "campus", *options)))


def test_nothing_heavy_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    assert not heavy(modules_after(["play", "campus", "--players", "human", "--seed", "2"], tmp_path))


LETTERS = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30)
TYPED = (
    "a1 b2 c3 f6 11 5+6 5 24 s x row 1 column a diagonal f1-a6 reward wild star claim done penalise forgive "
    "big play pass turn start me them die tile roll 4 help undo moves log rules correct board , + / - 2 3"
)
WORDS = st.lists(st.sampled_from(TYPED.split()), max_size=5).map(" ".join)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(LETTERS | WORDS, min_size=1, max_size=10), st.sampled_from([ALONE, BY_HAND, REAL]))
def test_whatever_is_typed_nothing_breaks(lines: list[str], command: tuple[str, ...]) -> None:
    ran = play(command, *(line for line in lines if line.strip().lower() not in ("q", "exit")))
    assert (ran.code, ran.err) == (0, "")


def test_no_line_of_the_drawing_is_wider_than_60_columns_and_plain_letters_will_do() -> None:
    state = moving()
    for names in (["you", "solver"], ["a name that is very long indeed", "银杏银杏银杏银杏银杏银杏银杏"]):
        assert all(len(line) <= 60 for line in state_text(state, names).splitlines())
    assert state_text(state, ["you", "solver"], ascii_only=True).isascii()
    assert "\x1b[" in state_text(state, ["you", "solver"], colour=True)


def test_the_boards_show_whose_turn_it_is_and_what_lies_face_down() -> None:
    drawn = state_text(table("11 5x / s sx", "1 2 / 3 4x", "move", roll="5+6"), ["you", "solver"])
    assert drawn == "\n".join(
        [
            "game 1 of 2 · turn 1 · roll 5+6",
            "> A you         B solver",
            "  2 up, 36 left 3 up, 6 left",
            "    a   b         a   b",
            "1  11   5x    1   1   2",
            "2   ★   ★x    2   3   4x",
        ]
    )


def test_a_terminal_session_goes_on_after_ctrl_c_and_says_how(tmp_path: Path) -> None:
    log = tmp_path / "round.jsonl"
    session = started("play", "campus", "--seed", "3", "--log", str(log), stdin=-1)
    assert session.stdin is not None and session.stdout is not None
    try:
        text = b""
        while b"which tiles>" not in text:
            text += os.read(session.stdout.fileno(), 4096)
        session.send_signal(2)
        out, err = session.communicate(timeout=20)
    finally:
        session.kill()
    assert session.returncode == 130
    assert b"To go on: quadrangle play campus --log" in out
    assert b"Traceback" not in err
