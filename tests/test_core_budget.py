"""Budgets: a search stops when it must, and goes on saying so."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from quadrangle.core.budget import UNLIMITED, Budget, Result

SOON = 1000
"""Nodes within which a meter must have looked at everything that can stop it."""


def nodes_until_spent(budget: Budget, most: int) -> int:
    """Return how many nodes a search under `budget` expands, at most `most`."""
    meter = budget.start()
    while meter.nodes < most and not meter.spent():
        pass
    return meter.nodes


@given(st.integers(0, 3000))
def test_exactly_the_allowed_nodes_are_expanded(nodes: int) -> None:
    assert nodes_until_spent(Budget(nodes=nodes), 5000) == nodes


def test_no_limit_never_stops() -> None:
    assert nodes_until_spent(UNLIMITED, 10_000) == 10_000


def test_no_time_left_stops_before_the_first_node() -> None:
    assert nodes_until_spent(Budget(seconds=0), 10) == 0


def test_time_is_noticed_while_the_search_runs() -> None:
    meter = Budget(seconds=0.02).start()
    deadline = time.perf_counter() + 5
    while not meter.spent():
        assert time.perf_counter() < deadline
    assert 0.02 <= meter.seconds < 5
    assert meter.nodes > 0


def test_a_cancelled_search_stops_soon() -> None:
    calls = 0

    def cancelled() -> bool:
        nonlocal calls
        calls += 1
        return calls > 3

    assert 0 < nodes_until_spent(Budget(cancelled=cancelled), 10 * SOON) <= 3 * SOON


def test_a_cancelled_search_expands_nothing_more_while_it_unwinds() -> None:
    answers = iter([False, True])
    meter = Budget(cancelled=lambda: next(answers, False)).start()
    while not meter.spent():
        pass
    nodes = meter.nodes
    assert all(meter.spent() for _ in range(10 * SOON))
    assert meter.nodes == nodes


def test_a_late_search_expands_nothing_more_while_it_unwinds() -> None:
    meter = Budget(seconds=0).start()
    assert all(meter.spent() for _ in range(10 * SOON))
    assert meter.nodes == 0


def test_the_first_limit_reached_counts() -> None:
    assert nodes_until_spent(Budget(nodes=5, seconds=3600), 10) == 5
    assert nodes_until_spent(Budget(nodes=5, seconds=0), 10) == 0


def test_each_start_counts_afresh() -> None:
    budget = Budget(nodes=1)
    first = budget.start()
    assert (first.spent(), first.spent()) == (False, True)
    assert budget.start().spent() is False


def test_equal_answers_are_equal_however_long_they_took() -> None:
    assert Result("yes", 3, nodes=7, seconds=1.0) == Result("yes", 3, nodes=7, seconds=2.0)
    assert Result("yes", 3, nodes=7) != Result("yes", 3, nodes=8)
