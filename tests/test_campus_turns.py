"""The least expected number of turns: tables against fractions, fractions against every set and roll."""

from __future__ import annotations

import hashlib
import itertools
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from campus_turns_reference import FIELDS, RULINGS, Reference, printed_board, ruling, small_board

from quadrangle.core.errors import BudgetSpent, FileError
from quadrangle.core.rng import Rng
from quadrangle.core.work import sole_writer
from quadrangle.solvers.campus import PRINTED, Rules, close, turns_board, turns_fill
from quadrangle.solvers.campus.kernels_turns import closure
from quadrangle.solvers.campus.turns import (
    WIDE,
    PairTable,
    Table,
    TurnRules,
    load_pairs,
    load_table,
    need,
    numbers_of,
    solve_chance,
    solve_pairs,
    solve_turns,
    turn_rules,
    up_of,
)
from quadrangle.solvers.campus.turns_exact import exact_turns


def tile_set(mask: int) -> frozenset[int]:
    return frozenset(k for k in range(mask.bit_length()) if mask >> k & 1)


def reference(values: tuple[int, ...], lines: tuple[int, ...], rules: TurnRules) -> Reference:
    return Reference(values, [tile_set(line) for line in lines], rules)


Load = Callable[[Path], Table | PairTable]


def positions(table: Table | PairTable, values: tuple[int, ...]) -> list[object]:
    return [table.value(mask) for mask in range(1 << len(values))]


@pytest.mark.parametrize("rules", RULINGS)
def test_tables_differ_from_fractions_by_no_more_than_they_say(rules: TurnRules) -> None:
    rng = random.Random(f"table {rules}")
    for _ in range(2):
        values, lines = small_board(rng)
        truth = reference(values, lines, rules)
        table, chances = solve_turns(values, lines, rules), solve_chance(values, lines, rules)
        for mask in range(1 << len(values)):
            missed, expected = truth.worth(tile_set(mask))
            assert abs(chances.value(mask) - float(1 - missed)) <= chances.error(mask)
            if missed:
                assert table.value(mask) == math.inf
            else:
                assert abs(table.value(mask) - float(expected)) <= table.error(mask)


@pytest.mark.parametrize("maximal", ["one_set", "as_many_as_possible"])
def test_chances_and_turns_together_are_those_of_fractions(maximal: str) -> None:
    rng = random.Random(f"pairs {maximal}")
    for chosen in itertools.product(*FIELDS.values()):
        rules = ruling(**dict(zip(FIELDS, chosen, strict=True)), maximal=maximal)
        values, lines = small_board(rng, most=5)
        truth = reference(values, lines, rules)
        pairs = solve_pairs(values, lines, rules)
        for mask in range(1 << len(values)):
            missed, summed = truth.worth(tile_set(mask))
            chance, turns = pairs.value(mask)
            assert abs(chance - float(1 - missed)) <= pairs.error(mask)
            if missed == 1:
                assert turns is None
            else:
                assert turns is not None
                assert abs(turns - float(summed / (1 - missed))) <= pairs.turns_error(mask) < 1e-3


@pytest.mark.parametrize("dead", ["relax", "skip"])
def test_the_largest_sets_are_played_where_they_have_to_be(dead: str) -> None:
    rng = random.Random(f"largest {dead}")
    fields = {**FIELDS, "dead_board": (dead,)}
    for chosen in itertools.product(*fields.values()):
        rules = ruling(**dict(zip(fields, chosen, strict=True)), maximal="as_many_as_possible")
        values, lines = small_board(rng, most=6)
        truth = reference(values, lines, rules)
        table, chances = solve_turns(values, lines, rules), solve_chance(values, lines, rules)
        for mask in range(1 << len(values)):
            missed, expected = truth.worth(tile_set(mask))
            assert abs(chances.value(mask) - float(1 - missed)) <= chances.error(mask)
            assert abs(table.value(mask) - float(expected)) <= table.error(mask) or missed
            assert (table.value(mask) == math.inf) == (missed > 0)
            sizes = {best.bit_count() for _, best in table.best(mask, 8, at_most=True)}
            assert len(sizes) == (mask != 0 and min(values[k] for k in tile_set(mask)) <= 8)


@pytest.mark.parametrize("maximal", ["one_set", "as_many_as_possible"])
def test_fractions_agree_with_looking_at_every_set_and_every_throw(maximal: str) -> None:
    rng = random.Random(f"exact {maximal}")
    for chosen in itertools.product(*FIELDS.values()):
        rules = ruling(**dict(zip(FIELDS, chosen, strict=True)), maximal=maximal)
        values, lines = small_board(rng, most=5)
        up = rng.randrange(1 << len(values))
        missed, expected = reference(values, lines, rules).worth(tile_set(up))
        found = exact_turns(values, lines, rules, up=up)
        assert found.chance == 1 - missed
        assert found.turns == (None if missed == 1 else expected / (1 - missed))


