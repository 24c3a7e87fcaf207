"""What a booklet is asked to be, and the sizes that follow from it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import listed, shown
from ...render.pages import PAPERS, Paper
from ...render.pdf import writable

Key = Literal["back", "separate", "none"]
KEYS: tuple[Key, ...] = ("back", "separate", "none")
PER_PAGE = (1, 2, 4)
MOST_VERSIONS = 26
"""One for each letter."""
_LONGEST_TITLE = 200

PAPER_NAMES = tuple(PAPERS)


class Order(Struct, frozen=True, kw_only=True):
    """What is asked for; what cannot be raises NotationError."""

    title: str = ""
    """What stands on the cover; empty for a title made of what is inside."""
    paper: str = "A4"
    per_page: int = 1
    """Puzzles on a page, at most."""
    large_print: bool = False
    key: Key = "back"
    """Where the solutions stand: behind the puzzles, in a document of their own, or nowhere."""
    ramp: bool = False
    """Whether puzzles come from easy to hard; else as in the pack."""
    versions: int = 1
    """How many equivalent booklets, in each of which every puzzle is disguised in another way."""

    def __post_init__(self) -> None:
        _refuse(self.paper not in PAPERS, f"paper {shown(self.paper)}", listed(PAPERS))
        _refuse(self.per_page not in PER_PAGE, f"{self.per_page} puzzles per page", "1, 2 or 4")
        _refuse(not 1 <= self.versions <= MOST_VERSIONS, f"{self.versions} versions", f"1 to {MOST_VERSIONS}")
        _refuse(self.key not in KEYS, f"key {shown(self.key)}", listed(KEYS))
        longest = f"at most {_LONGEST_TITLE}"
        _refuse(len(self.title) > _LONGEST_TITLE, f"a title of {len(self.title)} letters", longest)
        writable(self.title)


def _refuse(fault: bool, problem: str, expected: str) -> None:
    if fault:
        raise NotationError(problem, expected=expected)


class Sizes(NamedTuple):
    """Sizes in points: of letters, and of what lies between."""

    paper: Paper
    margin: float
    text: float
    """Letters of covers and reminders."""
    body: float
    """Letters of a puzzle's goal."""
    small: float
    """Letters of what matters less."""
    link: float
    """Letters of links."""
    foot_text: float
    """Letters of the line at the foot of a page, and of the small print on the cover."""
    key: float
    """Letters of solutions."""
    key_least: float
    """The same where a solution is long, at least."""
    title: float
    gap: float
    least: float
    """The smallest letters a drawing may have."""
    remedies: str
    """What may be asked for instead where a drawing would be smaller."""

    @property
    def width(self) -> float:
        """Width between the margins."""
        return self.paper.width - 2 * self.margin

    @property
    def foot(self) -> float:
        """Height of the line at the foot of a page, with the space above it."""
        return 2.2 * self.foot_text

    @property
    def height(self) -> float:
        """Height between the upper margin and the foot."""
        return self.paper.height - 2 * self.margin - self.foot - self.gap


LARGE = 13.0
"""Letters of large print, at least; those in drawings are larger than others, but not as large."""
_BODY = {"A4": {1: 11.5, 2: 10.0, 4: 8.5}, "A5": {1: 10.0, 2: 8.5, 4: 7.5}}
_LARGE = {"A4": {1: 18.0, 2: 16.0, 4: 16.0}, "A5": {1: 16.0, 2: 16.0, 4: 16.0}}


def sizes(order: Order) -> Sizes:
    """Return the sizes of a booklet."""
    form = "A5" if order.paper == "A5" else "A4"
    small_paper = form == "A5"
    margin = 30.0 if small_paper else 40.0
    fewer = ["fewer puzzles per page"] if order.per_page > 1 else []
    larger = ["larger paper"] if small_paper else []
    remedies = " or ".join([*fewer, *larger, *(["no large print"] if order.large_print else [])])
    if order.large_print:
        return Sizes(
            paper=PAPERS[order.paper],
            margin=margin,
            text=16.0,
            body=_LARGE[form][order.per_page],
            small=LARGE,
            link=LARGE,
            foot_text=LARGE,
            key=LARGE,
            key_least=LARGE,
            title=34.0,
            gap=8.0,
            least=5.9,
            remedies=remedies,
        )
    body = _BODY[form][order.per_page]
    small = max(6.0, 0.72 * body)
    text, key, title = (9.5, 7.5, 26.0) if small_paper else (11.0, 8.5, 34.0)
    return Sizes(
        paper=PAPERS[order.paper],
        margin=margin,
        text=text,
        body=body,
        small=small,
        link=0.9 * small,
        foot_text=7.0 if small_paper else 8.0,
        key=key,
        key_least=5.0,
        title=title,
        gap=6.0,
        least=4.0,
        remedies=remedies,
    )


def title_of(order: Order, kinds: tuple[str, ...]) -> str:
    """Return the title, of the kinds inside where none is asked for. Raises NotationError."""
    return writable(order.title) or f"{listed(kinds)} puzzles"


def letter(version: int) -> str:
    """Return the letter of a version counted from 0."""
    return chr(ord("A") + version)
