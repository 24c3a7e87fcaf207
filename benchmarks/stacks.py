"""Stack games: every speed claim, measured beside its peer; run alone, the long statistical check.

The peer is what one would write first, without waste: a depth-first search in plain Python over
dicts from place to top card that remembers positions in a set and prunes nothing, as in
`leaves.py`. On 9 of the deals 1-300 of Birds of a Feather it would go on for long (on 10 and
190, which cannot be won, for many millions of positions); it is let off after 200,000, in its
favour. Ours decides every deal.

python benchmarks/stacks.py         a million late-binding deals on all cores: the published
                                    share, 47.021 %, lies in the interval
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import numpy as np
from rows import Row, cpu_seconds, shown

from quadrangle.solvers.stacks import batch
from quadrangle.solvers.stacks.estimate import winnable
from quadrangle.solvers.stacks.games import (
    BIRDS_OF_A_FEATHER,
    LATE_BINDING,
    Game,
    near_or_same_suit,
    numbered_deal,
    same_suit_or_rank,
)

_DEALS = range(1, 301)
_PEER_POSITIONS = 200_000
_PEER_LATE_DEALS = range(40)
_IN_LINE = {
    (x, y): [(i, j) for j in range(4) for i in range(4) if (i == x) != (j == y)]
    for y in range(4)
    for x in range(4)
}
_COPIES = 50
"""How often one deal is searched to measure it: most take a few microseconds."""
_PUBLISHED_SHARE = 0.47021

Place = tuple[int, int]
Seen = set[tuple[tuple[Place, int], ...]]


def peer_birds(stacks: dict[Place, int], seen: Seen) -> bool:
    """Return whether one stack can be reached; yes as well when that takes too long."""
    if len(stacks) == 1 or len(seen) == _PEER_POSITIONS:
        return True
    key = tuple(sorted(stacks.items()))
    if key in seen:
        return False
    seen.add(key)
    for source, mover in stacks.items():
        for goal in _IN_LINE[source]:
            if goal in stacks and near_or_same_suit(mover, stacks[goal]):
                after = dict(stacks)
                del after[source]
                after[goal] = mover
                if peer_birds(after, seen):
                    return True
    return False


def peer_late(tops: tuple[int, ...], seen: set[tuple[int, ...]]) -> bool:
    """Return whether one stack can be reached in a row that closes its gaps."""
    if len(tops) == 1:
        return True
    if tops in seen:
        return False
    seen.add(tops)
    for source in range(1, len(tops)):
        for goal in (source - 1, source - 3):
            if goal >= 0 and same_suit_or_rank(tops[source], tops[goal]):
                after = list(tops)
                after[goal] = after.pop(source)
                if peer_late(tuple(after), seen):
                    return True
    return False


def _seconds(game: Game, masks: batch.Integers) -> float:
    return cpu_seconds(lambda: batch.decide(game.geometry, masks))


def birds_of_a_feather() -> list[Row]:
    """Return what deals 1-300 take, dealing included, beside the peer on the first that can be won."""
    game = BIRDS_OF_A_FEATHER
    each = []
    for number in _DEALS:
        copies = np.repeat(batch.numbered_deals(game, number, number), _COPIES, axis=0)
        each.append(_seconds(game, copies) / _COPIES)
    whole = min(
        cpu_seconds(lambda: batch.decide(game.geometry, batch.numbered_deals(game, 1, 300))) for _ in range(5)
    )
    decided = batch.decide(game.geometry, batch.numbered_deals(game, 1, 300))
    mean = whole / len(_DEALS)
    nodes = 0

    def peer() -> None:
        nonlocal nodes
        for number in _DEALS:
            seen: Seen = set()
            cards = numbered_deal(number)
            peer_birds({(i % 4, i // 4): card for i, card in enumerate(cards)}, seen)
            nodes += len(seen)

    slow = cpu_seconds(peer) / len(_DEALS)
    hardest = 1 + int(np.argmax(decided.nodes))
    return [
        Row(
            "Birds of a Feather, deals 1-300: solvable or not",
            f"{shown(mean)} a deal (median {shown(float(np.median(each)))}, "
            f"worst {shown(max(each))}: deal {hardest})",
            f"plain search, let off after {_PEER_POSITIONS:,} positions: "
            f"{shown(slow)}, {nodes // len(_DEALS):,} positions",
            slow / mean,
            1600,
            "at least",
        ),
        Row(
            "the same, mean a deal",
            shown(mean),
            "none",
            1e3 * mean,
            0.27,
            "at most",
            "ms",
        ),
    ]


def late_binding() -> list[Row]:
    """Return how many random deals a second one core decides, dealing included, beside the peer."""
    game = LATE_BINDING
    deals = 4000
    fast = min(
        cpu_seconds(lambda: batch.decide(game.geometry, batch.random_deals(game, 1, range(deals))))
        for _ in range(3)
    )

    def peer() -> None:
        for number in _PEER_LATE_DEALS:
            peer_late(game.random_deal(1, number), set())

    slow = cpu_seconds(peer) / len(_PEER_LATE_DEALS)
    return [
        Row(
            "Late-binding: random deals a second, one core",
            f"{shown(fast / deals)} a deal",
            f"plain search, {len(_PEER_LATE_DEALS)} of the deals: {shown(slow)}",
            deals / fast,
            5000,
            "at least",
            "deals a second",
        )
    ]


def rows() -> Iterator[Row]:
    """Yield the claims of the stack games."""
    # Compiled before anything is measured.
    for game in (BIRDS_OF_A_FEATHER, LATE_BINDING):
        batch.decide(game.geometry, batch.random_deals(game, 0, range(1)))
    batch.numbered_deals(BIRDS_OF_A_FEATHER, 1, 1)
    yield from birds_of_a_feather()
    yield from late_binding()


def main() -> int:
    """Search a million deals and say whether the published share lies in the interval."""
    started = time.perf_counter()
    found = winnable(LATE_BINDING, 1_000_000, 1)
    low, high = found.interval
    print(
        f"{found.deals:,} deals, {found.won:,} won: {100 * low:.3f} % to {100 * high:.3f} %; "
        f"{found.undecided} undecided; "
        f"{found.nodes / found.deals:.0f} positions a deal; {time.perf_counter() - started:.0f} s"
    )
    return 0 if low <= _PUBLISHED_SHARE <= high else 1


if __name__ == "__main__":
    sys.exit(main())
