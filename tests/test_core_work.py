"""Long work survives a kill at any byte, a full disk and a second writer; files are whole or as they were."""

from __future__ import annotations

import contextlib
import io
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quadrangle.core import work
from quadrangle.core.errors import FileError
from quadrangle.core.work import (
    Cancelled,
    PartsFile,
    Progress,
    forget_parts,
    processors,
    run_parts,
    sole_writer,
    write_atomic,
)

RUN = b"test run, version 1"
PAYLOADS = [b"alpha", b"", b"gamma" * 5, bytes(range(40))]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX systems")


def do_part(number: int, cancelled: Callable[[], bool]) -> bytes:
    return PAYLOADS[number]


def run_all(path: Path, part: Callable[[int, Callable[[], bool]], bytes] = do_part) -> list[bytes]:
    return run_parts(path, RUN, [1] * len(PAYLOADS), part, workers=1, label="test")


@pytest.fixture
def finished(tmp_path: Path) -> bytes:
    """The bytes of the parts file of a run that was finished and not yet forgotten."""
    path = tmp_path / "whole"
    assert run_all(path) == PAYLOADS
    return path.with_name("whole.parts").read_bytes()


def kept_parts(parts_file: Path) -> dict[int, bytes]:
    with PartsFile(parts_file, RUN) as kept:
        return kept.parts


