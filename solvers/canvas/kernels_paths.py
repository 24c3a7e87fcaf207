"""Colour areas and their longest paths, compiled or as they stand.

A grid is a flat array of colours in reading order, negative where a quadrant is empty; an area is
handled as a graph whose vertices are numbered in the order its cells were found. Every function
takes the arrays it works in as arguments. The steps of the search stand in `paths.py`.
"""

from __future__ import annotations

from typing import Any

from ...core.kernels import kernel

MOST = 100
"""Cells of the largest grid, 10 x 10; every array by vertex has so many places."""

DONE = 0
TOO_LONG = 1

BLOCK, PHASE, BEST, STEPS, CHOSEN, ALL_STEPS = 0, 1, 2, 3, 4, 5
"""Places of `control`: the block to look at next, whether its ends are free (0) or one is its cut vertex
(1), quadrants of the best path, steps of the last search, vertices of the path just found, and steps of
all searches."""
CONTROLS = 8


@kernel
def find_areas(grid: Any, columns: int, column_of: Any, label: Any, order: Any, start: Any) -> int:
    """Return the number of colour areas; area a has the cells `order[start[a]:start[a + 1]]`.

    `label` is the area of each cell, -1 where it is empty. Areas come in the order of their first cells.
    `start` has a place more than there are cells.
    """
    cells = len(grid)
    count = filled = 0
    for cell in range(cells):
        label[cell] = -1
    for cell in range(cells):
        if label[cell] >= 0 or grid[cell] < 0:
            continue
        colour = grid[cell]
        start[count] = filled
        label[cell] = count
        order[filled] = cell
        filled += 1
        done = filled - 1
        while done < filled:
            at = order[done]
            done += 1
            column = column_of[at]
            if column + 1 < columns and label[at + 1] < 0 and grid[at + 1] == colour:
                label[at + 1] = count
                order[filled] = at + 1
                filled += 1
            if at + columns < cells and label[at + columns] < 0 and grid[at + columns] == colour:
                label[at + columns] = count
                order[filled] = at + columns
                filled += 1
            if column > 0 and label[at - 1] < 0 and grid[at - 1] == colour:
                label[at - 1] = count
                order[filled] = at - 1
                filled += 1
            if at >= columns and label[at - columns] < 0 and grid[at - columns] == colour:
                label[at - columns] = count
                order[filled] = at - columns
                filled += 1
        count += 1
    start[count] = filled
    return count


@kernel
def join_cells(
    order: Any,
    first: int,
    size: int,
    cells: int,
    columns: int,
    column_of: Any,
    side_of: Any,
    label: Any,
    place: Any,
    near: Any,
    side: Any,
) -> int:
    """Write the graph of an area and return the most neighbours a vertex has.

    `near[4 * v:4 * v + 4]` are the neighbours of v, -1 behind the last; `side[v]` is its colour on a
    chessboard, 0 or 1. `place` int64[cells] is room for the vertex of each cell.
    """
    for v in range(size):
        place[order[first + v]] = v
    area = label[order[first]]
    most = joined = 0
    for v in range(size):
        at = order[first + v]
        column = column_of[at]
        side[v] = side_of[at]
        degree = 4 * v
        if column + 1 < columns and label[at + 1] == area:
            near[degree] = place[at + 1]
            degree += 1
        if at + columns < cells and label[at + columns] == area:
            near[degree] = place[at + columns]
            degree += 1
        if column > 0 and label[at - 1] == area:
            near[degree] = place[at - 1]
            degree += 1
        if at >= columns and label[at - columns] == area:
            near[degree] = place[at - columns]
            degree += 1
        joined += degree - 4 * v
        if degree - 4 * v > most:
            most = degree - 4 * v
        for k in range(degree, 4 * v + 4):
            near[k] = -1
    return most if most < 3 or joined >= 2 * size else 5


@kernel
def longest_in_tree(size: int, near: Any, reach: Any) -> int:
    """Return the vertices of the longest path of a tree whose vertices come after their parents."""
    best = 1
    for v in range(size - 1, -1, -1):
        longest = second = 0
        for k in range(4 * v, 4 * v + 4):
            w = near[k]
            if w > v:
                if reach[w] > longest:
                    second = longest
                    longest = reach[w]
                elif reach[w] > second:
                    second = reach[w]
        reach[v] = longest + 1
        if longest + second + 1 > best:
            best = longest + second + 1
    return best


