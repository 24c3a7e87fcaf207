"""Symbol by symbol one comes to exactly what whole actions lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
import toy_games as toys

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.game import Actions, Game, State
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.odds import misfit
from quadrangle.engines.steps import Steps, StepState

SEED = 5

GAMES: list[Game[Any]] = [
    toys.CutAndChoose(),
    toys.Peek(),
    toys.Tuck(),
    Leaves(2, LeavesRulings(puzzle_limit="5")),
    Leaves(1, LeavesRulings(solo_breeze="across_puzzles", solo_failure="no_legal_move")),
]


games = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__}-{game.players}")


def positions(game: Game[Any], rng: Rng) -> Iterator[State]:
    """Yield the positions of a random game."""
    state: State = game.start()
    while not state.is_terminal:
        yield state
        state = state.apply(
            state.sample_chance(rng) if state.is_chance else state.legal_actions().sample(rng)
        )
    yield state


def walk(state: StepState) -> Iterator[tuple[tuple[int, ...], StepState]]:
    """Yield every word that can be said in a position, and where it leads to."""
    symbols = state.legal_symbols()
    assert symbols, f"nothing goes on after {state.prefix}"
    assert list(symbols) == sorted(set(symbols))
    for symbol in symbols:
        after = state.step(symbol)
        if after.prefix:
            assert (after.state, after.prefix) == (state.state, (*state.prefix, symbol))
            yield from walk(after)
        else:
            yield (*state.prefix, symbol), after


@games
def test_words_lead_where_actions_do(game: Game[Any]) -> None:
    steps, seen = Steps(game), 0
    for state in positions(game, Rng(SEED)):
        actions = [outcome for outcome, _ in state.chance_outcomes()] or list(state.legal_actions())
        if not actions:
            continue
        seen += len(actions)
        expected = {game.encode(action): steps.at(state.apply(action)) for action in actions}
        assert dict(walk(steps.at(state))) == expected
    assert seen > 4


@games
def test_beginnings_of_words_are_told_apart_by_what_was_said(game: Game[Any]) -> None:
    one, other = Steps(game).start(), Steps(game).start()
    assert one == other and not one != other  # noqa: SIM202
    after = one.step(one.legal_symbols()[0])
    assert after != one and not after == one  # noqa: SIM201


@games
def test_masks_are_the_legal_symbols(game: Game[Any]) -> None:
    steps = Steps(game)
    for state in positions(game, Rng(SEED)):
        at = steps.at(state)
        mask = at.mask()
        assert mask.shape == (game.num_symbols,) == (steps.num_symbols,)
        assert tuple(mask.nonzero()[0].tolist()) == at.legal_symbols()
        assert mask.any() != state.is_terminal
    assert at.is_terminal
    assert at.returns() == state.returns()


@games
def test_other_symbols_are_refused(game: Game[Any]) -> None:
    steps = Steps(game)
    for state in positions(game, Rng(SEED)):
        at = steps.at(state)
        legal = at.legal_symbols()
        illegal = next(symbol for symbol in range(-1, game.num_symbols + 1) if symbol not in legal)
        with pytest.raises(IllegalAction, match=f"symbol {illegal}: no legal action goes on like this"):
            at.step(illegal)


def test_a_refusal_says_what_was_said_before() -> None:
    at = Steps(toys.CutAndChoose()).start().step(0)
    assert at.prefix == (0,)
    with pytest.raises(IllegalAction, match="symbol 3 after 0: "):
        at.step(3)


@games
def test_chance_keeps_its_law(game: Game[Any]) -> None:
    steps = Steps(game)
    for state in positions(game, Rng(SEED)):
        found: dict[tuple[int, ...], Fraction] = {}
        shares_of_words(steps.at(state), Fraction(1), found)
        assert found == {game.encode(outcome): share for outcome, share in state.chance_outcomes()}


def shares_of_words(state: StepState, share: Fraction, found: dict[tuple[int, ...], Fraction]) -> None:
    """Note how likely each word of chance is, by the symbols one after the other."""
    symbols = state.chance_symbols()
    assert not symbols or sum(part for _, part in symbols) == 1
    assert not state.is_chance or tuple(symbol for symbol, _ in symbols) == state.legal_symbols()
    for symbol, part in symbols:
        after = state.step(symbol)
        if after.prefix:
            shares_of_words(after, share * part, found)
        else:
            found[(*state.prefix, symbol)] = share * part


def test_chance_symbols_are_drawn_by_their_law() -> None:
    # The cards 0 to 3 are said as 0 0, 0 1, 0 2 and 1 0.
    start = Steps(toys.Peek()).start()
    assert start.chance_symbols() == ((0, Fraction(3, 4)), (1, Fraction(1, 4)))
    rng = Rng(SEED)
    for state in (start, start.step(0)):
        drawn = [state.sample_chance(rng) for _ in range(2000)]
        assert misfit(drawn, dict(state.chance_symbols())) == ""


class Digits(Actions[toys.Act]):
    """A million actions that are not built: the numbers of six digits."""

    def __len__(self) -> int:
        return 10**6

    def __getitem__(self, at: Any) -> Any:
        return toys.Act(range(10**6)[at])

    def sample(self, rng: Rng) -> toys.Act:
        return toys.Act(rng.below(10**6))


class ManyState(toys.ToyState, frozen=True, eq=False, gc=False):
    def legal_actions(self) -> Actions[toys.Act]:
        return Digits()

    def _fault(self, action: Any) -> str:
        return ""


class Many(toys.Whistle):
    """One player says a number of six digits."""

    state_type = ManyState

    def __init__(self) -> None:
        super().__init__()
        self.encoded = 0

    def encode(self, action: toys.Act) -> tuple[int, ...]:
        self.encoded += 1
        return tuple(map(int, f"{action.number:06}"))

    def decode(self, word: Sequence[int]) -> toys.Act:
        if len(word) != 6:
            raise NotationError(f"{word} is no word", expected="six digits")
        return toys.Act(int("".join(map(str, word))))


def test_a_million_actions_are_not_built() -> None:
    game = Many()
    state = Steps(game).start()
    for symbol in (7, 0, 1, 9, 9):
        assert state.legal_symbols() == tuple(range(10))
        state = state.step(symbol)
    assert state.step(3).state.log == (701993,)  # type: ignore[attr-defined]
    assert game.encoded < 5000
