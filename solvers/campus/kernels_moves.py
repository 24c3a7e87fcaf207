"""Sets of tiles by their total and the boards they leave, compiled: the order of `sums.py`.

Every function takes its tables as arguments and writes its results into arrays it is given.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel


@kernel
def count_ways(values: Any, low: int, high: int, ways: Any) -> None:
    """Write in how many ways the tiles from each position on make up each remainder with so many tiles.

    `values` int64[n]; `ways` int64[n + 1, most + 1, high + 1]. With `most` 0 the tiles of a set are
    not counted; else the middle index is how many are still to come.
    """
    n, most = len(values), ways.shape[1] - 1
    step = 1 if most else 0
    ways[:] = 0
    for left in range(high - low + 1):
        ways[n, 0, left] = 1
    for position in range(n - 1, -1, -1):
        value = values[position]
        for size in range(most + 1):
            for left in range(high + 1):
                total = ways[position + 1, size, left]
                if value <= left and size >= step:
                    total += ways[position + 1, size - step, left - value]
                ways[position, size, left] = total


@kernel
def unrank_each(
    first: int, values: Any, cells: Any, low: int, high: int, size: int, ways: Any, tiles: Any, totals: Any
) -> None:
    """Write the sets from place `first` of the order on: cells as a bit mask, and total.

    `cells` int64[n] ascending; `size` is the number of tiles of every set, 0 for any; `tiles` and
    `totals` int64[m] for m sets that are there.
    """
    n = len(values)
    step = 1 if ways.shape[1] > 1 else 0
    for x in range(len(tiles)):
        number, position, left, more, found = first + x, 0, high, size, 0
        while number >= 0:
            at = position
            while at < n:
                value = values[at]
                if value <= left and more >= step:
                    count = ways[at + 1, more - step, left - value]
                    if number < count:
                        break
                    number -= count
                at += 1
            if at == n:
                break  # no such set
            found |= 1 << cells[at]
            position, left, more = at + 1, left - values[at], more - step
            if left <= high - low and more == 0:
                number -= 1  # the set that ends here comes before all that go on
        tiles[x] = found
        totals[x] = high - left


@kernel
def count_up(up: int, values: Any, low: int, high: int, ways: Any) -> int:
    """Return how many sets of the numbers face up have an admissible total, keeping how they come about.

    `low` is at least 1, so that the empty set is none of them. `values` int64[cells], 0 or less where
    no number lies; `ways` int64[cells + 1, at least high + 1]: row k for the last k numbers that are up
    and do not exceed `high`.
    """
    count = 0
    for left in range(high + 1):
        ways[0, left] = 1 if left <= high - low else 0
    for cell in range(len(values) - 1, -1, -1):
        value = values[cell]
        if up >> cell & 1 and 0 < value <= high:
            for left in range(value):
                ways[count + 1, left] = ways[count, left]
            for left in range(value, high + 1):
                ways[count + 1, left] = ways[count, left] + ways[count, left - value]
            count += 1
    found: int = ways[count, high]
    return found


@kernel
def draw_up(up: int, values: Any, low: int, high: int, number: int, ways: Any) -> int:
    """Return the set a number stands for, as `Sums.drawn` does, by the ways `count_up` left."""
    count, left, found = 0, high, 0
    for cell in range(len(values)):
        if up >> cell & 1 and 0 < values[cell] <= high:
            count += 1
    for cell in range(len(values)):
        value = values[cell]
        if up >> cell & 1 and 0 < value <= high:
            count -= 1
            without = ways[count, left]
            if number >= without:
                number -= without
                found |= 1 << cell
                left -= value
    return found


@kernel
def close_fixed(up: int, numbers: int, clearing: Any, freeing: Any) -> int:
    """Return what is left face up of a board once its chain ended in the one fixed point.

    `clearing` int64[k, 2] has the numbers and the stars of each line that is cleared once at most one
    number of it is up, `freeing` those of each that frees its stars once none is.
    """
    before = -1
    while up != before:
        before = up
        for k in range(len(clearing)):
            left = up & clearing[k, 0]
            if left & (left - 1) == 0:
                up &= ~(left | clearing[k, 1])
    for k in range(len(freeing)):
        if up & freeing[k, 0] == 0:
            up &= ~freeing[k, 1]
    return up if up & numbers else 0


@kernel
def close_in_order(up: int, numbers: int, clearing: Any, freeing: Any) -> int:
    """Return what is left face up where every line through a star has a say, lines taken in order."""
    changed = True
    while changed:
        changed = False
        for k in range(len(clearing)):
            left = up & clearing[k, 0]
            if left != 0 and left & (left - 1) == 0:
                stars = up & clearing[k, 1]
                up &= ~(left | (stars & -stars))
                changed = True
                break
    if up & numbers == 0:
        return 0
    held, freed = 0, 0
    for k in range(len(clearing)):
        if up & clearing[k, 0]:
            held |= clearing[k, 1]
        else:
            freed |= clearing[k, 1]
    for k in range(len(freeing)):
        if up & freeing[k, 0]:
            held |= freeing[k, 1]
        else:
            freed |= freeing[k, 1]
    return up & ~(freed & ~held)


@kernel
def play_next(up: int, low: int, high: int, value: int, values_of_random: int, work: Any) -> Any:
    """Return a move drawn by a random number below `values_of_random`, and what its chain leaves face up.

    The move is -1 where the number does not do and another has to be drawn. Everything that belongs
    to the board stands in one array, since handing several over takes longer than the work itself.
    `work` int64: number of cells, of clearing and of freeing lines; the mask of the numbers; 1 where
    lines are closed in order; 1 where `pass` is always allowed; then values, clearing and freeing
    lines as elsewhere, and room for the ways.
    """
    cells, clears = work[0], work[1]
    first = 6 + cells
    second = first + 2 * clears
    third = second + 2 * work[2]
    values = work[6:first]
    ways = work[third:].reshape((cells + 1, (len(work) - third) // (cells + 1)))
    sets = count_up(up, values, low, high, ways)
    count = sets + work[5]
    tiles = 0
    if count > 0:
        if count > values_of_random or value >= values_of_random - values_of_random % count:
            return -1, up
        number = value % count
        if number < sets:
            tiles = draw_up(up, values, low, high, number, ways)
    clearing = work[first:second].reshape((clears, 2))
    freeing = work[second:third].reshape((work[2], 2))
    if work[4]:
        return tiles, close_in_order(up & ~tiles, work[3], clearing, freeing)
    return tiles, close_fixed(up & ~tiles, work[3], clearing, freeing)


@kernel
def close_each(up: Any, numbers: int, clearing: Any, freeing: Any, in_order: int, out: Any) -> None:
    """Write what is left face up of each board, `in_order` 1 for `close_in_order`."""
    for x in range(len(up)):
        if in_order:
            out[x] = close_in_order(up[x], numbers, clearing, freeing)
        else:
            out[x] = close_fixed(up[x], numbers, clearing, freeing)
