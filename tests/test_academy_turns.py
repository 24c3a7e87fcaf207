"""The rules of Abstract Academy about cards and where they lie, each in a position written for it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from academy_play import (
    SMALL,
    academy,
    box,
    legal,
    line,
    moved,
    open_to,
    outcomes,
    played,
    position,
    refusal,
    told,
)

from quadrangle.core.errors import ComponentError, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyComponents, AcademyState, standard
from quadrangle.engines.academy import components as academy_components
from quadrangle.engines.bots import Random
from quadrangle.engines.game import CHANCE
from quadrangle.solvers.canvas import ASSIGNMENTS, CANVAS_DECK, COLOURS, INSPIRATIONS, INSTRUCTORS

GOALS = "goals: largest_area:B largest_area:R largest_area:Y"


def placing(canvas: str, players: int = 2, who: str = "A", more: str = "", **rulings: str) -> AcademyState:
    """Return a position of round 1 in which `who` places a card, as many turns being over as cards lie."""
    letters = sum(canvas.partition(" ")[2].count(letter) for letter in "BRY")
    turn = letters // 4 - (players == 4)  # with four a start card lies, too
    pet = "ABCD"[("ABCD".index(who) - turn) % players]
    held = "\n".join(f"inspirations {seat}: {'FILNPTUVWXYZ'[at]}" for at, seat in enumerate("ABCD"[:players]))
    turns = f"turn: {turn}\n" if turn else ""
    text = f"phase: place\nround: 1\npet: {pet}\n{turns}{GOALS}\ncanvas: {canvas}\n{held}\n{more}"
    return position(text, players, **rulings)


@pytest.mark.rule("academy", 1, 2, 3, 4, 5)
def test_the_box_holds_the_decks_of_the_rulebook() -> None:
    found = standard()
    assert sorted(found.deck) == sorted(CANVAS_DECK)
    assert len(found.deck) == 54
    assignments = [goal for goal in found.goals if goal.kind.deck == "assignment"]
    assert [tuple(goal for goal in assignments if goal.colour == colour) for colour in COLOURS] == list(
        ASSIGNMENTS.values()
    )
    assert found.goals[15:] == INSTRUCTORS
    assert len(INSTRUCTORS) == 7
    assert found.patterns == dict(INSPIRATIONS)
    assert len(INSPIRATIONS) == 12
    assert found.pet.count == 1


def test_every_goal_has_the_source_of_the_registry() -> None:
    found = standard()
    for entry, goal in zip((*found.assignment, *found.instructor), found.goals, strict=True):
        assert (entry.goal, entry.source) == (str(goal), goal.kind.source)
    assert {entry.source for entry in found.canvas} == {"reconstructed"}
    assert {entry.source for entry in found.inspiration} == {"reconstructed"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"cards": "BB/BX:9"}, "'X' is no colour"),
        ({"cards": "BB/BR:9 BB/BR:9"}, "the canvas card BB/BR is there twice"),
        (
            {"cards": "BB/BR:40"},
            "40 canvas cards; expected 53 at least, 12 for four hands and more than there",
        ),
        ({"cards": "BB/BR:3 RR/RR:3 YY/YY:3"}, "9 canvas cards; expected 16 at least"),
        ({"inspirations": "none:XX"}, "the name 'none' of an Inspiration"),
        ({"inspirations": "A:XX A:XXX"}, "the Inspiration A is there twice"),
        ({"inspirations": "A:X.X"}, "is in parts"),
    ],
)
def test_a_box_that_cannot_be_played_with_is_refused(changes: dict[str, str], message: str) -> None:
    with pytest.raises(ComponentError, match=message):
        box(**changes)  # type: ignore[arg-type]


@pytest.mark.rule("academy", 49)
@pytest.mark.parametrize("players", [0, 1, 3, 5])
def test_only_two_or_four_play(players: int) -> None:
    with pytest.raises(NotationError, match=f"{players} players of Abstract Academy; expected 2 or 4"):
        Academy(players)


@pytest.mark.rule("academy", 6, 7)
def test_hands_of_three_are_dealt_from_a_shuffled_deck() -> None:
    start = academy().start()
    chances = {str(outcome): chance for outcome, chance in start.chance_outcomes()}
    assert sum(chances.values()) == 1
    assert chances["card BB/BB"] == Fraction(2, 54)  # a half turn leaves it as it is, so it is there twice
    assert chances["card BB/BR"] == Fraction(1, 54)
    state = moved(start, "card BB/BR", "card BB/BB", "card BR/RY", "card YY/YY")
    assert line(state, "hand A") == "BB/BB BB/BR BR/RY"
    assert line(state, "hand B") == "YY/YY"
    assert "card BB/BR" not in outcomes(state)
    assert refusal(state, "card BB/BR") == "card BB/BR: no such card is left in the deck"
    state = moved(state, "card RR/RR", "card YY/YY")
    assert [len(hand) for hand in state.hands] == [3, 3]
    assert line(state, "phase") == "pet"


@pytest.mark.rule("academy", 8, 50)
def test_the_first_pet_is_drawn_or_player_as() -> None:
    drawn = played(academy(4).start(), Rng(1), ["pet"])
    assert dict(drawn.chance_outcomes())[drawn.game.parse_action("pet C")] == Fraction(1, 4)
    assert line(moved(drawn, "pet C"), "pet") == "C"
    seated = played(academy(4, first_pet="seat_0").start(), Rng(1), ["inspire"])
    assert line(seated, "pet") == "A"


@pytest.mark.rule("academy", 10, 15, 78)
def test_inspirations_are_drawn_from_the_pet_clockwise_and_the_pet_begins() -> None:
    state = moved(played(academy(4).start(), Rng(1), ["pet"]), "pet C")
    state = moved(state, "inspiration F", "inspiration X", "inspiration I", "inspiration W")
    assert [line(state, f"inspirations {seat}") for seat in "CDAB"] == ["F", "X", "I", "W"]
    assert (line(state, "phase"), state.current_player) == ("name", 2)
    placing_now = played(state, Rng(1), ["place"])
    assert placing_now.current_player == 2
    after = played(placing_now.apply(placing_now.legal_actions()[0]), Rng(1), ["place"])
    assert after.current_player == 3


@pytest.mark.rule("academy", 77)
def test_the_last_inspiration_is_drawn_at_once_and_seen_by_who_draws_it() -> None:
    game = academy(2, box(patterns=2), first_pet="seat_0", goal_order="fixed_blue_red_yellow")
    state = played(game.start(), Rng(1), ["inspire"])
    assert state.observers() == (0, 1)  # B has what A has not
    after = moved(state, "inspiration I")
    assert (line(after, "inspirations A"), line(after, "inspirations B")) == ("I", "F")
    assert line(after, "phase") == "reveal"
    third = played(after, Rng(1), ["over"])
    assert sum(map(len, third.sheet.inspirations)) + len(third.sheet.gone) == 2


@pytest.mark.rule("academy", 16, 17)
def test_a_turn_places_a_card_of_the_hand_and_draws_one() -> None:
    state = placing("portrait d4 BR / YB", more="hand A: BB/BR RR/RR YY/YY")
    after = moved(state, "place RB/BB d3")
    assert line(after, "canvas") == "portrait d3 RB / BB / BR / YB"
    assert line(after, "hand A") == "RR/RR YY/YY"
    assert (line(after, "phase"), after.current_player) == ("draw", CHANCE)
    assert after.observers() == (0,)
    drawn = moved(after, "card BY/RY")
    assert line(drawn, "hand A") == "BY/RY RR/RR YY/YY"
    assert (line(drawn, "turn"), drawn.current_player) == ("2", 1)
    assert "no card of player A lies so in portrait; these do: BB/BR, RB/BB" in refusal(
        state, "place YY/YB d3"
    )
    assert "player A places a canvas card now" in refusal(state, "show none")


@pytest.mark.rule("academy", 19)
def test_cards_lie_side_by_side() -> None:
    state = placing("portrait d4 BR / YB")
    assert open_to(state) == {"c4", "e4", "d3", "d5"}
    assert refusal(state, "place YY/YY c3").endswith("c3 is not beside a card that lies")
    assert refusal(state, "place YY/YY d4").endswith("a card lies on d4 already")


@pytest.mark.rule("academy", 20, 55)
def test_the_first_card_may_be_turned_four_ways_and_fixes_the_orientation() -> None:
    first = "\n".join(
        (
            *("phase: place", "round: 1", "pet: A", GOALS, "hand A: BB/BR RR/RR YB/BY"),
            *("inspirations A: F", "inspirations B: X"),
        )
    )
    state = position(first)
    portrait = ["BB/BR", "RB/BB", "RR/RR", "YB/BY"]
    landscape = ["BB/RB", "BR/BB", "BY/YB", "RR/RR"]
    assert legal(state) == [f"lay {face} portrait" for face in portrait] + [
        f"lay {face} landscape" for face in landscape
    ]
    upright = played(moved(state, "lay RR/RR portrait"), Rng(1), ["place"])
    across = played(moved(state, "lay RR/RR landscape"), Rng(1), ["place"])
    assert line(upright, "canvas") == "portrait d4 RR / RR"
    assert {
        action.split(" ")[1] for action in legal(position(first.replace("RR/RR YB/BY", "BB/BR BB/BR")))
    } == {
        "BB/BR",
        "RB/BB",
        "BB/RB",
        "BR/BB",
    }
    again = moved(across, "place YY/YY d3", "card YY/YY")  # B's card looks the same however it lies
    assert {action.split(" ")[1] for action in legal(again)} >= {"BB/RB", "BR/BB", "BY/YB"}
    assert not {action.split(" ")[1] for action in legal(again)} & {"BB/BR", "YB/BY"}
    alone = position(first, first_orientation="portrait")
    assert legal(alone) == [f"lay {face} portrait" for face in portrait]
    assert "by the ruling first_orientation the first card lies in portrait" in refusal(
        alone, "lay BB/RB landscape"
    )


@pytest.mark.rule("academy", 56)
def test_a_card_may_be_turned_round_and_equal_results_are_one_action() -> None:
    state = placing("portrait d4 BR / YB", more="hand A: BB/BR BR/RB RR/RR")
    faces = [action.split(" ")[1] for action in legal(state)]
    assert Counter(faces) == {"BB/BR": 4, "RB/BB": 4, "RR/RR": 4, "BR/RB": 4}
    fixed = placing("portrait d4 BR / YB", more="hand A: BB/BR BR/RB RR/RR", half_turn="not_allowed")
    assert {action.split(" ")[1] for action in legal(fixed)} == {"BB/BR", "RR/RR", "BR/RB"}
    across = placing("landscape d4 BR / YB", more="hand A: BB/BR BR/RB RR/RR", half_turn="not_allowed")
    assert {action.split(" ")[1] for action in legal(across)} == {"BB/RB", "RR/RR", "RB/BR"}


@pytest.mark.rule("academy", 21, 22)
def test_a_fourth_card_locks_an_axis() -> None:
    three = placing("portrait d4 BRBRBR / YBYBYB")
    assert open_to(three) == {"c4", "g4", "d3", "e3", "f3", "d5", "e5", "f5"}
    west = moved(three, "place YY/YY c4", "card YY/YY")
    assert open_to(west) == {f"{column}{row}" for column in "cdef" for row in (3, 5)}
    assert refusal(west, "place YY/YY g4").endswith("the canvas would be longer than 4 cards")
    assert refusal(west, "place YY/YY b4").endswith("the canvas would be longer than 4 cards")
    east = moved(three, "place YY/YY g4", "card YY/YY")
    assert open_to(east) == {f"{column}{row}" for column in "defg" for row in (3, 5)}


@pytest.mark.rule("academy", 26)
def test_the_other_axis_of_two_players_has_no_home_rows() -> None:
    state = placing("portrait c4 YYBRBRBR / YYYBYBYB")
    assert open_to(state) == {f"{column}{row}" for column in "cdef" for row in (3, 5)}
    assert state.game.plane.is_locked(state.occupied) == (False, True)
    assert state.game.plane.homes(state.occupied) == (0, 0)


TALL = "portrait d1 YY / YY / BR / YB / RR / RR / YY / YY"
"""A column of four cards, so that the row axis is locked: row 1 is north's, row 4 south's."""


@pytest.mark.rule("academy", 23, 24)
def test_only_its_owner_uses_a_home_row() -> None:
    south = placing(TALL)
    assert open_to(south) == {f"{column}{row}" for column in "ce" for row in (2, 3, 4)}
    assert refusal(south, "place YY/YY e1").endswith(
        "it lies in the home row of player B, and other cells are open: c2, e2, c3, e3, c4 and e4"
    )
    north = placing(TALL, who="B")
    assert open_to(north) == {f"{column}{row}" for column in "ce" for row in (1, 2, 3)}
    assert "home row of player A" in refusal(north, "place YY/YY c4")


@pytest.mark.rule("academy", 52)
def test_the_card_that_locks_the_axis_is_judged_before() -> None:
    three = placing(TALL.replace("d1 YY / YY / ", "d2 "))
    assert {"d1", "d5"} <= open_to(three)  # d1 becomes north's home row by this card of south's
    after = moved(three, "place YY/YY d1")
    assert after.game.plane.homes(after.occupied)[1] >> after.game.plane.cell_at["d1"] & 1


FULL_BUT_NORTH = "portrait b1 YY...... / YY...... / " + " / ".join(["YYYYYYYY"] * 6)
"""Only north's home row has room."""


