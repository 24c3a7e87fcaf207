"""The answers to questions about canvases as documents; printing them is another matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...core.budget import Budget, Result
from ...core.documents.canvas import (
    CanvasArea,
    CanvasAreas,
    CanvasContest,
    CanvasDeal,
    CanvasGoal,
    CanvasGoals,
    CanvasGoalValue,
    CanvasOutcome,
    CanvasPath,
    CanvasPlayer,
    CanvasScore,
    CanvasShown,
)
from ...core.errors import ComponentError
from ...core.rng import Rng
from ...engines.academy.rulings import AcademyRulings
from ...solvers.canvas import (
    COLOURS,
    GOALS,
    INSPIRATION_POINTS,
    LETTERS,
    SIDE_NAMES,
    Canvas,
    Card,
    ColourPath,
    Goal,
    Region,
    Rules,
    areas,
    canvas_link,
    cells,
    longest_path,
    longest_shortest_path,
    placements,
    region,
    regions,
)
from ...solvers.canvas.regions import SIDES_OF
from . import words
from .given import NOBODY, SEATS, Box, Given
from .scoring import Outcome, outcomes


def part_of(canvas: Canvas, player: int | None, players: int) -> Region:
    """Return the scoring area of a player, or all of a canvas as it lies for None."""
    if player is None:
        return Region(0, canvas, tuple(range(len(canvas.quadrants))))
    return region(canvas, SIDES_OF[players][player])


def areas_document(canvas: Canvas, part: Region, player: int | None) -> CanvasAreas:
    """Return the colour areas of a canvas or of a scoring area."""
    found = [(area.colour, part.on_canvas(area.mask)) for area in areas(part.grid)]
    ordered = sorted(found, key=lambda area: area[1] & -area[1])
    return CanvasAreas(
        canvas=str(canvas),
        player=seat(player),
        areas=[
            CanvasArea(colour=LETTERS[colour], size=mask.bit_count(), cells=list(canvas.names(mask)))
            for colour, mask in ordered
        ],
        link=canvas_link(canvas),
    )


def seat(player: int | None) -> str | None:
    """Return the letter of a player, None for nobody."""
    return None if player is None or player == NOBODY else SEATS[player]


def path(part: Region, colour: int | None, rules: Rules, budget: Budget) -> Result[ColourPath | None]:
    """Return the longest path of a colour, or of any for None, as the ruling says what that is."""
    wanted = COLOURS if colour is None else (colour,)
    if rules.path == "longest_shortest_path":
        found = longest_shortest_path(part.grid, wanted)
        return Result("yes" if found else "no", found)
    return longest_path(part.grid, wanted, budget)


def path_cells(part: Region, found: ColourPath | None) -> tuple[int, ...]:
    """Return the cells of a path as cells of the canvas."""
    return tuple(part.cells[cell] for cell in found.cells) if found else ()


def path_document(
    canvas: Canvas,
    part: Region,
    player: int | None,
    colour: int | None,
    found: Result[ColourPath | None],
    rulings: AcademyRulings,
) -> CanvasPath:
    """Return the longest path as a document."""
    longest = found.value
    length = longest.length if longest else 0
    return CanvasPath(
        canvas=str(canvas),
        player=seat(player),
        asked=None if colour is None else LETTERS[colour],
        verdict=found.verdict,
        colour=LETTERS[longest.colour] if longest else None,
        length=length,
        cells=[canvas.name(cell) for cell in path_cells(part, longest)],
        bound=int(found.interval[1]) if found.interval else length,
        rulings=changed(rulings),
        link=canvas_link(canvas),
    )


def changed(rulings: AcademyRulings) -> dict[str, str]:
    """Return the rulings that are not at their default."""
    default = AcademyRulings()
    return {
        name: getattr(rulings, name)
        for name in AcademyRulings.__struct_fields__
        if getattr(rulings, name) != getattr(default, name)
    }


@dataclass(frozen=True)
class Question:
    """What a canvas is scored by."""

    canvas: Canvas
    players: int
    goals: tuple[Goal, ...]
    """Those to be decided, in order; empty for the values of all, undecided."""
    inspirations: tuple[tuple[Given, ...], ...]
    pet: int | None
    """None where it was not said."""
    rulings: AcademyRulings
    box: Box


@dataclass(frozen=True)
class Scored:
    """A canvas that is scored."""

    asked: Question
    goals: tuple[Goal, ...]
    """Those whose values stand in `values`."""
    values: tuple[tuple[int, ...], ...]
    """Of each goal, one a player."""
    shown: tuple[tuple[CanvasShown, ...], ...]
    """The Inspirations of each player."""
    outcomes: tuple[Outcome, ...]

    @property
    def inspiration_points(self) -> list[int]:
        """Points of each player for Inspirations."""
        return _inspiration_points(self.shown)


def _inspiration_points(shown: Sequence[Sequence[CanvasShown]]) -> list[int]:
    return [INSPIRATION_POINTS * sum(one.shown for one in own) for own in shown]


def score(asked: Question) -> Scored:
    """Return what a canvas is worth to each player, and every way in which its goals may be decided."""
    rules = asked.rulings.rules
    parts = regions(asked.canvas, asked.players)
    parts_box = asked.box.parts
    goals = asked.goals or parts_box.goals
    values = tuple(tuple(goal.value(part.grid, rules) for part in parts) for goal in goals)
    many = asked.rulings.inspirations_shown == "any_number"
    shown = tuple(
        tuple(_shown(asked.canvas, part, own, rules, many))
        for part, own in zip(parts, asked.inspirations, strict=True)
    )
    found: list[Outcome] = []
    if asked.goals:
        pets = range(asked.players) if asked.pet is None else [asked.pet]
        found = outcomes(goals, values, _inspiration_points(shown), pets, rules)
        if asked.pet is None and _alike(found, asked.players):
            # Nobody ties, so that it makes no difference who holds the Pet.
            found = outcomes(goals, values, _inspiration_points(shown), [NOBODY], rules)
    return Scored(asked, goals, values, shown, tuple(found))


def _alike(found: Sequence[Outcome], players: int) -> bool:
    """Return whether no goal is contested, whoever holds the Pet."""
    return len(found) == players and all(
        len(decision.contest.best) < 2 for outcome in found for decision in outcome.decisions
    )


def _shown(
    canvas: Canvas, part: Region, own: Sequence[Given], rules: Rules, many: bool
) -> Iterator[CanvasShown]:
    free = True
    for given in own:
        place = next(placements(part.grid, given.pattern, rules), None)
        shows = place is not None and free
        free = free and (many or not shows)
        yield CanvasShown(
            name=given.name,
            pattern=str(given.pattern),
            there=place is not None,
            shown=shows,
            colour=LETTERS[place.colour] if place else None,
            cells=list(canvas.names(part.on_canvas(place.mask))) if place else [],
        )


def score_document(found: Scored) -> CanvasScore:
    """Return what a canvas is worth as a document."""
    asked = found.asked
    given = [one for own in asked.inspirations for one in own]
    reconstructed = sum(map(asked.box.is_reconstructed, found.goals))
    return CanvasScore(
        canvas=str(asked.canvas),
        complete=is_complete(asked.canvas, asked.players, asked.box),
        pet=None if asked.pet is None else "nobody" if asked.pet == NOBODY else SEATS[asked.pet],
        goals=[str(goal) for goal in found.goals],
        decided=bool(asked.goals),
        players=[_player(found, player) for player in range(asked.players)],
        outcomes=[_outcome(outcome) for outcome in found.outcomes],
        rulings=changed(asked.rulings),
        reconstructed=reconstructed + len({one.name for one in given if one.reconstructed}),
        link=canvas_link(asked.canvas),
    )


def is_complete(canvas: Canvas, players: int, box: Box) -> bool:
    """Return whether all cards of the grid lie."""
    side = 2 * box.parts.size(players)
    return canvas.is_complete and canvas.rows == canvas.columns == side


def _player(found: Scored, player: int) -> CanvasPlayer:
    points = {outcome.points[player] for outcome in found.outcomes}
    goals = []
    for at, (goal, values) in enumerate(zip(found.goals, found.values, strict=True)):
        won = {goal.kind.points * (outcome.decisions[at].winner == player) for outcome in found.outcomes}
        goals.append(
            CanvasGoalValue(goal=str(goal), value=values[player], points=won.pop() if len(won) == 1 else None)
        )
    total = points.pop() if len(points) == 1 else None
    return CanvasPlayer(
        player=SEATS[player],
        seat=SIDE_NAMES[SIDES_OF[found.asked.players][player]],
        goals=goals,
        inspirations=list(found.shown[player]),
        points=total if found.outcomes else found.inspiration_points[player],
    )


def _outcome(outcome: Outcome) -> CanvasOutcome:
    most = max(outcome.points)
    return CanvasOutcome(
        pet=seat(outcome.first_pet),
        goals=[
            CanvasContest(
                goal=str(one.goal),
                winner=seat(one.winner),
                tied=[SEATS[player] for player in one.contest.best] if len(one.contest.best) > 1 else [],
                pet=seat(one.pet),
                given_to=seat(one.given_to),
                why=words.decided(one),
            )
            for one in outcome.decisions
        ],
        points=list(outcome.points),
        pet_after=seat(outcome.pet),
        ahead=[SEATS[player] for player, points in enumerate(outcome.points) if points == most],
    )


def goals_document() -> CanvasGoals:
    """Return the registry of goals."""
    return CanvasGoals(
        goals=[
            CanvasGoal(
                name=kind.name,
                title=kind.title,
                deck=kind.deck,
                takes=list(kind.takes),
                counts=kind.sentence,
                wins="most" if kind.most else "fewest",
                points=kind.points,
                source=kind.source,
            )
            for kind in GOALS.values()
        ]
    )


def deal(seed: int, players: int, count: int | None, box: Box) -> CanvasDeal:
    """Return a random canvas of so many cards, complete for None, with hands, Inspirations and goals.

    Cards lie in portrait, each at a random place at which its player may put it, either way up. Raises
    ComponentError where the deck has too few.
    """
    from ...solvers.canvas.position import plane_of

    parts, rng = box.parts, Rng(seed)
    size = parts.size(players)
    laid = size * size if count is None else count
    deck = list(parts.deck)
    needed = laid + players * parts.hand.cards
    if len(deck) < needed:
        raise ComponentError(f"{len(deck)} canvas cards; expected {needed} at least")
    rng.shuffle(deck)
    pet = rng.below(players)
    plane = plane_of(size, players, Rules())
    occupied, lying = 0, {}
    # With four players the first card is nobody's, and the Pet's holder places the second.
    first = int(players == 4)
    for number in range(laid):
        player = (pet + max(0, number - first)) % players
        open_cells = list(cells(plane.allowed(occupied, player)))
        cell = open_cells[rng.below(len(open_cells))]
        occupied |= 1 << cell
        lying[divmod(cell, plane.side)[::-1]] = deck.pop().turned(2 * rng.below(2))
    left = min((column for column, _ in lying), default=0)
    top = min((row for _, row in lying), default=0)
    wide = max((column - left + 1 for column, _ in lying), default=1)
    tall = max((row - top + 1 for _, row in lying), default=1)
    placed: dict[tuple[int, int], Card] = {(x - left, y - top): card for (x, y), card in lying.items()}
    canvas = Canvas.of_cards(placed, wide, tall)
    names = list(parts.patterns)
    rng.shuffle(names)
    goals = list(parts.goals)
    rng.shuffle(goals)
    chosen = [
        *[goal for goal in goals if goal.kind.deck == "assignment"][:2],
        *[goal for goal in goals if goal.kind.deck == "instructor"][:1],
    ]
    sources = {entry.name: entry.source for entry in parts.inspiration}
    invented = sum(sources[name] == "reconstructed" for name in names[:players])
    hand = parts.hand.cards
    done = laid == size * size
    return CanvasDeal(
        canvas=str(canvas),
        seed=seed,
        players=players,
        cards=laid,
        player=None if done else SEATS[(pet + max(0, laid - first)) % players],
        pet=SEATS[pet],
        hands=[
            sorted(str(card) for card in deck[start : start + hand])
            for start in range(0, players * hand, hand)
        ],
        inspirations=names[:players],
        goals=[str(goal) for goal in chosen],
        reconstructed=box.reconstructed_cards + sum(map(box.is_reconstructed, chosen)) + invented,
        of=len(parts.canvas) + len(chosen) + players,
        link=canvas_link(canvas),
    )
