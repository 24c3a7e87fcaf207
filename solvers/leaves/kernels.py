"""The inner loops over many Leaves layouts. `tables.py` says what patterns, maps and levels are.

Every function takes its tables as arguments and writes its results into arrays it is given.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

CARRY = 31
"""The careful player's numerators are kept as high * 2^31 + low."""


@kernel
def patterns(codes: Any, cards: Any, columns: Any, out: Any) -> int:
    """Write the 36-bit pattern of each nine-card layout.

    `codes` int64[27] has one bit for each trait value of a card, `cards` uint8[n, 9] the
    layouts, `columns` int64[9, n] is room to work in, `out` int64[n]. Returns the first layout
    that is none, for a number above 26 or a card twice, or -1.
    """
    n = len(out)
    for x in range(n):
        total, union = 0, 0
        for cell in range(9):
            card = min(int(cards[x, cell]), 27)
            total += 1 << card
            union |= 1 << card
            columns[cell, x] = codes[min(card, 26)]
        if total != union or union >> 27:  # a sum of different powers of two is their union
            return x
        out[x] = 0
    shift = 0
    for b in range(1, 9):
        for a in range(b):
            for x in range(n):
                out[x] |= ((columns[a, x] & columns[b, x]) != 0) << shift
            shift += 1
    return -1


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
def extend_values(
    bits: int, width: int, level: Any, smaller: Any, scale: Any, partnered: Any, out: Any
) -> None:
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


@kernel
def pattern_of(codes: Any, cards: Any) -> int:
    """Return the 36-bit pattern of nine cards, int64[9]."""
    found, shift = 0, 0
    for b in range(1, 9):
        for a in range(b):
            found |= ((codes[cards[a]] & codes[cards[b]]) != 0) << shift
            shift += 1
    return found


@kernel
def all_linked(codes: Any, cards: Any) -> bool:
    """Return whether the cards, int64[n], hang together by shared traits."""
    reached, grown = 1, 1
    while grown:
        grown = 0
        for i in range(len(cards)):
            if not reached >> i & 1:
                for j in range(len(cards)):
                    if reached >> j & 1 and codes[cards[i]] & codes[cards[j]]:
                        reached |= 1 << i
                        grown = 1
                        break
    return reached == (1 << len(cards)) - 1


@kernel
def fewest_swaps(codes: Any, cards: Any, orders: Any, search: Any) -> int:
    """Return the least number of swaps among the ring's cards after which nine cards are solvable.

    `cards` int64[9]; `orders` int64[40320, 9]: the rearrangements of the ring and the number of
    swaps each takes, fewest first. Returns 8 when no order of the ring helps.
    """
    nine, eight, seven = search
    if not all_linked(codes, cards):
        return 8
    moved = cards.copy()
    for x in range(len(orders)):
        for place in range(8):
            cell = place + (place >= 4)
            source = orders[x, place]
            moved[cell] = cards[source + (source >= 4)]
        if solvable(pattern_of(codes, moved), nine, eight, seven):
            swaps: int = orders[x, 8]
            return swaps
    return 8


@kernel
def lay_out(a: int, b: int, c: int, letters: Any, cards: Any) -> int:
    """Write the ring's cards with the trait words (a, b, c); return them as 27 bits, 0 if two are one."""
    used, twice = 0, 0
    for place in range(8):
        card = 9 * letters[a, place] + 3 * letters[b, place] + letters[c, place]
        twice |= used >> card & 1
        used |= 1 << card
        cards[place + (place >= 4)] = card
    return 0 if twice else used


@kernel
def puzzles_like(a: int, b: int, c: int, turned: Any, namings: Any) -> int:
    """Return how many puzzles the word numbers (a <= b <= c) stand for; 0 if they are not canonical.

    `turned` int64[8, 1094] is the number of each word after each symmetry of the square,
    `namings` int64[1094] the ways to name the values of a word. With the orders of the three
    words there are 48 images, and those equal to (a, b, c) itself count once.
    """
    same = 0
    for g in range(8):
        x, y, z = turned[g, a], turned[g, b], turned[g, c]
        low, high = min(x, y, z), max(x, y, z)
        middle = x + y + z - low - high
        if low < a or (low == a and (middle < b or (middle == b and high < c))):
            return 0
        if low == a and middle == b and high == c:
            same += 1
    orders = 6 if a == b and b == c else 2 if a == b or b == c else 1
    ways: int = namings[a] * namings[b] * namings[c]
    return 48 // (orders * same) * ways


