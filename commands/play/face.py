"""What the loop asks about the game that is played: how it looks, reads and sounds to a person."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ...core.errors import NotationError
from ...engines.game import seat

if TYPE_CHECKING:
    from ...engines.game import Game
    from ...engines.match import Match, Step
    from .screen import Screen

_FACES = {"academy": ".academy", "campus": ".campus", "leaves": ".leaves"}
"""For each game the module with its `FACE`."""


class SeveralReadings(Exception):
    """What was typed leaves open which of several actions is meant."""

    def __init__(self, question: str, choices: Mapping[str, Any]) -> None:
        super().__init__(question)
        self.question = question
        self.choices = choices
        """Each action by the word that chooses it."""


class Offer(NamedTuple):
    """Legal actions of one kind."""

    lead: str
    """What can be done."""
    items: Sequence[str] = ()
    """With what."""


class Face(Protocol):
    """One game at the terminal.

    What has a body here holds for a game without clocks, hidden cards of one's own, and failed attempts.
    """

    default_players: str
    """Who plays unless --players says otherwise."""
    hides_hands: bool
    """Whether players hold what the others must not see, also those who share a terminal with them."""

    def house_rulings(
        self, names: Sequence[str], tell: str | None, asks_chance: bool, given: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the rulings that follow from who plays and from the options, besides those `given`.

        Raises NotationError for options that contradict the rulings or have no meaning here.
        """
        ...

    def picture(
        self, state: Any, names: Sequence[str], colour: bool, ascii_only: bool, spent_ms: int = 0
    ) -> str:
        """Return a position as it is drawn; `spent_ms` count with the next move."""
        ...

    def question(self, state: Any, spent_ms: int) -> str:
        """Return what the deciding player is asked, in a few words, `spent_ms` after the position arose."""
        ...

    def offers(self, state: Any) -> list[Offer]:
        """Return the legal actions, compactly, those of a kind together."""
        ...

    def read(self, state: Any, text: str) -> Any:
        """Return the action a person means, legal or not. Raises NotationError or SeveralReadings."""
        ...

    def judge(self, state: Any, action: Any) -> Any:
        """Return what a referee makes of an illegal attempt in a live match, as `State.judge` does."""
        return None

    def chance_question(self, state: Any) -> str:
        """Return what a person is asked who sees the real cards or dice."""
        ...

    def read_chance(self, state: Any, text: str) -> list[Any]:
        """Return one or more outcomes, one after the other, that a person types. Raises NotationError."""
        ...

    def told(self, step: Step, names: Sequence[str]) -> list[str]:
        """Return what happened in a step, a sentence each, what the rules did by themselves included."""
        ...

    def told_in_full(self, step: Step, names: Sequence[str]) -> list[str]:
        """Return the same, and also what the drawing of the position would show as well."""
        ...

    def told_after(self, step: Step, names: Sequence[str]) -> list[str]:
        """Return what the rules did by themselves after a step, a sentence each."""
        ...

    def is_news(self, step: Step) -> bool:
        """Return whether a step uncovers what people should see before a bot decides."""
        ...

    def missed(self, step: Step, drawn: Any) -> Any:
        """Return a position a step went through that should be drawn; None where `drawn`, the last, shows it.

        It is one in which nobody decides, or others alone did, and that is over after the step.
        """
        return None

    def counts_time(self, state: Any) -> bool:
        """Return whether a clock runs while a person decides."""
        return False

    def is_blind(self, state: Any, player: int) -> bool:
        """Return whether something that is this player's own has not been seen by the program."""
        return False

    def time_left(self, state: Any) -> int | None:
        """Return the milliseconds a person has for what they decide; None where there is no limit."""
        return None

    def time_out(self, state: Any, elapsed_ms: int) -> Any:
        """Return the referee's action for a person whose time is up; None while there is some left."""
        return None

    def hint_steps(self, state: Any) -> int:
        """Return how many steps of help there are for a position."""
        ...

    def hint(self, state: Any, step: int) -> str:
        """Return a step of help for whoever decides, from 1 to `hint_steps`; each says more."""
        ...

    def has_failed(self, step: Step) -> bool:
        """Return whether somebody's attempt has failed in a step, so that it may be gone through."""
        return False

    def has_review(self, match: Match) -> bool:
        """Return whether there is anything to be gone through in the attempt that failed last."""
        return False

    def review(self, match: Match, screen: Screen) -> None:
        """Print where the attempt went wrong that failed last."""
        return

    def told_lost(self, match: Match, tell: str) -> list[str]:
        """Return that a game alone is lost, and then, as far as that was asked for, since when."""
        return []

    def steps_since_mistake(self, match: Match) -> int:
        """Return how many steps have to be undone to be before the mistake; 0 when there is none."""
        return 0

    def told_result(self, match: Match) -> list[str]:
        """Return who has won and how, or how a game alone went."""
        ...


def require_seeing(bots: Iterable[int], face: Face, state: Any) -> None:
    """Raise NotationError where a bot does not see what is its own: it would play what it may not have."""
    for player in bots:
        if face.is_blind(state, player):
            raise NotationError(
                f"a card nobody has seen, with player {seat(player)}",
                expected="a card with a name: a bot plays it",
            )


def face(game: Game[Any] | str) -> Face:
    """Return the face of a game."""
    name = game if isinstance(game, str) else game.info.name
    found: Face = importlib.import_module(_FACES[name], __package__).FACE
    return found
