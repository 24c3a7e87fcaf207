"""The longest path of one block by dynamic programming along a frontier, compiled or as it stands.

The cells of the block's bounding box are gone through row by row. What matters of the part already
seen is which of the edges that leave it are used, and which of them belong together: one state for
each such pattern, with the longest that leads to it. A state has two bits for each of the
`width + 1` places of the frontier: 0 no edge, 1 and 2 the first and the second edge of one piece of
the path (pieces nest like brackets), 3 an edge whose piece has an end of the path at its other end.
Place p is the edge down from column p where that column is done, the edge to the right at the column
that is next, and the edge down from column p - 1 beyond.

States that cannot become longer than a given length are left out: the rest of the path alternates
between the two sides of the chessboard, and between which of them it goes in and out the state says.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

DONE = 0
FULL = 2
PAUSED = 3

AT, STATES, LAYER, BEST, BEST_AT, BEST_FROM, OFFERED = 0, 1, 2, 3, 4, 5, 6
"""Places of `progress`: the next cell, states so far, where the current layer begins, the best whole path,
the cell that completed it and the state before that cell, and how many states were offered."""
PROGRESS = 8

KEY_BITS = 22
_KEY_MASK = (1 << KEY_BITS) - 1
_ONES = 0x155555
"""The low bit of each place."""


@kernel
def count_places(places: int) -> int:
    """Return how many of the places, one bit in two, are set."""
    places = (places & 0x333333) + (places >> 2 & 0x333333)
    places = (places & 0x0F0F0F) + (places >> 4 & 0x0F0F0F)
    return (places & 0x1F) + (places >> 8 & 0x1F) + (places >> 16 & 0x1F)


@kernel
def mate(key: int, place: int) -> int:
    """Return the place of the bracket that goes with the one at `place`."""
    step = 1 if key >> 2 * place & 3 == 1 else -1
    depth = 0
    while True:
        code = key >> 2 * place & 3
        if code == 1:
            depth += 1
        elif code == 2:
            depth -= 1
        if depth == 0:
            return place
        place += step


@kernel
def reach_bound(key: int, ahead: Any) -> int:
    """Return how much longer the path of a state can become, -1000 where it leads nowhere.

    `ahead` are the low bits of the places whose edges lead to even cells, the even and the odd cells to
    come, and the longest tail and the sum of the two longest there.
    """
    even, rest_even, rest_odd, one_tail, two_tails = ahead
    used = (key | key >> 1) & _ONES
    free = 2 - count_places(key & key >> 1 & _ONES)
    # Each stretch to come has as many even cells as odd ones, give or take half of one at either end.
    balance = 2 * count_places(used & even) - count_places(used)
    low, high = (balance - free) // 2, (balance + free) // 2
    excess = min(max(rest_even - rest_odd, low), high)
    cells = min(2 * rest_odd + excess, 2 * rest_even - excess)
    if cells < 0:
        return -1000
    longer: int = cells + (0 if free == 0 else one_tail if free == 1 else two_tails)
    return longer


@kernel
def offer(
    key: int,
    value: int,
    parent: int,
    ahead: Any,
    floor: int,
    layer: int,
    states: int,
    table: Any,
    trail: Any,
    values: Any,
) -> int:
    """Keep a state of the layer that began at `layer`, unless it is hopeless or known to be as long.

    Returns the number of states.
    """
    if value + reach_bound(key, ahead) <= floor:
        return states
    last = len(table) - 1
    slot = (key * 2654435761 >> 16) & last
    while table[slot] >= layer:  # else it is of an earlier layer: free
        found = table[slot]
        if trail[found] & _KEY_MASK == key:
            if value > values[found]:
                trail[found] = parent << KEY_BITS | key
                values[found] = value
            return states
        slot = slot + 1 & last
    table[slot] = states
    trail[states] = parent << KEY_BITS | key
    values[states] = value
    return states + 1


@kernel
def join_pieces(key: int, base: int, left: int, up: int, x: int) -> int:
    """Return the state once the edges at places x and x + 1 are joined, -1 where that closes a ring.

    `left` and `up` are their codes, not both 3, and `base` is the state without them.
    """
    if left == 1 and up == 2:
        return -1
    if left == 3:
        return base | 3 << 2 * mate(key, x + 1)
    if up == 3:
        return base | 3 << 2 * mate(key, x)
    if left == 2 and up == 1:
        return base
    # Two brackets of a kind: the mate of the inner one becomes one of that kind.
    inner = 2 * mate(key, x + 1 if left == 1 else x)
    return base & ~(3 << inner) | left << inner


@kernel
def sweep_cell(
    at: int,
    slots: Any,
    width: int,
    root: int,
    root_at: int,
    tail: Any,
    ahead: Any,
    floor: int,
    table: Any,
    trail: Any,
    values: Any,
    progress: Any,
) -> int:
    """Offer all that may follow from the states of the current layer at one cell; return how many states
    there are then.
    """
    begin, end = progress[LAYER], progress[STATES]
    x, v = at % width, slots[at]
    right = v >= 0 and x + 1 < width and slots[at + 1] >= 0
    down = v >= 0 and at + width < len(slots) and slots[at + width] >= 0
    is_root = v >= 0 and v == root
    most_ends = 2 if root_at <= at else 1  # the root's own end is still to come
    gain = 1 if v < 0 or is_root else 1 + tail[v]
    here, there = 2 * x, 2 * x + 2
    states: int = end
    for parent in range(begin, end):
        key, value = trail[parent] & _KEY_MASK, values[parent]
        if x == 0:
            key <<= 2
        left, up = key >> here & 3, key >> there & 3
        base = key & ~(15 << here)
        may_end = v >= 0 and count_places(key & key >> 1 & _ONES) < most_ends
        if left == 0 and up == 0:
            if not is_root:
                states = offer(base, value, parent, ahead, floor, end, states, table, trail, values)
                if right and down:
                    child = base | 1 << here | 2 << there
                    states = offer(child, value + 1, parent, ahead, floor, end, states, table, trail, values)
            if may_end and down:
                child = base | 3 << here
                states = offer(child, value + gain, parent, ahead, floor, end, states, table, trail, values)
            if may_end and right:
                child = base | 3 << there
                states = offer(child, value + gain, parent, ahead, floor, end, states, table, trail, values)
            continue
        if left == 0 or up == 0:
            code = left | up
            if down and not is_root:
                child = base | code << here
                states = offer(child, value + 1, parent, ahead, floor, end, states, table, trail, values)
            if right and not is_root:
                child = base | code << there
                states = offer(child, value + 1, parent, ahead, floor, end, states, table, trail, values)
            if code != 3 and may_end:
                child = base | 3 << 2 * mate(key, x if left else x + 1)
                states = offer(child, value + gain, parent, ahead, floor, end, states, table, trail, values)
            length = value + gain
        else:
            if is_root:
                continue
            if left != 3 or up != 3:
                child = join_pieces(key, base, left, up, x)
                if child >= 0:
                    states = offer(child, value + 1, parent, ahead, floor, end, states, table, trail, values)
                continue
            code, length = 3, value + 1
        if code == 3 and base == 0 and root_at <= at and length > progress[BEST]:
            progress[BEST] = length
            progress[BEST_AT] = at
            progress[BEST_FROM] = parent
    progress[OFFERED] += 3 * (end - begin)
    return states


@kernel
def sweep(
    slots: Any,
    width: int,
    root: int,
    tail: Any,
    even_to: Any,
    rest: Any,
    floor: int,
    limit: int,
    table: Any,
    trail: Any,
    values: Any,
    progress: Any,
) -> int:
    """Go on through the cells until `limit` more states were offered; return DONE, PAUSED or FULL.

    `slots[i]` is the vertex on cell i of the box, -1 for none; `root` is a vertex at which the path has
    to end, without its tail, -1 for none. `even_to[i]` and `rest[4 * i:4 * i + 4]` are what
    `reach_bound` needs behind cell i. Only paths above `floor` are looked for. FULL: `trail` and `values`
    have to be longer before it can go on. `table` has more places than a layer can have states, a power
    of two, and begins with -1 throughout.
    """
    until = progress[OFFERED] + limit
    root_at = -1
    for i in range(len(slots)):
        if root >= 0 and slots[i] == root:
            root_at = i
    while progress[AT] < len(slots):
        at = progress[AT]
        begin, end = progress[LAYER], progress[STATES]
        if begin == end:
            break
        if progress[OFFERED] > until:
            return PAUSED
        if end + 4 * (end - begin) > len(trail):
            return FULL
        ahead = (even_to[at], rest[4 * at], rest[4 * at + 1], rest[4 * at + 2], rest[4 * at + 3])
        states = sweep_cell(
            at, slots, width, root, root_at, tail, ahead, floor, table, trail, values, progress
        )
        progress[LAYER] = end
        progress[STATES] = states
        progress[AT] = at + 1
    return DONE
