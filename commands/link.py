"""`quadrangle link`: a puzzle as a link, a link as a puzzle."""

from __future__ import annotations

from pathlib import Path

import click

from . import puzzles
from .options import as_json


@click.command(
    "link", short_help="Make a link of a puzzle, or a puzzle of a link.", epilog=puzzles.PUZZLE_HELP
)
@puzzles.argument
@puzzles.file
@click.option("--kind", help="The kind of puzzle; found out from the text unless given.")
@as_json
def group(puzzle: tuple[str, ...], file: Path | None, kind: str | None, as_json: bool) -> int:
    """Print the link of a PUZZLE, which carries all of it but the solution; of a link, the puzzle."""
    from .. import generators
    from ..core.documents import dump
    from ..core.documents.puzzles import PuzzleLink
    from ..generators.texts import find_link, kind_of

    source = puzzles.the_source(puzzle, file)
    name = kind_of(source.text) if kind is None else kind
    made_by = generators.kind(name)
    position = puzzles.the_position(name, source)
    if as_json:
        answer = PuzzleLink(
            kind=name, id=made_by.identify(position), position=position, link=made_by.encode(position)
        )
        click.echo(dump(answer))
    else:
        click.echo(made_by.encode(position) if find_link(source.text) is None else position)
    return 0
