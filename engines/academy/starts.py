"""What a person may type for a position of Abstract Academy to start from; canonical forms are in `texts.py`.

The lines of a position may stand in any order, with `;` between them, in either case. Cards, goals and the
canvas are read as everywhere; a canvas may be a link. What follows from the rest may be left out: the phase
and the turn from the canvas, the round from the goals. A canvas may be moved within the window, so that its
corner may be left out as well. Nothing is made up: hands, goals and the Teacher's Pet have to be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...solvers.canvas import Canvas, Goal, find_link, read_canvas, read_card, read_goal
from ...solvers.canvas.faces import FACE_AT, FACE_TEXTS
from ...solvers.canvas.goals import GOALS
from ..game import seat
from .actions import ORIENTATIONS
from .phases import PHASES, PLACE

if TYPE_CHECKING:
    from .game import Academy
    from .state import AcademyState

_LINE = re.compile(r"\s*([A-Za-z]+(?:\s+[A-Da-d])?)\s*:(.*)", re.DOTALL)
_SEATED = ("hand", "inspirations", "answer", "taken")
_NAMES = (
    *("phase", "round", "pet", "turn", "asked", "goals", "used", "judged", "named", "start", "canvas"),
    *("shuffled", "discards"),
)
_GOAL = re.compile(r"[a-z_ -]+(?::[a-z0-9]+)*", re.IGNORECASE)
_WHOLE = "lines such as: goals: …; pet: A; canvas: portrait d4 BR/YB; hand A: …; hand B: …; inspirations A: …"


def read_start(game: Academy, text: str) -> AcademyState:
    """Return the position a person means. Raises NotationError with its line where it has one."""
    try:
        return game.state_from(text)
    except NotationError as error:
        refused = error
    given = _given(game, text)
    if not {"goals", "phase"} & set(given):
        raise _incomplete(game, text, given)
    lines = _written(game, given)
    try:
        return game.state_from("\n".join(lines))
    except NotationError as error:
        if str(error) == str(refused):
            raise
        which = lines[error.line - 1].partition(":")[0] if error.line and error.line <= len(lines) else ""
        problem = f"{which}: {error.problem}" if which else error.problem
        raise NotationError(problem, expected=error.expected) from None


def _given(game: Academy, text: str) -> dict[str, str]:
    """Return what each line of a text says, by its name. Raises NotationError."""
    found: dict[str, str] = {}
    names = [
        *_NAMES,
        "gone",
        *(f"{name} {seat(player)}" for name in _SEATED for player in range(game.players)),
    ]
    last = ""
    for number, line in enumerate(text.splitlines(), 1):
        for part in line.split(";"):
            match = _LINE.match(part)
            name = _name_of(match[1]) if match else ""
            if match and name in names:
                if name in found:
                    raise NotationError(f"two lines {name}", expected="each once", line=number)
                found[name], last = match[2].strip(), name
            elif match and last != "goals" and last != "used":
                raise NotationError(
                    f"{shown(match[1])} is no line of a position", expected=listed(names), line=number
                )
            elif part.strip() and last == "canvas":
                found[last] += f" / {part.strip()}"  # its rows may stand on lines of their own
            elif part.strip() and last:
                found[last] += f" {part.strip()}"
    return found


def _name_of(text: str) -> str:
    first, *rest = text.split()
    return " ".join([first.lower(), *(word.upper() for word in rest)])


def _incomplete(game: Academy, text: str, given: dict[str, str]) -> NotationError:
    """Return why a text is no position: above all what a canvas alone leaves open."""
    try:
        canvas = read_canvas(text)
    except NotationError:
        if given:
            return NotationError("a position without goals", expected=_WHOLE)
        return NotationError(f"{shown(text.strip())} is no position", expected=_WHOLE)
    size = f"{canvas.rows // 2} by {canvas.columns // 2} cards"
    return NotationError(
        f"a canvas alone, {size}: which cards are held, which goals count and who holds the Teacher's Pet "
        "is not said, and nothing is made up",
        expected=_WHOLE,
    )


def _written(game: Academy, given: dict[str, str]) -> list[str]:
    """Return the lines of a position in their order and canonically. Raises NotationError."""
    found = {name: _value(game, name, text) for name, text in given.items()}
    _follow(game, found)
    seats = [seat(player) for player in range(game.players)]
    order = [
        *_NAMES,
        *(f"hand {name}" for name in seats),
        *(f"inspirations {name}" for name in seats),
        *(f"answer {name}" for name in _asked_order(found, seats)),
        "gone",
        *(f"taken {name}" for name in seats),
    ]
    dropped = {"turn": "0", "shuffled": "0", "judged": "0"}
    return [
        f"{name}: {found[name]}"
        for name in order
        if found.get(name) and found[name] != dropped.get(name) and not _is_nothing(name, found[name])
    ]


def _is_nothing(name: str, value: str) -> bool:
    return (value == "-" and not name.startswith("hand ")) or (name.startswith("taken ") and value == "0 0 0")


def _asked_order(found: dict[str, str], seats: Sequence[str]) -> list[str]:
    pet = seats.index(found["pet"]) if found.get("pet") in seats else 0
    return [*seats[pet:], *seats[:pet]]


def _value(game: Academy, name: str, text: str) -> str:
    """Return the value of a line, written canonically. Raises NotationError that names the line."""
    kind = name.split(" ")[0]
    readers: dict[str, Callable[[Academy, str], str]] = {
        "goals": _goals,
        "used": _used,
        "canvas": _canvas,
        "discards": _discards,
        "hand": _hand,
        "inspirations": _inspirations,
        "gone": _inspirations,
        "start": lambda _, text: str(read_card(text)),
        "pet": lambda _, text: text.upper().removeprefix("PLAYER "),
        "asked": lambda _, text: text.upper().removeprefix("PLAYER "),
        "answer": lambda game, text: text if text == "none" else _inspirations(game, text),
    }
    try:
        return readers.get(kind, _plain)(game, text)
    except NotationError as error:
        raise NotationError(f"{name}: {error.problem}", expected=error.expected) from None


def _plain(_: Academy, text: str) -> str:
    return " ".join(text.lower().split())


def _read_goals(game: Academy, text: str) -> list[Goal]:
    """Return goals, parted by commas, or written canonically with blanks between them."""
    parts = text.split(",") if "," in text else _parted(text)
    found = [read_goal(part) for part in parts if part.strip()]
    return [game.codes.read_goal(str(goal)) for goal in found]


def _parted(text: str) -> list[str]:
    """Return goals that only blanks part: a new one begins where the words begin with a goal's name."""
    words, parts = text.lower().split(), [""]
    for at, word in enumerate(words):
        rest = "_".join(words[at:]).replace("-", "_")
        begins = any(rest == name or rest.startswith((f"{name}_", f"{name}:")) for name in GOALS)
        if begins and parts[-1]:
            parts.append(word)
        else:
            parts[-1] = f"{parts[-1]} {word}".strip()
    return parts


