"""Positions of Abstract Academy as people play them: the canvas, the goals, the players, one hand.

Whoever is called `you` sees the own hand and the backs of the others'; where nobody is, all lies open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..engines.academy.actions import ORIENTATIONS
from ..engines.academy.areas import presentable, values
from ..engines.academy.phases import OVER, PLACE
from ..engines.academy.sheet import INSTRUCTOR
from ..engines.game import seat
from ..solvers.canvas import COLOUR_NAMES, LETTERS, SIDE_NAMES, Goal, Pattern, cells
from ..solvers.canvas.contest import contest
from ..solvers.canvas.faces import COUNT, FACE_TEXTS, FACES
from ..solvers.canvas.regions import SIDES_OF
from .ink import Ink
from .shapes import Box, Drawing, Figure, Label, Shape
from .text import COLUMNS, text

if TYPE_CHECKING:
    from ..engines.academy import AcademyState

YOU = "you"
"""What the person is called who sees the drawing."""

_LETTER = 13.0
"""Width of a letter in a terminal."""
_LINE = 30.0
_CARD = 5 * _LETTER
_QUADRANT = _CARD / 2
_LEFT = 4 * _LETTER
"""From the left edge to the canvas; the numbers of the rows stand there."""
_PLAYERS = 36 * _LETTER
"""Where the players stand, beside the canvas."""
_VALUES = 32
"""The column in which the values of the first player stand."""
_HELD = 8 * _LETTER
"""From a card in hand to the next."""
_IN_ROW = 3
_INSPIRATIONS = 30 * _LETTER
_PATTERN = 10 * _LETTER
_SIZE = 18.0
_SMALL = 15.0
_NAME_LETTERS = 14
"""The longest name of a player that is drawn."""
_BACK = "▒▒"

_FILL = {0: Ink.BLUE, 1: Ink.RED, 2: Ink.YELLOW}
_ON = {0: Ink.ON_BLUE, 1: Ink.ON_RED, 2: Ink.ON_YELLOW}


def state_text(
    state: AcademyState, names: Sequence[str] = (), colour: bool = False, ascii_only: bool = False
) -> str:
    """Return a position for the terminal, with the names of those who play, seat by seat."""
    return text(state_drawing(state, names), colour=colour, ascii_only=ascii_only)


def state_drawing(state: AcademyState, names: Sequence[str] = ()) -> Drawing:
    """Return the canvas with the players beside it, the goals as they stand, and what `you` hold.

    Without a `you` among the names all hands are open.
    """
    viewer = names.index(YOU) if YOU in names else None
    shapes: list[Shape] = [Label(0, _LINE / 2, " · ".join(_about(state)), _SIZE, Ink.FAINT)]
    below = max(_canvas(state, shapes, 1), _players(state, names, viewer, shapes, 1))
    below = _goals(state, shapes, below)
    if viewer is not None:
        below = _held(state, viewer, shapes, below)
    known = str(state) if viewer is None else state.information(viewer).text
    return Drawing(
        COLUMNS * _LETTER,
        below * _LINE + 8,
        tuple(shapes),
        "Abstract Academy",
        "; ".join(known.split("\n")),
        letter=_LETTER,
    )


def goal_name(goal: Goal) -> str:
    """Return what a goal is called, with its parameters: `Largest Area, blue`."""
    more = [] if goal.colour is None else [COLOUR_NAMES[goal.colour]]
    return ", ".join([goal.kind.title, *more, *([] if goal.size is None else [str(goal.size)])])


def _about(state: AcademyState) -> Iterator[str]:
    sheet, game = state.sheet, state.game
    over = state.phase == OVER
    yield f"round {sheet.round} of 3{', over' if over else ''}"
    if state.cards and not over:
        yield f"{ORIENTATIONS[state.landscape]}, {len(state.cards)} of {game.full}"
    yield f"deck {len(state.deck)}"
    yield f"discards {len(sheet.discards)}"


def _at(line: float) -> float:
    """Return the middle of a line counted from 0."""
    return (line + 0.5) * _LINE


def _canvas(state: AcademyState, shapes: list[Shape], line: int) -> int:
    if not state.cards:
        if state.sheet.start >= 0:
            shapes.append(Label(_LEFT, _at(line), "the start card", _SMALL, Ink.FAINT))
            shapes += _card(state.sheet.start, _LEFT, line + 1)
            return line + 3
        return line
    plane, occupied = state.game.plane, state.occupied
    open_to = plane.open_cells(occupied)
    span = plane.extent(occupied | open_to)
    wide = span.width
    for column in range(wide):
        name = chr(ord("a") + span.left + column)
        x = _LEFT + (column + 0.5) * _CARD
        shapes.append(Label(x, _at(line), name, _SMALL, Ink.FAINT, "middle"))
    line += 1
    homes = plane.homes(occupied)
    extent = plane.extent(occupied)
    tall = extent.height == plane.size
    if tall:
        shapes.append(_edge(_home_at(state, "north", homes), wide, line))
        line += 1
    faces = {card // COUNT: card % COUNT for card in state.cards}
    for row in range(span.top, span.bottom + 1):
        shapes.append(Label(2 * _LETTER, _at(line), str(row + 1), _SMALL, Ink.FAINT, "end"))
        for column in range(span.left, span.right + 1):
            cell = row * plane.side + column
            x = _LEFT + (column - span.left) * _CARD
            if cell in faces:
                shapes += _card(faces[cell], x, line)
            else:
                shapes.append(_empty(state, cell, bool(open_to >> cell & 1), x, line))
        if extent.width == plane.size:
            for x in (_LEFT - 0.5 * _LETTER, _LEFT + wide * _CARD + 0.5 * _LETTER):
                shapes += [Label(x, _at(line + half), "|", _SIZE, Ink.EDGE, "middle") for half in (0, 1)]
        line += 2
    if tall:
        shapes.append(_edge(_home_at(state, "south", homes), wide, line))
        line += 1
    told = _sides(state, homes)
    if told:
        shapes.append(Label(_LEFT, _at(line), told, _SMALL, Ink.FAINT))
        line += 1
    return line


def _card(face: int, x: float, line: int) -> Iterator[Shape]:
    """Yield the quadrants of a card whose left edge is at x."""
    for at, colour in enumerate(FACES[face].quadrants):
        left, y = x + at % 2 * _QUADRANT, (line + at // 2) * _LINE
        letter = LETTERS[colour]
        drawn = (
            Box(left, y, _QUADRANT, _LINE, 0, _FILL[colour]),
            Label(left + _QUADRANT / 2, y + _LINE / 2, letter, _SMALL, _ON[colour], "middle"),
        )
        said = Label(x + (1 + 2 * (at % 2)) * _LETTER, y + _LINE / 2, letter, ink=_FILL[colour])
        yield Figure(drawn, COLOUR_NAMES[colour], said)
    yield Box(x, line * _LINE, 2 * _QUADRANT, 2 * _LINE, 2, stroke=Ink.EDGE, stroke_width=1.5)


def _empty(state: AcademyState, cell: int, is_open: bool, x: float, line: int) -> Figure:
    """Return a cell without a card: its name where it is open, in brackets where not to who is on turn."""
    plane = state.game.plane
    if not is_open:
        return Figure((), "no card", Label(x + 2 * _LETTER, _at(line), "·", ink=Ink.GRID))
    name = plane.names[cell]
    barred = state.phase == PLACE and not plane.allowed(state.occupied, state.current_player) >> cell & 1
    told = f"({name})" if barred else name
    ink = Ink.GRID if barred else Ink.TEXT
    box = Box(x + 2, line * _LINE + 2, _CARD - 4, 2 * _LINE - 4, 4, stroke=Ink.GRID, dashed=True)
    shown = Label(x + _CARD / 2, (line + 1) * _LINE, told, _SMALL, ink, "middle")
    return Figure((box, shown), f"{name}: open", Label(x + (1 - barred) * _LETTER, _at(line), told, ink=ink))


def _edge(told: str, wide: int, line: int) -> Label:
    """Return a locked edge above or below the canvas, with whose home row lies along it."""
    return Label(_LEFT, _at(line), told.center(5 * wide, "-"), _SMALL, Ink.EDGE)


def _home_at(state: AcademyState, side: str, homes: tuple[int, ...]) -> str:
    for player, at in enumerate(SIDES_OF[state.game.players]):
        if SIDE_NAMES[at] == side and homes[player]:
            return f" home row of {seat(player)} "
    return ""


def _sides(state: AcademyState, homes: tuple[int, ...]) -> str:
    """Return which columns are home rows; they lie along edges at which there is no room to say so."""
    if state.game.players == 2:
        return ""
    found = [
        f"{seat(player)} column {state.game.plane.names[next(cells(home))][0]}"
        for player, home in enumerate(homes)
        if home and SIDES_OF[4][player] % 2
    ]
    return f"home rows: {', '.join(found)}" if found else ""


def _players(
    state: AcademyState, names: Sequence[str], viewer: int | None, shapes: list[Shape], line: int
) -> int:
    """Add who plays, with points, the Pet, and what they hold, three lines each."""
    scores = state.scores()
    sides = SIDES_OF[state.game.players]
    decides = state.current_player
    for player in range(state.game.players):
        ink = Ink.ACCENT if player == decides else Ink.TEXT
        name = names[player][:_NAME_LETTERS] if player < len(names) else ""
        who = f"{seat(player)} {name}".strip()
        shapes.append(Label(_PLAYERS - 2 * _LETTER, _at(line), ">" if player == decides else "", _SIZE, ink))
        shapes.append(
            Label(_PLAYERS, _at(line), f"{who}, {SIDE_NAMES[sides[player]]}", _SIZE, ink, weight="bold")
        )
        points = int(scores[player])
        pet = ", the Pet" if player == state.sheet.pet else ""
        said = f"{points} point{'' if points == 1 else 's'}{pet}"
        shapes.append(Label(_PLAYERS, _at(line + 1), said, _SMALL, Ink.TEXT))
        line += 2
        if player != viewer:
            shapes.append(Label(_PLAYERS, _at(line), _holds(state, player, viewer), _SMALL, Ink.FAINT))
            line += 1
    return line


def _holds(state: AcademyState, player: int, viewer: int | None) -> str:
    """Return what a player holds: names where all is open, else backs and a number."""
    hand, held = state.hands[player], state.sheet.inspirations[player]
    if viewer is None:
        faces = [FACE_TEXTS[code % COUNT] for code in hand]
        return " ".join([*faces, *(state.game.inspirations[one] for one in held)])
    backs = " ".join([_BACK] * len(hand))
    count = f"{len(held)} Inspiration{'' if len(held) == 1 else 's'}" if held else ""
    return f"{backs} {count}".strip()


def _goals(state: AcademyState, shapes: list[Shape], line: int) -> int:
    """Add the goals left to right, a line each, and how they would be decided as the canvas lies."""
    game, sheet = state.game, state.sheet
    if not sheet.goals:
        return line
    apart = 8 if game.players == 2 else 6
    for player in range(game.players if state.cards else 0):
        x = (_VALUES + apart * player) * _LETTER
        shapes.append(Label(x, _at(line), seat(player), _SMALL, Ink.FAINT))
    head = "goals, left to right" if not state.cards else "goals, as the canvas lies"
    shapes.append(Label(0, _at(line), head, _SMALL, Ink.FAINT))
    line += 1
    for number, at in enumerate(sheet.goals):
        goal = game.goals[at]
        decided = number < sheet.judged
        points = 5 if game.goal_colours[at] == INSTRUCTOR else 3
        lowest = "" if goal.kind.most else ", low"
        ink = Ink.FAINT if decided else Ink.TEXT
        told = f"{number + 1} {goal_name(goal)}{lowest} ({'done' if decided else points})"
        shapes.append(Label(0, _at(line), told, _SMALL, ink))
        if state.cards:
            shapes += _standing(state, at, apart, line, decided)
        line += 1
    return line


def _standing(state: AcademyState, at: int, apart: int, line: int, decided: bool) -> Iterator[Label]:
    """Yield the values of all players, that of the best marked: `*` alone, `=` in a tie."""
    game = state.game
    found = contest(game.goals[at], values(state, at), state.sheet.pet, game.rules)
    for player, value in enumerate(found.values):
        best = player in found.best and not decided
        mark = "" if not best else "*" if len(found.best) == 1 else "="
        x = (_VALUES + apart * player) * _LETTER
        yield Label(x, _at(line), f"{value}{mark}", _SMALL, Ink.ACCENT if mark == "*" else Ink.TEXT)


def _held(state: AcademyState, viewer: int, shapes: list[Shape], line: int) -> int:
    """Add the cards of a hand as they may lie, numbered, and the Inspirations with their patterns."""
    game = state.game
    if not state.hands[viewer] and not state.sheet.inspirations[viewer]:
        return line
    shapes.append(Label(0, _at(line), f"hand of {seat(viewer)}", _SMALL, Ink.FAINT))
    below = line + 1
    for number, face in enumerate(hand_faces(state, viewer)):
        x, top = number % _IN_ROW * _HELD, line + 1 + 2 * (number // _IN_ROW)
        shapes.append(Label(x, _at(top), str(number + 1), _SMALL, Ink.FAINT))
        shapes += _card(face, x + _LETTER, top)
        below = max(below, top + 2)
    there = presentable(state, viewer)
    for number, one in enumerate(state.sheet.inspirations[viewer]):
        x, top = _INSPIRATIONS + number % _IN_ROW * _PATTERN, line + 4 * (number // _IN_ROW)
        name = game.inspirations[one] + (" there" if one in there else "")
        shapes.append(Label(x, _at(top), name, _SMALL, Ink.ACCENT if one in there else Ink.TEXT))
        below = max(below, top + 1 + _pattern(game.patterns[one], shapes, x, top + 1))
    return below


def hand_faces(state: AcademyState, player: int) -> list[int]:
    """Return the cards of a hand as they are drawn: as they may lie this round, in portrait before it."""
    ways = state.game.ways[max(state.landscape, 0)]
    return [ways[code % COUNT][0] for code in state.hands[player]]


def _pattern(pattern: Pattern, shapes: list[Shape], x: float, line: int) -> int:
    """Add a pattern in the turn that takes the fewest lines; return how many."""
    rows = min((str(turn).split("/") for turn in pattern.turns()), key=len)
    wide = _PATTERN / 5.5  # the longest has five quadrants
    for number, row in enumerate(rows):
        y = (line + number) * _LINE
        boxes = tuple(
            Box(x + at * wide, y, wide, _LINE, 0, Ink.DOWN, Ink.EDGE)
            for at, letter in enumerate(row)
            if letter == "X"
        )
        shapes.append(Figure(boxes, row, Label(x, y + _LINE / 2, row, ink=Ink.TEXT)))
    return len(rows)
