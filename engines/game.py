"""The contract of every game: what a game is, what a position is, who decides, and what chance may do.

A new game is a subclass of `Game` and one or more of `State`, its rules, its components and its
RULES.md; matches, logs, bots, small integers for frameworks and the conformance suite follow.

    >>> from quadrangle.core.rng import Rng
    >>> from quadrangle.engines.leaves import Leaves
    >>> game, rng = Leaves(players=2), Rng(1)
    >>> state = game.start()
    >>> while state.current_player != TERMINAL:
    ...     if state.current_player == CHANCE:
    ...         state = state.apply(state.sample_chance(rng))
    ...     else:
    ...         state = state.apply(state.legal_actions().sample(rng))
    >>> sum(state.returns())
    0.0
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Struct

from ..core.errors import IllegalAction, NotationError
from ..core.rng import Rng

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .components import Components
    from .rulings import Rulings

CHANCE = -1
"""`current_player` of a state in which chance decides."""
TERMINAL = -2
"""`current_player` of a state in which the game has ended."""

UNKNOWN = None
"""A face that nobody at the program has seen; in texts it is `?`."""

SEATS = "ABCDEFGHIJ"
"""Names of the players in every text form, in the order of their numbers from 0."""

Action = Hashable
"""One whole choice: frozen, small, made once and looked up, with a text form (`str`)."""

A_co = TypeVar("A_co", bound=Action, covariant=True)
S = TypeVar("S", bound="State")


class Actions(Sequence[A_co]):
    """Legal actions in the order of their words; where there are many, they are not all built."""

    __slots__ = ()

    @abstractmethod
    def sample(self, rng: Rng) -> A_co:
        """Return an action as the random player of this game takes one."""

    def shortlist(self, rng: Rng, most: int) -> Iterable[A_co]:
        """Return what is worth a look by `State.evaluate`: all actions, or of more than `most` so many draws.

        A draw that comes back counts once. A game that knows better returns the best of all.
        """
        if len(self) <= most:
            return self
        return dict.fromkeys(self.sample(rng) for _ in range(most))


class ActionList(tuple[A_co, ...], Actions[A_co]):
    """Legal actions that are few enough to be built; the random player takes each alike."""

    __slots__ = ()

    def sample(self, rng: Rng) -> A_co:
        """Return any of the actions with equal chance."""
        return self[rng.below(len(self))]


NO_ACTIONS: ActionList[Any] = ActionList()


class Info(Struct, frozen=True, kw_only=True):
    """What a game is like, as data: of a class however it is set up, of a game as it is."""

    name: str
    """Name of its package and on the command line."""
    title: str
    players: tuple[int, ...]
    """Numbers of players it can be played by."""
    chance: bool
    """Whether chance decides anything."""
    perfect_information: bool
    """Whether every player always knows the whole position (what lies in which order in a shuffled
    deck is nobody's knowledge and part of no position)."""
    scores: str
    """What `State.scores` counts, in a few words."""
    symbols: int = 0
    """How many different integers the words of its actions are made of: `Game.num_symbols`."""
    longest: int | None = None
    """A number of decisions no game exceeds: `Game.longest`."""


LONGEST_TOLD = (1 << 24) - 1
"""The greatest number that `Information.numbers` may hold, so that its tensor is exact."""


class Information(Struct, frozen=True):
    """All that one player knows in a position, remembered knowledge included."""

    player: int
    text: str
    """The position as this player knows it."""
    numbers: tuple[int, ...]
    """The same as small integers, always as many for a game; clocks stop at LONGEST_TOLD."""

    def tensor(self) -> NDArray[np.float32]:
        """Return the numbers as a vector of the shape `(len(numbers),)`."""
        import numpy as np

        return np.array(self.numbers, dtype=np.float32)

    def json(self) -> str:
        """Return it as one JSON object."""
        return msgspec.json.encode(self).decode()


class State(Struct, frozen=True, eq=False, gc=False):
    """One position, which never changes: integers, bit sets and tuples, shared between states.

    The game it belongs to takes no part in equality, hash, repr and JSON.
    """

    game: Any
    """The `Game` this is a position of."""
    current_player: int
    """The player who decides, from 0 (not necessarily the one whose turn it is), CHANCE or TERMINAL."""

    def legal_actions(self) -> Actions[Any]:
        """Return what the deciding player may do, in a fixed order; empty where no player decides."""
        raise NotImplementedError

    def _apply(self, action: Any) -> State:
        """Return the next state; the action is one of `legal_actions` or a chance outcome, unchecked."""
        raise NotImplementedError

    def _fault(self, action: Any) -> str:
        """Return which rule an action breaks in this position, in words; empty when `apply` takes it."""
        raise NotImplementedError

    def _elapse(self, elapsed_ms: int) -> State:
        """Return the state with time added to the clocks it keeps; none unless a game says so."""
        return self

    def chance_outcomes(self) -> Sequence[tuple[Action, Fraction]]:
        """Return every outcome with its exact probability, the sum being 1; empty elsewhere."""
        return ()

    def sample_chance(self, rng: Rng) -> Any:
        """Return an outcome drawn by the law of `chance_outcomes`, without building them."""
        raise NotImplementedError

    def observers(self) -> Sequence[int]:
        """Return the players who see at once what is decided here; a hidden choice or draw has fewer."""
        return range(self.game.players)

    def referee_actions(self) -> Sequence[Action]:
        """Return what a referee may say here: `apply` takes it, `legal_actions` never lists it."""
        return ()

    def judge(self, action: Any) -> Action | None:
        """Return what a referee makes of an illegal attempt in a live match: a referee action, or what
        the attempt is corrected to; None for one that is not an attempt at all.
        """
        return None

    def consequences(self, action: Any, elapsed_ms: int = 0) -> tuple[str, ...]:
        """Return what the rules do by themselves after an action that `apply` takes, in notation."""
        return ()

    def reveals(self, action: Any, after: State) -> bool:
        """Return whether the deciding player's own action tells them something they did not know."""
        return False

    def information(self, player: int) -> Information:
        """Return all that a player knows. Raises ValueError for a player who is not in the game.

        Everything, unless a game says otherwise; where something is hidden this and `resample` do.
        """
        self._require_player(player)
        return Information(player, str(self), self._numbers(player))

    def _numbers(self, player: int) -> tuple[int, ...]:
        """Return what a player knows as a vector of small integers of a fixed length."""
        raise NotImplementedError

    def resample(self, player: int, rng: Rng) -> State:
        """Return a full state with the same `information(player)`, by the exact law given it.

        Other players' secret choices are taken as uniform among those that were legal.
        """
        self._require_player(player)
        return self

    @property
    def is_exact(self) -> bool:
        """Whether no face that matters is unknown to whoever runs the program."""
        return True

    def scores(self) -> tuple[float, ...]:
        """Return the game's own points for each player, at any time; `Info.scores` says what they are."""
        raise NotImplementedError

    def _final_returns(self) -> tuple[float, ...]:
        """Return what the game is worth to each player, where it has ended."""
        raise NotImplementedError

    def ended_by(self) -> str:
        """Return how the game ended in one or two words; empty while it goes on."""
        raise NotImplementedError

    @property
    def band(self) -> int | None:
        """The band of a finished one-player game that rates its results, from 0 for the best; else None."""
        return None

    def evaluate(self, player: int) -> float:
        """Return how good the position looks to a player, for bots that look one move ahead."""
        return 0.0

    def faults(self) -> str:
        """Return which invariant of the game this position breaks, in words; empty for a sound one."""
        return ""

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.current_player == TERMINAL

    @property
    def is_chance(self) -> bool:
        """Whether chance decides."""
        return self.current_player == CHANCE

    def apply(self, action: Any, elapsed_ms: int = 0) -> State:
        """Return the state after a legal action, a chance outcome or a referee action.

        `elapsed_ms` is how long it took, in whole milliseconds, for the clocks the state keeps. Raises
        IllegalAction naming the rule that was broken; this state stays as it is in any case.
        """
        fault = self._fault(action)
        if fault:
            raise IllegalAction(f"{action}: {fault}")
        if not elapsed_ms:
            return self._apply(action)
        if type(elapsed_ms) is not int or elapsed_ms < 0:
            raise IllegalAction(f"{action}: took {elapsed_ms} ms; expected whole milliseconds, 0 or more")
        return self._elapse(elapsed_ms)._apply(action)

    def until_decision(self, rng: Rng) -> State:
        """Return the next position in which a player decides, or the end, chance being drawn on the way.

        It draws as `sample_chance` and `apply` in turn do, with the same numbers of `rng`.
        """
        state = self
        while state.current_player == CHANCE:
            state = state._apply(state.sample_chance(rng))
        return state

    def returns(self) -> tuple[float, ...]:
        """Return what the game is worth to each player, at its end.

        Ranks on a scale from 1 down to -1, ties sharing their places, with the sum 0; for one
        player the graded result from 0 to 1. Raises ValueError while the game goes on.
        """
        if self.current_player != TERMINAL:
            raise ValueError("returns() before the end of the game")
        return self._final_returns()

    def json(self) -> str:
        """Return the state as one JSON object, which `Game.state_from_json` reads."""
        names = self.__struct_fields__[1:]
        return msgspec.json.encode({name: getattr(self, name) for name in names}).decode()

    def _require_player(self, player: int) -> None:
        if not 0 <= player < self.game.players:
            raise ValueError(f"player {player} of a game for {self.game.players}, counted from 0")

    def _values(self) -> tuple[Any, ...]:
        return msgspec.structs.astuple(self)[1:]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __ne__(self, other: object) -> bool:
        return not self == other  # that of a Struct without eq tells objects apart, not values

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'; '.join(str(self).splitlines())}>"


