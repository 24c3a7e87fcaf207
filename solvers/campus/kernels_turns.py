"""The inner loops of the tables of expected turns and of chances. `turns.py` says what masks and rows are.

A mask has one bit for each number tile that is up, tiles in ascending order of value. A word is
32 masks that differ in their five lowest bits only; a word of an index has one bit for each of
them. Every function takes its tables as arguments and works on a slice of the words, so that the
caller gets to look at the clock in between.

What a mask is worth is one number, the less the better. It may have two parts, the higher one going
before the lower one: each is averaged by itself. Where the largest sets have to be played, a row holds
`step` less for each tile of a set, which puts sets of more tiles before all others; `step` is None
where sizes do not matter, so that what is compiled then knows nothing of them.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

LOW = 5
"""Bits of a mask inside one word."""
PACK = 2
"""An index counts before every 2^PACK words."""
STRIDE = 64
"""Words between two counts of a finished table."""
MOST = 24
"""The largest total of a roll: a double six, doubled."""
NONE = (1 << 31) - 1
"""Stands for "no such set" in a row of 32 bits."""
NEVER = (1 << 31) - 2
"""Stands for a value without bound, where it is not of two parts."""
SPREAD = 0x077CB531
"""A de Bruijn word: multiplied by a power of two below 2^32, its bits 27 to 31 tell which."""
EXACT, AT_MOST = 0, 1
NOT_LOST, ALL_DOWN, ANY_DOWN, LOST = 0, 1, 2, 3


@kernel
def ones(x: int) -> int:
    """Return how many of the 32 lowest bits of `x` are set; `x` has no other."""
    x = x - (x >> 1 & 0x55555555)
    x = (x & 0x33333333) + (x >> 2 & 0x33333333)
    x = x + (x >> 4) & 0x0F0F0F0F
    return x * 0x01010101 >> 24 & 0xFF


@kernel
def word_patterns(word: int, lines: Any, low_live: Any, low_closed: Any) -> Any:
    """Return which of the 32 masks of a word are live and which are thin, as two 32-bit patterns.

    `low_live` and `low_closed` int64[lines, 3] hold for each line and for none, one or more of its
    higher tiles up the low parts with which two of its tiles are up, and with which not just one is.
    """
    live = 0xFFFFFFFF
    closed = 0xFFFFFFFF
    high = word << LOW
    for k in range(len(lines)):
        up = high & lines[k]
        some = 0
        if up:
            some = 2 if up & (up - 1) else 1
        live &= low_live[k, some]
        closed &= low_closed[k, some]
        if closed == 0:
            break
    return live, closed & ~live


@kernel
def count(first: int, last: int, board: Any, totals: Any) -> None:
    """Add to `totals` int64[2] the live and the thin masks of the words from `first` to `last`."""
    lines, low_live, low_closed = board
    for word in range(first, last):
        live, thin = word_patterns(word, lines, low_live, low_closed)
        totals[0] += ones(live)
        totals[1] += ones(thin)


@kernel
def index(first: int, last: int, kind: int, board: Any, words: Any, before: Any) -> None:
    """Write the patterns of the words from `first` to `last` and how many masks come before them.

    `kind` is 0 for live masks and 1 for thin ones; there is a count for every 2^PACK words.
    """
    lines, low_live, low_closed = board
    count = int(before[first >> PACK])
    for word in range(first, last):
        pattern = word_patterns(word, lines, low_live, low_closed)[kind]
        words[word] = pattern
        count += ones(pattern)
        if word + 1 & (1 << PACK) - 1 == 0:
            before[word + 1 >> PACK] = count


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
def first_rank(word: int, words: Any, before: Any) -> int:
    """Return how many masks of an index come before those of a word."""
    at = word >> PACK
    found = int(before[at])
    for k in range(at << PACK, word):
        found += ones(int(words[k]))
    return found


@kernel
def rank(mask: int, words: Any, before: Any) -> int:
    """Return how many masks of an index come before `mask`."""
    word = mask >> LOW
    return first_rank(word, words, before) + ones(int(words[word]) & (1 << (mask & 31)) - 1)


@kernel
def locate(mask: int, board: Any, live_before: Any, thin_before: Any) -> Any:
    """Return whether a closed mask is thin, and its rank, from counts before every STRIDE words."""
    lines, low_live, low_closed = board
    goal = mask >> LOW
    at = goal // STRIDE
    live_rank = int(live_before[at])
    thin_rank = int(thin_before[at])
    for word in range(at * STRIDE, goal):
        live, thin = word_patterns(word, lines, low_live, low_closed)
        live_rank += ones(live)
        thin_rank += ones(thin)
    live, thin = word_patterns(goal, lines, low_live, low_closed)
    low = mask & 31
    if live >> low & 1:
        return 0, live_rank + ones(live & (1 << low) - 1)
    return 1, thin_rank + ones(thin & (1 << low) - 1)


@kernel
def is_index(first: int, last: int, board: Any, live_before: Any, thin_before: Any, ranks: Any) -> bool:
    """Return whether counts before every STRIDE words are those of the words from `first` to `last`.

    `ranks` int64[2] counts the live and the thin masks met, from those before `first` on.
    """
    lines, low_live, low_closed = board
    for word in range(first, last):
        if word % STRIDE == 0:
            at = word // STRIDE
            if live_before[at] != ranks[0] or thin_before[at] != ranks[1]:
                return False
        live, thin = word_patterns(word, lines, low_live, low_closed)
        ranks[0] += ones(live)
        ranks[1] += ones(thin)
    return True


@kernel
def settled(mask: int, row: Any, law: Any, room: Any) -> int:
    """Return the value of a mask from what its sets lead to: the less the better.

    `row[t]` is the least value after a set of total t, or none. `law` is (rolls, cost, dead, may
    pass, dead boards relax, form): `rolls` int64[kinds, 5] has total, weight of 36, EXACT or AT_MOST,
    how it is lost, and of which tiles; `cost` is 36 times what a turn adds to the value, `dead` the
    value of a board that nothing changes. `form` is (none, absent, never, kept, low, fine): `none` fills
    rows and stands for "no such set", as does all from `absent` on; `never` is a value without bound;
    the bits of `kept` are left once sizes do not matter any more; the lower part has `low` bits, 0 if
    there is none, and 2^fine of its units are one of the higher part.
    `room` int64[64] is written to. The value is rounded to a whole.
    """
    rolls, cost, dead, may_pass, relax, form = law
    room[0] = form[0]
    for t in range(1, MOST + 1):
        room[t] = min(room[t - 1], int(row[t]))
    answer = after_rolls(mask, row, rolls, cost, dead, may_pass, 0, form, room)
    if answer < 0 and relax:
        answer = after_rolls(mask, row, rolls, cost, dead, may_pass, 1, form, room)
    return dead if answer < 0 else answer


@kernel
def after_rolls(
    mask: int, row: Any, rolls: Any, cost: int, dead: int, may_pass: int, relaxed: int, form: Any, room: Any
) -> int:
    """Return what `settled` returns, or -1 where no roll changes the board.

    `relaxed` takes every roll as at most and loses none. `room[:25]` is the running minimum of
    the row; what comes after is written to.
    """
    _, absent, never, kept, low, _ = form
    lower = (1 << low) - 1
    weight = 0
    high_total = 0
    low_total = 0
    at = MOST + 1
    for k in range(len(rolls)):
        if not relaxed and lost(mask, rolls[k, 3], rolls[k, 4]):
            continue
        best = room[rolls[k, 0]] if relaxed or rolls[k, 2] == AT_MOST else int(row[rolls[k, 0]])
        if best >= absent:
            continue
        best &= kept
        if not may_pass and best == never:
            return int(never)
        weight += rolls[k, 1]
        high_total += rolls[k, 1] * (best >> low)
        low_total += rolls[k, 1] * (best & lower)
        room[at] = best
        room[at + 1] = rolls[k, 1]
        at += 2
    if weight == 0:
        return -1
    if may_pass:
        weight, high_total, low_total = worth_taking(room, at, cost, dead, form)
        if weight == 0:
            return int(dead)
    return mean(weight, high_total, low_total, cost, dead, form)


@kernel
def mean(weight: int, high_total: int, low_total: int, cost: int, dead: int, form: Any) -> int:
    """Return the value of waiting for rolls of some weight, of which both parts were added up.

    With two parts the higher one is a chance to miss, of which a dead board has all, and a turn costs
    the lower one as much as it is not missed.
    """
    low, fine = form[4], form[5]
    if low == 0:
        return int((cost + high_total + weight // 2) // weight)
    high = (high_total + weight // 2) // weight
    waited = 36 * ((dead >> low) - high)
    parts = weight << fine
    return int(high << low) + int(((low_total << fine) + waited + parts // 2) // parts)


@kernel
def worth_taking(room: Any, end: int, cost: int, dead: int, form: Any) -> Any:
    """Return weight and both totals of the rolls after which moving beats passing.

    In order of what they lead to, each roll is taken while that is less than the value so far.
    """
    _, absent, never, _, low, fine = form
    lower = (1 << low) - 1
    weight = 0
    high_total = 0
    low_total = 0
    while True:
        least = MOST + 1
        for k in range(MOST + 1, end, 2):
            if room[k] < room[least]:
                least = k
        best = room[least]
        if best >= absent or best == never:
            return weight, high_total, low_total
        high, rest = best >> low, best & lower
        if weight:
            # What passing is worth, times the weight: first the higher part, then the lower one.
            ahead = high_total + cost - high * weight if low == 0 else high_total - high * weight
            if ahead == 0 and low:
                waited = 36 * ((dead >> low) - high)
                ahead = (low_total - rest * weight << fine) + waited
            if ahead <= 0:
                return weight, high_total, low_total
        weight += room[least + 1]
        high_total += room[least + 1] * high
        low_total += room[least + 1] * rest
        room[least] = absent


@kernel
def fits(value: int, form: Any) -> bool:
    """Return whether a value leaves room for those that come of it: another 36 turns at most."""
    low: int = form[4]
    if low:
        return value >> low - 1 & 1 == 0
    never: int = form[2]
    return value <= never >> 1 or value == never


@kernel
def lost(mask: int, how: int, tiles: int) -> bool:
    """Return whether a roll is lost that is lost in this way by these tiles being down."""
    if how == ALL_DOWN:
        return mask & tiles == 0
    if how == ANY_DOWN:
        return mask & tiles != tiles
    return how == LOST


@kernel
def chain_sums(triggers: int, others: int, values: Any, places: Any) -> int:
    """Return the totals of the sets of dropped tiles that hold a trigger, as a bit pattern."""
    fits = (1 << MOST + 1) - 1
    without = 1
    while others:
        bit = others & -others
        others ^= bit
        value = values[places[bit * SPREAD >> 27 & 31]]
        if value <= MOST:
            without |= without << value & fits
    holding = 0
    while triggers:
        bit = triggers & -triggers
        triggers ^= bit
        value = values[places[bit * SPREAD >> 27 & 31]]
        if value <= MOST:
            holding |= (holding | without) << value & fits
    return holding


@kernel
def chain_sizes(triggers: int, others: int, values: Any, places: Any, room: Any) -> None:
    """Write the most tiles of a set of dropped tiles with each total that holds a trigger, 0 if none.

    They are written to `room[:25]`; the next 25 are written to, too.
    """
    room[: 2 * MOST + 2] = 0
    # One more than the tiles of a set without a trigger, so that 0 says that there is none.
    without = room[MOST + 1 :]
    without[0] = 1
    while others:
        bit = others & -others
        others ^= bit
        value = values[places[bit * SPREAD >> 27 & 31]]
        for t in range(MOST, value - 1, -1):
            if without[t - value]:
                without[t] = max(without[t], without[t - value] + 1)
    while triggers:
        bit = triggers & -triggers
        triggers ^= bit
        value = values[places[bit * SPREAD >> 27 & 31]]
        for t in range(MOST, value - 1, -1):
            if room[t - value]:
                room[t] = max(room[t], room[t - value] + 1)
            room[t] = max(room[t], without[t - value])


@kernel
def falling(mask: int, tile: int, through: Any, places: Any) -> int:
    """Return the tiles that hang together with `tile` by lines that have two tiles up."""
    group = 0
    pending = tile
    while pending:
        bit = pending & -pending
        group |= bit
        b = places[bit * SPREAD >> 27 & 31]
        for k in range(through.shape[1]):
            up = mask & through[b, k]
            less = up & (up - 1)
            if less & (less - 1) == 0:
                pending |= up
        pending &= ~group
    return group


@kernel
def after_chain(mask: int, dropped: int, through: Any, places: Any) -> int:
    """Return the closure of a mask that was closed before it lost the tiles of `dropped`."""
    pending = dropped
    while pending:
        bit = pending & -pending
        pending ^= bit
        b = places[bit * SPREAD >> 27 & 31]
        for k in range(through.shape[1]):
            up = mask & through[b, k]
            if up & (up - 1) == 0:
                mask ^= up
                pending |= up
    return mask


@kernel
def chained(
    mask: int, critical: int, board: Any, thin_index: Any, thin_rows: Any, step: Any, row: Any, room: Any
) -> None:
    """Lower `row` to what can be had through tiles of `critical`, each the last but one of a line.

    Two such tiles of one line fall together whichever of them is named, and so do all that hang
    together by such lines.
    """
    _, through, values, _, places = board
    words, before = thin_index
    columns = thin_rows.shape[1]
    while critical:
        group = falling(mask, critical & -critical, through, places)
        critical &= ~group
        after = after_chain(mask ^ group, group, through, places)
        there = thin_rows[rank(after, words, before)]
        if step is None:
            sums = chain_sums(group, mask ^ after ^ group, values, places)
            while sums:
                bit = sums & -sums
                sums ^= bit
                spent = places[bit * SPREAD >> 27 & 31]
                part = row[spent:]
                for t in range(min(columns, len(part))):
                    part[t] = min(part[t], there[t])
        else:
            chain_sizes(group, mask ^ after ^ group, values, places, room)
            for spent in range(1, MOST + 1):
                less = step * room[spent]
                if less:
                    part = row[spent:]
                    for t in range(min(columns, len(part))):
                        part[t] = min(part[t], there[t] - less)


@kernel
def thin_blocks(
    blocks: Any, size: int, board: Any, law: Any, step: Any, thin_index: Any, thin_rows: Any, work: Any
) -> int:
    """Fill the rows of the thin masks of some blocks of `size` words each.

    Returns 0, or 1 where a value does not fit.
    """
    for k in range(len(blocks)):
        first = blocks[k] * size
        if thin_block(first, first + size, board, law, step, thin_index, thin_rows, work):
            return 1
    return 0


@kernel
def thin_block(
    first: int, last: int, board: Any, law: Any, step: Any, thin_index: Any, thin_rows: Any, work: Any
) -> int:
    """Do the work of `thin_blocks` for the words from `first` to `last`."""
    row, room = work[0], work[1]
    lines, _, values, limits, places = board
    words, before = thin_index
    columns = thin_rows.shape[1]
    form = law[5]
    for word in range(first, last):
        pattern = int(words[word])
        at = first_rank(word, words, before)
        while pattern:
            bit = pattern & -pattern
            pattern ^= bit
            mask = word << LOW | ones(bit - 1)
            row[:] = form[0]
            critical = 0
            for k in range(len(lines)):
                up = mask & lines[k]
                less = up & (up - 1)
                if less and less & (less - 1) == 0:
                    critical |= up
            free = mask & ~critical
            while free:
                tile = free & -free
                free ^= tile
                b = places[tile * SPREAD >> 27 & 31]
                value = values[b]
                if value > MOST:
                    break
                there = thin_rows[rank(mask ^ tile, words, before)]
                part = row[value:]
                if step is None:
                    for t in range(limits[b] + 1):
                        part[t] = min(part[t], there[t])
                else:
                    for t in range(limits[b] + 1):
                        part[t] = min(part[t], there[t] - step)
            if critical:
                chained(mask, critical, board, thin_index, thin_rows, step, row, room)
            row[0] = settled(mask, row, law, room) if mask else 0
            if not fits(int(row[0]), form):
                return 1
            for t in range(columns):
                thin_rows[at, t] = row[t]
            at += 1
    return 0


@kernel
def live_blocks(
    blocks: Any,
    size: int,
    board: Any,
    law: Any,
    step: Any,
    live_index: Any,
    thin_index: Any,
    thin_rows: Any,
    values_live: Any,
    windows: Any,
    work: Any,
) -> int:
    """Fill values and windows of the live masks of some blocks of `size` words each.

    `windows` is (columns, start int64[t], bits int64[t]): column t of the live mask of rank r is
    kept at start[t] + r less the rank of the first mask with the same tiles from bits[t] on.
    Returns 0, or 1 where a value does not fit.
    """
    tables = live_index, thin_index, thin_rows, values_live, windows
    for k in range(len(blocks)):
        first = blocks[k] * size
        if live_block(first, first + size, board, law, step, tables, work):
            return 1
    return 0


@kernel
def live_block(
    first: int,
    last: int,
    board: Any,
    law: Any,
    step: Any,
    tables: Any,
    work: Any,
) -> int:
    """Do the work of `live_blocks` for the words from `first` to `last`."""
    live_index, thin_index, thin_rows, values_live, windows = tables
    _, _, values, limits, _ = board
    words, before = live_index
    columns, start, bits = windows
    row, room, offset, high_word, high_rank, high_bit, rank_of = work
    tiles = len(values)
    form = law[5]
    for word in range(first, last):
        whole = int(words[word])
        if whole == 0:
            continue
        for t in range(1, len(start)):
            shift = bits[t] - LOW
            offset[t] = start[t] - int(before[word >> shift << shift - PACK])
        highs = 0
        for b in range(LOW, tiles):
            if word >> b - LOW & 1 and values[b] <= MOST:
                other = word ^ 1 << b - LOW
                high_word[highs] = words[other]
                high_rank[highs] = first_rank(other, words, before)
                high_bit[highs] = b
                highs += 1
        at = first_rank(word, words, before)
        pattern = whole
        while pattern:
            bit = pattern & -pattern
            pattern ^= bit
            low = ones(bit - 1)
            mask = word << LOW | low
            rank_of[low] = at
            row[:] = form[0]
            critical = 0
            for k in range(highs):
                b = high_bit[k]
                if high_word[k] & bit:
                    there = high_rank[k]
                    high_rank[k] += 1
                    lower(row, values[b], limits[b], there, values_live, columns, offset, step)
                else:
                    critical |= 1 << b
            for b in range(min(LOW, tiles)):
                if low >> b & 1 and values[b] <= MOST:
                    if whole >> (low ^ 1 << b) & 1:
                        there = rank_of[low ^ 1 << b]
                        lower(row, values[b], limits[b], there, values_live, columns, offset, step)
                    else:
                        critical |= 1 << b
            if critical:
                chained(mask, critical, board, thin_index, thin_rows, step, row, room)
            row[0] = settled(mask, row, law, room) if mask else 0
            if not fits(int(row[0]), form):
                return 1
            values_live[at] = row[0]
            for t in range(1, len(start)):
                columns[offset[t] + at] = row[t]
            at += 1
    return 0


@kernel
def lower(
    row: Any, value: int, last: int, there: int, values_live: Any, columns: Any, offset: Any, step: Any
) -> None:
    """Lower `row` to what comes of a live mask, of rank `there`, once a tile of `value` led to it."""
    if step is None:
        row[value] = min(row[value], values_live[there])
        for t in range(1, last + 1):
            row[value + t] = min(row[value + t], columns[offset[t] + there])
    else:
        row[value] = min(row[value], values_live[there] - step)
        for t in range(1, last + 1):
            row[value + t] = min(row[value + t], columns[offset[t] + there] - step)


@kernel
def reach(mask: int, lines: Any) -> int:
    """Return the tiles that can be up in a live mask from which one chain leads to a thin mask, or -1.

    The chain dropped tiles of lines that are empty now, and each line it emptied shares a tile with
    another that it emptied before.
    """
    dropped = 0
    linked = 0
    for k in range(len(lines)):
        if mask & lines[k] == 0:
            dropped |= lines[k]
            if linked == 0:
                linked = lines[k]
    before = 0
    while before != linked:
        before = linked
        for k in range(len(lines)):
            if mask & lines[k] == 0 and lines[k] & linked:
                linked |= lines[k]
    return mask | dropped if linked == dropped else -1


@kernel
def count_reach(first: int, last: int, shift: int, board: Any, totals: Any) -> None:
    """Count the thin masks of some words by the tiles from `shift` on of their reach."""
    lines, low_live, low_closed = board
    own = lines[1:]
    for word in range(first, last):
        _, thin = word_patterns(word, lines, low_live, low_closed)
        while thin:
            bit = thin & -thin
            thin ^= bit
            tiles = reach(word << LOW | ones(bit - 1), own)
            if tiles >= 0:
                totals[tiles >> shift] += 1


@kernel
def keep_reach(
    first: int, last: int, shift: int, least: int, lines: Any, thin_index: Any, thin_rows: Any, ranks: Any
) -> None:
    """Drop from rows and index the thin masks whose reach has less than `least` from `shift` on.

    `ranks` int64[2] counts the masks met and the masks kept, which are moved up to take the room.
    """
    words, before = thin_index
    old, new = ranks[0], ranks[1]
    for word in range(first, last):
        pattern = int(words[word])
        kept = 0
        if word & (1 << PACK) - 1 == 0:
            before[word >> PACK] = new
        while pattern:
            bit = pattern & -pattern
            pattern ^= bit
            tiles = reach(word << LOW | ones(bit - 1), lines)
            if tiles >= 0 and tiles >> shift >= least:
                kept |= bit
                if new != old:
                    for t in range(thin_rows.shape[1]):
                        thin_rows[new, t] = thin_rows[old, t]
                new += 1
            old += 1
        words[word] = kept
    before[last >> PACK] = new
    ranks[0], ranks[1] = old, new


@kernel
def follow_each(
    masks: Any, board: Any, patterns: Any, found: Any, law: Any, step: int, after: Any, work: Any
) -> None:
    """Write what the best sets make of closed masks with each kind of roll, -1 where nothing changes.

    `found` is (live, thin, live before, thin before) of a finished table, `step` 0 where sizes do not
    matter; `after` int64[masks, kinds].
    """
    best, room = work
    rolls, _, _, may_pass, relax, form = law
    for k in range(len(masks)):
        mask = int(masks[k])
        best_ends(mask, board, patterns, found, step, form, best, room)
        own = form[0]
        if may_pass:
            own = value_of(mask, patterns, found)
        if not follow(mask, rolls, own, 0, form, best, after[k]) and relax:
            follow(mask, rolls, own, 1, form, best, after[k])


@kernel
def value_of(mask: int, patterns: Any, found: Any) -> int:
    """Return the value of a closed mask from a finished table."""
    live, thin, live_before, thin_before = found
    is_thin, at = locate(mask, patterns, live_before, thin_before)
    return int(thin[at]) if is_thin else int(live[at])


@kernel
def best_ends(
    mask: int, board: Any, patterns: Any, found: Any, step: int, form: Any, best: Any, room: Any
) -> None:
    """Write for each total the least that a set comes to, and the mask it leaves; `best` int64[25, 2]."""
    _, through, values, _, places = board
    waiting, lefts, totals, units = room
    for t in range(MOST + 1):
        best[t, 0] = form[0]
    waiting[0], lefts[0], totals[0], units[0] = mask, mask, 0, 0
    depth = 0
    while depth >= 0:
        bit = waiting[depth] & -waiting[depth]
        if bit == 0:
            depth -= 1
            continue
        waiting[depth] ^= bit
        b = places[bit * SPREAD >> 27 & 31]
        total = totals[depth] + values[b]
        if total > MOST:  # no tile that comes after it has a lower value
            depth -= 1
            continue
        left = lefts[depth]
        value = units[depth]
        if left & bit:
            left = after_chain(left ^ bit, bit, through, places)
            value = value_of(left, patterns, found)
        more = waiting[depth]
        depth += 1
        waiting[depth], lefts[depth], totals[depth], units[depth] = more, left, total, value
        if value - step * depth < best[total, 0]:
            best[total, 0] = value - step * depth
            best[total, 1] = left


@kernel
def follow(mask: int, rolls: Any, own: int, relaxed: int, form: Any, best: Any, after: Any) -> bool:
    """Write the mask that each roll leads to, or -1; return whether any roll could change something.

    A set that comes to `own` or more is not played.
    """
    _, absent, _, kept, _, _ = form
    changes = False
    for k in range(len(rolls)):
        after[k] = -1
        if not relaxed and lost(mask, rolls[k, 3], rolls[k, 4]):
            continue
        at = rolls[k, 0]
        if relaxed or rolls[k, 2] == AT_MOST:
            for t in range(1, rolls[k, 0]):
                if best[t, 0] < best[at, 0]:
                    at = t
        if best[at, 0] < absent:
            changes = True
            if best[at, 0] & kept < own:
                after[k] = best[at, 1]
    return changes
