"""`quadrangle campus`: what can I turn, what is best, what is my board worth?"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from ...core.errors import NotationError
from ...core.notation import shown
from ..games.options import seed
from ..options import (
    EXIT_BUDGET,
    Group,
    announce_compiling,
    as_json,
    budget,
    stopped_by_interrupt,
    workers,
)
from ..say import answer, write_picture
from . import given

group = Group("campus", "Campus: dice, number tiles and chains on a board of 6x6.")


@group.command(short_help="What can be turned with this roll?", epilog=given.BOARD_HELP)
@given.board
@given.file
@given.size
@given.roll
@given.ruling
@click.option("--all", "everything", is_flag=True, help="List every move on a terminal, however many.")
@as_json
def moves(
    board: tuple[str, ...],
    file: Path | None,
    size: str | None,
    roll: str | None,
    settings: tuple[str, ...],
    everything: bool,
    as_json: bool,
) -> int:
    """List every set of tiles that a roll may turn, and the board each leads to, chains included."""
    from . import answers, show

    rules = given.the_rules(settings)
    dice = None if roll is None else given.the_roll(roll)
    position = given.the_board(board, file, size)
    given.fitting(position, rules)
    found = answers.moves(position, dice or given.the_roll(None), rules)
    answer(found, as_json, lambda found: show.moves(found, rules, everything))
    return 0


@group.command(short_help="What is the best move, and why?", epilog=given.BOARD_HELP)
@given.board
@given.file
@given.size
@given.roll
@click.option(
    "--objective",
    type=click.Choice(["turns", "points", "race"]),
    default="turns",
    show_default=True,
    help="Fewest own turns to clear the board, most tiles and points now, or finishing first.",
)
@click.option("--opponent", metavar="BOARD", help="The other board of a race, in one argument.")
@click.option(
    "--ends",
    type=click.Choice(["at_once", "equal_turns"]),
    help="A race ends at the first cleared board (at_once, unless given), or after as many turns of both.",
)
@click.option(
    "--started",
    type=click.Choice(["me", "them"]),
    help="Who began the race, me unless given; it matters with equal_turns only.",
)
@given.ruling
@budget
@given.table
@click.option("--memory", metavar="SIZE", help="Memory a table may take, such as 4GiB. 1GiB unless given.")
@given.alternatives
@seed
@given.svg
@as_json
def best(
    board: tuple[str, ...],
    file: Path | None,
    size: str | None,
    roll: str | None,
    objective: Literal["turns", "points", "race"],
    opponent: str | None,
    ends: Literal["at_once", "equal_turns"] | None,
    started: str | None,
    settings: tuple[str, ...],
    budget: float | None,
    table: Path | None,
    memory: str | None,
    alternatives: int,
    seed: int,
    svg: Path | None,
    as_json: bool,
) -> int:
    """Find the best move of a roll: what it gains, the chain it sets off, and the next best ones.

    Exact where the answer says so, else an estimate with its interval. --seed is for estimates.
    Exit code 3: the budget was spent before anything was known.
    """
    from ...core.budget import Budget
    from ...solvers.campus.best import TurnOrder
    from . import answers_best as answers
    from . import show_best

    rules = given.the_rules(settings)
    other = given.the_opponent(opponent, objective, size)
    if objective != "race":
        given.only_for_a_race(ends=ends, started=started)
    limit = given.the_memory(memory) or 1 << 30
    dice = None if roll is None else given.the_roll(roll)
    position = given.the_board(board, file, size)
    given.fitting(position, rules)
    dice = dice or given.the_roll(None)
    announce_compiling()
    with stopped_by_interrupt() as interrupted:
        spend = Budget(seconds=budget, bytes=limit, cancelled=interrupted)
        order = TurnOrder(ends or "at_once", started != "them")
        question = answers.Question(position, dice, rules, objective, other, order)
        found = answers.best(question, table, spend, seed)
        if interrupted() and found.verdict == "unknown":
            raise KeyboardInterrupt
        document = answers.best_document(found.value, question, alternatives)
        if svg is None or str(svg) != "-":
            show_best.best(found.value, document, question, as_json)
        if svg is not None:
            show_best.draw(found.value, rules, svg)
        if interrupted():
            raise KeyboardInterrupt
    return EXIT_BUDGET if found.verdict == "unknown" else 0


@group.command(short_help="How many turns will this board take?", epilog=given.BOARD_HELP)
@given.board
@given.file
@given.size
@given.ruling
@budget
@given.table
@given.memory
@seed
@as_json
def value(
    board: tuple[str, ...],
    file: Path | None,
    size: str | None,
    settings: tuple[str, ...],
    budget: float | None,
    table: Path | None,
    memory: str | None,
    seed: int,
    as_json: bool,
) -> int:
    """Say how many own turns it takes to clear a board on average, played as well as possible.

    Exact where a table fits into the memory, else an estimate with its interval. A whole board
    takes a minute or so; `solve` keeps its table. --seed is for estimates. Exit code 3: the budget
    was spent before anything was known.
    """
    from ...core.budget import Budget
    from . import answers_best as answers
    from . import show_best, tables

    rules = given.the_rules(settings)
    limit = given.the_memory(memory) or tables.default_memory()
    position = given.the_board(board, file, size)
    given.fitting(position, rules)
    announce_compiling()
    with stopped_by_interrupt() as interrupted:
        spend = Budget(seconds=budget, bytes=limit, cancelled=interrupted)
        found = answers.value(position, rules, table, spend, seed)
        if interrupted() and found.verdict == "unknown":
            raise KeyboardInterrupt
        document = answers.value_document(position, found.value, rules)
        show_best.value(position, found.value, document, rules, as_json)
        if interrupted():
            raise KeyboardInterrupt
    return EXIT_BUDGET if found.verdict == "unknown" else 0


@group.command(short_help="Keep the best play of a board in a file.", epilog=given.BOARD_HELP)
@given.board
@given.file
@given.size
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write.")
@given.ruling
@workers
@given.memory
@as_json
def solve(
    board: tuple[str, ...],
    file: Path | None,
    size: str | None,
    out: Path,
    settings: tuple[str, ...],
    workers: int | None,
    memory: str | None,
    as_json: bool,
) -> int:
    """Work out the best play from every position of a board and keep it in a file.

    With it `best --table FILE` and `value --table FILE` answer every later question about the same
    board at once. It says first what it takes. It may be interrupted or killed: the same command
    goes on where it was, from the folder FILE.work.
    """
    from . import show_best, tables

    rules = given.the_rules(settings)
    if str(out) == "-" or not out.name:
        expected = "the name of a file, so that the work can be resumed"
        raise NotationError(shown(str(out)), expected=expected, source="--out")
    limit = given.the_memory(memory)
    position = given.the_board(board, file, size)
    given.fitting(position, rules)
    if position.is_clear:
        show_best.nothing_to_solve()
        return 0
    announce_compiling()
    with stopped_by_interrupt() as interrupted:
        try:
            found = tables.solve(position, rules, out, workers, limit, interrupted)
        except InterruptedError:
            tables.say_how_to_go_on(out)
            raise KeyboardInterrupt from None
    show_best.table(found, as_json)
    return 0


@group.command(short_help="A random board.")
@seed
@click.option("--tiles", metavar="SET", help="Another tile set, such as 1-12:2 13-24:1 s:8.")
@click.option("--size", metavar="RxC", help="Rows and columns. 6x6 unless given.")
@click.option(
    "--svg",
    type=click.Path(path_type=Path),
    help="Draw it to a file; - for standard output, instead of the answer.",
)
@as_json
def deal(seed: int, tiles: str | None, size: str | None, svg: Path | None, as_json: bool) -> int:
    """Deal a random board: tiles drawn from the bag, left to right and top to bottom, all face up."""
    from ...solvers.campus import Board
    from . import answers, show

    shape = given.the_size(size)
    if shape is None:
        raise NotationError("'any'", expected="rows and columns such as 6x6", source="--size")
    chosen, source = given.the_tiles(tiles)
    with given.named("--tiles" if tiles is not None else "--size"):
        found = answers.deal(chosen, source, seed, *shape)
    if svg is None or str(svg) != "-":
        answer(found, as_json, show.deal)
    if svg is not None:
        from ...render.campus import board_svg

        write_picture(board_svg(Board.parse(found.board)), svg)
    return 0


@group.command("shut-the-box", short_help="The exact value of a box of tiles.")
@click.option(
    "--tiles", type=click.IntRange(1, 16), default=9, show_default=True, help="Tiles, numbered from 1."
)
@click.option("--one-die", metavar="sum<=N", help="One die is rolled once the sum left is so much or less.")
@click.option("--max-tiles", type=click.IntRange(1, 16), help="Tiles that a roll may turn; any unless given.")
@click.option(
    "--objective",
    type=click.Choice(["win", "sum", "lose"]),
    default="win",
    show_default=True,
    help="The best chance to shut the box, the least expected sum left, or the worst chance.",
)
@as_json
def shut_the_box(
    tiles: int,
    one_die: str | None,
    max_tiles: int | None,
    objective: Literal["win", "sum", "lose"],
    as_json: bool,
) -> int:
    """Work out Shut the Box: the exact value of all tiles, and the best answer to each first roll."""
    from ...solvers.campus.shut_the_box import Box
    from . import answers, show

    box = Box(tiles=tiles, one_die=given.the_sum(one_die), max_tiles=max_tiles or 0)
    found = answers.shut_the_box(box, objective)
    answer(found, as_json, show.shut_the_box)
    return 0
