"""The puzzles of a pack, made in parallel and handed out in their order, the same whoever makes them.

Item k of a stream depends on (seed, k), level and wishes only. Items are made apart, in any order, and
those that were there before are left out when their turn comes.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from ...core.budget import UNLIMITED, Budget
from ...core.errors import BudgetSpent, FileError, NotationError, WorkerError
from ...core.executor import Done, Executor
from ...core.notation import listed, shown
from ...core.work import Cancelled, PartsFile, forget_parts
from .. import kind, wishes
from ..puzzle import LEVELS, Level, Puzzle, to_line
from . import FORMAT, MOST, VERSION, Entry, Header, Wished
from .shifts import Interrupted, shifts
from .writing import Sink

__all__ = ["Interrupted", "Order", "Spare", "header_of", "made", "order_of", "put"]

REPEATS = 1000
"""Items in a row that were there before, after which no others are looked for: there may be none."""
_AHEAD = 4096
"""Items that may be made before their turn comes."""


class Order(Struct, frozen=True, kw_only=True):
    """A pack that is asked for, all of it settled."""

    kind: str
    level: Level | None
    wishes: dict[str, Wished]
    """By name, in the order of the names."""
    count: int
    seed: int


def order_of(
    name: str, level: str | None = None, seed: int = 1, count: int = 1, given: Mapping[str, Any] | None = None
) -> Order:
    """Return what is asked for, wishes being values or what a person typed; those of None are left out.

    Raises NotationError at once for a kind, a level, a wish or a count there is not, and for what no
    puzzle can meet together.
    """
    made_by = kind(name)
    if not 1 <= count <= MOST:
        raise NotationError(f"{count} puzzles", expected=f"1 to {MOST:,}")
    if level is not None and level not in LEVELS:
        raise NotationError(f"{shown(level)} is no level", expected=listed(LEVELS))
    found = dict(sorted(wishes.read(made_by.WISHES, given or {}).items()))
    made_by.generate(level, seed, **found)
    return Order(kind=name, level=level, wishes=found, count=count, seed=seed)


def header_of(order: Order) -> Header:
    """Return the header of the pack that is asked for."""
    return Header(
        format=FORMAT,
        version=VERSION,
        kinds=(order.kind,),
        streams={order.kind: kind(order.kind).STREAM},
        level=order.level,
        wishes=order.wishes,
        count=order.count,
        seed=order.seed,
        versions=_versions(order),
        merged=(),
    )


def _versions(order: Order) -> dict[str, str]:
    """Return the versions of what may shape the puzzles.

    A kind that asks CP-SAT while it makes some of its puzzles says of which by `asks_solver(level, wishes)`.
    """
    from importlib.metadata import version

    asks: Callable[[Level | None, Mapping[str, Any]], bool] | None
    asks = getattr(kind(order.kind), "asks_solver", None)
    is_asked = asks is not None and asks(order.level, order.wishes)
    return {name: version(name) for name in ("quadrangle", *(["ortools"] if is_asked else []))}


def put(
    order: Order,
    sink: Sink,
    *,
    spare: Spare | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    note: Callable[[int], None] = lambda count: None,
) -> None:
    """Put the puzzles that are asked for into a sink that may hold some already.

    `note` is told how many more are there. Raises what `made` raises, all that was made by then being
    in the sink, but for what has to wait for its turn, which is in `spare`.
    """
    following = made(
        order,
        sink.ids,
        sink.next_item,
        spare=spare,
        workers=workers,
        executor=executor,
        seconds=seconds,
        stopped=stopped,
    )
    with closing(following):
        for entries in following:
            sink.add(entries)
            note(len(entries))
    if spare is not None:
        spare.forget()


def made(
    order: Order,
    before: set[str] | frozenset[str] = frozenset(),
    first: int = 0,
    *,
    spare: Spare | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[list[Entry], None, None]:
    """Yield the puzzles of an order that are not there yet, a few at a time, in the order of their items.

    `before` are the ids of those that are there, `first` is the item after the last of them. `workers`
    processes make them, as many as there are processors when None and it takes long, this one alone for
    1; or an executor's workers do. Raises TimeSpent once `seconds` are over, BudgetSpent when no further
    puzzle is found, Interrupted once `stopped()` says yes, WorkerError when an executor has no workers:
    all of them after what is finished was yielded.
    """
    turn = _Turn(order, set(before), first, spare)
    if entries := turn.take():
        yield entries
    if not turn.is_open:
        turn.require_more()
        return
    if turn.missing == 1 and workers is None:
        workers = 1  # others would only begin anew what this process is at
    ended: Exception | None = None
    following = shifts(
        turn,
        functools.partial(make_item, order, limit=Budget(seconds=None if seconds is None else math.inf)),
        workers=workers,
        executor=executor,
        seconds=seconds,
        stopped=stopped,
    )
    with closing(following):
        try:
            for _ in following:
                if entries := turn.take():
                    yield entries
                if not turn.is_open:
                    break
        except (BudgetSpent, Interrupted, WorkerError) as error:
            ended = error
    if entries := turn.take():
        yield entries
    turn.require_more()
    if ended is not None and turn.is_open:
        raise ended


def make_item(
    order: Order, number: int, cancelled: Callable[[], bool], *, limit: Budget = UNLIMITED
) -> bytes:
    """Return an item of a stream as a line. Raises BudgetSpent when none is found, Cancelled.

    A limit of endless seconds says that somebody else looks at the clock: an item is then not given up.
    """
    try:
        found = kind(order.kind).item_of(
            number, order.level, order.seed, budget=replace(limit, cancelled=cancelled), **order.wishes
        )
    except BudgetSpent:
        if cancelled():
            raise Cancelled from None
        raise
    return to_line(found)


class _Turn:
    """Items that are made, and whose turn it is."""

    def __init__(self, order: Order, seen: set[str], first: int, spare: Spare | None) -> None:
        self._order = order
        self._seen = seen
        self._next = first
        self._spare = spare
        self._repeats = 0
        self._failed: BaseException | None = None
        self._running: set[int] = set()
        self._made: dict[int, Done] = {}
        for number, payload in (spare.found() if spare else {}).items():
            if number >= first:
                self._made[number] = Done(number, payload)

    @property
    def missing(self) -> int:
        """How many puzzles are missing."""
        return self._order.count - len(self._seen)

    @property
    def is_open(self) -> bool:
        """Whether puzzles are missing that can be made."""
        return self.missing > 0 and self._failed is None

    def next(self) -> int | None:
        """Return the first item that nobody makes or has made, None while enough are."""
        if not self.is_open:
            return None
        number = self._next
        while number in self._running or number in self._made:
            number += 1
        under_way = len(self._running) + len(self._made)
        if number > self._next and under_way >= min(self.missing, _AHEAD):
            return None
        self._running.add(number)
        return number

    def give_back(self, number: int) -> None:
        """Have an item made again."""
        self._running.discard(number)

    def keep(self, done: Done) -> None:
        """Note an item that is over; one that has to wait for its turn is kept beside the pack."""
        self._running.discard(done.item)
        self._made[done.item] = done
        if self._spare is not None and done.item != self._next and done.error is None:
            self._spare.add(done, self._made)

    def take(self) -> list[Entry]:
        """Return the puzzles whose turn it is, in their order."""
        entries = []
        while self.is_open and self._next in self._made:
            done = self._made.pop(self._next)
            if done.error is not None:
                self._failed = done.error
                break
            puzzle = msgspec.json.decode(done.payload, type=Puzzle)
            self._repeats = self._repeats + 1 if puzzle.id in self._seen else 0
            if not self._repeats:
                self._seen.add(puzzle.id)
                entries.append(entry_of(puzzle, self._next))
            elif self._repeats == REPEATS:
                self._failed = BudgetSpent(
                    f"{REPEATS:,} puzzles in a row were there before; there may be no others"
                )
            self._next += 1
        return entries

    def require_more(self) -> None:
        """Raise what ended the stream; all before it was taken."""
        if self._failed is not None:
            raise self._failed


def entry_of(puzzle: Puzzle, item: int | None) -> Entry:
    """Return a puzzle as it stands in a pack."""
    return Entry(**{name: getattr(puzzle, name) for name in Puzzle.__struct_fields__}, item=item)


class Spare:
    """Items made before their turn came, kept in a file beside their pack until it is done."""

    def __init__(self, path: Path, header: Header) -> None:
        self._path = path
        self._run = msgspec.json.encode(header)
        self._parts: PartsFile | None = None

    @property
    def _beside(self) -> Path:
        return self._path.with_name(self._path.name + ".parts")

    def found(self) -> dict[int, bytes]:
        """Return the items that are kept. Raises FileError for the file of another run."""
        return dict(self._file().parts) if self._beside.exists() else {}

    def add(self, done: Done, waiting: Mapping[int, Done]) -> None:
        """Keep an item, one of those that are waiting. What the disk does not take is only made again."""
        with contextlib.suppress(FileError):
            if len(self._file().parts) >= 4 * _AHEAD:
                # Most have had their turn: the file begins anew, so that it does not grow without end.
                self.forget()
                for item in waiting.values():
                    self._add(item)
            self._add(done)

    def _add(self, done: Done) -> None:
        parts = self._file()
        if done.error is None and done.item not in parts.parts:
            parts.add(done.item, done.payload)

    def _file(self) -> PartsFile:
        if self._parts is None:
            self._parts = PartsFile(self._beside, self._run)
        return self._parts

    def close(self) -> None:
        """Close the file; what was added stays."""
        if self._parts is not None:
            self._parts.close()
            self._parts = None

    def forget(self) -> None:
        """Remove the file, once the pack is done."""
        self.close()
        forget_parts(self._path)