@pytest.mark.rule("academy", 25, 54)
def test_who_has_no_other_cell_uses_anothers_home_row() -> None:
    forced = placing(FULL_BUT_NORTH, more="hand A: BB/BB RR/RY YY/YY")
    assert forced.current_player == 0
    assert open_to(forced) == {"c1", "d1", "e1"}
    # The other hand does not matter, nor which card it is: a cell decides.
    assert {action.split(" ")[1] for action in legal(forced)} == {"BB/BB", "RR/RY", "YR/RR", "YY/YY"}
    one_more = FULL_BUT_NORTH.removesuffix("YYYYYYYY / YYYYYYYY") + "YYYYYY.. / YYYYYY.."
    assert open_to(placing(one_more)) == {"e4"}


@pytest.mark.rule("academy", 51)
def test_an_axis_is_locked_by_its_length_or_by_a_full_line() -> None:
    # Four rows, and no column of four cards.
    bent = "portrait c2 YYYY.. / YYYY.. / ..YY.. / ..YY.. / ..YYYY / ..YYYY / ....YY / ....YY"
    by_extent = placing(bent)
    assert by_extent.game.plane.is_locked(by_extent.occupied) == (True, False)
    assert not {"c1", "d1", "e2"} & open_to(by_extent)
    by_line = placing(bent, lock="full_line")
    assert by_line.game.plane.is_locked(by_line.occupied) == (False, False)
    # No home row yet: north's top row is open to south; the edges are the same.
    assert open_to(by_line) == open_to(by_extent) | {"b2", "e2"} - {"b1"}
    full = placing(TALL, lock="full_line")
    assert full.game.plane.is_locked(full.occupied) == (True, False)
    assert open_to(full) == open_to(placing(TALL))
    wide = placing("portrait c4 YYBRBRBR / YYYBYBYB", lock="full_line")
    assert wide.game.plane.is_locked(wide.occupied) == (False, True)


