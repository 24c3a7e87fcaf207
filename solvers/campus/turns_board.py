"""A Campus board as the tables of turns see it: tiles by value, lines over them, what rolls do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from . import kernels_turns as plain
from .dice import ROLLS

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

MOST_TILES = 32
"""A tile's bit is found by a 32-bit word."""
CHUNK = 20
"""Tiles that a chunk of masks differs in; the live masks are done chunk by chunk."""


class TurnRules(Struct, frozen=True, kw_only=True):
    """What the expected number of turns depends on; the names are those of the game's rulings."""

    normal_roll: Literal["exact", "at_most"] = "exact"
    doubles: Literal["at_most", "exact"] = "at_most"
    must_play: Literal["yes", "may_pass"] = "yes"
    maximal: Literal["one_set", "as_many_as_possible"] = "one_set"
    loss_of_turn: Literal["all_copies_down", "any_copy_down", "off"] = "all_copies_down"
    loss_value: Literal["dice_sum", "doubled_value"] = "dice_sum"
    dead_board: Literal["relax", "skip", "end_game"] = "relax"


class TurnBoard:
    """The tiles of a board that take part, in ascending order of value, and its lines over them."""

    def __init__(self, values: Sequence[int], lines: Sequence[int], up: int | None = None) -> None:
        everything = (1 << len(values)) - 1
        self.values = tuple(values)
        self.lines = tuple(lines)
        self.up = everything if up is None else up
        if min(self.values, default=1) < 1 or self.up & ~everything or any(m & ~everything for m in lines):
            raise ValueError("values are positive, lines and positions masks over the tiles")
        top = plain.closure(self.up, self.lines)
        self.order = sorted((k for k in range(len(values)) if top >> k & 1), key=lambda k: values[k])
        self.sorted_values = tuple(values[k] for k in self.order)
        self.tiles = len(self.order)
        if self.tiles > MOST_TILES:
            raise MemoryError(f"{self.tiles} tiles; a table may have {MOST_TILES} at most")
        packed = {self.packed(line & top) for line in lines}
        self.packed_lines = tuple(sorted(packed - {0}))
        self.top = top
        self.width = _widest_rest(self.sorted_values) + 1
        self.limits = tuple(self._limit(b) for b in range(self.tiles))
        self.bits = tuple(
            max(
                [
                    plain.LOW,
                    min(CHUNK, self.tiles),
                    *(b + 1 for b in range(self.tiles) if self.limits[b] >= t),
                ]
            )
            for t in range(self.width)
        )
        least = 1 << plain.PACK
        self.chunk = max(least, 1 << max(0, min(CHUNK, self.tiles) - plain.LOW))
        self.words = max(least, 1 << max(0, self.tiles - plain.LOW))

    def _limit(self, b: int) -> int:
        """Return the largest total that sets can have beside tile `b` being their largest."""
        below = sum(self.sorted_values[:b])
        return max(0, min(plain.MOST - self.sorted_values[b], below, self.width - 1))

    def packed(self, mask: int) -> int:
        """Return a mask over all tiles as one over those that take part."""
        return sum(1 << b for b, k in enumerate(self.order) if mask >> k & 1)

    def unpacked(self, mask: int) -> int:
        """Return a mask over the tiles that take part as one over all tiles."""
        return sum(1 << k for b, k in enumerate(self.order) if mask >> b & 1)

    def standing(self, tiles: int) -> tuple[int, int]:
        """Return the packed form of a set of tiles, and how many of them take no part."""
        return self.packed(tiles), (tiles & ~self.top).bit_count()

    def patterns(self) -> tuple[Array, Array, Array]:
        """Return the lines and their low parts, as `word_patterns` reads them."""
        import numpy as np

        valid = (1 << (1 << min(plain.LOW, self.tiles))) - 1
        lows = range(1 << plain.LOW)
        # Tiles there are not, up to a whole pack of words, count as a line that must be empty.
        missing = (1 << plain.LOW + plain.PACK) - 1 & ~((1 << max(self.tiles, plain.LOW)) - 1)
        low_live = [[valid, 0, 0]]
        low_closed = [[valid, 0, 0]]
        for line in self.packed_lines:
            counts = [[some + (low & line).bit_count() for low in lows] for some in range(3)]
            low_live.append([sum(1 << low for low in lows if count[low] >= 2) for count in counts])
            low_closed.append([sum(1 << low for low in lows if count[low] != 1) for count in counts])
        kind = np.int64
        return (
            np.array([missing, *self.packed_lines], kind),
            np.array(low_live, kind),
            np.array(low_closed, kind),
        )

    def tops(self) -> list[int]:
        """Return for each column from 1 the first word of the last block it is kept for."""
        blocks = [1 << max(0, bits - plain.LOW) for bits in self.bits]
        return [self.words - min(block, self.words) for block in blocks[1:]]


