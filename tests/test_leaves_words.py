"""The sentences about Leaves say what is so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from quadrangle.commands import lines as streamed
from quadrangle.commands.leaves import words
from quadrangle.solvers.leaves.cards import CARDS
from quadrangle.solvers.leaves.layout import Layout, Merge
from quadrangle.solvers.stacks import NoLastCard, Searched, Trapped


@pytest.mark.parametrize(
    ("success", "said"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(99, 100), "nearly always"),
        (Fraction(1, 2), "one time in 2.0"),
        (Fraction(10, 99), "one time in 9.9"),
        (Fraction(1, 10), "one time in 10"),
        (Fraction(1, 132000), "one time in 132,000"),
    ],
)
def test_odds(success: Fraction, said: str) -> None:
    assert words.odds(success) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "Harder than 0.00 %"),
        (0.004, "Harder than 0.40 %"),
        (0.474, "Harder than 47 %"),
        (0.989, "Harder than 98 %"),
        (0.9949, "Harder than 99.49 %"),
        (0.99996, "Harder than 99.9960 %"),
    ],
)
def test_percentiles_never_say_more_than_is_so(share: float, said: str) -> None:
    assert words.percentile(share).startswith(said)


def test_mistakes() -> None:
    assert words.mistakes(None, 0, 5) == "It cannot be lost: any legal merges lead to one stack."
    assert words.mistakes(1, 1, 1) == (
        "The first merge can already lose it; 1 merge of the line below is forced; 1 dead end."
    )
    assert words.mistakes(2, 0, 2_000) == (
        "It can be lost from merge 2 on; no merge of the line below is forced; 2,000 dead ends."
    )
    assert "; 3 merges of the line below are forced; " in words.mistakes(2, 3, 5)


def test_centres() -> None:
    cards = list(CARDS[:3])
    assert words.centre_summary(cards[:1], 1) == "Yes: it works."
    assert words.centre_summary([], 1) == "No: it does not work without a swap."
    assert words.centre_summary([], 3) == "No: none of the 3 cards works without a swap."
    assert words.centre_summary(cards[:2], 2) == "Yes: both cards work in the centre."
    assert words.centre_summary(cards, 3) == "Yes: all 3 cards work in the centre."
    assert words.centre_summary(cards[:1], 3) == "Yes: 1 of the 3 cards works in the centre."
    assert words.swaps(None) == "no order works"
    assert [words.swaps(n) for n in (0, 1, 2)] == ["none", "1 swap", "2 swaps"]


def test_a_merge_of_a_lost_line_keeps_nothing() -> None:
    merge = Merge.parse("a1-b1")
    assert words.review(merge, 0, 4, 0) == "a1-b1: already lost"
    assert words.review(merge, 3, 4, 1) == "a1-b1: 3 of 4 legal merges kept a solution; 1 solution left"


def test_a_contradiction_about_the_last_card_names_its_groups() -> None:
    layout = Layout.parse("1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm")
    why = NoLastCard((Trapped(0, (1, 2), (2,)), Trapped(3, (5, 6), (5, 6))))
    said = words.reason(why, layout)
    assert said.startswith("no card can be the last on top: it must be one of 2yg and 3gm, ")
    assert "outside the group these match only 1rb, and 3gm, which cannot meet the rest" in said
    assert "; it must be one of 2gb and 3rg, as outside the group these match only 1ym, " in said
    assert said.endswith("do not match 1ym; no card is in both groups")
    assert "(1 position searched" in words.reason(Searched(1), layout)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100_000])
def test_lines_are_split_the_same_however_they_arrive(size: int) -> None:
    data = b"a\nbb\r\n\n" + b"x" * 10_000 + b"\nlast"
    blocks = [data[at : at + size] for at in range(0, len(data), size)]
    reader = iter([*blocks, b""])
    lines = list(streamed.split(lambda _: next(reader)))
    assert [line[:5] for line in lines] == [b"a", b"bb\r", b"", b"xxxxx", b"last"]
    assert streamed.LINE_LIMIT < len(lines[3]) <= streamed.LINE_LIMIT + 2
