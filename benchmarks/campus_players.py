"""Whole games of three simple players of Campus, compiled, to measure many.

One player, own dice, the printed board under rulings where the end of a chain is one fixed point.

- `random`: any admissible set, each as likely;
- `tiles`: the set after which most tiles are down, then most value (a star counts 25);
- `value`: the set after which most value is down, then most tiles.

Of sets that are alike the first in the order of moves is taken. Lost turns, and rolls that admit no
set, count as turns. Dice and draws come from `core.rng`, so a game is the same as when it is played
through `quadrangle.solvers.campus`, which a test holds it to.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from quadrangle.core.kernels import compiled, kernel
from quadrangle.core.rng import M1, seed_state
from quadrangle.solvers.campus import STAR, Board, Roll, Rules, judge
from quadrangle.solvers.campus.board import STAR_POINTS
from quadrangle.solvers.campus.dice import FACES, HIGHEST_TOTAL

PLAYERS = ("random", "tiles", "value")

_A12, _A13, _B21, _B23 = 1403580, 810728, 527612, 1370589
_M1, _M2 = 4294967087, 4294944443
_MOST = 24
_RANDOM, _TILES = 0, 1
assert (_M1, _MOST) == (M1, HIGHEST_TOTAL)


class Game(NamedTuple):
    """How a game went."""

    turns: int
    """Turns taken until the board was clear, or dead where that ends it."""
    died: bool
    """Whether the board came to a position that no roll could change but for `dead_board`."""
    left: int
    """What was still face up, as a bit mask; none where the board was cleared."""


class Table:
    """A board laid out for the players, under rulings; `dead_board` other than relax ends a dead game."""

    def __init__(self, board: Board, rules: Rules) -> None:
        judged = judge(board.arrangement, rules)
        chains = judged.chains
        if not chains.confluent or chains.freeing or rules.must_play != "yes" or rules.maximal != "one_set":
            raise ValueError("the players know the default rulings on stars, lines and moves only")
        self.start = judged.opening() if board.up == board.arrangement.tiles else board.up
        self.values = np.array(board.arrangement.values, np.int64)
        self.worth = np.where(self.values == STAR, STAR_POINTS, self.values)
        self.clearing = np.array(chains.clearing, np.int64).reshape(-1, 2)
        self.numbers = chains.numbers
        self.throws = np.array(
            [self._throw(board, rules, Roll.of(1 + k // FACES, 1 + k % FACES)) for k in range(FACES**2)]
        )
        self.relax = int(rules.dead_board == "relax")

    def _throw(self, board: Board, rules: Rules, roll: Roll) -> tuple[int, ...]:
        """Return the least and the largest total of a throw, the tiles it names, and how it loses by them."""
        choice = rules.doubles if roll.is_double else rules.normal_roll
        named = roll.total if rules.loss_value == "doubled_value" else roll.sum
        copies = 0 if rules.loss_of_turn == "off" else board.arrangement.copies(named)
        low = roll.total if choice == "exact" else 1
        return low, roll.total, copies, int(rules.loss_of_turn == "any_copy_down")

    def play(self, player: str, seed: int, item: int, fewest: int = 0) -> Game:
        """Return how the game of one player goes with the dice of item `item` of a seed.

        It is broken off once at most `fewest` number tiles are up.
        """
        rng, out = np.array(seed_state(seed, item), np.int64), np.zeros(3, np.int64)
        number = PLAYERS.index(player)
        ways = np.zeros((len(self.values) + 1, _MOST + 1), np.int64)
        compiled(play)(
            number, self.start, self.values, self.worth, self.numbers, self.clearing, self.throws,
            self.relax, fewest, rng, ways, out,
        )  # fmt: skip
        return Game(int(out[0]), bool(out[1]), int(out[2]))

    def chosen(self, player: str, up: int, roll: Roll, relaxed: bool = False) -> int:
        """Return the set that `tiles` or `value` turns of a closed board, 0 where none is admissible."""
        low, high = (1, roll.total) if relaxed else map(int, self.throws[_throw_of(roll), :2])
        return int(
            compiled(best_set)(
                PLAYERS.index(player), up, self.values, self.worth, self.numbers, self.clearing, low, high
            )
        )


def _throw_of(roll: Roll) -> int:
    return (roll.low - 1) * FACES + roll.high - 1


@kernel
def drawn(rng: Any, n: int) -> int:
    """Return what `Rng.below` returns."""
    limit = _M1 - _M1 % n
    while True:
        a = (_A12 * rng[1] - _A13 * rng[0]) % _M1
        b = (_B21 * rng[5] - _B23 * rng[3]) % _M2
        rng[0], rng[1], rng[2] = rng[1], rng[2], a
        rng[3], rng[4], rng[5] = rng[4], rng[5], b
        value: int = (a - b) % _M1
        if value < limit:
            return value % n


@kernel
def closed(up: int, numbers: int, clearing: Any) -> int:
    """Return what is left of a board once its chain has ended."""
    before = -1
    while up != before:
        before = up
        for k in range(len(clearing)):
            left = up & clearing[k, 0]
            if left & (left - 1) == 0:
                up &= ~(left | clearing[k, 1])
    return up if up & numbers else 0


@kernel
def ones(x: int) -> int:
    """Return how many bits of `x` are set."""
    found = 0
    while x:
        x &= x - 1
        found += 1
    return found


@kernel
def totals(up: int, values: Any) -> int:
    """Return bit t set for each total t up to a double six that some set of numbers has."""
    found = 1
    for cell in range(len(values)):
        if up >> cell & 1 and 0 < values[cell] <= _MOST:
            found |= found << values[cell] & (2 << _MOST) - 1
    return found


@kernel
def loses(up: int, copies: int, any_copy: int) -> bool:
    """Return whether a throw that names these tiles loses the turn."""
    return up & copies != copies if any_copy else copies != 0 and up & copies == 0


@kernel
def is_dead(up: int, values: Any, throws: Any) -> bool:
    """Return whether no throw changes a closed board that is not clear."""
    reachable = totals(up, values)
    for k in range(len(throws)):
        low, high = throws[k, 0], throws[k, 1]
        if reachable & (2 << high) - (1 << low) and not loses(up, throws[k, 2], throws[k, 3]):
            return False
    return up != 0


@kernel
def random_set(up: int, values: Any, low: int, high: int, rng: Any, ways: Any) -> int:
    """Return an admissible set, each as likely, as `Judge.draw` does; 0 where there is none."""
    tiles = 0
    for left in range(high + 1):
        ways[0, left] = 1 if left <= high - low else 0
    for cell in range(len(values) - 1, -1, -1):
        value = values[cell]
        if up >> cell & 1 and 0 < value <= high:
            for left in range(high + 1):
                ways[tiles + 1, left] = ways[tiles, left]
                if left >= value:
                    ways[tiles + 1, left] += ways[tiles, left - value]
            tiles += 1
    if ways[tiles, high] == 0:
        return 0
    number, left, found = drawn(rng, ways[tiles, high]), high, 0
    for cell in range(len(values)):
        value = values[cell]
        if up >> cell & 1 and 0 < value <= high:
            tiles -= 1
            if number >= ways[tiles, left]:
                number -= ways[tiles, left]
                found |= 1 << cell
                left -= value
    return found


@kernel
def gain(player: int, down: int, worth: Any) -> int:
    """Return what a player sees in tiles that go down: the more the better."""
    tiles = value = 0
    for cell in range(len(worth)):
        if down >> cell & 1:
            tiles += 1
            value += worth[cell]
    return tiles << 32 | value if player == _TILES else value << 32 | tiles


@kernel
def best_set(
    player: int, up: int, values: Any, worth: Any, numbers: int, clearing: Any, low: int, high: int
) -> int:
    """Return the admissible set that a greedy player turns, the first of equals; 0 where there is none."""
    cells = [0 for _ in range(0)]
    for cell in range(len(values)):
        if up >> cell & 1 and 0 < values[cell] <= high:
            cells.append(cell)
    count = len(cells)
    behind = [1 for _ in range(count + 1)]
    for at in range(count - 1, -1, -1):
        behind[at] = behind[at + 1] | behind[at + 1] << values[cells[at]] & (2 << high) - 1
    start = closed(up, numbers, clearing)
    best, found = -1, 0
    # Depth first: a set, then the sets that go on from it, in the order of their next tile.
    path = [0 for _ in range(0)]
    chosen, left, at = 0, high, 0
    while True:
        while at < count and not (
            values[cells[at]] <= left and behind[at + 1] & _window(left - values[cells[at]], high - low)
        ):
            at += 1
        if at == count:
            if len(path) == 0:
                return found
            at = path.pop()
            chosen &= ~(1 << cells[at])
            left += values[cells[at]]
            at += 1
            continue
        chosen |= 1 << cells[at]
        left -= values[cells[at]]
        if left <= high - low:
            seen = gain(player, up & ~closed(start & ~chosen, numbers, clearing), worth)
            if seen > best:
                best, found = seen, chosen
        path.append(at)
        at += 1


@kernel
def _window(left: int, slack: int) -> int:
    """Return the totals with which a set with so much left may still end."""
    return (2 << left) - (1 << max(0, left - slack))


@kernel
def play(
    player: int,
    up: int,
    values: Any,
    worth: Any,
    numbers: int,
    clearing: Any,
    throws: Any,
    relax: int,
    fewest: int,
    rng: Any,
    ways: Any,
    out: Any,
) -> None:
    """Write turns, whether the board died, and what is up once few enough tiles are, or it died for good."""
    turns = died = 0
    dead = False
    while ones(up & numbers) > fewest:
        turns += 1
        throw = drawn(rng, len(throws))
        if not dead and loses(up, throws[throw, 2], throws[throw, 3]):
            continue
        low, high = 1 if dead else throws[throw, 0], throws[throw, 1]
        if player == _RANDOM:
            chosen = random_set(up, values, low, high, rng, ways)
        else:
            chosen = best_set(player, up, values, worth, numbers, clearing, low, high)
        after = closed(up & ~chosen, numbers, clearing)
        if after != up:
            up = after
            dead = is_dead(up, values, throws)
            if dead:
                died = 1
                if not relax:
                    break
    out[0], out[1], out[2] = turns, died, up
