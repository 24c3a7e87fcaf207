"""What lies beside the boards: the sheet with rounds, games and points, and what was missed."""

from __future__ import annotations

from msgspec import Struct

from ...solvers.campus.board import Arrangement

Events = list[str] | None
"""Where to note what the rules do by themselves; None when nobody asks."""

CLEARED, DEAD_BOARD, TURN_LIMIT = "cleared", "dead_board", "turn_limit"
ENDS = (CLEARED, DEAD_BOARD, TURN_LIMIT)
"""How a game can end, what is told rather later."""


class Sheet(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What lasts longer than a turn: which round and game it is, its boards, and the points so far."""

    round: int = 1
    game: int = 0
    """1 or 2 for the games of a round; 0 while it is set up."""
    first: int = -1
    """Who starts this game."""
    boards: tuple[Arrangement, ...] = ()
    """The arrangement each player plays on in this game."""
    filled: tuple[int, ...] = ()
    """While tiles are dealt, the values laid out so far: first by player A, then by player B."""
    bag: tuple[int, ...] = ()
    """The tiles left in the bag that is being dealt from, in ascending order."""
    thrown: tuple[int, ...] = ()
    """What was thrown for who starts, while that is not decided."""
    charged: tuple[int, ...] = ()
    """Points each player lost in the games of this round that are over."""
    before: tuple[int, ...] = ()
    """Points each player lost in earlier rounds."""
    won: tuple[int, ...] = ()
    """Rounds each player has won."""
    ended: str = ""
    """Of the ends of the games that are over, the one that comes last in ENDS."""


class Slips(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What was missed, with manual claims; `penalties` says how misses are numbered."""

    misses: tuple[int, ...] = ()
    """What the other player missed on their last turn and has not been answered for."""
    turned: int = 0
    """Tiles of the set of the turn that is going on, or of the turn the misses are of, for a Big Play."""
    chained: int = 0
    """Tiles claimed after it."""
    gone: tuple[int, ...] = ()
    """For each player the lines, as bits, whose claim was missed for good; empty where there is none."""
    raised: int = 0
    """Tiles that were turned up since the misses were noted, while some of them are not answered for."""


CLEAN = Slips()
"""Nothing missed."""


def changed(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return a tuple with another value at one place."""
    if len(values) == 2:
        return (value, values[1]) if at == 0 else (values[0], value)
    return (*values[:at], value, *values[at + 1 :])
