"""Whole games of Abstract Academy beside a slow player of the rulebook, step by step."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from academy_play import box, line
from academy_reference import Reference

from quadrangle.core.rng import Rng
from quadrangle.engines.academy import Academy, AcademyComponents, AcademyRulings, AcademyState
from quadrangle.engines.game import CHANCE, TERMINAL, seat

_PLAIN = ("pet", "goals", "judged", "start", "canvas", "shuffled")
_SORTED = ("used", "discards", "gone")


def told(state: AcademyState) -> dict[str, str]:
    """Return the lines of a position as the reference tells them."""
    lines = dict(one.split(": ", 1) for one in str(state).splitlines())
    age = lines.get("shuffled", "0")
    found = {}
    for name, text in lines.items():
        first = name.split(" ")[0]
        words = [] if text == "-" else text.split(" ")
        if first == "hand":
            words = [word if "@" in word else f"{word}@{age}" for word in words]
        if first in ("hand", "inspirations", *_SORTED):
            words.sort()
        if first in ("hand", "inspirations", "answer", "taken", *_PLAIN, *_SORTED) and words:
            found[name] = " ".join(words)
    return found


def play_beside(game: Academy, rng: Rng, greedy: int, seen: Counter[str]) -> None:
    """Play a game; every `greedy`-th decision is what looks best, the others are at random."""
    reference = Reference(game.players, game.rulings.values, game.components)
    steps = reference.play()
    state = game.start()
    question = next(steps)
    while True:
        who, phase, odds = question
        assert told(state) == reference.lines()
        assert line(state, "phase") == phase
        assert state.scores() == tuple(map(float, reference.points()))
        seen[phase] += 1
        if who == "chance":
            assert state.current_player == CHANCE
            assert {str(outcome): chance for outcome, chance in state.chance_outcomes()} == odds
            action = state.sample_chance(rng)
        else:
            assert seat(state.current_player) == who
            actions = state.legal_actions()
            texts = [str(action) for action in actions]
            assert len(set(texts)) == len(texts) == len(actions)
            assert set(texts) == set(odds)
            action = actions.sample(rng)
            if greedy and not rng.below(greedy):
                player, before = state.current_player, state
                action = max(actions, key=lambda one: before.apply(one).evaluate(player))
        state = state.apply(action)
        try:
            question = steps.send(str(action))
        except StopIteration:
            break
    assert state.current_player == TERMINAL
    assert told(state) == reference.lines()
    assert state.scores() == tuple(map(float, reference.points()))
    assert state.returns() == pytest.approx(reference.returns())


def any_rulings(rng: Rng) -> AcademyRulings:
    """Return rulings drawn at random."""
    rows = AcademyRulings.rows().items()
    return AcademyRulings(**{name: row.choices[rng.below(len(row.choices))] for name, row in rows})


def any_box(rng: Rng) -> AcademyComponents:
    """Return a box with few cards: decks run out, and hands may."""
    faces = [f"{a}{b}/{c}{d}" for a in "BRY" for b in "BRY" for c in "BRY" for d in "BRY"]
    rng.shuffle(faces)
    hand = 1 + rng.below(3)
    kinds = faces[: 4 * hand + 3 + rng.below(9)]
    cards = " ".join(f"{face}:{1 + (at < 2)}" for at, face in enumerate(kinds))
    found = box(2 + rng.below(4), hand, cards, patterns=rng.below(13))
    if rng.below(2):
        colours = tuple(found.assignment[5 * at + other] for at in range(3) for other in (1, 4, 2))
        found = msgspec.structs.replace(found, assignment=colours, instructor=found.instructor[1:4])
    return found


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_under_the_default_rulings(players: int) -> None:
    game = Academy(players)
    seen: Counter[str] = Counter()
    for item in range(4):
        play_beside(game, Rng(11, item), 6 * (item % 2), seen)
    assert seen["show"] and seen["name"]


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_under_any_rulings(players: int) -> None:
    seen: Counter[str] = Counter()
    for item in range(6):
        rng = Rng(12, item)
        play_beside(Academy(players, any_rulings(rng)), rng, 8 * (item % 2), seen)
    assert seen["arrange"]


@pytest.mark.parametrize("players", [2, 4])
def test_whole_games_with_small_boxes(players: int) -> None:
    seen: Counter[str] = Counter()
    for item in range(25):
        rng = Rng(13, item)
        play_beside(Academy(players, any_rulings(rng), any_box(rng)), rng, 8 * (item % 2), seen)
    assert seen["give"] and seen["draw"]
