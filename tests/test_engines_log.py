"""What a match log must never do: be misread, take an altered byte, lose a finished line, let two write."""

from __future__ import annotations

import errno
import io
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import FileError, IllegalAction
from quadrangle.engines import log as log_module
from quadrangle.engines.bots import Random
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.leaves.components import standard
from quadrangle.engines.log import Seal, new_log, read_log
from quadrangle.engines.match import Match, replay

SEED = 5
TABLE = Leaves(2, LeavesRulings(puzzle_limit="1"))
SOLO = Leaves(1, LeavesRulings(solo_failure="no_legal_move"))
GAMES = {"table": TABLE, "solo": SOLO}


def go_on(match: Match) -> None:
    """Play a match to its end with the random player on every seat."""
    with match:
        match.advance({player: Random() for player in range(match.game.players)})
        match.finish()


@dataclass
class Played:
    """A finished match: the bytes of its log, and what happened in it."""

    data: bytes
    match: Match

    @property
    def lines(self) -> list[bytes]:
        return self.data.splitlines(keepends=True)

    @property
    def contents(self) -> list[bytes]:
        """The JSON objects of the lines, without their digests."""
        return [line.rpartition(b',"digest"')[0] + b"}" for line in self.lines]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Played]:
    """One finished match of each game, the same on every run."""
    found = {}
    for name, game in GAMES.items():
        path = tmp_path_factory.mktemp("played") / f"{name}.jsonl"
        match = Match(game, SEED, ["random"] * game.players, path=path)
        go_on(match)
        found[name] = Played(path.read_bytes(), match)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def sealed(*contents: bytes) -> bytes:
    """Return a log of JSON objects with digests that are right, as somebody who knows how would forge it."""
    seal = Seal()
    data = b""
    for content in contents:
        line = seal.sealed(content)
        seal.accept(line)
        data += line + b"\n"
    return data


