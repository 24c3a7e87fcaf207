"""A round in progress from the canvas on the table: what it becomes, and what is refused with which words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from canvas_best_cases import random_round
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import NotationError
from quadrangle.solvers.canvas import CANVAS_DECK, INSPIRATIONS, Canvas, Card, Goal, Rules
from quadrangle.solvers.canvas.faces import COUNT, FACES
from quadrangle.solvers.canvas.in_progress import CardError, Spot, position_of
from quadrangle.solvers.canvas.margins import canvas_of
from quadrangle.solvers.canvas.position import Position

BLUE = Goal.parse("largest_area:B")
HAND = tuple(map(Card.parse, ("BR/YB", "RR/YY", "BB/YR")))
ROW = "BBRR\nBRRY"


def built(canvas: str = ROW, **given_: Any) -> Position:
    """Return the round of two players with A to place, unless said otherwise."""
    asked: dict[str, Any] = {"players": 2, "player": 0, "hands": [HAND, None], "goals": [BLUE], "pet": 0}
    return position_of(Canvas.parse(canvas), **(asked | given_))


def test_what_is_said_is_what_stands_in_the_position() -> None:
    patterns = [(INSPIRATIONS["P"],), ()]
    gone = [Card.parse("YY/YY")]
    position = built(inspirations=patterns, gone=gone, points=[3, 5], landscape=True)
    assert (position.players, position.size, position.player, position.pet) == (2, 4, 0, 0)
    assert (position.landscape, position.goals, position.points) == (1, (BLUE,), (3, 5))
    assert position.patterns == tuple(patterns)
    assert (position.hands[1], position.hidden) == (None, (0, 3))
    assert [FACES[card] for card in position.discards] == gone
    assert len(position.hands[0] or ()) == 3
    assert len(position.deck) == 54 - 2 - 3 - 1


def test_empty_rows_and_columns_around_the_cards_say_nothing() -> None:
    wide = "........\n........\n....BBRR\n....BRRY\n........\n........"
    assert built(wide) == built(ROW) == built(ROW + "\n....\n....")


@given(st.integers(0, 10**6), st.sampled_from([2, 4]), st.integers(1, 13))
@settings(max_examples=40, deadline=None)
def test_a_round_comes_back_from_its_canvas_with_the_same_cells_open(
    seed: int, players: int, left: int
) -> None:
    size = 4 if players == 2 else 5
    position = random_round(seed, left, players=players, size=size, deck=CANVAS_DECK)
    canvas = canvas_of(position.cards, position.plane.side)
    back = position_of(
        canvas,
        players=players,
        player=position.player,
        hands=[[FACES[card] for card in hand or ()] for hand in position.hands],
        landscape=position.landscape == 1,
        pet=position.pet,
    )
    moved = {card // COUNT - cell // COUNT for card, cell in zip(position.cards, back.cards, strict=True)}
    assert len(moved) == 1
    (by,) = moved
    assert [card % COUNT for card in back.cards] == [card % COUNT for card in position.cards]
    assert (back.hands, back.deck, back.landscape) == (position.hands, position.deck, position.landscape)
    here = [(place.face, place.cell - by) for place in position.placements()]
    assert [(place.face, place.cell) for place in back.placements()] == here


def test_a_canvas_without_cards_is_a_round_that_begins() -> None:
    position = built("....\n....")
    assert (position.cards, position.landscape) == ((), -1)
    assert {place.cell for place in position.placements()} == {position.plane.origin}


def test_cards_in_landscape_are_held_as_they_were_in_portrait() -> None:
    portrait, landscape = built("BB\nRY"), built("BB\nRY", landscape=True)
    assert Counter(portrait.deck) != Counter(landscape.deck)
    full = Counter(built("..\n..").deck)
    for position, kind in ((portrait, "BB/RY"), (landscape, "RB/YB")):
        (missing,) = (full - Counter(position.deck)).elements()
        assert Card.parse(kind) in FACES[missing].half_turns()


def test_cards_that_may_not_be_turned_round_are_counted_as_they_are() -> None:
    rules = Rules(half_turn="not_allowed")
    deck = [Card.parse("BB/RR"), Card.parse("RR/BB"), Card.parse("YB/RY")]
    position = built("BB\nRR", deck=deck, hands=[[deck[1]], None], hidden=[0, 1], rules=rules)
    assert [FACES[card] for card in position.deck] == [deck[2]]
    with pytest.raises(NotationError, match="BB/RR in the hand of A is used up"):
        built("BB\nRR", deck=deck, hands=[[deck[0]], None], hidden=[0, 1], rules=rules)


@pytest.mark.parametrize(
    ("canvas", "given_", "told"),
    [
        ("BB..\nB...", {}, "the card at a1 lacks 1 of its quadrants"),
        ("BBBB\nBRBB", {"deck": HAND}, "the card BB/BR at a1 of the canvas; expected a card of the deck"),
        ("RRYY\nRRYY", {"gone": [Card.parse("RR/RR")] * 2}, "RR/RR among those that are gone is used up"),
        (ROW, {"hands": [[*HAND, Card.parse("RR/RY")], None]}, "RR/RY in the hand of A is used up"),
        ("BB..YY\nBR..YR", {}, "the card YY/YR at e1 is not joined to the others"),
        ("BB..\nBR..\n..YY\n..YR", {}, "the card YY/YR at c3 is not joined"),
        (
            "BBRRYYBBBR\nBRRYYRRRRB",
            {},
            "cards in 5 columns, the last BR/RB at i1; expected at most 4 columns of cards",
        ),
        (ROW, {"players": 3}, "3 players of Abstract Academy; expected 2 or 4"),
        (ROW, {"player": 2}, "player 2 as the one who places next; expected a number from 0 to 1"),
        (ROW, {"player": -1, "pet": -1}, "player -1 as the one who places next"),
        (ROW, {"pet": 4}, "player 4 as the one who holds the Teacher's Pet"),
        (ROW, {"hands": [HAND]}, "1 hands; expected 2, one for each player"),
        (ROW, {"points": [1]}, "1 points; expected 2"),
        (ROW, {"hidden": [0, 60]}, "60 cards in hands that are not known; expected at most the 49"),
    ],
)
def test_what_cannot_be_is_refused_by_name(canvas: str, given_: dict[str, Any], told: str) -> None:
    with pytest.raises(NotationError) as caught:
        built(canvas, **given_)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("canvas", "given_", "spot"),
    [
        ("BB..\nB...", {}, Spot("canvas", 0)),
        ("BB....\nBR....\n..BB..\n..B...", {}, Spot("canvas", 14)),
        ("RRYY\nRRYY", {"gone": [HAND[1], *[Card.parse("RR/RR")] * 2]}, Spot("gone", 2)),
        (ROW, {"hands": [HAND, [Card.parse("YY/YY")] * 3]}, Spot("hand", 2, 1)),
        ("BB..YY\nBR..YR", {}, Spot("canvas", 4)),
        ("BBRRYYBBBR\nBRRYYRRRRB", {}, Spot("canvas", 8)),
        ("BBBBBB\nBBBBBB", {}, Spot("canvas", 4)),
    ],
)
def test_a_card_that_cannot_be_where_it_is_says_which_of_them_it_is(
    canvas: str, given_: dict[str, Any], spot: Spot
) -> None:
    with pytest.raises(CardError) as caught:
        built(canvas, **given_)
    assert caught.value.spot == spot
