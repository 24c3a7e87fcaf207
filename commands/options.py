"""What several command groups have in common."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import click

EXIT_INPUT = 2
EXIT_BUDGET = 3
EXIT_FAULT = 70
EXIT_INTERRUPTED = 130


class Group(click.Group):
    """A group that lists its commands as they were added, and shows its help when called alone."""

    def __init__(self, name: str, summary: str) -> None:
        super().__init__(name, help=summary, invoke_without_command=True, callback=self._show_help)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands as they were added."""
        return list(self.commands)

    def _show_help(self) -> None:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            click.echo(context.get_help())


class Whole(click.ParamType):  # type: ignore[type-arg]  # generic only since click 8.4
    """A whole number, refused in the words of every other input; without `most` there is no upper end."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number. Raises NotationError that names the option."""
        from ..core.errors import NotationError
        from ..core.notation import shown

        with contextlib.suppress(ValueError):
            number = int(value)
            if self._least <= number and (self._most is None or number <= self._most):
                return number
        ends = (
            f", {self._least:,} or more" if self._most is None else f" from {self._least:,} to {self._most:,}"
        )
        raise NotationError(shown(str(value)), expected=f"a whole number{ends}", source=_name_of(param))


class OneOf(click.Choice):  # type: ignore[type-arg]  # a type only since click 8.2
    """One of some words, refused in the words of every other input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word. Raises NotationError that names the option."""
        from ..core.errors import NotationError
        from ..core.notation import shown

        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            expected = " or ".join(map(str, self.choices))
            raise NotationError(shown(str(value)), expected=expected, source=_name_of(param)) from None


def _name_of(parameter: click.Parameter | None) -> str:
    """Return a parameter as it is typed."""
    if parameter is None:
        return ""
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.human_readable_name


def finite(_: click.Context, parameter: click.Parameter, seconds: float | None) -> float | None:
    """Refuse what is no time: `nan` and `inf` would mean no limit at all."""
    if seconds is not None and not 0 <= seconds < math.inf:
        raise click.BadParameter(f"{seconds} is not a number of seconds, 0 or more", param=parameter)
    return seconds


as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
workers = click.option("--workers", type=click.IntRange(1, 1024), help="Processors to use; all unless given.")
scheduler = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use the workers of the Dask cluster at such as tcp://host:8786.",
)
budget = click.option(
    "--budget",
    type=float,
    callback=finite,
    metavar="SECONDS",
    help="Time it may take; what is undecided then is said to be.",
)


@contextlib.contextmanager
def stopped_by_interrupt() -> Iterator[Callable[[], bool]]:
    """Turn the first Ctrl-C into a yes of the function that is yielded; the second stops at once.

    For work that can hand out what it has found so far.
    """
    stop = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # only the main thread may
        yield stop.is_set
        return
    try:
        yield stop.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def announce_compiling() -> None:
    """Have it said, once, when the kernels are about to be compiled or loaded."""
    from ..core import kernels
    from ..core.notices import tell

    kernels.on_compile = lambda: tell("compiling the search, or loading it compiled")


def in_a_folder(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a file in a folder that is not there before anything is worked out for it; - is no file."""
    from ..core.errors import FileError

    if path is not None and str(path) != "-" and not path.absolute().parent.is_dir():
        raise FileError(f"{path}: cannot be written (there is no folder {path.parent})")
    return path