COLUMN = "portrait e2 " + " / ".join(["YY"] * 10)
"""A column of five cards from e2 to e6."""


@pytest.mark.rule("academy", 40, 57, 58)
def test_four_players_begin_beside_a_start_card() -> None:
    state = played(academy(4).start(), Rng(3), ["start"])
    assert state.observers() == range(4)
    state = moved(state, outcomes(state)[-1])
    pet = state.sheet.pet
    assert (line(state, "phase"), state.current_player) == ("turn", pet)
    card = line(state, "start")
    assert f"lay {card} portrait" in legal(state)
    assert all(action.startswith("lay ") for action in legal(state))
    after = state.apply(state.legal_actions()[-1])
    assert (line(after, "phase"), after.current_player) == ("place", pet)
    assert line(after, "canvas").startswith("landscape e5 ")
    assert open_to(after) == {"d5", "f5", "e4", "e6"}
    assert "cannot lie so" in refusal(
        state, "lay BB/RY portrait" if card != "BB/RY" else "lay BB/BB portrait"
    )
    fixed = played(academy(4, start_card="portrait").start(), Rng(3), ["start"])
    laid = moved(fixed, outcomes(fixed)[-1])
    assert line(laid, "phase") == "place"
    assert line(laid, "canvas").startswith("portrait e5 ")


