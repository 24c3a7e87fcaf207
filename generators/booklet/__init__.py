"""Booklets: the puzzles of a pack on paper, with a cover, the rules to know, and solutions at the back.

`booklet` lays the pages out, `render.pdf.pdf` writes them. `docs/paper.md` says what is printed where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...core.errors import NotationError
from ...render.pages import Document
from .. import kind
from ..puzzle import Puzzle
from .flow import Draft, finished
from .front import cover, reminders
from .key import key_pages
from .order import KEYS, PAPER_NAMES, Order, Sizes, letter, sizes, title_of
from .pages import puzzle_pages
from .sheets import KindOf, Sheet, in_order, sheets

__all__ = ["KEYS", "PAPER_NAMES", "Booklet", "Order", "Version", "booklet"]

MOST = 2000
"""Puzzles a booklet may have, all versions together."""


class Version(NamedTuple):
    """Where one version of a booklet stands in its document."""

    letter: str
    """Empty where there is one only."""
    first: int
    """Its first page, from 1."""
    last: int


class Booklet(NamedTuple):
    """Documents ready to be written."""

    main: Document
    key: Document | None
    """The solutions, where they are to stand apart."""
    versions: tuple[Version, ...]
    puzzles: int
    """Puzzles of each version."""


def booklet(puzzles: Sequence[Puzzle], order: Order, kinds: KindOf = kind) -> Booklet:
    """Return a booklet of some puzzles: the same for the same puzzles and order.

    Raises NotationError where it cannot be as it is ordered: no puzzles, a puzzle with fewer disguises than
    versions, letters that cannot be printed, drawings that would be too small.
    """
    if not puzzles:
        raise NotationError("there are no puzzles to print", expected="one at least")
    if len(puzzles) * order.versions > MOST:
        raise NotationError(
            f"{len(puzzles)} puzzles in {order.versions} version{'s'[: order.versions != 1]}",
            expected=f"at most {MOST:,} in all; print a part of the pack, or fewer versions",
        )
    size = sizes(order)
    chosen = in_order(puzzles, order.ramp)
    rules = {kinds(puzzle.kind).TITLE: kinds(puzzle.kind).REMINDER for puzzle in chosen}
    if order.versions > 1:
        _require_room(chosen, rules, order, size, kinds)
    versions = sheets(chosen, order.versions, kinds)
    title = title_of(order, tuple(rules))
    text = _Text([], [])
    places: list[Version] = []
    for number, sheeted in enumerate(versions):
        name = letter(number) if order.versions > 1 else ""
        pages = [
            cover(sheeted, title, name, order.ramp, size),
            *reminders(sheeted, rules, size),
            *puzzle_pages(sheeted, name, rules, order, size),
        ]
        places.append(Version(name, len(text.drafts) + 1, len(text.drafts) + len(pages)))
        text.add(pages, f"{title}, version {name}" if name else title)
    if order.key == "back":
        text.add(key_pages(versions, "Solutions", size), f"{title}: solutions")
    main = Document(title, size.paper, tuple(finished(text.drafts, size, text.feet)))
    apart = _key(versions, title, size) if order.key == "separate" else None
    return Booklet(main, apart, tuple(places), len(puzzles))


def _require_room(
    puzzles: Sequence[Puzzle], rules: Mapping[str, Sequence[str]], order: Order, size: Sizes, kinds: KindOf
) -> None:
    """Raise NotationError for a drawing that would be too small, before all the disguises are solved."""
    plain = sheets(puzzles, 1, kinds)[0]
    for _ in puzzle_pages(plain, letter(0), rules, order, size):
        pass


class _Text(NamedTuple):
    """Pages one after the other, and what stands at the foot of each."""

    drafts: list[Draft]
    feet: list[str]

    def add(self, drafts: Sequence[Draft], foot: str) -> None:
        """Add pages that have the same text at their foot."""
        self.drafts.extend(drafts)
        self.feet.extend([foot] * len(drafts))


def _key(versions: Sequence[Sequence[Sheet]], title: str, size: Sizes) -> Document:
    drafts = key_pages(versions, f"Solutions: {title}", size)
    pages = finished(drafts, size, [f"{title}: solutions"] * len(drafts))
    return Document(f"Solutions: {title}", size.paper, tuple(pages))
