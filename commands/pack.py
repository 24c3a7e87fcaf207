"""`quadrangle pack`: what is in a pack of puzzles, and whether it is what it says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import puzzles
from .options import (
    EXIT_BUDGET,
    EXIT_INPUT,
    Group,
    Whole,
    announce_compiling,
    as_json,
    budget,
    scheduler,
    stopped_by_interrupt,
    workers,
)
from .say import say

if TYPE_CHECKING:
    from ..core.documents.puzzles import PackVerify
    from ..core.executor import Executor
    from ..generators import Puzzle
    from ..generators.packs import Pack
    from ..generators.packs.merging import Spread
    from ..generators.packs.verifying import Found

_TOLD = 50
"""Differences that are printed; --json has all of them."""

_NUMBERS = ("no", "%", "bits", "careful")
"""Columns of the list that stand flush right."""

group = Group("pack", "Packs of puzzles, as `quadrangle generate` makes them.")

_file = click.argument("file", type=click.Path(path_type=Path))


@group.command(short_help="Solve, grade and link everything again.")
@_file
@workers
@scheduler
@budget
@as_json
def verify(
    file: Path, workers: int | None, scheduler: str | None, budget: float | None, as_json: bool
) -> int:
    """Say whether a pack is what it says: every puzzle solved, graded, linked and identified again.

    What differs is told by the line of the file. Exit code 0: everything is as it says, 1: something
    is not, 2: the file was cut or edited or is not finished (--json tells what else differs), 3: the
    budget was spent.
    """
    from ..core.documents import dump
    from ..core.work import Progress
    from ..generators.packs.reading import scan
    from ..generators.packs.shifts import Interrupted
    from ..generators.packs.verifying import verify

    count = next(scan(file)).header.count
    announce_compiling()
    with stopped_by_interrupt() as interrupted, Progress("puzzles checked", count) as progress:
        try:
            found = verify(
                file,
                workers=workers,
                executor=_cluster(scheduler),
                seconds=budget,
                stopped=interrupted,
                note=progress.advance,
            )
        except Interrupted:
            raise KeyboardInterrupt from None
    if as_json:
        click.echo(dump(_verified(file, found)))
    elif found.damage is None:
        _show_verified(found)
    return _verdict(found)


@group.command(short_help="Draw a puzzle of a pack, or list all.")
@_file
@click.argument("number", type=Whole(1), required=False)
@click.option("--solution", is_flag=True, help="Show the solution too.")
@as_json
def show(file: Path, number: int | None, solution: bool, as_json: bool) -> int:
    """Draw puzzle NUMBER of a pack, counted from 1; without NUMBER list all there are."""
    from ..core.documents import dump
    from ..core.documents.puzzles import PackPuzzle, PackShow
    from ..core.errors import NotationError

    pack = _read(file)
    held = len(pack.puzzles)
    if number is not None and number > held:
        expected = f"1 to {held:,}" if held else "none, for there are no puzzles in it"
        raise NotationError(f"puzzle {number:,}", expected=expected, source=str(file))
    if number is None and solution and not as_json:
        raise NotationError("--solution without the number of a puzzle", expected="such as: show FILE 1")
    chosen = range(1, held + 1) if number is None else (number,)
    if as_json:
        shown = [
            PackPuzzle(number=n, puzzle=puzzles.as_document(pack.puzzles[n - 1], solution)) for n in chosen
        ]
        click.echo(dump(PackShow(file=str(file), asked=pack.header.count, held=held, puzzles=shown)))
    elif number is None:
        _list(pack)
    else:
        _draw(file, pack, number, solution)
    return 0


@group.command(short_help="Make one pack of several.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The pack to write, a new file.",
)
@as_json
def merge(files: tuple[Path, ...], out: Path, as_json: bool) -> int:
    """Put the puzzles of several packs into one, in their order, no puzzle twice."""
    from ..core.documents import dump
    from ..core.documents.puzzles import PackMerge
    from ..generators.packs.merging import merged
    from ..generators.packs.writing import write_new

    found = merged(files)
    write_new(out, found.header, found.entries)
    count = len(found.entries)
    if as_json:
        answer = PackMerge(
            files=[str(file) for file in files],
            out=str(out),
            kinds=list(found.header.kinds),
            puzzles=count,
            left_out=found.left_out,
        )
        click.echo(dump(answer))
    else:
        left_out = f"; {found.left_out:,} were there before" if found.left_out else ""
        click.echo(f"{_many(count)} in {out}{left_out}.")
        puzzles.tell_notes(found.header.kinds)
    return 0


@group.command(short_help="Count levels, and how hard puzzles are.")
@_file
@as_json
def stats(file: Path, as_json: bool) -> int:
    """Say how many puzzles of each level a pack has, and how their difficulty is spread.

    A quantile is the least value that so many percent of the puzzles do not surpass.
    """
    import msgspec

    from ..core.documents import dump
    from ..core.documents.puzzles import PackSpread, PackStats
    from ..generators.packs.merging import spreads

    pack = _read(file)
    found = spreads(pack)
    if as_json:
        told = [msgspec.convert(msgspec.to_builtins(spread), PackSpread) for spread in found]
        held = len(pack.puzzles)
        click.echo(dump(PackStats(file=str(file), asked=pack.header.count, held=held, spreads=told)))
    else:
        for number, spread in enumerate(found):
            if number:
                click.echo()
            _show_spread(spread)
        puzzles.tell_notes(spread.kind for spread in found)
    return 0


@group.command(short_help="Write a pack as a table.")
@_file
@click.option("--csv", is_flag=True, expose_value=False, help="As CSV, which is what it writes in any case.")
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it to a file that is new."
)
@click.option("--force", is_flag=True, help="Write it over a file that is there.")
def export(file: Path, out: Path | None, force: bool) -> int:
    """Write the puzzles of a pack as CSV, a row a puzzle, with its difficulty, text, solution and link."""
    from ..core.errors import FileError
    from ..core.work import write_atomic
    from ..generators.packs.merging import to_csv

    table = to_csv(_read(file)).encode()
    if out is None or str(out) == "-":
        sys.stdout.buffer.write(table)
        return 0
    if out.is_file() and not force:
        raise FileError(f"{out}: is there already; expected the name of a new file, or --force")
    write_atomic(out, table)
    return 0


def _cluster(address: str | None) -> Executor | None:
    from ..core.executor import Dask

    return None if address is None else Dask(address)


def _read(file: Path) -> Pack:
    """Return a pack; say so where it is not whole. Raises FileError or NotationError."""
    from ..core.notices import tell
    from ..generators.packs import read

    pack = read(file)
    if not pack.is_whole:
        tell(f"{file}: {len(pack.puzzles):,} of {_many(pack.header.count)} are there")
    return pack


def _many(count: int) -> str:
    return f"{count:,} puzzle{'s'[: count != 1]}"


def _verified(file: Path, found: Found) -> PackVerify:
    from ..core.documents.puzzles import PackDifference, PackVerify

    return PackVerify(
        file=str(file),
        holds=None if found.spent and not found.differences else found.holds,
        damaged=found.damage is not None,
        asked=found.header.count,
        held=found.puzzles,
        checked=found.checked,
        differences=[
            PackDifference(line=difference.line, field=difference.field, problem=difference.problem)
            for difference in found.differences
        ],
    )


def _show_verified(found: Found) -> None:
    for difference in found.differences[:_TOLD]:
        name = f" {difference.field}" if difference.field else ""
        say(f"line {difference.line:,}{name}: {difference.problem}", hanging=2)
    if len(found.differences) > _TOLD:
        say(f"and {len(found.differences) - _TOLD:,} more (--json)")
    checked = f"{found.checked:,} of {_many(found.puzzles)} solved, graded and linked again"
    if found.holds:
        say(f"Yes: every puzzle is as it says; {checked}.")
    elif found.differences:
        count = len(found.differences)
        say(f"No: {'1 thing differs' if count == 1 else f'{count:,} things differ'}; {checked}.")
    else:
        say(f"Unknown: the budget was spent first; {checked}.")
    puzzles.tell_notes(found.header.kinds)


def _verdict(found: Found) -> int:
    """Return the exit code; say in one line where the file is to blame: its claims are then nobody's."""
    if found.damage is not None:
        click.echo(f"quadrangle: {found.damage}", err=True)
        return EXIT_INPUT
    if found.differences:
        return 1
    return EXIT_BUDGET if found.spent else 0


