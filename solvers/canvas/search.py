"""A tree search over sampled draws for the best placement: an information-set Monte-Carlo tree search.

In each iteration a world is drawn: the hands that are not known, and the order of all draws. The player's
own tree of placements is walked down in it, among the placements that are legal there by the highest upper
confidence bound, each player for the own margin; then the round is played out by a simple policy. Nodes
stand for what everybody has seen, the placements, and not for what was drawn (Cowling, Powley & Whitehouse,
IEEE Trans. Comput. Intell. AI Games 4(2), 2012). The value of a round is the margin of points, those from
before included, to the best other player's; a contested card is taken by the holder of the Teacher's Pet,
which goes to the next of the tied clockwise; an Inspiration that is known counts where its pattern is there.

The longest path of an area is searched for PATH_STEPS steps, END_PATH_STEPS on a full canvas; where they run
out, what was found counts. The last card of a round is laid best, by who knows what it is worth.

The few best placements are then compared in fresh worlds, the same for all of them. Their values and
intervals are of one exact quantity: the expected margin if, after the placement, every player goes on as
`kernels_search.follow` and `play_out` do, by the tree as it stood when the search was over. It is not the
value of best play, which nobody knows. In 95 of 100 searches all intervals of a search hold together, and so
does that of the best, though it is the best because its rounds went well.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...core.budget import Budget, Meter
from ...core.rng import Rng, seed_state
from .best_answers import Choice
from .faces import COUNT, FACES, TURNED
from .goals import INSPIRATION_POINTS, Goal
from .patterns import Pattern
from .position import Placement, Position, ways_of
from .rules import Rules

if TYPE_CHECKING:
    import numpy as np

Array = Any
Worlds = Callable[[Rng], Position]

FINALISTS = 5
"""Placements that are compared in fresh worlds, at most."""
FEWEST = 16
"""Fresh worlds for each of them where playouts are limited: with less to spend, fewer are compared."""
QUANTILES = (1.960, 2.241, 2.394, 2.498, 2.576)
"""Standard errors on either side of a mean within which so many of them lie together, 95 times of 100."""
USUAL = 20_000
"""Playouts where no budget limits them."""
SHARE = 4
"""One playout in so many is in fresh worlds."""
MOST_NODES = 1 << 20
"""Nodes of the tree at most, where the budget allows their bytes."""
POOL = 128
"""Worlds that `worlds` is asked for; the search goes through them again and again, with draws of its own."""
PATH_STEPS, END_PATH_STEPS = 300, 30_000
"""Steps a longest path is searched for, in the course of a round and on a canvas that is full."""

TRIES, CLOSE = 4, 25
"""Placements a player compares in a playout, and from how many cards before the end."""
EXPLORE, WIDEN = 6, 10
"""How much the search explores, in points; and of a node with k placements known, the visits for one
more: k² times a tenth of it."""

_STRETCH = 0.15
"""Seconds of compiled work between two looks at the budget."""
_FIRST_STRETCH = 32
_KINDS = {
    "largest_area": 0,
    "most_areas": 1,
    "most_quadrants": 2,
    "longest_line": 3,
    "solid_blocks": 4,
    "longest_colour_path": 5,
    "balanced_composition": 6,
    "largest_single_area": 7,
    "patchwork": 8,
    "pointillism": 9,
    "mirror": 10,
    "harmony": 11,
    "areas_of_size": 12,
}
"""The kinds of goals by the numbers `kernels_search.py` has for them."""


class Searched(Struct, frozen=True):
    """What a search found."""

    choices: tuple[Choice, ...]
    """The best placements, FINALISTS at most, the best first: value and interval as this module says."""
    playouts: int
    """Rounds that were played out, those in fresh worlds included."""


class Tried(Struct, frozen=True):
    """A placement and the mean margin after it in a tree."""

    placement: Placement
    value: float


def search_placements(
    position: Position,
    *,
    budget: Budget,
    seed: int,
    worlds: Worlds | None = None,
) -> Searched:
    """Return the best placements of who places next, with 95 % intervals of their margins.

    `worlds` draws whole positions as the player may imagine them; without it hands that are not known are
    drawn from the cards not seen. The nodes of the budget are playouts: with them alone an answer is
    the same on every machine. However small a budget is, one round is played in the tree and two in fresh
    worlds; the intervals then say that next to nothing is known. Raises ValueError where there is nothing to
    place.
    """
    search = TreeSearch(position, budget=budget, seed=seed, worlds=worlds)
    search.grow(search.grown_playouts)
    return search.answer()


def most_tried(position: Position, *, playouts: int, seed: int, worlds: Worlds | None = None) -> Tried:
    """Return the placement a tree of so many playouts tried most, and what the tree makes of it.

    It spends everything on the tree: the choice is a little better than that of `search_placements`, the
    value is of no proven worth. Raises ValueError where there is nothing to place.
    """
    search = TreeSearch(position, budget=Budget(nodes=playouts), seed=seed, worlds=worlds)
    search.grow(playouts)
    action, visits, total = search.visits()[0]
    return Tried(placement_of(action, position.plane.cells), total / visits)


class TreeSearch:
    """One search: the tables, the tree, and how far it is."""

    def __init__(
        self, position: Position, *, budget: Budget, seed: int, worlds: Worlds | None = None
    ) -> None:
        """Set it up for a position; nothing is searched yet. Raises ValueError without anything to place."""
        import numpy as np

        placements = len(position.placements())
        if not placements:
            raise ValueError("nothing to place; expected a position in which the player's cards are known")
        self.position, self.seed, self.worlds = position, seed, worlds
        self._meter, self._budget = budget.start(), budget
        self._nodes = budget.nodes if budget.nodes is not None else _usual(budget)
        drawn = self._drawn(Rng(seed, 0), POOL)
        self.tables = Tables(position, drawn)
        self._pool = self.tables.worlds(drawn)
        self._root = self.tables.root()
        self._points = np.array(position.points or (0,) * position.players, dtype=np.int64)
        self._world, self._room = self.tables.world(), self.tables.room()
        nodes = MOST_NODES if self._nodes is None else min(MOST_NODES, self._nodes + 1)
        if budget.bytes is not None:
            nodes = min(nodes, budget.bytes // (8 * 6))
        nodes = max(nodes, 1 + placements)  # without them nothing would be learnt
        self.tree = np.zeros((nodes, 6), dtype=np.int64)
        self.tree[0] = (-1, -1, -1, 0, 0, 0)
        self.control = np.array([1, 0, 0], dtype=np.int64)
        self._marks = np.zeros((3, max(COUNT, position.plane.cells)), dtype=np.int64)
        self._path = np.zeros((2, position.left + 2), dtype=np.int64)
        self._rng = np.array(seed_state(seed, 1), dtype=np.int64)
        self.playouts = 0
        if self._was_compiled():
            # Once in an installation that takes far longer than a search, which nobody meant to pay for.
            self._meter = budget.start()

    def _was_compiled(self) -> bool:
        """Have the kernels ready, and return whether they had to be compiled for that."""
        import numpy as np

        from ...core.kernels import compiled
        from . import kernels_search

        kernels = compiled(kernels_search.grow), compiled(kernels_search.judge)

        def missing() -> int:
            stats = [kernel.stats for kernel in kernels if hasattr(kernel, "stats")]  # those that numba made
            return sum(sum(one.cache_misses.values()) for one in stats)

        before = missing()
        self._play(0)
        seeds, action = np.empty((0, len(self._rng)), dtype=np.int64), np.zeros(1, dtype=np.int64)
        self._judge(self._pool, seeds, action, np.empty((0, 1), dtype=np.int64), 0)
        return missing() > before

    @property
    def grown_playouts(self) -> int | None:
        """Playouts of the tree, where playouts are what is limited."""
        return None if self._nodes is None else max(1, self._nodes - self._nodes // SHARE)

    def _drawn(self, rng: Rng, count: int) -> list[Position]:
        """Return worlds; alone, the position itself, of which the kernels draw what is hidden."""
        if self.worlds is None:
            return [self.position]
        drawn, player = [self.worlds(rng) for _ in range(count)], self.position.player
        if any(one.player != player or one.hands[player] != self.position.hands[player] for one in drawn):
            raise ValueError("a world in which the player holds other cards; expected those of the position")
        return drawn

    def grow(self, most: int | None) -> None:
        """Let the tree grow by so many playouts at most, until its part of the budget's time is spent."""
        for count in _stretches(self._meter, self._budget, most, 1 - 1 / SHARE):
            self._play(count)

    def _play(self, count: int) -> None:
        """Have the tree grow by so many playouts."""
        from ...core.kernels import compiled
        from . import kernels_search

        compiled(kernels_search.grow)(
            self.tables.law, self._root, self._pool, self._points, self._world, self._rng, self.tree,
            self.control, self._room, self._marks, self._path, count,
        )  # fmt: skip
        self.playouts += count

    def visits(self) -> list[tuple[int, int, int]]:
        """Return action, visits and total of each placement, the most visited first."""
        found, child = [], int(self.tree[0, 0])
        while child != -1:
            _, after, action, visits, _, total = map(int, self.tree[child])
            found.append((action, visits, total))
            child = after
        return sorted(found, key=lambda one: (-one[1], -one[2], one[0]))

    def answer(self) -> Searched:
        """Return the best placements, compared in fresh worlds; the tree must have grown."""
        cells = self.position.plane.cells
        found = self.visits()
        chosen = [action for action, _, _ in found[: self._finalists]]
        margins = self.fresh(chosen)
        errors, reach = QUANTILES[len(chosen) - 1], _reach(self.position)
        choices = [
            _choice(placement_of(action, cells), column.tolist(), errors, reach)
            for action, column in zip(chosen, margins.T, strict=True)
        ]
        # Sorting keeps the more visited first among equals.
        return Searched(tuple(sorted(choices, key=lambda choice: -choice.value)), self.playouts)

    @property
    def _finalists(self) -> int:
        if self._nodes is None:
            return FINALISTS
        return max(1, min(FINALISTS, (self._nodes - self.playouts) // FEWEST))

    def fresh(self, actions: Sequence[int], most: int | None = None) -> np.ndarray[Any, Any]:
        """Return the margins after some placements in fresh worlds, int64[worlds, placements]."""
        import numpy as np

        each = len(actions)
        if most is None and self._nodes is not None:
            most = max(2, (self._nodes - self.playouts) // each)
        rows: list[Any] = []
        chosen = np.array(actions, dtype=np.int64)
        rng, start = Rng(self.seed, 2), 0
        for count in _stretches(self._meter, self._budget, most, 1.0):
            for part in range(0, count, POOL):
                size = min(POOL, count - part)
                drawn = self._drawn(rng, size)
                seeds = np.array([seed_state(self.seed, 3 + start + k) for k in range(size)], dtype=np.int64)
                worlds = self.tables.worlds(drawn)
                out = np.empty((size, each), dtype=np.int64)
                self._judge(worlds, seeds, chosen, out, size)
                rows.append(out)
                start += size
        self.playouts += start * each
        return np.concatenate(rows)

    def _judge(self, worlds: Any, seeds: Any, actions: Any, out: Any, count: int) -> None:
        """Write the margins after some placements in so many worlds into `out`."""
        from ...core.kernels import compiled
        from . import kernels_search

        compiled(kernels_search.judge)(
            self.tables.law, self._root, worlds, self._points, self._world, seeds, self.tree,
            self.control, self._room, self._marks, actions, 0, count, out,
        )  # fmt: skip


def _usual(budget: Budget) -> int | None:
    """Return the playouts of a budget that names none; None where time or a cancellation ends it."""
    return USUAL if budget.seconds is None and budget.cancelled is None else None


def _stretches(meter: Meter, budget: Budget, most: int | None, share: float) -> Any:
    """Yield how many playouts to do until the next look at a budget; one stretch at least.

    They grow until a stretch takes as long as it should; how many there are changes no result.
    """
    size, done = _FIRST_STRETCH, 0
    until = None if budget.seconds is None else budget.seconds * share
    while most is None or done < most:
        count = size if most is None else min(size, most - done)
        before = meter.seconds
        yield count
        done += count
        took = meter.seconds - before
        if budget.cancelled is not None and budget.cancelled():
            return
        if until is not None and meter.seconds >= until:
            return
        if took < _STRETCH / 2:
            size *= 2
        elif took > _STRETCH:
            size = max(1, size // 2)
        if until is not None and took > 0:
            size = max(1, min(size, int(1.1 * (until - meter.seconds) * count / took)))


def _reach(position: Position) -> int:
    """Return by how many points all that is still to be scored may change a margin."""
    goals = sum(goal.kind.points for goal in position.goals)
    return goals + (INSPIRATION_POINTS if any(position.patterns) else 0)


def _choice(placement: Placement, margins: Sequence[int], errors: float, reach: int) -> Choice:
    """Return the mean of some margins, and an interval of so many standard errors on either side of it.

    Margins are few whole numbers, and a few worlds may all end alike. So the spread counts two margins more,
    `reach` below and above the mean: what was not seen in so many worlds may still be.
    """
    count = len(margins)
    mean = sum(margins) / count
    squares = sum((one - mean) ** 2 for one in margins) + 2 * reach * reach
    half = errors * math.sqrt(squares) / count
    return Choice(placement, mean, mean - half, mean + half)


class Tables:
    """The tables of one search: what the kernels call law, root, worlds, world and room.

    Patterns are numbered as they turn up, since worlds may name some that the position does not.
    """

    def __init__(self, position: Position, drawn: Sequence[Position]) -> None:
        """Make them for a position and the first worlds that were drawn."""
        self._position = position
        self._patterns: dict[Pattern, int] = {}
        self._law: tuple[Array, ...] = ()
        every = [position, *drawn]
        self._hold = max(
            max(len(hand or ()), count, 1)
            for one in every
            for hand, count in zip(one.hands, one.hidden, strict=True)
        )
        self._pile = max(len(one.deck) + len(one.discards) for one in every) + 1
        self._own = max([1, *(len(own) for one in every for own in one.patterns)])

    @property
    def law(self) -> tuple[Array, ...]:
        """What holds for the whole search: config, ways, tiles, goals, first, sizes, offsets, logs, roots."""
        if not self._law or len(self._law[4]) - 1 < len(self._patterns):
            position = self._position
            rules, size = position.rules, position.size
            self._law = (
                config_of(position),
                ways_table(rules),
                tiles_table(size),
                goals_table(position.goals),
                *shapes_table(tuple(self._patterns), size, rules),
                *bound_tables(),
            )
        return self._law

    def root(self) -> tuple[Array, ...]:
        """Return the position without hands and draws: board, span, state."""
        import numpy as np

        position = self._position
        side = position.plane.side
        board = np.full((side + 2) * (side + 2), -1, dtype=np.int64)
        for card in position.cards:
            row, column = divmod(card // COUNT, side)
            board[(row + 1) * (side + 2) + column + 1] = card % COUNT
        span = (
            (*position.plane.extent(position.occupied), len(position.cards)) if position.cards else (0,) * 5
        )
        state = np.array([position.player, position.landscape, 0, 0, position.pet], dtype=np.int64)
        return board, np.array(span, dtype=np.int64), state

    def worlds(self, drawn: Sequence[Position]) -> tuple[Array, ...]:
        """Return hands, cards held, cards to be dealt, piles, cards of deck and discards, and patterns."""
        import numpy as np

        count, players = len(drawn), self._position.players
        hands = np.zeros((count, players, self._hold), dtype=np.int64)
        held, hidden = (np.zeros((count, players), dtype=np.int64) for _ in range(2))
        piles = np.zeros((count, self._pile), dtype=np.int64)
        sizes = np.zeros((count, 2), dtype=np.int64)
        owned = np.full((count, players, self._own), -1, dtype=np.int64)
        for at, one in enumerate(drawn):
            for player, hand in enumerate(one.hands):
                if hand is None:
                    hidden[at, player] = one.hidden[player]
                else:
                    hands[at, player, : len(hand)] = hand
                    held[at, player] = len(hand)
            pile = (*one.deck, *one.discards)
            piles[at, : len(pile)] = pile
            sizes[at] = len(one.deck), len(one.discards)
            for player, own in enumerate(one.patterns):
                for k, pattern in enumerate(own):
                    owned[at, player, k] = self._patterns.setdefault(pattern, len(self._patterns))
        return hands, held, hidden, piles, sizes, owned

    def world(self) -> tuple[Array, ...]:
        """Return room for a world that is played on: board, span, hands, held, pile, state, owned."""
        import numpy as np

        players, side = self._position.players, self._position.plane.side
        sizes = ((side + 2) ** 2, 5, (players, self._hold), players, self._pile, 5, (players, self._own))
        return tuple(np.zeros(size, dtype=np.int64) for size in sizes)

    def room(self) -> tuple[Array, ...]:
        """Return room to work in: cells, faces, masks, values, worth, margins, work."""
        import numpy as np

        players, cells = self._position.players, self._position.plane.cells
        sizes = (cells, 2 * self._hold, (players, 3), players, players, players, (4, 64))
        return tuple(np.zeros(size, dtype=np.int64) for size in sizes)


def config_of(position: Position) -> Array:
    """Return the configuration as `kernels_search.py` lays it out."""
    import numpy as np

    rules, size = position.rules, position.size
    step = 2 * size + 1
    even = sum(1 << row * step + column for row in range(4) for column in range(row % 2, step - 1, 2))
    return np.array(
        [
            size,
            position.players,
            position.plane.side,
            rules.lock == "full_line",
            rules.corner_home == "either_owner",
            rules.first_orientation == "portrait",
            rules.zero_value == "nobody",
            rules.balance_absent_colour == "ignored",
            rules.path == "longest_shortest_path",
            rules.pattern_test == "exact",
            step,
            even,
            PATH_STEPS,
            TRIES,
            CLOSE,
            EXPLORE,
            WIDEN,
            END_PATH_STEPS,
        ],
        dtype=np.int64,
    )


@functools.lru_cache(maxsize=8)
def ways_table(rules: Rules) -> Array:
    """Return int64[2, 81, 2]: the faces a held card may show, upright or across; -1 for no second."""
    import numpy as np

    found = np.full((2, COUNT, 2), -1, dtype=np.int64)
    for way in (False, True):
        for card in range(COUNT):
            ways = ways_of(card, way, rules)
            found[int(way), card, : len(ways)] = ways
    return found


@functools.lru_cache(maxsize=8)
def tiles_table(size: int) -> Array:
    """Return int64[4, 81, 3]: the bits of each face and colour as players clockwise from the south see it."""
    import numpy as np

    step = 2 * size + 1
    found = np.zeros((4, COUNT, 3), dtype=np.int64)
    for side, quarters in enumerate((0, 3, 2, 1)):
        for face in range(COUNT):
            seen = FACES[TURNED[face][quarters]].quadrants
            for bit, colour in zip((0, 1, step, step + 1), seen, strict=True):
                found[side, face, colour] |= 1 << bit
    return found


def goals_table(goals: Sequence[Goal]) -> Array:
    """Return int64[goals, 5]: kind, colour, size, whether the most win, points."""
    import numpy as np

    rows = [
        (_KINDS[goal.name], goal.colour or 0, goal.size or 0, goal.kind.most, goal.kind.points)
        for goal in goals
    ]
    return np.array(rows, dtype=np.int64).reshape(len(goals), 5)


@functools.lru_cache(maxsize=64)
def shapes_table(patterns: tuple[Pattern, ...], size: int, rules: Rules) -> tuple[Array, Array, Array]:
    """Return for each pattern its first shape, for each shape its size, and the bits of its quadrants.

    Shapes are the turns that fit into a scoring area.
    """
    import numpy as np

    step = 2 * size + 1
    first, shapes = [0], []
    for pattern in patterns:
        for turn in pattern.turns(rules):
            height, width = (1 + max(cell[axis] for cell in turn.cells) for axis in (0, 1))
            if height <= 4 and width < step:
                shapes.append([y * step + x for y, x in turn.cells])
        first.append(len(shapes))
    offsets = np.zeros((max(1, len(shapes)), max(map(len, shapes), default=1)), dtype=np.int64)
    for shape, row in enumerate(shapes):
        offsets[shape, : len(row)] = row
    sizes = np.array([len(shape) for shape in shapes] or [0], dtype=np.int64)
    return np.array(first, dtype=np.int64), sizes, offsets


@functools.cache
def bound_tables() -> tuple[Array, Array]:
    """Return the parts of the upper confidence bound by number of visits, as integers on every machine.

    The bound adds `EXPLORE * logs[all] // roots[visits]` grains: the root of the sum 1 + 1/2 + … + 1/all,
    which stands for the logarithm, over the root of the visits.
    """
    import numpy as np

    count = 1 << 14
    logs, roots, harmonic = [0], [1], 0
    for n in range(1, count):
        harmonic += (1 << 40) // n
        logs.append(1000 * math.isqrt(harmonic << 20) >> 10)
        roots.append(max(1, math.isqrt(n << 40)))
    return np.array(logs, dtype=np.int64), np.array(roots, dtype=np.int64)


def action_of(placement: Placement, cells: int) -> int:
    """Return the number the kernels have for a placement, in a window of some cells."""
    return COUNT * (cells * placement.landscape + placement.cell) + placement.face


def placement_of(action: int, cells: int) -> Placement:
    """Return the placement with a number."""
    at, face = divmod(action, COUNT)
    way, cell = divmod(at, cells)
    return Placement(face, cell, bool(way))
