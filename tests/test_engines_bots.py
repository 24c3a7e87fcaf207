"""The random bot plays by the law difficulty is measured by; the greedy one looks one move ahead."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
import toy_games as toys

from quadrangle.core.errors import NotationError
from quadrangle.core.rng import Rng
from quadrangle.engines.bots import Bot, Greedy, Random, make, names
from quadrangle.engines.game import State
from quadrangle.engines.leaves import Leaves, LeavesRulings, SoloState, TableState
from quadrangle.engines.leaves.actions import SoloMerge
from quadrangle.engines.odds import misfit
from quadrangle.solvers.leaves.cards import Card
from quadrangle.solvers.leaves.layout import Layout, Merge
from quadrangle.solvers.leaves.search import Search

SEED = 11

HEAD = "phase: merge\npuzzle: 2\ncaller: A\nplaced: 2yb"
TAIL = "hands: 1rg 2gm | 1gb 2ym 3rb\nbreezes: 1 1"

SQUARES = [
    ("1rb 2yg . / 1ym 2yb . / . . .", "3gm 2gb 3rg 1gg 2rm"),
    ("1rb 2yg . / 1ym 2yb 2gb / . . 2rm", "3gm 3rg 1gg"),
    (". 2yg 3gm / 1ym 2yb 2gb / 3rg . 2rm", "1rb 1gg"),
]


def merging(square: str, covered: str) -> TableState:
    """Return a position in which A merges."""
    game = Leaves(2)
    under = " ".join(map(str, sorted(map(Card.parse, covered.split()))))
    lines = [HEAD, f"layout: {square}", *([f"covered: {under}"] if under else []), TAIL]
    state = game.state_from("\n".join(lines))
    assert isinstance(state, TableState)
    return state


def law(state: State) -> dict[object, Fraction]:
    """Return how likely a random player takes each merge: source and goal alike, then any of the traits."""
    traits: Counter[tuple[int, int]] = Counter(ways(action) for action in state.legal_actions())
    return {action: Fraction(1, len(traits) * traits[ways(action)]) for action in state.legal_actions()}


def ways(action: Merge | SoloMerge) -> tuple[int, int]:
    merge = action.merge if isinstance(action, SoloMerge) else action
    return merge.source, merge.goal


def success(state: State) -> Fraction:
    """Return how likely the random player clears the puzzle, by walking the engine's own positions."""
    if not isinstance(state, TableState) or state.caller < 0:
        return Fraction(1)
    if state.is_chance:
        return Fraction(0)
    return sum((share * success(state.apply(action)) for action, share in law(state).items()), Fraction(0))


@pytest.mark.parametrize(("square", "covered"), SQUARES)
def test_the_random_player_is_the_one_difficulty_is_measured_by(square: str, covered: str) -> None:
    state = merging(square, covered)
    measure = Search().measure(Layout.parse(square.replace(" / ", "\n")))
    assert 0 < success(state) == measure.random_play_success < 1


@pytest.mark.parametrize(("square", "covered"), SQUARES)
def test_the_random_bot_keeps_that_law(square: str, covered: str) -> None:
    state, rng, bot = merging(square, covered), Rng(SEED), Random()
    expected = law(state)
    assert len(set(expected.values())) == 2, "some merge may name two traits, and some only one"
    assert misfit([bot.choose(state, rng) for _ in range(400 * len(expected))], expected) == ""


SOLO = """\
phase: solo
hand: 1gm 2gg
breezes: 0
puzzle 1: 1rb 2yg 3gm / 1ym 3gb 2gb / 3rg 1gg 2rm
placed 1: 3gb
puzzle 2: 1rg 3yg 2gm / 1gb . 2ym / 3rb 1rm 2yb
puzzle 3: 3gg 1yb 2rg / 3ym . 1yg / 2rb 3rm 3yb"""


