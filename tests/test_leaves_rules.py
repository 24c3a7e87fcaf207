"""The rules of Leaves for several players, number by number of RULES.md: set-up, call, challenge, end."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from leaves_play import (
    CLEARING,
    EIGHT,
    HANDS,
    PUZZLE,
    beginning,
    chances,
    drawn,
    leaves,
    legal,
    line,
    moved,
    referee,
    refusal,
    table,
    told,
)

from quadrangle.core.errors import NotationError
from quadrangle.engines.game import CHANCE, TERMINAL
from quadrangle.engines.leaves import TableState, standard
from quadrangle.engines.leaves.actions import Draw
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.keys import tops
from quadrangle.solvers.leaves.layout import Layout
from quadrangle.solvers.leaves.search import Search

FULL = "1rb 2yg 3gm / 1ym 3yg 2gb / 3rg 1gg 2rm"
"""The puzzle with 3yg in its centre."""
TWO_LEFT = """
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: . . . / . . . / . 1gg 3rg
    covered: 1rb 1ym 2rm 2yg 2gb 3yg 3gm
    hands: 1rg 2gm | 1gb 2ym 3rb
    breezes: 0 1
"""
"""A's challenge, one merge before its end."""
LAST_CARD = TWO_LEFT.replace("1rg 2gm |", "- |")
"""The same where A has no other card."""

MERGING = f"""
    phase: merge
    puzzle: 1
    caller: A
    placed: 3yg
    layout: {FULL}
    hands: 1rg 2gm | 1gb 2ym 3rb
    breezes: 1 1
"""
"""A's challenge before the first merge."""


def started(players: int = 2, **rulings: str) -> TableState:
    state = leaves(players, **rulings).start()
    assert isinstance(state, TableState)
    return state


@pytest.mark.rule("leaves", 1, 2, 3)
def test_the_deck_is_every_combination_of_three_numbers_colours_and_types_once() -> None:
    deck = [Card.parse(leaf.card) for leaf in standard().leaf]
    assert len(deck) == 27
    traits = {(card.number, card.colour, card.type) for card in deck}
    assert traits == {
        (number, colour, kind)
        for number in (1, 2, 3)
        for colour in ("red", "yellow", "green")
        for kind in ("bodhi", "ginkgo", "maple")
    }
    assert len(chances(started())) == 27


@pytest.mark.rule("leaves", 4)
def test_all_cards_are_in_a_hand_the_puzzle_or_the_pile_at_every_step_of_a_challenge() -> None:
    state = drawn(started(), "1rg 2gm 3yg 1gb 2ym 3rb")
    script = [f"draw {card}" for card in EIGHT.split()]
    script += ["ask A", "call", "swap a1 c3", "place 3yg", "fail forfeit", "draw 3yb"]
    for move in script:
        state = moved(state, move)
        places = [*state.seats.hands, tops(state.key), state.covered, state.pile]
        assert sum(places) == (1 << 27) - 1, move
        assert sum(place.bit_count() for place in places) == 27, move


@pytest.mark.rule("leaves", 5)
def test_a_breeze_lies_face_up_or_face_down() -> None:
    assert standard().breeze.count == 4
    for breezes in ("0 0", "1 0", "0 1", "1 1"):
        assert line(beginning("call", breezes=breezes), "breezes") == breezes
    with pytest.raises(NotationError, match="player A has 2 Breezes face up, of 1"):
        beginning("call", breezes="2 1")


@pytest.mark.rule("leaves", 6)
def test_every_card_of_the_pile_is_equally_likely_to_come_next() -> None:
    assert set(started().chance_outcomes()) == {(Draw(card), Fraction(1, 27)) for card in CARDS}
    state = drawn(started(), "1rg 2gm 3yg 1gb")
    assert set(chances(state).values()) == {1 / 23}
    assert not {"draw 1rg", "draw 2gm", "draw 3yg", "draw 1gb"} & set(chances(state))


