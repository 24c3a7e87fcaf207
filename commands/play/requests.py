"""What may be typed at every prompt besides moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.errors import NotationError

_NAMES = {
    "?": "?",
    "commands": "?",
    "help": "help",
    "hint": "help",
    "h": "help",
    "rules": "rules",
    "rule": "rules",
    "undo": "undo",
    "u": "undo",
    "moves": "moves",
    "m": "moves",
    "board": "board",
    "log": "log",
    "pause": "pause",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
    "correct": "correct",
}
"""Each request by the words that mean it."""


class Request(NamedTuple):
    """Something a person wants that is no move."""

    name: str
    rest: str
    """What was typed after its name."""

    def number(self, default: int) -> int:
        """Return the number that was typed, or `default`. Raises NotationError."""
        if not self.rest:
            return default
        if not (self.rest.isascii() and self.rest.isdigit() and len(self.rest) <= 6):
            raise NotationError(f"{self.name} {self.rest}", expected=f"a number, such as {self.name} 2")
        return int(self.rest)


def find_request(text: str) -> Request | None:
    """Return the request a line is; None for anything else."""
    word, _, rest = text.partition(" ")
    name = _NAMES.get(word.lower())
    return None if name is None else Request(name, rest.strip())


def described(
    *, decides: bool, corrects: bool, says: str, referees: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield what may be typed here, each with what it does.

    `decides` says whether a player does, `says` for whom the words in `referees` are.
    """
    if decides:
        yield "help", "a hint; asked again, it says more"
        yield "moves", "what may be done here"
        yield "undo [N]", "take back your last move, or several"
    yield "board", "draw the position again"
    yield "rules NUMBER|WORD", "look a rule up, such as rules 12, or what has a word"
    yield "log [N|all]", "what has happened, with the numbers of its lines"
    if corrects:
        yield "correct LINE WHAT", "put right what was mistyped on a line of the log, such as correct 5 …"
    for word, others in referees:
        yield word, f"{says}: {word} {others}".rstrip()
    yield "pause", "stop the clock and hide what was printed until Enter"
    yield "quit", "end here; with --log the match can be resumed"
