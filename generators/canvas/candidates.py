"""Random canvas puzzles: what chance deals, and the goal that one canvas alone reaches there.

Nothing here looks at how difficult a puzzle is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ...core.errors import NotationError
from ...core.rng import Rng
from ...solvers.canvas.canvas import COLOURS, Canvas, Card
from ...solvers.canvas.decks import ASSIGNMENTS, CANVAS_DECK, INSTRUCTORS
from ...solvers.canvas.faces import FACE_AT, FACES
from ...solvers.canvas.goals import Goal
from .arrangements import Valued, canvases_of, grids_of, is_few
from .finishing import points
from .positions import DEPTH, SIDE, Build, Last, Wanted, empty_places
from .symmetric import symmetric_area, symmetric_canvas

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

T = TypeVar("T")

_Round = Callable[[Rng, Goal | None], tuple[Goal, ...]]
Drawn = tuple[Build, tuple[Canvas, ...]]
"""A puzzle and the canvases that solve it."""

HAND = range(3, 6)
"""How many cards are held for the last places."""
PATH = "longest_colour_path"
PATH_CARDS = 6
"""Most cards of a puzzle whose goals hold the longest path: with more it takes too long."""
FIXED = ("most_quadrants", "balanced_composition")
"""Goals that are the same however given cards are laid."""
POOL = 8
"""How many goals are drawn for some cards: all arrangements of these are valued once for all of them."""
GOALS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3}
"""How many goals a puzzle of so many cards has at least: where there are more than one, one more as often."""


def goals_of_build(cards: int) -> tuple[Goal, ...]:
    """Return the goals that a puzzle of so many cards to build may have."""
    every = [goal for colour in COLOURS for goal in ASSIGNMENTS[colour]]
    every += INSTRUCTORS
    left_out = FIXED if cards <= PATH_CARDS else (*FIXED, PATH)
    return tuple(goal for goal in every if goal.name not in left_out)


def area_width(cards: int) -> int:
    """Return how many cards wide the smallest scoring area is that holds so many."""
    return max(2, -(-cards // DEPTH))


def random_builds(
    rng: Rng, cards: int, goal: Goal | None = None, look: Callable[[], object] = lambda: None
) -> Iterator[Drawn]:
    """Yield, in an order that is drawn, the puzzles of one draw of cards and a pool of goals.

    Goals of a puzzle are some of the pool, a given goal always among them. Where places are more than
    cards, a card lies on each of the others. `look` is called now and then, for who may have to stop: what
    it raises goes through.
    """
    width = area_width(cards)
    places = [(column, row) for row in range(DEPTH) for column in range(width)]
    deck = _drawn(rng, CANVAS_DECK, len(places))
    taken = _drawn(rng, places, len(places) - cards)
    given = {place: _turned(rng, card) for place, card in zip(taken, deck, strict=False)}
    return _builds(rng, Canvas.of_cards(given, width, DEPTH), deck[len(given) :], goal, look)


def symmetric_builds(
    rng: Rng, cards: int, goal: Goal | None = None, look: Callable[[], object] = lambda: None
) -> Iterator[Drawn]:
    """Yield puzzles as `random_builds` does, the cards that lie and the places left being symmetric."""
    canvas, left = symmetric_area(rng, cards)
    return _builds(rng, canvas, _drawn(rng, left, cards), goal, look)


def _builds(
    rng: Rng, canvas: Canvas, cards: Sequence[Card], goal: Goal | None, look: Callable[[], object]
) -> Iterator[Drawn]:
    hand = tuple(sorted(card.upright for card in cards))
    fewest = GOALS[len(hand)]
    count = fewest if fewest == 1 else fewest + rng.below(2)
    wished = [] if goal is None else [goal]
    others = [one for one in goals_of_build(len(hand)) if one != goal]
    pool = sorted([*wished, *_drawn(rng, others, POOL - len(wished))])
    valued = Valued(canvas, hand, pool, look)
    sets = [goals for goals in itertools.combinations(pool, count) if goal is None or goal in goals]
    rng.shuffle(sets)
    for goals in sets:
        look()
        bests = valued.sole_bests(goals)
        rng.shuffle(bests)
        for best in bests:
            wanted = tuple(Wanted(one, value) for one, value in zip(goals, best.values, strict=True))
            if all(one.threshold for one in wanted):
                yield Build(canvas, hand, wanted), best.canvases


def random_last(rng: Rng, places: int, goal: Goal | None = None, symmetric: bool = False) -> Last | None:
    """Return a puzzle of so many places left; None where no canvas alone leads by the most.

    The south has to lead at all where one canvas alone does that, else by as much as the best canvas.
    """
    dealt = symmetric_canvas(rng) if symmetric else _dealt(rng, places)
    if dealt is None:
        return None
    canvas, left = dealt
    hand = tuple(sorted(_drawn(rng, left, HAND[rng.below(len(HAND))])))
    goals = random_goals(rng, goal)
    pet = rng.below(2)
    lead = sole_lead(canvas, hand, goals, pet)
    if lead is None:
        return None
    try:
        return Last(canvas, hand, goals, pet, lead)
    except NotationError:  # the places left cut a card off
        return None


def _dealt(rng: Rng, places: int) -> tuple[Canvas, list[Card]]:
    deck = list(CANVAS_DECK)
    rng.shuffle(deck)
    every = [(column, row) for row in range(SIDE) for column in range(SIDE)]
    holes = _drawn(rng, [place for place in every if place[1]], places)
    lying = {place: _turned(rng, deck.pop()) for place in every if place not in holes}
    return Canvas.of_cards(lying, SIDE, SIDE), deck


def random_goals(rng: Rng, goal: Goal | None = None) -> tuple[Goal, ...]:
    """Return the goals of a round of the game, one of them a given one."""
    rounds: tuple[_Round, ...] = (_colour_theory, _composition, _final_project)
    if goal is not None:
        rounds = (
            (_colour_theory, _final_project) if goal.colour is not None else (_composition, _final_project)
        )
    return rounds[rng.below(len(rounds))](rng, goal)


def _colour_theory(rng: Rng, goal: Goal | None) -> tuple[Goal, ...]:
    decks = [ASSIGNMENTS[colour] if goal is None or goal.colour != colour else (goal,) for colour in COLOURS]
    found = [deck[rng.below(len(deck))] for deck in decks]
    rng.shuffle(found)
    return tuple(found)


def _composition(rng: Rng, goal: Goal | None) -> tuple[Goal, ...]:
    return tuple(_with(rng, INSTRUCTORS, 2, goal))


def _final_project(rng: Rng, goal: Goal | None) -> tuple[Goal, ...]:
    assignment = goal if goal is not None and goal.colour is not None else None
    instructor = goal if assignment is None else None
    every = [one for colour in COLOURS for one in ASSIGNMENTS[colour]]
    return (*_with(rng, every, 2, assignment), *_with(rng, INSTRUCTORS, 1, instructor))


def _with(rng: Rng, deck: Sequence[Goal], count: int, goal: Goal | None) -> list[Goal]:
    found = _drawn(rng, [one for one in deck if one != goal], count)
    if goal is not None:
        found[rng.below(count)] = goal
    return found


def sole_lead(canvas: Canvas, hand: Sequence[Card], goals: Sequence[Goal], pet: int) -> int | None:
    """Return the lead above 0 that one full canvas alone reaches; None where there is none."""
    import numpy as np

    found = leads(finals(canvas, hand), goals, pet)
    ahead = found[found > 0]
    if len(ahead) == 1:
        return 1
    most = int(found.max())
    return most if most > 0 and int(np.count_nonzero(found == most)) == 1 else None


def finals(canvas: Canvas, hand: Sequence[Card]) -> Array:
    """Return the different full canvases that can come of a hand, int8[n, 8, 8]."""
    import numpy as np

    places = empty_places(canvas)
    ways = {card: tuple(FACE_AT[face] for face in card.half_turns()) for card in hand}
    rows = {
        faces
        for cards in set(itertools.permutations(hand, len(places)))
        for faces in itertools.product(*(ways[card] for card in cards))
    }
    quadrants = np.array([card.quadrants for card in FACES], dtype=np.int8)
    return grids_of(canvas, places, [quadrants[some] for some in np.array(sorted(rows), dtype=np.int64).T])


def leads(grids: Array, goals: Sequence[Goal], pet: int) -> Array:
    """Return by how much the south leads on each of int8[n, 8, 8], int64[n], as `finishing.points`."""
    import numpy as np

    if is_few(10 * len(grids)):
        found = (points(canvas, goals, pet) for canvas in canvases_of(grids))
        return np.array([south - north for south, north in found], dtype=np.int64)
    from ...solvers.canvas import batch

    south, north = (batch.values(goals, area) for area in batch.scoring_areas(grids, 2))
    lead = np.zeros(len(grids), dtype=np.int64)
    holder = np.full(len(grids), 1 if pet == 0 else -1, dtype=np.int64)  # 1 where the south has the Pet
    for at, goal in enumerate(goals):
        worth = goal.kind.points
        ahead = np.sign(south[:, at] - north[:, at]) * (1 if goal.kind.most else -1)
        tied = ahead == 0
        lead += worth * np.where(tied, holder, ahead)
        holder = np.where(tied, -holder, holder)
    return lead


def _turned(rng: Rng, card: Card) -> Card:
    return card.turned(2 * rng.below(2))


def _drawn(rng: Rng, items: Sequence[T], count: int) -> list[T]:
    left = list(items)
    found = []
    for _ in range(count):
        at = rng.below(len(left))
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found
