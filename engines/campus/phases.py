"""The phases of Campus by their numbers, and their names in text forms."""

from __future__ import annotations

DEAL, DICE_OFF, CHOOSE, PENALTY, ROLL, MOVE, CHAIN, OVER = range(8)
PHASES = ("deal", "dice-off", "choose", "penalty", "roll", "move", "chain", "over")
"""Names of the phases, by their numbers."""

SETTING_UP = (DEAL, DICE_OFF, CHOOSE)
"""Phases before the first game of a round."""
