"""Sentences about Campus that only its commands say; those about the best move stand with the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.notation import listed

if TYPE_CHECKING:
    from ...solvers.campus import Board, Roll, Rules, Terms

CLEAR = "every tile is face down: the board is clear"
DEAD_RELAXED = (
    "The board is dead: no roll could ever change it, so rolls count as at most and none loses the turn "
    "(ruling dead_board)."
)
RECONSTRUCTED = (
    "The printed game's tile set is not public: how many of each there are is reconstructed, "
    "and your copy may differ (--tiles)."
)


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def named(board: Board, mask: int) -> str:
    """Name tiles by their numbers and cells, such as `11 on a1 and a star on b2`."""
    from ...solvers.campus import STAR, cells

    values, name = board.arrangement.values, board.arrangement.name
    return listed(
        f"{'a star' if values[cell] == STAR else values[cell]} on {name(cell)}" for cell in cells(mask)
    )


def lost(board: Board, roll: Roll, rules: Rules) -> str:
    """Say why a roll loses the turn."""
    number = roll.total if rules.loss_value == "doubled_value" else roll.sum
    copies = board.arrangement.copies(number)
    down = copies & board.down
    count = copies.bit_count()
    where = listed(board.arrangement.names(down))
    if count == 1:
        which = f"the {number} on {where} is"
    elif down == copies:
        which = f"{'both' if count == 2 else f'all {count}'} tiles with {number}, on {where}, are"
    else:
        which = f"a {number}, on {where}, is"
    return f"{roll} names {number}, and {which} face down"


def nothing_to_turn(roll: Roll, terms: Terms) -> str:
    """Say that no set of tiles answers a roll."""
    wanted = f"at most {terms.high}" if terms.low < terms.high else f"exactly {terms.high}"
    return f"no tiles face up total {wanted}, which {roll} asks for"


def size(count: int) -> str:
    """Say an amount of memory.

    >>> size(3 << 29), size(900)
    ('1.5 GiB', '900 bytes')
    """
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            amount = count / unit
            return f"{amount:.1f} {name}" if amount < 99.95 else f"{amount:,.0f} {name}"
    return plural(count, "byte")
