"""The `campus` commands as a person uses them, with good input and bad."""

from __future__ import annotations

import json
import math
import os
import pty
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from campus_cases import WHOLE, positions
from command import one_line_error, run, started

from quadrangle.commands.campus import answers_best
from quadrangle.core.documents import dump
from quadrangle.core.documents.campus import CampusBest
from quadrangle.core.rng import Rng
from quadrangle.engines.campus import words
from quadrangle.solvers.campus import (
    PRINTED,
    Board,
    Gain,
    Moves,
    Roll,
    Rules,
    Worth,
    best_move,
    board_link,
    chains,
    is_dead,
    judge,
    parse_claim,
    read_board,
    read_move,
)
from quadrangle.solvers.campus.best import TurnOrder
from quadrangle.solvers.campus.race import Race
from quadrangle.solvers.campus.shut_the_box import Box, solve_box
from quadrangle.solvers.campus.turns import numbers_of, turn_rules, up_of
from quadrangle.solvers.campus.turns_exact import exact_turns

SMALL = "11 5 3\n2 1 24\n6 8 s"
ANY = ("--size", "any")
NO_LINES = ("--ruling", "lines=none")
ON_ONE_LINE = WHOLE.replace("\n", " / ")


def small_positions() -> list[Board]:
    """Return boards in mid-play with few numbers up, none of them clear."""
    return [board for board in positions(30, seed=4, most=9) if not board.is_clear]


def names(board: Board, mask: int) -> list[str]:
    return list(board.arrangement.names(mask))


def test_moves_lists_every_set_with_the_board_it_leads_to() -> None:
    for board in positions(4, seed=1):
        for roll in ("5+6", "4+4"):
            found = run("campus", "moves", str(board), "--roll", roll, "--json").json
            moves = Moves(board, Roll.parse(roll), Rules())
            assert found["board"] == str(board)
            assert found["roll"] == roll
            assert found["total"] == (16 if roll == "4+4" else 11)
            assert found["lost"] is moves.lost
            assert [
                (move["tiles"], move["total"], move["down"], move["board"]) for move in found["moves"]
            ] == [
                (names(board, o.tiles), o.total, names(board, o.down), str(o.board)) for o in moves.outcomes()
            ]


def test_moves_says_them_with_the_most_tiles_first() -> None:
    ran = run("campus", "moves", SMALL, "--roll", "5+6", *ANY)
    assert ran.code == 0
    assert "5+6: tiles that total exactly 11. 6 moves, the most tiles first." in ran.out
    listed = re.findall(r"^ +(\d+)  (.+?)  +(\S.*?)(?:  |$)", ran.out.split("down")[1], re.MULTILINE)
    assert [int(count) for count, _, _ in listed] == [9, 9, 9, 9, 9, 3]
    board = Board.parse(SMALL)
    for _, cells, total in listed:
        move = read_move(cells, board)
        values = [str(board.arrangement.values[board.arrangement.names(511).index(n)]) for n in move.cells]
        assert total == ("+".join(values) + " = 11" if len(values) > 1 else "11")


def test_a_lost_turn_is_said_with_its_reason() -> None:
    board = Board.parse("11x 5 3\n2 11x 24\n6 8 s")
    ran = run("campus", "moves", str(board), "--roll", "5+6", *ANY)
    assert ran.code == 0
    assert "The turn is lost: 5+6 names 11, and both 11s, on a1 and b2, are face down." in ran.out
    found = run("campus", "moves", str(board), "--roll", "5+6", *ANY, "--json").json
    assert found["lost"] is True
    assert found["moves"] == []
    one = run(
        "campus", "moves", "11x 5 / 11 24", "--roll", "6 5", *ANY, "--ruling", "loss_of_turn=any_copy_down"
    )
    assert "a 11 is face down, on a1" in one.out
    doubled = ("--roll", "5+5", *ANY, "--ruling", "loss_value=doubled_value")
    assert (
        "5+5 names 20, and the 20, on a1, is face down" in run("campus", "moves", "20x 1 / 2 3", *doubled).out
    )
    same = ("campus", "best", str(board), "--roll", "5+6", *ANY)
    assert "The turn is lost: 5+6 names 11" in run(*same).out
    assert run(*same, "--json").json["lost"] is True


