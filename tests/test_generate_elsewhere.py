"""Packs made by other processes and by a cluster: the same bytes, and nothing lost when those are."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import one_line_error, run
from test_core_executor import Cluster, cluster

from quadrangle.core.executor import Dask, Executor, Processes
from quadrangle.generators.packs.making import Spare, header_of, order_of, put
from quadrangle.generators.packs.verifying import verify
from quadrangle.generators.packs.writing import PackFile

__all__ = ["cluster"]
WORDS = ("generate", "leaves", "--shape", "few", "--seed", "6", "--count")


@pytest.mark.slow
def test_a_cluster_makes_and_verifies_the_same_bytes(tmp_path: Path, cluster: Cluster) -> None:
    cluster.wait_for_workers(2)
    order = order_of("leaves", seed=6, count=60, given={"shape": "few"})
    header = header_of(order)
    made = []
    executors: tuple[Executor, ...] = (Dask(cluster.address), Processes(2))
    for number, executor in enumerate(executors):
        path = tmp_path / f"{number}.jsonl"
        with PackFile(path, header) as sink:
            put(order, sink, spare=Spare(path, header), executor=executor)
        made.append(path.read_bytes())
        found = verify(path, executor=executor)
        assert found.holds and found.checked == 60
    assert made == [run(*WORDS, "60", "--workers", "1", "--out", "-").out.encode()] * 2
    assert not list(tmp_path.glob("*.parts"))


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs Dask, of the extra `scale`")
    path = tmp_path / "a.jsonl"
    words = (*WORDS, "5", "--out", str(path))
    assert run(*words, "--workers", "1").code == 0
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:4]))
    error = one_line_error(run(*words, "--scheduler", "tcp://127.0.0.1:1"))
    assert "the scheduler at tcp://127.0.0.1:1 does not answer" in error
    assert error.endswith(f"; 3 of 5 puzzles are in {path}; the same command goes on\n")
    assert run(*words, "--workers", "1").code == 0
    assert path.read_bytes() == whole
