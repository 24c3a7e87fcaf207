"""A pack is the same whoever makes it, whatever stops it, and however often it is gone on with."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import toy_puzzles
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_puzzles import toy

from quadrangle.core.errors import BudgetSpent, FileError, NotationError, QuadrangleError, WorkerError
from quadrangle.core.executor import Crew, Done, Executor, Threads
from quadrangle.generators.packs import Entry, read
from quadrangle.generators.packs.making import (
    REPEATS,
    Order,
    Spare,
    header_of,
    made,
    make_item,
    order_of,
    put,
)
from quadrangle.generators.packs.shifts import Interrupted, TimeSpent
from quadrangle.generators.packs.writing import PackFile

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


class Contrary:
    """An executor that does the newest item first, and loses its workers after some of them."""

    def __init__(self, until: float = float("inf")) -> None:
        self._until = until

    def hire(self, work: Any) -> Crew:
        return _ContraryCrew(work, self._until)


class _ContraryCrew:
    room = 5

    def __init__(self, work: Any, until: float) -> None:
        self._work = work
        self._until = until
        self._items: list[int] = []
        self._count = 0

    def submit(self, item: int) -> None:
        self._items.append(item)

    def collect(self, seconds: float) -> list[Done]:
        if self._count >= self._until:
            raise WorkerError("all workers were lost")
        self._count += 1
        item = self._items.pop()
        return [Done(item, self._work(item, lambda: False))]

    def stop(self) -> list[Done]:
        return []


def fill(path: Path, order: Order, **ways: Any) -> bytes:
    """Put an order into a file and return what the file then holds, whatever was raised."""
    header = header_of(order)
    with PackFile(path, header) as sink, closing(Spare(path, header)) as spare:
        put(order, sink, spare=spare, **{"executor": Threads(1)} | ways)
    return path.read_bytes()


def whole(tmp_path: Path, order: Order) -> bytes:
    return fill(tmp_path / "whole.jsonl", order)


def numbers(found: list[list[Entry]]) -> str:
    return "".join(entry.position for entry in itertools.chain(*found))


def test_puzzles_come_in_their_order_and_none_twice() -> None:
    found = list(made(order_of("toy", count=7), executor=Threads(1)))
    assert numbers(found) == "3172546"
    assert [entry.item for entry in itertools.chain(*found)] == [0, 1, 2, 3, 4, 6, 7]


@pytest.mark.parametrize("executor", [Threads(1), Threads(3), Contrary()], ids=["one", "three", "contrary"])
def test_who_makes_them_changes_no_byte(tmp_path: Path, executor: Executor) -> None:
    order = order_of("toy", seed=98, count=7)
    made_here = fill(tmp_path / "a.jsonl", order, executor=executor)
    assert made_here == whole(tmp_path, order)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "whole.jsonl"]
    assert len(read(tmp_path / "a.jsonl").puzzles) == 7


@given(place=st.integers(0, 10**5))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_pack_cut_at_any_byte_is_gone_on_with(tmp_path_factory: pytest.TempPathFactory, place: int) -> None:
    order = order_of("toy", count=7)
    folder = tmp_path_factory.getbasetemp()
    expected = whole(folder, order)
    path = folder / "cut.jsonl"
    path.write_bytes(expected[: place % (len(expected) + 1)])
    assert fill(path, order) == expected


def test_what_was_made_before_its_turn_outlives_the_workers(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    path = tmp_path / "a.jsonl"
    with pytest.raises(WorkerError, match="lost"):
        fill(path, order, executor=Contrary(3))
    assert not path.exists() and (tmp_path / "a.jsonl.parts").exists()
    begun: list[int] = []
    assert fill(path, order, executor=Noted(begun)) == whole(tmp_path, order)
    assert begun == [0, 1, 2, 3, 7]
    assert not (tmp_path / "a.jsonl.parts").exists()


class Noted:
    """A thread that notes what it does."""

    def __init__(self, begun: list[int]) -> None:
        self._begun = begun

    def hire(self, work: Any) -> Crew:
        def noted(item: int, cancelled: Callable[[], bool]) -> bytes:
            self._begun.append(item)
            found: bytes = work(item, cancelled)
            return found

        return Threads(1).hire(noted)


def test_all_that_is_kept_is_used_and_what_is_missing_is_made(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    path = tmp_path / "a.jsonl"
    with closing(Spare(path, header_of(order))) as spare:
        for number in (*range(1, 7), 9, 10):
            spare.add(Done(number, make_item(order, number, lambda: False)), {})
    begun: list[int] = []
    assert fill(path, order, executor=Noted(begun)) == whole(tmp_path, order)
    assert begun == [0, 7]


def test_workers_lost_in_the_midst_leave_what_is_in_its_turn(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    with pytest.raises(WorkerError, match="lost"):
        fill(tmp_path / "a.jsonl", order, executor=Contrary(7))
    assert len(read(tmp_path / "a.jsonl").puzzles) == 6
    assert fill(tmp_path / "a.jsonl", order) == whole(tmp_path, order)


def test_told_to_stop_it_keeps_what_is_finished(tmp_path: Path) -> None:
    order = order_of("toy", seed=98, count=7)
    path = tmp_path / "a.jsonl"
    stops = 0
    for _ in range(20):
        header = header_of(order)
        with PackFile(path, header) as sink, closing(Spare(path, header)) as spare:
            before = sink.held
            try:
                put(
                    order,
                    sink,
                    spare=spare,
                    executor=Threads(1),
                    stopped=lambda: sink.held > before + 1,  # noqa: B023 - called here only
                )
                break
            except Interrupted:
                stops += 1
                assert sink.held >= before + 2
    assert stops >= 2
    assert path.read_bytes() == whole(tmp_path, order)


def test_a_budget_that_is_spent_says_so_and_the_pack_goes_on(tmp_path: Path) -> None:
    order = order_of("toy", seed=98, count=7)
    path = tmp_path / "a.jsonl"
    with pytest.raises(TimeSpent, match="the budget of 0 seconds"):
        fill(path, order, seconds=0)
    assert not path.exists()
    for _ in range(100):
        try:
            fill(path, order, seconds=0.04)
            break
        except TimeSpent:
            continue
    assert path.read_bytes() == whole(tmp_path, order)


def test_a_stream_that_finds_no_more_ends_with_what_it_found(tmp_path: Path) -> None:
    order = order_of("toy", seed=99, count=5)
    for executor in (Threads(1), Threads(3)):
        with pytest.raises(BudgetSpent, match="puzzle 4: nothing was found"):
            fill(tmp_path / "a.jsonl", order, executor=executor)
        assert len(read(tmp_path / "a.jsonl").puzzles) == 3


def test_a_stream_without_others_ends(tmp_path: Path) -> None:
    assert REPEATS == 1000
    with pytest.raises(BudgetSpent, match="1,000 puzzles in a row were there before"):
        fill(tmp_path / "a.jsonl", order_of("toy", count=8))
    assert len(read(tmp_path / "a.jsonl").puzzles) == 7


def test_a_finished_pack_is_left_as_it_is(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    expected = whole(tmp_path, order)
    when = (tmp_path / "whole.jsonl").stat().st_mtime_ns
    assert whole(tmp_path, order) == expected
    assert (tmp_path / "whole.jsonl").stat().st_mtime_ns == when


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"count": 6}, "begun with count 7, not 6"),
        ({"seed": 2}, "begun with seed 1, not 2"),
        ({"level": "junior"}, "begun with level any, not junior"),
        ({"given": {"most": 9}}, "begun with most none, not 9"),
        ({"given": {"range_of": "1-2.5"}}, "begun with range_of none, not 1-2.5"),
        ({"given": {"colour": "red"}}, "begun with colour none and ortools none, not red and "),
        ({"count": 8, "seed": 2}, "begun with count 7 and seed 1, not 8 and 2"),
    ],
)
def test_other_arguments_are_refused_by_their_names(tmp_path: Path, other: dict[str, Any], why: str) -> None:
    expected = whole(tmp_path, order_of("toy", count=7))
    with pytest.raises(FileError) as error:
        fill(tmp_path / "whole.jsonl", order_of("toy", **{"count": 7} | other))
    assert why in str(error.value)
    assert (tmp_path / "whole.jsonl").read_bytes() == expected


@pytest.mark.parametrize(
    "data", [b"letters to a friend", b"letters to a friend\n", b'{"format":"quad', b"\x00" * 50]
)
def test_a_file_that_is_no_pack_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    if data.startswith(b'{"format'):
        assert fill(path, order_of("toy", count=7)) == whole(tmp_path, order_of("toy", count=7))
        return
    with pytest.raises(QuadrangleError):
        fill(path, order_of("toy", count=7))
    assert path.read_bytes() == data


def test_an_altered_pack_is_not_gone_on_with(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    path = tmp_path / "a.jsonl"
    data = whole(tmp_path, order)
    cut = b"".join(data.splitlines(keepends=True)[:4]).replace(b"Count 1", b"Count 9")
    path.write_bytes(cut)
    with pytest.raises(NotationError, match="line 3: was altered"):
        fill(path, order)
    assert path.read_bytes() == cut


def test_a_pack_has_one_writer(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    path = tmp_path / "a.jsonl"
    with PackFile(path, header_of(order)), pytest.raises(FileError, match="another run"):
        fill(path, order)
    with pytest.raises(FileError, match="is a folder"):
        fill(tmp_path, order)


def test_a_link_is_followed(tmp_path: Path) -> None:
    order = order_of("toy", count=7)
    link, path = tmp_path / "link.jsonl", tmp_path / "a.jsonl"
    link.symlink_to(path)
    assert fill(link, order) == whole(tmp_path, order) == path.read_bytes()
    assert link.is_symlink()


def test_a_full_disk_keeps_what_is_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = order_of("toy", count=7)
    path = tmp_path / "a.jsonl"
    synced = 0

    def full(descriptor: int) -> None:
        nonlocal synced
        synced += 1
        if synced > 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError) as error:
        fill(path, order, executor=Slow())
    assert "No space left on device" in str(error.value)
    assert "3 of 7 puzzles are kept, run the same command to go on" in str(error.value)
    assert len(read(path).puzzles) == 3
    monkeypatch.undo()


class Slow:
    """A thread whose items are collected one by one."""

    def hire(self, work: Any) -> Crew:
        return _SlowCrew(work)


class _SlowCrew(_ContraryCrew):
    room = 1

    def __init__(self, work: Any) -> None:
        super().__init__(work, float("inf"))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"count": 0}, "0 puzzles; expected 1 to 1,000,000"),
        ({"count": 100_000_000}, "100000000 puzzles; expected 1 to 1,000,000"),
        ({"level": "hard"}, "'hard' is no level"),
        ({"given": {"even": True, "odd": True}}, "no puzzle meets even and odd together"),
        ({"given": {"frogs": 1}}, "'frogs' is no wish"),
        ({"given": {"most": 10}}, "expected a number from 1 to 9"),
        ({"name": "frogs"}, "'frogs' is no kind of puzzle"),
    ],
)
def test_what_cannot_be_is_refused_at_once(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(NotationError) as error:
        order_of(**{"name": "toy"} | arguments)
    assert why in str(error.value)


def test_versions_name_the_solver_only_where_it_is_asked() -> None:
    assert list(header_of(order_of("toy")).versions) == ["quadrangle"]
    assert list(header_of(order_of("toy", given={"colour": "red"})).versions) == ["quadrangle", "ortools"]


def test_items_are_not_made_for_nothing() -> None:
    begun: list[int] = []
    list(made(order_of("toy", count=5), executor=Noted(begun)))
    assert begun == [0, 1, 2, 3, 4]


def test_one_processor_makes_them_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrangle.generators.packs.shifts.processors", lambda: 1)
    began = time.monotonic()
    assert numbers(list(made(order_of("toy", count=3), workers=None))) == "317"
    assert time.monotonic() - began < 5
    assert toy_puzzles.NAME == "toy"
