"""A round in progress: what lies, who places next, what is held, and what will be scored.

It is what the search for the best placement is asked about. Cells are those of `plane.Plane`, cards the
numbers of `faces`: a card on the canvas is its face as it lies, a card that is held is its face in portrait,
the first of the two where it may be turned round (`faces.UPRIGHT`). Players are numbered clockwise from the
south.
"""

from __future__ import annotations

import functools

from msgspec import Struct

from ...core.rng import Rng
from .faces import COUNT, TURNED, UPRIGHT
from .goals import Goal
from .patterns import Pattern
from .plane import Plane
from .rules import LETTER, Rules

Held = tuple[int, ...]
"""Cards that are held, sorted."""


class Placement(Struct, frozen=True, order=True):
    """A card that is laid: its face as it lies, its cell, and how all cards of the round lie."""

    face: int
    cell: int
    landscape: bool


class Position(Struct, frozen=True, kw_only=True):
    """A round in progress, as a player knows it; a hand that nobody at the program sees is None."""

    players: int
    size: int
    """Cards along a side of a canvas that is full: 4 for two players, 5 for four."""
    rules: Rules = LETTER
    player: int
    """Who places next."""
    cards: tuple[int, ...] = ()
    """The cards on the canvas, sorted: 81 times the cell in the window of the plane, and the face."""
    landscape: int = -1
    """Whether they lie in landscape; -1 before the first of them."""
    hands: tuple[Held | None, ...]
    """For each player the cards held; None where they are not known."""
    hidden: tuple[int, ...]
    """How many cards each hand that is not known holds; 0 for those that are."""
    deck: Held
    """All cards that are not seen, sorted: those of the deck, and of hands that are not known."""
    discards: Held = ()
    """What is shuffled into a new deck when a draw finds the deck empty."""
    goals: tuple[Goal, ...] = ()
    """Those to be decided at the end of the round, left to right."""
    pet: int = 0
    """Who holds the Teacher's Pet; -1 for nobody."""
    patterns: tuple[tuple[Pattern, ...], ...] = ()
    """The Inspirations of each player that are known; empty where none are."""
    points: tuple[int, ...] = ()
    """Points of each player from before; empty for none."""

    @property
    def plane(self) -> Plane:
        """The window of its cells."""
        return plane_of(self.size, self.players, self.rules)

    @property
    def occupied(self) -> int:
        """The cells on which cards lie, as bits."""
        return sum(1 << card // COUNT for card in self.cards)

    @property
    def left(self) -> int:
        """Cards that are still to be placed."""
        return self.size * self.size - len(self.cards)

    @property
    def is_open(self) -> bool:
        """Whether all hands are known."""
        return None not in self.hands

    def imagined(self, rng: Rng) -> Position:
        """Return a position in which the hands that are not known hold cards drawn from those not seen."""
        unseen = list(self.deck)
        rng.shuffle(unseen)
        hands = []
        for hand, count in zip(self.hands, self.hidden, strict=True):
            if hand is None:
                hand, unseen = tuple(sorted(unseen[:count])), unseen[count:]
            hands.append(hand)
        return Position(
            players=self.players,
            size=self.size,
            rules=self.rules,
            player=self.player,
            cards=self.cards,
            landscape=self.landscape,
            hands=tuple(hands),
            hidden=(0,) * self.players,
            deck=tuple(sorted(unseen)),
            discards=self.discards,
            goals=self.goals,
            pet=self.pet,
            patterns=self.patterns,
            points=self.points,
        )

    def placements(self) -> tuple[Placement, ...]:
        """Return every legal placement of the player, placements with equal results once, sorted.

        Empty where the hand is empty or not known.
        """
        hand = self.hands[self.player]
        if not hand:
            return ()
        cells = self.plane.allowed(self.occupied, self.player)
        ways = [bool(self.landscape)] if self.cards else [False, True]
        if not self.cards and self.rules.first_orientation == "portrait":
            ways = [False]
        found = {
            Placement(face, cell, way)
            for way in ways
            for held in hand
            for face in ways_of(held, way, self.rules)
            for cell in range(self.plane.cells)
            if cells >> cell & 1
        }
        return tuple(sorted(found))


@functools.lru_cache(maxsize=64)
def plane_of(size: int, players: int, rules: Rules) -> Plane:
    """Return the window of a grid, one for all who ask."""
    return Plane(size, players, rules)


def kind_of(face: int, rules: Rules) -> int:
    """Return the number by which a card with a face in portrait is held."""
    return UPRIGHT[face] if rules.half_turn == "allowed" else face


@functools.lru_cache(maxsize=1024)
def ways_of(held: int, landscape: bool, rules: Rules) -> tuple[int, ...]:
    """Return the faces that a card which is held may show, in portrait or in landscape, sorted."""
    turned = TURNED[TURNED[held][1 if landscape else 0]]
    return tuple(sorted({turned[0], turned[2]})) if rules.half_turn == "allowed" else (turned[0],)


def held_as(face: int, landscape: bool, rules: Rules) -> int:
    """Return the card that lies as a face, by the number by which it is held."""
    return kind_of(TURNED[face][3 if landscape else 0], rules)
