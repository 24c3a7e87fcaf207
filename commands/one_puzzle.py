"""One puzzle with its proof: as a document, printed for a person, drawn, and on paper."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ..core.documents.puzzles import PuzzleDifficulty
from .say import in_ascii, in_colour, say

if TYPE_CHECKING:
    from ..generators import Difficulty, Puzzle
    from ..render.shapes import Drawing

_STEP_WIDTH = 16
"""Columns kept for the notation of a step before its sentence."""


def difficulty(found: Difficulty) -> PuzzleDifficulty:
    """Return how hard a puzzle is as a part of a document."""
    return msgspec.convert(msgspec.to_builtins(found), PuzzleDifficulty)


def show(puzzle: Puzzle, among: str, solution: bool) -> None:
    """Print a puzzle, how hard it is among which puzzles, its link, and the solution if that is asked for."""
    from ..generators import words
    from ..render import text

    click.echo(text(drawing(puzzle), colour=in_colour(), ascii_only=in_ascii()))
    click.echo()
    say(puzzle.goal)
    say(words.told(puzzle.difficulty, among))
    say(words.chances(puzzle.difficulty))
    if solution:
        click.echo()
        show_solution(puzzle)
    click.echo()
    click.echo(puzzle.link)


def show_solution(puzzle: Puzzle) -> None:
    """Print the steps of the solution with what each does."""
    from ..generators import kind

    captions = kind(puzzle.kind).captions(puzzle.position, puzzle.solution)
    for number, (step, caption) in enumerate(zip(puzzle.solution, captions, strict=True), 1):
        say(f"{number:3}. {step:<{_STEP_WIDTH}}{caption}", hanging=5)


def drawing(puzzle: Puzzle) -> Drawing:
    """Return the puzzle as it is drawn on paper."""
    from ..generators import kind

    return kind(puzzle.kind).drawing(puzzle.position)


def draw(puzzle: Puzzle, path: Path) -> None:
    """Write a picture of a puzzle to a file, or to standard output for `-`. Raises FileError."""
    from ..render.svg import svg

    _write(svg(drawing(puzzle)).encode(), path)


def print_out(puzzle: Puzzle, title: str, path: Path) -> None:
    """Write a PDF with the rules to know, the puzzle and, at the back, its solution.

    Raises NotationError where what writes PDFs is not installed, FileError.
    """
    from ..generators.booklet import Order, booklet
    from ..render.pdf import pdf

    _write(pdf(booklet([puzzle], Order(title=title)).main), path)


def _write(data: bytes, path: Path) -> None:
    from ..core.work import write_atomic

    if str(path) == "-":
        sys.stdout.buffer.write(data)
    else:
        write_atomic(path, data)
