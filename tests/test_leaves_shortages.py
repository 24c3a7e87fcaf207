"""Leaves where something runs out: the pile, the deck, the last puzzle, or what is known of the cards."""

from __future__ import annotations

from fractions import Fraction

import msgspec
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
    refusal,
    table,
    told,
)

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.game import TERMINAL
from quadrangle.engines.leaves import Leaves, LeavesComponents, LeavesRulings, TableState, standard
from quadrangle.engines.leaves.actions import Draw
from quadrangle.solvers.leaves.cards import CARDS

NINETEEN = f"""
    phase: place
    puzzle: 1
    caller: A
    layout: {PUZZLE}
    hands: 1rg 2gm 3yb 3yg | {" | ".join(HANDS[1:])}
    breezes: 0 1 1 1 0 0
"""
"""Six players who hold all cards but the eight of the puzzle."""
LAST_OF_NINETEEN = NINETEEN.replace("1rg 2gm 3yb 3yg |", "3yg |").replace(
    "1gb 2ym 3rb", "1rg 1gb 2ym 2gm 3rb 3yb"
)
"""The same where A has one card."""


def six(text: str, **rulings: str) -> TableState:
    return table(text, 6, **{"players": "2..6", **rulings})


@pytest.mark.rule("leaves", 42, 84)
def test_the_only_card_of_the_pile_is_drawn_at_once() -> None:
    state = beginning("place", 6, players="2..6")
    assert told(state, "fail forfeit") == ("failed forfeit", "draw 3yb")
    state = moved(state, "fail forfeit")
    assert (line(state, "phase"), line(state, "puzzle"), line(state, "barred")) == ("deal", "2", "A")
    assert line(state, "hands").split(" | ")[0] == "1rg 2gm 3yb 3yg"


@pytest.mark.rule("leaves", 75)
@pytest.mark.parametrize("failed_centre_card", ["to_pile", "back_to_hand"])
def test_nothing_is_drawn_from_an_empty_pile_and_eight_cards_go_back(failed_centre_card: str) -> None:
    state = six(NINETEEN, failed_centre_card=failed_centre_card)
    assert told(state, "fail forfeit") == ("failed forfeit", "nothing drawn")
    after = moved(state, "fail forfeit")
    assert (line(after, "hands"), line(after, "barred")) == (line(state, "hands"), "A")
    assert chances(after) == {f"draw {card}": 1 / 8 for card in EIGHT.split()}
    after = moved(state, "place 3yg", "fail diagonal")
    kept = "1rg 2gm 3yb 3yg" if failed_centre_card == "back_to_hand" else "1rg 2gm 3yb"
    assert line(after, "hands").split(" | ")[0] == kept
    assert len(chances(after)) == 8 + (failed_centre_card == "to_pile")


@pytest.mark.rule("leaves", 75)
def test_with_one_card_in_the_pile_a_failed_caller_draws_it_and_the_game_goes_on() -> None:
    state = six(NINETEEN.replace("1rg 2gm 3yb 3yg |", "1rg 2gm 3yg |"))
    after = moved(state, "fail forfeit")
    assert sum(after.scores()) == 19
    assert (line(after, "phase"), len(chances(after))) == ("deal", 8)


@pytest.mark.rule("leaves", 50, 84)
def test_the_last_card_of_the_pile_is_dealt_without_being_drawn() -> None:
    state = drawn(moved(six(NINETEEN), "fail forfeit"), "1rb 2yg 3gm 1ym 2gb 3rg")
    assert told(state, "draw 2rm") == ("draw 1gg",)
    assert line(moved(state, "draw 2rm"), "layout") == "1rb 2yg 3gm / 1ym . 2gb / 3rg 2rm 1gg"


@pytest.mark.rule("leaves", 45, 75)
def test_a_caller_of_the_last_card_who_can_draw_nothing_has_no_card_left() -> None:
    state = moved(six(LAST_OF_NINETEEN), "place 3yg")
    assert told(state, "fail diagonal") == ("failed diagonal", "nothing drawn", "ended out_of_cards")
    assert moved(state, "fail diagonal").returns()[0] == 1
    assert not moved(
        six(LAST_OF_NINETEEN, failed_centre_card="back_to_hand"), "place 3yg", "fail diagonal"
    ).is_terminal


LAST_PUZZLE = f"""
    phase: call
    puzzle: 200
    asked: C
    answered: AB
    layout: {PUZZLE}
    hands: 1rg 2gm | 1gb 2ym | 1rm 2yb 3gg
    breezes: 1 1 1
"""


@pytest.mark.rule("leaves", 76)
def test_after_the_last_puzzle_the_fewest_cards_win_and_ties_are_shared() -> None:
    state = table(LAST_PUZZLE, 3)
    assert told(state, "pass") == ("nobody called", "ended puzzle_limit")
    after = moved(state, "pass")
    assert (after.current_player, after.ended_by()) == (TERMINAL, "puzzle_limit")
    assert (after.scores(), after.returns()) == ((2, 2, 3), (0.5, 0.5, -1))
    level = moved(table(LAST_PUZZLE.replace("1rm 2yb 3gg", "1rm 2yb"), 3), "pass")
    assert level.returns() == (0, 0, 0)


