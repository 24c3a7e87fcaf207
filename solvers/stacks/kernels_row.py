"""Depth-first search for a row of stacks that closes its gaps, at most 60 of them.

Stacks move to the left only. The stack at the left end therefore never moves again and its
card covers nothing: the other cards have to hold together without it, and it must match one
of them. A card can only cover cards to its left, so cards that lie right of the one card
that joins them to the rest cannot be taken in by it unless one of them gets past it.

Positions searched without success are kept whole, ten cards a word, as in `kernels_cells`.
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

DEPTH = 0
NODES = 1
USED = 2
GENERATION = 3
STACKS = 4
CONTROL_WORDS = 5

CARDS_A_WORD = 10


@kernel
def index_of(bit: int, bits: Words) -> int:
    """Return which bit of a 62-bit mask `bit` is; `bits` counts the bits of a byte."""
    index = 0
    while bit > 65536:
        bit >>= 16
        index += 16
    below = bit - 1
    return int(index + bits[below & 255] + bits[below >> 8])


@kernel
def size_of(mask: int, bits: Words) -> int:
    """Return how many bits of a 62-bit mask are set."""
    size = 0
    while mask != 0:
        size += bits[mask & 255]
        mask >>= 8
    return int(size)


@kernel
def component(start: int, within: int, compat: Words, bits: Words) -> int:
    """Return the mask of the cards that hold together with those in `start` inside `within`."""
    reached = start
    fresh = start
    while fresh != 0:
        low = fresh & -fresh
        fresh ^= low
        more = compat[index_of(low, bits)] & within & ~reached
        reached |= more
        fresh |= more
    return reached


@kernel
def joints(alive: int, compat: Words, bits: Words) -> int:
    """Return the mask of those in a connected `alive` without which the others fall apart."""
    found = 0
    rest = alive
    while rest != 0:
        one = rest & -rest
        rest ^= one
        near = compat[index_of(one, bits)] & alive
        fresh = near & -near
        reached = fresh
        within = alive & ~one
        while fresh != 0 and near & ~reached != 0:
            low = fresh & -fresh
            fresh ^= low
            more = compat[index_of(low, bits)] & within & ~reached
            reached |= more
            fresh |= more
        if near & ~reached != 0:
            found |= one
    return found


@kernel
def possible_last(inner: int, cut: int, base: int, size: int, compat: Words, tops: Words, bits: Words) -> int:
    """Return the mask of the cards that may be the last one left; 0 proves the position lost.

    `inner` are the cards without the one at the left end, `cut` their joints. A group that
    only a joint connects to the rest, and that does not hold the last card, is taken in by the
    joint from the right. Where every card of the group lies right of the joint, one must pass
    it, by covering a card to its left: of the group there is none, so it can only be the card at
    the left end.
    """
    last = inner
    end = compat[tops[base]]
    left = 0
    for place in range(1, size):
        hub = tops[base + place]
        if cut >> hub & 1:
            rest = inner & ~(1 << hub)
            while rest != 0:
                group = component(rest & -rest, rest, compat, bits)
                rest &= ~group
                if group & (left | end) == 0:
                    last &= group
        left |= 1 << hub
    return last


@kernel
def slot_of(key: Words, width: int, table: Words) -> int:
    """Return where the position `key`, its generation first, is in the table or would go."""
    last = len(table) // width - 1
    mixed = 0
    for word in range(1, width):
        part = key[word]
        # 31-bit factors on halves of 30 bits: no product leaves 63 bits.
        mixed = (mixed >> 7) ^ (part & 0x3FFFFFFF) * 0x2545F491 ^ (part >> 30) * 0x5851F42D
    slot = (mixed ^ mixed >> 31 ^ mixed >> 17) & last
    while table[slot * width] == key[0]:
        same = True
        for word in range(1, width):
            if table[slot * width + word] != key[word]:
                same = False
                break
        if same:
            return int(slot)
        slot = (slot + 1) & last
    return int(slot)


@kernel
def pack(tops: Words, base: int, size: int, generation: int, width: int, key: Words) -> None:
    """Write the whole position to `key`: the generation, then ten cards a word, counted from 1."""
    key[0] = generation
    for word in range(1, width):
        packed = 0
        start = (word - 1) * CARDS_A_WORD
        for place in range(start, min(size, start + CARDS_A_WORD)):
            packed |= (tops[base + place] + 1) << 6 * (place - start)
        key[word] = packed


@kernel
def list_moves(
    depth: int,
    stacks: int,
    cards: int,
    cut: int,
    compat: Words,
    reaches: Words,
    bits: Words,
    tops: Words,
    scratch: Words,
    moves: Words,
) -> int:
    """Write the moves that leave the cards connected as they must be, best first; return how many.

    A card that few others match is worth the more to be rid of: what is left weighs 1/2 to the
    power of its matches a card, and a mover that few cards match is kept back.
    """
    base = depth * stacks
    size = stacks - depth
    for place in range(size):
        card = tops[base + place]
        scratch[card] = 4096 >> min(12, size_of(compat[card] & cards, bits))
    end = tops[base]
    inner = cards & ~(1 << end)
    first = depth * stacks * len(reaches)
    count = 0
    for source in range(1, size):
        mover = tops[base + source]
        for distance in reaches:
            goal = source - distance
            if goal < 0:
                break
            covered = tops[base + goal]
            if compat[mover] >> covered & 1 == 0:
                continue
            if size > 2:
                if goal == 0:
                    if cut >> mover & 1 or compat[mover] & inner == 0:
                        continue
                elif cut >> covered & 1 or compat[end] & cards & ~(1 << covered) == 0:
                    continue
            score = (1 << 20) + scratch[mover] - scratch[covered]
            others = compat[covered] & cards
            while others != 0:
                low = others & -others
                others ^= low
                score += scratch[index_of(low, bits)]
            entry = score << 12 | goal << 6 | source
            at = first + count
            while at > first and moves[at - 1] > entry:
                moves[at] = moves[at - 1]
                at -= 1
            moves[at] = entry
            count += 1
    return count


@kernel
def begin(stacks: int, tops: Words, masks: Words, upcoming: Words, control: Words) -> None:
    """Set the work arrays to the start of a new row of `stacks` stacks."""
    control[DEPTH] = 0
    control[NODES] = 0
    control[USED] = 0
    control[GENERATION] += 1
    control[STACKS] = stacks
    for place in range(stacks):
        tops[place] = place
    masks[0] = (1 << stacks) - 1
    upcoming[0] = -1


@kernel
def search(
    compat: Words,
    reaches: Words,
    bits: Words,
    tops: Words,
    masks: Words,
    scratch: Words,
    key: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    limit: int,
) -> int:
    """Go on with a search that `begin` set up until it ends or `limit` positions were expanded.

    Returns SOLVED (the moves are those before `upcoming` at each depth), LOST, PAUSED, or FULL
    (give a larger table and call again). At depth 0 the cards without the first must be
    connected, and the first must match one of them.
    """
    depth = control[DEPTH]
    stacks = control[STACKS]
    width = len(key)
    room = len(table) // width - 4 * MOST
    while True:
        base = depth * stacks
        size = stacks - depth
        cards = masks[depth]
        if upcoming[depth] < 0:
            if size == 1:
                control[DEPTH] = depth
                return SOLVED
            if 2 * control[USED] >= room:
                control[DEPTH] = depth
                return FULL
            pack(tops, base, size, control[GENERATION], width, key)
            slot = slot_of(key, width, table)
            if table[slot * width] == key[0]:
                depth -= 1
                if depth < 0:
                    return LOST
                continue
            if control[NODES] >= limit:
                control[DEPTH] = depth
                return PAUSED
            control[NODES] += 1
            count[depth] = 0
            upcoming[depth] = 0
            inner = cards & ~(1 << tops[base])
            cut = joints(inner, compat, bits)
            if possible_last(inner, cut, base, size, compat, tops, bits) != 0:
                count[depth] = list_moves(
                    depth, stacks, cards, cut, compat, reaches, bits, tops, scratch, moves
                )
        if upcoming[depth] < count[depth]:
            entry = moves[base * len(reaches) + upcoming[depth]]
            upcoming[depth] += 1
            source = entry & 63
            goal = entry >> 6 & 63
            after = base + stacks
            for place in range(source):
                tops[after + place] = tops[base + place]
            for place in range(source + 1, size):
                tops[after + place - 1] = tops[base + place]
            tops[after + goal] = tops[base + source]
            masks[depth + 1] = cards & ~(1 << tops[base + goal])
            depth += 1
            upcoming[depth] = -1
        else:
            pack(tops, base, size, control[GENERATION], width, key)
            slot = slot_of(key, width, table)
            if table[slot * width] != key[0]:
                for word in range(width):
                    table[slot * width + word] = key[word]
                control[USED] += 1
            depth -= 1
            if depth < 0:
                return LOST


@kernel
def move_over(old: Words, generation: int, key: Words, table: Words) -> None:
    """Enter every position of the `old` table in a larger, empty one."""
    width = len(key)
    for slot in range(len(old) // width):
        if old[slot * width] == generation:
            for word in range(width):
                key[word] = old[slot * width + word]
            at = slot_of(key, width, table)
            for word in range(width):
                table[at * width + word] = key[word]


@kernel
def search_many(
    compats: Words,
    reaches: Words,
    stacks: int,
    first: int,
    limit: int,
    resumed: int,
    bits: Words,
    tops: Words,
    masks: Words,
    scratch: Words,
    key: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    most: int,
    verdicts: Words,
    nodes: Words,
) -> int:
    """Search rows `first` onwards, `stacks` rows of `compats` each.

    Writes SOLVED, LOST or PAUSED (`most` positions were expanded in one deal) to `verdicts`
    and the positions expanded to `nodes`. Returns the number of the deal to go on with after
    about `limit` positions, and minus 1 minus it when that deal needs a larger table. Give
    `resumed` 1 when the deal `first` was begun in the call before.
    """
    spent = 0
    deals = len(verdicts)
    inner = (1 << stacks) - 2
    for deal in range(first, deals):
        compat = compats[deal * stacks : (deal + 1) * stacks]
        if resumed == 0:
            begin(stacks, tops, masks, upcoming, control)
        before = control[NODES]
        verdict = LOST
        if stacks == 1:
            verdict = SOLVED
        elif compat[0] != 0 and component(2, inner, compat, bits) == inner:
            pause = min(most, before + limit - spent)
            verdict = search(
                compat,
                reaches,
                bits,
                tops,
                masks,
                scratch,
                key,
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
            begin(stacks, tops, masks, upcoming, control)
            return deal + 1
    return deals