@kernel
def find_blocks(
    size: int,
    root: int,
    near: Any,
    found: Any,
    low: Any,
    pointer: Any,
    trail: Any,
    waiting: Any,
    members: Any,
    first: Any,
) -> int:
    """Return the number of biconnected parts of a connected graph, those further from the root first.

    Part b has the vertices `members[first[b]:first[b + 1]]`, the last of which it shares with
    parts that come later (the root in the last part). A graph of one vertex has none.
    """
    for v in range(size):
        found[v] = -1
        pointer[v] = 4 * v
    count = filled = 0
    time = 1
    found[root] = low[root] = 0
    trail[0] = waiting[0] = root
    depth, left = 0, 1
    while depth >= 0:
        v = trail[depth]
        w = near[pointer[v]] if pointer[v] < 4 * v + 4 else -1
        if w >= 0:
            pointer[v] += 1
            if found[w] < 0:
                found[w] = low[w] = time
                time += 1
                depth += 1
                trail[depth] = w
                waiting[left] = w
                left += 1
            elif found[w] < low[v]:  # the way back to the parent changes nothing
                low[v] = found[w]
            continue
        depth -= 1
        if depth < 0:
            break
        u = trail[depth]
        if low[v] < low[u]:
            low[u] = low[v]
        if low[v] >= found[u]:
            first[count] = filled
            while True:
                left -= 1
                members[filled] = waiting[left]
                filled += 1
                if waiting[left] == v:
                    break
            members[filled] = u
            filled += 1
            count += 1
    first[count] = filled
    return count


@kernel
def block_bound(members: Any, first: int, last: int, rooted: int, side: Any, tail: Any) -> int:
    """Return a length that no path in a block reaches beyond, with a tail at either end.

    Its vertices alternate between the two sides of a chessboard. With `rooted` 1 it begins at the last
    vertex of the block, whose tail does not count.
    """
    counted = last - 1 if rooted else last
    even = odd = longest = second = 0
    for k in range(first, last):
        v = members[k]
        if side[v] == 0:
            even += 1
        else:
            odd += 1
        if k < counted:
            if tail[v] > longest:
                second = longest
                longest = tail[v]
            elif tail[v] > second:
                second = tail[v]
    inside = 2 * min(even, odd) + (0 if even == odd else 1)
    if rooted:
        fewer = 0 if even < odd else 1
        return inside - (1 if even != odd and side[members[last - 1]] == fewer else 0) + longest
    return inside + longest + second


@kernel
def reach_from(
    source: int, near: Any, side: Any, tail: Any, free: Any, seen: Any, stamp: int, queue: Any
) -> int:
    """Return how much longer a path that has come to `source` can become, over free vertices.

    Those it can reach are counted by sides, which it changes at every step; the longest tail there is
    added. `seen` holds no number as large as `stamp`.
    """
    queue[0] = source
    filled, done = 1, 0
    opposite = same = longest = 0
    while done < filled:
        v = queue[done]
        done += 1
        for k in range(4 * v, 4 * v + 4):
            w = near[k]
            if w < 0:
                break
            if free[w] and seen[w] != stamp:
                seen[w] = stamp
                queue[filled] = w
                filled += 1
                if side[w] == side[source]:
                    same += 1
                else:
                    opposite += 1
                if tail[w] > longest:
                    longest = tail[w]
    reach: int = 2 * min(opposite, same) + (1 if opposite > same else 0) + longest
    return reach


