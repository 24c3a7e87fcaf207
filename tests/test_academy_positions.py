"""Positions of Abstract Academy that cannot be, and what an action uncovers."""

from __future__ import annotations

import pytest
from academy_play import PLENTY, ROOM, academy, box, line, moved, position
from test_academy_whole import any_box, any_rulings

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyState
from quadrangle.engines.conformance import resample_by_counts, worlds

GOALS = "goals: largest_area:B largest_area:R largest_area:Y"
USED = "used: largest_area:B largest_area:R largest_area:Y"
SECOND = f"phase: place\nround: 2\npet: B\ngoals: patchwork mirror\n{USED}\n"
SIXTEEN = "canvas: portrait d4 " + " / ".join(["YYYYYYYY"] * 8)
SHOWING = f"phase: show\nround: 1\npet: A\nturn: 16\nasked: A\n{GOALS}\n{SIXTEEN}\n"


@pytest.mark.rule("academy", 10)
@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("inspirations A: F I\ninspirations B: L N", ""),
        ("inspirations A: F\ninspirations B: I L N", "more Inspirations in a hand than rounds"),
        ("inspirations A: F I\ninspirations B: L\ngone: N\ntaken B: 1 0 0", ""),
        (
            "inspirations A: F I\ninspirations B: L\ngone: N\ntaken A: 1 0 0",
            "or fewer Inspirations than one",
        ),
        ("inspirations A: F\ninspirations B: I\ngone: L N\ntaken A: 1 0 0\ntaken B: 1 0 0", ""),
        ("inspirations A: F I\ngone: L N\ntaken B: 2 0 0", "has shown more than one Inspiration a round"),
        ("inspirations A: F I\ngone: L N\ntaken A: 1 0 0\ntaken B: 1 0 0", "or fewer Inspirations than one"),
    ],
)
def test_everybody_has_drawn_one_a_round(held: str, message: str) -> None:
    if not message:
        assert position(SECOND + held).current_player == 1
        return
    with pytest.raises(NotationError, match=message):
        position(SECOND + held)


@pytest.mark.rule("academy", 10)
def test_the_first_of_a_round_are_drawn_from_the_pet_on() -> None:
    text = f"phase: inspire\nround: 2\npet: C\n{USED}\n"
    first = "inspirations A: F\ninspirations B: I\ninspirations C: L X\ninspirations D: N\n"
    assert line(moved(position(text + first, 4), "inspiration T"), "inspirations D") == "N T"
    with pytest.raises(NotationError, match="more or fewer Inspirations than one a round"):
        position(text + first.replace("L X", "L").replace("I\n", "I X\n"), 4)


@pytest.mark.rule("academy", 62)
@pytest.mark.parametrize(
    ("held", "ok"),
    [
        ("inspirations A: F\ninspirations B: I\ngone: L N", True),
        ("inspirations A: F I\ngone: L N", False),
        ("inspirations A: F L\ninspirations B: I N", False),
    ],
)
def test_where_unused_inspirations_are_discarded_each_holds_one(held: str, ok: bool) -> None:
    if ok:
        assert position(SECOND + held, inspiration_kept="discarded_each_round").current_player == 1
        return
    with pytest.raises(NotationError, match="holds more or fewer Inspirations than the one of this round"):
        position(SECOND + held, inspiration_kept="discarded_each_round")


@pytest.mark.rule("academy", 16)
@pytest.mark.parametrize("turns", ["", "turn: 15\n", "turn: 17\n"])
def test_a_card_is_placed_in_each_turn(turns: str) -> None:
    held = "inspirations A: F\ninspirations B: I"
    assert position(SHOWING + held).current_player == 0
    with pytest.raises(NotationError, match="16 cards on the canvas after"):
        position(SHOWING.replace("turn: 16\n", turns) + held)


@pytest.mark.rule("academy", 59)
def test_goals_that_nobody_names_are_revealed_in_the_order_of_colours() -> None:
    text = "phase: reveal\nround: 1\npet: A\ngoals: {}\nnamed: yellow\ninspirations A: F\ninspirations B: I"
    ruling = "arranged_after_reveal"
    position(text.format("largest_area:B most_areas:R"), goal_order=ruling)
    position(text.format("most_areas:R largest_area:B"))
    with pytest.raises(NotationError, match="not revealed in the order of their colours"):
        position(text.format("most_areas:R largest_area:B"), goal_order=ruling)


SECOND_ROUND = f"""\
phase: place
round: 2
pet: B
goals: patchwork mirror
{USED}
hand A: YY/YY YY/YY YY/YY
hand B: YY/YY YY/YY YY/YY
inspirations A: F I
inspirations B: L N
"""
THIRD_ROUND = """\
phase: place
round: 3
pet: B
goals: largest_area:B most_areas:B patchwork
used: most_quadrants:B largest_area:R largest_area:Y balanced_composition mirror
hand A: YY/YY YY/YY YY/YY
hand B: YY/YY YY/YY YY/YY
inspirations A: F I P
inspirations B: L N T
"""


@pytest.mark.rule("academy", 31, 33)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SECOND_ROUND, "fewer Assignments taken than decided, 0 of 3"),
        (SECOND_ROUND + "taken B: 0 2 0", "fewer Assignments taken than decided, 2 of 3"),
        (SECOND_ROUND + "taken A: 0 2 0\ntaken B: 0 2 0", "more Assignments taken than decided"),
        (THIRD_ROUND + "taken A: 0 3 1", "fewer Instructors taken than decided, 1 of 2"),
        (SECOND_ROUND + "taken A: 0 1 0\ntaken B: 0 2 0", ""),
        (THIRD_ROUND + "taken A: 0 3 0\ntaken B: 0 0 2", ""),
    ],
)
def test_of_two_players_one_takes_every_goal(text: str, told: str) -> None:
    game = academy(2, ROOM)
    if not told:
        assert str(game.state_from(text)) == text
        return
    with pytest.raises(NotationError, match=told):
        game.state_from(text)


