"""A tree search over sampled draws for the best placement, compiled. `search.py` says what is searched.

Cards lie on a board of the window of `plane.py` with an edge one cell wide all round, a face or NONE in each
cell. A scoring area is three bit boards, one a colour: four rows of quadrants as its owner sees them, with
one bit more at the end of each row than a full canvas has quadrants, so that a step past an edge ends
nowhere.

Tables come in three groups. `law` is what holds for a search: config, ways, tiles, goals, first, sizes,
offsets, logs, roots. `world` is a position that is played on: board, span, hands, held, pile, state, owned.
`room` is only written to: cells, faces, masks, values, worth, margins, work. All is int64;
`search.py` makes it.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

M1 = 4294967087
M2 = 4294944443
"""The moduli of `core/rng.py`."""
FACES = 81
NONE = -1

SIZE, PLAYERS, SIDE, FULL_LINE, SHARED, PORTRAIT, ZERO_NOBODY, IGNORE_ABSENT = range(8)
SHORTEST, EXACT, STEP, EVEN, STEPS, TRIES, CLOSE, EXPLORE, WIDEN, END_STEPS = range(8, 18)
"""Config: size of a side, players, side of the window; 1 where a ruling is not the default (shared corners
and the choice of portrait or landscape: where it is); bits in a row of an area, and every second of them;
steps a longest path is searched for; placements that are compared in a playout, from how many left; how much
the search explores, and how soon it looks at one more; steps for a longest path on a full canvas."""
KIND, COLOUR, AREA_SIZE, MOST, POINTS = range(5)
"""Columns of the goals."""
LARGEST, AREAS, QUADRANTS, LINE, BLOCKS, PATH, BALANCE, LARGEST_OF_ALL, AREAS_OF_ALL, SINGLES, MIRROR = range(
    11
)
HARMONY, OF_SIZE = 11, 12
"""Kinds of goals."""
TOP, BOTTOM, LEFT, RIGHT, CARDS = range(5)
"""The span: first and last row and column with cards, and how many cards lie."""
PLAYER, WAY, NEXT_CARD, PILE, PET = range(5)
"""The state: who places, how the cards lie (NONE before the first), the next card of the pile, how many it
has, who holds the Teacher's Pet."""
CHILD, SIBLING, ACTION, VISITS, SEEN, TOTAL = range(6)
"""A node of the tree: its first child and the next one beside it; the action that leads to it; how often it
was entered, and could have been; the margins of the player who decides on it, added up."""
USED, STAMP, DONE = range(3)
"""The control: nodes of the tree, the last stamp, iterations so far."""
GRAIN = 1000
"""Of a point, in comparisons."""
NEAREST = 499
"""What being near to goals counts at most, in grains: less than half a point."""


@kernel
def below(rng: Any, n: int) -> int:
    """Return an integer from 0 to n - 1 and step `rng` int64[6], as `Rng.below` does."""
    limit = M1 - M1 % n
    while True:
        first = (1403580 * rng[1] - 810728 * rng[0]) % M1
        second = (527612 * rng[5] - 1370589 * rng[3]) % M2
        rng[0], rng[1], rng[2] = rng[1], rng[2], first
        rng[3], rng[4], rng[5] = rng[4], rng[5], second
        drawn: int = (first - second) % M1
        if drawn < limit:
            return drawn % n


@kernel
def count_bits(mask: int) -> int:
    """Return how many of the lower 62 bits are set."""
    mask = mask - (mask >> 1 & 0x1555555555555555)
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask = mask + (mask >> 8)
    mask = mask + (mask >> 16)
    return mask + (mask >> 32) & 0x7F


@kernel
def beside(mask: int, step: int) -> int:
    """Return the bits that touch those of a mask by a side, edges included."""
    return mask << 1 | mask >> 1 | mask << step | mask >> step


@kernel
def flood(seed: int, inside: int, step: int) -> int:
    """Return all of `inside` that is joined to the bits of `seed`."""
    reached, before = seed, 0
    while reached != before:
        before = reached
        reached |= beside(reached, step) & inside
    return reached


