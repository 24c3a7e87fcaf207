"""Printing answers about canvases for a person."""

from __future__ import annotations

import click

from ...core.documents.canvas import (
    CanvasAreas,
    CanvasDeal,
    CanvasGoals,
    CanvasPath,
    CanvasScore,
    CanvasShown,
)
from ...core.notation import parse_cell
from ...solvers.canvas import COLOUR_NAMES, INSPIRATION_POINTS, LETTERS, SIDE_NAMES, Canvas, Goal
from ...solvers.canvas.canvas import MOST_SIDE
from ...solvers.canvas.regions import SIDES_OF
from ..say import in_ascii, in_colour, say
from . import words
from .answers import Scored
from .given import NOBODY, SEATS
from .scoring import Outcome


def canvas(drawn: Canvas, marked: int = 0, origin: tuple[int, int] = (0, 0)) -> None:
    """Print a canvas, some quadrants marked in it, and an empty line."""
    from ...render.canvas import canvas_text

    click.echo(canvas_text(drawn, marked, origin, colour=in_colour(), ascii_only=in_ascii()))
    click.echo()


def mask_of(drawn: Canvas, names: list[str]) -> int:
    """Return the cells of these names as a bit mask."""
    return sum(1 << _cell(drawn, name) for name in names)


def _cell(drawn: Canvas, name: str) -> int:
    if len(name) == 2:
        return parse_cell(name, drawn.columns, drawn.rows)
    return (MOST_SIDE - 1) * drawn.columns + ord(name[0]) - ord("a")


def areas(found: CanvasAreas) -> None:
    """Print the areas of each colour, the largest first."""
    canvas(Canvas.parse(found.canvas))
    if not found.areas:
        say("No card lies here, so there is no area.")
    for letter in LETTERS:
        own = [area for area in found.areas if area.colour == letter]
        if own:
            total = sum(area.size for area in own)
            name = COLOUR_NAMES[LETTERS.index(letter)]
            say(f"{words.plural(len(own), f'{name} area')}, {words.plural(total, 'quadrant')}:")
        for area in sorted(own, key=lambda area: -area.size):
            say(f"  {area.size:3}  {' '.join(area.cells)}", hanging=7)


def path(found: CanvasPath) -> None:
    """Print the longest path, and whether it is proved to be."""
    drawn = Canvas.parse(found.canvas)
    canvas(drawn, mask_of(drawn, found.cells))
    if found.colour is None:
        colour = "" if found.asked is None else f"{COLOUR_NAMES[LETTERS.index(found.asked)]} "
        say(f"No {colour}quadrant lies here, so there is no path.")
        return
    name = COLOUR_NAMES[LETTERS.index(found.colour)]
    asked = "" if found.asked else " of all colours"
    if found.rulings.get("path") == "longest_shortest_path":
        say(
            f"The longest of the shortest ways between two quadrants{asked} is {name}: "
            f"{words.plural(found.length, 'quadrant')}."
        )
    elif found.verdict == "unknown":
        say(
            f"Not decided in time: the longest path found is {name}, "
            f"{words.plural(found.length, 'quadrant')}; none has more than {found.bound}."
        )
    else:
        count = words.plural(found.length, "quadrant")
        say(f"The longest path{asked} is {name}, {count}: no path has more.")
    say(f"  {' '.join(found.cells)}", hanging=2)


def score(found: Scored, document: CanvasScore, reordered: bool) -> None:
    """Print what each player's area is worth, who wins what and why."""
    asked = found.asked
    canvas(asked.canvas)
    say(f"Scoring areas: {_seats(asked.players)}.")
    if not document.complete:
        say(words.INCOMPLETE)
    if reordered:
        say(words.REORDERED)
    if any(found.shown):
        click.echo()
    for player, own in enumerate(found.shown):
        for one in own:
            say(f"{SEATS[player]}: {_inspiration(one)}", hanging=3)
    click.echo()
    _values(found)
    if found.outcomes:
        _outcomes(found)
    else:
        say("No goals were named, so nobody wins any (--goals).")
    given = {one.name for own in asked.inspirations for one in own}
    things = "goals and Inspirations" if given else "goals"
    told = words.reconstructed(document.reconstructed, len(found.goals) + len(given), things)
    if told:
        say(told)


def _seats(players: int) -> str:
    return ", ".join(f"{SEATS[n]} {SIDE_NAMES[side]}" for n, side in enumerate(SIDES_OF[players]))