def test_the_random_bot_keeps_it_alone() -> None:
    game = Leaves(1, LeavesRulings(solo_failure="no_legal_move"))
    state = game.state_from(SOLO)
    assert isinstance(state, SoloState)
    rng, bot, expected = Rng(SEED), Random(), law(state)
    assert misfit([bot.choose(state, rng) for _ in range(400 * len(expected))], expected) == ""


def test_alone_placements_and_merges_are_taken_alike() -> None:
    game = Leaves(1, LeavesRulings(solo_failure="no_legal_move", solo_order="interleaved"))
    state, rng = game.state_from(SOLO), Rng(SEED)
    merges = [action for action in state.legal_actions() if isinstance(action, SoloMerge)]
    others = [action for action in state.legal_actions() if not isinstance(action, SoloMerge)]
    assert len(others) == 4
    traits = Counter(ways(action) for action in merges)
    kinds = len(others) + len(traits)
    expected = {action: Fraction(1, kinds) for action in others}
    expected |= {action: Fraction(1, kinds * traits[ways(action)]) for action in merges}
    assert misfit([Random().choose(state, rng) for _ in range(200 * len(expected))], expected) == ""


def test_the_greedy_bot_takes_the_best_and_any_of_several() -> None:
    state, rng, bot = merging(*SQUARES[2]), Rng(SEED), Greedy()
    worth = {action: state.apply(action).evaluate(0) for action in state.legal_actions()}
    best = {action for action, value in worth.items() if value == max(worth.values())}
    chosen = [bot.choose(state, rng) for _ in range(200 * len(best))]
    assert 1 < len(best) < len(worth)
    assert misfit(chosen, dict.fromkeys(best, Fraction(1, len(best)))) == ""


def test_the_greedy_bot_knows_only_what_its_player_knows() -> None:
    # B guesses the card A has seen; right guesses are worth a point, and three of four are wrong.
    state = toys.Peek().state_from("log: 2 1")
    guesses = [Greedy().choose(state, Rng(SEED, item)) for item in range(800)]
    assert misfit(guesses, {toys.ACTS[card]: Fraction(1, 4) for card in range(4)}) == ""


def cleared(bot: Bot, trials: int) -> int:
    """Return how many times of so many a bot clears a full square."""
    found = 0
    for item in range(trials):
        state: State = merging("1rb 2yg 3gm / 1ym 2yb 2gb / 3rg 1gg 2rm", "")
        rng = Rng(SEED, item)
        while state.current_player == 0:
            action = bot.choose(state, rng)
            told = state.consequences(action)
            state = state.apply(action)
        found += "cleared" in told
    return found


def test_the_greedy_bot_clears_more_than_the_random_one() -> None:
    # A careful player clears this about one time in three, a random one once in two hundred.
    assert cleared(Greedy(), 100) > 15 > cleared(Random(), 100)


def test_the_greedy_bot_beats_the_random_one() -> None:
    game = Leaves(2)
    bots: list[Bot] = [Greedy(), Random()]
    for item in range(5):
        state: State = game.start()
        rng = Rng(SEED, item)
        while not state.is_terminal:
            player = state.current_player
            action = state.sample_chance(rng) if player < 0 else bots[player].choose(state, rng)
            state = state.apply(action)
        assert (state.ended_by(), state.returns()) == ("out_of_cards", (1.0, -1.0))


def test_the_same_seed_gives_the_same_choices() -> None:
    state = merging(*SQUARES[2])
    for bot in (Random(), Greedy()):
        first = [bot.choose(state, Rng(SEED, item)) for item in range(20)]
        assert first == [bot.choose(state, Rng(SEED, item)) for item in range(20)]


def test_bots_are_made_by_their_names() -> None:
    game, toy = Leaves(2), toys.Peek()
    assert names(game) == ("random", "greedy", "solver")
    assert names(toy) == ("random", "greedy")
    assert [make(name, game).name for name in names(game)] == list(names(game))
    with pytest.raises(
        NotationError, match="no bot for leaves is called 'best'; expected random, greedy and solver"
    ):
        make("best", game)
    with pytest.raises(NotationError, match="no bot for toy is called 'solver'; expected random and greedy"):
        make("solver", toy)