@pytest.mark.rule("leaves", 76)
@pytest.mark.parametrize(
    ("puzzle_limit", "puzzle", "ended"),
    [
        ("200", 199, ""),
        ("200", 200, "puzzle_limit"),
        ("3", 2, ""),
        ("3", 3, "puzzle_limit"),
        ("201", 200, ""),
        ("none", 200, ""),
        ("none", 12_345, ""),
    ],
)
def test_puzzle_limit_says_how_many_puzzles_are_dealt(puzzle_limit: str, puzzle: int, ended: str) -> None:
    state = table(LAST_PUZZLE.replace("200", str(puzzle)), 3, puzzle_limit=puzzle_limit)
    assert moved(state, "pass").ended_by() == ended


@pytest.mark.rule("leaves", 45, 76)
def test_the_last_puzzle_may_still_be_won_or_lost() -> None:
    state = table(LAST_PUZZLE, 3)
    failed = moved(state, "call", "keep", "place 1rm", "fail diagonal", "draw 3yb")
    assert (failed.ended_by(), failed.scores(), failed.returns()) == (
        "puzzle_limit",
        (2, 2, 3),
        (0.5, 0.5, -1),
    )
    one = table(LAST_PUZZLE.replace("1rm 2yb 3gg", "3yg"), 3)
    won = moved(one, "call", "keep", "place 3yg", *CLEARING)
    assert (won.ended_by(), won.returns()) == ("out_of_cards", (-0.5, -0.5, 1))


@pytest.mark.rule("leaves", 76)
def test_a_position_beyond_the_limit_cannot_be() -> None:
    with pytest.raises(NotationError, match="puzzle 201 of at most 200"):
        table(LAST_PUZZLE.replace("200", "201"), 3)
    with pytest.raises(NotationError, match="the ruling puzzle_limit=0"):
        leaves(2, puzzle_limit="0")


UNSEEN = f"""
    phase: place
    puzzle: 1
    caller: A
    layout: {PUZZLE}
    hands: 3yg ? | 1gb ? ?
    breezes: 1 1
"""
"""A has a card that whoever runs the program has not seen, and B two."""


@pytest.mark.rule("leaves", 6, 7)
def test_a_hand_card_may_be_drawn_unseen_and_a_puzzle_card_may_not() -> None:
    state = moved(leaves(2).start(), "draw ?", "draw 2gm", "draw ?", "draw 1gb", "draw ?", "draw ?")
    assert isinstance(state, TableState)
    assert (line(state, "hands"), state.is_exact) == ("2gm ? ? | 1gb ? ?", False)
    assert chances(state) == {
        f"draw {card}": 1 / 25 for card in map(str, CARDS) if card not in ("2gm", "1gb")
    }
    assert "cards of the puzzle lie face up, and have to be named" in refusal(state, "draw ?")


@pytest.mark.rule("leaves", 24, 25)
def test_an_unseen_hand_card_may_be_any_that_lies_nowhere_else() -> None:
    state = table(UNSEEN)
    known = {*EIGHT.split(), "1gb"}
    assert legal(state) == [f"place {card}" for card in map(str, CARDS) if card not in known]
    after = moved(state, "place 2rg")
    assert (line(after, "hands"), line(after, "placed")) == ("3yg | 1gb ? ?", "2rg")
    assert line(moved(state, "place 3yg"), "hands") == "? | 1gb ? ?"
    assert "not 1gb" in refusal(state, "place 1gb")


@pytest.mark.rule("leaves", 42)
def test_the_card_of_a_failed_challenge_may_stay_unseen() -> None:
    state = moved(table(UNSEEN), "place 2rg", "fail diagonal")
    assert line(moved(state, "draw ?"), "hands") == "3yg ? | 1gb ? ?"
    assert line(moved(state, "draw 3yb"), "hands") == "3yb 3yg | 1gb ? ?"


@pytest.mark.rule("leaves", 45, 46)
def test_a_player_with_an_unseen_card_has_not_run_out() -> None:
    text = """
        phase: merge
        puzzle: 1
        caller: A
        placed: 3yg
        layout: . . . / . . . / . 1gg 3rg
        covered: 1rb 1ym 2rm 2yg 2gb 3yg 3gm
        hands: ? | 1gb
        breezes: 1 1
        """
    assert moved(table(text), "b3-c3 type").ended_by() == ""
    assert moved(table(text.replace("hands: ?", "hands: -")), "b3-c3 type").ended_by() == "out_of_cards"


@pytest.mark.rule("leaves", 6, 86)
def test_unseen_cards_are_guessed_among_those_nobody_has_seen() -> None:
    state = table(UNSEEN)
    hands = set()
    for item in range(300):
        guess = state.resample(0, Rng(item))
        assert (guess.is_exact, guess.faults(), guess.seats.counts) == (True, "", [2, 3])
        hands.add(line(guess, "hands").split(" | ")[0])
    assert len(hands) == 17


