"""The inner loops over many Leaves layouts. `tables.py` says what patterns, maps and levels are.

Every function takes its tables as arguments and writes its results into arrays it is given.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

CARRY = 31
"""The careful player's numerators are kept as high * 2^31 + low."""


@kernel
def patterns(codes: Any, cards: Any, columns: Any, out: Any) -> None:
    """Write the 36-bit pattern of each nine-card layout.

    `codes` int64[27] has one bit for each trait value of a card, `cards` uint8[n, 9] the
    layouts, `columns` int64[9, n] is room to work in, `out` int64[n].
    """
    n = len(out)
    for x in range(n):
        for cell in range(9):
            columns[cell, x] = codes[cards[x, cell]]
        out[x] = 0
    shift = 0
    for b in range(1, 9):
        for a in range(b):
            for x in range(n):
                out[x] |= ((columns[a, x] & columns[b, x]) != 0) << shift
            shift += 1


@kernel
def extend_solvable(bits: int, width: int, level: Any, smaller: Any, out: Any) -> None:
    """Write which positions of one representative set, by pattern, can be reduced to one stack.

    `level` is (start, bit, maps) of the set's merges, `smaller` uint8 says it for one stack less.
    """
    first, last, bit, maps = level
    quarter = (1 << width) - 1
    for pattern in range(1 << bits):
        found = 0
        for k in range(first, last):
            if pattern >> bit[k] & 1:
                index = (
                    maps[k, 0, pattern & quarter]
                    | maps[k, 1, pattern >> width & quarter]
                    | maps[k, 2, pattern >> 2 * width & quarter]
                    | maps[k, 3, pattern >> 3 * width]
                )
                if smaller[index]:
                    found = 1
                    break
        out[pattern] = found


@kernel
def solvable(pattern: int, nine: Any, eight: Any, seven: Any) -> int:
    """Return 1 when the nine stacks with this pattern can be reduced to one, else 0.

    `nine` and `eight` are (start, bit, target, maps) of the merges of so many stacks, `seven`
    uint8 one bit for each position of seven.
    """
    _, bit9, target9, maps9 = nine
    start8, bit8, _, maps8 = eight
    for k in range(24):
        if pattern >> bit9[k] & 1:
            left = (
                maps9[k, 0, pattern & 511]
                | maps9[k, 1, pattern >> 9 & 511]
                | maps9[k, 2, pattern >> 18 & 511]
                | maps9[k, 3, pattern >> 27]
            )
            q0, q1, q2, q3 = left & 127, left >> 7 & 127, left >> 14 & 127, left >> 21
            for j in range(start8[target9[k]], start8[target9[k] + 1]):
                if left >> bit8[j] & 1:
                    index = maps8[j, 0, q0] | maps8[j, 1, q1] | maps8[j, 2, q2] | maps8[j, 3, q3]
                    if seven[index >> 3] >> (index & 7) & 1:
                        return 1
    return 0


@kernel
def solvable_each(pattern: Any, nine: Any, eight: Any, seven: Any, out: Any) -> None:
    """Write for each pattern whether it is solvable."""
    for x in range(len(pattern)):
        out[x] = solvable(pattern[x], nine, eight, seven)


@kernel
def extend_values(bits: int, width: int, level: Any, smaller: Any, scale: Any, partnered: Any, out: Any) -> None:
    """Write what the positions of one representative set are worth, by pattern.

    A value is three numbers: solutions, the random player's success as a numerator, and the
    careful player's, -1 where no careful player would come to. `smaller` and `out` are
    int64[positions, 3]; `scale` is (random, careful) growth of the denominators; `partnered`
    uint8 says by pattern whether a careful player may leave this position.
    """
    first, last, bit, maps = level
    grow_random, grow_careful = scale
    quarter = (1 << width) - 1
    for pattern in range(1 << bits):
        solutions, luck, care, merges, careful = 0, 0, 0, 0, 0
        for k in range(first, last):
            if pattern >> bit[k] & 1:
                index = (
                    maps[k, 0, pattern & quarter]
                    | maps[k, 1, pattern >> width & quarter]
                    | maps[k, 2, pattern >> 2 * width & quarter]
                    | maps[k, 3, pattern >> 3 * width]
                )
                merges += 1
                solutions += smaller[index, 0]
                luck += smaller[index, 1]
                if smaller[index, 2] >= 0:
                    careful += 1
                    care += smaller[index, 2]
        out[pattern, 0] = solutions
        out[pattern, 1] = luck * grow_random // max(merges, 1)
        out[pattern, 2] = care * grow_careful // max(careful, 1) if partnered[pattern] else -1


