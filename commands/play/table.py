"""What a match at the terminal is played with, and what is drawn and said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ...core.errors import IllegalAction, NotationError
from ...engines.match import Match, Player, Step
from .face import Face
from .screen import Screen

HUMAN = "human"
YOU = "you"
"""What the only person at the screen is called."""


class Table:
    """A match, whoever plays it, and the screen it is shown on."""

    def __init__(
        self,
        match: Match,
        face: Face,
        screen: Screen,
        bots: Mapping[int, Player],
        *,
        asks_chance: bool = False,
        tell: str = "",
        path: Path | None = None,
        again: str = "",
    ) -> None:
        self.match = match
        self.face = face
        self.screen = screen
        self.bots = bots
        """The bot in each seat that has one."""
        self.asks_chance = asks_chance
        """Whether a person says what chance does."""
        self.tell_lost = tell
        """When a lost game alone is said to be lost: `at-once`, `when-stuck` or `when-asked`."""
        self.path = path
        """Where the log is."""
        self.again = again
        """The command that goes on with it."""
        self.one_human = match.names.count(HUMAN) == 1
        self.shares_screen = face.hides_hands and match.names.count(HUMAN) > 1
        """Whether people whose hands are hidden from each other look at one screen in turns."""
        self.viewer = match.names.index(HUMAN) if self.one_human else None
        """Who looks at the screen where that is one player alone; None for all together, or nobody yet."""
        self._told: dict[int, int] = dict.fromkeys(range(match.game.players), len(match.steps))
        """For each player the number of steps after which they have looked at the screen last."""
        self.drawn: Any = None
        """The position that was drawn last; None when it has to be drawn again."""
        self.has_news = False
        """Whether something was uncovered that has not been drawn yet."""
        self.spent_ms: Callable[[], int] = lambda: self.match.owed_ms
        """Returns what counts of a decision so far, with the time of what was taken back."""

    @property
    def names(self) -> list[str]:
        """What players are called, seat by seat; `you` whoever looks at the screen alone."""
        return [YOU if player == self.viewer else name for player, name in enumerate(self.match.names)]

    def is_own(self, step: Step) -> bool:
        """Return whether a step is a decision of whoever looks at the screen, of people where all do."""
        player = step.before.current_player
        return player >= 0 and player not in self.bots and self.viewer in (None, player)

    def is_seen(self, step: Step) -> bool:
        """Return whether whoever looks at the screen has seen why a step was possible.

        That is what nobody else has seen alone, or decided by what they alone hold. People handle the cards
        of bots where they say what chance does.
        """
        player = step.before.current_player
        if not self.face.hides_hands or (player < 0 and _seen_by_all(step)):
            return True
        whose = [player] if player >= 0 else step.before.observers()
        return self.viewer in whose or (self.asks_chance and any(one in self.bots for one in whose))

    def seat(self, player: int) -> None:
        """Let a player look at the screen, and tell them what has happened since they last did."""
        steps = self.match.steps
        if self.viewer is not None:
            self._told[self.viewer] = len(steps)
        self.viewer, self.drawn = player, None
        for step in steps[self._told[player] :]:
            self.tell(step)

    def draw(self) -> None:
        """Draw the position, unless nobody sits at the screen whose hand it could show."""
        self._draw(self.match.state, self.spent_ms())

    def _draw(self, state: Any, spent_ms: int) -> None:
        if self.shares_screen and self.viewer is None:
            return
        screen = self.screen
        self.drawn = state
        self.has_news = False
        screen.picture(self.face.picture(state, self.names, screen.colour, screen.ascii_only, spent_ms))

    def _draw_missed(self, step: Step) -> None:
        """Draw a position a step went through that whoever looks should have seen."""
        missed = self.face.missed(step, self.drawn)
        if missed is not None:
            self._draw(missed, 0)

    def offer(self) -> None:
        """Print what whoever decides may do."""
        for offer in self.face.offers(self.match.state):
            self.screen.list(offer.lead, offer.items)

    def tell(self, step: Step) -> None:
        """Say what happened; what was not for all eyes is told to whoever comes to the screen."""
        if self.shares_screen and self.viewer is None and not _seen_by_all(step):
            return
        self._draw_missed(step)
        for sentence in self.face.told(step, self.names):
            self.screen.say(sentence, hanging=2)
        self.has_news = self.has_news or self.face.is_news(step)

    def tell_after(self, step: Step) -> None:
        """Say what followed on what a person did."""
        self._draw_missed(step)
        for sentence in self.face.told_after(step, self.names):
            self.screen.say(sentence, hanging=2)

    def refuse(self, error: IllegalAction | NotationError) -> None:
        """Say what is wrong with an answer; its place needs no words, as there is one line only."""
        why = str(error)
        if isinstance(error, NotationError):
            why = f"{error.problem}; expected {error.expected}" if error.expected else error.problem
        self.screen.say(f"No: {why}", hanging=2)


def _seen_by_all(step: Step) -> bool:
    return bool(len(step.before.observers()) == step.before.game.players)
