"""Depth-first search for a row of stacks that closes its gaps, at most 60 of them.

Stacks move to the left only. The stack at the left end therefore never moves again and its
card covers nothing: the other cards have to hold together without it, and it must match one
of them.

A move neither helps nor hinders one that lies entirely to its right; either order leads to the
same position. So after a move only moves onto places left of where it came from are tried: what
lies right of that was tried before it. No position is missed: of all moves that may lead to it
last, the one that lands furthest to the left is never left out.

What can be reached depends on nothing but which of the stacks match, so a row of few stacks is
kept as one bit for every two of them: rows of other cards that match alike are then searched
once. A longer row is its top cards from the left, ten to a word, counted from 1. Positions that
were met are kept whole in open tables that lie one behind the other, each four times the size of
the one before: most deals stay in the first, which fits a processor's second cache. A table is
left for the next before it is much more than half full; where there is no next, the search
stops and asks for it.

The row of a stack is the mask of the places whose stacks match it; `at` is where the rows of a
position begin.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

Words = Any
"""A list of ints in plain Python, an array of 64-bit integers where compiled."""

SOLVED = 1
LOST = 2
PAUSED = 3
FULL = 4

MOST = 60
"""Stacks the search can hold: masks of cards stay below 2^62."""

CARDS_A_WORD = 10
CARD_BITS = 6

PATTERN_MOST = 15
"""Stacks up to which a position is kept as which of them match: 105 bits."""
PATTERN_SPLIT = 11
"""Stacks whose bits are in the first word, 55; the others have 50."""
KEY_WORDS = 2
"""Words that such a key takes."""

DEPTH = 0
NODES = 1
USED = 2
GENERATION = 3
STACKS = 4
WIDTH = 5
LEVEL = 6
CONTROL_WORDS = 7

FIRST_SLOTS = 8192
"""Slots of the smallest table."""


@kernel
def size_of(mask: int) -> int:
    """Return how many bits of a mask are set; compilers know this loop as one instruction."""
    size = 0
    while mask != 0:
        mask &= mask - 1
        size += 1
    return size


@kernel
def index_of(bit: int) -> int:
    """Return which bit of a mask `bit` is."""
    return size_of(bit - 1)


@kernel
def component(start: int, within: int, compat: Words) -> int:
    """Return the mask of the cards that hold together with those in `start` inside `within`."""
    reached = start
    fresh = start
    while fresh != 0:
        low = fresh & -fresh
        fresh ^= low
        more = compat[index_of(low)] & within & ~reached
        reached |= more
        fresh |= more
    return reached


@kernel
def joints(alive: int, asked: int, rows: Words, at: int) -> int:
    """Return the mask of those places in `asked` without which the connected `alive` falls apart."""
    found = 0
    while asked != 0:
        one = asked & -asked
        asked ^= one
        near = rows[at + index_of(one)] & alive
        fresh = near & -near
        missing = near ^ fresh
        within = alive ^ one ^ fresh
        while fresh != 0 and missing != 0:
            low = fresh & -fresh
            more = rows[at + index_of(low)] & within
            within ^= more
            missing &= ~more
            fresh ^= low | more
        if missing != 0:
            found |= one
    return found


@kernel
def mask_after(mask: int, source: int, goal: int) -> int:
    """Return the mask of places that hold, after a move, the cards of those in `mask`."""
    low = (1 << source) - 1
    mask = mask & ~(1 << goal) | (mask >> source & 1) << goal
    return mask & low | mask >> 1 & ~low


@kernel
def joints_after(cut: int, rows: Words, at: int, size: int, source: int, goal: int) -> int:
    """Return the mask of those of the joints `cut` that are joints after a move as well.

    A joint has cards on two sides at least, and the move gives up one card: it stays a joint unless
    that was all of one side, a card that matched nothing else.
    """
    given = goal if goal > 0 else source
    near = rows[at + given] & (1 << size) - 2
    if near & near - 1 == 0:
        cut &= ~near
    return mask_after(cut, source, goal) & -2


@kernel
def slots_before(level: int) -> int:
    """Return how many slots the tables below `level` have."""
    return FIRST_SLOTS * ((1 << 2 * level) - 1) // 3


@kernel
def entry_of(tag: int, keys: Words, at: int, width: int, table: Words, level: int) -> int:
    """Return where the key at `at` begins in the table of `level`, or where it would.

    `tag` is what its first word is there; entries of earlier searches count as none.
    """
    start = slots_before(level)
    last = (FIRST_SLOTS << 2 * level) - 1
    mixed = tag & 63
    for word in range(width - 1):
        part = keys[at + word]
        # 31-bit factors on halves of 30 bits: no product leaves 63 bits.
        mixed = (mixed >> 9) ^ (part & 0x3FFFFFFF) * 0x2545F491 ^ (part >> 30) * 0x5851F42D
    slot = (mixed ^ mixed >> 31 ^ mixed >> 17) & last
    entry = (start + slot) * width
    while table[entry] >> CARD_BITS == tag >> CARD_BITS:
        same = table[entry] == tag
        for word in range(width - 1):
            if table[entry + 1 + word] != keys[at + word]:
                same = False
                break
        if same:
            return entry
        slot = (slot + 1) & last
        entry = (start + slot) * width
    return entry


@kernel
def move_up(generation: int, width: int, table: Words, level: int) -> None:
    """Enter every position of the table of `level` in the next one, which is empty."""
    for slot in range(slots_before(level), slots_before(level + 1)):
        tag = table[slot * width]
        if tag >> CARD_BITS == generation:
            entry = entry_of(tag, table, slot * width + 1, width, table, level + 1)
            for word in range(width):
                table[entry + word] = table[slot * width + word]


@kernel
def write_tops(keys: Words, at: int, words: int, source: int, goal: int) -> None:
    """Write behind the top cards at `at` those after the stack at `source` was moved onto `goal`."""
    after = at + words
    word = source // CARDS_A_WORD
    for before in range(word):
        keys[after + before] = keys[at + before]
    shift = source % CARDS_A_WORD * CARD_BITS
    whole = keys[at + word]
    mover = whole >> shift & 63
    left = whole & (1 << shift) - 1 | whole >> shift + CARD_BITS << shift
    while word + 1 < words:
        whole = keys[at + word + 1]
        keys[after + word] = left | (whole & 63) << (CARDS_A_WORD - 1) * CARD_BITS
        left = whole >> CARD_BITS
        word += 1
    keys[after + word] = left
    shift = goal % CARDS_A_WORD * CARD_BITS
    covered = keys[after + goal // CARDS_A_WORD] >> shift & 63
    keys[after + goal // CARDS_A_WORD] ^= (mover ^ covered) << shift


@kernel
def row_after(rows: Words, at: int, place: int, source: int, goal: int) -> int:
    """Return the row of the stack that is at `place` after a move."""
    before = place if place < source else place + 1
    return mask_after(rows[at + (source if place == goal else before)], source, goal)


@kernel
def write_rows(rows: Words, at: int, after: int, size: int, source: int, goal: int) -> None:
    """Write at `after` the rows that those of `size` stacks become by a move."""
    for place in range(size - 1):
        rows[after + place] = row_after(rows, at, place, source, goal)


@kernel
def write_rows_and_key(
    rows: Words, at: int, after: int, size: int, source: int, goal: int, keys: Words, key: int
) -> None:
    """Do as `write_rows` for at most PATTERN_MOST + 1 stacks; write at `key` which of those left match."""
    word = 0
    shift = 0
    for place in range(min(size - 1, PATTERN_SPLIT)):
        row = row_after(rows, at, place, source, goal)
        rows[after + place] = row
        word |= (row & (1 << place) - 1) << shift
        shift += place
    keys[key] = word
    word = 0
    shift = 0
    for place in range(PATTERN_SPLIT, size - 1):
        row = row_after(rows, at, place, source, goal)
        rows[after + place] = row
        word |= (row & (1 << place) - 1) << shift
        shift += place
    keys[key + 1] = word


@kernel
def list_moves(
    rows: Words,
    at: int,
    size: int,
    reaches: Words,
    cuts: Words,
    depth: int,
    goals: Words,
    moves: Words,
    first: int,
    bound: int,
) -> int:
    """Write the moves that leave the cards connected as they must be, best first; return how many.

    Moves onto places from `bound` on are left out. The joints found are added to those in `cuts`.
    The fewer others the covered card matches, the sooner it had better be gone.
    """
    end_row = rows[at]
    free = (1 << bound) - 1
    if size > 2 and end_row & end_row - 1 == 0:
        # The only card that matches the left end is not covered.
        free &= ~end_row
    # Cards the rest may need: those covered, and those that come to the left end and stay there.
    given_up = 0
    for number in range(len(reaches)):
        reach = reaches[number]
        found = 0
        for source in range(reach, min(size, bound + reach)):
            found |= (rows[at + source] >> source - reach & 1) << source - reach
        found &= free
        goals[number] = found
        given_up |= found & -2 | (found & 1) << reach
    # A way out before the end, or the order kept by a kernel of its own, would make compiled code
    # count references to the arrays at every call: a sixth of all the time.
    cut = cuts[depth]
    cut |= joints((1 << size) - 2, given_up & ~cut, rows, at)
    cuts[depth] = cut
    count = 0
    for number in range(len(reaches)):
        reach = reaches[number]
        left = goals[number] & ~(cut & -2 | cut >> reach & 1)
        while left != 0:
            low = left & -left
            left ^= low
            goal = index_of(low)
            entry = size_of(rows[at + goal]) << 12 | goal << 6 | goal + reach
            place = first + count
            while place > first and moves[place - 1] > entry:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = entry
            count += 1
    return count


@kernel
def begin(
    compat: Words, rows: Words, keys: Words, bounds: Words, cuts: Words, upcoming: Words, control: Words
) -> None:
    """Set the work arrays to the start of a new row."""
    control[DEPTH] = 0
    control[NODES] = 0
    control[USED] = 0
    control[LEVEL] = 0
    control[GENERATION] += 1
    stacks = control[STACKS]
    for word in range(control[WIDTH] - 1):
        keys[word] = 0
    for place in range(stacks):
        keys[place // CARDS_A_WORD] |= (place + 1) << place % CARDS_A_WORD * CARD_BITS
        rows[place] = compat[place]
    bounds[0] = stacks
    cuts[0] = 0
    upcoming[0] = -1


@kernel
def search(
    reaches: Words,
    rows: Words,
    keys: Words,
    bounds: Words,
    cuts: Words,
    goals: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    limit: int,
) -> int:
    """Go on with a search that `begin` set up until it ends or `limit` positions were expanded.

    Returns SOLVED (the moves are those before `upcoming` at each depth), LOST, PAUSED, or FULL
    (give a table with room for the next level and call again). At depth 0 the cards without the first must be
    connected, and the first must match one of them.
    """
    depth = control[DEPTH]
    stacks = control[STACKS]
    width = control[WIDTH]
    words = width - 1
    generation = control[GENERATION]
    level = control[LEVEL]
    while True:
        first = depth * stacks * len(reaches)
        size = stacks - depth
        if upcoming[depth] < 0:
            if size == 1:
                control[DEPTH] = depth
                return SOLVED
            if 2 * control[USED] >= FIRST_SLOTS << 2 * level:
                if len(table) < slots_before(level + 2) * width:
                    control[DEPTH] = depth
                    return FULL
                move_up(generation, width, table, level)
                level += 1
                control[LEVEL] = level
            if control[NODES] >= limit:
                control[DEPTH] = depth
                return PAUSED
            control[NODES] += 1
            count[depth] = list_moves(
                rows, depth * stacks, size, reaches, cuts, depth, goals, moves, first, bounds[depth]
            )
            upcoming[depth] = 0
        after = depth + 1
        tag = generation << CARD_BITS | size - 1
        entered = False
        while upcoming[depth] < count[depth] and not entered:
            entry = moves[first + upcoming[depth]]
            upcoming[depth] += 1
            source = entry & 63
            goal = entry >> 6 & 63
            cuts[after] = joints_after(cuts[depth], rows, depth * stacks, size, source, goal)
            if size - 1 > PATTERN_MOST:
                write_rows(rows, depth * stacks, after * stacks, size, source, goal)
                write_tops(keys, depth * words, words, source, goal)
            else:
                write_rows_and_key(
                    rows, depth * stacks, after * stacks, size, source, goal, keys, after * words
                )
            bounds[after] = source
            found = entry_of(tag, keys, after * words, width, table, level)
            if table[found] != tag:
                # Entered at once: it cannot come up again before it is searched to the end.
                table[found] = tag
                for word in range(words):
                    table[found + 1 + word] = keys[after * words + word]
                control[USED] += 1
                entered = True
        if entered:
            depth = after
            upcoming[depth] = -1
        else:
            depth -= 1
            if depth < 0:
                return LOST


@kernel
def search_many(
    compats: Words,
    reaches: Words,
    first: int,
    limit: int,
    resumed: int,
    rows: Words,
    keys: Words,
    bounds: Words,
    cuts: Words,
    goals: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    most: int,
    verdicts: Words,
    nodes: Words,
) -> int:
    """Search rows `first` onwards, `compats` holding their masks one after the other.

    Writes SOLVED, LOST or PAUSED (`most` positions were expanded in one deal) to `verdicts`
    and the positions expanded to `nodes`. Returns the number of the deal to go on with after
    about `limit` positions, and minus 1 minus it when that deal needs a longer table. Give
    `resumed` 1 when the deal `first` was begun in the call before.
    """
    spent = 0
    deals = len(verdicts)
    stacks = control[STACKS]
    inner = (1 << stacks) - 2
    for deal in range(first, deals):
        compat = compats[deal * stacks : (deal + 1) * stacks]
        if resumed == 0:
            begin(compat, rows, keys, bounds, cuts, upcoming, control)
        before = control[NODES]
        verdict = LOST
        if stacks == 1:
            verdict = SOLVED
        elif compat[0] != 0 and component(2, inner, compat) == inner:
            pause = min(most, before + limit - spent)
            verdict = search(
                reaches,
                rows,
                keys,
                bounds,
                cuts,
                goals,
                moves,
                count,
                upcoming,
                control,
                table,
                pause,
            )
            if verdict == FULL:
                return -1 - deal
            if verdict == PAUSED and pause < most:
                return deal
        resumed = 0
        verdicts[deal] = verdict
        nodes[deal] = control[NODES]
        spent += control[NODES] - before + 1
        if spent >= limit and deal + 1 < deals:
            # The next deal is begun here, so that the caller always resumes.
            following = compats[(deal + 1) * stacks : (deal + 2) * stacks]
            begin(following, rows, keys, bounds, cuts, upcoming, control)
            return deal + 1
    return deals
