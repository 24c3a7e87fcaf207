"""What a person may wish of a puzzle: declared by each kind, read the same way for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from ..core.errors import NotationError
from ..core.notation import listed, shown
from .puzzle import Level, level_range

HUNDREDTHS = 100
"""Percentiles are told to so many parts of a percent."""


class Wish(Struct, frozen=True):
    """One thing that may be wished for."""

    form: Literal["yes", "number", "range", "choice"]
    says: str
    """What it means, in a line."""
    choices: tuple[str, ...] = ()
    least: float = 0
    most: float = 0

    @property
    def expected(self) -> str:
        """What may stand for it."""
        if self.form == "choice":
            return " or ".join(self.choices)
        if self.form == "number":
            return f"a number from {self.least:g} to {self.most:g}"
        if self.form == "range":
            return f"a range within {self.least:g}-{self.most:g}, such as {self.least:g}-{self.most / 2:g}"
        return "yes or no"


def read(declared: Mapping[str, Wish], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return wishes as values: bool, int, (low, high) or text; those given as None or False are left out.

    Raises NotationError for a wish that is not declared or a value it does not take.
    """
    found = {}
    for name, value in given.items():
        wish = declared.get(name)
        if wish is None:
            raise NotationError(f"{shown(name)} is no wish", expected=listed(sorted(declared)))
        if value is None or value is False or (wish.form == "yes" and value == "no"):
            continue
        read_value = _value(wish, value)
        if read_value is None:
            raise NotationError(f"{name} {shown(str(value))}", expected=wish.expected)
        found[name] = read_value
    return found


def _value(wish: Wish, value: Any) -> Any:
    """Return the value a wish takes from what was given, None where it takes none of it."""
    if wish.form == "yes":
        return True if value is True or value == "yes" else None
    if wish.form == "choice":
        return value if value in wish.choices else None
    try:
        if wish.form == "number":
            number = int(value) if isinstance(value, str) else value
            return number if type(number) is int and wish.least <= number <= wish.most else None
        low, high = map(float, value.split("-") if isinstance(value, str) else value)
    except (TypeError, ValueError):
        return None
    return (low, high) if wish.least <= low <= high <= wish.most else None


def percentile_asked(level: Level | None, wishes: Mapping[str, Any]) -> tuple[float, float]:
    """Return from and below which percentile a level and the wish `percentile`, if there is one, ask for."""
    low, high = level_range(level)
    least, most = wishes.get("percentile", (low, high))
    return max(low, least), min(high, most)


def hundredths(span: tuple[float, float]) -> tuple[int, int]:
    """Return the first and the last hundredth of a percent in a range of percentiles.

    A range holds its lower end; an upper end is left out unless that is the lower one too.
    """
    first, end = (round(HUNDREDTHS * percentile) for percentile in span)
    return first, max(end - 1, first)


def told(name: str, value: Any) -> str:
    """Return a level or a wish as a person says it."""
    if value is True:
        return name
    return f"{name} {value[0]:g}-{value[1]:g}" if isinstance(value, tuple) else f"{name} {value}"


def fewest(asked: Mapping[str, Any], can_be: Callable[[Mapping[str, Any]], bool]) -> list[str]:
    """Return names of wishes that cannot be met together, none of which can be left out."""
    left = dict(asked)
    for name in asked:
        fewer = {other: value for other, value in left.items() if other != name}
        if fewer and not can_be(fewer):
            left = fewer
    return list(left)


def refuse(names: Sequence[str]) -> NotationError:
    """Return the error that names wishes which no puzzle meets together."""
    if len(names) == 1:
        return NotationError(f"no puzzle meets {names[0]}")
    return NotationError(f"no puzzle meets {listed(names)} together", expected="to leave one of them out")


def rare(names: Sequence[str], share: str) -> NotationError:
    """Return the error for wishes that so few random puzzles meet that a search would hardly find one."""
    together = " together" if len(names) > 1 else ""
    return NotationError(
        f"{share} meet {listed(names)}{together}",
        expected="to leave one of them out" if together else "what more of them meet",
    )
