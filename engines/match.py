"""Matches: played step by step, logged as they happen, resumed, replayed, undone, corrected.

    >>> from quadrangle.engines.leaves import Leaves
    >>> match = Match(Leaves(players=2), seed=7)
    >>> match.chance()
    >>> match.state.legal_actions()
    (Call(), Pass())

What chance does at a line of the log depends on the seed and the number of that line only, so a
match that was resumed goes on as it would have.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from ..core.errors import FileError, IllegalAction, NotationError
from ..core.notation import shown
from ..core.rng import Rng
from ..core.work import sole_writer
from . import game_type
from .components import Components
from .game import CHANCE, TERMINAL, Game, State, seat
from .log import Line, Reading, Writing, continued, new_log, read_log

FORMAT = "quadrangle match"
VERSION = 1

LONGEST_MS = 10**12
"""Milliseconds that one step or pause may take: some thirty years."""

CHANCE_NAME = "chance"
REFEREE = "referee"


class Player(Protocol):
    """Whoever chooses: see `bots`."""

    def choose(self, state: Any, rng: Rng) -> Any:
        """Return one of the legal actions of a state, knowing what its deciding player knows."""
        ...


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a log: all that the rest depends on."""

    format: str = FORMAT
    version: int = VERSION
    game: str
    players: int
    names: list[str]
    """Who plays, seat by seat: a bot's name or `human`."""
    rulings: dict[str, str]
    components: str
    """Digest of the components it is played with."""
    seed: int
    start: str | None = None
    """The position it starts from; null for the set-up."""
    made_by: str = ""
    """Name and version of the program."""


class Step(Struct, frozen=True):
    """Something that happened: a decision, an outcome of chance, a word of the referee."""

    line: int
    """Number of its line in the log."""
    by: str
    """A, B, … for a player, `chance` or `referee`."""
    action: Any
    elapsed_ms: int
    before: Any
    """The `State` before it."""
    after: Any
    then: tuple[str, ...]
    """What the rules did by themselves afterwards."""


class Uncorrectable(IllegalAction):
    """A correction after which something would not have been possible: the line itself, or a later one."""

    def __init__(self, why: str, step: Step) -> None:
        super().__init__(why)
        self.step = step
        """What would not have been possible."""