def test_a_roll_that_nothing_answers_is_a_pass() -> None:
    ran = run("campus", "moves", "13 14 / 15 17", "--roll", "5+6", *ANY)
    assert "Nothing can be turned: 5+6 asks for 11 exactly, and no tiles face up make that." in ran.out
    assert run("campus", "moves", "13 14 / 15 17", "--roll", "5+6", *ANY, "--json").json["moves"] == [
        {"tiles": [], "total": 0, "down": [], "board": "13 14\n15 17"}
    ]
    best = run("campus", "best", "13 14 / 15 17", "--roll", "5+6", *ANY)
    assert "Nothing can be turned: 5+6 asks for 11 exactly" in best.out


def test_a_dead_board_is_said_to_be_relaxed() -> None:
    board = read_board("2x 3x 4x 5x 6x 7x 8x 9x 10x 11x 12x 24", (1, 12), 24)
    assert is_dead(board, Rules(lines="none"))
    none = ("--size", "1x12", "--ruling", "lines=none")
    ran = run("campus", "moves", str(board), "--roll", "6+6", *none)
    assert "The board is dead" in ran.out
    assert run("campus", "moves", str(board), "--roll", "6+6", *none, "--json").json["dead"] is True
    lost = run("campus", "moves", str(board), "--roll", "6+6", *none, "--ruling", "dead_board=skip")
    assert "The turn is lost" in lost.out
    value = run("campus", "value", str(board), *none)
    assert "The board needs 36 turns on average." in value.out
    assert "The next roll cannot lose the turn." in value.out
    assert "The board is dead" in value.out


def test_a_board_comes_from_arguments_files_standard_input_and_links(tmp_path: Path) -> None:
    expected = run("campus", "moves", WHOLE, "--roll", "5+6").out
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    link = board_link(Board.parse(WHOLE))
    for arguments, stdin in (
        (ON_ONE_LINE.split(), b""),
        (WHOLE.split(), b""),
        ([ON_ONE_LINE.upper()], b""),
        (["--file", str(path)], b""),
        (["-"], WHOLE.encode()),
        (["--file", "-"], WHOLE.encode()),
        ([link], b""),
        (["https://example.org/#" + link], b""),
    ):
        assert run("campus", "moves", *arguments, "--roll", "6+5", stdin=stdin).out == expected


def test_what_is_shown_can_be_read_again() -> None:
    board = next(iter(positions(1, seed=5)))
    said = run("campus", "value", str(board), "--budget", "0").out
    rows = [line[1:] for line in said.split("\n")[1:7]]
    assert read_board("\n".join(rows)) == board


