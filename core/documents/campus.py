"""The JSON documents of the commands about Campus."""

from __future__ import annotations

import msgspec


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


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "campus-best": CampusBest,
    "campus-deal": CampusDeal,
    "campus-moves": CampusMoves,
    "campus-shut-the-box": ShutTheBox,
    "campus-table": CampusTable,
    "campus-value": CampusValue,
}
