"""What a canvas command is given: a canvas, goals, Inspirations, cards, who holds the Teacher's Pet."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, cast

import click

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ..games.options import ruling as ruling
from ..options import finite
from ..source import Source, read_source

if TYPE_CHECKING:
    from ...engines.academy.components import AcademyComponents
    from ...engines.academy.rulings import AcademyRulings
    from ...solvers.canvas import Canvas, Goal, Pattern

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

SEATS = "ABCD"
_FILE_NAME = re.compile(r".*\.(?:txt|csv|json|canvas|md|svg)", re.IGNORECASE)
NOBODY = -1

CANVAS_HELP = """\b
CANVAS is rows of quadrants, B, R and Y for blue, red and yellow and a dot
where no card lies, south at the bottom, such as
  BBRY YBRR BBRY BYYY     or  BBRY/YBRR/BBRY/BYYY
Blanks and | may stand anywhere. CANVAS may be a link, JSON or CSV,
`--file FILE`, or `-` for standard input.
"""

canvas = click.argument("canvas", nargs=-1)
file = click.option(
    "--file", type=click.Path(path_type=Path), help="Read the canvas from a file, - for standard input."
)
players = click.option(
    "--players",
    metavar="2|4",
    help="How many play; 4 where the canvas is more than four cards long or wide, else 2, unless given.",
)
pet = click.option("--pet", metavar="A..D|N", help="Who holds the Teacher's Pet, N for nobody.")
goals = click.option(
    "--goals", metavar="GOALS", help="Goals from left to right, such as 'largest_area:B, mirror'."
)
inspirations = click.option(
    "--inspirations", metavar="NAMES", help="Inspirations in hand, such as 'A: F I; B: X'."
)
components = click.option(
    "--components",
    "components_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The cards of your own copy.",
)
svg = click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw it to a file; - for standard output, instead of the answer.",
)
search_time = click.option(
    "--budget",
    type=float,
    callback=finite,
    metavar="SECONDS",
    help="Time the search may take, 2 unless given; a first batch of rounds is played even in 0.",
)
area = click.option("--player", metavar="A..D", help="Look at this player's scoring area alone.")


class Given(NamedTuple):
    """An Inspiration that a player holds."""

    name: str
    pattern: Pattern
    reconstructed: bool


@dataclass(frozen=True)
class Box:
    """The cards that a question is about."""

    parts: AcademyComponents

    @property
    def reconstructed_cards(self) -> int:
        """Kinds of canvas cards that are not printed ones."""
        return sum(entry.source == "reconstructed" for entry in self.parts.canvas)

    def is_reconstructed(self, goal: Goal) -> bool:
        """Return whether a goal is a reconstruction: as its card says, else as the registry does."""
        for entry in (*self.parts.assignment, *self.parts.instructor):
            if entry.goal == str(goal):
                return entry.source == "reconstructed"
        return goal.kind.source == "reconstructed"


@dataclass(frozen=True)
class Drawn:
    """A canvas that was given, and where each of its quadrants was read."""

    canvas: Canvas
    places: tuple[tuple[int, int], ...]
    source: Source

    def error(self, problem: str, expected: str, cell: int) -> NotationError:
        """Return an error that is about a quadrant, placed where it was read."""
        line, column = self.places[cell]
        return _placed(self.source, NotationError(problem, expected=expected, line=line, column=column))


def the_canvas(words: tuple[str, ...], file: Path | None) -> Drawn:
    """Return the canvas a command was given; ask for it at a terminal where nothing was given.

    Raises NotationError with its place, or FileError.
    """
    from ...solvers.canvas.reading import read_placed_canvas

    source = read_source(words, file)
    if source is None:
        from .ask import ask_canvas

        source = Source(ask_canvas(), "the rows typed")
    elif len(words) > 1 and any("/" in word or len(word) == 1 for word in words):
        source = Source(" ".join(words), "the canvas")  # `/` parts the rows rather than the arguments
    try:
        return Drawn(*read_placed_canvas(source.text), source)
    except NotationError as error:
        _no_file(words)
        raise _placed(source, error) from None


def the_part(
    words: tuple[str, ...], file: Path | None, player: str | None, players: str | None
) -> tuple[Canvas, Literal[2, 4], int | None]:
    """Return a canvas, how many play, and whose scoring area is asked about, None for all of the canvas.

    Raises NotationError with its place, or FileError.
    """
    the_players(players, None)
    drawn = the_canvas(words, file)
    number = the_players(players, drawn.canvas)
    if player is None:
        return drawn.canvas, number, None
    whose = the_player(player, number)
    fitting(drawn, number, the_box(None))
    return drawn.canvas, number, whose


def _placed(source: Source, error: NotationError) -> NotationError:
    """Return an error of a canvas with its place in words a person at the prompt can use."""
    if source.name:
        return error.at(source=source.name)
    where = "" if error.line is None else f"argument {error.line}"
    return NotationError(error.problem, expected=error.expected, column=error.column, source=where)


def _no_file(words: tuple[str, ...]) -> None:
    """Raise NotationError where one of the arguments, of which no canvas could be read, is a file."""
    for number, word in enumerate(words, 1):
        if word != "-" and (_FILE_NAME.fullmatch(word) or _is_file(word)):
            raise NotationError(
                f"{shown(word)} is no canvas but the name of a file",
                expected="rows of quadrants, or --file FILE to read them from a file",
                source=f"argument {number}",
            )


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except OSError:  # longer than a name may be
        return False


def the_players(text: str | None, canvas: Canvas | None) -> Literal[2, 4]:
    """Return how many play; where it was not said, as the canvas looks. Raises NotationError."""
    if text is None:
        large = canvas is not None and max(canvas.rows, canvas.columns) > 8
        return 4 if large else 2
    if text.strip() not in ("2", "4"):
        raise NotationError(f"{shown(text)} players", expected="2 or 4", source="--players")
    return cast(Literal[2, 4], int(text))


def the_player(text: str, players: int, source: str = "--player") -> int:
    """Return the number of a player. Raises NotationError."""
    letter = text.strip().upper()
    if len(letter) != 1 or letter not in SEATS[:players]:
        raise NotationError(
            f"the player {shown(text)}", expected=f"one of {listed(SEATS[:players])}", source=source
        )
    return SEATS.index(letter)


def the_pet(text: str | None, players: int) -> int | None:
    """Return who holds the Teacher's Pet: NOBODY for nobody, None where it was not said.

    Raises NotationError.
    """
    if text is None:
        return None
    if text.strip().lower() in ("n", "nobody", "none"):
        return NOBODY
    try:
        return the_player(text, players)
    except NotationError:
        expected = f"one of {listed(SEATS[:players])}, or N for nobody"
        raise NotationError(
            f"{shown(text)} as the holder of the Teacher's Pet", expected=expected, source="--pet"
        ) from None


def the_rulings(settings: Sequence[str]) -> AcademyRulings:
    """Return the rulings with the settings `NAME=VALUE`. Raises NotationError."""
    from ..games.options import the_rulings

    return cast("AcademyRulings", the_rulings("academy", settings))


def the_box(file: Path | None) -> Box:
    """Return the cards in a file, else those that come with Quadrangle. Raises ComponentError, FileError."""
    from ...engines.academy.components import standard
    from ..games.options import the_components

    found = the_components("academy", file)
    return Box(standard() if found is None else cast("AcademyComponents", found))


def the_goals(text: str | None) -> tuple[Goal, ...]:
    """Return the goals of `--goals` in the order in which they are decided; none where it was not given.

    That is the order given, but Assignments before Instructors. Raises NotationError naming the column.
    """
    if text is None:
        return ()
    found: list[Goal] = []
    for part, column in _parts(text, ",;"):
        goal = _goal(part, column)
        if goal in found:
            raise NotationError(
                f"the goal {goal} twice", expected="every goal once", column=column, source="--goals"
            )
        found.append(goal)
    if not found:
        raise NotationError("no goal", expected="goals such as largest_area:B", source="--goals")
    return tuple(sorted(found, key=lambda goal: goal.kind.deck == "instructor"))


def _goal(text: str, column: int) -> Goal:
    from ...solvers.canvas import GOALS, read_goal

    try:
        return read_goal(text)
    except NotationError as error:
        expected = error.expected
        if expected.startswith("one of "):
            import difflib

            words = "_".join(re.split(r"[\s:_-]+", text.lower()))
            near = difflib.get_close_matches(words, GOALS, 3, 0.5)
            expected = f"perhaps {' or '.join(near)}" if near else expected
            expected += " (`quadrangle canvas goals` lists them)"
        at = column + _wrong_word(text)
        raise NotationError(error.problem, expected=expected, column=at, source="--goals") from None


def _wrong_word(text: str) -> int:
    """Return where the word begins, from 0, at which a goal goes wrong: its name, or a parameter."""
    from ...solvers.canvas import GOALS

    said = list(re.finditer(r"[^\s:_-]+", text.lower()))
    names = ["_".join(word[0] for word in said[:end]) for end in range(len(said) + 1)]
    end = max((at for at, name in enumerate(names) if name in GOALS), default=0)
    parameters = said[end:]
    takes = len(GOALS[names[end]].takes) if end else 0
    if not end or not parameters:
        return 0
    return parameters[takes if len(parameters) > takes else 0].start()


def the_inspirations(text: str | None, players: int, box: Box) -> tuple[tuple[Given, ...], ...]:
    """Return the Inspirations of each player. Raises NotationError naming the column."""
    found: list[tuple[Given, ...]] = [()] * players
    for player, words in by_player(text, players, "--inspirations"):
        found[player] = tuple(_inspiration(word, column, box) for word, column in words)
    return tuple(found)


def _inspiration(word: str, column: int, box: Box) -> Given:
    from ...solvers.canvas import Pattern

    patterns = box.parts.patterns
    sources = {entry.name: entry.source for entry in box.parts.inspiration}
    exact = [name for name in patterns if name == word]
    near = exact or [name for name in patterns if name.lower() == word.lower()]
    if len(near) == 1:
        return Given(near[0], patterns[near[0]], sources[near[0]] == "reconstructed")
    if "/" in word:
        try:
            pattern = Pattern.parse(word.upper())
        except NotationError as error:
            at = column + (error.column or 1) - 1
            raise NotationError(
                error.problem, expected=error.expected, column=at, source="--inspirations"
            ) from None
        return Given(str(pattern), pattern, False)
    raise NotationError(
        f"the Inspiration {shown(word)}",
        expected=f"one of {listed(near or patterns)}, or a pattern such as XX/.X",
        column=column,
        source="--inspirations",
    )


def by_player(text: str | None, players: int, source: str) -> Iterator[tuple[int, list[tuple[str, int]]]]:
    """Yield each player that a text such as `A: F I; B: X` names, with the words and their columns."""
    seen: set[int] = set()
    for part, column in _parts(text or "", ";"):
        name, colon, rest = part.partition(":")
        if not colon:
            raise NotationError(
                f"{shown(part)} without a player", expected="such as A: …; B: …", column=column, source=source
            )
        player = the_player(name, players, f"{source}, column {column}")
        if player in seen:
            raise NotationError(
                f"{SEATS[player]} twice", expected="every player once", column=column, source=source
            )
        seen.add(player)
        start = column + len(name) + 1
        words = [(match[0], start + match.start()) for match in re.finditer(r"[^\s,]+", rest)]
        yield player, words


def _parts(text: str, separators: str) -> Iterator[tuple[str, int]]:
    """Yield the parts of a text that are not blank, with the column at which each begins."""
    for match in re.finditer(f"[^{separators}]+", text):
        part = match[0]
        if part.strip():
            yield part.strip(), match.start() + len(part) - len(part.lstrip()) + 1


def is_reordered(text: str | None, goals: Sequence[Goal]) -> bool:
    """Return whether goals stand in another order than a text named them in."""
    return [_goal(part, column) for part, column in _parts(text or "", ",;")] != list(goals)


def fitting(drawn: Drawn, players: int, box: Box) -> None:
    """Raise NotationError for a canvas that is larger than so many players lay."""
    found = too_large(drawn.canvas, players, box.parts.size(players))
    if found is not None:
        raise drawn.error(*found)


def too_large(canvas: Canvas, players: int, size: int) -> tuple[str, str, int] | None:
    """Return that a canvas is longer than `size` cards, what was expected, and its first quadrant outside.

    None for one that is not.
    """
    if max(canvas.rows, canvas.columns) <= 2 * size:
        return None
    return (
        f"a canvas of {canvas.rows // 2} by {canvas.columns // 2} cards for {players} players",
        f"at most {size} by {size} ({2 * size} by {2 * size} quadrants)",
        2 * size if canvas.columns > 2 * size else 2 * size * canvas.columns,
    )


def the_colour(text: str | None) -> int | None:
    """Return the colour of `--colour`, None where it was not given. Raises NotationError."""
    from ...solvers.canvas import read_colour

    return None if text is None else in_option("--colour", lambda: read_colour(text))


def in_option(name: str, read: Callable[[], T]) -> T:
    """Return what is read from an option, errors placed there."""
    try:
        return read()
    except NotationError as error:
        raise of_option(name, error) from None


def of_option(name: str, error: NotationError) -> NotationError:
    """Return an error placed in an option; of its line only one after the first needs to be said."""
    line = error.line if error.line is not None and error.line > 1 else None
    return NotationError(error.problem, expected=error.expected, line=line, column=error.column, source=name)


def at_a_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()
