"""The generator: published numbers, frozen numbers, and fair draws."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrangle.core.kernels import compiled, kernel
from quadrangle.core.rng import M1, M2, Rng, State, seed_state

PUBLISHED = (0.127011122046577, 0.318527565396795, 0.309186015583270)
"""First outputs of MRG32k3a when all six words of the state are 12345, as values / (M1 + 1)."""

FROZEN_0 = (146839769, 2584404425, 1976315258, 3233401911, 1409890861, 331564571)
FROZEN_20261_7 = (1625623456, 3413478309, 4190275376, 1491516206, 4039418040, 1904172800)
FROZEN_DRAWS = [2981339191, 1185250186, 4152588185, 3911968857]
FROZEN_DICE = [3, 1, 0, 2, 3, 4, 5, 0, 4, 5, 2, 2]
FROZEN_SHUFFLE = [3, 1, 4, 6, 5, 2, 0, 7, 8, 9]
"""Taken when the generator was released; they may never change."""


@kernel
def fill(state: Any, out: Any) -> int:
    """The same recurrences over arrays of 64-bit integers, as a kernel writes them."""
    for i in range(len(out)):
        a = (1403580 * state[1] - 810728 * state[0]) % 4294967087
        b = (527612 * state[5] - 1370589 * state[3]) % 4294944443
        state[0], state[1], state[2] = state[1], state[2], a
        state[3], state[4], state[5] = state[4], state[5], b
        out[i] = (a - b) % 4294967087
    return len(out)


def states() -> st.SearchStrategy[State]:
    first = st.integers(0, M1 - 1)
    second = st.integers(0, M2 - 1)
    return st.tuples(first, first, first, second, second, second)


def test_the_published_numbers_come_out() -> None:
    rng = Rng.from_state((12345,) * 6)
    drawn = [rng.next() / (M1 + 1) for _ in PUBLISHED]
    assert drawn == pytest.approx(PUBLISHED, abs=5e-16)


def test_a_seed_means_the_same_for_ever() -> None:
    assert seed_state(0) == FROZEN_0
    assert seed_state(20261, 7) == FROZEN_20261_7
    rng = Rng(1)
    assert [rng.next() for _ in range(4)] == FROZEN_DRAWS
    rng = Rng(1, item=1)
    assert [rng.below(6) for _ in range(12)] == FROZEN_DICE


def test_a_shuffle_means_the_same_for_ever() -> None:
    items = list(range(10))
    Rng(3).shuffle(items)
    assert items == FROZEN_SHUFFLE


@given(seed=st.integers(), item=st.integers(0))
def test_every_seed_starts_in_a_valid_state(seed: int, item: int) -> None:
    state = seed_state(seed, item)
    assert all(1 <= word < M1 for word in state[:3])
    assert all(1 <= word < M2 for word in state[3:])


def test_neighbouring_items_and_seeds_start_apart() -> None:
    starts = {seed_state(seed, item) for seed in range(-20, 20) for item in range(40)}
    assert len(starts) == 40 * 40


@given(states())
def test_a_generator_continues_from_a_state(state: State) -> None:
    whole, first = Rng.from_state(state), Rng.from_state(state)
    values = [whole.next() for _ in range(5)]
    assert [first.next() for _ in range(5)] == values
    assert all(0 <= value < M1 for value in values)


@given(states())
def test_the_plain_kernel_draws_the_same_numbers(state: State) -> None:
    out = [0] * 8
    fill(list(state), out)
    rng = Rng.from_state(state)
    assert out == [rng.next() for _ in out]


@pytest.mark.parametrize(
    "state",
    [(12345,) * 6, (M1 - 1,) * 3 + (M2 - 1,) * 3, (M1 - 1, 0, 0, M2 - 1, 0, 0), (0, M1 - 1, 0, 0, 0, M2 - 1)],
)
def test_the_compiled_kernel_draws_the_same_numbers(state: State) -> None:
    import numpy as np

    out = np.zeros(1000, dtype=np.int64)
    compiled(fill)(np.array(state, dtype=np.int64), out)
    rng = Rng.from_state(state)
    assert out.tolist() == [rng.next() for _ in range(1000)]


@given(states(), st.one_of(st.integers(1, 100), st.integers(1, M1)))
def test_below_stays_below(state: State, n: int) -> None:
    assert 0 <= Rng.from_state(state).below(n) < n


@pytest.mark.parametrize("n", [0, -1, M1 + 1])
def test_below_refuses_what_it_cannot_draw_fairly(n: int) -> None:
    with pytest.raises(ValueError, match="n must be from 1"):
        Rng(0).below(n)


def test_below_is_fair_where_a_remainder_alone_would_not_be() -> None:
    # A bare remainder would fall into the lower half two times out of three.
    n = 2 * (M1 // 3)
    rng = Rng(5)
    low = sum(rng.below(n) < n // 2 for _ in range(4000))
    assert 1850 < low < 2150


def test_below_draws_every_value_alike() -> None:
    rng = Rng(6)
    counts = Counter(rng.below(13) for _ in range(13_000))
    chi_square = sum((counts[value] - 1000) ** 2 / 1000 for value in range(13))
    assert chi_square < 32.9  # 0.1 % point for 12 degrees of freedom


def test_draws_do_not_depend_on_the_draw_before() -> None:
    rng = Rng(7)
    drawn = [rng.below(4) for _ in range(16_001)]
    counts = Counter(pairwise(drawn))
    chi_square = sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(4) for b in range(4))
    assert chi_square < 37.7  # 0.1 % point for 15 degrees of freedom


@given(st.lists(st.integers()), st.integers())
def test_a_shuffle_keeps_the_items(items: list[int], seed: int) -> None:
    shuffled = list(items)
    Rng(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_as_likely() -> None:
    rng = Rng(8)
    counts: Counter[str] = Counter()
    for _ in range(24_000):
        letters = list("abcd")
        rng.shuffle(letters)
        counts["".join(letters)] += 1
    assert len(counts) == 24
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 49.7  # 0.1 % point for 23 degrees of freedom
