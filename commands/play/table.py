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
        self.names = ["you" if name == HUMAN and self.one_human else name for name in match.names]
        """What players are called, seat by seat."""
        self.drawn: Any = None
        """The position that was drawn last; None when it has to be drawn again."""
        self.has_news = False
        """Whether something was uncovered that has not been drawn yet."""
        self.spent_ms: Callable[[], int] = lambda: self.match.owed_ms
        """Returns what counts of a decision so far, with the time of what was taken back."""

    def draw(self) -> None:
        """Draw the position."""
        screen = self.screen
        self.drawn = self.match.state
        self.has_news = False
        spent_ms = self.spent_ms()
        screen.picture(self.face.picture(self.drawn, self.names, screen.colour, screen.ascii_only, spent_ms))

    def offer(self) -> None:
        """Print what whoever decides may do."""
        for offer in self.face.offers(self.match.state):
            self.screen.list(offer.lead, offer.items)

    def tell(self, step: Step) -> None:
        """Say what happened."""
        for sentence in self.face.told(step, self.names):
            self.screen.say(sentence, hanging=2)
        self.has_news = self.has_news or self.face.is_news(step)

    def tell_after(self, step: Step) -> None:
        """Say what followed on what a person did."""
        for sentence in self.face.told_after(step, self.names):
            self.screen.say(sentence, hanging=2)

    def refuse(self, error: IllegalAction | NotationError) -> None:
        """Say what is wrong with an answer; its place needs no words, as there is one line only."""
        why = str(error)
        if isinstance(error, NotationError):
            why = f"{error.problem}; expected {error.expected}" if error.expected else error.problem
        self.screen.say(f"No: {why}", hanging=2)
