"""Packs are read as they were written, or what is wrong with them is named with its place."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from toy_puzzles import puzzle_of

from quadrangle.core.errors import FileError, NotationError, QuadrangleError
from quadrangle.generators.packs import FORMAT, MOST, VERSION, Entry, Header, Pack, read
from quadrangle.generators.packs.making import entry_of
from quadrangle.generators.packs.reading import scan
from quadrangle.generators.packs.writing import PackStream, write_new

FROZEN = Path(__file__).with_name("packs")
NUMBERS = "31725"


def header(count: int = len(NUMBERS)) -> Header:
    return Header(
        format=FORMAT,
        version=VERSION,
        kinds=("toy",),
        streams={"toy": 3},
        level=None,
        wishes={"even": True, "range_of": (1.0, 7.5), "most": 7, "colour": "red"},
        count=count,
        seed=-5,
        versions={"quadrangle": "0.1"},
        merged=(),
    )


def entries(numbers: str = NUMBERS) -> list[Entry]:
    return [entry_of(puzzle_of(number), item) for item, number in enumerate(numbers)]


def content(count: int = len(NUMBERS)) -> bytes:
    """Return the bytes of a pack."""
    stream = io.BytesIO()
    PackStream(header(count), stream).add(entries())
    return stream.getvalue()


def written(path: Path, count: int = len(NUMBERS)) -> bytes:
    write_new(path, header(count), entries())
    return path.read_bytes()


def refused(path: Path, data: bytes) -> str:
    """Return why a file is no pack."""
    path.write_bytes(data)
    with pytest.raises(QuadrangleError) as error:
        read(path)
    return str(error.value).removeprefix(str(path))


@pytest.mark.parametrize("path", sorted(FROZEN.glob("*.jsonl")), ids=lambda path: path.name)
def test_every_pack_that_was_ever_made_is_read(path: Path) -> None:
    pack = read(path)
    assert pack.is_whole and len(pack.puzzles) >= 3
    assert path.name.startswith(f"version-{pack.header.version}")


def test_there_is_a_pack_of_every_version() -> None:
    assert {read(path).header.version for path in FROZEN.glob("*.jsonl")} == set(range(1, VERSION + 1))


def test_what_was_written_is_read(tmp_path: Path) -> None:
    data = written(tmp_path / "a.jsonl")
    pack = read(tmp_path / "a.jsonl")
    assert pack == Pack(header(), tuple(puzzle_of(number) for number in NUMBERS))
    assert pack.is_whole and data.count(b"\n") == 6 and data.endswith(b"\n")
    first, second = (msgspec.json.decode(line) for line in data.splitlines()[:2])
    assert list(first)[:2] == ["format", "version"]
    assert list(second) == [
        *("id", "kind", "position", "goal", "difficulty", "solution", "link"),
        *("item", "digest"),
    ]


def test_other_ends_of_lines_and_a_mark_at_the_front_change_nothing(tmp_path: Path) -> None:
    data = written(tmp_path / "a.jsonl")
    (tmp_path / "b.jsonl").write_bytes(b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"))
    assert read(tmp_path / "b.jsonl") == read(tmp_path / "a.jsonl")


def test_a_pack_that_is_not_finished_is_read_and_says_so(tmp_path: Path) -> None:
    written(tmp_path / "a.jsonl", count=9)
    pack = read(tmp_path / "a.jsonl")
    assert len(pack.puzzles) == 5 and not pack.is_whole


@given(place=st.integers(0, 10**6), value=st.integers(0, 255))
@settings(max_examples=400)
def test_a_byte_that_was_changed_is_noticed(
    tmp_path_factory: pytest.TempPathFactory, place: int, value: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.jsonl"
    data = content()
    place %= len(data)
    path.write_bytes(data[:place] + bytes([value]) + data[place + 1 :])
    try:
        assert read(path).puzzles == tuple(puzzle_of(number) for number in NUMBERS)
        assert data[place] == value
    except (NotationError, FileError) as error:
        line = data.count(b"\n", 0, place) + 1
        assert str(path) in str(error)
        # A changed digest makes the line after it stand out as well, a changed end joins two lines.
        assert isinstance(error, NotationError) and error.line in (line, line + 1)


@given(place=st.integers(0, 10**6))
def test_a_pack_that_was_cut_is_noticed(tmp_path_factory: pytest.TempPathFactory, place: int) -> None:
    path = tmp_path_factory.getbasetemp() / "cut.jsonl"
    data = content()
    cut = data[: place % len(data)]
    path.write_bytes(cut)
    try:
        pack = read(path)
    except NotationError as error:
        assert error.line == (cut.count(b"\n") + 1 if cut else None)
    else:
        assert cut.endswith(b"\n") and not pack.is_whole


def test_lines_cannot_be_taken_out_put_in_or_moved(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = written(path).splitlines(keepends=True)
    behind = "was altered, or does not belong behind the line before it"
    behind += "; expected a line of a pack, as it was written"
    assert refused(path, b"".join([*lines[:2], *lines[3:]])) == f", line 3: {behind}"
    assert refused(path, b"".join([*lines[:2], lines[3], lines[2], *lines[4:]])) == f", line 3: {behind}"
    assert refused(path, b"".join([*lines[:3], lines[2], *lines[3:]])) == f", line 4: {behind}"
    twice = ", line 2: another pack begins here; expected a puzzle; `pack merge` joins packs"
    assert refused(path, b"".join([lines[0], *lines])) == twice


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"goal": "Look: \x1b[2J"}, "the control character '\\x1b' in goal; expected letters, digits, signs"),
        ({"link": "toy~1\x9b"}, "the control character '\\x9b' in link"),
        ({"solution": ("minus", "\r")}, "the control character '\\r' in solution"),
        ({"position": "1\x00"}, "the control character '\\x00' in position"),
        ({"id": "frogs"}, "line 2, column 2: id 'frogs'; expected 16 hexadecimal digits"),
    ],
)
def test_what_would_steer_a_terminal_is_refused_though_sealed(
    tmp_path: Path, fields: dict[str, Any], why: str
) -> None:
    path = tmp_path / "a.jsonl"
    stream = io.BytesIO()
    PackStream(header(1), stream).add([structs.replace(entries()[0], **fields)])
    assert why in refused(path, stream.getvalue())


def test_a_line_that_is_cut_is_said_to_be(tmp_path: Path) -> None:
    data = content()
    for cut in (data[:-1], data[:-40]):
        whole = "expected a whole line (the command that made the pack goes on with it)"
        why = f", line 6, column {len(cut.splitlines()[5]) + 1}: the line is cut there; {whole}"
        assert refused(tmp_path / "a.jsonl", cut) == why


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"position":"1"', b'"position":"1', "line 3, column 54: 'goal\":\"Count 1 down to 0'… is no JSON"),
        (b'"position":"1"', b'"position":1', "line 3, column 39: expected `str`, got `int`; expected the"),
        (b'"bits":1.0,', b'"bits":"1",', "line 3, column 114: expected `float`, got `str`"),
        (b'"position":"1"', b'"frogs":"1"', "line 3, column 39: object contains unknown field `frogs`"),
        (b'"position":"1"', b'"position": "1"', 'line 3, column 50: \' "1","goal'),
        (b'"percentile":10.0', b'"percentile":1e1', "line 3, column 158: 'e1,\"level"),
        (b'"position":"1",', b"", "line 3: object missing required field `position`"),
        (b'{"id":"', b'["id":"', "line 3, column 6: ':\"19d8"),
        (b"Count 1 down", b"Count 9 down", "line 3: was altered"),
        (b"Count 1 down", b"Count \xff down", "line 3, column 68: not UTF-8"),
        (b'"version":1', b'"version":2', "line 1: a pack of version '2'; expected version 1"),
        (b'"format":"quadrangle pack"', b'"format":"a log"', "line 1: not the head of a pack"),
        (b'"count":5', b'"count":0', "line 1: a count of 0; expected 1 to 1,000,000"),
        (b'"count":5', b'"count":100000000', "line 1: a count of 100000000; expected 1 to"),
        (b'"kinds":["toy"]', b'"kinds":[]', "line 1: no kind of puzzles"),
        (b'"seed":-5', b'"seed":"-5"', "line 1, column"),
        (b'"seed":-5', b'"seed":-6', "line 1: was altered"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, old: bytes, new: bytes, why: str) -> None:
    path = tmp_path / "a.jsonl"
    lines = written(path).splitlines(keepends=True)
    at = 0 if old in lines[0] else 2
    changed = lines[at].replace(old, new, 1)
    assert changed != lines[at]
    lines[at] = changed
    assert why in refused(path, b"".join(lines))


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    assert "holds nothing" in refused(path, b"")
    assert "line 1, column 1: 'hello" in refused(path, b"hello\n")
    assert "line 1: not the head of a pack" in refused(path, b"[]\n")
    assert "line 1: longer than 262,144 bytes" in refused(path, b"[" * 300_000)
    assert "line 1: too deep" in refused(path, b"[" * 200_000 + b"\n")
    with pytest.raises(FileError, match="cannot be read"):
        read(tmp_path)
    with pytest.raises(FileError, match="cannot be read"):
        read(tmp_path / "none")


def test_more_puzzles_than_the_header_counts_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = written(path, count=4)
    assert ", line 6: puzzle 5; expected no more than the 4 of the header" in refused(path, data)
    assert MOST == 1_000_000


def test_what_comes_behind_more_puzzles_than_are_counted_is_not_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(content(count=2) + b"x\n" * 1000)
    assert [line.number for line in scan(path)] == [1, 2, 3, 4]


def test_a_new_file_is_written_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    data = written(path)
    assert written(path) == data
    with pytest.raises(FileError, match="is there already"):
        write_new(path, header(), entries("9"))
    assert path.read_bytes() == data
