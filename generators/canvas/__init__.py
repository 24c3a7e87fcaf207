"""Canvas puzzles of Abstract Academy: the last cards of a round, or a scoring area to be built.

In the first shape, `last`, a round of two players wants one to three cards more. You are A, in the south, and
lay them all from your hand, by the rules: not in the home row of B while there is another place. One full
canvas alone leads by as much as is asked for. In the second, `build`, a scoring area two cards deep is
filled with the cards that are given, each either way up, so that all goals hold at once; one canvas alone
does, an area that was empty being the same turned round.

Two players measure the difficulty, both exactly. In `last` the *random* player takes any legal placement,
those with equal results once; the *careful* player any of these too, each nine tenths as likely for every
point by which the own lead, the canvas scored as it then lies, is short of what is asked for, and with the
last card any that reaches the goal. In `build`
both begin in a corner, drawn by lot, and fill place after place, row by row away from it: the random player
with any card left, either way up, those that look the same once; the careful player with one of these too,
each two thirds as likely for every point by which the area, as it then lies, is short of its goals, and with
the last card any that reaches them (`building`).

The canvas cards, and all goals but four, are reconstructed: a puzzle carries the faces of its cards, and can
be laid with any cards that have them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from ...core.budget import UNLIMITED, Budget, Result
from ...render.shapes import Drawing
from ..puzzle import Difficulty, Level, Puzzle, distinct, puzzle_id
from . import grading as canvas_grading
from . import positions as canvas_positions
from . import steps as canvas_steps
from .images import canonical, images
from .links import link_of, parse_link
from .positions import BUILD, Position
from .stream import Item, item
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
    "solve",
]

NAME = "canvas"
TITLE = "Abstract Academy"
NOTE = (
    "The canvas cards, and all goals but four, are reconstructed, not printed: your copy may differ. "
    "A puzzle can be laid with any cards that have these faces."
)
REMINDER: tuple[str, ...] = (
    "A card has four quadrants and may be turned round, so that its lower edge becomes its upper one.",
    "Quadrants of one colour that touch by their sides are one area, across cards too; corners do not count.",
    "A scoring area is the two rows of cards nearest to its player; an area of colour ends at its border.",
    "In the last cards of a round you are A, in the south, and lay a card of your hand on every place left.",
    "A place must be beside a card, and B's home row, the top one, is closed to you while another is open.",
    "Each goal goes to the player whose scoring area matches it best: 3 points for a goal of one colour, "
    "5 for a goal of all colours.",
    "Goals are scored from left to right; in a tie the holder of the Teacher's Pet takes the goal and hands "
    "the Pet to the other player.",
    "In an area to be built every place takes one of the cards, and all goals must hold at the end.",
    "Cards and most goals are reconstructed: your copy of the game may have others.",
)
STREAM = 1


def generate(
    level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Iterator[Puzzle]:
    """Yield puzzles of exactly that level that meet all wishes, never the same one twice.

    Each has one solution. Item k of the stream depends on (seed, k), level and wishes only; an item that
    was there before, up to symmetry, is left out. Raises NotationError at once for wishes that exclude
    each other, and BudgetSpent when no further puzzle was found within the budget.
    """
    order, meter = order_of(level, wishes), budget.start()
    return distinct(_puzzle(item(order, seed, number, meter)) for number in count())


def item_of(
    number: int, level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
) -> Puzzle:
    """Return item `number`, from 0, of the stream alone, whether or not it was there before.

    It is what `generate` comes to, so that parts of a stream can be made apart. Raises as `generate` does.
    """
    return _puzzle(item(order_of(level, wishes), seed, number, budget.start()))


def asks_solver(level: Level | None, wishes: Mapping[str, Any]) -> bool:
    """Return whether CP-SAT is asked while puzzles are made that meet these wishes."""
    order = order_of(level, wishes)
    return order.symmetric and order.shape == BUILD


def _puzzle(found: Item) -> Puzzle:
    position, difficulty = found.position, found.difficulty
    fault = canvas_steps.check(position, found.steps)
    assert not fault, fault
    return Puzzle(
        id=puzzle_id(NAME, canonical(position)),
        kind=NAME,
        position=str(position),
        goal=canvas_grading.goal_of(position, difficulty.solutions or 0),
        difficulty=difficulty,
        solution=found.steps,
        link=link_of(position),
    )


def goal(position: str) -> str:
    """Return what is to be done, in a sentence that says whether there is one solution or many."""
    puzzle = _parsed(position)
    return canvas_grading.goal_of(puzzle, canvas_grading.count_solutions(puzzle))


def identify(position: str) -> str:
    """Return the id of a puzzle: see `puzzle_id`.

    It is the same for puzzles that differ in the names of the colours, in left and right or, where an area
    is to be built, in being turned round.
    """
    return puzzle_id(NAME, canonical(_parsed(position)))


def grade(position: str) -> Difficulty:
    """Return how difficult a puzzle is.

    Raises NotationError for what is no puzzle, has no solution, or has more than can be graded.
    """
    return canvas_grading.grade(_parsed(position))


def solve(position: str, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
    """Return whether a puzzle can be solved, and the steps of a solution, always the same one."""
    return canvas_steps.solve(_parsed(position), budget)


def check(position: str, steps: tuple[str, ...]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do.

    Cards may be laid in any order that the rules allow.
    """
    return canvas_steps.check(_parsed(position), steps)


def captions(position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
    """Return a sentence for each step: where the card goes, and which goals it changes.

    Raises IllegalAction or NotationError naming the first step that cannot be taken.
    """
    return canvas_steps.captions(_parsed(position), steps)


def drawing(position: str) -> Drawing:
    """Return the puzzle as it is drawn: the canvas, the cards to be laid, the goals in words."""
    from .pictures import puzzle_drawing

    return puzzle_drawing(_parsed(position))


def encode(position: str) -> str:
    """Return the link of a puzzle."""
    return link_of(_parsed(position))


def decode(link: str) -> str:
    """Return the canonical text of the puzzle a link holds. Raises NotationError."""
    return str(parse_link(link))


def disguises(position: str) -> int:
    """Return how many different puzzles a puzzle is, with it: by the names of colours and mirror images."""
    return len(images(_parsed(position)))


def disguise(position: str, number: int) -> str:
    """Return an equivalent puzzle, exactly as difficult: number 0 is the puzzle itself.

    Raises ValueError for a number that is not below `disguises(position)`.
    """
    found = images(_parsed(position))
    if not 0 <= number < len(found):
        raise ValueError(f"disguise {number}: there are {len(found)}, from 0")
    return str(found[number])


def _parsed(text: str) -> Position:
    return canvas_positions.parse(text)
