"""How many turns simple players of Campus need, and how many the best play saves.

Default rulings, so every game ends. All is seeded: board k is `PRINTED.deal(Rng(1, k))`, games on it
are played by `campus_players` with dice of seed 2, and seed 3 leads to positions in mid-play.

- games: mean turns to clear of three players over 2,000 whole boards, 16 games on each; the interval
  is that of the mean over boards;
- endings: 2,000 positions with 20 to 24 number tiles up. On each board in turn play that is random
  (even k) or turns most tiles (odd k) goes on until at most 20, 20, 21, 21, …, 24, 24 are up, and
  boards where fewer than 20 are up then are left out. The least expected turns (`solve_turns`) beside
  those of the player of most tiles (`greedy_turns`), both exact;
- boards: the same from the first roll, on the first whole boards with 28 or 29 number tiles that take
  at most 4 GiB.

python benchmarks/campus_strength.py                        games and endings: some minutes
python benchmarks/campus_strength.py games 200              one of the parts, smaller
python benchmarks/campus_strength.py boards 10              ten whole boards: some minutes and 4 GiB
python benchmarks/campus_strength.py boards 10 --kept FILE  keeps what is done in a file, and goes on from it
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from campus_players import PLAYERS, Table
from campus_tables import Kept, kept, markdown, mean, percentage, tell

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, Board, Rules
from quadrangle.solvers.campus.turns import need, numbers_of, solve_turns, up_of
from quadrangle.solvers.campus.turns_greedy import greedy_turns

_DEALS, _DICE, _MIDDLE = 1, 2, 3
_PLAYS = 16
_FEWEST, _MOST = 20, 24
_BOARD_BYTES = 4 << 30
_RULES = Rules()
_GREEDY = "tiles"


class Compared(NamedTuple):
    """Expected turns from a position."""

    tiles: int
    """Number tiles up."""
    best: float
    """Of the best play."""
    greedy: float
    """Of the player of most tiles."""

    @property
    def saving(self) -> float:
        """The share of the greedy player's turns that the best play saves."""
        return 1 - self.best / self.greedy


def board_of(k: int) -> Board:
    """Return whole board number k."""
    return PRINTED.deal(Rng(_DEALS, k))


def mean_turns(k: int) -> list[float]:
    """Return the mean turns of each player on board k, the same dice for all."""
    table = Table(board_of(k), _RULES)
    items = range(k * _PLAYS, (k + 1) * _PLAYS)
    return [statistics.mean(table.play(player, _DICE, item).turns for item in items) for player in PLAYERS]


def ending(k: int) -> Board | None:
    """Return the position that play on board k comes to, or None where it jumps over those that count."""
    board = board_of(k)
    player = _GREEDY if k % 2 else "random"
    most = _FEWEST + k // 2 % (_MOST - _FEWEST + 1)
    up = Table(board, _RULES).play(player, _MIDDLE, k, most).left
    return board.with_up(up) if (up & board.arrangement.numbers).bit_count() >= _FEWEST else None


def whole_boards() -> Iterator[tuple[str, Board]]:
    """Yield the boards that are solved from the first roll, with their names."""
    k = 0
    while True:
        board = board_of(k)
        values, lines = numbers_of(board.arrangement, _RULES)
        if len(values) in (28, 29) and need(values, lines).bytes <= _BOARD_BYTES:
            yield f"board {k}", board
        k += 1


def endings() -> Iterator[tuple[str, Board]]:
    """Yield the positions in mid-play, with their names."""
    k = 0
    while True:
        board = ending(k)
        if board is not None:
            yield f"ending {k}", board
        k += 1


def compared(board: Board) -> Compared:
    """Return the expected turns of both ways to play a board."""
    values, lines = numbers_of(board.arrangement, _RULES)
    up = up_of(board)
    best = solve_turns(values, lines, up=up, memory=_BOARD_BYTES).value(up)
    greedy = greedy_turns(board, _RULES).turns
    assert greedy is not None  # no board dies for good under these rulings
    return Compared(up.bit_count(), best, float(greedy))


def played(results: Kept, boards: int) -> list[list[float]]:
    """Return the mean turns of the players on each board."""
    rows = []
    for k in range(boards):
        key = f"games {k}"
        if key not in results.found:
            results.add(key, mean_turns(k))
            if (k + 1) % 200 == 0:
                tell(f"{k + 1} boards played")
        rows.append(results.found[key])
    return rows


def compared_on(results: Kept, named: Iterator[tuple[str, Board]], count: int) -> list[Compared]:
    """Return the expected turns from so many positions."""
    rows: list[Compared] = []
    for key, board in named:
        if len(rows) == count:
            break
        if key not in results.found:
            results.add(key, compared(board))
            if count <= 20 or len(rows) % 100 == 99:
                tell(f"{key}, {len(rows) + 1} of {count}: {results.found[key]}")
        rows.append(Compared(*results.found[key]))
    return rows


def games_table(rows: Sequence[Sequence[float]]) -> str:
    """Return the table of mean turns."""
    columns = zip(*rows, strict=True)
    return markdown(
        ("player", "mean turns to clear", "median board"),
        (
            (name, mean(column), f"{statistics.median(column):.1f}")
            for name, column in zip(PLAYERS, columns, strict=True)
        ),
    )


def savings_table(rows: Sequence[Compared]) -> str:
    """Return the table of savings by number of tiles, and of all."""
    sizes = sorted({row.tiles for row in rows})
    groups = [(str(size), [row for row in rows if row.tiles == size]) for size in sizes]
    groups.append(("all", list(rows)))
    return markdown(
        ("tiles up", "positions", "best play", "most tiles", "saving", "median", "largest"),
        (
            (
                name,
                len(group),
                mean([row.best for row in group]),
                mean([row.greedy for row in group]),
                percentage([row.saving for row in group]),
                f"{100 * statistics.median(row.saving for row in group):.1f} %",
                f"{100 * max(row.saving for row in group):.1f} %",
            )
            for name, group in groups
        ),
    )


def boards_table(rows: Sequence[Compared]) -> str:
    """Return the table of whole boards one by one, and their mean."""
    each = [(row.tiles, f"{row.best:.4f}", f"{row.greedy:.4f}", f"{100 * row.saving:.1f} %") for row in rows]
    means = [mean([row.best for row in rows]), mean([row.greedy for row in rows])]
    each_and_mean = [*each, ("mean", *means, percentage([row.saving for row in rows]))]
    return markdown(("tiles", "best play", "most tiles", "saving"), each_and_mean)


_PARTS: dict[str, tuple[int, Callable[[Kept, int], str]]] = {
    "games": (2000, lambda results, count: games_table(played(results, count))),
    "endings": (2000, lambda results, count: savings_table(compared_on(results, endings(), count))),
    "boards": (10, lambda results, count: boards_table(compared_on(results, whole_boards(), count))),
}


def main() -> int:
    """Measure and print what is asked for."""
    chosen = [name for name in _PARTS if name in sys.argv[1:]] or ["games", "endings"]
    counts = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    with kept("strength of Campus players") as results:
        for name in chosen:
            usual, made = _PARTS[name]
            print(f"{name}\n\n{made(results, counts[0] if counts else usual)}\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
