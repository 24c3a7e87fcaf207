"""`quadrangle generate`: puzzles of a chosen difficulty, printed or put into a pack."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from .one_puzzle import show
from .options import (
    EXIT_BUDGET,
    OneOf,
    Whole,
    announce_compiling,
    as_json,
    budget,
    scheduler,
    stopped_by_interrupt,
    workers,
)
from .puzzles import AMONG, as_document, tell_notes

if TYPE_CHECKING:
    from ..core.documents.puzzles import Generate
    from ..core.executor import Executor
    from ..generators.packs import Entry
    from ..generators.packs.making import Order, Spare
    from ..generators.packs.writing import Sink
    from ..generators.wishes import Wish

_WISH = "wish_"
"""What the names of wishes begin with among the parameters of a command."""
_LONGEST_METAVAR = 40
"""Letters of choices that stand behind an option in its help; more stand in the sentence."""
_EPILOG = """\b
For example:
  quadrangle generate leaves --level senior               a puzzle, now
  quadrangle generate leaves --count 20 --out pack.jsonl  a pack; the same command goes on with it
  quadrangle generate leaves --help                       what may be wished for
"""


class _Kinds(click.Group):
    """A command for each kind of puzzles, made of what may be wished for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from ..generators import present

        return list(present())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if ctx.resilient_parsing and cmd_name not in self.list_commands(ctx):
            return None  # while a shell completes what is typed, nothing is refused
        return _command(cmd_name)


@click.group(
    "generate",
    cls=_Kinds,
    invoke_without_command=True,
    epilog=_EPILOG,
    subcommand_metavar="KIND [OPTIONS]",
)
@click.pass_context
def group(context: click.Context) -> None:
    """Make puzzles of a chosen difficulty, each with a solution that is proved."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _command(name: str) -> click.Command:
    """Return the command that makes puzzles of a kind. Raises NotationError where there is none of it."""
    from ..generators import LEVELS, kind
    from ..generators.packs import MOST

    made_by = kind(name)
    command = click.Command(
        name,
        callback=functools.partial(_run, name),
        help=f"Make {made_by.TITLE} puzzles: exactly the level that is asked for, never one twice.\n\n"
        "The same seed gives the same puzzles, whoever makes them. Interrupted or out of budget, a pack "
        "keeps what is finished, and the same command goes on with it. Exit code 3: fewer were found.",
        short_help=f"{made_by.TITLE} puzzles.",
        params=[
            click.Option(["--level"], type=OneOf(LEVELS), help="How hard; any level unless given."),
            click.Option(
                ["--count"],
                type=Whole(1, MOST),
                default=1,
                show_default=True,
                help=f"How many, at most {MOST:,}.",
            ),
            click.Option(
                ["--seed"],
                type=Whole(-(2**63), 2**63 - 1),
                default=1,
                show_default=True,
                help="The same seed, the same puzzles.",
            ),
            *(_option(wish_name, wish) for wish_name, wish in made_by.WISHES.items()),
            click.Option(
                ["--out"],
                type=click.Path(path_type=Path),
                metavar="FILE",
                help="Put them into a pack, - for standard output; else they are printed.",
            ),
        ],
    )
    for option in (workers, scheduler, budget, as_json):
        option(command)
    return command


def _option(name: str, wish: Wish) -> click.Option:
    """Return the option for a wish."""
    says = wish.says[:1].upper() + wish.says[1:] + "."
    names = [f"--{name.replace('_', '-')}", _WISH + name]
    if wish.form == "yes":
        return click.Option(names, is_flag=True, help=says)
    if wish.form == "choice":
        choices = "|".join(wish.choices)
        if len(choices) > _LONGEST_METAVAR:
            return click.Option(names, metavar="NAME", help=f"{says} One of {', '.join(wish.choices)}.")
        return click.Option(names, metavar=choices, help=says)
    metavar = "N" if wish.form == "number" else "FROM-TO"
    return click.Option(
        names, metavar=metavar, help=f"{says} {wish.expected[:1].upper()}{wish.expected[1:]}."
    )


def _run(
    name: str,
    *,
    level: str | None,
    count: int,
    seed: int,
    out: Path | None,
    workers: int | None,
    scheduler: str | None,
    budget: float | None,
    as_json: bool,
    **wishes: Any,
) -> int:
    from ..core.errors import NotationError
    from ..generators.packs.making import order_of

    if as_json and out is not None and str(out) == "-":
        raise NotationError("--json and --out -", expected="one of them: a pack is JSON in any case")
    given = {wish.removeprefix(_WISH): value for wish, value in wishes.items()}
    _require_readable(name, given)
    order = order_of(name, level, seed, count, given)
    executor = None if scheduler is None else _cluster(scheduler)
    announce_compiling()
    with ExitStack() as opened, stopped_by_interrupt() as interrupted:
        goal = _goal(order, out, as_json, opened)
        ended = _fill(goal, {"workers": workers, "executor": executor, "seconds": budget}, interrupted)
        goal.tell(as_json, ended)
        if ended is not None:
            return ended.leave()
    return 0


def _cluster(address: str) -> Executor:
    from ..core.executor import Dask

    return Dask(address)


def _require_readable(name: str, given: Mapping[str, Any]) -> None:
    """Raise NotationError for what a wish does not take, naming its option."""
    from ..core.errors import NotationError
    from ..core.notation import shown
    from ..generators import kind
    from ..generators.wishes import read

    declared = kind(name).WISHES
    for wish, value in given.items():
        try:
            read(declared, {wish: value})
        except NotationError as error:
            option = f"--{wish.replace('_', '-')}"
            raise NotationError(shown(str(value)), expected=error.expected, source=option) from None


@dataclass(frozen=True)
class _Goal:
    """Where puzzles go, and how that is told."""

    order: Order
    sink: Sink
    out: str | None = None
    """The pack they are put into; None where they are told at once."""
    spare: Spare | None = None
    there: int = 0
    """Puzzles that were there before."""

    @property
    def kept(self) -> str:
        """How many puzzles there are."""
        many = f"{self.sink.held:,} of {self.order.count:,} puzzles"
        return f"{many} were made" if self.out is None else f"{many} are in {self.out}"

    @property
    def goes_on(self) -> str:
        """How many puzzles there are, and how there will be more."""
        return self.kept if self.spare is None else f"{self.kept}; the same command goes on"

    def tell(self, as_json: bool, ended: _Ended | None) -> None:
        """Say what was made, unless that was done on the way."""
        if as_json:
            from ..core.documents import dump

            click.echo(dump(_document(self, ended)))
        elif isinstance(self.sink, _Printed):
            self.sink.end(self.order.kind)
        elif self.spare is not None and ended is None:
            before = f", {self.there:,} of which were there" if self.there else ""
            many = f"{self.sink.held:,} puzzle{'s'[: self.sink.held != 1]}"
            click.echo(f"{many} in {self.out}{before}.")
            tell_notes([self.order.kind])


@dataclass(frozen=True)
class _Ended:
    """Why there are fewer puzzles than asked for."""

    why: str
    kept: str
    interrupted: bool = False

    def leave(self) -> int:
        """Say why, and return the exit code. Raises KeyboardInterrupt where it was that."""
        if self.interrupted:
            from ..core.notices import tell

            tell(self.kept)
            raise KeyboardInterrupt
        click.echo(f"quadrangle: {self.why}: {self.kept}", err=True)
        return EXIT_BUDGET


def _goal(order: Order, out: Path | None, as_json: bool, opened: ExitStack) -> _Goal:
    """Return where puzzles go; what is open for that is closed with `opened`."""
    from ..generators.packs.making import Spare, header_of
    from ..generators.packs.writing import PackFile, PackStream

    if out is None:
        return _Goal(order, _Collected() if as_json else _Printed(order.count))
    header = header_of(order)
    if str(out) == "-":
        return _Goal(order, PackStream(header, sys.stdout.buffer), "standard output")
    if out.exists() and not out.is_file() and not out.is_dir():
        return _Goal(order, PackStream(header, opened.enter_context(_device(out))), str(out))
    sink = opened.enter_context(PackFile(out, header))
    spare = Spare(out, header)
    opened.callback(spare.close)
    return _Goal(order, sink, str(out), spare, sink.held)


@contextmanager
def _device(out: Path) -> Iterator[IO[bytes]]:
    """Open what is no file, such as a pipe. Raises FileError when it does not take what is written."""
    from ..core.errors import FileError

    try:
        with open(out, "wb") as file:
            yield file
    except OSError as error:
        raise FileError(f"{out}: cannot be written ({error.strerror or error})") from error


class _Collected:
    """Puzzles that are told all at once."""

    def __init__(self) -> None:
        self.held = 0
        self.ids: set[str] = set()
        self.next_item = 0
        self.puzzles: list[Entry] = []

    def add(self, entries: Sequence[Entry]) -> None:
        """Take puzzles."""
        self.puzzles += entries
        self.held += len(entries)


class _Printed(_Collected):
    """Puzzles that are printed as they come."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._count = count

    def add(self, entries: Sequence[Entry]) -> None:
        """Print puzzles."""
        for number, entry in enumerate(entries, self.held + 1):
            if self._count > 1:
                click.echo(click.style(f"Puzzle {number:,} of {self._count:,}", bold=True))
            show(entry, AMONG, solution=False)
            if number < self._count:
                click.echo()
        self.held += len(entries)

    def end(self, name: str) -> None:
        """Print what belongs below puzzles of a kind."""
        if self.held:
            tell_notes([name])