class Match:
    """A match under way: its steps so far, and the log they are written to."""

    def __init__(
        self,
        game: Game[Any],
        seed: int = 0,
        names: Sequence[str] = (),
        start: State | None = None,
        path: Path | None = None,
    ) -> None:
        """Begin a match, from the set-up or a position, logged to a new file if one is named.

        Raises FileError when the file exists or cannot be written, NotationError for too few names or many.
        """
        self._begin(game, seed, names, start)
        self._holds = contextlib.ExitStack()
        self._log: Writing | _Echo | None = None
        if path is not None:
            self._holds.enter_context(sole_writer(path))
            try:
                self._log = new_log(path, msgspec.to_builtins(self.header()))
            except BaseException:
                self._holds.close()
                raise

    def _begin(self, game: Game[Any], seed: int, names: Sequence[str], start: State | None) -> None:
        self.game = game
        self.seed = seed
        self.names = list(names) or ["human"] * game.players
        """Who plays, seat by seat."""
        if len(self.names) != game.players:
            raise NotationError(f"{len(self.names)} names for {game.players} players")
        self.start: Any = game.start() if start is None else start
        self._from_start = start is None
        self.steps: list[Step] = []
        """What has happened and was not undone."""
        self.lines = 1
        """Lines of the log so far, its head included; kept where nothing is written, too."""
        self.helps = 0
        """How often help was asked for."""
        self.undos = 0
        """How often something was undone."""
        self.pauses = 0
        """How often the clock was stopped."""
        self.owed_ms = 0
        """Time of undone steps; it goes on counting with the next one."""
        self.finished = False
        """Whether the result has been written."""

    @property
    def state(self) -> Any:
        """The position now."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.current_player == TERMINAL)

    def header(self) -> Header:
        """Return the head of the log."""
        return Header(
            game=self.game.info.name,
            players=self.game.players,
            names=self.names,
            rulings=self.game.rulings.values,
            components=self.game.components.digest,
            seed=self.seed,
            start=None if self._from_start else str(self.start),
            made_by=f"quadrangle {version('quadrangle')}",
        )

    def rng(self) -> Rng:
        """Return the generator of the next line: chance and bots draw from it."""
        return Rng(self.seed, self.lines)

    def act(self, action: Any, elapsed_ms: int = 0) -> Step:
        """Let a player, chance or the referee do something. Raises IllegalAction naming the broken rule."""
        before = self.state
        _require_time(action, elapsed_ms)
        elapsed_ms += self._owed_now()
        _require_time(action, elapsed_ms)
        after = before.apply(action, elapsed_ms)
        step = Step(
            self.lines + 1,
            _doer(before, action),
            action,
            elapsed_ms,
            before,
            after,
            before.consequences(action, elapsed_ms),
        )
        self._write(_step_fields(step))
        self.steps.append(step)
        if before.current_player >= 0:
            self.owed_ms = 0
        return step

    def _owed_now(self) -> int:
        """Return the time of undone steps that counts with the next step: it is a player's to spend."""
        return self.owed_ms if self.state.current_player >= 0 else 0

    def chance(self) -> None:
        """Let chance decide until a player has to, or the game is over."""
        while self.state.current_player == CHANCE:
            self.act(self.state.sample_chance(self.rng()))

    def answer(self, player: Player) -> Step:
        """Let a bot decide for whoever has to; it sees what that player knows, and no more."""
        rng = self.rng()
        state = self.state
        legal = state.legal_actions()
        if len(legal) == 1:
            return self.act(legal[0])
        return self.act(player.choose(state.resample(state.current_player, rng), rng))

    def advance(self, players: Mapping[int, Player]) -> None:
        """Let chance and the players given decide until somebody else has to, or the game is over."""
        while not self.is_over:
            who = self.state.current_player
            if who == CHANCE:
                self.chance()
            elif who in players:
                self.answer(players[who])
            else:
                return

    def undoable(self) -> int:
        """Return how many steps may be undone.

        Alone, everything since chance last decided, giving up included. Among several, only
        decisions of one player in a row, none of which has told that player anything new.
        """
        count = 0
        for step in reversed(self.steps):
            if step.by == CHANCE_NAME or (self.game.players > 1 and not self._is_own(step)):
                break
            count += 1
        return count

    def _is_own(self, step: Step) -> bool:
        """Return whether a step was decided by whoever decided the last one, and told them nothing new."""
        if step.by == REFEREE or step.by != self.steps[-1].by:
            return False
        return not step.before.reveals(step.action, step.after)

    def undo(self, count: int = 1) -> None:
        """Take the last steps back; their time stays spent. Raises IllegalAction when they may not be."""
        self._require_open()
        most = self.undoable()
        if not 1 <= count <= most:
            what = f"at most {most} of the last steps" if most else "nothing"
            raise IllegalAction(
                f"undo {count}: {what} can be undone: not what chance has done, nor what others decided"
            )
        self._write({"undo": count})
        self.owed_ms += sum(step.elapsed_ms for step in self.steps[-count:])
        del self.steps[-count:]
        self.undos += 1

    def help(self, what: str) -> None:
        """Note that help was asked for."""
        self._require_open()
        self._write({"help": what})
        self.helps += 1

    def pause(self, elapsed_ms: int) -> None:
        """Note that the clock stood still for a time. Raises IllegalAction for one that cannot be."""
        self._require_open()
        _require_time("pause", elapsed_ms)
        self._write({"pause": elapsed_ms})
        self.pauses += 1

    def correct(self, line: int, action: Any) -> None:
        """Put right what happened at a line of the log, such as a card that was mistyped.

        What happened after it stays. Raises IllegalAction where that would break a rule.
        """
        self._require_open()
        steps = self._corrected(line, action)
        self._write({"correct": line, "action": str(action)})
        self.steps = steps

    def _corrected(self, line: int, action: Any) -> list[Step]:
        at = next((i for i, step in enumerate(self.steps) if step.line == line), None)
        if at is None:
            raise IllegalAction(f"correct {line}: no step that still counts stands on that line")
        steps = self.steps[:at]
        for old in self.steps[at:]:
            state = steps[-1].after if steps else self.start
            new = action if old.line == line else old.action
            try:
                after = state.apply(new, old.elapsed_ms)
                if _doer(state, new) != old.by:
                    raise IllegalAction(f"{new}: {_doer(state, new)} would decide, not {old.by}")
            except IllegalAction as error:
                which = (
                    ""
                    if old.line == line
                    else f"what happened later (line {old.line}) would not be possible: "
                )
                raise Uncorrectable(f"correct {line}: {which}{error}", old) from None
            then = state.consequences(new, old.elapsed_ms)
            steps.append(Step(old.line, old.by, new, old.elapsed_ms, state, after, then))
        return steps

    def finish(self) -> None:
        """Write the result of a game that is over; once."""
        if self.is_over and not self.finished:
            self._write({"result": self.result()})
            self.finished = True

    def result(self) -> dict[str, Any]:
        """Return how the game ended, returns and scores, and how often help, undo and pause were used."""
        state = self.state
        return {
            "ended_by": state.ended_by(),
            "returns": [_rounded(value) for value in state.returns()],
            "scores": [_rounded(value) for value in state.scores()],
            "helps": self.helps,
            "undos": self.undos,
            "pauses": self.pauses,
        }

    def close(self) -> None:
        """Let go of the log; a match that is not over can be resumed."""
        if self._log is not None:
            self._log.close()
            self._log = None
        self._holds.close()

    def __enter__(self) -> Match:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _require_open(self) -> None:
        if self.finished:
            raise IllegalAction("the match is finished: its result has been written")

    def _write(self, fields: dict[str, Any]) -> None:
        if self._log is not None:
            self._log.write(fields)
        self.lines += 1

    @classmethod
    def resume(cls, path: Path, components: Components | None = None) -> Match:
        """Return the match in an unfinished log, which goes on after its last whole line.

        `components` are those it was begun with, where they are not the ones that come with the
        game. Raises FileError for a log that is finished, altered or of another format.
        """
        holds = contextlib.ExitStack()
        holds.enter_context(sole_writer(path))
        try:
            reading = read_log(path)
            match = replay(path, reading, components)
            if match.finished:
                raise FileError(
                    f"{path}: the match is finished; expected an unfinished one (replay shows it)"
                )
            match._log = continued(path, reading)
        except BaseException:
            holds.close()
            raise
        match._holds = holds
        return match


