"""The puzzles of a booklet as they are printed: in order, each in its disguise, with its solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from ...core.errors import IllegalAction, NotationError
from ...core.rng import M1, Rng
from ...core.work import Progress
from ...render.shapes import Drawing
from .. import kind
from ..puzzle import Kind, Puzzle
from .order import letter

KindOf = Callable[[str], Kind]

_MANY = 40
"""Sheets from which on it is told how far they are."""


class Sheet(NamedTuple):
    """A puzzle as one version of a booklet prints it."""

    number: int
    puzzle: Puzzle
    """As it is in the pack."""
    position: str
    goal: str
    link: str
    steps: tuple[str, ...]
    captions: tuple[str, ...]
    drawing: Drawing
    title: str
    """What puzzles of its kind are called."""
    note: str
    """What answers about puzzles of its kind end with, such as what is reconstructed; empty for most."""


def in_order(puzzles: Sequence[Puzzle], ramp: bool) -> list[Puzzle]:
    """Return the puzzles as they are printed: from easy to hard with `ramp`, else as they are given.

    What the careful player finds as hard is ordered by the random one, and then by id. Small puzzles that
    teach come first.
    """
    return sorted(puzzles, key=_hardness) if ramp else list(puzzles)


def _hardness(puzzle: Puzzle) -> tuple[bool, float, float, str]:
    hard = puzzle.difficulty
    careful = math.inf if hard.careful_bits is None else hard.careful_bits
    return hard.level != "first-steps", careful, hard.bits, puzzle.id


def sheets(puzzles: Sequence[Puzzle], versions: int, kinds: KindOf = kind) -> list[list[Sheet]]:
    """Return the sheets of each version, in the order of the puzzles. Version 0 is the puzzles themselves.

    Raises NotationError where a puzzle has fewer disguises than versions.
    """
    found: list[list[Sheet]] = [[] for _ in range(versions)]
    total = len(puzzles) * versions
    # All are disguised before any disguise is solved, so that one with too few is refused at once.
    disguised = [_disguised(number, puzzle, versions, kinds) for number, puzzle in enumerate(puzzles, 1)]
    with (
        Progress("solving disguises", total) if total > _MANY and versions > 1 else nullcontext() as progress
    ):
        for number, (puzzle, row) in enumerate(zip(puzzles, disguised, strict=True), 1):
            try:
                for sheeted, position in zip(found, row, strict=True):
                    sheeted.append(_sheet(number, puzzle, position, kinds(puzzle.kind)))
            except NotationError as error:
                raise error.at(source=f"puzzle {number}") from None
            except IllegalAction as error:
                raise NotationError(f"puzzle {number}, its solution: {error}") from None
            if progress is not None:
                progress.advance(versions)
    return found


def _disguised(number: int, puzzle: Puzzle, versions: int, kinds: KindOf) -> list[str]:
    """Return the positions of a puzzle, version by version. Raises NotationError naming the puzzle."""
    try:
        return list(positions(puzzle, versions, kinds(puzzle.kind)))
    except NotationError as error:
        raise error.at(source=f"puzzle {number}") from None


def _sheet(number: int, puzzle: Puzzle, position: str, of: Kind) -> Sheet:
    own = position == puzzle.position
    steps = puzzle.solution if own else _solved(position, of)
    return Sheet(
        number=number,
        puzzle=puzzle,
        position=position,
        goal=puzzle.goal if own else of.goal(position),
        link=puzzle.link if own else of.encode(position),
        steps=steps,
        captions=of.captions(position, steps),
        drawing=of.drawing(position),
        title=of.TITLE,
        note=getattr(of, "NOTE", ""),
    )


def _solved(position: str, of: Kind) -> tuple[str, ...]:
    found = of.solve(position)
    if found.verdict != "yes":
        raise NotationError("no solution in a disguise", expected="one, as the puzzle itself has")
    return found.value


def positions(puzzle: Puzzle, versions: int, of: Kind) -> Iterator[str]:
    """Yield so many different positions equivalent to a puzzle, itself first.

    Which they are depends on the puzzle and the version alone. Raises NotationError where there are fewer.
    """
    yield puzzle.position
    seen = {puzzle.position}
    for disguise in _numbers(of.disguises(puzzle.position), int(puzzle.id, 16)) if versions > 1 else ():
        position = of.disguise(puzzle.position, disguise)
        if position not in seen:
            seen.add(position)
            yield position
        if len(seen) == versions:
            return
    if len(seen) < versions:
        forms = "is only 1 form" if len(seen) == 1 else f"are only {len(seen)} different forms"
        raise NotationError(
            f"there {forms} of this {puzzle.kind} puzzle",
            expected=f"{versions} for versions A to {letter(versions - 1)}; ask for fewer versions",
        )


def _numbers(count: int, seed: int) -> Iterator[int]:
    """Yield the numbers from 1 to count - 1, each once, in an order that the seed decides."""
    if count < 2:
        return
    count = min(count, M1)
    rng = Rng(seed)
    at = rng.below(count)
    step = 1 + rng.below(count)
    while math.gcd(step, count) != 1:
        step += 1
    for _ in range(count):
        if at:
            yield at
        at = (at + step) % count
