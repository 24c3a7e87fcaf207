"""Every game keeps the laws of the contract, and the suite refuses games that do not.

`python tests/test_engines_conformance.py` writes the golden playthroughs and counts anew.
"""

from __future__ import annotations

import pickle
import re
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
import toy_games as toys
from game_cases import CASES
from msgspec import Struct

from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Bot, Greedy, Random
from quadrangle.engines.conformance import (
    Broken,
    Case,
    Laws,
    Staller,
    check,
    misfit,
    random_rulings,
    resample_by_counts,
    worlds,
)
from quadrangle.engines.game import Game, State
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.leaves.actions import SWAPS
from quadrangle.engines.leaves.table import TableState
from quadrangle.engines.playthrough import playthrough, positions_after
from quadrangle.solvers.leaves.cards import Card
from quadrangle.solvers.leaves.layout import Layout, Merge

SEED = 2026

TOYS = [
    Case(toys.CutAndChoose, 2),
    Case(toys.Peek, 2),
    Case(toys.Morra, 3),
    Case(toys.Tuck, 2),
    Case(toys.Whistle, 2),
    Case(toys.Blind, 2, late=toys.face_down),
    Case(toys.Dawdle, 2),
]

BROKEN = [
    (Case(toys.NobodyChooses, 2), "a deciding player has a legal action"),
    (Case(toys.PeekIsSeen, 2), "player B, not one of observers()"),
    (Case(toys.PeekTells, 2), "resample(1) draws what player B does not know"),
    (Case(toys.PeekForgets, 2), "resample(0) has the same information(0)"),
    (Case(toys.PeekSaysNothing, 2), "reveals nothing leads to the same knowledge"),
    (Case(toys.MorraInTurns, 3), "not one of observers()"),
    (Case(toys.TuckDrawsTheBottom, 2), "sample_chance() "),
    (Case(toys.TuckDrawsTheLowest, 2), "sample_chance() draws by the law of chance_outcomes()"),
    (Case(toys.TuckForgetsTheBottom, 2), "state_from"),
    (Case(toys.TuckAsksForTheBottom, 2), "one outcome only"),
    (Case(toys.WhistleForAll, 2), "legal_actions() list no referee action"),
    (Case(toys.WhistleUnheard, 2), "apply() takes every referee action"),
    (Case(toys.DawdleForEver, 2), "no game takes more than longest() = 40 decisions"),
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
    (Case(toys.Contrary, 2), "equal states are not unequal"),
    (Case(toys.Sloppy, 2), "state_from() reads canonical texts only"),
    (Case(toys.Fragile, 2), "raises NotationError, not KeyError"),
    (Case(toys.Credulous, 2), "is no position, but read as one"),
]


def label(case: Case) -> str:
    return case.label


@pytest.mark.parametrize("case", CASES, ids=label)
def test_games_keep_every_law(case: Case) -> None:
    tally = check(case, SEED, games=16, every=40)
    assert tally.games == 16
    assert tally.positions > 16


@pytest.mark.parametrize("case", TOYS, ids=label)
def test_toys_keep_every_law(case: Case) -> None:
    assert check(case, SEED, games=24, every=2).games == 24


def test_late_and_greedy_games_are_won() -> None:
    tally = check(CASES[1], SEED, games=16, every=128)
    assert tally.ends["out_of_cards"] >= 2


def lasting(bot: Bot, seed: int) -> int:
    """Return how many decisions it takes until a dawdling game ends."""
    state, rng = toys.Dawdle().start(), Rng(seed)
    while not state.is_terminal:
        state = toys.Dawdle().at((*state.log, bot.choose(state, rng).number))
    return len(state.log)


def test_the_staller_prolongs_what_it_can() -> None:
    assert lasting(Staller(), SEED) == 40
    assert max(lasting(Random(), seed) for seed in range(50)) < 20


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
    drawn = [random_rulings(LeavesRulings, Rng(SEED, i), {"players": "2..6"}) for i in range(200)]
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
    state: State = start
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
    Laws(game, "unseen cards", Rng(SEED)).position(state)
    drawn, rng = [], Rng(SEED)
    for _ in range(4000):
        world = state.resample(0, rng)
        assert isinstance(world, TableState)
        assert world.is_exact
        assert not world.faults()
        drawn.append(tuple(world.seats.hands[player] & ~state.seats.hands[player] for player in (0, 1)))
    law = {(1 << mine, 1 << theirs): Fraction(1, 20) for mine, theirs in permutations(unseen, 2)}
    assert misfit(drawn, law) == ""


HERE = Path(__file__).parent

PLAYTHROUGHS: dict[str, tuple[Game[Any], list[Bot], int]] = {
    "leaves-2-players.txt": (Leaves(2, LeavesRulings(puzzle_limit="4")), [Random(), Greedy()], 7),
    "leaves-1-player.txt": (Leaves(1), [Greedy()], 3),
    "toy-morra.txt": (toys.Morra(3), [Random(), Random(), Random()], 1),
}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_seeded_games_are_as_they_were(name: str) -> None:
    written = (HERE / "playthroughs" / name).read_text(encoding="utf-8")
    assert playthrough(*PLAYTHROUGHS[name]) == written