def replay(
    path: Path, reading: Reading | None = None, components: Components | None = None, to: int | None = None
) -> Match:
    """Return the match in a log, every state rebuilt and every step checked by the rules.

    Up to line `to` where one is named. Raises FileError naming the line that cannot be.
    """
    lines = (reading or read_log(path)).lines
    match = _headed(path, lines[0], components)
    for line in lines[1 : to if to is None else max(1, to)]:
        try:
            _take_exactly(match, line)
        except (IllegalAction, NotationError, msgspec.ValidationError) as error:
            raise FileError(f"{path}: line {line.number}: {error}") from None
    return match


def _headed(path: Path, line: Line, components: Components | None) -> Match:
    """Return the match that the head of a log describes. Raises FileError."""
    found = line.fields
    if found.get("format") != FORMAT:
        raise FileError(f"{path}: its format is {_said(found.get('format'))}; expected {FORMAT!r}")
    if found.get("version") != VERSION:
        raise FileError(f"{path}: its version is {_said(found.get('version'))}; expected {VERSION}")
    try:
        header = msgspec.convert(found, Header)
        kind = game_type(header.game)
        if header.players not in kind.info.players:
            raise NotationError(f"{header.players} players of {kind.info.title}")
        if len(header.names) != header.players:
            raise NotationError(f"{len(header.names)} names for {header.players} players")
        rulings = kind.rulings_type.parse(f"{name}={value}" for name, value in header.rulings.items())
        game = kind(header.players, rulings, components)  # type: ignore[call-arg]
        start = None if header.start is None else game.state_from(header.start)
    except (NotationError, msgspec.ValidationError) as error:
        raise FileError(f"{path}: line 1: {error}") from None
    if game.components.digest != header.components:
        raise FileError(
            f"{path}: it was played with other components ({_said(header.components)}; these are "
            f"{game.components.digest}); expected --components with the file it was begun with"
        )
    match = Match(game, header.seed, header.names, start)
    written = msgspec.json.encode(msgspec.structs.replace(match.header(), made_by=header.made_by))
    if written != msgspec.json.encode(found):
        raise FileError(f"{path}: line 1 is not the head of a match log; expected {_said(written.decode())}")
    return match