class Game(Generic[S]):
    """What never changes during a match: players, rulings, components."""

    info: Info
    rulings_type: ClassVar[type[Rulings]]
    components_type: ClassVar[type[Components]]

    players: int
    rulings: Any
    """The rulings in force, of the type `rulings_type`."""
    components: Any
    """The components it is played with."""

    @property
    def is_live(self) -> bool:
        """Whether people play against the clock, so that an illegal attempt counts as one."""
        return False

    def start(self) -> S:
        """Return the position before the first thing happens."""
        raise NotImplementedError

    def state_from(self, text: str) -> S:
        """Return the position written canonically in `text`: `state_from(str(x)) == x`.

        Raises NotationError for a text that does not read, or a position that cannot be.
        """
        raise NotImplementedError

    def state_types(self) -> tuple[type[State], ...]:
        """Return the types its positions have, told apart by their fields."""
        raise NotImplementedError

    def parse_action(self, text: str) -> Action:
        """Return the action, chance outcome or referee action written canonically. Raises NotationError."""
        raise NotImplementedError

    @property
    def num_symbols(self) -> int:
        """How many different integers the words of `encode` are made of."""
        raise NotImplementedError

    def encode(self, action: Any) -> tuple[int, ...]:
        """Return the word of an action or chance outcome: integers from 0 below `num_symbols`.

        No word is the beginning of another, and legal actions stand in the order of their words.
        """
        raise NotImplementedError

    def decode(self, word: Sequence[int]) -> Action:
        """Return the action with a word. Raises NotationError for a sequence that is none."""
        raise NotImplementedError

    def longest(self) -> int | None:
        """Return a number of decisions no game exceeds; None where a limit ruling is `none`."""
        raise NotImplementedError

    def solver(self) -> Any:
        """Return the bot that uses this game's solver; None where there is none."""
        return None

    def solvers(self) -> Mapping[str, Any]:
        """Return all bots that use this game's solver by their names; `solver` unless a game has more."""
        solver = self.solver()
        return {} if solver is None else {solver.name: solver}

    def state_from_json(self, text: str | bytes) -> S:
        """Return the state that `State.json` wrote. Raises NotationError."""
        try:
            found = msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise NotationError(
                f"a state that is not JSON ({error})", expected="what json() returns"
            ) from None
        names = set(found) if isinstance(found, dict) else set()
        for kind in self.state_types():
            if set(kind.__struct_fields__[1:]) == names:
                return self._checked(kind, found)
        fields = " or ".join(", ".join(kind.__struct_fields__[1:]) for kind in self.state_types())
        raise NotationError("JSON with other fields than a state", expected=f"an object with {fields}")

    def _checked(self, kind: type[State], found: dict[str, Any]) -> S:
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        try:
            values = {name: msgspec.convert(value, types[name]) for name, value in found.items()}
        except msgspec.ValidationError as error:
            raise NotationError(
                f"a state with a wrong field ({error})", expected="what json() returns"
            ) from None
        state: Any = kind(self, **values)
        fault = state.faults()
        if fault:
            raise NotationError(f"a position that cannot be: {fault}")
        return state  # type: ignore[no-any-return]


def ranked(keys: Sequence[Any]) -> tuple[float, ...]:
    """Return ranks of two and more as returns: 1 for the greatest key, -1 for the least, equal ones share.

    The sum is 0.

    >>> ranked([3, 1, 1])
    (1.0, -0.5, -0.5)
    """
    count = len(keys)
    places = []
    for key in keys:
        above = sum(other > key for other in keys)
        level = sum(other == key for other in keys)
        # The places above .. above + level - 1 are shared; place p of n is worth 1 - 2 p / (n - 1).
        places.append((count - 2 * above - level) / (count - 1))
    return tuple(place + 0.0 for place in places)


def seat(player: int) -> str:
    """Return the name of a player in text forms: A for player 0."""
    return SEATS[player]


def parse_seat(text: str, players: int) -> int:
    """Return the player named `text`. Raises NotationError."""
    if len(text) != 1 or text not in SEATS[:players]:
        raise NotationError(f"{text!r} is not a player", expected=f"a letter from A to {SEATS[players - 1]}")
    return SEATS.index(text)


def seats(players: Iterable[int]) -> str:
    """Return the names of several players, one after the other, as in `AC`."""
    return "".join(SEATS[player] for player in players)
