"""Estimates for boards whose table does not fit: games played out down to boards that are known exactly.

Where there is memory for a table of most tiles, a guess by it (`estimate_guess.py`) says which boards are
the most promising, and which sets are taken in games. A game ends once no tile is up but those of the
table, or few enough for a table of their own, and the exact value takes the place of its rest. So the
mean over games is that of playing by the guess above and perfectly below, and no less than the least there
is. The promising boards are compared on the same throws, and stay in the order of the guess where games do
not tell them apart. With no time for games the guess itself is told, where few tiles were left out; its
interval has no end.

With next to no memory games are played by a rule of thumb: of the boards that a roll leads to, take the
one that promises the fewest turns by its tiles (`RULE`). The worse half of the moves is dropped time and
again, and the two left at last are played out afresh: all their games say which is the better, and the
numbers that are reported are those of the fresh ones, which had no part in picking the two.

The first throws of every 36 games are the 36 throws there are; the mean of 36 such games is one
observation, and intervals are those of Student's t over them.
"""

from __future__ import annotations

import contextlib
import functools
import math
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...core.budget import Budget, Meter, Proof, Result, Verdict
from ...core.errors import BudgetSpent
from ...core.kernels import compiled
from ...core.rng import seed_state
from . import kernels_estimate as plain
from .best_answers import Best, Gain, Valued, Worth
from .best_values import (
    CLEARED,
    NEVER_CLEARED,
    Fractions,
    Packing,
    Pair,
    Source,
    least_bytes,
    made,
    may_die,
    worth_of,
)
from .board import Arrangement, Board, cells
from .dice import FACES, Roll
from .estimate_guess import LESSON_TILES, Guess, Tabled, learnt, without
from .kernels_turns import closure
from .moves import Moves, Outcome
from .rules import Rules
from .terms import Judge, Terms, judge

if TYPE_CHECKING:
    from .best import Reached

__all__ = ["RULE", "Rule", "estimate_move", "estimate_value", "quick_move"]


class Rule(Struct, frozen=True):
    """A rule of thumb for a board, in hundredths of a turn: a sum over its tiles."""

    tiles: tuple[int, ...]
    """What each number that is up adds, from 1 on; larger numbers count as the last."""
    gone: tuple[int, ...]
    """What each number from 1 on adds once all its copies are down, so that it may lose turns."""


RULE = Rule(
    (
        *(-56, -45, -79, -100, -72, -128, -84, -161, -85, -94, -6, 187),
        *(177, 201, 116, 119, 137, 61, 130, 77, 36, 35, 31, -13),
    ),
    (38, 11, -20, -17, 15, 90, 43, 144, 40, 308, 35, 211),
)
"""Fitted to exact values under the default rules by `benchmarks/campus_rule.py`: least squares over what
the moves of 17 tiles and more on 100 dealt boards differ by. Small even tiles are worth keeping, and so is
one copy of each number that a common sum names."""
RULE_AT_MOST = Rule(
    (
        *(-34, -101, -99, -135, -100, -143, -111, -208, -103, -67, -7, 246),
        *(164, 147, 81, 123, 185, 64, 81, 63, -12, 24, -8, -7),
    ),
    (58, 2, 11, -28, 14, 82, 17, 92, 35, 388, 74, 243),
)
"""The same where every roll counts as at most, on 40 boards."""

