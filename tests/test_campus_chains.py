"""Chains: the claims, the order they are made in and where it matters, and every star ruling."""

from __future__ import annotations

import itertools
import random

import numpy
import pytest
from campus_cases import WHOLE, boards, mask, position, positions, rules, table, whole_boards
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import IllegalAction, NotationError
from quadrangle.solvers.campus import (
    Board,
    FreeStar,
    Reward,
    Rules,
    Wild,
    batch,
    chains,
    close,
    kernels_moves,
    parse_claim,
)

DEFAULT = Rules()
ORDERED = Rules(star_needs="all_lines")


def left(board: Board, rules: Rules = DEFAULT) -> str:
    """Return the board after its chain, rows parted by a slash."""
    return str(close(board, rules)).replace("\n", " / ")


def chain(board: Board, rules: Rules = DEFAULT) -> list[str]:
    """Return the claims of automatic play."""
    return [str(step.claim) for step in chains(board.arrangement, rules).steps(board.up)]


def claims(board: Board, rules: Rules = DEFAULT) -> list[str]:
    return [str(claim) for claim in chains(board.arrangement, rules).claims(board.up)]


def test_the_last_tile_of_a_line_is_rewarded() -> None:
    board = Board.parse("1x 2x 3\n4 5 6\n7 8 9")
    assert chain(board)[0] == "reward row 1"
    assert str(close(board, Rules(lines="row 1"))) == "1x 2x 3x\n4 5 6\n7 8 9"


def test_a_star_spends_itself_for_the_last_number_of_a_line() -> None:
    board = Board.parse("1x s 3\n4 5 6\n7 8 9")
    only = Rules(lines="row 1")
    assert claims(board, only) == ["wild row 1 b1"]
    assert chain(board, only) == ["wild row 1 b1"]
    assert left(board, only) == "1x sx 3x / 4 5 6 / 7 8 9"


def test_a_star_goes_down_once_a_line_through_it_has_no_number_up() -> None:
    board = Board.parse("1x s 3x\n4 5 6\n7 8 9")
    assert claims(board) == ["star b1"]
    assert left(board) == "1x sx 3x / 4 5 6 / 7 8 9"


def test_a_chain_goes_on_through_the_lines_it_opens() -> None:
    board = Board.parse("1x 2x 3\n4 5x 6x\n7 8 9x")
    assert chain(board, Rules(lines="row 1, column c, row 2, column a, row 3")) == [
        "reward row 1",
        "reward row 2",
        "reward column a",
        "reward row 3",
    ]
    assert close(board, DEFAULT).is_clear


def test_nothing_goes_down_while_every_line_has_two_numbers_up() -> None:
    board = Board.parse("1 2 s\n3 4 5\n6 7 8")
    assert chain(board) == []
    whole = Board.parse(WHOLE)
    assert chain(whole) == []
    assert close(whole, DEFAULT) == whole


@settings(max_examples=300, deadline=None)
@given(boards(most_cells=9), rules(star_needs="one_line"))
@example(Board.parse("1 s s\ns 2 s\ns s 3"), DEFAULT)
def test_where_one_line_is_enough_every_order_ends_alike(board: Board, rules: Rules) -> None:
    """All orders of all claims, followed to their ends."""
    columns = board.arrangement.columns
    ends = table(board, rules).closed_in_every_order(position(board.up, columns))
    assert {mask(end, columns) for end in ends} == {chains(board.arrangement, rules).closed(board.up)}


@pytest.mark.parametrize("star_only_line", ["free", "not_free"])
@pytest.mark.parametrize("lines", ["rows_columns_long_diagonals", "short_diagonals_for_stars"])
def test_where_one_line_is_enough_random_orders_on_whole_boards_end_alike(
    star_only_line: str, lines: str
) -> None:
    rules = Rules(star_only_line=star_only_line, lines=lines)  # type: ignore[arg-type]
    rng = random.Random(f"{star_only_line} {lines}")
    changed = 0
    for board in whole_boards(60):
        # Down to a few numbers, so that long chains follow.
        up = board.up & ~sum(1 << cell for cell in rng.sample(range(36), rng.randint(10, 26)))
        expected = position(chains(board.arrangement, rules).closed(up), 6)
        reference = table(board, rules)
        for _ in range(4):
            assert reference.closed(position(up, 6), rng.choice) == expected
        changed += expected != position(up, 6)
    assert changed > 40


@pytest.mark.parametrize("star_needs", ["one_line", "all_lines"])
def test_all_positions_of_a_small_board_close_as_by_the_letter(star_needs: str) -> None:
    rules = Rules(star_needs=star_needs)  # type: ignore[arg-type]
    for text in ("1 s 2\ns 3 s\n4 s 5", "s s 1\n2 3 s\ns 4 5", "s 1 s\n2 s 3\ns 4 s"):
        board = Board.parse(text)
        reference, played = table(board, rules), chains(board.arrangement, rules)
        for up in range(512):
            assert mask(reference.closed(position(up, 3)), 3) == played.closed(up)


