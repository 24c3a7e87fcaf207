"""`quadrangle campus`: what can I turn, what is best, what is my board worth?"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import click

from ...core.errors import NotationError
from ..games.options import seed
from ..options import Group, as_json
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
    show.answer(found, as_json, lambda found: show.moves(found, everything))
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
    found = answers.deal(chosen, source, seed, *shape)
    if svg is None or str(svg) != "-":
        show.answer(found, as_json, show.deal)
    if svg is not None:
        from ...render.campus import board_svg

        show.draw(board_svg(Board.parse(found.board)), svg)
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
    show.answer(found, as_json, show.shut_the_box)
    return 0
