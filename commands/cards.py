"""`quadrangle cards`: what is in a game's box, to be cut out of paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import printing
from .games import options
from .options import as_json
from .say import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.documents.paper import PrintedFile
    from ..engines.components import Components
    from ..generators.cards import Sheet


@click.command(
    "cards",
    short_help="Print a game's cards and tiles to be cut out.",
    epilog="""\b
For example:
  quadrangle cards leaves cards.pdf
  quadrangle cards campus tiles.pdf --paper Letter
  quadrangle cards academy cards.pdf --components mine.toml
""",
)
@options.game
@printing.out
@printing.paper
@click.option(
    "--components",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Print the components in a file.",
)
@as_json
def command(game: str, out: Path, paper: str, components: Path | None, as_json: bool) -> int:
    """Print the components of GAME to OUT.PDF at true size, in our own drawings, with lines to cut along.

    What is a reconstruction is marked as one. It needs the extra `print`.
    """
    from ..engines import game_type
    from ..generators.cards import document, sheets
    from ..render.pdf import require

    require()
    given = options.the_components(game, components)
    found = given or options.the_game(game, min(game_type(game).info.players)).components
    assert found is not None
    printed = sheets(game, found)
    file = printing.write(out, document(game, printed, paper))
    if as_json:
        _dump(found, paper, printed, file)
    else:
        _show(found, printed, file)
    return 0


def _dump(found: Components, paper: str, printed: Sequence[Sheet], file: PrintedFile) -> None:
    from ..core.documents import dump
    from ..core.documents.paper import Cards, CardSheet

    document = Cards(
        game=found.name,
        paper=paper,
        components=found.digest,
        sheets=[
            CardSheet(
                name=sheet.name,
                pieces=len(sheet.cards),
                width_mm=sheet.width_mm,
                height_mm=sheet.height_mm,
                reconstructed=sum(card.reconstructed for card in sheet.cards),
            )
            for sheet in printed
        ],
        files=[file],
    )
    click.echo(dump(document))


def _show(found: Components, printed: Sequence[Sheet], file: PrintedFile) -> None:
    say(f"{file.file}: {printing.pages(file.pages)}. Print at 100 %, not fitted to the page.")
    for sheet in printed:
        size = f"{sheet.width_mm:g} x {sheet.height_mm:g} mm"
        say(f"  {len(sheet.cards):3} {sheet.name}, {size}", hanging=6)
    guessed = sum(card.reconstructed for sheet in printed for card in sheet.cards)
    if guessed:
        total = sum(len(sheet.cards) for sheet in printed)
        say(f"{guessed} of {total} pieces are reconstructions, not what is printed: the box may differ.")
