"""The chance to finish first: every ruling against fractions, brackets and play against the value."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from fractions import Fraction

import pytest
from campus_cases import boards, position, positions, rules, table, whole_boards
from campus_race_reference import RaceReference
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import UNLIMITED, Budget
from quadrangle.core.rng import Rng
from quadrangle.solvers.campus import OUTCOMES, Board, Moves, Roll, Rules
from quadrangle.solvers.campus.race import Ends, Race, RaceWorth
from quadrangle.solvers.campus.race_graph import Graph, Limits
from quadrangle.solvers.campus.race_pairs import ExactPairs, Finish, Pairs, bytes_of
from quadrangle.solvers.campus.turns import turn_rules
from quadrangle.solvers.campus.turns_exact import exact_turns
from quadrangle.solvers.campus.turns_greedy import greedy_boards

ENDS: tuple[Ends, ...] = ("at_once", "equal_turns")
UP = Board.parse("24")
"""A board that takes a double six."""


def finishes() -> st.SearchStrategy[tuple[Ends, bool]]:
    return st.tuples(st.sampled_from(ENDS), st.booleans())


def before(
    mine: Board, theirs: Board, rules: Rules, ends: Ends = "at_once", i_started: bool = True
) -> Fraction:
    return exactly(Race(mine, theirs, rules, ends=ends, i_started=i_started).before(mine.up))


def exactly(worth: RaceWorth) -> Fraction:
    assert (worth.proof, worth.what) == ("exact", "value")
    assert isinstance(worth.low, Fraction) and worth.low == worth.high == worth.likely
    return worth.low


@settings(max_examples=60, deadline=None)
@given(boards(4), boards(4), rules(), finishes())
def test_values_are_those_of_every_set_and_throw(
    mine: Board, theirs: Board, rules: Rules, finish: tuple[Ends, bool]
) -> None:
    if not mine.up or not theirs.up:
        return
    race = Race(mine, theirs, rules, ends=finish[0], i_started=finish[1])
    truth = RaceReference(table(mine, rules), table(theirs, rules), *finish)
    here, there = (position(board.up, board.arrangement.columns) for board in (mine, theirs))
    assert exactly(race.before(mine.up)) == truth.before(here, there)
    assert exactly(race.after(mine.up)) == truth.after(here, there)
    for roll in (Roll(1, 2), Roll(3, 3), Roll(6, 6)):
        for outcome in Moves(mine, roll, rules).outcomes() if not Moves(mine, roll, rules).lost else ():
            goal = position(outcome.up, mine.arrangement.columns)
            if exactly(race.after(outcome.up)) != truth.after(goal, there):
                # Only a race that was over before my move says otherwise.
                assert rules.dead_board == "end_game" and truth.tables[1].is_dead(there)


def test_values_that_can_be_worked_out_by_hand() -> None:
    # Each throw clears a board with a chance of 1/36; of the first two throws mine comes first.
    assert before(UP, UP, Rules()) == Fraction(36, 71)
    assert before(UP, UP, Rules(), "equal_turns") == Fraction(1, 2)
    assert before(UP, UP, Rules(), "equal_turns", i_started=False) == Fraction(36, 71) + Fraction(35, 71) / 72
    # Theirs goes with any double or with 1+2.
    race = Race(UP, Board.parse("3"), Rules(loss_of_turn="off"))
    assert exactly(race.after(UP.up)) == Fraction(28, 36) * exactly(race.before(UP.up))
    assert exactly(race.after(0)) == 1


def test_a_race_that_nobody_can_finish_is_worth_nothing() -> None:
    dead = Board.parse("2x 3x 4x 5x 6x 7x 8x 9x 10x 11x 12x 24")
    alive = Board.parse("3 24")
    skip, end_game = (Rules(dead_board=ruling, lines="none") for ruling in ("skip", "end_game"))
    for mine, theirs in ((dead, dead), (dead, alive)):
        assert before(mine, theirs, skip) == before(mine, theirs, end_game) == 0
    # While the other only waits I finish whenever I can; and a board that is dead may end it all.
    assert before(Board.parse("12 24"), dead, skip) == exact_turns((12, 24), (), turn_rules(skip)).chance
    assert before(alive, dead, end_game) == 0
    # Relaxed, a dead board takes a double six, as UP does.
    assert before(dead, UP, Rules(lines="none")) == Fraction(36, 71)


def test_a_race_that_is_over_says_who_was_first() -> None:
    clear = Board.parse("24x")
    assert before(clear, UP, Rules()) == 1
    assert before(UP, clear, Rules()) == 0
    # They started and have cleared theirs: this is my last turn.
    last = Race(UP, clear, Rules(), ends="equal_turns", i_started=False)
    assert exactly(last.before(UP.up)) == Fraction(1, 72)
    assert (exactly(last.after(0)), exactly(last.after(UP.up))) == (Fraction(1, 2), Fraction(0))
    # I started and have cleared mine: they have one turn left.
    assert exactly(Race(UP, UP, Rules(), ends="equal_turns").after(0)) == 1 - Fraction(1, 72)


@settings(max_examples=40, deadline=None)
@given(boards(4), boards(4), rules(), finishes())
def test_a_chance_before_a_roll_is_the_mean_of_the_best_after_it(
    mine: Board, theirs: Board, rules: Rules, finish: tuple[Ends, bool]
) -> None:
    if not mine.up or not theirs.up:
        return
    race = Race(mine, theirs, rules, ends=finish[0], i_started=finish[1])
    total = Fraction(0)
    for roll, chance in OUTCOMES:
        moves = Moves(mine, roll, rules)
        reached = {mine.up} if moves.lost else {outcome.up for outcome in moves.outcomes()}
        total += chance * max(exactly(race.after(up)) for up in reached)
    assert exactly(race.before(mine.up)) == total


@settings(max_examples=40, deadline=None)
@given(boards(4), boards(4), rules(dead_board="relax"), st.booleans())
def test_what_one_is_sure_of_the_other_is_not(
    mine: Board, theirs: Board, rules: Rules, i_started: bool
) -> None:
    if not mine.up or not theirs.up:
        return
    race = functools.partial(Race, rules=rules, ends="equal_turns")
    sure = exactly(race(mine, theirs, i_started=i_started).before(mine.up))
    others = exactly(race(theirs, mine, i_started=not i_started).after(theirs.up))
    assert sure + others <= 1
    if rules.must_play == "yes":  # else both may pass for ever, which is worth nothing to either
        assert sure + others == 1


@settings(max_examples=40, deadline=None)
@given(boards(4), boards(4), rules())
def test_an_equal_number_of_turns_is_worse_for_who_started(mine: Board, theirs: Board, rules: Rules) -> None:
    if not mine.up or not theirs.up:
        return
    assert before(mine, theirs, rules, "equal_turns", True) <= before(mine, theirs, rules)
    assert before(mine, theirs, rules, "equal_turns", False) >= before(mine, theirs, rules)


@settings(max_examples=40, deadline=None)
@given(boards(5), rules())
def test_who_starts_on_equal_boards_with_equal_turns_has_half_at_most(board: Board, rules: Rules) -> None:
    # If neither saw what the other does in the same round the game would be the same for both.
    if board.up:
        assert before(board, board, rules, "equal_turns") <= Fraction(1, 2)


@settings(max_examples=30, deadline=None)
@given(boards(4), boards(4), rules(must_play="may_pass"))
def test_who_may_pass_loses_nothing_by_being_to_roll(mine: Board, theirs: Board, rules: Rules) -> None:
    race = Race(mine, theirs, rules)
    graph = Graph(mine, rules, Limits(UNLIMITED))
    if mine.up and theirs.up and graph.waiting is None:
        assert exactly(race.before(mine.up)) >= exactly(race.after(mine.up))


RULINGS = (
    Rules(),
    Rules(must_play="may_pass"),
    Rules(maximal="as_many_as_possible", loss_of_turn="any_copy_down"),
    Rules(dead_board="skip", loss_of_turn="any_copy_down", doubles="exact"),
    Rules(dead_board="end_game", loss_value="doubled_value", normal_roll="at_most"),
    Rules(must_play="may_pass", dead_board="end_game", loss_of_turn="any_copy_down"),
)
MIDDLING = tuple(
    Board.parse(text)
    for text in ("3 s 8 11\n5 24 2 s\n9 4 13 6\n1 12 7 s", "6 14 s 2\ns 3 9 5\n10 1 8 21\n4 s 11 7")
)


def in_play(board: Board, tiles: int, rules: Rules, seed: int) -> Board:
    """Return a board after some random turns, at most so many numbers up, its chain over."""
    rng = Rng(seed)
    while board.up_numbers.bit_count() > tiles:
        moves = Moves(board, Roll.throw(rng), rules)
        if not moves.lost:
            board = moves.outcome(moves.sample(rng)).board
    return board


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULINGS)))
@pytest.mark.parametrize("ends", ENDS)
def test_tables_differ_from_fractions_by_no_more_than_they_say(
    number: int, ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, limits = RULINGS[number], Limits(UNLIMITED)
    mine, theirs = (Graph(in_play(board, 5, rules, number), rules, limits).side for board in MIDDLING)
    finish = Finish(ends, number % 2 == 0, rules.dead_board == "end_game")
    truth = ExactPairs(mine, theirs, finish, limits)
    for most in (0, 1 << 60):  # compiled, and as they stand
        monkeypatch.setattr("quadrangle.solvers.campus.race_pairs.PLAIN_STEPS", most)
        pairs = Pairs(mine, theirs, finish, limits)
        for board in range(1, mine.boards):
            assert abs(pairs.after(board) - truth.after(board)) <= pairs.error
            assert abs(pairs.before(board) - truth.before(board)) <= pairs.error
        assert pairs.error < Fraction(1, 10**7)


@pytest.mark.slow
@pytest.mark.parametrize("tiles", [9, 16])
def test_boards_are_the_same_compiled_and_as_they_stand(tiles: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(loss_of_turn="any_copy_down")
    board = in_play(Board.parse(str(next(whole_boards(1, seed=4)))), tiles, rules, 7)
    found = []
    for most in (0, 64):
        monkeypatch.setattr("quadrangle.solvers.campus.race_graph.PLAIN_TILES", most)
        side = Graph(board, rules, Limits(UNLIMITED)).side
        found.append([*(table.tolist() for table in side.tables), side.layers])
    assert found[0] == found[1]


def test_threads_find_what_one_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    limits, finish = Limits(UNLIMITED), Finish("equal_turns", True, False)
    mine, theirs = (Graph(in_play(board, 9, Rules(), 2), Rules(), limits).side for board in MIDDLING)
    found = []
    for least in (0, 1 << 60):
        monkeypatch.setattr("quadrangle.solvers.campus.race_pairs._THREADED", least)
        monkeypatch.setattr("quadrangle.solvers.campus.race_pairs._TILE", 5)
        pairs = Pairs(mine, theirs, finish, limits)
        found.append([(pairs.after(board), pairs.before(board)) for board in range(mine.boards)])
    assert found[0] == found[1]


def endgames(tiles: int, count: int, rules: Rules) -> Iterator[tuple[Board, Board]]:
    found = [board for board in positions(300, 5, rules, tiles) if board.up_numbers.bit_count() >= tiles - 2]
    yield from zip(found[:count], found[count : 2 * count], strict=True)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULINGS)))
def test_a_bracket_holds_the_value_and_the_chance_of_the_policies(number: int) -> None:
    rules = RULINGS[number]
    widest = 0.0
    for mine, theirs in endgames(16, 4, rules):
        finish: tuple[Ends, bool] = (ENDS[number % 2], number % 3 == 0)
        value = Race(mine, theirs, rules, ends=finish[0], i_started=finish[1])
        sides = [Graph(board, rules, Limits(UNLIMITED)).side for board in (mine, theirs)]
        budget = Budget(nodes=sides[0].boards * sides[1].boards - 1)
        race = Race(mine, theirs, rules, budget=budget, ends=finish[0], i_started=finish[1])
        for up in (mine.up, *(outcome.up for outcome in Moves(mine, Roll(5, 6), rules).outcomes()[:20])):
            for asked in ("before", "after"):
                worth, truth = getattr(race, asked)(up), getattr(value, asked)(up)
                assert truth.proof == "exact"
                if worth.proof == "bound":
                    assert worth.low <= truth.high and truth.low <= worth.high
                    assert worth.low <= worth.likely <= worth.high
                    widest = max(widest, worth.high - worth.low)
    # Where a dead board ends the game the other may end it on purpose, and the ends lie far apart.
    assert 0 < widest < (0.4 if rules.dead_board == "end_game" else 0.05)


def test_a_bracket_of_a_larger_endgame_is_narrow() -> None:
    mine, theirs = next(endgames(16, 1, Rules()))
    boards_of = [Graph(board, Rules(), Limits(UNLIMITED)).side.boards for board in (mine, theirs)]
    race = Race(mine, theirs, Rules(), budget=Budget(nodes=boards_of[0] * boards_of[1] - 1))
    worth = race.before(mine.up)
    assert (worth.proof, worth.what) == ("bound", "bracket")
    assert 0 < worth.high - worth.low < 0.02


def turns_of(board: Board) -> list[float]:
    """Return the chance that greedy play clears a board at each turn, from the first on."""
    moves = greedy_boards(board, Rules())
    here, chances = {next(iter(moves)): 1.0}, []
    for _ in range(600):
        after: dict[int, float] = {}
        for mask, chance in here.items():
            for goal, ways in [*moves[mask], (mask, 36 - sum(ways for _, ways in moves[mask]))]:
                after[goal] = after.get(goal, 0.0) + chance * ways / 36
        chances.append(after.pop(0, 0.0))
        here = after
    return chances


def test_an_estimate_is_the_chance_of_two_greedy_players_where_no_table_fits() -> None:
    mine, theirs = next(endgames(18, 1, Rules()))
    own, others = turns_of(mine), turns_of(theirs)
    first = sum(chance * sum(others[k:]) for k, chance in enumerate(own))
    both = sum(a * b for a, b in zip(own, others, strict=True))
    for ends, expected in zip(ENDS, (first, first - both / 2), strict=True):
        worth = Race(mine, theirs, Rules(), budget=Budget(bytes=1), ends=ends).before(mine.up)
        assert (worth.proof, worth.what) == ("estimate", "policies")
        assert math.isclose(worth.likely, expected, abs_tol=1e-5)


def test_a_race_of_whole_boards_is_estimated_alike_each_time() -> None:
    mine, theirs = whole_boards(2, seed=9)
    found = [Race(mine, theirs, Rules()).before(mine.up) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].proof, found[0].what) == ("estimate", "policies")
    assert 0 < found[0].low < found[0].likely < found[0].high < 1


def test_two_policies_on_equal_boards_favour_who_rolls_first() -> None:
    board = next(whole_boards(1, seed=2))
    assert Race(board, board, Rules()).before(board.up).likely > 0.5
    assert math.isclose(
        Race(board, board, Rules(), ends="equal_turns").before(board.up).likely, 0.5, abs_tol=1e-6
    )


def test_play_by_the_values_wins_as_often_as_they_say() -> None:
    mine, theirs = (Board.parse(text) for text in ("3 8 s\n5 12 2\n9 4 10", "6 2 11\n7 s 3\n5 10 1"))
    rules = Rules(lines="row 1, column b")
    mine, theirs = (in_play(board, 4, rules, 3) for board in (mine, theirs))

    race = functools.cache(functools.partial(Race, rules=rules))

    @functools.cache
    def best(own: Board, other: Board, roll: Roll) -> Board:
        """Return what the player to move makes of a board, going by the worth for that player."""
        moves = Moves(own, roll, rules)
        if moves.lost:
            return own
        reached = (outcome.board for outcome in moves.outcomes())
        return max(reached, key=lambda board: race(own, other).after(board.up).low)

    def play(rng: Rng) -> int:
        here, there, turn = mine, theirs, 0
        while not there.is_clear:
            here, there, turn = there, best(here, there, Roll.throw(rng)), turn + 1
        return turn % 2

    games = 1000
    won = sum(play(Rng(11, number)) for number in range(games))
    chance = before(mine, theirs, rules)
    assert abs(won / games - chance) < 3.3 * math.sqrt(chance * (1 - chance) / games)
    assert 0.1 < chance < 0.9


@pytest.mark.parametrize("spared", [0, 1])
def test_boards_asked_for_together_are_worth_what_they_are_alone(spared: int) -> None:
    mine, theirs = next(endgames(16, 1, Rules()))
    sides = [Graph(board, Rules(), Limits(UNLIMITED)).side for board in (mine, theirs)]
    budget = Budget(nodes=sides[0].boards * sides[1].boards - spared, bytes=None if spared else 1)
    ups = {outcome.up for roll, _ in OUTCOMES for outcome in Moves(mine, roll, Rules()).outcomes()}
    together = Race(mine, theirs, Rules(), budget=budget).after_each(sorted(ups))
    alone = Race(mine, theirs, Rules(), budget=budget)
    assert list(together) == sorted(ups)
    for up, worth in together.items():
        assert worth.proof == alone.after(up).proof == ("bound" if spared else "estimate")
        assert math.isclose(worth.likely, alone.after(up).likely, abs_tol=1e-7)


def test_small_budgets_lead_to_less_and_never_to_nothing() -> None:
    mine, theirs = next(endgames(16, 1, Rules()))
    for budget in (Budget(bytes=1), Budget(nodes=1), Budget(seconds=0.0)):
        worth = Race(mine, theirs, Rules(), budget=budget).before(mine.up)
        assert worth.proof == "estimate" and 0 < worth.likely < 1
    with pytest.raises(InterruptedError):
        Race(mine, theirs, Rules(), budget=Budget(cancelled=lambda: True))


def test_the_boards_of_both_are_part_of_what_a_race_takes() -> None:
    board = list(endgames(16, 3, Rules()))[-1][1]
    graph = Graph(board, Rules(), Limits(UNLIMITED))
    taken = bytes_of(graph.side, graph.side) + 2 * graph.bytes
    enough = Race(board, board, Rules(), budget=Budget(bytes=taken))
    assert enough.before(board.up).proof == "exact"
    too_little = Race(board, board, Rules(), budget=Budget(bytes=taken - 1))
    assert too_little.before(board.up).proof != "exact"


def test_with_some_seconds_only_the_first_boards_are_looked_at() -> None:
    mine, theirs = whole_boards(2)
    ups = list({outcome.up: 0 for outcome in Moves(mine, Roll.parse("5+5"), Rules()).outcomes()[:150]})
    assert len(ups) > 100
    hasty = Race(mine, theirs, Rules(), budget=Budget(seconds=0.0)).after_in_time(ups)
    assert list(hasty) == ups[: len(hasty)] and 30 < len(hasty) < 40
    race = Race(mine, theirs, Rules(), budget=Budget(bytes=1 << 30, seconds=3600.0))
    assert list(race.after_in_time(ups)) == ups
    for up, worth in hasty.items():
        assert math.isclose(worth.likely, race.after(up).likely, abs_tol=1e-7)
    assert list(Race(mine, theirs, Rules(), budget=Budget(bytes=1)).after_in_time(ups)) == ups


def test_boards_that_no_play_leads_to_are_refused() -> None:
    board = Board.parse("3 8 5\n9 4 10\n2 11 6")
    for asked in (Race(board, board, Rules()), Race(board, board, Rules(), budget=Budget(bytes=1))):
        for up in (0b000000001, 1 << 9, board.with_up(0b111111011).up & ~1 | 1 << 20):
            with pytest.raises(ValueError, match="no play leads"):
                asked.after(up)
