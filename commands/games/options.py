"""What every command about a game is told: which, for how many, by which rulings, with what, from where."""

from __future__ import annotations

import codecs
import importlib
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...core.errors import ComponentError, FileError, NotationError, QuadrangleError
from ...core.notation import decode, shown

if TYPE_CHECKING:
    from ...engines.components import Components
    from ...engines.game import Game, State
    from ...engines.rulings import Rulings

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

LARGEST_FILE = 256 * 1024
"""Bytes a file of rulings, components or a position may have: many times what any needs."""

_LARGEST_TEXT = 64 * 1024
_READERS = {"academy": ".academy.starts", "campus": ".campus.starts", "leaves": ".leaves.starts"}
"""For each game the module whose `read_start(game, text)` reads what a person may type for a position."""


def _complete(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from ...engines import names

    return [name for name in names() if name.startswith(begun)]


def _bounded_seed(_: click.Context, parameter: click.Parameter, seed: int) -> int:
    """Refuse what no document can hold."""
    if not -(2**63) <= seed < 2**63:
        raise click.BadParameter("more than 63 bits", param=parameter)
    return seed


game = click.argument("game", shell_complete=_complete)
ruling = click.option(
    "--ruling", "settings", multiple=True, metavar="NAME=VALUE", help="Set a ruling; may be given repeatedly."
)
rulings_file = click.option(
    "--rulings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help='Set rulings from a file of lines name = "value".',
)
components_file = click.option(
    "--components",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Play with the components in a file.",
)
start = click.option(
    "--from",
    "start",
    metavar="POSITION",
    help="Start from a position: its text, a puzzle's or boards', a link, a file with it, or - for "
    "standard input.",
)
seed = click.option(
    "--seed",
    type=int,
    callback=_bounded_seed,
    default=1,
    show_default=True,
    help="The same seed, the same games.",
)


def the_rulings(name: str, settings: Sequence[str] = (), file: Path | None = None) -> Rulings:
    """Return the rulings of a game: those of a file, and above them settings `NAME=VALUE`.

    Raises NotationError, or FileError for a file that cannot be read.
    """
    from ...engines import game_type

    kind = game_type(name).rulings_type
    base = None
    if file is not None:
        base = _read_toml(file, kind.read)
    try:
        return kind.parse(settings, base)
    except NotationError as error:
        raise error.at(source="--ruling") from None


def the_components(name: str, file: Path | None = None) -> Components | None:
    """Return the components in a file; None for those that come with the game.

    Raises ComponentError, or FileError for a file that cannot be read.
    """
    if file is None:
        return None
    return _read_toml(file, components_type(name).parse)


def components_type(name: str) -> type[Components]:
    """Return the type of the components of a game. Raises NotationError where no game is called so."""
    from ...engines import game_type

    return game_type(name).components_type


def text_of_sheet(file: Path) -> str:
    """Return the text of a spreadsheet, UTF-8 or UTF-16. Raises NotationError or FileError."""
    data = _read(file, LARGEST_FILE)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            data = data.decode("utf-16").encode()
        except UnicodeError:
            raise NotationError("is not UTF-16", expected="a text", source=str(file)) from None
    return decode(data, str(file))


def game_of_components(file: Path) -> str:
    """Return which game the components in a file are for, by its `format`.

    Raises ComponentError, or FileError for a file that cannot be read.
    """
    return _read_toml(file, _game_of_format)


def the_game(
    name: str,
    players: int,
    settings: Sequence[str] = (),
    rulings_file: Path | None = None,
    components_file: Path | None = None,
) -> Game[Any]:
    """Return the game called `name`, set up for a number of players.

    Raises NotationError, ComponentError or FileError that says what is wrong where.
    """
    from ...engines import game_type

    kind: Any = game_type(name)
    found: Game[Any] = kind(
        players=players,
        rulings=the_rulings(name, settings, rulings_file),
        components=the_components(name, components_file),
    )
    return found


def the_start(game: Game[Any], text: str | None) -> State:
    """Return the position a match starts from; None is the beginning.

    `text` is a position as the game writes it, whatever else the game reads as one, the name of
    a file with it, or `-` for standard input. Raises NotationError with its place, also for a
    position in which the game is over, or FileError.
    """
    if text is None:
        beginning: State = game.start()
        return beginning
    content, source = _content(text)
    try:
        found = _read_start(game, content)
        if found.is_terminal:
            raise NotationError(
                f"the game is over in this position ({found.ended_by()})", expected="one in which it goes on"
            )
    except NotationError as error:
        raise error.at(source=source) from None
    return found


def told_reconstructed(components: Components) -> str:
    """Return a line that says which components are guesses; empty when none is."""
    from ...engines.components import by_source

    counts = by_source(components)
    count = counts["reconstructed"]
    if not count:
        return ""
    return (
        f"{count} of {sum(counts.values())} components are reconstructed, not printed: "
        "the game in your box may differ."
    )


def _read_start(game: Game[Any], text: str) -> State:
    if game.info.name not in _READERS:
        written: State = game.state_from(text)
        return written
    reader = importlib.import_module(_READERS[game.info.name], "quadrangle.engines")
    found: State = reader.read_start(game, text)
    return found


def _game_of_format(text: str, source: str) -> str:
    from ...engines import names

    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"{source}: not TOML: {error}") from None
    expected = [f"quadrangle {name} components" for name in names()]
    written = found.get("format")
    if written not in expected:
        what = "no format" if written is None else f"its format is {shown(str(written))}"
        raise ComponentError(f"{source}: {what}; expected {' or '.join(map(repr, expected))}")
    return names()[expected.index(written)]


def _content(text: str) -> tuple[str, str]:
    """Return what an argument stands for, and where it came from."""
    if text == "-":
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(_LARGEST_TEXT + 1)
        return decode(_bounded(data, _LARGEST_TEXT, "standard input"), "standard input"), "standard input"
    if _is_there(text):
        return decode(_read(Path(text), _LARGEST_TEXT), text), text
    if len(text) > _LARGEST_TEXT:
        raise NotationError(
            f"longer than {_LARGEST_TEXT} characters", expected="one position", source="--from"
        )
    if len(text.split()) == 1 and "~" not in text:
        raise NotationError(
            f"{shown(text)} is neither a position nor a file",
            expected="a position, a link or a file",
            source="--from",
        )
    return text, "--from"


def _is_there(text: str) -> bool:
    """Return whether a text is the name of a file."""
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with a zero byte in it
        return False


def _read_toml(file: Path, parse: Callable[[str, str], T]) -> T:
    """Return what `parse` makes of the text of a file and its name."""
    text = decode(_read(file, LARGEST_FILE), str(file))
    try:
        return parse(text, str(file))
    except QuadrangleError:
        raise
    except (RecursionError, ValueError):  # values too deep or too long for the reader of TOML
        raise ComponentError(f"{file}: not TOML: a value is too deep or too long") from None


def _read(file: Path, limit: int) -> bytes:
    try:
        with open(file, "rb") as opened:
            return _bounded(opened.read(limit + 1), limit, str(file))
    except OSError as error:
        raise FileError(f"{file}: cannot be read ({error.strerror or error})") from None


def _bounded(data: bytes, limit: int, name: str) -> bytes:
    if len(data) > limit:
        raise NotationError(f"longer than {limit} bytes", expected="a small file", source=name)
    return data
