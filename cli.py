"""The `quadrangle` command: which commands there are, in one line each; they live in `commands/`."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from typing import TYPE_CHECKING

import click

from quadrangle.commands.options import EXIT_FAULT, EXIT_INPUT, EXIT_INTERRUPTED
from quadrangle.core.errors import QuadrangleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

_GROUPS = {
    "leaves": (
        "quadrangle.commands.leaves",
        "Check a Leaves table: is it solvable, how, and how hard? Solo deals, batches, the census.",
    ),
    "campus": (
        "quadrangle.commands.campus",
        "Ask about a Campus board: every move, the best one, expected turns. Shut the Box.",
    ),
    "canvas": (
        "quadrangle.commands.canvas",
        "Score a canvas of Abstract Academy, find longest paths and the best placement.",
    ),
    "daily": ("quadrangle.commands.daily", "The puzzle of the day, the same one for everybody."),
    "generate": ("quadrangle.commands.generate", "Make puzzles of a chosen difficulty, one or a pack."),
    "grade": ("quadrangle.commands.grade", "Say how hard a puzzle is."),
    "pack": ("quadrangle.commands.pack", "Show, verify, merge, count or export a pack of puzzles."),
    "link": ("quadrangle.commands.link", "Make a link of a puzzle, or a puzzle of a link."),
    "play": (
        "quadrangle.commands.play",
        "Play a game at the terminal, alone, against bots, or beside a real table.",
    ),
    "replay": ("quadrangle.commands.replay", "Go through the log of a match, every step checked."),
    "rules": (
        "quadrangle.commands.games.rules",
        "Look up the rules of a game, and the rulings in force.",
    ),
    "simulate": (
        "quadrangle.commands.games.simulate",
        "Let bots play a game many times: who wins, how long it takes.",
    ),
    "components": (
        "quadrangle.commands.games.components",
        "Show or check what is in a game's box.",
    ),
    "booklet": ("quadrangle.commands.booklet", "Print the puzzles of a pack as a PDF."),
    "cards": ("quadrangle.commands.cards", "Print a game's cards and tiles to be cut out."),
    "schema": ("quadrangle.commands.schema", "Show the JSON Schema of what --json prints."),
    "stacks": (
        "quadrangle.commands.stacks",
        "Other stack games, and comparisons with published results.",
    ),
}

_EPILOG = """\b
For example:
  quadrangle leaves check                      ask for the cards on the table, then answer
  quadrangle leaves check 1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm --hand "3yg 1rm"
  quadrangle leaves --help                     everything about Leaves
  quadrangle campus deal --seed 3              a random Campus board to ask about
  quadrangle campus --help                     everything about Campus
  quadrangle canvas deal --seed 3              a random canvas of Abstract Academy
  quadrangle canvas --help                     everything about canvases
  quadrangle generate leaves --level senior    a puzzle of a chosen difficulty
  quadrangle generate leaves --count 20 --out pack.jsonl
"""


class LazyGroup(click.Group):
    """Commands and groups that are imported when they are called; help shows the lines in this file.

    A module has its `group` or its one `command`.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _GROUPS:
            return None
        module = importlib.import_module(_GROUPS[cmd_name][0])
        command = module.command if hasattr(module, "command") else module.group
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("You may want to"):
            formatter.write_dl([(name, line) for name, (_, line) in _GROUPS.items()])


def _show_version(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    if value:
        from importlib.metadata import version

        click.echo(f"quadrangle {version('quadrangle')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version)
@click.option("-v", "--verbose", count=True, help="Say more of what is going on.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but the answer.")
@click.option(
    "--color",
    "--colour",
    "colour",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour the output.",
)
@click.option("--traceback", is_flag=True, expose_value=False, help="Show where in the program a fault lies.")
@click.pass_context
def quadrangle(ctx: click.Context, verbose: int, quiet: bool, colour: str) -> None:
    """Solve, make and play the puzzles inside university-themed tabletop games.

    Unofficial: names belong to their owners.
    """
    ctx.color = {"always": True, "never": False}.get(colour, False if "NO_COLOR" in os.environ else None)
    _set_level(-1 if quiet else verbose)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _set_level(verbose: int) -> None:
    """Let the `quadrangle` logger say nothing but errors (-1), warnings (0), or more."""
    if verbose or "logging" in sys.modules:
        import logging

        level = {-1: logging.ERROR, 0: logging.NOTSET, 1: logging.INFO}.get(verbose, logging.DEBUG)
        logging.getLogger("quadrangle").setLevel(level)
        if verbose:
            logging.basicConfig(format="quadrangle: %(message)s")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code: 0 yes or done, 1 no, 2 wrong input, 3 budget spent."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:  # closed by whoever called: nobody is to read the answer
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open until the end
    traceback = "--traceback" in given
    code = _guarded(lambda: _run([word for word in given if word != "--traceback"]), traceback)
    # What is left to be written may fail as well, and must not fail while Python shuts down.
    last = _guarded(sys.stdout.flush, traceback)
    if "logging" in sys.modules:
        import logging

        logging.getLogger("quadrangle").setLevel(logging.NOTSET)  # -q and -v are for one command
    if sys.stderr is not None:
        try:
            sys.stderr.flush()
        except OSError:
            _forget_output(sys.stderr)
    sys.exit(last or code)


def _guarded(work: Callable[[], int | None], traceback: bool) -> int:
    """Return the exit code of some work, whatever goes wrong in it told in one line."""
    try:
        return work() or 0
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        return _complain(error.format_message(), EXIT_INPUT)
    except (click.Abort, KeyboardInterrupt):
        return _complain("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        _forget_output(sys.stdout)
        return 0
    except QuadrangleError as error:
        return _complain(str(error), EXIT_INPUT)
    except OSError as error:
        _forget_output(sys.stdout)
        return _complain(f"{error.filename or 'the output'}: {error.strerror or error}", EXIT_INPUT)
    except Exception as error:
        if traceback:
            import traceback as tracebacks

            tracebacks.print_exc()
        hint = "" if traceback else " (--traceback shows where)"
        return _complain(f"a fault of ours: {type(error).__name__}: {error}{hint}", EXIT_FAULT)


def _run(arguments: list[str]) -> int:
    """Return the exit code of a command; what goes wrong is raised, so that all of it is told here alike."""
    if "_QUADRANGLE_COMPLETE" in os.environ:
        quadrangle.main(arguments, prog_name="quadrangle")
    # Not `quadrangle.main`: it leaves with 1 when a pipe closes, and 1 is an answer here.
    with quadrangle.make_context("quadrangle", list(arguments)) as context:
        code = quadrangle.invoke(context)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError):
        click.echo("quadrangle: " + _writable(" ".join(message.split())), err=True)
    return code


def _writable(message: str) -> str:
    """Return a message as the terminal can show it: what its encoding lacks is spelt out."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    if encoding.lower().startswith("utf"):
        return message
    return message.replace("…", "...").encode(encoding, "backslashreplace").decode(encoding)


def _forget_output(stream: TextIO) -> None:
    """Let what could not be written go, so that nothing fails again when the program ends."""
    with contextlib.suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
