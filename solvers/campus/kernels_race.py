"""The inner loops of races: which boards can come, what pairs of them are worth, turns until one is clear.

A board is a mask with one bit for each number tile, in ascending order of value. The boards that can
come are numbered so that play leads to lower numbers only; number 0 is the cleared board. What a roll
allows on a board is kept by *buckets*, lists of boards of which the player chooses one: `exact` of 36
throws allow those of this bucket only, `running` those of this bucket and of all before it. Every
function takes its tables as arguments and works on a slice, so that the caller gets to look at the
clock in between.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

MOST = 24
"""The largest total of a roll: a double six, doubled."""
ONE = 1 << 30
"""A chance of 1 in the units of the tables."""
THROWS = 36
AT_MOST = 1
ALL_DOWN, ANY_DOWN, LOST = 1, 2, 3
FULL, MANY = 1, 2
TURN = 1 << 24
"""A turn in the units in which turns are counted."""


@kernel
def closure(mask: int, lines: Any) -> int:
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
def list_sets(mask: int, board: Any, sets: Any, chosen: Any) -> int:
    """Write total, number of tiles and what is left after the chain of every set with a total up to MOST.

    `sets` int64[3, room]; `chosen` int64[tiles + 1] is written to. Returns how many there are, -1 for
    more than there is room for.
    """
    lines, values = board
    room = sets.shape[1]
    tiles = len(values)
    found, depth, total, tile, left = 0, 0, 0, 0, mask
    while True:
        while tile < tiles and mask >> tile & 1 == 0:
            tile += 1
        if tile < tiles and total + values[tile] <= MOST:
            chosen[depth] = tile
            depth += 1
            total += int(values[tile])
            left ^= 1 << tile
            if found == room:
                return -1
            sets[0, found] = total
            sets[1, found] = depth
            sets[2, found] = closure(left, lines)
            found += 1
        else:
            if depth == 0:
                return found
            depth -= 1
            tile = int(chosen[depth])
            total -= int(values[tile])
            left ^= 1 << tile
        tile += 1


@kernel
def lost(mask: int, how: int, tiles: int) -> bool:
    """Return whether a roll is lost that is lost in this way by these tiles being down."""
    if how == ALL_DOWN:
        return mask & tiles == 0
    if how == ANY_DOWN:
        return mask & tiles != tiles
    return how == LOST


@kernel
def sort_by_total(found: int, sets: Any, starts: Any, order: Any) -> None:
    """Write the sets in order of their totals; those of total t stand from `starts[t]` to `starts[t + 1]`."""
    starts[:] = 0
    for k in range(found):
        starts[sets[0, k] + 1] += 1
    for t in range(MOST + 1):
        starts[t + 1] += starts[t]
    for k in range(found):
        t = sets[0, k]
        order[starts[t]] = k
        starts[t] += 1
    for t in range(MOST + 1, 0, -1):
        starts[t] = starts[t - 1]
    starts[0] = 0


@kernel
def weigh(mask: int, kinds: Any, relaxed: int, starts: Any, weights: Any) -> int:
    """Write how many throws use the sets of each total, `weights` int64[2, MOST + 1]; return the rest.

    A roll that takes less as well counts with the largest total there is for it.
    """
    weights[:] = 0
    stay = 0
    for k in range(len(kinds)):
        total, weight, mode, how, tiles = kinds[k]
        if not relaxed and lost(mask, how, tiles):
            stay += weight
            continue
        at_most = relaxed or mode == AT_MOST
        t = total
        while at_most and t > 0 and starts[t] == starts[t + 1]:
            t -= 1
        if t == 0 or starts[t] == starts[t + 1]:
            stay += weight
        else:
            weights[int(at_most), t] += weight
    return stay


@kernel
def write_nested(room: Any, seen: Any, out: Any, at: Any) -> None:
    """Write the buckets of a board where any admissible set may be chosen."""
    sets, order, starts, weights, _ = room
    options, ends, exact, running = out
    first_stamp = at[1] + 1
    last = MOST
    while last and weights[0, last] == 0 and weights[1, last] == 0:
        last -= 1
    pending = False
    for t in range(1, last + 1):
        if starts[t] == starts[t + 1]:
            continue
        alone = weights[0, t] > 0
        if alone and pending:
            ends[at[3]], exact[at[3]], running[at[3]] = at[2], 0, 0
            at[3] += 1
        if alone or not pending:
            at[1] += 1
        least = at[1] if alone else first_stamp
        for k in range(starts[t], starts[t + 1]):
            left = sets[2, order[k]]
            if seen[left] < least:
                options[at[2]] = left
                at[2] += 1
            seen[left] = at[1]
        pending = True
        if alone or weights[1, t] > 0:
            ends[at[3]], exact[at[3]], running[at[3]] = at[2], weights[0, t], weights[1, t]
            at[3] += 1
            pending = False


@kernel
def write_largest(mask: int, kinds: Any, relaxed: int, room: Any, seen: Any, out: Any, at: Any) -> int:
    """Write the buckets of a board where only the sets with the most tiles may be chosen; return the rest."""
    sets, order, starts, _, _ = room
    options, ends, exact, running = out
    stay = 0
    for k in range(len(kinds)):
        total, weight, mode, how, tiles = kinds[k]
        first = starts[1] if relaxed or mode == AT_MOST else starts[total]
        last = starts[total + 1]
        if (not relaxed and lost(mask, how, tiles)) or first == last:
            stay += weight
            continue
        most = 0
        for i in range(first, last):
            most = max(most, int(sets[1, order[i]]))
        at[1] += 1
        for i in range(first, last):
            left = sets[2, order[i]]
            if sets[1, order[i]] == most and seen[left] != at[1]:
                seen[left] = at[1]
                options[at[2]] = left
                at[2] += 1
        ends[at[3]], exact[at[3]], running[at[3]] = at[2], weight, 0
        at[3] += 1
    return stay


@kernel
def reach(most_sets: int, board: Any, law: Any, room: Any, seen: Any, out: Any, states: Any, at: Any) -> int:
    """Write what can be done on the boards that were seen, from mask `at[0]` downwards.

    `at` int64[6] counts: the next mask, the last stamp in `seen`, options, buckets and boards written,
    sets looked at. Stops with 0 after `most_sets` sets more, or at mask 0; with FULL where `out` has no
    room for the next board; with MANY where a board has more sets than `room` holds.
    """
    kinds, relax, largest = law
    sets, order, starts, weights, chosen = room
    masks, stays, bucket_ends = states
    goal = at[5] + most_sets
    while at[0] > 0 and at[5] < goal:
        mask = int(at[0])
        if seen[mask] == 0:
            at[0] -= 1
            at[5] += 1
            continue
        found = list_sets(mask, board, sets, chosen)
        if found < 0:
            return MANY
        written = found * len(kinds) if largest else found
        if (
            at[2] + written > len(out[0])
            or at[3] + 2 * MOST + len(kinds) > len(out[1])
            or at[4] >= len(masks)
        ):
            return FULL
        sort_by_total(found, sets, starts, order)
        stay = weigh(mask, kinds, 0, starts, weights)
        relaxed = int(stay == THROWS and relax)
        if relaxed:
            stay = weigh(mask, kinds, 1, starts, weights)
        if largest:
            stay = write_largest(mask, kinds, relaxed, room, seen, out, at)
        else:
            write_nested(room, seen, out, at)
        masks[at[4]], stays[at[4]], bucket_ends[at[4]] = mask, stay, at[3]
        at[4] += 1
        at[0] -= 1
        at[5] += 1 + found
    return 0


@kernel
def gather(first: int, last: int, start: int, graph: Any, table: Any, best: Any, run: Any, sums: Any) -> None:
    """Write the weighted sums of the best that boards `first` to `last` lead to, `sums` int64[boards, width].

    `table` int32[boards, others] has the values to choose from; columns from `start` on are taken.
    """
    bucket_first, option_first, options, exact, running, _, _ = graph
    width = sums.shape[1]
    for state in range(first, last):
        row = sums[state - first]
        row[:] = 0
        run[:width] = 0
        for b in range(bucket_first[state], bucket_first[state + 1]):
            best[:width] = 0
            for e in range(option_first[b], option_first[b + 1]):
                there = table[options[e], start : start + width]
                for j in range(width):
                    best[j] = max(best[j], there[j])
            weight = exact[b]
            if weight:
                for j in range(width):
                    row[j] += weight * best[j]
            weight = running[b]
            for j in range(width):
                run[j] = max(run[j], best[j])
            if weight:
                for j in range(width):
                    row[j] += weight * run[j]


@kernel
def pairs(
    c0: int,
    o0: int,
    base: int,
    mine: Any,
    theirs: Any,
    over: int,
    after: Any,
    against: Any,
    sums: Any,
    room: Any,
) -> None:
    """Fill the worth of all pairs of my boards from `c0` and their boards from `o0` on.

    `after` int32[mine, theirs from base on] is my chance with the other to roll, `against` int32[theirs,
    mine] one less my chance with me to roll. `sums` are int64[my boards, their boards] and the other way
    round, and say how many there are; none leads to another. `over` says that a board nothing changes
    ends the game.
    """
    my_sums, their_sums = sums
    best, run = room
    my_stay, their_stay = mine[5], theirs[5]
    gather(c0, c0 + my_sums.shape[0], o0 - base, mine, after, best, run, my_sums)
    gather(o0, o0 + their_sums.shape[0], c0, theirs, against, best, run, their_sums)
    for i in range(my_sums.shape[0]):
        k = my_stay[c0 + i]
        for j in range(my_sums.shape[1]):
            d = their_stay[o0 + j]
            whole = THROWS * THROWS - k * d
            if whole == 0 or (over and (k == THROWS or d == THROWS)):
                after[c0 + i, o0 - base + j] = 0
                against[o0 + j, c0 + i] = ONE
                continue
            x = my_sums[i, j]
            y = (THROWS - d) * ONE - their_sums[j, i]
            after[c0 + i, o0 - base + j] = (2 * (THROWS * y + d * x) + whole) // (2 * whole)
            against[o0 + j, c0 + i] = ONE - (2 * (THROWS * x + k * y) + whole) // (2 * whole)


@kernel
def throws(state: int, other: int, graph: Any, table: Any, items: Any) -> int:
    """Write weight and best value of each kind of throw that changes a board, best first; return how many.

    `items` int64[2, room].
    """
    bucket_first, option_first, options, exact, running, _, _ = graph
    found = 0
    run = 0
    for b in range(bucket_first[state], bucket_first[state + 1]):
        best = 0
        for e in range(option_first[b], option_first[b + 1]):
            best = max(best, int(table[options[e], other]))
        run = max(run, best)
        for weight, value in ((int(exact[b]), best), (int(running[b]), run)):
            if weight:
                k = found
                while k > 0 and items[1, k - 1] < value:
                    items[0, k] = items[0, k - 1]
                    items[1, k] = items[1, k - 1]
                    k -= 1
                items[0, k] = weight
                items[1, k] = value
                found += 1
    return found


@kernel
def sure(own: Any, others: Any, fewest_own: int, fewest_others: int, own_turn: int) -> int:
    """Return the worth of a pair of boards for a player where both may pass on any throw.

    `own` and `others` int64[2, n] have weight and value of the throws each may use, best first; the
    other's values are his. Each uses so many of his best throws, `fewest_…` at least; of all such pairs
    of choices this is the best that the player can be sure of. Passing for ever is worth nothing.
    """
    up, down = -1, 1
    k, x = THROWS, 0
    for i in range(own.shape[1] + 1):
        if i:
            k -= own[0, i - 1]
            x += own[0, i - 1] * own[1, i - 1]
        if i < fewest_own:
            continue
        least_up, least_down = 0, 0
        d, y = THROWS, 0
        for j in range(others.shape[1] + 1):
            if j:
                d -= others[0, j - 1]
                y += others[0, j - 1] * (ONE - others[1, j - 1])
            if j < fewest_others:
                continue
            whole = THROWS * THROWS - k * d
            value = 0
            if whole == 0:
                whole = 1
            else:
                value = THROWS * x + k * y if own_turn else THROWS * y + d * x
            if least_down == 0 or value * least_down < least_up * whole:
                least_up, least_down = value, whole
        if up < 0 or least_up * down > up * least_down:
            up, down = least_up, least_down
    return (2 * up + down) // (2 * down)


@kernel
def passing_pairs(
    c0: int,
    c1: int,
    o0: int,
    o1: int,
    base: int,
    mine: Any,
    theirs: Any,
    over: int,
    after: Any,
    against: Any,
    my_items: Any,
    their_items: Any,
) -> None:
    """Do the work of `pairs` for boards `c0` to `c1` and `o0` to `o1` where players may pass."""
    for c in range(c0, c1):
        for o in range(o0, o1):
            if over and (mine[5][c] == THROWS or theirs[5][o] == THROWS):
                after[c, o - base] = 0
                against[o, c] = ONE
                continue
            m = throws(c, o - base, mine, after, my_items)
            n = throws(o, c, theirs, against, their_items)
            own, others = my_items[:, :m], their_items[:, :n]
            fewest = 0 if mine[6][c] else m
            fewest_others = 0 if theirs[6][o] else n
            after[c, o - base] = sure(own, others, fewest, fewest_others, 0)
            against[o, c] = ONE - sure(own, others, fewest, fewest_others, 1)


@kernel
def fewest_turns(first: int, last: int, never: int, graph: Any, turns: Any, picks: Any) -> None:
    """Write for boards `first` to `last` the least turns to clear them and what to go to after each throw.

    `turns` int64[boards] are in units of TURN, `picks` int64[2, buckets] for the throws that allow the
    bucket alone and for those that allow all up to it, -1 for staying. A board that nothing changes
    counts as `never` turns.
    """
    bucket_first, option_first, options, _, _, stay, free = graph
    for state in range(first, last):
        run_pick = -1
        for b in range(bucket_first[state], bucket_first[state + 1]):
            pick = -1
            for e in range(option_first[b], option_first[b + 1]):
                if pick < 0 or turns[options[e]] < turns[pick]:
                    pick = options[e]
            if run_pick < 0 or (pick >= 0 and turns[pick] < turns[run_pick]):
                run_pick = pick
            picks[0, b], picks[1, b] = pick, run_pick
        value = never
        if stay[state] < THROWS:
            value = mean_turns(state, graph, turns, picks, 1 << 60)
            while free[state]:
                better = mean_turns(state, graph, turns, picks, value)
                if better >= value:
                    break
                value = better
        turns[state] = min(value, never)
        for b in range(bucket_first[state], bucket_first[state + 1]):
            for k in range(2):
                if free[state] and picks[k, b] >= 0 and turns[picks[k, b]] >= value:
                    picks[k, b] = -1


@kernel
def mean_turns(state: int, graph: Any, turns: Any, picks: Any, most: int) -> int:
    """Return the mean turns from a board where throws that lead to `most` or more are passed over."""
    bucket_first, _, _, exact, running, _, _ = graph
    weight = 0
    total = THROWS * TURN
    for b in range(bucket_first[state], bucket_first[state + 1]):
        for k in range(2):
            throws = int(exact[b]) if k == 0 else int(running[b])
            if throws and turns[picks[k, b]] < most:
                weight += throws
                total += throws * int(turns[picks[k, b]])
    return total // weight if weight else most