@pytest.mark.rule("leaves", 7, 9)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_begins_with_three_cards_and_a_breeze(players: int) -> None:
    state = drawn(started(players), " ".join(HANDS[:players]))
    assert str(state).split("\n") == [
        "phase: deal",
        "puzzle: 1",
        "hands: " + " | ".join(HANDS[:players]),
        "breezes: " + " ".join(["1"] * players),
    ]


@pytest.mark.rule("leaves", 8)
def test_everybody_sees_every_hand() -> None:
    state = drawn(started(3), "1rg 2gm 3yg 1gb")
    assert {line(state.information(player), "hands") for player in range(3)} == {"1rg 2gm 3yg | 1gb | -"}


@pytest.mark.rule("leaves", 10, 47)
def test_breezes_nobody_took_do_not_keep_the_others_down() -> None:
    state = moved(table(TWO_LEFT.replace("breezes: 0 1", "breezes: 0 0")), "b3-c3 type")
    assert line(state, "breezes") == "1 1"


@pytest.mark.rule("leaves", 11)
def test_the_timer_is_set_to_twelve_seconds() -> None:
    assert standard().timer.seconds == 12
    state = beginning("place", clock="live")
    assert line(moved(state, "place 3yg", ms=11_999), "phase") == "merge"
    assert told(state, "place 3yg", ms=12_000) == ("failed timeout",)


@pytest.mark.rule("leaves", 12, 13)
def test_a_puzzle_is_eight_cards_of_the_pile_round_an_empty_centre() -> None:
    state = drawn(started(), " ".join(HANDS[:2]))
    assert len(chances(state)) == 21
    layouts = []
    for card in EIGHT.split():
        state = drawn(state, card)
        layouts.append(line(state, "layout"))
    assert layouts[0] == "1rb . . / . . . / . . ."
    assert layouts[3] == "1rb 2yg 3gm / 1ym . . / . . ."
    assert layouts[7] == PUZZLE
    assert line(state, "phase") == "order"


@pytest.mark.rule("leaves", 14)
def test_the_whole_puzzle_is_seen_before_anybody_is_asked() -> None:
    state = drawn(started(call_order="seat_order"), " ".join(HANDS[:2]))
    for card in EIGHT.split():
        assert state.current_player == CHANCE
        state = drawn(state, card)
    assert state.current_player == 0
    assert [line(state.information(player), "layout") for player in range(2)] == [PUZZLE, PUZZLE]


HOPELESS = "1rb 2yg 1rm / 2ym . 3yg / 1rg 3ym 2rb"
"""A puzzle that 1gb does not clear."""


@pytest.mark.rule("leaves", 15)
def test_a_player_may_call_though_no_card_of_theirs_clears_the_puzzle() -> None:
    state = table(
        f"""
        phase: call
        puzzle: 9
        asked: A
        layout: {HOPELESS}
        hands: 1gb | 2gm
        breezes: 0 1
        """
    )
    placed = Layout.parse(HOPELESS.replace(" / ", "\n")).place(Card.parse("1gb"))
    assert not Search().measure(placed).solvable
    assert legal(state) == ["call", "pass"]
    assert line(moved(state, "call"), "phase") == "place"


@pytest.mark.rule("leaves", 16)
def test_the_first_call_starts_the_challenge_and_nobody_else_can_call() -> None:
    state = moved(beginning("call", 3), "pass", "ask C", "call")
    assert (line(state, "phase"), line(state, "caller")) == ("breeze", "C")
    assert "may swap two of the eight cards" in refusal(state, "call")
    assert "places a Leaf Card now" in refusal(moved(state, "keep"), "call")


@pytest.mark.rule("leaves", 17)
def test_every_decision_of_a_challenge_is_the_callers() -> None:
    state = moved(beginning("call", 3), "pass", "ask B", "call")
    for move in ("keep", "place 1gb", *CLEARING[:2]):
        assert state.current_player == 1
        state = moved(state, move)
    state = moved(state, "fail forfeit", "draw 3yb")
    assert line(state, "barred") == "B"


