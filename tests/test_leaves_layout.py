"""Cards, layouts, what may be done, and the ways to write all of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import leaves_reference as reference
import pytest
from hypothesis import given
from hypothesis import strategies as st
from leaves_cases import full_layouts, positions, shuffled, solo_deal

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.solvers.leaves.breeze import SoloDeal
from quadrangle.solvers.leaves.cards import CARDS, COLOURS, TYPES, Card
from quadrangle.solvers.leaves.layout import Layout, Merge, Place, Step, Swap, replay
from quadrangle.solvers.leaves.link import (
    find_link,
    layout_link,
    parse_layout_link,
    parse_solo_link,
    solo_link,
)
from quadrangle.solvers.leaves.reading import read_deal, read_hand, read_layout, read_steps, require_whole

TABLE = "1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm"


def test_there_is_one_card_for_every_combination_of_traits() -> None:
    assert len({(card.number, card.colour, card.type) for card in CARDS}) == 27


def test_two_cards_share_a_trait_nine_times_in_thirteen() -> None:
    pairs = list(combinations(CARDS, 2))
    assert Fraction(sum(bool(a.shared(b)) for a, b in pairs), len(pairs)) == Fraction(9, 13)


@pytest.mark.parametrize("card", CARDS)
def test_a_card_is_read_as_it_is_written(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert eval(repr(card)) == card


@pytest.mark.parametrize("text", ["", "4yg", "3yx", "y3g", "3YG", "3yg ", "3y", "3ygg"])
def test_only_the_canonical_form_of_a_card_is_read_strictly(text: str) -> None:
    with pytest.raises(NotationError, match="is not a Leaf Card"):
        Card.parse(text)


def test_a_layout_is_read_as_it_is_written() -> None:
    for layout in [Layout.parse(TABLE), *full_layouts(50), *positions(200)]:
        assert Layout.parse(str(layout)) == layout
        assert eval(repr(layout)) == layout
        assert read_layout(str(layout)) == layout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1rb 2yg 3gm\n1ym . 2gb", "2 rows; expected three rows"),
        ("1rb 2yg\n1ym . 2gb\n3rg 1gg 2rm", "line 1: 2 cells"),
        ("1rb 2yg 3gm\n1ym . 2xb\n3rg 1gg 2rm", "line 2, column 7: '2xb' is not a Leaf Card"),
        ("1rb 2yg 3gm\n1ym . 1rb\n3rg 1gg 2rm", "1rb lies on both a1 and c2"),
        (". . .\n. . .\n. . .", "no card on any cell"),
    ],
)
def test_a_layout_that_is_not_one_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Layout.parse(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "1rb 2yg 3gm / 1ym . 2gb / 3rg 1gg 2rm",
        "1RB 2YG 3GM\n1YM -- 2GB\n3RG 1GG 2RM",
        "r1b y2g gm3 | m1y empty b2g | g3r gg1 mr2",
        "red 1 bodhi, yellow 2 ginkgo, green 3 maple; 1 yellow maple - 2 green bodhi 3 red g 1 g ginkgo 2rm",
        "one red bodhi 2yg 3gm 1ym . 2gb 3rg 1gg 2rm",
    ],
)
def test_what_a_person_types_is_read_generously(text: str) -> None:
    assert str(read_layout(text)) == TABLE


def test_g_is_green_or_ginkgo_whichever_the_other_letters_leave() -> None:
    assert [str(card) for card in read_hand("3bg 3yg 3gr 3mg 3gg")] == ["3gb", "3yg", "3rg", "3gm", "3gg"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1rb 2yg 3gm 1ym 2gb 3rg 1gg 2rm", "8 cards; expected nine cells"),
        ("1rb 2yg 3gm 1ym 2gb 3rg 1gg", "7 cards"),
        (TABLE + " 3gg", "9 cards and 1 empty cell"),
        ("1rb 1rb 3gm 1ym . 2gb 3rg 1gg 2rm", "line 1, column 5: 1rb is named for both a1 and b1"),
        ("1rb 2yg 3gm 1ym . 2gb 3rg 1gg 2zz", "'2zz' is not a Leaf Card"),
        ("1rb 2yg 3gm 1ym . 2gb 3rg 1gg 3 yellow", "'3 yellow' is only part of a card"),
        ("1rb 2yg 3gm 1ym . 2gb 3rg 1gg 2ry", "does not name one number, one colour and one type"),
    ],
)
def test_what_cannot_be_a_layout_is_named(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_layout(text)
    assert message in str(caught.value)


def test_only_the_centre_of_a_table_may_be_empty() -> None:
    layout = read_layout("1rb . 3gm 1ym 2yg 2gb 3rg 1gg 2rm")
    with pytest.raises(NotationError, match=r"b1 is empty.*--in-progress"):
        require_whole(layout, mid_play=True)
    with pytest.raises(NotationError) as caught:
        require_whole(layout)
    assert "--in-progress" not in str(caught.value)
    assert require_whole(Layout.parse(TABLE)).is_puzzle


@given(st.text(alphabet="123rygbm. -/|\nABC", max_size=60))
def test_whatever_is_read_prints_canonically_and_reads_strictly(text: str) -> None:
    try:
        layout = read_layout(text)
    except NotationError:
        return
    assert Layout.parse(str(layout)) == layout


@given(st.permutations(CARDS))
def test_traits_in_any_order_and_words_name_the_same_card(cards: list[Card]) -> None:
    spelled = []
    for i, card in enumerate(cards[:9]):
        names = [str(card.number), COLOURS[card // 3 % 3], TYPES[card % 3]]
        order = [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)][i % 4]
        spelled.append(" ".join(names[k] for k in order))
    assert read_layout(" / ".join(spelled)) == Layout(tuple(cards[:9]))


def test_merges_are_those_of_the_reference() -> None:
    for layout in positions(300):
        expected = set(reference.merges(reference.position(layout.cells)))
        found = {((m.source % 3, m.source // 3), (m.goal % 3, m.goal // 3)) for m in layout.merges()}
        assert found == expected


def test_a_merge_moves_the_whole_stack_and_shows_its_top() -> None:
    layout = Layout.parse("1rb 2rg 3gm\n1ym 3yg 2gb\n3rg 1gg 2rm")
    assert str(layout.apply(Merge.parse("a1-b1 colour"))) == ". 1rb 3gm\n1ym 3yg 2gb\n3rg 1gg 2rm"


@pytest.mark.parametrize(
    ("merge", "rule"),
    [
        ("a1-b2", "touch only at a corner"),
        ("a1-c1", "are not next to each other"),
        ("a1-a1", "cannot be put onto itself"),
        ("b2-b1", "b2 is empty, so there is no stack to pick up"),
        ("b1-b2", "b2 is empty; a stack goes onto another stack"),
        ("a1-b1", "1 red bodhi and 2 yellow ginkgo share no trait"),
        ("a1-a2 colour", "share number, not colour"),
    ],
)
def test_an_illegal_merge_names_the_rule_it_breaks(merge: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        Layout.parse(TABLE).apply(Merge.parse(merge))
    assert rule in str(caught.value)


def test_placing_and_swapping_follow_the_rules() -> None:
    puzzle = Layout.parse(TABLE)
    assert str(puzzle.apply(Swap.parse("swap a1 c3"))).startswith("2rm 2yg")
    assert puzzle.apply(Place.parse("place 3yg")).is_full
    refused: list[tuple[Step, str]] = [
        (Swap.parse("swap a1 b2"), "swaps two of the cards round the centre"),
        (Merge(0, 11), "there is no such cell"),
        (Place.parse("place 1rb"), "already lies in the puzzle"),
    ]
    for step, rule in refused:
        with pytest.raises(IllegalAction, match=rule):
            puzzle.apply(step)
    with pytest.raises(IllegalAction, match="already holds"):
        puzzle.apply(Place.parse("place 3yg")).apply(Place.parse("place 3yb"))
    with pytest.raises(IllegalAction, match="before any merge"):
        Layout.parse(". 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm").apply(Place.parse("place 3yg"))
    with pytest.raises(IllegalAction, match="step 2"):
        replay(puzzle, [Place.parse("place 3yg"), Merge.parse("a1-c1")])


@pytest.mark.parametrize("text", ["a1-b1", "a1-b1 colour", "c3-b3 type", "swap a1 c3", "place 3yg"])
def test_steps_are_read_as_they_are_written(text: str) -> None:
    (step,) = read_steps(text)
    assert str(step) == text
    assert eval(repr(step)) == step


def test_moves_are_read_generously() -> None:
    steps = read_steps("swap a1 c3, place 3YG; A1>B1 color b1c1 c1->c2 type")
    assert [str(step) for step in steps] == ["swap a1 c3", "place 3yg", "a1-b1 colour", "b1-c1", "c1-c2 type"]


@pytest.mark.parametrize(
    "text", ["", "a1", "a1-d1", "a1-b1 shape", "swap a1", "swap a1 a1", "place", "place 9zz", "place 1 0 0"]
)
def test_moves_that_are_not_moves_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        read_steps(text)


def test_links_carry_the_whole_puzzle_in_few_safe_letters() -> None:
    for k in range(50):
        deal = solo_deal(3, k)
        link = solo_link(deal)
        assert parse_solo_link(link) == deal
        assert len(link) < 150
        hand = tuple(shuffled(3, k)[:3])
        link = layout_link(deal.puzzles[0], hand)
        assert parse_layout_link(link) == (deal.puzzles[0], hand)
        assert len(link) < 80
        assert set(link) <= set("abcdefghijklmnopqrstuvwxyz0123456789-._~")
        assert find_link(f"https://example.org/play#{link}") == link


@pytest.mark.parametrize(
    "link", ["leaves~", "leaves~1rb", "leaves~1rb2yg3gm-1ym.2gb-3rg1gg2r", "leaves-solo~3yg"]
)
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(NotationError):
        parse_solo_link(link) if link.startswith("leaves-solo") else parse_layout_link(link)


def test_a_solo_deal_is_read_as_it_is_written() -> None:
    for k in range(30):
        deal = solo_deal(4, k)
        assert SoloDeal.parse(str(deal)) == deal
        assert read_deal(str(deal).replace("\n", " / ")) == deal


def test_a_solo_deal_holds_every_card_once() -> None:
    text = str(solo_deal(4))
    with pytest.raises(NotationError, match="is both in"):
        read_deal(text.replace(text[:3], text[4:7], 1) if text[:3] != text[4:7] else text)
