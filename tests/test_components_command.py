"""`quadrangle components`: what is in the box, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import one_line_error, run

from quadrangle.engines import names
from quadrangle.engines.leaves import standard

SHIPPED = Path(__file__).parents[1] / "engines" / "leaves" / "components.toml"


@pytest.mark.parametrize("game", names())
def test_every_entry_is_shown_with_its_source(game: str) -> None:
    ran = run("components", "show", game)
    document = run("components", "show", game, "--json").json
    assert ran.code == 0
    assert document["entries"]
    for entry in document["entries"]:
        line = next(line for line in ran.out.splitlines() if line.startswith(f"  {entry['text']} "))
        assert line.endswith(f"  {entry['source']}")
        assert f"\n{entry['group']}\n" in ran.out
    assert sum(document["counts"].values()) == len(document["entries"])
    assert f"{len(document['entries'])} entries: " in ran.out


def test_the_box_of_leaves_is_that_of_the_rulebook() -> None:
    found = run("components", "show", "leaves", "--json").json
    assert found["counts"] == {"printed": 31, "published": 0, "reconstructed": 0}
    assert found["digest"] == standard().digest
    assert found["file"] is None
    assert [entry["group"] for entry in found["entries"]].count("Leaf Card") == 27
    assert "reconstructed" not in run("components", "show", "leaves").out


def test_a_file_of_ones_own_is_shown_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = SHIPPED.read_text().replace("seconds = 12", "seconds = 20")
    text = text.replace('source = "printed"', 'source = "published"', 2)
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    shown = run("components", "show", "leaves", "--components", str(path))
    assert f"leaves: {path}\n31 entries: 29 printed and 2 published. Digest " in shown.out
    assert "  20 seconds " in shown.out
    checked = run("components", "check", str(path))
    assert checked.code == 0
    assert f"Yes: leaves can be played with {path}.\n" in checked.out
    both = [run("components", "show", "leaves", "--components", str(path), "--json").json]
    both.append(run("components", "check", str(path), "--json").json)
    assert both[0] == both[1]
    assert both[0]["file"] == str(path)
    assert both[0]["digest"] != standard().digest


def test_reconstructions_are_said_last(tmp_path: Path) -> None:
    path = tmp_path / "guessed.toml"
    path.write_text(SHIPPED.read_text().replace('source = "printed"', 'source = "reconstructed"', 1))
    for arguments in (["show", "leaves", "--components", str(path)], ["check", str(path)]):
        last = run("components", *arguments).out.splitlines()[-1]
        assert last.startswith("1 of 31 components are reconstructed, not printed")


def test_the_file_that_comes_with_a_game_is_right() -> None:
    assert run("components", "check", str(SHIPPED)).code == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            '"quadrangle leaves components"',
            '"quadrangle chess components"',
            "'quadrangle leaves components'",
        ),
        ('format = "quadrangle leaves components"', "", "format"),
        ('format = "quadrangle leaves components"', "format = 7", "format"),
        ("version = 1", "version = 2", "its version is 2; expected 1"),
        ("version = 1", "", "missing required field `version`"),
        ("version = 1", "version = 9" + "9" * 30, "version"),
        ("seconds = 12", "seconds = 0", "Expected `int` >= 1 - at `$.timer.seconds`"),
        ("seconds = 12", 'seconds = "12"', "Expected `int`, got `str` - at `$.timer.seconds`"),
        ("seconds = 12", "seconds = 12\nminutes = 1", "unknown field `minutes` - at `$.timer`"),
        ('"1rg"', '"4rg"', "'4rg' is not a Leaf Card; expected a card such as 3yg"),
        ('"1rg"', '"1rb"', "1rb is there twice; expected every card at most once"),
        ('source = "printed"', 'source = "dreamt"', "Invalid enum value 'dreamt'"),
        ("[60, 90, 120, 180]", "[60, 90, 180, 120]", "expected rising numbers of seconds"),
        ("[60, 90, 120, 180]", "[60, 90", "not TOML"),
        ("seconds = 12", "seconds = " + "9" * 5000, "not TOML: a value is too deep or too long"),
    ],
)
def test_what_is_wrong_in_a_file_is_one_line_with_its_place(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    assert old in SHIPPED.read_text()
    path.write_text(SHIPPED.read_text().replace(old, new, 1))
    for arguments in (["check", str(path)], ["show", "leaves", "--components", str(path)]):
        said = one_line_error(run("components", *arguments))
        assert said.startswith(f"quadrangle: {path}: ")
        assert message in said


def test_a_deck_that_is_too_small_names_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text(SHIPPED.read_text()[: SHIPPED.read_text().index('card = "2rb"')].rpartition("[[")[0])
    said = one_line_error(run("components", "check", str(path)))
    assert "9 Leaf Cards, without 2rb, 2rg" in said
    assert "expected 12 or more" in said


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01", b"\xff\xfe[leaf]", b"a=" + b"[" * 9000, b"x" * 300_000, b"a.b=1\n" * 9]
)
def test_a_file_of_anything_is_one_clear_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "anything"
    path.write_bytes(data)
    assert str(path) in one_line_error(run("components", "check", str(path)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show"], "Missing argument 'GAME'"),
        (["show", "go"], "no game is called 'go'"),
        (["show", "go", "--components", str(SHIPPED)], "no game is called 'go'"),
        (["check"], "Missing argument 'FILE'"),
        (["check", "no-such-file"], "no-such-file: cannot be read (No such file or directory)"),
        (["check", "."], ".: cannot be read"),
        (["check", str(SHIPPED), "more"], "unexpected extra argument"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    assert message in one_line_error(run("components", *arguments))