@pytest.mark.rule("leaves", 18, 19)
def test_a_breeze_swaps_any_two_of_the_eight_cards_and_is_turned_down() -> None:
    state = beginning("breeze")
    swaps = [action for action in legal(state) if action.startswith("swap")]
    cells = ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert swaps == [f"swap {x} {y}" for x, y in combinations(cells, 2)]
    state = moved(state, "swap a1 c2")
    assert line(state, "layout") == "2gb 2yg 3gm / 1ym . 1rb / 3rg 1gg 2rm"
    assert line(state, "breezes") == "0 1"
    assert line(state, "phase") == "place"


@pytest.mark.rule("leaves", 18)
@pytest.mark.parametrize("swap", ["swap b2 a1", "swap c3 b2"])
def test_the_empty_centre_takes_no_part_in_a_swap(swap: str) -> None:
    assert "a Breeze swaps two of the eight cards round the centre" in refusal(beginning("breeze"), swap)


@pytest.mark.rule("leaves", 20)
def test_a_breeze_may_be_kept() -> None:
    state = moved(beginning("breeze"), "keep")
    assert state == beginning("place")
    assert line(state, "breezes") == "1 1"


@pytest.mark.rule("leaves", 21)
def test_a_caller_whose_breeze_lies_face_down_is_not_asked_for_a_swap() -> None:
    state = moved(beginning("call", breezes="0 1"), "call")
    assert line(state, "phase") == "place"
    assert "places a Leaf Card now" in refusal(state, "swap a1 c3")
    with pytest.raises(NotationError, match="player A has no Breeze face up"):
        beginning("breeze", breezes="0 1")


@pytest.mark.rule("leaves", 22)
def test_nothing_is_swapped_once_the_centre_is_filled_or_the_breeze_is_kept() -> None:
    state = moved(beginning("breeze"), "keep")
    assert "places a Leaf Card now" in refusal(state, "swap a1 c3")
    assert "stacks are merged now" in refusal(moved(state, "place 3yg"), "swap a1 c3")


@pytest.mark.rule("leaves", 23)
def test_the_time_for_choosing_the_centre_card_counts_and_that_for_the_breeze_does_not() -> None:
    state = moved(beginning("call", clock="live"), "call", "keep", ms=60_000)
    assert line(state, "clock") == ""
    state = moved(state, "place 3yg", ms=5_000)
    assert line(state, "clock") == "5000"


@pytest.mark.rule("leaves", 24, 25)
@pytest.mark.parametrize("card", HANDS[0].split())
def test_any_own_card_may_be_placed_and_is_the_ninth_of_the_puzzle(card: str) -> None:
    state = beginning("place")
    assert legal(state) == ["place 1rg", "place 2gm", "place 3yg"]
    state = moved(state, f"place {card}")
    assert line(state, "layout") == PUZZLE.replace(".", card)
    assert (
        line(state, "hands")
        == " ".join(other for other in HANDS[0].split() if other != card) + f" | {HANDS[1]}"
    )


@pytest.mark.rule("leaves", 24)
@pytest.mark.parametrize("card", ["1gb", "3yb", "1rb"])
def test_a_card_of_another_player_the_pile_or_the_puzzle_is_not_placed(card: str) -> None:
    assert f"player A has 1rg, 2gm and 3yg, not {card}" in refusal(beginning("place"), f"place {card}")


@pytest.mark.rule("leaves", 26)
def test_a_stack_goes_left_right_up_or_down() -> None:
    centre = [action for action in legal(table(MERGING)) if action.startswith("b2-")]
    assert {action.split()[0] for action in centre} == {"b2-b1", "b2-a2", "b2-b3"}
    right = table(MERGING.replace(FULL, "1rb 2yg 3gm / 1ym 3yg 3rg / 2gb 1gg 2rm"))
    assert "b2-c2 number" in legal(right)


@pytest.mark.rule("leaves", 27)
def test_the_tops_of_a_merge_share_a_trait() -> None:
    state = table(MERGING)
    tops_at = dict(
        zip(
            ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
            FULL.replace("/ ", "").split(),
            strict=True,
        )
    )
    for action in legal(state):
        cells, trait = action.split()
        one, other = (Card.parse(tops_at[cell]) for cell in cells.split("-"))
        assert trait in one.shared(other)
    assert "1 red bodhi and 2 yellow ginkgo share no trait" in refusal(state, "a1-b1 colour")