@kernel
def search_block(
    members: Any,
    first: int,
    last: int,
    rooted: int,
    floor: int,
    limit: int,
    near: Any,
    side: Any,
    tail: Any,
    free: Any,
    seen: Any,
    trail: Any,
    pointer: Any,
    queue: Any,
    chosen: Any,
    control: Any,
) -> int:
    """Return the longest path of a block with more than `floor` quadrants, depth first; `floor` if none has.

    With `rooted` 1 it begins at the last vertex of the block, whose tail does not count, else anywhere,
    and the tails at both ends count. `chosen[:control[CHOSEN]]` are its vertices inside the block. `free`
    is all 0 before and after. Gives up after `limit` steps: `control[STEPS]` is then above `limit`.
    """
    bound = block_bound(members, first, last, rooted, side, tail)
    best = floor
    steps = 0
    control[CHOSEN] = 0
    for k in range(first, last):
        free[members[k]] = 1
        seen[members[k]] = 0
    stamp = 0
    for begin in range(last - 1 if rooted else first, last):
        if best >= bound or steps > limit:
            break
        source = members[begin]
        head = 1 if rooted else 1 + tail[source]
        depth = 0
        trail[0] = source
        pointer[0] = -1
        free[source] = 0
        while depth >= 0:
            v = trail[depth]
            k = pointer[depth]
            if k < 0:
                steps += 1
                total = head + depth + (tail[v] if depth > 0 else 0)
                if total > best:
                    best = total
                    control[CHOSEN] = depth + 1
                    for i in range(depth + 1):
                        chosen[i] = trail[i]
                    if best >= bound:
                        break
                if steps > limit:
                    break
                k = 4 * v
            elif k < 4 * v + 4 and near[k] >= 0:
                stamp += 1  # before a second branch: whether it can lead far enough
                if head + depth + reach_from(v, near, side, tail, free, seen, stamp, queue) <= best:
                    k = 4 * v + 4
            while k < 4 * v + 4 and (near[k] < 0 or free[near[k]] == 0):
                k += 1
            if k < 4 * v + 4:
                pointer[depth] = k + 1
                depth += 1
                trail[depth] = near[k]
                pointer[depth] = -1
                free[near[k]] = 0
            else:
                free[v] = 1
                depth -= 1
        while depth >= 0:
            free[trail[depth]] = 1
            depth -= 1
    for k in range(first, last):
        free[members[k]] = 0
    control[STEPS] = steps
    control[ALL_STEPS] += steps
    return best


@kernel
def keep_path(chosen: Any, size: int, tail: Any, tails: Any, order: Any, first: int, best_path: Any) -> None:
    """Write the cells of a path through a block and the tails at both its ends."""
    source, goal = chosen[0], chosen[size - 1]
    filled = 0
    for k in range(tail[source] - 1, -1, -1):
        best_path[filled] = order[first + tails[source * MOST + k]]
        filled += 1
    for k in range(size):
        best_path[filled] = order[first + chosen[k]]
        filled += 1
    if size > 1:
        for k in range(tail[goal]):
            best_path[filled] = order[first + tails[goal * MOST + k]]
            filled += 1


@kernel
def hang(chosen: Any, size: int, tail: Any, tails: Any) -> None:
    """Make a path from a cut vertex through its block, and the tail at its end, the tail of that vertex."""
    source, goal = chosen[0], chosen[size - 1]
    filled = source * MOST
    for k in range(1, size):
        tails[filled] = chosen[k]
        filled += 1
    for k in range(tail[goal]):
        tails[filled] = tails[goal * MOST + k]
        filled += 1
    tail[source] = filled - source * MOST


@kernel
def search_blocks(
    blocks: int,
    limit: int,
    members: Any,
    first: Any,
    near: Any,
    side: Any,
    tail: Any,
    tails: Any,
    free: Any,
    seen: Any,
    trail: Any,
    pointer: Any,
    queue: Any,
    chosen: Any,
    order: Any,
    start: int,
    best_path: Any,
    control: Any,
) -> int:
    """Look through the blocks of an area from `control[BLOCK]` on for a path longer than `control[BEST]`.

    Each block is searched for its longest path, ends anywhere, and for the longest that begins at its cut
    vertex: that is what the blocks beyond it may still add there. Returns DONE, or TOO_LONG where one
    of the two takes more than `limit` steps; what was found by then is kept.
    """
    while control[BLOCK] < blocks:
        b = control[BLOCK]
        begin, end = first[b], first[b + 1]
        if end - begin == 2:  # most blocks are a single step
            chosen[0], chosen[1] = members[begin + 1], members[begin]
            reach = 2 + tail[chosen[0]] + tail[chosen[1]]
            if reach > control[BEST]:
                control[BEST] = reach
                keep_path(chosen, 2, tail, tails, order, start, best_path)
            if 1 + tail[chosen[1]] > tail[chosen[0]]:
                hang(chosen, 2, tail, tails)
            control[BLOCK] = b + 1
            continue
        if control[PHASE] == 0:
            best = control[BEST]
            if block_bound(members, begin, end, 0, side, tail) > best:
                best = search_block(
                    members,
                    begin,
                    end,
                    0,
                    best,
                    limit,
                    near,
                    side,
                    tail,
                    free,
                    seen,
                    trail,
                    pointer,
                    queue,
                    chosen,
                    control,
                )
                if best > control[BEST]:
                    control[BEST] = best
                    keep_path(chosen, control[CHOSEN], tail, tails, order, start, best_path)
                if control[STEPS] > limit:
                    return TOO_LONG
            control[PHASE] = 1
        if b < blocks - 1:
            root = members[end - 1]
            search_block(
                members,
                begin,
                end,
                1,
                tail[root] + 1,
                limit,
                near,
                side,
                tail,
                free,
                seen,
                trail,
                pointer,
                queue,
                chosen,
                control,
            )
            if control[CHOSEN] > 0:
                hang(chosen, control[CHOSEN], tail, tails)
            if control[STEPS] > limit:
                return TOO_LONG
        control[BLOCK] = b + 1
        control[PHASE] = 0
    return DONE