class Start(Struct):
    """A position, and how many paths and different positions there are after 0, 1, … decisions."""

    what: str
    players: int
    rulings: dict[str, str]
    position: list[str]
    paths: list[int]
    distinct: list[int]

    def state(self) -> State:
        game = Leaves(self.players, LeavesRulings(**self.rulings))
        return game.state_from("\n".join(self.position))

    def line(self, name: str) -> str:
        """Return one line of the position by its name."""
        return next(line.removeprefix(f"{name}: ") for line in self.position if line.startswith(f"{name}: "))


COUNTS = HERE / "perft" / "leaves.json"
STARTS = msgspec.json.decode(COUNTS.read_bytes(), type=list[Start])


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.what)
def test_positions_are_counted(start: Start) -> None:
    assert positions_after(start.state(), len(start.paths) - 1) == (start.paths, start.distinct)


def layout(text: str) -> Layout:
    return Layout.parse(text.replace(" / ", "\n"))


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def paths_of_merges(square: Layout, decisions: int) -> int:
    """Count sequences of merges, each by every trait it may name, with nothing of the engine."""
    if not decisions:
        return 1
    return sum(
        len(square.traits(merge)) * paths_of_merges(square.apply(merge), decisions - 1)
        for merge in ways_to_merge(square)
    )


def ways_to_merge(square: Layout) -> set[Merge]:
    return {Merge(merge.source, merge.goal) for merge in square.merges()}


def squares_after(square: Layout, decisions: int) -> set[Layout]:
    found = {square}
    for _ in range(decisions):
        found = {before.apply(merge) for before in found for merge in ways_to_merge(before)}
    return found


def test_counts_of_merges_by_layouts() -> None:
    start = STARTS[0]
    square = layout(start.line("layout"))
    for decisions, (paths, distinct) in enumerate(zip(start.paths, start.distinct, strict=True)):
        assert paths == paths_of_merges(square, decisions)
        assert distinct == len(squares_after(square, decisions))


def paths_of_placing(square: Layout, hand: list[Card], decisions: int) -> int:
    if not decisions:
        return 1
    return sum(paths_of_merges(square.place(card), decisions - 1) for card in hand)


def paths_of_a_challenge(square: Layout, hand: list[Card], decisions: int) -> int:
    if not decisions:
        return 1
    orders = [square, *(square.apply(swap) for swap in SWAPS)]
    return sum(paths_of_placing(order, hand, decisions - 1) for order in orders)


def paths_of_asking(square: Layout, hands: list[list[Card]], decisions: int) -> int:
    if not decisions:
        return 1
    first, *others = hands
    passed = paths_of_asking(square, others, decisions - 1) if others else int(decisions == 1)
    return paths_of_a_challenge(square, first, decisions - 1) + passed


def test_counts_of_calls_by_layouts() -> None:
    start = STARTS[1]
    square = layout(start.line("layout"))
    hands = [cards(hand) for hand in start.line("hands").split(" | ")]
    for decisions, paths in enumerate(start.paths):
        assert paths == paths_of_asking(square, hands, decisions)


def paths_alone(squares: tuple[Layout, ...], hand: list[Card], breezes: int, decisions: int) -> int:
    """Count what one player may do: swap, or place, and then merge until one stack is left."""
    if not decisions:
        return 1
    found = 0
    for i, square in enumerate(squares):
        if square.is_full or len(square.cards) < 8:
            continue
        for card in hand:
            left = [other for other in hand if other != card]
            found += paths_merging(squares, i, square.place(card), left, breezes, decisions - 1)
        for swap in SWAPS if breezes else ():
            swapped = (*squares[:i], square.apply(swap), *squares[i + 1 :])
            found += paths_alone(swapped, hand, breezes - 1, decisions - 1)
    return found


def paths_merging(
    squares: tuple[Layout, ...], i: int, square: Layout, hand: list[Card], breezes: int, decisions: int
) -> int:
    if len(square.cards) == 1:
        return paths_alone((*squares[:i], square, *squares[i + 1 :]), hand, breezes, decisions)
    if not decisions:
        return 1
    return sum(
        len(square.traits(merge))
        * paths_merging(squares, i, square.apply(merge), hand, breezes, decisions - 1)
        for merge in ways_to_merge(square)
    )


def test_counts_of_the_solo_challenge_by_layouts() -> None:
    start = STARTS[2]
    squares = tuple(layout(start.line(f"puzzle {number}")) for number in (1, 2, 3))
    hand, breezes = cards(start.line("hand")), int(start.line("breezes"))
    for decisions, paths in enumerate(start.paths):
        assert paths == paths_alone(squares, hand, breezes, decisions)


def rewrite() -> None:
    """Write playthroughs and counts as they are now."""
    for name, played in PLAYTHROUGHS.items():
        (HERE / "playthroughs" / name).write_text(playthrough(*played), encoding="utf-8", newline="\n")
    for start in STARTS:
        start.paths, start.distinct = positions_after(start.state(), len(start.paths) - 1)
    COUNTS.write_bytes(msgspec.json.format(msgspec.json.encode(STARTS), indent=2) + b"\n")


if __name__ == "__main__":
    rewrite()
