"""Every game keeps the laws of the contract, and the suite refuses games that do not.

`python tests/test_engines_conformance.py` writes the golden playthroughs and counts anew.
"""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from itertools import permutations

import pytest
import toy_games as toys
from game_cases import CASES

from quadrangle.core.rng import Rng
from quadrangle.engines.conformance import (
    Broken,
    Case,
    Laws,
    check,
    misfit,
    random_rulings,
    resample_by_counts,
    worlds,
)
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.leaves.table import TableState
from quadrangle.solvers.leaves.cards import Card

SEED = 2026

TOYS = [
    Case(toys.CutAndChoose, 2),
    Case(toys.Peek, 2),
    Case(toys.Morra, 3),
    Case(toys.Tuck, 2),
    Case(toys.Whistle, 2),
    Case(toys.Blind, 2, late=toys.face_down),
]

BROKEN = [
    (Case(toys.NobodyChooses, 2), "a deciding player has a legal action"),
    (Case(toys.PeekIsSeen, 2), "player B, not one of observers()"),
    (Case(toys.PeekForgets, 2), "resample(0) has the same information(0)"),
    (Case(toys.PeekSaysNothing, 2), "reveals nothing leads to the same knowledge"),
    (Case(toys.MorraInTurns, 3), "not one of observers()"),
    (Case(toys.TuckDrawsTheBottom, 2), "sample_chance() "),
    (Case(toys.TuckDrawsTheLowest, 2), "sample_chance() draws by the law of chance_outcomes()"),
    (Case(toys.TuckForgetsTheBottom, 2), "state_from"),
    (Case(toys.TuckAsksForTheBottom, 2), "one outcome only"),
    (Case(toys.WhistleForAll, 2), "legal_actions() list no referee action"),
    (Case(toys.WhistleUnheard, 2), "apply() takes every referee action"),
    (Case(toys.BlindStaysBlind, 2, late=toys.face_down), "resample(0) is exact"),
    (Case(toys.Uneven, 2), "chance outcomes sum to 1, not 99/100"),
    (Case(toys.Generous, 2), "returns() sum to 0"),
    (Case(toys.Early, 2), "returns() raises ValueError before the end"),
    (Case(toys.Silent, 2), "ended_by()"),
    (Case(toys.Lax, 2), "raises IllegalAction"),
    (Case(toys.Curt, 2), "says which rule it breaks"),
    (Case(toys.Moody, 2), "apply(a) == _apply(a)"),
    (Case(toys.Backwards, 2), "stand in the order of their words"),
    (Case(toys.Growing, 2), "always has as many numbers"),
    (Case(toys.Soft, 2), "notes is made of what cannot change"),
    (Case(toys.Crash, 2), "no law foresees ZeroDivisionError"),
    (Case(toys.Rotten, 2), "faults() is empty after every action: too many words"),
    (Case(toys.Endless, 2), "longest() is None"),
    (Case(toys.TooLong, 2), "no game takes more than longest() = 3"),
    (Case(toys.Stammer, 2), "is the beginning of another"),
    (Case(toys.Overlong, 2), "below num_symbols = 4"),
    (Case(toys.Mumbled, 2), "parse_action(str(a)) == a"),
]


def label(case: Case) -> str:
    return case.label


# --- the games


@pytest.mark.parametrize("case", CASES, ids=label)
def test_games_keep_every_law(case: Case) -> None:
    tally = check(case, SEED, games=24, every=32)
    assert tally.games == 24
    assert tally.positions > 24


@pytest.mark.parametrize("case", TOYS, ids=label)
def test_toys_keep_every_law(case: Case) -> None:
    assert check(case, SEED, games=24, every=2).games == 24


def test_late_and_greedy_games_are_won() -> None:
    tally = check(CASES[1], SEED, games=24, every=64)
    assert tally.ends["out_of_cards"] > 4


# --- the suite itself


@pytest.mark.parametrize(("case", "law"), BROKEN, ids=[case.label for case, _ in BROKEN])
def test_broken_games_are_refused(case: Case, law: str) -> None:
    with pytest.raises(Broken, match=re.escape(law)):
        check(case, SEED, games=24, every=1)


@pytest.mark.parametrize(
    "name",
    ["legal_actions", "_apply", "_fault", "information", "resample", "consequences", "scores", "evaluate"],
)
def test_positions_that_change_are_refused(name: str) -> None:
    with pytest.raises(Broken, match="changed the position"):
        check(Case(toys.scribbling(name), 2), SEED, games=1)


def test_what_is_broken_is_told() -> None:
    with pytest.raises(Broken) as caught:
        check(Case(toys.Rotten, 2), seed=5, games=8)
    told = str(caught.value)
    assert re.search(r"seed 5, game \d \(\w+\), rulings by default\n", told)
    assert "action: " in told
    assert "position:\n  log: " in told