@kernel
def number_of_areas(mask: int, step: int) -> int:
    """Return the number of areas."""
    joined = beside(mask, step) & mask
    found = count_bits(mask & ~joined)
    while joined:
        joined ^= flood(joined & -joined, joined, step)
        found += 1
    return found


@kernel
def largest_area(mask: int, step: int) -> int:
    """Return the size of the largest area."""
    left, found = mask, 0
    while left:
        area = flood(left & -left, left, step)
        left ^= area
        found = max(found, count_bits(area))
    return found


@kernel
def areas_of_size(mask: int, step: int, size: int) -> int:
    """Return the number of areas of a size."""
    if size == 1:
        return count_bits(mask & ~beside(mask, step))
    left, found = mask, 0
    while left:
        area = flood(left & -left, left, step)
        left ^= area
        found += count_bits(area) == size
    return found


@kernel
def longest_line(mask: int, step: int) -> int:
    """Return the longest straight run along a row or a column."""
    found = 0
    run = mask
    while run:
        found += 1
        run &= run >> 1
    run, length = mask, 0
    while run:
        length += 1
        run &= run >> step
    return max(found, length)


@kernel
def solid_blocks(mask: int, step: int) -> int:
    """Return the number of 2 x 2 squares."""
    across = mask & mask >> 1
    return count_bits(across & across >> step)


@kernel
def most_more(ahead: int, is_even: bool, even: int) -> int:
    """Return the most cells a path may still take from a cell of one side of the chessboard."""
    evens = count_bits(ahead & even)
    odds = count_bits(ahead) - evens
    same, other = (evens, odds) if is_even else (odds, evens)
    return 2 * same + 1 if other > same else 2 * other


@kernel
def longest_path(mask: int, step: int, even: int, steps: int, trail: Any, options: Any) -> int:
    """Return the longest path, by depth-first search; that of `steps` steps, at least, where they run out.

    `trail` and `options` int64[64] are room to work in.
    """
    best, left = 0, mask
    while left:
        area = flood(left & -left, left, step)
        left ^= area
        starts = area
        while starts:
            start = starts & -starts
            starts ^= start
            if 1 + most_more(area ^ start, start & even != 0, even) <= best:
                continue
            depth, free = 0, area ^ start
            trail[0], options[0] = start, beside(start, step) & free
            best = max(best, 1)
            while depth >= 0:
                if options[depth] == 0:
                    free |= trail[depth]
                    depth -= 1
                    continue
                cell = options[depth] & -options[depth]
                options[depth] ^= cell
                steps -= 1
                if steps < 0:
                    return best
                length = depth + 2
                best = max(best, length)
                ahead = flood(cell, free, step) & ~cell
                if length + most_more(ahead, cell & even != 0, even) > best:
                    free ^= cell
                    depth += 1
                    trail[depth], options[depth] = cell, beside(cell, step) & free
    return best


@kernel
def longest_shortest_path(mask: int, step: int) -> int:
    """Return the cells of the longest of the shortest paths between two cells of an area."""
    best, starts = 0, mask
    while starts:
        reached = starts & -starts
        starts ^= reached
        length = 0
        edge = reached
        while edge:
            length += 1
            edge = beside(edge, step) & mask & ~reached
            reached |= edge
        best = max(best, length)
    return best


