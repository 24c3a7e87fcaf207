"""Games of a few lines, each for one feature of the engine contract; and what is wrong with them broken.

A position is the list of what has happened, as small numbers, so a toy says only who decides after it,
among what, who sees it, and what a player who did not see it may imagine.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.game import (
    CHANCE,
    NO_ACTIONS,
    TERMINAL,
    ActionList,
    Actions,
    Game,
    Info,
    Information,
    State,
    ranked,
)
from quadrangle.engines.rulings import Rulings

Log = tuple[int, ...]

HIDDEN, FOUL, UNTOLD = 9, 10, -1
"""In what is known: a thing not seen. What a referee says. A face nobody at the program has seen."""

_NAMES = {FOUL: "foul", UNTOLD: "?"}


class Act(Struct, frozen=True):
    """Anything that happens in a toy."""

    number: int

    def __str__(self) -> str:
        return _NAMES.get(self.number, str(self.number))


ACTS = {number: Act(number) for number in (*range(10), FOUL, UNTOLD)}
_BY_NAME = {str(act): act for act in ACTS.values()}
_BY_WORD: dict[tuple[int, ...], Act] = {divmod(act.number, 3): act for act in ACTS.values()}


class ToyState(State, frozen=True, eq=False, gc=False):
    """A position of a toy."""

    log: Log = ()

    def legal_actions(self) -> Actions[Act]:
        if self.current_player < 0:
            return NO_ACTIONS
        return ActionList(ACTS[number] for number in self.game.choices(self.log))

    def chance_outcomes(self) -> Sequence[tuple[Act, Fraction]]:
        choices = self.game.choices(self.log) if self.is_chance else ()
        return [(ACTS[number], Fraction(1, len(choices))) for number in choices]

    def sample_chance(self, rng: Rng) -> Act:
        return ACTS[self.game.draw(self.log, rng)]

    def referee_actions(self) -> Sequence[Act]:
        return [ACTS[number] for number in self.game.calls(self.log)]

    def observers(self) -> Sequence[int]:
        return self.game.watchers(self.log)  # type: ignore[no-any-return]

    def reveals(self, action: Act, after: State) -> bool:
        return self.game.tells(self.log)  # type: ignore[no-any-return]

    def _fault(self, action: Any) -> str:
        if self.is_terminal:
            return "it is over"
        number = action.number if isinstance(action, Act) else None
        game, log = self.game, self.log
        known = (*game.choices(log), *game.calls(log), *(game.unseen(log) if self.is_chance else ()))
        return "" if number in known else "not now"

    def _apply(self, action: Act) -> ToyState:
        return self.game.at((*self.log, action.number))  # type: ignore[no-any-return]

    def information(self, player: int) -> Information:
        self._require_player(player)
        numbers = self._numbers(player)
        return Information(player, " ".join(map(str, numbers)), numbers)

    def _numbers(self, player: int) -> tuple[int, ...]:
        seen = tuple(self.game.seen(self.log, player))
        return (*seen, *(8,) * (self.game.length + 1 - len(seen)), self.current_player + 2)

    def resample(self, player: int, rng: Rng) -> State:
        self._require_player(player)
        return self.game.at(self.game.imagine(self.log, player, rng))  # type: ignore[no-any-return]

    @property
    def is_exact(self) -> bool:
        return UNTOLD not in self.log

    def scores(self) -> tuple[float, ...]:
        return tuple(map(float, self.game.points(self.log)))

    def _final_returns(self) -> tuple[float, ...]:
        return ranked(self.scores())

    def ended_by(self) -> str:
        return "finished" if self.is_terminal else ""

    def evaluate(self, player: int) -> float:
        return self.scores()[player]

    def faults(self) -> str:
        state: ToyState = self.game.start()
        for number in self.log:
            if state._fault(ACTS.get(number)):
                return f"{number} cannot be after {state.log}"
            state = self.game.at((*state.log, number))
        return "" if state.current_player == self.current_player else "another player decides"

    def __str__(self) -> str:
        return "log:" + "".join(f" {ACTS[number]}" for number in self.game.written(self.log))


class Toy(Game[ToyState]):
    """What toys share: everything but their rules."""

    rulings_type: ClassVar[type[Rulings]] = Rulings
    state_type: ClassVar[type[ToyState]] = ToyState
    length: ClassVar[int] = 4
    """The most that can happen."""

    def __init__(self, players: int = 2, rulings: Rulings | None = None) -> None:
        self.players, self.rulings = players, rulings or Rulings()
        self.info = Info(
            name="toy",
            title=type(self).__name__,
            players=(2, 3),
            symbols=self.num_symbols,
            longest=self.longest(),
            chance=True,
            perfect_information=False,
            scores="points",
        )

    def turn(self, log: Log) -> int:
        """Return who decides."""
        raise NotImplementedError

    def choices(self, log: Log) -> Sequence[int]:
        """Return what may be done, or drawn."""
        return (0, 1)

    def points(self, log: Log) -> Sequence[float]:
        return (0.0,) * self.players

    def calls(self, log: Log) -> Sequence[int]:
        return ()

    def unseen(self, log: Log) -> Sequence[int]:
        """Return what else may be answered where chance decides."""
        return ()

    def watchers(self, log: Log) -> Sequence[int]:
        return range(self.players)

    def tells(self, log: Log) -> bool:
        return False

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return log

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log

    def draw(self, log: Log, rng: Rng) -> int:
        choices = self.choices(log)
        return choices[rng.below(len(choices))]

    def written(self, log: Log) -> Sequence[int]:
        return log

    def at(self, log: Log) -> ToyState:
        return self.state_type(self, self.turn(log), log)

    def start(self) -> ToyState:
        return self.at(())

    def state_from(self, text: str) -> ToyState:
        name, _, rest = text.partition(":")
        if name != "log":
            raise NotationError("no log", expected="log: 1 2")
        state = self.at(tuple(_act(word).number for word in rest.split()))
        if state.faults():
            raise NotationError(state.faults())
        if str(state) != text:
            raise NotationError(f"{text!r} is not canonical", expected=repr(str(state)))
        return state

    def state_types(self) -> tuple[type[State], ...]:
        return (self.state_type,)

    def parse_action(self, text: str) -> Act:
        return _act(text)

    @property
    def num_symbols(self) -> int:
        return 4

    def encode(self, action: Act) -> tuple[int, ...]:
        return divmod(action.number, 3)

    def decode(self, word: Sequence[int]) -> Act:
        found = _BY_WORD.get(tuple(word))
        if found is None:
            raise NotationError(f"{word} is no word", expected="one that encode returns")
        return found

    def longest(self) -> int | None:
        return self.length


def _act(text: str) -> Act:
    if text not in _BY_NAME:
        raise NotationError(f"{text} is no action", expected="a digit")
    return _BY_NAME[text]


def put(log: Log, at: int, number: int) -> Log:
    """Return a log with another number at one place, where it is that long."""
    return (*log[:at], number, *log[at + 1 :]) if len(log) > at else log


class CutAndChoose(Toy):
    """A player who is not the active one decides: one cuts four sweets in two, the other takes a heap."""

    def turn(self, log: Log) -> int:
        return (0, 1, 1, 0, TERMINAL)[len(log)]

    def choices(self, log: Log) -> Sequence[int]:
        return (0, 1) if len(log) % 2 else (0, 1, 2)

    def points(self, log: Log) -> Sequence[float]:
        taken = [cut if heap else 4 - cut for cut, heap in zip(log[::2], log[1::2], strict=False)]
        mine = [share if i else 4 - share for i, share in enumerate(taken)]
        return sum(mine), 4 * len(mine) - sum(mine)


class Peek(Toy):
    """One player sees what chance deals: A gets a card, bids or not, and B guesses it."""

    length = 3

    def turn(self, log: Log) -> int:
        return (CHANCE, 0, 1, TERMINAL)[len(log)]

    def choices(self, log: Log) -> Sequence[int]:
        return (0, 1) if len(log) == 1 else (0, 1, 2, 3)

    def watchers(self, log: Log) -> Sequence[int]:
        return (0,) if not log else (0, 1)

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return put(log, 0, HIDDEN) if player == 1 and len(log) < 3 else log

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return put(log, 0, rng.below(4)) if player == 1 and len(log) < 3 else log

    def tells(self, log: Log) -> bool:
        return len(log) == 2

    def points(self, log: Log) -> Sequence[float]:
        right = len(log) == 3 and log[0] == log[2]
        return -float(right) * (1 + log[1] if right else 1), float(right)


class Morra(Toy):
    """Choices at once: three players show 0 or 1, one after the other, and nobody sees it before all have."""

    length = 3

    def turn(self, log: Log) -> int:
        return (0, 1, 2, TERMINAL)[len(log)]

    def watchers(self, log: Log) -> Sequence[int]:
        return range(3) if len(log) == 2 else (len(log),)

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return log if len(log) == 3 else [n if i == player else HIDDEN for i, n in enumerate(log)]

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log if len(log) == 3 else tuple(n if i == player else rng.below(2) for i, n in enumerate(log))

    def tells(self, log: Log) -> bool:
        return len(log) == 2

    def points(self, log: Log) -> Sequence[float]:
        return [float(log.count(n) == 1) for n in log] if len(log) == 3 else (0.0,) * 3


class Tuck(Toy):
    """A deck with a known bottom: of four cards one is shown and put under the rest; each is taken or left.

    Chance draws among the others; the last of them, and then the bottom, come by themselves.
    """

    length = 7

    def turn(self, log: Log) -> int:
        return (CHANCE, CHANCE, 0, CHANCE, 1, 0, 1, TERMINAL)[len(log)]

    def choices(self, log: Log) -> Sequence[int]:
        drawn = (*log[:2], *log[3:4])
        return [card for card in range(4) if card not in drawn] if self.turn(log) == CHANCE else (0, 1)

    def order(self, log: Log) -> Sequence[int]:
        """Return the cards in the order in which they are taken or left."""
        return (log[1], log[3], 6 - log[0] - log[1] - log[3], log[0])

    def points(self, log: Log) -> Sequence[float]:
        if len(log) < 7:
            return (0.0, 0.0)
        taken = [card * take for card, take in zip(self.order(log), (log[2], *log[4:]), strict=True)]
        return taken[0] + taken[2], taken[1] + taken[3]


class Whistle(Toy):
    """A referee: players say 0 or 1 in turns, and after any word a foul may be called, which loses."""

    def turn(self, log: Log) -> int:
        return TERMINAL if FOUL in log or len(log) == 4 else len(log) % 2

    def calls(self, log: Log) -> Sequence[int]:
        return (FOUL,) if log and self.turn(log) != TERMINAL else ()

    def points(self, log: Log) -> Sequence[float]:
        if FOUL in log:
            return (-1.0, 0.0) if len(log) % 2 == 0 else (0.0, -1.0)
        return float(sum(log[::2])), float(sum(log[1::2]))


class Blind(Toy):
    """A face unknown to the program: one of four cards lies face down, perhaps unseen, and both guess it."""

    length = 3

    def turn(self, log: Log) -> int:
        return (CHANCE, 0, 1, TERMINAL)[len(log)]

    def choices(self, log: Log) -> Sequence[int]:
        return (0, 1, 2, 3)

    def unseen(self, log: Log) -> Sequence[int]:
        return () if log else (UNTOLD,)

    def watchers(self, log: Log) -> Sequence[int]:
        return (0, 1) if log else ()

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return put(log, 0, HIDDEN)

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return put(log, 0, rng.below(4))

    def points(self, log: Log) -> Sequence[float]:
        return [float(log[0] == guess) for guess in log[1:]] if len(log) == 3 else (0.0, 0.0)


class Dawdle(Toy):
    """A game that may last: players in turns stay (0) or leave (1), which ends it, at the latest the 40th."""

    length = 40

    def turn(self, log: Log) -> int:
        return TERMINAL if 1 in log or len(log) >= self.length else len(log) % 2

    def points(self, log: Log) -> Sequence[float]:
        return (float(len(log) % 2), 0.0) if 1 in log else (0.0, 0.0)


def face_down(game: Toy, rng: Rng) -> State:
    """Return a position of `Blind` whose card nobody at the program has seen."""
    return game.state_from("log: ?")


class NobodyChooses(CutAndChoose):
    """Only the active player has actions."""

    def choices(self, log: Log) -> Sequence[int]:
        return () if self.turn(log) != len(log) // 2 else super().choices(log)


class PeekIsSeen(Peek):
    """B knows the card at once."""

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return log

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log


class PeekIsImaginedWrongly(Peek):
    """B imagines the cards that are even."""

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return put(log, 0, 2 * rng.below(2)) if player == 1 and len(log) < 3 else log


class PeekForgets(Peek):
    """A imagines other cards than the one in hand."""

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return put(log, 0, rng.below(4)) if len(log) < 3 else log


class PeekTells(Peek):
    """The hidden number is not drawn anew."""

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log


class PeekSaysNothing(Peek):
    """B's guess shows the card, and is said to reveal nothing."""

    def tells(self, log: Log) -> bool:
        return False


