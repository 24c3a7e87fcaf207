"""Many games between bots, and what they say: who wins, how long games are, how many choices there are.

    >>> from quadrangle.engines.leaves import Leaves, LeavesRulings
    >>> game = Leaves(players=2, rulings=LeavesRulings(puzzle_limit="3"))
    >>> found = simulate(game, ["random", "random"], games=20, seed=1, workers=1)
    >>> found.games, sum(found.ended.values())
    (20, 20)

Game k is played with `Rng(seed, k)` and nothing else, so that what is found depends neither on how
many games are asked for nor on how many processes play them.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..core.errors import NotationError
from ..core.notices import tell
from ..core.rng import Rng
from ..core.work import Progress, processors
from .bots import Bot, make
from .game import CHANCE, TERMINAL, Game, State

if TYPE_CHECKING:
    from ..core.executor import Executor

_CHUNK_SECONDS = 0.3
"""About how long a process plays before it reports."""
_ALONE_SECONDS = 1.0
"""How long games are played in this process before others are started, where nobody says how many."""

Interval = tuple[float, float]


@dataclass
class Tally:
    """What is kept of games: counts only, so that their order says nothing."""

    returns: Counter[tuple[float, ...]] = field(default_factory=Counter)
    """Games by what they were worth to each player."""
    scores: Counter[tuple[float, ...]] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    """Games by how they ended."""
    bands: Counter[int] = field(default_factory=Counter)
    """Won games by the band of their result, the best being 1, in games that rate them."""
    decisions: Counter[int] = field(default_factory=Counter)
    """Games by how many decisions they took."""
    chance: Counter[int] = field(default_factory=Counter)
    """Games by how many steps of chance they took."""
    choices: int = 0
    """Legal actions, summed over all decisions."""
    choices_squared: int = 0
    """The squares of each game's sum of them."""
    choices_by_decisions: int = 0
    """The products of each game's sum of them and its decisions."""
    widest: int = 0
    """The most legal actions of any decision."""

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self.decisions.total()

    @property
    def total_decisions(self) -> int:
        """How many decisions were made in all of them."""
        return sum(length * games for length, games in self.decisions.items())

    def add(self, end: State, decisions: int, chance: int, choices: int, widest: int) -> None:
        """Count one game."""
        self.returns[end.returns()] += 1
        self.scores[end.scores()] += 1
        self.ended[end.ended_by()] += 1
        band = end.band
        if band is not None:
            self.bands[band + 1] += 1
        self.decisions[decisions] += 1
        self.chance[chance] += 1
        self.choices += choices
        self.choices_squared += choices * choices
        self.choices_by_decisions += choices * decisions
        self.widest = max(self.widest, widest)

    def merge(self, other: Tally) -> None:
        """Count the games of another tally as well."""
        for name in ("returns", "scores", "ended", "bands", "decisions", "chance"):
            getattr(self, name).update(getattr(other, name))
        self.choices += other.choices
        self.choices_squared += other.choices_squared
        self.choices_by_decisions += other.choices_by_decisions
        self.widest = max(self.widest, other.widest)


@dataclass(frozen=True)
class Setup:
    """What a process has to know to play any game of a run."""

    start: State
    bots: tuple[str, ...]
    seed: int

    def play(self, numbers: range, stopped: Callable[[], bool]) -> Tally:
        """Return what games with these numbers say; those that are not over when stopped are left out."""
        tally = Tally()
        players = players_for(self.start.game, self.bots)
        for number in numbers:
            if not play(self.start, players, Rng(self.seed, number), tally, stopped):
                break
        return tally


