"""The same bytes wherever parts are done; a lost worker costs the part it was at and nothing else."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import math
import os
import platform
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import executor_work as jobs
import pytest
from command import one_line_error, run

from quadrangle.core import cluster as clusters
from quadrangle.core import kernels
from quadrangle.core.errors import NotationError, WorkerError
from quadrangle.core.executor import Crew, Dask, Done, Executor, Processes, Threads, Work
from quadrangle.core.work import PartsFile, run_parts

RUN = b"test run"
COUNT = 24
EXPECTED = [jobs.payload(n) for n in range(COUNT)]
posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX systems")

WORKER = """
import sys
import dask
dask.config.set({"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"})
import asyncio
from distributed import Worker
async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False, memory_limit=0) as worker:
        await worker.finished()
asyncio.run(main())
"""
SCHEDULER = """
import asyncio
import sys
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""
ASKING = """
import sys
from functools import partial
from pathlib import Path
import executor_work as jobs
from quadrangle.core.executor import Dask
crew = Dask(sys.argv[1]).hire(partial(jobs.until_stopped, Path(sys.argv[2])))
for number in range(4, 8):
    crew.submit(number)
crew.collect(jobs.LIMIT)
"""


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened. Fails when it does not."""
    until = time.monotonic() + jobs.LIMIT
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.02)


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, source: str = SCHEDULER) -> None:
        self._processes: list[subprocess.Popen[str]] = []
        self.scheduler = self._started(source, stdout=subprocess.PIPE)
        assert self.scheduler.stdout is not None
        self.address = self.scheduler.stdout.readline().strip()
        assert self.address

    def _started(
        self, source: str, *arguments: str, stdout: int = subprocess.DEVNULL
    ) -> subprocess.Popen[str]:
        paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
        process = subprocess.Popen(
            [sys.executable, "-c", source, *arguments],
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
        )
        self._processes.append(process)
        return process

    def start(self, source: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a process that ends with the cluster, if not before."""
        return self._started(source, *arguments)

    def add_worker(self) -> None:
        self.start(WORKER, self.address)

    def wait_for_workers(self, count: int) -> None:
        distributed: Any = importlib.import_module("distributed")
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=jobs.LIMIT)

    def close(self) -> None:
        for process in reversed(self._processes):
            process.kill()
        for process in self._processes:
            process.wait(10)
            if process.stdout is not None:
                process.stdout.close()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    with contextlib.closing(Cluster()) as cluster:
        for _ in range(2):
            cluster.add_worker()
        yield cluster