@pytest.mark.rule("academy", 41)
def test_four_players_lock_with_five_cards() -> None:
    four = placing(COLUMN.replace("e2", "e3").removesuffix(" / YY / YY"), 4)
    assert {"e2", "e7"} <= open_to(four)
    five = placing(COLUMN, 4)
    assert not {"e1", "e7"} & open_to(five)
    assert refusal(five, "place YY/YY e7").endswith("the canvas would be longer than 5 cards")


@pytest.mark.rule("academy", 45)
def test_one_pair_of_four_may_have_home_rows_before_the_other() -> None:
    # It is south's turn, then west's, and only the row axis is locked.
    south, west = placing(COLUMN, 4), placing(COLUMN, 4, "B")
    homes = south.game.plane.homes(south.occupied)
    assert [bool(home) for home in homes] == [True, False, True, False]
    assert open_to(south) == {f"{column}{row}" for column in "df" for row in (3, 4, 5, 6)}
    assert open_to(west) == {f"{column}{row}" for column in "df" for row in (3, 4, 5)}
    row = placing("portrait c5 YYYYYYYYYY / YYYYYYYYYY", 4)
    assert [bool(home) for home in row.game.plane.homes(row.occupied)] == [False, True, False, True]
    assert open_to(row) == {f"{column}{row}" for column in "def" for row in (4, 6)}


