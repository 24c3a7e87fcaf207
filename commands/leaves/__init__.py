"""`quadrangle leaves`: is this table solvable, how, and how hard?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...core.errors import NotationError
from ..source import Source, read_source

if TYPE_CHECKING:
    from ...solvers.leaves.cards import Card
    from ...solvers.leaves.layout import Layout

_LAYOUT_HELP = """\b
LAYOUT is three rows of three cards, such as
  1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm
A card is its number 1-3, colour (r)ed (y)ellow (g)reen and type (b)odhi
(g)inkgo (m)aple; `.` is an empty cell. Words and other orders are read too
("yellow 3 ginkgo"). LAYOUT may be a link, `--file FILE`, or `-` for standard
input.
"""


@click.group("leaves", context_settings={"max_content_width": 100})
def group() -> None:
    """Leaves: merge the cards of a 3x3 square into one stack."""


def _position(function: Any) -> Any:
    """Add the ways to name a position."""
    function = click.argument("layout", nargs=-1)(function)
    return click.option(
        "--file", type=click.Path(path_type=Path), help="Read it from a file, - for standard input."
    )(function)


_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
_hand = click.option("--hand", metavar="CARDS", help='Hand cards, such as "3yg 1rb".')
_in_progress = click.option(
    "--in-progress", is_flag=True, help="A position in mid-play: any cells may be empty, top cards only."
)


@group.command(epilog=_LAYOUT_HELP)
@_position
@_hand
@_in_progress
@_json
def check(
    layout: tuple[str, ...], file: Path | None, hand: str | None, in_progress: bool, as_json: bool
) -> int:
    """Say whether a table can be solved, and how hard it is; ask for the cards when none are given.

    With eight cards: which hand cards work in the centre, or which of all 19. Exit code 0: yes,
    1: no.
    """
    from . import answers, show

    position, cards = _read_position(layout, file, hand, in_progress)
    if position.is_puzzle and not in_progress:
        puzzle = answers.check_puzzle(position, cards)
        show.answer(puzzle, as_json, show.puzzle)
        return 0 if puzzle.solvable else 1
    found = answers.check_layout(position)
    show.answer(found, as_json, show.layout)
    return 0 if found.solvable else 1


@group.command(epilog=_LAYOUT_HELP)
@_position
@_hand
@click.option("--breezes", type=click.IntRange(0, 7), help="Swaps that may be used; 0 unless given.")
@_in_progress
@click.option("--svg", type=click.Path(path_type=Path), help="Draw the layout and every step to a file.")
@_json
def solve(
    layout: tuple[str, ...],
    file: Path | None,
    hand: str | None,
    breezes: int | None,
    in_progress: bool,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Show one line of merges to a single stack, then how many there are and how hard it is.

    With eight cards the hand card, and the fewest swaps up to --breezes, are found too.
    """
    from . import answers, show

    position, cards = _read_position(layout, file, hand, in_progress)
    if position.is_puzzle and not in_progress:
        found = answers.solve_puzzle(position, cards, breezes or 0)
    elif breezes:
        raise NotationError(
            f"--breezes {breezes}", expected="a puzzle of eight cards: swaps come before the centre"
        )
    else:
        found = answers.solve_layout(position)
    if svg is not None and found.solvable:
        show.draw(found, svg)
    show.answer(found, as_json, show.solution)
    return 0 if found.solvable else 1


@group.command(epilog=_LAYOUT_HELP)
@click.argument("words", nargs=-1, metavar="LAYOUT MOVES")
@_in_progress
@_json
def review(words: tuple[str, ...], in_progress: bool, as_json: bool) -> int:
    """Go through a played line: the first merge after which no solution was left, and a better one.

    MOVES are merges such as a1-b1 colour (the trait may be left out), after `place CARD` and
    perhaps `swap a1 c3` when LAYOUT has eight cards. Exit code 0: the line keeps a solution,
    1: it lost it or was lost from the start, 2: a move is not allowed.
    """
    from ...solvers.leaves.reading import read_steps
    from . import answers, show

    at = next((i for i, word in enumerate(words) if _begins_moves(word)), len(words))
    position, _ = _read_position(words[:at], None, None, in_progress)
    source = Source("\n".join(words[at:]), "")
    try:
        steps = read_steps(source.text)
    except NotationError as error:
        raise source.place(error) from None
    found = answers.review(position, steps)
    show.answer(found, as_json, show.review)
    if found.illegal:
        return 2
    return 1 if found.lost_at is not None or not found.solvable_at_start else 0


def _begins_moves(word: str) -> bool:
    first = word.lower().split()[0] if word.split() else ""
    return first in ("swap", "place") or (len(first) >= 4 and first[0] in "abc" and first[1] in "123")


