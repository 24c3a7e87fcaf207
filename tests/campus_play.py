"""Positions of Campus in their text form, on small boards and printed ones, for the tests of its rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TypeVar

import pytest

from quadrangle.core.errors import IllegalAction
from quadrangle.engines.campus import Campus, CampusComponents, CampusRulings, CampusState
from quadrangle.engines.game import State

S = TypeVar("S", bound=State)


@functools.cache
def box(rows: int, columns: int, tiles: str = "") -> CampusComponents:
    """Return components with boards of another size, and plenty of every tile or the tiles named.

    Tiles are named as in `1:2 9:1 s:3`, as many of either colour.
    """
    return CampusComponents.parse(box_text(rows, columns, tiles), "box")


def box_text(rows: int, columns: int, tiles: str = "") -> str:
    """Return the file of such components."""
    counts = [part.split(":") for part in tiles.split()] or [[str(n), "9"] for n in (*range(1, 25), "s")]
    lines = ['format = "quadrangle campus components"', "version = 1", "[board]", "count = 2"]
    lines += [f"rows = {rows}", f"columns = {columns}", 'source = "printed"']
    for name in ("dice", "bags"):
        lines += [f"[{name}]", "count = 2", 'source = "printed"']
    for face, count in counts:
        lines += ["[[tile]]", f'face = "{face}"', f"counts = [{count}, {count}]", 'source = "printed"']
    return "\n".join(lines)


def campus(players: int = 2, components: CampusComponents | None = None, /, **rulings: str) -> Campus:
    """Return the game with some rulings."""
    settings = (f"{name}={value}" for name, value in rulings.items())
    return Campus(players, CampusRulings.parse(settings), components)


def size(board: str) -> tuple[int, int]:
    """Return rows and columns of a board with ` / ` between its rows."""
    rows = board.split(" / ")
    return len(rows), len(rows[0].split(" "))


def table(
    board: str,
    other: str = "",
    /,
    phase: str = "roll",
    *,
    roll: str = "",
    turn: int = 0,
    first: str = "A",
    game: int = 1,
    more: str = "",
    tiles: str = "",
    rulings: Mapping[str, str] | None = None,
    **ruling: str,
) -> CampusState:
    """Return a position of two players on boards of any size; player A's comes first.

    `more` are further lines, a `;` between them. The other board is by default one of nothing but 24.
    Rulings may come by name or together.
    """
    rows, columns = size(board)
    other = other or " / ".join([" ".join(["24"] * columns)] * rows)
    lines = [f"phase: {phase}", "round: 1", f"game: {game}", f"first: {first}", f"turn: {turn}"]
    lines += [f"roll: {roll}"] if roll else []
    lines += [f"board A: {board}", f"board B: {other}", *filter(None, more.split("; "))]
    plenty = tiles or " ".join(f"{face}:36" for face in (*range(1, 25), "s"))
    found = campus(2, box(rows, columns, plenty), **{**(rulings or {}), **ruling})
    return found.state_from("\n".join(lines))


def alone(
    board: str, /, phase: str = "roll", *, roll: str = "", turn: int = 0, more: str = "", **rulings: str
) -> CampusState:
    """Return a position of practice on a board of any size."""
    lines = [f"phase: {phase}", f"turn: {turn}", *([f"roll: {roll}"] if roll else []), f"board A: {board}"]
    plenty = " ".join(f"{face}:36" for face in (*range(1, 25), "s"))
    game = campus(1, box(*size(board), plenty), **rulings)
    return game.state_from("\n".join([*lines, *filter(None, more.split("; "))]))


def moved(state: S, *moves: str) -> S:
    """Return the state after moves, throws and claims in their text form."""
    after: State = state
    for move in moves:
        after = after.apply(after.game.parse_action(move))
    assert isinstance(after, type(state))
    return after


def dealt(state: CampusState, tiles: str) -> CampusState:
    """Return the state after chance has dealt tiles."""
    return moved(state, *(f"tile {tile}" for tile in tiles.split()))


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


def told(state: State, move: str) -> tuple[str, ...]:
    """Return what the rules do by themselves after a move."""
    return state.consequences(state.game.parse_action(move))


def line(state: State, name: str) -> str:
    """Return the value of a line of a position's text; empty when there is none."""
    return dict(row.split(": ", 1) for row in str(state).split("\n")).get(name, "")
