"""`canvas batch`: a canvas a line in, a JSON object a line out, in order, with bounded memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from ...core.documents.canvas import CanvasBatchLine
from ...core.documents.leaves import BatchError
from ...core.errors import NotationError, QuadrangleError
from ...core.notation import decode
from ...solvers.canvas import (
    COLOURS,
    LETTERS,
    Canvas,
    Goal,
    Rules,
    largest_area,
    number_of_areas,
    regions,
)
from ...solvers.canvas.in_progress import SIZES
from ...solvers.canvas.reading import read_placed_canvas
from ..lines import LINE_LIMIT, groups, opened
from .given import the_players, too_large

_PLAIN = 250
"""Canvases answered one by one before the compiled counts are worth their start."""


class Item(NamedTuple):
    """A line that was read: a canvas, or an error."""

    number: int
    canvas: Canvas | None
    error: str = ""


def run(path: Path, goals: Sequence[Goal], players: str | None, rules: Rules) -> int:
    """Answer every line of a file, `-` for standard input; return the exit code."""
    wrong = False
    plain_left = _PLAIN
    out = sys.stdout.buffer
    with closing(groups(opened(path))) as found:
        for group in found:
            items = [_read(number, line, players) for number, line in group]
            wrong = wrong or any(item.error for item in items)
            plain, together = items[:plain_left], items[plain_left:]
            plain_left -= len(plain)
            for item in plain:
                out.write(_written(item, goals, players, rules))
                out.flush()
            for record in _together(together, goals, players, rules):
                out.write(record)
            out.flush()
    return 2 if wrong else 0


def _read(number: int, line: bytes, players: str | None) -> Item:
    try:
        if len(line.removesuffix(b"\r")) > LINE_LIMIT:
            raise NotationError(f"longer than {LINE_LIMIT} bytes", expected="one canvas")
        text = decode(line)
        if not text.strip():
            raise NotationError("empty", expected="one canvas")
        return Item(number, _fitting(text, players))
    except NotationError as error:
        return Item(number, None, str(error.at(line=number)))
    except QuadrangleError as error:
        return Item(number, None, f"line {number}: {error}")


def _fitting(text: str, players: str | None) -> Canvas:
    """Return the canvas of a line. Raises NotationError, also where it is too large for the players."""
    canvas, places = read_placed_canvas(text)
    many = the_players(players, canvas)
    found = too_large(canvas, many, SIZES[many])
    if found is not None:
        problem, expected, cell = found
        raise NotationError(problem, expected=expected, column=places[cell][1])
    return canvas


def _written(item: Item, goals: Sequence[Goal], players: str | None, rules: Rules) -> bytes:
    """Answer one line in plain Python."""
    if item.canvas is None:
        return _line(BatchError(line=item.number, error=item.error))
    canvas = item.canvas
    parts = regions(canvas, the_players(players, canvas))
    values = [{str(goal): goal.value(part.grid, rules) for goal in goals} for part in parts]
    return _line(_answer(canvas, values))


def _answer(canvas: Canvas, values: list[dict[str, int]]) -> CanvasBatchLine:
    return CanvasBatchLine(
        canvas=str(canvas),
        areas={LETTERS[colour]: number_of_areas(canvas, colour) for colour in COLOURS},
        largest={LETTERS[colour]: largest_area(canvas, colour) for colour in COLOURS},
        values=values,
    )


def _line(record: msgspec.Struct) -> bytes:
    return msgspec.json.encode(record) + b"\n"


def _together(
    items: Sequence[Item], goals: Sequence[Goal], players: str | None, rules: Rules
) -> Iterator[bytes]:
    """Answer lines through the compiled counts, areas of one size at once."""
    if not items:
        return
    import numpy as np

    from ...solvers.canvas import batch

    wanted: dict[tuple[int, int], list[tuple[int, int, Canvas]]] = {}
    parts = []
    for at, item in enumerate(items):
        own = regions(item.canvas, the_players(players, item.canvas)) if item.canvas else ()
        parts.append(len(own))
        for player, part in enumerate(own):
            wanted.setdefault((part.grid.rows, part.grid.columns), []).append((at, player, part.grid))
    answers: list[list[dict[str, int]]] = [[{} for _ in range(count)] for count in parts]
    names = [str(goal) for goal in goals]
    for (rows, columns), same in wanted.items():
        grids = np.array([grid.quadrants for _, _, grid in same], dtype=np.int8)
        counted = batch.values(tuple(goals), grids.reshape(len(same), rows, columns), rules)
        for (at, player, _), own_values in zip(same, counted.tolist(), strict=True):
            answers[at][player] = dict(zip(names, own_values, strict=True))
    for item, values in zip(items, answers, strict=True):
        if item.canvas is None:
            yield _line(BatchError(line=item.number, error=item.error))
        else:
            yield _line(_answer(item.canvas, values))
