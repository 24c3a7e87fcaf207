"""`quadrangle booklet`: what is written, what is said, and what is refused in one line."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command import one_line_error, run
from paper_cases import LEAVES, media_box, texts, write_pack

from quadrangle.render.pages import PAPERS


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "pack.jsonl", LEAVES)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.pdf"


def test_a_pack_becomes_a_booklet(pack: Path, out: Path) -> None:
    ran = run("booklet", str(pack), str(out), "--title", "Two of them", "--per-page", "2", "--paper", "a5")
    assert (ran.code, ran.err) == (0, "")
    pages = texts(out.read_bytes())
    assert ran.out == f"{out}: {len(pages)} pages, 2 puzzles.\n"
    assert "Two of them" in pages[0]
    assert any("Solutions" in page for page in pages)
    assert [float(side) for side in media_box(out.read_bytes())] == pytest.approx(PAPERS["A5"][1:], abs=0.01)


def test_the_solutions_go_into_a_file_of_their_own(pack: Path, out: Path) -> None:
    ran = run("booklet", str(pack), str(out), "--key", "separate")
    key = out.with_name("out-key.pdf")
    assert ran.code == 0
    assert ran.out.splitlines()[1] == f"{key}: 1 page, the solutions."
    assert not any("Solutions" in page for page in texts(out.read_bytes()))
    assert "Solutions: Leaves puzzles" in texts(key.read_bytes())[0]


def test_versions_are_told_with_their_pages(pack: Path, out: Path) -> None:
    ran = run("booklet", str(pack), str(out), "--versions", "2", "--key", "none")
    pages = texts(out.read_bytes())
    assert ran.out.splitlines() == [
        f"{out}: {len(pages)} pages, 2 puzzles.",
        f"Version A: pages 1 to {len(pages) // 2}.",
        f"Version B: pages {len(pages) // 2 + 1} to {len(pages)}.",
    ]
    assert "Version B" in pages[len(pages) // 2]


def test_json_says_what_was_written(pack: Path, out: Path) -> None:
    ran = run("booklet", str(pack), str(out), "--versions", "2", "--key", "separate", "--json")
    found = ran.json
    assert (found["format"], found["version"]) == ("quadrangle booklet", 1)
    assert (found["title"], found["paper"], found["puzzles"]) == ("Leaves puzzles", "A4", 2)
    assert [version["letter"] for version in found["versions"]] == ["A", "B"]
    assert found["versions"][1]["last_page"] == found["files"][0]["pages"]
    for file in found["files"]:
        data = Path(file["file"]).read_bytes()
        assert (len(data), len(texts(data))) == (file["bytes"], file["pages"])


def test_json_has_no_letter_for_a_single_version(pack: Path, out: Path) -> None:
    assert run("booklet", str(pack), str(out), "--json").json["versions"][0]["letter"] is None


def test_an_unfinished_pack_is_printed_and_said_to_be_one(tmp_path: Path, out: Path) -> None:
    pack = write_pack(tmp_path / "pack.jsonl", LEAVES[:1], count=20)
    ran = run("booklet", str(pack), str(out))
    assert ran.code == 0
    assert ran.err == "quadrangle: the pack is not finished: 1 of 20 puzzles are in it\n"


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(pack: Path, tmp_path: Path) -> None:
    digests = set()
    for seed in ("0", "123"):
        out = tmp_path / f"out{seed}.pdf"
        words = [sys.executable, "-m", "quadrangle", "booklet", str(pack), str(out), "--versions", "2"]
        subprocess.run(words, check=True, capture_output=True, env=os.environ | {"PYTHONHASHSEED": seed})
        digests.add(hashlib.sha256(out.read_bytes()).hexdigest())
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--per-page", "3"], "'3' is not one of '1', '2', '4'"),
        (["--versions", "0"], "0 is not in the range 1<=x<=26"),
        (["--versions", "27"], "27 is not in the range 1<=x<=26"),
        (["--key", "front"], "'front' is not one of 'back', 'separate', 'none'"),
        (["--paper", "A3"], "'A3' is not one of"),
        (
            ["--title", "銀杏"],
            "'銀' in '銀杏' cannot be printed; expected letters of Western European languages",
        ),
        (["--title", "x" * 201], "a title of 201 letters; expected at most 200"),
    ],
)
def test_an_option_that_cannot_be_is_refused(pack: Path, out: Path, options: list[str], why: str) -> None:
    assert why in one_line_error(run("booklet", str(pack), str(out), *options))
    assert not out.exists()


def test_a_pack_that_is_not_there_is_named(tmp_path: Path, out: Path) -> None:
    said = one_line_error(run("booklet", str(tmp_path / "none.jsonl"), str(out)))
    assert "none.jsonl" in said
    assert not out.exists()


def test_a_pack_that_was_cut_or_edited_is_refused(pack: Path, out: Path) -> None:
    whole = pack.read_bytes()
    pack.write_bytes(whole[:-30])
    assert "pack.jsonl" in one_line_error(run("booklet", str(pack), str(out)))
    pack.write_bytes(whole.replace(b"12 ways", b"13 ways"))
    assert "line 2" in one_line_error(run("booklet", str(pack), str(out)))
    assert not out.exists()


def test_what_is_no_pack_is_refused(tmp_path: Path, out: Path) -> None:
    for name, content in (("empty", b""), ("words", b"not a pack\n"), ("binary", bytes(range(256)))):
        file = tmp_path / name
        file.write_bytes(content)
        one_line_error(run("booklet", str(file), str(out)))


def test_a_pack_without_puzzles_is_refused(tmp_path: Path, out: Path) -> None:
    pack = write_pack(tmp_path / "pack.jsonl", (), count=3)
    assert "there are no puzzles to print" in one_line_error(run("booklet", str(pack), str(out)))


def test_what_does_not_end_in_pdf_is_not_written(pack: Path, tmp_path: Path) -> None:
    before = pack.read_bytes()
    for name in (pack, tmp_path / "out.txt", tmp_path / "out"):
        said = one_line_error(run("booklet", str(pack), str(name)))
        assert "expected the name of a file that ends in .pdf" in said
    assert pack.read_bytes() == before


def test_a_pack_is_not_written_over(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "pack.pdf", LEAVES)
    before = pack.read_bytes()
    assert "is the pack" in one_line_error(run("booklet", str(pack), str(pack)))
    assert pack.read_bytes() == before


def test_a_place_where_nothing_can_be_written_is_named(pack: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder.pdf"
    folder.mkdir()
    for place in (folder, tmp_path / "nowhere" / "out.pdf"):
        assert str(place) in one_line_error(run("booklet", str(pack), str(place)))


def test_a_file_is_replaced_whole_or_not_at_all(
    pack: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out.write_bytes(b"before")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        said = one_line_error(run("booklet", str(pack), str(out)))
    assert said == f"quadrangle: {out}: cannot be written (No space left on device)\n"
    assert out.read_bytes() == b"before"
    assert sorted(file.name for file in out.parent.iterdir()) == ["out.pdf", "pack.jsonl"]
    assert run("booklet", str(pack), str(out)).code == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("module", ["fpdf", "segno"])
def test_without_the_extra_what_to_install_is_told(
    pack: Path, out: Path, module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    said = one_line_error(run("booklet", str(pack), str(out)))
    assert said.endswith("it comes with: pip install 'quadrangle[print]'\n")
