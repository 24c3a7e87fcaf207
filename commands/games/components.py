"""`quadrangle components`: what is in a game's box, and files of one's own, spreadsheets among them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import Group, as_json
from ..say import say
from . import options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...engines.component_sheets import Changed
    from ...engines.components import Components, Source

_WIDEST = 40
"""Letters of an entry that others are lined up with."""
_NOTED = 5
"""Changed guesses that are named one by one."""

group = Group("components", "What is in a game's box, and where each entry comes from.")


@group.command(short_help="List what a game is played with.")
@options.game
@options.components_file
@as_json
def show(game: str, components: Path | None, as_json: bool) -> int:
    """List every component of GAME with its source.

    An entry is printed (from the rulebook), published (from another public source) or reconstructed
    (a guess that plays).
    """
    found = options.the_components(game, components)
    if found is None:
        found = options.the_game(game, _fewest(game)).components
    assert found is not None
    if as_json:
        _dump(found, components)
    else:
        _show(found, components)
    return 0


@group.command(short_help="Check a file of components.")
@click.argument("file", type=click.Path(path_type=Path))
@as_json
def check(file: Path, as_json: bool) -> int:
    """Say whether a game can be played with the components in FILE, which names its game.

    `quadrangle components show GAME` lists what is expected. Exit code 2: it cannot.
    """
    found = options.the_components(options.game_of_components(file), file)
    assert found is not None
    if as_json:
        _dump(found, file)
        return 0
    from ...engines.components import told_sources

    total = len(list(found.entries()))
    say(f"Yes: {found.name} can be played with {file}.", hanging=2)
    say(f"{total} entries: {told_sources(found)}. Digest {found.digest}.", hanging=2)
    _warn(found)
    return 0


out_file = click.option(
    "-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it to a file that is new."
)
force = click.option("--force", is_flag=True, help="Write it over a file that is there.")


@group.command(short_help="Write components as a file to fill in, or a spreadsheet.")
@options.game
@options.components_file
@click.option("--csv", "as_csv", is_flag=True, help="As a spreadsheet; else as a file for --components.")
@out_file
@force
def export(game: str, components: Path | None, as_csv: bool, out: Path | None, force: bool) -> int:
    """Write the components of GAME, to be changed and played with.

    In a spreadsheet a row is an entry. Type what your copy shows over what is there, and `printed` into the
    column source; `quadrangle components import` makes a file for --components of it.
    """
    from ...engines.component_sheets import to_csv, to_toml

    found = options.the_components(game, components) or options.the_game(game, _fewest(game)).components
    _write(to_csv(found) if as_csv else to_toml(found), out, force)
    return 0


@group.command("import", short_help="Make a file for --components of a spreadsheet.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--changed",
    type=click.Choice(["printed", "published", "reconstructed"]),
    metavar="SOURCE",
    help="The source of every entry that does not come with Quadrangle, whatever its row says: printed, "
    "published or reconstructed.",
)
@out_file
@force
def import_(file: Path, changed: Source | None, out: Path | None, force: bool) -> int:
    """Make a file for --components of the spreadsheet FILE, which `quadrangle components export` began.

    Cells may be parted by commas, semicolons or tabs. An entry that was changed while its source still says
    reconstructed counts as a guess, and is named; --changed printed marks all of them as printed.
    """
    from ...engines import names
    from ...engines.component_sheets import from_csv, game_of, to_toml
    from ...engines.components import told_sources

    text = options.text_of_sheet(file)
    game = game_of(text, str(file), names())
    found, guesses = from_csv(options.components_type(game), text, str(file), changed)
    _write(to_toml(found), out, force)
    _note(guesses)
    if out is not None:
        say(f"Yes: {found.name} can be played with {out}.", hanging=2)
        total = len(list(found.entries()))
        say(f"{total} entries: {told_sources(found)}. Digest {found.digest}.", hanging=2)
        _warn(found)
    return 0


def _note(guesses: Sequence[Changed]) -> None:
    """Say which entries were changed without a word on where they come from."""
    from ...core.notices import tell

    for guess in guesses[:_NOTED]:
        tell(f"line {guess.line}: {guess.part} {guess.text} was changed, but its source says reconstructed")
    if len(guesses) > _NOTED:
        tell(f"and {len(guesses) - _NOTED} more")
    if guesses:
        tell("where you copied them from your game, write printed there, or import with --changed printed")


def _write(text: str, out: Path | None, force: bool) -> None:
    """Print a text, or write it to a file. Raises FileError."""
    from ...core.errors import FileError

    if out is None:
        click.echo(text, nl=False)
        return
    try:
        with open(out, "w" if force else "x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    except FileExistsError:
        raise FileError(f"{out}: is there already; expected the name of a new file, or --force") from None
    except OSError as error:
        raise FileError(f"{out}: cannot be written ({error.strerror or error})") from None


def _fewest(game: str) -> int:
    from ...engines import game_type

    return min(game_type(game).info.players)


def _dump(found: Components, file: Path | None) -> None:
    from ...core.documents import dump
    from ...core.documents.play import ComponentEntry
    from ...core.documents.play import Components as Document
    from ...engines.components import by_source

    document = Document(
        game=found.name,
        file=None if file is None else str(file),
        digest=found.digest,
        counts={str(source): count for source, count in by_source(found).items()},
        entries=[
            ComponentEntry(group=entry.group, text=entry.text, source=entry.source)
            for entry in found.entries()
        ],
    )
    click.echo(dump(document))


def _show(found: Components, file: Path | None) -> None:
    from ...engines.components import told_sources

    entries = list(found.entries())
    where = "the components that come with Quadrangle" if file is None else str(file)
    say(f"{found.name}: {where}", hanging=2)
    say(f"{len(entries)} entries: {told_sources(found)}. Digest {found.digest}.", hanging=2)
    width = max(len(entry.text) for entry in entries if len(entry.text) <= _WIDEST)
    group: Any = None
    for entry in entries:
        if entry.group != group:
            group = entry.group
            click.echo()
            click.echo(click.style(group, bold=True))
        say(f"  {entry.text:{width}}  {entry.source}", hanging=4)
    _warn(found)


def _warn(found: Components) -> None:
    warning = options.told_reconstructed(found)
    if warning:
        say("")
        say(warning, hanging=2)
