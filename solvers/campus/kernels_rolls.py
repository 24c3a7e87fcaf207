"""Rolls that are known beforehand: what each may turn, where that leads, and boards drawn for them.

A mask has one bit for each number that is face up at the start, in reading order; stars follow from the
numbers. A roll is int64[3]: the least and the largest total of a set, and the copies of the number whose
being down loses the turn. Every function takes its tables as arguments.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

M1 = 4294967087
M2 = 4294944443
"""The moduli of `core/rng.py`."""
CELLS = 36
SIDE = 6
GAP = -1
STARS = 8
"""The most stars a board gets; of the 44 printed tiles they are two in eleven."""
MOST_NUMBERS = 20
"""The most numbers face up of a board that is drawn."""
FEWEST_LEFT, MOST_LEFT = 4, 6
"""How many numbers may stay face up where some shall: fewer never do."""
DRAWS = 50
"""Boards that are drawn for a candidate until one has the tiles asked for."""
ROLLS, LOW, HIGH, TILES, NUMBERS, LEAVES = 0, 1, 2, 3, 4, 5
"""Places of a plan: how many rolls; from and to how many tiles are laid out; how many tiles face up there
may be at most, and numbers at least; whether some tiles shall stay."""


@kernel
def below(state: Any, n: int) -> int:
    """Return a uniform integer from 0 to n - 1 and step `state` int64[6], as `Rng.below` does."""
    limit = M1 - M1 % n
    while True:
        first = (1403580 * state[1] - 810728 * state[0]) % M1
        second = (527612 * state[5] - 1370589 * state[3]) % M2
        state[0], state[1], state[2] = state[1], state[2], first
        state[3], state[4], state[5] = state[4], state[5], second
        drawn: int = (first - second) % M1
        if drawn < limit:
            return drawn % n


@kernel
def closed(mask: int, lines: Any) -> int:
    """Return what is left of a mask once every line with a single number up is cleared."""
    before = -1
    while before != mask:
        before = mask
        for k in range(len(lines)):
            up = mask & lines[k]
            if up & (up - 1) == 0:
                mask ^= up
    return mask


@kernel
def size_of(mask: int) -> int:
    """Return how many bits of a mask are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def outcomes(
    mask: int, values: Any, lines: Any, through: Any, roll: Any, stack: Any, tiles: Any, left: Any
) -> int:
    """Return how many sets answer a roll, and write each with what its chain leaves; -1 for too many.

    Sets stand in the order of the lists of their tiles; there is none where the turn is lost. `through`
    has the lines of each number, four of them, 0 for none; `stack` is room for four times as many as there
    are numbers, and four more; `tiles` and `left` are room for as many sets as are not too many.
    """
    low, high, named = roll[0], roll[1], roll[2]
    if high < low or (named != 0 and named & mask == 0):
        return 0
    # Behind the stack of the set lie the numbers that may be in one, what the last of them can total, and
    # what the chains of the sets under way leave: chains end alike whether they run early or late.
    picks = len(values) + 1
    n = 0
    for at in range(len(values)):
        if mask >> at & 1 and values[at] <= high:
            stack[picks + n] = at
            n += 1
    totals, chained = 2 * picks, 3 * picks
    stack[totals + n] = 1
    for at in range(n - 1, -1, -1):
        some = stack[totals + at + 1]
        stack[totals + at] = (some | some << values[stack[picks + at]]) & (2 << high) - 1
    count, depth, total, chosen, at = 0, 0, 0, 0, 0
    up = closed(mask, lines)
    while True:
        least = max(low - total, 1)
        most = high - total
        if most >= least and stack[totals + at] >> least & (1 << most - least + 1) - 1:
            tile = stack[picks + at]
            if values[tile] <= most:
                stack[depth] = at
                stack[chained + depth] = up
                depth += 1
                total += values[tile]
                chosen |= 1 << tile
                if up >> tile & 1:
                    up ^= 1 << tile
                    for k in range(4 * tile, 4 * tile + 4):
                        some = up & through[k]
                        if through[k] and some & (some - 1) == 0:
                            up = closed(up, lines)
                            break
                if total >= low:
                    if count == len(tiles):
                        return -1
                    tiles[count] = chosen
                    left[count] = up
                    count += 1
            at += 1
        elif depth:
            depth -= 1
            at = stack[depth]
            up = stack[chained + depth]
            total -= values[stack[picks + at]]
            chosen ^= 1 << stack[picks + at]
            at += 1
        else:
            return count


