"""`quadrangle play`, as a person at the terminal, or a script in their place, uses it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from command import Ran, one_line_error, run, started
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_imports import heavy, modules_after

from quadrangle.commands.play import screen
from quadrangle.commands.play.face import SeveralReadings
from quadrangle.commands.play.leaves import FACE
from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.game import CHANCE
from quadrangle.engines.leaves import Leaves, LeavesRulings, components, words
from quadrangle.engines.leaves.advice import STEPS
from quadrangle.engines.match import Match, replay
from quadrangle.solvers.leaves.cards import CARDS

SOLO = ("play", "leaves", "--players", "human", "--seed", "7")
PAIR = ("play", "leaves", "--players", "human,human", "--seed", "7")
LIVE = (*PAIR, "--ruling", "clock=live", "--ruling", "call_order=live")
REAL = (*PAIR, "--chance", "ask")
"""Two people at a real table, all that is dealt being typed."""

PUZZLE = "1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm"
FROM = ("--from", f"{PUZZLE} hands 3yg 2ym | 1rm 3gb")
"""A puzzle that 3yg clears; nobody has been asked."""
LINE = ("b2-b1 number", "c2-c1 colour")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Let time pass only where a line says so: `@5000 call` is typed after five seconds."""
    now = [1000]
    ask = screen.Screen.ask

    def timed(self: screen.Screen, question: str) -> str:
        line = ask(self, question)
        if line.startswith("@"):
            ms, _, line = line[1:].partition(" ")
            now[0] += int(ms)
        return line

    monkeypatch.setattr(screen.Screen, "ask", timed)
    monkeypatch.setattr(screen, "now_ms", lambda: now[0])
    yield now


def play(command: Sequence[str], *lines: str) -> Ran:
    """Play with these lines typed; the input ends after them."""
    return run(*command, stdin="".join(f"{line}\n" for line in lines).encode())


def played(command: Sequence[str], *lines: str) -> str:
    """Return what is printed by a session in which nothing goes wrong."""
    ran = play(command, *lines)
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran.out


def solo_moves(seed: int = 7) -> list[str]:
    """Return moves that clear the solo challenge of a seed."""
    match = Match(Leaves(1, LeavesRulings(solo_failure="no_legal_move")), seed)
    match.chance()
    while not match.is_over:
        match.answer(match.game.solver())
    assert match.state.ended == "cleared"
    return [str(step.action) for step in match.steps if step.by == "A"]


def lost_moves(failure: str, seed: int = 7) -> list[str]:
    """Return moves without swaps after which the solo challenge of a seed is over and not cleared."""
    match, rng = Match(Leaves(1, LeavesRulings(solo_failure=failure)), seed), Rng(3)
    match.chance()
    while not match.is_over:
        moves = [action for action in match.state.legal_actions() if not str(action).startswith("swap")]
        match.act(moves[rng.below(len(moves))])
    assert match.state.ended != "cleared"
    return [str(step.action) for step in match.steps if step.by == "A"]


