"""Every sentence about Leaves that is shown to a person, and the rules by which it is true."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ...core.notation import listed
from ...solvers.leaves.cards import Card
from ...solvers.leaves.layout import Layout, Merge

if TYPE_CHECKING:
    from ...solvers.stacks import Reason, Trapped


def odds(success: Fraction) -> str:
    """Say how often something with this probability happens."""
    if success == 0:
        return "never"
    if success == 1:
        return "always"
    times = 1 / float(success)
    if times < 1.05:
        return "nearly always"
    return f"one time in {times:.1f}" if times < 9.95 else f"one time in {times:,.0f}"


def short_odds(success: Fraction) -> str:
    """Say the same in a table."""
    return odds(success).replace("one time in", "1 in").replace("nearly always", "nearly all")


def plural(count: int, one: str, many: str = "") -> str:
    """Say a number of things."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def reason(why: Reason, layout: Layout) -> str:
    """Say why a position cannot be solved, in a form a person can check."""
    from ...solvers.stacks import CellsApart, NoLastCard, NoPartner, Searched, TwoGroups

    if isinstance(why, NoPartner):
        card = _card(layout, why.cell)
        return f"{card} ({card.words}) shares no trait with any other top card"
    if isinstance(why, TwoGroups):
        first, second = _cards(layout, why.first), _cards(layout, why.second)
        return (
            f"no card of {first} shares a trait with any of {second}, so the two groups never come together"
        )
    if isinstance(why, CellsApart):
        return f"empty cells cut {_cards(layout, why.first)} off from {_cards(layout, why.second)}"
    if isinstance(why, NoLastCard):
        groups = "; ".join(_trapped(claim, layout) for claim in why.claims)
        every = "both" if len(why.claims) == 2 else "all"
        return f"no card can be the last on top: {groups}; no card is in {every} groups"
    if isinstance(why, Searched):
        searched = plural(why.positions, "position")
        return f"every line of merges gets stuck with several stacks ({searched} searched, all that matter)"
    raise AssertionError(why)


def _trapped(claim: Trapped, layout: Layout) -> str:
    """Say why the last card has to be one of a group."""
    hub, group, stuck = (_cards(layout, cells) for cells in ((claim.hub,), claim.group, claim.stuck))
    one = len(claim.stuck) == 1
    return (
        f"it must be one of {group}, as outside the group these match only {hub}, and {stuck}, "
        f"which cannot meet the rest of the group, {'does' if one else 'do'} not match {hub}"
    )


def _card(layout: Layout, cell: int) -> Card:
    card = layout.cells[cell]
    assert card is not None
    return card


def _cards(layout: Layout, cells: Sequence[int]) -> str:
    return listed(_card(layout, cell) for cell in cells)


def success(random: Fraction, careful: Fraction, random_bits: float | None) -> str:
    """Say how both players do."""
    bits = "" if random_bits is None else f" ({random_bits:.1f} bits)"
    return f"A careful player clears it {odds(careful)}; one who takes any legal merge, {odds(random)}{bits}."


def percentile(share: float) -> str:
    """Say how a layout compares with all there are; `share` of them are easier."""
    percent = 100 * share
    digits = 0 if 1 <= percent < 99 else 2 if percent < 99.99 else 4
    whole = f"{math.floor(percent * 10**digits) / 10**digits:.{digits}f}"  # it is at least so much
    return f"Harder than {whole} % of all layouts for a careful player."


def mistakes(first_mistake: int | None, forced: int, dead_ends: int) -> str:
    """Say where a solvable layout can be lost."""
    if first_mistake is None:
        return "It cannot be lost: any legal merges lead to one stack."
    when = f"It can be lost from merge {first_mistake} on"
    if first_mistake == 1:
        when = "The first merge can already lose it"
    forced_merges = plural(forced, "merge") if forced else "no merge"
    only = f"{forced_merges} of the line below {'are' if forced > 1 else 'is'} forced"
    return f"{when}; {only}; {plural(dead_ends, 'dead end')}."


def centre_summary(working: Sequence[Card], asked: int) -> str:
    """Say how many of the cards asked about work in a puzzle's centre without a swap."""
    if asked == 1:
        return "Yes: it works." if working else "No: it does not work without a swap."
    if not working:
        return f"No: none of the {asked} cards works without a swap."
    if len(working) == asked:
        return f"Yes: {'both' if asked == 2 else f'all {asked}'} cards work in the centre."
    verb = "works" if len(working) == 1 else "work"
    return f"Yes: {len(working)} of the {asked} cards {verb} in the centre."


def swaps(count: int | None) -> str:
    """Say how many swaps a centre card needs."""
    if count is None:
        return "no order works"
    return "none" if count == 0 else plural(count, "swap")


def review(merge: Merge, safe: int, legal: int, left: int) -> str:
    """Say what a merge of a played line did."""
    if safe == 0:
        return f"{merge}: already lost"
    kept = f"{safe} of {legal} legal merges kept a solution"
    return f"{merge}: {kept}; {plural(left, 'solution')} left"
