"""What players and chance do in Abstract Academy, with its text and its word of small integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...solvers.canvas import COLOUR_NAMES, Card, Goal
from ...solvers.canvas.faces import COUNT, FACE_AT, FACE_TEXTS
from ..game import parse_seat, seat

ORIENTATIONS = ("portrait", "landscape")
"""How cards lie, by the quarters they are turned."""


def _require_face(face: int) -> None:
    if not 0 <= face < COUNT:
        raise NotationError(f"the face {face}", expected=f"a number from 0 to {COUNT - 1}")


class Drawn(Struct, frozen=True):
    """Chance: the next canvas card of the deck."""

    face: int

    def __post_init__(self) -> None:
        _require_face(self.face)

    def __str__(self) -> str:
        return f"card {FACE_TEXTS[self.face]}"


class PetGoes(Struct, frozen=True):
    """Chance: who holds the Teacher's Pet first."""

    player: int

    def __str__(self) -> str:
        return f"pet {seat(self.player)}"


class Inspired(Struct, frozen=True):
    """Chance: the Inspiration that a player draws."""

    name: str

    def __str__(self) -> str:
        return f"inspiration {self.name}"


class Revealed(Struct, frozen=True):
    """Chance: the next goal of the deck that was named."""

    goal: Goal

    def __str__(self) -> str:
        return f"goal {self.goal}"


class Name(Struct, frozen=True):
    """The Teacher's Pet says from which deck of Assignments the next goal comes."""

    colour: int

    def __str__(self) -> str:
        return f"name {COLOUR_NAMES[self.colour]}"


class Arrange(Struct, frozen=True):
    """The Teacher's Pet lays the goals that were revealed in an order."""

    goals: tuple[Goal, ...]

    def __str__(self) -> str:
        return f"arrange {' '.join(map(str, self.goals))}"


class Lay(Struct, frozen=True):
    """The first card of a round is laid, which says how all others lie."""

    face: int
    """The card as it lies."""
    landscape: bool

    def __post_init__(self) -> None:
        _require_face(self.face)

    def __str__(self) -> str:
        return f"lay {FACE_TEXTS[self.face]} {ORIENTATIONS[self.landscape]}"


class Place(Struct, frozen=True):
    """A card is placed beside others."""

    face: int
    """The card as it lies."""
    cell: str
    """The name of its cell in the window of the plane."""

    def __post_init__(self) -> None:
        _require_face(self.face)

    def __str__(self) -> str:
        return f"place {FACE_TEXTS[self.face]} {self.cell}"


class Pass(Struct, frozen=True):
    """A player without a card places none."""

    def __str__(self) -> str:
        return "pass"


class Show(Struct, frozen=True):
    """A player shows Inspirations, or none."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"show {' '.join(self.names) or 'none'}"


class Give(Struct, frozen=True):
    """The holder of the Teacher's Pet takes a contested card and gives the Pet away."""

    player: int

    def __str__(self) -> str:
        return f"give {seat(self.player)}"


class Keep(Struct, frozen=True):
    """The holder of the Teacher's Pet keeps it, and leaves a contested card."""

    def __str__(self) -> str:
        return "keep"


PASS, KEEP = Pass(), Keep()
DRAWS = tuple(Drawn(face) for face in range(COUNT))
"""Each draw of a canvas card by its face."""
NAMES = tuple(Name(colour) for colour in range(len(COLOUR_NAMES)))

ACTION_FORM = "place BR/YB d4, lay BR/YB portrait, name blue, show F, show none, give B or the like"


