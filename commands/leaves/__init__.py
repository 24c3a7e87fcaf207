"""`quadrangle leaves`: is this table solvable, how, and how hard?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from ...core.errors import NotationError
from ..options import (
    EXIT_INPUT,
    Group,
    announce_compiling,
    as_json,
    budget,
    in_a_folder,
    scheduler,
    workers,
)
from ..say import answer
from ..source import Source, read_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...generators import Level
    from ...solvers.leaves.cards import Card
    from ...solvers.leaves.layout import Layout

T = TypeVar("T")

_LAYOUT_HELP = """\b
LAYOUT is three rows of three cards, such as
  1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm
A card is its number 1-3, colour (r)ed (y)ellow (g)reen and type (b)odhi
(g)inkgo (m)aple; `.` is an empty cell. Words and other orders are read too
("yellow 3 ginkgo"). LAYOUT may be a link, `--file FILE`, or `-` for standard
input.
"""


group = Group("leaves", "Leaves: merge the cards of a 3x3 square into one stack.")


_layout = click.argument("layout", nargs=-1)
_file = click.option(
    "--file", type=click.Path(path_type=Path), help="Read it from a file, - for standard input."
)
_hand = click.option("--hand", metavar="CARDS", help='Hand cards, such as "3yg 1rb".')
_in_progress = click.option(
    "--in-progress", is_flag=True, help="A position in mid-play: any cells may be empty, top cards only."
)


@group.command(short_help="Can this table be solved, and how hard is it?", epilog=_LAYOUT_HELP)
@_layout
@_file
@_hand
@_in_progress
@as_json
def check(
    layout: tuple[str, ...], file: Path | None, hand: str | None, in_progress: bool, as_json: bool
) -> int:
    """Say whether a table can be solved, and how hard it is; ask for the cards when none are given.

    With eight cards: which hand cards work in the centre, or which of all 19. Exit code 0: yes,
    1: no.
    """
    from . import answers, show

    position, cards = _read_position(read_source(layout, file), hand, in_progress)
    if position.is_puzzle and not in_progress:
        puzzle = answers.check_puzzle(position, cards)
        answer(puzzle, as_json, show.puzzle)
        return _exit_code(puzzle.solvable)
    found = answers.check_layout(position)
    answer(found, as_json, show.layout)
    return _exit_code(found.solvable)


@group.command(short_help="Show a line of merges, the hand card and the swaps.", epilog=_LAYOUT_HELP)
@_layout
@_file
@_hand
@click.option("--breezes", type=click.IntRange(0, 7), help="Swaps that may be used; 0 unless given.")
@_in_progress
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw every step to a file; - for standard output, instead of the answer.",
)
@as_json
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

    position, cards = _read_position(read_source(layout, file), hand, in_progress)
    if position.is_puzzle and not in_progress:
        found = answers.solve_puzzle(position, cards, breezes or 0)
    elif breezes:
        raise NotationError(
            f"--breezes {breezes}", expected="a puzzle of eight cards: swaps come before the centre"
        )
    else:
        found = answers.solve_layout(position)
    if svg is None or str(svg) != "-":
        answer(found, as_json, show.solution)
    if svg is not None:
        show.draw(found, svg)
    return _exit_code(found.solvable)


@group.command(short_help="Find the merge that lost a game.", epilog=_LAYOUT_HELP)
@click.argument("layout", nargs=-1, metavar="LAYOUT MOVES")
@_file
@_in_progress
@as_json
def review(layout: tuple[str, ...], file: Path | None, in_progress: bool, as_json: bool) -> int:
    """Go through a played line: the first merge after which no solution was left, and a better one.

    MOVES are merges such as a1-b1 colour (the trait may be left out), after `place CARD` and
    perhaps `swap a1 c3` when LAYOUT has eight cards. Exit code 0: the line keeps a solution,
    1: it lost it or was lost from the start, 2: a move is not allowed.
    """
    from ...solvers.leaves.reading import read_steps, split_review
    from . import answers, show

    source = read_source(layout, file)
    if source is None:
        raise NotationError("no layout", expected="a layout and moves, --file FILE, or - for standard input")
    position_text, moves_text = split_review(source.text)
    position, cards = _read_position(replace(source, text=position_text), None, in_progress)
    try:
        steps = read_steps(moves_text)
    except NotationError as error:
        raise source.place(error) from None
    found = answers.review(position, steps, cards, in_progress)
    answer(found, as_json, show.review)
    if found.illegal:
        return EXIT_INPUT
    return _exit_code(found.lost_at is None and found.solvable_at_start is True)


@group.command(short_help="Solve a solo challenge: three puzzles, three cards.")
@click.argument("deal", nargs=-1)
@_file
@click.option("--breezes", type=click.IntRange(0, 4), default=4, show_default=True, help="Breezes left.")
@budget
@as_json
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
    link = find_link(source.text)
    try:
        parsed = parse_solo_link(link) if link else read_deal(source.text)
    except NotationError as error:
        raise source.place(error) from None
    found = answers.solo(parsed, breezes, Budget(seconds=budget))
    answer(found, as_json, show.solo)
    return _exit_code(found.solvable)


@group.command(short_help="One graded solo challenge, now.")
@click.option(
    "--level",
    type=click.Choice(["junior", "senior", "graduate", "master"]),
    help="Below 50 % of all deals, 50-80, 80-95 or above; any unless given.",
)
@click.option("--seed", type=click.IntRange(0), help="The same challenge again; a new one unless given.")
@click.option("--solution", is_flag=True, help="Show the solution too.")
@click.option(
    "--pdf",
    type=click.Path(path_type=Path),
    callback=in_a_folder,
    help="Print it to a file, with the solution.",
)
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    callback=in_a_folder,
    help="Draw it to a file; - for standard output, instead of the answer.",
)
@as_json
def challenge(
    level: Level | None,
    seed: int | None,
    solution: bool,
    pdf: Path | None,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Deal a solo challenge of a level: 27 cards, three puzzles, four Breezes, proved to have a solution."""
    from ...core.documents import dump
    from ...core.documents.leaves import LeavesChallenge
    from ...core.notices import tell
    from ...generators import leaves
    from .. import one_puzzle
    from ..say import say

    if str(svg) == str(pdf) == "-" or (as_json and "-" in (str(svg), str(pdf))):
        raise NotationError("two answers for standard output", expected="a file for one of them")
    announce_compiling()
    chosen = _new_seed() if seed is None else seed
    puzzle = leaves.item_of(0, level, chosen, shape="solo")
    if as_json:
        found = LeavesChallenge(
            stream=leaves.STREAM,
            level=level,
            seed=chosen,
            id=puzzle.id,
            deal=puzzle.position,
            goal=puzzle.goal,
            difficulty=one_puzzle.difficulty(puzzle.difficulty),
            solution=list(puzzle.solution) if solution else None,
            link=puzzle.link,
        )
        click.echo(dump(found))
    else:
        asked = f"--seed {chosen}" if level is None else f"--level {level} --seed {chosen}"
        again = f"quadrangle leaves challenge {asked}"
        if "-" in (str(svg), str(pdf)):
            tell(f"the same again: {again}")
        else:
            one_puzzle.show(puzzle, "all deals", solution)
            say(f"The same again: {again}")
    if svg is not None:
        one_puzzle.draw(puzzle, svg)
    if pdf is not None:
        one_puzzle.print_out(puzzle, "Leaves: a solo challenge", pdf)
    return 0