def _widest_rest(values: Sequence[int]) -> int:
    """Return the largest total up to 24 less the largest tile that the rest of a set can have."""
    widest = 0
    sums = 1
    for value in sorted(values):
        if value > plain.MOST:
            break
        fits = sums & (1 << plain.MOST + 1 - value) - 1
        widest = max(widest, fits.bit_length() - 1)
        sums |= sums << value
    return widest


def rolls_of(values: Sequence[int], rules: TurnRules, packed: Callable[[int], tuple[int, int]]) -> Array:
    """Return the kinds of rolls as `settled` reads them.

    `packed` says of a set of tiles which of them stand for it in masks, and how many do not.
    """
    import numpy as np

    kinds: dict[tuple[int, ...], int] = {}
    for roll in ROLLS:
        choice = rules.doubles if roll.is_double else rules.normal_roll
        named = roll.total if rules.loss_value == "doubled_value" else roll.sum
        dealt = sum(1 << k for k, value in enumerate(values) if value == named)
        mode = plain.AT_MOST if choice == "at_most" else plain.EXACT
        key = (roll.total, mode, *_loss(rules, *packed(dealt)))
        kinds[key] = kinds.get(key, 0) + roll.ways
    return np.array(
        [(total, weight, mode, how, tiles) for (total, mode, how, tiles), weight in kinds.items()], np.int64
    )


def _loss(rules: TurnRules, tiles: int, down: int) -> tuple[int, int]:
    """Return how a roll is lost that names these tiles and so many others that are always down."""
    if rules.loss_of_turn == "off" or not (tiles or down):
        return plain.NOT_LOST, 0
    if rules.loss_of_turn == "any_copy_down":
        return (plain.LOST, 0) if down else (plain.ANY_DOWN, tiles)
    return (plain.ALL_DOWN, tiles) if tiles else (plain.LOST, 0)


class Aim(Struct, frozen=True):
    """What a table minimises, in units of 1 / scale."""

    cost: int
    """36 times what a turn costs."""
    dead: int
    """What a board costs that nothing changes."""
    scale: int
    low: int = 0
    """Bits of the turns where the chance to miss goes before them; 0 where there is one measure only."""
    fine: int = 0
    """How many times the units of the chance are halves of those of the turns."""
    step: int | None = None
    """What a row holds less for each tile of a set, None where sizes do not matter."""

    @property
    def bytes(self) -> int:
        """What a number takes."""
        return WIDE if self.low or self.step else NARROW

    @property
    def form(self) -> tuple[int, int, int, int, int, int]:
        """What the kernels have to know of its numbers, as `settled` reads it."""
        never = -1 if self.low else plain.NEVER
        if self.bytes == NARROW:
            return plain.NONE, plain.NONE, never, -1, 0, 0
        if self.step is None:
            return _WIDE_NONE, _WIDE_NONE, never, -1, self.low, self.fine
        # What stands for none is lowered with a set, too, but stays above this.
        return _WIDE_NONE, _WIDE_NONE - _MOST_NAMED * self.step, never, self.step - 1, self.low, self.fine


NARROW, WIDE = 4, 8
"""Bytes of the numbers of a table: of one measure, and of two or where the largest sets are played."""
_WIDE_NONE = 1 << 62
_MOST_NAMED = plain.MOST
"""A set has no more tiles than its total says."""


def sets_up_to(most: int, values: Sequence[int], mask: int) -> Iterator[tuple[int, int]]:
    """Yield every non-empty set of tiles of `mask` with a total up to `most`, and its total."""
    tiles = [k for k in range(len(values)) if mask >> k & 1 and values[k] <= most]
    tiles.sort(key=lambda k: values[k])
    stack = [(0, 0, 0)]
    while stack:
        chosen, total, position = stack.pop()
        for at in range(position, len(tiles)):
            larger = total + values[tiles[at]]
            if larger > most:
                break
            found = chosen | 1 << tiles[at]
            yield found, larger
            stack.append((found, larger, at + 1))


def flags(rules: TurnRules) -> tuple[int, int]:
    """Return whether one may pass and whether dead boards relax, as `settled` reads it."""
    return int(rules.must_play == "may_pass"), int(rules.dead_board == "relax")


def steps_of(board: TurnBoard) -> tuple[Array, ...]:
    """Return the board as the kernels that fill tables read it.

    Lines, lines through each tile, values, limits, and the number of a tile by its bit.
    """
    import numpy as np

    through = [[line for line in board.packed_lines if line >> b & 1] for b in range(board.tiles)]
    most = max(map(len, through), default=0)
    places = np.zeros(32, np.int64)
    for b in range(32):
        places[(plain.SPREAD << b) >> 27 & 31] = b
    padded = [[*lines, *[0] * (most - len(lines))] for lines in through]
    return (
        np.array(board.packed_lines, np.int64),
        np.array(padded, np.int64).reshape(board.tiles, most),
        np.array(board.sorted_values, np.int64),
        np.array(board.limits, np.int64),
        places,
    )
