"""How often the random and the careful player clear a puzzle with a hand, and a whole solo deal, exactly.

The random player takes any step the rules allow, all alike: with a Breeze in a single puzzle, any of
the 28 swaps or none; then any hand card; then any merge. In a solo challenge the swaps of all
puzzles not begun and the placements of all hand cards there are alike, and a puzzle that is begun is
merged to its end. The careful player takes only steps after which every top has a partner. A swap never
changes which tops have one, so this player never takes a swap: it places any hand card that leaves
all nine tops with partners, all alike, and goes on with careful merges.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from .breeze import BREEZES, SoloDeal
from .cards import MATCHES, Card
from .layout import CELLS, Layout, Swap
from .search import RANDOM_DENOMINATOR, Search
from .symmetry import RING, SQUARE

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

SWAPS = tuple(Swap(a, b) for a, b in combinations(RING, 2))
"""The 28 swaps of a puzzle, in order."""
PUZZLES = 3
UNIT = RANDOM_DENOMINATOR[CELLS]
"""What the success of the random player with nine stacks is counted in."""

Success = tuple[Fraction, Fraction]
"""Of the random player and of the careful one."""


def is_fine(puzzle: Layout, card: Card) -> bool:
    """Return whether all nine tops have a partner once `card` lies in the centre."""
    return is_partnered((*puzzle.cards, card))


def is_partnered(cards: Sequence[int]) -> bool:
    """Return whether each of several cards shares a trait with another of them."""
    shown = sum(1 << card for card in cards)
    return all(MATCHES[card] & shown for card in cards)


def single_success(puzzle: Layout, hand: Sequence[Card], breezes: int) -> Success:
    """Return both players' success with a puzzle, a hand and 0 or 1 Breeze.

    Without a Breeze it is measured one layout at a time; with one, by the tables.
    """
    if breezes:
        return _breeze_success(puzzle, hand)
    search = Search()
    luck, careful, fine = Fraction(0), Fraction(0), 0
    for card in hand:
        measure = search.measure(puzzle.place(card))
        luck += measure.random_play_success
        if is_fine(puzzle, card):
            fine += 1
            careful += measure.careful_success
    return luck / len(hand), careful / max(fine, 1)


def _breeze_success(puzzle: Layout, hand: Sequence[Card]) -> Success:
    from . import batch

    boards = [puzzle, *(puzzle.apply(swap) for swap in SWAPS)]
    values = batch.values(_cells([board.place(card) for board in boards for card in hand]))
    luck = Fraction(sum(map(int, values.raw[:, 1])), UNIT * len(boards) * len(hand))
    careful = [values.careful_success(i) for i, card in enumerate(hand) if is_fine(puzzle, card)]
    return luck, sum(careful, Fraction(0)) / max(len(careful), 1)


def solo_success(
    deal: SoloDeal, breezes: int = BREEZES, look: Callable[[], object] = lambda: None
) -> Success:
    """Return both players' success with a solo deal, under the rulings by default.

    Some 45,000 layouts are looked up: a fifth of a second, once the tables are there. `look` is
    called in between, for who may have to stop: what it raises goes through.
    """
    return open_random_success(deal.puzzles, deal.hand, breezes, look), solo_careful_success(deal)


def solo_careful_success(deal: SoloDeal) -> Fraction:
    """Return the careful player's success with a solo deal: any fine puzzle and card, all alike."""
    from . import batch

    layouts = [puzzle.place(card) for puzzle in deal.puzzles for card in deal.hand]
    values = batch.values(_cells(layouts))
    worth = [values.careful_success(i) for i in range(len(layouts))]
    fine = tuple(is_partnered(layout.cards) for layout in layouts)
    total = Fraction(0)
    for cards, chance in careful_assignments(fine).items():
        part = chance
        for puzzle, card in enumerate(cards):
            part *= worth[PUZZLES * puzzle + card]
        total += part
    return total