def test_what_is_broken_goes_from_one_process_to_another() -> None:
    broken = Broken("a law", "seed 1", "a position", "an action")
    assert str(pickle.loads(pickle.dumps(broken))) == str(broken)


def test_rulings_are_drawn_without_limits_of_none() -> None:
    drawn = [random_rulings(LeavesRulings, Rng(SEED, item), {"players": "2..6"}) for item in range(200)]
    for name, row in LeavesRulings.rows().items():
        values = {getattr(rulings, name) for rulings in drawn}
        if name == "players":
            assert values == {"2..6"}
        else:
            # `none` counts for puzzle_limit only: there it is no choice.
            choices = [choice for choice in row.choices if (name, choice) != ("puzzle_limit", "none")]
            assert len(values) >= len(choices)
    assert all(Leaves(2, rulings).longest() is not None for rulings in drawn)


def test_a_game_without_a_limit_is_refused() -> None:
    rulings = LeavesRulings(puzzle_limit="none")
    with pytest.raises(Broken, match=r"longest\(\) is None: some ruling takes away the limit"):
        Laws(Leaves(2, rulings), "", Rng(SEED))


def test_counts_far_from_a_law_do_not_fit() -> None:
    law = {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    assert misfit("abb" * 100, law) == ""
    assert misfit("aab" * 100, law).startswith("a 200 times of 300, expected 100.0")
    assert misfit("abc", law) == "c was drawn and cannot be"


# --- resample is true to its law


RESAMPLED = [
    ("Peek", toys.Peek(), "log: 2 1", 1, 4),
    ("Peek, by who saw it", toys.Peek(), "log: 2 1", 0, 1),
    ("Morra", toys.Morra(3), "log: 1 0", 2, 4),
    ("Morra, after the own choice", toys.Morra(3), "log: 1 0", 1, 2),
    ("Blind", toys.Blind(), "log: 3 1", 0, 4),
    ("Tuck", toys.Tuck(), "log: 3 1 0", 0, 1),
]


@pytest.mark.parametrize(
    ("game", "text", "player", "count"), [row[1:] for row in RESAMPLED], ids=[row[0] for row in RESAMPLED]
)
def test_toys_are_imagined_by_the_law(game: toys.Toy, text: str, player: int, count: int) -> None:
    state = game.state_from(text)
    assert len(worlds(state, player, game.start(), game.length)) == count
    resample_by_counts(state, player, game.start(), game.length, SEED)


WRONG = [
    (toys.PeekIsImaginedWrongly(), "log: 2 1", 1),
    (toys.MorraByHabit(3), "log: 1 0", 2),
]


@pytest.mark.parametrize(("game", "text", "player"), WRONG)
def test_wrong_imagination_is_refused(game: toys.Toy, text: str, player: int) -> None:
    with pytest.raises(Broken, match="draws by the law given what is known"):
        resample_by_counts(game.state_from(text), player, game.start(), game.length, SEED)


SIMULTANEOUS = """\
phase: call
puzzle: 3
asked: A
layout: 1rm 2gm 2gg / 2rb . 1rb / 2ym 2rm 2yg
hands: 1yb | 1gb | 1gg | 1ym
breezes: 1 1 1 1"""


@pytest.mark.parametrize(("player", "count"), [(0, 4), (1, 4), (2, 4), (3, 8)])
def test_hidden_answers_of_leaves_are_imagined_by_the_law(player: int, count: int) -> None:
    game = Leaves(4, LeavesRulings(call_order="simultaneous"))
    start = game.state_from(SIMULTANEOUS)
    state = start
    for answer in ("call", "pass", "call"):
        state = state.apply(game.parse_action(answer))
    assert len(worlds(state, player, start, 3)) == count
    resample_by_counts(state, player, start, 3, SEED)


UNSEEN = """\
phase: draw
puzzle: 4
caller: A
placed: 3gg
layout: 1rm . . / . . . / . . 2gm
covered: 1rb 2rb 2rm 2yg 2ym 2gg 3gg
hands: 1yb ? | 1rg 1yg 1ym 1gb 1gg 1gm 2rg 2yb 2gb 3rb 3gb 3gm ?
breezes: 1 1"""


def test_unseen_cards_of_leaves_are_imagined_by_the_law() -> None:
    game = Leaves(2)
    state = game.state_from(UNSEEN)
    assert isinstance(state, TableState)
    unseen = [Card.parse(text) for text in ("3rg", "3rm", "3yb", "3yg", "3ym")]
    drawn, rng = [], Rng(SEED)
    for _ in range(4000):
        world = state.resample(0, rng)
        assert isinstance(world, TableState)
        assert world.is_exact
        assert not world.faults()
        drawn.append(tuple(world.seats.hands[player] & ~state.seats.hands[player] for player in (0, 1)))
    law = {(1 << mine, 1 << theirs): Fraction(1, 20) for mine, theirs in permutations(unseen, 2)}
    assert misfit(drawn, law) == ""
