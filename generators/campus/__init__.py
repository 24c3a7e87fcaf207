"""Campus puzzles: a board and rolls that are known beforehand, to be answered so that everything goes down.

A solution is a set of number tiles for each roll, in their order. Each set has to answer its roll by the
rules of Campus: numbers face up whose sum is that of the dice, for a double any sum up to twice that. The
chain follows at once. The last set has to leave the board clear, or exactly the tiles that shall stay.
A roll that no set answers loses the puzzle: because the sum of the dice is a number all of whose tiles are
down, because no tiles face up make the sum, or because the board was clear before.

Two players measure the difficulty, both exactly:

- the *random* player takes one of the sets that answer the roll, all being as likely;
- the *careful* player takes, all as likely, one of those sets after which the next roll can be answered
  and every tile that shall stay is still up; with the last roll, a set that reaches the goal. Where there
  is none, the puzzle is lost.

Puzzles that are generated have exactly one solution, and some play that misses it. What stays face up on
their boards is what a chain has left, laid out with tiles of the printed set; other cells are without a
tile, since a tile that lies face down makes no difference to a puzzle that can be solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from ...core.budget import UNLIMITED, Budget, Result
from ...render.shapes import Drawing
from ..puzzle import Difficulty, Level, Puzzle, distinct, puzzle_id
from . import built
from . import grading as campus_grading
from . import positions as campus_positions
from . import reading as campus_reading
from . import search as campus_search
from . import steps as campus_steps
from .positions import Position
from .stream import item, most_of
from .wishes import WISHES, order_of

__all__ = [
    "NAME",
    "NOTE",
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

NAME = "campus"
TITLE = "Campus"
NOTE = (
    "How many tiles of each number and how many stars there are is reconstructed, not printed: "
    "your copy may lack one of these tiles."
)
REMINDER: tuple[str, ...] = (
    "Answer the rolls in their order: with each you turn number tiles face down that add up to the dice.",
    "A double counts twice, and any sum up to that will do.",
    "Every roll has to be answered, and one set of tiles answers it: a single tile is enough if it fits.",
    "If the dice add up to a number of the board all of whose tiles are down, the roll is lost.",
    "After each roll the chain runs along rows, columns and the two long diagonals, until nothing changes.",
    "The last number face up on a line goes down for nothing; a star face up there goes with it.",
    "A star goes down as soon as one of its lines has no number face up.",
    "Places without a tile are like tiles face down.",
)
STREAM = 1


def generate(
    level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Iterator[Puzzle]:
    """Yield puzzles of exactly that level that meet all wishes, never the same one twice.

    Each has one solution. Item k of the stream depends on (seed, k), level and wishes only; an item that
    was there before, up to symmetry, is left out. Raises NotationError at once for wishes that exclude
    each other, and BudgetSpent when no further puzzle was found within the budget; without one of time
    or nodes an item is given up after `stream.MOST` candidates.
    """
    order, meter, most = order_of(level, wishes), budget.start(), most_of(budget)
    return distinct(_puzzle(*item(order, seed, number, meter, most)) for number in count())


def item_of(
    number: int, level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Puzzle:
    """Return item `number`, from 0, of the stream alone, whether or not it was there before.

    It is what `generate` comes to, so that parts of a stream can be made apart. Raises as `generate` does.
    """
    return _puzzle(*item(order_of(level, wishes), seed, number, budget.start(), most_of(budget)))


def _puzzle(position: Position, difficulty: Difficulty) -> Puzzle:
    found = campus_search.solve(position)
    assert found.verdict == "yes"
    return Puzzle(
        id=puzzle_id(NAME, campus_positions.canonical(position)),
        kind=NAME,
        position=str(position),
        goal=campus_grading.goal_of(position, difficulty.solutions or 0),
        difficulty=difficulty,
        solution=found.value,
        link=campus_positions.link_of(position),
    )


def asks_solver(level: Level | None, wishes: Mapping[str, Any]) -> bool:
    """Return whether CP-SAT is asked while puzzles are made that meet these wishes."""
    return built.is_rare(order_of(level, wishes))


def goal(position: str) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    puzzle = campus_positions.parse(position)
    return campus_grading.goal_of(puzzle, campus_grading.solutions(puzzle))


def identify(position: str) -> str:
    """Return the id of a puzzle: see `puzzle_id`."""
    return puzzle_id(NAME, campus_positions.canonical(campus_positions.parse(position)))


def grade(position: str) -> Difficulty:
    """Return how difficult a puzzle is.

    Raises NotationError for what is no puzzle or has no solution, BudgetSpent for one that has too many
    lines of play.
    """
    return campus_grading.grade(campus_positions.parse(position))


def solve(position: str, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
    """Return whether a puzzle can be solved, and the tiles to turn with each roll, first in order."""
    return campus_search.solve(campus_positions.parse(position), budget)


def check(position: str, steps: tuple[str, ...]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
    return campus_steps.check(campus_positions.parse(position), steps)


def captions(position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    """Return a sentence or two for each step: what is turned with the roll, and what the chain takes.

    Raises IllegalAction or NotationError naming the first step that is none of the puzzle.
    """
    return campus_steps.captions(campus_positions.parse(position), steps)


def drawing(position: str) -> Drawing:
    """Return the puzzle as it is drawn: its board, tiles that shall stay ringed, and its rolls as dice."""
    from ...render.campus_rolls import rolls_drawing

    puzzle = campus_positions.parse(position)
    return rolls_drawing(puzzle.board, puzzle.rolls, puzzle.kept)


def encode(position: str) -> str:
    """Return the link of a puzzle."""
    return campus_positions.link_of(campus_positions.parse(position))


def decode(link: str) -> str:
    """Return the canonical text of the puzzle a link holds. Raises NotationError."""
    return str(campus_positions.parse_link(link))


def read(text: str) -> str:
    """Return the canonical text of the puzzle a person typed: see `reading`. Raises NotationError."""
    return str(campus_reading.read(text))


def disguises(position: str) -> int:
    """Return how many disguises a puzzle has: 192 symmetries, and other dice with the same sums."""
    return campus_positions.disguises(campus_positions.parse(position))


def disguise(position: str, number: int) -> str:
    """Return an equivalent puzzle, exactly as difficult: number 0 is the puzzle itself.

    Raises ValueError for a number that is not below `disguises(position)`.
    """
    return str(campus_positions.disguise(campus_positions.parse(position), number))
