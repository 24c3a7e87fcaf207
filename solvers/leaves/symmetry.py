"""What makes two layouts the same puzzle: turning or mirroring the square, renaming values, trading traits.

There are 8 x 3! x (3!)^3 = 10,368 such changes. A layout's cards are written as three *words*,
one a trait, each with a letter 0-2 a cell; numbering the values of a word in the order in which
they first occur forgets their names. Of the images of a puzzle under the square and under the
order of traits the least triple of words is its canonical form.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import permutations

from .cards import Card
from .layout import CELLS, CENTRE, SIDE

RING = tuple(cell for cell in range(CELLS) if cell != CENTRE)
"""The cells of a puzzle, in reading order."""

Word = tuple[int, ...]
Words = tuple[Word, Word, Word]


def _square() -> Iterator[tuple[int, ...]]:
    for flip in (False, True):
        for turns in range(4):
            image = []
            for cell in range(CELLS):
                row, column = divmod(cell, SIDE)
                if flip:
                    column = SIDE - 1 - column
                for _ in range(turns):
                    row, column = column, SIDE - 1 - row
                image.append(row * SIDE + column)
            yield tuple(image)


SQUARE = tuple(_square())
"""The eight symmetries of the square; each says where a cell goes to. The first changes nothing."""


def relabelled(word: Sequence[int]) -> Word:
    """Return the word with its values numbered in the order in which they first occur."""
    names: dict[int, int] = {}
    return tuple(names.setdefault(value, len(names)) for value in word)


def trait_words(cards: Sequence[Card]) -> Words:
    """Return number, colour and type of each card, each counted from 0."""
    return (
        tuple(card // 9 for card in cards),
        tuple(card // 3 % 3 for card in cards),
        tuple(card % 3 for card in cards),
    )


def images(words: Words) -> Iterator[tuple[Words, tuple[int, ...], tuple[int, ...]]]:
    """Yield each image of a puzzle's words under the square, its traits sorted, with how it was reached.

    The second item says from which place of the ring each letter came, the third from which
    trait each word came.
    """
    for turn in SQUARE:
        origin = [0] * CELLS
        for cell in RING:
            origin[turn[cell]] = cell
        places = tuple(RING.index(origin[cell]) for cell in RING)
        turned = [relabelled([word[place] for place in places]) for word in words]
        order = tuple(sorted(range(3), key=lambda trait: turned[trait]))
        yield (turned[order[0]], turned[order[1]], turned[order[2]]), places, order


@functools.cache
def all_words() -> tuple[Word, ...]:
    """Return the 1,094 relabelled words of eight letters, in order; a word's number is its place here."""
    found: list[Word] = []

    def extend(word: Word) -> None:
        if len(word) == len(RING):
            found.append(word)
            return
        for value in range(min(max(word, default=-1) + 2, 3)):
            extend((*word, value))

    extend(())
    return tuple(found)


@functools.cache
def word_numbers() -> dict[Word, int]:
    """Return the number of each word of `all_words`."""
    return {word: number for number, word in enumerate(all_words())}


def turned_numbers() -> list[list[int]]:
    """Return, for each symmetry of the square and each word number, the number of the turned word."""
    numbers = word_numbers()
    table = []
    for turn in SQUARE:
        places = [RING.index(turn.index(cell)) for cell in RING]
        table.append([numbers[relabelled([word[p] for p in places])] for word in all_words()])
    return table


class Canonical:
    """The canonical form of an eight-card puzzle and the way to it.

    `key` is (a * 1094 + b) * 1094 + c for its three word numbers; `cards` its cards in reading
    order of the ring; `translate(card)` says which card of the canonical form a card is.
    """

    __slots__ = ("_names", "_order", "cards", "key", "words")

    def __init__(self, ring: Sequence[Card]) -> None:
        words = trait_words(ring)
        best, places, order = min(images(words))
        self.words: Words = best
        numbers = [word_numbers()[word] for word in best]
        size = len(all_words())
        self.key = (numbers[0] * size + numbers[1]) * size + numbers[2]
        self.cards = cards_of(best)
        self._order = order
        self._names = []
        for trait in order:
            names: dict[int, int] = {}
            for place in places:
                names.setdefault(words[trait][place], len(names))
            for value in range(3):  # values no card of the puzzle has are interchangeable
                names.setdefault(value, len(names))
            self._names.append(names)

    def translate(self, card: Card) -> Card:
        """Return the card that plays the part of `card` in the canonical form."""
        values = (card // 9, card // 3 % 3, card % 3)
        named = [self._names[i][values[trait]] for i, trait in enumerate(self._order)]
        return Card(9 * named[0] + 3 * named[1] + named[2])


def cards_of(words: Words) -> tuple[Card, ...]:
    """Return the cards whose traits the words spell."""
    return tuple(Card(9 * a + 3 * b + c) for a, b, c in zip(*words, strict=True))


def all_symmetries() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]]:
    """Yield all 10,368 symmetries as (square, order of traits, renaming of each trait's values)."""
    for turn in SQUARE:
        for order in permutations(range(3)):
            for a in permutations(range(3)):
                for b in permutations(range(3)):
                    for c in permutations(range(3)):
                        yield turn, order, (a, b, c)