def _list(pack: Pack) -> None:
    """Print a line a puzzle, each column as wide as what is in it."""
    rows: list[tuple[str, ...]] = [("no", "level", "%", "bits", "careful", "kind", "id")]
    rows += [_row(number, puzzle) for number, puzzle in enumerate(pack.puzzles, 1)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            f"{cell:>{width}}" if name in _NUMBERS else f"{cell:<{width}}"
            for name, cell, width in zip(rows[0], row, widths, strict=True)
        )
        say(" ".join(cells).rstrip())
    puzzles.tell_notes(puzzle.kind for puzzle in pack.puzzles)


def _row(number: int, puzzle: Puzzle) -> tuple[str, ...]:
    graded = puzzle.difficulty
    careful = "never" if graded.careful_bits is None else f"{graded.careful_bits:.1f}"
    hard = (f"{graded.percentile:.2f}", f"{graded.bits:.1f}", careful)
    return (str(number), graded.level, *hard, puzzle.kind, puzzle.id)


def _draw(file: Path, pack: Pack, number: int, solution: bool) -> None:
    """Print a puzzle. Raises NotationError naming it where what the pack says of it is not so."""
    from ..core.errors import IllegalAction, NotationError
    from .one_puzzle import show

    puzzle = pack.puzzles[number - 1]
    source = f"{file}, puzzle {number:,}"
    click.echo(click.style(f"Puzzle {number:,} of {len(pack.puzzles):,}", bold=True))
    try:
        show(puzzle, puzzles.AMONG, solution)
    except NotationError as error:
        raise error.at(source=source) from None
    except IllegalAction as error:
        raise NotationError(f"its solution: {error}", source=source) from None
    puzzles.tell_notes([puzzle.kind])


def _show_spread(spread: Spread) -> None:
    click.echo(click.style(f"{spread.kind}: {_many(spread.puzzles)}", bold=True))
    for level, count in spread.levels.items():
        if count:
            say(f"  {level:<12} {count:>7,}")
    table = [("quantiles", [f"{percent} %" for percent in spread.bits])]
    for name, values in (
        ("percentile", spread.percentile),
        ("bits", spread.bits),
        ("careful bits", spread.careful_bits),
    ):
        table.append((name, ["never" if value is None else f"{value:.2f}" for value in values.values()]))
    width = 1 + max(len(cell) for _, cells in table for cell in cells)
    for name, cells in table:
        say(f"  {name:<12} " + "".join(f"{cell:>{width}}" for cell in cells))
    if spread.never:
        say(f"  A careful player never solves {spread.never:,}.")
    if spread.single:
        say(f"  {spread.single:,} have one solution.")
