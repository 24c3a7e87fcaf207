"""Solutions of canvas puzzles as steps in text, found, checked and told.

A step is `place BR/YB c3`: a card as it lies, and the place by its upper left quadrant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.budget import Budget, Result
from ...core.errors import BudgetSpent, IllegalAction, NotationError
from ...core.notation import listed, shown
from ...solvers.canvas.canvas import Canvas, Card
from .building import first_solution
from .finishing import Finish, open_places, points, without, worth
from .positions import Build, Last, Place, Position, empty_places, filled, place_name, title_of

Line = Result[tuple[str, ...]]


def step_text(canvas: Canvas, place: Place, face: Card) -> str:
    """Return a step as text."""
    return f"place {face} {place_name(canvas, place)}"


def solve(position: Position, budget: Budget) -> Line:
    """Return whether a puzzle can be solved, and the steps of a solution, always the same one."""
    meter = budget.start()
    try:
        if isinstance(position, Last):
            steps = last_steps(Finish(position))
        else:
            found = first_solution(position, meter)
            steps = () if found is None else build_steps(position, found)
    except BudgetSpent:
        return Result("unknown", (), nodes=meter.nodes, seconds=meter.seconds)
    fault = check(position, steps) if steps else ""
    assert not fault, fault
    verdict = "yes" if steps else "no"
    return Result(verdict, steps, steps, nodes=meter.nodes, seconds=meter.seconds)  # type: ignore[arg-type]


def last_steps(finish: Finish) -> tuple[str, ...]:
    """Return the steps that win a round; none where nothing does."""
    return tuple(step_text(finish.last.canvas, place, face) for place, face in finish.line())


def build_steps(build: Build, solution: Canvas) -> tuple[str, ...]:
    """Return the steps that build a canvas, in reading order."""
    cards = ((place, solution.card(*place)) for place in empty_places(build.canvas))
    return tuple(step_text(build.canvas, place, card) for place, card in cards if card is not None)


def check(position: Position, steps: Sequence[str]) -> str:
    """Return why the steps do not reach the goal, naming the first wrong one; empty where they do."""
    try:
        canvases = [canvas for canvas, _ in taken(position, steps)]
    except (IllegalAction, NotationError) as error:
        return str(error)
    canvas = canvases[-1] if canvases else position.canvas
    empty = empty_places(canvas)
    if empty:
        places = listed(place_name(canvas, place) for place in empty)
        return f"no card was laid at {places}; expected one on every place"
    return _missing(position, canvas)


def _missing(position: Position, canvas: Canvas) -> str:
    """Return which goal a full canvas does not reach; empty where it reaches all."""
    if isinstance(position, Last):
        south, north = points(canvas, position.goals, position.pet)
        if south - north >= position.lead:
            return ""
        return f"A has {south} points and B {north}; expected a lead of at least {position.lead}"
    for wanted in position.wanted:
        value = wanted.goal.value(canvas)
        if not wanted.holds(value):
            return f"{wanted.title} comes to {value}; expected {wanted.least_or_most}"
    return ""


def taken(position: Position, steps: Sequence[str]) -> Iterator[tuple[Canvas, tuple[Place, Card]]]:
    """Yield the canvas after each step, and the place and the card.

    Raises NotationError for what is no step, IllegalAction for one that cannot be taken, naming it.
    """
    canvas = position.canvas
    left = position.hand if isinstance(position, Last) else position.cards
    for number, text in enumerate(steps, 1):
        place, face = _read(canvas, text, number)
        problem = _problem(position, canvas, left, place, face)
        if problem:
            raise IllegalAction(f"step {number}, {text}: {problem}")
        canvas, left = filled(canvas, place, face), without(left, face)
        yield canvas, (place, face)


def _read(canvas: Canvas, text: str, number: int) -> tuple[Place, Card]:
    words = text.split(" ")
    names = {
        place_name(canvas, (column, row)): (column, row)
        for row in range(canvas.rows // 2)
        for column in range(canvas.columns // 2)
    }
    if len(words) != 3 or words[0] != "place":
        raise NotationError(f"step {number}, {shown(text)}", expected="a step such as place BR/YB a1")
    try:
        face = Card.parse(words[1])
    except NotationError as error:
        raise NotationError(f"step {number}, {error.problem}", expected=error.expected) from None
    if words[2] not in names:
        expected = f"the upper left quadrant of a place, {listed(names)}"
        raise NotationError(f"step {number}, {shown(words[2])} is no place", expected=expected)
    return names[words[2]], face


def _problem(position: Position, canvas: Canvas, left: Sequence[Card], place: Place, face: Card) -> str:
    """Return why a card cannot be laid on a place; empty where it can."""
    if place not in empty_places(canvas):
        return "a card lies there already"
    if face.upright not in left:
        return "there is no such card left, either way up"
    if isinstance(position, Last) and place not in open_places(canvas):
        where = "it is in the home row of B" if place[1] == 0 else "it is beside no card"
        return f"the place is not open to A: {where}"
    return ""


def captions(position: Position, steps: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each step: what it does to the goals. Raises IllegalAction or NotationError."""
    found = []
    before = position.canvas
    for canvas, (place, face) in taken(position, steps):
        told = _told_last if isinstance(position, Last) else _told_build
        changes = told(position, before, canvas)  # type: ignore[arg-type]
        over = "" if empty_places(canvas) else _told_end(position, canvas)
        what = f"{face} goes to {place_name(canvas, place)}"
        found.append(f"{what}: {'; '.join([*changes, *([over] if over else [])]) or 'no goal changes'}.")
        before = canvas
    return tuple(found)


def _told_build(build: Build, before: Canvas, after: Canvas) -> list[str]:
    found = []
    for wanted in build.wanted:
        old, new = wanted.goal.value(before), wanted.goal.value(after)
        if old != new:
            found.append(f"{wanted.title} is {new} now, {old} before")
    return found


def _told_last(last: Last, before: Canvas, after: Canvas) -> list[str]:
    found = []
    for goal, old, new in zip(last.goals, worth(before, last.goals), worth(after, last.goals), strict=True):
        for seat, was, now in zip("AB", old, new, strict=True):
            if was != now:
                found.append(f"{title_of(goal)} of {seat} is {now} now, {was} before")
    return found


def _told_end(position: Position, canvas: Canvas) -> str:
    missing = _missing(position, canvas)
    if isinstance(position, Build):
        return f"not every goal holds ({missing})" if missing else "every goal holds"
    south, north = points(canvas, position.goals, position.pet)
    return f"A ends with {south} points, B with {north}"