@pytest.fixture(params=["processes", "dask"])
def elsewhere(request: pytest.FixtureRequest) -> Executor:
    """An executor whose workers are two other processes."""
    if request.param == "processes":
        return Processes(2)
    cluster: Cluster = request.getfixturevalue("cluster")
    cluster.wait_for_workers(2)
    return Dask(cluster.address)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where each part that is begun leaves a file."""
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


def done(
    path: Path,
    work: Callable[[int, Callable[[], bool]], bytes],
    executor: Executor | None,
    count: int = COUNT,
) -> list[bytes]:
    return run_parts(path, RUN, [1] * count, work, workers=2, label="test", executor=executor)


def kept(path: Path) -> dict[int, bytes]:
    with PartsFile(path.with_name(path.name + ".parts"), RUN) as finished:
        return finished.parts


def test_the_same_bytes_whoever_does_the_parts(tmp_path: Path, folder: Path, elsewhere: Executor) -> None:
    work = partial(jobs.marked, folder, 0.01)
    assert done(tmp_path / "here", work, None) == done(tmp_path / "threads", work, Threads(3)) == EXPECTED
    assert jobs.workers_of(folder) == {os.getpid()}
    assert done(tmp_path / "there", work, elsewhere) == EXPECTED
    assert jobs.marks(folder) == dict.fromkeys(range(COUNT), 3)
    assert jobs.workers_of(folder) > {os.getpid()}


@posix
def test_a_worker_killed_at_work_costs_only_the_part_it_was_at(
    tmp_path: Path, folder: Path, elsewhere: Executor, request: pytest.FixtureRequest
) -> None:
    path = tmp_path / "x"
    before: set[int] = set()

    def kill_one() -> None:
        wait_for(lambda: len(written_parts(path)) >= 4)
        before.update(written_parts(path))
        # What was fetched has been released by the workers once others are.
        wait_for(lambda: len(written_parts(path)) >= 8 and len(jobs.begun_by(folder, 7)) == 1)
        os.kill(jobs.begun_by(folder, 7)[0], signal.SIGKILL)
        if isinstance(elsewhere, Dask):
            request.getfixturevalue("cluster").add_worker()

    killer = threading.Thread(target=kill_one)
    killer.start()
    results = done(path, partial(jobs.stuck_once, folder, 7), elsewhere)
    killer.join()
    assert results == EXPECTED
    begun = jobs.marks(folder)
    assert all(begun[n] == 1 for n in before)
    assert begun[7] == 2
    # On a cluster, also what it had done that had not been fetched.
    assert begun.total() - COUNT <= (3 if isinstance(elsewhere, Dask) else 1)


def written_parts(path: Path) -> set[int]:
    """Return the parts that are kept, while somebody else writes them."""
    from quadrangle.core.work import _MAGIC, _whole_parts

    with contextlib.suppress(FileNotFoundError):
        return set(_whole_parts(path.with_name("x.parts").read_bytes(), len(_MAGIC) + 16)[0])
    return set()


@posix
def test_a_part_that_kills_each_process_is_named_and_the_others_are_kept(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    with pytest.raises(WorkerError) as caught:
        done(path, partial(jobs.deadly, folder, 5), Processes(2))
    found = kept(path)
    assert str(caught.value) == (
        f"test: part 5 cost 3 processes, which died while they did it; {len(found)} finished parts are kept, "
        "run the same command to go on"
    )
    assert jobs.marks(folder)[5] == 3
    assert "a process was lost; part 5 is done again" in capsys.readouterr().err
    assert len(found) > 5
    assert found == {n: EXPECTED[n] for n in found}
    assert done(path, partial(jobs.deadly, folder, -1), Processes(2)) == EXPECTED
    assert all(jobs.marks(folder)[n] == 1 for n in found)


@posix
def test_a_part_that_kills_each_worker_of_a_cluster_is_tried_alone_and_named(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    path = tmp_path / "x"
    with contextlib.closing(Cluster()) as mortal:
        for _ in range(2):
            mortal.add_worker()
        mortal.wait_for_workers(2)
        with pytest.raises(
            WorkerError, match=r"test: part 5 cost several workers, .* finished parts are kept"
        ):
            done(path, partial(jobs.deadly, folder, 5), Dask(mortal.address))
    assert jobs.marks(folder)[5] == 2
    found = kept(path)
    assert len(found) > 5
    assert found == {n: EXPECTED[n] for n in found}


def test_an_error_of_a_part_is_told_here(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="Unsendable: <function"):
        done(tmp_path / "x", jobs.failing, Processes(2))


@dataclass
class Interrupted:
    """An executor whose crew is interrupted, as by Ctrl-C, once something has happened."""

    executor: Executor
    happened: Callable[[], bool]
    at: float = math.inf

    def hire(self, work: Work) -> Crew:
        crew = self.executor.hire(work)
        plain = crew.collect

        def collect(seconds: float) -> list[Done]:
            if self.happened():
                self.at = time.monotonic()
                raise KeyboardInterrupt
            return plain(seconds)

        vars(crew)["collect"] = collect
        return crew


def test_what_is_interrupted_stops_soon_and_goes_on_to_the_same_bytes(
    tmp_path: Path, folder: Path, elsewhere: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x"
    monkeypatch.setattr(clusters, "PATIENCE", 0.5)
    interrupted = Interrupted(elsewhere, lambda: len(written_parts(path)) >= 4 and both_at_work(folder))
    with pytest.raises(KeyboardInterrupt):
        done(path, partial(jobs.until_stopped, folder), interrupted)
    assert time.monotonic() - interrupted.at < 10
    found = kept(path)
    assert set(range(4)) <= set(found)
    assert len(found) < COUNT
    assert found == {n: EXPECTED[n] for n in found}
    again = both_are_free(path, elsewhere)
    assert sorted([*found, *jobs.marks(again).elements()]) == list(range(COUNT))


def both_at_work(folder: Path) -> bool:
    """Return whether two processes are at parts that are not done until they are stopped."""
    return len({pid for n in range(4, COUNT) for pid in jobs.begun_by(folder, n)}) == 2


def both_are_free(path: Path, executor: Executor) -> Path:
    """Hold that two workers do the parts, none still being at those of before; return their marks."""
    folder = path.with_name("again")
    folder.mkdir()
    began = time.monotonic()
    assert done(path, partial(jobs.together, folder), executor) == EXPECTED
    assert time.monotonic() - began < jobs.LIMIT / 2
    return folder


@posix
def test_workers_of_a_cluster_stop_when_who_asked_is_gone(
    cluster: Cluster, tmp_path: Path, folder: Path
) -> None:
    cluster.wait_for_workers(2)
    asking = cluster.start(ASKING, cluster.address, str(folder))
    wait_for(lambda: both_at_work(folder))
    asking.kill()
    both_are_free(tmp_path / "x", Dask(cluster.address))


@posix
@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_a_scheduler_that_is_lost_on_the_way_is_told_and_what_was_done_is_kept(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, what: signal.Signals
) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    path = tmp_path / "x"
    with contextlib.closing(Cluster()) as mortal:
        mortal.add_worker()
        mortal.wait_for_workers(1)

        def lose() -> None:
            wait_for(lambda: len(written_parts(path)) == 4)
            for name, seconds in (("_SILENCE", 1.0), ("_LOOK_SECONDS", 0.5), ("PATIENCE", 0.5)):
                monkeypatch.setattr(clusters, name, seconds)
            os.kill(mortal.scheduler.pid, what)

        loser = threading.Thread(target=lose)
        loser.start()
        with pytest.raises(WorkerError, match=r"scheduler at .* (was lost|does not answer any more); 4 fin"):
            done(path, partial(jobs.until_stopped, folder), Dask(mortal.address))
        loser.join()
    assert kept(path) == {n: EXPECTED[n] for n in range(4)}
    assert done(path, partial(jobs.marked, folder, 0), None) == EXPECTED


@pytest.fixture
def version_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[object, str, object], None]]:
    """A function that has one of our versions found to be another."""

    def changed(owner: object, name: str, value: object) -> None:
        clusters.versions.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, lambda *_: value)
            clusters.versions()

    yield changed
    clusters.versions.cache_clear()


def test_a_worker_of_another_version_is_refused(
    cluster: Cluster, tmp_path: Path, version_of: Callable[[object, str, object], None]
) -> None:
    for owner, name, value, message in (
        (importlib.metadata, "version", "7", r"quadrangle \S+; expected 7,"),
        (platform, "python_version_tuple", ("7", "8", "9"), r"Python 3\.\d+; expected 7.8,"),
        (kernels, "kernel_digest", "7", r"kernels \S+; expected 7,"),
    ):
        version_of(owner, name, value)
        with pytest.raises(WorkerError, match=rf"the worker tcp://\S+ has {message} as here"):
            done(tmp_path / "x", jobs.failing, Dask(cluster.address))


@pytest.mark.parametrize("who", ["scheduler", "worker"])
def test_a_cluster_that_cannot_import_quadrangle_is_refused(tmp_path: Path, who: str) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    without = "import sys; sys.modules['quadrangle'] = None\n"
    with contextlib.closing(Cluster(without + SCHEDULER if who == "scheduler" else SCHEDULER)) as other:
        other.start(without + WORKER if who == "worker" else WORKER, other.address)
        other.wait_for_workers(1)
        with pytest.raises(WorkerError, match=rf"the {who} (at )?tcp://\S+ cannot import this version of"):
            done(tmp_path / "x", jobs.failing, Dask(other.address))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def deaf() -> Iterator[str]:
    """The address of something that takes a call and says nothing."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"


