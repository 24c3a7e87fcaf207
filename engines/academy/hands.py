"""Hands as sorted tuples: cards put in and taken out, and what is known of how long they are held."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import TypeVar

from ...solvers.canvas.faces import COUNT

T = TypeVar("T")

Hands = tuple[tuple[int, ...], ...]
"""For each player the canvas cards, sorted: 81 times how many shuffles were before it was drawn, and the
card as `Academy.kind` numbers it."""


def changed(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return a tuple with another value at one place."""
    found = list(values)
    found[at] = value
    return tuple(found)


def inserted(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Return a sorted tuple with one more value."""
    found = list(values)
    insort(found, value)
    return tuple(found)


def removed(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    """Return a tuple without the first of a value."""
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def place_of(hand: tuple[int, ...], card: int) -> int:
    """Return which of a hand is a card, of those that look alike the one held longest; -1 if none is."""
    for at, code in enumerate(hand):
        if code % COUNT == card:
            return at
    return -1


def older_unseen(hands: Sequence[tuple[int, ...]], age: int, player: int) -> tuple[int, ...]:
    """Return the cards in other hands that were drawn before the last shuffle, together and sorted."""
    return tuple(
        sorted(
            code
            for other, hand in enumerate(hands)
            if other != player
            for code in hand
            if code // COUNT < age
        )
    )
