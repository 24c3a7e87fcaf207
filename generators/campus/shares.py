"""Numbers that the rolls of a Campus puzzle turn, drawn so that no others of them would do."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...core.rng import Rng
from ...solvers.campus.dice import Roll
from ...solvers.campus.tiles import PRINTED

_NUMBERS = range(1, len(PRINTED.counts))
_SHARES = 20
"""How often shares are drawn until there are some that no others equal."""

Shares = tuple[tuple[int, ...], ...]
"""For each roll the numbers that are turned with it."""


def draw_shares(count: int, rolls: Sequence[Roll], rng: Rng) -> Shares | None:
    """Draw so many numbers for the rolls that no other sets share out alike; None where some tries fail."""
    if count < len(rolls):
        return None
    for _ in range(_SHARES):
        sizes = _draw_sizes(count, rolls, rng)
        if all(_shares(_NUMBERS[-1], size, roll.total) for size, roll in zip(sizes, rolls, strict=True)):
            shares = tuple(_share(size, roll.total, rng) for size, roll in zip(sizes, rolls, strict=True))
            if _are_printed(shares) and _are_only_shares(shares, rolls):
                return shares
    return None


def _draw_sizes(count: int, rolls: Sequence[Roll], rng: Rng) -> list[int]:
    """Draw how many tiles each roll turns, so many in all.

    One each, and all others with one double, are easily shared in one way only: so it is more often than not.
    """
    doubles = [at for at, roll in enumerate(rolls) if roll.is_double] or list(range(len(rolls)))
    most = doubles[rng.below(len(doubles))]
    spread = rng.below(3) == 0
    sizes = [1] * len(rolls)
    for _ in range(count - len(rolls)):
        sizes[doubles[rng.below(len(doubles))] if spread and rng.below(2) else most] += 1
    return sizes


def _are_printed(shares: Shares) -> bool:
    every = [number for share in shares for number in share]
    return all(every.count(number) <= PRINTED.count(number) for number in every)


def _share(count: int, total: int, rng: Rng) -> tuple[int, ...]:
    """Draw so many numbers of a total, rising: all such shares of printed tiles are as likely."""
    found: list[int] = []
    place = rng.below(_shares(_NUMBERS[-1], count, total))
    for number in reversed(_NUMBERS):
        for copies in range(PRINTED.count(number) + 1):
            fewer = _shares(number - 1, count - copies, total - copies * number)
            if place < fewer:
                found += [number] * copies
                count, total = count - copies, total - copies * number
                break
            place -= fewer
    return tuple(reversed(found))


@functools.cache
def _shares(highest: int, count: int, total: int) -> int:
    """Return how many shares of printed tiles there are with so many numbers of a total, none above one."""
    if count < 0 or total < 0 or highest == 0:
        return int(count == total == 0)
    return sum(
        _shares(highest - 1, count - copies, total - copies * highest)
        for copies in range(PRINTED.count(highest) + 1)
    )


def names_of(shares: Shares, rolls: Sequence[Roll]) -> tuple[int | None, ...]:
    """Return for each roll the number it names, where that is turned once, and not before; None elsewhere."""
    every = [number for share in shares for number in share]
    return tuple(
        roll.sum if every.count(roll.sum) == 1 and any(roll.sum in share for share in shares[at:]) else None
        for at, roll in enumerate(rolls)
    )


def _are_only_shares(shares: Shares, rolls: Sequence[Roll]) -> bool:
    """Return whether the numbers cannot be shared out in another way that adds up and loses no roll."""
    names = names_of(shares, rolls)
    every = sorted((number for share in shares for number in share), reverse=True)
    # A share may not take what a later roll names: that has to be up when the roll comes.
    barred = [set(names[at + 1 :]) for at in range(len(rolls))]
    ways: dict[tuple[int, ...], int] = {tuple(roll.total for roll in rolls): 1}
    for number in every:
        after: dict[tuple[int, ...], int] = {}
        for room, count in ways.items():
            for at, free in enumerate(room):
                if number <= free and number not in barred[at]:
                    key = (*room[:at], free - number, *room[at + 1 :])
                    after[key] = after.get(key, 0) + count
        ways = after
    return sum(ways.values()) == 1