@pytest.mark.rule("leaves", 28)
def test_the_caller_names_the_trait_and_chooses_where_two_are_shared() -> None:
    state = table(MERGING)
    assert [action for action in legal(state) if action.startswith("b1-b2")] == ["b1-b2 colour", "b1-b2 type"]
    assert moved(state, "b1-b2 colour") == moved(state, "b1-b2 type")
    assert "the shared trait has to be named: colour or type" in refusal(state, "b1-b2")
    assert "share colour and type, not number" in refusal(state, "b1-b2 number")


@pytest.mark.rule("leaves", 29)
def test_the_lifted_top_lies_uppermost_and_its_cell_is_empty() -> None:
    state = moved(table(MERGING), "a1-a2 number")
    assert line(state, "layout") == ". 2yg 3gm / 1rb 3yg 2gb / 3rg 1gg 2rm"
    assert line(state, "covered") == "1ym"
    other = moved(table(MERGING), "a2-a1 number")
    assert line(other, "layout") == "1ym 2yg 3gm / . 3yg 2gb / 3rg 1gg 2rm"
    assert line(other, "covered") == "1rb"


@pytest.mark.rule("leaves", 30)
def test_a_stack_is_lifted_whole() -> None:
    state = moved(table(MERGING), "a1-a2 number", "a2-a3 colour")
    assert line(state, "layout") == ". 2yg 3gm / . 3yg 2gb / 1rb 1gg 2rm"
    assert line(state, "covered") == "1ym 3rg"


@pytest.mark.rule("leaves", 31)
def test_only_the_top_counts_when_a_stack_is_lifted_or_covered() -> None:
    state = table(MERGING)
    assert {"a2-b2 colour", "b2-a2 colour"} <= set(legal(state))
    state = moved(state, "a1-a2 number")
    assert "1 red bodhi and 3 yellow ginkgo share no trait" in refusal(state, "a2-b2 colour")
    assert "3 yellow ginkgo and 1 red bodhi share no trait" in refusal(state, "b2-a2 colour")
    assert "a2-a3 colour" in legal(state)