def refused(path: Path, data: bytes) -> str:
    """Return why a log is refused: on one line, beginning with its name."""
    path.write_bytes(data)
    with pytest.raises(FileError) as error:
        replay(path)
    said = str(error.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    assert len(said) < 1000
    return said.removeprefix(f"{path}: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_log_cut_at_any_byte_is_read_to_its_last_whole_line_and_resumes_to_the_same_bytes(
    name: str, played: dict[str, Played], path: Path
) -> None:
    whole = played[name]
    head = len(whole.lines[0])
    ends = list(itertools.accumulate(len(line) for line in whole.lines))
    path.write_bytes(whole.data)
    # The last cut is just before the line end of the result; the solo log is cut at every third byte.
    for cut in range(len(whole.data) - 1, head - 1, -1 if name == "table" else -3):
        os.truncate(path, cut)
        count = sum(end <= cut for end in ends)
        reading = read_log(path)
        assert len(reading.lines) == count
        assert reading.size == ends[count - 1]
        assert reading.dropped == cut - ends[count - 1]
        match = Match.resume(path)
        assert match.steps == whole.match.steps[: count - 1]
        assert path.read_bytes() == whole.data[: ends[count - 1]]
        go_on(match)
        assert path.read_bytes() == whole.data


def test_a_log_without_its_whole_first_line_is_no_log(played: dict[str, Played], path: Path) -> None:
    whole = played["table"]
    path.write_bytes(whole.data)
    for cut in range(len(whole.lines[0]) - 1, -1, -1):
        os.truncate(path, cut)
        with pytest.raises(FileError, match="no whole line; expected a match log"):
            Match.resume(path)
        assert path.read_bytes() == whole.data[:cut]


def test_a_changed_byte_in_the_incomplete_line_cannot_matter(played: dict[str, Played], path: Path) -> None:
    whole = played["table"]
    start = sum(map(len, whole.lines[:16]))
    line = whole.lines[16][:-1]
    expected = whole.match.steps[:15]
    for at, byte in itertools.product(range(len(line)), b"\n}0"):
        if line[at] == byte:
            continue
        tail = line[:at] + bytes([byte]) + line[at + 1 :]
        path.write_bytes(whole.data[:start] + tail)
        try:
            assert replay(path).steps == expected
        except FileError as error:
            assert "line 17 has been altered" in str(error)


@pytest.mark.parametrize("name", GAMES)
def test_every_changed_byte_is_refused_by_its_line(name: str, played: dict[str, Played], path: Path) -> None:
    """A line end belongs to the line it ends, the last one of a finished log included.

    Three bytes or more for each place of the table's log, for every fourth of the solo challenge's.
    """
    data = played[name].data
    path.write_bytes(data)
    with open(path, "r+b", buffering=0) as file:
        for at in range(len(data) - 1, -1, -1 if name == "table" else -4):
            number = data.count(b"\n", 0, at) + 1
            for other in {ord("\n"), ord("}"), data[at] ^ 1, data[at] ^ 128} - {data[at]}:
                file.seek(at)
                file.write(bytes([other]))
                with pytest.raises(FileError) as error:
                    read_log(path)
                expected = f"{path}: line {number} "
                assert str(error.value).startswith(expected), (at, other, str(error.value))
            file.seek(at)
            file.write(data[at : at + 1])
    assert path.read_bytes() == data


def test_bytes_put_in_or_taken_out_are_refused_by_their_line(played: dict[str, Played], path: Path) -> None:
    """Every eleventh place of the log."""
    data = played["table"].data
    for at in range(0, len(data) - 1, 11):
        number = data.count(b"\n", 0, at) + 1
        assert f"line {number} " in refused(path, data[:at] + data[at + 1 :])
        assert f"line {number} " in refused(path, data[:at] + b" " + data[at:])
        # One line end more after a line leaves it whole, and an empty one behind it.
        number += data[at] == ord("\n")
        assert f"line {number} " in refused(path, data[:at] + b"\n" + data[at:])


def without(lines: list[bytes], at: int) -> list[bytes]:
    return lines[:at] + lines[at + 1 :]


def swapped(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]


def repeated(lines: list[bytes], at: int) -> list[bytes]:
    return [*lines[: at + 1], *lines[at:]]


@pytest.mark.parametrize("change", [without, swapped, repeated])
def test_lines_taken_out_swapped_and_repeated_are_refused(
    change: Callable[[list[bytes], int], list[bytes]], played: dict[str, Played], path: Path
) -> None:
    lines = played["table"].lines
    for at in range(len(lines) - 1):
        # The line that stood there last stays; what comes after it does not fit any more.
        number = at + 2 if change is repeated else at + 1
        assert f"line {number} " in refused(path, b"".join(change(lines, at)))


def test_lines_of_another_log_are_refused(played: dict[str, Played], path: Path) -> None:
    game = Leaves(2, LeavesRulings(puzzle_limit="1"))
    match = Match(game, SEED + 1, ["random"] * 2, path=path)
    go_on(match)
    others = path.read_bytes().splitlines(keepends=True)
    lines = played["table"].lines
    for at in range(1, min(len(lines), len(others))):
        assert f"line {at + 1} has been altered" in refused(path, b"".join([*lines[:at], *others[at:]]))
        assert f"line {at + 1} has been altered" in refused(
            path, b"".join([*lines[:at], others[at], *lines[at:]])
        )


@pytest.mark.parametrize("after", [b"\n", b"x", b"\r\n", b"\0", b"[]\n", b"{}\n", b"{}"])
def test_what_follows_the_result_is_refused(after: bytes, played: dict[str, Played], path: Path) -> None:
    whole = played["table"]
    number = len(whole.lines) + 1
    if after == b"{}":
        # It may be the beginning of a line that was not finished, and says nothing.
        path.write_bytes(whole.data + after)
        assert replay(path).finished
    else:
        assert f"line {number} has been altered" in refused(path, whole.data + after)


@pytest.mark.parametrize("data", [b"", b"\n", b"{", b"{}\n", b"\xff\xfe{}\n", b"\x89PNG\r\n", b"1\n2\n3\n"])
def test_files_that_are_no_logs_are_refused(data: bytes, path: Path) -> None:
    said = refused(path, data)
    assert "match log" in said or "line 1 has been altered" in said


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for found in (tmp_path / "none.jsonl", tmp_path, tmp_path / "none" / "log.jsonl"):
        with pytest.raises(FileError, match="cannot be read"):
            replay(found)
        with pytest.raises(FileError):
            Match.resume(found)
    assert list(tmp_path.iterdir()) == []


def test_a_log_longer_than_any_is_neither_read_nor_written(
    played: dict[str, Played], path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played["table"]
    monkeypatch.setattr(log_module, "LIMIT", len(whole.data) - 1)
    assert "longer than" in refused(path, whole.data)
    path.write_bytes(b"".join(whole.lines[:-1]))
    with Match.resume(path) as match, pytest.raises(FileError, match="it would be longer"):
        match.finish()
    assert path.read_bytes() == b"".join(whole.lines[:-1])
    monkeypatch.setattr(log_module, "LIMIT", len(whole.data))
    go_on(Match.resume(path))
    assert path.read_bytes() == whole.data
    assert replay(path).finished


def with_head(whole: Played, **fields: Any) -> bytes:
    head = json.loads(whole.contents[0]) | fields
    return sealed(msgspec.json.encode(head), *whole.contents[1:])


HEADS: list[tuple[dict[str, Any], str]] = [
    ({"format": "quadrangle pack"}, "its format is 'quadrangle pack'; expected 'quadrangle match'"),
    ({"format": None}, "its format is 'null'; expected 'quadrangle match'"),
    ({"format": ["x\n" * 500]}, "its format is "),
    ({"version": 2}, "its version is '2'; expected 1"),
    ({"version": 0}, "its version is '0'; expected 1"),
    ({"version": True}, "line 1: Expected `int`, got `bool` - at `$.version`"),
    ({"version": 1.0}, "line 1: Expected `int`, got `float` - at `$.version`"),
    ({"version": "1"}, "its version is '1'; expected 1"),
    ({"game": "chess"}, "line 1: no game is called 'chess'; expected academy, campus and leaves"),
    ({"game": 3}, "line 1: Expected `str`, got `int` - at `$.game`"),
    ({"players": 3}, "line 1: 2 names for 3 players"),
    ({"players": 0}, "line 1: 0 players of Leaves"),
    ({"players": -1}, "line 1: -1 players of Leaves"),
    ({"players": 10**15}, "line 1: 1000000000000000 players of Leaves"),
    ({"players": True}, "line 1: Expected `int`, got `bool` - at `$.players`"),
    ({"players": 2.0}, "line 1: Expected `int`, got `float` - at `$.players`"),
    ({"players": 5, "names": ["random"] * 5}, "line 1: 5 players of Leaves; expected 1 (solo) to 4"),
    ({"names": ["random"]}, "line 1: 1 names for 2 players"),
    ({"names": ["random"] * 3}, "line 1: 3 names for 2 players"),
    ({"names": []}, "line 1: 0 names for 2 players"),
    ({"names": "ab"}, "line 1: Expected `array`, got `str` - at `$.names`"),
    ({"rulings": {"puzzle_limit": "1", "house_rule": "yes"}}, "line 1: no ruling is called 'house_rule'"),
    ({"rulings": {"puzzle_limit": "0"}}, "line 1: the ruling puzzle_limit=0; expected "),
    ({"rulings": {"puzzle_limit": 1}}, "line 1: Expected `str`, got `int` - at `$.rulings[...]`"),
    ({"rulings": {"puzzle_limit": "1"}}, "line 1 is not the head of a match log; expected "),
    ({"components": "0123456789abcdef"}, "it was played with other components ('0123456789abcdef'; "),
    ({"seed": True}, "line 1: Expected `int`, got `bool` - at `$.seed`"),
    ({"seed": 5.0}, "line 1: Expected `int`, got `float` - at `$.seed`"),
    ({"seed": None}, "line 1: Expected `int`, got `null` - at `$.seed`"),
    ({"start": ""}, "line 1: "),
    ({"start": "phase: call\npuzzle: 1"}, "line 1: "),
    ({"start": 7}, "line 1: Expected `str | null`, got `int` - at `$.start`"),
    ({"clock": "off"}, "line 1: Object contains unknown field `clock`"),
]


@pytest.mark.parametrize(("fields", "why"), HEADS)
def test_heads_that_cannot_be_are_refused_by_name(
    fields: dict[str, Any], why: str, played: dict[str, Played], path: Path
) -> None:
    assert refused(path, with_head(played["table"], **fields)).startswith(why)


def test_a_head_without_a_field_or_in_another_order_is_refused(played: dict[str, Played], path: Path) -> None:
    whole = played["table"]
    head = json.loads(whole.contents[0])
    for name in head:
        less = {other: value for other, value in head.items() if other != name}
        assert refused(path, sealed(msgspec.json.encode(less), *whole.contents[1:]))
    turned = dict(reversed(head.items()))
    said = refused(path, sealed(msgspec.json.encode(turned), *whole.contents[1:]))
    assert "line 1 is not the head of a match log" in said


def test_who_made_a_log_is_no_reason_to_refuse_it(played: dict[str, Played], path: Path) -> None:
    path.write_bytes(with_head(played["table"], made_by="quadrangle 99.0"))
    assert replay(path).steps == played["table"].match.steps


def test_seeds_of_any_size_are_kept(path: Path) -> None:
    for seed in (0, -1, 2**63, -(2**64), 10**30):
        path.unlink(missing_ok=True)
        match = Match(TABLE, seed, path=path)
        match.chance()
        match.close()
        found = replay(path)
        assert found.seed == seed
        assert found.steps == match.steps


def test_other_components_are_refused_and_the_right_ones_taken(path: Path) -> None:
    other = msgspec.structs.replace(
        standard(), timer=msgspec.structs.replace(standard().timer, seconds=30, source="reconstructed")
    )
    go_on(Match(Leaves(2, LeavesRulings(puzzle_limit="1"), other), SEED, path=path))
    with pytest.raises(FileError, match=r"played with other components.*expected --components with the file"):
        replay(path)
    assert replay(path, components=other).finished


def forged(whole: Played, at: int, content: bytes) -> bytes:
    """Return a log whose line number `at` says something else, with all digests made anew."""
    contents = whole.contents
    return sealed(*contents[: at - 1], content, *contents[at:])


FORGED = [
    b'{"player":"chance","action":"draw 3yg","action":"draw 2rm"}',
    b'{"player":"chance","player":"chance","action":"draw 3yg"}',
    b'{"player":"chance","digest":"000000000000","action":"draw 3yg"}',
    b'{"player": "chance","action":"draw 3yg"}',
    b' {"player":"chance","action":"draw 3yg"}',
    b'{"player":"chance","action":"draw 3y\\u0067"}',
    b'{"action":"draw 3yg","player":"chance"}',
    b'{"player":"chance","action":"draw 3yg","ms":0}',
    b'{"player":"chance","action":"draw 3yg","then":[]}',
    b'{"player":"chance","action":"draw 3yg","then":null}',
    b'{"player":"chance","action":"draw 3yg","then":["breezes up"]}',
    b'{"player":"chance","action":"draw 3yg","ms":-1}',
    b'{"player":"chance","action":"draw 3yg","ms":1.0}',
    b'{"player":"chance","action":"draw 3yg","ms":true}',
    b'{"player":"chance","action":"draw 3yg","ms":"1"}',
    b'{"player":"chance","action":"draw 3yg","ms":NaN}',
    b'{"player":"chance","action":"draw 3yg","ms":1e999}',
    b'{"player":"chance","action":"draw 3yg","ms":1000000000001}',
    b'{"player":"chance","action":"draw 3yg","ms":' + b"9" * 300 + b"}",
    b'{"player":"chance","action":"draw 3yg","ms":' + b"9" * 9000 + b"}",
    b'{"player":"chance","action":"draw 3yg","note":"x"}',
    b'{"player":"chance","action":"draw 3yg","\\n":"x"}',
    b'{"player":"chance","action":"draw 3YG"}',
    b'{"player":"chance","action":"draw  3yg"}',
    b'{"player":"chance","action":" draw 3yg"}',
    b'{"player":"chance","action":"draw 9zz"}',
    b'{"player":"chance","action":"' + b"x" * 100000 + b'"}',
    b'{"player":"chance","action":"\xff"}',
    b'{"player":"chance","action":"\\ud800"}',
    b'{"player":"chance","action":"\\u0000"}',
    b'{"player":"chance","action":7}',
    b'{"player":"chance","action":["draw 3yg"]}',
    b'{"player":"chance"}',
    b'{"player":"A","action":"draw 3yg"}',
    b'{"player":"referee","action":"draw 3yg"}',
    b'{"player":"A","action":"call"}',
    b'{"player":"referee","action":"fail forfeit"}',
    b'{"player":null,"action":"draw 3yg"}',
    b'{"player":["A","B"],"action":"draw 3yg"}',
    b'{"undo":1}',
    b'{"undo":0}',
    b'{"undo":true}',
    b'{"undo":1.0}',
    b'{"undo":-1}',
    b'{"undo":1,"by":"A"}',
    b'{"correct":2}',
    b'{"correct":true,"action":"draw 3yg"}',
    b'{"correct":1,"action":"draw 3yg"}',
    b'{"correct":3,"action":"draw 3yg"}',
    b'{"correct":2,"action":"call"}',
    b'{"correct":2,"action":"draw 3yg","ms":3}',
    b'{"action":"draw 3yg","correct":2}',
    b'{"help":1}',
    b'{"help":null}',
    b'{"help":"x","for":"A"}',
    b'{"pause":-1}',
    b'{"pause":1.5}',
    b'{"pause":false}',
    b'{"pause":1000000000001}',
    b'{"result":{}}',
    b'{"result":null}',
    b'{"nothing":1}',
    b'{"' + b"k" * 100000 + b'":1}',
    b'{"":{"a":1}}',
    b'{"\\n\\u001b[2J":1}',
    b'{"help":' + b"[" * 100000 + b"]" * 100000 + b"}",
    b'{"help":' + b"[" * 990 + b"]" * 990 + b"}",
    b'{"a":' * 100000 + b"1" + b"}" * 100000,
    b'{"help":"x"',
    b'{"help":"x}',
    b"{}",
    b"[]",
    b"null}",
]


@pytest.mark.parametrize("content", FORGED, ids=lambda content: content[:60].decode("latin-1"))
def test_forged_lines_are_refused_by_their_number(
    content: bytes, played: dict[str, Played], path: Path
) -> None:
    said = refused(path, forged(played["table"], 3, content))
    assert said.startswith("line 3"), said


RESULT_LIES: list[tuple[str, Any]] = [
    ("returns", [1.0, -1.0]),
    ("returns", [0, 0]),
    ("scores", [3.0]),
    ("helps", 1),
    ("helps", False),
    ("undos", 0.0),
    ("pauses", None),
    ("ended_by", "out_of_cards"),
    ("winner", "A"),
]


@pytest.mark.parametrize(("name", "value"), RESULT_LIES)
def test_a_result_that_is_not_that_of_its_steps_is_refused(
    name: str, value: Any, played: dict[str, Played], path: Path
) -> None:
    whole = played["table"]
    result = json.loads(whole.contents[-1])["result"] | {name: value}
    number = len(whole.lines)
    said = refused(path, forged(whole, number, msgspec.json.encode({"result": result})))
    assert said.startswith(f"line {number}: ")


@pytest.mark.parametrize("content", [b'{"help":"x"}', b'{"pause":1}', b'{"undo":1}', None])
def test_nothing_follows_the_result(content: bytes | None, played: dict[str, Played], path: Path) -> None:
    contents = played["table"].contents
    again = sealed(*contents, content or contents[-1])
    assert f"line {len(contents) + 1}: a line after the result" in refused(path, again)


def test_a_result_before_the_end_is_refused(played: dict[str, Played], path: Path) -> None:
    contents = played["table"].contents
    said = refused(path, sealed(*contents[:9], contents[-1]))
    assert "line 10: a result that the steps before it do not have" in said


def test_a_step_after_the_end_is_refused(played: dict[str, Played], path: Path) -> None:
    contents = played["table"].contents
    said = refused(path, sealed(*contents[:-1], b'{"player":"A","action":"pass"}'))
    assert said.startswith(f"line {len(contents)}: ")


def test_consequences_that_do_not_follow_are_refused(played: dict[str, Played], path: Path) -> None:
    whole = played["table"]
    at, step = next(
        (number, json.loads(content))
        for number, content in enumerate(whole.contents, 1)
        if b'"then":["failed' in content
    )
    for then in ([], step["then"][:-1], [*step["then"], "breezes up"], ["failed timeout"], "failed stuck"):
        content = msgspec.json.encode(step | {"then": then})
        assert f"line {at}: {step['action']}: by these rules " in refused(path, forged(whole, at, content))
    del step["then"]
    assert f"line {at}: {step['action']}: by these rules " in refused(
        path, forged(whole, at, msgspec.json.encode(step))
    )


KEYS = st.sampled_from(
    ["player", "action", "ms", "then", "undo", "correct", "help", "pause", "result", "digest", "x"]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.integers(-2, 20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | st.sampled_from(["A", "B", "chance", "referee", "draw 3yg", "draw ?", "call", "pass", "fail forfeit"])
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fields=st.dictionaries(KEYS, VALUES, min_size=1, max_size=4), count=st.integers(1, 30))
def test_any_line_is_refused_by_its_number_or_written_alike_by_the_match(
    fields: dict[str, Any], count: int, played: dict[str, Played], path: Path
) -> None:
    contents = played["table"].contents[:count]
    data = sealed(*contents, msgspec.json.encode(fields))
    path.write_bytes(data)
    try:
        found = replay(path)
    except FileError as error:
        assert str(error).startswith(f"{path}: line {len(contents) + 1}")
        assert "\n" not in str(error)
    else:
        # Nothing random is a step: what remains is help and pauses, each said in one way.
        assert set(fields) <= {"help", "pause"} or "action" in fields
        assert found.helps + found.pauses + len(found.steps) == len(contents)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_head_is_refused_on_one_line_or_is_that_of_a_match(
    data: st.DataObject, played: dict[str, Played], path: Path
) -> None:
    head = json.loads(played["table"].contents[0])
    name = data.draw(st.sampled_from(sorted(head)))
    start = str(played["table"].match.steps[15].after)
    at = data.draw(st.integers(0, len(start)))
    value = data.draw(VALUES | st.text(max_size=5).map(lambda put: start[:at] + put + start[at + len(put) :]))
    try:
        path.write_bytes(sealed(msgspec.json.encode(head | {name: value})))
    except UnicodeEncodeError:
        return
    try:
        found = replay(path)
    except FileError as error:
        assert str(error).startswith(f"{path}: ")
        assert "\n" not in str(error)
    else:
        assert json.loads(msgspec.json.encode(found.header()))[name] == value or name == "made_by"


def test_a_finished_match_is_not_resumed(played: dict[str, Played], path: Path) -> None:
    for tail in (b"", b'{"player":"A"'):
        path.write_bytes(played["table"].data + tail)
        with pytest.raises(FileError, match="expected an unfinished one"):
            Match.resume(path)
        assert path.read_bytes() == played["table"].data + tail
        assert not path.with_name(path.name + ".lock").exists()


def test_a_second_writer_is_refused_while_the_first_holds_the_log(path: Path, tmp_path: Path) -> None:
    first = Match(TABLE, SEED, path=path)
    first.chance()
    written = path.read_bytes()
    other_name = tmp_path / "other.jsonl"
    other_name.symlink_to(path)
    for name in (path, other_name):
        with pytest.raises(FileError, match="another run is writing this file"):
            Match.resume(name)
        with pytest.raises(FileError, match="another run is writing this file"):
            Match(TABLE, SEED, path=name)
    assert path.read_bytes() == written
    first.close()
    with Match.resume(path) as second, pytest.raises(FileError, match="another run"):
        assert second.steps == first.steps
        Match.resume(path)


def test_an_existing_file_is_never_written_over(path: Path) -> None:
    path.write_text("my diary")
    with pytest.raises(FileError, match="exists; expected a new file, or an unfinished match"):
        Match(TABLE, SEED, path=path)
    assert path.read_text() == "my diary"
    with pytest.raises(FileError, match="line 1 has been altered"):
        Match.resume(path)
    assert path.read_text() == "my diary"
    assert list(path.parent.iterdir()) == [path]


def test_a_refused_log_is_left_as_it_was_and_free(played: dict[str, Played], path: Path) -> None:
    lines = played["table"].lines
    data = b"".join([*lines[:5], lines[6], b'{"pl'])
    path.write_bytes(data)
    with pytest.raises(FileError, match="line 6 has been altered"):
        Match.resume(path)
    assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


_PLAY = """
import sys, time
from pathlib import Path
from quadrangle.engines.bots import Random
from quadrangle.engines.leaves import Leaves, LeavesRulings
from quadrangle.engines.match import Match

match = Match(Leaves(2, LeavesRulings(puzzle_limit="1")), 5, ["random"] * 2, path=Path(sys.argv[1]))
while not match.is_over:
    if len(match.steps) == 17:
        print("half way", flush=True)
        time.sleep(600)
    state = match.state
    match.act(state.sample_chance(match.rng())) if state.is_chance else match.answer(Random())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_leaves_a_log_that_resumes(played: dict[str, Played], path: Path) -> None:
    command = [sys.executable, "-c", _PLAY, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"half way\n"
            with pytest.raises(FileError, match="another run is writing this file"):
                Match.resume(path)
        finally:
            process.send_signal(signal.SIGKILL)
    whole = played["table"]
    assert path.read_bytes() == b"".join(whole.lines[:18])
    go_on(Match.resume(path))
    assert path.read_bytes() == whole.data


class Full(io.RawIOBase):
    """A file on a disk that takes `room` more bytes, seven at a time."""

    def __init__(self, file: io.RawIOBase) -> None:
        self._on_disk = file
        self.room = 0

    def write(self, data: Any) -> int:
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = self._on_disk.write(bytes(data)[: min(self.room, 7)]) or 0
        self.room -= taken
        return taken

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._on_disk.seek(offset, whence)

    def truncate(self, size: int | None = None) -> int:
        return self._on_disk.truncate(size)

    def close(self) -> None:
        self._on_disk.close()


ATTEMPTS: list[Callable[[Match], object]] = [
    lambda match: match.undo(1),
    lambda match: match.help("which card"),
    lambda match: match.pause(1000),
    lambda match: match.correct(2, match.steps[0].action),
    lambda match: match.answer(Random()),
]


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_a_line_the_disk_does_not_take_never_happened(attempt: Callable[[Match], object], path: Path) -> None:
    match = Match(SOLO, SEED, ["random"], path=path)
    match.chance()
    match.act(match.state.legal_actions()[0], 700)
    written, steps, result = path.read_bytes(), list(match.steps), (match.helps, match.undos, match.pauses)
    assert isinstance(match._log, log_module.Writing)
    disk = match._log._file = Full(match._log._file)
    for room in (0, 1, 7, 12):
        disk.room = room
        with pytest.raises(FileError, match=r"cannot be written \(No space left on device\)"):
            attempt(match)
        assert path.read_bytes() == written
        assert (match.steps, match.owed_ms) == (steps, 0)
        assert (match.helps, match.undos, match.pauses) == result
    # Slowly, but whole: a write may take a part only.
    disk.room = 1 << 20
    attempt(match)
    go_on(match)
    found = replay(path)
    assert found.finished
    assert found.steps == match.steps


def test_a_log_whose_head_cannot_be_written_is_not_left_behind(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "LIMIT", 100)
    with pytest.raises(FileError, match="cannot be written"):
        Match(TABLE, SEED, path=path)
    assert list(path.parent.iterdir()) == []
    monkeypatch.undo()
    Match(TABLE, SEED, path=path).close()
    assert replay(path).steps == []


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        Match(TABLE, SEED, path=tmp_path / "none" / "match.jsonl")
    with pytest.raises(FileError, match="cannot be written"):
        new_log(tmp_path / "none" / "match.jsonl", {"format": "x"})


def test_a_finished_match_takes_nothing_more(path: Path) -> None:
    match = Match(SOLO, SEED, path=path)
    match.advance({0: Random()})
    match.finish()
    written = path.read_bytes()
    match.finish()
    for attempt in ATTEMPTS[:4]:
        with pytest.raises(IllegalAction, match="the match is finished"):
            attempt(match)
    with pytest.raises(IllegalAction, match="the game is over"):
        match.act(match.steps[-1].action)
    match.close()
    assert path.read_bytes() == written
    assert replay(path).finished
