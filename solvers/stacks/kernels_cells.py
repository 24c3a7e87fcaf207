"""Depth-first search for stacks on fixed cells, at most 16 of them.

Cards and cells are renumbered so that card i lies on cell i at the start. A move from cell p
to cell q takes p's card to q: cell p and the card that lay on q are gone, and no cell is ever
filled again. Cards and cells thus play the same part: whatever proves a position lost by its
cards also proves it with the parts exchanged, and the functions here are called once each way.

Every position that has been searched without success is kept whole, in two words, so that none
is searched twice and none is ever taken for another. They are in open tables that lie one
behind the other, each four times the size of the one before; a table is left for the next
before it is much more than half full, and where there is no next, the search stops and asks
for it.

Now and then the search starts again from the top with the next of three orders of moves: a
deal that is hard in one order is mostly easy in another, and what was proved lost stays known.
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

MOST = 16
"""Stacks the search can hold: a cell is four bits of a word."""

DEPTH = 0
NODES = 1
USED = 2
GENERATION = 3
ORDER = 4
ROUND_END = 5
ROUND_LENGTH = 6
STACKS = 7
LEVEL = 8
CONTROL_WORDS = 9

MOVES_A_DEPTH = MOST * (MOST - 1)
SLOT_WORDS = 2
FIRST_SLOTS = 512
"""Slots of the smallest table."""

FIRST_ROUND = 30
"""Positions before the second order is tried; a round is twice as long after all have had one."""
ORDERS = 3
WEIGHTS = MOST + 1
"""Entries of a table of weights: one for each number of neighbours."""

CARD_DEGREE = 0
CELL_DEGREE = MOST
MATCHING = 2 * MOST
LINKS = 3 * MOST
EMPTYING = 4 * MOST
SCRATCH_WORDS = 5 * MOST


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
def component(start: int, within: int, adjacency: Words) -> int:
    """Return the mask of what can be reached from the mask `start` inside `within`."""
    reached = start
    fresh = start
    while fresh != 0:
        low = fresh & -fresh
        fresh ^= low
        more = adjacency[index_of(low)] & within & ~reached
        reached |= more
        fresh |= more
    return reached


@kernel
def joints(alive: int, adjacency: Words) -> int:
    """Return the mask of those in a connected `alive` without which the others fall apart."""
    # The leaves of a tree that spans `alive` are none, so only its inner vertices are tried.
    inner = 0
    fresh = alive & -alive
    within = alive ^ fresh
    while within != 0:
        low = fresh & -fresh
        more = adjacency[index_of(low)] & within
        if more != 0:
            inner |= low
            within ^= more
        fresh ^= low | more
    found = 0
    while inner != 0:
        one = inner & -inner
        inner ^= one
        near = adjacency[index_of(one)] & alive
        fresh = near & -near
        missing = near ^ fresh
        within = alive ^ one ^ fresh
        while fresh != 0 and missing != 0:
            low = fresh & -fresh
            more = adjacency[index_of(low)] & within
            within ^= more
            missing &= ~more
            fresh ^= low | more
        if missing != 0:
            found |= one
    return found


@kernel
def known_joints(alive: int, mark: int, adjacency: Words, memo: Words) -> int:
    """Return `joints`, kept in `memo` by the mask; entries with another `mark` are out of date."""
    entry = memo[alive]
    if entry >> MOST == mark:
        return int(entry & 0xFFFF)
    found = joints(alive, adjacency)
    memo[alive] = mark << MOST | found
    return int(found)


@kernel
def absorbed(group: int, hub: int, adjacency: Words, partner: Words, other_adjacency: Words) -> int:
    """Return 1 unless a part of `group` cannot be taken in by `hub`, the rest helping in vain.

    `group` is one of the parts into which the position falls without `hub`. If the last one
    left is outside the group, members of the group meet only members, on the places of
    members, until the hub takes the place of one: so each part of the group that holds
    together both ways needs a neighbour of the hub.
    """
    near = adjacency[hub]
    if group & ~near == 0:
        return 1
    places = 0
    rest = group
    while rest != 0:
        low = rest & -rest
        rest ^= low
        places |= 1 << partner[index_of(low)]
    while places != 0:
        island = component(places & -places, places, other_adjacency)
        places &= ~island
        members = 0
        rest = group
        while rest != 0:
            low = rest & -rest
            rest ^= low
            if island >> partner[index_of(low)] & 1:
                members |= low
        while members != 0:
            part = component(members & -members, members, adjacency)
            if part & near == 0:
                return 0
            members &= ~part
    return 1


@kernel
def possible_last(
    alive: int,
    cut: int,
    adjacency: Words,
    partner: Words,
    other_adjacency: Words,
) -> int:
    """Return the mask of those in `alive` that may be the last one left; 0 proves the position lost.

    `cut` are the joints of `alive`; `partner` gives for each its place on the other side.
    """
    last = alive
    while cut != 0:
        one = cut & -cut
        cut ^= one
        hub = index_of(one)
        rest = alive & ~one
        while rest != 0:
            group = component(rest & -rest, rest, adjacency)
            rest &= ~group
            if absorbed(group, hub, adjacency, partner, other_adjacency) == 0:
                last &= group
    return last


@kernel
def slots_before(level: int) -> int:
    """Return how many slots the tables below `level` have."""
    return FIRST_SLOTS * ((1 << 2 * level) - 1) // 3


@kernel
def entry_of(low: int, high: int, generation: int, table: Words, level: int) -> int:
    """Return where a position begins in the table of `level`, or where it would."""
    start = slots_before(level)
    last = (FIRST_SLOTS << 2 * level) - 1
    key = high | generation << 32
    # 31-bit factors on halves of at most 32 bits: no product leaves 63 bits.
    mixed = (low & 0xFFFFFFFF) * 0x2545F491 ^ high * 0x369DEA0F ^ (low >> 32) * 0x5851F42D
    slot = (mixed ^ mixed >> 29 ^ mixed >> 15) & last
    entry = (start + slot) * SLOT_WORDS
    while table[entry + 1] >> 32 == generation:
        if table[entry + 1] == key and table[entry] == low:
            return entry
        slot = (slot + 1) & last
        entry = (start + slot) * SLOT_WORDS
    return entry


@kernel
def move_up(generation: int, table: Words, level: int) -> None:
    """Enter every position of the table of `level` in the next one, which is empty."""
    for slot in range(slots_before(level), slots_before(level + 1)):
        low = table[2 * slot]
        key = table[2 * slot + 1]
        if key >> 32 == generation:
            entry = entry_of(low, key & 0xFFFFFFFF, generation, table, level + 1)
            table[entry] = low
            table[entry + 1] = key


@kernel
def packed(tops: Words, base: int, cells: int) -> tuple[int, int]:
    """Return the whole position as two words: cells 0 to 7 and which are occupied, cells 8 to 15."""
    low = cells << 32
    high = 0
    rest = cells
    while rest != 0:
        bit = rest & -rest
        rest ^= bit
        cell = index_of(bit)
        if cell < 8:
            low |= tops[base + cell] << 4 * cell
        else:
            high |= tops[base + cell] << 4 * (cell - 8)
    return low, high


@kernel
def worth_of_removal(one: int, alive: int, weights: Words, adjacency: Words, degree: Words, base: int) -> int:
    """Return how much heavier the others weigh without `one`, less its own weight.

    `weights` falls with the number of neighbours; `degree` holds those numbers from `base` on.
    """
    worth = -weights[degree[base + one]]
    others = adjacency[one] & alive
    while others != 0:
        low = others & -others
        others ^= low
        near = degree[base + index_of(low)]
        worth += weights[near - 1] - weights[near]
    return int(worth)


@kernel
def change_of_links(
    source: int, goal: int, staying: int, reach: Words, weights: Words, scratch: Words
) -> int:
    """Return how much heavier the stacks weigh by the moves each has or suffers, after a move."""
    matching = scratch[MATCHING + source]
    left = matching & reach[source] & staying
    lost = scratch[MATCHING + goal] & reach[goal] & staying
    won = matching & reach[goal] & staying
    change = weights[size_of(won)] - weights[scratch[LINKS + source]] - weights[scratch[LINKS + goal]]
    others = left | lost | won
    while others != 0:
        low = others & -others
        others ^= low
        links = scratch[LINKS + index_of(low)]
        change -= weights[links]
        links += (won & low != 0) - (left & low != 0) - (lost & low != 0)
        change += weights[links]
    return int(change)


@kernel
def list_moves(
    depth: int,
    cards: int,
    cells: int,
    card_joints: int,
    cell_joints: int,
    order: int,
    compat: Words,
    reach: Words,
    weights: Words,
    tops: Words,
    place: Words,
    scratch: Words,
    moves: Words,
) -> int:
    """Write the moves that leave cards and cells connected, best first; return how many.

    What few others match or reach is worth the more to be rid of. Order 0 weighs what is left
    of cards and of cells by their neighbours, 0.7 to the power of each number; order 1 covers
    the card with the fewest matches first; order 2 weighs cards, and stacks by the moves they
    have, by powers of 0.5.
    """
    base = depth * MOST
    table = weights[:WEIGHTS] if order == 0 else weights[WEIGHTS:]
    rest = cells
    while rest != 0:
        low = rest & -rest
        rest ^= low
        cell = index_of(low)
        card = tops[base + cell]
        matching = 0
        others = compat[card] & cards
        while others != 0:
            other = others & -others
            others ^= other
            matching |= 1 << place[index_of(other)]
        scratch[CARD_DEGREE + card] = size_of(matching)
        scratch[CELL_DEGREE + cell] = size_of(reach[cell] & cells)
        scratch[MATCHING + cell] = matching
        scratch[LINKS + cell] = size_of(matching & reach[cell])
    if order == 0:
        rest = cells & ~cell_joints
        while rest != 0:
            low = rest & -rest
            rest ^= low
            cell = index_of(low)
            scratch[EMPTYING + cell] = worth_of_removal(cell, cells, table, reach, scratch, CELL_DEGREE)
    count = 0
    goals = cells
    while goals != 0:
        goal_bit = goals & -goals
        goals ^= goal_bit
        goal = index_of(goal_bit)
        covered = tops[base + goal]
        sources = scratch[MATCHING + goal] & reach[goal] & ~cell_joints
        if sources == 0 or card_joints >> covered & 1:
            continue
        if order == 1:
            cover = scratch[CARD_DEGREE + covered]
        else:
            cover = (1 << 21) + worth_of_removal(covered, cards, table, compat, scratch, CARD_DEGREE)
        while sources != 0:
            source_bit = sources & -sources
            sources ^= source_bit
            source = index_of(source_bit)
            score = cover
            if order == 0:
                score += scratch[EMPTYING + source]
            elif order == 2:
                staying = cells & ~source_bit & ~goal_bit
                score += change_of_links(source, goal, staying, reach, table, scratch)
            entry = score << 8 | goal << 4 | source
            at = depth * MOVES_A_DEPTH + count
            while at > depth * MOVES_A_DEPTH and moves[at - 1] > entry:
                moves[at] = moves[at - 1]
                at -= 1
            moves[at] = entry
            count += 1
    return count


@kernel
def begin(stacks: int, tops: Words, masks: Words, upcoming: Words, control: Words) -> None:
    """Set the work arrays to the start of a new position with `stacks` stacks."""
    control[DEPTH] = 0
    control[NODES] = 0
    control[USED] = 0
    control[LEVEL] = 0
    control[GENERATION] += 1
    control[ORDER] = 0
    control[ROUND_END] = FIRST_ROUND
    control[ROUND_LENGTH] = FIRST_ROUND
    control[STACKS] = stacks
    for cell in range(stacks):
        tops[cell] = cell
    masks[0] = (1 << stacks) - 1
    masks[1] = (1 << stacks) - 1
    upcoming[0] = -1


@kernel
def search(
    compat: Words,
    reach: Words,
    weights: Words,
    tops: Words,
    masks: Words,
    place: Words,
    scratch: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    card_memo: Words,
    cell_memo: Words,
    limit: int,
) -> int:
    """Go on with a search that `begin` set up until it ends or `limit` positions were expanded.

    Returns SOLVED (the moves are those before `upcoming` at each depth), LOST, PAUSED, or FULL
    (give a table with room for the next level and call again). The position at depth 0 must
    have connected cards and connected cells.
    """
    depth = control[DEPTH]
    stacks = control[STACKS]
    generation = control[GENERATION]
    level = control[LEVEL]
    while True:
        base = depth * MOST
        cards = masks[2 * depth]
        cells = masks[2 * depth + 1]
        if upcoming[depth] < 0:
            if depth == stacks - 1:
                control[DEPTH] = depth
                return SOLVED
            if 2 * control[USED] >= FIRST_SLOTS << 2 * level:
                if len(table) < slots_before(level + 2) * SLOT_WORDS:
                    control[DEPTH] = depth
                    return FULL
                move_up(generation, table, level)
                level += 1
                control[LEVEL] = level
            low, high = packed(tops, base, cells)
            if table[entry_of(low, high, generation, table, level) + 1] >> 32 == generation:
                depth -= 1
                if depth < 0:
                    return LOST
                continue
            if control[NODES] >= limit:
                control[DEPTH] = depth
                return PAUSED
            if control[NODES] >= control[ROUND_END]:
                control[ORDER] += 1
                if control[ORDER] == ORDERS:
                    control[ORDER] = 0
                    control[ROUND_LENGTH] *= 2
                control[ROUND_END] += control[ROUND_LENGTH]
                depth = 0
                upcoming[0] = -1
                continue
            control[NODES] += 1
            rest = cells
            while rest != 0:
                bit = rest & -rest
                rest ^= bit
                cell = index_of(bit)
                place[tops[base + cell]] = cell
            card_joints = known_joints(cards, generation, compat, card_memo)
            cell_joints = known_joints(cells, 1, reach, cell_memo)
            count[depth] = 0
            upcoming[depth] = 0
            if possible_last(cards, card_joints, compat, place, reach) != 0:
                for cell in range(MOST):
                    scratch[cell] = tops[base + cell]
                if possible_last(cells, cell_joints, reach, scratch, compat) != 0:
                    count[depth] = list_moves(
                        depth,
                        cards,
                        cells,
                        card_joints,
                        cell_joints,
                        control[ORDER],
                        compat,
                        reach,
                        weights,
                        tops,
                        place,
                        scratch,
                        moves,
                    )
        if upcoming[depth] < count[depth]:
            entry = moves[depth * MOVES_A_DEPTH + upcoming[depth]]
            upcoming[depth] += 1
            goal = entry >> 4 & 15
            source = entry & 15
            for cell in range(stacks):
                tops[base + MOST + cell] = tops[base + cell]
            tops[base + MOST + goal] = tops[base + source]
            masks[2 * depth + 2] = cards & ~(1 << tops[base + goal])
            masks[2 * depth + 3] = cells & ~(1 << source)
            depth += 1
            upcoming[depth] = -1
        else:
            low, high = packed(tops, base, cells)
            found = entry_of(low, high, generation, table, level)
            table[found] = low
            table[found + 1] = high | generation << 32
            control[USED] += 1
            depth -= 1
            if depth < 0:
                return LOST


@kernel
def search_many(
    compats: Words,
    reach: Words,
    stacks: int,
    first: int,
    limit: int,
    resumed: int,
    weights: Words,
    tops: Words,
    masks: Words,
    place: Words,
    scratch: Words,
    moves: Words,
    count: Words,
    upcoming: Words,
    control: Words,
    table: Words,
    card_memo: Words,
    cell_memo: Words,
    most: int,
    verdicts: Words,
    nodes: Words,
) -> int:
    """Search deals `first` onwards that share cells, `stacks` rows of `compats` each.

    Writes SOLVED, LOST or PAUSED (`most` positions were expanded in one deal) to `verdicts`
    and the positions expanded to `nodes`. Returns the number of the deal to go on with after
    about `limit` positions, and minus 1 minus it when that deal needs a longer table. Give
    `resumed` 1 when the deal `first` was begun in the call before.
    """
    spent = 0
    deals = len(verdicts)
    for deal in range(first, deals):
        compat = compats[deal * stacks : (deal + 1) * stacks]
        if resumed == 0:
            begin(stacks, tops, masks, upcoming, control)
        whole = (1 << stacks) - 1
        before = control[NODES]
        verdict = LOST
        if component(1, whole, compat) == whole and component(1, whole, reach) == whole:
            pause = min(most, before + limit - spent)
            verdict = search(
                compat,
                reach,
                weights,
                tops,
                masks,
                place,
                scratch,
                moves,
                count,
                upcoming,
                control,
                table,
                card_memo,
                cell_memo,
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
