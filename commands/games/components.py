"""`quadrangle components`: what is in a game's box, and whether a file of one's own is right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..options import Group, as_json
from ..say import say
from . import options

if TYPE_CHECKING:
    from ...engines.components import Components

_WIDEST = 40
"""Letters of an entry that others are lined up with."""

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


def _fewest(game: str) -> int:
    from ...engines import game_type

    return min(game_type(game).info.players)


def _dump(found: Components, file: Path | None) -> None:
    from ...core.documents import ComponentEntry, dump
    from ...core.documents import Components as Document
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