def _goals(game: Academy, text: str) -> str:
    return " ".join(map(str, _read_goals(game, text)))


def _used(game: Academy, text: str) -> str:
    return " ".join(map(str, sorted(_read_goals(game, text), key=lambda goal: game.goal_at[goal])))


def _faces(game: Academy, text: str) -> list[str]:
    """Return cards as they are held, each with how many shuffles were before where that is said."""
    found = []
    for word in re.split(r"[\s,]+", text):
        card, mark, age = word.partition("@")
        if word and word not in ("-", "none"):
            found.append(f"{FACE_TEXTS[game.kind(FACE_AT[read_card(card)])]}{mark}{age}")
    return found


def _discards(game: Academy, text: str) -> str:
    return " ".join(sorted(_faces(game, text), key=_face)) or "-"


def _hand(game: Academy, text: str) -> str:
    """Return a hand sorted as the engine keeps it: cards from before the last shuffle first."""

    def key(word: str) -> tuple[bool, int, int]:
        card, mark, age = word.partition("@")
        return (not mark, int(age) if age.isascii() and age.isdecimal() else 0, _face(card))

    return " ".join(sorted(_faces(game, text), key=key)) or "-"


def _face(text: str) -> int:
    return FACE_AT[read_card(text)]


def _inspirations(game: Academy, text: str) -> str:
    by_case = {name.lower(): name for name in game.inspirations}
    words = [word for word in re.split(r"[\s,]+", text) if word and word not in ("-", "none")]
    named = [word if word in game.inspirations else by_case.get(word.lower(), word) for word in words]
    return " ".join(sorted(named, key=lambda name: game.codes.read_inspiration(name))) or "-"