class MorraInTurns(Morra):
    """Who shows later sees what was shown."""

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return log

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log


class MorraByHabit(Morra):
    """The others are taken to show 0 three times in four."""

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return (
            tuple(n if i == player else rng.below(4) // 3 for i, n in enumerate(log)) if len(log) < 3 else log
        )


class TuckDrawsTheBottom(Tuck):
    """The card at the bottom may come up before its time."""

    def draw(self, log: Log, rng: Rng) -> int:
        return log[0] if log and not rng.below(4) else super().draw(log, rng)


class TuckDrawsTheLowest(Tuck):
    """Low cards come up more often."""

    def draw(self, log: Log, rng: Rng) -> int:
        return min(super().draw(log, rng), super().draw(log, rng))


class TuckForgetsTheBottom(Tuck):
    """The text does not say which card lies at the bottom."""

    def written(self, log: Log) -> Sequence[int]:
        return put(log, 0, 0)


class TuckAsksForTheBottom(Tuck):
    """Chance is asked for a card that can only be one."""

    def turn(self, log: Log) -> int:
        return (CHANCE, CHANCE, 0, CHANCE, 1, CHANCE, 0, TERMINAL)[len(log)]

    def choices(self, log: Log) -> Sequence[int]:
        return (log[0],) if len(log) == 5 else super().choices(log)


class WhistleForAll(Whistle):
    """Players may call a foul themselves."""

    def choices(self, log: Log) -> Sequence[int]:
        return (0, 1, FOUL) if log else (0, 1)

    @property
    def num_symbols(self) -> int:
        return 5


class _Deaf(ToyState, frozen=True, eq=False, gc=False):
    def _fault(self, action: Any) -> str:
        return "players do not listen" if action == ACTS[FOUL] else super()._fault(action)


class WhistleUnheard(Whistle):
    """The rules refuse what the referee may say."""

    state_type = _Deaf


class DawdleForEver(Dawdle):
    """Nobody has to leave, though it is said that somebody does."""

    def turn(self, log: Log) -> int:
        return TERMINAL if 1 in log else len(log) % 2

    def seen(self, log: Log, player: int) -> Sequence[int]:
        return log[-3:]


class BlindStaysBlind(Blind):
    """What nobody has seen is not imagined either."""

    def imagine(self, log: Log, player: int, rng: Rng) -> Log:
        return log if log[:1] == (UNTOLD,) else super().imagine(log, player, rng)


class _Uneven(ToyState, frozen=True, eq=False, gc=False):
    def chance_outcomes(self) -> Sequence[tuple[Act, Fraction]]:
        return [(act, share * Fraction(99, 100)) for act, share in super().chance_outcomes()]


class _Generous(ToyState, frozen=True, eq=False, gc=False):
    def _final_returns(self) -> tuple[float, ...]:
        return (1.0, 1.0)


class _Early(ToyState, frozen=True, eq=False, gc=False):
    def returns(self) -> tuple[float, ...]:
        return self._final_returns()


class _Silent(ToyState, frozen=True, eq=False, gc=False):
    def ended_by(self) -> str:
        return ""


class _Lax(ToyState, frozen=True, eq=False, gc=False):
    def _fault(self, action: Any) -> str:
        return "" if isinstance(action, Act) and action.number < 3 else super()._fault(action)


class _Curt(ToyState, frozen=True, eq=False, gc=False):
    def _fault(self, action: Any) -> str:
        return ": " if super()._fault(action) else ""


class _Twice(ToyState, frozen=True, eq=False, gc=False):
    def _apply(self, action: Act) -> ToyState:
        object.__getattribute__(self.game, "heard").append(action)
        log = (*self.log, (action.number + len(self.game.heard)) % 2)
        return self.game.at(log)  # type: ignore[no-any-return]


class _Backwards(ToyState, frozen=True, eq=False, gc=False):
    def legal_actions(self) -> Actions[Act]:
        return ActionList(reversed(super().legal_actions()))


class _Growing(ToyState, frozen=True, eq=False, gc=False):
    def _numbers(self, player: int) -> tuple[int, ...]:
        return (*super()._numbers(player), *self.log)


class _Soft(ToyState, frozen=True, eq=False, gc=False):
    notes: list[int] = []  # noqa: RUF012

    def _apply(self, action: Act) -> ToyState:
        self.notes.append(action.number)
        return super()._apply(action)


class _Crash(ToyState, frozen=True, eq=False, gc=False):
    def evaluate(self, player: int) -> float:
        return 0.0

    def scores(self) -> tuple[float, ...]:
        return (float(1 // (4 - len(self.log))),) * 2


class _Rotten(ToyState, frozen=True, eq=False, gc=False):
    def faults(self) -> str:
        return "too many words" if len(self.log) > 3 else super().faults()


class Uneven(Tuck):
    """Chance outcomes sum to less than 1."""

    state_type = _Uneven


class Generous(CutAndChoose):
    """Everybody wins."""

    state_type = _Generous


class Early(CutAndChoose):
    """Results before the end."""

    state_type = _Early


class Silent(CutAndChoose):
    """It ends and does not say how."""

    state_type = _Silent


class Lax(CutAndChoose):
    """Takes what is not legal."""

    state_type = _Lax


class Curt(CutAndChoose):
    """Refuses and does not say why."""

    state_type = _Curt


class Moody(Whistle):
    """The same action does not always lead to the same position."""

    state_type = _Twice

    def __init__(self, players: int = 2, rulings: Rulings | None = None) -> None:
        super().__init__(players, rulings)
        self.heard: list[Act] = []


class Backwards(CutAndChoose):
    """Legal actions stand in another order than their words."""

    state_type = _Backwards


class Growing(CutAndChoose):
    """What is known has more and more numbers."""

    state_type = _Growing


class Soft(Whistle):
    """Positions hold a list, and applying an action appends to it."""

    state_type = _Soft


class Crash(CutAndChoose):
    """Some positions end in a fault of the program."""

    state_type = _Crash


class Rotten(Whistle):
    """Legal actions lead to what cannot be."""

    state_type = _Rotten


class Endless(Whistle):
    """No limit is known."""

    def longest(self) -> int | None:
        return None


class TooLong(Whistle):
    """The limit that is known does not hold."""

    def longest(self) -> int | None:
        return 3


class Stammer(Whistle):
    """One word is the beginning of another."""

    def encode(self, action: Act) -> tuple[int, ...]:
        return (0,) * (1 + action.number)

    def decode(self, word: Sequence[int]) -> Act:
        return ACTS[len(word) - 1]


class Overlong(Whistle):
    """Words use more symbols than there are."""

    def encode(self, action: Act) -> tuple[int, ...]:
        return (4 + action.number,)

    def decode(self, word: Sequence[int]) -> Act:
        return ACTS[word[0] - 4]


class Mumbled(Whistle):
    """Actions cannot be read back."""

    def parse_action(self, text: str) -> Act:
        return ACTS[0]


class _Contrary(ToyState, frozen=True, eq=False, gc=False):
    def __ne__(self, other: object) -> bool:
        return self is not other


class Contrary(Whistle):
    """Equal positions are unlike, too."""

    state_type = _Contrary


class Sloppy(Whistle):
    """Reads a position that is not written canonically."""

    def state_from(self, text: str) -> ToyState:
        return super().state_from(text.replace("ll", "l").replace("  ", " "))


class Fragile(Whistle):
    """Breaks at a text that does not read."""

    def parse_action(self, text: str) -> Act:
        return _BY_NAME[text]


class Credulous(Whistle):
    """Believes any position it is told."""

    def _checked(self, kind: type[State], found: dict[str, Any]) -> ToyState:
        return self.state_type(self, found["current_player"], tuple(found["log"]))


def scribbling(name: str) -> type[Toy]:
    """Return a game whose positions change when one of their methods is called."""

    def method(self: Any, *args: Any) -> Any:
        found = getattr(ToyState, name)(self, *args)
        msgspec.structs.force_setattr(self, "log", (*self.log, 0))
        return found

    kind = msgspec.defstruct(
        f"Scribbles_{name}", [], bases=(ToyState,), namespace={name: method}, frozen=True, eq=False, gc=False
    )
    return type(f"Scribbling_{name}", (Whistle,), {"state_type": kind})