def _inspiration(one: CanvasShown) -> str:
    if not one.there or one.colour is None:
        return f"the pattern of Inspiration {one.name} ({one.pattern}) is not there."
    where = f"{COLOUR_NAMES[LETTERS.index(one.colour)]} on {' '.join(one.cells)}"
    if one.shown:
        return f"shows Inspiration {one.name} ({one.pattern}), {where}: {INSPIRATION_POINTS} points."
    return f"Inspiration {one.name} ({one.pattern}) is there as well, {where}, and stays in hand."


def _values(found: Scored) -> None:
    """Print a line a goal with the values of all players, the best ones marked."""
    names = [words.goal_name(goal) for goal in found.goals]
    wide = max(map(len, [*names, "goal"]))
    say(f"{'goal':{wide}}  points  {'  '.join(f'{SEATS[n]:>3}' for n in range(found.asked.players))}")
    for goal, name, values in zip(found.goals, names, found.values, strict=True):
        told = "  ".join(f"{value:>3}" for value in values)
        note = "" if goal.kind.most else "  (lowest wins)"
        say(f"{name:{wide}}  {goal.kind.points:>6}  {told}{note}", hanging=4)
    click.echo()


def _outcomes(found: Scored) -> None:
    asked = found.asked
    several = len(found.outcomes) > 1
    if several:
        why = (
            "who holds the Teacher's Pet"
            if asked.pet is None
            else "the choices of who holds the Teacher's Pet"
        )
        say(f"The result depends on {why}:")
    for outcome in found.outcomes:
        if several:
            click.echo()
            say(f"{_holder(outcome.first_pet)} holds the Teacher's Pet:")
        _outcome(found, outcome)


def _holder(player: int) -> str:
    return "Nobody" if player == NOBODY else SEATS[player]


def _outcome(found: Scored, outcome: Outcome) -> None:
    for decision in outcome.decisions:
        say(f"{words.goal_name(decision.goal)} goes to {words.decided(decision)}.", hanging=2)
    points = ", ".join(f"{SEATS[n]} {points}" for n, points in enumerate(outcome.points))
    most = max(outcome.points)
    ahead = [player for player, points in enumerate(outcome.points) if points == most]
    if len(ahead) == 1:
        second = max(points for player, points in enumerate(outcome.points) if player != ahead[0])
        result = f"{SEATS[ahead[0]]} is ahead by {most - second}"
    else:
        result = f"{words.seats(ahead)} are level"
    say(f"Points for this canvas: {points}; {result}.")
    if outcome.pet != NOBODY:
        say(f"{SEATS[outcome.pet]} {words.still(outcome)} holds the Teacher's Pet.")


def goals(found: CanvasGoals) -> None:
    """Print the registry of goals."""
    parts = [("assignment", "Assignments, of one colour"), ("instructor", "Instructors")]
    for deck, title in parts:
        say(f"{title}:")
        for goal in found.goals:
            if goal.deck == deck:
                name = ":".join([goal.name, *(parameter.upper() for parameter in goal.takes)])
                sentence = goal.counts.replace("{colour} ", "").replace("{size}", "SIZE")
                wins = "" if "wins" in sentence else f"; the {goal.wins} wins"
                say(f"  {name:24}  {goal.points}  {goal.source:13}  {sentence}{wins}", hanging=6)
    say("COLOUR is B, R or Y, SIZE a number. The figures are the points.")
    invented = sum(goal.source == "reconstructed" for goal in found.goals)
    say(words.reconstructed(invented, len(found.goals), "goals", "there are"))


def deal(found: CanvasDeal) -> None:
    """Print a random canvas, and the question for the best placement on it."""
    canvas(Canvas.parse(found.canvas))
    say(f"{words.plural(found.cards, 'card')}, {found.players} players (seed {found.seed}).")
    say(f"Goals: {', '.join(map(_goal, found.goals))}. {found.pet} holds the Teacher's Pet.")
    for seat, hand, inspiration in zip(SEATS, found.hands, found.inspirations, strict=False):
        say(f"{seat} holds {' '.join(hand)}, and Inspiration {inspiration}.", hanging=2)
    if found.player is not None:
        say(f"{found.player} places next.")
    say(f"Link: {found.link}")
    told = words.reconstructed(found.reconstructed, found.of, "kinds of cards, goals and Inspirations")
    if told:
        say(told)


def _goal(name: str) -> str:
    return words.goal_name(Goal.parse(name))
