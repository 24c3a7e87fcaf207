"""The links of canvas puzzles: all of a puzzle in letters that an address may hold."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import NotationError
from ...core.notation import shown
from ...solvers.canvas.canvas import Card
from ...solvers.canvas.goals import GOALS, Goal
from .positions import BUILD, DEPTH, LAST, SEATS, SIDE, Last, Position, parse

_LINKS = {LAST: "canvas-last~", BUILD: "canvas-build~"}


def link_of(position: Position) -> str:
    """Return the link of a puzzle: its fields parted by `~`, goals by `-`, in small letters.

    Cards and rows follow each other without a mark. A goal of several words is their first letters.
    """
    canvas = str(position.canvas).replace("\n", "")
    if isinstance(position, Last):
        goals = "-".join(_linked_goal(goal) for goal in position.goals)
        fields = [SEATS[position.pet], str(position.lead), goals, _linked_cards(position.hand), canvas]
    else:
        goals = "-".join(f"{_linked_goal(one.goal)}.{one.threshold}" for one in position.wanted)
        fields = [goals, _linked_cards(position.cards), canvas]
    return _LINKS[LAST if isinstance(position, Last) else BUILD] + "~".join(fields).lower()


def _linked_goal(goal: Goal) -> str:
    _, *values = str(goal).split(":")
    return ".".join([_short_name(goal.name), *values])


def _short_name(name: str) -> str:
    return "".join(word[0] for word in name.split("_")) if "_" in name else name


def _linked_cards(cards: Sequence[Card]) -> str:
    return "".join(str(card).replace("/", "") for card in cards)


def parse_link(link: str) -> Position:
    """Return the puzzle of a link. Raises NotationError."""
    shape = next((shape for shape, head in _LINKS.items() if link.startswith(head)), None)
    if shape is None:
        expected = " or ".join(_LINKS.values())
        raise NotationError(
            f"{shown(link)} is no link of a canvas puzzle", expected=f"one beginning {expected}"
        )
    fields = link.removeprefix(_LINKS[shape]).split("~")
    if len(fields) != (5 if shape == LAST else 3):
        raise NotationError(f"{len(fields)} fields in the link", expected="5" if shape == LAST else "3")
    try:
        position = parse(_unlinked(shape, fields))
    except NotationError as error:
        raise NotationError(f"the link: {error.problem}", expected=error.expected) from None
    if link_of(position) != link:
        raise NotationError(f"the link {shown(link)}", expected=f"it written as {link_of(position)}")
    return position


def _unlinked(shape: str, fields: Sequence[str]) -> str:
    *first, goals, cards, canvas = fields
    lines = [shape, *("goal " + _unlinked_goal(goal, shape == BUILD) for goal in goals.split("-"))]
    if shape == LAST:
        lines += [f"pet {first[0].upper()}", f"lead {first[1]}"]
    words = (f"{card[:2]}/{card[2:]}".upper() for card in _cut(cards, 4))
    rows = _cut(canvas.upper(), max(1, len(canvas) // (2 * (SIDE if shape == LAST else DEPTH))))
    return "\n".join([*lines, f"{'hand' if shape == LAST else 'cards'} {' '.join(words)}", "", *rows])


def _cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _unlinked_goal(text: str, has_threshold: bool) -> str:
    short, *values = text.split(".")
    name = next((name for name in GOALS if _short_name(name) == short), short)
    threshold = f" {values.pop()}" if has_threshold and values else ""
    return ":".join([name, *(value.upper() for value in values)]) + threshold
