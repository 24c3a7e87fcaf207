"""What a scoring area that is only partly filled may still come to: cheap bounds that never say too little.

A bound looks at the cards that lie and at what the cards left hold, not at how these would fit together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...solvers.canvas import measures as count
from ...solvers.canvas.canvas import COLOURS, EMPTY, Canvas, Card
from ...solvers.canvas.goals import Goal
from .positions import Wanted

_Bound = Callable[[Canvas, Sequence[Card], Goal], int]


def can_still_hold(canvas: Canvas, left: Sequence[Card], wanted: Sequence[Wanted]) -> bool:
    """Return whether no bound rules a goal out, `left` being the cards that are still to be laid."""
    return all(one.holds(bound(canvas, left, one.goal)) for one in wanted)


def bound(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    """Return a value that no way of laying the cards left surpasses, in the sense in which a goal is won."""
    if not left:
        return goal.value(canvas)
    return _BOUNDS[goal.name](canvas, left, goal)


def _held(left: Sequence[Card], colour: int) -> int:
    return sum(card.quadrants.count(colour) for card in left)


def _wishful(canvas: Canvas, colour: int) -> Canvas:
    """Return the canvas as if every empty quadrant had a colour."""
    return Canvas(tuple(colour if one == EMPTY else one for one in canvas.quadrants), canvas.columns)


def _largest(canvas: Canvas, left: Sequence[Card], colour: int) -> int:
    held, lying = _held(left, colour), canvas.mask(colour)
    return max(
        (
            (area.mask & lying).bit_count() + min((area.mask & ~lying).bit_count(), held)
            for area in count.areas_of(_wishful(canvas, colour), colour)
        ),
        default=0,
    )


def _largest_area(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return _largest(canvas, left, goal.colour or 0)


def _longest_line(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    colour = goal.colour or 0
    there = canvas.mask(colour).bit_count() + _held(left, colour)
    return min(count.longest_run(_wishful(canvas, colour), colour), there)


def _solid_blocks(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return count.two_by_two_blocks(_wishful(canvas, goal.colour or 0), goal.colour or 0)


def _alone(card: Card) -> Canvas:
    return Canvas(card.quadrants, 2)


def _areas(canvas: Canvas, left: Sequence[Card], colour: int) -> int:
    """Areas that lie may only grow together, and a card brings at most those it has by itself."""
    brought = sum(count.number_of_areas(_alone(card), colour) for card in left)
    return count.number_of_areas(canvas, colour) + brought


def _most_areas(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return _areas(canvas, left, goal.colour or 0)


def _patchwork(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return sum(_areas(canvas, left, colour) for colour in COLOURS)


def _pointillism(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    brought = sum(count.areas_of_size(_alone(card), 1) for card in left)
    return count.areas_of_size(canvas, 1) + brought


def _areas_of_size(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    """Every such area holds one that lies and is no larger, or is made of quadrants to come alone."""
    size = goal.size or 1
    lying = sum(area.size <= size for area in count.areas(canvas))
    return lying + 4 * len(left) // size


def _mirror(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    columns = canvas.columns
    rows = [canvas.quadrants[start : start + columns] for start in range(0, len(canvas.quadrants), columns)]
    return sum(
        row[at] == row[-1 - at] or EMPTY in (row[at], row[-1 - at])
        for row in rows
        for at in range(columns // 2)
    )


def _harmony(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return min(_largest(canvas, left, colour) for colour in COLOURS)


def _largest_of_all(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    return max(_largest(canvas, left, colour) for colour in COLOURS)


def _most_quadrants(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    """All cards will lie, so that this is known from the first."""
    return canvas.mask(goal.colour or 0).bit_count() + _held(left, goal.colour or 0)


def _balance(canvas: Canvas, left: Sequence[Card], goal: Goal) -> int:
    counts = [canvas.mask(colour).bit_count() + _held(left, colour) for colour in COLOURS]
    return max(counts) - min(counts)


_BOUNDS: dict[str, _Bound] = {
    "largest_area": _largest_area,
    "most_areas": _most_areas,
    "most_quadrants": _most_quadrants,
    "longest_line": _longest_line,
    "solid_blocks": _solid_blocks,
    "longest_colour_path": _largest_of_all,
    "balanced_composition": _balance,
    "largest_single_area": _largest_of_all,
    "patchwork": _patchwork,
    "pointillism": _pointillism,
    "mirror": _mirror,
    "harmony": _harmony,
    "areas_of_size": _areas_of_size,
}
