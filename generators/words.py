"""Sentences about puzzles of any kind that are shown to a person."""

from __future__ import annotations

import math

from .puzzle import Difficulty

_MANY = 1e9
"""Times from which on only their order of magnitude is told."""


def told(difficulty: Difficulty, among: str = "puzzles of its kind") -> str:
    """Say at which level a puzzle is, and how many percent of which puzzles are easier.

    >>> told(Difficulty(bits=8.5, careful_bits=2.25, percentile=63.25, level="senior"))
    'Level senior: harder than 63 % of puzzles of its kind.'
    """
    return f"Level {difficulty.level}: {harder(difficulty.percentile, among)}."


def harder(percentile: float, among: str = "puzzles of its kind") -> str:
    """Say how many percent of some puzzles are easier; it is at least so many.

    >>> harder(97.533), harder(99.456, "all deals")
    ('harder than 97 % of puzzles of its kind', 'harder than 99.45 % of all deals')
    >>> harder(0.0)
    'as easy as puzzles of its kind get'
    """
    if percentile < 0.01:
        return f"as easy as {among} get"
    digits = 0 if 1 <= percentile < 99 else 2
    # A percentile is a decimal of two digits: the small addend keeps 0.57 from being read as 0.56.
    whole = math.floor(percentile * 10**digits + 1e-6) / 10**digits
    return f"harder than {whole:.{digits}f} % of {among}"


def chances(difficulty: Difficulty) -> str:
    """Say how often both players solve a puzzle.

    >>> chances(Difficulty(bits=8.5, careful_bits=None, percentile=63.25, level="senior"))
    'A careful player never solves it; a random one, one time in 362 (8.5 bits).'
    """
    careful, bits = odds(difficulty.careful_bits), difficulty.bits
    how = f"solves it {careful}" if careful.startswith("one time") else f"{careful} solves it"
    return f"A careful player {how}; a random one, {odds(bits)} ({bits:.1f} bits)."


def odds(bits: float | None) -> str:
    """Say how often something happens whose chance has so many bits; null bits are no chance.

    >>> odds(0), odds(1.5), odds(7.7), odds(45), odds(None)
    ('always', 'one time in 2.8', 'one time in 208', 'one time in about 10^14', 'never')
    """
    if bits is None:
        return "never"
    if bits == 0:
        return "always"
    times = 2.0**bits
    if times >= _MANY:
        return f"one time in about 10^{round(bits * math.log10(2))}"
    if times < 1.05:
        return "nearly always"
    return f"one time in {times:.1f}" if times < 9.95 else f"one time in {times:,.0f}"


def solutions(difficulty: Difficulty) -> str:
    """Say how many solutions there are and how soon they can be missed; empty where nothing is known.

    >>> solutions(Difficulty(bits=8.5, careful_bits=2.0, percentile=63.0, level="senior", solutions=1))
    'There is 1 solution; nothing the rules allow loses it.'
    """
    count, first = difficulty.solutions, difficulty.first_mistake
    if count is None:
        return "" if first is None else f"Step {first} is the first that can lose it."
    there = "There is 1 solution" if count == 1 else f"There are {count:,} solutions"
    if first is None:
        return f"{there}; nothing the rules allow loses it."
    return f"{there}; step {first} is the first that can lose it."
