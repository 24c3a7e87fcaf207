"""The laws of the engine contract, looked at one position at a time: see `conformance`, which plays."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from ..core.errors import IllegalAction, NotationError
from ..core.rng import Rng
from .game import CHANCE, TERMINAL, Game, Information, State, seat
from .odds import misfit, worlds

_LOOKED_AT = 12
"""Actions of one position that are carried out, and of other positions that are tried in it."""
_DRAWS = 200
"""Draws for each outcome, where a law of chance is held against counts."""
_STUCK = 10_000
"""Steps of chance in a row after which nobody waits for the next decision."""
_GUESSES = 20
"""Draws of what a player does not know; that all of them are right happens once in 4^20 times at most."""
_MANGLED = 3
"""Altered texts of one position that are read."""
_ELSEWHERE = 24
"""Actions of each type that are remembered, to be tried where they are not legal."""


class Broken(AssertionError):
    """A law that a game breaks."""

    def __init__(self, law: str, seed: str = "", position: str = "", action: str = "") -> None:
        super().__init__(law, seed, position, action)
        self.law = law
        """What should hold, and what was found."""
        self.seed = seed
        """The run it was found in; empty where it does not depend on one."""
        self.position = position
        """The position, in its text form."""
        self.action = action
        """The action or outcome concerned; empty where there is none."""

    def __str__(self) -> str:
        told = [self.law]
        if self.seed:
            told.append(f"run: {self.seed}")
        if self.action:
            told.append(f"action: {self.action}")
        if self.position:
            told += ["position:", *(f"  {line}" for line in self.position.splitlines())]
        return "\n".join(told)


class Laws:
    """The laws of one game, looked at in positions of it; words and actions of others are remembered."""

    def __init__(self, game: Game[Any], label: str, rng: Rng) -> None:
        """Begin with what is said of the game itself. Raises Broken."""
        self.game = game
        self._label = label
        self._rng = rng
        self._words: dict[tuple[int, ...], Any] = {}
        self._stems: set[tuple[int, ...]] = set()
        self._elsewhere: dict[type, list[Any]] = {}
        self._numbers: int | None = None
        self._longest = self._limit()
        self._of_game()

    def hold(self, true: bool, law: str, state: State | None = None, action: object = "") -> None:
        """Raise Broken where something is not true; `law` says what should be, or what was found."""
        if not true:
            raise self._broken(law, state, action)

    def _broken(self, law: str, state: State | None = None, action: object = "") -> Broken:
        position = "" if state is None else str(state)
        return Broken(law, self._label, position, str(action))

    def surprise(self, error: Exception, state: State, action: object = "") -> Broken:
        """Return any other error of the game as Broken."""
        return self._broken(f"no law foresees {type(error).__name__}: {error}", state, action)

    @contextlib.contextmanager
    def _no_surprise(self, state: State, action: object = "") -> Iterator[None]:
        try:
            yield
        except Broken:
            raise
        except Exception as error:
            raise self.surprise(error, state, action) from error

    @contextlib.contextmanager
    def _unchanged(self, state: State, by: str, action: object = "") -> Iterator[None]:
        before = hash(state), state.json()
        yield
        if (hash(state), state.json()) != before:
            raise Broken(f"{by} changed the position", self._label, before[1], str(action))

    def _limit(self) -> int:
        longest = self.game.longest()
        if longest is not None:
            return longest
        law = (
            "longest() is None: some ruling takes away the limit of the game, and without one the suite "
            "has nothing to hold it to"
        )
        raise Broken(law, self._label)

    def _of_game(self) -> None:
        game = self.game
        self.hold(game.players in game.info.players, f"{game.players} players are not in info.players")
        self.hold(game.num_symbols > 0, "num_symbols is 1 or more")
        self.hold(game.info.symbols == game.num_symbols, "info.symbols is num_symbols")
        self.hold(game.info.longest == self._longest, "info.longest is longest()")
        self.hold(self._longest > 0, "longest() is 1 or more")
        one, other = game.start(), game.start()
        self._made_of(one)
        self.hold(one == other and hash(one) == hash(other), "two starts of a game are equal", one)
        self.hold(one.game is game, "a state is of the game that started it", one)

    def length(self, decisions: int, waited: int, state: State) -> None:
        """Hold a game to `longest`, and chance to letting players decide at times."""
        if decisions > self._longest:
            law = f"no game takes more than longest() = {self._longest} decisions, and this one is longer"
            raise self._broken(law, state)
        if waited >= _STUCK:
            raise self._broken(f"chance decided {_STUCK} times in a row", state)

    def position(self, state: State) -> None:
        """Look at every law in a position. Raises Broken."""
        with self._no_surprise(state):
            self._pure(state)
            self._itself(state)
            self._text_and_json(state)
            self._misread(state)
            self._end(state)
            self._who_decides(state)
            self._legal(state)
            self._chance(state)
            self._referee(state)
            self._refused(state)
            for player in range(self.game.players):
                self._known(state, player)
            self._nobody_else(state)
            self._hidden(state)

    def sound(self, state: State, action: object) -> None:
        """Look at the invariants of the game only."""
        fault = state.faults()
        if fault:
            raise self._broken(f"faults() is empty after every action: {fault}", state, action)

    def follows(self, state: State, action: object, after: State) -> None:
        """Look at what holds between a position and what was done in it."""
        self.sound(after, action)
        self.remember(state, action)
        self.hold(after.game is state.game, "a state is of the game of the one before", state, action)

    def remember(self, state: State, action: object) -> None:
        """Keep an action, to try it where it is not legal."""
        kept = self._elsewhere.setdefault(type(action), [])
        if len(kept) < _ELSEWHERE:
            if action not in kept:
                kept.append(action)
        elif not self._rng.below(64):
            kept[self._rng.below(_ELSEWHERE)] = action

    def _itself(self, state: State) -> None:
        kind = type(state)
        self.hold(kind in self.game.state_types(), f"{kind.__name__} is one of state_types()", state)
        self._made_of(state)
        self.hold(state.game is self.game, "a state is of the game that started it", state)
        self.hold(state.faults() == "", f"faults() is empty: {state.faults()}", state)
        self.hold(kind.__name__ in repr(state), "repr() names the class", state)

    def _made_of(self, state: State) -> None:
        kind = type(state)
        self.hold(kind.__struct_config__.frozen, f"{kind.__name__} is frozen", state)
        for name in kind.__struct_fields__[1:]:
            self.hold(_is_fixed(getattr(state, name)), f"{name} is made of what cannot change", state)

    def _pure(self, state: State) -> None:
        """Look at whether looking changes anything."""
        for name in ("legal_actions", "chance_outcomes", "referee_actions", "observers", "scores", "json"):
            with self._unchanged(state, f"{name}()"):
                getattr(state, name)()
        for player in range(self.game.players):
            with self._unchanged(state, "information()"):
                state.information(player)
            with self._unchanged(state, "resample()"):
                state.resample(player, self._rng)
            with self._unchanged(state, "evaluate()"):
                state.evaluate(player)
        with self._unchanged(state, "an illegal action"), contextlib.suppress(IllegalAction):
            state.apply(_Stranger())

    def _text_and_json(self, state: State) -> None:
        game, text = self.game, str(state)
        read = game.state_from(text)
        self.hold(read == state, "state_from(str(x)) == x", state, f"read as {read!r}")
        unequal = read != state
        self.hold(not unequal, "equal states are not unequal: != is the opposite of ==", state)
        self.hold(hash(read) == hash(state), "equal states have equal hashes", state)
        alike = (str(read), read.json()) == (text, state.json())
        self.hold(alike, "equal states are written alike, as text and as JSON", state)
        again = game.state_from_json(state.json())
        self.hold(again == state and hash(again) == hash(state), "state_from_json(x.json()) == x", state)
        self.hold(state != text and state != object(), "a state equals nothing that is no state", state)

    def _misread(self, state: State) -> None:
        """Look at whether texts that were altered are refused, or read as what they say."""
        game = self.game
        for _ in range(_MANGLED):
            text = _mangled(str(state), self._rng)
            with contextlib.suppress(NotationError), self._reading(text, state):
                found = game.state_from(text)
                canonical = str(found) == text.removesuffix("\n")
                self.hold(canonical, f"state_from() reads canonical texts only, and not {text!r}", state)
            text = _miscounted(state.json(), self._rng)
            with contextlib.suppress(NotationError), self._reading(text, state):
                found = game.state_from_json(text)
                self.hold(
                    game.state_from(str(found)) == found, f"{text} is no position, but read as one", state
                )

    @contextlib.contextmanager
    def _reading(self, text: str, state: State) -> Iterator[None]:
        try:
            yield
        except (Broken, NotationError):
            raise
        except Exception as error:
            law = f"what does not read raises NotationError, not {type(error).__name__} ({error}): {text!r}"
            raise self._broken(law, state) from error

    def _end(self, state: State) -> None:
        players, over = self.game.players, state.current_player == TERMINAL
        self.hold(state.is_terminal == over, "is_terminal says whether current_player is TERMINAL", state)
        self.hold(bool(state.ended_by()) == over, "ended_by() is empty until the game has ended", state)
        self.hold(len(state.scores()) == players, "scores() has one entry for each player", state)
        if not over:
            try:
                state.returns()
            except ValueError:
                return
            raise self._broken("returns() raises ValueError before the end", state)
        returns = state.returns()
        self.hold(len(returns) == players, "returns() has one entry for each player", state)
        if players == 1:
            self.hold(
                0 <= returns[0] <= 1, f"the result of one player is from 0 to 1, not {returns[0]}", state
            )
            return
        self.hold(abs(sum(returns)) < 1e-9, f"returns() sum to 0: {returns}", state)
        self.hold(all(-1 <= value <= 1 for value in returns), f"returns() are from -1 to 1: {returns}", state)

    def _who_decides(self, state: State) -> None:
        player = state.current_player
        known = player in (CHANCE, TERMINAL) or 0 <= player < self.game.players
        self.hold(known, f"current_player is a player, CHANCE or TERMINAL, not {player}", state)
        self.hold(state.is_chance == (player == CHANCE), "is_chance says whether CHANCE decides", state)
        self.hold((player >= 0) == bool(len(state.legal_actions())), _ONE_LEGAL, state)
        self.hold(
            (player == CHANCE) == bool(state.chance_outcomes()),
            "chance_outcomes() are there where chance decides, and nowhere else",
            state,
        )

    def _legal(self, state: State) -> None:
        actions = state.legal_actions()
        if state.current_player < 0:
            return
        self._sequence(state, actions)
        with self._unchanged(state, "sample()"):
            drawn = actions.sample(self._rng)
        self.hold(drawn in actions, "sample() returns a legal action", state, drawn)
        looked_at = self._some(actions)
        self._in_order(state, looked_at)
        for action in looked_at:
            self._writes(state, action)
            self._carries_out(state, action)

    def _sequence(self, state: State, actions: Sequence[Any]) -> None:
        count = len(actions)
        self.hold(count == len(state.legal_actions()), "legal_actions() are the same each time", state)
        self.hold(actions[-1] == actions[count - 1], "legal_actions()[-1] is the last", state)
        try:
            actions[count]
        except IndexError:
            pass
        else:
            raise self._broken("legal_actions()[len] raises IndexError", state)
        for action in self._some(actions):
            self.hold(action in actions, "`in` finds every legal action", state, action)
        if count <= 4096:
            told = list(actions)
            self.hold(told == [actions[i] for i in range(count)], "iteration and index agree", state)
            self.hold(told == list(state.legal_actions()), "legal_actions() are the same each time", state)
            self._in_order(state, told)

    def _some(self, actions: Sequence[Any]) -> list[Any]:
        """Return some of the actions in their order, all where they are few."""
        count = len(actions)
        if count <= _LOOKED_AT:
            return list(actions)
        chosen = {self._rng.below(count) for _ in range(_LOOKED_AT)} | {0, count - 1}
        return [actions[i] for i in sorted(chosen)]

    def _in_order(self, state: State, actions: Sequence[Any]) -> None:
        last: tuple[int, ...] = ()
        for action in actions:
            word = self.game.encode(action)
            self.hold(
                last < word, "legal actions stand in the order of their words, each once", state, action
            )
            last = word

    def _writes(self, state: State, action: Any) -> None:
        """Look at the text and the word of an action or outcome."""
        game = self.game
        self._reads(state, action)
        word = game.encode(action)
        law = f"a word is made of integers from 0 below num_symbols = {game.num_symbols}, not {word}"
        self.hold(bool(word) and all(0 <= symbol < game.num_symbols for symbol in word), law, state, action)
        self.hold(game.decode(word) == action, "decode(encode(a)) == a", state, action)
        if word in self._words:
            same = self._words[word] == action
            self.hold(same, f"{self._words[word]} and another action have the same word", state, action)
            return
        stems = [word[:i] for i in range(1, len(word))]
        begins = next((self._words[stem] for stem in stems if stem in self._words), None)
        self.hold(begins is None, f"the word of {begins} is the beginning of another", state, action)
        self.hold(word not in self._stems, "a word is the beginning of another", state, action)
        self._words[word] = action
        self._stems.update(stems)

    def _reads(self, state: State, action: Any) -> None:
        try:
            read = self.game.parse_action(str(action))
        except NotationError as error:
            raise self._broken(f"parse_action(str(a)) == a, and not: {error}", state, action) from None
        same = read == action and hash(read) == hash(action)
        self.hold(same, "parse_action(str(a)) == a", state, action)
        text = _mangled(str(action), self._rng)
        with contextlib.suppress(NotationError), self._reading(text, state):
            other = self.game.parse_action(text)
            self.hold(self.game.parse_action(str(other)) == other, f"{text!r} reads as {other}", state)

    def _carries_out(self, state: State, action: Any) -> None:
        with self._no_surprise(state, action), self._unchanged(state, "apply()", action):
            after = state.apply(action)
        with self._no_surprise(state, action):
            self.hold(after == state._apply(action), "apply(a) == _apply(a)", state, action)
            self.hold(after == state.apply(action), "apply(a) is the same each time", state, action)
            self.sound(after, action)
            elapsed = self._rng.below(3000)
            self.hold(
                state.apply(action, elapsed) == state._elapse(elapsed)._apply(action),
                f"apply(a, {elapsed}) lets time pass first",
                state,
                action,
            )
        self._refuses(state, action, elapsed_ms=-1)
        self._tells(state, action)

    def _tells(self, state: State, action: Any) -> None:
        with self._unchanged(state, "consequences()", action):
            told = state.consequences(action)
            line = isinstance(told, tuple) and all(isinstance(event, str) and event for event in told)
            self.hold(line, f"consequences() are texts, not {told!r}", state, action)
            self.hold(
                told == state.consequences(action), "consequences() are the same each time", state, action
            )

    def _chance(self, state: State) -> None:
        if not state.is_chance:
            return
        law = dict(state.chance_outcomes())
        with self._unchanged(state, "sample_chance()"):
            drawn = state.sample_chance(self._rng)
        self.hold(len(law) == len(state.chance_outcomes()), "chance_outcomes() are unlike each other", state)
        exact = all(isinstance(share, Fraction) and share > 0 for share in law.values())
        self.hold(exact, "every chance outcome has a Fraction above 0", state)
        self.hold(sum(law.values()) == 1, f"chance outcomes sum to 1, not {sum(law.values())}", state)
        self.hold(
            len(law) > 1, "what has one outcome only is carried out at once, not asked of chance", state
        )
        self.hold(drawn in law, "sample_chance() returns one of chance_outcomes()", state, drawn)
        for outcome in self._some(list(law)):
            self._writes(state, outcome)
            self._carries_out(state, outcome)
        # The more outcomes, the more has to be drawn, and the less often it is.
        if not self._rng.below(len(law)):
            self.chance_by_counts(state)

    def chance_by_counts(self, state: State) -> None:
        """Hold `sample_chance` to `chance_outcomes` by drawing often. Raises Broken."""
        law = dict(state.chance_outcomes())
        drawn = [state.sample_chance(self._rng) for _ in range(_DRAWS * len(law))]
        self._counts(state, drawn, law, "sample_chance() draws by the law of chance_outcomes()")

    def _counts(self, state: State, drawn: Sequence[Any], law: Mapping[Any, Fraction], what: str) -> None:
        fault = misfit(drawn, law)
        self.hold(not fault, f"{what}: {fault}", state)

    def _referee(self, state: State) -> None:
        actions = state.legal_actions()
        for action in state.referee_actions():
            self.hold(action not in actions, "legal_actions() list no referee action", state, action)
            self._reads(state, action)
            self.remember(state, action)
            with self._unchanged(state, "a referee action", action):
                try:
                    after = state.apply(action)
                except IllegalAction as error:
                    law = f"apply() takes every referee action, and not: {error}"
                    raise self._broken(law, state, action) from None
                self.sound(after, action)
            self._tells(state, action)

    def _refused(self, state: State) -> None:
        taken = {outcome for outcome, _ in state.chance_outcomes()} | set(state.referee_actions())
        legal = state.legal_actions()
        elsewhere = [action for kept in self._elsewhere.values() for action in kept]
        tried = [_Stranger(), *(elsewhere[self._rng.below(len(elsewhere))] for _ in elsewhere[:_LOOKED_AT])]
        for action in tried:
            if action not in legal and action not in taken:
                self._refuses(state, action)
        for action in (*self._some(legal), *self._some([outcome for outcome, _ in state.chance_outcomes()])):
            self.remember(state, action)

    def _refuses(self, state: State, action: Any, elapsed_ms: int = 0) -> None:
        what = f"apply() of an illegal action (elapsed_ms={elapsed_ms})"
        with self._unchanged(state, what, action), self._no_surprise(state, action):
            try:
                state.apply(action, elapsed_ms)
            except IllegalAction as error:
                reason = str(error).removeprefix(str(action)).strip(": ")
                self.hold(bool(reason), f"{what} says which rule it breaks", state, action)
            else:
                raise self._broken(f"{what} raises IllegalAction", state, action)

    def _known(self, state: State, player: int) -> None:
        known = state.information(player)
        name = f"information({player})"
        self.hold(
            isinstance(known, Information) and known.player == player, f"{name} is that player's", state
        )
        self.hold(known == state.information(player), f"{name} is the same each time", state)
        self.hold(isinstance(hash(known), int), f"{name} is hashable", state)
        read = msgspec.json.decode(known.json(), type=Information)
        self.hold(read == known, f"{name} is read from its JSON", state)
        numbers = known.tensor()
        size = self._numbers = len(known.numbers) if self._numbers is None else self._numbers
        self.hold(numbers.shape == (size,), f"tensor() always has as many numbers: {size}", state)
        self.hold(tuple(numbers.tolist()) == known.numbers, "tensor() holds the numbers exactly", state)
        world = state.resample(player, self._rng)
        self._imagined(state, player, world)
        if player == state.current_player:
            self._revealed(state, player, world)

    def _imagined(self, state: State, player: int, world: State) -> None:
        name = f"resample({player})"
        fault = world.faults()
        self.hold(not fault, f"{name} is a sound position: {fault}", state)
        self.hold(world.is_exact, f"{name} is exact", state)
        self.hold(self.game.state_from(str(world)) == world, f"{name} is read from its text", world)
        if not state.is_exact:
            return
        same = world.information(player) == state.information(player)
        self.hold(same, f"{name} has the same information({player}), not that of {world!r}", state)
        if self.game.info.perfect_information:
            self.hold(world == state, f"{name} is the position itself, info saying that all is known", state)
        if player == state.current_player:
            same = list(world.legal_actions()) == list(state.legal_actions())
            self.hold(same, f"who decides knows what is legal; in {world!r} it is something else", state)

    def _revealed(self, state: State, player: int, world: State) -> None:
        """Look at whether what `reveals` denies is so: the same is known after it in every world."""
        if not state.is_exact:
            return
        for action in self._some(state.legal_actions()):
            after = state._apply(action)
            if not state.reveals(action, after):
                same = world._apply(action).information(player) == after.information(player)
                law = f"an action that reveals nothing leads to the same knowledge, also from {world!r}"
                self.hold(same, f"{law} (see State.reveals)", state, action)

    def _nobody_else(self, state: State) -> None:
        for player in (-1, self.game.players):
            for what in (state.information, lambda p: state.resample(p, self._rng)):
                try:
                    what(player)
                except ValueError:
                    continue
                raise self._broken(
                    f"player {player} is not in the game: information and resample say so", state
                )

    def _hidden(self, state: State) -> None:
        """Look at whether players who see nothing of what is decided know the same whatever it is."""
        blind = [player for player in range(self.game.players) if player not in state.observers()]
        choices = self._some([outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions())
        if not blind or not choices:
            return
        afters = [state._apply(action) for action in choices]
        for player in blind:
            name = seat(player)
            for action, after in zip(choices, afters, strict=True):
                same = after.information(player) == afters[0].information(player)
                law = f"player {name}, not one of observers(), knows the same after it as after {choices[0]}"
                self.hold(same, law, state, action)
            self._keeps_hidden(player, afters[0], afters[-1])

    def _keeps_hidden(self, player: int, one: State, other: State) -> None:
        """Look at whether two positions a player cannot tell apart are not always imagined as they are."""
        if one == other or one.is_terminal or other.is_terminal:
            return
        guesses = [
            (world, world.resample(player, self._rng)) for world in (one, other) for _ in range(_GUESSES)
        ]
        law = f"resample({player}) draws what player {seat(player)} does not know, and does not tell it"
        self.hold(any(guess != world for world, guess in guesses), law, one)


_ONE_LEGAL = "a deciding player has a legal action, and nobody has one where no player decides"


class _Stranger(Struct, frozen=True):
    """An action of no game."""

    def __str__(self) -> str:
        return "what no game knows"


def _mangled(text: str, rng: Rng) -> str:
    """Return a text with a letter lost, doubled or replaced by another of it, or two parts exchanged."""
    if not text:
        return " "
    i, j = sorted((rng.below(len(text)), rng.below(len(text))))
    lost, doubled = text[:i] + text[i + 1 :], text[:i] + text[i] + text[i:]
    replaced, exchanged = text[:i] + text[j] + text[i + 1 :], text[j:] + text[i:j] + text[:i]
    return (lost, doubled, replaced, exchanged)[rng.below(4)]


def _miscounted(text: str, rng: Rng) -> str:
    """Return a text with another number in the place of one of its numbers."""
    numbers = list(re.finditer(r"-?[0-9]+", text))
    at = numbers[rng.below(len(numbers))]
    other = (-11, -2, -1, 0, 1, 2, 5, 9, 28, 511, 1 << 27, 1 << 44, 1 << 50, int(at[0]) + 1, int(at[0]) - 1)
    return f"{text[: at.start()]}{other[rng.below(len(other))]}{text[at.end() :]}"


def _is_fixed(value: object) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_fixed, value))
    if isinstance(value, Struct):
        fields = (getattr(value, name) for name in value.__struct_fields__)
        return value.__struct_config__.frozen and all(map(_is_fixed, fields))
    return value is None or isinstance(value, int | str | float | Fraction | bytes)


def resample_by_counts(state: State, player: int, start: State, steps: int, seed: int = 1) -> None:
    """Hold `resample` to the law of `worlds` by drawing often. Raises Broken."""
    law = worlds(state, player, start, steps)
    rng = Rng(seed)
    drawn = [state.resample(player, rng) for _ in range(_DRAWS * len(law))]
    fault = misfit(drawn, law)
    if fault:
        raise Broken(
            f"resample({player}) draws by the law given what is known: {fault}", f"seed {seed}", str(state)
        )
