"""Positions of Leaves in their text form, and moves by theirs, for the tests of its rules."""

from __future__ import annotations

from inspect import cleandoc
from typing import TypeVar

import pytest

from quadrangle.core.errors import IllegalAction
from quadrangle.engines.game import Information, State
from quadrangle.engines.leaves import Leaves, LeavesRulings, SoloState, TableState

S = TypeVar("S", bound=State)

PUZZLE = "1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm"
"""Eight cards that any of the other 19 clears."""
EIGHT = "1rb 2yg 3gm 1ym 2gb 3rg 1gg 2rm"
"""The same in the order in which they are dealt."""
HANDS = ("1rg 2gm 3yg", "1gb 2ym 3rb", "1rm 2yb 3gg", "1yb 2rg 3ym", "1yg 2rb 3rm", "1gm 2gg 3gb")
"""Hands for six players; only 3yb is neither there nor in the puzzle."""
CLEARING = (
    "a1-a2 number",
    "c1-c2 colour",
    "b1-b2 colour",
    "a3-a2 colour",
    "a2-b2 type",
    "b2-c2 number",
    "c2-c3 colour",
    "b3-c3 type",
)
"""Eight merges that make one stack of the puzzle with 3yg in its centre."""


def leaves(players: int = 2, /, **rulings: str) -> Leaves:
    """Return the game with some rulings."""
    return Leaves(players, LeavesRulings.parse(f"{name}={value}" for name, value in rulings.items()))


def table(text: str, players: int = 2, /, **rulings: str) -> TableState:
    """Return the position of several players in a text that may be indented."""
    state = leaves(players, **rulings).state_from(cleandoc(text))
    assert isinstance(state, TableState)
    return state


def solo(text: str, **rulings: str) -> SoloState:
    """Return the position of the solo challenge in a text that may be indented."""
    state = leaves(1, **rulings).state_from(cleandoc(text))
    assert isinstance(state, SoloState)
    return state


def beginning(phase: str, players: int = 2, /, *, breezes: str = "", **rulings: str) -> TableState:
    """Return the first puzzle with every hand of three, player A being asked or the caller."""
    who = {"call": "asked: A", "order": ""}.get(phase, "caller: A")
    text = [
        f"phase: {phase}",
        "puzzle: 1",
        who,
        f"layout: {PUZZLE}",
        "hands: " + " | ".join(HANDS[:players]),
        "breezes: " + (breezes or " ".join(["1", "1", "1", "1", "0", "0"][:players])),
    ]
    return table("\n".join(filter(None, text)), players, **rulings)


def moved(state: S, *moves: str, ms: int = 0) -> S:
    """Return the state after moves in their text form, each of which took so many milliseconds."""
    after: State = state
    for move in moves:
        after = after.apply(after.game.parse_action(move), ms)
    assert isinstance(after, type(state))
    return after


def drawn(state: S, cards: str) -> S:
    """Return the state after chance has drawn cards."""
    return moved(state, *(f"draw {card}" for card in cards.split()))


def refusal(state: State, move: str) -> str:
    """Return why a move is refused; the position stays as it was."""
    before = hash(state), str(state)
    with pytest.raises(IllegalAction) as error:
        state.apply(state.game.parse_action(move))
    assert (hash(state), str(state)) == before
    assert state.game.parse_action(move) not in state.legal_actions()
    return str(error.value)


def legal(state: State) -> list[str]:
    """Return the legal actions as texts."""
    return [str(action) for action in state.legal_actions()]


def chances(state: State) -> dict[str, float]:
    """Return what chance may do as texts, with the probabilities."""
    return {str(outcome): float(chance) for outcome, chance in state.chance_outcomes()}


def referee(state: State) -> list[str]:
    """Return what a referee may say, as texts."""
    return [str(action) for action in state.referee_actions()]


def line(position: State | Information, name: str) -> str:
    """Return the value of a line of a position's text, or of what is known; empty when there is none."""
    text = position.text if isinstance(position, Information) else str(position)
    return dict(row.split(": ", 1) for row in text.split("\n")).get(name, "")


def told(state: State, move: str, ms: int = 0) -> tuple[str, ...]:
    """Return what the rules do by themselves after a move that took so many milliseconds."""
    return state.consequences(state.game.parse_action(move), ms)


SOLO_DEAL = """
    phase: solo
    hand: 1rg 1ym 2ym
    breezes: 4
    puzzle 1: 2rb 1yg 2gb / 3gg . 1gb / 3rg 1gg 3yb
    puzzle 2: 1rb 2gg 3rm / 3ym . 1yb / 2rm 3gb 2rg
    puzzle 3: 2gm 2yb 3yg / 1rm . 3rb / 3gm 2yg 1gm
"""
"""The beginning of a solo challenge."""

SOLO_RUN = (
    "place 1 1rg",
    *("1 c3-c2 type", "1 b3-b2 number", "1 b2-a2 colour", "1 c2-c1 type"),
    *("1 c1-b1 colour", "1 b1-a1 type", "1 a3-a2 type", "1 a1-a2 number"),
    "place 2 1ym",
    *("2 a3-a2 type", "2 a2-b2 type", "2 b2-b1 number", "2 a1-b1 colour"),
    *("2 b1-c1 colour", "2 c1-c2 number", "2 c2-c3 colour", "2 b3-c3 type"),
    "place 3 2ym",
    *("3 b1-c1 colour", "3 a1-a2 type", "3 c1-c2 type", "3 a2-a3 colour"),
    *("3 a3-b3 number", "3 b2-c2 number", "3 c2-c3 type", "3 b3-c3 number"),
)
"""How it is won without a Breeze: three times a placement and eight merges."""
