"""The census: exact counts, canonical forms, and a file that survives."""

from __future__ import annotations

import hashlib
import math
import multiprocessing
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from leaves_cases import FORMS, full_layouts, puzzles

from quadrangle.core.errors import FileError, NotationError
from quadrangle.core.work import sole_writer
from quadrangle.solvers.leaves import census, counting, kernels, tables
from quadrangle.solvers.leaves.breeze import clearing
from quadrangle.solvers.leaves.cards import CARDS, Card
from quadrangle.solvers.leaves.census import Census, shipped, shipped_difficulty
from quadrangle.solvers.leaves.counting import write_census
from quadrangle.solvers.leaves.layout import Layout
from quadrangle.solvers.leaves.search import Search
from quadrangle.solvers.leaves.symmetry import RING, SQUARE, Canonical, all_symmetries, all_words

PUZZLES = math.factorial(27) // math.factorial(19)
PAIRS = math.factorial(27) // math.factorial(18)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A census written in one go."""
    path = tmp_path_factory.mktemp("census") / "whole.bin"
    write_census(path, workers=2, difficulty=False)
    return path


def test_there_are_eight_symmetries_of_the_square_and_10368_in_all() -> None:
    assert len(set(SQUARE)) == 8
    assert sum(1 for _ in all_symmetries()) == 10_368


def test_canonical_puzzles_stand_for_all_there_are() -> None:
    header = shipped().header
    assert header.puzzles == sum(header.by_working) == PUZZLES == 89_513_424_000
    assert header.pairs == PAIRS
    assert sum(i * n for i, n in enumerate(header.by_working)) == header.by_swaps[0]


