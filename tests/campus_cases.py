"""Campus boards for the tests: seeded whole ones, positions in mid-play, and small ones of any kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from campus_reference import Cell, Table, Up, all_diagonals, long_lines
from hypothesis import strategies as st

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import (
    PRINTED,
    SHORT_FOR_STARS,
    STAR,
    Arrangement,
    Board,
    Roll,
    Rules,
    cells,
    judge,
)

WHOLE = """\
17 8 s 4 22 9
12 s 1 7 15 24
3 10 6 s 19 2
s 5 13 11 8 20
2 16 9 s 3 12
14 1 s 6 21 s"""
"""A whole board of the printed tiles, no line of which would go down by itself."""


def whole_boards(count: int, seed: int = 1) -> Iterator[Board]:
    """Yield random whole boards of the printed tiles."""
    for k in range(count):
        yield PRINTED.deal(Rng(seed, k))


def positions(count: int, seed: int = 1, rules: Rules | None = None, most: int = 36) -> Iterator[Board]:
    """Yield boards in mid-play: whole boards after some turns at random, at most `most` numbers up."""
    rules = rules or Rules()
    for k in range(count):
        board = PRINTED.deal(Rng(seed, k))
        rng = Rng(seed, -1 - k)
        rules_of = judge(board.arrangement, rules)
        up, wanted = board.up, 1 + rng.below(min(most, 29))
        for _ in range(500):
            if (up & rules_of.chains.numbers).bit_count() <= wanted:
                break
            roll = Roll.throw(rng)
            terms = rules_of.terms(up, roll)
            sums = rules_of.sums(up, terms)
            if not terms.lost and len(sums):
                up = rules_of.chains.closed(up & ~sums.sample(rng))
        if up and (up & rules_of.chains.numbers).bit_count() <= most:
            yield board.with_up(up)


@st.composite
def boards(draw: st.DrawFn, most_cells: int = 12, highest: int = 13, gaps: bool = True) -> Board:
    """Draw any small board, stars and face-down tiles and cells without a tile among it."""
    columns = draw(st.integers(1, min(4, most_cells)))
    rows = draw(st.integers(1, min(4, most_cells // columns)))
    lowest = -1 if gaps else 0
    # Stars often enough for the chains to have something to do with them.
    value = st.one_of(st.integers(1, highest), st.integers(lowest, 1))
    values = draw(st.lists(value, min_size=columns * rows, max_size=columns * rows))
    if all(value < 0 for value in values):
        values[0] = 1
    arrangement = Arrangement(tuple(values), columns)
    down = draw(st.integers(0, (1 << columns * rows) - 1))
    return Board(arrangement, down & arrangement.tiles)


def rules(**fixed: str) -> st.SearchStrategy[Rules]:
    """Draw any rules, those named fixed."""
    free = {
        "normal_roll": ("exact", "at_most"),
        "doubles": ("at_most", "exact"),
        "must_play": ("yes", "may_pass"),
        "maximal": ("one_set", "as_many_as_possible"),
        "loss_of_turn": ("all_copies_down", "any_copy_down", "off"),
        "loss_value": ("dice_sum", "doubled_value"),
        "dead_board": ("relax", "skip", "end_game"),
        "lines": ("rows_columns_long_diagonals", "short_diagonals_for_stars", "none"),
        "star_needs": ("one_line", "all_lines"),
        "star_only_line": ("free", "not_free"),
    }
    chosen = {
        name: st.just(fixed[name]) if name in fixed else st.sampled_from(choices)
        for name, choices in free.items()
    }
    return st.fixed_dictionaries(chosen).map(lambda values: Rules(**values))  # type: ignore[arg-type]


def table(board: Board, rules: Rules) -> Table:
    """Return the reference's form of a board's tiles and rules."""
    arrangement = board.arrangement
    columns, rows = arrangement.columns, arrangement.rows
    tiles: dict[Cell, int | str] = {
        pair(cell, columns): "star" if value == STAR else value
        for cell, value in enumerate(arrangement.values)
        if value >= 0
    }
    lines = [] if rules.lines == "none" else long_lines(columns, rows)
    longs = {frozenset(line) for line in lines}
    shorts = [line for line in all_diagonals(columns, rows) if frozenset(line) not in longs]
    names = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    return Table(tiles, lines, shorts if rules.lines == SHORT_FOR_STARS else [], names)


def pair(cell: int, columns: int) -> Cell:
    return (cell % columns, cell // columns)


def position(up: int, columns: int) -> Up:
    """Return the reference's form of a bit mask."""
    return frozenset(pair(cell, columns) for cell in cells(up))


def mask(chosen: Up | Sequence[Cell], columns: int) -> int:
    """Return the bit mask of the reference's cells."""
    return sum(1 << row * columns + column for column, row in chosen)
