"""Campus as a game: turns, players and chance around the solvers of `solvers/campus`.

See RULES.md beside this file for every rule and ruling. Of two players: a round of two games on the
same two arrangements with boards exchanged. Of one: practice, for the fewest turns.
"""

from __future__ import annotations

from .components import CampusComponents, standard
from .game import Campus
from .rulings import CampusRulings
from .sheet import Sheet, Slips
from .state import CampusState

__all__ = [
    "Campus",
    "CampusComponents",
    "CampusRulings",
    "CampusState",
    "Sheet",
    "Slips",
    "standard",
]
