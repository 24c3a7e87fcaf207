"""Printing answers about Campus for a person."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import click
import msgspec

from ...core.documents.campus import CampusDeal, CampusMove, CampusMoves, ShutTheBox, ShutTheBoxAnswer
from ...core.notation import parse_cell
from ...solvers.campus import STAR, Board, Rules
from ..say import in_ascii, in_colour, say
from . import words

Found = TypeVar("Found", bound=msgspec.Struct)

FEW = 20
"""Moves that are listed on a terminal unless all are asked for."""


def board(position: Board, turned: int = 0, gone: int = 0) -> None:
    """Print a board, the tiles of a move marked in it, and an empty line."""
    from ...render.campus import board_text

    click.echo(board_text(position, turned, gone, colour=in_colour(), ascii_only=in_ascii()))
    click.echo()


def moves(found: CampusMoves, rules: Rules, everything: bool) -> None:
    """Print the moves of a roll, the most tiles first; on a terminal only some, and how many more."""
    position = Board.parse(found.board)
    board(position)
    if found.clear or found.lost:
        say(found.reason or "")
        return
    if found.dead:
        from ...engines.campus.words import dead

        say(dead(position, rules))
    if found.reason is not None:
        say(found.reason)
    else:
        wanted = "at most" if found.at_most else "exactly"
        count = words.plural(len(found.moves), "move")
        say(f"{found.roll}: tiles that total {wanted} {found.total}. {count}, the most tiles first.")
    ranked = sorted(found.moves, key=lambda move: _rank(position, move))
    few = ranked if everything or not sys.stdout.isatty() else ranked[:FEW]
    click.echo()
    _table(position, few)
    if len(few) < len(ranked):
        say(f"... and {len(ranked) - len(few):,} more (--all lists them).")


def _rank(position: Board, move: CampusMove) -> tuple[int, int]:
    values = [_value(position, name) for name in move.down]
    return -len(values), -sum(values)


def _table(position: Board, listed: Sequence[CampusMove]) -> None:
    """Print a line a move: how many tiles go down, which are turned, which go with the chain."""
    turned = [" ".join(move.tiles) or "pass" for move in listed]
    sums = [_sum(position, move) for move in listed]
    wide, wider = max(map(len, [*turned, "turned"])), max(map(len, [*sums, "total"]))
    say(f"down  {'turned':{wide}}  {'total':{wider}}  chain", hanging=6)
    for move, cells, total in zip(listed, turned, sums, strict=True):
        rest = " ".join(name for name in move.down if name not in move.tiles)
        say(f"{len(move.down):4}  {cells:{wide}}  {total:{wider}}  {rest}".rstrip(), hanging=6)


def _sum(position: Board, move: CampusMove) -> str:
    """Return the numbers of a move and what they total, such as `5 + 6 = 11`."""
    numbers = [str(_value(position, name)) for name in move.tiles]
    return str(move.total) if len(numbers) < 2 else f"{'+'.join(numbers)} = {move.total}"


def _value(position: Board, name: str) -> int:
    arrangement = position.arrangement
    value = arrangement.values[parse_cell(name, arrangement.columns, arrangement.rows)]
    return 25 if value == STAR else value


def deal(found: CampusDeal) -> None:
    """Print a random board, what stayed in the bag, and that the tile set is a guess."""
    board(Board.parse(found.board))
    say(f"Dealt from {found.tiles} (seed {found.seed}); in the bag: {' '.join(found.unused) or 'nothing'}.")
    say(f"Link: {found.link}")
    if found.source == "reconstructed":
        say(words.RECONSTRUCTED)


def shut_the_box(found: ShutTheBox) -> None:
    """Print the value of a box and the best answers to each first roll."""
    value = Fraction(found.value)
    say(f"{_box(found)}.")
    say(f"{_GOALS[found.objective]}: {found.value} = {_decimal(found.objective, value)}.")
    click.echo()
    say(f"roll  {'turn':12}  {_COLUMNS[found.objective]}")
    for line in found.first:
        say(f"{line.roll:4}  {_turn(line):12}  {_decimal(found.objective, Fraction(line.value))}", hanging=6)


_GOALS = {
    "win": "Best chance to shut the box",
    "sum": "Least expected sum of what stays up",
    "lose": "Worst chance to shut the box",
}
_COLUMNS = {"win": "chance then", "sum": "expected sum then", "lose": "chance then"}


def _box(found: ShutTheBox) -> str:
    tiles = "1 tile" if found.tiles == 1 else f"Tiles 1 to {found.tiles}"
    dice = f"one die once the sum is {found.one_die} or less" if found.one_die else "always two dice"
    most = f", at most {words.plural(found.max_tiles, 'tile')} a roll" if found.max_tiles else ""
    return f"{tiles}, {dice}{most}"


def _turn(line: ShutTheBoxAnswer) -> str:
    if line.tiles is None:
        return "nothing"
    return " or ".join("+".join(map(str, numbers)) for numbers in (line.tiles, *line.equal))


def _decimal(objective: str, value: Fraction) -> str:
    if objective == "sum":
        return f"{float(value):.6f}"
    return f"{100 * float(value):.4f} %"