def test_other_boards_have_any_size() -> None:
    assert run("campus", "moves", "1 2 3 4", "--roll", "1+2", *ANY, "--json").json["board"] == "1 2 3 4"
    assert (
        run("campus", "moves", *["1", "2", "3", "4"], "--roll", "1+2", *ANY, "--json").json["board"]
        == "1 2 3 4"
    )
    apart = run("campus", "moves", *["1", "2", "/", "3", "99"], "--roll", "1+2", *ANY, "--json")
    assert apart.json["board"] == "1 2\n3 99"
    sized = run("campus", "moves", *list("123456"), "--roll", "1+2", "--size", "2x3", "--json")
    assert sized.json["board"] == "1 2 3\n4 5 6"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([ON_ONE_LINE[:-2]], "argument 1, column 83: row 6 has 5 tiles; expected 6 tiles a row"),
        (ON_ONE_LINE.split()[:-1], "argument 36: row 6 has 5 tiles; expected 6 tiles a row"),
        (WHOLE.split()[:-1], "35 tiles; expected 36, 6 rows of 6 (other boards: --size)"),
        (
            [ON_ONE_LINE.replace("24", "25")],
            "argument 1, column 29: the number 25; expected a number from 1 to 24 (other boards: --size any)",
        ),
        (ON_ONE_LINE.replace("24", "0").split(), "argument 13: the number 0; expected a number from 1 to 24"),
        ([ON_ONE_LINE.replace("24", "(24")], "argument 1, column 29: a bracket that is not closed"),
        ([ON_ONE_LINE.replace("24", "24)")], "a closing bracket without an opening one"),
        ([ON_ONE_LINE.replace(" / ", " / / ", 1)], "a row without tiles between two /"),
        (ON_ONE_LINE.replace(" / ", " / / ", 1).split(), "argument 8: a row without tiles between two /"),
        ([ON_ONE_LINE.replace("24", "q")], "'q' is not a tile"),
        (["campus~abc-d0f-ghi"], "the link's board of 3 rows of 3"),
        (["campus~abc-d!f", *ANY], "the link's 'd!f' is no row of tiles"),
        (["campus~abc-d!f"], "expected a link such as campus~abc-d0f-ghi~1f\n"),
        (["--file", "no-such-file"], "no-such-file: cannot be read"),
        ([WHOLE, "--file", "x"], "expected one or the other"),
        ([WHOLE, "--size", "0x6"], "--size: '0x6'; expected rows and columns such as 6x6"),
        ([WHOLE, "--size", "20x20"], "--size: a board of 20 rows and 20 columns"),
        ([WHOLE, "--ruling", "stars=free"], "--ruling: no ruling of the board is called 'stars'"),
        ([WHOLE, "--ruling", "star_needs=two"], "expected star_needs=one_line or all_lines"),
        ([WHOLE, "--ruling", "star_needs"], "expected NAME=VALUE"),
        ([WHOLE, "--ruling", "doubles=exact", "--ruling", "doubles=exact"], "the ruling doubles set twice"),
        ([WHOLE, "--ruling", "lines=row 9"], "--ruling: there is no row 9; expected row 1 to row 6"),
        ([], "no board; expected six rows of six tiles"),
        (["--frobnicate"], "No such option"),
    ],
)
@pytest.mark.parametrize("command", ["moves", "best"])
def test_bad_boards_are_one_clear_line(command: str, arguments: list[str], message: str) -> None:
    assert message in one_line_error(run("campus", command, *arguments, "--roll", "5+6"))


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        ("0+3", "--roll: 0 on a die"),
        ("5+7", "--roll, column 3: 7 on a die"),
        ("7", "--roll: '7' alone; expected two dice from 1 to 6, such as 5+6"),
        ("5", "--roll: '5' alone"),
        ("1+2+3", "--roll: 3 dice"),
        ("", "--roll: no dice"),
        ("a+b", "--roll: 'a' on a die"),
    ],
)
def test_bad_rolls_are_one_clear_line(roll: str, message: str) -> None:
    assert message in one_line_error(run("campus", "moves", WHOLE, "--roll", roll))


def test_a_roll_is_needed_where_nobody_can_be_asked() -> None:
    assert "no roll; expected --roll" in one_line_error(run("campus", "moves", WHOLE))


@pytest.mark.parametrize(
    "data", [b"\x00\x01", b"\xff\xfe11", b"\x7fELF" + bytes(300), b"", b"\n\n", bytes(70_000)]
)
def test_a_binary_or_empty_or_endless_input_is_one_clear_line(data: bytes) -> None:
    one_line_error(run("campus", "moves", "-", "--roll", "5+6", stdin=data))


@pytest.mark.parametrize("command", ["moves", "best", "value", "solve"])
def test_a_clear_board_is_said_to_be_so(command: str, tmp_path: Path) -> None:
    more = {"moves": ["--roll", "5+6"], "best": ["--roll", "5+6"], "solve": ["--out", str(tmp_path / "t")]}
    ran = run("campus", command, "1x sx / 3x 4x", *ANY, *more.get(command, []))
    assert ran.code == 0
    assert "Every tile is face down: the board is clear." in ran.out
    assert list(tmp_path.iterdir()) == []


def test_a_clear_board_in_json() -> None:
    clear = ("1x sx / 3x 4x", *ANY, "--json")
    # All copies of the 4 are down, but there is no turn left that could be lost.
    moves = run("campus", "moves", *clear, "--roll", "1+3").json
    assert (moves["clear"], moves["lost"]) == (True, False)
    best = run("campus", "best", *clear, "--roll", "1+3").json
    assert best["lost"] is False
    assert (best["clear"], best["moves"], best["value"]) == (True, [], None)
    value = run("campus", "value", *clear).json
    assert (value["clear"], value["value"], value["loss"]) == (True, "0/1", "0/1")