@kernel
def census_rows(words: Any, rows: Any, tables: Any, totals: Any, keys: Any, works: Any, swaps: Any) -> int:
    """Go through the canonical puzzles whose first two words are (a, b) for b in a range.

    `words` is (letters int64[1094, 8], turned int64[8, 1094], namings int64[1094]); `rows` is
    (a, first b, last b + 1); `tables` is (codes, orders, search). `totals` is int64[2 + 20 + 9]:
    canonical puzzles, all puzzles they stand for, of those how many have 0 to 19 centres that
    work, and how many pairs of puzzle and centre need 0 to 7 swaps, or cannot be solved at all.
    For each puzzle with a centre that fails, `keys`, `works` (19 bits: the centres that work)
    and `swaps` uint8[…, 19] are written. Returns how many of those there are.
    """
    letters, turned, namings = words
    a, first, last = rows
    codes, orders, search = tables
    nine, eight, seven = search
    size = len(letters)
    cards = codes[:9].copy()  # room for nine cards
    written = 0
    for b in range(first, last):
        if turned[:, b].min() < a:
            continue
        for c in range(b, size):
            used = lay_out(a, b, c, letters, cards)
            weight = puzzles_like(a, b, c, turned, namings) if used else 0
            if weight == 0:
                continue
            totals[0] += 1
            totals[1] += weight
            works[written] = 0
            working, place = 0, 0
            for card in range(27):
                if used >> card & 1:
                    continue
                cards[4] = card
                if solvable(pattern_of(codes, cards), nine, eight, seven):
                    works[written] |= 1 << place
                    working += 1
                    swaps[written, place] = 0
                    totals[22] += weight
                else:
                    need = fewest_swaps(codes, cards, orders, search)
                    swaps[written, place] = need
                    totals[22 + need] += weight
                place += 1
            totals[2 + working] += weight
            if working < 19:
                keys[written] = (a * size + b) * size + c
                written += 1
    return written


@kernel
def careful_fixed(value: Any, denominator: int) -> int:
    """Return the careful player's success in units of 1 / (CAREFUL_SHARE * 2^30), rounded down.

    `value` is what `values` wrote, `denominator` the careful player's of seven stacks. A long
    division, fifteen bits a step: the divisor has up to 47.
    """
    if value[4] == 0:
        return 0
    divisor = denominator * value[4]
    quotient: int = value[2] // divisor
    rest: int = value[2] % divisor
    for shift in (16, 1):
        rest = rest << 15 | value[3] >> shift & 32767
        quotient, rest = quotient << 15 | rest // divisor, rest % divisor
    rest = rest << 1 | value[3] & 1
    quotient, rest = quotient << 1 | rest // divisor, rest % divisor
    for _ in range(2):
        rest = rest << 15
        quotient, rest = quotient << 15 | rest // divisor, rest % divisor
    return quotient


@kernel
def bin_of(value: int, edges: Any) -> int:
    """Return how many of the falling `edges`, int64[n], are greater than `value`."""
    low, high = 0, len(edges)
    while low < high:
        middle = (low + high) >> 1
        if edges[middle] > value:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def difficulty_rows(
    words: Any, rows: Any, tables: Any, edges: Any, counts: Any, best: Any, found: Any
) -> int:
    """Measure every centre of the canonical puzzles whose first two words are (a, b), b in a range.

    `words` and `rows` as in `census_rows`; `tables` is (codes, nine, eight, seven, scale,
    shares, careful denominator of seven stacks); `edges` is (random, careful), the falling
    lower edges of the bins in each player's units. `counts` is (random int64[bins], careful
    int64[bins]), layouts of each bin. `best` int64[4, 3] is updated for the solvable layouts
    with the least random success, least careful success, fewest and most solutions: the value,
    how many canonical layouts have it, and how many layouts those stand for; `found`
    int64[4, room, 3] holds the first `room` of them as (key, centre card, layouts it stands for).
    Returns the number of canonical layouts measured.
    """
    letters, turned, namings = words
    a, first, last = rows
    codes, nine, eight, seven, scale, shares, seven_denominator = tables
    random_edges, careful_edges = edges
    random_counts, careful_counts = counts
    size = len(letters)
    cards = codes[:9].copy()
    value = codes[:5].copy()
    measured = 0
    for b in range(first, last):
        if turned[:, b].min() < a:
            continue
        for c in range(b, size):
            used = lay_out(a, b, c, letters, cards)
            weight = puzzles_like(a, b, c, turned, namings) if used else 0
            if weight == 0:
                continue
            for card in range(27):
                if used >> card & 1:
                    continue
                cards[4] = card
                values(pattern_of(codes, cards), nine, eight, seven, scale, shares, value)
                careful = careful_fixed(value, seven_denominator)
                random_counts[bin_of(value[1], random_edges)] += weight
                careful_counts[bin_of(careful, careful_edges)] += weight
                measured += 1
                if value[0] == 0:
                    continue
                key = (a * size + b) * size + c
                note(0, value[1], -1, key, card, weight, best, found)
                note(1, careful, -1, key, card, weight, best, found)
                note(2, value[0], -1, key, card, weight, best, found)
                note(3, value[0], 1, key, card, weight, best, found)
    return measured


