"""Campus puzzles: their one solution, how difficult they are, the stream, texts and links."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from campus_puzzle_reference import Slow, cell_named, name_of
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.budget import UNLIMITED, Budget
from quadrangle.core.errors import BudgetSpent, IllegalAction, NotationError
from quadrangle.core.rng import Rng
from quadrangle.generators import Kind, campus, kind
from quadrangle.generators.campus import built as campus_built
from quadrangle.generators.campus import candidates as campus_candidates
from quadrangle.generators.campus import rarity
from quadrangle.generators.campus import search as campus_search
from quadrangle.generators.campus import stream as campus_stream
from quadrangle.generators.campus import wishes as campus_wishes
from quadrangle.generators.campus.candidates import Draws
from quadrangle.generators.campus.grading import bits
from quadrangle.generators.campus.population import ITEMS, PART, count_part, order_for
from quadrangle.generators.campus.positions import Position, canonical, disguise, disguises, link_of, parse
from quadrangle.generators.campus.search import RULES, Lines, Worth, first_mistake
from quadrangle.generators.campus.steps import has_early_reward, needs_wildcard
from quadrangle.generators.campus.stream import singles
from quadrangle.generators.campus.symmetry import moved, symmetries, turns
from quadrangle.generators.campus.wishes import LEAST_TILES
from quadrangle.generators.population import shipped
from quadrangle.generators.puzzle import LEVELS, Level, Puzzle, level_of
from quadrangle.render import svg, text
from quadrangle.solvers.campus import ROLLS, STAR, Arrangement, Board, Roll, cells, chains
from quadrangle.solvers.campus import kernels_rolls as kernels

SMALL = """\
. . . . . .
. . 12 . 6 .
. . . . . .
. 4 4 . 11 .
. . . . . .
. 3 6 . . .