@kernel
def pack_values(values: Any, packed: Any) -> None:
    """Write int64[positions, 3] values as int64[positions, 2]: solutions * 2^40 + random, careful."""
    for x in range(len(values)):
        packed[x, 0] = values[x, 0] << 40 | values[x, 1]
        packed[x, 1] = values[x, 2]


@kernel
def values(pattern: int, nine: Any, eight: Any, seven: Any, scale: Any, shares: Any, out: Any) -> None:
    """Write what nine stacks with this pattern are worth, exactly.

    `seven` is the packed values of all positions of seven stacks. `scale` is the growth of the
    random player's denominator from seven to eight and from eight to nine stacks; `shares`
    int64[21] is the careful player's common denominator of eight divided by each number of
    merges. `out` int64[5]: solutions, random numerator, careful numerator as two parts of
    CARRY bits, and the number of careful first merges it is still to be divided by.
    """
    _, bit9, target9, maps9 = nine
    start8, bit8, _, maps8 = eight
    solutions, luck, high, low, merges, careful = 0, 0, 0, 0, 0, 0
    for k in range(24):
        if not pattern >> bit9[k] & 1:
            continue
        left = (
            maps9[k, 0, pattern & 511]
            | maps9[k, 1, pattern >> 9 & 511]
            | maps9[k, 2, pattern >> 18 & 511]
            | maps9[k, 3, pattern >> 27]
        )
        q0, q1, q2, q3 = left & 127, left >> 7 & 127, left >> 14 & 127, left >> 21
        total, care, merges8, careful8 = 0, 0, 0, 0
        for j in range(start8[target9[k]], start8[target9[k] + 1]):
            if left >> bit8[j] & 1:
                index = maps8[j, 0, q0] | maps8[j, 1, q1] | maps8[j, 2, q2] | maps8[j, 3, q3]
                merges8 += 1
                total += seven[index, 0]
                if seven[index, 1] >= 0:
                    careful8 += 1
                    care += seven[index, 1]
        merges += 1
        solutions += total >> 40
        luck += (total & (1 << 40) - 1) * (scale[0] // max(merges8, 1))
        if all_partnered(left):
            careful += 1
            share = shares[careful8]
            low += (care & (1 << CARRY) - 1) * share
            high += (care >> CARRY) * share + (low >> CARRY)
            low &= (1 << CARRY) - 1
    out[0] = solutions
    out[1] = luck * (scale[1] // max(merges, 1))
    out[2] = high
    out[3] = low
    out[4] = careful


@kernel
def all_partnered(pattern: int) -> bool:
    """Return whether each of eight stacks has a top that some other top matches."""
    return (
        pattern & 0x020844B != 0
        and pattern & 0x0410895 != 0
        and pattern & 0x0821126 != 0
        and pattern & 0x1042238 != 0
        and pattern & 0x20843C0 != 0
        and pattern & 0x4107C00 != 0
        and pattern & 0x81F8000 != 0
        and pattern & 0xFE00000 != 0
    )


@kernel
def values_each(pattern: Any, nine: Any, eight: Any, seven: Any, scale: Any, shares: Any, out: Any) -> None:
    """Write what each pattern is worth; `out` is int64[n, 5]."""
    for x in range(len(pattern)):
        values(pattern[x], nine, eight, seven, scale, shares, out[x])