@kernel
def note(which: int, value: int, sign: int, key: int, card: int, weight: int, best: Any, found: Any) -> None:
    """Keep a layout when no other is as extreme: least when `sign` is -1, greatest when it is 1."""
    if best[which, 1] > 0 and sign * value < sign * best[which, 0]:
        return
    if best[which, 1] == 0 or value != best[which, 0]:
        best[which, 0] = value
        best[which, 1] = 0
        best[which, 2] = 0
    if best[which, 1] < len(found[which]):
        found[which, best[which, 1], 0] = key
        found[which, best[which, 1], 1] = card
        found[which, best[which, 1], 2] = weight
    best[which, 1] += 1
    best[which, 2] += weight


@kernel
def luck_of(cards: Any, occupied: int, codes: Any, places: Any, small: Any) -> int:
    """Return the random player's success with up to seven stacks, as a numerator.

    `cards` int64[9] holds the top of each occupied cell; `places` is (turn int64[512, 9], count
    int64[512], base int64[512]): where the cells of an occupied set go in its representative,
    how many there are, where its patterns begin; `small[n]` the packed values of n stacks.
    """
    turn, count, base = places
    shown = codes[:9] * 0
    for cell in range(9):
        if occupied >> cell & 1:
            shown[turn[occupied, cell]] = codes[cards[cell]]
    pattern, shift = 0, 0
    for b in range(9):
        if shown[b]:
            for a in range(b):
                if shown[a]:
                    pattern |= ((shown[a] & shown[b]) != 0) << shift
                    shift += 1
    luck: int = small[count[occupied]][base[occupied] + pattern, 0] & (1 << 40) - 1
    return luck


@kernel
def luck_of_eight(
    cards: Any, occupied: int, codes: Any, near: Any, places: Any, small: Any, grow: int
) -> int:
    """Return the random player's success with eight stacks; `near` int64[9, 4] names neighbours, else -1."""
    total, merges = 0, 0
    for source in range(9):
        if not occupied >> source & 1:
            continue
        for goal in near[source]:
            if goal < 0 or not occupied >> goal & 1 or not codes[cards[source]] & codes[cards[goal]]:
                continue
            covered = cards[goal]
            cards[goal] = cards[source]
            total += luck_of(cards, occupied & ~(1 << source), codes, places, small)
            cards[goal] = covered
            merges += 1
    return total * grow // max(merges, 1)


@kernel
def best_line(layout: Any, codes: Any, near: Any, places: Any, small: Any, grow: int, out: Any) -> int:
    """Write the merges, int64[8, 2] sources and goals, that leave the random player best off at each step.

    `layout` int64[9]. Returns how many were written before no merge left a solution: 8 when solvable.
    """
    cards = layout.copy()
    occupied = 511
    for step in range(8):
        best, best_source, best_goal = 0, -1, -1
        for source in range(9):
            if not occupied >> source & 1:
                continue
            for goal in near[source]:
                if goal < 0 or not occupied >> goal & 1 or not codes[cards[source]] & codes[cards[goal]]:
                    continue
                covered = cards[goal]
                cards[goal] = cards[source]
                left = occupied & ~(1 << source)
                if step == 0:
                    luck = luck_of_eight(cards, left, codes, near, places, small, grow)
                else:
                    luck = luck_of(cards, left, codes, places, small)
                cards[goal] = covered
                if luck > best:
                    best, best_source, best_goal = luck, source, goal
        if best == 0:
            return step
        out[step, 0] = best_source
        out[step, 1] = best_goal
        cards[best_goal] = cards[best_source]
        occupied &= ~(1 << best_source)
    return 8


@kernel
def best_lines(
    layouts: Any, codes: Any, near: Any, places: Any, small: Any, grow: int, out: Any, lengths: Any
) -> None:
    """Write `best_line` for each layout, int64[n, 9]; `out` int64[n, 8, 2], `lengths` int64[n]."""
    for x in range(len(layouts)):
        lengths[x] = best_line(layouts[x], codes, near, places, small, grow, out[x])