@pytest.mark.rule("leaves", 32)
def test_the_next_merge_may_begin_with_any_stack() -> None:
    state = moved(table(MERGING), "a1-a2 number")
    sources = {action.split("-")[0] for action in legal(state)}
    assert sources == {"b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}
    assert line(moved(state, "c1-c2 colour"), "layout") == ". 2yg . / 1rb 3yg 3gm / 3rg 1gg 2rm"


@pytest.mark.rule("leaves", 33, 39)
def test_eight_merges_make_one_stack_and_clear_the_challenge() -> None:
    state = table(MERGING)
    for stacks, merge in zip(range(9, 1, -1), CLEARING, strict=True):
        assert (state.occupied.bit_count(), line(state, "phase")) == (stacks, "merge")
        assert ("cleared" in told(state, merge)) == (stacks == 2)
        state = moved(state, merge)
    assert line(state, "phase") == "deal"


@pytest.mark.rule("leaves", 34)
def test_no_merge_leaves_a_part_of_a_stack_behind() -> None:
    state = moved(table(MERGING), "a1-a2 number")
    for action in legal(state):
        source = action.split("-")[0]
        column, row = "abc".index(source[0]), int(source[1]) - 1
        after = moved(state, action)
        if line(after, "layout"):
            assert line(after, "layout").split(" / ")[row].split(" ")[column] == "."
    assert "fail part_of_stack" in referee(state)


@pytest.mark.rule("leaves", 35)
def test_covering_a_top_with_nothing_in_common_is_a_mistake() -> None:
    assert "share no trait" in refusal(table(MERGING), "a1-b1 type")
    assert "fail no_shared_trait" in referee(table(MERGING))


@pytest.mark.rule("leaves", 36)
@pytest.mark.parametrize("merge", ["a1-b2 number", "c3-b2 type", "b1-a2 colour", "b3-c2 colour"])
def test_cells_that_touch_at_a_corner_are_no_neighbours(merge: str) -> None:
    assert "touch only at a corner" in refusal(table(MERGING), merge)
    assert "fail diagonal" in referee(table(MERGING))


@pytest.mark.rule("leaves", 37)
def test_a_merge_from_to_or_over_an_empty_cell_is_a_mistake() -> None:
    state = moved(table(MERGING), "b2-b1 colour")
    assert "b2 is empty, so there is no stack to pick up" in refusal(state, "b2-a2 colour")
    assert "b2 is empty; a stack goes onto another stack" in refusal(state, "a2-b2 colour")
    assert "a2 and c2 are not next to each other" in refusal(state, "a2-c2 number")
    assert "b1 and b3 are not next to each other" in refusal(state, "b1-b3 type")
    assert "fail empty_space" in referee(state)


@pytest.mark.rule("leaves", 38)
@pytest.mark.parametrize(
    "mistake", ["part_of_stack", "no_shared_trait", "wrong_trait", "diagonal", "empty_space"]
)
def test_a_mistake_called_out_fails_the_challenge_at_once(mistake: str) -> None:
    state = moved(table(MERGING), "a1-a2 number")
    assert told(state, f"fail {mistake}") == (f"failed {mistake}",)
    after = moved(state, f"fail {mistake}")
    assert (line(after, "phase"), line(after, "layout")) == ("draw", line(state, "layout"))
    assert line(moved(after, "draw 3yb"), "barred") == "A"


@pytest.mark.rule("leaves", 39, 41)
def test_one_stack_is_there_before_the_time_is_up_or_the_challenge_fails() -> None:
    state = table(TWO_LEFT.replace("breezes: 0 1", "breezes: 0 1\n    clock: 9000"), clock="live")
    assert told(state, "b3-c3 type", ms=2_999) == ("cleared",)
    assert told(state, "b3-c3 type", ms=3_000) == ("failed timeout",)
    assert line(moved(state, "b3-c3 type", ms=3_000), "phase") == "draw"


@pytest.mark.rule("leaves", 40)
def test_the_caller_is_rid_of_the_placed_card_after_clearing() -> None:
    state = moved(table(TWO_LEFT), "b3-c3 type")
    assert line(state, "hands") == "1rg 2gm | 1gb 2ym 3rb"
    assert "draw 3yg" in chances(state)
    assert state.scores() == (2, 3)


@pytest.mark.rule("leaves", 42)
def test_a_failed_caller_draws_one_card_that_everybody_sees() -> None:
    state = moved(table(TWO_LEFT), "fail diagonal")
    assert (state.current_player, line(state, "phase")) == (CHANCE, "draw")
    state = moved(state, "draw 3yb")
    assert line(state, "hands") == "1rg 2gm 3yb | 1gb 2ym 3rb"
    assert line(state.information(1), "hands") == line(state, "hands")


@pytest.mark.rule("leaves", 43)
def test_the_card_drawn_is_none_of_the_nine_on_the_table() -> None:
    state = moved(table(TWO_LEFT), "fail diagonal")
    nine = {f"draw {card}" for card in [*EIGHT.split(), "3yg"]}
    assert len(chances(state)) == 27 - 9 - 5
    assert not nine & set(chances(state))
    assert nine <= set(chances(moved(state, "draw 3yb")))
    assert "3yg is not in the pile: it lies in the puzzle" in refusal(state, "draw 3yg")
    assert "1gb is not in the pile: it lies in front of player B" in refusal(state, "draw 1gb")


@pytest.mark.rule("leaves", 44)
def test_the_failed_caller_alone_is_barred_and_for_the_next_puzzle_only() -> None:
    state = moved(beginning("place", 3), "fail forfeit", "draw 3yb")
    state = drawn(state, EIGHT)
    assert (line(state, "puzzle"), line(state, "barred")) == ("2", "A")
    assert set(chances(state)) == {"ask B", "ask C"}
    state = drawn(moved(state, "ask C", "pass", "pass"), EIGHT)
    assert (line(state, "puzzle"), line(state, "barred")) == ("3", "")
    assert set(chances(state)) == {"ask A", "ask B", "ask C"}


@pytest.mark.rule("leaves", 44)
def test_nobody_is_barred_after_a_challenge_that_was_cleared() -> None:
    state = drawn(moved(table(TWO_LEFT), "b3-c3 type"), EIGHT)
    assert line(state, "barred") == ""
    assert set(chances(state)) == {"ask A", "ask B"}


@pytest.mark.rule("leaves", 44)
def test_of_two_players_the_one_who_is_not_barred_is_asked_without_a_draw() -> None:
    state = drawn(moved(beginning("place"), "fail forfeit", "draw 3yb"), EIGHT)
    assert (line(state, "phase"), line(state, "asked"), state.current_player) == ("call", "B", 1)
    state = moved(state, "pass")
    assert (line(state, "phase"), line(state, "puzzle")) == ("deal", "3")


@pytest.mark.rule("leaves", 45)
def test_a_player_without_a_card_after_a_challenge_has_won() -> None:
    state = moved(table(LAST_CARD), "b3-c3 type")
    assert (state.current_player, state.ended_by()) == (TERMINAL, "out_of_cards")
    assert told(table(LAST_CARD), "b3-c3 type") == ("cleared", "ended out_of_cards")
    assert state.scores() == (0, 3)
    assert state.returns() == (1, -1)
    assert legal(state) == []
    assert "the game is over" in refusal(state, "call")


@pytest.mark.rule("leaves", 45)
def test_those_who_have_not_won_share_the_other_places_whatever_they_hold() -> None:
    text = LAST_CARD.replace("- | 1gb 2ym 3rb", "- | 1gb | 2ym 3rb").replace("breezes: 0 1", "breezes: 0 1 1")
    assert moved(table(text, 3), "b3-c3 type").returns() == (1, -0.5, -0.5)


@pytest.mark.rule("leaves", 46)
def test_placing_the_last_card_does_not_win_and_a_failure_costs_the_win() -> None:
    state = table(LAST_CARD)
    assert (state.current_player, state.scores()) == (0, (0, 3))
    state = moved(state, "fail no_shared_trait")
    assert not state.is_terminal
    state = moved(state, "draw 3yb")
    assert (line(state, "phase"), line(state, "hands")) == ("deal", "3yb | 1gb 2ym 3rb")


@pytest.mark.rule("leaves", 47)
@pytest.mark.parametrize("end", [("b3-c3 type",), ("fail diagonal", "draw 3yb")])
def test_breezes_turn_up_after_a_challenge_when_all_are_down(end: tuple[str, ...]) -> None:
    state = table(TWO_LEFT.replace("breezes: 0 1", "breezes: 0 0"))
    assert told(moved(state, *end[:-1]), end[-1])[-1] == "breezes up"
    assert line(moved(state, *end), "breezes") == "1 1"


@pytest.mark.rule("leaves", 47)
def test_breezes_do_not_turn_up_when_somebody_has_won_or_nobody_called() -> None:
    down = LAST_CARD.replace("breezes: 0 1", "breezes: 0 0")
    assert line(moved(table(down), "b3-c3 type"), "breezes") == "0 0"
    state = moved(beginning("call", breezes="0 0"), "pass", "pass")
    assert (line(state, "puzzle"), line(state, "breezes")) == ("2", "0 0")


@pytest.mark.rule("leaves", 48)
def test_one_breeze_that_lies_face_up_leaves_the_others_down() -> None:
    assert line(moved(table(TWO_LEFT), "b3-c3 type"), "breezes") == "0 1"


@pytest.mark.rule("leaves", 49, 50)
def test_the_nine_cards_go_back_and_eight_are_dealt_from_the_shuffled_pile() -> None:
    state = moved(table(TWO_LEFT), "b3-c3 type")
    assert (line(state, "phase"), line(state, "puzzle"), line(state, "layout")) == ("deal", "2", "")
    assert set(chances(state).values()) == {1 / 22}
    assert set(chances(state)) == {f"draw {card}" for card in CARDS if str(card) not in "1rg 2gm 1gb 2ym 3rb"}
    assert line(drawn(state, EIGHT), "layout") == PUZZLE
