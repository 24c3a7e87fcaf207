"""What a person at the terminal sees and types; a pipe gets the same, plainly."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence

import click

from ..say import say

_LONGEST = 4096
"""Letters of a line that are read at once: no answer has as many."""


class EndOfInput(Exception):
    """Nobody types any more: Ctrl-D, or the end of a file."""


def now_ms() -> int:
    """Return milliseconds of a clock that only goes forward."""
    return time.monotonic_ns() // 1_000_000


class Screen:
    """Prints lines and pictures, and asks."""

    def __init__(self) -> None:
        """Look at what the terminal can show."""
        wanted = click.get_current_context().color
        dumb = os.environ.get("TERM") == "dumb"
        self.colour = (sys.stdout.isatty() and not dumb) if wanted is None else wanted
        self.ascii_only = not (sys.stdout.encoding or "").lower().startswith("utf")
        self._steers = sys.stdout.isatty() and not dumb
        self._typed_ahead: list[str] = []
        if sys.stdin is not None:
            if self._types:
                _edit_lines()
            reconfigure = getattr(sys.stdin, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")

    @property
    def _types(self) -> bool:
        """Whether a person types, not a script."""
        return sys.stdin is not None and sys.stdin.isatty()

    def say(self, text: str = "", hanging: int = 0) -> None:
        """Print a line, wrapped where the terminal is narrower."""
        say(self._shown(text), hanging)

    def list(self, lead: str, items: Sequence[str]) -> None:
        """Print a line that lists items, none of which is broken where the terminal is narrower."""
        line = f"{lead}:" if items else lead
        if not sys.stdout.isatty():
            self.say(" ".join([line, ", ".join(items)]).strip())
            return
        width = shutil.get_terminal_size().columns
        for i, item in enumerate(items, 1):
            part = item if i == len(items) else f"{item},"
            if len(line) + 1 + len(part) > width:
                self.say(line, 2)
                line = f"  {part}"
            else:
                line += f" {part}"
        self.say(line, 2)

    def heading(self, text: str) -> None:
        """Print a line that stands out, after an empty one."""
        click.echo()
        click.echo(click.style(self._shown(text), bold=True) if self.colour else self._shown(text))

    def picture(self, text: str) -> None:
        """Print a picture of several lines, with an empty one before and after it."""
        click.echo(f"\n{text}\n")

    def hide(self) -> None:
        """Let nothing of what was printed be seen, where the terminal can do that."""
        if self._steers:
            click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False, color=True)

    def ask(self, question: str) -> str:
        """Return the line somebody types after a question, without blanks around it.

        Raises EndOfInput. A line that comes through a pipe is printed too, so that what is
        printed reads as it would at a terminal.
        """
        question = f"{self._shown(question)} "
        if self._typed_ahead:
            line = self._typed_ahead.pop()
            click.echo(question + self._shown(line))
            return line
        if self._types and sys.stdout.isatty():
            sys.stdout.flush()
            try:
                return _without_codes(input(question))
            except EOFError:
                click.echo()
                raise EndOfInput from None
        click.echo(question, nl=False)
        line = "" if sys.stdin is None else sys.stdin.readline(_LONGEST)
        if not line:
            click.echo()
            raise EndOfInput
        line = _without_codes(line)
        if not self._types:
            click.echo(self._shown(line))
        return line

    @contextlib.contextmanager
    def told_after(self, delay_ms: int | None, text: str) -> Iterator[None]:
        """Print a line at a terminal if what is done takes longer than some milliseconds."""
        if delay_ms is None or not (self._types and sys.stdout.isatty()):
            yield
            return
        timer = threading.Timer(delay_ms / 1000, click.echo, (f"\n{self._shown(text)}",))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def put_back(self, line: str) -> None:
        """Let a line that was typed be the answer to the next question."""
        self._typed_ahead.append(line)

    def _shown(self, text: str) -> str:
        """Return a text without what would steer the terminal, or what it cannot show."""
        text = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
        return text.encode("ascii", "replace").decode() if self.ascii_only else text


def _without_codes(line: str) -> str:
    """Return a line without what would steer the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in line).strip()


def _edit_lines() -> None:
    """Let a person edit the line, and have earlier ones back."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - being imported is all it needs
