"""Whether a pack is what it says: every puzzle solved, graded, linked and identified again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ...core.budget import UNLIMITED, Budget
from ...core.errors import BudgetSpent, NotationError, QuadrangleError
from ...core.executor import Done, Executor
from ...core.notation import shown
from ...core.work import Cancelled
from .. import kind
from ..puzzle import Difficulty, Kind, Puzzle
from . import Entry, Header, content
from .reading import Line, scan
from .shifts import shifts

__all__ = ["Difference", "Found", "differences", "verify"]

_TOLD = 100
"""Letters shown of a text that differs."""


class Difference(Struct, frozen=True, order=True):
    """Something in a pack that is not as it should be."""

    line: int
    """Line of the file, from 1."""
    field: str
    """The field it is about; empty where it is about the line as a whole."""
    problem: str


@dataclass
class Found:
    """What verifying a pack found out."""

    header: Header
    puzzles: int = 0
    """Lines behind the header."""
    checked: int = 0
    """Puzzles that were solved and graded again."""
    differences: list[Difference] = field(default_factory=list)
    """In the order of their lines."""
    damage: NotationError | None = None
    """The first sign that the file was cut or edited; None where it stands as it was written."""
    spent: bool = False
    """Whether the budget was spent before all puzzles were checked."""

    @property
    def holds(self) -> bool:
        """Whether everything in the pack is as it says."""
        return not self.differences and not self.spent


class _Task(NamedTuple):
    """A line that is to be checked."""

    line: int
    entry: bytes

    def __str__(self) -> str:
        return f"line {self.line}"


def verify(
    path: Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    note: Callable[[int], None] = lambda count: None,
) -> Found:
    """Return in what a pack is not what it says.

    `note` is told how many more puzzles were checked; who checks them is said as for `making.made`.
    Raises FileError or NotationError where there is no header of a pack, Interrupted once `stopped()` says
    yes, WorkerError when an executor has no workers.
    """
    lines = scan(path)
    found = Found(next(lines).header)
    checking = _Checking(lines, found, note)
    following = shifts(checking, _check, workers=workers, executor=executor, seconds=seconds, stopped=stopped)
    with closing(following):
        try:
            for _ in following:
                checking.require_sound()
        except BudgetSpent:
            found.spent = checking.skip() > 0
    checking.require_sound()
    _count(found, path)
    found.differences.sort()
    return found


class _Checking:
    """The puzzles of a pack that are being checked, and what was found out."""

    def __init__(self, lines: Iterator[Line], found: Found, note: Callable[[int], None]) -> None:
        self._tasks = _tasks(lines, found)
        self._again: list[_Task] = []
        self._found = found
        self._note = note
        self._failed: BaseException | None = None

    def next(self) -> _Task | None:
        """Return the next puzzle that is to be checked."""
        return self._again.pop() if self._again else next(self._tasks, None)

    def give_back(self, task: _Task) -> None:
        """Have a puzzle checked again."""
        self._again.append(task)

    def keep(self, done: Done) -> None:
        """Note the differences of a puzzle."""
        if done.error is not None:
            self._failed = self._failed or done.error
            return
        for name, problem in msgspec.json.decode(done.payload, type=list[tuple[str, str]]):
            _differs(self._found, done.item.line, name, problem)
        self._found.checked += 1
        self._note(1)

    def skip(self) -> int:
        """Read the puzzles that are left without checking them, and return how many they are."""
        return len(self._again) + sum(1 for _ in self._tasks)

    def require_sound(self) -> None:
        """Raise what kept a puzzle from being checked."""
        if self._failed is not None:
            raise self._failed


def _tasks(lines: Iterator[Line], found: Found) -> Iterator[_Task]:
    """Yield the puzzles that can be checked, what can be told of their lines alone being noted."""
    seen: dict[str, int] = {}
    last = -1
    for line in lines:
        found.puzzles += 1
        if line.fault is not None:
            found.damage = found.damage or line.fault
            found.differences.append(Difference(line.number, "", _told(line.fault)))
        if not isinstance(line.found, Entry):
            continue
        entry = line.found
        if entry.id in seen:
            _differs(found, line.number, "id", f"{entry.id} is that of line {seen[entry.id]}, too")
        seen.setdefault(entry.id, line.number)
        if not found.header.merged:
            if entry.item is None or entry.item <= last:
                _differs(found, line.number, "item", f"{entry.item}; expected one above {last}")
            last = max(last, -1 if entry.item is None else entry.item)
            if found.header.level not in (None, entry.difficulty.level):
                problem = f"{entry.difficulty.level}; expected {found.header.level}, as in the header"
                _differs(found, line.number, "difficulty.level", problem)
        yield _Task(line.number, content(entry))


def _differs(found: Found, line: int, name: str, problem: str) -> None:
    found.differences.append(Difference(line, name, problem))


def _told(error: NotationError) -> str:
    """Return an error without its place, but for the column."""
    place = "" if error.column is None else f"column {error.column}: "
    return place + error.problem + (f"; expected {error.expected}" if error.expected else "")


def _count(found: Found, path: Path) -> None:
    """Note that the pack has fewer puzzles than its header counts."""
    if found.puzzles < found.header.count:
        there = f"{found.puzzles:,} {'is' if found.puzzles == 1 else 'are'} there"
        problem = f"{found.header.count:,}, but {there}: cut, or not finished"
        found.differences.append(Difference(1, "count", problem))
        found.damage = found.damage or NotationError(
            f"{found.puzzles:,} of {found.header.count:,} puzzles are there",
            expected="all (cut, or not finished)",
            source=str(path),
        )


def _check(task: _Task, cancelled: Callable[[], bool]) -> bytes:
    """Return the differences of a puzzle as JSON. Raises Cancelled."""
    entry = msgspec.json.decode(task.entry, type=Entry)
    return msgspec.json.encode(list(differences(entry, Budget(cancelled=cancelled))))


def differences(puzzle: Puzzle, budget: Budget = UNLIMITED) -> Iterator[tuple[str, str]]:
    """Yield the fields in which a puzzle is not what its kind says of its position, and what differs.

    Raises Cancelled when the budget is spent first.
    """
    try:
        made_by = kind(puzzle.kind)
    except NotationError as error:
        yield "kind", str(error)
        return
    try:
        link = made_by.encode(puzzle.position)
        position = made_by.decode(link)
    except QuadrangleError as error:
        yield "position", str(error)
        return
    if position != puzzle.position:
        yield "position", _other(puzzle.position, position)
        return
    if link != puzzle.link:
        yield "link", _other(puzzle.link, link)
    if (found := made_by.identify(position)) != puzzle.id:
        yield "id", _other(puzzle.id, found)
    yield from _of_solution(made_by, puzzle, budget)
    try:
        difficulty = made_by.grade(position)
        goal = made_by.goal(position)
    except QuadrangleError as error:
        yield "difficulty", str(error)
        return
    if goal != puzzle.goal:
        yield "goal", _other(puzzle.goal, goal)
    for name in Difficulty.__struct_fields__:
        said, is_so = getattr(puzzle.difficulty, name), getattr(difficulty, name)
        if said != is_so:
            yield f"difficulty.{name}", f"{_null(said)}; expected {_null(is_so)}"


def _of_solution(made_by: Kind, puzzle: Puzzle, budget: Budget) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the solution, and whether there is any."""
    try:
        why = made_by.check(puzzle.position, puzzle.solution)
        verdict = made_by.solve(puzzle.position, budget).verdict
    except BudgetSpent:
        raise Cancelled from None
    except QuadrangleError as error:
        yield "solution", str(error)
        return
    if verdict == "unknown":
        raise Cancelled
    if why:
        yield "solution", why
    if verdict == "no":
        yield "position", "nothing solves it"


def _other(said: str, expected: str) -> str:
    return f"{shown(said, _TOLD)}; expected {shown(expected, _TOLD)}"


def _null(value: object) -> str:
    return "null" if value is None else str(value)