def test_a_scheduler_that_does_not_answer_is_one_clear_line(
    deaf: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    monkeypatch.setattr(clusters, "_ANSWER_SECONDS", 1)
    for address in (deaf, "tcp://127.0.0.1:1"):
        with pytest.raises(WorkerError, match=f"the scheduler at {address} does not answer within 1 second"):
            done(tmp_path / "x", jobs.failing, Dask(address))
    assert list(tmp_path.iterdir()) == []


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkerError, match=r"pip install 'quadrangle\[scale\]'"):
        Dask("tcp://127.0.0.1:1").hire(jobs.failing)


def test_a_simulation_says_the_same_whoever_plays(cluster: Cluster) -> None:
    asked = ["simulate", "leaves", "--bots", "random,greedy", "--games", "40", "--json"]
    there = run(*asked, "--scheduler", cluster.address)
    assert there.code == 0
    assert there.out == run(*asked, "--workers", "1").out == run(*asked, "--workers", "2").out


@pytest.mark.parametrize(
    "command", [["leaves", "census", "--out", "x"], ["simulate", "leaves", "--bots", "random,random"]]
)
def test_commands_tell_in_one_line_what_is_wrong_with_a_scheduler(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(clusters, "_ANSWER_SECONDS", 0.5)
    wrong = one_line_error(run(*command, "--scheduler", "there"))
    assert wrong == "quadrangle: the scheduler 'there'; expected an address such as tcp://host:8786\n"
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    silent = run(*command, "--scheduler", "tcp://127.0.0.1:1")
    assert silent.code == 2
    assert "quadrangle: the scheduler at tcp://127.0.0.1:1 does not answer" in silent.err.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["", "here:8786", "http://here:8786", "tcp://here", "tcp://a b:1"])
def test_an_address_has_to_be_one(address: str) -> None:
    with pytest.raises(NotationError, match="expected an address such as tcp://host:8786"):
        Dask(address)
