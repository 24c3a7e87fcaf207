"""Positions of Abstract Academy, drawn: everything a person may see is there, and nothing else."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from academy_play import academy, line, position

from quadrangle.core.rng import Rng
from quadrangle.engines.academy.areas import values
from quadrangle.engines.academy.phases import PLACE
from quadrangle.render import svg
from quadrangle.render.academy_game import goal_name, hand_faces, state_drawing, state_text
from quadrangle.render.text import columns
from quadrangle.solvers.canvas import Goal, cells
from quadrangle.solvers.canvas.faces import COUNT, FACE_TEXTS

CODE = re.compile(r"\x1b\[[0-9;]*m")

TABLE = position(
    """
phase: place
round: 1
pet: B
turn: 5
goals: largest_area:B most_areas:R longest_line:Y
canvas: portrait d2 BBRY / YBRR / RR.. / RR.. / BY.. / BY.. / YY.. / YR..
hand A: BR/YB BY/RR YY/YY
inspirations A: P
inspirations B: I
"""
)
"""A canvas that has just become four cards high."""


def games(players: int, seed: int) -> list[Any]:
    """Return the positions of a random game in which a player decides, and the last one."""
    rng = Rng(seed)
    state: Any = academy(players).start()
    found = [state]
    while not state.is_terminal:
        state = state.until_decision(rng)
        found.append(state)
        if not state.is_terminal:
            state = state.apply(state.legal_actions().sample(rng))
    return found


def test_canvas_home_rows_goals_players_and_hand_are_drawn() -> None:
    drawn = state_text(TABLE, ["you", "greedy"])
    assert drawn == "\n".join(
        [
            "round 1 of 3 · portrait, 5 of 16 · deck 1369 · discards 0",
            "      c    d    e    f            > A you, south",
            "    -- home row of B ---            0 points",
            " 2  (c2)  B B  R Y (f2)             B greedy, north",
            "          Y B  R R                  0 points, the Pet",
            " 3   c3   R R  e3    ·              ▒▒ ▒▒ ▒▒ 1 Inspiration",
            "          R R",
            " 4   c4   B Y  e4    ·",
            "          B Y",
            " 5   c5   Y Y  e5    ·",
            "          Y R",
            "    -- home row of A ---",
            "goals, as the canvas lies       A       B",
            "1 Largest Area, blue (3)        2       3*",
            "2 Most Areas, red (3)           1       2*",
            "3 Longest Line, yellow (3)      3*      1",
            "hand of A                     P",
            "1 B R   2 B Y   3 Y Y         XXX",
            "  Y B     R R     Y Y         .XX",
        ]
    )


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (4, 3)])
def test_every_position_is_drawn_within_60_columns_and_in_plain_letters_if_need_be(
    players: int, seed: int
) -> None:
    names = ["you", "greedy", "a name that is far too long to stand here", "银杏银杏银杏"][:players]
    for state in games(players, seed):
        drawn = state_text(state, names)
        assert all(columns(row) <= 60 for row in drawn.splitlines())
        assert state_text(state, names, ascii_only=True).isascii()
        coloured = state_text(state, names, colour=True)
        assert CODE.sub("", coloured) == drawn
        assert not state.cards or coloured != drawn


@pytest.mark.parametrize("players", [2, 4])
def test_the_hands_of_others_are_backs_and_their_inspirations_a_number(players: int) -> None:
    """Two positions that the viewer cannot tell apart are drawn alike, on the page as well."""
    names = ["human"] * players
    names[1] = "you"
    rng = Rng(8)
    for state in games(players, 8)[1::5]:
        other = state.resample(1, rng)
        assert state_text(state, names) == state_text(other, names)
        assert svg(state_drawing(state, names)) == svg(state_drawing(other, names))
    assert any(state != state.resample(1, rng) for state in games(players, 8)[1::5])


def test_where_nobody_is_called_you_all_lies_open() -> None:
    state = games(2, 4)[20]
    drawn = state_text(state, ["greedy", "random"])
    for hand in state.hands:
        assert " ".join(FACE_TEXTS[code % COUNT] for code in hand) in drawn
    assert "▒" not in drawn
    assert "hand of" not in drawn


def test_the_values_of_the_goals_and_who_leads_are_those_of_the_engine() -> None:
    looked_at = 0
    for state in games(2, 5):
        if not state.cards or state.sheet.judged:
            continue
        drawn = state_text(state, ["you", "greedy"]).splitlines()
        for number, at in enumerate(state.sheet.goals, 1):
            goal = state.game.goals[at]
            row = next(row for row in drawn if row.startswith(f"{number} {goal_name(goal)}"))
            told = re.findall(r"(\d+)([*=]?)", row[32:])
            found = values(state, at)
            assert [int(value) for value, _ in told] == found
            best = goal.best(found)
            mark = "*" if found.count(best) == 1 else "="
            assert [sign for _, sign in told] == [mark if value == best else "" for value in found]
            looked_at += 1
    assert looked_at > 100


def test_open_cells_bear_their_names_and_barred_ones_brackets() -> None:
    seen_barred = False
    for state in games(4, 6):
        if state.phase != PLACE or not state.cards:
            continue
        plane = state.game.plane
        canvas = [row[:34] for row in state_text(state, ["you", *["greedy"] * 3]).splitlines()]
        told = " ".join(canvas[: next(i for i, row in enumerate(canvas) if row.startswith("goals"))])
        allowed = plane.allowed(state.occupied, state.current_player)
        for cell in cells(plane.open_cells(state.occupied)):
            name = plane.names[cell]
            barred = not allowed >> cell & 1
            assert (f"({name})" if barred else f" {name} ") in f"{told} "
            seen_barred = seen_barred or barred
    assert seen_barred


def test_a_hand_is_numbered_as_its_cards_may_lie() -> None:
    landscape = next(state for state in games(2, 1) if state.cards and state.landscape)
    faces = hand_faces(landscape, 0)
    playable = landscape.game.playable(landscape.hands[0], 1)
    assert all(playable >> face & 1 for face in faces)
    assert line(landscape, "canvas").startswith("landscape")


def test_a_pattern_that_is_there_is_said_to_be() -> None:
    drawn = state_text(TABLE, ["you", "greedy"])
    assert "P there" not in drawn
    inside = position(
        """
phase: place
round: 1
pet: A
turn: 2
goals: largest_area:B most_areas:R longest_line:Y
canvas: portrait d4 BBBB / BBBB
inspirations A: P
inspirations B: I
"""
    )
    assert "P there" in state_text(inside, ["you", "greedy"])


def test_the_page_has_a_quadrant_for_each_of_the_canvas() -> None:
    page = svg(state_drawing(TABLE, ["you", "greedy"]))
    assert ET.fromstring(page) is not None
    assert page.count("<title>blue</title>") + page.count("<title>red</title>") + page.count(
        "<title>yellow</title>"
    ) == 4 * (5 + 3)


def test_goals_are_named_with_their_parameters() -> None:
    assert goal_name(Goal.parse("largest_area:B")) == "Largest Area, blue"
    assert goal_name(Goal.parse("areas_of_size:3")) == "Areas of a Size, 3"
    assert goal_name(Goal.parse("balanced_composition")) == "Balanced Composition"