def test_best_answers_in_json_what_the_solver_says() -> None:
    for board in small_positions()[:6]:
        for objective in ("turns", "points"):
            ran = run(
                "campus", "best", str(board), "--roll", "2+4", "--objective", objective, "--json",
                "--alternatives", "100",
            )  # fmt: skip
            found = ran.json
            truth = best_move(board, Roll.parse("2+4"), Rules(), objective).value
            assert ran.code == 0
            assert found["objective"] == objective
            assert found["proof"] == "exact"
            assert found["interval"] is None
            choices = [*found["moves"], *found["alternatives"]]
            assert len(choices) == len(truth.choices) == found["boards"]
            for choice, told in zip(truth.choices, choices, strict=True):
                assert told["tiles"] == names(board, choice.outcome.tiles)
                assert told["down"] == names(board, choice.outcome.down)
                assert told["board"] == str(choice.outcome.board)
                assert Fraction(told["loss"]) == choice.loss
                assert told["also"] == choice.also
                value = told["value"]
                assert float(Fraction(value) if isinstance(value, str) else value) == pytest.approx(
                    float(choice.worth.value), rel=1e-8
                )


def test_the_value_of_best_is_what_is_left_after_it() -> None:
    """Against fractions worked out another way."""
    for board in small_positions()[:5]:
        found = run("campus", "best", str(board), "--roll", "3+3", "--json").json
        if found["lost"]:
            continue
        after = Board.parse(found["moves"][0]["board"])
        values, lines = numbers_of(after.arrangement, Rules())
        truth = exact_turns(values, lines, turn_rules(Rules()), up=up_of(after)).turns
        assert truth is not None
        value = found["value"]
        assert Fraction(value) == truth if isinstance(value, str) else value == pytest.approx(float(truth))


def test_a_chain_is_told_step_by_step_and_plays_through() -> None:
    told = 0
    for board in small_positions():
        found = run("campus", "best", str(board), "--roll", "4+4", "--json").json
        for choice in [*found["moves"], *found["alternatives"]]:
            rules_of = chains(board.arrangement, Rules())
            up = board.up & ~read_move(" ".join(choice["tiles"]) or "pass", board).tiles
            for step in choice["chain"]:
                cleared = rules_of.cleared(up, parse_claim(step["claim"]))
                assert names(board, cleared) == step["tiles"]
                up &= ~cleared
                told += 1
            assert str(board.with_up(up)) == choice["board"]
    assert told > 20


def test_best_says_what_it_turns_the_chain_the_gain_and_the_next_best() -> None:
    ran = run("campus", "best", SMALL, "--roll", "5+6", *ANY)
    assert ran.out == (
        "    a    b    c\n"
        "1 <11>  [5]  [3]\n"
        "2  [2]  [1] <24>\n"
        "3  <6>  <8>  <★>\n"
        "\n"
        "5+6 asks for 11 exactly.\n"
        "Turn 5 on b1, 3 on c1, 2 on a2 and 1 on b2, 11 in all.\n"
        "  1. Row 1 has only the 11 on a1 left: it goes down as a reward.\n"
        "  2. Row 2 has only the 24 on c2 left: it goes down as a reward.\n"
        "  3. Column a has only the 6 on a3 left: it goes down as a reward.\n"
        "  4. Row 3 has only the 8 on b3 and a star left: the star on c3 goes down as a wildcard with it.\n"
        "4 other sets of tiles leave the same board.\n"
        "It clears the board, on average 1.12 turns sooner than the next best, a1.\n"
        "Exact: every line of play was weighed, in fractions.\n"
        "\n"
        "turns left  down  turned       next lost\n"
        "         0     9  b1 c1 a2 b2        0 %  (+4 alike)\n"
        "     1.125     3  a1               5.6 %\n"
    )


def test_points_take_the_most_tiles_and_then_the_most_points() -> None:
    for board in small_positions():
        found = run("campus", "best", str(board), "--roll", "5+5", "--objective", "points", "--json").json
        moves = Moves(board, Roll.parse("5+5"), Rules())
        if moves.lost:
            continue
        most = max(moves.outcomes(), key=lambda o: (o.down.bit_count(), board.points - o.board.points))
        assert len(found["moves"][0]["down"]) == most.down.bit_count()
        assert found["value"] == board.points - most.board.points


def test_rulings_change_the_answer_and_are_named() -> None:
    plain = run("campus", "moves", SMALL, "--roll", "5+6", *ANY, "--json").json
    loose = run(
        "campus", "moves", SMALL, "--roll", "5+6", *ANY, "--json", "--ruling", "normal_roll=at_most"
    ).json
    assert len(loose["moves"]) > len(plain["moves"])
    assert (plain["rulings"], loose["rulings"]) == ({}, {"normal_roll": "at_most"})
    assert (plain["at_most"], loose["at_most"]) == (False, True)


