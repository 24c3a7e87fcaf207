"""What a Campus command is given: a board, a roll, rulings, an amount of memory."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...core.errors import ComponentError, NotationError
from ...core.notation import listed, shown
from ..source import Source, read_source

if TYPE_CHECKING:
    from ...solvers.campus import Board, Roll, Rules, TileSet

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_MEMORY = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_LEAST_MEMORY = 1 << 20

BOARD_HELP = """\b
BOARD is six rows of six tiles, such as
  17 8 s 4 22 9 / 12 s 1 7x 15 24 / 3 10 6 s 19 2 / ...
A tile is its number or s for a star, with x behind it once it is face down;
(17) and (*) in quotes are read too. BOARD may be a link, `--file FILE`, or
`-` for standard input. Other boards: --size, and --ruling lines=...
"""

board = click.argument("board", nargs=-1)
file = click.option(
    "--file", type=click.Path(path_type=Path), help="Read the board from a file, - for standard input."
)
size = click.option(
    "--size",
    metavar="RxC",
    help="Rows and columns, or `any` as they stand; tiles then go up to 99. 6x6 unless given.",
)
roll = click.option("--roll", metavar="DICE", help="Two dice, such as 5+6.")
ruling = click.option(
    "--ruling", "settings", multiple=True, metavar="NAME=VALUE", help="Set a ruling; may be given repeatedly."
)
table = click.option(
    "--table", type=click.Path(path_type=Path), help="Answer from a file that `solve` has written."
)
alternatives = click.option(
    "--alternatives",
    type=click.IntRange(0, 100_000),
    default=4,
    show_default=True,
    help="How many of the next best moves to tell.",
)
svg = click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw it to a file; - for standard output, instead of the answer.",
)
memory = click.option(
    "--memory",
    metavar="SIZE",
    help="Memory a table may take, such as 4GiB; three fifths of what is free unless given.",
)


def the_board(words: tuple[str, ...], file: Path | None, size: str | None) -> Board:
    """Return the board a command was given; ask for it at a terminal where nothing was given.

    Raises NotationError with its place, or FileError.
    """
    wanted = the_size(size)
    source = read_source(words, file)
    if source is None:
        from .ask import ask_board

        return ask_board(wanted)
    if wanted is None and words and "/" not in words and all(len(word.split()) == 1 for word in words):
        source = replace(source, text=source.text.replace("\n", " "))  # one row rather than one column
    return _read(source, wanted)


def _read(source: Source, size: tuple[int, int] | None) -> Board:
    from ...solvers.campus import find_link, read_board

    try:
        return read_board(source.text, size, highest_of(size))
    except NotationError as error:
        is_link = find_link(source.text) is not None
        hint = "--size any" if _is_a_board(source.text) else "--size"
        if size is not None and (hint != "--size" or (error.line is None and not is_link)):
            expected = f"{error.expected} (other boards: {hint})"
            error = NotationError(error.problem, expected=expected, line=error.line, column=error.column)
        if is_link:
            raise NotationError(error.problem, expected=error.expected, source=source.name) from None
        raise source.place(error) from None


def _is_a_board(text: str) -> bool:
    """Return whether a text is a board of some size."""
    from ...solvers.campus import read_board

    try:
        read_board(text, None, highest_of(None))
    except NotationError:
        return False
    return True


def highest_of(size: tuple[int, int] | None) -> int:
    """Return the largest number on a board of this size: the printed one on the printed size."""
    from ...solvers.campus import SIDE
    from ...solvers.campus.board import HIGHEST
    from ...solvers.campus.reading import PRINTED_HIGHEST

    return PRINTED_HIGHEST if size == (SIDE, SIDE) else HIGHEST


def the_size(text: str | None) -> tuple[int, int] | None:
    """Return rows and columns of `--size`, None for any. Raises NotationError."""
    from ...solvers.campus import SIDE
    from ...solvers.campus.board import check_size

    if text is None:
        return SIDE, SIDE
    if text.strip().lower() == "any":
        return None
    match = _SIZE.fullmatch(text.strip().lower())
    if match is None or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise NotationError(shown(text), expected="rows and columns such as 6x6, or any", source="--size")
    rows, columns = int(match[1]), int(match[2])
    try:
        check_size(rows, columns)
    except NotationError as error:
        raise error.at(source="--size") from None
    return rows, columns


def the_roll(text: str | None) -> Roll:
    """Return the roll of `--roll`; ask for it at a terminal where none was given. Raises NotationError."""
    from ...solvers.campus import read_roll

    if text is None:
        from .ask import ask_roll

        return ask_roll()
    return in_option("--roll", lambda: read_roll(text))


def the_rules(settings: Sequence[str]) -> Rules:
    """Return the rules with the settings `NAME=VALUE`. Raises NotationError naming what may be chosen."""
    import msgspec

    from ...solvers.campus import Rules

    found: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip()
        if not equals:
            raise NotationError(f"the ruling {shown(setting)}", expected="NAME=VALUE", source="--ruling")
        if name not in Rules.__struct_fields__:
            raise NotationError(
                f"no ruling of the board is called {shown(name)}",
                expected=listed(Rules.__struct_fields__),
                source="--ruling",
            )
        if name in found:
            raise NotationError(
                f"the ruling {name} set twice", expected="every ruling at most once", source="--ruling"
            )
        found[name] = value.strip()
    return in_option("--ruling", lambda: msgspec.structs.replace(Rules(), **found))


def fitting(board: Board, rules: Rules) -> None:
    """Raise NotationError where a line that a ruling names does not fit on the board."""
    in_option("--ruling", lambda: rules.lines_of(board.arrangement))


def the_memory(text: str | None) -> int | None:
    """Return the bytes of `--memory`, None where it was not given. Raises NotationError."""
    if text is None:
        return None
    match = _MEMORY.fullmatch(text.strip())
    found = int(float(match[1]) * _UNITS[match[2].lower()]) if match and len(match[1]) < 20 else 0
    if not _LEAST_MEMORY <= found < 1 << 62:
        raise NotationError(
            shown(text), expected="an amount from 1MiB on, such as 800MiB or 4GiB", source="--memory"
        )
    return found


def the_sum(text: str | None) -> int:
    """Return the sum of `--one-die`, such as `sum<=6`; 0 where it was not given. Raises NotationError."""
    if text is None:
        return 0
    match = re.fullmatch(r"(?:sum\s*<=\s*)?([0-9]{1,3})", text.strip().lower())
    if match is None:
        raise NotationError(shown(text), expected="a sum such as sum<=6", source="--one-die")
    return int(match[1])


def the_tiles(text: str | None) -> tuple[TileSet, str]:
    """Return the tile set of `--tiles`, or the game's own, and where its counts come from.

    Raises NotationError.
    """
    from ...solvers.campus import PRINTED, PRINTED_SOURCE, read_tile_set

    if text is None:
        return PRINTED, PRINTED_SOURCE
    return in_option("--tiles", lambda: read_tile_set(text)), "given"


def in_option(name: str, read: Callable[[], T]) -> T:
    """Return what is read from an option, errors placed there."""
    try:
        return read()
    except NotationError as error:
        column = error.column if error.column is not None and error.column > 1 else None
        raise NotationError(error.problem, expected=error.expected, column=column, source=name) from None


def the_opponent(text: str | None, objective: str, size: str | None) -> Board | None:
    """Return the board of `--opponent`, which a race needs and nothing else takes. Raises NotationError."""
    from ...solvers.campus import read_board

    if text is None:
        if objective == "race":
            raise NotationError(
                "the objective race without an opponent", expected="--opponent with the other board"
            )
        return None
    if objective != "race":
        raise NotationError(f"an opponent's board for the objective {objective}", expected="--objective race")
    wanted = the_size(size)
    return in_option("--opponent", lambda: read_board(text, wanted, highest_of(wanted)))


def only_for_a_race(**settings: str | None) -> None:
    """Raise NotationError for what was set that means something in a race only."""
    for name, value in settings.items():
        if value is not None:
            raise NotationError(f"--{name} {value} without a race", expected="--objective race")


@contextlib.contextmanager
def named(option: str) -> Iterator[None]:
    """Say of a ComponentError which option it is about."""
    try:
        yield
    except ComponentError as error:
        raise ComponentError(f"{option}: {error}") from None


def at_a_terminal() -> bool:
    """Return whether a person can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()
