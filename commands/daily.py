"""`quadrangle daily`: the puzzle of the day."""

from __future__ import annotations

from pathlib import Path

import click

from .options import as_json, in_a_folder


@click.command("daily", short_help="The puzzle of the day.")
@click.argument("date", required=False)
@click.option("--solution", is_flag=True, help="Show the solution too.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    callback=in_a_folder,
    help="Draw it to a file; - for standard output, instead of the answer.",
)
@as_json
def group(date: str | None, solution: bool, svg: Path | None, as_json: bool) -> int:
    """Show the puzzle of a day, the same one for everybody; of today, by UTC, without DATE.

    DATE is written 2026-11-30. From Monday to Saturday they grow harder: junior, junior, senior,
    senior, graduate, master; on Sundays there is a solo challenge whose level goes round.
    """
    from ..core.documents import dump
    from ..core.documents.puzzles import DailyPuzzle
    from ..core.errors import NotationError
    from ..generators.daily import day_of, puzzle_on, read_date, today
    from . import one_puzzle
    from .say import say

    if as_json and str(svg) == "-":
        raise NotationError("two answers for standard output", expected="a file for one of them")
    when = today() if date is None else read_date(date)
    puzzle = puzzle_on(when)
    if as_json:
        click.echo(
            dump(
                DailyPuzzle(
                    date=when.isoformat(),
                    kind=puzzle.kind,
                    id=puzzle.id,
                    position=puzzle.position,
                    goal=puzzle.goal,
                    difficulty=one_puzzle.difficulty(puzzle.difficulty),
                    solution=list(puzzle.solution) if solution else None,
                    link=puzzle.link,
                )
            )
        )
    elif svg is None or str(svg) != "-":
        solo = day_of(when).shape == "solo"
        say(f"{when:%A}, {when.isoformat()}: {'a solo challenge of ' if solo else ''}Leaves")
        click.echo()
        one_puzzle.show(puzzle, "all deals" if solo else "puzzles with such a hand", solution)
    if svg is not None:
        one_puzzle.draw(puzzle, svg)
    return 0
