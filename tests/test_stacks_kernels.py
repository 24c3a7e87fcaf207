"""The compiled search: the same as the plain one, deal by deal, whatever the slices and tables."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy
import pytest

from quadrangle.core.budget import Budget
from quadrangle.core.rng import Rng, seed_state
from quadrangle.solvers.stacks import (
    Position,
    batch,
    kernels_cells,
    kernels_deal,
    kernels_row,
    neighbours,
    solve,
)
from quadrangle.solvers.stacks.estimate import Winnable, wilson, winnable
from quadrangle.solvers.stacks.games import BIRDS_OF_A_FEATHER, GAMES, LATE_BINDING, Game, numbered_deal
from quadrangle.solvers.stacks.geometry import Cells, ClosingRow, Geometry, lines
from quadrangle.solvers.stacks.work import (
    FIRST_SLICE,
    LOST,
    PAUSED,
    SOLVED,
    CellsWork,
    RowWork,
    Work,
    next_slice,
)


def random_masks(rng: random.Random, cards: int, density: float) -> list[int]:
    masks = [0] * cards
    for a in range(cards):
        for b in range(a):
            if rng.random() < density:
                masks[a] |= 1 << b
                masks[b] |= 1 << a
    return masks


@pytest.mark.slow
@pytest.mark.parametrize(
    "geometry", [neighbours(3, 3), lines(3, 3), lines(4, 4), ClosingRow(), ClosingRow((1, 2))]
)
def test_the_batch_agrees_with_single_positions(geometry: Geometry) -> None:
    rng = random.Random(f"batch {geometry}")
    cards = len(geometry.reach) if isinstance(geometry, Cells) else 12
    deals = [random_masks(rng, cards, rng.choice([0.25, 0.35, 0.5])) for _ in range(150)]
    decided = batch.decide(geometry, numpy.array(deals))
    for masks, verdict, nodes in zip(deals, decided.verdicts, decided.nodes, strict=True):
        result = solve(Position(geometry, tuple(range(cards)), tuple(masks)))
        assert verdict == {"yes": SOLVED, "no": LOST}[result.verdict]
        assert nodes >= result.nodes


def works(rng: random.Random) -> list[Work]:
    return [
        CellsWork(random_masks(rng, 9, 0.4), neighbours(3, 3).reach),
        CellsWork(random_masks(rng, 12, 0.3), lines(4, 3).reach),
        RowWork(random_masks(rng, 11, 0.35), (1, 3)),
    ]


def connected(work: CellsWork | RowWork) -> bool:
    """Whether `search` may be called: what `solve` looks at before."""
    geometry: Geometry = Cells(tuple(work.reach)) if isinstance(work, CellsWork) else ClosingRow((1, 3))
    position = Position(geometry, tuple(range(work.stacks)), tuple(work.compat))
    return solve(position, Budget(nodes=0)).verdict == "unknown"


def test_plain_and_compiled_take_the_same_steps() -> None:
    rng = random.Random(5)
    compared = 0
    for _ in range(60):
        for plain in works(rng):
            assert isinstance(plain, CellsWork | RowWork)
            if not connected(plain):
                continue
            fast = type(plain)(plain.compat, plain.reach if isinstance(plain, CellsWork) else plain.reaches)
            fast.compile()
            for work in (plain, fast):
                work.begin()
            status = PAUSED
            while status == PAUSED:
                status = plain.advance(plain.nodes + 7)
                assert fast.advance(fast.nodes + 7) == status
                assert list(fast.control) == list(plain.control)
            if status == SOLVED:
                stacks = range(plain.stacks)
                assert fast.line(stacks) == plain.line(stacks)
            compared += 1
    assert compared > 60


@pytest.mark.parametrize(
    ("game", "slots"),
    [(BIRDS_OF_A_FEATHER, kernels_cells.FIRST_SLOTS), (LATE_BINDING, kernels_row.FIRST_SLOTS // 2)],
    ids=lambda value: getattr(value, "name", ""),
)
def test_slices_and_growing_tables_change_nothing(
    game: Game, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = batch.random_deals(game, 4, range(200))
    whole = batch.decide(game.geometry, deals)
    monkeypatch.setattr(batch, "FIRST_SLICE", 13)
    monkeypatch.setattr(batch, "next_slice", lambda size, seconds: 13)
    sliced = batch.decide(game.geometry, deals)
    assert whole.nodes.max() > slots, "no table had to grow"
    assert sliced.verdicts.tolist() == whole.verdicts.tolist()
    assert sliced.nodes.tolist() == whole.nodes.tolist()


def test_a_deal_that_takes_too_long_is_undecided_and_the_others_are_not() -> None:
    deals = batch.random_deals(LATE_BINDING, 4, range(100))
    whole = batch.decide(LATE_BINDING.geometry, deals)
    cut = batch.decide(LATE_BINDING.geometry, deals, most=200)
    assert 0 < cut.count(PAUSED) < 100
    for verdict, short, nodes in zip(whole.verdicts, cut.verdicts, whole.nodes, strict=True):
        assert short == (verdict if nodes <= 200 else PAUSED)


def test_a_stopped_batch_says_which_deals_were_tried() -> None:
    deals = batch.random_deals(LATE_BINDING, 4, range(50))
    asked: list[int] = []

    def third_time() -> bool:
        asked.append(1)
        return len(asked) == 3

    stopped = batch.decide(LATE_BINDING.geometry, numpy.concatenate([deals] * 40), stopped=third_time)
    assert stopped.count(PAUSED) == 1
    assert stopped.count(batch.NOT_TRIED) > 0
    tried = int(numpy.flatnonzero(stopped.verdicts == PAUSED)[0])
    assert not stopped.verdicts[tried + 1 :].any()


def test_dealing_many_is_dealing_one_by_one() -> None:
    for game in GAMES.values():
        many = batch.random_deals(game, 7, range(3, 9))
        for number, masks in zip(range(3, 9), many, strict=True):
            assert tuple(masks) == game.position(game.random_deal(7, number)).compat
    many = batch.numbered_deals(BIRDS_OF_A_FEATHER, 8, 12)
    for number, masks in zip(range(8, 13), many, strict=True):
        assert tuple(masks) == BIRDS_OF_A_FEATHER.position(numbered_deal(number)).compat


def test_the_kernel_draws_what_the_generator_draws() -> None:
    state = list(seed_state(3, 5))
    rng = Rng(3, 5)
    for n in [1, 2, 3, 52, 1000, kernels_deal.M1 - 1] * 50:
        assert kernels_deal.below(state, n) == rng.below(n)


def test_a_key_holds_every_card_of_the_longest_row() -> None:
    stacks = kernels_row.MOST
    work = RowWork([0] * stacks, (1, 3))
    work.begin()
    words = work.slot_words - 1
    kernels_row.write_tops(work.keys, 0, words, 13, 12)
    child = [work.keys[words + place // 10] >> 6 * (place % 10) & 63 for place in range(stacks)]
    assert child == [*range(1, 13), 14, *range(15, stacks + 1), 0]


def tops_after(tops: list[int], source: int, goal: int) -> list[int]:
    after = list(tops)
    after[goal] = after.pop(source)
    return after


def rows_of(tops: list[int], masks: list[int]) -> list[int]:
    return [sum((masks[a] >> b & 1) << i for i, b in enumerate(tops)) for a in tops]


def pattern_of(rows: list[int]) -> list[int]:
    """The bits of the first eleven stacks in one word, those of the others in the next."""
    words = [0, 0]
    for word, places in enumerate((range(11), range(11, len(rows)))):
        bits = [row >> b & 1 for a, row in enumerate(rows) if a in places for b in range(a)]
        words[word] = sum(bit << i for i, bit in enumerate(bits))
    return words


def falls_apart(alive: int, without: int, rows: list[int]) -> bool:
    left = alive & ~(1 << without)
    reached = left & -left
    for _ in rows:
        reached |= sum(1 << i for i, row in enumerate(rows) if left >> i & 1 and row & reached)
    return reached != left


def test_rows_and_keys_after_a_move_are_those_of_the_cards_then_in_sight() -> None:
    rng = random.Random(8)
    for size in range(2, kernels_row.PATTERN_MOST + 2):
        for _ in range(30):
            masks = random_masks(rng, size, 0.4)
            tops = rng.sample(range(size), size)
            source = rng.randrange(1, size)
            goal = rng.randrange(source)
            rows, keys = [*rows_of(tops, masks), *[0] * size], [0, 0]
            kernels_row.write_rows_and_key(rows, 0, size, size, source, goal, keys, 0)
            after = rows_of(tops_after(tops, source, goal), masks)
            assert rows[size : 2 * size - 1] == after
            assert keys == pattern_of(after)
            rows[size:] = [0] * size
            kernels_row.write_rows(rows, 0, size, size, source, goal)
            assert rows[size : 2 * size - 1] == after


def test_joints_and_what_stays_one_after_a_move() -> None:
    rng = random.Random(9)
    joints = stayed = 0
    for _ in range(600):
        size = rng.randrange(3, 12)
        rows = random_masks(rng, size, 0.3)
        inner = (1 << size) - 2
        if falls_apart(inner, 0, rows):
            continue
        cut = kernels_row.joints(inner, inner, rows, 0)
        assert cut == sum(1 << i for i in range(1, size) if falls_apart(inner, i, rows))
        joints += cut.bit_count()
        source = rng.randrange(1, size)
        goal = rng.randrange(source)
        if cut >> (goal or source) & 1:
            continue
        known = kernels_row.joints_after(cut, rows, 0, size, source, goal)
        after = rows_of(tops_after(list(range(size)), source, goal), rows)
        assert all(falls_apart((1 << size - 1) - 2, i, after) for i in range(size) if known >> i & 1)
        stayed += known.bit_count()
    assert joints > 200
    assert stayed > 100


def test_wilson_interval() -> None:
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = wilson(0, 10)
    assert (low, round(high, 4)) == (0, 0.2775)


def test_undecided_deals_widen_the_interval_on_both_sides() -> None:
    decided = Winnable("g", 1, 100, 50, 50, 0, 0.0).interval
    partly = Winnable("g", 1, 100, 40, 45, 0, 0.0)
    assert partly.undecided == 15
    assert partly.interval[0] == wilson(40, 100)[0] < decided[0]
    assert partly.interval[1] == wilson(55, 100)[1] > decided[1]


def test_late_binding_is_won_as_often_as_published() -> None:
    """Published: 47.021 % of deals."""
    found = winnable(LATE_BINDING, 6000, 1)
    low, high = found.interval
    assert found.undecided == 0
    assert low < 0.47021 < high
    assert high - low < 0.026


def test_the_estimate_does_not_depend_on_the_number_of_threads() -> None:
    one, three = (winnable(LATE_BINDING, 4100, 9, workers=workers) for workers in (1, 3))
    assert (one.won, one.lost, one.nodes) == (three.won, three.lost, three.nodes)
    assert one.won + one.lost == one.deals == 4100


def test_an_estimate_out_of_time_counts_what_was_tried() -> None:
    found = winnable(LATE_BINDING, 10**7, 1, workers=2, budget=Budget(seconds=0.3))
    assert found.deals < 10**6
    assert found.undecided <= 4
    assert found.won + found.lost + found.undecided == found.deals


@pytest.mark.slow
def test_kernels_stay_inside_their_arrays() -> None:
    """The same searches with every index checked."""
    program = (
        "from quadrangle.solvers.stacks.batch import decide, numbered_deals, random_deals\n"
        "from quadrangle.solvers.stacks.games import BIRDS_OF_A_FEATHER as birds, LATE_BINDING as late\n"
        "print(decide(birds.geometry, numbered_deals(birds, 1, 60)).verdicts.tolist())\n"
        "print(decide(late.geometry, random_deals(late, 1, range(60))).verdicts.tolist())\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": os.devnull}
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    birds = batch.decide(BIRDS_OF_A_FEATHER.geometry, batch.numbered_deals(BIRDS_OF_A_FEATHER, 1, 60))
    late = batch.decide(LATE_BINDING.geometry, batch.random_deals(LATE_BINDING, 1, range(60)))
    assert ran.stdout == f"{birds.verdicts.tolist()}\n{late.verdicts.tolist()}\n"


def test_slices_aim_at_a_twentieth_of_a_second() -> None:
    size = FIRST_SLICE
    for _ in range(20):
        size = next_slice(size, size * 190e-6)  # a slow search, 190 µs a position
    assert 0.02 < size * 190e-6 < 0.1
    assert next_slice(size, 0.0) <= 400_000
    assert next_slice(1, 10.0) >= 200


def test_a_batch_refuses_rows_that_are_too_long() -> None:
    masks = numpy.zeros((1, kernels_row.MOST + 1), dtype=numpy.int64)
    with pytest.raises(ValueError, match="more than the 60"):
        batch.decide(LATE_BINDING.geometry, masks)
