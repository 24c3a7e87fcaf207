"""Positions of the game of Leaves for the tests, from cards and puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from leaves_cases import puzzles, solo_deal

from quadrangle.core.rng import Rng
from quadrangle.engines.leaves import Leaves
from quadrangle.engines.leaves.squares import square_text
from quadrangle.solvers.leaves.breeze import SoloDeal
from quadrangle.solvers.leaves.cards import Card
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.keys import key_of
from quadrangle.solvers.leaves.layout import Layout


def hands_text(hands: Sequence[Sequence[Card]]) -> str:
    return " | ".join(" ".join(map(str, sorted(hand))) for hand in hands)


def table(
    game: Leaves, square: Layout, hands: Sequence[Sequence[Card]], phase: str = "call", breezes: str = ""
) -> Any:
    """Return a position before a card is placed; player A decides."""
    who = "asked: A" if phase == "call" else "caller: A"
    up = breezes or " ".join("1" * game.players)
    lines = [f"phase: {phase}", "puzzle: 1", who, f"layout: {square_text(key_of(square))}"]
    return game.state_from("\n".join([*lines, f"hands: {hands_text(hands)}", f"breezes: {up}"]))


def solo(deal: SoloDeal, game: Leaves, breezes: int = 4) -> Any:
    """Return the position in which nothing has been done to a deal."""
    lines = ["phase: solo", f"hand: {' '.join(map(str, sorted(deal.hand)))}", f"breezes: {breezes}"]
    lines += [f"puzzle {i}: {square_text(key_of(layout))}" for i, layout in enumerate(deal.puzzles, 1)]
    return game.state_from("\n".join(lines))


def pairs(need: int) -> Iterator[tuple[Layout, list[Card]]]:
    """Yield puzzles with three absent cards each of which takes `need` swaps."""
    for square in puzzles(20_000, seed=80):
        cards = [card for card, swaps in shipped().swaps(square).items() if swaps == need]
        if len(cards) >= 3:
            yield square, cards[:3]


def swap_deals(count: int) -> Iterator[SoloDeal]:
    """Yield solo deals that take at least one Breeze."""
    found = 0
    for item in range(200_000):
        deal = solo_deal(93, item)
        tables = [shipped().swaps(square) for square in deal.puzzles]
        if any(all(table[card] for card in deal.hand) for table in tables):
            yield deal
            found += 1
            if found == count:
                return
    raise AssertionError


def relabelled(square: Layout, rng: Rng) -> Layout:
    """Return the same puzzle with the values of each trait renamed at random."""
    renaming = [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    for names in renaming:
        rng.shuffle(names)
    number, colour, kind = renaming
    return Layout(
        tuple(
            None if card is None else Card(9 * number[card // 9] + 3 * colour[card // 3 % 3] + kind[card % 3])
            for card in square.cells
        )
    )


def two_stubborn_puzzles() -> tuple[Layout, Layout, list[Card]]:
    """Return two puzzles without a common card that no centre clears as they lie, and the other cards."""
    rng = Rng(98)
    kinds = list(shipped().unsolvable())
    while True:
        one, other = (relabelled(kinds[rng.below(len(kinds))], rng) for _ in range(2))
        if not set(one.cards) & set(other.cards):
            return one, other, [card for card in one.absent if card not in other.cards]


def last_two(game: Leaves, breezes: int) -> Any:
    """Return a solo position with the first puzzle cleared and two stubborn ones left."""
    one, other, (top, placed, first, second, *covered) = two_stubborn_puzzles()
    return game.state_from(
        "\n".join(
            [
                "phase: solo",
                f"hand: {first} {second}",
                f"breezes: {breezes}",
                f"puzzle 1: {top} . . / . . . / . . .",
                f"placed 1: {placed}",
                f"puzzle 2: {square_text(key_of(one))}",
                f"puzzle 3: {square_text(key_of(other))}",
                f"covered: {' '.join(map(str, sorted([placed, *covered])))}",
            ]
        )
    )