2+4 5+6"""
"""The 6 on c6, whose chain takes 4 and 3; then the 11."""


def first(count: int, level: Level | None = None, **wishes: Any) -> list[Puzzle]:
    return list(itertools.islice(campus.generate(level, **wishes), count))


def small_puzzles(count: int, **wishes: Any) -> Iterator[Position]:
    """Yield puzzles with so few tiles that every line of play can be gone through one by one."""
    for puzzle in first(count, **wishes):
        yield parse(puzzle.position)


def some_rolls(rng: Rng, count: int) -> tuple[Roll, ...]:
    return tuple(Roll.throw(rng) for _ in range(count))


def is_as_slowly(position: Position) -> int:
    """Hold a puzzle against the slow enumeration; return the number of its solutions."""
    slow, lines = Slow(position), Lines(position)
    worth = lines.worth(lines.start, 0)
    solutions = slow.solutions(slow.start, 0)
    assert worth.solutions == len(solutions)
    assert worth.random == slow.random(slow.start, 0)
    assert worth.careful == slow.careful(slow.start, 0)
    found = campus_search.solve(position)
    assert found.verdict == ("yes" if solutions else "no")
    if solutions:
        assert first_mistake(lines) == slow.first_mistake()
        named = [tuple(" ".join(sorted(map(name_of, up), key=reading)) for up in one) for one in solutions]
        assert found.value in named
        assert campus.check(str(position), found.value) == ""
    return len(solutions)


def worth_of(position: Position) -> Worth:
    lines = Lines(position)
    return lines.worth(lines.start, 0)


def reading(name: str) -> str:
    return name[::-1]


def test_solutions_and_chances_are_those_of_every_line_of_play() -> None:
    rng, counts = Rng(301, 0), []
    for position in small_puzzles(8, level="first-steps", tiles=9):
        assert is_as_slowly(position) == 1
        for _ in range(6):
            other = Position(position.board, some_rolls(rng, 1 + rng.below(3)))
            counts.append(is_as_slowly(other))
    assert counts.count(0) > 5 and sum(count > 1 for count in counts) > 4


def test_tiles_that_stay_are_those_of_every_line_of_play() -> None:
    for position in small_puzzles(6, rolls=2, leave=True, tiles=11):
        assert position.kept and is_as_slowly(position) == 1


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_small_board_is_played_as_slowly(data: st.DataObject) -> None:
    values = [-1] * 36
    up = data.draw(st.lists(st.integers(0, 35), min_size=2, max_size=9, unique=True))
    down = data.draw(st.lists(st.integers(0, 35), max_size=3, unique=True))
    for cell in {*up, *down}:
        values[cell] = data.draw(st.integers(0, 9))
    board = Board(Arrangement(tuple(values), 6), sum(1 << cell for cell in set(down) - set(up)))
    rolls = tuple(data.draw(st.lists(st.sampled_from(ROLLS), min_size=1, max_size=2)))
    kept = data.draw(st.integers(0, (1 << 36) - 1)) & board.up if data.draw(st.booleans()) else 0
    is_as_slowly(Position(board, rolls, kept if kept != board.up else 0))


def test_what_is_told_of_a_drawn_puzzle_is_what_every_line_comes_to() -> None:
    draws = Draws(order_for("rolls"), 302, 0)
    for candidate in itertools.islice(singles(draws, UNLIMITED.start()), 25):
        lines = Lines(candidate.position)
        worth = lines.worth(lines.start, 0)
        assert worth.solutions == 1
        assert worth.random == candidate.random_success
        assert worth.careful == candidate.careful_success
        assert first_mistake(lines) == candidate.first_mistake


def test_the_kernels_draw_alike_as_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [Draws(order_for("few"), 303, k).next(2) for k in range(60)]
    monkeypatch.setattr(campus_candidates, "compiled", lambda kernel: kernel)
    found = [Draws(order_for("few"), 303, k).next(2) for k in range(60)]
    assert found == wanted and any(found)


def test_the_kernels_answer_rolls_alike_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [parse(puzzle.position) for puzzle in first(4, "senior")]
    plain = [Lines(position) for position in positions]
    wanted = [lines.worth(lines.start, 0) for lines in plain]
    monkeypatch.setattr(campus_search, "_PLAIN_SETS", -1)
    assert [
        Lines(position).worth(lines.start, 0) for position, lines in zip(positions, plain, strict=True)
    ] == wanted


def test_random_numbers_of_the_kernels_are_those_of_the_generator() -> None:
    from quadrangle.core.rng import seed_state

    rng, state = Rng(304, 5), np.array(seed_state(304, 5), dtype=np.int64)
    assert [kernels.below(state, n) for n in range(1, 200)] == [rng.below(n) for n in range(1, 200)]


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_have_exactly_their_level_and_one_solution(level: Level) -> None:
    found = first(3, level)
    assert len({puzzle.id for puzzle in found}) == 3
    for puzzle in found:
        assert puzzle.difficulty.level == level and puzzle.difficulty.solutions == 1
        assert campus.grade(puzzle.position) == puzzle.difficulty
        assert campus.check(puzzle.position, puzzle.solution) == ""
        assert campus.solve(puzzle.position).value == puzzle.solution
        assert campus.decode(puzzle.link) == puzzle.position and campus.encode(puzzle.position) == puzzle.link
        assert campus.goal(puzzle.position) == puzzle.goal and "one solution" in puzzle.goal
        assert level == "first-steps" or level_of(puzzle.difficulty.percentile) == level
        position = parse(puzzle.position)
        assert chains(position.board.arrangement, RULES).closed(position.board.up) == position.board.up
        assert len(puzzle.link) < 100
        if level == "first-steps":
            assert len(position.rolls) == 2 and position.tiles <= 10


def test_the_stream_is_frozen() -> None:
    assert [puzzle.id for puzzle in first(4, seed=7)] == GOLDEN
    assert [campus.item_of(k, seed=7).id for k in (3, 0)] == [GOLDEN[3], GOLDEN[0]]
    assert {level: first(1, level, seed=3)[0].id for level in LEVELS} == GOLDEN_LEVELS


GOLDEN = ["1e3334d9f6a23efc", "b711d12ba4dbe084", "3dff9b8988a7fe0c", "97c4ea92d8a60604"]
GOLDEN_LEVELS: dict[Level, str] = {
    "first-steps": "4f0840c537b428fc",
    "junior": "11df1ffaafb4b161",
    "senior": "f53f09cd511dd2a2",
    "graduate": "07f29dff2fd390a2",
    "master": "f3afe6dd7cce84d2",
}


def test_wishes_hold() -> None:
    assert all(len(p.rolls) == 5 and p.tiles <= 14 for p in small_puzzles(2, rolls=5, tiles=14))
    for puzzle in first(3, first_move_can_lose=True, tiles=12):
        assert puzzle.difficulty.first_mistake == 1
    for puzzle in first(3, careful_bits="3-4", bits=(5, 9)):
        careful = puzzle.difficulty.careful_bits
        assert careful is not None and 3 <= careful <= 4 and 5 <= puzzle.difficulty.bits <= 9
    for puzzle in first(3, percentile="90-92"):
        assert 90 <= puzzle.difficulty.percentile < 92
    for puzzle in first(2, "graduate", leave=True):
        position = parse(puzzle.position)
        names = position.board.arrangement.names(position.kept)
        assert len(names) >= 4 and all(name in puzzle.goal for name in names)
    for position in small_puzzles(4, symmetric=True):
        sorts = [min(value, 1) for value in position.board.arrangement.values]
        assert any([sorts[turn[cell]] for cell in range(36)] == sorts for turn in turns())


def sets_of(puzzle: Puzzle) -> list[frozenset[tuple[int, int]]]:
    return [frozenset(map(cell_named, step.split(" "))) for step in puzzle.solution]


def test_a_solution_that_needs_a_star_fails_without_wildcards() -> None:
    found = []
    for puzzle in (*first(3, needs_star=True), *first(6), *first(6, tiles=12)):
        position = parse(puzzle.position)
        found.append(needs_wildcard(position, puzzle.solution))
        assert found[-1] != Slow(position).reaches_without_wildcards(sets_of(puzzle))
    assert all(found[:3]) and not all(found)


def test_a_solution_that_needs_a_chain_has_a_reward_before_its_end() -> None:
    found = []
    for puzzle in (*first(3, needs_chain=True), *first(12, tiles=9)):
        position = parse(puzzle.position)
        found.append(has_early_reward(position, puzzle.solution))
        assert found[-1] == any(Slow(position).rewards(sets_of(puzzle))[:-1])
    assert all(found[:3]) and not all(found)


@pytest.mark.parametrize(
    ("wishes", "names"),
    [
        ({"rolls": 6, "tiles": 11}, "rolls 6 and tiles 11 together"),
        ({"rolls": 3, "tiles": 8, "leave": True, "symmetric": True}, "rolls 3, tiles 8 and leave together"),
        ({"rolls": 4, "tiles": 9, "needs_star": True}, "rolls 4, tiles 9 and needs_star together"),
        ({"level": "first-steps", "rolls": 4}, "level first-steps and rolls 4 together"),
        ({"level": "senior", "rolls": 2, "tiles": 10}, "level senior, rolls 2 and tiles 10 together"),
        (
            {"level": "master", "percentile": "20-40", "leave": True},
            "level master and percentile 20-40 together",
        ),
        ({"percentile": "10-20", "leave": True}, "no puzzle meets percentile 10-20"),  # 2 sets, or 3
        ({"careful_bits": "1.1-1.5"}, "no puzzle meets careful_bits 1.1-1.5"),
        ({"level": "master", "bits": "0-2"}, "level master and bits 0-2 together"),
        ({"careful_bits": "5-6", "bits": "1-2"}, "careful_bits 5-6 and bits 1-2 together"),
        ({"level": "junior", "careful_bits": "10-12"}, "level junior and careful_bits 10-12 together"),
        ({"careful_bits": "30-40", "leave": True}, "(3 to 6 rolls) meet careful_bits 30-40"),
        ({"bits": "0-0.9"}, "no puzzle meets bits 0-0.9"),  # nothing would be decided
        ({"frogs": 1}, "'frogs' is no wish"),
        ({"rolls": 9}, "expected a number from 2 to 6"),
        ({"bits": "7"}, "expected a range"),
        ({"level": "easy"}, "'easy' is no level"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_drawn(wishes: dict[str, Any], names: str) -> None:
    with pytest.raises(NotationError) as error:
        campus.generate(**wishes)
    assert names in str(error.value)


@pytest.fixture
def everything_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nothing be refused or built for being rare."""
    campus_built.is_rare.cache_clear()
    monkeypatch.setattr(rarity, "share", lambda order: 1.0)
    yield
    campus_built.is_rare.cache_clear()
    campus_wishes._require_met.cache_clear()