@kernel
def best_of_each(
    grids: Any,
    columns: int,
    column_of: Any,
    side_of: Any,
    colours: int,
    limit: int,
    label: Any,
    order: Any,
    start: Any,
    place: Any,
    near: Any,
    side: Any,
    members: Any,
    first: Any,
    tail: Any,
    tails: Any,
    free: Any,
    seen: Any,
    trail: Any,
    pointer: Any,
    queue: Any,
    chosen: Any,
    best_path: Any,
    control: Any,
    out: Any,
) -> None:
    """Write the length of the longest path of each grid, of the colours of a bit mask; -1 where it is hard.

    `grids` [n, cells]; hard is what `search_blocks` finds too long.
    """
    cells = grids.shape[1]
    for x in range(grids.shape[0]):
        grid = grids[x]
        areas = find_areas(grid, columns, column_of, label, order, start)
        best, largest = 0, -1
        for a in range(areas):
            found = start[a + 1] - start[a]
            if found > best and colours >> grid[order[start[a]]] & 1:
                best, largest = found, a
        best = 0
        hard = False
        for turn in range(areas):  # the largest first
            area = largest if turn == 0 else turn - 1 if turn <= largest else turn
            begin = start[area]
            size = start[area + 1] - begin
            if size <= best or colours >> grid[order[begin]] & 1 == 0:
                continue
            even = 0
            for k in range(begin, begin + size):
                even += side_of[order[k]]
            if 2 * min(even, size - even) + 1 <= best:
                continue
            most = join_cells(
                order, begin, size, cells, columns, column_of, side_of, label, place, near, side
            )
            if most <= 2:
                best = size  # a way or a ring
            elif most == 5:
                best = max(best, longest_in_tree(size, near, seen))
            else:
                blocks = find_blocks(size, size // 2, near, seen, free, pointer, trail, queue, members, first)
                for v in range(size):
                    tail[v] = free[v] = 0
                control[BLOCK] = control[PHASE] = 0
                control[BEST] = best
                hard = (
                    search_blocks(
                        blocks,
                        limit,
                        members,
                        first,
                        near,
                        side,
                        tail,
                        tails,
                        free,
                        seen,
                        trail,
                        pointer,
                        queue,
                        chosen,
                        order,
                        begin,
                        best_path,
                        control,
                    )
                    != DONE
                )
                best = control[BEST]
                if hard:
                    break
        out[x] = -1 if hard else best


@kernel
def label_each(
    grids: Any, columns: int, column_of: Any, order: Any, start: Any, labels: Any, counts: Any
) -> None:
    """Write the area of each cell of each grid, `labels` [n, cells], and how many areas it has."""
    for x in range(grids.shape[0]):
        counts[x] = find_areas(grids[x], columns, column_of, labels[x], order, start)


@kernel
def widest_of_each(
    grids: Any,
    columns: int,
    column_of: Any,
    side_of: Any,
    label: Any,
    order: Any,
    start: Any,
    place: Any,
    near: Any,
    side: Any,
    seen: Any,
    queue: Any,
    out: Any,
) -> None:
    """Write for each grid the quadrants of the longest among the shortest ways inside an area."""
    cells = grids.shape[1]
    for x in range(grids.shape[0]):
        areas = find_areas(grids[x], columns, column_of, label, order, start)
        best = 0
        for area in range(areas):
            begin, size = start[area], start[area + 1] - start[area]
            if size <= best:
                continue
            join_cells(order, begin, size, cells, columns, column_of, side_of, label, place, near, side)
            for source in range(size):
                for v in range(size):
                    seen[v] = 0
                seen[source] = 1
                queue[0] = source
                filled, done = 1, 0
                while done < filled:
                    v = queue[done]
                    done += 1
                    for k in range(4 * v, 4 * v + 4):
                        w = near[k]
                        if w < 0:
                            break
                        if seen[w] == 0:
                            seen[w] = seen[v] + 1
                            queue[filled] = w
                            filled += 1
                if seen[queue[filled - 1]] > best:
                    best = seen[queue[filled - 1]]
        out[x] = best
