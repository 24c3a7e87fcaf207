"""Leaves: every speed claim, measured beside its peer.

The peer of the batch claims is fixed here: a plain depth-first search over dicts from cell to
card that remembers positions in a set and prunes nothing; and the same with a dict of Fractions
for counts and success. It is what one would write first, without waste.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
from rows import Row, cpu_seconds, shown

from quadrangle.solvers.leaves import batch, counting
from quadrangle.solvers.leaves.tables import Array

_NEAR = {
    (x, y): [(i, j) for i, j in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if 0 <= i < 3 and 0 <= j < 3]
    for y in range(3)
    for x in range(3)
}
_SHARE = [
    [a // 9 == b // 9 or a // 3 % 3 == b // 3 % 3 or a % 3 == b % 3 for b in range(27)] for a in range(27)
]

Stacks = dict[tuple[int, int], int]


def layouts(count: int, seed: int) -> Array:
    """Return random layouts of nine cards, uint8[count, 9]."""
    draws = np.random.default_rng(seed).random((count, 27))
    return np.argsort(draws, axis=1)[:, :9].astype(np.uint8)


def stacks_of(layout: Array) -> Stacks:
    """Return a layout as the peer takes it."""
    return {(i % 3, i // 3): int(card) for i, card in enumerate(layout)}


def _after(stacks: Stacks) -> Iterator[Stacks]:
    for cell, card in stacks.items():
        for other in _NEAR[cell]:
            if other in stacks and _SHARE[card][stacks[other]]:
                left = dict(stacks)
                del left[cell]
                left[other] = card
                yield left


def peer_solvable(stacks: Stacks, seen: set[tuple[tuple[tuple[int, int], int], ...]]) -> bool:
    """Return whether one stack can be reached."""
    if len(stacks) == 1:
        return True
    key = tuple(sorted(stacks.items()))
    if key in seen:
        return False
    seen.add(key)
    return any(peer_solvable(left, seen) for left in _after(stacks))


def peer_values(
    stacks: Stacks, known: dict[tuple[tuple[tuple[int, int], int], ...], tuple[int, Fraction]]
) -> tuple[int, Fraction]:
    """Return the number of solutions and the random player's success."""
    if len(stacks) == 1:
        return 1, Fraction(1)
    key = tuple(sorted(stacks.items()))
    if key not in known:
        found = [peer_values(left, known) for left in _after(stacks)]
        success = sum((random for _, random in found), Fraction(0)) / max(len(found), 1)
        known[key] = sum(solutions for solutions, _ in found), success
    return known[key]


def verdicts() -> Row:
    """Solvable or not, many layouts on one core."""
    many = layouts(2_000_000, 1)
    batch.solvable(many[:1000])
    ours = min(cpu_seconds(lambda: batch.solvable(many)) for _ in range(3)) / len(many)
    sample = [stacks_of(layout) for layout in many[:600]]
    peer = cpu_seconds(lambda: [peer_solvable(stacks, set()) for stacks in sample]) / len(sample)
    assert [peer_solvable(s, set()) for s in sample] == batch.solvable(many[:600]).tolist()
    return Row(
        "Leaves: solvable or not, in batches, one core",
        f"{shown(ours)} a layout",
        f"{shown(peer)}, plain search over dicts with a set of seen positions",
        peer / ours,
        1500,
        "at least",
    )


def values() -> Row:
    """Solutions and success, many layouts on one core."""
    many = layouts(200_000, 2)
    batch.values(many[:1000])
    ours = min(cpu_seconds(lambda: batch.values(many)) for _ in range(3)) / len(many)
    sample = [stacks_of(layout) for layout in many[:12]]
    peer = cpu_seconds(lambda: [peer_values(stacks, {}) for stacks in sample]) / len(sample)
    found = batch.values(many[:12])
    for i, stacks in enumerate(sample):
        assert peer_values(stacks, {}) == (found.solutions[i], found.random_play_success(i))
    return Row(
        "Leaves: exact counts and both players' success, in batches, one core",
        f"{shown(ours)} a layout",
        f"{shown(peer)}, the same search with a dict of Fractions (counts and random play only)",
        peer / ours,
        1000,
        "at least",
    )


def cold_check() -> Row:
    """One layout on the command line, counts included, against starting Python with click."""
    ours = [sys.executable, "-m", "quadrangle", "leaves", "check", "--json"]
    ours += ["1rb", "2yg", "3gm", "1ym", "3yg", "2gb", "3rg", "1gg", "2rm"]
    peer = [sys.executable, "-c", "import click"]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(16):
        for command, into in zip((ours, peer), times, strict=True):
            into.append(_process_seconds(command))
    ratio = statistics.median(a / b for a, b in zip(times[0][1:], times[1][1:], strict=True))
    return Row(
        "Leaves: one layout on the command line, cold, counts included",
        shown(statistics.median(times[0][1:])),
        f'{shown(statistics.median(times[1][1:]))}, `python -c "import click"`',
        ratio,
        3,
        "at most",
    )


def _process_seconds(command: list[str]) -> float:
    """Return the processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def whole_census() -> Row:
    """All puzzles and centres, enumeration and swaps included, on two cores."""
    with tempfile.TemporaryDirectory() as folder:
        counting.write_census(Path(folder) / "warm.bin", workers=2, difficulty=False)
        start = time.perf_counter()
        counting.write_census(Path(folder) / "census.bin", workers=2, difficulty=False)
        seconds = time.perf_counter() - start
    return Row(
        "Leaves: the whole census, 164 million layouts up to symmetry, two cores",
        f"{seconds:.1f} s",
        "none: the bound is a minute",
        seconds,
        60,
        "at most",
        "s",
    )


def difficulty() -> Row:
    """Exact difficulty of every layout: time a layout, on a part of the census."""
    measures = counting.Measures()
    part = len(measures.parts) // 2
    counts = 0

    def measure() -> None:
        nonlocal counts
        *_, counts = measures.measure(part, lambda: False)

    cpu = cpu_seconds(measure)
    return Row(
        "Leaves: census --difficulty, exact difficulty of every layout, one core",
        f"{shown(cpu / counts)} a layout",
        "none: 40 µs a layout is an hour on two cores",
        cpu / counts * 1e6,
        40,
        "at most",
        "µs",
    )


def rows() -> Iterator[Row]:
    """Measure every claim."""
    yield cold_check()
    yield verdicts()
    yield values()
    yield whole_census()
    yield difficulty()