def limited(folder: Path, source: str) -> subprocess.CompletedProcess[str]:
    """Run `source` where no file may grow beyond 4096 bytes, as on a full disk."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
    return subprocess.run(
        [sys.executable, "-B", "-c", limit + source], cwd=folder, capture_output=True, text=True, timeout=60
    )


def test_a_file_is_written_and_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "result"
    write_atomic(path, b"first")
    write_atomic(path, b"")
    assert path.read_bytes() == b""
    assert [entry.name for entry in tmp_path.iterdir()] == ["result"]


@posix
def test_the_root_of_the_file_system_is_refused_as_any_folder_is() -> None:
    with pytest.raises(FileError, match="/: cannot be written"):
        write_atomic(Path("/"), b"x")


@posix
def test_a_new_file_gets_the_permissions_the_person_set(tmp_path: Path) -> None:
    kept = os.umask(0o027)
    try:
        write_atomic(tmp_path / "result", b"x")
    finally:
        os.umask(kept)
    assert (tmp_path / "result").stat().st_mode & 0o777 == 0o640


@posix
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("goal")
    write_atomic(tmp_path / "link", b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "goal").read_bytes() == b"x"


@posix
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, b"through")
    reader.join(timeout=10)
    assert received == [b"through"]
    assert pipe.is_fifo()


@pytest.mark.parametrize("place", ["missing/result", "folder", "file/result"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_bytes(b"")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(FileError, match="cannot be written") as caught:
        write_atomic(tmp_path / place, b"x")
    assert str(tmp_path / place) in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_failing_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "result"
    write_atomic(path, b"before")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left on device"):
        write_atomic(path, b"after")
    assert path.read_bytes() == b"before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result"]


@posix
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "result"
    write_atomic(path, b"before")
    ended = limited(
        tmp_path,
        "from pathlib import Path\n"
        "from quadrangle.core.work import write_atomic\n"
        "write_atomic(Path('result'), bytes(5000))",
    )
    assert "FileError: result: cannot be written (File too large)" in ended.stderr
    assert path.read_bytes() == b"before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["result"]


def test_a_second_writer_is_refused_while_the_first_holds_the_file(tmp_path: Path) -> None:
    path = tmp_path / "result"
    with sole_writer(path):
        with pytest.raises(FileError, match="another run is writing this file"), sole_writer(path):
            pass
        source = (
            "from pathlib import Path\n"
            "from quadrangle.core.work import sole_writer\n"
            "with sole_writer(Path('result')): print('in')"
        )
        other = subprocess.run(
            [sys.executable, "-c", source], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert other.stdout == ""
        assert "result: another run is writing this file" in other.stderr
    with sole_writer(path):
        pass


def test_a_refused_writer_does_not_free_the_file(tmp_path: Path) -> None:
    path = tmp_path / "result"
    with sole_writer(path):
        for _ in range(3):
            with pytest.raises(FileError), sole_writer(path):
                pass


@posix
def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with sole_writer(tmp_path / "result"):
        pass
    assert list(tmp_path.iterdir()) == []


@posix
def test_the_hold_ends_with_a_killed_process(tmp_path: Path) -> None:
    source = (
        "import time\nfrom pathlib import Path\n"
        "from quadrangle.core.work import sole_writer\n"
        "with sole_writer(Path('result')):\n    print('in', flush=True)\n    time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", source], cwd=tmp_path, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"in\n"
        with pytest.raises(FileError), sole_writer(tmp_path / "result"):
            pass
        holder.kill()
        holder.wait()
    with sole_writer(tmp_path / "result"):
        pass


@posix
def test_a_lock_on_a_file_removed_meanwhile_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "result"
    lock_file = tmp_path / "result.lock"
    real, calls = work._lock, 0

    def lock_after_the_last_holder_left(descriptor: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            lock_file.unlink()
        real(descriptor)

    monkeypatch.setattr(work, "_lock", lock_after_the_last_holder_left)
    with sole_writer(path):
        assert calls == 2
        assert lock_file.exists()
        with pytest.raises(FileError), sole_writer(path):
            pass


@posix
def test_two_writers_are_never_in_at_once(tmp_path: Path) -> None:
    inside = most = entered = 0
    guard = threading.Lock()

    def try_often() -> None:
        nonlocal inside, most, entered
        for _ in range(300):
            with contextlib.suppress(FileError), sole_writer(tmp_path / "result"):
                with guard:
                    inside += 1
                    entered += 1
                    most = max(most, inside)
                time.sleep(0)
                with guard:
                    inside -= 1

    threads = [threading.Thread(target=try_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert entered > 1
    assert most == 1


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="missing"), sole_writer(tmp_path / "missing" / "result"):
        pass


@pytest.mark.parametrize("name", [".", "..", "/", "folder"])
def test_a_folder_is_refused_before_the_work_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileError, match="is a folder"), sole_writer(Path(name)):
        pass


def test_parts_come_back_in_order_whatever_the_order_they_were_done_in(tmp_path: Path) -> None:
    weights = [3, 1, 4, 1, 5, 9, 2, 6]
    done: list[int] = []

    def part(number: int, cancelled: Callable[[], bool]) -> bytes:
        done.append(number)
        return b"%d" % number

    results = run_parts(tmp_path / "x", RUN, weights, part, workers=1, label="test")
    assert results == [b"%d" % n for n in range(8)]
    assert [weights[n] for n in done] == sorted(weights, reverse=True)


@pytest.mark.parametrize("workers", [0, 1, 2, 7])
def test_the_result_does_not_depend_on_the_workers(tmp_path: Path, workers: int) -> None:
    def part(number: int, cancelled: Callable[[], bool]) -> bytes:
        time.sleep(random.Random(number).random() / 500)
        return number.to_bytes(2, "little") * number

    results = run_parts(tmp_path / "x", RUN, [1] * 60, part, workers=workers, label="test")
    assert results == [n.to_bytes(2, "little") * n for n in range(60)]


def test_a_run_without_parts_is_done_at_once(tmp_path: Path) -> None:
    assert run_parts(tmp_path / "x", RUN, [], do_part, workers=2, label="test") == []


def test_a_finished_run_does_nothing_twice_until_its_parts_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "x"
    run_all(path)
    done: list[int] = []

    def part(number: int, cancelled: Callable[[], bool]) -> bytes:
        done.append(number)
        return PAYLOADS[number]

    assert run_all(path, part) == PAYLOADS
    assert done == []
    forget_parts(path)
    assert list(tmp_path.iterdir()) == []
    assert run_all(path, part) == PAYLOADS
    assert sorted(done) == [0, 1, 2, 3]


def test_a_file_cut_at_any_byte_resumes_to_the_same_result(tmp_path: Path, finished: bytes) -> None:
    path, parts_file = tmp_path / "x", tmp_path / "x.parts"
    for length in range(len(finished)):
        parts_file.write_bytes(finished[:length])
        assert run_all(path) == PAYLOADS
        assert kept_parts(parts_file) == dict(enumerate(PAYLOADS))


def test_altered_parts_are_dropped_and_made_again(tmp_path: Path, finished: bytes) -> None:
    path, parts_file = tmp_path / "x", tmp_path / "x.parts"
    head = len(finished) - sum(32 + len(payload) for payload in PAYLOADS)
    for place in range(head, len(finished)):
        for mask in (0x01, 0x80, 0xFF):
            altered = bytearray(finished)
            altered[place] ^= mask
            parts_file.write_bytes(altered)
            assert run_all(path) == PAYLOADS
            assert kept_parts(parts_file) == dict(enumerate(PAYLOADS))


def test_another_files_bytes_are_not_thrown_away(tmp_path: Path, finished: bytes) -> None:
    parts_file = tmp_path / "x.parts"
    for content in (b"my notes", b"\0" * 100, b"quadrangle parts 2\n" + finished[19:]):
        parts_file.write_bytes(content)
        with pytest.raises(FileError, match="is not a file of finished parts"):
            run_all(tmp_path / "x")
        assert parts_file.read_bytes() == content


def test_finished_parts_of_another_run_are_neither_used_nor_thrown_away(
    tmp_path: Path, finished: bytes
) -> None:
    parts_file = tmp_path / "x.parts"
    parts_file.write_bytes(finished)
    with pytest.raises(FileError, match="of a run with other arguments"):
        run_parts(tmp_path / "x", b"another run", [1], do_part, workers=1, label="test")
    assert parts_file.read_bytes() == finished


def test_a_run_that_finished_nothing_is_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "x"
    PartsFile(tmp_path / "x.parts", b"another run").close()
    assert run_all(path) == PAYLOADS


def test_a_part_that_fails_stops_the_others_and_keeps_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "x"
    started = threading.Event()

    def part(number: int, cancelled: Callable[[], bool]) -> bytes:
        if number == 0:
            return b"first"
        if number == 1:
            assert started.wait(10)
            raise KeyboardInterrupt
        if number == 2:
            started.set()
            while not cancelled():
                time.sleep(0.001)
            return b"just done"
        while not cancelled():
            time.sleep(0.001)
        raise Cancelled

    with pytest.raises(KeyboardInterrupt):
        run_parts(path, RUN, [9, 8, 7, 1, 1, 1], part, workers=2, label="test")
    assert kept_parts(tmp_path / "x.parts") == {0: b"first", 2: b"just done"}


SLOW_RUN = """
import signal
import time
from pathlib import Path
from quadrangle.core.work import run_parts
# A shell starts what runs in its background deaf to interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
def part(number, cancelled):
    time.sleep(0.02)
    return b"%d" % number * 20
