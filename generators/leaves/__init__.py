"""Leaves puzzles: a few stacks, a puzzle with a hand, or a whole solo challenge, graded exactly.

`docs/generators.md` says what the two players do and how levels follow. The position texts are those of
`positions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from ...core.budget import UNLIMITED, Budget, Result
from ...render.shapes import Drawing
from ...solvers.leaves.breeze import SoloDeal
from ..puzzle import Difficulty, Level, Puzzle, distinct, puzzle_id
from . import grading as leaves_grading
from . import positions as leaves_positions
from . import reading as leaves_reading
from . import steps as leaves_steps
from .positions import Challenge, Position
from .stream import item
from .wishes import WISHES, order_of

__all__ = [
    "NAME",
    "REMINDER",
    "STREAM",
    "TITLE",
    "WISHES",
    "asks_solver",
    "captions",
    "check",
    "decode",
    "disguise",
    "disguises",
    "drawing",
    "encode",
    "generate",
    "goal",
    "grade",
    "identify",
    "item_of",
    "read",
    "solve",
]

NAME = "leaves"
TITLE = "Leaves"
REMINDER: tuple[str, ...] = (
    "The aim is to merge all stacks of a square into one.",
    "A merge puts a whole stack on one beside it: left, right, above or below, never across a corner.",
    "The two top cards must share their number, their colour or their type of leaf.",
    "A card that has been covered counts no more, and a place that was left stays empty.",
    "Where there is a hand, one of its cards goes into the empty centre before the first merge.",
    "Before its centre is filled, a Breeze lets two of a square's eight cards change places.",
    "In a solo challenge every square takes one of the three hand cards, and its four Breezes serve all.",
    "There you choose which square comes next, but one whose centre is filled is cleared before any other.",
)
STREAM = 1


def generate(
    level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Iterator[Puzzle]:
    """Yield puzzles of exactly that level that meet all wishes, never the same one twice.

    Item k of the stream depends on (seed, k), level and wishes only; an item that was there before, up
    to symmetry, is left out. Raises NotationError at once for wishes that exclude each other, and
    BudgetSpent when no further puzzle was found within the budget.
    """
    order, meter = order_of(level, wishes), budget.start()
    return distinct(_puzzle(*item(order, seed, number, meter)) for number in count())


def item_of(
    number: int, level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Puzzle:
    """Return item `number`, from 0, of the stream alone, whether or not it was there before.

    It is what `generate` comes to, so that parts of a stream can be made apart. Raises as `generate` does.
    """
    return _puzzle(*item(order_of(level, wishes), seed, number, budget.start()))


def asks_solver(level: Level | None, wishes: Mapping[str, Any]) -> bool:
    """Return whether CP-SAT is asked while puzzles are made that meet these wishes."""
    return bool(wishes.get("symmetric"))


def goal(position: str) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    puzzle = leaves_positions.parse(position)
    return leaves_grading.goal_of(puzzle, leaves_grading.grade(puzzle))


def identify(position: str) -> str:
    """Return the id of a puzzle: see `puzzle_id`."""
    return puzzle_id(NAME, leaves_positions.canonical(leaves_positions.parse(position)))


def _puzzle(position: Position, difficulty: Difficulty) -> Puzzle:
    found = leaves_steps.solve(position, UNLIMITED)
    assert found.verdict == "yes"
    return Puzzle(
        id=puzzle_id(NAME, leaves_positions.canonical(position)),
        kind=NAME,
        position=str(position),
        goal=leaves_grading.goal_of(position, difficulty),
        difficulty=difficulty,
        solution=found.value,
        link=leaves_positions.link_of(position),
    )


def grade(position: str) -> Difficulty:
    """Return how difficult a puzzle is. Raises NotationError for what is no puzzle or has no solution."""
    return leaves_grading.grade(leaves_positions.parse(position))


def solve(position: str, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
    """Return whether a puzzle can be solved, and the steps of a solution with the fewest swaps."""
    return leaves_steps.solve(leaves_positions.parse(position), budget)


def check(position: str, steps: tuple[str, ...]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
    return leaves_steps.check(leaves_positions.parse(position), steps)


def captions(position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    """Return a sentence for each step: what it does, and the trait that allows it.

    Raises IllegalAction or NotationError naming the first step that is none of the puzzle.
    """
    return leaves_steps.captions(leaves_positions.parse(position), steps)


def drawing(position: str) -> Drawing:
    """Return the puzzle as it is drawn: its squares, its hand, its Breezes."""
    puzzle = leaves_positions.parse(position)
    if isinstance(puzzle, SoloDeal):
        from ...render.leaves_solo import deal_drawing

        return deal_drawing(puzzle)
    from ...render.leaves import layout_drawing

    (board,), hand = leaves_positions.boards_of(puzzle)
    return layout_drawing(board, hand, puzzle.breezes if isinstance(puzzle, Challenge) else 0)


def encode(position: str) -> str:
    """Return the link of a puzzle."""
    return leaves_positions.link_of(leaves_positions.parse(position))


def decode(link: str) -> str:
    """Return the canonical text of the puzzle a link holds. Raises NotationError."""
    return str(leaves_positions.parse_link(link))


def read(text: str) -> str:
    """Return the canonical text of the puzzle a person typed: see `reading`. Raises NotationError."""
    return str(leaves_reading.read(text))


def disguises(position: str) -> int:
    """Return how many disguises a puzzle has."""
    return leaves_positions.disguises(leaves_positions.parse(position))


def disguise(position: str, number: int) -> str:
    """Return an equivalent puzzle, exactly as difficult: number 0 is the puzzle itself.

    Raises ValueError for a number that is not below `disguises(position)`.
    """
    return str(leaves_positions.disguise(leaves_positions.parse(position), number))