TABLE_TILES = 22
"""Number tiles from which on a game by the rule is not played on, as its rest is known from a table."""
QUICK_TILES = 20
"""The same for `quick_move`, and where there are some seconds only."""
HASTY_SECONDS = 20
LEAF_TILES = 20
"""The same in games by a guess, which end as well once no tile is up but those of its table.

Four whole boards of 28 tiles that need 11.4 to 23.3 turns were found off by -0.1 to 0.0 turns so with
256 MiB for the table, and by 0.0 to 0.2 with 128 MiB, which is within their intervals. Games by the rule
were off by 1.7 and more.
"""
HASTY_LEAF_TILES = 18
LEAVES = 256
"""Tables for ends of games that are kept, as one of them may hold the next end."""
FIRST_TILES = 22
"""Tiles of the table for a first guess, by which to see how fast the machine is."""
LEAST_TILES = 14
"""With a table of fewer tiles a guess is no better than the rule."""
MOST_TILES = 28
"""Tiles of a table where no seconds are named: one takes a quarter of a minute."""
GROWTH = 2.6
"""How the time for a table grows with each tile."""
TABLE_SHARE, LAST_SHARE = 0.35, 0.6
"""Of the seconds that are left, what a table should take; of all seconds, when one is given up."""
CONTENDERS = 3
"""Boards that are compared by games or by tables of their own: the most promising ones by a guess."""
FRACTION_TILES = 11
"""The same where there is next to no memory, so that the rest is worked out in fractions."""
FRACTION_SETS = 3_000_000
"""Sets of tiles looked at for these fractions in all."""
CANDIDATES = 8
"""Boards that are compared by games: the most promising ones by the rule."""
HASTY_CANDIDATES = 4
"""The same where there are some seconds only."""
BLOCK = FACES * FACES
"""Games in an observation: one for each first throw."""
ROUND = 2
"""Observations of each board in each round of comparing."""
LAST_ROUND = 6
"""Observations of both boards that are left at last."""
VALUE_ROUND = 20
"""Observations for the value of a board."""
LONGEST = 20_000
"""Turns of a game played by the rule; one that is longer counts as never cleared."""
TABLE_BYTES = 1 << 28
MEMORY = 1 << 30
"""The same for the table of a guess, where the budget names none."""
LEAST_BYTES = 1 << 25
"""Memory that suffices for any table of TABLE_TILES tiles of a printed board."""
REMEMBERED = 64
"""Arrangements that `quick_move` keeps a table of."""


class Spent(Exception):
    """The budget ran out in the middle of a block of games."""


def is_hasty(budget: Budget) -> bool:
    """Return whether there are so few seconds that less has to be looked at."""
    return budget.seconds is not None and budget.seconds < HASTY_SECONDS


class Thumb:
    """The rule of thumb for the number tiles of one arrangement."""

    def __init__(self, packing: Packing, rules: Rules) -> None:
        rule = RULE_AT_MOST if rules.normal_roll == "at_most" else RULE
        values = packing.values
        self.tiles = tuple(rule.tiles[min(value, len(rule.tiles)) - 1] for value in values)
        """What each tile adds while it is up."""
        copies: dict[int, int] = {}
        for k, value in enumerate(values):
            copies[value] = copies.get(value, 0) | 1 << k
        loses = rules.loss_of_turn != "off"
        self.copies = tuple(
            (mask, rule.gone[value - 1])
            for value, mask in sorted(copies.items())
            if loses and value <= len(rule.gone)
        )
        """Tiles that bear the same number, and what it adds once all are down."""

    def judged(self, mask: int) -> int:
        """Return what the rule makes of a mask of number tiles, the less the better."""
        found = sum(self.tiles[k] for k in cells(mask))
        return found + sum(adds for tiles, adds in self.copies if not mask & tiles)


class Player:
    """Plays games on one arrangement by the rule of thumb, compiled. Not for two threads at once."""

    def __init__(self, packing: Packing, rules: Rules) -> None:
        import numpy as np

        kind = np.int64
        values = packing.values
        thumb = Thumb(packing, rules)
        self._board = (
            np.array(values, kind),
            np.array(sorted(range(len(values)), key=lambda k: values[k]), kind),
            np.array(packing.lines, kind),
            np.array(thumb.tiles, kind),
            np.array(thumb.copies, kind).reshape(-1, 2),
        )
        self._largest = int(rules.maximal != "one_set")
        throws = np.array(_throws(values, rules), kind)
        self._law = (throws, int(rules.dead_board == "relax"), self._largest)
        self._room = np.zeros((2, len(values) + 1), kind)
        self._result = np.zeros(3, kind)
        self._state = np.zeros(6, kind)
        self._play = compiled(plain.play)
        self._chosen = compiled(plain.chosen)

    def chosen(self, mask: int, terms: Terms) -> int:
        """Return the set that the rule takes of those that a roll admits; 0 where there is none."""
        return int(self._chosen(mask, terms.low, terms.high, self._largest, self._board, self._room))

    def game(self, mask: int, first: int, enough: int, seed: int, number: int) -> tuple[int, int, int]:
        """Return the turns of a game, the mask it was left on, and why: see `kernels_estimate.play`."""
        self._state[:] = seed_state(seed, number)
        self._play(
            mask, first, enough, LONGEST, self._law, self._board, self._state, self._room, self._result
        )
        return int(self._result[0]), int(self._result[1]), int(self._result[2])


