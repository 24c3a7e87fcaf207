"""The rules of Abstract Academy about goals, scoring and the end, each in a position written for it."""

from __future__ import annotations

import pytest
from academy_play import (
    PLENTY,
    ROOM,
    academy,
    box,
    in_order,
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

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import AcademyState
from quadrangle.engines.academy.areas import scoring_areas, values
from quadrangle.engines.game import TERMINAL

PLAIN = ["YYYYYYYY"] * 8
"""A canvas of two players, all yellow."""
WIDE = ["YYYYYYYYYY"] * 10
"""A canvas of four players, all yellow."""
CHECKED = ["BYBYBYBY", "YBYBYBYB"] * 4
"""A canvas in which no two neighbours are alike."""
BLUE, RED, YELLOW = (f"largest_area:{letter}" for letter in "BRY")
ONE_EACH = f"{BLUE} {RED} {YELLOW}"
INSPIRED = "FILNPTUVWXYZ"


def painted(rows: list[str], *marks: tuple[str, str]) -> list[str]:
    """Return a canvas with some cells in another colour: `("B", "a1 b1")`."""
    grid = [list(row) for row in rows]
    for colour, cells in marks:
        for cell in cells.split(" "):
            grid[int(cell[1:]) - 1][ord(cell[0]) - ord("a")] = colour
    return ["".join(row) for row in grid]


def showing(
    rows: list[str], goals: str = ONE_EACH, pet: str = "A", more: str = "", number: int = 1, **rulings: str
) -> AcademyState:
    """Return a position with a full canvas, in which the Pet's holder is asked for an Inspiration."""
    players = 2 if len(rows) == 8 else 4
    held = [
        f"inspirations {seat}: {' '.join(INSPIRED[at::players][:number])}" for at, seat in enumerate("ABCD")
    ]
    used = ["", f"used: {ONE_EACH}", f"used: {ONE_EACH} patchwork mirror"][number - 1]
    lines = [
        f"phase: show\nround: {number}\npet: {pet}",
        f"turn: {16 if players == 2 else 24}",
        f"asked: {pet}",
    ]
    lines += [f"goals: {goals}", used, f"canvas: portrait a1 {' / '.join(rows)}"]
    named = [word for word in more.splitlines() if word]
    lines += [one for one in held[:players] if not any(word.startswith(one[:15]) for word in named)] + named
    return position("\n".join(lines), players, **rulings)


def decided(state: AcademyState) -> AcademyState:
    """Return the position after nobody has shown an Inspiration."""
    while line(state, "phase") == "show":
        state = moved(state, "show none")
    return state


def events(state: AcademyState) -> list[str]:
    """Return what happens when the last player asked shows nothing."""
    while line(after := moved(state, "show none"), "phase") == "show":
        state = after
    return list(told(state, "show none"))


@pytest.mark.rule("academy", 11, 12, 77)
def test_round_1_has_an_assignment_of_each_colour_named_by_the_pet() -> None:
    state = played(academy(first_pet="seat_0").start(), Rng(1), ["name"])
    assert (state.current_player, legal(state)) == (0, ["name blue", "name red", "name yellow"])
    state = moved(state, "name red")
    assert sorted(outcomes(state)) == sorted(
        f"goal {name}:R"
        for name in ("largest_area", "most_areas", "most_quadrants", "longest_line", "solid_blocks")
    )
    assert refusal(state, "goal largest_area:B").endswith("it is not among the red Assignments that are left")
    assert line(state, "named") == "red"
    state = moved(state, "goal most_areas:R")
    assert legal(state) == ["name blue", "name yellow"]
    assert "a card of this colour is there already" in refusal(state, "name red")
    state = moved(state, "name yellow", "goal longest_line:Y")
    assert line(state, "phase") == "reveal"  # blue is left, and nobody's choice
    state = moved(state, "goal largest_area:B")
    assert line(state, "goals") == "most_areas:R longest_line:Y largest_area:B"
    assert line(state, "phase") == "place"
    assert line(state, "goals") in state.information(1).text


def in_round(number: int, **rulings: str) -> AcademyState:
    """Return the position before the goals of a round are set, the others being played at random."""
    state = played(academy(2, None, first_pet="seat_0", **rulings).start(), Rng(7), ["inspire"])
    while line(state, "round") != str(number):
        state = played(state.apply(state.sample_chance(Rng(9))), Rng(7), ["inspire"])
        if line(state, "phase") == "over":
            raise AssertionError("the game is over")
    return state


def until(state: AcademyState, *phases: str) -> AcademyState:
    return played(state, Rng(5), phases)


@pytest.mark.rule("academy", 13, 36)
def test_round_2_has_two_instructors_and_no_goal_comes_back() -> None:
    state = until(in_round(2), "reveal")
    assert len(outcomes(state)) == 7
    before = set(line(state, "used").split(" "))
    assert len(before) == 3
    state = until(state, "place")
    colours = [state.game.goals[goal].kind.deck for goal in state.sheet.goals]
    assert colours == ["instructor", "instructor"]
    third = until(in_round(3), "name")
    assert len(line(third, "used").split(" ")) == 5
    revealed = moved(third, "name blue")
    assert len(outcomes(revealed)) == 4  # one blue Assignment was used in round 1
    last = moved(revealed, outcomes(revealed)[0], "name blue")
    assert len(outcomes(last)) == 3


@pytest.mark.rule("academy", 14, 60)
def test_round_3_has_two_assignments_of_any_colours_and_an_instructor_right_of_them() -> None:
    state = until(in_round(3), "name")
    assert legal(state) == ["name blue", "name red", "name yellow"]
    state = moved(state, "name red")
    state = moved(state, outcomes(state)[0])
    assert legal(state) == ["name blue", "name red", "name yellow"]
    state = moved(state, "name red")
    state = until(moved(state, outcomes(state)[0]), "place")
    found = [state.game.goals[goal] for goal in state.sheet.goals]
    assert [(goal.kind.deck, goal.colour) for goal in found] == [
        ("assignment", 1),
        ("assignment", 1),
        ("instructor", None),
    ]
    unlike = moved(until(in_round(3, round3_colours="different"), "name"), "name red")
    unlike = moved(unlike, outcomes(unlike)[0])
    assert legal(unlike) == ["name blue", "name yellow"]


@pytest.mark.rule("academy", 59)
def test_the_order_of_goals_is_named_arranged_or_fixed() -> None:
    arranged = until(academy(first_pet="seat_0", goal_order="arranged_after_reveal").start(), "arrange")
    blue, red, yellow = line(arranged, "goals").split(" ")
    assert (blue[-1], red[-1], yellow[-1]) == ("B", "R", "Y")
    assert (arranged.current_player, len(legal(arranged))) == (0, 6)
    assert line(moved(arranged, f"arrange {yellow} {blue} {red}"), "goals") == f"{yellow} {blue} {red}"
    assert "these are not the goals" in refusal(arranged, f"arrange {blue} {red}")
    pair = until(in_round(2, goal_order="arranged_after_reveal"), "arrange")
    assert len(legal(pair)) == 2
    one, two = line(pair, "goals").split(" ")
    assert line(moved(pair, f"arrange {two} {one}"), "goals") == f"{two} {one}"
    last = until(in_round(3, goal_order="arranged_after_reveal"), "arrange")
    one, two, instructor = line(last, "goals").split(" ")
    assert set(legal(last)) == {f"arrange {one} {two}", f"arrange {two} {one}"}
    assert line(moved(last, f"arrange {two} {one}"), "goals") == f"{two} {one} {instructor}"
    fixed = until(academy(goal_order="fixed_blue_red_yellow").start(), "name", "place")
    assert line(fixed, "phase") == "place"
    assert [goal[-1] for goal in line(fixed, "goals").split(" ")] == ["B", "R", "Y"]
    third = moved(until(in_round(3, goal_order="fixed_blue_red_yellow"), "name"), "name yellow")
    third = moved(until(moved(third, outcomes(third)[0]), "name"), "name blue")
    assert [goal[-2:] for goal in line(until(third, "place"), "goals").split(" ")][:2] == [":B", ":Y"]


@pytest.mark.rule("academy", 27)
def test_areas_are_cut_at_the_border_of_the_scoring_area() -> None:
    # A blue line down the whole canvas: each player has four quadrants of it, and north one more beside it.
    state = showing(painted(PLAIN, ("B", "a1 a2 a3 a4 a5 a6 a7 a8 b1")))
    assert [(grid.rows, grid.columns) for grid in scoring_areas(state)] == [(4, 8), (4, 8)]
    assert values(state, state.sheet.goals[0]) == [4, 5]
    assert events(state)[0] == "B takes largest_area:B (4 5)"


@pytest.mark.rule("academy", 42)
def test_corners_of_four_players_count_for_both_and_the_middle_for_nobody() -> None:
    # Blue: a quadrant in the corner of south and west, one in the middle card, one in the middle of the east.
    state = showing(painted(WIDE, ("B", "a10 e5 j5")))
    assert [(grid.rows, grid.columns) for grid in scoring_areas(state)] == [(4, 10)] * 4
    assert values(state, state.sheet.goals[0]) == [1, 1, 0, 1]


@pytest.mark.rule("academy", 48)
def test_goals_are_read_from_the_owners_seat() -> None:
    # A blue row along the north: west and east see it on one side, and mirrored to yellow.
    state = showing(
        painted(WIDE, *[("B", f"{column}1") for column in "abcdefghij"]), "patchwork mirror", number=2
    )
    assert values(state, state.sheet.goals[1]) == [20, 16, 20, 16]


LINED = painted(CHECKED, ("R", "a8 b8 c8 d8 a7"))
"""South has a red L, turned, and no other two neighbours are alike."""


def inspired(rows: list[str], own: str = "L", **rulings: str) -> AcademyState:
    other = "inspirations B: " + ("F" if own != "F" else "I")
    return showing(rows, ONE_EACH, "A", f"inspirations A: {own}\n{other}", 1, **rulings)


@pytest.mark.rule("academy", 29, 30)
def test_an_inspiration_in_the_own_area_is_worth_2_points_and_laid_away() -> None:
    # X./X./X./XX, turned by a quarter: XXXX over X..., and by a half the other way.
    turned = painted(CHECKED, ("R", "a7 b7 c7 d7 a8"))
    state = inspired(turned)
    assert legal(state) == ["show none", "show L"]
    shown = moved(state, "show L")
    assert (line(shown, "taken A"), line(shown, "gone"), line(shown, "inspirations A")) == ("1 0 0", "L", "")
    assert shown.scores() == (2.0, 0.0)
    assert (line(shown, "asked"), legal(shown)) == ("B", ["show none"])
    assert "the pattern F is not in the scoring area of player B" in refusal(shown, "show F")
    assert "player A does not hold the Inspiration F" in refusal(state, "show F")
    north = painted(CHECKED, ("R", "a1 b1 c1 d1 a2"))
    assert legal(inspired(north)) == ["show none"]
    after = moved(shown, "show none")
    left = {outcome.split(" ")[1] for outcome in outcomes(after)}
    assert left == set(INSPIRED) - {"L", "F"}  # B keeps F in hand


@pytest.mark.rule("academy", 65)
def test_patterns_may_be_turned_and_by_ruling_reflected() -> None:
    # The mirror image of an L: XXXX over ...X.
    other = painted(CHECKED, ("R", "a7 b7 c7 d7 d8"))
    assert legal(inspired(other)) == ["show none"]
    assert legal(inspired(other, pattern_turns="rotations_and_reflections")) == ["show none", "show L"]


@pytest.mark.rule("academy", 64)
def test_a_pattern_may_lie_in_a_larger_area_or_has_to_be_one() -> None:
    turned = ("R", "a7 b7 c7 d7 a8")
    exact, larger = painted(CHECKED, turned), painted(CHECKED, turned, ("R", "a6"))
    for rows, ruling, found in (
        (exact, "contained", True),
        (exact, "exact", True),
        (larger, "contained", True),
        (larger, "exact", False),
    ):
        assert ("show L" in legal(inspired(rows, pattern_test=ruling))) == found


@pytest.mark.rule("academy", 61)
def test_one_inspiration_a_round_or_any_number() -> None:
    held = "inspirations A: I L\ninspirations B: F N"
    one = showing(PLAIN, "patchwork mirror", number=2, more=held)
    assert legal(one) == ["show none", "show I", "show L"]
    assert "one Inspiration a round is shown at most" in refusal(one, "show I L")
    many = showing(PLAIN, "patchwork mirror", number=2, more=held, inspirations_shown="any_number")
    assert legal(many) == ["show none", "show I", "show I L", "show L"]
    assert line(moved(many, "show I L"), "taken A") == "2 3 0"


@pytest.mark.rule("academy", 62)
def test_unused_inspirations_are_kept_or_discarded() -> None:
    kept = decided(showing(CHECKED))
    assert line(kept, "inspirations A") == "F"
    state = showing(CHECKED, inspiration_kept="discarded_each_round")
    assert "F I discarded" in events(state)
    gone = decided(state)
    assert (line(gone, "inspirations A"), line(gone, "gone"), gone.scores()) == ("", "F I", kept.scores())


@pytest.mark.rule("academy", 63)
def test_inspirations_are_shown_from_the_pet_on_or_in_secret() -> None:
    public = showing(PLAIN, pet="B", more="inspirations A: L\ninspirations B: I")
    assert (public.current_player, public.observers()) == (1, range(2))
    assert "taken B: 1 0 0" in moved(public, "show I").information(0).text
    state = showing(
        PLAIN,
        pet="B",
        more="inspirations A: L\ninspirations B: I",
        inspiration_order="hidden_simultaneous",
    )
    assert (state.current_player, state.observers()) == (1, (1,))
    answered = moved(state, "show I")
    assert (answered.current_player, answered.scores()) == (0, (0.0, 0.0))
    assert "answer B: ?" in answered.information(0).text
    assert "answer B: I" in answered.information(1).text
    assert answered.information(0) == moved(state, "show none").information(0)
    assert told(answered, "show L")[:2] == ("B shows I", "A shows L")
    done = moved(answered, "show L")
    assert line(done, "gone") == "I L"


@pytest.mark.rule("academy", 77)
def test_who_holds_no_inspiration_is_not_asked() -> None:
    # Two Inspirations are all there are: in round 2 nobody draws, and B has shown the own one.
    game = academy(2, box(cards=PLENTY, patterns=2))
    text = str(showing(PLAIN, "patchwork mirror", number=2)).replace(
        "inspirations A: F L", "inspirations A: F"
    )
    text = text.replace("inspirations B: I N", "gone: I") + "\ntaken B: 1 0 0"
    state = game.state_from(text)
    assert state.current_player == 0
    assert told(state, "show none")[0].startswith("A takes patchwork")
    with pytest.raises(NotationError, match="somebody without Inspirations is asked"):
        game.state_from(text.replace("asked: A", "asked: B"))


@pytest.mark.rule("academy", 31, 32)
def test_the_best_match_takes_the_card_from_left_to_right() -> None:
    south_is_blue = painted(PLAIN, ("B", "a8 b8 c8"), ("R", "a1"))
    first = showing(south_is_blue)
    assert events(first)[:3] == [
        "A takes largest_area:B (3 0)",
        "B takes largest_area:R (0 1)",
        "B takes largest_area:Y (29 31)",
    ]
    assert decided(first).scores() == (3.0, 6.0)
    second = showing(south_is_blue, "mirror patchwork", number=2)
    assert events(second)[:3] == ["B takes mirror (13 15)", "A takes patchwork (2 2)", "pet to B"]
    assert decided(second).scores() == (14.0, 5.0)  # A has taken the three of round 1
    third = showing(south_is_blue, "most_areas:B most_areas:R harmony", number=3)
    assert [event.split(" ")[2] for event in events(third) if " takes " in event] == [
        "most_areas:B",
        "most_areas:R",
        "harmony",
    ]


@pytest.mark.rule("academy", 33, 34)
def test_ties_move_the_pet_several_times_and_its_last_holder_begins() -> None:
    state = showing(PLAIN)
    assert events(state)[:7] == [
        "A takes largest_area:B (0 0)",
        "pet to B",
        "B takes largest_area:R (0 0)",
        "pet to A",
        "A takes largest_area:Y (32 32)",
        "pet to B",
        "round 1 over",
    ]
    after = decided(state)
    assert (line(after, "taken A"), line(after, "taken B"), line(after, "pet")) == ("0 2 0", "0 1 0", "B")
    assert until(after, "place").current_player == 1


@pytest.mark.rule("academy", 28, 35)
def test_the_canvas_is_full_with_16_cards_and_discarded() -> None:
    rows = [*PLAIN[:6], "YYYYYY..", "YYYYYY.."]
    text = (
        f"phase: place\nround: 1\npet: B\nturn: 15\ngoals: {ONE_EACH}\ncanvas: portrait b1 {' / '.join(rows)}"
    )
    state = position(f"{text}\nhand A: BB/BB RR/RR YY/YY\ninspirations A: F\ninspirations B: I")
    assert open_to(state) == {"e4"}
    last = moved(state, "place BB/BB e4")
    assert line(last, "phase") == "draw"
    scored = moved(last, "card BR/RY")
    assert (line(scored, "phase"), line(scored, "asked")) == ("show", "B")
    after = decided(scored)
    assert line(after, "round") == "2"
    assert line(after, "canvas") == ""
    assert line(after, "discards") == " ".join(["BB/BB"] + ["YY/YY"] * 15)
    assert line(after, "hand A") == "BR/RY RR/RR YY/YY"
    assert line(after, "used") == ONE_EACH


@pytest.mark.rule("academy", 66)
def test_nothing_for_all_is_a_tie_or_nobodys() -> None:
    assert events(showing(PLAIN))[0] == "A takes largest_area:B (0 0)"
    strict = events(showing(PLAIN, zero_value="nobody"))
    assert strict[:3] == [
        "nobody takes largest_area:B (0 0)",
        "nobody takes largest_area:R (0 0)",
        "A takes largest_area:Y (32 32)",
    ]
    # Where the fewest wins nothing is the best there can be.
    even = showing(["BRY" * 2 + "BR"] * 8, "balanced_composition mirror", number=2, zero_value="nobody")
    assert events(even)[0].startswith("A takes balanced_composition (4 4)")
    counted = showing(
        ["BRBRBRBR"] * 8,
        "balanced_composition mirror",
        number=2,
        zero_value="nobody",
        balance_absent_colour="ignored",
    )
    assert events(counted)[0] == "A takes balanced_composition (0 0)"


@pytest.mark.rule("academy", 67)
def test_the_pet_must_be_given_or_may_be_kept() -> None:
    assert refusal(showing(PLAIN), "keep").endswith("player A shows an Inspiration or none")
    state = decided(showing(PLAIN, pet_handover="may_decline"))
    assert (line(state, "phase"), state.current_player, legal(state)) == ("give", 0, ["give B", "keep"])
    kept = moved(state, "keep")
    assert (line(kept, "taken A"), line(kept, "judged"), line(kept, "pet")) == ("", "1", "A")
    assert told(state, "keep")[0] == "nobody takes largest_area:B (0 0)"
    given = moved(state, "give B")
    assert (line(given, "taken A"), line(given, "pet"), given.current_player) == ("0 1 0", "B", 1)


THREE = painted(WIDE, ("B", "a10 e1"))
"""South and west share a blue quadrant, north has one, east none."""


@pytest.mark.rule("academy", 43, 68)
def test_of_more_than_two_the_holder_chooses_who_gets_the_pet() -> None:
    state = decided(showing(THREE))
    assert (line(state, "phase"), state.current_player, legal(state)) == ("give", 0, ["give B", "give C"])
    assert "player D is not among those to whom the Teacher's Pet may go" in refusal(state, "give D")
    assert "player A must give the Teacher's Pet away" in refusal(state, "keep")
    after = moved(state, "give C")
    assert line(after, "taken A") == "0 1 0"
    assert told(state, "give C")[:2] == ("A takes largest_area:B (1 1 1 0)", "pet to C")
    assert events(showing(THREE, pet="B", pet_recipient="next_clockwise"))[:2] == [
        "B takes largest_area:B (1 1 1 0)",
        "pet to C",
    ]
    # Clockwise from north comes east, who does not contend, and then south.
    assert events(showing(THREE, pet="C", pet_recipient="next_clockwise"))[1] == "pet to A"


@pytest.mark.rule("academy", 44)
def test_a_tie_without_the_holder_is_nobodys() -> None:
    state = showing(THREE, pet="D")
    assert events(state)[0] == "nobody takes largest_area:B (1 1 1 0)"
    two = showing(painted(WIDE, ("B", "a10")), pet="C")
    assert events(two)[0] == "nobody takes largest_area:B (1 1 0 0)"
    after = until(decided(two), "give", "name", "reveal")
    assert BLUE not in " ".join(outcomes(after))


@pytest.mark.rule("academy", 33, 77)
def test_of_two_that_tie_the_other_gets_the_pet_without_being_asked() -> None:
    two = showing(painted(WIDE, ("B", "a10")), pet="B")
    assert events(two)[:2] == ["B takes largest_area:B (1 1 0 0)", "pet to A"]


@pytest.mark.rule("academy", 46, 69)
def test_the_longest_colour_path_takes_the_longer_branch() -> None:
    # South: a red line of four with a branch of two; north a red square of four.
    forked = painted(CHECKED, ("R", "a8 b8 c8 d8 c7 c6"), ("R", "a1 b1 a2 b2"))
    letter = showing(forked, "longest_colour_path mirror", number=2)
    assert values(letter, letter.sheet.goals[0]) == [5, 4]
    shortest = showing(forked, "longest_colour_path mirror", number=2, path="longest_shortest_path")
    assert values(shortest, shortest.sheet.goals[0]) == [5, 3]


@pytest.mark.rule("academy", 47, 70)
def test_the_most_balanced_composition_has_the_smallest_result() -> None:
    rows = ["BBBBRRRR"] * 4 + ["BBBRRYYY"] * 4
    letter = showing(rows, "balanced_composition mirror", number=2)
    assert values(letter, letter.sheet.goals[0]) == [4, 16]
    assert events(letter)[0] == "A takes balanced_composition (4 16)"
    ignored = showing(rows, "balanced_composition mirror", number=2, balance_absent_colour="ignored")
    assert events(ignored)[0] == "B takes balanced_composition (4 0)"


def ended(pet: str, *taken: str, **rulings: str) -> AcademyState:
    """Return the end of a game in which players took so many Inspirations, Assignments and Instructors."""
    players = len(taken)
    rows = PLAIN if players == 2 else WIDE
    held = [f"inspirations {seat}: {' '.join(INSPIRED[at::players][:3])}" for at, seat in enumerate("ABCD")]
    lines = ["phase: over\nround: 3", f"pet: {pet}", f"turn: {16 if players == 2 else 24}"]
    lines += ["goals: most_areas:B most_areas:R harmony", f"used: {ONE_EACH} patchwork mirror", "judged: 3"]
    lines += [f"canvas: portrait a1 {' / '.join(rows)}", *held[:players]]
    lines += [f"taken {seat}: {what}" for seat, what in zip("ABCD", taken, strict=False) if what]
    game = academy(players, ROOM, **rulings)
    return game.state_from(in_order("\n".join(lines), players))


@pytest.mark.rule("academy", 9, 75)
def test_three_rounds_are_played() -> None:
    state = showing(painted(PLAIN, ("B", "a8")), "most_areas:B most_areas:R harmony", number=3)
    over = decided(state)
    assert (over.current_player, over.ended_by()) == (TERMINAL, "three rounds")
    assert refusal(over, "pass") == "pass: the game is over"
    for players in (2, 4):
        game = academy(players)
        end = played(game.start(), Rng(11), ["over"])
        assert line(end, "round") == "3"


@pytest.mark.rule("academy", 37)
def test_the_most_points_win() -> None:
    state = ended("B", "0 2 2", "0 3 1")
    assert state.scores() == (16.0, 14.0)
    assert state.returns() == (1.0, -1.0)
    four = ended("B", "0 1 0", "0 2 0", "", "0 0 1")
    assert four.scores() == (3.0, 6.0, 0.0, 5.0)
    assert four.returns() == (-1 / 3, 1.0, -1.0, 1 / 3)


@pytest.mark.rule("academy", 38)
def test_of_equal_points_more_instructors_win() -> None:
    state = ended("B", "0 0 3", "0 5 0")
    assert state.scores() == (15.0, 15.0)
    assert state.returns() == (1.0, -1.0)


@pytest.mark.rule("academy", 39)
def test_of_equal_instructors_the_holder_of_the_pet_wins() -> None:
    """Of two players one takes each of the three Instructors, unless nobody has any of what one asks for."""
    lost = {"zero_value": "nobody"}
    assert ended("B", "0 2 1", "0 2 1", **lost).returns() == (-1.0, 1.0)
    assert ended("A", "0 2 1", "0 2 1", **lost).returns() == (1.0, -1.0)


@pytest.mark.rule("academy", 74)
def test_a_tie_without_the_pet_is_shared_or_goes_round_from_it() -> None:
    tied = ("0 1 1", "0 1 1", "0 1 0", "")
    assert ended("D", *tied).returns() == (2 / 3, 2 / 3, -1 / 3, -1.0)
    by_seat = {"final_tie_without_pet": "seat_order_from_the_pet"}
    assert ended("D", *tied, **by_seat).returns() == (1.0, 1 / 3, -1 / 3, -1.0)
    assert ended("B", *tied, **by_seat).returns() == (1 / 3, 1.0, -1 / 3, -1.0)
    assert ended("B", *tied).returns() == (1 / 3, 1.0, -1 / 3, -1.0)


@pytest.mark.rule("academy", 29, 63, 78)
@pytest.mark.parametrize("order", ["pet_first_public", "hidden_simultaneous"])
def test_inspirations_are_asked_for_from_the_pet_clockwise(order: str) -> None:
    game = academy(4, inspiration_order=order)
    state = played(moved(played(game.start(), Rng(1), ["pet"]), "pet C"), Rng(1), ["show"])
    asked = []
    while line(state, "phase") == "show":
        asked.append("ABCD"[state.current_player])
        state = moved(state, "show none")
    assert asked == ["C", "D", "A", "B"]
