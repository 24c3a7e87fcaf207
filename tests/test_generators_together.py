"""Samples that wishes are held against: what they count, and that they are drawn alike by any executor."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.core.executor import Executor, Processes, Threads
from quadrangle.core.work import Cancelled
from quadrangle.generators import population, present, together
from quadrangle.generators.population import Population, Sampling
from quadrangle.generators.together import PER_BIT, Asked, Sample
from quadrangle.generators.wishes import fewest

KINDS = [kind for kind in present() if find_spec(f"quadrangle.generators.{kind}.together")]
PUZZLES = st.lists(st.tuples(st.integers(0, 5000), st.integers(0, 5000), st.booleans()), min_size=1)
"""Careful bits and how many more the random player has, both in 1/256; and a trait."""
HALVES = st.tuples(st.integers(0, 44), st.integers(0, 44)).map(sorted)


def sample_of(puzzles: list[tuple[int, int, bool]]) -> tuple[Sample, Population]:
    """Return the sample and the population that are these puzzles."""
    rows = Counter((a * PER_BIT // 256, (a + b) * PER_BIT // 256, int(trait)) for a, b, trait in puzzles)
    bins = Counter(a for a, _, _ in puzzles)
    return (
        Sample(10_000, tuple(sorted((*row, count) for row, count in rows.items()))),
        Population(len(puzzles), tuple(sorted(bins.items())), 0),
    )


@given(PUZZLES, HALVES, HALVES)
def test_ranges_between_edges_of_bins_hold_exactly_what_lies_in_them(
    puzzles: list[tuple[int, int, bool]], careful: list[int], luck: list[int]
) -> None:
    sample, some = sample_of(puzzles)
    # Below the upper edge, which the bin above would have a part in.
    (low, high), (least, most) = ((a / PER_BIT, (b + 1) / PER_BIT - 1e-9) for a, b in (careful, luck))
    asked = Asked(None, (low, high), (least, most))
    for trait in (0, 1):
        count = sum(
            low <= a / 256 <= high and least <= (a + b) / 256 <= most and has == trait
            for a, b, has in puzzles
        )
        assert sample.met(some, asked, lambda mark, trait=trait: mark == trait) == pytest.approx(count)


@given(PUZZLES, st.floats(0, 99), st.floats(0, 99))
def test_a_range_of_percentiles_holds_what_lies_in_it_but_for_a_bin_at_either_end(
    puzzles: list[tuple[int, int, bool]], one: float, other: float
) -> None:
    sample, some = sample_of(puzzles)
    low, high = sorted((one, other))
    places = [some.percentile(a / 256, 0.0) for a, _, _ in puzzles]
    inside = sum(low <= place < high for place in places)
    at_ends = sum(
        some.percentile(a / 256, 0.0) <= end <= some.percentile((a + 1) / 256, 0.0)
        for a, _, _ in puzzles
        for end in (low, high)
    )
    found = sample.met(some, Asked(percentile=(low, high)), lambda mark: True)
    assert inside - 1e-6 <= found <= inside + at_ends + 1e-6


def test_what_the_careful_player_never_solves_has_no_careful_bits() -> None:
    sample = Sample(10_000, ((-1, 20, 5), (4, 20, 5)))
    some = Population(20, ((4 * 256 // PER_BIT, 10),), 10, ((40, 10),))
    assert sample.met(some, Asked()) == 10
    assert sample.met(some, Asked(careful=(0.0, 64.0))) == 5
    assert sample.met(some, Asked(percentile=(60.0, 100.0))) == 5
    assert sample.met(some, Asked(percentile=(60.0, 100.0), luck=(0.0, 9.9))) == 0


def test_of_a_small_sample_bins_beside_count_too() -> None:
    rows = ((4, 20, 1),)
    some = Population(10, ((512, 10),), 0)
    asked = Asked(luck=(10.6, 11.0))
    assert Sample(100, rows).meets(some, asked)
    assert Sample(100, rows).too_few == "none of 100"
    assert Sample(10_000, rows).met(some, asked) == 0
    assert Sample(10_000, rows).too_few == "fewer than 3 of 10,000"


def test_the_fewest_wishes_that_clash_are_named() -> None:
    asked = {"a": 1, "b": 2, "c": 3, "d": 4}
    assert fewest(asked, lambda left: not {"b", "d"} <= set(left)) == ["b", "d"]
    assert fewest(asked, lambda left: "c" not in left) == ["c"]


def drawn(number: int, cancelled: Callable[[], bool]) -> bytes:
    return msgspec.json.encode(Sample(number + 1, ((1, 2, number),)))


def joined(payloads: list[bytes]) -> dict[str, Sample]:
    return {str(n): msgspec.json.decode(payload, type=Sample) for n, payload in enumerate(payloads)}


@pytest.mark.parametrize("executor", [Threads(2), Processes(2)])
def test_the_same_bytes_whoever_draws(tmp_path: Path, executor: Executor) -> None:
    path = tmp_path / "samples.json"
    together.write("toy", Sampling("toy 1", [1, 2, 1], drawn, joined), path, executor)
    assert path.read_bytes() == (
        b'{"format":1,"made_with":"python -m quadrangle.generators.together toy FILE","samples":{"0":{\n'
        b'"items":1,"rows":[[1,2,0]],"careful":[]},"1":{\n"items":2,"rows":[[1,2,1]],"careful":[]},"2":{\n'
        b'"items":3,"rows":[[1,2,2]],"careful":[]}}}\n'
    )
    assert [path.name for path in tmp_path.iterdir()] == ["samples.json"]


@pytest.mark.parametrize("kind", KINDS)
def test_samples_of_each_kind_can_be_drawn_elsewhere_and_stopped(kind: str) -> None:
    sampling: Sampling[Sample] = import_module(f"quadrangle.generators.{kind}.together").SAMPLING
    assert pickle.loads(pickle.dumps(sampling.count)) is sampling.count
    assert min(sampling.weights) > 0
    with pytest.raises(Cancelled):
        sampling.count(len(sampling.weights) - 1, lambda: True)


@pytest.mark.parametrize("kind", KINDS)
def test_samples_are_shipped_with_the_command_that_draws_them(kind: str) -> None:
    file = population.read_shipped(f"{kind}_together", together.File)
    assert file.made_with == f"python -m quadrangle.generators.together {kind} FILE"
    for name, sample in file.samples.items():
        assert sum(row[-1] for row in sample.rows) <= sample.items, name
        assert len({len(row) for row in sample.rows}) <= 1


def test_a_kind_without_samples_is_not_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        together.main(["frogs", str(tmp_path / "x")])
    assert "invalid choice: 'frogs'" in capsys.readouterr().err
