"""What several command groups have in common."""

from __future__ import annotations

import contextlib
import math
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

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
