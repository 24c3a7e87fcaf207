"""The JSON documents of the commands about the canvases of Abstract Academy."""

from __future__ import annotations

import msgspec


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


DOCUMENTS: dict[str, type[msgspec.Struct]] = {
    "canvas-areas": CanvasAreas,
    "canvas-batch": CanvasBatchLine,
    "canvas-best": CanvasBest,
    "canvas-deal": CanvasDeal,
    "canvas-goals": CanvasGoals,
    "canvas-path": CanvasPath,
    "canvas-score": CanvasScore,
}