CROSS = "portrait c2 " + " / ".join(
    row for row in ["..YYYYYY..", "..YYYYYY..", *["YYYYYYYYYY"] * 6, "..YYYYYY..", "..YYYYYY.."]
)
"""All of the five by five but its corners."""


@pytest.mark.rule("academy", 53)
def test_a_corner_belongs_to_both_its_owners() -> None:
    corners = {"A": {"c6", "g6"}, "B": {"c2", "c6"}, "C": {"c2", "g2"}, "D": {"g2", "g6"}}
    for player in "ABCD":
        state = placing(CROSS, 4, player)
        assert state.current_player == "ABCD".index(player)
        assert open_to(state) == corners[player]
        # Nobody may, unless there is nothing else: here there are only corners.
        strict = placing(CROSS, 4, player, corner_home="nobody_but_forced")
        assert open_to(strict) == {"c2", "g2", "c6", "g6"}
    room = CROSS.replace("YYYYYYYYYY", "YYYY..YYYY", 2)
    assert open_to(placing(room, 4)) == {"e3", "c6", "g6"}
    strict = placing(room, 4, corner_home="nobody_but_forced")
    assert open_to(strict) == {"e3"}
    assert "by the ruling corner_home nobody may use a corner" in refusal(strict, "place YY/YY c6")


