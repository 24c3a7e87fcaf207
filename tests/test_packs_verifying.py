"""Verifying notices whatever a pack says that is not so; merging, counting and tables say what it holds."""

from __future__ import annotations

import csv
import io
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs
from toy_puzzles import puzzle_of, toy

from quadrangle.core.errors import NotationError
from quadrangle.core.executor import Executor, Threads
from quadrangle.generators.packs import Entry, Header, digest_of, read, sealed
from quadrangle.generators.packs.making import header_of, order_of, put
from quadrangle.generators.packs.merging import COLUMNS, merged, quantiles, spreads, to_csv
from quadrangle.generators.packs.shifts import Interrupted
from quadrangle.generators.packs.verifying import Found, verify
from quadrangle.generators.packs.writing import PackFile, write_new

__all__ = ["toy"]
pytestmark = pytest.mark.usefixtures("toy")


def pack(path: Path, count: int = 7, **arguments: Any) -> Path:
    """Return the path of a pack that was made."""
    order = order_of("toy", count=count, **arguments)
    with PackFile(path, header_of(order)) as sink:
        put(order, sink, executor=Threads(1))
    return path


def forge(path: Path, change: dict[int, dict[str, Any]], **in_header: Any) -> None:
    """Change fields of lines, counted from 1, and seal the pack as if nothing had been changed."""
    lines = path.read_bytes().splitlines()
    before, data = b"", b""
    for number, line in enumerate(lines, 1):
        fields = msgspec.json.decode(line)
        del fields["digest"]
        if number == 1:
            told: Header | Entry = msgspec.convert(fields | in_header, Header)
        else:
            told = msgspec.convert(fields | change.get(number, {}), Entry)
        line = sealed(told, before)
        before = digest_of(line)
        data += line + b"\n"
    path.write_bytes(data)


def found_in(path: Path, **ways: Any) -> Found:
    return verify(path, **{"executor": Threads(1)} | ways)


def told(found: Found) -> list[str]:
    return [f"{d.line} {d.field}: {d.problem}" for d in found.differences]


@pytest.mark.parametrize("executor", [Threads(1), Threads(3)], ids=str)
def test_a_pack_as_it_was_made_holds(tmp_path: Path, executor: Executor) -> None:
    done: list[int] = []
    found = found_in(pack(tmp_path / "a.jsonl"), executor=executor, note=done.append)
    assert found.holds and found.damage is None and told(found) == []
    assert found.checked == found.puzzles == sum(done) == 7


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({3: {"goal": "Do it."}}, ["3 goal: 'Do it.'; expected 'Count 1 down to 0; there is one way.'"]),
        ({3: {"solution": ("minus", "minus")}}, ["3 solution: 2 steps do not end at 0"]),
        ({3: {"link": "toy~2"}}, ["3 link: 'toy~2'; expected 'toy~1'"]),
        ({3: {"id": "0" * 16}}, ["3 id: '0000000000000000'; expected '19d8aa2cc66c0de1'"]),
        ({3: {"position": "0"}}, ["3 position: '0' is no number; expected a digit"]),
        ({3: {"item": 0}}, ["3 item: 0; expected one above 0"]),
        ({3: {"item": None}}, ["3 item: None; expected one above 0"]),
    ],
)
def test_what_a_line_claims_is_told_where_it_is_not_so(
    tmp_path: Path, change: dict[int, dict[str, Any]], problems: list[str]
) -> None:
    path = pack(tmp_path / "a.jsonl")
    forge(path, change)
    found = found_in(path)
    assert told(found) == problems
    assert not found.holds and found.damage is None