def _throws(values: Sequence[int], rules: Rules) -> list[tuple[int, int, int, int]]:
    """Return for each throw of two dice what `kernels_estimate.play` asks of it."""
    found = []
    for first in range(1, FACES + 1):
        for second in range(1, FACES + 1):
            roll = Roll.of(first, second)
            choice = rules.doubles if roll.is_double else rules.normal_roll
            named = roll.total if rules.loss_value == "doubled_value" else roll.sum
            tiles = sum(1 << k for k, value in enumerate(values) if value == named)
            how = {"all_copies_down": 1, "any_copy_down": 2, "off": 0}[rules.loss_of_turn] if tiles else 0
            found.append((roll.total if choice == "exact" else 1, roll.total, how, tiles))
    return found


class Games:
    """Games from some boards of one arrangement, on the same throws for all; masks of number tiles."""

    def __init__(
        self,
        packing: Packing,
        rules: Rules,
        budget: Budget,
        meter: Meter,
        seed: int,
        guess: Guess | None = None,
    ) -> None:
        """Play by the rule of thumb, or where there is a `guess` by that."""
        self._guess = guess
        self._player = Player(packing, rules) if guess is None else None
        self._packing = packing
        self._rules = rules
        self._meter = meter
        self._seconds = budget.seconds
        self._seed = seed
        self._fractions = Fractions(packing, rules, FRACTION_SETS)
        self._memory = budget.bytes or TABLE_BYTES
        hasty = budget.seconds is not None and budget.seconds < HASTY_SECONDS
        self._by_table = self._memory >= LEAST_BYTES
        self._enough = QUICK_TILES if hasty else TABLE_TILES
        if guess is not None:
            self._enough = HASTY_LEAF_TILES if hasty else LEAF_TILES
        if not self._by_table:
            self._enough = FRACTION_TILES
        self._ends: dict[int, Pair] = {0: CLEARED}
        self._leaves: deque[tuple[int, Source]] = deque(maxlen=LEAVES)
        self.found: dict[int, dict[int, tuple[float, float]]] = {}
        """For each board by the number of the block: mean chance to miss, mean turns of games cleared."""

    def play(self, boards: Iterable[int], blocks: Iterable[int]) -> None:
        """Play some blocks of games from each board. Raises Spent; what was finished is kept."""
        needed = list(boards)
        for number in blocks:
            for board in needed:
                block = self._block(board, number)
                self.found.setdefault(board, {})[number] = block

    def _block(self, board: int, number: int) -> tuple[float, float]:
        missed, turns = [], []
        for first in range(BLOCK):
            if self._meter.spent() or self._late():
                raise Spent
            played, left, why = self._game(board, first, number * BLOCK + first)
            end = self._end(left) if why == plain.SMALL_ENOUGH else NEVER_CLEARED
            missed.append(float(end[0]))
            turns.append(float(end[1]) + played * (1 - float(end[0])))
        return math.fsum(missed) / BLOCK, math.fsum(turns) / BLOCK

    def _late(self) -> bool:
        """Return whether the time is over: a game takes long enough to look after each."""
        return self._seconds is not None and self._meter.seconds >= self._seconds

    def _game(self, board: int, first: int, number: int) -> tuple[int, int, int]:
        if self._guess is not None:
            state = seed_state(self._seed, number)
            return self._guess.game(board, first, self._enough, LONGEST, state)
        assert self._player is not None
        return self._player.game(board, first, self._enough, self._seed, number)

    def _end(self, mask: int) -> Pair:
        """Return what a board is worth that is known. Raises Spent where that takes more than there is."""
        if self._guess is not None and self._guess.knows(mask):
            return self._guess.source.pair(self._packing.unpacked(mask)) if mask else CLEARED
        found = self._ends.get(mask)
        if found is None:
            found = self._ends[mask] = self._source(mask).pair(self._packing.unpacked(mask))
        return found

    def _source(self, mask: int) -> Source:
        up = self._packing.unpacked(mask)
        if self._by_table:
            for held, known in self._leaves:
                if not mask & ~held:
                    return known
            source = made(self._packing, self._rules, [up], self._memory)
            if source is None:
                raise Spent
            self._leaves.appendleft((mask, source))
            return source
        try:
            self._fractions.pair(up)
        except BudgetSpent:
            raise Spent from None
        return self._fractions