def small(text: str, **rulings: str) -> AcademyState:
    """Return a position of two players on a canvas of two by two, with hands of one and eight cards."""
    return academy(2, box(2, 1, SMALL), **rulings).state_from(text)


RUN_OUT = """\
phase: place
round: 2
pet: A
turn: 2
goals: patchwork mirror
used: largest_area:B largest_area:R largest_area:Y
canvas: portrait a2 BBBY / YYYY
discards: BB/BR BR/RY BR/RY RR/RR
hand A: RR/RR
hand B: BY/RY
inspirations A: F X
inspirations B: I W
taken A: 0 3 0"""
"""The deck is empty, four cards are discarded, two lie on the canvas."""


@pytest.mark.rule("academy", 18, 72, 77)
def test_discards_are_shuffled_in_the_middle_of_a_turn_and_not_the_canvas() -> None:
    state = small(RUN_OUT)
    assert state.deck == ()
    assert told(state, "place RR/RR a1") == ("4 discards are shuffled",)
    after = moved(state, "place RR/RR a1")
    assert (line(after, "phase"), line(after, "shuffled"), line(after, "discards")) == ("draw", "1", "")
    assert outcomes(after) == ["card BB/BR", "card BR/RY", "card RR/RR"]
    assert line(after, "hand B") == "BY/RY@0"
    # One card left, so that it is drawn at once; and shuffled then, or with the next draw.
    last = RUN_OUT.replace("discards: BB/BR ", "discards: ")
    waits = moved(small(last), "place RR/RR a1")
    assert line(waits, "phase") == "place"
    assert (line(waits, "discards"), line(waits, "shuffled")) == ("BR/RY BR/RY RR/RR", "")
    at_once = moved(small(last, reshuffle="as_soon_as_it_is_empty"), "place RR/RR a1")
    assert (line(at_once, "discards"), line(at_once, "shuffled")) == ("", "1")


@pytest.mark.rule("academy", 35, 72)
def test_the_canvas_joins_the_discards_and_a_deck_that_is_empty_is_shuffled_then_by_ruling() -> None:
    # Ten cards: two hands, four that were laid, and four in the deck, of which two rounds use all.
    cards = "BB/BR:2 BR/RY:2 BY/YY:2 RR/RR:2 BB/YY:2"
    for reshuffle, shuffles in (("when_a_draw_finds_the_deck_empty", 0), ("as_soon_as_it_is_empty", 1)):
        state = academy(2, box(2, 1, cards), reshuffle=reshuffle).start()
        state = played(state, Rng(4), ["show"])
        first = Counter(line(state, "hand A").split(" ") + line(state, "hand B").split(" "))
        assert (first.total(), len(state.deck), len(state.sheet.discards)) == (2, 4, 0)
        while line(state, "round") == "1":
            state = state.apply(state.legal_actions()[0])
        assert (len(state.deck), len(state.sheet.discards)) == (4, 4)
        before = state.sheet.discards
        second = played(state, Rng(4), ["show"])
        assert (len(second.deck) + len(second.sheet.discards), second.sheet.age) == (4, shuffles)
        assert (second.deck or second.sheet.discards) == before
        while line(second, "round") == "2":
            second = second.apply(second.legal_actions()[0])
        assert len(second.deck) + len(second.sheet.discards) == 8
        assert second.sheet.age == shuffles


