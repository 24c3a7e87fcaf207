"""What players of Abstract Academy know, how the rest is imagined, and texts, words and numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from academy_play import academy, box, line, moved, played, refusal
from academy_play import position as placed_position
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyRulings, AcademyState
from quadrangle.engines.academy.actions import Drawn, Lay, Place
from quadrangle.engines.academy.areas import presentable
from quadrangle.engines.bots import Greedy, Random
from quadrangle.engines.conformance import misfit, resample_by_counts, worlds
from quadrangle.engines.match import Match, replay

UNLIKE = "BB/BB:1 BB/BR:1 BB/RR:1 BR/RY:1 BY/YY:1 RR/RR:1 YY/YY:1"
"""Seven canvas cards, each once."""
TINY = box(2, 1, UNLIKE, "A:XX B:XXX C:X")
"""The smallest box: a canvas of two by two, hands of one card, three Inspirations."""


def tiny(text: str = "", **rulings: str) -> AcademyState:
    game = academy(2, TINY, first_pet="seat_0", goal_order="fixed_blue_red_yellow", **rulings)
    return game.state_from(text) if text else game.start()


BEGUN = """\
phase: place
round: 1
pet: A
goals: largest_area:B largest_area:R largest_area:Y
hand A: BB/BB
hand B: RR/RR
inspirations A: A
inspirations B: B"""


@pytest.mark.rule("academy", 79)
def test_hands_are_known_to_their_owners_only() -> None:
    state = tiny(BEGUN)
    known = [state.information(player).text for player in (0, 1)]
    assert "hand A: BB/BB\nhand B: ?\ninspirations A: A\ninspirations B: ?" in known[0]
    assert "hand A: ?\nhand B: RR/RR\ninspirations A: ?\ninspirations B: B" in known[1]
    other = tiny(BEGUN.replace("RR/RR", "YY/YY").replace("inspirations B: B", "inspirations B: C"))
    assert state.information(0) == other.information(0)
    assert state.information(1) != other.information(1)
    assert state.information(0).numbers == other.information(0).numbers


OLDER = """\
phase: place
round: 2
pet: B
turn: 1
goals: patchwork mirror
used: largest_area:B largest_area:R largest_area:Y
canvas: portrait b2 BB / BB
discards: BB/BR BB/RR BR/RY YY/YY
hand A: RR/RR
hand B: BY/YY
inspirations A: A
inspirations B: B C
taken A: 0 3 0"""
"""The deck is empty: what nobody has seen is in the other hand."""


@pytest.mark.rule("academy", 79)
def test_a_card_from_before_the_last_shuffle_is_none_of_the_new_deck() -> None:
    state = tiny(OLDER)
    assert state.current_player == 0
    after = moved(state, "place RR/RR b1", "card BB/BR")
    assert line(after, "hand A") == "BB/BR"
    assert line(after, "hand B") == "BY/YY@0"
    assert "hand B: ?@0" in after.information(0).text
    assert "unseen: BY/YY@0" in after.information(0).text
    exchanged = OLDER.replace("BR/RY YY/YY", "BR/RY BY/YY").replace("hand B: BY/YY", "hand B: YY/YY")
    other = moved(tiny(exchanged), "place RR/RR b1", "card BB/BR")
    assert other.information(0).numbers != after.information(0).numbers
    rng = Rng(1)
    assert {line(after.resample(0, rng), "hand B") for _ in range(30)} == {"BY/YY@0"}
    # The other player knows that A's card is one of the four that were shuffled.
    assert {line(after.resample(1, rng), "hand A") for _ in range(99)} == {"BB/BR", "BB/RR", "BR/RY", "YY/YY"}


def test_others_are_imagined_by_the_law() -> None:
    start = tiny()
    dealt = moved(start, "card BB/BB", "card RR/RR")
    assert line(dealt, "phase") == "inspire"
    for player in (0, 1):
        assert len(worlds(dealt, player, start, 2)) == 6
        resample_by_counts(dealt, player, start, 2)
    later = moved(dealt, "inspiration A", "inspiration B")
    for player in (0, 1):
        assert len(worlds(later, player, start, 4)) == 12  # six cards, two Inspirations
        resample_by_counts(later, player, start, 4)


def test_cards_drawn_after_a_shuffle_are_imagined_by_the_law() -> None:
    before = tiny(OLDER)
    drawn = moved(before, "place RR/RR b1", "card BB/BR", "place BY/YY c1", "card YY/YY")
    assert line(drawn, "hand B") == "YY/YY"
    for player, count in ((0, 3), (1, 3)):
        assert len(worlds(drawn, player, before, 4)) == count
        resample_by_counts(drawn, player, before, 4)


def secrets(state: AcademyState) -> tuple[object, ...]:
    """Return what is secret about Inspirations."""
    return state.sheet.inspirations, state.sheet.answers


def test_secret_answers_are_imagined_by_the_law() -> None:
    text = """\
