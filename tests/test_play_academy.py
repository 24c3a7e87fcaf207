"""`quadrangle play academy`, as people at the terminal, or a script in their place, use it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from academy_play import ROOM, academy, in_order, moved, position
from command import Ran, one_line_error, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_imports import heavy, modules_after

from quadrangle.commands.play.academy import FACE
from quadrangle.commands.play.face import SeveralReadings
from quadrangle.commands.play.requests import find_request
from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyComponents, AcademyRulings, standard
from quadrangle.engines.academy.phases import ARRANGE, GIVE, NAME, PLACE, SHOW
from quadrangle.engines.academy.starts import read_start
from quadrangle.engines.bots import make
from quadrangle.engines.match import Match, Step, replay

AGAINST = ("play", "academy", "--players", "human,greedy", "--seed", "3")
PAIR = ("play", "academy", "--players", "human,human", "--seed", "5")
REAL = (*AGAINST, "--chance", "ask")
START = (
    "goals: largest area blue, most areas red, longest line yellow; pet: A; canvas: portrait BBRY/YBRR; "
    "hand A: br/by BY/RR RY/YR; hand B: BB/BB BB/BR BB/BY; inspirations A: p; inspirations B: I"
)
PLACING = (*AGAINST, "--from", START)
OPEN = """
phase: place
round: 1
pet: A
turn: 2
goals: largest_area:B most_areas:R longest_line:Y
canvas: portrait d4 BBRY / YBRR
hand A: BR/YB BY/RR YY/YY
inspirations A: P
inspirations B: I
"""
LAYING = """
phase: place
round: 1
pet: A
goals: largest_area:B most_areas:R longest_line:Y
hand A: BR/YB BY/RR YY/YY
inspirations A: P
inspirations B: I
"""
FULL = "BBRYBBRY / YBRRYBRR / BBRYBBRY / YBRRYBRR / RRRRYYYY / RRRRYYYY / RRRRYYYY / RRRRYYYY"
SCORING = f"""
phase: show
round: 1
pet: A
turn: 16
asked: A
goals: largest_area:B most_areas:R longest_line:Y
canvas: portrait c2 {FULL}
inspirations A: P
inspirations B: F
"""
SHOWING = f"""
phase: show
round: 3
pet: A
turn: 16
asked: A
goals: largest_area:B most_areas:R patchwork
used: most_areas:B largest_area:R longest_line:Y balanced_composition mirror
canvas: portrait c2 {FULL}
inspirations A: I N P
inspirations B: F L T
"""


def play(command: Sequence[str], *lines: str) -> Ran:
    """Play with these lines typed; the input ends after them."""
    return run(*command, stdin="".join(f"{line}\n" for line in lines).encode())


def played(command: Sequence[str], *lines: str) -> str:
    """Return what is printed by a session in which nothing goes wrong."""
    ran = play(command, *lines)
    assert (ran.code, ran.err) == (0, ""), ran.err
    return ran.out


def read(state: Any, typed: str) -> str:
    """Return the canonical form of what is read."""
    return str(FACE.read(state, typed))


def asked_back(state: Any, typed: str) -> list[str]:
    """Return the actions among which a person has to choose, canonically."""
    with pytest.raises(SeveralReadings) as several:
        FACE.read(state, typed)
    assert all(word in several.value.question.lower() for word in several.value.choices)
    return [str(action) for action in several.value.choices.values()]


def typed_and_log(
    players: int, seed: int, rulings: AcademyRulings, components: AcademyComponents | None = None
) -> tuple[list[str], Match]:
    """Return what people type in a random match, an empty line where the next one takes the keyboard."""
    match, rng = Match(Academy(players, rulings, components), seed), Rng(seed)
    typed: list[str] = []
    viewer = None
    match.chance()
    while not match.is_over:
        player = match.state.current_player
        if player != viewer:
            typed += [""] if viewer is None else ["", ""]
            viewer = player
        action = match.state.legal_actions().sample(rng)
        typed.append(str(action))
        match.act(action)
        match.chance()
    return typed, match


@pytest.mark.parametrize(
    ("players", "rulings"),
    [
        (2, AcademyRulings()),
        (4, AcademyRulings()),
        (
            2,
            AcademyRulings(
                goal_order="arranged_after_reveal",
                inspirations_shown="any_number",
                inspiration_order="hidden_simultaneous",
                inspiration_kept="discarded_each_round",
                pet_handover="may_decline",
                zero_value="nobody",
            ),
        ),
    ],
    ids=["two", "four", "rulings"],
)
def test_a_whole_match_is_played_by_what_is_typed_and_can_be_replayed(
    players: int, rulings: AcademyRulings, tmp_path: Path
) -> None:
    typed, match = typed_and_log(players, 7, rulings)
    log = tmp_path / "match.jsonl"
    command = ["play", "academy", "--players", ",".join(["human"] * players), "--seed", "7"]
    for name, value in rulings.changed.items():
        command += ["--ruling", f"{name}={value}"]
    said = played([*command, "--log", str(log)], *typed)
    assert "No: " not in said
    end = said.split("The end\n")[1]
    again = replay(log)
    assert again.finished and again.state == match.state
    for player, score in enumerate(match.state.scores()):
        assert f"Player {'ABCD'[player]} (human): {int(score)} point" in end
    told = run("replay", str(log))
    assert (told.code, told.err) == (0, "")
    assert end.splitlines()[0] in told.out
    assert told.out.count("is dealt") == 3 * players
    assert f"Round 2 is over. Points: A {int(points_after(again, 2)[0])}, " in told.out


@pytest.mark.parametrize("rulings", [AcademyRulings(), AcademyRulings(draw_after_last="no")])
def test_a_full_canvas_is_drawn_before_it_is_scored_though_nobody_is_asked(
    rulings: AcademyRulings, tmp_path: Path
) -> None:
    """Without Inspirations nobody decides between the last card of a round and the next round."""
    exported = run("components", "export", "academy").out
    mine = tmp_path / "mine.toml"
    without = re.sub(r"\[\[inspiration\]\]\n(?:\w+ = .*\n)+", "", exported)
    mine.write_text(f"inspiration = []\n{without}", encoding="utf-8")
    typed, _ = typed_and_log(2, 7, rulings, msgspec.structs.replace(standard(), inspiration=()))
    command = ["play", "academy", "--players", "human,human", "--seed", "7", "--components", str(mine)]
    for name, value in rulings.changed.items():
        command += ["--ruling", f"{name}={value}"]
    said = played(command, *typed)
    assert "No: " not in said
    for number in (1, 2, 3):
        before, _, _ = said.partition(f"The canvas is full: round {number} is scored.")
        assert before != said
        drawn = before.rpartition(f"round {number} of 3")[2]
        assert ", 16 of 16" in drawn.split("\n")[0] or ", over" in drawn.split("\n")[0]


def test_a_player_who_was_not_asked_sees_the_full_canvas_when_next_at_the_screen() -> None:
    typed, _ = typed_and_log(4, 7, AcademyRulings())
    said = played(("play", "academy", "--players", "human,human,human,human", "--seed", "7"), *typed)
    for part in re.split(r"Player [A-D] is next\.", said):
        over, _, _ = part.partition("Round 1 is over.")
        assert over == part or "25 of 25" in over


def points_after(match: Match, number: int) -> Sequence[float]:
    """Return the points when a round was over."""
    after: Sequence[float] = next(
        step.after.scores() for step in match.steps if f"round {number} over" in step.then
    )
    return after


def test_an_unfinished_log_is_replayed_to_its_last_whole_line(tmp_path: Path) -> None:
    log, cut = tmp_path / "match.jsonl", tmp_path / "cut.jsonl"
    played((*AGAINST, "--log", str(log)), "blue", "red", "1 portrait", "1 d3", "quit")
    whole = log.read_bytes().splitlines(keepends=True)
    cut.write_bytes(b"".join(whole[:-1]) + whole[-1][:9])
    ran = run("replay", str(cut))
    assert (ran.code, ran.err) == (0, "")
    assert "Player A lays the first card" in ran.out
    assert ran.out.endswith(
        f"Unfinished, read to line {len(whole) - 1} (9 bytes of an incomplete last line).\n"
    )


def test_a_match_that_was_left_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    first = played((*AGAINST, "--log", str(log)), "blue", "red", "1 portrait", "quit")
    assert f"To go on: quadrangle play academy --log {log}" in first
    again = played(("play", "academy", "--log", str(log)), "quit")
    assert "Going on with " in again
    assert first.split("\n\n")[-2].split("\n")[0] in again


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("place BR/YB d3", "place BR/YB d3"),
        ("BR/YB d3", "place BR/YB d3"),
        ("place br yb at d3", "place BR/YB d3"),
        ("brybd3", "place BR/YB d3"),
        ("d3 bryb", "place BR/YB d3"),
        ("Put the card BR|YB on D3", "place BR/YB d3"),
        ("1 d3", "place BR/YB d3"),
        ("d3 1", "place BR/YB d3"),
        ("#2 c4", "place BY/RR c4"),
        ("2 turned c4", "place RR/YB c4"),
        ("2 c4 t", "place RR/YB c4"),
        ("by/rr turned c4", "place RR/YB c4"),
        ("1 portrait d3", "place BR/YB d3"),
        ("lay BR/YB portrait", "lay BR/YB portrait"),
        ("bb/bb d3", "place BB/BB d3"),
        ("1 d4", "place BR/YB d4"),
        ("bb/bb", "place BB/BB d3"),
        ("pass", "pass"),
    ],
)
def test_placements_are_read_generously(typed: str, means: str) -> None:
    assert read(position(OPEN), typed) == means


def test_what_is_left_out_of_a_placement_is_asked_for() -> None:
    state = position(OPEN)
    assert asked_back(state, "3") == [f"place YY/YY {cell}" for cell in ("d3", "e3", "c4", "f4", "d5", "e5")]
    cards = ("BR/YB", "BY/RB", "BY/RR", "RR/YB", "YY/YY")
    assert asked_back(state, "d3") == [f"place {card} d3" for card in cards]
    said = played(PLACING, "1", "d3", "quit")
    assert re.search(r"Where: .*\? d3\n", said)
    assert "You place BR/BY on d3." in said


@pytest.mark.parametrize(
    ("typed", "problem", "expected"),
    [
        ("foo", "no card and place", "BR/YB d4"),
        ("bry d3", "no card and place", "BR/YB d4"),
        ("brybr", "5 colours", "four colours"),
        ("4 d3", "no card 4", "from 1 to 3"),
        ("0 d3", "no card 0", "from 1 to 3"),
        ("1 landscape d3", "this round cards lie in portrait", "lies so"),
        ("1 portrait landscape d3", "both ways", "portrait or landscape"),
        ("portrait", "no card and place", "BR/YB d4"),
        ("br/yx d3", "no card and place", "BR/YB d4"),
    ],
)
def test_what_is_no_placement_says_what_was_expected(typed: str, problem: str, expected: str) -> None:
    with pytest.raises(NotationError) as error:
        FACE.read(position(OPEN), typed)
    assert problem in error.value.problem
    assert expected in (error.value.expected or "")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1 d4", "a card lies on d4 already"),
        ("1 c3", "c3 is not beside a card"),
        ("1 a4", "the canvas would be longer than 4 cards"),
        ("rr/rr d3", "no card of player A lies so in portrait; these do: BR/YB"),
        ("1 h9", "there is no such cell"),
        ("pass", "so has to place one"),
        ("show none", "player A places a canvas card now"),
    ],
)
def test_a_refused_placement_names_the_rule(typed: str, reason: str) -> None:
    state = position(OPEN)
    with pytest.raises(IllegalAction, match=re.escape(reason)):
        state.apply(FACE.read(state, typed))


def test_a_home_row_of_another_is_refused_with_the_cells_that_are_open() -> None:
    home = OPEN.replace(
        "canvas: portrait d4 BBRY / YBRR", "canvas: portrait d1 BB / YB / RR / RR / BY / BY / YY / YR"
    )
    state = position(home.replace("turn: 2", "turn: 4"))
    with pytest.raises(IllegalAction, match="home row of player B, and other cells are open: c2"):
        state.apply(FACE.read(state, "1 e1"))
    assert any("home rows of others: c1 e1" in offer.lead for offer in FACE.offers(state))


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("BR/YB portrait", "lay BR/YB portrait"),
        ("lay bryb p", "lay BR/YB portrait"),
        ("1 portrait", "lay BR/YB portrait"),
        ("1 upright", "lay BR/YB portrait"),
        ("1 d4 l", "lay RB/BY landscape"),
        ("landscape 1", "lay RB/BY landscape"),
        ("1 turned landscape", "lay YB/BR landscape"),
        ("3 sideways", "lay YY/YY landscape"),
        ("rr/rr portrait", "lay RR/RR portrait"),
        ("by/rr landscape", None),
    ],
)
def test_the_first_card_is_read_generously(typed: str, means: str | None) -> None:
    state = position(LAYING)
    if means is None:
        assert asked_back(state, typed) == ["lay RB/RY landscape", "lay YR/BR landscape"]
    else:
        assert read(state, typed) == means


def test_how_the_first_card_lies_is_asked_where_it_is_not_said() -> None:
    state = position(LAYING)
    assert asked_back(state, "yy/yy") == ["lay YY/YY portrait", "lay YY/YY landscape"]
    assert asked_back(state, "1") == ["lay BR/YB portrait", "lay RB/BY landscape"]
    by_ruling = position(LAYING, first_orientation="portrait")
    assert read(by_ruling, "1") == "lay BR/YB portrait"
    with pytest.raises(IllegalAction, match="first_orientation"):
        by_ruling.apply(FACE.read(by_ruling, "1 landscape"))
    with pytest.raises(NotationError, match="lies on d4, not c3"):
        FACE.read(state, "1 c3")


@pytest.mark.parametrize("typed", ["blue", "B", " Blue ", "name blue", "colour blue", "1"])
def test_colours_are_read_generously(typed: str) -> None:
    state = next_in(NAME)
    assert read(state, typed) == "name blue"
    with pytest.raises(NotationError, match="blue, red or yellow"):
        FACE.read(state, "green")


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("show P", "show P"),
        ("p", "show P"),
        ("inspiration p", "show P"),
        ("none", "show none"),
        ("no", "show none"),
        ("show nothing", "show none"),
        ("1", "show none"),
        ("n", "show N"),
        ("f", "show F"),
    ],
)
def test_inspirations_are_read_generously(typed: str, means: str) -> None:
    assert read(position(SHOWING), typed) == means


def test_of_several_inspirations_a_ruling_lets_all_be_shown() -> None:
    state = position(SHOWING, inspirations_shown="any_number")
    assert read(state, "p and i") == "show I P"
    with pytest.raises(NotationError, match="'q' is no Inspiration"):
        FACE.read(state, "i q")
    with pytest.raises(IllegalAction, match="does not hold the Inspiration F"):
        state.apply(FACE.read(state, "f"))


def next_in(phase: int, players: int = 2, goal_order: str = "named_then_revealed") -> Any:
    """Return a position in a phase, at random."""
    rng = Rng(11)
    for _ in range(200):
        state = academy(players, goal_order=goal_order).start()
        while not state.is_terminal:
            state = state.until_decision(rng)
            if state.phase == phase:
                return state
            if not state.is_terminal:
                state = state.apply(state.legal_actions().sample(rng))
    raise AssertionError("not found")


def test_who_gets_the_pet_is_read_generously() -> None:
    state = next_in(GIVE, 4)
    action = state.legal_actions()[0]
    name = str(action)[-1]
    for typed in (name, name.lower(), f"give {name}", f"give the pet to player {name}", "1"):
        assert FACE.read(state, typed) == action
    assert str(FACE.read(state, "keep")) == "keep"
    with pytest.raises(IllegalAction, match="must give the Teacher's Pet away"):
        state.apply(FACE.read(state, "keep"))
    with pytest.raises(NotationError, match="is nobody"):
        FACE.read(state, "E")


def test_an_order_of_goals_is_read_by_numbers_colours_and_names() -> None:
    state = next_in(ARRANGE, goal_order="arranged_after_reveal")
    goals = [state.game.goals[at] for at in state.sheet.goals]
    means = f"arrange {goals[2]} {goals[0]} {goals[1]}"
    for typed in ("3 1 2", "312", "arrange 3,1,2", "yellow blue red", "Y B R"):
        assert read(state, typed) == means
    for typed in ("1 2", "1 1 2", "4 1 2", "green"):
        with pytest.raises(NotationError, match="is no order of"):
            FACE.read(state, typed)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2)])
def test_whatever_is_legal_is_read_in_capitals_too_and_offered(players: int, seed: int) -> None:
    rng = Rng(seed)
    state: Any = academy(players).start()
    while not state.is_terminal:
        if state.is_chance:
            outcome = state.sample_chance(rng)
            assert FACE.read_chance(state, str(outcome)) == [outcome]
            assert FACE.read_chance(state, f" {str(outcome).lower()} ") == [outcome]
            assert FACE.chance_question(state)
            state = state.apply(outcome)
            continue
        action = state.legal_actions().sample(rng)
        assert FACE.read(state, str(action)) == action
        assert FACE.read(state, f"  {str(action).upper()} ") == action
        assert FACE.offers(state) and FACE.question(state, 0)
        state = state.apply(action)


def test_a_bot_is_told_and_its_cards_are_not() -> None:
    said = played(PLACING, "1 d3", "log", "quit")
    assert "You place BR/BY on d3.\nYou draw " in said
    assert re.search(r"Player B \(greedy\) places [BRY]{2}/[BRY]{2} on [a-g][1-7]\.\n", said)
    assert "Player B (greedy) draws" not in said
    listed = said.split("> log\n")[1]
    assert re.findall(r"chance: (.*)", listed)[-1] == "not seen"
    assert "▒▒ ▒▒ ▒▒ 1 Inspiration" in said
    for face in ("BB/BB", "BB/BY"):
        assert said.count(face) == said.count(f"places {face} on") + said.count(f"B: place {face} ")


def test_edges_and_home_rows_are_told_as_they_come_to_be() -> None:
    tall = OPEN.replace("canvas: portrait d4 BBRY / YBRR", "canvas: portrait d2 BB / YB / RR / RR / BY / BY")
    state = position(tall.replace("turn: 2", "turn: 3").replace("pet: A", "pet: B"))
    match = Match(state.game, 1, start=state)
    said = FACE.told(match.act(FACE.read(state, "3 d5")), ["you", "greedy"])
    assert said == [
        "You place YY/YY on d5.",
        "The canvas is 4 cards high: its north and south edges are set.",
        "From now on there are home rows: row 5 of you and row 2 of Player B (greedy).",
    ]


def test_scoring_is_told_goal_by_goal_with_the_values_and_the_way_of_the_pet() -> None:
    state = position(SCORING)
    match = Match(state.game, 1, start=state)
    first = FACE.told(match.act(FACE.read(state, "p")), ["you", "greedy"])
    assert first == ["You show P for 2 points: it is there in red on c4 and c5."]
    said = FACE.told(match.act(state.game.parse_action("show none")), ["you", "greedy"])
    assert said == [
        "Player B (greedy) shows no Inspiration.",
        "Largest Area, blue: A 0, B 6. Player B (greedy) takes the card: 3 points.",
        "Most Areas, red: A 1, B 2. Player B (greedy) takes the card: 3 points.",
        "Longest Line, yellow: A 4, B 1. You take the card: 3 points.",
        "Round 1 is over. Points: A 5, B 6. You hold the Teacher's Pet and begin.",
    ]


def test_a_tie_says_what_the_pet_does() -> None:
    state = position(SCORING.replace(FULL, " / ".join(["BBRRBBRR"] * 8)))
    match = Match(state.game, 1, start=state)
    match.act(FACE.read(state, "none"))
    said = FACE.told(match.act(match.state.legal_actions()[0]), ["you", "greedy"])
    assert (
        "Largest Area, blue: A 8, B 8. A tie: You hold the Teacher's Pet, take the card (3 points) and give "
        "the Pet to Player B (greedy)." in said
    )
    assert (
        "Most Areas, red: A 2, B 2. A tie: Player B (greedy) holds the Teacher's Pet, takes the card "
        "(3 points) and gives the Pet to you." in said
    )


def test_four_who_tie_without_the_pet_leave_the_card() -> None:
    state = next_in(SHOW, 4)
    then = ("nobody takes largest_area:B (1 5 5 2)",)
    before = msgspec.structs.replace(state, sheet=msgspec.structs.replace(state.sheet, pet=0))
    step = Step(2, "A", state.legal_actions()[0], 0, before, before, then)
    assert FACE.told(step, ["you", "greedy", "random", "greedy"])[1:] == [
        "Largest Area, blue: A 1, B 5, C 5, D 2. A tie of Player B (greedy) and Player C (random), "
        "none of whom holds the Teacher's Pet: nobody takes the card."
    ]


def test_the_result_names_the_rule_that_breaks_a_tie() -> None:
    lines = (
        "phase: over\nround: 3\npet: A\nturn: 16\ngoals: most_areas:B most_areas:R balanced_composition\n"
        "used: largest_area:B largest_area:R largest_area:Y patchwork mirror\njudged: 3\n"
        f"canvas: portrait c2 {FULL}\ninspirations A: F I L\ninspirations B: N P T\n"
    )
    for taken, why in (
        ("taken A: 0 5 0\ntaken B: 0 0 3", "tie of A and B at 15 points goes to more Instructors"),
        ("taken A: 0 1 1\ntaken B: 0 1 1", "with as many Instructors, goes to the Teacher's Pet"),
    ):
        game = academy(2, ROOM, zero_value="nobody")
        state = game.state_from(in_order(lines + taken, 2))
        said = FACE.told_result(Match(state.game, 1, ["human", "greedy"], state))
        assert why in said[-1]
    assert said[0] == "Player A (human): 8 points, 0 Inspirations, 1 Assignment and 1 Instructor."


def test_at_a_shared_screen_nobody_is_shown_what_another_holds() -> None:
    """What is printed while a player looks has none of the cards that the other has drawn."""
    typed, match = typed_and_log(2, 5, AcademyRulings())
    said = played(PAIR, *typed)
    parts = re.split(r"Player ([AB]) is next\. Enter, when nobody else looks> \n", said)
    assert parts[0].count("is dealt") == parts[0].count("are dealt") == 0
    for who, shown in zip(parts[1::2], parts[2::2], strict=True):
        other = "B" if who == "A" else "A"
        mine = shown.split("The end")[0]
        assert f"hand of {other}" not in mine
        assert f"Player {other} draws" not in mine
        assert f"hand of {who}" in mine
    assert len(parts) > 40
    assert "Player A's" not in said
    assert match.is_over


def test_what_happened_meanwhile_is_told_to_who_comes_to_the_screen() -> None:
    said = played(PAIR, "", "b", "r", "1 portrait", "", "", "1 d3", "quit")
    shown = said.split("Player A is next. Enter, when nobody else looks> \n")[1]
    assert shown.startswith("You are dealt ")
    assert "Player B lays the first card" in shown
    assert "Player B draws" not in said


def test_a_move_typed_where_enter_is_asked_for_is_taken_as_the_move() -> None:
    said = played(PAIR, "blue", "red", "1 portrait", "1 d3", "quit")
    assert said.count("You place ") == 1
    assert "You lay the first card" in said


def test_nothing_that_others_hold_is_told_by_an_example_or_before_anybody_sits_at_the_screen(
    tmp_path: Path,
) -> None:
    log = tmp_path / "match.jsonl"
    command = ("play", "academy", "--players", "human,human", "--seed", "5", "--chance", "ask")
    cards = ("", "bryb byrr yyyy", "", "", "rrrr rbry yryy", "A")
    said = played(
        (*command, "--log", str(log)), *cards, "", "", "F", "", "", "qq", "i", "", "", "blue", "quit"
    )
    assert "that player B draws, such as F" in said
    assert re.search(r"'qq' is no Inspiration; expected F, ", said)
    again = played(("play", "academy", "--log", str(log), "--chance", "ask"), "log all", "quit")
    listed = again.split("> log all\n")[1]
    assert listed.count("not seen\n") == 8
    assert "card " not in listed and "name blue" in listed


def test_beside_real_cards_hands_goals_and_draws_are_typed() -> None:
    said = played(
        REAL,
        *("bryb BY/RR", "yy/yy", "RR/RR rb/ry yr/yy", "pet A", "f", "inspiration i"),
        *(
            "blue",
            "largest area",
            "r",
            "most areas red",
            "Longest Line",
            "1 portrait",
            "by/yb",
            "board",
            "quit",
        ),
    )
    assert "You are dealt BR/YB, BY/RR and YY/YY." in said
    assert "You hold the Teacher's Pet." in said
    assert "Goal 1: Largest Area, blue" in said
    assert "Goal 2: Most Areas, red" in said
    assert "Goal 3: Longest Line, yellow" in said
    assert "You draw BY/YB." in said
    assert "RR/RR" not in said.split("pet A")[1].split("places")[0]


def test_a_card_that_nobody_shows_the_program_is_refused_with_the_reason() -> None:
    said = played(REAL, "BR/YB ?", "bb/bb bb/bb bb/bb", "rr/xx", "rr", "quit")
    refusals = re.findall(r"\nNo: (.*)", said)
    assert "every card known to it" in refusals[0]
    assert refusals[1].startswith("BB/BB: there are 2, none of which is in the deck any more")
    assert all("expected four colours" in refusal for refusal in refusals[2:])
    assert said.count("3 cards of the hand of player A") == 5


def test_a_mistyped_card_is_corrected_by_its_line() -> None:
    said = played(REAL, "br/yb by/rr yy/yy", "correct 3 rr/rr", "log", "undo", "correct 9 bb/bb", "quit")
    assert "Line 3 is now: card RR/RR" in said
    assert "You are dealt BR/YB, RR/RR and YY/YY" in said
    assert "No: correct 9" in said


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("red", "'red' is no goal of this deck"),
        ("most areas yellow", "it is not among the blue Assignments that are left"),
        ("?", "is no goal"),
    ],
)
def test_a_goal_of_another_deck_is_refused(typed: str, reason: str) -> None:
    lines = ("bryb BY/RR yy/yy", "RR/RR rb/ry yr/yy", "A", "f", "i", "blue", typed, "quit")
    assert reason in played(REAL, *lines)


def test_help_says_more_each_time() -> None:
    said = played(PLACING, *["help"] * 4, "quit")
    answers = re.findall(r"a cell> help\n(.*)", said)
    assert answers[0].startswith("As the canvas lies, ")
    assert re.match(r"Look at [a-g][1-7]\.", answers[1])
    best = re.match(r"(place [BRY/]{5} [a-g][1-7]): expected margin after the round [+-][0-9.]+ ", answers[2])
    assert best
    state = read_start(academy(), START)
    assert state.game.parse_action(best[1]) in state.legal_actions()
    assert answers[3] == "There is no more help for this position."


def test_help_says_what_the_best_placement_is_worth_and_what_the_next_best_one() -> None:
    """A card before the canvas is full the same is found by playing every placement to the end many times."""
    state = at_the_end(2, PLACE, {}, left=1)
    told = FACE.hint(state, 3)
    number = r"([+-]\d+\.\d)"
    interval = rf"\(95 %: {number} to {number}\)"
    found = re.match(
        rf"(place \S+ \S+): expected margin after the round {number} {interval}, "
        rf"next best {number} {interval} with (place \S+ \S+)(, too close to tell)?\. As the canvas lies, ",
        told,
    )
    assert found
    best, value, low, high, second_value, second_low, second_high, second, close = found.groups()
    assert float(low) <= float(value) <= float(high)
    assert float(second_low) <= float(second_value) <= float(second_high)
    assert float(second_value) <= float(value)
    assert (close is not None) == (float(second_high) >= float(low))
    player = state.current_player
    for action, lowest, highest in ((best, low, high), (second, second_low, second_high)):
        margins = []
        for seed in range(400):
            rng = Rng(seed)
            end: Any = moved(state.resample(player, rng), action).until_decision(rng)
            while end.sheet.round == state.sheet.round and not end.is_terminal:
                end = end.apply(make("solver", end.game).choose(end, rng)).until_decision(rng)
            scores = end.scores()
            margins.append(scores[player] - scores[1 - player])
        mean = sum(margins) / len(margins)
        spread = (sum((one - mean) ** 2 for one in margins) / len(margins) / len(margins)) ** 0.5
        assert float(lowest) - 4 * spread - 0.05 <= mean <= float(highest) + 4 * spread + 0.05


def test_there_is_help_with_every_decision() -> None:
    rng = Rng(4)
    for players, order in ((2, "named_then_revealed"), (4, "arranged_after_reveal")):
        state: Any = academy(players, goal_order=order).start()
        seen = set()
        while not state.is_terminal:
            state = state.until_decision(rng)
            if state.is_terminal:
                break
            if state.phase not in seen or state.phase == SHOW:
                seen.add(state.phase)
                for step in range(1, FACE.hint_steps(state) + 1):
                    assert FACE.hint(state, step).endswith((".", "?"))
            state = state.apply(state.legal_actions().sample(rng))
        assert PLACE in seen


def test_moves_rules_and_undo() -> None:
    said = played(PLACING, "moves", "rules 33", "undo", "?", "quit")
    assert " placements on d3 e3 c4 f4 d5 e5, such as 1 d3" in said
    assert "When two players tie, the holder of the Teacher's Pet takes the card" in said
    assert "No: undo 1: nothing can be undone" in said
    assert "look a rule up" in said


def test_undo_takes_back_what_has_told_nothing_new(tmp_path: Path) -> None:
    """A card that was placed beside a real table may be taken back until the next one is drawn."""
    log = tmp_path / "match.jsonl"
    command = (*PLACING, "--chance", "ask", "--log", str(log))
    said = played(command, "1 d3", "undo", "quit")
    assert "Taken back: 1 move; the time stays spent." in said
    assert replay(log).undos == 1
    said = played(
        ("play", "academy", "--players", "human,human", "--seed", "3", "--from", START),
        "",
        "1 d3",
        "undo",
        "quit",
    )
    assert "not what chance has done" in said


SCORED = """
phase: show
round: 1
pet: B
turn: 16
asked: B
goals: longest_line:B longest_line:Y most_quadrants:R
canvas: landscape c4 YRYRYBBR / BYYRRRYB / BYYBRBYY / YYBBBRYY / YRRYBBYB / RYYBBRYY / BBRRBYBB / BBYBYBBB
hand A: BR/BR BY/YB RR/RR
hand B: BR/RB BY/YB RB/RR
inspirations A: W
inspirations B: N
"""


def shared(text: str, players: str = "human,human", *options: str) -> tuple[str, ...]:
    """Return the command for a match from a position at one screen."""
    start = "; ".join(text.strip().splitlines())
    return ("play", "academy", "--players", players, "--seed", "3", "--from", start, *options)


def test_who_comes_to_the_screen_takes_nothing_back_that_another_decided(tmp_path: Path) -> None:
    command = shared(SCORED)
    said = played(command, "", "none", "", "", "undo", "board", "quit")
    assert "No: undo 1: player B decided last, and what others decided stays" in said
    assert "Taken back" not in said
    assert said.count("Player B, which Inspiration, or none>") == 1


def test_who_leaves_the_screen_may_take_back_what_they_decided_before(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    command = shared(SCORED, "human,human", "--log", str(log))
    said = played(command, "", "none", "undo", "undo", "none", "undo 2", "", "", "quit")
    leave = "Enter clears the screen for player A (undo takes your move back)>"
    assert said.count(leave) == 3
    assert f"{leave} undo\nTaken back: 1 move; the time stays spent." in said
    assert "Player B, which Inspiration, or none> undo\nNo: undo 1: nothing can be undone" in said
    assert f"{leave} undo 2\nNo: undo 2: at most 1 of the last steps can be undone" in said
    match = replay(log)
    assert (match.undos, [str(step.action) for step in match.steps]) == (1, ["show none"])


def test_what_cannot_be_taken_back_is_not_offered_to_be() -> None:
    """What was placed stays once the next card is drawn, which only its player has seen."""
    said = played((*PAIR, "--from", START), "", "1 d3", "undo", "", "", "quit")
    assert "Enter clears the screen for player B> undo\nNo: undo 1: nothing can be undone" in said
    assert said.count("Enter clears the screen for player B>") == 2


def test_what_a_bot_decided_is_not_taken_back() -> None:
    said = played(shared(SCORED, "human,greedy"), "undo", "quit")
    assert "Player B (greedy) shows" in said
    assert "No: undo 1: player B decided last, and what others decided stays" in said


def test_a_correction_tells_nothing_of_what_another_holds(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    command = (*shared(SCORED), "--chance", "ask")
    resumed = ("play", "academy", "--players", "human,human", "--log", str(log), "--chance", "ask")
    played((*command, "--log", str(log)), "", "none", "", "", "quit")
    names = [*"FILNPTUVWXYZ", "none", "q"]
    said = played(resumed, "", *(f"correct 2 show {name}" for name in names), "log", "quit")
    told = re.findall(r"> correct 2 show \w+\n(.*(?:\n  .*)*)", said)
    assert len(told) == len(names)
    assert {" ".join(one.split()) for one in told} == {
        "No: correct 2: it was decided by player B, whose it is to put right"
    }


def test_who_decided_is_told_why_a_correction_is_refused() -> None:
    said = played((*REAL, "--from", START), "1 d3", "bb/yr", "correct 2 2 h1", "correct 3 rr/yx", "quit")
    assert "No: correct 2: place BY/RR h1: there is no such cell" in said
    assert "No: 'rr/yx' is no card" in said


def test_a_correction_that_something_unseen_does_not_allow_says_no_more() -> None:
    """What B drew later is B's alone, and so is that it could not be drawn any more."""
    drawn = ("", "1 d3", "bb/yr", "", "", "1 e3", "yy/rb", "", "", "correct 3 yy/rb", "correct 5 b", "quit")
    said = " ".join(played((*PAIR, "--chance", "ask", "--from", START), *drawn).split())
    assert "No: correct 3: what happened later would not be possible, by what others hold Player A" in said
    assert "No: correct 5: it was seen by player B, whose it is to put right" in said
    assert "YY/RB" not in said.split("Enter clears the screen for player A>")[1]


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.replace("; ", "\n"),
        START.replace("portrait BBRY/YBRR", "canvas~bbry-ybrr portrait"),
        START.replace("portrait BBRY/YBRR", "PORTRAIT D4 bb ry / yb rr"),
        START.replace("pet: A; ", "") + "; Pet: a",
        START + "; phase: place; round: 1; turn: 2",
    ],
)
def test_a_start_is_read_generously(text: str) -> None:
    game = academy()
    state = read_start(game, text)
    assert game.state_from(str(state)) == state
    assert str(state).splitlines()[:7] == [
        "phase: place",
        "round: 1",
        "pet: A",
        "turn: 2",
        "goals: largest_area:B most_areas:R longest_line:Y",
        "canvas: portrait d4 BBRY / YBRR",
        "hand A: BR/BY BY/RR RY/YR",
    ]


