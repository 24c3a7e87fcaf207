"""`leaves batch`: a layout a line in, an answer a line out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import one_line_error, run
from leaves_cases import (
    PUZZLE,
    TABLE,
    full_layouts,
    lonely_centre,
    puzzles,
)

from quadrangle.solvers.leaves.cards import Card
from quadrangle.solvers.leaves.census import shipped
from quadrangle.solvers.leaves.layout import Layout
from quadrangle.solvers.leaves.link import layout_link
from quadrangle.solvers.leaves.search import Search


def test_batch_answers_what_check_answers_in_order() -> None:
    layouts = list(full_layouts(300, seed=37))
    lines = "".join(str(layout).replace("\n", " / ") + "\n" for layout in layouts)
    ran = run("leaves", "batch", "-", stdin=lines.encode())
    assert ran.code == 0
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["layout"] for answer in answers] == [str(layout) for layout in layouts]
    for layout, answer in [*zip(layouts, answers, strict=True)][::23]:
        found = run("leaves", "check", str(layout), "--json").json
        for field in ("solvable", "solution", "solutions", "random_play_success", "careful_success", "bits"):
            assert answer[field] == found[field]


def test_batch_answers_the_other_lines_when_some_are_wrong() -> None:
    good = TABLE.replace("\n", " ")
    lines = [
        good.encode(),
        b"1rb 2yg",
        b"",
        b"\xff\xfe",
        json.dumps({"layout": PUZZLE, "hand": ["3yg", "1rm"]}).encode(),
        b'{"layout": 3}',
        json.dumps({"layout": PUZZLE, "hands": "3yg"}).encode(),
        b"{not json",
        b'{"a":' + b"[" * 4000 + b"}",
        b"x" * 5000,
        json.dumps(TABLE).encode() + b"\r",
        layout_link(Layout.parse(PUZZLE), (Card.parse("3yg"),)).encode(),
        good.encode()[:20],
    ]
    ran = run("leaves", "batch", "-", "--fields", "solvable,bits", stdin=b"\n".join(lines))
    assert ran.code == 2
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("line") for answer in answers] == [None, 2, 3, 4, None, 6, 7, 8, 9, 10, None, None, 13]
    assert answers[0] == {"solvable": True, "bits": 7.71021318}
    assert [centre["card"] for centre in answers[4]["centres"]] == ["3yg", "1rm"]
    assert answers[10] == answers[0]
    assert "longer than 4096 bytes" in answers[9]["error"]
    assert "JSON with the key 'hands'" in answers[6]["error"]
    assert all("\n" not in answer.get("error", "") for answer in answers)


def test_batch_reads_files_and_refuses_unknown_fields(tmp_path: Path) -> None:
    path = tmp_path / "layouts.txt"
    path.write_text(TABLE.replace("\n", "/") + "\n")
    assert run("leaves", "batch", str(path), "--fields", "solutions").json == {"solutions": 11918}
    assert "expected some of layout,solvable" in one_line_error(
        run("leaves", "batch", str(path), "--fields", "x")
    )
    assert "cannot be read" in one_line_error(run("leaves", "batch", str(tmp_path / "absent")))
    assert "cannot be read" in one_line_error(run("leaves", "batch", str(tmp_path)))


def test_a_batch_takes_documents_of_our_own() -> None:
    document = run("leaves", "check", PUZZLE, "--hand", "3yg", "--json").out
    answer = run("leaves", "batch", "-", "--fields", "solvable", stdin=document.encode()).json
    assert [centre["card"] for centre in answer["centres"]] == ["3yg"]


def test_fields_limit_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(Search, "measure", refuse)
    text = TABLE.replace("\n", " ").encode()
    assert run("leaves", "batch", "-", "--fields", "layout", stdin=text).json == {"layout": TABLE}
    assert run("leaves", "batch", "-", "--fields", "solvable", stdin=text).code == 70


def test_batch_gives_the_same_through_the_kernels_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A puzzle with all its centres among them; past the first 250 layouts the kernels answer."""
    puzzle = next(p for p in puzzles(500, seed=32) if set(shipped().swaps(p).values()) >= {0, 1})
    lines = [str(layout).replace("\n", " ") for layout in full_layouts(20, seed=39)]
    lines += [str(puzzle).replace("\n", " "), "1rb", str(lonely_centre()).replace("\n", " ")]
    text = "\n".join(lines).encode()
    plain = run("leaves", "batch", "-", stdin=text)
    monkeypatch.setattr("quadrangle.commands.leaves.stream._PLAIN", 0)
    calls = []
    monkeypatch.setattr("quadrangle.core.kernels.on_compile", None)
    for workers in ("1", "2"):
        compiled = run("leaves", "batch", "-", "--workers", workers, stdin=text)
        calls.append(compiled.out)
    assert calls == [plain.out, plain.out]
    assert json.loads(plain.out.splitlines()[0])["nodes"] is None


def test_the_kernels_take_over_in_a_large_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadrangle.commands.leaves.stream._PLAIN", 3)
    asked: list[int] = []
    from quadrangle.solvers.leaves import batch

    plain = batch.solvable

    def noted(cells: Any, workers: int) -> Any:
        asked.append(len(cells))
        return plain(cells, workers)

    monkeypatch.setattr(batch, "solvable", noted)
    run("leaves", "batch", "-", "--fields", "solvable", stdin=(TABLE.replace("\n", " ") + "\n").encode() * 10)
    assert sum(asked) == 7


def test_a_hand_for_a_batch_goes_with_its_puzzles() -> None:
    lines = [PUZZLE.replace("\n", " "), TABLE.replace("\n", " "), "3yg 2yg 3gm 1ym . 2gb 3rg 1gg 2rm"]
    ran = run(
        "leaves", "batch", "-", "--hand", "3yg", "--fields", "solvable", stdin="\n".join(lines).encode()
    )
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [centre["card"] for centre in answers[0]["centres"]] == ["3yg"]
    assert answers[1] == {"solvable": True}
    assert "hand card 3yg already lies in the puzzle" in answers[2]["error"]
    assert "--hand: '9zz' is not a Leaf Card" in one_line_error(run("leaves", "batch", "-", "--hand", "9zz"))