out = run_parts(Path("x"), b"slow", [1] * 50, part, workers=2, label="slow")
Path("x").write_bytes(b"".join(out))
"""


@posix
@pytest.mark.parametrize(
    "number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM] if os.name == "posix" else []
)
def test_a_run_that_was_signalled_goes_on_where_it_was(tmp_path: Path, number: signal.Signals) -> None:
    parts_file = tmp_path / "x.parts"
    command = [sys.executable, "-c", SLOW_RUN]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 30
        while not (parts_file.exists() and parts_file.stat().st_size > 400):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        process.send_signal(number)
        assert process.wait(timeout=30) != 0
    with PartsFile(parts_file, b"slow") as kept:
        assert 3 <= len(kept.parts) < 50
    subprocess.run(command, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "x").read_bytes() == b"".join(b"%d" % n * 20 for n in range(50))


@posix
def test_a_full_disk_keeps_the_finished_parts(tmp_path: Path) -> None:
    source = (
        "from pathlib import Path\n"
        "from quadrangle.core.work import run_parts\n"
        "run_parts(Path('x'), b'full', [1] * 9, lambda n, c: bytes([n]) * 1000, workers=1, label='full')"
    )
    ended = limited(tmp_path, source)
    assert "FileError: x.parts: cannot be written (File too large)" in ended.stderr
    assert "3 finished parts are kept, run the same command to go on" in ended.stderr
    done: list[int] = []

    def part(number: int, cancelled: Callable[[], bool]) -> bytes:
        done.append(number)
        return bytes([number]) * 1000

    results = run_parts(tmp_path / "x", b"full", [1] * 9, part, workers=1, label="full")
    assert results == [bytes([n]) * 1000 for n in range(9)]
    assert len(done) == 6  # whichever three were kept are not done again


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    """The clock the progress lines go by."""
    clock = Clock()
    monkeypatch.setattr(work, "time", clock)
    yield clock


def test_piped_progress_is_a_plain_line_now_and_then(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress("census", 200) as progress:
        for _ in range(20):
            clock.now += 1
            progress.advance(10)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [f"quadrangle: census: {share} %" for share in (25, 50, 75, 100)]


def test_short_work_says_nothing_when_piped(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("census", 2) as progress:
        clock.now += 1
        progress.advance(2)
    assert capsys.readouterr() == ("", "")


class ClosedPipe(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError(32, "Broken pipe")


@pytest.mark.parametrize("stderr", [ClosedPipe(), None])
def test_progress_nobody_reads_does_not_end_the_work(
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    stderr: io.StringIO | None,
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    with Progress("census", 2) as progress:
        clock.now += 10
        progress.advance(1)
    assert capsys.readouterr().out == ""


@posix
@pytest.mark.parametrize(("terminal", "drawn"), [("xterm", True), ("dumb", False)])
def test_a_terminal_shows_a_bar(terminal: str, drawn: bool) -> None:
    import pty

    source = (
        "import time\n"
        "from quadrangle.core.work import Progress\n"
        "with Progress('census', 10) as progress:\n"
        "    for _ in range(10):\n"
        "        progress.advance(1)\n"
        "        time.sleep(0.05)"
    )
    main, side = pty.openpty()
    environment = os.environ | {"TERM": terminal, "COLUMNS": "80"}
    with subprocess.Popen([sys.executable, "-c", source], stderr=side, env=environment) as process:
        os.close(side)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while chunk := os.read(main, 4096):
                shown += chunk
        assert process.wait(timeout=30) == 0
    os.close(main)
    assert (b"census" in shown and b"%" in shown) == drawn


def test_at_least_one_processor_is_used() -> None:
    assert 1 <= processors() <= (os.cpu_count() or 1)