def estimate_move(reached: Reached, budget: Budget, meter: Meter, seed: int) -> Result[Best]:
    """Return the move after which play by the rule, and perfect play below, takes the fewest turns.

    Under rulings by which a board may die, the move after which such play clears it most often. The
    verdict is "unknown" where the budget did not suffice for two blocks of games of some board.
    """
    rules = reached.rules_of.rules
    packing = Packing(reached.rules_of.arrangement, rules)
    thumb = Thumb(packing, rules)
    packed = {up: packing.packed(up) for up in reached.in_order()}
    order = sorted(packed, key=lambda up: thumb.judged(packed[up]) if up else -math.inf)
    if meter.spent():
        return _by_thumb(reached, order, meter)
    guess = guess_for(packing, rules, packed.values(), budget, meter)
    if guess is not None:
        return _by_guess(reached, guess, budget, meter, seed)
    if budget.seconds is not None and needs_memory(budget):
        return _by_thumb(reached, order, meter, "yes")
    games = Games(packing, rules, budget, meter, seed)
    candidates = HASTY_CANDIDATES if is_hasty(budget) else CANDIDATES
    ranked = _compared(games, [packed[up] for up in order[:candidates]])
    if not ranked:
        return _by_thumb(reached, order, meter)
    board_of = {packed[up]: up for up in reversed(order)}
    choices = [reached.choice(board_of[mask], _worth(games.found[mask], may_die(rules))) for mask in ranked]
    best = reached.best("turns", choices, "estimate", "search")
    if len(ranked) > 1:
        first, second = (games.found[mask] for mask in ranked[:2])
        best = msgspec.structs.replace(best, gain=_gain(first, second, may_die(rules)))
    worth = choices[0].worth
    interval = (float(worth.low), float(worth.high))
    line = (choices[0].outcome.move,)
    return Result("yes", best, line, "estimate", interval, meter.nodes, meter.seconds)


def _by_guess(reached: Reached, guess: Guess, budget: Budget, meter: Meter, seed: int) -> Result[Best]:
    """Return the best of those boards that a guess says are best, each valued by as much as there is."""
    rules, packing = reached.rules_of.rules, guess.packing
    up_of: dict[int, int] = {}
    for up in reached.in_order():
        up_of.setdefault(packing.packed(up), up)
    order = guess.ranked(list(up_of))
    boards = order[:CONTENDERS]
    games = Games(packing, rules, budget, meter, seed, guess)
    worths: dict[int, Worth] = {}
    for board in boards:
        if guess.knows(board):
            worths[board] = worth_of(guess.source.pair(up_of[board]) if board else CLEARED, rules)
    with contextlib.suppress(Spent):
        for number in range(VALUE_ROUND):
            games.play([board for board in boards if board not in worths], [number])
    for board in boards:
        if len(games.found.get(board, {})) > 1:
            worths[board] = _worth(games.found[board], may_die(rules))
        elif board not in worths:
            games.found.pop(board, None)
            turns = guess.turns(board)
            if turns is not None:
                worths[board] = Worth(turns, min(1.0, turns), math.inf)
    boards = [board for board in boards if board in worths]
    if order[0] not in worths:
        # Nothing is known of the most promising one, so that the order is all there is.
        return _by_thumb(reached, [up_of[board] for board in order], meter, "yes")
    best = boards[0]
    for other in boards[1:]:
        if _lead(games, worths, other, best, rules).low > 0:
            best = other
    others = sorted((board for board in boards if board != best), key=lambda board: _order(worths[board]))
    choices = [reached.choice(up_of[board], worths[board]) for board in (best, *others)]
    proof: Proof = "exact" if len(order) == 1 and worths[best].is_exact else "estimate"
    error = guess.source.error(up_of[best]) if best and worths[best].is_exact else 0.0
    found = reached.best("turns", choices, proof, "search", error)
    if others:
        found = msgspec.structs.replace(found, gain=_lead(games, worths, best, others[0], rules))
    worth = choices[0].worth
    interval = (float(worth.low), float(worth.high))
    return Result("yes", found, (choices[0].outcome.move,), proof, interval, meter.nodes, meter.seconds)