phase: show
round: 1
pet: A
turn: 4
asked: A
goals: largest_area:B largest_area:R largest_area:Y
canvas: portrait b1 BBRR / BBRR / BBYY / BRYY
hand A: BR/RY
hand B: BY/YY
inspirations A: A
inspirations B: B"""
    # B knows that A holds the first or the third Inspiration, and nothing of the answer.
    starts = [
        tiny(text.replace("A: A", f"A: {one}"), inspiration_order="hidden_simultaneous") for one in "AC"
    ]
    law = {
        secrets(start.apply(answer)): Fraction(1, 2) / len(start.legal_actions())
        for start in starts
        for answer in start.legal_actions()
    }
    state = moved(starts[0], "show A")
    assert len(law) == 4
    rng = Rng(1)
    assert not misfit([secrets(state.resample(1, rng)) for _ in range(2000)], law)
    assert state.resample(0, rng).sheet.answers == state.sheet.answers


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hand A: BB/BB", "hand A: BB/BX", "line 5, column 5: 'X' is no colour"),
        ("hand A: BB/BB", "hand A: RR/RR", "the card RR/RR is there 2 times; expected 1 as in the deck"),
        ("hand A: BB/BB", "hand A: YY/BB", "the card YY/BB is there 1 times; expected none"),
        ("hand A: BB/BB", "hand A: BB/BB BB/BR", "a hand of more than 1 cards"),
        ("hand A: BB/BB", "hand A: BB/BB@3", "drawn after a shuffle that has not been"),
        ("round: 1", "round: 4", "round 4 of 3"),
        ("round: 1", "round: x", "line 2: 'x' is not a number"),
        ("phase: place", "phase: playing", "'playing' is no phase; expected deal or pet or"),
        ("pet: A", "pet: C", "line 3: 'C' is not a player"),
        ("largest_area:R ", "", "goals of the round are missing"),
        ("largest_area:R", "largest_area", "line 4"),
        ("inspirations B: B", "inspirations B: A", "an Inspiration that is not there, or is there twice"),
        ("inspirations B: B", "inspirations B: Q", "'Q' is no Inspiration; expected one of A, B and C"),
        ("inspirations B: B", "", "1 Inspirations drawn; expected 2 in round 1"),
        ("hand B: RR/RR", "hand B: RR/RR\nhand C: -", "'hand C: -' has no place here"),
        (
            "hand A: BB/BB",
            "canvas: portrait b2 BB / RR\nhand A: BB/BB",
            "the card BB/RR is|1 cards on the canvas",
        ),
        ("hand A: BB/BB", "canvas: portrait b2 BR / RX\nhand A: BB/BB", "'X' is no colour"),
        ("hand A: BB/BB", "canvas: slanted b2 BR / RY\nhand A: BB/BB", "'slanted' is no orientation"),
        ("hand A: BB/BB", "canvas: portrait z9 BR / RY\nhand A: BB/BB", "'z9' is not a cell"),
        ("hand A: BB/BB", "canvas: portrait c3 BR / RY\nhand A: BB/BB", "no card on b2, where the first"),
        ("hand A: BB/BB", "canvas: portrait b2 BRBB / RYRR\nhand A: BB/BB", "2 cards on the canvas after 0"),
    ],
)
def test_positions_are_read_strictly(old: str, new: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        tiny(BEGUN.replace(old, new))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place BR/YB", "'' is not a cell; expected a letter and a number from a1 to g7"),
        ("place BR/YB h1", "'h1' is not a cell"),
        ("place BRYB d4", "'BRYB' is not a card"),
        ("lay BR/YB upright", "'upright' is no orientation; expected portrait or landscape"),
        ("name green", "'green' is no colour; expected blue or red or yellow"),
        ("show Q", "'Q' is no Inspiration"),
        ("show N F", "'show N F' is not canonical; expected 'show F N'"),
        ("give C", "'C' is not a player; expected a letter from A to B"),
        ("arrange largest_area:B", "is no order"),
        ("goal areas_of_size:3", "is in no deck"),
        ("pass ", "'pass ' is not canonical"),
        ("castle", "'castle' is not an action; expected place BR/YB d4"),
    ],
)
def test_actions_are_read_strictly(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        academy().parse_action(text)


LAID = """\
goals: largest_area:B largest_area:R largest_area:Y
canvas: portrait d4 BR / YB
hand A: BB/BB RR/RR YY/YY
inspirations A: F
inspirations B: I"""


@pytest.mark.rule("academy", 80)
def test_refusals_name_the_rule_and_change_nothing() -> None:
    state = tiny(BEGUN)
    before = str(state)
    assert refusal(state, "place BB/BB a2").endswith(
        "the first card of a round is laid, such as lay BR/YB portrait"
    )
    assert refusal(state, "lay RR/RR portrait").endswith("player A has no card that can lie so")
    assert refusal(state, "pass").endswith("player A has a canvas card, so has to place one")
    assert refusal(state, "card BB/BB")
    beside = placed_position(f"phase: place\nround: 1\npet: B\nturn: 1\n{LAID}")
    stranger = Place(0, "z9")
    assert stranger not in beside.legal_actions()
    with pytest.raises(IllegalAction, match="there is no such cell"):
        beside.apply(stranger)
    for face in (-1, 81):
        for kind in (Drawn, lambda face: Lay(face, True), lambda face: Place(face, "d3")):
            with pytest.raises(NotationError, match=f"the face {face}; expected a number from 0 to 80"):
                kind(face)
    assert refusal(tiny(), "card BY/BY").endswith("no such card is left in the deck")
    assert refusal(tiny(), "pet A").endswith("a canvas card is drawn here, such as card BR/YB")
    assert str(state) == before


@given(st.integers(0, 1 << 30), st.sampled_from([2, 4]))
def test_words_are_read_back(seed: int, players: int) -> None:
    game, rng = Academy(players), Rng(seed)
    word = tuple(rng.below(game.num_symbols) for _ in range(1 + rng.below(4)))
    try:
        action = game.decode(word)
    except NotationError:
        return
    assert game.encode(action) == word
    assert game.parse_action(str(action)) == action


def test_equal_states_are_equal_whatever_the_order_of_placing() -> None:
    cards = "hand A: BB/BB RR/RR YY/YY\nhand B: BB/BB RR/RR YY/YY\n"
    held = "inspirations A: F\ninspirations B: I"
    goals = "goals: largest_area:B largest_area:R largest_area:Y"
    text = f"phase: place\nround: 1\npet: B\nturn: 1\n{goals}\ncanvas: portrait d4 BR / YB\n{cards}{held}"
    state = placed_position(text)
    one = moved(
        state, "place BB/BB d3", "card BR/YB", "place RR/RR d5", "card BR/YB", "place YY/YY c4", "card BB/BB"
    )
    other = moved(
        state, "place YY/YY c4", "card BB/BB", "place RR/RR d5", "card BR/YB", "place BB/BB d3", "card BR/YB"
    )
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize("players", [2, 4])
def test_chance_is_drawn_at_once_as_step_by_step(players: int) -> None:
    for seed in range(5):
        game, at_once, by_steps, choice = Academy(players), Rng(seed), Rng(seed), Rng(99)
        one = other = game.start()
        while not one.is_terminal:
            one = one.until_decision(at_once)
            while other.is_chance:
                other = other.apply(other.sample_chance(by_steps))
            assert one == other
            if not one.is_terminal:
                one = other = one.apply(one.legal_actions().sample(choice))


def test_the_estimate_is_the_margin_if_the_round_were_scored_now() -> None:
    held = "inspirations A: F\ninspirations B: I"
    text = f"""\
