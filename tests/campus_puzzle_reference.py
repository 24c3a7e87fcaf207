"""Campus puzzles played out in every line, by the plainest reading of the rules."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from campus_reference import Cell, Table, Up, long_lines

from quadrangle.generators.campus.positions import Position
from quadrangle.solvers.campus import STAR, cells

RULES = {
    "normal_roll": "exact",
    "doubles": "at_most",
    "must_play": "yes",
    "maximal": "one_set",
    "loss_of_turn": "all_copies_down",
    "loss_value": "dice_sum",
    "dead_board": "skip",
    "star_needs": "one_line",
    "star_only_line": "free",
}


def cells_of(mask: int) -> Up:
    return frozenset((cell % 6, cell // 6) for cell in cells(mask))


def name_of(cell: Cell) -> str:
    return f"{'abcdef'[cell[0]]}{cell[1] + 1}"


def cell_named(name: str) -> Cell:
    return "abcdef".index(name[0]), int(name[1]) - 1


class Slow:
    """A puzzle: solutions and both players' chances, line by line; what a roll leads to is remembered."""

    def __init__(self, position: Position) -> None:
        values = position.board.arrangement.values
        tiles = {
            (cell % 6, cell // 6): "star" if value == STAR else value
            for cell, value in enumerate(values)
            if value >= 0
        }
        self.table = Table(tiles, long_lines(6, 6), [], RULES)
        self.start, self.kept = cells_of(position.board.up), cells_of(position.kept)
        self.rolls = [(roll.low, roll.high) for roll in position.rolls]
        self.known: dict[tuple[Up, tuple[int, int]], list[tuple[Up, Up]]] = {}

    def answers(self, up: Up, at: int) -> list[tuple[Up, Up]]:
        """Return every set that answers a roll, and what it leaves; none where the puzzle is lost."""
        roll = self.rolls[at]
        if (up, roll) not in self.known:
            sets = [] if self.table.loses(up, *roll) else self.table.sets(up, *roll)
            self.known[up, roll] = [(chosen, self.table.closed(up - chosen)) for chosen in sets]
        return self.known[up, roll]

    def solutions(self, up: Up, at: int) -> list[list[Up]]:
        if at == len(self.rolls):
            return [[]] if up == self.kept else []
        return [
            [chosen, *rest] for chosen, left in self.answers(up, at) for rest in self.solutions(left, at + 1)
        ]

    def random(self, up: Up, at: int) -> Fraction:
        """Return the random player's chance."""
        if at == len(self.rolls):
            return Fraction(up == self.kept)
        answers = self.answers(up, at)
        return sum((self.random(left, at + 1) for _, left in answers), Fraction(0)) / max(1, len(answers))

    def careful(self, up: Up, at: int) -> Fraction:
        """Return the careful player's chance."""
        if at == len(self.rolls):
            return Fraction(1)
        fine = [left for _, left in self.answers(up, at) if self.looks_fine(left, at + 1)]
        return sum((self.careful(left, at + 1) for left in fine), Fraction(0)) / max(1, len(fine))

    def looks_fine(self, up: Up, at: int) -> bool:
        if at == len(self.rolls):
            return up == self.kept
        return self.kept <= up and bool(self.answers(up, at))

    def first_mistake(self) -> int | None:
        found = [at for solution in self.solutions(self.start, 0) for at in self._mistakes(solution)]
        return min(found, default=-1) + 1 or None

    def _mistakes(self, solution: list[Up]) -> list[int]:
        up, found = self.start, []
        for at, chosen in enumerate(solution):
            answers = self.answers(up, at)
            if any(not self.solutions(left, at + 1) for _, left in answers):
                found.append(at)
            up = next(left for other, left in answers if other == chosen)
        return found

    def reaches_without_wildcards(self, solution: Collection[Up]) -> bool:
        """Return whether sets reach the goal when no chain spends a star."""
        up = self.start
        for at, chosen in enumerate(solution):
            if self.table.loses(up, *self.rolls[at]) or not chosen <= up:
                return False
            up -= chosen
            while claims := [cleared for rule, cleared in self.table.claims(up) if rule != "wild"]:
                up -= claims[0]
        return up == self.kept

    def rewards(self, solution: Collection[Up]) -> list[int]:
        """Return how many rewards each set has, claims being made in their order."""
        up, found = self.start, []
        for chosen in solution:
            up, count = up - chosen, 0
            while claims := self.table.claims(up):
                rule, cleared = claims[0]
                up, count = up - cleared, count + (rule == "reward")
            found.append(count)
        return found