def test_the_number_of_canonical_puzzles_is_what_burnside_counts() -> None:
    """Average over the symmetries of the puzzles each leaves unchanged."""
    fixed = 0
    for turn, order, names in all_symmetries():
        image = [0] * 27
        for card in CARDS:
            values = (card // 9, card // 3 % 3, card % 3)
            a, b, c = (names[k][values[order[k]]] for k in range(3))
            image[card] = 9 * a + 3 * b + c
        fixed += _unchanged([RING.index(turn[cell]) for cell in RING], image)
    assert Fraction(fixed, 10_368) == shipped().header.canonical


def _unchanged(places: list[int], image: list[int]) -> int:
    """Count the puzzles p with p[places[i]] == image[p[i]]: cards along a cycle of places are one orbit."""
    cycle_lengths = []
    seen: set[int] = set()
    for start in range(8):
        length = 0
        while start not in seen:
            seen.add(start)
            start, length = places[start], length + 1
        if length:
            cycle_lengths.append(length)
    orbits: dict[int, int] = {}
    counted: set[int] = set()
    for card in range(27):
        size = 0
        while card not in counted:
            counted.add(card)
            card, size = image[card], size + 1
        if size:
            orbits[size] = orbits.get(size, 0) + 1
    ways = 1
    for length in cycle_lengths:
        ways *= orbits.get(length, 0) * length
        orbits[length] = orbits.get(length, 0) - 1
    return ways


def test_the_counts_are_those_the_readme_states() -> None:
    header = shipped().header
    assert header.canonical == 8_641_920
    assert header.by_swaps == (1_693_086_415_344, 7_658_806_608, 36_288, 0, 0, 0, 0, 0)
    assert header.impossible == 9_797_760
    assert header.by_working[0] == 4_517_856
    assert header.by_working[19] == 87_705_824_112


@pytest.mark.slow
def test_the_census_that_is_shipped_is_what_the_command_makes(made: Path) -> None:
    """All but the difficulty, which takes minutes."""
    fresh, ours = Census.open(made), shipped()
    assert fresh.header == ours.header
    assert made.read_bytes()[:-16] == ours._data[: ours._rest]


@settings(max_examples=80, deadline=None)
@given(
    st.permutations(CARDS),
    st.sampled_from(SQUARE),
    st.permutations(range(3)),
    st.tuples(*[st.permutations(range(3))] * 3),
)
def test_symmetric_puzzles_have_one_canonical_form(
    cards: list[Card], turn: tuple[int, ...], order: list[int], names: tuple[list[int], ...]
) -> None:
    def image(card: Card) -> Card:
        values = (card // 9, card // 3 % 3, card % 3)
        a, b, c = (names[k][values[k]] for k in order)
        return Card(9 * a + 3 * b + c)

    ring: list[Card] = [CARDS[0]] * 9
    for cell, card in zip(RING, cards, strict=False):
        ring[turn[cell]] = image(card)
    first, second = Canonical(cards[:8]), Canonical([ring[cell] for cell in RING])
    assert first.key == second.key
    assert first.cards == second.cards
    centres = [first.translate(card) for card in cards[8:]]
    assert sorted((*centres, *first.cards)) == list(CARDS)


@pytest.mark.slow
def test_lookups_are_what_a_search_finds() -> None:
    for puzzle in puzzles(25, seed=20):
        for card, swaps in shipped().swaps(puzzle).items():
            assert Search().measure(puzzle.place(card)).solvable == (swaps == 0)
    for layout in full_layouts(100, seed=21):
        assert shipped().solvable(layout) == Search().measure(layout).solvable


def test_the_fewest_swaps_of_the_census_are_those_a_search_proves() -> None:
    """On puzzles with a centre that fails, every kind of need among them."""
    ours = shipped()
    numbers = [int.from_bytes(ours._data[o : o + 4], "little") for o in range(ours._others, ours._rest, 6)]
    needs: dict[int | None, int] = {}
    for record in [*range(0, ours.header.exceptional, 20_011), *numbers[:300:25], *numbers[-5:]]:
        key = int.from_bytes(ours._data[ours._keys + 4 * record :][:4], "little")
        layout = census.layout_of(key, next(c for c in CARDS if c not in _ring(key)))
        puzzle = Layout((*layout.cells[:4], None, *layout.cells[5:]))
        for card, swaps in ours.swaps(puzzle).items():
            if swaps != 0:
                found = clearing(puzzle, card).value
                assert (None if found is None else len(found.swaps)) == swaps
                needs[swaps] = needs.get(swaps, 0) + 1
    assert needs[1] > 10
    assert needs[None] > 3


def _ring(key: int) -> tuple[Card, ...]:
    size, words = len(all_words()), all_words()
    parts = zip(words[key // size // size], words[key // size % size], words[key % size], strict=True)
    return tuple(Card(9 * a + 3 * b + c) for a, b, c in parts)


def test_two_swaps_are_needed_where_the_census_says_so() -> None:
    ours = shipped()
    for offset in range(ours._others, ours._rest, 6):
        if ours._data[offset + 5] == 2:
            record = int.from_bytes(ours._data[offset : offset + 4], "little")
            key = int.from_bytes(ours._data[ours._keys + 4 * record :][:4], "little")
            absent = [card for card in CARDS if card not in _ring(key)]
            full = census.layout_of(key, absent[ours._data[offset + 4]])
            puzzle = Layout((*full.cells[:4], None, *full.cells[5:]))
            found = clearing(puzzle, absent[ours._data[offset + 4]]).value
            assert found is not None
            assert len(found.swaps) == 2


def test_every_order_of_a_ring_takes_eight_less_its_cycles_swaps() -> None:
    orders = counting.ring_orders()
    assert np.bincount(orders[:, 8]).tolist() == [1, 28, 322, 1960, 6769, 13132, 13068, 5040]
    assert {tuple(order[:8]) for order in orders.tolist()} == set(permutations(range(8)))


@pytest.mark.slow
def test_census_kernels_run_plain_and_compiled_alike() -> None:
    verdicts, measures = counting.Verdicts(), counting.Measures()
    a, _, _ = verdicts.parts[-25]
    results = []
    for form in FORMS:
        totals = np.zeros(31, dtype=np.int64)
        keys, works, swaps = verdicts._room()
        n = form(kernels.census_rows)(
            verdicts.words, (a, a, a + 2), verdicts._tables, totals, keys, works, swaps
        )
        counts, best, found = measures._room()
        form(kernels.difficulty_rows)(
            measures.words, (a, a, a + 1), measures._tables, measures._edges, counts, best, found
        )
        written = (keys[:n], works[:n], swaps[:n], totals, *counts, best, found)
        results.append([x.tolist() for x in written])
    assert results[0] == results[1]
    assert results[0][3][0] > 0


@pytest.mark.slow
def test_the_distribution_covers_all_layouts_and_matches_a_sample() -> None:
    difficulty = shipped_difficulty()
    for distribution, unit in (
        (difficulty.random, census.RANDOM_UNIT),
        (difficulty.careful, census.CAREFUL_UNIT),
    ):
        assert sum(n for _, n in distribution.bins) + distribution.never == PAIRS
        assert distribution.never == PAIRS - shipped().header.by_swaps[0]
        random = distribution is difficulty.random
        shares = []
        for layout in full_layouts(400, seed=22):
            measure = Search().measure(layout)
            success = measure.random_play_success if random else measure.careful_success
            place = distribution.percentile(success, unit)
            assert 0 <= place.easier <= 1 - place.harder <= 1
            shares.append(place.easier)
        assert np.mean(shares) == pytest.approx(0.5, abs=0.06)


def test_shares_count_easier_and_harder_bins_and_those_never_cleared() -> None:
    distribution = census.Distribution(((0, 10), (256, 20), (512, 30)), 40)
    half, never = Fraction(1, 2), Fraction(0)
    place = distribution.percentile(Fraction(9, 10) * half, 1 << 40)
    assert (place.easier, place.harder) == (0.3, 0.7)
    place = distribution.percentile(half, 1 << 40)
    assert (place.easier, place.harder) == (0.1, 0.9)
    place = distribution.percentile(never, 1 << 40)
    assert (place.easier, place.harder) == (0.6, 0.0)


def test_a_forged_header_is_refused(made: Path, tmp_path: Path) -> None:
    _, line, rest = made.read_bytes().split(b"\n", 2)
    forged = line.replace(b'"exceptional":175168', b'"exceptional":-5')
    assert forged != line
    data = census.MAGIC + forged + b"\n" + rest[:-16]
    path = tmp_path / "forged.bin"
    path.write_bytes(data + hashlib.blake2b(data, digest_size=16).digest())
    with pytest.raises(FileError, match="counts that do not belong to a census"):
        Census.open(path)


def test_a_census_answers_about_whole_tables_only() -> None:
    puzzle = next(puzzles(1))
    with pytest.raises(NotationError, match="an empty centre"):
        shipped().solvable(puzzle)
    with pytest.raises(NotationError, match="not a puzzle"):
        shipped().swaps(next(full_layouts(1)))


def test_bins_hold_what_their_edges_say() -> None:
    for unit in (census.RANDOM_UNIT, census.CAREFUL_UNIT):
        for success in (Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(7, 1000), Fraction(1, 10**6)):
            k = census.bin_of(success, unit)
            assert k is not None
            assert 2 ** (-(k + 1) / 256) <= float(success) * (1 + 1e-12)
            assert k == 0 or float(success) <= 2 ** (-k / 256) * (1 + 1e-12)
        assert census.bin_of(Fraction(0), unit) is None
        assert census.edge(256, unit) == -(-unit // 2)


def test_the_extremes_are_what_they_are_said_to_be() -> None:
    difficulty = shipped_difficulty()
    for extreme, attribute in (
        (difficulty.hardest_random, "random_play_success"),
        (difficulty.hardest_careful, "careful_success"),
        (difficulty.fewest_solutions, "solutions"),
        (difficulty.most_solutions, "solutions"),
    ):
        assert len(extreme.examples) == min(extreme.canonical, 12)
        for example in extreme.examples:
            assert str(getattr(Search().measure(Layout.parse(example)), attribute)) == extreme.value


def test_careful_success_is_rounded_down_exactly() -> None:
    cells = np.array([layout.cells for layout in full_layouts(200, seed=23)], dtype=np.uint8)
    from quadrangle.solvers.leaves import batch

    values = batch.values(cells)
    denominator = tables.CAREFUL_DENOMINATOR // census.CAREFUL_SHARE
    for i in range(len(cells)):
        success = values.careful_success(i)
        expected = success.numerator * census.CAREFUL_UNIT // success.denominator
        assert kernels.careful_fixed([int(x) for x in values.raw[i]], denominator) == expected


@pytest.mark.slow
def test_an_interrupted_census_goes_on_to_the_identical_file(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "resumed.bin"
    plain = counting.Verdicts.part

    def interrupted(self: counting.Verdicts, number: int, cancelled: object) -> bytes:
        if number == 100:
            raise KeyboardInterrupt
        return plain(self, number, cancelled)  # type: ignore[arg-type]

    monkeypatch.setattr(counting.Verdicts, "part", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_census(path, workers=2, difficulty=False)
    assert not path.exists()
    parts = tmp_path / "resumed.bin.verdicts.parts"
    parts.write_bytes(parts.read_bytes()[:-7])
    monkeypatch.setattr(counting.Verdicts, "part", plain)
    write_census(path, workers=1, difficulty=False)
    assert path.read_bytes() == made.read_bytes()
    assert not parts.exists()


def _hold(path: Path, held: object, release: object) -> None:
    with sole_writer(path):
        held.set()  # type: ignore[attr-defined]
        release.wait(60)  # type: ignore[attr-defined]


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "census.bin"
    context = multiprocessing.get_context("spawn")
    held, release = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(path, held, release))
    other.start()
    try:
        assert held.wait(60)
        with pytest.raises(FileError, match="another run is writing this file"):
            write_census(path, workers=1, difficulty=False)
    finally:
        release.set()
        other.join()


def test_a_file_that_is_cut_or_altered_is_refused(made: Path, tmp_path: Path) -> None:
    data = made.read_bytes()
    path = tmp_path / "damaged.bin"
    for size in (0, 5, len(census.MAGIC), 200, 5_000, len(data) - 17, len(data) - 1):
        path.write_bytes(data[:size])
        with pytest.raises(FileError, match=r"damaged\.bin"):
            Census.open(path)
    for place in (3, 60, 900, len(data) // 2, len(data) - 3):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(FileError, match=r"damaged\.bin"):
            Census.open(path)
    path.write_bytes(b"quadrangle leaves census 9\n" + data[len(census.MAGIC) :])
    with pytest.raises(FileError, match="census format 9; expected format 1"):
        Census.open(path)
    with pytest.raises(FileError, match="cannot be read"):
        Census.open(tmp_path / "absent.bin")


def test_a_census_cannot_be_written_where_there_is_no_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        write_census(tmp_path / "no" / "folder.bin", workers=1, difficulty=False)
