"""Stack reduction: whole stacks move onto others until one is left, and only top cards matter.

A position is a geometry (which places can reach which), the top card of each stack, and which
cards match. `solve` decides whether one stack can be reached and how; `batch.decide` does so for
many deals, compiled; `estimate.winnable` estimates how often that is so over random deals. `games`
has Birds of a Feather and Accordion.
"""

from __future__ import annotations

from .geometry import EMPTY, Cells, ClosingRow, Geometry, Move, graph, lines, neighbours
from .position import Position, compatibility
from .reasons import (
    CellsApart,
    EndCannotJoin,
    NoLastCard,
    NoPartner,
    Reason,
    Searched,
    Trapped,
    TwoGroups,
    plain_reason,
)
from .search import solve

__all__ = [
    "EMPTY",
    "Cells",
    "CellsApart",
    "ClosingRow",
    "EndCannotJoin",
    "Geometry",
    "Move",
    "NoLastCard",
    "NoPartner",
    "Position",
    "Reason",
    "Searched",
    "Trapped",
    "TwoGroups",
    "compatibility",
    "graph",
    "lines",
    "neighbours",
    "plain_reason",
    "solve",
]