def _order(worth: Worth) -> tuple[float, float]:
    return -float(worth.chance if worth.chance is not None else 1), float(worth.value)


def _lead(games: Games, worths: Mapping[int, Worth], first: int, second: int, rules: Rules) -> Gain:
    """Return by how much one board beats another, each known exactly or by games."""
    if first in games.found and second in games.found:
        return _gain(games.found[first], games.found[second], may_die(rules))
    from .best import gain_of

    mine, other = worths[first], worths[second]
    if mine.is_exact and other.is_exact and _order(mine) <= _order(other):
        return gain_of("turns", mine, other)
    if may_die(rules) and mine.chance != other.chance:
        return Gain("clearing", float(mine.chance or 0) - float(other.chance or 0), -1.0, 1.0)
    amount = float(other.value) - float(mine.value)
    return Gain("turns", amount, float(other.low) - float(mine.high), float(other.high) - float(mine.low))


def needs_memory(budget: Budget) -> bool:
    """Return whether there is memory for tables at the ends of games."""
    return (budget.bytes or TABLE_BYTES) >= LEAST_BYTES


def guess_for(
    packing: Packing, rules: Rules, boards: Iterable[int], budget: Budget, meter: Meter
) -> Guess | None:
    """Return a guess at boards without waiting chains by as large a table as there is memory and time for.

    None where there is not enough of either for any. Positions valued count as nodes.
    """
    up = 0
    for board in boards:
        up |= board
    most = _most_tiles(packing, rules, up, budget, meter)
    if most < LEAST_TILES:
        return None
    tiles = min(most, FIRST_TILES)
    first = guess_by(packing, rules, up, tiles, budget, meter)
    if first is None or most <= tiles:
        return first
    if budget.seconds is not None:
        before = meter.seconds
        # The first time the compiled code may have had to be loaded.
        again = guess_by(packing, rules, up, tiles - 1, budget, meter)
        took = (meter.seconds - before) * GROWTH
        left = (budget.seconds - meter.seconds) * TABLE_SHARE
        if again is None or took * GROWTH > left:
            return first
        most = min(most, tiles + int(math.log(left / took, GROWTH)))
    for wanted in range(most, max(tiles, most - 4), -1):
        larger = guess_by(packing, rules, up, wanted, budget, meter)
        if larger is not None:
            return larger
    return first


def _most_tiles(packing: Packing, rules: Rules, up: int, budget: Budget, meter: Meter) -> int:
    """Return how many tiles a table may have within bytes and nodes."""
    memory = budget.bytes or MEMORY
    most = up.bit_count() if budget.seconds is not None else min(up.bit_count(), MOST_TILES)
    if budget.nodes is not None:
        # The smaller table, and games, take their part.
        most = min(most, max(0, budget.nodes - meter.nodes).bit_length() - 3)
    while most >= LEAST_TILES and least_bytes(most, rules) > memory:
        most -= 1
    return most


def guess_by(
    packing: Packing, rules: Rules, up: int, tiles: int, budget: Budget, meter: Meter
) -> Guess | None:
    """Return a guess by a table of so many tiles; None where there is no memory or time for it."""
    memory = budget.bytes or MEMORY

    def stopped() -> bool:
        if budget.seconds is not None and meter.seconds >= budget.seconds * LAST_SHARE:
            return True
        return budget.cancelled is not None and budget.cancelled()

    try:
        inside = Tabled(packing, rules, without(packing, up, tiles), memory, stopped)
        outside = list(cells(up & ~inside.up))
        adds = {}
        meter.nodes += inside.masks
        if outside:
            part = without(packing, up, min(tiles, LESSON_TILES), outside)
            lesson = Tabled(packing, rules, part, memory, stopped)
            meter.nodes += lesson.masks
            adds = learnt(packing, lesson, outside, inside.scale)
    except (MemoryError, OverflowError, InterruptedError):
        return None
    thumb = Thumb(packing, rules)
    return Guess(packing, rules, inside, adds, (thumb.tiles, thumb.copies), _throws(packing.values, rules))