@pytest.mark.rule("leaves", 42, 84, 86)
@pytest.mark.parametrize("phase", ["deal", "draw"])
def test_a_guess_that_leaves_one_card_to_draw_has_drawn_it(phase: str) -> None:
    known = [hand.split() for hand in HANDS]
    known[0][0] = "?"
    if phase == "deal":
        # Two cards of seven cells are known to nobody: one of them is the unseen one.
        known[1].append("3yb")
        square, head = "1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg .", "phase: deal\npuzzle: 2"
    else:
        square, head = PUZZLE, "phase: draw\npuzzle: 2\ncaller: B"
    hands = " | ".join(" ".join(hand) for hand in known)
    text = f"{head}\nlayout: {square}\nhands: {hands}\nbreezes: 1 1 1 1 0 0"
    text = text.replace("? 2gm 3yg", "2gm 3yg ?").replace("1gb 2ym 3rb 3yb", "1gb 2ym 3rb 3yb")
    state = six(text, call_order="seat_order")
    assert len(state.chance_outcomes()) == 2
    for item in range(20):
        guess = state.resample(0, Rng(item))
        assert (guess.is_exact, guess.faults()) == (True, "")
        assert line(guess, "phase") == ("call" if phase == "deal" else "deal")


def without(*cards: str) -> LeavesComponents:
    """Return the box with some cards missing."""
    box = standard()
    return msgspec.structs.replace(box, leaf=tuple(leaf for leaf in box.leaf if leaf.card not in cards))


@pytest.mark.rule("leaves", 1, 3, 6)
def test_a_deck_with_a_card_missing_is_played_without_it() -> None:
    state = Leaves(2, None, without("3gm")).start()
    assert dict(state.chance_outcomes())[Draw(CARDS[0])] == Fraction(1, 26)
    assert "draw 3gm" not in chances(state)
    assert "3gm is not in the pile: it is not in this deck" in refusal(state, "draw 3gm")
    with pytest.raises(NotationError, match="3gm is in the position or the deck, and not in the other"):
        Leaves(2, None, without("3gm")).state_from(str(beginning("call")))


@pytest.mark.rule("leaves", 5, 7, 9)
@pytest.mark.parametrize(("players", "breezes"), [(2, "2 2"), (3, "2 2 0"), (4, "2 2 0 0")])
def test_with_two_breezes_each_four_are_there_for_the_first_two_players(players: int, breezes: str) -> None:
    box = standard()
    breeze = msgspec.structs.replace(box.breeze, each=2)
    hand = msgspec.structs.replace(box.hand, cards=2)
    state = Leaves(players, None, msgspec.structs.replace(box, breeze=breeze, hand=hand)).start()
    assert line(state, "breezes") == breezes
    state = drawn(state, " ".join(map(str, CARDS[: 2 * players])))
    assert (line(state, "phase"), state.scores()) == ("deal", (2,) * players)


@pytest.mark.rule("leaves", 62, 75)
def test_with_a_card_missing_the_pile_is_empty_one_card_sooner() -> None:
    text = f"""\
phase: place
puzzle: 1
caller: A
layout: {PUZZLE}
hands: {" | ".join(HANDS)}
breezes: 1 1 1 1 0 0"""
    game = Leaves(5, LeavesRulings(players="2..6"), without("3yb", "1gm", "2gg"))
    assert game.players == 5
    state = game.state_from(text.replace(f" | {HANDS[5]}", "").replace("0 0", "0"))
    assert told(state, "fail forfeit") == ("failed forfeit", "draw 3gb")


@pytest.mark.rule("leaves", 7, 53)
@pytest.mark.parametrize(
    ("players", "components", "problem"),
    [
        (1, without("3gm"), "26 Leaf Cards for one player; expected 27 or more"),
        (6, without("3gm"), "26 Leaf Cards for 6 players; expected 27 or more"),
        (5, without("3gm", "3gg", "3gb", "3ym"), "23 Leaf Cards for 5 players; expected 24 or more"),
        (
            3,
            msgspec.structs.replace(standard(), hand=msgspec.structs.replace(standard().hand, cards=9)),
            "27 Leaf Cards for 3 players; expected 36 or more",
        ),
    ],
)
def test_too_few_cards_for_so_many_players_are_refused(
    players: int, components: LeavesComponents, problem: str
) -> None:
    with pytest.raises(NotationError, match=problem):
        Leaves(players, LeavesRulings(players="2..6"), components)


@pytest.mark.rule("leaves", 43)
def test_a_draw_from_an_empty_pile_is_no_position() -> None:
    text = NINETEEN.replace("phase: place", "phase: draw")
    with pytest.raises(NotationError, match="0 cards are left in the pile, and 1 are drawn from it"):
        six(text)
    with pytest.raises(NotationError, match="the only card of the pile is drawn at once"):
        six(text.replace("1rg 2gm 3yb 3yg |", "1rg 2gm 3yg |"))
