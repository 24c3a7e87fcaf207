"""Positions of the table game and the solo challenge, drawn: everything people see is there, and true."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.rng import Rng
from quadrangle.engines.game import CHANCE
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.render import svg
from quadrangle.render.leaves_game import minutes, state_drawing, state_text
from quadrangle.solvers.leaves.cards import CARDS

CODE = re.compile(r"\x1b\[[0-9;]*m")

LIVE = Leaves(2, LeavesRulings(clock="live"))

TABLE = """\
phase: merge
puzzle: 3
caller: B
placed: 3yg
layout: 1rb 2yg 3gm / 1ym 3yg 2gb / 3rg 1gg .
covered: 2rm
hands: 1gm 2ym | 1rm ?
breezes: 1 0
barred: A
clock: 4200"""

TABLE_DRAWN = """\
  puzzle 3 of at most 200 · pile 14 · clock 4.2 of 12 s
   a   b   c
1 1rb 2yg 3gm
2 1ym 3yg 2gb
3 3rg 1gg  .
  A you      1gm 2ym         Breeze up, barred
> B solver   1rm ?           Breeze down, challenge with 3yg"""


def positions(seed: int, players: int) -> list[Any]:
    """Return the positions of a random game."""
    rng = Rng(seed)
    rulings = LeavesRulings(players="2..6", puzzle_limit="4", solo_failure="no_legal_move")
    state: Any = Leaves(players, rulings).start()
    found: list[Any] = [state]
    while not state.is_terminal:
        chance = state.current_player == CHANCE
        state = state.apply(state.sample_chance(rng) if chance else state.legal_actions().sample(rng), 700)
        found.append(state)
    return found


def test_a_table_is_drawn_with_the_puzzle_hands_breezes_bar_turn_and_clock() -> None:
    state = LIVE.state_from(TABLE)
    assert state_text(state, ["you", "solver"]) == TABLE_DRAWN


def test_without_unicode_it_says_the_same() -> None:
    state = LIVE.state_from(TABLE)
    plain = state_text(state, ["you", "solver"], ascii_only=True)
    assert plain == TABLE_DRAWN.replace("·", "-")


def test_colour_changes_nothing_but_the_colours() -> None:
    state = LIVE.state_from(TABLE)
    coloured = state_text(state, ["you", "solver"], colour=True)
    assert CODE.sub("", coloured) == TABLE_DRAWN
    assert "\x1b[1;31m1rb\x1b[0m" in coloured


def test_a_solo_challenge_shows_three_puzzles_side_by_side_and_what_is_left() -> None:
    state = positions(7, 1)[26]
    drawn = state_text(state).split("\n")
    assert len(drawn) == 6
    assert drawn[0].split() == ["puzzle", "1", "puzzle", "2", "puzzle", "3"]
    assert drawn[5].endswith("Breezes 4 of 4   time 0:00")


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 6))
def test_every_card_that_lies_open_is_drawn_once_and_nothing_is_too_wide(seed: int, players: int) -> None:
    for state in positions(seed, players):
        drawn = state_text(state, ["human"] * players)
        assert all(len(line) <= 60 and line == line.rstrip() for line in drawn.split("\n"))
        cards = re.findall(r"(?<!with )\b[123][ryg][bgm]\b", drawn)
        open_cards = re.findall(r"\b[123][ryg][bgm]\b", _open(str(state)))
        assert sorted(cards) == sorted(open_cards)


def _open(text: str) -> str:
    """Return the lines of a position that say what lies open."""
    hidden = ("placed", "covered")
    return "\n".join(line for line in text.split("\n") if not line.startswith(hidden))


def test_a_hand_of_many_cards_goes_on_in_a_second_line() -> None:
    held = " ".join(str(card) for card in CARDS[8:18])
    state = Leaves(2).state_from(f"phase: deal\npuzzle: 2\nhands: {held} | {CARDS[20]}\nbreezes: 1 1")
    lines = state_text(state, ["human", "human"]).split("\n")
    assert sum(len(re.findall(r"\b[123][ryg][bgm]\b", line)) for line in lines) == 11
    assert all(len(line) <= 60 for line in lines)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_it_is_a_drawing_for_a_page_as_well(players: int) -> None:
    for state in positions(3, players)[:60:7]:
        drawing = state_drawing(state, ["human"] * players)
        ET.fromstring(str(svg(drawing)))
        assert drawing.description


def test_a_time_is_written_in_minutes() -> None:
    assert [minutes(0), minutes(59), minutes(84), minutes(600)] == ["0:00", "0:59", "1:24", "10:00"]
