"""A match at the terminal: who decides is asked, moves are told, failures gone through, the end is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import IllegalAction, NotationError
from ...core.notation import shown
from ...engines.game import CHANCE, seat
from ...engines.match import REFEREE, Match, Player, Step
from . import screen as clock
from .face import Face, SeveralReadings
from .log import LINES, print_log
from .requests import Request, described, find_request
from .screen import EndOfInput, Screen

HUMAN = "human"

_FAREWELL = "At the end of the input."


class Table(NamedTuple):
    """What a match is played with, besides its rules."""

    bots: Mapping[int, Player]
    """The bot in each seat that has one."""
    asks_chance: bool
    """Whether a person says what chance does."""
    tell: str
    """When a lost game alone is said to be lost: `at-once`, `when-stuck` or `when-asked`."""
    path: Path | None
    """Where the log is."""


class Quit(Exception):
    """A person has had enough for now."""


class Session:
    """One match between whoever sits at the terminal and the bots."""

    def __init__(self, match: Match, face: Face, table: Table, screen: Screen) -> None:
        self._match = match
        self._face = face
        self._table = table
        self._screen = screen
        self._humans = match.names.count(HUMAN)
        self._names = ["you" if name == HUMAN and self._humans == 1 else name for name in match.names]
        self._seen: Any = None
        """The position that was drawn last."""
        self._since: int | None = None
        """When the person who decides was first asked; None before."""
        self._paused_ms = 0
        """How much of the time since then the clock stood still."""
        self._hints_given = 0
        self._hints_for: Any = None
        """The position the hints that were given are about."""

    def run(self) -> None:
        """Play until the match is over, or until whoever is asked leaves."""
        try:
            while True:
                self._play()
                if not self._goes_back():
                    break
            self._match.finish()
            self._end()
        except Quit:
            self._say_how_to_resume()
        except EndOfInput:
            self._screen.say(_FAREWELL)
            self._say_how_to_resume()
        except KeyboardInterrupt:
            self._screen.say()
            self._say_how_to_resume()
            raise

    # --- one decision after the other

    def _play(self) -> None:
        match = self._match
        while not match.is_over:
            who = match.state.current_player
            if who == CHANCE:
                self._let_chance()
            elif who in self._table.bots:
                self._tell(match.answer(self._table.bots[who]))
            else:
                self._ask_human()

    def _let_chance(self) -> None:
        if self._table.asks_chance:
            self._ask_chance()
            return
        match = self._match
        count = len(match.steps)
        match.chance()
        for step in match.steps[count:]:
            self._tell(step)

    def _tell(self, step: Step) -> None:
        for sentence in self._face.told(step, self._names):
            self._screen.say(sentence, hanging=2)
        if self._face.is_news(step) and self._match.state.current_player in self._table.bots:
            self._draw()

    def _draw(self) -> None:
        screen = self._screen
        self._seen = self._match.state
        screen.picture(self._face.picture(self._seen, self._names, screen.colour, screen.ascii_only))

    # --- asking whoever sits at the terminal

    def _ask_human(self) -> None:
        state = self._match.state
        if state != self._seen:
            self._draw()
            self._offer(state)
        if self._since is None:
            self._since, self._paused_ms = clock.now_ms(), 0
        text = self._screen.ask(f"{self._who(state)}, {self._face.question(state)}>")
        try:
            self._take_answer(text)
        except (IllegalAction, NotationError) as error:
            self._screen.say(f"No: {error}", hanging=2)

    def _offer(self, state: Any) -> None:
        for offer in self._face.offers(state):
            self._screen.list(offer.lead, offer.items)

    def _who(self, state: Any) -> str:
        return "You" if self._humans == 1 else f"Player {seat(state.current_player)}"

    def _elapsed_ms(self) -> int:
        """Return how long the person has been deciding, where that counts."""
        if self._since is None or not self._face.counts_time(self._match.state):
            return 0
        return max(0, clock.now_ms() - self._since - self._paused_ms)

    def _take_answer(self, text: str) -> None:
        """Do what somebody who decides has typed. Raises IllegalAction or NotationError."""
        state, elapsed_ms = self._match.state, self._elapsed_ms()
        asked = find_request(text)
        if asked is not None and asked.name == "quit":
            raise Quit
        timeout = self._face.time_out(state, elapsed_ms + self._match.owed_ms)
        if timeout is not None:
            self._run_out_of_time(text, timeout, elapsed_ms)
        elif asked is not None:
            self._do(asked)
        elif text:
            self._act(self._read(text), elapsed_ms)

    def _read(self, text: str) -> Any:
        """Return the action somebody means, asked back where it could be several."""
        while True:
            try:
                return self._face.read(self._match.state, text)
            except SeveralReadings as several:
                answer = self._screen.ask(several.question).lower()
                found = [word for word in several.choices if answer and word.startswith(answer)]
                if len(found) == 1:
                    return several.choices[found[0]]
                if find_request(answer) is not None or not answer:
                    self._screen.put_back(answer)
                    raise NotationError(
                        f"{shown(text)} is not done", expected=" or ".join(several.choices)
                    ) from None
                text = answer

    def _act(self, action: Any, elapsed_ms: int) -> None:
        """Let a person's action happen, or what the referee makes of it in a live match."""
        match = self._match
        state = match.state
        try:
            step = match.act(action, elapsed_ms)
        except IllegalAction as error:
            verdict = self._face.judge(state, action) if match.game.is_live else None
            if verdict is None:
                raise
            self._screen.say(f"No: {error}", hanging=2)
            step = match.act(verdict, elapsed_ms)
            self._tell(step)
        else:
            if step.by == REFEREE:
                self._tell(step)
            else:
                self._tell_after(step)
        self._decided(step)

    def _run_out_of_time(self, text: str, timeout: Any, elapsed_ms: int) -> None:
        """Let a late move happen, which the rules turn into a timeout, or say that time is up."""
        self._screen.say(f"Time was up: that took {elapsed_ms / 1000:.1f} seconds.")
        match = self._match
        try:
            late = self._face.read(match.state, text)
            step = match.act(late, elapsed_ms)
            self._tell_after(step)
        except (IllegalAction, NotationError, SeveralReadings):
            step = match.act(timeout, elapsed_ms)
            self._tell(step)
        self._decided(step)

    def _tell_after(self, step: Step) -> None:
        for sentence in self._face.told_after(step, self._names):
            self._screen.say(sentence, hanging=2)

    def _decided(self, step: Step) -> None:
        """Start over with the clock, and offer to go through an attempt that has just failed."""
        self._since = None
        if self._match.game.players > 1 and self._face.has_failed(step):
            self._offer_review()

    # --- asking for what the real cards say

    def _ask_chance(self) -> None:
        state = self._match.state
        text = self._screen.ask(f"{self._face.chance_question(state)}>")
        try:
            asked = find_request(text)
            if asked is not None:
                self._do(asked)
            elif text:
                self._take_chance(self._face.read_chance(state, text))
        except (IllegalAction, NotationError) as error:
            self._screen.say(f"No: {error}", hanging=2)

    def _take_chance(self, outcomes: Sequence[Any]) -> None:
        """Let outcomes happen, all or none. Raises IllegalAction."""
        state = self._match.state
        for i, outcome in enumerate(outcomes):
            if state.current_player != CHANCE:
                raise IllegalAction(f"{outcome}: only {i} more wanted here, not {len(outcomes)}")
            state = state.apply(outcome)
        for outcome in outcomes:
            self._tell(self._match.act(outcome))

    # --- what may be asked at any prompt

    def _do(self, asked: Request) -> None:
        """Do what is no move. Raises IllegalAction, NotationError or Quit."""
        if asked.name == "quit":
            raise Quit
        {
            "?": self._list_requests,
            "help": self._help,
            "rules": self._rules,
            "undo": self._undo,
            "moves": self._moves,
            "board": self._board,
            "log": self._log,
            "pause": self._pause,
            "correct": self._correct,
        }[asked.name](asked)

    def _list_requests(self, _: Request) -> None:
        state = self._match.state
        listed = described(
            advises=state.current_player != CHANCE,
            undoes=state.current_player != CHANCE,
            corrects=self._table.asks_chance,
            referees=_referee_words(state),
        )
        for name, what in listed:
            self._screen.say(f"  {name:<20} {what}", hanging=23)

    def _help(self, _: Request) -> None:
        state = self._match.state
        if state.current_player == CHANCE:
            raise NotationError("help", expected="it when a player decides")
        if state != self._hints_for:
            self._hints_for, self._hints_given = state, 0
        if self._hints_given >= self._face.hint_steps:
            self._screen.say("There is no more help for this position.")
            return
        self._hints_given += 1
        self._match.help(f"step {self._hints_given}")
        more = " (help again says more)" if self._hints_given < self._face.hint_steps else ""
        self._screen.say(f"{self._face.hint(state, self._hints_given)}{more}", hanging=2)

    def _rules(self, asked: Request) -> None:
        if not asked.rest:
            raise NotationError("rules", expected="a number or a word, such as rules 27 or rules breeze")
        from ..games.rules import command

        in_force = self._match.game.rulings.changed
        settings = tuple(f"{name}={value}" for name, value in in_force.items())
        assert command.callback is not None
        command.callback(self._match.game.info.name, tuple(asked.rest.split()), settings, None, False)

    def _undo(self, asked: Request) -> None:
        count = asked.number(1)
        self._match.undo(count)
        self._screen.say(f"Taken back: {count} move{'s' if count > 1 else ''}; the time stays spent.")

    def _moves(self, _: Request) -> None:
        state = self._match.state
        if state.current_player == CHANCE:
            self._screen.say(f"{self._face.chance_question(state)}.")
            return
        self._offer(state)
        for word, others in _referee_words(state):
            self._screen.say(f"for the referee: {word} {others}".rstrip(), hanging=2)

    def _board(self, _: Request) -> None:
        self._draw()

    def _log(self, asked: Request) -> None:
        count = len(self._match.steps) if asked.rest == "all" else asked.number(LINES)
        print_log(self._match, count, self._face, self._names, self._screen)

    def _pause(self, _: Request) -> None:
        started = clock.now_ms()
        self._screen.hide()
        try:
            self._screen.ask("Paused. Enter goes on.")
        finally:
            stood_ms = clock.now_ms() - started
            self._paused_ms += stood_ms
            self._match.pause(stood_ms)
        self._draw()

    def _correct(self, asked: Request) -> None:
        if not self._table.asks_chance:
            raise NotationError(
                "correct", expected="--chance ask, where cards are typed; undo takes a move back"
            )
        number, _, text = asked.rest.partition(" ")
        if not (number.isascii() and number.isdigit() and len(number) <= 9 and text):
            raise NotationError(
                f"correct {asked.rest}".strip(),
                expected="the number of a line in `log` and what it should be",
            )
        match = self._match
        old = next((step for step in match.steps if step.line == int(number)), None)
        if old is None:
            raise IllegalAction(f"correct {number}: no step that still counts stands on that line")
        match.correct(old.line, self._read_correction(old, text))
        self._screen.say(
            f"Line {number} is now: {match.steps[match.steps.index(_on(match, old.line))].action}"
        )

    def _read_correction(self, old: Step, text: str) -> Any:
        if old.before.current_player != CHANCE:
            if self._match.game.players == 1:
                raise NotationError("correct", expected="the line of a card; undo takes a move back")
            try:
                return self._face.read(old.before, text)
            except SeveralReadings as several:
                raise NotationError(shown(text), expected=" or ".join(several.choices)) from None
        outcomes = self._face.read_chance(old.before, text)
        if len(outcomes) != 1:
            raise NotationError(f"{len(outcomes)} outcomes", expected="one for the line that is corrected")
        return outcomes[0]

    # --- failures and the end

    def _offer_review(self) -> None:
        """Ask whether a failed attempt is to be gone through; keep another answer for the next question."""
        answer = self._screen.ask("Go through it move by move? (y/n)")
        if answer.lower() in ("y", "yes", "review"):
            self._face.review(self._match, self._screen)
        elif answer.lower() not in ("n", "no", ""):
            self._screen.put_back(answer)

    def _goes_back(self) -> bool:
        """Tell whose game alone is lost what there is to tell; return whether they play on from before."""
        match = self._match
        if match.game.players > 1 or match.finished or not self._face.has_failed(match.steps[-1]):
            return False
        for sentence in self._face.told_lost(match, self._table.tell):
            self._screen.say(sentence, hanging=2)
        while True:
            back = min(self._face.steps_since_mistake(match), match.undoable())
            choices = "review, back (to before the mistake) or Enter" if back else "review or Enter"
            answer = self._screen.ask(f"{choices}>").lower()
            if answer in ("review", "r", "y", "yes"):
                self._face.review(match, self._screen)
            elif answer in ("back", "b", "undo") and back:
                match.undo(back)
                self._screen.say(
                    f"Back to before the mistake: {back} move{'s' if back > 1 else ''} taken back."
                )
                return True
            elif answer in ("quit", "q", "", "n", "no", "end"):
                return False
            else:
                self._screen.say(f"{shown(answer)} is none of these.")

    def _end(self) -> None:
        self._screen.heading("The end")
        for line in self._face.told_result(self._match):
            self._screen.say(line, hanging=2)
        if self._table.path is not None:
            self._screen.say(f"The log is in {self._table.path}.")

    def _say_how_to_resume(self) -> None:
        path = self._table.path
        if path is None:
            self._screen.say("Nothing is kept: with --log FILE a match can be resumed.")
        else:
            name = self._match.game.info.name
            ask = " --chance ask" if self._table.asks_chance else ""
            self._screen.say(f"To go on: quadrangle play {name} --log {path}{ask}")


def _on(match: Match, line: int) -> Step:
    return next(step for step in match.steps if step.line == line)


def _referee_words(state: Any) -> list[tuple[str, str]]:
    """Return what a referee may say, those that begin alike together: a word, and what may follow it."""
    found: dict[str, list[str]] = {}
    for action in state.referee_actions():
        word, _, rest = str(action).partition(" ")
        found.setdefault(word, []).extend([rest] if rest else [])
    return [(word, ", ".join(rests)) for word, rests in found.items()]
