"""Components as spreadsheets: what an owner fills in comes back as components to play with."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command import one_line_error, run
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrangle.core.errors import ComponentError
from quadrangle.engines import game_type, names
from quadrangle.engines.component_sheets import from_csv, game_of, to_csv, to_toml
from quadrangle.engines.components import SOURCES

GUESS = "academy,canvas,,,,1,BB/BY,,,,reconstructed"
MARKED = "academy,canvas,,,,3,BB/BY,,,,reconstructed"


def box(game: str) -> Any:
    """Return the components that come with a game."""
    return importlib.import_module(game_type(game).components_type.__module__).standard()


def sheet(old: str = "", new: str = "") -> str:
    """Return the sheet of Abstract Academy with one text in place of another."""
    text = to_csv(box("academy"))
    assert old in text
    return text.replace(old, new, 1)


def resourced(components: Any, draw: st.DataObject) -> Any:
    """Return components with other sources, and some other numbers."""
    fields = {}
    for name in components.__struct_fields__[2:]:
        value = getattr(components, name)
        entries = [value] if isinstance(value, msgspec.Struct) else list(value)
        for at, entry in enumerate(entries):
            changes: dict[str, Any] = {"source": draw.draw(st.sampled_from(SOURCES))}
            if name in ("canvas", "tile", "solo"):
                for field in ("count", "seconds_a_breeze"):
                    if hasattr(entry, field):
                        changes[field] = draw.draw(st.integers(2, 5))
                if hasattr(entry, "counts"):
                    changes["counts"] = tuple(draw.draw(st.tuples(st.integers(9, 12), st.integers(9, 12))))
            entries[at] = msgspec.structs.replace(entry, **changes)
        fields[name] = entries[0] if isinstance(value, msgspec.Struct) else tuple(entries)
    return msgspec.structs.replace(components, **fields)


@pytest.mark.parametrize("game", names())
@settings(max_examples=15)
@given(draw=st.data())
def test_what_is_exported_is_imported(game: str, draw: st.DataObject) -> None:
    components = resourced(box(game), draw)
    assert not components.fault()
    text = to_csv(components)
    assert game_of(text, "sheet", names()) == game
    assert from_csv(type(components), text, "sheet")[0] == components
    assert type(components).parse(to_toml(components), "text") == components


@pytest.mark.parametrize("game", names())
def test_commands_lead_from_a_game_to_a_file_for_it(game: str, tmp_path: Path) -> None:
    filled, made = tmp_path / "mine.csv", tmp_path / "mine.toml"
    assert run("components", "export", game, "--csv", "-o", str(filled)).code == 0
    assert filled.read_text(encoding="utf-8") == run("components", "export", game, "--csv").out
    ran = run("components", "import", str(filled), "-o", str(made))
    assert f"Yes: {game} can be played with {made}.\n" in ran.out
    assert made.read_text(encoding="utf-8") == run("components", "export", game).out
    assert run("components", "check", str(made), "--json").json["digest"] == box(game).digest
    again = run("components", "export", game, "--csv", "--components", str(made))
    assert again.out == filled.read_text(encoding="utf-8")


@pytest.mark.parametrize("parted", [",", ";", "\t"])
@pytest.mark.parametrize("ended", ["\n", "\r\n", "\r"])
def test_sheets_come_as_spreadsheets_write_them(parted: str, ended: str, tmp_path: Path) -> None:
    lines = to_csv(box("academy")).replace(",", parted).split("\n")
    lines[0] = lines[0].upper()
    lines[3:3] = ["", parted * 12]
    lines[7] = lines[7].replace("BB/BR", '"BB/BR"')
    lines = [line and line + parted * 2 for line in lines] + [""] * 2
    text = ended.join(lines)
    excel = f"sep={parted}{ended}" + text
    for number, data in enumerate(
        [text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), excel.encode()]
    ):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(data)
        assert run("components", "import", str(path)).out == to_toml(box("academy"))


def test_a_changed_guess_is_named_with_its_line_and_how_to_mark_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(sheet(GUESS, MARKED))
    ran = run("components", "import", str(path), "-o", str(tmp_path / "guess.toml"))
    assert ran.code == 0
    assert "line 7: canvas BB/BY 3 was changed, but its source says reconstructed" in ran.err
    assert "--changed printed" in ran.err
    assert "71 reconstructed" in ran.out
    marked = run("components", "import", str(path), "--changed", "printed", "-o", str(tmp_path / "mine.toml"))
    assert "was changed" not in marked.err
    assert "7 printed, 6 published and 70 reconstructed" in marked.out
    assert "\n70 of 83 components are reconstructed, not printed" in marked.out
    by_hand = sheet(GUESS, MARKED.replace("reconstructed", "Printed"))
    found, guesses = from_csv(type(box("academy")), by_hand, "sheet")
    assert (found, guesses) == from_csv(type(found), sheet(GUESS, MARKED), "sheet", "printed")


def test_many_changed_guesses_are_named_in_part(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(to_csv(box("academy")).replace(",canvas,,,,1,", ",canvas,,,,2,"))
    said = run("components", "import", str(path)).err
    assert said.count("was changed") == 5
    assert "more" in said


def test_an_entry_that_was_confirmed_needs_only_its_source() -> None:
    text = sheet(GUESS, GUESS.replace("reconstructed", "printed"))
    found, guesses = from_csv(type(box("academy")), text, "sheet")
    assert not guesses
    assert found.canvas[2].source == "printed"
    # What is not changed keeps what its row says.
    assert from_csv(type(found), text, "sheet", "published")[0] == found


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("academy,grid", "chess,grid", "line 2, column game: 'chess'; expected one of "),
        (
            "academy,hand",
            "leaves,hand",
            "line 3, column game: 'leaves'; expected academy, as in the rows above",
        ),
        (
            "academy,grid",
            "academy,gird",
            "line 2, column part: 'gird'; expected one of grid, hand, pet, canvas",
        ),
        ("academy,grid", "academy,", "line 2, column part: an empty cell; expected one of "),
        ("grid,4,5", "grid,4,6", "line 2, column four_players: '6'; expected a number from 2 to 5"),
        ("grid,4,5", "grid,,5", "line 2, column two_players: an empty cell; expected a number from 2 to 5"),
        ("grid,4,5", "grid,4.0,5", "line 2, column two_players: '4.0'; expected a number from 2 to 5"),
        ("grid,4,5,", "grid,4,5,7", "line 2, column cards: '7'; expected an empty cell, as a grid has none"),
        ("BB/BY", "BB/BQ", "line 7, column card: 'Q' is no colour; expected B, R or Y"),
        ("BB/BY", "BB/BR", "line 7, column card: 'BB/BR' stands in line 6, too; expected each in one row"),
        ("largest_area:B", "largest:B", "column goal: the goal 'largest'; expected one of"),
        (",.XX/XX./.X.,", ",.XX/XQ./.X.,", "column pattern: 'Q' in a pattern; expected rows of X and ."),
        (GUESS, GUESS.replace("reconstructed", ""), "line 7, column source: no source; expected printed or"),
        (
            GUESS,
            GUESS.replace("reconstructed", "guess"),
            "line 7, column source: 'guess'; expected printed or",
        ),
        (",source", "", "line 1: no column source"),
        (",source", ",origin", "line 1: no column source"),
        ("two_players,", "source,", "line 1, column source: a second column of this name; expected one"),
        ("game,", "name of the game,", "line 1: no column game"),
        (GUESS, f"{GUESS},,more", "line 7: 'more' stands behind the last column; expected 11 cells"),
        (GUESS, f'{GUESS},"', "not CSV: "),
        ("academy,pet,,,,1,,,,,printed\n", "", "no row with the part pet; expected one"),
    ],
)
def test_what_is_wrong_is_one_line_with_its_place(old: str, new: str, message: str, tmp_path: Path) -> None:
    if old not in to_csv(box("academy")):
        old = next(line for line in to_csv(box("academy")).split("\n") if ",inspiration," in line).split(",")[
            9
        ]
        new = "XQ/XX"
    path = tmp_path / "mine.csv"
    path.write_text(sheet(old, new))
    said = one_line_error(run("components", "import", str(path)))
    assert said.startswith(f"quadrangle: {path}: ")
    assert message in said


def test_what_cannot_be_played_with_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    rows = to_csv(box("academy")).split("\n")
    path.write_text("\n".join(row for row in rows if ",instructor," not in row))
    assert "0 Instructors; expected 3 at least" in one_line_error(run("components", "import", str(path)))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b",,,\n",
        b"\x00",
        b"\xff\xfe\x00",
        b"\xff\xfegame",
        b"game",
        b"\x80\x81",
        b'"game',
        b"x" * 300_000,
    ],
)
def test_a_file_of_anything_is_one_clear_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "anything"
    path.write_bytes(data)
    assert str(path) in one_line_error(run("components", "import", str(path)))


@given(st.text(alphabet='game,part;source"\n\r\tacdemy 1'), st.integers(0, 200))
def test_any_text_reads_or_is_refused(text: str, at: int) -> None:
    whole = to_csv(box("academy"))
    for spoilt in (text, whole[:at] + text + whole[at:]):
        try:
            found, _ = from_csv(type(box("academy")), spoilt, "sheet")
        except ComponentError as error:
            assert str(error).startswith("sheet: ")
        else:
            assert not found.fault()


def test_files_are_not_written_over_unasked(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    ran = run("components", "export", "leaves", "--csv", "-o", str(path))
    assert "is there already; expected the name of a new file, or --force" in one_line_error(ran)
    assert path.read_text() == "mine"
    assert run("components", "export", "leaves", "--csv", "-o", str(path), "--force").code == 0
    assert path.read_text() == to_csv(box("leaves"))
    ran = run("components", "import", str(path), "-o", str(tmp_path / "no" / "where"))
    assert "cannot be written" in one_line_error(ran)
