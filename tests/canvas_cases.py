"""Canvases for the tests: random ones of any kind, and those with large areas."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import strategies as st

from quadrangle.core.rng import Rng
from quadrangle.solvers.canvas import Canvas, Rules


def random_canvases(
    count: int, rows: int, columns: int, seed: int = 1, weights: tuple[int, int, int, int] = (0, 1, 1, 1)
) -> Iterator[Canvas]:
    """Yield random canvases; `weights` say how likely empty, blue, red and yellow are."""
    bag = [colour for colour, weight in enumerate(weights, -1) for _ in range(weight)]
    for k in range(count):
        rng = Rng(seed, k)
        yield Canvas(tuple(bag[rng.below(len(bag))] for _ in range(rows * columns)), columns)


@st.composite
def canvases(draw: st.DrawFn, most: int = 6, empty: bool = True) -> Canvas:
    """Draw any canvas of at most so many rows and columns, often with large areas."""
    rows = 2 * draw(st.integers(1, most // 2))
    columns = 2 * draw(st.integers(1, most // 2))
    lowest = -1 if empty else 0
    colours = draw(st.lists(st.integers(lowest, 2), min_size=1, max_size=4))
    quadrant = st.sampled_from(colours)
    quadrants = draw(st.lists(quadrant, min_size=rows * columns, max_size=rows * columns))
    return Canvas(tuple(quadrants), columns)


def rules() -> st.SearchStrategy[Rules]:
    """Draw any rules."""
    return st.builds(
        Rules,
        path=st.sampled_from(["simple_path", "longest_shortest_path"]),
        balance_absent_colour=st.sampled_from(["counts_0", "ignored"]),
        pattern_test=st.sampled_from(["contained", "exact"]),
        pattern_turns=st.sampled_from(["rotations", "rotations_and_reflections"]),
    )
