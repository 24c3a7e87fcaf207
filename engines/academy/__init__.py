"""Abstract Academy as a game: rounds, goals, players and chance around `solvers/canvas`.

See RULES.md beside this file for every rule and ruling. Two or four players fill a shared canvas three
times, each judged by the rows nearest to their seat.
"""

from __future__ import annotations

from .components import AcademyComponents, standard
from .game import Academy
from .rulings import AcademyRulings
from .sheet import Sheet
from .state import AcademyState

__all__ = [
    "Academy",
    "AcademyComponents",
    "AcademyRulings",
    "AcademyState",
    "Sheet",
    "standard",
]