@kernel
def lines_through(lines: Any, count: int, through: Any) -> None:
    """Write the lines of each of so many numbers, four of them, 0 for none, as `outcomes` takes them."""
    for tile in range(count):
        at = 4 * tile
        for k in range(4):
            through[at + k] = 0
        for k in range(len(lines)):
            if lines[k] >> tile & 1:
                through[at] = lines[k]
                at += 1


@kernel
def can_answer(mask: int, values: Any, roll: Any) -> int:
    """Return 1 where some set answers a roll and the turn is not lost, else 0."""
    low, high, named = roll[0], roll[1], roll[2]
    if named != 0 and named & mask == 0:
        return 0
    totals = 1
    for at in range(len(values)):
        if mask >> at & 1 and values[at] <= high:
            totals |= totals << values[at] & (2 << high) - 1
    return 1 if totals >> low else 0


@kernel
def is_careful(left: int, target: int, following: int, values: Any, rolls: Any) -> int:
    """Return 1 where the careful player goes to a position, roll `following` being the next, else 0."""
    if following == len(rolls):
        return 1 if left == target else 0
    if left & target != target:
        return 0
    return can_answer(left, values, rolls[following])


@kernel
def play_all(
    values: Any,
    lines: Any,
    through: Any,
    rolls: Any,
    target: int,
    stack: Any,
    tiles: Any,
    left: Any,
    nodes: Any,
    ways: Any,
    parents: Any,
    starts: Any,
    place: Any,
) -> int:
    """Find every position that the rolls lead to, in how many ways, and one it comes from.

    Returns how many sets were looked at, -1 where that were more than there is room for in `nodes`. Layer
    i, what i rolls lead to, lies from `starts[i]` to before `starts[i + 1]`. Ways are counted up to 2. Of
    the last layer only `target` is kept, unless it is -1, and no more is looked at than shows whether there
    is one way to it. `place` int64[2^n] is -1 throughout, and left so.
    """
    nodes[0], ways[0], parents[0] = (1 << len(values)) - 1, 1, -1
    starts[0], starts[1] = 0, 1
    seen = 0
    for i in range(len(rolls)):
        end = starts[i + 1]
        last = i + 1 == len(rolls)
        for node in range(starts[i], starts[i + 1]):
            count = outcomes(nodes[node], values, lines, through, rolls[i], stack, tiles, left)
            seen += count
            if count < 0 or seen >= len(nodes):
                seen = -1
                break
            for x in range(count):
                child = left[x]
                if (child == 0 and not last) or (last and target >= 0 and child != target):
                    continue
                if place[child] < 0:
                    place[child] = end
                    nodes[end], ways[end], parents[end] = child, 0, node
                    end += 1
                ways[place[child]] = min(2, ways[place[child]] + ways[node])
            if last and target >= 0 and end > starts[i + 1] and ways[starts[i + 1]] > 1:
                break
        for node in range(starts[i + 1], end):
            place[nodes[node]] = -1
        if seen < 0:
            return -1
        starts[i + 2] = end
    return seen


@kernel
def judge_path(
    values: Any,
    lines: Any,
    through: Any,
    rolls: Any,
    end: int,
    nodes: Any,
    parents: Any,
    stack: Any,
    tiles: Any,
    left: Any,
    found: Any,
) -> None:
    """Write for each roll on the way to node `end`: mask, admissible sets, and those the careful one takes.

    `found` int64[rolls, 3].
    """
    at = parents[end]
    for i in range(len(rolls) - 1, -1, -1):
        count = outcomes(nodes[at], values, lines, through, rolls[i], stack, tiles, left)
        careful = 0
        for x in range(count):
            careful += is_careful(left[x], nodes[end], i + 1, values, rolls)
        found[i, 0], found[i, 1], found[i, 2] = nodes[at], count, careful
        at = parents[at]