def test_where_a_board_may_die_the_chance_to_clear_it_is_said() -> None:
    arguments = ("12 24", *ANY, "--ruling", "lines=none", "--ruling", "dead_board=skip")
    found = run("campus", "value", *arguments, "--json").json
    assert found["chance"] == "1/4"
    assert "The board is cleared with a chance of 25.0 %" in run("campus", "value", *arguments).out
    best = run("campus", "best", *arguments, "--roll", "6+6")
    assert (
        "It needs 9 more turns on average; the chance to clear the board is 100 percentage points more than "
        "with the next best, a1.\n"
    ) in best.out


def test_a_race_needs_an_opponent_and_nothing_else_takes_one() -> None:
    start = ("campus", "best", WHOLE, "--roll", "5+6")
    assert "race without an opponent; expected --opponent" in one_line_error(
        run(*start, "--objective", "race")
    )
    assert "expected --objective race" in one_line_error(run(*start, "--opponent", WHOLE))
    wrong = run(*start, "--objective", "race", "--opponent", "1 2 3")
    assert "--opponent: 3 tiles; expected 36" in one_line_error(wrong)
    for more in (("--ends", "at_once"), ("--started", "them")):
        assert "without a race; expected --objective race" in one_line_error(run(*start, *more))


def test_a_race_is_told_with_its_proof() -> None:
    start = ("campus", "best", "3 24", "--size", "1x2", *NO_LINES, "--roll", "1+2", "--objective", "race")
    ran = run(*start, "--opponent", "3 24")
    found = run(*start, "--opponent", "3 24", "--json").json
    assert found["objective"] == "race"
    assert found["proof"] == "exact"
    assert found["opponent"] == "3 24"
    # The 24 is left to me, both tiles to them, who are to move: a double six clears mine only.
    after = Race(Board.parse("3x 24"), Board.parse("3 24"), Rules(lines="none"))
    worth = after.after(after.mine.up)
    value = float(Fraction(found["value"]))
    assert float(worth.low) - 1e-8 <= value <= float(worth.high) + 1e-8
    assert f"with a chance of {100 * value:.1f} %" in ran.out
    assert "Exact: both players play as well as can be" in ran.out
    equal = run(*start, "--opponent", "3 24", "--ends", "equal_turns", "--started", "them", "--json").json
    assert Fraction(equal["value"]) != Fraction(found["value"])
    assert (found["ends"], found["i_started"]) == ("at_once", True)
    assert (equal["ends"], equal["i_started"]) == ("equal_turns", False)
    assert words.TIES not in ran.out


def test_a_race_says_what_a_tie_counts_and_that_it_is_over() -> None:
    start = ("campus", "best", "3 24", "--size", "1x2", *NO_LINES, "--roll", "1+2", "--objective", "race")
    over = run(*start, "--opponent", "3x 24x")
    assert "It finishes first with a chance of 0 %" in over.out
    assert words.OTHER_CLEAR in over.out
    tied = run(*start, "--opponent", "3x 24", "--ends", "equal_turns")
    assert words.TIES in tied.out
    assert words.OTHER_CLEAR not in tied.out


def test_best_draws_the_move(tmp_path: Path) -> None:
    path = tmp_path / "move.svg"
    ran = run("campus", "best", SMALL, "--roll", "5+6", *ANY, "--svg", str(path))
    assert ran.code == 0
    root = ET.fromstring(path.read_text())
    assert root[0].text == "Campus move"
    assert "1. reward row 1: 11 on a1" in path.read_text()
    assert run("campus", "best", SMALL, "--roll", "5+6", *ANY, "--svg", "-").out == path.read_text()
    lost = run("campus", "best", "11x 1 / 2 3", "--roll", "5+6", *ANY, "--svg", "-")
    assert ET.fromstring(lost.out)[0].text == "Campus board"
    failed = run("campus", "best", SMALL, "--roll", "5+6", *ANY, "--svg", str(tmp_path / "no" / "folder.svg"))
    assert failed.code == 2
    assert "cannot be written" in failed.err


def test_options_that_mean_nothing_are_refused() -> None:
    start = ("campus", "best", SMALL, "--roll", "5+6", *ANY)
    assert "is not a number of seconds" in one_line_error(run(*start, "--budget", "nan"))
    assert "--memory: '4XB'; expected an amount" in one_line_error(run(*start, "--memory", "4XB"))
    assert "--memory: '0'; expected an amount" in one_line_error(run(*start, "--memory", "0"))