phase: place
round: 1
pet: A
turn: 4
goals: largest_area:B largest_area:R largest_area:Y
canvas: portrait d2 YY / YY / YY / YY / BB / BB / BB / RR
hand A: BB/BB RR/RR YY/YY
hand B: BB/BB RR/RR YY/YY
{held}"""
    state = placed_position(text)
    # A has 6 blue and 2 red, B 8 yellow: 3 + 3 against 3, and the Pet stays with A; B's I is not there.
    assert state.evaluate(0) == 6 - 3 + 0.5
    assert state.evaluate(1) == -state.evaluate(0)
    assert played(state, Rng(1), ["over"]).evaluate(0) in (
        played(state, Rng(1), ["over"]).scores()[0] - played(state, Rng(1), ["over"]).scores()[1] + sign * 100
        for sign in (-1, 0, 1)
    )


def test_greedy_takes_what_counts() -> None:
    held = "inspirations A: F\ninspirations B: I"
    text = f"""\
phase: place
round: 1
pet: A
turn: 4
goals: largest_area:B most_quadrants:R most_areas:Y
canvas: portrait d2 YY / YY / YY / YY / BR / RB / BB / BB
hand A: BB/BB RY/YR YY/YY
hand B: BB/BB RR/RR YY/YY
{held}"""
    state = placed_position(text)
    action = Greedy().choose(state, Rng(1))
    assert str(action).startswith("place ")
    best = max(state._apply(action).evaluate(0) for action in state.legal_actions())
    assert state._apply(action).evaluate(0) == best


@pytest.mark.rule("academy", 71)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("secret", ["pet_first_public", "hidden_simultaneous"])
@pytest.mark.parametrize("shown", ["one_a_round", "any_number"])
def test_the_last_card_of_a_round_is_judged_alike_whether_a_card_is_drawn_after_it_or_not(
    players: int, secret: str, shown: str
) -> None:
    """Inspirations that may be shown then count, though their players are asked at once without a draw."""
    rulings = {"inspiration_order": secret, "inspirations_shown": shown}
    draws, ends = (
        Academy(players, AcademyRulings(draw_after_last=ruling, **rulings)) for ruling in ("yes", "no")
    )
    told = set()
    for seed in range(6):
        rng = Rng(seed, players)
        state = draws.start().until_decision(rng)
        while state.sheet.round == 1:
            if line(state, "phase") == "place" and len(state.cards) == draws.full - 1:
                same, player = ends.state_from(str(state)), state.current_player
                for action in state.legal_actions():
                    before, after = state._apply(action), same._apply(action)
                    assert (line(before, "phase"), line(after, "phase")) == ("draw", "show")
                    for one in range(players):
                        assert after.evaluate(one) == before.evaluate(one)
                    told.add(bool(presentable(before, player)))
            state = state.apply(state.legal_actions().sample(rng)).until_decision(rng)
    assert told == {True, False}


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_is_replayed_from_its_log(players: int, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    game = academy(players, goal_order="arranged_after_reveal", pet_handover="may_decline")
    with Match(game, seed=5, path=path) as match:
        match.advance(dict.fromkeys(range(players), Random()))
        end = match.state
    assert end.is_terminal
    assert replay(path).state == end
    assert " takes " in path.read_text(encoding="utf-8")