def test_every_position_of_a_game_is_read_as_it_is_written() -> None:
    rng = Rng(9)
    state: Any = academy(4).start()
    while not state.is_terminal:
        assert read_start(state.game, str(state)) == state
        assert read_start(state.game, str(state).replace("\n", "; ")) == state
        state = state.until_decision(rng)
        if not state.is_terminal:
            state = state.apply(state.legal_actions().sample(rng))


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("canvas~bbry-ybrr", "a canvas alone, 1 by 2 cards: which cards are held"),
        ("BBRY / YBRR", "a canvas alone"),
        ("no position", "is no position; expected lines such as"),
        (START.replace("pet: A", "pet: C"), "'C' is not a player"),
        (START.replace("portrait ", ""), "how its cards lie is not said"),
        (START.replace("YBRR", "YBRX"), "canvas: 'X' is no colour"),
        (START.replace(", longest line yellow", ""), "goals: 2, none of them an Instructor"),
        (START.replace("br/by", "BB/BB"), "the card BB/BB is there"),
        (START.replace("inspirations A: p; ", ""), "1 Inspirations drawn; expected 2"),
        (START + "; hat: 3", "'hat' is no line of a position"),
        (START + "; pet: A", "two lines pet"),
    ],
)
def test_what_is_no_start_is_refused_in_one_line(start: str, reason: str) -> None:
    if reason.startswith("the card BB/BB"):
        start = start.replace("BY/RR", "BB/BB")
    assert reason in one_line_error(play((*AGAINST, "--from", start)))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--players", "human,best"), "no player is called 'best'"),
        (("--players", "human,greedy,greedy"), "3 players of Abstract Academy; expected 2 or 4"),
        (("--players", "human"), "1 players of Abstract Academy"),
        (("--tell", "at-once"), "--tell at-once"),
        (("--ruling", "lock=never"), "lock=extent or full_line"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(options: tuple[str, ...], reason: str) -> None:
    assert reason in one_line_error(play(("play", "academy", *options)))


def test_nothing_heavy_is_loaded_before_it_is_needed(tmp_path: Path) -> None:
    assert not heavy(modules_after(["play", "academy", "--players", "human,greedy", "--seed", "2"], tmp_path))


LETTERS = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=30)
TYPED = (
    "place lay br/yb brybd4 BY/RR d3 d4 c4 1 2 3 portrait landscape turned blue red yellow name show none F "
    "P give keep pass arrange card pet inspiration goal largest area most_areas:R help undo moves log rules "
    "correct board , + / - ? at on 0 9"
)
WORDS = st.lists(st.sampled_from(TYPED.split()), max_size=5).map(" ".join)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(LETTERS | WORDS, min_size=1, max_size=10), st.sampled_from([AGAINST, PLACING, PAIR, REAL]))
def test_whatever_is_typed_nothing_breaks(lines: list[str], command: tuple[str, ...]) -> None:
    ran = play(command, *(line for line in lines if line.strip().lower() not in ("q", "exit")))
    assert (ran.code, ran.err) == (0, "")


