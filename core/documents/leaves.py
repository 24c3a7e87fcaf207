"""The JSON documents of the commands about Leaves."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .puzzles import PuzzleDifficulty


class Difficulty(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a layout is; what is null is not finite or was not asked for."""

    solutions: int
    """Sequences of merges that end with one stack."""
    random_play_success: str
    """Probability "a/b" that a uniformly random legal player succeeds."""
    careful_success: str
    """The same for the careful player, who avoids merges that obviously lose."""
    bits: float | None
    """-log2 of random_play_success; null when that is 0."""
    careful_bits: float | None
    """-log2 of careful_success; null when that is 0."""


class LeavesCheck(msgspec.Struct, kw_only=True, frozen=True):
    """A layout of nine cards, or any position in mid-play."""

    format: str = "quadrangle leaves check"
    version: int = 1
    layout: str
    solvable: bool | None
    """null when the budget was spent first."""
    reason: str | None
    """Why not, where `solvable` is false."""
    solution: list[str] | None
    """Merges that leave one stack; null when there is none."""
    solutions: int | None
    random_play_success: str | None
    careful_success: str | None
    bits: float | None
    careful_bits: float | None
    first_mistake: int | None
    """After how many merges, at the earliest, the layout can be lost; null when it cannot be."""
    forced: int | None
    """Merges of `solution` that were the only legal one to keep a solution."""
    dead_ends: int | None
    """Different positions that can be reached in which several stacks are left and none can move."""
    harder_than: float | None
    """At least this share of all nine-card layouts is easier for a careful player; null in mid-play."""
    nodes: int | None
    """Positions expanded."""
    link: str | None = None


class LeavesCentre(msgspec.Struct, frozen=True, kw_only=True):
    """One card for the centre of a puzzle."""

    card: str
    solvable: bool | None
    swaps: int | None
    """Least number of Breeze swaps with which this card works; null when no order of the ring helps."""
    solutions: int | None
    random_play_success: str | None
    careful_success: str | None
    bits: float | None
    careful_bits: float | None
    reason: str | None


class LeavesPuzzle(msgspec.Struct, kw_only=True, frozen=True):
    """A puzzle of eight cards, and which cards work in its centre."""

    format: str = "quadrangle leaves puzzle"
    version: int = 1
    layout: str
    hand: list[str] | None
    """The hand cards asked about; null when all 19 absent cards are."""
    solvable: bool | None
    """Whether at least one of the cards works without a swap."""
    centres: list[LeavesCentre]
    nodes: int | None
    link: str | None = None


class LeavesSolution(msgspec.Struct, kw_only=True, frozen=True):
    """One way to clear a layout or a puzzle."""

    format: str = "quadrangle leaves solution"
    version: int = 1
    layout: str
    solvable: bool | None
    reason: str | None
    steps: list[str] | None
    """Swaps, the placing of a hand card, and merges, in order; null when there is no way."""
    swaps: int | None
    card: str | None
    """The hand card used; null when the centre was already full."""
    difficulty: Difficulty | None
    """Of the nine cards once they lie, swaps done."""
    nodes: int | None
    link: str | None = None


class LeavesMergeReview(msgspec.Struct, frozen=True, kw_only=True):
    """One merge of a played line."""

    merge: str
    legal_merges: int
    safe_merges: int
    """How many of those would have kept a solution."""
    solutions_left: int


class LeavesReview(msgspec.Struct, kw_only=True, frozen=True):
    """A played line, and where it went wrong."""

    format: str = "quadrangle leaves review"
    version: int = 1
    layout: str
    cleared: bool
    """Whether the line ends with one stack."""
    lost_at: int | None
    """Number of the first merge after which no solution was left; null when one still is."""
    solvable_at_start: bool | None
    """null when the line did not get as far as a first position."""
    illegal: str | None
    """The first move the rules do not allow, with the rule; nothing after it is looked at."""
    merges: list[LeavesMergeReview]
    better: list[str] | None
    """A line to one stack from the position before the mistake, or from the end where none was made."""