def test_ends_of_an_interval_that_are_not_known_are_null() -> None:
    found = best_move(Board.parse(SMALL), Roll.parse("5+6"), Rules()).value
    choices = tuple(
        msgspec.structs.replace(choice, worth=Worth(2.5, 1.0, math.inf)) for choice in found.choices
    )
    gain = Gain("turns", 0.5, -math.inf, math.inf)
    guess = msgspec.structs.replace(found, proof="estimate", how="search", choices=choices, gain=gain)
    asked = answers_best.Question(found.board, found.roll, Rules(), "turns", None, TurnOrder())
    document = json.loads(dump(answers_best.best_document(guess, asked, 4)))
    assert document["interval"] == [1.0, None]
    assert document["gain"]["interval"] == [None, None]
    msgspec.convert(document, CampusBest)


def test_value_is_a_fraction_on_small_boards() -> None:
    for board in small_positions()[:6]:
        found = run("campus", "value", str(board), "--json").json
        values, lines = numbers_of(board.arrangement, Rules())
        truth = exact_turns(values, lines, turn_rules(Rules()), up=up_of(board)).turns
        assert truth is not None
        assert found["proof"] == "exact"
        value = found["value"]
        assert Fraction(value) == truth if isinstance(value, str) else value == pytest.approx(float(truth))
        assert Fraction(found["loss"]) == judge(board.arrangement, Rules()).loss(board.up)
        assert f"{float(truth):.6f}" in run("campus", "value", str(board)).out or truth.denominator == 1


def test_a_whole_number_of_turns_is_said_once() -> None:
    assert "In full" not in run("campus", "value", "s s 2", *ANY, *NO_LINES).out
    assert "In full: 32/7 = 4.571429.\n" in run("campus", "value", "5x 3x\n1 5", *ANY, *NO_LINES).out


def test_a_pass_says_once_what_the_roll_asks_for() -> None:
    said = run("campus", "best", "s s", *ANY, "--roll", "1+2").out
    assert said.count("1+2 asks for 3 exactly") == 1


def test_deal_is_the_same_for_the_same_seed_and_says_what_is_guessed(tmp_path: Path) -> None:
    ran = run("campus", "deal", "--seed", "7", "--json")
    assert ran.json["board"] == str(PRINTED.deal(Rng(7)))
    assert ran.json["source"] == "reconstructed"
    assert ran.json["tiles"] == "1-12:2 13-24:1 s:8"
    assert len(ran.json["unused"]) == 8
    assert run("campus", "deal", "--seed", "7", "--json").out == ran.out
    said = run("campus", "deal", "--seed", "7")
    assert "reconstructed" in said.out
    assert ran.json["link"] in said.out
    path = tmp_path / "board.svg"
    assert run("campus", "deal", "--seed", "7", "--svg", str(path)).out == said.out
    assert ET.fromstring(path.read_text())[0].text == "Campus board"
    assert run("campus", "deal", "--seed", "7", "--svg", "-").out == path.read_text()


def test_deal_takes_other_tiles_and_sizes() -> None:
    ran = run("campus", "deal", "--tiles", "1-9:1", "--size", "3x3")
    assert "reconstructed" not in ran.out
    found = run("campus", "deal", "--tiles", "1-9:1", "--size", "3x3", "--json").json
    assert sorted(found["board"].split()) == list("123456789")
    assert found["source"] == "given"
    assert found["unused"] == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tiles", ""], "--tiles: a set without tiles; expected counts of tiles such as 1-12:2 s:8"),
        (["--tiles", "s:0"], "--tiles: a set without tiles; expected counts of tiles"),
        (["--size", "9x6"], "--size: a set of 44 tiles cannot fill 9 rows of 6; expected at least 54 tiles"),
        (
            ["--tiles", "1-12:1 s:2"],
            "--tiles: a set of 14 tiles cannot fill 6 rows of 6; expected at least 36 tiles",
        ),
        (["--tiles", "1-12:2 s:x"], "--tiles, column 8: 's:x' names no tiles"),
        (["--size", "any"], "--size: 'any'; expected rows and columns"),
        (["--size", "6"], "--size: '6'; expected rows and columns"),
        (["--seed", str(1 << 70)], "more than 63 bits"),
    ],
)
def test_bad_deals_are_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in one_line_error(run("campus", "deal", *arguments))