_ENDS: tuple[tuple[int, int, dict[str, str]], ...] = (
    (2, SHOW, {}),
    (2, SHOW, {"inspirations_shown": "any_number", "inspiration_order": "hidden_simultaneous"}),
    (4, GIVE, {}),
    (4, GIVE, {"pet_handover": "may_decline"}),
)
"""Where Inspirations are shown and the Pet is given away: players, phase, rulings."""
PIECES = (
    "show give keep none no nobody pass k F I L P t u v z and , + ; / : - to player pet the A b C d E 0 1 2 "
    "3 4 9 99 007 ² ١ ß İ show_F showF giveA BR/YB d4 name blue \t \x00 ' \" # ? * ( ) inspiration"
)


def at_the_end(players: int, phase: int, rulings: dict[str, str], left: int | None = None) -> Any:
    """Return the first position of some random games in which there is a choice in a phase.

    `left` is how many cards then are still to be placed, where that is asked for.
    """
    for seed in range(50):
        rng = Rng(seed)
        state = Academy(players, AcademyRulings(**rulings)).start().until_decision(rng)
        while not state.is_terminal:
            there = left in (None, state.game.full - len(state.cards))
            if state.phase == phase and there and len(state.legal_actions()) > 2:
                return state
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    raise AssertionError("no such position in 50 games")