@kernel
def draw_board(
    state: Any, plan: Any, orbits: Any, bag: Any, lines: Any, numbers: Any, cells: Any, board: Any
) -> int:
    """Lay out tiles on random cells, and write what their chain leaves; return 1 where that is as planned.

    Cells of one orbit get tiles of one sort, so that the pattern is its own image. `orbits` int64[s, 36] has
    the images of each cell, `bag` int64[36] the printed numbers, `lines` the cells of each line;
    `numbers` and `cells` are room for as many; `board` int64[36] gets 0 for a star and -1 for no tile.
    """
    wanted = plan[LOW] + below(state, plan[HIGH] - plan[LOW] + 1)
    for k in range(CELLS):
        numbers[k], cells[k], board[k] = bag[k], k, GAP
    laid, stars, drawn, up = 0, 0, 0, 0
    for k in range(CELLS):
        if laid >= wanted:
            break
        at = k + below(state, CELLS - k)
        cell = cells[at]
        cells[at] = cells[k]
        if board[cell] != GAP:
            continue
        size = 0
        for turn in range(len(orbits)):
            image = orbits[turn, cell]
            if board[image] == GAP:
                board[image] = 0
                size += 1
        laid += size
        if below(state, 11) < 2 and stars + size <= STARS:
            stars += size
            continue
        for turn in range(len(orbits)):
            image = orbits[turn, cell]
            if board[image] == 0:
                at = drawn + below(state, CELLS - drawn)
                board[image] = numbers[at]
                numbers[at] = numbers[drawn]
                drawn += 1
                up |= 1 << image
    up = closed(up, lines)
    freed = 0
    for k in range(len(lines)):
        if lines[k] & up == 0:
            freed |= lines[k]
    count, tiles = 0, 0
    for cell in range(CELLS):
        if board[cell] > 0 and not up >> cell & 1:
            board[cell] = GAP
        if board[cell] == 0 and freed >> cell & 1:
            board[cell] = GAP
        count += board[cell] > 0
        tiles += board[cell] >= 0
    return 1 if plan[NUMBERS] <= count <= MOST_NUMBERS and tiles <= plan[TILES] else 0


@kernel
def draw_rolls(state: Any, values: Any, rolls: Any, dice: Any) -> None:
    """Throw two dice for each row: write them, the lower first, and what they ask for on these numbers."""
    for i in range(len(rolls)):
        first, second = 1 + below(state, SIDE), 1 + below(state, SIDE)
        dice[i, 0], dice[i, 1] = min(first, second), max(first, second)
        total = first + second
        named = 0
        for at in range(len(values)):
            if values[at] == total:
                named |= 1 << at
        rolls[i, 2] = named
        if first == second:
            rolls[i, 0], rolls[i, 1] = 1, 2 * total
        else:
            rolls[i, 0], rolls[i, 1] = total, total


@kernel
def choose_end(state: Any, plan: Any, first: int, last: int, nodes: Any, ways: Any) -> int:
    """Return a node of the last layer that there is one way to, drawn where several will do; -1 for none."""
    if not plan[LEAVES]:
        return first if first < last and ways[first] == 1 else -1
    count = 0
    for node in range(first, last):
        count += ways[node] == 1 and FEWEST_LEFT <= size_of(nodes[node]) <= MOST_LEFT
    if count == 0:
        return -1
    number = below(state, count)
    for node in range(first, last):
        if ways[node] == 1 and FEWEST_LEFT <= size_of(nodes[node]) <= MOST_LEFT:
            if number == 0:
                return node
            number -= 1
    return -1


@kernel
def candidate(
    state: Any,
    plan: Any,
    orbits: Any,
    bag: Any,
    lines: Any,
    numbers: Any,
    cells: Any,
    board: Any,
    values: Any,
    compact: Any,
    through: Any,
    rolls: Any,
    dice: Any,
    stack: Any,
    tiles: Any,
    left: Any,
    nodes: Any,
    ways: Any,
    parents: Any,
    starts: Any,
    place: Any,
    found: Any,
) -> int:
    """Draw a board and its rolls; return the mask that its single solution leaves, -1 where there is none.

    The board, the dice and `found`, as `judge_path` says, are written. `values` int64[20], `compact`
    int64[14] and `through` int64[80] are room for the numbers and the lines, `rolls` int64[most rolls, 3] for
    the rolls.
    """
    fits = 0
    for _ in range(DRAWS):
        fits = draw_board(state, plan, orbits, bag, lines, numbers, cells, board)
        if fits:
            break
    if not fits:
        return -1
    count = 0
    for k in range(len(lines)):
        compact[k] = 0
    for cell in range(CELLS):
        if board[cell] > 0:
            for k in range(len(lines)):
                if lines[k] >> cell & 1:
                    compact[k] |= 1 << count
            values[count] = board[cell]
            count += 1
    lines_through(compact, count, through)
    thrown, up = rolls[: plan[ROLLS]], values[:count]
    draw_rolls(state, up, thrown, dice)
    target = -1 if plan[LEAVES] else 0
    seen = play_all(
        up, compact, through, thrown, target, stack, tiles, left, nodes, ways, parents, starts, place
    )
    if seen < 0:
        return -1
    first, last = starts[len(thrown)], starts[len(thrown) + 1]
    end = choose_end(state, plan, first, last, nodes, ways)
    if end < 0:
        return -1
    judge_path(up, compact, through, thrown, end, nodes, parents, stack, tiles, left, found)
    kept: int = nodes[end]
    return kept