def test_values_that_can_be_worked_out_by_hand() -> None:
    off = TurnRules(loss_of_turn="off")
    # A 24 waits for a double six; a 3 for 1+2, or for any double.
    assert solve_turns((24,), ()).value(1) == 36
    assert exact_turns((3,), (), off).turns == Fraction(36, 2 + 6)
    # On one line, the first of two tiles takes the other with it.
    assert exact_turns((3, 24), (0b11,), off).turns == Fraction(36, 2 + 6)
    # Without it a double six had better turn the 24.
    alone = Fraction(36, 2 + 6)
    assert exact_turns((3, 24), (), off).turns == alone + Fraction(7, 8) * 36 + Fraction(1, 8) * alone
    # Once the 2 is down a double one is lost; what is left still goes with 3 and the other doubles.
    assert exact_turns((2, 3), (), up=0b10).turns == Fraction(36, 2 + 5)


def test_a_board_that_no_roll_changes_is_relaxed_or_never_cleared() -> None:
    values = (*range(2, 13), 24)
    for rule, value in (("relax", 36.0), ("skip", math.inf), ("end_game", math.inf)):
        assert solve_turns(values, (), ruling(dead_board=rule), up=1 << 11).value(1 << 11) == value
    assert solve_chance(values, (), TurnRules(dead_board="skip"), up=1 << 11).value(1 << 11) == 0
    # 3+3, 4+4 and 5+5 force the 12 down, after which a double six is lost; it alone turns the 24.
    assert solve_chance((12, 24), (), TurnRules(dead_board="skip")).value(0b11) == 0.25
    assert exact_turns((12, 24), (), TurnRules(dead_board="skip")).chance == Fraction(1, 4)
    assert solve_turns((12, 24), (), TurnRules(dead_board="skip")).value(0b11) == math.inf
    assert solve_chance((12, 24), ()).value(0b11) == 1


def test_chains_that_wait_at_the_deal_run_with_the_first_turn_that_is_not_lost() -> None:
    # The 23 is alone on its line, and no roll names a set: the first turn only sets the chain off.
    values, lines = (15, 23), (0b10,)
    rules = TurnRules(doubles="exact")
    table = solve_turns(values, lines, rules)
    assert table.value(0b11) == table.value(0b01) + 1
    assert exact_turns(values, lines, rules).turns == Fraction(table.value(0b11))


LARGEST = TurnRules(maximal="as_many_as_possible", dead_board="skip")
SOLVERS: tuple[tuple[Callable[..., Table | PairTable], TurnRules], ...] = (
    (solve_turns, TurnRules(must_play="may_pass")),
    (solve_turns, TurnRules(maximal="as_many_as_possible")),
    (solve_chance, LARGEST),
    (solve_pairs, TurnRules(dead_board="skip", must_play="may_pass")),
    (solve_pairs, LARGEST),
)
"""Each kind of table with rulings that make it what it is."""


def test_compiled_and_plain_kernels_fill_the_same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random("compiled")
    boards = [small_board(rng, most=9) for _ in range(30)]
    rulings = rng.sample(RULINGS, len(boards) - 2 * len(SOLVERS))
    kinds = [*SOLVERS, *SOLVERS, *((solve_turns, rules) for rules in rulings)]
    wanted = list(zip(boards, kinds, strict=True))
    plain = [positions(solve(*board, rules), board[0]) for board, (solve, rules) in wanted]
    monkeypatch.setattr(turns_fill, "PLAIN", 0)
    for (board, (solve, rules)), expected in zip(wanted, plain, strict=True):
        assert positions(solve(*board, rules), board[0]) == expected


@pytest.mark.parametrize(("chunk", "block", "share"), [(7, 1, 1), (8, 4, 1), (10, 8, 50)])
def test_blocks_chunks_and_threads_make_no_difference(
    monkeypatch: pytest.MonkeyPatch, chunk: int, block: int, share: int
) -> None:
    values, lines = printed_board(3)
    up = sum(1 << k for k in random.Random(1).sample(range(len(values)), 16))
    whole = solve_turns(values, (0, *lines[:3]), up=up, workers=1)
    monkeypatch.setattr(turns_board, "CHUNK", chunk)
    monkeypatch.setattr(turns_fill, "BLOCK", block)
    monkeypatch.setattr(turns_fill, "SLICE", share)
    small = solve_turns(values, (0, *lines[:3]), up=up, workers=3)
    rng = random.Random(2)
    for mask in [up, *(rng.getrandbits(len(values)) & up for _ in range(500))]:
        assert small.value(mask) == whole.value(mask)


