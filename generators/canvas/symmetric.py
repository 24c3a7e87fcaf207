"""Canvases that are their own mirror image, left and right, but for the names of colours."""

from __future__ import annotations

import itertools
from collections import Counter

from ...core.rng import Rng
from ...solvers.canvas.canvas import COLOURS, Canvas, Card
from ...solvers.canvas.decks import CANVAS_DECK
from ...solvers.canvas.faces import FACE_AT, FACES
from .. import constraints
from .positions import DEPTH, SIDE, Place

PAIRS = {4: 2, 6: 1}
"""How many pairs of cards lie in an area four cards wide of which so many cards are to be built."""
_NAMES = ((0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1))
"""Renamings of colours that undo themselves."""


def is_symmetric(canvas: Canvas) -> bool:
    """Return whether a canvas is its own mirror image, left and right, up to the names of colours."""
    mirrored = canvas.mirrored().quadrants
    return any(
        tuple(-1 if one < 0 else names[one] for one in mirrored) == canvas.quadrants
        for names in itertools.permutations(COLOURS)
    )


def symmetric_area(rng: Rng, cards: int) -> tuple[Canvas, list[Card]]:
    """Return an area of which so many cards are to be built, a key of PAIRS, and the other cards of the deck.

    A renaming, places and an order of all faces for each place are drawn; the lexicographically least cards
    in that order are asked for and proved, of which the deck has enough.
    """
    names = _NAMES[rng.below(len(_NAMES))]
    half = [(column, row) for row in range(DEPTH) for column in range(SIDE // 2)]
    rng.shuffle(half)
    left = half[: PAIRS[cards]]
    places = [*left, *((SIDE - 1 - column, row) for column, row in left)]
    orders = [list(range(len(FACES))) for _ in places]
    for order in orders:
        rng.shuffle(order)
    deck = Counter(CANVAS_DECK)
    model = constraints.new_model()
    holds = [[model.new_bool_var(f"{cell}:{face}") for face in FACES] for cell in range(len(places))]
    for row in holds:
        model.add_exactly_one(row)
    for card in dict.fromkeys(CANVAS_DECK):
        ways = [FACE_AT[face] for face in card.half_turns()]
        model.add(sum(row[way] for row in holds for way in ways) <= deck[card])
    opposite = [(cell + len(left)) % len(places) for cell in range(len(places))]
    constraints.mapped(model, holds, opposite, [FACE_AT[_image(face, names)] for face in FACES])
    chosen = constraints.least(model, holds, orders)
    assert chosen is not None  # some card and its image are in the deck
    lying = {place: FACES[face] for place, face in zip(places, chosen, strict=True)}
    deck.subtract(card.upright for card in lying.values())
    return Canvas.of_cards(lying, SIDE, DEPTH), sorted(deck.elements())


def symmetric_canvas(rng: Rng) -> tuple[Canvas, list[Card]] | None:
    """Return a canvas of the deck with two places left, and the other cards; None where the deck has too few.

    Two colours may change places between left and right.
    """
    names = _NAMES[rng.below(len(_NAMES))]
    left = Counter(CANVAS_DECK)
    lying: dict[Place, Card] = {}
    half = [(column, row) for row in range(SIDE) for column in range(SIDE // 2)]
    hole = [place for place in half if place[1]][rng.below(len(half) - SIDE // 2)]
    for column, row in half:
        if (column, row) == hole:
            continue
        pool = sorted(left.elements())
        card = pool[rng.below(len(pool))]
        card = card.turned(2 * rng.below(2))
        other = _image(card, names)
        left[card.upright] -= 1
        left[other.upright] -= 1
        if min(left.values()) < 0:
            return None
        lying[column, row], lying[SIDE - 1 - column, row] = card, other
    return Canvas.of_cards(lying, SIDE, SIDE), sorted(left.elements())


def _image(card: Card, names: tuple[int, int, int]) -> Card:
    a, b, c, d = (names[colour] for colour in card.quadrants)
    return Card((b, a, d, c))
