"""Leaves written as plainly as possible, to compare everything fast with.

Cards are (number, colour, type) tuples, positions dicts from (column, row) to the top card.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

Card = tuple[int, int, int]
Cell = tuple[int, int]
Position = dict[Cell, Card]


def position(cells: tuple[int | None, ...]) -> Position:
    """Return the position of nine cells in reading order, cards as numbers 0-26."""
    return {
        (i % 3, i // 3): (card // 9, card // 3 % 3, card % 3)
        for i, card in enumerate(cells)
        if card is not None
    }


def share_a_trait(a: Card, b: Card) -> bool:
    return a[0] == b[0] or a[1] == b[1] or a[2] == b[2]


def merges(stacks: Position) -> Iterator[tuple[Cell, Cell]]:
    """Yield every legal merge: a stack, and the neighbour it goes onto."""
    for x, y in stacks:
        for neighbour in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if neighbour in stacks and share_a_trait(stacks[x, y], stacks[neighbour]):
                yield (x, y), neighbour


def after(stacks: Position, source: Cell, goal: Cell) -> Position:
    left = dict(stacks)
    left[goal] = left.pop(source)
    return left


def frozen(stacks: Position) -> frozenset[tuple[Cell, Card]]:
    return frozenset(stacks.items())


def solvable(stacks: Position) -> bool:
    """Return whether one stack can be reached: depth first, remembering what was seen, no pruning."""
    seen = set()

    def search(here: Position) -> bool:
        if len(here) == 1:
            return True
        key = frozen(here)
        if key in seen:
            return False
        seen.add(key)
        return any(search(after(here, source, goal)) for source, goal in merges(here))

    return search(stacks)


def careful_merges(stacks: Position) -> list[Position]:
    """Return the positions a careful player may go to."""
    return [left for left in (after(stacks, *merge) for merge in merges(stacks)) if looks_fine(left)]


def looks_fine(stacks: Position) -> bool:
    """Return whether the stacks hang together and each top has a partner (one stack always does)."""
    if len(stacks) == 1:
        return True
    reached = {next(iter(stacks))}
    for _ in stacks:
        reached |= {
            cell for cell in stacks if any(abs(cell[0] - x) + abs(cell[1] - y) == 1 for x, y in reached)
        }
    partners = all(
        any(other != cell and share_a_trait(stacks[cell], stacks[other]) for other in stacks)
        for cell in stacks
    )
    return len(reached) == len(stacks) and partners


def values(stacks: Position) -> tuple[int, Fraction, Fraction]:
    """Return solutions, and the random and the careful player's success."""
    known: dict[frozenset[tuple[Cell, Card]], tuple[int, Fraction, Fraction]] = {}

    def value(here: Position) -> tuple[int, Fraction, Fraction]:
        if len(here) == 1:
            return 1, Fraction(1), Fraction(1)
        key = frozen(here)
        if key not in known:
            every = [value(after(here, *merge)) for merge in merges(here)]
            fine = [value(left) for left in careful_merges(here)]
            known[key] = (
                sum(solutions for solutions, _, _ in every),
                sum((random for _, random, _ in every), Fraction(0)) / max(len(every), 1),
                sum((careful for _, _, careful in fine), Fraction(0)) / max(len(fine), 1),
            )
        return known[key]

    return value(stacks)


def dead_ends(stacks: Position) -> int:
    """Return how many different positions with several stacks and no merge can be reached."""
    seen: dict[frozenset[tuple[Cell, Card]], bool] = {}

    def visit(here: Position) -> None:
        if frozen(here) in seen:
            return
        following = [after(here, *merge) for merge in merges(here)]
        seen[frozen(here)] = not following and len(here) > 1
        for left in following:
            visit(left)

    visit(stacks)
    return sum(seen.values())


def first_mistake(stacks: Position) -> int | None:
    """Return after how many merges, at the earliest, a solvable position can have become unsolvable."""
    front = [stacks]
    for depth in range(1, len(stacks)):
        following = [after(here, *merge) for here in front for merge in merges(here)]
        unique = {frozen(here): here for here in following}
        if not all(solvable(here) for here in unique.values()):
            return depth
        front = list(unique.values())
    return None
