"""What only the commands of Campus say; sentences about moves and boards stand with the engine."""

from __future__ import annotations

import math
from fractions import Fraction

RECONSTRUCTED = (
    "The printed game's tile set is not public: how many of each there are is reconstructed, "
    "and your copy may differ (--tiles)."
)


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def size(count: int) -> str:
    """Say an amount of memory.

    >>> size(3 << 29), size(900)
    ('1.5 GiB', '900 bytes')
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            amount = count / unit
            return f"{amount:.1f} {name}" if amount < 99.95 else f"{amount:,.0f} {name}"
    return plural(count, "byte")


def turns(value: Fraction | float) -> str:
    """Write a number of turns in a column: to thousandths, a whole one that is exact as it is.

    >>> turns(Fraction(36)), turns(Fraction(22, 7)), turns(36.0), turns(math.inf)
    ('36', '3.143', '36.000', 'never')
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return f"{value.numerator:,}"
    return "never" if math.isinf(value) else f"{float(value):,.3f}"


def in_full(value: Fraction | float) -> str:
    """Write a number of turns as a fraction where it is a short one, and to six digits behind the point.

    >>> in_full(Fraction(4, 3)), in_full(17.5)
    ('4/3 = 1.333333', '17.500000')
    """
    fraction = f"{value} = " if isinstance(value, Fraction) and len(str(value)) <= 24 else ""
    return f"{fraction}{float(value):,.6f}"