@settings(max_examples=400, deadline=None)
@given(boards(most_cells=16), rules())
def test_the_end_the_steps_and_the_claims_are_those_of_the_letter(board: Board, rules: Rules) -> None:
    columns = board.arrangement.columns
    reference, played = table(board, rules), chains(board.arrangement, rules)
    up = board.up
    expected = reference.closed(position(up, columns))
    assert position(played.closed(up), columns) == expected
    for step in played.steps(up):
        can = played.claims(up)
        assert step.claim == can[0]
        assert [played.cleared(up, claim) for claim in can] == [
            mask(cleared, columns) for _, cleared in reference.claims(position(up, columns))
        ]
        assert [str(claim).split()[0] for claim in can] == [
            name for name, _ in reference.claims(position(up, columns))
        ]
        assert played.cleared(up, step.claim) == step.cleared
        up &= ~step.cleared
    assert position(up, columns) == expected
    assert not played.claims(up)


@settings(max_examples=300, deadline=None)
@given(boards(most_cells=16), rules(), st.randoms(use_true_random=False))
def test_what_is_called_calm_sets_off_no_chain(board: Board, rules: Rules, rng: random.Random) -> None:
    played = chains(board.arrangement, rules)
    up = played.closed(board.up)
    numbers = [cell for cell in range(16) if up & played.numbers >> cell & 1]
    rng.shuffle(numbers)
    for cell in numbers:
        up &= ~(1 << cell)
        if not played.is_calm(up, cell):
            break
        assert played.closed(up) == up


def test_most_sets_of_a_whole_board_are_calm() -> None:
    board = Board.parse(WHOLE)
    played = chains(board.arrangement, DEFAULT)
    assert all(played.is_calm(board.up & ~(1 << cell), cell) for cell in range(36) if cell not in (2, 6))
    last = Board.parse("3 s s")
    assert not chains(last.arrangement, Rules(lines="none")).is_calm(0b110, 0)


def test_every_board_can_be_cleared_under_every_star_ruling() -> None:
    choices = itertools.product(
        ("one_line", "all_lines"),
        ("free", "not_free"),
        ("rows_columns_long_diagonals", "short_diagonals_for_stars", "none"),
    )
    for star_needs, star_only_line, lines in choices:
        rules = Rules(star_needs=star_needs, star_only_line=star_only_line, lines=lines)  # type: ignore[arg-type]
        for board in (Board.parse(WHOLE), Board.parse("s s\ns s"), Board.parse("s 1x s")):
            assert chains(board.arrangement, rules).closed(board.arrangement.stars) == 0


def test_with_all_lines_a_star_waits_for_each_of_them() -> None:
    board = Board.parse("1x 2x s\n3 4 5\n6 7 8")
    assert claims(board) == ["star c1"]
    assert claims(board, ORDERED) == []
    assert left(board, ORDERED) == "1x 2x s / 3 4 5 / 6 7 8"


def test_with_all_lines_it_matters_which_star_is_spent() -> None:
    """The first line in order is wild, and its first star in reading order goes; the other one stays."""
    board = Board.parse("s 1 s\n2 3 4\n5 6 7")
    assert claims(board, ORDERED) == ["wild row 1 a1", "wild row 1 c1"]
    assert chain(board, ORDERED) == ["wild row 1 a1"]
    assert left(board, ORDERED) == "sx 1x s / 2 3 4 / 5 6 7"
    ends = table(board, ORDERED).closed_in_every_order(position(board.up, 3))
    assert len(ends) == 2


def test_with_all_lines_play_starts_again_with_the_first_line_after_each_change() -> None:
    """Once column a has gone down b1 is the last of row 1 and of column b; row 1 comes first."""
    board = Board.parse("1 2 3x\n4 5x 6x\n7 8x 9x")
    rules = Rules(star_needs="all_lines", lines="row 1, row 2, row 3, column a, column b")
    assert chain(board, rules) == [
        "reward row 2",
        "reward row 3",
        "reward column a",
        "reward row 1",
    ]


def test_with_all_lines_free_stars_go_last() -> None:
    board = Board.parse("s 1x s\n2x 3 4\n5x 6 7")
    rules = Rules(star_needs="all_lines", lines="row 1, column a, row 2, column b, column c")
    assert chain(board, rules) == ["star a1"]
    rules = Rules(star_needs="all_lines", lines="row 1, column a, line c1-b2")
    assert chain(board, rules) == ["wild line c1-b2 c1", "star a1"]


def test_a_line_of_stars_alone_is_free_or_not() -> None:
    board = Board.parse("s s s\n1 2 3\n4 5 6")
    assert claims(board) == ["star a1", "star b1", "star c1"]
    not_free = Rules(star_only_line="not_free")
    assert claims(board, not_free) == []
    assert left(board, not_free) == str(board).replace("\n", " / ")