@group.command()
@click.argument("deal", nargs=-1)
@click.option("--file", type=click.Path(path_type=Path), help="Read it from a file, - for standard input.")
@click.option("--breezes", type=click.IntRange(0, 4), default=4, show_default=True, help="Breezes left.")
@click.option("--budget", type=click.FloatRange(min=0), metavar="SECONDS", help="Time it may take.")
@_json
def solo(deal: tuple[str, ...], file: Path | None, breezes: int, budget: float | None, as_json: bool) -> int:
    """Find every way to give the three hand cards to the three puzzles, fewest Breezes first, proved.

    DEAL is the three hand cards, then three puzzles of nine cells with `.` in the centre.
    """
    from ...core.budget import Budget
    from ...solvers.leaves.link import find_link, parse_solo_link
    from ...solvers.leaves.reading import read_deal
    from . import answers, show

    source = read_source(deal, file)
    if source is None:
        raise NotationError(
            "no deal", expected="the hand and three puzzles, --file FILE, or - for standard input"
        )
    try:
        link = find_link(source.text)
        parsed = parse_solo_link(link) if link else read_deal(source.text)
    except NotationError as error:
        raise source.place(error) from None
    found = answers.solo(parsed, breezes, Budget(seconds=budget))
    show.answer(found, as_json, show.solo)
    return {True: 0, False: 1, None: 3}[found.solvable]


@group.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--fields", metavar="NAMES", help="Only these fields, and only the work they need.")
@_hand
@click.option("--workers", type=click.IntRange(1), help="Processors to use; all unless given.")
def batch(file: Path, fields: str | None, hand: str | None, workers: int | None) -> int:
    """Answer a file (or -) with a layout a line, text or JSON: a JSON object a line, in order.

    A line that cannot be read gets an object with `error`. Fields: layout, solvable, solution,
    solutions, random_play_success, careful_success, bits, careful_bits, nodes. Exit code 2 when
    some lines were wrong, else 0.
    """
    from ...core.work import processors
    from . import stream

    return stream.run(file, stream.parse_fields(fields), hand, workers or processors())


@group.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--difficulty", is_flag=True, help="Measure how hard every layout is, too.")
@click.option("--workers", type=click.IntRange(1), help="Processors to use; all unless given.")
@_json
def census(out: Path, difficulty: bool, workers: int | None, as_json: bool) -> int:
    """Go through every puzzle there is, and through every centre card of each.

    Takes about ten seconds of one processor, with --difficulty some ten minutes. It may be
    interrupted: the same command goes on where it was.
    """
    from ...core.documents import LeavesCensus
    from ...core.work import processors
    from ...solvers.leaves.counting import write_census
    from . import show

    made = write_census(out, workers=workers or processors(), difficulty=difficulty)
    header = made.header
    found = LeavesCensus(
        file=str(out),
        canonical=header.canonical,
        puzzles=header.puzzles,
        pairs=header.pairs,
        solvable_pairs=header.by_swaps[0],
        by_working=list(header.by_working),
        by_swaps=list(header.by_swaps),
        impossible=header.impossible,
        difficulty=difficulty,
    )
    show.answer(found, as_json, lambda summary: show.census(summary, made.difficulty()))
    return 0


@group.command(epilog=_LAYOUT_HELP)
@_position
@click.option("--census", type=click.Path(path_type=Path), help="A file of `census`; else the one shipped.")
@_json
def lookup(layout: tuple[str, ...], file: Path | None, census: Path | None, as_json: bool) -> int:
    """Look a puzzle or a layout up in the census, without any search."""
    from ...core.documents import LeavesLookup
    from ...solvers.leaves.census import Census, shipped
    from ...solvers.leaves.layout import CENTRE, Layout
    from . import show

    position, _ = _read_position(layout, file, None, False)
    open_census = Census.open(census) if census else shipped()
    centre = position.cells[CENTRE]
    puzzle = Layout((*position.cells[:CENTRE], None, *position.cells[CENTRE + 1 :]))
    swaps = open_census.swaps(puzzle)
    working = [card for card, need in swaps.items() if need == 0]
    found = LeavesLookup(
        layout=str(position),
        solvable=bool(working) if centre is None else centre in working,
        working=len(working) if centre is None else None,
        swaps={str(card): need for card, need in swaps.items() if centre in (None, card)},
    )
    show.answer(found, as_json, show.lookup)
    return 0 if found.solvable else 1


def _read_position(
    words: tuple[str, ...], file: Path | None, hand: str | None, in_progress: bool
) -> tuple[Layout, tuple[Card, ...] | None]:
    """Return the layout a command was given, and its hand. Raises NotationError."""
    from ...solvers.leaves.link import find_link, parse_layout_link
    from ...solvers.leaves.reading import read_hand, read_layout, require_whole

    source = read_source(words, file)
    cards: tuple[Card, ...] | None = None
    if source is None:
        from .ask import ask_hand, ask_layout

        layout = ask_layout(in_progress)
        if hand is None and layout.is_puzzle and not in_progress:
            cards = ask_hand(layout)
    else:
        try:
            link = find_link(source.text)
            if link:
                layout, linked = parse_layout_link(link)
                cards = linked or None
            else:
                layout = read_layout(source.text)
            if not in_progress:
                require_whole(layout)
        except NotationError as error:
            raise source.place(error) from None
    if hand is not None:
        try:
            cards = read_hand(hand, [layout])
        except NotationError as error:
            raise NotationError(error.problem, expected=error.expected, source="--hand") from None
    if cards and (in_progress or not layout.is_puzzle):
        raise NotationError(
            "a hand for a layout whose centre is not empty", expected="eight cards and a hand"
        )
    return layout, cards
