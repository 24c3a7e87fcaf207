"""What greedy play does with every roll of many positions. `turns_greedy.py` says what it is.

A mask has one bit for each number tile that is up, in reading order. Every function takes its tables
as arguments and works on a slice of the masks, so that the caller gets to look at the clock in between.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

MOST = 24
"""The largest total of a roll: a double six, doubled."""
RESIDUES = 67
"""The powers of two up to 2^65 leave different remainders, by which a tile is told from its bit."""
TILE = 1 << 32
"""What a tile counts for in what is left, so that its points come second."""
NAMED = 1 << 44
"""What a tile of the set counts for where the largest sets have to be played: more than all that is left."""
NONE = 1 << 62
"""Stands for "no such set"."""
EXACT, AT_MOST = 0, 1
NOT_LOST, ALL_DOWN, ANY_DOWN, LOST = 0, 1, 2, 3


@kernel
def closed(mask: int, lines: Any) -> int:
    """Return what is left of a mask once every line with a single tile up is cleared."""
    before = -1
    while before != mask:
        before = mask
        for k in range(len(lines)):
            up = mask & lines[k]
            if up & (up - 1) == 0:
                mask ^= up
    return mask


@kernel
def left_of(mask: int, values: Any, stars: Any, star_points: int, places: Any) -> int:
    """Return the tiles left of a closed mask, its stars among them, each as TILE and its points.

    `stars` int64[stars, lines] holds for each star its lines, any of which brings it down once no tile
    of it is up. With the last number all stars go.
    """
    if mask == 0:
        return 0
    found = 0
    for k in range(len(stars)):
        up = 1
        for i in range(stars.shape[1]):
            if mask & stars[k, i] == 0:
                up = 0
                break
        if up:
            found += TILE + star_points
    while mask:
        bit = mask & -mask
        mask ^= bit
        found += TILE + values[places[bit % RESIDUES]]
    return found


@kernel
def after_tile(mask: int, bit: int, b: int, through: Any, places: Any) -> int:
    """Return what is left of a closed mask once tile `b` goes down, and whatever the chain takes.

    The result is `mask ^ bit` if and only if no chain is set off.
    """
    mask ^= bit
    pending = bit
    while pending:
        bit = pending & -pending
        pending ^= bit
        b = places[bit % RESIDUES]
        for k in range(through.shape[1]):
            up = mask & through[b, k]
            if up & (up - 1) == 0:
                mask ^= up
                pending |= up
    return mask


@kernel
def best_sets(mask: int, board: Any, largest: int, best: Any, room: Any) -> int:
    """Find the set of each total that leaves least, the first in reading order of those that do.

    `board` is (values, lines, through, freeing, stars, star points, places): `through` and `freeing` hold for
    each tile the lines it lies on that are cleared by chains, and those that only free stars. `largest`
    says that sets with more tiles go before all others. Row t of `best` int64[25, 3] becomes what the best
    set of total t leaves as a number, as a mask, and its place in the order of all sets; the number is NONE
    if there is none. Returns the mask that a turn without a set leaves.
    """
    values, lines, through, freeing, stars, star_points, places = board
    fits, waiting, lefts, totals, keys = room
    start = closed(mask, lines)
    fits[:] = 0
    left = mask
    while left:
        bit = left & -left
        left ^= bit
        value = values[places[bit % RESIDUES]]
        for t in range(value, MOST + 1):
            fits[t] |= bit
    for t in range(MOST + 1):
        best[t, 0] = NONE
    waiting[0], lefts[0], totals[0] = fits[MOST], start, 0
    keys[0] = left_of(start, values, stars, star_points, places)
    depth = 0
    number = 0
    while depth >= 0:
        more = waiting[depth]
        if more == 0:
            depth -= 1
            continue
        bit = more & -more
        more ^= bit
        waiting[depth] = more
        b = places[bit % RESIDUES]
        total = totals[depth] + values[b]
        left = lefts[depth]
        key = keys[depth]
        if left & bit:
            after = after_tile(left, bit, b, through, places)
            calm = after != 0 and after == left ^ bit
            for i in range(freeing.shape[1]):
                calm = calm and after & freeing[b, i] != 0
            if calm:
                key -= TILE + values[b]
            else:
                key = left_of(after, values, stars, star_points, places)
            left = after
        number += 1
        depth += 1
        shown = key - largest * depth * NAMED
        if shown < best[total, 0]:
            best[total, 0] = shown
            best[total, 1] = left
            best[total, 2] = number
        waiting[depth] = more & fits[MOST - total]
        lefts[depth], totals[depth], keys[depth] = left, total, key
    return int(start)


@kernel
def choose(mask: int, start: int, rolls: Any, relaxed: int, best: Any, after: Any) -> bool:
    """Write what each roll leads to, -1 where it changes nothing; return whether any changes something.

    `best` as `best_sets` leaves it, `relaxed` takes every roll as at most and loses none.
    """
    changes = False
    for k in range(len(rolls)):
        after[k] = -1
        if not relaxed and lost(mask, rolls[k, 3], rolls[k, 4]):
            continue
        total = rolls[k, 0]
        at = total
        if relaxed or rolls[k, 2] == AT_MOST:
            for t in range(1, total):
                if best[t, 0] < best[at, 0] or (best[t, 0] == best[at, 0] and best[t, 2] < best[at, 2]):
                    at = t
        if best[at, 0] != NONE:
            after[k] = best[at, 1]
            changes = True
        elif start != mask:
            after[k] = start
            changes = True
    return changes


@kernel
def lost(mask: int, how: int, tiles: int) -> bool:
    """Return whether a roll is lost that is lost in this way by these tiles being down."""
    if how == ALL_DOWN:
        return mask & tiles == 0
    if how == ANY_DOWN:
        return mask & tiles != tiles
    return how == LOST


@kernel
def play_each(masks: Any, board: Any, rolls: Any, largest: int, relax: int, after: Any, work: Any) -> None:
    """Write what greedy play makes of each mask with each kind of roll, -1 where nothing changes.

    `after` int64[masks, kinds]; `rolls` int64[kinds, 5] has total, weight, EXACT or AT_MOST, how it is
    lost and of which tiles.
    """
    best, room = work
    for k in range(len(masks)):
        mask = masks[k]
        start = best_sets(mask, board, largest, best, room)
        if not choose(mask, start, rolls, 0, best, after[k]) and relax:
            choose(mask, start, rolls, 1, best, after[k])
