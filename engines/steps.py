"""Whole actions walked symbol by symbol, so that every game has a small fixed action space and a mask.

>>> from quadrangle.engines.leaves import Leaves
>>> from quadrangle.core.rng import Rng
>>> steps, rng = Steps(Leaves(players=1)), Rng(1)
>>> state = steps.start()
>>> while state.is_chance:
...     state = state.step(state.sample_chance(rng))
>>> int(state.mask().sum()) == len(state.legal_symbols())
True
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..core.errors import IllegalAction, NotationError
from ..core.rng import Rng
from .game import Game, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Word = tuple[int, ...]


class Steps:
    """A game in which a decision is one symbol of the word of an action."""

    def __init__(self, game: Game[Any]) -> None:
        """Wrap a game."""
        self.game = game

    @property
    def num_symbols(self) -> int:
        """The size of the action space: symbols are integers from 0 below it."""
        return self.game.num_symbols

    def start(self) -> StepState:
        """Return the position before the first thing happens."""
        return self.at(self.game.start())

    def at(self, state: State) -> StepState:
        """Return a position of the game with no symbol of the next word said."""
        return StepState(self, state)


class StepState(Struct, frozen=True, eq=False):
    """A position, and the beginning of the word of what happens next."""

    steps: Steps
    state: State
    prefix: Word = ()
    """The symbols said so far."""

    @property
    def current_player(self) -> int:
        """The player who decides, CHANCE or TERMINAL."""
        return self.state.current_player

    @property
    def is_chance(self) -> bool:
        """Whether chance decides."""
        return self.state.is_chance

    @property
    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_terminal

    def returns(self) -> tuple[float, ...]:
        """Return what the game is worth to each player, at its end: see `State.returns`."""
        return self.state.returns()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StepState) and (self.state, self.prefix) == (other.state, other.prefix)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.state, self.prefix))

    def legal_symbols(self) -> tuple[int, ...]:
        """Return the symbols that continue the word, rising; none where the game has ended."""
        words = self._words()
        low, high = self._range(words)
        found = []
        while low < high:
            symbol = words[low][len(self.prefix)]
            found.append(symbol)
            low = bisect_left(words, (*self.prefix, symbol + 1), low, high)
        return tuple(found)

    def mask(self) -> NDArray[np.bool_]:
        """Return which symbols continue the word, as a vector of the shape `(num_symbols,)`."""
        import numpy as np

        mask = np.zeros(self.steps.num_symbols, dtype=np.bool_)
        mask[list(self.legal_symbols())] = True
        return mask

    def chance_symbols(self) -> tuple[tuple[int, Fraction], ...]:
        """Return every next symbol of chance with its exact probability, the sum being 1; empty elsewhere."""
        game, told = self.steps.game, len(self.prefix)
        weights: dict[int, Fraction] = {}
        for outcome, probability in self.state.chance_outcomes():
            word = game.encode(outcome)
            if word[:told] == self.prefix:
                weights[word[told]] = weights.get(word[told], Fraction(0)) + probability
        total = sum(weights.values())
        return tuple((symbol, weights[symbol] / total) for symbol in sorted(weights))

    def sample_chance(self, rng: Rng) -> int:
        """Return a symbol drawn by the law of `chance_symbols`."""
        told = len(self.prefix)
        while True:
            word = self.steps.game.encode(self.state.sample_chance(rng))
            # What begins otherwise was ruled out by the symbols said.
            if word[:told] == self.prefix:
                return word[told]

    def step(self, symbol: int) -> StepState:
        """Return the position after one more symbol, the action being carried out once its word is whole.

        Raises IllegalAction for a symbol that is not one of `legal_symbols`.
        """
        prefix = (*self.prefix, symbol)
        try:
            action = self.steps.game.decode(prefix)
        except NotationError:  # not a whole word, or none at all
            return self._further(prefix)
        if self.state._fault(action):
            raise _no_symbol(prefix)
        return StepState(self.steps, self.state._apply(action))

    def _further(self, prefix: Word) -> StepState:
        """Return the position with one more symbol of a word that is not whole."""
        words = self._words()
        low, high = _starting_with(words, prefix)
        if low >= high:
            raise _no_symbol(prefix)
        return StepState(self.steps, self.state, prefix)

    def _words(self) -> _Words:
        game, state = self.steps.game, self.state
        if not state.is_chance:
            return _Words(game, state.legal_actions())
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        return _Words(game, sorted(outcomes, key=game.encode))

    def _range(self, words: _Words) -> tuple[int, int]:
        return _starting_with(words, self.prefix) if self.prefix else (0, len(words))


class _Words(Sequence[Word]):
    """The words of actions that stand in the order of their words, each made when it is asked for."""

    __slots__ = ("_game", "actions")

    def __init__(self, game: Game[Any], actions: Sequence[Any]) -> None:
        self._game, self.actions = game, actions

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, at: Any) -> Any:
        return self._game.encode(self.actions[at])


def _no_symbol(prefix: Word) -> IllegalAction:
    said = f" after {' '.join(map(str, prefix[:-1]))}" if prefix[:-1] else ""
    return IllegalAction(f"symbol {prefix[-1]}{said}: no legal action goes on like this")


def _starting_with(words: Sequence[Word], prefix: Word) -> tuple[int, int]:
    """Return from where to where the words begin with `prefix`."""
    low = bisect_left(words, prefix)
    return low, bisect_left(words, (*prefix[:-1], prefix[-1] + 1), low)
