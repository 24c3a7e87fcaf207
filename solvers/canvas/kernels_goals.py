"""What goals count, for many grids at once: bit boards of one 64-bit integer.

A grid has one bit for each quadrant and one more at the end of each row, so that a step past the edge
ends nowhere. With the row that a step downwards may reach these are `(rows + 1) * (columns + 1)` bits;
62 is the most, and every scoring area has fewer. Every function takes its tables as arguments and
writes its results into arrays it is given.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

MOST_BITS = 62

QUADRANTS, AREAS, LARGEST, RUN, BLOCKS, SINGLES = 0, 3, 6, 9, 12, 15
"""Where the counts of blue begin in a row of results; red and yellow follow."""
MIRROR, BALANCE, BALANCE_OF_PRESENT, LARGEST_OF_ALL, AREAS_OF_ALL, SINGLES_OF_ALL, HARMONY = range(18, 25)
"""Where the counts of all colours together stand."""
COLUMNS = 25


@kernel
def count_bits(mask: int) -> int:
    """Return how many of the lower 62 bits are set."""
    mask = mask - (mask >> 1 & 0x1555555555555555)
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask = mask + (mask >> 8)
    mask = mask + (mask >> 16)
    return mask + (mask >> 32) & 0x7F


@kernel
def measure_colour(mask: int, step: int, colour: int, out: Any) -> None:
    """Write all counts of one colour into a row of results; `step` is from a quadrant to that below it."""
    out[QUADRANTS + colour] = count_bits(mask)
    across, down = mask & mask >> 1, mask & mask >> step
    out[BLOCKS + colour] = count_bits(across & across >> step)
    run = 1 if mask else 0
    along, below = across, down
    length = 1
    while along:
        length += 1
        along &= across >> length - 1
        run = length
    length = 1
    while below:
        length += 1
        below &= down >> step * (length - 1)
        if length > run:
            run = length
    out[RUN + colour] = run
    joined = across | across << 1 | down | down << step
    singles = count_bits(mask & ~joined)
    areas, largest = singles, 1 if singles else 0
    left = mask & joined
    while left:
        reached, before = left & -left, 0
        while reached != before:
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << step | reached >> step) & left
        left ^= reached
        areas += 1
        size = count_bits(reached)
        if size > largest:
            largest = size
    out[AREAS + colour] = areas
    out[LARGEST + colour] = largest
    out[SINGLES + colour] = singles


@kernel
def read_masks(grid: Any, masks: Any) -> int:
    """Write the bit boards of the three colours of a grid, and return how many pairs mirror each other."""
    rows, columns = grid.shape
    low = high = mirrored = 0  # the two bits of 0 for empty, 1 for blue, 2 for red, 3 for yellow
    bit = 0
    for row in range(rows):
        for column in range(columns):
            code = int(grid[row, column]) + 1
            low |= (code & 1) << bit
            high |= (code >> 1) << bit
            bit += 1
        bit += 1
        for column in range(columns // 2):
            colour = grid[row, column]
            there = 1 if colour >= 0 else 0
            mirrored += there if colour == grid[row, columns - 1 - column] else 0
    masks[0], masks[1], masks[2] = low & ~high, high & ~low, low & high
    return mirrored


@kernel
def measure_grid(grid: Any, masks: Any, out: Any) -> None:
    """Write all counts of one grid into a row of results."""
    out[MIRROR] = read_masks(grid, masks)
    for colour in range(3):
        measure_colour(masks[colour], grid.shape[1] + 1, colour, out)
    blue, red, yellow = out[QUADRANTS], out[QUADRANTS + 1], out[QUADRANTS + 2]
    most = max(blue, red, yellow)
    out[BALANCE] = most - min(blue, red, yellow)
    # A colour that is absent is put out of the way.
    present = min(blue if blue else most, red if red else most, yellow if yellow else most)
    out[BALANCE_OF_PRESENT] = most - present
    out[LARGEST_OF_ALL] = max(out[LARGEST], out[LARGEST + 1], out[LARGEST + 2])
    out[HARMONY] = min(out[LARGEST], out[LARGEST + 1], out[LARGEST + 2])
    out[AREAS_OF_ALL] = out[AREAS] + out[AREAS + 1] + out[AREAS + 2]
    out[SINGLES_OF_ALL] = out[SINGLES] + out[SINGLES + 1] + out[SINGLES + 2]


@kernel
def measure_each(grids: Any, masks: Any, row: Any, wanted: Any, out: Any) -> None:
    """Write the wanted counts of each of `grids` [n, rows, columns]: `out` int64[n, wanted].

    `masks` int64[3] and `row` int64[COLUMNS] are room to work in.
    """
    for x in range(grids.shape[0]):
        measure_grid(grids[x], masks, row)
        for k in range(len(wanted)):
            out[x, k] = row[wanted[k]]


@kernel
def find_shapes(grids: Any, masks: Any, first: Any, sizes: Any, offsets: Any, shifted: Any, out: Any) -> None:
    """Write which patterns lie in each grid, within an area of any colour: `out` int64[n, patterns], 0 or 1.

    Pattern p has the turned shapes `first[p]` to before `first[p + 1]`; shape s has `sizes[s]` quadrants, at
    `offsets[s, :sizes[s]]` from its top left. `shifted` int64[3, d] is room for the boards moved by each
    offset below d.
    """
    reach = shifted.shape[1]
    for x in range(grids.shape[0]):
        read_masks(grids[x], masks)
        for colour in range(3):
            for offset in range(reach):
                shifted[colour, offset] = masks[colour] >> offset
        for pattern in range(len(first) - 1):
            found = 0
            for shape in range(first[pattern], first[pattern + 1]):
                for colour in range(3):
                    places = shifted[colour, offsets[shape, 0]]
                    for k in range(1, sizes[shape]):
                        places &= shifted[colour, offsets[shape, k]]
                    found |= places
                if found:
                    break
            out[x, pattern] = 1 if found else 0
