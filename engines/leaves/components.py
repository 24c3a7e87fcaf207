"""The box of Leaves: Leaf Cards, Breeze Cards, the timer and the solo scale."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, ClassVar

from msgspec import Meta

from ...core.notation import listed, shown
from ...solvers.leaves.cards import BY_TEXT, CARD_FORM, CARDS
from ..components import Components, Entry, Part, Source


class LeafCard(Part, frozen=True, forbid_unknown_fields=True):
    """One card of the deck."""

    card: str
    source: Source

    def fault(self) -> tuple[str, str, str]:
        """Return what is wrong with the card."""
        if self.card in BY_TEXT:
            return "", "", ""
        return "card", f"{shown(self.card)} is not a Leaf Card", CARD_FORM


class Breezes(Part, frozen=True, forbid_unknown_fields=True):
    """The Breeze Cards, and how many each player takes."""

    count: Annotated[int, Meta(ge=0, le=100)]
    each: Annotated[int, Meta(ge=0, le=20)]
    source: Source


class Hand(Part, frozen=True, forbid_unknown_fields=True):
    """How many Leaf Cards each player begins with."""

    cards: Annotated[int, Meta(ge=1, le=9)]
    source: Source


class Timer(Part, frozen=True, forbid_unknown_fields=True):
    """The countdown of a challenge."""

    seconds: Annotated[int, Meta(ge=1, le=3600)]
    source: Source


class Solo(Part, frozen=True, forbid_unknown_fields=True):
    """What the solo challenge adds for a Breeze, and where its results part."""

    seconds_a_breeze: Annotated[int, Meta(ge=0, le=3600)]
    bands: tuple[int, int, int, int]
    source: Source


class LeavesComponents(Components, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is in the box."""

    name: ClassVar[str] = "leaves"

    leaf: tuple[LeafCard, ...]
    breeze: Breezes
    hand: Hand
    timer: Timer
    solo: Solo

    @property
    def deck(self) -> int:
        """The Leaf Cards there are, as 27 bits."""
        return sum(1 << BY_TEXT[leaf.card] for leaf in self.leaf)

    def entries(self) -> Iterator[Entry]:
        """Yield every entry."""
        for leaf in self.leaf:
            yield Entry("Leaf Card", f"{leaf.card}  {BY_TEXT[leaf.card].words}", leaf.source)
        breeze, solo = self.breeze, self.solo
        yield Entry("Breeze Cards", f"{breeze.count}, {breeze.each} each", breeze.source)
        yield Entry("hand", f"{self.hand.cards} Leaf Cards each", self.hand.source)
        yield Entry("timer", f"{self.timer.seconds} seconds", self.timer.source)
        bands = ", ".join(map(str, solo.bands))
        yield Entry("solo scale", f"up to {bands} seconds; {solo.seconds_a_breeze} for a Breeze", solo.source)

    def fault(self) -> str:
        """Return why nothing can be played with these, in words; empty when it can."""
        seen: set[str] = set()
        for leaf in self.leaf:
            _, problem, expected = leaf.fault()
            if problem:
                return f"{problem}; expected {expected}"
            if leaf.card in seen:
                return f"{leaf.card} is there twice; expected every card at most once"
            seen.add(leaf.card)
        least = 8 + 1 + self.hand.cards
        if len(seen) < least:
            missing = [str(card) for card in CARDS if str(card) not in seen]
            return f"{len(seen)} Leaf Cards, without {listed(missing)}; expected {least} or more"
        if list(self.solo.bands) != sorted(set(self.solo.bands)) or self.solo.bands[0] < 1:
            return f"the solo bands {listed(self.solo.bands)}; expected rising numbers of seconds"
        return ""


@functools.cache
def standard() -> LeavesComponents:
    """Return the components that come with Quadrangle."""
    return LeavesComponents.read(Path(__file__).with_name("components.toml"))