@pytest.mark.rule("academy", 66, 67)
def test_a_goal_that_nobody_need_take_by_ruling_may_be_left() -> None:
    for ruling in ({"zero_value": "nobody"}, {"pet_handover": "may_decline"}):
        game = academy(2, ROOM, **ruling)
        assert str(game.state_from(SECOND_ROUND)) == SECOND_ROUND.strip()
    # The most balanced composition has a best match whatever lies there, so that it is taken all the same.
    nobody = academy(2, ROOM, zero_value="nobody")
    assert nobody.state_from(THIRD_ROUND + "taken A: 0 0 1").scores() == (5.0, 0.0)
    with pytest.raises(NotationError, match="fewer Instructors taken than decided, 0 of 2"):
        nobody.state_from(THIRD_ROUND)
    declined = academy(2, ROOM, pet_handover="may_decline")
    assert declined.state_from(THIRD_ROUND).scores() == (0.0, 0.0)


def check_hidden(state: AcademyState, rng: Rng) -> AcademyState:
    """Return the next position; what does not uncover anything must end alike in every world."""
    player, action = state.current_player, state.legal_actions().sample(rng)
    after = state.apply(action)
    if not state.reveals(action, after):
        for _ in range(4):
            other = state.resample(player, rng).apply(action)
            assert other.information(player) == after.information(player), (str(state), str(action))
    return after


@pytest.mark.parametrize("players", [2, 4])
def test_what_an_action_uncovers_is_told(players: int) -> None:
    for item in range(30):
        rng = Rng(17, item)
        game = Academy(players, any_rulings(rng), any_box(rng))
        state = game.start().until_decision(rng)
        while not state.is_terminal:
            state = check_hidden(state, rng).until_decision(rng)


def test_what_uncovers_something_cannot_be_taken_back_in_secret() -> None:
    def uncovers(state: AcademyState) -> bool:
        action = state.legal_actions()[0]
        return state.reveals(action, state.apply(action))

    held = "inspirations A: F\ninspirations B: I"
    assert not uncovers(position(SHOWING + held))
    assert uncovers(position(SHOWING + held, inspiration_order="hidden_simultaneous"))
    assert uncovers(position(SHOWING + held, inspiration_kept="discarded_each_round"))
    few = academy(2, box(2, 1, PLENTY, "A:XX B:XXX C:X"))
    text = f"phase: show\nround: 1\npet: A\nturn: 4\nasked: B\n{GOALS}\n"
    text += "canvas: portrait b2 YYYY / YYYY / YYYY / YYYY\nhand A: YY/YY\nhand B: YY/YY\n"
    assert uncovers(
        few.state_from(f"{text}inspirations A: A\ninspirations B: B")
    )  # the last one is drawn next
    more = academy(2, box(2, 1, PLENTY, "A:XX B:XXX C:X D:XX/X. E:X/X/X/X"))
    assert not uncovers(more.state_from(f"{text}inspirations A: A\ninspirations B: B"))


ALIKE = box(2, 1, "BB/BB:2 BR/RY:1 RR/RR:2 YY/YY:2", "A:XX B:XXX")


@pytest.mark.rule("academy", 79)
def test_hands_of_cards_that_look_alike_are_imagined_by_the_law() -> None:
    game = academy(2, ALIKE, first_pet="seat_0", goal_order="fixed_blue_red_yellow")
    start = game.start()
    dealt = moved(start, "card BB/BB", "card RR/RR")
    assert len(worlds(dealt, 0, start, 2)) == 4
    for player in (0, 1):
        resample_by_counts(dealt, player, start, 2)


@pytest.mark.rule("academy", 77, 79)
def test_a_draw_left_to_chance_says_that_the_cards_are_not_alike() -> None:
    text = f"""\
phase: draw
round: 1
pet: B
turn: 3
{GOALS}
canvas: portrait b2 RRYY / RRYY / YYBR / YYRY
hand A: -
hand B: BB/BB
inspirations A: A
inspirations B: B"""
    state = academy(2, ALIKE).state_from(text)
    # Two BB/BB and one RR/RR are unseen: were the deck BB/BB twice, it would have been drawn at once.
    assert {line(state.resample(0, Rng(1, item)), "hand B") for item in range(20)} == {"BB/BB"}


@pytest.mark.rule("academy", 19)
def test_a_canvas_in_parts_cannot_be() -> None:
    text = f"phase: place\nround: 1\npet: A\nturn: 2\n{GOALS}\ncanvas: portrait d4 {{}}\n"
    text += "inspirations A: F\ninspirations B: I"
    assert position(text.format("YYYY / YYYY")).current_player == 0
    with pytest.raises(NotationError, match="a canvas in parts"):
        position(text.format("YY..YY / YY..YY"))


@pytest.mark.rule("academy", 63)
def test_a_secret_answer_is_told_to_who_gave_it_in_numbers_too() -> None:
    held = "inspirations A: F\ninspirations B: I"
    state = position(SHOWING + held, inspiration_order="hidden_simultaneous")
    one, other = (moved(state, f"show {answer}") for answer in ("F", "none"))
    assert one.information(0).numbers != other.information(0).numbers
    assert one.information(1).numbers == other.information(1).numbers
    assert one.information(1) == other.information(1)
