"""Games of Abstract Academy as they were, positions counted, and every placement against a plain reference.

`python tests/test_academy_golden.py` writes the golden playthroughs and counts anew.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import msgspec
import pytest
from academy_play import SmallAcademy, academy, box, line
from msgspec import Struct

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyRulings, AcademyState, areas
from quadrangle.engines.bots import Bot, Greedy, Random
from quadrangle.engines.conformance import random_rulings
from quadrangle.engines.playthrough import playthrough, positions_after
from quadrangle.solvers.canvas import regions
from quadrangle.solvers.canvas.faces import FACES

HERE = Path(__file__).parent

PLAYTHROUGHS: dict[str, tuple[Academy, list[Bot], int]] = {
    "academy-2-players.txt": (SmallAcademy(2), [Random(), Greedy()], 5),
    "academy-4-players.txt": (SmallAcademy(4), [Greedy(), Random(), Greedy(), Random()], 3),
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
    cards: str
    """Canvas cards of the box; empty for the printed ones."""
    position: list[str]
    paths: list[int]
    distinct: list[int]

    def state(self) -> AcademyState:
        game = academy(self.players, box(cards=self.cards) if self.cards else None, **self.rulings)
        return game.state_from("\n".join(self.position))


COUNTS = HERE / "perft" / "academy.json"
STARTS = msgspec.json.decode(COUNTS.read_bytes(), type=list[Start])


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.what)
def test_positions_are_counted(start: Start) -> None:
    assert positions_after(start.state(), len(start.paths) - 1) == (start.paths, start.distinct)


Cell = tuple[int, int]
"""Column and row, of any sign."""


def neighbours(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


class Reference:
    """The rules of the growing grid, cell by cell."""

    def __init__(self, cards: set[Cell], size: int, players: int, rulings: dict[str, str]) -> None:
        self.cards, self.size, self.players, self.rulings = cards, size, players, rulings
        self.xs, self.ys = {x for x, _ in cards}, {y for _, y in cards}

    def fits(self, cell: Cell) -> bool:
        return all(
            max(span | {at}) - min(span | {at}) < self.size
            for span, at in zip((self.xs, self.ys), cell, strict=True)
        )

    def open(self) -> set[Cell]:
        beside = {near for cell in self.cards for near in neighbours(cell)} - self.cards
        return {cell for cell in beside if self.fits(cell)}

    def locked(self, axis: int) -> bool:
        """Tell whether columns of cards (axis 1, north-south) or rows (axis 0) have their edges."""
        span = (self.xs, self.ys)[axis]
        if max(span) - min(span) + 1 < self.size:
            return False
        if self.rulings["lock"] == "extent":
            return True
        lines = [cell[1 - axis] for cell in self.cards]
        return any(lines.count(number) == self.size for number in set(lines))

    def home(self, player: int, cell: Cell) -> bool:
        side = player if self.players == 4 else 2 * player  # south, west, north, east
        axis = 0 if side % 2 else 1
        if not self.locked(axis):
            return False
        span = (self.xs, self.ys)[axis]
        return cell[axis] == (max(span) if side in (0, 3) else min(span))

    def allowed(self, player: int) -> set[Cell]:
        everywhere = self.open()
        others = [other for other in range(self.players) if other != player]
        shared = self.rulings["corner_home"] == "either_owner"
        free = {
            cell
            for cell in everywhere
            if not any(self.home(other, cell) for other in others) or (shared and self.home(player, cell))
        }
        return free or everywhere


def check_placements(state: AcademyState) -> int:
    """Hold the cells and faces of a position against the reference; return how many home rows matter."""
    game: Academy = state.game
    plane = game.plane
    cards = {(card // 81 % plane.side, card // 81 // plane.side) for card in state.cards}
    reference = Reference(cards, game.size, game.players, game.rulings.values)
    cells = {plane.names[y * plane.side + x] for x, y in reference.allowed(state.current_player)}
    turned = [2] if game.half_turns else []
    quarter = 1 if line(state, "canvas").startswith("landscape") else 0
    hand = [game.kind(code % 81) for code in state.hands[state.current_player]]
    faces = {FACES[card].turned(quarter).turned(half) for card in hand for half in [0, *turned]}
    expected = {f"place {face} {cell}" for face, cell in product(faces, cells)}
    assert {str(action) for action in state.legal_actions()} == expected
    return cells != {plane.names[y * plane.side + x] for x, y in reference.open()}


def test_every_placement_is_as_the_reference_has_it() -> None:
    kept_home = looked_at = 0
    for item in range(40):
        rng = Rng(41, item)
        rulings = random_rulings(AcademyRulings, rng)
        game = (Academy, SmallAcademy)[item % 2](2 + 2 * (item // 2 % 2), rulings)
        state = game.start().until_decision(rng)
        while not state.is_terminal:
            if line(state, "phase") == "place" and state.cards and state.hands[state.current_player]:
                kept_home += check_placements(state)
                looked_at += 1
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    assert looked_at > 1000
    assert kept_home > 300


def test_areas_of_a_full_canvas_are_those_of_the_solver() -> None:
    for item in range(8):
        rng = Rng(47, item)
        game = (Academy, SmallAcademy)[item % 2](2 + 2 * (item // 2 % 2))
        state = game.start().until_decision(rng)
        while not state.is_terminal:
            if state.cards:
                canvas = areas.canvas_of(state.cards, game.plane.side)
                found = tuple(region.grid for region in regions(canvas, game.players))
                assert areas.scoring_areas(state) == found
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)


def rewrite() -> None:
    """Write playthroughs and counts as they are now."""
    for name, played in PLAYTHROUGHS.items():
        (HERE / "playthroughs" / name).write_text(playthrough(*played), encoding="utf-8", newline="\n")
    for start in STARTS:
        start.paths, start.distinct = positions_after(start.state(), len(start.paths) - 1)
    COUNTS.write_bytes(msgspec.json.format(msgspec.json.encode(STARTS), indent=2) + b"\n")


if __name__ == "__main__":
    rewrite()
