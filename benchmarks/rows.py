"""One row of the table of speed claims."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """A claim, what was measured for it, and the bound it has to keep."""

    claim: str
    ours: str
    """What ours took, with its unit."""
    peer: str
    """What the peer took on the same inputs in the same run, and what it is."""
    value: float
    """The figure that is bounded."""
    bound: float
    kind: Literal["at least", "at most"]
    unit: str = "x"

    def holds(self, slack: float = 1.0) -> bool:
        """Return whether the bound holds, loosened by a factor."""
        if self.kind == "at least":
            return self.value >= self.bound / slack
        return self.value <= self.bound * slack

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it stands in the table."""
        value = f"{self.value:,.0f}" if self.value >= 100 else f"{self.value:.3g}"
        return (
            self.claim,
            self.ours,
            self.peer,
            f"{value} {self.unit}".replace(" x", "x"),
            f"{self.kind} {self.bound:,g} {self.unit}".replace(" x", "x"),
        )


def cpu_seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def shown(seconds: float) -> str:
    """Return a time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
