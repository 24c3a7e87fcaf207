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