def test_a_line_dealt_no_number_is_left_out_where_all_lines_count() -> None:
    board = Board.parse("s s s\n1x 2 3\n4x 5 6")
    lines = "row 1, column a, column b, column c"
    assert claims(board, Rules(star_needs="all_lines", lines=lines)) == ["star a1"]
    assert claims(board, Rules(star_needs="all_lines", star_only_line="not_free", lines=lines)) == ["star a1"]
    alone = Rules(star_needs="all_lines", star_only_line="not_free", lines="row 1")
    assert claims(board, alone) == []  # no line that counts frees them while numbers are up
    assert claims(board, Rules(star_needs="all_lines", lines="row 1")) == ["star a1", "star b1", "star c1"]


def test_short_diagonals_free_stars_and_reward_nothing() -> None:
    corner = Board.parse("s 1 2\n3 4 5\n6 7 8")
    short = Rules(lines="short_diagonals_for_stars")
    assert claims(corner) == []
    assert claims(corner, short) == ["star a1"]
    assert claims(corner, Rules(lines="short_diagonals_for_stars", star_only_line="not_free")) == []
    short_line = Board.parse("1 s 2\n3x 4 5\n6 7 8")
    assert claims(short_line) == []
    assert claims(short_line, short) == ["star b1"]
    one_left = Board.parse("1 2x 3\n4 5 6\n7 8 9")
    assert claims(one_left, short) == []


def test_claims_that_cannot_be_made_say_why() -> None:
    board = Board.parse("1x s 3\n4 5 6\n7x 8x s")
    played = chains(board.arrangement, DEFAULT)
    for claim, reason in {
        "reward row 1": "a star is still face up on row 1",
        "reward row 2": "3 numbers face up on row 2, not one",
        "reward row 3": "no numbers face up on row 3, not one",
        "reward row 9": "no line of the board is called row 9",
        "wild row 1 c3": "c3 does not lie on row 1",
        "wild row 1 a1": "no star is face up on a1",
        "star b1": "it still waits for numbers that are face up",
        "star a3": "no star is face up on a3",
    }.items():
        with pytest.raises(IllegalAction, match=reason):
            played.cleared(board.up, parse_claim(claim))
    assert played.cleared(board.up, parse_claim("wild row 1 b1")) == 0b110
    assert played.cleared(board.up, parse_claim("star c3")) == 1 << 8


def test_claims_print_as_they_parse() -> None:
    for claim in (Reward("diagonal a1-f6"), Wild("line a1-b3", "c2"), FreeStar("f6")):
        assert parse_claim(str(claim)) == claim
        assert repr(claim) == f"{type(claim).__name__}.parse({str(claim)!r})"
    for text in (
        "reward",
        "reward row 0",
        "wild row 1",
        "star",
        "star 3",
        "clear row 1",
        "Star c3",
        "star  c3",
    ):
        with pytest.raises(NotationError):
            parse_claim(text)


def test_lines_that_do_not_fit_on_the_board_are_refused() -> None:
    board = Board.parse("1 2\n3 4")
    for lines in ("row 3", "column c", "diagonal a1-c3", "line a1-c1"):
        with pytest.raises(NotationError):
            close(board, Rules(lines=lines))


def pairs(found: tuple[tuple[int, int], ...]) -> numpy.ndarray:
    return numpy.array(found, dtype=numpy.int64).reshape(-1, 2)


@settings(max_examples=100, deadline=None)
@given(boards(most_cells=16), rules(), st.integers(0, 1 << 16))
def test_the_kernels_as_they_stand_close_like_the_plain_code(board: Board, rules: Rules, seed: int) -> None:
    played = chains(board.arrangement, rules)
    tables = (pairs(played.clearing), pairs(played.freeing))
    up = seed & board.arrangement.tiles
    close_up = kernels_moves.close_fixed if played.confluent else kernels_moves.close_in_order
    assert close_up(up, played.numbers, *tables) == played.closed(up)


@pytest.mark.parametrize("star_needs", ["one_line", "all_lines"])
def test_the_compiled_kernel_closes_like_the_plain_code(star_needs: str) -> None:
    rng = random.Random(star_needs)
    for lines in ("rows_columns_long_diagonals", "short_diagonals_for_stars"):
        rules = Rules(star_needs=star_needs, lines=lines)  # type: ignore[arg-type]
        for board in positions(10, seed=3):
            played = chains(board.arrangement, rules)
            up = [board.arrangement.tiles & rng.getrandbits(36) & rng.getrandbits(36) for _ in range(50)]
            found = batch.closed(played, numpy.array(up, dtype=numpy.int64))
            assert found.tolist() == [played.closed(mask) for mask in up]