def _new_seed() -> int:
    import secrets

    return secrets.randbelow(1_000_000_000)


@group.command(short_help="Answer a layout a line, thousands a second.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--fields", metavar="NAMES", help="Only these fields, and only the work they need.")
@_hand
@workers
@click.option("--json", is_flag=True, expose_value=False, help="JSON is what it prints in any case.")
def batch(file: Path, fields: str | None, hand: str | None, workers: int | None) -> int:
    """Answer a file (or -) with a layout a line, text or JSON: a JSON object a line, in order.

    A line that cannot be read, an empty one too, gets an object with `error`. --hand goes with
    every puzzle that names no hand itself. Fields: layout, solvable, solution,
    solutions, random_play_success, careful_success, bits, careful_bits, nodes. Exit code 2 when
    some lines were wrong, else 0.
    """
    from ...core.work import processors
    from ...solvers.leaves.reading import read_hand
    from . import stream

    announce_compiling()
    cards = None if hand is None else _in_option("--hand", lambda: read_hand(hand))
    return stream.run(file, stream.parse_fields(fields), cards, workers or processors())


@group.command(short_help="Look a table up in the census.", epilog=_LAYOUT_HELP)
@_layout
@_file
@_hand
@click.option("--census", type=click.Path(path_type=Path), help="A file of `census`; else the one shipped.")
@as_json
def lookup(
    layout: tuple[str, ...], file: Path | None, hand: str | None, census: Path | None, as_json: bool
) -> int:
    """Look a puzzle or a layout up in the census, without any search."""
    from ...solvers.leaves.census import Census, shipped
    from . import answers, show

    position, cards = _read_position(read_source(layout, file), hand, False, mid_play=False)
    found = answers.lookup(Census.open(census) if census else shipped(), position, cards)
    answer(found, as_json, show.lookup)
    return _exit_code(found.solvable)


