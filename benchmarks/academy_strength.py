"""How strong the bots of Abstract Academy are: games of each against each.

Default rulings and decks. Game k of a pairing is drawn by `Rng(SEED, k)`, and its bots by `Rng(SEED + 1, k)`
and on; the first of the two sits at seat A in games of even number and at seat B in the others. With four
players one of the first kind sits among three of the second, its seat going round. Every game is three
rounds; points and rank are those of the engine.

python benchmarks/academy_strength.py                            three pairings of 2,000 games: half an hour
python benchmarks/academy_strength.py solver-greedy 200          one pairing, smaller
python benchmarks/academy_strength.py four-solver-greedy 200     four players
python benchmarks/academy_strength.py --kept FILE                keeps what is done, and goes on from it
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import sys
from collections.abc import Iterator, Sequence

from campus_tables import Kept, kept, markdown, mean, share, tell

from quadrangle.core.rng import Rng
from quadrangle.engines import bots
from quadrangle.engines.academy import Academy
from quadrangle.engines.game import TERMINAL

SEED = 1
_USUAL = {"solver-greedy": 2000, "solver-random": 2000, "greedy-random": 2000}
_FOUR = "four-"
_PART = 10
"""Games a process plays at a time."""

Row = list[float]
"""Points of the first bot, the most points of the others, and its rank from -1 to 1."""


def play(pairing: str, k: int) -> Row:
    """Return how game k of a pairing ended."""
    players = 4 if pairing.startswith(_FOUR) else 2
    first, second = pairing.removeprefix(_FOUR).split("-")
    game, seat = Academy(players), k % players
    seats = [bots.make(first if player == seat else second, game) for player in range(players)]
    lots = [Rng(SEED + 1 + player, k) for player in range(players)]
    chance = Rng(SEED, k)
    state = game.start().until_decision(chance)
    while state.current_player != TERMINAL:
        player = state.current_player
        state = state.apply(seats[player].choose(state, lots[player])).until_decision(chance)
    points = state.scores()
    best = max(one for player, one in enumerate(points) if player != seat)
    return [points[seat], best, state.returns()[seat]]


def play_some(job: tuple[str, int, int]) -> tuple[int, list[Row]]:
    """Return the first game of a part of a pairing, and how its games ended."""
    pairing, start, end = job
    return start, [play(pairing, k) for k in range(start, end)]


def played(results: Kept, pairing: str, games: int) -> list[Row]:
    """Return how so many games of a pairing ended, in their order."""
    jobs = [
        (pairing, start, min(start + _PART, games))
        for start in range(0, games, _PART)
        if f"{pairing} {start} {min(start + _PART, games)}" not in results.found
    ]
    with multiprocessing.get_context("spawn").Pool(min(os.cpu_count() or 1, max(1, len(jobs)))) as pool:
        for done, (start, rows) in enumerate(pool.imap_unordered(play_some, jobs), 1):
            results.add(f"{pairing} {start} {start + len(rows)}", rows)
            if done % 20 == 0:
                tell(f"{pairing}: {done} of {len(jobs)} parts")
    return [row for part in _parts(results, pairing, games) for row in part]


def _parts(results: Kept, pairing: str, games: int) -> Iterator[list[Row]]:
    for start in range(0, games, _PART):
        yield results.found[f"{pairing} {start} {min(start + _PART, games)}"]


def row_of(pairing: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return a row of the table: points of both, margin, share of games won, with intervals."""
    mine, others, ranks = zip(*rows, strict=True)
    margins = [one - other for one, other in zip(mine, others, strict=True)]
    won = sum(rank == 1 for rank in ranks)
    return (pairing, str(len(rows)), mean(mine), mean(others), mean(margins),
            f"{statistics.median(margins):.0f}", share(won, len(rows)))  # fmt: skip


def main() -> int:
    """Measure and print what is asked for."""
    words = sys.argv[1:]
    known = [*_USUAL, *(_FOUR + name for name in _USUAL)]
    chosen = [word for word in words if word in known] or list(_USUAL)
    counts = [int(word) for word in words if word.isdecimal()]
    head = ("bots", "games", "points", "best other", "margin", "median", "won, %")
    with kept("strength of Academy bots") as results:
        rows = []
        for pairing in chosen:
            games = counts[0] if counts else _USUAL.get(pairing, 200)
            rows.append(row_of(pairing, played(results, pairing, games)))
            tell(" ".join(rows[-1]))
        print(markdown(head, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
