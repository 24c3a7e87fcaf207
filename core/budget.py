"""How much a search may spend, and what it returns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

T = TypeVar("T")

Verdict = Literal["yes", "no", "unknown"]
Proof = Literal["exact", "bound", "estimate"]


@dataclass(frozen=True)
class Budget:
    """Limits of one search; `None` means no limit."""

    nodes: int | None = None
    """Positions that may be expanded."""
    seconds: float | None = None
    """Wall time from the moment `start` is called."""
    bytes: int | None = None
    """Memory the search may allocate for tables."""
    cancelled: Callable[[], bool] | None = None
    """Asked now and then; the search stops soon after it says yes."""

    def start(self) -> Meter:
        """Return a meter that counts against this budget from now."""
        return Meter(self)


UNLIMITED = Budget()

_CHECK_EVERY = 64
"""Nodes between two looks at the clock, so that looking costs next to nothing and a stop is soon."""


class Meter:
    """Counts what one search spends."""

    __slots__ = ("_budget", "_deadline", "_next_check", "_started", "_stopped", "nodes")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._started = time.perf_counter()
        self._deadline = None if budget.seconds is None else self._started + budget.seconds
        self._next_check = 0
        self._stopped = False
        self.nodes = 0
        """Positions expanded so far."""

    @property
    def seconds(self) -> float:
        """Wall time since the start."""
        return time.perf_counter() - self._started

    def spent(self) -> bool:
        """Count one node and return whether the search has to stop before expanding it.

        Once it has said so it says so for ever: a search may ask again while it unwinds.
        """
        limit = self._budget.nodes
        if self._stopped or (limit is not None and self.nodes >= limit):
            return True
        if self.nodes >= self._next_check:
            self._next_check = self.nodes + _CHECK_EVERY
            if self._must_stop():
                self._stopped = True
                return True
        self.nodes += 1
        return False

    def expired(self) -> bool:
        """Return whether the search has to stop, looking at the clock now and counting nothing.

        For work that takes long over one node.
        """
        self._stopped = self._stopped or self._must_stop()
        return self._stopped

    def _must_stop(self) -> bool:
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            return True
        return self._budget.cancelled is not None and self._budget.cancelled()


@dataclass(frozen=True)
class Result(Generic[T]):
    """What a search found out.

    `verdict` is "unknown" exactly when the budget ran out first: a search never says "no"
    because it did not find a "yes" in time.
    """

    verdict: Verdict
    value: T
    """The answer itself: a number, a policy, a reason."""
    line: tuple[object, ...] = ()
    """The moves that show the answer, replayed and verified before they are handed out."""
    proof: Proof = "exact"
    interval: tuple[float, float] | None = None
    """95 % interval of an estimate."""
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)