def test_a_solo_run_is_played_to_its_end_and_gets_a_time_and_a_band(clock: list[int], tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    said = played((*SOLO, "--log", str(log)), *(f"@1500 {move}" for move in solo_moves()))
    assert "The three puzzles are dealt." in said
    for puzzle in (1, 2, 3):
        assert f"Puzzle {puzzle} is cleared." in said
    count = len(solo_moves())
    seconds = -(-1500 * count // 1000)
    assert f"\n0:{seconds}. " in said.split("The end")[1]  # the band follows the time
    match = replay(log)
    assert match.finished
    assert match.state.stopwatch == 1500 * count
    assert str(log) in said


def test_help_undo_and_pauses_are_counted_and_the_run_gets_no_band(clock: list[int], tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    first, *rest = solo_moves()
    lines = ["help", first, "@2000 undo", "pause", "@90000 ", f"@500 {first}", *rest]
    said = played((*SOLO, "--log", str(log)), *lines)
    end = said.split("The end")[1]
    assert "0:03, 1 hint, 1 undo, 1 pause" in end  # 2.0 and 0.5 seconds; not the pause
    assert not re.search(r"0:03\. ", end)
    match = replay(log)
    assert (match.helps, match.undos, match.pauses) == (1, 1, 1)
    assert match.state.stopwatch == 2500
    assert match.state.band == 0  # the time would have had one


def test_time_spent_on_a_wrong_answer_counts_for_the_one_that_is_right(
    clock: list[int], tmp_path: Path
) -> None:
    log = tmp_path / "run.jsonl"
    played(
        (*SOLO, "--log", str(log)), "@3000 place 1 3yb", "@400 nonsense", f"@100 {solo_moves()[0]}", "quit"
    )
    assert replay(log).state.stopwatch == 3500


def test_time_is_measured_where_the_input_is_a_pipe(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    played((*SOLO, "--log", str(log)), *solo_moves())
    assert 0 <= replay(log).state.stopwatch < 60_000


def test_help_says_more_each_time_and_starts_over_after_a_move() -> None:
    first, second = solo_moves()[:2]
    said = played(SOLO, first, "help", "help", "help", "help", "help", second, "help", "quit")
    answers = re.findall(r"merge in puzzle 1> help\n(.*)", said)
    assert len(answers) == 6
    assert answers[0].startswith("Yes, everything can still be cleared")
    assert re.match(r"\d+ of \d+ legal merges", answers[1])
    assert answers[2].startswith("Look at ")
    assert answers[3].startswith(f"{second}: ")  # the solver's own next merge
    assert answers[4] == "There is no more help for this position."
    assert answers[5].startswith("Yes, everything can still be cleared")


def test_help_that_is_not_there_is_not_counted(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    played((*SOLO, "--log", str(log)), *["help"] * 9, "quit")
    assert replay(log).helps == STEPS


def test_undo_takes_moves_back_but_not_the_deal() -> None:
    first, second = solo_moves()[:2]
    said = played(SOLO, first, second, "undo 2", "undo", "undo 0", "undo x", "log 1", "quit")
    assert "Taken back: 2 moves" in said
    assert "No: undo 1: nothing can be undone" in said
    assert "No: undo 0: " in said
    assert "No: undo x; expected a number" in said
    assert "  27. chance: draw" in said.split("log 1")[1]


def test_among_several_undo_crosses_no_other_players_decision() -> None:
    said = played(
        (*PAIR, *FROM, "--ruling", "call_order=seat_order"), "pass", "call", "undo 2", "undo", "quit"
    )
    assert "No: undo 2: at most 1 of the last steps can be undone" in said
    assert "Taken back: 1 move of player B;" in said


def test_a_question_mark_lists_what_may_be_typed() -> None:
    said = played(SOLO, "?", "quit")
    for word in ("help", "moves", "undo [N]", "rules NUMBER|WORD", "log [N|all]", "pause", "quit", "fail"):
        assert re.search(rf"\n  {re.escape(word)} ", said), word


def test_rules_are_looked_up_by_number_and_by_word_with_the_rulings_in_force() -> None:
    said = played(SOLO, "rules 27", "rules solo_failure", "rules 999", "rules", "rules xyzzy", "quit")
    assert " 27. The two tops of a merge" in said
    assert "* solo_failure=no_legal_move (by default proved_lost)" in said
    assert "No: no rule 999" in said
    assert "No: rules; expected a number or a word" in said
    assert "Nothing in the rules of leaves has 'xyzzy'" in said


def test_moves_and_board_show_them_again() -> None:
    said = played(
        (*PAIR, *FROM, "--ruling", "call_order=seat_order"), "call", "keep", "3yg", "moves", "board", "quit"
    )
    assert said.count("merge, either way round: ") == 2
    assert said.count("challenge with 3yg") == 2


def test_the_log_lists_the_last_steps_with_their_lines() -> None:
    said = played(SOLO, solo_moves()[0], "log 2", "log all", "quit")
    listed = said.split("> log 2\n")[1]
    assert listed.startswith("(25 before these; log all shows them)\n  27. chance: draw")
    assert f"28. A: {solo_moves()[0]}" in listed
    assert "   2. chance: draw" in said.split("> log all\n")[1]


def test_quit_and_the_end_of_the_input_say_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "my run.jsonl"
    said = played((*SOLO, "--log", str(log), "--tell", "when-asked"), "quit")
    assert f"To go on: quadrangle play leaves --log '{log}' --tell when-asked" in said
    assert "Nothing is kept" in played(SOLO, "quit")
    assert "That was the end of the input." in played(SOLO)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("place 1 3yb", "the hand holds"),
        ("1 a1-b1 colour", "puzzle 1 has no card in its centre yet"),
        ("swap 1 a1 b2", "a Breeze swaps two of the cards round the centre"),
        ("swap 1 a1 2 b1", "a Breeze swaps two cards of one puzzle"),
        ("fail timeout", "can only be given up"),
        ("call", "swap two cards, place a hand card, or merge"),
        ("a1b1", "without the number of its puzzle"),
        ("place 1gm", "which puzzle is not said"),
        ("place 7 1gm", "'7' is not a Leaf Card"),
        ("swap", "is no swap"),
        ("fail", "fail without its reason; expected fail forfeit"),
        ("fail x", "'x' is no reason; expected fail forfeit"),
        ("correct 5 3yg", "expected --chance ask"),
        ("1rr", "does not name one number"),
        ("xyz 1 2 3", "'xyz' is not"),
        ("\x1b[2J", "is no move; expected a card or a swap"),
        ("1 a1 b1 c1 d1", "is not a merge"),
    ],
)
def test_what_is_refused_says_why_and_is_asked_again(typed: str, reason: str) -> None:
    said = played(SOLO, typed, "quit")
    answer = said.split("place a card or swap>")[1]
    assert "\nNo: " in answer
    assert reason in answer
    assert "\x1b" not in said


LETTERS = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30)
TYPED = (
    "a1 b2 c3 a1-b1 a1b1 d4 number type colour c n t swap place call pass keep fail diagonal nobody ask draw "
    "? 3yg 1gm 1rb 1 2 3 undo help rules correct log moves player A B . yellow ginkgo"
)
WORDS = st.lists(st.sampled_from(TYPED.split()), max_size=5).map(" ".join)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(LETTERS | WORDS, min_size=1, max_size=12), st.sampled_from([SOLO, LIVE, (*PAIR, *FROM), REAL])
)
def test_whatever_is_typed_nothing_breaks(lines: list[str], command: tuple[str, ...]) -> None:
    ran = play(command, *(line for line in lines if line.strip().lower() not in ("q", "exit")))
    assert (ran.code, ran.err) == (0, "")


def test_bytes_that_are_no_text_are_refused_like_any_answer() -> None:
    ran = run(*SOLO, stdin=b"\xff\xfe\x00\nquit\n")
    assert (ran.code, ran.err) == (0, "")
    assert "No: " in ran.out


def table_state(command: Sequence[str] = ()) -> Any:
    game = Leaves(2, LeavesRulings(call_order="seat_order"))
    lines = ["phase: merge", "puzzle: 1", "caller: A", "placed: 3yg"]
    layout = PUZZLE.replace(".", "3yg")
    lines += [f"layout: {layout}", "hands: 2ym | 1rm 3gb", "breezes: 1 1"]
    return game.state_from("\n".join(lines))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("a1-a2 number", "a1-a2 number"),
        ("a1a2", "a1-a2 number"),
        ("A1>A2", "a1-a2 number"),
        (" a1 -> a2 ", "a1-a2 number"),
        ("a1a2 n", "a1-a2 number"),
        ("a1a2 NUM", "a1-a2 number"),
        ("b2b1 c", "b2-b1 colour"),
        ("b2b1 color", "b2-b1 colour"),
        ("b2b1 t", "b2-b1 type"),
        ("a1 c3", None),
        ("call", "call"),
        ("C", "call"),
        ("Leaves!", "call"),
        ("k", "keep"),
        ("place 3 yellow ginkgo", "place 3yg"),
        ("swap a1 c3", "swap a1 c3"),
        ("swap c3 a1", "swap a1 c3"),
        ("fail wrong trait", "fail wrong_trait"),
        ("fail diag", "fail diagonal"),
        ("give up", "fail forfeit"),
        ("call b", "call B"),
        ("player B", "call B"),
        ("nobody", "nobody"),
    ],
)
def test_moves_are_read_generously(typed: str, means: str | None) -> None:
    state = table_state()
    if means is None:
        with pytest.raises(NotationError):
            FACE.read(state, typed)
    else:
        assert str(FACE.read(state, typed)) == means
        assert FACE.read(state, typed) == state.game.parse_action(means)


