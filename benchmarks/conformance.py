"""Many games of every configuration, with an eye on every law.

    python benchmarks/conformance.py --games 10000
    python benchmarks/conformance.py --games 10000 --only Academy

Each case of `tests/game_cases.py` is played by default and by random rulings, half of the games
begun late or played greedily, on all cores. Every law is looked at in some positions of each game
and at its end, the invariants of the game in many more. The first law that does not hold ends the run
with status 1; interrupted, it says what was played.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from game_cases import CASES

from quadrangle.engines.conformance import Broken, Tally, check_one, rulings_of

_CHUNK = 50
"""Games a process plays before it is asked again."""
_EVERY = 1000
"""Every law is looked at in one position of so many, and at the end of every game."""
_SOUND = 12
"""The invariants of the game are looked at in one position of so many."""

Chunk = tuple[int, bool, int, int, int]
"""Number of the case, whether its rulings are random, seed, first game, and the one after the last."""


def play(chunk: Chunk) -> Tally:
    """Play some games. Raises Broken."""
    number, at_random, seed, first, end = chunk
    tally = Tally()
    for item in range(first, end):
        game = rulings_of(CASES[number], seed, item, at_random=at_random)
        tally.add(check_one(CASES[number], game, seed, item, _EVERY, _SOUND))
    return tally


def chunks(games: int, seed: int, cases: Sequence[int]) -> Iterator[Chunk]:
    """Yield the work, the configurations taking turns."""
    for first in range(0, games, _CHUNK):
        for number in cases:
            for at_random in (False, True):
                yield number, at_random, seed, first, min(first + _CHUNK, games)


def configuration(chunk: Chunk) -> str:
    """Return what is played, in a few words."""
    return f"{CASES[chunk[0]].label}, {'random' if chunk[1] else 'default'} rulings"


def run(games: int, seed: int, workers: int, cases: Sequence[int], found: dict[str, Tally]) -> None:
    """Play some cases, counting in `found` what was played of each configuration. Raises Broken."""
    waiting, running = chunks(games, seed, cases), dict[Future[Tally], Chunk]()
    total, begun, told = 2 * len(cases) * games, time.monotonic(), time.monotonic()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for chunk in waiting:
                running[pool.submit(play, chunk)] = chunk
                if len(running) >= 2 * workers:
                    _collect(running, found)
                if time.monotonic() - told > 10:
                    told = time.monotonic()
                    _tell(found, total, told - begun)
            while running:
                _collect(running, found)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _collect(running: dict[Future[Tally], Chunk], found: dict[str, Tally]) -> None:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        found.setdefault(configuration(running.pop(future)), Tally()).add(future.result())


def _tell(found: dict[str, Tally], total: int, seconds: float) -> None:
    played = sum(tally.games for tally in found.values())
    left = seconds * (total - played) / max(1, played)
    print(
        f"{played:,} of {total:,} games in {seconds:.0f} s, about {left:.0f} s to go",
        file=sys.stderr,
        flush=True,
    )


def main() -> int:
    """Play, print what was played, and return 1 at the first broken law."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="games of each configuration")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="configurations whose name has this in it")
    asked = parser.parse_args()
    cases = [number for number, case in enumerate(CASES) if asked.only.lower() in case.label.lower()]
    if not cases:
        parser.error(f"no configuration has {asked.only!r} in its name")
    found: dict[str, Tally] = {}
    status = 0
    try:
        run(asked.games, asked.seed, asked.workers, cases, found)
    except Broken as broken:
        print(broken, file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 130
    for name, tally in found.items():
        ends = ", ".join(f"{how} {count:,}" for how, count in sorted(tally.ends.items()))
        size = f"{tally.games:,} games, {tally.decisions:,} decisions, {tally.positions:,} positions"
        print(f"{name}: {size}; {ends}")
    return status


if __name__ == "__main__":
    sys.exit(main())