@pytest.mark.usefixtures("everything_is_looked_for")
def test_generation_returns_within_its_budget() -> None:
    with pytest.raises(BudgetSpent, match="puzzle 1: none of 40 candidates"):
        next(campus.generate(budget=Budget(nodes=40), bits="60-61"))


@pytest.mark.usefixtures("everything_is_looked_for")
def test_an_item_is_given_up_with_what_was_rare_unless_there_is_a_budget(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(campus_stream, "MOST", 3000)
    told = r"of (\d+) puzzles among them 0 bits 30-40, (\d+) careful_bits 3-9; a budget lets it look at more"
    with pytest.raises(BudgetSpent, match="puzzle 3: none of 3,000 candidates met all wishes: of") as error:
        campus.item_of(2, careful_bits="3-9", bits="30-40")
    puzzles, fit = map(int, re.findall(told, str(error.value))[0])
    assert 0 < fit < puzzles < 300
    for budget in (Budget(nodes=5000), Budget(seconds=math.inf, nodes=5000)):
        with pytest.raises(BudgetSpent, match=r"3: none of 5,000 candidates .*; the budget was spent"):
            campus.item_of(2, "master", budget=budget, bits="30-40")
    with pytest.raises(BudgetSpent, match=r" 0 bits 30-40, 0 all but needs_star and needs_chain; "):
        campus.item_of(2, bits="30-40", needs_star=True, needs_chain=True)
    with pytest.raises(BudgetSpent, match="none having one solution"):
        campus.item_of(0, rolls=6, tiles=12)


@pytest.mark.parametrize("level", [None, "first-steps", "junior"])
def test_every_puzzle_can_be_missed(level: Level | None) -> None:
    for puzzle in first(25, level, seed=11):
        assert puzzle.difficulty.bits >= 1
        assert puzzle.difficulty.first_mistake is not None


def test_what_every_play_solves_is_graded_all_the_same() -> None:
    draws = Draws(order_for("few"), 308, 0)
    drawn = (draws.next(2) for _ in range(2000))
    found = next(one for one in drawn if one is not None and one.is_decided)
    graded = campus.grade(str(found.position))
    assert (graded.bits, graded.careful_bits, graded.percentile) == (0.0, 0.0, 0.0)
    assert (graded.solutions, graded.first_mistake, graded.level) == (1, None, "first-steps")


def core_of(edges: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Return what is left once rows and columns with a single tile have been cleared."""
    while True:
        rows, columns = [row for row, _ in edges], [column for _, column in edges]
        left = frozenset((r, c) for r, c in edges if rows.count(r) > 1 and columns.count(c) > 1)
        if left == edges:
            return left
        edges = left


def most_rolls(edges: frozenset[tuple[int, int]], known: dict[frozenset[tuple[int, int]], int]) -> int:
    """Return how many rolls at most clear a pattern without diagonals, a tile each."""
    if edges not in known:
        known[edges] = 1 + max(most_rolls(core_of(edges - {edge}), known) for edge in edges) if edges else 0
    return known[edges]


def patterns(tiles: int) -> Iterator[frozenset[tuple[int, int]]]:
    """Yield patterns of so many tiles at most that no chain touches, up to the order of rows."""
    for columns in range(2, 6):
        masks = [mask for mask in range(1 << columns) if mask.bit_count() > 1]
        for rows in range(2, columns + 1):
            for chosen in itertools.combinations_with_replacement(masks, rows):
                if sum(mask.bit_count() for mask in chosen) <= tiles:
                    edges = frozenset(
                        (r, c) for r, m in enumerate(chosen) for c in range(columns) if m >> c & 1
                    )
                    if core_of(edges) == edges:
                        yield edges


@pytest.mark.parametrize("tiles", [9, pytest.param(11, marks=pytest.mark.slow)])
def test_no_pattern_takes_more_rolls_than_its_tiles_allow(tiles: int) -> None:
    known: dict[frozenset[tuple[int, int]], int] = {}
    most: dict[int, int] = {}
    for edges in patterns(tiles):
        most[len(edges)] = max(most.get(len(edges), 0), most_rolls(edges, known))
    assert most == {n: rolls for n, rolls in MOST_ROLLS.items() if n <= tiles}
    for rolls, least in LEAST_TILES.items():
        assert all(most[n] < rolls for n in most if n < least)
        assert least > tiles or most[least] == rolls


MOST_ROLLS = {4: 1, 6: 2, 7: 2, 8: 3, 9: 4, 10: 4, 11: 5}
"""How many rolls the patterns of so many tiles take at most."""


def test_the_symmetries_are_all_that_keep_rows_columns_and_diagonals() -> None:
    masks = set(RULES.lines_of(Arrangement((1,) * 36, 6)).masks[0])
    diagonal = {(i, i) for i in range(6)}
    other = {(i, 5 - i) for i in range(6)}
    found = set()
    for rows in permutations(range(6)):
        # The columns have to go with the rows or the other way round, or the diagonal is lost.
        for columns in (rows, tuple(5 - row for row in rows)):
            image = {(rows[r], columns[c]) for r, c in other}
            if image in (diagonal, other):
                for traded in (False, True):
                    places = ((rows[cell // 6], columns[cell % 6]) for cell in range(36))
                    found.add(tuple(c * 6 + r if traded else r * 6 + c for r, c in places))
    assert found == set(symmetries()) and len(found) == 192
    assert all({moved(mask, turn) for mask in masks} == masks for turn in symmetries())


def test_disguises_are_equally_difficult_and_one_puzzle() -> None:
    for puzzle in (*first(1, "junior"), *first(1, "first-steps"), *first(1, leave=True, tiles=14)):
        count, rng = campus.disguises(puzzle.position), Rng(305, 0)
        found = {campus.disguise(puzzle.position, rng.below(count)) for _ in range(10)}
        assert len(found) > 7
        for other in found:
            assert campus.grade(other) == puzzle.difficulty
            assert campus.identify(other) == puzzle.id
        assert campus.disguise(puzzle.position, 0) == puzzle.position
        with pytest.raises(ValueError, match=str(count)):
            campus.disguise(puzzle.position, count)


def test_all_disguises_of_a_puzzle_differ() -> None:
    position = parse(SMALL)
    assert disguises(position) == 192 * 2  # 1+5 for 2+4
    assert len({link_of(disguise(position, number)) for number in range(disguises(position))}) == 384


def test_other_puzzles_have_other_ids() -> None:
    ids = {campus.identify(text) for text in (SMALL, f"{SMALL} 1+1", SMALL.replace("2+4", "3+3"))}
    ids |= {campus.identify(SMALL.replace("12", "13")), campus.identify(f"{SMALL}\nleave c2")}
    ids |= {campus.identify(SMALL.replace(". . . . . .", "11x . . . . .", 1))}
    assert len(ids) == 5  # a tile face down is no other puzzle
    lost = SMALL.replace(". . . . . .", "6x . . . . .", 1).replace("5+6", "1+5")
    assert campus.identify(lost) not in ids


def test_tiles_face_down_change_nothing_in_a_puzzle_that_can_be_solved() -> None:
    rng = Rng(306, 0)
    for puzzle in first(6):
        position = parse(puzzle.position)
        named = {roll.sum for roll in position.rolls}
        values, down = list(position.board.arrangement.values), 0
        for cell in range(36):
            value = rng.below(25)
            if values[cell] < 0 and value not in named:
                values[cell], down = value, down | 1 << cell
        assert down
        other = str(Position(Board(Arrangement(tuple(values), 6), down), position.rolls))
        assert campus.grade(other) == puzzle.difficulty and campus.identify(other) == puzzle.id
        assert campus.solve(other).value == puzzle.solution


positions = st.builds(
    lambda values, down, rolls, kept: (values, down, rolls, kept),
    st.lists(st.one_of(st.just(-1), st.integers(-1, 24)), min_size=36, max_size=36),
    st.integers(0, (1 << 36) - 1),
    st.lists(st.sampled_from(ROLLS), min_size=1, max_size=8),
    st.one_of(st.just(0), st.integers(0, (1 << 36) - 1)),
)


@settings(max_examples=150, deadline=None)
@given(positions)
def test_texts_and_links_go_round(parts: tuple[list[int], int, list[Roll], int]) -> None:
    values, down, rolls, kept = parts
    arrangement = Arrangement(tuple(values if any(v >= 0 for v in values) else [1, *values[1:]]), 6)
    numbers = list(cells(arrangement.numbers & ~down))[20:]
    board = Board(arrangement, (down | sum(1 << cell for cell in numbers)) & arrangement.tiles)
    if not board.up:
        board = Board(arrangement, board.down & (board.down - 1))
    stays = kept & board.up if kept & board.up != board.up else 0
    position = Position(board, tuple(rolls), stays)
    assert parse(str(position)) == position
    assert campus.decode(campus.encode(str(position))) == str(position)
    assert canonical(disguise(position, disguises(position) - 1)) == canonical(position)


@pytest.mark.parametrize(
    ("given_text", "problem"),
    [
        (SMALL.replace("\n\n", "\n"), "no blank line"),
        (SMALL.replace("5+6", "6+5"), "'6\\+5' is not a roll"),
        (SMALL.replace("5+6", "5+6 "), "'' is not a roll"),
        (f"{SMALL}\nkeep c2", "'keep c2' behind the rolls"),
        (f"{SMALL}\nleave a1", "no tile is face up on a1"),
        (f"{SMALL}\nleave pass", "no cells behind leave"),
        (f"{SMALL}\nleave c2 e2 b4 c4 e4 b6 c6", "every tile shall stay"),
        ("3 4\n5 6\n\n1+2", "a board of 2 rows of 2"),
        ("3 4 5\n\n1+2", "a board of 1 row of 3; expected 6 rows of 6"),
        (SMALL + " 1+1" * 7, "9 rolls"),
        ("\n".join(["1 2 3 4 5 6"] * 6) + "\n\n1+2", "36 numbers face up"),
        (SMALL.replace(" 12 ", " 0 "), "'0' is not a tile"),
    ],
)
def test_what_is_no_puzzle_is_refused_with_the_reason(given_text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        campus.grade(given_text)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "campus~abc",
        "campus-rolls~abc~r12",
        "campus-rolls~",
        link_of(parse(SMALL)) + "1",
        link_of(parse(SMALL)).replace("~r24", "~r42"),
        link_of(parse(SMALL)) + "~kfffffffffffff",
    ],
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(NotationError):
        campus.decode(link)


def test_the_first_wrong_step_is_named() -> None:
    assert campus.check(SMALL, ("c6", "e4")) == ""
    assert campus.check(SMALL, ("c6", "c2")) == "step 2, c2: the tiles total 12, and 5+6 wants exactly 11"
    assert campus.check(SMALL, ("b6", "e4")) == "step 1, b6: the tiles total 3, and 2+4 wants exactly 6"
    assert campus.check(SMALL, ("e2",)) == "1 roll not answered"
    assert "step 2, e4: " in campus.check(SMALL, ("c6 b4", "e4")) or "step 1" in campus.check(
        SMALL, ("c6 b4",)
    )
    assert campus.check(SMALL, ("c6", "frogs")).startswith("step 2: ")
    assert campus.check(SMALL, ("c6", "e4", "c2")) == "step 3, c2: there are only 2 rolls"
    lost = SMALL.replace("5+6", "2+4 5+6").replace("12", "4")
    assert campus.check(lost, ("e2", "c6", "e4")).startswith("step ")
    clear = f"{SMALL} 1+1"
    assert campus.check(clear, ("c6", "e4", "c2")) == (
        "step 3, c2: every tile is face down already, and 1 roll too many"
    )
    assert campus.check(f"{SMALL}\nleave c2 e2 c4 e4", ("c6",)) == "1 roll not answered"
    (puzzle,) = first(1, leave=True)
    steps = puzzle.solution
    assert campus.check(puzzle.position.split("\nleave")[0], steps).endswith("still face up at the end")


def test_a_roll_that_names_what_is_down_is_lost() -> None:
    lost = SMALL.replace("11", "10").replace(". . . . . .", "11x . . . . .", 1)
    assert campus.solve(lost).verdict == "no"
    assert campus.check(lost, ("c6", "e4")) == (
        "step 2, e4: the turn is lost: 5+6 names 11, and the 11, on a1, is face down"
    )
    with pytest.raises(NotationError, match="nothing solves this puzzle"):
        campus.grade(lost)


def test_a_search_without_the_time_for_it_says_so() -> None:
    (puzzle,) = first(1, "master")
    assert campus.solve(puzzle.position, Budget(nodes=2)).verdict == "unknown"


def test_each_step_of_a_solution_has_a_sentence_and_the_drawing_every_tile() -> None:
    for puzzle in (*first(2), *first(1, leave=True)):
        position = parse(puzzle.position)
        captions = campus.captions(puzzle.position, puzzle.solution)
        assert len(captions) == len(puzzle.solution) == len(position.rolls)
        gone = " ".join(captions)
        names = position.board.arrangement.names(position.board.up & ~position.kept)
        assert all(gone.count(f"on {name}") == 1 for name in names)
        assert all(f"on {name}" not in gone for name in position.board.arrangement.names(position.kept))
        drawing = campus.drawing(puzzle.position)
        said = text(drawing, colour=False, ascii_only=False)
        assert all(str(roll) in said for roll in position.rolls)
        for cell in cells(position.board.up):
            value = position.board.arrangement.values[cell]
            assert ("★" if value == STAR else str(value)) in said.splitlines()[1 + cell // 6]
        assert len(svg(drawing)) > 2000 and drawing.description.count("up to") == sum(
            roll.is_double for roll in position.rolls
        )
    assert campus.captions(SMALL, ("c6", "e4")) == (
        "2+4: Turn 6 on c6. The chain takes 4 on b4 and 3 on b6 as rewards.",
        "5+6: Turn 11 on e4. The chain takes 12 on c2, 6 on e2 and 4 on c4 as rewards. The board is clear.",
    )
    with pytest.raises(IllegalAction, match="step 2"):
        campus.captions(SMALL, ("c6", "c2"))


def test_every_member_of_a_kind_is_there() -> None:
    module: Kind = campus  # mypy holds the signatures
    named = [name for name in {**vars(Kind), **Kind.__annotations__} if not name.startswith("_")]
    assert {*named, "read", "NOTE", "asks_solver"} == set(campus.__all__)
    assert kind("campus") is module
    assert all(line[0].isupper() and line.endswith(".") for line in campus.REMINDER)


def test_percentiles_are_those_of_puzzles_drawn_without_regard_to_difficulty() -> None:
    population = shipped("campus")["rolls"]
    assert population.items == ITEMS["rolls"] and population.never == 0
    draws = (Draws(order_for("rolls"), 307, k) for k in range(200))
    found = [next(singles(one, UNLIMITED.start())).careful_success for one in draws]
    places = sorted(population.percentile(bits(chance), 0.0) for chance in found)
    assert all(abs(places[20 * k] - 10 * k) < 10 for k in range(2, 10))
    assert bits(Fraction(1, 8)) == 3


@pytest.mark.slow
def test_a_population_is_made_again() -> None:
    total: dict[int, int] = {}
    for part in range(ITEMS["few"] // PART):
        for k, count in count_part("few", part, lambda: False).items():
            total[k] = total.get(k, 0) + count
    assert tuple(sorted(total.items())) == shipped("campus")["few"].bins