def test_where_two_traits_are_shared_the_person_is_asked_which() -> None:
    with pytest.raises(SeveralReadings) as several:
        FACE.read(table_state(), "b2b1")
    assert list(several.value.choices) == ["colour", "type"]
    table = (*PAIR, *FROM, "--ruling", "call_order=seat_order")
    said = played(table, "call", "keep", "3yg", "b2b1", "ty", "log 1", "quit")
    assert "Which trait: colour or type? ty" in said
    assert "A: b2-b1 type" in said
    other = played(table, "call", "keep", "3yg", "b2b1", "a1a2", "log 1", "quit")
    assert "A: a1-a2 number" in other  # another move in place of the answer
    left = played(table, "call", "keep", "3yg", "b2b1", "moves", "log 1", "quit")
    assert "A: place 3yg" in left.split("> log 1")[1]


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("place 1 {0}", "place 1 {0}"),
        ("1 {0}", "place 1 {0}"),
        ("2 {0}", "place 2 {0}"),
        ("PLACE 3 {0}", "place 3 {0}"),
        ("swap 1 a1 c3", "swap 1 a1 c3"),
        ("swap 2 c3 a1", "swap 2 a1 c3"),
        ("swap 1 a1-c3", "swap 1 a1 c3"),
        ("swap 1 a1 2 b1", "swap 1 a1 2 b1"),
        ("swap 1a1 c3", "swap 1 a1 c3"),
        ("swap 3c3 3a1", "swap 3 a1 c3"),
        ("swap 1a1 2b1", "swap 1 a1 2 b1"),
        ("swap 1: a1 c3", "swap 1 a1 c3"),
        ("2a1-b1 type", "2 a1-b1 type"),
        ("forfeit", "fail forfeit"),
    ],
)
def test_solo_moves_are_read_generously(typed: str, means: str) -> None:
    state: Any = Leaves(1).start()
    rng = Rng(4)
    while state.current_player == CHANCE:
        state = state.apply(state.sample_chance(rng))
    card = next(str(card) for card in CARDS if state.hand >> card & 1)
    assert str(FACE.read(state, typed.format(card))) == means.format(card)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_whatever_is_legal_is_read_as_it_is_written(seed: int, players: int) -> None:
    """Also without the number of the puzzle that is begun, in capitals, and with the trait left out."""
    rng = Rng(seed)
    state: Any = Leaves(players, LeavesRulings(solo_failure="no_legal_move")).start()
    for _ in range(200):
        if state.is_terminal:
            break
        if state.current_player == CHANCE:
            state = state.apply(state.sample_chance(rng))
            continue
        legal = state.legal_actions()
        action = legal.sample(rng)
        text = str(action)
        assert FACE.read(state, text) == action
        assert FACE.read(state, f"  {text.upper()} ") == action
        if re.fullmatch(r"[123] .*-.*", text):
            assert FACE.read(state, text[2:]) == action
        assert FACE.offers(state) or "call" in text or "pass" in text
        state = state.apply(action)


def test_when_stuck_it_says_since_which_move_the_run_was_lost_and_goes_back_there() -> None:
    moves = lost_moves("no_legal_move")
    ran = played(SOLO, *moves, "review", "back", "log 1", "quit")
    number = int(re.findall(r"From move (\d+) on it could not be cleared any more", ran)[0])
    assert f"more: {moves[number - 1]}." in ran
    assert "<- no solution was left after this one" in ran
    assert "taken back; the time stays spent" in ran
    kept = moves[number - 2] if number > 1 else "draw"
    assert kept in ran.split("> log 1")[1]


def test_when_asked_it_keeps_the_proof_to_itself() -> None:
    moves = lost_moves("no_legal_move")
    said = played((*SOLO, "--tell", "when-asked"), *moves, "")
    assert words.event("ended stuck") in said
    assert "could not be cleared" not in said
    before = played((*SOLO, "--tell", "when-asked"), *moves[:-1], "help", "quit")
    assert "No, nothing clears everything any more" in before


def test_at_once_it_says_so_as_soon_as_it_is_proved() -> None:
    sooner, later = lost_moves("proved_lost"), lost_moves("no_legal_move")
    assert len(sooner) < len(later)
    said = played((*SOLO, "--tell", "at-once"), *sooner, "")
    assert f"From move {len(sooner)} on" in said
    assert words.event("ended proved_lost") in said


