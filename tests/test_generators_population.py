"""Reference populations are sampled in parts, by any executor, to the same bytes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from quadrangle.core.errors import FileError, WorkerError
from quadrangle.core.executor import Dask, Executor, Processes, Threads
from quadrangle.core.work import Cancelled
from quadrangle.generators import population, present
from quadrangle.generators.population import Population, Sampling


def counted(number: int, cancelled: Callable[[], bool]) -> bytes:
    return bytes([number, number + 1])


def failing(number: int, cancelled: Callable[[], bool]) -> bytes:
    if number == 3:
        raise WorkerError("no room")
    return counted(number, cancelled)


def joined(payloads: list[bytes]) -> dict[str, Population]:
    return {"toy": Population(sum(payload[1] for payload in payloads), ((7, len(payloads)),), 0)}


def toy(
    count: Callable[[int, Callable[[], bool]], bytes] = counted, run: str = "toy 1"
) -> Sampling[Population]:
    return Sampling(run, [1, 2, 1, 1, 1], count, joined)


@pytest.mark.parametrize("executor", [Threads(2), Processes(2)])
def test_the_same_bytes_whoever_counts_the_parts(tmp_path: Path, executor: Executor) -> None:
    population.write("toy", toy(), tmp_path / "there", executor)
    found = msgspec.json.decode((tmp_path / "there").read_bytes(), type=population.File)
    assert found == population.File(
        1, "python -m quadrangle.generators.population toy FILE", {"toy": Population(15, ((7, 5),), 0)}
    )
    population.write("toy", toy(), tmp_path / "here", Threads(1))
    assert (tmp_path / "here").read_bytes() == (tmp_path / "there").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "there"]


def test_parts_that_are_done_are_kept_for_the_same_run_only(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(WorkerError, match=r"no room; . finished parts are kept"):
        population.write("toy", toy(failing), path, Threads(1))
    with pytest.raises(FileError, match="holds finished parts of a run with other arguments"):
        population.write("toy", toy(run="toy 2"), path, Threads(1))
    done: list[int] = []

    def noted(number: int, cancelled: Callable[[], bool]) -> bytes:
        done.append(number)
        return counted(number, cancelled)

    population.write("toy", toy(noted), path, Threads(1))
    assert 1 <= len(done) < 5
    assert 3 in done


@pytest.mark.parametrize("kind", present())
def test_parts_of_each_kind_can_be_sent_elsewhere_and_stopped(kind: str) -> None:
    sampling: Sampling[Population] = import_module(f"quadrangle.generators.{kind}.population").SAMPLING
    assert pickle.loads(pickle.dumps(sampling.count)) is sampling.count
    assert min(sampling.weights) > 0
    with pytest.raises(Cancelled):
        sampling.count(len(sampling.weights) - 1, lambda: True)


def test_a_scheduler_is_asked_where_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Executor] = []
    monkeypatch.setattr(population, "write", lambda kind, sampling, path, executor: asked.append(executor))
    path = str(tmp_path / "x")
    assert population.main(["leaves", path, "--workers", "3"]) == 0
    assert population.main(["leaves", path, "--scheduler", "tcp://here:8786"]) == 0
    processes, cluster = asked
    assert processes == Processes(3)
    assert isinstance(cluster, Dask)
    assert cluster.address == "tcp://here:8786"
    assert population.main(["leaves", path, "--scheduler", "here"]) == 2
    assert "expected an address such as tcp://host:8786" in capsys.readouterr().err