@pytest.mark.rule("academy", 71)
def test_who_fills_the_canvas_draws_or_not() -> None:
    text = RUN_OUT.replace("BBBY / YYYY", "BBBY / YYYY / RR.. / RR..").replace("turn: 2", "turn: 3")
    text = text.replace("hand A: RR/RR", "hand A: BR/RY").replace("BR/RY BR/RY RR/RR", "BR/RY RR/RR")
    draws = moved(small(text), "place BY/RY b3")
    assert (line(draws, "phase"), draws.active) == ("draw", 1)
    over = moved(small(text, draw_after_last="no"), "place BY/RY b3")
    assert (line(over, "phase"), line(over, "hand B"), line(over, "discards")) == (
        "show",
        "-",
        "BB/BR BR/RY RR/RR",
    )
    assert told(small(text, draw_after_last="no"), "place BY/RY b3") == ("the round is scored",)


EMPTY = """\
phase: place
round: 1
pet: A
turn: 3
goals: largest_area:B largest_area:R largest_area:Y
canvas: portrait b4 BBBRRR / BRRYRR
hand A: -
hand B: BB/YY
hand C: BY/YY
hand D: BY/RY
inspirations A: F
inspirations B: I
inspirations C: L
inspirations D: N"""
"""Six of the eight cards: a start card, of three turns one was passed, and the deck holds two."""


@pytest.mark.rule("academy", 73, 76)
def test_without_deck_and_discards_hands_run_out_and_the_round_is_scored_as_it_lies() -> None:
    game = academy(4, box(4, 1, SMALL))
    state = game.state_from(EMPTY)
    assert len(state.deck) == 2
    while line(state, "phase") != "show":
        actions = legal(state)
        assert actions
        if not state.hands[state.current_player]:
            assert actions == ["pass"]
            assert "has no canvas card, and can only pass" in refusal(state, "place RR/RR d3")
        state = state.apply(state.legal_actions()[0]).until_decision(Rng(1))
    assert (state.deck, state.hands) == ((), ((), (), (), ()))
    assert len(state.cards) == 8 < state.game.full


@pytest.mark.rule("academy", 81)
def test_a_random_player_takes_each_placement_alike() -> None:
    state = placing("portrait d4 BR / YB", more="hand A: BB/BR RR/RR YY/YY")
    rng = Rng(5)
    count = Counter(str(Random().choose(state, rng)) for _ in range(16_000))
    assert set(count) == set(legal(state))
    assert all(800 < number < 1200 for number in count.values())


def test_a_file_of_ones_own_replaces_the_decks(tmp_path: Path) -> None:
    shipped = Path(academy_components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    own = shipped.replace('goal = "harmony"', 'goal = "areas_of_size:2"').replace(
        "two_players = 4", "two_players = 3"
    )
    path.write_text(own, encoding="utf-8")
    game = Academy(2, None, AcademyComponents.read(path))
    assert str(game.goals[-1]) == "areas_of_size:2"
    state = played(game.start(), Rng(1), ["show"])
    assert len(state.cards) == 9
    played(state, Rng(1), ["over"])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('goal = "harmony"', 'goal = "harmonies"', "the goal 'harmonies'; expected one of "),
        ('goal = "harmony"', 'goal = "largest_area:B"', "the goal largest_area:B is there twice"),
        ('goal = "harmony"', 'goal = "largest_area:G"', "'G' is no colour"),
        ('goal = "solid_blocks:B"', 'goal = "areas_of_size:3"', "among the assignments; it is no assignment"),
        ("two_players = 4", "two_players = 6", r"Expected `int` <= 5 - at `\$.grid.two_players`"),
        ('pattern = "XXXXX"', 'pattern = "XXOXX"', "'O' in a pattern"),
        ('card = "BB/BB"', 'card = "BB/B"', "'BB/B' is not a card"),
        ('format = "quadrangle academy', 'format = "quadrangle acadamy', "its format is"),
    ],
)
def test_a_file_that_is_wrong_is_refused(old: str, new: str, message: str) -> None:
    shipped = Path(academy_components.__file__).with_name("components.toml").read_text(encoding="utf-8")
    assert old in shipped
    with pytest.raises(ComponentError, match=f"^mine.toml: .*{message}"):
        AcademyComponents.parse(shipped.replace(old, new, 1), "mine.toml")


