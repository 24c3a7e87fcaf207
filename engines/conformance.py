"""The laws every game keeps, for whoever writes one: play it in every way and look at each position.

>>> from quadrangle.engines.leaves import Leaves
>>> check(Case(Leaves, players=2), seed=1, games=1).games
1

A law that does not hold raises `Broken`, which names the law, the seed, the position and the action.
The laws themselves are in `laws`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ..core.rng import Rng
from .bots import Bot, Greedy, Random
from .game import CHANCE, Game, State
from .laws import Broken, Laws, resample_by_counts
from .odds import misfit, worlds
from .rulings import Ruling, Rulings

__all__ = [
    "STYLES",
    "Broken",
    "Case",
    "Laws",
    "Staller",
    "Tally",
    "Wanderer",
    "check",
    "check_one",
    "misfit",
    "random_rulings",
    "resample_by_counts",
    "rulings_of",
    "worlds",
]

R = TypeVar("R", bound=Rulings)


class Case(Struct, frozen=True):
    """A game set up in one way, to be checked: one line adds one.

    `Case(Leaves, 5, {"players": "2..6"})` keeps that ruling also where the others are drawn at random.
    """

    kind: Callable[..., Game[Any]]
    """The class of the game, called with `players` and `rulings`."""
    players: int
    pinned: Mapping[str, str] = {}
    """Rulings that are always so."""
    late: Callable[[Any, Rng], State] | None = None
    """Returns a position near an end that is won, of a game; without it games begin at their start."""

    @property
    def label(self) -> str:
        """The case in a few words."""
        name = getattr(self.kind, "__name__", "game")
        pinned = "".join(f", {name}={value}" for name, value in self.pinned.items())
        return f"{name}(players={self.players}{pinned})"

    @property
    def rulings_type(self) -> type[Rulings]:
        """The type of the rulings of the game."""
        return self.kind.rulings_type  # type: ignore[attr-defined, no-any-return]

    def game(self) -> Game[Any]:
        """Return the game with the rulings at their defaults, but for those pinned."""
        return self.kind(players=self.players, rulings=self.rulings_type(**self.pinned))

    def ruled_at_random(self, rng: Rng) -> Game[Any]:
        """Return the game with every ruling drawn at random that is not pinned."""
        return self.kind(players=self.players, rulings=random_rulings(self.rulings_type, rng, self.pinned))


def random_rulings(kind: type[R], rng: Rng, pinned: Mapping[str, str] | None = None) -> R:
    """Return rulings drawn at random, but for those pinned and for limits of `none`."""
    values = dict(pinned or {})
    for name, row in kind.rows().items():
        if name not in values:
            values[name] = _random_choice(row, rng)
    return kind(**values)


def _random_choice(row: Ruling, rng: Rng) -> str:
    # `none` as a default stands for no clock; as another choice it takes away the limit of a game.
    choices = [choice for choice in row.choices if choice != "none" or choice == row.choices[0]]
    choice = choices[rng.below(len(choices))]
    if "NUMBER" in choice:
        choice = choice.replace("NUMBER", str(1 + rng.below(60)))
    if "SECONDS" in choice:
        # Half of the times are short ones, within which something can be done.
        thousandths = rng.below(1500 if rng.below(2) else 20_000)
        choice = choice.replace("SECONDS", f"{thousandths // 1000}.{thousandths % 1000:03}")
    return choice


class Tally(Struct):
    """What was played while looking for broken laws."""

    games: int = 0
    decisions: int = 0
    positions: int = 0
    """Positions in which every law was looked at."""
    ends: dict[str, int] = msgspec.field(default_factory=dict)
    """For each way to end, how many games ended so."""

    def add(self, other: Tally) -> None:
        """Count what another has counted."""
        self.games += other.games
        self.decisions += other.decisions
        self.positions += other.positions
        for how, count in other.ends.items():
            self.ends[how] = self.ends.get(how, 0) + count


class Staller:
    """Does what makes a game last: no end while it can be helped, the same again, little changed.

    Of a few legal actions it takes one that does not end the game; of these the one it has taken most
    often; of these the one after which the position differs least.
    """

    name = "staller"

    def __init__(self) -> None:
        self._taken: dict[Any, int] = {}

    def choose(self, state: State, rng: Rng) -> Any:
        """Return a legal action that prolongs the game."""
        actions = state.legal_actions()
        some = actions if len(actions) <= 4 else [actions.sample(rng) for _ in range(4)]
        action = min(some, key=lambda action: self._worth(state, action))
        self._taken[action] = self._taken.get(action, 0) + 1
        return action

    def _worth(self, state: State, action: Any) -> tuple[bool, int, int]:
        after = state._apply(action)
        return after.is_terminal, -self._taken.get(action, 0), _difference(state, after)


def _difference(one: State, other: State) -> int:
    if type(one) is not type(other):
        return 1 << 30
    return sum(mine != theirs for mine, theirs in zip(one._values(), other._values(), strict=True))


class Wanderer:
    """Does what it has done least often, so that rare actions are taken too."""

    name = "wanderer"

    def __init__(self) -> None:
        self._taken: dict[Any, int] = {}

    def choose(self, state: State, rng: Rng) -> Any:
        """Return the one of a few legal actions it has taken least often."""
        actions = state.legal_actions()
        some = [actions.sample(rng) for _ in range(4)]
        action = min(some, key=lambda action: self._taken.get(action, 0))
        self._taken[action] = self._taken.get(action, 0) + 1
        return action


STYLES: dict[str, tuple[Callable[[], Bot], ...]] = {
    "random": (Random,),
    "stalled": (Staller, Staller, Random),
    "wandering": (Wanderer, Random),
    "late": (Greedy, Greedy, Random),
    "greedy": (Greedy,),
}
"""For each style of play the bots that are dealt to the seats; late games begin near their end."""

_ORDER = ("random", "late", "stalled", "greedy", "random", "late", "wandering", "greedy")
"""Styles of the games of a run: half of them begin late or are played greedily."""


def check(case: Case, seed: int = 1, games: int = 40, every: int = 16) -> Tally:
    """Play games in every style, by default and by random rulings, and look at every law.

    Every law is looked at in one position of `every`, the invariants of the game in all of them.
    Raises Broken at the first law that does not hold.
    """
    found = Tally()
    for item in range(games):
        game = rulings_of(case, seed, item, at_random=bool(item % 3))
        found.add(check_one(case, game, seed, item, every))
    return found


def rulings_of(case: Case, seed: int, item: int, *, at_random: bool) -> Game[Any]:
    """Return the game that is played as game `item` of a run."""
    return case.ruled_at_random(Rng(seed, -1 - item)) if at_random else case.game()


def check_one(case: Case, game: Game[Any], seed: int, item: int, every: int = 16, sound: int = 1) -> Tally:
    """Play game `item` of a run, looking at laws on the way: see `check`.

    The invariants of the game are looked at in one position of `sound`.
    """
    style = _ORDER[item % len(_ORDER)]
    rng = Rng(seed, item)
    label = f"{case.label}, seed {seed}, game {item} ({style}), rulings {_changed(game)}"
    laws = Laws(game, label, Rng(seed + 1, item))
    bots = [kind() for kind in STYLES[style]]
    seats = [bots[rng.below(len(bots))] for _ in range(game.players)]
    start = case.late(game, rng) if case.late is not None and style == "late" else game.start()
    return _Run(laws, seats, rng, every, sound).play(start)


def _changed(game: Game[Any]) -> str:
    changed = game.rulings.changed
    return " ".join(f"{name}={value}" for name, value in changed.items()) or "by default"


class _Run:
    """One game while it is played."""

    def __init__(self, laws: Laws, seats: Sequence[Bot], rng: Rng, every: int, sound: int) -> None:
        self._laws, self._seats, self._rng = laws, seats, rng
        self._every, self._sound = every, sound
        self._timed = not rng.below(3)
        """Whether what players do takes time."""
        self._calls = rng.below(4) if not rng.below(3) else 0
        """What a referee has left to say."""

    def play(self, state: State) -> Tally:
        """Play to the end and return what was counted."""
        laws = self._laws
        decisions = step = waited = positions = 0
        offset = self._rng.below(self._every)
        # Most games begin in the same position: where few positions are looked at, it has its turn too.
        if not self._rng.below(max(1, self._every // 64)):
            laws.position(state)
            positions += 1
        while not state.is_terminal:
            after, action = self._step(state)
            if state.current_player == CHANCE:
                waited += 1
            else:
                waited = 0
                decisions += 1
            laws.length(decisions, waited, state)
            step += 1
            if after.is_terminal or step % self._every == offset:
                laws.follows(state, action, after)
                laws.position(after)
                positions += 1
            elif step % self._sound == 0:
                laws.sound(after, action)
            state = after
        return Tally(1, decisions, positions, {state.ended_by(): 1})

    def _step(self, state: State) -> tuple[State, Any]:
        action: Any = ""
        try:
            action = self._what_happens(state)
            # Time is for players, and few of them are timed; most steps go the quickest way.
            elapsed = self._rng.below(4000) if self._timed and state.current_player >= 0 else 0
            return state.apply(action, elapsed), action
        except Exception as error:
            raise self._laws.surprise(error, state, action) from error

    def _what_happens(self, state: State) -> Any:
        rng = self._rng
        if state.current_player == CHANCE:
            return state.sample_chance(rng)
        if self._calls and not rng.below(40):
            calls = state.referee_actions()
            if calls:
                self._calls -= 1
                return calls[rng.below(len(calls))]
        return self._seats[state.current_player].choose(state, rng)
