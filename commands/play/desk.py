"""What may be asked at any prompt, and is no move: help, rules, undo, pause, the log, corrections."""

from __future__ import annotations

from typing import Any

from ...core.errors import IllegalAction, NotationError
from ...core.notation import listed, shown
from ...engines.game import CHANCE, seat
from ...engines.match import REFEREE, Step, Uncorrectable
from . import screen as clock
from .face import SeveralReadings
from .log import LINES, print_log
from .requests import Request, described
from .table import Table


class Quit(Exception):
    """A person has had enough for now."""


class Desk:
    """Does what is asked for beside the moves of a match."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._match = table.match
        self._screen = table.screen
        self._hints_given = 0
        self._hints_for: Any = None
        """The position the hints that were given are about."""
        self._stood_ms = 0

    @property
    def stood_ms(self) -> int:
        """For how long the clock has stood still since that was last taken."""
        return self._stood_ms

    def take_stood_ms(self) -> int:
        """Return for how long the clock has stood still since it was last asked."""
        stood, self._stood_ms = self._stood_ms, 0
        return stood

    def do(self, asked: Request) -> None:
        """Do what is asked for. Raises IllegalAction, NotationError or Quit."""
        if asked.name == "quit":
            raise Quit
        {
            "?": self._list,
            "help": self._help,
            "rules": self._rules,
            "undo": self._undo,
            "moves": self._moves,
            "board": self._board,
            "log": self._log,
            "pause": self._pause,
            "correct": self._correct,
        }[asked.name](asked)

    def _list(self, _: Request) -> None:
        state = self._match.state
        decides = state.current_player != CHANCE
        listed = described(
            decides=decides, corrects=self._table.asks_chance, says=self._says, referees=referee_words(state)
        )
        for name, what in listed:
            self._screen.say(f"  {name:<20} {what}", hanging=23)

    @property
    def _says(self) -> str:
        """For whom the actions of a referee are."""
        return "for the referee" if self._match.game.players > 1 else "to give up"

    def _help(self, _: Request) -> None:
        state = self._match.state
        if state.current_player == CHANCE:
            raise IllegalAction("there is help where a player decides, and nobody does here")
        steps = self._table.face.hint_steps(state)
        if state != self._hints_for:
            self._hints_for, self._hints_given = state, 0
        if self._hints_given >= steps:
            self._screen.say("There is no more help for this position.")
            return
        self._hints_given += 1
        self._match.help(f"step {self._hints_given}")
        more = " (help again says more)" if self._hints_given < steps else ""
        self._screen.say(f"{self._table.face.hint(state, self._hints_given)}{more}", hanging=2)

    def _rules(self, asked: Request) -> None:
        if not asked.rest:
            raise NotationError("rules", expected="a number or a word, such as rules 12 or rules pass")
        from ..games.rules import command

        in_force = self._match.game.rulings.changed
        settings = tuple(f"{name}={value}" for name, value in in_force.items())
        assert command.callback is not None
        command.callback(self._match.game.info.name, tuple(asked.rest.split()), settings, None, False)

    def _undo(self, asked: Request) -> None:
        """Take back decisions of whoever looks at the screen; where all look, those of who decided last."""
        count, table = asked.number(1), self._table
        last = self._match.steps[-1] if self._match.steps else None
        try:
            if last is not None and self._match.undoable() and _is_of_player(last) and not table.is_own(last):
                raise IllegalAction(
                    f"undo {count}: player {last.by} decided last, and what others decided stays"
                )
            self._match.undo(count)
        except IllegalAction as error:
            if not table.asks_chance:
                raise
            raise IllegalAction(f"{error}; correct LINE WHAT puts right what was mistyped") from None
        table.drawn = None
        named = self._match.game.players > 1 and table.viewer is None and last is not None
        whose = f" of player {last.by}" if last is not None and named else ""
        self._screen.say(f"Taken back: {count} move{'s' if count > 1 else ''}{whose}; the time stays spent.")

    def _moves(self, _: Request) -> None:
        state = self._match.state
        if state.current_player == CHANCE:
            self._screen.say(f"{self._table.face.chance_question(state)}.")
            return
        self._table.offer()
        if not self._table.face.offers(state):
            self._screen.say(f"{self._table.face.question(state, 0)}.")
        for word, others in referee_words(state):
            self._screen.say(f"{self._says}: {word} {others}".rstrip(), hanging=2)

    def _board(self, _: Request) -> None:
        self._table.draw()

    def _log(self, asked: Request) -> None:
        count = len(self._match.steps) if asked.rest == "all" else asked.number(LINES)
        print_log(self._match, count, self._table.face, self._table.names, self._screen)

    def _pause(self, _: Request) -> None:
        started = clock.now_ms()
        self._screen.hide()
        try:
            self._screen.ask("Paused. Enter goes on.")
        finally:
            stood_ms = clock.now_ms() - started
            self._stood_ms += stood_ms
            self._match.pause(stood_ms)
        self._table.draw()

    def _correct(self, asked: Request) -> None:
        if not self._table.asks_chance:
            raise NotationError(
                "correct", expected="--chance ask, where what chance does is typed; undo takes a move back"
            )
        number, _, text = asked.rest.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) <= 9 and text):
            raise NotationError(
                f"correct {asked.rest}".strip(),
                expected="the number of a line in `log` and what it should be",
            )
        old = self._step(int(number))
        if not self._table.is_seen(old):
            whose = "decided by" if _is_of_player(old) else "seen by"
            seeing = old.by if _is_of_player(old) else listed(map(seat, old.before.observers()))
            raise IllegalAction(
                f"correct {old.line}: it was {whose} player {seeing}, whose it is to put right"
            )
        try:
            self._match.correct(old.line, self._read_correction(old, text))
        except Uncorrectable as error:
            if self._table.is_seen(error.step):
                raise
            which = f" on line {error.step.line}" if _is_of_player(error.step) else ""
            why = f"what happened later{which} would not be possible, by what others hold"
            raise IllegalAction(f"correct {old.line}: {why}") from None
        self._table.drawn = None
        self._screen.say(f"Line {number} is now: {self._step(old.line).action}")

    def _step(self, line: int) -> Step:
        """Return the step on a line of the log. Raises IllegalAction."""
        found = next((step for step in self._match.steps if step.line == line), None)
        if found is None:
            raise IllegalAction(f"correct {line}: no step that still counts stands on that line")
        return found

    def _read_correction(self, old: Step, text: str) -> Any:
        face = self._table.face
        if old.before.current_player != CHANCE:
            if self._match.game.players == 1:
                raise NotationError("correct", expected="the line of what chance did; undo takes a move back")
            try:
                return face.read(old.before, text)
            except SeveralReadings as several:
                raise NotationError(shown(text), expected=" or ".join(several.choices)) from None
        outcomes = face.read_chance(old.before, text)
        if len(outcomes) != 1:
            raise NotationError(f"{len(outcomes)} outcomes", expected="one for the line that is corrected")
        return outcomes[0]


def _is_of_player(step: Step) -> bool:
    """Return whether a player decided a step, rather than chance or a referee."""
    return bool(step.before.current_player >= 0) and step.by != REFEREE


def referee_words(state: Any) -> list[tuple[str, str]]:
    """Return what a referee may say, those that begin alike together: a word, and what may follow it."""
    found: dict[str, list[str]] = {}
    for action in state.referee_actions():
        word, _, rest = str(action).partition(" ")
        found.setdefault(word, []).extend([rest] if rest else [])
    return [(word, ", ".join(rests)) for word, rests in found.items()]
