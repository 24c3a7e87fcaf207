"""Games played out by a rule of thumb, compiled. `estimate.py` says what the rule is.

Positions are masks of the number tiles face up, bit k for tile k. Every function takes its tables as
arguments; a game is at most a few hundredths of a second.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

MOST = 24
"""The largest total of a roll: a double six, doubled."""
M1 = 4294967087
M2 = 4294944443
"""The moduli of `core/rng.py`."""
THROWS = 36
LOW = 5
STRIDE = 64
"""As in `kernels_turns.py`: bits of a mask inside a word of a table, and words between two counts."""
SMALL_ENOUGH, DEAD, TOO_LONG = 0, 1, 2
"""Why a game was left."""


@kernel
def throw(state: Any) -> int:
    """Return the number of a throw of two dice and step `state` int64[6], as `Rng.below(36)` does."""
    limit = M1 - M1 % THROWS
    while True:
        first = (1403580 * state[1] - 810728 * state[0]) % M1
        second = (527612 * state[5] - 1370589 * state[3]) % M2
        state[0], state[1], state[2] = state[1], state[2], first
        state[3], state[4], state[5] = state[4], state[5], second
        drawn: int = (first - second) % M1
        if drawn < limit:
            return drawn % THROWS


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
def judged(mask: int, weights: Any, copies: Any) -> int:
    """Return what the rule of thumb makes of a mask, the less the better.

    `weights` int64[n] by tile; `copies` int64[m, 2]: all tiles of a number, and what it adds once
    they are down.
    """
    found = 0
    for k in range(len(weights)):
        if mask >> k & 1:
            found += weights[k]
    for k in range(len(copies)):
        if mask & copies[k, 0] == 0:
            found += copies[k, 1]
    return found


@kernel
def size_of(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def lost(mask: int, how: int, tiles: int) -> bool:
    """Return whether a roll is lost: `how` is 0 for never, 1 with all of `tiles` down, 2 with any."""
    if how == 1:
        return mask & tiles == 0
    return how == 2 and mask & tiles != tiles


@kernel
def can_change(mask: int, board: Any, rolls: Any) -> bool:
    """Return whether some roll that is not lost admits a set of tiles."""
    values = board[0]
    reachable = 1
    for k in range(len(values)):
        if mask >> k & 1 and values[k] <= MOST:
            reachable |= reachable << values[k] & (1 << MOST + 1) - 1
    for k in range(len(rolls)):
        low, high = rolls[k, 0], rolls[k, 1]
        if reachable & (2 << high) - (1 << low) and not lost(mask, rolls[k, 2], rolls[k, 3]):
            return True
    return False


@kernel
def least_up(mask: int, board: Any) -> int:
    """Return the smallest number that is up, or one more than any total where none is."""
    values = board[0]
    least = MOST + 1
    for k in range(len(values)):
        if mask >> k & 1:
            least = min(least, values[k])
    return least


@kernel
def is_dead(mask: int, board: Any, rolls: Any) -> bool:
    """Return whether no roll ever changes a mask: none admits a set, and no chain waits for a turn."""
    if can_change(mask, board, rolls):
        return False
    if closed(mask, board[2]) == mask:
        return True
    kept = 0
    for k in range(len(rolls)):
        kept += not lost(mask, rolls[k, 2], rolls[k, 3])
    return kept == 0


@kernel
def chosen(mask: int, low: int, high: int, largest: int, board: Any, room: Any) -> int:
    """Return the set with a total from `low` to `high` that leaves the best mask; 0 where there is none.

    Of equally good ones the first found, tiles of small value first. With `largest` 1 only sets of the
    most tiles count. `board` is (values, order, lines, weights, copies), `order` the tiles by value;
    `room` int64[2, n + 1] is written to.
    """
    values, order, lines, weights, copies = board
    n = len(order)
    best, best_size, best_judged = 0, 0, 0
    taken, total, tiles, at = 0, 0, 0, 0
    while True:
        if at < n and total + values[order[at]] <= high:
            k = order[at]
            at += 1
            if not mask >> k & 1:
                continue
            room[0, tiles], room[1, tiles] = at, k
            tiles += 1
            taken |= 1 << k
            total += values[k]
            if total < low or (largest and tiles < best_size):
                continue
            found = judged(closed(mask & ~taken, lines), weights, copies)
            if best == 0 or (largest and tiles > best_size) or found < best_judged:
                best, best_size, best_judged = taken, tiles, found
            continue
        if tiles == 0:
            return best
        tiles -= 1
        at = room[0, tiles]
        k = room[1, tiles]
        taken &= ~(1 << k)
        total -= values[k]


@kernel
def play(
    mask: int,
    first: int,
    enough: int,
    longest: int,
    law: Any,
    board: Any,
    state: Any,
    room: Any,
    result: Any,
) -> None:
    """Play a game until at most `enough` tiles are up, and write turns, mask and why it was left.

    `first` is the first throw, -1 for a random one. `law` is (rolls, relaxes, largest): `rolls`
    int64[36, 4] has for each throw the least and the most total, how it is lost and by which tiles.
    `state` int64[6] is the generator's, `result` int64[3]. No more than `longest` turns are played.
    """
    rolls, relaxes, largest = law
    lines = board[2]
    turns = 0
    why = SMALL_ENOUGH
    while size_of(mask) > enough:
        if turns >= longest:
            why = TOO_LONG
            break
        k = first if turns == 0 and first >= 0 else throw(state)
        turns += 1
        low, high = rolls[k, 0], rolls[k, 1]
        gone = lost(mask, rolls[k, 2], rolls[k, 3])
        found = 0 if gone else chosen(mask, low, high, largest, board, room)
        if found == 0 and is_dead(mask, board, rolls):
            found = chosen(mask, 1, high, largest, board, room) if relaxes else 0
            if not relaxes or (closed(mask, lines) == mask and least_up(mask, board) > MOST):
                why = DEAD
                break
            gone = False
        if not gone:
            mask = closed(mask & ~found, lines)
    result[0], result[1], result[2] = turns, mask, why


@kernel
def ones(x: int) -> int:
    """Return how many of the 32 lowest bits of `x` are set; `x` has no other."""
    x = x - (x >> 1 & 0x55555555)
    x = (x & 0x33333333) + (x >> 2 & 0x33333333)
    x = x + (x >> 4) & 0x0F0F0F0F
    return x * 0x01010101 >> 24 & 0xFF


@kernel
def patterns(word: int, lines: Any, low_live: Any, low_closed: Any) -> Any:
    """Return which of the 32 masks of a word of a table are live and which thin, as in `kernels_turns.py`."""
    live = 0xFFFFFFFF
    shut = 0xFFFFFFFF
    high = word << LOW
    for k in range(len(lines)):
        up = high & lines[k]
        some = 0
        if up:
            some = 2 if up & (up - 1) else 1
        live &= low_live[k, some]
        shut &= low_closed[k, some]
        if shut == 0:
            break
    return live, shut & ~live


@kernel
def looked_up(mask: int, table: Any) -> int:
    """Return what a table holds for a closed mask; `table` is (patterns, live, thin, counts of both)."""
    forms, live, thin, live_before, thin_before = table
    lines, low_live, low_closed = forms
    goal = mask >> LOW
    at = goal // STRIDE
    lively, thinly = int(live_before[at]), int(thin_before[at])
    for word in range(at * STRIDE, goal):
        one, other = patterns(word, lines, low_live, low_closed)
        lively += ones(one)
        thinly += ones(other)
    one, other = patterns(goal, lines, low_live, low_closed)
    below = (1 << (mask & 31)) - 1
    if one >> (mask & 31) & 1:
        return int(live[lively + ones(one & below)])
    return int(thin[thinly + ones(other & below)])


@kernel
def guessed(mask: int, lines: Any, inside: int, adds: Any, table: Any) -> int:
    """Return about what a closed mask is worth, in the units of a table for the tiles of `inside`.

    That is what the tiles inside are worth by themselves, and what each other tile adds to a mask of so
    many tiles, `adds` int64[n, n + 1]. Exact where no other is up.
    """
    within = closed(mask & inside, lines)
    found = looked_up(within, table)
    rest = mask & ~within
    if rest:
        size = size_of(mask)
        for k in range(len(adds)):
            if rest >> k & 1:
                found += adds[k, size]
    return found


@kernel
def guess_each(masks: Any, lines: Any, inside: int, adds: Any, table: Any, found: Any) -> None:
    """Write what `guessed` makes of each of some closed masks."""
    for k in range(len(masks)):
        found[k] = guessed(masks[k], lines, inside, adds, table)


@kernel
def best_set(mask: int, low: int, high: int, largest: int, board: Any, known: Any, room: Any) -> int:
    """Return the set that `chosen` would, were `guessed` its rule. `known` is (inside, adds, table)."""
    values, order, lines = board[0], board[1], board[2]
    inside, adds, table = known
    n = len(order)
    best, best_size, best_judged = 0, 0, 0
    taken, total, tiles, at = 0, 0, 0, 0
    while True:
        if at < n and total + values[order[at]] <= high:
            k = order[at]
            at += 1
            if not mask >> k & 1:
                continue
            room[0, tiles], room[1, tiles] = at, k
            tiles += 1
            taken |= 1 << k
            total += values[k]
            if total < low or (largest and tiles < best_size):
                continue
            found = guessed(closed(mask & ~taken, lines), lines, inside, adds, table)
            if best == 0 or (largest and tiles > best_size) or found < best_judged:
                best, best_size, best_judged = taken, tiles, found
            continue
        if tiles == 0:
            return best
        tiles -= 1
        at = room[0, tiles]
        k = room[1, tiles]
        taken &= ~(1 << k)
        total -= values[k]


@kernel
def play_inside(
    mask: int,
    first: int,
    longest: int,
    law: Any,
    board: Any,
    known: Any,
    enough: int,
    state: Any,
    room: Any,
    result: Any,
) -> None:
    """Play a game as `play` does, but by `best_set`, until no tile is up but those inside, or few are."""
    rolls, relaxes, largest = law
    inside = known[0]
    lines = board[2]
    turns = 0
    why = SMALL_ENOUGH
    while mask & ~inside and size_of(mask) > enough:
        if turns >= longest:
            why = TOO_LONG
            break
        k = first if turns == 0 and first >= 0 else throw(state)
        turns += 1
        low, high = rolls[k, 0], rolls[k, 1]
        gone = lost(mask, rolls[k, 2], rolls[k, 3])
        found = 0
        if not gone:
            found = best_set(mask, low, high, largest, board, known, room)
        if found == 0 and is_dead(mask, board, rolls):
            if relaxes:
                found = best_set(mask, 1, high, largest, board, known, room)
            if not relaxes or (closed(mask, lines) == mask and least_up(mask, board) > MOST):
                why = DEAD
                break
            gone = False
        if not gone:
            mask = closed(mask & ~found, lines)
    result[0], result[1], result[2] = turns, mask, why