def test_a_printed_board_satisfies_the_equation_of_its_values() -> None:
    """A turn and what its best sets lead to are worth what the position is, set by set."""
    values, lines = printed_board(1)
    rng = random.Random(3)
    up = closure(sum(1 << k for k in rng.sample(range(len(values)), 24)), lines)
    table = solve_turns(values, lines, TurnRules(loss_of_turn="off"), up=up)
    for mask in [up, *(closure(rng.getrandbits(len(values)) & up, lines) for _ in range(10))]:
        weight, total = 0, 36.0
        for a, b in itertools.product(range(1, 7), repeat=2):
            sets = table.best(mask, (a + b) * (1 + (a == b)), at_most=a == b)
            if sets:
                weight, total = weight + 1, total + sets[0][0]
        if mask:
            assert table.value(mask) == pytest.approx(total / weight, abs=2 * table.error(mask))


@pytest.mark.parametrize("maximal", ["one_set", "as_many_as_possible"])
def test_chances_and_turns_of_a_printed_board_satisfy_their_equation(maximal: str) -> None:
    """What a way to play is worth follows from what its best sets lead to, roll by roll."""
    values, lines = printed_board(7)
    lines = lines[:6]
    rng = random.Random(3)
    up = closure(sum(1 << k for k in rng.sample(range(len(values)), 17)), lines)
    rules = ruling(dead_board="skip", maximal=maximal)
    pairs, chances = solve_pairs(values, lines, rules, up=up), solve_chance(values, lines, rules, up=up)
    table = solve_turns(values, lines, rules, up=up)
    for mask in [up, *(closure(rng.getrandbits(len(values)) & up, lines) for _ in range(20))]:
        cleared, summed, weight = 0.0, 0.0, 0
        for a, b in itertools.product(range(1, 7), repeat=2):
            sets = pairs.best(mask, (a + b) * (1 + (a == b)), at_most=a == b)
            named = sum(1 << k for k, value in enumerate(values) if value == a + b)
            if sets and (named & mask or not named):
                (chance, turns), _ = sets[0]
                cleared, summed, weight = cleared + chance, summed + chance * (turns or 0), weight + 1
        chance, turns = pairs.value(mask)
        assert abs(chance - chances.value(mask)) <= pairs.error(mask) + chances.error(mask)
        if weight:
            assert chance == pytest.approx(cleared / weight, abs=1e-8)
            assert chance * (turns or 0) == pytest.approx(summed / weight + chance * 36 / weight, abs=1e-5)
        if table.value(mask) < math.inf:
            assert turns is not None
            assert abs(turns - table.value(mask)) <= table.error(mask) + pairs.turns_error(mask)
    assert 0.1 < pairs.value(up).chance < 0.9