def test_every_number_of_the_difficulty_is_graded_again(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl")
    graded = {**structs.asdict(puzzle_of("1").difficulty), "careful_bits": None, "level": "master"}
    forge(path, {3: {"difficulty": graded}, 2: {"difficulty": graded | {"bits": 3.0, "percentile": 30.0}}})
    assert told(found_in(path)) == [
        "2 difficulty.careful_bits: null; expected 1.5",
        "2 difficulty.level: master; expected junior",
        "3 difficulty.careful_bits: null; expected 0.5",
        "3 difficulty.level: master; expected junior",
    ]


def test_what_the_header_claims_is_looked_at(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl", count=2)
    forge(path, {}, level="senior")
    assert told(found_in(path)) == [
        "2 difficulty.level: junior; expected senior, as in the header",
        "3 difficulty.level: junior; expected senior, as in the header",
    ]
    forge(path, {}, level=None, count=4)
    found = found_in(path)
    assert told(found) == ["1 count: 4, but 2 are there: cut, or not finished"]
    assert found.damage is not None and "2 of 4 puzzles are there; expected all" in str(found.damage)


def test_a_puzzle_that_is_there_twice_is_told(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl", count=3)
    forge(path, {4: structs.asdict(puzzle_of("3")) | {"item": 9}})
    assert told(found_in(path)) == [f"4 id: {puzzle_of('3').id} is that of line 2, too"]


def test_edited_lines_are_told_beside_what_they_claim(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl")
    data = (
        path.read_bytes().replace(b"Count 1 down", b"Count 9 down").replace(b'"link":"toy~5"', b'"link": "')
    )
    path.write_bytes(data)
    found = found_in(path)
    assert [(d.line, d.field) for d in found.differences] == [(3, ""), (3, "goal"), (6, "")]
    assert "column" in found.differences[2].problem
    assert found.damage is not None and found.damage.line == 3
    assert found.checked == 6 and found.puzzles == 7


def test_a_pack_without_a_header_is_refused(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    with pytest.raises(NotationError, match="line 1: not the head of a pack"):
        found_in(path)


def test_verifying_can_be_stopped_and_has_a_budget(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl")
    with pytest.raises(Interrupted):
        found_in(path, stopped=lambda: True)
    found = found_in(path, seconds=0)
    assert found.spent and not found.holds and found.differences == [] and found.checked == 0


def test_a_budget_that_is_spent_when_all_is_checked_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = pack(tmp_path / "a.jsonl", count=1)
    began = time.monotonic()
    found = found_in(path, seconds=0.5, note=lambda count: time.sleep(0.6))
    assert time.monotonic() - began > 0.5
    assert found.holds and found.checked == 1


def test_merged_packs_have_no_puzzle_twice(tmp_path: Path) -> None:
    first, second = pack(tmp_path / "a.jsonl", count=3), pack(tmp_path / "b.jsonl", count=5)
    both = merged([first, second])
    assert [entry.position for entry in both.entries] == list("31725")
    assert both.left_out == 3
    assert [origin.count for origin in both.header.merged] == [3, 5]
    out = tmp_path / "c.jsonl"
    write_new(out, both.header, both.entries)
    assert read(out).is_whole and found_in(out).holds
    # What was merged may be merged again, and names the runs it is from once.
    again = merged([out, first])
    assert again.header.merged == both.header.merged
    assert [entry.id for entry in again.entries] == [entry.id for entry in both.entries]


def test_nothing_cannot_be_merged(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.jsonl", count=1)
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    with pytest.raises(NotationError, match="0 puzzles"):
        merged([path])


def test_levels_and_quantiles_are_counted(tmp_path: Path) -> None:
    (spread,) = spreads(read(pack(tmp_path / "a.jsonl")))
    assert spread.puzzles == 7 and spread.never == 1 and spread.single == 7
    assert spread.levels == {"first-steps": 0, "junior": 4, "senior": 3, "graduate": 0, "master": 0}
    assert spread.bits == {"0": 1, "5": 1, "25": 2, "50": 4, "75": 6, "95": 7, "100": 7}
    assert spread.careful_bits["75"] == 3.0 and spread.careful_bits["100"] is None


def test_a_quantile_is_one_of_the_values() -> None:
    values = [5.0, 1.0, 4.0, 2.0, 3.0]
    told = quantiles(values)
    for percent, value in told.items():
        assert value in values
        assert sum(other <= value for other in values) * 100 >= int(percent) * len(values)
        assert sum(other < value for other in values) * 100 < max(1, int(percent)) * len(values)


def test_a_table_holds_every_puzzle(tmp_path: Path) -> None:
    found = read(pack(tmp_path / "a.jsonl"))
    table = to_csv(found)
    assert "\r" not in table and table.endswith("\n")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert tuple(rows[0]) == COLUMNS
    for number, (row, puzzle) in enumerate(zip(rows, found.puzzles, strict=True), 1):
        assert row["number"] == str(number)
        assert (
            row["position"] == puzzle.position and row["link"] == puzzle.link and row["goal"] == puzzle.goal
        )
        assert row["solution"].split("; ") == list(puzzle.solution)
        careful = puzzle.difficulty.careful_bits
        assert row["careful_bits"] == ("" if careful is None else str(careful))
