"""Every JSON document the commands print, and its schema.

Fractions are strings "a/b"; null is unknown, or a value that is not finite beside the flag that
says why. A document's `version` is raised whenever a field changes its meaning or goes away.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


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


class StacksUnsolvable(msgspec.Struct, frozen=True, kw_only=True):
    """A deal that cannot be reduced to one stack, and why."""

    deal: int | None
    """Its published number; null for cards that were given."""
    cards: str
    reason: str


class StacksCheck(msgspec.Struct, kw_only=True, frozen=True):
    """One deal of a stack game, or a range of published deals."""

    format: str = "quadrangle stacks check"
    version: int = 1
    game: str
    deals: str | None
    """The numbers asked for, as in "1-300"; null for cards that were given."""
    cards: str | None
    """The deal, where there is only one."""
    checked: int
    """Deals looked at: fewer than asked for when the budget was spent."""
    solvable: int
    unsolvable: list[StacksUnsolvable]
    undecided: list[int | None]
    """Deals the search was stopped in; null for cards that were given."""
    solution: list[str] | None
    """Moves "source-goal", where one deal was asked about and is solvable."""
    nodes: int
    """Positions expanded."""


class StacksWinnable(msgspec.Struct, kw_only=True, frozen=True):
    """How often a stack game can be won, from random deals."""

    format: str = "quadrangle stacks winnable"
    version: int = 1
    game: str
    seed: int
    deals: int
    """Deals tried."""
    won: int
    lost: int
    undecided: int
    interval: tuple[float, float]
    """95 % interval of the share that can be won; undecided deals widen it on both sides."""
    nodes: int


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


class Mean(msgspec.Struct, frozen=True, kw_only=True):
    """The mean of something over games."""

    mean: float | None
    """null when no game is over."""
    interval: tuple[float, float] | None
    """95 % interval; null where there are too few games for one."""


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """In how many games something was so."""

    games: int
    interval: tuple[float, float]
    """95 % interval of its share of all games."""


class SimulationPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat did, or a bot in all of its seats taken together."""

    bot: str
    seats: str
    """Letters of the seats, as in "A" or "AC"."""
    wins: Share
    """Games in which it came first alone; of one player, games with a return above 0."""
    ties: Share
    """Games in which it shared the first place."""
    returns: Mean
    """From 1 for the first place to -1 for the last, alone from 0 to 1; of several seats, their mean."""
    scores: Mean
    """The game's own points; of several seats, their mean."""


class SimulationLength(msgspec.Struct, frozen=True, kw_only=True):
    """How many decisions games took."""

    mean: float | None
    interval: tuple[float, float] | None
    shortest: int | None
    longest: int | None
    quantiles: dict[str, int]
    """Decisions not exceeded by at least 5, 25, 50, 75 and 95 percent of the games; empty without games."""