class Codes:
    """Texts and words of all actions of one game.

    A placement is a face and a cell above all faces; so placements stand in the order of faces, then cells.
    """

    def __init__(
        self, cells: Sequence[str], goals: Sequence[Goal], inspirations: Sequence[str], players: int
    ) -> None:
        """Number the cells of the window by name, the goals, and the Inspirations by name."""
        self.players = players
        self._cell_names, self._goals, self._inspirations = tuple(cells), tuple(goals), tuple(inspirations)
        self._cells = {name: at for at, name in enumerate(cells)}
        self._goal_at = {goal: at for at, goal in enumerate(goals)}
        self._inspiration_at = {name: at for at, name in enumerate(inspirations)}
        self._cell = COUNT
        self._lay = self._cell + len(self._cells)
        self._draw = self._lay + 2
        self._reveal, self._arrange, self._inspire = self._draw + 1, self._draw + 2, self._draw + 3
        self._none = self._draw + 4
        self._end = self._none + 1
        self._goal = self._end + 1
        self._inspiration = self._goal + len(self._goals)
        self._single = self._inspiration + len(self._inspirations)
        pets = [PetGoes(player) for player in range(players)]
        gives = [Give(player) for player in range(players)]
        self._singles: tuple[object, ...] = (*NAMES, PASS, *gives, KEEP, *pets)
        self._single_at = {action: at for at, action in enumerate(self._singles)}
        self.count = self._single + len(self._singles)
        """How many symbols there are."""

    def encode(self, action: object) -> tuple[int, ...]:
        """Return the word of an action or outcome. Raises NotationError for what has none."""
        try:
            return self._word(action)
        except (KeyError, TypeError):
            raise NotationError(f"{action} has no word", expected="what a player or chance does") from None

    def _word(self, action: object) -> tuple[int, ...]:
        match action:
            case Place(face, cell):
                return (face, self._cell + self._cells[cell])
            case Lay(face, landscape):
                return (self._lay + landscape, face)
            case Drawn(face):
                return (self._draw, face)
            case Revealed(goal):
                return (self._reveal, self._goal + self._goal_at[goal])
            case Inspired(name):
                return (self._inspire, self._inspiration + self._inspiration_at[name])
            case Arrange(goals):
                at = self._goal_at
                return (self._arrange, *(self._goal + at[goal] for goal in goals), self._end)
            case Show(()):
                return (self._none,)
            case Show(names):
                return (*(self._inspiration + self._inspiration_at[name] for name in names), self._end)
        return (self._single + self._single_at[action],)

    def decode(self, word: Sequence[int]) -> object:
        """Return the action with a word. Raises NotationError."""
        found = self._decoded(tuple(word))
        if found is None:
            raise NotationError(f"{tuple(word)} is no word of an action", expected="what encode() returns")
        return found

    def _decoded(self, word: tuple[int, ...]) -> object | None:
        first = word[0] if word else -1
        if len(word) == 1:
            return self._decoded_single(first)
        if len(word) == 2 and first < self._inspiration and first != self._arrange:
            return self._decoded_pair(first, word[1])
        if len(word) < 2 or word[-1] != self._end:
            return None
        if first == self._arrange:
            return self._decoded_arrangement(word[1:-1])
        return self._decoded_show(word[:-1])

    def _decoded_single(self, symbol: int) -> object | None:
        if symbol == self._none:
            return Show(())
        return self._singles[symbol - self._single] if self._single <= symbol < self.count else None

    def _decoded_pair(self, first: int, second: int) -> object | None:
        if 0 <= first < COUNT:
            return Place(first, self._cell_names[second - COUNT]) if COUNT <= second < self._lay else None
        if first in (self._lay, self._lay + 1):
            return Lay(second, bool(first - self._lay)) if 0 <= second < COUNT else None
        if first == self._draw:
            return DRAWS[second] if 0 <= second < COUNT else None
        if first == self._reveal and self._goal <= second < self._inspiration:
            return Revealed(self._goals[second - self._goal])
        if first == self._inspire and self._inspiration <= second < self._single:
            return Inspired(self._inspirations[second - self._inspiration])
        return None

    def _decoded_arrangement(self, symbols: tuple[int, ...]) -> object | None:
        if not all(self._goal <= symbol < self._inspiration for symbol in symbols):
            return None
        return _arrangement(tuple(self._goals[symbol - self._goal] for symbol in symbols))

    def _decoded_show(self, symbols: tuple[int, ...]) -> object | None:
        if not all(self._inspiration <= symbol < self._single for symbol in symbols):
            return None
        if any(one >= other for one, other in pairwise(symbols)):
            return None
        return Show(tuple(self._inspirations[symbol - self._inspiration] for symbol in symbols))

    def parse(self, text: str) -> object:
        """Return what is written canonically. Raises NotationError."""
        verb, _, rest = text.partition(" ")
        reader = _READERS.get(verb)
        if reader is None:
            raise NotationError(f"{shown(text)} is not an action", expected=ACTION_FORM)
        found = reader(self, rest)
        if str(found) != text:
            raise NotationError(f"{shown(text)} is not canonical", expected=shown(str(found)))
        return found

    def read_goal(self, text: str) -> Goal:
        """Return a goal of the decks. Raises NotationError."""
        goal = Goal.parse(text)
        if goal not in self._goal_at:
            raise NotationError(f"the goal {goal} is in no deck", expected=listed(self._goals))
        return goal

    def read_inspiration(self, text: str) -> int:
        """Return the number of an Inspiration. Raises NotationError."""
        if text not in self._inspiration_at:
            raise NotationError(
                f"{shown(text)} is no Inspiration", expected=f"one of {listed(self._inspirations)}"
            )
        return self._inspiration_at[text]

    def _place(self, rest: str) -> Place:
        card, _, cell = rest.partition(" ")
        if cell not in self._cells:
            raise NotationError(
                f"{shown(cell)} is not a cell",
                expected=f"a letter and a number from a1 to {self._cell_names[-1]}",
            )
        return Place(read_face(card), cell)

    def _laid(self, rest: str) -> Lay:
        card, _, way = rest.partition(" ")
        return Lay(read_face(card), bool(read_orientation(way)))

    def _arranged(self, rest: str) -> Arrange:
        found = _arrangement(tuple(self.read_goal(word) for word in rest.split(" ")))
        if found is None:
            raise NotationError(f"{shown(rest)} is no order", expected="two or three goals, each once")
        return found

    def _shown(self, rest: str) -> Show:
        if rest == "none":
            return Show(())
        return Show(
            tuple(self._inspirations[at] for at in sorted({*map(self.read_inspiration, rest.split(" "))}))
        )


