"""Leaves as a full turn engine: see RULES.md beside this file for every rule and ruling.

Of two and more players: hands and Breezes face up, the call, the challenge, the clock. Of one:
the solo challenge, three puzzles against the stopwatch.
"""

from __future__ import annotations

from .components import LeavesComponents, standard
from .game import Leaves
from .rulings import LeavesRulings
from .solo import SoloState
from .table import Seats, TableState

__all__ = [
    "Leaves",
    "LeavesComponents",
    "LeavesRulings",
    "Seats",
    "SoloState",
    "TableState",
    "standard",
]
