"""Puzzles of any kind as a command is given them, and as it tells them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .one_puzzle import difficulty
from .say import say
from .source import Source, read_source

if TYPE_CHECKING:
    from ..core.documents.puzzles import PuzzleShown
    from ..generators import Puzzle

PUZZLE_HELP = """\b
PUZZLE is its text, rows parted by " / " and parts by " // ", such as
  '1gg 2rg 1gb / 2ym . 1rg / 1rm 3gm 3yb // 1yg 2gb 2gg'
or a link; `--file FILE` reads it from a file, - from standard input.
"""

AMONG = "puzzles of its kind"

argument = click.argument("puzzle", nargs=-1)
file = click.option(
    "--file", type=click.Path(path_type=Path), help="Read it from a file, - for standard input."
)


def the_source(words: tuple[str, ...], file: Path | None) -> Source:
    """Return the text of the puzzle a command was given. Raises NotationError or FileError."""
    from ..core.errors import NotationError
    from ..core.notation import shown

    source = read_source(words, file)
    if source is None:
        raise NotationError("no puzzle", expected="its text or link, --file FILE, or - for standard input")
    if len(words) == 1 and _is_file(words[0]):
        raise NotationError(
            f"{shown(words[0])} is no puzzle but the name of a file", expected="--file FILE to read it"
        )
    if len(words) > 1 and any(word in ("/", "//") for word in words):
        return Source(" ".join(words), "the puzzle")  # `/` parts the rows rather than the arguments
    return source


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):  # longer than a name may be, or with a zero byte
        return False


def the_position(name: str, source: Source) -> str:
    """Return the canonical text of a puzzle of a kind. Raises NotationError."""
    from ..core.errors import NotationError
    from ..generators.texts import read

    try:
        return read(name, source.text)
    except NotationError as error:
        raise source.place(error) from None


def tell_notes(names: Iterable[str]) -> None:
    """Print what answers about puzzles of these kinds end with; a kind there is not has nothing to say."""
    from ..generators import note, present

    there = present()
    found = (note(name) for name in names if name in there)
    for told in dict.fromkeys(filter(None, found)):
        click.echo()
        say(told, hanging=2)


def as_document(puzzle: Puzzle, solution: bool = True) -> PuzzleShown:
    """Return a puzzle as a part of a document."""
    from ..core.documents.puzzles import PuzzleShown

    return PuzzleShown(
        id=puzzle.id,
        kind=puzzle.kind,
        position=puzzle.position,
        goal=puzzle.goal,
        difficulty=difficulty(puzzle.difficulty),
        solution=list(puzzle.solution) if solution else None,
        link=puzzle.link,
    )
