"""`quadrangle booklet`: the puzzles of a pack on paper."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import printing
from .options import as_json
from .puzzles import tell_notes
from .say import say

if TYPE_CHECKING:
    from ..core.documents.paper import Booklet, PrintedFile
    from ..generators.booklet import Booklet as Made
    from ..generators.puzzle import Puzzle


@click.command(
    "booklet",
    short_help="Print the puzzles of a pack as a PDF.",
    epilog="""\b
For example:
  quadrangle booklet pack.jsonl class.pdf --per-page 2 --ramp
  quadrangle booklet pack.jsonl test.pdf --versions 4 --key separate
  quadrangle booklet pack.jsonl large.pdf --large-print --paper A5 --title "For Sunday"
""",
)
@click.argument("pack", type=click.Path(path_type=Path))
@printing.out
@click.option(
    "--per-page",
    type=click.Choice(["1", "2", "4"]),
    default="1",
    show_default=True,
    help="Puzzles on a page.",
)
@click.option("--large-print", is_flag=True, help="Letters of 13 points at least, 16 for what matters.")
@click.option("--title", default="", help="What stands on the cover; what is inside unless given.")
@click.option(
    "--key",
    type=click.Choice(["back", "separate", "none"]),
    default="back",
    show_default=True,
    help="Solutions at the back, in a file OUT-key.pdf, or nowhere.",
)
@click.option("--ramp", is_flag=True, help="From easy to hard, instead of the order of the pack.")
@click.option(
    "--versions",
    type=click.IntRange(1, 26),
    default=1,
    show_default=True,
    metavar="N",
    help="Equivalent booklets A, B, C … in which every puzzle looks different and is exactly as hard.",
)
@click.option(
    "--paper",
    type=click.Choice(["A4", "A5", "Letter"], case_sensitive=False),
    default="A4",
    show_default=True,
)
@as_json
def command(
    pack: Path,
    out: Path,
    per_page: str,
    large_print: bool,
    title: str,
    key: str,
    ramp: bool,
    versions: int,
    paper: str,
    as_json: bool,
) -> int:
    """Print the puzzles of PACK to OUT.PDF: cover, rules to know, puzzles, solutions.

    The same pack and options give the same bytes. It needs the extra `print`.
    """
    from ..core.errors import FileError, NotationError
    from ..core.notices import tell
    from ..generators.booklet import Order, booklet
    from ..generators.packs import read
    from ..render.pdf import require

    require()
    if out.resolve() == pack.resolve():
        raise FileError(f"{out}: is the pack; expected the name of another file")
    order = Order(
        title=title,
        paper=paper,
        per_page=int(per_page),
        large_print=large_print,
        key=key,  # type: ignore[arg-type]  # click has checked it
        ramp=ramp,
        versions=versions,
    )
    found = read(pack)
    try:
        made = booklet(found.puzzles, order)
    except NotationError as error:
        raise error.at(source=", ".join(filter(None, (str(pack), error.source)))) from None
    files = [printing.write(out, made.main)]
    if made.key is not None:
        files.append(printing.write(out.with_name(f"{out.stem}-key{out.suffix}"), made.key))
    if not found.is_whole:
        tell(f"the pack is not finished: {len(found.puzzles)} of {found.header.count} puzzles are in it")
    if as_json:
        from ..core.documents import dump

        click.echo(dump(_document(made, files)))
    else:
        _show(made, files, found.puzzles)
    return 0


def _document(made: Made, files: list[PrintedFile]) -> Booklet:
    from ..core.documents.paper import Booklet, BookletVersion

    return Booklet(
        title=made.main.title,
        paper=made.main.paper.name,
        puzzles=made.puzzles,
        versions=[
            BookletVersion(letter=one.letter or None, first_page=one.first, last_page=one.last)
            for one in made.versions
        ],
        files=files,
    )


def _show(made: Made, files: list[PrintedFile], puzzles: Iterable[Puzzle]) -> None:
    count = f"{made.puzzles} puzzle{'s'[: made.puzzles != 1]}"
    say(f"{files[0].file}: {printing.pages(files[0].pages)}, {count}.")
    for one in made.versions:
        if one.letter:
            say(f"Version {one.letter}: pages {one.first} to {one.last}.")
    for file in files[1:]:
        say(f"{file.file}: {printing.pages(file.pages)}, the solutions.")
    tell_notes(puzzle.kind for puzzle in puzzles)