def _arrangement(goals: tuple[Goal, ...]) -> Arrange | None:
    return Arrange(goals) if 2 <= len(goals) <= 3 and len(set(goals)) == len(goals) else None


def read_face(text: str) -> int:
    """Return the face written canonically, as in `BR/YB`. Raises NotationError."""
    return FACE_AT[Card.parse(text)]


def read_orientation(text: str) -> int:
    """Return 0 for portrait, 1 for landscape. Raises NotationError."""
    if text not in ORIENTATIONS:
        raise NotationError(f"{shown(text)} is no orientation", expected=" or ".join(ORIENTATIONS))
    return ORIENTATIONS.index(text)


def read_colour_name(text: str) -> int:
    """Return the colour with a name. Raises NotationError."""
    if text not in COLOUR_NAMES:
        raise NotationError(f"{shown(text)} is no colour", expected=" or ".join(COLOUR_NAMES))
    return COLOUR_NAMES.index(text)


_READERS: dict[str, Callable[[Codes, str], object]] = {
    "place": Codes._place,
    "lay": Codes._laid,
    "arrange": Codes._arranged,
    "show": Codes._shown,
    "card": lambda codes, rest: DRAWS[read_face(rest)],
    "pet": lambda codes, rest: PetGoes(parse_seat(rest, codes.players)),
    "inspiration": lambda codes, rest: Inspired(codes._inspirations[codes.read_inspiration(rest)]),
    "goal": lambda codes, rest: Revealed(codes.read_goal(rest)),
    "name": lambda codes, rest: NAMES[read_colour_name(rest)],
    "give": lambda codes, rest: Give(parse_seat(rest, codes.players)),
    "pass": lambda codes, rest: PASS,
    "keep": lambda codes, rest: KEEP,
}