def test_a_lost_run_can_be_ended_or_played_on_from_before_the_mistake(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    moves = lost_moves("proved_lost")
    tell = (*SOLO, "--tell", "at-once", "--log", str(log))
    said = played(tell, *moves, "what", "back", "fail forfeit")
    assert "No: 'what' is none of these." in said
    match = replay(log)
    assert match.finished
    assert match.undos == 1
    assert match.state.ended == "forfeit"
    assert words.event("ended forfeit") in said


def test_what_is_lost_from_the_beginning_says_so(tmp_path: Path) -> None:
    """No card that is left shares a trait with the one in the centre: no Breeze was there to help."""
    start = next(text for text in _hopeless_starts())
    said = played(("play", "leaves", "--players", "human", "--from", start), "fail forfeit")
    assert words.event("ended forfeit") in said
    stuck = played(("play", "leaves", "--players", "human", "--from", start), *_anything(start), "")
    assert "It could not be cleared from the beginning, whatever the moves." in stuck
    assert "back (to before the mistake)" not in stuck


def _hopeless_starts() -> Iterator[str]:
    """Yield solo positions without Breezes that are proved lost, and have moves left."""
    game = Leaves(1, LeavesRulings(solo_failure="no_legal_move"))
    for seed in range(200):
        match = Match(game, seed)
        match.chance()
        state = msgspec.structs.replace(match.state, breezes=0)
        if state.is_proved_lost():
            yield str(state)


def _anything(start: str) -> list[str]:
    match = Match(Leaves(1, LeavesRulings(solo_failure="no_legal_move")), 1)
    state: Any = match.game.state_from(start)
    moves = []
    while not state.is_terminal:
        action = state.legal_actions()[0]
        moves.append(str(action))
        state = state.apply(action)
    return moves


def test_tell_and_the_ruling_must_agree() -> None:
    ruling = ("--ruling", "solo_failure=proved_lost")
    assert "expected solo_failure=no_legal_move" in one_line_error(
        play((*SOLO, "--tell", "when-stuck", *ruling))
    )
    assert "expected one player" in one_line_error(play((*PAIR, "--tell", "at-once")))
    assert played((*SOLO, "--tell", "at-once", *ruling), "quit")
    assert "Rulings" not in played((*SOLO, *ruling), "quit")  # proved_lost is the default


def test_the_ruling_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rulings.toml"
    file.write_text('solo_failure = "proved_lost"\nsolo_breeze = "any_time"\n')
    assert "Rulings: solo_breeze=any_time." in played((*SOLO, "--rulings", str(file)), "quit")
    refused = play((*SOLO, "--rulings", str(file), "--tell", "when-asked"))
    assert "solo_failure=proved_lost" in one_line_error(refused)


def test_bots_moves_are_told_a_sentence_each_and_the_result_names_the_winner(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    said = played(
        ("play", "leaves", "--seed", "5", "--log", str(log), "--ruling", "puzzle_limit=3"), *["pass"] * 9
    )
    match = replay(log)
    assert match.names == ["human", "solver"]
    assert "Player B (solver) calls." in said
    for step in match.steps:
        if step.by == "B" and "-" in str(step.action):
            assert f"Player B (solver) plays {step.action}: " in said
    assert words.event("cleared") in said
    end = said.split("The end")[1]
    assert "Player A (human): 3 Leaf Cards left, result -1" in end
    assert "Player B (solver): 0 Leaf Cards left, result +1" in end or "result +1" in end


def test_the_puzzle_is_drawn_before_a_bot_calls_it() -> None:
    said = played(("play", "leaves", "--seed", "5", "--ruling", "call_order=random_order"), "quit")
    assert said.index("puzzle 1 of at most 200") < said.index("Player B (solver) calls.")


def test_bots_alone_play_to_the_end_and_an_endless_game_is_refused() -> None:
    said = played(
        ("play", "leaves", "--players", "solver,greedy", "--seed", "1", "--ruling", "puzzle_limit=4")
    )
    assert "The end" in said
    endless = ("play", "leaves", "--players", "human,random", "--ruling", "puzzle_limit=none")
    assert "may never end" in one_line_error(play(endless))
    assert played((*PAIR, "--ruling", "puzzle_limit=none"), "quit")


def test_who_plays_is_checked() -> None:
    for players, wanted in (
        ("human,nobody", "expected human, random, greedy and solver"),
        ("human,", "a player without a name"),
        ("human,human,human,human,human", "expected 1 (solo) to 4"),
    ):
        assert wanted in one_line_error(play(("play", "leaves", "--players", players)))
    assert "expected academy, campus and leaves" in one_line_error(play(("play", "chess")))


def test_a_seed_is_drawn_said_and_repeats_the_match() -> None:
    first = played(("play", "leaves", "--players", "human"), "quit")
    seed = re.findall(r"Seed (\d+)\.", first)[0]
    again = played(("play", "leaves", "--players", "human", "--seed", seed), "quit")
    assert first == again
    assert first != played(("play", "leaves", "--players", "human"), "quit")


def test_answers_given_at_the_same_time_are_told_when_all_are_there(tmp_path: Path) -> None:
    log = tmp_path / "secret.jsonl"
    secret = ("play", "leaves", "--players", "solver,human,human", "--seed", "4", "--log", str(log))
    said = played((*secret, "--ruling", "call_order=simultaneous"), "pass", "log 2", "quit")
    assert "Player A (solver) has answered." in said
    assert said.count(": not seen yet") == 2
    assert "Breeze up, answered" in said
    assert "calls" not in said and "passes" not in said and "passed" not in said
    assert re.search(r"Player A \(solver\) (calls|passes)\.", run("replay", str(log)).out)


def test_against_bots_everybody_answers_unless_a_ruling_says_otherwise() -> None:
    mixed = ("play", "leaves", "--players", "solver,human", "--seed", "2")
    assert "Rulings: call_order=simultaneous." in played(mixed, "quit")
    assert "You, call or pass>" in played(mixed, "quit")
    assert "Rulings" not in played((*mixed, "--ruling", "call_order=random_order"), "quit")
    assert "Rulings" not in played(PAIR, "quit")
    assert "Rulings: call_order=live." in played((*mixed, "--chance", "ask"), "quit")


def test_the_winner_is_named(tmp_path: Path) -> None:
    cards = "hands 3yg | 1rm 3gb"
    won = (*PAIR, "--ruling", "call_order=seat_order", "--from", f"{PUZZLE} {cards}")
    state: Any = Leaves(2, LeavesRulings(call_order="seat_order"))
    log = tmp_path / "won.jsonl"
    played((*won, "--log", str(log)), "call", "keep", "3yg", "quit")
    match = replay(log)
    line = [str(match.answer(state.solver()).action) for _ in range(8)]
    said = played(("play", "leaves", "--log", str(log)), *line)
    end = said.split("The end")[1]
    assert "Player A (human) wins." in end or "Player A wins." in end
    assert "Player A (human): 0 Leaf Cards left, result +1" in end
    drawn = played((*PAIR, "--ruling", "puzzle_limit=1"), "pass", "pass")
    assert "Player A and Player B share the first place." in drawn
    assert "result 0" in drawn


def test_a_log_may_name_players_that_would_steer_the_terminal(tmp_path: Path) -> None:
    log = tmp_path / "odd.jsonl"
    with Match(Leaves(2), 1, ["\x1b[2Jme", "human"], path=log):
        pass
    said = run("replay", str(log)).out
    assert "\x1b" not in said
    assert "me" in said
    assert "no player is called" in one_line_error(play(("play", "leaves", "--log", str(log))))


def test_a_run_that_was_lost_and_cut_off_before_its_result_goes_on_there(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    moves = lost_moves("proved_lost")
    played((*SOLO, "--tell", "at-once", "--log", str(log)), *moves, "")
    whole = log.read_bytes()
    log.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    said = played(("play", "leaves", "--log", str(log)), "")
    assert "review, back (to before the mistake) or Enter>" in said or "back (to before the mistake)" in said
    assert log.read_bytes() == whole


def test_a_wrong_merge_fails_a_live_challenge_with_its_own_message_and_is_reviewed() -> None:
    start = ("call a", "keep", "3yg")
    for merge, reason in (
        ("a1b2", "diagonal"),
        ("a1c1", "empty_space"),
        ("b2b1 number", "wrong_trait"),
        ("a1b1", "no_shared_trait"),
    ):
        said = played((*LIVE, *FROM), *start, merge, "quit")
        assert f"\n{words.failure(reason)}\n" in said
        assert re.search(r"\nPlayer A draws \w{3}", said)
    reviewed = played((*LIVE, *FROM), *start, "a1a2", "c1b1", "y", "quit")
    assert "Solvable at the start." in reviewed
    assert "  1. a1-a2" in reviewed


BOT = ("play", "leaves", "--players", "human,solver", "--seed", "7", "--ruling", "call_order=seat_order")
LOST = ("call", "keep", "3yg", "a1-a2", "c1-c2", "b1-b2 type", "a3-a2", "a2-b2 type", "b3-b2", "c2-c3")
"""The seventh move is the first after which nothing clears the puzzle of FROM; then it is stuck."""


def test_one_person_goes_back_to_before_the_mistake_that_failed_a_challenge(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    said = played((*BOT, *FROM, "--log", str(log)), *LOST, "review", "back", "log", "quit")
    assert "  6. b3-b2 type: 4 of 6 legal merges kept a solution; 0 solutions left  <-" in said
    assert "Back to before the mistake: 2 moves taken back" in said
    assert "   9. A: a2-b2 type\nYou" in said
    match = replay(log)
    assert (match.undos, match.state.caller, match.state.occupied.bit_count()) == (1, 0, 4)


def test_whoever_does_not_go_back_plays_on() -> None:
    said = played((*BOT, *FROM), *LOST, "", "quit")
    assert "review, back (to before the mistake) or Enter>" in said
    assert "Player A draws" in said or "You draw" in said
    assert "Back to before" not in said


@pytest.mark.parametrize("command", [(*PAIR, *FROM), (*BOT, "--ruling", "clock=live", *FROM)])
def test_nobody_goes_back_among_people_or_against_the_clock(command: tuple[str, ...]) -> None:
    first = "call a" if "clock=live" not in command else "call"
    called = ("call",) if "human,human" in command else (first,)
    ruled = (*command, "--ruling", "call_order=seat_order") if "human,human" in command else command
    said = played(ruled, *called, *LOST[1:], "n", "quit")
    assert "Go through it move by move? (y/n)" in said
    assert "back (to before" not in said


def test_moves_says_what_is_asked_where_nothing_is_listed() -> None:
    assert "\nYou, call or pass> moves\ncall or pass.\n" in played((*BOT, *FROM), "moves", "quit")


def test_a_bot_has_to_see_its_cards() -> None:
    hands = ("--from", f"{PUZZLE} hands 3yg 2ym | ? 3gb")
    refused = play((*BOT, *hands), "quit")
    assert refused.code == 2
    assert "a card nobody has seen, with player B; expected a card with a name" in refused.err
    assert play(("play", "leaves", "--players", "human,human", *hands), "quit").code == 0
    said = play((*BOT, "--chance", "ask"), "3yg", "2ym", "1rm", "?", "3gb", "quit")
    assert "No: a card nobody has seen, with player B" in said.out


def test_a_wrong_trait_may_be_corrected_by_ruling() -> None:
    command = (*LIVE, *FROM, "--ruling", "wrong_trait=corrected")
    said = played(command, "call a", "keep", "3yg", "b2b1 number", "log 1", "quit")
    assert "A: b2-b1 colour" in said
    assert "has failed" not in said


def test_what_is_no_merge_at_all_is_only_refused_at_a_live_table() -> None:
    said = played((*LIVE, *FROM), "call a", "keep", "3yg", "keep", "xyz", "quit")
    assert "has failed" not in said
    assert said.count("\nNo: ") == 2


def test_a_wrong_merge_is_only_refused_where_no_clock_is_live() -> None:
    said = played((*PAIR, *FROM, "--ruling", "call_order=seat_order"), "call", "keep", "3yg", "a1b2", "quit")
    assert "No: a1-b2" in said
    assert "has failed" not in said


def test_a_late_merge_is_a_timeout(clock: list[int], tmp_path: Path) -> None:
    log = tmp_path / "live.jsonl"
    said = played((*LIVE, *FROM, "--log", str(log)), "call a", "keep", "@7000 3yg", "@5000 a1a2", "n", "quit")
    assert "The time was up: that took 5.0 seconds." in said
    assert words.failure("timeout") in said
    late = next(step for step in replay(log).steps if step.elapsed_ms == 5000)
    assert (str(late.action), late.then[0]) == ("a1-a2 number", "failed timeout")


def test_a_merge_in_time_is_none(clock: list[int]) -> None:
    said = played((*LIVE, *FROM), "call a", "keep", "@7000 3yg", "@4999 a1a2", "quit")
    assert "has failed" not in said
    assert "merge, 9 stacks, 5.0 s left>" in said


@pytest.mark.parametrize("typed", ["", "help", "xyz", "a1b2", "undo"])
def test_whatever_is_typed_too_late_is_a_timeout(clock: list[int], typed: str, tmp_path: Path) -> None:
    log = tmp_path / "live.jsonl"
    said = played((*LIVE, *FROM, "--log", str(log)), "call a", "keep", "3yg", f"@12000 {typed}", "n", "quit")
    assert words.failure("timeout") in said
    match = replay(log)
    assert str(match.steps[3].action) == "fail timeout"
    assert match.helps == 0


def test_the_time_that_is_said_to_be_left_is_what_is_left(clock: list[int]) -> None:
    """Help and moves taken back take their time: so say the prompt and the drawing."""
    typed = ("call A", "keep", "place 3yg", "@3000 a1-a2 number", "@2000 undo", "@1000 help")
    said = played((*LIVE, *FROM), *typed)
    prompts = re.findall(r"merge, (. stacks, \S+) s left>", said)
    assert prompts == ["9 stacks, 12.0", "8 stacks, 9.0", "9 stacks, 7.0", "9 stacks, 6.0"]
    assert "clock 5.0 of 12 s" in said.split("Taken back")[1]


def test_the_time_of_a_move_taken_back_stays_on_the_stopwatch(clock: list[int]) -> None:
    said = played(SOLO, f"@65000 {solo_moves()[0]}", "@1000 undo", "@4000 pause", "@9000 ")
    assert re.findall(r"time (\d\S+)", said) == ["0:00", "1:05", "1:06", "1:10"]


def test_a_pause_stops_the_countdown(clock: list[int]) -> None:
    said = played((*LIVE, *FROM), "call a", "keep", "3yg", "@2000 pause", "@60000 ", "@9999 a1a2", "quit")
    assert "has failed" not in said
    assert "Paused. Enter goes on." in said


def test_the_time_for_a_swap_may_be_limited(clock: list[int]) -> None:
    limited = (*LIVE, *FROM, "--ruling", "breeze_clock=3")
    assert "has failed" in played(limited, "call a", "@3000 keep", "quit")
    assert "has failed" not in played(limited, "call a", "@2999 keep", "@11999 3yg", "quit")


def test_a_solo_run_may_have_a_countdown_for_each_puzzle(clock: list[int], tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    counted = (*SOLO, "--ruling", "solo_clock=12s_each", "--log", str(log))
    first, second = solo_moves()[:2]
    said = played(counted, f"@50000 {first}", f"@11000 {second}", "@1000 nonsense", "")
    assert "merge in puzzle 1, 1.0 s left>" in said
    assert words.event("ended timeout") in said
    assert "back (to before the mistake)" not in said
    match = replay(log)
    assert (match.state.ended, match.state.stopwatch) == ("timeout", 62_000)


def test_the_referee_says_who_called_and_what_failed() -> None:
    said = played((*LIVE, *FROM), "call b", "keep", "3gb", "fail part of stack", "quit")
    assert "Player B called first." in said
    assert words.failure("part_of_stack") in said
    assert "Go through it" not in said  # nothing was merged
    nobody = played((*LIVE, *FROM), "nobody", "quit")
    assert words.event("nobody called") in nobody
    barred = played((*LIVE, *FROM), "call b", "keep", "3gb", "fail forfeit", "call b", "quit")
    assert "No: call B: player B may not call this puzzle" in barred


HANDS = ("3yg 2ym 1rr".replace("1rr", "3rb"), "1rm 3gb ?")
TABLE = ("1rb 2yg 3gm 1ym 2gb 3rg 1gg 2rm",)


def test_cards_are_typed_several_at_once_and_calls_are_heard() -> None:
    said = played(REAL, *HANDS, *TABLE, "call a", "quit")
    assert "The 3 cards of player A (? for one nobody sees)>" in said
    assert "Puzzle 1: the eight cards a1 b1 c1 a2 c2 a3 b3 c3>" in said
    assert "Rulings: call_order=live." in said
    assert "1 1rb 2yg 3gm\n2 1ym  .  2gb\n3 3rg 1gg 2rm" in said
    assert "B human    1rm 3gb ?" in said


def test_cards_may_come_one_by_one_in_words_and_with_the_empty_centre() -> None:
    said = played(
        REAL, "3yg", "2 yellow maple 3rb", *HANDS[1:], "1rb 2yg 3gm / 1ym . 2gb /", "3rg 1gg 2rm", "quit"
    )
    assert "The other 2 cards of player A" in said
    assert "Puzzle 1, from a3 on>" in said
    assert "1 1rb 2yg 3gm\n2 1ym  .  2gb\n3 3rg 1gg 2rm" in said


def test_of_several_cards_all_or_none_are_taken() -> None:
    said = played(
        REAL, "3yg 3yg", "3yg 1rb 2ym 1ym 1gm 3gg 2gg 2gb 2rb 1rm 3rg 3rb 3rm 3gb 3gm 1yb", "log", "quit"
    )
    assert said.count("The 3 cards of player A") == 4
    assert "it lies in front of player A" in said
    assert "are too many" in said
    assert "Nothing has happened yet." in said


def test_an_unseen_card_has_no_place_in_a_puzzle() -> None:
    said = played(REAL, *HANDS, "? 1rb", "quit")
    assert "cards of the puzzle lie face up" in said


def test_a_mistyped_card_is_put_right(tmp_path: Path) -> None:
    log = tmp_path / "table.jsonl"
    said = played(
        (*REAL, "--log", str(log)),
        *HANDS,
        *TABLE,
        "correct 8 1yb",
        "correct 7 2rb",
        "correct 8 2rb",
        "correct 99 1yb",
        "correct",
        "correct 8",
        "correct 8 1yb 1yg",
        "quit",
    )
    assert "Line 8 is now: draw 1yb" in said
    assert "1 1yb 2yg 3gm" in said
    assert "Line 7 is now: draw 2rb" in said  # a card nobody had seen
    assert "2rb is not in the pile: it lies in front of player B" in said
    assert "no step that still counts stands on that line" in said
    assert "No: correct; expected" in said
    assert "2 outcomes; expected one" in said
    match = replay(log)
    assert str(match.state).split("\n")[3].startswith("layout: 1yb 2yg 3gm")


def test_a_move_at_a_real_table_is_put_right_as_well() -> None:
    said = played(REAL, *HANDS, *TABLE, "call b", "correct 16 call a", "quit")
    assert "Line 16 is now: call A" in said
    assert "> A human    2ym 3yg" in said.replace("3rb ", "").split("Line 16")[1]


def test_a_failed_callers_card_may_stay_unseen() -> None:
    said = played(REAL, *HANDS, *TABLE, "call a", "keep", "3yg", "fail diagonal", "?", "quit")
    assert "The card player A draws (? if nobody sees it)>" in said
    assert "Player A draws a card nobody has seen." in said


def test_who_is_asked_is_typed_where_chance_decides_it() -> None:
    drawn = (*REAL, "--ruling", "call_order=random_order")
    said = played(drawn, *HANDS, *TABLE, "x", "b", "pass", "quit")
    assert "Who is asked first: A or B>" in said
    assert "No: 'x' is no player; expected A or B" in said
    assert "Player B is asked first." in said


def test_a_solo_deal_may_be_typed() -> None:
    solo = ("play", "leaves", "--players", "human", "--chance", "ask")
    cards = [str(card) for card in CARDS]
    deal = [" ".join(cards[:3]), *(" ".join(cards[3 + 8 * i : 11 + 8 * i]) for i in range(3))]
    said = played(solo, "?", "help", "undo", "log", *deal, "correct 2 1rb", "quit")
    assert "Your 3 cards>" in said
    assert "Puzzle 3: the eight cards" in said
    assert "place a card in puzzle 1, 2 or 3" in said
    assert "No: there is help where a player decides, and nobody does here" in said
    unknown = played(solo, "? 1rb", "quit")
    assert "every card of a solo challenge lies face up" in unknown or "No: " in unknown


def test_a_bot_advises_at_a_real_table() -> None:
    command = ("play", "leaves", "--players", "human,solver", "--chance", "ask")
    said = played(command, "3yg 2ym 3rb", "1rm 3gb 2rb", *TABLE, "help", "help", "pass", "quit")
    answers = re.findall(r"call or pass> help\n(.*)", said)
    assert "3yg" in answers[0]
    assert re.match(r"[1-3] of 3 hand cards", answers[1])
    assert "Player B (solver) calls." in said
    assert "\nPuzzle 2: the eight cards" in said  # the cards on the table are put back by hand


def test_a_match_that_was_cut_off_goes_on_as_it_would_have(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    begin = ("play", "leaves", "--seed", "5", "--ruling", "puzzle_limit=3")
    played((*begin, "--log", str(whole)), *["pass"] * 9)
    data = whole.read_bytes()
    lines = data.split(b"\n")
    for count in (20, 31, len(lines) - 3):
        cut.write_bytes(b"\n".join(lines[:count]) + b'\n{"play')
        said = played(("play", "leaves", "--log", str(cut)), *["pass"] * 9)
        assert (
            f"Going on with {cut} after line {count}; 6 bytes of an incomplete line after it are dropped"
            in said
        )
        assert cut.read_bytes() == data


def test_going_on_with_a_run_counts_as_a_pause(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    played((*SOLO, "--log", str(log)), solo_moves()[0], "quit")
    said = played(("play", "leaves", "--log", str(log)), *solo_moves()[1:])
    assert "this counts as a pause" in said
    assert "1 pause" in said.split("The end")[1]
    assert replay(log).pauses == 1


def test_a_finished_or_altered_log_is_refused_in_one_line(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    played((*SOLO, "--log", str(log)), "forfeit")
    assert "the match is finished" in one_line_error(play((*SOLO, "--log", str(log))))
    log.write_bytes(log.read_bytes().replace(b'"draw ', b'"drew ', 1))
    assert "line 2 has been altered" in one_line_error(play((*SOLO, "--log", str(log))))
    log.write_bytes(b"hello\n")
    assert "not the head of a match log" in one_line_error(play((*SOLO, "--log", str(log))))
    assert "cannot be written" in one_line_error(play((*SOLO, "--log", str(tmp_path / "no" / "x"))))


def test_going_on_with_other_options_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    played((*SOLO, "--log", str(log)), "quit")
    begun = ("play", "leaves", "--log", str(log))
    for option, why in (
        (("--players", "human,solver"), "played by human; expected human,solver"),
        (("--seed", "8"), "its seed is 7; expected 8"),
        (("--ruling", "solo_order=interleaved"), "expected solo_order=interleaved"),
        (("--tell", "at-once"), "expected solo_failure=proved_lost"),
        (("--from", "3yg 1rb 2rm"), "--from"),
    ):
        assert why in one_line_error(play((*begun, *option)))
    assert played((*begun, "--players", "human", "--seed", "7", "--tell", "when-asked"), "quit")


def test_own_components_are_needed_again(tmp_path: Path) -> None:
    shipped = Path(components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace("seconds = 12", "seconds = 30"), encoding="utf-8")
    assert own.read_text(encoding="utf-8") != shipped
    log = tmp_path / "match.jsonl"
    said = played((*LIVE, "--components", str(own), "--log", str(log)), "call a", "keep", "quit")
    assert "which card, 30.0 s left" in said
    assert f"--components {own}" in said
    assert "other components" in one_line_error(play(("play", "leaves", "--log", str(log))))
    assert played(("play", "leaves", "--log", str(log), "--components", str(own)), "quit")


def test_what_a_refused_position_should_look_like_is_read() -> None:
    puzzle = "3rm 2gb 1rg / 1yb . 2yb / 3gg 1gm 3rb"
    form = one_line_error(play((*PAIR, "--from", puzzle))).split("such as ")[1].strip()
    assert form.startswith("PUZZLE hands ")
    whole = form.replace("PUZZLE", puzzle)
    assert "call or pass>" in played((*PAIR, "--from", whole))
    alone = one_line_error(play((*SOLO, "--from", whole)))
    assert "the hands of several players; expected one player's: three hand cards" in alone


def test_from_a_position_of_nine_cards_the_challenge_has_begun() -> None:
    nine = PUZZLE.replace(".", "3yg")
    said = played((*PAIR, "--from", f"{nine} hands 2ym | 1rm"), "fail forfeit", "quit")
    assert "Player A, merge, 9 stacks>" in said
    assert "is neither a position nor a file" in one_line_error(play((*PAIR, "--from", "zzz")))
    assert "standard input" in one_line_error(play((*PAIR, "--from", "-")))


def test_no_line_is_wider_than_sixty_columns_where_it_is_drawn_and_pipes_get_no_codes() -> None:
    said = played((*SOLO, "--ruling", "solo_failure=proved_lost"), solo_moves()[0], "quit")
    assert "\x1b" not in said
    coloured = run("--colour", "always", *SOLO, stdin=b"quit\n").out
    assert "\x1b[1;31m" in coloured


def test_it_starts_without_loading_anything_heavy(tmp_path: Path) -> None:
    for arguments in ([*SOLO], ["play", "leaves", "--seed", "5"]):
        assert heavy(modules_after(arguments, tmp_path)) == set()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_leaves_the_log_whole_and_says_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "run.jsonl"
    process = started(*SOLO, "--log", str(log), stdin=subprocess.PIPE)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{solo_moves()[0]}\n".encode())
    process.stdin.flush()
    said = b""
    while b"merge in puzzle 1>" not in said:
        said += os.read(process.stdout.fileno(), 1 << 16)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert f"To go on: quadrangle play leaves --log {log}" in out.decode()
    assert err.decode() == "quadrangle: interrupted\n"
    assert [str(step.action) for step in replay(log).steps][-1] == solo_moves()[0]
    assert "Going on with" in played(("play", "leaves", "--log", str(log)), "quit")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_at_a_terminal_lines_are_wrapped_between_words_and_a_pause_hides_the_cards(tmp_path: Path) -> None:
    said = at_a_terminal([*SOLO], [solo_moves()[0], "pause", "", "?", "quit"], columns=60)
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", said)
    assert max(len(line) for line in plain.splitlines()) <= 60
    assert "\x1b[2J" in said.split("> pause")[1].split("Paused")[0]
    for broken in re.findall(r"[abc][123]-[abc][123]$", plain, re.MULTILINE):
        raise AssertionError(f"{broken} is parted from its traits")


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
def test_at_a_terminal_it_is_said_at_once_when_the_time_is_up(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    shipped = Path(components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    own.write_text(shipped.replace("seconds = 12", "seconds = 1"), encoding="utf-8")
    command = [*LIVE, *FROM, "--components", str(own)]
    said = at_a_terminal(command, ["call a", "keep", "", "quit"], columns=80, slow={2: 1.5})
    assert (
        "The time is up (Enter goes on)." in said.split("which card, 1.0 s left>")[1].split("time was up")[0]
    )
    assert words.failure("timeout") in " ".join(said.split())


def at_a_terminal(
    arguments: list[str], lines: list[str], columns: int, slow: Mapping[int, float] = MappingProxyType({})
) -> str:
    """Return what a terminal shows when lines are typed, each when it is asked for.

    `slow` says for how many seconds somebody thinks before the line with an index.
    """
    import fcntl
    import pty
    import struct
    import termios

    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = started(*arguments, stdin=inner, stdout=inner, stderr=inner)
    os.close(inner)
    shown = b""
    try:
        for i, line in enumerate(lines):
            while not shown.rstrip(b" ").endswith((b">", b"goes on.")):
                shown += os.read(outer, 1 << 16)
            time.sleep(slow.get(i, 0))
            os.write(outer, f"{line}\n".encode())
            shown += b"\0"
        while True:
            shown += os.read(outer, 1 << 16)
    except OSError:  # the other end is closed
        pass
    finally:
        os.close(outer)
    assert process.wait(timeout=30) == 0
    return shown.replace(b"\0", b"").decode()
