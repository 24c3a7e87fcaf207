"""`quadrangle grade`: how hard a puzzle is."""

from __future__ import annotations

from pathlib import Path

import click

from . import puzzles
from .options import as_json
from .say import in_ascii, in_colour, say


@click.command("grade", short_help="Say how hard a puzzle is.", epilog=puzzles.PUZZLE_HELP)
@click.argument("kind")
@puzzles.argument
@puzzles.file
@as_json
def group(kind: str, puzzle: tuple[str, ...], file: Path | None, as_json: bool) -> int:
    """Say how hard a PUZZLE of some KIND is: its level, how many are easier, both players' chances.

    A puzzle that cannot be solved is refused.
    """
    from .. import generators
    from ..core.documents import dump
    from ..core.documents.puzzles import Grade
    from ..generators import words
    from ..render.text import text

    made_by = generators.kind(kind)
    position = puzzles.the_position(kind, puzzles.the_source(puzzle, file))
    found = made_by.grade(position)
    if as_json:
        from .one_puzzle import difficulty

        answer = Grade(
            kind=kind,
            id=made_by.identify(position),
            position=position,
            goal=made_by.goal(position),
            difficulty=difficulty(found),
            link=made_by.encode(position),
            note=generators.note(kind) or None,
        )
        click.echo(dump(answer))
        return 0
    click.echo(text(made_by.drawing(position), colour=in_colour(), ascii_only=in_ascii()))
    click.echo()
    say(made_by.goal(position))
    say(words.told(found, puzzles.AMONG))
    say(words.chances(found))
    say(words.solutions(found))
    click.echo()
    click.echo(made_by.encode(position))
    puzzles.tell_notes([kind])
    return 0
