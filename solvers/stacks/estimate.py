"""How often a game can be won, from random deals."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from ...core.budget import UNLIMITED, Budget
from ...core.work import Progress, processors
from .batch import LOST, MOST_NODES, NOT_TRIED, SOLVED, Decided, decide, random_deals
from .games import Game

_CHUNK = 2000
"""Deals a thread takes at a time: under a second of work."""
_NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Winnable:
    """How many of a number of random deals can be won."""

    game: str
    seed: int
    deals: int
    """Deals tried: fewer than asked for when the budget was spent."""
    won: int
    lost: int
    nodes: int
    seconds: float

    @property
    def undecided(self) -> int:
        """Deals the search gave up on."""
        return self.deals - self.won - self.lost

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share that can be won.

        Wilson's score interval; undecided deals count as lost at its lower end and as won at its upper.
        """
        return wilson(self.won, self.deals)[0], wilson(self.won + self.undecided, self.deals)[1]


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """Return Wilson's 95 % score interval for a share of which `hits` of `trials` were seen."""
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    square = _NORMAL_95**2 / trials
    centre = (share + square / 2) / (1 + square)
    half = math.sqrt(square * share * (1 - share) + square * square / 4) / (1 + square)
    return max(0.0, centre - half), min(1.0, centre + half)


def winnable(
    game: Game, deals: int, seed: int, *, workers: int | None = None, budget: Budget = UNLIMITED
) -> Winnable:
    """Return how many of deals 0 to `deals` - 1 of the run seeded with `seed` can be won.

    They are searched on `workers` threads, all processors when None; the counts do not
    depend on how many. `budget.nodes` limits each deal, `budget.seconds` the whole.
    """
    if deals < 1:
        raise ValueError(f"{deals} deals: at least 1 is needed")
    meter = budget.start()
    stop = threading.Event()

    def stopped() -> bool:
        return (
            stop.is_set()
            or (budget.seconds is not None and meter.seconds >= budget.seconds)
            or (budget.cancelled is not None and budget.cancelled())
        )

    most = MOST_NODES if budget.nodes is None else budget.nodes

    def part(numbers: range) -> Decided | None:
        if stopped():
            return None
        return decide(game.geometry, random_deals(game, seed, numbers), most=most, stopped=stopped)

    started = time.perf_counter()
    # The kernels are compiled here, once, rather than by every thread.
    decide(game.geometry, random_deals(game, seed, range(1)), most=1)
    won = lost = tried = nodes = 0
    for decided in _on_threads(part, deals, workers or processors(), stop, game.name):
        won += decided.count(SOLVED)
        lost += decided.count(LOST)
        tried += len(decided.verdicts) - decided.count(NOT_TRIED)
        nodes += int(decided.nodes.sum())
    return Winnable(game.name, seed, tried, won, lost, nodes, time.perf_counter() - started)


def _on_threads(
    part: Callable[[range], Decided | None], deals: int, workers: int, stop: threading.Event, label: str
) -> Iterator[Decided]:
    """Yield what `part` finds for ranges that make up 0 to `deals` - 1, as they finish."""
    ranges = iter([range(i, min(deals, i + _CHUNK)) for i in range(0, deals, _CHUNK)])
    with ThreadPoolExecutor(max_workers=workers) as pool, Progress(label, deals) as progress:
        waiting: dict[Future[Decided | None], range] = {}
        try:
            while True:
                # No more ranges in hand than threads, so that an end of the budget is an end.
                while len(waiting) < 2 * workers and (numbers := next(ranges, None)) is not None:
                    waiting[pool.submit(part, numbers)] = numbers
                if not waiting:
                    return
                # A timeout, so that an interrupt is noticed while the threads run on.
                done, _ = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                for future in done:
                    del waiting[future]
                    decided = future.result()
                    if decided is not None:
                        progress.advance(len(decided.verdicts) - decided.count(NOT_TRIED))
                        yield decided
        finally:
            stop.set()
            for future in waiting:
                future.cancel()
