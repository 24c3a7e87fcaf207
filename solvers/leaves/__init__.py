r"""Leaves: cards, layouts, and exact answers about them.

    >>> from quadrangle.solvers.leaves import Layout, Search, solve
    >>> layout = Layout.parse("1rb 2yg 3gm\n1ym 3yg 2gb\n3rg 1gg 2rm")
    >>> solve(layout).verdict
    'yes'
    >>> Search().measure(layout).random_play_success
    Fraction(8151263, 1706987520)

Many layouts at once go through `quadrangle.solvers.leaves.batch`, and `counting` makes the
census; both need numpy and compile what they run.
"""

from __future__ import annotations

from .breeze import BREEZES, Assignment, Clearing, SoloDeal, clearing, solve_solo
from .cards import CARDS, COLOURS, MATCHES, NUMBERS, TRAITS, TYPES, Card, Trait
from .census import Census, shipped, shipped_difficulty
from .layout import CELLS, CENTRE, NEIGHBOURS, SIDE, Layout, Merge, Place, Step, Swap, parse_step, replay
from .link import find_link, layout_link, parse_layout_link, parse_solo_link, solo_link
from .reading import read_deal, read_hand, read_layout, read_steps
from .search import Measure, Search, bits, dead_ends, solve, why_not

__all__ = [
    "BREEZES",
    "CARDS",
    "CELLS",
    "CENTRE",
    "COLOURS",
    "MATCHES",
    "NEIGHBOURS",
    "NUMBERS",
    "SIDE",
    "TRAITS",
    "TYPES",
    "Assignment",
    "Card",
    "Census",
    "Clearing",
    "Layout",
    "Measure",
    "Merge",
    "Place",
    "Search",
    "SoloDeal",
    "Step",
    "Swap",
    "Trait",
    "bits",
    "clearing",
    "dead_ends",
    "find_link",
    "layout_link",
    "parse_layout_link",
    "parse_solo_link",
    "parse_step",
    "read_deal",
    "read_hand",
    "read_layout",
    "read_steps",
    "replay",
    "shipped",
    "shipped_difficulty",
    "solo_link",
    "solve",
    "solve_solo",
    "why_not",
]
