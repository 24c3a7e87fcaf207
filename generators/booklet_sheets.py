"""The puzzles of a booklet as they are printed: in order, each in its disguise, with its solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ..core.errors import NotationError
from ..core.rng import Rng
from ..render.shapes import Drawing
from . import kind
from .booklet_order import letter
from .puzzle import Kind, Puzzle

KindOf = Callable[[str], Kind]


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
    for number, puzzle in enumerate(puzzles, 1):
        of = kinds(puzzle.kind)
        for version, position in enumerate(positions(puzzle, number, versions, of)):
            found[version].append(_sheet(number, puzzle, position, of))
    return found


def _sheet(number: int, puzzle: Puzzle, position: str, of: Kind) -> Sheet:
    own = position == puzzle.position
    steps = puzzle.solution if own else _solved(number, position, of)
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
    )


def _solved(number: int, position: str, of: Kind) -> tuple[str, ...]:
    found = of.solve(position)
    if found.verdict != "yes":
        raise NotationError(
            f"puzzle {number} in a disguise has no solution", expected="one, as it has itself"
        )
    return found.value


def positions(puzzle: Puzzle, number: int, versions: int, of: Kind) -> Iterator[str]:
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
        raise NotationError(
            f"puzzle {number} ({puzzle.kind}) has {len(seen)} different forms",
            expected=f"{versions} for versions A to {letter(versions - 1)}; ask for fewer versions",
        )


def _numbers(count: int, seed: int) -> Iterator[int]:
    """Yield the numbers from 1 to count - 1, each once, in an order that the seed decides."""
    if count < 2:
        return
    rng = Rng(seed)
    at = rng.below(count)
    step = 1 + rng.below(count)
    while math.gcd(step, count) != 1:
        step += 1
    for _ in range(count):
        if at:
            yield at
        at = (at + step) % count
