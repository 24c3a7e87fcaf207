"""A small generator of our own, so that a seed means the same on every machine and version.

The algorithm is L'Ecuyer's MRG32k3a (Operations Research 47(1), 1999): two linear recurrences
of order three modulo primes just below 2^32. Every product stays below 2^63, so the same code
gives the same numbers in plain Python and compiled.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableSequence
from typing import TypeVar

T = TypeVar("T")

M1 = 4294967087
"""Modulus of the first recurrence and number of values `next` can take."""
M2 = 4294944443
"""Modulus of the second recurrence."""

State = tuple[int, int, int, int, int, int]


def seed_state(seed: int, item: int = 0) -> State:
    """Return the starting state of item `item` of the run seeded with `seed`.

    It depends on these two numbers only, never on which worker asks or how many items there are.
    """
    digest = hashlib.blake2b(f"quadrangle/{seed}/{item}".encode(), digest_size=48).digest()
    words = [int.from_bytes(digest[8 * i : 8 * i + 8], "little") for i in range(6)]
    # Residues 1..m-1: an all-zero half would stay zero for ever.
    first = [1 + w % (M1 - 1) for w in words[:3]]
    second = [1 + w % (M2 - 1) for w in words[3:]]
    return (first[0], first[1], first[2], second[0], second[1], second[2])


class Rng:
    """A stream of random integers, passed explicitly to whatever draws."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, item: int = 0) -> None:
        self._state: State = seed_state(seed, item)

    @classmethod
    def from_state(cls, state: State) -> Rng:
        """Return a generator that continues from `state`."""
        rng = cls.__new__(cls)
        rng._state = state
        return rng

    def next(self) -> int:
        """Return a uniform integer from 0 to M1 - 1."""
        a0, a1, a2, b0, b1, b2 = self._state
        a3 = (1403580 * a1 - 810728 * a0) % M1
        b3 = (527612 * b2 - 1370589 * b0) % M2
        self._state = (a1, a2, a3, b1, b2, b3)
        return (a3 - b3) % M1

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1; `n` is at least 1 and at most M1."""
        if not 1 <= n <= M1:
            raise ValueError(f"below({n}): n must be from 1 to {M1}")
        limit = M1 - M1 % n
        a0, a1, a2, b0, b1, b2 = self._state
        while True:  # the step of `next`, written out: a game draws some hundred thousand times a second
            a0, a1, a2 = a1, a2, (1403580 * a1 - 810728 * a0) % M1
            b0, b1, b2 = b1, b2, (527612 * b2 - 1370589 * b0) % M2
            value = (a2 - b2) % M1
            if value < limit:
                self._state = (a0, a1, a2, b0, b1, b2)
                return value % n

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put `items` in a uniformly random order, in place (Fisher-Yates from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