class SimulationEnd(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which games ended."""

    ended_by: str
    games: int
    interval: tuple[float, float]


class Simulation(msgspec.Struct, kw_only=True, frozen=True):
    """Games between bots."""

    format: str = "quadrangle simulation"
    version: int = 1
    game: str
    players: int
    bots: list[str]
    seed: int
    rulings: dict[str, str]
    """Every ruling in force."""
    components: str
    """Digest of the components."""
    reconstructed: int
    """Components that are reconstructions."""
    start: str | None
    """The position the games were played from; null for the beginning."""
    asked: int
    games: int
    """Games that were played to their end: fewer than asked for when interrupted."""
    by_seat: list[SimulationPlayer]
    by_bot: list[SimulationPlayer]
    length: SimulationLength
    branching: Mean
    """Legal actions a decision."""
    most_actions: int
    """The most legal actions of any decision."""
    chance: Mean
    """Steps of chance a game."""
    ended: list[SimulationEnd]
    """Most frequent first."""
    bands: dict[str, int] | None
    """Won games by the band of their result, 1 being the best; null in games without bands."""


class RuleLine(msgspec.Struct, frozen=True, kw_only=True):
    """A numbered rule."""

    number: int
    heading: str
    section: str
    """The section of the rulebook it comes from, or what it rules on."""
    text: str


class RulingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling in force."""

    name: str
    value: str
    default: str
    choices: list[str]
    """NUMBER and SECONDS stand for a number."""
    changed: bool
    affects: str
    reason: str


class Rules(msgspec.Struct, kw_only=True, frozen=True):
    """The rules of a game, or those that were asked for, and the rulings in force."""

    format: str = "quadrangle rules"
    version: int = 1
    game: str
    asked: list[str]
    """Numbers or words; empty for everything."""
    rules: list[RuleLine]
    rulings: list[RulingLine]


class ComponentEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One component, or one kind of it."""

    group: str
    text: str
    source: str
    """"printed" (the rulebook), "published" (another public source) or "reconstructed"."""


class Components(msgspec.Struct, kw_only=True, frozen=True):
    """What a game is played with."""

    format: str = "quadrangle components"
    version: int = 1
    game: str
    file: str | None
    """null for the components that come with the game."""
    digest: str
    """Tells these components from any others; match logs name it."""
    counts: dict[str, int]
    """Entries by their source."""
    entries: list[ComponentEntry]


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened in a match and was not taken back."""

    line: int
    """Number of its line in the log; what was put right stands on the line that was corrected."""
    player: str
    """A, B, … for a player, `chance` or `referee`."""
    action: str
    ms: int
    """Milliseconds it took, where that counts; else 0."""
    then: list[str]
    """What the rules did by themselves afterwards."""


class Replay(msgspec.Struct, kw_only=True, frozen=True):
    """A match as its log tells it, every step checked by the rules."""

    format: str = "quadrangle replay"
    version: int = 1
    game: str
    players: int
    names: list[str]
    """Who plays, seat by seat: a bot's name or `human`."""
    rulings: dict[str, str]
    components: str
    """Digest of the components it is played with."""
    seed: int
    start: str | None
    """The position it starts from; null for the set-up."""
    made_by: str
    """Name and version of the program that wrote the log."""
    steps: list[ReplayStep]
    position: str
    """The position after the last of them, in its text form."""
    line: int
    """The last line that was read."""
    lines: int
    """Whole lines of the log."""
    dropped: int
    """Bytes of an incomplete line after them."""
    over: bool
    """Whether the game has ended in that position."""
    finished: bool
    """Whether the result was written, so that nothing can follow."""
    helps: int
    undos: int
    pauses: int
    returns: list[float] | None
    """What the game was worth to each player; null while it goes on."""
    scores: list[float]
    """The game's own points of each player."""
    ended_by: str | None
    """How the game ended; null while it goes on."""


class CampusMove(msgspec.Struct, frozen=True, kw_only=True):
    """A set of tiles that a roll may turn, and what comes of it."""

    tiles: list[str]
    """Cells of the tiles turned by the roll, in reading order; empty for a pass."""
    total: int
    """Their sum."""
    down: list[str]
    """Cells of all tiles that go down, those of the chain included."""
    board: str
    """The board afterwards."""


class CampusMoves(msgspec.Struct, kw_only=True, frozen=True):
    """All moves of a roll on a Campus board."""

    format: str = "quadrangle campus moves"
    version: int = 1
    board: str
    roll: str
    total: int
    """The value of the roll: the sum of the dice, twice for doubles."""
    at_most: bool
    """Whether the tiles may total less than that."""
    lost: bool
    """Whether the roll loses the turn."""
    reason: str | None
    """Why the turn is lost, why nothing can be turned, or that the board is clear or dead."""
    clear: bool
    """Whether every tile was face down before the roll."""
    dead: bool
    """Whether no roll could ever change the board, but for the ruling dead_board."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    moves: list[CampusMove]
    link: str | None = None


class CampusStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a chain."""

    claim: str
    """Which rule, and where: "reward LINE", "wild LINE CELL" or "star CELL"."""
    tiles: list[str]
    """Cells of the tiles that go down with it."""


class CampusChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A board that a roll can lead to, by the first set of tiles that does."""

    tiles: list[str]
    """Cells of the tiles turned by the roll, in reading order; empty for a pass."""
    total: int
    down: list[str]
    """Cells of all tiles that go down, those of the chain included."""
    board: str
    """The board afterwards."""
    also: int
    """How many other sets of tiles lead to the same board."""
    value: str | int | float | None
    """By the objective: own turns still to come, points that go down, or the chance to finish first; a
    fraction "a/b" where it is one and short, null where no roll ever clears the board."""
    interval: tuple[float | None, float | None] | None
    """95 % interval of an estimate, the ends of a bound, or what rounding allows of an exact chance; null
    where the value is exact as it stands. An end is null where nothing is known of it."""
    chance: str | float | None
    """The best chance to clear the board ever, with an estimate how often its games did; null where the
    rulings make it certain, or it is not asked."""
    loss: str
    """Probability "a/b" that the next own roll loses the turn."""
    chain: list[CampusStep]
    """The chain that the move sets off, in the order of automatic play."""


class CampusGain(msgspec.Struct, frozen=True, kw_only=True):
    """What the best move is ahead of the next best one by."""

    measure: str
    """"turns" (fewer), "clearing" or "finishing" (chance more), "tiles" or "points" (more)."""
    amount: str | float | None
    """null where only the best move clears the board ever."""
    interval: tuple[float | None, float | None] | None
    """null where the amount is exact; an end is null where nothing is known of it."""


class CampusBest(msgspec.Struct, kw_only=True, frozen=True):
    """The best move of a roll on a Campus board, and the next best ones."""

    format: str = "quadrangle campus best"
    version: int = 1
    board: str
    roll: str
    total: int
    """The value of the roll: the sum of the dice, twice for doubles."""
    at_most: bool
    """Whether the tiles may total less than that."""
    lost: bool
    """Whether the roll loses the turn."""
    reason: str | None
    """Why the turn is lost, or that the board is clear."""
    clear: bool
    """Whether every tile was face down before the roll."""
    dead: bool
    """Whether no roll could ever change the board, but for the ruling dead_board."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    objective: str
    """"turns", "points" or "race"."""
    opponent: str | None
    """The other board of a race."""
    ends: str | None
    """How the race ends: "at_once" at the first cleared board, or "equal_turns" after as many turns of both,
    a tie counting one half; null where there is no race, as the next."""
    i_started: bool | None
    """Whether the player who is to move began the race."""
    proof: str
    """"exact", "estimate" (with intervals), or "bound" (the truth lies between the ends)."""
    how: str
    """"points", "fractions", "table", "file", "search", "static", "race" or "rules"."""
    value: str | int | float | None
    """That of the best move; null where there is none."""
    interval: tuple[float | None, float | None] | None
    error: float
    """How far exact values may be from the true ones by rounding."""
    moves: list[CampusChoice]
    """The best move alone; empty where the turn is lost or the board is clear."""
    gain: CampusGain | None
    """null where no other board can be reached."""
    alternatives: list[CampusChoice]
    """The next best moves, as many as were asked for."""
    boards: int
    """How many boards were ranked."""
    link: str | None = None


class CampusValue(msgspec.Struct, kw_only=True, frozen=True):
    """What a Campus board is worth before a roll."""

    format: str = "quadrangle campus value"
    version: int = 1
    board: str
    clear: bool
    dead: bool
    """Whether no roll could ever change the board, but for the ruling dead_board."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    proof: str
    """"exact" or "estimate"."""
    how: str
    """"fractions", "table", "file", "search", "static" or "rules"."""
    value: str | int | float | None
    """Least expected number of own turns to clear the board, of the games in which it is cleared under
    play that clears it most often; null where it is never cleared."""
    interval: tuple[float | None, float | None] | None
    """95 % interval of an estimate; null where the value is exact."""
    error: float
    """How far an exact value may be from the true one by rounding."""
    chance: str | float | None
    """The best chance to clear the board ever, with an estimate how often its games did; null where the
    rulings make it certain."""
    half_by: int | None
    """The own turn by which half of the games are over that are cleared in the best play; null where there
    are none, or it takes long to find, as the next."""
    nine_tenths_by: int | None
    """The same for nine in ten."""
    loss: str
    """Probability "a/b" that the next roll loses the turn."""
    link: str | None = None


class CampusDeal(msgspec.Struct, kw_only=True, frozen=True):
    """A random board."""

    format: str = "quadrangle campus deal"
    version: int = 1
    board: str
    seed: int
    tiles: str
    """The tile set it was drawn from."""
    source: str
    """Where its counts come from: "reconstructed" for the game's own set, "given" for another."""
    unused: list[str]
    """Tiles that stayed in the bag."""
    link: str | None = None


class CampusTable(msgspec.Struct, kw_only=True, frozen=True):
    """A table of the best play from every position of a board, as it was written to a file."""

    format: str = "quadrangle campus table summary"
    version: int = 1
    board: str
    file: str
    tiles: int
    """Number tiles that take part."""
    positions: int
    """Positions the table holds."""
    bytes: int
    """Size of the file."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    value: float | None
    """Least expected number of own turns to clear the board, of the games in which it is cleared where it may
    die; null where it is never cleared."""
    error: float | None
    """How far the value may be from the true one; null where no bound is known."""
    chance: float | None
    """The best chance to clear the board ever; null where the rulings make it certain."""
    link: str | None = None


class ShutTheBoxAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What to do with a first roll."""

    roll: int
    """The total of the dice."""
    chance: str
    """Probability "a/b" that it is rolled."""
    tiles: list[int] | None
    """The best set to turn; null where none can be turned."""
    value: str
    """What the game is worth after it, "a/b"."""
    equal: list[list[int]]
    """Other sets that are worth exactly as much."""


class ShutTheBox(msgspec.Struct, kw_only=True, frozen=True):
    """The exact value of a box and the best answers to its first roll."""

    format: str = "quadrangle campus shut the box"
    version: int = 1
    tiles: int
    one_die: int
    """One die is rolled once the sum of what is up is so much or less; 0 for always two."""
    max_tiles: int
    """Tiles a roll may turn; 0 for any number."""
    objective: str
    """"win" (best chance to shut the box), "sum" (least expected sum left) or "lose" (worst chance)."""
    value: str
    """Fraction "a/b"."""
    decimal: float
    first: list[ShutTheBoxAnswer]


class CanvasArea(msgspec.Struct, frozen=True, kw_only=True):
    """One colour area."""

    colour: str
    """"B", "R" or "Y" for blue, red and yellow."""
    size: int
    """Number of quadrants."""
    cells: list[str]
    """In reading order, as cells of the whole canvas."""


class CanvasAreas(msgspec.Struct, kw_only=True, frozen=True):
    """The colour areas of a canvas, or of one scoring area, in the order of their first cells."""

    format: str = "quadrangle canvas areas"
    version: int = 1
    canvas: str
    player: str | None
    """Whose scoring area was looked at; null for the whole canvas."""
    areas: list[CanvasArea]
    link: str | None = None


class CanvasPath(msgspec.Struct, kw_only=True, frozen=True):
    """The longest path of a colour."""

    format: str = "quadrangle canvas path"
    version: int = 1
    canvas: str
    player: str | None
    """Whose scoring area was looked at; null for the whole canvas."""
    asked: str | None
    """The colour that was asked for; null for any."""
    verdict: str
    """"yes" where the path is proved the longest, "no" where there is no quadrant of the colour, "unknown"
    where the budget was spent first."""
    colour: str | None
    """null where there is no path."""
    length: int
    """Quadrants of the path found."""
    cells: list[str]
    """In order from one end, as cells of the whole canvas."""
    bound: int
    """No path is longer: `length` where that is proved."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    link: str | None = None


class CanvasShown(msgspec.Struct, frozen=True, kw_only=True):
    """An Inspiration, and where its pattern lies."""

    name: str
    pattern: str
    """As it is drawn: rows of X and . parted by /."""
    there: bool
    """Whether the pattern is in the scoring area."""
    shown: bool
    """Whether it is shown, for its points; one a round is, the first that is there."""
    colour: str | None
    """null where the pattern is not there."""
    cells: list[str]
    """Where it lies, as cells of the whole canvas; empty where it is not there."""


class CanvasGoalValue(msgspec.Struct, frozen=True, kw_only=True):
    """What a scoring area is worth for a goal."""

    goal: str
    value: int
    points: int | None
    """Points for it; null where nobody wins it yet, or that depends on the Teacher's Pet."""


class CanvasPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's part of a canvas that is scored."""

    player: str
    seat: str
    goals: list[CanvasGoalValue]
    inspirations: list[CanvasShown]
    points: int | None
    """For this canvas, Inspirations included; null where that depends on the Teacher's Pet."""


class CanvasContest(msgspec.Struct, frozen=True, kw_only=True):
    """How one goal is decided."""

    goal: str
    winner: str | None
    """Who takes the card; null for nobody."""
    tied: list[str]
    """Who has the best match, where several do."""
    pet: str | None
    """Who holds the Teacher's Pet before it; null for nobody."""
    given_to: str | None
    """To whom the holder hands the Teacher's Pet; null where it stays."""
    why: str
    """The reason, in a sentence."""


class CanvasOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which the goals are decided, from left to right."""

    pet: str | None
    """Who holds the Teacher's Pet at first; null for nobody."""
    goals: list[CanvasContest]
    points: list[int]
    """Of each player, Inspirations included."""
    pet_after: str | None
    """Who holds the Teacher's Pet afterwards."""
    ahead: list[str]
    """Who has the most points."""


class CanvasScore(msgspec.Struct, kw_only=True, frozen=True):
    """What a canvas is worth to each player, and who wins what."""

    format: str = "quadrangle canvas score"
    version: int = 1
    canvas: str
    complete: bool
    """Whether all cards of the grid lie; else areas are taken from the canvas as it is written."""
    pet: str | None
    """Who holds the Teacher's Pet as the scoring begins: a player or "nobody"; null where it was not said."""
    goals: list[str]
    """In the order in which they are decided: as given, Assignments before Instructors."""
    decided: bool
    """Whether goals were named, so that somebody wins them."""
    players: list[CanvasPlayer]
    outcomes: list[CanvasOutcome]
    """Every different result: one, unless it depends on who holds the Teacher's Pet, or on its holder's
    choice. Empty where nothing is decided."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    reconstructed: int
    """How many of the goals and Inspirations used are reconstructed and not printed."""
    link: str | None = None


class CanvasGoal(msgspec.Struct, frozen=True, kw_only=True):
    """A goal of the registry."""

    name: str
    title: str
    deck: str
    """"assignment" or "instructor"."""
    takes: list[str]
    """Its parameters, written behind the name with `:` before each."""
    counts: str
    """What is counted."""
    wins: str
    """"most" or "fewest"."""
    points: int
    source: str
    """"printed" (the rulebook), "published" (another public source) or "reconstructed"."""


class CanvasGoals(msgspec.Struct, kw_only=True, frozen=True):
    """All goals that a canvas may be judged by."""

    format: str = "quadrangle canvas goals"
    version: int = 1
    goals: list[CanvasGoal]


class CanvasDeal(msgspec.Struct, kw_only=True, frozen=True):
    """A random canvas, complete or in progress, and what goes with it."""

    format: str = "quadrangle canvas deal"
    version: int = 1
    canvas: str
    seed: int
    players: int
    cards: int
    """How many cards lie."""
    player: str | None
    """Who places next; null where the canvas is complete."""
    pet: str
    """Who holds the Teacher's Pet."""
    hands: list[list[str]]
    """Of each player, cards as in portrait."""
    inspirations: list[str]
    """One of each player, by name."""
    goals: list[str]
    reconstructed: int
    """How many of its canvas cards, goals and Inspirations are not printed, each kind once."""
    of: int
    """How many those are in all."""
    link: str | None = None


class CanvasBatchLine(msgspec.Struct, kw_only=True, frozen=True):
    """The answer to one line of a batch of canvases."""

    canvas: str
    areas: dict[str, int]
    """Number of areas of each colour, by letter."""
    largest: dict[str, int]
    """Quadrants of the largest area of each colour."""
    values: list[dict[str, int]]
    """For each player what the scoring area is worth for each goal, by the goal's name."""


class CanvasPlacement(msgspec.Struct, frozen=True, kw_only=True):
    """A card that is laid."""

    card: str
    """As it lies."""
    at: str
    """The cell of its upper left quadrant; outside the canvas as it was given, beside which card:
    "left of a3", "above c1"; "the first card" where none lies."""
    column: int
    """Counted in cards from the left of the canvas as it was given, from 0; -1 for one to the left of it."""
    row: int
    """The same from the top; -1 for one above."""
    orientation: str
    """"portrait" or "landscape"."""


class CanvasChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A placement, and what it is worth."""

    placement: CanvasPlacement
    value: str | float
    """Expected points at the end of the round less those of the best other player: a fraction "a/b" where
    it is exact."""
    interval: tuple[float, float] | None
    """95 % interval of an estimate; null where the value is exact."""


class CanvasStep(msgspec.Struct, frozen=True, kw_only=True):
    """One placement of the principal line."""

    player: str
    placement: CanvasPlacement
    drawn: str | None
    """The card drawn after it, as in portrait; null where it makes no difference."""
    value: str | float
    """Expected margin of the player who is asked about, once the card lies."""


class CanvasBest(msgspec.Struct, kw_only=True, frozen=True):
    """The best placement on a canvas in progress."""

    format: str = "quadrangle canvas best"
    version: int = 1
    canvas: str
    """As it was given."""
    orientation: str | None
    """How the cards lie; null where none does."""
    player: str
    pet: str | None
    goals: list[str]
    verdict: str
    """"yes", or "unknown" where the budget was spent before anything was found."""
    how: str
    """"exact", or "sampled" where values are means of rounds played to their end."""
    choices: list[CanvasChoice]
    """The best placements, as many as were asked for, the best first."""
    placements: int
    """How many there are."""
    line: list[CanvasStep]
    """How the round ends when everybody places best; empty where values are sampled."""
    nodes: int
    """Placements that were weighed."""
    rulings: dict[str, str]
    """Rulings that are not at their default."""
    reconstructed: int
    """How many of the canvas cards of the deck, the goals and Inspirations used are reconstructed and not
    printed, each kind once."""
    of: int
    """How many those are in all."""
    link: str | None = None


class PrintedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A PDF that was written."""

    file: str
    pages: int
    bytes: int


class BookletVersion(msgspec.Struct, frozen=True, kw_only=True):
    """Where one version of a booklet stands in its file."""

    letter: str | None
    """null where there is one version only."""
    first_page: int
    """From 1."""
    last_page: int


class Booklet(msgspec.Struct, kw_only=True, frozen=True):
    """A booklet that was printed from a pack."""

    format: str = "quadrangle booklet"
    version: int = 1
    title: str
    paper: str
    puzzles: int
    """Puzzles of each version."""
    versions: list[BookletVersion]
    files: list[PrintedFile]
    """The booklet, and the solutions where they stand apart."""


class CardSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Cards, tiles or boards of one size."""

    name: str
    pieces: int
    width_mm: float
    height_mm: float
    reconstructed: int
    """How many of the pieces show what is a reconstruction."""


class Cards(msgspec.Struct, kw_only=True, frozen=True):
    """A game's components printed to be cut out."""

    format: str = "quadrangle cards"
    version: int = 1
    game: str
    paper: str
    components: str
    """Digest of the components."""
    sheets: list[CardSheet]
    files: list[PrintedFile]


def documents() -> dict[str, type[msgspec.Struct]]:
    """Return every document by the name `quadrangle schema` takes."""
    from .documents_puzzles import DOCUMENTS

    return {
        "booklet": Booklet,
        "campus-best": CampusBest,
        "campus-deal": CampusDeal,
        "campus-moves": CampusMoves,
        "campus-shut-the-box": ShutTheBox,
        "campus-table": CampusTable,
        "campus-value": CampusValue,
        "canvas-areas": CanvasAreas,
        "canvas-batch": CanvasBatchLine,
        "canvas-best": CanvasBest,
        "canvas-deal": CanvasDeal,
        "canvas-goals": CanvasGoals,
        "canvas-path": CanvasPath,
        "canvas-score": CanvasScore,
        "cards": Cards,
        "components": Components,
        "daily": DailyPuzzle,
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
        **DOCUMENTS,
        "replay": Replay,
        "rules": Rules,
        "simulation": Simulation,
        "stacks-check": StacksCheck,
        "stacks-winnable": StacksWinnable,
    }


def schema(document: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the JSON Schema of a document."""
    return msgspec.json.schema(document)


def fraction(value: Fraction) -> str:
    """Return a fraction as documents write it: `a/b`, also when b is 1."""
    return f"{value.numerator}/{value.denominator}"


def dump(document: msgspec.Struct) -> str:
    """Return a document as one line of JSON."""
    return msgspec.json.encode(document).decode()