class LeavesClearing(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle of a solo deal, cleared."""

    puzzle: int
    card: str
    swaps: list[str]
    solution: list[str]


class LeavesAssignment(msgspec.Struct, frozen=True, kw_only=True):
    """Which hand card goes to which puzzle."""

    breezes: int
    clearings: list[LeavesClearing]


class LeavesSolo(msgspec.Struct, kw_only=True, frozen=True):
    """A solo deal and every way to assign its hand cards."""

    format: str = "quadrangle leaves solo"
    version: int = 1
    deal: str
    breezes: int
    """Breezes that may be used."""
    solvable: bool | None
    """null when the budget was spent before a way was found."""
    proof: str
    """"exact", or "bound" when the budget was spent: there may be more ways, or better ones."""
    assignments: list[LeavesAssignment]
    """Fewest Breezes first."""
    reason: str | None
    nodes: int | None
    link: str | None = None


class LeavesChallenge(msgspec.Struct, kw_only=True, frozen=True):
    """A solo challenge made now, with its proof."""

    format: str = "quadrangle leaves challenge"
    version: int = 1
    stream: int
    """Number of the stream: with `level` and `seed` it makes the same challenge again."""
    level: str | None
    """The level asked for; null for any."""
    seed: int
    id: str
    """Equal for challenges that are the same but for a symmetry of the game."""
    deal: str
    goal: str
    difficulty: PuzzleDifficulty
    solution: list[str] | None
    """Steps that clear all three puzzles; null where they were not asked for."""
    link: str


class LeavesLookup(msgspec.Struct, kw_only=True, frozen=True):
    """What the census says about a puzzle or a layout."""

    format: str = "quadrangle leaves lookup"
    version: int = 1
    layout: str
    hand: list[str] | None
    """The hand cards asked about; null when all centres are."""
    solvable: bool
    """Whether the layout is, or whether a centre that was asked about works."""
    working: int | None
    """How many of the 19 centres work; null for a layout whose centre is full."""
    swaps: dict[str, int | None]
    """Least number of swaps for each centre; null when no order of the ring helps."""


class LeavesCensus(msgspec.Struct, kw_only=True, frozen=True):
    """The counts of a census file."""

    format: str = "quadrangle leaves census summary"
    version: int = 1
    file: str
    canonical: int
    puzzles: int
    pairs: int
    solvable_pairs: int
    by_working: list[int]
    by_swaps: list[int]
    impossible: int
    without_centre: list[str]
    """Every puzzle that no centre solves, up to symmetry."""
    difficulty: dict[str, Any] | None
    """Distribution over all layouts and its extremes, as in the file; null where it was not measured."""


class LeavesBatchCentre(msgspec.Struct, frozen=True, kw_only=True):
    """One card for the centre of a puzzle in a batch; only the fields that were asked for."""

    card: str
    solvable: bool | UnsetType = UNSET
    solution: list[str] | UnsetType | None = UNSET
    solutions: int | UnsetType = UNSET
    random_play_success: str | UnsetType = UNSET
    careful_success: str | UnsetType = UNSET
    bits: float | UnsetType | None = UNSET
    careful_bits: float | UnsetType | None = UNSET
    nodes: UnsetType | None = UNSET


class LeavesBatchLine(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one line of a batch; only the fields that were asked for."""

    layout: str | UnsetType = UNSET
    solvable: bool | UnsetType = UNSET
    solution: list[str] | UnsetType | None = UNSET
    solutions: int | UnsetType = UNSET
    random_play_success: str | UnsetType = UNSET
    careful_success: str | UnsetType = UNSET
    bits: float | UnsetType | None = UNSET
    careful_bits: float | UnsetType | None = UNSET
    nodes: UnsetType | None = UNSET
    """Always null: tables that are looked up count no positions."""
    centres: list[LeavesBatchCentre] | UnsetType = UNSET
    """Of a puzzle: each card that was asked about."""


class BatchError(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a batch that could not be read."""

    line: int
    error: str


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "leaves-batch": LeavesBatchLine,
    "leaves-batch-error": BatchError,
    "leaves-census": LeavesCensus,
    "leaves-challenge": LeavesChallenge,
    "leaves-check": LeavesCheck,
    "leaves-lookup": LeavesLookup,
    "leaves-puzzle": LeavesPuzzle,
    "leaves-review": LeavesReview,
    "leaves-solo": LeavesSolo,
    "leaves-solution": LeavesSolution,
}
