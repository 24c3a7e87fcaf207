"""The 27 Leaf Cards: every combination of number, colour and type, once."""

from __future__ import annotations

from typing import Literal

from ...core.errors import NotationError

Trait = Literal["number", "colour", "type"]

TRAITS: tuple[Trait, Trait, Trait] = ("number", "colour", "type")
NUMBERS = ("1", "2", "3")
COLOURS = ("red", "yellow", "green")
TYPES = ("bodhi", "ginkgo", "maple")

CARD_FORM = "a card such as 3yg: number 1-3, colour r y g, type b g m"


class Card(int):
    """One Leaf Card; its integer value 0-26 is 9 * number + 3 * colour + type, each counted from 0.

    >>> Card.parse("3yg")
    Card.parse('3yg')
    >>> str(Card(22)), Card(22).words
    ('3yg', '3 yellow ginkgo')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card written canonically in `text`. Raises NotationError for anything else."""
        card = BY_TEXT.get(text)
        if card is None:
            raise NotationError(f"{text!r} is not a Leaf Card", expected=CARD_FORM)
        return card

    @property
    def number(self) -> int:
        """Number of the card, 1 to 3."""
        return self // 9 + 1

    @property
    def colour(self) -> str:
        """Colour of the card: red, yellow or green."""
        return COLOURS[self // 3 % 3]

    @property
    def type(self) -> str:
        """Type of the card: bodhi, ginkgo or maple."""
        return TYPES[self % 3]

    @property
    def words(self) -> str:
        """The card as a person says it, such as `3 yellow ginkgo`."""
        return f"{self.number} {self.colour} {self.type}"

    def shared(self, other: Card) -> tuple[Trait, ...]:
        """Return the traits this card has in common with another, in the order of TRAITS."""
        return _SHARED[self][other]

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"


_TEXT = tuple(number + colour[0] + kind[0] for number in NUMBERS for colour in COLOURS for kind in TYPES)

CARDS = tuple(Card(i) for i in range(27))
"""All cards, in the order of their integer values."""

BY_TEXT = dict(zip(_TEXT, CARDS, strict=True))
"""Each card by its canonical text."""


def _shared(a: int, b: int) -> tuple[Trait, ...]:
    same = (a // 9 == b // 9, a // 3 % 3 == b // 3 % 3, a % 3 == b % 3)
    return tuple(trait for trait, equal in zip(TRAITS, same, strict=True) if equal)


_SHARED = tuple(tuple(_shared(a, b) for b in range(27)) for a in range(27))

MATCHES = tuple(sum(1 << b for b in range(27) if b != a and _SHARED[a][b]) for a in range(27))
"""For each card, the set of other cards that share a trait with it, as 27 bits."""
