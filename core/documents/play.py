"""The JSON documents of what plays any game: matches, simulations, rules, components."""

from __future__ import annotations

import msgspec


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


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "components": Components,
    "replay": Replay,
    "rules": Rules,
    "simulation": Simulation,
}
