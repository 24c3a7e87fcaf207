"""Campus written as plainly as possible, to compare everything fast with.

Cells are (column, row) pairs from 0, tiles a dict from cells to a number or "star", lines lists of
cells, and a position is the set of cells whose tile is face up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

Cell = tuple[int, int]
Tiles = Mapping[Cell, int | str]
Up = frozenset[Cell]
Line = list[Cell]
Claim = tuple[str, frozenset[Cell]]
"""The rule's name and what goes down."""


def long_lines(columns: int, rows: int) -> list[Line]:
    """Return rows, columns, and on a square board the two long diagonals."""
    lines = [[(x, y) for x in range(columns)] for y in range(rows)]
    lines += [[(x, y) for y in range(rows)] for x in range(columns)]
    if columns == rows:
        lines.append([(i, i) for i in range(rows)])
        lines.append([(rows - 1 - i, i) for i in range(rows)])
    return [line for line in lines if len(line) > 1]


def all_diagonals(columns: int, rows: int) -> list[Line]:
    """Return the cells of every diagonal in both directions."""
    found: dict[tuple[str, int], Line] = {}
    for y, x in itertools.product(range(rows), range(columns)):
        found.setdefault(("falling", x - y), []).append((x, y))
        found.setdefault(("rising", x + y), []).append((x, y))
    return list(found.values())


def reading_order(cell: Cell) -> Cell:
    return (cell[1], cell[0])


class Table:
    """A board's tiles, its lines, and the rules by name."""

    def __init__(
        self, tiles: Tiles, lines: Sequence[Line], star_lines: Sequence[Line], rules: Mapping[str, str]
    ) -> None:
        self.tiles, self.lines, self.star_lines, self.rules = tiles, lines, star_lines, rules

    def numbers(self, cells: Sequence[Cell] | Up) -> list[Cell]:
        return [cell for cell in cells if isinstance(self.tiles.get(cell), int)]

    def stars(self, cells: Sequence[Cell] | Up) -> list[Cell]:
        return [cell for cell in cells if self.tiles.get(cell) == "star"]

    def value(self, cell: Cell) -> int:
        value = self.tiles[cell]
        assert isinstance(value, int)
        return value

    def line_claims(self, up: Up) -> Iterator[Claim]:
        """Yield the rewards and wild stars, line by line; of a wild line one claim for each star."""
        for line in self.lines:
            left = [cell for cell in line if cell in up]
            numbers, stars = self.numbers(left), self.stars(left)
            if len(numbers) == 1 and not stars:
                yield "reward", frozenset(numbers)
            elif len(numbers) == 1:
                for star in sorted(stars, key=reading_order):
                    yield "wild", frozenset([*numbers, star])

    def star_is_free(self, star: Cell, up: Up) -> bool:
        if not self.numbers(up):
            return True
        through = [line for line in [*self.lines, *self.star_lines] if star in line]
        if self.rules["star_only_line"] == "not_free":
            through = [line for line in through if self.numbers(line)]
        clear = [not self.numbers([cell for cell in line if cell in up]) for line in through]
        if self.rules["star_needs"] == "all_lines":
            return bool(clear) and all(clear)
        return any(clear)

    def star_claims(self, up: Up) -> Iterator[Claim]:
        for star in sorted(self.stars(up), key=reading_order):
            if self.star_is_free(star, up):
                yield "star", frozenset([star])

    def claims(self, up: Up) -> list[Claim]:
        return [*self.line_claims(up), *self.star_claims(up)]

    def closed(self, up: Up, choose: Callable[[list[Claim]], Claim] = lambda claims: claims[0]) -> Up:
        """Return what is left when claims are made one by one, `choose` picking each."""
        while claims := self.claims(up):
            up -= choose(claims)[1]
        return up

    def closed_in_every_order(self, up: Up) -> set[Up]:
        """Return every end that some order of claims leads to."""
        ends, seen, waiting = set(), {up}, [up]
        while waiting:
            here = waiting.pop()
            after = {here - cleared for _, cleared in self.claims(here)}
            if not after:
                ends.add(here)
            waiting += after - seen
            seen |= after
        return ends

    def loses(self, up: Up, first: int, second: int) -> bool:
        named = first + second
        if self.rules["loss_value"] == "doubled_value" and first == second:
            named *= 2
        copies = [cell for cell, value in self.tiles.items() if value == named]
        down = [cell for cell in copies if cell not in up]
        if self.rules["loss_of_turn"] == "all_copies_down":
            return bool(copies) and len(down) == len(copies)
        return self.rules["loss_of_turn"] == "any_copy_down" and bool(down)

    def admissible(self, total: int, first: int, second: int, relaxed: bool) -> bool:
        value = (first + second) * (2 if first == second else 1)
        exact = self.rules["doubles" if first == second else "normal_roll"] == "exact"
        return total == value if exact and not relaxed else total <= value

    def sets(self, up: Up, first: int, second: int, relaxed: bool = False) -> list[frozenset[Cell]]:
        """Return every set a roll admits, by filtering all subsets; `pass` is no set."""
        numbers = sorted(self.numbers(up), key=reading_order)
        found = [
            frozenset(chosen)
            for size in range(1, len(numbers) + 1)
            for chosen in itertools.combinations(numbers, size)
            if self.admissible(sum(map(self.value, chosen)), first, second, relaxed)
        ]
        if self.rules["maximal"] == "as_many_as_possible":
            most = max(map(len, found), default=0)
            found = [chosen for chosen in found if len(chosen) == most]
        return found

    def changes(self, up: Up, first: int, second: int) -> bool:
        """Return whether a roll could change the board, `dead_board` left aside."""
        if self.loses(up, first, second):
            return False
        return bool(self.sets(up, first, second)) or self.closed(up) != up

    def is_dead(self, up: Up) -> bool:
        throws = itertools.product(range(1, 7), repeat=2)
        return bool(up) and not any(self.changes(up, *throw) for throw in throws)

    def relaxed(self, up: Up) -> bool:
        return self.rules["dead_board"] == "relax" and self.is_dead(up)

    def loss(self, up: Up) -> Fraction:
        if self.relaxed(up):
            return Fraction(0)
        throws = list(itertools.product(range(1, 7), repeat=2))
        return Fraction(sum(self.loses(up, *throw) for throw in throws), len(throws))

    def moves(self, up: Up, first: int, second: int) -> set[frozenset[Cell]]:
        """Return every move of a roll, the empty set for `pass`; none for a lost turn."""
        relaxed = self.relaxed(up)
        if self.loses(up, first, second) and not relaxed:
            return set()
        found = set(self.sets(up, first, second, relaxed))
        if not found or self.rules["must_play"] == "may_pass":
            found.add(frozenset())
        return found
