"""A match at the terminal, one decision after the other: bots and chance are told, people are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.errors import IllegalAction, NotationError
from ...core.notation import shown
from ...engines.game import CHANCE, seat
from ...engines.match import REFEREE, Step
from . import screen as clock
from .desk import Desk, Quit
from .ending import goes_back, offer_review, tell_end, tell_how_to_resume
from .face import SeveralReadings, require_seeing
from .requests import find_request
from .screen import EndOfInput
from .table import Table


class Session:
    """One sitting at the terminal."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._match = table.match
        self._face = table.face
        self._screen = table.screen
        self._desk = Desk(table)
        table.spent_ms = self._spent_ms
        self._since: int | None = None
        """When the person who decides was first asked, later by what the clock stood still; None before."""

    def run(self) -> None:
        """Play until the match is over, or until whoever is asked leaves."""
        try:
            self._play()
            while goes_back(self._table):
                self._play()
            self._match.finish()
            tell_end(self._table)
        except Quit:
            tell_how_to_resume(self._table)
        except EndOfInput:
            self._screen.say("That was the end of the input.")
            tell_how_to_resume(self._table)
        except KeyboardInterrupt:
            self._screen.say()
            tell_how_to_resume(self._table)
            raise

    def _play(self) -> None:
        match, bots = self._match, self._table.bots
        while not match.is_over:
            who = match.state.current_player
            if who in bots:
                if self._table.has_news:
                    self._table.draw()
                self._table.tell(match.answer(bots[who]))
            elif who != CHANCE:
                self._ask_human()
            elif self._table.asks_chance:
                self._ask_chance()
            else:
                self._table.tell(match.act(match.state.sample_chance(match.rng())))

    def _hand_over(self, player: int) -> bool:
        """Let the next player come to the screen, where people with hidden hands share it.

        Return whether they have come: who leaves the screen may first take back what they have decided.
        """
        table = self._table
        if not table.shares_screen or table.viewer == player:
            return True
        if table.viewer is not None and not self._leaves(player):
            return False
        answer = self._screen.ask(f"Player {seat(player)} is next. Enter, when nobody else looks>")
        if answer:
            self._screen.put_back(answer)
        table.seat(player)
        return True

    def _leaves(self, player: int) -> bool:
        """Let whoever has just read what was theirs alone clear the screen; return whether they have."""
        steps, undoes = self._match.steps, ""
        if self._match.undoable() and self._table.is_own(steps[-1]):
            undoes = " (undo takes your move back)"
        answer = self._screen.ask(f"Enter clears the screen for player {seat(player)}{undoes}>")
        asked = find_request(answer)
        if asked is not None and asked.name == "undo":
            try:
                self._desk.do(asked)
            except (IllegalAction, NotationError) as error:
                self._table.refuse(error)
            return False
        if answer:
            self._screen.put_back(answer)
        self._screen.hide()
        return True

    def _ask_human(self) -> None:
        state = self._match.state
        if not self._hand_over(state.current_player):
            return
        if state != self._table.drawn:
            self._table.draw()
            self._table.offer()
        if self._since is None:
            self._desk.take_stood_ms()  # pauses before this decision take nothing off its time
            self._since = clock.now_ms()
        who = "You" if self._table.one_human else f"Player {seat(state.current_player)}"
        with self._screen.told_after(self._left_ms(), "The time is up (Enter goes on)."):
            text = self._screen.ask(f"{who}, {self._face.question(state, self._spent_ms())}>")
        try:
            self._take_answer(text)
        except (IllegalAction, NotationError) as error:
            self._table.refuse(error)
        if self._since is not None:
            self._since += self._desk.take_stood_ms()

    def _left_ms(self) -> int | None:
        """Return how much time is left for the decision; None where there is no limit, or it is over."""
        left = self._face.time_left(self._match.state)
        if left is None:
            return None
        left -= self._spent_ms()
        return left if left > 0 else None

    def _spent_ms(self) -> int:
        """Return what counts of this decision so far, with the time of what was taken back."""
        return self._elapsed_ms() + self._match.owed_ms

    def _elapsed_ms(self) -> int:
        """Return how long the person has been deciding, where that counts."""
        if self._since is None or not self._face.counts_time(self._match.state):
            return 0
        return max(0, clock.now_ms() - self._since - self._desk.stood_ms)

    def _take_answer(self, text: str) -> None:
        """Do what somebody who decides has typed. Raises IllegalAction or NotationError."""
        elapsed_ms = self._elapsed_ms()
        asked = find_request(text)
        timeout = self._face.time_out(self._match.state, elapsed_ms + self._match.owed_ms)
        if timeout is not None and (asked is None or asked.name != "quit"):
            self._run_out_of_time(text, timeout, elapsed_ms)
        elif asked is not None:
            self._desk.do(asked)
        elif text:
            action = self._read(text)
            self._act(action, self._elapsed_ms())

    def _read(self, text: str) -> Any:
        """Return the action somebody means, asked back where it could be several."""
        while True:
            try:
                return self._face.read(self._match.state, text)
            except SeveralReadings as several:
                answer = self._screen.ask(several.question)
                found = [word for word in several.choices if answer and word.startswith(answer.lower())]
                if len(found) == 1:
                    return several.choices[found[0]]
                if not answer or find_request(answer) is not None:
                    if answer:
                        self._screen.put_back(answer)
                    choices = " or ".join(several.choices)
                    raise NotationError(f"{shown(text)} is not done", expected=choices) from None
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
            self._table.refuse(error)
            step = match.act(verdict, elapsed_ms)
            self._table.tell(step)
        else:
            if step.by == REFEREE:
                self._table.tell(step)
            else:
                self._table.tell_after(step)
        self._decided(step)

    def _run_out_of_time(self, text: str, timeout: Any, elapsed_ms: int) -> None:
        """Let a late move happen, which the rules turn into a timeout, or else have the referee say so."""
        self._screen.say(f"The time was up: that took {elapsed_ms / 1000:.1f} seconds.")
        match = self._match
        try:
            step = match.act(self._face.read(match.state, text), elapsed_ms)
            self._table.tell_after(step)
        except (IllegalAction, NotationError, SeveralReadings):
            step = match.act(timeout, elapsed_ms)
            self._table.tell(step)
        self._decided(step)

    def _decided(self, step: Step) -> None:
        """Start over with the clock, and offer to go through an attempt that has just failed."""
        self._since = None
        if not self._table.one_human and len(step.before.observers()) < self._match.game.players:
            self._screen.hide()  # what was typed is not for the others at this terminal
        if self._match.game.players > 1 and self._face.has_failed(step):
            offer_review(self._table)

    def _ask_chance(self) -> None:
        state = self._match.state
        seeing = state.observers()
        if len(seeing) == 1 and seeing[0] not in self._table.bots and not self._hand_over(seeing[0]):
            return
        text = self._screen.ask(f"{self._face.chance_question(state)}>")
        try:
            asked = find_request(text)
            if asked is not None and not text.startswith("?"):  # which is a card nobody sees here
                self._desk.do(asked)
            elif text:
                self._take_chance(self._face.read_chance(state, text))
        except (IllegalAction, NotationError) as error:
            self._table.refuse(error)

    def _take_chance(self, outcomes: Sequence[Any]) -> None:
        """Let outcomes happen, all or none. Raises IllegalAction."""
        state = self._match.state
        for i, outcome in enumerate(outcomes):
            if state.current_player != CHANCE:
                raise IllegalAction(f"{len(outcomes)} are too many: {i} are wanted here")
            state = state.apply(outcome)
        require_seeing(self._table.bots, self._face, state)
        for outcome in outcomes:
            self._table.tell(self._match.act(outcome))