@pytest.mark.parametrize(
    ("arguments", "box", "objective", "value"),
    [
        ([], {}, "win", "466473281/6530347008"),
        (["--one-die", "sum<=6"], {"one_die": 6}, "win", "956177159/9795520512"),
        (
            ["--one-die", "6", "--max-tiles", "2"],
            {"one_die": 6, "max_tiles": 2},
            "win",
            "8721267025/117546246144",
        ),
        (["--one-die", "SUM <= 6", "--objective", "lose"], {"one_die": 6}, "lose", "623306755/58773123072"),
        (["--objective", "sum"], {}, "sum", None),
        (["--tiles", "12"], {"tiles": 12}, "win", None),
    ],
)
def test_shut_the_box_reproduces_published_fractions(
    arguments: list[str], box: dict[str, int], objective: str, value: str | None
) -> None:
    found = run("campus", "shut-the-box", *arguments, "--json").json
    table = solve_box(Box(**box), objective)  # type: ignore[arg-type]
    assert value is None or found["value"] == value
    assert Fraction(found["value"]) == table.value()
    assert found["decimal"] == pytest.approx(float(table.value()), rel=1e-8)
    everything = (1 << found["tiles"]) - 1
    total = Fraction(0)
    for answer in found["first"]:
        total += Fraction(answer["chance"]) * Fraction(answer["value"])
        ranked = table.moves(everything, answer["roll"])
        for tiles in (answer["tiles"], *answer["equal"]):
            mask = sum(1 << number - 1 for number in tiles)
            assert (Fraction(answer["value"]), mask) in ranked
        assert Fraction(answer["value"]) == ranked[0][0]
    assert total == table.value()
    assert found["value"] in run("campus", "shut-the-box", *arguments).out


def test_a_box_too_small_for_a_roll_says_so() -> None:
    said = run("campus", "shut-the-box", "--tiles", "1", "--one-die", "1")
    assert "1 tile, one die once the sum is 1 or less." in said.out
    assert re.search(r"^   6  nothing +0\.0000 %$", said.out, re.MULTILINE)
    assert "--one-die: 'x'; expected a sum such as sum<=6" in one_line_error(
        run("campus", "shut-the-box", "--one-die", "x")
    )
    assert "not in the range" in one_line_error(run("campus", "shut-the-box", "--tiles", "17"))


def at_terminal(typed: bytes, *arguments: str) -> tuple[int, str, str]:
    """Run the command with what is typed at a terminal; return code, output and what was asked."""
    ours, theirs = pty.openpty()
    process = started(*arguments, stdin=theirs)
    os.write(ours, typed)
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    return process.returncode, out.decode(), err.decode()


def test_board_and_roll_are_asked_for_at_a_terminal() -> None:
    rows = WHOLE.replace("24", "24x").split("\n")
    typed = [rows[0], "1 2 3", "12 s 1 7 15 25", "1 2 / 3 4", *rows[1:], "7+1", "5+6"]
    code, out, err = at_terminal("".join(f"{line}\n" for line in typed).encode(), "campus", "moves", "--json")
    assert code == 0
    found = json.loads(out)
    assert found["board"] == WHOLE.replace("24", "24x")
    assert found["roll"] == "5+6"
    for complaint in ("3 tiles; expected 6", "the number 25", "more than one row", "7 on a die"):
        assert complaint in err


def test_a_board_of_any_size_ends_with_an_empty_row() -> None:
    code, out, _ = at_terminal(b"1 2\n3 99\n\n", "campus", "moves", "--roll", "1+2", "--json", *ANY)
    assert code == 0
    assert json.loads(out)["board"] == "1 2\n3 99"


def test_colour_is_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = ("campus", "moves", SMALL, "--roll", "5+6", *ANY)
    assert "\x1b[" not in run(*ask).out
    assert "\x1b[" in run("--color", "always", *ask).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run(*ask).out


def test_what_cannot_be_shown_is_said_in_ascii() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    process = started("campus", "best", SMALL, "--roll", "5+6", *ANY, env=environment)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err == b""
    assert out.isascii()
    assert b"<*>" in out


def test_every_command_says_what_it_is_for() -> None:
    alone = run("campus")
    assert alone.code == 0
    assert alone.out == run("campus", "--help").out
    for command in ("moves", "best", "value", "solve", "deal", "shut-the-box"):
        assert command in alone.out
        assert "Usage" in run("campus", command, "--help").out
