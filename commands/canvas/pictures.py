"""What the pictures of canvases show."""

from __future__ import annotations

from ...core.budget import UNLIMITED
from ...core.documents.canvas import CanvasPath
from ...render.canvas import Picture, canvas_svg
from ...render.svg import Svg
from ...solvers.canvas import COLOUR_NAMES, LETTERS, Canvas, ColourPath, regions
from ...solvers.canvas.best_answers import Best
from . import words
from .answers import Scored, path, path_cells
from .answers_best import Question, afterwards, placement
from .show import mask_of
from .show_best import placed as placed_in_words


def of_areas(canvas: Canvas, players: int) -> Svg:
    """Return a canvas with its areas outlined, and scoring areas marked unless there are no players."""
    return canvas_svg(canvas, Picture(players=players))


def of_path(canvas: Canvas, traced: tuple[int, ...], found: CanvasPath, players: int) -> Svg:
    """Return a canvas with a path traced."""
    return canvas_svg(canvas, Picture(players=players, path=traced, notes=(_path_note(found),)))


def _path_note(found: CanvasPath) -> str:
    if found.colour is None:
        return "No path"
    name = COLOUR_NAMES[LETTERS.index(found.colour)]
    proved = "" if found.verdict == "yes" else f" (at most {found.bound})"
    whose = f" in the area of {found.player}" if found.player else ""
    return f"Longest {name} path{whose}: {words.plural(found.length, 'quadrant')}{proved}"


def scored(found: Scored) -> Svg:
    """Return a canvas that is scored: Inspirations ringed, the best longest path of all areas traced."""
    asked = found.asked
    shown = [(player, one) for player, own in enumerate(found.shown) for one in own if one.shown]
    notes = [
        f"{'ABCD'[player]} shows Inspiration {one.name}, ringed at {one.cells[0]}" for player, one in shown
    ]
    traced: tuple[int, ...] = ()
    if any(goal.name == "longest_colour_path" for goal in asked.goals):
        traced, note = _longest(found)
        notes.append(note)
    for goal, values in zip(found.goals, found.values, strict=True):
        if asked.goals:
            told = ", ".join(f"{'ABCD'[n]} {value}" for n, value in enumerate(values))
            notes.append(f"{words.goal_name(goal)}: {told}")
    ringed = tuple(mask_of(asked.canvas, one.cells) for _, one in shown)
    return canvas_svg(
        asked.canvas, Picture(players=asked.players, path=traced, ringed=ringed, notes=tuple(notes))
    )


def _longest(scored: Scored) -> tuple[tuple[int, ...], str]:
    """Return the longest path of all scoring areas as cells of the canvas, and what it is."""
    asked = scored.asked
    best: ColourPath | None = None
    cells: tuple[int, ...] = ()
    note = "No path"
    for player, part in enumerate(regions(asked.canvas, asked.players)):
        found = path(part, None, asked.rulings.rules, UNLIMITED).value
        if found is not None and (best is None or found.length > best.length):
            best, cells = found, path_cells(part, found)
            note = f"Longest path: {COLOUR_NAMES[found.colour]} in the area of {'ABCD'[player]}, traced"
    return cells, note


def placed(asked: Question, found: Best) -> Svg:
    """Return the canvas with the best card laid, ringed."""
    laid = found.best.placement
    canvas, mask, origin = afterwards(asked, found, laid)
    told = placed_in_words(placement(asked, found, laid))
    note = f"{'ABCD'[asked.player]} lays {told}, ringed"
    return canvas_svg(canvas, Picture(ringed=(mask,), notes=(note,), origin=origin))
