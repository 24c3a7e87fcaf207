"""Depth-first search for a row of stacks that closes its gaps, at most 60 of them.

Stacks move to the left only. The stack at the left end therefore never moves again and its
card covers nothing: the other cards have to hold together without it, and it must match one
of them.

A move neither helps nor hinders one that lies entirely to its right; either order leads to the
same position. So after a move only moves onto places left of where it came from are tried: what
lies right of that was tried before it. No position is missed: of all moves that may lead to it
last, the one that lands furthest to the left is never left out.

A position is its top cards from the left, ten to a word, counted from 1. Those that were met
are kept whole in open tables that lie one behind the other, each four times the size of the
one before: most deals stay in the first, which fits a processor's second cache. A table is
left for the next before it is much more than half full; where there is no next, the search
stops and asks for it.
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
def joints(alive: int, asked: int, compat: Words) -> int:
    """Return the mask of those in `asked` without which the connected `alive` falls apart."""
    # The leaves of a tree that spans `alive` are none, so only its inner vertices are tried.
    inner = 0
    fresh = alive & -alive
    within = alive ^ fresh
    while within != 0:
        low = fresh & -fresh
        more = compat[index_of(low)] & within
        if more != 0:
            inner |= low
            within ^= more
        fresh ^= low | more
    inner &= asked
    found = 0
    while inner != 0:
        one = inner & -inner
        inner ^= one
        near = compat[index_of(one)] & alive
        fresh = near & -near
        missing = near ^ fresh
        within = alive ^ one ^ fresh
        while fresh != 0 and missing != 0:
            low = fresh & -fresh
            more = compat[index_of(low)] & within
            within ^= more
            missing &= ~more
            fresh ^= low | more
        if missing != 0:
            found |= one
    return found


@kernel
def slots_before(level: int) -> int:
    """Return how many slots the tables below `level` have."""
    return FIRST_SLOTS * ((1 << 2 * level) - 1) // 3


@kernel
def entry_of(generation: int, keys: Words, at: int, width: int, table: Words, level: int) -> int:
    """Return where the key at `at` begins in the table of `level`, or where it would."""
    start = slots_before(level)
    last = (FIRST_SLOTS << 2 * level) - 1
    mixed = 0
    for word in range(width - 1):
        part = keys[at + word]
        # 31-bit factors on halves of 30 bits: no product leaves 63 bits.
        mixed = (mixed >> 9) ^ (part & 0x3FFFFFFF) * 0x2545F491 ^ (part >> 30) * 0x5851F42D
    slot = (mixed ^ mixed >> 31 ^ mixed >> 17) & last
    entry = (start + slot) * width
    while table[entry] == generation:
        same = True
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
        if table[slot * width] == generation:
            entry = entry_of(generation, table, slot * width + 1, width, table, level + 1)
            for word in range(width):
                table[entry + word] = table[slot * width + word]


@kernel
def write_child(keys: Words, at: int, words: int, source: int, goal: int, change: int) -> None:
    """Write behind the position at `at` the one after a move; `change` turns goal's card into source's."""
    after = at + words
    word = source // CARDS_A_WORD
    for before in range(word):
        keys[after + before] = keys[at + before]
    shift = source % CARDS_A_WORD * CARD_BITS
    whole = keys[at + word]
    left = whole & (1 << shift) - 1 | whole >> shift + CARD_BITS << shift
    while word + 1 < words:
        whole = keys[at + word + 1]
        keys[after + word] = left | (whole & 63) << (CARDS_A_WORD - 1) * CARD_BITS
        left = whole >> CARD_BITS
        word += 1
    keys[after + word] = left
    keys[after + goal // CARDS_A_WORD] ^= change << goal % CARDS_A_WORD * CARD_BITS


@kernel
def list_moves(
    depth: int,
    size: int,
    cards: int,
    compat: Words,
    reaches: Words,
    keys: Words,
    words: int,
    tops: Words,
    weights: Words,
    moves: Words,
    first: int,
    bound: int,
) -> int:
    """Write the moves that leave the cards connected as they must be, best first; return how many.

    Moves onto places from `bound` on are left out.
    """
    # No further than the last stack that may move; a place beyond it is never looked at.
    looked_at = min(size, bound + reaches[-1])
    place = 0
    for word in range(words):
        packed = keys[depth * words + word]
        while packed != 0 and place < looked_at:
            tops[place] = (packed & 63) - 1
            packed >>= CARD_BITS
            place += 1
    end_row = compat[tops[0]] & cards
    inner = cards ^ 1 << tops[0]
    count = 0
    # Cards the rest may need: those covered, and those that come to the left end and stay there.
    given_up = 0
    for source in range(1, looked_at):
        mover = tops[source]
        row = compat[mover]
        # By index: iterating over the array itself would count references at every place.
        for number in range(len(reaches)):
            goal = source - reaches[number]
            if goal < 0:
                break
            if goal >= bound:
                continue
            covered = tops[goal]
            if row >> covered & 1:
                given = mover if goal == 0 else covered
                partners = row & inner if goal == 0 else end_row & ~(1 << covered)
                if partners != 0 or size == 2:
                    given_up |= 1 << given
                    moves[first + count] = given << 24 | covered << 18 | mover << 12 | goal << 6 | source
                    count += 1
    cut = joints(inner, given_up, compat) if given_up != 0 else 0
    kept = 0
    for number in range(count):
        entry = moves[first + number]
        moves[first + kept] = entry
        kept += 1 - (cut >> (entry >> 24) & 1)
    sort_moves(first, kept if kept > 1 else 0, cards, compat, weights, moves)
    return kept


@kernel
def sort_moves(first: int, count: int, cards: int, compat: Words, weights: Words, moves: Words) -> None:
    """Put the best of `count` moves first.

    A card that few others match is worth the more to be rid of: what is left weighs 1/2 to the
    power of its matches a card, and a mover that few cards match is kept back.
    """
    rest = cards if count > 0 else 0
    while rest != 0:
        low = rest & -rest
        rest ^= low
        card = index_of(low)
        weights[card] = 4096 >> min(12, size_of(compat[card] & cards))
    for number in range(count):
        entry = moves[first + number] & 0xFFFFFF
        covered = entry >> 18
        score = (1 << 20) + weights[entry >> 12 & 63] - weights[covered]
        others = compat[covered] & cards
        while others != 0:
            low = others & -others
            others ^= low
            score += weights[index_of(low)]
        entry |= score << 24
        at = first + number
        while at > first and moves[at - 1] > entry:
            moves[at] = moves[at - 1]
            at -= 1
        moves[at] = entry


@kernel
def begin(keys: Words, masks: Words, bounds: Words, upcoming: Words, control: Words) -> None:
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
    masks[0] = (1 << stacks) - 1
    bounds[0] = stacks
    upcoming[0] = -1


@kernel
def search(
    compat: Words,
    reaches: Words,
    keys: Words,
    masks: Words,
    bounds: Words,
    tops: Words,
    weights: Words,
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
        if upcoming[depth] < 0:
            if depth == stacks - 1:
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
                depth,
                stacks - depth,
                masks[depth],
                compat,
                reaches,
                keys,
                words,
                tops,
                weights,
                moves,
                first,
                bounds[depth],
            )
            upcoming[depth] = 0
        after = depth + 1
        entered = False
        while upcoming[depth] < count[depth] and not entered:
            entry = moves[first + upcoming[depth]]
            upcoming[depth] += 1
            mover = entry >> 12 & 63
            covered = entry >> 18 & 63
            write_child(keys, depth * words, words, entry & 63, entry >> 6 & 63, mover + 1 ^ covered + 1)
            masks[after] = masks[depth] ^ 1 << covered
            bounds[after] = entry & 63
            found = entry_of(generation, keys, after * words, width, table, level)
            if table[found] != generation:
                # Entered at once: it cannot come up again before it is searched to the end.
                table[found] = generation
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
    keys: Words,
    masks: Words,
    bounds: Words,
    tops: Words,
    weights: Words,
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
            begin(keys, masks, bounds, upcoming, control)
        before = control[NODES]
        verdict = LOST
        if stacks == 1:
            verdict = SOLVED
        elif compat[0] != 0 and component(2, inner, compat) == inner:
            pause = min(most, before + limit - spent)
            verdict = search(
                compat,
                reaches,
                keys,
                masks,
                bounds,
                tops,
                weights,
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
            begin(keys, masks, bounds, upcoming, control)
            return deal + 1
    return deals