class _Echo:
    """Stands in for the log of a match that is replayed: keeps the line that would have been written."""

    content = b""

    def write(self, fields: dict[str, Any]) -> None:
        self.content = msgspec.json.encode(fields)

    def close(self) -> None:
        pass


def _take_exactly(match: Match, line: Line) -> None:
    """Let what a line says happen. Raises an error when it cannot, or would be written otherwise."""
    echo = match._log = _Echo()
    try:
        _take(match, line)
    finally:
        match._log = None
    if echo.content != msgspec.json.encode(line.fields):
        raise NotationError("not how this is written", expected=_said(echo.content.decode()))


def _take(match: Match, line: Line) -> None:
    if match.finished:
        raise NotationError("a line after the result", expected="nothing")
    fields = dict(line.fields)
    kind = next(iter(fields), "")
    if kind == "player":
        _take_step(match, fields)
    elif kind == "undo":
        match.undo(_only(fields, "undo", int))
    elif kind == "correct":
        action = _action(match.game, fields.pop("action", None))
        match.correct(_only(fields, "correct", int), action)
    elif kind == "help":
        match.help(_only(fields, "help", str))
    elif kind == "pause":
        match.pause(_only(fields, "pause", int))
    elif kind == "result":
        result = _only(fields, "result", dict)
        if not match.is_over or result != match.result():
            raise NotationError("a result that the steps before it do not have")
        match.finish()
    else:
        raise NotationError(
            f"a line that begins with {shown(kind)}", expected="a step, undo, correct, help, pause or result"
        )


def _take_step(match: Match, fields: dict[str, Any]) -> None:
    by, then = fields.pop("player"), fields.pop("then", [])
    elapsed_ms = msgspec.convert(fields.pop("ms", 0), int)
    action = _action(match.game, fields.pop("action", None))
    if fields:
        raise NotationError(f"{_said(', '.join(fields))} in a step", expected="player, action, ms and then")
    if _doer(match.state, action) != by:
        raise IllegalAction(f"{action}: {_doer(match.state, action)} decides here, not {_said(by)}")
    owed = match._owed_now()
    if 0 <= elapsed_ms < owed:
        raise IllegalAction(f"{action}: {elapsed_ms} ms; what was undone took {owed} ms, which stay spent")
    # The line has all the time that counts.
    step = match.act(action, elapsed_ms - owed)
    if list(step.then) != then:
        raise IllegalAction(f"{action}: by these rules {list(step.then)} follows, not {_said(then)}")


def _action(game: Game[Any], text: Any) -> Any:
    if not isinstance(text, str):
        raise NotationError("a step without an action", expected="the text of one")
    return game.parse_action(text)


def _only(fields: dict[str, Any], name: str, kind: type[Any]) -> Any:
    if list(fields) != [name]:
        raise NotationError(f"{_said(', '.join(fields))} in one line", expected=f"{name} alone")
    return msgspec.convert(fields[name], kind)


def _doer(state: State, action: Any) -> str:
    """Return by whom an action is done: it is the referee's where the position says so."""
    if action in state.referee_actions():
        return REFEREE
    return CHANCE_NAME if state.current_player == CHANCE else seat(state.current_player)


def _step_fields(step: Step) -> dict[str, Any]:
    fields: dict[str, Any] = {"player": step.by, "action": str(step.action)}
    if step.elapsed_ms:
        fields["ms"] = step.elapsed_ms
    if step.then:
        fields["then"] = list(step.then)
    return fields


def _require_time(what: Any, elapsed_ms: int) -> None:
    if not 0 <= elapsed_ms <= LONGEST_MS:
        raise IllegalAction(f"{what}: {elapsed_ms} ms; expected 0 to {LONGEST_MS}")


def _said(value: Any) -> str:
    """Return what a log says, for an error message: on one line, and not too long."""
    return shown(value if isinstance(value, str) else msgspec.json.encode(value).decode(), 200)


def _rounded(value: float) -> float:
    return float(f"{value:.9g}")
