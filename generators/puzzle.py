"""What a puzzle is, whatever its kind: a position, a goal in a sentence, a difficulty, a proved solution.

Difficulty is `-log2` of the chance that a player without skill succeeds: the *random* player, who takes any
step the rules allow, and the *careful* player, who looks one step ahead. What a step is, each kind says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from ..core.budget import UNLIMITED, Budget, Result
from ..core.errors import BudgetSpent
from ..render.shapes import Drawing

Level = Literal["first-steps", "junior", "senior", "graduate", "master"]
LEVELS: tuple[Level, ...] = ("first-steps", "junior", "senior", "graduate", "master")
"""`first-steps` are small puzzles that teach; the others follow from the percentile."""
_RANGES: dict[Level, tuple[float, float]] = {
    "junior": (0.0, 50.0),
    "senior": (50.0, 80.0),
    "graduate": (80.0, 95.0),
    "master": (95.0, 100.0),
}
"""From which percentile on each level lies, and below which."""
_REPEATS = 1000
"""Items in a row that were there before, after which a stream ends."""


class Difficulty(Struct, frozen=True, kw_only=True):
    """How hard a puzzle is."""

    bits: float
    """Of the random player, rounded to nine significant digits."""
    careful_bits: float | None
    """Of the careful player; null where that player never succeeds."""
    percentile: float
    """The part of the reference population of its kind that is easier, in percent, rounded down to 0.01."""
    level: Level
    solutions: int | None = None
    """How many solutions there are, in what the kind counts; null where they are not counted."""
    first_mistake: int | None = None
    """The first step, from 1, at which a step the rules allow loses; null where none does."""


class Puzzle(Struct, frozen=True, kw_only=True):
    """A puzzle with its proof."""

    id: str
    """The first 16 hexadecimal digits of a digest of its canonical form: equal for puzzles that are the same
    but for a symmetry of their kind."""
    kind: str
    position: str
    """Its canonical text."""
    goal: str
    """What is to be done, in a sentence that says whether there is one solution or many."""
    difficulty: Difficulty
    solution: tuple[str, ...]
    """Steps in canonical text that reach the goal."""
    link: str
    """All of the puzzle, and nothing of the solution, in letters that an address may hold."""


class Kind(Protocol):
    """What the module of a kind of puzzles offers: the same few verbs in each.

    A kind may also have `read(text)`, which returns the canonical text of what a person typed;
    `asks_solver(level, wishes)`, which says whether CP-SAT is asked while such puzzles are made; and
    `NOTE`, a sentence that answers about its puzzles end with, such as what was reconstructed.
    """

    NAME: str
    TITLE: str
    """What its puzzles are called on paper."""
    REMINDER: tuple[str, ...]
    """What a person must know of the rules to solve one, a sentence each."""
    STREAM: int
    """Number of the stream of puzzles; a released one is frozen."""
    WISHES: Mapping[str, Any]
    """What may be wished for, by name: see `wishes.Wish`."""

    def generate(
        self, level: Level | None = None, seed: int = 1, *, budget: Budget = UNLIMITED, **wishes: Any
    ) -> Iterator[Puzzle]:
        """Yield puzzles of exactly that level, never the same one twice. Raises NotationError for wishes
        that cannot be met together, BudgetSpent when no further one was found within the budget.
        """
        ...

    def item_of(
        self,
        number: int,
        level: Level | None = None,
        seed: int = 1,
        *,
        budget: Budget = UNLIMITED,
        **wishes: Any,
    ) -> Puzzle:
        """Return item `number`, from 0, of the stream alone, so that parts of a stream can be made apart.

        `generate` yields the items in order and leaves out those that were there before.
        """
        ...

    def goal(self, position: str) -> str:
        """Return what is to be done, in a sentence that says whether there is one solution or many."""
        ...

    def grade(self, position: str) -> Difficulty:
        """Return how hard a puzzle is. Raises NotationError for what is no puzzle of the kind."""
        ...

    def solve(self, position: str, budget: Budget = UNLIMITED) -> Result[tuple[str, ...]]:
        """Return whether a puzzle can be solved, and the steps of a solution."""
        ...

    def check(self, position: str, steps: tuple[str, ...]) -> str:
        """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
        ...

    def encode(self, position: str) -> str:
        """Return the link of a puzzle."""
        ...

    def decode(self, link: str) -> str:
        """Return the canonical text of the puzzle a link holds. Raises NotationError."""
        ...

    def identify(self, position: str) -> str:
        """Return the id of a puzzle: see `puzzle_id`."""
        ...

    def disguises(self, position: str) -> int:
        """Return how many equivalent puzzles, equally difficult, there are with it: 1 is itself alone."""
        ...

    def disguise(self, position: str, number: int) -> str:
        """Return an equivalent puzzle, 0 the puzzle itself. Raises ValueError from `disguises` on."""
        ...

    def drawing(self, position: str) -> Drawing:
        """Return the puzzle as it is drawn on paper, all there is to know but the goal."""
        ...

    def captions(self, position: str, steps: tuple[str, ...]) -> tuple[str, ...]:
        """Return a sentence for each step of a solution. Raises IllegalAction."""
        ...


def distinct(items: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield the items of a stream but those that were there before, up to symmetry.

    Raises BudgetSpent after 1,000 repeats in a row: there may be no others.
    """
    seen: set[str] = set()
    repeats = 0
    for puzzle in items:
        repeats = repeats + 1 if puzzle.id in seen else 0
        if not repeats:
            seen.add(puzzle.id)
            yield puzzle
        elif repeats == _REPEATS:
            raise BudgetSpent(f"{_REPEATS:,} puzzles in a row were there before; there may be no others")


def level_of(percentile: float) -> Level:
    """Return the level at which a percentile of the reference population lies."""
    return next((level for level, (_, high) in _RANGES.items() if percentile < high), LEVELS[-1])


def level_range(level: Level | None) -> tuple[float, float]:
    """Return from and below which percentile the puzzles of a level lie: any where it names none."""
    return (0.0, 100.0) if level is None else _RANGES.get(level, (0.0, 100.0))


def puzzle_id(kind: str, canonical: str) -> str:
    """Return the id of a puzzle by its canonical form, the least text among all that are the same."""
    return hashlib.blake2b(f"{kind}\n{canonical}".encode(), digest_size=8).hexdigest()


def to_line(puzzle: Puzzle) -> bytes:
    """Return the puzzle as a line of JSON, without its end."""
    return msgspec.json.encode(puzzle)
