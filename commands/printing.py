"""What the commands that print on paper have in common: where they write, and what they say was written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ..core.documents.paper import PrintedFile
    from ..render.pages import Document


def _is_pdf(_: click.Context, parameter: click.Parameter, path: Path) -> Path:
    """Refuse a name that says it is something else, such as a pack given where the PDF belongs."""
    if path.suffix.lower() != ".pdf":
        raise click.BadParameter(f"{path}: expected the name of a file that ends in .pdf", param=parameter)
    if path.is_dir() or not path.parent.is_dir():
        raise click.BadParameter(f"{path}: expected the name of a file in a folder there is", param=parameter)
    return path


out = click.argument("out", type=click.Path(path_type=Path), callback=_is_pdf, metavar="OUT.PDF")

paper = click.option(
    "--paper",
    type=click.Choice(["A4", "A5", "Letter"], case_sensitive=False),
    default="A4",
    show_default=True,
    help="The paper it is printed on.",
)


def write(path: Path, document: Document) -> PrintedFile:
    """Write a document and return what it is. Raises FileError."""
    from ..core.documents.paper import PrintedFile
    from ..core.work import write_atomic
    from ..render.pdf import pdf

    data = pdf(document)
    write_atomic(path, data)
    return PrintedFile(file=str(path), pages=len(document.pages), bytes=len(data))


def pages(count: int) -> str:
    """Say how many pages there are."""
    return f"{count} page{'s'[: count != 1]}"
