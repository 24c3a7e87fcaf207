"""What players, chance and the referee do in Leaves: each action made once, with its text and its symbol.

Merges, swaps and placements are those of `solvers.leaves`; in the solo challenge they name one of
the three puzzles.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal, get_args

from msgspec import Struct

from ...core.errors import NotationError
from ...core.notation import cell_name, parse_cell, shown
from ...core.rng import Rng
from ...solvers.leaves.cards import CARDS, TRAITS, Card
from ...solvers.leaves.layout import CELLS, NEIGHBOURS, SIDE, Merge, Place, Swap, parse_step
from ...solvers.leaves.symmetry import RING
from ..game import UNKNOWN, ActionList, parse_seat, seat

Reason = Literal[
    "part_of_stack", "no_shared_trait", "wrong_trait", "diagonal", "empty_space", "timeout", "forfeit"
]

REASONS: tuple[Reason, ...] = get_args(Reason)
"""Why a referee may declare a challenge failed."""

PUZZLES = 3
"""Puzzles of the solo challenge."""


class Call(Struct, frozen=True):
    """A player shouts: one of my cards clears this puzzle."""

    def __str__(self) -> str:
        return "call"

    def __repr__(self) -> str:
        return "Call()"


class Pass(Struct, frozen=True):
    """A player does not call; or has nothing to do but wait for the time to run out."""

    def __str__(self) -> str:
        return "pass"

    def __repr__(self) -> str:
        return "Pass()"


class Keep(Struct, frozen=True):
    """The caller leaves the eight cards as they lie."""

    def __str__(self) -> str:
        return "keep"

    def __repr__(self) -> str:
        return "Keep()"


class Draw(Struct, frozen=True):
    """Chance: the next card of the pile, to wherever it goes."""

    card: Card | None
    """UNKNOWN for a card that whoever runs the program has not seen."""

    def __str__(self) -> str:
        return f"draw {'?' if self.card is None else self.card}"


class Ask(Struct, frozen=True):
    """Chance: who is asked next; or, of those who called at once, who was heard first."""

    player: int

    def __str__(self) -> str:
        return f"ask {seat(self.player)}"


class Called(Struct, frozen=True):
    """Referee: this player shouted first."""

    player: int

    def __str__(self) -> str:
        return f"call {seat(self.player)}"


class Nobody(Struct, frozen=True):
    """Referee: nobody calls this puzzle."""

    def __str__(self) -> str:
        return "nobody"


class Fail(Struct, frozen=True):
    """Referee: the challenge has failed."""

    reason: Reason

    def __str__(self) -> str:
        return f"fail {self.reason}"


class SoloSwap(Struct, frozen=True):
    """A Breeze in the solo challenge: two cards change places, of one puzzle unless a ruling allows two."""

    first: int
    """9 * puzzle + cell, both from 0."""
    second: int

    def __str__(self) -> str:
        p, x = divmod(self.first, CELLS)
        q, y = divmod(self.second, CELLS)
        other = "" if p == q else f" {q + 1}"
        return f"swap {p + 1} {cell_name(x, SIDE)}{other} {cell_name(y, SIDE)}"


class SoloPlace(Struct, frozen=True):
    """Putting a hand card into the centre of one of the puzzles, which begins it."""

    puzzle: int
    card: Card

    def __str__(self) -> str:
        return f"place {self.puzzle + 1} {self.card}"


class SoloMerge(Struct, frozen=True):
    """A merge in one of the puzzles."""

    puzzle: int
    merge: Merge

    def __str__(self) -> str:
        return f"{self.puzzle + 1} {self.merge}"


CALL, PASS, KEEP, NOBODY = Call(), Pass(), Keep(), Nobody()

SWAPS = tuple(Swap(x, y) for x, y in combinations(RING, 2))
"""The 28 swaps of two of the eight cards."""
PLACES = tuple(Place(card) for card in CARDS)
PAIRS = tuple((i, j) for i in range(CELLS) for j in NEIGHBOURS[i] if i < j)
"""The twelve pairs of cells that touch with a side."""
MERGES = tuple(
    Merge(source, goal, trait) for i, j in PAIRS for source, goal in ((i, j), (j, i)) for trait in TRAITS
)
"""Every merge there can be: by pair, direction, trait."""
DRAWS = tuple(Draw(card) for card in CARDS)
UNSEEN = Draw(UNKNOWN)
ASKS = tuple(Ask(player) for player in range(6))
CALLED = tuple(Called(player) for player in range(6))
FAILS = tuple(Fail(reason) for reason in REASONS)

SOLO_SWAPS = {(x, y): SoloSwap(x, y) for x, y in combinations(range(PUZZLES * CELLS), 2)}
SOLO_PLACES = tuple(tuple(SoloPlace(puzzle, card) for card in CARDS) for puzzle in range(PUZZLES))
SOLO_MERGES = tuple(tuple(SoloMerge(puzzle, merge) for merge in MERGES) for puzzle in range(PUZZLES))


class MergeList(ActionList["Merge | SoloMerge"]):
    """Legal merges, one for each trait shared; the random player draws the merge first, then the trait.

    Traits of one merge stand side by side, and two different cards share one or two.
    """

    __slots__ = ()

    def sample(self, rng: Rng) -> Merge | SoloMerge:
        """Return a merge: source and goal with equal chance, then any of the traits they share."""
        count = len(self)
        while True:
            i = rng.below(count)
            action = self[i]
            cells = cells_of_merge(action)
            beside = (self[i - 1] if i else None, self[i + 1] if i + 1 < count else None)
            alone = all(other is None or cells_of_merge(other) != cells for other in beside)
            # A merge that stands there twice is drawn twice as often, so every other time it is refused.
            if alone or rng.below(2):
                return action


def cells_of_merge(action: Merge | SoloMerge) -> tuple[int, int, int]:
    """Return puzzle (0 where there is one only), source and goal: one choice for the random player."""
    if isinstance(action, SoloMerge):
        return action.puzzle, action.merge.source, action.merge.goal
    return 0, action.source, action.goal


def parse_action(text: str, players: int) -> object:
    """Return the action, chance outcome or referee action written canonically. Raises NotationError."""
    found = _SIMPLE.get(text)
    if found is not None:
        return found
    word, _, rest = text.partition(" ")
    if word in ("ask", "call") and rest:
        player = parse_seat(rest, players)
        return ASKS[player] if word == "ask" else CALLED[player]
    if players == 1:
        return _parse_solo(text)
    try:
        step = parse_step(text)
    except NotationError as error:
        raise NotationError(
            f"{shown(text)} is no move ({error.problem})"
            if word in ("swap", "place")
            else f"{shown(text)} is no move",
            expected=error.expected if word in ("swap", "place") else _MOVES,
        ) from None
    return SWAPS_BY_CELLS.get(frozenset((step.first, step.second)), step) if isinstance(step, Swap) else step


_MOVES = "call, pass, keep, swap a1 c3, place 3yg, or a merge such as a1-b1 colour"
_SOLO_MOVES = "swap 1 a1 c3, place 1 3yg, or a merge such as 1 a1-b1 colour; the number is the puzzle's"

SWAPS_BY_CELLS = {frozenset((swap.first, swap.second)): swap for swap in SWAPS}
"""Each swap, whichever of its cells is named first."""

_SIMPLE: dict[str, object] = {
    str(action): action for action in (CALL, PASS, KEEP, NOBODY, UNSEEN, *DRAWS, *FAILS)
}


def _parse_solo(text: str) -> object:
    words = text.split(" ")
    try:
        match words:
            case ["swap", p, x, y]:
                return _solo_swap(_cell(p, x), _cell(p, y), text)
            case ["swap", p, x, q, y] if p != q:
                return _solo_swap(_cell(p, x), _cell(q, y), text)
            case ["place", p, card]:
                return SOLO_PLACES[_puzzle(p)][Card.parse(card)]
            case [p, merge, trait]:
                return SoloMerge(_puzzle(p), Merge.parse(f"{merge} {trait}"))
            case [p, merge] if "-" in merge:
                return SoloMerge(_puzzle(p), Merge.parse(merge))
    except NotationError as error:
        raise NotationError(f"{shown(text)} is no move ({error.problem})", expected=error.expected) from None
    raise NotationError(f"{shown(text)} is no move", expected=_SOLO_MOVES)


def _solo_swap(first: int, second: int, text: str) -> SoloSwap:
    if first == second:
        raise NotationError(f"{shown(text)} names a cell twice", expected="two cells")
    return SOLO_SWAPS[min(first, second), max(first, second)]


def _puzzle(text: str) -> int:
    if text not in ("1", "2", "3"):
        raise NotationError(f"{shown(text)} is not a puzzle", expected="1, 2 or 3")
    return int(text) - 1


def _cell(puzzle: str, cell: str) -> int:
    return CELLS * _puzzle(puzzle) + parse_cell(cell, SIDE, SIDE)


_TABLE_ORDER = (CALL, PASS, KEEP, *SWAPS, *PLACES, *MERGES, *DRAWS, *ASKS)
_SYMBOLS = {action: symbol for symbol, action in enumerate(_TABLE_ORDER)}
_FIRST_PUZZLE = len(_TABLE_ORDER)
_FIRST_CELL = _FIRST_PUZZLE + PUZZLES
NUM_SYMBOLS = _FIRST_CELL + CELLS


def encode(action: object) -> tuple[int, ...]:
    """Return the word of an action or chance outcome. Raises NotationError for what has none."""
    match action:
        case SoloPlace(puzzle, card):
            return (_FIRST_PUZZLE + puzzle, _SYMBOLS[PLACES[card]])
        case SoloMerge(puzzle, merge) if merge in _SYMBOLS:
            return (_FIRST_PUZZLE + puzzle, _SYMBOLS[merge])
        case SoloSwap(first, second):
            p, x = divmod(first, CELLS)
            q, y = divmod(second, CELLS)
            swap = SWAPS_BY_CELLS.get(frozenset((x, y)))
            if p == q and swap is not None:
                return (_FIRST_PUZZLE + p, _SYMBOLS[swap])
            return (_FIRST_PUZZLE + p, _FIRST_CELL + x, _FIRST_PUZZLE + q, _FIRST_CELL + y)
    symbol = _SYMBOLS.get(action)  # type: ignore[call-overload]
    if symbol is None:
        raise NotationError(f"{action} has no word", expected="what a player or chance does")
    return (symbol,)


def decode(word: tuple[int, ...]) -> object:
    """Return the action with a word. Raises NotationError."""
    match word:
        case (symbol,) if 0 <= symbol < _FIRST_PUZZLE:
            return _TABLE_ORDER[symbol]
        case (p, symbol) if _FIRST_PUZZLE <= p < _FIRST_CELL and 0 <= symbol < _FIRST_PUZZLE:
            puzzle, move = p - _FIRST_PUZZLE, _TABLE_ORDER[symbol]
            if isinstance(move, Swap):
                return SOLO_SWAPS[CELLS * puzzle + move.first, CELLS * puzzle + move.second]
            if isinstance(move, Place):
                return SOLO_PLACES[puzzle][move.card]
            if isinstance(move, Merge):
                return SOLO_MERGES[puzzle][MERGES.index(move)]
        case (p, x, q, y) if _FIRST_PUZZLE <= p < q < _FIRST_CELL <= min(x, y) and max(x, y) < NUM_SYMBOLS:
            return SOLO_SWAPS[_across(p, x), _across(q, y)]
    raise NotationError(f"{tuple(word)} is no word of an action", expected="what encode() returns")


def _across(puzzle: int, cell: int) -> int:
    return CELLS * (puzzle - _FIRST_PUZZLE) + cell - _FIRST_CELL