@kernel
def mirror_pairs(masks: Any, step: int, columns: int) -> int:
    """Return the pairs of one colour that face each other across the vertical centre line."""
    found = 0
    for row in range(4):
        for column in range(columns // 2):
            one, other = row * step + column, row * step + columns - 1 - column
            for colour in range(3):
                found += masks[colour] >> one & masks[colour] >> other & 1
    return found


@kernel
def balance(masks: Any, ignore_absent: int) -> int:
    """Return the most quadrants of a colour less the fewest."""
    most, fewest = 0, FACES
    for colour in range(3):
        count = count_bits(masks[colour])
        most = max(most, count)
        if count or not ignore_absent:
            fewest = min(fewest, count)
    return most - fewest if most else 0


@kernel
def value_of(goal: Any, masks: Any, columns: int, config: Any, steps: int, room: Any) -> int:
    """Return what an area is worth for a goal; `columns` are those of its quadrants."""
    kind, step = goal[KIND], config[STEP]
    if kind == LARGEST:
        return largest_area(masks[goal[COLOUR]], step)
    if kind == AREAS:
        return number_of_areas(masks[goal[COLOUR]], step)
    if kind == QUADRANTS:
        return count_bits(masks[goal[COLOUR]])
    if kind == LINE:
        return longest_line(masks[goal[COLOUR]], step)
    if kind == BLOCKS:
        return solid_blocks(masks[goal[COLOUR]], step)
    if kind == BALANCE:
        return balance(masks, config[IGNORE_ABSENT])
    if kind == MIRROR:
        return mirror_pairs(masks, step, columns)
    found = FACES if kind == HARMONY else 0
    for colour in range(3):
        mask = masks[colour]
        if kind == PATH:
            if config[SHORTEST]:
                found = max(found, longest_shortest_path(mask, step))
            elif count_bits(mask) > found:
                path = longest_path(mask, step, config[EVEN], steps, room[0], room[1])
                found = max(found, path)
        elif kind == LARGEST_OF_ALL:
            found = max(found, largest_area(mask, step))
        elif kind == AREAS_OF_ALL:
            found += number_of_areas(mask, step)
        elif kind == HARMONY:
            found = min(found, largest_area(mask, step))
        else:
            found += areas_of_size(mask, step, 1 if kind == SINGLES else goal[AREA_SIZE])
    return found


@kernel
def shows(pattern: int, masks: Any, law: Any) -> bool:
    """Return whether a pattern is present in an area."""
    config, _, _, _, first, sizes, offsets, _, _ = law
    step = config[STEP]
    for shape in range(first[pattern], first[pattern + 1]):
        for colour in range(3):
            mask = masks[colour]
            places = mask >> offsets[shape, 0]
            for k in range(1, sizes[shape]):
                places &= mask >> offsets[shape, k]
            if not config[EXACT]:
                if places:
                    return True
                continue
            while places:
                anchor = places & -places
                places ^= anchor
                drawn = 0
                for k in range(sizes[shape]):
                    drawn |= anchor << offsets[shape, k]
                if beside(drawn, step) & mask & ~drawn == 0:
                    return True
    return False


@kernel
def read_area(board: Any, span: Any, player: int, config: Any, tiles: Any, masks: Any) -> int:
    """Write the three bit boards of a player's scoring area as it lies; return its columns of quadrants."""
    wide = config[SIDE] + 2
    seat = player if config[PLAYERS] == 4 else 2 * player
    tall, across = span[BOTTOM] - span[TOP] + 1, span[RIGHT] - span[LEFT] + 1
    top, bottom = (span[TOP] + 1) * wide, (span[BOTTOM] + 1) * wide
    left, right = span[LEFT] + 1, span[RIGHT] + 1
    if seat % 2 == 1:
        tall, across = across, tall
    rows = min(2, tall)
    if seat == 0:
        start, down, along = bottom - (rows - 1) * wide + left, wide, 1
    elif seat == 1:
        start, down, along = top + left + rows - 1, -1, wide
    elif seat == 2:
        start, down, along = top + (rows - 1) * wide + right, -wide, -1
    else:
        start, down, along = bottom + right - (rows - 1), 1, -wide
    masks[0], masks[1], masks[2] = 0, 0, 0
    for row in range(rows):
        at = start + row * down
        bit = 2 * row * config[STEP]
        for _ in range(across):
            face = board[at]
            if face != NONE:
                masks[0] |= tiles[seat, face, 0] << bit
                masks[1] |= tiles[seat, face, 1] << bit
                masks[2] |= tiles[seat, face, 2] << bit
            at += along
            bit += 2
    columns: int = 2 * across
    return columns


@kernel
def decide(values: Any, players: int, pet: int, most: int, zero_nobody: int) -> int:
    """Return who takes a goal and who holds the Pet then, as 8 * (taker + 1) + holder + 1.

    The Pet goes to the next of the tied clockwise.
    """
    best = values[0]
    for player in range(1, players):
        best = max(best, values[player]) if most else min(best, values[player])
    if most and best == 0 and zero_nobody:
        return pet + 1
    count, winner = 0, NONE
    for player in range(players):
        if values[player] == best:
            count += 1
            winner = player
    if count == 1:
        return 8 * (winner + 1) + pet + 1
    if pet == NONE or values[pet] != best:
        return pet + 1
    to = (pet + 1) % players
    while values[to] != best:
        to = (to + 1) % players
    return 8 * (pet + 1) + to + 1


@kernel
def lead(values: Any, players: int, player: int, most: int) -> int:
    """Return by how much a player's value is better than the best other's, at most 4 either way."""
    best = -FACES
    for other in range(players):
        if other != player:
            best = max(best, values[other] if most else -values[other])
    mine = values[player] if most else -values[player]
    ahead: int = max(-4, min(4, mine - best))
    return ahead


@kernel
def score(law: Any, world: Any, points: Any, judge: int, room: Any) -> int:
    """Write each player's margin to the best other, the round being scored as the canvas lies.

    Returns for player `judge` that margin in grains, and how near the goals are that are not won; 0 for NONE.
    """
    config, _, tiles, goals, _, _, _, _, _ = law
    board, span, _, _, _, state, owned = world
    _, _, masks, values, worth, margins, work = room
    players = config[PLAYERS]
    is_full = span[CARDS] == config[SIZE] * config[SIZE]
    steps = config[END_STEPS] if is_full else config[STEPS]
    for player in range(players):
        columns = read_area(board, span, player, config, tiles, masks[player])
        work[2, player] = columns
        worth[player] = points[player]
        for k in range(owned.shape[1]):
            if owned[player, k] != NONE and shows(owned[player, k], masks[player], law):
                worth[player] += 2
                break
    pet, near = state[PET], 0
    for at in range(len(goals)):
        goal = goals[at]
        for player in range(players):
            values[player] = value_of(goal, masks[player], work[2, player], config, steps, work)
        found = decide(values, players, pet, goal[MOST], config[ZERO_NOBODY])
        taker, pet = found // 8 - 1, found % 8 - 1
        if taker != NONE:
            worth[taker] += goal[POINTS]
        if judge != NONE:
            near += goal[POINTS] * lead(values, players, judge, goal[MOST])
    for player in range(players):
        best = worth[1] if player == 0 else worth[0]
        for other in range(players):
            if other != player:
                best = max(best, worth[other])
        margins[player] = worth[player] - best
    # However many goals there are, nearness decides between equal margins only.
    return 0 if judge == NONE else GRAIN * margins[judge] + max(-NEAREST, min(NEAREST, 10 * near))


@kernel
def is_open(board: Any, at: int, wide: int) -> bool:
    """Return whether a cell is empty and beside a card."""
    if board[at] != NONE:
        return False
    beside_it: bool = board[at - 1] != NONE or board[at + 1] != NONE
    return beside_it or board[at - wide] != NONE or board[at + wide] != NONE


@kernel
def is_locked(board: Any, span: Any, config: Any, axis: int) -> bool:
    """Return whether the row axis (0) or the column axis (1) is locked."""
    tall, across = span[BOTTOM] - span[TOP] + 1, span[RIGHT] - span[LEFT] + 1
    if (tall if axis == 0 else across) != config[SIZE]:
        return False
    if not config[FULL_LINE]:
        return True
    wide = config[SIDE] + 2
    lines = across if axis == 0 else tall
    for line in range(lines):
        at = (span[TOP] + 1) * wide + span[LEFT] + 1 + line * (1 if axis == 0 else wide)
        full = True
        for _ in range(config[SIZE]):
            if board[at] == NONE:
                full = False
            at += wide if axis == 0 else 1
        if full:
            return True
    return False


@kernel
def is_barred(row: int, column: int, span: Any, player: int, config: Any, tall: bool, across: bool) -> bool:
    """Return whether a cell lies in a home row of somebody else and not in the player's own."""
    players = config[PLAYERS]
    seat = player if players == 4 else 2 * player
    mine = others = False
    for side in range(4):
        if players == 2 and side % 2 == 1:
            continue
        if side == 0:
            inside = tall and row == span[BOTTOM]
        elif side == 1:
            inside = across and column == span[LEFT]
        elif side == 2:
            inside = tall and row == span[TOP]
        else:
            inside = across and column == span[RIGHT]
        if side == seat:
            mine = inside
        elif inside:
            others = True
    return others and not (mine and config[SHARED])


@kernel
def list_cells(board: Any, span: Any, player: int, config: Any, out: Any) -> int:
    """Write the cells of the window a player may use; return how many there are."""
    side, size = config[SIDE], config[SIZE]
    wide = side + 2
    if span[CARDS] == 0:
        out[0] = side * side // 2
        return 1
    tall, across = is_locked(board, span, config, 0), is_locked(board, span, config, 1)
    count = barred = 0
    # Cells that are barred are kept at the end of the list, in case there is no other.
    for row in range(max(0, span[BOTTOM] - size + 1), min(side, span[TOP] + size)):
        for column in range(max(0, span[RIGHT] - size + 1), min(side, span[LEFT] + size)):
            if not is_open(board, (row + 1) * wide + column + 1, wide):
                continue
            if (tall or across) and is_barred(row, column, span, player, config, tall, across):
                barred += 1
                out[len(out) - barred] = row * side + column
            else:
                out[count] = row * side + column
                count += 1
    if count:
        return count
    for k in range(barred):
        out[k] = out[len(out) - 1 - k]
    return barred


@kernel
def list_faces(hands: Any, held: Any, player: int, way: int, ways: Any, out: Any) -> int:
    """Write the different faces a player's cards may show; return how many there are."""
    count = 0
    for k in range(held[player]):
        for turn in range(2):
            face = ways[way, hands[player, k], turn]
            known = face == NONE
            for other in range(count):
                known = known or out[other] == face
            if not known:
                out[count] = face
                count += 1
    return count


@kernel
def put(board: Any, span: Any, cell: int, face: int, side: int) -> None:
    """Lay a card."""
    row, column = cell // side, cell % side
    board[(row + 1) * (side + 2) + column + 1] = face
    if span[CARDS] == 0:
        span[TOP], span[BOTTOM], span[LEFT], span[RIGHT] = row, row, column, column
    else:
        span[TOP], span[BOTTOM] = min(span[TOP], row), max(span[BOTTOM], row)
        span[LEFT], span[RIGHT] = min(span[LEFT], column), max(span[RIGHT], column)
    span[CARDS] += 1


@kernel
def pass_on(law: Any, world: Any) -> bool:
    """Go to the next player who holds a card; return whether the round goes on."""
    config = law[0]
    _, span, _, held, _, state, _ = world
    if span[CARDS] == config[SIZE] * config[SIZE]:
        return False
    for _ in range(config[PLAYERS]):
        if held[state[PLAYER]]:
            return True
        state[PLAYER] = (state[PLAYER] + 1) % config[PLAYERS]
    return False


@kernel
def act(law: Any, world: Any, action: int) -> bool:
    """Place a card and draw one; return whether the round goes on.

    An action is 81 * (cells of the window * way + cell) + face.
    """
    config, ways = law[0], law[1]
    board, span, hands, held, pile, state, _ = world
    cells = config[SIDE] * config[SIDE]
    face, cell = action % FACES, action // FACES
    way, cell = cell // cells, cell % cells
    player = state[PLAYER]
    at = 0
    while ways[way, hands[player, at], 0] != face and ways[way, hands[player, at], 1] != face:
        at += 1
    held[player] -= 1
    hands[player, at] = hands[player, held[player]]
    put(board, span, cell, face, config[SIDE])
    state[WAY] = way
    if state[NEXT_CARD] < state[PILE]:
        hands[player, held[player]] = pile[state[NEXT_CARD]]
        held[player] += 1
        state[NEXT_CARD] += 1
    state[PLAYER] = (player + 1) % config[PLAYERS]
    return pass_on(law, world)


@kernel
def propose(law: Any, world: Any, points: Any, rng: Any, room: Any) -> int:
    """Return a placement: any, near the end of the round the best of a few by what it is worth at once.

    The last one is the best of all.
    """
    config, ways = law[0], law[1]
    board, span, hands, held, _, state, _ = world
    cells, faces = room[0], room[1]
    side, player, way = config[SIDE], state[PLAYER], state[WAY]
    if way == NONE:
        way = 0 if config[PORTRAIT] else below(rng, 2)
    spaces = list_cells(board, span, player, config, cells)
    looks = list_faces(hands, held, player, way, ways, faces)
    left = config[SIZE] * config[SIZE] - span[CARDS]
    tries = config[TRIES] if left <= config[CLOSE] else 1
    if tries >= spaces * looks or left == 1:
        tries = spaces * looks
        if tries > 1:
            return best_of_all(law, world, points, way, spaces, looks, rng, room)
    best, chosen = 0, NONE
    for _ in range(tries):
        face, cell = faces[below(rng, looks)], cells[below(rng, spaces)]
        action: int = FACES * (side * side * way + cell) + face
        if tries == 1:
            return action
        worth = worth_of(law, world, points, cell, face, room)
        if chosen == NONE or worth > best:
            best, chosen = worth, action
    return chosen


@kernel
def best_of_all(
    law: Any, world: Any, points: Any, way: int, spaces: int, looks: int, rng: Any, room: Any
) -> int:
    """Return the placement that is worth most at once, any of those that are."""
    cells, faces = room[0], room[1]
    side = law[0][SIDE]
    best, chosen, alike = 0, NONE, 0
    for k in range(spaces * looks):
        face, cell = faces[k // spaces], cells[k % spaces]
        worth = worth_of(law, world, points, cell, face, room)
        if chosen == NONE or worth > best:
            alike = 0
        if alike == 0 or worth == best:
            alike += 1
            if alike == 1 or below(rng, alike) == 0:
                best, chosen = worth, FACES * (side * side * way + cell) + face
    return chosen


@kernel
def worth_of(law: Any, world: Any, points: Any, cell: int, face: int, room: Any) -> int:
    """Return what a card at a cell is worth to who lays it, the round being scored at once."""
    board, span, state = world[0], world[1], world[5]
    side = law[0][SIDE]
    top, bottom, left, right = span[TOP], span[BOTTOM], span[LEFT], span[RIGHT]
    put(board, span, cell, face, side)
    worth = score(law, world, points, state[PLAYER], room)
    board[(cell // side + 1) * (side + 2) + cell % side + 1] = NONE
    span[TOP], span[BOTTOM], span[LEFT], span[RIGHT] = top, bottom, left, right
    span[CARDS] -= 1
    return worth


@kernel
def play_out(law: Any, world: Any, points: Any, rng: Any, room: Any) -> None:
    """Play a round to its end and write the margins."""
    while pass_on(law, world):
        act(law, world, propose(law, world, points, rng, room))
    score(law, world, points, NONE, room)


@kernel
def draw_anew(pile: Any, start: int, end: int, wanted: int, rng: Any) -> None:
    """Put that many cards of a part of the pile in random order, from its start."""
    for at in range(start, min(end - 1, start + wanted)):
        other = at + below(rng, end - at)
        pile[at], pile[other] = pile[other], pile[at]


@kernel
def imagine(law: Any, root: Any, worlds: Any, number: int, rng: Any, world: Any) -> None:
    """Write a world: one of `worlds`, with its draws, and hands that are not known in it, drawn anew."""
    config = law[0]
    root_board, root_span, root_state = root
    all_hands, all_held, all_hidden, all_piles, all_sizes, all_owned = worlds
    board, span, hands, held, pile, state, owned = world
    board[:] = root_board
    span[:] = root_span
    state[:] = root_state
    hands[:] = all_hands[number]
    held[:] = all_held[number]
    pile[:] = all_piles[number]
    owned[:] = all_owned[number]
    deck, discards = all_sizes[number, 0], all_sizes[number, 1]
    wanted = config[SIZE] * config[SIZE] - span[CARDS]
    for player in range(config[PLAYERS]):
        wanted += all_hidden[number, player]
    draw_anew(pile, 0, deck, wanted, rng)
    if wanted > deck:
        draw_anew(pile, deck, deck + discards, wanted - deck, rng)
    state[NEXT_CARD], state[PILE] = 0, deck + discards
    for player in range(config[PLAYERS]):
        for _ in range(all_hidden[number, player]):
            hands[player, held[player]] = pile[state[NEXT_CARD]]
            held[player] += 1
            state[NEXT_CARD] += 1


@kernel
def mark(law: Any, world: Any, control: Any, room: Any, marks: Any) -> int:
    """Mark the cells and faces of the player to place with a new stamp; return the number of placements."""
    config, ways = law[0], law[1]
    board, span, hands, held, _, state, _ = world
    cells, faces = room[0], room[1]
    control[STAMP] += 1
    stamp = control[STAMP]
    spaces = list_cells(board, span, state[PLAYER], config, cells)
    for k in range(spaces):
        marks[0, cells[k]] = stamp
    count = 0
    for way in range(2):
        if way == state[WAY] or (state[WAY] == NONE and not (way == 1 and config[PORTRAIT])):
            looks = list_faces(hands, held, state[PLAYER], way, ways, faces)
            for k in range(looks):
                marks[1 + way, faces[k]] = stamp
            count += spaces * looks
    return count


@kernel
def is_marked(action: int, cells: int, stamp: int, marks: Any) -> bool:
    """Return whether an action is one of those marked."""
    face, cell = action % FACES, action // FACES
    marked: bool = marks[0, cell % cells] == stamp and marks[1 + cell // cells, face] == stamp
    return marked


@kernel
def child_of(node: int, action: int, tree: Any) -> int:
    """Return the child an action leads to; NONE where there is none."""
    child: int = tree[node, CHILD]
    while child != NONE and tree[child, ACTION] != action:
        child = tree[child, SIBLING]
    return child


@kernel
def add_child(node: int, action: int, tree: Any, control: Any) -> int:
    """Return a new child, or NONE where the tree is full."""
    child: int = control[USED]
    if child == len(tree):
        return NONE
    control[USED] += 1
    tree[child, CHILD], tree[child, SIBLING], tree[child, ACTION] = NONE, tree[node, CHILD], action
    tree[child, VISITS], tree[child, SEEN], tree[child, TOTAL] = 0, 0, 0
    tree[node, CHILD] = child
    return child


@kernel
def climb(node: int, cells: int, law: Any, tree: Any, control: Any, marks: Any) -> int:
    """Return the marked child with the highest upper bound, NONE without any; all of them count as seen."""
    config, logs, roots = law[0], law[7], law[8]
    stamp, top = control[STAMP], len(roots) - 1
    best, chosen = 0, NONE
    child = tree[node, CHILD]
    while child != NONE:
        if is_marked(tree[child, ACTION], cells, stamp, marks):
            tree[child, SEEN] += 1
            visits = tree[child, VISITS]
            wish = config[EXPLORE] * logs[min(top, tree[child, SEEN])] // roots[min(top, visits)]
            upper = GRAIN * tree[child, TOTAL] // max(1, visits) + wish
            if chosen == NONE or upper > best:
                best, chosen = upper, child
        child = tree[child, SIBLING]
    return chosen


@kernel
def marked_children(node: int, cells: int, tree: Any, control: Any, marks: Any) -> int:
    """Return how many children are marked."""
    found, child = 0, tree[node, CHILD]
    while child != NONE:
        found += is_marked(tree[child, ACTION], cells, control[STAMP], marks)
        child = tree[child, SIBLING]
    return found


@kernel
def untried(node: int, count: int, law: Any, world: Any, rng: Any, tree: Any, room: Any) -> int:
    """Return any of the `count` placements that has no child; one must be there."""
    config, ways = law[0], law[1]
    board, span, hands, held, _, state, _ = world
    cells, faces = room[0], room[1]
    side = config[SIDE]
    spaces = list_cells(board, span, state[PLAYER], config, cells)
    chosen, number = NONE, 0
    for way in range(2):
        if way != state[WAY] and (state[WAY] != NONE or (way == 1 and config[PORTRAIT])):
            continue
        looks = list_faces(hands, held, state[PLAYER], way, ways, faces)
        for k in range(spaces * looks):
            action = FACES * (side * side * way + cells[k % spaces]) + faces[k // spaces]
            if child_of(node, action, tree) == NONE:
                number += 1
                if below(rng, number) == 0:
                    chosen = action
    return chosen


@kernel
def descend(law: Any, world: Any, points: Any, rng: Any, tree: Any, control: Any, room: Any, marks: Any,
            path: Any) -> int:  # fmt: skip
    """Play a world down the tree and one node beyond it; write nodes and who chose them, return how many.

    The last card is left to `play_out`, which lays it best.
    """
    config, span, state = law[0], world[1], world[5]
    cells, last = config[SIDE] * config[SIDE], config[SIZE] * config[SIZE] - 1
    node, depth = 0, 0
    path[0, 0], path[1, 0] = 0, NONE
    while pass_on(law, world) and (span[CARDS] < last or node == 0):
        player = state[PLAYER]
        count = mark(law, world, control, room, marks)
        known = marked_children(node, cells, tree, control, marks)
        action, child = NONE, NONE
        if node == 0 and known < count:
            action = untried(0, count, law, world, rng, tree, room)
        elif known == 0 or (known < count and known * known * config[WIDEN] <= 10 * tree[node, VISITS]):
            action = propose(law, world, points, rng, room)
            child = child_of(node, action, tree)
        best = climb(node, cells, law, tree, control, marks)
        is_new = action != NONE and child == NONE
        if is_new:
            child = add_child(node, action, tree, control)
            if child != NONE:
                tree[child, SEEN] = 1
        elif child == NONE:
            child = best
            action = tree[best, ACTION]
        act(law, world, action)
        if child == NONE:
            return depth + 1
        depth += 1
        path[0, depth], path[1, depth] = child, player
        if is_new:
            return depth + 1
        node = child
    return depth + 1


@kernel
def grow(law: Any, root: Any, worlds: Any, points: Any, world: Any, rng: Any, tree: Any, control: Any,
         room: Any, marks: Any, path: Any, iterations: int) -> None:  # fmt: skip
    """Play so many worlds through the tree, each to its end, and enter the margins into its nodes."""
    margins = room[5]
    for _ in range(iterations):
        imagine(law, root, worlds, control[DONE] % len(worlds[0]), rng, world)
        control[DONE] += 1
        depth = descend(law, world, points, rng, tree, control, room, marks, path)
        play_out(law, world, points, rng, room)
        for k in range(depth):
            node, player = path[0, k], path[1, k]
            tree[node, VISITS] += 1
            if player != NONE:
                tree[node, TOTAL] += margins[player]


@kernel
def follow(law: Any, world: Any, first: int, tree: Any, control: Any, room: Any, marks: Any) -> None:
    """Place a first card, then go down the tree by the placements that were entered most, while there are.

    As the tree holds no last card but a first one, none is placed here.
    """
    cells = law[0][SIDE] * law[0][SIDE]
    node = child_of(0, first, tree)
    act(law, world, first)
    while node != NONE and tree[node, CHILD] != NONE and pass_on(law, world):
        mark(law, world, control, room, marks)
        best, child = NONE, tree[node, CHILD]
        while child != NONE:
            # Of nodes in worlds of unlike hands, the share that was chosen of those that could be.
            if is_marked(tree[child, ACTION], cells, control[STAMP], marks) and (
                best == NONE
                or tree[child, VISITS] * tree[best, SEEN] > tree[best, VISITS] * tree[child, SEEN]
            ):
                best = child
            child = tree[child, SIBLING]
        if best == NONE or tree[best, SEEN] < 8:
            return
        act(law, world, tree[best, ACTION])
        node = best


@kernel
def judge(law: Any, root: Any, worlds: Any, points: Any, world: Any, seeds: Any, tree: Any, control: Any,
          room: Any, marks: Any, actions: Any, start: int, end: int, out: Any) -> None:  # fmt: skip
    """Write the margin of the player in worlds `start` to before `end` after each of some placements.

    `seeds` int64[worlds, 6] are generators, one for each world; `out` is int64[worlds, placements]. Both
    sides go on as `follow` and then `play_out` do, and the tree stays as it is.
    """
    margins, rng, player = room[5], room[6][3], root[2][PLAYER]
    for number in range(start, end):
        for k in range(len(actions)):
            for word in range(6):
                rng[word] = seeds[number, word]
            imagine(law, root, worlds, number % len(worlds[0]), rng, world)
            follow(law, world, actions[k], tree, control, room, marks)
            play_out(law, world, points, rng, room)
            out[number, k] = margins[player]