def _canvas(game: Academy, text: str) -> str:
    """Return orientation, corner and rows; the corner is one at which a card lies in the middle cell."""
    words = text.split()
    ways = [word.lower() for word in words if word.lower() in ORIENTATIONS]
    if len(ways) != 1:
        raise NotationError(
            "how its cards lie is not said" if not ways else "its cards lie both ways",
            expected="portrait or landscape, and the rows",
        )
    words = [word for word in words if word.lower() not in ORIENTATIONS]
    corner = next((word.lower() for word in words if word.lower() in game.plane.cell_at), None)
    drawn = " ".join(word for word in words if word.lower() != corner)
    canvas = read_canvas(find_link(drawn) or drawn)
    corner = corner or _corner(game, canvas)
    return f"{ways[0]} {corner} {str(canvas).replace(chr(10), ' / ')}"


def _corner(game: Academy, canvas: Canvas) -> str:
    """Return the corner of a canvas whose first card in reading order is to lie in the middle cell."""
    cards = canvas.cards()
    if not cards:
        raise NotationError("no card lies on it", expected="no line `canvas` before the first card")
    plane = game.plane
    middle = divmod(plane.origin, plane.side)
    column, row = next(iter(cards))
    top, left = middle[0] - row, middle[1] - column
    if top < 0 or left < 0:
        raise NotationError("a canvas larger than the grid", expected=f"{plane.size} cards each way at most")
    return plane.names[top * plane.side + left]


def _follow(game: Academy, found: dict[str, str]) -> None:
    """Add phase, round and turn where they are not said and follow from goals and canvas."""
    goals = [Goal.parse(word) for word in found.get("goals", "").split()]
    instructors = sum(goal.kind.deck == "instructor" for goal in goals)
    rounds = {(3, 0): "1", (2, 2): "2", (3, 1): "3"}
    if "round" not in found:
        if (len(goals), instructors) not in rounds:
            raise NotationError(
                f"goals: {len(goals)}, {instructors or 'none'} of them an Instructor",
                expected="three Assignments (round 1), two Instructors (2), or two Assignments and an "
                "Instructor (3); or a line `round`",
            )
        found["round"] = rounds[len(goals), instructors]
    laid = 0
    if "canvas" in found:
        laid = len(Canvas.parse(found["canvas"].split(" ", 2)[2].replace(" / ", "\n")).cards())
    if "phase" not in found:
        if laid >= game.full:
            raise NotationError(
                "the canvas is full, and the phase is not said",
                expected="phase: show or phase: give, and who is asked",
            )
        if game.players == 4 and not laid:
            raise NotationError(
                "no start card lies", expected="a line `canvas`, or `phase: turn` and `start: BR/YB`"
            )
        found["phase"] = PHASES[PLACE]
    if "turn" not in found and found["phase"] == "place":
        found["turn"] = str(laid - (game.players == 4))
    if "phase" in found and found["phase"] not in PHASES:
        raise NotationError(f"{shown(found['phase'])} is no phase", expected=" or ".join(PHASES))
