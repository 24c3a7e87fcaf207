"""The decks: canvas cards, Assignments, Instructors and Inspirations.

How many cards each deck has is printed in the rulebook, what is on them is not: a canvas card, a
pattern, and all goals but those marked otherwise in `goals.py` are reconstructed. An owner's own cards
replace them.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Mapping

from ...core.errors import NotationError
from .canvas import COLOURS, Card
from .goals import Goal, Source
from .patterns import Pattern

CANVAS_SOURCE: Source = "reconstructed"
INSPIRATION_SOURCE: Source = "reconstructed"


def _every_card() -> list[Card]:
    """Return the 45 cards that differ however they are turned by a half, in order."""
    every = (Card((a, b, c, d)) for a, b, c, d in itertools.product(COLOURS, repeat=4))
    return sorted({card.upright for card in every})


def _most_of_a_colour(card: Card) -> list[int]:
    """Return how often the colours of a card occur, the most frequent first."""
    return sorted(Counter(card.quadrants).values(), reverse=True)


def _every_and_symmetric() -> tuple[Card, ...]:
    cards = _every_card()
    return tuple(sorted(cards + [card for card in cards if card == card.turned(2)]))


def _mixed_and_two_two() -> tuple[Card, ...]:
    mixed = [card for card in _every_card() if _most_of_a_colour(card) != [4]]
    return tuple(sorted(mixed + [card for card in mixed if _most_of_a_colour(card) == [2, 2]]))


CANVAS_DECKS: Mapping[str, tuple[Card, ...]] = {
    "all45+sym9": _every_and_symmetric(),
    "mixed42+pairs12": _mixed_and_two_two(),
}
"""Decks of 54 canvas cards in order, the default first.

`all45+sym9` has every card there can be, and a second copy of each that a half turn leaves as it is;
`mixed42+pairs12` every card of at least two colours, and a second copy of those with two quadrants
each of two. All cards are upright, and in both decks each colour has 72 quadrants.
"""
CANVAS_DECK = CANVAS_DECKS["all45+sym9"]

ASSIGNMENT_NAMES = ("largest_area", "most_areas", "most_quadrants", "longest_line", "solid_blocks")
ASSIGNMENTS: Mapping[int, tuple[Goal, ...]] = {
    colour: tuple(Goal(name, colour) for name in ASSIGNMENT_NAMES) for colour in COLOURS
}
"""The five Assignments of each colour."""

INSTRUCTORS = tuple(
    Goal(name)
    for name in (
        "longest_colour_path",
        "balanced_composition",
        "largest_single_area",
        "patchwork",
        "pointillism",
        "mirror",
        "harmony",
    )
)
"""The seven Instructors."""

_PENTOMINOES = {
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "X./X./X./XX",
    "N": ".X/.X/XX/X.",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": ".X/XX/.X/.X",
    "Z": "XX./.X./.XX",
}
_TETROMINOES = {
    "I4": "XXXX",
    "J4": ".X/.X/XX",
    "L4": "X./X./XX",
    "O4": "XX/XX",
    "S4": ".XX/XX.",
    "T4": "XXX/.X.",
    "Z4": "XX./.XX",
}

INSPIRATION_DECKS: Mapping[str, Mapping[str, Pattern]] = {
    "pentominoes": {name: Pattern.parse(text) for name, text in _PENTOMINOES.items()},
    "tetrominoes+ILPVW": {
        name: Pattern.parse(text)
        for name, text in {**_TETROMINOES, **{name: _PENTOMINOES[name] for name in "ILPVW"}}.items()
    },
}
"""Decks of twelve Inspirations by name, the default first: the pentominoes as drawn, or easier ones."""
INSPIRATIONS = INSPIRATION_DECKS["pentominoes"]


def left_in_deck(deck: Iterable[Card], used: Iterable[Card], quarters: int = 0) -> Counter[Card]:
    """Return how often each card of a deck, upright, is there when some are used.

    `used` are cards as they lie, clockwise by `quarters` from portrait, or by a half more. Raises
    NotationError for one that is not in the deck or is used more often than it is there.
    """
    there = Counter(card.upright for card in deck)
    left = there.copy()
    for card in used:
        key = card.turned(-quarters).upright
        if not there[key]:
            raise NotationError(f"the card {card}", expected="a card of the deck")
        if not left[key]:
            times = "once" if there[key] == 1 else f"{there[key]} times"
            raise NotationError(f"the card {card} is used up", expected=f"it {times} at most")
        left[key] -= 1
    return left