def players_for(game: Game[Any], names: Sequence[str]) -> list[Bot]:
    """Return a bot for each name, one for all its seats. Raises NotationError for an unknown name."""
    made = {name: make(name, game) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


def play(start: State, players: Sequence[Bot], rng: Rng, tally: Tally, stopped: Callable[[], bool]) -> bool:
    """Play one game to its end and count it; False when it was stopped before.

    A bot sees what its player knows, and is not asked where only one action is legal. What nobody
    has seen at the start is drawn first.
    """
    state = start if start.is_exact else start.resample(0, rng)
    decisions = chance = choices = widest = 0
    while (player := state.current_player) != TERMINAL:
        if player == CHANCE:
            state = state.apply(state.sample_chance(rng))
            chance += 1
            continue
        if stopped():
            return False
        legal = state.legal_actions()
        count = len(legal)
        if count == 1:
            action = legal[0]
        else:
            action = players[player].choose(state.resample(player, rng), rng)
        state = state.apply(action)
        decisions += 1
        choices += count
        widest = max(widest, count)
    tally.add(state, decisions, chance, choices, widest)
    return True


def simulate(
    game: Game[Any],
    bots: Sequence[str],
    games: int,
    seed: int,
    *,
    start: State | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Tally:
    """Return what games 0 to `games` - 1 of the run seeded with `seed` say, one bot a seat.

    They are played from `start`, or from the beginning. `workers` processes play them, as many as there
    are processors when None and it takes long; or an executor's workers do. Once `stopped()` says yes,
    the games over so far are returned. Processes are started afresh, so a script that calls this has to
    be guarded by `if __name__ == "__main__"`. Raises NotationError for bots that do not fit the game, a
    start of another game, or a game that may never end, and WorkerError when an executor has no workers.
    """
    if len(bots) != game.players:
        raise NotationError(f"{len(bots)} bots for {game.players} players", expected="one for each")
    if start is not None and start.game is not game:
        raise NotationError("a start of another game", expected="a position of the game that is played")
    require_limit(game)
    players_for(game, bots)
    setup = Setup(game.start() if start is None else start, tuple(bots), seed)
    tally = Tally()
    with Progress(f"{game.info.name} games", games) as progress:
        for part in _parts(setup, Chunks(games), workers, executor, stopped):
            tally.merge(part)
            progress.advance(part.games)
    return tally


def require_limit(game: Game[Any]) -> None:
    """Raise NotationError for a game that may never end, naming the rulings that let it."""
    if game.longest() is None:
        unlimited = [f"{name}={value}" for name, value in game.rulings.changed.items() if value == "none"]
        raise NotationError(
            f"bots may never end a game without a limit ({', '.join(unlimited) or 'as its rulings are'})",
            expected="a limit",
        )


def _parts(
    setup: Setup, chunks: Chunks, workers: int | None, executor: Executor | None, stopped: Callable[[], bool]
) -> Iterator[Tally]:
    """Yield what parts of the games say that make up all of them, as they are over."""
    if executor is not None:
        yield from _elsewhere(setup, chunks, executor, stopped)
    else:
        if workers is None or workers == 1:
            seconds = math.inf if workers == 1 else _ALONE_SECONDS
            yield from _here(setup, chunks, seconds, stopped)
            if workers == 1 or chunks.is_empty or stopped():
                return
        yield from _in_processes(setup, chunks, workers, stopped)
    # What no other process could play.
    yield from _here(setup, chunks, math.inf, stopped)


def _here(setup: Setup, chunks: Chunks, seconds: float, stopped: Callable[[], bool]) -> Iterator[Tally]:
    """Yield what games played in this process say, until so much time has passed."""
    until = time.monotonic() + seconds
    while not stopped() and time.monotonic() < until and (numbers := chunks.take()):
        began = time.monotonic()
        yield setup.play(numbers, stopped)
        chunks.note(numbers, time.monotonic() - began)


def _in_processes(
    setup: Setup, chunks: Chunks, workers: int | None, stopped: Callable[[], bool]
) -> Iterator[Tally]:
    """Yield what games say that no more processes play than there are processors."""
    from ..core.errors import WorkerError
    from ..core.executor import Processes

    most = processors()
    try:
        yield from _elsewhere(setup, chunks, Processes(min(workers or most, most)), stopped)
    except WorkerError as error:  # no pipes, no processes
        tell(f"playing in one process only ({error})")


def _elsewhere(
    setup: Setup, chunks: Chunks, executor: Executor, stopped: Callable[[], bool]
) -> Iterator[Tally]:
    from .pool import results

    yield from results(setup, chunks, executor, stopped)


class Chunks:
    """Numbers of games, handed out in ranges that take about as long to play."""

    def __init__(self, games: int) -> None:
        self._next = 0
        self._games = games
        self._size = 1
        self._given_back: list[range] = []

    @property
    def is_empty(self) -> bool:
        """Whether every game has been handed out."""
        return self._next >= self._games and not self._given_back

    def take(self) -> range:
        """Return the next games; an empty range when there are no more."""
        if self._given_back:
            return self._given_back.pop()
        first = self._next
        self._next = min(self._games, first + self._size)
        return range(first, self._next)

    def give_back(self, numbers: range) -> None:
        """Have games handed out again."""
        self._given_back.append(numbers)

    def note(self, numbers: range, seconds: float) -> None:
        """Learn from how long it took to play some games."""
        fitting = int(_CHUNK_SECONDS * len(numbers) / max(seconds, 1e-6))
        self._size = max(1, min(fitting, 2 * len(numbers), 1 << 14))


def mean_of(counts: Counter[tuple[float, ...]], players: Sequence[int]) -> Counter[float]:
    """Return games by the mean of what they were worth to some players."""
    found: Counter[float] = Counter()
    for values, games in counts.items():
        found[math.fsum(values[player] for player in players) / len(players)] += games
    return found


def mean(counts: Counter[int] | Counter[float]) -> float | None:
    """Return the mean of counted values; None of none."""
    total = counts.total()
    return math.fsum(value * count for value, count in sorted(counts.items())) / total if total else None


def mean_interval(counts: Counter[int] | Counter[float]) -> Interval | None:
    """Return Student's 95 % interval of the mean of counted values; None of fewer than two."""
    total = counts.total()
    centre = mean(counts)
    if total < 2 or centre is None:
        return None
    squares = math.fsum(count * (value - centre) ** 2 for value, count in sorted(counts.items()))
    half = student(total - 1) * math.sqrt(squares / (total - 1) / total)
    return centre - half, centre + half


def bounded_interval(average: float, trials: int, low: float, high: float) -> Interval:
    """Return a 95 % interval for the mean of values between two bounds.

    Wilson's score interval, which is exact for values at the bounds and wider than need be for
    others, so that a small sample of equal values claims nothing that is too narrow.
    """
    from ..solvers.stacks.estimate import wilson

    share = (average - low) / (high - low) if trials else 0.0
    bottom, top = wilson(share * trials, trials)
    return low + bottom * (high - low), low + top * (high - low)


def branching(tally: Tally) -> tuple[float, Interval | None] | None:
    """Return the mean number of legal actions a decision with its 95 % interval; None without decisions.

    A ratio of two sums over games, and its interval by the usual estimate of a ratio's variance.
    """
    decisions, games = tally.total_decisions, tally.games
    if not decisions:
        return None
    ratio = tally.choices / decisions
    if games < 2:
        return ratio, None
    squares = sum(length * length * count for length, count in tally.decisions.items())
    # The sum of (choices - ratio * decisions)^2 over games, in whole numbers until the last division.
    residual = (
        tally.choices_squared * decisions * decisions
        - 2 * tally.choices * decisions * tally.choices_by_decisions
        + tally.choices * tally.choices * squares
    ) / (decisions * decisions)
    half = student(games - 1) * math.sqrt(residual / (games - 1) * games) / decisions
    return ratio, (ratio - half, ratio + half)


def quantile(counts: Counter[int], percent: int) -> int:
    """Return the least value that at least so many percent of counted values do not exceed."""
    needed = -(-percent * counts.total() // 100)
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= needed:
            return value
    raise ValueError("a quantile of nothing")


def student(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's distribution.

    Abramowitz and Stegun 26.7.5 from three degrees of freedom on, right to three digits; closed forms below.

    >>> round(student(1), 3), round(student(2), 3), round(student(10), 3)
    (12.706, 4.303, 2.228)
    """
    if degrees == 1:
        return 12.706204736432095
    if degrees == 2:
        return 0.95 / math.sqrt(2 * 0.975 * 0.025)
    z = 1.959963984540054
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / degrees**power for power, term in enumerate(terms, 1))