def random_line(rng: Rng) -> str:
    """Return what somebody might type who hits the right words by chance."""
    if rng.below(5) == 0:
        return "".join(chr(33 + rng.below(300)) for _ in range(1 + rng.below(12)))
    pieces = PIECES.split(" ")
    words = [pieces[rng.below(len(pieces))] for _ in range(1 + rng.below(4))]
    return ("" if rng.below(4) == 0 else " ").join(words)


@pytest.mark.parametrize(("players", "phase", "rulings"), _ENDS)
def test_whatever_is_typed_where_a_round_is_scored_only_what_is_legal_changes_anything(
    players: int, phase: int, rulings: dict[str, str]
) -> None:
    state = at_the_end(players, phase, rulings)
    before, legal, rng = (str(state), hash(state)), list(state.legal_actions()), Rng(11, players)
    refused: list[str] = []
    taken = set()
    for _ in range(500):
        line = random_line(rng)
        try:
            action = FACE.read(state, line)
            after = state.apply(action)
        except (NotationError, IllegalAction) as error:
            assert "\n" not in str(error) and str(error)
            refused.append(" ".join(line.split()))
        else:
            assert action in legal and after != state
            taken.add(str(action))
        assert (str(state), hash(state)) == before
        assert list(state.legal_actions()) == legal
    assert len(taken) > 1 and len(refused) > 250

    named = ",".join(["human"] * players)
    options = [word for name, value in rulings.items() for word in ("--ruling", f"{name}={value}")]
    start = before[0].replace("\n", "; ")
    typed = [line for line in refused if line.isprintable() and line and find_request(line) is None]
    said = played(
        ("play", "academy", "--players", named, *options, "--from", start), "", *typed, "board", "quit"
    )
    assert said.count("\nNo: ") == len(typed)
    first, *_, last = re.findall(r"\nround [^\0]*?\n\n", said)
    assert first == last
