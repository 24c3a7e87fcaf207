"""The `quadrangle` command: which commands there are, in one line each; they live in `commands/`."""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import click

from quadrangle.core.errors import QuadrangleError

if TYPE_CHECKING:
    from collections.abc import Sequence

_GROUPS = {
    "leaves": (
        "quadrangle.commands.leaves",
        "Check a Leaves table: is it solvable, how, and how hard? Solo deals, batches, the census.",
    ),
    "schema": ("quadrangle.commands.schema", "Show the JSON Schema of what --json prints."),
    "stacks": (
        "quadrangle.commands.stacks",
        "Other stack games, and comparisons with published results.",
    ),
}

_EPILOG = """\b
For example:
  quadrangle leaves check                      ask for the cards on the table, then answer
  quadrangle leaves check 1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm --hand "3yg 1rr"
  quadrangle leaves --help                     everything about Leaves
"""

EXIT_FAULT = 70


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called; help shows the lines in this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _GROUPS:
            return None
        command = importlib.import_module(_GROUPS[cmd_name][0]).group
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("What would you like to do?"):
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
@click.option("--traceback", is_flag=True, help="Show where in the program a fault happened.")
@click.pass_context
def quadrangle(ctx: click.Context, verbose: int, quiet: bool, colour: str, traceback: bool) -> None:
    """Solve, make and play the puzzles inside university-themed tabletop games.

    Unofficial: names belong to their owners.
    """
    ctx.color = {"always": True, "never": False}.get(colour, False if "NO_COLOR" in os.environ else None)
    if verbose or quiet:
        import logging

        level = logging.ERROR if quiet else logging.INFO if verbose == 1 else logging.DEBUG
        logging.basicConfig(format="quadrangle: %(message)s")
        logging.getLogger("quadrangle").setLevel(level)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code: 0 yes or done, 1 no, 2 wrong input, 3 budget spent."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _run(arguments)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        code = _complain(error.format_message(), 2)
    except (click.Abort, KeyboardInterrupt):
        code = _complain("interrupted", 130)
    except BrokenPipeError:
        code = _close_quietly()
    except QuadrangleError as error:
        code = _complain(str(error), 2)
    except Exception as error:
        if "--traceback" in arguments:
            raise
        code = _complain(
            f"a fault of ours: {type(error).__name__}: {error} (--traceback shows where)", EXIT_FAULT
        )
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = _close_quietly()
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    """Return the exit code of a command; what goes wrong is raised, so that all of it is told here alike."""
    if "_QUADRANGLE_COMPLETE" in os.environ:
        quadrangle.main(arguments, prog_name="quadrangle")
    # Not `quadrangle.main`: it leaves with 1 when a pipe closes, and 1 is an answer here.
    with quadrangle.make_context("quadrangle", list(arguments)) as context:
        code = quadrangle.invoke(context)
    return code if isinstance(code, int) else 0


def _complain(message: str, code: int) -> int:
    click.echo("quadrangle: " + " ".join(message.split()), err=True)
    return code


def _close_quietly() -> int:
    """Leave without a word when whoever read our output has gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0
