"""The card games that are stack reduction: their cards, rules, places and deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...core.errors import NotationError
from ...core.notation import shown, words
from ...core.rng import Rng
from .geometry import ClosingRow, Geometry, lines
from .position import Position

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = len(RANKS) * len(SUITS)

Rule = Callable[[int, int], bool]


def card_name(card: int) -> str:
    """Return the text of a card, which is a number 4 * rank + suit: `TS` is the ten of spades."""
    return RANKS[card // 4] + SUITS[card % 4]


def parse_card(text: str) -> int:
    """Return the card a text such as `TS`, `ts` or `10s` names. Raises NotationError."""
    plain = text.upper().replace("10", "T")
    if len(plain) != 2 or plain[0] not in RANKS or plain[1] not in SUITS:
        raise NotationError(
            f"{shown(text)} is not a card",
            expected=f"a rank of {RANKS} and a suit of {SUITS}, as in TS or 5H",
        )
    return 4 * RANKS.index(plain[0]) + SUITS.index(plain[1])


def near_or_same_suit(a: int, b: int) -> bool:
    """Return whether two different cards share a suit or their ranks differ by at most one."""
    return a != b and (a % 4 == b % 4 or abs(a // 4 - b // 4) <= 1)


def same_suit_or_rank(a: int, b: int) -> bool:
    """Return whether two different cards share a suit or a rank."""
    return a != b and (a % 4 == b % 4 or a // 4 == b // 4)


@dataclass(frozen=True)
class Game:
    """One game of stack reduction with ordinary playing cards."""

    name: str
    geometry: Geometry
    cards: int
    """Cards in a deal."""
    columns: int
    """Cards in a row of the text form."""
    rule: Rule
    variable: bool = False
    """Whether a position may be given with any number of cards."""

    def position(self, cards: Sequence[int]) -> Position:
        """Return the position in which `cards` lie in order, row by row."""
        return Position.of(self.geometry, list(cards), self.rule)

    def text(self, cards: Sequence[int]) -> str:
        """Return the canonical text of a deal: one line a row."""
        rows = [cards[i : i + self.columns] for i in range(0, len(cards), self.columns)]
        return "\n".join(" ".join(card_name(card) for card in row) for row in rows)

    def parse(self, text: str) -> tuple[int, ...]:
        """Return the cards of a deal's text; white space and `/` part them, either case is read.

        Raises NotationError for an unknown card, a card that comes twice, or a wrong number of cards.
        """
        cards: list[int] = []
        for word in words(text, separators="/,"):
            try:
                card = parse_card(word.text)
            except NotationError as error:
                raise NotationError(
                    error.problem, expected=error.expected, line=word.line, column=word.column
                ) from None
            if card in cards:
                raise NotationError(f"{card_name(card)} comes twice", line=word.line, column=word.column)
            cards.append(card)
        if self.variable:
            if not cards:
                raise NotationError("no cards", expected=f"{self.name} cards, as in 5S JC QH")
        elif len(cards) != self.cards:
            raise NotationError(
                f"{len(cards)} cards", expected=f"the {self.cards} cards of a {self.name} deal"
            )
        return tuple(cards)

    def random_deal(self, seed: int, number: int) -> tuple[int, ...]:
        """Return deal `number` of the run seeded with `seed`; it depends on these two numbers only.

        A full deck is shuffled and the cards come off its end.
        """
        deck = list(range(DECK))
        Rng(seed, number).shuffle(deck)
        return tuple(deck[: -self.cards - 1 : -1])


BIRDS_OF_A_FEATHER = Game("birds-of-a-feather", lines(4, 4), 16, 4, near_or_same_suit)
"""T. Neller's game: a 4x4 grid, moves of any distance along a row or column."""

LATE_BINDING = Game("late-binding", ClosingRow((1, 3)), 18, 18, same_suit_or_rank)
"""Late-Binding Solitaire (Ross and Knuth 1989): Accordion with 18 cards, all in sight."""

ACCORDION = Game("accordion", ClosingRow((1, 3)), DECK, 13, same_suit_or_rank, variable=True)
"""Accordion with any number of cards, all in sight; a deal has the whole deck."""

GAMES = {game.name: game for game in (BIRDS_OF_A_FEATHER, LATE_BINDING, ACCORDION)}


LAST_DEAL = (1 << 31) - 1
"""Largest number of a published Birds of a Feather deal."""


def numbered_deal(number: int) -> tuple[int, ...]:
    """Return the 16 cards of the published Birds of a Feather deal `number`.

    They are the first 16 cards of the FreeCell deal of that number. Raises ValueError for
    numbers outside 1 to LAST_DEAL.
    """
    if not 1 <= number <= LAST_DEAL:
        raise ValueError(f"deal {number} is not from 1 to {LAST_DEAL}")
    state = number
    cards = list(range(DECK - 1, -1, -1))
    for i in range(BIRDS_OF_A_FEATHER.cards):
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        j = DECK - 1 - (state >> 16) % (DECK - i)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards[: BIRDS_OF_A_FEATHER.cards])
