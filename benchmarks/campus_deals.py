"""How many number tiles random deals of Campus have, and what the tables of turns of the largest take.

Deal k is `PRINTED.deal(Rng(1, k))`. Stars dealt are hypergeometric, so the exact chances stand beside
the counts. Number tiles on a line of one number go down with the first chain whatever is rolled, and
take no part in a table; the second table counts those that do. What a table of more than 32 tiles
would take is only counted here: its masks would need wider words.

python benchmarks/campus_deals.py                100,000 deals, and three boards of each size: minutes
python benchmarks/campus_deals.py 1000 1         fewer deals, and one board of each size
python benchmarks/campus_deals.py --kept FILE    keeps what is done in a file, and goes on from it
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from campus_tables import Kept, kept, markdown, share, tell

from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import PRINTED, SIDE, STAR, Board, Rules, chains, turns_board
from quadrangle.solvers.campus.turns import Need, need, numbers_of

_SEED = 1
_DEALS, _BOARDS = 100_000, 3
_SIZES = range(29, 35)
_GIB = 1 << 30


def numbers(board: Board) -> tuple[int, int]:
    """Return how many number tiles a whole board has, and how many of them no chain clears at once."""
    of_board = chains(board.arrangement, Rules())
    return of_board.numbers.bit_count(), (of_board.closed(board.up) & of_board.numbers).bit_count()


def chance(tiles: int) -> Fraction:
    """Return the chance that a deal has so many number tiles."""
    cells, stars = SIDE * SIDE, PRINTED.count(STAR)
    left = PRINTED.size - stars
    ways = math.comb(stars, cells - tiles) * math.comb(left, tiles) if tiles <= left else 0
    return Fraction(ways, math.comb(PRINTED.size, cells))


def counted(deals: int) -> list[list[int]]:
    """Return the numbers and the deals that have so many."""
    return [[*key, count] for key, count in sorted(Counter(map(numbers, _dealt(deals))).items())]


def _dealt(deals: int) -> Iterator[Board]:
    return (PRINTED.deal(Rng(_SEED, k)) for k in range(deals))


def deals_table(rows: Sequence[Sequence[int]]) -> str:
    """Return how many deals have so many number tiles, and so many that take part, in percent."""
    deals = sum(count for *_, count in rows)
    dealt, taking_part = Counter[int](), Counter[int]()
    for tiles, part, count in rows:
        dealt[tiles] += count
        taking_part[part] += count
    sizes = range(min(taking_part), PRINTED.size - PRINTED.count(STAR) + 1)
    up_to = 0
    lines = []
    for tiles in sizes:
        up_to += taking_part[tiles]
        exact = f"{float(100 * chance(tiles)):.4f}"
        lines.append(
            (
                tiles,
                exact,
                share(dealt[tiles], deals),
                share(taking_part[tiles], deals),
                f"{100 * up_to / deals:.3f}",
            )
        )
    head = (
        "tiles",
        "chance to be dealt, %",
        "dealt, % (95 %)",
        "taking part, % (95 %)",
        "so many at most, %",
    )
    return markdown(head, lines)


def needs(results: Kept, deals: int, boards: int) -> str:
    """Return what tables take of the first boards of each size."""
    waiting = dict.fromkeys(_SIZES, boards)
    lines = []
    for k, board in enumerate(_dealt(deals)):
        size = numbers(board)[1]
        if waiting.get(size):
            waiting[size] -= 1
            key = f"need of board {k}"
            if key not in results.found:
                results.add(key, _counts(board))
                tell(f"{key}: {results.found[key]}")
            tiles, live, thin, fast, small, kept_bytes = results.found[key]
            gib = [f"{taken / _GIB:.2f}" for taken in (fast, small, kept_bytes)]
            lines.append((tiles, f"board {k}", f"{live:,}", f"{thin:,}", *gib))
        if not any(waiting.values()):
            break
    lines.sort(key=lambda line: int(line[0]))
    head = ("tiles", "deal", "live masks", "thin masks", "GiB, fastest", "GiB, smallest", "GiB, finished")
    return markdown(head, lines)


def _counts(board: Board) -> list[int]:
    """Return what a table takes: tiles, masks of both kinds, and bytes at its fastest, smallest and kept."""
    plainly, small = _need(board, None), _need(board, 0)
    return [
        plainly.tiles,
        plainly.live,
        plainly.thin,
        plainly.bytes,
        min(plainly.bytes, small.bytes),
        plainly.bytes_kept,
    ]


def _need(board: Board, memory: int | None) -> Need:
    return need(*numbers_of(board.arrangement, Rules()), memory=memory)


def main() -> int:
    """Deal, count, and print both tables."""
    given = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    deals, boards = (*given, *(_DEALS, _BOARDS)[len(given) :])
    turns_board.MOST_TILES = max(_SIZES)  # counting does not ask for more than the words of Python
    with kept(f"deals of Campus, {deals}") as results:
        if "deals" not in results.found:
            results.add("deals", counted(deals))
        print(deals_table(results.found["deals"]), needs(results, deals, boards), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