def _fill(goal: _Goal, ways: Mapping[str, Any], interrupted: Callable[[], bool]) -> _Ended | None:
    """Put the puzzles where they go; return why there are fewer than asked for, None where there are not."""
    from ..core.errors import BudgetSpent, WorkerError
    from ..core.work import Progress
    from ..generators.packs.making import put
    from ..generators.packs.shifts import Interrupted, TimeSpent

    def fill(note: Callable[[int], None]) -> None:
        put(goal.order, goal.sink, spare=goal.spare, stopped=interrupted, note=note, **ways)

    try:
        if isinstance(goal.sink, _Printed) and sys.stdout.isatty():
            fill(lambda more: None)  # a bar would stand in the midst of what is printed
        else:
            with Progress(f"{goal.order.kind} puzzles", goal.order.count) as progress:
                progress.advance(goal.there)
                fill(progress.advance)
    except Interrupted:
        return _Ended("interrupted", goal.goes_on, True)
    except TimeSpent as error:
        return _Ended(str(error), goal.goes_on)
    except BudgetSpent as error:
        return _Ended(str(error), goal.kept)
    except WorkerError as error:
        raise WorkerError(f"{error}; {goal.goes_on}") from error
    return None


def _document(goal: _Goal, ended: _Ended | None) -> Generate:
    from ..core.documents.puzzles import Generate
    from ..generators import kind, note

    order = goal.order
    return Generate(
        kind=order.kind,
        stream=kind(order.kind).STREAM,
        level=order.level,
        wishes=order.wishes,
        seed=order.seed,
        asked=order.count,
        made=goal.sink.held,
        ended=None if ended is None else ended.why,
        note=note(order.kind) or None,
        out=goal.out,
        puzzles=[as_document(entry) for entry in goal.sink.puzzles]
        if isinstance(goal.sink, _Collected)
        else None,
    )
