"""What executors add to each chunk of long work, in processor time: `python benchmarks/executors.py`.

Chunks do nothing and return so many bytes. Of a Dask cluster, the client, the scheduler and the workers
are measured apart, each being a process of its own, so that other work of the machine does not count.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from quadrangle.core.executor import Dask, Executor, Processes, Threads, Work

CHUNKS, RUNS = 400, 5
SIZES = 500, 25_000
WORKER = """
import asyncio, sys
from distributed import Worker
async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False, memory_limit=0) as worker:
        await worker.finished()
asyncio.run(main())
"""
SCHEDULER = """
import asyncio
from distributed import Scheduler
async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()
asyncio.run(main())
"""


def nothing(size: int, number: int, cancelled: Callable[[], bool]) -> bytes:
    """Return some bytes."""
    return bytes(size)


@contextmanager
def cluster() -> Iterator[tuple[str, int, list[int]]]:
    """Yield the address of a scheduler, its process and those of its two workers."""
    folder = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])}
    start = partial(subprocess.Popen, stderr=subprocess.DEVNULL, text=True, env=environment)
    scheduler = start([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE)
    assert scheduler.stdout is not None
    address = scheduler.stdout.readline().strip()
    workers = [start([sys.executable, "-c", WORKER, address]) for _ in range(2)]
    try:
        yield address, scheduler.pid, [worker.pid for worker in workers]
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
        scheduler.stdout.close()


def spent(process: int) -> float:
    """Return the processor time a process has taken so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def go_through(executor: Executor, work: Work, processes: list[int]) -> tuple[float, list[float]]:
    """Return the seconds the chunks took and the processor time each process spent meanwhile."""
    crew = executor.hire(work)
    submitted, running = 0, 0
    began, before = time.perf_counter(), [0.0]
    try:
        for number in range(20):  # until all are at work
            crew.submit(number)
        over = 0
        while over < 20:
            over += len(crew.collect(0.2))
        began, before = time.perf_counter(), [spent(process) for process in processes]
        while submitted < CHUNKS or running:
            while submitted < CHUNKS and running < crew.room:
                crew.submit(100 + submitted)
                submitted, running = submitted + 1, running + 1
            running -= len(crew.collect(0.2))
        took = time.perf_counter() - began
        return took, [spent(process) - was for process, was in zip(processes, before, strict=True)]
    finally:
        crew.stop()


def main() -> None:
    """Print a row for each executor and size."""
    here = os.getpid()
    print(f"ms a chunk, medians of {RUNS} runs of {CHUNKS} chunks; two workers")
    print(f"{'executor':10} {'bytes':>6} {'elapsed':>8} {'client':>7} {'scheduler':>9} {'workers':>8}")
    with cluster() as (address, scheduler, workers):
        for name, executor in (("threads", Threads(2)), ("processes", Processes(2)), ("Dask", Dask(address))):
            others = [scheduler, *workers] if name == "Dask" else []
            for size in SIZES:
                runs = [go_through(executor, partial(nothing, size), [here, *others]) for _ in range(RUNS)]
                times = [median(took for took, _ in runs)]
                times += [median(spent[i] for _, spent in runs) for i in range(1 + len(others))]
                if others:
                    times[3:] = [sum(times[3:])]
                cells = [f"{1000 * seconds / CHUNKS:8.3f}" for seconds in times]
                print(f"{name:10} {size:6} {' '.join(cells)}")


if __name__ == "__main__":
    main()
