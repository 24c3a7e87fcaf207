"""The phases of Abstract Academy by their numbers, and their names in text forms."""

from __future__ import annotations

DEAL, PET, INSPIRE, NAME, REVEAL, ARRANGE, START, TURN, PLACE, DRAW, SHOW, GIVE, OVER = range(13)
PHASES = (
    "deal",
    "pet",
    "inspire",
    "name",
    "reveal",
    "arrange",
    "start",
    "turn",
    "place",
    "draw",
    "show",
    "give",
    "over",
)
"""Names of the phases, by their numbers."""

BY_CHANCE = (DEAL, PET, INSPIRE, REVEAL, START, DRAW)
"""Phases in which chance decides."""
BY_PET = (NAME, ARRANGE, TURN, GIVE)
"""Phases in which the holder of the Teacher's Pet decides."""
BEFORE_CANVAS = (DEAL, PET, INSPIRE, NAME, REVEAL, ARRANGE, START, TURN)
"""Phases in which no card lies on the canvas."""
SCORING = (SHOW, GIVE)