def test_few_goals_of_a_deck_are_refused() -> None:
    found = standard()
    few = msgspec.structs.replace(found, instructor=found.instructor[:2])
    assert few.fault() == "2 Instructors; expected 3 at least"
    few = msgspec.structs.replace(found, assignment=found.assignment[3:])
    assert few.fault() == "2 blue Assignments; expected 3 at least"


SIX = "BB/BB:1 BB/BR:1 BB/RR:1 BR/RY:1 BY/YY:1 RR/RR:1"
"""Two hands and four cards to be drawn."""


@pytest.mark.rule("academy", 18, 72)
def test_a_deck_that_ends_with_the_round_is_shuffled_with_the_next_draw_or_at_once() -> None:
    waits = played(academy(2, box(2, 1, SIX)).start(), Rng(4), ["show"])
    at_once = played(academy(2, box(2, 1, SIX), reshuffle="as_soon_as_it_is_empty").start(), Rng(4), ["show"])
    assert (waits.deck, waits.sheet.discards) == (at_once.deck, at_once.sheet.discards) == ((), ())
    waits, at_once = (played(state, Rng(4), ["inspire"]) for state in (waits, at_once))
    assert (len(waits.deck), len(waits.sheet.discards), waits.sheet.age) == (0, 4, 0)
    assert (len(at_once.deck), len(at_once.sheet.discards), at_once.sheet.age) == (4, 0, 1)


@pytest.mark.rule("academy", 18, 40, 72)
def test_discards_are_shuffled_for_a_start_card() -> None:
    # Four hands, a start card, and three that are drawn: nothing is left for the second round.
    eight = f"{SIX} RY/YR:1 YY/YY:1"
    state = played(academy(4, box(2, 1, eight)).start(), Rng(4), ["show"])
    assert (state.deck, state.sheet.age) == ((), 0)
    second = played(state, Rng(4), ["start"])
    assert (line(second, "round"), len(second.deck), second.sheet.discards) == ("2", 4, ())
    assert second.sheet.age == 1
    # A start card that is the last of the deck empties it, and by ruling the discards follow at once.
    nine = f"{eight} BB/YY:1"
    for reshuffle, left in (("when_a_draw_finds_the_deck_empty", (0, 4)), ("as_soon_as_it_is_empty", (4, 0))):
        state = played(academy(4, box(2, 1, nine), reshuffle=reshuffle).start(), Rng(4), ["show"])
        state = played(state, Rng(4), ["name", "reveal"])
        state = played(state, Rng(4), ["turn"])
        assert (line(state, "round"), len(state.deck), len(state.sheet.discards)) == ("2", *left)


@pytest.mark.rule("academy", 51)
def test_a_full_row_locks_the_column_axis_by_ruling() -> None:
    # Four columns, and no row of four cards.
    bent = "portrait b3 YY...... / YY...... / YYYYYY.. / YYYYYY.. / ....YYYY / ....YYYY"
    for lock, locked in (("extent", (False, True)), ("full_line", (False, False))):
        state = placing(bent, lock=lock)
        assert state.game.plane.is_locked(state.occupied) == locked
        assert not {"a3", "f5"} & open_to(state)  # edges are the same


@pytest.mark.rule("academy", 35)
def test_cards_that_lay_across_are_discarded_as_they_were_held() -> None:
    state = played(academy(2, box(2, 1, SIX)).start(), Rng(4), ["place"])
    across = state.apply(state.legal_actions()[-1])
    assert line(across, "canvas").startswith("landscape")
    after = played(across, Rng(4), ["inspire"])
    held = [line(after, f"hand {name}") for name in "AB"]
    assert sorted([*line(after, "discards").split(" "), *held]) == [one[:-2] for one in SIX.split(" ")]
