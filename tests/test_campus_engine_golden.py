"""Games of Campus as they were, positions counted, and every turn against the plain reference.

`python tests/test_campus_engine_golden.py` writes the golden playthroughs and counts anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from campus_play import box, campus
from campus_reference import Cell, Table, Up, all_diagonals, long_lines
from msgspec import Struct

from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Bot, Greedy, Random
from quadrangle.engines.campus import Campus, CampusRulings, CampusState
from quadrangle.engines.conformance import random_rulings
from quadrangle.engines.playthrough import playthrough, positions_after

HERE = Path(__file__).parent
SMALL = "1:2 2:2 3:1 4:1 5:1 6:1 8:1 11:1 14:1 20:1 21:1 22:1 s:4"
"""A set for boards of up to sixteen spaces."""

PLAYTHROUGHS: dict[str, tuple[Campus, list[Bot], int]] = {
    "campus-2-players.txt": (
        campus(2, box(4, 3, SMALL), claims="manual", big_play="on", turn_limit="5"),
        [Random(), Greedy()],
        5,
    ),
    "campus-1-player.txt": (campus(1, box(4, 4, SMALL)), [Greedy()], 3),
}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_seeded_games_are_as_they_were(name: str) -> None:
    written = (HERE / "playthroughs" / name).read_text(encoding="utf-8")
    assert playthrough(*PLAYTHROUGHS[name]) == written


class Start(Struct):
    """A position, and how many paths and different positions there are after 0, 1, … decisions."""

    what: str
    players: int
    rulings: dict[str, str]
    board: list[int]
    """Rows and columns; there are 36 of each tile of either colour."""
    position: list[str]
    paths: list[int]
    distinct: list[int]

    def state(self) -> CampusState:
        rows, columns = self.board
        plenty = " ".join(f"{face}:36" for face in (*range(1, 25), "s"))
        return campus(self.players, box(rows, columns, plenty), **self.rulings).state_from(
            "\n".join(self.position)
        )


COUNTS = HERE / "perft" / "campus.json"
STARTS = msgspec.json.decode(COUNTS.read_bytes(), type=list[Start])


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.what)
def test_positions_are_counted(start: Start) -> None:
    assert positions_after(start.state(), len(start.paths) - 1) == (start.paths, start.distinct)


def reference(state: CampusState, player: int) -> Table:
    """Return the board of a player as the plain reference knows it."""
    game: Campus = state.game
    values = state.sheet.boards[player].values
    tiles: dict[Cell, int | str] = {
        (cell % game.columns, cell // game.columns): value or "star" for cell, value in enumerate(values)
    }
    short = game.rulings.lines == "short_diagonals_for_stars"
    diagonals = all_diagonals(game.columns, game.rows) if short else []
    return Table(tiles, long_lines(game.columns, game.rows), diagonals, game.rulings.values)


def up_of(state: CampusState, player: int) -> Up:
    columns = state.game.columns
    return frozenset(
        (cell % columns, cell // columns) for cell in range(state.game.cells) if state.up[player] >> cell & 1
    )


def paths_of_claims(table: Table, up: Up, decisions: int) -> int:
    """Count sequences of claims, each of which may be the last; after `done` chance decides."""
    if not decisions or not up:
        return int(not decisions)
    after = [up - cleared for _, cleared in table.claims(up)]
    return sum(paths_of_claims(table, left, decisions - 1) for left in after) + int(decisions == 1)


def test_counts_of_a_turn_with_claims_by_the_reference() -> None:
    start = STARTS[0]
    state = start.state()
    assert state.roll is not None
    table, up = reference(state, 0), up_of(state, 0)
    sets = table.sets(up, state.roll.low, state.roll.high)
    for decisions, paths in enumerate(start.paths[1:]):
        assert paths == sum(paths_of_claims(table, up - chosen, decisions) for chosen in sets)


def games(count: int) -> Iterator[tuple[Campus, Rng]]:
    for item in range(count):
        rng = Rng(31, item)
        pinned = {"claims": "automatic", "turn_limit": "25", "rounds": "1"}
        rulings = random_rulings(CampusRulings, rng, pinned)
        rows, columns = ((3, 3), (3, 4), (4, 4))[rng.below(3)]
        yield Campus(1 + rng.below(2), rulings, box(rows, columns, SMALL + " 7:3 9:3")), rng


@pytest.mark.slow
def test_every_roll_and_every_set_is_as_the_reference_has_it() -> None:
    lost = played = passed = 0
    for game, rng in games(60):
        state: Any = game.start()
        while not state.is_terminal:
            action = state.sample_chance(rng) if state.is_chance else state.legal_actions().sample(rng)
            after = state.apply(action)
            if state.roll is None and state.sheet.game and state.is_chance:
                lost += check_roll(state, action, after)
            elif state.roll is not None:
                played += check_move(state, action, after)
                passed += not action.tiles
            state = after
    assert min(lost, played, passed) > 50


def check_roll(state: CampusState, roll: Any, after: CampusState) -> bool:
    """Hold a roll against the reference: is the turn lost? Returns whether it is."""
    player = state.active
    table, up = reference(state, player), up_of(state, player)
    relaxed = state.game.rulings.dead_board == "relax" and table.is_dead(up)
    lost = not relaxed and table.loses(up, roll.low, roll.high)
    assert (after.roll is None) == lost
    if not lost:
        moves = {
            frozenset(
                (cell % state.game.columns, cell // state.game.columns)
                for cell in range(60)
                if move.tiles >> cell & 1
            )
            for move in after.legal_actions()
        }
        sets = set(table.sets(up, roll.low, roll.high, relaxed))
        may_pass = not sets or state.game.rulings.must_play == "may_pass"
        assert moves == sets | ({frozenset()} if may_pass else set())
    return lost


def check_move(state: CampusState, move: Any, after: CampusState) -> bool:
    """Hold what is left after a set against the reference, where the game goes on."""
    player, columns = state.current_player, state.game.columns
    if after.sheet.game != state.sheet.game or not after.up:
        return True
    turned = frozenset((cell % columns, cell // columns) for cell in range(60) if move.tiles >> cell & 1)
    assert up_of(after, player) == reference(state, player).closed(up_of(state, player) - turned)
    return True


def rewrite() -> None:
    """Write playthroughs and counts as they are now."""
    for name, played in PLAYTHROUGHS.items():
        (HERE / "playthroughs" / name).write_text(playthrough(*played), encoding="utf-8", newline="\n")
    for start in STARTS:
        start.paths, start.distinct = positions_after(start.state(), len(start.paths) - 1)
    COUNTS.write_bytes(msgspec.json.format(msgspec.json.encode(STARTS), indent=2) + b"\n")


if __name__ == "__main__":
    rewrite()