def test_the_need_is_what_is_allocated_and_a_board_that_does_not_fit_is_refused() -> None:
    values, lines = printed_board(1)
    up = (1 << 22) - 1
    wanted = need(values, lines, up=up)
    assert wanted.tiles <= 22
    table = solve_turns(values, lines, up=up, memory=wanted.bytes)
    assert sum(array.nbytes for array in table.values) == wanted.bytes_kept
    assert (
        wanted.live + wanted.thin == sum(closure(mask, lines) == mask for mask in range(1 << 12)) or up >> 12
    )
    wide = need(values, lines, up=up, entry=WIDE)
    pairs = solve_pairs(values, lines, up=up, memory=wide.bytes)
    assert sum(array.nbytes for array in pairs.values) == wide.bytes_kept
    for solve in (solve_turns, solve_pairs):
        with pytest.raises(MemoryError, match="the table takes"):
            solve(values, lines, up=up, memory=wanted.bytes // 4)
    with pytest.raises(MemoryError, match="33 tiles"):
        need((1,) * 33, ())


@pytest.mark.parametrize("seed", range(6))
def test_the_masks_counted_are_the_closed_ones(seed: int) -> None:
    values, lines = small_board(random.Random(f"count {seed}"), most=11)
    masks = range(1 << len(values))
    reachable = [mask for mask in masks if closure(mask, lines) == mask]
    counted = need(values, lines)
    assert counted.live + counted.thin == len(reachable)


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_rows_may_be_dropped_once_no_live_mask_to_come_leads_to_them(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(turns_board, "CHUNK", 8)
    values, lines = printed_board(seed)
    up = sum(1 << k for k in random.Random(seed).sample(range(len(values)), 17))
    whole = need(values, lines[:9], up=up)
    least = need(values, lines[:9], up=up, memory=whole.bytes - 1)
    assert least.drops_rows
    assert least.bytes < whole.bytes
    plain, small = (
        solve_turns(values, lines[:9], up=up, memory=memory) for memory in (whole.bytes, least.bytes)
    )
    wide = need(values, lines[:9], up=up, memory=2 * whole.bytes - whole.bytes_index - 1, entry=WIDE)
    assert wide.drops_rows
    pairs = solve_pairs(values, lines[:9], up=up, memory=wide.bytes)
    rng = random.Random(seed)
    for mask in [up, *(rng.getrandbits(len(values)) & up for _ in range(300))]:
        assert small.value(mask) == plain.value(mask)
        assert pairs.value(mask).turns == pytest.approx(plain.value(mask), abs=1e-4)


@pytest.mark.parametrize(("share", "solve"), [(0.5, solve_turns), (1.0, solve_turns), (1.0, solve_pairs)])
def test_a_run_in_a_folder_goes_on_where_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, share: float, solve: Callable[..., Table | PairTable]
) -> None:
    monkeypatch.setattr(turns_fill, "SLICE", 100)
    monkeypatch.setattr(turns_fill, "BLOCK", 4)
    monkeypatch.setattr(turns_board, "CHUNK", 8)
    values, lines = printed_board(3)
    up = (1 << 15) - 1
    thin = need(values, lines[:4], up=up).thin
    stop = {"now": False}

    def progress(done: int, total: int) -> None:
        stop["now"] = done > share * thin

    work = tmp_path / "work"
    with pytest.raises(InterruptedError):
        solve(values, lines[:4], up=up, work=work, progress=progress, cancelled=lambda: stop["now"])
    # Whatever was not done yet may hold anything; what was done must not be asked for again.
    resumed = solve(values, lines[:4], up=up, work=work)
    fresh = solve(values, lines[:4], up=up)
    assert all(resumed.value(mask) == fresh.value(mask) for mask in range(0, 1 << 15, 7))
    other = solve(values, lines[:4], TurnRules(loss_of_turn="off"), up=up, work=work)
    assert other.value(up) != fresh.value(up)
    with pytest.raises(FileError, match="not a folder"):
        (tmp_path / "note").write_text("mine", encoding="utf-8")
        solve(values, lines, up=up, work=tmp_path)


def test_a_folder_or_a_file_in_use_is_refused(tmp_path: Path) -> None:
    values, lines = (1, 2, 3), ()
    work, path = tmp_path / "work", tmp_path / "board.turns"
    table = solve_turns(values, lines, work=work)
    seen: list[str] = []

    def second(done: int, total: int) -> None:
        for other in (TurnRules(), TurnRules(loss_of_turn="off")):
            with pytest.raises(FileError, match="another run is making a table in this folder") as refused:
                solve_turns(values, lines, other, work=work)
            seen.append(str(refused.value))

    again = solve_turns(values, lines, work=work, progress=second)
    assert seen
    assert all(str(work) in text for text in seen)
    assert again.value(7) == table.value(7)
    with sole_writer(path), pytest.raises(FileError, match="another run is writing this file"):
        table.save(path)
    table.save(path)
    assert sorted(tmp_path.iterdir()) == [path, work]
    # A run that failed lets go of the folder.
    with pytest.raises(InterruptedError):
        solve_turns(values, lines, work=work, cancelled=lambda: True)
    assert solve_turns(values, lines, work=work).value(7) == table.value(7)


def test_a_saved_table_is_read_again_and_an_altered_one_is_not(tmp_path: Path) -> None:
    values, lines = printed_board(4)
    up = (1 << 16) - 1
    path = tmp_path / "board.turns"
    skip = TurnRules(dead_board="skip")
    tables = (solve_turns(values, lines, skip, up=up), solve_chance(values, lines, LARGEST, up=up))
    pairs = solve_pairs(values, lines, LARGEST, up=up)
    kinds: tuple[tuple[Table | PairTable, Load, Load], ...] = (
        (tables[0], load_table, load_pairs),
        (tables[1], load_table, load_pairs),
        (pairs, load_pairs, load_table),
    )
    for table, load, other in kinds:
        table.save(path)
        read = load(path)
        assert type(read) is type(table)
        assert read.rules == table.rules
        assert all(read.value(mask) == table.value(mask) for mask in range(0, 1 << 16, 97))
        with pytest.raises(FileError, match="expected"):
            other(path)
    whole = path.read_bytes()
    altered = bytearray(whole)
    altered[len(whole) // 2] ^= 1
    for content in (whole[:-1], bytes(altered), whole[: len(whole) // 2], whole + b"x"):
        path.write_bytes(content)
        with pytest.raises(FileError, match="cut or altered"):
            load_table(path)
    for content in (b"", b"something else\n", whole[:40], whole.replace(b'"up":', b'"on":', 1)):
        path.write_bytes(content)
        with pytest.raises(FileError, match="not a table"):
            load_table(path)
    with pytest.raises(FileError, match="cannot be read"):
        load_table(tmp_path / "none")


@pytest.mark.parametrize("tiles", [6, 20])
def test_an_index_that_somebody_made_up_is_refused(tmp_path: Path, tiles: int) -> None:
    values, lines = printed_board(4)
    path = tmp_path / "board.turns"
    table = solve_turns(values, lines, up=(1 << tiles) - 1)
    table.save(path)
    assert load_table(path).value(1) == table.value(1)
    whole = path.read_bytes()[:-16]
    counts = 2 * len(table.values.live_before)
    for place in (counts, counts // 2):
        made_up = bytearray(whole)
        made_up[len(whole) - 4 * place] ^= 1
        path.write_bytes(made_up + hashlib.blake2b(made_up, digest_size=16).digest())
        with pytest.raises(FileError, match="its index is not that of its board"):
            load_table(path)


def test_the_chains_of_tables_are_those_of_boards() -> None:
    rng = random.Random("boards")
    for seed in range(20):
        for needs in ("one_line", "all_lines"):
            rules = Rules(star_needs=needs, star_only_line=rng.choice(("free", "not_free")))
            board = PRINTED.deal(Rng(seed))
            _, lines = numbers_of(board.arrangement, rules)
            while board.up_numbers:
                after = close(board, rules)
                assert up_of(after) == closure(up_of(board), lines)
                left = [cell for cell in range(36) if after.up_numbers >> cell & 1]
                turned = sum(1 << cell for cell in rng.sample(left, min(len(left), 2)))
                board = after.with_up(after.up & ~turned)


def test_the_rules_of_boards_are_those_of_tables() -> None:
    chosen = {name: choices[-1] for name, choices in FIELDS.items()}
    rules = Rules(**chosen)  # type: ignore[arg-type]
    assert turn_rules(rules) == ruling(**chosen)
    board = PRINTED.deal(Rng(5))
    values, _ = numbers_of(board.arrangement, rules)
    assert sorted(values) == sorted(value for value in board.arrangement.values if value > 0)
    assert up_of(board) == (1 << len(values)) - 1


def test_long_work_tells_how_far_it_is_and_can_be_stopped() -> None:
    values, lines = printed_board(2)
    up = (1 << 20) - 1
    told: list[tuple[int, int]] = []
    solve_turns(values, lines, up=up, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] == need(values, lines, up=up).live + need(values, lines, up=up).thin
    with pytest.raises(InterruptedError):
        solve_turns(values, lines, up=up, cancelled=lambda: True)


def test_what_cannot_be_answered_is_refused() -> None:
    with pytest.raises(ValueError, match="other tiles"):
        solve_turns((1, 2), (), up=1).value(2)
    with pytest.raises(ValueError, match="masks"):
        solve_turns((1, 2), (4,))
    with pytest.raises(BudgetSpent):
        exact_turns(range(1, 13), (), most=1000)


@pytest.mark.slow
def test_no_kernel_leaves_its_arrays() -> None:
    code = (
        "from quadrangle.solvers.campus import turns, turns_board, turns_fill\n"
        "from quadrangle.solvers.campus.turns_spread import cleared_by\n"
        "turns_fill.PLAIN = 0\nturns_board.CHUNK = 6\nturns_fill.BLOCK = 1\n"
        "lines = (0b11001100110, 0b00111100001, 0b10000001111)\n"
        "table = turns.solve_turns((1, 1, 2, 3, 5, 8, 11, 12, 13, 24, 30), lines)\n"
        "print(table.value(2047) < 1000)\n"
        "rules = turns.TurnRules(dead_board='skip', maximal='as_many_as_possible', must_play='may_pass')\n"
        "table = turns.solve_pairs((1, 1, 2, 3, 5, 8, 11, 12, 13, 24, 30), lines, rules)\n"
        "print(cleared_by(table, 2047, 9)[-1] <= table.value(2047).chance <= 1)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.stdout == "True\nTrue\n", ran.stderr