@group.command(short_help="Go through every puzzle there is.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@click.option("--difficulty", is_flag=True, help="Measure how hard every layout is, too.")
@workers
@scheduler
@as_json
def census(out: Path, difficulty: bool, workers: int | None, scheduler: str | None, as_json: bool) -> int:
    """Go through every puzzle there is, and through every centre card of each.

    Takes some ten seconds, with --difficulty some minutes and 350 MiB of memory. It may be
    interrupted: the same command goes on where it was.
    """
    from ...core.executor import Dask
    from ...core.work import processors
    from ...solvers.leaves.counting import write_census
    from . import answers, show

    executor = None if scheduler is None else Dask(scheduler)
    announce_compiling()
    if str(out) == "-":
        raise NotationError("--out -", expected="the name of a file, so that a census can be resumed")
    made = write_census(out, workers=workers or processors(), difficulty=difficulty, executor=executor)
    found = answers.census(made, out)
    answer(found, as_json, show.census)
    return 0


def _exit_code(solvable: bool | None) -> int:
    """Return 0 for yes, 1 for no, 3 where the budget was spent before there was an answer."""
    return {True: 0, False: 1, None: 3}[solvable]


def _read_position(
    source: Source | None, hand: str | None, in_progress: bool, mid_play: bool = True
) -> tuple[Layout, tuple[Card, ...] | None]:
    """Return the layout a command was given, and its hand; ask for them where nothing was given.

    `mid_play` says that the command has --in-progress. Raises NotationError.
    """
    from ...solvers.leaves.reading import read_hand

    held = None if hand is None else _in_option("--hand", lambda: read_hand(hand))
    if source is None:
        from .ask import ask_hand, ask_layout

        layout = ask_layout(in_progress, held or ())
        cards = ask_hand(layout) if held is None and layout.is_puzzle and not in_progress else None
    else:
        layout, cards = _read_source_position(source, in_progress, mid_play)
    if held is not None:
        cards = _in_option("--hand", lambda: read_hand(" ".join(map(str, held)), [layout]))
    if cards and in_progress:
        raise NotationError("a hand in mid-play", expected="a hand for a puzzle of eight cards")
    if cards and not layout.is_puzzle:
        raise NotationError("a hand for a layout whose centre is full", expected="eight cards and a hand")
    return layout, cards


def _read_source_position(
    source: Source, in_progress: bool, mid_play: bool
) -> tuple[Layout, tuple[Card, ...] | None]:
    from ...solvers.leaves.link import find_link, parse_layout_link
    from ...solvers.leaves.reading import read_layout, require_whole

    link = find_link(source.text)
    if link:
        layout, cards = _in_option("the link", lambda: parse_layout_link(link))
        return (layout if in_progress else require_whole(layout, mid_play)), cards or None
    try:
        layout = read_layout(source.text)
        return (layout if in_progress else require_whole(layout, mid_play)), None
    except NotationError as error:
        raise source.place(error) from None


def _in_option(name: str, read: Callable[[], T]) -> T:
    """Return what is read from an option or a link, errors placed there."""
    try:
        return read()
    except NotationError as error:
        raise NotationError(error.problem, expected=error.expected, source=name) from None