@functools.cache
def careful_assignments(fine: tuple[bool, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return how often the careful player comes to each assignment of hand cards to the puzzles.

    `fine[3 * puzzle + card]` says which pairs leave all tops with partners. What is missing to one
    is where no such pair is left.
    """
    found: dict[tuple[int, ...], Fraction] = {}

    def place(chosen: dict[int, int], chance: Fraction) -> None:
        if len(chosen) == PUZZLES:
            cards = tuple(chosen[puzzle] for puzzle in range(PUZZLES))
            found[cards] = found.get(cards, Fraction(0)) + chance
            return
        pairs = [
            (puzzle, card)
            for puzzle, card in product(range(PUZZLES), repeat=2)
            if puzzle not in chosen and card not in chosen.values() and fine[PUZZLES * puzzle + card]
        ]
        for puzzle, card in pairs:
            place(chosen | {puzzle: card}, chance / len(pairs))

    place({}, Fraction(1))
    return found


def solo_random_success(deal: SoloDeal, breezes: int = BREEZES) -> Fraction:
    """Return the random player's success with a solo deal."""
    return open_random_success(deal.puzzles, deal.hand, breezes)


def open_random_success(
    puzzles: Sequence[Layout],
    hand: Sequence[Card],
    breezes: int,
    look: Callable[[], object] = lambda: None,
) -> Fraction:
    """Return the random player's success with puzzles not begun, a hand card for each, and Breezes.

    While no puzzle is begun, how many swaps and placements there are depends only on how many
    puzzles and Breezes are left, not on where cards lie. So how often each puzzle has been swapped
    when it gets its card is a chain of its own, and the swaps of one are a walk by itself.
    """
    shuffled: list[list[tuple[Fraction, ...]]] = []
    for layout in puzzles:
        shuffled.append([])
        for placed in hand:
            look()
            shuffled[-1].append(shuffled_success(layout, placed, breezes))
    assignments = list(permutations(range(len(hand))))
    total = Fraction(0)
    for counts, chance in swap_counts(len(puzzles), breezes).items():
        alike = Fraction(0)
        for cards in assignments:
            part = Fraction(1)
            for puzzle, card in enumerate(cards):
                part *= shuffled[puzzle][card][counts[puzzle]]
            alike += part
        total += chance * alike / len(assignments)
    return total


@functools.cache
def swap_counts(puzzles: int, breezes: int) -> dict[tuple[int, ...], Fraction]:
    """Return how often the random player has swapped in each of the puzzles so many times."""
    found: dict[tuple[int, ...], Fraction] = {}

    def step(counts: tuple[int, ...], left: tuple[int, ...], chance: Fraction) -> None:
        if not left:
            found[counts] = found.get(counts, Fraction(0)) + chance
            return
        free = breezes - sum(counts)
        swaps = len(SWAPS) * len(left) if free else 0
        steps = swaps + len(left) ** 2
        for puzzle in left:
            step(counts, tuple(p for p in left if p != puzzle), chance * len(left) / steps)
            if free:
                more = tuple(count + (p == puzzle) for p, count in enumerate(counts))
                step(more, left, chance * len(SWAPS) / steps)

    step((0,) * puzzles, tuple(range(puzzles)), Fraction(1))
    return found


def shuffled_success(puzzle: Layout, card: Card, most: int) -> tuple[Fraction, ...]:
    """Return the random player's success after 0 to `most` random swaps and then placing `card`."""
    import numpy as np

    from . import batch

    sources, ways = _walk(most)
    cells = np.array([card if cell is None else cell for cell in puzzle.cells], dtype=np.uint8)
    luck = batch.values(cells[sources]).raw[:, 1]
    # Ways are up to 28^4 and luck has 62 bits: two halves of 31 keep their products below 2^63.
    low, high = ways @ (luck & (1 << 31) - 1), ways @ (luck >> 31)
    return tuple(
        Fraction((int(high[count]) << 31) + int(low[count]), UNIT * len(SWAPS) ** count)
        for count in range(most + 1)
    )


@functools.cache
def _walk(most: int) -> tuple[Array, Array]:
    """Return the orders random swaps lead to and in how many ways, up to symmetries of the square.

    int64[orders, 9], the cell each card comes from, and int64[most + 1, orders].
    """
    import numpy as np

    front: dict[tuple[int, ...], int] = {tuple(range(CELLS)): 1}
    numbers: dict[tuple[int, ...], int] = {}
    rows: list[dict[int, int]] = []
    for _ in range(most + 1):
        row: dict[int, int] = {}
        for order, ways in front.items():
            number = numbers.setdefault(_least_turn(order), len(numbers))
            row[number] = row.get(number, 0) + ways
        rows.append(row)
        front = _swapped_once(front) if len(rows) <= most else {}
    table = np.zeros((most + 1, len(numbers)), dtype=np.int64)
    for count, row in enumerate(rows):
        table[count, list(row)] = list(row.values())
    return np.array(list(numbers), dtype=np.int64), table


def _swapped_once(front: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    following: dict[tuple[int, ...], int] = {}
    for order, ways in front.items():
        for swap in SWAPS:
            changed = list(order)
            changed[swap.first], changed[swap.second] = changed[swap.second], changed[swap.first]
            key = tuple(changed)
            following[key] = following.get(key, 0) + ways
    return following


def _least_turn(order: tuple[int, ...]) -> tuple[int, ...]:
    return min(tuple(order[cell] for cell in turn) for turn in SQUARE)


def _cells(layouts: Sequence[Layout]) -> Array:
    import numpy as np

    return np.array([layout.cells for layout in layouts], dtype=np.uint8)


def fewest_swaps(deal: SoloDeal) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield each assignment of hand cards to puzzles that can be played, and the fewest swaps it takes.

    By the census; those that take more Breezes than there are, are left out.
    """
    from .census import shipped

    needs = [shipped().swaps(puzzle) for puzzle in deal.puzzles]
    for cards in permutations(deal.hand):
        counts = [need[card] for need, card in zip(needs, cards, strict=True)]
        taken = [count for count in counts if count is not None]
        if len(taken) == PUZZLES and sum(taken) <= BREEZES:
            yield cards, sum(taken)
