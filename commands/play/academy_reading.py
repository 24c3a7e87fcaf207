"""What a person may type for a move of Abstract Academy; canonical forms are in `engines.academy.actions`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...engines.academy.actions import (
    DRAWS,
    KEEP,
    NAMES,
    ORIENTATIONS,
    PASS,
    Arrange,
    Give,
    Inspired,
    Lay,
    PetGoes,
    Place,
    Revealed,
    Show,
)
from ...engines.academy.phases import (
    ARRANGE,
    DEAL,
    DRAW,
    GIVE,
    INSPIRE,
    NAME,
    PET,
    REVEAL,
    SHOW,
    START,
    TURN,
)
from ...engines.academy.setup import goals_left, to_deal, to_inspire
from ...engines.academy.sheet import INSTRUCTOR
from ...engines.game import CHANCE, SEATS, seat
from ...render.academy_game import goal_name, hand_faces
from ...solvers.canvas import COLOUR_NAMES, LETTERS, Goal, cells, read_card, read_colour, read_goal
from ...solvers.canvas.faces import FACE_AT, FACE_TEXTS, TURNED
from .face import SeveralReadings

if TYPE_CHECKING:
    from ...engines.academy import AcademyState

T = TypeVar("T")

MOST_READINGS = 24
"""Actions that are asked back for at most."""

_PLACEMENT = "a card and a cell, such as BR/YB d4 or 1 d4"
_LAID = "a card and how it lies, such as BR/YB portrait or 1 landscape"
_CARD_FORM = "four colours, top row first, such as BR/YB"
_FILLERS = frozenset(
    [
        "place",
        "put",
        "play",
        "lay",
        "card",
        "number",
        "at",
        "on",
        "to",
        "in",
        "onto",
        "as",
        "cell",
        "the",
        "my",
        "number",
        "start",
        "first",
        "is",
        "lies",
    ]
)
_ROUND = frozenset(["turned", "round", "around", "t", "rotated", "half", "180"])
_WAYS = {"portrait": 0, "p": 0, "upright": 0, "landscape": 1, "l": 1, "sideways": 1}
_NOTHING = frozenset(["none", "no", "nothing", "pass", "keep", "skip", "-"])


def read_action(state: AcademyState, text: str) -> Any:
    """Return the action a person means in a position, legal there or not.

    Raises NotationError for what does not read, SeveralReadings where it could be several.
    """
    with contextlib.suppress(NotationError):
        return state.game.parse_action(text.strip())
    said = " ".join(text.lower().split())
    readers = {NAME: _name, ARRANGE: _order, TURN: _lay, SHOW: _show, GIVE: _give}
    if state.phase in readers:
        return readers[state.phase](state, said)
    if said in ("pass", "p", "skip") or not state.hands[state.current_player]:
        if said not in ("pass", "p", "skip"):
            raise NotationError(f"{shown(text)}: you hold no card", expected="pass")
        return PASS
    return _place(state, said) if state.occupied else _lay(state, said)


class _Said(NamedTuple):
    """The parts of what was said of a card and its place."""

    face: int | None
    number: int | None
    cell: str | None
    is_turned: bool
    way: int | None


_FORMS = tuple(
    re.compile(form)
    for form in (
        r"(?P<card>[bry]{4})(?P<cell>[a-z][0-9])?",
        r"(?P<cell>[a-z][0-9])(?P<card>[bry]{4})?",
        r"#?(?P<number>[0-9])(?P<cell>[a-z][0-9])?",
        r"(?P<cell>[a-z][0-9])#?(?P<number>[0-9])",
    )
)


def _parts(said: str, expected: str) -> _Said:
    """Return the parts of what was said. Raises NotationError."""
    words = [word for word in re.split(r"[\s,;:]+", said) if word and word not in _FILLERS]
    is_turned = any(word in _ROUND for word in words)
    ways = {_WAYS[word] for word in words if word in _WAYS}
    words = [word for word in words if word not in _ROUND and word not in _WAYS]
    compact = re.sub(r"[/|.>@()-]", "", "".join(words))
    way = ways.pop() if len(ways) == 1 else None
    if ways:
        raise NotationError(f"{shown(said)} lies both ways", expected=" or ".join(ORIENTATIONS))
    if not compact:
        return _Said(None, None, None, is_turned, way)
    found = next((match for form in _FORMS if (match := form.fullmatch(compact))), None)
    if found is None:
        letters = re.match(r"[bry]*", compact)
        count = len(letters[0]) if letters else 0
        if 2 < count == len(compact):
            raise NotationError(f"{shown(said)} has {count} colours", expected=_CARD_FORM)
        raise NotationError(f"{shown(said)} is no card and place", expected=expected)
    parts = found.groupdict()
    card, number = parts.get("card"), parts.get("number")
    face = FACE_AT[read_card(card)] if card else None
    return _Said(face, int(number) if number else None, parts.get("cell"), is_turned, way)


def _numbered(state: AcademyState, number: int) -> int:
    """Return which card of the hand has a number, as it is drawn. Raises NotationError."""
    faces = hand_faces(state, state.current_player)
    if not 1 <= number <= len(faces):
        raise NotationError(f"you hold no card {number}", expected=f"a number from 1 to {len(faces)}")
    return faces[number - 1]


def _place(state: AcademyState, said: str) -> Place:
    game, player = state.game, state.current_player
    parts = _parts(said, _PLACEMENT)
    if parts.way not in (None, state.landscape):
        raise NotationError(
            f"this round cards lie in {ORIENTATIONS[state.landscape]}", expected="a card that lies so"
        )
    face = parts.face if parts.number is None else _numbered(state, parts.number)
    if face is not None and parts.is_turned:
        face = TURNED[face][2]
    playable = list(cells(game.playable(state.hands[player], state.landscape)))
    allowed = game.plane.allowed(state.occupied, player)
    free = [game.plane.names[cell] for cell in cells(allowed)]
    if face is None and parts.cell is None:
        raise NotationError(f"{shown(said)} is no card and place", expected=_PLACEMENT)
    if parts.cell is None:
        assert face is not None
        found = {cell: Place(face, cell) for cell in (free if face in playable else free[:1])}
        return _only("Where", found)
    faces = [face] if face is not None else playable if parts.cell in free else playable[:1]
    return _only("Which card", {FACE_TEXTS[one].lower(): Place(one, parts.cell) for one in faces})


def _lay(state: AcademyState, said: str) -> Lay:
    """Return how a card is laid that says how all others lie."""
    game = state.game
    parts = _parts(said, _LAID)
    legal: list[Lay] = list(state.legal_actions())
    start = state.sheet.start
    if parts.cell not in (None, game.plane.names[game.plane.origin]):
        origin = game.plane.names[game.plane.origin]
        raise NotationError(f"the first card lies on {origin}, not {parts.cell}", expected=_LAID)
    if parts.number is not None and start >= 0:
        if not 1 <= parts.number <= len(legal):
            raise NotationError(f"there is no way {parts.number}", expected=f"one from 1 to {len(legal)}")
        return legal[parts.number - 1]
    face = parts.face if parts.number is None else _numbered(state, parts.number)
    if face is None and parts.way is None:
        raise NotationError(f"{shown(said)} is no card", expected=_LAID)
    found = [lay for lay in legal if parts.way in (None, int(lay.landscape))]
    if face is not None:
        drawn = parts.number is not None or parts.is_turned
        found = _lying(state, face, found, drawn, parts.is_turned)
    if not found:
        return Lay(face if face is not None else max(start, 0), parts.way == 1)
    ways = {ORIENTATIONS[lay.landscape]: lay for lay in found}
    if len(ways) == len(found):
        return _only("Which way", ways)
    return _only(
        "Which", {f"{FACE_TEXTS[lay.face]} {ORIENTATIONS[lay.landscape]}".lower(): lay for lay in found}
    )


def _lying(state: AcademyState, face: int, lays: Sequence[Lay], drawn: bool, is_turned: bool) -> list[Lay]:
    """Return how a card may be laid: as it is written, or with a number as it is drawn.

    A card that cannot lie as it is written in landscape may have been written as it is held.
    """
    game = state.game
    card = game.kind(face)
    if not drawn:
        literal = [lay for lay in lays if lay.face == face]
        held = game.card_of
        return literal or [lay for lay in lays if held(lay.face, lay.landscape) == card]
    return [
        lay
        for lay in lays
        if lay.face
        == (TURNED[game.ways[lay.landscape][card][0]][2] if is_turned else game.ways[lay.landscape][card][0])
    ]


def _only(question: str, found: Mapping[str, T]) -> T:
    """Return the one action there is, or raise SeveralReadings, or NotationError for too many."""
    if len(found) == 1:
        return next(iter(found.values()))
    words = [word.upper() if "/" in word and " " not in word else word for word in found]
    if len(found) > MOST_READINGS:
        raise NotationError(f"{question.lower()}: there are {len(found)} ways", expected=_or(words[:9]))
    raise SeveralReadings(f"{question}: {_or(words)}?", found)


def _or(items: Iterable[str]) -> str:
    return " or ".join(listed(items).rsplit(" and ", 1))


def _name(state: AcademyState, said: str) -> Any:
    said = re.sub(r"^(name|colour|color|deck)\s+", "", said)
    legal = state.legal_actions()
    if said.isascii() and said.isdecimal() and len(said) < 3 and 1 <= int(said) <= len(legal):
        return legal[int(said) - 1]
    try:
        return NAMES[read_colour(said)]
    except NotationError:
        colours = [str(action).removeprefix("name ") for action in legal]
        raise NotationError(f"{shown(said)} is no colour", expected=_or(colours)) from None


def _order(state: AcademyState, said: str) -> Any:
    """Return an order of goals, which are named by their numbers, by colours, or in full."""
    goals = state.legal_actions()[0].goals
    there = [state.game.goals[at] for at in state.sheet.goals if state.game.goals[at] in goals]
    words = re.split(r"[\s,]+", re.sub(r"^(arrange|order)\s+", "", said))
    if len(words) == 1 and words[0].isdecimal():
        words = list(words[0])
    chosen = [_goal_among(there, word) for word in words]
    if None in chosen or sorted(map(str, chosen)) != sorted(map(str, there)):
        numbers = " ".join(map(str, range(len(there), 0, -1)))
        raise NotationError(
            f"{shown(said)} is no order of the {len(there)} goals",
            expected=f"their numbers, such as {numbers}",
        )
    return Arrange(tuple(goal for goal in chosen if goal is not None))


def _goal_among(goals: Sequence[Goal], word: str) -> Goal | None:
    if word.isdecimal():
        return goals[int(word) - 1] if len(word) == 1 and 1 <= int(word) <= len(goals) else None
    with contextlib.suppress(NotationError):
        colour = read_colour(word)
        found = [goal for goal in goals if goal.colour == colour]
        return found[0] if len(found) == 1 else None
    with contextlib.suppress(NotationError):
        return read_goal(word)
    return None


def _show(state: AcademyState, said: str) -> Any:
    legal = list(state.legal_actions())
    words = re.split(r"[\s,+]+", re.sub(r"^(show|inspirations?|i show)\s+", "", said))
    if len(words) == 1 and words[0] in _NOTHING and not _inspiration(state, words[0]):
        return state.game.shows_none
    names = [_inspiration(state, word) for word in words if word != "and"]
    if all(names):
        order = state.game.inspirations.index
        return Show(tuple(sorted({name for name in names if name}, key=order)))
    if len(words) == 1 and words[0].isdecimal() and len(words[0]) < 3 and 1 <= int(words[0]) <= len(legal):
        return legal[int(words[0]) - 1]
    unknown = next(word for word, name in zip(words, names, strict=False) if not name)
    raise NotationError(
        f"{shown(unknown)} is no Inspiration",
        expected=_or(str(action).replace("show ", "") for action in reversed(legal)),
    )


def _inspiration(state: AcademyState, word: str) -> str | None:
    """Return the Inspiration with a name in either case; of two names that differ by it none."""
    found = [name for name in state.game.inspirations if name.lower() == word.lower()]
    return found[0] if len(found) == 1 else None


def _give(state: AcademyState, said: str) -> Any:
    said = re.sub(r"^(give|to|player|the pet|pet)\s+", "", re.sub(r"^give\s+", "", said))
    said = said.removeprefix("to ").removeprefix("player ")
    legal = list(state.legal_actions())
    if said in ("keep", "k", "none", "no", "nobody"):
        return KEEP
    if len(said) == 1 and said.upper() in SEATS[: state.game.players]:
        return Give(SEATS.index(said.upper()))
    if said.isascii() and said.isdecimal() and len(said) < 3 and 1 <= int(said) <= len(legal):
        return legal[int(said) - 1]
    players = [str(action).removeprefix("give ") for action in legal]
    raise NotationError(f"{shown(said)} is nobody", expected=_or(players))


def chance_question(state: AcademyState) -> str:
    """Return what a person is asked who sees the real cards."""
    game, sheet = state.game, state.sheet
    if state.phase == DEAL:
        player = to_deal(game, state.hands)
        missing = game.hand_size - len(state.hands[player])
        cards = "The last card" if missing == 1 else f"{missing} cards"
        return f"{cards} of the hand of player {seat(player)}, such as BR/YB"
    if state.phase == DRAW:
        return f"The card that player {seat(state.active)} draws, such as BR/YB"
    if state.phase == START:
        return "The start card, such as BR/YB"
    if state.phase == PET:
        return f"Who holds the Teacher's Pet first, {_or(map(seat, range(game.players)))}"
    if state.phase == INSPIRE:
        player = to_inspire(game, sheet)
        example = _drawable(state)[0]
        return f"The Inspiration that player {seat(player)} draws, such as {example}"
    deck = "Instructor" if sheet.named == INSTRUCTOR else f"{COLOUR_NAMES[sheet.named]} Assignment"
    example = game.goals[goals_left(game, sheet, sheet.named)[0]].kind.title
    return f"The {deck}, such as {example}"


def read_outcomes(state: AcademyState, text: str) -> list[Any]:
    """Return what a person types for chance: cards, the Pet, an Inspiration, a goal. Raises NotationError."""
    with contextlib.suppress(NotationError):
        return [state.game.parse_action(text.strip())]
    said = " ".join(text.split())
    if state.phase in (DEAL, DRAW, START):
        return _cards(state, said)
    if state.phase == PET:
        name = re.sub(r"^(the )?(teacher's )?(pet|player)\s+", "", said, flags=re.IGNORECASE).upper()
        if len(name) == 1 and name in SEATS[: state.game.players]:
            return [PetGoes(SEATS.index(name))]
        raise NotationError(f"{shown(said)} is no player", expected=_or(map(seat, range(state.game.players))))
    if state.phase == INSPIRE:
        word = re.sub(r"^inspiration\s+", "", said, flags=re.IGNORECASE)
        _require_seen(word, "an Inspiration", "its name")
        found = _inspiration(state, word)
        if found is None:
            raise NotationError(f"{shown(said)} is no Inspiration", expected=_or(_drawable(state)))
        return [Inspired(found)]
    assert state.phase == REVEAL
    return [Revealed(_revealed(state, said))]


def _drawable(state: AcademyState) -> list[str]:
    """Return the Inspirations that may be drawn as far as who draws them knows: also those of others."""
    game, sheet = state.game, state.sheet
    known = {*sheet.gone, *sheet.inspirations[to_inspire(game, sheet)]}
    return [name for one, name in enumerate(game.inspirations) if one not in known]


def _require_seen(said: str, what: str, expected: str) -> None:
    """Raise NotationError for what nobody at the program sees: positions hold no unknown cards here."""
    if set(said) <= set("? "):
        raise NotationError(
            f"{what} that nobody has shown the program: Abstract Academy is played here with every card "
            "known to it, and told to nobody else",
            expected=f"{expected}, typed while the others look away",
        )


def _cards(state: AcademyState, said: str) -> list[Any]:
    game = state.game
    said = re.sub(r"^(cards?|hand)\s+", "", said, flags=re.IGNORECASE)
    found = []
    for word in re.split(r"[\s,;]+", said):
        _require_seen(word, "a card", "its colours, such as BR/YB")
        try:
            face = FACE_AT[read_card(word)]
        except NotationError:
            raise NotationError(f"{shown(word)} is no card", expected=_CARD_FORM) from None
        found.append(DRAWS[game.kind(face)])
        if state.current_player == CHANCE and state.phase in (DEAL, DRAW, START):
            if found[-1].face not in state.deck:
                raise _no_such_card(state, face)
            state = state.apply(found[-1])
    return found


def _no_such_card(state: AcademyState, face: int) -> NotationError:
    """Return that a card is not in the deck, and how many of it there are."""
    game = state.game
    count = game.deck_counts.get(game.kind(face), 0)
    sideways = game.kind(TURNED[face][1])
    hint = f"; turned by a quarter it is {FACE_TEXTS[sideways]}, which is" if sideways in state.deck else ""
    there = {0: "no such card is in the box", 1: "there is one, and it is not in the deck any more"}
    told = there.get(count, f"there are {count}, none of which is in the deck any more")
    return NotationError(f"{FACE_TEXTS[face]}: {told}{hint}", expected="a card of the deck, held in portrait")


def _revealed(state: AcademyState, said: str) -> Goal:
    """Return the goal that is named, its colour being that of the deck unless it is said."""
    game, deck = state.game, state.sheet.named
    said = re.sub(r"^(goal|assignment|instructor)\s+", "", said, flags=re.IGNORECASE)
    left: list[Goal] = [game.goals[at] for at in goals_left(game, state.sheet, deck)]
    if said.isdecimal() and len(said) < 3 and 1 <= int(said) <= len(left):
        return left[int(said) - 1]
    texts = [said] if deck == INSTRUCTOR else [said, f"{said} {LETTERS[deck]}"]
    for text in texts:
        with contextlib.suppress(NotationError):
            return read_goal(text.replace(",", " "))
    raise NotationError(f"{shown(said)} is no goal of this deck", expected=_or(map(goal_name, left)))
