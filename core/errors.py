"""The errors a caller may catch. Each message names what was read, where, and what was expected."""

from __future__ import annotations


class QuadrangleError(Exception):
    """Root of every error that bad input or a spent budget can cause."""


class NotationError(QuadrangleError):
    """A text that does not read as what was asked for.

    The message says what was read, where, and what was expected.
    """

    def __init__(
        self,
        problem: str,
        *,
        expected: str = "",
        line: int | None = None,
        column: int | None = None,
        source: str = "",
    ) -> None:
        self.problem = problem
        """What is wrong, naming the text that was read."""
        self.expected = expected
        """What would have been right; empty when the problem says it."""
        self.line = line
        """Line of the text, from 1, where it is known."""
        self.column = column
        """Column in that line, from 1, where it is known."""
        self.source = source
        """Name of the file or argument the text came from."""
        super().__init__(problem)

    def __str__(self) -> str:
        place = [self.source] if self.source else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.column is not None:
            place.append(f"column {self.column}")
        where = ", ".join(place)
        text = f"{where}: {self.problem}" if where else self.problem
        return f"{text}; expected {self.expected}" if self.expected else text

    def at(self, *, source: str = "", line: int | None = None) -> NotationError:
        """Return the same error placed in a named source, `line` lines being counted from its start."""
        return NotationError(
            self.problem,
            expected=self.expected,
            line=line if line is not None else self.line,
            column=self.column,
            source=source or self.source,
        )


class IllegalAction(QuadrangleError):
    """An action the rules do not allow in this position; the message names the rule it broke."""


class ComponentError(QuadrangleError):
    """Component data that does not describe a playable set."""


class FileError(QuadrangleError):
    """A file that is cut, altered, of another format, in use by another run, or cannot be written."""


class BudgetSpent(QuadrangleError):
    """The budget ran out where there is nothing to return."""


class WorkerError(QuadrangleError):
    """Workers that cannot be reached, are of another version, or die over one part again and again."""


class MissingExtra(QuadrangleError):
    """An optional part of the installation that is not there; the message says how to add it."""
