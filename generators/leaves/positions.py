"""What a Leaves puzzle is as an object: a challenge with a hand, a solo deal, or a few stacks.

Canonical texts: three rows of three cards; for a challenge a blank line and the hand behind them, and
one more line, `breeze`, where there is a Breeze; for a solo deal the hand and three puzzles, a blank line
between. Links are those of `solvers.leaves.link`, with `~b` behind the hand for a Breeze.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.leaves.breeze import SoloDeal
from ...solvers.leaves.cards import CARDS, Card
from ...solvers.leaves.layout import CELLS, Layout
from ...solvers.leaves.link import layout_link, parse_layout_link, parse_solo_link, solo_link
from ...solvers.leaves.symmetry import SQUARE, all_symmetries

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

HANDS = range(1, 6)
"""How many cards a hand may have."""
SMALL = range(4, 8)
"""How many stacks a small puzzle may have."""
TURNS = len(SQUARE)
TRAITS = 6**4
"""Ways to trade the three traits and to rename the values of each."""
_LINK = "leaves~"
_SOLO = "leaves-solo~"
_BREEZE = "~b"
_EMPTY = len(CARDS)


class Challenge(Struct, frozen=True):
    """A puzzle of eight cards, a hand, and perhaps a Breeze."""

    puzzle: Layout
    hand: tuple[Card, ...]
    breezes: int = 0

    def __post_init__(self) -> None:
        if not self.puzzle.is_puzzle:
            raise NotationError("not a puzzle with a hand", expected="eight cards round an empty centre")
        if len(self.hand) not in HANDS:
            raise NotationError(f"{len(self.hand)} hand cards", expected="1 to 5")
        if self.breezes not in (0, 1):
            raise NotationError(f"{self.breezes} Breezes", expected="none or one")
        for i, card in enumerate(self.hand):
            if card in self.puzzle.cards or card in self.hand[:i]:
                raise NotationError(f"hand card {card} is there twice", expected="every card at most once")

    def __str__(self) -> str:
        text = f"{self.puzzle}\n\n{' '.join(map(str, self.hand))}"
        return f"{text}\nbreeze" if self.breezes else text


Position = Challenge | SoloDeal | Layout


def parse(text: str) -> Position:
    """Return the puzzle written canonically. Raises NotationError."""
    text = text.removesuffix("\n")
    if text.endswith("\n"):
        raise NotationError("an empty line at the end", expected="none", line=text.count("\n") + 1)
    parts = text.split("\n\n")
    if len(parts) == 4:
        deal = SoloDeal.parse(text)
        return _same(SoloDeal(tuple(sorted(deal.hand)), deal.puzzles), text)
    if len(parts) == 2:
        hand, newline, breeze = parts[1].partition("\n")
        if newline and breeze != "breeze":
            raise NotationError(f"{shown(breeze)} behind the hand", expected="breeze, or nothing")
        cards = tuple(sorted(Card.parse(token) for token in hand.split(" ")))
        return _same(Challenge(Layout.parse(parts[0]), cards, len(newline)), text)
    if len(parts) == 1:
        return _few(Layout.parse(text))
    raise NotationError(
        f"{len(parts)} parts with blank lines between",
        expected="three rows; three rows and a hand; or a hand and three puzzles",
    )


def _same(position: Position, text: str) -> Position:
    if str(position) != text:
        raise NotationError(
            "a hand out of order", expected="its cards in order, as in " + shown(str(position))
        )
    return position


def _few(layout: Layout) -> Layout:
    count = len(layout.cards)
    if count not in SMALL:
        raise NotationError(
            f"{count} stacks without a hand", expected="4 to 7 stacks, or eight cards and a hand"
        )
    return layout


def link_of(position: Position) -> str:
    """Return the link of a puzzle."""
    if isinstance(position, SoloDeal):
        return solo_link(position)
    if isinstance(position, Layout):
        return layout_link(position)
    return layout_link(position.puzzle, position.hand) + (_BREEZE if position.breezes else "")


def parse_link(link: str) -> Position:
    """Return the puzzle of a link. Raises NotationError."""
    if link.startswith(_SOLO):
        deal = parse_solo_link(link)
        return SoloDeal(tuple(sorted(deal.hand)), deal.puzzles)
    if not link.startswith(_LINK):
        raise NotationError(
            f"{shown(link)} is no link of a Leaves puzzle", expected=f"one beginning {_LINK} or {_SOLO}"
        )
    layout, hand = parse_layout_link(link.removesuffix(_BREEZE))
    if hand or layout.is_puzzle:
        return Challenge(layout, tuple(sorted(hand)), int(link.endswith(_BREEZE)))
    return _few(layout)


def boards_of(position: Position) -> tuple[tuple[Layout, ...], tuple[Card, ...]]:
    """Return the squares of a puzzle and its hand."""
    if isinstance(position, SoloDeal):
        return position.puzzles, position.hand
    if isinstance(position, Layout):
        return (position,), ()
    return (position.puzzle,), position.hand


@functools.cache
def renamings() -> tuple[tuple[Card, ...], ...]:
    """Return the 1,296 ways to trade traits and rename values: which card each card becomes.

    The first leaves every card as it is.
    """
    found = []
    for turn, order, names in all_symmetries():
        if turn != SQUARE[0]:
            break
        found.append(tuple(_renamed(card, order, names) for card in CARDS))
    return tuple(found)


def _renamed(card: Card, order: tuple[int, ...], names: tuple[tuple[int, ...], ...]) -> Card:
    values = (card // 9, card // 3 % 3, card % 3)
    a, b, c = (names[i][values[trait]] for i, trait in enumerate(order))
    return Card(9 * a + 3 * b + c)


def disguises(position: Position) -> int:
    """Return how many disguises a puzzle has: 10,368 for one square, 3,981,312 for a solo deal."""
    return TRAITS * TURNS**3 * 6 if isinstance(position, SoloDeal) else TRAITS * TURNS


def disguise(position: Position, number: int) -> Position:
    """Return an equivalent puzzle, equally difficult: number 0 is the puzzle itself.

    Traits are traded, their values renamed, squares turned or mirrored; in a solo deal each square by
    itself, and the squares change places. Raises ValueError for a number out of range.
    """
    if not 0 <= number < disguises(position):
        raise ValueError(f"disguise {number}: there are {disguises(position)}, from 0")
    number, naming = divmod(number, TRAITS)
    names = renamings()[naming]
    boards, hand = boards_of(position)
    turned = []
    for board in boards:
        number, turn = divmod(number, TURNS)
        turned.append(_turned(board, SQUARE[turn], names))
    cards = tuple(sorted(names[card] for card in hand))
    if isinstance(position, SoloDeal):
        return SoloDeal(cards, _ordered(turned, number))
    if isinstance(position, Layout):
        return turned[0]
    return Challenge(turned[0], cards, position.breezes)


def _ordered(boards: Sequence[Layout], number: int) -> tuple[Layout, ...]:
    left = list(boards)
    first, second = divmod(number, 2)
    return (left.pop(first), left.pop(second), left.pop())


def _turned(board: Layout, turn: Sequence[int], names: Sequence[Card]) -> Layout:
    cells: list[Card | None] = [None] * CELLS
    for cell, card in enumerate(board.cells):
        cells[turn[cell]] = None if card is None else names[card]
    return Layout(tuple(cells))


def canonical(position: Position) -> str:
    """Return the same text for all disguises of a puzzle, and another for any other puzzle.

    Of all namings of the cards it is the one whose squares, each turned to its least and then sorted,
    and hand, sorted, come first.
    """
    import numpy as np

    boards, hand = boards_of(position)
    names = _renaming_table()
    cells = np.array([[_EMPTY if c is None else c for c in b.cells] for b in boards], dtype=np.int64)
    turns = np.array(SQUARE, dtype=np.int64)
    images = names[:, cells[:, turns]]  # [namings, squares, turns, cells]
    weights = 28 ** np.arange(CELLS - 1, -1, -1, dtype=np.int64)
    squares = np.sort((images * weights).sum(axis=3).min(axis=2), axis=1)
    hands = np.sort(names[:, np.array(hand, dtype=np.int64)], axis=1)
    rows = np.concatenate([squares, hands], axis=1)
    least = rows[np.lexsort(rows.T[::-1])[0]].tolist()
    breezes = position.breezes if isinstance(position, Challenge) else 0
    return " ".join(map(str, [len(boards), breezes, *least]))


@functools.cache
def _renaming_table() -> Array:
    import numpy as np

    return np.array([(*row, _EMPTY) for row in renamings()], dtype=np.int64)
