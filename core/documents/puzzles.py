"""The JSON documents of commands about puzzles of any kind."""

from __future__ import annotations

import msgspec


class PuzzleDifficulty(msgspec.Struct, frozen=True, kw_only=True):
    """How hard a puzzle with a proof is: see `docs/generators.md`."""

    bits: float
    """-log2 of the chance that a random player solves it."""
    careful_bits: float | None
    """The same for the careful player; null where that player never does."""
    percentile: float
    """Percent of random puzzles of its shape that are easier."""
    level: str
    solutions: int | None
    """In what the kind of puzzle counts; null where they are not counted."""
    first_mistake: int | None
    """The first step, from 1, at which a step the rules allow loses; null where none does."""


class DailyPuzzle(msgspec.Struct, kw_only=True, frozen=True):
    """The puzzle of a day."""

    format: str = "quadrangle daily"
    version: int = 1
    date: str
    """As in "2026-11-30", by UTC."""
    kind: str
    id: str
    """Equal for puzzles that are the same but for a symmetry of their kind."""
    position: str
    goal: str
    difficulty: PuzzleDifficulty
    solution: list[str] | None
    """Steps that reach the goal; null where they were not asked for."""
    link: str


class PuzzleShown(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle."""

    id: str
    kind: str
    position: str
    goal: str
    difficulty: PuzzleDifficulty
    solution: list[str] | None
    """Null where it was not asked for."""
    link: str


class Generate(msgspec.Struct, kw_only=True, frozen=True):
    """Puzzles that were made."""

    format: str = "quadrangle generate"
    version: int = 1
    kind: str
    stream: int
    level: str | None
    wishes: dict[str, bool | int | str | tuple[float, float]]
    seed: int
    asked: int
    """How many puzzles were asked for."""
    made: int
    """How many there are now, those that were in the pack before included."""
    ended: str | None
    """Why there are fewer than asked for; null where there are not."""
    note: str | None
    """What should be known of puzzles of this kind, such as what was reconstructed; null where nothing."""
    out: str | None
    """The pack they are in; null where they are below."""
    puzzles: list[PuzzleShown] | None
    """Null where they are in a pack."""


class Grade(msgspec.Struct, kw_only=True, frozen=True):
    """How hard a puzzle is."""

    format: str = "quadrangle grade"
    version: int = 1
    kind: str
    id: str
    position: str
    goal: str
    difficulty: PuzzleDifficulty
    link: str
    note: str | None
    """What should be known of puzzles of this kind, such as what was reconstructed; null where nothing."""


class PuzzleLink(msgspec.Struct, kw_only=True, frozen=True):
    """A puzzle as text and as link."""

    format: str = "quadrangle link"
    version: int = 1
    kind: str
    id: str
    position: str
    link: str


class PackPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle and where it stands in its pack."""

    number: int
    """From 1."""
    puzzle: PuzzleShown


class PackShow(msgspec.Struct, kw_only=True, frozen=True):
    """Puzzles of a pack."""

    format: str = "quadrangle pack show"
    version: int = 1
    file: str
    asked: int
    """How many puzzles the pack was asked to have."""
    held: int
    """How many it has."""
    puzzles: list[PackPuzzle]
    """Those that were asked about."""


class PackDifference(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a pack that is not as it should be."""

    line: int
    """Line of the file, from 1."""
    field: str
    """The field it is about; empty where it is about the whole line."""
    problem: str


class PackVerify(msgspec.Struct, kw_only=True, frozen=True):
    """Whether a pack is what it says."""

    format: str = "quadrangle pack verify"
    version: int = 1
    file: str
    holds: bool | None
    """Null where the budget was spent before a difference was found."""
    damaged: bool
    """Whether the file was cut or edited, or is not finished."""
    asked: int
    held: int
    checked: int
    """How many puzzles were solved and graded again."""
    differences: list[PackDifference]


class PackMerge(msgspec.Struct, kw_only=True, frozen=True):
    """Packs that were made one."""

    format: str = "quadrangle pack merge"
    version: int = 1
    files: list[str]
    out: str
    kinds: list[str]
    puzzles: int
    left_out: int
    """Puzzles that were there before."""


class PackSpread(msgspec.Struct, frozen=True, kw_only=True):
    """How hard the puzzles of a kind are; quantiles are by percent, each a value of some puzzle."""

    kind: str
    puzzles: int
    levels: dict[str, int]
    percentile: dict[str, float | None]
    bits: dict[str, float | None]
    careful_bits: dict[str, float | None]
    """Null where the careful player never solves it."""
    never: int
    """Puzzles the careful player never solves."""
    single: int
    """Puzzles with one solution."""


class PackStats(msgspec.Struct, kw_only=True, frozen=True):
    """What is in a pack."""

    format: str = "quadrangle pack stats"
    version: int = 1
    file: str
    asked: int
    held: int
    spreads: list[PackSpread]
    """For each kind of puzzles in it."""


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "daily": DailyPuzzle,
    "generate": Generate,
    "grade": Grade,
    "link": PuzzleLink,
    "pack-merge": PackMerge,
    "pack-show": PackShow,
    "pack-stats": PackStats,
    "pack-verify": PackVerify,
}