def _compared(games: Games, boards: list[int]) -> list[int]:
    """Return the boards that games were played from, best first; those of the two best are fresh ones."""
    left = boards
    block = 0
    try:
        while len(left) > 2:
            games.play(left, range(block, block + ROUND))
            block += ROUND
            left = _ranked(games, left)[: max(2, len(left) // 2)]
    except Spent:
        return _ranked(games, boards)
    others = [board for board in _ranked(games, boards) if board not in left]
    before = {board: games.found.pop(board, {}) for board in left}
    try:
        games.play(left, range(block, block + LAST_ROUND))
    except Spent:
        # What the boards were picked by is better than next to nothing.
        for board in left:
            if len(games.found.get(board, {})) < ROUND:
                games.found[board] = before[board]
    every = {board: {**before[board], **games.found[board]} for board in left}
    common = set.intersection(*(set(blocks) for blocks in every.values()))
    left = [board for board in left if len(games.found[board]) > 1]
    if common:
        left.sort(key=lambda board: _middle({number: every[board][number] for number in common}))
    return [*left, *others]


def _ranked(games: Games, boards: Iterable[int]) -> list[int]:
    """Return those boards two blocks were played from at least, best first."""
    known = [board for board in boards if len(games.found.get(board, {})) > 1]
    return sorted(known, key=lambda board: _middle(games.found[board]))


def _middle(blocks: Mapping[int, tuple[float, float]]) -> tuple[float, float]:
    """Return the mean chance to miss over some blocks, and the mean turns."""
    count = len(blocks)
    return math.fsum(q for q, _ in blocks.values()) / count, math.fsum(m for _, m in blocks.values()) / count


def _by_thumb(reached: Reached, order: list[int], meter: Meter, verdict: Verdict = "unknown") -> Result[Best]:
    """Return the answer where only the rule says anything: all that is known is that turns are to come."""
    unknown = Worth(math.inf, 1.0, math.inf)
    clear = worth_of(CLEARED, reached.rules_of.rules)
    choices = [reached.choice(up, unknown if up else clear) for up in order]
    best = msgspec.structs.replace(reached.best("turns", choices, "estimate", "static"), gain=None)
    line = (choices[0].outcome.move,)
    return Result(verdict, best, line, "estimate", (1.0, math.inf), meter.nodes, meter.seconds)


def estimate_value(rules_of: Judge, up: int, budget: Budget, meter: Meter, seed: int) -> Result[Valued]:
    """Return what play by the rule, and perfect play below, makes of a board before a roll.

    The verdict is "unknown" where the budget did not suffice for two blocks of games.
    """
    rules = rules_of.rules
    packing = Packing(rules_of.arrangement, rules)
    board = packing.packed(up)
    blocks: dict[int, tuple[float, float]] = {}
    guess = None
    if not meter.spent():
        guess = guess_for(packing, rules, [closure(board, packing.lines)], budget, meter)
        games = Games(packing, rules, budget, meter, seed, guess)
        with contextlib.suppress(Spent):
            games.play([board], range(VALUE_ROUND))
        blocks = games.found.get(board, {})
    turns = guess.turns(board) if guess is not None and len(blocks) < 2 else None
    if turns is not None:
        found = Valued(turns, min(1.0, turns), math.inf, proof="estimate", how="search")
        return Result("yes", found, (), "estimate", (float(found.low), math.inf), meter.nodes, meter.seconds)
    if len(blocks) < 2:
        found = Valued(math.inf, 1.0, math.inf, proof="estimate", how="static")
        return Result("unknown", found, (), "estimate", (1.0, math.inf), meter.nodes, meter.seconds)
    worth = _worth(blocks, may_die(rules))
    found = Valued(worth.value, worth.low, worth.high, worth.chance, proof="estimate", how="search")
    interval = (float(worth.low), float(worth.high))
    return Result("yes", found, (), "estimate", interval, meter.nodes, meter.seconds)


def _worth(blocks: Mapping[int, tuple[float, float]], dying: bool) -> Worth:
    """Return the mean of some blocks with its interval; with a chance to clear where a board may die."""
    missed, turns = _middle(blocks)
    if not missed:
        mean = mean_of([m for _, m in blocks.values()])
        return Worth(mean.value, max(0.0, mean.low), mean.high, 1.0 if dying else None)
    if missed == 1 or not dying:
        return Worth(math.inf, 1.0, math.inf, 1 - missed if dying else None)
    value = turns / (1 - missed)
    # A quotient of means: its spread is that of the turns less what the games cleared make expected.
    rest = mean_of([m - value * (1 - q) for q, m in blocks.values()])
    wide = (rest.high - rest.value) / (1 - missed)
    return Worth(value, max(0.0, value - wide), value + wide, 1 - missed)


def _gain(
    first: Mapping[int, tuple[float, float]], second: Mapping[int, tuple[float, float]], dying: bool
) -> Gain:
    """Return by how much the first board beats the second, over the blocks that both were played in."""
    common = sorted(first.keys() & second.keys())
    if dying and _middle(first)[0] != _middle(second)[0]:
        more = mean_of([second[k][0] - first[k][0] for k in common])
        return Gain("clearing", more.value, more.low, more.high)
    fewer = mean_of([second[k][1] - first[k][1] for k in common])
    return Gain("turns", fewer.value, fewer.low, fewer.high)


class Mean(Struct, frozen=True):
    """A mean of observations with its 95 % interval."""

    value: float
    low: float
    high: float


def mean_of(values: Sequence[float]) -> Mean:
    """Return the mean of some observations and the 95 % interval of Student's t, unbounded for one."""
    count = len(values)
    middle = math.fsum(values) / count if count else 0.0
    if count < 2:
        return Mean(middle, -math.inf, math.inf)
    error = math.sqrt(math.fsum((x - middle) ** 2 for x in values) / (count - 1) / count)
    wide = student(count - 1) * error
    return Mean(middle, middle - wide, middle + wide)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t with some degrees of freedom, within 0.005."""
    few = (12.706, 4.303, 3.182, 2.776)
    if freedom <= len(few):
        return few[freedom - 1]
    z = 1.959964  # the normal quantile, and the expansion of Cornish and Fisher around it
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / freedom ** (k + 1) for k, term in enumerate(terms))


def quick_move(board: Board, roll: Roll, rules: Rules) -> int:
    """Return the tiles of a good move as a bit mask; 0 for `pass`, and where there is nothing to do.

    It is the best one where few tiles are up, and that of the rule of thumb above. It depends on its
    arguments alone, and takes some milliseconds.
    """
    judge_of = judge(board.arrangement, rules)
    terms = judge_of.terms(board.up, roll)
    if board.is_clear or terms.lost:
        return 0
    memory = _memory(board.arrangement, rules)
    source = memory.source(board.up)
    if source is None:
        return memory.by_thumb(board.up, terms)
    from .best import Reached

    reached = Reached.of(Moves(board, roll, rules), judge_of)
    pairs = {up: source.pair(up) if up else CLEARED for up in reached.boards}
    best = min(reached.in_order(), key=lambda up: pairs[up])
    outcome: Outcome = reached.boards[best][0]
    return outcome.tiles


class _Memory:
    """What `quick_move` keeps of an arrangement: its last table, and room to play by the rule."""

    def __init__(self, arrangement: Arrangement, rules: Rules) -> None:
        self._rules = rules
        self._packing = Packing(arrangement, rules)
        self._player: Player | None = None
        self._held = 0
        self._source: Source | None = None

    def source(self, up: int) -> Source | None:
        """Return the exact values of what can come of a board; None where too many tiles are up."""
        mask = self._packing.packed(up)
        if mask.bit_count() > QUICK_TILES:
            return None
        if self._source is None or mask & ~self._held:
            self._held = mask
            self._source = made(self._packing, self._rules, [up], TABLE_BYTES)
        return self._source

    def by_thumb(self, up: int, terms: Terms) -> int:
        """Return the cells of the set that the rule takes, 0 where there is none."""
        if self._player is None:
            self._player = Player(self._packing, self._rules)
        return self._packing.unpacked(self._player.chosen(self._packing.packed(up), terms))


@functools.lru_cache(maxsize=REMEMBERED)
def _memory(arrangement: Arrangement, rules: Rules) -> _Memory:
    return _Memory(arrangement, rules)
