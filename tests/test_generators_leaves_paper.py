"""What paper needs of a Leaves puzzle: a drawing with all there is to know, and a sentence for each step."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.generators import Kind, kind, leaves
from quadrangle.generators.leaves.positions import boards_of, parse
from quadrangle.generators.puzzle import Puzzle
from quadrangle.render import svg, text
from quadrangle.solvers.leaves import CARDS

SMALL = "2yg 3ym .\n. 3rm .\n. 3rb ."
CHALLENGE = "1rb 2yg 3gm\n1ym . 2gb\n3rg 1gg 2rm\n\n1gm 3yg"


ASKED: dict[str, dict[str, Any]] = {
    "few": {"level": "first-steps"},
    "hand": {"level": "junior", "hand": 5},
    "breeze": {"level": "master", "needs_breeze": True},
    "solo": {"level": "junior", "shape": "solo"},
}
BREEZES = {"few": "", "hand": "", "breeze": "1 Breeze", "solo": "4 Breezes"}


@functools.cache
def puzzle_of(shape: str) -> Puzzle:
    return next(leaves.generate(**ASKED[shape]))


def test_every_member_of_a_kind_is_there() -> None:
    module: Kind = leaves  # mypy holds the signatures
    named = [name for name in {**vars(Kind), **Kind.__annotations__} if not name.startswith("_")]
    assert len(named) > 15
    assert [name for name in named if not hasattr(module, name)] == []
    assert set(named) <= set(leaves.__all__)
    assert kind("leaves") is module


@pytest.mark.parametrize("shape", ASKED)
def test_the_drawing_has_every_card_and_every_breeze(shape: str) -> None:
    puzzle = puzzle_of(shape)
    position = parse(puzzle.position)
    boards, hand = boards_of(position)
    cards = {card for board in boards for card in board.cards} | set(hand)
    drawing = leaves.drawing(puzzle.position)
    shown = text(drawing, colour=False, ascii_only=False)
    assert {card for card in CARDS if str(card) in shown} == cards
    assert all(card.words in drawing.description for card in cards)
    assert BREEZES[shape] in shown and ("Breeze" in shown) == bool(BREEZES[shape])
    assert len(svg(drawing)) > 2000


@pytest.mark.parametrize("shape", ASKED)
def test_each_step_of_a_solution_has_a_sentence(shape: str) -> None:
    puzzle = puzzle_of(shape)
    captions = leaves.captions(puzzle.position, puzzle.solution)
    assert len(captions) == len(puzzle.solution)
    for step, caption in zip(puzzle.solution, captions, strict=True):
        words = {"swap": "change places", "place": "from the hand into the centre"}
        assert words.get(step.split(" ")[0], "onto") in caption
        assert caption.endswith(".")


def test_what_a_caption_says_is_true_of_its_step() -> None:
    steps = ("b1-b2 type", "a1-b1 number")
    with pytest.raises(IllegalAction, match="step 2"):
        leaves.captions(SMALL, steps)
    assert leaves.captions(SMALL, ("b1-b2", "b2-b3 number")) == (
        "3 yellow maple onto 3 red maple: both 3.",
        "3 yellow maple onto 3 red bodhi: both 3.",
    )
    assert leaves.captions(CHALLENGE, ("place 3yg",)) == ("3 yellow ginkgo from the hand into the centre.",)
    with pytest.raises(IllegalAction, match="the hand does not hold 3ym"):
        leaves.captions(CHALLENGE, ("place 3ym",))
    with pytest.raises(NotationError, match="step 1"):
        leaves.captions(CHALLENGE, ("frogs",))


def test_the_reminder_is_sentences() -> None:
    assert all(line[0].isupper() and line.endswith(".") for line in leaves.REMINDER)
